//! Fuzzes `quadrille_fuzz::codec`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quadrille_fuzz::codec(data));
