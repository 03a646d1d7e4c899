//! The placements that are left of a cell on its boxes, and what is kept from one use to the next.

use std::ops::Range;

use super::surface::{BoxSize, State, Steps, Surface};
use super::walk::{Laid, Walk};
use crate::grid::Cell;

/// Tables of boxes, one after the other, in memory that does not grow.
#[derive(Debug)]
pub(super) struct Kept<T> {
    pub(super) all: Vec<T>,
    /// The number that there is room for.
    pub(super) room: usize,
    /// By box: where its own are, once they were needed.
    pub(super) of_box: Vec<Option<Range<u32>>>,
}

impl<T: Clone> Clone for Kept<T> {
    fn clone(&self) -> Self {
        let mut all = Vec::with_capacity(self.room);
        all.extend_from_slice(&self.all);
        Self {
            all,
            of_box: self.of_box.clone(),
            ..*self
        }
    }
}

impl<T> Kept<T> {
    pub(super) fn new(boxes: usize, room: usize) -> Self {
        Self {
            all: Vec::with_capacity(room),
            room,
            of_box: vec![None; boxes],
        }
    }

    /// Those of box `number`, at most `most`. If there is no room for them, all others are forgotten.
    pub(super) fn of(
        &mut self,
        number: u32,
        most: usize,
        make: impl FnOnce(&mut Vec<T>),
    ) -> &mut [T] {
        let number = number as usize;
        let place = self.of_box[number].clone().unwrap_or_else(|| {
            if self.all.len() + most > self.room {
                self.all.clear();
                self.of_box.fill(None);
            }
            let start = self.all.len() as u32;
            make(&mut self.all);
            start..self.all.len() as u32
        });
        self.of_box[number] = Some(place.clone());
        &mut self.all[place.start as usize..place.end as usize]
    }
}

/// The most surface cells for whose tables there is room: 2 MB. Making the tables again for every filter, where there
/// are more, adds little to laying the shape on each of them.
pub(super) const MOST_TABULATED: usize = 1 << 16;

impl Kept<Steps> {
    /// For the tables of these boxes.
    pub(super) fn tables(boxes: &[BoxSize]) -> Self {
        let cells: usize = boxes.iter().map(|size| size.surface()).sum();
        Self::new(boxes.len(), 4 * cells.min(MOST_TABULATED))
    }

    /// The surface of box `number`, which has this size.
    pub(super) fn surface(&mut self, size: BoxSize, number: u32) -> Surface<'_> {
        let table = self.of(number, 4 * size.surface(), |rows| {
            Surface::tabulate(size, rows);
        });
        Surface::new(size, table)
    }
}

/// The marked cells, for dropping placements that no completion could make keep the rules of the [marks](Mark).
#[derive(Clone, Debug, Default)]
pub(super) struct Marked {
    pub(super) circles: Vec<Cell>,
    pub(super) squares: Vec<Cell>,
}

impl Marked {
    /// False when, with the walk laid as it is, some mark can have no partner: every place for one is covered by
    /// a cell without that mark, or all the cells with that mark lie elsewhere.
    pub(super) fn can_hold(&self, surface: &Surface<'_>, walk: &Walk, laid: &Laid) -> bool {
        let place = |cell: &Cell| Some(usize::from(laid.states[walk.place(*cell)?]));
        let fits = |marks: &[Cell], partners: &dyn Fn(usize, usize) -> Option<usize>| {
            let some_elsewhere = marks.iter().any(|cell| place(cell).is_none());
            marks.iter().filter_map(place).all(|state| {
                (0..4).filter_map(|i| partners(state, i)).any(|partner| {
                    let taken = marks.iter().filter_map(place).any(|s| s / 4 == partner);
                    taken || some_elsewhere && !laid.covers(partner)
                })
            })
        };
        let opposite = |state: usize, i| (i == 0).then(|| surface.opposite(state / 4));
        let beside = |state: usize, i| {
            let next = usize::from(surface.step(state as State, i as u8)) / 4;
            (surface.face(next) == surface.face(state / 4)).then_some(next)
        };
        fits(&self.circles, &opposite) && fits(&self.squares, &beside)
    }
}

/// The placements of an anchor that have not been refuted, for the [`PartialFolder`](super::PartialFolder) that made them.
///
/// Those refuted since the list was made are kept behind the others, so that returning to an earlier state of knowledge
/// takes [one number](Self::rewind). Two lists are equal if the same placements are left; a clone has only those.
#[derive(Debug, Default)]
pub struct Placements {
    /// False while they are too many to list.
    pub(super) is_listed: bool,
    /// Position of the box in the folder, and state of the anchor; empty unless listed.
    pub(super) list: Vec<(u32, State)>,
    /// The number of placements of `list` that are left.
    pub(super) left: usize,
}

impl Clone for Placements {
    fn clone(&self) -> Self {
        Self {
            is_listed: self.is_listed,
            list: self.left().to_vec(),
            left: self.left,
        }
    }
}

impl PartialEq for Placements {
    fn eq(&self, other: &Self) -> bool {
        self.is_listed == other.is_listed && self.left() == other.left()
    }
}

impl Eq for Placements {}

impl Placements {
    pub(super) fn left(&self) -> &[(u32, State)] {
        &self.list[..self.left]
    }

    /// Number of placements; `None` while they are too many to list (see [`PartialFolder::LISTED`](super::PartialFolder::LISTED)).
    pub fn len(&self) -> Option<usize> {
        self.is_listed.then_some(self.left)
    }

    /// True when no placement is left: no completion of the shape folds into any of the boxes.
    pub fn is_empty(&self) -> bool {
        self.is_listed && self.left == 0
    }

    /// Returns to an earlier state of knowledge, given the [`len`](Self::len) at that time: placements refuted since
    /// are restored, or the list is forgotten, keeping its memory, if there was none.
    ///
    /// # Panics
    /// If there were never that many since the list was made.
    pub fn rewind(&mut self, len: Option<usize>) {
        match len {
            Some(len) => assert!(len <= self.list.len(), "{len} placements of {self:?}"),
            None => self.list.clear(),
        }
        self.is_listed = len.is_some();
        self.left = len.unwrap_or(0);
    }

    /// Puts those that `keep` refuses behind the others, which stay in their order.
    pub(super) fn retain(&mut self, mut keep: impl FnMut((u32, State)) -> bool) {
        let mut kept = 0;
        for at in 0..self.left {
            if keep(self.list[at]) {
                self.list.swap(kept, at);
                kept += 1;
            }
        }
        self.left = kept;
    }
}
