//! The puzzle's part of a puzzle file.

use super::{Given, KindShutTheBox, ShutTheBox};
use crate::fold::Mark;
use crate::grid::Direction;
use crate::puzzle::{Kind, Puzzle};
use crate::read::{BadCell, Document, Limits, Problems, Source, parse_as, read_cells};

const LIMITS: Limits = Limits {
    rows: 1..=60,
    columns: 1..=60,
};

const NAME: &str = "shut-the-box";

/// The greatest number that can be written; whether it can be true is not a matter of the file.
const MOST: u32 = 999;

impl ShutTheBox {
    /// Reads a puzzle file of this kind; see [`crate::read`] for what all kinds have in common, and
    /// [`crate::read::parse`] for reading any kind.
    ///
    /// | key | |
    /// |---|---|
    /// | `grid` | a block with what is given of each cell, up to 60×60 |
    ///
    /// | cell | |
    /// |---|---|
    /// | `.` | nothing is given |
    /// | `N`, `SW`, `NESW` | an arrow cell, with the letters of the directions in which it points |
    /// | `7` | a number |
    /// | `(4)` | a number in a circle |
    /// | `[5]` | a number in a square |
    ///
    /// # Errors
    /// Everything that is wrong with it, in the order of the text.
    pub fn parse(source: &Source) -> Result<Self, Problems> {
        parse_as(source, NAME, read)
    }
}

impl Kind for KindShutTheBox {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "cut out the shape that folds into a box"
    }

    fn starter(&self) -> &'static str {
        include_str!("starter.toml")
    }

    fn read(&self, document: &Document<'_>, problems: &mut Problems) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(read(document, problems)?))
    }
}

fn read(document: &Document<'_>, problems: &mut Problems) -> Option<ShutTheBox> {
    document.allow_keys(&["grid"], problems);
    let block = document.block("grid", "a block with what is given of each cell", problems)?;
    let pieces = block.within(&LIMITS, problems)?;
    let givens = read_cells(&pieces, problems, |_, text| given(text))?;
    Some(ShutTheBox { givens })
}

fn given(text: &str) -> Result<Given, BadCell> {
    if text == "." {
        return Ok(Given::Nothing);
    }
    let (inner, mark) = unmarked(text);
    if inner.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(Given::Number {
            count: count(inner)?,
            mark,
        });
    }
    if mark.is_some() {
        return Err(BadCell::new(
            "a mark on a cell without a number",
            "a number inside the mark",
        )
        .help("`(4)` is a number in a circle, `[5]` one in a square"));
    }
    arrow(inner).map(Given::Arrow)
}

/// What stands inside the mark, and the mark.
fn unmarked(text: &str) -> (&str, Option<Mark>) {
    let inside = |open, close| text.strip_prefix(open)?.strip_suffix(close);
    if let Some(inner) = inside('(', ')') {
        (inner, Some(Mark::Circle))
    } else if let Some(inner) = inside('[', ']') {
        (inner, Some(Mark::Square))
    } else {
        (text, None)
    }
}

fn count(text: &str) -> Result<u32, BadCell> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(not_a_cell());
    }
    match text.parse() {
        Ok(count) if count <= MOST => Ok(count),
        _ => Err(BadCell::new(
            "the number is too large",
            format!("at most {MOST}"),
        )),
    }
}

fn arrow(text: &str) -> Result<Vec<Direction>, BadCell> {
    let directions = "one or more of the letters N, E, S and W";
    if matches!(text, "-" | "+" | "*" | ">" | "<" | "^" | "?") {
        return Err(BadCell::new("an arrow cell with no direction", directions)
            .help("write the directions in which it points: `ESW`"));
    }
    let mut points = Vec::new();
    for letter in text.chars() {
        let direction = Direction::from_letter(letter).ok_or_else(not_a_cell)?;
        if points.contains(&direction) {
            return Err(BadCell::new("an arrow names a direction twice", directions));
        }
        points.push(direction);
    }
    points.sort_unstable();
    Ok(points)
}

fn not_a_cell() -> BadCell {
    BadCell::new("not a cell of this puzzle", "`.`, directions or a number")
        .help("examples: `.` nothing, `ESW` an arrow cell, `7` a number, `(4)` in a circle, `[5]` in a square")
}
