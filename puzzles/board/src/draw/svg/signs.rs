//! Small drawings in a cell.

use std::fmt::Write as _;

use svg::node::element::{Circle, Group, Path, Rectangle};

use super::palette::Palette;
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

/// The drawing of a text that is a single geometric sign: few fonts have all of them, and none in the size of the cell.
pub(super) fn shape(
    content: &str,
    (x, y): (f64, f64),
    ink: &'static str,
    palette: &Palette,
) -> Option<Group> {
    let sign = Sign {
        x,
        y,
        ink,
        place: format!("translate({} {})", number(x), number(y)),
    };
    let group = Group::new();
    Some(match content {
        "●" => group.add(sign.disc(12.0, palette.ink, ink)),
        "○" => group.add(sign.disc(12.0, "white", palette.ink)),
        "◤" => group.add(sign.filled("M-20-20H20L-20 20z", palette.shaded)),
        "◥" => group.add(sign.filled("M-20-20H20V20z", palette.shaded)),
        "◣" => group.add(sign.filled("M-20-20V20H20z", palette.shaded)),
        "◢" => group.add(sign.filled("M20-20V20H-20z", palette.shaded)),
        "╱" => group.add(sign.line("M-20 20L20-20", 3.0)),
        "╲" => group.add(sign.line("M-20-20L20 20", 3.0)),
        "◠" => group.add(sign.filled("M-15 15V0A15 15 0 0 1 15 0V15z", ink)),
        "◡" => group.add(sign.filled("M-15-15V0A15 15 0 0 0 15 0V-15z", ink)),
        "◖" => group.add(sign.filled("M15-15H0A15 15 0 0 0 0 15H15z", ink)),
        "◗" => group.add(sign.filled("M-15-15H0A15 15 0 0 1 0 15H-15z", ink)),
        "↑" | "→" | "↓" | "←" => {
            let at = ["↑", "→", "↓", "←"]
                .iter()
                .position(|sign| *sign == content)?;
            group.add(strokes(&arrows(&[Direction::ALL[at]], x, y), ink, 2.5))
        }
        _ => return things(content, &sign, palette),
    })
}

/// The drawing of a sign for something that one knows.
fn things(content: &str, sign: &Sign, palette: &Palette) -> Option<Group> {
    let group = Group::new();
    Some(match content {
        "▲" => group
            .add(sign.edged("M0-12L16 13H-16z", palette.tent, palette.ink))
            .add(sign.filled("M0-1L6 13H-6z", palette.ink))
            .add(sign.line("M-2.5-16L0-12L2.5-16", 1.4)),
        "♣" => group
            .add(sign.filled("M-2.5 7h5v9h-5z", palette.trunk))
            .add(sign.edged(
                "M0-16L8-5H5L11 3H7L13 10H-13L-7 3H-11L-5-5H-8z",
                palette.leaves,
                palette.leaves,
            )),
        "☼" => group
            .add(sign.edged(
                "M-4.5 7C-4.5 3-10.5 1-10.5-5A10.5 10.5 0 0 1 10.5-5C10.5 1 4.5 3 4.5 7z",
                palette.lamp,
                palette.ink,
            ))
            .add(sign.line("M-4.5 10.5H4.5M-3 14H3", 2.2))
            .add(sign.line("M-3 7V1L-5-2M3 7V1L5-2", 1.2)),
        "≈" => {
            let wave = "q3.25-5 6.5 0t6.5 0t6.5 0t6.5 0";
            let waves = format!("M-13-6{wave}M-13 1{wave}M-13 8{wave}");
            group.add(sign.drawn(&waves, palette.water, 2.0))
        }
        "☀" => group
            .add(sign.line(
                "M0-15V15M-15 0H15M-10.5-10.5L10.5 10.5M-10.5 10.5L10.5-10.5",
                2.0,
            ))
            .add(sign.disc(8.0, "white", palette.ink)),
        "☾" => group.add(sign.filled("M4-14A14 14 0 1 0 14 5A11 11 0 0 1 4-14z", sign.ink)),
        _ => return None,
    })
}

/// Where a sign is drawn, and in which ink.
struct Sign {
    x: f64,
    y: f64,
    ink: &'static str,
    place: String,
}

impl Sign {
    fn disc(&self, radius: f64, fill: &str, stroke: &str) -> Circle {
        Circle::new()
            .set("cx", number(self.x))
            .set("cy", number(self.y))
            .set("r", number(radius))
            .set("fill", fill)
            .set("stroke", stroke)
            .set("stroke-width", "2")
    }

    fn filled(&self, data: &str, fill: &str) -> Path {
        let path = Path::new().set("d", data).set("fill", fill);
        path.set("transform", self.place.clone())
    }

    fn edged(&self, data: &str, fill: &str, edge: &str) -> Path {
        self.filled(data, fill)
            .set("stroke", edge)
            .set("stroke-width", "1.4")
            .set("stroke-linejoin", "round")
    }

    fn line(&self, data: &str, width: f64) -> Path {
        self.drawn(data, self.ink, width)
    }

    fn drawn(&self, data: &str, colour: &str, width: f64) -> Path {
        strokes(data, colour, width).set("transform", self.place.clone())
    }
}

/// An arrow beside the text in a cell, and where that text is, with its size: above it if the arrow is level, as wide
/// as the cell allows, and otherwise on its right.
pub(super) fn arrow_beside(
    direction: Direction,
    text: &str,
    (x, y): (f64, f64),
) -> (String, (f64, f64, f64)) {
    let is_level = matches!(direction, Direction::East | Direction::West);
    let count = text.chars().count().max(1) as f64;
    let (at, (left, down)) = match is_level {
        true => ((x, y - 11.5), (x, y + 6.0)),
        false => ((x + 13.0, y), (x - 4.5, y)),
    };
    let room = if is_level { 34.0 } else { 22.0 };
    let size = f64::min(20.0, room / (0.56 * count));
    (arrows(&[direction], at.0, at.1), (left, down, size))
}

/// A padlock, 9 wide and 11 high.
pub(super) fn lock(x: f64, y: f64, colour: &str) -> Group {
    let shackle = format!(
        "M{} {}v-1.5a2.5 2.5 0 0 1 5 0v1.5",
        number(x + 2.0),
        number(y + 5.0)
    );
    Group::new().add(strokes(&shackle, colour, 1.5)).add(
        Rectangle::new()
            .set("x", number(x))
            .set("y", number(y + 5.0))
            .set("width", "9")
            .set("height", "7")
            .set("rx", "1.2")
            .set("fill", colour),
    )
}

/// An amount on an arrow that points along `(dx, dy)`.
pub(super) fn badge(
    amount: &str,
    x: f64,
    y: f64,
    (dx, dy): (f64, f64),
    palette: &Palette,
) -> Group {
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
                .set("fill", palette.found)
                .set("stroke", "white")
                .set("stroke-width", "1"),
        )
        .add(
            text(amount, x - dx * 0.5, y - dy * 0.5 + 3.4, 9.5, "white").set("font-weight", "bold"),
        )
}
