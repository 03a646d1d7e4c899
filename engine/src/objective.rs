//! Branch and bound: the bound on a linear expression that each solution tightens.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::propagators::all_different::repeats;
use crate::propagators::sum::{LIMIT, weaken, within_reach};
use crate::propagators::upper_sum::UpperSum;
use crate::reason::{Change, Explanations, Past};
use crate::var::{PropagatorId, Var};

/// What a model minimises.
#[derive(Clone, Debug)]
pub(crate) struct Objective {
    terms: Vec<(i64, Var)>,
    /// The largest value still of interest. Deliberately outside the trail: a bound never becomes invalid.
    bound: Arc<AtomicI64>,
    pub(crate) propagator: PropagatorId,
}

impl Objective {
    /// The objective, and the constraint to be posted as `propagator`.
    pub(crate) fn new(terms: &[(i64, Var)], propagator: PropagatorId) -> (Self, BetterThan) {
        let bound = Arc::new(AtomicI64::new(i64::MAX));
        let objective = Self {
            terms: terms.to_vec(),
            bound: Arc::clone(&bound),
            propagator,
        };
        let vars: Vec<Var> = terms.iter().map(|&(_, x)| x).collect();
        let repeats = repeats(&vars);
        let propagator = BetterThan {
            terms: terms.to_vec(),
            repeats,
            bound,
        };
        (objective, propagator)
    }

    pub(crate) fn terms(&self) -> &[(i64, Var)] {
        &self.terms
    }

    /// The expression's value where `value` gives each variable's.
    pub(crate) fn evaluate(&self, value: impl Fn(Var) -> i32) -> i64 {
        let sum: i128 = self
            .terms
            .iter()
            .map(|&(c, x)| i128::from(c) * i128::from(value(x)))
            .sum();
        i64::try_from(sum).expect("the objective fits 64 bits")
    }

    /// From now on only values below `value` are of interest.
    pub(crate) fn improve_on(&self, value: i64) {
        self.limit_to(value.saturating_sub(1));
    }

    /// From now on no value above `value` is of interest.
    pub(crate) fn limit_to(&self, value: i64) {
        self.bound.fetch_min(value, Ordering::Relaxed);
    }

    /// Forgets the bound, for a new search.
    pub(crate) fn reset(&self) {
        self.bound.store(i64::MAX, Ordering::Relaxed);
    }
}

/// `Σ c·x ≤ bound` for a bound that falls during the search. Bounds consistent. A run costs O(terms that changed, and
/// those that could now exceed the bound) if the sum fits 62 bits and no variable occurs twice, else O(terms).
#[derive(Clone, Debug)]
pub(crate) struct BetterThan {
    terms: Vec<(i64, Var)>,
    /// Constant: some variable occurs in several terms.
    repeats: bool,
    bound: Arc<AtomicI64>,
}

/// The propagator of [`BetterThan`].
#[derive(Debug)]
pub(crate) struct BetterThanPropagator {
    rule: BetterThan,
    /// If the sum fits.
    upper: Option<UpperSum>,
}

impl BetterThan {
    /// Whether all sums over the declared domains can be computed in 64 bits.
    fn fits(&self, scope: &Scope<'_>) -> bool {
        let reach = self.terms.iter().map(|&(c, x)| {
            let ends = [scope.domain(x).min(), scope.domain(x).max()];
            let most = ends.iter().flatten().map(|end| end.unsigned_abs()).max();
            u128::from(c.unsigned_abs()) * u128::from(most.unwrap_or(0))
        });
        reach.sum::<u128>() <= LIMIT as u128
    }
}

impl Constraint for BetterThan {
    type Propagator = BetterThanPropagator;

    fn name(&self) -> &'static str {
        "objective"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.terms.iter().for_each(|&(_, x)| see(x));
    }

    fn attach(self, scope: &mut Scope<'_>) -> BetterThanPropagator {
        if !self.repeats && self.fits(scope) {
            let terms = self.terms.iter().copied().filter(|&(c, _)| c != 0);
            let upper = Some(UpperSum::attach(terms, scope));
            return BetterThanPropagator { rule: self, upper };
        }
        for &(coefficient, x) in &self.terms {
            scope.on(
                x,
                if coefficient > 0 {
                    Events::MIN
                } else {
                    Events::MAX
                },
            );
        }
        BetterThanPropagator {
            rule: self,
            upper: None,
        }
    }
}

impl Propagator for BetterThanPropagator {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        if let Some(upper) = &self.upper {
            let bound = within_reach(self.rule.bound.load(Ordering::Relaxed));
            upper.at_most(cx, bound, 0)?;
            // Not entailed even when nothing can be pruned: the bound may fall.
            return Ok(Status::Fixpoint);
        }
        let least = |cx: &Context<'_>, c: i64, x: Var| {
            i128::from(c) * i128::from(if c > 0 { cx.min(x) } else { cx.max(x) })
        };
        let bound = i128::from(self.rule.bound.load(Ordering::Relaxed));
        let total: i128 = self.rule.terms.iter().map(|&(c, x)| least(cx, c, x)).sum();
        if total > bound {
            return Err(Conflict);
        }
        for &(c, x) in &self.rule.terms {
            if c == 0 {
                continue;
            }
            // What is left for this term when all others take their least.
            let room = bound - total + least(cx, c, x);
            let limit = room.div_euclid(i128::from(c.abs()));
            if c > 0 {
                if let Ok(limit) = i32::try_from(limit) {
                    cx.at_most(x, limit)?;
                }
            } else if let Ok(limit) = i32::try_from(-limit) {
                cx.at_least(x, limit)?;
            }
        }
        // Not entailed even when nothing can be pruned: the bound may fall.
        Ok(Status::Active)
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let others = || {
            self.rule
                .terms
                .iter()
                .filter(|&&(_, x)| Some(x) != change.var)
        };
        if self.rule.repeats {
            past.describe_scope(facts);
            return;
        }
        let bound = |c: i64, x: Var| {
            let domain = past.domain(x);
            if c > 0 { domain.min() } else { domain.max() }
        };
        let total: i128 = others()
            .filter_map(|&(c, x)| Some(i128::from(c) * i128::from(bound(c, x)?)))
            .sum();
        let own = self
            .rule
            .terms
            .iter()
            .find(|&&(_, x)| Some(x) == change.var);
        let removed = own.and_then(|&(c, _)| {
            let removed = if c > 0 {
                change.first_removed()
            } else {
                change.last_removed()
            };
            Some(i128::from(c) * i128::from(removed?))
        });
        let slack =
            total + removed.unwrap_or(0) - i128::from(self.rule.bound.load(Ordering::Relaxed)) - 1;
        // A slack too large for this is not used.
        let slack = i64::try_from(slack.max(0)).unwrap_or(0);
        weaken(others().copied(), slack, past, facts);
    }

    fn explanations(&self) -> Explanations<'_> {
        if self.rule.repeats {
            Explanations::Costly
        } else {
            Explanations::OfBounds(&[0])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;
    use crate::testing::{PropagatorTest, Strength};

    /// With a fixed bound, as in any part of the search between two solutions.
    #[test]
    fn a_bound_against_brute_force() {
        let mut rng = Rng::new(5);
        for case in 0..200 {
            let n = 1 + case % 4;
            let terms: Vec<i64> = (0..n).map(|_| rng.below(9) as i64 - 4).collect();
            let bound = rng.below(31) as i64 - 15;
            PropagatorTest::new(
                |model, vars| {
                    let terms: Vec<(i64, Var)> =
                        terms.iter().copied().zip(vars.iter().copied()).collect();
                    let (objective, better_than) = Objective::new(&terms, PropagatorId(0));
                    objective.improve_on(bound + 1);
                    model.post(better_than);
                },
                |values| {
                    let products = terms.iter().zip(values).map(|(c, &v)| c * i64::from(v));
                    products.sum::<i64>() <= bound
                },
            )
            .strength(Strength::Bounds)
            .seed(case as u64)
            .random(6, n, -2..=4);
        }
    }

    /// A reason names the ends that matter, and not the variable itself.
    #[test]
    fn the_reason_is_the_other_ends() {
        let mut model = crate::Model::new();
        let vars = model.vars(3, 0..=9);
        let terms = [(1, vars[0]), (-1, vars[1]), (2, vars[2])];
        let (objective, better_than) = Objective::new(&terms, PropagatorId(0));
        objective.improve_on(1);
        model.post(better_than);
        let mut solver = model.solver();
        solver.record();
        solver.propagate().unwrap();
        solver.push();
        let known = [Literal::at_least(vars[0], 5), Literal::at_most(vars[1], 7)];
        for literal in known {
            solver.assume(literal).unwrap();
        }
        solver.propagate().unwrap();
        // x - y + 2z is at most 0, x at least 5 and y at most 7: z is at most 1. An x of 4 will do: 4 - 7 + 2·2 > 0.
        assert_eq!(solver.domain(vars[2]).max(), Some(1));
        let known = [Literal::at_least(vars[0], 4), known[1]];
        let id = solver
            .changes()
            .rfind(|&id| solver.change(id).0.var == Some(vars[2]))
            .unwrap();
        let mut facts = solver.reason(id).facts;
        facts.sort_unstable();
        assert_eq!(facts, known);
    }
}
