//! Definitions: their values for given arguments.

use std::ops::Range;

use smallvec::SmallVec;

use super::super::budget::weight;
use super::super::value::{Identity, Value};
use super::super::{Compiler, Made};
use crate::language::geometry::Atom;
use crate::language::syntax::Span;

/// A definition, the boards concerned, and its arguments.
pub(crate) type Subject = (usize, Range<u8>, SmallVec<[Argument; 2]>);

/// The arguments of a definition that can be remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Argument {
    Atom(Atom),
    /// A region of a layer of data.
    Region(usize, usize),
}

impl Compiler<'_> {
    /// A definition with values for its parameters.
    pub(crate) fn defined(
        &mut self,
        number: usize,
        values: SmallVec<[Value; 2]>,
        span: &Span,
    ) -> Made<Value> {
        let book = &self.data.book;
        let definition = &book.definitions[number];
        if self.eval.defining.contains(&number) {
            return self.unclear(span);
        }
        if definition.parameters.len() != values.len() {
            return self.unclear(span);
        }
        let subject = self.subject(number, &values);
        if let Some(known) = subject
            .as_ref()
            .and_then(|subject| self.memo.defined.get(subject))
        {
            let known = known.clone();
            self.spend(weight(&known), span)?;
            return Ok(known);
        }
        let before = self.made();
        let absent = self.eval.absence.when.len();
        let parameters = definition.parameters.iter().map(|word| word.name.clone());
        let inner = super::super::value::Scope {
            names: parameters.zip(values).collect(),
        };
        let outer = std::mem::replace(&mut self.eval.scope, inner);
        self.eval.defining.push(number);
        let value = if definition.is_test {
            self.truth(&definition.body).map(Value::Test)
        } else {
            self.value(&definition.body)
        };
        self.eval.defining.pop();
        self.eval.scope = outer;
        // A definition that added something to the model belongs to the current rule.
        let is_whole = match &value {
            Ok(Value::Test(_)) => true,
            // When a number is absent is kept apart from it.
            Ok(Value::Number(_)) => {
                let absence = &self.eval.absence;
                let is_told = !absence.untold && !absence.mixed && !self.eval.missing;
                is_told && absent == absence.when.len()
            }
            _ => false,
        };
        if let (Some(subject), Ok(value), true) = (subject, &value, is_whole)
            && before == self.made()
        {
            self.memo.defined.insert(subject, value.clone());
        }
        value
    }

    /// The arguments of a definition, if its result depends on nothing else.
    fn subject(&self, number: usize, values: &[Value]) -> Option<Subject> {
        let argument = |value: &Value| match value {
            Value::Atom(atom) => Some(Argument::Atom(*atom)),
            Value::Place(place) => match place.identity {
                Identity::Region(layer, region) => Some(Argument::Region(layer, region)),
                _ => None,
            },
            _ => None,
        };
        if self.eval.open_group.is_some() {
            return None;
        }
        let values = values.iter().map(argument).collect::<Option<_>>()?;
        Some((number, self.boards(), values))
    }

    /// The size of the model so far, and of the parts waiting to be posted.
    pub(crate) fn made(&self) -> [usize; 4] {
        [
            self.model.variables(),
            self.model.propagator_count(),
            self.groups.all.len(),
            self.groups
                .pending
                .iter()
                .map(|(_, tests)| 1 + tests.len())
                .sum(),
        ]
    }
}
