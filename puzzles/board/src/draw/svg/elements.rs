//! The elements that pages are made of: texts and how wide they are, strokes, squares.

use svg::node::element::{Path, Rectangle, Text};

use super::{SIDE, printable};
use crate::grid::Direction;

/// The size of texts beside rows.
pub(super) const ROW_TEXT: f64 = 16.0;

/// A text that is exactly as wide as its room, in whichever font it is drawn.
pub(super) fn fitted(drawn: Text, width: f64) -> Text {
    drawn
        .set("textLength", number(width))
        .set("lengthAdjust", "spacingAndGlyphs")
}

/// A coordinate with at most two decimals.
pub(super) fn number(x: f64) -> String {
    let text = format!("{x:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0" } else { short }.to_owned()
}

/// A text centred on `x`, standing on `y`. All texts of pages but their titles pass through here.
pub(super) fn text(content: &str, x: f64, y: f64, size: f64, ink: &str) -> Text {
    Text::new(printable(content))
        .set("x", number(x))
        .set("y", number(y))
        .set("font-size", number(size))
        .set("text-anchor", "middle")
        .set("fill", ink)
}

/// How wide a text is in Helvetica and the fonts that are made like it.
pub(super) fn text_width(content: &str, size: f64) -> f64 {
    let width = |c: char| match c {
        'i' | 'j' | 'l' | '\'' => 0.222,
        ' ' | 'f' | 't' | 'I' | '.' | ',' | ':' | ';' | '/' | '!' => 0.278,
        'r' | '(' | ')' | '-' => 0.333,
        'm' | 'M' | '…' => 0.85,
        'w' | 'C' | 'D' | 'H' | 'N' | 'R' | 'U' => 0.722,
        'W' | '@' | '%' => 0.95,
        'A' | 'B' | 'E' | 'K' | 'P' | 'S' | 'V' | 'X' | 'Y' | '&' => 0.667,
        'G' | 'O' | 'Q' => 0.778,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'J' => 0.5,
        '\u{2e80}'.. => 1.0,
        _ => 0.556,
    };
    content.chars().map(width).sum::<f64>() * size
}

pub(super) fn strokes(data: &str, colour: &str, width: f64) -> Path {
    Path::new()
        .set("d", data)
        .set("fill", "none")
        .set("stroke", colour)
        .set("stroke-width", number(width))
        .set("stroke-linecap", "round")
        .set("stroke-linejoin", "round")
}

pub(super) fn square(x: f64, y: f64, inset: f64, fill: &str) -> Rectangle {
    Rectangle::new()
        .set("x", number(x + inset))
        .set("y", number(y + inset))
        .set("width", number(SIDE - 2.0 * inset))
        .set("height", number(SIDE - 2.0 * inset))
        .set("fill", fill)
}

/// The texts of a cell with their offsets from its middle, and their size: one, or several between commas.
pub(super) fn placed(content: &str) -> Vec<(&str, f64, f64, f64)> {
    let parts: Vec<&str> = content.split(',').collect();
    let places: &[(f64, f64)] = match parts.len() {
        2 => &[(-8.0, -7.0), (8.0, 8.0)],
        3 => &[(-9.0, -8.0), (9.0, -8.0), (0.0, 9.0)],
        4 => &[(0.0, -11.0), (-11.0, 0.0), (11.0, 0.0), (0.0, 11.0)],
        _ => &[],
    };
    if places.is_empty() || parts.iter().any(|part| part.chars().count() > 2) {
        let size = match content.chars().count() {
            0 | 1 => 22.0,
            2 => 19.0,
            many => 44.0 / many as f64,
        };
        return vec![(content, 0.0, 0.0, size)];
    }
    let placed = parts.into_iter().zip(places);
    placed
        .map(|(part, &(dx, dy))| (part, dx, dy, 15.0))
        .collect()
}

/// The page vector of a direction.
pub(super) const fn vector(direction: Direction) -> (f64, f64) {
    match direction {
        Direction::North => (0.0, -1.0),
        Direction::East => (1.0, 0.0),
        Direction::South => (0.0, 1.0),
        Direction::West => (-1.0, 0.0),
    }
}
