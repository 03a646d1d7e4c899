//! What a refutation rests on.

use fxhash::FxHashSet;

use super::super::clauses::Clauses;
use super::super::fact::Fact;
use super::super::provenance::{PropagatorSet, floor};
use super::{Analysis, Failure, Since};
use crate::agenda::NOBODY;
use crate::reason::ChangeId;
use crate::solver::Solver;

impl Analysis {
    /// Follows a failure that follows from the root back to level 0: the propagators that it came from, and what others
    /// assumed. This ends the analysis of the search.
    pub(in super::super) fn refutation(
        &mut self,
        solver: &Solver,
        clauses: &Clauses,
        failure: Failure<'_>,
    ) -> (PropagatorSet, Vec<ChangeId>) {
        let kernel = &solver.kernel;
        self.clear();
        self.root_end = kernel.record().start_of_level(1);
        self.root = floor(kernel);
        let mut reason = Vec::new();
        self.facts_of(solver, clauses, failure, &mut reason);
        let mut assumed = Vec::new();
        let mut seen: FxHashSet<(u32, Fact)> = FxHashSet::default();
        let mut waiting = Vec::new();
        let mut time = kernel.record().len();
        loop {
            for &fact in &reason {
                if let Since::Change(since) = self.since(kernel, fact, time)
                    && seen.insert((since, fact))
                {
                    waiting.push((since, fact));
                }
            }
            let Some((since, fact)) = waiting.pop() else {
                break;
            };
            time = since;
            reason.clear();
            if kernel.record().entries[since as usize].propagator == NOBODY {
                let before = kernel.domain_before(since);
                self.remainder(kernel, fact, before, |_| false, &mut reason);
                assumed.push(ChangeId(since));
            } else {
                self.ask(solver, clauses, fact, since, &mut reason);
                self.note_propagator(solver, clauses, since);
            }
        }
        assumed.sort_unstable();
        assumed.dedup();
        let propagators = self
            .provenance
            .as_ref()
            .map(|provenance| provenance.propagators.clone());
        (propagators.unwrap_or_default(), assumed)
    }
}
