//! Tests and numbers about single groups as variables, so that they can be combined with anything else.

use fxhash::FxHashMap;
use quadrille_engine::propagators::{Comparison as Sign, Member, Number, Test};
use quadrille_engine::{MAX_WIDTH, Var};
use smallvec::SmallVec;

use super::super::budget::{of_test, weight};
use super::super::logic::{FALSE, TRUE, iff, or};
use super::super::value::Value;
use super::super::{Compiler, Made};
use super::member::{all_members, for_each_group, has_group_test, map_number, map_test};
use crate::language::syntax::Span;

/// The cost of each part of a test that becomes a variable: it is copied a few times.
const STEPS_OF_A_PART: usize = 2;

/// The largest number about a single group that is a variable, which has a bit for each value.
const LARGEST: i128 = 1 << 20;

impl Compiler<'_> {
    /// A test in which tests about the members of groups other than the current one are variables.
    pub(crate) fn reify(&mut self, test: Test) -> Made<Test> {
        let Some(group) = self.group_in(&test) else {
            return Ok(test);
        };
        if let Some(&var) = self.memo.tests.get(&(group, test.clone())) {
            return Ok(Test::is(var, 1));
        }
        self.spend_here(STEPS_OF_A_PART * of_test(&test))?;
        if self.is_mixed(&test) {
            if has_group_test(&test) {
                return self.unclear(&self.current_span());
            }
            let members = self.reify_members(&test)?;
            return Ok(map_test(test, &|member| {
                members
                    .get(&member)
                    .cloned()
                    .unwrap_or(Test::Member(member))
            }));
        }
        let var = self.model.var(0..=1);
        self.memo.tests.insert((group, test.clone()), var);
        // If the root is not a member, there is no group, and it has no members.
        let root = self.groups.all[group]
            .root
            .map(|root| self.groups.all[group].vertices[root].1.clone());
        let nobody = map_test(test.clone(), &|_| FALSE);
        self.define(var, |compiler| {
            compiler.post_group(group, iff(Test::is(var, 1), test))?;
            match root.filter(|root| *root != TRUE) {
                Some(root) => compiler.post(or([root, iff(Test::is(var, 1), nobody)])),
                None => Ok(()),
            }
        })?;
        Ok(Test::is(var, 1))
    }

    /// Whether a test is about the members of several groups.
    pub(crate) fn is_mixed(&self, test: &Test) -> bool {
        let mut groups = Vec::new();
        for_each_group(test, &mut |group| groups.push(group));
        groups.sort_unstable();
        groups.dedup();
        groups.len() > 1
    }

    /// Replaces each test about a member of a group other than the current one by a variable.
    pub(super) fn reify_members(&mut self, test: &Test) -> Made<FxHashMap<Member, Test>> {
        let mut members = all_members(test);
        members.retain(|member| Some(member.group()) != self.eval.open_group);
        let mut reified = FxHashMap::default();
        for member in members {
            reified.insert(member, self.reify(Test::Member(member))?);
        }
        Ok(reified)
    }

    /// The same for a number.
    pub(crate) fn reify_number(&mut self, number: Number) -> Made<Number> {
        if !number.has_member() {
            return Ok(number);
        }
        let mut groups: SmallVec<[usize; 2]> = SmallVec::new();
        number.walk(&mut |part| groups.extend(part.group().filter(|own| !groups.contains(own))));
        let mut others = groups
            .iter()
            .filter(|&&own| Some(own) != self.eval.open_group);
        let Some(&group) = others.next_back() else {
            return Ok(number);
        };
        if let Some(var) = self.known_total(&number, group) {
            return Ok(Number::Var(var));
        }
        if groups.len() > 1 {
            let same = Test::compare(number.clone(), Sign::Equal, number.clone());
            if has_group_test(&same) {
                return self.unclear(&self.current_span());
            }
            let members = self.reify_members(&same)?;
            return Ok(map_number(number, &|member| {
                members
                    .get(&member)
                    .cloned()
                    .unwrap_or(Test::Member(member))
            }));
        }
        let there = number.defined();
        if there != TRUE {
            // Its definedness is settled by itself.
            let there = self.reify(there)?;
            let total = Number::Choose(
                Box::new(number.defined()),
                Box::new(number),
                Box::new(Number::Const(0)),
            );
            let value = self.reify_total(total, group)?;
            return Ok(Number::First(vec![(there, value)]));
        }
        self.reify_total(number, group)
    }

    /// The variable of a number about one group, if it has one.
    fn known_total(&self, number: &Number, group: usize) -> Option<Var> {
        self.memo.numbers.get(&group)?.get(number).copied()
    }

    /// The same for a number that is always there and about one group.
    fn reify_total(&mut self, number: Number, group: usize) -> Made<Number> {
        if let Some(var) = self.known_total(&number, group) {
            return Ok(Number::Var(var));
        }
        self.spend_here(STEPS_OF_A_PART * weight(&Value::Number(number.clone())))?;
        let (low, high) = match &number {
            Number::Members { vertices, .. } => (0, vertices.len() as i128),
            number => self.bounds(number),
        };
        if low < -LARGEST || high > LARGEST || high - low >= MAX_WIDTH as i128 {
            return self.wrong(
                &self.current_span(),
                "the number may be too large",
                format!(
                    "what is computed of one group is limited to {LARGEST} on either side of 0, and to as many values"
                ),
            );
        }
        let (low, high) = (low as i32, high as i32);
        let var = self.model.var(low..=high.max(low));
        let known = self.memo.numbers.entry(group).or_default();
        known.insert(number.clone(), var);
        let root = self.groups.all[group]
            .root
            .map(|root| self.groups.all[group].vertices[root].1.clone());
        let nobody = match &number {
            Number::Members { .. } => Number::Const(0),
            number => map_number(number.clone(), &|_| FALSE),
        };
        self.define(var, |compiler| {
            let equal = |number| Test::compare(Number::Var(var), Sign::Equal, number);
            compiler.post_group(group, equal(number))?;
            match root.filter(|root| *root != TRUE) {
                Some(root) => compiler.post(or([root, equal(nobody)])),
                None => Ok(()),
            }
        })?;
        Ok(Number::Var(var))
    }

    /// Whether a test is about the members of the current group.
    pub(crate) fn is_open(&self, test: &Test) -> bool {
        let Some(open) = self.eval.open_group else {
            return false;
        };
        let mut found = false;
        for_each_group(test, &mut |group| found |= group == open);
        found
    }

    /// That something is not the same for all groups of the current rule, which is why each needs one of its own.
    pub(super) fn of_one_group<T>(&mut self, span: &Span) -> Made<T> {
        self.eval.needs_root = true;
        self.unclear(span)
    }

    /// A group whose members a test is about, if it is not the current one.
    pub(crate) fn group_in(&self, test: &Test) -> Option<usize> {
        // Most tests are no more than this, or there are no groups at all, and to walk over tests takes as long as to make
        // them: 4 % of solving akari.
        if self.groups.all.is_empty() || matches!(test, Test::Const(_) | Test::Literal(_)) {
            return None;
        }
        let mut found = None;
        for_each_group(test, &mut |group| {
            if Some(group) != self.eval.open_group {
                found = Some(group);
            }
        });
        found
    }
}
