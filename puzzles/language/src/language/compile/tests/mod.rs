//! What the compiler makes of small rulebooks, and what the tests of its parts have in common.

mod absent;
mod genres;
mod posted;
mod refused;
mod strength;

use std::sync::Arc;

use super::{Selection, compile};
use crate::document::Problems;
use crate::grid::Direction;
use crate::language::geometry::Geometry;
use crate::language::parse::parse;
use crate::language::syntax::{Domain, Role};
use crate::language::values::{Data, Datum, Filled, positions};

/// Data of a rulebook whose numbers come from texts, by layer: a word for each position.
pub(super) fn data(book: &str, rows: usize, columns: usize, given: &[(&str, &str)]) -> Arc<Data> {
    let mut problems = Problems::default();
    let book = Arc::new(parse(book, 0, &|_| None, &mut problems));
    assert!(problems.is_empty(), "{problems:?}");
    let mut data = Data {
        geometry: Geometry {
            rows,
            columns,
            boards: 1,
        },
        layers: Vec::new(),
        region_names: vec![Vec::new(); book.layers.len()],
        asked: None,
        book: Arc::clone(&book),
    };
    for (number, layer) in book.layers.iter().enumerate() {
        let words: Vec<String> = given
            .iter()
            .find(|(name, _)| **name == *layer.word.name)
            .map(|(_, text)| text.split_whitespace().map(str::to_owned).collect())
            .unwrap_or_default();
        let mut values = vec![Datum::Missing; positions(&data, &layer.on)];
        for (value, word) in values.iter_mut().zip(words) {
            *value = if word == "." {
                Datum::Missing
            } else if word == "?" {
                Datum::Untold
            } else if let Ok(number) = word.parse() {
                Datum::Number(number)
            } else if layer.domain == Domain::Directions {
                let named = |direction: &Direction| word.contains(direction.letter());
                Datum::Directions(Direction::ALL.into_iter().filter(named).collect())
            } else {
                let names = &mut data.region_names[number];
                let place = names
                    .iter()
                    .position(|name| *name == word)
                    .unwrap_or_else(|| {
                        names.push(word);
                        names.len() - 1
                    });
                Datum::Region(place)
            };
        }
        if layer.role != Role::Data && values.iter().all(|value| matches!(value, Datum::Missing)) {
            values.clear();
        }
        data.layers.push(values);
    }
    Arc::new(data)
}

/// The solutions, each as a text of its first layer to find: the number or the number of the word.
pub(super) fn solutions(data: &Arc<Data>) -> Vec<String> {
    solutions_with(data, &Selection::default())
}

pub(super) fn solutions_with(data: &Arc<Data>, selection: &Selection) -> Vec<String> {
    let compiled = match compile(data, selection) {
        Ok(compiled) => compiled,
        Err(problems) => panic!("{problems:?}"),
    };
    let mut solver = compiled.model.solver();
    let found: Vec<String> = solver
        .solutions()
        .map(|solution| {
            let filling = compiled.reading.filling(&solution.unwrap());
            let layer = filling
                .layers
                .iter()
                .find(|layer| !layer.is_empty())
                .unwrap();
            layer
                .iter()
                .map(|value| match value {
                    Filled::Number(number) => number.to_string(),
                    Filled::Word(word) => ["#", ".", "x"][*word].to_owned(),
                    Filled::Region(region) => char::from(b'A' + *region as u8).to_string(),
                    other => format!("{other:?}"),
                })
                .collect()
        })
        .collect();
    found
}

/// What the propagators of a rulebook are, by name.
pub(super) fn propagators(data: &Arc<Data>) -> Vec<&'static str> {
    let compiled = compile(data, &Selection::default()).expect("it fits");
    let postings = compiled.postings.iter();
    postings.map(|posting| posting.propagator).collect()
}

/// How many propagators of a name there are.
fn count_of(data: &Arc<Data>, name: &str) -> usize {
    let all = propagators(data).into_iter();
    all.filter(|&own| own == name).count()
}
