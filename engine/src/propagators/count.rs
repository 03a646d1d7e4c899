//! How many variables have a value in a set: count, among, at least, at most, exactly.

use crate::constraint::{Constraint, Scope};
use crate::domain::{Dom, Domain};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::propagators::all_different::repeats;
use crate::reason::{Change, Past};
use crate::trail::{AllocateState, ReadState, RevInt, RevSparseSet, WriteState};
use crate::var::Var;

/// Reason tags: what a change follows from.
const ENOUGH_INSIDE: u32 = 1;
const ENOUGH_OUTSIDE: u32 = 2;

/// The number of `vars` with a value in a set equals a variable, or lies between two constants.
///
/// A variable that occurs twice among the counted counts twice.
///
/// # Strength and cost
///
/// Domain consistent when no variable is repeated (nor is the total one of the counted). A run costs O(variables
/// changed since the last one), and O(undecided variables) when it forces them. The number of variables inside and
/// the set of undecided ones are reversible.
#[derive(Clone, Debug)]
pub struct Among {
    /// Constant.
    vars: Box<[Var]>,
    /// Constant: the set, sorted, and as one word where a narrow variable can reach it.
    values: Box<[i32]>,
    narrow: Dom,
    total: Total,
    /// Constant: some variable occurs more than once.
    repeats: bool,
}

/// The propagator of [`Among`].
#[derive(Debug)]
pub struct AmongPropagator {
    among: Among,
    undecided: RevSparseSet,
    inside: RevInt,
}

#[derive(Clone, Copy, Debug)]
enum Total {
    Var(Var),
    Between(i64, i64),
}

impl Among {
    /// The number of `vars` with a value in `values` is `total`.
    pub fn new(vars: &[Var], values: &[i32], total: Var) -> Self {
        Self::with_total(vars, values, Total::Var(total))
    }

    /// At most `n` of `vars` have a value in `values`.
    pub fn at_most(vars: &[Var], values: &[i32], n: usize) -> Self {
        Self::with_total(vars, values, Total::Between(0, limit(n)))
    }

    /// At least `n` of `vars` have a value in `values`.
    pub fn at_least(vars: &[Var], values: &[i32], n: usize) -> Self {
        Self::with_total(vars, values, Total::Between(limit(n), i64::MAX))
    }

    /// Exactly `n` of `vars` have a value in `values`.
    pub fn exactly(vars: &[Var], values: &[i32], n: usize) -> Self {
        Self::with_total(vars, values, Total::Between(limit(n), limit(n)))
    }

    fn with_total(vars: &[Var], values: &[i32], total: Total) -> Self {
        let mut values = values.to_vec();
        values.sort_unstable();
        values.dedup();
        let mut parts = vars.to_vec();
        if let Total::Var(total) = total {
            parts.push(total);
        }
        Self {
            vars: vars.into(),
            narrow: values.iter().copied().collect(),
            values: values.into(),
            total,
            repeats: repeats(&parts),
        }
    }

    fn holds(&self, value: i32) -> bool {
        self.values.binary_search(&value).is_ok()
    }

    /// Whether the values of `var` are all in the set (`Some(true)`), all outside, or neither.
    fn side(&self, cx: &Context<'_>, var: Var) -> Option<bool> {
        if !var.is_wide() {
            let dom = cx.dom(var);
            return if (dom & self.narrow).is_empty() {
                Some(false)
            } else {
                dom.is_subset(self.narrow).then_some(true)
            };
        }
        self.side_of(cx.domain(var))
    }

    fn side_of(&self, domain: Domain<'_>) -> Option<bool> {
        let mut values = domain.iter();
        let first = self.holds(values.next()?);
        values
            .all(|value| self.holds(value) == first)
            .then_some(first)
    }

    /// Puts every undecided variable on one side of the set.
    fn force(
        &self,
        cx: &mut Context<'_>,
        undecided: &RevSparseSet,
        inside: bool,
    ) -> Result<(), Conflict> {
        for place in 0..undecided.len(cx) {
            let var = self.vars[undecided.members(cx)[place] as usize];
            if var.is_wide() {
                cx.keep_if(var, |value| self.holds(value) == inside)?;
            } else {
                let keep = if inside { self.narrow } else { !self.narrow };
                cx.keep(var, keep)?;
            }
        }
        Ok(())
    }

    /// The facts that `var` was on this side, if it was.
    fn explain_side(&self, var: Var, inside: bool, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let domain = past.domain(var);
        if self.side_of(domain) != Some(inside) {
            return;
        }
        if let Some(value) = domain.value() {
            if past.declared(var).len() > 1 {
                facts.push(Literal::is(var, value));
            }
            return;
        }
        facts.extend(
            past.declared(var)
                .iter()
                .filter(|&value| self.holds(value) != inside)
                .map(|value| Literal::is_not(var, value)),
        );
    }
}

/// A number of variables as a sum.
fn limit(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// A number of variables as a value; models have far fewer than 2^31 variables.
fn value(count: i64) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

impl Constraint for Among {
    type Propagator = AmongPropagator;

    fn name(&self) -> &'static str {
        "among"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.vars.iter().copied().for_each(&mut *see);
        if let Total::Var(total) = self.total {
            see(total);
        }
    }

    fn attach(self, scope: &mut Scope<'_>) -> AmongPropagator {
        for &var in &self.vars {
            scope.track(var, Events::ANY);
        }
        if let Total::Var(total) = self.total {
            scope.on(total, Events::BOUNDS);
        }
        // Only at those that have changed.
        scope.looks_at(4);
        AmongPropagator {
            undecided: scope.new_sparse_set(self.vars.len()),
            inside: scope.new_int(0),
            among: self,
        }
    }
}

impl Propagator for AmongPropagator {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let Self {
            among,
            undecided,
            inside,
        } = self;
        let mut least = cx.int(*inside);
        for i in 0..cx.fired().len() {
            let tag = cx.fired()[i];
            if undecided.contains(cx, tag)
                && let Some(is_inside) = among.side(cx, among.vars[tag as usize])
            {
                undecided.remove(cx, tag);
                least += i64::from(is_inside);
            }
        }
        cx.set_int(*inside, least);
        let most = least + undecided.len(cx) as i64;
        let (low, high) = match among.total {
            Total::Var(total) => {
                cx.because(ENOUGH_INSIDE);
                cx.at_least(total, value(least))?;
                cx.because(ENOUGH_OUTSIDE);
                cx.at_most(total, value(most))?;
                (i64::from(cx.min(total)), i64::from(cx.max(total)))
            }
            Total::Between(low, high) => (low, high),
        };
        if least > high {
            cx.because(ENOUGH_INSIDE);
            return Err(Conflict);
        }
        if most < low {
            cx.because(ENOUGH_OUTSIDE);
            return Err(Conflict);
        }
        if low <= least && most <= high {
            // With a variable for the total, this means that everything is decided.
            let is_decided = match among.total {
                Total::Var(_) => low == high,
                Total::Between(..) => true,
            };
            if is_decided {
                return Ok(Status::Entailed);
            }
        }
        if least == high {
            cx.because(ENOUGH_INSIDE);
            among.force(cx, undecided, false)?;
        } else if most == low {
            cx.because(ENOUGH_OUTSIDE);
            among.force(cx, undecided, true)?;
        } else {
            return Ok(Status::Fixpoint);
        }
        // A total that is counted itself may just have been narrowed.
        Ok(if among.repeats {
            Status::Active
        } else {
            Status::Entailed
        })
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        if self.among.repeats {
            past.describe_scope(facts);
            return;
        }
        let failed = change.after.is_empty();
        let inside = change.tag == ENOUGH_INSIDE;
        for &var in &self.among.vars {
            if change.var != Some(var) {
                self.among.explain_side(var, inside, past, facts);
            }
        }
        if let Total::Var(total) = self.among.total
            && (failed || change.var != Some(total))
        {
            let domain = past.domain(total);
            facts.extend(if inside {
                domain.max().map(|max| Literal::at_most(total, max))
            } else {
                domain.min().map(|min| Literal::at_least(total, min))
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    fn count(values: &[i32], set: &[i32]) -> i32 {
        values.iter().filter(|v| set.contains(v)).count() as i32
    }

    const SETS: [&[i32]; 5] = [&[], &[1], &[0, 2, 3], &[-2, -1, 3], &[0, 1, 2, 3]];

    #[test]
    fn the_total_is_a_variable() {
        for set in SETS {
            for n in 0..5 {
                PropagatorTest::new(
                    |model, vars| {
                        model.post(Among::new(&vars[1..], set, vars[0]));
                    },
                    |v| v[0] == count(&v[1..], set),
                )
                .strength(Strength::Domain)
                .random(60, n + 1, if n < 4 { -2..=3 } else { 0..=3 });
            }
        }
    }

    #[test]
    fn the_total_is_bounded() {
        for set in SETS {
            for n in 1..5 {
                for bound in 0..=n + 1 {
                    let test = |post: fn(&[Var], &[i32], usize) -> Among,
                                accepts: fn(usize, usize) -> bool| {
                        PropagatorTest::new(
                            move |model, vars| {
                                model.post(post(vars, set, bound));
                            },
                            move |v| accepts(count(v, set) as usize, bound),
                        )
                        .strength(Strength::Domain)
                        .random(12, n, -2..=3);
                    };
                    test(Among::at_most, |count, bound| count <= bound);
                    test(Among::at_least, |count, bound| count >= bound);
                    test(Among::exactly, |count, bound| count == bound);
                }
            }
        }
    }

    #[test]
    fn wide_variables_and_the_ends_of_a_word() {
        let set = [0, 63, 64, 200];
        PropagatorTest::new(
            |model, vars| {
                model.post(Among::new(&vars[1..], &set, vars[0]));
            },
            |v| v[0] == count(&v[1..], &set),
        )
        .strength(Strength::Domain)
        .domains(&[&[-5, 0, 1, 3, 70], &[0, 63], &[5, 63, 64], &[-64, 0, 200]]);
        PropagatorTest::new(
            |model, vars| {
                model.post(Among::at_least(vars, &set, usize::MAX));
            },
            |_| false,
        )
        .random(5, 2, 0..=3);
    }

    #[test]
    fn repeated_variables() {
        for set in SETS {
            PropagatorTest::new(
                |model, vars| {
                    model.post(Among::new(&[vars[1], vars[2], vars[1]], set, vars[0]));
                },
                |v| v[0] == count(&[v[1], v[2], v[1]], set),
            )
            .random(60, 3, -2..=3);
            PropagatorTest::new(
                |model, vars| {
                    model.post(Among::new(vars, set, vars[0]));
                },
                |v| v[0] == count(v, set),
            )
            .random(100, 3, -2..=3);
        }
    }
}
