//! `quadrille watch`: a command that is run again whenever its puzzle file is saved.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, SystemTime};

use clap::Args;

use super::console::Console;
use super::open::Failure;

/// How often the files are looked at.
const EVERY: Duration = Duration::from_millis(150);

/// Clears the screen, and goes to its beginning.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// Run a command again each time a puzzle file is saved
///
/// Solves the puzzle (for a rulebook: runs its tests), and again after each save of the file or of a rulebook in its
/// folder; a run that has not ended by then is broken off. On a terminal the screen is cleared before each run. Ctrl-C
/// ends it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille watch my-puzzle.toml
  quadrille watch my-puzzle.toml steps
  quadrille watch my-puzzle.toml solve --consensus --time 10s
  quadrille watch my-genre.rules")]
pub(super) struct WatchArguments {
    /// A puzzle file or a file of rules
    #[arg(value_name = "FILE")]
    file: String,

    /// The command, without the name of the file, and its options
    #[arg(
        value_name = "COMMAND",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    command: Vec<OsString>,
}

pub(super) fn run(arguments: &WatchArguments, console: &mut Console) -> Result<u8, Failure> {
    let file = Path::new(&arguments.file);
    if !file.is_file() {
        return Err(Failure::bad_input(format!(
            "error: there is no file `{}` to watch",
            file.display()
        )));
    }
    let program = std::env::current_exe();
    let program = program.map_err(|error| {
        Failure::bad_input(format!("error: the program cannot be run again: {error}"))
    })?;
    let clears = io::stdout().is_terminal();
    loop {
        let before = stamps(file);
        if clears {
            console.print_as_is(CLEAR);
        }
        if !console.flush() {
            return Ok(super::exit::GOOD);
        }
        let mut child = begin(&program, arguments)?;
        while stamps(file) == before {
            thread::sleep(EVERY);
        }
        // It may have ended.
        let _ = child.kill();
        let _ = child.wait();
        // An editor may write in several steps.
        thread::sleep(EVERY);
    }
}

/// Begins the command.
fn begin(program: &Path, arguments: &WatchArguments) -> Result<Child, Failure> {
    let is_rules = Path::new(&arguments.file)
        .extension()
        .is_some_and(|end| end == "rules");
    let default = OsString::from(if is_rules { "test" } else { "solve" });
    let (name, options) = match &arguments.command[..] {
        [] => (&default, &[][..]),
        [name, options @ ..] => (name, options),
    };
    let begun = Command::new(program)
        .arg(name)
        .arg(&arguments.file)
        .args(options)
        .spawn();
    begun.map_err(|error| Failure::bad_input(format!("error: the command cannot be run: {error}")))
}

/// What changes when a file is saved.
type Stamp = (Option<SystemTime>, u64);

/// The stamps of the file and of all rulebooks in its folder. A file that is being replaced is not there for a moment.
fn stamps(file: &Path) -> BTreeMap<PathBuf, Stamp> {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let beside = std::fs::read_dir(folder.unwrap_or(Path::new(".")));
    let beside = beside
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let rulebooks = beside.filter(|path| path.extension().is_some_and(|end| end == "rules"));
    let files = rulebooks.chain([file.to_path_buf()]);
    let stamp = |path: PathBuf| {
        let known = std::fs::metadata(&path).ok()?;
        Some((path, (known.modified().ok(), known.len())))
    };
    files.filter_map(stamp).collect()
}
