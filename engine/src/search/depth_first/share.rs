//! How much of the space has been searched: each child of a choice point counts by the number of values that it keeps.

/// The search's share of the whole space.
#[derive(Debug)]
pub(super) struct Share {
    /// The share of the current node.
    pub(super) here: f64,
    /// The share searched since the start node was last entered.
    pub(super) seen: f64,
    /// The share searched before the latest restart.
    reported: f64,
}

impl Default for Share {
    fn default() -> Self {
        Self {
            here: 1.0,
            seen: 0.0,
            reported: 0.0,
        }
    }
}

impl Share {
    /// The share searched since the start node was first entered. It never decreases.
    pub(super) fn seen(&self) -> f64 {
        self.seen.max(self.reported)
    }

    /// The current node is finished.
    pub(super) fn close(&mut self) {
        self.seen += self.here;
    }

    /// Records the share searched before a restart, which resets the count.
    pub(super) fn report(&mut self) {
        self.reported = self.seen().min(1.0);
    }

    /// Resets everything: the search has moved to another part.
    pub(super) fn reset(&mut self) {
        (self.seen, self.reported) = (0.0, 0.0);
    }
}
