//! Walking over a shape cell by cell, and laying that walk on the surface of a box until the first clash.

use crate::grid::{Cell, Direction, Grid};

use super::surface::{State, Steps, Surface};

/// The cells of a connected shape, breadth first, each with its joins to the cells before it.
///
/// Breadth first, because the cells that close a square of four then come soon after the square's first cell, and a
/// corner of the box inside such a square is the commonest clash.
///
/// A join is one number: 4 × the place of the earlier cell + the position in [`Direction::ALL`] of the direction in which
/// it has the other for a neighbour.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    pub(super) cells: Vec<Cell>,
    /// The first join of each cell but the anchor, which has none.
    pub(super) firsts: Vec<u16>,
    /// The further joins, each with the place of the later cell.
    others: Vec<(u16, u16)>,
    /// Grid cells by position: 1 + place in the walk, 0 when not (yet) reached.
    reached: Vec<u16>,
    columns: usize,
}

impl Walk {
    /// With room for every walk over a grid of this many cells.
    pub(super) fn with_room_for(cells: usize) -> Self {
        Self {
            cells: Vec::with_capacity(cells),
            firsts: Vec::with_capacity(cells),
            // Each two neighbours are joined at most once, and a cell has two neighbours to the north and west.
            others: Vec::with_capacity(cells),
            reached: Vec::with_capacity(cells),
            columns: 0,
        }
    }

    /// Fills the walk with the cells connected to `anchor` through cells where `inside` holds.
    ///
    /// `anchor` itself is always in. Takes O(rows × columns) and reuses the buffers.
    pub(super) fn build<T>(&mut self, grid: &Grid<T>, anchor: Cell, inside: impl Fn(Cell) -> bool) {
        self.cells.clear();
        self.firsts.clear();
        self.others.clear();
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
                    let join = 4 * (place - 1) + direction.opposite() as u16;
                    match std::mem::take(&mut is_first) {
                        true => self.firsts.push(join),
                        false => self.others.push((join, next as u16)),
                    }
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
    /// For each cell laid, the states of the neighbours that it could have: what a join leads to is looked up at once.
    ahead: Vec<Steps>,
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
            ahead: Vec::with_capacity(cells),
            covered: vec![0; surface],
            this_try: 0,
        }
    }

    /// Lays `walk` from `start` on and stops at the first clash: a surface cell covered twice or, looked for when all
    /// cells are laid, two neighbours of the net that do not meet on the surface. The number of the first join that
    /// clashes, or that of all first joins if it is another; none when the walk has been laid.
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
        let firsts = &walk.firsts[..];
        self.ahead
            .resize(self.ahead.len().max(firsts.len() + 1), [0; 4]);
        // Slices stay in registers; a list that may grow is read anew for each cell, a fifth of the instructions.
        let (ahead, covered, this_try) = (
            &mut self.ahead[..=firsts.len()],
            &mut self.covered[..],
            self.this_try,
        );
        ahead[0] = surface.steps(start);
        covered[usize::from(start / 4)] = this_try;
        // Nearly all clashes are of cells covered twice, and this loop is a tenth of solving Shut the Box: what else could
        // clash is left for later.
        for (number, &join) in firsts.iter().enumerate() {
            let state = ahead.as_flattened()[usize::from(join)];
            let mark = &mut covered[usize::from(state / 4)];
            if *mark == this_try {
                return Some(number);
            }
            *mark = this_try;
            ahead[number + 1] = surface.steps(state);
        }
        let ahead = ahead.as_flattened();
        let state = |&join: &u16| ahead[usize::from(join)];
        self.states.clear();
        self.states.push(start);
        self.states.extend(firsts.iter().map(state));
        let meets = |(join, later): &(u16, u16)| state(join) == self.states[usize::from(*later)];
        (!walk.others.iter().all(meets)).then_some(firsts.len())
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
        let room = |walk: &Walk| (walk.firsts.capacity(), walk.others.capacity());
        let before = room(&walk);
        walk.build(&grid, Cell::new(2, 3), |_| true);
        let joins = walk.firsts.len() + walk.others.len();
        assert_eq!(joins, 60, "each two neighbours once");
        assert_eq!(room(&walk), before);
    }
}
