//! Results so far, and which of the solutions found are checked.

use std::ops::ControlFlow;

use fxhash::FxHashSet;

use super::{CheckFailed, Goal, Halt, Request, Watcher};
use crate::language::Puzzle;
use crate::puzzle::{Answer, Completed};

/// Sampling begins after this many places, or this many solutions, whichever comes first.
const FIRST_PLACES: u64 = 1 << 16;
const FIRST: u64 = 2048;

/// One solution in this many times its places is checked, and at most one in [`EVERY`]. Finding one of many similar
/// solutions takes a few microseconds, checking it at most two or three for each of its places, and a tenth of that
/// where its rules are about few places each: so checking adds less than a tenth to the time of a count.
const FOR_EACH_PLACE: u64 = 10;
const EVERY: u64 = 128;

/// Which solutions of a count are checked: the first ones, and then one in a fixed number. That depends on the number
/// of places to fill, not on a clock, so that it is the same on every machine and for any number of threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    first: u64,
    every: u64,
}

impl Sample {
    /// The sample for this many places to fill, but at least one.
    pub(crate) fn of(places: usize) -> Self {
        let places = places.max(1) as u64;
        Self {
            first: (FIRST_PLACES / places).min(FIRST),
            every: (FOR_EACH_PLACE * places).max(EVERY),
        }
    }

    /// The same for one of many counts.
    pub(crate) fn of_part(places: usize) -> Self {
        Self {
            first: 0,
            ..Self::of(places)
        }
    }

    /// Whether a solution is in the sample, given the number found before it.
    pub(crate) const fn has(self, before: u64) -> bool {
        before < self.first || before.is_multiple_of(self.every)
    }
}

/// A solution that has passed the checker.
pub(super) struct Checked {
    completed: Completed,
    /// Not computed when solutions are only counted.
    answer: Option<Answer>,
}

/// The results so far.
pub(super) struct Found<'a> {
    puzzle: &'a Puzzle,
    request: &'a Request,
    /// The number that was reported.
    reported: u64,
    /// The number that passed the checker.
    pub(super) checked: u64,
    pub(super) solutions: Vec<Completed>,
    pub(super) answers: Vec<Option<Answer>>,
    known_answers: FxHashSet<Option<Answer>>,
}

impl<'a> Found<'a> {
    pub(super) fn new(puzzle: &'a Puzzle, request: &'a Request) -> Self {
        Self {
            puzzle,
            request,
            reported: 0,
            checked: 0,
            solutions: Vec::new(),
            answers: Vec::new(),
            known_answers: FxHashSet::default(),
        }
    }

    /// Checks a solution and computes its answer. All expensive work is done here, while the search can still be
    /// stopped, and not when solutions are sorted at the end.
    pub(super) fn check(&self, completed: Completed) -> Result<Checked, CheckFailed> {
        CheckFailed::unless_right(self.puzzle, &completed)?;
        let answer = match self.request.goal {
            Goal::Count => None,
            _ => self.puzzle.answer(&completed),
        };
        Ok(Checked { completed, answer })
    }

    /// Adds a checked solution that is to be reported.
    pub(super) fn add(
        &mut self,
        Checked { completed, answer }: Checked,
        watcher: &mut dyn Watcher,
    ) -> ControlFlow<Halt> {
        self.reported += 1;
        self.checked += 1;
        if self.known_answers.insert(answer.clone()) {
            self.answers.push(answer);
        }
        let flow = watcher.found(self.reported, &completed);
        if self.request.keep {
            self.solutions.push(completed);
        }
        flow
    }
}
