//! Delays of threads, in tests: whatever the order in which threads come to these points, the result is the same.

/// Where a thread may be delayed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Point {
    /// Before and after it builds its solver.
    Building,
    Built,
    /// Before it takes a node, reports, and ends.
    Waiting,
    Reporting,
    Ending,
    /// Between two nodes.
    Searching,
}

/// Does nothing.
#[cfg(not(test))]
#[inline]
pub(super) fn at(_: Point) {}

#[cfg(test)]
pub(super) use in_tests::at;

#[cfg(test)]
pub(in super::super) mod in_tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use super::Point;

    /// The state of the random numbers; 0 for no delays.
    static STATE: AtomicU64 = AtomicU64::new(0);

    /// Delays threads until this is dropped.
    pub(in super::super::super) struct Delays;

    impl Delays {
        pub(in super::super::super) fn new(seed: u64) -> Self {
            STATE.store(seed | 1, Ordering::Relaxed);
            Self
        }
    }

    impl Drop for Delays {
        fn drop(&mut self) {
            STATE.store(0, Ordering::Relaxed);
        }
    }

    /// Waits for a random time, mostly none.
    pub(in super::super) fn at(point: Point) {
        let state = STATE.load(Ordering::Relaxed);
        if state == 0 {
            return;
        }
        // Two threads may get the same number, which is as random as any.
        let next = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let _ = STATE.compare_exchange(state, next | 1, Ordering::Relaxed, Ordering::Relaxed);
        let (often, most) = match point {
            Point::Building | Point::Built => (2, 30_000),
            Point::Waiting | Point::Reporting | Point::Ending => (4, 5_000),
            Point::Searching => (300, 2_000),
        };
        if (next >> 33).is_multiple_of(often) {
            std::thread::sleep(Duration::from_micros((next >> 40) % most));
        }
    }
}
