//! Large Block Parties of which nearly everything is given, some of it wrong: what is found before anything is tried,
//! against the completions that there are.

use std::collections::BTreeMap;
use std::path::Path;

use quadrille::block_party::{BlockParty, Metric, contradictions};
use quadrille::grid::Cell;
use quadrille::read::{self, Source};
use quadrille::solve::{Goal, Request, Unwatched, solve};
use quadrille_engine::Rng;

type Values = Vec<Vec<u32>>;

/// The open cells of a region, and the values that it has left for them.
type Part = (Vec<(usize, usize)>, Vec<u32>);

/// A made puzzle: its regions as they are written, and its first solution.
fn made(side: usize) -> (Vec<Vec<String>>, Values) {
    let name = format!("benches/scaling/made/block-party-{side:02}-s1.toml");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&name);
    let text = std::fs::read_to_string(path).expect("a made puzzle");
    let source = Source { name, text };
    let loaded = read::parse(&source).expect("it is a puzzle");
    let found = solve(&*loaded.puzzle, &Request::default(), &mut Unwatched).expect("checked");
    let grid = &found.solutions[0].grid;
    let value = |cell| grid[cell].to_string().parse().expect("a number");
    let values = (0..side)
        .map(|row| {
            (0..side)
                .map(|column| value(Cell::new(row, column)))
                .collect()
        })
        .collect();
    let puzzle = BlockParty::parse(&source).expect("a Block Party");
    let region = |row, column| {
        let number = puzzle.regions.of(Cell::new(row, column));
        format!("R{number}")
    };
    let regions = (0..side)
        .map(|row| (0..side).map(|column| region(row, column)).collect())
        .collect();
    (regions, values)
}

fn text(regions: &[Vec<String>], givens: &[Vec<Option<u32>>]) -> Source {
    let block = |rows: Vec<String>| rows.join("\n");
    let regions = block(regions.iter().map(|row| row.join(" ")).collect());
    let given = |value: &Option<u32>| value.map_or(".".to_owned(), |value| value.to_string());
    let givens = block(
        givens
            .iter()
            .map(|row| row.iter().map(given).collect::<Vec<_>>().join(" "))
            .collect(),
    );
    Source {
        name: "changed".to_owned(),
        text: format!(
            "kind = 'block-party'\nmetric = 'taxicab'\nanswer = 'sum of all cells'\n\
             regions = '''\n{regions}\n'''\ngivens = '''\n{givens}\n'''\n"
        ),
    }
}

/// Whether a full grid keeps the rule of distances, by the definition.
fn distances_hold(values: &Values) -> bool {
    let mut places: BTreeMap<u32, Vec<(usize, usize)>> = BTreeMap::new();
    for (row, line) in values.iter().enumerate() {
        for (column, &value) in line.iter().enumerate() {
            places.entry(value).or_default().push((row, column));
        }
    }
    places.iter().all(|(&value, cells)| {
        cells.iter().all(|&(r, c)| {
            let others = cells.iter().filter(|&&other| other != (r, c));
            others.map(|&(s, d)| r.abs_diff(s) + c.abs_diff(d)).min() == Some(value as usize)
        })
    })
}

/// The number of ways to fill the open cells; `None` if there are too many to look at.
fn completions(regions: &[Vec<String>], givens: &[Vec<Option<u32>>]) -> Option<u64> {
    let mut open: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
    let mut missing: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    let mut sizes: BTreeMap<&str, u32> = BTreeMap::new();
    for name in regions.iter().flatten() {
        *sizes.entry(name).or_default() += 1;
    }
    for (&name, &size) in &sizes {
        missing.insert(name, (1..=size).collect());
    }
    for (row, line) in regions.iter().enumerate() {
        for (column, name) in line.iter().enumerate() {
            match givens[row][column] {
                None => open.entry(name).or_default().push((row, column)),
                Some(value) => {
                    let left = missing.get_mut(name.as_str()).expect("a region");
                    match left.iter().position(|&known| known == value) {
                        Some(at) => drop(left.remove(at)),
                        // Given twice, or beyond the size.
                        None => return Some(0),
                    }
                }
            }
        }
    }
    let ways: u64 = open
        .values()
        .map(|cells| (1..=cells.len() as u64).product::<u64>())
        .product();
    if ways > 5_000 {
        return None;
    }
    let mut values: Values = givens
        .iter()
        .map(|row| row.iter().map(|value| value.unwrap_or(0)).collect())
        .collect();
    let parts: Vec<Part> = open
        .iter()
        .map(|(name, cells)| (cells.clone(), missing[name].clone()))
        .collect();
    Some(fill(&mut values, &parts))
}

/// Fills the parts one by one, each in every order, and counts the grids that keep the rule.
fn fill(values: &mut Values, parts: &[Part]) -> u64 {
    let Some(((cells, left), rest)) = parts.split_first() else {
        return u64::from(distances_hold(values));
    };
    let Some((&(row, column), others)) = cells.split_last() else {
        return fill(values, rest);
    };
    let mut count = 0;
    for at in 0..left.len() {
        let mut left = left.clone();
        values[row][column] = left.remove(at);
        let mut parts = vec![(others.to_vec(), left)];
        parts.extend_from_slice(rest);
        count += fill(values, &parts);
    }
    count
}

/// Pairs of givens, and givens alone, that cannot be, by the definition.
fn impossible(regions: &[Vec<String>], givens: &[Vec<Option<u32>>]) -> usize {
    let cells = || {
        let rows = givens.iter().enumerate();
        rows.flat_map(|(row, line)| {
            let line = line.iter().enumerate();
            line.filter_map(move |(column, value)| Some((row, column, (*value)?)))
        })
    };
    let mut count = 0;
    for (r, c, value) in cells() {
        for (s, d, other) in cells().filter(|&(s, d, _)| (s, d) > (r, c)) {
            let away = r.abs_diff(s) + c.abs_diff(d);
            count += usize::from(value == other && regions[r][c] == regions[s][d]);
            count += usize::from(value == other && away < value as usize);
        }
        let (rows, columns) = (givens.len(), givens[0].len());
        let is_reached = (0..rows)
            .flat_map(|s| (0..columns).map(move |d| r.abs_diff(s) + c.abs_diff(d)))
            .any(|away| away == value as usize);
        count += usize::from(!is_reached);
    }
    count
}

#[test]
fn what_is_found_before_anything_is_tried_is_so() {
    let mut rng = Rng::new(1);
    let (mut refuted, mut solvable, mut contradicted) = (0, 0, 0);
    for side in [10, 12, 16] {
        let (regions, solution) = made(side);
        assert!(distances_hold(&solution), "side {side}");
        for _ in 0..60 {
            let mut givens: Vec<Vec<Option<u32>>> = solution
                .iter()
                .map(|row| row.iter().copied().map(Some).collect())
                .collect();
            let mut at = || {
                (
                    rng.below(side as u64) as usize,
                    rng.below(side as u64) as usize,
                )
            };
            for _ in 0..10 {
                let (row, column) = at();
                givens[row][column] = None;
            }
            let ((row, column), (other, beside)) = (at(), at());
            match rng.below(4) {
                // Right.
                0 => {}
                // Another value of the grid, where one is given.
                1 => givens[row][column] = Some(solution[other][beside]),
                // Two exchanged.
                2 => {
                    givens[row][column] = Some(solution[other][beside]);
                    givens[other][beside] = Some(solution[row][column]);
                }
                // One of a region exchanged with another of it.
                _ => {
                    let name = &regions[row][column];
                    let place = (0..side * side)
                        .map(|at| (at / side, at % side))
                        .find(|&(r, c)| (r, c) != (row, column) && regions[r][c] == *name);
                    if let Some((r, c)) = place {
                        givens[row][column] = Some(solution[r][c]);
                        givens[r][c] = Some(solution[row][column]);
                    }
                }
            }
            let Some(number) = completions(&regions, &givens) else {
                continue;
            };
            let source = text(&regions, &givens);
            // A given beyond the size of its region is bad input.
            let Ok(puzzle) = BlockParty::parse(&source) else {
                assert_eq!(number, 0, "{}", source.text);
                continue;
            };
            assert_eq!(puzzle.metric, Metric::Taxicab);
            let request = Request {
                goal: Goal::Count,
                ..Request::default()
            };
            let found = solve(&puzzle, &request, &mut Unwatched).expect("checked");
            assert_eq!(found.verdict.found, number, "{}", source.text);
            assert!(found.verdict.is_exhaustive());
            if let Some(rule) = &found.refuted_by {
                assert_eq!(number, 0, "{rule}: {}", source.text);
                refuted += 1;
            }
            let listed = contradictions(&puzzle);
            assert_eq!(
                listed.len(),
                impossible(&regions, &givens),
                "{}",
                source.text
            );
            if !listed.is_empty() {
                assert_eq!(number, 0, "{}", source.text);
                contradicted += 1;
            }
            solvable += usize::from(number > 0);
        }
    }
    assert!(
        refuted > 20 && solvable > 20 && contradicted > 20,
        "{refuted} refuted, {solvable} solvable, {contradicted} contradicted"
    );
}
