//! Bugs found by the comparison, each with the number of solutions by the reference.

mod data;
mod groups;
mod places;
mod values;
mod words;

use super::super::values::Datum;
use super::*;

/// The number of solutions that both sides find; data by layer.
#[track_caller]
pub(super) fn solutions(
    text: &str,
    rows: usize,
    columns: usize,
    given: &[(&str, &[Datum])],
) -> usize {
    solutions_on(1, text, rows, columns, given)
}

/// The same on several boards.
#[track_caller]
fn solutions_on(
    boards: usize,
    text: &str,
    rows: usize,
    columns: usize,
    given: &[(&str, &[Datum])],
) -> usize {
    let mut problems = Problems::default();
    let book = Arc::new(parse(text, 0, &|_| None, &mut problems));
    assert!(problems.is_empty(), "{problems:?}");
    let geometry = Geometry {
        rows,
        columns,
        boards,
    };
    let mut data = Data {
        geometry,
        layers: Vec::new(),
        region_names: vec![Vec::new(); book.layers.len()],
        asked: None,
        book: Arc::clone(&book),
    };
    for layer in &book.layers {
        let own = given.iter().find(|(name, _)| **name == *layer.word.name);
        let regions = own.map_or(&[][..], |(_, values)| values);
        let regions = regions.iter().filter_map(|datum| match datum {
            Datum::Region(region) => Some(region + 1),
            _ => None,
        });
        data.region_names[data.layers.len()] = (0..regions.max().unwrap_or(0))
            .map(|region| region.to_string())
            .collect();
        let values = match own {
            Some((_, values)) => values.to_vec(),
            None => vec![Datum::Missing; positions(&data, &layer.on)],
        };
        data.layers.push(values);
    }
    match judge(&Arc::new(data)) {
        Outcome::Same { solutions, .. } => solutions,
        other => panic!("{other:?}"),
    }
}

const SHADE: &str = "decide shade on cells: shaded or open\n\"Rule.\"\n    ";

const K: &str = "data limit: number\ndecide k: 1..3\n\"Rule.\"\n    ";

fn shades(rule: &str, rows: usize, columns: usize) -> usize {
    solutions(&format!("{SHADE}{rule}\n"), rows, columns, &[])
}

fn of_k(rule: &str, rows: usize, columns: usize) -> usize {
    solutions(&format!("{K}{rule}\n"), rows, columns, &[])
}
