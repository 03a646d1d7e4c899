//! Walking over a shape cell by cell, and laying that walk on the surface of a box until the first clash.

use crate::grid::{Cell, Direction, Grid};

use super::surface::{State, Surface};

/// A cell of the walk that was reached before, and the direction in which it has another for a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Join {
    earlier: u16,
    direction: u8,
    /// Whether it is the first join of that other cell.
    is_first: bool,
}

/// The cells of a connected shape, breadth first, each with its joins to the cells before it.
///
/// Breadth first, because the joins that close a square of four cells then come soon after the square's first
/// cell, and a corner of the box inside such a square is the commonest clash.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    pub(super) cells: Vec<Cell>,
    /// Those of one cell after those of the other. The anchor has none, and every other cell has one.
    pub(super) joins: Vec<Join>,
    /// Grid cells by position: 1 + place in the walk, 0 when not (yet) reached.
    reached: Vec<u16>,
    columns: usize,
}

impl Walk {
    /// With room for every walk over a grid of this many cells.
    pub(super) fn with_room_for(cells: usize) -> Self {
        Self {
            cells: Vec::with_capacity(cells),
            // Each two neighbours are joined at most once, and a cell has two neighbours to the north and west.
            joins: Vec::with_capacity(2 * cells),
            reached: Vec::with_capacity(cells),
            columns: 0,
        }
    }

    /// Fills the walk with the cells connected to `anchor` through cells where `inside` holds.
    ///
    /// `anchor` itself is always in. Takes O(rows × columns) and reuses the buffers.
    pub(super) fn build<T>(&mut self, grid: &Grid<T>, anchor: Cell, inside: impl Fn(Cell) -> bool) {
        self.cells.clear();
        self.joins.clear();
        self.reached.clear();
        self.reached.resize(grid.len(), 0);
        self.columns = grid.columns();
        self.cells.push(anchor);
        self.reached[grid.index(anchor)] = 1;
        let mut next = 0;
        while let Some(&cell) = self.cells.get(next) {
            let mut is_first = true;
            for direction in Direction::ALL {
                let Some(neighbour) = grid.step(cell, direction) else {
                    continue;
                };
                let position = grid.index(neighbour);
                let place = self.reached[position];
                if place == 0 {
                    if inside(neighbour) {
                        self.cells.push(neighbour);
                        self.reached[position] = self.cells.len() as u16;
                    }
                } else if usize::from(place) <= next {
                    self.joins.push(Join {
                        earlier: place - 1,
                        direction: direction.opposite() as u8,
                        is_first: std::mem::take(&mut is_first),
                    });
                }
            }
            next += 1;
        }
    }

    /// The place of `cell` in the walk, if it is in it.
    pub(super) fn place(&self, cell: Cell) -> Option<usize> {
        let place = self.reached[cell.row * self.columns + cell.column];
        usize::from(place).checked_sub(1)
    }
}

/// Where a walk has been laid on a surface; the buffers are reused from one try to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Laid {
    /// The state of each cell of a walk that has been laid to its end.
    pub(super) states: Vec<State>,
    /// For each cell of the surface, the try that last covered it: nothing needs to be cleared between tries,
    /// most of which cover only a few cells.
    covered: Vec<u32>,
    this_try: u32,
}

impl Laid {
    /// With room for walks of this many cells on surfaces of this many.
    pub(super) fn with_room_for(cells: usize, surface: usize) -> Self {
        Self {
            states: Vec::with_capacity(cells),
            covered: vec![0; surface],
            this_try: 0,
        }
    }

    /// Lays `walk` from `start` on and stops at the first clash: a surface cell covered twice, or two neighbours
    /// of the net that do not meet on the surface. The number of the join that clashes; none when all of the walk has
    /// been laid.
    pub(super) fn lay(
        &mut self,
        surface: &Surface<'_>,
        walk: &Walk,
        start: State,
    ) -> Option<usize> {
        self.covered
            .resize(surface.size.surface().max(self.covered.len()), 0);
        if self.this_try == u32::MAX {
            self.covered.fill(0);
            self.this_try = 0;
        }
        self.this_try += 1;
        self.states.resize(walk.cells.len(), 0);
        // Slices stay in registers; a list that may grow is read anew for each cell, a fifth of the instructions.
        let (states, covered, this_try) =
            (&mut self.states[..], &mut self.covered[..], self.this_try);
        states[0] = start;
        covered[usize::from(start / 4)] = this_try;
        // One loop over all joins rather than one for each cell: this is a tenth of solving Shut the Box.
        let (mut last, mut laid) = (start, 1);
        let mut joins = walk.joins.iter();
        loop {
            let join = joins.next()?;
            let from = states[usize::from(join.earlier)];
            let state = surface.step(from, join.direction);
            if !join.is_first {
                if state != last {
                    break;
                }
                continue;
            }
            last = state;
            let mark = &mut covered[usize::from(state / 4)];
            if *mark == this_try {
                break;
            }
            *mark = this_try;
            states[laid] = state;
            laid += 1;
        }
        Some(walk.joins.len() - joins.len() - 1)
    }

    /// True when the last try covered this cell of the surface.
    pub(super) fn covers(&self, surface_cell: usize) -> bool {
        self.covered.get(surface_cell) == Some(&self.this_try)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::{BoxSize, Shape};

    #[test]
    fn numbers_of_tries_begin_again() {
        let cross = Shape::parse(".#..\n####\n.#..").unwrap();
        let mut walk = Walk::default();
        walk.build(cross.cells(), Cell::new(0, 1), |cell| cross.contains(cell));
        let (size, mut table) = (BoxSize::new([1, 1, 1]).unwrap(), Vec::new());
        Surface::tabulate(size, &mut table);
        let surface = Surface::new(size, &table);
        let mut laid = Laid::default();
        for last_try in [0, u32::MAX, 1] {
            laid.this_try = last_try;
            assert_eq!(laid.lay(&surface, &walk, 0), None);
        }
    }

    #[test]
    fn there_is_room_for_every_join() {
        let grid = Grid::from_fn(6, 6, |_| true);
        let mut walk = Walk::with_room_for(36);
        let room = walk.joins.capacity();
        walk.build(&grid, Cell::new(2, 3), |_| true);
        assert_eq!(walk.joins.len(), 60, "each two neighbours once");
        assert_eq!(walk.joins.capacity(), room);
    }
}
