//! `quadrille test`: puzzles against what their files say is known of them.

use clap::Args;

use super::console::Console;
use super::limits::LimitArguments;
use super::open::{self, Failure};
use super::watch::{ProgressLine, Signals};
use super::without::WithoutArguments;
use super::{exit, files};
use crate::language::Puzzle;
use crate::language::loaded::examples;
use crate::protocol::expectations::differences;
use crate::read::Expected;
use crate::solve::{Goal, Request, solve};

/// Solve puzzles and compare with what their files expect
///
/// A puzzle file may declare in `[expected]` the number of solutions, the answer, and a solution; under `[[example]]`
/// it may contain smaller puzzles of its kind, each with its own `expected`. Solving does not look at them. For a
/// rulebook, its examples are tested, and whether their grids under `wrong` break the rules named.
///
/// `--without RULE` shows whether the examples notice that the rule is missing: then something is not as expected,
/// either because there are more solutions or because a grid under `wrong` breaks no other rule.
#[derive(Args, Debug)]
#[command(after_help = "\
Example: quadrille test my-puzzles/ number-cross-4

Exit codes: 0 all as expected, 1 something is not, 2 bad input, 4 stopped by a limit before this was known.")]
pub(super) struct TestArguments {
    /// Puzzle files, folders of them, embedded puzzles, addresses, rulebooks (by name or file), or - for standard input
    #[arg(value_name = "PUZZLE", required = true)]
    puzzles: Vec<String>,

    /// Also look for puzzle files in subfolders
    #[arg(long, short)]
    recursive: bool,

    #[command(flatten)]
    without: WithoutArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

/// The result of a test.
enum Tested {
    /// As expected, or otherwise: an exit code.
    Compared(u8),
    /// The file expects nothing.
    Nothing,
}

pub(super) fn run(arguments: &TestArguments, console: &mut Console) -> Result<u8, Failure> {
    open::at_most_one_stdin(&arguments.puzzles)?;
    let signals = Signals::new();
    let mut worst = exit::GOOD;
    let (mut passed, mut all, mut nothing) = (0, 0, 0);
    let mut rest = "";
    for named in files::puzzles(&arguments.puzzles, arguments.recursive) {
        if signals.came() {
            rest = "; the rest was not tried";
            worst = exit::worse(worst, exit::STOPPED);
            break;
        }
        let (name, outcome) = match named {
            Ok(name) => {
                let outcome = match open::is_rulebook(&name) {
                    true => test_rulebook(&name, arguments, &signals, console),
                    false => test_file(&name, arguments, &signals, console),
                };
                (name, outcome)
            }
            Err(folder) => (folder.name, Err(Failure::bad_input(folder.report))),
        };
        let tested = outcome.unwrap_or_else(|failure| {
            console.tell(&format!("{name}: {}\n", failure.in_short()));
            vec![Tested::Compared(failure.complain(console))]
        });
        for tested in tested {
            match tested {
                Tested::Compared(code) => {
                    all += 1;
                    passed += usize::from(code == exit::GOOD);
                    worst = exit::worse(worst, code);
                }
                Tested::Nothing => nothing += 1,
            }
        }
        console.flush();
    }
    let besides = match nothing {
        0 => String::new(),
        number => format!("; {number} with nothing expected"),
    };
    console.tell(&format!("{passed} of {all} as expected{besides}{rest}\n"));
    Ok(worst)
}

/// Tests the examples of a rulebook.
fn test_rulebook(
    name: &str,
    arguments: &TestArguments,
    signals: &Signals,
    console: &mut Console,
) -> Result<Vec<Tested>, Failure> {
    let style = console.report_style(false);
    let kind = open::rulebook(name, style)?;
    for warning in kind.warnings() {
        console.complain(&format!("warning: {warning}"));
    }
    let mut codes = Vec::new();
    for (at, example) in examples(&kind).into_iter().enumerate() {
        let name = format!("{name}, example {}", at + 1);
        codes.push(match example {
            Ok(example) => {
                let (puzzle, expected) = (&example.puzzle, example.expected());
                test(&name, puzzle, expected, arguments, signals, console)?
            }
            Err((source, problems)) => {
                console.tell(&format!("{name}: bad input\n"));
                let code = Failure::bad_input(problems.render(&source, style)).complain(console);
                Tested::Compared(code)
            }
        });
    }
    if codes.is_empty() {
        console.tell(&format!("{name}: no example\n"));
    }
    Ok(codes)
}

/// Tests the puzzle of a file and its examples.
fn test_file(
    name: &str,
    arguments: &TestArguments,
    signals: &Signals,
    console: &mut Console,
) -> Result<Vec<Tested>, Failure> {
    let style = console.report_style(false);
    let loaded =
        signals.while_reading(name, arguments.limits.time, || open::puzzle(name, style))?;
    let mut codes = Vec::new();
    let own = (name.to_owned(), &loaded.puzzle, loaded.expected());
    let examples = loaded.examples().iter().enumerate();
    let examples = examples.map(|(at, example)| {
        let name = format!("{name}, example {}", at + 1);
        (name, &example.puzzle, &example.expected)
    });
    for (name, puzzle, expected) in std::iter::once(own).chain(examples) {
        codes.push(test(&name, puzzle, expected, arguments, signals, console)?);
    }
    Ok(codes)
}

/// Tests one puzzle and prints its line.
fn test(
    name: &str,
    puzzle: &Puzzle,
    expected: &Expected,
    arguments: &TestArguments,
    signals: &Signals,
    console: &mut Console,
) -> Result<Tested, Failure> {
    let rest = arguments.without.puzzle(puzzle)?;
    let puzzle = rest.as_ref().unwrap_or(puzzle);
    let request = Request {
        goal: match expected.solutions {
            // One more than expected shows that there are too many.
            Some(number) => Goal::Limit(number.saturating_add(1)),
            None => Goal::Uniqueness,
        },
        limits: arguments.limits.of_search(signals.interrupt()),
        memory: arguments.limits.memory,
        ..Request::default()
    };
    let findings = solve(puzzle, &request, &mut ProgressLine::new())?;
    let differences = differences(puzzle, expected, &findings);
    let verdict = findings.verdict;
    let (told, tested) = if !differences.is_empty() {
        let told = format!("not as expected: {}", differences.join("; "));
        (told, Tested::Compared(exit::NONE))
    } else if *expected == Expected::default() {
        (format!("nothing expected; {verdict}"), Tested::Nothing)
    } else if verdict.exit_code() == exit::STOPPED {
        let code = Tested::Compared(exit::STOPPED);
        (format!("not known: {verdict}"), code)
    } else {
        let code = Tested::Compared(exit::GOOD);
        (format!("as expected: {verdict}"), code)
    };
    console.tell(&format!("{name}: {told}\n"));
    Ok(tested)
}
