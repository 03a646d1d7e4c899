//! The propagator for a test: the first one for its form, or the general one.

use std::sync::Arc;

use fxhash::FxHashMap;
use quadrille_engine::propagators::{
    Clause, Comparison as Sign, Formula, Number, Table, Test, Tuples,
};
use quadrille_engine::{Constraint, Literal, RuleId, Var};
use smallvec::SmallVec;

use super::super::budget::of_test;
use super::super::logic::{TRUE, or};
use super::super::provenance::Provenance;
use super::super::{Cause, Compiler, MOST_TUPLES, Made, Posting};
use super::assignments::passing;
use crate::puzzle::Origin;
use crate::puzzle::Pass;

/// The tables of tests, shared by all tests that differ only in their variables.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// Variables in place of the first, second … of a test.
    stand_ins: Vec<Var>,
    /// By test, and the domains of its variables.
    tuples: FxHashMap<(Test, Vec<Vec<i32>>), Arc<Tuples>>,
}

/// The most clauses that one test is multiplied out to.
const MOST_CLAUSES: usize = 12;

/// The length of the name of a place that costs nothing, in bytes; each further byte costs a step.
const SHORT_PLACE: usize = 24;

/// The cost of a propagator in addition to its test, in steps.
pub(super) const POSTING: usize = 20;

/// The number of assignments tried for a table in the time of a step.
pub(crate) const TUPLES_A_STEP: usize = 8;

impl Compiler<'_> {
    /// Sets the rule of the model for the propagators that follow.
    pub(crate) fn begin_rule(&mut self, origin: Origin) {
        let (place, sentence) = (&*origin.place, &*origin.sentence);
        // The names of all members are kept for each combination of them.
        let steps = &mut self.budget.steps;
        *steps = steps.saturating_add(place.len().saturating_sub(SHORT_PLACE));
        let text = match place {
            "" => sentence.to_owned(),
            place => [place, ": ", sentence].concat(),
        };
        // The place is kept twice.
        self.keep_texts(text.len() + 2 * place.len());
        let rule = self.model.rule(text);
        if let Some(source) = self.current.source.filter(|_| self.options.apart) {
            self.record
                .provenance
                .push(Provenance::new(source, &origin.place, rule));
        }
        self.record.origins.rules.insert(rule, origin);
    }

    /// Posts the definition of a variable, which is part of no rule: several may use it.
    pub(crate) fn define(
        &mut self,
        var: Var,
        post: impl FnOnce(&mut Self) -> Made<()>,
    ) -> Made<()> {
        let rule = self.model.resume(RuleId::NAMELESS);
        let first = self.model.propagator_count();
        let made = post(self);
        let last = self.model.propagator_count();
        self.record.origins.definitions.push((first..last, var));
        self.model.resume(rule);
        made
    }

    /// Sets the implied constraint for the propagators that follow, separate from the rules.
    pub(crate) fn implied(&mut self, text: &str) {
        self.current.cause = Cause::Implied;
        self.current.place = "".into();
        self.begin_rule(Origin::new("implied", text, ""));
    }

    /// Posts a propagator, and records it.
    pub(crate) fn post_as(
        &mut self,
        constraint: impl Constraint,
        name: &'static str,
        strength: &'static str,
    ) {
        self.note(name, strength);
        self.model.post(constraint);
    }

    pub(crate) fn note(&mut self, name: &'static str, strength: &'static str) {
        self.record.postings.push(Posting {
            cause: self.current.cause,
            place: self.current.place.clone(),
            propagator: name,
            strength,
        });
    }

    /// Bounds of a number before the search.
    pub(crate) fn bounds(&self, number: &Number) -> (i128, i128) {
        number.bounds(&|var| {
            let domain = self.model.domain(var);
            (domain.min().unwrap_or(0), domain.max().unwrap_or(0))
        })
    }

    /// Its largest absolute value before the search.
    pub(crate) fn magnitude(&self, number: &Number) -> u128 {
        if !self.facts.bounded.is_empty() {
            if let Some((_, bound)) = self.facts.bounded.iter().find(|(known, _)| known == number) {
                return *bound;
            }
            match number {
                Number::Choose(_, a, b) => return self.magnitude(a).max(self.magnitude(b)),
                Number::Least(members) | Number::Greatest(members) | Number::First(members) => {
                    let sizes = members.iter().map(|(_, number)| self.magnitude(number));
                    return sizes.max().unwrap_or(0);
                }
                _ => {}
            }
        }
        number.magnitude(&|var| {
            let domain = self.model.domain(var);
            (domain.min().unwrap_or(0), domain.max().unwrap_or(0))
        })
    }

    /// Posts that a test holds.
    pub(crate) fn post(&mut self, test: Test) -> Made<()> {
        let test = self.with_visits(test);
        let parts = of_test(&test);
        self.spend_here(POSTING + parts)?;
        self.keep(parts)?;
        // A test about the group of a certain vertex needs no variable.
        if let Some(group) = self.group_in(&test) {
            let own = &self.groups.all[group];
            let is_certain = own.root.is_some_and(|root| own.vertices[root].1 == TRUE);
            match test {
                Test::And(parts) => return parts.into_iter().try_for_each(|part| self.post(part)),
                test if is_certain && !self.is_mixed(&test) => return self.post_group(group, test),
                _ => {}
            }
        }
        let test = self.reify(test)?;
        let test = self.tidy(test);
        self.note_joint(&test);
        match test {
            TRUE => return Ok(()),
            Test::And(parts) => {
                for part in parts {
                    self.post(part)?;
                }
                return Ok(());
            }
            Test::Const(false) => {
                self.post_as(Clause::new(&[]), "never", "exact");
                return Ok(());
            }
            Test::Literal(literal) => {
                self.facts.units.insert(literal.var, literal);
                self.post_as(Clause::new(&[literal]), "clause", "domain consistent");
                return Ok(());
            }
            Test::Or(ref parts) if self.post_disjunction(&test, parts)? => return Ok(()),
            Test::Compare(ref a, sign, ref b) if self.post_comparison(a, sign, b)? => {
                return Ok(());
            }
            _ => {}
        }
        let vars = test.variables();
        if !self.options.learns
            && !self.options.apart
            && (!self.is_small(&vars) || self.compares_a_sum(&test, &vars))
            && let Some(test) = self.found(Pass::NamedParts, |this| {
                this.with_auxiliary_variables(&test)
            })?
        {
            return self.post(test);
        }
        if !self.is_small(&vars)
            && let Test::Or(parts) = &test
            && let Some(cases) = self.found(Pass::ByValue, |this| Ok(this.by_value(parts)))?
        {
            return cases.into_iter().try_for_each(|case| self.post(case));
        }
        if self.is_worth_decomposing(&test)
            && self.pass(Pass::Flat, |this| this.post_flat(&test))?
        {
            return Ok(());
        }
        self.post_any_form(&vars, &test)
    }

    /// Posts a disjunction, if there is a propagator for its form.
    fn post_disjunction(&mut self, test: &Test, parts: &[Test]) -> Made<bool> {
        if self.uses(Pass::Displaced) && self.note_displaced(test) {
            return Ok(true);
        }
        if self.uses(Pass::ShapePlacements)
            && let Some((vars, tuples)) = self.all_placements(parts)
        {
            self.fired(Pass::ShapePlacements);
            self.spend_here(vars.len() * tuples.len() / TUPLES_A_STEP)?;
            self.post_as(Table::new(&vars, tuples), "table", "domain consistent");
            return Ok(true);
        }
        if let Some(clause) = literals(parts) {
            self.post_clause(&clause);
            return Ok(true);
        }
        if !self.uses(Pass::Clauses) {
            return Ok(false);
        }
        let Some(clauses) = clauses(parts) else {
            return Ok(false);
        };
        self.fired(Pass::Clauses);
        for clause in clauses {
            self.post_clause(&clause);
        }
        Ok(true)
    }

    /// The same for a comparison.
    fn post_comparison(&mut self, a: &Number, sign: Sign, b: &Number) -> Made<bool> {
        // The model of a search that learns keeps a variable for each part: measured on kuromasu and cave, it is no
        // better with this propagator.
        if self.options.learns {
            let (a, b) = (self.without_tests(a)?, self.without_tests(b)?);
            return self.post_linear(&a, sign, &b);
        }
        if self.pass(Pass::Visibility, |this| this.post_visibility(a, sign, b))? {
            return Ok(true);
        }
        self.post_linear(a, sign, b)
    }

    /// Posts a test as a table of its few assignments, or by the bounds of its parts.
    fn post_any_form(&mut self, vars: &[Var], test: &Test) -> Made<()> {
        if vars.is_empty() {
            return match test.holds(&|_| 0) {
                true => Ok(()),
                false => self.post(Test::Const(false)),
            };
        }
        if !self.is_small(vars) {
            if self.pass(Pass::Diagrams, |this| this.post_diagram(vars, test))? {
                return Ok(());
            }
            self.post_as(Formula::new(test), "formula", "bounds of its parts");
            return Ok(());
        }
        if self.pass(Pass::Pairs, |this| Ok(this.post_pairs(vars, test)))? {
            return Ok(());
        }
        let tuples = self.tuples(vars, test);
        let domains = vars.iter().map(|&var| self.model.domain(var).len());
        let tried: usize = domains.product();
        self.spend_here(tried / TUPLES_A_STEP)?;
        self.post_as(Table::new(vars, tuples), "table", "domain consistent");
        Ok(())
    }

    /// Literals in place of sets with one value, or all but one.
    pub(crate) fn tidy(&self, test: Test) -> Test {
        match test {
            Test::Literal(literal) => {
                let status = literal.status_in(self.model.domain(literal.var));
                status.map_or(test, Test::Const)
            }
            Test::In(var, values) => {
                let domain = self.model.domain(var);
                let kept: Vec<i32> = values
                    .iter()
                    .copied()
                    .filter(|&v| domain.contains(v))
                    .collect();
                let missing: Vec<i32> = domain.iter().filter(|v| !kept.contains(v)).collect();
                match (&kept[..], &missing[..]) {
                    ([], _) => Test::Const(false),
                    (_, []) => TRUE,
                    ([value], _) => Test::is(var, *value),
                    (_, [value]) => Test::is_not(var, *value),
                    _ if missing.iter().all(|&v| v > kept[kept.len() - 1]) => {
                        Test::at_most(var, kept[kept.len() - 1])
                    }
                    _ if missing.iter().all(|&v| v < kept[0]) => Test::at_least(var, kept[0]),
                    _ => Test::In(var, kept.into()),
                }
            }
            Test::Not(inner) => match self.tidy(*inner) {
                inner @ (Test::Const(_) | Test::Literal(_)) => super::super::logic::not(inner),
                inner => Test::Not(Box::new(inner)),
            },
            // Most are clauses of open literals, which stay as they are: a tenth of posting the rules of akari.
            Test::Or(parts) if parts.iter().all(|part| self.is_open_literal(part)) => {
                Test::Or(parts)
            }
            Test::Or(parts) => or(parts.into_iter().map(|part| self.tidy(part))),
            Test::And(parts) => {
                super::super::logic::and(parts.into_iter().map(|part| self.tidy(part)))
            }
            Test::Iff(a, b) => super::super::logic::iff(self.tidy(*a), self.tidy(*b)),
            test => test,
        }
    }

    /// Whether a test is a literal that is neither true nor false.
    fn is_open_literal(&self, test: &Test) -> bool {
        let Test::Literal(literal) = test else {
            return false;
        };
        let domain = self.model.domain(literal.var);
        literal.status_in(domain).is_none()
    }

    pub(super) fn is_small(&self, vars: &[Var]) -> bool {
        let mut product = 1usize;
        for &var in vars {
            product = product.saturating_mul(self.model.domain(var).len());
        }
        product <= MOST_TUPLES
    }

    /// The assignments of a few variables, in order, that pass a test. They are computed once for all tests that differ
    /// only in their variables.
    fn tuples(&mut self, vars: &[Var], test: &Test) -> Arc<Tuples> {
        let domains: Vec<Vec<i32>> = vars
            .iter()
            .map(|&var| self.model.domain(var).iter().collect())
            .collect();
        let alike = self.alike(vars, test);
        // The variables are sorted.
        let place = |var: Var| vars.binary_search(&var).ok();
        let tuples = self.memo.tables.tuples.entry((alike, domains));
        let tuples =
            tuples.or_insert_with_key(|(_, domains)| Arc::new(passing(domains, test, &place)));
        Arc::clone(tuples)
    }

    /// A test with the same variables in place of these, which are sorted, for all tests that differ only in them.
    pub(crate) fn alike(&mut self, vars: &[Var], test: &Test) -> Test {
        self.as_alike(vars, test.clone())
    }

    /// The same, of a test that is not needed any more.
    pub(super) fn as_alike(&mut self, vars: &[Var], mut test: Test) -> Test {
        let known = &mut self.memo.tables;
        for &var in vars {
            if known.stand_ins.len() >= vars.len() {
                break;
            }
            if !known.stand_ins.contains(&var) {
                known.stand_ins.push(var);
            }
        }
        let stand_ins = &known.stand_ins;
        test.walk_mut(&mut |part| {
            if let Some(var) = part.var()
                && let Ok(place) = vars.binary_search(var)
            {
                *var = stand_ins[place];
            }
        });
        test
    }

    /// The variables that such tests are about: the first, the second … of them.
    pub(super) fn stand_ins(&self) -> &[Var] {
        &self.memo.tables.stand_ins
    }
}

/// The literals of a disjunction of nothing else.
fn literals(parts: &[Test]) -> Option<SmallVec<[Literal; 8]>> {
    let literal = |part: &Test| match part {
        Test::Literal(literal) => Some(*literal),
        _ => None,
    };
    parts.iter().map(literal).collect()
}

/// A disjunction as clauses, if it is one of literals and a few conjunctions of literals.
pub(super) fn clauses(parts: &[Test]) -> Option<Vec<Vec<Literal>>> {
    let mut clauses: Vec<Vec<Literal>> = vec![Vec::new()];
    for part in parts {
        match part {
            Test::Literal(literal) => clauses.iter_mut().for_each(|clause| clause.push(*literal)),
            Test::And(inner) => {
                let literals: Option<Vec<Literal>> = inner
                    .iter()
                    .map(|test| match test {
                        Test::Literal(literal) => Some(*literal),
                        _ => None,
                    })
                    .collect();
                let literals = literals?;
                if clauses.len() * literals.len() > MOST_CLAUSES {
                    return None;
                }
                clauses = clauses
                    .iter()
                    .flat_map(|clause| {
                        literals.iter().map(|literal| {
                            let mut clause = clause.clone();
                            clause.push(*literal);
                            clause
                        })
                    })
                    .collect();
            }
            _ => return None,
        }
    }
    Some(clauses)
}
