//! What is beyond the reach of plain enumeration, compared with small independent programs: clues of many digits, and
//! partial folds of larger boxes.

mod clues;
mod nets;
