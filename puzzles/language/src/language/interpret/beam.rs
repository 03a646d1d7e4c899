//! Beams that mirrors turn, and the numbers of lists.

use std::rc::Rc;

use super::super::geometry::Atom;
use super::super::signs::mirrors;
use super::super::syntax::{BeamPart, Expr, Kind, Lines, Word};
use super::super::values::position;
use super::member::Candidates;
use super::state::Interpreter;
use super::value::{Place, Read, Value, What, trouble};
use crate::grid::Direction;

impl Interpreter<'_> {
    /// `turns of v by mirror`: follows the beam from outside until it is outside again.
    pub(super) fn beam(&mut self, part: BeamPart, view: &Expr, word: &Word) -> Read<Value> {
        let view = self.eval(view)?;
        let place = self.place(&view)?;
        let number = match place.what {
            What::Line(Lines::View, number) => number,
            _ if view.is_empty() => return Ok(Value::Empty),
            _ => return trouble("a beam enters at a view"),
        };
        let Some(layer) = self.book.layer(&word.name) else {
            return trouble(format!("there is no layer `{}`", word.name));
        };
        let Some([slashes, backslashes]) = mirrors(&self.book.layers[layer]) else {
            return trouble(format!("`{}` has no mirrors", word.name));
        };
        let mut heading = self.geometry.view_side(number).opposite();
        let mut at = self.geometry.line(Lines::View, number)[0];
        let (mut turns, mut stretch) = (0, 1);
        let mut stretches: Vec<i128> = Vec::new();
        let (mut cells, mut crossings): (Vec<Atom>, Vec<Atom>) = (Vec::new(), Vec::new());
        loop {
            let atom = Atom {
                kind: Kind::Cell,
                board: place.board,
                index: at,
            };
            match cells.contains(&atom) {
                true => crossings.push(atom),
                false => cells.push(atom),
            }
            let held = self.value_at(layer, position(&self.geometry, atom))?;
            let turned = match held {
                Value::Word(_, word) | Value::Blank(_, word) if slashes.contains(&word) => {
                    Some(risen(heading))
                }
                Value::Word(_, word) | Value::Blank(_, word) if backslashes.contains(&word) => {
                    Some(risen(heading).opposite())
                }
                Value::Untold => return Err(super::value::Stop::Untold),
                Value::Unknown => return Err(super::value::Stop::Unknown),
                _ => None,
            };
            if let Some(turned) = turned {
                heading = turned;
                turns += 1;
                stretches.push(std::mem::take(&mut stretch));
            }
            stretch += 1;
            match self.geometry.neighbour(at, heading) {
                Some(next) => at = next,
                None => break,
            }
        }
        stretches.push(stretch);
        let cells_of = |atoms: Vec<Atom>| {
            let mut cells = Place::new(What::Set, atoms);
            cells.board = place.board;
            Value::Place(Rc::new(cells))
        };
        Ok(match part {
            BeamPart::Exit => {
                let (row, column) = self.geometry.position(at);
                let (rows, columns) = (self.geometry.rows, self.geometry.columns);
                let number = match heading {
                    Direction::West => row,
                    Direction::East => rows + row,
                    Direction::North => 2 * rows + column,
                    Direction::South => 2 * rows + columns + column,
                };
                Value::Place(Rc::new(self.line(Lines::View, place.board, number)))
            }
            BeamPart::Turns => Value::Number(turns),
            BeamPart::Stretches => {
                let entries = stretches.into_iter().map(|n| Some(Value::Number(n)));
                Value::List(Rc::new(entries.collect()), false)
            }
            BeamPart::Cells => cells_of(cells),
            BeamPart::Crossings => cells_of(crossings),
        })
    }

    /// The members of `value k in LIST`.
    pub(super) fn entries(&mut self, list: &Expr) -> Read<Candidates> {
        let list = self.eval(list)?;
        if let Some(stop) = list.gap() {
            return Err(stop);
        }
        match list {
            Value::List(entries, _) => {
                let entries = entries.iter().cloned();
                Ok(Candidates::new(
                    entries.map(|entry| entry.unwrap_or(Value::Untold)),
                ))
            }
            other if other.is_empty() => Ok(Candidates::new(Vec::new())),
            _ => trouble("expected a list"),
        }
    }
}

/// Where a beam goes after a mirror from the lower left to the upper right.
fn risen(heading: Direction) -> Direction {
    match heading {
        Direction::East => Direction::North,
        Direction::North => Direction::East,
        Direction::West => Direction::South,
        Direction::South => Direction::West,
    }
}
