//! What a refutation rests on: which propagators were asked for reasons, and about which variables.

use super::fact::Fact;

/// Counts the reasons that learnt no-goods were derived from. Facts that were true at the root are not followed any
/// further; it is enough to know their variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    /// By propagator: how many of its reasons count.
    pub(super) propagators: Vec<u32>,
    /// By variable: how many facts about it count.
    pub(super) vars: Vec<u32>,
}

impl Ledger {
    pub(super) fn new(propagators: usize, variables: usize) -> Self {
        Self {
            propagators: vec![0; propagators],
            vars: vec![0; variables],
        }
    }

    pub(super) fn note_propagator(&mut self, propagator: u32) {
        if let Some(count) = self.propagators.get_mut(propagator as usize) {
            *count += 1;
        }
    }

    pub(super) fn note_facts(&mut self, facts: &[Fact]) {
        for fact in facts {
            self.vars[fact.var.index()] += 1;
        }
    }

    /// Takes back what was noted of a reason.
    pub(super) fn forget(&mut self, propagator: u32, facts: &[Fact]) {
        if let Some(count) = self.propagators.get_mut(propagator as usize) {
            *count -= 1;
        }
        for fact in facts {
            self.vars[fact.var.index()] -= 1;
        }
    }
}
