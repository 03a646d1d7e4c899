//! `quadrille link`: the address of a puzzle.

use clap::Args;

use super::console::Console;
use super::exit;
use super::open::{self, Failure};

/// Print the address of a puzzle at puzz.link
///
/// Puzzles of rulebooks with an `address` line have one. It contains the puzzle's data, not the rest of the file.
#[derive(Args, Debug)]
#[command(after_help = "\
Example: quadrille link my-nurikabe.toml

Exit codes: 0 the address was printed, 2 bad input, or the puzzle has no address.")]
pub(super) struct LinkArguments {
    /// A puzzle file, an embedded puzzle, an address, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: String,
}

pub(super) fn run(arguments: &LinkArguments, console: &mut Console) -> Result<u8, Failure> {
    let loaded = open::puzzle(&arguments.puzzle, console.report_style(false))?;
    match loaded.puzzle.address() {
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
