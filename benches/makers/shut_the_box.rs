//! Makes Shut the Box grids: a random shape is grown first, then numbers and arrows are read off it.

use quadrille::grid::{Cell, Direction, Grid};
use quadrille::puzzle::Puzzle;
use quadrille::shut_the_box::{Given, ShutTheBox};
use quadrille_engine::Rng;

use super::tighten::{Draft, pick};

/// A made puzzle, with the shape that it was made from; others may satisfy it.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// The puzzle; its shapes are not made to fold.
    pub(crate) puzzle: ShutTheBox,
    /// By cell: whether it is inside.
    pub(crate) inside: Grid<bool>,
}

impl Draft for Made {
    fn puzzle(&self) -> Box<dyn Puzzle> {
        Box::new(self.puzzle.clone())
    }

    fn tighten(&mut self, open: &[Cell], rng: &mut Rng) -> bool {
        let tells = |&at: &Cell| {
            self.puzzle.givens[at] == Given::Nothing && given(&self.inside, at) != Given::Nothing
        };
        let mut silent: Vec<Cell> = open.iter().copied().filter(tells).collect();
        if silent.is_empty() {
            silent = self.inside.cells().filter(tells).collect();
        }
        let chosen = pick(&silent, rng);
        if let Some(at) = chosen {
            self.puzzle.givens[at] = given(&self.inside, at);
        }
        chosen.is_some()
    }
}

/// A shape of about a third of the cells of a `side` × `side` grid, with a number on about one inside cell in five
/// and an arrow on about one outside cell in four: the proportions of the puzzle of November 2025.
///
/// The shape is connected, has no hole and no 2×2 checkerboard: it grows by one cell at a time whose inside
/// neighbours, corner neighbours included, are next to each other.
pub(crate) fn make(side: usize, seed: u64) -> Made {
    let mut rng = Rng::new(seed);
    let inside = Grid::from_values(side, side, grow(side, &mut rng)).expect("a square");
    let givens = Grid::from_fn(side, side, |at| {
        if rng.below(if inside[at] { 5 } else { 4 }) == 0 {
            given(&inside, at)
        } else {
            Given::Nothing
        }
    });
    let puzzle = ShutTheBox { givens };
    Made { puzzle, inside }
}

/// What can be told of a cell: inside, the inside cells of the 3×3 block around it; outside, where the nearest inside
/// cells are, or nothing if none is in sight.
fn given(inside: &Grid<bool>, at: Cell) -> Given {
    if inside[at] {
        let count = inside.block(at).filter(|&cell| inside[cell]).count() as u32;
        return Given::Number { count, mark: None };
    }
    let distances = Direction::ALL.map(|d| inside.ray(at, d).position(|cell| inside[cell]));
    let Some(least) = distances.iter().flatten().min() else {
        return Given::Nothing;
    };
    let nearest = Direction::ALL.into_iter().zip(&distances);
    Given::Arrow(
        nearest
            .filter(|(_, distance)| distance.as_ref() == Some(least))
            .map(|(direction, _)| direction)
            .collect(),
    )
}

fn grow(side: usize, rng: &mut Rng) -> Vec<bool> {
    let mut inside = vec![false; side * side];
    let middle = side / 2 * side + side / 2;
    inside[middle] = true;
    let mut size = 1;
    // Cells that may be added, perhaps several times.
    let mut frontier: Vec<usize> = orthogonal(side, middle).collect();
    while size < side * side * 34 / 100 && !frontier.is_empty() {
        let at = frontier.swap_remove(rng.below(frontier.len() as u64) as usize);
        let beside = orthogonal(side, at).filter(|&c| inside[c]).count();
        // Thin shapes make better nets.
        let keeps = !inside[at] && can_join(side, &inside, at);
        if keeps && (beside == 1 || rng.below(4) == 0) {
            inside[at] = true;
            size += 1;
            frontier.extend(orthogonal(side, at));
        }
    }
    inside
}

/// Whether the inside cells around `at` are one run of the ring and touch it along an edge.
fn can_join(side: usize, inside: &[bool], at: usize) -> bool {
    let ring = ring(side, at).map(|cell| cell.is_some_and(|c| inside[c]));
    let runs = (0..8).filter(|&i| ring[i] && !ring[(i + 7) % 8]).count();
    runs == 1 && (0..4).any(|i| ring[2 * i])
}

/// The eight cells around a cell, clockwise from north; `None` off the grid.
fn ring(side: usize, at: usize) -> [Option<usize>; 8] {
    const STEPS: [(isize, isize); 8] = [
        (-1, 0),
        (-1, 1),
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
    ];
    STEPS.map(|(down, right)| {
        let row = (at / side).checked_add_signed(down)?;
        let column = (at % side).checked_add_signed(right)?;
        (row < side && column < side).then_some(row * side + column)
    })
}

fn orthogonal(side: usize, at: usize) -> impl Iterator<Item = usize> {
    ring(side, at).into_iter().step_by(2).flatten()
}
