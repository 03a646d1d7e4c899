//! The whole model against plain enumeration, and the puzzle of November 2025.

use quadrille_engine::{Count, Literal, Rng};

use super::*;
use crate::fold::{self, Shape};
use crate::interrupt::Interrupt;

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
    } = build_with(puzzle, rules, &Interrupt::default());
    let mut solver = model.solver();
    let search = solver.search().boxed_brancher(brancher(&reading));
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
        assert_eq!(solutions(&puzzle, rules), std::slice::from_ref(&net));
    }
}

#[path = "../../../../benches/makers/shut_the_box.rs"]
mod maker;

/// A made puzzle and the shape that it was made from.
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

/// The rules about connection as written, by flood fills over a plain array.
fn is_shape(rows: usize, columns: usize, inside: &[bool]) -> bool {
    let reach = |starts: Vec<usize>, through: bool| {
        let mut reached = vec![false; inside.len()];
        let mut queue: Vec<usize> = starts
            .into_iter()
            .filter(|&at| inside[at] == through)
            .collect();
        while let Some(at) = queue.pop() {
            if inside[at] != through || std::mem::replace(&mut reached[at], true) {
                continue;
            }
            let (row, column) = (at / columns, at % columns);
            if row > 0 {
                queue.push(at - columns);
            }
            if row + 1 < rows {
                queue.push(at + columns);
            }
            if column > 0 {
                queue.push(at - 1);
            }
            if column + 1 < columns {
                queue.push(at + 1);
            }
        }
        (0..inside.len()).all(|at| inside[at] != through || reached[at])
    };
    let Some(first) = inside.iter().position(|&i| i) else {
        return false;
    };
    let edge = (0..inside.len()).filter(|at| {
        let (row, column) = (at / columns, at % columns);
        row == 0 || column == 0 || row + 1 == rows || column + 1 == columns
    });
    reach(vec![first], true) && reach(edge.collect(), false)
}

/// The rules of numbers and arrows as written.
fn keeps_givens(puzzle: &ShutTheBox, inside: &[bool]) -> bool {
    let (rows, columns) = (puzzle.givens.rows() as i32, puzzle.givens.columns() as i32);
    let at = |row: i32, column: i32| {
        (0..rows).contains(&row)
            && (0..columns).contains(&column)
            && inside[(row * columns + column) as usize]
    };
    puzzle.givens.cells().all(|cell| {
        let (row, column) = (cell.row as i32, cell.column as i32);
        match &puzzle.givens[cell] {
            Given::Nothing => true,
            Given::Number { count, .. } => {
                let block = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
                let inside = block.filter(|&(down, right)| at(row + down, column + right));
                at(row, column) && inside.count() == *count as usize
            }
            Given::Arrow(points) => {
                let steps = [(-1, 0), (0, 1), (1, 0), (0, -1)];
                let distance = |direction: usize| {
                    let (down, right) = steps[direction];
                    (1..60).find(|&k| at(row + k * down, column + k * right))
                };
                let seen: Vec<Option<i32>> = (0..4).map(distance).collect();
                let least = seen.iter().flatten().min();
                !at(row, column)
                    && least.is_some()
                    && (0..4).all(|direction| {
                        let nearest = seen[direction].as_ref() == least;
                        nearest == points.contains(&Direction::ALL[direction])
                    })
            }
        }
    })
}

/// A puzzle of a size that has this shape among its solutions, or with a fault.
fn random_puzzle(rng: &mut Rng, rows: usize, columns: usize, shape: &[bool]) -> ShutTheBox {
    let density = 2 + rng.below(5);
    let faulty = rng.below(4) == 0;
    let marked = rng.below(3) == 0;
    let mut puzzle = ShutTheBox {
        givens: Grid::from_fn(rows, columns, |_| Given::Nothing),
    };
    for cell in puzzle.givens.cells() {
        if rng.below(density) > 0 {
            continue;
        }
        let mut choices: Vec<Given> = (1..16)
            .map(|set| {
                let all = Direction::ALL.into_iter().enumerate();
                let points = all.filter(|(i, _)| set >> i & 1 == 1).map(|(_, d)| d);
                Given::Arrow(points.collect())
            })
            .collect();
        let mark = match rng.below(6) {
            0 if marked => Some(Mark::Circle),
            1 if marked => Some(Mark::Square),
            _ => None,
        };
        choices.extend((0..=9).map(|count| Given::Number { count, mark }));
        if !(faulty && rng.below(4) == 0) {
            // What holds of the shape, if anything does.
            choices.retain(|given| {
                let mut single = ShutTheBox {
                    givens: Grid::from_fn(rows, columns, |_| Given::Nothing),
                };
                single.givens[cell] = given.clone();
                keeps_givens(&single, shape)
            });
        }
        if !choices.is_empty() {
            let choice = rng.below(choices.len() as u64) as usize;
            puzzle.givens[cell] = choices.swap_remove(choice);
        }
    }
    puzzle
}

/// Every rule combination on random puzzles of this size against all shapes.
fn against_enumeration(rows: usize, columns: usize, cases: usize) {
    let n = rows * columns;
    let shapes: Vec<Vec<bool>> = (0..1u32 << n)
        .map(|bits| (0..n).map(|at| bits >> at & 1 == 1).collect())
        .filter(|inside: &Vec<bool>| is_shape(rows, columns, inside))
        .collect();
    let ways: Vec<Vec<fold::Fold>> = shapes
        .iter()
        .map(|inside| {
            let grid = Grid::from_values(rows, columns, inside.clone()).unwrap();
            fold::folds(&Shape::new(grid).unwrap())
        })
        .collect();
    let foldable: Vec<usize> = (0..shapes.len()).filter(|&i| !ways[i].is_empty()).collect();
    let (mut compared, mut folding) = (0, 0);
    let mut rng = Rng::new(rows as u64 * 100 + columns as u64);
    for case in 0..cases {
        let mut pick = |of: usize| rng.below(of as u64) as usize;
        let like = if case % 2 == 0 && !foldable.is_empty() {
            foldable[pick(foldable.len())]
        } else {
            pick(shapes.len())
        };
        let puzzle = random_puzzle(&mut rng, rows, columns, &shapes[like]);
        let numbers: Vec<_> = numbers(&puzzle).collect();
        let matching: Vec<usize> = (0..shapes.len())
            .filter(|&i| keeps_givens(&puzzle, &shapes[i]))
            .collect();
        // Enumerating what hardly has a given takes long and tests little.
        if matching.len() > 2000 {
            continue;
        }
        compared += 1;
        folding += usize::from(matching.iter().any(|i| foldable.contains(i)));
        let expect = |rules: Rules, keeps: &dyn Fn(usize) -> bool| {
            let mut expected: Vec<Vec<bool>> = matching
                .iter()
                .filter(|&&i| keeps(i))
                .map(|&i| shapes[i].clone())
                .collect();
            expected.sort_unstable();
            assert_eq!(solutions(&puzzle, rules), expected, "{rules:?} {puzzle:?}");
        };
        for (checkerboard, euler) in [(true, false), (false, false), (false, true), (true, true)] {
            let grid_only = Rules {
                checkerboard,
                euler,
                ..GRID_ONLY
            };
            expect(grid_only, &|_| true);
        }
        expect(Rules::default(), &|i| {
            ways[i].iter().any(|fold| fold.keeps_marks(&numbers))
        });
        let unmarked = Rules {
            marks: false,
            ..Rules::default()
        };
        expect(unmarked, &|i| !ways[i].is_empty());
    }
    assert!(compared * 2 > cases, "most cases were passed over");
    assert!(foldable.is_empty() || folding * 4 > cases);
}

/// Each propagator stands for a rule of its own, whose text says where it is and what it is about.
#[test]
fn rules_and_what_stands_for_them() {
    let marked = puzzle("NES . .\n . 3 4o\n . . SW\n W . .\n . . .");
    let unmarked = puzzle("NES . .\n . 3 4\n . . SW\n W . .\n . . .");
    let grid = [
        ("arrow sight line", "r1c1"),
        ("arrow sight line", "north, east and south"),
        ("neighbour count", "number 3 at r2c2"),
        ("neighbour count", "number 4 at r2c3"),
        ("arrow sight line", "r3c3"),
        ("arrow sight line", "south and west"),
        ("arrow sight line", "r4c1"),
        ("arrow sight line", "(west)"),
        ("connected", "kept cells are"),
        ("connected", "every cell that is cut away"),
    ];
    let (checkerboard, euler) = (
        ("no checkerboard", "2×2"),
        ("Euler characteristic", "pairs"),
    );
    let (fold, marks) = (
        ("folds into a box", "fold"),
        ("folds into a box", "circled"),
    );
    let all = Rules {
        euler: true,
        ..Rules::default()
    };
    let few = Rules {
        marks: false,
        checkerboard: false,
        ..Rules::default()
    };
    for (puzzle, rules, more, less) in [
        (
            &marked,
            all,
            &[checkerboard, euler, fold, marks][..],
            &[][..],
        ),
        (&marked, few, &[fold], &[checkerboard, euler, marks]),
        (&marked, GRID_ONLY, &[checkerboard], &[euler, fold, marks]),
        (&unmarked, all, &[checkerboard, euler, fold], &[marks]),
    ] {
        let solver = build_with(puzzle, rules, &Interrupt::default())
            .model
            .solver();
        let told: Vec<(&str, &str)> = solver
            .propagators()
            .map(|(_, name, rule, _)| (name, solver.rule_text(rule)))
            .collect();
        let is_told = |&(name, part): &(&str, &str)| {
            told.iter()
                .any(|&(known, text)| known == name && text.contains(part))
        };
        for expected in grid.iter().chain(more) {
            assert!(is_told(expected), "{expected:?} is not in {told:?}");
        }
        for absent in less {
            assert!(!is_told(absent), "{absent:?} is in {told:?}");
        }
        let texts: std::collections::BTreeSet<&str> = told.iter().map(|(_, text)| *text).collect();
        assert_eq!(texts.len(), told.len(), "a rule of its own for each");
    }
}

#[test]
fn tiny_grids_against_enumeration() {
    for (rows, columns) in [(1, 1), (1, 5), (2, 2), (4, 1), (3, 3)] {
        against_enumeration(rows, columns, 60);
    }
}

#[test]
fn grids_that_hold_nets_against_enumeration() {
    for (rows, columns) in [(2, 5), (3, 4), (3, 5), (4, 4)] {
        against_enumeration(rows, columns, 40);
    }
}

#[test]
fn grids_of_4_by_5_against_enumeration() {
    against_enumeration(4, 5, 30);
}

#[test]
fn made_puzzles_have_the_shape_that_they_were_made_from() {
    for seed in 0..12 {
        let (puzzle, inside) = made(4 + seed as usize % 5, seed);
        assert!(is_shape(
            puzzle.givens.rows(),
            puzzle.givens.columns(),
            &inside
        ));
        assert!(keeps_givens(&puzzle, &inside));
        let built = build_with(&puzzle, GRID_ONLY, &Interrupt::default());
        let mut solver = built.model.solver();
        for (&var, inside) in built
            .reading
            .cells
            .map(|&(var, _)| var)
            .values()
            .iter()
            .zip(inside)
        {
            solver.assume(Literal::is(var, i32::from(inside))).unwrap();
        }
        assert_eq!(solver.solutions().count(), Count::Exactly(1));
    }
}
