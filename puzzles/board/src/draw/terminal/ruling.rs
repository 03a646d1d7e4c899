//! The lines between cells and around the grid, and the names of rows and columns.

use anstyle::Style;

use super::super::lattice::Borders;
use super::cells::{Look, centred};
use super::{Canvas, Layout};
use crate::grid::Cell;
use crate::picture::Picture;

/// The junction of thick lines that leave to the north, east, south and west.
fn junction(arms: [bool; 4], ascii: bool) -> char {
    const LINES: [char; 16] = [
        ' ', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋',
    ];
    let at = (0..4)
        .filter(|&arm| arms[arm])
        .map(|arm| 1 << arm)
        .sum::<usize>();
    match (at, ascii) {
        (0, true) => '.',
        (0, false) => '·',
        (_, false) => LINES[at],
        (5, true) => '|',
        (10, true) => '-',
        (_, true) => '+',
    }
}

pub(super) fn draw_borders(
    picture: &Picture,
    layout: &Layout,
    look: &Look<'_>,
    canvas: &mut Canvas,
) {
    // The line above (row, column) and the one on its left; also past the last row and column.
    let borders = Borders::of(picture);
    let above = |row: usize, column: usize| borders.above(row, column);
    let left = |row: usize, column: usize| borders.left(row, column);
    let bare = picture.links.is_some() && picture.edges.is_none() && picture.regions.is_none();
    let (level, upright) = if look.ascii {
        ("-", "|")
    } else {
        ("━", "┃")
    };
    for row in 0..=layout.rows {
        let line = layout.line(row) - 1;
        for column in 0..=layout.columns {
            let place = layout.left(column) - 1;
            let cell = Cell::new(row, column);
            let arms = [
                row > 0 && left(row - 1, column),
                above(row, column),
                left(row, column),
                column > 0 && above(row, column - 1),
            ];
            let open = arms == [false; 4];
            let style = if open { look.tint(cell) } else { Style::new() };
            let sign = if open && bare {
                ' '
            } else {
                junction(arms, look.ascii)
            };
            canvas.put(line, place, &sign.to_string(), style);
            if column < layout.columns {
                let (text, style) = match above(row, column) {
                    true => (level, Style::new()),
                    false => (" ", look.tint(cell)),
                };
                canvas.put(line, place + 1, &text.repeat(layout.cell), style);
            }
            if row < layout.rows {
                let (text, style) = match left(row, column) {
                    true => (upright, Style::new()),
                    false => (" ", look.tint(cell)),
                };
                canvas.put(line + 1, place, text, style);
            }
        }
    }
}

pub(super) fn draw_frame(layout: &Layout, look: &Look<'_>, canvas: &mut Canvas) {
    let (corners, level, upright) = match look.ascii {
        true => (["+", "+", "+", "+"], "-", "|"),
        false => (["┌", "┐", "└", "┘"], "─", "│"),
    };
    let (top, bottom) = (layout.top, layout.line(layout.rows));
    let (first, last) = (layout.side, layout.left(layout.columns));
    let style = Style::new();
    for (line, [start, end]) in [(top, [0, 1]), (bottom, [2, 3])] {
        canvas.put(line, first, &level.repeat(last - first), style);
        canvas.put(line, first, corners[start], style);
        canvas.put(line, last, corners[end], style);
    }
    for row in 0..layout.rows {
        canvas.put(layout.line(row), first, upright, style);
        canvas.put(layout.line(row), last, upright, style);
    }
}

pub(super) fn draw_coordinates(layout: &Layout, canvas: &mut Canvas) {
    let style = Style::new().dimmed();
    for row in 0..layout.rows {
        let wide = layout.side - 1;
        let label = format!("{:>wide$}", format!("r{}", row + 1));
        canvas.put(layout.line(row), 0, &label, style);
    }
    for column in 0..layout.columns {
        let left = layout.left(column);
        let label = (column + 1).to_string();
        if layout.top == 1 {
            // All with their letter or none, and never one against the next.
            let lettered = layout.columns.to_string().len() + 1 < layout.pitch;
            let label = if lettered { format!("c{label}") } else { label };
            canvas.put(0, left, &centred(&label, ' ', layout.cell), style);
        } else {
            let label = format!("{label:>height$}", height = layout.top);
            for (line, digit) in label.chars().enumerate() {
                let text = format!("{digit:>width$}", width = layout.cell);
                canvas.put(line, left, &text, style);
            }
        }
    }
}
