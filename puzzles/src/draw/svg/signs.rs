//! Small drawings in a cell.

use std::fmt::Write as _;

use svg::node::element::{Circle, Group, Path, Rectangle};

use super::{INK, number, strokes, text, vector};
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

/// The drawing of a text that is a single geometric sign: few fonts have all of them, and none in the size of the cell.
pub(super) fn shape(content: &str, (x, y): (f64, f64), ink: &str) -> Option<Group> {
    let disc = |radius: &str, fill: &str, stroke: &str| {
        Circle::new()
            .set("cx", number(x))
            .set("cy", number(y))
            .set("r", radius)
            .set("fill", fill)
            .set("stroke", stroke)
            .set("stroke-width", "2")
    };
    let place = format!("translate({} {})", number(x), number(y));
    let filled = |data: &str, fill: &str| {
        Path::new()
            .set("d", data)
            .set("fill", fill)
            .set("transform", place.clone())
    };
    let line = |data: &str, width: f64| strokes(data, ink, width).set("transform", place.clone());
    let group = Group::new();
    Some(match content {
        "●" => group.add(disc("12", INK, ink)),
        "○" => group.add(disc("12", "white", INK)),
        "◤" => group.add(filled("M-20-20H20L-20 20z", ink)),
        "◥" => group.add(filled("M-20-20H20V20z", ink)),
        "◣" => group.add(filled("M-20-20V20H20z", ink)),
        "◢" => group.add(filled("M20-20V20H-20z", ink)),
        "╱" => group.add(line("M-20 20L20-20", 3.0)),
        "╲" => group.add(line("M-20-20L20 20", 3.0)),
        "▲" => group
            .add(filled("M0-13L14 13H-14z", ink))
            .add(filled("M0 0L5 13H-5z", "white")),
        "♣" => group
            .add(filled("M-2.5 4h5v11h-5z", "#7a5230"))
            .add(filled("M0-15L11 6H-11z", "#2f7d3b")),
        "☀" => group
            .add(line(
                "M0-15V15M-15 0H15M-10.5-10.5L10.5 10.5M-10.5 10.5L10.5-10.5",
                2.0,
            ))
            .add(disc("8", "white", INK)),
        "☾" => group.add(filled("M4-14A14 14 0 1 0 14 5A11 11 0 0 1 4-14z", ink)),
        "◠" => group.add(filled("M-14 17V0A14 14 0 0 1 14 0V17z", ink)),
        "◡" => group.add(filled("M-14-17V0A14 14 0 0 0 14 0V-17z", ink)),
        "◖" => group.add(filled("M17-14H0A14 14 0 0 0 0 14H17z", ink)),
        "◗" => group.add(filled("M-17-14H0A14 14 0 0 1 0 14H-17z", ink)),
        "↑" | "→" | "↓" | "←" => {
            let at = ["↑", "→", "↓", "←"]
                .iter()
                .position(|sign| *sign == content)?;
            group.add(strokes(&arrows(&[Direction::ALL[at]], x, y), ink, 2.5))
        }
        _ => return None,
    })
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
