//! Variables for parts of formulas: for long sums, of which the rest of a formula then speaks as of one variable, and for
//! disjunctions that several formulas have.

use quadrille_engine::propagators::{Comparison as Sign, Formula, Number, Test, reified_clause};
use quadrille_engine::{Literal, Var};

use super::super::logic::{and, iff, not, or};
use super::super::{Compiler, Made};

/// The fewest variables of a part that gets a variable of its own.
const FEWEST: usize = 3;

/// The fewest variables of a comparison in which sums get a variable although all assignments could be listed: with two
/// values each, fewer have at most 32.
const FEWEST_COMPARED: usize = 6;

impl Compiler<'_> {
    /// A test with a variable for each long sum of facts that it compares, and for each part that is a long disjunction or
    /// conjunction of facts and was a part of a test before; `None` if it has neither. A test of two counts becomes a pair
    /// of variables, and so does one that compares a cell with the count of its room: a shimaguni of 40×25, whose islands
    /// differ from all beside them, is solved in a fifth of the time.
    pub(super) fn with_auxiliary_variables(&mut self, test: &Test) -> Made<Option<Test>> {
        let mut has_named = false;
        // The test itself needs no name, since it is posted.
        let test = self.with_parts_named(test, &mut has_named)?;
        Ok(has_named.then_some(test))
    }

    /// A part of a test, as a fact or with named parts.
    fn named_part(&mut self, part: &Test, has_named: &mut bool) -> Made<Test> {
        match self.shared_part(part)? {
            Some(fact) => {
                *has_named = true;
                Ok(fact)
            }
            None => self.with_parts_named(part, has_named),
        }
    }

    /// A test with its parts named.
    fn with_parts_named(&mut self, test: &Test, has_named: &mut bool) -> Made<Test> {
        let mut all = |parts: &[Test]| -> Made<Vec<Test>> {
            let parts = parts.iter().map(|part| self.named_part(part, has_named));
            parts.collect()
        };
        Ok(match test {
            Test::Not(inner) => not(self.named_part(inner, has_named)?),
            Test::And(parts) => and(all(parts)?),
            Test::Or(parts) => or(all(parts)?),
            Test::Iff(a, b) => {
                let a = self.named_part(a, has_named)?;
                iff(a, self.named_part(b, has_named)?)
            }
            Test::Compare(a, sign, b) => {
                let [a, b] = [self.total_of(a, has_named)?, self.total_of(b, has_named)?];
                Test::compare(a, *sign, b)
            }
            Test::Const(_) | Test::Literal(_) | Test::In(..) | Test::Member(_) | Test::Group(_) => {
                test.clone()
            }
        })
    }

    /// A fact that holds exactly when a long disjunction or conjunction of facts does, unless it is seen for the first time.
    fn shared_part(&mut self, test: &Test) -> Made<Option<Test>> {
        let (Test::And(parts) | Test::Or(parts)) = test else {
            return Ok(None);
        };
        let is_all = matches!(test, Test::And(_));
        let fact = |part: &Test| match part {
            Test::Literal(literal) if is_all => Some(literal.negated()),
            Test::Literal(literal) => Some(*literal),
            _ => None,
        };
        let facts: Option<Vec<Literal>> = parts.iter().map(fact).collect();
        let Some(mut facts) = facts.filter(|facts| facts.len() >= FEWEST) else {
            return Ok(None);
        };
        facts.sort_unstable();
        let some = Test::Or(facts.iter().copied().map(Test::Literal).collect());
        let literal = |var| {
            let holds = Test::is(var, 1);
            Some(if is_all { not(holds) } else { holds })
        };
        match self.reused.shared_tests.get(&some) {
            Some(Some(var)) => return Ok(literal(*var)),
            Some(_) => {}
            None => {
                self.reused.shared_tests.insert(some, None);
                return Ok(None);
            }
        }
        let var = self.model.var(0..=1);
        self.reused.shared_tests.insert(some, Some(var));
        self.define(var, |compiler| {
            compiler.note("clause", "domain consistent");
            reified_clause(&mut compiler.model, Literal::is(var, 1), &facts);
            Ok(())
        })?;
        Ok(literal(var))
    }

    /// Whether a test compares a sum with something that has no variable in common with it, and has many assignments. The
    /// total as a variable tells as much as a table of all assignments, since nothing else ties the two, and most sums are
    /// compared with several others: the tables were a fifth of a shimaguni of 12×12.
    pub(super) fn compares_a_sum(&self, test: &Test, vars: &[Var]) -> bool {
        let compared = match test {
            Test::Not(inner) => inner,
            test => test,
        };
        let Test::Compare(a, _, b) = compared else {
            return false;
        };
        let own = [a, b].map(|side| side.variables().len());
        let is_sum = |side: &Number, own: usize| {
            own >= FEWEST && matches!(side, Number::Sum(terms) if terms.len() <= own + 1)
        };
        vars.len() >= FEWEST_COMPARED
            && own[0] + own[1] == vars.len()
            && (is_sum(a, own[0]) || is_sum(b, own[1]))
    }

    /// The variable of a long sum; any other number as it is.
    fn total_of(&mut self, number: &Number, has_named: &mut bool) -> Made<Number> {
        let Number::Sum(terms) = number else {
            return Ok(number.clone());
        };
        if let Some(&var) = self.reused.totals.get(number) {
            *has_named = true;
            return Ok(Number::Var(var));
        }
        let is_fact = |(_, term): &(i128, Number)| match term {
            Number::Const(_) | Number::Var(_) => true,
            Number::Truth(test) => matches!(**test, Test::Literal(_) | Test::In(..)),
            _ => false,
        };
        let (low, high) = self.bounds(number);
        let is_narrow = low >= 0 && high < 64 && low < high;
        if !is_narrow || !terms.iter().all(is_fact) || number.variables().len() < FEWEST {
            return Ok(number.clone());
        }
        *has_named = true;
        let var = self.model.var(low as i32..=high as i32);
        self.reused.totals.insert(number.clone(), var);
        self.define(var, |compiler| {
            let total = Number::Var(var);
            if !compiler.post_linear(number, Sign::Equal, &total)? {
                let same = Test::compare(number.clone(), Sign::Equal, total);
                compiler.post_as(Formula::new(&same), "formula", "bounds of its parts");
            }
            Ok(())
        })?;
        Ok(Number::Var(var))
    }
}
