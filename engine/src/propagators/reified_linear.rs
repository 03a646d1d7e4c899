//! `b ⇔ Σ c·x ⋈ k`, with ⋈ one of =, ≠, ≤, ≥.

use super::sum::{FROM_BOUNDS, Sum, Terms, within_reach};
use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::{Literal, Relation};
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::reason::{Change, Explanations, Past};
use crate::var::Var;

/// `b ⇔ Σ c·x ⋈ k`, with ⋈ a [`Relation`] as in [`Linear`](super::Linear); `b` is 1 for true and 0 for false; its other
/// values are removed.
///
/// # Strength and cost
///
/// Fully reified: the truth of the comparison fixes `b`, and `b` enforces it or its opposite. Domain consistent for ≤
/// and ≥; for = and ≠ as strong as [`Linear`](super::Linear) for the one that `b` requires, and `b` itself is fixed
/// once the range of the sum, or a single open term, decides. If `b` is also a term, it is only sound. O(open terms) a
/// run, times the rounds to the fixpoint where an equality is enforced.
#[derive(Clone, Debug)]
pub struct ReifiedLinear {
    b: Var,
    terms: Terms,
    truth: Truth,
    repeats: bool,
}

/// The propagator of [`ReifiedLinear`].
#[derive(Debug)]
pub struct ReifiedLinearPropagator {
    b: Var,
    sum: Sum,
    truth: Truth,
    /// Constant: `b` is also a term.
    repeats: bool,
}

/// When the comparison is true.
#[derive(Clone, Copy, Debug)]
struct Truth {
    /// `Is` or `AtMost`, true when `b` has the value `when`.
    relation: Relation,
    k: i64,
    when: bool,
}

impl ReifiedLinear {
    /// `b ⇔ Σ c·x ⋈ k` over the `(c, x)` of `terms`.
    ///
    /// # Panics
    /// As [`Linear::new`](super::Linear::new).
    pub fn new(b: Var, terms: &[(i64, Var)], relation: Relation, k: i64) -> Self {
        let k = within_reach(k);
        let (relation, k, when) = match relation {
            Relation::Is => (Relation::Is, k, true),
            Relation::IsNot => (Relation::Is, k, false),
            Relation::AtMost => (Relation::AtMost, k, true),
            Relation::AtLeast => (Relation::AtMost, k - 1, false),
        };
        let terms = Terms::new(terms);
        let repeats = terms.iter().any(|(_, x)| x == b);
        Self {
            b,
            repeats,
            terms,
            truth: Truth { relation, k, when },
        }
    }
}

impl Truth {
    /// The least sum if a lower bound must hold, and the largest if an upper bound must.
    fn ends(&self) -> (i64, i64) {
        match self.relation {
            Relation::Is => (self.k, self.k),
            _ => (self.k + 1, self.k),
        }
    }
}

impl Constraint for ReifiedLinear {
    type Propagator = ReifiedLinearPropagator;

    fn name(&self) -> &'static str {
        "reified linear"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        see(self.b);
        self.terms.iter().for_each(|(_, x)| see(x));
    }

    fn attach(self, scope: &mut Scope<'_>) -> ReifiedLinearPropagator {
        scope.on(self.b, Events::FIXED);
        let events = match self.truth.relation {
            // The value that a single open term would need may be a hole.
            Relation::Is => Events::ANY,
            _ => Events::BOUNDS,
        };
        let (sum, _) = self.terms.attach(scope, |_| events);
        ReifiedLinearPropagator {
            b: self.b,
            sum,
            truth: self.truth,
            repeats: self.repeats,
        }
    }
}

impl Propagator for ReifiedLinearPropagator {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        restrict_to_truth_values(cx, self.b)?;
        let range = self.sum.range(cx);
        let Truth { relation, k, when } = self.truth;
        let Some(b) = cx.value(self.b) else {
            let truth = match relation {
                Relation::Is => self.sum.is_equal(cx, range, k),
                _ => Sum::is_at_most(cx, range, k),
            };
            return Ok(match truth {
                None => Status::Fixpoint,
                Some(truth) => {
                    cx.fix(self.b, i32::from(truth == when))?;
                    Status::Entailed
                }
            });
        };
        let truth = (b == 1) == when;
        let entailed = match (relation, truth) {
            (Relation::Is, true) => self.sum.equal(cx, range, k)?,
            (Relation::Is, false) => return self.sum.not_equal(cx, k),
            (_, true) => {
                self.sum.at_most(cx, range.least, k)?;
                range.most <= k
            }
            (_, false) => {
                self.sum.at_least(cx, range.most, k + 1)?;
                range.least > k
            }
        };
        Ok(if entailed {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        if self.repeats {
            past.describe_scope(facts);
            return;
        }
        if change.var == Some(self.b) && !change.after.is_empty() {
            // Values other than 0 and 1 need no reason.
            if change.removed().any(|value| value == 0 || value == 1) {
                self.sum
                    .terms()
                    .explain(change, past, self.truth.ends(), facts);
            }
            return;
        }
        past.describe(self.b, facts);
        self.sum
            .terms()
            .explain(change, past, self.truth.ends(), facts);
    }

    fn explanations(&self) -> Explanations<'_> {
        if self.repeats {
            Explanations::Costly
        } else {
            FROM_BOUNDS
        }
    }
}

/// Keeps 0 and 1 of `b`.
pub(super) fn restrict_to_truth_values(cx: &mut Context<'_>, b: Var) -> Result<(), Conflict> {
    cx.at_least(b, 0)?;
    cx.at_most(b, 1)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    const RELATIONS: [Relation; 4] = [
        Relation::Is,
        Relation::IsNot,
        Relation::AtMost,
        Relation::AtLeast,
    ];

    /// Variable 0 is `b`; terms name variables by number.
    fn test<'a>(terms: &'a [(i64, usize)], relation: Relation, k: i64) -> PropagatorTest<'a> {
        PropagatorTest::new(
            move |model, vars| {
                let terms: Vec<(i64, Var)> = terms.iter().map(|&(c, i)| (c, vars[i])).collect();
                model.post(ReifiedLinear::new(vars[0], &terms, relation, k));
            },
            move |v| {
                let sum: i64 = terms.iter().map(|&(c, i)| c * i64::from(v[i])).sum();
                let truth = match relation {
                    Relation::Is => sum == k,
                    Relation::IsNot => sum != k,
                    Relation::AtMost => sum <= k,
                    Relation::AtLeast => sum >= k,
                };
                v[0] == i32::from(truth)
            },
        )
    }

    #[test]
    fn unit_coefficients() {
        for relation in RELATIONS {
            let strength = match relation {
                Relation::Is | Relation::IsNot => Strength::Bounds,
                _ => Strength::Domain,
            };
            for k in [-1, 0, 2, 5] {
                test(&[(1, 1)], relation, k)
                    .strength(Strength::Domain)
                    .random(60, 2, -1..=3);
                test(&[(1, 1), (-1, 2)], relation, k)
                    .strength(strength)
                    .random(100, 3, -1..=3);
                test(&[(1, 1), (1, 2), (1, 3)], relation, k)
                    .strength(strength)
                    .random(60, 4, 0..=3);
            }
            test(&[(1, 1), (1, 2), (-1, 3)], relation, 70)
                .strength(strength)
                .domains(&[&[0, 1], &[0, 1, 63], &[5, 63, 64, 130], &[-64, 0, 60]]);
        }
    }

    #[test]
    fn other_coefficients() {
        for relation in RELATIONS {
            let strength = match relation {
                Relation::Is | Relation::IsNot => Strength::Sound,
                _ => Strength::Domain,
            };
            for (a, b, c, k) in [(2, 3, -5, 1), (2, 2, 2, 7), (-7, 1, 4, -3)] {
                test(&[(a, 1), (b, 2), (c, 3)], relation, k)
                    .strength(strength)
                    .random(80, 4, -1..=3);
            }
        }
    }

    #[test]
    fn repeated_variables_and_extreme_right_hand_sides() {
        for relation in RELATIONS {
            for k in [-1, 0, 1, 2, 4] {
                test(&[(1, 1), (2, 2), (1, 1)], relation, k).random(40, 3, -1..=2);
                test(&[(1, 1), (1, 0)], relation, k).random(40, 2, -1..=2);
                test(&[(2, 0), (-1, 1), (1, 0)], relation, k).random(40, 2, -1..=3);
                test(&[], relation, k)
                    .strength(Strength::Domain)
                    .random(10, 1, -1..=2);
            }
            for k in [i64::MIN, i64::MAX] {
                test(&[(1, 1), (-1, 2)], relation, k)
                    .strength(Strength::Domain)
                    .random(10, 3, -1..=2);
            }
        }
    }
}
