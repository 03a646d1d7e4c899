//! Bounds of a number when each of its variables lies between bounds.

use smallvec::SmallVec;

use super::build::Builder;
use super::domains::Spans;
use super::evaluate::{Evaluation, Group};
use super::expression::{Number, Test};
use crate::literal::{Literal, Relation};
use crate::var::Var;

/// Beyond this, what is a sum of plain terms is left to the arithmetic that notices overflow.
const LARGEST: u128 = 1 << 90;

impl Number {
    /// Bounds of its value, if it is defined, when each variable lies within the bounds that `domain` gives (smallest,
    /// largest): valid, but perhaps not tight. `(1, 0)` if it cannot be defined. A test of membership in it is open.
    /// O(size).
    pub fn bounds(&self, domain: &dyn Fn(Var) -> (i32, i32)) -> (i128, i128) {
        self.plain_bounds(domain)
            .unwrap_or_else(|| self.bounds_by_propagation(domain))
    }

    /// The same by the propagator's own evaluation.
    fn bounds_by_propagation(&self, domain: &dyn Fn(Var) -> (i32, i32)) -> (i128, i128) {
        let arena = Builder::of_number(self);
        let slot = Evaluation::for_arena(&arena).once(&arena, &Spans(domain), Group::Open);
        (slot.low, slot.high)
    }

    /// The same of a sum whose terms are variables, tables, facts, each of another variable, and members; `None` of others.
    /// Models are full of such sums, and to make the nodes of the propagator for each was up to a quarter of the time to
    /// compile a puzzle of sums along lines.
    fn plain_bounds(&self, domain: &dyn Fn(Var) -> (i32, i32)) -> Option<(i128, i128)> {
        let Number::Sum(terms) = self else {
            return Some(self.term_bounds(domain)?.1);
        };
        let mut vars: SmallVec<[Var; 16]> = SmallVec::new();
        let (mut low, mut high) = (0i128, 0i128);
        for (factor, term) in terms {
            let (var, (least, greatest)) = term.term_bounds(domain)?;
            vars.extend(var);
            let ends = [factor.checked_mul(least)?, factor.checked_mul(greatest)?];
            low = low.checked_add(ends[0].min(ends[1]))?;
            high = high.checked_add(ends[0].max(ends[1]))?;
            if low.unsigned_abs().max(high.unsigned_abs()) > LARGEST {
                return None;
            }
        }
        vars.sort_unstable();
        let are_different = vars.windows(2).all(|pair| pair[0] != pair[1]);
        are_different.then_some((low, high))
    }

    /// The variable of a term, if any, and the bounds of the term; `None` unless it is of the simplest kinds.
    fn term_bounds(
        &self,
        domain: &dyn Fn(Var) -> (i32, i32),
    ) -> Option<(Option<Var>, (i128, i128))> {
        let truth = |holds: Option<bool>| match holds {
            Some(holds) => (holds.into(), holds.into()),
            None => (0, 1),
        };
        Some(match self {
            &Number::Const(number) if number.unsigned_abs() <= LARGEST => (None, (number, number)),
            &Number::Var(var) => {
                let (low, high) = domain(var);
                (Some(var), (low.into(), high.into()))
            }
            Number::Element(var, table) => {
                let (low, high) = domain(*var);
                let within = table
                    .iter()
                    .filter(|entry| (low..=high).contains(&entry.0))
                    .map(|entry| entry.1);
                let ends = within.fold(None, |ends: Option<(i128, i128)>, number| {
                    Some(ends.map_or((number, number), |(low, high)| {
                        (low.min(number), high.max(number))
                    }))
                });
                (Some(*var), ends?)
            }
            Number::Truth(test) => match &**test {
                Test::Member(_) => (None, (0, 1)),
                &Test::Literal(literal) => {
                    let status = status_between(literal, domain(literal.var));
                    (Some(literal.var), truth(status))
                }
                Test::In(var, values) => {
                    let (low, high) = domain(*var);
                    let within = values.iter().filter(|value| (low..=high).contains(*value));
                    let size = (i64::from(high) - i64::from(low) + 1) as usize;
                    match within.count() {
                        0 => (Some(*var), truth(Some(false))),
                        some if some < size => (Some(*var), truth(None)),
                        _ => return None,
                    }
                }
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// Whether a fact is true, or false, for all values of its variable between these bounds.
fn status_between(literal: Literal, (low, high): (i32, i32)) -> Option<bool> {
    let (first, last) = (literal.admits(low), literal.admits(high));
    let is_within = (low..=high).contains(&literal.value);
    match literal.relation {
        _ if low == high => Some(first),
        Relation::AtMost | Relation::AtLeast => (first == last).then_some(first),
        Relation::Is => (!is_within).then_some(false),
        Relation::IsNot => (!is_within).then_some(true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn plain_sums_have_the_bounds_that_propagation_gives() {
        let mut rng = Rng::new(5);
        let mut below = |n: u64| rng.below(n);
        let mut told = 0;
        for _ in 0..20_000 {
            let spans: Vec<(i32, i32)> = (0..4)
                .map(|_| {
                    let low = below(5) as i32 - 2;
                    (low, low + below(4) as i32)
                })
                .collect();
            let count = below(5);
            let terms = (0..count).map(|_| {
                let var = Var::wide(below(4) as u32);
                let value = below(7) as i32 - 2;
                let fact = [
                    Literal::is,
                    Literal::is_not,
                    Literal::at_most,
                    Literal::at_least,
                ];
                let term = match below(6) {
                    0 => Number::Const(value.into()),
                    1 => Number::Var(var),
                    2 => Number::Element(var, [(value, 4), (value + 1, -3)].into()),
                    3 => Number::Truth(Box::new(Test::In(var, [value, value + 2].into()))),
                    _ => {
                        let fact = fact[below(4) as usize](var, value);
                        Number::Truth(Box::new(Test::Literal(fact)))
                    }
                };
                (i128::from(below(7)) - 3, term)
            });
            let sum = Number::Sum(terms.collect());
            let domain = |var: Var| spans[var.index()];
            let Some(bounds) = sum.plain_bounds(&domain) else {
                continue;
            };
            told += 1;
            assert_eq!(
                bounds,
                sum.bounds_by_propagation(&domain),
                "{sum:?} {spans:?}"
            );
        }
        assert!(told > 8_000, "{told}");
    }
}
