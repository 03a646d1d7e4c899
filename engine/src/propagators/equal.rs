//! `x = y + c`.

use super::value_set::ValueSet;
use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

/// `x = y + c`; either variable may be wide, and both may be the same.
///
/// # Strength and cost
///
/// Domain consistent. O(words of the domains) a run; two shifts and two ands when both variables are narrow.
#[derive(Clone, Debug)]
pub struct Equal {
    x: Var,
    y: Var,
    offset: i32,
    /// Scratch.
    image: ValueSet,
}

impl Equal {
    /// `x = y`
    pub fn new(x: Var, y: Var) -> Self {
        Self::with_offset(x, y, 0)
    }

    /// `x = y + offset`
    pub fn with_offset(x: Var, y: Var, offset: i32) -> Self {
        Self {
            x,
            y,
            offset,
            image: ValueSet::default(),
        }
    }
}

impl Constraint for Equal {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "equal"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        [self.x, self.y].into_iter().for_each(see);
    }

    fn lane(&self) -> Lane {
        Lane::Binary
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        for var in [self.x, self.y] {
            scope.on(var, Events::ANY);
            self.image.reserve(scope, var);
        }
        self
    }
}

impl Propagator for Equal {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        equate(cx, self.x, self.y, self.offset, &mut self.image)
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        explain_equality(self.x, self.y, self.offset, change, past, facts);
    }
}

/// Makes the domains of `x` and of `y + offset` the same. `image` is scratch with room for both.
pub(super) fn equate(
    cx: &mut Context<'_>,
    x: Var,
    y: Var,
    offset: i32,
    image: &mut ValueSet,
) -> Result<Status, Conflict> {
    if x == y {
        return if offset == 0 {
            Ok(Status::Entailed)
        } else {
            Err(Conflict)
        };
    }
    if x.is_wide() || y.is_wide() {
        image.start(cx, x);
        image.insert_shifted(cx.domain(y), i64::from(offset));
        image.keep(cx)?;
        image.start(cx, y);
        image.insert_shifted(cx.domain(x), -i64::from(offset));
        image.keep(cx)?;
    } else {
        // A shift by 64 empties a word, as any longer one would.
        let offset = offset.clamp(-64, 64);
        cx.keep(x, cx.dom(y).shifted(offset))?;
        cx.keep(y, cx.dom(x).shifted(-offset))?;
    }
    Ok(if cx.is_fixed(x) {
        Status::Entailed
    } else {
        Status::Fixpoint
    })
}

/// Why [`equate`] made `change`.
pub(super) fn explain_equality(
    x: Var,
    y: Var,
    offset: i32,
    change: &Change<'_>,
    past: &Past<'_>,
    facts: &mut Vec<Literal>,
) {
    match change.var {
        Some(var) if var == x && x != y => {
            explain_image(y, -i64::from(offset), change, past, facts);
        }
        Some(var) if var == y && x != y => {
            explain_image(x, i64::from(offset), change, past, facts);
        }
        // `x = x + c` fails whatever the domain.
        _ => return,
    }
    if let (true, Some(var)) = (change.after.is_empty(), change.var) {
        past.describe(var, facts);
    }
}

/// Facts about `other` from which it follows that no removed value plus `shift` is a value of it: `other = v` if it was
/// fixed, else the weakest sufficient bounds, and `other ≠ v` for the holes.
fn explain_image(
    other: Var,
    shift: i64,
    change: &Change<'_>,
    past: &Past<'_>,
    facts: &mut Vec<Literal>,
) {
    let (domain, declared) = (past.domain(other), past.declared(other));
    let (Some(min), Some(max)) = (domain.min(), domain.max()) else {
        return;
    };
    if min == max {
        facts.push(Literal::is(other, min));
        return;
    }
    let (mut below, mut above) = (None, None);
    for value in change.removed() {
        // An image outside i32 was never a value and needs no fact.
        let Ok(image) = i32::try_from(i64::from(value) + shift) else {
            continue;
        };
        if image < min {
            below = Some(image);
        } else if image > max {
            above = above.or(Some(image));
        } else if declared.contains(image) {
            facts.push(Literal::is_not(other, image));
        }
    }
    if let Some(image) = below.filter(|&image| declared.min() <= Some(image)) {
        facts.push(Literal::at_least(other, image + 1));
    }
    if let Some(image) = above.filter(|&image| declared.max() >= Some(image)) {
        facts.push(Literal::at_most(other, image - 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    fn test(offset: i32) -> PropagatorTest<'static> {
        PropagatorTest::new(
            move |model, vars| {
                model.post(Equal::with_offset(vars[0], vars[1], offset));
            },
            move |v| i64::from(v[0]) == i64::from(v[1]) + i64::from(offset),
        )
        .strength(Strength::Domain)
    }

    #[test]
    fn against_brute_force() {
        for offset in [-3, -1, 0, 1, 5] {
            test(offset).random(300, 2, -4..=4);
            test(offset).random(300, 2, 0..=9);
            test(offset).random(100, 2, 55..=70);
        }
        for offset in [-64, -63, 63, 64, 70, i32::MIN, i32::MAX] {
            test(offset).random(100, 2, 0..=63);
            test(offset).random(100, 2, -70..=70);
        }
    }

    #[test]
    fn narrow_and_wide_sides() {
        test(1).domains(&[&[0, 1, 63, 64, 200], &[0, 62, 63]]);
        test(-137).domains(&[&[0, 1, 63], &[62, 63, 137, 138, 139, 200]]);
        test(63).domains(&[&[63, 62, 5], &[0, 1, 7]]);
        test(i32::MAX).domains(&[&[i32::MAX - 3, i32::MAX - 1, i32::MAX], &[-3, -1, 0]]);
        test(i32::MIN).domains(&[&[i32::MIN, i32::MIN + 1, i32::MIN + 70], &[0, 5, 70, 71]]);
        test(i32::MIN).domains(&[&[-1, -70], &[i32::MAX, i32::MAX - 69]]);
    }

    #[test]
    fn chains_over_both_kinds() {
        PropagatorTest::new(
            |model, vars| {
                model.post(Equal::with_offset(vars[0], vars[1], 60));
                model.post(Equal::with_offset(vars[2], vars[1], -5));
            },
            |v| v[0] == v[1] + 60 && v[2] == v[1] - 5,
        )
        .strength(Strength::Domain)
        .domains(&[&[60, 61, 65, 66], &[0, 1, 4, 5, 6], &[-5, -4, 0, 1, 2]]);
    }

    #[test]
    fn a_variable_and_itself() {
        for offset in [0, 1] {
            PropagatorTest::new(
                move |model, vars| {
                    model.post(Equal::with_offset(vars[0], vars[0], offset));
                },
                move |_| offset == 0,
            )
            .strength(Strength::Domain)
            .random(50, 1, -2..=3);
        }
    }
}
