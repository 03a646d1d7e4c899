//! Restarts of a depth-first search, and the no-goods that keep anything from being searched twice.

use super::{Base, Choice, DepthFirst, Literal, Phase, Restarts, Schedule, Search};
use crate::branch::Brancher;

impl Search<'_> {
    /// Goes back to the root by this policy.
    pub fn restarts(mut self, policy: Restarts) -> Self {
        self.strategy.restarts = Schedule::new(policy, self.base.stats.failures);
        self
    }
}

impl DepthFirst {
    /// Starts the sequence of restarts again.
    pub(super) fn begin_restarts(&mut self, failures: u64) {
        self.restarts = Schedule::new(self.restarts.policy, failures);
    }

    /// Records what was searched, returns to the start node and propagates it with the no-goods.
    pub(super) fn restart(&mut self, base: &mut Base<'_>) {
        self.record_no_goods(base);
        base.stats.restarts += 1;
        self.restarts.advance(base.stats.failures);
        self.share.report();
        base.brancher.restarted();
        self.back_to_root(base);
        base.count_node(0);
        self.enter_start(base);
        debug_assert_ne!(base.phase, Phase::Start);
    }

    /// Records the finished parts beside the path to the current node, which is itself still open.
    ///
    /// At each choice point on the path, including those at their last child, some children are finished. With
    /// the decisions before it they make a no-good; the refutations before it follow from the no-goods recorded
    /// for them, so they need not be named (the reduction of Lecoutre et al.).
    fn record_no_goods(&mut self, base: &mut Base<'_>) {
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
        base.stats.no_goods += (self.no_goods.len() - before) as u64;
    }
}
