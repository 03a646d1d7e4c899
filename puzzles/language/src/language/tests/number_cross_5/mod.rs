//! Number Cross 5 as a rulebook: against plain enumeration and a second reading of its rules, and what is known of the
//! published puzzle.

mod enumeration;
mod reading;
mod symbol;

use std::collections::BTreeSet;

use quadrille_engine::{Limits, Rng, Step};

use self::enumeration::Enumeration;
use self::reading::{can_have_become, numbers_and_tiles_are_right};
use super::load;
use crate::clue::Clue;
use crate::grid::{Cell, Direction, Grid};
use crate::language::Puzzle;
use crate::picture::{Explained, Fill, Flow};
use crate::puzzle::{BuildOptions, Completed};
use crate::solve::{Request, Unwatched, broken_so_far, solve};
use quadrille_board::regions::Regions;
use symbol::{Symbol, read_grid, write_grid};

/// A puzzle of the rulebook `number-cross-5`, as plain data.
#[derive(Clone, Debug)]
struct Cross {
    regions: Regions,
    locked: Grid<bool>,
    clues: Vec<Clue>,
}

impl Cross {
    fn drawn(regions: &[&str], locked: &[&str], clues: &[&str]) -> Self {
        let regions = Grid::from_fn(regions.len(), regions[0].len(), |cell| {
            regions[cell.row][cell.column..=cell.column].to_owned()
        });
        Self {
            locked: Grid::from_fn(regions.rows(), regions.columns(), |cell| {
                locked[cell.row].as_bytes()[cell.column] == b'*'
            }),
            regions: Regions::new(&regions),
            clues: clues.iter().map(|text| clue(text)).collect(),
        }
    }

    fn load(&self) -> Puzzle {
        self.load_without("")
    }

    /// The puzzle without a rule, if one is named.
    fn load_without(&self, rule: &str) -> Puzzle {
        let rows = |text: &dyn Fn(Cell) -> String| -> String {
            let row = |row| {
                let cells = (0..self.locked.columns()).map(|column| text(Cell::new(row, column)));
                cells.collect::<Vec<_>>().join(" ") + "\n"
            };
            (0..self.locked.rows()).map(row).collect()
        };
        let regions = rows(&|cell| self.regions.name(self.regions.of(cell)).to_owned());
        let locked = rows(&|cell| if self.locked[cell] { "*" } else { "." }.to_owned());
        let clues: Vec<&str> = self.clues.iter().map(Clue::text).collect();
        let head = match rule {
            "" => "kind = \"number-cross-5\"".to_owned(),
            rule => format!("rules = '''\nlike number-cross-5 without {rule}\n'''"),
        };
        let text = format!(
            "{head}\nregions = '''\n{regions}'''\nlocked = '''\n{locked}'''\nclues = {clues:?}\n"
        );
        load(text).puzzle
    }

    /// The grid with these digits of regions as the puzzle reads it; without any, they are left out.
    fn filled(&self, puzzle: &Puzzle, grid: &Grid<Symbol>, digits: &[u32]) -> Completed {
        let digits = digits.iter().enumerate();
        let digits =
            digits.map(|(region, digit)| format!("{}={digit} ", self.regions.name(region)));
        let text = write_grid(grid) + &digits.collect::<String>();
        puzzle.read_filled(&text).expect("a filled grid")
    }
}

fn clue(text: &str) -> Clue {
    Clue::parse(text).expect("a clue")
}

/// What makes two solutions different: region digits, tiles and final grid.
type Found = (Vec<i32>, String);

fn found(puzzle: &Puzzle, completed: &Completed) -> Found {
    let text = puzzle.write(completed);
    let (digits, grid) = text.split_once("\ndigit:\n").expect("both layers");
    let digits = digits
        .split_whitespace()
        .filter_map(|word| word.split_once('='));
    let digits = digits.map(|(_, digit)| digit.parse().expect("a digit"));
    (digits.collect(), grid.to_owned())
}

/// All solutions, in rising order.
fn all_solutions(puzzle: &Puzzle, options: &BuildOptions) -> Vec<Found> {
    let built = puzzle.build(options);
    let mut solver = built.model.solver();
    let brancher = (built.brancher)(&built.reading);
    let mut all: Vec<Found> = Vec::new();
    for solution in solver.search().boxed_brancher(brancher) {
        let completed = (built.reading.complete)(&solution.expect("no limit"));
        // The checker sees what is hidden, too.
        assert_eq!(puzzle.check(&completed), [], "{puzzle:?}");
        all.push(found(puzzle, &completed));
    }
    all.sort();
    all
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
fn random_puzzle(rng: &mut Rng, rows: usize, columns: usize, loose: usize) -> Cross {
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
    Cross {
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
        let cross = random_puzzle(&mut rng, rows, columns, 2);
        let Some(expected) = Enumeration::run(&cross) else {
            given_up += 1;
            continue;
        };
        match expected.len() {
            0 => without += 1,
            1 => unique += 1,
            _ => several += 1,
        }
        large += usize::from(rows * columns == 25 && !expected.is_empty());
        let puzzle = cross.load();
        let expected: Vec<Found> = expected.into_iter().collect();
        let all = all_solutions(&puzzle, &BuildOptions::default());
        assert_eq!(all, expected, "round {round}: {cross:?}");
        // Told apart, few rules are strong: only small ones end.
        if rows * columns == 9 && round % 16 == 0 {
            let apart = BuildOptions {
                join_rules: false,
                ..BuildOptions::default()
            };
            assert_eq!(
                all_solutions(&puzzle, &apart),
                expected,
                "round {round}: {cross:?}"
            );
        }
    }
    assert!(
        without >= 20 && unique >= 5 && several >= 50 && large >= 5,
        "{without} {unique} {several} {large} {given_up}"
    );
}

/// Rows of five cells, alternating between tiles at both ends and in the middle, so that most cells can have grown;
/// regions that touch may have held the same digit, and in every second grid some cell is changed.
fn random_grid(rng: &mut Rng, names: u64) -> (Cross, Option<Grid<Symbol>>) {
    let (rows, columns) = (3, 5);
    let names: Vec<String> = (0..rows * columns)
        .map(|cell| match rng.below(3) {
            0 => rng.below(names).to_string(),
            _ => (cell as u64 % 5 * names / 5).to_string(),
        })
        .collect();
    let mut puzzle = Cross {
        regions: Regions::new(&Grid::from_values(rows, columns, names).expect("a rectangle")),
        locked: Grid::from_fn(rows, columns, |_| rng.below(8) == 0),
        clues: vec![clue("odd or even"); 3],
    };
    let tiles: Vec<Cell> = [(0, 0), (0, 4), (1, 2), (2, 0), (2, 4)]
        .map(|(row, column)| Cell::new(row, column))
        .into_iter()
        .filter(|_| rng.below(6) > 0)
        .collect();
    let digits: Vec<u32> = (0..puzzle.regions.len())
        .map(|_| 1 + rng.below(3) as u32)
        .collect();
    let mut holds = puzzle.regions.grid().map(|&region| digits[region]);
    for &tile in &tiles {
        puzzle.locked[tile] = false;
        let to: Vec<Cell> = holds
            .neighbours(tile)
            .filter(|&cell| !puzzle.locked[cell])
            .collect();
        for _ in 0..digits[puzzle.regions.of(tile)] {
            if !to.is_empty() {
                holds[to[rng.below(to.len() as u64) as usize]] += 1;
            }
        }
    }
    if rng.below(2) == 0 {
        let changed = Cell::new(rng.below(3) as usize, rng.below(5) as usize);
        holds[changed] = (holds[changed] + 2 * rng.below(2) as u32).saturating_sub(1);
    }
    let possible = holds.values().iter().all(|digit| (1..=9).contains(digit));
    let mut grid = holds.map(|&digit| Symbol::Number(digit));
    for tile in tiles {
        grid[tile] = Symbol::Hash;
    }
    (puzzle, possible.then_some(grid))
}

/// Jane Street's puzzle of May 2025, and the solution whose sum is the published answer, with the digits of its
/// regions.
fn published() -> (Cross, Grid<Symbol>, [u32; 9]) {
    let cross = Cross::drawn(
        &[
            "AAAAAAAAAAA",
            "ABAAAAAAAAA",
            "BBCCCCEEEAE",
            "BCCBCDEEEEE",
            "BCCBCDDEEDE",
            "BBBBBDDDDDE",
            "BHFFBBDDFDD",
            "BHFFFFFFFGG",
            "HHHHFHFGGGG",
            "HHHHHHHHHHH",
            "HHIIIIIIHHH",
        ],
        &[
            "...........",
            "...**......",
            "....*....*.",
            "........**.",
            "...........",
            ".....*.....",
            ".**..**....",
            ".*...*.....",
            "....**.....",
            "....*......",
            "...........",
        ],
        &[
            "square",
            "product of digits is 20",
            "multiple of 13",
            "multiple of 32",
            "divisible by each of its digits",
            "product of digits is 25",
            "divisible by each of its digits",
            "odd & a palindrome",
            "fibonacci",
            "product of digits is 2025",
            "prime",
        ],
    );
    let grid = "#342225#324 54#225#252# #5343#65#26 736#32#544# #555#22#816 55#551#155# #3674412#15 \
                737#969#99# 34#46368#89 53593#5995# #47#887#433";
    let grid = read_grid(&grid.replace(' ', "\n"), 11, 11);
    // A, B, C, E, D, H, F, G, I.
    (cross, grid, [2, 4, 3, 4, 1, 3, 6, 7, 7])
}

/// Regions A and B side by side, and a row of C below; any number will do. With A = 2, B = 3 and C = 4, a tile on r1c3
/// hands 1 to each side.
fn small() -> (Cross, Grid<Symbol>, [u32; 3]) {
    let any = ["odd or even"; 2];
    let cross = Cross::drawn(&["AAABBB", "CCCCCC"], &["*.....", "......"], &any);
    let grid = read_grid("23#433\n444444\n", 2, 6);
    (cross, grid, [2, 3, 4])
}

#[test]
fn the_published_puzzle_has_its_solution_and_no_other() {
    let (cross, grid, digits) = published();
    let (_, loaded) = crate::read::open("number-cross-5").expect("it is part of the program");
    for puzzle in [loaded.puzzle, cross.load()] {
        let request = Request::default();
        let findings = solve(&puzzle, &request, &mut Unwatched).expect("the checker agrees");
        assert_eq!(findings.verdict.to_string(), "exactly one solution");
        assert!(findings.stats.nodes <= 468, "{}", findings.stats.nodes);
        let solution = &findings.solutions[0];
        let expected = (digits.map(|digit| digit as i32).to_vec(), write_grid(&grid));
        assert_eq!(found(&puzzle, solution), expected);
        let answer = puzzle.answer(solution).expect("an answer");
        assert_eq!(answer.to_string(), "4135658");
        assert_eq!(puzzle.check(&cross.filled(&puzzle, &grid, &digits)), []);
        assert_eq!(puzzle.check(&cross.filled(&puzzle, &grid, &[])), []);
    }
}

/// Known from other programs: 63 grids.
#[test]
fn without_the_rule_that_numbers_differ_there_are_63_grids() {
    let puzzle = published().0.load_without("once");
    let all = all_solutions(&puzzle, &BuildOptions::default());
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
        let clues = ["odd", "square", clue];
        let cross = Cross::drawn(&["AAB", "ACB", "DCC"], &["...", ".*.", locked], &clues);
        let findings = solve(&cross.load(), &Request::default(), &mut Unwatched);
        let findings = findings.expect("none to check");
        assert_eq!(findings.verdict.to_string(), "no solution");
        let row = "row 3: The numbers of a row satisfy its clue.";
        assert_eq!(findings.refuted_by.as_deref(), Some(row), "{clue}");
    }
}

#[test]
fn large_puzzles_build_and_run() {
    let puzzle = random_puzzle(&mut Rng::new(18), 50, 18, 10).load();
    let built = puzzle.build(&BuildOptions::default());
    let mut solver = built.model.solver();
    let limits = Limits {
        nodes: Some(10),
        ..Limits::default()
    };
    let brancher = (built.brancher)(&built.reading);
    let search = solver.search().boxed_brancher(brancher);
    let step = search.limits(limits).step();
    assert_ne!(
        step,
        Step::Solution,
        "900 cells are not decided in ten nodes"
    );
    assert!(solver.state_bytes() < 10_000_000);
}

/// Every change of one cell to another symbol, and `more` changes of two or three cells.
fn changed(grid: &Grid<Symbol>, more: usize, rng: &mut Rng) -> Vec<Grid<Symbol>> {
    let mut symbols: Vec<Symbol> = (1..10).map(Symbol::Number).collect();
    symbols.push(Symbol::Hash);
    let mut all = Vec::new();
    for cell in grid.cells() {
        for &symbol in symbols.iter().filter(|&&symbol| symbol != grid[cell]) {
            let mut other = grid.clone();
            other[cell] = symbol;
            all.push(other);
        }
    }
    for _ in 0..more {
        let mut other = grid.clone();
        for _ in 0..2 + rng.below(2) {
            let at = rng.below(other.len() as u64) as usize;
            let cell = other.cells().nth(at).expect("a cell");
            other[cell] = symbols[rng.below(symbols.len() as u64) as usize];
        }
        all.push(other);
    }
    all
}

#[test]
fn changed_solutions_are_judged_as_by_a_second_reading() {
    let mut rng = Rng::new(1);
    let judge = |cross: &Cross, grid: &Grid<Symbol>, digits: &[u32], all: Vec<Grid<Symbol>>| {
        let puzzle = cross.load();
        let second = |grid: &Grid<Symbol>| {
            numbers_and_tiles_are_right(cross, grid) && can_have_become(cross, digits, grid)
        };
        assert!(second(grid));
        assert_eq!(puzzle.check(&cross.filled(&puzzle, grid, digits)), []);
        for grid in all {
            let found = puzzle.check(&cross.filled(&puzzle, &grid, digits));
            let holds = second(&grid);
            assert_eq!(holds, found.is_empty(), "{grid:?} {found:?}");
        }
    };
    let (cross, grid, digits) = small();
    let all = changed(&grid, 200, &mut rng);
    judge(&cross, &grid, &digits, all);
    // Each is solved for the amounts: a few of the large grid are enough.
    let (cross, grid, digits) = published();
    let all = changed(&grid, 20, &mut rng);
    judge(
        &cross,
        &grid,
        &digits,
        all.into_iter().step_by(150).collect(),
    );
}

#[test]
fn missing_region_digits_are_looked_for() {
    let (cross, ..) = small();
    let puzzle = cross.load();
    let told = |rows: &str| -> Vec<String> {
        let grid = read_grid(rows, 2, 6);
        let found = puzzle.check(&cross.filled(&puzzle, &grid, &[]));
        let entries = puzzle.read_entries(rows).expect("a grid");
        assert_eq!(broken_so_far(&puzzle, &entries), found);
        found.into_iter().map(|violation| violation.rule).collect()
    };
    assert_eq!(told("23#433\n444444\n"), [""; 0]);
    assert_eq!(told("23#433\n777777\n"), [""; 0]);
    // A is locked at 2, so that the tile passes 2, and B is 3: only 1 is missing.
    let split = "A tile splits the digit that it covers among its neighbours".to_owned();
    assert!(told("23#333\n444444\n").contains(&split));
    // Only one cell of C, beside no tile, is 5.
    let arrive = "Any other cell ends with its region's digit plus what arrives".to_owned();
    assert!(told("23#433\n444454\n").contains(&arrive));
    // A clue, too: everything that is broken is reported.
    let (cross, grid, _) = published();
    let puzzle = cross.load();
    let text = write_grid(&grid).replace("#342225#324", "#342225#325");
    let grid = read_grid(&text, 11, 11);
    let found = puzzle.check(&cross.filled(&puzzle, &grid, &[]));
    let rules: Vec<&str> = found
        .iter()
        .map(|violation| violation.rule.as_str())
        .collect();
    assert!(rules[0].contains("row 1") && rules.len() > 1, "{rules:?}");
}

#[test]
fn missing_region_digits_are_found_where_trying_all_finds_some() {
    let mut rng = Rng::new(5);
    let (mut explained, mut not) = (0, 0);
    for round in 0..200 {
        let (cross, grid) = random_grid(&mut rng, 2 + round % 2);
        let Some(grid) = grid.filter(|grid| numbers_and_tiles_are_right(&cross, grid)) else {
            continue;
        };
        let regions = cross.regions.len() as u32;
        let is_explained = (0..9u32.pow(regions)).any(|code| {
            let digits: Vec<u32> = (0..regions).map(|at| code / 9u32.pow(at) % 9 + 1).collect();
            can_have_become(&cross, &digits, &grid)
        });
        let puzzle = cross.load();
        let found = puzzle.check(&cross.filled(&puzzle, &grid, &[]));
        assert_eq!(found.is_empty(), is_explained, "round {round}: {found:?}");
        not += usize::from(!is_explained);
        explained += usize::from(is_explained);
    }
    assert!(explained >= 20 && not >= 20, "{explained} {not}");
}

#[test]
fn pictures_and_reports_tell_what_is_handed_over() {
    let (cross, grid, digits) = published();
    let puzzle = cross.load();
    let blank = puzzle.picture();
    assert!(blank.cells[Cell::new(1, 3)].locked && !blank.cells[Cell::new(0, 0)].locked);
    assert_eq!(
        blank.words_for(Explained::Lock),
        "locked: no tile may cover or change it"
    );
    // With the amounts of the search, and without: then some are found.
    let findings = solve(&puzzle, &Request::default(), &mut Unwatched).expect("solutions");
    for completed in [
        findings.solutions[0].clone(),
        cross.filled(&puzzle, &grid, &digits),
    ] {
        let mut drawn = blank.clone();
        puzzle.fill(&mut drawn, &completed);
        let tile = &drawn.cells[Cell::new(0, 0)];
        assert_eq!((tile.fill, tile.corner.as_str()), (Fill::Tile, "2"));
        assert_eq!(drawn.cells[Cell::new(0, 1)].text, "3");
        assert_eq!(drawn.cells[Cell::new(0, 1)].corner, "");
        // The first tile is on a 2; r1c2 became 3 and r2c1 became 5.
        let first = Flow {
            from: Cell::new(0, 0),
            towards: Direction::East,
            amount: 1,
        };
        assert!(drawn.flows.contains(&first));
        assert_eq!(puzzle.flows(&completed), drawn.flows);
        for cell in grid.cells() {
            let own = drawn.flows.iter().filter(|flow| flow.from == cell);
            let handed: u32 = own.map(|flow| flow.amount).sum();
            let covered = match grid[cell] {
                Symbol::Hash => digits[cross.regions.of(cell)],
                _ => 0,
            };
            assert_eq!(handed, covered, "{cell}");
        }
        let lines = puzzle.report(&completed);
        assert_eq!(lines[0], "r1c1 passes on 1 to r1c2, 1 to r2c1");
        let tiles = grid
            .values()
            .iter()
            .filter(|&&symbol| symbol == Symbol::Hash);
        assert_eq!(
            lines[tiles.count()],
            "row  1  342225 + 324     = 342549   square"
        );
    }
}
