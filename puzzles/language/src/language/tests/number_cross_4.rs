//! Number Cross 4 as a rulebook: against plain enumeration, and what is known of the published puzzle.

use quadrille_engine::{Rng, Step};

use super::{load, texts_of_solutions};
use crate::clue::Clue;
use crate::grid::Grid;
use crate::language::Puzzle;
use crate::puzzle::BuildOptions;
use crate::solve::{Request, Unwatched, solve};

/// A puzzle of the rulebook `number-cross-4`, as plain data.
#[derive(Clone, Debug)]
struct Cross {
    regions: Grid<String>,
    clues: Vec<&'static str>,
}

impl Cross {
    fn drawn(rows: &[&str], clues: &[&'static str]) -> Self {
        let regions = Grid::from_fn(rows.len(), rows[0].len(), |cell| {
            rows[cell.row][cell.column..=cell.column].to_owned()
        });
        Self {
            regions,
            clues: clues.to_vec(),
        }
    }

    fn load(&self) -> Puzzle {
        let rows = (0..self.regions.rows()).map(|row| self.regions.row(row).concat() + "\n");
        let text = format!(
            "kind = \"number-cross-4\"\nregions = '''\n{}'''\nclues = {:?}\n",
            rows.collect::<String>(),
            self.clues
        );
        load(text).puzzle
    }
}

fn options(join_rules: bool) -> BuildOptions {
    BuildOptions {
        join_rules,
        ..BuildOptions::default()
    }
}

/// Fills the grid cell by cell in reading order, with the rules as written and nothing else: `#` is shaded.
struct Enumeration<'a> {
    cross: &'a Cross,
    clues: Vec<Clue>,
    grid: Vec<Vec<u8>>,
    found: Vec<String>,
    /// Cells that may still be filled before it is given up.
    left: u64,
}

impl Enumeration<'_> {
    const MOST_FOUND: usize = 5_000;

    /// All solutions in rising order, or `None` if it was given up.
    fn run(cross: &Cross) -> Option<Vec<String>> {
        let clues = cross.clues.iter();
        let mut all = Enumeration {
            cross,
            clues: clues
                .map(|text| Clue::parse(text).expect("a clue"))
                .collect(),
            grid: vec![vec![b' '; cross.regions.columns()]; cross.regions.rows()],
            found: Vec::new(),
            left: 100_000,
        };
        all.fill(0, 0)?;
        all.found.sort();
        Some(all.found)
    }

    fn fill(&mut self, row: usize, column: usize) -> Option<()> {
        let (rows, columns) = (self.grid.len(), self.grid[0].len());
        if row == rows {
            let lines = self.grid.iter().map(|row| String::from_utf8_lossy(row));
            self.found.push(lines.collect::<Vec<_>>().join("\n"));
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
            } else if satisfies(&self.grid[row], &self.clues[row]) {
                self.fill(row + 1, 0)?;
            }
        }
        Some(())
    }

    /// The rules between two neighbours.
    fn agree(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let region = |(row, column): (usize, usize)| &self.cross.regions.row(row)[column];
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
    let mut numbers = text.split('#').filter(|number| !number.is_empty());
    numbers.all(|number| {
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
fn random_cross(rng: &mut Rng, rows: usize, columns: usize) -> Cross {
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
    let clue = |_| CLUES[rng.below(CLUES.len() as u64) as usize];
    Cross {
        clues: (0..rows).map(clue).collect(),
        regions: Grid::from_values(rows, columns, drawn).expect("a rectangle"),
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
    for round in 0..250 {
        let (rows, columns) = sizes[round % sizes.len()];
        let cross = random_cross(&mut rng, rows, columns);
        let Some(expected) = Enumeration::run(&cross) else {
            given_up += 1;
            continue;
        };
        match expected.len() {
            0 => without += 1,
            1 => unique += 1,
            _ => several += 1,
        }
        let puzzle = cross.load();
        for join_rules in [true, false] {
            let found = texts_of_solutions(&puzzle, &options(join_rules));
            let found: Vec<&str> = found.iter().map(|text| text.trim_end()).collect();
            assert_eq!(found, expected, "round {round}, {join_rules}: {cross:?}");
        }
    }
    assert!(
        without >= 15 && unique >= 3 && several >= 25,
        "{without} {unique} {several} {given_up}"
    );
}

#[test]
fn the_published_puzzle_needs_no_search() {
    let (_, loaded) = crate::read::open("number-cross-4").expect("it is part of the program");
    let puzzle = loaded.puzzle;
    let built = puzzle.build(&BuildOptions::default());
    let mut solver = built.model.solver();
    let brancher = (built.brancher)(&built.reading);
    let mut search = solver.search().boxed_brancher(brancher);
    assert_eq!(search.step(), Step::Solution);
    let completed = (built.reading.complete)(&search.solution());
    assert_eq!(search.step(), Step::Exhausted);
    assert_eq!(search.stats().nodes, 1);
    assert_eq!(puzzle.check(&completed), []);
    let answer = puzzle.answer(&completed).expect("an answer");
    assert_eq!(answer.to_string(), "88243711283");
}

fn refuted_by(cross: &Cross, threads: usize) -> String {
    let request = Request {
        threads,
        ..Request::default()
    };
    let findings = solve(&cross.load(), &request, &mut Unwatched).expect("nothing to check");
    assert_eq!(findings.verdict.to_string(), "no solution");
    findings.refuted_by.expect("refuted at the root")
}

#[test]
fn a_row_without_any_number_is_named() {
    // A square is not prime, and no number of two or three digits is a multiple of 1999.
    for clue in [
        "square & prime",
        "multiple of 1999",
        "palindrome & prime & even & multiple of 3",
    ] {
        let cross = Cross::drawn(&["AAB", "ACB", "DCC"], &["odd", "square", clue]);
        for threads in [1, 2] {
            let rule = refuted_by(&cross, threads);
            assert_eq!(rule, "row 3: The numbers of a row satisfy its clue.");
        }
    }
}

/// Every row has words, but those of one leave none in the other: this is not one row's fault alone.
#[test]
fn a_row_emptied_by_its_neighbours_is_told_so() {
    let cross = Cross::drawn(&["AA", "AA"], &["multiple of 5", "multiple of 7"]);
    let rule = refuted_by(&cross, 1);
    assert!(
        rule.ends_with("together with the lines linked to it"),
        "{rule}"
    );
    // A row that is at fault alone is named first.
    let clues = ["multiple of 5", "multiple of 7", "square & prime"];
    let cross = Cross::drawn(&["AA", "AA", "BB"], &clues);
    let rule = refuted_by(&cross, 1);
    assert_eq!(rule, "row 3: The numbers of a row satisfy its clue.");
}

/// Its pieces may hold different digits.
#[test]
fn a_shaded_cell_cuts_a_region() {
    let puzzle = Cross::drawn(&["AAAAA", "BBCDD"], &["odd or even"; 2]).load();
    let broken = |grid: &str| puzzle.check(&puzzle.read_filled(grid).expect("a grid"));
    assert_eq!(broken("11#22\n33544\n"), []);
    let told: Vec<String> = broken("11#22\n33#44\n")
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        told,
        [
            "No two shaded cells share an edge (r1c3, r2c3): neither holds: r1c3 must not be shaded; r2c3 must not be shaded"
        ]
    );
}
