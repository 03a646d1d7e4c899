//! Turns and reflections, and where the middles of atoms lie that they move.

use crate::language::geometry::{Atom, Geometry};
use crate::language::syntax::{Kind, Motion};

/// Where a motion about the origin takes a point.
pub(crate) type Image = fn((i64, i64)) -> (i64, i64);

/// The motions that a form may be symmetric under, each with its images.
pub(super) const IMAGES: [(Motion, Image); 7] = [
    (Motion::Mirror, |(r, c)| (-r, c)),
    (Motion::Mirror, |(r, c)| (r, -c)),
    (Motion::Mirror, |(r, c)| (c, r)),
    (Motion::Mirror, |(r, c)| (-c, -r)),
    (Motion::HalfTurn, |(r, c)| (-r, -c)),
    (Motion::QuarterTurn, |(r, c)| (c, -r)),
    (Motion::QuarterTurn, |(r, c)| (-c, r)),
];

/// Whether a link or an edge is horizontal.
pub(crate) fn is_across(geometry: &Geometry, atom: Atom) -> bool {
    match atom.kind {
        Kind::Link => geometry.is_horizontal_link(atom.index),
        Kind::Edge => geometry.edge_position(atom.index).0,
        Kind::Cell | Kind::Corner => false,
    }
}

/// Where the middle of an atom lies, in half cells from the upper left corner.
pub(crate) fn middle(geometry: &Geometry, atom: Atom) -> (i64, i64) {
    let cell = |index: u32| {
        let (row, column) = geometry.position(index);
        (2 * row as i64 + 1, 2 * column as i64 + 1)
    };
    let corner = |index: u32| {
        let (row, column) = geometry.corner_position(index);
        (2 * row as i64, 2 * column as i64)
    };
    let between = |a: (i64, i64), b: (i64, i64)| ((a.0 + b.0) / 2, (a.1 + b.1) / 2);
    match atom.kind {
        Kind::Cell => cell(atom.index),
        Kind::Corner => corner(atom.index),
        Kind::Link => {
            let [a, b] = geometry.link_cells(atom.index);
            between(cell(a), cell(b))
        }
        Kind::Edge => {
            let [a, b] = geometry.edge_corners(atom.index);
            between(corner(a), corner(b))
        }
    }
}
