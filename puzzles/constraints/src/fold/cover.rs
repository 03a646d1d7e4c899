//! Which cells can still cover the rest of a surface on which a part of a shape lies.

use crate::grid::{Cell, Direction, Grid};

use super::surface::{State, Surface};
use super::walk::{Laid, Walk};

/// The most ways in which one cell is followed: it is reached in several where there are ways around a corner of the box.
const MOST: usize = 8;

/// The most rounds in which cells are settled: a large grid might take one for each of its cells.
const ROUNDS: usize = 8;

/// What is known of a shape whose walk has been laid on a box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline<'a> {
    pub(super) surface: &'a Surface<'a>,
    pub(super) walk: &'a Walk,
    pub(super) laid: &'a Laid,
    /// By cell: inside, outside or unknown.
    pub(super) known: &'a Grid<Option<bool>>,
}

/// Whether the rest of a surface can be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// No: no completion folds like this.
    Impossible,
    /// As far as can be seen.
    Possible,
    /// Cells can lie in too many ways to follow.
    Unknown,
}

/// The states in which a cell can lie.
#[derive(Clone, Copy, Debug, Default)]
struct States {
    all: [State; MOST],
    len: usize,
}

impl States {
    fn get(&self) -> &[State] {
        &self.all[..self.len]
    }
}

/// What can cover a cell of the surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Covering {
    #[default]
    Nothing,
    Only(Cell),
    Several,
}

/// From the cells that lie on the surface, all others that may belong to the shape are followed from neighbour to
/// neighbour, wherever they would not clash with what lies there. What no cell reaches stays bare, and what only one
/// cell reaches is covered by that one, which is then followed as such, until nothing changes or [`ROUNDS`] are over.
#[derive(Clone, Debug)]
pub(super) struct Cover {
    /// How each cell of the grid can lie.
    states: Grid<States>,
    /// How it must lie if it is inside, once there is only one way.
    decided: Grid<Option<State>>,
    /// By cell of the surface: the cell that covers it, once that is known.
    taken: Vec<Option<Cell>>,
    covering: Vec<Covering>,
    queue: Vec<(Cell, State)>,
}

impl Cover {
    /// For a grid of this size and surfaces of at most so many cells.
    pub(super) fn with_room_for(rows: usize, columns: usize, surface: usize) -> Self {
        Self {
            states: Grid::from_fn(rows, columns, |_| States::default()),
            decided: Grid::from_fn(rows, columns, |_| None),
            taken: Vec::with_capacity(surface),
            covering: Vec::with_capacity(surface),
            queue: Vec::with_capacity(MOST * rows * columns),
        }
    }

    /// Whether the rest can be covered, in O(cells). If so, [`may`](Self::may) and [`must`](Self::must) say which cells do
    /// it.
    pub(super) fn try_rest(&mut self, outline: Outline<'_>) -> Rest {
        let surface = outline.surface.size.surface();
        self.taken.clear();
        self.taken.resize(surface, None);
        self.decided.fill(None);
        for _ in 0..ROUNDS {
            if !self.follow(outline) {
                return Rest::Unknown;
            }
            match self.settle(outline) {
                Some(true) => {}
                Some(false) => break,
                None => return Rest::Impossible,
            }
        }
        Rest::Possible
    }

    /// Whether a cell that does not lie on the surface yet may do so.
    pub(super) fn may(&self, cell: Cell) -> bool {
        self.states[cell].len > 0
    }

    /// Whether a cell that does not lie on the surface yet has to be inside.
    pub(super) fn must(&self, cell: Cell) -> bool {
        self.decided[cell].is_some()
    }

    /// Follows all cells. False if one can lie in too many ways.
    fn follow(&mut self, outline: Outline<'_>) -> bool {
        self.states.fill(States::default());
        self.queue.clear();
        self.covering.clear();
        self.covering.resize(self.taken.len(), Covering::default());
        let mut fits = true;
        let laid = outline.walk.cells.iter().zip(&outline.laid.states);
        for (&cell, &state) in laid {
            fits &= self.go_on(outline, cell, state);
        }
        let mut next = 0;
        while let Some(&(cell, state)) = self.queue.get(next) {
            next += 1;
            let covering = &mut self.covering[usize::from(state / 4)];
            *covering = match *covering {
                Covering::Nothing => Covering::Only(cell),
                Covering::Only(only) if only == cell => *covering,
                _ => Covering::Several,
            };
            fits &= self.go_on(outline, cell, state);
        }
        fits
    }

    /// Follows the neighbours of a cell that lies in this way. False if one can lie in too many.
    fn go_on(&mut self, outline: Outline<'_>, cell: Cell, state: State) -> bool {
        let Outline { known, walk, .. } = outline;
        for direction in Direction::ALL {
            let Some(next) = known.step(cell, direction) else {
                continue;
            };
            if known[next] == Some(false) || walk.place(next).is_some() {
                continue;
            }
            let landing = outline.surface.step(state, direction as u8);
            if self.states[next].get().contains(&landing) || !self.is_free(outline, next, landing) {
                continue;
            }
            let states = &mut self.states[next];
            if states.len == MOST {
                return false;
            }
            states.all[states.len] = landing;
            states.len += 1;
            self.queue.push((next, landing));
        }
        true
    }

    /// Whether a cell can lie in this way beside what lies there.
    fn is_free(&self, outline: Outline<'_>, cell: Cell, state: State) -> bool {
        let Outline {
            known,
            walk,
            laid,
            surface,
        } = outline;
        let square = usize::from(state / 4);
        if laid.covers(square)
            || self.taken[square].is_some_and(|taken| taken != cell)
            || self.decided[cell].is_some_and(|state_there| state_there != state)
        {
            return false;
        }
        Direction::ALL.into_iter().all(|direction| {
            let Some(next) = known.step(cell, direction) else {
                return true;
            };
            let lies = match walk.place(next) {
                Some(place) => Some(laid.states[place]),
                None => self.decided[next],
            };
            lies.is_none_or(|lies| surface.step(lies, direction.opposite() as u8) == state)
        })
    }

    /// Settles cells that can only lie in one way and have to. `None` if the rest cannot be covered, else whether there
    /// were such cells.
    fn settle(&mut self, outline: Outline<'_>) -> Option<bool> {
        let Outline {
            known, walk, laid, ..
        } = outline;
        let mut is_changed = false;
        for square in (0..self.taken.len()).filter(|&square| !laid.covers(square)) {
            match self.covering[square] {
                Covering::Nothing => return None,
                Covering::Several => {}
                Covering::Only(cell) => {
                    let states = self.states[cell];
                    let is_here = |state: &&State| usize::from(**state / 4) == square;
                    let mut here = states.get().iter().filter(is_here);
                    if let (Some(&state), None) = (here.next(), here.next()) {
                        is_changed |= self.lay(cell, state)?;
                    }
                }
            }
        }
        for cell in known.cells() {
            if known[cell] == Some(true) && walk.place(cell).is_none() {
                match *self.states[cell].get() {
                    [] => return None,
                    [state] => is_changed |= self.lay(cell, state)?,
                    _ => {}
                }
            }
        }
        Some(is_changed)
    }

    /// Settles a cell, unless it is settled. `None` if it had to lie elsewhere, or if another lies there.
    fn lay(&mut self, cell: Cell, state: State) -> Option<bool> {
        let taken = &mut self.taken[usize::from(state / 4)];
        match (self.decided[cell], *taken) {
            (None, None) => {
                self.decided[cell] = Some(state);
                *taken = Some(cell);
                Some(true)
            }
            (Some(decided), _) if decided == state => Some(false),
            _ => None,
        }
    }
}
