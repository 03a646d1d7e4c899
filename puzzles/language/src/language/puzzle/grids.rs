//! Filled grids: as text, what of them is open, what differs between two.

use super::super::syntax::{Domain, Ground, Kind as AtomKind, Layer, Role};
use super::super::values::{Filled, Filling, atom_at};
use super::super::{compile, notation};
use super::Puzzle;
use crate::puzzle::{Completed, Difference, Entries, PlaceValue};
use crate::violation::NotationError;

impl Puzzle {
    /// Writes a filled grid, without the values beside it, in the notation that [`Puzzle::read_filled`] reads.
    pub fn write(&self, completed: &Completed) -> String {
        notation::write(&self.data, &completed.filling)
    }

    /// Writes the grid with what is given, in the notation that [`Puzzle::read_entries`] reads.
    pub fn write_givens(&self) -> String {
        let blank = Entries::new(Filling::blank(&self.data), Default::default());
        notation::write(&self.data, &self.with_givens(&blank))
    }

    /// Reads a filled grid and the values beside it.
    ///
    /// # Errors
    /// [`NotationError`] if the text is not a filled grid of this puzzle.
    pub fn read_filled(&self, text: &str) -> Result<Completed, NotationError> {
        notation::read(&self.data, text).map(Completed::new)
    }

    /// Reads a grid that may be partly filled, and the values beside it: `?` is open, and so is `.` unless it means
    /// something else, and `{1,2,5}` lists values still considered possible. A filled grid is a special case.
    ///
    /// # Errors
    /// [`NotationError`] if the text is not a grid of this puzzle.
    pub fn read_entries(&self, text: &str) -> Result<Entries, NotationError> {
        let (filling, candidates) = notation::read_partly(&self.data, text)?;
        Ok(Entries::new(filling, candidates))
    }

    /// The values of each layer of a filled grid in JSON.
    pub fn layers_json(&self, completed: &Completed) -> serde_json::Value {
        notation::to_json(&self.data, &completed.filling)
    }

    /// The entries together with the givens.
    pub(in crate::language) fn with_givens(&self, entries: &Entries) -> Filling {
        let mut filling = entries.filling.clone();
        for (layer, values) in filling.layers.iter_mut().enumerate() {
            for (position, value) in values.iter_mut().enumerate() {
                let given = self.data.layers[layer].get(position);
                if *value == Filled::Unknown
                    && !entries.candidates.contains_key(&(layer, position))
                    && let Some(given) = given.and_then(Filled::given)
                {
                    *value = given;
                }
            }
        }
        filling
    }

    /// The filled grid, if entries and givens leave nothing open.
    pub fn completed(&self, entries: &Entries) -> Option<Completed> {
        let filling = self.with_givens(entries);
        // Values of a layer that is left out are searched for when the grid is checked.
        compile::left_out(&self.data, &filling).map(|_| Completed::new(filling))
    }

    /// The number of places to fill, and of those that are open: without a given or entered value, whether or not
    /// several values are listed there.
    pub fn open_places(&self, entries: &Entries) -> [usize; 2] {
        let filling = self.with_givens(entries);
        // A layer left out is not open if its values were found when the grid was checked.
        let layers = match self.untold(&filling, &[]).0 {
            compile::Completion::Found(whole) => whole.layers,
            _ => filling.layers,
        };
        let visible = notation::visible(self.book());
        let mut values = visible
            .flat_map(|(layer, _)| layers.get(layer).into_iter().flatten())
            .filter(|filled| **filled != Filled::Nowhere)
            .collect::<Vec<_>>();
        let all = values.len();
        values.retain(|filled| **filled == Filled::Unknown);
        [all, values.len()]
    }

    /// Where two filled grids differ.
    pub fn differences(&self, a: &Completed, b: &Completed) -> Vec<Difference> {
        let (a, b) = (&a.filling, &b.filling);
        let b = &b.named_as(a, self.book());
        let places = a.differences(b, self.book()).into_iter();
        places
            .map(|(layer, at)| {
                self.difference(layer, at, [a.layers[layer][at], b.layers[layer][at]])
            })
            .collect()
    }

    fn difference(&self, layer: usize, position: usize, values: [Filled; 2]) -> Difference {
        let declared = &self.book().layers[layer];
        let place = self.place_text(layer, position);
        let on_cells = matches!(declared.on, Ground::Atoms(AtomKind::Cell, _));
        let geometry = &self.data.geometry;
        let atom = on_cells.then(|| atom_at(geometry, AtomKind::Cell, position));
        Difference {
            place,
            values: values.map(|value| notation::word_of(declared, value)),
            cell: atom.map(|atom| geometry.cell(atom.index)),
        }
    }

    /// The values of a filled grid in each place that could be given.
    pub fn values_of(&self, completed: &Completed) -> Vec<PlaceValue> {
        let filling = &completed.filling;
        let layers = notation::visible(self.book());
        let mut places: Vec<_> = layers
            .filter(|(_, layer)| layer.domain != Domain::Regions)
            .collect();
        // Where the genre says which values a puzzle may give, it gives no others.
        let may_be_given = |layer: &Layer| layer.role == Role::Decide { given: true };
        if places.iter().any(|(_, layer)| may_be_given(layer)) {
            places.retain(|(_, layer)| may_be_given(layer));
        }
        places
            .into_iter()
            .flat_map(|(number, layer)| {
                let values = filling.layers[number].iter().enumerate();
                let standing = values.filter(|(_, value)| **value != Filled::Nowhere);
                standing.map(move |(position, &value)| PlaceValue {
                    place: self.place_text(number, position),
                    value: notation::word_of(layer, value),
                    layer: number,
                    position,
                })
            })
            .collect()
    }
}
