//! The shape to be folded: a connected set of grid cells, read from rows of `#` and `.`.

use std::fmt;

use crate::grid::{Cell, Grid};

/// A non-empty, orthogonally connected set of cells of a grid of at most 60 × 60.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    cells: Grid<bool>,
    count: usize,
}

/// Why a text or a grid is not a [`Shape`]. Lines and columns are 1-based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// A character other than `#` and `.`.
    UnknownCharacter {
        /// Line of the character.
        line: usize,
        /// Column of the character, counted in characters.
        column: usize,
        /// The character found.
        found: char,
    },
    /// An empty line before the last row.
    BlankLine {
        /// The line.
        line: usize,
    },
    /// A line that is shorter or longer than the first.
    Ragged {
        /// The line.
        line: usize,
        /// The column at which it ends too early, or at which it should have ended.
        column: usize,
        /// Number of cells in the first line.
        expected: usize,
        /// Number of cells in this line.
        found: usize,
    },
    /// More than [`Shape::MAX_SIDE`] rows or columns.
    TooLarge {
        /// The first line that is too much, or that is too long.
        line: usize,
        /// The first column that is too much (1 when the rows are too many).
        column: usize,
    },
    /// No cell is inside.
    Empty,
    /// The inside cells are in more than one piece.
    Disconnected {
        /// The first inside cell in reading order.
        first: Cell,
        /// The first inside cell in reading order that cannot be reached from it.
        unreached: Cell,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCharacter {
                line,
                column,
                found,
            } => write!(
                f,
                "line {line}, column {column}: expected `#` (kept) or `.` (cut away), found {found:?}"
            ),
            Self::BlankLine { line } => write!(
                f,
                "line {line}, column 1: expected `#` (kept) or `.` (cut away), found an empty line"
            ),
            Self::Ragged {
                line,
                column,
                expected,
                found,
            } => write!(
                f,
                "line {line}, column {column}: expected {expected} cells as in line 1, found {found}"
            ),
            Self::TooLarge { line, column } => write!(
                f,
                "line {line}, column {column}: expected at most {max} rows of at most {max} cells, found more",
                max = Shape::MAX_SIDE
            ),
            Self::Empty => write!(
                f,
                "line 1, column 1: expected at least one `#`, found an empty shape"
            ),
            Self::Disconnected { first, unreached } => write!(
                f,
                "line {}, column {}: expected one connected piece, found a second: no path of `#` leads from {first} \
                 to {unreached}",
                unreached.row + 1,
                unreached.column + 1
            ),
        }
    }
}

impl std::error::Error for ShapeError {}

impl Shape {
    /// The greatest number of rows, and of columns.
    pub const MAX_SIDE: usize = 60;

    /// Reads rows of `#` (inside) and `.` (outside), all of one length.
    ///
    /// Accepts `\n` and `\r\n`, spaces and tabs at the end of a line, empty lines at the end of the text and a
    /// byte-order mark before it. Takes one pass and stops at the first error or at the size limit.
    ///
    /// # Errors
    /// The first [`ShapeError`], with its place.
    pub fn parse(text: &str) -> Result<Self, ShapeError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end();
        let mut values = Vec::new();
        let mut columns = 0;
        let mut rows = 0;
        for line in text.lines() {
            rows += 1;
            if rows > Self::MAX_SIDE {
                return Err(ShapeError::TooLarge {
                    line: rows,
                    column: 1,
                });
            }
            let mut found = 0;
            for character in line.trim_end().chars() {
                found += 1;
                if found > Self::MAX_SIDE {
                    return Err(ShapeError::TooLarge {
                        line: rows,
                        column: found,
                    });
                }
                values.push(match character {
                    '#' => true,
                    '.' => false,
                    found_character => {
                        return Err(ShapeError::UnknownCharacter {
                            line: rows,
                            column: found,
                            found: found_character,
                        });
                    }
                });
            }
            if found == 0 {
                return Err(ShapeError::BlankLine { line: rows });
            }
            if rows == 1 {
                columns = found;
            } else if found != columns {
                return Err(ShapeError::Ragged {
                    line: rows,
                    column: found.min(columns) + 1,
                    expected: columns,
                    found,
                });
            }
        }
        Self::new(Grid::from_values(rows, columns, values).ok_or(ShapeError::Empty)?)
    }

    /// The shape of the cells whose value is `true`. Takes one flood fill.
    ///
    /// # Errors
    /// [`ShapeError::TooLarge`], [`ShapeError::Empty`] or [`ShapeError::Disconnected`].
    pub fn new(cells: Grid<bool>) -> Result<Self, ShapeError> {
        if cells.rows() > Self::MAX_SIDE {
            return Err(ShapeError::TooLarge {
                line: Self::MAX_SIDE + 1,
                column: 1,
            });
        }
        if cells.columns() > Self::MAX_SIDE {
            return Err(ShapeError::TooLarge {
                line: 1,
                column: Self::MAX_SIDE + 1,
            });
        }
        let first = cells
            .cells()
            .find(|&cell| cells[cell])
            .ok_or(ShapeError::Empty)?;
        let mut reached = cells.map(|_| false);
        reached[first] = true;
        let mut queue = vec![first];
        while let Some(cell) = queue.pop() {
            for next in cells.neighbours(cell) {
                if cells[next] && !reached[next] {
                    reached[next] = true;
                    queue.push(next);
                }
            }
        }
        match cells.cells().find(|&cell| cells[cell] && !reached[cell]) {
            Some(unreached) => Err(ShapeError::Disconnected { first, unreached }),
            None => Ok(Self {
                count: cells.values().iter().filter(|&&inside| inside).count(),
                cells,
            }),
        }
    }

    /// Which cells are inside.
    pub fn cells(&self) -> &Grid<bool> {
        &self.cells
    }

    /// Number of inside cells, at least one.
    pub fn count(&self) -> usize {
        self.count
    }

    /// True when `cell` is in the grid and inside.
    pub fn contains(&self, cell: Cell) -> bool {
        self.cells.get(cell) == Some(&true)
    }

    /// The inside cells in reading order.
    pub fn inside(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells.cells().filter(|&cell| self.cells[cell])
    }
}
