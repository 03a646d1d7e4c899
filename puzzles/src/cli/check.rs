//! `quadrille check`: the rules as written, applied to a grid that is filled, or filled in part.

use std::sync::Arc;

use clap::Args;
use quadrille_engine::Limits;

use super::console::Console;
use super::limits::LimitArguments;
use super::open::{self, Failure};
use super::watch::{ProgressLine, Signals};
use super::without::WithoutArguments;
use super::{entries, exit, json};
use crate::entries::Entries;
use crate::puzzle::{Best, BuildOptions, Puzzle};
use crate::solve::{
    Goal, Halt, Request, Standing, Verdict, broken_so_far, solve, standing, thousands,
};
use crate::symbol::Violation;

/// Report which rules a grid breaks
///
/// The grid is written as `quadrille solve` prints it below the drawing; saved output of `solve` (text or --json)
/// works, too; its first grid is used. The grid may be partly filled: `?` stands for an unknown value, as does `.`
/// where it means nothing else, and `{1,2,5}` for one of several candidates. Of such a grid, a rule is reported if no
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

/// The findings of a search about a grid.
pub(super) struct Deep {
    /// The number of ways to complete it.
    pub(super) ways: Verdict,
    /// What is known about its entries, if they were examined.
    pub(super) standing: Option<Standing>,
    /// For a puzzle that asks for the best grids: what is known about the best value.
    pub(super) best: Option<Best>,
    /// Whether the grid can be completed so that all rules hold, if not to a best grid.
    pub(super) keeps_the_rules: Option<bool>,
}

pub(super) fn run(arguments: &CheckArguments, console: &mut Console) -> Result<u8, Failure> {
    open::at_most_one_stdin([&arguments.puzzle, &arguments.grid])?;
    let style = console.report_style(false);
    let loaded = open::puzzle(&arguments.puzzle, style)?;
    let loaded = arguments.without.apply(loaded)?;
    let puzzle = loaded.puzzle.as_ref();
    let entries = entries::read(puzzle, &arguments.puzzle, &arguments.grid, style)?;
    let [places, open] = puzzle.open_places(&entries);
    let broken = broken_so_far(puzzle, &entries);
    let deep = match arguments.deep {
        true => Some(look_deep(puzzle, &entries, arguments)?),
        false => None,
    };
    let completed = puzzle.completed(&entries).filter(|_| broken.is_empty());
    let value = completed.as_ref().and_then(|grid| puzzle.value_of(grid));
    if arguments.json {
        let value = value.map(|(_, value)| value);
        let document = json::checked(&broken, [places, open], value, deep.as_ref());
        console.print_json(&document);
    } else {
        console.print(&so_far(&broken, [places, open]));
        if let Some((is_least, value)) = value {
            let word = if is_least { "least" } else { "greatest" };
            let unknown = match arguments.deep {
                true => "",
                false => "; --deep checks whether this is it",
            };
            console.print(&format!(
                "the {word} value is asked for, and this grid has {value}{unknown}\n"
            ));
        }
        if let Some(answer) = completed.and_then(|completed| puzzle.answer_in_full(&completed)) {
            console.print(&format!("{}: {answer}\n", puzzle.answer_text()));
        }
        if let Some(deep) = &deep {
            console.print(&in_words(deep, open));
        }
    }
    Ok(match deep {
        _ if !broken.is_empty() => exit::NONE,
        Some(deep) if deep.ways.found == 0 && deep.ways.is_exhaustive() => exit::NONE,
        Some(deep) if deep.ways.found == 0 => exit::STOPPED,
        _ => exit::GOOD,
    })
}

/// The broken rules, and the number of open places.
fn so_far(broken: &[Violation], [places, open]: [usize; 2]) -> String {
    let mut text = match (broken.len(), open) {
        (0, 0) => "all rules hold\n".to_owned(),
        (0, _) => "no rule is broken so far\n".to_owned(),
        (1, _) => "1 rule is broken\n".to_owned(),
        (many, _) => format!("{many} rules are broken\n"),
    };
    for violation in broken {
        text.push_str(&format!("  {violation}\n"));
    }
    if open > 0 {
        let are = if open == 1 { "is" } else { "are" };
        text.push_str(&format!("{open} of {places} places {are} open\n"));
    }
    text
}

/// Counts the ways to complete a grid, and examines its entries one by one if there is none, or if several are listed
/// in a place.
fn look_deep(
    puzzle: &dyn Puzzle,
    entries: &Entries,
    arguments: &CheckArguments,
) -> Result<Deep, Failure> {
    let signals = Signals::new();
    let started = std::time::Instant::now();
    let request = Request {
        goal: Goal::Limit(arguments.limit.max(1)),
        limits: arguments.limits.of_search(signals.interrupt()),
        memory: arguments.limits.memory,
        keep: false,
        build: BuildOptions {
            entries: Some(Arc::new(entries.clone())),
            ..BuildOptions::default()
        },
        ..Request::default()
    };
    let findings = solve(puzzle, &request, &mut ProgressLine::new())?;
    let (ways, best) = (findings.verdict, findings.best);
    let is_impossible = ways.found == 0 && ways.is_exhaustive();
    let has_lists =
        !entries.candidates.is_empty() || entries.cells.values().iter().any(|may| may.len() > 1);
    let mut deep = Deep {
        ways,
        standing: None,
        keeps_the_rules: None,
        best,
    };
    if is_impossible && deep.best.is_some() {
        let mut any = request.clone();
        (any.goal, any.build.leave_best) = (Goal::Limit(1), true);
        any.limits.time = request
            .limits
            .time
            .map(|time| time.saturating_sub(started.elapsed()));
        let any = solve(puzzle, &any, &mut ProgressLine::new())?.verdict;
        let is_known = any.found > 0 || any.is_exhaustive();
        deep.keeps_the_rules = is_known.then_some(any.found > 0);
    }
    if is_impossible || has_lists {
        let left = |time: std::time::Duration| time.saturating_sub(started.elapsed());
        let request = Request {
            limits: Limits {
                time: request.limits.time.map(left),
                ..request.limits.clone()
            },
            build: BuildOptions::default(),
            ..request
        };
        deep.standing = Some(standing(puzzle, &request, entries)?);
    }
    Ok(deep)
}

fn in_words(deep: &Deep, open: usize) -> String {
    let ways = deep.ways;
    let best = deep.best.as_ref();
    let best = best.and_then(|best| Some((best.word(), best.value()?)));
    let mut text = match (ways.found, ways.stopped) {
        (0, None) if deep.keeps_the_rules == Some(true) && best.is_some() => {
            let (word, value) = best.unwrap_or_default();
            match open {
                0 => format!("it is not the best: the {word} value is {value}\n"),
                _ => format!(
                    "it can be completed so that all rules hold, but not with the {word} value, {value}\n"
                ),
            }
        }
        (1.., _) if open == 0 && best.is_some() => {
            let (word, value) = best.unwrap_or_default();
            format!("it is a solution: the {word} value is {value}\n")
        }
        (0, None) => "it cannot be completed\n".to_owned(),
        (0, Some(halt)) => format!("whether it can be completed is not known ({halt})\n"),
        (1, None) => "it can be completed in exactly one way\n".to_owned(),
        (many, None) => format!("it can be completed in {} ways\n", thousands(many)),
        (many, Some(halt)) => {
            let s = if many == 1 { "" } else { "s" };
            format!(
                "it can be completed in at least {} way{s} ({halt})\n",
                thousands(many)
            )
        }
    };
    match &deep.standing {
        // Which of all entries keep a full grid from being the best says nothing.
        Some(_) if open == 0 && deep.keeps_the_rules == Some(true) => {}
        Some(standing) if ways.found == 0 || !standing.wrong.is_empty() => {
            text.push_str(&entries::told(standing, deep.best.as_ref()));
        }
        _ => {}
    }
    text
}

impl Deep {
    /// Whether the grid can be completed, if that is known.
    pub(super) fn is_possible(&self) -> Option<bool> {
        match (self.ways.found, self.ways.stopped) {
            (0, Some(_)) => None,
            (found, _) => Some(found > 0),
        }
    }

    /// Why there may be more ways than were found.
    pub(super) fn stopped(&self) -> Option<&'static str> {
        self.ways.stopped.map(Halt::word)
    }
}
