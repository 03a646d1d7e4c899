//! What is told of a solve, in words and drawings for people.

use std::fmt::Write;

use super::drawing::draw;
use crate::draw::TerminalOptions;
use crate::grid::Cell;
use crate::puzzle::{Completed, Puzzle};
use crate::read::Loaded;
use crate::solve::Findings;

/// The most cells that are listed one by one.
const MOST_CELLS: usize = 20;

/// What was understood of a puzzle file: its title and size, then its drawing.
pub(super) fn understood(loaded: &Loaded, options: TerminalOptions) -> String {
    let (rows, columns) = loaded.puzzle.size();
    let mut text = String::new();
    if let Some(title) = &loaded.title {
        text.push_str(title);
        text.push_str(": ");
    }
    let _ = write!(text, "{}, {rows}×{columns}", loaded.kind.name());
    if let Some(source) = &loaded.source {
        let _ = write!(text, " ({source})");
    }
    text.push('\n');
    text.push_str(&draw(loaded.puzzle.picture(), options));
    text
}

/// What there is to say of a solution beside its grid, after an empty line.
pub(super) fn details(puzzle: &dyn Puzzle, completed: &Completed) -> String {
    let mut text = String::new();
    let lines = puzzle.report(completed);
    if !lines.is_empty() {
        text.push('\n');
    }
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// The answer, as far as it is known: of one solution, or of all that were found.
pub(super) fn answers(puzzle: &dyn Puzzle, findings: &Findings) -> String {
    let name = puzzle.answer_text();
    let shown = |answer: &Option<u128>| match answer {
        Some(answer) => answer.to_string(),
        None => "none".to_owned(),
    };
    let found = findings.verdict.found;
    match &findings.answers[..] {
        [] => String::new(),
        [only] if found == 1 => format!("{name}: {}\n", shown(only)),
        [only] if findings.verdict.is_exhaustive() => {
            format!("{name}: {} in all solutions\n", shown(only))
        }
        [only] => format!("{name}: {} in all solutions found\n", shown(only)),
        several => {
            let mut listed: Vec<String> = several.iter().take(MOST_CELLS).map(shown).collect();
            if several.len() > MOST_CELLS {
                listed.push(format!("and {} more", several.len() - MOST_CELLS));
            }
            format!(
                "{name}: not the same in all solutions: {}\n",
                listed.join(", ")
            )
        }
    }
}

/// The cells in which two solutions differ, with both symbols, and values beside the grid that do.
pub(super) fn differences(a: &Completed, b: &Completed) -> String {
    let cells: Vec<Cell> = differing(a, b).collect();
    let mut listed: Vec<String> = cells
        .iter()
        .map(|&cell| format!("{cell} ({} or {})", a.grid[cell], b.grid[cell]))
        .collect();
    for ((name, x), (_, y)) in a.named.iter().zip(&b.named) {
        if x != y {
            listed.push(format!("{name} ({x} or {y})"));
        }
    }
    let number = listed.len();
    if number > MOST_CELLS {
        listed.truncate(MOST_CELLS);
        listed.push(format!("and {} more", number - MOST_CELLS));
    }
    format!("the first two solutions differ in {}\n", listed.join(", "))
}

/// The cells in which two solutions differ.
fn differing(a: &Completed, b: &Completed) -> impl Iterator<Item = Cell> {
    a.grid
        .cells()
        .filter(|&cell| a.grid.get(cell) != b.grid.get(cell))
}
