//! `quadrille check`: the rules as written, applied to a grid that is filled, or filled in part.

use clap::Args;

use super::completion::in_words;
use super::console::Console;
use super::limits::LimitArguments;
use super::open::{self, Failure};
use super::watch::{ProgressLine, Signals};
use super::without::WithoutArguments;
use super::{entries, exit};
use crate::protocol::completion::look_deep;
use crate::protocol::documents;
use crate::solve::Request;
use crate::solve::broken_so_far;
use crate::violation::Violation;
use crate::words::{counted, is_or_are};

/// Report which rules a grid breaks
///
/// The grid is written as `quadrille solve` prints it below the drawing; saved output of `solve` (text or --json)
/// works, too; its first grid is used. The grid may be partly filled: `?` stands for an unknown value, as does `.`
/// where it means nothing else, and `{1,2,5}` for one of several candidates. For such a grid, a rule is reported if no
/// values of the open places could satisfy it by itself.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille check block-party-4 my-grid.txt
  quadrille check my-sudoku.toml so-far.txt --deep --time 10s

Exit codes: 0 nothing is broken (with --deep: and the grid can be completed), 1 a rule is broken, or the grid cannot be \
completed, 2 bad input, 4 stopped by a limit before that was known.")]
pub(super) struct CheckArguments {
    /// A puzzle file, an embedded puzzle, an address, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// A file with the grid, or - for standard input
    #[arg(value_name = "GRID")]
    grid: String,

    /// Also count the ways to complete the grid, and name the entries that occur in no solution
    #[arg(long)]
    deep: bool,

    /// With --deep: count the ways up to N
    #[arg(long, value_name = "N", default_value_t = 100, requires = "deep")]
    limit: u64,

    #[command(flatten)]
    without: WithoutArguments,

    /// Print one JSON document
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

pub(super) fn run(arguments: &CheckArguments, console: &mut Console) -> Result<u8, Failure> {
    open::at_most_one_stdin([&arguments.puzzle, &arguments.grid])?;
    let style = console.report_style(false);
    let loaded = open::puzzle(&arguments.puzzle, style)?;
    let loaded = arguments.without.apply(loaded)?;
    let puzzle = &loaded.puzzle;
    let entries = entries::read(puzzle, &arguments.puzzle, &arguments.grid, style)?;
    let [places, open] = puzzle.open_places(&entries);
    let broken = broken_so_far(puzzle, &entries);
    let signals = Signals::new();
    let limits = Request {
        limits: arguments.limits.of_search(signals.interrupt()),
        memory: arguments.limits.memory,
        ..Request::default()
    };
    let deep = match arguments.deep {
        true => {
            let mut progress = ProgressLine::new();
            Some(look_deep(
                puzzle,
                &entries,
                arguments.limit,
                &limits,
                &mut progress,
            )?)
        }
        false => None,
    };
    let is_right = broken.is_empty();
    let solution = is_right
        .then(|| puzzle.solved_with_rest(&entries))
        .flatten();
    let value = solution.as_ref().and_then(|grid| puzzle.value_of(grid));
    if arguments.json {
        let (solution, deep) = (solution.as_ref(), deep.as_ref());
        let document = documents::checked(puzzle, &broken, [places, open], solution, deep);
        console.print_json(&document);
    } else {
        console.tell(&so_far(&broken, [places, open]));
        if open > 0 && solution.is_some() {
            console.tell("with the same word in all of these it is a solution\n");
        }
        if let Some((is_least, value)) = value {
            let word = if is_least { "least" } else { "greatest" };
            let unknown = match arguments.deep {
                true => "",
                false => "; --deep checks whether this is it",
            };
            console.tell(&format!(
                "the {word} value is asked for, and this grid has {value}{unknown}\n"
            ));
        }
        if let Some(answer) = solution.and_then(|grid| puzzle.answer(&grid)) {
            console.tell(&format!("{}: {answer}\n", puzzle.answer_text()));
        }
        if let Some(deep) = &deep {
            console.tell(&in_words(deep, open));
        }
    }
    Ok(match deep {
        _ if !broken.is_empty() => exit::NONE,
        Some(deep) if deep.ways.found == 0 && deep.ways.is_exhaustive() => exit::NONE,
        Some(deep) if deep.ways.found == 0 => exit::STOPPED,
        _ => exit::GOOD,
    })
}

/// How many rules are broken and where, and the number of open places.
fn so_far(broken: &[Violation], [places, open]: [usize; 2]) -> String {
    let mut rules: Vec<Option<&str>> = broken.iter().map(|own| own.id.as_deref()).collect();
    rules.sort_unstable();
    // Those without a name are not known to be the same.
    rules.dedup_by(|a, b| a.is_some() && a == b);
    let mut text = match (rules.len(), open) {
        (0, 0) => "all rules hold".to_owned(),
        (0, _) => "no rule is broken so far".to_owned(),
        (many, _) => {
            let rules = counted(many as u64, "rule");
            format!("{rules} {} broken", is_or_are(many as u64))
        }
    };
    if rules.len() < broken.len() {
        text.push_str(&format!(", at {}", counted(broken.len() as u64, "place")));
    }
    text.push('\n');
    for violation in broken {
        text.push_str(&format!("  {violation}\n"));
    }
    if open > 0 {
        let are = if open == 1 { "is" } else { "are" };
        text.push_str(&format!("{open} of {places} places {are} open\n"));
    }
    text
}
