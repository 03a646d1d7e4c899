//! What was found so far, every solution checked.

use std::ops::ControlFlow;

use fxhash::FxHashSet;

use super::{CheckFailed, Goal, Halt, Request, Watcher};
use crate::puzzle::{Completed, Puzzle};

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

    /// Checks a solution.
    pub(super) fn check(&self, completed: &Completed) -> Result<(), CheckFailed> {
        let violations = self.puzzle.check_as_built(completed, &self.request.build);
        if violations.is_empty() {
            Ok(())
        } else {
            Err(CheckFailed {
                completed: completed.clone(),
                violations,
            })
        }
    }

    /// Takes up a solution that was checked.
    pub(super) fn add(
        &mut self,
        completed: Completed,
        watcher: &mut dyn Watcher,
    ) -> ControlFlow<Halt> {
        self.number += 1;
        if self.request.goal != Goal::Count {
            let answer = self.puzzle.answer(&completed);
            if self.known_answers.insert(answer) {
                self.answers.push(answer);
            }
        }
        let flow = watcher.found(self.number, &completed);
        if self.request.keep && self.request.goal != Goal::Count {
            self.solutions.push(completed);
        }
        flow
    }
}
