//! One of several variables stands in some relation to another: as in `some neighbour d of c: abs(number of d - number
//! of c) = 1`. A formula reasons about bounds of each part; stated for each value of the shared variable, it is a
//! clause.

use quadrille_engine::Var;
use quadrille_engine::propagators::{Comparison as Sign, Number, Test};

use super::super::Compiler;
use super::super::budget::MOST_STEPS;
use super::super::logic::{FALSE, absorbed, and, or};
use super::post::POSTING;

/// The most values of the shared variable.
const MOST_VALUES: usize = 128;

/// The most values of the other variable that are alternatives of a clause each.
const MOST_ALTERNATIVES: usize = 4;

/// A test about two variables.
enum Relation {
    /// The second equals the first, plus a constant.
    Step { from: Var, to: Var, by: i128 },
    /// Anything else, about variables with few values.
    Other([Var; 2]),
}

impl Relation {
    fn vars(&self) -> [Var; 2] {
        match *self {
            Relation::Step { from, to, .. } => [from, to],
            Relation::Other(vars) => vars,
        }
    }
}

impl Compiler<'_> {
    /// The alternatives of a test for each value of a variable that all their relations share, if there are several;
    /// `None` if that would be too large.
    ///
    /// (A Latin square of 8×8 whose gray cells have a neighbour that differs by one takes 2.7 s instead of 14.)
    pub(crate) fn by_value(&self, parts: &[Test]) -> Option<Vec<Test>> {
        self.alternatives(parts).or_else(|| match absorbed(parts) {
            // `if a then one of …` is: not a, or a and one of them.
            Test::Or(fewer) if fewer[..] != *parts => self.alternatives(&fewer),
            _ => None,
        })
    }

    /// The same of relations as they are.
    fn alternatives(&self, parts: &[Test]) -> Option<Vec<Test>> {
        let mut relations = Vec::new();
        for part in parts {
            match part {
                Test::Literal(_) | Test::In(..) => {}
                Test::And(inner) => {
                    let mut own = inner.iter().filter(|test| !is_of_one(test));
                    if let Some(test) = own.next() {
                        relations.push(self.relation(test)?);
                    }
                    if own.next().is_some() {
                        return None;
                    }
                }
                test => relations.push(self.relation(test)?),
            }
        }
        let [first, rest @ ..] = &relations[..] else {
            return None;
        };
        let is_shared = |var: &Var| rest.iter().all(|relation| relation.vars().contains(var));
        let shared = first.vars().into_iter().find(is_shared)?;
        let domain: Vec<i32> = self.model.domain(shared).iter().collect();
        let tried = |relation: &Relation| match relation {
            Relation::Step { .. } => 3,
            Relation::Other(vars) => {
                let sizes = vars.map(|var| self.model.domain(var).len());
                sizes[0].max(sizes[1])
            }
        };
        let cost = domain.len() * (POSTING + relations.iter().map(tried).sum::<usize>());
        if rest.is_empty()
            || domain.len() > MOST_VALUES
            || self.budget.steps + cost > MOST_STEPS / 2
        {
            return None;
        }
        let cases = domain.into_iter().map(|value| {
            let ways = parts.iter().map(|part| self.at_value(part, shared, value));
            or([Test::is_not(shared, value)].into_iter().chain(ways))
        });
        Some(cases.collect())
    }

    /// What a test says of two variables, if it is about two.
    fn relation(&self, test: &Test) -> Option<Relation> {
        if let Some((from, to, by)) = step(test) {
            return Some(Relation::Step { from, to, by });
        }
        let [a, b] = test.variables()[..] else {
            return None;
        };
        let are_few = [a, b]
            .iter()
            .all(|&var| self.model.domain(var).len() <= MOST_VALUES);
        are_few.then_some(Relation::Other([a, b]))
    }

    /// A test for a given value of a variable.
    fn at_value(&self, test: &Test, var: Var, value: i32) -> Test {
        match test {
            Test::Literal(literal) if literal.var == var => Test::Const(literal.admits(value)),
            Test::In(of, values) if *of == var => Test::Const(values.contains(&value)),
            Test::Literal(_) | Test::In(..) => test.clone(),
            // Looked at before anything is copied, which saves a quarter of compiling easy as ABC.
            Test::And(inner) if inner.iter().any(|test| excludes(test, var, value)) => FALSE,
            Test::And(inner) => and(inner.iter().map(|test| self.at_value(test, var, value))),
            _ => match self.relation(test) {
                Some(Relation::Step { from, to, by }) => {
                    let (other, by) = if from == var { (to, by) } else { (from, -by) };
                    let there = i32::try_from(i128::from(value) + by);
                    there.map_or(FALSE, |there| Test::is(other, there))
                }
                Some(Relation::Other([a, b])) => {
                    let other = if a == var { b } else { a };
                    let values = self.model.domain(other).iter();
                    let passes =
                        |&there: &i32| test.holds(&|of| if of == var { value } else { there });
                    let values: Vec<i32> = values.filter(passes).collect();
                    if values.len() <= MOST_ALTERNATIVES {
                        return or(values.into_iter().map(|there| Test::is(other, there)));
                    }
                    self.tidy(Test::In(other, values.into()))
                }
                None => test.clone(),
            },
        }
    }
}

/// Whether a fact about the variable alone is false for the value.
fn excludes(test: &Test, var: Var, value: i32) -> bool {
    match test {
        Test::Literal(literal) => literal.var == var && !literal.admits(value),
        Test::In(of, values) => *of == var && !values.contains(&value),
        _ => false,
    }
}

fn is_of_one(test: &Test) -> bool {
    matches!(test, Test::Literal(_) | Test::In(..))
}

/// The two variables of an equation and the difference, if a test is one.
fn step(test: &Test) -> Option<(Var, Var, i128)> {
    let Test::Compare(a, Sign::Equal, b) = test else {
        return None;
    };
    let ((from, more), (to, less)) = (shifted(a)?, shifted(b)?);
    let by = more.checked_sub(less)?;
    (from != to).then_some((from, to, by))
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
