//! Restarts: when to return to the root, and the no-goods that keep anything from being searched twice.

use super::{Phase, Search};
use crate::branch::Choice;
use crate::literal::{Literal, Path};

/// When a search restarts from the root, with what its brancher has learned.
///
/// Every restart records the finished parts of the tree as no-goods, so each solution is still found exactly once and
/// the search still terminates. Useful with branchers that learn from failures, if one solution is wanted; rarely if
/// all are.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[non_exhaustive]
pub enum Restarts {
    /// Never.
    #[default]
    Never,
    /// After `unit`, `unit`, `2·unit`, `unit`, `unit`, `2·unit`, `4·unit` … failures (Luby, Sinclair and
    /// Zuckerman 1993). A unit of 0 counts as 1.
    Luby {
        /// Failures for each step of the sequence.
        unit: u64,
    },
    /// After `first` failures, then `factor` times as many each time (Walsh 1999). A factor below 1 counts as 1,
    /// a first of 0 as 1.
    Geometric {
        /// Failures before the first restart.
        first: u64,
        /// Growth from each to the next.
        factor: f64,
    },
    /// In a search that learns: when recent no-goods come from more levels of decisions than usual, at least 50
    /// failures after the latest restart (Audemard and Simon 2012, "Refining restarts strategies for SAT and UNSAT").
    /// In a depth-first search the same as [`LUBY`](Self::LUBY).
    Adaptive,
}

impl Restarts {
    /// Luby with a unit of 100 failures.
    pub const LUBY: Restarts = Restarts::Luby { unit: 100 };
    /// Geometric from 100 failures, by 1.5.
    pub const GEOMETRIC: Restarts = Restarts::Geometric {
        first: 100,
        factor: 1.5,
    };

    /// The number of failures between restart number `done` (0 for the start) and the next; `None` for never.
    pub fn cutoff(self, done: u64) -> Option<u64> {
        match self {
            Restarts::Never => None,
            Restarts::Adaptive => Self::LUBY.cutoff(done),
            Restarts::Luby { unit } => Some(unit.max(1).saturating_mul(luby(done + 1))),
            Restarts::Geometric { first, factor } => {
                let growth = factor.max(1.0).powf(done as f64);
                // The cast saturates.
                Some(((first as f64 * growth) as u64).max(1))
            }
        }
    }
}

/// The position of a search in its sequence of restarts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Schedule {
    pub(super) policy: Restarts,
    /// Restarts since the sequence began.
    pub(super) done: u64,
    /// The number of failures at which the next is due.
    next: Option<u64>,
}

impl Schedule {
    /// The sequence of `policy`, in a search that has failed `failures` times.
    pub(super) fn new(policy: Restarts, failures: u64) -> Self {
        let mut schedule = Self {
            policy,
            done: 0,
            next: None,
        };
        schedule.plan(failures);
        schedule
    }

    fn plan(&mut self, failures: u64) {
        let more = self.policy.cutoff(self.done);
        self.next = more.map(|more| failures.saturating_add(more));
    }

    pub(super) fn is_due(&self, failures: u64) -> bool {
        self.next.is_some_and(|at| failures >= at)
    }

    /// Advances to the next restart.
    pub(super) fn advance(&mut self, failures: u64) {
        self.done += 1;
        self.plan(failures);
    }
}

/// Term `i` ≥ 1 of Luby's sequence 1, 1, 2, 1, 1, 2, 4, 1 …
const fn luby(mut i: u64) -> u64 {
    loop {
        // 2^(k−1) occurs first at position 2^k − 1; the terms after it repeat all those before it.
        let k = 64 - (i + 1).leading_zeros() as u64 - 1;
        if i + 1 == 1 << k {
            return 1 << (k - 1);
        }
        i -= (1 << k) - 1;
    }
}

impl Search<'_> {
    /// Goes back to the root by this policy.
    pub fn restarts(mut self, policy: Restarts) -> Self {
        self.restarts = Schedule::new(policy, self.stats.failures);
        self
    }

    /// Starts the sequence of restarts again.
    pub(super) fn begin_restarts(&mut self) {
        self.restarts = Schedule::new(self.restarts.policy, self.stats.failures);
    }

    /// Excludes the parts of the space that these conjunctions of literals describe, such as another search's
    /// [`no_goods`](Self::no_goods).
    ///
    /// # Panics
    /// When the search starts, if a literal names a variable that the model does not have.
    pub fn excluding(mut self, no_goods: impl IntoIterator<Item = Path>) -> Self {
        for path in no_goods {
            self.no_goods.add(path.0);
        }
        self
    }

    /// The parts searched before the latest restart, as conjunctions of literals; none if there was no restart.
    /// The rest of the space is below [`open_nodes`](Self::open_nodes) and in none of these.
    pub fn no_goods(&self) -> Vec<Path> {
        // They were recorded below the start node.
        let start = &self.start.path.0;
        self.no_goods
            .iter()
            .map(|literals| Path(start.iter().chain(literals).copied().collect()))
            .chain(self.reported())
            .collect()
    }

    pub(super) fn restart_is_due(&self) -> bool {
        self.restarts.is_due(self.stats.failures)
    }

    /// Records what was searched, returns to the start node and propagates it with the no-goods.
    pub(super) fn restart(&mut self) {
        self.record_no_goods();
        self.stats.restarts += 1;
        self.restarts.advance(self.stats.failures);
        self.share.report();
        self.brancher.restarted();
        self.back_to_root();
        self.count_node();
        self.enter_start();
        debug_assert_ne!(self.phase, Phase::Start);
    }

    /// Records the finished parts beside the path to the current node, which is itself still open.
    ///
    /// At each choice point on the path, including those at their last child, some children are finished. With
    /// the decisions before it they make a no-good; the refutations before it follow from the no-goods recorded
    /// for them, so they need not be named (the reduction of Lecoutre et al.).
    fn record_no_goods(&mut self) {
        let before = self.no_goods.len();
        let mut decisions: Vec<Literal> = Vec::with_capacity(self.tree.frames.len());
        let mut frames = self.tree.frames.iter().enumerate().peekable();
        for (at, &literal) in self
            .tree
            .path
            .iter()
            .enumerate()
            .skip(self.tree.start_length)
        {
            match frames.next_if(|(_, frame)| frame.path as usize == at) {
                None => self
                    .no_goods
                    .add(decisions.iter().copied().chain([literal.negated()])),
                Some((_, frame)) if frame.given_away => {
                    // All other children were handed over.
                    self.no_goods
                        .add(decisions.iter().copied().chain([literal.negated()]));
                    decisions.push(literal);
                }
                Some((index, frame)) => {
                    if let Choice::Values(var, _) = frame.choice {
                        for &value in self.tree.tried_at(index) {
                            if value != literal.value {
                                let done = Literal::is(var, value);
                                self.no_goods.add(decisions.iter().copied().chain([done]));
                            }
                        }
                    }
                    decisions.push(literal);
                }
            }
        }
        self.stats.no_goods += (self.no_goods.len() - before) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_luby_sequence_as_published() {
        let expected = [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1];
        let terms: Vec<u64> = (1..=16).map(luby).collect();
        assert_eq!(terms, expected);
    }

    #[test]
    fn cutoffs() {
        let cutoffs = |policy: Restarts| -> Vec<Option<u64>> {
            (0..4).map(|done| policy.cutoff(done)).collect()
        };
        assert_eq!(cutoffs(Restarts::Never), [None; 4]);
        assert_eq!(cutoffs(Restarts::Luby { unit: 3 }), [3, 3, 6, 3].map(Some));
        let doubling = Restarts::Geometric {
            first: 5,
            factor: 2.0,
        };
        assert_eq!(cutoffs(doubling), [5, 10, 20, 40].map(Some));
        let huge = Restarts::Geometric {
            first: 1,
            factor: f64::INFINITY,
        };
        assert_eq!(huge.cutoff(9), Some(u64::MAX));
        let none = Restarts::Geometric {
            first: 0,
            factor: f64::NAN,
        };
        assert_eq!(none.cutoff(9), Some(1));
    }
}
