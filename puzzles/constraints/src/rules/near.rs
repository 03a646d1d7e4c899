//! Sets of cells as a word for each row, and the shapes of equal distance on them.

use quadrille_engine::{Events, Scope, Var};

use crate::grid::Cell;

/// How the distance between two cells is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Steps along both axes.
    Taxicab,
    /// Steps within a row or a column; cells that share neither do not count.
    Line,
}

/// The widest grid whose rows fit a word.
pub const MOST_COLUMNS: usize = 64;

/// The cells of one row that lie `distance` or nearer (a disc) or exactly `distance` away (a ring), as the pieces of
/// a shape around a centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slice {
    /// The row.
    pub(super) row: usize,
    /// The columns.
    pub(super) columns: u64,
}

/// Size and metric of a grid: enough to draw rings and discs, clipped at the edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shapes {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) metric: Metric,
}

impl Shapes {
    /// Tracks every change of the cells that may hold `value`: by tag the cell, and the cells as a word for each row.
    pub(super) fn track(
        self,
        scope: &mut Scope<'_>,
        cells: &[Var],
        value: i32,
    ) -> (Vec<Cell>, Vec<u64>) {
        let mut tagged = Vec::new();
        let mut possible = vec![0; self.rows];
        for (index, &var) in cells.iter().enumerate() {
            if scope.domain(var).contains(value) {
                let cell = Cell::new(index / self.columns, index % self.columns);
                possible[cell.row] |= 1 << cell.column;
                scope.track(var, Events::ANY);
                tagged.push(cell);
            }
        }
        (tagged, possible)
    }

    /// The cells exactly `distance` ≥ 1 away from `centre`, row by row; rows without any may be left out.
    #[inline]
    pub(super) fn ring(self, centre: Cell, distance: usize) -> impl Iterator<Item = Slice> {
        self.span(centre.row, distance).filter_map(move |row| {
            let aside = self.reach(row.abs_diff(centre.row), distance, true)?;
            let bit = 1 << centre.column;
            Some(Slice {
                row,
                columns: (left(bit, aside) | right(bit, aside)) & self.row_mask(),
            })
        })
    }

    /// The cells from 1 to `distance` away from `centre`, row by row; rows without any may be left out.
    #[inline]
    pub(super) fn disc(self, centre: Cell, distance: usize) -> impl Iterator<Item = Slice> {
        self.span(centre.row, distance).map(move |row| Slice {
            row,
            columns: self.disc_in_row(centre, distance, row),
        })
    }

    /// The cells of `row` from 1 to `distance` away from `centre`.
    #[inline]
    pub(super) fn disc_in_row(self, centre: Cell, distance: usize, row: usize) -> u64 {
        let up = row.abs_diff(centre.row);
        let Some(aside) = self.reach(up, distance, false) else {
            return 0;
        };
        let low = centre.column.saturating_sub(aside);
        let high = (centre.column + aside).min(self.columns - 1);
        let columns = u64::MAX << low & u64::MAX >> (63 - high);
        if up == 0 {
            columns & !(1 << centre.column)
        } else {
            columns
        }
    }

    /// The rows within `distance` of `row`.
    pub(super) fn span(self, row: usize, distance: usize) -> std::ops::Range<usize> {
        row.saturating_sub(distance)..(row + distance + 1).min(self.rows)
    }

    /// How many columns aside a shape reaches in a row that is `up` away from its centre.
    #[inline]
    fn reach(self, up: usize, distance: usize, ring: bool) -> Option<usize> {
        match self.metric {
            _ if up > distance => None,
            Metric::Taxicab => Some(distance - up),
            Metric::Line if up == 0 => Some(distance),
            Metric::Line => (!ring || up == distance).then_some(0),
        }
    }

    fn row_mask(self) -> u64 {
        u64::MAX >> (64 - self.columns)
    }
}

/// `bit` moved to lower columns; nothing if it leaves the word.
fn left(bit: u64, by: usize) -> u64 {
    if by < 64 { bit >> by } else { 0 }
}

/// `bit` moved to higher columns; nothing if it leaves the word.
fn right(bit: u64, by: usize) -> u64 {
    if by < 64 { bit << by } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distance of two different cells by its definition; `None` where the metric knows none.
    fn distance(metric: Metric, a: Cell, b: Cell) -> Option<usize> {
        match metric {
            Metric::Taxicab => Some(a.taxicab(b)),
            Metric::Line => (a.row == b.row || a.column == b.column).then(|| a.taxicab(b)),
        }
    }

    #[test]
    fn rings_and_discs_by_definition() {
        for metric in [Metric::Taxicab, Metric::Line] {
            for (rows, columns) in [(1, 1), (1, 7), (5, 1), (4, 6), (3, 64)] {
                let shapes = Shapes {
                    rows,
                    columns,
                    metric,
                };
                let all = || {
                    (0..rows).flat_map(|row| (0..columns).map(move |column| Cell::new(row, column)))
                };
                let collect = |slices: &mut dyn Iterator<Item = Slice>| {
                    let mut board = vec![0; rows];
                    for slice in slices {
                        board[slice.row] |= slice.columns;
                    }
                    board
                };
                let board = |test: &dyn Fn(Cell) -> bool| {
                    let mut board = vec![0u64; rows];
                    for cell in all().filter(|&cell| test(cell)) {
                        board[cell.row] |= 1 << cell.column;
                    }
                    board
                };
                for centre in all() {
                    for k in 1..70 {
                        assert_eq!(
                            collect(&mut shapes.ring(centre, k)),
                            board(&|cell| distance(metric, centre, cell) == Some(k))
                        );
                        assert_eq!(
                            collect(&mut shapes.disc(centre, k)),
                            board(&|cell| cell != centre
                                && distance(metric, centre, cell).is_some_and(|d| d <= k))
                        );
                    }
                }
            }
        }
    }
}
