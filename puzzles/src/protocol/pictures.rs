//! The pictures in answers.

use crate::draw::{Places, SvgOptions, svg_with_places};
use crate::language::Puzzle;
use crate::picture::{Highlight, Picture};
use crate::puzzle::Completed;
use crate::read::Loaded;
use crate::solve::ConsensusReport;

use super::solved::Solved;

/// A picture as SVG, with all places in which something can be entered.
pub(super) fn drawn(puzzle: &Puzzle, picture: &Picture) -> String {
    let places: Vec<Places> = puzzle.kinds_of_places();
    svg_with_places(picture, SvgOptions::default(), &places)
}

/// The same for a file of its own: with its title and origin, without places.
pub(super) fn printed(loaded: &Loaded, mut picture: Picture) -> String {
    picture.title = loaded.title.clone().unwrap_or_default();
    picture.credit = loaded.source.clone().unwrap_or_default();
    crate::draw::svg(&picture, SvgOptions::default())
}

/// The picture of a solution.
pub(crate) fn solution(puzzle: &Puzzle, completed: &Completed) -> Picture {
    let mut picture = puzzle.picture();
    puzzle.fill(&mut picture, completed);
    picture
}

/// The picture of a solution, with marks where another differs from it.
pub(crate) fn compared(puzzle: &Puzzle, first: &Completed, second: &Completed) -> Picture {
    let mut picture = solution(puzzle, first);
    puzzle.mark_differences(&mut picture, first, second);
    picture
}

/// The picture of what is the same in all solutions, of which `one` is given; `None` if nothing is known.
pub(crate) fn consensus(
    puzzle: &Puzzle,
    one: &Completed,
    report: &ConsensusReport,
) -> Option<Picture> {
    if report.is_empty() {
        return None;
    }
    let mut picture = puzzle.picture();
    puzzle.fill_consensus(&mut picture, one, report);
    Some(picture)
}

/// The puzzle with any entries, and the cells of conflicting rules marked.
pub(crate) fn posed(solved: &Solved<'_>) -> Picture {
    let puzzle = &solved.loaded.puzzle;
    let mut picture = puzzle.picture();
    if let Some(entries) = &solved.entries {
        puzzle.fill_entries(&mut picture, entries);
    }
    for &(board, cell) in solved.clash.iter().flat_map(|clash| &clash.cells) {
        picture.highlight(board, cell, Highlight::Assumed);
    }
    for &(board, cell) in &solved.blamed.cells {
        picture.highlight(board, cell, Highlight::Decided);
    }
    picture
}
