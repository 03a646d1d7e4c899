//! What the tests of these propagators share, and a table of how sharp their reasons are.

pub(super) mod boards;
mod sharpness;
