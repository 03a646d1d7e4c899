//! Fuzzes `quadrille_fuzz::entries`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quadrille_fuzz::entries(data));
