//! Small drawings in a cell.

use std::fmt::Write as _;

use svg::node::element::{Group, Path, Rectangle};

use super::{number, strokes, text, vector};
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

/// The colour of amounts.
const FLOW: &str = "#1b5fa8";

/// An amount on an arrow that points along `(dx, dy)`.
pub(super) fn badge(amount: &str, x: f64, y: f64, (dx, dy): (f64, f64)) -> Group {
    // Along the direction and across it.
    let at = |along: f64, across: f64| {
        format!(
            "{} {}",
            number(x + dx * along - dy * across),
            number(y + dy * along + dx * across)
        )
    };
    let outline = [
        (-6.5, -6.0),
        (2.5, -6.0),
        (9.0, 0.0),
        (2.5, 6.0),
        (-6.5, 6.0),
    ]
    .map(|(along, across)| at(along, across))
    .join("L");
    Group::new()
        .add(
            Path::new()
                .set("d", format!("M{outline}z"))
                .set("fill", FLOW)
                .set("stroke", "white")
                .set("stroke-width", "1"),
        )
        .add(
            text(amount, x - dx * 0.5, y - dy * 0.5 + 3.4, 9.5)
                .set("font-weight", "bold")
                .set("fill", "white"),
        )
}
