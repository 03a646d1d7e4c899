//! Grids that are filled in part, as commands take them: as `solve` writes them, or a saved output of `solve`.

use std::fmt::Write;

use serde_json::Value;

use super::lines::listed;
use super::open::{self, Failure};
use crate::filling::Entries;
use crate::language::Puzzle;
use crate::puzzle::Best;
use crate::read::{ReportStyle, Source};
use crate::solve::{Standing, WrongEntry};

/// How a report for people ends, and what follows.
const LAST_LINE: &str = "solutions found: ";

/// The most paragraphs that a grid may have: boards are written with empty lines between them.
const MOST_PARAGRAPHS: usize = 80;

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
    let text = match saved_json(&source.text, name) {
        Some(saved) => saved.ok_or_else(|| nothing_saved(&source))?,
        None if is_saved_text(&source.text) => {
            return saved_text(puzzle, &source.text).ok_or_else(|| nothing_saved(&source));
        }
        None => source.text.clone(),
    };
    puzzle
        .read_entries(&text)
        .map_err(|error| Failure::bad_input(format!("error: {}: {error}", source.name)))
}

fn nothing_saved(source: &Source) -> Failure {
    Failure::bad_input(format!(
        "error: {}: this is output of `solve`, but it has no filled grid of this puzzle: `grid` is missing, or belongs to another one",
        source.name
    ))
}

/// The grid of a saved output of `solve --json` or `solve --all --json`: the first solution, of several puzzles that of
/// the one of this name. `None` if the text is something else, `Some(None)` if there is no solution in it.
fn saved_json(text: &str, name: &str) -> Option<Option<String>> {
    let documents: Vec<Value> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).ok())
        .collect::<Option<Vec<Value>>>()
        .or_else(|| serde_json::from_str(text).ok().map(|only| vec![only]))?;
    if !documents.first()?.get("type")?.is_string() {
        return None;
    }
    let own = documents.iter().find(|one| one["puzzle"]["name"] == name);
    let solution = |document: &Value| match document["type"].as_str() {
        Some("solution") => Some(document.clone()),
        _ => document["solutions"].get(0).cloned(),
    };
    let found = own
        .and_then(solution)
        .or_else(|| documents.iter().find_map(solution));
    Some(found.and_then(|solution| {
        let rows = solution["grid"].as_array()?.iter();
        let lines: Option<Vec<&str>> = rows.map(Value::as_str).collect();
        Some(lines?.join("\n"))
    }))
}

fn is_saved_text(text: &str) -> bool {
    text.lines().any(|line| line.starts_with(LAST_LINE))
}

/// The first grid among the paragraphs of a report.
fn saved_text(puzzle: &Puzzle, text: &str) -> Option<Entries> {
    let mut paragraphs: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    let mut in_paragraph = false;
    for line in text.split_inclusive('\n') {
        let is_text = !line.trim().is_empty();
        match paragraphs.last_mut() {
            Some(last) if is_text && in_paragraph => last.1 = at + line.len(),
            _ if is_text => paragraphs.push((at, at + line.len())),
            _ => {}
        }
        in_paragraph = is_text;
        at += line.len();
    }
    for (first, &(start, _)) in paragraphs.iter().enumerate() {
        let ends = paragraphs[first..].iter().take(MOST_PARAGRAPHS);
        for &(_, end) in ends.collect::<Vec<_>>().into_iter().rev() {
            let part = &text[start..end];
            if !is_saved_text(part)
                && let Ok(entries) = puzzle.read_entries(part)
            {
                return Some(entries);
            }
        }
    }
    None
}

/// What may be wrong with regions whose borders, where cells touch, are right one by one.
pub(super) const NAMES: &str = "perhaps one name stands for two regions, or two names for one";

/// The report on entries that occur in no solution; for a puzzle that asks for the best grids, with their value.
pub(super) fn told(standing: &Standing, best: Option<&Best>) -> String {
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
