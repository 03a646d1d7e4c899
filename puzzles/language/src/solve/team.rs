//! Learning on several threads, begun on one.

use quadrille_engine::clock::Instant;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use quadrille_engine::parallel::{Learners, Outcome, Supervisor};
use quadrille_engine::{Learner, Search, Solution, Step, Stop};

use super::alone::{Attempt, student};
use super::haul::{Pause, Slices, Turn};
use super::{CheckFailed, Findings, Goal, Halt, Request, Watcher};
use crate::language::Puzzle;
use crate::puzzle::{BuildOptions, Built};

/// The work that one thread does alone after the latest solution, some half a second. Tests of this crate do not wait.
const ALONE: u64 = if cfg!(test) { 0 } else { 2_000_000 };

/// The same as long as it has found none: if there are several, it has to find two of them again.
const WITHOUT: u64 = 4 * ALONE;

/// The failures between two looks at the work done.
const LOOK: u64 = 50;

/// What a search that learns is for.
pub(super) struct Task<'t> {
    pub(super) puzzle: &'t Puzzle,
    pub(super) request: &'t Request,
    pub(super) started: Instant,
    /// Those of the search's model.
    pub(super) options: &'t BuildOptions,
    /// Why building was stopped.
    pub(super) broken_off: &'t Arc<OnceLock<Halt>>,
}

impl<'t> Task<'t> {
    /// Continues a search that learns to its end, if that takes long on several threads.
    pub(super) fn learn_to_the_end(
        &self,
        mut attempt: Attempt<'t, '_, Learner>,
        watcher: &mut dyn Watcher,
    ) -> Result<Findings, CheckFailed> {
        let team = Learners::new(self.request.threads);
        if team.threads() == 1 || !self.is_for_several() {
            return to_the_end(attempt, watcher);
        }
        let mut known: Vec<Solution> = Vec::new();
        let mut since = attempt.search.solver().work();
        loop {
            let work = attempt.search.solver().work() - since;
            if work >= if known.is_empty() { WITHOUT } else { ALONE } {
                break;
            }
            let turn = Turn {
                failures: Some(attempt.search.stats().failures + LOOK),
                solutions: Some(attempt.haul.number + 1),
                ..Turn::default()
            };
            if let Pause::Over(stopped) = attempt.go_on(&turn, watcher)? {
                return attempt.end(stopped, watcher);
            }
            if attempt.haul.number > known.len() as u64 {
                known.push(attempt.search.solution());
                since = attempt.search.solver().work();
            }
        }
        let build = || {
            let Built { model, .. } = self.puzzle.build(self.options);
            model.solver_until(&self.options.interrupt)
        };
        let mut lead = Lead {
            slices: Slices::new(self.request, self.started),
            watcher,
            halt: None,
        };
        let outcome = team.run(&mut attempt.search, &known, build, &mut lead);
        let halt = lead.halt.or_else(|| self.broken_off.get().copied());
        let halt = match outcome.stopped {
            Some(Stop::Solutions) => return self.search_again(attempt, &outcome, watcher),
            Some(_) => Some(halt.unwrap_or(Halt::Cancelled)),
            None => None,
        };
        end(attempt, &outcome, halt, watcher)
    }

    /// Whether several threads find what one does, and no limit counts what it does.
    fn is_for_several(&self) -> bool {
        let limits = &self.request.limits;
        self.request.goal == Goal::Uniqueness && limits.nodes.is_none() && limits.failures.is_none()
    }

    /// There are several solutions: finds the two that one thread finds. If that is stopped, others are shown.
    fn search_again(
        &self,
        attempt: Attempt<'_, '_, Learner>,
        outcome: &Outcome,
        watcher: &mut dyn Watcher,
    ) -> Result<Findings, CheckFailed> {
        let Built { model, reading, .. } = self.puzzle.build(self.options);
        if let Some(mut solver) = model.solver_until(&self.options.interrupt) {
            let (puzzle, request) = (self.puzzle, self.request);
            let mut again = student(puzzle, request, self.started, &mut solver, &reading);
            let pause = again.go_on(&Turn::default(), watcher)?;
            if let (Pause::Over(halt), 2..) = (pause, again.haul.number) {
                let mut findings = again.end(halt, watcher)?;
                findings.stats.add_work(attempt.search.stats());
                findings.stats.add_work(&others(outcome));
                return Ok(findings);
            }
        }
        end(attempt, outcome, Some(Halt::Several), watcher)
    }
}

/// What the other threads have done at the same time as this one.
fn others(outcome: &Outcome) -> quadrille_engine::Stats {
    let mut stats = outcome.stats.clone();
    stats.search = std::time::Duration::ZERO;
    stats
}

/// The findings of a team.
fn end(
    mut attempt: Attempt<'_, '_, Learner>,
    outcome: &Outcome,
    halt: Option<Halt>,
    watcher: &mut dyn Watcher,
) -> Result<Findings, CheckFailed> {
    let haul = &mut attempt.haul;
    for solution in outcome.solutions.iter().skip(haul.number as usize) {
        // The search is over, whatever the watcher says.
        let _ = haul.add(solution, attempt.reading, watcher)?;
    }
    let found = haul.number;
    let mut findings = attempt.end(halt, watcher)?;
    findings.stats.add_work(&others(outcome));
    findings.stats.solutions = found;
    Ok(findings)
}

/// On one thread.
fn to_the_end(
    mut attempt: Attempt<'_, '_, Learner>,
    watcher: &mut dyn Watcher,
) -> Result<Findings, CheckFailed> {
    match attempt.go_on(&Turn::default(), watcher)? {
        Pause::Over(stopped) => attempt.end(stopped, watcher),
        Pause::Turn => unreachable!("a turn without limits ends with the search"),
    }
}

/// The calling thread: it looks after limits and the watcher.
struct Lead<'t, 'w> {
    slices: Slices<'t>,
    watcher: &'w mut dyn Watcher,
    /// Why it has stopped the others.
    halt: Option<Halt>,
}

impl Supervisor for Lead<'_, '_> {
    fn step(&mut self, search: &mut Search<'_, Learner>, failures: u64) -> ControlFlow<(), Step> {
        self.slices.is_new = true;
        let turn = Turn {
            failures: Some(failures),
            ..Turn::default()
        };
        self.halt = match self.slices.step(search, &turn, self.watcher) {
            ControlFlow::Continue(Step::Stopped(Stop::Interrupted)) => Some(Halt::Cancelled),
            ControlFlow::Continue(step) => return ControlFlow::Continue(step),
            ControlFlow::Break(halt) => Some(halt),
        };
        ControlFlow::Break(())
    }

    fn wait(&mut self) -> ControlFlow<()> {
        self.halt = self.slices.request.halt(self.slices.started);
        match self.halt {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}
