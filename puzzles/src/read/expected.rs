//! What a puzzle file says is known of its puzzle.

use toml::Spanned;
use toml::de::DeValue;

use super::document::{Document, block_text, report_unknown, wrong_type};
use super::problem::{Problem, Problems};
use crate::grid::Grid;
use crate::symbol::{Symbol, read_grid};

/// The table `[expected]` of a puzzle file. It is for comparing with what solving found; solving never sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// How many solutions there are.
    pub solutions: Option<u64>,
    /// The answer that the puzzle asks for.
    pub answer: Option<u128>,
    /// A solution.
    pub solution: Option<Grid<Symbol>>,
}

impl Expected {
    /// Reads the table. Without the puzzle's size, a solution is not looked at.
    pub(super) fn read(
        document: &Document<'_>,
        size: Option<(usize, usize)>,
        problems: &mut Problems,
    ) -> Self {
        let Some(table) = document.table("expected", problems) else {
            return Self::default();
        };
        report_unknown(table, &["solutions", "answer", "solution"], problems);
        let solutions = table.get("solutions").and_then(|value| {
            let expected = "a whole number that is not negative and below 2^64";
            u64::try_from(number("solutions", value, expected, problems)?)
                .inspect_err(|_| problems.push(wrong_type("solutions", value, expected)))
                .ok()
        });
        let answer = table.get("answer").and_then(|value| {
            let expected = "a whole number that is not negative and below 2^128";
            number("answer", value, expected, problems)
        });
        let text = &document.source.text;
        let solution = table.get("solution").and_then(|value| {
            let block = block_text(text, "solution", value, problems)?;
            let (rows, columns) = size?;
            read_grid(block.text, rows, columns)
                .map_err(|error| {
                    let start = place(block.text, error.line, error.column);
                    let rest = block.text[start..].split_whitespace().next();
                    let length = rest.map_or(0, str::len);
                    let span = block.at + start..block.at + start + length;
                    problems.push(Problem::new(
                        span,
                        "`solution` is not a filled grid of this puzzle",
                        error.message,
                    ));
                })
                .ok()
        });
        Self {
            solutions,
            answer,
            solution,
        }
    }
}

/// A whole number that is not negative; as a text, if it is too large for TOML.
fn number(
    key: &'static str,
    value: &Spanned<DeValue<'_>>,
    expected: &str,
    problems: &mut Problems,
) -> Option<u128> {
    let number = match value.get_ref() {
        DeValue::Integer(number) => u128::from_str_radix(number.as_str(), number.radix()).ok(),
        DeValue::String(text) => text.parse().ok(),
        _ => None,
    };
    if number.is_none() {
        problems.push(wrong_type(key, value, expected));
    }
    number
}

/// The byte at 1-based `line` and `column`, in characters, or the end of the text.
fn place(text: &str, line: usize, column: usize) -> usize {
    let mut start = 0;
    for (number, content) in text.split_inclusive('\n').enumerate() {
        if number + 1 == line {
            let within = content.trim_end_matches(['\n', '\r']);
            let column = within.char_indices().nth(column - 1);
            return start + column.map_or(within.len(), |(at, _)| at);
        }
        start += content.len();
    }
    text.len()
}
