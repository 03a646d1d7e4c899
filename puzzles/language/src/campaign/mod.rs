//! Searches that outlive their process: saved and resumed, split into parts for other machines, and merged again.
//!
//! The open part of a search is a list of nodes, each a path of literals from the root ([`Search::open`]). Saved
//! together with the findings in the rest, it is a **checkpoint**; split into many, it is a **plan** of **parts**; the
//! findings in a part are its **result**; and results whose nodes cover the whole space exactly once are **merged**
//! into what one search would have found. Nothing here schedules, elects or moves files: the parts are files, to be
//! solved with `quadrille solve --part` on any machine.
//!
//! [`Search::open`]: quadrille_engine::Search::open
//!
//! | file | what it is |
//! |---|---|
//! | `task` | what is searched, and for what: puzzle, rulebooks, options |
//! | `sealed` | documents that notice when they are damaged; `sha256` |
//! | `nodes`, `cover` | nodes as text; whether they cover the space exactly once |
//! | `tally`, `record` | what was found, and how it adds up; the same on disk |
//! | `crew` | the threads of one process, and what they have done at one moment |
//! | `checkpoint` | that moment on disk |
//! | `plan`, `part`, `merge` | cutting a search into parts, solving one, and putting results together |
//! | `status` | the progress of the parts, and what is left |
//! | `conclusion` | what was found, as reported by a single solve |

mod checkpoint;
mod conclusion;
mod cover;
mod crew;
mod merge;
mod nodes;
mod part;
mod plan;
mod record;
mod sealed;
mod sha256;
mod status;
mod tally;
mod task;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use quadrille_engine::OpenNode;

pub use conclusion::Conclusion;
pub use merge::{Folder, Merged};
pub use part::{Part, PartDone, result_path};
pub use status::{Estimate, StartedPart, Status};
pub use task::Task;

use crate::language::Puzzle;
use crate::solve::{CheckFailed, Halt, Request, Sample, Watcher};
use crate::whole::sweep;
use checkpoint::Checkpoint;
pub use crew::Solvers;
use crew::{Crew, State};

/// How often a search is saved by default.
pub const EVERY: Duration = Duration::from_secs(10);

/// Why a long search has nothing to tell.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// A file is damaged, foreign, or about something else: a text that says so.
    Refused(String),
    /// A file could not be written: a text that says so.
    NotWritten(String),
    /// A limit or a signal came before there was anything to tell.
    Stopped(Halt),
    /// The model that was built is not the one that the file's literals are about.
    OtherModel,
    /// The model accepted a grid that the checker rejects: a bug in this program.
    CheckFailed(CheckFailed),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Refused(text) | Trouble::NotWritten(text) => f.write_str(text),
            Trouble::Stopped(halt) => write!(f, "error: nothing was done: {halt}"),
            Trouble::OtherModel => f.write_str(
                "error: this build of quadrille makes a different model of the puzzle from the one that wrote the file; \
                 go on with the program that began",
            ),
            Trouble::CheckFailed(failed) => failed.fmt(f),
        }
    }
}

impl std::error::Error for Trouble {}

impl From<CheckFailed> for Trouble {
    fn from(failed: CheckFailed) -> Self {
        Trouble::CheckFailed(failed)
    }
}

/// Where a search is saved, and how.
#[derive(Clone, Debug)]
pub struct Saving<'a> {
    /// The file that is written.
    pub to: &'a str,
    /// The file to continue from.
    pub from: Option<&'a str>,
    /// How often.
    pub every: Duration,
}

/// Solves a puzzle, saving the search at intervals and at the end, or continues a saved one. From the request only
/// limits, threads and branching are used; the rest is the task's.
///
/// # Errors
/// [`Trouble`], before anything is searched if a file is refused.
pub fn solve_saved(
    task: &Task,
    puzzle: &Puzzle,
    request: &Request,
    saving: &Saving<'_>,
    watcher: &mut dyn Watcher,
) -> Result<Conclusion, Trouble> {
    sweep_leftovers([saving.to]);
    let mut checkpoint = Checkpoint::new(saving.to, task, None);
    let mut state = match saving.from {
        Some(from) => {
            let mut old = Checkpoint::new(from, task, None);
            let mut state = old.read().map_err(Trouble::Refused)?;
            if from == saving.to {
                checkpoint = old;
            } else {
                // From here on solutions are saved in new files.
                state.tally.fresh = old.solutions(&state.tally).map_err(Trouble::Refused)?;
            }
            state
        }
        None if Path::new(saving.to).is_file() => {
            return Err(Trouble::Refused(format!(
                "error: there is a file `{0}`; continue from it with `--resume {0}`, or remove it",
                saving.to
            )));
        }
        None => State::new(vec![OpenNode::root()]),
    };
    let crew = Crew {
        puzzle,
        solvers: &Solvers::default(),
        request,
        task,
        every: saving.every,
        whole: 1.0,
        sample: Sample::of,
    };
    let (halt, stats) = match conclusion::is_enough(task, &state) {
        true => (None, state.tally.stats()),
        false => {
            let mut keep = |state: &mut State| checkpoint.write(state);
            crew.search(&[OpenNode::root()], &mut state, &mut keep, watcher)?
        }
    };
    checkpoint.write(&mut state).map_err(Trouble::NotWritten)?;
    let solutions = checkpoint
        .solutions(&state.tally)
        .map_err(Trouble::Refused)?;
    conclusion::conclude(task, puzzle, request, state, solutions, halt, stats)
}

/// Removes temporary versions of these files left by killed processes. Each folder is read once, so pass the files of
/// all parts at once.
pub fn sweep_leftovers<'p>(paths: impl IntoIterator<Item = &'p str>) {
    let mut by_folder: BTreeMap<&Path, Vec<&str>> = BTreeMap::new();
    for path in paths {
        if let Some(folder) = Path::new(path).parent() {
            by_folder.entry(folder).or_default().push(path);
        }
    }
    for (folder, paths) in by_folder {
        sweep(folder, paths.into_iter());
    }
}

/// Splits the search of a task into `parts` parts, writes them to the folder `out`, and returns their number. Fewer
/// than asked for if the space has no more nodes to give.
///
/// # Errors
/// [`Trouble`].
pub fn split(
    task: &Task,
    puzzle: &Puzzle,
    request: &Request,
    parts: usize,
    out: &str,
) -> Result<usize, Trouble> {
    let known = std::fs::create_dir_all(out)
        .and_then(|()| std::fs::read_dir(out))
        .and_then(|mut entries| entries.try_fold(false, |_, entry| entry.map(|_| true)));
    match known {
        Ok(false) => {}
        Ok(true) => {
            return Err(Trouble::Refused(format!(
                "error: the folder `{out}` is not empty"
            )));
        }
        Err(error) => {
            return Err(Trouble::NotWritten(format!(
                "error: cannot write to the folder `{out}`: {error}"
            )));
        }
    }
    let plan = plan::cut(puzzle, request, vec![OpenNode::root()], parts)?;
    let digits = plan.parts.len().to_string().len();
    part::write_parts(task, &plan, &|at| {
        let file = Path::new(out).join(format!("{at:0digits$}.part"));
        file.to_string_lossy().into_owned()
    })
}
