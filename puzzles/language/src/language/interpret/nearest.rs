//! How far the nearest other cell with an equal value is.

use super::super::geometry::Atom;
use super::super::syntax::{Comparison, Expr, Ground, Kind, Word};
use super::super::values::{Filled, position};
use super::state::Interpreter;
use super::value::{Read, Stop, Truth, Value, trouble};

/// The nearest of the cells that hold the same as another one.
pub(super) struct Nearest {
    /// The other one.
    pub(super) own: Atom,
    /// What both hold.
    pub(super) value: Value,
    /// The cell and its distance, if there is one.
    pub(super) found: Option<(Atom, usize)>,
}

impl Interpreter<'_> {
    /// `nearest equal LAYER of CELL in PLACE`: the least distance, empty if there is none.
    pub(super) fn nearest(
        &mut self,
        word: &Word,
        cell: &Expr,
        place: Option<&Expr>,
    ) -> Read<Value> {
        let nearest = self.nearest_cell(word, cell, place)?;
        let found = nearest.and_then(|nearest| nearest.found);
        Ok(found.map_or(Value::Empty, |(_, away)| Value::Number(away as i128)))
    }

    /// `None` if there is no cell to begin with.
    pub(super) fn nearest_cell(
        &mut self,
        word: &Word,
        cell: &Expr,
        place: Option<&Expr>,
    ) -> Read<Option<Nearest>> {
        let Some(layer) = self.book.layer(&word.name) else {
            return trouble(format!("there is no layer `{}`", word.name));
        };
        let cell = self.eval(cell)?;
        let Some(own) = self.atom(&cell)? else {
            // What is missing is missing all the same.
            place.map(|place| self.split(place)).transpose()?;
            return Ok(None);
        };
        if own.kind != Kind::Cell {
            return trouble("expected the nearest of several cells");
        }
        let value = self.layer_at(layer, &Value::Atom(own))?;
        if matches!(value, Value::Unknown) {
            return Err(Stop::Unknown);
        }
        if place.is_none()
            && let Some(nearest) = self.nearest_number(layer, own)
        {
            let found = nearest?;
            return Ok(Some(Nearest { own, value, found }));
        }
        let others = match place {
            Some(place) => self.split(place)?,
            None => {
                let count = self.geometry.count(Kind::Cell) as u32;
                let cells = (0..count).map(|index| (Atom { index, ..own }, Truth::True));
                cells.collect()
            }
        };
        let (row, column) = self.geometry.position(own.index);
        let mut found: Option<(Atom, usize)> = None;
        // How far the nearest cell is that may hold the same.
        let mut open = usize::MAX;
        for (other, there) in others {
            if other == own || other.board != own.board || other.kind != Kind::Cell {
                continue;
            }
            let (other_row, other_column) = self.geometry.position(other.index);
            let away = row.abs_diff(other_row) + column.abs_diff(other_column);
            if found.is_some_and(|(_, nearest)| nearest <= away) {
                continue;
            }
            let held = self.layer_at(layer, &Value::Atom(other))?;
            match self.compare(Comparison::Equal, &value, &held)?.and(there) {
                Truth::True => found = Some((other, away)),
                Truth::Unknown => open = open.min(away),
                Truth::False | Truth::Missing => {}
            }
        }
        if open < found.map_or(usize::MAX, |(_, away)| away) {
            return Err(Stop::Unknown);
        }
        Ok(Some(Nearest { own, value, found }))
    }

    /// The nearest cell of the board with the same number of a layer that is to be found, and its distance: the rows
    /// from the nearest to the farthest. `None` if the cell has no number, or the layer is not on cells.
    fn nearest_number(&mut self, layer: usize, own: Atom) -> Option<Read<Option<(Atom, usize)>>> {
        if !matches!(self.book.layers[layer].on, Ground::Atoms(Kind::Cell, _)) {
            return None;
        }
        let (rows, columns) = (self.geometry.rows, self.geometry.columns);
        let first = position(&self.geometry, Atom { index: 0, ..own });
        let values = self
            .filling_unnoted()
            .get(layer)?
            .get(first..first + rows * columns)?;
        if self.looks {
            self.filled(layer, first + own.index as usize);
        }
        let number @ Filled::Number(_) = values[own.index as usize] else {
            return None;
        };
        let (row, column) = self.geometry.position(own.index);
        let mut found: Option<(usize, usize)> = None;
        let mut unknown = Vec::new();
        for down in 0..rows {
            if found.is_some_and(|(_, away)| away <= down) {
                break;
            }
            let both = [row.checked_sub(down), Some(row + down)];
            for other in both.into_iter().flatten().filter(|&other| other < rows) {
                let line = &values[other * columns..(other + 1) * columns];
                for (other_column, &held) in line.iter().enumerate() {
                    let index = other * columns + other_column;
                    let away = down + column.abs_diff(other_column);
                    if held == Filled::Unknown {
                        unknown.push((index, away));
                    } else if held == number
                        && away > 0
                        && found.is_none_or(|(_, nearest)| away < nearest)
                    {
                        found = Some((index, away));
                    }
                }
            }
        }
        unknown.retain(|&(_, away)| found.is_none_or(|(_, nearest)| away < nearest));
        if !unknown.is_empty() {
            let places = unknown.iter().map(|&(index, _)| (layer, first + index));
            self.reads.extend(places);
            return Some(Err(Stop::Unknown));
        }
        if self.looks {
            self.look_around(layer, own, found.map(|(_, away)| away));
        }
        let found = found.map(|(index, away)| {
            let index = index as u32;
            (Atom { index, ..own }, away)
        });
        Some(Ok(found))
    }

    /// Notes that the cells up to a distance are read, the nearest first, or all of the board: what is farther away than
    /// the nearest one does not matter.
    fn look_around(&self, layer: usize, own: Atom, most: Option<usize>) {
        let geometry = &self.geometry;
        let (row, column) = geometry.position(own.index);
        for away in 1..=most.unwrap_or(geometry.rows + geometry.columns) {
            for other in 0..geometry.rows {
                let Some(aside) = away.checked_sub(row.abs_diff(other)) else {
                    continue;
                };
                let both = [column.checked_sub(aside), Some(column + aside)];
                for other_column in both.into_iter().flatten() {
                    if other_column < geometry.columns {
                        let index = (other * geometry.columns + other_column) as u32;
                        self.filled(layer, position(geometry, Atom { index, ..own }));
                    }
                }
            }
        }
    }
}
