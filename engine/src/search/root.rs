//! The beginning of a search: the root, and the node where it starts.

use super::nodes::Below;
use super::tree::Frame;
use super::{Phase, Restarts, Search};
use crate::branch::{Brancher, Choice, View};
use crate::propagator::Conflict;

impl Search<'_> {
    /// Propagates the root, and enters the start node unless a limit is reached before.
    pub(super) fn begin(&mut self) {
        let outcome = self.propagate_root();
        if outcome == Ok(false) {
            return;
        }
        if self.start.is_node() {
            self.count_node();
        }
        self.phase = Phase::Done;
        if outcome.is_err() {
            self.stats.failures += 1;
            return;
        }
        if let Some(learner) = &mut self.learner {
            learner.record(self.solver);
        }
        self.prepare();
        self.back_to_root();
        if self.learner.is_some() {
            self.enter_root_learning();
        } else {
            self.enter_start();
        }
    }

    /// Whether it has finished.
    pub(super) fn propagate_root(&mut self) -> Result<bool, Conflict> {
        if let Some(objective) = &self.solver.objective {
            objective.reset();
            if let Some(bound) = self.wanted.bound {
                objective.limit_to(bound);
            }
        }
        self.stats.build = self.solver.build_time;
        let before = self.solver.root_time;
        let gauge = &mut self.gauge;
        let outcome = self.solver.propagate_while(|| !gauge.interrupts());
        self.stats.root += self.solver.root_time - before;
        outcome
    }

    /// Lets the branchers look at the propagated root, once for each search.
    pub(super) fn prepare(&mut self) {
        // A level of its own, so that whatever the branchers write when they are attached is undone in the end.
        self.solver.push();
        let decisions = std::mem::take(&mut self.solver.decisions);
        let mut view = View {
            kernel: &mut self.solver.kernel,
            entered_at: 0,
        };
        self.brancher.attach(&decisions, &mut view);
        // Decisions that the brancher leaves open come before the witnesses.
        let mut ranked = decisions.clone();
        let all = (0..view.kernel.variables).map(|i| view.kernel.handle(i));
        ranked.extend(all.filter(|v| !self.solver.is_decision[v.index()]));
        self.rest.attach(&ranked, &mut view);
        self.solver.decisions = decisions;
        self.reserve();
    }

    /// Reserves room for the deepest path that decisions and refutations of single values can lead to, within reason,
    /// so that the search itself does not allocate.
    pub(super) fn reserve(&mut self) {
        const MOST: usize = 1 << 20;
        let kernel = &mut self.solver.kernel;
        let sizes = (0..kernel.variables).map(|i| kernel.size(kernel.handle(i)) - 1);
        // A variable of n values takes at most ⌈log2 n⌉ halvings, or one decision by value.
        let (depth, removals) = sizes.fold((0, 0), |(depth, removals), n| {
            (
                depth + (usize::BITS - n.leading_zeros()) as usize,
                removals + n,
            )
        });
        let (depth, removals) = (depth.min(MOST), removals.min(MOST));
        self.tree.frames.reserve(depth + 1);
        self.tree
            .path
            .reserve(self.start.path.0.len() + removals + depth + 1);
        self.tree.tried.reserve(removals + 1);
        self.stats
            .nodes_by_depth
            .reserve(self.start.depth + depth + 2);
        let words = kernel.trail.len() as usize;
        kernel
            .store
            .trail
            .reserve((2 * removals + 8 * words + 4 * depth).min(MOST), depth + 3);
    }

    /// Backtracks to above the start node, with an empty path.
    pub(super) fn back_to_root(&mut self) {
        while self.solver.level() > self.base.root_level() {
            self.solver.pop();
        }
        self.tree.clear();
        self.share.here = self.start.weight;
        if self.restarts.policy != Restarts::Never {
            self.share.seen = 0.0;
        }
    }

    /// Enters the start node from the root.
    pub(super) fn enter_start(&mut self) {
        self.solver.push();
        self.entered_at = self.solver.kernel.trail.log_len();
        self.tree.start_at(&self.start.path.0);
        if self.assume_start().is_err() {
            self.stats.failures += 1;
            self.phase = Phase::Done;
            return;
        }
        match &self.start.below {
            Below::Node => self.phase = Phase::Explore,
            &Below::Child(literal) => self.enter(literal),
            Below::Siblings(var, tried) => {
                // As if the last of those tried had just been left.
                self.tree.tried.extend_from_slice(tried);
                self.tree.frames.push(Frame {
                    choice: Choice::Values(*var, tried[0]),
                    path: self.tree.path.len() as u32,
                    tried: 0,
                    witness: false,
                    given_away: false,
                    rest: self.share.here,
                });
                self.solver.push();
                self.phase = Phase::Leave;
            }
        }
    }

    pub(super) fn assume_start(&mut self) -> Result<(), Conflict> {
        for &literal in &self.start.path.0 {
            self.solver.assume(literal)?;
        }
        if self.no_goods.is_empty() {
            return self.solver.propagate();
        }
        self.solver.propagate()?;
        self.no_goods.rebuild(self.solver)?;
        self.no_goods.propagate(self.solver)
    }
}
