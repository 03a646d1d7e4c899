//! `quadrille solve`: all that is known of a puzzle's solutions.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use quadrille_engine::Limits;

use super::console::Console;
use super::drawing::{self, DrawArguments, draw};
use super::limits::LimitArguments;
use super::{exit, report, stats};
use crate::draw::TerminalOptions;
use crate::puzzle::BuildOptions;
use crate::read::{Loaded, Source, load, parse};
use crate::solve::{
    ConsensusReport, Findings, Goal, Request, Unwatched, consensus, solve, thousands,
};

/// Solve puzzles
///
/// Goes on until it is known whether there are no solutions, one, or several.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille solve number-cross-4 --stats
  quadrille solve shut-the-box --no-fold --count")]
pub(super) struct SolveArguments {
    /// Puzzle files or embedded puzzles (see `quadrille list`)
    #[arg(value_name = "PUZZLE", required = true)]
    puzzles: Vec<String>,

    /// Find all solutions
    #[arg(long, group = "goal")]
    all: bool,

    /// Find the first N solutions
    #[arg(long, value_name = "N", group = "goal")]
    limit: Option<u64>,

    /// Count the solutions
    #[arg(long, group = "goal")]
    count: bool,

    /// Say of each cell what stands in it in all solutions
    #[arg(long)]
    consensus: bool,

    /// Leave out the rules about folding
    #[arg(long)]
    no_fold: bool,

    /// Print where the time went and what the search did
    #[arg(long)]
    stats: bool,

    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    drawing: DrawArguments,
}

impl SolveArguments {
    fn request(&self, cancel: &Arc<AtomicBool>) -> Request {
        let goal = match self.limit {
            Some(n) => Goal::Limit(n),
            None if self.all => Goal::All,
            None if self.count => Goal::Count,
            None => Goal::Uniqueness,
        };
        Request {
            goal,
            limits: Limits {
                time: self.limits.time,
                nodes: self.limits.nodes,
                failures: self.limits.failures,
                solutions: None,
                cancel: Some(Arc::clone(cancel)),
            },
            build: BuildOptions {
                fold: !self.no_fold,
                ..BuildOptions::default()
            },
            ..Request::default()
        }
    }
}

/// A puzzle with all that was found of it.
struct Solved {
    source: Source,
    loaded: Loaded,
    findings: Findings,
    consensus: Option<ConsensusReport>,
    parse: Duration,
    total: Duration,
}

/// Why there is nothing to tell: a text for standard error, and the exit code.
struct Failure {
    report: String,
    code: u8,
}

pub(super) fn run(arguments: &SolveArguments, console: &mut Console) -> u8 {
    let cancel = Arc::new(AtomicBool::new(false));
    let request = arguments.request(&cancel);
    let mut worst = exit::GOOD;
    for name in &arguments.puzzles {
        let code = match solve_one(name, arguments, &request, console.error_colours()) {
            Ok(solved) => {
                console.print(&tell(
                    &solved,
                    arguments,
                    arguments.drawing.options(console),
                ));
                solved.findings.verdict.exit_code()
            }
            Err(failure) => {
                console.complain(&failure.report);
                failure.code
            }
        };
        worst = exit::worse(worst, code);
    }
    worst
}

fn solve_one(
    name: &str,
    arguments: &SolveArguments,
    request: &Request,
    colours: bool,
) -> Result<Solved, Failure> {
    let started = Instant::now();
    let bad = |report: String| Failure {
        report,
        code: exit::BAD_INPUT,
    };
    let source = load(name).map_err(|error| bad(error.render(colours)))?;
    let loaded = parse(&source).map_err(|problems| bad(problems.render(&source, colours)))?;
    let parse = started.elapsed();
    let defect = |error: crate::solve::CheckFailed| Failure {
        report: error.to_string(),
        code: exit::DEFECT,
    };
    let puzzle = loaded.puzzle.as_ref();
    let findings = solve(puzzle, request, &mut Unwatched).map_err(defect)?;
    let consensus = if arguments.consensus && findings.verdict.found > 0 {
        Some(consensus(puzzle, request).map_err(defect)?)
    } else {
        None
    };
    Ok(Solved {
        source,
        loaded,
        findings,
        consensus,
        parse,
        total: started.elapsed(),
    })
}

fn tell(solved: &Solved, arguments: &SolveArguments, options: TerminalOptions) -> String {
    let Solved {
        loaded, findings, ..
    } = solved;
    let puzzle = loaded.puzzle.as_ref();
    let mut text = format!("{}", findings.verdict);
    if let Some(rule) = &findings.refuted_by {
        text.push_str(&format!(": {rule} (found before anything was tried)"));
    }
    text.push_str("\n\n");
    text.push_str(&report::understood(loaded, options));
    let shown = if arguments.all || arguments.limit.is_some() {
        &findings.solutions[..]
    } else {
        &findings.solutions[..findings.solutions.len().min(1)]
    };
    for (number, completed) in shown.iter().enumerate() {
        if shown.len() > 1 || findings.verdict.found > 1 {
            text.push_str(&format!("\nsolution {}\n", thousands(number as u64 + 1)));
        } else {
            text.push('\n');
        }
        let picture = match &findings.solutions[..] {
            [first, second, ..] if shown.len() == 1 => drawing::compared(puzzle, first, second),
            _ => drawing::solution(puzzle, completed),
        };
        text.push_str(&draw(picture, options));
        text.push_str(&report::details(puzzle, completed));
    }
    if let [first, second, ..] = &findings.solutions[..]
        && shown.len() == 1
    {
        text.push('\n');
        text.push_str(&report::differences(first, second));
    }
    let answers = report::answers(puzzle, findings);
    if !answers.is_empty() {
        text.push('\n');
        text.push_str(&answers);
    }
    let space = match findings.verdict.stopped {
        None => "the whole space was searched".to_owned(),
        Some(halt) => format!("not the whole space was searched: {halt}"),
    };
    text.push_str(&format!(
        "solutions found: {}; {space}\n",
        thousands(findings.verdict.found)
    ));
    if arguments.stats {
        text.push('\n');
        text.push_str(&stats::table(findings, solved.parse, solved.total));
    }
    text
}
