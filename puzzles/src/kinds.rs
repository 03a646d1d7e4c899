//! The registry: every kind of puzzle, one line each.

use crate::puzzle::Kind;

/// Every kind, in the order in which they are listed.
pub fn all() -> &'static [&'static dyn Kind] {
    &[&crate::number_cross_5::KIND]
}
