//! Folding shapes that are still partly unknown: which placements of one cell can any completion still have?

use std::ops::RangeInclusive;

use crate::grid::{Cell, Direction, Grid};
use quadrille_engine::Interrupt;

use super::Mark;
use super::cover::{Cover, Outline, Rest};
use super::placements::{Kept, Marked, Placements};
use super::search::Fold;
use super::shape::Shape;
use super::surface::{BoxSize, State, Steps, Surface};
use super::walk::{Laid, Walk};

/// The number of placements tried between two checks of the interrupt.
const BETWEEN: u32 = 256;

/// In place of the number of a first join, of which a walk has fewer than [`Shape::MAX_SIDE`]².
const NO_CLASH: u16 = u16::MAX;

/// Tracks the remaining ways to fold, as more and more cells of a shape become known.
///
/// One cell, the *anchor*, is known to be inside. A *placement* is a box with a place and turn of the anchor on
/// it (one of each class under the rotations of the box). Given what is known about the cells, the known
/// inside cells that are connected to the anchor, its *piece*, lie where the anchor's placement puts them,
/// whatever the other cells turn out to be. A placement is dropped when
/// - its box has fewer cells than are known to be inside, or more than can be inside and connected to the anchor, or
/// - the piece clashes with itself on it: a surface cell covered twice, or neighbours in the net that do not meet.
///
/// Both are sound: no completion folds in a dropped placement. When no placement is left, nothing folds. When
/// every cell is known and the shape is connected, the placements left are exactly the ways of
/// [`folds`](super::folds).
///
/// Placements only ever drop out as knowledge grows, so a search filters one list of [`Placements`] for the nodes below
/// and [takes back](Placements::rewind) what was dropped there. The table of a box is made when it is first needed and
/// kept while there is room; all memory is allocated when the folder is made.
#[derive(Clone, Debug)]
pub struct PartialFolder {
    /// Reachability marks; also the size of the grid.
    reached: Grid<bool>,
    anchor: Cell,
    /// The boxes by increasing surface.
    boxes: Vec<BoxSize>,
    tables: Kept<Steps>,
    /// One start for each class of them: a list of placements is made again for each anchor, and to work these out each
    /// time took 7 % of all steps of Shut the Box. With the join at which it clashed when it was last tried for a list,
    /// if it did: where a walk begins in the same way, it clashes again. Of Shut the Box, this spares half of the tries.
    starts: Kept<(State, u16)>,
    /// The first joins of the walk for which a list was made last.
    listed: Vec<u16>,
    /// The most placements in a list.
    most: usize,
    walk: Walk,
    laid: Laid,
    queue: Vec<Cell>,
    barred: Vec<Cell>,
    cover: Cover,
    decided: Vec<(Cell, bool)>,
    /// Scratch: of each cell, whether it may be inside in some placement, and must be in all.
    open: Grid<(bool, bool)>,
    marked: Marked,
    interrupt: Interrupt,
}

impl PartialFolder {
    /// Placements are listed and tried only once the boxes that are still possible have at most this many surface
    /// cells together. It bounds the memory for the list by 8 bytes for each, 2 MB.
    pub const LISTED: usize = 1 << 18;

    /// A folder for shapes in a grid of `rows` × `columns` cells that have `anchor` inside and `count` cells.
    ///
    /// `None` when `anchor` is outside the grid or a side exceeds [`Shape::MAX_SIDE`]. Takes O(n²) steps for n
    /// the greatest possible count.
    pub fn new(
        rows: usize,
        columns: usize,
        anchor: Cell,
        count: RangeInclusive<usize>,
    ) -> Option<Self> {
        if anchor.row >= rows || anchor.column >= columns || rows.max(columns) > Shape::MAX_SIDE {
            return None;
        }
        let cells = rows * columns;
        let boxes = BoxSize::with_surfaces(*count.start()..=(*count.end()).min(cells));
        let surfaces = boxes.iter().map(|size| size.surface());
        let widest = surfaces.clone().max().unwrap_or(0);
        let most = surfaces.sum::<usize>().min(Self::LISTED);
        Some(Self {
            reached: Grid::from_fn(rows, columns, |_| false),
            anchor,
            tables: Kept::tables(&boxes),
            most,
            starts: Kept::new(boxes.len(), most),
            listed: Vec::with_capacity(cells),
            boxes,
            walk: Walk::with_room_for(cells),
            laid: Laid::with_room_for(cells, widest),
            queue: Vec::with_capacity(cells),
            barred: Vec::with_capacity(cells),
            cover: Cover::with_room_for(rows, columns, widest),
            decided: Vec::with_capacity(cells),
            open: Grid::from_fn(rows, columns, |_| (false, true)),
            marked: Marked::default(),
            interrupt: Interrupt::default(),
        })
    }

    /// The same folder, which also drops placements in which some [mark](Mark) among `numbers` cannot have a partner.
    ///
    /// Then the placements left of a complete shape are the ways that [keep the marks](Fold::keeps_marks). The marked
    /// cells are assumed to be inside; one that does not belong to the anchor's piece yet may still be placed on any
    /// surface cell that the piece leaves free.
    pub fn with_marks(mut self, numbers: &[(Cell, u32, Option<Mark>)]) -> Self {
        let grid = &self.reached;
        let cells = |mark| {
            let marked = numbers.iter().filter(|number| number.2 == Some(mark));
            let cells = marked.map(|number| number.0);
            cells.filter(|&cell| grid.get(cell).is_some()).collect()
        };
        self.marked = Marked {
            circles: cells(Mark::Circle),
            squares: cells(Mark::Square),
        };
        self
    }

    /// The same folder, which tries no box but this one.
    pub fn with_box(mut self, size: BoxSize) -> Self {
        self.boxes.retain(|&known| known == size);
        self
    }

    /// The same folder, which prunes less once interrupted and stays sound: while some cell is unknown, placements may
    /// then be left that could have been dropped, and cells not be barred that could have been. With every cell known
    /// it stays exact.
    pub fn with_interrupt(mut self, interrupt: Interrupt) -> Self {
        self.interrupt = interrupt;
        self
    }

    /// The cell whose placements are kept.
    pub fn anchor(&self) -> Cell {
        self.anchor
    }

    /// Takes another cell for anchor, with the tables that were made for the old one. Its placements are of no use
    /// for the new one: begin with [`all`](Self::all). False, and nothing is changed, when `anchor` is outside the
    /// grid. O(1).
    pub fn move_to(&mut self, anchor: Cell) -> bool {
        let fits = self.reached.get(anchor).is_some();
        if fits {
            self.anchor = anchor;
        }
        fits
    }

    /// The boxes that are tried, by increasing surface.
    pub fn boxes(&self) -> impl Iterator<Item = BoxSize> + '_ {
        self.boxes.iter().copied()
    }

    /// The number of placements that a list begins with, for a shape whose number of cells is in `counts`. O(boxes).
    pub fn starts(&self, counts: &RangeInclusive<usize>) -> usize {
        let surfaces = self.boxes.iter().map(|size| size.surface());
        surfaces.filter(|surface| counts.contains(surface)).sum()
    }

    /// Every placement: those that survive when only the anchor is known. With memory for any list.
    pub fn all(&self) -> Placements {
        Placements {
            // A box has a placement for each cell at most: four turns of each, of which four or more rotations make
            // one.
            list: Vec::with_capacity(self.most),
            ..Placements::default()
        }
    }

    /// The placements of `from` that are consistent with what is known: `known(cell)` is `Some(true)` for a cell known
    /// to be inside, `Some(false)` outside, `None` unknown.
    ///
    /// `from` may come from any state of knowledge contained in this one, such as the parent node of a search.
    /// Takes O(grid) to collect the piece, and for each placement as many steps as the piece has cells before its
    /// first clash. The anchor is assumed to be inside, whatever `known` returns for it.
    pub fn survivors(
        &mut self,
        from: &Placements,
        known: impl Fn(Cell) -> Option<bool>,
    ) -> Placements {
        let mut placements = from.clone();
        self.filter(&mut placements, known);
        placements
    }

    /// As [`survivors`](Self::survivors), in place and without allocating where `placements` has the memory of
    /// [`all`](Self::all). True when some placement is left.
    pub fn filter(
        &mut self,
        placements: &mut Placements,
        known: impl Fn(Cell) -> Option<bool>,
    ) -> bool {
        let possible = self.possible(&known);
        self.walk
            .build(&self.reached, self.anchor, |cell| known(cell) == Some(true));
        let fits = |size: BoxSize| possible.contains(&size.surface());
        let is_open = self.reached.cells().any(|cell| known(cell).is_none());
        let (boxes, tables) = (&self.boxes, &mut self.tables);
        let (walk, laid) = (&self.walk, &mut self.laid);
        let (marked, interrupt) = (&self.marked, &self.interrupt);
        let (mut tried, mut interrupted) = (0, false);
        let mut is_interrupted = || {
            tried += 1;
            interrupted |= is_open && tried % BETWEEN == 0 && interrupt.is_due();
            interrupted
        };
        if placements.is_listed {
            placements.retain(|(number, start)| {
                if is_interrupted() {
                    return true;
                }
                if !fits(boxes[number as usize]) {
                    return false;
                }
                let surface = &tables.surface(boxes[number as usize], number);
                laid.lay(surface, walk, start).is_none() && marked.can_hold(surface, walk, laid)
            });
            return !placements.is_empty();
        }
        let sizes = boxes.iter().copied().filter(|&size| fits(size));
        if sizes.map(BoxSize::surface).sum::<usize>() > Self::LISTED {
            return true;
        }
        let pairs = self.listed.iter().zip(&walk.firsts);
        let alike = pairs.take_while(|(a, b)| a == b).count();
        self.starts.all.iter_mut().for_each(|(_, clash)| {
            if usize::from(*clash) >= alike {
                *clash = NO_CLASH;
            }
        });
        self.listed.clear();
        self.listed.extend_from_slice(&walk.firsts);
        for (number, &size) in (0..).zip(boxes) {
            if !fits(size) {
                continue;
            }
            // A box has one for each cell at most: see [`all`](Self::all).
            let starts = self.starts.of(number, size.surface(), |starts| {
                Surface::starts(size, |start| starts.push((start, NO_CLASH)));
            });
            let surface = &tables.surface(size, number);
            for (start, clash) in starts.iter_mut().filter(|start| start.1 == NO_CLASH) {
                if !is_interrupted() {
                    let found = laid.lay(surface, walk, *start);
                    *clash = found.map_or(NO_CLASH, |join| join as u16);
                    if found.is_some() || !marked.can_hold(surface, walk, laid) {
                        continue;
                    }
                }
                placements.list.push((number, *start));
            }
        }
        placements.left = placements.list.len();
        placements.is_listed = true;
        !placements.is_empty()
    }

    /// The least and the greatest number of cells that a shape can have: the surfaces of the boxes that have a
    /// placement left. `None` while placements are not listed, and when none is left. O(placements).
    pub fn counts(&self, placements: &Placements) -> Option<RangeInclusive<usize>> {
        // Boxes are ordered by increasing surface.
        let surface = |number: u32| self.boxes[number as usize].surface();
        let numbers = placements.left().iter().map(|&(number, _)| number);
        Some(surface(numbers.clone().min()?)..=surface(numbers.max()?))
    }

    /// Unknown cells beside the anchor's piece that cannot be inside: in every placement left, such a cell would
    /// cover a surface cell that the piece already covers, or not meet one of its neighbours.
    ///
    /// Call it with the `placements` that [`filter`](Self::filter) has left and the same `known`; it returns
    /// nothing while they are not listed. In reading order. Takes as many steps as placements × piece, and allocates
    /// nothing.
    pub fn barred(
        &mut self,
        placements: &Placements,
        known: impl Fn(Cell) -> Option<bool>,
    ) -> &[Cell] {
        self.barred.clear();
        if !placements.is_listed {
            return &self.barred;
        }
        self.walk
            .build(&self.reached, self.anchor, |cell| known(cell) == Some(true));
        let (grid, walk, laid) = (&self.reached, &self.walk, &mut self.laid);
        let barred = &mut self.barred;
        let beside = |cell: Cell| {
            Direction::ALL.into_iter().filter_map(move |direction| {
                let place = walk.place(grid.step(cell, direction)?)?;
                Some((place, direction.opposite() as u8))
            })
        };
        barred.extend(
            grid.cells()
                .filter(|&cell| known(cell).is_none() && beside(cell).next().is_some())
                .filter(|&cell| walk.place(cell).is_none()),
        );
        for (tried, &(number, start)) in (1..).zip(placements.left()) {
            if tried % BETWEEN == 0 && self.interrupt.is_due() {
                barred.clear();
                break;
            }
            let surface = &self.tables.surface(self.boxes[number as usize], number);
            if laid.lay(surface, walk, start).is_some() {
                continue;
            }
            barred.retain(|&cell| {
                let mut landings =
                    beside(cell).map(|(place, towards)| surface.step(laid.states[place], towards));
                landings.next().is_some_and(|landing| {
                    laid.covers(usize::from(landing / 4)) || landings.any(|other| other != landing)
                })
            });
            if barred.is_empty() {
                break;
            }
        }
        barred
    }

    /// Drops placements in which cells that are not known to be outside cannot cover the rest of the surface, and returns
    /// unknown cells with whether they are inside: outside if they can cover nothing in any placement left, inside if in
    /// each they alone can cover some cell of the surface.
    ///
    /// Call it with the `placements` that [`filter`](Self::filter) has left and the same `known`; it does nothing
    /// while they are not listed, and returns nothing if none is left. In reading order. Decides at least what
    /// [`barred`](Self::barred) does, unless cells can lie in very many ways. Takes O(placements × cells), and allocates nothing.
    pub fn decide(
        &mut self,
        placements: &mut Placements,
        known: &Grid<Option<bool>>,
    ) -> &[(Cell, bool)] {
        self.decided.clear();
        if !placements.is_listed {
            return &self.decided;
        }
        self.walk
            .build(&self.reached, self.anchor, |cell| known[cell] == Some(true));
        let (walk, laid, cover, open) =
            (&self.walk, &mut self.laid, &mut self.cover, &mut self.open);
        let (boxes, tables, interrupt) = (&self.boxes, &mut self.tables, &self.interrupt);
        open.fill((false, true));
        placements.retain(|(number, start)| {
            let surface = &tables.surface(boxes[number as usize], number);
            if laid.lay(surface, walk, start).is_some() {
                return false;
            }
            let outline = Outline {
                surface,
                walk,
                laid,
                known,
            };
            let rest = match interrupt.is_due() {
                true => Rest::Unknown,
                false => cover.try_rest(outline),
            };
            match rest {
                Rest::Impossible => return false,
                Rest::Unknown => open.fill((true, false)),
                Rest::Possible => {
                    for cell in known.cells() {
                        let (may, must) = &mut open[cell];
                        *may |= cover.may(cell);
                        *must &= cover.must(cell);
                    }
                }
            }
            true
        });
        if !placements.is_empty() {
            // The anchor lies there even if it is unknown.
            let unknown = known
                .cells()
                .filter(|&cell| known[cell].is_none() && walk.place(cell).is_none());
            self.decided
                .extend(unknown.filter_map(|cell| match open[cell] {
                    (false, _) => Some((cell, false)),
                    (true, must) => must.then_some((cell, true)),
                }));
        }
        &self.decided
    }

    /// Every way to fold a complete shape, given the placements that have survived knowledge which holds for it:
    /// the same as [`folds`](super::folds), less those that break the rules of [marks](Self::with_marks), if this
    /// folder's range of counts includes that of the shape. Placements that were refuted before are not tried.
    ///
    /// Nothing when the shape lacks the anchor or is of another grid size.
    pub fn folds(&mut self, placements: &Placements, shape: &Shape) -> Vec<Fold> {
        let grid = shape.cells();
        if !shape.contains(self.anchor)
            || (grid.rows(), grid.columns()) != (self.reached.rows(), self.reached.columns())
        {
            return Vec::new();
        }
        let left = self.survivors(placements, |cell| Some(grid[cell]));
        let mut found = Vec::new();
        for &(number, start) in left.left() {
            let surface = self.tables.surface(self.boxes[number as usize], number);
            if self.laid.lay(&surface, &self.walk, start).is_none() {
                found.push(Fold::canonical(
                    &surface,
                    shape,
                    &self.walk,
                    &self.laid.states,
                ));
            }
        }
        Fold::sort(&mut found);
        found
    }

    /// The possible numbers of cells of a completion: at least the known inside cells, at most those that can be inside
    /// and connected to the anchor.
    fn possible(&mut self, known: &impl Fn(Cell) -> Option<bool>) -> RangeInclusive<usize> {
        let grid = &mut self.reached;
        let least = grid.cells().filter(|&c| known(c) == Some(true)).count();
        grid.fill(false);
        grid[self.anchor] = true;
        self.queue.push(self.anchor);
        let mut most = 0;
        while let Some(cell) = self.queue.pop() {
            most += 1;
            for direction in Direction::ALL {
                if let Some(next) = grid.step(cell, direction)
                    && !grid[next]
                    && known(next) != Some(false)
                {
                    grid[next] = true;
                    self.queue.push(next);
                }
            }
        }
        least..=most
    }
}

#[cfg(test)]
mod tests {
    use super::super::placements::MOST_TABULATED;
    use super::*;

    /// Boxes whose tables do not all fit: each is made when it is needed and stays until there is no room.
    #[test]
    fn tables_stay_right_and_in_the_memory_asked_for() {
        let sizes = BoxSize::with_surfaces(1..=300);
        let cells: usize = sizes.iter().map(|size| size.surface()).sum();
        assert!(cells > MOST_TABULATED);
        let mut tables = Kept::tables(&sizes);
        let room = tables.all.capacity();
        assert!((4 * MOST_TABULATED..5 * MOST_TABULATED).contains(&room));
        let (mut table, mut kept) = (Vec::new(), 0);
        for number in (0..sizes.len()).chain(0..sizes.len()) {
            let size = sizes[number];
            kept += usize::from(tables.of_box[number].is_some());
            table.clear();
            Surface::tabulate(size, &mut table);
            let (found, alone) = (
                tables.surface(size, number as u32),
                Surface::new(size, &table),
            );
            for state in 0..4 * size.surface() as State {
                for direction in 0..4 {
                    assert_eq!(found.step(state, direction), alone.step(state, direction));
                }
            }
            assert!(tables.of_box[number].is_some());
            assert_eq!(tables.all.capacity(), room);
        }
        assert_eq!(kept, 0, "all are forgotten before they are needed again");
        assert!(
            tables.of_box[sizes.len() - 2].is_some(),
            "there was room for both"
        );
    }

    #[test]
    fn lists_are_as_long_as_told_at_most() {
        let folder = PartialFolder::new(60, 60, Cell::new(0, 0), 0..=usize::MAX).unwrap();
        let most = PartialFolder::LISTED;
        assert!((most..2 * most).contains(&folder.all().list.capacity()));
    }
}
