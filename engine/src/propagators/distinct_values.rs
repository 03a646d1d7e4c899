//! The number of different values that variables take.
//!
//! State: none; scratch only.

use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::reason::{Change, Past};
use crate::var::Var;

/// Reason tags.
const AT_LEAST: u32 = 1;
const AT_MOST: u32 = 2;
const NO_NEW: u32 = 3;
const NO_OLD: u32 = 4;

/// The variables take as many different values as `number` says.
///
/// # Strength and cost
///
/// Sound, and exact once all variables are fixed (domain consistency would be NP-hard: Bessiere, Hebrard, Hnich,
/// Kiziltan and Walsh 2006, "Filtering algorithms for the NValue constraint"). The number is at least that of the
/// values of the fixed variables, and at most one more for each open variable; when one of these bounds is reached, the
/// open variables take only known values, or none of them. O(variables + values) a run. Reasons are a variable for each
/// known value, or all known variables.
#[derive(Clone, Debug)]
pub struct DistinctValues {
    number: Var,
    vars: Box<[Var]>,
    repeated: bool,
    /// Scratch: the values of the known variables, in rising order.
    known: Vec<i32>,
}

impl DistinctValues {
    /// `number` is the number of different values of `vars`.
    pub fn new(number: Var, vars: &[Var]) -> Self {
        let all: Vec<Var> = vars.iter().copied().chain([number]).collect();
        Self {
            number,
            vars: vars.into(),
            repeated: super::all_different::repeats(&all),
            known: Vec::with_capacity(vars.len()),
        }
    }
}

impl Constraint for DistinctValues {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "distinct values"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        see(self.number);
        self.vars.iter().copied().for_each(see);
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        scope.on(self.number, Events::BOUNDS);
        for &var in &self.vars {
            scope.on(var, Events::FIXED);
        }
        self
    }
}

impl Propagator for DistinctValues {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let known = &mut self.known;
        known.clear();
        known.extend(self.vars.iter().filter_map(|&var| cx.value(var)));
        let open = self.vars.len() - known.len();
        known.sort_unstable();
        known.dedup();
        let least = known.len().max(usize::from(!self.vars.is_empty())) as i32;
        let most = (known.len() + open) as i32;
        cx.because(AT_LEAST);
        cx.at_least(self.number, least)?;
        cx.because(AT_MOST);
        cx.at_most(self.number, most)?;
        if open == 0 {
            return Ok(Status::Entailed);
        }
        let is_known = |value: i32| known.binary_search(&value).is_ok();
        let mut changed = false;
        if !known.is_empty() && cx.max(self.number) == known.len() as i32 {
            cx.because(NO_NEW);
            for &var in self.vars.iter() {
                changed |= !cx.is_fixed(var) && cx.keep_if(var, is_known)?;
            }
        }
        if cx.min(self.number) == most {
            cx.because(NO_OLD);
            for &var in self.vars.iter() {
                changed |= !cx.is_fixed(var) && cx.keep_if(var, |value| !is_known(value))?;
            }
        }
        Ok(if changed || self.repeated {
            Status::Active
        } else {
            Status::Fixpoint
        })
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        if self.repeated || change.after.is_empty() {
            return past.describe_scope(facts);
        }
        let number = past.domain(self.number);
        let others = self.vars.iter().filter(|&&var| change.var != Some(var));
        let known = others.filter_map(|&var| Some(Literal::is(var, past.domain(var).value()?)));
        if matches!(change.tag, AT_LEAST | NO_NEW) {
            let mut seen = Vec::new();
            for fact in known {
                if !seen.contains(&fact.value) {
                    seen.push(fact.value);
                    facts.push(fact);
                }
            }
        } else {
            facts.extend(known);
        }
        match change.tag {
            NO_NEW => facts.extend(number.max().map(|max| Literal::at_most(self.number, max))),
            NO_OLD => facts.extend(number.min().map(|min| Literal::at_least(self.number, min))),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::PropagatorTest;

    fn distinct(values: &[i32]) -> i32 {
        let mut values = values.to_vec();
        values.sort_unstable();
        values.dedup();
        values.len() as i32
    }

    #[test]
    fn against_brute_force() {
        for n in 0..=4 {
            PropagatorTest::new(
                |model, v| {
                    model.post(DistinctValues::new(v[0], &v[1..]));
                },
                |v| v[0] == distinct(&v[1..]),
            )
            .random(200, n + 1, -1..=3);
        }
        PropagatorTest::new(
            |model, v| {
                model.post(DistinctValues::new(v[0], &[v[1], v[0], v[1], v[2]]));
            },
            |v| v[0] == distinct(&[v[1], v[0], v[2]]),
        )
        .random(150, 3, 0..=4);
    }
}
