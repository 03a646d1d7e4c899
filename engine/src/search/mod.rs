//! Depth-first search: resumable, exhaustive, one step at a time.

mod explore;
mod learn;
mod limits;
mod nodes;
mod nogood;
mod outcome;
mod questions;
mod restart;
mod root;
mod share;
#[cfg(test)]
mod tests;
mod tree;

use crate::clock::Instant;

use crate::branch::{self, Brancher, Branching, order, value};
use crate::domain::Domain;
use crate::literal::Path;
use crate::solver::Solver;
use crate::var::Var;
use limits::Gauge;
use nogood::NoGoods;
use restart::Schedule;
use share::Share;
use tree::Tree;

pub use crate::stats::Stats;
pub use learn::{Decisions, Learning, Memory};
pub use limits::{Limits, Stop};
pub use nodes::OpenNode;
pub(crate) use nodes::Start;
pub use outcome::{Count, First, Optimum, Solution, Step, Uniqueness};
pub use restart::Restarts;

impl Solver {
    /// A search from the current level, to be configured; see [`Search`].
    pub fn search(&mut self) -> Search<'_> {
        Search::new(self)
    }

    /// The solutions, found one by one as the iterator is advanced, in the order of the default brancher.
    pub fn solutions(&mut self) -> Search<'_> {
        self.search()
    }

    /// A search that branches with `brancher`.
    pub fn search_with(&mut self, brancher: impl Brancher + 'static) -> Search<'_> {
        self.search().brancher(brancher)
    }
}

/// A depth-first search over a solver's current domains.
///
/// It is an iterator over solutions, each of them `Ok`, with an `Err` at the end if a limit stopped it, so that
/// "stopped" cannot be mistaken for "no more". [`step`](Self::step) does the same without allocating. Dropping the
/// search restores the solver's state.
///
/// ```
/// use quadrille_engine::{Count, Model, propagators::NotEqual};
///
/// let mut model = Model::new();
/// let (x, y) = (model.var(1..=4), model.var(1..=4));
/// model.post(NotEqual::new(x, y));
/// let mut solver = model.solver();
/// let first = solver.solutions().next().unwrap().unwrap();
/// assert_eq!(first.values(), [1, 2]);
/// assert_eq!(solver.solutions().count(), Count::Exactly(12));
/// ```
#[derive(Debug)]
pub struct Search<'s> {
    solver: &'s mut Solver,
    brancher: Box<dyn Brancher>,
    /// Fixes the variables that the brancher leaves open.
    rest: Branching<order::SmallestDomain, value::Smallest>,
    gauge: Gauge,
    /// Where the search starts.
    start: Start,
    restarts: Schedule,
    no_goods: NoGoods,
    /// Present if it learns.
    learner: Option<Box<learn::Learner>>,
    phase: Phase,
    tree: Tree,
    share: Share,
    wanted: Wanted,
    stats: Stats,
    base: Base,
    /// Length of the trail's log when the current node was entered.
    entered_at: usize,
}

/// Which solutions of a model with an objective are wanted.
#[derive(Clone, Copy, Debug, Default)]
struct Wanted {
    /// Also those that are as good as the best.
    ties: bool,
    /// From the beginning, only those with at most this value of the objective.
    bound: Option<i64>,
}

/// The solver's state when the search was made.
#[derive(Clone, Copy, Debug)]
struct Base {
    level: usize,
    /// The number of its reversible words.
    words: u32,
    runs: u64,
    changes: u64,
}

impl Base {
    fn of(solver: &Solver) -> Self {
        Self {
            level: solver.level(),
            words: solver.kernel.trail.len(),
            runs: solver.kernel.agenda.runs,
            changes: solver.kernel.changes,
        }
    }

    /// The level at which the branchers are attached. The start node is one above.
    fn root_level(&self) -> usize {
        self.level + 1
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Not started.
    Start,
    /// The current node is propagated and consistent.
    Explore,
    /// The current node is finished: go to the next open one.
    Leave,
    /// The same, but the node was a solution: skip other witnesses for it.
    LeaveSolution,
    Done,
}

impl<'s> Search<'s> {
    pub(crate) fn new(solver: &'s mut Solver) -> Self {
        Self {
            brancher: Box::new(branch::weighted_degree()),
            rest: branch::smallest_domain(),
            gauge: Gauge::default(),
            start: Start::node(Path::default()),
            restarts: Schedule::default(),
            no_goods: NoGoods::default(),
            learner: None,
            phase: Phase::Start,
            tree: Tree::default(),
            share: Share::default(),
            wanted: Wanted::default(),
            stats: Stats::default(),
            base: Base::of(solver),
            entered_at: 0,
            solver,
        }
    }

    /// Branches with `brancher` instead of [the default](branch::weighted_degree).
    pub fn brancher(self, brancher: impl Brancher + 'static) -> Self {
        self.boxed_brancher(Box::new(brancher))
    }

    /// The same, boxed already.
    pub fn boxed_brancher(mut self, brancher: Box<dyn Brancher>) -> Self {
        self.brancher = brancher;
        self
    }

    /// Stops at these limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.gauge.limits = limits;
        self
    }

    /// Replaces the limits of a search that has stopped, so that it can continue.
    pub fn set_limits(&mut self, limits: Limits) {
        self.gauge.limits = limits;
        self.gauge.reported = false;
    }

    /// Searches only below this node.
    ///
    /// # Panics
    /// If the path names a variable that the model does not have; check paths from outside with [`Path::fits`].
    pub fn from(mut self, start: Path) -> Self {
        assert!(
            start.fits(self.solver),
            "the path {start} names a variable that the model does not have"
        );
        self.start = Start::node(start);
        self
    }

    /// The solver, at the current node: its rules, the statistics of its propagators, the domains. Its state is
    /// restored when the search [ends](Self::end) or is dropped.
    pub fn solver(&self) -> &Solver {
        self.solver
    }

    /// Ends the search, restores the solver to its state before, and returns the statistics.
    ///
    /// ```
    /// use quadrille_engine::{First, Model};
    ///
    /// let mut model = Model::new();
    /// let x = model.var(1..=4);
    /// let mut solver = model.solver();
    /// let mut search = solver.search();
    /// assert!(matches!(search.first(), First::Found(_)));
    /// assert_eq!(search.end().solutions, 1);
    /// assert_eq!(solver.dom(x).len(), 4);
    /// ```
    pub fn end(self) -> Stats {
        self.stats.clone()
    }

    /// The statistics so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The part of the search space searched so far, between 0 and 1: each child of a choice point counts by the number
    /// of values that it keeps. It never decreases, so after a restart it may stay the same for a while.
    pub fn progress(&self) -> f64 {
        if self.phase == Phase::Done {
            1.0
        } else {
            self.seen().min(1.0)
        }
    }

    /// The part of the whole space searched since the start node was first entered; parts handed over count as
    /// searched.
    pub fn seen(&self) -> f64 {
        self.share.seen()
    }

    /// The number of decisions in force.
    pub fn depth(&self) -> usize {
        match &self.learner {
            None => self.tree.frames.len(),
            Some(learner) => learner.depth(),
        }
    }

    /// The domain of `var` at the current node; after [`Step::Solution`] it has one value.
    pub fn domain(&self, var: Var) -> Domain<'_> {
        self.solver.domain(var)
    }

    /// The value of `var` at the current node, if it is fixed.
    pub fn value(&self, var: Var) -> Option<i32> {
        self.solver.value(var)
    }

    /// The solution at the current node.
    ///
    /// # Panics
    /// Unless the latest step was [`Step::Solution`].
    pub fn solution(&self) -> Solution {
        assert_eq!(self.phase, Phase::LeaveSolution, "not at a solution");
        let kernel = &self.solver.kernel;
        Solution {
            values: (0..kernel.variables)
                .map(|i| kernel.min(kernel.handle(i)))
                .collect(),
        }
    }

    /// Continues to the next solution, the end, or a limit.
    pub fn step(&mut self) -> Step {
        let entered = Instant::now();
        let root = self.stats.root;
        self.gauge.start(entered);
        let step = loop {
            if self.phase == Phase::Done {
                if self.learner.is_some() {
                    self.share.seen = 1.0;
                }
                break Step::Exhausted;
            }
            if let Some(stop) = self.gauge.reached(&self.stats) {
                break Step::Stopped(stop);
            }
            match self.phase {
                Phase::Start => self.begin(),
                _ if self.learner.is_some() => {
                    if self.step_learning() {
                        break Step::Solution;
                    }
                }
                Phase::Explore if self.restart_is_due() => self.restart(),
                Phase::Explore => {
                    if self.explore() {
                        break Step::Solution;
                    }
                }
                Phase::Leave | Phase::LeaveSolution | Phase::Done => self.leave(),
            }
        };
        self.stats.search += entered.elapsed().saturating_sub(self.stats.root - root);
        self.stats.propagations = self.solver.kernel.agenda.runs - self.base.runs;
        self.stats.changes = self.solver.kernel.changes - self.base.changes;
        step
    }

    fn count_node(&mut self) {
        let depth = self.start.depth + self.depth();
        self.stats.nodes += 1;
        self.stats.peak_depth = self.stats.peak_depth.max(depth);
        if self.stats.nodes_by_depth.len() <= depth {
            self.stats.nodes_by_depth.resize(depth + 1, 0);
        }
        self.stats.nodes_by_depth[depth] += 1;
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        while self.solver.level() > self.base.level {
            self.solver.pop();
        }
        if let Some(learner) = &self.learner {
            learner.end(self.solver);
        }
        // Give back the reversible state of the branchers.
        self.solver.kernel.store.trail.truncate(self.base.words);
        self.solver.last_search = std::mem::take(&mut self.stats);
    }
}
