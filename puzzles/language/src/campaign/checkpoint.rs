//! The state of a search on disk: written whole or not at all, and read again only by whom it fits.

use std::time::Duration;

use serde_json::{Value, json};

use super::crew::{Sought, State};
use super::nodes;
use super::record::{Spool, fields_of, tally_of};
use super::sealed::{self, Document, fields, list};
use super::tally::{Decided, Tally};
use super::task::Task;

/// What documents of this sort call themselves.
const WHAT: &str = "checkpoint";

/// A file that holds the state of a search, and the file of solutions beside it.
#[derive(Debug)]
pub(super) struct Checkpoint<'t> {
    path: String,
    task: &'t Task,
    /// The digest of the part that is searched, if it is not the whole.
    part: Option<String>,
    spool: Option<Spool>,
}

impl<'t> Checkpoint<'t> {
    /// A new one, to be written to `path`.
    pub(super) fn new(path: &str, task: &'t Task, part: Option<&str>) -> Self {
        Self {
            path: path.to_owned(),
            task,
            part: part.map(str::to_owned),
            spool: None,
        }
    }

    /// Reads the file.
    ///
    /// # Errors
    /// If it is damaged, or about something else.
    pub(super) fn read(&mut self) -> Result<State, String> {
        let document = Document::read(&self.path, WHAT)?;
        self.task.fits(&document)?;
        if document.get("part").as_str() != self.part.as_deref() {
            return Err(format!(
                "error: `{}` is the checkpoint of another part",
                self.path
            ));
        }
        let open = document.words("open")?;
        let tally = tally_of(&document)?;
        let solutions = document.get("solutions");
        self.spool = match solutions {
            Value::Null => None,
            named => Some(Spool::resume(named, tally.best, &self.path)?),
        };
        Ok(State {
            open: document.field("open", |_| nodes::read(&open))?,
            tally,
            sought: document.field("sought", Sought::of_field)?,
            spent: Duration::try_from_secs_f64(document.field("seconds", Value::as_f64)?)
                .unwrap_or_default(),
            model: document.get("model").as_str().map(str::to_owned),
            refuted_by: document.get("refuted_by").as_str().map(str::to_owned),
            asks: document.field("asks", Value::as_bool)?,
        })
    }

    /// Writes the file, solutions first: everything that the file refers to is on disk before it.
    ///
    /// # Errors
    /// If something cannot be written; the old file and the state are then unchanged.
    pub(super) fn write(&mut self, state: &mut State) -> Result<(), String> {
        let tally = &mut state.tally;
        let mut outdated = None;
        let mut before = None;
        if self.task.keeps_all() {
            let best = tally.best;
            match &mut self.spool {
                Some(spool) if spool.best() == best => {
                    before = Some(spool.end());
                    spool.add(&tally.fresh)?;
                }
                spool => {
                    let mut new = Spool::create(&self.path, best)?;
                    new.add(&tally.fresh)?;
                    outdated = spool.replace(new);
                }
            }
        }
        let written = self.write_document(state);
        if let Some(old) = outdated {
            match &written {
                Ok(()) => old.remove(),
                // The file still names it.
                Err(_) => self.spool = Some(old),
            }
        }
        if let Err(reason) = written {
            if let (Some(spool), Some(end)) = (&mut self.spool, before) {
                spool.go_back(end);
            }
            return Err(reason);
        }
        state.tally.fresh.clear();
        Ok(())
    }

    fn write_document(&self, state: &State) -> Result<(), String> {
        let mut all = self.task.named();
        all.extend(fields([
            ("part", json!(self.part)),
            ("model", json!(state.model)),
            ("refuted_by", json!(state.refuted_by)),
            ("seconds", state.spent.as_secs_f64().into()),
            ("sought", Sought::field(state.sought)),
        ]));
        all.insert("asks".to_owned(), state.asks.into());
        all.extend(fields_of(&state.tally));
        let solutions = self.spool.as_ref().map_or(Value::Null, Spool::named);
        all.insert("solutions".to_owned(), solutions);
        all.insert("open".to_owned(), list(nodes::write(&state.open)));
        sealed::write(&self.path, &sealed::sealed(WHAT, all))
    }

    /// All solutions of this tally, written already or not.
    pub(super) fn solutions(&mut self, tally: &Tally) -> Result<Vec<Decided>, String> {
        let of_tally = self
            .spool
            .as_mut()
            .filter(|spool| spool.best() == tally.best);
        let mut solutions = of_tally.map_or(Ok(Vec::new()), Spool::read)?;
        solutions.extend(tally.fresh.iter().cloned());
        Ok(solutions)
    }

    /// Takes the files away, when they are of no more use.
    pub(super) fn remove(self) {
        if let Some(spool) = &self.spool {
            spool.remove();
        }
        // If it stays, the next run finds the result and does not look at it.
        let _ = std::fs::remove_file(&self.path);
    }
}
