//! The figures of solving one puzzle.

use std::time::Duration;

use quadrille::Puzzle;
use quadrille_engine::{Limits, Step};

use crate::{build, clock};

/// The figures of one puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// Rows and columns.
    pub(crate) side: usize,
    /// CPU time of build and search.
    pub(crate) time: Duration,
    /// The same up to the first solution.
    pub(crate) first: Option<Duration>,
    /// Nodes of the search.
    pub(crate) nodes: u64,
    /// Failed nodes.
    pub(crate) failures: u64,
    /// Solutions met.
    pub(crate) solutions: u64,
    /// The peak memory of the process in bytes, where the system reports it.
    pub(crate) peak: Option<u64>,
    /// Whether the whole space was searched.
    pub(crate) finished: bool,
}

impl Point {
    /// The head of the table of [`Point::row`], in Markdown.
    pub(crate) const HEAD: &str = "\
| kind                  | side | seed | solutions |   nodes | failures | to the first, ms | to the proof, ms | peak memory, MB |
|-----------------------|-----:|-----:|----------:|--------:|---------:|-----------------:|-----------------:|----------------:|";

    /// Solves `puzzle` in this process.
    pub(crate) fn of(puzzle: &Puzzle, limit: Duration) -> Point {
        let started = clock::now();
        let built = build(puzzle);
        let brancher = (built.brancher)(&built.reading);
        let mut solver = built.model.solver();
        let mut search = solver.search().boxed_brancher(brancher);
        let mut first = None;
        let finished = loop {
            // The limit is on CPU time, which the engine does not know: it is checked between slices of nodes.
            search.set_limits(Limits {
                nodes: Some(search.stats().nodes + 64),
                ..Limits::default()
            });
            let step = search.step();
            if step == Step::Exhausted {
                break true;
            }
            if step == Step::Solution && first.is_none() {
                first = Some(clock::now() - started);
            }
            let is_time_to_look =
                step != Step::Solution || search.stats().solutions.is_multiple_of(64);
            if is_time_to_look && clock::now() - started > limit {
                break false;
            }
        };
        let stats = search.stats();
        Point {
            side: puzzle.size().0,
            time: clock::now() - started,
            first,
            nodes: stats.nodes,
            failures: stats.failures,
            solutions: stats.solutions,
            peak: peak_bytes(),
            finished,
        }
    }

    /// As figures on one line, for [`Point::from_line`].
    pub(crate) fn to_line(&self) -> String {
        format!(
            "{} {} {} {} {} {} {}",
            self.time.as_nanos(),
            self.first.map_or(0, |first| first.as_nanos()),
            self.nodes,
            self.failures,
            self.solutions,
            self.peak.unwrap_or(0),
            u8::from(self.finished),
        )
    }

    /// What another process wrote.
    pub(crate) fn from_line(side: usize, line: &str) -> Option<Point> {
        let figures: Result<Vec<u64>, _> = line.split_whitespace().map(str::parse).collect();
        let &[time, first, nodes, failures, solutions, peak, finished] = &figures.ok()?[..] else {
            return None;
        };
        Some(Point {
            side,
            time: Duration::from_nanos(time),
            first: (first > 0).then_some(Duration::from_nanos(first)),
            nodes,
            failures,
            solutions,
            peak: (peak > 0).then_some(peak),
            finished: finished == 1,
        })
    }

    /// As a row of the table; a figure that is not known is `-`, and a search that was stopped has no proof.
    pub(crate) fn row(&self, kind: &str, seed: u64) -> String {
        let known =
            |figure: Option<f64>| figure.map_or_else(|| "-".to_owned(), |f| format!("{f:.1}"));
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        format!(
            "| {kind:<21} | {:>4} | {seed:>4} | {:>9} | {:>7} | {:>8} | {:>16} | {:>16} | {:>15} |",
            self.side,
            self.solutions,
            self.nodes,
            self.failures,
            known(self.first.map(milliseconds)),
            known(self.finished.then(|| milliseconds(self.time))),
            known(self.peak.map(|bytes| bytes as f64 / 1e6)),
        )
    }
}

/// The peak resident memory of this process, where the system reports it.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
