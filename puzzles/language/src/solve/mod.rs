//! Solving a puzzle: build, search, check the solutions, report.

mod alone;
mod ask;
mod consensus;
mod found;
mod haul;
mod memory;
mod series;
mod standing;
mod threads;

use quadrille_engine::clock::Instant;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use quadrille_engine::{
    Brancher, Calls, Interrupt, Limits, PropagatorId, Restarts, Solver, Stats, Stop,
};

use alone::Alone;

pub use crate::explain::{Clash, Minimal, broken_so_far, explain, explain_refuted};
pub use crate::learn::{EARLY_WORK, FAILURES_EACH, LAST_EARLY, LAST_TRIAL, Learn, TRIAL};
pub use crate::puzzle::ConsensusReport;
pub use crate::verdict::{Halt, Verdict};
pub use crate::words::thousands;
pub(crate) use consensus::{Seen, consensus_of_seen};
pub use consensus::{consensus, consensus_of_all};
pub(crate) use found::Sample;
pub use memory::{peak_bytes, resident_bytes};
pub use series::Series;
pub use standing::{Standing, WrongEntry, standing};

use crate::language::Puzzle;
use crate::puzzle::{Answer, Best, BestLimits, BuildOptions, Completed, Reading};
use crate::violation::Violation;

/// A request to solve a puzzle.
#[derive(Clone)]
pub struct Request {
    /// How far to go.
    pub goal: Goal,
    /// Limits of the search; that of time counts from the beginning of the solve, including building the model and the
    /// time [`spent`](Self::spent) before. Its limit on solutions is ignored: the goal decides that.
    pub limits: Limits,
    /// What the model contains. Its interrupt, `learns`, `learn_best` and `learn_less` are ignored: building ends with
    /// the limits, and [`learn`](Self::learn) decides the rest.
    pub build: BuildOptions,
    /// How to branch, instead of the kind's default.
    pub brancher: Option<BrancherMaker>,
    /// When to restart from the root. With several threads, each part of the tree is restarted on its own.
    pub restarts: Restarts,
    /// Whether the search learns from its failures. Only one thread learns.
    pub learn: Learn,
    /// The time used before the solve began, for example by reading the puzzle.
    pub spent: Duration,
    /// The number of threads; 0 for one on each core.
    pub threads: usize,
    /// The search stops when the process uses this many bytes; a search that learns keeps fewer no-goods when it uses
    /// seven eighths of them. No limit on systems where [`resident_bytes`] is unknown.
    pub memory: Option<u64>,
    /// Whether the solutions found are kept. Otherwise they are only checked, counted, and passed to the watcher (but
    /// kept until the end anyway if they must be sorted, see [`Watcher::found`]).
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
            learn: Learn::Auto,
            spent: Duration::ZERO,
            threads: 1,
            memory: None,
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
            .field("learn", &self.learn)
            .field("spent", &self.spent)
            .field("threads", &self.threads)
            .field("memory", &self.memory)
            .field("keep", &self.keep)
            .finish_non_exhaustive()
    }
}

impl Request {
    /// The requested brancher, or else the kind's own.
    pub(crate) fn brancher(
        &self,
        default: fn(&Reading) -> Box<dyn Brancher>,
        reading: &Reading,
    ) -> Box<dyn Brancher> {
        match &self.brancher {
            Some(maker) => maker(),
            None => default(reading),
        }
    }

    /// The number of solutions that is enough, and the reason for stopping then.
    fn enough(&self) -> (u64, Halt) {
        match self.goal {
            Goal::Uniqueness => (2, Halt::Several),
            Goal::Limit(n) => (n, Halt::Solutions),
            Goal::All | Goal::Count => (u64::MAX, Halt::Solutions),
        }
    }

    /// What ends a solve that began at `started`, apart from the search's own limits: the caller's interrupt, the time,
    /// or the memory.
    pub(crate) fn halt(&self, started: Instant) -> Option<Halt> {
        if self.limits.interrupt.is_due() {
            return Some(Halt::Cancelled);
        }
        let time = self.limits.time;
        time.filter(|&time| self.spent + started.elapsed() >= time)
            .map(Halt::Time)
            .or_else(|| self.is_memory_full())
    }

    /// Due when [`halt`](Self::halt) gives a reason.
    pub(crate) fn interrupt(&self, started: Instant) -> Interrupt {
        let request = self.clone();
        Interrupt::when(move || request.halt(started).is_some())
    }

    /// The options of the model, for a solve that began at `started`. The reason for stopping the build stays in the
    /// cell, and the interrupt stays due: an unfinished model must not be searched, even if its memory has been freed.
    pub(crate) fn build_options(
        &self,
        started: Instant,
        broken_off: &Arc<OnceLock<Halt>>,
    ) -> BuildOptions {
        let learn_less = self.is_short();
        let best_limits = self.best_limits();
        let (request, broken_off) = (self.clone(), Arc::clone(broken_off));
        let limits = best_limits.clone();
        let is_due = move || match request.halt(started).or_else(|| stopped(&limits)) {
            _ if broken_off.get().is_some() => true,
            Some(halt) => broken_off.set(halt).is_ok(),
            None => false,
        };
        BuildOptions {
            learn_best: self.learn,
            best_limits,
            learn_less,
            interrupt: Interrupt::when(is_due),
            ..self.build.clone()
        }
    }

    /// The limits of a search for the best value.
    fn best_limits(&self) -> BestLimits {
        BestLimits {
            nodes: self.limits.nodes,
            failures: self.limits.failures,
            ..BestLimits::default()
        }
    }

    /// Whether the process uses too much memory.
    fn is_memory_full(&self) -> Option<Halt> {
        self.is_memory_full_with(0)
    }

    /// The same, including bytes that will be needed when the search has ended.
    fn is_memory_full_with(&self, later: u64) -> Option<Halt> {
        let most = self.memory?;
        (resident_bytes()? + later >= most).then_some(Halt::Memory(most))
    }

    /// Whether the process uses nearly too much memory: then no-goods have to be forgotten.
    fn is_memory_short(&self) -> bool {
        let short = |most: u64| Some(resident_bytes()? >= most / 8 * 7);
        self.memory.and_then(short) == Some(true)
    }

    /// Due while the process uses nearly too much memory.
    pub(crate) fn is_short(&self) -> Interrupt {
        let request = Self {
            memory: self.memory,
            ..Self::default()
        };
        Interrupt::when(move || request.is_memory_short())
    }
}

/// The limit that a search for the best value has reached.
fn stopped(limits: &BestLimits) -> Option<Halt> {
    match limits.reached.get()? {
        Stop::Nodes => limits.nodes.map(Halt::Nodes),
        _ => limits.failures.map(Halt::Failures),
    }
}

/// How far a solve goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Until it is known whether there are none, one or several solutions: it stops at the second.
    Uniqueness,
    /// All solutions.
    All,
    /// The first `n` solutions.
    Limit(u64),
    /// The number of all solutions. A sample of them is checked ([`Findings::checked`]): of a puzzle with P places to
    /// fill, the first 65,536 / P solutions, but at most 2,048, and after them every Nth, where N is the larger of 10 P
    /// and 128.
    Count,
}

/// What a solve found.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The number of solutions, as far as known.
    pub verdict: Verdict,
    /// The number of grids that passed the checker. Of the solutions these are all, except with [`Goal::Count`]; for a
    /// puzzle that asks for the best grids, the grids that were the best for a time are among them.
    pub checked: u64,
    /// The solutions; none for [`Goal::Count`]. The order is the same for every number of threads.
    pub solutions: Vec<Completed>,
    /// The answers that occur, each once, in the order found; none for [`Goal::Count`]. `None` stands for a
    /// solution without an answer, or with one that does not fit 128 bits.
    pub answers: Vec<Option<Answer>>,
    /// For a puzzle that asks for the best grids: what is known about the best value. The grid has passed the checker.
    pub best: Option<Best>,
    /// The rule whose propagator refuted the puzzle without any search, if one did.
    pub refuted_by: Option<String>,
    /// The statistics of the search.
    pub stats: Stats,
    /// By propagator name: the runs of all propagators of that name.
    pub propagators: Vec<PropagatorFigures>,
}

impl Findings {
    /// The verdict in words; of a search for the best that was stopped, whether it has found a grid.
    pub fn headline(&self) -> String {
        let best = self.best.as_ref().filter(|best| best.grid().is_some());
        match (best, self.verdict.found, self.verdict.stopped) {
            (Some(best), 0, Some(halt)) => match best.is_proved {
                true => format!("a best grid, not known to be the only one ({halt})"),
                false => format!("a grid, not known to be the best ({halt})"),
            },
            _ => self.verdict.to_string(),
        }
    }

    /// Of a solve that began at `started` and was stopped before the search.
    fn nothing(started: Instant, stopped: Option<Halt>, best: Option<Best>) -> Self {
        let mut stats = Stats::default();
        stats.build = started.elapsed();
        add_best(&mut stats, best.as_ref());
        Self {
            verdict: Verdict::new(0, stopped),
            checked: 0,
            solutions: Vec::new(),
            answers: Vec::new(),
            best,
            refuted_by: None,
            stats,
            propagators: Vec::new(),
        }
    }
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
    pub completed: Box<Completed>,
    /// The rules that are broken according to the checker.
    pub violations: Vec<Violation>,
    /// The grid as it is written.
    text: Box<str>,
}

impl CheckFailed {
    /// An error if the checker rejects what a model has accepted.
    pub(crate) fn unless_right(puzzle: &Puzzle, completed: &Completed) -> Result<(), Self> {
        let violations = puzzle.check(completed);
        if violations.is_empty() {
            return Ok(());
        }
        Err(Self {
            text: puzzle.write(completed).into(),
            completed: Box::new(completed.clone()),
            violations,
        })
    }
}

impl std::fmt::Display for CheckFailed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "the solver and the checker disagree; this is a bug in quadrille, please report it with the puzzle"
        )?;
        f.write_str(&self.text)?;
        for violation in &self.violations {
            writeln!(f, "{violation}")?;
        }
        Ok(())
    }
}

impl std::error::Error for CheckFailed {}

/// The state of a running solve.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Time since the search started.
    pub elapsed: Duration,
    /// The state of the search; with several threads, `None` before they have visited a node.
    pub search: Option<SearchProgress<'a>>,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchProgress<'a> {
    /// The statistics so far. With several threads they are sums, and only nodes, failures and solutions are known
    /// (see [`Live`](quadrille_engine::parallel::Live)).
    pub stats: &'a Stats,
    /// The share of the search space searched, between 0 and 1.
    pub share: f64,
    /// Decisions in force; with several threads, in one of them.
    pub depth: usize,
}

/// Called with events during a solve; may end it.
pub trait Watcher {
    /// A solution was found and has passed the checker. `Break` ends the solve with this reason.
    ///
    /// It is not called for [`Goal::Count`]. On one thread, with a brancher that [is static](Brancher::is_static) and
    /// no restarts, it is called as they are found; else at the end, in the order of [`Findings::solutions`].
    fn found(&mut self, number: u64, completed: &Completed) -> ControlFlow<Halt> {
        let _ = (number, completed);
        ControlFlow::Continue(())
    }

    /// Called every few hundredths of a second. `Break` ends the solve with this reason.
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<Halt> {
        let _ = progress;
        ControlFlow::Continue(())
    }

    /// Something failed that will be retried, such as saving a search on a full disk.
    fn trouble(&mut self, reason: &str) {
        let _ = reason;
    }
}

/// A no-op watcher.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watcher for Unwatched {}

/// Looks for one solution of a puzzle, for so long.
pub fn first_solution(
    puzzle: &Puzzle,
    request: &Request,
    time: Duration,
) -> Result<Findings, CheckFailed> {
    let request = Request {
        goal: Goal::Limit(1),
        limits: Limits {
            time: Some(time),
            ..request.limits.clone()
        },
        ..request.clone()
    };
    solve(puzzle, &request, &mut Unwatched)
}

/// Solves a puzzle. Every solution passes the checker before it is reported; of a count, those in the sample
/// ([`Goal::Count`]).
///
/// # Errors
/// [`CheckFailed`] if one does not: a defect of this program.
pub fn solve(
    puzzle: &Puzzle,
    request: &Request,
    watcher: &mut dyn Watcher,
) -> Result<Findings, CheckFailed> {
    let started = Instant::now();
    // Only one thread learns, so it tries first whatever the number of threads: so all numbers find the same.
    let is_for_one = request.threads == 1 || request.learn == Learn::On;
    let mut unfinished = None;
    if is_for_one || alone::tries_learning(request) {
        match alone::solve(puzzle, request, watcher)? {
            Alone::Over(findings) => return Ok(*findings),
            Alone::ForSeveral(as_far) => unfinished = as_far,
        }
    }
    let request = Request {
        spent: request.spent + started.elapsed(),
        ..request.clone()
    };
    threads::solve(puzzle, &request, unfinished, watcher)
}

#[cfg(test)]
pub(crate) mod tests;

/// Adds the search for the best value, which took place while the model was built.
fn add_best(stats: &mut Stats, best: Option<&Best>) {
    let Some(best) = best else { return };
    stats.build = stats.build.saturating_sub(best.stats.search);
    stats.add_work(&best.stats);
}

/// The rule that refuted the puzzle: of one without a best grid, that of the search for it, since the model says no more
/// than that there is none.
fn refuted_by(in_search: Option<String>, best: Option<&Best>) -> Option<String> {
    match best {
        Some(best) if best.is_proved && best.found.is_none() => best.refuted_by.clone(),
        _ => in_search,
    }
}

/// The best grid found, of a puzzle that asks for it, has passed the checker, too.
fn check_best(puzzle: &Puzzle, best: &Option<Best>) -> Result<(), CheckFailed> {
    let Some((_, completed)) = best.as_ref().and_then(|best| best.found.as_ref()) else {
        return Ok(());
    };
    CheckFailed::unless_right(puzzle, completed)
}

/// The rule that a propagator belongs to, in words if it has any.
fn rule_in_words(solver: &Solver, propagator: PropagatorId) -> Option<String> {
    let text = solver.rule_text(solver.rule_of(propagator));
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

/// Sums the figures of propagators of one name, in the order of first posting.
fn figures(calls: impl Iterator<Item = (&'static str, Calls)>) -> Vec<PropagatorFigures> {
    let mut figures: Vec<PropagatorFigures> = Vec::new();
    for (name, calls) in calls {
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
