//! How much of what was known the reasons of a propagator use.

use std::fmt;

use super::{Boxes, PropagatorTest, random_domain};
use crate::literal::Literal;
use crate::random::Rng;
use crate::var::Var;

/// What the reasons of a propagator use, summed over many changes and failures; made by
/// [`PropagatorTest::sharpness`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sharpness {
    /// Reasons asked for.
    pub reasons: u64,
    /// Variables of the scope about which something was known, the changed one left out.
    pub known: u64,
    /// Of these, variables that the reasons name.
    pub named: u64,
    /// Facts that were known about them.
    pub known_facts: u64,
    /// Facts that the reasons give.
    pub facts: u64,
}

/// A line of a table under [`Sharpness::HEAD`]: the reasons asked for, the part of the known variables that they name,
/// and for each the facts that it gives and those that were known.
impl fmt::Display for Sharpness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = |facts: u64| facts as f64 / self.reasons.max(1) as f64;
        write!(
            f,
            "{:8} {:7.0}% {:7.1} {:12.1}",
            self.reasons,
            100.0 * self.share(),
            each(self.facts),
            each(self.known_facts)
        )
    }
}

impl Sharpness {
    /// What stands in the columns that it is shown in.
    pub const HEAD: &str = " reasons of known   facts of known ones";

    /// The part of the known variables that the reasons name, between 0 and 1: 1 for the whole scope.
    pub fn share(self) -> f64 {
        self.named as f64 / self.known.max(1) as f64
    }

    /// Prints the line of a propagator in a table, and panics if its reasons name more than `promised` of the known
    /// variables, or if none was asked for.
    pub fn print_within(self, name: &str, promised: f64) {
        println!("{name:28} {self}");
        assert!(self.reasons > 0, "{name} was never asked");
        let share = self.share();
        assert!(
            share <= promised,
            "{name} names {share:.2} of what was known"
        );
    }

    fn add(&mut self, changed: Option<Var>, known: &[Literal], facts: &[Literal]) {
        let variables = |facts: &[Literal]| {
            let mut vars: Vec<Var> = facts.iter().map(|fact| fact.var).collect();
            vars.retain(|&var| Some(var) != changed);
            vars.sort_unstable();
            vars.dedup();
            vars
        };
        let known_vars = variables(known);
        // A declared fact is not knowledge.
        let is_known = |var: &Var| known_vars.binary_search(var).is_ok();
        let named = variables(facts).into_iter().filter(is_known).count();
        let others =
            |facts: &[Literal]| facts.iter().filter(|f| Some(f.var) != changed).count() as u64;
        self.reasons += 1;
        self.known += known_vars.len() as u64;
        self.named += named as u64;
        self.known_facts += others(known);
        self.facts += others(facts);
    }
}

impl PropagatorTest<'_> {
    /// How much of what was known the reasons use, on random dives: domains as in [`random`](Self::random), one
    /// decision after another down to a failure or a full assignment, with a reason for every change on the way. It
    /// only measures.
    ///
    /// # Panics
    /// If posting does.
    pub fn sharpness(
        &self,
        cases: usize,
        n: usize,
        range: std::ops::RangeInclusive<i32>,
    ) -> Sharpness {
        let mut rng = Rng::new(self.seed);
        let mut sharpness = Sharpness::default();
        for _ in 0..cases {
            let boxes: Boxes = (0..n)
                .map(|_| random_domain(&mut rng, range.clone()))
                .collect();
            let (mut solver, vars) = self.solver(&boxes);
            solver.record();
            let mut outcome = solver.propagate();
            while outcome.is_ok() {
                let open: Vec<Var> = vars
                    .iter()
                    .copied()
                    .filter(|&var| solver.value(var).is_none())
                    .collect();
                if open.is_empty() {
                    break;
                }
                let var = open[rng.below(open.len() as u64) as usize];
                let values: Vec<i32> = solver.domain(var).iter().collect();
                let value = values[rng.below(values.len() as u64) as usize];
                let literal = if rng.below(2) == 0 {
                    Literal::is(var, value)
                } else {
                    Literal::is_not(var, value)
                };
                solver.push();
                outcome = solver
                    .assume(literal)
                    .map(drop)
                    .and_then(|()| solver.propagate());
            }
            let mut known = Vec::new();
            for id in solver.changes() {
                let reason = solver.reason(id);
                if reason.propagator.is_none() {
                    continue;
                }
                let (change, past) = solver.change(id);
                known.clear();
                past.describe_scope(&mut known);
                sharpness.add(change.var, &known, &reason.facts);
            }
            if let Some(reason) = solver.failure_reason()
                && let Some(culprit) = reason.propagator
            {
                known.clear();
                for &var in solver.scope(culprit) {
                    let (now, declared) = (solver.domain(var), solver.kernel.declared(var));
                    if now != declared {
                        // What exactly was known about it is not needed.
                        known.push(Literal::is(var, now.min().unwrap_or_default()));
                    }
                }
                sharpness.add(None, &known, &reason.facts);
            }
        }
        sharpness
    }
}

#[cfg(test)]
mod tests;
