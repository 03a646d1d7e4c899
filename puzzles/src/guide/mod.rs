//! The guide: how to use the command, and how to extend the library.
//!
//! * [`tour`]: the command in five minutes
//! * [`puzzle_files`]: reference of puzzle files, for each kind
//! * [`rules`]: reference of the language of rules: rulebooks, puzzles with rules of their own, addresses
//! * [`rules_by_example`]: each construct of the language with an example
//! * [`fifteen_minutes`]: write your own puzzle, from its statement to its picture
//! * [`clues`]: reference of the clue language
//! * [`scripts`]: exit codes and machine output
//! * [`extending`]: a propagator, a heuristic, a kind of puzzle of one's own
//! * [`engine`]: how the engine works
//! * [`scaling`]: how the work grows with the side of the grid
//! * [`stories`]: the four puzzles
//!
//! The commands in the chapters are run by a test and their output is compared, the puzzle files are read, the
//! phrases of the clue language are compared with the parser's, and the Rust examples are compiled and run.

#[doc = include_str!("tour.md")]
pub mod tour {}

#[doc = include_str!("puzzle_files.md")]
pub mod puzzle_files {}

#[doc = include_str!("rules.md")]
pub mod rules {}

#[doc = include_str!("rules_by_example.md")]
pub mod rules_by_example {}

#[doc = include_str!("fifteen_minutes.md")]
pub mod fifteen_minutes {}

#[doc = include_str!("clues.md")]
pub mod clues {}

#[doc = include_str!("scripts.md")]
#[doc = include_str!("../cli/json.md")]
pub mod scripts {}

#[doc = include_str!("extending.md")]
pub mod extending {}

#[doc = include_str!("engine.md")]
pub mod engine {}

#[doc = include_str!("scaling.md")]
pub mod scaling {}

#[doc = include_str!("stories.md")]
pub mod stories {}
