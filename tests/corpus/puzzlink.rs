//! Random addresses of every genre, judged by the answer checker of puzz.link on all grids: `tests/puzzlink`.

use std::collections::{BTreeMap, BTreeSet};

use quadrille::read;
use quadrille::solve::{Goal, Unwatched, solve};
use serde_json::Value;

use super::{genres, request};

/// Addresses with the number of grids that are accepted, one of these, and one that is not.
const CASES: &str = include_str!("../puzzlink/cases.tsv");

/// Genres of which no boards can be made at random, or too few: they are compared by their examples alone.
const FEW: usize = 10;

/// Values of a layer as the cases have them: numbers, or the first letters of words; regions by letters in the order
/// of their first cells.
fn text(layer: &Value) -> String {
    let mut regions: Vec<String> = Vec::new();
    let mut short = |value: &Value| match value {
        Value::Null => "_".to_owned(),
        // Only names of regions are in capitals.
        Value::String(name) if name.starts_with(|c: char| c.is_ascii_uppercase()) => {
            let known = regions.iter().position(|known| known == name);
            let number = known.unwrap_or_else(|| {
                regions.push(name.clone());
                regions.len() - 1
            });
            char::from(b'A' + number as u8).to_string()
        }
        Value::String(word) => word.chars().take(1).collect(),
        other => other.to_string(),
    };
    let mut rows = |rows: &Value| -> String {
        let rows = rows.as_array().into_iter().flatten();
        let rows: Vec<Vec<String>> = rows
            .map(|row| {
                row.as_array()
                    .into_iter()
                    .flatten()
                    .map(&mut short)
                    .collect()
            })
            .filter(|row: &Vec<String>| !row.is_empty())
            .collect();
        let is_wide = rows.iter().flatten().any(|word| word.len() != 1);
        let between = if is_wide { "," } else { "" };
        let rows: Vec<String> = rows.iter().map(|row| row.join(between)).collect();
        rows.join("/")
    };
    match layer.get("horizontal") {
        Some(horizontal) => format!("{}|{}", rows(horizontal), rows(&layer["vertical"])),
        None => rows(layer),
    }
}

/// Whether a solution is this grid: `NAME=TEXT` for each layer.
fn is(solution: &Value, grid: &str) -> bool {
    grid.split(' ').all(|layer| {
        let (name, expected) = layer.split_once('=').expect("NAME=TEXT");
        text(&solution[name]) == expected
    })
}

#[test]
fn addresses_mean_what_puzz_link_takes_them_for() {
    let mut cases: BTreeMap<&str, usize> = BTreeMap::new();
    for line in CASES.lines().skip(1) {
        let [body, count, yes, no] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("not a case: {line}");
        };
        *cases.entry(body.split('/').next().unwrap()).or_default() += 1;
        let count: usize = count.parse().unwrap();
        let (_, loaded) = read::open(&format!("https://puzz.link/p?{body}"))
            .unwrap_or_else(|error| panic!("{body}: {error}"));
        let puzzle = &loaded.puzzle;
        let goal = request(Goal::Limit(count as u64 + 1));
        let findings =
            solve(puzzle, &goal, &mut Unwatched).unwrap_or_else(|error| panic!("{body}: {error}"));
        assert_eq!(findings.solutions.len(), count, "{body}");
        let found: Vec<Value> = findings
            .solutions
            .iter()
            .map(|solution| puzzle.layers_json(solution))
            .collect();
        if yes != "-" {
            assert!(found.iter().any(|grid| is(grid, yes)), "{body}: {yes}");
        }
        if no != "-" {
            assert!(!found.iter().any(|grid| is(grid, no)), "{body}: {no}");
        }
    }
    let enough: BTreeSet<&str> = cases
        .iter()
        .filter(|(_, n)| **n >= FEW)
        .map(|(genre, _)| *genre)
        .collect();
    assert!(enough.len() >= 80, "{cases:?}");
    assert!(cases.keys().all(|genre| genres().contains(*genre)));
}
