//! Small rulebooks with data and filled grids by hand: each construct of the language, where it holds and where not.

mod atoms;
mod forms;
mod logic;
mod many;
mod places;
mod unknown;
mod whole;

use std::sync::Arc;

use super::super::geometry::Geometry;
use super::super::syntax::{Domain, Role, Rulebook};
use super::super::values::{Data, Datum, Filled, Filling, positions};
use super::*;
use crate::clue::Clue;
use crate::document::Problems;

/// A puzzle with a filled grid. Grids are texts: `/` or line ends between rows; signs, or words with spaces between
/// them. In layers to find, `?` is unknown and `_` is where the layer does not apply.
pub(super) struct Bench {
    data: Data,
    filling: Filling,
}

fn read(text: &str) -> Rulebook {
    let mut problems = Problems::default();
    let book = super::super::parse::parse(text, 0, &|_| None, &mut problems);
    assert!(problems.is_empty(), "{text}\n{problems:?}");
    book
}

/// A puzzle of these declarations and rules.
fn bench(rules: &str, rows: usize, columns: usize) -> Bench {
    let book = read(rules);
    let geometry = Geometry {
        rows,
        columns,
        boards: book.boards.max(1),
    };
    let count = book.layers.len();
    let data = Data {
        book: Arc::new(book),
        geometry,
        layers: vec![Vec::new(); count],
        region_names: vec![Vec::new(); count],
        asked: None,
    };
    let mut bench = Bench {
        data,
        filling: Filling {
            layers: vec![Vec::new(); count],
        },
    };
    bench.clear();
    bench
}

/// Whether one formula holds: it is the only rule.
fn holds(
    declarations: &str,
    formula: &str,
    rows: usize,
    columns: usize,
    grids: &[(&str, &str)],
) -> bool {
    let mut bench = bench(
        &format!("{declarations}\n\"Rule.\"\n    {formula}\n"),
        rows,
        columns,
    );
    for (layer, grid) in grids {
        bench.put(layer, grid);
    }
    let broken = bench.rules();
    let bad = broken
        .iter()
        .find(|broken| broken.message.contains("cannot be evaluated"));
    assert!(bad.is_none(), "{formula}: {bad:?}");
    broken.is_empty()
}

impl Bench {
    /// Nothing is there, nothing is known.
    fn clear(&mut self) {
        for layer in 0..self.data.book.layers.len() {
            let own = self.data.book.layers[layer].clone();
            let count = positions(&self.data, &own.on);
            self.data.layers[layer] = vec![Datum::Missing; count];
            if own.role != Role::Data {
                self.filling.layers[layer] = vec![Filled::Unknown; count];
            }
        }
    }

    fn layer(&self, name: &str) -> usize {
        self.data
            .book
            .layer(name)
            .unwrap_or_else(|| panic!("no layer {name}"))
    }

    fn words(grid: &str) -> Vec<String> {
        let mut words = Vec::new();
        for row in grid
            .split(['/', '\n'])
            .map(str::trim)
            .filter(|row| !row.is_empty())
        {
            if row.contains(' ') || row.contains(',') || row.contains('"') {
                words.extend(row.split_whitespace().map(str::to_owned));
            } else {
                words.extend(row.chars().map(String::from));
            }
        }
        words
    }

    /// Puts the data or the filled values of a layer.
    fn put(&mut self, name: &str, grid: &str) -> &mut Self {
        let layer = self.layer(name);
        let role = self.data.book.layers[layer].role;
        let words = Self::words(grid);
        let count = positions(&self.data, &self.data.book.layers[layer].on);
        assert_eq!(words.len(), count, "{name}: {grid}");
        if role == Role::Data {
            self.data.layers[layer] = words.iter().map(|word| self.datum(layer, word)).collect();
            if self.data.book.layers[layer].domain == Domain::Regions {
                let mut names: Vec<String> =
                    words.iter().filter(|word| *word != ".").cloned().collect();
                names.sort();
                names.dedup();
                self.data.layers[layer] = words
                    .iter()
                    .map(|word| {
                        names
                            .iter()
                            .position(|name| name == word)
                            .map_or(Datum::Missing, Datum::Region)
                    })
                    .collect();
                self.data.region_names[layer] = names;
                // Layers on these regions.
                for other in 0..self.data.book.layers.len() {
                    let own = self.data.book.layers[other].clone();
                    let count = positions(&self.data, &own.on);
                    if self.data.layers[other].len() != count {
                        self.data.layers[other] = vec![Datum::Missing; count];
                        if own.role != Role::Data {
                            self.filling.layers[other] = vec![Filled::Unknown; count];
                        }
                    }
                }
            }
        } else {
            let values = words.iter().map(|word| match self.datum(layer, word) {
                _ if word == "?" => Filled::Unknown,
                _ if word == "_" => Filled::Nowhere,
                Datum::Number(number) => Filled::Number(number),
                Datum::Word(word) => Filled::Word(word),
                Datum::Region(region) => Filled::Region(region),
                Datum::Directions(directions) => Filled::Direction(directions[0]),
                other => panic!("{name}: {word} {other:?}"),
            });
            self.filling.layers[layer] = values.collect();
        }
        self
    }

    /// Puts the givens of a layer to find.
    fn give(&mut self, name: &str, grid: &str) -> &mut Self {
        let layer = self.layer(name);
        let given = Self::words(grid)
            .iter()
            .map(|word| {
                if word == "." {
                    Datum::Missing
                } else {
                    self.datum(layer, word)
                }
            })
            .collect();
        self.data.layers[layer] = given;
        self
    }

    fn datum(&self, layer: usize, word: &str) -> Datum {
        if word == "?" {
            return Datum::Untold;
        }
        let own = &self.data.book.layers[layer];
        if let Domain::Values { words, ranges } = &own.domain {
            for (number, symbol) in words.iter().enumerate() {
                let sign = match (&symbol.sign, words.len(), number) {
                    (Some(sign), ..) => sign.clone(),
                    (None, 2, 0) => "#".to_owned(),
                    (None, 2, 1) => ".".to_owned(),
                    (None, 1, 0) if !ranges.is_empty() => ".".to_owned(),
                    (None, 1, 0) => "#".to_owned(),
                    _ => symbol.word.name[..1].to_owned(),
                };
                if (sign == word || *symbol.word.name == *word)
                    && (own.role != Role::Data || word != ".")
                {
                    return Datum::Word(number);
                }
            }
        }
        if word == "." {
            return Datum::Missing;
        }
        let direction = |sign: char| match sign {
            '^' => Direction::North,
            '>' => Direction::East,
            'v' => Direction::South,
            '<' => Direction::West,
            _ => panic!("{word}"),
        };
        match &own.domain {
            Domain::Values { .. } | Domain::Number => {
                word.parse().map_or(Datum::Missing, Datum::Number)
            }
            Domain::Name => Datum::Name(word.into()),
            Domain::Regions => Datum::Region(word.bytes().map(usize::from).sum()),
            Domain::List => Datum::List(
                word.trim_matches(['"', ','])
                    .split(',')
                    .filter(|entry| !entry.is_empty())
                    .map(|entry| entry.parse().ok())
                    .collect(),
            ),
            Domain::Patterns { .. } => Datum::Patterns(vec![word.trim_matches('"').into()]),
            Domain::Clue => Datum::Clue(Clue::parse(word.trim_matches('"')).unwrap()),
            Domain::Direction | Domain::Directions => {
                Datum::Directions(word.chars().map(direction).collect())
            }
            Domain::Mark => Datum::Mark,
            Domain::Shapes => {
                let cells =
                    word.trim_matches('"')
                        .split('|')
                        .enumerate()
                        .flat_map(|(row, text)| {
                            text.chars()
                                .enumerate()
                                .filter(|(_, sign)| *sign == '#')
                                .map(move |(column, _)| (row, column))
                                .collect::<Vec<_>>()
                        });
                Datum::Shapes(vec![cells.collect()])
            }
        }
    }

    fn check(&self) -> Vec<Broken> {
        check_but(&self.data, &self.filling, &[])
    }

    /// What is broken of all rules.
    fn rules(&self) -> Vec<Broken> {
        let mut broken = self.check();
        broken.retain(|broken| matches!(broken.rule, super::Law::Rule(_)));
        broken
    }

    /// Place and message of what is broken.
    fn told(&self) -> Vec<String> {
        self.rules()
            .into_iter()
            .map(|broken| format!("{}: {}", broken.place, broken.message))
            .collect()
    }

    /// The value of the rulebook's answer.
    fn answer(&self) -> Answer {
        let answer = self.data.book.answers[0].clone();
        evaluate(
            &Determined::default(),
            &self.data,
            &self.filling,
            &answer.value,
        )
    }
}

/// The value of an expression.
fn value(
    declarations: &str,
    expression: &str,
    rows: usize,
    columns: usize,
    grids: &[(&str, &str)],
) -> Answer {
    let mut bench = bench(
        &format!("{declarations}\nanswer {expression}\n"),
        rows,
        columns,
    );
    for (layer, grid) in grids {
        bench.put(layer, grid);
    }
    bench.answer()
}

fn list(numbers: &[i128]) -> Answer {
    Answer::List(numbers.to_vec())
}
