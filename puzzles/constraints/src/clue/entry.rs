//! A line of the table that each family of clues has.

use std::sync::Arc;

use super::Language;

/// A line of a family's table.
#[derive(Debug)]
pub(super) struct Entry {
    /// The words, with `N` for each number.
    pub(super) phrase: &'static str,
    /// Its meaning, for users.
    pub(super) meaning: &'static str,
    /// The language for these numbers; or what is wrong with them.
    pub(super) build: fn(&[u64]) -> Built,
}

/// A language, or a sentence that says what is wrong with the numbers of a phrase.
pub(super) type Built = Result<Arc<dyn Language>, String>;
