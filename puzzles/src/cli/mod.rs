//! The `quadrille` command: arguments in, text and an exit code out. One file for each command.
//!
#![doc = include_str!("../protocol/documents.md")]

mod again;
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
mod markdown;
mod merge;
mod minimise;
mod new;
mod open;
mod pager;
mod pages;
mod passes;
mod report;
mod rules;
mod search;
mod serve;
mod show;
mod solve;
mod split;
mod stats;
mod status;
mod steps;
mod test;
mod watch;
mod without;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, FromArgMatches, Parser, Subcommand};

use console::{ColourChoice, Console};

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
    #[command(flatten)]
    options: Options,

    #[command(subcommand)]
    command: Command,
}

/// What goes with every command.
#[derive(Args, Debug)]
struct Options {
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

    /// A rulebook of your own, for puzzles that name it as their kind and for addresses
    #[arg(long = "kind", global = true, value_name = "FILE", display_order = 901)]
    rulebook_file: Option<PathBuf>,

    /// A folder with rulebooks of your own, searched after that of the puzzle; may be repeated. Those of the
    /// environment variable QUADRILLE_RULEBOOKS follow
    #[arg(
        long = "rulebooks",
        global = true,
        value_name = "FOLDER",
        display_order = 902
    )]
    rulebook_folders: Vec<PathBuf>,
}

/// What the exit codes mean, for the help text.
const EXIT_CODES: &str = "\
Exit codes: 0 exactly one solution (or: all went well), 1 no solution (or: a check failed), 2 bad input or \
arguments, 3 several solutions, 4 stopped by a limit, 70 a bug in quadrille, 74 output could not be written.

Example: quadrille solve number-cross-4
The guide: quadrille guide";

/// What to try first, for a call without arguments.
const TO_BEGIN_WITH: &str = "\
Quadrille solves grid puzzles: every solution, the proof that there is no other,
and a picture.

  quadrille solve sudoku             a puzzle of a genre that it knows
  quadrille solve 'https://puzz.link/p?nurikabe/8/8/o1n1i5q.o.h85j1j3k'
                                     a puzzle from its address, off line
  quadrille new nurikabe -o my.toml  a file for a puzzle of your own
  quadrille solve my.toml            solves it
  quadrille hint my.toml             tells the easiest next step and why
  quadrille list                     all genres; `list loop` some of them
  quadrille serve                    opens the page in the browser
  quadrille guide                    the guide

`quadrille --help` lists all commands, `quadrille solve --help` explains one.";

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
    Watch(again::WatchArguments),
    Serve(serve::ServeArguments),
    Completions(pages::CompletionsArguments),
    Man(pages::ManArguments),
}

/// Adds the arguments of one command to what clap knows of it.
type Augment = fn(clap::Command) -> clap::Command;

/// All commands by name.
const COMMANDS: [(&str, Augment); 22] = [
    ("solve", solve::SolveArguments::augment_args),
    ("split", split::SplitArguments::augment_args),
    ("merge", merge::MergeArguments::augment_args),
    ("status", status::StatusArguments::augment_args),
    ("check", check::CheckArguments::augment_args),
    ("minimise", minimise::MinimiseArguments::augment_args),
    ("hint", hint::HintArguments::augment_args),
    ("steps", steps::StepsArguments::augment_args),
    ("grade", steps::GradeArguments::augment_args),
    ("show", show::ShowArguments::augment_args),
    ("link", link::LinkArguments::augment_args),
    ("fold", fold::FoldArguments::augment_args),
    ("list", list::ListArguments::augment_args),
    ("new", new::NewArguments::augment_args),
    ("guide", guide::GuideArguments::augment_args),
    ("rules", rules::RulesArguments::augment_args),
    ("compare", compare::CompareArguments::augment_args),
    ("test", test::TestArguments::augment_args),
    ("watch", again::WatchArguments::augment_args),
    ("serve", serve::ServeArguments::augment_args),
    ("completions", pages::CompletionsArguments::augment_args),
    ("man", pages::ManArguments::augment_args),
];

impl Arguments {
    /// Reads the arguments, the program's name first.
    fn read(arguments: &[OsString]) -> Result<Self, clap::Error> {
        Self::read_of_one(arguments).map_or_else(|| Self::try_parse_from(arguments), Ok)
    }

    /// The same if they are right and begin with a command's name. To describe the arguments of all commands to clap
    /// takes as long as to read a small puzzle.
    fn read_of_one(arguments: &[OsString]) -> Option<Self> {
        let named = arguments.get(1)?.to_str()?;
        let (name, augment) = COMMANDS.iter().find(|(name, _)| *name == named)?;
        let of_command = augment(clap::Command::new(*name));
        let of_all = Options::augment_args(clap::Command::new("quadrille"));
        let read = of_all
            .subcommand(of_command)
            .try_get_matches_from(arguments)
            .ok()?;
        Self::from_arg_matches(&read).ok()
    }
}

/// Runs the command with the given arguments, the program's name first, and returns its exit code.
///
/// Results go to standard output, everything else to standard error. A closed standard output is not an error: the
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
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments.len() < 2 {
        let mut console = Console::new(ColourChoice::Auto);
        console.complain(TO_BEGIN_WITH);
        return console.finish(exit::BAD_INPUT);
    }
    let arguments = match Arguments::read(&arguments) {
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
    let mut console = Console::new(arguments.options.color);
    let options = &arguments.options;
    let file = options.rulebook_file.as_deref();
    let named = open::name_rulebooks(file, &options.rulebook_folders, &console);
    if let Err(failure) = named {
        let code = failure.complain(&mut console);
        return console.finish(code);
    }
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
        Command::Watch(command) => again::run(command, &mut console),
        Command::Serve(command) => serve::run(command, &mut console),
        Command::Completions(command) => pages::completions(command, &mut console),
        Command::Man(command) => pages::man(command, &mut console),
    };
    let code = outcome.unwrap_or_else(|failure| failure.complain(&mut console));
    console.finish(code)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::read::{MAX_BYTES, MAX_LIST_BYTES};
    use crate::words::thousands;

    #[test]
    fn every_command_is_read_by_itself() {
        let whole = Arguments::command();
        assert_eq!(whole.get_subcommands().count(), COMMANDS.len());
        for (command, (name, augment)) in whole.get_subcommands().zip(COMMANDS) {
            assert_eq!(command.get_name(), name);
            let described = augment(clap::Command::new(name));
            let ids = |command: &clap::Command| -> Vec<String> {
                let arguments = command.get_arguments();
                arguments.map(|known| known.get_id().to_string()).collect()
            };
            assert_eq!(ids(&described), ids(command), "{name}");
        }
        let words = ["quadrille", "show", "x", "--color", "never"].map(OsString::from);
        let read = Arguments::read_of_one(&words).unwrap();
        assert!(matches!(read.command, Command::Show(_)));
        assert!(matches!(read.options.color, ColourChoice::Never));
        for words in [&["quadrille", "show"][..], &["quadrille", "--help"]] {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            assert!(Arguments::read_of_one(&words).is_none());
            assert!(Arguments::read(&words).is_err());
        }
    }

    /// Tested where they are enforced.
    #[test]
    fn limits_of_the_command_are_those_told() {
        let guide = include_str!("../guide/puzzle_files.md");
        for (what, most, unit) in [
            ("any file, or standard input", MAX_BYTES, " bytes"),
            ("a list of sudokus", MAX_LIST_BYTES, " bytes"),
            (
                "puzzle files in a folder",
                super::files::MOST_FILES as u64,
                "",
            ),
            ("threads", super::search::MOST_THREADS as u64, ""),
        ] {
            let row = format!("\n| {what} | {}{unit} |\n", thousands(most));
            assert!(guide.contains(&row), "the guide lacks {row}");
        }
    }
}
