//! `array[index] = value`.

use super::equal::{equate, explain_equality};
use super::value_set::ValueSet;
use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::reason::{Change, Past};
use crate::var::Var;

/// The entry at `place`, if there is one.
fn entry<T: Copy>(array: &[T], place: i32) -> Option<T> {
    array.get(usize::try_from(place).ok()?).copied()
}

/// `array[index] = value` over an array of variables; places count from 0, and an index outside the array is not a
/// solution. Over an array of constants, index and value are one of some [`InPairs`](super::InPairs) or rows of a
/// [`Table`](super::Table).
///
/// # Strength and cost
///
/// Domain consistent, also if the array repeats a variable; sound if the index or the value occurs in the array or
/// they are the same variable. A run costs O(places left in the index × words of the domains).
#[derive(Clone, Debug)]
pub struct Element {
    array: Box<[Var]>,
    index: Var,
    value: Var,
    /// Scratch.
    supported: ValueSet,
}

impl Element {
    /// `array[index] = value`
    pub fn new(array: &[Var], index: Var, value: Var) -> Self {
        Self {
            array: array.into(),
            index,
            value,
            supported: ValueSet::default(),
        }
    }
}

impl Constraint for Element {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "element"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        let ends = [self.index, self.value];
        self.array.iter().copied().chain(ends).for_each(see);
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        let ends = [self.index, self.value];
        for &var in self.array.iter().chain(&ends) {
            scope.on(var, Events::ANY);
            self.supported.reserve(scope, var);
        }
        self
    }
}

impl Propagator for Element {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let Self {
            array,
            index,
            value,
            supported,
            ..
        } = self;
        let (index, value) = (*index, *value);
        supported.start(cx, index);
        let mut only = None;
        let mut several = false;
        for place in cx.domain(index).iter() {
            let Some(var) = entry(array, place) else {
                continue;
            };
            if cx.domain(var).meets(cx.domain(value), 0) {
                supported.insert(place);
                several |= only.replace(var).is_some_and(|other| other != var);
            }
        }
        supported.keep(cx)?;
        let Some(only) = only.filter(|_| !several) else {
            supported.start(cx, value);
            for place in cx.domain(index).iter() {
                if let Some(var) = entry(array, place) {
                    supported.insert_shifted(cx.domain(var), 0);
                }
            }
            supported.keep(cx)?;
            return Ok(Status::Fixpoint);
        };
        equate(cx, only, value, 0, supported)
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let Some(var) = change.var.filter(|_| !change.after.is_empty()) else {
            past.describe_scope(facts);
            return;
        };
        let at = |place| entry(&self.array, place);
        if var == self.index {
            past.describe(self.value, facts);
            for entry in change.removed().filter_map(at) {
                past.describe(entry, facts);
            }
        } else {
            past.describe(self.index, facts);
            for entry in past.domain(self.index).iter().filter_map(at) {
                if var == self.value {
                    explain_equality(entry, var, 0, change, past, facts);
                } else {
                    explain_equality(var, self.value, 0, change, past, facts);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    fn holds<T: Copy + Into<i64>>(array: &[T], index: i32, value: i32) -> bool {
        usize::try_from(index)
            .ok()
            .and_then(|i| array.get(i))
            .is_some_and(|&entry| entry.into() == i64::from(value))
    }

    #[test]
    fn an_array_of_variables() {
        for n in 0..=3 {
            let test = PropagatorTest::new(
                |model, vars| {
                    model.post(Element::new(&vars[2..], vars[0], vars[1]));
                },
                |v| holds(&v[2..], v[0], v[1]),
            )
            .strength(Strength::Domain);
            test.random(300, n + 2, -1..=3);
            test.random(300, n + 2, 0..=3);
        }
        PropagatorTest::new(
            |model, vars| {
                model.post(Element::new(&vars[2..], vars[0], vars[1]));
            },
            |v| holds(&v[2..], v[0], v[1]),
        )
        .strength(Strength::Domain)
        .domains(&[
            &[-5, 0, 1, 2, 64],
            &[0, 63, 64, 130],
            &[0, 1, 63],
            &[-1, 64],
            &[130, 131],
        ]);
    }

    #[test]
    fn repeated_variables() {
        // Index, value and array, as numbers of variables.
        let shapes: [(&[usize], Strength); 6] = [
            (&[0, 1, 2, 2], Strength::Domain),
            (&[0, 1, 2, 3, 2], Strength::Domain),
            (&[0, 0, 1, 2], Strength::Sound),
            (&[0, 1, 0, 2], Strength::Sound),
            (&[0, 1, 2, 1], Strength::Sound),
            (&[0, 0, 0, 0], Strength::Sound),
        ];
        for (shape, strength) in shapes {
            PropagatorTest::new(
                |model, vars| {
                    let parts: Vec<Var> = shape.iter().map(|&i| vars[i]).collect();
                    model.post(Element::new(&parts[2..], parts[0], parts[1]));
                },
                |v| {
                    let parts: Vec<i32> = shape.iter().map(|&i| v[i]).collect();
                    holds(&parts[2..], parts[0], parts[1])
                },
            )
            .strength(strength)
            .random(200, 4, -1..=2);
        }
    }
}
