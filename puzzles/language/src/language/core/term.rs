//! What stands for a term.

/// A term of a [`Store`](super::Store): its number. Terms of one form and with equal parts have one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Term(pub(super) u32);
