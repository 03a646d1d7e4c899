//! The folded shape as text: the net with its fold lines, and the six faces with their numbers.

use crate::grid::{Cell, Grid};

use super::Mark;
use super::search::Fold;
use super::surface::{Face, SurfaceCell};

/// The characters that a drawing may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Charset {
    /// Box-drawing characters: solid lines are cut, dashed ones (`╌`, `╎`) are folded.
    Unicode,
    /// Plain ASCII: `-` and `|` are cut, `..` and `:` are folded.
    Ascii,
}

/// The border between two neighbouring places of the net.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Border {
    None,
    Cut,
    Fold,
}

fn label(number: u32, mark: Option<Mark>) -> String {
    match mark {
        None => format!(" {number} "),
        Some(Mark::Circle) => format!("({number})"),
        Some(Mark::Square) => format!("[{number}]"),
    }
}

/// The characters that a cell needs: as many as the widest label, at least three.
fn cell_width(numbers: &[(Cell, u32, Option<Mark>)]) -> usize {
    let widths = numbers.iter().map(|&(_, n, mark)| label(n, mark).len());
    widths.max().unwrap_or(0).max(3)
}

/// Draws the net: cut lines solid, fold lines dashed, nothing between cells on the same face.
///
/// `(4)` is a circled number, `[4]` one in a square, ` 4 ` one without a mark. Lines end without spaces, each with a
/// newline. The drawing has 2 × rows + 1 lines of at most 4 × columns + 1 characters (more when a number has several
/// digits).
pub fn net_text(fold: &Fold, numbers: &[(Cell, u32, Option<Mark>)], charset: Charset) -> String {
    let spots = fold.spots();
    let width = cell_width(numbers);
    let mut labels: Grid<String> = spots.map(|_| String::new());
    for &(cell, number, mark) in numbers {
        if fold.spot(cell).is_some() {
            labels[cell] = label(number, mark);
        }
    }
    // Places are counted from 1, so that those around the grid have coordinates too.
    let face = |row: usize, column: usize| {
        let cell = Cell::new(row.checked_sub(1)?, column.checked_sub(1)?);
        fold.face(cell)
    };
    let border = |x: Option<Face>, y: Option<Face>| match (x, y) {
        (None, None) => Border::None,
        (Some(x), Some(y)) if x == y => Border::None,
        (Some(_), Some(_)) => Border::Fold,
        _ => Border::Cut,
    };
    // The line above place (row, column), and the one on its left.
    let above = |row: usize, column| match row.checked_sub(1) {
        Some(up) => border(face(up, column), face(row, column)),
        None => Border::None,
    };
    let left = |row, column: usize| match column.checked_sub(1) {
        Some(before) => border(face(row, before), face(row, column)),
        None => Border::None,
    };
    let mut text = String::new();
    let mut push_line = |line: String| {
        text.push_str(line.trim_end());
        text.push('\n');
    };
    for row in 1..=spots.rows() + 1 {
        let mut line = String::new();
        for column in 1..=spots.columns() + 1 {
            let arms = [
                left(row - 1, column),
                above(row, column),
                left(row, column),
                above(row, column - 1),
            ];
            line.push(junction(arms, charset));
            if column <= spots.columns() {
                let stroke = match (above(row, column), charset) {
                    (Border::None, _) => " ",
                    (Border::Cut, Charset::Unicode) => "─",
                    (Border::Cut, Charset::Ascii) => "-",
                    (Border::Fold, Charset::Unicode) => "╌",
                    (Border::Fold, Charset::Ascii) => ".",
                };
                line.push_str(&stroke.repeat(width));
            }
        }
        push_line(line);
        if row > spots.rows() {
            break;
        }
        let mut line = String::new();
        for column in 1..=spots.columns() + 1 {
            line.push(match (left(row, column), charset) {
                (Border::None, _) => ' ',
                (Border::Cut, Charset::Unicode) => '│',
                (Border::Cut, Charset::Ascii) => '|',
                (Border::Fold, Charset::Unicode) => '╎',
                (Border::Fold, Charset::Ascii) => ':',
            });
            if column <= spots.columns() {
                let label = &labels[Cell::new(row - 1, column - 1)];
                line.push_str(&format!("{label:^width$}"));
            }
        }
        push_line(line);
    }
    text
}

/// The character where lines meet, given the lines to the north, east, south and west.
fn junction(arms: [Border; 4], charset: Charset) -> char {
    // Where anything is cut, the cut shows; fold lines end there.
    let cut = arms.contains(&Border::Cut);
    let drawn = if cut { Border::Cut } else { Border::Fold };
    let mask = (0..4)
        .filter(|&i| arms[i] == drawn)
        .fold(0, |m, i| m | 1 << i);
    match charset {
        Charset::Ascii => match (mask, cut) {
            (0, _) => ' ',
            (0b0101, false) => ':',
            (_, false) => '.',
            (0b0101, true) => '|',
            (0b1010, true) => '-',
            (_, true) => '+',
        },
        Charset::Unicode => match (mask, cut) {
            (0b0101, false) => '╎',
            (0b1010, false) => '╌',
            // Bits: 1 north, 2 east, 4 south, 8 west.
            _ => [
                ' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼',
            ][mask],
        },
    }
}

/// The six faces as blocks of text, each under its name, size (rows × columns) and the sum of its numbers.
///
/// Faces are oriented as in [`Face`]; cells without a number are `·` (`.` in ASCII). Blocks follow one another in the
/// order of [`Face::ALL`], side by side while they fit into `columns` characters.
pub fn faces_text(
    fold: &Fold,
    numbers: &[(Cell, u32, Option<Mark>)],
    charset: Charset,
    columns: usize,
) -> String {
    const GAP: usize = 3;
    let width = cell_width(numbers);
    let (empty, times) = match charset {
        Charset::Unicode => ("·", "×"),
        Charset::Ascii => (".", "x"),
    };
    let sums = fold.face_sums(numbers);
    let blocks = Face::ALL.map(|face| {
        let (rows, face_columns) = fold.size().face_size(face);
        let title = format!(
            "{face}, {rows}{times}{face_columns}: {}",
            sums[face as usize]
        );
        let mut lines = vec![title];
        for row in 0..rows {
            let mut line = String::new();
            for column in 0..face_columns {
                let cell = fold.cell_on(SurfaceCell { face, row, column });
                let number = numbers.iter().find(|number| Some(number.0) == cell);
                let text = number.map_or(empty.to_owned(), |&(_, n, mark)| label(n, mark));
                line.push_str(&format!("{text:^width$}"));
            }
            lines.push(line.trim_end().to_owned());
        }
        let block_width = lines.iter().map(|line| line.chars().count()).max();
        (block_width.unwrap_or(0), lines)
    });
    let mut text = String::new();
    let mut rest = &blocks[..];
    while !rest.is_empty() {
        let mut used = 0;
        let mut fitting = 0;
        for (block_width, _) in rest {
            let needed = used + block_width + if fitting > 0 { GAP } else { 0 };
            if fitting > 0 && needed > columns {
                break;
            }
            used = needed;
            fitting += 1;
        }
        let (band, others) = rest.split_at(fitting);
        let height = band.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0);
        for i in 0..height {
            let mut line = String::new();
            for (block_width, lines) in band {
                let part = lines.get(i).map_or("", String::as_str);
                line.push_str(&format!("{part:<w$}", w = block_width + GAP));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        if !others.is_empty() {
            text.push('\n');
        }
        rest = others;
    }
    text
}
