//! Puzzles beyond the reach of plain enumeration, held against small programs written anew: contradictions of large
//! Block Parties, clues of many digits, and partial folds of larger boxes.

mod block_party;
mod clues;
mod nets;
