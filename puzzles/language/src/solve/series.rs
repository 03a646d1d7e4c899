//! Many puzzles that differ only in what is entered: one model, whose root is propagated once.

use std::fmt;

use quadrille_engine::{Brancher, Limits, Literal, Solver, Step};

use super::CheckFailed;
use crate::filling::{Completed, Entries, Filled};
use crate::language::Puzzle;
use crate::puzzle::{BuildOptions, Built, Reading};

/// The search is given up after so many failures: a search that learns may then be better.
const MOST_FAILURES: u64 = 2_000;

/// A puzzle that is solved again and again, each time with other entries.
///
/// The model is made once and its root propagated once. The entries of each time are assumptions on a level of their
/// own, so that solving one costs hardly more than the propagation and the search below it.
pub struct Series<'p> {
    puzzle: &'p Puzzle,
    solver: Solver,
    brancher: fn(&Reading) -> Box<dyn Brancher>,
    reading: Reading,
    /// Whether the puzzle itself has no solution, as propagation shows.
    is_refuted: bool,
    literals: Vec<Literal>,
}

impl fmt::Debug for Series<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Series").finish_non_exhaustive()
    }
}

impl<'p> Series<'p> {
    /// Makes the model of the puzzle.
    pub fn new(puzzle: &'p Puzzle) -> Self {
        let Built {
            model,
            brancher,
            reading,
        } = puzzle.build(&BuildOptions::default());
        let mut solver = model.solver();
        let is_refuted = solver.propagate().is_err();
        Self {
            puzzle,
            solver,
            brancher,
            reading,
            is_refuted,
            literals: Vec::new(),
        }
    }

    /// The only solution that has these entries, if there is exactly one and it is found with little effort. It has
    /// passed the checker.
    ///
    /// # Errors
    /// If the checker rejects it: a defect of this program.
    pub fn unique(&mut self, entries: &Entries) -> Result<Option<Completed>, CheckFailed> {
        if self.is_refuted || !self.assume(entries) {
            return Ok(None);
        }
        self.solver.push();
        let holds = self.literals.iter().try_for_each(|&literal| {
            let outcome = self.solver.assume(literal);
            outcome.map(|_| ())
        });
        let holds = holds.and_then(|()| self.solver.propagate());
        let found = holds.ok().and_then(|()| self.search());
        self.solver.pop();
        let Some(completed) = found else {
            return Ok(None);
        };
        CheckFailed::unless_right(self.puzzle, &completed)?;
        Ok(Some(completed).filter(|completed| has(completed, entries)))
    }

    /// Looks up the literals of the entries. Whether each entry is a value that its place can have, and nothing else
    /// was entered.
    fn assume(&mut self, entries: &Entries) -> bool {
        self.literals.clear();
        if !entries.candidates.is_empty() || !self.reading.joins.is_empty() {
            return false;
        }
        for place in &self.reading.places {
            let entered = entries.filling.layers[place.layer][place.position];
            if !is_value(entered) {
                continue;
            }
            let mut values = self.solver.domain(place.var).iter();
            let Some(value) = values.find(|&value| (place.filled)(value) == entered) else {
                return false;
            };
            self.literals.push(Literal::is(place.var, value));
        }
        true
    }

    /// The only solution below the current level.
    fn search(&mut self) -> Option<Completed> {
        let brancher = (self.brancher)(&self.reading);
        let mut search = self
            .solver
            .search()
            .boxed_brancher(brancher)
            .limits(Limits {
                failures: Some(MOST_FAILURES),
                ..Limits::default()
            });
        if search.step() != Step::Solution {
            return None;
        }
        let completed = (self.reading.complete)(&search.solution());
        (search.step() == Step::Exhausted).then_some(completed)
    }
}

/// Whether a filled grid has all the values that were entered.
fn has(completed: &Completed, entries: &Entries) -> bool {
    let layers = completed.filling.layers.iter().zip(&entries.filling.layers);
    layers
        .flat_map(|(found, entered)| found.iter().zip(entered))
        .all(|(found, &entered)| !is_value(entered) || *found == entered)
}

fn is_value(entered: Filled) -> bool {
    !matches!(entered, Filled::Unknown | Filled::Nowhere)
}
