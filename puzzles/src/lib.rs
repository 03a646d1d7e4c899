//! Quadrille: grid puzzles, solved.

pub mod clue;
pub mod grid;
