//! The atoms of a grid (cells, edges, links, corners), its lines, and how they touch: plain arithmetic.

use super::syntax::{End, Kind, Lines};
use crate::grid::{Cell, Direction};

/// A cell, edge, link or corner of one of the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Atom {
    pub(crate) kind: Kind,
    pub(crate) board: u8,
    /// Its number among the atoms of its kind on its board; see [`Geometry`].
    pub(crate) index: u32,
}

/// The size of the boards of a puzzle, all alike, with `rows` × `columns` cells each.
///
/// Cells are numbered row by row. Of edges and links, first come those that are drawn as horizontal strokes or join
/// two cells of a row, row by row, then the others:
/// * edges: `(rows + 1) × columns` above and below cells, then `rows × (columns + 1)` left and right of cells;
/// * links: `rows × (columns - 1)` between cells of a row, then `(rows - 1) × columns` between cells of a column;
/// * corners: `(rows + 1) × (columns + 1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) boards: usize,
}

impl Geometry {
    /// Number of atoms of a kind on one board.
    pub(crate) fn count(&self, kind: Kind) -> usize {
        let (rows, columns) = (self.rows, self.columns);
        match kind {
            Kind::Cell => rows * columns,
            Kind::Edge => (rows + 1) * columns + rows * (columns + 1),
            Kind::Link => rows * (columns - 1) + (rows - 1) * columns,
            Kind::Corner => (rows + 1) * (columns + 1),
        }
    }

    /// Number of lines: of views first the left ends from the top, then the right ones, the top ones from the left, and
    /// the bottom ones; of diagonals those that fall, then those that rise.
    pub(crate) fn count_lines(&self, lines: Lines) -> usize {
        match lines {
            Lines::Row => self.rows,
            Lines::Column => self.columns,
            Lines::Line => self.rows + self.columns,
            Lines::View => 2 * (self.rows + self.columns),
            Lines::Diagonal => 2 * (self.rows + self.columns - 1),
        }
    }

    fn cell_at(&self, row: usize, column: usize) -> u32 {
        (row * self.columns + column) as u32
    }

    /// Row and column of a cell.
    pub(crate) fn position(&self, cell: u32) -> (usize, usize) {
        let cell = cell as usize;
        (cell / self.columns, cell % self.columns)
    }

    pub(crate) fn cell(&self, cell: u32) -> Cell {
        let (row, column) = self.position(cell);
        Cell::new(row, column)
    }

    /// The cells of a line, in order.
    pub(crate) fn line(&self, lines: Lines, number: usize) -> Vec<u32> {
        let (rows, columns) = (self.rows, self.columns);
        let row = |row: usize| -> Vec<u32> { (0..columns).map(|c| self.cell_at(row, c)).collect() };
        let column =
            |column: usize| -> Vec<u32> { (0..rows).map(|r| self.cell_at(r, column)).collect() };
        let reversed = |mut cells: Vec<u32>| {
            cells.reverse();
            cells
        };
        match lines {
            Lines::Row => row(number),
            Lines::Column => column(number),
            Lines::Line if number < rows => row(number),
            Lines::Line => column(number - rows),
            Lines::View if number < rows => row(number),
            Lines::View if number < 2 * rows => reversed(row(number - rows)),
            Lines::View if number < 2 * rows + columns => column(number - 2 * rows),
            Lines::View => reversed(column(number - 2 * rows - columns)),
            Lines::Diagonal => {
                let per_way = rows + columns - 1;
                let rising = number >= per_way;
                let offset = number % per_way;
                // The rows in which it lies on the grid; a narrow grid has many diagonals of few cells.
                let within = match rising {
                    true => (offset + 1).saturating_sub(columns)..rows.min(offset + 1),
                    false => (rows - 1).saturating_sub(offset)..rows.min(per_way - offset),
                };
                within
                    .filter_map(|r| {
                        let c = if rising {
                            offset.checked_sub(r)?
                        } else {
                            (offset + r).checked_sub(rows - 1)?
                        };
                        (c < columns).then(|| self.cell_at(r, c))
                    })
                    .collect()
            }
        }
    }

    /// The name of a line in messages.
    pub(crate) fn line_name(&self, lines: Lines, number: usize) -> String {
        let (rows, columns) = (self.rows, self.columns);
        match lines {
            Lines::Row => format!("row {}", number + 1),
            Lines::Column => format!("column {}", number + 1),
            Lines::Line if number < rows => format!("row {}", number + 1),
            Lines::Line => format!("column {}", number - rows + 1),
            Lines::View if number < rows => format!("row {} from the left", number + 1),
            Lines::View if number < 2 * rows => format!("row {} from the right", number - rows + 1),
            Lines::View if number < 2 * rows + columns => {
                format!("column {} from the top", number - 2 * rows + 1)
            }
            Lines::View => format!("column {} from the bottom", number - 2 * rows - columns + 1),
            Lines::Diagonal => match self.line(lines, number).first() {
                Some(&first) => {
                    let way = if number >= rows + columns - 1 {
                        "rising"
                    } else {
                        "falling"
                    };
                    format!("the {way} diagonal of {}", self.cell(first))
                }
                None => "a diagonal".to_owned(),
            },
        }
    }

    /// The cell beside `cell`, if it is on the board.
    pub(crate) fn neighbour(&self, cell: u32, towards: Direction) -> Option<u32> {
        self.shifted(cell, step(towards))
    }

    /// The cell that lies `(down, right)` of `cell`, if it is on the board.
    pub(crate) fn shifted(&self, cell: u32, (down, right): (isize, isize)) -> Option<u32> {
        let (row, column) = self.position(cell);
        let row = row
            .checked_add_signed(down)
            .filter(|&row| row < self.rows)?;
        let column = column
            .checked_add_signed(right)
            .filter(|&column| column < self.columns)?;
        Some(self.cell_at(row, column))
    }

    /// The side that a view looks from.
    pub(crate) fn view_side(&self, number: usize) -> Direction {
        match number {
            number if number < self.rows => Direction::West,
            number if number < 2 * self.rows => Direction::East,
            number if number < 2 * self.rows + self.columns => Direction::North,
            _ => Direction::South,
        }
    }

    /// The view along the same line from its other end.
    pub(crate) fn opposite_view(&self, number: usize) -> usize {
        match self.view_side(number) {
            Direction::West => number + self.rows,
            Direction::East => number - self.rows,
            Direction::North => number + self.columns,
            Direction::South => number - self.columns,
        }
    }

    /// The side of a cell.
    pub(crate) fn edge(&self, cell: u32, side: Direction) -> u32 {
        let (row, column) = self.position(cell);
        let upright = (self.rows + 1) * self.columns;
        let number = match side {
            Direction::North => row * self.columns + column,
            Direction::South => (row + 1) * self.columns + column,
            Direction::West => upright + row * (self.columns + 1) + column,
            Direction::East => upright + row * (self.columns + 1) + column + 1,
        };
        number as u32
    }

    /// Whether an edge is drawn as a horizontal stroke, and the row and column of its first corner.
    pub(crate) fn edge_position(&self, edge: u32) -> (bool, usize, usize) {
        let edge = edge as usize;
        let upright = (self.rows + 1) * self.columns;
        match edge.checked_sub(upright) {
            None => (true, edge / self.columns, edge % self.columns),
            Some(edge) => (false, edge / (self.columns + 1), edge % (self.columns + 1)),
        }
    }

    /// The two corners at the ends of an edge.
    pub(crate) fn edge_corners(&self, edge: u32) -> [u32; 2] {
        let (horizontal, row, column) = self.edge_position(edge);
        let first = (row * (self.columns + 1) + column) as u32;
        let second = if horizontal {
            first + 1
        } else {
            first + self.columns as u32 + 1
        };
        [first, second]
    }

    /// The cells on both sides of an edge: above and below, or left and right.
    pub(crate) fn edge_cells(&self, edge: u32) -> [Option<u32>; 2] {
        let (horizontal, row, column) = self.edge_position(edge);
        let (before, after) = if horizontal {
            (
                row.checked_sub(1).map(|row| (row, column)),
                (row < self.rows).then_some((row, column)),
            )
        } else {
            (
                column.checked_sub(1).map(|column| (row, column)),
                (column < self.columns).then_some((row, column)),
            )
        };
        [before, after].map(|cell| cell.map(|(row, column)| self.cell_at(row, column)))
    }

    /// The link of a cell to its neighbour, if there is one.
    pub(crate) fn link(&self, cell: u32, towards: Direction) -> Option<u32> {
        let other = self.neighbour(cell, towards)?;
        let (row, column) = self.position(cell.min(other));
        let upright = self.rows * (self.columns - 1);
        let number = match towards {
            Direction::East | Direction::West => row * (self.columns - 1) + column,
            Direction::North | Direction::South => upright + row * self.columns + column,
        };
        Some(number as u32)
    }

    /// Whether a link joins two cells of a row.
    pub(crate) fn is_horizontal_link(&self, link: u32) -> bool {
        (link as usize) < self.rows * (self.columns - 1)
    }

    /// The two cells that a link joins, the upper or left one first.
    pub(crate) fn link_cells(&self, link: u32) -> [u32; 2] {
        let link = link as usize;
        let upright = self.rows * (self.columns - 1);
        match link.checked_sub(upright) {
            None => {
                let (row, column) = (link / (self.columns - 1), link % (self.columns - 1));
                [self.cell_at(row, column), self.cell_at(row, column + 1)]
            }
            Some(link) => {
                let (row, column) = (link / self.columns, link % self.columns);
                [self.cell_at(row, column), self.cell_at(row + 1, column)]
            }
        }
    }

    /// The first or the last of these cells, on the link's board.
    pub(crate) fn end_of_link(&self, link: Atom, end: End) -> Atom {
        let [first, last] = self.link_cells(link.index);
        Atom {
            kind: Kind::Cell,
            board: link.board,
            index: match end {
                End::First => first,
                End::Last => last,
            },
        }
    }

    /// The corners of a cell: upper left, upper right, lower left, lower right.
    pub(crate) fn cell_corners(&self, cell: u32) -> [u32; 4] {
        let (row, column) = self.position(cell);
        let first = (row * (self.columns + 1) + column) as u32;
        let below = first + self.columns as u32 + 1;
        [first, first + 1, below, below + 1]
    }

    /// The atoms of a kind that touch a cell; of cells, it alone.
    pub(crate) fn beside_cell(&self, kind: Kind, cell: u32) -> Vec<u32> {
        match kind {
            Kind::Cell => vec![cell],
            Kind::Edge => Direction::ALL.map(|side| self.edge(cell, side)).into(),
            Kind::Corner => self.cell_corners(cell).into(),
            Kind::Link => Direction::ALL
                .into_iter()
                .filter_map(|towards| self.link(cell, towards))
                .collect(),
        }
    }

    /// The cells that touch a corner, in reading order.
    pub(crate) fn corner_cells(&self, corner: u32) -> Vec<u32> {
        let (row, column) = self.corner_position(corner);
        let mut cells = Vec::new();
        for r in [row.wrapping_sub(1), row] {
            for c in [column.wrapping_sub(1), column] {
                if r < self.rows && c < self.columns {
                    cells.push(self.cell_at(r, c));
                }
            }
        }
        cells
    }

    pub(crate) fn corner_position(&self, corner: u32) -> (usize, usize) {
        let corner = corner as usize;
        (corner / (self.columns + 1), corner % (self.columns + 1))
    }

    /// The edge that begins at a corner and leads in a direction, if there is one.
    pub(crate) fn corner_edge(&self, corner: u32, towards: Direction) -> Option<u32> {
        let (row, column) = self.corner_position(corner);
        let upright = (self.rows + 1) * self.columns;
        let number = match towards {
            Direction::East => (column < self.columns).then(|| row * self.columns + column)?,
            Direction::West => row * self.columns + column.checked_sub(1)?,
            Direction::South => {
                (row < self.rows).then(|| upright + row * (self.columns + 1) + column)?
            }
            Direction::North => upright + row.checked_sub(1)? * (self.columns + 1) + column,
        };
        Some(number as u32)
    }

    /// The cell, the edge or the corner in the middle of the rows and columns that cells cover.
    pub(crate) fn middle_of(&self, cells: impl Iterator<Item = u32>) -> Option<(Kind, u32)> {
        let cells: Vec<(usize, usize)> = cells.map(|cell| self.position(cell)).collect();
        // From the first to the last line, in half cells from the upper left corner.
        let middle = |lines: Vec<usize>| Some(lines.iter().min()? + lines.iter().max()? + 1);
        let row = middle(cells.iter().map(|cell| cell.0).collect())?;
        let column = middle(cells.iter().map(|cell| cell.1).collect())?;
        // The cell around it, or to the left of it and above.
        let before = |at: usize| (at - 1) / 2;
        let cell = self.cell_at(before(row), before(column));
        Some(match (row % 2, column % 2) {
            (1, 1) => (Kind::Cell, cell),
            (1, _) => (Kind::Edge, self.edge(cell, Direction::East)),
            (_, 1) => (Kind::Edge, self.edge(cell, Direction::South)),
            _ => (Kind::Corner, self.cell_corners(cell)[3]),
        })
    }

    /// What an atom is called in messages: `r3c5`, `the edge above r1c1`, `the link r1c1-r1c2`, `the corner at
    /// the lower right of r1c1`.
    pub(crate) fn name(&self, atom: Atom) -> String {
        let name = match atom.kind {
            Kind::Cell => self.cell_name(atom.index),
            Kind::Link => {
                let [a, b] = self.link_cells(atom.index);
                format!("the link {}-{}", self.cell(a), self.cell(b))
            }
            Kind::Edge => match (
                self.edge_position(atom.index).0,
                self.edge_cells(atom.index),
            ) {
                (true, [_, Some(below)]) => format!("the edge above {}", self.cell(below)),
                (true, [Some(above), None]) => format!("the edge below {}", self.cell(above)),
                (false, [_, Some(right)]) => format!("the edge left of {}", self.cell(right)),
                (_, [Some(left), None]) => format!("the edge right of {}", self.cell(left)),
                (_, [None, None]) => "an edge".to_owned(),
            },
            Kind::Corner => {
                let (row, column) = self.corner_position(atom.index);
                let cell = Cell::new(row.saturating_sub(1), column.saturating_sub(1));
                let side = match (row, column) {
                    (0, 0) => "upper left",
                    (0, _) => "upper right",
                    (_, 0) => "lower left",
                    _ => "lower right",
                };
                format!("the corner at the {side} of {cell}")
            }
        };
        if self.boards > 1 {
            format!("board {}, {name}", atom.board + 1)
        } else {
            name
        }
    }

    /// The name of a cell, as it is displayed. Rules have a name for each pair of cells that they speak of: written without
    /// a formatter, 5 % of compiling a large ripple effect.
    fn cell_name(&self, index: u32) -> String {
        let cell = self.cell(index);
        let mut name = String::with_capacity(8);
        for (sign, number) in [('r', cell.row + 1), ('c', cell.column + 1)] {
            name.push(sign);
            let mut unit = 1;
            while number / unit >= 10 {
                unit *= 10;
            }
            while unit > 0 {
                name.push(char::from(b'0' + (number / unit % 10) as u8));
                unit /= 10;
            }
        }
        name
    }

    /// Whether a name ends with that of the link or the edge between two cells: their own names would add nothing.
    pub(crate) fn names_between(&self, name: &str, [a, b]: [Atom; 2]) -> bool {
        let are_cells = a.kind == Kind::Cell && b.kind == Kind::Cell && a.board == b.board;
        if name.is_empty() || !are_cells {
            return false;
        }
        let towards = Direction::ALL
            .into_iter()
            .find(|&towards| self.neighbour(a.index, towards) == Some(b.index));
        towards.is_some_and(|towards| {
            let link = self.link(a.index, towards);
            let link = link.map(|index| (Kind::Link, index));
            let edge = (Kind::Edge, self.edge(a.index, towards));
            let mut between = link.into_iter().chain([edge]);
            between.any(|(kind, index)| {
                let board = a.board;
                name.ends_with(&self.name(Atom { kind, board, index }))
            })
        })
    }
}

/// The direction of this name.
pub(crate) fn direction_called(name: &str) -> Option<Direction> {
    Some(match name {
        "up" => Direction::North,
        "right" => Direction::East,
        "down" => Direction::South,
        "left" => Direction::West,
        _ => return None,
    })
}

/// The side that an adjective of views names.
pub(crate) fn side_called(name: &str) -> Option<Direction> {
    match name {
        "top" => Some(Direction::North),
        "bottom" => Some(Direction::South),
        name => direction_called(name),
    }
}

/// A step in a direction: down, right.
pub(crate) const fn step(towards: Direction) -> (isize, isize) {
    match towards {
        Direction::North => (-1, 0),
        Direction::East => (0, 1),
        Direction::South => (1, 0),
        Direction::West => (0, -1),
    }
}

/// The steps to the cells beside a cell, in the order of [`Direction::ALL`].
pub(crate) const SIDES: [(isize, isize); 4] = [
    step(Direction::North),
    step(Direction::East),
    step(Direction::South),
    step(Direction::West),
];

/// The steps to the cells around a cell, clockwise from the upper left.
pub(crate) const AROUND: [(isize, isize); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
];

/// A knight's moves.
pub(crate) const KNIGHT: [(isize, isize); 8] = [
    (-2, -1),
    (-2, 1),
    (-1, -2),
    (-1, 2),
    (1, -2),
    (1, 2),
    (2, -1),
    (2, 1),
];

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [(usize, usize); 5] = [(1, 1), (1, 3), (3, 1), (2, 3), (4, 4)];

    #[test]
    fn cells_are_named_as_they_are_displayed() {
        for (rows, columns) in [(1, 1), (3, 12), (101, 10), (1, 1001)] {
            let geometry = Geometry {
                rows,
                columns,
                boards: 1,
            };
            for cell in 0..geometry.count(Kind::Cell) as u32 {
                assert_eq!(geometry.cell_name(cell), geometry.cell(cell).to_string());
            }
        }
    }

    #[test]
    fn edges_links_and_corners_know_their_cells() {
        for (rows, columns) in SIZES {
            let geometry = Geometry {
                rows,
                columns,
                boards: 1,
            };
            for cell in 0..geometry.count(Kind::Cell) as u32 {
                for (side, at) in Direction::ALL.into_iter().zip([1, 0, 0, 1]) {
                    let edge = geometry.edge(cell, side);
                    assert!((edge as usize) < geometry.count(Kind::Edge));
                    assert_eq!(geometry.edge_cells(edge)[at], Some(cell));
                    assert_eq!(
                        geometry.edge_cells(edge)[1 - at],
                        geometry.neighbour(cell, side)
                    );
                    if let Some(link) = geometry.link(cell, side) {
                        assert!((link as usize) < geometry.count(Kind::Link));
                        assert!(geometry.link_cells(link).contains(&cell));
                        let horizontal = matches!(side, Direction::East | Direction::West);
                        assert_eq!(geometry.is_horizontal_link(link), horizontal);
                    }
                }
                for corner in geometry.cell_corners(cell) {
                    assert!(geometry.corner_cells(corner).contains(&cell));
                }
            }
            for corner in 0..geometry.count(Kind::Corner) as u32 {
                for towards in Direction::ALL {
                    if let Some(edge) = geometry.corner_edge(corner, towards) {
                        assert!(geometry.edge_corners(edge).contains(&corner));
                    }
                }
            }
        }
    }

    #[test]
    fn every_cell_lies_in_its_lines() {
        for (rows, columns) in SIZES {
            let geometry = Geometry {
                rows,
                columns,
                boards: 1,
            };
            for (lines, times) in [
                (Lines::Row, 1),
                (Lines::Column, 1),
                (Lines::Line, 2),
                (Lines::View, 4),
                (Lines::Diagonal, 2),
            ] {
                let mut found = vec![0; rows * columns];
                for number in 0..geometry.count_lines(lines) {
                    for cell in geometry.line(lines, number) {
                        found[cell as usize] += 1;
                    }
                }
                assert!(found.iter().all(|&n| n == times), "{lines:?}");
            }
        }
        let geometry = Geometry {
            rows: 2,
            columns: 3,
            boards: 1,
        };
        assert_eq!(geometry.line(Lines::Diagonal, 1), [0, 4]);
        assert_eq!(geometry.line(Lines::Diagonal, 5), [1, 3]);
        assert_eq!(geometry.line_name(Lines::View, 3), "row 2 from the right");
        assert_eq!(geometry.line(Lines::View, 3), [5, 4, 3]);
    }
}
