//! `quadrille solve`: all that is known of a puzzle's solutions.

mod arguments;
mod batch;
mod pictures;
pub(super) mod saved;
mod several;

use quadrille_engine::clock::Instant;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::console::Console;
use super::open::{self, Failure};
use super::watch::{ProgressLine, Signals};
use super::{entries, exit, files, json, report};
use crate::language::Puzzle;
use crate::protocol::documents;
use crate::protocol::solved::Opened;
use crate::puzzle::Completed;
use crate::read::Loaded;
use crate::solve::{Halt, Progress, Request, Watcher, resident_bytes};
use pictures::write_pictures;
use several::Named;

pub(super) use arguments::SolveArguments;

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
    check_together(arguments)?;
    if !arguments.part.part.is_empty() {
        return saved::solve_parts(&arguments.part, arguments, signals.interrupt(), console);
    }
    if let Some(saving) = arguments.saved.saving() {
        return match &arguments.puzzles[..] {
            [name] if !files::is_several(name) => {
                saved::run(name, arguments, &request, &saving, console)
            }
            _ => Err(Failure::bad_input(
                "error: --checkpoint and --resume are for one puzzle",
            )),
        };
    }
    match &arguments.puzzles[..] {
        [..] if arguments.from.is_some()
            && (arguments.puzzles.len() > 1 || files::is_several(&arguments.puzzles[0])) =>
        {
            Err(Failure::bad_input(
                "error: --from has the grid of one puzzle",
            ))
        }
        [name] if !files::is_several(name) => {
            run_named(name, arguments, request, &signals, console)
        }
        _ => batch::run(arguments, &request, &signals, console),
    }
}

/// Options that exclude or need each other.
fn check_together(arguments: &SolveArguments) -> Result<(), Failure> {
    if arguments.from.is_some()
        && (!arguments.part.part.is_empty() || arguments.saved.saving().is_some())
    {
        // A saved search is known by its puzzle and options, and entries are not among them.
        return Err(Failure::bad_input(
            "error: --from cannot be combined with --checkpoint, --resume or --part; write a puzzle file with the entries",
        ));
    }
    if !arguments.passes.without_passes.is_empty() && arguments.saved.saving().is_some() {
        // It would be continued with a model that has other variables.
        return Err(Failure::bad_input(
            "error: --without-pass cannot be combined with --checkpoint or --resume",
        ));
    }
    if arguments.part.out.is_some() && arguments.part.part.is_empty() {
        return Err(Failure::bad_input(
            "error: --out is for the result of a part, so it needs --part",
        ));
    }
    Ok(())
}

/// Solves the puzzle of this name, or those of a text of this name that has several.
fn run_named(
    name: &str,
    arguments: &SolveArguments,
    request: Request,
    signals: &Signals,
    console: &mut Console,
) -> Result<u8, Failure> {
    let started = Instant::now();
    let style = console.report_style(arguments.drawing.ascii);
    let named = signals.while_reading(name, request.limits.time, || {
        Named::open(name, arguments, style)
    });
    let solved = match named {
        Ok(Named::Several(..)) if arguments.from.is_some() => Err(Failure::bad_input(
            "error: --from has the grid of one puzzle",
        )),
        Ok(Named::Several(source, entries)) => {
            let text = (&source, &entries[..]);
            return batch::run_text(text, arguments, &request, signals, console);
        }
        Ok(Named::One(loaded)) => solve_one(name, *loaded, started, arguments, request, console),
        Err(failure) => Err(failure),
    };
    match &solved {
        // Pictures are written when the document is out.
        Err(failure) if arguments.json && failure.code != exit::NOT_WRITTEN => {
            console.print_json(&json::failed(name, failure));
        }
        _ => {}
    }
    solved
}

/// Solves a puzzle that was read since `started`.
fn solve_one(
    name: &str,
    loaded: Loaded,
    started: Instant,
    arguments: &SolveArguments,
    mut request: Request,
    console: &mut Console,
) -> Result<u8, Failure> {
    let style = console.report_style(arguments.drawing.ascii);
    let loaded = arguments.without.apply(loaded)?;
    open::warn(name, &loaded, console);
    if let Some(path) = &arguments.from {
        let entries = entries::read(&loaded.puzzle, name, path, style)?;
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
            puzzle: &loaded.puzzle,
            console,
            live: ProgressLine::new(),
        };
        let solved = puzzle.solve(&arguments.more(), &request, &mut lines)?;
        console.print_json(&documents::result(&solved, false));
        solved
    } else {
        let solved = puzzle.solve(&arguments.more(), &request, &mut ProgressLine::new())?;
        if arguments.json {
            console.print_json(&documents::result(&solved, true));
        } else if arguments.solution {
            console.print(&report::alone(&solved));
        } else {
            report::print(&solved, &arguments.wanted(), console);
        }
        solved
    };
    // The result is reported even if no picture of it can be written.
    write_pictures(&solved, &arguments.wanted(), &arguments.pictures)?;
    Ok(solved.findings.verdict.exit_code())
}

/// Prints each solution as a line of JSON when it is found.
struct JsonLines<'a> {
    puzzle: &'a Puzzle,
    console: &'a mut Console,
    live: ProgressLine,
}

impl Watcher for JsonLines<'_> {
    fn found(&mut self, number: u64, completed: &Completed) -> ControlFlow<Halt> {
        self.console
            .print_json(&documents::solution_line(self.puzzle, number, completed));
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clap::Parser;

    use super::super::{Arguments, Command, exit};
    use super::*;
    use crate::Rule;
    use crate::puzzle::{BuildOptions, Built};
    use crate::read::{Source, parse};
    use crate::violation::Violation;

    /// A rule that says nothing to the solver, and that no grid obeys.
    #[derive(Debug)]
    struct Captious;

    impl Rule for Captious {
        fn sentence(&self) -> &str {
            "nothing is right"
        }

        fn post(&self, _: &Puzzle, _: &mut Built, _: &BuildOptions) {}

        fn check(&self, _: &Puzzle, _: &Completed) -> Vec<Violation> {
            vec![Violation::new(
                "nothing is right",
                Vec::new(),
                "not even this",
            )]
        }
    }

    #[test]
    fn where_solver_and_checker_disagree_no_result_is_shown() {
        let source = Source {
            name: "captious.toml".to_owned(),
            text: "rules = \"decide bit on cells: 0..1\"\nsize = \"1x2\"\n".to_owned(),
        };
        let mut loaded = parse(&source).unwrap();
        loaded.puzzle = loaded.puzzle.with_rule(Arc::new(Captious));
        for more in [&[][..], &["--count"], &["--all"], &["--threads", "2"]] {
            let words = [&["quadrille", "solve", "captious.toml"], more].concat();
            let Command::Solve(arguments) = Arguments::try_parse_from(words).unwrap().command
            else {
                panic!("it is a solve");
            };
            let request = arguments.request(&Arc::default()).unwrap();
            let opened = Opened {
                name: "captious.toml",
                loaded: &loaded,
                parse: Duration::ZERO,
            };
            let failure = opened
                .solve(&arguments.more(), &request, &mut ProgressLine::new())
                .unwrap_err();
            let failure = Failure::from(failure);
            assert_eq!(failure.code, exit::DEFECT);
            assert_eq!(failure.in_short(), "a bug in quadrille");
            assert!(failure.report.contains("please report it with the puzzle"));
            assert!(failure.report.contains("nothing is right: not even this"));
            let json = json::failed("captious.toml", &failure);
            assert_eq!(
                (&json["type"], &json["name"]),
                (&"defect".into(), &"captious.toml".into())
            );
        }
    }
}
