//! In which directions the nearest cells of a kind are seen.

use super::super::syntax::{Expr, Kind, Phrase};
use super::member::Candidates;
use super::state::Interpreter;
use super::value::{Read, Stop, Truth, Value, trouble};
use crate::grid::Direction;

impl Interpreter<'_> {
    /// `directions from CELL to nearest CELLS`: those in which the first of these cells is nearest; empty if there is
    /// none in any.
    pub(super) fn directions_to(&mut self, from: &Expr, nearest: &Phrase) -> Read<Value> {
        let from = self.eval(from)?;
        let Some(own) = self.atom(&from)? else {
            return Ok(Value::Empty);
        };
        if own.kind != Kind::Cell {
            return trouble("cells are seen only from a cell");
        }
        let (row, column) = self.geometry.position(own.index);
        let mut least = usize::MAX;
        let mut found = Vec::new();
        // How far the nearest cell is that may be one of them.
        let mut open = usize::MAX;
        for direction in Direction::ALL {
            let ray = self.rays(nearest, &[direction], &Value::Atom(own))?;
            for member in self.sift(nearest, Candidates::atoms(ray))? {
                let &[Value::Atom(cell)] = &member.values[..] else {
                    return trouble("expected cells");
                };
                let (other_row, other_column) = self.geometry.position(cell.index);
                let away = row.abs_diff(other_row) + column.abs_diff(other_column);
                if member.truth != Truth::True {
                    open = open.min(away);
                    continue;
                }
                if away < least {
                    least = away;
                    found.clear();
                }
                if away == least {
                    found.push(direction);
                }
                break;
            }
        }
        if open <= least && open != usize::MAX {
            return Err(Stop::Unknown);
        }
        Ok(match found.is_empty() {
            true => Value::Empty,
            false => Value::Directions(found),
        })
    }
}
