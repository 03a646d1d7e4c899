//! The rulebooks of the library over small grids with random data, of which all assignments are tried.

use super::declarations::{chance, one};
use super::*;
use crate::document::Source;
use crate::language::genres::LIBRARY;
use crate::language::kind::RulebookKind;
use crate::language::library::Shelf;
use crate::language::loaded::examples;
use crate::language::syntax::{Dimension, Ground, Layer, Rulebook};

/// How often to try for a size and data that leave few enough assignments.
const TRIES: usize = 200;

/// Rulebooks whose smallest grid has too many assignments.
const TOO_LARGE: [&str; 1] = ["twenty-four-seven"];

pub(super) fn kind(name: &str, text: &str) -> Arc<RulebookKind> {
    let source = Source {
        name: format!("{name}.rules"),
        text: text.to_owned(),
    };
    let mut problems = Problems::default();
    let kind = Shelf::library().kind_in(name, source, &mut problems);
    kind.unwrap_or_else(|_| panic!("{name}: {problems:?}"))
}

fn book(name: &str, text: &str) -> Arc<Rulebook> {
    Arc::clone(kind(name, text).book())
}

/// The grids that the rulebooks have for it: each breaks the rule that it is for.
#[test]
fn wrong_grids_break_their_rules() {
    let mut tried = 0;
    for (name, text) in LIBRARY {
        for example in examples(&kind(name, text)) {
            let example = example.unwrap_or_else(|(_, problems)| panic!("{name}: {problems:?}"));
            for (rule, grid) in &example.expected().wrong {
                assert!(example.puzzle.breaks(grid, rule), "{name}: {rule}");
                tried += 1;
            }
        }
    }
    assert!(tried > 300, "{tried}");
}

fn geometry(book: &Rulebook, rng: &mut Rng) -> Geometry {
    let side = |of: &Option<Dimension>, rng: &mut Rng| match of {
        Some(Dimension::Number(number)) => *number,
        _ => 1 + rng.below(4) as usize,
    };
    let rows = side(&book.rows, rng);
    let columns = match (&book.rows, &book.columns) {
        (Some(Dimension::Name(a)), Some(Dimension::Name(b))) if a.name == b.name => rows,
        _ => side(&book.columns, rng),
    };
    Geometry {
        rows,
        columns,
        boards: book.boards.max(1),
    }
}

/// A value that is there.
fn value(data: &Data, number: usize, position: usize, rng: &mut Rng) -> Datum {
    let numbers = |rng: &mut Rng| {
        (0..rng.below(3))
            .map(|_| Some(1 + rng.below(3) as i64))
            .collect()
    };
    match &data.book.layers[number].domain {
        Domain::Values { words, .. } => {
            let ranges = interpret::Grounds::new(data).range(number, position);
            let ranges = ranges.unwrap_or_default();
            let at = rng.below((words.len() + 2 * ranges.len()).max(1) as u64) as usize;
            match (words.get(at), &ranges[..]) {
                (Some(_), _) => Datum::Word(at),
                (None, []) => Datum::Missing,
                (None, ranges) => {
                    let (low, high) = one(rng, ranges);
                    // Small numbers fit small grids.
                    let high = high.unwrap_or(low + 4).min(low + 4).max(low);
                    Datum::Number(low + rng.below((high - low + 1) as u64) as i64)
                }
            }
        }
        Domain::Number => Datum::Number(rng.below(6) as i64),
        Domain::Name => Datum::Name(one(rng, &["a", "b", "c"]).into()),
        Domain::List => Datum::List(numbers(rng)),
        Domain::Direction => Datum::Directions(vec![one(rng, &Direction::ALL)]),
        Domain::Directions => {
            Datum::Directions(Direction::ALL[..1 + rng.below(4) as usize].to_vec())
        }
        Domain::Shapes => {
            let shapes = [
                vec![(0, 0)],
                vec![(0, 0), (0, 1)],
                vec![(0, 0), (0, 1), (1, 0)],
            ];
            let count = 1 + rng.below(2);
            Datum::Shapes(
                (0..count)
                    .map(|_| shapes[rng.below(3) as usize].clone())
                    .collect(),
            )
        }
        Domain::Patterns { of, .. } => {
            let words = data.book.words_of(&of.name);
            let word = |rng: &mut Rng| words[rng.below(words.len() as u64) as usize].clone();
            let words = [word(rng), word(rng), word(rng)].join(" ");
            Datum::Patterns(vec![words.into()])
        }
        Domain::Mark => Datum::Mark,
        Domain::Regions | Domain::Clue => Datum::Missing,
    }
}

/// How often a value is there, in a hundred.
fn frequency(layer: &Layer, most: u64) -> u64 {
    match (&layer.role, &layer.on) {
        (Role::Data, Ground::Puzzle) if layer.domain != Domain::Mark => 100,
        (Role::Data, _) => most,
        (Role::Decide { given: true }, _) => most / 3,
        _ => 0,
    }
}

/// Random data of a rulebook, sparse or dense.
fn data(book: &Arc<Rulebook>, rng: &mut Rng) -> Data {
    let mut data = Data {
        book: Arc::clone(book),
        geometry: geometry(book, rng),
        layers: vec![Vec::new(); book.layers.len()],
        region_names: vec![Vec::new(); book.layers.len()],
        asked: None,
    };
    let most = one(rng, &[10, 25, 50]);
    // Whether there is a word for the layers of a template, by position.
    let mut words: Vec<bool> = Vec::new();
    for (number, layer) in book.layers.iter().enumerate() {
        let count = positions(&data, &layer.on);
        if layer.domain == Domain::Regions && layer.role == Role::Data {
            let regions = one(rng, &[2, 3, 4]);
            let names = (0..regions).map(|region: usize| region.to_string());
            data.region_names[number] = names.collect();
            let mut chosen: Vec<usize> = (0..count)
                .map(|_| rng.below(regions as u64) as usize)
                .collect();
            // Each has a cell.
            chosen
                .iter_mut()
                .zip(0..regions)
                .for_each(|(cell, region)| *cell = region);
            data.region_names[number].truncate(count);
            data.layers[number] = chosen.into_iter().map(Datum::Region).collect();
            continue;
        }
        let is_word = layer.template.is_some() && layer.domain == Domain::Mark;
        let often = frequency(layer, most);
        let mut made = Vec::new();
        for position in 0..count {
            let is_there = match layer.template.is_some() && !is_word {
                true => words.get(position) == Some(&true) && chance(rng, 80),
                false => chance(rng, often),
            };
            let stands = is_there && interpret::Grounds::new(&data).stands(number, position);
            made.push(match stands {
                true => value(&data, number, position, rng),
                false => Datum::Missing,
            });
        }
        if is_word {
            words = made
                .iter()
                .map(|datum| matches!(datum, Datum::Mark))
                .collect();
        }
        data.layers[number] = made;
    }
    data
}

/// At most how many assignments there are.
fn assignment_count(data: &Data) -> u64 {
    let mut count = 1u64;
    for (number, layer) in data.book.layers.iter().enumerate() {
        match (&layer.role, &layer.domain) {
            (Role::Data, _) => {}
            (_, Domain::Regions) => {
                let links = data.geometry.count(Kind::Link).min(40);
                count = count.saturating_mul(1 << links);
            }
            _ => {
                for position in 0..positions(data, &layer.on) {
                    count = count.saturating_mul(values(data, number, position).len() as u64);
                    if count > 1 << 40 {
                        return count;
                    }
                }
            }
        }
    }
    count
}

/// Tries `cases` of each rulebook with at most `most` assignments. Some of all have solutions.
fn try_all(cases: u64, most: u64, seed: u64) {
    let mut with_solutions = 0;
    let mut wrong = Vec::new();
    for (name, text) in LIBRARY.iter().filter(|(name, _)| !TOO_LARGE.contains(name)) {
        let book = book(name, text);
        for case in 0..cases {
            let mut rng = Rng::new(seed + case);
            let small = (0..TRIES).map(|_| data(&book, &mut rng));
            let small = small.max_by_key(|data| match assignment_count(data) {
                count if count > most => 0,
                count => count,
            });
            let data = Arc::new(small.expect("there are tries"));
            assert!(
                assignment_count(&data) <= most,
                "{name}: no grid is small enough"
            );
            match judge(&data) {
                Outcome::Same { solutions, .. } => with_solutions += usize::from(solutions > 0),
                outcome => wrong.push(format!(
                    "{name}, case {case} of {seed}, {:?}, {:?}: {outcome:?}",
                    data.geometry, data.layers
                )),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        with_solutions as u64 > cases * 10,
        "only {with_solutions} have solutions"
    );
}

#[test]
fn rulebooks_mean_what_the_interpreter_says() {
    try_all(3, 600, 1);
}

#[test]
#[ignore = "takes minutes"]
fn rulebooks_mean_what_the_interpreter_says_at_length() {
    try_all(40, 20_000, 1000 * number_of("FORMULAS_SEED", 0));
}
