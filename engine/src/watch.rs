//! The subscription table: for each variable, which propagators are woken by which events. Frozen before the search
//! starts.

use crate::event::Events;

/// No tag: the propagator only needs to run.
pub(crate) const UNTAGGED: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) propagator: u32,
    /// The propagator's own tag for this subscription, or [`UNTAGGED`].
    pub(crate) tag: u32,
    pub(crate) events: Events,
}

/// Subscriptions of all variables in one array, a contiguous run for each variable.
#[derive(Debug, Default)]
pub(crate) struct Watches {
    starts: Vec<u32>,
    entries: Vec<Watch>,
}

impl Watches {
    /// Groups `(variable index, watch)` pairs by variable, keeping their order within one.
    pub(crate) fn new(variables: usize, mut pairs: Vec<(u32, Watch)>) -> Self {
        pairs.sort_by_key(|&(variable, _)| variable);
        let mut starts = vec![0; variables + 1];
        for &(variable, _) in &pairs {
            starts[variable as usize + 1] += 1;
        }
        for i in 0..variables {
            starts[i + 1] += starts[i];
        }
        Self {
            starts,
            entries: pairs.into_iter().map(|(_, watch)| watch).collect(),
        }
    }

    #[inline]
    pub(crate) fn of(&self, variable: usize) -> &[Watch] {
        &self.entries[self.starts[variable] as usize..self.starts[variable + 1] as usize]
    }
}
