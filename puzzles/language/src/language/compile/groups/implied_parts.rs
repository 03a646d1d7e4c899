//! Rules about groups without the parts that are known: implied by being a member, or by rules about single variables.

use quadrille_engine::Literal;
use quadrille_engine::propagators::{Number, Test};

use super::super::Compiler;
use super::super::logic::{FALSE, and, not, or};
use super::group::Group;

impl Compiler<'_> {
    /// A rule about a group without its known parts; `None` if it has none.
    pub(super) fn without_implied(&self, group: &Group, rule: &Test) -> Option<Test> {
        let mut parts = Parts {
            compiler: self,
            group,
            is_simpler: false,
        };
        let rule = parts.test(rule.clone());
        parts.is_simpler.then_some(rule)
    }
}

/// The parts of a rule.
struct Parts<'a, 'd> {
    compiler: &'a Compiler<'d>,
    group: &'a Group,
    /// Whether some of them were known so far.
    is_simpler: bool,
}

impl Parts<'_, '_> {
    fn tests(&mut self, tests: Vec<Test>) -> Vec<Test> {
        tests.into_iter().map(|test| self.test(test)).collect()
    }

    fn test(&mut self, test: Test) -> Test {
        match test {
            Test::Literal(literal) => match self.known(literal) {
                Some(truth) => {
                    self.is_simpler = true;
                    Test::Const(truth)
                }
                None => test,
            },
            Test::And(mut parts) => {
                let all = parts.len();
                let vertices: Vec<usize> = parts
                    .iter()
                    .filter_map(|part| match part {
                        Test::Member(member) => Some(member.vertex()),
                        _ => None,
                    })
                    .collect();
                parts.retain(|part| {
                    !vertices
                        .iter()
                        .any(|&vertex| self.is_of_member(vertex, part))
                });
                self.is_simpler |= parts.len() < all;
                and(self.tests(parts))
            }
            Test::Or(parts) => or(self.tests(parts)),
            Test::Not(inner) => not(self.test(*inner)),
            Test::Compare(a, sign, b) => {
                let [a, b] = [*a, *b].map(|number| Box::new(self.number(number)));
                Test::Compare(a, sign, b)
            }
            other => other,
        }
    }

    fn members(&mut self, members: Vec<(Test, Number)>) -> Vec<(Test, Number)> {
        let members = members.into_iter();
        let members = members.map(|(test, number)| (self.test(test), self.number(number)));
        members.filter(|(test, _)| *test != FALSE).collect()
    }

    fn number(&mut self, number: Number) -> Number {
        match number {
            Number::Sum(terms) => {
                let terms = terms.into_iter();
                Number::Sum(
                    terms
                        .map(|(factor, own)| (factor, self.number(own)))
                        .collect(),
                )
            }
            Number::Truth(test) => match self.test(*test) {
                Test::Const(truth) => Number::Const(truth.into()),
                test => Number::Truth(Box::new(test)),
            },
            Number::Choose(test, a, b) => match self.test(*test) {
                Test::Const(true) => self.number(*a),
                Test::Const(false) => self.number(*b),
                test => {
                    let [a, b] = [*a, *b].map(|number| Box::new(self.number(number)));
                    Number::Choose(Box::new(test), a, b)
                }
            },
            Number::Least(members) => Number::Least(self.members(members)),
            Number::Greatest(members) => Number::Greatest(self.members(members)),
            Number::Gcd(members) => Number::Gcd(self.members(members)),
            Number::First(members) => Number::First(self.members(members)),
            Number::Distinct(members) => Number::Distinct(self.members(members)),
            other => other,
        }
    }

    /// Whether a test follows from being a member.
    fn is_of_member(&self, vertex: usize, test: &Test) -> bool {
        match &self.group.vertices[vertex].1 {
            Test::And(parts) => parts.contains(test),
            own => own == test,
        }
    }

    /// Whether a literal is known to be true or false.
    fn known(&self, literal: Literal) -> Option<bool> {
        if self.compiler.options.apart {
            return None;
        }
        let unit = self.compiler.facts.units.get(&literal.var)?;
        let domain = self.compiler.model.domain(literal.var);
        let mut left = domain.iter().filter(|&value| unit.admits(value));
        let first = literal.admits(left.next()?);
        let is_known = left.all(|value| literal.admits(value) == first);
        is_known.then_some(first)
    }
}
