//! When a search returns to the root.

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
