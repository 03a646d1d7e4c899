//! What can be wrong with an address, a declaration, or data to be coded.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use super::MOST_CELLS;

/// Why a text is not an address, or not one of this genre.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressError {
    /// Where: a byte offset in the text given to [`parse`](super::parse).
    pub at: usize,
    /// What.
    pub problem: AddressProblem,
}

/// What is wrong at a place of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AddressProblem {
    /// There is no host followed by `?` or `#`.
    NotAnAddress,
    /// The name of a genre is missing.
    NoGenre,
    /// The size is missing or no number.
    NoSize {
        /// What was found instead; empty at the end of the text.
        found: String,
    },
    /// A side is 0 or above [`MOST_CELLS`].
    Side {
        /// The side as written.
        found: String,
    },
    /// The grid has more than [`MOST_CELLS`] cells.
    TooLarge {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
    },
    /// A variant that the genre does not know, and that may change its rules.
    UnknownFlag {
        /// The letter, or a whole variant such as `v:name`.
        found: String,
        /// The letters that the genre knows.
        known: Vec<char>,
    },
    /// An unexpected character, or the end of the text.
    Unexpected {
        /// The character; `None` at the end.
        found: Option<char>,
        /// What was expected.
        expected: String,
    },
    /// A value for which the genre has no word.
    Value {
        /// The value.
        found: String,
        /// The words that there are.
        words: String,
    },
    /// There is more after the last part of the body.
    Trailing {
        /// The rest.
        found: String,
    },
}

impl AddressError {
    pub(super) fn new(at: usize, problem: AddressProblem) -> AddressError {
        AddressError { at, problem }
    }
}

impl AddressError {
    /// The bytes of the text that are wrong; none where it ends too early.
    pub fn span(&self, text: &str) -> Range<usize> {
        let rest = text.get(self.at..).unwrap_or_default();
        let long = match &self.problem {
            AddressProblem::Trailing { found }
            | AddressProblem::Side { found }
            | AddressProblem::UnknownFlag { found, .. }
            | AddressProblem::NoSize { found } => found.len().min(rest.len()),
            AddressProblem::NotAnAddress => rest.trim_end().len(),
            _ => rest.chars().next().map_or(0, char::len_utf8),
        };
        let at = self.at.min(text.len());
        at..at + long
    }
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.problem != AddressProblem::NotAnAddress {
            write!(f, "byte {}: ", self.at)?;
        }
        self.problem.fmt(f)
    }
}

impl fmt::Display for AddressProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AddressProblem::NotAnAddress => write!(
                f,
                "not the address of a puzzle; one looks like https://puzz.link/p?nurikabe/6/6/m8n8i9u"
            ),
            AddressProblem::NoGenre => {
                write!(f, "the name of a genre is missing")
            }
            AddressProblem::NoSize { found } if found.is_empty() => {
                write!(f, "the address ends before its size (columns/rows)")
            }
            AddressProblem::NoSize { found } => {
                write!(f, "found “{found}”, expected a number of columns or rows")
            }
            AddressProblem::Side { found } => {
                write!(
                    f,
                    "a side of {found} cells, expected a number from 1 to {MOST_CELLS}"
                )
            }
            AddressProblem::TooLarge { columns, rows } => write!(
                f,
                "{columns} columns and {rows} rows, expected at most {MOST_CELLS} cells"
            ),
            AddressProblem::UnknownFlag { found, known } => {
                write!(f, "“{found}” is not a variant of this genre")?;
                for (index, letter) in known.iter().enumerate() {
                    let before = if index == 0 { "; it has " } else { ", " };
                    write!(f, "{before}“{letter}”")?;
                }
                Ok(())
            }
            AddressProblem::Unexpected {
                found: Some(found),
                expected,
            } => {
                write!(f, "found “{found}”, expected {expected}")
            }
            AddressProblem::Unexpected {
                found: None,
                expected,
            } => {
                write!(f, "the address ends, expected {expected}")
            }
            AddressProblem::Value { found, words } => {
                write!(f, "found the value {found}, expected one of {words}")
            }
            AddressProblem::Trailing { found } => write!(
                f,
                "found “{found}” after the last part of the puzzle; is the size right?"
            ),
        }
    }
}

impl Error for AddressError {}

/// Why data cannot be written as an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodeError {
    /// The datum at fault; empty if it is the size.
    pub datum: String,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.datum.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.datum, self.message)
        }
    }
}

impl Error for EncodeError {}

/// What is wrong with the declaration of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclarationError {
    /// Where: a byte offset in the text of the declaration.
    pub at: usize,
    /// What.
    pub message: String,
}

impl fmt::Display for DeclarationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for DeclarationError {}
