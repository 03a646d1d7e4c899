//! Fuzzes `quadrille_fuzz::address`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quadrille_fuzz::address(data));
