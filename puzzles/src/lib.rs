//! Quadrille: grid puzzles, solved.

pub mod fold;
pub mod grid;
