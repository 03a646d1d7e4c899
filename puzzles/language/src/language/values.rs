//! The data of one puzzle: a value for each place of a layer.

use std::sync::Arc;

use super::geometry::{Atom, Geometry};
use super::syntax::{Dimension, Ground, Kind, Lines, Role, Rulebook};
use crate::clue::Clue;
pub(crate) use crate::filling::{Candidates, Filled, Filling};
use crate::grid::Direction;

/// A value in the data.
#[derive(Clone, Debug)]
pub(crate) enum Datum {
    /// `.`: nothing is there, and nothing is said.
    Missing,
    /// `?`: something is there, but its value is unknown.
    Untold,
    /// There, without a value: a mark.
    Mark,
    Number(i64),
    /// The number of a word among those of the layer.
    Word(usize),
    /// A word of the puzzle's own, and a region's number.
    Name(Arc<str>),
    Region(usize),
    /// Numbers in order; `None` for an unknown one.
    List(Vec<Option<i64>>),
    Clue(Clue),
    /// Regular expressions as they are written: one, or all of a list.
    Patterns(Vec<Arc<str>>),
    /// Directions, in the order of [`Direction::ALL`].
    Directions(Vec<Direction>),
    /// Shapes by their cells (row, column).
    Shapes(Vec<Vec<(usize, usize)>>),
}

/// The data of one puzzle of a rulebook.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    pub(crate) book: Arc<Rulebook>,
    pub(crate) geometry: Geometry,
    /// By layer of the rulebook: a value for each position of its ground (see [`positions`]); for a layer to find the
    /// givens, or only [`Datum::Missing`].
    pub(crate) layers: Vec<Vec<Datum>>,
    /// By layer: of regions, their names by number.
    pub(crate) region_names: Vec<Vec<String>>,
    /// The number of the requested answer, if any.
    pub(crate) asked: Option<usize>,
}

impl Filled {
    /// The value that is given for a place of a layer to find, if it is.
    pub(crate) fn given(datum: &Datum) -> Option<Filled> {
        match datum {
            Datum::Number(number) => Some(Filled::Number(*number)),
            Datum::Word(word) => Some(Filled::Word(*word)),
            Datum::Directions(directions) => directions.first().copied().map(Filled::Direction),
            _ => None,
        }
    }
}

impl Data {
    /// Whether the puzzle gives a value to find at an atom, on some layer.
    pub(crate) fn is_given(&self, atom: Atom) -> bool {
        let place = position(&self.geometry, atom);
        self.book
            .layers
            .iter()
            .zip(&self.layers)
            .any(|(layer, data)| {
                layer.role == Role::Decide { given: true }
                    && matches!(layer.on, Ground::Atoms(kind, _) if kind == atom.kind)
                    && !matches!(data.get(place), None | Some(Datum::Missing | Datum::Untold))
            })
    }
}

/// The number of positions of a ground. Atoms of the second board come after those of the first, and so on.
pub(crate) fn positions(data: &Data, on: &Ground) -> usize {
    let geometry = &data.geometry;
    match on {
        Ground::Puzzle => 1,
        Ground::Atoms(kind, _) => geometry.boards * geometry.count(*kind),
        Ground::Lines(lines) => geometry.boards * geometry.count_lines(*lines),
        Ground::Regions(word) => data
            .book
            .layer(&word.name)
            .map_or(0, |layer| data.region_names[layer].len()),
    }
}

/// The position of an atom.
pub(crate) fn position(geometry: &Geometry, atom: Atom) -> usize {
    atom.board as usize * geometry.count(atom.kind) + atom.index as usize
}

/// The atom at a position.
pub(crate) fn atom_at(geometry: &Geometry, kind: Kind, position: usize) -> Atom {
    let count = geometry.count(kind).max(1);
    Atom {
        kind,
        board: (position / count) as u8,
        index: (position % count) as u32,
    }
}

impl Rulebook {
    /// The number of the layer of this name.
    pub(crate) fn layer(&self, name: &str) -> Option<usize> {
        self.layers
            .iter()
            .position(|layer| &*layer.word.name == name)
    }

    /// The layer that a word is a value of, and its number there.
    pub(crate) fn symbol(&self, name: &str) -> Option<(usize, usize)> {
        self.layers.iter().enumerate().find_map(|(number, layer)| {
            let super::syntax::Domain::Values { words, .. } = &layer.domain else {
                return None;
            };
            let word = words.iter().position(|symbol| &*symbol.word.name == name)?;
            Some((number, word))
        })
    }

    /// The words that a layer may take, in order.
    pub(crate) fn words_of(&self, layer: &str) -> Vec<String> {
        let layer = self.layers.iter().find(|known| &*known.word.name == layer);
        match layer.map(|layer| &layer.domain) {
            Some(super::syntax::Domain::Values { words, .. }) => words
                .iter()
                .map(|symbol| symbol.word.name.to_string())
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Whether `name` is the number of rows (`Some(true)`) or of columns (`Some(false)`).
    pub(crate) fn dimension(&self, name: &str) -> Option<bool> {
        let is = |dimension: &Option<Dimension>| matches!(dimension, Some(Dimension::Name(word)) if &*word.name == name);
        if name == "rows" || is(&self.rows) {
            Some(true)
        } else if name == "columns" || is(&self.columns) {
            Some(false)
        } else {
            None
        }
    }
}

/// The name of a position in messages.
pub(crate) fn place_name(data: &Data, on: &Ground, position: usize) -> String {
    let geometry = &data.geometry;
    match on {
        Ground::Puzzle => "the puzzle".to_owned(),
        Ground::Atoms(kind, _) => geometry.name(atom_at(geometry, *kind, position)),
        Ground::Lines(lines) => {
            let count = geometry.count_lines(*lines).max(1);
            let name = geometry.line_name(*lines, position % count);
            match geometry.boards {
                1 => name,
                _ => format!("board {}, {name}", position / count + 1),
            }
        }
        Ground::Regions(word) => {
            let layer = data.book.layer(&word.name);
            let names = layer.map(|layer| &data.region_names[layer]);
            let name = names.and_then(|names| names.get(position));
            format!("{} {}", word.name, name.map_or("", String::as_str))
        }
    }
}

/// The view that shows a line from its beginning, and other lines by the numbers of rows, columns and views.
pub(crate) fn line_position(
    geometry: &Geometry,
    board: usize,
    lines: Lines,
    number: usize,
) -> usize {
    board * geometry.count_lines(lines) + number
}
