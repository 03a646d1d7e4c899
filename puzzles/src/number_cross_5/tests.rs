//! The model against plain enumeration, and against what is known of the puzzle of May 2025.

use std::collections::BTreeSet;

use quadrille_engine::{Limits, Rng, Step, Uniqueness};

use super::NumberCross5;
use super::model::build_rules;
use crate::clue::Clue;
use crate::filled::testing::{clues, regions};
use crate::grid::Grid;
use crate::puzzle::{BuildOptions, Completed, Puzzle};
use crate::read::Source;
use crate::regions::Regions;
use crate::solve::{Request, Unwatched, solve};
use crate::symbol::{Symbol, read_grid, write_grid};

/// What makes two solutions different: region digits, tiles and final grid.
type Found = (Vec<i32>, String);

fn found(completed: &Completed) -> Found {
    let digits = completed.named.iter().map(|&(_, digit)| digit).collect();
    (digits, write_grid(&completed.grid))
}

/// Chooses region digits, then row by row tiles and what each hands to whom, amount by amount: the rules as
/// written and nothing else.
struct Enumeration<'a> {
    puzzle: &'a NumberCross5,
    rows: usize,
    columns: usize,
    digits: Vec<i32>,
    tiles: Vec<Vec<bool>>,
    /// By cell: what it holds after the amounts handed out so far.
    grid: Vec<Vec<i32>>,
    found: BTreeSet<Found>,
    /// Steps before it is given up.
    left: u64,
}

impl Enumeration<'_> {
    fn run(puzzle: &NumberCross5) -> Option<BTreeSet<Found>> {
        let (rows, columns) = puzzle.size();
        let mut all = Enumeration {
            puzzle,
            rows,
            columns,
            digits: Vec::new(),
            tiles: vec![vec![false; columns]; rows],
            grid: vec![vec![0; columns]; rows],
            found: BTreeSet::new(),
            left: 3_000_000,
        };
        all.choose_digits()?;
        Some(all.found)
    }

    fn digit(&self, row: usize, column: usize) -> i32 {
        self.digits[self.puzzle.regions.grid().row(row)[column]]
    }

    fn choose_digits(&mut self) -> Option<()> {
        if self.digits.len() < self.puzzle.regions.len() {
            for digit in 1..=9 {
                self.digits.push(digit);
                self.choose_digits()?;
                self.digits.pop();
            }
            return Some(());
        }
        let of = |row: usize, column: usize| self.puzzle.regions.grid().row(row)[column];
        let clash = |a: (usize, usize), b: (usize, usize)| {
            of(a.0, a.1) != of(b.0, b.1) && self.digit(a.0, a.1) == self.digit(b.0, b.1)
        };
        for row in 0..self.rows {
            for column in 0..self.columns {
                if (row > 0 && clash((row, column), (row - 1, column)))
                    || (column > 0 && clash((row, column), (row, column - 1)))
                {
                    return Some(());
                }
            }
        }
        for row in 0..self.rows {
            for column in 0..self.columns {
                self.grid[row][column] = self.digit(row, column);
            }
        }
        self.choose_tiles(0, 0)
    }

    /// Tiles of a row, cell by cell; then what they hand out.
    fn choose_tiles(&mut self, row: usize, column: usize) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        if row == self.rows {
            // The last row was not followed by another one.
            if self.row_is_right(row - 1) {
                let lines = (0..self.rows).map(|row| self.text(row) + "\n");
                let grid: String = lines.collect();
                let mut numbers: Vec<&str> = grid
                    .split(['#', '\n'])
                    .filter(|number| !number.is_empty())
                    .collect();
                let count = numbers.len();
                numbers.sort_unstable();
                numbers.dedup();
                if numbers.len() == count {
                    self.found.insert((self.digits.clone(), grid));
                }
            }
            return Some(());
        }
        if column == self.columns {
            let tiles: String = self.tiles[row]
                .iter()
                .map(|&t| if t { '#' } else { '1' })
                .collect();
            let short = tiles.split('#').any(|run| run.len() == 1);
            return if short {
                Some(())
            } else {
                self.hand_out(row, 0, 0, None)
            };
        }
        for tile in [false, true] {
            let touches = (row > 0 && self.tiles[row - 1][column])
                || (column > 0 && self.tiles[row][column - 1]);
            if tile && (touches || self.puzzle.locked.row(row)[column]) {
                continue;
            }
            self.tiles[row][column] = tile;
            self.choose_tiles(row, column + 1)?;
        }
        self.tiles[row][column] = false;
        Some(())
    }

    /// The amounts of the tiles of `row` from `column` on: from `side` on of the first, of whose digit `rest` is
    /// left to hand out.
    fn hand_out(
        &mut self,
        row: usize,
        column: usize,
        side: usize,
        rest: Option<i32>,
    ) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        if column == self.columns {
            // What the row above holds is now final.
            return if row == 0 || self.row_is_right(row - 1) {
                self.choose_tiles(row + 1, 0)
            } else {
                Some(())
            };
        }
        if !self.tiles[row][column] {
            return self.hand_out(row, column + 1, 0, None);
        }
        let rest = rest.unwrap_or_else(|| self.digit(row, column));
        if side == 4 {
            return if rest == 0 {
                self.hand_out(row, column + 1, 0, None)
            } else {
                Some(())
            };
        }
        let to = [
            (row.wrapping_sub(1), column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
            (row + 1, column),
        ][side];
        let reaches =
            to.0 < self.rows && to.1 < self.columns && !self.puzzle.locked.row(to.0)[to.1];
        for amount in 0..=rest {
            if amount > 0 && (!reaches || self.grid[to.0][to.1] + amount > 9) {
                break;
            }
            if amount > 0 {
                self.grid[to.0][to.1] += amount;
            }
            self.hand_out(row, column, side + 1, Some(rest - amount))?;
            if amount > 0 {
                self.grid[to.0][to.1] -= amount;
            }
        }
        Some(())
    }

    fn text(&self, row: usize) -> String {
        let cells = self.grid[row].iter().zip(&self.tiles[row]);
        cells
            .map(|(digit, &tile)| {
                if tile {
                    "#".to_owned()
                } else {
                    digit.to_string()
                }
            })
            .collect()
    }

    fn row_is_right(&self, row: usize) -> bool {
        self.text(row)
            .split('#')
            .filter(|number| !number.is_empty())
            .all(|number| self.puzzle.clues[row].contains(number.parse().expect("digits")))
    }
}

const TIGHT: [&str; 12] = [
    "square",
    "cube",
    "fibonacci",
    "prime",
    "triangular",
    "product of digits is 20",
    "product of digits is 36",
    "sum of digits is 12",
    "multiple of 13",
    "divisible by each of its digits",
    "odd & a palindrome",
    "1 more than a palindrome",
];

/// Regions that are grown, some cells locked, and as many rows as asked with clues that say next to nothing.
fn random_puzzle(rng: &mut Rng, rows: usize, columns: usize, loose: usize) -> NumberCross5 {
    let names = 2 + rng.below(3);
    let mut drawn: Vec<String> = Vec::new();
    for cell in 0..rows * columns {
        let name = match rng.below(10) {
            0..=3 if cell % columns > 0 => drawn[cell - 1].clone(),
            4..=7 if cell >= columns => drawn[cell - columns].clone(),
            _ => rng.below(names).to_string(),
        };
        drawn.push(name);
    }
    let mut clues: Vec<&str> = (0..rows)
        .map(|_| TIGHT[rng.below(TIGHT.len() as u64) as usize])
        .collect();
    for _ in 0..loose {
        let relaxed = ["odd or even", "odd", "not prime", "multiple of 3"];
        clues[rng.below(rows as u64) as usize] = relaxed[rng.below(4) as usize];
    }
    let share = 2 + rng.below(4);
    NumberCross5 {
        regions: Regions::new(&Grid::from_values(rows, columns, drawn).expect("a rectangle")),
        locked: Grid::from_fn(rows, columns, |_| rng.below(share) == 0),
        clues: clues
            .iter()
            .map(|clue| Clue::parse(clue).expect("a clue"))
            .collect(),
    }
}

#[test]
fn the_model_has_the_solutions_of_plain_enumeration() {
    let mut rng = Rng::new(5);
    let (mut without, mut unique, mut several, mut large, mut given_up) = (0, 0, 0, 0, 0);
    let sizes = [
        (3, 3),
        (3, 4),
        (4, 3),
        (4, 4),
        (5, 4),
        (5, 5),
        (5, 5),
        (3, 5),
    ];
    for round in 0..400 {
        let (rows, columns) = sizes[round % sizes.len()];
        let puzzle = random_puzzle(&mut rng, rows, columns, 2);
        let Some(expected) = Enumeration::run(&puzzle) else {
            given_up += 1;
            continue;
        };
        match expected.len() {
            0 => without += 1,
            1 => unique += 1,
            _ => several += 1,
        }
        large += usize::from(rows * columns == 25 && !expected.is_empty());
        let built = puzzle.build(&BuildOptions::default());
        let mut solver = built.model.solver();
        let brancher = (built.brancher)(&built.reading);
        let mut all: Vec<Found> = Vec::new();
        for solution in solver.search().boxed_brancher(brancher) {
            let completed = (built.reading.complete)(&solution.expect("no limit"));
            // The checker sees the amounts, too: they are a witness.
            assert_eq!(puzzle.check(&completed), [], "round {round}: {puzzle:?}");
            all.push(found(&completed));
        }
        all.sort();
        let expected: Vec<Found> = expected.into_iter().collect();
        assert_eq!(all, expected, "round {round}: {puzzle:?}");
    }
    assert!(
        without >= 20 && unique >= 5 && several >= 50 && large >= 5,
        "{without} {unique} {several} {large} {given_up}"
    );
}

fn published() -> (NumberCross5, toml::Table) {
    let text = crate::embedded::find("number-cross-5").expect("embedded");
    let source = Source {
        name: "number-cross-5".to_owned(),
        text: text.to_owned(),
    };
    let file: toml::Table = toml::from_str(text).expect("TOML");
    let expected = file["expected"].as_table().expect("a table");
    let puzzle = NumberCross5::parse(&source).expect("a puzzle");
    (puzzle, expected.clone())
}

#[test]
fn the_published_puzzle_has_its_solution_and_no_other() {
    let (puzzle, expected) = published();
    let grid = read_grid(expected["solution"].as_str().expect("text"), 11, 11).expect("a grid");
    let built = puzzle.build(&BuildOptions::default());
    let mut solver = built.model.solver();
    let brancher = (built.brancher)(&built.reading);
    let Uniqueness::Unique(solution) = solver.search().boxed_brancher(brancher).uniqueness() else {
        panic!("not exactly one solution");
    };
    let completed = (built.reading.complete)(&solution);
    assert_eq!(completed.grid, grid);
    assert_eq!(puzzle.check(&completed), []);
    assert_eq!(puzzle.answer(&completed), Some(4_135_658));
    let named: Vec<(&str, i32)> = completed
        .named
        .iter()
        .map(|(n, v)| (n.as_str(), *v))
        .collect();
    let known = [
        ("A", 2),
        ("B", 4),
        ("C", 3),
        ("E", 4),
        ("D", 1),
        ("H", 3),
        ("F", 6),
        ("G", 7),
        ("I", 7),
    ];
    assert_eq!(named, known);
    // The amounts that the model found are told, too.
    let tiles = completed
        .grid
        .cells()
        .filter(|&cell| completed.grid[cell] == Symbol::Hash);
    let covered: i32 = tiles.map(|cell| named[puzzle.regions.of(cell)].1).sum();
    let handed: u32 = completed.flows.iter().map(|flow| flow.amount).sum();
    assert_eq!(handed, covered as u32);
    assert!(completed.flows.iter().all(|flow| flow.amount > 0));
}

/// Each rule once, and its text.
#[test]
fn rules_and_what_stands_for_them() {
    let puzzle = NumberCross5 {
        regions: regions(&["ABC", "ABC"]),
        locked: Grid::from_fn(2, 3, |_| false),
        clues: clues(&["odd", "a square"]),
    };
    let solver = puzzle.build(&BuildOptions::default()).model.solver();
    let mut told: Vec<(&str, String)> = solver
        .propagators()
        .map(|(_, name, rule, _)| (name, solver.rule_text(rule).to_owned()))
        .collect();
    told.sort();
    let mut expected = vec![(
        "distinct runs",
        "no number occurs twice in the whole grid".to_owned(),
    )];
    for column in 1..=3 {
        let apart = "two tiles never share an edge";
        expected.push((
            "no two blanks",
            format!("r1c{column} and r2c{column}: {apart}"),
        ));
    }
    for touching in ["A and B", "B and C"] {
        let text = format!("regions {touching} touch: their digits differ");
        expected.push(("not equal", text));
    }
    for text in ["row 1: odd", "row 2: a square"] {
        expected.push(("run clue", text.to_owned()));
    }
    for cell in ["r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"] {
        let text =
            format!("{cell}: a tile splits exactly the digit that it covers among its neighbours");
        expected.push(("tile displacement", text));
    }
    assert_eq!(told, expected);
}

/// Known from other programs: 63 grids.
#[test]
fn without_the_rule_that_numbers_differ_there_are_63_grids() {
    let (puzzle, _) = published();
    let built = build_rules(&puzzle, false);
    let mut solver = built.model.solver();
    let brancher = (built.brancher)(&built.reading);
    let all: Vec<Found> = solver
        .search()
        .boxed_brancher(brancher)
        .map(|solution| found(&(built.reading.complete)(&solution.expect("no limit"))))
        .collect();
    let grids: BTreeSet<&String> = all.iter().map(|(_, grid)| grid).collect();
    assert_eq!((all.len(), grids.len()), (63, 63));
}

#[test]
fn a_row_without_any_arrangement_is_named() {
    // The region digits are 1–9, so no product is 0; and every cell of the locked row is what its region holds.
    for (clue, locked) in [
        ("square & prime", "..."),
        ("product of digits is 0", "..."),
        ("product of digits is 11", "***"),
        ("multiple of 1999", "..."),
    ] {
        let source = Source {
            name: "test".to_owned(),
            text: format!(
                "kind = \"number-cross-5\"\nregions = '''\nAAB\nACB\nDCC\n'''\n\
                 locked = '''\n...\n.*.\n{locked}\n'''\nclues = [\"odd\", \"square\", \"{clue}\"]\n"
            ),
        };
        let puzzle = NumberCross5::parse(&source).expect("a puzzle");
        let findings = solve(&puzzle, &Request::default(), &mut Unwatched).expect("none to check");
        assert_eq!(findings.verdict.to_string(), "no solution");
        assert_eq!(findings.refuted_by, Some(format!("row 3: {clue}")));
    }
}

#[test]
fn the_largest_size_builds_and_runs() {
    let puzzle = random_puzzle(&mut Rng::new(18), 50, 18, 10);
    let built = puzzle.build(&BuildOptions::default());
    let mut solver = built.model.solver();
    let limits = Limits {
        nodes: Some(10),
        ..Limits::default()
    };
    let brancher = (built.brancher)(&built.reading);
    let step = solver
        .search()
        .boxed_brancher(brancher)
        .limits(limits)
        .step();
    assert_ne!(
        step,
        Step::Solution,
        "900 cells are not decided in ten nodes"
    );
    assert!(solver.state_bytes() < 10_000_000);
}
