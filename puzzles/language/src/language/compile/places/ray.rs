//! Rays: cells from one in a direction, up to the border or the first that passes a test.

use quadrille_engine::propagators::Test;

use super::super::budget::of_test;
use super::super::logic::{FALSE, TRUE, and, not, or};
use super::super::value::Value;
use super::super::{Compiler, Made};
use super::phrase::{Member, until};
use crate::grid::Direction;
use crate::language::geometry::Atom;
use crate::language::syntax::{Expr, Phrase};

impl Compiler<'_> {
    /// The cells from a cell to the border, up to the first that passes the test.
    pub(crate) fn ray(
        &mut self,
        from: Atom,
        direction: Direction,
        until: Option<(bool, &crate::language::syntax::Word)>,
    ) -> Made<Vec<Member>> {
        let geometry = &self.data.geometry;
        let (row, column) = geometry.position(from.index);
        let mut cells = Vec::with_capacity(match direction {
            Direction::North => row,
            Direction::East => geometry.columns - 1 - column,
            Direction::South => geometry.rows - 1 - row,
            Direction::West => column,
        });
        let mut open = TRUE;
        let mut at = from.index;
        while let Some(next) = self.data.geometry.neighbour(at, direction) {
            at = next;
            let atom = Atom {
                index: next,
                ..from
            };
            if let Some((negated, word)) = until {
                let ends = self.adjective_or_layer(word, &Value::Atom(atom))?;
                // A missing test does not end the ray.
                let ends = if negated { ends.fails() } else { ends.holds() };
                open = and([open, not(ends)]);
                self.spend(of_test(&open), &word.span)?;
                if open == FALSE {
                    break;
                }
            }
            cells.push((Value::Atom(atom), open.clone()));
        }
        Ok(cells)
    }

    /// The directions of an expression, each with its test: all those of the data, or one to be found.
    pub(crate) fn directions(&mut self, expr: &Expr) -> Made<Vec<(Direction, Test)>> {
        Ok(match self.value(expr)? {
            Value::Direction(direction) => vec![(direction, TRUE)],
            Value::Directions(directions) => directions.into_iter().map(|d| (d, TRUE)).collect(),
            Value::Choice(choice) => (0..4)
                .map(|code| (Direction::ALL[code], Test::is(choice.var, code as i32)))
                .collect(),
            Value::First(ways)
                if ways
                    .iter()
                    .all(|(_, way)| matches!(way, Value::Direction(_))) =>
            {
                let ways = ways.iter().filter_map(|(test, way)| match way {
                    Value::Direction(direction) => Some((*direction, test.clone())),
                    _ => None,
                });
                ways.collect()
            }
            Value::Missing => {
                self.eval.missing = true;
                Vec::new()
            }
            Value::Empty => Vec::new(),
            _ => return self.unclear(&expr.span),
        })
    }

    /// The cells of the rays from one of these atoms, near ones first.
    pub(crate) fn rays(
        &mut self,
        origins: Vec<(Atom, Test)>,
        directions: &[(Direction, Test)],
        phrase: &Phrase,
    ) -> Made<Vec<Member>> {
        if let ([(from, there)], [(direction, test)]) = (&origins[..], directions) {
            // Nothing to merge: no list of tests for each cell.
            let mut ray = self.ray(*from, *direction, until(phrase))?;
            self.spend(ray.len() * (1 + of_test(there)), &phrase.span)?;
            if !matches!((there, test), (&TRUE, &TRUE)) {
                for (_, guard) in &mut ray {
                    let open = std::mem::replace(guard, TRUE);
                    *guard = and([there.clone(), test.clone(), open]);
                }
            }
            return Ok(ray);
        }
        if let [(from, there)] = &origins[..] {
            // The rays from one cell have no cell in common.
            let mut all = Vec::new();
            for (direction, test) in directions {
                for (cell, open) in self.ray(*from, *direction, until(phrase))? {
                    all.push((cell, and([there.clone(), test.clone(), open])));
                }
            }
            self.spend(all.len() * (1 + of_test(there)), &phrase.span)?;
            return Ok(all);
        }
        let mut merged: Vec<(Value, Vec<Test>)> = Vec::new();
        for (from, there) in origins {
            // Where to insert the next new cell: before the next known one, so that the order of each ray is kept.
            let mut ray = Vec::new();
            for (direction, test) in directions {
                for (cell, guard) in self.ray(from, *direction, until(phrase))? {
                    ray.push((cell, and([there.clone(), test.clone(), guard])));
                }
            }
            self.spend(ray.len() * (1 + of_test(&there)), &phrase.span)?;
            let mut end = merged.len();
            for (cell, guard) in ray.into_iter().rev() {
                let known = merged
                    .iter()
                    .position(|(known, _)| is_same_atom(known, &cell));
                match known {
                    Some(at) if at < end => {
                        merged[at].1.push(guard);
                        end = at;
                    }
                    Some(_) => return self.unclear(&phrase.span),
                    None => merged.insert(end, (cell, vec![guard])),
                }
            }
        }
        let merged = merged.into_iter();
        Ok(merged.map(|(cell, ways)| (cell, or(ways))).collect())
    }
}

pub(super) fn is_same_atom(a: &Value, b: &Value) -> bool {
    matches!((a, b), (Value::Atom(a), Value::Atom(b)) if a == b)
}
