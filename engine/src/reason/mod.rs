//! Reasons: recorded changes, the domains just before them, and the facts that a propagator gives when asked why.

mod known;
mod needed;

pub use known::KnownReasons;

use crate::domain::{Dom, Domain};
use crate::literal::Literal;
use crate::var::{PropagatorId, Var};

/// One recorded change of a domain, numbered from the root; valid until the search backtracks past it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct ChangeId(pub(crate) u32);

/// What a propagator is asked to explain: a narrowing, or a failure.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// The variable that was narrowed; for a failure, the variable that would have lost its last value, or
    /// `None` if the propagator failed without naming one.
    pub var: Option<Var>,
    /// The domain just before.
    pub before: Domain<'a>,
    /// The domain just after; empty for a failure.
    pub after: Domain<'a>,
    /// The tag that the propagator had set with [`Context::because`](crate::Context::because).
    pub tag: u32,
}

impl Change<'_> {
    /// The smallest value that was removed. O(words).
    pub fn first_removed(&self) -> Option<i32> {
        (0..self.before.words().len()).find_map(|i| self.removed_of(i).next())
    }

    /// The largest value that was removed. O(words).
    pub fn last_removed(&self) -> Option<i32> {
        let words = (0..self.before.words().len()).rev();
        words.into_iter().find_map(|i| self.removed_of(i).last())
    }

    /// The values that were removed, 64 at a time: where a word starts, and the values as its bits.
    pub(crate) fn removed_words(&self) -> impl Iterator<Item = (i64, u64)> {
        let starts = (i64::from(self.before.offset())..).step_by(64);
        let words = starts.zip(self.before.words());
        words.map(|(first, word)| (first, word & !self.after.window(first)))
    }

    /// The values that were removed of word `i`.
    fn removed_of(&self, i: usize) -> impl Iterator<Item = i32> + use<> {
        let (first, gone) = self.removed_words().nth(i).unwrap_or((0, 0));
        Dom::from_bits(gone)
            .iter()
            .map(move |bit| (first + i64::from(bit)) as i32)
    }

    /// The values that were removed.
    pub fn removed(&self) -> impl Iterator<Item = i32> + '_ {
        self.before
            .iter()
            .filter(|&value| !self.after.contains(value))
    }
}

/// What can be expected of the [explanations](crate::Propagator::explain) of a propagator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explanations<'a> {
    /// They usually name less than everything known about the scope, and take no longer than a few runs.
    Direct,
    /// They usually name everything known about the scope, or take longer than a few runs. From the failures of such a
    /// propagator learning seldom pays: this is a hint for deciding whether a search should learn, and means the same
    /// as [`Direct`](Self::Direct) otherwise.
    Costly,
    /// Which facts are needed is found out by trying, so that it is worth remembering what was found.
    ByTrial,
    /// Those for a change with one of these [tags](Change::tag) also account for the values beyond the removed ones
    /// wherever a bound was moved: all that are smaller where the smallest value was removed, all that are larger where
    /// the largest was, even if they had been removed before. This is so where bounds are derived from bounds. A search
    /// that learns then need not ask what had moved the bound before.
    OfBounds(&'a [u32]),
    /// The propagator is the disjunction of these literals. A search that learns keeps it among its no-goods instead of
    /// running it, which is cheaper.
    Clause(&'a [Literal]),
}

/// An explanation: the facts that held just before and from which the change follows by this propagator alone.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// The propagator that made the change; `None` for a decision or an assumption, which has no facts.
    pub propagator: Option<PropagatorId>,
    /// The conjunction of facts.
    pub facts: Vec<Literal>,
}

/// The domains as they were just before a recorded change.
#[derive(Clone, Copy, Debug)]
pub struct Past<'a> {
    pub(crate) kernel: &'a crate::kernel::Kernel,
    pub(crate) time: u32,
    pub(crate) scope: &'a [Var],
}

impl<'a> Past<'a> {
    /// The variables that the propagator named when it was attached.
    pub fn scope(&self) -> &'a [Var] {
        self.scope
    }

    /// Adds to [`Solver::work`](crate::Solver::work) what this reason costs beyond looking at the variables of its
    /// scope. A unit is the cost of one variable of a simple constraint.
    pub fn spend(&self, work: u64) {
        let spent = &self.kernel.reasoned;
        spent.set(spent.get() + work);
    }

    /// The domain of `var` at that time. O(later changes of `var`).
    pub fn domain(&self, var: Var) -> Domain<'a> {
        self.kernel.domain_at(var, self.time)
    }

    /// Whether `literal` was true at that time. O(later changes of its variable, and words).
    pub fn holds(&self, literal: Literal) -> bool {
        literal.status_in(self.domain(literal.var)) == Some(true)
    }

    /// The domain of `var` as it was declared in the model.
    pub fn declared(&self, var: Var) -> Domain<'a> {
        self.kernel.declared(var)
    }

    /// The fewest literals that express everything known about `var` beyond its declaration: `x = v` if it was fixed,
    /// else its bounds if they moved and `x ≠ v` for each hole.
    pub fn describe(&self, var: Var, facts: &mut Vec<Literal>) {
        let (now, declared) = (self.domain(var), self.declared(var));
        let (Some(min), Some(max)) = (now.min(), now.max()) else {
            return;
        };
        if now.len() == declared.len() {
            return;
        }
        if min == max {
            facts.push(Literal::is(var, min));
            return;
        }
        if declared.min() != Some(min) {
            facts.push(Literal::at_least(var, min));
        }
        if declared.max() != Some(max) {
            facts.push(Literal::at_most(var, max));
        }
        facts.extend(
            declared
                .iter()
                .filter(|v| (min..=max).contains(v) && !now.contains(*v))
                .map(|v| Literal::is_not(var, v)),
        );
    }

    /// Literals that only say that `var` had none of the values for which `is_kept` does not hold, which must be true:
    /// the bounds, if they rule out such values, and `x ≠ v` for the rest. O(values declared).
    pub fn describe_within(
        &self,
        var: Var,
        is_kept: impl Fn(i32) -> bool,
        facts: &mut Vec<Literal>,
    ) {
        let (mut first, mut last) = (None, None);
        let start = facts.len();
        let mut below = false;
        for value in self.declared(var).iter() {
            if is_kept(value) {
                if first.is_none() && below {
                    facts.push(Literal::at_least(var, value));
                }
                first = first.or(Some(value));
                last = Some((value, facts.len()));
            } else if first.is_none() {
                below = true;
            } else {
                facts.push(Literal::is_not(var, value));
            }
        }
        // The values after the last one kept are covered by one bound.
        if let Some((value, len)) = last
            && len < facts.len()
        {
            facts.truncate(len.max(start));
            facts.push(Literal::at_most(var, value));
        }
    }

    /// Everything known about the whole scope: the reason that is always correct and never precise.
    pub fn describe_scope(&self, facts: &mut Vec<Literal>) {
        for &var in self.scope {
            self.describe(var, facts);
        }
        facts.sort_unstable();
        facts.dedup();
    }
}
