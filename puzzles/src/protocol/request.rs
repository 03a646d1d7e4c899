//! Reading requests.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quadrille_engine::Limits;
use serde_json::Value;

use super::problems::Wrong;
use super::{Host, PROTOCOL};
use crate::document::{MAX_BYTES, Source};
use crate::language::field::Entered;
use crate::language::library::Shelf;
use crate::puzzle::Entries;
use crate::read::{Loaded, parse_on};
use crate::solve::Request;

/// A request: an object, and who answers it.
pub(super) struct Asked<'h> {
    fields: Value,
    pub(super) host: &'h Host,
}

/// The puzzle that was read last for a board. Changes come one after the other, and each begins with the board before it;
/// nothing is searched with it, so no search can depend on what was asked before.
static LAST: Mutex<Option<Arc<Known>>> = Mutex::new(None);

/// A puzzle that was read, with all that it was read from.
struct Known {
    rulebooks: Vec<(String, String)>,
    asker: Arc<Asker>,
}

/// A puzzle of a request, with its file.
pub(super) struct Asker {
    pub(super) source: Source,
    pub(super) loaded: Loaded,
}

impl<'h> Asked<'h> {
    /// Reads a request.
    pub(super) fn read(text: &str, host: &'h Host) -> Result<Self, Wrong> {
        let fields: Value = serde_json::from_str(text)
            .map_err(|error| Wrong::Request(format!("not a document of JSON: {error}")))?;
        if !fields.is_object() {
            return Err(Wrong::Request("not an object of JSON".to_owned()));
        }
        match fields.get("protocol").map(Value::as_u64) {
            None | Some(Some(PROTOCOL)) => Ok(Self { fields, host }),
            Some(_) => Err(Wrong::Request(format!(
                "this program speaks version {PROTOCOL} of the protocol"
            ))),
        }
    }

    /// A field that must be a text.
    pub(super) fn text(&self, name: &str) -> Result<&str, Wrong> {
        let text = self.fields.get(name).and_then(Value::as_str);
        text.ok_or_else(|| Wrong::Request(format!("`{name}` is missing, or not a text")))
    }

    /// A field that may be a text.
    pub(super) fn optional(&self, name: &str) -> Option<&str> {
        self.fields.get(name).and_then(Value::as_str)
    }

    /// A whole number that is not negative, if it is there.
    pub(super) fn optional_number(&self, name: &str) -> Option<u64> {
        self.fields.get(name).and_then(Value::as_u64)
    }

    /// How many rows or columns further: 0 if it is not there.
    pub(super) fn steps(&self, name: &str) -> Result<isize, Wrong> {
        const MOST: i64 = 1_000_000;
        let Some(value) = self.fields.get(name) else {
            return Ok(0);
        };
        let steps = value.as_i64().filter(|steps| steps.abs() <= MOST);
        let steps = steps.and_then(|steps| isize::try_from(steps).ok());
        steps.ok_or_else(|| Wrong::Request(format!("`{name}` is not a number of steps")))
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.fields
            .get(name)
            .and_then(Value::as_bool)
            .unwrap_or(false)
    }

    /// A list; empty if it is not there.
    pub(super) fn list(&self, name: &str) -> &[Value] {
        let list = self.fields.get(name).and_then(Value::as_array);
        list.map_or(&[], Vec::as_slice)
    }

    /// The time that was asked for, `usual` if none was, and never more than the host allows.
    pub(super) fn time(&self, usual: Duration) -> Duration {
        let seconds = self.fields.get("time").and_then(Value::as_f64);
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        time.unwrap_or(usual).min(self.host.most_time)
    }

    /// What to solve with, in that time.
    pub(super) fn request(&self, usual: Duration) -> Request {
        Request {
            limits: Limits {
                time: Some(self.time(usual)),
                nodes: self.optional_number("nodes"),
                interrupt: self.host.interrupt.clone(),
                ..Limits::default()
            },
            threads: self.host.threads.max(1),
            ..Request::default()
        }
    }

    /// Name and text of the rulebooks that came along.
    pub(super) fn rulebooks(&self) -> Vec<(String, String)> {
        let rulebooks = self.fields.get("rulebooks").and_then(Value::as_object);
        let named = rulebooks.into_iter().flatten();
        named
            .filter_map(|(name, text)| Some((name.clone(), text.as_str()?.to_owned())))
            .collect()
    }

    pub(super) fn shelf(&self) -> Shelf {
        Shelf::carrying(&self.rulebooks())
    }

    /// Does something with one more rulebook.
    pub(super) fn with_rulebook<T>(
        &self,
        name: &str,
        text: &str,
        work: impl FnOnce(&Asked<'_>) -> Result<T, Wrong>,
    ) -> Result<T, Wrong> {
        let mut fields = self.fields.clone();
        if !fields["rulebooks"].is_object() {
            fields["rulebooks"] = serde_json::json!({});
        }
        fields["rulebooks"][name] = text.into();
        work(&Asked {
            fields,
            host: self.host,
        })
    }

    /// The puzzle file of the request.
    pub(super) fn puzzle(&self) -> Result<Asker, Wrong> {
        let text = self.text("puzzle")?;
        self.puzzle_of(text.to_owned())
    }

    /// The puzzle of a file, for a board: that of the last one if it is the same.
    pub(super) fn board_of(&self, text: &str) -> Result<Arc<Asker>, Wrong> {
        let rulebooks = self.rulebooks();
        let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let known = last().clone().filter(|known| {
            let source = &known.asker.source;
            source.text == text && source.name == self.name() && known.rulebooks == rulebooks
        });
        if let Some(known) = known {
            return Ok(Arc::clone(&known.asker));
        }
        let asker = Arc::new(self.puzzle_of(text.to_owned())?);
        let known = Known {
            rulebooks,
            asker: Arc::clone(&asker),
        };
        *last() = Some(Arc::new(known));
        Ok(asker)
    }

    fn name(&self) -> &str {
        self.optional("name").unwrap_or("the puzzle")
    }

    /// The puzzle of a file.
    pub(super) fn puzzle_of(&self, text: String) -> Result<Asker, Wrong> {
        if text.len() as u64 > MAX_BYTES {
            let most = format!("the file is too large: at most {MAX_BYTES} bytes are read");
            return Err(Wrong::Refused(most));
        }
        let source = Source {
            name: self.name().to_owned(),
            text,
        };
        match parse_on(&source, &self.shelf()) {
            Ok(loaded) => Ok(Asker { source, loaded }),
            Err(problems) => Err(Wrong::input(source, problems)),
        }
    }

    /// What was entered: `entries`, each as layer, position and word.
    pub(super) fn words_entered(&self) -> Result<Vec<Entered>, Wrong> {
        let wrong =
            || Wrong::Request("an entry is a list of a layer, a position and a word".to_owned());
        let entries = self.list("entries").iter().map(|entry| {
            let (layer, position, word) = match entry.as_array().map(Vec::as_slice) {
                Some([layer, position, word]) => (layer, position, word),
                _ => return Err(wrong()),
            };
            let position = position.as_u64().and_then(|at| usize::try_from(at).ok());
            Ok(Entered {
                layer: layer.as_str().ok_or_else(wrong)?.to_owned(),
                position: position.ok_or_else(wrong)?,
                word: word.as_str().ok_or_else(wrong)?.to_owned(),
            })
        });
        entries.collect()
    }

    /// The entries, if there are any.
    pub(super) fn entries(&self, asker: &Asker) -> Result<Option<Entries>, Wrong> {
        let words = self.words_entered()?;
        match words.is_empty() {
            true => Ok(None),
            false => {
                let entries = asker.loaded.puzzle.entered(&words);
                entries.map(Some).map_err(Wrong::Refused)
            }
        }
    }
}
