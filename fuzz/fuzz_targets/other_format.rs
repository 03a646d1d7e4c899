//! Fuzzes `quadrille_fuzz::other_format`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quadrille_fuzz::other_format(data));
