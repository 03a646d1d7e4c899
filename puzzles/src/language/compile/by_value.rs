//! One of several variables equals another, perhaps plus a constant: as in `some neighbour d of c: number of d = number
//! of c + 1`. A formula reasons about bounds of each part; stated for each value of the shared variable, it is a
//! clause.

use quadrille_engine::Var;
use quadrille_engine::propagators::{Comparison as Sign, Number, Test};

use super::Compiler;
use super::budget::MOST_STEPS;
use super::logic::{FALSE, and, or};
use super::post::POSTING;

/// The most values of the shared variable.
const MOST_VALUES: usize = 128;

/// That the second variable equals the first, plus a constant.
struct Step {
    from: Var,
    to: Var,
    by: i128,
}

impl Compiler<'_> {
    /// The alternatives of a test for each value of a variable that all their equations share, if there are several;
    /// `None` if that would be too large.
    pub(super) fn by_value(&self, parts: &[Test]) -> Option<Vec<Test>> {
        let mut steps = Vec::new();
        for part in parts {
            match part {
                Test::Literal(_) | Test::In(..) => {}
                Test::And(inner) => {
                    let mut own = inner.iter().filter(|test| !is_of_one(test));
                    if let Some(test) = own.next() {
                        steps.push(step(test)?);
                    }
                    if own.next().is_some() {
                        return None;
                    }
                }
                test => steps.push(step(test)?),
            }
        }
        let [first, rest @ ..] = &steps[..] else {
            return None;
        };
        let is_shared = |var: &Var| rest.iter().all(|step| step.from == *var || step.to == *var);
        let shared = [first.from, first.to].into_iter().find(is_shared)?;
        let domain: Vec<i32> = self.model.domain(shared).iter().collect();
        let cost = domain.len() * (POSTING + 3 * parts.len());
        if rest.is_empty() || domain.len() > MOST_VALUES || self.steps + cost > MOST_STEPS / 2 {
            return None;
        }
        let cases = domain.into_iter().map(|value| {
            let ways = parts.iter().map(|part| at_value(part, shared, value));
            or([Test::is_not(shared, value)].into_iter().chain(ways))
        });
        Some(cases.collect())
    }
}

fn is_of_one(test: &Test) -> bool {
    matches!(test, Test::Literal(_) | Test::In(..))
}

/// The equation of two variables, if a test is one.
fn step(test: &Test) -> Option<Step> {
    let Test::Compare(a, Sign::Equal, b) = test else {
        return None;
    };
    let ((from, more), (to, less)) = (shifted(a)?, shifted(b)?);
    let by = more.checked_sub(less)?;
    (from != to).then_some(Step { from, to, by })
}

/// A variable, plus a constant.
fn shifted(number: &Number) -> Option<(Var, i128)> {
    match number {
        Number::Var(var) => Some((*var, 0)),
        Number::Sum(terms) => match &terms[..] {
            [(1, Number::Var(var))] => Some((*var, 0)),
            [(1, Number::Var(var)), (factor, Number::Const(by))]
            | [(factor, Number::Const(by)), (1, Number::Var(var))] => {
                Some((*var, factor.checked_mul(*by)?))
            }
            _ => None,
        },
        _ => None,
    }
}

/// A test for a given value of a variable.
fn at_value(test: &Test, var: Var, value: i32) -> Test {
    match test {
        Test::Literal(literal) if literal.var == var => Test::Const(literal.admits(value)),
        Test::In(of, values) if *of == var => Test::Const(values.contains(&value)),
        Test::And(inner) => and(inner.iter().map(|test| at_value(test, var, value))),
        _ => match step(test) {
            Some(Step { from, to, by }) => {
                let (other, by) = if from == var { (to, by) } else { (from, -by) };
                let there = i32::try_from(i128::from(value) + by);
                there.map_or(FALSE, |there| Test::is(other, there))
            }
            None => test.clone(),
        },
    }
}
