//! Quadrille: grid puzzles, solved.

pub mod grid;
