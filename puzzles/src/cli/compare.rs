//! `quadrille compare`: the same puzzles searched in several ways, side by side.

use quadrille_engine::clock::Instant;

use clap::Args;
use quadrille_engine::Restarts;

use super::comparison::{Combination, Comparison, DEFAULT, Trial};
use super::console::Console;
use super::limits::LimitArguments;
use super::open::{self, Failure};
use super::passes::PassArguments;
use super::search::{brancher, parse_restarts};
use super::watch::{ProgressLine, Signals};
use super::without::WithoutArguments;
use super::{exit, files, json};
use crate::language::Puzzle;
use crate::puzzle::BuildOptions;
use crate::read::{Loaded, ReportStyle, Source, load, parse};
use crate::solve::{Goal, Halt, Request, solve};

/// Compare ways to search
///
/// Solves every puzzle with every combination of the orders, values, splits and restarts given, once with each seed,
/// and reports medians: nodes, failures, and seconds from the first line of the model to the end of the search. The
/// combinations alternate, so that a noisy moment does not affect only one. All must find the same number of solutions.
/// Limits apply to each run.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille compare number-cross-5 --orders default,dom/wdeg,smallest
  quadrille compare my-puzzles/ --restarts never,luby --seeds 9 --time 10s --json

Exit codes: 0 all runs finished, 2 bad input, 4 some were stopped, 70 they disagree.")]
pub(super) struct CompareArguments {
    /// Puzzle files, folders of them, embedded puzzles, or - for standard input
    #[arg(value_name = "PUZZLE", required = true)]
    puzzles: Vec<String>,

    /// Variable orders, as for `solve --order` (if left out, all of them); `default` is the puzzle's own, with its own
    /// values and split, and does not depend on the seed
    #[arg(
        long,
        value_name = "ORDER,…",
        value_delimiter = ',',
        hide_default_value = true,
        default_value = "default,input,smallest,dom/deg,dom/wdeg,dom/wdeg-cacd,activity,last-conflict,conflict-ordering"
    )]
    orders: Vec<String>,

    /// Value orders, as for `solve --values`
    #[arg(
        long,
        value_name = "VALUES,…",
        value_delimiter = ',',
        default_value = "smallest"
    )]
    values: Vec<String>,

    /// Splits, as for `solve --split`
    #[arg(
        long,
        value_name = "SPLIT,…",
        value_delimiter = ',',
        default_value = "binary"
    )]
    splits: Vec<String>,

    /// Restarts, as for `solve --restarts`
    #[arg(
        long,
        value_name = "POLICY,…",
        value_delimiter = ',',
        default_value = "never",
        value_parser = parse_restarts
    )]
    restarts: Vec<Restarts>,

    /// Number of seeds: 0 to N − 1
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,

    /// Find the first N solutions instead of all
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    #[command(flatten)]
    without: WithoutArguments,

    #[command(flatten)]
    passes: PassArguments,

    /// Print JSON lines: a document for each puzzle, with every run
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

pub(super) fn run(arguments: &CompareArguments, console: &mut Console) -> Result<u8, Failure> {
    open::at_most_one_stdin(&arguments.puzzles)?;
    let combinations = arguments.combinations()?;
    let style = console.report_style(false);
    // Errors are reported before hours are spent.
    let mut sources = Vec::new();
    for named in files::puzzles(&arguments.puzzles, false) {
        let name = named.map_err(|folder| Failure::bad_input(folder.report))?;
        let source = load(&name).map_err(|error| Failure::bad_input(error.render(style)))?;
        read(&source, style)?;
        sources.push(source);
    }
    // Until here a signal ends the process.
    let signals = Signals::new();
    let request = Request {
        goal: arguments.limit.map_or(Goal::Count, Goal::Limit),
        limits: arguments.limits.of_search(signals.interrupt()),
        memory: arguments.limits.memory,
        build: BuildOptions {
            without_passes: arguments.passes.without_passes.clone(),
            ..BuildOptions::default()
        },
        keep: false,
        ..Request::default()
    };
    let mut worst = exit::GOOD;
    for (number, source) in sources.iter().enumerate() {
        let comparison = compare(source, arguments, &combinations, &request)?;
        if arguments.json {
            console.print_json(&json::comparison(&comparison));
        } else {
            let gap = if number > 0 { "\n" } else { "" };
            console.print(&format!("{gap}{}", comparison.table()));
        }
        console.flush();
        worst = exit::worse(worst, comparison.exit_code());
        if comparison.is_cancelled() || console.is_closed() {
            break;
        }
    }
    Ok(worst)
}

fn read(source: &Source, style: ReportStyle) -> Result<Loaded, Failure> {
    parse(source).map_err(|problems| Failure::bad_input(problems.render(source, style)))
}

impl CompareArguments {
    /// Every combination of what was given, each once.
    fn combinations(&self) -> Result<Vec<Combination>, Failure> {
        let mut all: Vec<Combination> = Vec::new();
        for order in &self.orders {
            for values in &self.values {
                for split in &self.splits {
                    for &restarts in &self.restarts {
                        let combination = Combination::new(order, values, split, restarts);
                        if !all.contains(&combination) {
                            all.push(combination);
                        }
                    }
                }
            }
        }
        // With the puzzle's own order the other names are ignored.
        for order in self.orders.iter().filter(|order| *order != DEFAULT) {
            brancher(order, "smallest", "binary", 0).map_err(|unknown| {
                let with_own = unknown.replacen("known: ", &format!("known: {DEFAULT}, "), 1);
                Failure::bad_input(with_own)
            })?;
        }
        for values in &self.values {
            brancher("input", values, "binary", 0).map_err(Failure::bad_input)?;
        }
        for split in &self.splits {
            brancher("input", "smallest", split, 0).map_err(Failure::bad_input)?;
        }
        Ok(all)
    }
}

/// Solves one puzzle in all ways with all seeds, seed by seed.
fn compare<'a>(
    source: &'a Source,
    arguments: &CompareArguments,
    combinations: &'a [Combination],
    request: &Request,
) -> Result<Comparison<'a>, Failure> {
    let mut runs: Vec<Vec<Trial>> = vec![Vec::new(); combinations.len()];
    'seeds: for seed in 0..arguments.seeds {
        for turn in 0..combinations.len() {
            // Each has its turn at being first, with cold caches.
            let at = (turn + seed as usize) % combinations.len();
            let loaded = read(source, ReportStyle::default())?;
            let puzzle = arguments.without.apply(loaded)?.puzzle;
            let run = run_once(&puzzle, &combinations[at], seed, request)?;
            let cancelled = run.stopped == Some(Halt::Cancelled);
            runs[at].push(run);
            if cancelled {
                break 'seeds;
            }
        }
    }
    Comparison::new(&source.name, combinations, runs, arguments.seeds).map_err(Failure::defect)
}

/// Solves a puzzle that was read for this alone, so that nothing is left from another run.
fn run_once(
    puzzle: &Puzzle,
    combination: &Combination,
    seed: u64,
    request: &Request,
) -> Result<Trial, Failure> {
    let request = Request {
        brancher: combination.brancher(seed)?,
        restarts: combination.restarts,
        ..request.clone()
    };
    let started = Instant::now();
    let findings = solve(puzzle, &request, &mut ProgressLine::new())?;
    let time = started.elapsed();
    Ok(Trial {
        seed,
        found: findings.verdict.found,
        stopped: findings.verdict.stopped,
        nodes: findings.stats.nodes,
        failures: findings.stats.failures,
        time,
    })
}
