//! The record of changes, and the reasons that propagators give for them.

use super::Solver;
use crate::agenda::{LEARNT, NOBODY};
use crate::domain::Domain;
use crate::literal::Literal;
use crate::reason::{Change, ChangeId, KnownReasons, Past, Reason};
use crate::record::Recorder;
use crate::var::{PropagatorId, Var};

impl Solver {
    /// Turns recording mode on: from here on every change is attributed to its propagator and can be explained.
    ///
    /// # Panics
    /// If something was propagated or a level pushed before.
    pub fn record(&mut self) {
        assert!(self.is_untouched(), "recording starts before anything else");
        self.kernel.recorder = Some(Box::new(Recorder::new(self.variables())));
    }

    /// The changes on record, oldest first; none unless [`record`](Self::record) was called.
    pub fn changes(&self) -> impl DoubleEndedIterator<Item = ChangeId> + use<> {
        (0..self
            .kernel
            .recorder
            .as_ref()
            .map_or(0, |recorder| recorder.len()))
            .map(ChangeId)
    }

    /// One recorded change, and the domains just before it.
    ///
    /// # Panics
    /// If the change was undone, or nothing was recorded.
    pub fn change(&self, id: ChangeId) -> (Change<'_>, Past<'_>) {
        let entry = self.kernel.record().entries[id.0 as usize];
        let scope: &[Var] = match entry.propagator {
            NOBODY | LEARNT => &[],
            p => &self.kernel.agenda.registrations[p as usize].scope,
        };
        let change = Change {
            var: Some(entry.var),
            before: self.kernel.domain_at(entry.var, id.0),
            after: self.kernel.domain_at(entry.var, id.0 + 1),
            tag: entry.tag,
        };
        let past = Past {
            kernel: &self.kernel,
            time: id.0,
            scope,
        };
        (change, past)
    }

    /// Asks the propagator behind a recorded change why.
    ///
    /// # Panics
    /// If the change was undone, or nothing was recorded.
    pub fn reason(&self, id: ChangeId) -> Reason {
        let (change, past) = self.change(id);
        let maker = self.kernel.record().entries[id.0 as usize].propagator;
        self.ask(maker, &change, &past)
    }

    /// The same from a reason that its propagator gave before, if that holds here, too; one given now is added to `known`.
    ///
    /// # Panics
    /// If the change was undone, or nothing was recorded.
    pub fn reason_again(&self, id: ChangeId, known: &mut KnownReasons) -> Reason {
        let (change, past) = self.change(id);
        let maker = self.kernel.record().entries[id.0 as usize].propagator;
        self.ask_again(maker, &change, &past, known)
    }

    /// Asks the propagator that failed last why; `None` if nothing failed, the failed level was popped, or
    /// recording is off. A failed assumption has the reason that its variable's domain gives.
    pub fn failure_reason(&self) -> Option<Reason> {
        self.with_failure(|maker, change, past| self.ask(maker, change, past))
    }

    /// The same from a reason that this propagator gave before, if that holds here, too; one given now is added to `known`.
    pub fn failure_reason_again(&self, known: &mut KnownReasons) -> Option<Reason> {
        self.with_failure(|maker, change, past| self.ask_again(maker, change, past, known))
    }

    fn with_failure(
        &self,
        ask: impl FnOnce(u32, &Change<'_>, &Past<'_>) -> Reason,
    ) -> Option<Reason> {
        let failure = self.failure?;
        let time = self.kernel.recorder.as_ref()?.len();
        let scope: &[Var] = match failure.propagator {
            NOBODY => failure.var.as_slice(),
            p => &self.kernel.agenda.registrations[p as usize].scope,
        };
        let past = Past {
            kernel: &self.kernel,
            time,
            scope,
        };
        let change = Change {
            var: failure.var,
            before: failure
                .var
                .map_or(Domain::new(0, &[]), |var| self.kernel.domain(var)),
            after: Domain::new(0, &[]),
            tag: failure.tag,
        };
        if failure.propagator == NOBODY {
            let mut facts = Vec::new();
            past.describe_scope(&mut facts);
            return Some(Reason {
                propagator: None,
                facts,
            });
        }
        Some(ask(failure.propagator, &change, &past))
    }

    fn ask_again(
        &self,
        propagator: u32,
        change: &Change<'_>,
        past: &Past<'_>,
        known: &mut KnownReasons,
    ) -> Reason {
        if matches!(propagator, NOBODY | LEARNT) {
            return self.ask(propagator, change, past);
        }
        let mut facts = Vec::new();
        let propagator = PropagatorId(propagator);
        known.explain(propagator, change, past, &mut facts, |facts| {
            self.explain(propagator.0, change, past, facts);
        });
        Reason {
            propagator: Some(propagator),
            facts,
        }
    }

    fn ask(&self, propagator: u32, change: &Change<'_>, past: &Past<'_>) -> Reason {
        if matches!(propagator, NOBODY | LEARNT) {
            return Reason {
                propagator: None,
                facts: Vec::new(),
            };
        }
        let mut facts = Vec::new();
        self.explain(propagator, change, past, &mut facts);
        Reason {
            propagator: Some(PropagatorId(propagator)),
            facts,
        }
    }

    /// Makes propagator number `propagator` explain `change`.
    pub(crate) fn explain(
        &self,
        propagator: u32,
        change: &Change<'_>,
        past: &Past<'_>,
        facts: &mut Vec<Literal>,
    ) {
        past.spend(u64::from(self.costs[propagator as usize]));
        self.propagators[propagator as usize].explain(change, past, facts);
    }

    /// Makes the propagator that failed last explain why, as [`failure_reason`](Self::failure_reason) does. False if
    /// there is none.
    pub(crate) fn explain_failure(&self, facts: &mut Vec<Literal>) -> bool {
        let Some(reason) = self.failure_reason() else {
            return false;
        };
        facts.extend(reason.facts);
        reason.propagator.is_some()
    }
}
