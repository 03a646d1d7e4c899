//! Shut the Box puzzles in the making: a random shape, and the clues given about it.

use std::fmt;

use quadrille::Puzzle;
use quadrille::grid::{Cell, Direction, Grid};
use quadrille_engine::Rng;

use super::tighten::{Draft, pick};
use super::{file, shut_the_box};

/// What is given of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// An arrow cell, with the directions in which it points.
    Arrow(Vec<Direction>),
    /// The number of inside cells in the 3×3 block around it.
    Number(u32),
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(count) => write!(f, "{count}"),
            Self::Arrow(directions) => {
                let letters = directions.iter().map(|direction| direction.letter());
                f.write_str(&letters.collect::<String>())
            }
        }
    }
}

/// A generated puzzle, with the shape that it was made from; others may satisfy it.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// The givens; shapes that satisfy them need not fold.
    pub(crate) givens: Grid<Option<Given>>,
    /// By cell: whether it is inside.
    pub(crate) inside: Grid<bool>,
}

impl Draft for Made {
    fn puzzle(&self) -> Puzzle {
        file::read("made", file::shut_the_box("made", self))
    }

    fn tighten(&mut self, open: &[Cell], rng: &mut Rng) -> bool {
        let tells = |&at: &Cell| self.givens[at].is_none() && given(&self.inside, at).is_some();
        let mut silent: Vec<Cell> = open.iter().copied().filter(tells).collect();
        if silent.is_empty() {
            silent = self.inside.cells().filter(tells).collect();
        }
        let chosen = pick(&silent, rng);
        if let Some(at) = chosen {
            self.givens[at] = given(&self.inside, at);
        }
        chosen.is_some()
    }
}

/// The puzzle of [`shut_the_box::make`].
pub(crate) fn make(side: usize, seed: u64) -> Made {
    let made = shut_the_box::make(side, seed);
    let inside = Grid::from_values(made.side, made.side, made.inside).expect("a square");
    let mut givens = inside.map(|_| None);
    let told = made.numbers.iter().map(|&(at, _)| at);
    for at in told.chain(made.arrows.iter().map(|&(at, _)| at)) {
        let cell = Cell::new(at / side, at % side);
        givens[cell] = given(&inside, cell);
    }
    Made { givens, inside }
}

/// What can be given about a cell: if inside, the number of inside cells in the 3×3 block around it; if outside, where
/// the nearest inside cells are, if any is in sight.
fn given(inside: &Grid<bool>, at: Cell) -> Option<Given> {
    if inside[at] {
        let count = inside.block(at).filter(|&cell| inside[cell]).count() as u32;
        return Some(Given::Number(count));
    }
    let distances = Direction::ALL.map(|d| inside.ray(at, d).position(|cell| inside[cell]));
    let least = distances.iter().flatten().min()?;
    let nearest = Direction::ALL.into_iter().zip(&distances);
    Some(Given::Arrow(
        nearest
            .filter(|(_, distance)| distance.as_ref() == Some(least))
            .map(|(direction, _)| direction)
            .collect(),
    ))
}
