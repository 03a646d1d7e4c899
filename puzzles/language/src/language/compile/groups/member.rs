//! Tests about the members of groups within tests and numbers.

use quadrille_engine::Literal;
use quadrille_engine::propagators::{Member, Number, Subformula, SubformulaMut, Test};

use super::super::logic::{FALSE, and, not, or};

/// That a vertex is a member of a group.
pub(crate) fn is_member(group: usize, vertex: usize) -> Test {
    Test::Member(Member::new(group, vertex))
}

/// Calls `each` with the group of every part of a test that is about members.
pub(super) fn for_each_group(test: &Test, each: &mut dyn FnMut(usize)) {
    test.walk(&mut |part| part.group().into_iter().for_each(&mut *each));
}

/// The members that a test refers to, each once, in order.
pub(super) fn all_members(test: &Test) -> Vec<Member> {
    let mut found = Vec::new();
    test.walk(&mut |part| match part {
        Subformula::Test(Test::Member(member)) => found.push(*member),
        Subformula::Number(Number::Members { group, vertices }) => {
            found.extend(vertices.clone().map(|vertex| Member::new(*group, vertex)));
        }
        _ => {}
    });
    found.sort_unstable();
    found.dedup();
    found
}

/// A test with other tests in place of those about members.
pub(super) fn map_test(mut test: Test, map: &dyn Fn(Member) -> Test) -> Test {
    test.walk_mut(&mut |part| replace_member(part, map));
    test
}

/// A number with other tests in place of those about members.
pub(super) fn map_number(mut number: Number, map: &dyn Fn(Member) -> Test) -> Number {
    number.walk_mut(&mut |part| replace_member(part, map));
    number
}

fn replace_member(part: SubformulaMut<'_>, map: &dyn Fn(Member) -> Test) {
    match part {
        SubformulaMut::Test(test) => {
            if let Test::Member(member) = *test {
                *test = map(member);
            }
        }
        SubformulaMut::Number(number) => {
            if let Number::Members { group, vertices } = number {
                let members = vertices.clone().map(|vertex| Member::new(*group, vertex));
                let tests = members.map(map);
                let terms = tests.map(|test| (1, Number::Truth(Box::new(test))));
                *number = Number::Sum(terms.collect());
            }
        }
    }
}

/// A test about the members of a group for one that lies within a part of it, which has `kept` vertices: by vertex, its
/// place there.
pub(super) fn in_part(mut test: Test, place: &[Option<usize>], kept: usize) -> Test {
    test.walk_mut(&mut |part| match part {
        SubformulaMut::Number(Number::Members { vertices, .. })
            if *vertices == (0..place.len()) =>
        {
            *vertices = 0..kept;
        }
        part => replace_member(part, &|of| {
            let kept = place[of.vertex()];
            kept.map_or(FALSE, |vertex| is_member(of.group(), vertex))
        }),
    });
    test
}

/// The same test about another group with the same vertices.
pub(super) fn in_group(mut test: Test, number: usize) -> Test {
    test.walk_mut(&mut |part| match part {
        SubformulaMut::Test(Test::Member(member)) => {
            *member = Member::new(number, member.vertex());
        }
        SubformulaMut::Number(Number::Members { group, .. }) => *group = number,
        _ => {}
    });
    test
}

/// What is known about the tests in a rule about a group.
pub(crate) trait Implied {
    /// Whether a test follows from being a member.
    fn of_member(&self, vertex: usize, test: &Test) -> bool;
    /// Whether a literal is known to be true or false.
    fn literal(&self, literal: Literal) -> Option<bool>;
}

/// A test without its known parts.
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
                    Test::Member(member) => Some(member.vertex()),
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
    let members_of = |members: Vec<(Test, Number)>| -> Vec<(Test, Number)> {
        let members = members.into_iter();
        let members = members.map(|(test, n)| (without_implied(test, known), number_of(n)));
        members.filter(|(test, _)| *test != FALSE).collect()
    };
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
        Number::Least(members) => Number::Least(members_of(members)),
        Number::Greatest(members) => Number::Greatest(members_of(members)),
        Number::Gcd(members) => Number::Gcd(members_of(members)),
        Number::First(members) => Number::First(members_of(members)),
        Number::Distinct(members) => Number::Distinct(members_of(members)),
        other => other,
    }
}
