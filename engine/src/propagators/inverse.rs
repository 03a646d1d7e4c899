//! Two arrays that are each other's inverse.
//!
//! State: none.

use super::AllDifferentGac;
use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::model::Model;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::reason::{Change, Past};
use crate::var::Var;

/// `first[i] = j` if and only if `second[j] = i`; indices count from 0.
///
/// # Strength and cost
///
/// A value that one side loses is removed from the other, and so are values that are not indices of the other side:
/// domain consistent for the equivalences one by one. With [`AllDifferentGac`] over one side, as [`inverse`] posts it,
/// domain consistent as a whole. O(length) for each variable that changed. Reasons: one literal for each value.
#[derive(Clone, Debug)]
pub struct Inverse {
    first: Box<[Var]>,
    second: Box<[Var]>,
}

impl Inverse {
    /// Both sides.
    ///
    /// # Panics
    /// If they are not equally long.
    pub fn new(first: &[Var], second: &[Var]) -> Self {
        assert_eq!(first.len(), second.len(), "two sides of equal length");
        Self {
            first: first.into(),
            second: second.into(),
        }
    }
}

/// Two arrays that are each other's inverse: [`Inverse`], and [`AllDifferentGac`] over the first; domain consistent
/// when no variable occurs twice.
///
/// # Panics
/// If they are not equally long.
pub fn inverse(model: &mut Model, first: &[Var], second: &[Var]) {
    model.post(Inverse::new(first, second));
    model.post(AllDifferentGac::new(first));
}

impl Constraint for Inverse {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "inverse"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.first.iter().chain(&self.second).copied().for_each(see);
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for &var in self.first.iter().chain(&self.second) {
            scope.track(var, Events::ANY);
        }
        self
    }
}

impl Propagator for Inverse {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let n = self.first.len();
        for k in 0..cx.fired().len() {
            let tag = cx.fired()[k] as usize;
            let (own, others, place) = if tag < n {
                (self.first[tag], &self.second, tag)
            } else {
                (self.second[tag - n], &self.first, tag - n)
            };
            cx.at_least(own, 0)?;
            cx.at_most(own, n as i32 - 1)?;
            for (value, &other) in others.iter().enumerate() {
                if !cx.contains(own, value as i32) {
                    cx.remove(other, place as i32)?;
                }
            }
        }
        Ok(Status::Active)
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let Some(var) = change.var else {
            return past.describe_scope(facts);
        };
        let mut sides = [(&self.first, &self.second), (&self.second, &self.first)].into_iter();
        let found = sides.find_map(|(own, other)| {
            let mut places = own.iter().enumerate().filter(|&(_, &x)| x == var);
            let (place, _) = places.next()?;
            let once = places.next().is_none() && !other.contains(&var);
            once.then_some((place, other))
        });
        let Some((place, other)) = found else {
            return past.describe_scope(facts);
        };
        if change.after.is_empty() {
            past.describe(var, facts);
        }
        for value in change.removed() {
            if let Some(&other) = usize::try_from(value).ok().and_then(|v| other.get(v)) {
                let fact = Literal::is_not(other, place as i32);
                if !past.domain(other).contains(place as i32) {
                    facts.push(fact);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    fn is_inverse(a: &[i32], b: &[i32]) -> bool {
        let is = |side: &[i32], i: usize, value: usize| side[i] == value as i32;
        let place = |v: &i32| (0..a.len() as i32).contains(v);
        a.iter().chain(b).all(place)
            && (0..a.len()).all(|i| (0..b.len()).all(|j| is(a, i, j) == is(b, j, i)))
    }

    #[test]
    fn against_brute_force() {
        for n in 0..=3 {
            PropagatorTest::new(
                |model, v| inverse(model, &v[..n], &v[n..]),
                |v| is_inverse(&v[..n], &v[n..]),
            )
            .strength(Strength::Domain)
            .random(
                if n < 3 { 60 } else { 200 },
                2 * n,
                if n < 3 { -1..=n as i32 } else { 0..=2 },
            );
            PropagatorTest::new(
                |model, v| {
                    model.post(Inverse::new(&v[..n], &v[n..]));
                },
                |v| is_inverse(&v[..n], &v[n..]),
            )
            .random(100, 2 * n, if n < 3 { -1..=n as i32 } else { 0..=3 });
        }
        // An array that is its own inverse.
        PropagatorTest::new(
            |model, v| {
                model.post(Inverse::new(v, v));
            },
            |v| is_inverse(v, v),
        )
        .random(100, 4, 0..=3);
    }
}
