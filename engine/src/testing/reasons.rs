//! Reasons against brute force: each held before its change, and the change follows from it.

use super::boxes::Boxes;
use super::boxes::{agreeing, for_each_tuple};
use super::{ASKED, PropagatorTest, Strength, Walk};
use crate::domain::Domain;
use crate::literal::Literal;
use crate::reason::{Change, Explanations, Reason};
use crate::solver::Solver;
use crate::var::Var;

impl PropagatorTest<'_> {
    /// The reason for some of the values that a change has removed, and for those beyond them if it claims so.
    fn reason_in_part(
        &self,
        solver: &Solver,
        id: crate::reason::ChangeId,
        walk: &mut Walk<'_>,
        story: &str,
    ) {
        let (change, past) = solver.change(id);
        let Some(var) = change.var else { return };
        let Some(propagator) = solver.reason(id).propagator else {
            return;
        };
        let mut words = change.before.words().to_vec();
        let offset = i64::from(change.before.offset());
        let mut removed: Vec<i32> = change.removed().collect();
        let first = walk.rng.below(removed.len() as u64) as usize;
        removed.swap(0, first);
        let mut place = 0;
        removed.retain(|_| {
            place += 1;
            place == 1 || walk.rng.below(2) == 0
        });
        for &value in &removed {
            let bit = (i64::from(value) - offset) as usize;
            words[bit / 64] &= !(1 << (bit % 64));
        }
        let part = Change {
            after: Domain::new(change.before.offset(), &words),
            ..change
        };
        let mut facts = Vec::new();
        solver.explain(propagator.0, &part, &past, &mut facts);
        for fact in &facts {
            assert!(
                past.domain(fact.var).iter().all(|v| fact.admits(v)),
                "{fact} is given as a reason but did not hold\n{story}"
            );
        }
        if let Explanations::OfBounds(tags) = solver.explanations(propagator)
            && tags.contains(&part.tag)
        {
            let after = (change.after.min(), change.after.max());
            let low = removed.iter().copied().filter(|&v| Some(v) < after.0).max();
            let high = removed.iter().copied().filter(|&v| Some(v) > after.1).min();
            let declared = &walk.declared[var.index()];
            removed.extend(declared.iter().filter(|&&v| {
                low.is_some_and(|low| v <= low) || high.is_some_and(|high| v >= high)
            }));
        }
        let mut boxes = agreeing(&walk.declared, &facts);
        boxes[var.index()].retain(|value| removed.contains(value));
        let reason = Reason {
            propagator: Some(propagator),
            facts,
        };
        let what = format!("why {var} lost {removed:?}, of which it lost some then");
        self.follows(&reason, Some((var, removed)), &boxes, walk, &what, story);
    }

    /// Each recorded reason held before its change, and the change and its parts follow from it.
    pub(super) fn reasons(&self, solver: &Solver, vars: &[Var], walk: &mut Walk<'_>, story: &str) {
        if solver.variables() != vars.len() {
            // Auxiliary variables: brute force over the named ones cannot judge facts about the others.
            return;
        }
        for id in solver.changes() {
            // The reason that it gives now, and the one that it gave before if that is remembered.
            for reason in [solver.reason(id), solver.reason_again(id, &mut walk.known)] {
                if reason.propagator.is_none() {
                    continue;
                }
                let (change, past) = solver.change(id);
                let var = change.var.expect("a recorded change has a variable");
                let removed: Vec<i32> = change.removed().collect();
                for fact in &reason.facts {
                    assert!(
                        past.domain(fact.var).iter().all(|v| fact.admits(v)),
                        "{fact} is given as a reason but did not hold\n{story}"
                    );
                }
                let mut boxes = agreeing(&walk.declared, &reason.facts);
                boxes[var.index()].retain(|value| removed.contains(value));
                let what = format!("why {var} lost {removed:?}");
                self.follows(&reason, Some((var, removed)), &boxes, walk, &what, story);
            }
            self.reason_in_part(solver, id, walk, story);
        }
        let failures = [
            solver.failure_reason(),
            solver.failure_reason_again(&mut walk.known),
        ];
        for reason in failures.into_iter().flatten() {
            if reason.propagator.is_none() {
                continue;
            }
            for fact in &reason.facts {
                assert!(
                    solver.domain(fact.var).iter().all(|v| fact.admits(v)),
                    "{fact} is given as a reason of the failure but did not hold\n{story}"
                );
            }
            let boxes = agreeing(&walk.declared, &reason.facts);
            self.follows(&reason, None, &boxes, walk, "the failure", story);
        }
    }

    /// No assignment in `boxes`, where the facts hold but not what they explain, is accepted, neither by the constraint
    /// nor by the propagator that gave the reason.
    fn follows(
        &self,
        reason: &Reason,
        lost: Option<(Var, Vec<i32>)>,
        boxes: &Boxes,
        walk: &mut Walk<'_>,
        what: &str,
        story: &str,
    ) {
        let judged = (reason.propagator, reason.facts.clone(), lost);
        if walk.judged.contains(&judged) {
            return;
        }
        let facts = &reason.facts;
        let mut some = Vec::new();
        for_each_tuple(boxes, &mut |tuple| {
            assert!(
                !(self.accepts)(tuple),
                "{facts:?} do not explain {what}: {tuple:?}\n{story}"
            );
            if some.len() < ASKED {
                some.push(tuple.to_vec());
            }
        });
        if let Some(p) = reason.propagator {
            walk.for_each_accepted(p.index(), &some, |tuple| {
                panic!("{facts:?} do not explain by {p:?} alone {what}: {tuple:?}\n{story}")
            });
        }
        if self.strength == Strength::Domain {
            let again = self.propagated_alone(walk, facts, judged.2.as_ref());
            assert!(
                again,
                "{facts:?}, propagated alone, do not give {what}\n{story}"
            );
        }
        walk.judged.insert(judged);
    }

    /// Whether the lost values are removed again, or a failure occurs, when only `facts` are added to the declared
    /// domains. A domain consistent propagator must derive everything that follows from facts.
    pub(super) fn propagated_alone(
        &self,
        walk: &Walk<'_>,
        facts: &[Literal],
        lost: Option<&(Var, Vec<i32>)>,
    ) -> bool {
        let (mut solver, _) = self.solver(&walk.declared);
        if solver.propagate().is_err() {
            return true;
        }
        solver.push();
        let mut assumed = facts.iter().map(|&fact| solver.assume(fact));
        if assumed.any(|outcome| outcome.is_err()) {
            return true;
        }
        drop(assumed);
        if solver.propagate().is_err() {
            return true;
        }
        lost.is_some_and(|(var, values)| {
            let left = solver.domain(*var);
            values.iter().all(|&value| !left.contains(value))
        })
    }
}
