//! Block Party: the library's rulebook against plain enumeration, and what is known of the published puzzle.

use quadrille_engine::Rng;

use super::{load, texts_of_solutions};
use crate::grid::{Cell, Grid};
use crate::language::Puzzle;
use crate::puzzle::BuildOptions;
use crate::read::Loaded;
use quadrille_board::regions::Regions;

/// A puzzle of the rulebook `block-party`, as plain data.
#[derive(Clone, Debug)]
struct Party {
    regions: Regions,
    givens: Grid<Option<u32>>,
    is_taxicab: bool,
    answer: &'static str,
}

impl Party {
    fn of(regions: Regions, is_taxicab: bool) -> Self {
        Self {
            givens: regions.grid().map(|_| None),
            regions,
            is_taxicab,
            answer: "sum of all cells",
        }
    }

    fn drawn(rows: &[&str], is_taxicab: bool) -> Self {
        let names = Grid::from_fn(rows.len(), rows[0].len(), |cell| {
            rows[cell.row][cell.column..=cell.column].to_owned()
        });
        Self::of(Regions::new(&names), is_taxicab)
    }

    fn load(&self) -> Loaded {
        let block = |word: &dyn Fn(Cell) -> String| -> String {
            let grid = self.regions.grid();
            let row = |row| {
                let words = (0..grid.columns()).map(|column| word(Cell::new(row, column)));
                words.collect::<Vec<_>>().join(" ") + "\n"
            };
            (0..grid.rows()).map(row).collect()
        };
        let regions = block(&|cell| self.regions.name(self.regions.of(cell)).to_owned());
        let given = |cell| self.givens[cell].map_or(".".to_owned(), |given| given.to_string());
        let metric = if self.is_taxicab { "taxicab" } else { "line" };
        let text = format!(
            "kind = 'block-party'\nmetric = '{metric}'\nanswer = '{}'\nregions = '''\n{regions}'''\ngivens = '''\n{}'''\n",
            self.answer,
            block(&given)
        );
        load(text)
    }
}

fn broken(puzzle: &Puzzle, grid: &str) -> Vec<String> {
    let completed = puzzle.read_filled(grid).unwrap();
    let violations = puzzle.check(&completed);
    violations.iter().map(ToString::to_string).collect()
}

fn published() -> Loaded {
    let (_, loaded) = crate::read::open("block-party-4").unwrap();
    loaded
}

#[test]
fn block_party_4_needs_no_search() {
    let built = published().puzzle.build(&BuildOptions::default());
    let mut solver = built.model.solver();
    solver.propagate().unwrap();
    let decisions = solver.decisions().to_vec();
    assert_eq!(decisions.len(), 100);
    assert!(decisions.iter().all(|&var| solver.value(var).is_some()));
}

/// The grid once published as a solution, with the answer 16842072, is none.
#[test]
fn the_mistaken_grid_breaks_the_rule_in_eight_cells() {
    let mistaken = "\
        9 3 6 2 3 7 4 9 6 5\n\
        8 7 5 4 1 1 2 3 8 2\n\
        10 5 3 2 1 2 5 1 2 4\n\
        4 1 2 1 2 6 3 1 1 3\n\
        6 3 1 1 3 2 1 4 2 7\n\
        2 1 4 5 1 1 1 3 5 6\n\
        3 1 2 3 2 4 2 1 2 3\n\
        7 2 1 1 1 1 3 1 4 9\n\
        5 8 3 4 2 1 6 2 3 8\n\
        4 6 9 10 5 3 4 7 2 5\n";
    let found = broken(&published().puzzle, mistaken);
    // Cell, value and distance as found by hand and by others before.
    let expected = [
        ("r1c1", 9, "r1c8", 7),
        ("r1c6", 7, "r2c2", 5),
        ("r1c8", 9, "r1c1", 7),
        ("r2c2", 7, "r1c6", 5),
        ("r2c3", 5, "r3c2", 2),
        ("r3c2", 5, "r2c3", 2),
        ("r4c2", 1, "r4c4", 2),
        ("r6c1", 2, "", 3),
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, (cell, value, at, away)) in found.iter().zip(expected) {
        let begins = format!(
            "The nearest other K is exactly K away ({cell}): {cell} holds {value}; the nearest other {value}, at {at}"
        );
        assert!(found.starts_with(&begins), "{found}");
        assert!(found.ends_with(&format!(", is {away} away")), "{found}");
    }
    let completed = published().puzzle.read_filled(mistaken).unwrap();
    let answer = published().puzzle.answer(&completed).unwrap();
    assert_eq!(answer.to_string(), "16842072");
}

#[test]
fn the_metric_decides_what_is_near() {
    let told = |is_taxicab| {
        let party = Party::drawn(&["AAB", "CDD"], is_taxicab);
        broken(&party.load().puzzle, "121\n112\n")
    };
    let rule = "The nearest other K is exactly K away";
    let near = format!("{rule} (r1c3): r1c3 holds 1; the nearest other 1, at r1c1, is 2 away");
    assert_eq!(told(true), [near.as_str()]);
    let alone = |cell| format!("{rule} ({cell}): {cell} holds 2; there is no other 2");
    assert_eq!(told(false), [alone("r1c2"), near, alone("r2c3")]);
}

#[test]
fn every_answer_is_told_with_its_parts() {
    let told = |answer| {
        let regions = ["AAAAAAAAAAAB", "BBBBBBBBBBBB"];
        let party = Party {
            answer,
            ..Party::drawn(&regions, true)
        };
        let puzzle = party.load().puzzle;
        let filled = "2 3 10 1 1 1 1 1 1 1 1 1\n1 4 5 1 1 1 1 1 1 1 1 1\n";
        let completed = puzzle.read_filled(filled).unwrap();
        let answer = puzzle.answer(&completed).unwrap().to_string();
        (puzzle.report(&completed), answer)
    };
    let ones = " × 1".repeat(9);
    assert_eq!(
        told("sum of row products"),
        (
            vec![
                format!("row 1  2 × 3 × 10{ones}  = 60"),
                format!("row 2  1 × 4 × 5{ones}   = 20")
            ],
            "80".to_owned()
        )
    );
    let (lines, answer) = told("product of column sums");
    assert_eq!(answer, (3 * 7 * 15 * 2_i64.pow(9)).to_string());
    assert_eq!(lines[0], "column  1  2 + 1   = 3");
    assert_eq!(lines[2], "column  3  10 + 5  = 15");
    let (lines, answer) =
        told("sum of the largest horizontally concatenated number of each region");
    assert_eq!(
        lines,
        [
            "region A  row 1  = 231011111111",
            "region B  row 2  = 145111111111"
        ]
    );
    assert_eq!(answer, "376122222222");
    assert_eq!(told("sum of all cells").1, "43");
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
fn enumerate(puzzle: &Party, most: usize) -> Vec<Vec<u32>> {
    let cells: Vec<Cell> = puzzle.givens.cells().collect();
    let n = cells.len();
    let distance = |i: usize, j: usize| {
        let (a, b) = (cells[i], cells[j]);
        let seen = puzzle.is_taxicab || a.row == b.row || a.column == b.column;
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
    found
}

#[test]
fn random_small_grids_have_the_solutions_of_plain_enumeration() {
    const MOST: usize = 300;
    for is_taxicab in [true, false] {
        let mut rng = Rng::new(4);
        // Grids with no, one, several solutions.
        let mut seen = [0; 3];
        for case in 0..180 {
            let (rows, columns) = (4 + rng.below(3) as usize, 4 + rng.below(3) as usize);
            let most = 2 + rng.below(if is_taxicab { 5 } else { 3 });
            let draw =
                |rng: &mut Rng| Party::of(random_regions(rng, rows, columns, most), is_taxicab);
            let mut party = draw(&mut rng);
            if case % 3 > 0 {
                // Random regions seldom have a solution, so many are drawn until one has.
                for _ in 0..100 {
                    if !enumerate(&party, 0).is_empty() {
                        break;
                    }
                    party = draw(&mut rng);
                }
                // Some get givens of a solution.
                if let Some(solution) = enumerate(&party, 20).pop() {
                    for (i, cell) in party.regions.grid().cells().enumerate() {
                        if rng.below(8) == 0 {
                            party.givens[cell] = Some(solution[i]);
                        }
                    }
                }
            }
            if rng.below(4) == 0 {
                let cell = Cell::new(rng.below(4) as usize, rng.below(4) as usize);
                let size = party.regions.cells(party.regions.of(cell)).len() as u64;
                party.givens[cell] = Some(1 + rng.below(size) as u32);
            }
            let expected = enumerate(&party, MOST);
            if expected.len() > MOST {
                continue;
            }
            let mut texts: Vec<String> = expected
                .iter()
                .map(|values| {
                    let row = |row: &[u32]| -> String { row.iter().map(u32::to_string).collect() };
                    values.chunks(columns).map(|r| row(r) + "\n").collect()
                })
                .collect();
            texts.sort_unstable();
            assert_eq!(
                texts_of_solutions(&party.load().puzzle, &BuildOptions::default()),
                texts,
                "{party:?}"
            );
            seen[expected.len().min(2)] += 1;
        }
        assert!(seen.iter().all(|&n| n >= 5), "{is_taxicab}: {seen:?}");
    }
}

/// The published puzzle with two thirds of its solution given, one of them wrong: where the model is refuted before
/// anything is tried, plain enumeration finds no solution either.
#[test]
fn contradictions_of_a_large_grid_are_real() {
    let text = crate::embedded::find("block-party-4").unwrap();
    let block = |key: &str| -> Vec<&str> {
        let (_, rest) = text.split_once(&format!("\n{key} = '''\n")).unwrap();
        rest.split_once("'''").unwrap().0.lines().collect()
    };
    // As published.
    let solution = block("solution");
    let values: Vec<u32> = solution
        .iter()
        .flat_map(|row| row.split_whitespace().map(|word| word.parse().unwrap()))
        .collect();
    let puzzle = Party::drawn(&block("regions"), true);
    let cells: Vec<Cell> = puzzle.givens.cells().collect();
    assert_eq!(values.len(), cells.len());
    let mut rng = Rng::new(9);
    let (mut refuted, mut open) = (0, 0);
    for _ in 0..200 {
        let mut party = puzzle.clone();
        for (&cell, &value) in cells.iter().zip(&values) {
            party.givens[cell] = (rng.below(3) > 0).then_some(value);
        }
        let wrong = rng.below(cells.len() as u64) as usize;
        let size = party.regions.cells(party.regions.of(cells[wrong])).len() as u64;
        let other = 1 + rng.below(size) as u32;
        party.givens[cells[wrong]] = Some(other);
        let built = party.load().puzzle.build(&BuildOptions::default());
        if built.model.solver().propagate().is_ok() {
            open += 1;
            continue;
        }
        assert_ne!(other, values[wrong], "what is right is refuted");
        assert!(enumerate(&party, 0).is_empty(), "{party:?}");
        refuted += 1;
    }
    assert!(refuted > 50 && open > 20, "{refuted} refuted, {open} open");
}

/// Each propagator stands for a rule of its own, whose text says where it is and what it is about; what follows from
/// several rules is there only where rules need not be told apart.
#[test]
fn rules_and_what_stands_for_them() {
    let mut party = Party::drawn(&["AAB"], false);
    party.givens[Cell::new(0, 2)] = Some(1);
    let puzzle = party.load().puzzle;
    let rules = [
        ("clause", "r1c3: Given values stay."),
        (
            "all different (gac)",
            "region A: A region of N cells holds each of 1 to N once.",
        ),
        (
            "nearest equal",
            "digit 1: The nearest other K is exactly K away.",
        ),
        (
            "nearest equal",
            "digit 2: The nearest other K is exactly K away.",
        ),
        (
            "room for value",
            "each region of 2 or more cells has a 2, and no other 2 is nearer to it than 2",
        ),
    ];
    for (join_rules, told) in [(true, &rules[..]), (false, &rules[..4])] {
        let options = BuildOptions {
            join_rules,
            ..BuildOptions::default()
        };
        let solver = puzzle.build(&options).model.solver();
        let found: Vec<(&str, &str)> = solver
            .propagators()
            .map(|(_, name, rule, _)| (name, solver.rule_text(rule)))
            .collect();
        assert_eq!(found, told);
    }
}

/// The 3 of a region of three cells in a row is at most 2 away from the cell below the middle, wherever it is.
#[test]
fn a_region_makes_room_for_its_size() {
    let puzzle = Party::drawn(&["AAAE", "BBBF", "CCCG", "DDDH"], true)
        .load()
        .puzzle;
    for join_rules in [true, false] {
        let options = BuildOptions {
            join_rules,
            ..BuildOptions::default()
        };
        let built = puzzle.build(&options);
        let below = built.reading.places[5].var;
        let mut solver = built.model.solver();
        solver.propagate().unwrap();
        assert_eq!(solver.domain(below).contains(3), !join_rules);
    }
}
