//! What several tests say of the same few variables, as one table: each alone excludes less than all together, and which
//! tests a rule becomes depends on its words.
//!
//! Rules are compiled one after the other, so this is done when all of them are known. It follows Akgün, Gent, Jefferson,
//! Miguel and Nightingale, "Automatic discovery and exploitation of promising subproblems for tabulation" (CP 2018).

use std::cmp::Reverse;
use std::sync::Arc;

use fxhash::FxHashMap;
use quadrille_engine::propagators::{Comparison, Number, Table, Test, Tuples};
use quadrille_engine::{Dom, Rng, Var};
use smallvec::SmallVec;

use super::super::budget::{MOST_STEPS, of_test};
use super::super::{Compiler, Made};
use super::assignments::Conjunction;
use super::diagram::Shape;
use super::pairs::Allowed;
use crate::puzzle::Pass;

/// The most variables of a table.
const MOST_VARIABLES: usize = 9;

/// The boxes of values in which the tests are compared with the table.
const BOXES: usize = 16;

/// This part of the steps of the rules may be spent here: it only makes solving faster. At a half, an akari of 10×10 takes
/// a third more instructions, at a quarter a fifth, and nearly all that is gained elsewhere stays.
const SHARE: usize = 4;

/// The parts of tests that are looked at, in some assignment, in the time of a step.
const PARTS_A_STEP: usize = 16;

/// The parts of tests that are put together in the time of a step.
const PARTS_KEPT_A_STEP: usize = 4;

/// The most parts of the tests of a table.
const MOST_PARTS: usize = 400;

/// What is said of a few variables, and of no others.
#[derive(Debug)]
struct Scope {
    /// Sorted.
    vars: Box<[Var]>,
    tests: Vec<Test>,
    /// The parts of these tests.
    parts: usize,
}

impl Scope {
    /// Whether these variables are all among some others, which are sorted.
    fn is_within(&self, others: &[Var]) -> bool {
        let is_other = |var: &Var| others.binary_search(var).is_ok();
        self.vars.len() <= others.len() && self.vars.iter().all(is_other)
    }
}

/// The tests about a few variables, by these.
#[derive(Debug, Default)]
pub(crate) struct Joint {
    /// Whether the pass is made: else nothing is kept.
    is_made: bool,
    /// In the order in which something was first said of their variables.
    scopes: Vec<Scope>,
    by_vars: FxHashMap<Box<[Var]>, usize>,
    /// By conjunction: the assignments that pass it, if that says more than each of its parts.
    tables: FxHashMap<Shape, Option<Arc<Tuples>>>,
}

impl Joint {
    /// Nothing so far. `is_made`: whether the pass is.
    pub(crate) fn of(is_made: bool) -> Self {
        Self {
            is_made,
            ..Self::default()
        }
    }

    fn note(&mut self, vars: Vec<Var>, test: &Test) {
        let vars = vars.into_boxed_slice();
        let number = *self.by_vars.entry(vars).or_insert_with_key(|vars| {
            self.scopes.push(Scope {
                vars: vars.clone(),
                tests: Vec::new(),
                parts: 0,
            });
            self.scopes.len() - 1
        });
        let scope = &mut self.scopes[number];
        // No table is made of tests with more parts.
        if scope.parts <= MOST_PARTS && !scope.tests.contains(test) {
            scope.tests.push(test.clone());
            scope.parts += of_test(test);
        }
    }

    /// By first variable: the scopes, by number.
    fn by_first(&self) -> FxHashMap<Var, Vec<usize>> {
        let mut by_first: FxHashMap<Var, Vec<usize>> = FxHashMap::default();
        for (number, scope) in self.scopes.iter().enumerate() {
            by_first.entry(scope.vars[0]).or_default().push(number);
        }
        by_first
    }

    /// The scopes within some variables, which are sorted, and the number of those looked at.
    fn within(&self, vars: &[Var], by_first: &FxHashMap<Var, Vec<usize>>) -> (Vec<usize>, usize) {
        let looked_at = vars.iter().filter_map(|var| by_first.get(var)).flatten();
        let is_within = |other: &&usize| self.scopes[**other].is_within(vars);
        let within = looked_at.clone().filter(is_within).copied().collect();
        (within, looked_at.count())
    }

    /// The tests of some scopes, and the parts of these. `None` if there is only one, or they have more parts than `most`.
    fn tests(&self, scopes: &[usize], most: usize) -> Option<(Vec<Test>, usize)> {
        let scopes = scopes.iter().map(|&scope| &self.scopes[scope]);
        let parts: usize = scopes.clone().map(|scope| scope.parts).sum();
        let tests: usize = scopes.clone().map(|scope| scope.tests.len()).sum();
        if tests < 2 || parts > most.min(MOST_PARTS) {
            return None;
        }
        Some((
            scopes.flat_map(|scope| &scope.tests).cloned().collect(),
            parts,
        ))
    }
}

impl Compiler<'_> {
    /// Records a test that holds, if it is about a few variables.
    pub(super) fn note_joint(&mut self, test: &Test) {
        let is_asked = self.notes.joint.is_made && !matches!(test, Test::Const(_) | Test::And(_));
        if !is_asked || of_test(test) > MOST_PARTS || test.has_member() {
            return;
        }
        let vars = test.variables();
        if (2..=MOST_VARIABLES).contains(&vars.len()) && self.is_small(&vars) {
            self.notes.joint.note(vars, test);
        }
    }

    /// Posts tables of what several tests say of the same variables.
    pub(crate) fn post_joint(&mut self) -> Made<()> {
        let mut joint = std::mem::take(&mut self.notes.joint);
        if !joint.scopes.iter().any(|scope| scope.vars.len() > 2) {
            return Ok(());
        }
        for tie in &self.notes.lines.ties {
            let mut vars = tie.vars.to_vec();
            vars.sort_unstable();
            joint.note(vars, &as_test(tie.vars, &tie.allowed));
        }
        let different = Different::of(&self.facts.different);
        let by_first = joint.by_first();
        // The largest first: the table of a part of its variables says nothing more.
        let mut order: Vec<usize> = (0..joint.scopes.len()).collect();
        order.sort_by_key(|&number| Reverse(joint.scopes[number].vars.len()));
        let mut is_part = vec![false; joint.scopes.len()];
        let spent = self.budget.steps;
        let mut allowance = (spent / SHARE).min((MOST_STEPS / 8).saturating_sub(spent));
        for number in order {
            if allowance == 0 {
                break;
            }
            let vars = joint.scopes[number].vars.clone();
            if is_part[number] || !self.is_small(&vars) {
                continue;
            }
            let (within, looked_at) = joint.within(&vars, &by_first);
            allowance = allowance.saturating_sub(looked_at / PARTS_A_STEP);
            let tests = joint.tests(&within, allowance.saturating_mul(PARTS_KEPT_A_STEP));
            let Some((mut tests, parts)) = tests else {
                continue;
            };
            allowance -= parts / PARTS_KEPT_A_STEP;
            different.add(&vars, &mut tests);
            let domains = vars
                .iter()
                .map(|&var| self.model.domain(var).iter().collect());
            let domains: Vec<Vec<i32>> = domains.collect();
            let shape = (self.as_alike(&vars, Test::And(tests)), domains);
            let table = match joint.tables.get(&shape) {
                Some(known) => known.clone(),
                None => {
                    let tried: usize = shape.1.iter().map(Vec::len).product();
                    let cost = tried * parts / PARTS_A_STEP;
                    if cost > allowance {
                        continue;
                    }
                    allowance -= cost;
                    self.spend_here(cost)?;
                    let table = table(self.stand_ins(), &shape).map(Arc::new);
                    joint.tables.insert(shape, table.clone());
                    table
                }
            };
            let Some(table) = table else { continue };
            for part in within {
                is_part[part] = true;
            }
            self.fired(Pass::Joint);
            self.implied("what is said of these values together (it follows from the rules)");
            self.post_as(Table::new(&vars, table), "table", "domain consistent");
        }
        Ok(())
    }
}

/// Which variables are known to differ.
struct Different {
    /// By variable: the sets of different variables that it is in, in order.
    sets: FxHashMap<Var, SmallVec<[usize; 4]>>,
}

impl Different {
    fn of(known: &[Vec<Var>]) -> Self {
        let mut sets: FxHashMap<Var, SmallVec<[usize; 4]>> = FxHashMap::default();
        for (number, set) in known.iter().enumerate() {
            for &var in set {
                sets.entry(var).or_default().push(number);
            }
        }
        Self { sets }
    }

    /// Adds for every two of some variables that are known to differ that they do.
    fn add(&self, vars: &[Var], tests: &mut Vec<Test>) {
        for (at, b) in vars.iter().enumerate() {
            let Some(of_b) = self.sets.get(b) else {
                continue;
            };
            for a in &vars[..at] {
                let of_a = self.sets.get(a);
                if of_a.is_some_and(|of_a| of_a.iter().any(|set| of_b.contains(set))) {
                    let (a, b) = (Number::Var(*a), Number::Var(*b));
                    tests.push(Test::compare(a, Comparison::NotEqual, b));
                }
            }
        }
    }
}

/// That two variables have one of some pairs of values.
fn as_test([first, second]: [Var; 2], allowed: &Allowed) -> Test {
    match allowed {
        Allowed::Either(facts) => Test::Or(facts.iter().map(|&fact| Test::Literal(fact)).collect()),
        Allowed::Pairs(pairs) => {
            let with = |value: i32| {
                let others = pairs.seconds(Dom::single(value));
                Test::And(vec![
                    Test::is(first, value),
                    Test::In(second, others.iter().collect()),
                ])
            };
            let all = Dom::range(0..=63);
            Test::Or(pairs.firsts(all).iter().map(with).collect())
        }
    }
}

/// The assignments that pass a conjunction about some of these variables, those of its first ones. `None` if it says no
/// more than each of its parts, as far as that is known.
fn table(vars: &[Var], (all, domains): &Shape) -> Option<Tuples> {
    let Test::And(tests) = all else { return None };
    let place = |var: Var| vars.iter().position(|own| *own == var);
    let conjunction = Conjunction::of(domains, tests, &place);
    let says_more = conjunction.excludes_more(BOXES, &mut Rng::new(1));
    says_more.then(|| conjunction.tuples())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::compile::posting::random;
    use quadrille_engine::Model;
    use quadrille_engine::propagators::Pairs;

    #[test]
    fn the_table_has_the_assignments_that_pass_all() {
        let mut model = Model::new();
        let mut vars = [model.var(0..=2), model.var(-1..=1), model.var(0..=3)];
        vars.sort_unstable();
        let domains: Vec<Vec<i32>> = vars
            .iter()
            .map(|&var| model.domain(var).iter().collect())
            .collect();
        let mut rng = Rng::new(5);
        let mut silent = 0;
        for round in 0..5_000 {
            let tests = (0..2 + round % 2).map(|_| random::test(&mut rng, &vars, 2));
            let tests: Vec<Test> = tests.collect();
            let mut expected = Vec::new();
            for &x in &domains[0] {
                for &y in &domains[1] {
                    for &z in &domains[2] {
                        let value = |var: Var| match vars.iter().position(|own| *own == var) {
                            Some(0) => x,
                            Some(1) => y,
                            _ => z,
                        };
                        if tests.iter().all(|test| test.holds(&value)) {
                            expected.push(vec![x, y, z]);
                        }
                    }
                }
            }
            let place = |var: Var| vars.iter().position(|own| *own == var);
            let found = Conjunction::of(&domains, &tests, &place).tuples();
            let found: Vec<Vec<i32>> = found.iter().map(<[i32]>::to_vec).collect();
            assert_eq!(found, expected, "{tests:?}");
            match table(&vars, &(Test::And(tests.clone()), domains.clone())) {
                Some(tuples) => assert!(tuples.iter().eq(&found), "{tests:?}"),
                None => silent += 1,
            }
        }
        assert!((500..4_990).contains(&silent), "{silent}");
    }

    #[test]
    fn ties_are_tests_with_the_same_pairs() {
        let mut model = Model::new();
        let vars = [model.var(0..=3), model.var(0..=3)];
        let mut rng = Rng::new(6);
        for _ in 0..500 {
            let rows: Vec<u64> = (0..4).map(|_| rng.below(16)).collect();
            let doms = rows.iter().map(|&bits| Dom::from_bits(bits));
            let pairs = (0..4).zip(doms);
            let allowed = Allowed::Pairs(Arc::new(Pairs::new(pairs)));
            let test = as_test(vars, &allowed);
            for a in 0..4 {
                for b in 0..4 {
                    let holds = test.holds(&|var| if var == vars[0] { a } else { b });
                    assert_eq!(holds, rows[a as usize] >> b & 1 == 1, "{rows:?}");
                }
            }
        }
    }
}
