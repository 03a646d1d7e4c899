//! What goes on beside a solve: the live line on standard error, and signals that end it.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::puzzle::Completed;
use crate::solve::{Halt, Progress, SearchProgress, Watcher, thousands};

/// A run shorter than this has no live line.
const SILENT: Duration = Duration::from_millis(500);

/// Time between two live lines.
const BETWEEN: Duration = Duration::from_millis(100);

/// The exit code of a process that a second signal ends at once.
const KILLED: i32 = 130;

/// A flag that SIGINT, SIGTERM and SIGHUP set. A second signal ends the process at once.
pub(super) fn cancel_on_signal() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    // Without a handler a signal ends the process, which is what it does everywhere else.
    let _ = ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::Relaxed) {
            std::process::exit(KILLED);
        }
    });
    flag
}

/// Shows how far a long run has come, where somebody looks; says nothing otherwise.
#[derive(Debug)]
pub(super) struct Live {
    shows: bool,
    is_drawn: bool,
    next: Duration,
    solutions: u64,
}

impl Live {
    pub(super) fn new() -> Self {
        Self {
            shows: io::stderr().is_terminal(),
            is_drawn: false,
            next: SILENT,
            solutions: 0,
        }
    }

    /// Takes the line away.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.is_drawn) {
            let _ = io::stderr().lock().write_all(b"\r\x1b[K");
        }
    }

    fn draw(&mut self, line: &str) {
        let mut err = io::stderr().lock();
        let drawn = write!(err, "\r\x1b[K{line}").and_then(|()| err.flush());
        self.is_drawn = drawn.is_ok();
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Watcher for Live {
    fn found(&mut self, number: u64, _: &Completed) -> ControlFlow<Halt> {
        self.solutions = number;
        ControlFlow::Continue(())
    }

    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<Halt> {
        if self.shows && progress.elapsed >= self.next {
            self.next = progress.elapsed + BETWEEN;
            self.draw(&line(progress));
        }
        ControlFlow::Continue(())
    }
}

/// The live line: at most 80 characters.
fn line(progress: &Progress<'_>) -> String {
    let elapsed = progress.elapsed.as_secs();
    let Some(SearchProgress {
        stats,
        share,
        depth,
    }) = progress.search
    else {
        return format!("searching on several threads, {elapsed} s");
    };
    format!(
        "{} nodes, {} solutions, depth {depth}, {:.1} % seen, {elapsed} s, {}",
        thousands(stats.nodes),
        thousands(stats.solutions),
        100.0 * share,
        estimate(share, progress.elapsed),
    )
}

/// What is left if the rest of the tree is like what was seen. Before a hundredth was seen, or a second has passed,
/// that is not worth saying.
fn estimate(share: f64, elapsed: Duration) -> String {
    if share < 0.01 || elapsed < Duration::from_secs(1) {
        return "no estimate yet".to_owned();
    }
    let left = elapsed.as_secs_f64() * (1.0 - share) / share;
    let (number, unit) = match left {
        ..100.0 => (left, "s"),
        ..6000.0 => (left / 60.0, "min"),
        _ => (left / 3600.0, "h"),
    };
    format!("perhaps {number:.0} {unit} left")
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::Stats;

    #[test]
    fn the_live_line() {
        let stats = Stats {
            nodes: 1_234_567,
            solutions: 3,
            ..Stats::default()
        };
        let progress = |share, seconds| {
            line(&Progress {
                elapsed: Duration::from_secs(seconds),
                search: Some(SearchProgress {
                    stats: &stats,
                    share,
                    depth: 17,
                }),
            })
        };
        assert_eq!(
            progress(0.25, 30),
            "1,234,567 nodes, 3 solutions, depth 17, 25.0 % seen, 30 s, perhaps 90 s left"
        );
        assert!(progress(0.25, 3000).ends_with("perhaps 2 h left"));
        assert!(progress(0.25, 1000).ends_with("perhaps 50 min left"));
        assert!(progress(0.001, 30).ends_with("no estimate yet"));
    }
}
