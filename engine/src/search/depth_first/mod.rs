//! Depth-first search: a tree of choice points, restarts that record what was searched, parts that can be handed over.

mod explore;
mod hand_over;
mod nogood;
mod restart;
mod share;
mod tree;

use super::base::Base;
use super::nodes::{Below, OpenNode};
use super::restart::{Restarts, Schedule};
use super::strategy::{Steps, Strategy};
use super::{Phase, Search};
use crate::branch::{Choice, View};
use crate::literal::{Literal, Path};
use crate::propagator::Conflict;
use nogood::NoGoods;
use share::Share;
use tree::{Frame, Tree};

/// The strategy of a search that visits the children of every node one after another.
#[derive(Debug, Default)]
pub struct DepthFirst {
    tree: Tree,
    share: Share,
    restarts: Schedule,
    no_goods: NoGoods,
}

impl Strategy for DepthFirst {}

impl Steps for DepthFirst {
    fn start(&mut self, base: &mut Base<'_>) {
        self.reserve(base);
        self.back_to_root(base);
        self.enter_start(base);
    }

    fn advance(&mut self, base: &mut Base<'_>) -> bool {
        match base.phase {
            Phase::Explore if self.restarts.is_due(base.stats.failures) => self.restart(base),
            Phase::Explore => return self.explore(base),
            _ => self.leave(base),
        }
        false
    }

    fn depth(&self) -> usize {
        self.tree.frames.len()
    }

    fn path_below_start(&self) -> &[Literal] {
        self.tree.path.get(self.tree.start_length..).unwrap_or(&[])
    }

    fn seen(&self, _: &Base<'_>) -> f64 {
        self.share.seen()
    }

    fn open(&self, base: &Base<'_>) -> Vec<OpenNode> {
        self.open_nodes(base)
    }

    fn exclude(&mut self, no_good: Vec<Literal>) {
        self.no_goods.add(no_good);
    }

    fn no_goods(&self) -> Vec<Path> {
        let all = self.no_goods.iter().map(<[Literal]>::to_vec);
        let everything = self.no_goods.is_contradiction().then(Vec::new);
        all.chain(everything).map(Path).collect()
    }
}

impl DepthFirst {
    /// Reserves room for the deepest path that decisions and refutations of single values can lead to, within reason,
    /// so that the search itself does not allocate.
    fn reserve(&mut self, base: &mut Base<'_>) {
        const MOST: usize = 1 << 20;
        let kernel = &mut base.solver.kernel;
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
            .reserve(base.start.path.0.len() + removals + depth + 1);
        self.tree.tried.reserve(removals + 1);
        base.stats
            .nodes_by_depth
            .reserve(base.start.depth + depth + 2);
        let words = kernel.trail.len() as usize;
        kernel
            .store
            .trail
            .reserve((2 * removals + 8 * words + 4 * depth).min(MOST), depth + 3);
    }

    /// Backtracks to above the start node, with an empty path.
    fn back_to_root(&mut self, base: &mut Base<'_>) {
        while base.solver.level() > base.root_level() {
            base.solver.pop();
        }
        self.tree.clear();
        self.share.here = base.start.weight;
        if self.restarts.policy != Restarts::Never {
            self.share.seen = 0.0;
        }
    }

    /// Enters the start node from the root.
    fn enter_start(&mut self, base: &mut Base<'_>) {
        base.solver.push();
        base.entered_at = base.solver.kernel.trail.log_len();
        self.tree.start_at(&base.start.path.0);
        if self.assume_start(base).is_err() {
            return base.fail_for_good();
        }
        match &base.start.below {
            Below::Node => base.phase = Phase::Explore,
            &Below::Child(literal) => self.enter(base, literal),
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
                base.solver.push();
                base.phase = Phase::Leave;
            }
        }
    }

    fn assume_start(&mut self, base: &mut Base<'_>) -> Result<(), Conflict> {
        for &literal in &base.start.path.0 {
            base.solver.assume(literal)?;
        }
        if self.no_goods.is_empty() {
            return base.solver.propagate();
        }
        base.solver.propagate()?;
        self.no_goods.rebuild(base.solver)?;
        self.no_goods.propagate(base.solver)
    }
}
