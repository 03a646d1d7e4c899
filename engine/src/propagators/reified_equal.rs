//! `b ⇔ x = v` and `b ⇔ x = y + c`.

use super::equal::{equate, explain_equality};
use super::reified_linear::restrict_to_truth_values;
use super::value_set::ValueSet;
use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

/// `b ⇔ x = v`, or `b ⇔ x = y + c`; `b` is 1 for true and 0 for false; its other values are removed.
///
/// # Strength and cost
///
/// Domain consistent when the variables are distinct, and also for `x` and `y` the same. Constant cost a run for
/// narrow variables, O(words of the domains) for wide ones.
#[derive(Clone, Debug)]
pub struct ReifiedEqual {
    b: Var,
    x: Var,
    other: Other,
    /// Scratch.
    image: ValueSet,
}

/// What `x` is compared with.
#[derive(Clone, Copy, Debug)]
enum Other {
    Value(i32),
    Var(Var, i32),
}

impl ReifiedEqual {
    /// `b ⇔ x = value`
    pub fn value(b: Var, x: Var, value: i32) -> Self {
        Self::with_other(b, x, Other::Value(value))
    }

    /// `b ⇔ x = y`
    pub fn vars(b: Var, x: Var, y: Var) -> Self {
        Self::with_offset(b, x, y, 0)
    }

    /// `b ⇔ x = y + offset`
    pub fn with_offset(b: Var, x: Var, y: Var, offset: i32) -> Self {
        Self::with_other(b, x, Other::Var(y, offset))
    }

    fn with_other(b: Var, x: Var, other: Other) -> Self {
        Self {
            b,
            x,
            other,
            image: ValueSet::default(),
        }
    }

    /// Whether a variable occurs twice.
    fn repeats(&self) -> bool {
        match self.other {
            Other::Value(_) => self.b == self.x,
            Other::Var(y, _) => self.b == self.x || self.b == y || self.x == y,
        }
    }

    /// Whether `x = v` or `x = y + c` holds for every, for no, or for some remaining assignment.
    fn truth(&self, cx: &Context<'_>) -> Option<bool> {
        match self.other {
            Other::Value(value) => cx.status_of(Literal::is(self.x, value)),
            Other::Var(y, offset) if self.x == y => Some(offset == 0),
            Other::Var(y, offset) => {
                let offset = i64::from(offset);
                if cx.domain(self.x).meets(cx.domain(y), offset) {
                    (cx.is_fixed(self.x) && cx.is_fixed(y)).then_some(true)
                } else {
                    Some(false)
                }
            }
        }
    }

    /// Enforces x ≠ y + offset.
    fn separate(&self, cx: &mut Context<'_>, y: Var, offset: i32) -> Result<Status, Conflict> {
        if let Some(x) = cx.value(self.x) {
            if let Some(y_value) = x.checked_sub(offset) {
                cx.remove(y, y_value)?;
            }
        } else if let Some(y_value) = cx.value(y) {
            if let Some(x_value) = y_value.checked_add(offset) {
                cx.remove(self.x, x_value)?;
            }
        } else {
            return Ok(Status::Fixpoint);
        }
        Ok(Status::Entailed)
    }
}

impl Constraint for ReifiedEqual {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "reified equal"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        [self.b, self.x].into_iter().for_each(&mut *see);
        if let Other::Var(y, _) = self.other {
            see(y);
        }
    }

    fn lane(&self) -> Lane {
        Lane::Binary
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        scope.on(self.b, Events::FIXED);
        scope.on(self.x, Events::ANY);
        self.image.reserve(scope, self.x);
        if let Other::Var(y, _) = self.other {
            scope.on(y, Events::ANY);
            self.image.reserve(scope, y);
        }
        self
    }
}

impl Propagator for ReifiedEqual {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        restrict_to_truth_values(cx, self.b)?;
        // Each `Entailed` is about all remaining assignments, so it is valid even if a variable occurs twice.
        match (self.truth(cx), cx.value(self.b)) {
            (Some(truth), _) => {
                cx.fix(self.b, i32::from(truth))?;
                Ok(Status::Entailed)
            }
            (None, None) => Ok(Status::Fixpoint),
            (None, Some(b)) => match self.other {
                Other::Value(value) => {
                    if b == 1 {
                        cx.fix(self.x, value)?;
                    } else {
                        cx.remove(self.x, value)?;
                    }
                    Ok(Status::Entailed)
                }
                Other::Var(y, offset) if b == 1 => equate(cx, self.x, y, offset, &mut self.image),
                Other::Var(y, offset) => self.separate(cx, y, offset),
            },
        }
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        if self.repeats() {
            past.describe_scope(facts);
            return;
        }
        if change.var == Some(self.b) {
            // Values other than 0 and 1 need no reason.
            let needs_one =
                change.after.is_empty() || change.removed().any(|value| value == 0 || value == 1);
            match self.other {
                Other::Value(value) if needs_one => {
                    let domain = past.domain(self.x);
                    if domain.value() == Some(value) {
                        facts.push(Literal::is(self.x, value));
                    } else if !domain.contains(value) && past.declared(self.x).contains(value) {
                        facts.push(Literal::is_not(self.x, value));
                    }
                }
                Other::Var(y, _) if needs_one => {
                    past.describe(self.x, facts);
                    past.describe(y, facts);
                }
                _ => {}
            }
            if change.after.is_empty() {
                past.describe(self.b, facts);
            }
            return;
        }
        past.describe(self.b, facts);
        if let Other::Var(y, offset) = self.other {
            if past.domain(self.b).value() == Some(1) {
                explain_equality(self.x, y, offset, change, past, facts);
            } else {
                let other = if change.var == Some(self.x) {
                    y
                } else {
                    self.x
                };
                past.describe(other, facts);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    #[test]
    fn a_value() {
        for value in [-2, 0, 1, 3, 63, 64, i32::MIN, i32::MAX] {
            let test = PropagatorTest::new(
                |model, vars| {
                    model.post(ReifiedEqual::value(vars[0], vars[1], value));
                },
                |v| v[0] == i32::from(v[1] == value),
            )
            .strength(Strength::Domain);
            test.random(200, 2, -2..=3);
            test.random(50, 2, 0..=3);
            test.domains(&[&[0, 1], &[0, 1, 62, 63]]);
            test.domains(&[&[0, 1, 70], &[-2, 63, 64, 200]]);
        }
    }

    #[test]
    fn two_variables() {
        for offset in [-4, -1, 0, 2, 64, i32::MIN, i32::MAX] {
            let test = PropagatorTest::new(
                |model, vars| {
                    model.post(ReifiedEqual::with_offset(vars[0], vars[1], vars[2], offset));
                },
                |v| {
                    let equal = i64::from(v[1]) == i64::from(v[2]) + i64::from(offset);
                    v[0] == i32::from(equal)
                },
            )
            .strength(Strength::Domain);
            test.random(200, 3, -2..=3);
            test.random(200, 3, 0..=3);
            test.domains(&[&[0, 1], &[0, 1, 62, 63], &[-1, 0, 63]]);
            test.domains(&[&[0, 1], &[64, 66, 130], &[0, 2, 62, 63]]);
        }
    }

    #[test]
    fn a_variable_and_itself() {
        for offset in [-1, 0, 1, 2] {
            PropagatorTest::new(
                |model, vars| {
                    model.post(ReifiedEqual::with_offset(vars[0], vars[1], vars[1], offset));
                },
                |v| v[0] == i32::from(offset == 0),
            )
            .strength(Strength::Domain)
            .random(30, 2, -1..=2);
            for (x, y) in [(0, 1), (1, 0), (0, 0)] {
                PropagatorTest::new(
                    |model, vars| {
                        model.post(ReifiedEqual::with_offset(vars[0], vars[x], vars[y], offset));
                    },
                    |v| v[0] == i32::from(v[x] == v[y] + offset),
                )
                .random(60, 2, -1..=3);
            }
            PropagatorTest::new(
                |model, vars| {
                    model.post(ReifiedEqual::value(vars[0], vars[0], offset));
                },
                |v| v[0] == i32::from(v[0] == offset),
            )
            .random(30, 1, -1..=3);
        }
    }
}
