//! The statistics of a search while it runs, for observers.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::search::{Search, Strategy};

/// The figures of a parallel search while it runs: give one to [`Plan::live`](super::Plan::live) and read it from
/// another thread.
///
/// Each worker adds its figures after every few dozen nodes and after every solution, so they lag a little behind. They
/// are read one by one: the search continues between two readings.
#[derive(Debug, Default)]
pub struct Live {
    nodes: AtomicU64,
    failures: AtomicU64,
    solutions: AtomicU64,
    /// In units of 2⁻⁵⁰.
    share: AtomicU64,
    depth: AtomicUsize,
}

/// The whole space, as [`Live::share`] is kept.
const WHOLE: f64 = (1u64 << 50) as f64;

impl Live {
    /// All at zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// Nodes visited so far by all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Failed nodes so far.
    pub fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    /// Solutions found so far. With a limit on solutions there may be more of them than are reported in the end.
    pub fn solutions(&self) -> u64 {
        self.solutions.load(Ordering::Relaxed)
    }

    /// The share of the search space seen so far, between 0 and 1, as [`Search::progress`] has it. With restarts
    /// it is rough.
    pub fn share(&self) -> f64 {
        (self.share.load(Ordering::Relaxed) as f64 / WHOLE).min(1.0)
    }

    /// The depth of one of the threads recently: decisions in force.
    pub fn depth(&self) -> usize {
        self.depth.load(Ordering::Relaxed)
    }

    /// A new search replaces all earlier ones: solutions and shares are counted from zero.
    pub(super) fn begin_anew(&self) {
        self.solutions.store(0, Ordering::Relaxed);
        self.share.store(0, Ordering::Relaxed);
    }
}

/// Adds what one search has done to the common figures.
#[derive(Debug)]
pub(super) struct Reporter<'l> {
    live: Option<&'l Live>,
    nodes: u64,
    failures: u64,
    solutions: u64,
    /// Of the present piece.
    seen: f64,
}

impl<'l> Reporter<'l> {
    pub(super) fn new(live: Option<&'l Live>) -> Self {
        Self {
            live,
            nodes: 0,
            failures: 0,
            solutions: 0,
            seen: 0.0,
        }
    }

    /// The search has moved to another piece.
    pub(super) fn enter_piece(&mut self) {
        self.seen = 0.0;
    }

    /// Reports at a solution, but not at each of many: threads that write to the same figures wait for each other.
    pub(super) fn report_solution<S: Strategy>(&mut self, search: &Search<'_, S>) {
        const NODES: u64 = 64;
        if search.stats().nodes >= self.nodes + NODES {
            self.report(search);
        }
    }

    /// Adds what is new since the last report.
    pub(super) fn report<S: Strategy>(&mut self, search: &Search<'_, S>) {
        let Some(live) = self.live else { return };
        let stats = search.stats();
        for (sum, last, now) in [
            (&live.nodes, &mut self.nodes, stats.nodes),
            (&live.failures, &mut self.failures, stats.failures),
            (&live.solutions, &mut self.solutions, stats.solutions),
        ] {
            sum.fetch_add(now - *last, Ordering::Relaxed);
            *last = now;
        }
        let seen = search.seen();
        if seen > self.seen {
            // With restarts the sum may exceed the whole; there is room for that.
            live.share
                .fetch_add(((seen - self.seen) * WHOLE) as u64, Ordering::Relaxed);
            self.seen = seen;
        }
        live.depth.store(search.depth(), Ordering::Relaxed);
    }
}
