//! Tests of the model: the published puzzle, and small grids against plain enumeration.

use std::time::Instant;

use quadrille_engine::Count;

use super::*;
use crate::block_party::{AnswerExpression, Metric};
use crate::regions::Regions;

/// Block Party 4 (Jane Street, June 2022).
const REGIONS: [&str; 10] = [
    "ABBBCCCCCC",
    "AABBBCDDCC",
    "AAEEFFGDHH",
    "AAIEJGGGHH",
    "AIIJJKLGGH",
    "AMINOKPPHH",
    "AQRNNNPUUU",
    "QQRSNTWVVW",
    "QQQSSWWVVW",
    "QQQQSSWWWW",
];

const GIVENS: [&str; 10] = [
    ". 3 . . . 7 . . . .",
    ". . . 4 . . . . . .",
    ". . . . . . . . 2 .",
    ". . . 1 . . . . . .",
    "6 . 1 . . . . . . .",
    ". . . . . . . 3 . 6",
    ". . . . . . 2 . . .",
    ". 2 . . . . . . . .",
    ". . . . . . 6 . . .",
    ". . . . 5 . . . 2 .",
];

/// The published solution.
const SOLUTION: [&str; 10] = [
    "4 3 6 5 3 7 4 9 6 5",
    "8 10 2 4 1 1 2 3 8 2",
    "9 2 3 2 1 2 5 1 2 4",
    "5 7 2 1 2 6 3 1 1 3",
    "6 3 1 1 3 2 1 4 2 7",
    "1 1 4 5 1 1 1 3 5 6",
    "3 1 2 3 2 4 2 1 2 3",
    "4 2 1 1 1 1 3 1 4 9",
    "5 8 3 4 2 1 6 2 3 8",
    "7 6 9 10 5 3 4 7 2 5",
];

fn number_4() -> BlockParty {
    let names = Grid::from_fn(10, 10, |cell| {
        REGIONS[cell.row][cell.column..=cell.column].to_owned()
    });
    BlockParty {
        regions: Regions::new(&names),
        givens: Grid::from_fn(10, 10, |cell| {
            GIVENS[cell.row]
                .split(' ')
                .nth(cell.column)
                .and_then(|text| text.parse().ok())
        }),
        metric: Metric::Taxicab,
        answer: AnswerExpression::SumOfRowProducts,
    }
}

fn values(built: &Built, solution: &quadrille_engine::Solution) -> Vec<u32> {
    (built.reading.complete)(solution)
        .grid
        .values()
        .iter()
        .map(|symbol| match symbol {
            Symbol::Number(value) => *value,
            other => panic!("{other:?} is not a number"),
        })
        .collect()
}

#[test]
fn block_party_4_has_its_published_solution_and_no_other() {
    let mut built = build(&number_4(), &BuildOptions::default());
    let mut solver = std::mem::take(&mut built.model).solver();
    let solutions: Vec<_> = solver.solutions().map(Result::unwrap).collect();
    assert_eq!(solutions.len(), 1);
    let found = values(&built, &solutions[0]);
    let published: Vec<u32> = SOLUTION
        .iter()
        .flat_map(|row| row.split(' '))
        .map(|text| text.parse().unwrap())
        .collect();
    assert_eq!(found, published);
    let products: u32 = found
        .chunks(10)
        .map(|row| row.iter().product::<u32>())
        .sum();
    assert_eq!(products, 24_405_360);
}

/// A published program applied the rule in the region with 0-based index i (in the order of the alphabet) only to
/// the values up to i, where it wanted the region's size. That model is known to have 1584 solutions.
#[test]
fn a_published_mistake_has_1584_solutions() {
    let puzzle = number_4();
    let built = build_with(&puzzle, |cell, value| {
        let letter = REGIONS[cell.row].as_bytes()[cell.column];
        value <= usize::from(letter - b'A')
    });
    assert_eq!(
        built.model.solver().solutions().count(),
        Count::Exactly(1584)
    );
}

#[test]
#[ignore = "measurement"]
fn measure() {
    for _ in 0..3 {
        let started = Instant::now();
        let built = build(&number_4(), &BuildOptions::default());
        let a = started.elapsed();
        let mut solver = built.model.solver();
        let b = started.elapsed();
        let _ = solver.propagate();
        let open: usize = solver
            .decisions()
            .iter()
            .map(|&v| solver.domain(v).len())
            .sum();
        let c = started.elapsed();
        let mut search = solver.search();
        let mut n = 0;
        while search.step() == quadrille_engine::Step::Solution {
            n += 1;
        }
        let d = started.elapsed();
        println!(
            "{n} model {a:?} solver {b:?} root {c:?} ({open} values) all {d:?}\n{:?}",
            search.stats()
        );
    }
}
