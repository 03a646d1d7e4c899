//! The table of what the reasons of the propagators on grid cells and of those for clues name.
//!
//! `cargo test -p quadrille --lib sharpness -- --nocapture`

use quadrille_engine::propagators::Presence;
use quadrille_engine::testing::{PropagatorTest, Sharpness};
use quadrille_engine::{Dom, Literal, Model, Var};

use super::*;
use crate::clue::{Clue, NumberClue, RunClue, Runs};
use crate::grid::{Cell, Grid};

type Post = Box<dyn Fn(&mut Model, &[Var])>;

fn grid(rows: usize, vars: &[Var]) -> Grid<Var> {
    let columns = vars.len() / rows;
    Grid::from_values(rows, columns, vars.to_vec()).expect("a grid")
}

fn run_clue(text: &str) -> Post {
    let clue = Clue::parse(text).expect("a clue");
    Box::new(move |model, vars| {
        let blank = Dom::single(10);
        let cells: Vec<(Var, Dom)> = vars.iter().map(|&var| (var, blank)).collect();
        let form = Runs {
            shortest: 2,
            leading_zeros: false,
            wide_gaps: false,
        };
        model.post(RunClue::new(&cells, &clue, form));
    })
}

fn number_clue(text: &str) -> Post {
    let clue = Clue::parse(text).expect("a clue");
    Box::new(move |model, vars| {
        // Whether it holds is open, but has no other values.
        let holds = model.var(0..=1);
        model.post(NumberClue::new(vars, holds, &clue));
    })
}

/// Each with the number of its variables, their values, and the largest share that its reasons may name: a promise,
/// not a measurement; 1 where it promises nothing.
fn stock() -> Vec<(
    &'static str,
    Post,
    usize,
    std::ops::RangeInclusive<i32>,
    f64,
)> {
    vec![
        (
            "nearest equal",
            Box::new(|model, vars| {
                let cells = grid(3, vars);
                model.post(NearestEqual::new(2, &cells, Metric::Taxicab, |_| true));
            }),
            12,
            1..=4,
            0.8,
        ),
        (
            "room for value",
            Box::new(|model, vars| {
                let cells = grid(3, vars);
                let regions: Vec<Vec<Cell>> = (0..3)
                    .map(|row| (0..4).map(|column| Cell::new(row, column)).collect())
                    .collect();
                model.post(RoomForValue::new(3, &cells, &regions, Metric::Taxicab));
            }),
            12,
            2..=4,
            0.8,
        ),
        (
            "no checkerboard",
            Box::new(|model, vars| {
                model.post(NoCheckerboard::new(grid(3, vars)));
            }),
            12,
            0..=1,
            0.8,
        ),
        (
            "symmetric set",
            Box::new(|model, vars| {
                let there = |var: &Var| Presence::If(Literal::is(*var, 1));
                let points = (0..12).map(|cell| (1 + 2 * (cell / 4), 1 + 2 * (cell % 4)));
                let places: Vec<_> = points.zip(vars.iter().map(there)).collect();
                let holds = model.var(1..=1);
                let kinds = [Symmetry::Mirror, Symmetry::HalfTurn];
                model.post(SymmetricSet::new(&places, &kinds, holds));
            }),
            12,
            0..=1,
            0.95,
        ),
        (
            "tile displacement",
            Box::new(|model, vars| {
                let (arriving, leaving) = vars[2..].split_at(3);
                model.post(TileDisplacement::new(
                    vars[0], 9, vars[1], arriving, leaving,
                ));
            }),
            8,
            0..=9,
            0.95,
        ),
        (
            "one way",
            Box::new(|model, vars| {
                model.post(OneWay::new(vars[0], [vars[1], vars[2]]));
            }),
            3,
            0..=5,
            1.0,
        ),
        (
            "distinct runs",
            Box::new(|model, vars| {
                let line = |vars: &[Var]| vars.iter().map(|&var| (var, Dom::single(10))).collect();
                let lines: Vec<Vec<(Var, Dom)>> = vars.chunks(5).map(line).collect();
                model.post(DistinctRuns::new(&lines));
            }),
            20,
            8..=10,
            0.8,
        ),
        (
            "run clue: a palindrome",
            run_clue("palindrome"),
            9,
            0..=10,
            0.95,
        ),
        (
            "run clue: a multiple of 7",
            run_clue("multiple of 7"),
            9,
            0..=10,
            0.95,
        ),
        ("run clue: a square", run_clue("square"), 9, 0..=10, 0.95),
        (
            "number clue: a palindrome",
            number_clue("palindrome"),
            6,
            0..=9,
            0.95,
        ),
        ("number clue: a prime", number_clue("prime"), 4, 0..=9, 1.0),
        (
            "folds into a box",
            Box::new(|model, vars| {
                model.post(FoldsIntoBox::new(grid(4, vars), 1, Vec::new()));
            }),
            16,
            0..=1,
            1.0,
        ),
    ]
}

#[test]
fn the_table() {
    println!("{:28} {}", "propagator", Sharpness::HEAD);
    for (name, post, n, range, promised) in stock() {
        let figures = PropagatorTest::new(post, |_| true).sharpness(200, n, range);
        figures.print_within(name, promised);
    }
}
