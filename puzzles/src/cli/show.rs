//! `quadrille show`: the puzzle as it was understood, without solving it.

use clap::Args;

use super::console::Console;
use super::drawing::{DrawArguments, PictureArguments, titled};
use super::open::{self, Failure};
use super::{exit, report};

/// Draw a puzzle without solving it
#[derive(Args, Debug)]
#[command(after_help = "Example: quadrille show shut-the-box --coordinates --svg puzzle.svg")]
pub(super) struct ShowArguments {
    /// A puzzle file, an embedded puzzle, an address, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// Print the puzzle file instead; for an address, the equivalent file
    #[arg(long)]
    toml: bool,

    #[command(flatten)]
    drawing: DrawArguments,

    #[command(flatten)]
    pictures: PictureArguments,
}

pub(super) fn run(arguments: &ShowArguments, console: &mut Console) -> Result<u8, Failure> {
    arguments.pictures.check()?;
    let style = console.report_style(arguments.drawing.ascii);
    let (source, loaded) = open::puzzle_and_source(&arguments.puzzle, style)?;
    open::warn(&arguments.puzzle, &loaded, console);
    if arguments.toml {
        console.print(&source.text);
        return Ok(exit::GOOD);
    }
    console.print_drawn(&report::understood(
        &loaded,
        arguments.drawing.on(console),
        loaded.puzzle.picture(),
        None,
    ));
    if let Some(notes) = &loaded.notes {
        console.print(&format!("\n{}\n", super::lines::wrapped(notes.trim_end())));
    }
    if arguments.pictures.are_wanted() {
        let picture = titled(loaded.puzzle.picture(), &loaded, "");
        arguments.pictures.write(picture, arguments.drawing, &[])?;
    }
    Ok(exit::GOOD)
}
