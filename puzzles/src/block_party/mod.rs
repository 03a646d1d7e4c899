//! Block Party: the nearest K is exactly K away.

mod check;
mod contradictions;
mod given;
mod model;
#[cfg(test)]
mod oracle;
mod read;
mod rules;
mod show;

pub use contradictions::contradictions;
pub use given::Given;
pub use crate::rules::{Metric, NearestEqual, RoomForValue};

use crate::grid::Grid;
use crate::picture::Picture;
use crate::puzzle::{BuildOptions, Built, Completed, Puzzle};
use crate::regions::Regions;
use crate::symbol::Violation;

/// A Block Party puzzle: up to 30×30, regions of up to 64 cells.
///
/// A region of N cells holds each of 1…N once; for each value K in the grid the nearest other K is exactly K
/// away.
#[derive(Clone, Debug)]
pub struct BlockParty {
    /// The regions.
    pub regions: Regions,
    /// The given values.
    pub givens: Grid<Option<u32>>,
    /// How distance is measured.
    pub metric: Metric,
    /// What the puzzle asks for.
    pub answer: AnswerExpression,
}

/// What a Block Party puzzle asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnswerExpression {
    /// `sum of row products`
    SumOfRowProducts,
    /// `sum of the largest horizontally concatenated number of each region`: the values of a region's cells that
    /// stand in one row, read from left to right, are a number; the largest of each region is added up.
    SumOfLargestRegionRowNumbers,
    /// `sum of all cells`
    SumOfAllCells,
    /// `product of column sums`
    ProductOfColumnSums,
}

impl AnswerExpression {
    /// Every expression.
    pub const ALL: [AnswerExpression; 4] = [
        AnswerExpression::SumOfRowProducts,
        AnswerExpression::SumOfLargestRegionRowNumbers,
        AnswerExpression::SumOfAllCells,
        AnswerExpression::ProductOfColumnSums,
    ];

    /// The words that stand for it in a puzzle file.
    pub const fn text(self) -> &'static str {
        match self {
            AnswerExpression::SumOfRowProducts => "sum of row products",
            AnswerExpression::SumOfLargestRegionRowNumbers => {
                "sum of the largest horizontally concatenated number of each region"
            }
            AnswerExpression::SumOfAllCells => "sum of all cells",
            AnswerExpression::ProductOfColumnSums => "product of column sums",
        }
    }
}

/// The kind's entry in the registry.
pub const KIND: KindBlockParty = KindBlockParty;

/// The kind itself: how its files are read.
#[derive(Clone, Copy, Debug)]
pub struct KindBlockParty;

impl Puzzle for BlockParty {
    fn size(&self) -> (usize, usize) {
        (self.givens.rows(), self.givens.columns())
    }

    fn build(&self, options: &BuildOptions) -> Built {
        model::build(self, options)
    }

    fn check(&self, completed: &Completed) -> Vec<Violation> {
        check::check(self, completed)
    }

    fn answer(&self, completed: &Completed) -> Option<u128> {
        show::answer(self, completed)
    }

    fn answer_text(&self) -> String {
        self.answer.text().to_owned()
    }

    fn report(&self, completed: &Completed) -> Vec<String> {
        show::report(self, completed)
    }

    fn picture(&self) -> Picture {
        show::picture(self)
    }

    fn fill(&self, picture: &mut Picture, completed: &Completed) {
        show::fill(self, picture, completed);
    }

    fn contradictions(&self) -> Vec<Violation> {
        contradictions::contradictions(self)
    }
}
