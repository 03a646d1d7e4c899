//! Fuzzes `quadrille_fuzz::puzzle_file`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quadrille_fuzz::puzzle_file(data));
