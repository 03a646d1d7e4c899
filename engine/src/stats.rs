//! The statistics of a search.

use std::time::Duration;

/// What a search has done so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Nodes: the root, and every child entered, failed ones included.
    pub nodes: u64,
    /// Nodes whose propagation failed.
    pub failures: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Propagator runs, those of the root included if this search did it.
    pub propagations: u64,
    /// Domain changes, likewise.
    pub changes: u64,
    /// The largest number of decisions in force at once.
    pub peak_depth: usize,
    /// Nodes by number of decisions in force.
    pub nodes_by_depth: Vec<u64>,
    /// Number of restarts.
    pub restarts: u64,
    /// No-goods recorded at restarts.
    pub no_goods: u64,
    /// No-goods learnt from failures.
    pub learnt: u64,
    /// Of these, no-goods forgotten, or made redundant by what was learnt later.
    pub forgotten: u64,
    /// From the first line of the model to the frozen solver.
    pub build: Duration,
    /// The first propagation.
    pub root: Duration,
    /// The search itself, up to the latest step.
    pub search: Duration,
}

impl Stats {
    /// Adds what another search has done for the same result: its nodes, failures, propagations and changes, and the time
    /// that it took.
    pub fn add_work(&mut self, other: &Stats) {
        self.nodes += other.nodes;
        self.failures += other.failures;
        self.propagations += other.propagations;
        self.changes += other.changes;
        self.search += other.search;
    }

    /// Whether the first propagation failed, so that there was no search.
    #[must_use]
    pub fn failed_at_the_root(&self) -> bool {
        (self.nodes, self.failures) == (1, 1)
    }
}
