//! Handles: variables, propagators and rules are small numbers with a type each.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A variable of a model.
///
/// Narrow variables (values within 0..=63) and wide ones share this handle; the kind is one bit of it, so that telling
/// them apart needs no memory access. The handle also carries a mark of its model, by which
/// [`Model::post`](crate::Model::post) recognises a variable of another one; equality, order and hash ignore it, so
/// that a model built twice has the same variables.
///
/// Variables are combined into expressions by `+`, `-` and `*`: see [`Expression`](crate::Expression).
#[derive(Clone, Copy)]
pub struct Var(u32);

/// Layout: the kind, the mark of the model, the index.
const WIDE: u32 = 1 << 31;
const INDEX_BITS: u32 = 22;
const INDEX: u32 = (1 << INDEX_BITS) - 1;
const MARK: u32 = !(WIDE | INDEX);

/// The largest number of variables of a model.
pub const MAX_VARIABLES: usize = 1 << INDEX_BITS;

/// Which model a variable belongs to: one of 511 marks in turn, or none for a handle that was parsed from text or comes
/// from a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Mark(u32);

impl Mark {
    /// A mark that differs from those of the latest 510 models.
    pub(crate) fn next() -> Mark {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed) % (MARK >> INDEX_BITS);
        Mark((number + 1) << INDEX_BITS)
    }
}

impl Var {
    pub(crate) const fn narrow(index: u32) -> Var {
        Var(index)
    }

    pub(crate) const fn wide(index: u32) -> Var {
        Var(index | WIDE)
    }

    /// The same variable, as one of the model with this mark.
    pub(crate) const fn marked(self, mark: Mark) -> Var {
        Var(self.0 & !MARK | mark.0)
    }

    /// Whether the variable may be one of the model with this mark. A variable without a mark may be of any model.
    pub(crate) const fn may_be_of(self, mark: Mark) -> bool {
        let own = self.0 & MARK;
        own == 0 || own == mark.0
    }

    /// The position of a narrow variable's domain; for a wide one a number beyond all of them.
    #[inline]
    pub(crate) const fn narrow_place(self) -> usize {
        (self.0 & !MARK) as usize
    }

    /// What equality, order and hash compare.
    #[inline]
    const fn key(self) -> u32 {
        self.0 & !MARK
    }

    /// The variable's number in its model: 0, 1, 2 … in the order of creation, over both kinds.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & INDEX) as usize
    }

    /// Whether the domain may leave 0..=63, and so takes more than one word.
    #[inline]
    pub const fn is_wide(self) -> bool {
        self.0 & WIDE != 0
    }

    /// Reads the notation that [`Display`](fmt::Display) writes.
    pub(crate) fn parse(text: &str) -> Option<Var> {
        let (kind, digits) = text.split_at_checked(1)?;
        let index: u32 = digits.parse().ok().filter(|&i| i <= INDEX)?;
        match kind {
            "x" => Some(Var::narrow(index)),
            "w" => Some(Var::wide(index)),
            _ => None,
        }
    }
}

impl PartialEq for Var {
    #[inline]
    fn eq(&self, other: &Var) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Var {}

impl PartialOrd for Var {
    #[inline]
    fn partial_cmp(&self, other: &Var) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Var {
    #[inline]
    fn cmp(&self, other: &Var) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Hash for Var {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
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

/// A rule of the puzzle or problem that propagators belong to; see [`Model::rule`](crate::Model::rule).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId(pub(crate) u32);

impl RuleId {
    /// What a model begins with: no rule, or what belongs to several rules.
    pub const NAMELESS: RuleId = RuleId(0);

    /// The rule's number in its model.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The names that a model has given to some of its variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(fxhash::FxHashMap<usize, Box<str>>);

impl Names {
    pub(crate) fn set(&mut self, var: Var, name: String) {
        self.0.insert(var.index(), name.into());
    }

    pub(crate) fn get(&self, var: Var) -> Option<&str> {
        self.0.get(&var.index()).map(|name| &**name)
    }
}
