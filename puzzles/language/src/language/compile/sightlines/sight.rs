//! `directions from c to nearest shaded cells = arrow of c`: where the nearest cells of a kind are seen.

use quadrille_engine::Var;
use quadrille_engine::propagators::{SightLine, Test};

use super::super::logic::{FALSE, and, not, or};
use super::super::value::Value;
use super::super::{Compiler, Made};
use crate::grid::Direction;
use crate::language::syntax::{Expr, Kind, Node};

/// From a cell to the border in each direction: whether each cell is of the kind, near ones first.
pub(crate) struct Sight {
    rays: [Vec<Test>; 4],
    /// The directions in which the nearest must be.
    directions: Vec<Direction>,
}

impl Sight {
    fn is_pointed(&self, direction: Direction) -> bool {
        self.directions.contains(&direction)
    }

    /// The test that the nearest are in exactly these directions: for some distance they are this far away there, and
    /// farther elsewhere.
    pub(crate) fn test(&self) -> Test {
        let pointed = || Direction::ALL.iter().zip(&self.rays);
        let farthest = pointed()
            .filter(|(direction, _)| self.is_pointed(**direction))
            .map(|(_, ray)| ray.len())
            .min()
            .unwrap_or(0);
        or((1..=farthest).map(|away| {
            let rays = pointed().map(|(&direction, ray)| {
                let none_before =
                    |end: usize| and(ray.iter().take(end).map(|test| not(test.clone())));
                match self.is_pointed(direction) {
                    true => and([none_before(away - 1), ray[away - 1].clone()]),
                    false => none_before(away),
                }
            });
            and(rays)
        }))
    }
}

impl Compiler<'_> {
    /// The parts of a comparison of `directions from … to nearest …` with directions of the data: `None` if it is
    /// another comparison, `Some(None)` if something is missing.
    pub(crate) fn sight(&mut self, a: &Expr, b: &Expr) -> Made<Option<Option<Sight>>> {
        let ((Node::Directions(from, nearest), known) | (known, Node::Directions(from, nearest))) =
            (&a.node, &b.node)
        else {
            return Ok(None);
        };
        let known = if std::ptr::eq(known, &a.node) { a } else { b };
        let directions = match self.value(known)? {
            Value::Missing => return Ok(Some(None)),
            Value::Directions(directions) => directions,
            Value::Direction(direction) => vec![direction],
            Value::Empty => Vec::new(),
            _ => return self.unclear(&known.span),
        };
        let own = self.atom(from)?.filter(|own| own.kind == Kind::Cell);
        let mut rays = [const { Vec::new() }; 4];
        if let Some(own) = own {
            let (row, column) = self.data.geometry.position(own.index);
            for (direction, ray) in Direction::ALL.into_iter().zip(&mut rays) {
                let seen = self.seen_from(nearest, own, direction)?;
                ray.reserve(seen.len());
                for (cell, test) in seen {
                    let Value::Atom(cell) = cell else { continue };
                    let (other_row, other_column) = self.data.geometry.position(cell.index);
                    let away = row.abs_diff(other_row) + column.abs_diff(other_column);
                    ray.resize(ray.len().max(away), FALSE);
                    ray[away - 1] = self.reify(test)?;
                }
            }
        }
        if std::mem::take(&mut self.eval.missing) {
            return Ok(Some(None));
        }
        Ok(Some(Some(Sight { rays, directions })))
    }

    /// Posts such a comparison if each cell's kind is a variable or known. False if it is something else.
    pub(crate) fn post_sight(&mut self, a: &Expr, b: &Expr) -> Made<bool> {
        let Some(Some(Sight { rays, directions })) = self.sight(a, b)? else {
            return Ok(false);
        };
        let mut value = None;
        let (mut pointed, mut others) = (Vec::new(), Vec::new());
        let mut all: Vec<Var> = Vec::with_capacity(rays.iter().map(Vec::len).sum());
        for (direction, ray) in Direction::ALL.into_iter().zip(rays) {
            let mut vars = Vec::with_capacity(ray.len());
            for test in ray {
                let test = match test {
                    Test::Literal(_) => test,
                    test => self.tidy(test),
                };
                let Test::Literal(literal) = test else {
                    return Ok(false);
                };
                let domain = self.model.domain(literal.var);
                let is_binary = (domain.min(), domain.max()) == (Some(0), Some(1));
                let here = i32::from(literal.admits(1));
                let is_open = literal.admits(0) != literal.admits(1);
                if !is_binary || !is_open || value.is_some_and(|value| value != here) {
                    return Ok(false);
                }
                value = Some(here);
                all.push(literal.var);
                vars.push(literal.var);
            }
            match directions.contains(&direction) {
                true => pointed.push(vars),
                false => others.push(vars),
            }
        }
        // It ignores cells farther away.
        let sides = [self.data.geometry.rows, self.data.geometry.columns];
        let is_near = sides.iter().all(|&side| side <= SightLine::REACH);
        let fits = !pointed.is_empty() && is_near && self.are_different(&all);
        let Some(value) = value.filter(|_| fits) else {
            return Ok(false);
        };
        self.post_as(
            SightLine::new(value, pointed, others),
            "sight line",
            "domain consistent",
        );
        Ok(true)
    }
}
