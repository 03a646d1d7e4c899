//! What is seen from a place: beams between mirrors, the nearest cells of a kind, and how far they are.
//!
//! Places along a straight ray that need no propagator of their own are in `places`.

pub(super) mod beam;
pub(super) mod beam_condition;
pub(super) mod beam_rule;
pub(super) mod mutual_sight;
pub(super) mod nearest;
pub(super) mod sight;
pub(super) mod visibility;
