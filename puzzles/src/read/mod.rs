//! Reading puzzle files: the text, its TOML with positions, and everything that is wrong with it.

use std::ops::Range;

/// A puzzle file as text, with the name it has in error reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's name, or what stands for it.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// Something wrong at a place in a puzzle file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong, in one line.
    pub message: String,
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// What was found there and what was expected.
    pub label: String,
    /// How to mend it, if there is something to say.
    pub help: Option<String>,
}

/// Everything that is wrong with a puzzle file, reported together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

/// A puzzle file, parsed.
#[derive(Debug)]
pub struct Document<'a> {
    /// The text it came from.
    pub source: &'a Source,
}
