//! Drawings for the terminal: the puzzle, a solution, two solutions compared, and the consensus of all.

use clap::Args;

use super::console::Console;
use super::files;
use super::open::Failure;
use crate::draw::{SvgOptions, TerminalOptions, svg, terminal};
use crate::picture::Picture;
use crate::puzzle::{Completed, Puzzle};
use crate::solve::ConsensusReport;
use crate::whole::write_whole;

/// How drawings look.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Drawing")]
pub(super) struct DrawArguments {
    /// Draw with ASCII characters only, the frames of error reports too
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

/// Which files pictures go to.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Drawing")]
pub(super) struct PictureArguments {
    /// Write the picture to this file as SVG (further pictures, such as a net and a box, beside it)
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,

    /// Write the picture to this file as PNG, likewise
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE")]
    png: Option<String>,
}

/// Pixels of a PNG for each of the SVG's.
#[cfg(feature = "png")]
const PNG_SCALE: f32 = 2.0;

impl PictureArguments {
    pub(super) fn are_wanted(&self) -> bool {
        #[cfg(feature = "png")]
        if self.png.is_some() {
            return true;
        }
        self.svg.is_some()
    }

    /// Writes the picture to the files asked for, and further SVG documents to files beside them.
    pub(super) fn write(
        &self,
        picture: &Picture,
        coordinates: bool,
        extra: &[(&'static str, String)],
    ) -> Result<(), Failure> {
        self.write_documents(&svg(picture, SvgOptions { coordinates }), extra)
    }

    /// The same for pictures that are SVG already.
    pub(super) fn write_documents(
        &self,
        document: &str,
        extra: &[(&'static str, String)],
    ) -> Result<(), Failure> {
        let all = |path: &str| {
            let named = extra
                .iter()
                .map(|(name, text)| (files::beside(path, name), text.as_str()));
            std::iter::once((path.to_owned(), document))
                .chain(named)
                .collect::<Vec<_>>()
        };
        if let Some(path) = &self.svg {
            for (path, text) in all(path) {
                write_whole(&path, text.as_bytes()).map_err(Failure::not_written)?;
            }
        }
        #[cfg(feature = "png")]
        if let Some(path) = &self.png {
            for (path, text) in all(path) {
                let bytes = crate::draw::png(text, PNG_SCALE).map_err(|error| {
                    Failure::not_written(format!("error: cannot draw `{path}`: {error}"))
                })?;
                write_whole(&path, &bytes).map_err(Failure::not_written)?;
            }
        }
        Ok(())
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
    puzzle.mark_differences(&mut picture, first, second);
    picture
}

/// The picture of what is the same in all solutions, of which `one` is given; `None` if nothing is known.
pub(super) fn consensus(
    puzzle: &dyn Puzzle,
    one: &Completed,
    report: &ConsensusReport,
) -> Option<Picture> {
    if report.cells.is_none() && report.places.is_empty() {
        return None;
    }
    let mut picture = puzzle.picture();
    puzzle.fill_consensus(&mut picture, one, report);
    Some(picture)
}
