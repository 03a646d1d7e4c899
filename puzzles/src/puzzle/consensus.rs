//! What is the same in all solutions: the report.

use super::{Answer, Puzzle};
use crate::filling::Filled;
use crate::grid::Grid;
use crate::symbol::Symbol;
use crate::verdict::Halt;

/// What all solutions say of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellConsensus {
    /// What stands in the cell in some solution, in rising order of the model's values.
    pub seen: Vec<Symbol>,
    /// What may stand in it in a solution that was not found because the search was stopped.
    pub undecided: Vec<Symbol>,
}

impl CellConsensus {
    /// What stands in the cell in every solution, if that is known and the same.
    pub fn same(&self) -> Option<Symbol> {
        match (&self.seen[..], &self.undecided[..]) {
            (&[symbol], []) => Some(symbol),
            _ => None,
        }
    }
}

/// What all solutions say of one place of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlaceConsensus {
    pub(crate) layer: usize,
    pub(crate) position: usize,
    /// What stands there in some solution.
    pub(crate) seen: Vec<Filled>,
    /// What may stand there in a solution that was not found because the search was stopped.
    pub(crate) undecided: Vec<Filled>,
}

/// What all solutions say of two neighbouring cells of a layer of regions to find: whether they are in one region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JoinConsensus {
    pub(crate) layer: usize,
    /// The position of the link between them.
    pub(crate) link: usize,
    /// The positions of the cells.
    pub(crate) cells: [usize; 2],
    /// What is so in some solution.
    pub(crate) seen: Vec<bool>,
    /// What may be so in a solution that was not found because the search was stopped.
    pub(crate) undecided: Vec<bool>,
}

/// What is the same in all solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsensusReport {
    /// By cell; `None` if the puzzle has no solution, or none was found.
    pub cells: Option<Grid<CellConsensus>>,
    /// The same of the places of a rulebook's puzzle.
    pub(crate) places: Vec<PlaceConsensus>,
    /// The same of neighbours in its regions to find.
    pub(crate) joins: Vec<JoinConsensus>,
    /// Why some cells may be undecided.
    pub stopped: Option<Halt>,
    /// How many solutions there are, where they were few enough to be listed.
    pub solutions: Option<u64>,
    /// The answers of all solutions, each once, where they were listed.
    pub answers: Vec<Option<Answer>>,
    /// Number of times a solution was asked for.
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

    /// By cell, place and pair of neighbours: what is seen there in some solution, and what may be, in words.
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

    /// Whether it has anything to say.
    pub fn is_empty(&self) -> bool {
        self.cells.is_none() && self.places.is_empty() && self.joins.is_empty()
    }
}
