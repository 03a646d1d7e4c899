//! Fuzzes `quadrille_fuzz::formula`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quadrille_fuzz::formula(data));
