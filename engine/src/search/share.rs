//! How much of the space a search has seen: each child of a choice point counts by the number of values that it keeps.

/// The search's share of the whole space.
#[derive(Debug)]
pub(super) struct Share {
    /// What lies below the current node.
    pub(super) here: f64,
    /// What was seen since the start node was entered last.
    pub(super) seen: f64,
    /// What had been seen when the latest restart was made.
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
    /// The part seen since the start node was entered first. It never falls.
    pub(super) fn seen(&self) -> f64 {
        self.seen.max(self.reported)
    }

    /// The current node is done.
    pub(super) fn close(&mut self) {
        self.seen += self.here;
    }

    /// Notes what is seen before a restart, which begins to count anew.
    pub(super) fn report(&mut self) {
        self.reported = self.seen().min(1.0);
    }

    /// Nothing is seen yet: the search was put to another part.
    pub(super) fn reset(&mut self) {
        (self.seen, self.reported) = (0.0, 0.0);
    }
}
