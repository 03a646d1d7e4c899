//! From a test to a propagator: the first that has its form, or one that takes any form.
//!
//! Also what makes tests smaller before that: auxiliary variables, clauses, parts of sums.

pub(super) mod assignments;
pub(super) mod auxiliary;
pub(super) mod by_value;
pub(super) mod deferred;
pub(super) mod diagram;
pub(super) mod displaced;
pub(super) mod flat;
pub(super) mod interpreted;
pub(super) mod joint;
pub(super) mod linear;
pub(super) mod pairs;
pub(super) mod partial_sums;
pub(super) mod post;
#[cfg(test)]
mod random;
pub(super) mod rests;
