//! Quadrille: grid puzzles, solved.

pub mod block_party;
pub mod cli;
pub mod clue;
pub mod draw;
pub mod embedded;
mod filled;
pub mod fold;
pub mod grid;
pub mod kinds;
pub mod number_cross;
pub mod number_cross_4;
pub mod number_cross_5;
pub mod picture;
pub mod puzzle;
pub mod read;
pub mod regions;
pub mod shut_the_box;
pub mod solve;
pub mod symbol;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
