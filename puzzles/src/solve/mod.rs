//! Solving a puzzle: build, search, check every solution, and say what was found.

mod consensus;
mod verdict;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fxhash::FxHashSet;
use quadrille_engine::{Brancher, Calls, Limits, Restarts, Search, Solver, Stats, Step, Stop};

pub use consensus::{CellConsensus, ConsensusReport, consensus};
pub(crate) use verdict::thousands;
pub use verdict::{Halt, Verdict};

use crate::puzzle::{BuildOptions, Built, Completed, Puzzle, Reading};
use crate::symbol::Violation;

/// What is asked of a solve.
#[derive(Clone)]
pub struct Request {
    /// How far to go.
    pub goal: Goal,
    /// Limits of the search. Its limit on solutions is ignored: that is the goal's affair.
    pub limits: Limits,
    /// What the model is to hold.
    pub build: BuildOptions,
    /// How to branch, instead of the kind's default.
    pub brancher: Option<BrancherMaker>,
    /// When to start anew from the root.
    pub restarts: Restarts,
    /// Whether the solutions found are kept. Without it they are only counted, checked, and shown to the watcher.
    pub keep: bool,
}

/// Makes a brancher for a search.
pub type BrancherMaker = Arc<dyn Fn() -> Box<dyn Brancher> + Send + Sync>;

impl Default for Request {
    fn default() -> Self {
        Self {
            goal: Goal::Uniqueness,
            limits: Limits::default(),
            build: BuildOptions::default(),
            brancher: None,
            restarts: Restarts::Never,
            keep: true,
        }
    }
}

impl std::fmt::Debug for Request {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Request")
            .field("goal", &self.goal)
            .field("limits", &self.limits)
            .field("build", &self.build)
            .field("restarts", &self.restarts)
            .field("keep", &self.keep)
            .finish_non_exhaustive()
    }
}

impl Request {
    /// The brancher asked for, or else the kind's own.
    fn brancher(
        &self,
        default: fn(&Reading) -> Box<dyn Brancher>,
        reading: &Reading,
    ) -> Box<dyn Brancher> {
        match &self.brancher {
            Some(maker) => maker(),
            None => default(reading),
        }
    }
}

/// How far a solve goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Until it is known whether there are none, one or several solutions: it stops at the second.
    Uniqueness,
    /// All solutions.
    All,
    /// The first so many.
    Limit(u64),
    /// All, of which only the number is wanted. They are checked like any others.
    Count,
}

/// What a solve found.
#[derive(Clone, Debug)]
pub struct Findings {
    /// How many solutions there are, as far as is known.
    pub verdict: Verdict,
    /// The solutions, in the order found; none for [`Goal::Count`].
    pub solutions: Vec<Completed>,
    /// The answers that occur, each once, in the order found; none for [`Goal::Count`]. `None` stands for a
    /// solution without an answer, or with one that does not fit 128 bits.
    pub answers: Vec<Option<u128>>,
    /// The rule whose propagator found that the puzzle has no solution before anything was tried, if it was so.
    pub refuted_by: Option<String>,
    /// The figures of the search.
    pub stats: Stats,
    /// By propagator name: how often they ran, over all propagators of that name.
    pub propagators: Vec<PropagatorFigures>,
}

/// The runs of all propagators of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropagatorFigures {
    /// The name.
    pub name: &'static str,
    /// How many there are.
    pub number: usize,
    /// Their runs.
    pub calls: Calls,
}

/// The model accepted a grid that the checker rejects: a defect of this program, never of the puzzle.
#[derive(Clone, Debug)]
pub struct CheckFailed {
    /// The grid.
    pub completed: Completed,
    /// The rules that the checker says are broken.
    pub violations: Vec<Violation>,
}

impl std::fmt::Display for CheckFailed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "the solver and the checker disagree; this is a defect of quadrille, please report it with the puzzle"
        )?;
        write!(f, "{}", crate::symbol::write_grid(&self.completed.grid))?;
        for violation in &self.violations {
            writeln!(f, "{violation}")?;
        }
        Ok(())
    }
}

impl std::error::Error for CheckFailed {}

/// What a running search looks like from outside.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The figures so far.
    pub stats: &'a Stats,
    /// The share of the search space seen, between 0 and 1.
    pub share: f64,
    /// Decisions in force.
    pub depth: usize,
    /// Time since the search started.
    pub elapsed: Duration,
}

/// Is told what happens during a solve, and may end it.
pub trait Watcher {
    /// A solution was found and has passed the checker. Breaking off ends the solve with this as the reason.
    fn found(&mut self, number: u64, completed: &Completed) -> ControlFlow<Halt> {
        let _ = (number, completed);
        ControlFlow::Continue(())
    }

    /// Called every so many nodes. Breaking off ends the solve with this as the reason.
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<Halt> {
        let _ = progress;
        ControlFlow::Continue(())
    }
}

/// A watcher that looks away.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watcher for Unwatched {}

/// Between two calls of [`Watcher::progress`].
const NODES_BETWEEN_REPORTS: u64 = 256;

/// Solves a puzzle. Every solution passes the checker before anybody sees it.
///
/// # Errors
/// [`CheckFailed`] if one does not: a defect of this program.
pub fn solve(
    puzzle: &dyn Puzzle,
    request: &Request,
    watcher: &mut dyn Watcher,
) -> Result<Findings, CheckFailed> {
    let Built {
        model,
        brancher,
        reading,
    } = puzzle.build(&request.build);
    let mut solver = model.solver();
    let started = Instant::now();
    let (most, enough) = match request.goal {
        Goal::Uniqueness => (2, Halt::Several),
        Goal::Limit(n) => (n, Halt::Solutions),
        Goal::All | Goal::Count => (u64::MAX, Halt::Solutions),
    };
    let mut found = Found::default();
    let mut search = solver
        .search()
        .boxed_brancher(request.brancher(brancher, &reading))
        .restarts(request.restarts);
    let stopped = loop {
        if found.number >= most {
            break Some(enough);
        }
        match step(&mut search, &request.limits, started, watcher) {
            ControlFlow::Break(halt) => break Some(halt),
            ControlFlow::Continue(Step::Solution) => {
                let completed = (reading.complete)(&search.solution());
                if let ControlFlow::Break(halt) = found.add(puzzle, request, completed, watcher)? {
                    break Some(halt);
                }
            }
            ControlFlow::Continue(Step::Exhausted) => break None,
            ControlFlow::Continue(Step::Stopped(stop)) => {
                break Some(Halt::new(stop, &request.limits));
            }
        }
    };
    let stats = search.stats().clone();
    drop(search);
    let refuted_by = (stats.nodes == 1 && stats.failures == 1)
        .then(|| solver.culprit())
        .flatten()
        .map(|culprit| solver.rule_text(solver.rule_of(culprit)).to_owned());
    Ok(Findings {
        verdict: Verdict::new(found.number, stopped),
        solutions: found.solutions,
        answers: found.answers,
        refuted_by,
        propagators: figures(&solver),
        stats,
    })
}

/// One step of the search, in slices so that the watcher sees something.
fn step(
    search: &mut Search<'_>,
    limits: &Limits,
    started: Instant,
    watcher: &mut dyn Watcher,
) -> ControlFlow<Halt, Step> {
    loop {
        let nodes = search.stats().nodes;
        let slice = nodes + NODES_BETWEEN_REPORTS;
        search.set_limits(Limits {
            nodes: Some(limits.nodes.map_or(slice, |most| most.min(slice))),
            solutions: None,
            ..limits.clone()
        });
        let step = search.step();
        let stats = search.stats();
        if step != Step::Stopped(Stop::Nodes)
            || limits.nodes.is_some_and(|most| stats.nodes >= most)
        {
            return ControlFlow::Continue(step);
        }
        watcher.progress(&Progress {
            stats,
            share: search.progress(),
            depth: search.depth(),
            elapsed: started.elapsed(),
        })?;
    }
}

/// What was found so far.
#[derive(Debug, Default)]
struct Found {
    number: u64,
    solutions: Vec<Completed>,
    answers: Vec<Option<u128>>,
    known_answers: FxHashSet<Option<u128>>,
}

impl Found {
    fn add(
        &mut self,
        puzzle: &dyn Puzzle,
        request: &Request,
        completed: Completed,
        watcher: &mut dyn Watcher,
    ) -> Result<ControlFlow<Halt>, CheckFailed> {
        let violations = puzzle.check_as_built(&completed, &request.build);
        if !violations.is_empty() {
            return Err(CheckFailed {
                completed,
                violations,
            });
        }
        self.number += 1;
        if request.goal != Goal::Count {
            let answer = puzzle.answer(&completed);
            if self.known_answers.insert(answer) {
                self.answers.push(answer);
            }
        }
        let flow = watcher.found(self.number, &completed);
        if request.keep && request.goal != Goal::Count {
            self.solutions.push(completed);
        }
        Ok(flow)
    }
}

/// Adds up the figures of propagators of one name, in the order of first posting.
fn figures(solver: &Solver) -> Vec<PropagatorFigures> {
    let mut figures: Vec<PropagatorFigures> = Vec::new();
    for (_, name, _, calls) in solver.propagators() {
        let at = figures
            .iter()
            .position(|f| f.name == name)
            .unwrap_or_else(|| {
                figures.push(PropagatorFigures {
                    name,
                    number: 0,
                    calls: Calls::default(),
                });
                figures.len() - 1
            });
        let sum = &mut figures[at];
        sum.number += 1;
        sum.calls.calls += calls.calls;
        sum.calls.pruning += calls.pruning;
        sum.calls.failing += calls.failing;
    }
    figures
}
