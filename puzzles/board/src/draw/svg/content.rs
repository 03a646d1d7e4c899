//! What stands in cells.

use svg::node::element::{Circle, Group, Text};
use svg::{Document, Node};

use super::elements::{number, placed, square, strokes, text};
use super::signs::{arrow_beside, arrows, lock, shape};
use super::{Page, SIDE};
use crate::draw::printable;
use crate::grid::{Cell, Direction};
use crate::picture::{CellPicture, Consensus, Fill, MarkPicture, Stroke};

impl Page<'_> {
    pub(super) fn draw_content(&self, document: &mut Document, cell: Cell) {
        let drawn: &CellPicture = &self.picture.cells[cell];
        let (x, y) = self.centre(cell);
        let mut group = Group::new();
        let palette = self.palette;
        let is_dark = match drawn.fill {
            Fill::Shaded => true,
            // Ends of shapes are drawn on these.
            Fill::Rounded => !matches!(&*drawn.text, "◠" | "◡" | "◖" | "◗" | "●"),
            _ => false,
        };
        let ink = match is_dark && drawn.mark.is_none() {
            true => "white",
            false => palette.ink,
        };
        self.draw_mark(&mut group, drawn, (x, y));
        if !drawn.arrows.is_empty() && drawn.text.is_empty() {
            let width = if drawn.given { 3.0 } else { 2.0 };
            group.append(strokes(&arrows(&drawn.arrows, x, y), ink, width));
        }
        let unsure = match drawn.consensus {
            Some(Consensus::Differs | Consensus::Unknown) => {
                !matches!(drawn.fill, Fill::Shaded | Fill::Rounded)
            }
            _ => false,
        };
        let listed = drawn.text.is_empty() && (2..=9).contains(&drawn.candidates.len());
        if listed {
            self.draw_candidates(&mut group, drawn, (x, y));
        }
        let content = match drawn.text.as_str() {
            "" if listed => "",
            "" if unsure && drawn.arrows.is_empty() => "?",
            content => content,
        };
        // Several arrows are told as signs.
        let signs: String;
        let content = match (drawn.arrows.len(), content) {
            (0 | 1, _) | (_, "") => content,
            (_, text) => {
                let arrows = drawn.arrows.iter();
                let arrows = arrows.map(|arrow| ['↑', '→', '↓', '←'][*arrow as usize]);
                signs = arrows.chain(text.chars()).collect();
                &signs
            }
        };
        if !drawn.parts.is_empty() {
            self.draw_parts(&mut group, drawn, (x, y), ink);
        } else if let ([direction], false) = (&drawn.arrows[..], content.is_empty()) {
            group.append(self.with_arrow(cell, *direction, ink));
        } else if let Some(shape) = shape(content, (x, y), ink, palette) {
            group.append(shape);
        } else {
            self.draw_text(&mut group, cell, content, ink);
        }
        self.draw_corners(&mut group, cell, ink);
        let (left, top) = (x - SIDE / 2.0, y - SIDE / 2.0);
        if drawn.locked {
            let above = match drawn.second.is_empty() {
                true => SIDE - 15.0,
                false => 3.0,
            };
            group.append(lock(left + SIDE - 12.5, top + above, palette.aside));
        }
        if group.get_children().is_some_and(|parts| !parts.is_empty()) {
            document.append(group);
        }
    }

    /// The circle or square around a number.
    fn draw_mark(&self, group: &mut Group, drawn: &CellPicture, (x, y): (f64, f64)) {
        let ink = self.palette.ink;
        match drawn.mark {
            Some(MarkPicture::Circle) => group.append(
                Circle::new()
                    .set("cx", number(x))
                    .set("cy", number(y))
                    .set("r", "14")
                    .set("fill", "white")
                    .set("stroke", ink)
                    .set("stroke-width", "1.5"),
            ),
            Some(MarkPicture::Square) => group.append(
                square(x - SIDE / 2.0, y - SIDE / 2.0, 4.0, "white")
                    .set("stroke", ink)
                    .set("stroke-width", "1.5"),
            ),
            None => {}
        }
    }

    /// The values that are still possible, as small pencil marks.
    fn draw_candidates(&self, group: &mut Group, drawn: &CellPicture, (x, y): (f64, f64)) {
        for (number, word) in drawn.candidates.iter().enumerate() {
            let (row, column) = ((number / 3) as f64 - 1.0, (number % 3) as f64 - 1.0);
            let size = if word.chars().count() > 1 { 8.0 } else { 11.0 };
            let y = y + row * 12.0 + size * 0.36;
            group.append(text(word, x + column * 12.0, y, size, self.palette.ink));
        }
    }

    /// The text of a cell, or several between commas, with room for what is in the corners.
    fn draw_text(&self, group: &mut Group, cell: Cell, content: &str, ink: &'static str) {
        let drawn = &self.picture.cells[cell];
        let (x, y) = self.centre(cell);
        let is_free = drawn.corner.is_empty() && !self.texts_are_low;
        let (smaller, right, down) = match (is_free, drawn.second.is_empty()) {
            (true, true) => (0.0, 0.0, 0.0),
            // Below the corner, however long that is.
            (false, true) => (3.5, 0.0, 5.0),
            (true, false) => (5.0, -1.0, 2.0),
            (false, false) => (5.0, -2.0, 4.0),
        };
        let texts = placed(content).into_iter();
        for (content, dx, dy, size) in texts.filter(|(content, ..)| !content.is_empty()) {
            let (dx, dy, size) = (dx + right, dy + down, size - smaller);
            let mut content = text(content, x + dx, y + dy + size * 0.36, size, ink);
            self.set_off(&mut content, cell, ink);
            if drawn.given {
                content.assign("font-weight", "bold");
            }
            group.append(content);
        }
    }

    /// Keeps a line through the cell away from a text in it.
    fn set_off(&self, content: &mut Text, cell: Cell, ink: &'static str) {
        let is_marked = self.picture.cells[cell].mark.is_some();
        if ink == self.palette.ink && !is_marked && self.has_line(cell) {
            content.assign("stroke", self.ground(cell));
            content.assign("stroke-width", "3.5");
            content.assign("stroke-linejoin", "round");
            content.assign("paint-order", "stroke");
        }
    }

    /// The text of a cell with an arrow, as where a clue looks.
    fn with_arrow(&self, cell: Cell, direction: Direction, ink: &'static str) -> Group {
        let drawn = &self.picture.cells[cell];
        let (x, y) = self.centre(cell);
        let (arrow, (left, down, size)) = arrow_beside(direction, &drawn.text, (x, y));
        let mut content = text(&drawn.text, left, down + size * 0.36, size, ink);
        self.set_off(&mut content, cell, ink);
        if drawn.given {
            content.assign("font-weight", "bold");
        }
        let group = Group::new().add(content).add(strokes(&arrow, ink, 2.0));
        match drawn.mark {
            None => group,
            Some(_) => {
                let (x, y) = (number(x), number(y));
                let place = format!("translate({x} {y}) scale(.8) translate(-{x} -{y})");
                group.set("transform", place)
            }
        }
    }

    /// The texts in the corners of a cell.
    fn draw_corners(&self, group: &mut Group, cell: Cell, ink: &'static str) {
        let drawn = &self.picture.cells[cell];
        let (left, top) = self.corner(cell);
        if !drawn.corner.is_empty() {
            // Within a tile, or within the dashed lines of a cage.
            let is_within = drawn.fill == Fill::Tile || self.picture.boxes.is_some();
            let (x, y) = if is_within { (6.0, 14.5) } else { (4.0, 12.5) };
            let (y, size) = match self.corners_are_large {
                true => (y + 4.5, 16.0),
                false => (y, 11.5),
            };
            let ink = if ink == self.palette.ink {
                self.palette.corner
            } else {
                ink
            };
            let corner = text(&drawn.corner, left + x, top + y, size, ink);
            group.append(corner.set("text-anchor", "start"));
        }
        if !drawn.second.is_empty() {
            let second = printable(&drawn.second);
            let (x, y) = (left + SIDE - 6.0, top + SIDE - 6.0);
            group.append(text(&second, x, y, 12.0, ink).set("text-anchor", "end"));
        }
    }

    /// Whether a line is drawn through the middle of a cell.
    fn has_line(&self, cell: Cell) -> bool {
        let links = self.picture.links.iter().flatten();
        let mut lines = links.filter(|link| !matches!(link.stroke, Stroke::Text(_)));
        lines.any(|link| {
            let to = self.picture.cells.step(link.from, link.towards);
            link.from == cell || to == Some(cell)
        })
    }

    /// The diagonals of a cell and the values between them.
    fn draw_parts(
        &self,
        group: &mut Group,
        drawn: &CellPicture,
        (x, y): (f64, f64),
        ink: &'static str,
    ) {
        let half = SIDE / 2.0;
        let (left, top) = (number(x - half), number(y - half));
        let mut lines = format!("M{left} {top}l{SIDE} {SIDE}");
        let places: &[(f64, f64)] = match drawn.parts.len() {
            2 => &[(8.0, -9.0), (-8.0, 10.0)],
            _ => {
                lines.push_str(&format!("m0 -{SIDE}l-{SIDE} {SIDE}"));
                &[(0.0, -12.5), (12.5, 0.0), (0.0, 12.5), (-12.5, 0.0)]
            }
        };
        group.append(strokes(&lines, self.palette.frame.0, 1.0));
        for (content, (dx, dy)) in drawn.parts.iter().zip(places) {
            if !content.is_empty() && content != "?" {
                group.append(text(content, x + dx, y + dy + 4.7, 13.0, ink));
            }
        }
    }
}
