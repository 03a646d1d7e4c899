//! Formulas against brute force.

mod meaning;
mod random;
mod rule;
mod shapes;

use super::*;
use crate::testing::{PropagatorTest, Strength};

/// The `i`-th variable, for expressions that are only evaluated.
fn stand_in(i: usize) -> Var {
    Var::narrow(i as u32)
}

/// A test of the formula that `make` makes over the given variables.
fn formula<'a>(make: impl Fn(&[Var]) -> Test + Clone + 'a, n: usize) -> PropagatorTest<'a> {
    let names: Vec<Var> = (0..n).map(stand_in).collect();
    let meaning = make(&names);
    PropagatorTest::new(
        move |model, vars| {
            model.post(Formula::new(&make(vars)));
        },
        move |values| meaning.holds(&|var| values[var.index()]),
    )
}

fn var(var: Var) -> Number {
    Number::Var(var)
}

fn constant(number: i128) -> Number {
    Number::Const(number)
}
