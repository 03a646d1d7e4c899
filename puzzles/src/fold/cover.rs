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
    /// Only the cell at this position.
    Only(u16),
    Several,
}

/// From the cells that lie on the surface, all others that may belong to the shape are followed from neighbour to
/// neighbour, wherever they would not clash with what lies there. What no cell reaches stays bare, and what only one
/// cell reaches is covered by that one, which is then followed as such, until nothing changes or [`ROUNDS`] are over.
#[derive(Clone, Debug)]
pub(super) struct Cover {
    /// By cell of the grid: how it can lie.
    states: Vec<States>,
    /// By cell of the grid, how it must lie if it is inside, once there is only one way.
    settled: Vec<Option<State>>,
    /// By cell of the surface: the cell that covers it, once that is known.
    taken: Vec<Option<u16>>,
    covering: Vec<Covering>,
    queue: Vec<(u16, State)>,
}

impl Cover {
    /// For a grid of this many cells and surfaces of at most this many.
    pub(super) fn with_room_for(cells: usize, surface: usize) -> Self {
        Self {
            states: vec![States::default(); cells],
            settled: vec![None; cells],
            taken: Vec::with_capacity(surface),
            covering: Vec::with_capacity(surface),
            queue: Vec::with_capacity(MOST * cells),
        }
    }

    /// Whether the rest can be covered, in O(cells). If this is possible, [`may`](Self::may) and [`must`](Self::must) then
    /// say which cells can do it.
    pub(super) fn try_rest(&mut self, outline: Outline<'_>) -> Rest {
        let surface = outline.surface.size.surface();
        self.taken.clear();
        self.taken.resize(surface, None);
        self.settled.fill(None);
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

    /// Whether the cell at this position, which does not lie on the surface yet, may do so.
    pub(super) fn may(&self, at: usize) -> bool {
        self.states[at].len > 0
    }

    /// Whether the cell at this position, which does not lie on the surface yet, has to be inside.
    pub(super) fn must(&self, at: usize) -> bool {
        self.settled[at].is_some()
    }

    /// Follows all cells. False if one can lie in too many ways.
    fn follow(&mut self, outline: Outline<'_>) -> bool {
        let Outline { known, walk, .. } = outline;
        self.states.fill(States::default());
        self.queue.clear();
        self.covering.clear();
        self.covering.resize(self.taken.len(), Covering::default());
        let mut fits = true;
        for (place, &cell) in walk.cells.iter().enumerate() {
            fits &= self.go_on(outline, known.index(cell), outline.laid.states[place]);
        }
        let mut next = 0;
        while let Some(&(at, state)) = self.queue.get(next) {
            next += 1;
            let covering = &mut self.covering[usize::from(state / 4)];
            *covering = match *covering {
                Covering::Nothing => Covering::Only(at),
                Covering::Only(only) if only == at => Covering::Only(at),
                _ => Covering::Several,
            };
            fits &= self.go_on(outline, usize::from(at), state);
        }
        fits
    }

    /// Follows the neighbours of a cell that lies in this way. False if one can lie in too many.
    fn go_on(&mut self, outline: Outline<'_>, at: usize, state: State) -> bool {
        let Outline { known, walk, .. } = outline;
        let columns = known.columns();
        let cell = Cell::new(at / columns, at % columns);
        for direction in Direction::ALL {
            let Some(next) = known.step(cell, direction) else {
                continue;
            };
            if known[next] == Some(false) || walk.place(next).is_some() {
                continue;
            }
            let there = known.index(next);
            let landing = outline.surface.step(state, direction as u8);
            if self.states[there].get().contains(&landing) || !self.is_free(outline, there, landing)
            {
                continue;
            }
            let states = &mut self.states[there];
            if states.len == MOST {
                return false;
            }
            states.all[states.len] = landing;
            states.len += 1;
            self.queue.push((there as u16, landing));
        }
        true
    }

    /// Whether a cell can lie in this way beside what lies there.
    fn is_free(&self, outline: Outline<'_>, at: usize, state: State) -> bool {
        let Outline {
            known,
            walk,
            laid,
            surface,
        } = outline;
        let square = usize::from(state / 4);
        if laid.covers(square)
            || self.taken[square].is_some_and(|taken| usize::from(taken) != at)
            || self.settled[at].is_some_and(|settled| settled != state)
        {
            return false;
        }
        let columns = known.columns();
        let cell = Cell::new(at / columns, at % columns);
        Direction::ALL.into_iter().all(|direction| {
            let Some(next) = known.step(cell, direction) else {
                return true;
            };
            let lies = match walk.place(next) {
                Some(place) => Some(laid.states[place]),
                None => self.settled[known.index(next)],
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
        for square in 0..self.taken.len() {
            if laid.covers(square) {
                continue;
            }
            match self.covering[square] {
                Covering::Nothing => return None,
                Covering::Several => {}
                Covering::Only(at) => {
                    let states = self.states[usize::from(at)];
                    let mut here = states
                        .get()
                        .iter()
                        .filter(|&&s| usize::from(s / 4) == square);
                    if let (Some(&state), None) = (here.next(), here.next()) {
                        is_changed |= self.lay(usize::from(at), state)?;
                    }
                }
            }
        }
        for cell in known.cells() {
            if known[cell] == Some(true) && walk.place(cell).is_none() {
                let at = known.index(cell);
                match *self.states[at].get() {
                    [] => return None,
                    [state] => is_changed |= self.lay(at, state)?,
                    _ => {}
                }
            }
        }
        Some(is_changed)
    }

    /// Settles a cell. `None` if it had to lie elsewhere, or if another lies there.
    fn lay(&mut self, at: usize, state: State) -> Option<bool> {
        let taken = &mut self.taken[usize::from(state / 4)];
        match (self.settled[at], *taken) {
            (None, None) => {
                self.settled[at] = Some(state);
                *taken = Some(at as u16);
                Some(true)
            }
            (Some(settled), Some(taken)) if settled == state && usize::from(taken) == at => {
                Some(false)
            }
            _ => None,
        }
    }
}
