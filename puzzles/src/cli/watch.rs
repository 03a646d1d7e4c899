//! The live line on standard error during a solve, and signals that end it.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::forecast::{Forecast, Left, percent, seconds_in_words};
use super::open::Failure;
use crate::language;
use crate::puzzle::Completed;
use crate::solve::{Halt, Progress, SearchProgress, Watcher};
use crate::words::counted;
use quadrille_engine::Interrupt;
use quadrille_engine::clock::Instant;
#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// A run shorter than this has no live line.
const SILENT: Duration = Duration::from_millis(500);

/// Time between two live lines.
const BETWEEN: Duration = Duration::from_millis(100);

/// A longer line would leave a part of itself behind on a terminal of 80 columns.
const WIDTH: usize = 79;

/// The exit code of a process that a second signal ends at once.
const KILLED: i32 = 130;

/// The signals that ask for an end.
const ENDING: &[i32] = &[
    SIGINT,
    SIGTERM,
    #[cfg(unix)]
    SIGHUP,
];

/// What SIGINT, SIGTERM and SIGHUP do: the first sets a flag, a second ends the process at once. While a pipe is read,
/// which may take for ever, already the first does.
#[derive(Debug)]
pub(super) struct Signals {
    cancel: Arc<AtomicBool>,
    interrupt: Interrupt,
    reads: Arc<AtomicBool>,
}

impl Signals {
    /// Begins to listen.
    pub(super) fn new() -> Self {
        let cancel = Arc::default();
        let signals = Self {
            interrupt: Interrupt::from(&cancel),
            cancel,
            reads: Arc::default(),
        };
        // Flags, and no thread that waits for signals: starting it takes longer than many a puzzle. Without a handler
        // a signal ends the process, as everywhere else.
        for &signal in ENDING {
            for ends in [&signals.cancel, &signals.reads] {
                let _ = flag::register_conditional_shutdown(signal, KILLED, Arc::clone(ends));
            }
            let _ = flag::register(signal, Arc::clone(&signals.cancel));
        }
        signals
    }

    /// Due from the first signal on.
    pub(super) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Whether a signal came.
    pub(super) fn came(&self) -> bool {
        self.cancel.load(Ordering::SeqCst)
    }

    /// Reads the puzzle of this name, at most until this time is over. If it may have to be waited for, the first signal
    /// ends the process meanwhile; else it ends the reading.
    pub(super) fn while_reading<T>(
        &self,
        name: &str,
        time: Option<Duration>,
        read: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let until = self.interrupt.clone().or(deadline);
        let read = || match language::until(&until, read) {
            Err(_) if until.is_due() => Err(Failure::stopped(name)),
            read => read,
        };
        let is_file = std::fs::metadata(name).is_ok_and(|known| known.is_file());
        if is_file || crate::embedded::find(name).is_some() {
            return read();
        }
        self.reads.store(true, Ordering::SeqCst);
        if self.came() {
            // Between the last look and the line above.
            std::process::exit(KILLED);
        }
        let value = read();
        self.reads.store(false, Ordering::SeqCst);
        value
    }
}

/// Shows the progress of a long run on a terminal; nothing otherwise.
#[derive(Debug)]
pub(super) struct ProgressLine {
    shows: bool,
    is_drawn: bool,
    next: Duration,
    solutions: u64,
    forecast: Forecast,
}

impl ProgressLine {
    pub(super) fn new() -> Self {
        Self {
            shows: io::stderr().is_terminal(),
            is_drawn: false,
            next: SILENT,
            solutions: 0,
            forecast: Forecast::new(),
        }
    }

    /// Shows this line, if it is time for one after `elapsed`.
    pub(super) fn tell(&mut self, elapsed: Duration, line: impl FnOnce() -> String) {
        if self.shows && elapsed >= self.next {
            self.next = elapsed + BETWEEN;
            self.draw(&line());
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

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Watcher for ProgressLine {
    fn found(&mut self, number: u64, _: &Completed) -> ControlFlow<Halt> {
        self.solutions = number;
        ControlFlow::Continue(())
    }

    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<Halt> {
        if self.shows {
            let share = progress.search.map_or(0.0, |search| search.share);
            self.forecast.look(progress.elapsed, share);
            if progress.elapsed >= self.next {
                self.next = progress.elapsed + BETWEEN;
                self.draw(&line(progress, self.forecast.left(share)));
            }
        }
        ControlFlow::Continue(())
    }
}

/// The live line: at most [`WIDTH`] characters, so what matters least comes last.
fn line(progress: &Progress<'_>, left: Option<Left>) -> String {
    let elapsed = format!("{} s", progress.elapsed.as_secs());
    let Some(SearchProgress {
        stats,
        share,
        depth,
    }) = progress.search.filter(|search| search.stats.nodes > 0)
    else {
        return format!("before the first node, {elapsed}");
    };
    let mut line = counted(stats.nodes, "node");
    for part in [
        counted(stats.solutions, "solution"),
        elapsed,
        format!("{} seen", percent(share)),
        estimate(left),
        format!("depth {depth}"),
    ] {
        if line.chars().count() + 2 + part.chars().count() <= WIDTH {
            line.push_str(", ");
            line.push_str(&part);
        }
    }
    line
}

/// The 90 % interval for the remaining time, if the rest of the tree is like what has been searched.
fn estimate(left: Option<Left>) -> String {
    match left {
        None => "no estimate yet".to_owned(),
        Some(Left { low, high, .. }) => {
            let [low, high] = [low, high].map(seconds_in_words);
            format!("{low} to {high} left")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::Stats;

    #[test]
    fn the_live_line() {
        let told = |nodes, solutions, share, left: Option<[f64; 3]>| {
            let mut stats = Stats::default();
            (stats.nodes, stats.solutions) = (nodes, solutions);
            let progress = Progress {
                elapsed: Duration::from_secs(30),
                search: Some(SearchProgress {
                    stats: &stats,
                    share,
                    depth: 17,
                }),
            };
            line(
                &progress,
                left.map(|[low, likely, high]| Left { likely, low, high }),
            )
        };
        assert_eq!(
            told(34_567, 3, 0.25, Some([60.0, 90.0, 140.0])),
            "34,567 nodes, 3 solutions, 30 s, 25.0 % seen, 60 s to 2 min left, depth 17"
        );
        assert!(told(1, 1, 1e-9, None).ends_with("1e-7 % seen, no estimate yet, depth 17"));
        assert!(told(1, 1, 0.5, None).starts_with("1 node, 1 solution, 30 s, "));
        assert_eq!(told(0, 0, 0.0, None), "before the first node, 30 s");
        let most = 1_000_000_000_000_000;
        let long = told(most, most, 0.5, Some([1e9, 2e9, 3e9]));
        assert!(
            long.chars().count() <= WIDTH && long.ends_with(" solutions, 30 s, 50.0 % seen"),
            "{long}"
        );
    }
}
