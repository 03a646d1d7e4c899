//! What tests and numbers say of the members of groups.

use quadrille_engine::Literal;
use quadrille_engine::propagators::{Number, Test};

use super::logic::{and, not, or};

/// Calls `each` with the number of every member that a test speaks of.
pub(super) fn for_each_member(test: &Test, each: &mut dyn FnMut(usize)) {
    match test {
        Test::Member(member) => each(*member),
        Test::Const(_) | Test::In(..) | Test::Literal(_) => {}
        Test::Not(inner) => for_each_member(inner, each),
        Test::And(parts) | Test::Or(parts) => {
            parts.iter().for_each(|part| for_each_member(part, each))
        }
        Test::Iff(a, b) => {
            for_each_member(a, each);
            for_each_member(b, each);
        }
        Test::Compare(a, _, b) => {
            for_each_member_of_number(a, each);
            for_each_member_of_number(b, each);
        }
    }
}

fn for_each_member_of_number(number: &Number, each: &mut dyn FnMut(usize)) {
    match number {
        Number::Const(_) | Number::Var(_) | Number::Element(..) => {}
        Number::Sum(terms) => terms
            .iter()
            .for_each(|(_, number)| for_each_member_of_number(number, each)),
        Number::Product(numbers) => numbers
            .iter()
            .for_each(|number| for_each_member_of_number(number, each)),
        Number::Quotient(a, b) | Number::Remainder(a, b) => {
            for_each_member_of_number(a, each);
            for_each_member_of_number(b, each);
        }
        Number::Power(number, _) | Number::Absolute(number) => {
            for_each_member_of_number(number, each)
        }
        Number::Truth(test) => for_each_member(test, each),
        Number::Choose(test, a, b) => {
            for_each_member(test, each);
            for_each_member_of_number(a, each);
            for_each_member_of_number(b, each);
        }
        Number::Least(members)
        | Number::Greatest(members)
        | Number::Gcd(members)
        | Number::First(members)
        | Number::Distinct(members) => {
            for (test, number) in members {
                for_each_member(test, each);
                for_each_member_of_number(number, each);
            }
        }
    }
}

/// A test with other tests in place of those about members.
pub(super) fn map_test(test: Test, map: &dyn Fn(usize) -> Test) -> Test {
    let all = |tests: Vec<Test>| tests.into_iter().map(|test| map_test(test, map)).collect();
    match test {
        Test::Member(member) => map(member),
        Test::Const(_) | Test::In(..) | Test::Literal(_) => test,
        Test::Not(inner) => Test::Not(Box::new(map_test(*inner, map))),
        Test::And(parts) => Test::And(all(parts)),
        Test::Or(parts) => Test::Or(all(parts)),
        Test::Iff(a, b) => Test::Iff(Box::new(map_test(*a, map)), Box::new(map_test(*b, map))),
        Test::Compare(a, sign, b) => Test::Compare(
            Box::new(map_number(*a, map)),
            sign,
            Box::new(map_number(*b, map)),
        ),
    }
}

/// A number with other tests in place of those about members.
pub(super) fn map_number(number: Number, map: &dyn Fn(usize) -> Test) -> Number {
    let members = |members: Vec<(Test, Number)>| {
        members
            .into_iter()
            .map(|(test, number)| (map_test(test, map), map_number(number, map)))
            .collect()
    };
    let boxed = |number: Box<Number>| Box::new(map_number(*number, map));
    match number {
        Number::Const(_) | Number::Var(_) | Number::Element(..) => number,
        Number::Sum(terms) => Number::Sum(
            terms
                .into_iter()
                .map(|(f, n)| (f, map_number(n, map)))
                .collect(),
        ),
        Number::Product(numbers) => {
            Number::Product(numbers.into_iter().map(|n| map_number(n, map)).collect())
        }
        Number::Quotient(a, b) => Number::Quotient(boxed(a), boxed(b)),
        Number::Remainder(a, b) => Number::Remainder(boxed(a), boxed(b)),
        Number::Power(number, power) => Number::Power(boxed(number), power),
        Number::Absolute(number) => Number::Absolute(boxed(number)),
        Number::Truth(test) => Number::Truth(Box::new(map_test(*test, map))),
        Number::Choose(test, a, b) => {
            Number::Choose(Box::new(map_test(*test, map)), boxed(a), boxed(b))
        }
        Number::Least(m) => Number::Least(members(m)),
        Number::Greatest(m) => Number::Greatest(members(m)),
        Number::Gcd(m) => Number::Gcd(members(m)),
        Number::First(m) => Number::First(members(m)),
        Number::Distinct(m) => Number::Distinct(members(m)),
    }
}

/// What is known of the tests in a rule about a group.
pub(super) trait Implied {
    /// Whether a test follows from being a member.
    fn of_member(&self, vertex: usize, test: &Test) -> bool;
    /// Whether a literal is known to be true or false.
    fn literal(&self, literal: Literal) -> Option<bool>;
}

/// A test without what is known.
pub(super) fn without_implied(test: Test, known: &dyn Implied) -> Test {
    let all = |tests: Vec<Test>| -> Vec<Test> {
        let tests = tests.into_iter();
        tests.map(|test| without_implied(test, known)).collect()
    };
    match test {
        Test::Literal(literal) => known.literal(literal).map_or(test, Test::Const),
        Test::And(parts) => {
            let vertices: Vec<usize> = parts
                .iter()
                .filter_map(|part| match part {
                    Test::Member(vertex) => Some(*vertex),
                    _ => None,
                })
                .collect();
            let follows = |part: &Test| vertices.iter().any(|&v| known.of_member(v, part));
            let kept = parts.into_iter().filter(|part| !follows(part)).collect();
            and(all(kept))
        }
        Test::Or(parts) => or(all(parts)),
        Test::Not(inner) => not(without_implied(*inner, known)),
        Test::Compare(a, sign, b) => {
            let [a, b] = [*a, *b].map(|number| Box::new(number_without_implied(number, known)));
            Test::Compare(a, sign, b)
        }
        other => other,
    }
}

fn number_without_implied(number: Number, known: &dyn Implied) -> Number {
    let number_of = |number| number_without_implied(number, known);
    match number {
        Number::Sum(terms) => {
            let terms = terms.into_iter();
            Number::Sum(terms.map(|(f, n)| (f, number_of(n))).collect())
        }
        Number::Truth(test) => match without_implied(*test, known) {
            Test::Const(truth) => Number::Const(truth.into()),
            test => Number::Truth(Box::new(test)),
        },
        Number::Choose(test, a, b) => match without_implied(*test, known) {
            Test::Const(true) => number_of(*a),
            Test::Const(false) => number_of(*b),
            test => Number::Choose(
                Box::new(test),
                Box::new(number_of(*a)),
                Box::new(number_of(*b)),
            ),
        },
        other => other,
    }
}

/// Whether a test speaks of the members of a group.
pub(super) fn speaks_of_group(test: &Test) -> bool {
    let mut found = false;
    for_each_member(test, &mut |_| found = true);
    found
}

/// Whether a number depends on the members of a group.
pub(super) fn number_speaks_of_group(number: &Number) -> bool {
    let mut found = false;
    for_each_member_of_number(number, &mut |_| found = true);
    found
}
