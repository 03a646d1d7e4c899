//! Positions of cells, the motions that map them to others, and the vertices of a graph by position.

use crate::grid::Cell;

/// A row and a column, or differences of these.
pub(super) type Position = (isize, isize);

/// A turn or a reflection.
pub(super) type Motion = fn(Position) -> Position;

/// Turns and reflections, each beside its inverse.
pub(super) const MOTIONS: [[Motion; 2]; 8] = [
    [|(r, c)| (r, c), |(r, c)| (r, c)],
    [|(r, c)| (r, -c), |(r, c)| (r, -c)],
    [|(r, c)| (-r, c), |(r, c)| (-r, c)],
    [|(r, c)| (-r, -c), |(r, c)| (-r, -c)],
    [|(r, c)| (c, r), |(r, c)| (c, r)],
    [|(r, c)| (c, -r), |(r, c)| (-c, r)],
    [|(r, c)| (-c, r), |(r, c)| (c, -r)],
    [|(r, c)| (-c, -r), |(r, c)| (-c, -r)],
];

pub(super) fn position(cell: &Cell) -> Position {
    (cell.row as isize, cell.column as isize)
}

/// By row and column: the vertex of that cell.
#[derive(Clone, Debug)]
pub(super) struct VertexAt(Vec<Vec<Option<u32>>>);

impl VertexAt {
    /// Of the cells of vertices.
    pub(super) fn of_cells(cells: &[Cell]) -> Self {
        let rows = cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
        let columns = cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0);
        let mut at = vec![vec![None; columns]; rows];
        for (vertex, cell) in (0..).zip(cells) {
            at[cell.row][cell.column] = Some(vertex);
        }
        Self(at)
    }

    /// Keeps only vertices that pass a test.
    pub(super) fn retain(&mut self, test: impl Fn(u32) -> bool) {
        for vertex in self.0.iter_mut().flatten() {
            *vertex = vertex.filter(|&vertex| test(vertex));
        }
    }

    pub(super) fn get(&self, (row, column): Position) -> Option<u32> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        *self.0.get(row)?.get(column)?
    }
}
