//! `x ≠ y + c`.

use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

/// `x ≠ y + c`; either variable may be wide.
///
/// # Strength and cost
///
/// Domain consistent. O(1), once: it acts when one side is fixed, and is then entailed.
#[derive(Clone, Debug)]
pub struct NotEqual {
    x: Var,
    y: Var,
    offset: i32,
}

impl NotEqual {
    /// `x ≠ y`
    pub fn new(x: Var, y: Var) -> Self {
        Self::with_offset(x, y, 0)
    }

    /// `x ≠ y + offset`
    pub fn with_offset(x: Var, y: Var, offset: i32) -> Self {
        Self { x, y, offset }
    }
}

impl Constraint for NotEqual {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "not equal"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        [self.x, self.y].into_iter().for_each(see);
    }

    fn lane(&self) -> Lane {
        Lane::Binary
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        scope.on(self.x, Events::FIXED);
        scope.on(self.y, Events::FIXED);
        self
    }
}

impl Propagator for NotEqual {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        if self.x == self.y {
            return if self.offset == 0 {
                Err(Conflict)
            } else {
                Ok(Status::Entailed)
            };
        }
        // A sum beyond i32 is not a value of any variable.
        if let Some(x) = cx.value(self.x) {
            if let Some(y) = x.checked_sub(self.offset) {
                cx.remove(self.y, y)?;
            }
            return Ok(Status::Entailed);
        }
        if let Some(y) = cx.value(self.y) {
            if let Some(x) = y.checked_add(self.offset) {
                cx.remove(self.x, x)?;
            }
            return Ok(Status::Entailed);
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        for var in [self.x, self.y] {
            if change.var != Some(var) {
                past.describe(var, facts);
            }
        }
        // A failure with one value left on each side needs both.
        if change.after.is_empty() {
            past.describe_scope(facts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    #[test]
    fn against_brute_force() {
        for offset in [-3, 0, 1, 70, i32::MAX] {
            PropagatorTest::new(
                |model, vars| {
                    model.post(NotEqual::with_offset(vars[0], vars[1], offset));
                },
                |v| i64::from(v[0]) != i64::from(v[1]) + i64::from(offset),
            )
            .strength(Strength::Domain)
            .random(500, 2, -4..=4);
        }
    }

    #[test]
    fn narrow_wide_and_repeated_variables() {
        let test = |same: bool| {
            PropagatorTest::new(
                move |model, vars| {
                    let y = if same { vars[0] } else { vars[1] };
                    model.post(NotEqual::with_offset(vars[0], y, 1));
                },
                move |v| v[0] != v[usize::from(!same)] + 1,
            )
            .strength(Strength::Domain)
        };
        test(false).domains(&[&[0, 63, 64, 200], &[62, 63]]);
        test(false).domains(&[&[0, 63], &[62, 63]]);
        test(true).random(50, 2, 0..=3);
        PropagatorTest::new(
            |model, vars| {
                model.post(NotEqual::new(vars[0], vars[0]));
            },
            |_| false,
        )
        .domains(&[&[1, 2]]);
    }
}
