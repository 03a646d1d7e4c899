//! Search: resumable, exhaustive, one step at a time; depth first, or learning from failures.

mod base;
mod depth_first;
mod learn;
mod limits;
mod nodes;
mod outcome;
mod questions;
mod restart;
mod strategy;
#[cfg(test)]
mod tests;

use crate::branch::Brancher;
use crate::clock::Instant;
use crate::domain::Domain;
use crate::literal::Path;
use crate::solver::Solver;
use crate::var::Var;
use base::Base;

pub use crate::stats::Stats;
pub use depth_first::DepthFirst;
pub use learn::{Decisions, Learner, Learning, Memory};
pub(crate) use learn::{Habits, Lesson};
pub use limits::{Limits, Stop};
pub use nodes::OpenNode;
pub(crate) use nodes::Start;
pub use outcome::{Count, First, Optimum, Solution, Step, Uniqueness};
pub use restart::Restarts;
pub use strategy::Strategy;

impl Solver {
    /// A depth-first search from the current level, to be configured; see [`Search`].
    pub fn search(&mut self) -> Search<'_> {
        Search {
            base: Base::new(self),
            strategy: DepthFirst::default(),
        }
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

/// A search over a solver's current domains: depth first, unless its type says that it [learns](Search::learn).
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
pub struct Search<'s, S: Strategy = DepthFirst> {
    strategy: S,
    base: Base<'s>,
}

/// A search whose strategy was chosen when the program ran: see [`Search::boxed`].
pub type AnySearch<'s> = Search<'s, Box<dyn Strategy>>;

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

impl<'s, S: Strategy + 'static> Search<'s, S> {
    /// The same search, with its strategy out of its type: for callers who decide as they run whether it
    /// [learns](Search::learn). A node costs one indirect call more.
    ///
    /// ```
    /// use quadrille_engine::{AnySearch, Count, Learning, Model};
    ///
    /// let mut model = Model::new();
    /// model.vars(3, 0..=1);
    /// for learns in [false, true] {
    ///     let mut solver = model.clone().solver();
    ///     let search = solver.search();
    ///     let search: AnySearch<'_> = match learns {
    ///         true => search.learn(Learning::default()).boxed(),
    ///         false => search.boxed(),
    ///     };
    ///     assert_eq!(search.count(), Count::Exactly(8));
    /// }
    /// ```
    pub fn boxed(self) -> AnySearch<'s> {
        Search {
            strategy: Box::new(self.strategy),
            base: self.base,
        }
    }
}

impl<S: Strategy> Search<'_, S> {
    /// Branches with `brancher` instead of [the default](crate::branch::weighted_degree).
    pub fn brancher(self, brancher: impl Brancher + 'static) -> Self {
        self.boxed_brancher(Box::new(brancher))
    }

    /// The same, boxed already.
    pub fn boxed_brancher(mut self, brancher: Box<dyn Brancher>) -> Self {
        self.base.brancher = brancher;
        self
    }

    /// Stops at these limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.base.gauge.limits = limits;
        self
    }

    /// Replaces the limits of a search that has stopped, so that it can continue.
    pub fn set_limits(&mut self, limits: Limits) {
        self.base.gauge.limits = limits;
        self.base.gauge.reported = false;
    }

    /// Searches only below this node.
    ///
    /// # Panics
    /// If the path names a variable that the model does not have; check paths from outside with [`Path::fits`].
    pub fn from(mut self, start: Path) -> Self {
        assert!(
            start.fits(self.base.solver),
            "the path {start} names a variable that the model does not have"
        );
        self.base.start = Start::node(start);
        self
    }

    /// The solver, at the current node: its rules, the statistics of its propagators, the domains. Its state is
    /// restored when the search [ends](Self::end) or is dropped.
    pub fn solver(&self) -> &Solver {
        self.base.solver
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
        self.base.stats.clone()
    }

    /// The statistics so far.
    pub fn stats(&self) -> &Stats {
        &self.base.stats
    }

    /// The part of the search space searched so far, between 0 and 1: each child of a choice point counts by the number
    /// of values that it keeps. It never decreases, so after a restart it may stay the same for a while.
    pub fn progress(&self) -> f64 {
        if self.base.phase == Phase::Done {
            1.0
        } else {
            self.seen().min(1.0)
        }
    }

    /// The part of the whole space searched since the start node was first entered; parts handed over count as
    /// searched.
    pub fn seen(&self) -> f64 {
        self.strategy.seen(&self.base)
    }

    /// The number of decisions in force.
    pub fn depth(&self) -> usize {
        self.strategy.depth()
    }

    /// The path to the current node.
    pub fn path(&self) -> Path {
        Path([&*self.base.start.path.0, self.strategy.path_below_start()].concat())
    }

    /// The nodes still to be searched, deepest first, as disjoint parts: searching each of them from its path
    /// finds exactly the solutions that stepping on would find. Empty when the search is exhausted.
    ///
    /// During the search for a witness, the node where that search began is returned as a whole, so that no solution is
    /// found twice by different witnesses. After restarts the parts overlap with what was searched before: leave out
    /// [`no_goods`](Self::no_goods) in each. The children of a node split by value come in rising order.
    pub fn open_nodes(&self) -> Vec<Path> {
        self.open().into_iter().map(|node| node.path).collect()
    }

    /// The [open nodes](Self::open_nodes) with their shares of the space. The shares and the part [seen](Self::seen)
    /// add up to the share of the start node, except for parts handed over.
    pub fn open(&self) -> Vec<OpenNode> {
        self.strategy.open(&self.base)
    }

    /// Excludes the parts of the space that these conjunctions of literals describe, such as another search's
    /// [`no_goods`](Self::no_goods).
    ///
    /// # Panics
    /// When the search starts, if a literal names a variable that the model does not have.
    pub fn excluding(mut self, no_goods: impl IntoIterator<Item = Path>) -> Self {
        for path in no_goods {
            self.strategy.exclude(path.0);
        }
        self
    }

    /// The parts searched before the latest restart, as conjunctions of literals; none if there was no restart.
    /// The rest of the space is below [`open_nodes`](Self::open_nodes) and in none of these.
    pub fn no_goods(&self) -> Vec<Path> {
        // They were recorded below the start node.
        let start = &self.base.start.path.0;
        let below = self.strategy.no_goods().into_iter();
        below.map(|path| Path([start, &*path.0].concat())).collect()
    }

    /// The domain of `var` at the current node; after [`Step::Solution`] it has one value.
    pub fn domain(&self, var: Var) -> Domain<'_> {
        self.base.solver.domain(var)
    }

    /// The value of `var` at the current node, if it is fixed.
    pub fn value(&self, var: Var) -> Option<i32> {
        self.base.solver.value(var)
    }

    /// The solution at the current node.
    ///
    /// # Panics
    /// Unless the latest step was [`Step::Solution`].
    pub fn solution(&self) -> Solution {
        assert_eq!(self.base.phase, Phase::LeaveSolution, "not at a solution");
        let kernel = &self.base.solver.kernel;
        Solution {
            values: (0..kernel.variables)
                .map(|i| kernel.min(kernel.handle(i)))
                .collect(),
        }
    }

    /// Forgets half of what it has learnt, and keeps no more than that from here on: for callers short of memory. Does
    /// nothing in a depth-first search, or if only a hundred no-goods are left.
    ///
    /// It takes effect at the next [`step`](Self::step), which goes back to the root.
    pub fn keep_less(&mut self) {
        self.strategy.keep_less();
    }

    /// Continues to the next solution, the end, or a limit.
    pub fn step(&mut self) -> Step {
        let entered = Instant::now();
        let root = self.base.stats.root;
        self.base.gauge.start(entered);
        let step = loop {
            if self.base.phase == Phase::Done {
                break Step::Exhausted;
            }
            if let Some(stop) = self.base.gauge.reached(&self.base.stats) {
                break Step::Stopped(stop);
            }
            if self.base.phase == Phase::Start {
                self.begin();
            } else if self.strategy.advance(&mut self.base) {
                break Step::Solution;
            }
        };
        let stats = &mut self.base.stats;
        stats.search += entered.elapsed().saturating_sub(stats.root - root);
        self.base.read_counters();
        step
    }

    /// Propagates the root, and enters the start node unless a limit is reached before.
    fn begin(&mut self) {
        let Self { base, strategy } = self;
        let outcome = base.propagate_root();
        if outcome == Ok(false) {
            return;
        }
        if base.start.is_node() {
            base.count_node(0);
        }
        if outcome.is_err() {
            return base.fail_for_good();
        }
        strategy.prepare(base);
        base.prepare();
        strategy.start(base);
    }
}
