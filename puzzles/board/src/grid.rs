//! Rectangular grids and their cells: the one place that knows rows, columns and neighbours.

use std::fmt;

/// A cell by 0-based row and column. It prints as `r3c5`: 1-based, the way every output names cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// 0-based row, from the top.
    pub row: usize,
    /// 0-based column, from the left.
    pub column: usize,
}

impl Cell {
    /// The cell at 0-based `row` and `column`.
    pub const fn new(row: usize, column: usize) -> Self {
        Self { row, column }
    }

    /// Steps along the two axes between this cell and `other`.
    pub fn taxicab(self, other: Cell) -> usize {
        self.row.abs_diff(other.row) + self.column.abs_diff(other.column)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.column + 1)
    }
}

/// One of the four directions along grid lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Towards the first row.
    North,
    /// Towards the last column.
    East,
    /// Towards the last row.
    South,
    /// Towards the first column.
    West,
}

impl Direction {
    /// The four directions, clockwise from north.
    pub const ALL: [Direction; 4] = [
        Direction::North,
        Direction::East,
        Direction::South,
        Direction::West,
    ];

    /// `N`, `E`, `S` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Direction::North => 'N',
            Direction::East => 'E',
            Direction::South => 'S',
            Direction::West => 'W',
        }
    }

    /// The direction named by `letter` (either case).
    pub const fn from_letter(letter: char) -> Option<Direction> {
        match letter.to_ascii_uppercase() {
            'N' => Some(Direction::North),
            'E' => Some(Direction::East),
            'S' => Some(Direction::South),
            'W' => Some(Direction::West),
            _ => None,
        }
    }

    /// The opposite direction.
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::North => Direction::South,
            Direction::East => Direction::West,
            Direction::South => Direction::North,
            Direction::West => Direction::East,
        }
    }
}

/// A rectangle of values, stored row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    rows: usize,
    columns: usize,
    values: Vec<T>,
}

impl<T> Grid<T> {
    /// A grid whose value at each cell is `value(cell)`.
    pub fn from_fn(rows: usize, columns: usize, mut value: impl FnMut(Cell) -> T) -> Self {
        let mut values = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            for column in 0..columns {
                values.push(value(Cell::new(row, column)));
            }
        }
        Self {
            rows,
            columns,
            values,
        }
    }

    /// A grid from its values row by row; `None` unless there are `rows * columns` of them.
    pub fn from_values(rows: usize, columns: usize, values: Vec<T>) -> Option<Self> {
        (values.len() == rows * columns).then_some(Self {
            rows,
            columns,
            values,
        })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// True for a grid without cells.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Every cell, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<T> {
        let columns = self.columns;
        (0..self.values.len()).map(move |i| Cell::new(i / columns, i % columns))
    }

    /// The values, row by row.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Gives all cells this value.
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        self.values.fill(value);
    }

    /// The values of one row, left to right.
    pub fn row(&self, row: usize) -> &[T] {
        &self.values[row * self.columns..(row + 1) * self.columns]
    }

    /// The position of `cell` among [`values`](Self::values).
    pub fn index(&self, cell: Cell) -> usize {
        debug_assert!(cell.row < self.rows && cell.column < self.columns);
        cell.row * self.columns + cell.column
    }

    /// The value at `cell`, or `None` outside the grid.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        (cell.row < self.rows && cell.column < self.columns)
            .then(|| &self.values[cell.row * self.columns + cell.column])
    }

    /// The value at `cell`, to be changed; `None` outside the grid.
    pub fn get_mut(&mut self, cell: Cell) -> Option<&mut T> {
        let is_inside = cell.row < self.rows && cell.column < self.columns;
        is_inside.then(|| &mut self.values[cell.row * self.columns + cell.column])
    }

    /// The neighbour of `cell` in `direction`, if it is inside the grid.
    pub fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (row, column) = match direction {
            Direction::North => (cell.row.checked_sub(1)?, cell.column),
            Direction::East => (cell.row, cell.column + 1),
            Direction::South => (cell.row + 1, cell.column),
            Direction::West => (cell.row, cell.column.checked_sub(1)?),
        };
        (row < self.rows && column < self.columns).then_some(Cell { row, column })
    }

    /// The cells that share an edge with `cell`, clockwise from north.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| self.step(cell, direction))
    }

    /// The cells of the 3×3 block centred on `cell`, clipped at the edge, itself included.
    pub fn block(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<T> {
        let rows = cell.row.saturating_sub(1)..(cell.row + 2).min(self.rows);
        let columns = cell.column.saturating_sub(1)..(cell.column + 2).min(self.columns);
        rows.flat_map(move |row| columns.clone().map(move |column| Cell { row, column }))
    }

    /// The cells from `cell` (not included) to the edge in `direction`, nearest first.
    pub fn ray(&self, cell: Cell, direction: Direction) -> impl Iterator<Item = Cell> + '_ {
        std::iter::successors(self.step(cell, direction), move |&c| {
            self.step(c, direction)
        })
    }

    /// Each unordered pair of cells that share an edge, once: first all pairs side by side, then all pairs
    /// one above the other, in reading order.
    pub fn adjacent_pairs(&self) -> impl Iterator<Item = (Cell, Cell)> + '_ {
        [Direction::East, Direction::South]
            .into_iter()
            .flat_map(move |direction| {
                self.cells()
                    .filter_map(move |cell| Some((cell, self.step(cell, direction)?)))
            })
    }

    /// A grid of the same size with each value replaced by `f(&value)`.
    pub fn map<U>(&self, f: impl FnMut(&T) -> U) -> Grid<U> {
        Grid {
            rows: self.rows,
            columns: self.columns,
            values: self.values.iter().map(f).collect(),
        }
    }
}

impl<T> std::ops::Index<Cell> for Grid<T> {
    type Output = T;

    fn index(&self, cell: Cell) -> &T {
        &self.values[self.index(cell)]
    }
}

impl<T> std::ops::IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        let index = self.index(cell);
        &mut self.values[index]
    }
}
