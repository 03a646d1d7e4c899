//! The data of an address.

/// One datum of a puzzle, as an address contains it.
///
/// The data are words. In every genre, `.` is nothing and `?` a clue whose value is unknown; numbers are decimal; a
/// list is joined with commas (`1,3`, `?,2`). All other words come from the declaration of the genre or from the table
/// of codecs ([`catalogue`](super::catalogue)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Datum {
    /// A word for each cell, row by row.
    Cells {
        /// How many rows; those of the address, and one more for `kakuro`.
        rows: usize,
        /// How many columns; those of the address, and one more for `kakuro`.
        columns: usize,
        /// `rows * columns` words.
        words: Vec<String>,
    },
    /// The region of each cell, row by row. Regions are numbered from 0 in the order of their first cells.
    Regions {
        /// How many rows.
        rows: usize,
        /// How many columns.
        columns: usize,
        /// `rows * columns` region numbers.
        of: Vec<usize>,
    },
    /// A word for each region, in the order of their numbers.
    ByRegion(Vec<String>),
    /// A word for each corner of a cell, row by row.
    Corners {
        /// How many rows of cells.
        rows: usize,
        /// How many columns of cells.
        columns: usize,
        /// `(rows + 1) * (columns + 1)` words.
        words: Vec<String>,
    },
    /// A word for each end of each row and column. A side on which the genre has no clues is all `.`.
    Sides {
        /// From top to bottom.
        left: Vec<String>,
        /// From top to bottom.
        right: Vec<String>,
        /// From left to right.
        top: Vec<String>,
        /// From left to right.
        bottom: Vec<String>,
    },
    /// A word for each pair of cells that share an edge.
    Links {
        /// `horizontal[r][c]` is between the cells (r, c) and (r, c + 1).
        horizontal: Vec<Vec<String>>,
        /// `vertical[r][c]` is between the cells (r, c) and (r + 1, c).
        vertical: Vec<Vec<String>>,
    },
    /// Whether a variant of the genre is meant.
    Flag(bool),
    /// A number that holds for the whole puzzle.
    Number(i64),
    /// Shapes to place: the rows of their bounding boxes from top to bottom, joined with slashes, `#` for a cell of
    /// the shape and `.` for any other (`###/#..`). A shape to be placed twice occurs twice.
    Shapes(Vec<String>),
}

impl Datum {
    /// What kind of datum this is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Datum::Cells { .. } => "words for cells",
            Datum::Regions { .. } => "regions",
            Datum::ByRegion(_) => "words for regions",
            Datum::Corners { .. } => "words for corners",
            Datum::Sides { .. } => "words outside",
            Datum::Links { .. } => "words between cells",
            Datum::Flag(_) => "a flag",
            Datum::Number(_) => "a number",
            Datum::Shapes(_) => "shapes",
        }
    }
}
