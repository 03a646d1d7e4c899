//! When a search stops before it has seen everything.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Bounds on a search; none by default.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall time from the first step of the search.
    pub time: Option<Duration>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Failed nodes.
    pub failures: Option<u64>,
    /// Solutions found; the search stops right after the last, without looking whether there are more.
    pub solutions: Option<u64>,
    /// A flag that another thread may set.
    pub cancel: Option<Arc<AtomicBool>>,
}

/// Why a search stopped before it had seen everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The time was up.
    Time,
    /// The number of nodes was reached.
    Nodes,
    /// The number of failures was reached.
    Failures,
    /// The number of solutions was reached.
    Solutions,
    /// The flag was set.
    Cancelled,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Time => "time limit",
            Stop::Nodes => "node limit",
            Stop::Failures => "failure limit",
            Stop::Solutions => "solution limit",
            Stop::Cancelled => "cancelled",
        })
    }
}

impl std::error::Error for Stop {}

impl Limits {
    /// The limit that is reached, if one is. The clock is read at every 16th node only.
    pub(crate) fn reached(&self, stats: &super::Stats, started: Instant) -> Option<Stop> {
        let full = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
        if full(self.solutions, stats.solutions) {
            Some(Stop::Solutions)
        } else if full(self.nodes, stats.nodes) {
            Some(Stop::Nodes)
        } else if full(self.failures, stats.failures) {
            Some(Stop::Failures)
        } else if self
            .cancel
            .as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            Some(Stop::Cancelled)
        } else if stats.nodes.is_multiple_of(16)
            && self.time.is_some_and(|time| started.elapsed() >= time)
        {
            Some(Stop::Time)
        } else {
            None
        }
    }
}
