//! `quadrille check`: the rules as written, applied to a filled grid.

use clap::Args;

use super::console::Console;
use super::open::{self, Failure};
use super::{exit, json};
use crate::puzzle::{Completed, Puzzle};
use crate::symbol::{NotationError, read_grid};

/// Say which rules a filled grid breaks
///
/// The grid is written as `quadrille solve` prints it below the drawing: a line for each row, cells with or without
/// white space between them, `#` for a shaded cell, a tile or a kept cell, `.` for a cell that is cut away. Values
/// beside the grid may follow, such as `A=2 B=4` for the digits of regions.
#[derive(Args, Debug)]
#[command(after_help = "\
Example: quadrille check block-party-4 my-grid.txt

Exit codes: 0 all rules hold, 1 a rule is broken, 2 bad input.")]
pub(super) struct CheckArguments {
    /// A puzzle file, an embedded puzzle, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// A file with the filled grid, or - for standard input
    #[arg(value_name = "GRID")]
    grid: String,

    /// Print one JSON document: `holds`, and `broken`, a list of `rule`, `cells` and `message`
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &CheckArguments, console: &mut Console) -> Result<u8, Failure> {
    open::at_most_one_stdin([&arguments.puzzle, &arguments.grid])?;
    let style = console.report_style(false);
    let loaded = open::puzzle(&arguments.puzzle, style)?;
    let source = open::text(&arguments.grid, style)?;
    let puzzle = loaded.puzzle.as_ref();
    let completed = read(&source.text, puzzle)
        .map_err(|error| Failure::bad_input(format!("error: {}: {error}", source.name)))?;
    let broken = puzzle.check(&completed);
    if arguments.json {
        console.print(&format!("{}\n", json::checked(&broken)));
    } else if broken.is_empty() {
        console.print("all rules hold\n");
        if let Some(answer) = puzzle.answer(&completed) {
            console.print(&format!("{}: {answer}\n", puzzle.answer_text()));
        }
    } else {
        let s = if broken.len() == 1 { " is" } else { "s are" };
        console.print(&format!("{} rule{s} broken\n", broken.len()));
        for violation in &broken {
            console.print(&format!("  {violation}\n"));
        }
    }
    Ok(if broken.is_empty() {
        exit::GOOD
    } else {
        exit::NONE
    })
}

/// Reads a filled grid and the values after it.
fn read(text: &str, puzzle: &dyn Puzzle) -> Result<Completed, NotationError> {
    let (rows, columns) = puzzle.size();
    let mut completed = Completed::of_grid(read_grid(text, rows, columns)?);
    completed.named = read_values(text, &puzzle.named_values())?;
    Ok(completed)
}

/// Reads `NAME=VALUE` from the lines that begin with a letter, and puts them into the order of `names`. Either none
/// are given, or all.
fn read_values(text: &str, names: &[String]) -> Result<Vec<(String, i32)>, NotationError> {
    let mut values: Vec<Option<i32>> = vec![None; names.len()];
    let mut last = 1;
    let lines = text
        .lines()
        .enumerate()
        .skip_while(|(_, line)| !line.trim_start().starts_with(char::is_alphabetic));
    for (number, line) in lines {
        last = number + 1;
        let mut from = 0;
        for token in line
            .split([' ', '\t', ','])
            .filter(|token| !token.is_empty())
        {
            let at = from + line[from..].find(token).unwrap_or(0);
            from = at + token.len();
            let error = |message: String| NotationError {
                line: last,
                column: line[..at].chars().count() + 1,
                message,
            };
            let shown: String = token.chars().take(20).collect();
            let (name, value) = token
                .split_once('=')
                .and_then(|(name, value)| Some((name, value.parse().ok()?)))
                .ok_or_else(|| {
                    error(format!("found `{shown}`, expected NAME=VALUE, such as A=2"))
                })?;
            let place = names
                .iter()
                .position(|known| known == name)
                .ok_or_else(|| {
                    error(format!(
                        "found `{shown}`, but this puzzle names no such value"
                    ))
                })?;
            if values[place].replace(value).is_some() {
                return Err(error(format!("found a second value for `{name}`")));
            }
        }
    }
    if values.iter().all(Option::is_none) {
        return Ok(Vec::new());
    }
    names
        .iter()
        .zip(values)
        .map(|(name, value)| match value {
            Some(value) => Ok((name.clone(), value)),
            None => Err(NotationError {
                line: last,
                column: 1,
                message: format!("no value for `{name}`; give all of them, or none"),
            }),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_in_any_order() {
        let names = ["A".to_owned(), "B".to_owned()];
        let read = |text: &str| read_values(text, &names);
        let both = vec![("A".to_owned(), 2), ("B".to_owned(), 4)];
        assert_eq!(read("12\n34\n\nB=4, A=2\n"), Ok(both.clone()));
        assert_eq!(read("12\r\nA=2\r\nB=4\r\n"), Ok(both));
        assert_eq!(read("12\n34\n"), Ok(Vec::new()));
        let at = |text: &str| read(text).map_err(|error| (error.line, error.column));
        assert_eq!(at("12\nA=2 C=3\n"), Err((2, 5)));
        assert_eq!(at("12\nA=2\n"), Err((2, 1)));
        assert_eq!(at("12\nA=2 A=2 B=1\n"), Err((2, 5)));
        assert_eq!(at("12\nA=two B=1\n"), Err((2, 1)));
        assert_eq!(at("12\nA\n"), Err((2, 1)));
    }
}
