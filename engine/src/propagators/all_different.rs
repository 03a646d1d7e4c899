//! All different, by value: the value of a fixed variable is removed from all others.
//!
//! State: the variables whose value has not been removed from the others yet, as a reversible sparse set; the list of
//! newly fixed variables is scratch.

use crate::constraint::{Constraint, Scope};
use crate::domain::Dom;
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::trail::{AllocateState, RevSparseSet};
use crate::var::Var;

/// The variables take pairwise different values; value consistency (forward checking).
///
/// Narrow and wide variables may be mixed. A variable that is given twice makes the constraint unsatisfiable.
///
/// # Strength and cost
///
/// Forward checking: as strong as `≠` between every two variables and no stronger (not bounds consistent); see
/// [`AllDifferentGac`](super::AllDifferentGac) for more. A run
/// costs O(variables left unfixed) for each batch of newly fixed variables; over one branch of the search O(n) batches
/// at most.
#[derive(Clone, Debug)]
pub struct AllDifferent {
    vars: Box<[Var]>,
    /// By variable: what is added to its value.
    offsets: Box<[i32]>,
    narrow: bool,
    repeated: bool,
}

/// The propagator of [`AllDifferent`].
#[derive(Debug)]
pub struct AllDifferentPropagator {
    rule: AllDifferent,
    /// Those whose value, if they have one, is still to be removed from the others.
    open: RevSparseSet,
    fresh: Vec<u32>,
}

impl AllDifferent {
    /// All of `vars` different.
    pub fn new(vars: &[Var]) -> Self {
        Self::with_offsets(&without_offsets(vars))
    }

    /// All `variable + offset` different, as the diagonals of queens are.
    pub fn with_offsets(terms: &[(Var, i32)]) -> Self {
        let vars: Box<[Var]> = terms.iter().map(|&(var, _)| var).collect();
        let is_plain = terms.iter().all(|&(_, offset)| offset == 0);
        Self {
            offsets: terms.iter().map(|&(_, offset)| offset).collect(),
            narrow: is_plain && vars.iter().all(|var| !var.is_wide()),
            repeated: repeats(terms),
            vars,
        }
    }
}

/// The variables, each with offset 0.
pub(super) fn without_offsets(vars: &[Var]) -> Vec<(Var, i32)> {
    vars.iter().map(|&var| (var, 0)).collect()
}

/// Whether something occurs twice.
pub(crate) fn repeats<T: Clone + Ord>(vars: &[T]) -> bool {
    let mut sorted = vars.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

impl Constraint for AllDifferent {
    type Propagator = AllDifferentPropagator;

    fn name(&self) -> &'static str {
        "all different"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.vars.iter().copied().for_each(see);
    }

    fn lane(&self) -> Lane {
        Lane::Linear
    }

    fn attach(self, scope: &mut Scope<'_>) -> AllDifferentPropagator {
        for &var in &self.vars {
            scope.track(var, Events::FIXED);
        }
        AllDifferentPropagator {
            open: scope.new_sparse_set(self.vars.len()),
            fresh: Vec::with_capacity(self.vars.len()),
            rule: self,
        }
    }
}

impl Propagator for AllDifferentPropagator {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        if self.rule.repeated {
            return Err(Conflict);
        }
        let Self { rule, open, fresh } = self;
        let AllDifferent { vars, offsets, .. } = rule;
        fresh.clear();
        for &i in cx.fired() {
            if open.contains(cx, i) && cx.is_fixed(vars[i as usize]) {
                fresh.push(i);
            }
        }
        while !fresh.is_empty() {
            if rule.narrow {
                let mut taken = Dom::EMPTY;
                for i in fresh.drain(..) {
                    let value = cx.dom(vars[i as usize]);
                    if value.is_subset(taken) {
                        return Err(Conflict);
                    }
                    taken |= value;
                    open.remove(cx, i);
                }
                for at in 0..open.len(cx) {
                    let i = open.members(cx)[at];
                    let var = vars[i as usize];
                    if cx.keep(var, !taken)? && cx.is_fixed(var) {
                        fresh.push(i);
                    }
                }
            } else {
                let i = fresh.pop().expect("not empty");
                let of = |i: u32| i64::from(offsets[i as usize]);
                let value = i64::from(cx.min(vars[i as usize])) + of(i);
                open.remove(cx, i);
                for at in 0..open.len(cx) {
                    let j = open.members(cx)[at];
                    let var = vars[j as usize];
                    if let Ok(value) = i32::try_from(value - of(j))
                        && cx.remove(var, value)?
                        && cx.is_fixed(var)
                    {
                        fresh.push(j);
                    }
                }
            }
        }
        Ok(if open.len(cx) <= 1 {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }

    /// For each value lost, the variable that has it; for a failure, a pair with the same value.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        if self.rule.repeated {
            return;
        }
        let with_offset = |i: usize, value: i32| i64::from(value) + i64::from(self.rule.offsets[i]);
        let known = |i: usize| {
            let value = past.domain(self.rule.vars[i]).value()?;
            Some((value, with_offset(i, value)))
        };
        if let Some(var) = change.var {
            if change.after.is_empty() {
                past.describe(var, facts);
            }
            let places: Vec<usize> = (0..self.rule.vars.len())
                .filter(|&i| self.rule.vars[i] == var)
                .collect();
            for value in change.removed() {
                let holder = (0..self.rule.vars.len()).find_map(|j| {
                    let (own, total) = known(j)?;
                    let taken = places
                        .iter()
                        .any(|&i| i != j && with_offset(i, value) == total);
                    (self.rule.vars[j] != var && taken).then_some((j, own))
                });
                match holder {
                    Some((j, own)) => facts.push(Literal::is(self.rule.vars[j], own)),
                    None => return past.describe_scope(facts),
                }
            }
            return;
        }
        for i in 0..self.rule.vars.len() {
            let Some((x, total)) = known(i) else { continue };
            let same = (i + 1..self.rule.vars.len())
                .find_map(|j| known(j).filter(|k| k.1 == total).map(|k| (j, k.0)));
            if let Some((j, y)) = same {
                let (a, b) = (self.rule.vars[i], self.rule.vars[j]);
                facts.extend([Literal::is(a, x), Literal::is(b, y)]);
                return;
            }
        }
        past.describe_scope(facts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Count;
    use crate::model::Model;
    use crate::propagators::NotEqual;
    use crate::testing::PropagatorTest;

    fn different(values: &[i32]) -> bool {
        (1..values.len()).all(|i| !values[..i].contains(&values[i]))
    }

    fn test() -> PropagatorTest<'static> {
        PropagatorTest::new(
            |model, vars| {
                model.post(AllDifferent::new(vars));
            },
            different,
        )
    }

    #[test]
    fn against_brute_force() {
        test().random(600, 4, 0..=4);
        test().random(300, 5, 0..=4);
        test().random(300, 4, -3..=1);
        test().random(200, 3, 60..=66);
        test().random(50, 1, 0..=3);
        test().random(1, 0, 0..=3);
        test().domains(&[&[0, 63], &[63, 64, 200], &[0, 200], &[-5, 0]]);
    }

    #[test]
    fn offsets() {
        let offsets = [0, 3, -2, 70];
        let moved = |v: &[i32]| -> Vec<i32> { v.iter().zip(offsets).map(|(v, o)| v + o).collect() };
        PropagatorTest::new(
            |model, vars| {
                let terms: Vec<(Var, i32)> = vars.iter().copied().zip(offsets).collect();
                model.post(AllDifferent::with_offsets(&terms));
            },
            |v| different(&moved(v)),
        )
        .random(300, 4, -2..=5);
        // One variable twice: with different offsets that is not a contradiction.
        PropagatorTest::new(
            |model, v| {
                model.post(AllDifferent::with_offsets(&[
                    (v[0], 0),
                    (v[1], 0),
                    (v[0], 1),
                ]));
            },
            |v| v[0] != v[1] && v[0] + 1 != v[1],
        )
        .random(100, 2, 0..=4);
        let mut model = Model::new();
        let vars = [model.var(i32::MAX - 1..=i32::MAX), model.var(0..=1)];
        model.post(AllDifferent::with_offsets(&[
            (vars[0], i32::MAX),
            (vars[1], -1),
        ]));
        assert_eq!(model.solver().solutions().count(), Count::Exactly(4));
    }

    #[test]
    fn as_strong_as_the_disequalities() {
        let mut rng = crate::Rng::new(3);
        for _ in 0..300 {
            let boxes: Vec<Vec<i32>> = (0..5)
                .map(|_| crate::testing::random_domain(&mut rng, 0..=5))
                .collect();
            let outcome = |global: bool| {
                let mut model = Model::new();
                let vars: Vec<Var> = boxes.iter().map(|values| model.var_of(values)).collect();
                if global {
                    model.post(AllDifferent::new(&vars));
                } else {
                    for i in 0..vars.len() {
                        for &y in &vars[..i] {
                            model.post(NotEqual::new(vars[i], y));
                        }
                    }
                }
                let mut solver = model.solver();
                solver.propagate().ok().map(|()| {
                    vars.iter()
                        .map(|&v| solver.domain(v).iter().collect())
                        .collect::<Vec<Vec<i32>>>()
                })
            };
            assert_eq!(outcome(true), outcome(false), "{boxes:?}");
        }
    }

    #[test]
    fn a_repeated_variable_is_never_different_from_itself() {
        PropagatorTest::new(
            |model, vars| {
                model.post(AllDifferent::new(&[vars[0], vars[1], vars[0]]));
            },
            |_| false,
        )
        .random(30, 2, 0..=3);
    }

    /// Numbers of Latin squares: OEIS A002860.
    #[test]
    fn latin_squares() {
        for (n, count) in [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161_280)] {
            let mut model = Model::new();
            let cells = model.vars(n * n, 1..=n as i32);
            for i in 0..n {
                let row: Vec<Var> = (0..n).map(|j| cells[i * n + j]).collect();
                let column: Vec<Var> = (0..n).map(|j| cells[j * n + i]).collect();
                model.post(AllDifferent::new(&row));
                model.post(AllDifferent::new(&column));
            }
            assert_eq!(model.solver().solutions().count(), Count::Exactly(count));
        }
    }

    /// Numbers of ways to place n queens: OEIS A000170.
    #[test]
    fn queens() {
        for (n, count) in [(6, 4), (8, 92)] {
            let mut model = Model::new();
            let queens = model.vars(n, 0..=n as i32 - 1);
            model.post(AllDifferent::new(&queens));
            for i in 0..n {
                for j in 0..i {
                    for offset in [(i - j) as i32, -((i - j) as i32)] {
                        model.post(NotEqual::with_offset(queens[i], queens[j], offset));
                    }
                }
            }
            assert_eq!(model.solver().solutions().count(), Count::Exactly(count));
        }
    }
}
