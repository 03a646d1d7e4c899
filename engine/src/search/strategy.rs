//! What a search asks of its strategy: depth first, or learning from failures.

use std::fmt;

use super::base::Base;
use super::nodes::OpenNode;
use crate::literal::{Literal, Path};

/// How a search goes through the space: [`DepthFirst`](super::DepthFirst) or [`Learner`](super::Learner). There are no
/// others.
pub trait Strategy: Steps {}

/// The steps of a strategy. Hidden in a private module, so that nobody can write another.
pub trait Steps: fmt::Debug {
    /// Before the search puts a level on the solver, whose root has been propagated.
    fn prepare(&mut self, _: &mut Base<'_>) {}

    /// Enters the node where the search starts, from the root.
    fn start(&mut self, base: &mut Base<'_>);

    /// Goes on from a node that is explored, a failure or a solution to the next node. True at a solution.
    fn advance(&mut self, base: &mut Base<'_>) -> bool;

    /// The number of decisions in force.
    fn depth(&self) -> usize;

    /// Below the start node, the literals that lead to the current one.
    fn path_below_start(&self) -> &[Literal];

    /// The part of the start node's share that has been searched.
    fn seen(&self, base: &Base<'_>) -> f64;

    /// The nodes still to be searched.
    fn open(&self, base: &Base<'_>) -> Vec<OpenNode>;

    /// Leaves out the part of the space, below the start, where these literals are all true.
    fn exclude(&mut self, no_good: Vec<Literal>);

    /// The parts below the start node that were searched, or are left out.
    fn no_goods(&self) -> Vec<Path>;

    /// Keeps half of what it has learnt.
    fn keep_less(&mut self) {}
}

impl Strategy for Box<dyn Strategy> {}

impl Steps for Box<dyn Strategy> {
    fn prepare(&mut self, base: &mut Base<'_>) {
        (**self).prepare(base);
    }

    fn start(&mut self, base: &mut Base<'_>) {
        (**self).start(base);
    }

    fn advance(&mut self, base: &mut Base<'_>) -> bool {
        (**self).advance(base)
    }

    fn depth(&self) -> usize {
        (**self).depth()
    }

    fn path_below_start(&self) -> &[Literal] {
        (**self).path_below_start()
    }

    fn seen(&self, base: &Base<'_>) -> f64 {
        (**self).seen(base)
    }

    fn open(&self, base: &Base<'_>) -> Vec<OpenNode> {
        (**self).open(base)
    }

    fn exclude(&mut self, no_good: Vec<Literal>) {
        (**self).exclude(no_good);
    }

    fn no_goods(&self) -> Vec<Path> {
        (**self).no_goods()
    }

    fn keep_less(&mut self) {
        (**self).keep_less();
    }
}
