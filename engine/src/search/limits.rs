//! Limits: when a search stops early.

use crate::clock::Instant;
use std::fmt;
use std::time::Duration;

use crate::interrupt::Interrupt;

/// Bounds on a search; none by default.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall time from the first step of the search.
    pub time: Option<Duration>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Failed nodes.
    pub failures: Option<u64>,
    /// Solutions found; the search stops right after the last, without checking whether there are more.
    pub solutions: Option<u64>,
    /// Polled at every node.
    pub interrupt: Interrupt,
}

/// Why a search stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The time limit was reached.
    Time,
    /// The limit on nodes was reached.
    Nodes,
    /// The limit on failures was reached.
    Failures,
    /// The limit on solutions was reached.
    Solutions,
    /// The [interrupt](Limits::interrupt) was due.
    Interrupted,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Time => "time limit",
            Stop::Nodes => "node limit",
            Stop::Failures => "failure limit",
            Stop::Solutions => "solution limit",
            Stop::Interrupted => "cancelled",
        })
    }
}

impl std::error::Error for Stop {}

/// When a search started, and at which node its clock is to be read next.
///
/// Reading a clock costs about as much as a cheap node, so it is read about once in a millisecond of search,
/// however expensive the nodes are.
#[derive(Clone, Copy, Debug, Default)]
struct Clock {
    started: Option<Instant>,
    read: Duration,
    read_at: u64,
    next: u64,
}

impl Clock {
    /// Starts the clock unless it runs already.
    fn start(&mut self, now: Instant) {
        self.started.get_or_insert(now);
        // Time may have passed between two steps.
        self.next = 0;
    }

    fn elapsed(&self) -> Duration {
        self.started.map_or(Duration::ZERO, |s| s.elapsed())
    }

    fn has_passed(&mut self, time: Duration, nodes: u64) -> bool {
        const BETWEEN: Duration = Duration::from_millis(1);
        const MOST: u64 = 1024;
        if nodes < self.next {
            return false;
        }
        let elapsed = self.elapsed();
        let (nodes_passed, time_passed) = (nodes - self.read_at, elapsed - self.read);
        let in_between = BETWEEN.as_nanos() * u128::from(nodes_passed);
        let ahead = in_between / time_passed.as_nanos().max(1);
        self.next = nodes + u64::try_from(ahead).map_or(MOST, |n| n.clamp(1, MOST));
        (self.read, self.read_at) = (elapsed, nodes);
        elapsed >= time
    }
}

fn is_reached(limit: Option<u64>, count: u64) -> bool {
    limit.is_some_and(|limit| count >= limit)
}

/// Checks the limits of one search.
#[derive(Clone, Debug, Default)]
pub(super) struct Gauge {
    pub(super) limits: Limits,
    clock: Clock,
    /// Whether the iterator has reported that a limit was reached.
    pub(super) reported: bool,
}

impl Limits {
    /// These limits combined with those of a slice of the search: whichever is reached first stops it.
    /// [`have_stopped`](Self::have_stopped) says whether these limits did, and not only the slice.
    ///
    /// ```
    /// use quadrille_engine::{Limits, Model, Step};
    ///
    /// let mut model = Model::new();
    /// model.vars(12, 0..=1);
    /// let mut solver = model.solver();
    /// let limits = Limits { nodes: Some(1000), ..Limits::default() };
    /// let mut search = solver.search();
    /// let (mut slices, mut solutions) = (0, 0);
    /// loop {
    ///     let slice = Limits { nodes: Some(search.stats().nodes + 300), ..Limits::default() };
    ///     search.set_limits(limits.for_slice(&slice));
    ///     match search.step() {
    ///         Step::Solution => solutions += 1,
    ///         Step::Stopped(stop) if limits.have_stopped(stop, search.stats()) => break,
    ///         Step::Stopped(_) => slices += 1, // A moment to look at the search.
    ///         Step::Exhausted => break,
    ///     }
    /// }
    /// assert_eq!(search.stats().nodes, 1000);
    /// assert!(slices < 4 && solutions > 400);
    /// ```
    #[must_use]
    pub fn for_slice(&self, slice: &Limits) -> Limits {
        fn first<T: Ord + Copy>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Limits {
            time: first(self.time, slice.time),
            nodes: first(self.nodes, slice.nodes),
            failures: first(self.failures, slice.failures),
            solutions: first(self.solutions, slice.solutions),
            interrupt: self.interrupt.clone().or(&slice.interrupt),
        }
    }

    /// Whether a search with these figures was stopped by these limits, and not only by those of a
    /// [slice](Self::for_slice). A limit on time and the interrupt are assumed to be these.
    pub fn have_stopped(&self, stop: Stop, stats: &super::Stats) -> bool {
        match stop {
            Stop::Time | Stop::Interrupted => true,
            Stop::Nodes => is_reached(self.nodes, stats.nodes),
            Stop::Failures => is_reached(self.failures, stats.failures),
            Stop::Solutions => is_reached(self.solutions, stats.solutions),
        }
    }

    /// The limit on nodes or failures that is reached, if one is.
    pub(crate) fn reached_by(&self, stats: &super::Stats) -> Option<Stop> {
        if is_reached(self.nodes, stats.nodes) {
            Some(Stop::Nodes)
        } else if is_reached(self.failures, stats.failures) {
            Some(Stop::Failures)
        } else {
            None
        }
    }
}

impl Gauge {
    /// Starts the clock unless it runs already.
    pub(super) fn start(&mut self, now: Instant) {
        self.clock.start(now);
    }

    /// Reads the clock the next time that it is asked: what was just done may have taken much longer than a node.
    pub(super) fn read_soon(&mut self) {
        self.clock.next = 0;
    }

    /// Whether the time is up or the interrupt due, in the middle of a node: [`reached`](Self::reached) then says
    /// which.
    pub(super) fn interrupts(&mut self) -> bool {
        let is_up = |time| self.clock.elapsed() >= time;
        let is_due = self.limits.interrupt.is_due() || self.limits.time.is_some_and(is_up);
        if is_due {
            self.clock.next = 0;
        }
        is_due
    }

    /// The limit that is reached, if one is.
    pub(super) fn reached(&mut self, stats: &super::Stats) -> Option<Stop> {
        let Self { limits, clock, .. } = self;
        if limits.solutions.is_some_and(|most| stats.solutions >= most) {
            return Some(Stop::Solutions);
        }
        limits.reached_by(stats).or_else(|| {
            if limits.interrupt.is_due() {
                Some(Stop::Interrupted)
            } else if limits
                .time
                .is_some_and(|time| clock.has_passed(time, stats.nodes))
            {
                Some(Stop::Time)
            } else {
                None
            }
        })
    }
}
