//! The model against plain enumeration, and against what is known of the puzzle of May 2024.

use quadrille_engine::{Dom, Limits, Rng, Step, Uniqueness};

use super::NumberCross4;
use super::model::{Effort, build_within, line, ties};
use crate::clue::Clue;
use crate::clue::line::Cost;
use crate::filled::testing::{clues, regions};
use crate::grid::Grid;
use crate::number_cross::BLANK;
use crate::puzzle::{BuildOptions, Puzzle};
use crate::read::Source;
use crate::regions::Regions;
use crate::solve::{Request, Unwatched, solve};
use crate::symbol::{read_grid, write_grid};

/// Every row a table, a diagram, or neither.
const EFFORTS: [Effort; 3] = [
    Effort {
        row: ALL_WORDS,
        all: ALL_WORDS,
        states: 0,
    },
    Effort {
        row: NO_WORDS,
        all: NO_WORDS,
        states: usize::MAX,
    },
    Effort {
        row: NO_WORDS,
        all: NO_WORDS,
        states: 0,
    },
];

const ALL_WORDS: Cost = Cost {
    words: usize::MAX,
    nanoseconds: f64::INFINITY,
};

const NO_WORDS: Cost = Cost {
    words: 0,
    nanoseconds: 0.0,
};

fn options(join_rules: bool) -> BuildOptions {
    BuildOptions {
        join_rules,
        ..BuildOptions::default()
    }
}

/// The solutions that the model has, as texts in rising order.
fn solutions(puzzle: &NumberCross4, join_rules: bool, effort: &Effort) -> Vec<String> {
    let built = build_within(puzzle, &options(join_rules), effort);
    let mut solver = built.model.solver();
    let mut found: Vec<String> = solver
        .search()
        .boxed_brancher((built.brancher)(&built.reading))
        .map(|solution| write_grid(&(built.reading.complete)(&solution.expect("no limit")).grid))
        .collect();
    found.sort();
    found
}

/// Fills the grid cell by cell in reading order, with the rules as written and nothing else: `#` is shaded.
struct Enumeration<'a> {
    puzzle: &'a NumberCross4,
    grid: Vec<Vec<u8>>,
    found: Vec<String>,
    /// Cells that may still be filled before it is given up.
    left: u64,
}

impl Enumeration<'_> {
    const MOST_FOUND: usize = 5_000;

    /// All solutions in rising order, or `None` if it was given up.
    fn run(puzzle: &NumberCross4) -> Option<Vec<String>> {
        let (rows, columns) = puzzle.size();
        let mut all = Enumeration {
            puzzle,
            grid: vec![vec![b' '; columns]; rows],
            found: Vec::new(),
            left: 1_000_000,
        };
        all.fill(0, 0)?;
        all.found.sort();
        Some(all.found)
    }

    fn fill(&mut self, row: usize, column: usize) -> Option<()> {
        let (rows, columns) = (self.grid.len(), self.grid[0].len());
        if row == rows {
            let lines = self.grid.iter().map(|row| String::from_utf8_lossy(row));
            self.found
                .push(lines.map(|line| format!("{line}\n")).collect());
            return (self.found.len() < Self::MOST_FOUND).then_some(());
        }
        for symbol in "#0123456789".bytes() {
            self.left = self.left.checked_sub(1)?;
            self.grid[row][column] = symbol;
            let fits = (row == 0 || self.agree((row - 1, column), (row, column)))
                && (column == 0 || self.agree((row, column - 1), (row, column)));
            if !fits {
                continue;
            }
            if column + 1 < columns {
                self.fill(row, column + 1)?;
            } else if satisfies(&self.grid[row], &self.puzzle.clues[row]) {
                self.fill(row + 1, 0)?;
            }
        }
        Some(())
    }

    /// The rules between two neighbours.
    fn agree(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let regions = self.puzzle.regions.grid();
        let region = |(row, column): (usize, usize)| regions.row(row)[column];
        match (self.grid[a.0][a.1], self.grid[b.0][b.1]) {
            (b'#', b'#') => false,
            (b'#', _) | (_, b'#') => true,
            (x, y) => (x == y) == (region(a) == region(b)),
        }
    }
}

/// Whether the numbers of a row satisfy its clue.
fn satisfies(row: &[u8], clue: &Clue) -> bool {
    let text = String::from_utf8_lossy(row);
    text.split('#')
        .filter(|number| !number.is_empty())
        .all(|number| {
            number.len() >= 2
                && !number.starts_with('0')
                && clue.contains(number.parse().expect("digits"))
        })
}

const CLUES: [&str; 24] = [
    "square",
    "cube",
    "prime",
    "fibonacci",
    "triangular",
    "palindrome",
    "odd",
    "even",
    "multiple of 3",
    "multiple of 7",
    "multiple of 37",
    "power of 2",
    "sum of digits is 9",
    "product of digits is 12",
    "product of digits ends in 2",
    "divisible by each of its digits",
    "prime raised to a prime power",
    "1 more than a palindrome",
    "2 less than a square",
    "30 more than a multiple of 7",
    "not prime",
    "odd or even",
    "square or prime",
    "multiple of 11 & odd",
];

/// Regions drawn cell by cell, or grown by taking over a neighbour's.
fn random_puzzle(rng: &mut Rng, rows: usize, columns: usize) -> NumberCross4 {
    let names = 2 + rng.below(4);
    let grown = rng.below(2) == 0;
    let mut drawn: Vec<String> = Vec::new();
    for cell in 0..rows * columns {
        let name = match (grown, rng.below(10)) {
            (true, 0..=3) if cell % columns > 0 => drawn[cell - 1].clone(),
            (true, 4..=7) if cell >= columns => drawn[cell - columns].clone(),
            _ => rng.below(names).to_string(),
        };
        drawn.push(name);
    }
    let clue = |_| Clue::parse(CLUES[rng.below(CLUES.len() as u64) as usize]).expect("a clue");
    NumberCross4 {
        clues: (0..rows).map(clue).collect(),
        regions: Regions::new(&Grid::from_values(rows, columns, drawn).expect("a rectangle")),
    }
}

#[test]
fn the_model_has_the_solutions_of_plain_enumeration() {
    let mut rng = Rng::new(4);
    let (mut without, mut unique, mut several, mut given_up) = (0, 0, 0, 0);
    // Small ones more often: there enumeration ends, and some have one solution.
    let sizes = [
        (2, 2),
        (2, 2),
        (2, 3),
        (3, 2),
        (3, 2),
        (3, 3),
        (4, 2),
        (4, 3),
        (3, 4),
        (4, 4),
        (2, 5),
    ];
    for round in 0..700 {
        let (rows, columns) = sizes[round % sizes.len()];
        let puzzle = random_puzzle(&mut rng, rows, columns);
        let Some(expected) = Enumeration::run(&puzzle) else {
            given_up += 1;
            continue;
        };
        match expected.len() {
            0 => without += 1,
            1 => unique += 1,
            _ => several += 1,
        }
        for join_rules in [true, false] {
            for (at, effort) in EFFORTS.iter().enumerate() {
                let found = solutions(&puzzle, join_rules, effort);
                assert_eq!(
                    found, expected,
                    "round {round}, {join_rules}, {at}: {puzzle:?}"
                );
            }
        }
    }
    assert!(
        without >= 50 && unique >= 10 && several >= 100,
        "{without} {unique} {several} {given_up}"
    );
}

fn published() -> (NumberCross4, toml::Table) {
    let text = crate::embedded::find("number-cross-4").expect("embedded");
    let source = Source {
        name: "number-cross-4".to_owned(),
        text: text.to_owned(),
    };
    let file: toml::Table = toml::from_str(text).expect("TOML");
    let expected = file["expected"].as_table().expect("a table");
    let puzzle = NumberCross4::parse(&source).expect("a puzzle");
    (puzzle, expected.clone())
}

#[test]
fn the_published_puzzle_has_its_solution_and_no_other() {
    let (puzzle, expected) = published();
    let grid = read_grid(expected["solution"].as_str().expect("text"), 11, 11).expect("a grid");
    for join_rules in [true, false] {
        let built = puzzle.build(&options(join_rules));
        let mut solver = built.model.solver();
        let brancher = (built.brancher)(&built.reading);
        let Uniqueness::Unique(solution) = solver.search().boxed_brancher(brancher).uniqueness()
        else {
            panic!("not exactly one solution");
        };
        let completed = (built.reading.complete)(&solution);
        assert_eq!(completed.grid, grid);
        assert_eq!(puzzle.check(&completed), []);
        assert_eq!(puzzle.answer(&completed), Some(88_243_711_283));
    }
}

/// The number of ways to fill the first rows, as a count by the row reached; found independently of this program.
#[test]
fn rows_joined_from_the_top_leave_the_known_numbers() {
    let (puzzle, _) = published();
    let regions = puzzle.regions.grid();
    let any = [Dom::range(0..=BLANK); 11];
    // Of each way only the last row matters for what can follow.
    let mut last: Vec<Vec<i32>> = Vec::new();
    let mut counts = Vec::new();
    for (row, clue) in puzzle.clues.iter().enumerate() {
        let words = line(&ties(regions.row(row)), &any, clue)
            .words(ALL_WORDS, &mut ALL_WORDS.clone())
            .expect("no limit");
        let follows = |above: &[i32], word: &[i32]| {
            (0..11).all(|column| match (above[column], word[column]) {
                (BLANK, BLANK) => false,
                (BLANK, _) | (_, BLANK) => true,
                (x, y) => (x == y) == (regions.row(row - 1)[column] == regions.row(row)[column]),
            })
        };
        let mut next = Vec::new();
        for word in words.chunks_exact(11) {
            let ways = match row {
                0 => 1,
                _ => last.iter().filter(|above| follows(above, word)).count(),
            };
            next.extend(std::iter::repeat_n(word.to_vec(), ways));
        }
        last = next;
        counts.push(last.len());
    }
    assert_eq!(counts, [6, 816, 1, 2, 3, 1, 8, 1, 2, 2, 1]);
}

#[test]
fn a_row_without_any_number_is_named() {
    // A square is no prime, and no number of two or three digits is a multiple of 1999.
    for clue in [
        "square & prime",
        "multiple of 1999",
        "palindrome & prime & even & multiple of 3",
    ] {
        for join_rules in [true, false] {
            let source = Source {
                name: "test".to_owned(),
                text: format!(
                    "kind = \"number-cross-4\"\nregions = '''\nAAB\nACB\nDCC\n'''\n\
                     clues = [\"odd\", \"square\", \"{clue}\"]\n"
                ),
            };
            let puzzle = NumberCross4::parse(&source).expect("a puzzle");
            let regions = if join_rules {
                ""
            } else {
                ", with the regions of its cells"
            };
            for threads in [1, 2] {
                let request = Request {
                    build: options(join_rules),
                    threads,
                    ..Request::default()
                };
                let findings = solve(&puzzle, &request, &mut Unwatched).expect("none to check");
                assert_eq!(findings.verdict.to_string(), "no solution");
                assert_eq!(findings.refuted_by, Some(format!("row 3: {clue}{regions}")));
            }
        }
    }
}

/// Every row has words, but those of the third leave none in the second: this is not the second row's fault alone.
#[test]
fn a_row_emptied_by_its_neighbours_is_told_so() {
    let source = Source {
        name: "test".to_owned(),
        text: "kind = \"number-cross-4\"\nregions = '''\nAA\nAA\n'''\n\
               clues = [\"multiple of 5\", \"multiple of 7\"]\n"
            .to_owned(),
    };
    let puzzle = NumberCross4::parse(&source).expect("a puzzle");
    let findings = solve(&puzzle, &Request::default(), &mut Unwatched).expect("nothing to check");
    assert_eq!(findings.verdict.to_string(), "no solution");
    let rule = findings.refuted_by.expect("refuted at the root");
    assert!(
        rule.ends_with("beside what the rows above and below leave"),
        "{rule}"
    );

    // Rules that are to be told apart know nothing of each other.
    let request = Request {
        build: options(false),
        ..Request::default()
    };
    let findings = solve(&puzzle, &request, &mut Unwatched).expect("nothing to check");
    assert_eq!(findings.verdict.to_string(), "no solution");
    let rule = findings.refuted_by.unwrap_or_default();
    assert!(!rule.contains("above and below"), "{rule}");

    // A row that is at fault alone is named first.
    let puzzle = NumberCross4 {
        regions: regions(&["AA", "AA", "BB"]),
        clues: clues(&["multiple of 5", "multiple of 7", "square & prime"]),
    };
    let findings = solve(&puzzle, &Request::default(), &mut Unwatched).expect("nothing to check");
    let rule = findings.refuted_by.expect("refuted at the root");
    assert_eq!(rule, "row 3: square & prime");
}

/// Each rule once, and its text, where no row is listed.
#[test]
fn rules_and_what_stands_for_them() {
    let puzzle = NumberCross4 {
        regions: regions(&["AB", "AA"]),
        clues: clues(&["odd", "a square"]),
    };
    let solver = build_within(&puzzle, &options(true), &EFFORTS[2])
        .model
        .solver();
    let mut told: Vec<(&str, &str)> = solver
        .propagators()
        .map(|(_, name, rule, _)| (name, solver.rule_text(rule)))
        .collect();
    told.sort_unstable();
    let (apart, different, equal) = ("no two blanks", "adjacency difference", "region equality");
    let expected = [
        (
            different,
            "r1c1 and r1c2, regions A and B: neighbours hold different digits",
        ),
        (
            different,
            "r1c2 and r2c2, regions B and A: neighbours hold different digits",
        ),
        (apart, "r1c1 and r1c2: two shaded cells never share an edge"),
        (apart, "r1c1 and r2c1: two shaded cells never share an edge"),
        (apart, "r1c2 and r2c2: two shaded cells never share an edge"),
        (apart, "r2c1 and r2c2: two shaded cells never share an edge"),
        (
            equal,
            "r1c1 and r2c1, region A: unshaded neighbours hold the same digit",
        ),
        (
            equal,
            "r2c1 and r2c2, region A: unshaded neighbours hold the same digit",
        ),
        ("run clue", "row 1: odd"),
        ("run clue", "row 2: a square"),
    ];
    assert_eq!(told, expected);
}

#[test]
fn the_largest_size_builds_and_runs() {
    let puzzle = random_puzzle(&mut Rng::new(18), 50, 18);
    for join_rules in [true, false] {
        let built = puzzle.build(&options(join_rules));
        let mut solver = built.model.solver();
        let limits = Limits {
            nodes: Some(30),
            ..Limits::default()
        };
        let brancher = (built.brancher)(&built.reading);
        let step = solver
            .search()
            .boxed_brancher(brancher)
            .limits(limits)
            .step();
        assert_ne!(step, Step::Solution, "most of these clues leave none");
        assert!(solver.state_bytes() < 10_000_000);
    }
}
