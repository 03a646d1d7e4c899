//! Tightens generated puzzles until they have few solutions, by giving away cells in which the solutions found differ.
//!
//! The solver runs with limits on nodes and solutions, so that a seed gives the same puzzle on every machine. A puzzle
//! whose search exceeds the nodes is tightened too: the series contains none that is harder than that.

use quadrille::Puzzle;
use quadrille::grid::{Cell, Grid};
use quadrille::puzzle::{BuildOptions, Built};
use quadrille_engine::branch::Brancher;
use quadrille_engine::{Limits, Rng, Step, Var};

/// A puzzle in the making. It keeps the grid that it was made from as a solution.
pub(crate) trait Draft {
    /// The puzzle as it is now.
    fn puzzle(&self) -> Puzzle;

    /// How to search it: the puzzle's own way unless that has changed since the series was made.
    fn brancher(&self, built: &Built) -> Box<dyn Brancher> {
        (built.brancher)(&built.reading)
    }

    /// Reveals a little more of the grid that it is made from, near one of `open` if possible; false if there is
    /// nothing left to reveal.
    fn tighten(&mut self, open: &[Cell], rng: &mut Rng) -> bool;
}

/// How far puzzles are tightened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Band {
    /// The most solutions.
    pub(crate) solutions: u64,
    /// The most nodes of the search for all of them.
    pub(crate) nodes: u64,
    /// How often more is revealed before the solver runs again.
    pub(crate) steps: usize,
    /// How often more is revealed before the solver first runs.
    pub(crate) first_steps: usize,
}

/// Tightens `draft` until its search ends within `band`, or nothing is left to reveal.
pub(crate) fn tighten(draft: &mut impl Draft, band: Band, rng: &mut Rng) {
    for _ in 0..band.first_steps {
        draft.tighten(&[], rng);
    }
    while let Some(open) = open_cells(draft, band) {
        let told = (0..band.steps)
            .filter(|_| draft.tighten(&open, rng))
            .count();
        if told == 0 {
            break;
        }
    }
}

/// The cells that differ between the solutions found before the search exceeded `band`; `None` if it ended.
fn open_cells(draft: &impl Draft, band: Band) -> Option<Vec<Cell>> {
    let puzzle = draft.puzzle();
    let puzzle = puzzle.without(&puzzle.rules_about_folding());
    let built = puzzle.build(&BuildOptions::default());
    let brancher = draft.brancher(&built);
    let mut solver = built.model.solver();
    let (rows, columns) = puzzle.size();
    let cells = Grid::from_fn(rows, columns, |cell| cell);
    // The only layer is on cells.
    let vars: Vec<Var> = solver.decisions().to_vec();
    assert_eq!(vars.len(), cells.len(), "a variable for each cell");
    let mut search = solver.search().boxed_brancher(brancher).limits(Limits {
        nodes: Some(band.nodes),
        ..Limits::default()
    });
    let mut first: Vec<Option<i32>> = Vec::new();
    let mut open = vec![false; cells.len()];
    while search.stats().solutions <= band.solutions {
        match search.step() {
            Step::Exhausted => return None,
            Step::Solution => {
                let values = vars.iter().map(|&var| search.value(var));
                if first.is_empty() {
                    first = values.collect();
                } else {
                    for ((open, first), value) in open.iter_mut().zip(&first).zip(values) {
                        *open |= *first != value;
                    }
                }
            }
            _ => break,
        }
    }
    Some(cells.cells().filter(|&at| open[cells.index(at)]).collect())
}

/// One of `items` at random; `None` if there is none.
pub(crate) fn pick<T: Copy>(items: &[T], rng: &mut Rng) -> Option<T> {
    items.get(rng.below(items.len() as u64) as usize).copied()
}
