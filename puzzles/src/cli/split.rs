//! `quadrille split`: a search cut into parts that other machines may solve.

use clap::Args;

use super::console::Console;
use super::exit;
use super::limits::LimitArguments;
use super::open::{self, Failure};
use super::search::SearchArguments;
use super::solve::saved::request;
use super::watch::Signals;
use super::without::WithoutArguments;
use crate::campaign::{Part, Task, result_path, split};
use crate::solve::Goal;
use crate::words::counted;

/// Split a search into parts for other processes and machines
///
/// Writes self-contained files `01.part`, `02.part` …. Solve each of them with `quadrille solve --part`, anywhere and
/// in any order, and merge the results with `quadrille merge`. Counts the solutions unless --all or --unique is given.
/// A part that takes too long can be split again.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille split my-puzzle.toml --parts 1000 --out plan
  quadrille solve --part plan/0001.part
  quadrille merge plan
  quadrille split plan/0007.part --parts 8

Exit codes: 0 done, 2 bad input, 4 stopped by a limit, 74 output could not be written.")]
pub(super) struct SplitArguments {
    /// A puzzle file, an embedded puzzle, an address, - for standard input, or a .part file to split further
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// The number of parts; fewer if the search cannot be split further
    #[arg(long, value_name = "N", required_unless_present = "workers")]
    parts: Option<usize>,

    /// The number of workers that will search: 30 parts for each
    #[arg(long, value_name = "W", conflicts_with = "parts")]
    workers: Option<usize>,

    /// The folder for the parts, new or empty
    #[arg(long, value_name = "DIR")]
    out: Option<String>,

    /// Find all solutions, not only their number
    #[arg(long, group = "goal")]
    all: bool,

    /// Only find out whether there are no, one or several solutions
    #[arg(long, group = "goal")]
    unique: bool,

    /// Show what each cell holds in all solutions
    #[arg(long)]
    consensus: bool,

    #[command(flatten)]
    without: WithoutArguments,

    #[command(flatten)]
    search: SearchArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

/// Parts for each worker: enough that the last ones to end are a small share of the whole.
const FOR_EACH: usize = 30;

/// The most parts.
const MOST: usize = 1_000_000;

pub(super) fn run(arguments: &SplitArguments, console: &mut Console) -> Result<u8, Failure> {
    let parts = match (arguments.parts, arguments.workers) {
        (Some(parts), _) => parts,
        (None, workers) => workers.unwrap_or(1).saturating_mul(FOR_EACH),
    };
    if !(1..=MOST).contains(&parts) {
        let text = format!("error: the number of parts must be from 1 to {MOST}");
        return Err(Failure::bad_input(text));
    }
    let signals = Signals::new();
    let interrupt = signals.interrupt();
    let style = console.report_style(false);
    let threads = arguments.search.threads();
    let is_part = arguments.puzzle.ends_with(".part");
    let (number, place) = match &arguments.out {
        None if is_part => {
            let part = Part::read(&arguments.puzzle).map_err(Failure::bad_input)?;
            let loaded = part.task.load();
            let loaded = loaded.map_err(|bad| Failure::bad_input(bad.render(style)))?;
            let request = request(&part.task, &arguments.limits, threads, interrupt)?;
            let saved = format!("{}.checkpoint", result_path(&arguments.puzzle));
            let number = part.split(&saved, &loaded.puzzle, &request, parts)?;
            (number, format!("beside `{}`", arguments.puzzle))
        }
        Some(_) if is_part => {
            return Err(Failure::bad_input(
                "error: the rest of a part is split into files beside it: --out cannot be used",
            ));
        }
        None => {
            return Err(Failure::bad_input(
                "error: --out DIR is missing: the folder for the parts",
            ));
        }
        Some(out) => {
            let (source, loaded) = open::puzzle_and_source(&arguments.puzzle, style)?;
            let without = arguments.without.names_in(&loaded.puzzle)?;
            let loaded = arguments.without.apply(loaded)?;
            let task = Task {
                without,
                goal: match (arguments.all, arguments.unique) {
                    (true, _) => Goal::All,
                    (_, true) => Goal::Uniqueness,
                    _ => Goal::Count,
                },
                consensus: arguments.consensus,
                search: arguments.search.words(),
                ..Task::new(&source, &loaded)
            };
            let request = request(&task, &arguments.limits, threads, interrupt)?;
            let number = split(&task, &loaded.puzzle, &request, parts, out)?;
            (number, format!("in `{out}`"))
        }
    };
    let mut text = format!("{} {place}\n", counted(number as u64, "part"));
    if number < parts {
        text.push_str("there is no more to split: the search is short\n");
    }
    console.print(&text);
    Ok(exit::GOOD)
}
