//! The `quadrille` command: arguments in, text and an exit code out. One file for each command.
//!
#![doc = include_str!("json.md")]

mod check;
mod compare;
mod comparison;
mod completion;
mod console;
mod drawing;
mod entries;
mod exit;
mod files;
mod fold;
mod forecast;
mod guide;
mod hint;
mod json;
mod limits;
mod lines;
mod link;
mod list;
mod merge;
mod minimise;
mod new;
mod open;
mod pages;
mod report;
mod rules;
mod search;
mod show;
mod solve;
mod solved;
mod split;
mod stats;
mod status;
mod steps;
mod test;
mod watch;
mod without;

use std::ffi::OsString;

use clap::{Parser, Subcommand};

use console::{ColourChoice, Console};
#[cfg(test)]
pub(crate) use {files::MOST_FILES, search::MOST_THREADS};

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "quadrille",
    version,
    about = "Solves grid puzzles: every solution, the proof that there is no other, and a picture",
    after_help = EXIT_CODES,
    infer_long_args = false,
    subcommand_required = true,
    arg_required_else_help = true
)]
struct Arguments {
    /// When to use colours: auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        display_order = 900
    )]
    color: ColourChoice,

    #[command(subcommand)]
    command: Command,
}

/// What the exit codes mean, for the help text.
const EXIT_CODES: &str = "\
Exit codes: 0 exactly one solution (or: all went well), 1 no solution (or: a check failed), 2 bad input or \
arguments, 3 several solutions, 4 stopped by a limit, 70 a bug in quadrille, 74 output could not be written.

Example: quadrille solve number-cross-4
The guide: quadrille guide";

#[derive(Debug, Subcommand)]
enum Command {
    Solve(Box<solve::SolveArguments>),
    Split(Box<split::SplitArguments>),
    Merge(merge::MergeArguments),
    Status(status::StatusArguments),
    Check(check::CheckArguments),
    Minimise(minimise::MinimiseArguments),
    Hint(Box<hint::HintArguments>),
    Steps(steps::StepsArguments),
    Grade(steps::GradeArguments),
    Show(show::ShowArguments),
    Link(link::LinkArguments),
    Fold(fold::FoldArguments),
    List(list::ListArguments),
    New(new::NewArguments),
    Guide(guide::GuideArguments),
    Rules(rules::RulesArguments),
    Compare(Box<compare::CompareArguments>),
    Test(test::TestArguments),
    Completions(pages::CompletionsArguments),
    Man(pages::ManArguments),
}

/// Runs the command with the given arguments, the program's name first, and returns its exit code.
///
/// Results go to standard output, everything else to standard error. A closed standard output is no error: the
/// rest of the output is dropped. With bad input, standard output stays empty.
///
/// | code | meaning |
/// |---|---|
/// | 0 | exactly one solution; for other commands, all went well |
/// | 1 | no solution; `check`: a rule is broken; `test`: something is not as expected; `fold`: no box |
/// | 2 | bad input or bad arguments |
/// | 3 | several solutions |
/// | 4 | stopped by a limit or a signal before the result was known |
/// | 70 | a bug in this program: the solver and the independent checker disagree |
/// | 74 | output could not be written |
///
/// For many puzzles it is the worst: 70, then 74, 2, 4, 1, 3 and 0.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are results; everything else is a complaint. Neither may panic on a closed pipe.
            let _ = error.print();
            return if error.use_stderr() {
                exit::BAD_INPUT
            } else {
                exit::GOOD
            };
        }
    };
    let mut console = Console::new(arguments.color);
    let outcome = match &arguments.command {
        Command::Solve(command) => solve::run(command, &mut console),
        Command::Split(command) => split::run(command, &mut console),
        Command::Merge(command) => merge::run(command, &mut console),
        Command::Status(command) => status::run(command, &mut console),
        Command::Check(command) => check::run(command, &mut console),
        Command::Minimise(command) => minimise::run(command, &mut console),
        Command::Hint(command) => hint::run(command, &mut console),
        Command::Steps(command) => steps::steps(command, &mut console),
        Command::Grade(command) => steps::grade(command, &mut console),
        Command::Show(command) => show::run(command, &mut console),
        Command::Link(command) => link::run(command, &mut console),
        Command::Fold(command) => fold::run(command, &mut console),
        Command::List(command) => list::run(command, &mut console),
        Command::Compare(command) => compare::run(command, &mut console),
        Command::New(command) => new::run(command, &mut console),
        Command::Guide(command) => guide::run(command, &mut console),
        Command::Rules(command) => rules::run(command, &mut console),
        Command::Test(command) => test::run(command, &mut console),
        Command::Completions(command) => pages::completions(command, &mut console),
        Command::Man(command) => pages::man(command, &mut console),
    };
    let code = outcome.unwrap_or_else(|failure| failure.complain(&mut console));
    console.finish(code)
}
