//! What keeps values from being there: data that are missing, and data that are there but not told. A measure skips the
//! former and is missing with one of the latter.

use std::rc::Rc;

use quadrille_engine::propagators::Test;

use super::super::logic::{FALSE, TRUE, and, or};
use super::super::value::{Gaps, Value};
use super::super::{Compiler, Made};
use crate::language::syntax::Expr;

impl Gaps {
    pub(super) fn missing_if(test: Test) -> Self {
        Self {
            when: vec![test],
            untold: false,
            mixed: false,
        }
    }

    pub(crate) fn some(&self) -> Test {
        or(self.when.iter().cloned())
    }

    /// The same where they matter only if a test holds.
    pub(super) fn only_if(self, test: Test) -> Self {
        Self {
            when: vec![and([test, or(self.when)])],
            ..self
        }
    }
}

impl Compiler<'_> {
    /// A value with its own gaps.
    pub(crate) fn with_gaps(
        &mut self,
        made: impl FnOnce(&mut Self) -> Made<Value>,
    ) -> Made<(Value, Gaps)> {
        let outside = std::mem::take(&mut self.partly);
        let before = std::mem::replace(&mut self.untold, false);
        let mixed = std::mem::replace(&mut self.mixed_gaps, false);
        let value = made(self);
        let mut gaps = Gaps {
            when: std::mem::replace(&mut self.partly, outside),
            untold: std::mem::replace(&mut self.untold, before),
            mixed: std::mem::replace(&mut self.mixed_gaps, mixed),
        };
        let value = value?;
        if let Value::Missing = value {
            gaps.when = vec![TRUE];
        }
        Ok((value, gaps))
    }

    /// Adds the gaps of parts of a value to its own: it is missing if a part is, and else not told if a part is not.
    /// That one of them is always missing, and the value with it, is for the caller to say.
    pub(super) fn add_gaps(&mut self, mut parts: Vec<Gaps>) {
        for gaps in &mut parts {
            gaps.when.retain(|test| *test != FALSE);
        }
        parts.retain(|gaps| !gaps.when.is_empty());
        let is_missing = |gaps: &Gaps| !gaps.untold && gaps.when.contains(&TRUE);
        if parts.iter().any(is_missing) {
            return;
        }
        let untold = parts.iter().filter(|gaps| gaps.untold).count();
        self.mixed_gaps |= 0 < untold && untold < parts.len();
        self.mixed_gaps |= parts.iter().any(|gaps| gaps.mixed);
        self.untold |= untold > 0;
        let when = parts.into_iter().flat_map(|gaps| gaps.when);
        self.partly.extend(when.filter(|test| *test != TRUE));
    }

    /// A value that is to have a name.
    pub(crate) fn value_to_name(&mut self, expr: &Expr) -> Made<Value> {
        let (value, gaps) = self.with_gaps(|compiler| compiler.value(expr))?;
        Ok(match gaps.when.is_empty() {
            true => value,
            false => Value::Named(Rc::new((value, gaps))),
        })
    }

    /// The value of a name, used here.
    pub(super) fn of_name(&mut self, value: Value) -> Value {
        let Value::Named(named) = value else {
            return value;
        };
        let (value, gaps) = &*named;
        self.add_gaps(vec![gaps.clone()]);
        value.clone()
    }
}
