//! What a search on the calling thread finds, and the slices in which it goes on.

use quadrille_engine::clock::Instant;
use std::ops::ControlFlow;
use std::time::Duration;

use quadrille_engine::{AnySearch, Limits, Step, Stop, Var};

use super::found::{Checked, Found, Sample};
use super::{
    CheckFailed, Findings, Goal, Halt, Progress, Request, SearchProgress, Verdict, Watcher,
    figures, rule_in_words,
};
use crate::language::Puzzle;
use crate::puzzle::{Answer, Completed, Reading};

/// The most memory, for each solution, that sorting the solutions at the end takes: lists that grow by doubling, and
/// the known and listed answers.
const ORDERING: usize = 2 * size_of::<Completed>() + 4 * size_of::<Answer>() + 64;

/// Number of solutions between checks whether that still fits.
const BETWEEN: u64 = 1024;

/// What a search has found.
pub(super) struct Haul<'a> {
    pub(super) found: Found<'a>,
    request: &'a Request,
    sample: Sample,
    pub(super) number: u64,
    /// Solutions with the values of the decisions, to be sorted by these.
    unordered: Vec<(Vec<i32>, Checked)>,
    decisions: Vec<Var>,
    /// Whether they are reported as they are found.
    in_order: bool,
    /// When counting: solutions to be checked once it is certain that the search is not given up.
    pub(super) unchecked: Option<Vec<Completed>>,
}

impl<'a> Haul<'a> {
    pub(super) fn new(
        puzzle: &'a Puzzle,
        request: &'a Request,
        decisions: Vec<Var>,
        in_order: bool,
    ) -> Self {
        Self {
            found: Found::new(puzzle, request),
            request,
            sample: Sample::of(decisions.len()),
            number: 0,
            unordered: Vec::new(),
            decisions,
            in_order,
            unchecked: None,
        }
    }

    /// Checks the first `most` solutions not checked yet, and from here on each one found.
    pub(super) fn check(&mut self, most: usize) -> Result<(), CheckFailed> {
        for completed in self.unchecked.take().into_iter().flatten().take(most) {
            self.found.check(completed)?;
            self.found.checked += 1;
        }
        Ok(())
    }

    /// Takes the solution at the search's node.
    pub(super) fn take(
        &mut self,
        search: &AnySearch<'_>,
        reading: &Reading,
        watcher: &mut dyn Watcher,
    ) -> Result<ControlFlow<Halt>, CheckFailed> {
        self.number += 1;
        if self.request.goal == Goal::Count {
            if self.sample.has(self.number - 1) {
                let completed = (reading.complete)(&search.solution());
                if let Some(unchecked) = &mut self.unchecked {
                    unchecked.push(completed);
                } else {
                    self.found.check(completed)?;
                    self.found.checked += 1;
                }
            }
            return Ok(ControlFlow::Continue(()));
        }
        let solution = search.solution();
        let checked = self.found.check((reading.complete)(&solution))?;
        if self.in_order {
            return Ok(self.found.add(checked, watcher));
        }
        let key = self.decisions.iter().map(|&var| solution[var]).collect();
        self.unordered.push((key, checked));
        let later = (self.unordered.len() * ORDERING) as u64;
        if self.number.is_multiple_of(BETWEEN)
            && let Some(halt) = self.request.is_memory_full_with(later)
        {
            return Ok(ControlFlow::Break(halt));
        }
        Ok(ControlFlow::Continue(()))
    }

    pub(super) fn end(
        mut self,
        mut stopped: Option<Halt>,
        search: &AnySearch<'_>,
        watcher: &mut dyn Watcher,
    ) -> Findings {
        self.unordered.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        for (_, checked) in self.unordered {
            if let ControlFlow::Break(halt) = self.found.add(checked, watcher) {
                stopped.get_or_insert(halt);
                break;
            }
        }
        let (stats, solver) = (search.stats().clone(), search.solver());
        let refuted_by = stats
            .failed_at_the_root()
            .then(|| rule_in_words(solver, solver.culprit()?))
            .flatten();
        Findings {
            verdict: Verdict::new(self.number, stopped),
            checked: self.found.checked,
            solutions: self.found.solutions,
            answers: self.found.answers,
            best: None,
            refuted_by,
            propagators: figures(
                solver
                    .propagators()
                    .map(|(_, name, _, calls)| (name, calls)),
            ),
            stats,
        }
    }
}

/// How long a slice of the search is.
const SLICE: Duration = Duration::from_millis(20);

/// Divides the search into slices of [`SLICE`].
pub(super) struct Slices<'r> {
    request: &'r Request,
    /// When the solve began.
    started: Instant,
    /// When the search was made.
    searching: Instant,
    /// The end of the current slice, in time since the search was made. A slice may contain several solutions.
    end: Duration,
    /// Whether the search does not know its limits yet: a slice begins, or a turn. Not for each of many solutions.
    pub(super) is_new: bool,
}

impl<'r> Slices<'r> {
    pub(super) fn new(request: &'r Request, started: Instant) -> Self {
        let mut slices = Self {
            request,
            started,
            searching: Instant::now(),
            end: Duration::ZERO,
            is_new: true,
        };
        slices.begin();
        slices
    }

    /// Begins a slice, within the caller's limit.
    pub(super) fn begin(&mut self) {
        let spent = self.request.spent;
        let left = |time: Duration| time.saturating_sub(spent + self.started.elapsed());
        let slice = self.request.limits.time.map_or(SLICE, left).min(SLICE);
        self.end = self.searching.elapsed() + slice;
        self.is_new = true;
    }

    /// The next step of the search, over as many slices as it takes.
    pub(super) fn step(
        &mut self,
        search: &mut AnySearch<'_>,
        turn: &Turn,
        watcher: &mut dyn Watcher,
    ) -> ControlFlow<Halt, Step> {
        loop {
            // Before the first node: building the model may have taken too long.
            if search.stats().nodes == 0
                && let Some(halt) = self.request.halt(self.started)
            {
                return ControlFlow::Break(halt);
            }
            if std::mem::take(&mut self.is_new) {
                // The total time is checked between slices, and solutions are counted by the goal.
                let slice = Limits {
                    nodes: turn.nodes,
                    failures: turn.failures,
                    ..Limits::default()
                };
                search.set_limits(Limits {
                    time: Some(self.end),
                    solutions: None,
                    ..self.request.limits.for_slice(&slice)
                });
            }
            let step = search.step();
            if step != Step::Stopped(Stop::Time) {
                return ControlFlow::Continue(step);
            }
            if let Some(halt) = self.request.halt(self.started) {
                return ControlFlow::Break(halt);
            }
            if self.request.is_memory_short() {
                search.keep_less();
            }
            watcher.progress(&Progress {
                elapsed: self.started.elapsed(),
                search: Some(SearchProgress {
                    stats: search.stats(),
                    share: search.progress(),
                    depth: search.depth(),
                }),
            })?;
            self.begin();
        }
    }
}

/// How far a search may go before it pauses.
#[derive(Default)]
pub(super) struct Turn {
    pub(super) nodes: Option<u64>,
    pub(super) failures: Option<u64>,
    pub(super) solutions: Option<u64>,
}

/// Why a search pauses or ends.
pub(super) enum Pause {
    /// It has ended: for this reason, or because it is exhausted.
    Over(Option<Halt>),
    /// Its turn has ended.
    Turn,
}
