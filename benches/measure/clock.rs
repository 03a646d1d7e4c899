//! CPU time, not affected by what other processes do meanwhile.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The CPU time used by the current thread.
pub(crate) fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
