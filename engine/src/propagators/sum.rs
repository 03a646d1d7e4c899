//! The sum `Σ c·x` that the linear propagators share: its terms, the fixed ones folded into one reversible number,
//! and the bounds reasoning in both directions.
//!
//! Bounds reasoning on sums follows Harvey and Schimpf 2002, "Bounds consistency techniques for long linear
//! constraints".

use crate::constraint::Scope;
use crate::domain::Domain;
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Status};
use crate::reason::{Change, Explanations, Past};
use crate::trail::{AllocateState, ReadState, RevInt, RevSparseSet, WriteState};
use crate::var::Var;

/// Largest magnitude that a sum may reach, so that differences of sums and right-hand sides stay within `i64`.
pub(crate) const LIMIT: i64 = 1 << 61;

/// Reason tags: which facts about the terms a change follows from.
pub(super) const AT_LEAST_THIS: u32 = 1;
pub(super) const AT_MOST_THIS: u32 = 2;
const ALL_KNOWN: u32 = 3;
/// What [`Terms::explain`] gives.
pub(super) const FROM_BOUNDS: Explanations<'_> =
    Explanations::OfBounds(&[AT_LEAST_THIS, AT_MOST_THIS]);

/// Terms over distinct variables, with coefficients that are not 0.
#[derive(Clone, Debug)]
pub(super) struct Terms(Box<[(i64, Var)]>);

/// The sum of some terms.
#[derive(Debug)]
pub(super) struct Sum {
    /// It is constant.
    terms: Terms,
    /// A fixed term moves from `open` to `fixed` when a run reaches it, so a run costs only its open terms.
    open: RevSparseSet,
    fixed: RevInt,
}

/// The right-hand side `k`, clamped to just beyond what a sum can reach.
pub(crate) fn within_reach(k: i64) -> i64 {
    k.clamp(-2 * LIMIT, 2 * LIMIT)
}

/// The least and the largest value of a sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub(super) least: i64,
    pub(super) most: i64,
}

impl Terms {
    /// Repeated variables are merged and those whose coefficients add up to 0 are dropped.
    ///
    /// # Panics
    /// If the coefficients of one variable add up to more than 2^61.
    pub(super) fn new(terms: &[(i64, Var)]) -> Self {
        let mut sorted = terms.to_vec();
        sorted.sort_by_key(|&(_, x)| x);
        let terms = sorted
            .chunk_by(|a, b| a.1 == b.1)
            .map(|equal| {
                let total: i128 = equal.iter().map(|&(c, _)| i128::from(c)).sum();
                assert!(
                    total.unsigned_abs() <= LIMIT as u128,
                    "the coefficients of {} add up to {total}",
                    equal[0].1
                );
                (total as i64, equal[0].1)
            })
            .filter(|&(c, _)| c != 0)
            .collect();
        Self(terms)
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (i64, Var)> {
        self.0.iter().copied()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The range over the declared domains.
    ///
    /// # Panics
    /// If the sum can reach more than 2^61 in magnitude.
    pub(super) fn declared(&self, scope: &Scope<'_>) -> Range {
        let (mut range, mut reach) = (Range { least: 0, most: 0 }, 0);
        for (c, x) in self.iter() {
            let domain = scope.domain(x);
            let (Some(min), Some(max)) = (domain.min(), domain.max()) else {
                continue;
            };
            let largest = min.unsigned_abs().max(max.unsigned_abs());
            reach += i128::from(c.unsigned_abs()) * i128::from(largest);
            assert!(
                reach <= i128::from(LIMIT),
                "a sum that can pass 2^61 is not supported"
            );
            range.add(ends(c, min, max));
        }
        range
    }

    /// Subscribes each term to the events that `events` gives for its coefficient, and returns the declared range with
    /// the sum.
    ///
    /// # Panics
    /// As [`declared`](Self::declared).
    pub(super) fn attach(
        self,
        scope: &mut Scope<'_>,
        events: impl Fn(i64) -> Events,
    ) -> (Sum, Range) {
        let range = self.declared(scope);
        for (c, x) in self.iter() {
            scope.on(x, events(c));
        }
        let sum = Sum {
            open: scope.new_sparse_set(self.len()),
            fixed: scope.new_int(0),
            terms: self,
        };
        (sum, range)
    }

    /// The facts about the terms (except that of the changed variable) that a change follows from, as weak as possible,
    /// where Σ ≤ `most` and Σ ≥ `least` are enforced, or found to be violated.
    pub(super) fn explain(
        &self,
        change: &Change<'_>,
        past: &Past<'_>,
        (least, most): (i64, i64),
        facts: &mut Vec<Literal>,
    ) {
        // A failure has no changed term: the range is checked before anything is narrowed.
        let others = || self.iter().filter(|&(_, x)| change.var != Some(x));
        // Σ ≥ k is −Σ ≤ −k.
        let (sign, k) = match change.tag {
            AT_LEAST_THIS => (1, most),
            AT_MOST_THIS => (-1, -least),
            _ => {
                others().for_each(|(_, x)| past.describe(x, facts));
                return;
            }
        };
        // The least total of the terms, with the removed value for which it is least for the changed one.
        let mut total = 0;
        if let Some((c, _)) = self.iter().find(|&(_, x)| change.var == Some(x)) {
            let removed = if sign * c > 0 {
                change.first_removed()
            } else {
                change.last_removed()
            };
            total += sign * c * i64::from(removed.unwrap_or_default());
        }
        let end = |domain: Domain<'_>, c: i64| {
            let end = if c > 0 { domain.min() } else { domain.max() };
            end.unwrap_or_default()
        };
        for (c, x) in others() {
            total += sign * c * i64::from(end(past.domain(x), sign * c));
        }
        weaken(
            others().map(|(c, x)| (sign * c, x)),
            total - k - 1,
            past,
            facts,
        );
    }

    /// The reason tag for a change that follows from Σ = k: one of the bounds, if one is enough, else everything known.
    pub(super) fn bound_behind(&self, change: &Change<'_>, past: &Past<'_>, k: i64) -> u32 {
        let (mut least, mut most) = (0, 0);
        for (c, x) in self.iter() {
            let (low, high) = if change.var == Some(x) {
                (change.first_removed(), change.last_removed())
            } else {
                let domain = past.domain(x);
                (domain.min(), domain.max())
            };
            let range = ends(c, low.unwrap_or_default(), high.unwrap_or_default());
            least += range.least;
            most += range.most;
        }
        if least > k {
            AT_LEAST_THIS
        } else if most < k {
            AT_MOST_THIS
        } else {
            ALL_KNOWN
        }
    }
}

impl Sum {
    pub(super) fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The number of open terms, as of the latest [`range`](Self::range).
    pub(super) fn open_len(&self, cx: &Context<'_>) -> usize {
        self.open.len(cx)
    }

    /// The open term at `place`.
    pub(super) fn open_term(&self, cx: &Context<'_>, place: usize) -> (i64, Var) {
        self.terms.0[self.open.members(cx)[place] as usize]
    }

    /// Folds away the terms that have been fixed, and adds up the range. O(open terms).
    pub(super) fn range(&mut self, cx: &mut Context<'_>) -> Range {
        let Self { terms, open, fixed } = self;
        let mut sum = cx.int(*fixed);
        let mut range = Range { least: 0, most: 0 };
        // It goes backwards, because removing a member moves the last one into its place.
        for place in (0..open.len(cx)).rev() {
            let term = open.members(cx)[place];
            let (c, x) = terms.0[term as usize];
            let (min, max) = (cx.min(x), cx.max(x));
            if min == max {
                sum += c * i64::from(min);
                open.remove(cx, term);
            } else {
                range.add(ends(c, min, max));
            }
        }
        cx.set_int(*fixed, sum);
        Range {
            least: range.least + sum,
            most: range.most + sum,
        }
    }

    /// Σ ≤ k: domain consistent. `least` is that of the latest [`range`](Self::range).
    pub(super) fn at_most(
        &mut self,
        cx: &mut Context<'_>,
        least: i64,
        k: i64,
    ) -> Result<(), Conflict> {
        cx.because(AT_LEAST_THIS);
        if least > k {
            return Err(Conflict);
        }
        for place in 0..self.open_len(cx) {
            let (c, x) = self.open_term(cx, place);
            lower_most(cx, c, x, k - least)?;
        }
        Ok(())
    }

    /// Σ ≥ k: domain consistent. `most` is that of the latest [`range`](Self::range).
    pub(super) fn at_least(
        &mut self,
        cx: &mut Context<'_>,
        most: i64,
        k: i64,
    ) -> Result<(), Conflict> {
        cx.because(AT_MOST_THIS);
        if most < k {
            return Err(Conflict);
        }
        for place in 0..self.open_len(cx) {
            let (c, x) = self.open_term(cx, place);
            raise_least(cx, c, x, most - k)?;
        }
        Ok(())
    }

    /// Σ = k: bounds consistent over the reals, to the fixpoint. Returns whether all terms are fixed.
    pub(super) fn equal(
        &mut self,
        cx: &mut Context<'_>,
        mut range: Range,
        k: i64,
    ) -> Result<bool, Conflict> {
        loop {
            range.must_hold(cx, k)?;
            let before = range;
            for place in 0..self.open_len(cx) {
                let (c, x) = self.open_term(cx, place);
                let old = term_range(cx, c, x);
                cx.because(AT_LEAST_THIS);
                if lower_most(cx, c, x, k - range.least)? {
                    range.most += term_range(cx, c, x).most - old.most;
                    // A hole at the new bound may have removed more than necessary.
                    range.must_hold(cx, k)?;
                }
                cx.because(AT_MOST_THIS);
                if raise_least(cx, c, x, range.most - k)? {
                    range.least += term_range(cx, c, x).least - old.least;
                    range.must_hold(cx, k)?;
                }
            }
            if (range.least, range.most) == (before.least, before.most) {
                return Ok(range.least == range.most);
            }
        }
    }

    /// Σ ≠ k: domain consistent; acts once at most one term is open. Folds fixed terms away itself.
    pub(super) fn not_equal(&mut self, cx: &mut Context<'_>, k: i64) -> Result<Status, Conflict> {
        match self.last_open(cx) {
            Remaining::Several => return Ok(Status::Fixpoint),
            Remaining::None(sum) if sum == k => {
                cx.because(ALL_KNOWN);
                return Err(Conflict);
            }
            Remaining::None(_) => {}
            Remaining::One(c, x, sum) => {
                if let Some(value) = quotient(k - sum, c) {
                    cx.because(ALL_KNOWN);
                    cx.remove(x, value)?;
                }
            }
        }
        Ok(Status::Entailed)
    }

    /// What is open, looked at only up to a second open term.
    pub(super) fn last_open(&mut self, cx: &mut Context<'_>) -> Remaining {
        let Self { terms, open, fixed } = self;
        let mut sum = cx.int(*fixed);
        let mut found = None;
        let mut several = false;
        for place in (0..open.len(cx)).rev() {
            let term = open.members(cx)[place];
            let (c, x) = terms.0[term as usize];
            if let Some(value) = cx.value(x) {
                sum += c * i64::from(value);
                open.remove(cx, term);
            } else if found.replace((c, x)).is_some() {
                several = true;
                break;
            }
        }
        cx.set_int(*fixed, sum);
        match found {
            _ if several => Remaining::Several,
            Some((c, x)) => Remaining::One(c, x, sum),
            None => Remaining::None(sum),
        }
    }

    /// Whether Σ = k holds for every, for no, or for some remaining assignment, judged by the range and a single open
    /// term. `range` is the latest. Sets the reason.
    pub(super) fn is_equal(&mut self, cx: &mut Context<'_>, range: Range, k: i64) -> Option<bool> {
        if range.least > k {
            cx.because(AT_LEAST_THIS);
            return Some(false);
        }
        if range.most < k {
            cx.because(AT_MOST_THIS);
            return Some(false);
        }
        cx.because(ALL_KNOWN);
        match self.open_len(cx) {
            0 => Some(true),
            1 => {
                let (c, x) = self.open_term(cx, 0);
                let sum = cx.int(self.fixed);
                let possible = quotient(k - sum, c).is_some_and(|value| cx.contains(x, value));
                (!possible).then_some(false)
            }
            _ => None,
        }
    }

    /// Whether Σ ≤ k holds for every, for no, or for some remaining assignment. Sets the reason.
    pub(super) fn is_at_most(cx: &mut Context<'_>, range: Range, k: i64) -> Option<bool> {
        if range.least > k {
            cx.because(AT_LEAST_THIS);
            Some(false)
        } else if range.most <= k {
            cx.because(AT_MOST_THIS);
            Some(true)
        } else {
            None
        }
    }
}

/// Facts from which it follows that `Σ c·x` is at least what the bounds of `terms` imply, less `slack`: none for a term
/// if the slack covers the distance to its declared bound, and a weaker one for the first of the other terms
/// (Ohrimenko, Stuckey and Codish 2009).
pub(crate) fn weaken(
    terms: impl Iterator<Item = (i64, Var)>,
    mut slack: i64,
    past: &Past<'_>,
    facts: &mut Vec<Literal>,
) {
    debug_assert!(slack >= 0, "the bounds do not explain it");
    let start = facts.len();
    let mut weakest = None;
    for (c, x) in terms {
        let (now, declared) = (past.domain(x), past.declared(x));
        let ends = if c > 0 {
            (now.min(), declared.min())
        } else {
            (now.max(), declared.max())
        };
        let (Some(now), Some(declared)) = ends else {
            continue;
        };
        let way = (i64::from(now) - i64::from(declared)).abs();
        match c.abs().checked_mul(way) {
            // A bound that was declared needs no mention.
            Some(cost) if cost <= slack => slack -= cost,
            _ => {
                weakest = weakest.or(Some((facts.len(), c)));
                facts.push(if c > 0 {
                    Literal::at_least(x, now)
                } else {
                    Literal::at_most(x, now)
                });
            }
        }
    }
    if let Some((at, c)) = weakest {
        debug_assert!(at >= start);
        // Fewer than the distance to the declared bound, so they fit.
        let steps = (slack / c.abs()) as i32;
        let fact = &mut facts[at];
        fact.value = if c > 0 {
            fact.value - steps
        } else {
            fact.value + steps
        };
    }
}

/// How much of a sum is open.
#[derive(Clone, Copy, Debug)]
pub(super) enum Remaining {
    /// Nothing: the sum is this.
    None(i64),
    /// One term, and the sum of all others.
    One(i64, Var, i64),
    /// Two terms or more.
    Several,
}

impl Range {
    fn add(&mut self, other: Range) {
        self.least += other.least;
        self.most += other.most;
    }

    /// Fails, with the reason, if `k` lies outside.
    fn must_hold(self, cx: &mut Context<'_>, k: i64) -> Result<(), Conflict> {
        if self.least > k {
            cx.because(AT_LEAST_THIS);
            Err(Conflict)
        } else if self.most < k {
            cx.because(AT_MOST_THIS);
            Err(Conflict)
        } else {
            Ok(())
        }
    }
}

/// The range of `c·x` for `x` in `min..=max`.
fn ends(c: i64, min: i32, max: i32) -> Range {
    let (low, high) = (c * i64::from(min), c * i64::from(max));
    Range {
        least: low.min(high),
        most: low.max(high),
    }
}

fn term_range(cx: &Context<'_>, c: i64, x: Var) -> Range {
    ends(c, cx.min(x), cx.max(x))
}

/// Removes the values of `x` whose term is more than `slack ≥ 0` above its least.
pub(super) fn lower_most(
    cx: &mut Context<'_>,
    c: i64,
    x: Var,
    slack: i64,
) -> Result<bool, Conflict> {
    let Range { least, most } = term_range(cx, c, x);
    if most - least <= slack {
        return Ok(false);
    }
    // The quotient is less than the width of the domain, so it fits.
    let steps = (slack / c.abs()) as i32;
    if c > 0 {
        cx.at_most(x, cx.min(x) + steps)
    } else {
        cx.at_least(x, cx.max(x) - steps)
    }
}

/// Removes the values of `x` whose term is more than `slack ≥ 0` below its largest.
fn raise_least(cx: &mut Context<'_>, c: i64, x: Var, slack: i64) -> Result<bool, Conflict> {
    lower_most(cx, -c, x, slack)
}

/// `dividend / divisor`, if it is whole and a possible value.
fn quotient(dividend: i64, divisor: i64) -> Option<i32> {
    (dividend % divisor == 0)
        .then(|| dividend / divisor)
        .and_then(|value| i32::try_from(value).ok())
}
