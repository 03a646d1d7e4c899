//! The inside folds into a box, and the marks hold on it.
//!
//! Exact once every cell is known, and sound before. A run collects the known inside cells connected with one of
//! them, the anchor, in O(cells), and lays them on the box in each remaining placement of the anchor until the first
//! clash; placements that clash are removed below that node, so that shapes which differ in a few cells are not folded
//! from scratch. If few are left, what is not known yet must be able to cover the rest of the box in some of them. The
//! anchor is placed once the largest piece of known cells is most of the possible shape: earlier, thousands of placements
//! would be tried and few would clash. It is placed earlier, for as long as few placements are left, where the search
//! takes many nodes. Which cell is the anchor and when depends on the order of events, and so does what is removed before
//! all cells are known.
//!
//! Lane: global, after all cheaper propagators. State: the anchor, the number of placements of a list that are left, and
//! the size of a piece that left too many. All memory is allocated before the search.

use std::ops::RangeInclusive;

use quadrille_engine::{
    AllocateState, Change, Conflict, Constraint, Context, Events, Interrupt, Lane, Literal, Past,
    Propagator, ReadState, RevInt, Scope, Status, Var, WriteState,
};

use crate::fold::{BoxSize, Mark, PartialFolder, Placements};
use crate::grid::{Cell, Grid};

/// The inside cells, those with a certain value, fold along grid lines into the surface of a box on which the marked
/// numbers satisfy their rules.
///
/// It expects the inside to be connected and not empty, which [`Connected`](quadrille_engine::propagators::Connected)
/// ensures: cells not connected with the anchor are not laid.
///
/// The surface areas of boxes, 2(ab + bc + ca), decide cells when the number of cells known to be inside, or possibly
/// inside, equals that of the largest or smallest remaining box.
#[derive(Clone, Debug)]
pub struct FoldsIntoBox {
    cells: Grid<Var>,
    /// The value of a cell that is inside.
    inside: i32,
    numbers: Vec<(Cell, u32, Option<Mark>)>,
    /// The only box allowed, if not any.
    size: Option<BoxSize>,
    /// By cell, unless empty: whether other rules say that it is inside.
    told: Vec<Option<bool>>,
    /// When to prune less: a run may take seconds on a large grid.
    interrupt: Interrupt,
    /// The number of runs before the anchor is placed early.
    patience: u32,
    /// The most placements with which the rest of the surface is looked at.
    few: usize,
}

/// In the first so many runs the anchor is not placed early: thousands of placements would be tried. Shut the Box is solved
/// by then, and its search would take more than twice as long.
const PATIENCE: u32 = 100;

/// Nor is it in a smaller piece than this, which seldom clashes.
const SMALL: usize = 8;

/// Nor if more placements than this, for each cell of the grid, would be tried.
const TRIED: usize = 32;

/// The most placements with which an anchor is kept that was placed early, and the rest of the surface looked at. With
/// both, three numbers on a grid of 6 by 7 take 50 times fewer nodes, and a fiftieth of the time.
const FEW: usize = 64;

/// The propagator of [`FoldsIntoBox`].
#[derive(Debug)]
pub struct FoldsIntoBoxPropagator {
    cells: Grid<Var>,
    inside: i32,
    /// Position of the anchor among the cells, or −1 before an inside cell is known.
    anchor: RevInt,
    /// How many placements are left, or −1 while they are not listed.
    left: RevInt,
    /// The size of the largest piece when an anchor placed early left too many, or 0.
    too_small: RevInt,
    /// Hint: the number of runs before an anchor is placed early.
    patience: u32,
    /// The most placements with which the rest of the surface is looked at.
    few: usize,
    /// The placements; which of them are left is on the trail.
    placements: Placements,
    /// Scratch, and tables; none for a grid too large for any box.
    folder: Option<PartialFolder>,
    /// Hint: where the anchor was last.
    earlier: Option<Cell>,
    /// Scratch: what is known of each cell.
    known: Grid<Option<bool>>,
    /// Scratch: the known piece to which each cell belongs, or 0.
    piece_of: Grid<usize>,
    /// Scratch: cells to be visited.
    queue: Vec<Cell>,
}

impl FoldsIntoBox {
    /// For cells that are each 0 or 1, at most 60 rows and columns, with numbers whose marks must hold; a cell is
    /// inside if it has the value `inside`. It expects cells with a mark to be inside.
    pub fn new(cells: Grid<Var>, inside: i32, numbers: Vec<(Cell, u32, Option<Mark>)>) -> Self {
        Self {
            cells,
            inside,
            numbers,
            size: None,
            told: Vec::new(),
            interrupt: Interrupt::default(),
            patience: PATIENCE,
            few: FEW,
        }
    }

    /// Prunes less once this is due, and stays sound: on a large grid of which little is known one run may take
    /// seconds.
    pub fn interruptible(mut self, interrupt: Interrupt) -> Self {
        self.interrupt = interrupt;
        self
    }

    /// Other rules say of some cells, in reading order, whether they are inside, so that fewer boxes are possible.
    pub fn where_told(mut self, told: Vec<Option<bool>>) -> Self {
        self.told = told;
        self
    }

    /// Sees no more than what people see when they fold a part of the shape: what does not fit, and what is bare once it is
    /// known how the part lies.
    pub fn plainly(mut self) -> Self {
        self.patience = u32::MAX;
        self.few = 1;
        self
    }

    /// Places the anchor early from the first run on.
    #[cfg(test)]
    fn eager(mut self) -> Self {
        self.patience = 0;
        self
    }

    /// Only a box of this size is allowed.
    pub fn of_size(mut self, size: BoxSize) -> Self {
        self.size = Some(size);
        self
    }
}

/// The reason tag of what follows from all that was known; that of everything else is 0.
const ALL_KNOWN: u32 = 1;

/// Where an anchor was placed.
struct Anchor {
    /// Its position among the cells.
    at: usize,
    /// If it was placed early: the size of its piece.
    early: Option<usize>,
}

impl FoldsIntoBoxPropagator {
    /// Places an anchor in the largest piece of known inside cells, if that is large enough for most placements
    /// to clash, or early if it is larger than one that was too small, and starts with all placements: where it was last,
    /// or the cell with the most known inside cells around it.
    fn settle(&mut self, counts: RangeInclusive<usize>, too_small: usize) -> Option<Anchor> {
        let known = &self.known;
        let piece_of = &mut self.piece_of;
        piece_of.fill(0);
        let mut largest = (0, 0);
        for (piece, start) in (1..).zip(known.cells()) {
            if known[start] != Some(true) || piece_of[start] != 0 {
                continue;
            }
            let mut size = 0;
            piece_of[start] = piece;
            self.queue.push(start);
            while let Some(cell) = self.queue.pop() {
                size += 1;
                for next in known.neighbours(cell) {
                    if known[next] == Some(true) && piece_of[next] == 0 {
                        piece_of[next] = piece;
                        self.queue.push(next);
                    }
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
        // What is known whole is judged, even if it is in pieces.
        let is_whole = known.cells().all(|cell| known[cell].is_some());
        let is_early = 4 * largest.0 < 3 * counts.end() && !is_whole;
        let folder = self.folder.as_mut()?;
        if is_early {
            let least = SMALL.max(too_small + too_small.div_ceil(8));
            let most = TRIED * self.cells.len();
            if self.patience > 0 || largest.0 < least || folder.starts(&counts) > most {
                return None;
            }
        }
        let is_in_largest = |cell: &Cell| piece_of[*cell] == largest.1;
        let anchor = self
            .earlier
            .filter(is_in_largest)
            .or_else(|| known.cells().filter(is_in_largest).max_by_key(around))?;
        folder.move_to(anchor);
        self.earlier = Some(anchor);
        Some(Anchor {
            at: known.index(anchor),
            early: is_early.then_some(largest.0),
        })
    }
}

impl Constraint for FoldsIntoBox {
    type Propagator = FoldsIntoBoxPropagator;

    fn name(&self) -> &'static str {
        "folds into a box"
    }

    fn lane(&self) -> Lane {
        Lane::Global
    }

    fn attach(self, scope: &mut Scope<'_>) -> FoldsIntoBoxPropagator {
        let (mut least, mut most) = (0, 0);
        for (at, &var) in self.cells.values().iter().enumerate() {
            scope.on(var, Events::FIXED);
            let domain = scope.domain(var);
            let told = self.told.get(at).copied().flatten();
            least += usize::from(told == Some(true) || !domain.contains(1 - self.inside));
            most += usize::from(told != Some(false) && domain.contains(self.inside));
        }
        let (rows, columns) = (self.cells.rows(), self.cells.columns());
        let folder =
            PartialFolder::new(rows, columns, Cell::new(0, 0), least..=most).map(|folder| {
                let folder = folder.with_marks(&self.numbers);
                let folder = match self.size {
                    Some(size) => folder.with_box(size),
                    None => folder,
                };
                folder.with_interrupt(self.interrupt.clone())
            });
        let placements = folder.as_ref().map(PartialFolder::all);
        let cells = self.cells;
        FoldsIntoBoxPropagator {
            inside: self.inside,
            anchor: scope.new_int(-1),
            left: scope.new_int(-1),
            too_small: scope.new_int(0),
            patience: self.patience,
            few: self.few,
            placements: placements.unwrap_or_default(),
            folder,
            earlier: None,
            known: cells.map(|_| None),
            piece_of: cells.map(|_| 0),
            queue: Vec::with_capacity(cells.len()),
            cells,
        }
    }
}

impl Propagator for FoldsIntoBoxPropagator {
    /// In one piece, because each step borrows from the lists of the one before it.
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let anchor = self.anchor;
        let left = self.left;
        self.patience = self.patience.saturating_sub(1);
        let (mut inside, mut possible) = (0, 0);
        for cell in self.cells.cells() {
            let value = cx.dom(self.cells[cell]).value();
            self.known[cell] = value.map(|value| value == self.inside);
            inside += usize::from(self.known[cell] == Some(true));
            possible += usize::from(self.known[cell] != Some(false));
        }
        if inside == 0 {
            return if possible == 0 {
                cx.because(ALL_KNOWN);
                Err(Conflict)
            } else {
                Ok(Status::Fixpoint)
            };
        }
        let mut early = None;
        if cx.int(anchor) < 0 {
            // Below this node the anchor stays; above it there is none, and lists made here are useless there.
            let too_small = cx.int(self.too_small) as usize;
            let Some(placed) = self.settle(inside..=possible, too_small) else {
                return Ok(Status::Fixpoint);
            };
            cx.set_int(anchor, placed.at as i64);
            early = placed.early;
        }
        let Some(folder) = &mut self.folder else {
            return Err(Conflict);
        };
        let (known, placements) = (&self.known, &mut self.placements);
        placements.rewind(usize::try_from(cx.int(left)).ok());
        if !folder.filter(placements, |cell| known[cell]) {
            return Err(Conflict);
        }
        let are_few = placements.len().is_some_and(|len| len <= self.few);
        if let (Some(size), false) = (early, are_few) {
            cx.set_int(anchor, -1);
            cx.set_int(self.too_small, size as i64);
            return Ok(Status::Fixpoint);
        }
        let mut changed = false;
        if inside < possible && are_few {
            let decided = folder.decide(placements, known);
            if placements.is_empty() {
                return Err(Conflict);
            }
            for &(cell, is_inside) in decided {
                let value = if is_inside {
                    self.inside
                } else {
                    1 - self.inside
                };
                changed |= cx.fix(self.cells[cell], value)?;
            }
        }
        cx.set_int(left, placements.len().map_or(-1, |len| len as i64));
        if inside < possible {
            if !are_few {
                for &cell in folder.barred(placements, |cell| known[cell]) {
                    changed |= cx.fix(self.cells[cell], 1 - self.inside)?;
                }
            }
            let value = match folder
                .counts(placements)
                .map(|counts| (*counts.start(), *counts.end()))
            {
                Some((_, most)) if most == inside => Some(1 - self.inside),
                Some((least, _)) if least == possible => Some(self.inside),
                _ => None,
            };
            if let Some(value) = value {
                if value == self.inside {
                    cx.because(ALL_KNOWN);
                }
                for cell in self.cells.cells() {
                    let var = self.cells[cell];
                    if cx.dom(var).value().is_none() {
                        changed |= cx.fix(var, value)?;
                    }
                }
            }
        }
        Ok(if changed {
            Status::Active
        } else if inside == possible {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }

    /// The known inside cells, which are laid and counted, and the known outside cells that keep the shape from growing;
    /// not those behind them.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        if change.tag == ALL_KNOWN {
            return past.describe_scope(facts);
        }
        let known = self.cells.map(|&var| past.domain(var).value());
        let mut reached = self.cells.map(|_| false);
        let is_inside = |&cell: &Cell| known[cell] == Some(self.inside);
        let mut queue: Vec<Cell> = known.cells().filter(is_inside).collect();
        for &cell in &queue {
            reached[cell] = true;
        }
        while let Some(cell) = queue.pop() {
            past.describe(self.cells[cell], facts);
            if known[cell] == Some(1 - self.inside) {
                continue;
            }
            for next in known.neighbours(cell) {
                if !std::mem::replace(&mut reached[next], true) {
                    queue.push(next);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::HashMap;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::fold::tests::naive::random_nets;
    use crate::fold::{Shape, folds};
    use quadrille_engine::Literal;
    use quadrille_engine::propagators::{Clause, Connected};
    use quadrille_engine::testing::PropagatorTest;

    /// With the connectedness that it expects, against folding every set of cells from scratch, with the anchor placed early
    /// and not. Which cell the anchor is depends on the order of events, and so does what a partly known shape loses.
    #[test]
    fn against_folding_every_set_of_cells() {
        let mark = |at: usize, mark| (Cell::new(at / 4, at % 4), 1, Some(mark));
        let circles = [mark(1, Mark::Circle), mark(9, Mark::Circle)];
        let squares = [mark(4, Mark::Square), mark(5, Mark::Square)];
        for numbers in [&[][..], &circles, &squares] {
            let accepted: Vec<bool> = (0..1u32 << 12)
                .map(|bits| {
                    let cells = (0..12).map(|at| bits >> at & 1 == 1).collect();
                    let Ok(shape) = Shape::new(Grid::from_values(3, 4, cells).unwrap()) else {
                        return false;
                    };
                    let ways = folds(&shape);
                    // A marked number is inside; the model declares it so.
                    numbers.iter().all(|&(cell, _, _)| shape.contains(cell))
                        && ways.iter().any(|fold| fold.keeps_marks(numbers))
                })
                .collect();
            // Only the cube of six cells has nets in so small a grid, and no two of its cells share a face.
            let nets = (0..1u32 << 12).filter(|&bits| accepted[bits as usize]);
            assert!(nets.clone().all(|bits| bits.count_ones() == 6));
            assert_eq!(nets.count() > 0, numbers != squares);
            for is_eager in [false, true] {
                PropagatorTest::new(
                    move |model, vars| {
                        let cells = Grid::from_values(3, 4, vars.to_vec()).unwrap();
                        let edges: Vec<(usize, usize)> = cells
                            .adjacent_pairs()
                            .map(|(a, b)| (cells.index(a), cells.index(b)))
                            .collect();
                        for &(cell, _, _) in numbers {
                            let is_inside = Literal::is(cells[cell], 1);
                            model.post(Clause::new(&[is_inside]));
                        }
                        model.post(Connected::new(vars, 1, &edges).not_empty());
                        let folds = FoldsIntoBox::new(cells, 1, numbers.to_vec());
                        model.post(if is_eager { folds.eager() } else { folds });
                    },
                    |values| {
                        let bits = values
                            .iter()
                            .rev()
                            .fold(0, |bits, &v| 2 * bits + v as usize);
                        accepted[bits]
                    },
                )
                .order_dependent()
                .random(40, 12, 0..=1);
            }
        }
    }

    /// Ten cells of the box of 1×1×2: above and below two rows of four that go around it, a cell each.
    #[test]
    fn the_last_cells_are_decided() {
        const OPEN: char = '?';
        let rows = [".#?.", "####", "####", ".?.."];
        let given: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
        let mut model = quadrille_engine::Model::new();
        let cells = Grid::from_fn(4, 4, |cell| match given[4 * cell.row + cell.column] {
            OPEN => model.var(0..=1),
            kept => model.var_of(&[i32::from(kept == '#')]),
        });
        model.post(FoldsIntoBox::new(cells.clone(), 1, Vec::new()));
        let mut solver = model.solver();
        solver.propagate().unwrap();
        // It would lie on its neighbour to the left, or be cut from the one below.
        assert_eq!(solver.value(cells[Cell::new(0, 2)]), Some(0));
        // No box has nine cells.
        assert_eq!(solver.value(cells[Cell::new(3, 1)]), Some(1));
    }

    /// A row of 45 cells with 15 open ones, on the many boxes of 45 to 60 cells.
    #[test]
    fn it_asks_whether_it_is_interrupted() {
        let asked = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&asked);
        let interrupt = Interrupt::when(move || !told.swap(true, Ordering::Relaxed));
        let mut model = quadrille_engine::Model::new();
        let cells = Grid::from_fn(1, 60, |cell| model.var(i32::from(cell.column < 45)..=1));
        model.post(FoldsIntoBox::new(cells, 1, Vec::new()).interruptible(interrupt));
        // Whether it fails is irrelevant here.
        let _ = model.solver().propagate();
        assert!(asked.load(Ordering::Relaxed));
    }

    /// Nets with some cells open, small enough to fold every completion: what is ruled out in one branch of a walk must
    /// not stay so in the next. The 22 cells of some fold into two boxes.
    #[test]
    fn partly_known_nets_against_folding_every_completion() {
        let mut rng = quadrille_engine::Rng::new(9);
        let sizes = [
            [1, 1, 1],
            [1, 1, 2],
            [1, 1, 3],
            [1, 2, 2],
            [1, 1, 5],
            [1, 2, 3],
        ];
        let nets = (0..)
            .zip(sizes)
            .flat_map(|(seed, size)| random_nets(seed, size, 8));
        for net in nets {
            let grid = net.cells().clone();
            let (rows, columns) = (grid.rows(), grid.columns());
            let mut open: Vec<usize> = (0..rows * columns).collect();
            for i in (1..open.len()).rev() {
                open.swap(i, rng.below(i as u64 + 1) as usize);
            }
            open.truncate(8);
            let domains: Vec<&[i32]> = (0..rows * columns)
                .map(|at| match (open.contains(&at), grid.values()[at]) {
                    (true, _) => &[0, 1][..],
                    (false, inside) => &[[0], [1]][usize::from(inside)],
                })
                .collect();
            let edges: Vec<(usize, usize)> = grid
                .adjacent_pairs()
                .map(|(a, b)| (grid.index(a), grid.index(b)))
                .collect();
            let seen: RefCell<HashMap<Vec<i32>, bool>> = RefCell::default();
            PropagatorTest::new(
                |model, vars| {
                    let cells = Grid::from_values(rows, columns, vars.to_vec()).unwrap();
                    model.post(Connected::new(vars, 1, &edges).not_empty());
                    model.post(FoldsIntoBox::new(cells, 1, Vec::new()).eager());
                },
                |values| {
                    let folds_up = || {
                        let cells = values.iter().map(|&value| value == 1).collect();
                        let shape = Shape::new(Grid::from_values(rows, columns, cells).unwrap());
                        shape.is_ok_and(|shape| !folds(&shape).is_empty())
                    };
                    let mut seen = seen.borrow_mut();
                    *seen.entry(values.to_vec()).or_insert_with(folds_up)
                },
            )
            .order_dependent()
            .seed(rng.next_u64())
            .domains(&domains);
        }
    }
}
