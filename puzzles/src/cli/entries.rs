//! Grids that are filled in part, as commands take them: as `solve` writes them, or a saved output of `solve`.

use std::fmt::Write;

use super::lines::listed;
use super::open::{self, Failure};
use crate::filling::Entries;
use crate::language::Puzzle;
use crate::protocol::entries::{NAMES, read_text};
use crate::puzzle::Best;
use crate::read::ReportStyle;
use crate::solve::{Standing, WrongEntry};

/// Reads the entries of a file (or standard input) for a puzzle that the command line calls `name`.
pub(super) fn read(
    puzzle: &Puzzle,
    name: &str,
    path: &str,
    style: ReportStyle,
) -> Result<Entries, Failure> {
    let source = open::text(path, style)?;
    if source.text.trim().is_empty() {
        return Err(Failure::bad_input(format!(
            "error: {}: there is no grid in it; `?` stands for an unknown value",
            source.name
        )));
    }
    read_text(puzzle, name, &source.text)
        .map_err(|error| Failure::bad_input(format!("error: {}: {error}", source.name)))
}

/// The report on entries that occur in no solution; for a puzzle that asks for the best grids, with their value.
pub(super) fn in_words(standing: &Standing, best: Option<&Best>) -> String {
    let best = best.and_then(|best| Some((best.word(), best.value()?)));
    let solution = match best {
        Some((word, value)) => format!("grid with the {word} value ({value})"),
        None => "solution".to_owned(),
    };
    if standing.solutions == Some(0) {
        return "the puzzle itself has no solution, whatever the entries\n".to_owned();
    }
    let mut text = String::new();
    let is_whole = |entry: &&WrongEntry| entry.never.len() == entry.listed.len();
    let (whole, partly): (Vec<&WrongEntry>, Vec<&WrongEntry>) =
        standing.wrong.iter().partition(is_whole);
    if !whole.is_empty() {
        let one = |entry: &&WrongEntry| format!("{} ({})", entry.place, entry.listed.join(" or "));
        text.push_str(&listed(
            &format!("these entries occur in no {solution}:"),
            whole.iter().map(one),
        ));
        text.push('\n');
    }
    if !partly.is_empty() {
        let one = |entry: &&WrongEntry| {
            format!(
                "{} ({} of {})",
                entry.place,
                entry.never.join(", "),
                entry.listed.join(", ")
            )
        };
        text.push_str(&listed(
            &format!("these candidates occur in no {solution}:"),
            partly.iter().map(one),
        ));
        text.push('\n');
    }
    if !standing.undecided.is_empty() {
        let places = standing.undecided.iter().cloned();
        text.push_str(&listed("not decided in time:", places));
        text.push('\n');
    } else if standing.wrong.is_empty() && standing.are_regions_named {
        let _ = writeln!(text, "no {solution} has all of the entries; {NAMES}");
    } else if standing.wrong.is_empty() {
        let _ = writeln!(
            text,
            "each entry occurs in some {solution}, but no {solution} has all of them"
        );
    }
    text
}
