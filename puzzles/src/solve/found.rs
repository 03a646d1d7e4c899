//! Results so far, and which of the solutions found are checked.

use std::ops::ControlFlow;

use fxhash::FxHashSet;

use super::{CheckFailed, Goal, Halt, Request, Watcher};
use crate::puzzle::{Answer, Completed, Puzzle};

/// One in this many solutions of a count is checked. Checking one takes several times as long as finding it: on a sudoku,
/// checking all of them makes a count seven times as long.
const EVERY: u64 = 128;

/// This many solutions of a count are checked before sampling begins.
pub(crate) const FIRST: u64 = 2048;

/// Whether a solution that is only counted is checked, given how many were found before it.
pub(crate) const fn is_sampled(before: u64, first: u64) -> bool {
    before < first || before.is_multiple_of(EVERY)
}

/// A solution that has passed the checker.
pub(super) struct Checked {
    completed: Completed,
    /// Not worked out when solutions are only counted.
    answer: Option<Answer>,
}

/// What was found so far.
pub(super) struct Found<'a> {
    puzzle: &'a dyn Puzzle,
    request: &'a Request,
    pub(super) number: u64,
    /// How many of them passed the checker.
    pub(super) checked: u64,
    pub(super) solutions: Vec<Completed>,
    pub(super) answers: Vec<Option<Answer>>,
    known_answers: FxHashSet<Option<Answer>>,
}

impl<'a> Found<'a> {
    pub(super) fn new(puzzle: &'a dyn Puzzle, request: &'a Request) -> Self {
        Self {
            puzzle,
            request,
            number: 0,
            checked: 0,
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
            return Err(CheckFailed::new(self.puzzle, completed, violations));
        }
        let answer = match self.request.goal {
            Goal::Count => None,
            _ => self.puzzle.answer_in_full(&completed),
        };
        Ok(Checked { completed, answer })
    }

    /// Takes up a solution that was checked, and is wanted for itself.
    pub(super) fn add(
        &mut self,
        Checked { completed, answer }: Checked,
        watcher: &mut dyn Watcher,
    ) -> ControlFlow<Halt> {
        self.number += 1;
        self.checked += 1;
        if self.known_answers.insert(answer.clone()) {
            self.answers.push(answer);
        }
        let flow = watcher.found(self.number, &completed);
        if self.request.keep {
            self.solutions.push(completed);
        }
        flow
    }

    /// Counts a solution, which is checked if it belongs to the sample.
    pub(super) fn count(
        &mut self,
        completed: impl FnOnce() -> Completed,
    ) -> Result<(), CheckFailed> {
        if is_sampled(self.number, FIRST) {
            self.check(completed())?;
            self.checked += 1;
        }
        self.number += 1;
        Ok(())
    }
}
