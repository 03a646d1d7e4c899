//! Number Cross 5: tiles hand the digits they cover to their neighbours.

mod check;
mod model;
mod read;
mod show;
#[cfg(test)]
mod tests;

use crate::clue::Clue;
use crate::grid::Grid;
use crate::picture::Picture;
use crate::puzzle::{BuildOptions, Built, Completed, Puzzle};
use crate::regions::Regions;
use crate::symbol::Violation;

/// A Number Cross 5 puzzle: 3×3 to 50 rows by 18 columns.
///
/// Each region first holds one digit 1–9, and regions that touch hold different ones. Tiles stand on unlocked
/// cells, no two sharing an edge; each splits the digit that it covers into amounts for its neighbours, which are
/// added there; nothing passes 9, and locked cells receive nothing. The maximal runs of untiled cells of a row
/// are numbers of at least two digits, satisfy the row's clue, and all differ.
#[derive(Clone, Debug)]
pub struct NumberCross5 {
    /// The regions; one in several pieces still has one digit.
    pub regions: Regions,
    /// The cells that no tile may cover or change.
    pub locked: Grid<bool>,
    /// The clue of each row.
    pub clues: Vec<Clue>,
}

/// The kind's entry in the registry.
pub const KIND: KindNumberCross5 = KindNumberCross5;

/// The kind itself: how its files are read.
#[derive(Clone, Copy, Debug)]
pub struct KindNumberCross5;

impl Puzzle for NumberCross5 {
    fn size(&self) -> (usize, usize) {
        (self.locked.rows(), self.locked.columns())
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

    fn named_values(&self) -> Vec<String> {
        (0..self.regions.len())
            .map(|region| self.regions.name(region).to_owned())
            .collect()
    }
}
