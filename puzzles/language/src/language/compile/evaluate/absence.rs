//! When values are absent: data that are missing, and data that are there but not told. A measure skips the former and
//! is missing with one of the latter.

use std::rc::Rc;

use quadrille_engine::propagators::Test;

use super::super::logic::{FALSE, TRUE, and, or};
use super::super::value::{Absence, Value};
use super::super::{Compiler, Made};
use crate::language::syntax::Expr;

impl Absence {
    pub(super) fn missing_if(test: Test) -> Self {
        Self {
            when: vec![test],
            ..Self::default()
        }
    }

    pub(crate) fn some(&self) -> Test {
        or(self.when.iter().cloned())
    }

    /// The same where it matters only if a test holds.
    pub(super) fn only_if(self, test: Test) -> Self {
        Self {
            when: vec![and([test, or(self.when)])],
            ..self
        }
    }
}

impl Compiler<'_> {
    /// A value, and when it is absent by itself.
    pub(crate) fn with_absence(
        &mut self,
        made: impl FnOnce(&mut Self) -> Made<Value>,
    ) -> Made<(Value, Absence)> {
        let outside = std::mem::take(&mut self.eval.absence);
        let value = made(self);
        let mut absence = std::mem::replace(&mut self.eval.absence, outside);
        let value = value?;
        if let Value::Missing = value {
            absence.when = vec![TRUE];
        }
        Ok((value, absence))
    }

    /// Adds the absences of parts of a value to its own: it is missing if a part is, and else not told if a part is not.
    /// That one of them is always missing, and the value with it, is for the caller to say.
    pub(super) fn add_absences(&mut self, mut parts: Vec<Absence>) {
        for absence in &mut parts {
            absence.when.retain(|test| *test != FALSE);
        }
        parts.retain(|absence| !absence.when.is_empty());
        let is_missing = |absence: &Absence| !absence.untold && absence.when.contains(&TRUE);
        if parts.iter().any(is_missing) {
            return;
        }
        let untold = parts.iter().filter(|absence| absence.untold).count();
        let own = &mut self.eval.absence;
        own.mixed |= 0 < untold && untold < parts.len();
        own.mixed |= parts.iter().any(|absence| absence.mixed);
        own.untold |= untold > 0;
        let when = parts.into_iter().flat_map(|absence| absence.when);
        own.when.extend(when.filter(|test| *test != TRUE));
    }

    /// A value that is to have a name.
    pub(crate) fn value_to_name(&mut self, expr: &Expr) -> Made<Value> {
        let (value, absence) = self.with_absence(|compiler| compiler.value(expr))?;
        Ok(match absence.when.is_empty() {
            true => value,
            false => Value::Named(Rc::new((value, absence))),
        })
    }

    /// The value of a name, used here.
    pub(super) fn of_name(&mut self, value: Value) -> Value {
        let Value::Named(named) = value else {
            return value;
        };
        let (value, absence) = &*named;
        self.add_absences(vec![absence.clone()]);
        value.clone()
    }
}
