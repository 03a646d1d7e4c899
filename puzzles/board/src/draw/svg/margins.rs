//! Texts around the grid, the lists beside it in cells of their own, and boards side by side.

use std::fmt::Write as _;

use svg::node::element::{Path, Text};
use svg::{Document, Node};

use super::super::lattice::stacked;
use super::elements::fitted;
use super::{Page, SIDE, number, strokes, text, text_width};
use crate::grid::Cell;
use crate::picture::{Outside, Ruling};

/// The size of texts beside the grid.
const BESIDE: f64 = 17.0;
/// From one line of texts above or below columns to the next.
const LINE: f64 = 20.0;
/// The side of the cells of lists, and the size of the numbers in them.
const PART: f64 = 24.0;
const IN_PART: f64 = 16.0;

/// The parts of a list, each of which has a cell.
fn parts(text: &str) -> Vec<&str> {
    match text {
        "" => Vec::new(),
        text => text.split(',').collect(),
    }
}

/// The greatest number of parts.
fn most_parts(texts: &[String]) -> usize {
    texts
        .iter()
        .map(|text| parts(text).len())
        .max()
        .unwrap_or(0)
}

/// Room for the texts around the grid: left, right, top and bottom.
pub(super) fn margins(outside: &Outside) -> [f64; 4] {
    if outside.are_lists {
        let sides = [&outside.left, &outside.right, &outside.top, &outside.bottom];
        return sides.map(|texts| most_parts(texts) as f64 * PART);
    }
    let wide = |texts: &[String]| {
        let widest = texts
            .iter()
            .map(|text| text_width(text, BESIDE))
            .fold(0.0, f64::max);
        if widest > 0.0 { widest + 10.0 } else { 0.0 }
    };
    let high = |texts: &[String], at_top| match stacked(texts, at_top).0 {
        0 => 0.0,
        _ if are_turned(texts) => wide(texts),
        lines => lines as f64 * LINE + 6.0,
    };
    [
        wide(&outside.left),
        wide(&outside.right),
        high(&outside.top, true),
        high(&outside.bottom, false),
    ]
}

/// Whether texts above or below columns are turned: in their columns one of them could not be read.
fn are_turned(texts: &[String]) -> bool {
    let (_, placed) = stacked(texts, true);
    let mut widths = placed
        .iter()
        .map(|(.., content)| text_width(content, BESIDE));
    widths.any(|width| width > 2.5 * SIDE)
}

impl Page<'_> {
    /// A text beside the grid; a long one is exactly as wide as its room, whatever the font.
    fn margin_text(&self, content: &str, x: f64, y: f64, anchor: &str) -> Text {
        let drawn = text(content, x, y, BESIDE, self.palette.ink).set("text-anchor", anchor);
        match text_width(content, BESIDE) {
            width if width > 2.5 * SIDE => fitted(drawn, width),
            _ => drawn,
        }
    }

    /// Texts around the grid.
    pub(super) fn draw_outside(&self, document: &mut Document) {
        let outside = &self.picture.outside;
        if outside.are_lists {
            self.draw_lists(document);
            return;
        }
        let (rows, columns) = (self.picture.cells.rows(), self.picture.cells.columns());
        for (row, content) in outside.left.iter().enumerate().take(rows) {
            let (x, y) = self.centre(Cell::new(row, 0));
            document.append(self.margin_text(content, x - SIDE / 2.0 - 8.0, y + 6.0, "end"));
        }
        for (row, content) in outside.right.iter().enumerate().take(rows) {
            let (x, y) = self.centre(Cell::new(row, columns.saturating_sub(1)));
            document.append(self.margin_text(content, x + SIDE / 2.0 + 8.0, y + 6.0, "start"));
        }
        for (texts, at_top) in [(&outside.top, true), (&outside.bottom, false)] {
            if are_turned(texts) {
                self.draw_turned(document, texts, at_top);
                continue;
            }
            let (height, placed) = stacked(texts, at_top);
            for (line, column, content) in placed {
                if column >= columns {
                    continue;
                }
                let (x, top) = self.centre(Cell::new(0, column));
                let (_, bottom) = self.centre(Cell::new(rows.saturating_sub(1), column));
                let y = match at_top {
                    true => top - SIDE / 2.0 - 8.0 - (height - 1 - line) as f64 * LINE,
                    false => bottom + SIDE / 2.0 + 18.0 + line as f64 * LINE,
                };
                // Wider than the column, it would run into the next one.
                let room = SIDE - 4.0;
                let size = BESIDE * room / text_width(&content, BESIDE).max(room);
                document.append(text(&content, x, y, size, self.palette.ink));
            }
        }
    }

    /// Texts above or below columns, read from the bottom to the top.
    fn draw_turned(&self, document: &mut Document, texts: &[String], at_top: bool) {
        let (rows, columns) = (self.picture.cells.rows(), self.picture.cells.columns());
        for (column, content) in texts.iter().enumerate().take(columns) {
            let (x, top) = self.centre(Cell::new(0, column));
            let (_, bottom) = self.centre(Cell::new(rows.saturating_sub(1), column));
            let (y, anchor) = match at_top {
                true => (top - SIDE / 2.0 - 8.0, "start"),
                false => (bottom + SIDE / 2.0 + 8.0, "end"),
            };
            let place = format!("translate({} {}) rotate(-90)", number(x + 6.0), number(y));
            let drawn = self.margin_text(content, 0.0, 0.0, anchor);
            document.append(drawn.set("transform", place));
        }
    }

    /// Lists beside the grid: each part in a cell, the last ones next to the grid on the left and above, the first ones
    /// on the right and below.
    fn draw_lists(&self, document: &mut Document) {
        let outside = &self.picture.outside;
        let (rows, columns) = (self.picture.cells.rows(), self.picture.cells.columns());
        let (left, top) = (self.left, self.top);
        let right = left + columns as f64 * SIDE;
        let bottom = top + rows as f64 * SIDE;
        let sides = [
            (&outside.left, rows, false, true, left),
            (&outside.right, rows, false, false, right),
            (&outside.top, columns, true, true, top),
            (&outside.bottom, columns, true, false, bottom),
        ];
        for (texts, count, is_above, is_before, edge) in sides {
            let depth = most_parts(texts);
            if depth == 0 {
                continue;
            }
            let reach = depth as f64 * PART;
            let from = if is_before { edge - reach } else { edge };
            let along = if is_above { left } else { top };
            // A rectangle or a line, by its places away from the grid and along it.
            let point = |away: f64, along: f64| match is_above {
                true => format!("{} {}", number(along), number(away)),
                false => format!("{} {}", number(away), number(along)),
            };
            let length = count as f64 * SIDE;
            let corners = [
                point(from, along),
                point(from + reach, along),
                point(from + reach, along + length),
                point(from, along + length),
            ];
            let outline = format!("M{}z", corners.join("L"));
            let ground = Path::new().set("d", outline.clone());
            document.append(ground.set("fill", self.palette.listed));
            let (mut thin, mut fifth) = (String::new(), String::new());
            for line in 1..depth {
                let away = from + line as f64 * PART;
                let _ = write!(
                    thin,
                    "M{}L{}",
                    point(away, along),
                    point(away, along + length)
                );
            }
            for line in 1..count {
                let lines = match self.picture.ruling {
                    Ruling::Every(every) if line % every == 0 => &mut fifth,
                    _ => &mut thin,
                };
                let at = along + line as f64 * SIDE;
                let _ = write!(lines, "M{}L{}", point(from, at), point(from + reach, at));
            }
            for (lines, (colour, width)) in [
                (thin, self.palette.hair),
                (fifth, self.palette.fifth),
                (outline, self.palette.frame),
            ] {
                if !lines.is_empty() {
                    document.append(strokes(&lines, colour, width));
                }
            }
            for (line, content) in texts.iter().enumerate().take(count) {
                let parts = parts(content);
                let skipped = if is_before { depth - parts.len() } else { 0 };
                for (place, part) in parts.into_iter().enumerate() {
                    let away = from + ((skipped + place) as f64 + 0.5) * PART;
                    let along = along + (line as f64 + 0.5) * SIDE;
                    let (x, y) = if is_above {
                        (along, away)
                    } else {
                        (away, along)
                    };
                    let size = f64::min(IN_PART, IN_PART * PART / text_width(part, IN_PART * 1.2));
                    document.append(text(part, x, y + size * 0.36, size, self.palette.ink));
                }
            }
        }
    }
}

/// Puts the documents of several boards side by side into one.
pub(super) fn side_by_side(boards: &[(f64, f64, String)], (scale, unit): (f64, &str)) -> String {
    let width: f64 = boards.iter().map(|board| board.0).sum();
    let height = boards.iter().map(|board| board.1).fold(0.0, f64::max);
    let (shown_width, shown_height) = (number(width * scale), number(height * scale));
    let (width, height) = (number(width), number(height));
    let mut drawn = format!(
        "<svg height=\"{shown_height}{unit}\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{shown_width}{unit}\" xmlns=\"http://www.w3.org/2000/svg\">\n"
    );
    let mut x = 0.0;
    for (wide, _, document) in boards {
        let inner = document.replacen("<svg ", &format!("<svg x=\"{}\" y=\"0\" ", number(x)), 1);
        drawn.push_str(&inner);
        x += wide;
    }
    drawn.push_str("</svg>\n");
    drawn
}
