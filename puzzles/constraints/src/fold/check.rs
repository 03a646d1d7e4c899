//! An independent check of a folded shape and its marks: frames in space, no table of the search.

use std::collections::BTreeMap;
use std::fmt;

use crate::grid::{Cell, Direction, Grid};

use super::Mark;
use super::search::{Fold, Spot};
use super::surface::{BoxSize, Face, SurfaceCell};

/// A rule that a fold breaks, with the cells that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrokenRule {
    /// The fold belongs to a grid of another size.
    OtherGrid,
    /// An inside cell has no place on the box.
    NotPlaced(Cell),
    /// An outside cell has a place on the box.
    OutsidePlaced(Cell),
    /// A cell's place is not on the box.
    OffTheBox(Cell),
    /// Two cells cover the same cell of the surface.
    Overlap {
        /// The earlier cell in reading order.
        first: Cell,
        /// The later cell.
        second: Cell,
        /// What both cover.
        on: SurfaceCell,
    },
    /// No cell covers this cell of the surface.
    Gap(SurfaceCell),
    /// Two neighbours in the net do not meet on the box as they meet on paper.
    Torn(Cell, Cell),
    /// A number is on a cell that is outside.
    NumberOutside(Cell),
    /// A circled number that is not directly opposite another circled number.
    CircleAlone(Cell),
    /// A number in a square with no other number in a square beside it on the same face.
    SquareAlone(Cell),
    /// The sum stated for a face is not that of its numbers.
    FaceSum {
        /// The face.
        face: Face,
        /// The sum stated.
        stated: u64,
        /// The sum of the numbers on the face.
        counted: u64,
    },
}

impl fmt::Display for BrokenRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherGrid => write!(f, "the fold is of a grid of another size"),
            Self::NotPlaced(cell) => write!(f, "{cell} is inside but has no place on the box"),
            Self::OutsidePlaced(cell) => write!(f, "{cell} is outside but has a place on the box"),
            Self::OffTheBox(cell) => write!(f, "{cell} lies off the box"),
            Self::Overlap { first, second, on } => {
                write!(f, "{first} and {second} both cover {on}")
            }
            Self::Gap(on) => write!(f, "no cell covers {on}"),
            Self::Torn(x, y) => write!(f, "{x} and {y} are torn apart"),
            Self::NumberOutside(cell) => write!(f, "the number at {cell} is outside"),
            Self::CircleAlone(cell) => {
                write!(f, "the circled number at {cell} is not opposite another")
            }
            Self::SquareAlone(cell) => write!(
                f,
                "the number in a square at {cell} is not beside another on its face"
            ),
            Self::FaceSum {
                face,
                stated,
                counted,
            } => write!(f, "the {face} face adds up to {counted}, not {stated}"),
        }
    }
}

type Vector = [i64; 3];

fn cross(p: Vector, q: Vector) -> Vector {
    [
        p[1] * q[2] - p[2] * q[1],
        p[2] * q[0] - p[0] * q[2],
        p[0] * q[1] - p[1] * q[0],
    ]
}

fn add(p: Vector, q: Vector) -> Vector {
    [p[0] + q[0], p[1] + q[1], p[2] + q[2]]
}

fn times(k: i64, p: Vector) -> Vector {
    p.map(|x| k * x)
}

/// A cell of paper in space: its centre (coordinates doubled), the north of the paper and the outward normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Frame {
    centre: Vector,
    north: Vector,
    out: Vector,
}

impl Frame {
    fn at(size: BoxSize, spot: Spot) -> Self {
        let (out, up) = match spot.on.face {
            Face::Top => ([0, 0, 1], [0, 1, 0]),
            Face::Bottom => ([0, 0, -1], [0, -1, 0]),
            Face::Front => ([0, -1, 0], [0, 0, 1]),
            Face::Back => ([0, 1, 0], [0, 0, 1]),
            Face::Left => ([-1, 0, 0], [0, 0, 1]),
            Face::Right => ([1, 0, 0], [0, 0, 1]),
        };
        let right = cross(up, out);
        // The corner of the box at the face's top left, from the signs of the three directions that lead there.
        let [a, b, c] = size.lengths().map(|length| length as i64);
        let lead = add(add(up, out), times(-1, right));
        let extents = [c, b, a];
        let corner = [0, 1, 2].map(|i| if lead[i] > 0 { 2 * extents[i] } else { 0 });
        let along = 2 * spot.on.column as i64 + 1;
        let down = 2 * spot.on.row as i64 + 1;
        let centre = add(corner, add(times(along, right), times(-down, up)));
        let north = match spot.turn {
            Direction::North => up,
            Direction::East => right,
            Direction::South => times(-1, up),
            Direction::West => times(-1, right),
        };
        Self { centre, north, out }
    }

    /// The frame one cell on in the direction `forward`, on the same plane.
    fn flat(self, forward: Vector) -> Self {
        Self {
            centre: add(self.centre, times(2, forward)),
            ..self
        }
    }

    /// The frame one cell on in the direction `forward`, after a quarter turn about the edge between.
    fn folded(self, forward: Vector) -> Self {
        let axis = cross(self.out, forward);
        let quarter = |v: Vector| {
            let along: i64 = axis.iter().zip(v).map(|(x, y)| x * y).sum();
            add(times(along, axis), cross(axis, v))
        };
        Self {
            centre: add(add(self.centre, forward), quarter(forward)),
            north: quarter(self.north),
            out: quarter(self.out),
        }
    }
}

/// Every rule that `fold` breaks as a way to fold the cells of `inside`, and as the box of the numbered puzzle.
///
/// Checks that exactly the inside cells lie on the box, that neighbours in the net stay joined, flat or folded by
/// 90° with the printed side outward, that each surface cell is covered exactly once, the rules of the
/// [marks](Mark), and the `sums` stated for the faces in the order of [`Face::ALL`], if any. It shares nothing
/// with the search: each cell becomes a frame in space, and frames are rolled over the edges of the net.
///
/// Takes O(n log n) for n cells, and O(marks²). An empty result means that all rules hold.
pub fn check_fold(
    inside: &Grid<bool>,
    fold: &Fold,
    numbers: &[(Cell, u32, Option<Mark>)],
    sums: Option<[u64; 6]>,
) -> Vec<BrokenRule> {
    let spots = fold.spots();
    if (spots.rows(), spots.columns()) != (inside.rows(), inside.columns()) {
        return vec![BrokenRule::OtherGrid];
    }
    let mut broken = Vec::new();
    let mut frames: Grid<Option<Frame>> = inside.map(|_| None);
    for cell in inside.cells() {
        match (inside[cell], spots[cell]) {
            (true, None) => broken.push(BrokenRule::NotPlaced(cell)),
            (false, Some(_)) => broken.push(BrokenRule::OutsidePlaced(cell)),
            (true, Some(spot)) if !fold.size().has(spot.on) => {
                broken.push(BrokenRule::OffTheBox(cell));
            }
            (true, Some(spot)) => frames[cell] = Some(Frame::at(fold.size(), spot)),
            (false, None) => {}
        }
    }
    let mut covering: BTreeMap<SurfaceCell, Vec<Cell>> = BTreeMap::new();
    for cell in inside.cells().filter(|&cell| inside[cell]) {
        if let Some(spot) = spots[cell] {
            covering.entry(spot.on).or_default().push(cell);
        }
    }
    for on in fold.size().cells() {
        match covering.get(&on).map_or(&[][..], Vec::as_slice) {
            [] => broken.push(BrokenRule::Gap(on)),
            [first, rest @ ..] => broken.extend(rest.iter().map(|&second| BrokenRule::Overlap {
                first: *first,
                second,
                on,
            })),
        }
    }
    for (x, y) in inside.adjacent_pairs() {
        if let (Some(from), Some(to)) = (frames[x], frames[y]) {
            let forward = if x.row == y.row {
                cross(from.north, from.out)
            } else {
                times(-1, from.north)
            };
            if to != from.flat(forward) && to != from.folded(forward) {
                broken.push(BrokenRule::Torn(x, y));
            }
        }
    }
    check_marks(&frames, numbers, &mut broken);
    if let Some(sums) = sums {
        for (face, stated) in Face::ALL.into_iter().zip(sums) {
            let counted = numbers
                .iter()
                .filter(|(cell, ..)| {
                    spots
                        .get(*cell)
                        .is_some_and(|spot| spot.is_some_and(|spot| spot.on.face == face))
                })
                .map(|&(_, number, _)| u64::from(number))
                .sum();
            if counted != stated {
                broken.push(BrokenRule::FaceSum {
                    face,
                    stated,
                    counted,
                });
            }
        }
    }
    broken
}

fn check_marks(
    frames: &Grid<Option<Frame>>,
    numbers: &[(Cell, u32, Option<Mark>)],
    broken: &mut Vec<BrokenRule>,
) {
    let frame = |cell: Cell| frames.get(cell).copied().flatten();
    for &(cell, _, mark) in numbers {
        let Some(here) = frame(cell) else {
            broken.push(BrokenRule::NumberOutside(cell));
            continue;
        };
        // A cell is neither opposite nor beside itself.
        let marked = numbers.iter().filter(|other| other.2 == mark);
        let mut marked = marked.filter_map(|other| frame(other.0));
        let between = |there: Frame| add(there.centre, times(-1, here.centre));
        let opposite = |there: Frame| {
            here.out == times(-1, there.out) && cross(between(there), here.out) == [0; 3]
        };
        let beside = |there: Frame| {
            here.out == there.out && between(there).iter().map(|x| x.abs()).sum::<i64>() == 2
        };
        match mark {
            Some(Mark::Circle) if !marked.any(opposite) => {
                broken.push(BrokenRule::CircleAlone(cell));
            }
            Some(Mark::Square) if !marked.any(beside) => {
                broken.push(BrokenRule::SquareAlone(cell));
            }
            _ => {}
        }
    }
}
