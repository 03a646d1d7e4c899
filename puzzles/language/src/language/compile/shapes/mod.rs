//! Shapes of places: turned and mirrored, congruent, symmetric, rectangular, or folded into a box.
//!
//! Here is what can be said of one place; ways to place shapes in a grid are in `regions`.

pub(super) mod congruent;
pub(super) mod fold;
pub(super) mod motion;
pub(super) mod shape;
pub(super) mod symmetric;
pub(super) mod tiles;
