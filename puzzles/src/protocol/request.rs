//! Reading requests.

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

    /// A field that must be a whole number that is not negative.
    pub(super) fn number(&self, name: &str) -> Result<u64, Wrong> {
        let number = self.fields.get(name).and_then(Value::as_u64);
        number.ok_or_else(|| Wrong::Request(format!("`{name}` is missing, or not a number")))
    }

    /// The same, if it is there.
    pub(super) fn optional_number(&self, name: &str) -> Option<u64> {
        self.fields.get(name).and_then(Value::as_u64)
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

    /// The puzzle of a file.
    pub(super) fn puzzle_of(&self, text: String) -> Result<Asker, Wrong> {
        if text.len() as u64 > MAX_BYTES {
            let most = format!("the file is too large: at most {MAX_BYTES} bytes are read");
            return Err(Wrong::Refused(most));
        }
        let source = Source {
            name: self.optional("name").unwrap_or("the puzzle").to_owned(),
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
