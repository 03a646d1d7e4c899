//! One sequence of variables does not come after another in lexicographic order.
//!
//! State: none.

use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::reason::{Change, Past};
use crate::var::Var;

/// The first sequence comes before the second in lexicographic order, or is equal to it.
///
/// # Strength and cost
///
/// Domain consistent when no variable occurs twice, else sound. Frisch, Hnich, Kiziltan, Miguel and Walsh 2002, "Global
/// constraints for lexicographic orderings": only the first pair not known to be equal is narrowed; there the two must
/// differ if the rest cannot be in order. O(pairs up to the one that decides) a run. Reasons are bounds of the pairs
/// examined.
#[derive(Clone, Debug)]
pub struct Lexicographic {
    pairs: Box<[(Var, Var)]>,
    strict: bool,
}

impl Lexicographic {
    /// `first ≤ second`
    ///
    /// # Panics
    /// If they are not equally long.
    pub fn at_most(first: &[Var], second: &[Var]) -> Self {
        assert_eq!(first.len(), second.len(), "sequences of equal length");
        Self {
            pairs: first.iter().copied().zip(second.iter().copied()).collect(),
            strict: false,
        }
    }

    /// `first < second`
    ///
    /// # Panics
    /// If they are not equally long.
    pub fn less(first: &[Var], second: &[Var]) -> Self {
        Self {
            strict: true,
            ..Self::at_most(first, second)
        }
    }

    /// Whether the pairs from `from` on can be in order, and how many of them were examined. `ends` gives the smallest
    /// value of the first and the largest of the second.
    fn can_follow(&self, from: usize, ends: impl Fn(usize) -> (i32, i32)) -> (bool, usize) {
        for place in from..self.pairs.len() {
            let (x, y) = ends(place);
            if x != y {
                return (x < y, place + 1);
            }
        }
        (!self.strict, self.pairs.len())
    }
}

impl Constraint for Lexicographic {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "lexicographic order"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.pairs.iter().for_each(|&(x, y)| {
            see(x);
            see(y);
        });
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for &(x, y) in &self.pairs {
            scope.on(x, Events::BOUNDS);
            scope.on(y, Events::BOUNDS);
        }
        self
    }
}

impl Propagator for Lexicographic {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        for place in 0..self.pairs.len() {
            let (x, y) = self.pairs[place];
            // As long as all before are equal, this pair must be in order.
            cx.because(place as u32);
            let (most, least) = (cx.max(y), cx.min(x));
            cx.at_most(x, most)?;
            cx.at_least(y, least)?;
            if cx.max(x) < cx.min(y) {
                return Ok(Status::Entailed);
            }
            if cx.is_fixed(x) && cx.is_fixed(y) {
                continue;
            }
            let (fine, _) = self.can_follow(place + 1, |p| {
                let (x, y) = self.pairs[p];
                (cx.min(x), cx.max(y))
            });
            if !fine {
                // One less than a smallest value may not fit an i32; then nothing is left.
                let (most, least) = (cx.max(y), cx.min(x));
                cx.at_most(x, most.checked_sub(1).ok_or(Conflict)?)?;
                cx.at_least(y, least.checked_add(1).ok_or(Conflict)?)?;
                return Ok(Status::Active);
            }
            return Ok(if cx.is_fixed(x) || cx.is_fixed(y) {
                Status::Active
            } else {
                Status::Fixpoint
            });
        }
        cx.because(self.pairs.len() as u32);
        if self.strict {
            Err(Conflict)
        } else {
            Ok(Status::Entailed)
        }
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let ends = |p: usize| {
            let (x, y) = self.pairs[p];
            let least = past.domain(x).min().unwrap_or(i32::MAX);
            (least, past.domain(y).max().unwrap_or(i32::MIN))
        };
        let place = change.tag as usize;
        let fails = change.after.is_empty();
        let (mut fine, mut looked) = self.can_follow(place + 1, ends);
        // A removal by the bound of the other side needs nothing about the rest.
        if !fails && let Some(&(x, y)) = self.pairs.get(place) {
            let mut removed = change.removed();
            let (least, most) = ends(place);
            if change.var == Some(x) && x != y {
                fine |= removed.all(|value| value > most);
            } else if change.var == Some(y) && x != y {
                fine |= removed.all(|value| value < least);
            }
        }
        if fine {
            looked = place + 1;
        }
        for p in 0..looked.min(self.pairs.len()) {
            let (x, y) = self.pairs[p];
            let (least, most) = ends(p);
            if fails || p != place || change.var != Some(x) {
                facts.push(Literal::at_least(x, least));
            }
            if fails || p != place || change.var != Some(y) {
                facts.push(Literal::at_most(y, most));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    #[test]
    fn against_brute_force() {
        for strict in [false, true] {
            for n in 0..=3 {
                PropagatorTest::new(
                    |model, v| {
                        model.post(if strict {
                            Lexicographic::less(&v[..n], &v[n..])
                        } else {
                            Lexicographic::at_most(&v[..n], &v[n..])
                        });
                    },
                    |v| {
                        if strict {
                            v[..n] < v[n..]
                        } else {
                            v[..n] <= v[n..]
                        }
                    },
                )
                .strength(Strength::Domain)
                .random(
                    if n < 3 { 200 } else { 300 },
                    2 * n,
                    -1..=if n < 3 { 3 } else { 1 },
                );
            }
            let post = |model: &mut crate::Model, x: &[Var], y: &[Var]| {
                model.post(if strict {
                    Lexicographic::less(x, y)
                } else {
                    Lexicographic::at_most(x, y)
                });
            };
            // With shared variables it is sound.
            PropagatorTest::new(
                |model, v| post(model, &[v[0], v[1], v[0]], &[v[1], v[2], v[2]]),
                |v| {
                    let (a, b) = ([v[0], v[1], v[0]], [v[1], v[2], v[2]]);
                    if strict { a < b } else { a <= b }
                },
            )
            .random(200, 3, 0..=3);
        }
        PropagatorTest::new(
            |model, v| {
                model.post(Lexicographic::less(&v[..1], &v[1..]));
            },
            |v| v[0] < v[1],
        )
        .strength(Strength::Domain)
        .domains(&[&[i32::MAX - 1, i32::MAX], &[i32::MAX - 2, i32::MAX]]);
    }
}
