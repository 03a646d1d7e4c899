//! Atoms and places that expressions denote.

use std::rc::Rc;

use quadrille_engine::Relation;
use quadrille_engine::propagators::{Comparison, Number, Test};

use super::super::budget::of_place;
use super::super::logic::{TRUE, and, compare, counted, sum};
use super::super::value::{Place, Value};
use super::super::{Compiler, Made};
use crate::document::Problem;
use crate::language::geometry::Atom;
use crate::language::syntax::{Expr, Span};

impl Compiler<'_> {
    /// An expression as one atom; `None` if there is no such thing.
    pub(crate) fn atom(&mut self, expr: &Expr) -> Made<Option<Atom>> {
        match self.atoms(expr)?[..] {
            [] => Ok(None),
            [(atom, TRUE)] => Ok(Some(atom)),
            _ => self.wrong(
                &expr.span,
                "this may be several things",
                "expected a single cell, edge, link or corner that does not depend on the solution",
            ),
        }
    }

    /// An expression as one atom that may depend on the solution: its possible atoms, at most one of which is there.
    pub(crate) fn atoms(&mut self, expr: &Expr) -> Made<Vec<(Atom, Test)>> {
        match self.value(expr)? {
            Value::Atom(atom) => Ok(vec![(atom, TRUE)]),
            Value::Missing => {
                self.eval.missing = true;
                Ok(Vec::new())
            }
            Value::Empty => Ok(Vec::new()),
            Value::Place(place) => {
                let place = self.the_one(&place, &expr.span)?;
                self.spend(of_place(&place), &expr.span)?;
                Ok(place.members.clone())
            }
            _ => self.unclear(&expr.span),
        }
    }

    /// The only atom of a place, which has none if several are there: `digit of (cell in r where x of it = n)`. Refuses
    /// places that have several by the data.
    pub(crate) fn the_one(&mut self, place: &Rc<Place>, span: &Span) -> Made<Rc<Place>> {
        if place.sole || place.members.len() <= 1 {
            return Ok(Rc::clone(place));
        }
        let certain = place.members.iter().filter(|(_, test)| *test == TRUE);
        if !place.may_be_one() || certain.count() > 1 {
            return self.several(span);
        }
        self.spend(of_place(place), span)?;
        let mut members = place.members.clone();
        if !are_values_of_one(&members) {
            let count = members.iter();
            let count = count.map(|(_, test)| (1, counted(test.clone(), Number::Const(1))));
            let Some(count) = sum(count) else {
                return self.several(span);
            };
            let alone = self.reify(compare(count, Comparison::Equal, Number::Const(1)))?;
            let alone = match self.is_open(&alone) {
                true => alone,
                false => self.literal_test(alone)?,
            };
            for (_, test) in &mut members {
                *test = and([test.clone(), alone.clone()]);
            }
        }
        Ok(Rc::new(Place::one_of(members)))
    }

    /// Reports a place that has several atoms where one is meant.
    fn several<T>(&mut self, span: &Span) -> Made<T> {
        self.eval.is_final = true;
        let problem = Problem::new(
            span.clone(),
            "this may be several things",
            "expected a single cell, edge, link or corner",
        );
        Err(problem.help(
            "say it of each, as in `each shaded cell c in r: …`, or of the first, as in `first shaded cell in r`",
        ))
    }

    /// An expression as a place, unless whether it is missing depends on the solution.
    pub(crate) fn certain_place(&mut self, expr: &Expr) -> Made<Option<Rc<Place>>> {
        let absence = self.eval.absence.when.len();
        let place = self.place(expr)?;
        let is_certain = self.eval.absence.when.len() == absence;
        self.eval.absence.when.truncate(absence);
        self.eval.missing &= is_certain;
        Ok(is_certain.then_some(place))
    }

    /// An expression as a place.
    pub(crate) fn place(&mut self, expr: &Expr) -> Made<Rc<Place>> {
        match self.value(expr)? {
            Value::Place(place) => {
                self.spend(of_place(&place) / 4, &expr.span)?;
                Ok(place)
            }
            Value::Atom(atom) => Ok(Rc::new(Place::plain([atom]))),
            Value::Missing => {
                self.eval.missing = true;
                Ok(Rc::new(Place::plain([])))
            }
            Value::Empty => Ok(Rc::new(Place::plain([]))),
            _ => self.unclear(&expr.span),
        }
    }
}

/// Whether the atoms are there for different values of one variable, so that no two are.
fn are_values_of_one(members: &[(Atom, Test)]) -> bool {
    let mut literals = members.iter().map(|(_, test)| match test {
        Test::Literal(literal) if literal.relation == Relation::Is => Some(*literal),
        _ => None,
    });
    let Some(Some(first)) = literals.next() else {
        return false;
    };
    let mut seen = vec![first.value];
    literals.all(|literal| {
        let other = literal.filter(|other| other.var == first.var && !seen.contains(&other.value));
        seen.extend(other.map(|other| other.value));
        other.is_some()
    })
}
