//! Invisible elements that say where the places of a picture are, for programs that turn a pointer's position into a
//! place.

use svg::node::element::{Group, Rectangle};
use svg::{Document, Node};

use super::{Page, SIDE, number};
use crate::grid::Cell;

/// What a pointer may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// Cells: `c0`, `c1`, … row by row.
    Cells,
    /// Sides of cells: `e0`, … first those drawn as horizontal strokes, row by row, then the others.
    Edges,
    /// What is between the middles of neighbouring cells: `l0`, … first of cells in a row, then of those in a column.
    Links,
    /// Grid points: `p0`, … row by row.
    Corners,
    /// The left ends of rows: `left0`, …
    Left,
    /// Their right ends: `right0`, …
    Right,
    /// The upper ends of columns: `top0`, …
    Top,
    /// Their lower ends: `bottom0`, …
    Bottom,
}

/// The least room of a place beside the grid.
pub(super) const BESIDE: f64 = 34.0;

impl Page<'_> {
    /// A group with an element for each place: `data-place` is its mark, `data-x` and `data-y` its middle.
    pub(super) fn draw_places(&self, document: &mut Document, board: usize, kinds: &[Places]) {
        let mut group = Group::new()
            .set("data-board", board)
            .set("fill", "none")
            .set("class", "places");
        for kind in kinds {
            for (at, (mark, x, y, wide, high)) in self.places(*kind).into_iter().enumerate() {
                group.append(
                    Rectangle::new()
                        .set("data-place", format!("{mark}{at}"))
                        .set("data-x", number(x))
                        .set("data-y", number(y))
                        .set("x", number(x - wide / 2.0))
                        .set("y", number(y - high / 2.0))
                        .set("width", number(wide))
                        .set("height", number(high)),
                );
            }
        }
        document.append(group);
    }

    /// Mark, middle and size of the places of a kind, in their order.
    fn places(&self, kind: Places) -> Vec<(&'static str, f64, f64, f64, f64)> {
        let (rows, columns) = (self.picture.cells.rows(), self.picture.cells.columns());
        let (left, top) = self.corner(Cell::new(0, 0));
        let (right, bottom) = (left + columns as f64 * SIDE, top + rows as f64 * SIDE);
        let point =
            |row: usize, column: usize| (left + column as f64 * SIDE, top + row as f64 * SIDE);
        let half = SIDE / 2.0;
        let each = |rows: usize, columns: usize| {
            (0..rows * columns).map(move |at| (at / columns, at % columns))
        };
        match kind {
            Places::Cells => each(rows, columns)
                .map(|(row, column)| point(row, column))
                .map(|(x, y)| ("c", x + half, y + half, SIDE, SIDE))
                .collect(),
            Places::Corners => each(rows + 1, columns + 1)
                .map(|(row, column)| point(row, column))
                .map(|(x, y)| ("p", x, y, half, half))
                .collect(),
            Places::Edges => {
                let level = each(rows + 1, columns).map(|(row, column)| point(row, column));
                let upright = each(rows, columns + 1).map(|(row, column)| point(row, column));
                let level = level.map(|(x, y)| ("e", x + half, y, SIDE, half));
                level
                    .chain(upright.map(|(x, y)| ("e", x, y + half, half, SIDE)))
                    .collect()
            }
            Places::Links => {
                let level = each(rows, columns - 1).map(|(row, column)| point(row, column));
                let upright = each(rows - 1, columns).map(|(row, column)| point(row, column));
                let level = level.map(|(x, y)| ("l", x + SIDE, y + half, SIDE, half));
                level
                    .chain(upright.map(|(x, y)| ("l", x + half, y + SIDE, half, SIDE)))
                    .collect()
            }
            Places::Left | Places::Right => (0..rows)
                .map(|row| point(row, 0).1 + half)
                .map(|y| match kind {
                    Places::Left => ("left", left - BESIDE / 2.0, y, BESIDE, SIDE),
                    _ => ("right", right + BESIDE / 2.0, y, BESIDE, SIDE),
                })
                .collect(),
            Places::Top | Places::Bottom => (0..columns)
                .map(|column| point(0, column).0 + half)
                .map(|x| match kind {
                    Places::Top => ("top", x, top - BESIDE / 2.0, SIDE, BESIDE),
                    _ => ("bottom", x, bottom + BESIDE / 2.0, SIDE, BESIDE),
                })
                .collect(),
        }
    }
}
