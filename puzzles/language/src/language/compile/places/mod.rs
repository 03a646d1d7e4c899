//! Places, and what the variables of a rule range over: noun phrases, with the test under which each member is one.
//!
//! Lines, rays and runs are among them; regions and groups to find are elsewhere.

pub(super) mod phrase;
pub(super) mod ray;
pub(super) mod sift;
pub(super) mod source;
pub(super) mod stretch;
