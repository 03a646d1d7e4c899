//! Drawing between cells and beside the grid.

use anstyle::Style;

use super::super::{folded, lattice};
use super::{Canvas, Layout, Look, TerminalOptions, centred, points, printable};
use crate::grid::{Cell, Direction};
use crate::picture::{Outside, Picture, Stroke};

/// Writes texts above or below columns.
pub(super) fn push_stacked(
    drawn: &mut String,
    texts: &[String],
    at_top: bool,
    layout: &Layout,
    margin: usize,
) {
    if texts.iter().all(String::is_empty) {
        return;
    }
    let names: Vec<String> = (1..=layout.columns)
        .map(|column| format!("c{column}"))
        .collect();
    let texts = if layout.lists_columns { &names } else { texts };
    let (height, placed) = lattice::stacked(texts, at_top);
    let mut lines = vec![vec![' '; margin + layout.width()]; height];
    for (line, column, text) in placed {
        if column >= layout.columns || line >= height {
            continue;
        }
        let text = centred(&printable(&text), ' ', layout.cell);
        let start = margin + layout.left(column);
        for (place, c) in lines[line][start..].iter_mut().zip(text.chars()) {
            *place = c;
        }
    }
    for line in lines {
        let line: String = line.into_iter().collect();
        drawn.push_str(line.trim_end());
        drawn.push('\n');
    }
}

/// Writes long texts above and below columns in lines of their own.
pub(super) fn push_columns(drawn: &mut String, outside: &Outside, width: usize) {
    let is_on_both = [&outside.top, &outside.bottom]
        .iter()
        .all(|texts| texts.iter().any(|text| !text.is_empty()));
    for (texts, side) in [(&outside.top, "above "), (&outside.bottom, "below ")] {
        let side = if is_on_both { side } else { "" };
        for (column, text) in (1..).zip(texts).filter(|(_, text)| !text.is_empty()) {
            let line = format!("{side}c{column}: {}", printable(text));
            for line in folded(&line, width) {
                drawn.push_str(&line);
                drawn.push('\n');
            }
        }
    }
}

/// Draws what joins cells: through the room between them and the halves of both.
pub(super) fn draw_links(picture: &Picture, layout: &Layout, look: &Look<'_>, canvas: &mut Canvas) {
    let Some(links) = &picture.links else { return };
    let middle = layout.cell / 2;
    let texts = links.iter().filter_map(|link| match link.stroke {
        Stroke::Text(_) => Some((link.from, link.towards)),
        _ => None,
    });
    let texts: Vec<(Cell, Direction)> = texts.collect();
    for link in links {
        let ascii = look.ascii;
        let (line, left) = (layout.line(link.from.row), layout.left(link.from.column));
        let is_level = link.towards == Direction::East;
        if link.from.column + usize::from(is_level) >= layout.columns
            || link.from.row + usize::from(!is_level) >= layout.rows
        {
            continue;
        }
        let stroke = match (&link.stroke, is_level, ascii) {
            (Stroke::Line, true, false) => "─",
            (Stroke::Line, false, false) => "│",
            (Stroke::Line, true, true) => "-",
            (Stroke::Line, false, true) => "|",
            (Stroke::Double, true, false) => "═",
            (Stroke::Double, false, false) => "║",
            (Stroke::Double, true, true) => "=",
            (Stroke::Double, false, true) => "H",
            (Stroke::Text(text), ..) => text,
        };
        let style = Style::new();
        match (&link.stroke, is_level) {
            (Stroke::Text(_), true) => {
                canvas.put(line, left + layout.cell, &printable(stroke), style)
            }
            // The line goes on above and below the text.
            (Stroke::Line | Stroke::Double, false)
                if texts.contains(&(link.from, link.towards)) => {}
            (_, false) => canvas.put(line + 1, left + middle, &printable(stroke), style),
            (_, true) => {
                // Up to the texts in the cells.
                for at in middle + 1..layout.pitch + middle {
                    if canvas.is_free(line, left + at) {
                        canvas.put(line, left + at, stroke, style);
                    }
                }
            }
        }
    }
    let arms = lattice::arms(picture);
    for cell in picture.cells.cells() {
        let (line, left) = (layout.line(cell.row), layout.left(cell.column) + middle);
        let drawn = &picture.cells[cell];
        if drawn.text.is_empty() && drawn.mark.is_none() && canvas.is_free(line, left) {
            let bend = lattice::bend(arms[cell], look.ascii).to_string();
            canvas.put(line, left, &bend, look.style(cell));
        }
    }
}

/// Writes texts on sides of cells and on grid points.
pub(super) fn draw_between(picture: &Picture, layout: &Layout, canvas: &mut Canvas) {
    for (edge, text) in lattice::edge_texts(picture) {
        let (row, column) = edge.point;
        if row > layout.rows || column > layout.columns {
            continue;
        }
        let text = printable(text);
        if edge.is_level {
            canvas.put(
                layout.line(row) - 1,
                layout.left(column) + layout.cell / 2,
                &text,
                Style::new(),
            );
        } else {
            canvas.put(
                layout.line(row),
                layout.left(column) - 1,
                &text,
                Style::new(),
            );
        }
    }
    for (row, column, text) in &picture.points {
        if *row <= layout.rows && *column <= layout.columns {
            let text = match layout.lists_points && points::is_long(text) {
                true => points::ELSEWHERE.to_owned(),
                false => printable(text),
            };
            let start = points::start(layout, *column, text.chars().count());
            canvas.put(layout.line(*row) - 1, start, &text, Style::new().bold());
        }
    }
}

/// Draws the shapes to be placed side by side, in as many lines as they need.
pub(super) fn push_pieces(drawn: &mut String, pieces: &[Vec<Cell>], options: TerminalOptions) {
    let filled = if options.ascii { '#' } else { '█' };
    for (pieces, height) in lattice::piece_lines(pieces, options.width, 2) {
        drawn.push('\n');
        for row in 0..height {
            let mut line = String::new();
            for (left, piece) in &pieces {
                for cell in piece.iter().filter(|cell| cell.row == row) {
                    let at = left + cell.column;
                    let blank = (at + 1).saturating_sub(line.chars().count());
                    line.extend(std::iter::repeat_n(' ', blank));
                    line.pop();
                    line.push(filled);
                }
            }
            drawn.push_str(line.trim_end());
            drawn.push('\n');
        }
    }
}
