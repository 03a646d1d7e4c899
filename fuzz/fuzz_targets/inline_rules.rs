//! Fuzzes `quadrille_fuzz::puzzle_file`, with a corpus of puzzle files that contain their own rules.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quadrille_fuzz::puzzle_file(data));
