//! Propagators for rules about cells of a grid: what makes words of the language of rules strong and fast.
//!
//! They know cells and variables, and nothing of files, rulebooks or single puzzles.

mod near;
mod nearest_equal;
mod room_for_value;
#[cfg(test)]
mod tests;

pub(crate) use near::MOST_COLUMNS;
pub use near::Metric;
pub use nearest_equal::NearestEqual;
pub use room_for_value::RoomForValue;
