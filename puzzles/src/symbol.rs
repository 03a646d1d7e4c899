//! The content of a cell of a filled grid, and its notation.

use std::fmt;

use crate::grid::{Cell, Grid};

/// The content of one cell of a filled grid.
///
/// Written, a number is its decimal digits, and the other two are one character each. A row whose numbers are all
/// below 10 is written without gaps (`77111#9999`), any other with one space between cells (`8 10 2 4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// A number.
    Number(u32),
    /// `#`: a shaded cell, a tile, or a cell that is kept.
    Hash,
    /// `.`: a cell that is cut away.
    Dot,
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbol::Number(number) => write!(f, "{number}"),
            Symbol::Hash => f.write_str("#"),
            Symbol::Dot => f.write_str("."),
        }
    }
}

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

/// Writes a filled grid, a line for each row, each ending in a line feed.
pub fn write_grid(grid: &Grid<Symbol>) -> String {
    let wide = grid
        .values()
        .iter()
        .any(|symbol| matches!(symbol, Symbol::Number(number) if *number > 9));
    let mut text = String::new();
    for row in 0..grid.rows() {
        for (column, symbol) in grid.row(row).iter().enumerate() {
            if wide && column > 0 {
                text.push(' ');
            }
            text.push_str(&symbol.to_string());
        }
        text.push('\n');
    }
    text
}

/// Reads a filled grid of the given size: a line for each row, with or without white space between cells
/// (a row that has any is split at it). Empty lines are passed over; so is everything from the first line on that
/// begins with a letter (such as region digits, which follow the grid).
///
/// # Errors
/// [`NotationError`] for a wrong number of rows or cells, or a cell that is neither a number below 1,000, `#` nor
/// `.`.
pub fn read_grid(text: &str, rows: usize, columns: usize) -> Result<Grid<Symbol>, NotationError> {
    let expected = "a number below 1000, `#` or `.`";
    read_rows(text, rows, columns, expected, symbol)
}

/// The symbol of a word.
fn symbol(word: &str) -> Option<Symbol> {
    match word {
        "#" => Some(Symbol::Hash),
        "." => Some(Symbol::Dot),
        _ => {
            let value = word.parse().ok()?;
            let is_plain = word.bytes().all(|b| b.is_ascii_digit());
            (value < 1000 && is_plain).then_some(Symbol::Number(value))
        }
    }
}

/// Reads a partly filled grid: for each cell its possible values, none if it is open. `?` is an open cell, and so is
/// `.` unless `has_dots`; `{1,2,5}` lists values considered possible.
///
/// # Errors
/// As for [`read_grid`].
pub(crate) fn read_cells(
    text: &str,
    rows: usize,
    columns: usize,
    has_dots: bool,
) -> Result<Grid<Vec<Symbol>>, NotationError> {
    let expected = "a number below 1000, `#`, `.`, `?` or several such as `{1,2}`";
    read_rows(text, rows, columns, expected, |word| {
        let listed = word
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        match (word, listed) {
            ("?", _) => Some(Vec::new()),
            (".", _) if !has_dots => Some(Vec::new()),
            (_, Some(listed)) => {
                let words = listed.split(|c: char| c == ',' || c.is_whitespace());
                let words = words.filter(|word| !word.is_empty());
                let mut symbols = words.map(symbol).collect::<Option<Vec<Symbol>>>()?;
                symbols.sort_unstable();
                symbols.dedup();
                Some(symbols).filter(|symbols| !symbols.is_empty())
            }
            _ => symbol(word).map(|symbol| vec![symbol]),
        }
    })
}

fn read_rows<T>(
    text: &str,
    rows: usize,
    columns: usize,
    expected: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Grid<T>, NotationError> {
    let error = |line: usize, column: usize, message: String| NotationError {
        line,
        column,
        message,
    };
    let mut values = Vec::with_capacity(rows * columns);
    let mut row = 0;
    let mut last = 0;
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        // Values beside the grid, as in `A=2`.
        if line.trim_start().starts_with(|c: char| c.is_alphabetic()) && line.contains('=') {
            break;
        }
        last = number + 1;
        if row == rows {
            return Err(error(
                last,
                1,
                format!("found an extra row, expected {rows} rows"),
            ));
        }
        let before = values.len();
        for (at, token) in tokens(line, columns) {
            let Some(value) = read(token) else {
                let shown: String = token.chars().take(20).collect();
                return Err(error(
                    last,
                    at,
                    format!("found `{shown}`, expected {expected}"),
                ));
            };
            if values.len() - before == columns {
                return Err(error(
                    last,
                    at,
                    format!(
                        "found an extra cell in row {}, expected {columns} cells",
                        row + 1
                    ),
                ));
            }
            values.push(value);
        }
        let found = values.len() - before;
        if found < columns {
            return Err(error(
                last,
                line.chars().count() + 1,
                format!("found {found} cells in row {}, expected {columns}", row + 1),
            ));
        }
        row += 1;
    }
    Grid::from_values(rows, columns, values)
        .ok_or_else(|| error(last + 1, 1, format!("found {row} rows, expected {rows}")))
}

/// The cells of a line with their 1-based columns: split at white space, or each character by itself if there is none
/// inside the line and the grid has several columns. Braces and their content are one cell.
fn tokens(line: &str, columns: usize) -> Vec<(usize, &str)> {
    let mut in_braces = false;
    let spaced = columns == 1
        || line.trim().chars().any(|c| {
            in_braces = c != '}' && (in_braces || c == '{');
            !in_braces && c.is_whitespace()
        });
    let mut pieces: Vec<(usize, std::ops::Range<usize>)> = Vec::new();
    let mut end = usize::MAX;
    in_braces = false;
    for (column, (at, c)) in line.char_indices().enumerate() {
        if c.is_whitespace() && !in_braces {
            continue;
        }
        match pieces.last_mut() {
            Some((_, last)) if in_braces || spaced && at == end => last.end = at + c.len_utf8(),
            _ => pieces.push((column + 1, at..at + c.len_utf8())),
        }
        in_braces = c != '}' && (in_braces || c == '{');
        end = at + c.len_utf8();
    }
    let pieces = pieces.into_iter();
    pieces.map(|(column, span)| (column, &line[span])).collect()
}

/// Reads `NAME=VALUE` from the lines that begin with a letter, and puts them into the order of `names`. Either none
/// are given, or all.
pub(crate) fn read_values(
    text: &str,
    names: &[String],
) -> Result<Vec<(String, i32)>, NotationError> {
    let mut values: Vec<Option<i32>> = vec![None; names.len()];
    let mut last = 1;
    let lines = text
        .lines()
        .enumerate()
        .skip_while(|(_, line)| !line.trim_start().starts_with(char::is_alphabetic));
    for (number, line) in lines {
        last = number + 1;
        let mut from = 0;
        for token in line
            .split([' ', '\t', ','])
            .filter(|token| !token.is_empty())
        {
            let at = from + line[from..].find(token).unwrap_or(0);
            from = at + token.len();
            let error = |message: String| NotationError {
                line: last,
                column: line[..at].chars().count() + 1,
                message,
            };
            let shown: String = token.chars().take(20).collect();
            let (name, value) = token
                .split_once('=')
                .and_then(|(name, value)| Some((name, value.parse().ok()?)))
                .ok_or_else(|| {
                    error(format!("found `{shown}`, expected NAME=VALUE, such as A=2"))
                })?;
            let place = names
                .iter()
                .position(|known| known == name)
                .ok_or_else(|| {
                    error(format!(
                        "found `{shown}`, but this puzzle names no such value"
                    ))
                })?;
            if values[place].replace(value).is_some() {
                return Err(error(format!("found a second value for `{name}`")));
            }
        }
    }
    if values.iter().all(Option::is_none) {
        return Ok(Vec::new());
    }
    names
        .iter()
        .zip(values)
        .map(|(name, value)| match value {
            Some(value) => Ok((name.clone(), value)),
            None => Err(NotationError {
                line: last,
                column: 1,
                message: format!("no value for `{name}`; give all of them, or none"),
            }),
        })
        .collect()
}

/// The sentence of a rule as it is written before a colon or in parentheses.
pub(crate) fn without_stop(sentence: &str) -> &str {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_notations_are_written_and_read() {
        for (text, rows, columns) in [("12#\n.90\n", 2, 3), ("8 10 2\n1 # .\n", 2, 3)] {
            let grid = read_grid(text, rows, columns).unwrap();
            assert_eq!(write_grid(&grid), text);
        }
        let spaced = read_grid("\n  1 2 #\r\n\n. 9 0\n", 2, 3).unwrap();
        assert_eq!(write_grid(&spaced), "12#\n.90\n");
    }

    #[test]
    fn errors_name_the_place() {
        let at = |text: &str| {
            let error = read_grid(text, 2, 3).unwrap_err();
            (error.line, error.column)
        };
        assert_eq!(at("123\n1x3\n"), (2, 2));
        assert_eq!(at("123\n12\n"), (2, 3));
        assert_eq!(at("123\n1234\n"), (2, 4));
        assert_eq!(at("123\n"), (2, 1));
        assert_eq!(at("123\n456\n789\n"), (3, 1));
        assert_eq!(at("1 2 3\n1 2000 3\n"), (2, 3));
        assert_eq!(at("1 2 3\n1 +5 3\n"), (2, 3));
        assert_eq!(at(""), (1, 1));
        assert_eq!(at("1 2 é\n"), (1, 5));
    }

    #[test]
    fn values_are_read_in_any_order() {
        let names = ["A".to_owned(), "B".to_owned()];
        let read = |text: &str| read_values(text, &names);
        let both = vec![("A".to_owned(), 2), ("B".to_owned(), 4)];
        assert_eq!(read("12\n34\n\nB=4, A=2\n"), Ok(both.clone()));
        assert_eq!(read("12\r\nA=2\r\nB=4\r\n"), Ok(both));
        assert_eq!(read("12\n34\n"), Ok(Vec::new()));
        let at = |text: &str| read(text).map_err(|error| (error.line, error.column));
        assert_eq!(at("12\nA=2 C=3\n"), Err((2, 5)));
        assert_eq!(at("12\nA=2\n"), Err((2, 1)));
        assert_eq!(at("12\nA=2 A=2 B=1\n"), Err((2, 5)));
        assert_eq!(at("12\nA=two B=1\n"), Err((2, 1)));
        assert_eq!(at("12\nA\n"), Err((2, 1)));
    }
}
