//! Tests about the members of groups within tests and numbers.

use quadrille_engine::propagators::{Member, Number, Subformula, SubformulaMut, Test};

use super::super::logic::{FALSE, TRUE};

/// That a vertex is a member of a group.
pub(crate) fn is_member(group: usize, vertex: usize) -> Test {
    Test::Member(Member::new(group, vertex))
}

/// The group of which all these tests are about one member each, and the vertices of these, in the same order.
pub(crate) fn of_one<'t>(tests: impl IntoIterator<Item = &'t Test>) -> Option<(usize, Vec<usize>)> {
    let mut group = None;
    let vertex = |test: &Test| match test {
        Test::Member(member) => {
            (*group.get_or_insert(member.group()) == member.group()).then(|| member.vertex())
        }
        _ => None,
    };
    let vertices = tests.into_iter().map(vertex).collect::<Option<Vec<_>>>()?;
    Some((group?, vertices))
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

/// Whether a part of it is a test of a group as a whole, for which no tests about single members can stand.
pub(super) fn has_group_test(test: &Test) -> bool {
    let mut found = false;
    test.walk(&mut |part| found |= matches!(part, Subformula::Test(Test::Group(_))));
    found
}

/// A test with other tests in place of those about members. Those of a whole group ask which of these are true.
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
        SubformulaMut::Test(test) => match test {
            Test::Member(member) => *test = map(*member),
            Test::Group(of) => {
                let is_member = |vertex| map(Member::new(of.group(), vertex)) == TRUE;
                *test = Test::Const(of.holds(&is_member));
            }
            _ => {}
        },
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
        SubformulaMut::Test(Test::Group(of)) => *of = of.clone().said_of(number),
        SubformulaMut::Number(Number::Members { group, .. }) => *group = number,
        _ => {}
    });
    test
}
