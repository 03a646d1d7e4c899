//! Makes Block Party puzzles: a grid in which the nearest K is K away is drawn first, then cut into regions.

use quadrille::Puzzle;
use quadrille::grid::{Cell, Grid};
use quadrille::regions::Regions;
use quadrille::rules::{Metric, NearestEqual};
use quadrille_engine::branch::{order, value};
use quadrille_engine::{Branching, First, Limits, Model, Rng};

use super::file;
use super::tighten::{Draft, pick};

/// The largest value, as in the puzzle of June 2022.
const LARGEST: i32 = 10;

/// A generated puzzle, with the solution that it was made from; it may have others.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// The regions.
    pub(crate) regions: Regions,
    /// What is given.
    pub(crate) givens: Grid<Option<u32>>,
    /// The value of each cell.
    pub(crate) solution: Grid<u32>,
}

impl Draft for Made {
    fn puzzle(&self) -> Puzzle {
        file::read("made", file::block_party("made", self))
    }

    fn tighten(&mut self, open: &[Cell], rng: &mut Rng) -> bool {
        let free: Vec<Cell> = self
            .solution
            .cells()
            .filter(|&at| self.givens[at].is_none())
            .collect();
        let given = pick(open, rng).or_else(|| pick(&free, rng));
        if let Some(at) = given {
            self.givens[at] = Some(self.solution[at]);
        }
        given.is_some()
    }
}

/// A puzzle in which one value in six is given, as in that of June 2022. Its regions may be in several pieces.
pub(crate) fn make(side: usize, seed: u64) -> Made {
    let mut rng = Rng::new(seed);
    loop {
        let Some(solution) = draw(side, &mut rng) else {
            continue;
        };
        let Some(names) = cut(&solution) else {
            continue;
        };
        return Made {
            regions: Regions::new(&names),
            givens: solution.map(|&value| (rng.below(6) == 0).then_some(value)),
            solution,
        };
    }
}

/// A random grid that satisfies the rule of distances, unless it takes long to find. Large values are rarer: a cell
/// that may hold K may hold K + 1 in three cases of four.
fn draw(side: usize, rng: &mut Rng) -> Option<Grid<u32>> {
    let mut model = Model::new();
    let cells = Grid::from_fn(side, side, |_| {
        let mut most = 1;
        while most < LARGEST && rng.below(4) > 0 {
            most += 1;
        }
        model.var(1..=most)
    });
    for value in 1..=LARGEST {
        model.post(NearestEqual::new(value, &cells, Metric::Taxicab, |_| true));
    }
    let values = value::Random::new(rng.next_u64());
    let brancher = Branching::new(order::DomWdeg::default(), values);
    let limits = Limits {
        nodes: Some(3_000),
        ..Limits::default()
    };
    let mut solver = model.solver();
    let First::Found(solution) = solver.search_with(brancher).limits(limits).first() else {
        return None;
    };
    Some(cells.map(|&var| solution[var] as u32))
}

/// The region of each cell: each K joins the nearest region that ends in K − 1; none if there are too few of those.
fn cut(values: &Grid<u32>) -> Option<Grid<String>> {
    let mut regions: Vec<Vec<Cell>> = Vec::new();
    let mut of = values.map(|_| 0);
    for value in 1..=LARGEST as u32 {
        for cell in values.cells().filter(|&cell| values[cell] == value) {
            let distance = |region: usize| regions[region].iter().map(|c| c.taxicab(cell)).min();
            let nearest = (0..regions.len())
                .filter(|&region| regions[region].len() as u32 + 1 == value)
                .min_by_key(|&region| distance(region));
            let region = match nearest {
                Some(region) => region,
                None if value == 1 => {
                    regions.push(Vec::new());
                    regions.len() - 1
                }
                None => return None,
            };
            regions[region].push(cell);
            of[cell] = region;
        }
    }
    Some(of.map(usize::to_string))
}
