//! Tests that are alike but for their variables: what was worked out for one serves the others.

use quadrille_engine::Var;
use quadrille_engine::propagators::{Number, Test};

/// Puts other variables in place of those of a test.
pub(super) fn rename(test: &mut Test, to: &dyn Fn(Var) -> Var) {
    match test {
        Test::Const(_) | Test::Member(_) => {}
        Test::In(var, _) => *var = to(*var),
        Test::Literal(literal) => literal.var = to(literal.var),
        Test::Not(inner) => rename(inner, to),
        Test::And(parts) | Test::Or(parts) => parts.iter_mut().for_each(|part| rename(part, to)),
        Test::Iff(a, b) => {
            rename(a, to);
            rename(b, to);
        }
        Test::Compare(a, _, b) => {
            rename_number(a, to);
            rename_number(b, to);
        }
    }
}

fn rename_number(number: &mut Number, to: &dyn Fn(Var) -> Var) {
    match number {
        Number::Const(_) => {}
        Number::Var(var) | Number::Element(var, _) => *var = to(*var),
        Number::Sum(terms) => terms
            .iter_mut()
            .for_each(|(_, number)| rename_number(number, to)),
        Number::Product(numbers) => numbers
            .iter_mut()
            .for_each(|number| rename_number(number, to)),
        Number::Quotient(a, b) | Number::Remainder(a, b) => {
            rename_number(a, to);
            rename_number(b, to);
        }
        Number::Power(number, _) | Number::Absolute(number) => rename_number(number, to),
        Number::Truth(test) => rename(test, to),
        Number::Choose(test, a, b) => {
            rename(test, to);
            rename_number(a, to);
            rename_number(b, to);
        }
        Number::Least(members)
        | Number::Greatest(members)
        | Number::Gcd(members)
        | Number::First(members)
        | Number::Distinct(members) => {
            for (test, number) in members {
                rename(test, to);
                rename_number(number, to);
            }
        }
    }
}
