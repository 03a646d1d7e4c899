//! `quadrille new`: a starter file to change into one's own puzzle.

use clap::Args;

use super::console::Console;
use super::exit;
use super::open::Failure;
use crate::kinds;

/// Print a commented puzzle file of a kind, which solves as it stands
#[derive(Args, Debug)]
#[command(after_help = "Example: quadrille new block-party > mine.toml")]
pub(super) struct NewArguments {
    /// The kind (see `quadrille list`)
    #[arg(value_name = "KIND")]
    kind: String,
}

pub(super) fn run(arguments: &NewArguments, console: &mut Console) -> Result<u8, Failure> {
    match kinds::all()
        .iter()
        .find(|kind| kind.name() == arguments.kind)
    {
        Some(kind) => {
            console.print(kind.starter());
            Ok(exit::GOOD)
        }
        None => {
            let names: Vec<&str> = kinds::all().iter().map(|kind| kind.name()).collect();
            Err(Failure::bad_input(format!(
                "error: unknown kind `{}`; known are {}",
                arguments.kind,
                names.join(", ")
            )))
        }
    }
}
