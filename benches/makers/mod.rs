//! Seeded makers of puzzles: a solved grid is drawn first, then the puzzle is derived from it.

pub(crate) mod block_party;
pub(crate) mod file;
pub(crate) mod number_cross;
pub(crate) mod number_cross_4;
pub(crate) mod number_cross_5;
pub(crate) mod shape_told;
pub(crate) mod shut_the_box;
pub(crate) mod tighten;
