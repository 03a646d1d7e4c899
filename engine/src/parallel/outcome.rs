//! What a parallel search reports.

use super::Kept;
use crate::search::{Count, Solution, Stats, Stop};
use crate::solver::Calls;
use crate::var::PropagatorId;

/// The result of a parallel search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The solutions; none if they were only counted.
    pub solutions: Vec<Solution>,
    /// What the [inspector](super::Plan::inspect) returned for each of these solutions; none without one.
    pub marks: Vec<u64>,
    /// The number of solutions found.
    pub found: u64,
    /// The limit that stopped it; `None` if the whole space was searched.
    pub stopped: Option<Stop>,
    /// Nodes, failures and the like summed over the workers; times are those of the slowest.
    pub stats: Stats,
    /// By propagator: the figures of its runs, summed over the workers.
    pub calls: Vec<Calls>,
    /// The propagator that failed at the root, if one did: there is no solution, and there was no search.
    pub refuted_by: Option<PropagatorId>,
}

impl Outcome {
    /// The number of solutions, as a search reports it.
    pub const fn count(&self) -> Count {
        match self.stopped {
            None => Count::Exactly(self.found),
            Some(stop) => Count::AtLeast(self.found, stop),
        }
    }

    /// Of no search: no solutions, all figures zero.
    pub(super) fn nothing(stopped: Option<Stop>) -> Self {
        Self {
            solutions: Vec::new(),
            marks: Vec::new(),
            found: 0,
            stopped,
            stats: Stats::default(),
            calls: Vec::new(),
            refuted_by: None,
        }
    }

    pub(super) fn keep(&mut self, kept: Vec<Kept>) {
        for (solution, mark) in kept {
            self.solutions.push(solution);
            self.marks.extend(mark);
        }
    }

    /// Adds the figures of another search.
    pub(super) fn add_figures(&mut self, stats: &Stats, calls: &[Calls]) {
        let sum = &mut self.stats;
        sum.nodes += stats.nodes;
        sum.failures += stats.failures;
        sum.solutions += stats.solutions;
        sum.propagations += stats.propagations;
        sum.changes += stats.changes;
        sum.restarts += stats.restarts;
        sum.no_goods += stats.no_goods;
        sum.learnt += stats.learnt;
        sum.forgotten += stats.forgotten;
        sum.peak_depth = sum.peak_depth.max(stats.peak_depth);
        if sum.nodes_by_depth.len() < stats.nodes_by_depth.len() {
            sum.nodes_by_depth.resize(stats.nodes_by_depth.len(), 0);
        }
        for (sum, nodes) in sum.nodes_by_depth.iter_mut().zip(&stats.nodes_by_depth) {
            *sum += nodes;
        }
        sum.build = sum.build.max(stats.build);
        sum.root = sum.root.max(stats.root);
        sum.search = sum.search.max(stats.search);
        self.calls
            .resize(self.calls.len().max(calls.len()), Calls::default());
        for (sum, calls) in self.calls.iter_mut().zip(calls) {
            sum.calls += calls.calls;
            sum.pruning += calls.pruning;
            sum.failing += calls.failing;
        }
    }
}
