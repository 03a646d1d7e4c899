//! Makes Block Party puzzles: regions are drawn, filled at random, and some of the values given.

use quadrille::block_party::{AnswerExpression, BlockParty, Metric};
use quadrille::grid::Grid;
use quadrille::puzzle::{BuildOptions, Built, Puzzle};
use quadrille::regions::Regions;
use quadrille_engine::branch::{order, value};
use quadrille_engine::{Branching, First, Limits, Rng};

use super::number_cross::regions;

/// The largest region, as in the puzzle of June 2022.
const LARGEST: usize = 10;

/// A made puzzle, with the solution that it was made from; it may have others.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// The puzzle.
    pub(crate) puzzle: BlockParty,
    /// The value of each cell.
    pub(crate) solution: Grid<u32>,
}

/// A puzzle with regions of about four cells in which one value in six is given: the proportions of the puzzle of
/// June 2022.
///
/// Few grids satisfy the rule of distances, so one is searched for, values at random, in as many drawings of
/// regions as it takes.
pub(crate) fn make(side: usize, seed: u64) -> Made {
    let mut rng = Rng::new(seed);
    loop {
        let of = regions(side, side, 4, &mut rng);
        let mut sizes = vec![0; side * side];
        of.iter().flatten().for_each(|&region| sizes[region] += 1);
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        // The largest value needs a second of its kind, and the room to stand so far away.
        if sizes[0] > LARGEST.min(side) || sizes[0] != sizes[1] {
            continue;
        }
        let names = Grid::from_fn(side, side, |cell| of[cell.row][cell.column].to_string());
        let mut puzzle = BlockParty {
            regions: Regions::new(&names),
            givens: Grid::from_fn(side, side, |_| None),
            metric: Metric::Taxicab,
            answer: AnswerExpression::SumOfRowProducts,
        };
        let Some(solution) = fill(&puzzle, &mut rng) else {
            continue;
        };
        puzzle.givens = solution.map(|&value| (rng.below(6) == 0).then_some(value));
        return Made { puzzle, solution };
    }
}

/// A random solution, unless it takes long to find one.
fn fill(puzzle: &BlockParty, rng: &mut Rng) -> Option<Grid<u32>> {
    let Built { model, reading, .. } = puzzle.build(&BuildOptions::default());
    let brancher = Branching::new(
        order::DomWdeg::default(),
        value::Random::new(rng.next_u64()),
    );
    let limits = Limits {
        nodes: Some(300),
        ..Limits::default()
    };
    let mut solver = model.solver();
    let First::Found(solution) = solver.search_with(brancher).limits(limits).first() else {
        return None;
    };
    Some(reading.cells.map(|&(var, _)| solution[var] as u32))
}
