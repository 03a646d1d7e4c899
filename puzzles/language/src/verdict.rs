//! The one-line verdict on the number of solutions, and its exit code.

use std::fmt;
use std::time::Duration;

use quadrille_engine::{Limits, Stop};

use crate::words::{counted, thousands};

/// The number of solutions, as far as known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Solutions found.
    pub found: u64,
    /// Why there may be more; `None` if the whole space was searched.
    pub stopped: Option<Halt>,
}

/// Why a solve stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Several solutions are known, which is all that was asked.
    Several,
    /// The requested number of solutions was found.
    Solutions,
    /// The time limit was reached.
    Time(Duration),
    /// This many nodes were visited.
    Nodes(u64),
    /// This many nodes had failed.
    Failures(u64),
    /// The process used this many bytes or more.
    Memory(u64),
    /// It was cancelled.
    Cancelled,
}

impl Halt {
    /// The limit that `stop` refers to.
    pub(crate) fn new(stop: Stop, limits: &Limits) -> Self {
        match stop {
            Stop::Time => Halt::Time(limits.time.unwrap_or_default()),
            Stop::Nodes => Halt::Nodes(limits.nodes.unwrap_or_default()),
            Stop::Failures => Halt::Failures(limits.failures.unwrap_or_default()),
            Stop::Solutions => Halt::Solutions,
            Stop::Interrupted => Halt::Cancelled,
        }
    }

    /// One word for it: `several`, `solutions`, `time`, `nodes`, `failures`, `memory` or `cancelled`.
    pub const fn word(self) -> &'static str {
        match self {
            Halt::Several => "several",
            Halt::Solutions => "solutions",
            Halt::Time(_) => "time",
            Halt::Nodes(_) => "nodes",
            Halt::Failures(_) => "failures",
            Halt::Memory(_) => "memory",
            Halt::Cancelled => "cancelled",
        }
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Several => write!(f, "stopped at the second"),
            Halt::Solutions => write!(f, "stopped at the limit"),
            Halt::Time(time) => write!(f, "stopped after {} s", time.as_secs_f64()),
            Halt::Nodes(nodes) => write!(f, "stopped after {} nodes", thousands(*nodes)),
            Halt::Failures(failures) => {
                write!(f, "stopped after {} failures", thousands(*failures))
            }
            Halt::Memory(bytes) => write!(f, "stopped at {} MiB of memory", bytes >> 20),
            Halt::Cancelled => write!(f, "stopped"),
        }
    }
}

impl Verdict {
    /// So many were found before the search ended or stopped.
    pub fn new(found: u64, stopped: Option<Halt>) -> Self {
        Self { found, stopped }
    }

    /// Whether the whole space was searched.
    pub const fn is_exhaustive(self) -> bool {
        self.stopped.is_none()
    }

    /// 0 for exactly one solution, 1 for none, 3 for several, 4 if a limit other than the wanted number of
    /// solutions stopped the search before it was known.
    pub fn exit_code(self) -> u8 {
        match (self.found, self.stopped) {
            (0, None) => 1,
            (1, None) => 0,
            (2.., None | Some(Halt::Several | Halt::Solutions)) => 3,
            (_, Some(_)) => 4,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let solutions = counted(self.found, "solution");
        match (self.found, self.stopped) {
            (0, None) => write!(f, "no solution"),
            (1, None) => write!(f, "exactly one solution"),
            (_, None) => write!(f, "{solutions}"),
            (0, Some(halt)) => write!(f, "no solution found yet ({halt})"),
            (_, Some(halt)) => write!(f, "at least {solutions} ({halt})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_cannot_be_misread() {
        let text = |found, stopped| Verdict::new(found, stopped).to_string();
        assert_eq!(text(0, None), "no solution");
        assert_eq!(text(1, None), "exactly one solution");
        assert_eq!(text(72, None), "72 solutions");
        assert_eq!(
            text(1204, Some(Halt::Time(Duration::from_secs(10)))),
            "at least 1,204 solutions (stopped after 10 s)"
        );
        assert_eq!(
            text(1, Some(Halt::Time(Duration::from_millis(1500)))),
            "at least 1 solution (stopped after 1.5 s)"
        );
        assert_eq!(
            text(5, Some(Halt::Solutions)),
            "at least 5 solutions (stopped at the limit)"
        );
        assert_eq!(
            text(2, Some(Halt::Several)),
            "at least 2 solutions (stopped at the second)"
        );
        assert_eq!(
            text(0, Some(Halt::Nodes(1000))),
            "no solution found yet (stopped after 1,000 nodes)"
        );
        assert_eq!(
            text(0, Some(Halt::Memory(2 << 30))),
            "no solution found yet (stopped at 2048 MiB of memory)"
        );
        assert_eq!(text(1_234_567, None), "1,234,567 solutions");
    }

    #[test]
    fn exit_codes() {
        let code = |found, stopped| Verdict::new(found, stopped).exit_code();
        assert_eq!(code(1, None), 0);
        assert_eq!(code(0, None), 1);
        assert_eq!(code(2, None), 3);
        assert_eq!(code(2, Some(Halt::Several)), 3);
        assert_eq!(code(2, Some(Halt::Solutions)), 3);
        assert_eq!(code(1, Some(Halt::Solutions)), 4);
        assert_eq!(code(0, Some(Halt::Time(Duration::ZERO))), 4);
        assert_eq!(code(7, Some(Halt::Cancelled)), 4);
    }
}
