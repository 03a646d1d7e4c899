//! `quadrille show`: the puzzle as it was understood, without solving it.

use clap::Args;

use super::console::Console;
use super::drawing::{DrawArguments, PictureArguments};
use super::open::{self, Failure};
use super::{exit, report};

/// Draw a puzzle without solving it
#[derive(Args, Debug)]
#[command(after_help = "Example: quadrille show shut-the-box --coordinates --svg puzzle.svg")]
pub(super) struct ShowArguments {
    /// A puzzle file, an embedded puzzle, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    #[command(flatten)]
    drawing: DrawArguments,

    #[command(flatten)]
    pictures: PictureArguments,
}

pub(super) fn run(arguments: &ShowArguments, console: &mut Console) -> Result<u8, Failure> {
    let loaded = open::puzzle(
        &arguments.puzzle,
        console.report_style(arguments.drawing.ascii),
    )?;
    console.print(&report::understood(
        &loaded,
        arguments.drawing.options(console),
    ));
    if let Some(notes) = &loaded.notes {
        console.print(&format!("\n{}\n", report::wrapped(notes.trim_end())));
    }
    if arguments.pictures.are_wanted() {
        let mut picture = loaded.puzzle.picture();
        picture.title = loaded.title.clone().unwrap_or_default();
        arguments
            .pictures
            .write(&picture, arguments.drawing.coordinates, &[])?;
    }
    Ok(exit::GOOD)
}
