//! The givens and clues of a puzzle's file, which may be left out one by one.

use std::sync::Arc;

use super::super::syntax::{Domain, Ground, Kind as AtomKind, Lines};
use super::super::values::{Datum, atom_at, place_name};
use super::super::{compile, file, picture};
use super::RulebookPuzzle;
use crate::grid::Direction;
use crate::puzzle::FilePart;

impl RulebookPuzzle {
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

    /// The parts of the file that may be left out one by one.
    pub(super) fn file_parts(&self) -> Vec<FilePart> {
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
                    span: word[0].span.clone(),
                    is_structure: layers().all(|layer| layer.domain == Domain::Mark)
                        || layers().any(|layer| picture::is_on_thread(self.book(), layer)),
                }
            })
            .collect()
    }

    /// The same puzzle without some of these parts, by number; `None` if it cannot be stated without them.
    pub(super) fn without_values(&self, left_out: &[usize]) -> Option<Self> {
        let words = self.removable();
        let mut data = (*self.data).clone();
        for &part in left_out {
            for entry in words.get(part)? {
                data.layers[entry.layer][entry.position] = Datum::Missing;
            }
        }
        let data = Arc::new(data);
        // Some rules cannot be stated without the data.
        let compiled = compile::draft(&data, &compile::Selection::default()).ok()?;
        Some(Self::of(data, Arc::clone(&self.entries), Some(compiled)))
    }
}
