//! `quadrille solve`: all that is known of a puzzle's solutions.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use quadrille_engine::{Interrupt, Limits};

use super::console::Console;
use super::drawing::{DrawArguments, PictureArguments, titled};
use super::limits::{LimitArguments, parse_time};
use super::open::{self, Failure};
use super::report::Wanted;
use super::saved::{PartArguments, SavedArguments};
use super::search::SearchArguments;
use super::watch::{ProgressLine, Signals};
use super::without::WithoutArguments;
use super::{batch, entries, exit, files, json, report, saved};
use crate::entries::Entries;
use crate::puzzle::{BuildOptions, Completed, Puzzle};
use crate::read::Loaded;
use crate::solve::{
    Clash, ConsensusReport, Findings, Goal, Halt, Progress, Request, Standing, Unwatched, Verdict,
    Watcher, consensus, explain, resident_bytes, solve, standing,
};
use crate::thin;

/// Solve puzzles
///
/// Searches until it is known whether there is no solution, exactly one, or several: stops at the second, shows the
/// first, and marks where they differ. With several puzzles, or a folder of them, prints one line for each and a
/// summary.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille solve number-cross-4 --stats
  quadrille solve shut-the-box --no-fold --count
  quadrille solve my-puzzle.toml --without \"No block of two by two cells is all shaded.\"
  quadrille solve my-puzzles/ --time 10s
  quadrille solve my-sudoku.toml --from so-far.txt
  quadrille solve 'https://puzz.link/p?nurikabe/6/6/m8n8i9u'

Exit codes: 0 exactly one solution, 1 none, 2 bad input, 3 several, 4 stopped by a limit before it was known; with \
several puzzles the worst.")]
pub(super) struct SolveArguments {
    /// Puzzle files, folders of them, embedded puzzles (see `quadrille list`), addresses, or - for standard input
    #[arg(value_name = "PUZZLE", required_unless_present = "part")]
    pub(super) puzzles: Vec<String>,

    /// Look for puzzle files in the folders below a folder, too
    #[arg(long, short)]
    pub(super) recursive: bool,

    /// Print the verdict and the answer alone
    #[arg(long, short, conflicts_with = "json")]
    pub(super) quiet: bool,

    /// Find all solutions (they are held in memory: see --count and --memory)
    #[arg(long, group = "goal")]
    pub(super) all: bool,

    /// Find the first N solutions
    #[arg(long, value_name = "N", group = "goal")]
    pub(super) limit: Option<u64>,

    /// Count the solutions
    #[arg(long, group = "goal")]
    pub(super) count: bool,

    /// Show what each cell holds in all solutions
    #[arg(long)]
    pub(super) consensus: bool,

    /// Start from a partly filled grid, written as for `quadrille check`; its entries are kept
    #[arg(long, value_name = "GRID")]
    pub(super) from: Option<String>,

    #[command(flatten)]
    pub(super) without: WithoutArguments,

    /// Ignore the rules about folding: short for `--without` with each of them
    #[arg(long)]
    pub(super) no_fold: bool,

    /// Print where the time went and what the search did
    #[arg(long)]
    pub(super) stats: bool,

    /// Print one JSON document; JSON lines with --all, --limit or several puzzles
    #[arg(long)]
    pub(super) json: bool,

    /// Time limit for finding the rules that clash when there is no solution; 0 to skip it
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "3s")]
    pub(super) explain: Duration,

    #[command(flatten)]
    pub(super) limits: LimitArguments,

    #[command(flatten)]
    pub(super) search: SearchArguments,

    #[command(flatten)]
    pub(super) saved: SavedArguments,

    #[command(flatten)]
    part: PartArguments,

    #[command(flatten)]
    pub(super) drawing: DrawArguments,

    #[command(flatten)]
    pub(super) pictures: PictureArguments,
}

impl SolveArguments {
    /// Whether all solutions found are shown, not just the first.
    pub(super) fn shows_all(&self) -> bool {
        self.all || self.limit.is_some()
    }

    pub(super) fn wanted(&self) -> Wanted {
        Wanted {
            quiet: self.quiet,
            count: self.count,
            all: self.shows_all(),
            stats: self.stats,
            explain: self.explain,
            drawing: self.drawing,
        }
    }

    fn request(&self, interrupt: &Interrupt) -> Result<Request, String> {
        let goal = match self.limit {
            Some(n) => Goal::Limit(n),
            None if self.all => Goal::All,
            None if self.count => Goal::Count,
            None => Goal::Uniqueness,
        };
        self.search.apply(Request {
            goal,
            limits: self.limits.of_search(interrupt),
            memory: self.limits.memory,
            build: BuildOptions {
                fold: !self.no_fold,
                ..BuildOptions::default()
            },
            ..Request::default()
        })
    }
}

/// A puzzle with all that was found of it.
#[derive(Debug)]
pub(super) struct Solved<'p> {
    pub(super) name: &'p str,
    pub(super) loaded: &'p Loaded,
    pub(super) findings: Findings,
    pub(super) consensus: Option<ConsensusReport>,
    pub(super) clash: Option<Clash>,
    /// What is known about the entries that it was solved from, if they leave no solution.
    pub(super) standing: Option<Standing>,
    /// The entries themselves.
    pub(super) entries: Option<Arc<Entries>>,
    /// Givens and clues of the file each of which, left out alone, would give a solution.
    pub(super) to_blame: Vec<String>,
    /// For a long solve: the rules for which the solver has only the general method.
    pub(super) weak: Vec<String>,
    pub(super) parse: Duration,
    pub(super) total: Duration,
}

impl Solved<'_> {
    /// Whether to look for conflicting rules, with this much time.
    pub(super) fn may_explain(&self, time: Duration) -> bool {
        let verdict = self.findings.verdict;
        verdict.found == 0 && verdict.is_exhaustive() && !time.is_zero()
    }
}

pub(super) fn run(arguments: &SolveArguments, console: &mut Console) -> Result<u8, Failure> {
    open::at_most_one_stdin(arguments.puzzles.iter().chain(&arguments.from))?;
    arguments.pictures.check()?;
    let signals = Signals::new();
    let request = arguments
        .request(signals.interrupt())
        .map_err(Failure::bad_input)?;
    if request.memory.is_some() && resident_bytes().is_none() {
        console.complain(
            "warning: this system does not report how much memory is in use; --memory has no effect",
        );
    }
    if arguments.from.is_some()
        && (!arguments.part.part.is_empty() || arguments.saved.saving().is_some())
    {
        // A saved search is known by its puzzle and options, and entries are not among them.
        return Err(Failure::bad_input(
            "error: ----from cannot be combined with --checkpoint, --resume or --part; write a puzzle file with the entries",
        ));
    }
    if arguments.part.out.is_some() && arguments.part.part.is_empty() {
        return Err(Failure::bad_input(
            "error: --out is for the result of a part, so it needs --part",
        ));
    }
    if !arguments.part.part.is_empty() {
        return saved::solve_parts(&arguments.part, arguments, signals.interrupt(), console);
    }
    if let Some(saving) = arguments.saved.saving() {
        return match &arguments.puzzles[..] {
            [name] if !files::is_folder(name) => {
                saved::run(name, arguments, &request, &saving, console)
            }
            _ => Err(Failure::bad_input(
                "error: --checkpoint and --resume are for one puzzle",
            )),
        };
    }
    match &arguments.puzzles[..] {
        [..] if arguments.from.is_some()
            && (arguments.puzzles.len() > 1 || files::is_folder(&arguments.puzzles[0])) =>
        {
            Err(Failure::bad_input(
                "error: --from has the grid of one puzzle",
            ))
        }
        [name] if !files::is_folder(name) => {
            let solved = solve_one(name, arguments, request, &signals, console);
            match &solved {
                // Pictures are written when the document is out.
                Err(failure) if arguments.json && failure.code != exit::NOT_WRITTEN => {
                    console.print_json(&json::failed(name, failure));
                }
                _ => {}
            }
            solved
        }
        _ => batch::run(arguments, &request, &signals, console),
    }
}

fn solve_one(
    name: &str,
    arguments: &SolveArguments,
    mut request: Request,
    signals: &Signals,
    console: &mut Console,
) -> Result<u8, Failure> {
    let started = Instant::now();
    let style = console.report_style(arguments.drawing.ascii);
    let loaded = signals.while_reading(name, || open::puzzle(name, style))?;
    let loaded = arguments.without.apply(loaded)?;
    open::warn(name, &loaded, console);
    if let Some(path) = &arguments.from {
        let entries = entries::read(loaded.puzzle.as_ref(), name, path, style)?;
        request.build.entries = Some(Arc::new(entries));
    }
    let puzzle = Opened {
        name,
        loaded: &loaded,
        parse: started.elapsed(),
    };
    let solved = if arguments.json && arguments.shows_all() {
        let request = Request {
            // Each is printed as it comes, where the order allows; a picture shows the first.
            keep: arguments.pictures.are_wanted(),
            ..request
        };
        let mut lines = JsonLines {
            puzzle: loaded.puzzle.as_ref(),
            console,
            live: ProgressLine::new(),
        };
        let solved = puzzle.solve(arguments, &request, &mut lines)?;
        console.print_json(&json::result(&solved, false));
        solved
    } else {
        let solved = puzzle.solve(arguments, &request, &mut ProgressLine::new())?;
        if arguments.json {
            console.print_json(&json::result(&solved, true));
        } else {
            report::print(&solved, &arguments.wanted(), console);
        }
        solved
    };
    // The result is reported even if no picture of it can be written.
    write_pictures(&solved, &arguments.wanted(), &arguments.pictures)?;
    Ok(solved.findings.verdict.exit_code())
}

/// A puzzle that was read.
pub(super) struct Opened<'p> {
    pub(super) name: &'p str,
    pub(super) loaded: &'p Loaded,
    /// How long that took.
    pub(super) parse: Duration,
}

impl<'p> Opened<'p> {
    /// Solves it and finds out what else was asked for.
    pub(super) fn solve(
        self,
        arguments: &SolveArguments,
        request: &Request,
        watcher: &mut dyn Watcher,
    ) -> Result<Solved<'p>, Failure> {
        let started = Instant::now();
        let puzzle = self.loaded.puzzle.as_ref();
        let request = &Request {
            spent: self.parse,
            ..request.clone()
        };
        let mut findings = solve(puzzle, request, watcher)?;
        let total = self.parse + started.elapsed();
        let verdict = findings.verdict;
        let consensus = if arguments.consensus && verdict.found > 0 {
            let time = request.limits.time;
            let limits = Limits {
                time: time.map(|time| time.saturating_sub(started.elapsed())),
                ..request.limits.clone()
            };
            let request = Request {
                limits,
                ..request.clone()
            };
            Some(consensus(puzzle, &request)?)
        } else {
            None
        };
        // Solutions only counted were not kept, and places that differ are drawn as in one of them.
        if consensus.is_some() && findings.solutions.is_empty() {
            let one = Request {
                goal: Goal::Limit(1),
                ..request.clone()
            };
            findings.solutions = solve(puzzle, &one, &mut Unwatched)?.solutions;
        }
        // Consistency: if the consensus knows the number of solutions, so does the verdict.
        if let Some(report) = &consensus
            && let Some(number) = report.solutions
            && !findings.verdict.is_exhaustive()
        {
            findings.verdict = Verdict {
                found: number,
                stopped: None,
            };
            findings.answers.clone_from(&report.answers);
        }
        let is_cut_short = matches!(
            verdict.stopped,
            Some(Halt::Time(_) | Halt::Nodes(_) | Halt::Failures(_))
        );
        let weak = if is_cut_short || total >= LONG {
            weak_rules(puzzle)
        } else {
            Vec::new()
        };
        let mut solved = Solved {
            name: self.name,
            loaded: self.loaded,
            findings,
            consensus,
            clash: None,
            standing: None,
            entries: request.build.entries.clone(),
            to_blame: Vec::new(),
            weak,
            parse: self.parse,
            total,
        };
        if let Some(entries) = &request.build.entries
            && verdict.found == 0
            && verdict.is_exhaustive()
        {
            solved.standing = Some(standing(
                puzzle,
                &without_entries(request, started),
                entries,
            )?);
        }
        if solved.may_explain(arguments.explain) {
            let begun = Instant::now();
            let most = arguments.explain * 3 / 4;
            solved.clash = explain(puzzle, &request.build, most, &request.limits.interrupt);
            if request.build.entries.is_none() {
                let left = arguments.explain.saturating_sub(begun.elapsed());
                solved.to_blame = blamed(puzzle, request, left)?;
            }
        }
        Ok(solved)
    }
}

/// A solve longer than this reports the weak rules.
const LONG: Duration = Duration::from_secs(10);

/// The rules with a part that uses the general method, in the order of the rulebook.
fn weak_rules(puzzle: &dyn Puzzle) -> Vec<String> {
    let parts = puzzle.parts().into_iter().filter(|part| part.is_weak);
    let mut rules: Vec<String> = parts.map(|part| part.rule).collect();
    rules.dedup();
    rules
}

/// Givens and clues each of which, left out alone, would give a solution, with their values, as far as this is
/// determined in time.
fn blamed(puzzle: &dyn Puzzle, request: &Request, time: Duration) -> Result<Vec<String>, Failure> {
    let parts = puzzle.parts_of_file();
    let (found, _) = thin::to_blame(puzzle, request, Instant::now() + time)?;
    let name = |part: usize| format!("{} of {}", parts[part].keys.join("/"), parts[part].place);
    Ok(found.into_iter().map(name).collect())
}

/// The same request without entries, in the time that is left.
fn without_entries(request: &Request, started: Instant) -> Request {
    let left = |time: Duration| time.saturating_sub(started.elapsed());
    Request {
        limits: Limits {
            time: request.limits.time.map(left),
            ..request.limits.clone()
        },
        build: BuildOptions {
            entries: None,
            ..request.build.clone()
        },
        ..request.clone()
    }
}

/// Prints each solution as a line of JSON when it is found.
struct JsonLines<'a> {
    puzzle: &'a dyn Puzzle,
    console: &'a mut Console,
    live: ProgressLine,
}

impl Watcher for JsonLines<'_> {
    fn found(&mut self, number: u64, completed: &Completed) -> ControlFlow<Halt> {
        self.console
            .print_json(&json::solution_line(self.puzzle, number, completed));
        // Nobody reads on: no use in finding more.
        if self.console.is_closed() {
            return ControlFlow::Break(Halt::Cancelled);
        }
        self.live.found(number, completed)
    }

    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<Halt> {
        if !self.console.flush() {
            return ControlFlow::Break(Halt::Cancelled);
        }
        self.live.progress(progress)
    }
}

/// Writes the picture of the findings to these files.
pub(super) fn write_pictures(
    solved: &Solved<'_>,
    wanted: &Wanted,
    files: &PictureArguments,
) -> Result<(), Failure> {
    if !files.are_wanted() {
        return Ok(());
    }
    let puzzle = solved.loaded.puzzle.as_ref();
    let verdict = solved.findings.verdict;
    let outcome = match (verdict.found, verdict.is_exhaustive()) {
        (0, true) => "no solution",
        (0, false) => "no solution found yet",
        _ => "",
    };
    let picture = report::picture(solved, wanted.all);
    let picture = titled(picture, solved.loaded, outcome);
    let extra = match solved.findings.solutions.first() {
        Some(completed) => puzzle.extra_pictures(completed),
        None => Vec::new(),
    };
    files.write(picture, wanted.drawing, &extra)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::{Arguments, Command, exit};
    use super::*;
    use crate::puzzle::Kind;
    use crate::read::{Document, Problems, Source, parse_with};
    use crate::solve::tests::Toy;
    use crate::symbol::Violation;

    /// Puzzles whose checker finds fault with everything.
    #[derive(Debug)]
    struct Captious;

    impl Kind for Captious {
        fn name(&self) -> &'static str {
            "captious"
        }

        fn summary(&self) -> &'static str {
            "nothing is right"
        }

        fn starter(&self) -> &'static str {
            "kind = \"captious\"\n"
        }

        fn read(
            &self,
            document: &Document<'_>,
            problems: &mut Problems,
        ) -> Option<Box<dyn Puzzle>> {
            document.allow_keys(&[], problems);
            let mut toy = Toy::new(2);
            let broken = Violation::new("nothing is right", Vec::new(), "not even this");
            toy.broken.push(broken);
            Some(Box::new(toy))
        }
    }

    #[test]
    fn where_solver_and_checker_disagree_no_result_is_shown() {
        let source = Source {
            name: "captious.toml".to_owned(),
            text: Captious.starter().to_owned(),
        };
        let loaded = parse_with(&source, &[&Captious]).unwrap();
        for more in [&[][..], &["--count"], &["--all"], &["--threads", "2"]] {
            let words = [&["quadrille", "solve", "captious.toml"], more].concat();
            let Command::Solve(arguments) = Arguments::try_parse_from(words).unwrap().command
            else {
                panic!("it is a solve");
            };
            let request = arguments.request(&Arc::default()).unwrap();
            let opened = Opened {
                name: &source.name,
                loaded: &loaded,
                parse: Duration::ZERO,
            };
            let failure = opened
                .solve(&arguments, &request, &mut ProgressLine::new())
                .unwrap_err();
            assert_eq!(failure.code, exit::DEFECT);
            assert_eq!(failure.in_short(), "a bug in quadrille");
            assert!(failure.report.contains("please report it with the puzzle"));
            assert!(failure.report.contains("nothing is right: not even this"));
            let json = json::failed(&source.name, &failure);
            assert_eq!(
                (&json["type"], &json["name"]),
                (&"defect".into(), &"captious.toml".into())
            );
        }
    }
}
