//! Every way to fold a shape into a box, and what can be asked of a folded shape.

use crate::grid::{Cell, Direction, Grid};

use super::Mark;
use super::shape::Shape;
use super::surface::{BoxSize, Face, State, Surface, SurfaceCell};
use super::walk::{Laid, Walk};

/// The position of a cell of the net on the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The surface cell that it covers.
    pub on: SurfaceCell,
    /// The direction on that face, as [`Face`] draws it, to which the north of the net points.
    pub turn: Direction,
}

/// A shape laid on a box, printed side outward: each cell's place and turn.
///
/// [`folds`] makes folds that satisfy every rule; [`Fold::from_spots`] accepts anything, and
/// [`check_fold`](super::check_fold) reports what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fold {
    size: BoxSize,
    spots: Grid<Option<Spot>>,
    /// The first cell, in reading order, on each surface cell.
    covers: Vec<Option<Cell>>,
}

impl Fold {
    /// A fold from the spot of each inside cell. Nothing is checked: spots may clash or lie off the box.
    pub fn from_spots(size: BoxSize, spots: Grid<Option<Spot>>) -> Self {
        let mut covers = vec![None; size.surface()];
        for cell in spots.cells() {
            if let Some(index) = spots[cell].and_then(|spot| size.index(spot.on)) {
                covers[index].get_or_insert(cell);
            }
        }
        Self {
            size,
            spots,
            covers,
        }
    }

    /// The fold that lays `shape` as the whole walk has been laid, turned by the rotation of the box that gives the
    /// first cell in reading order the least state.
    pub(super) fn canonical(
        surface: &Surface<'_>,
        shape: &Shape,
        walk: &Walk,
        states: &[State],
    ) -> Self {
        let grid = shape.cells();
        let first = shape.inside().next().expect("a shape is not empty");
        let place = walk.place(first).expect("the walk reaches every cell");
        let start = surface.least_image(states[place]);
        let mut from_first = Walk::default();
        let mut laid = Laid::default();
        from_first.build(grid, first, |cell| grid[cell]);
        let clash = laid.lay(surface, &from_first, start);
        debug_assert_eq!(clash, None, "a rotated fold is a fold");
        let on: Vec<SurfaceCell> = surface.size.cells().collect();
        let mut spots = grid.map(|_| None);
        for (&cell, &state) in from_first.cells.iter().zip(&laid.states) {
            let (index, turn) = Surface::split(state);
            spots[cell] = Some(Spot {
                on: on[index],
                turn,
            });
        }
        Self::from_spots(surface.size, spots)
    }

    /// The order in which ways are listed: by surface and box, then by the spot of the first cell.
    pub(super) fn sort(folds: &mut [Self]) {
        folds.sort_by_key(|fold| {
            let first = fold.spots.values().iter().flatten().next().copied();
            (fold.size.surface(), fold.size, first)
        });
    }

    /// The box.
    pub fn size(&self) -> BoxSize {
        self.size
    }

    /// The spot of each cell of the net's grid, `None` outside the net.
    pub fn spots(&self) -> &Grid<Option<Spot>> {
        &self.spots
    }

    /// The position of `cell`; `None` outside the net.
    pub fn spot(&self, cell: Cell) -> Option<Spot> {
        self.spots.get(cell).copied().flatten()
    }

    /// The face that holds `cell`; `None` outside the net.
    pub fn face(&self, cell: Cell) -> Option<Face> {
        self.spot(cell).map(|spot| spot.on.face)
    }

    /// The cell of the net that covers `on`; `None` when no cell does or `on` is not on the box.
    pub fn cell_on(&self, on: SurfaceCell) -> Option<Cell> {
        self.covers[self.size.index(on)?]
    }

    /// The cell of the net directly opposite `cell` on the box.
    pub fn opposite(&self, cell: Cell) -> Option<Cell> {
        self.cell_on(self.size.opposite(self.spot(cell)?.on)?)
    }

    /// True when the segment between the two cells is perpendicular to the faces that hold them.
    pub fn are_opposite(&self, x: Cell, y: Cell) -> bool {
        self.opposite(x) == Some(y)
    }

    /// True when the two cells share an edge on one face of the box, whether or not they touch in the net.
    pub fn are_beside(&self, x: Cell, y: Cell) -> bool {
        match (self.spot(x), self.spot(y)) {
            (Some(x), Some(y)) => {
                x.on.face == y.on.face
                    && x.on.row.abs_diff(y.on.row) + x.on.column.abs_diff(y.on.column) == 1
            }
            _ => false,
        }
    }

    /// The pairs of cells that share an edge in the net and lie on different faces: the fold lines.
    ///
    /// In the order of [`Grid::adjacent_pairs`].
    pub fn fold_lines(&self) -> impl Iterator<Item = (Cell, Cell)> + '_ {
        self.spots
            .adjacent_pairs()
            .filter(|&(x, y)| matches!((self.face(x), self.face(y)), (Some(x), Some(y)) if x != y))
    }

    /// The sum of the numbers on each face, in the order of [`Face::ALL`]. Numbers outside the net are left out.
    pub fn face_sums(&self, numbers: &[(Cell, u32, Option<Mark>)]) -> [u64; 6] {
        let mut sums = [0; 6];
        for &(cell, number, _) in numbers {
            if let Some(face) = self.face(cell) {
                sums[face as usize] += u64::from(number);
            }
        }
        sums
    }

    /// True when every circled number lies opposite another, and every number in a square beside another.
    ///
    /// Takes O(marks²).
    pub fn keeps_marks(&self, numbers: &[(Cell, u32, Option<Mark>)]) -> bool {
        let marked = |mark| {
            numbers
                .iter()
                .filter(move |number| number.2 == Some(mark))
                .map(|number| number.0)
        };
        marked(Mark::Circle)
            .all(|x| marked(Mark::Circle).any(|y| x != y && self.are_opposite(x, y)))
            && marked(Mark::Square).all(|x| marked(Mark::Square).any(|y| self.are_beside(x, y)))
    }
}

/// Every way to fold `shape` into a box, smallest box first; each way once.
///
/// [Above](super#what-counts-as-one-way) is defined what counts as one way. Of each class the result contains the way
/// whose first cell in reading order has the least place, then turn, and so depends only on the shape.
///
/// Tries each box with as many surface cells as the shape has, and 4 × cells ÷ rotations starts on each; a try
/// ends at its first clash, after a few cells unless the shape is long and thin. At worst O(boxes × cells²).
pub fn folds(shape: &Shape) -> Vec<Fold> {
    let grid = shape.cells();
    let mut found = Vec::new();
    let sizes = BoxSize::with_surface(shape.count());
    if sizes.is_empty() {
        return found;
    }
    let mut walk = Walk::default();
    let mut laid = Laid::default();
    walk.build(grid, busiest(shape), |cell| grid[cell]);
    let mut table = Vec::new();
    for size in sizes {
        table.clear();
        Surface::tabulate(size, &mut table);
        let surface = Surface::new(size, &table);
        Surface::starts(size, |start| {
            // As many cells as the surface has and none covered twice: each is covered once.
            if laid.lay(&surface, &walk, start).is_none() {
                found.push(Fold::canonical(&surface, shape, &walk, &laid.states));
            }
        });
    }
    Fold::sort(&mut found);
    found
}

/// The inside cell with the most inside cells around it: tries that begin where the shape is thick end sooner.
fn busiest(shape: &Shape) -> Cell {
    let around = |&cell: &Cell| {
        shape
            .cells()
            .block(cell)
            .filter(|&c| shape.contains(c))
            .count()
    };
    let last_first = shape.inside().collect::<Vec<_>>().into_iter().rev();
    last_first.max_by_key(around).expect("a shape is not empty")
}
