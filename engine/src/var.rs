//! Handles: variables, propagators and rules are small numbers with a type each.

use std::fmt;

/// A variable of a model.
///
/// Narrow variables (values within 0..=63) and wide ones share this handle; the kind is one bit of it, so that
/// telling them apart costs no memory access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(u32);

const WIDE: u32 = 1 << 31;

impl Var {
    pub(crate) const fn narrow(index: u32) -> Var {
        Var(index)
    }

    pub(crate) const fn wide(index: u32) -> Var {
        Var(index | WIDE)
    }

    /// The variable's number in its model: 0, 1, 2 … in the order of creation, over both kinds.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & !WIDE) as usize
    }

    /// Whether the domain may leave 0..=63, and so takes more than one word.
    #[inline]
    pub const fn is_wide(self) -> bool {
        self.0 & WIDE != 0
    }

    /// Reads the notation that [`Display`](fmt::Display) writes.
    pub(crate) fn parse(text: &str) -> Option<Var> {
        let (kind, digits) = text.split_at_checked(1)?;
        let index: u32 = digits.parse().ok().filter(|&i| i < WIDE)?;
        match kind {
            "x" => Some(Var::narrow(index)),
            "w" => Some(Var::wide(index)),
            _ => None,
        }
    }
}

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            if self.is_wide() { 'w' } else { 'x' },
            self.index()
        )
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A propagator of a model, numbered in the order of posting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PropagatorId(pub(crate) u32);

impl PropagatorId {
    /// The propagator's number in its model.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A rule of the puzzle or problem that propagators stand for; see [`Model::rule`](crate::Model::rule).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId(pub(crate) u32);

impl RuleId {
    /// What a model begins with: no rule, or what belongs to several.
    pub const NAMELESS: RuleId = RuleId(0);

    /// The rule's number in its model.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
