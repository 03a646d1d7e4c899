//! `quadrille new`: a starter file to change into one's own puzzle.

use clap::Args;

use super::console::Console;
use super::exit;
use super::lines::{WIDTH, fill};
use super::open::{self, Failure};
use crate::document::shown;
use crate::embedded;
use crate::language::MOST_PLACES;
use crate::language::genres;
use crate::language::library::Shelf;
use crate::protocol::blank::blank;
use crate::whole::write_new;
use crate::words::counted;

/// Print a puzzle file to begin with: an empty grid of the genre, and a comment for every key
///
/// The grid has the usual size of the genre. The name of any other embedded puzzle prints its file. To write your own
/// rules, see `quadrille guide rules`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille new sudoku --output mine.toml
  quadrille new nurikabe --size 7x9
  quadrille new nurikabe --example
  quadrille new --puzzle number-cross-4")]
pub(super) struct NewArguments {
    /// The genre, rulebook or embedded puzzle (see `quadrille list`)
    #[arg(value_name = "NAME")]
    name: String,

    /// The size of the empty grid
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = parse_grid_size)]
    size: Option<(usize, usize)>,

    /// A small puzzle with its solution, ready to solve and test, instead of an empty grid
    #[arg(long, conflicts_with = "size")]
    example: bool,

    /// The file of the embedded puzzle, where a rulebook has the same name
    #[arg(long, conflicts_with_all = ["size", "example"])]
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
    let wants_rulebook =
        arguments.example || arguments.size.is_some() || genres::genre(name).is_some();
    if let Some(text) = embedded::find(name)
        && (arguments.puzzle || !wants_rulebook)
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
    if arguments.example {
        return Ok(kind.starter().to_owned());
    }
    let blank = blank(&kind, arguments.size, &Shelf::of_working_folder());
    blank
        .map(|source| comments_in_lines(&source.text))
        .map_err(|((rows, columns), bad)| {
            let (report, name) = (bad.render(style), shown(name));
            Failure::bad_input(format!(
                "{report}error: `{name}` has no empty puzzle of {} and {}; \
                 `quadrille new {name} --example` prints a small one",
                counted(rows as u64, "row"),
                counted(columns as u64, "column")
            ))
        })
}

/// A puzzle file with its long comments broken between words.
fn comments_in_lines(text: &str) -> String {
    let lines = text.lines().map(|line| match line.strip_prefix("# ") {
        Some(comment) if comment.chars().count() + 2 > WIDTH => {
            fill("#", comment.split(' '), "#   ", WIDTH)
        }
        _ => line.to_owned(),
    });
    lines.map(|line| line + "\n").collect()
}

fn parse_grid_size(text: &str) -> Result<(usize, usize), String> {
    let size = text
        .split_once(['x', 'X', '×'])
        .and_then(|(rows, columns)| {
            Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?))
        });
    match size {
        Some((rows, columns))
            if (1..=MOST_PLACES).contains(&usize::saturating_mul(rows, columns)) =>
        {
            Ok((rows, columns))
        }
        Some(_) => Err(format!("expected 1 to {MOST_PLACES} cells")),
        None => Err("expected rows and columns such as 6x7".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_broken() {
        let words = "word ".repeat(20);
        let text = format!("# {words}end\n# short\n{words}\n");
        let broken = comments_in_lines(&text);
        let mut lines = broken.lines();
        let first = lines.next().unwrap();
        assert!(first.starts_with("# word") && first.len() <= WIDTH);
        assert!(lines.next().unwrap().starts_with("#   word"));
        assert_eq!(broken.replace("\n#   ", " "), text);
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_grid_size("6x7"), Ok((6, 7)));
        assert_eq!(parse_grid_size("10×2"), Ok((10, 2)));
        for bad in ["", "6", "0x5", "5x0", "2001x2000", "x", "axb", "6x7x8"] {
            assert!(parse_grid_size(bad).is_err(), "{bad}");
        }
    }
}
