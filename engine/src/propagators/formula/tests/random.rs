//! Random expressions.

use std::sync::Arc;

use super::*;
use crate::Rng;
use crate::literal::Literal;

/// The members are one of these sets, in each of which a bit stands for a vertex.
#[derive(Debug)]
struct OneOfSets {
    vertices: usize,
    sets: Vec<usize>,
}

impl GroupTest for OneOfSets {
    fn vertices(&self) -> usize {
        self.vertices
    }

    fn status(&self, certain: &[bool], possible: &[bool]) -> Option<bool> {
        let is_in = |set: &[bool], vertex: usize| set.get(vertex).copied().unwrap_or(false);
        let is_between = |set: &usize| {
            (0..self.vertices).all(|vertex| match set >> vertex & 1 {
                1 => is_in(possible, vertex),
                _ => !is_in(certain, vertex),
            })
        };
        let all = (0..1 << self.vertices).filter(is_between).count();
        match self.sets.iter().filter(|&set| is_between(set)).count() {
            0 => Some(false),
            some if some == all => Some(true),
            _ => None,
        }
    }

    fn cost(&self) -> u64 {
        self.sets.len() as u64
    }
}

/// Draws expressions. What it draws does not depend on what the variables are.
pub(super) struct Maker<'a> {
    pub(super) rng: Rng,
    pub(super) vars: &'a [Var],
    /// Vertices that membership may be asked of.
    pub(super) vertices: usize,
    /// Half of the largest literal value.
    pub(super) reach: i32,
}

impl Maker<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.rng.below(n as u64) as usize
    }

    fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1) as usize) as i32
    }

    fn var(&mut self) -> Var {
        self.vars[self.below(self.vars.len())]
    }

    fn value(&mut self) -> i32 {
        self.between(-self.reach, self.reach)
    }

    pub(super) fn test(&mut self, depth: usize) -> Test {
        if depth == 0 || self.below(6) == 0 {
            return self.leaf();
        }
        match self.below(10) {
            0 => self.test(depth - 1).negated(),
            1 | 2 => Test::And(self.tests(depth - 1)),
            3 | 4 => Test::Or(self.tests(depth - 1)),
            5 => Test::Iff(
                Box::new(self.test(depth - 1)),
                Box::new(self.test(depth - 1)),
            ),
            _ => {
                let comparison = [
                    Comparison::Equal,
                    Comparison::NotEqual,
                    Comparison::Less,
                    Comparison::AtMost,
                ][self.below(4)];
                Test::compare(self.number(depth - 1), comparison, self.number(depth - 1))
            }
        }
    }

    fn tests(&mut self, depth: usize) -> Vec<Test> {
        (0..self.below(4)).map(|_| self.test(depth)).collect()
    }

    fn leaf(&mut self) -> Test {
        if self.vertices > 0 && self.below(2) == 0 {
            return match self.below(4) {
                0 => Test::Group(OfGroup::new(0, Arc::new(self.sets()))),
                _ => Test::Member(Member::new(0, self.below(self.vertices))),
            };
        }
        let (var, value) = (self.var(), self.value());
        match self.below(7) {
            0 => Test::is(var, value),
            1 => Test::is_not(var, value),
            2 => Test::at_least(var, value),
            3 => Test::at_most(var, value),
            4 if self.below(4) == 0 => Test::Const(value > 0),
            4 => Test::literal(Literal::is(var, value)),
            _ => {
                let values: Vec<i32> = (0..self.below(4)).map(|_| self.value()).collect();
                Test::In(var, values.into())
            }
        }
    }

    fn sets(&mut self) -> OneOfSets {
        let vertices = self.vertices;
        let sets = (0..1 << vertices).filter(|_| self.below(3) > 0).collect();
        OneOfSets { vertices, sets }
    }

    fn members(&mut self, depth: usize) -> Vec<(Test, Number)> {
        (0..self.below(4))
            .map(|_| {
                let depth = depth - depth.min(1);
                (self.test(depth), self.number(depth))
            })
            .collect()
    }

    /// A number that stays far below the limit of arithmetic.
    pub(super) fn small_number(&mut self, depth: usize) -> Number {
        loop {
            let number = self.number(depth);
            let text = format!("{number:?}");
            if !text
                .split(|c: char| !c.is_ascii_digit())
                .any(|n| n.len() > 20)
            {
                return number;
            }
        }
    }

    fn number(&mut self, depth: usize) -> Number {
        if depth == 0 || self.below(5) == 0 {
            if self.vertices > 0 && self.below(4) == 0 {
                let first = self.below(self.vertices);
                return Number::Members {
                    group: 0,
                    vertices: first..first + self.below(self.vertices - first + 1),
                };
            }
            return match self.below(6) {
                0 => constant(self.value().into()),
                1 => {
                    let huge = [1 << 99, 1 << 100, -(1 << 100) - 1, i128::MAX, i128::MIN];
                    let index = self.below(40);
                    constant(huge.get(index).copied().unwrap_or(index as i128 - 20))
                }
                2 => {
                    let entries = (-self.reach..=self.reach)
                        .filter(|_| self.below(8) > 0)
                        .collect::<Vec<_>>();
                    let table = entries.into_iter().map(|v| (v, self.value().into()));
                    let table = table.collect();
                    Number::Element(self.var(), table)
                }
                // Where a number may be "none".
                3 => {
                    let (low, high, shift) = (self.value(), self.value(), self.value());
                    let table = (low..=high).map(|v| (v, (v + shift % 2).into()));
                    Number::Element(self.var(), table.collect())
                }
                _ => var(self.var()),
            };
        }
        let depth = depth - 1;
        match self.below(16) {
            0 | 1 => Number::Sum(
                (0..self.below(4))
                    .map(|_| (self.value().into(), self.number(depth)))
                    .collect(),
            ),
            2 => Number::Sum(vec![(1, self.number(depth)), (-1, self.number(depth))]),
            3 | 4 => Number::Product((0..self.below(4)).map(|_| self.number(depth)).collect()),
            5 => Number::Quotient(Box::new(self.number(depth)), Box::new(self.number(depth))),
            6 => Number::Remainder(Box::new(self.number(depth)), Box::new(self.number(depth))),
            7 => Number::Power(Box::new(self.number(depth)), self.below(5) as u32),
            8 => Number::Absolute(Box::new(self.number(depth))),
            9 => Number::Least(self.members(depth)),
            10 => Number::Greatest(self.members(depth)),
            11 => Number::Gcd(self.members(depth)),
            12 => Number::Choose(
                Box::new(self.test(depth)),
                Box::new(self.number(depth)),
                Box::new(self.number(depth)),
            ),
            13 => Number::Truth(Box::new(self.test(depth))),
            14 => Number::First(self.members(depth)),
            _ => Number::Distinct(self.members(depth)),
        }
    }
}

fn drawn(seed: u64, vars: &[Var], depth: usize) -> Test {
    let mut maker = Maker {
        rng: Rng::new(seed),
        vars,
        vertices: 0,
        reach: 4,
    };
    maker.test(depth)
}

fn battery(seeds: std::ops::Range<u64>, n: usize, depth: usize, range: (i32, i32), cases: usize) {
    for seed in seeds {
        formula(move |vars| drawn(seed, vars, depth), n)
            .seed(seed)
            .random(cases, n, range.0..=range.1);
    }
}

#[test]
fn one_variable() {
    battery(0..1500, 1, 3, (-4, 5), 3);
}

#[test]
fn two_variables() {
    battery(10_000..12_000, 2, 3, (-3, 4), 2);
}

#[test]
fn two_narrow_variables() {
    battery(20_000..21_000, 2, 3, (0, 5), 2);
}

#[test]
fn three_variables() {
    battery(30_000..31_500, 3, 4, (-2, 3), 1);
}

#[test]
fn four_variables() {
    battery(40_000..41_000, 4, 4, (-1, 2), 1);
}

/// Each kind of number alone, compared with a constant or a variable: there interval reasoning is at its best, so
/// that a value too many is seen.
#[test]
fn shallow() {
    for seed in 50_000..54_000 {
        let make = move |vars: &[Var]| {
            let mut maker = Maker {
                rng: Rng::new(seed),
                vars,
                vertices: 0,
                reach: 4,
            };
            let comparison = [
                Comparison::Equal,
                Comparison::NotEqual,
                Comparison::Less,
                Comparison::AtMost,
            ][maker.below(4)];
            let number = maker.number(2);
            let other = if maker.below(2) == 0 {
                constant(maker.value().into())
            } else {
                var(vars[0])
            };
            let test = if maker.below(2) == 0 {
                Test::compare(number, comparison, other)
            } else {
                Test::compare(other, comparison, number)
            };
            if maker.below(4) == 0 {
                test.negated()
            } else {
                test
            }
        };
        formula(make, 3).seed(seed).random(1, 3, -3..=4);
    }
}
