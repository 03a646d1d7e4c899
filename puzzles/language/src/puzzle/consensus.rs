//! What is the same in all solutions: the report.

use super::Answer;
use crate::filling::Filled;
use crate::verdict::Halt;

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
    /// By place; empty if the puzzle has no solution, or none was found.
    pub(crate) places: Vec<PlaceConsensus>,
    /// By pair of neighbours in regions to find.
    pub(crate) joins: Vec<JoinConsensus>,
    /// Why some places may be undecided.
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
            places: Vec::new(),
            joins: Vec::new(),
            stopped: None,
            solutions: None,
            answers: Vec::new(),
            questions: 0,
        }
    }

    /// Whether it has any content.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty() && self.joins.is_empty()
    }
}
