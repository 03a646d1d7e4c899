//! `quadrille check`: the rules as written, applied to a filled grid.

use clap::Args;

use super::console::Console;
use super::open::{self, Failure};
use super::without::WithoutArguments;
use super::{exit, json};

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
    /// A puzzle file, an embedded puzzle, an address, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// A file with the filled grid, or - for standard input
    #[arg(value_name = "GRID")]
    grid: String,

    #[command(flatten)]
    without: WithoutArguments,

    /// Print one JSON document: `holds`, and `broken`, a list of `rule`, `id`, `cells` and `message`
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &CheckArguments, console: &mut Console) -> Result<u8, Failure> {
    open::at_most_one_stdin([&arguments.puzzle, &arguments.grid])?;
    let style = console.report_style(false);
    let loaded = open::puzzle(&arguments.puzzle, style)?;
    let loaded = arguments.without.apply(loaded)?;
    let source = open::text(&arguments.grid, style)?;
    let puzzle = loaded.puzzle.as_ref();
    let completed = puzzle
        .read_filled(&source.text)
        .map_err(|error| Failure::bad_input(format!("error: {}: {error}", source.name)))?;
    let broken = puzzle.check(&completed);
    if arguments.json {
        console.print_json(&json::checked(puzzle, &broken));
    } else if broken.is_empty() {
        console.print("all rules hold\n");
        if let Some(answer) = puzzle.answer_in_full(&completed) {
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
