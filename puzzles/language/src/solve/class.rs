//! Learning on several threads, begun on one.

use quadrille_engine::clock::Instant;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use quadrille_engine::parallel::{Learners, Outcome, Supervisor};
use quadrille_engine::search::Learning;
use quadrille_engine::{Search, Step, Stop};

use super::attempt::{Attempt, Pause, Slices, Turn, student};
use super::{CheckFailed, Findings, Goal, Halt, Request, Watcher};
use crate::language::Puzzle;
use crate::puzzle::{BuildOptions, Built};

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
        mut attempt: Attempt<'t, '_>,
        watcher: &mut dyn Watcher,
    ) -> Result<Findings, CheckFailed> {
        let learners = Learners::new(self.request.threads, learning());
        if learners.threads() == 1 || !self.is_for_several() {
            return to_the_end(attempt, watcher);
        }
        let before = attempt.search.solver().work();
        while attempt.search.solver().work() - before < self.request.alone {
            let turn = Turn {
                failures: Some(attempt.search.stats().failures + LOOK),
                ..Turn::default()
            };
            if let Pause::Over(stopped) = attempt.go_on(&turn, watcher)? {
                return attempt.end(stopped, watcher);
            }
        }
        let build = || {
            let Built { model, .. } = self.puzzle.build(self.options);
            model.solver_until(&self.options.interrupt)
        };
        let slices = Slices::new(self.request, self.started);
        let mut teacher = Teacher {
            slices: std::mem::replace(&mut attempt.slices, slices),
            watcher,
            halt: None,
        };
        let known = attempt.haul.known.clone();
        let outcome = learners.run(&mut attempt.search, &known, build, &mut teacher);
        let halt = teacher.halt.or_else(|| self.broken_off.get().copied());
        if outcome.stopped == Some(Stop::Solutions) {
            return self.search_again(attempt, outcome, watcher);
        }
        for solution in &outcome.solutions[known.len()..] {
            attempt.haul.number += 1;
            attempt.haul.add(solution, attempt.reading)?;
        }
        let stopped = outcome.stopped.map(|_| halt.unwrap_or(Halt::Cancelled));
        let mut findings = attempt.end(stopped, watcher)?;
        findings.stats.add_work(&outcome.stats);
        findings.stats.search -= outcome.stats.search;
        findings.stats.solutions = findings.verdict.found;
        Ok(findings)
    }

    /// Whether several threads find what one does, and no limit counts what it does.
    fn is_for_several(&self) -> bool {
        let limits = &self.request.limits;
        self.request.goal == Goal::Uniqueness && limits.nodes.is_none() && limits.failures.is_none()
    }

    /// There are several solutions: finds the two that one thread finds. If that is stopped, these two are shown.
    fn search_again(
        &self,
        mut attempt: Attempt<'_, '_>,
        outcome: Outcome,
        watcher: &mut dyn Watcher,
    ) -> Result<Findings, CheckFailed> {
        let Built { model, reading, .. } = self.puzzle.build(self.options);
        if let Some(mut solver) = model.solver_until(&self.options.interrupt) {
            let mut again = student(
                self.puzzle,
                self.request,
                self.started,
                &mut solver,
                &reading,
            );
            let halt = match again.go_on(&Turn::default(), watcher)? {
                Pause::Over(halt) => halt,
                Pause::Turn => unreachable!("a turn without limits ends with the search"),
            };
            if again.haul.number > 1 {
                let mut findings = again.end(halt, watcher)?;
                findings.stats.add_work(attempt.search.stats());
                findings.stats.add_work(&outcome.stats);
                findings.stats.search -= outcome.stats.search;
                return Ok(findings);
            }
        }
        for solution in &outcome.solutions[attempt.haul.known.len()..] {
            attempt.haul.number += 1;
            attempt.haul.add(solution, attempt.reading)?;
        }
        attempt.end(Some(Halt::Several), watcher)
    }
}

/// How each learns.
fn learning() -> Learning {
    let mut learning = Learning::default();
    learning.solutions = u64::MAX;
    learning
}

/// On one thread.
fn to_the_end(
    mut attempt: Attempt<'_, '_>,
    watcher: &mut dyn Watcher,
) -> Result<Findings, CheckFailed> {
    match attempt.go_on(&Turn::default(), watcher)? {
        Pause::Over(stopped) => attempt.end(stopped, watcher),
        Pause::Turn => unreachable!("a turn without limits ends with the search"),
    }
}

/// The calling thread: it looks after limits and the watcher.
struct Teacher<'t, 'w> {
    slices: Slices<'t>,
    watcher: &'w mut dyn Watcher,
    /// Why it has stopped the others.
    halt: Option<Halt>,
}

impl Supervisor for Teacher<'_, '_> {
    fn step(&mut self, search: &mut Search<'_>, nodes: u64) -> ControlFlow<(), Step> {
        self.slices.is_new = true;
        let turn = Turn {
            nodes: Some(nodes),
            ..Turn::default()
        };
        match self.slices.step(search, &turn, self.watcher) {
            ControlFlow::Continue(Step::Stopped(Stop::Interrupted)) => {
                self.halt = Some(Halt::Cancelled);
                ControlFlow::Break(())
            }
            ControlFlow::Continue(step) => ControlFlow::Continue(step),
            ControlFlow::Break(halt) => {
                self.halt = Some(halt);
                ControlFlow::Break(())
            }
        }
    }

    fn wait(&mut self) -> ControlFlow<()> {
        self.halt = self.slices.request.halt(self.slices.started);
        match self.halt {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}
