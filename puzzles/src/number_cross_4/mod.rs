//! Number Cross 4: shade cells so that the numbers of each row satisfy its clue.

mod check;
mod model;
mod neighbours;
mod read;
mod show;
#[cfg(test)]
mod tests;

pub use neighbours::{AdjacencyDifference, RegionEquality};

use crate::clue::Clue;
use crate::picture::Picture;
use crate::puzzle::{BuildOptions, Built, Completed, Puzzle};
use crate::regions::Regions;
use crate::symbol::Violation;

/// A Number Cross 4 puzzle: 2×2 to 50 rows by 18 columns.
///
/// Each region holds one digit 0–9, except where cells are shaded; shaded cells share no edge and cut regions
/// apart; unshaded neighbours hold the same digit exactly if they are of one region. The maximal runs of unshaded
/// cells of a row are numbers of at least two digits without leading zero, and satisfy the row's clue.
#[derive(Clone, Debug)]
pub struct NumberCross4 {
    /// The regions.
    pub regions: Regions,
    /// The clue of each row.
    pub clues: Vec<Clue>,
}

/// The kind's entry in the registry.
pub const KIND: KindNumberCross4 = KindNumberCross4;

/// The kind itself: how its files are read.
#[derive(Clone, Copy, Debug)]
pub struct KindNumberCross4;

impl Puzzle for NumberCross4 {
    fn size(&self) -> (usize, usize) {
        (self.regions.grid().rows(), self.regions.grid().columns())
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
        "sum of all the numbers".to_owned()
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
}
