//! Folding shapes that are still partly unknown: which placements of one cell can any completion still have?

use std::ops::RangeInclusive;

use crate::grid::{Cell, Direction, Grid};
use crate::interrupt::Interrupt;

use super::Mark;
use super::search::Fold;
use super::shape::Shape;
use super::surface::{BoxSize, State, Surface};
use super::walk::{Laid, Walk};

/// How many placements are tried between two looks at the interrupt.
const BETWEEN: u32 = 256;

/// Decides what is left of the ways to fold, as more and more cells of a shape become known.
///
/// One cell, the *anchor*, is known to be inside. A *placement* is a box with a place and turn of the anchor on
/// it (one of each class that the rotations of the box make one). Given what is known of the cells, the known
/// inside cells that are connected to the anchor, its *piece*, lie where the anchor's placement puts them,
/// whatever the other cells turn out to be. A placement is dropped when
/// - its box has fewer cells than are known to be inside, or more than can be inside and connected to the anchor, or
/// - the piece clashes with itself on it: a surface cell covered twice, or neighbours in the net that do not meet.
///
/// Both are sound: no completion folds in a dropped placement. When no placement is left, nothing folds. When
/// every cell is known and the shape is connected, the placements left are exactly the ways of
/// [`folds`](super::folds).
///
/// Placements only ever drop out as knowledge grows, so a search keeps a [`Placements`] for each node and
/// filters it for the nodes below. The tables of a box are made when it is first needed and kept.
#[derive(Clone, Debug)]
pub struct PartialFolder {
    /// Reachability marks; also the size of the grid.
    reached: Grid<bool>,
    anchor: Cell,
    /// The boxes by increasing surface, with their tables once needed.
    boxes: Vec<(BoxSize, Option<Surface>)>,
    walk: Walk,
    laid: Laid,
    queue: Vec<Cell>,
    barred: Vec<Cell>,
    marked: Marked,
    interrupt: Interrupt,
}

/// The marked cells, for dropping placements that no completion could make keep the rules of the [marks](Mark).
#[derive(Clone, Debug, Default)]
struct Marked {
    circles: Vec<Cell>,
    squares: Vec<Cell>,
}

impl Marked {
    /// False when, with the walk laid as it is, some mark can have no partner: every place for one is covered by
    /// a cell without that mark, or all the cells with that mark lie elsewhere.
    fn can_hold(&self, surface: &Surface, walk: &Walk, laid: &Laid) -> bool {
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
            let next = usize::from(surface.step[state][i]) / 4;
            (surface.face(next) == surface.face(state / 4)).then_some(next)
        };
        fits(&self.circles, &opposite) && fits(&self.squares, &beside)
    }
}

/// The placements of an anchor that have not been refuted, for the [`PartialFolder`] that made them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Placements {
    /// False while they are too many to list.
    is_listed: bool,
    /// Position of the box in the folder, and state of the anchor; empty unless listed.
    list: Vec<(u32, State)>,
}

impl Clone for Placements {
    fn clone(&self) -> Self {
        Self {
            is_listed: self.is_listed,
            list: self.list.clone(),
        }
    }

    /// Keeps the memory of the list, also where there is none to be copied.
    fn clone_from(&mut self, source: &Self) {
        self.is_listed = source.is_listed;
        self.list.clone_from(&source.list);
    }
}

impl Placements {
    /// Number of placements; `None` while they are too many to list (see [`PartialFolder::LISTED`]).
    pub fn len(&self) -> Option<usize> {
        self.is_listed.then_some(self.list.len())
    }

    /// True when no placement is left: no completion of the shape folds into any of the boxes.
    pub fn is_empty(&self) -> bool {
        self.is_listed && self.list.is_empty()
    }

    /// Back to every placement, as [`PartialFolder::all`] gives them, with the memory of the list.
    pub fn reset(&mut self) {
        self.is_listed = false;
        self.list.clear();
    }
}

impl PartialFolder {
    /// Placements are listed and tried only once the boxes that are still possible have at most this many surface
    /// cells together. It bounds the memory for their tables by 44 bytes for each, 12 MB.
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
        let greatest = (*count.end()).min(rows * columns);
        Some(Self {
            reached: Grid::from_fn(rows, columns, |_| false),
            anchor,
            boxes: (*count.start()..=greatest)
                .flat_map(BoxSize::with_surface)
                .map(|size| (size, None))
                .collect(),
            walk: Walk::default(),
            laid: Laid::default(),
            queue: Vec::new(),
            barred: Vec::new(),
            marked: Marked::default(),
            interrupt: Interrupt::default(),
        })
    }

    /// The same folder, which also drops placements in which some [mark](Mark) among `numbers` can have no partner.
    ///
    /// Then the placements left of a complete shape are the ways that [keep the marks](Fold::keeps_marks). The marked
    /// cells are taken to be inside; one that does not belong to the anchor's piece yet may still come to lie on any
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

    /// The same folder, which makes haste when the interrupt is due: while some cell is unknown, placements may then
    /// be left that could have been dropped, and cells not be barred that could have been. With every cell known it
    /// stays exact.
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
        self.boxes.iter().map(|&(size, _)| size)
    }

    /// Every placement: what survives when nothing but the anchor is known.
    pub fn all(&self) -> Placements {
        Placements::default()
    }

    /// The placements of `from` that survive what is known: `known(cell)` is `Some(true)` for a cell known to be
    /// inside, `Some(false)` outside, `None` unknown.
    ///
    /// `from` may come from any state of knowledge contained in this one, such as the parent node of a search.
    /// Takes O(grid) to collect the piece, and for each placement as many steps as the piece has cells before its
    /// first clash. The anchor is taken to be inside whatever `known` says of it.
    pub fn survivors(
        &mut self,
        from: &Placements,
        known: impl Fn(Cell) -> Option<bool>,
    ) -> Placements {
        let mut placements = from.clone();
        self.filter(&mut placements, known);
        placements
    }

    /// As [`survivors`](Self::survivors), in place and, once the placements are listed, without allocating. True
    /// when some placement is left.
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
        let (boxes, walk, laid) = (&mut self.boxes, &self.walk, &mut self.laid);
        let (marked, interrupt) = (&self.marked, &self.interrupt);
        if !placements.is_listed {
            let sizes = boxes
                .iter()
                .map(|&(size, _)| size)
                .filter(|&size| fits(size));
            if sizes.map(BoxSize::surface).sum::<usize>() > Self::LISTED {
                return true;
            }
            for (number, (size, surface)) in (0..).zip(boxes.iter_mut()) {
                if fits(*size) {
                    let surface = surface.get_or_insert_with(|| Surface::new(*size));
                    let starts = surface.starts().map(|start| (number, start));
                    placements.list.extend(starts);
                }
            }
            placements.is_listed = true;
        }
        let (mut tried, mut in_haste) = (0, false);
        placements.list.retain(|&(number, start)| {
            tried += 1;
            in_haste |= is_open && tried % BETWEEN == 0 && interrupt.is_due();
            if in_haste {
                return true;
            }
            // A listed placement has its table, unless it was listed by a clone of this folder.
            let (size, surface) = &mut boxes[number as usize];
            if !fits(*size) {
                return false;
            }
            let surface = surface.get_or_insert_with(|| Surface::new(*size));
            laid.lay(surface, walk, start) && marked.can_hold(surface, walk, laid)
        });
        !placements.is_empty()
    }

    /// The least and the greatest number of cells that a shape can have: the surfaces of the boxes that have a
    /// placement left. `None` while placements are not listed, and when none is left. O(1).
    pub fn counts(&self, placements: &Placements) -> Option<RangeInclusive<usize>> {
        // Boxes stand by increasing surface, and placements by box.
        let surface = |&(number, _): &(u32, State)| self.boxes[number as usize].0.surface();
        let (first, last) = (placements.list.first()?, placements.list.last()?);
        Some(surface(first)..=surface(last))
    }

    /// Unknown cells beside the anchor's piece that cannot be inside: in every placement left, such a cell would
    /// cover a surface cell that the piece already covers, or not meet one of its neighbours.
    ///
    /// Call it with the `placements` that [`filter`](Self::filter) has left and the same `known`; it returns
    /// nothing while they are not listed. In reading order. Takes as many steps as placements × piece, and allocates
    /// nothing once its buffers are large enough.
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
                Some((place, direction.opposite() as usize))
            })
        };
        barred.extend(
            grid.cells()
                .filter(|&cell| known(cell).is_none() && beside(cell).next().is_some())
                .filter(|&cell| walk.place(cell).is_none()),
        );
        for (tried, &(number, start)) in (1..).zip(&placements.list) {
            if tried % BETWEEN == 0 && self.interrupt.is_due() {
                barred.clear();
                break;
            }
            let (size, surface) = &mut self.boxes[number as usize];
            let surface = surface.get_or_insert_with(|| Surface::new(*size));
            if !laid.lay(surface, walk, start) {
                continue;
            }
            barred.retain(|&cell| {
                let mut landings = beside(cell)
                    .map(|(place, towards)| surface.step[usize::from(laid.states[place])][towards]);
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
        for (number, start) in left.list {
            if let (_, Some(surface)) = &self.boxes[number as usize]
                && self.laid.lay(surface, &self.walk, start)
            {
                found.push(Fold::canonical(
                    surface,
                    shape,
                    &self.walk,
                    &self.laid.states,
                ));
            }
        }
        Fold::sort(&mut found);
        found
    }

    /// How many cells a completion can have: at least the known inside cells, at most what can be inside and
    /// connected to the anchor.
    fn possible(&mut self, known: &impl Fn(Cell) -> Option<bool>) -> RangeInclusive<usize> {
        let grid = &mut self.reached;
        let least = grid.cells().filter(|&c| known(c) == Some(true)).count();
        for cell in grid.cells() {
            grid[cell] = false;
        }
        grid[self.anchor] = true;
        self.queue.clear();
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
