//! CPU time: what other processes do meanwhile does not count.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The CPU time that the current thread has had.
pub(crate) fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
