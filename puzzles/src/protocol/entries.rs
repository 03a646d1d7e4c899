//! Grids that are filled in part, as they come from outside: as `solve` writes them, or a saved output of `solve`.

use serde_json::Value;

use crate::filling::Entries;
use crate::language::Puzzle;

/// How a report for people ends, and what follows.
const LAST_LINE: &str = "solutions found: ";

/// The most paragraphs that a grid may have: boards are written with empty lines between them.
const MOST_PARAGRAPHS: usize = 80;

/// What is said of saved output that is no help.
const NOTHING_SAVED: &str = "this is output of `solve`, but it has no filled grid of this puzzle: `grid` is missing, or \
                             belongs to another one";

/// Reads the entries of a text for a puzzle of this name.
///
/// # Errors
/// What is wrong with the text.
pub(crate) fn read_text(puzzle: &Puzzle, name: &str, text: &str) -> Result<Entries, String> {
    let grid = match saved_json(text, name) {
        Some(saved) => saved.ok_or(NOTHING_SAVED)?,
        None if is_saved_text(text) => {
            return saved_text(puzzle, text).ok_or_else(|| NOTHING_SAVED.to_owned());
        }
        None => in_rows(text, puzzle.size()),
    };
    puzzle
        .read_entries(&grid)
        .map_err(|error| error.to_string())
}

/// A grid that stands in one line, as `solve --solution` prints a sudoku, in rows; any other text as it is.
fn in_rows(text: &str, (rows, columns): (usize, usize)) -> String {
    let cells: Vec<char> = text.trim().chars().collect();
    let is_line = rows > 1 && !cells.iter().any(|cell| cell.is_whitespace());
    if !is_line || cells.len() != rows * columns {
        return text.to_owned();
    }
    let rows = cells
        .chunks(columns)
        .map(|row| row.iter().collect::<String>());
    rows.collect::<Vec<_>>().join("\n")
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
pub(crate) const NAMES: &str = "perhaps one name stands for two regions, or two names for one";
