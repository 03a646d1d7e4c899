//! `quadrille new`: a starter file to change into one's own puzzle.

use clap::Args;

use super::console::Console;
use super::exit;
use super::open::{self, Failure};
use crate::kinds;
use crate::puzzle::Kind;

/// Print a commented puzzle file of a kind or rulebook, which solves as it stands
#[derive(Args, Debug)]
#[command(after_help = "Example: quadrille new block-party > mine.toml")]
pub(super) struct NewArguments {
    /// The kind or rulebook (see `quadrille list`)
    #[arg(value_name = "KIND")]
    kind: String,
}

pub(super) fn run(arguments: &NewArguments, console: &mut Console) -> Result<u8, Failure> {
    let name = arguments.kind.as_str();
    match kinds::all().iter().find(|kind| kind.name() == name) {
        Some(kind) => console.print(kind.starter()),
        None => {
            let kind = open::rulebook(name, console.report_style(false))?;
            console.print(kind.starter());
        }
    }
    Ok(exit::GOOD)
}
