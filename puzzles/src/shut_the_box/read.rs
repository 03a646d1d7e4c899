//! The puzzle's part of a puzzle file.

use super::{Given, KindShutTheBox, ShutTheBox};
use crate::fold::Mark;
use crate::grid::{Cell, Direction, Grid};
use crate::puzzle::{Kind, Puzzle};
use crate::read::{BadCell, Document, Limits, Piece, Problems, Source, parse_as, read_cells};

const LIMITS: Limits = Limits {
    rows: 1..=60,
    columns: 1..=60,
};

const NAME: &str = "shut-the-box";

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
    let givens = read_cells(&pieces, problems, |cell, text| given(&pieces, cell, text))?;
    Some(ShutTheBox { givens })
}

fn given(grid: &Grid<Piece<'_>>, cell: Cell, text: &str) -> Result<Given, BadCell> {
    if text == "." {
        return Ok(Given::Nothing);
    }
    let (inner, mark) = unmarked(text);
    if inner.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(Given::Number {
            count: count(grid, cell, inner)?,
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
    arrow(grid, cell, inner).map(Given::Arrow)
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

fn count(grid: &Grid<Piece<'_>>, cell: Cell, text: &str) -> Result<u32, BadCell> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(not_a_cell());
    }
    let room = grid.block(cell).count() as u32;
    match text.parse() {
        Ok(0) => Err(
            BadCell::new("the number is too small", format!("1 to {room}"))
                .help("a numbered cell is inside and counts itself"),
        ),
        Ok(count) if count <= room => Ok(count),
        _ => Err(
            BadCell::new("the number is too large", format!("1 to {room}")).help(format!(
                "the block around the cell, clipped at the edge, has {room} cells"
            )),
        ),
    }
}

fn arrow(grid: &Grid<Piece<'_>>, cell: Cell, text: &str) -> Result<Vec<Direction>, BadCell> {
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
    if points.iter().all(|&d| grid.step(cell, d).is_none()) {
        return Err(BadCell::new(
            "an arrow that points only off the grid",
            "a direction in which there are cells",
        ));
    }
    Ok(points)
}

fn not_a_cell() -> BadCell {
    BadCell::new("not a cell of this puzzle", "`.`, directions or a number")
        .help("examples: `.` nothing, `ESW` an arrow cell, `7` a number, `(4)` in a circle, `[5]` in a square")
}
