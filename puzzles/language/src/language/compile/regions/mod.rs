//! Regions and shapes to find, of which more is known than that they are connected.
//!
//! One mark each, one size, or a list of shapes: who owns each cell, and all ways to place each shape.

pub(super) mod given_shapes;
pub(super) mod implied;
pub(super) mod kinds;
pub(super) mod owner;
pub(super) mod pieces;
pub(super) mod placed;
pub(super) mod polyomino;
pub(super) mod reach;
pub(super) mod touching;
