//! SVG drawing between and beside cells: strokes, links, texts on grid points and around the grid.

use std::fmt::Write as _;

use svg::node::element::{Circle, Path, Rectangle, Text};
use svg::{Document, Node};

use super::super::lattice::{edge_texts, stacked};
use super::super::printable;
use super::{INK, Page, SIDE, number, strokes, text, text_width};
use crate::grid::{Cell, Direction};
use crate::picture::{LinkPicture, Outside, Stroke};

/// The size of texts beside the grid.
const BESIDE: f64 = 17.0;
/// From one line of texts above or below columns to the next.
const LINE: f64 = 20.0;
/// The radius of a ring on a grid point around one or two characters.
const LEAST_RING: f64 = 8.5;
/// The radius of the largest ring on a grid point: what is in the middles of cells can be read beside it.
const WIDEST_RING: f64 = 15.0;
/// The colour of links.
const LINK: &str = "#1b5fa8";

/// Room for the texts around the grid: left, right, top and bottom.
pub(super) fn margins(outside: &Outside) -> [f64; 4] {
    let wide = |texts: &[String]| {
        let widest = texts
            .iter()
            .map(|text| text_width(text, BESIDE))
            .fold(0.0, f64::max);
        if widest > 0.0 { widest + 10.0 } else { 0.0 }
    };
    let high = |texts: &[String], at_top| match stacked(texts, at_top, false).0 {
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
    let (_, placed) = stacked(texts, true, false);
    let mut widths = placed
        .iter()
        .map(|(.., content)| text_width(content, BESIDE));
    widths.any(|width| width > 2.5 * SIDE)
}

/// A text beside the grid; a long one is exactly as wide as its room, whatever the font.
fn beside(content: &str, x: f64, y: f64, anchor: &str) -> Text {
    let drawn = text(content, x, y, BESIDE).set("text-anchor", anchor);
    match text_width(content, BESIDE) {
        width if width > 2.5 * SIDE => drawn
            .set("textLength", number(width))
            .set("lengthAdjust", "spacingAndGlyphs"),
        _ => drawn,
    }
}

impl Page<'_> {
    fn point(&self, row: usize, column: usize) -> (f64, f64) {
        self.corner(Cell::new(row, column))
    }

    /// The lines on sides of cells, and grid points where no others are drawn.
    pub(super) fn draw_edges(&self, document: &mut Document) {
        let Some(edges) = &self.picture.edges else {
            return;
        };
        let mut lines = String::new();
        for edge in edges {
            let (x, y) = self.point(edge.point.0, edge.point.1);
            let step = if edge.is_level { 'h' } else { 'v' };
            match edge.stroke {
                Stroke::Line => {
                    let _ = write!(lines, "M{} {}{step}{SIDE}", number(x), number(y));
                }
                Stroke::Double => {
                    let (dx, dy) = if edge.is_level {
                        (0.0, 2.5)
                    } else {
                        (2.5, 0.0)
                    };
                    for sign in [-1.0, 1.0] {
                        let (x, y) = (x + sign * dx, y + sign * dy);
                        let _ = write!(lines, "M{} {}{step}{SIDE}", number(x), number(y));
                    }
                }
                Stroke::Text(_) => {}
            }
        }
        document.append(strokes(&lines, INK, 3.0));
        for row in 0..=self.picture.cells.rows() {
            for column in 0..=self.picture.cells.columns() {
                let (x, y) = self.point(row, column);
                document.append(dot(x, y, "2.2", INK));
            }
        }
    }

    /// The lines through the middles of cells.
    pub(super) fn draw_links(&self, document: &mut Document) {
        let Some(links) = &self.picture.links else {
            return;
        };
        let (mut lines, mut double) = (String::new(), String::new());
        for link in links {
            let Some((x, y, dx, dy)) = self.ends(link) else {
                continue;
            };
            let path = match link.stroke {
                Stroke::Line => &mut lines,
                Stroke::Double => &mut double,
                Stroke::Text(_) => continue,
            };
            let _ = write!(
                path,
                "M{} {}l{} {}",
                number(x),
                number(y),
                number(dx * SIDE),
                number(dy * SIDE)
            );
        }
        if !double.is_empty() {
            // A wide line with another one in it, so that the two meet at bends.
            document.append(strokes(&double, LINK, 9.0));
            document.append(strokes(&double, "white", 3.0));
        }
        document.append(strokes(&lines, LINK, 3.0));
    }

    /// The middle of a link's first cell, and its direction.
    fn ends(&self, link: &LinkPicture) -> Option<(f64, f64, f64, f64)> {
        self.picture.cells.step(link.from, link.towards)?;
        let (x, y) = self.centre(link.from);
        let (dx, dy) = match link.towards {
            Direction::East => (1.0, 0.0),
            _ => (0.0, 1.0),
        };
        Some((x, y, dx, dy))
    }

    /// Texts on sides of cells, on links, on grid points and around the grid.
    pub(super) fn draw_between(&self, document: &mut Document) {
        for (edge, content) in edge_texts(self.picture) {
            let (x, y) = self.point(edge.point.0, edge.point.1);
            let (dx, dy) = if edge.is_level {
                (SIDE / 2.0, 0.0)
            } else {
                (0.0, SIDE / 2.0)
            };
            tag(document, content, x + dx, y + dy);
        }
        for link in self.picture.links.iter().flatten() {
            if let (Stroke::Text(content), Some((x, y, dx, dy))) = (&link.stroke, self.ends(link)) {
                tag(document, content, x + dx * SIDE / 2.0, y + dy * SIDE / 2.0);
            }
        }
        for (row, column, content) in &self.picture.points {
            let (x, y) = self.point(*row, *column);
            match content.as_str() {
                "●" | "○" => tag(document, content, x, y),
                // From one grid point to the next but one, past this one.
                "/" | "╱" => document.append(slant(x, y, "M-15 15L15-15")),
                "\\" | "╲" => document.append(slant(x, y, "M-15-15L15 15")),
                _ => ringed(document, &printable(content), x, y),
            }
        }
        let outside = &self.picture.outside;
        let (rows, columns) = (self.picture.cells.rows(), self.picture.cells.columns());
        for (row, content) in outside.left.iter().enumerate().take(rows) {
            let (x, y) = self.centre(Cell::new(row, 0));
            document.append(beside(content, x - SIDE / 2.0 - 8.0, y + 6.0, "end"));
        }
        for (row, content) in outside.right.iter().enumerate().take(rows) {
            let (x, y) = self.centre(Cell::new(row, columns.saturating_sub(1)));
            document.append(beside(content, x + SIDE / 2.0 + 8.0, y + 6.0, "start"));
        }
        for (texts, at_top) in [(&outside.top, true), (&outside.bottom, false)] {
            if are_turned(texts) {
                self.draw_turned(document, texts, at_top);
                continue;
            }
            let (height, placed) = stacked(texts, at_top, false);
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
                document.append(text(&content, x, y, size));
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
            document.append(beside(content, 0.0, 0.0, anchor).set("transform", place));
        }
    }
}

/// A text in a ring that has room for it: a long one is in two lines, or smaller.
fn ringed(document: &mut Document, content: &str, x: f64, y: f64) {
    let parts: Vec<&str> = content.split([',', ' ']).collect();
    let half = parts.len().div_ceil(2);
    let lines: Vec<String> = match content.chars().count() {
        0..=2 => vec![content.to_owned()],
        _ if parts.len() > 2 || content.contains(',') => {
            vec![parts[..half].join(" "), parts[half..].join(" ")]
        }
        _ => vec![content.to_owned()],
    };
    let (size, high) = match lines.len() {
        1 => (12.5, 0.0),
        _ => (11.0, 5.5),
    };
    let widest = lines
        .iter()
        .map(|line| text_width(line, size))
        .fold(0.0, f64::max);
    // From the middle to the end of the longest line.
    let needed = match content.chars().count() {
        0..=2 => LEAST_RING,
        _ => f64::hypot(widest / 2.0, high) + 3.0,
    };
    let radius = needed.clamp(LEAST_RING, WIDEST_RING);
    let size = size * (radius / needed).min(1.0);
    document.append(dot(x, y, &number(radius), "white").set("stroke", INK));
    let first = size * 0.36 - (lines.len() - 1) as f64 * size / 2.0;
    for (line, at) in lines.iter().zip(0..) {
        document.append(text(line, x, y + first + size * f64::from(at), size));
    }
}

/// A short line through a grid point.
fn slant(x: f64, y: f64, data: &str) -> Path {
    let place = format!("translate({} {})", number(x), number(y));
    strokes(data, INK, 2.5).set("transform", place)
}

fn dot(x: f64, y: f64, radius: &str, fill: &str) -> Circle {
    Circle::new()
        .set("cx", number(x))
        .set("cy", number(y))
        .set("r", radius)
        .set("fill", fill)
}

/// A small text on a white ground, or a dot or a sign for less and greater as a shape.
fn tag(document: &mut Document, content: &str, x: f64, y: f64) {
    let chevron = match content {
        // With a rim that shows on dark cells.
        "●" => {
            let dot = dot(x, y, "6.5", INK).set("stroke", "white");
            document.append(dot.set("stroke-width", "1"));
            return;
        }
        "○" => {
            let dot = dot(x, y, "5.5", "white").set("stroke", INK);
            document.append(dot.set("stroke-width", "1.5"));
            return;
        }
        "<" => "M4-6L-4 0L4 6",
        ">" => "M-4-6L4 0L-4 6",
        "∧" => "M-6 4L0-4L6 4",
        "∨" => "M-6-4L0 4L6-4",
        _ => "",
    };
    if !chevron.is_empty() {
        let place = format!("translate({} {})", number(x), number(y));
        document.append(strokes(chevron, INK, 2.0).set("transform", place));
        return;
    }
    let content = printable(content);
    let half = text_width(&content, 12.5) / 2.0 + 2.0;
    document.append(
        Rectangle::new()
            .set("x", number(x - half))
            .set("y", number(y - 7.0))
            .set("width", number(2.0 * half))
            .set("height", "14")
            .set("fill", "white"),
    );
    document.append(text(&content, x, y + 4.5, 12.5));
}

/// Puts the documents of several boards side by side into one.
pub(super) fn side_by_side(boards: &[(f64, f64, String)]) -> String {
    let width: f64 = boards.iter().map(|board| board.0).sum();
    let height = boards.iter().map(|board| board.1).fold(0.0, f64::max);
    let (width, height) = (number(width), number(height));
    let mut drawn = format!(
        "<svg height=\"{height}\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" xmlns=\"http://www.w3.org/2000/svg\">\n"
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
