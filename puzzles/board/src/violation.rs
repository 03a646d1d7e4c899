//! Broken rules, and texts that are not filled grids.

use std::fmt;

use crate::grid::Cell;

/// A text that is not a filled grid: where, what was found and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// 1-based line.
    pub line: usize,
    /// 1-based column, in characters.
    pub column: usize,
    /// What is wrong there, and what was expected.
    pub message: String,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.message
        )
    }
}

impl std::error::Error for NotationError {}

/// The sentence of a rule as it is written before a colon or in parentheses.
pub fn without_stop(sentence: &str) -> &str {
    sentence.trim().trim_end_matches('.')
}

/// A broken rule, in the puzzle's own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The name of the rule, if rules of this kind of puzzle have names.
    pub id: Option<String>,
    /// The rule that is broken, with its place where it has one: `row 3: prime`.
    pub rule: String,
    /// The cells concerned, in reading order.
    pub cells: Vec<Cell>,
    /// What is wrong, with the values: `r1c1 holds 9; the nearest other 9 is 7 away`.
    pub message: String,
}

impl Violation {
    /// One of a rule without a name.
    pub fn new(rule: impl Into<String>, cells: Vec<Cell>, message: impl Into<String>) -> Self {
        Self {
            id: None,
            rule: rule.into(),
            cells,
            message: message.into(),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.message)
    }
}
