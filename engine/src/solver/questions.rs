//! Questions about a part of a model: propagators woken for one level, and what made a fact true.

use crate::domain::Domain;
use crate::literal::Literal;
use crate::reason::ChangeId;
use crate::solver::Solver;
use crate::var::PropagatorId;

impl Solver {
    /// Wakes, until the level is popped, a propagator that was [silenced](Self::silence); the next
    /// [`propagate`](Self::propagate) runs it. With everything silenced once, this finds out what any part of a model
    /// derives from any facts without building it again: push, assume, wake, propagate, inspect, pop.
    ///
    /// # Panics
    /// If the propagator is not of this model.
    pub fn wake(&mut self, propagator: PropagatorId) {
        self.kernel.wake(propagator.0);
    }

    /// The propagator that made a change on record; `None` for a decision or an assumption.
    ///
    /// # Panics
    /// If the change was undone, or nothing was recorded.
    pub fn maker(&self, id: ChangeId) -> Option<PropagatorId> {
        let entry = self.kernel.record().entries[id.0 as usize];
        let index = entry.propagator as usize;
        (index < self.kernel.agenda.registrations.len()).then_some(PropagatorId(entry.propagator))
    }

    /// The change on record that made `literal` true, which must hold just before the change `before`, or now. `None`
    /// if it held from the beginning. O(changes of its variable).
    ///
    /// # Panics
    /// If nothing is recorded.
    pub fn cause(&self, literal: Literal, before: Option<ChangeId>) -> Option<ChangeId> {
        let recorder = self.kernel.record();
        let now = self.kernel.domain(literal.var);
        let (offset, width) = (now.offset(), now.words().len());
        let limit = before.map_or(u32::MAX, |change| change.0);
        let mut at = recorder.latest(literal.var);
        while at > limit {
            at = recorder.entries[at as usize - 1].previous;
        }
        while at > 0 {
            let entry = at - 1;
            let old = Domain::new(offset, recorder.old(entry, width));
            if !old.iter().all(|value| literal.admits(value)) {
                return Some(ChangeId(entry));
            }
            at = recorder.entries[entry as usize].previous;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::propagators::NotEqual;
    use crate::var::RuleId;

    /// x ≠ y and y ≠ z over two values: which of them derives what from x = 0.
    #[test]
    fn rules_are_asked_one_by_one() {
        let mut model = Model::new();
        let vars = model.vars(3, 0..=1);
        let mut rules = Vec::new();
        let mut posted = Vec::new();
        for (text, (a, b)) in [("xy", (0, 1)), ("yz", (1, 2))] {
            rules.push(model.rule(text));
            posted.push(model.post(NotEqual::new(vars[a], vars[b])));
        }
        let mut solver = model.solver();
        solver.silence(|rule: RuleId| rules.contains(&rule));
        solver.record();
        solver.propagate().unwrap();
        for (awake, expected) in [
            (&[][..], [Some(0), None, None]),
            (&[0], [Some(0), Some(1), None]),
            (&[1], [Some(0), None, None]),
            (&[0, 1], [Some(0), Some(1), Some(0)]),
            (&[], [Some(0), None, None]),
        ] {
            solver.push();
            solver.assume(Literal::is(vars[0], 0)).unwrap();
            awake.iter().for_each(|&at: &usize| solver.wake(posted[at]));
            solver.propagate().unwrap();
            let found = [0, 1, 2].map(|at: usize| solver.value(vars[at]));
            assert_eq!(found, expected, "{awake:?}");
            if let [0, 1] = awake {
                let last = solver.cause(Literal::is(vars[2], 0), None).unwrap();
                assert_eq!(solver.reason(last).propagator, Some(posted[1]));
                assert_eq!(solver.maker(last), Some(posted[1]));
                let before = solver.cause(Literal::is(vars[1], 1), Some(last)).unwrap();
                assert_eq!(solver.reason(before).propagator, Some(posted[0]));
                let first = solver.cause(Literal::is(vars[0], 0), Some(before)).unwrap();
                assert_eq!(solver.reason(first).propagator, None);
                assert_eq!(solver.maker(first), None);
                assert_eq!(solver.cause(Literal::at_most(vars[0], 1), None), None);
            }
            solver.pop();
        }
    }
}
