//! Rays: cells from one in a direction, up to the border or the first that passes a test.

use std::ops::Range;

use fxhash::FxHashMap;
use quadrille_engine::propagators::Test;

use super::super::budget::of_test;
use super::super::logic::{FALSE, TRUE, and, both, not, or};
use super::super::value::Value;
use super::super::{Compiler, Made};
use super::phrase::{Member, until};
use crate::grid::Direction;
use crate::language::geometry::Atom;
use crate::language::syntax::{Expr, Kind, Name, Phrase, Word};

/// Whether cells end rays, as far as that was asked and the data tells: by the word that ends them, whether it is negated,
/// and the boards that are spoken of. A cell lies on the rays of all cells that see it, and may be asked by several rules:
/// to ask the word each time was a sixth of compiling akari.
pub(crate) type Ends = FxHashMap<(Name, bool, Range<u8>), Vec<Option<bool>>>;

impl Compiler<'_> {
    /// The cells from a cell to the border, up to the first that passes the test.
    pub(crate) fn ray(
        &mut self,
        from: Atom,
        direction: Direction,
        until: Option<(bool, &Word)>,
    ) -> Made<Vec<Member>> {
        // What a word means within a rule about a group may depend on the group.
        let key = until.filter(|_| self.eval.open_group.is_none());
        let key = key.map(|(negated, word)| (word.name.clone(), negated, self.boards()));
        let mut known = key.as_ref().and_then(|key| self.memo.ends.remove(key));
        let cells = self.ray_until(from, direction, until, known.get_or_insert_default());
        if let (Some(key), Some(known)) = (key, known) {
            self.memo.ends.insert(key, known);
        }
        cells
    }

    /// The same, with what is known of the cells that end it.
    fn ray_until(
        &mut self,
        from: Atom,
        direction: Direction,
        until: Option<(bool, &Word)>,
        known: &mut Vec<Option<bool>>,
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
                let ends = self.ends_ray(atom, (negated, word), known)?;
                open = both(open, not(ends));
                self.spend(of_test(&open), &word.span)?;
                if matches!(open, FALSE) {
                    break;
                }
            }
            cells.push((Value::Atom(atom), open.clone()));
        }
        Ok(cells)
    }

    /// Which of these cells end a ray; `None` if the solution decides that.
    pub(crate) fn ends_of(
        &mut self,
        cells: &[Atom],
        until: Option<(bool, &Word)>,
    ) -> Made<Option<Vec<bool>>> {
        let Some((negated, word)) = until else {
            return Ok(Some(vec![false; cells.len()]));
        };
        self.spend(cells.len(), &word.span)?;
        let key = (word.name.clone(), negated, self.boards());
        let mut known = self.memo.ends.remove(&key).unwrap_or_default();
        let mut ends = Some(Vec::with_capacity(cells.len()));
        for &cell in cells {
            match (self.ends_ray(cell, (negated, word), &mut known)?, &mut ends) {
                (Test::Const(end), Some(ends)) => ends.push(end),
                _ => ends = None,
            }
        }
        self.memo.ends.insert(key, known);
        Ok(ends)
    }

    /// When a cell ends a ray.
    fn ends_ray(
        &mut self,
        cell: Atom,
        (negated, word): (bool, &Word),
        known: &mut Vec<Option<bool>>,
    ) -> Made<Test> {
        let count = self.data.geometry.count(Kind::Cell);
        let at = usize::from(cell.board) * count + cell.index as usize;
        if let Some(&Some(ends)) = known.get(at) {
            return Ok(Test::Const(ends));
        }
        let before = self.made();
        let ends = self.adjective_or_layer(word, &Value::Atom(cell))?;
        // A missing test does not end the ray.
        let ends = if negated { ends.fails() } else { ends.holds() };
        if let Test::Const(ends) = ends
            && before == self.made()
        {
            known.resize(known.len().max(self.data.geometry.boards * count), None);
            known[at] = Some(ends);
        }
        Ok(ends)
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
                let mut ray = self.ray(*from, *direction, until(phrase))?;
                if !matches!((there, test), (&TRUE, &TRUE)) {
                    for (_, guard) in &mut ray {
                        let open = std::mem::replace(guard, TRUE);
                        *guard = and([there.clone(), test.clone(), open]);
                    }
                }
                all.append(&mut ray);
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
