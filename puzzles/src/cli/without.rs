//! `--without RULE`: puzzles whose rules are left out by name.

use clap::Args;

use super::open::Failure;
use crate::document::{known_words, shown};
use crate::language::Puzzle;
use crate::language::id_of;
use crate::read::Loaded;

/// Rules that are left out.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct WithoutArguments {
    /// Ignore a rule, given by its name, or by its sentence in quotes. Can be repeated
    #[arg(long = "without", value_name = "RULE")]
    rules: Vec<String>,
}

impl WithoutArguments {
    /// Whether nothing is left out.
    pub(super) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The names of the rules that are left out, of those in `known` (name and sentence).
    ///
    /// # Errors
    /// If there is no such rule; the message has the nearest names.
    pub(super) fn names(&self, known: &[(String, String)]) -> Result<Vec<String>, Failure> {
        self.rules
            .iter()
            .map(|wanted| {
                let id = id_of(wanted);
                let named = known.iter().find(|(name, _)| name == wanted.trim());
                let found = named.or_else(|| {
                    known
                        .iter()
                        .find(|(name, sentence)| *name == id || id_of(sentence) == id)
                });
                match found {
                    Some((name, _)) => Ok(name.clone()),
                    None => Err(unknown(wanted, &id, known)),
                }
            })
            .collect()
    }

    /// The puzzle without these rules.
    ///
    /// # Errors
    /// If it has no such rule.
    pub(super) fn puzzle(&self, puzzle: &Puzzle) -> Result<Option<Puzzle>, Failure> {
        if self.is_empty() {
            return Ok(None);
        }
        let names = self.names(&puzzle.rules())?;
        Ok(Some(puzzle.without(&names)))
    }

    /// Leaves the rules out of a puzzle that was read. Its examples keep theirs.
    ///
    /// # Errors
    /// See [`Self::puzzle`].
    pub(super) fn apply(&self, mut loaded: Loaded) -> Result<Loaded, Failure> {
        if let Some(rest) = self.puzzle(&loaded.puzzle)? {
            loaded.puzzle = rest;
        }
        Ok(loaded)
    }
}

fn unknown(wanted: &str, id: &str, known: &[(String, String)]) -> Failure {
    let names: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
    Failure::bad_input(format!(
        "error: there is no rule `{}`\n  help: {}",
        shown(wanted),
        known_words(id, &names)
    ))
}
