//! Texts on grid points: where they begin, how wide cells must be for them, and a list of those without room.

use std::ops::Range;

use super::{Layout, printable};
use crate::grid::{Cell, Direction};
use crate::picture::{Picture, Stroke};

/// The character at which a text on a grid point begins: it is centred on the point, but within the grid.
pub(super) fn start(layout: &Layout, column: usize, length: usize) -> usize {
    let point = layout.left(column) - 1;
    let last = layout.width().saturating_sub(length);
    (point.saturating_sub(length.saturating_sub(1) / 2))
        .min(last)
        .max(layout.side)
}

/// The sign on a grid point whose text is below the grid.
pub(super) const ELSEWHERE: &str = "*";

/// Whether a text may be longer than the place of its point.
pub(super) fn is_long(text: &str) -> bool {
    text.chars().nth(1).is_some()
}

/// Whether texts on grid points leave each other, and what is on sides and links beside them, readable.
pub(super) fn do_fit(picture: &Picture, layout: &Layout) -> bool {
    // By line of grid points: the characters of what is there, and whether it is a long text.
    let mut taken: Vec<(usize, Range<usize>, bool)> = Vec::new();
    let middle = |column: usize, length: usize| {
        let start = layout.left(column) + layout.cell / 2;
        start..start + length
    };
    for edge in picture.edges.iter().flatten().filter(|edge| edge.is_level) {
        if let Stroke::Text(text) = &edge.stroke {
            let (row, column) = edge.point;
            taken.push((row, middle(column, text.chars().count()), false));
        }
    }
    for link in picture.links.iter().flatten() {
        if link.towards == Direction::South {
            let length = match &link.stroke {
                Stroke::Text(text) => text.chars().count(),
                Stroke::Line | Stroke::Double => 1,
            };
            taken.push((link.from.row + 1, middle(link.from.column, length), false));
        }
    }
    for (row, column, text) in &picture.points {
        let length = text.chars().count();
        let start = start(layout, *column, length);
        if start + length > layout.width() {
            return false;
        }
        taken.push((*row, start..start + length, is_long(text)));
    }
    taken.sort_by_key(|(row, at, _)| (*row, at.start));
    taken.windows(2).all(|pair| {
        let [(row, at, is_long), (next_row, next, is_next_long)] = pair else {
            return true;
        };
        // A blank beside a long text shows where it ends.
        let gap = usize::from(*is_long || *is_next_long);
        // Two signs between cells have always been allowed to meet.
        let are_short = !is_long && !is_next_long;
        row != next_row || are_short || at.end + gap <= next.start
    })
}

/// The long texts by their places, `r1c1/r2c2` being the point between these cells, in lines of at most so many
/// characters.
pub(super) fn list(picture: &Picture, width: usize) -> Vec<String> {
    let (rows, columns) = (picture.cells.rows(), picture.cells.columns());
    let mut points: Vec<_> = picture.points.iter().collect();
    points.sort_by_key(|(row, column, _)| (*row, *column));
    let mut lines: Vec<String> = Vec::new();
    for (row, column, text) in points {
        if !is_long(text) || *row > rows || *column > columns {
            continue;
        }
        let before = Cell::new(row.saturating_sub(1), column.saturating_sub(1));
        let after = Cell::new(
            (*row).min(rows.saturating_sub(1)),
            (*column).min(columns.saturating_sub(1)),
        );
        let side = match (*row, *column) {
            (0, _) => "above ",
            (row, _) if row == rows => "below ",
            (_, 0) => "left of ",
            (_, column) if column == columns => "right of ",
            _ => "",
        };
        let place = match before == after {
            true => before.to_string(),
            false => format!("{before}/{after}"),
        };
        let entry = format!("{side}{place}: {}", printable(text));
        match lines.last_mut() {
            Some(line) if line.chars().count() + entry.chars().count() + 3 <= width => {
                line.push_str("; ");
                line.push_str(&entry);
            }
            Some(line) => {
                line.push(';');
                lines.push(format!("  {entry}"));
            }
            None => lines.push(format!("{ELSEWHERE} {entry}")),
        }
    }
    lines
}
