//! What is worked out once for the same arguments: the values of definitions and measures.

use std::ops::Range;

use smallvec::SmallVec;

use super::super::budget::weight;
use super::super::value::{Identity, Value};
use super::super::{Compiler, Made};
use crate::language::geometry::Atom;
use crate::language::syntax::Span;

/// What is worked out, the boards concerned, and the arguments.
pub(crate) type Subject = (What, Range<u8>, SmallVec<[Argument; 2]>);

/// A definition by its number, or a measure by its place in the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum What {
    Definition(usize),
    Measure(Span),
}

/// The arguments with which it can be remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Argument {
    Atom(Atom),
    /// A region of a layer of data.
    Region(usize, usize),
}

impl Compiler<'_> {
    /// The value of something that was perhaps worked out before.
    pub(super) fn work_out_once(
        &mut self,
        subject: Option<Subject>,
        span: &Span,
        make: impl FnOnce(&mut Self) -> Made<Value>,
    ) -> Made<Value> {
        let Some(subject) = subject else {
            return make(self);
        };
        if let Some(known) = self.memo.once.get(&subject) {
            let known = known.clone();
            self.spend(weight(&known), span)?;
            return Ok(known);
        }
        let before = self.made();
        let absent = self.eval.absence.when.len();
        let value = make(self)?;
        let is_whole = match &value {
            Value::Test(_) => true,
            // When a number is absent is kept apart from it.
            Value::Number(_) => {
                let absence = &self.eval.absence;
                let is_told = !absence.untold && !absence.mixed && !self.eval.missing;
                is_told && absent == absence.when.len()
            }
            _ => false,
        };
        // What added something to the model belongs to the current rule.
        if is_whole && before == self.made() {
            self.memo.once.insert(subject, value.clone());
        }
        Ok(value)
    }

    /// What is worked out with these arguments, if the result depends on nothing else.
    pub(super) fn subject<'v>(
        &self,
        what: What,
        values: impl Iterator<Item = &'v Value>,
    ) -> Option<Subject> {
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
        let values = values.map(argument).collect::<Option<_>>()?;
        Some((what, self.boards(), values))
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
