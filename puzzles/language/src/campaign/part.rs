//! Parts and their results: files that carry all they need.

use std::path::Path;
use std::time::Duration;

use quadrille_engine::OpenNode;
use serde_json::{Value, json};

use super::checkpoint::Checkpoint;
use super::conclusion::is_enough;
use super::crew::{Crew, Solvers, Sought, State};
use super::record::{fields_of, numbers, read_numbers, tally_of};
use super::sealed::{self, Document, fields, list};
use super::tally::{Decided, Tally};
use super::task::Task;
use super::{Saving, Trouble, nodes, plan};
use crate::language::Puzzle;
use crate::solve::{Halt, Request, Sample, Watcher};
use crate::whole::write_all_whole;

/// What these documents call themselves.
const PART: &str = "part";
const RESULT: &str = "result";

/// A part of a search, as it was read from its file.
#[derive(Debug)]
pub struct Part {
    pub(super) path: String,
    /// The puzzle and the question.
    pub task: Task,
    /// What names the part in its result.
    pub(super) digest: String,
    pub(super) nodes: Vec<OpenNode>,
    /// The estimated number of nodes.
    pub(super) estimate: u64,
    pub(super) model: String,
}

/// The findings of a part.
#[derive(Debug)]
pub(super) struct PartResult {
    pub(super) path: String,
    /// The digest of the part.
    pub(super) part: String,
    pub(super) nodes: Vec<OpenNode>,
    /// The nodes among these that were not searched: they belong to other parts, or are not wanted.
    pub(super) except: Vec<OpenNode>,
    pub(super) tally: Tally,
    pub(super) sought: Option<Sought>,
    pub(super) solutions: Vec<Decided>,
    pub(super) spent: Duration,
    pub(super) model: Option<String>,
    pub(super) refuted_by: Option<String>,
}

/// What came of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartDone {
    /// It was searched, and its result written.
    Now {
        /// Solutions found in it; if the best is asked for, grids that are the best in it.
        found: u64,
        /// If the best is asked for, the best value in it.
        best: Option<i64>,
        /// Nodes visited.
        nodes: u64,
    },
    /// Its result was there.
    Before,
    /// Its result was there, and names further parts' nodes as not searched: it was split.
    Split,
    /// A limit was reached first; the work so far is in the checkpoint.
    Stopped(Halt),
}

/// The default file for the result of the part in this file: beside it, as `NAME.result`.
pub fn result_path(part: &str) -> String {
    let path = Path::new(part).with_extension("result");
    path.to_string_lossy().into_owned()
}

impl Part {
    /// Reads a part.
    ///
    /// # Errors
    /// A text that names the file and says what is wrong with it.
    pub fn read(path: &str) -> Result<Self, String> {
        let document = Document::read(path, PART)?;
        let lines = document.words("nodes")?;
        Ok(Self {
            path: path.to_owned(),
            task: Task::of(&document)?,
            digest: document.seal().to_owned(),
            nodes: document.field("nodes", |_| nodes::read(&lines))?,
            estimate: document.number("estimate")?,
            model: document.word("model")?.to_owned(),
        })
    }

    /// The state of its search before anything was searched.
    fn unsearched(&self) -> State {
        State {
            model: Some(self.model.clone()),
            ..State::new(self.nodes.clone())
        }
    }

    pub(super) fn share(&self) -> f64 {
        self.nodes.iter().map(|node| node.share).sum()
    }

    /// Solves the part, saving the search to `saving.to`, and writes its result to `out`. If the result exists, nothing
    /// is done; a saved search is continued. The solvers are those left by other parts of the same search, perhaps
    /// none.
    ///
    /// # Errors
    /// [`Trouble`]; a failed write leaves no partial file.
    pub fn solve(
        &self,
        out: &str,
        (puzzle, solvers): (&Puzzle, &Solvers),
        request: &Request,
        saving: &Saving<'_>,
        watcher: &mut dyn Watcher,
    ) -> Result<PartDone, Trouble> {
        let mut checkpoint = Checkpoint::new(saving.to, &self.task, Some(&self.digest));
        if Path::new(out).is_file() {
            let known = PartResult::read(out, &self.task).map_err(Trouble::Refused)?;
            if known.part != self.digest {
                return Err(Trouble::Refused(format!(
                    "error: `{out}` is the result of another part than `{}`",
                    self.path
                )));
            }
            if Path::new(saving.to).is_file() && checkpoint.read().is_ok() {
                checkpoint.remove();
            }
            let is_whole = known.except.is_empty() || self.task.may_stop();
            return Ok(if is_whole {
                PartDone::Before
            } else {
                PartDone::Split
            });
        }
        let mut state = if Path::new(saving.to).is_file() {
            checkpoint.read().map_err(Trouble::Refused)?
        } else {
            self.unsearched()
        };
        let crew = Crew {
            puzzle,
            solvers,
            request,
            task: &self.task,
            every: saving.every,
            whole: self.share(),
            // With the first thousands of each part all would be checked where the parts are many.
            sample: Sample::of_part,
        };
        let mut keep = |state: &mut State| checkpoint.write(state);
        let (halt, _) = crew.search(&self.nodes, &mut state, &mut keep, watcher)?;
        if let Some(halt) = state.extent(halt).stopped()
            && !is_enough(&self.task, &state)
        {
            checkpoint.write(&mut state).map_err(Trouble::NotWritten)?;
            return Ok(PartDone::Stopped(halt));
        }
        let solutions = checkpoint
            .solutions(&state.tally)
            .map_err(Trouble::Refused)?;
        if let Err(trouble) = self.write_result(out, &state, &solutions) {
            // Then not all is lost, if that can be written.
            let _ = checkpoint.write(&mut state);
            return Err(trouble);
        }
        checkpoint.remove();
        Ok(PartDone::Now {
            found: state.tally.found,
            best: state.best(),
            nodes: state.tally.nodes,
        })
    }

    /// The open nodes of the state were not searched.
    fn write_result(&self, out: &str, state: &State, solutions: &[Decided]) -> Result<(), Trouble> {
        let mut all = self.task.named();
        all.extend(fields([
            ("part", self.digest.clone().into()),
            ("model", json!(state.model)),
            ("refuted_by", json!(state.refuted_by)),
            ("seconds", state.spent.as_secs_f64().into()),
            ("sought", Sought::field(state.sought)),
        ]));
        all.extend(fields_of(&state.tally));
        all.extend(fields([
            ("nodes_searched", list(nodes::write(&self.nodes))),
            ("except", list(nodes::write(&state.open))),
            ("solutions", list(solutions.iter().map(|s| numbers(s)))),
        ]));
        sealed::write(out, &sealed::sealed(RESULT, all)).map_err(Trouble::NotWritten)
    }

    /// Splits the rest of the part into further parts, the first of which is written to `NAME-1.part` beside it, and
    /// writes the findings so far as its result. No other process may be searching it.
    ///
    /// # Errors
    /// [`Trouble`]; if its result exists, there is nothing to split.
    pub fn split(
        &self,
        saved: &str,
        puzzle: &Puzzle,
        request: &Request,
        parts: usize,
    ) -> Result<usize, Trouble> {
        let out = result_path(&self.path);
        if Path::new(&out).exists() {
            return Err(Trouble::Refused(format!(
                "error: there is a result `{out}` already; nothing is left to split"
            )));
        }
        let mut checkpoint = Checkpoint::new(saved, &self.task, Some(&self.digest));
        let begun = Path::new(saved).is_file();
        let known = begun.then(|| checkpoint.read().map_err(Trouble::Refused));
        // Open questions overlap, so parts cannot be made of them.
        let known = known.transpose()?.filter(|state| !state.asks);
        let state = known.unwrap_or_else(|| self.unsearched());
        let plan = plan::cut(puzzle, request, state.open.clone(), parts)?;
        if plan.model != self.model {
            return Err(Trouble::OtherModel);
        }
        let stem = Path::new(&self.path).with_extension("");
        let stem = stem.to_string_lossy();
        let number = write_parts(&self.task, &plan, &|at| format!("{stem}-{at}.part"))?;
        // Not before the parts: the nodes that it names as not searched must be in one of them.
        let solutions = checkpoint
            .solutions(&state.tally)
            .map_err(Trouble::Refused)?;
        self.write_result(&out, &state, &solutions)?;
        checkpoint.remove();
        Ok(number)
    }
}

/// Writes a plan's parts to the files that `path` gives for 1, 2 …
pub(super) fn write_parts(
    task: &Task,
    plan: &plan::Plan,
    path: &dyn Fn(usize) -> String,
) -> Result<usize, Trouble> {
    let paths: Vec<String> = (1..=plan.parts.len()).map(path).collect();
    let text = |at: usize| {
        let share = &plan.parts[at];
        let mut all = task.in_full();
        all.extend(fields([
            ("model", plan.model.clone().into()),
            ("estimate", share.estimate.into()),
            ("nodes", list(nodes::write(&share.nodes))),
        ]));
        sealed::sealed(PART, all).into_bytes()
    };
    write_all_whole(&paths, text).map_err(Trouble::NotWritten)?;
    Ok(plan.parts.len())
}

impl PartResult {
    /// Reads a result of a part of this task.
    ///
    /// # Errors
    /// A text that names the file and says what is wrong with it.
    pub(super) fn read(path: &str, task: &Task) -> Result<Self, String> {
        let document = Document::read(path, RESULT)?;
        task.fits(&document)?;
        let nodes = |key: &str| {
            let lines = document.words(key)?;
            document.field(key, |_| nodes::read(&lines))
        };
        let lines = document.words("solutions")?;
        let solutions = lines
            .iter()
            .map(|line| read_numbers(line).map(Decided::from));
        let solutions: Option<Vec<Decided>> = solutions.collect();
        let text = |key: &str| document.get(key).as_str().map(str::to_owned);
        Ok(Self {
            path: path.to_owned(),
            part: document.word("part")?.to_owned(),
            nodes: nodes("nodes_searched")?,
            except: nodes("except")?,
            tally: tally_of(&document)?,
            sought: document.field("sought", Sought::of_field)?,
            solutions: document.field("solutions", |_| solutions)?,
            spent: Duration::try_from_secs_f64(document.field("seconds", Value::as_f64)?)
                .unwrap_or_default(),
            model: text("model"),
            refuted_by: text("refuted_by"),
        })
    }
}
