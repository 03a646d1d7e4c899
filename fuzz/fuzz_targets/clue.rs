//! Fuzzes `quadrille_fuzz::clue`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quadrille_fuzz::clue(data));
