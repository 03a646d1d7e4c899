//! Drawing between cells: lines on their sides, links, texts on grid points, and texts beside the grid.

use crate::grid::{Cell, Direction, Grid};
use crate::picture::{EdgePicture, Outside, Picture, Stroke};
use quadrille_engine::bits::Bits;

use super::thick_border;

/// Whether the picture needs room between its cells.
pub(super) fn is_lattice(picture: &Picture) -> bool {
    picture.regions.is_some()
        || picture.edges.is_some()
        || picture.links.is_some()
        || !picture.points.is_empty()
}

/// Which sides of cells are drawn as lines.
pub(super) struct Borders {
    rows: usize,
    columns: usize,
    /// Above the cells of each row, and below the last.
    level: Bits,
    /// On the left of the cells of each row, and on the right of the last.
    upright: Bits,
}

impl Borders {
    pub(super) fn of(picture: &Picture) -> Self {
        let (rows, columns) = (picture.cells.rows(), picture.cells.columns());
        let framed = picture.frame;
        let between = |cell: Cell, before: Option<Cell>, direction: Direction| match before {
            Some(before) if picture.cells.get(cell).is_some() => {
                thick_border(picture, before, direction)
            }
            _ => framed,
        };
        let mut level = Bits::with_capacity((rows + 1) * columns);
        for row in 0..=rows {
            for column in 0..columns {
                let before = row.checked_sub(1).map(|row| Cell::new(row, column));
                level.push(between(Cell::new(row, column), before, Direction::South));
            }
        }
        let mut upright = Bits::with_capacity(rows * (columns + 1));
        for row in 0..rows {
            for column in 0..=columns {
                let before = column.checked_sub(1).map(|column| Cell::new(row, column));
                upright.push(between(Cell::new(row, column), before, Direction::East));
            }
        }
        let mut borders = Self {
            rows,
            columns,
            level,
            upright,
        };
        for edge in picture.edges.iter().flatten() {
            let lined = matches!(edge.stroke, Stroke::Line | Stroke::Double);
            let (row, column) = edge.point;
            let place = match edge.is_level {
                true if column < columns => borders.level.get_mut(row * columns + column),
                false if column <= columns => borders.upright.get_mut(row * (columns + 1) + column),
                _ => None,
            };
            if let Some(mut place) = place {
                *place |= lined;
            }
        }
        borders
    }

    /// Whether a line is drawn above a cell, or below the last of a column.
    pub(super) fn above(&self, row: usize, column: usize) -> bool {
        column < self.columns
            && self
                .level
                .get(row * self.columns + column)
                .is_some_and(|line| *line)
    }

    /// Whether a line is drawn on the left of a cell, or on the right of the last of a row.
    pub(super) fn left(&self, row: usize, column: usize) -> bool {
        row < self.rows
            && column <= self.columns
            && self
                .upright
                .get(row * (self.columns + 1) + column)
                .is_some_and(|line| *line)
    }
}

/// The texts on sides of cells.
pub(super) fn edge_texts(picture: &Picture) -> impl Iterator<Item = (&EdgePicture, &str)> {
    picture
        .edges
        .iter()
        .flatten()
        .filter_map(|edge| match &edge.stroke {
            Stroke::Text(text) => Some((edge, text.as_str())),
            _ => None,
        })
}

/// By cell: whether lines leave it to the north, east, south and west.
pub(super) fn arms(picture: &Picture) -> Grid<[bool; 4]> {
    let mut arms = picture.cells.map(|_| [false; 4]);
    for link in picture.links.iter().flatten() {
        if let (Stroke::Line | Stroke::Double, Some(to)) =
            (&link.stroke, picture.cells.step(link.from, link.towards))
        {
            arms[link.from][link.towards as usize] = true;
            arms[to][link.towards.opposite() as usize] = true;
        }
    }
    arms
}

/// The character in the middle of a cell whose links are lines: to the north, east, south and west.
pub(super) fn bend(arms: [bool; 4], ascii: bool) -> char {
    const LINES: [char; 16] = [
        '·', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼',
    ];
    let at = (0..4)
        .filter(|&arm| arms[arm])
        .map(|arm| 1 << arm)
        .sum::<usize>();
    match (at, ascii) {
        (_, false) => LINES[at],
        (0, true) => '.',
        (1 | 4 | 5, true) => '|',
        (2 | 8 | 10, true) => '-',
        (_, true) => '+',
    }
}

/// The lines of texts above or below columns: (line, column, text), the last lines being next to the grid above. A line
/// has a part of a list.
pub(super) fn stacked(texts: &[String], at_top: bool) -> (usize, Vec<(usize, usize, String)>) {
    let parts_of = |text: &String| text.split(',').map(str::to_owned).collect();
    let parts: Vec<Vec<String>> = texts.iter().map(parts_of).collect();
    let height = parts.iter().map(Vec::len).max().unwrap_or(0);
    let height = if texts.iter().all(String::is_empty) {
        0
    } else {
        height
    };
    let mut placed = Vec::new();
    for (column, parts) in parts.iter().enumerate() {
        let first = if at_top {
            height.saturating_sub(parts.len())
        } else {
            0
        };
        for (line, part) in parts.iter().enumerate() {
            placed.push((first + line, column, part.clone()));
        }
    }
    (height, placed)
}

/// The width of the texts beside rows, in characters.
pub(super) fn widest(texts: &[String]) -> usize {
    texts
        .iter()
        .map(|text| text.chars().count())
        .max()
        .unwrap_or(0)
}

/// The width of the texts above and below columns, in characters.
pub(super) fn widest_part(outside: &Outside) -> usize {
    let texts = outside.top.iter().chain(&outside.bottom);
    let parts = texts.flat_map(|text| text.split(','));
    parts.map(|part| part.chars().count()).max().unwrap_or(0)
}

/// Puts drawings of equally many lines side by side, if they fit the width; else below each other.
pub(super) fn side_by_side(drawings: &[String], width: usize) -> String {
    let visible = |line: &str| {
        let mut count = 0;
        let mut escaped = false;
        for c in line.chars() {
            match (escaped, c) {
                (false, '\u{1b}') => escaped = true,
                (true, 'm') => escaped = false,
                (false, _) => count += 1,
                _ => {}
            }
        }
        count
    };
    let widths: Vec<usize> = drawings
        .iter()
        .map(|drawing| drawing.lines().map(visible).max().unwrap_or(0))
        .collect();
    let total: usize = widths.iter().sum::<usize>() + 3 * drawings.len().saturating_sub(1);
    if total > width {
        return drawings.join("\n");
    }
    let lines: Vec<Vec<&str>> = drawings
        .iter()
        .map(|drawing| drawing.lines().collect())
        .collect();
    let height = lines.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for row in 0..height {
        let mut line = String::new();
        let mut used = 0;
        let mut start = 0;
        for (lines, width) in lines.iter().zip(&widths) {
            let part = lines.get(row).copied().unwrap_or_default();
            line.push_str(&" ".repeat(start - used));
            line.push_str(part);
            used = start + visible(part);
            start += width + 3;
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// A line of shapes to be placed: each with the column where it begins.
type PieceLine<'p> = (Vec<(usize, &'p [Cell])>, usize);

/// Shapes in lines of at most `width` columns with `gap` columns between them, and the height of each line.
pub(super) fn piece_lines(pieces: &[Vec<Cell>], width: usize, gap: usize) -> Vec<PieceLine<'_>> {
    let mut lines: Vec<PieceLine<'_>> = Vec::new();
    let mut used = 0;
    for piece in pieces {
        let wide = piece.iter().map(|cell| cell.column + 1).max().unwrap_or(0);
        let high = piece.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
        if lines.is_empty() || used + wide > width {
            lines.push((Vec::new(), 0));
            used = 0;
        }
        if let Some((line, height)) = lines.last_mut() {
            line.push((used, piece));
            *height = high.max(*height);
        }
        used += wide + gap;
    }
    lines
}
