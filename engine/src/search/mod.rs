//! Depth-first search: resumable, exhaustive, one step at a time.

mod learn;
mod limits;
mod nodes;
mod nogood;
mod outcome;
mod questions;
mod restart;
mod share;
#[cfg(test)]
mod tests;
mod tree;

use crate::clock::Instant;

use crate::branch::{self, Brancher, Branching, Choice, View, order, value};
use crate::domain::Domain;
use crate::literal::{Literal, Path, Relation};
use crate::propagator::Conflict;
use crate::solver::Solver;
use crate::var::Var;
use limits::Gauge;
use nodes::Below;
use nogood::NoGoods;
use restart::Schedule;
use share::Share;
use tree::{Frame, Tree};

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
    /// Also find solutions that are as good as the best.
    ties: bool,
    /// From the beginning, only solutions with at most this value of the objective are wanted.
    bound: Option<i64>,
    stats: Stats,
    base: Base,
    /// Length of the trail's log when the current node was entered.
    entered_at: usize,
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
            ties: false,
            bound: None,
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

    /// Propagates the root, and enters the start node unless a limit is reached before.
    fn begin(&mut self) {
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
    fn propagate_root(&mut self) -> Result<bool, Conflict> {
        if let Some(objective) = &self.solver.objective {
            objective.reset();
            if let Some(bound) = self.bound {
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
    fn prepare(&mut self) {
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
    fn reserve(&mut self) {
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
    fn back_to_root(&mut self) {
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
    fn enter_start(&mut self) {
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

    fn assume_start(&mut self) -> Result<(), Conflict> {
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

    fn count_node(&mut self) {
        let depth = self.start.depth + self.depth();
        self.stats.nodes += 1;
        self.stats.peak_depth = self.stats.peak_depth.max(depth);
        if self.stats.nodes_by_depth.len() <= depth {
            self.stats.nodes_by_depth.resize(depth + 1, 0);
        }
        self.stats.nodes_by_depth[depth] += 1;
    }

    /// At a consistent node: a solution (true), or enter its first child.
    fn explore(&mut self) -> bool {
        let Some(choice) = self.choose() else {
            self.share.close();
            self.note_solution();
            return true;
        };
        let (var, value) = match choice {
            Choice::Binary(literal) => (literal.var, literal),
            Choice::Values(var, value) => (var, Literal::is(var, value)),
        };
        let part = self.part_kept(value);
        self.tree.frames.push(Frame {
            choice,
            path: self.tree.path.len() as u32,
            tried: self.tree.tried.len() as u32,
            witness: !self.solver.is_decision[var.index()],
            given_away: false,
            rest: self.share.here * (1.0 - part),
        });
        self.share.here *= part;
        if let Choice::Values(_, value) = choice {
            self.tree.tried.push(value);
        }
        self.solver.push();
        self.enter(value);
        false
    }

    /// The current node is a solution.
    fn note_solution(&mut self) {
        self.stats.solutions += 1;
        self.phase = Phase::LeaveSolution;
        if let Some(objective) = &self.solver.objective {
            let kernel = &self.solver.kernel;
            let value = objective.evaluate(|var| kernel.min(var));
            if self.ties {
                objective.limit_to(value);
            } else {
                objective.improve_on(value);
            }
        }
        self.brancher.solved(&View {
            kernel: &mut self.solver.kernel,
            entered_at: self.entered_at,
        });
    }

    /// The part of its variable's domain that a literal keeps.
    fn part_kept(&self, literal: Literal) -> f64 {
        let size = self.solver.kernel.size(literal.var);
        let kept = match literal.relation {
            Relation::Is => 1,
            Relation::IsNot => size - 1,
            Relation::AtMost | Relation::AtLeast => {
                let values = self.solver.domain(literal.var).iter();
                values.filter(|&value| literal.admits(value)).count()
            }
        };
        kept as f64 / size as f64
    }

    fn choose(&mut self) -> Option<Choice> {
        let view = &mut View {
            kernel: &mut self.solver.kernel,
            entered_at: self.entered_at,
        };
        if let Some(choice) = self.brancher.choose(view) {
            let literal = match choice {
                Choice::Binary(literal) => literal,
                Choice::Values(var, value) => Literal::is(var, value),
            };
            let var = literal.var;
            assert!(
                self.solver.is_decision[var.index()],
                "the brancher chose {var}, which is not a decision variable"
            );
            assert!(
                view.status_of(literal).is_none(),
                "the brancher chose {literal}, which is decided already"
            );
            return Some(choice);
        }
        // Decisions first: `rest` prefers small domains, so let it choose only among decisions while any is open.
        let open = self
            .solver
            .decisions
            .iter()
            .copied()
            .filter(|&var| !view.is_fixed(var))
            .min_by_key(|&var| view.size(var));
        match open {
            Some(var) => Some(Choice::Binary(Literal::is(var, view.min(var)))),
            None => self.rest.choose(view),
        }
    }

    /// Makes `literal` true at the current level and propagates.
    fn enter(&mut self, literal: Literal) {
        self.entered_at = self.solver.kernel.trail.log_len();
        self.tree.path.push(literal);
        self.count_node();
        if let Some(objective) = &self.solver.objective
            && (self.stats.solutions > 0 || self.ties)
        {
            let propagator = objective.propagator;
            self.solver.schedule(propagator);
        }
        let outcome = match self.solver.assume(literal) {
            Ok(_) if self.no_goods.is_empty() => self.solver.propagate(),
            Ok(_) => self.no_goods.propagate(self.solver),
            Err(Conflict) => Err(Conflict),
        };
        match outcome {
            Ok(()) => {
                self.phase = Phase::Explore;
                let view = View {
                    kernel: &mut self.solver.kernel,
                    entered_at: self.entered_at,
                };
                self.brancher.entered(&view, literal);
            }
            Err(Conflict) => {
                self.stats.failures += 1;
                self.share.close();
                self.phase = Phase::Leave;
                let culprit = self.solver.culprit();
                let view = View {
                    kernel: &mut self.solver.kernel,
                    entered_at: self.entered_at,
                };
                self.brancher.failed(&view, culprit, Some(literal.var));
            }
        }
    }

    /// Goes back to the deepest choice point with an open child and enters that.
    fn leave(&mut self) {
        let solved = self.phase == Phase::LeaveSolution;
        loop {
            let Some(&frame) = self.tree.frames.last() else {
                self.phase = Phase::Done;
                return;
            };
            self.solver.pop();
            self.no_goods.popped(self.solver);
            self.tree.path.truncate(frame.path as usize);
            if frame.given_away || (solved && frame.witness) {
                if !frame.given_away {
                    self.share.seen += frame.rest;
                }
                self.tree.drop_frame();
                continue;
            }
            match frame.choice {
                Choice::Binary(literal) => {
                    self.share.here = frame.rest;
                    self.tree.drop_frame();
                    self.enter(literal.negated());
                    return;
                }
                Choice::Values(var, _) => {
                    let tried = &self.tree.tried[frame.tried as usize..];
                    let view = &mut View {
                        kernel: &mut self.solver.kernel,
                        entered_at: self.entered_at,
                    };
                    let is_left = |view: &View<'_>, value: i32| {
                        !tried.contains(&value) && view.domain(var).contains(value)
                    };
                    // If the search started among siblings, no-goods may have removed some of those tried.
                    let domain = view.domain(var);
                    let done = tried.iter().filter(|&&value| domain.contains(value));
                    let left = view.size(var) - done.count();
                    let value = self
                        .brancher
                        .sibling(view, var, tried)
                        .filter(|&value| is_left(view, value))
                        // No value is skipped, whatever the brancher returns.
                        .or_else(|| view.domain(var).iter().find(|&value| is_left(view, value)));
                    let Some(value) = value else {
                        self.tree.drop_frame();
                        continue;
                    };
                    self.tree.tried.push(value);
                    self.share.here = frame.rest / left as f64;
                    if left == 1 {
                        // The last child needs no choice point.
                        self.tree.drop_frame();
                    } else {
                        let top = self
                            .tree
                            .frames
                            .last_mut()
                            .expect("the frame is still there");
                        top.rest -= self.share.here;
                        self.solver.push();
                    }
                    self.enter(Literal::is(var, value));
                    return;
                }
            }
        }
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
