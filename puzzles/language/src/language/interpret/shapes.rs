//! Shapes of cells, turned and mirrored.

use super::super::geometry::{Atom, Geometry};
use super::super::syntax::{Kind, Motion};
use super::super::values::{Data, Datum};

/// Cells of a shape, as rows and columns; the least of its images.
pub(super) type Shape = Vec<(i64, i64)>;

/// Where a motion takes a row and a column.
type Turn = fn(i64, i64) -> (i64, i64);

/// The eight motions of the square, the identity first, then turns and mirrors.
const MOTIONS: [Turn; 8] = [
    |r, c| (r, c),
    |r, c| (c, -r),
    |r, c| (-r, -c),
    |r, c| (-c, r),
    |r, c| (r, -c),
    |r, c| (-r, c),
    |r, c| (c, r),
    |r, c| (-c, -r),
];

/// Moved to the upper left, in order, each cell once.
pub(super) fn in_the_corner(cells: impl Iterator<Item = (i64, i64)>) -> Shape {
    let mut cells: Shape = cells.collect();
    let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    for cell in &mut cells {
        *cell = (cell.0 - top, cell.1 - left);
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The normal form of a shape: the least of its eight images.
pub(super) fn normal(cells: Shape) -> Shape {
    let images = MOTIONS
        .iter()
        .map(|motion| in_the_corner(cells.iter().map(|&(r, c)| motion(r, c))));
    images.min().unwrap_or_default()
}

/// A shape that neither rules nor data tell: it is equal to none, not even to itself.
pub(super) const UNTOLD: Shape = Vec::new();

/// The normal forms of the shapes that the rules declare or the data contains.
pub(super) fn given(data: &Data) -> impl Iterator<Item = Shape> {
    let declared = data.book.shapes.iter().map(|(_, rows)| normal(drawn(rows)));
    let brought = data.layers.iter().flatten().flat_map(|datum| match datum {
        Datum::Shapes(shapes) => &shapes[..],
        _ => &[],
    });
    let brought = brought.map(|cells| {
        let cells = cells.iter().map(|&(r, c)| (r as i64, c as i64));
        normal(cells.collect())
    });
    declared.chain(brought)
}

/// A shape that is drawn row by row.
pub(super) fn drawn(rows: &[String]) -> Shape {
    let cells = rows.iter().enumerate().flat_map(|(row, text)| {
        let signs = text.chars().enumerate().filter(|(_, sign)| *sign == '#');
        signs.map(move |(column, _)| (row as i64, column as i64))
    });
    in_the_corner(cells)
}

/// Whether a motion that is not the identity maps the atoms to themselves, about their own centre.
pub(super) fn is_symmetric(geometry: &Geometry, atoms: &[Atom], under: Option<Motion>) -> bool {
    // In half steps, and whether an edge or link is drawn from left to right.
    let points: Vec<(i64, i64, bool)> = atoms.iter().map(|&atom| point(geometry, atom)).collect();
    let image = |motion: Turn| {
        let turned = |across: bool| across != (motion(1, 0).0 == 0);
        let moved: Vec<(i64, i64, bool)> = points
            .iter()
            .zip(atoms)
            .map(|(&(row, column, across), atom)| {
                let (row, column) = motion(row, column);
                let is_stroke = matches!(atom.kind, Kind::Edge | Kind::Link);
                (row, column, is_stroke && turned(across))
            })
            .collect();
        let top = moved.iter().map(|point| point.0).min().unwrap_or(0);
        let left = moved.iter().map(|point| point.1).min().unwrap_or(0);
        let mut settled: Vec<_> = moved
            .iter()
            .map(|point| (point.0 - top, point.1 - left, point.2))
            .collect();
        settled.sort_unstable();
        settled
    };
    let own = image(MOTIONS[0]);
    motions(under).any(|number| image(MOTIONS[number]) == own)
}

/// The cells onto which the motions that map some cells to themselves, not the identity, take one of them.
pub(super) fn images(geometry: &Geometry, cells: &[Atom], own: Atom) -> Vec<Atom> {
    let moved = |motion: Turn| -> Vec<(i64, i64)> {
        let points = cells.iter().map(|&cell| point(geometry, cell));
        let points: Vec<(i64, i64)> = points.map(|(row, column, _)| motion(row, column)).collect();
        let top = points.iter().map(|point| point.0).min().unwrap_or(0);
        let left = points.iter().map(|point| point.1).min().unwrap_or(0);
        let points = points.iter();
        points
            .map(|&(row, column)| (row - top, column - left))
            .collect()
    };
    let Some(at) = cells.iter().position(|&cell| cell == own) else {
        return Vec::new();
    };
    let before = moved(MOTIONS[0]);
    let mut found = Vec::new();
    for motion in &MOTIONS[1..] {
        let after = moved(*motion);
        // A motion moves no two cells onto one.
        if after.iter().all(|point| before.contains(point)) {
            let image = before.iter().position(|point| *point == after[at]);
            found.extend(image.map(|image| cells[image]));
        }
    }
    found
}

/// Whether a motion about the middle of an atom, not the identity, maps all of some atoms to some of others.
pub(super) fn is_mapped(
    geometry: &Geometry,
    atoms: &[Atom],
    others: &[Atom],
    under: Option<Motion>,
    about: Atom,
) -> bool {
    let (top, left, _) = point(geometry, about);
    // Relative to the centre.
    let placed = |&atom: &Atom| {
        let (row, column, across) = point(geometry, atom);
        (atom.board, atom.kind, row - top, column - left, across)
    };
    let others: Vec<_> = others.iter().map(placed).collect();
    motions(under).any(|number| {
        let motion = MOTIONS[number];
        let turns = motion(1, 0).0 == 0;
        atoms.iter().all(|atom| {
            let (board, kind, row, column, across) = placed(atom);
            let is_stroke = matches!(kind, Kind::Edge | Kind::Link);
            let (row, column) = motion(row, column);
            let image = (board, kind, row, column, across != (is_stroke && turns));
            board == about.board && others.contains(&image)
        })
    })
}

/// The numbers of the motions that are meant.
fn motions(under: Option<Motion>) -> std::ops::Range<usize> {
    match under {
        None => 1..8,
        Some(Motion::QuarterTurn) => 1..2,
        Some(Motion::HalfTurn) => 2..3,
        Some(Motion::Mirror) => 4..8,
    }
}

fn point(geometry: &Geometry, atom: Atom) -> (i64, i64, bool) {
    let twice = |row: usize, column: usize| (2 * row as i64, 2 * column as i64);
    match atom.kind {
        Kind::Cell => {
            let (row, column) = geometry.position(atom.index);
            let (row, column) = twice(row, column);
            (row + 1, column + 1, false)
        }
        Kind::Corner => {
            let (row, column) = geometry.corner_position(atom.index);
            let (row, column) = twice(row, column);
            (row, column, false)
        }
        Kind::Edge => {
            let (across, row, column) = geometry.edge_position(atom.index);
            let (row, column) = twice(row, column);
            if across {
                (row, column + 1, true)
            } else {
                (row + 1, column, false)
            }
        }
        Kind::Link => {
            let across = geometry.is_horizontal_link(atom.index);
            let (row, column) = geometry.position(geometry.link_cells(atom.index)[0]);
            let (row, column) = twice(row, column);
            if across {
                (row + 1, column + 2, true)
            } else {
                (row + 2, column + 1, false)
            }
        }
    }
}
