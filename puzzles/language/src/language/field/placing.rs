//! Where the places of a grid are after it was turned, mirrored, moved or given another size.

use super::super::geometry::Geometry;
use super::super::syntax::{Ground, Kind, Lines};

/// What is done to a grid and all that stands in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// A quarter turn to the right.
    Turn,
    /// Left and right change places.
    Mirror,
    /// Everything goes so many rows down and columns to the right, in a grid of this size.
    Frame {
        /// Rows of the new grid.
        rows: usize,
        /// Columns of the new grid.
        columns: usize,
        /// Upwards if negative.
        down: isize,
        /// To the left if negative.
        right: isize,
    },
}

/// A place: twice its row and column, so that corners and sides have whole numbers, too, and the way in which a line is
/// read, which is none for atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) at: (i64, i64),
    pub(super) way: (i64, i64),
}

/// What tells a place from the others of its ground.
pub(super) type Key = (i64, i64, i64);

impl Spot {
    /// Where an atom or a line is; `None` if the ground is not made of places of the grid.
    pub(super) fn of(geometry: &Geometry, on: &Ground, number: usize) -> Option<Self> {
        let twice = |(row, column): (usize, usize)| (2 * row as i64, 2 * column as i64);
        let middle = |cell: u32| {
            let (row, column) = twice(geometry.position(cell));
            (row + 1, column + 1)
        };
        let number_of_atom = number as u32;
        let at = match on {
            Ground::Atoms(Kind::Cell, _) => middle(number_of_atom),
            Ground::Atoms(Kind::Corner, _) => twice(geometry.corner_position(number_of_atom)),
            Ground::Atoms(Kind::Edge, _) => {
                let (is_flat, row, column) = geometry.edge_position(number_of_atom);
                let (row, column) = twice((row, column));
                if is_flat {
                    (row, column + 1)
                } else {
                    (row + 1, column)
                }
            }
            Ground::Atoms(Kind::Link, _) => {
                let [from, to] = geometry.link_cells(number_of_atom).map(middle);
                (from.0.midpoint(to.0), from.1.midpoint(to.1))
            }
            Ground::Lines(lines) => {
                let first = geometry.line(*lines, number).first().copied()?;
                let way = way(geometry, *lines, number);
                return Some(Self {
                    at: middle(first),
                    way,
                });
            }
            Ground::Puzzle | Ground::Regions(_) => return None,
        };
        Some(Self { at, way: (0, 0) })
    }

    /// Two spots are the same place if their keys are equal. Only views tell the two ways along a line apart; for other
    /// lines this also says whether the line is read backwards.
    pub(super) fn key(self, is_view: bool) -> (Key, bool) {
        let (mut y, mut x) = self.way;
        if (y, x) == (0, 0) {
            return ((self.at.0, self.at.1, 0), false);
        }
        let is_backwards = !is_view && (y, x) < (0, 0);
        if is_backwards {
            (y, x) = (-y, -x);
        }
        // The same for all points of a line.
        let beside = y * self.at.1 - x * self.at.0;
        ((y, x, beside), is_backwards)
    }
}

/// The step from a cell of a line to the next one.
fn way(geometry: &Geometry, lines: Lines, number: usize) -> (i64, i64) {
    let (rows, columns) = (geometry.rows, geometry.columns);
    let (right, down) = ((0, 1), (1, 0));
    match lines {
        Lines::Row => right,
        Lines::Column => down,
        Lines::Line if number < rows => right,
        Lines::Line => down,
        Lines::View if number < rows => right,
        Lines::View if number < 2 * rows => (0, -1),
        Lines::View if number < 2 * rows + columns => down,
        Lines::View => (-1, 0),
        Lines::Diagonal if number < rows + columns - 1 => (1, 1),
        Lines::Diagonal => (1, -1),
    }
}

impl Placing {
    /// The grid afterwards.
    pub(super) fn geometry(self, old: Geometry) -> Geometry {
        let (rows, columns) = match self {
            Placing::Turn => (old.columns, old.rows),
            Placing::Mirror => (old.rows, old.columns),
            Placing::Frame { rows, columns, .. } => (rows, columns),
        };
        Geometry {
            rows,
            columns,
            ..old
        }
    }

    /// Where a spot of a box of this height and width, in halves of cells, is afterwards.
    pub(super) fn image(self, spot: Spot, (height, width): (i64, i64)) -> Spot {
        let (y, x) = spot.at;
        let (dy, dx) = spot.way;
        match self {
            Placing::Turn => Spot {
                at: (x, height - y),
                way: (dx, -dy),
            },
            Placing::Mirror => Spot {
                at: (y, width - x),
                way: (dy, -dx),
            },
            Placing::Frame { down, right, .. } => Spot {
                at: (y + 2 * down as i64, x + 2 * right as i64),
                ..spot
            },
        }
    }

    /// A word that shows a way, such as `^`, `left` or `/`, after the change. `None` if it shows none, or if there would
    /// have to be other words than `known`.
    pub(super) fn word<'w>(self, word: &str, known: &dyn Fn(&str) -> bool) -> Option<&'w str> {
        let quarters = |signs: &[&'static str; 4], at: usize, mirrored: [usize; 4]| match self {
            Placing::Turn => signs[(at + 1) % 4],
            Placing::Mirror => signs[mirrored[at]],
            Placing::Frame { .. } => signs[at],
        };
        let place = |signs: &[&str]| signs.iter().position(|sign| *sign == word);
        for signs in SIDES
            .iter()
            .filter(|signs| signs.iter().all(|sign| known(sign)))
        {
            if let Some(at) = place(signs) {
                return Some(quarters(signs, at, [0, 3, 2, 1]));
            }
        }
        for signs in CORNERS
            .iter()
            .filter(|signs| signs.iter().all(|sign| known(sign)))
        {
            if let Some(at) = place(signs) {
                return Some(quarters(signs, at, [1, 0, 3, 2]));
            }
        }
        for (signs, is_upright) in STROKES {
            let is_other = match self {
                Placing::Turn => true,
                Placing::Mirror => !is_upright,
                Placing::Frame { .. } => false,
            };
            if let Some(at) = place(&signs)
                && signs.iter().all(|sign| known(sign))
            {
                return Some(signs[if is_other { 1 - at } else { at }]);
            }
        }
        None
    }
}

/// Signs and words for the four sides, clockwise from the upper one. Letters are not among them: in a grid of letters
/// they are letters.
pub(super) const SIDES: [[&str; 4]; 5] = [
    ["^", ">", "v", "<"],
    ["↑", "→", "↓", "←"],
    ["up", "right", "down", "left"],
    ["north", "east", "south", "west"],
    ["top", "right", "bottom", "left"],
];

/// The same for the four corners, clockwise from the upper left one.
const CORNERS: [[&str; 4]; 3] = [
    ["nw", "ne", "se", "sw"],
    ["◤", "◥", "◢", "◣"],
    ["↖", "↗", "↘", "↙"],
];

/// Strokes, and whether they are those that a mirror leaves as they are.
const STROKES: [([&str; 2], bool); 2] = [(["/", "\\"], false), (["-", "|"], true)];
