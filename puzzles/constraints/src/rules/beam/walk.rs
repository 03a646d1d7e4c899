//! Following a beam from mirror to mirror.

use quadrille_engine::bits::Bits;

use super::{BACKSLASH, BeamFrom, Kinds, SLASH, STRAIGHT, Walked};
use crate::grid::{Cell, Direction};

/// A cell that is being passed.
#[derive(Clone, Copy, Debug)]
struct Pass {
    cell: usize,
    heading: Direction,
    /// The length of the straight part up to this cell, and the number of those before.
    last: u32,
    ended: usize,
    /// What is still to be tried.
    left: Kinds,
    /// It was not entered before.
    is_first: bool,
}

/// How following the beams ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// No beam is left.
    All,
    /// One that was found was enough.
    Enough,
    /// Too many steps.
    Spent,
}

/// Beams that are being followed.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// By cell: what it may have.
    pub(super) kinds: Vec<Kinds>,
    /// By cell: what it has on the current beam; 0 if that has not entered it.
    pub(super) chosen: Vec<Kinds>,
    /// By cell: whether some beam has entered it.
    pub(super) entered: Bits,
    passes: Vec<Pass>,
    ended: Vec<u32>,
    /// By cell: the number of beams found that enter it, and what it has on them.
    pub(super) found: Vec<(u32, Kinds)>,
    /// Steps taken since it began.
    pub(super) steps: u64,
}

impl Walk {
    /// Begins anew with what the cells may have.
    pub(super) fn begin(&mut self, kinds: impl Iterator<Item = Kinds>) {
        self.steps = 0;
        self.kinds.clear();
        self.kinds.extend(kinds);
        let cells = self.kinds.len();
        self.found.clear();
        self.found.resize(cells, (0, 0));
        self.restart();
    }

    /// Forgets which cells were entered.
    pub(super) fn restart(&mut self) {
        let cells = self.kinds.len();
        self.chosen.clear();
        self.chosen.resize(cells, 0);
        self.entered.clear();
        self.entered.resize(cells, false);
        self.passes.clear();
        self.ended.clear();
    }

    /// Follows all beams, and calls `found` for each that satisfies the condition, until that says that it is enough.
    pub(super) fn follow(
        &mut self,
        beam: &BeamFrom,
        most: usize,
        mut found: impl FnMut(&mut Self) -> bool,
    ) -> End {
        let (rows, columns) = (beam.cells.rows(), beam.cells.columns());
        let mut steps = 0;
        // The cell entered next, with the length of the straight part that ends there.
        let mut next = Some((beam.start.0, beam.start.1, 1));
        loop {
            if let Some((cell, heading, last)) = next.take() {
                steps += 1;
                self.steps += 1;
                if steps > most {
                    return End::Spent;
                }
                let index = cell.row * columns + cell.column;
                let so_far = Walked {
                    ended: &self.ended,
                    last,
                    exit: None,
                };
                if beam.condition.may_hold(&so_far) {
                    let known = self.chosen[index];
                    self.entered.set(index, true);
                    self.passes.push(Pass {
                        cell: index,
                        heading,
                        last,
                        ended: self.ended.len(),
                        left: if known == 0 { self.kinds[index] } else { known },
                        is_first: known == 0,
                    });
                }
            }
            let Some(pass) = self.passes.last_mut() else {
                return End::All;
            };
            self.ended.truncate(pass.ended);
            if pass.left == 0 {
                if pass.is_first {
                    self.chosen[pass.cell] = 0;
                }
                self.passes.pop();
                continue;
            }
            let kind = pass.left & pass.left.wrapping_neg();
            pass.left &= !kind;
            let pass = *pass;
            if pass.is_first {
                self.chosen[pass.cell] = kind;
            }
            let heading = turned(pass.heading, kind);
            let mut last = pass.last;
            if kind != STRAIGHT {
                self.ended.push(last);
                last = 0;
            }
            let at = Cell::new(pass.cell / columns, pass.cell % columns);
            match step(at, heading, rows, columns) {
                Some(cell) => next = Some((cell, heading, last + 1)),
                None => {
                    let whole = Walked {
                        ended: &self.ended,
                        last: last + 1,
                        exit: Some((at, heading)),
                    };
                    if beam.condition.may_hold(&whole) && found(self) {
                        return End::Enough;
                    }
                }
            }
        }
    }

    /// Counts the current beam as found, the `total`th. Whether all values are supported then.
    pub(super) fn count(&mut self, total: u32) -> bool {
        let mut all = true;
        for pass in self.passes.iter().filter(|pass| pass.is_first) {
            let (times, kinds) = &mut self.found[pass.cell];
            *times += 1;
            *kinds |= self.chosen[pass.cell];
            // A cell that some beam passes by may have anything.
            all &= *times < total || *kinds == self.kinds[pass.cell];
        }
        all
    }
}

/// Where a beam goes on.
pub(super) fn turned(heading: Direction, kind: Kinds) -> Direction {
    match kind {
        SLASH => off_slash(heading),
        BACKSLASH => off_slash(heading).opposite(),
        _ => heading,
    }
}

/// Where a beam goes after a mirror from the lower left to the upper right.
pub fn off_slash(heading: Direction) -> Direction {
    match heading {
        Direction::East => Direction::North,
        Direction::North => Direction::East,
        Direction::West => Direction::South,
        Direction::South => Direction::West,
    }
}

pub(super) fn step(at: Cell, heading: Direction, rows: usize, columns: usize) -> Option<Cell> {
    let (row, column) = match heading {
        Direction::North => (at.row.checked_sub(1)?, at.column),
        Direction::South => (at.row + 1, at.column),
        Direction::West => (at.row, at.column.checked_sub(1)?),
        Direction::East => (at.row, at.column + 1),
    };
    (row < rows && column < columns).then(|| Cell::new(row, column))
}
