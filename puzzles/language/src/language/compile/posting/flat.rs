//! Tests decomposed into clauses, with a variable for each part: for a search that learns.
//!
//! One propagator for a whole formula filters well without auxiliary variables, but no-goods learnt from it can only
//! refer to its leaves, and its reasons are expensive. Here each part gets a variable, as in Tseitin (1968), in both
//! directions, so that equal parts of several rules share one.

use quadrille_engine::propagators::{Clause, Number, ReifiedLinear, Test};
use quadrille_engine::{Literal, Relation};

use super::super::logic::{FALSE, TRUE, iff, not};
use super::super::{Compiler, Made};

/// The fewest conjunctions of a disjunction that is worth clauses for its supports.
const FEW_WAYS: usize = 3;

/// The most literals in all clauses for the supports of one disjunction.
const MOST_SUPPORTS: usize = 200_000;

/// The most variables of a test that may become a table.
const NARROW: usize = 5;

impl Compiler<'_> {
    /// Whether a test is better decomposed than given to one propagator.
    pub(super) fn is_worth_decomposing(&self, test: &Test) -> bool {
        self.options.learns && (test.variables().len() > NARROW || has_ways(test))
    }

    /// Posts a test in parts. False if it has a form without a translation to clauses; nothing is posted then.
    pub(super) fn post_flat(&mut self, test: &Test) -> Made<bool> {
        match test {
            Test::Or(parts) => self.post_any(parts, None)?,
            Test::Iff(a, b) => match (&**a, &**b) {
                (Test::Literal(x), other) | (other, Test::Literal(x)) => {
                    return self.post_named(*x, other);
                }
                (a, b) => {
                    let x = self.literal_test(a.clone())?;
                    self.post(iff(x, b.clone()))?;
                }
            },
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Posts that `x` holds if and only if a test does.
    fn post_named(&mut self, x: Literal, test: &Test) -> Made<bool> {
        match test {
            Test::Not(inner) => return self.post_named(x.negated(), inner),
            Test::And(parts) => {
                let parts: Vec<Test> = parts.iter().cloned().map(not).collect();
                self.post_any(&parts, Some(x.negated()))?;
            }
            Test::Or(parts) => self.post_any(parts, Some(x))?,
            Test::Iff(a, b) => {
                let (a, b) = (self.part(a)?, self.part(b)?);
                let (x, no_x) = (Test::Literal(x), Test::Literal(x.negated()));
                let (no_a, no_b) = (not(a.clone()), not(b.clone()));
                self.clause([no_x.clone(), no_a.clone(), b.clone()]);
                self.clause([no_x, a.clone(), no_b.clone()]);
                self.clause([x.clone(), a, b]);
                self.clause([x, no_a, no_b]);
            }
            Test::Compare(a, sign, b) => {
                let (a, b) = (self.without_tests(a)?, self.without_tests(b)?);
                let Some(sum) = self.linear_terms(&a, *sign, &b)? else {
                    return Ok(false);
                };
                // A reified sum needs a variable that is 1 if and only if it holds.
                let named = match x {
                    Literal {
                        var,
                        relation: Relation::Is,
                        value: 1,
                    } if self.model.domain(var).max() == Some(1)
                        && self.model.domain(var).min() == Some(0) =>
                    {
                        var
                    }
                    _ => {
                        let named = self.model.var(0..=1);
                        let it = Test::is(named, 1);
                        self.post(iff(Test::Literal(x), it))?;
                        named
                    }
                };
                let terms = self.in_partial_sums(sum.terms);
                self.post_as(
                    ReifiedLinear::new(named, &terms, sum.relation, sum.k),
                    "reified sum",
                    "bounds consistent",
                );
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Posts that one of several tests holds; or, with `x`, that this is so if and only if `x` holds.
    fn post_any(&mut self, parts: &[Test], x: Option<Literal>) -> Made<()> {
        let mut ways = Vec::with_capacity(parts.len());
        for part in parts {
            ways.push(self.part(part)?);
        }
        let no_x = x.map(|x| Test::Literal(x.negated()));
        self.clause(no_x.clone().into_iter().chain(ways.iter().cloned()));
        if let Some(x) = x {
            for way in &ways {
                self.clause([not(way.clone()), Test::Literal(x)]);
            }
        }
        // If a literal holds, so does one of the conjunctions compatible with it.
        let conjunctions: Vec<&[Test]> = parts.iter().filter_map(conjunction).collect();
        if conjunctions.len() < FEW_WAYS || conjunctions.len() < parts.len() {
            return Ok(());
        }
        let mut literals: Vec<Literal> = conjunctions
            .iter()
            .copied()
            .flatten()
            .filter_map(literal_of)
            .collect();
        literals.sort_unstable();
        literals.dedup();
        if literals.len() * parts.len() > MOST_SUPPORTS {
            return Ok(());
        }
        for literal in literals {
            let left: Vec<&Test> = conjunctions
                .iter()
                .zip(&ways)
                .filter(|(conjunction, _)| {
                    !conjunction
                        .iter()
                        .filter_map(literal_of)
                        .any(|l| l == literal)
                })
                .map(|(_, way)| way)
                .collect();
            // Long ones rarely propagate.
            if left.len() <= ways.len() / 2 {
                let without = [Test::Literal(literal)].into_iter().chain(no_x.clone());
                self.clause(without.chain(left.into_iter().cloned()));
            }
        }
        Ok(())
    }

    /// A part as a literal or constant.
    fn part(&mut self, test: &Test) -> Made<Test> {
        let test = self.tidy(test.clone());
        self.literal_test(test)
    }

    /// A variable that is 1 if and only if a test holds, as a literal; or a constant.
    pub(super) fn indicator(&mut self, test: Test) -> Made<Test> {
        match self.tidy(test) {
            Test::Literal(literal)
                if literal.relation != Relation::Is || literal.value != 1 || {
                    let domain = self.model.domain(literal.var);
                    (domain.min(), domain.max()) != (Some(0), Some(1))
                } =>
            {
                let test = Test::Literal(literal);
                if let Some(&var) = self.reused.reified.get(&test) {
                    return Ok(Test::is(var, 1));
                }
                let var = self.model.var(0..=1);
                self.reused.reified.insert(test.clone(), var);
                self.post(iff(Test::is(var, 1), test))?;
                Ok(Test::is(var, 1))
            }
            test => self.literal_test(test),
        }
    }

    fn clause(&mut self, literals: impl IntoIterator<Item = Test>) {
        let mut kept = Vec::new();
        for test in literals {
            match test {
                TRUE => return,
                FALSE => {}
                Test::Literal(literal) => kept.push(literal),
                _ => unreachable!("parts are literals"),
            }
        }
        self.post_as(Clause::new(&kept), "clause", "domain consistent");
    }

    /// The same number with a variable for each test in it that is not a fact about one variable.
    pub(super) fn without_tests(&mut self, number: &Number) -> Made<Number> {
        Ok(match number {
            Number::Truth(test) if !matches!(**test, Test::Literal(_) | Test::In(..)) => {
                match self.part(test)? {
                    Test::Const(truth) => Number::Const(truth.into()),
                    literal => Number::Truth(Box::new(literal)),
                }
            }
            Number::Sum(terms) => {
                let mut sum = Vec::with_capacity(terms.len());
                for (factor, term) in terms {
                    sum.push((*factor, self.without_tests(term)?));
                }
                Number::Sum(sum)
            }
            other => other.clone(),
        })
    }
}

/// Whether a disjunction of several conjunctions is part of a test.
fn has_ways(test: &Test) -> bool {
    match test {
        Test::Or(parts) => {
            parts
                .iter()
                .filter(|part| conjunction(part).is_some_and(|c| c.len() > 1))
                .count()
                >= FEW_WAYS
        }
        Test::Iff(a, b) => has_ways(a) || has_ways(b),
        _ => false,
    }
}

/// The literals of a conjunction of literals.
fn conjunction(test: &Test) -> Option<&[Test]> {
    match test {
        Test::And(parts) => parts
            .iter()
            .all(|part| matches!(part, Test::Literal(_)))
            .then_some(parts),
        Test::Literal(_) => Some(std::slice::from_ref(test)),
        _ => None,
    }
}

fn literal_of(test: &Test) -> Option<Literal> {
    match test {
        Test::Literal(literal) => Some(*literal),
        _ => None,
    }
}
