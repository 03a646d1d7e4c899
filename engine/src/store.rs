//! The store of domains: every word that backtracking restores, and which of them are the domain of which variable.

use crate::domain::{Dom, Domain};
use crate::literal::{Literal, Relation};
use crate::trail::{Trail, Trailed};
use crate::var::Var;

/// Where a wide variable's words are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wide {
    pub(crate) start: u32,
    pub(crate) len: u32,
    pub(crate) offset: i32,
}

/// The domain of a variable before anything was propagated.
#[derive(Clone, Debug)]
pub(crate) enum Declared {
    Narrow(u64),
    Wide { offset: i32, words: Vec<u64> },
}

impl Declared {
    pub(crate) fn domain(&self) -> Domain<'_> {
        match self {
            Declared::Narrow(bits) => Domain::new(0, std::slice::from_ref(bits)),
            Declared::Wide { offset, words } => Domain::new(*offset, words),
        }
    }
}

/// The current domains, which anyone may read.
///
/// A [`Context`](crate::Context) and a [`View`](crate::View) dereference to it, so these methods can be called on them.
/// Nothing here narrows: a propagator does that through its context.
#[derive(Debug)]
pub struct Store {
    /// First the domain word of each variable (for a wide one, its bounds), then the words of the wide
    /// variables, then the words of propagators.
    pub(crate) trail: Trail,
    pub(crate) variables: u32,
    /// By variable; empty when the model has no wide one.
    wide: Vec<Option<Wide>>,
    /// The wide variables by the first of their words, in rising order.
    wide_starts: Vec<(u32, u32)>,
    /// The domain words as they were declared: a copy of the front of the trail.
    declared: Box<[u64]>,
}

impl Store {
    /// Lays out the domains: a word for each variable, then the words of the wide ones.
    pub(crate) fn new(declared: &[Declared]) -> Self {
        let mut trail = Trail::default();
        trail.allocate(declared.iter().map(|declared| match declared {
            Declared::Narrow(bits) => *bits,
            Declared::Wide { offset, .. } => {
                let domain = declared.domain();
                let (min, max) = (
                    domain.min().expect("not empty"),
                    domain.max().expect("not empty"),
                );
                pack((min - offset) as u32, (max - offset) as u32)
            }
        }));
        let mut wide = Vec::new();
        let mut wide_starts = Vec::new();
        for (variable, declared) in (0..).zip(declared) {
            if let Declared::Wide { offset, words } = declared {
                let start = trail.allocate(words.iter().copied());
                wide.resize(variable as usize, None);
                wide.push(Some(Wide {
                    start,
                    len: words.len() as u32,
                    offset: *offset,
                }));
                wide_starts.push((start, variable));
            }
        }
        Self {
            declared: trail.slice(0, trail.len()).into(),
            trail,
            variables: declared.len() as u32,
            wide,
            wide_starts,
        }
    }

    /// The number of words of the widest domain.
    pub(crate) fn widest(&self) -> usize {
        let lengths = self.wide.iter().flatten().map(|wide| wide.len as usize);
        lengths.max().unwrap_or(0)
    }

    /// The handle of variable number `index`.
    pub(crate) fn handle(&self, index: u32) -> Var {
        match self.wide.get(index as usize) {
            Some(Some(_)) => Var::wide(index),
            _ => Var::narrow(index),
        }
    }

    /// The variable that a word of the trail belongs to, if it is part of a domain (of a wide one: its bounds or
    /// its values).
    pub(crate) fn variable_of_word(&self, word: u32) -> Option<Var> {
        if word < self.variables {
            return Some(self.handle(word));
        }
        let after = self
            .wide_starts
            .partition_point(|&(start, _)| start <= word);
        let (start, variable) = *self.wide_starts.get(after.checked_sub(1)?)?;
        let wide = self.wide[variable as usize].expect("it is listed as wide");
        (word < start + wide.len).then(|| Var::wide(variable))
    }

    /// Whether a word of the trail is a set of values: the domain of a narrow variable or part of a wide one's.
    pub(crate) fn is_set_of_values(&self, word: u32) -> bool {
        match self.variable_of_word(word) {
            Some(var) => !var.is_wide() || word >= self.variables,
            None => false,
        }
    }

    /// The domain of a narrow variable.
    ///
    /// # Panics
    /// If `var` is wide; use [`domain`](Self::domain) where it may be.
    #[inline]
    pub fn dom(&self, var: Var) -> Dom {
        // A wide variable's place is beyond the end, so the bounds check also checks the kind.
        match self.trail.get_at(var.narrow_place()) {
            Some(word) => Dom::from_bits(word),
            None => not_narrow(var),
        }
    }

    #[inline]
    pub(crate) fn wide_of(&self, var: Var) -> Wide {
        self.wide[var.index()].expect("a wide handle belongs to a wide variable of this model")
    }

    /// The number of words of its domain.
    pub(crate) fn words(&self, var: Var) -> u32 {
        match var.is_wide() {
            true => self.wide_of(var).len,
            false => 1,
        }
    }

    /// Smallest and largest bit of a wide variable.
    #[inline]
    pub(crate) fn wide_bounds(&self, var: Var) -> (u32, u32) {
        unpack(self.trail.get(var.index() as u32))
    }

    /// The domain of a variable of either kind.
    #[inline]
    pub fn domain(&self, var: Var) -> Domain<'_> {
        if var.is_wide() {
            let wide = self.wide_of(var);
            Domain::new(wide.offset, self.trail.slice(wide.start, wide.len))
        } else {
            Domain::new(0, self.trail.slice(var.index() as u32, 1))
        }
    }

    /// The smallest value. O(1).
    #[inline]
    pub fn min(&self, var: Var) -> i32 {
        if var.is_wide() {
            self.wide_of(var).offset + self.wide_bounds(var).0 as i32
        } else {
            self.dom(var).min()
        }
    }

    /// The largest value. O(1).
    #[inline]
    pub fn max(&self, var: Var) -> i32 {
        if var.is_wide() {
            self.wide_of(var).offset + self.wide_bounds(var).1 as i32
        } else {
            self.dom(var).max()
        }
    }

    /// Whether one value is left. O(1).
    #[inline]
    pub fn is_fixed(&self, var: Var) -> bool {
        if var.is_wide() {
            let (min, max) = self.wide_bounds(var);
            min == max
        } else {
            self.dom(var).is_fixed()
        }
    }

    /// The value, if one is left. O(1).
    #[inline]
    pub fn value(&self, var: Var) -> Option<i32> {
        self.is_fixed(var).then(|| self.min(var))
    }

    /// Number of values. O(words).
    #[inline]
    pub fn size(&self, var: Var) -> usize {
        if var.is_wide() {
            self.domain(var).len()
        } else {
            self.dom(var).len()
        }
    }

    /// Whether `value` is left.
    #[inline]
    pub fn contains(&self, var: Var, value: i32) -> bool {
        if var.is_wide() {
            self.domain(var).contains(value)
        } else {
            self.dom(var).contains(value)
        }
    }

    /// Whether `literal` holds for every remaining value (`Some(true)`), for none (`Some(false)`), or for some.
    #[inline]
    pub fn status_of(&self, literal: Literal) -> Option<bool> {
        let Literal {
            var,
            relation,
            value,
        } = literal;
        match relation {
            Relation::Is if !self.contains(var, value) => Some(false),
            Relation::Is => self.is_fixed(var).then_some(true),
            Relation::IsNot if !self.contains(var, value) => Some(true),
            Relation::IsNot => self.is_fixed(var).then_some(false),
            Relation::AtMost if self.max(var) <= value => Some(true),
            Relation::AtMost => (self.min(var) > value).then_some(false),
            Relation::AtLeast if self.min(var) >= value => Some(true),
            Relation::AtLeast => (self.max(var) < value).then_some(false),
        }
    }

    pub(crate) fn declared(&self, var: Var) -> Domain<'_> {
        if var.is_wide() {
            let wide = self.wide_of(var);
            let start = wide.start as usize;
            Domain::new(
                wide.offset,
                &self.declared[start..start + wide.len as usize],
            )
        } else {
            let index = var.index();
            Domain::new(0, &self.declared[index..=index])
        }
    }

    /// The values that `var` had just before level `level` (counted from 0) was pushed.
    pub(crate) fn values_before_level(&self, var: Var, level: usize) -> Vec<i32> {
        let (offset, first, len) = if var.is_wide() {
            let wide = self.wide_of(var);
            (wide.offset, wide.start, wide.len)
        } else {
            (0, var.index() as u32, 1)
        };
        let words: Vec<u64> = (first..first + len)
            .map(|index| self.trail.before_level(index, level))
            .collect();
        Domain::new(offset, &words).iter().collect()
    }
}

impl Trailed for Store {
    #[inline]
    fn trail(&self) -> &Trail {
        &self.trail
    }
    #[inline]
    fn trail_mut(&mut self) -> &mut Trail {
        &mut self.trail
    }
}

#[cold]
#[inline(never)]
fn not_narrow(var: Var) -> ! {
    if var.is_wide() {
        panic!(
            "{var} is wide (its values may leave 0..=63): read it with `domain`, narrow it with `keep_bits`, `keep_if` or by bounds"
        )
    }
    panic!("{var} is not a variable of this model")
}

/// The bounds of a wide variable in one word.
pub(crate) const fn pack(min: u32, max: u32) -> u64 {
    min as u64 | (max as u64) << 32
}

const fn unpack(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}
