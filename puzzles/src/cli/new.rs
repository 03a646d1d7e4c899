//! `quadrille new`: a starter file to change into one's own puzzle.

use clap::Args;

use super::console::Console;
use super::exit;
use super::open::{self, Failure};
use crate::document::shown;
use crate::language::file::MAX_SIDE;
use crate::language::library;

use crate::embedded;
use crate::read::{Source, parse};
use crate::whole::write_new;

/// Print a commented puzzle file of a kind or rulebook, ready to solve
///
/// The name of any other embedded puzzle prints its file. To write your own rules, see `quadrille guide rules`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille new block-party --output mine.toml
  quadrille new nurikabe --size 7x9 --output mine.toml
  quadrille new --puzzle number-cross-4")]
pub(super) struct NewArguments {
    /// The kind, rulebook or embedded puzzle (see `quadrille list`)
    #[arg(value_name = "NAME")]
    name: String,

    /// An empty grid of this size, to be filled in
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = parse_grid_size)]
    size: Option<(usize, usize)>,

    /// The file of the embedded puzzle, where a kind or rulebook has the same name
    #[arg(long, conflicts_with = "size")]
    puzzle: bool,

    /// Write to this file, which must not exist yet
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
}

pub(super) fn run(arguments: &NewArguments, console: &mut Console) -> Result<u8, Failure> {
    let text = text(arguments, console)?;
    match &arguments.output {
        None => console.print(&text),
        Some(path) => {
            write_new(path, text.as_bytes()).map_err(Failure::not_written)?;
            console.print(&format!(
                "wrote {path}; solve it with: quadrille solve {path}\n"
            ));
        }
    }
    Ok(exit::GOOD)
}

fn text(arguments: &NewArguments, console: &Console) -> Result<String, Failure> {
    let name = arguments.name.as_str();
    let is_rulebook = library::names().contains(&name);
    if let Some(text) = embedded::find(name)
        && (arguments.puzzle || (!is_rulebook && arguments.size.is_none()))
    {
        return Ok(text.to_owned());
    }
    if arguments.puzzle {
        return Err(Failure::bad_input(format!(
            "error: there is no embedded puzzle `{}`\n  = help: `quadrille list` names those that there are",
            shown(name)
        )));
    }
    let style = console.report_style(false);
    let kind = open::rulebook(name, style)?;
    let Some((rows, columns)) = arguments.size else {
        return Ok(kind.starter().to_owned());
    };
    let text = kind.blank(rows, columns);
    // Not every size is valid, and a rulebook may require more than an empty grid.
    let source = Source {
        name: "the empty puzzle".to_owned(),
        text,
    };
    match parse(&source) {
        Ok(_) => Ok(source.text),
        Err(problems) => Err(Failure::bad_input(format!(
            "{}error: `{}` has no empty puzzle of this size; without --size you get one to start from\n",
            problems.render(&source, style),
            shown(name),
        ))),
    }
}

fn parse_grid_size(text: &str) -> Result<(usize, usize), String> {
    let size = text
        .split_once(['x', 'X', '×'])
        .and_then(|(rows, columns)| {
            Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?))
        });
    match size {
        Some((rows, columns))
            if (1..=MAX_SIDE).contains(&rows) && (1..=MAX_SIDE).contains(&columns) =>
        {
            Ok((rows, columns))
        }
        Some(_) => Err(format!("expected 1 to {MAX_SIDE} rows and columns")),
        None => Err("expected rows and columns such as 6x7".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_grid_size("6x7"), Ok((6, 7)));
        assert_eq!(parse_grid_size("10×2"), Ok((10, 2)));
        for bad in ["", "6", "0x5", "5x0", "101x5", "x", "axb", "6x7x8"] {
            assert!(parse_grid_size(bad).is_err(), "{bad}");
        }
    }
}
