//! How messages name places and show values.

use std::rc::Rc;

use super::super::geometry::Atom;
use super::super::syntax::{Noun, Phrase};
use super::shapes::Shape;
use super::state::Interpreter;
use super::value::{Place, Truth, Value, What, equal, word_name};

/// The most names of atoms in a message.
const MAX_NAMES: usize = 4;

/// The last row and column of the largest shape that is drawn in a message.
const MAX_DRAWN: i64 = 6;

/// The noun of what is counted, after a blank, if it has an adjective: a rule may count several kinds of cells.
pub(super) fn noun(phrases: &[Phrase], is_one: bool) -> String {
    let [
        Phrase {
            adjectives,
            noun: Noun::Atoms(kind),
            ..
        },
    ] = phrases
    else {
        return String::new();
    };
    if adjectives.is_empty() {
        return String::new();
    }
    let adjectives = adjectives.iter().map(|(negated, word)| match negated {
        true => format!(" not {}", word.name),
        false => format!(" {}", word.name),
    });
    let noun = if is_one {
        kind.singular()
    } else {
        kind.plural()
    };
    adjectives.collect::<String>() + " " + noun
}

impl Interpreter<'_> {
    /// The name of a variable's value.
    pub(super) fn place_name(&self, value: &Value) -> String {
        match value {
            Value::Atom(atom) => self.geometry.name(*atom),
            Value::Place(place) => self.named_place(place),
            Value::Number(number) => format!("value {number}"),
            other => self.show(other),
        }
    }

    pub(super) fn named_place(&self, place: &Place) -> String {
        let first = place
            .atoms
            .first()
            .map_or_else(String::new, |&atom| self.bare_name(atom));
        let count = place.atoms.len();
        let cells = if count == 1 { "cell" } else { "cells" };
        // What is found may still grow in a grid that is filled in part.
        let size = match self.is_partial() {
            true => String::new(),
            false => format!(" ({count} {cells})"),
        };
        let name = match place.what {
            What::Line(lines, number) => self.geometry.line_name(lines, number),
            What::Region(layer, number) => {
                let word = &self.book.layers[layer].word.name;
                let names = self.data.region_names.get(layer);
                match names
                    .and_then(|names| names.get(number))
                    .filter(|_| self.is_data(layer))
                {
                    Some(name) => format!("{word} {name}"),
                    None => format!("the {word} of {first}{size}"),
                }
            }
            What::Block => format!("the block at {first}"),
            What::Group => format!("the group of {first}{size}"),
            What::Run => match &place.atoms[..] {
                [first, .., last] => format!(
                    "the run from {} to {}",
                    self.bare_name(*first),
                    self.bare_name(*last)
                ),
                _ => format!("the run of {first}"),
            },
            What::Board => return format!("board {}", place.board + 1),
            What::Ring => format!("the ring of {count} {cells}"),
            What::Face(face) => face.name().to_owned(),
            What::Set => self.some_names(&place.atoms),
        };
        if self.geometry.boards > 1 {
            format!("board {}, {name}", place.board + 1)
        } else {
            name
        }
    }

    /// The name of an atom without its board.
    pub(super) fn bare_name(&self, atom: Atom) -> String {
        let one_board = super::super::geometry::Geometry {
            boards: 1,
            ..self.geometry
        };
        one_board.name(atom)
    }

    /// The names of atoms within a sentence.
    pub(super) fn listed(&self, atoms: &[Atom]) -> String {
        let names = atoms.iter().take(MAX_NAMES);
        let names: Vec<String> = names.map(|&atom| self.bare_name(atom)).collect();
        match &names[..] {
            [names @ .., last] if !names.is_empty() && atoms.len() <= MAX_NAMES => {
                format!("{} and {last}", names.join(", "))
            }
            _ if atoms.len() > MAX_NAMES => names.join(", ") + " …",
            _ => names.concat(),
        }
    }

    pub(super) fn some_names(&self, atoms: &[Atom]) -> String {
        if atoms.is_empty() {
            return "nothing".to_owned();
        }
        let names: Vec<String> = atoms
            .iter()
            .take(MAX_NAMES)
            .map(|&atom| self.bare_name(atom))
            .collect();
        let more = if atoms.len() > MAX_NAMES { " …" } else { "" };
        names.join(" ") + more
    }

    /// A value in a message.
    pub(super) fn show(&self, value: &Value) -> String {
        match value {
            Value::Number(number) => number.to_string(),
            Value::Truth(Truth::True) => "true".to_owned(),
            Value::Truth(Truth::False) => "false".to_owned(),
            Value::Truth(Truth::Missing) | Value::Missing => "missing".to_owned(),
            Value::Truth(Truth::Unknown) | Value::Unknown => "unknown".to_owned(),
            Value::Untold => "?".to_owned(),
            Value::Atom(atom) => self.geometry.name(*atom),
            Value::Place(place) => self.named_place(place),
            Value::Directions(directions) => {
                let names = directions.iter().map(|direction| match direction {
                    crate::grid::Direction::North => "up",
                    crate::grid::Direction::East => "right",
                    crate::grid::Direction::South => "down",
                    crate::grid::Direction::West => "left",
                });
                names.collect::<Vec<&str>>().join(" ")
            }
            Value::List(entries, _) if entries.is_empty() => "nothing".to_owned(),
            Value::List(entries, _) => {
                let entries = entries.iter().map(|entry| match entry {
                    Some(value) => self.show(value),
                    None => "?".to_owned(),
                });
                entries.collect::<Vec<String>>().join(",")
            }
            Value::Word(layer, word) | Value::Blank(layer, word) => {
                word_name(self.book, *layer, *word).to_owned()
            }
            Value::Name(name) => name.to_string(),
            Value::Clue(clue) => clue.text().to_owned(),
            Value::Shapes(shapes) => {
                let shown = shapes.iter().map(|cells| {
                    let alone = Value::Shapes(Rc::new(vec![cells.clone()]));
                    self.show_shape(&alone, cells)
                });
                shown.collect::<Vec<String>>().join(", ")
            }
            Value::Standing(cells) => self.show_shape(value, cells),
            Value::Mark => "a mark".to_owned(),
            Value::Empty => "empty".to_owned(),
        }
    }

    /// A shape by its name, or drawn as in data.
    pub(super) fn show_shape(&self, shape: &Value, cells: &Shape) -> String {
        let named = self.book.shapes.iter().find(|(_, rows)| {
            let drawn = Value::Shapes(Rc::new(vec![super::shapes::drawn(rows)]));
            equal(self.book, shape, &drawn).unwrap_or(false)
        });
        if let Some((word, _)) = named {
            return word.name.to_string();
        }
        let end = |of: fn(&(i64, i64)) -> i64| cells.iter().map(of).max().unwrap_or(-1);
        let (bottom, right) = (end(|cell| cell.0), end(|cell| cell.1));
        if cells.is_empty() || bottom > MAX_DRAWN || right > MAX_DRAWN {
            return "another shape".to_owned();
        }
        let rows = (0..=bottom).map(|row| {
            let signs = (0..=right).map(|column| match cells.contains(&(row, column)) {
                true => '#',
                false => '.',
            });
            signs.collect::<String>()
        });
        rows.collect::<Vec<String>>().join("/")
    }
}
