//! Comparisons of sums of variables, or of facts about them, with a constant.

use quadrille_engine::propagators::{Among, Clause, Comparison as Sign, Number, Test, linear};
use quadrille_engine::{Relation, Var};

use super::super::{Compiler, Made};
use crate::puzzle::Pass;

/// The difference of two sums.
struct Terms {
    /// As coefficients and variables, if all terms are of that form, and what their sum is compared with: a fact about
    /// a variable of the values 4 and 5 is that variable, less 4.
    linear: Option<(Vec<(i64, Var)>, i64)>,
    /// If it counts variables with certain values: the sign, and the values.
    counted: Option<(i128, Vec<i32>)>,
    /// The variables counted.
    vars: Vec<Var>,
    /// What the number of variables counted is compared with, once multiplied by the sign.
    rest: i64,
}

/// A sum of variables compared with a constant.
pub(crate) struct Linear {
    pub(crate) terms: Vec<(i64, Var)>,
    pub(crate) relation: Relation,
    pub(crate) k: i64,
}

impl Compiler<'_> {
    /// Posts a comparison of sums if each of its terms is a variable or a fact about one with two values, or if it
    /// counts the variables that take certain values.
    pub(super) fn post_linear(&mut self, a: &Number, sign: Sign, b: &Number) -> Made<bool> {
        let Some(Terms {
            linear: as_linear,
            counted,
            vars,
            rest,
        }) = self.terms(a, b)?
        else {
            return Ok(false);
        };
        if let Some((factor, values)) = &counted
            && let &[value] = &values[..]
            && let Some((low, high)) = range_of_count(sign, *factor, rest, vars.len())
            && low == high
        {
            self.notes.few.note_count(&vars, value, low as usize);
        }
        if let Some((factor, values)) = &counted
            && let &[value] = &values[..]
            && self.uses(Pass::Reach)
            && let Some((_, most)) = range_of_count(sign, *factor, rest, vars.len())
        {
            self.post_reach(&vars, value, most)?;
        }
        if let Some((mut terms, rest)) = as_linear {
            let (relation, k) = relation(sign, rest);
            if self.options.learns {
                terms = self.in_partial_sums(terms);
            }
            self.note("linear", "bounds consistent");
            linear(&mut self.model, &terms, relation, k);
            return Ok(true);
        }
        // factor · count + constant ⋈ 0
        let Some((factor, values)) = counted else {
            return Ok(false);
        };
        let Some((low, high)) = range_of_count(sign, factor, rest, vars.len()) else {
            return Ok(false);
        };
        let n = vars.len() as i64;
        if low > high {
            self.post_as(Clause::new(&[]), "never", "exact");
            return Ok(true);
        }
        if low == high {
            self.post_as(
                Among::exactly(&vars, &values, low as usize),
                "count",
                "domain consistent",
            );
            return Ok(true);
        }
        if low > 0 {
            self.post_as(
                Among::at_least(&vars, &values, low as usize),
                "count",
                "domain consistent",
            );
        }
        if high < n {
            self.post_as(
                Among::at_most(&vars, &values, high as usize),
                "count",
                "domain consistent",
            );
        }
        Ok(true)
    }

    /// The variable of a fact, and the values with which it holds.
    fn values_of_fact(&self, test: &Test) -> Option<(Var, Vec<i32>)> {
        match test {
            Test::Literal(literal) => {
                let values = self.model.domain(literal.var).iter();
                let values = values.filter(|&value| literal.admits(value));
                Some((literal.var, values.collect()))
            }
            Test::In(var, values) => Some((*var, values.to_vec())),
            _ => None,
        }
    }

    /// Whether no partial sum is large. Larger ones are left to formulas, which compute in 128 bits.
    fn stays_small(&self, terms: &[(i64, Var)], constant: i64) -> bool {
        let reach = terms.iter().map(|&(factor, var)| {
            let domain = self.model.domain(var);
            let ends = [domain.min(), domain.max()].into_iter().flatten();
            let most = ends.map(i32::unsigned_abs).max().unwrap_or_default();
            u128::from(factor.unsigned_abs()) * u128::from(most.max(1))
        });
        reach.sum::<u128>() <= MOST_REACHED && u128::from(constant.unsigned_abs()) <= MOST_REACHED
    }

    /// The terms of the difference of two sums, if each is a variable or a fact about one. In a model for a search that
    /// learns, facts about variables of several values become variables, so that sums can be cut into parts.
    ///
    /// Longer than other functions: both forms, linear and counted, come from one pass over the terms.
    fn terms(&mut self, a: &Number, b: &Number) -> Made<Option<Terms>> {
        let mut terms: Vec<(i128, &Number)> = Vec::new();
        let mut constant = 0i128;
        // What the linear form has beside: facts that are counted have no such part.
        let mut shift = 0i128;
        for (factor, side) in [(1, a), (-1, b)] {
            match side {
                Number::Sum(inner) => {
                    terms.extend(inner.iter().map(|(f, number)| (factor * f, number)));
                }
                number => terms.push((factor, number)),
            }
        }
        let mut linear_terms: Vec<(i64, Var)> = Vec::new();
        let mut is_linear = true;
        let mut counted: Option<(i128, Vec<i32>)> = None;
        let mut is_count = true;
        let mut vars = Vec::new();
        for (factor, number) in &terms {
            let Ok(small) = i64::try_from(*factor) else {
                return Ok(None);
            };
            match number {
                Number::Const(value) => match factor
                    .checked_mul(*value)
                    .and_then(|v| constant.checked_add(v))
                {
                    Some(sum) => constant = sum,
                    None => return Ok(None),
                },
                Number::Var(var) => {
                    linear_terms.push((small, *var));
                    is_count = false;
                }
                Number::Truth(test) => {
                    let Some((var, values)) = self.values_of_fact(test) else {
                        return Ok(None);
                    };
                    let domain: Vec<i32> = self.model.domain(var).iter().collect();
                    match (&domain[..], &values[..]) {
                        (&[low, high], &[value]) if high == low + 1 => {
                            if value == high {
                                linear_terms.push((small, var));
                                shift -= i128::from(small) * i128::from(low);
                            } else {
                                linear_terms.push((-small, var));
                                shift += i128::from(small) * i128::from(high);
                            }
                        }
                        _ if self.options.learns && terms.len() > super::partial_sums::WHOLE => {
                            match self.indicator((**test).clone())? {
                                Test::Literal(literal) => linear_terms.push((small, literal.var)),
                                Test::Const(true) => shift += factor,
                                _ => {}
                            }
                        }
                        _ => is_linear = false,
                    }
                    match &counted {
                        None => counted = Some((*factor, values)),
                        Some((f, v)) if f == factor && *v == values => {}
                        Some(_) => is_count = false,
                    }
                    if vars.contains(&var) {
                        is_count = false;
                    }
                    vars.push(var);
                }
                _ => return Ok(None),
            }
        }
        let (Ok(rest), Ok(of_linear)) =
            (i64::try_from(-constant), i64::try_from(-constant - shift))
        else {
            return Ok(None);
        };
        is_linear &= self.stays_small(&linear_terms, of_linear);
        Ok(Some(Terms {
            linear: (is_linear && !linear_terms.is_empty()).then_some((linear_terms, of_linear)),
            counted: counted.filter(|_| is_count),
            vars,
            rest,
        }))
    }

    /// A comparison of sums as one of variables with a constant.
    pub(super) fn linear_terms(
        &mut self,
        a: &Number,
        sign: Sign,
        b: &Number,
    ) -> Made<Option<Linear>> {
        let terms = self.terms(a, b)?;
        Ok(terms.and_then(|terms| {
            let (terms, rest) = terms.linear?;
            let (relation, k) = relation(sign, rest);
            Some(Linear { terms, relation, k })
        }))
    }
}

/// The largest magnitude of a sum for the propagators of sums, with room to spare.
const MOST_REACHED: u128 = 1 << 60;

/// The range of a count of `n` facts, of which `factor · count` compares with `rest`; `None` if it is no range.
fn range_of_count(sign: Sign, factor: i128, rest: i64, n: usize) -> Option<(i64, i64)> {
    let n = n as i64;
    let k = match factor {
        1 => rest,
        -1 => rest.checked_neg()?,
        _ => return None,
    };
    let (low, high) = match (sign, factor) {
        (Sign::Equal, _) => (k, k),
        (Sign::AtMost, 1) => (0, k),
        (Sign::AtMost, _) => (k, n),
        (Sign::Less, 1) => (0, k - 1),
        (Sign::Less, _) => (k + 1, n),
        (Sign::NotEqual, _) => return None,
    };
    Some((low.max(0), high.min(n)))
}

/// A comparison with `rest` as a relation to a constant.
fn relation(sign: Sign, rest: i64) -> (Relation, i64) {
    match sign {
        Sign::Equal => (Relation::Is, rest),
        Sign::NotEqual => (Relation::IsNot, rest),
        Sign::Less => (Relation::AtMost, rest - 1),
        Sign::AtMost => (Relation::AtMost, rest),
    }
}
