//! `quadrille completions` and `quadrille man`: generated documentation of the command line.

use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;

use super::console::Console;
use super::open::Failure;
use super::{Arguments, exit};

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Example, with bash and for yourself alone:
  D=~/.local/share/bash-completion/completions; mkdir -p $D
  quadrille completions bash > $D/quadrille")]
pub(super) struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

pub(super) fn completions(
    arguments: &CompletionsArguments,
    console: &mut Console,
) -> Result<u8, Failure> {
    let mut bytes = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut Arguments::command(),
        "quadrille",
        &mut bytes,
    );
    console.print_as_is(&String::from_utf8_lossy(&bytes));
    Ok(exit::GOOD)
}

/// Print the manual page
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille man solve | man -l -
  D=~/.local/share/man/man1; mkdir -p $D; quadrille man > $D/quadrille.1")]
pub(super) struct ManArguments {
    /// The page of this command instead of that of all
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

pub(super) fn man(arguments: &ManArguments, console: &mut Console) -> Result<u8, Failure> {
    let mut whole = Arguments::command();
    // Gives commands their full names.
    whole.build();
    let command = match &arguments.command {
        None => whole,
        Some(name) => page_of(&whole, name)?,
    };
    let mut bytes = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut bytes)
        .map_err(|error| Failure::not_written(format!("error: no manual page: {error}")))?;
    console.print_as_is(&String::from_utf8_lossy(&bytes));
    Ok(exit::GOOD)
}

fn page_of(whole: &Command, name: &str) -> Result<Command, Failure> {
    let command = whole
        .find_subcommand(name)
        .ok_or_else(|| Failure::bad_input(format!("error: there is no command `{name}`")))?;
    Ok(command.clone())
}
