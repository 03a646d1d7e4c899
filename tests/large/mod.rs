//! Puzzles beyond the reach of plain enumeration, compared with small independent programs: contradictions of large
//! Block Parties, clues of many digits, and partial folds of larger boxes.

mod clues;
mod nets;
