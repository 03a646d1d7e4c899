//! Walks through expressions: every test and number in them.

use super::expression::{Number, Test};
use crate::var::Var;

/// A test or a number within an expression.
#[derive(Clone, Copy, Debug)]
pub enum Subformula<'f> {
    /// A test.
    Test(&'f Test),
    /// A number.
    Number(&'f Number),
}

impl Subformula<'_> {
    /// The group whose members it tests or counts itself, not by one of its parts.
    pub fn group(self) -> Option<usize> {
        match self {
            Subformula::Test(Test::Member(member)) => Some(member.group()),
            Subformula::Test(Test::Group(of)) => Some(of.group()),
            Subformula::Number(Number::Members { group, .. }) => Some(*group),
            Subformula::Test(_) | Subformula::Number(_) => None,
        }
    }

    /// The variable that it names itself, not by one of its parts.
    pub fn var(self) -> Option<Var> {
        match self {
            Subformula::Test(Test::In(var, _)) => Some(*var),
            Subformula::Test(Test::Literal(literal)) => Some(literal.var),
            Subformula::Number(Number::Var(var) | Number::Element(var, _)) => Some(*var),
            Subformula::Test(_) | Subformula::Number(_) => None,
        }
    }
}

/// A test or a number within an expression, to be changed.
#[derive(Debug)]
pub enum SubformulaMut<'f> {
    /// A test.
    Test(&'f mut Test),
    /// A number.
    Number(&'f mut Number),
}

impl<'f> SubformulaMut<'f> {
    /// The variable that it names itself, not by one of its parts.
    pub fn var(self) -> Option<&'f mut Var> {
        match self {
            SubformulaMut::Test(Test::In(var, _)) => Some(var),
            SubformulaMut::Test(Test::Literal(literal)) => Some(&mut literal.var),
            SubformulaMut::Number(Number::Var(var) | Number::Element(var, _)) => Some(var),
            SubformulaMut::Test(_) | SubformulaMut::Number(_) => None,
        }
    }
}

impl Test {
    /// Calls `visit` with the test and with each test and number in it, parents first, from left to right. O(size).
    pub fn walk(&self, visit: &mut dyn FnMut(Subformula<'_>)) {
        visit(Subformula::Test(self));
        match self {
            Test::Const(_) | Test::In(..) | Test::Literal(_) | Test::Member(_) | Test::Group(_) => {
            }
            Test::Not(test) => test.walk(visit),
            Test::And(tests) | Test::Or(tests) => tests.iter().for_each(|test| test.walk(visit)),
            Test::Iff(a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            Test::Compare(a, _, b) => {
                a.walk(visit);
                b.walk(visit);
            }
        }
    }

    /// Calls `visit` with each test and number in the test, and then with the test itself. A replacement made by
    /// `visit` is not visited. O(size).
    pub fn walk_mut(&mut self, visit: &mut dyn FnMut(SubformulaMut<'_>)) {
        match self {
            Test::Const(_) | Test::In(..) | Test::Literal(_) | Test::Member(_) | Test::Group(_) => {
            }
            Test::Not(test) => test.walk_mut(visit),
            Test::And(tests) | Test::Or(tests) => {
                tests.iter_mut().for_each(|test| test.walk_mut(visit));
            }
            Test::Iff(a, b) => {
                a.walk_mut(visit);
                b.walk_mut(visit);
            }
            Test::Compare(a, _, b) => {
                a.walk_mut(visit);
                b.walk_mut(visit);
            }
        }
        visit(SubformulaMut::Test(self));
    }
}

impl Number {
    /// The same of a number as [`Test::walk`].
    pub fn walk(&self, visit: &mut dyn FnMut(Subformula<'_>)) {
        visit(Subformula::Number(self));
        match self {
            Number::Const(_) | Number::Var(_) | Number::Element(..) | Number::Members { .. } => {}
            Number::Sum(terms) => terms.iter().for_each(|(_, number)| number.walk(visit)),
            Number::Product(numbers) => numbers.iter().for_each(|number| number.walk(visit)),
            Number::Quotient(a, b) | Number::Remainder(a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            Number::Power(number, _) | Number::Absolute(number) => number.walk(visit),
            Number::Truth(test) => test.walk(visit),
            Number::Choose(test, a, b) => {
                test.walk(visit);
                a.walk(visit);
                b.walk(visit);
            }
            Number::Least(members)
            | Number::Greatest(members)
            | Number::Gcd(members)
            | Number::First(members)
            | Number::Distinct(members) => {
                for (test, number) in members {
                    test.walk(visit);
                    number.walk(visit);
                }
            }
        }
    }

    /// The same of a number as [`Test::walk_mut`].
    pub fn walk_mut(&mut self, visit: &mut dyn FnMut(SubformulaMut<'_>)) {
        match self {
            Number::Const(_) | Number::Var(_) | Number::Element(..) | Number::Members { .. } => {}
            Number::Sum(terms) => {
                terms
                    .iter_mut()
                    .for_each(|(_, number)| number.walk_mut(visit));
            }
            Number::Product(numbers) => {
                numbers.iter_mut().for_each(|number| number.walk_mut(visit));
            }
            Number::Quotient(a, b) | Number::Remainder(a, b) => {
                a.walk_mut(visit);
                b.walk_mut(visit);
            }
            Number::Power(number, _) | Number::Absolute(number) => number.walk_mut(visit),
            Number::Truth(test) => test.walk_mut(visit),
            Number::Choose(test, a, b) => {
                test.walk_mut(visit);
                a.walk_mut(visit);
                b.walk_mut(visit);
            }
            Number::Least(members)
            | Number::Greatest(members)
            | Number::Gcd(members)
            | Number::First(members)
            | Number::Distinct(members) => {
                for (test, number) in members {
                    test.walk_mut(visit);
                    number.walk_mut(visit);
                }
            }
        }
        visit(SubformulaMut::Number(self));
    }
}
