//! Shut the Box puzzles in the making: a made shape, and as much as is told of it.

use quadrille::grid::{Cell, Direction, Grid};
use quadrille::puzzle::Puzzle;
use quadrille::shut_the_box::{Given, ShutTheBox};
use quadrille_engine::Rng;

use super::shut_the_box;
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

/// The puzzle of [`shut_the_box::make`].
pub(crate) fn make(side: usize, seed: u64) -> Made {
    let made = shut_the_box::make(side, seed);
    let inside = Grid::from_values(made.side, made.side, made.inside).expect("a square");
    let mut givens = inside.map(|_| Given::Nothing);
    let told = made.numbers.iter().map(|&(at, _)| at);
    for at in told.chain(made.arrows.iter().map(|&(at, _)| at)) {
        let cell = Cell::new(at / side, at % side);
        givens[cell] = given(&inside, cell);
    }
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
