//! What is the same in all solutions: the report.

use super::{Answer, Puzzle};
use crate::filling::Filled;
use crate::grid::Grid;
use crate::symbol::Symbol;
use crate::verdict::Halt;

/// What all solutions have in one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellConsensus {
    /// The values of the cell in some solution, in ascending order of the model's values.
    pub seen: Vec<Symbol>,
    /// Values that the cell may have in a solution that was not found because the search was stopped.
    pub undecided: Vec<Symbol>,
}

impl CellConsensus {
    /// The value of the cell in every solution, if it is known and the same.
    pub fn same(&self) -> Option<Symbol> {
        match (&self.seen[..], &self.undecided[..]) {
            (&[symbol], []) => Some(symbol),
            _ => None,
        }
    }
}

/// What all solutions have in one place of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlaceConsensus {
    pub(crate) layer: usize,
    pub(crate) position: usize,
    /// The values there in some solution.
    pub(crate) seen: Vec<Filled>,
    /// Values there in solutions that may not have been found because the search was stopped.
    pub(crate) undecided: Vec<Filled>,
}

/// Whether two neighbouring cells of a layer of regions to find are in one region, in all solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JoinConsensus {
    pub(crate) layer: usize,
    /// The position of the link between them.
    pub(crate) link: usize,
    /// The positions of the cells.
    pub(crate) cells: [usize; 2],
    /// The cases that occur in some solution.
    pub(crate) seen: Vec<bool>,
    /// The cases that may occur in a solution that was not found because the search was stopped.
    pub(crate) undecided: Vec<bool>,
}

/// What is the same in all solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsensusReport {
    /// By cell; `None` if the puzzle has no solution, or none was found.
    pub cells: Option<Grid<CellConsensus>>,
    /// The same for the places of a rulebook's puzzle.
    pub(crate) places: Vec<PlaceConsensus>,
    /// The same for neighbours in its regions to find.
    pub(crate) joins: Vec<JoinConsensus>,
    /// Why some cells may be undecided.
    pub stopped: Option<Halt>,
    /// The number of solutions, if they were few enough to be listed.
    pub solutions: Option<u64>,
    /// The answers of all solutions, each once, if they were listed.
    pub answers: Vec<Option<Answer>>,
    /// Number of searches for a solution.
    pub questions: u64,
}

impl ConsensusReport {
    pub(crate) fn unknown() -> Self {
        Self {
            cells: None,
            places: Vec::new(),
            joins: Vec::new(),
            stopped: None,
            solutions: None,
            answers: Vec::new(),
            questions: 0,
        }
    }

    /// By cell, place and pair of neighbours: the values there in some solution, and the undecided ones, as text.
    pub fn texts(&self, puzzle: &dyn Puzzle) -> Vec<(String, [Vec<String>; 2])> {
        let texts = |symbols: &[Symbol]| symbols.iter().map(Symbol::to_string).collect();
        let mut places = puzzle.place_texts(self);
        if let Some(cells) = &self.cells {
            places.extend(cells.cells().map(|cell| {
                let known = &cells[cell];
                let both = [texts(&known.seen), texts(&known.undecided)];
                (cell.to_string(), both)
            }));
        }
        places
    }

    /// Whether it has any content.
    pub fn is_empty(&self) -> bool {
        self.cells.is_none() && self.places.is_empty() && self.joins.is_empty()
    }
}
