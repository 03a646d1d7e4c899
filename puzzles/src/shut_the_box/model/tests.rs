//! The whole model against plain enumeration, and the puzzle of November 2025.

use std::collections::BTreeSet;

use quadrille_engine::{Count, Literal, Rng, Step};

use super::*;
use crate::fold::{self, Shape};

/// The puzzle of November 2025: letters are the directions of an arrow, digits a number, perhaps circled (`o`) or
/// in a square (`q`).
const NOVEMBER_2025: &str = "
   .    E    .    .    .    .    .    .   SW    .    .    .    S    .    .    S    .    .    .   SW
   .    .    .    .    E    .    .    .    .    .    .    4    .  ESW    .   4o    .    .    .    .
   .    .    .    .    .    .    E   5q    .  ESW    .    .    .    .    .    .    .    .  NSW    .
   .    S    .   ES    .    .    .    .    .    .    .    .    7    .   5o    .    .    .    .    .
   E    .    .    .    .   ES    .    .    .    .   4o    .    .    7    .  NEW    .   4o    .    .
   .    .    .    .    .    .    4    .   7q    .    .   ES    .    .    .    .    .    .    .    .
   .    .    .    S    .    .    .    9    .    .   EW    .    .  NSW    .    .    E    .    .   SW
   .   ES    .    .    .    .    .    .    .    .    .    .    .    .   SW    .    .   6q    .    .
   .    .   7o    .    .  NES    .    .    . NESW    .   5q    .    .    .    .    .    .    .    .
   .   NE    .    .    .    .    .    .    .    .    .    .  NEW    .    5    .   ES    .  NSW    .
   .    N    .   NS    .    4    .    7    .    .    .    .    .    .    .    .    .    .   3q    .
   .    .    .    .    .    .    .    .  NEW    .   EW    .    .    .  NEW    .    .   NW    .    .
   .    .   NE    .    . NESW    .    .    .    .    .    .    .    .    .    .    .    .    N    .
   E    .    .   5q    .    .    6    .    .    2    .    .   NW    .    .    .    N    .    .    .
   .    .    .    .    .    .    .    .  NSW    .    .   NS    .    S    .    .    .    .    .    .
   .    .   NE    .    N    .    5    .    .   SW    .    .    .    .   SW    .    .    .    .    W
   .    .    .    .    .    N    .   NE    .    .    .    .    .    .    .    .    W    .   NW    .
   .    E    .    .    .    .    .    .    .    .  NSW    .   5o    5    .    .    .    .    .    .
   .    .    .    .   NE    .    E    .   4q    .    .    .    .    .   NW    .    .    .    .    .
   E    .    .    .   NE    .    .    E    .    .    .    W    .    .    .    .    .    .   NW    .
";

/// The net that folds, as published with the puzzle's solution.
const NET: &str = "
......##.........##.
.......##.##...#####
.......#...##.##.#..
.......##.#####..###
........###.##...#.#
......###...##...#..
......####.##....##.
..#######..###...###
.###..##...#####.##.
..##.####..#.##..#..
.....#####.#....###.
..##...#.#.##...#...
...#...#...##.......
...##.####.#........
...#####............
......###..##.......
........#####.......
.........#..###.....
........###..#......
.........#..........
";

fn puzzle(text: &str) -> ShutTheBox {
    let rows: Vec<Vec<Given>> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.split_whitespace().map(given).collect())
        .collect();
    let (height, width) = (rows.len(), rows[0].len());
    let values = rows.into_iter().flatten().collect();
    ShutTheBox {
        givens: Grid::from_values(height, width, values).unwrap(),
    }
}

fn given(word: &str) -> Given {
    if word == "." {
        return Given::Nothing;
    }
    match word.chars().next().and_then(|c| c.to_digit(10)) {
        Some(count) => Given::Number {
            count,
            mark: match word.chars().nth(1) {
                Some('o') => Some(Mark::Circle),
                Some('q') => Some(Mark::Square),
                _ => None,
            },
        },
        None => Given::Arrow(word.chars().filter_map(Direction::from_letter).collect()),
    }
}

/// Every solution, as the cells inside.
fn solutions(puzzle: &ShutTheBox, rules: Rules) -> Vec<Vec<bool>> {
    let Built {
        model,
        brancher,
        reading,
    } = build_with(puzzle, rules);
    let mut solver = model.solver();
    let search = solver.search().boxed_brancher(brancher);
    let mut found: Vec<Vec<bool>> = search
        .map(|solution| {
            let completed = (reading.complete)(&solution.expect("no limits are set"));
            let grid = completed.grid.values();
            grid.iter().map(|&s| s == Symbol::Hash).collect()
        })
        .collect();
    found.sort_unstable();
    found
}

const GRID_ONLY: Rules = Rules {
    fold: false,
    marks: false,
    checkerboard: true,
    euler: false,
};

#[test]
fn november_2025_has_72_shapes() {
    let puzzle = puzzle(NOVEMBER_2025);
    let found = solutions(&puzzle, GRID_ONLY);
    assert_eq!(found.len(), 72);
    let differing: Vec<(usize, usize)> = puzzle
        .givens
        .cells()
        .filter(|&cell| {
            let at = puzzle.givens.index(cell);
            found.iter().any(|shape| shape[at] != found[0][at])
        })
        .map(|cell| (cell.row, cell.column))
        .collect();
    assert_eq!(
        differing,
        [
            (0, 5),
            (0, 6),
            (0, 17),
            (1, 16),
            (2, 16),
            (3, 19),
            (4, 19),
            (17, 15)
        ]
    );
    let sizes: Vec<usize> = found
        .iter()
        .map(|shape| shape.iter().filter(|&&inside| inside).count())
        .collect();
    assert_eq!(sizes.iter().min(), Some(&132));
    assert_eq!(sizes.iter().max(), Some(&138));
}

#[test]
fn november_2025_folds_once_even_without_marks() {
    let puzzle = puzzle(NOVEMBER_2025);
    let net: Vec<bool> = NET
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c == '#')
        .collect();
    for marks in [true, false] {
        let rules = Rules {
            marks,
            ..Rules::default()
        };
        assert_eq!(solutions(&puzzle, rules), [net.clone()]);
    }
}

#[path = "../../../../benches/makers/shut_the_box.rs"]
mod maker;

fn made(side: usize, seed: u64) -> (ShutTheBox, Vec<bool>) {
    let made = maker::make(side, seed);
    let mut givens = Grid::from_fn(made.side, made.side, |_| Given::Nothing);
    let cell = |at: usize| Cell::new(at / made.side, at % made.side);
    for &(at, count) in &made.numbers {
        givens[cell(at)] = Given::Number { count, mark: None };
    }
    for (at, letters) in &made.arrows {
        let directions = letters.chars().filter_map(Direction::from_letter);
        givens[cell(*at)] = Given::Arrow(directions.collect());
    }
    (ShutTheBox { givens }, made.inside)
}

#[test]
#[ignore = "measurement"]
fn time_made_puzzles() {
    for (side, seeds) in [(10, 3), (20, 5), (30, 5), (40, 5)] {
        for seed in 0..seeds {
            let (puzzle, _) = made(side, seed);
            let start = std::time::Instant::now();
            let built = build_with(&puzzle, GRID_ONLY);
            let mut solver = built.model.solver();
            let build = start.elapsed().as_secs_f64();
            let brancher: Box<dyn Brancher> = match std::env::var("STB_ORDER").unwrap_or_default().as_str() {
                "20" => Box::new(quadrille_engine::Branching::new(quadrille_engine::branch::order::DomWdeg::default(), quadrille_engine::branch::value::Largest)),
                "21" => Box::new(quadrille_engine::Branching::new(quadrille_engine::branch::order::DomWdeg::default(), quadrille_engine::branch::value::Smallest)),
                _ => built.brancher,
            };
            let (mut search, mut n) = (solver.search().boxed_brancher(brancher), 0);
            let mut first = 0.0;
            while n < 1000 && search.stats().nodes < 1_000_000 && search.step() == Step::Solution {
                n += 1;
                if n == 1 { first = start.elapsed().as_secs_f64(); }
            }
            let stats = search.stats().clone();
            drop(search);
            println!("{side} seed {seed}: {n} solutions, {} nodes {} failures; build {:.2} ms root {:.2} ms first {:.2} ms all {:.2} ms",
                stats.nodes, stats.failures, build * 1e3, stats.root.as_secs_f64() * 1e3, first * 1e3, start.elapsed().as_secs_f64() * 1e3);
        }
    }
}

#[test]
#[ignore = "measurement"]
fn time_november_2025() {
    let puzzle = puzzle(NOVEMBER_2025);
    for fold in [false, true] {
        for euler in [false] {
            for checkerboard in [true] {
                let rules = Rules {
                    fold,
                    euler,
                    checkerboard,
                    ..Rules::default()
                };
                let mut best = f64::MAX;
                let mut line = String::new();
                for _ in 0..200 {
                    let start = std::time::Instant::now();
                    let built = build_with(&puzzle, rules);
                    let mut solver = built.model.solver();
                    let build = start.elapsed().as_secs_f64();
                    let brancher: Box<dyn Brancher> = match std::env::var("STB_ORDER").unwrap_or_default().as_str() {
                        "20" => Box::new(quadrille_engine::Branching::new(quadrille_engine::branch::order::DomWdeg::default(), quadrille_engine::branch::value::Largest)),
                        "21" => Box::new(quadrille_engine::Branching::new(quadrille_engine::branch::order::DomWdeg::default(), quadrille_engine::branch::value::Smallest)),
                        _ => built.brancher,
                    };
                    let (mut search, mut n) = (solver.search().boxed_brancher(brancher), 0);
                    while search.step() == Step::Solution {
                        n += 1;
                    }
                    let stats = search.stats().clone();
                    drop(search);
                    let all = start.elapsed().as_secs_f64();
                    if all < best {
                        best = all;
                        let mut runs = std::collections::BTreeMap::new();
                        for (_, name, _, calls) in solver.propagators() {
                            *runs.entry(name).or_insert(0) += calls.calls;
                        }
                        line = format!(
                            "{rules:?}: {n} solutions, {} nodes {} failures; build {:.0} µs root {:.0} µs all {:.0} µs {runs:?}",
                            stats.nodes,
                            stats.failures,
                            build * 1e6,
                            stats.root.as_secs_f64() * 1e6,
                            all * 1e6
                        );
                    }
                }
                println!("{line}");
            }
        }
    }
}
