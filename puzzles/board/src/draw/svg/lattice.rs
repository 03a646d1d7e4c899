//! SVG drawing between cells: strokes, links, texts on grid points.

use std::fmt::Write as _;

use svg::node::element::{Circle, Path, Rectangle};
use svg::{Document, Node};

use super::super::lattice::edge_texts;
use super::super::printable;
use super::palette::Palette;
use super::{Page, SIDE, number, strokes, text, text_width};
use crate::grid::{Cell, Direction};
use crate::picture::{LinkPicture, Stroke};

/// The radius of a ring on a grid point around one or two characters.
const LEAST_RING: f64 = 8.5;
/// The radius of the largest ring on a grid point: what is in the middles of cells can be read beside it.
const WIDEST_RING: f64 = 15.0;
/// The width of lines: those of the puzzle, and those that were to be found.
const GIVEN: f64 = 3.0;
const FOUND: f64 = 3.6;

impl Page<'_> {
    fn point(&self, row: usize, column: usize) -> (f64, f64) {
        self.corner(Cell::new(row, column))
    }

    /// The lines on sides of cells, and grid points where no others are drawn.
    pub(super) fn draw_edges(&self, document: &mut Document) {
        let Some(edges) = &self.picture.edges else {
            return;
        };
        let (mut given, mut found) = (String::new(), String::new());
        for edge in edges {
            let (x, y) = self.point(edge.point.0, edge.point.1);
            let step = if edge.is_level { 'h' } else { 'v' };
            let lines = if edge.is_found {
                &mut found
            } else {
                &mut given
            };
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
        let palette = self.palette;
        for row in 0..=self.picture.cells.rows() {
            for column in 0..=self.picture.cells.columns() {
                let (x, y) = self.point(row, column);
                document.append(dot(x, y, "2.2", palette.ink));
            }
        }
        for (lines, colour, width) in [(given, palette.ink, GIVEN), (found, palette.found, FOUND)] {
            if !lines.is_empty() {
                document.append(strokes(&lines, colour, width));
            }
        }
    }

    /// The lines through the middles of cells.
    pub(super) fn draw_links(&self, document: &mut Document) {
        for is_found in [false, true] {
            self.draw_links_of(is_found, document);
        }
    }

    /// Those of the puzzle, or those that were to be found.
    fn draw_links_of(&self, is_found: bool, document: &mut Document) {
        let links = self.picture.links.iter().flatten();
        let (mut lines, mut double) = (String::new(), String::new());
        for link in links.filter(|link| link.is_found == is_found) {
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
        let colour = match is_found {
            true => self.palette.found,
            false => self.palette.ink,
        };
        if !double.is_empty() {
            // A wide line with another one in it, so that the two meet at bends.
            document.append(strokes(&double, colour, 9.0));
            document.append(strokes(&double, "white", 3.0));
        }
        if !lines.is_empty() {
            document.append(strokes(&lines, colour, FOUND));
        }
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

    /// Texts on sides of cells, on links and on grid points.
    pub(super) fn draw_between(&self, document: &mut Document) {
        let palette = self.palette;
        for (edge, content) in edge_texts(self.picture) {
            let (x, y) = self.point(edge.point.0, edge.point.1);
            let (dx, dy) = if edge.is_level {
                (SIDE / 2.0, 0.0)
            } else {
                (0.0, SIDE / 2.0)
            };
            tag(document, content, (x + dx, y + dy), palette);
        }
        for link in self.picture.links.iter().flatten() {
            if let (Stroke::Text(content), Some((x, y, dx, dy))) = (&link.stroke, self.ends(link)) {
                let at = (x + dx * SIDE / 2.0, y + dy * SIDE / 2.0);
                tag(document, content, at, palette);
            }
        }
        for (row, column, content) in &self.picture.points {
            let (x, y) = self.point(*row, *column);
            match content.as_str() {
                "●" | "○" => tag(document, content, (x, y), palette),
                // From one grid point to the next but one, past this one.
                "/" | "╱" => document.append(slant(x, y, "M-15 15L15-15", palette.ink)),
                "\\" | "╲" => document.append(slant(x, y, "M-15-15L15 15", palette.ink)),
                _ => ringed(document, &printable(content), (x, y), palette.ink),
            }
        }
    }
}

/// A text in a ring that has room for it: a long one is in two lines, or smaller.
fn ringed(document: &mut Document, content: &str, (x, y): (f64, f64), ink: &str) {
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
    document.append(dot(x, y, &number(radius), "white").set("stroke", ink));
    let first = size * 0.36 - (lines.len() - 1) as f64 * size / 2.0;
    for (line, at) in lines.iter().zip(0..) {
        let y = y + first + size * f64::from(at);
        document.append(text(line, x, y, size, ink));
    }
}

/// A short line through a grid point.
fn slant(x: f64, y: f64, data: &str, ink: &str) -> Path {
    let place = format!("translate({} {})", number(x), number(y));
    strokes(data, ink, 2.5).set("transform", place)
}

fn dot(x: f64, y: f64, radius: &str, fill: &str) -> Circle {
    Circle::new()
        .set("cx", number(x))
        .set("cy", number(y))
        .set("r", radius)
        .set("fill", fill)
}

/// A small text on a white ground, or a dot or a sign for less and greater as a shape.
fn tag(document: &mut Document, content: &str, (x, y): (f64, f64), palette: &Palette) {
    let ink = palette.ink;
    let chevron = match content {
        // With a rim that shows on dark cells.
        "●" => {
            let dot = dot(x, y, "6.5", ink).set("stroke", "white");
            document.append(dot.set("stroke-width", "1"));
            return;
        }
        "○" => {
            let dot = dot(x, y, "5.5", "white").set("stroke", ink);
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
        document.append(strokes(chevron, ink, 2.0).set("transform", place));
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
    document.append(text(&content, x, y + 4.5, 12.5, ink));
}
