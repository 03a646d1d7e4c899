//! Drawings for the terminal: the puzzle, a solution, two solutions compared, and the consensus of all.

use clap::Args;

use super::console::Console;
use crate::draw::{TerminalOptions, terminal};
use crate::picture::{Consensus, Picture};
use crate::puzzle::{Completed, Puzzle};
use crate::solve::ConsensusReport;

/// How drawings look.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Drawing")]
pub(super) struct DrawArguments {
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(super) ascii: bool,

    /// Name rows and columns (r3c5 is row 3 from the top, column 5 from the left)
    #[arg(long)]
    pub(super) coordinates: bool,
}

impl DrawArguments {
    /// The same with what the console wants.
    pub(super) fn options(self, console: &Console) -> TerminalOptions {
        TerminalOptions {
            ascii: self.ascii,
            coordinates: self.coordinates,
            colour: console.colours(),
            ..TerminalOptions::default()
        }
    }
}

/// Draws for the terminal, without a title: the report has said what it is.
pub(super) fn draw(mut picture: Picture, options: TerminalOptions) -> String {
    picture.title.clear();
    terminal(&picture, options)
}

/// The picture of a solution.
pub(super) fn solution(puzzle: &dyn Puzzle, completed: &Completed) -> Picture {
    let mut picture = puzzle.picture();
    puzzle.fill(&mut picture, completed);
    picture
}

/// The picture of a solution, with marks where another differs from it.
pub(super) fn compared(puzzle: &dyn Puzzle, first: &Completed, second: &Completed) -> Picture {
    let mut picture = solution(puzzle, first);
    for cell in first.grid.cells() {
        if second.grid.get(cell) != first.grid.get(cell) {
            picture.cells[cell].consensus = Some(Consensus::Differs);
        }
    }
    picture
}

/// The picture of what is the same in all solutions, of which `one` is given; `None` if nothing is known.
pub(super) fn consensus(
    puzzle: &dyn Puzzle,
    one: &Completed,
    report: &ConsensusReport,
) -> Option<Picture> {
    let cells = report.cells.as_ref()?;
    let mut picture = solution(puzzle, one);
    for cell in cells.cells() {
        let known = &cells[cell];
        picture.cells[cell].consensus = Some(if known.same().is_some() {
            Consensus::Same
        } else if known.seen.len() > 1 {
            Consensus::Differs
        } else {
            Consensus::Unknown
        });
    }
    Some(picture)
}
