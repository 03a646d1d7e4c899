//! Grids drawn as blocks of text: rows, cells, and their places in the file.

use std::ops::{Range, RangeInclusive};

use super::problem::{Problem, Problems};
use crate::grid::Grid;
use crate::words::counted;

/// A part of the file's text with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece<'a> {
    /// The text.
    pub(crate) text: &'a str,
    /// Its first byte in the file.
    pub(crate) at: usize,
}

impl<'a> Piece<'a> {
    /// The bytes of the file that it takes up.
    pub(crate) fn span(self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    /// The text without white space at both ends.
    pub(crate) fn trim(self) -> Piece<'a> {
        let trimmed = self.text.trim_start();
        Piece {
            text: trimmed.trim_end(),
            at: self.at + self.text.len() - trimmed.len(),
        }
    }

    /// The lines that are not empty, without white space at both ends.
    pub(crate) fn lines(self) -> Vec<Piece<'a>> {
        let mut at = self.at;
        let mut lines = Vec::new();
        for text in self.text.split_inclusive('\n') {
            let line = Piece { text, at }.trim();
            if !line.text.is_empty() {
                lines.push(line);
            }
            at += text.len();
        }
        lines
    }

    /// The words between white space.
    pub(crate) fn words(self) -> Vec<Piece<'a>> {
        self.text
            .split_whitespace()
            .map(|text| Piece {
                text,
                // Both are parts of one text.
                at: self.at + (text.as_ptr().addr() - self.text.as_ptr().addr()),
            })
            .collect()
    }

    /// Each character for itself.
    fn characters(self) -> Vec<Piece<'a>> {
        self.text
            .char_indices()
            .map(|(at, c)| Piece {
                text: &self.text[at..at + c.len_utf8()],
                at: self.at + at,
            })
            .collect()
    }
}

/// A grid as it is drawn in the file, which may still be ragged.
///
/// Each line that is not empty is a row. If any row has white space inside, cells are the words between white
/// space in all of them; otherwise each character is a cell. A single line may have the cells of all rows of a grid
/// whose size is known.
#[derive(Clone, Debug)]
pub(crate) struct Block<'a> {
    key: String,
    rows: Vec<Vec<Piece<'a>>>,
    /// The row unchanged, for each of `rows`.
    lines: Vec<Piece<'a>>,
    columns: usize,
    spaced: bool,
    /// Where the block ends.
    end: usize,
    /// Whether a row that begins with `#` is taken for a comment.
    comments: bool,
}

/// How large grids of a kind may be.
#[derive(Clone, Debug)]
pub(crate) struct SizeLimits {
    /// The numbers of rows allowed.
    pub(crate) rows: RangeInclusive<usize>,
    /// The numbers of columns allowed.
    pub(crate) columns: RangeInclusive<usize>,
}

impl<'a> Block<'a> {
    pub(crate) fn new(key: &str, content: Piece<'a>) -> Self {
        let lines = content.lines();
        let spaced = lines
            .iter()
            .any(|line| line.text.contains(char::is_whitespace));
        let rows: Vec<Vec<Piece<'a>>> = lines
            .iter()
            .copied()
            .map(|line| {
                if spaced {
                    line.words()
                } else {
                    line.characters()
                }
            })
            .collect();
        Self {
            key: key.to_owned(),
            columns: commonest(rows.iter().map(Vec::len)),
            rows,
            lines,
            spaced,
            end: content.trim().span().end,
            comments: true,
        }
    }

    /// The same for grids in which `#` is a sign like any other.
    pub(crate) fn with_hashes(self) -> Self {
        Self {
            comments: false,
            ..self
        }
    }

    /// Number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Number of cells in most rows.
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// The cells, if this is a rectangle within `limits`; otherwise reports what is wrong.
    pub(crate) fn within(
        &self,
        limits: &SizeLimits,
        problems: &mut Problems,
    ) -> Option<Grid<Piece<'a>>> {
        let key = &self.key;
        self.drawn_one_way(problems)?;
        let before = problems.len();
        let range = |range: &RangeInclusive<usize>, what: &str| {
            format!(
                "from {} to {} {what} are possible",
                range.start(),
                range.end()
            )
        };
        if self.rows.is_empty() {
            problems.push(
                Problem::new(
                    self.end..self.end,
                    format!("`{key}` has no rows"),
                    "expected a line of cells for each row",
                )
                .help(range(&limits.rows, "rows")),
            );
            return None;
        }
        if !limits.rows.contains(&self.rows()) {
            let span = match self.rows.get(*limits.rows.end()) {
                Some(first_too_many) => whole(first_too_many),
                None => self.end..self.end,
            };
            problems.push(Problem::new(
                span,
                format!("`{key}` has {}", rows_in_words(self.rows())),
                range(&limits.rows, "rows"),
            ));
        }
        if !limits.columns.contains(&self.columns) {
            let mut rows = self.rows.iter();
            let span = rows
                .find(|row| row.len() == self.columns)
                .map_or(self.end..self.end, |row| {
                    whole(row.get(*limits.columns.end()..).unwrap_or(row))
                });
            problems.push(Problem::new(
                span,
                format!("`{key}` has {}", columns_in_words(self.columns)),
                range(&limits.columns, "columns"),
            ));
        }
        if problems.len() > before {
            return None;
        }
        self.rectangle(self.columns, problems)
    }

    /// The same for a grid of one column, if it is one and no row has white space: each row is one cell.
    fn as_column(&self) -> Self {
        let mut column = self.clone();
        if !self.spaced {
            column.columns = 1;
            for (row, line) in column.rows.iter_mut().zip(&self.lines) {
                *row = vec![line.trim()];
            }
        }
        column
    }

    /// The cells, if this is a rectangle of this size, which comes from `model`; otherwise reports what is wrong.
    pub(crate) fn of_size(
        &self,
        (rows, columns): (usize, usize),
        model: &str,
        problems: &mut Problems,
    ) -> Option<Grid<Piece<'a>>> {
        if columns == 1 && !self.spaced && self.rows.iter().any(|row| row.len() > 1) {
            return self.as_column().of_size((rows, 1), model, problems);
        }
        if rows > 1 && self.rows.len() == 1 && self.columns == rows * columns {
            let cells = self.rows[0].clone();
            return Grid::from_values(rows, columns, cells);
        }
        let key = &self.key;
        self.drawn_one_way(problems)?;
        let before = problems.len();
        if self.rows() != rows {
            let span = match self.rows.get(rows) {
                Some(first_too_many) => whole(first_too_many),
                None => self.end..self.end,
            };
            problems.push(Problem::new(
                span,
                format!("`{key}` and {model} are of different sizes"),
                format!(
                    "found {}, expected {rows} as in {model}",
                    rows_in_words(self.rows()),
                ),
            ));
        }
        if !self.rows.is_empty() && self.rows.iter().all(|row| row.len() != columns) {
            problems.push(Problem::new(
                whole(&self.rows[0]),
                format!("`{key}` and {model} are of different sizes"),
                format!(
                    "found {}, expected {columns} as in {model}",
                    columns_in_words(self.columns),
                ),
            ));
        }
        if problems.len() > before {
            return None;
        }
        self.rectangle(columns, problems)
    }

    /// Whether no row is a comment, and either most rows have white space between cells or none.
    fn drawn_one_way(&self, problems: &mut Problems) -> Option<()> {
        let comment = |row: &&Vec<Piece<'_>>| self.comments && row[0].text.starts_with('#');
        if let Some(row) = self.rows.iter().find(comment) {
            problems.push(
                Problem::new(
                    whole(row),
                    format!("a comment in `{}`", self.key),
                    "expected a row of cells",
                )
                .help("comments must be outside the block"),
            );
            return None;
        }
        let spaced = self.rows.iter().find(|row| row.len() > 1);
        match spaced.filter(|_| self.spaced && self.columns == 1) {
            None => Some(()),
            Some(row) => {
                problems.push(Problem::new(
                    whole(row),
                    format!(
                        "some rows of `{}` have white space between cells, others not",
                        self.key
                    ),
                    "expected white space in all rows or in none",
                ));
                None
            }
        }
    }

    fn rectangle(&self, columns: usize, problems: &mut Problems) -> Option<Grid<Piece<'a>>> {
        let is_digit = |piece: &Piece<'_>| piece.text.bytes().all(|b| b.is_ascii_digit());
        let mut ragged = false;
        for (number, row) in self.rows.iter().enumerate() {
            if row.len() == columns {
                continue;
            }
            ragged = true;
            let mut problem = Problem::new(
                whole(row.get(columns..).unwrap_or(row)),
                format!("row {} of `{}` has the wrong length", number + 1, self.key),
                format!(
                    "found {} in this row, expected {columns}",
                    cells_in_words(row.len())
                ),
            );
            if self.spaced && row.len() == 1 {
                problem =
                    problem.help("other rows have white space between their cells, so all must");
            } else if !self.spaced
                && row.len() > columns
                && row.windows(2).any(|two| two.iter().all(is_digit))
            {
                problem = problem.help(
                    "if numbers have several digits, put white space between all cells: `. . 10 .`",
                );
            }
            problems.push(problem);
        }
        if ragged {
            return None;
        }
        let cells = self.rows.iter().flatten().copied().collect();
        Grid::from_values(self.rows(), columns, cells)
    }
}

/// The number that occurs most often, the first of them on a tie; 0 of none.
fn commonest(numbers: impl Iterator<Item = usize>) -> usize {
    let mut counts: Vec<(usize, usize)> = Vec::new();
    let mut place = fxhash::FxHashMap::default();
    for number in numbers {
        let at = *place.entry(number).or_insert_with(|| {
            counts.push((number, 0));
            counts.len() - 1
        });
        counts[at].1 += 1;
    }
    // `rev`, because the last of equals is the maximum.
    let most = counts.iter().rev().max_by_key(|(_, count)| *count);
    most.map_or(0, |&(number, _)| number)
}

fn whole(row: &[Piece<'_>]) -> Range<usize> {
    match (row.first(), row.last()) {
        (Some(first), Some(last)) => first.at..last.span().end,
        _ => 0..0,
    }
}

fn rows_in_words(count: usize) -> String {
    counted(count as u64, "row")
}

fn columns_in_words(count: usize) -> String {
    counted(count as u64, "column")
}

fn cells_in_words(count: usize) -> String {
    counted(count as u64, "cell")
}
