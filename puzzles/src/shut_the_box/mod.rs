//! Shut the Box: cut out the shape, fold it into the box.

mod check;
mod model;
mod read;
mod show;

use crate::fold::Mark;
use crate::grid::{Direction, Grid};
use crate::picture::Picture;
use crate::puzzle::{BuildOptions, Built, Completed, Puzzle};
use crate::symbol::Violation;

/// A Shut the Box puzzle: up to 60×60.
///
/// Every cell is inside or outside. Arrow cells are outside and point to their nearest inside cells; numbered
/// cells are inside and count the inside cells of their 3×3 block. The inside is connected and has no holes, and
/// folds along grid lines into a rectangular box, on which circled numbers lie opposite each other and squared
/// numbers side by side.
#[derive(Clone, Debug)]
pub struct ShutTheBox {
    /// What is given of each cell.
    pub givens: Grid<Given>,
}

/// What is given of one cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Given {
    /// Nothing.
    Nothing,
    /// An arrow cell, with the directions in which it points: at least one, clockwise from north.
    Arrow(Vec<Direction>),
    /// A number, perhaps with a mark.
    Number {
        /// Inside cells in its 3×3 block, itself included.
        count: u32,
        /// The mark around it.
        mark: Option<Mark>,
    },
}

/// The kind's entry in the registry.
pub const KIND: KindShutTheBox = KindShutTheBox;

/// The kind itself: how its files are read.
#[derive(Clone, Copy, Debug)]
pub struct KindShutTheBox;

impl Puzzle for ShutTheBox {
    fn size(&self) -> (usize, usize) {
        (self.givens.rows(), self.givens.columns())
    }

    fn build(&self, options: &BuildOptions) -> Built {
        model::build(self, options)
    }

    fn check(&self, completed: &Completed) -> Vec<Violation> {
        check::check(self, completed)
    }

    fn check_as_built(&self, completed: &Completed, options: &BuildOptions) -> Vec<Violation> {
        if options.fold {
            self.check(completed)
        } else {
            self.check_grid_rules(&completed.grid)
        }
    }

    fn answer(&self, completed: &Completed) -> Option<u128> {
        show::answer(self, completed)
    }

    fn answer_text(&self) -> String {
        "product of the sums of the six faces".to_owned()
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
        check::contradictions(self)
    }

    fn extra_pictures(&self, completed: &Completed) -> Vec<(&'static str, String)> {
        show::extra_pictures(self, completed)
    }
}
