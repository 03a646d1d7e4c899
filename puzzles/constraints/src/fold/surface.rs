//! The surface of a box as a table: which cell and heading follow on which, and which starts are the same.

use std::fmt;
use std::ops::RangeInclusive;

use smallvec::SmallVec;

use crate::grid::Direction;

/// The edge lengths of a box in cells, `a ≤ b ≤ c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoxSize {
    a: usize,
    b: usize,
    c: usize,
}

impl fmt::Display for BoxSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}×{}", self.a, self.b, self.c)
    }
}

impl BoxSize {
    /// The greatest surface, in cells, that a box may have here: that of a full 60 × 60 shape.
    pub const MAX_SURFACE: usize = 3600;

    /// The box with these edge lengths, in any order; `None` if one is zero or the surface exceeds
    /// [`MAX_SURFACE`](Self::MAX_SURFACE).
    pub fn new(lengths: [usize; 3]) -> Option<Self> {
        let mut sorted = lengths;
        sorted.sort_unstable();
        let [a, b, c] = sorted;
        if a == 0 || c > Self::MAX_SURFACE {
            return None;
        }
        let size = Self { a, b, c };
        (size.surface() <= Self::MAX_SURFACE).then_some(size)
    }

    /// Every box whose surface is exactly `cells` cells, by increasing `a`, then `b`. Takes O(`cells`) steps.
    pub fn with_surface(cells: usize) -> Vec<Self> {
        Self::with_surfaces(cells..=cells)
    }

    /// Every box whose surface is within `cells`, by increasing surface, then `a`, then `b`. Takes O(n log n) steps
    /// for n boxes, or for a greatest surface of n if there are fewer.
    pub fn with_surfaces(cells: RangeInclusive<usize>) -> Vec<Self> {
        let most = (*cells.end()).min(Self::MAX_SURFACE);
        let half = cells.start().div_ceil(2)..=most / 2;
        let mut sizes = Vec::new();
        for a in (1..).take_while(|a| 3 * a * a <= *half.end()) {
            for b in (a..).take_while(|b| a * b + b * (a + b) <= *half.end()) {
                let (longest, shortest) = (*half.end(), (*half.start()).max(a * b));
                let least = (shortest - a * b).div_ceil(a + b).max(b);
                sizes.extend((least..=(longest - a * b) / (a + b)).map(|c| Self { a, b, c }));
            }
        }
        sizes.sort_by_key(|size| (size.surface(), *size));
        sizes
    }

    /// The three edge lengths, shortest first.
    pub const fn lengths(self) -> [usize; 3] {
        [self.a, self.b, self.c]
    }

    /// Number of unit cells on the surface.
    pub const fn surface(self) -> usize {
        2 * (self.a * self.b + self.b * self.c + self.c * self.a)
    }

    /// Number of rows and of columns of `face`.
    pub const fn face_size(self, face: Face) -> (usize, usize) {
        match face {
            Face::Top | Face::Bottom => (self.b, self.c),
            Face::Front | Face::Back => (self.a, self.c),
            Face::Left | Face::Right => (self.a, self.b),
        }
    }

    /// True when `cell` names a cell of this box.
    pub const fn has(self, cell: SurfaceCell) -> bool {
        let (rows, columns) = self.face_size(cell.face);
        cell.row < rows && cell.column < columns
    }

    /// The cell directly opposite `cell`: the segment between them is perpendicular to both faces.
    ///
    /// `None` when `cell` is not on this box.
    pub const fn opposite(self, cell: SurfaceCell) -> Option<SurfaceCell> {
        if !self.has(cell) {
            return None;
        }
        let (rows, columns) = self.face_size(cell.face);
        Some(match cell.face {
            // Seen from outside, the two are mirror images upside down ...
            Face::Top | Face::Bottom => SurfaceCell {
                face: cell.face.opposite(),
                row: rows - 1 - cell.row,
                column: cell.column,
            },
            // ... and the upright faces mirror images left and right.
            _ => SurfaceCell {
                face: cell.face.opposite(),
                row: cell.row,
                column: columns - 1 - cell.column,
            },
        })
    }

    /// Every cell of the surface: faces in the order of [`Face::ALL`], rows and columns in reading order.
    pub fn cells(self) -> impl Iterator<Item = SurfaceCell> {
        Face::ALL.into_iter().flat_map(move |face| {
            let (rows, columns) = self.face_size(face);
            (0..rows * columns).map(move |i| SurfaceCell {
                face,
                row: i / columns,
                column: i % columns,
            })
        })
    }

    /// Position of `cell` in [`cells`](Self::cells); `None` when it is not on this box.
    pub fn index(self, cell: SurfaceCell) -> Option<usize> {
        self.has(cell).then(|| {
            let (_, columns) = self.face_size(cell.face);
            self.face_start(cell.face) + cell.row * columns + cell.column
        })
    }

    fn face_start(self, face: Face) -> usize {
        Face::ALL
            .into_iter()
            .take_while(|&earlier| earlier != face)
            .map(|earlier| {
                let (rows, columns) = self.face_size(earlier);
                rows * columns
            })
            .sum()
    }

    /// Edge lengths along left–right, front–back and bottom–top.
    fn extents(self) -> Vector {
        [self.c as i32, self.b as i32, self.a as i32]
    }

    /// The point at the top left of `face`: x from the left, y from the front, z from the bottom.
    pub(super) fn corner(self, face: Face) -> Vector {
        let extents = self.extents();
        let [east, south, out] = face.axes();
        [0, 1, 2].map(|i| {
            // Each axis of space is that of exactly one of the three vectors.
            if out[i] - east[i] - south[i] > 0 {
                extents[i]
            } else {
                0
            }
        })
    }
}

/// The six faces of a box that lies with edge `c` from left to right, `b` from front to back and `a` upright.
///
/// Rows and columns are counted as one sees the face from outside, from its top left. For the four upright faces
/// "up" is up; for the top, up is the back; for the bottom, up is the front. So the faces are drawn as in the
/// usual cross: top above front, bottom below it, and left, front, right, back side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// `b` rows, `c` columns; its last row touches the front.
    Top,
    /// `a` rows, `c` columns.
    Front,
    /// `a` rows, `b` columns.
    Right,
    /// `a` rows, `c` columns.
    Back,
    /// `a` rows, `b` columns.
    Left,
    /// `b` rows, `c` columns; its first row touches the front.
    Bottom,
}

impl Face {
    /// The six faces, in the order in which every report lists them.
    pub const ALL: [Face; 6] = [
        Face::Top,
        Face::Front,
        Face::Right,
        Face::Back,
        Face::Left,
        Face::Bottom,
    ];

    /// The face's name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Face::Top => "top",
            Face::Front => "front",
            Face::Right => "right",
            Face::Back => "back",
            Face::Left => "left",
            Face::Bottom => "bottom",
        }
    }

    /// The face that this one never touches.
    pub const fn opposite(self) -> Face {
        match self {
            Face::Top => Face::Bottom,
            Face::Front => Face::Back,
            Face::Right => Face::Left,
            Face::Back => Face::Front,
            Face::Left => Face::Right,
            Face::Bottom => Face::Top,
        }
    }

    /// The vectors (x to the right, y to the back, z up) along a row of the face, down a column, and outward.
    pub(super) const fn axes(self) -> [Vector; 3] {
        match self {
            Face::Top => [[1, 0, 0], [0, -1, 0], [0, 0, 1]],
            Face::Front => [[1, 0, 0], [0, 0, -1], [0, -1, 0]],
            Face::Right => [[0, 1, 0], [0, 0, -1], [1, 0, 0]],
            Face::Back => [[-1, 0, 0], [0, 0, -1], [0, 1, 0]],
            Face::Left => [[0, -1, 0], [0, 0, -1], [-1, 0, 0]],
            Face::Bottom => [[1, 0, 0], [0, 1, 0], [0, 0, -1]],
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A unit cell of a box's surface. It prints as `front r1c3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SurfaceCell {
    /// The face that holds it.
    pub face: Face,
    /// 0-based row on the face.
    pub row: usize,
    /// 0-based column on the face.
    pub column: usize,
}

impl fmt::Display for SurfaceCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} r{}c{}", self.face, self.row + 1, self.column + 1)
    }
}

pub(super) type Vector = [i32; 3];

fn dot(p: Vector, q: Vector) -> i32 {
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}

/// `p + k·q`.
pub(super) fn plus(p: Vector, k: i32, q: Vector) -> Vector {
    [p[0] + k * q[0], p[1] + k * q[1], p[2] + k * q[2]]
}

/// A cell of the surface with the direction on its face to which the north of the paper points:
/// 4 × the position of the cell in [`BoxSize::cells`] + the position in [`Direction::ALL`].
pub(super) type State = u16;

/// For a state, the state of the neighbour to the north, east, south and west on the paper.
///
/// (A table by cell alone, of a quarter of the size, took a quarter more instructions to lay a shape.)
pub(super) type Steps = [State; 4];

/// A box with the table of its surface, 32 bytes a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surface<'a> {
    pub(super) size: BoxSize,
    steps: &'a [Steps],
}

impl<'a> Surface<'a> {
    /// With the table that [`tabulate`](Self::tabulate) has made for this box.
    pub(super) fn new(size: BoxSize, steps: &'a [Steps]) -> Self {
        debug_assert_eq!(steps.len(), 4 * size.surface());
        Self { size, steps }
    }

    /// Adds the table of a box to `tables`. O(surface).
    pub(super) fn tabulate(size: BoxSize, tables: &mut Vec<Steps>) {
        let frames = Frames::new(size);
        for face in Face::ALL {
            let (rows, columns) = size.face_size(face);
            let start = size.face_start(face);
            // Across each edge of the face the cells beyond lie in a row: the first of them, how far it is from one
            // to the next, and the heading there.
            let edges = [0, 1, 2, 3].map(|heading| {
                let at = |i: usize| {
                    let (row, column) = match heading {
                        0 => (0, i),
                        1 => (i, columns - 1),
                        2 => (rows - 1, i),
                        _ => (i, 0),
                    };
                    frames.across(SurfaceCell { face, row, column }, heading)
                };
                let length = if heading % 2 == 0 { columns } else { rows };
                let (first, turned) = at(0);
                let stride = at(1.min(length - 1)).0.wrapping_sub(first);
                (first, stride, turned)
            });
            let across = |heading: usize, i: usize| {
                let (first, stride, turned) = edges[heading];
                (4 * first.wrapping_add(stride.wrapping_mul(i)) + turned) as State
            };
            for row in 0..rows {
                for column in 0..columns {
                    let here = start + row * columns + column;
                    let inner = |next: usize, heading: usize| (4 * next + heading) as State;
                    // The cell beyond each side, and the heading of going straight on there.
                    let beyond = [
                        if row > 0 {
                            inner(here - columns, 0)
                        } else {
                            across(0, column)
                        },
                        if column + 1 < columns {
                            inner(here + 1, 1)
                        } else {
                            across(1, row)
                        },
                        if row + 1 < rows {
                            inner(here + columns, 2)
                        } else {
                            across(2, column)
                        },
                        if column > 0 {
                            inner(here - 1, 3)
                        } else {
                            across(3, row)
                        },
                    ];
                    tables.extend([0, 1, 2, 3].map(|north: State| {
                        [0, 1, 2, 3].map(|direction: State| {
                            let there = beyond[usize::from((north + direction) % 4)];
                            // North is as far before the heading as it is before the direction.
                            there / 4 * 4 + (there + 4 - direction) % 4
                        })
                    }));
                }
            }
        }
    }

    /// The state of the neighbour in a direction on the paper (a position in [`Direction::ALL`]).
    #[inline]
    pub(super) fn step(&self, state: State, direction: u8) -> State {
        self.steps[usize::from(state)][usize::from(direction)]
    }

    /// The states of the neighbours in all directions on the paper.
    #[inline]
    pub(super) fn steps(&self, state: State) -> Steps {
        self.steps[usize::from(state)]
    }

    /// The least state that a rotation of the box takes a state to.
    pub(super) fn least_image(&self, state: State) -> State {
        let frames = Frames::new(self.size);
        let (cell, turn) = (usize::from(state / 4), usize::from(state % 4));
        let face = self.face(cell);
        let (start, ..) = frames.faces[face];
        let (_, columns) = self.size.face_size(Face::ALL[face]);
        let (row, column) = ((cell - start) / columns, (cell - start) % columns);
        let images = rotations(self.size.extents())
            .map(|rotation| frames.image(&rotation, face).of(row, column, turn));
        images.min().unwrap_or(state)
    }

    /// Shows `see` one start for each class of starts that the rotations of the box make one: the least. In order, in
    /// O(surface).
    pub(super) fn starts(size: BoxSize, see: impl FnMut(State)) {
        Frames::new(size).starts(see);
    }

    /// Position in [`Face::ALL`] of the face that holds the cell at this position.
    pub(super) fn face(&self, cell: usize) -> usize {
        let mut end = 0;
        let ends = Face::ALL.map(|face| {
            let (rows, columns) = self.size.face_size(face);
            end += rows * columns;
            end
        });
        ends.iter().filter(|&&end| end <= cell).count()
    }

    /// Position of the cell directly opposite the one at this position.
    pub(super) fn opposite(&self, cell: usize) -> usize {
        let face = Face::ALL[self.face(cell)];
        let start = self.size.face_start(face);
        let (_, columns) = self.size.face_size(face);
        let here = SurfaceCell {
            face,
            row: (cell - start) / columns,
            column: (cell - start) % columns,
        };
        let there = self
            .size
            .opposite(here)
            .and_then(|there| self.size.index(there));
        there.expect("a cell of this box has an opposite one")
    }

    /// The position in [`BoxSize::cells`], and the turn, of a state.
    pub(super) fn split(state: State) -> (usize, Direction) {
        (
            usize::from(state / 4),
            Direction::ALL[usize::from(state % 4)],
        )
    }
}

/// The faces of one box in space. Coordinates are doubled, so that centres of cells are integers.
struct Frames {
    size: BoxSize,
    /// By position in [`Face::ALL`]: index of the first cell, its centre, and the axes.
    faces: [(usize, Vector, [Vector; 3]); 6],
}

impl Frames {
    fn new(size: BoxSize) -> Self {
        let faces = Face::ALL.map(|face| {
            let [east, south, _] = face.axes();
            let corner = plus([0; 3], 2, size.corner(face));
            let first = plus(plus(corner, 1, east), 1, south);
            (size.face_start(face), first, face.axes())
        });
        Self { size, faces }
    }

    fn centre(&self, cell: SurfaceCell) -> Vector {
        let (_, first, [east, south, _]) = self.faces[cell.face as usize];
        plus(
            plus(first, 2 * cell.column as i32, east),
            2 * cell.row as i32,
            south,
        )
    }

    /// The vector of a heading (0 north, 1 east, 2 south, 3 west) on a face.
    fn vector(&self, face: usize, heading: usize) -> Vector {
        let (_, _, [east, south, _]) = self.faces[face];
        match heading {
            0 => plus([0; 3], -1, south),
            1 => east,
            2 => south,
            _ => plus([0; 3], -1, east),
        }
    }

    /// The face whose outward normal is `out`.
    fn facing(&self, out: Vector) -> usize {
        self.faces
            .iter()
            .position(|&(_, _, axes)| axes[2] == out)
            .expect("every signed unit vector is the normal of a face")
    }

    /// The heading on `face` of the vector `v`, which lies in it.
    fn heading(&self, face: usize, v: Vector) -> usize {
        (0..4)
            .find(|&heading| self.vector(face, heading) == v)
            .expect("a signed unit vector in the plane of the face")
    }

    /// Index of the cell of `face` centred on `centre`.
    fn index(&self, face: usize, centre: Vector) -> usize {
        let (start, first, [east, south, _]) = self.faces[face];
        let offset = plus(centre, -1, first);
        let (_, columns) = self.size.face_size(Face::ALL[face]);
        start + dot(offset, south) as usize / 2 * columns + dot(offset, east) as usize / 2
    }

    /// The cell beyond the edge of the face that `cell` has in `heading`, and the heading of going straight on there.
    fn across(&self, cell: SurfaceCell, heading: usize) -> (usize, usize) {
        let face = cell.face as usize;
        let forward = self.vector(face, heading);
        let down = plus([0; 3], -1, self.faces[face].2[2]);
        let next = self.facing(forward);
        let there = plus(plus(self.centre(cell), 1, forward), 1, down);
        (self.index(next, there), self.heading(next, down))
    }

    /// Where a rotation of the box takes a face.
    fn image(&self, rotation: &Rotation, face: usize) -> Image {
        let extents = self.size.extents();
        let (_, first, [_, _, out]) = self.faces[face];
        let target = self.facing(turned(rotation, out));
        let image = plus(turned(rotation, plus(first, -1, extents)), 1, extents);
        // A step along the row or the column of this face is a fixed stride of positions on the other.
        let (_, width) = self.size.face_size(Face::ALL[target]);
        let width = width as isize;
        let north = self.heading(target, turned(rotation, self.vector(face, 0)));
        let strides = [-width, 1, width, -1];
        Image {
            target,
            base: self.index(target, image) as isize,
            south: strides[(north + 2) % 4],
            east: strides[(north + 1) % 4],
            north,
        }
    }

    /// The states that no rotation takes to a lesser one.
    fn starts(&self, mut see: impl FnMut(State)) {
        for (face, &(start, ..)) in self.faces.iter().enumerate() {
            let all = || rotations(self.size.extents()).map(|rotation| self.image(&rotation, face));
            // A state on an earlier face is less, one on a later face greater.
            if all().any(|image| image.target < face) {
                continue;
            }
            // Four at most, of which one is the identity.
            let within: SmallVec<[Image; 4]> = all().filter(|image| image.target == face).collect();
            let (rows, columns) = self.size.face_size(Face::ALL[face]);
            for row in 0..rows {
                for column in 0..columns {
                    for turn in 0..4 {
                        let state = (4 * (start + row * columns + column) + turn) as State;
                        let mut images = within.iter().map(|image| image.of(row, column, turn));
                        if images.all(|image| image >= state) {
                            see(state);
                        }
                    }
                }
            }
        }
    }
}

/// Where a rotation takes the cells of a face.
struct Image {
    /// Position in [`Face::ALL`] of the face that they come to.
    target: usize,
    /// The position of the first, and how far it is from one to the next down and along.
    base: isize,
    south: isize,
    east: isize,
    /// The heading to which north is turned.
    north: usize,
}

impl Image {
    /// The state to which that of a cell with a turn is taken.
    fn of(&self, row: usize, column: usize, turn: usize) -> State {
        let there = self.base + row as isize * self.south + column as isize * self.east;
        (4 * there as usize + (self.north + turn) % 4) as State
    }
}

/// A rotation of space that takes each axis to the axis and with the sign given.
type Rotation = [(usize, i32); 3];

fn turned(rotation: &Rotation, v: Vector) -> Vector {
    let mut image = [0; 3];
    for (&(axis, sign), coordinate) in rotation.iter().zip(v) {
        image[axis] = sign * coordinate;
    }
    image
}

/// The rotations (no reflections) that map a box with these edge lengths to itself.
fn rotations(extents: Vector) -> impl Iterator<Item = Rotation> {
    // A permutation of the axes and a choice of signs rotate when the parities of both agree.
    const ORDERS: [([usize; 3], bool); 6] = [
        ([0, 1, 2], false),
        ([1, 2, 0], false),
        ([2, 0, 1], false),
        ([0, 2, 1], true),
        ([2, 1, 0], true),
        ([1, 0, 2], true),
    ];
    ORDERS
        .into_iter()
        .filter(move |(axes, _)| (0..3).all(|i| extents[i] == extents[axes[i]]))
        .flat_map(|(axes, odd)| {
            (0..8u32)
                .filter(move |signs| (signs.count_ones() % 2 == 1) == odd)
                .map(move |signs| {
                    [0, 1, 2].map(|i| (axes[i], if signs >> i & 1 == 1 { -1 } else { 1 }))
                })
        })
}
