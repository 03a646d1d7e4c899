//! `--without RULE` and `--no-fold`: puzzles some of whose rules are left out.

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

    /// Ignore the rules about folding: short for `--without` with each of them
    #[arg(long)]
    no_fold: bool,
}

impl WithoutArguments {
    /// Whether nothing is left out.
    pub(super) fn is_empty(&self) -> bool {
        self.rules.is_empty() && !self.no_fold
    }

    /// The names of the rules that are left out, of those in `known` (name and sentence), of which some are about folding.
    ///
    /// # Errors
    /// If there is no such rule; the message has the nearest names.
    pub(super) fn names(
        &self,
        known: &[(String, String)],
        about_folding: Vec<String>,
    ) -> Result<Vec<String>, Failure> {
        let named: Result<Vec<String>, Failure> = self
            .rules
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
            .collect();
        let mut names = named?;
        if self.no_fold {
            names.extend(about_folding);
        }
        Ok(names)
    }

    /// The same of the rules of a puzzle.
    ///
    /// # Errors
    /// If it has no such rule.
    pub(super) fn names_in(&self, puzzle: &Puzzle) -> Result<Vec<String>, Failure> {
        self.names(&puzzle.rules(), puzzle.rules_about_folding())
    }

    /// The puzzle without these rules.
    ///
    /// # Errors
    /// If it has no such rule.
    pub(super) fn puzzle(&self, puzzle: &Puzzle) -> Result<Option<Puzzle>, Failure> {
        if self.is_empty() {
            return Ok(None);
        }
        Ok(Some(puzzle.without(&self.names_in(puzzle)?)))
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
