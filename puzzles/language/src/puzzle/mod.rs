//! What a puzzle is asked and what it answers: models, filled grids, parts of its file, answers.

mod built;
mod consensus;
pub(crate) mod enter;
mod pass;

use std::fmt;
use std::ops::Range;

pub use built::{
    Best, BestLimits, BuildOptions, Built, Compilation, Complete, Reading, RulePart, Spot,
};
pub(crate) use built::{ImpliedRule, Join, Manner, Origin, Origins, Place};
pub use consensus::ConsensusReport;
pub(crate) use consensus::{JoinConsensus, PlaceConsensus};
pub use pass::Pass;

pub use crate::filling::{Completed, Entries};
use crate::grid::Cell;

/// A part of a puzzle file that may be left out: a given or a clue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePart {
    /// What it is called: `number of r3c4`.
    pub name: String,
    /// The keys of its values in the file.
    pub keys: Vec<String>,
    /// The key that it is written under, where that names a part: `sign.horizontal`.
    pub part_key: Option<String>,
    /// Its place: `r3c4`, `row 2`.
    pub place: String,
    /// The cell that it stands in, or the two that it stands between, each with the number of its board.
    pub cells: Vec<(usize, Cell)>,
    /// Its bytes in the text of the file.
    pub span: Range<usize>,
    /// Whether it may be a part of the board rather than a clue: a mark or a word beside numbers (a wall or a hole
    /// perhaps), or a place in a line that is drawn.
    pub is_structure: bool,
    /// What is written in its place when it is left out, if that is not `.`: the sign of a block without a number.
    pub(crate) without: Option<String>,
}

/// What a puzzle file has nothing of yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotGiven {
    /// That nothing of it is there, in words: `no cell has a number yet`.
    pub text: String,
    /// The names of the rules with formulas about it.
    pub rules: Vec<String>,
    /// The numbers of its layers in the rulebook.
    pub(crate) layers: Vec<usize>,
}

/// The value of a place of a filled grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceValue {
    /// What the place is called.
    pub place: String,
    /// The value there, in words.
    pub value: String,
    /// The number of its layer in the rulebook.
    pub layer: usize,
    /// The position in the layer.
    pub position: usize,
}

/// A place where two filled grids differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What the place is called.
    pub place: String,
    /// The value there in each of the two.
    pub values: [String; 2],
    /// The cell, if it is one.
    pub cell: Option<Cell>,
}

/// The answer of a puzzle: a number, or numbers with commas between them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Answer(String);

impl Answer {
    /// What is said where a number has more than 38 digits.
    const TOO_LARGE: &str = "too large to compute (more than 38 digits)";

    /// The answer that [`Display`](fmt::Display) has written so.
    pub(crate) fn of_text(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub(crate) fn too_large() -> Self {
        Self(Self::TOO_LARGE.to_owned())
    }

    /// Whether it is a number, or numbers, not too large to be computed.
    pub fn is_known(&self) -> bool {
        self.0 != Self::TOO_LARGE
    }
}

impl From<u128> for Answer {
    fn from(number: u128) -> Self {
        Self(number.to_string())
    }
}

impl From<i128> for Answer {
    fn from(number: i128) -> Self {
        Self(number.to_string())
    }
}

impl FromIterator<i128> for Answer {
    fn from_iter<I: IntoIterator<Item = i128>>(numbers: I) -> Self {
        let numbers: Vec<String> = numbers
            .into_iter()
            .map(|number| number.to_string())
            .collect();
        Self(numbers.join(","))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
