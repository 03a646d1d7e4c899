//! The largest or smallest of several variables.
//!
//! State: none; scratch only.

use super::value_set::ValueSet;
use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::reason::{Change, Past};
use crate::var::Var;

/// A variable is the largest, or the smallest, of others.
///
/// # Strength and cost
///
/// Domain consistent when no variable occurs twice, else sound. O(values of the domains) a run. Reasons: for the
/// extremum the bound of one variable, or that none of them has a value; for the others what is known about the
/// extremum, and that no other can reach it.
#[derive(Clone, Debug)]
pub struct Extremum {
    extremum: Var,
    vars: Box<[Var]>,
    /// Values are compared after multiplication with this: 1 for the largest, −1 for the smallest.
    sign: i64,
    /// Scratch.
    reached: ValueSet,
}

impl Extremum {
    /// `maximum` is the largest of `vars`; without any there is no solution.
    pub fn largest(maximum: Var, vars: &[Var]) -> Self {
        Self {
            extremum: maximum,
            vars: vars.into(),
            sign: 1,
            reached: ValueSet::default(),
        }
    }

    /// `minimum` is the smallest of `vars`; without any there is no solution.
    pub fn smallest(minimum: Var, vars: &[Var]) -> Self {
        Self {
            sign: -1,
            ..Self::largest(minimum, vars)
        }
    }

    /// The value with the sign for which the largest is wanted.
    fn rank(&self, value: i32) -> i64 {
        self.sign * i64::from(value)
    }

    fn lowest(&self, domain: crate::Domain<'_>) -> i64 {
        let end = if self.sign > 0 {
            domain.min()
        } else {
            domain.max()
        };
        end.map_or(i64::MAX, |value| self.rank(value))
    }

    /// `var` has no value above `bound`, or none below it.
    fn bound(&self, var: Var, bound: i64, above: bool) -> Literal {
        let value = (self.sign * bound) as i32;
        if above == (self.sign > 0) {
            Literal::at_most(var, value)
        } else {
            Literal::at_least(var, value)
        }
    }

    fn repeats(&self) -> bool {
        super::all_different::repeats(&self.vars) || self.vars.contains(&self.extremum)
    }
}

impl Constraint for Extremum {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        if self.sign > 0 { "maximum" } else { "minimum" }
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        see(self.extremum);
        self.vars.iter().copied().for_each(see);
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        scope.on(self.extremum, Events::ANY);
        self.reached.reserve(scope, self.extremum);
        for &var in &self.vars {
            scope.on(var, Events::ANY);
            self.reached.reserve(scope, var);
        }
        self
    }
}

impl Propagator for Extremum {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        if self.vars.is_empty() {
            return Err(Conflict);
        }
        let z = self.extremum;
        // The extremum is at least every variable's least, and is a value of one of them.
        let least = self.vars.iter().map(|&x| self.lowest(cx.domain(x))).max();
        let least = least.unwrap_or(i64::MIN);
        self.reached.start(cx, z);
        for &x in &self.vars {
            self.reached.insert_shifted(cx.domain(x), 0);
        }
        self.reached.keep(cx)?;
        let sign = self.sign;
        cx.keep_if(z, |value| sign * i64::from(value) >= least)?;
        // The largest value of the extremum that the variables can reach: the best, the variable that has it, and the
        // best of the others.
        let domain = cx.domain(z);
        let best_of = |x: Var| {
            let common = cx.domain(x).iter().filter(|&value| domain.contains(value));
            common.map(|value| self.rank(value)).max()
        };
        let (mut best, mut holder, mut second) = (None, usize::MAX, None);
        for (i, &x) in self.vars.iter().enumerate() {
            let own = best_of(x);
            if own > best {
                (second, best, holder) = (best, own, i);
            } else {
                second = second.max(own);
            }
        }
        for (i, &x) in self.vars.iter().enumerate() {
            let others = if i == holder { second } else { best };
            // A value stays if it can be the extremum, or is below a value that another variable can reach.
            self.reached.start(cx, x);
            for value in cx.domain(x).iter() {
                if Some(sign * i64::from(value)) <= others || cx.contains(z, value) {
                    self.reached.insert(value);
                }
            }
            self.reached.keep(cx)?;
        }
        let all_fixed = cx.is_fixed(z) && self.vars.iter().all(|&x| cx.is_fixed(x));
        Ok(if all_fixed {
            Status::Entailed
        } else {
            Status::Active
        })
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let Some(var) = change.var else {
            return past.describe_scope(facts);
        };
        if change.after.is_empty() || self.repeats() {
            return past.describe_scope(facts);
        }
        let removed: Vec<i32> = change.removed().collect();
        if var == self.extremum {
            let lowest = |x: Var| self.lowest(past.domain(x));
            let top = self.vars.iter().copied().max_by_key(|&x| lowest(x));
            let least = top.map_or(i64::MIN, lowest);
            if let Some(top) = top.filter(|_| removed.iter().any(|&v| self.rank(v) < least)) {
                facts.push(self.bound(top, least, false));
            }
            let missing: Vec<i32> = removed
                .into_iter()
                .filter(|&v| self.rank(v) >= least)
                .collect();
            if !missing.is_empty() {
                for &x in &self.vars {
                    past.describe_within(x, |value| !missing.contains(&value), facts);
                }
            }
            return;
        }
        // It could not be the extremum, and no other could reach a larger value.
        let low = removed.iter().map(|&value| self.rank(value)).min();
        let low = low.unwrap_or(i64::MIN);
        past.describe_within(
            self.extremum,
            |v| past.domain(self.extremum).contains(v) || self.rank(v) < low,
            facts,
        );
        let could_be = past.domain(self.extremum);
        for &x in self.vars.iter().filter(|&&x| x != var) {
            past.describe_within(x, |v| self.rank(v) < low || !could_be.contains(v), facts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    #[test]
    fn against_brute_force() {
        for largest in [true, false] {
            let post = |model: &mut crate::Model, z: Var, vars: &[Var]| {
                model.post(if largest {
                    Extremum::largest(z, vars)
                } else {
                    Extremum::smallest(z, vars)
                });
            };
            let of = |v: &[i32]| {
                if largest {
                    v.iter().max().copied()
                } else {
                    v.iter().min().copied()
                }
            };
            for n in 0..=4 {
                PropagatorTest::new(
                    |model, v| post(model, v[0], &v[1..]),
                    |v| Some(v[0]) == of(&v[1..]),
                )
                .strength(Strength::Domain)
                .random(if n < 4 { 200 } else { 100 }, n + 1, -2..=3);
            }
            PropagatorTest::new(
                |model, v| post(model, v[0], &v[1..]),
                |v| Some(v[0]) == of(&v[1..]),
            )
            .strength(Strength::Domain)
            .domains(&[&[-70, 0, 63, 64, 200], &[0, 63], &[-70, 64, 200], &[5, 63]]);
            PropagatorTest::new(
                |model, v| post(model, v[0], &[v[1], v[0], v[2], v[1]]),
                |v| Some(v[0]) == of(&[v[1], v[0], v[2], v[1]]),
            )
            .random(150, 3, 0..=3);
        }
    }
}
