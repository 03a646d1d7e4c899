//! A test of more variables than a table has room for, as a decision diagram: after the first few of them, what is left of
//! the test is one of a few tests. So it is for what is met along a line, whatever the words: how many are seen, each
//! higher than the greatest before it, or how long the run at a cell is.
//!
//! The state of the diagram is the rest of the test, simplified so that equal rests are mostly equal terms.

use std::sync::Arc;

use fxhash::FxHashMap;
use quadrille_engine::Var;
use quadrille_engine::propagators::{
    Comparison as Sign, InMdd, Mdd, Number, Subformula, SubformulaMut, Test,
};

use super::super::logic::{FALSE, TRUE};
use super::super::{Cause, Compiler, Made};
use super::rests::Rests;

/// The most variables.
const MOST_VARIABLES: usize = 40;

/// The most values of a variable.
const MOST_VALUES: usize = 16;

/// The most rests, for each variable.
const MOST_RESTS: usize = 48;

/// The most parts of tests that are looked at for one diagram: so many times the parts of the test, between these.
const MOST_LOOKS: usize = 40;
const FEWEST_PARTS: usize = 10_000;
const MOST_PARTS: usize = 60_000;

/// The parts looked at in the time of a step.
const PARTS_A_STEP: usize = 8;

/// The most shapes of tests of one rule that may have no small diagram before no more are tried.
const MOST_FAILURES: usize = 3;

/// A test with stand-ins for its variables, and the domains of these.
pub(super) type Shape = (Test, Vec<Vec<i32>>);

/// The diagrams of tests, shared by all tests that differ only in their variables.
#[derive(Debug, Default)]
pub(crate) struct Diagrams {
    /// `None` if it is too large.
    known: FxHashMap<Shape, Option<Arc<Mdd>>>,
    failures: FxHashMap<Cause, usize>,
}

impl Compiler<'_> {
    /// A test with `<=` in place of `<` where two numbers are never equal by another rule. So `higher than all before` is
    /// `lower than none before`, of which a diagram for a line of different heights excludes more.
    fn without_less(&self, test: &Test) -> Test {
        let mut test = test.clone();
        if !self.facts.different.is_empty() {
            test.walk_mut(&mut |part| {
                if let SubformulaMut::Test(Test::Compare(a, sign @ Sign::Less, b)) = part
                    && self.are_never_equal(a, b)
                {
                    *sign = Sign::AtMost;
                }
            });
        }
        test
    }

    /// Whether two numbers differ whenever both are there, by rules that variables are all different.
    fn are_never_equal(&self, a: &Number, b: &Number) -> bool {
        match (a, b) {
            (Number::Var(a), Number::Var(b)) => {
                let mut sets = self.facts.different.iter();
                a != b && sets.any(|set| set.contains(a) && set.contains(b))
            }
            (&Number::Const(own), Number::Var(var)) | (Number::Var(var), &Number::Const(own)) => {
                i32::try_from(own).is_ok_and(|own| !self.model.domain(*var).contains(own))
            }
            (Number::Least(members) | Number::Greatest(members), other)
            | (other, Number::Least(members) | Number::Greatest(members)) => members
                .iter()
                .all(|(_, member)| self.are_never_equal(member, other)),
            (Number::Choose(_, one, two), other) | (other, Number::Choose(_, one, two)) => {
                self.are_never_equal(one, other) && self.are_never_equal(two, other)
            }
            _ => false,
        }
    }

    /// Posts that a test holds as a diagram. False if that would be too large.
    pub(crate) fn post_diagram(&mut self, vars: &[Var], test: &Test) -> Made<bool> {
        let cause = self.current.cause;
        let failures = self.memo.diagrams.failures.get(&cause);
        let failed = failures.copied().unwrap_or_default();
        let is_wide = |var: &Var| self.model.domain(*var).len() > MOST_VALUES;
        if self.options.learns
            || self.options.apart
            || failed >= MOST_FAILURES
            || is_told_by_bounds(test)
            || vars.len() > MOST_VARIABLES
            || vars.iter().any(is_wide)
        {
            return Ok(false);
        }
        let test = &self.without_less(test);
        let domains = vars.iter().map(|&var| self.model.domain(var));
        let domains: Vec<Vec<i32>> = domains.map(|domain| domain.iter().collect()).collect();
        // What is met first is decided first.
        let mut order: Vec<usize> = Vec::with_capacity(vars.len());
        test.walk(&mut |part| {
            let place = part.var().and_then(|var| vars.binary_search(&var).ok());
            order.extend(place.filter(|place| !order.contains(place)));
        });
        let alike = self.alike(vars, test);
        let key = (alike, domains);
        let diagram = match self.memo.diagrams.known.get(&key) {
            Some(known) => known.clone(),
            None => {
                let (diagram, parts) = diagram(test, (vars, &key.1), &order, failed);
                self.spend_here(parts / PARTS_A_STEP)?;
                let diagram = diagram.map(Arc::new);
                let diagrams = &mut self.memo.diagrams;
                if diagram.is_none() {
                    *diagrams.failures.entry(cause).or_default() += 1;
                }
                diagrams.known.insert(key, diagram.clone());
                diagram
            }
        };
        let Some(diagram) = diagram else {
            return Ok(false);
        };
        let vars: Vec<Var> = order.into_iter().map(|place| vars[place]).collect();
        self.post_as(InMdd::new(&vars, diagram), "diagram", "domain consistent");
        Ok(true)
    }
}

/// Whether a test compares sums, least and greatest of numbers that are always there. Bounds of its parts tell nearly as
/// much of these as a diagram, which doubled the time of a renban sudoku.
fn is_told_by_bounds(test: &Test) -> bool {
    let mut is_told = true;
    test.walk(&mut |part| {
        is_told &= match part {
            Subformula::Test(test) => matches!(test, Test::Compare(..) | Test::Const(true)),
            Subformula::Number(number) => matches!(
                number,
                Number::Const(_)
                    | Number::Var(_)
                    | Number::Element(..)
                    | Number::Sum(_)
                    | Number::Least(_)
                    | Number::Greatest(_)
            ),
        };
    });
    is_told
}

/// The diagram of a test about variables with these domains, and how many parts were looked at: half as many as before for
/// each test of the rule that has `failed`. A level is for the variable at this place in `order`.
fn diagram(
    test: &Test,
    (vars, domains): (&[Var], &[Vec<i32>]),
    order: &[usize],
    failed: usize,
) -> (Option<Mdd>, usize) {
    let by_level: Vec<Vec<i32>> = order.iter().map(|&place| domains[place].clone()).collect();
    let most = MOST_RESTS * order.len();
    let mut size = 0;
    test.walk(&mut |_| size += 1);
    let most_parts = (MOST_LOOKS * size).clamp(FEWEST_PARTS, MOST_PARTS) >> failed;
    // Two levels alone, if half of the test is left, take more than that.
    let first: usize = by_level.iter().take(2).map(Vec::len).product();
    if first * size / 2 > most_parts {
        return (None, 0);
    }
    let mut rests = Rests::of(vars, domains);
    let start = rests.test(test);
    if rests.fails || start == TRUE {
        return (None, rests.parts);
    }
    let step = |level: usize, rest: &Test, value: i32| {
        if rests.parts > most_parts {
            return None;
        }
        rests.known = Some((vars[order[level]], value));
        let rest = rests.test(rest);
        (rest != FALSE).then_some(rest)
    };
    let made = Mdd::unroll_within(most, &by_level, start, step, |rest| *rest == TRUE);
    let is_whole = rests.parts <= most_parts && !rests.fails;
    (made.filter(|_| is_whole), rests.parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::compile::posting::random;
    use quadrille_engine::{Model, Rng};

    #[test]
    fn diagrams_have_the_assignments_that_pass() {
        let mut model = Model::new();
        let vars = [
            model.var(0..=2),
            model.var(-1..=1),
            model.var(0..=1),
            model.var(0..=3),
        ];
        let mut rng = Rng::new(11);
        let mut telling = 0;
        for round in 0..20_000 {
            let test = random::test(&mut rng, &vars, 1 + round % 4);
            let vars = test.variables();
            let domains = vars.iter().map(|&var| model.domain(var).iter().collect());
            let domains: Vec<Vec<i32>> = domains.collect();
            let mut order: Vec<usize> = (0..vars.len()).collect();
            if rng.below(2) == 0 {
                order.reverse();
            }
            let (Some(mdd), _) = diagram(&test, (&vars, &domains), &order, 0) else {
                continue;
            };
            let (mut passed, mut all) = (0, 0);
            let mut at = vec![0; vars.len()];
            loop {
                let word: Vec<i32> = order.iter().map(|&i| domains[i][at[i]]).collect();
                let value = |var| {
                    let place = vars.binary_search(&var).expect("one of them");
                    domains[place][at[place]]
                };
                let holds = test.holds(&value);
                assert_eq!(mdd.contains(&word), holds, "{test:?} {word:?}");
                (passed, all) = (passed + usize::from(holds), all + 1);
                let Some(next) = (0..at.len()).find(|&i| at[i] + 1 < domains[i].len()) else {
                    break;
                };
                at[next] += 1;
                at[..next].fill(0);
            }
            telling += usize::from(passed > 0 && passed < all);
        }
        assert!(telling > 5_000, "{telling}");
    }
}
