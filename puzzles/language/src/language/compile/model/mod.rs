//! What is done with a compiled puzzle: the model for solving, its best value, and values that a grid leaves out.
//!
//! The only folder that sees a compilation from outside.

pub(super) mod best;
pub(super) mod build;
pub(super) mod complete;
pub(super) mod order;
