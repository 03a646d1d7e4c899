//! `quadrille rules`: the text of a rulebook.

use clap::Args;

use super::console::Console;
use super::exit;
use super::open::{self, Failure};

/// Print a rulebook: what a genre of puzzles brings, what there is to find, and the rules
#[derive(Args, Debug)]
#[command(after_help = "Example: quadrille rules nurikabe")]
pub(super) struct RulesArguments {
    /// A rulebook (see `quadrille list`), or a file that ends in .rules
    #[arg(value_name = "NAME")]
    name: String,

    /// Print how the rules are put to the solver instead
    #[arg(long)]
    compiled: bool,
}

pub(super) fn run(arguments: &RulesArguments, console: &mut Console) -> Result<u8, Failure> {
    let kind = open::rulebook(&arguments.name, console.report_style(false))?;
    if arguments.compiled {
        return Err(Failure::bad_input(
            "error: this version cannot show how rules are put to the solver",
        ));
    }
    console.print(&kind.source().text);
    Ok(exit::GOOD)
}
