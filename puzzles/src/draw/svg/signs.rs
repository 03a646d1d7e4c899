//! Small drawings in a cell.

use std::fmt::Write as _;

use svg::node::element::{Group, Rectangle};

use super::{number, strokes, vector};
use crate::grid::Direction;

/// Arrows from the centre of a cell; a single one is centred on it.
pub(super) fn arrows(points: &[Direction], x: f64, y: f64) -> String {
    let mut data = String::new();
    let (start, end) = match points.len() {
        1 => (-10.0, 11.0),
        _ => (0.0, 15.0),
    };
    for &direction in points {
        let (dx, dy) = vector(direction);
        let at = |along: f64, across: f64| {
            format!(
                "{} {}",
                number(x + dx * along - dy * across),
                number(y + dy * along + dx * across)
            )
        };
        let _ = write!(
            data,
            "M{}L{}M{}L{}L{}",
            at(start, 0.0),
            at(end, 0.0),
            at(end - 4.5, -4.0),
            at(end, 0.0),
            at(end - 4.5, 4.0)
        );
    }
    data
}

/// A padlock, 9 wide and 11 high.
pub(super) fn lock(x: f64, y: f64) -> Group {
    let shackle = format!(
        "M{} {}v-1.5a2.5 2.5 0 0 1 5 0v1.5",
        number(x + 2.0),
        number(y + 5.0)
    );
    Group::new().add(strokes(&shackle, "#6a7078", 1.5)).add(
        Rectangle::new()
            .set("x", number(x))
            .set("y", number(y + 5.0))
            .set("width", "9")
            .set("height", "7")
            .set("rx", "1.2")
            .set("fill", "#6a7078"),
    )
}
