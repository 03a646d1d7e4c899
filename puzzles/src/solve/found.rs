//! What was found so far, every solution checked.

use std::ops::ControlFlow;

use fxhash::FxHashSet;

use super::{CheckFailed, Goal, Halt, Request, Watcher};
use crate::puzzle::{Completed, Puzzle};

/// A solution that has passed the checker.
pub(super) struct Checked {
    completed: Completed,
    /// Not worked out when solutions are only counted.
    answer: Option<u128>,
}

/// What was found so far.
pub(super) struct Found<'a> {
    puzzle: &'a dyn Puzzle,
    request: &'a Request,
    pub(super) number: u64,
    pub(super) solutions: Vec<Completed>,
    pub(super) answers: Vec<Option<u128>>,
    known_answers: FxHashSet<Option<u128>>,
}

impl<'a> Found<'a> {
    pub(super) fn new(puzzle: &'a dyn Puzzle, request: &'a Request) -> Self {
        Self {
            puzzle,
            request,
            number: 0,
            solutions: Vec::new(),
            answers: Vec::new(),
            known_answers: FxHashSet::default(),
        }
    }

    /// Checks a solution and works out its answer. All that takes time is done here, while the search may still be
    /// stopped, and not when solutions are put into order at the end.
    pub(super) fn check(&self, completed: Completed) -> Result<Checked, CheckFailed> {
        let violations = self.puzzle.check_as_built(&completed, &self.request.build);
        if !violations.is_empty() {
            return Err(CheckFailed {
                completed,
                violations,
            });
        }
        let answer = match self.request.goal {
            Goal::Count => None,
            _ => self.puzzle.answer(&completed),
        };
        Ok(Checked { completed, answer })
    }

    /// Takes up a solution that was checked.
    pub(super) fn add(
        &mut self,
        Checked { completed, answer }: Checked,
        watcher: &mut dyn Watcher,
    ) -> ControlFlow<Halt> {
        self.number += 1;
        if self.request.goal != Goal::Count && self.known_answers.insert(answer) {
            self.answers.push(answer);
        }
        let flow = watcher.found(self.number, &completed);
        if self.request.keep && self.request.goal != Goal::Count {
            self.solutions.push(completed);
        }
        flow
    }
}
