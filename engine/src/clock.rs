//! The clock by which work is timed and deadlines are kept: the only source of time in both crates.
//!
//! Everywhere but in a WebAssembly module without an operating system, [`Instant`] is the one of the standard library. There
//! the standard library has none and panics, so the host brings its own clock: a page in a browser gives
//! `performance.now()` to `clock::set` (which exists on that target alone).

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use hosted::{Instant, set};

/// A clock that the host brings.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod hosted {
    use std::ops::{Add, AddAssign, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> f64> = OnceLock::new();

    /// Sets the clock: it returns milliseconds since some moment, and never runs backwards. Only the first one counts;
    /// without any, no time passes.
    pub fn set(clock: fn() -> f64) {
        // A second clock would make times of the two incomparable.
        let _ = CLOCK.set(clock);
    }

    /// A moment, as in the standard library: the time since the clock's origin.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Self {
            let milliseconds = CLOCK.get().map_or(0.0, |clock| clock());
            Self(Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default())
        }

        /// The time that has passed since this moment.
        pub fn elapsed(&self) -> Duration {
            Self::now().duration_since(*self)
        }

        /// The time from `earlier` to this moment; none if it is later.
        pub fn duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The same.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.duration_since(earlier)
        }

        /// The moment so much later, if it can be represented.
        pub fn checked_add(&self, duration: Duration) -> Option<Self> {
            self.0.checked_add(duration).map(Self)
        }

        /// The moment so much earlier, if it can be represented.
        pub fn checked_sub(&self, duration: Duration) -> Option<Self> {
            self.0.checked_sub(duration).map(Self)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        /// # Panics
        /// If the sum cannot be represented, as in the standard library.
        fn add(self, duration: Duration) -> Self {
            Self(self.0 + duration)
        }
    }

    impl AddAssign<Duration> for Instant {
        fn add_assign(&mut self, duration: Duration) {
            *self = *self + duration;
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            self.duration_since(earlier)
        }
    }
}
