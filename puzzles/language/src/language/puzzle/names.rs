//! What the places and variables of a puzzle are called.

use std::sync::Arc;

use super::super::geometry::Atom;
use super::super::style::{Style, style_of};
use super::super::syntax::{Ground, Kind as AtomKind};
use super::super::values::{Datum, Filled, atom_at, place_name};
use super::super::{notation, picture};
use super::Puzzle;
use crate::grid::Cell;
use crate::puzzle::{ConsensusReport, Manner, Reading, Spot};

/// How a place is spoken of beside others: links and edges share their noun.
fn manner(name: &str) -> Manner {
    for (one, many) in [("the link ", "the links"), ("the edge ", "the edges")] {
        if let Some((layer, own)) = name.split_once(one) {
            return Manner::Among {
                noun: format!("{layer}{many}"),
                own: own.to_owned(),
            };
        }
    }
    Manner::Named
}

/// The two cases for neighbours in a layer of regions to find.
const JOINED: [&str; 2] = ["a border of regions", "inside of a region"];

impl Puzzle {
    /// The variables that the puzzle asks for, in words.
    pub fn spots(&self, reading: &Reading) -> Vec<Spot> {
        let places = reading.places.iter().map(|place| {
            let layer = &self.book().layers[place.layer];
            let cells = match &layer.on {
                Ground::Atoms(kind, _) => {
                    let atom = atom_at(&self.data.geometry, *kind, place.position);
                    let cells = self.cells_of(atom).into_iter();
                    cells.map(|cell| (atom.board.into(), cell)).collect()
                }
                _ => Vec::new(),
            };
            let course = match layer.on {
                Ground::Atoms(kind, _) => {
                    let is_wall = style_of(self.book(), layer) == Style::Wall;
                    picture::course(&self.data.geometry, kind, place.position, is_wall)
                }
                _ => None,
            };
            let (layer, filled) = (layer.clone(), Arc::clone(&place.filled));
            let words = move |value| notation::word_of(&layer, filled(value));
            let name = self.place_text(place.layer, place.position);
            let manner = manner(&name);
            let spot = Spot::new(place.var, name, cells, words);
            spot.in_manner(manner).along(course)
        });
        let layers = self.book().layers.iter().map(|layer| &layer.word.name);
        let layers: Vec<String> = layers.map(|name| format!("`{name}`")).collect();
        let mut divided = reading.joins.iter().map(|join| join.layer);
        let first = divided.next();
        let are_several = divided.any(|layer| Some(layer) != first);
        let links = reading.joins.iter().map(|join| {
            let atom = atom_at(&self.data.geometry, AtomKind::Link, join.link);
            let cells = self.cells_of(atom).into_iter();
            let cells = cells.map(|cell| (atom.board.into(), cell)).collect();
            let words = |value: i32| JOINED[usize::from(value != 0)].to_owned();
            let geometry = &self.data.geometry;
            let cell = |cell| geometry.name(atom_at(geometry, AtomKind::Cell, cell));
            let ends = join.cells.map(cell);
            let layer = are_several.then(|| layers[join.layer].clone());
            let spot = Spot::new(join.var, self.side_name(join.cells), cells, words);
            let course = picture::course(geometry, AtomKind::Link, join.link, true);
            spot.in_manner(Manner::Side { ends, layer }).along(course)
        });
        places.chain(links).collect()
    }

    /// The name of a place of a layer.
    pub(super) fn place_text(&self, layer: usize, position: usize) -> String {
        let declared = &self.book().layers[layer];
        let place = place_name(&self.data, &declared.on, position);
        if notation::visible(self.book()).count() > 1 {
            return format!("{} of {place}", declared.word.name);
        }
        place
    }

    /// The name of the side that two cells of a layer of regions to find share.
    fn side_name(&self, cells: [usize; 2]) -> String {
        let geometry = &self.data.geometry;
        let [a, b] = cells.map(|cell| geometry.name(atom_at(geometry, AtomKind::Cell, cell)));
        format!("the side between {a} and {b}")
    }

    /// For a puzzle with layers on more than cells: the places of a consensus, each with its values in some solution,
    /// and the undecided ones.
    pub fn place_texts(&self, report: &ConsensusReport) -> Vec<(String, [Vec<String>; 2])> {
        let places = report.places.iter();
        places
            .map(|place| {
                let layer = &self.book().layers[place.layer];
                let texts = |values: &[Filled]| -> Vec<String> {
                    values
                        .iter()
                        .map(|&value| notation::word_of(layer, value))
                        .collect()
                };
                let name = self.place_text(place.layer, place.position);
                (name, [texts(&place.seen), texts(&place.undecided)])
            })
            .chain(report.joins.iter().map(|join| {
                let texts = |values: &[bool]| -> Vec<String> {
                    let words = values.iter().map(|&is_one| JOINED[usize::from(is_one)]);
                    words.map(str::to_owned).collect()
                };
                let name = self.side_name(join.cells);
                (name, [texts(&join.seen), texts(&join.undecided)])
            }))
            .collect()
    }

    /// Parts of the grid that have names of their own, such as `room C`, by these names: where they are, for a picture
    /// without them, as in `the room of r1c7`.
    pub(crate) fn named_parts(&self) -> Vec<(String, String)> {
        let mut parts = Vec::new();
        for (number, values) in self.data.layers.iter().enumerate() {
            let layer = &self.book().layers[number];
            let Ground::Atoms(kind, _) = layer.on else {
                continue;
            };
            let word = &layer.word.name;
            for (position, datum) in values.iter().enumerate() {
                let Datum::Region(region) = *datum else {
                    continue;
                };
                let Some(own) = self.data.region_names[number].get(region) else {
                    continue;
                };
                let name = format!("{word} {own}");
                if parts.iter().all(|(known, _)| *known != name) {
                    let geometry = &self.data.geometry;
                    let first = geometry.name(atom_at(geometry, kind, position));
                    parts.push((name, format!("the {word} of {first}")));
                }
            }
        }
        parts
    }

    /// The cells that an atom touches.
    pub(super) fn cells_of(&self, atom: Atom) -> Vec<Cell> {
        let geometry = &self.data.geometry;
        let cells: Vec<u32> = match atom.kind {
            AtomKind::Cell => vec![atom.index],
            AtomKind::Link => geometry.link_cells(atom.index).to_vec(),
            AtomKind::Edge => geometry
                .edge_cells(atom.index)
                .into_iter()
                .flatten()
                .collect(),
            AtomKind::Corner => geometry.corner_cells(atom.index),
        };
        cells.into_iter().map(|cell| geometry.cell(cell)).collect()
    }
}
