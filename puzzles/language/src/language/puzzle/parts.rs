//! The givens and clues of a puzzle's file, which may be left out one by one.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::signs::sign;
use super::super::syntax::{Domain, Expr, Ground, Kind as AtomKind, Layer, Lines, Role};
use super::super::values::{Data, Datum, Filled, atom_at, place_name};
use super::super::{compile, file, interpret, notation, picture, walk};
use super::Puzzle;
use crate::grid::{Cell, Direction};
use crate::puzzle::{Completed, FilePart, NotGiven};

/// How far other numbers that are tried may be from that of a clue.
const MOST_STEPS: i64 = 20;

/// Numbers around another, the nearest first.
fn near(number: i64) -> impl Iterator<Item = i64> {
    let steps = 1..=MOST_STEPS;
    steps.flat_map(move |step| [number.saturating_add(step), number.saturating_sub(step)])
}

/// A value of a clue in words, if it is of a kind of which others are tried.
fn in_words(layer: &Layer, value: &Datum) -> Option<String> {
    match value {
        Datum::Name(name) => Some(name.to_string()),
        Datum::List(numbers) => {
            let words = numbers
                .iter()
                .map(|number| number.map_or("?".to_owned(), |number| number.to_string()));
            Some(words.collect::<Vec<_>>().join(","))
        }
        _ => Some(notation::word_of(layer, Filled::given(value)?)),
    }
}

/// A value that a clue could have instead.
struct Other {
    /// Its layer and position.
    entry: (usize, usize),
    value: Datum,
    /// The value in words.
    in_words: String,
}

impl Puzzle {
    /// The part after the layer's name in the key of an entry: `horizontal`, `left`.
    fn part_of_key(&self, entry: &file::Entry) -> Option<&'static str> {
        let geometry = &self.data.geometry;
        match &self.book().layers[entry.layer].on {
            Ground::Atoms(kind @ (AtomKind::Link | AtomKind::Edge), _) => {
                let atom = atom_at(geometry, *kind, entry.position);
                let is_horizontal = match kind {
                    AtomKind::Link => geometry.is_horizontal_link(atom.index),
                    _ => geometry.edge_position(atom.index).0,
                };
                Some(match is_horizontal {
                    true => "horizontal",
                    false => "vertical",
                })
            }
            Ground::Lines(Lines::View) => {
                let number = entry.position % geometry.count_lines(Lines::View).max(1);
                Some(match geometry.view_side(number) {
                    Direction::West => "left",
                    Direction::East => "right",
                    Direction::North => "top",
                    Direction::South => "bottom",
                })
            }
            Ground::Lines(Lines::Line) => {
                let number = entry.position % geometry.count_lines(Lines::Line).max(1);
                Some(match number < geometry.rows {
                    true => "rows",
                    false => "columns",
                })
            }
            _ => None,
        }
    }

    /// The cell that a value stands in, or the two that it stands between.
    fn cells_at(&self, on: &Ground, position: usize) -> Vec<(usize, Cell)> {
        let geometry = &self.data.geometry;
        let &Ground::Atoms(kind @ (AtomKind::Cell | AtomKind::Link), _) = on else {
            return Vec::new();
        };
        let atom = atom_at(geometry, kind, position);
        let cells = match kind {
            AtomKind::Cell => vec![atom.index],
            _ => geometry.link_cells(atom.index).to_vec(),
        };
        let cell = |cell: u32| {
            let (row, column) = geometry.position(cell);
            (usize::from(atom.board), Cell::new(row, column))
        };
        cells.into_iter().map(cell).collect()
    }

    /// The values of the file that may be left out, those of one word together, in the order of the file.
    fn removable(&self) -> Vec<Vec<&file::Entry>> {
        let is_removable = |entry: &&file::Entry| {
            let layer = &self.book().layers[entry.layer];
            let is_value = matches!(
                layer.domain,
                Domain::Values { .. }
                    | Domain::Number
                    | Domain::Name
                    | Domain::List
                    | Domain::Clue
                    | Domain::Patterns { .. }
                    | Domain::Direction
                    | Domain::Directions
                    | Domain::Mark
            );
            is_value && layer.on != Ground::Puzzle
        };
        let mut entries: Vec<&file::Entry> = self.entries.iter().collect();
        entries.sort_by_key(|entry| entry.span.start);
        entries
            .chunk_by(|a, b| a.span == b.span)
            .filter(|word| word.iter().any(&is_removable))
            .map(<[_]>::to_vec)
            .collect()
    }

    /// The parts of the puzzle file that may be left out one by one, in the order of the file: givens and clues that
    /// the format can mark as absent.
    pub fn parts_of_file(&self) -> Vec<FilePart> {
        let words = self.removable().into_iter();
        words
            .map(|word| {
                let mut keys: Vec<String> = Vec::new();
                let layers = || word.iter().map(|entry| &self.book().layers[entry.layer]);
                for layer in layers() {
                    let key = layer.key.as_ref().unwrap_or(&layer.word);
                    for name in [&key.name, &layer.word.name] {
                        if !keys.iter().any(|known| **known == **name) {
                            keys.push(name.to_string());
                        }
                    }
                }
                let first = &self.book().layers[word[0].layer];
                let key = first.key.as_ref().unwrap_or(&first.word);
                let part_key = self.part_of_key(word[0]);
                let part_key = part_key.map(|part| format!("{}.{part}", key.name));
                let place = place_name(&self.data, &first.on, word[0].position);
                // A word of several layers is called by its key.
                let called = match layers().all(|layer| layer.word.name == first.word.name) {
                    true => &first.word,
                    false => key,
                };
                FilePart {
                    name: format!("{} of {place}", called.name),
                    keys,
                    part_key,
                    place,
                    cells: self.cells_at(&first.on, word[0].position),
                    span: word[0].span.clone(),
                    without: match word[..] {
                        [entry] => self.block_without_number(entry).map(|word| {
                            let layer = &self.book().layers[entry.layer];
                            sign(layer, word).to_owned()
                        }),
                        _ => None,
                    },
                    is_structure: layers().all(|layer| layer.domain == Domain::Mark)
                        || word.iter().all(|entry| self.is_beside_numbers(entry))
                        || layers().any(|layer| picture::is_on_thread(self.book(), layer)),
                }
            })
            .collect()
    }

    /// Whether an entry of the data is a word of a layer that has numbers as well.
    fn is_beside_numbers(&self, entry: &file::Entry) -> bool {
        let layer = &self.book().layers[entry.layer];
        let has_numbers =
            matches!(&layer.domain, Domain::Values { ranges, .. } if !ranges.is_empty());
        let value = &self.data.layers[entry.layer][entry.position];
        layer.role == Role::Data && has_numbers && matches!(value, Datum::Word(_))
    }

    /// The word of a block whose number is left out: the block stays.
    fn block_without_number(&self, entry: &file::Entry) -> Option<usize> {
        let book = self.book();
        let layer = &book.layers[entry.layer];
        let mut draws = book.draw.iter();
        let is_block = draws.any(|draw| {
            let style = draw.style.as_ref().map(|word| &*word.name);
            draw.layer.name == layer.word.name && style == Some("block")
        });
        let value = &self.data.layers[entry.layer][entry.position];
        let is_number = matches!(value, Datum::Number(_) | Datum::Untold);
        match &layer.domain {
            Domain::Values { words, .. } if is_block && is_number && words.len() == 1 => Some(0),
            _ => None,
        }
    }

    /// The values that a clue could have instead, the nearest first.
    fn others(&self, part: usize) -> Vec<Other> {
        let Some(word) = self.removable().into_iter().nth(part) else {
            return Vec::new();
        };
        let mut grounds = interpret::Grounds::new(&self.data);
        let mut others = Vec::new();
        for entry in word {
            let layer = &self.book().layers[entry.layer];
            if layer.role != Role::Data {
                continue;
            }
            let values = &self.data.layers[entry.layer];
            let ranges = grounds.range(entry.layer, entry.position);
            let is_possible = |number: &i64| {
                ranges.as_ref().is_none_or(|ranges| {
                    let mut ranges = ranges.iter();
                    ranges.any(|&(from, to)| from <= *number && to.is_none_or(|to| *number <= to))
                })
            };
            let other = |value: Datum| {
                Some(Other {
                    entry: (entry.layer, entry.position),
                    in_words: in_words(layer, &value)?,
                    value,
                })
            };
            let own = &values[entry.position];
            let words = match &layer.domain {
                Domain::Values { words, .. } => words.len(),
                _ => 0,
            };
            let words = (0..words).map(Datum::Word);
            let found: Vec<Datum> = match own {
                Datum::Number(number) => {
                    let near = near(*number).filter(is_possible).map(Datum::Number);
                    near.chain(words).collect()
                }
                Datum::Word(own) => {
                    let words =
                        words.filter(|word| !matches!(word, Datum::Word(word) if word == own));
                    let numbers = (0..=MOST_STEPS).filter(is_possible).map(Datum::Number);
                    match ranges.as_ref().is_some_and(|ranges| ranges.is_empty()) {
                        true => words.collect(),
                        false => words.chain(numbers).collect(),
                    }
                }
                Datum::List(list) => {
                    let known = list.iter().enumerate();
                    let known = known.filter_map(|(at, number)| Some((at, (*number)?)));
                    let with = |(at, number): (usize, i64)| {
                        let mut list = list.clone();
                        list[at] = Some(number);
                        Datum::List(list)
                    };
                    let one = known
                        .flat_map(|(at, number)| near(number).take(4).map(move |near| (at, near)));
                    one.filter(|(_, number)| *number > 0).map(with).collect()
                }
                Datum::Directions(own) if own.len() == 1 => {
                    let others = Direction::ALL
                        .into_iter()
                        .filter(|other| !own.contains(other));
                    others.map(|other| Datum::Directions(vec![other])).collect()
                }
                Datum::Name(own) => {
                    let names = values.iter().filter_map(|value| match value {
                        Datum::Name(name) if name != own => Some(Arc::clone(name)),
                        _ => None,
                    });
                    let names: BTreeSet<Arc<str>> = names.collect();
                    names.into_iter().map(Datum::Name).collect()
                }
                _ => Vec::new(),
            };
            others.extend(found.into_iter().filter_map(other));
        }
        others
    }

    /// The values that a part could have instead, in words, the nearest first. None for a given: a solution without it
    /// tells what else could stand there.
    pub fn other_values(&self, part: usize) -> Vec<String> {
        let others = self.others(part).into_iter();
        others.map(|other| other.in_words).collect()
    }

    /// The data with another value of a clue, or with only that there is one; `None` if another place does not allow it.
    fn data_with_other(&self, part: usize, other: Option<&Other>) -> Option<Arc<Data>> {
        let mut data = (*self.data).clone();
        match other {
            Some(other) => {
                let (layer, position) = other.entry;
                data.layers[layer][position] = other.value.clone();
            }
            None => {
                let words = self.removable();
                for entry in words.get(part)? {
                    if self.book().layers[entry.layer].role == Role::Data {
                        data.layers[entry.layer][entry.position] = Datum::Untold;
                    }
                }
            }
        }
        file::are_possible(&data, &self.entries).then(|| Arc::new(data))
    }

    /// The puzzle with one of the [other values](Self::other_values) of a part, by number, or with only that there is some
    /// value. `None` if it cannot be stated.
    pub fn with_other_value(&self, part: usize, value: Option<usize>) -> Option<Self> {
        let others = self.others(part);
        let other = match value {
            Some(number) => Some(others.get(number)?),
            None => None,
        };
        self.compiled(self.data_with_other(part, other)?)
    }

    /// The first of the [other values](Self::other_values) of a part with which a grid satisfies all rules, by number.
    pub fn fitting_value(&self, part: usize, completed: &Completed) -> Option<usize> {
        let others = self.others(part);
        others.iter().position(|other| {
            let data = self.data_with_other(part, Some(other));
            data.is_some_and(|data| self.with_data(data).check(completed).is_empty())
        })
    }

    /// The puzzle of other data, if it can be stated: some rules need data.
    fn compiled(&self, data: Arc<Data>) -> Option<Self> {
        let compiled = compile::draft(&data, &compile::Selection::default()).ok()?;
        Some(Self {
            rules_in_rust: self.rules_in_rust.clone(),
            ..Self::of(data, Arc::clone(&self.entries), Some(compiled))
        })
    }

    /// The puzzle without some of these parts, by number. `None` if it cannot be stated: some rules need data.
    pub fn without_parts(&self, left_out: &[usize]) -> Option<Self> {
        let words = self.removable();
        let mut data = (*self.data).clone();
        for &part in left_out {
            let entries = words.get(part)?;
            for entry in entries {
                let block = self
                    .block_without_number(entry)
                    .filter(|_| entries.len() == 1);
                data.layers[entry.layer][entry.position] =
                    block.map_or(Datum::Missing, Datum::Word);
            }
        }
        self.compiled(Arc::new(data))
    }
}

impl Puzzle {
    /// If the file has no clue and no given at all: what there might be, and the rules that are about it. Without them an
    /// empty grid may have solutions.
    pub fn not_given(&self) -> Option<NotGiven> {
        let book = self.book();
        let is_missing = |datum: &Datum| matches!(datum, Datum::Missing);
        let is_empty = |number: usize| self.data.layers[number].iter().all(is_missing);
        let layers = book.layers.iter().enumerate();
        let (mut texts, mut empty) = (Vec::new(), Vec::new());
        for (number, layer) in layers {
            let Some(key) = file::key_of(layer) else {
                continue;
            };
            if layer.on == Ground::Puzzle || layer.domain == Domain::Regions {
                continue;
            }
            if !is_empty(number) {
                return None;
            }
            if layer.role == Role::Data {
                let text = nothing_there(&layer.on, key);
                empty.push(number);
                texts.extend((!texts.contains(&text)).then_some(text));
            }
        }
        let is_about = |formula: &Expr| walk::reads(book, formula, &|layer| empty.contains(&layer));
        let rules = book.rules.iter();
        let rules = rules.filter(|rule| rule.formulas.iter().any(is_about));
        let rules: Vec<String> = rules.map(|rule| rule.id.to_string()).collect();
        (!rules.is_empty()).then(|| NotGiven {
            text: texts.join(" and "),
            rules,
            layers: empty,
        })
    }

    /// The puzzle without the formulas about what is not given.
    pub fn without_formulas_about(&self, not_given: &NotGiven) -> Self {
        let mut data = (*self.data).clone();
        let mut book = (*data.book).clone();
        let is_about = |formula: &Expr| {
            walk::reads(&data.book, formula, &|layer| {
                not_given.layers.contains(&layer)
            })
        };
        for rule in &mut book.rules {
            rule.formulas.retain(|formula| !is_about(formula));
        }
        book.rules.retain(|rule| !rule.formulas.is_empty());
        data.book = Arc::new(book);
        self.with_data(Arc::new(data))
    }
}

/// That no place of this kind has a value of a key.
fn nothing_there(on: &Ground, key: &str) -> String {
    let place = match on {
        Ground::Atoms(AtomKind::Cell, _) => "cell",
        Ground::Atoms(AtomKind::Edge, _) => "side of a cell",
        Ground::Atoms(AtomKind::Link, _) => "pair of neighbours",
        Ground::Atoms(AtomKind::Corner, _) => "corner",
        Ground::Lines(Lines::Row) => "row",
        Ground::Lines(Lines::Column) => "column",
        Ground::Lines(Lines::Line | Lines::View) => "row or column",
        Ground::Lines(Lines::Diagonal) => "diagonal",
        Ground::Regions(word) => return format!("no {} has a `{key}` yet", word.name),
        Ground::Puzzle => "puzzle",
    };
    format!("no {place} has a `{key}` yet")
}
