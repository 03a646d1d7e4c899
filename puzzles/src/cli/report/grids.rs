//! The puzzle and its solutions: drawings, and what is said of each.

use std::fmt::Write;

use super::super::console::plain;
use super::super::drawing::Drawing;
use super::super::lines::listed;
use crate::draw::printable;
use crate::language::Puzzle;
use crate::picture::Picture;
use crate::protocol::pictures;
use crate::protocol::solved::Solved;
use crate::puzzle::Completed;
use crate::read::Loaded;

/// The picture of a solve: the consensus, the first solution, or the puzzle alone.
pub(in crate::cli) fn picture(solved: &Solved<'_>, shows_all: bool) -> Picture {
    let puzzle = &solved.loaded.puzzle;
    let solutions = &solved.findings.solutions;
    let consensus = solved.consensus.as_ref().zip(solutions.first());
    consensus
        .and_then(|(report, one)| pictures::consensus(puzzle, one, report))
        .unwrap_or_else(|| match &solutions[..] {
            [] => pictures::posed(solved),
            [first, ..] if shows_all => pictures::solution(puzzle, first),
            several => compared(puzzle, several),
        })
}

/// The first solution, with marks where the second differs.
fn compared(puzzle: &Puzzle, solutions: &[Completed]) -> Picture {
    match solutions {
        [] => puzzle.picture(),
        [only] => pictures::solution(puzzle, only),
        [first, second, ..] => pictures::compared(puzzle, first, second),
    }
}

/// A puzzle as it was read: a heading, its drawing, and the meaning of the signs in it and in a solution.
pub(in crate::cli) fn understood(
    loaded: &Loaded,
    drawing: Drawing,
    picture: Picture,
    solution: Option<&Picture>,
) -> String {
    let pictures: Vec<&Picture> = std::iter::once(&picture).chain(solution).collect();
    let key = drawing.key(&pictures);
    let key = plain(&key);
    format!("{}{}{key}", heading(loaded, drawing), drawing.draw(picture))
}

/// Title, kind, size and origin of a puzzle.
pub(super) fn heading(loaded: &Loaded, drawing: Drawing) -> String {
    let (rows, columns) = loaded.puzzle.size();
    let mut text = String::new();
    if let Some(title) = &loaded.title {
        let _ = write!(text, "{}: ", printable(title));
    }
    let times = if drawing.options.ascii { "x" } else { "×" };
    let _ = write!(text, "{}, {rows}{times}{columns}", loaded.kind.name());
    if let Some(source) = &loaded.source {
        let _ = write!(text, " ({})", printable(source));
    }
    text.push('\n');
    text
}

pub(super) fn solution(puzzle: &Puzzle, completed: &Completed, drawing: Drawing) -> String {
    let mut text = drawing.draw(pictures::solution(puzzle, completed));
    text.push_str(&plain(&details(puzzle, completed)));
    text
}

/// The details of a solution apart from its drawing, each part after an empty line: the report, and the grid in the
/// notation that `check` reads.
pub(super) fn details(puzzle: &Puzzle, completed: &Completed) -> String {
    let mut text = String::new();
    let lines = puzzle.report(completed);
    if !lines.is_empty() {
        text.push('\n');
    }
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    text.push('\n');
    text.push_str(&puzzle.write(completed));
    text
}

/// Where two solutions differ, with both symbols.
pub(super) fn differences(puzzle: &Puzzle, a: &Completed, b: &Completed) -> String {
    let places = puzzle.differences(a, b).into_iter().map(|difference| {
        let [x, y] = difference.values;
        format!("{} ({x} or {y})", difference.place)
    });
    listed("the first two solutions differ in", places) + "\n"
}
