//! The values of single expressions, computed by hand, and what must agree with them.

use super::random::Maker;
use super::*;
use crate::Rng;

fn quotient(a: i128, b: i128) -> Number {
    Number::Quotient(Box::new(constant(a)), Box::new(constant(b)))
}

fn remainder(a: i128, b: i128) -> Number {
    Number::Remainder(Box::new(constant(a)), Box::new(constant(b)))
}

fn value(number: &Number) -> Option<i128> {
    number.value(&|_| 3)
}

fn members(numbers: &[(bool, i128)]) -> Vec<(Test, Number)> {
    let member = |&(counts, number)| (Test::Const(counts), constant(number));
    numbers.iter().map(member).collect()
}

#[test]
fn numbers() {
    let (x, largest) = (stand_in(0), 1 << 100);
    let some = members(&[(true, 6), (false, -8), (true, -4), (true, 6)]);
    let none = members(&[(false, 2)]);
    let broken = vec![(Test::Const(true), quotient(1, 0)), some[0].clone()];
    let table = |key| Number::Element(x, [(key, 20), (key, 30)].into());
    let sum = |a, b| Number::Sum(vec![(a, constant(b)), (2, var(x))]);
    let power = |a, exponent| Number::Power(Box::new(constant(a)), exponent);
    let choose = |test, a| {
        Number::Choose(
            Box::new(Test::Const(test)),
            Box::new(a),
            Box::new(constant(5)),
        )
    };
    for (number, expected) in [
        (quotient(7, 2), Some(3)),
        (quotient(-7, 2), Some(-3)),
        (quotient(7, -2), Some(-3)),
        (quotient(7, 0), None),
        (remainder(7, 3), Some(1)),
        (remainder(-7, 3), Some(2)),
        (remainder(7, -3), Some(1)),
        (remainder(-7, -3), Some(2)),
        (remainder(7, 0), None),
        (sum(-2, 5), Some(-4)),
        (sum(1, largest - 6), Some(largest)),
        (sum(1, largest - 5), None),
        (sum(largest, largest), None),
        (Number::Sum(vec![]), Some(0)),
        (Number::Product(vec![]), Some(1)),
        (Number::Product(vec![constant(-2), var(x)]), Some(-6)),
        (
            Number::Product(vec![constant(largest), var(x), constant(0)]),
            None,
        ),
        (power(-2, 3), Some(-8)),
        (power(0, 0), Some(1)),
        (power(2, 100), Some(largest)),
        (power(2, 101), None),
        (power(2, 1000), None),
        (Number::Absolute(Box::new(constant(-9))), Some(9)),
        (constant(i128::MIN), Some(-i128::MAX)),
        (table(3), Some(20)),
        (table(4), None),
        (Number::Least(some.clone()), Some(-4)),
        (Number::Greatest(some.clone()), Some(6)),
        (Number::Gcd(some.clone()), Some(2)),
        (Number::First(some.clone()), Some(6)),
        (Number::Distinct(some), Some(2)),
        (Number::Least(none.clone()), None),
        (Number::Greatest(none.clone()), None),
        (Number::Gcd(none.clone()), Some(0)),
        (Number::First(none.clone()), None),
        (Number::Distinct(none), Some(0)),
        (Number::Least(broken.clone()), None),
        (Number::Gcd(broken.clone()), None),
        (Number::Distinct(broken.clone()), None),
        (Number::First(broken), None),
        (choose(false, quotient(1, 0)), Some(5)),
        (choose(true, quotient(1, 0)), None),
        (Number::Truth(Box::new(Test::is(x, 3))), Some(1)),
        (Number::Truth(Box::new(Test::at_least(x, 4))), Some(0)),
    ] {
        assert_eq!(value(&number), expected, "{number:?}");
    }
}

#[test]
fn tests() {
    let x = stand_in(0);
    let undefined = || Test::compare(quotient(1, 0), Comparison::Equal, quotient(1, 0));
    let compare = |a, comparison, b| Test::compare(constant(a), comparison, constant(b));
    for (test, expected) in [
        (Test::And(vec![]), true),
        (Test::Or(vec![]), false),
        (Test::In(x, [1, 3].into()), true),
        (Test::In(x, [].into()), false),
        (Test::is_not(x, 3), false),
        (Test::at_most(x, 2), false),
        (undefined(), false),
        (undefined().negated(), true),
        (
            Test::Iff(Box::new(undefined()), Box::new(Test::is(x, 4))),
            true,
        ),
        (compare(1, Comparison::NotEqual, 1), false),
        (compare(1, Comparison::AtMost, 1), true),
        (compare(1, Comparison::Less, 1), false),
        (compare(-1, Comparison::Less, 1), true),
        (Test::Member(Member::new(0, 0)), false),
    ] {
        assert_eq!(test.holds(&|_| 3), expected, "{test:?}");
    }
    let second = Member::new(1, 2);
    assert!(Test::Member(second).holds_for_group(&|_| 3, &|member| member == second));
    let size = Number::Members {
        group: 0,
        vertices: 1..5,
    };
    let two = Test::compare(size, Comparison::Equal, constant(2));
    let among = |vertices: &'static [usize]| {
        move |member: Member| member.group() == 0 && vertices.contains(&member.vertex())
    };
    assert!(two.holds_for_group(&|_| 3, &among(&[0, 2, 4, 5])));
    assert!(!two.holds_for_group(&|_| 3, &among(&[0, 1])));
}

/// `defined` and `bounds` of random numbers against their values.
#[test]
fn bounds_and_definedness() {
    let vars = [stand_in(0), Var::wide(1)];
    let mut undefined = 0;
    for seed in 0..4000 {
        let mut maker = Maker {
            rng: Rng::new(seed),
            vars: &vars,
            vertices: 0,
            reach: 4,
        };
        let number = maker.small_number(3);
        let defined = number.defined();
        let magnitude = number.magnitude(&|var| [(0, 3), (-3, 2)][var.index()]);
        let (low, high) = number.bounds(&|var| [(0, 3), (-3, 2)][var.index()]);
        for x in 0..=3 {
            for y in -3..=2 {
                let at = |var: Var| [x, y][var.index()];
                let value = number.value(&at);
                assert_eq!(
                    value.is_some(),
                    defined.holds(&at),
                    "{number:?} at {x}, {y}"
                );
                undefined += u32::from(value.is_none());
                // `defined` ignores overflow.
                assert!(value.is_some() || magnitude <= Number::LARGEST || !defined.holds(&at));
                if let Some(value) = value {
                    assert!((low..=high).contains(&value), "{number:?} at {x}, {y}");
                    assert!(value.unsigned_abs() <= magnitude, "{number:?} at {x}, {y}");
                }
                // At a point the bounds are the value.
                let (low, high) = number.bounds(&|var| (at(var), at(var)));
                assert_eq!(value, (low <= high).then_some(low), "{number:?}");
                assert!(low >= high);
            }
        }
    }
    assert!(undefined > 1000);
}

#[test]
fn variables_are_listed_once() {
    let [x, y, z] = [0, 1, 2].map(stand_in);
    let member = (Test::is(z, 1), Number::Element(y, [].into()));
    let number = Number::Choose(
        Box::new(Test::at_most(z, 4)),
        Box::new(Number::First(vec![member])),
        Box::new(var(x)),
    );
    assert_eq!(number.variables(), [x, y, z]);
    let test = Test::compare(number, Comparison::Less, var(y));
    assert_eq!(test.negated().variables(), [x, y, z]);
}
