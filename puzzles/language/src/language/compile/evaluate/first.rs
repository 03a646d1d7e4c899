//! The first of several values that exists, if that depends on the solution.

use std::rc::Rc;

use quadrille_engine::propagators::{Number, Test};

use super::super::budget::of_test;
use super::super::logic::{TRUE, Truth, and, not, or};
use super::super::value::{Place, Value};
use super::super::{Compiler, Made};
use crate::language::geometry::Atom;
use crate::language::syntax::Span;

impl Compiler<'_> {
    /// The first value that is there.
    pub(super) fn first_of(&mut self, values: Vec<(Test, Value)>, span: &Span) -> Made<Value> {
        let is_word = |value: &Value| {
            matches!(
                value,
                Value::Word(..) | Value::Choice(_) | Value::Direction(_) | Value::First(_)
            )
        };
        if let [(TRUE, Value::Number(number)), ..] = &values[..] {
            return Ok(Value::Number(number.clone()));
        }
        let is_first = !matches!(values[..], [(TRUE, _), ..]);
        let is_place = |value: &Value| matches!(value, Value::Atom(_) | Value::Place(_));
        if is_first && values.iter().any(|(_, value)| is_place(value)) {
            return self.first_place(values, span);
        }
        if is_first && values.iter().any(|(_, value)| is_word(value)) {
            let mut left = TRUE;
            let mut ways = Vec::with_capacity(values.len());
            for (test, value) in values {
                // Which of these it is excludes the others.
                if let Value::First(inner) = &value {
                    for (which, value) in inner.iter() {
                        let own = and([left.clone(), test.clone(), which.clone()]);
                        ways.push((self.reify(own)?, value.clone()));
                    }
                    left = and([left, not(test)]);
                    continue;
                }
                if !is_word(&value) && !matches!(value, Value::Empty) {
                    return self.unclear(span);
                }
                let own = self.reify(and([left.clone(), test.clone()]))?;
                left = and([left, not(test)]);
                ways.push((own, value));
            }
            return Ok(Value::First(Rc::new(ways)));
        }
        let mut numbers = Vec::new();
        let mut truths = Vec::new();
        let mut before = TRUE;
        // An empty value also precedes those after it.
        let mut empty = Vec::new();
        for (test, value) in &values {
            match value {
                Value::Number(number) => {
                    let own = and([test.clone(), not(or(empty.iter().cloned()))]);
                    numbers.push((own, number.clone()));
                }
                Value::Test(truth) => {
                    truths.push(and([before.clone(), test.clone(), truth.holds()]))
                }
                Value::Missing => {}
                Value::Empty => empty.push(test.clone()),
                other if *test == TRUE && empty.is_empty() => return Ok(other.clone()),
                _ => return self.unclear(span),
            }
            before = and([before, not(test.clone())]);
        }
        if !truths.is_empty() {
            return Ok(Value::Test(Truth::Plain(or(truths))));
        }
        if numbers.is_empty() {
            let is_missing = |(_, value): &(Test, Value)| matches!(value, Value::Missing);
            return Ok(if !values.is_empty() && values.iter().all(is_missing) {
                Value::Missing
            } else {
                Value::Empty
            });
        }
        self.total(Some(Number::First(numbers)), span)
    }

    /// The first place that is there.
    fn first_place(&mut self, values: Vec<(Test, Value)>, span: &Span) -> Made<Value> {
        let mut left = TRUE;
        let mut found: Vec<(Atom, Vec<Test>)> = Vec::new();
        let mut whole = Place::one_of(Vec::new());
        let mut there = Vec::new();
        let mut may_be_bare = false;
        let mut parts: Vec<Rc<Place>> = Vec::new();
        for (test, value) in values {
            let own = and([left.clone(), test.clone()]);
            left = and([left, not(test)]);
            let place = match value {
                Value::Atom(atom) => Rc::new(Place::plain([atom])),
                Value::Place(place) => place,
                Value::Empty => continue,
                _ => return self.unclear(span),
            };
            self.spend(of_test(&own) * (1 + place.members.len()), span)?;
            there.push(and([own.clone(), place.exists()]));
            may_be_bare |= !place.single && place.members.iter().all(|(_, guard)| *guard != TRUE);
            whole.sole &= place.sole || place.members.len() <= 1;
            for (atom, guard) in &place.members {
                let guard = and([own.clone(), guard.clone()]);
                match found.iter_mut().find(|(known, _)| known == atom) {
                    Some((_, ways)) => ways.push(guard),
                    None => found.push((*atom, vec![guard])),
                }
            }
            parts.push(place);
        }
        whole.ordered = match &parts[..] {
            [only] => only.ordered,
            parts => parts.iter().all(|part| is_in_order(part, &found)),
        };
        for (atom, ways) in found {
            whole.members.push((atom, self.reify(or(ways))?));
        }
        if may_be_bare {
            whole.there = Some(self.reify(or(there))?);
        }
        Ok(Value::Place(Rc::new(whole)))
    }
}

/// Whether the members of a place stand in the order in which they stand among those found in several.
fn is_in_order(place: &Place, found: &[(Atom, Vec<Test>)]) -> bool {
    let mut left = found.iter();
    let mut comes_next = |atom: &Atom| left.any(|(known, _)| known == atom);
    place.ordered && !place.circular && place.members.iter().all(|(atom, _)| comes_next(atom))
}
