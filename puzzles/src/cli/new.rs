//! `quadrille new`: a starter file to change into one's own puzzle.

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::console::Console;
use super::exit;
use super::open::Failure;
use crate::kinds;

/// Print a commented puzzle file of a kind, which solves as it stands
#[derive(Args, Debug)]
#[command(after_help = "Example: quadrille new block-party > mine.toml")]
pub(super) struct NewArguments {
    /// The kind (see `quadrille list`)
    #[arg(value_name = "KIND", value_parser = PossibleValuesParser::new(names()))]
    kind: String,
}

fn names() -> impl Iterator<Item = &'static str> {
    kinds::all().iter().map(|kind| kind.name())
}

pub(super) fn run(arguments: &NewArguments, console: &mut Console) -> Result<u8, Failure> {
    for kind in kinds::all() {
        if kind.name() == arguments.kind {
            console.print(kind.starter());
        }
    }
    Ok(exit::GOOD)
}
