//! Sudokus as text: the 81 characters in which collections and forums exchange them.
//!
//! A cell is a digit, a letter in large grids, or one of `.`, `0`, `*`, `_`, `-` and `?` where it is empty. White space,
//! bars, commas and rows of dashes between boxes mean nothing, and neither do comments (lines that begin with `#`, `;`
//! or `//`, or stand in brackets) and headings such as `Grid 01`. A text has one sudoku, one in each line (whatever
//! follows it there, such as a rating, is ignored), or several one below the other.

mod read;

use crate::document::Problem;

pub use read::read;

/// The rulebook that such a text is a puzzle of.
pub const BOOK: &str = "sudoku";

/// The sides of the grids that are read, likeliest first.
const SIDES: [usize; 7] = [9, 16, 4, 6, 25, 12, 8];

/// A sudoku as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sudoku {
    /// The number of rows.
    pub side: usize,
    /// By cell: its value from 1 on, if it is given.
    pub(crate) givens: Vec<Option<usize>>,
    numerals: Numerals,
}

/// A sudoku of a text that may have several, or what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line in which it begins, from 1 on.
    pub line: usize,
    /// The sudoku, or its first mistake.
    pub sudoku: Result<Sudoku, Problem>,
}

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numerals {
    /// 1 to 9, then A for 10.
    FromOne,
    /// 0 to 9, then A for 11: `0` is a value, and something else an empty cell.
    FromZero,
    /// A for 1.
    Letters,
    /// Numbers with white space between them.
    Numbers,
}

impl Sudoku {
    /// The puzzle file that means the same.
    pub fn to_file(&self) -> String {
        format!("kind = \"{BOOK}\"\nnumber = '''\n{}'''\n", self.rows())
    }

    /// The grid as it is drawn in a puzzle file.
    pub fn rows(&self) -> String {
        let mut rows = String::with_capacity(3 * self.givens.len());
        for row in self.givens.chunks(self.side) {
            for (at, given) in row.iter().enumerate() {
                if self.side > 9 && at > 0 {
                    rows.push(' ');
                }
                match given {
                    Some(value) if *value < 10 => rows.extend(char::from_digit(*value as u32, 10)),
                    Some(value) => rows.push_str(&value.to_string()),
                    None => rows.push('.'),
                }
            }
            rows.push('\n');
        }
        rows
    }

    /// A grid that is drawn as in a puzzle file, in a line as this sudoku was written.
    pub fn line_of(&self, rows: &str) -> String {
        match self.side > 9 {
            true => self.line(rows.split_whitespace().map(|word| word.parse().ok())),
            false => {
                let signs = rows.chars().filter(|c| !c.is_whitespace());
                self.line(signs.map(|c| c.to_digit(10).map(|digit| digit as usize)))
            }
        }
    }

    /// The grid of the same size without givens.
    pub fn emptied(&self) -> Self {
        Self {
            givens: vec![None; self.givens.len()],
            ..*self
        }
    }

    /// Cells with these values (`None` for an empty one) in one line, written as this sudoku is.
    fn line(&self, values: impl IntoIterator<Item = Option<usize>>) -> String {
        let mut line = String::with_capacity(self.givens.len());
        for (at, value) in values.into_iter().enumerate() {
            let digit = |number: usize| char::from_digit(number as u32, 36);
            let sign = value.and_then(|value| match self.numerals {
                Numerals::FromOne => digit(value),
                Numerals::FromZero => digit(value - 1),
                Numerals::Letters => digit(value + 9),
                Numerals::Numbers => None,
            });
            match (self.numerals, value) {
                (Numerals::Numbers, value) => {
                    let gap = if at > 0 { " " } else { "" };
                    let word = value.map_or_else(|| ".".to_owned(), |value| value.to_string());
                    line.push_str(&format!("{gap}{word}"));
                }
                _ => line.push(sign.map_or('.', |sign| sign.to_ascii_uppercase())),
            }
        }
        line
    }

    /// The sudoku of a grid that is drawn as in a puzzle file, to be written with the numerals that are usual.
    pub fn of_rows(rows: &str) -> Option<Self> {
        let side = rows.lines().count();
        let is_spaced = rows.trim().contains([' ', '\t']);
        let cells: Vec<&str> = match is_spaced {
            true => rows.split_whitespace().collect(),
            false => rows
                .split("")
                .filter(|sign| !sign.trim().is_empty())
                .collect(),
        };
        let value = |cell: &&str| match *cell {
            "." | "?" => Some(None),
            cell => cell
                .parse()
                .ok()
                .filter(|value| (1..=side).contains(value))
                .map(Some),
        };
        let givens: Option<Vec<Option<usize>>> = cells.iter().map(value).collect();
        let givens = givens.filter(|givens| side_of(givens.len()) == Some(side))?;
        Some(Self {
            side,
            givens,
            numerals: Numerals::FromOne,
        })
    }
}

/// The side of a grid of so many cells.
fn side_of(cells: usize) -> Option<usize> {
    SIDES.into_iter().find(|side| side * side == cells)
}

#[cfg(test)]
mod tests;
