//! The value of an expression once every variable has one: the definition against which narrowing is tested.

use super::expression::{Comparison, Member, Number, Test};
use super::interval::{LARGEST, gcd};
use crate::var::Var;

/// An assignment: the values of variables, and which vertices are members.
#[derive(Clone, Copy)]
struct Assignment<'a> {
    value: &'a dyn Fn(Var) -> i32,
    member: &'a dyn Fn(Member) -> bool,
}

impl Comparison {
    /// Whether `a` and `b` compare like this.
    pub fn holds(self, a: i128, b: i128) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
        }
    }
}

impl Test {
    /// Whether it holds for these values. Exact; a comparison of an undefined number, such as one beyond ±2^100, is
    /// false. No vertex is a member. O(size).
    pub fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.holds_for_group(value, &|_| false)
    }

    /// The same for a group, whose members `member` tells.
    pub fn holds_for_group(
        &self,
        value: &dyn Fn(Var) -> i32,
        member: &dyn Fn(Member) -> bool,
    ) -> bool {
        self.truth(Assignment { value, member })
    }

    fn truth(&self, at: Assignment<'_>) -> bool {
        match self {
            Test::Const(truth) => *truth,
            Test::In(var, values) => values.contains(&(at.value)(*var)),
            Test::Literal(literal) => literal.admits((at.value)(literal.var)),
            Test::Not(test) => !test.truth(at),
            Test::And(tests) => tests.iter().all(|test| test.truth(at)),
            Test::Or(tests) => tests.iter().any(|test| test.truth(at)),
            Test::Iff(a, b) => a.truth(at) == b.truth(at),
            Test::Compare(a, comparison, b) => match (a.at(at), b.at(at)) {
                (Some(a), Some(b)) => comparison.holds(a, b),
                _ => false,
            },
            Test::Member(member) => (at.member)(*member),
            Test::Group(of) => of.holds(&|vertex| (at.member)(Member::new(of.group(), vertex))),
        }
    }
}

impl Number {
    /// The number for these values, or `None` if it is undefined. No vertex is a member. O(size).
    pub fn value(&self, value: &dyn Fn(Var) -> i32) -> Option<i128> {
        self.at(Assignment {
            value,
            member: &|_| false,
        })
    }

    fn at(&self, at: Assignment<'_>) -> Option<i128> {
        match self {
            Number::Const(number) => Some((*number).max(-i128::MAX)),
            Number::Var(var) => Some((at.value)(*var).into()),
            Number::Element(var, table) => {
                let value = (at.value)(*var);
                let entry = table.iter().find(|entry| entry.0 == value)?;
                Some(entry.1.max(-i128::MAX))
            }
            Number::Sum(terms) => within(terms.iter().try_fold(0i128, |sum, (c, number)| {
                sum.checked_add(within(c.checked_mul(number.at(at)?))?)
            })),
            Number::Product(numbers) => {
                let mut numbers = numbers.iter();
                let Some(first) = numbers.next() else {
                    return Some(1);
                };
                numbers.try_fold(first.at(at)?, |product, number| {
                    within(product.checked_mul(number.at(at)?))
                })
            }
            Number::Quotient(a, b) => within(a.at(at)?.checked_div(b.at(at)?)),
            Number::Remainder(a, b) => within(a.at(at)?.checked_rem_euclid(b.at(at)?)),
            Number::Power(number, exponent) => within(number.at(at)?.checked_pow(*exponent)),
            Number::Absolute(number) => Some(number.at(at)?.abs()),
            Number::Least(members) => extreme(members, at, i128::min),
            Number::Greatest(members) => extreme(members, at, i128::max),
            Number::Gcd(members) => held(members, at).try_fold(0, |all, n| Some(gcd(all, n?))),
            Number::Choose(test, a, b) => if test.truth(at) { a } else { b }.at(at),
            Number::Truth(test) => Some(test.truth(at).into()),
            Number::First(members) => held(members, at).next()?,
            Number::Distinct(members) => {
                let mut numbers: Vec<i128> = held(members, at).collect::<Option<_>>()?;
                numbers.sort_unstable();
                numbers.dedup();
                Some(numbers.len() as i128)
            }
            Number::Members { group, vertices } => {
                let members = vertices.clone().map(|vertex| Member::new(*group, vertex));
                Some(members.filter(|&member| (at.member)(member)).count() as i128)
            }
        }
    }
}

/// The result of arithmetic, unless it is too large.
fn within(number: Option<i128>) -> Option<i128> {
    number.filter(|number| number.unsigned_abs() <= LARGEST as u128)
}

/// The numbers of the members whose test holds.
fn held<'a>(
    members: &'a [(Test, Number)],
    at: Assignment<'a>,
) -> impl Iterator<Item = Option<i128>> + 'a {
    members
        .iter()
        .filter(move |(test, _)| test.truth(at))
        .map(move |(_, number)| number.at(at))
}

fn extreme(
    members: &[(Test, Number)],
    at: Assignment<'_>,
    better: impl Fn(i128, i128) -> i128,
) -> Option<i128> {
    let mut numbers = held(members, at);
    let first = numbers.next()??;
    numbers.try_fold(first, |best, number| Some(better(best, number?)))
}
