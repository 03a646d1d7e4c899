//! Conflict-ordering search around any order (Gay, Hartert, Lecoutre and Schaus 2015, "Conflict ordering search
//! for scheduling problems").

use super::VariableOrder;
use crate::branch::{Candidate, View};
use crate::literal::Literal;
use crate::var::{PropagatorId, Var};

/// The unfixed variable whose branching failed most recently; the inner order decides among variables that never
/// failed, when no other is unfixed. A selection costs O(candidates).
#[derive(Clone, Debug)]
pub struct ConflictOrdering<O> {
    inner: O,
    /// By variable: the number of its latest failure, 0 for none.
    failed_at: Vec<u64>,
    failures: u64,
}

impl<O> ConflictOrdering<O> {
    /// Around this order.
    pub fn new(inner: O) -> Self {
        Self {
            inner,
            failed_at: Vec::new(),
            failures: 0,
        }
    }
}

impl<O: VariableOrder> VariableOrder for ConflictOrdering<O> {
    fn attach(&mut self, vars: &[Var], view: &mut View<'_>) {
        self.failed_at = vec![0; view.variables()];
        self.failures = 0;
        self.inner.attach(vars, view);
    }

    fn select(&mut self, view: &mut View<'_>, open: &[Candidate]) -> Var {
        // No two variables have the same number, except 0.
        let latest = open
            .iter()
            .map(|c| (self.failed_at[c.var.index()], c.var))
            .max_by_key(|&(failed_at, _)| failed_at);
        match latest {
            Some((failed_at, var)) if failed_at > 0 => var,
            _ => self.inner.select(view, open),
        }
    }

    fn failed(&mut self, view: &View<'_>, culprit: Option<PropagatorId>, decision: Option<Var>) {
        if let Some(var) = decision {
            self.failures += 1;
            self.failed_at[var.index()] = self.failures;
        }
        self.inner.failed(view, culprit, decision);
    }

    fn entered(&mut self, view: &View<'_>, literal: Literal) {
        self.inner.entered(view, literal);
    }

    fn restarted(&mut self) {
        self.inner.restarted();
    }
}
