//! The inside folds into a box, and the marks hold on it.
//!
//! Exact once every cell is known, and sound before. A run collects the known inside cells connected with one of
//! them, the anchor, in O(cells), and lays them on the box in each placement of the anchor that is left until the
//! first clash; placements that clash never come back below that node, so that shapes which differ in a few cells
//! are not folded from scratch. Lane: global, after all cheaper rules have had their say. State: one reversible
//! position in a stack of lists of placements, and the anchor.

use std::ops::RangeInclusive;

use quadrille_engine::{
    AllocateState, Conflict, Context, Events, Lane, Propagator, ReadState, RevInt, Scope, Status,
    Var, WriteState,
};

use crate::fold::{Mark, PartialFolder, Placements};
use crate::grid::{Cell, Grid};

/// The inside cells, those that are 1, fold along grid lines into the surface of a box on which the marked numbers
/// keep their rules.
///
/// It expects the inside to be connected and not empty, which [`Connected`](quadrille_engine::propagators::Connected)
/// sees to: what is not connected with the anchor is not laid.
///
/// The numbers of cells that boxes have, 2(ab + bc + ca), decide cells when only as many are known to be inside, or
/// may be inside, as the largest or smallest box that is left has.
#[derive(Debug)]
pub(crate) struct FoldsIntoBox {
    cells: Grid<Var>,
    numbers: Vec<(Cell, u32, Option<Mark>)>,
    /// Position of the anchor among the cells, or −1 before an inside cell is known.
    anchor: Option<RevInt>,
    /// How many of `stack` are in force; the last of them is the current list.
    height: Option<RevInt>,
    /// Lists of placements, each a part of the one below. Entries up to `height` are never overwritten, so that
    /// backtracking finds them again.
    stack: Vec<Placements>,
    folder: Option<PartialFolder>,
    /// The numbers of cells for which the folder was made.
    range: Option<RangeInclusive<usize>>,
    /// Scratch: what is known of each cell.
    known: Grid<Option<bool>>,
}

impl FoldsIntoBox {
    /// For cells that are each 0 or 1, at most 60 rows and columns, with numbers whose marks are to hold.
    pub(crate) fn new(cells: Grid<Var>, numbers: Vec<(Cell, u32, Option<Mark>)>) -> Self {
        Self {
            known: cells.map(|_| None),
            cells,
            numbers,
            anchor: None,
            height: None,
            stack: Vec::new(),
            folder: None,
            range: None,
        }
    }

    /// Begins anew with an anchor in the largest piece of known inside cells, since most placements of a large
    /// piece clash with themselves: the cell with the most known inside cells around it.
    fn settle(&mut self, inside: usize, possible: usize) -> Option<usize> {
        let known = &self.known;
        let mut piece_of = known.map(|_| 0);
        let mut largest = (0, 0);
        let mut queue = Vec::new();
        for (piece, start) in (1..).zip(known.cells()) {
            let mut size = 0;
            queue.push(start);
            while let Some(cell) = queue.pop() {
                if known[cell] == Some(true) && piece_of[cell] == 0 {
                    piece_of[cell] = piece;
                    size += 1;
                    queue.extend(known.neighbours(cell));
                }
            }
            if size > largest.0 {
                largest = (size, piece);
            }
        }
        let around = |&cell: &Cell| {
            let block = known.block(cell);
            let inside = block.filter(|&cell| known[cell] == Some(true)).count();
            (inside, std::cmp::Reverse(cell))
        };
        if 4 * largest.0 < 3 * possible {
            return None;
        }
        // Its tables are there already.
        let earlier = self.folder.as_ref().map(PartialFolder::anchor);
        let anchor = earlier
            .filter(|&cell| piece_of[cell] == largest.1)
            .or_else(|| {
                let cells = known.cells();
                cells
                    .filter(|&cell| piece_of[cell] == largest.1)
                    .max_by_key(around)
            })?;
        let count = self.range.clone().map_or(inside..=possible, |range| {
            inside.min(*range.start())..=possible.max(*range.end())
        });
        let kept = self.folder.as_ref().map(PartialFolder::anchor) == Some(anchor)
            && self.range.as_ref() == Some(&count);
        if !kept {
            let (rows, columns) = (known.rows(), known.columns());
            let folder = PartialFolder::new(rows, columns, anchor, count.clone())?;
            self.folder = Some(folder.with_marks(&self.numbers));
            self.range = Some(count);
        }
        self.stack.clear();
        self.stack.push(self.folder.as_ref()?.all());
        Some(known.index(anchor))
    }
}

impl Propagator for FoldsIntoBox {
    fn name(&self) -> &'static str {
        "folds into a box"
    }

    fn lane(&self) -> Lane {
        Lane::Global
    }

    fn attach(&mut self, scope: &mut Scope<'_>) {
        for &var in self.cells.values() {
            scope.on(var, Events::FIXED);
        }
        self.anchor = Some(scope.new_int(-1));
        self.height = Some(scope.new_int(0));
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let anchor = self.anchor.expect("attached before it runs");
        let height = self.height.expect("attached before it runs");
        let (mut inside, mut possible) = (0, 0);
        for cell in self.cells.cells() {
            let value = cx.dom(self.cells[cell]).value();
            self.known[cell] = value.map(|value| value == 1);
            inside += usize::from(value == Some(1));
            possible += usize::from(value != Some(0));
        }
        if inside == 0 {
            return if possible == 0 {
                Err(Conflict)
            } else {
                Ok(Status::Fixpoint)
            };
        }
        if cx.int(anchor) < 0 {
            // The folder is made for what is known here: its range of counts holds below this node only, and
            // above it there is no anchor.
            let Some(cell) = self.settle(inside, possible) else {
                return Ok(Status::Fixpoint);
            };
            cx.set_int(anchor, cell as i64);
            cx.set_int(height, 1);
        }
        let top = cx.int(height) as usize - 1;
        self.stack.truncate(top + 1);
        let (Some(folder), Some(current)) = (&mut self.folder, self.stack.last()) else {
            return Err(Conflict);
        };
        let known = &self.known;
        let mut next = current.clone();
        if !folder.filter(&mut next, |cell| known[cell]) {
            return Err(Conflict);
        }
        let mut changed = false;
        if inside < possible {
            for cell in folder.barred(&next, |cell| known[cell]) {
                changed |= cx.fix(self.cells[cell], 0)?;
            }
            let counts = folder.counts(&next);
            let (least, most) = match counts.as_deref() {
                Some([least, .., most]) => (*least, *most),
                Some([only]) => (*only, *only),
                _ => (0, usize::MAX),
            };
            let value = if most == inside {
                Some(0)
            } else if least == possible {
                Some(1)
            } else {
                None
            };
            if let Some(value) = value {
                for cell in self.cells.cells() {
                    let var = self.cells[cell];
                    if self.known[cell].is_none() {
                        changed |= cx.fix(var, value)?;
                    }
                }
            }
        }
        if next != *current {
            self.stack.push(next);
            cx.set_int(height, top as i64 + 2);
        }
        Ok(if changed {
            Status::Active
        } else if inside == possible {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }
}
