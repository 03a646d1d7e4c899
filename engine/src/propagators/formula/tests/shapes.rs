//! Shapes of which a strength is promised, and the sharpness of reasons.

use super::*;
use crate::model::Model;

const COMPARISONS: [Comparison; 4] = [
    Comparison::Equal,
    Comparison::NotEqual,
    Comparison::Less,
    Comparison::AtMost,
];

fn weighted(coefficients: &[i128], vars: &[Var]) -> Number {
    let terms = coefficients.iter().zip(vars);
    Number::Sum(terms.map(|(&c, &x)| (c, var(x))).collect())
}

#[test]
fn one_variable_with_a_constant() {
    for comparison in COMPARISONS {
        for c in [-3, -1, 1, 2] {
            for k in [-7, -2, 0, 1, 4, 6] {
                let make = move |vars: &[Var]| {
                    Test::compare(weighted(&[c], vars), comparison, constant(k))
                };
                formula(make, 1)
                    .strength(Strength::Domain)
                    .random(20, 1, -4..=5);
                let make = move |vars: &[Var]| {
                    Test::compare(constant(k), comparison, weighted(&[c], vars)).negated()
                };
                formula(make, 1)
                    .strength(Strength::Domain)
                    .random(20, 1, 0..=5);
            }
        }
    }
}

#[test]
fn tests_of_one_variable_joined() {
    let make = |vars: &[Var]| {
        let x = vars[0];
        let low = Test::Or(vec![Test::at_most(x, -2), Test::is(x, 1)]);
        let high = Test::And(vec![Test::at_least(x, 2), Test::is_not(x, 3)]);
        let six = Test::literal(crate::literal::Literal::is(x, 6));
        Test::And(vec![
            Test::Or(vec![low, high]),
            Test::Not(Box::new(Test::Or(vec![six, Test::In(x, [-3, 1].into())]))),
        ])
    };
    formula(make, 1)
        .strength(Strength::Domain)
        .random(300, 1, -5..=8);
}

#[test]
fn a_table_with_a_constant() {
    for comparison in COMPARISONS {
        for k in [-1, 0, 4, 9, 10] {
            let make = move |vars: &[Var]| {
                let square = (-2..=3).map(|v| (v, i128::from(v * v))).collect();
                Test::compare(Number::Element(vars[0], square), comparison, constant(k))
            };
            formula(make, 1)
                .strength(Strength::Domain)
                .random(40, 1, -4..=4);
        }
    }
}

#[test]
fn two_variables_apart() {
    for comparison in [Comparison::Equal, Comparison::NotEqual] {
        for k in [-4, -1, 0, 2, 63, 64, 1 << 40] {
            for negated in [false, true] {
                let make = move |vars: &[Var]| {
                    let (x, y) = (var(vars[0]), var(vars[1]));
                    let moved = Number::Sum(vec![(1, y), (1, constant(k))]);
                    let test = Test::compare(x, comparison, moved);
                    if negated { test.negated() } else { test }
                };
                let test = formula(make, 2).strength(Strength::Domain);
                test.random(80, 2, -3..=5);
                test.random(40, 2, 0..=5);
                test.domains(&[&[0, 1, 63], &[0, 2, 64, 127]]);
            }
        }
    }
}

#[test]
fn two_variables_of_which_each_may_be_none() {
    let table = |low: i32, high: i32| (low..=high).map(|v| (v, i128::from(v) + 1)).collect();
    for (comparison, negated) in [
        (Comparison::Equal, false),
        (Comparison::Equal, true),
        (Comparison::NotEqual, false),
        (Comparison::NotEqual, true),
    ] {
        for k in [-1, 0, 3] {
            let make = move |vars: &[Var]| {
                let x = Number::Element(vars[0], table(-2, 4));
                let y = Number::Element(vars[1], table(0, 3));
                let moved = Number::Sum(vec![(1, y), (1, constant(k))]);
                let test = Test::compare(x, comparison, moved);
                if negated { test.negated() } else { test }
            };
            let test = formula(make, 2).strength(if negated {
                Strength::Sound
            } else {
                Strength::Domain
            });
            test.random(80, 2, -3..=5);
            test.domains(&[&[0, 1, 63], &[0, 2, 64, 127]]);
        }
    }
}

/// Numbers at the ends of what there is, of values on the other side of 0.
#[test]
fn tables_of_extreme_numbers() {
    for (value, number) in [
        (5, i128::MIN),
        (-3, i128::MAX),
        (5, -i128::MAX),
        (5, 1 << 100),
    ] {
        let make = move |vars: &[Var]| {
            let table = Number::Element(vars[0], [(value, number)].into());
            Test::compare(table, Comparison::Less, constant(0))
        };
        formula(make, 1)
            .strength(Strength::Sound)
            .random(40, 1, -3..=5);
    }
}

#[test]
fn linear_comparisons() {
    for coefficients in [&[1i128, 1, 1][..], &[2, -3, 1], &[5, 1, -1, 2]] {
        let n = coefficients.len();
        for comparison in COMPARISONS {
            let unit = coefficients.iter().all(|c| c.abs() == 1);
            let strength = match comparison {
                Comparison::Equal if unit => Strength::Bounds,
                // Over the reals.
                Comparison::Equal => Strength::Sound,
                _ => Strength::Domain,
            };
            for k in [-3, 2, 5] {
                // Some terms on either side, and one of them on both.
                let make = move |vars: &[Var]| {
                    let mut right = weighted(&[-coefficients[n - 1]], &vars[n - 1..]);
                    if let Number::Sum(terms) = &mut right {
                        terms.push((1, constant(k)));
                        terms.push((2, var(vars[0])));
                    }
                    let mut left = coefficients[..n - 1].to_vec();
                    left[0] += 2;
                    Test::compare(weighted(&left, vars), comparison, right)
                };
                formula(make, n).strength(strength).random(30, n, -2..=3);
            }
        }
    }
}

#[test]
fn distances() {
    for comparison in COMPARISONS {
        for k in [0, 1, 2, 4] {
            let make = move |vars: &[Var]| {
                let difference = weighted(&[1, -1], vars);
                Test::compare(
                    constant(k),
                    comparison,
                    Number::Absolute(Box::new(difference)),
                )
            };
            let strength = match comparison {
                // Two holes each: only the ends of the range are cut.
                Comparison::NotEqual => Strength::Sound,
                _ => Strength::Bounds,
            };
            formula(make, 2).strength(strength).random(150, 2, -3..=4);
        }
    }
}

#[test]
fn remainders() {
    for modulus in [1, 2, 3, -4] {
        for residue in 0..4 {
            for comparison in [Comparison::Equal, Comparison::AtMost] {
                let make = move |vars: &[Var]| {
                    let x = Box::new(var(vars[0]));
                    let remainder = Number::Remainder(x, Box::new(constant(modulus)));
                    Test::compare(remainder, comparison, constant(residue))
                };
                formula(make, 1)
                    .strength(Strength::Domain)
                    .random(40, 1, -6..=7);
            }
        }
    }
}

/// A boolean formula in which each variable occurs once.
#[test]
fn every_variable_once() {
    let make = |vars: &[Var]| {
        let either = Test::Or(vec![Test::is(vars[0], 1), Test::at_least(vars[1], 2)]);
        let both = Test::And(vec![
            Test::is_not(vars[2], 0),
            Test::In(vars[3], [-1, 1].into()),
        ]);
        Test::Iff(Box::new(either), Box::new(both.negated()))
    };
    formula(make, 4)
        .strength(Strength::Domain)
        .random(300, 4, -1..=2);
}

#[test]
fn products_and_members() {
    // 12 = x · y leaves divisors only at the bounds: 1..=4 with 3..=12.
    let mut model = Model::new();
    let (x, y) = (model.var(0..=4), model.var(-2..=30));
    let product = Number::Product(vec![var(x), var(y)]);
    model.post(Formula::new(&Test::compare(
        product,
        Comparison::Equal,
        constant(12),
    )));
    // The least of those that count is 5: only z can be it, and w does not count below.
    let (z, w, counts) = (model.var(5..=9), model.var(0..=4), model.var(0..=1));
    let least = Number::Least(vec![
        (Test::Const(true), var(z)),
        (Test::is(counts, 1), var(w)),
    ]);
    model.post(Formula::new(&Test::compare(
        least,
        Comparison::Equal,
        constant(5),
    )));
    // Three different numbers among three members: all differ.
    let (a, b) = (model.var(0..=3), model.var_of(&[2]));
    let members = [var(a), var(b), constant(0)].map(|number| (Test::Const(true), number));
    model.post(Formula::new(&Test::compare(
        Number::Distinct(members.into()),
        Comparison::Equal,
        constant(3),
    )));
    let mut solver = model.solver();
    assert_eq!(solver.propagate(), Ok(()));
    let bounds = |v: Var| (solver.domain(v).min(), solver.domain(v).max());
    assert_eq!(bounds(x), (Some(1), Some(4)));
    assert_eq!(bounds(y), (Some(3), Some(12)));
    assert_eq!(solver.value(z), Some(5));
    assert_eq!(solver.value(counts), Some(0));
    assert_eq!(solver.domain(a).iter().collect::<Vec<_>>(), [1, 3]);
}

/// x is 1 because y is not 2 and z is at most 5, and not because of anything known of w.
#[test]
fn reasons_leave_out_what_is_not_needed() {
    use crate::literal::Literal;
    let mut model = Model::new();
    let [x, y, z, w] = std::array::from_fn(|_| model.var(0..=9));
    let sum = Number::Sum(vec![(1, var(z)), (1, var(w))]);
    model.post(Formula::new(&Test::Or(vec![
        Test::is(x, 1),
        Test::is(y, 2),
        Test::compare(sum, Comparison::Less, constant(0)),
        Test::And(vec![Test::is(w, 3), Test::at_least(z, 6)]),
    ])));
    let mut solver = model.solver();
    solver.record();
    assert_eq!(solver.propagate(), Ok(()));
    solver.push();
    for fact in [
        Literal::is_not(y, 2),
        Literal::is_not(y, 4),
        Literal::at_least(z, 2),
        Literal::at_most(w, 8),
        Literal::at_most(z, 5),
    ] {
        assert!(solver.assume(fact).is_ok());
    }
    assert_eq!(solver.propagate(), Ok(()));
    assert_eq!(solver.value(x), Some(1));
    let change = solver.changes().last().unwrap();
    assert_eq!(
        solver.reason(change).facts,
        [Literal::is_not(y, 2), Literal::at_most(z, 5)]
    );
}
