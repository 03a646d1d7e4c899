//! `quadrille merge`: the results of parts, put together.

use quadrille_engine::clock::Instant;
use std::time::Duration;

use clap::Args;

use super::console::Console;
use super::drawing::{DrawArguments, PictureArguments};
use super::exit;
use super::limits::{LimitArguments, parse_time};
use super::open::Failure;
use super::report::Wanted;
use super::solve::saved::{request, tell};
use super::watch::Signals;
use crate::campaign::{Folder, Merged};
use crate::protocol::solved::Solved;
use crate::solve::{Goal, explain_refuted};

/// Merge the results of parts
///
/// Checks, by the paths of their nodes, that they cover the whole space exactly once, and reports what a single solve
/// would have reported. Results that are damaged, duplicate or of another puzzle are refused and named; missing ones
/// are named.
#[derive(Args, Debug)]
#[command(after_help = "\
Example: quadrille merge plan

Exit codes: as for `quadrille solve`; 4 if results are missing, 2 if some are refused.")]
pub(super) struct MergeArguments {
    /// The folder with the parts and their results
    #[arg(value_name = "DIR")]
    folder: String,

    /// Print only the verdict and the answer
    #[arg(long, short, conflicts_with = "json")]
    quiet: bool,

    /// Print the statistics of all searches together
    #[arg(long)]
    stats: bool,

    /// Print one JSON document; JSON lines if all solutions were requested
    #[arg(long)]
    json: bool,

    /// Time limit for finding conflicting rules when there is no solution; 0 to skip it
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "3s")]
    explain: Duration,

    #[command(flatten)]
    drawing: DrawArguments,

    #[command(flatten)]
    pictures: PictureArguments,
}

pub(super) fn run(arguments: &MergeArguments, console: &mut Console) -> Result<u8, Failure> {
    let started = Instant::now();
    let refused = |reasons: Vec<String>| Failure::bad_input(reasons.join("\n"));
    let folder = Folder::read(&arguments.folder).map_err(refused)?;
    let style = console.report_style(arguments.drawing.ascii);
    let task = folder.task();
    let loaded = task.load();
    let loaded = loaded.map_err(|bad| Failure::bad_input(bad.render(style)))?;
    let parse = started.elapsed();
    let signals = Signals::new();
    let interrupt = signals.interrupt();
    let request = request(task, &LimitArguments::default(), 1, interrupt)?;
    let puzzle = &loaded.puzzle;
    let Merged {
        conclusion,
        missing,
    } = folder.merge(puzzle, &request).map_err(refused)??;
    let mut solved = Solved {
        consensus: conclusion.consensus,
        parse,
        total: started.elapsed(),
        ..Solved::new(&task.name, &loaded, conclusion.findings)
    };
    if solved.may_explain(arguments.explain) {
        solved.clash = explain_refuted(puzzle, &request.build, arguments.explain, interrupt);
    }
    let wanted = Wanted {
        quiet: arguments.quiet,
        count: task.goal == Goal::Count,
        all: task.goal == Goal::All,
        stats: arguments.stats,
        explain: arguments.explain,
        drawing: arguments.drawing,
    };
    let code = tell(
        &solved,
        &wanted,
        arguments.json,
        &arguments.pictures,
        console,
    )?;
    if missing.is_empty() {
        return Ok(code);
    }
    const MOST: usize = 20;
    console.complain("error: the results do not cover the whole space");
    for line in missing.iter().take(MOST) {
        console.complain(line);
    }
    if missing.len() > MOST {
        console.complain(&format!("and {} more", missing.len() - MOST));
    }
    Ok(exit::STOPPED)
}
