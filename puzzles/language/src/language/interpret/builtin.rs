//! What holds for every filled grid without a rule: values are in their domains, givens stay, known regions are
//! connected.

use fxhash::FxHashMap;

use super::super::geometry::Atom;
use super::super::syntax::{Domain, Ground, Lines, Role, Touch};
use super::super::values::{Datum, Filled, atom_at, positions};
use super::message::atoms_of;
use super::state::Interpreter;
use super::value::{Value, sorted};
use super::{Broken, Grounds, Law, MAX_BROKEN, Ranges, possible_words};
use crate::words::counted;

impl Interpreter<'_> {
    /// Adds all values that are impossible where they are.
    pub(super) fn layers(&mut self, broken: &mut Vec<Broken>) {
        for layer in 0..self.book.layers.len() {
            if self.book.layers[layer].role != Role::Data {
                self.domain(layer, broken);
                self.givens(layer, broken);
                if self.book.layers[layer].domain == Domain::Regions {
                    self.parts(layer, broken);
                }
            }
        }
    }

    /// The line, region or atom at a position, if it is one.
    pub(super) fn ground_at(&mut self, layer: usize, position: usize) -> Option<Value> {
        let geometry = self.geometry;
        match &self.book.layers[layer].on {
            Ground::Puzzle => None,
            Ground::Atoms(kind, _) => Some(Value::Atom(atom_at(&geometry, *kind, position))),
            Ground::Lines(lines) => {
                let lines: Lines = *lines;
                let count = geometry.count_lines(lines).max(1);
                let line = self.line(lines, (position / count) as u8, position % count);
                Some(Value::Place(std::rc::Rc::new(line)))
            }
            Ground::Regions(word) => {
                let regions = self.book.layer(&word.name)?;
                let regions = self.regions(regions).ok()?;
                let here = regions.places.iter().find(|place| {
                    matches!(place.what, super::value::What::Region(_, number) if number == position)
                })?;
                Some(Value::Place(std::rc::Rc::clone(here)))
            }
        }
    }

    fn report(
        &mut self,
        rule: Law,
        layer: usize,
        position: usize,
        message: String,
        broken: &mut Vec<Broken>,
    ) {
        if broken.len() >= MAX_BROKEN {
            return;
        }
        let ground = self.ground_at(layer, position);
        broken.push(Broken {
            rule,
            place: ground
                .as_ref()
                .map_or_else(|| "the grid".to_owned(), |value| self.place_name(value)),
            atoms: sorted(ground.as_ref().map(atoms_of).unwrap_or_default()),
            message,
        });
    }

    fn domain(&mut self, layer: usize, broken: &mut Vec<Broken>) {
        let data = self.data;
        let count = positions(data, &self.book.layers[layer].on);
        let found = self.filling().get(layer).map_or(0, Vec::len);
        if found != count {
            let name = &self.book.layers[layer].word.name;
            broken.push(Broken {
                rule: Law::Values(layer),
                place: "the grid".to_owned(),
                atoms: Vec::new(),
                message: format!(
                    "{} of `{name}`, must be {count}",
                    counted(found as u64, "value")
                ),
            });
            return;
        }
        let make = || Grounds::new(data).possible(layer, count);
        let possible = match self.determined {
            Some(determined) => determined.possible(layer, make),
            None => make(),
        };
        for (position, (stands, ranges)) in possible.iter().enumerate() {
            let value = self.filling()[layer][position];
            let problem = match (value, stands) {
                (Filled::Unknown, _) | (Filled::Nowhere, false) => None,
                (Filled::Nowhere, true) => Some("has no value".to_owned()),
                (_, false) => Some("has a value, must have none".to_owned()),
                (value, true) => self.misfit(ranges.as_ref(), layer, value),
            };
            if let Some(problem) = problem {
                self.report(Law::Values(layer), layer, position, problem, broken);
            }
        }
    }

    /// Why a value does not fit a layer.
    fn misfit(&self, ranges: Option<&Ranges>, layer: usize, value: Filled) -> Option<String> {
        let fits = match (&self.book.layers[layer].domain, value) {
            (Domain::Values { .. }, Filled::Number(number)) => {
                // Ranges without data say nothing.
                let ranges = ranges?;
                let inside = |&(least, most): &(i64, Option<i64>)| {
                    number >= least && most.is_none_or(|most| number <= most)
                };
                if !ranges.iter().any(inside) {
                    return Some(format!(
                        "is {number}, which is not among the possible values"
                    ));
                }
                true
            }
            (Domain::Values { .. }, Filled::Word(word)) => word < possible_words(self.book, layer),
            (Domain::Regions, Filled::Region(_)) | (Domain::Direction, Filled::Direction(_)) => {
                true
            }
            _ => false,
        };
        (!fits).then(|| "has a value of another kind".to_owned())
    }

    fn givens(&mut self, layer: usize, broken: &mut Vec<Broken>) {
        let data = self.data;
        let Some(givens) = data.layers.get(layer) else {
            return;
        };
        let has_numbers = matches!(
            &self.book.layers[layer].domain,
            Domain::Values { ranges, .. } if !ranges.is_empty()
        );
        // For regions: the correspondence between regions of the puzzle and of the filled grid, both ways.
        let mut regions: FxHashMap<usize, usize> = FxHashMap::default();
        let mut names: FxHashMap<usize, usize> = FxHashMap::default();
        for (position, given) in givens.iter().enumerate() {
            let value = self
                .filling()
                .get(layer)
                .and_then(|values| values.get(position));
            let value = value.copied().unwrap_or(Filled::Unknown);
            let listed = self
                .candidates
                .and_then(|candidates| candidates.get(&(layer, position)));
            let stays = match (given, value) {
                (_, Filled::Unknown) if listed.is_some() => {
                    let given = Filled::given(given);
                    given.is_none_or(|given| listed.is_some_and(|may| may.contains(&given)))
                }
                (Datum::Missing, _) | (_, Filled::Unknown) => true,
                // Some number is there.
                (Datum::Untold, Filled::Word(_)) => !has_numbers,
                (Datum::Untold, _) => true,
                (Datum::Number(given), Filled::Number(found)) => *given == found,
                (Datum::Word(given), Filled::Word(found)) => *given == found,
                (Datum::Directions(given), Filled::Direction(found)) => given[..] == [found],
                (Datum::Region(given), Filled::Region(found)) => {
                    *regions.entry(*given).or_insert(found) == found
                        && *names.entry(found).or_insert(*given) == *given
                }
                _ => false,
            };
            if !stays {
                self.report(
                    Law::Given(layer),
                    layer,
                    position,
                    "differs from the given value".to_owned(),
                    broken,
                );
            }
        }
    }

    /// Each region is connected: if some places are unknown, possibly through them.
    fn parts(&mut self, layer: usize, broken: &mut Vec<Broken>) {
        let Ground::Atoms(kind, _) = self.book.layers[layer].on else {
            return;
        };
        let mut parts: Vec<(usize, u8, Vec<Atom>)> = Vec::new();
        let mut unknown = Vec::new();
        for (position, value) in self
            .filling()
            .get(layer)
            .cloned()
            .unwrap_or_default()
            .into_iter()
            .enumerate()
        {
            let atom = atom_at(&self.geometry, kind, position);
            match value {
                Filled::Region(number) => {
                    match parts
                        .iter_mut()
                        .find(|(own, board, _)| *own == number && *board == atom.board)
                    {
                        Some((_, _, atoms)) => atoms.push(atom),
                        None => parts.push((number, atom.board, vec![atom])),
                    }
                }
                Filled::Unknown => unknown.push(atom),
                _ => {}
            }
        }
        for (_, _, atoms) in parts {
            let all: Vec<Atom> = atoms.iter().chain(&unknown).copied().collect();
            let groups = self.groups(&all, Touch::Sides);
            let pieces = groups
                .iter()
                .filter(|group| atoms.iter().any(|atom| group.atoms.contains(atom)))
                .count();
            if pieces > 1 && broken.len() < MAX_BROKEN {
                let word = &self.book.layers[layer].word.name;
                broken.push(Broken {
                    rule: Law::Connected(layer),
                    place: format!("the {word} of {}", self.geometry.name(atoms[0])),
                    message: format!("falls into {pieces} pieces"),
                    atoms,
                });
            }
        }
    }
}
