//! Depth-first search: resumable, exhaustive, one step at a time.

mod limits;
mod outcome;
mod stats;

use std::time::Instant;

use crate::branch::{self, Brancher, Branching, Choice, View, order, value};
use crate::domain::Domain;
use crate::literal::{Literal, Path};
use crate::propagator::Conflict;
use crate::solver::Solver;
use crate::var::Var;

pub use limits::{Limits, Stop};
pub use outcome::{Count, First, Optimum, Solution, Step, Uniqueness};
pub use stats::Stats;

/// A depth-first search over a solver's current domains.
///
/// It is an iterator over solutions, each of them `Ok`, with an `Err` at the end if a limit stopped it, so that
/// "stopped" cannot be taken for "no more". [`step`](Self::step) does the same without allocating. Dropping the
/// search restores the solver to where it was.
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
    /// Fixes what the brancher leaves open.
    rest: Branching<order::SmallestDomain, value::Smallest>,
    limits: Limits,
    start: Path,
    phase: Phase,
    frames: Vec<Frame>,
    /// The literals that lead to the current node.
    path: Vec<Literal>,
    /// Values already tried in the frames that branch by value, a frame's run after another.
    tried: Vec<i32>,
    /// Part of the space below the current node, and part already seen.
    weight: f64,
    seen: f64,
    stats: Stats,
    started: Option<Instant>,
    base_level: usize,
    /// How many reversible words the solver had.
    base_words: u32,
    /// Whether the iterator has said that a limit was reached.
    told: bool,
    /// What the solver had counted when the search started.
    base_counts: (u64, u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing was done yet.
    Start,
    /// The current node is propagated and consistent.
    Explore,
    /// The current node is done: go to the next open one.
    Leave,
    /// The same, but the node was a solution: other witnesses for it are of no interest.
    LeaveSolution,
    Done,
}

/// A choice point on the way to the current node.
#[derive(Clone, Copy, Debug)]
struct Frame {
    choice: Choice,
    /// Length of the path at the choice point.
    path: u32,
    /// Start of its run in `tried`.
    tried: u32,
    /// Whether it branches on a witness rather than on a decision.
    witness: bool,
    /// Its other children were handed to somebody else.
    given_away: bool,
    /// Part of the space in its children that are not yet entered.
    rest: f64,
}

impl<'s> Search<'s> {
    pub(crate) fn new(solver: &'s mut Solver) -> Self {
        Self {
            brancher: Box::new(branch::smallest_domain()),
            rest: branch::smallest_domain(),
            limits: Limits::default(),
            start: Path::default(),
            phase: Phase::Start,
            frames: Vec::new(),
            path: Vec::new(),
            tried: Vec::new(),
            weight: 1.0,
            seen: 0.0,
            stats: Stats::default(),
            started: None,
            base_level: solver.level(),
            base_words: solver.kernel.trail.len(),
            told: false,
            base_counts: (0, 0),
            solver,
        }
    }

    /// Branches with `brancher` instead of smallest domain first.
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
        self.limits = limits;
        self
    }

    /// Replaces the limits of a search that has stopped, so that it can go on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        self.told = false;
    }

    /// Searches only below this node.
    pub fn from(mut self, start: Path) -> Self {
        self.start = start;
        self
    }

    /// The figures so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The part of the search space seen so far, between 0 and 1: each child of a choice point counts by the
    /// number of values that it keeps.
    pub fn progress(&self) -> f64 {
        if self.phase == Phase::Done {
            1.0
        } else {
            self.seen
        }
    }

    /// The number of decisions in force.
    pub fn depth(&self) -> usize {
        self.frames.len()
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

    /// The path to the current node.
    pub fn path(&self) -> Path {
        Path(self.path.clone())
    }

    /// The nodes still to be searched, deepest first, as disjoint parts: searching each of them from its path
    /// finds exactly the solutions that stepping on would find. Empty when the search is exhausted.
    pub fn open_nodes(&self) -> Vec<Path> {
        let mut open = Vec::new();
        match self.phase {
            Phase::Start => return vec![self.start.clone()],
            Phase::Explore => open.push(self.path()),
            Phase::Leave | Phase::LeaveSolution | Phase::Done => {}
        }
        let skip_witnesses = self.phase == Phase::LeaveSolution;
        for at in (0..self.frames.len()).rev() {
            if !(skip_witnesses && self.frames[at].witness) {
                open.extend(self.siblings(at));
            }
        }
        open
    }

    /// Hands over the open children of the choice point nearest the root, for somebody else to search: they are
    /// taken out of this search and returned as paths, in the order in which it would have entered them. Empty if
    /// there is nothing to give.
    pub fn split(&mut self) -> Vec<Path> {
        if matches!(self.phase, Phase::Start | Phase::Done) {
            return Vec::new();
        }
        for at in 0..self.frames.len() {
            // Witness frames are one solution's affair.
            if self.frames[at].witness {
                break;
            }
            let paths = self.siblings(at);
            if !paths.is_empty() {
                self.frames[at].given_away = true;
                self.seen += self.frames[at].rest;
                return paths;
            }
        }
        Vec::new()
    }

    /// The children of a frame that are not yet entered, as paths.
    fn siblings(&self, at: usize) -> Vec<Path> {
        let frame = self.frames[at];
        if frame.given_away {
            return Vec::new();
        }
        let prefix = &self.path[..frame.path as usize];
        let child = |literal| {
            let mut path = prefix.to_vec();
            path.push(literal);
            Path(path)
        };
        match frame.choice {
            Choice::Binary(literal) => vec![child(literal.negated())],
            Choice::Values(var, _) => {
                let end = self
                    .frames
                    .get(at + 1)
                    .map_or(self.tried.len(), |next| next.tried as usize);
                let tried = &self.tried[frame.tried as usize..end];
                // Each frame has pushed one level, after the one that the search itself pushed.
                let level = self.base_level + 1 + at;
                self.solver
                    .kernel
                    .values_before_level(var, level)
                    .into_iter()
                    .filter(|value| !tried.contains(value))
                    .map(|value| child(Literal::is(var, value)))
                    .collect()
            }
        }
    }

    /// Goes on to the next solution, the end, or a limit.
    pub fn step(&mut self) -> Step {
        let entered = Instant::now();
        let root = self.stats.root;
        let started = *self.started.get_or_insert(entered);
        let step = loop {
            match self.phase {
                Phase::Start => self.begin(),
                Phase::Done => break Step::Exhausted,
                Phase::Explore | Phase::Leave | Phase::LeaveSolution => {
                    if let Some(stop) = self.limits.reached(&self.stats, started) {
                        break Step::Stopped(stop);
                    }
                    if self.phase == Phase::Explore {
                        if self.explore() {
                            break Step::Solution;
                        }
                    } else {
                        self.leave();
                    }
                }
            }
        };
        self.stats.search += entered.elapsed().saturating_sub(self.stats.root - root);
        self.stats.propagations = self.solver.kernel.runs - self.base_counts.0;
        self.stats.changes = self.solver.kernel.changes - self.base_counts.1;
        step
    }

    /// Propagates the root, enters the start node and lets the branchers look.
    fn begin(&mut self) {
        if let Some(objective) = &self.solver.objective {
            objective.reset();
        }
        let before = Instant::now();
        let root_was_done = !self.solver.root_time.is_zero();
        self.base_counts = (self.solver.kernel.runs, self.solver.kernel.changes);
        self.stats.build = self.solver.build_time;
        self.count_node();
        self.phase = Phase::Done;
        let outcome = self.solver.propagate();
        if !root_was_done {
            self.stats.root = before.elapsed();
        }
        if outcome.is_err() {
            self.stats.failures += 1;
            return;
        }
        let decisions = std::mem::take(&mut self.solver.decisions);
        let all: Vec<Var> = (0..self.solver.kernel.variables)
            .map(|i| self.solver.kernel.handle(i))
            .collect();
        let mut view = View {
            kernel: &mut self.solver.kernel,
        };
        self.brancher.attach(&decisions, &mut view);
        // Decisions that the brancher leaves open come before the witnesses.
        let mut ranked = decisions.clone();
        ranked.extend(
            all.into_iter()
                .filter(|v| !self.solver.is_decision[v.index()]),
        );
        self.rest.attach(&ranked, &mut view);
        self.solver.decisions = decisions;
        self.solver.push();
        for literal in self.start.0.clone() {
            self.path.push(literal);
            if self.solver.assume(literal).is_err() {
                self.stats.failures += 1;
                return;
            }
        }
        if self.solver.propagate().is_err() {
            self.stats.failures += 1;
            return;
        }
        self.phase = Phase::Explore;
    }

    fn count_node(&mut self) {
        let depth = self.frames.len();
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
            self.stats.solutions += 1;
            self.seen += self.weight;
            self.phase = Phase::LeaveSolution;
            if let Some(objective) = &self.solver.objective {
                let kernel = &self.solver.kernel;
                objective.improve_on(objective.evaluate(|var| kernel.min(var)));
            }
            self.brancher.solved(&View {
                kernel: &mut self.solver.kernel,
            });
            return true;
        };
        let (var, value) = match choice {
            Choice::Binary(literal) => (literal.var, literal),
            Choice::Values(var, value) => (var, Literal::is(var, value)),
        };
        let part = self.part_kept(value);
        self.frames.push(Frame {
            choice,
            path: self.path.len() as u32,
            tried: self.tried.len() as u32,
            witness: !self.solver.is_decision[var.index()],
            given_away: false,
            rest: self.weight * (1.0 - part),
        });
        self.weight *= part;
        if let Choice::Values(_, value) = choice {
            self.tried.push(value);
        }
        self.solver.push();
        self.enter(value);
        false
    }

    /// The part of its variable's domain that a literal keeps.
    fn part_kept(&self, literal: Literal) -> f64 {
        let domain = self.solver.domain(literal.var);
        let kept = match literal.relation {
            crate::literal::Relation::Is => 1,
            _ => domain.iter().filter(|&value| literal.admits(value)).count(),
        };
        kept as f64 / domain.len() as f64
    }

    fn choose(&mut self) -> Option<Choice> {
        let view = &mut View {
            kernel: &mut self.solver.kernel,
        };
        if let Some(choice) = self.brancher.choose(view) {
            let var = match choice {
                Choice::Binary(literal) => literal.var,
                Choice::Values(var, _) => var,
            };
            assert!(
                self.solver.is_decision[var.index()],
                "the brancher chose {var}, which is not a decision variable"
            );
            return Some(choice);
        }
        // Decisions first: `rest` prefers small domains, so ask for the decisions alone while any is open.
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
        self.path.push(literal);
        self.count_node();
        if let Some(objective) = &self.solver.objective
            && self.stats.solutions > 0
        {
            let propagator = objective.propagator;
            self.solver.schedule(propagator);
        }
        let outcome = match self.solver.assume(literal) {
            Ok(_) => self.solver.propagate(),
            Err(Conflict) => Err(Conflict),
        };
        match outcome {
            Ok(()) => {
                self.phase = Phase::Explore;
                let view = View {
                    kernel: &mut self.solver.kernel,
                };
                self.brancher.entered(&view, literal);
            }
            Err(Conflict) => {
                self.stats.failures += 1;
                self.seen += self.weight;
                self.phase = Phase::Leave;
                let culprit = self.solver.culprit();
                let view = View {
                    kernel: &mut self.solver.kernel,
                };
                self.brancher.failed(&view, culprit, Some(literal.var));
            }
        }
    }

    /// Goes back to the deepest choice point with an open child and enters that.
    fn leave(&mut self) {
        let solved = self.phase == Phase::LeaveSolution;
        loop {
            let Some(&frame) = self.frames.last() else {
                self.phase = Phase::Done;
                return;
            };
            self.solver.pop();
            self.path.truncate(frame.path as usize);
            if frame.given_away || (solved && frame.witness) {
                if !frame.given_away {
                    self.seen += frame.rest;
                }
                self.drop_frame();
                continue;
            }
            match frame.choice {
                Choice::Binary(literal) => {
                    self.weight = frame.rest;
                    self.drop_frame();
                    self.enter(literal.negated());
                    return;
                }
                Choice::Values(var, _) => {
                    let (brancher, tried) =
                        (&mut self.brancher, &self.tried[frame.tried as usize..]);
                    let view = &mut View {
                        kernel: &mut self.solver.kernel,
                    };
                    let left = view.size(var) - tried.len();
                    let Some(value) = brancher.sibling(view, var, tried).filter(|_| left > 0)
                    else {
                        self.drop_frame();
                        continue;
                    };
                    self.tried.push(value);
                    self.weight = frame.rest / left as f64;
                    if left == 1 {
                        // The last child needs no choice point.
                        self.drop_frame();
                    } else {
                        let top = self.frames.last_mut().expect("the frame is still there");
                        top.rest -= self.weight;
                        self.solver.push();
                    }
                    self.enter(Literal::is(var, value));
                    return;
                }
            }
        }
    }

    fn drop_frame(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.tried.truncate(frame.tried as usize);
        }
    }

    // ---- the questions users ask ----

    /// The first solution from here on.
    pub fn first(&mut self) -> First {
        match self.step() {
            Step::Solution => First::Found(self.solution()),
            Step::Exhausted => First::Nothing,
            Step::Stopped(stop) => First::Stopped(stop),
        }
    }

    /// The number of solutions, this search's earlier ones included.
    pub fn count(mut self) -> Count {
        loop {
            match self.step() {
                Step::Solution => {}
                Step::Exhausted => return Count::Exactly(self.stats.solutions),
                Step::Stopped(stop) => return Count::AtLeast(self.stats.solutions, stop),
            }
        }
    }

    /// Whether there are no solutions, one, or several; stops at the second.
    pub fn uniqueness(&mut self) -> Uniqueness {
        let first = match self.first() {
            First::Found(solution) => solution,
            First::Nothing => return Uniqueness::Nothing,
            First::Stopped(stop) => return Uniqueness::Stopped(None, stop),
        };
        match self.first() {
            First::Found(second) => Uniqueness::Several(first, second),
            First::Nothing => Uniqueness::Unique(first),
            First::Stopped(stop) => Uniqueness::Stopped(Some(first), stop),
        }
    }

    /// The best solution by the model's objective.
    ///
    /// # Panics
    /// If the model has no objective.
    pub fn optimum(&mut self) -> Optimum {
        assert!(
            self.solver.objective.is_some(),
            "the model has no objective"
        );
        let mut best = None;
        loop {
            match self.step() {
                Step::Solution => best = Some(self.solution()),
                Step::Exhausted => return best.map_or(Optimum::Nothing, Optimum::Proved),
                Step::Stopped(stop) => return Optimum::Best(best, stop),
            }
        }
    }
}

impl Iterator for Search<'_> {
    type Item = Result<Solution, Stop>;

    /// The next solution; `Err` once when a limit is reached, then `None` until the limits are replaced; `None`
    /// alone when there are no more.
    fn next(&mut self) -> Option<Self::Item> {
        if self.told {
            return None;
        }
        match self.step() {
            Step::Solution => Some(Ok(self.solution())),
            Step::Exhausted => None,
            Step::Stopped(stop) => {
                self.told = true;
                Some(Err(stop))
            }
        }
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        while self.solver.level() > self.base_level {
            self.solver.pop();
        }
        // Give back the reversible state of the branchers.
        self.solver.kernel.trail.truncate(self.base_words);
    }
}
