//! Fuzzes `quadrille_fuzz::saved_search`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quadrille_fuzz::saved_search(data));
