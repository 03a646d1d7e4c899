//! Pictures of edges and links: lines with `+` at the grid points (cells) alternate with lines of the strokes between
//! them.

use std::ops::Range;

use super::super::geometry::Geometry;
use super::super::syntax::{Kind, Layer};
use super::super::values::Filled;
use super::{is_stroke, text_of};

/// Lines of a text with the byte where each begins.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line.trim_end()))
    })
}

/// The number of grid points of a picture, down and across.
fn points(rows: usize, columns: usize, kind: Kind) -> (usize, usize) {
    match kind {
        Kind::Edge => (rows + 1, columns + 1),
        _ => (rows, columns),
    }
}

/// The rows and columns of the grid that a picture shows, from its first grid point to its last.
pub(crate) fn strokes_size(kind: Kind, text: &str) -> Option<(usize, usize)> {
    let pointed: Vec<(usize, &str)> = lines(text)
        .map(|(_, line)| line.trim())
        .enumerate()
        .filter(|(_, line)| line.contains('+'))
        .collect();
    let (first, last) = (pointed.first()?.0, pointed.last()?.0);
    let wide = pointed.iter().map(|(_, line)| line.chars().count()).max()?;
    let (down, across) = ((last - first) / 2 + 1, wide.div_ceil(2));
    match kind {
        Kind::Edge => Some((down.checked_sub(1)?, across.checked_sub(1)?)),
        _ => Some((down, across)),
    }
}

/// The lines from the first to the last of the grid points, `down` lines of which there must be, and those between.
fn lines_of_points(text: &str, down: usize) -> Result<Vec<(usize, &str)>, Misplaced> {
    let mut all: Vec<(usize, &str)> = lines(text).collect();
    let pointed = |(_, line): &(usize, &str)| line.contains('+');
    let Some(first) = all.iter().position(pointed) else {
        return Err((
            0..0,
            format!("found no grid point `+`, expected {down} lines of them"),
        ));
    };
    let last = all.iter().rposition(pointed).unwrap_or(first);
    all.truncate(last + 1);
    let drawn = all.split_off(first);
    let expected = 2 * down - 1;
    if drawn.len() == expected {
        return Ok(drawn);
    }
    let span = match drawn.get(expected) {
        Some(&(at, line)) => at..at + line.len(),
        None => drawn.last().map_or(0..0, after),
    };
    let found = match drawn.len() {
        1 => "1 line".to_owned(),
        number => format!("{number} lines"),
    };
    Err((
        span,
        format!("found {found} from the first to the last grid point, expected {expected}"),
    ))
}

/// The end of a line.
fn after(&(at, line): &(usize, &str)) -> Range<usize> {
    at + line.len()..at + line.len()
}

/// The bytes that are out of place, and what was found and expected there.
type Misplaced = (Range<usize>, String);

/// By number of edge or link: the bytes of what is drawn there.
type Drawn = Vec<Option<Range<usize>>>;

/// By number of edge or link: the bytes of what is drawn there, if it is not a space.
///
/// # Errors
/// If something is out of place.
pub(crate) fn strokes(geometry: &Geometry, kind: Kind, text: &str) -> Result<Drawn, Misplaced> {
    let (down, across) = points(geometry.rows, geometry.columns, kind);
    let drawn = lines_of_points(text, down)?;
    let margin = drawn
        .iter()
        .step_by(2)
        .filter_map(|(_, line)| line.chars().position(|c| c == '+'))
        .min()
        .unwrap_or(0);
    let flat = match kind {
        Kind::Edge => down * (across - 1),
        _ => down * across.saturating_sub(1),
    };
    let mut found = vec![None; flat + (down - 1) * across];
    for (row, line) in drawn.iter().enumerate() {
        let &(start, content) = line;
        let mut wide = 0;
        for (column, (at, c)) in content.char_indices().enumerate() {
            let span = start + at..start + at + c.len_utf8();
            let Some(column) = column.checked_sub(margin) else {
                if c.is_whitespace() {
                    continue;
                }
                return Err((
                    span,
                    format!(
                        "found `{}` left of the first grid point",
                        c.escape_default()
                    ),
                ));
            };
            wide = column + 1;
            if column >= 2 * across - 1 {
                return Err((
                    span,
                    format!("found a line that is longer than {} signs", 2 * across - 1),
                ));
            }
            let place = match (row % 2, column % 2) {
                (0, 0) if c == '+' => continue,
                (0, 0) => {
                    return Err((
                        span,
                        format!(
                            "found `{}`, expected the grid point `+`",
                            c.escape_default()
                        ),
                    ));
                }
                (0, _) => row / 2 * (across - 1) + column / 2,
                (_, 0) => flat + row / 2 * across + column / 2,
                _ if matches!(c, ' ' | '.') || c.is_alphanumeric() => continue,
                _ => {
                    return Err((
                        span,
                        format!("found `{}`, expected a space", c.escape_default()),
                    ));
                }
            };
            if c != ' ' {
                found[place] = Some(span);
            }
        }
        if row % 2 == 0 && wide < 2 * across - 1 {
            return Err((
                after(line),
                format!(
                    "found {} grid points in this line, expected {across}",
                    wide.div_ceil(2)
                ),
            ));
        }
    }
    Ok(found)
}

/// Where the sign of an edge or link stands in a picture that [`strokes`] reads, or where its line ends before it: a
/// byte.
pub(super) fn place_in(geometry: &Geometry, kind: Kind, text: &str, number: usize) -> usize {
    let (down, across) = points(geometry.rows, geometry.columns, kind);
    let wide = across.saturating_sub(1);
    let (row, column) = match number.checked_sub(down * wide) {
        None => (2 * (number / wide.max(1)), 2 * (number % wide.max(1)) + 1),
        Some(upright) => (2 * (upright / across) + 1, 2 * (upright % across)),
    };
    let all: Vec<(usize, &str)> = lines(text).collect();
    let first = all.iter().position(|(_, line)| line.contains('+'));
    let drawn = &all[first.unwrap_or(0)..];
    let margin = drawn
        .iter()
        .step_by(2)
        .filter_map(|(_, line)| line.chars().position(|c| c == '+'))
        .min()
        .unwrap_or(0);
    let Some((start, line)) = drawn.get(row) else {
        return text.len();
    };
    let sign = line.char_indices().nth(margin + column);
    start + sign.map_or(line.len(), |(at, _)| at)
}

/// Writes the picture of the edges or links of a board.
pub(super) fn write(
    text: &mut String,
    geometry: &Geometry,
    kind: Kind,
    layer: &Layer,
    values: &[Filled],
) {
    let (down, across) = points(geometry.rows, geometry.columns, kind);
    let flat = down * (across - 1);
    let sign = |place: usize, stroke: &str| -> String {
        match values.get(place) {
            None | Some(Filled::Nowhere) => " ".to_owned(),
            Some(Filled::Word(word)) if is_stroke(layer) => {
                [stroke, " "][usize::from(*word > 0)].to_owned()
            }
            Some(&value) => match text_of(layer, value) {
                dot if dot == "." => " ".to_owned(),
                other => other.into_owned(),
            },
        }
    };
    for row in 0..2 * down - 1 {
        let mut line = String::new();
        for column in 0..2 * across - 1 {
            match (row % 2, column % 2) {
                (0, 0) => line.push('+'),
                (0, _) => line.push_str(&sign(row / 2 * (across - 1) + column / 2, "-")),
                (_, 0) => line.push_str(&sign(flat + row / 2 * across + column / 2, "|")),
                _ => line.push(' '),
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
}
