//! Propagators for rules about cells of a grid, which make words of the language of rules strong and fast.
//!
//! They know cells and variables, and nothing of files, rulebooks or single puzzles.

mod beam;
mod checkerboard;
mod congruent;
mod connected_part;
mod displacement;
mod distinct_runs;
mod folds_into_box;
mod near;
mod nearest_equal;
mod room_for_value;
mod symmetric;
#[cfg(test)]
mod tests;

pub use beam::off_slash;
pub use beam::{BeamCondition, BeamFrom, Mirrors, Walked};
pub use checkerboard::NoCheckerboard;
pub use congruent::CongruentGroup;
pub use connected_part::ConnectedPart;
pub use displacement::{OneWay, TileDisplacement};
pub use distinct_runs::DistinctRuns;
pub use folds_into_box::FoldsIntoBox;
pub use near::MOST_COLUMNS;
pub use near::Metric;
pub use nearest_equal::NearestEqual;
pub use room_for_value::RoomForValue;
pub use symmetric::{SymmetricGroup, SymmetricSet, Symmetry};
