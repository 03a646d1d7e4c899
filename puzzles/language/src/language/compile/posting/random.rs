//! Random tests, for the tests of what is made of them.

use quadrille_engine::propagators::{Comparison as Sign, Number, Test};
use quadrille_engine::{Rng, Var};

use super::super::logic::TRUE;

/// One of some things.
fn one<T: Clone>(rng: &mut Rng, of: &[T]) -> T {
    of[rng.below(of.len() as u64) as usize].clone()
}

/// A number of so many levels, about some of these variables.
fn number(rng: &mut Rng, vars: &[Var], depth: u32) -> Number {
    let var = one(rng, vars);
    if depth == 0 {
        return match rng.below(3) {
            0 => Number::Const(i128::from(rng.below(5)) - 2),
            1 => Number::Var(var),
            _ => Number::Element(var, [(0, 3), (2, -1)].into()),
        };
    }
    let mut part = || number(rng, vars, depth - 1);
    let (a, b, c) = (part(), part(), part());
    let (x, y) = (test(rng, vars, depth - 1), test(rng, vars, depth - 1));
    let members = vec![(x.clone(), a.clone()), (y, b.clone()), (TRUE, c.clone())];
    let few = members[..2].to_vec();
    match rng.below(14) {
        0 => Number::Sum(vec![(2, a), (-1, b), (1, c)]),
        1 => Number::Sum(vec![
            (1, a.clone()),
            (-1, b),
            (-1, a),
            (3, Number::Const(1)),
        ]),
        2 => Number::Product(vec![a, b]),
        3 => Number::Quotient(Box::new(a), Box::new(b)),
        4 => Number::Remainder(Box::new(a), Box::new(b)),
        5 => Number::Power(Box::new(a), 2),
        6 => Number::Absolute(Box::new(a)),
        7 => Number::Least(one(rng, &[members, few])),
        8 => Number::Greatest(one(rng, &[members, few])),
        9 => Number::Gcd(members),
        10 => Number::First(one(rng, &[members, few])),
        11 => Number::Distinct(one(rng, &[members, few])),
        12 => Number::Choose(Box::new(x), Box::new(a), Box::new(b)),
        _ => Number::Truth(Box::new(x)),
    }
}

/// A test of so many levels, about some of these variables.
pub(super) fn test(rng: &mut Rng, vars: &[Var], depth: u32) -> Test {
    let var = one(rng, vars);
    let value = rng.below(3) as i32;
    if depth == 0 {
        return match rng.below(4) {
            0 => Test::is(var, value),
            1 => Test::at_most(var, value),
            2 => Test::In(var, [0, 2].into()),
            _ => Test::Const(value > 0),
        };
    }
    match rng.below(6) {
        0 => Test::Not(Box::new(test(rng, vars, depth - 1))),
        1 | 2 => {
            let parts = (0..3).map(|_| test(rng, vars, depth - 1)).collect();
            one(rng, &[Test::And, Test::Or])(parts)
        }
        3 => Test::Iff(
            Box::new(test(rng, vars, depth - 1)),
            Box::new(test(rng, vars, depth - 1)),
        ),
        _ => {
            let signs = [Sign::Equal, Sign::NotEqual, Sign::Less, Sign::AtMost];
            let sign = one(rng, &signs);
            let (a, b) = (number(rng, vars, depth - 1), number(rng, vars, depth - 1));
            Test::compare(a, sign, b)
        }
    }
}
