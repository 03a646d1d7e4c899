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

    /// The same of a sum whose terms are variables, tables and tests of facts and members, all of different variables; `None`
    /// of others.
    /// Models are full of such sums, and to make the nodes of the propagator for each was up to a quarter of the time to
    /// compile a puzzle of sums along lines.
    fn plain_bounds(&self, domain: &dyn Fn(Var) -> (i32, i32)) -> Option<(i128, i128)> {
        let terms: &mut dyn Iterator<Item = (i128, &Number)> = match self {
            Number::Sum(terms) => &mut terms.iter().map(|(factor, term)| (*factor, term)),
            number => &mut std::iter::once((1, number)),
        };
        let mut vars: SmallVec<[Var; 16]> = SmallVec::new();
        let (mut low, mut high) = (0i128, 0i128);
        for (factor, term) in terms {
            let (least, greatest) = term.term_bounds(domain, &mut vars)?;
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

    /// The bounds of a term, whose variables are added; `None` unless it is of the simplest kinds.
    fn term_bounds(
        &self,
        domain: &dyn Fn(Var) -> (i32, i32),
        vars: &mut SmallVec<[Var; 16]>,
    ) -> Option<(i128, i128)> {
        Some(match self {
            &Number::Const(number) if number.unsigned_abs() <= LARGEST => (number, number),
            &Number::Var(var) => {
                vars.push(var);
                let (low, high) = domain(var);
                (low.into(), high.into())
            }
            Number::Element(var, table) => {
                vars.push(*var);
                let (low, high) = domain(*var);
                let within = table
                    .iter()
                    .filter(|entry| (low..=high).contains(&entry.0))
                    .map(|entry| (entry.1, entry.1));
                within
                    .reduce(|(low, high), (least, greatest)| (low.min(least), high.max(greatest)))?
            }
            Number::Truth(test) => match test.plain_status(domain, vars)? {
                Some(holds) => (holds.into(), holds.into()),
                None => (0, 1),
            },
            _ => return None,
        })
    }
}

impl Test {
    /// Whether it is true, or false, for all values of its variables, which are added; `None` unless it is made of facts and
    /// members, by and, or, not.
    fn plain_status(
        &self,
        domain: &dyn Fn(Var) -> (i32, i32),
        vars: &mut SmallVec<[Var; 16]>,
    ) -> Option<Option<bool>> {
        Some(match self {
            Test::Const(truth) => Some(*truth),
            Test::Member(_) | Test::Group(_) => None,
            &Test::Literal(literal) => {
                vars.push(literal.var);
                status_between(literal, domain(literal.var))
            }
            Test::In(var, values) => {
                vars.push(*var);
                let (low, high) = domain(*var);
                let within = values.iter().filter(|value| (low..=high).contains(*value));
                let size = (i64::from(high) - i64::from(low) + 1) as usize;
                match within.count() {
                    0 => Some(false),
                    some if some < size => None,
                    _ => return None,
                }
            }
            Test::Not(inner) => inner.plain_status(domain, vars)?.map(|truth| !truth),
            Test::And(parts) | Test::Or(parts) => {
                let is_and = matches!(self, Test::And(_));
                let mut all = Some(is_and);
                for part in parts {
                    match part.plain_status(domain, vars)? {
                        Some(truth) if truth == is_and => {}
                        Some(truth) => all = Some(truth),
                        None if all == Some(is_and) => all = None,
                        None => {}
                    }
                }
                all
            }
            Test::Iff(..) | Test::Compare(..) => return None,
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
    use crate::propagators::formula::Member;

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
            let terms = (0..count).map(|own| {
                let var = Var::wide(below(4) as u32);
                let value = below(7) as i32 - 2;
                let fact = [
                    Literal::is,
                    Literal::is_not,
                    Literal::at_most,
                    Literal::at_least,
                ];
                let fact = Test::Literal(fact[below(4) as usize](var, value));
                let member = Test::Member(Member::new(0, own as usize));
                let other = Test::is(Var::wide(below(4) as u32), 0);
                let term = match below(9) {
                    0 => Number::Const(value.into()),
                    1 => Number::Var(var),
                    2 => Number::Element(var, [(value, 4), (value + 1, -3)].into()),
                    3 => Number::Truth(Box::new(Test::In(var, [value, value + 2].into()))),
                    4 => Number::Truth(Box::new(Test::And(vec![member, fact]))),
                    5 => Number::Truth(Box::new(Test::Or(vec![fact, other, member]))),
                    6 => Number::Truth(Box::new(Test::Not(Box::new(Test::And(vec![other, fact]))))),
                    _ => Number::Truth(Box::new(fact)),
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
