//! `quadrille link`: the address of a puzzle.

use clap::Args;

use super::console::Console;
use super::exit;
use super::open::{self, Failure};
use crate::formats::sudoku::{BOOK, Sudoku};
use crate::read::Loaded;

/// Print the address of a puzzle at puzz.link
///
/// Puzzles of rulebooks with an `address` line have one. It contains the puzzle's data, not the rest of the file.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille link my-nurikabe.toml
  quadrille link my-sudoku.toml --sudoku

Exit codes: 0 the address was printed, 2 bad input, or the puzzle has no address.")]
pub(super) struct LinkArguments {
    /// A puzzle file, an embedded puzzle, an address, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// Print a sudoku as text instead: the 81 characters that other programs read
    #[arg(long)]
    sudoku: bool,
}

pub(super) fn run(arguments: &LinkArguments, console: &mut Console) -> Result<u8, Failure> {
    let loaded = open::puzzle(&arguments.puzzle, console.report_style(false))?;
    if arguments.sudoku {
        let line = as_text(&loaded).ok_or_else(|| {
            let name = &arguments.puzzle;
            Failure::bad_input(format!(
                "error: {name}: only a sudoku can be written as text"
            ))
        })?;
        console.print(&format!("{line}\n"));
        return Ok(exit::GOOD);
    }
    match loaded.address() {
        Some(Ok(address)) => {
            console.print(&format!("{address}\n"));
            Ok(exit::GOOD)
        }
        Some(Err(message)) => Err(Failure::bad_input(format!(
            "error: {}: the puzzle cannot be written as an address: {message}",
            arguments.puzzle
        ))),
        None => Err(Failure::bad_input(format!(
            "error: {}: puzzles of the kind `{}` have no addresses",
            arguments.puzzle,
            loaded.kind.name()
        ))),
    }
}

/// The givens of a sudoku in a line.
fn as_text(loaded: &Loaded) -> Option<String> {
    let rows = loaded.puzzle.write_givens();
    let sudoku = Sudoku::of_rows(&rows).filter(|_| loaded.kind.name() == BOOK)?;
    Some(sudoku.line_of(&rows))
}
