//! Tests of the model: the published puzzle, and small grids against plain enumeration.

use quadrille_engine::{Count, Rng};

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

#[test]
fn block_party_4_needs_no_search() {
    let mut solver = build(&number_4(), &BuildOptions::default()).model.solver();
    solver.propagate().unwrap();
    assert!(
        solver
            .decisions()
            .iter()
            .all(|&var| solver.value(var).is_some())
    );
}

/// A published program applied the rule in the region with 0-based index i (in the order of the alphabet) only to
/// the values up to i, where it wanted the region's size. That model is known to have 1584 solutions.
#[test]
fn a_published_mistake_has_1584_solutions() {
    let puzzle = number_4();
    let built = build_with(&puzzle, true, |region, value| {
        let letter = puzzle.regions.name(region).as_bytes()[0];
        value <= usize::from(letter - b'A')
    });
    assert_eq!(
        built.model.solver().solutions().count(),
        Count::Exactly(1584)
    );
}

/// Random regions: each grows from a cell by neighbours that belong to none yet.
fn random_regions(rng: &mut Rng, rows: usize, columns: usize, most: u64) -> Regions {
    let mut names: Grid<Option<usize>> = Grid::from_fn(rows, columns, |_| None);
    for (region, first) in names.cells().enumerate() {
        if names[first].is_some() {
            continue;
        }
        let mut members = vec![first];
        names[first] = Some(region);
        for _ in 1..1 + rng.below(most) {
            let next: Vec<Cell> = members
                .iter()
                .flat_map(|&member| names.neighbours(member).collect::<Vec<_>>())
                .filter(|&cell| names[cell].is_none())
                .collect();
            if !next.is_empty() {
                let cell = next[rng.below(next.len() as u64) as usize];
                names[cell] = Some(region);
                members.push(cell);
            }
        }
    }
    Regions::new(&names.map(|region| region.unwrap().to_string()))
}

/// All solutions by filling the grid in reading order with what the regions and givens leave. A filling is dropped
/// when two equal values are too near, or when the last cell that could be the partner of some cell is filled and
/// there is none. At most `most + 1` are listed.
fn enumerate(puzzle: &BlockParty, most: usize) -> Vec<Vec<u32>> {
    let cells: Vec<Cell> = puzzle.givens.cells().collect();
    let n = cells.len();
    let distance = |i: usize, j: usize| {
        let (a, b) = (cells[i], cells[j]);
        let seen = puzzle.metric == Metric::Taxicab || a.row == b.row || a.column == b.column;
        (seen && i != j).then(|| (a.row.abs_diff(b.row) + a.column.abs_diff(b.column)) as u32)
    };
    let mut found = Vec::new();
    let mut filled = Vec::new();
    // The value to try next in each cell up to the one after the filled ones.
    let mut next = vec![1; n + 1];
    loop {
        let i = filled.len();
        let region = (i < n).then(|| puzzle.regions.of(cells[i]));
        let size = region.map_or(0, |region| puzzle.regions.cells(region).len() as u32);
        if i == n {
            found.push(filled.clone());
        }
        if i == n || next[i] > size {
            if i == 0 || found.len() > most {
                break;
            }
            next[i] = 1;
            filled.pop();
            continue;
        }
        let value = next[i];
        next[i] += 1;
        let fits = puzzle.givens[cells[i]].is_none_or(|given| given == value)
            && (0..i).all(|j| {
                filled[j] != value
                    || !puzzle.regions.same(cells[i], cells[j])
                        && distance(i, j).is_none_or(|d| d >= value)
            });
        if !fits {
            continue;
        }
        filled.push(value);
        let decided = |j: usize| (i + 1..n).all(|l| distance(j, l) != Some(filled[j]));
        let partnered =
            |j: usize| (0..=i).any(|l| filled[l] == filled[j] && distance(j, l) == Some(filled[j]));
        if !(0..=i).all(|j| !decided(j) || partnered(j)) {
            filled.pop();
        }
    }
    found.sort_unstable();
    found
}

#[test]
fn random_small_grids_have_the_solutions_of_plain_enumeration() {
    const MOST: usize = 300;
    for metric in [Metric::Taxicab, Metric::Line] {
        let mut rng = Rng::new(4);
        // Grids with no, one, several solutions.
        let mut seen = [0; 3];
        for case in 0..180 {
            let (rows, columns) = (4 + rng.below(3) as usize, 4 + rng.below(3) as usize);
            let most = 2 + rng.below(if metric == Metric::Line { 3 } else { 5 });
            let draw = |rng: &mut Rng| BlockParty {
                regions: random_regions(rng, rows, columns, most),
                givens: Grid::from_fn(rows, columns, |_| None),
                metric,
                answer: AnswerExpression::SumOfAllCells,
            };
            let mut puzzle = draw(&mut rng);
            if case % 3 > 0 {
                // Random regions seldom have a solution, so many are drawn until the model has one.
                let solvable = |puzzle: &BlockParty| {
                    let mut solver = build(puzzle, &BuildOptions::default()).model.solver();
                    solver.solutions().next().is_some()
                };
                for _ in 0..100 {
                    if solvable(&puzzle) {
                        break;
                    }
                    puzzle = draw(&mut rng);
                }
                // Some get givens of a solution.
                if let Some(solution) = enumerate(&puzzle, 20).pop() {
                    for (i, cell) in puzzle.regions.grid().cells().enumerate() {
                        if rng.below(8) == 0 {
                            puzzle.givens[cell] = Some(solution[i]);
                        }
                    }
                }
            }
            if rng.below(4) == 0 {
                let cell = Cell::new(rng.below(4) as usize, rng.below(4) as usize);
                puzzle.givens[cell] = Some(rng.below(5) as u32);
            }
            let expected = enumerate(&puzzle, MOST);
            if expected.len() > MOST {
                continue;
            }
            let mut built = build(&puzzle, &BuildOptions::default());
            let mut solver = std::mem::take(&mut built.model).solver();
            let mut found: Vec<Vec<u32>> = solver
                .search()
                .boxed_brancher((built.brancher)(&built.reading))
                .map(|solution| values(&built, &solution.unwrap()))
                .collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{puzzle:?}");
            seen[expected.len().min(2)] += 1;
        }
        assert!(seen.iter().all(|&n| n >= 5), "{metric:?}: {seen:?}");
    }
}

/// Rows of 64 cells, each a region: the values up to 64 make wide variables. A row holds no value twice, so its
/// values want partners in their columns; with one row there are none, and with two all are 1 away.
#[test]
fn regions_of_64_cells() {
    let rows = |n: usize| {
        let names = Grid::from_fn(n, 64, |cell| cell.row.to_string());
        BlockParty {
            regions: Regions::new(&names),
            givens: Grid::from_fn(n, 64, |_| None),
            metric: Metric::Line,
            answer: AnswerExpression::SumOfAllCells,
        }
    };
    for n in [1, 2] {
        let built = build(&rows(n), &BuildOptions::default());
        assert!(built.reading.cells[Cell::new(0, 0)].0.is_wide());
        assert!(built.model.solver().propagate().is_err());
    }
}

/// Each propagator stands for a rule of its own, whose text says where it is and what it is about.
#[test]
fn rules_and_what_stands_for_them() {
    let names = Grid::from_fn(1, 3, |cell| "AAB"[cell.column..=cell.column].to_owned());
    let puzzle = BlockParty {
        regions: Regions::new(&names),
        givens: Grid::from_fn(1, 3, |cell| (cell.column == 2).then_some(1)),
        metric: Metric::Line,
        answer: AnswerExpression::SumOfAllCells,
    };
    let rules = [
        ("given", "given 1 at r1c3"),
        ("all different (gac)", "region A: each of 1–2 once"),
        ("all different (gac)", "region B holds 1"),
        (
            "nearest equal",
            "each 1: the nearest other 1 in its row or column is exactly 1 away",
        ),
        (
            "nearest equal",
            "each 2: the nearest other 2 in its row or column is exactly 2 away",
        ),
        (
            "room for value",
            "each region of 2 or more cells has a 2, and no other 2 is nearer to it than 2",
        ),
    ];
    for (join, told) in [(true, &rules[..]), (false, &rules[..5])] {
        let solver = build_with(&puzzle, join, |_, _| true).model.solver();
        let found: Vec<(&str, &str)> = solver
            .propagators()
            .map(|(_, name, rule, _)| (name, solver.rule_text(rule)))
            .collect();
        assert_eq!(found, told);
    }
}

/// The 3 of a region of three cells in a row is at most 2 away from the cell below the middle, wherever it stands.
#[test]
fn a_region_makes_room_for_its_size() {
    let names = Grid::from_fn(4, 4, |cell| match cell.column {
        3 => format!("{}", cell.row),
        _ => ["A", "B", "C", "D"][cell.row].to_owned(),
    });
    let puzzle = BlockParty {
        regions: Regions::new(&names),
        givens: Grid::from_fn(4, 4, |_| None),
        metric: Metric::Taxicab,
        answer: AnswerExpression::SumOfAllCells,
    };
    for join in [true, false] {
        let built = build_with(&puzzle, join, |_, _| true);
        let mut solver = built.model.solver();
        solver.propagate().unwrap();
        let (below, _) = built.reading.cells[Cell::new(1, 1)];
        assert_eq!(solver.domain(below).contains(3), !join);
    }
}
