//! How far a search has come: what is open, and the findings in the rest.

use std::time::Duration;

use quadrille_engine::{OpenNode, Solver};
use serde_json::{Value, json};

use super::super::tally::Tally;
use crate::puzzle::{Best, Completed, Reading};
use crate::solve::{Halt, Verdict};
use quadrille_engine::Stats;

/// The state of a search.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct State {
    /// What is still to be searched.
    pub(in super::super) open: Vec<OpenNode>,
    /// The findings in the rest.
    pub(in super::super) tally: Tally,
    /// What is known about the best value before anything is tried; `None` if it is not asked for, or if no model was
    /// built yet.
    pub(in super::super) sought: Option<Sought>,
    /// The time spent, in all processes that took part.
    pub(in super::super) spent: Duration,
    /// The fingerprint of the model.
    pub(in super::super) model: Option<String>,
    /// The rule that refutes the puzzle before anything is tried.
    pub(in super::super) refuted_by: Option<String>,
    /// Several solutions are known, and only further values of places are searched for. The open nodes are then
    /// questions: they begin with a value, and are dropped when it has been seen in some solution.
    pub(in super::super) asks: bool,
}

impl State {
    /// A search of these nodes that has not begun.
    pub(in super::super) fn new(open: Vec<OpenNode>) -> Self {
        Self {
            open,
            ..Self::default()
        }
    }

    /// The best value found so far, if the best is asked for.
    pub(in super::super) fn best(&self) -> Option<i64> {
        Some(self.sought?.value(self.tally.best?))
    }

    /// How much of the space was searched. `reason` is why no more of it was, if that is known.
    pub(in super::super) fn extent(&self, reason: Option<Halt>) -> Extent {
        Extent {
            stopped: match self.open.is_empty() {
                true => None,
                false => Some(reason.unwrap_or(Halt::Cancelled)),
            },
        }
    }
}

/// How much of the space was searched. Only [`State::extent`] makes one, so that a search with open nodes is never taken
/// for one that has seen all, whatever a caller believes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Extent {
    stopped: Option<Halt>,
}

impl Extent {
    /// Why something is open; `None` only if nothing is.
    pub(in super::super) fn stopped(self) -> Option<Halt> {
        self.stopped
    }

    /// Whether the whole space was searched.
    pub(in super::super) fn is_whole(self) -> bool {
        self.stopped.is_none()
    }

    /// The verdict of a search that has come so far and found this many solutions.
    pub(in super::super) fn verdict(self, found: u64) -> Verdict {
        Verdict::new(found, self.stopped)
    }
}

/// What is known about the best value before anything is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Sought {
    is_least: bool,
    /// No grid has a better value than this.
    bound: i64,
}

impl Sought {
    /// At the root of a solver that was propagated; `None` if the puzzle does not ask for the best.
    pub(super) fn at_root(solver: &Solver, reading: &Reading) -> Option<Self> {
        let (var, is_least) = reading.sought?;
        let values = solver.domain(var);
        let bound = if is_least { values.min() } else { values.max() };
        Some(Self {
            is_least,
            bound: bound.map_or(0, i64::from),
        })
    }

    /// The value of a tally's best, in which smaller is better.
    pub(in super::super) fn value(self, best: i64) -> i64 {
        if self.is_least { best } else { -best }
    }

    /// What is known about the best value after a search that found this.
    pub(in super::super) fn best(self, found: Option<(i64, Completed)>, extent: Extent) -> Best {
        Best {
            is_least: self.is_least,
            found: found.map(|(best, completed)| (self.value(best), completed)),
            bound: self.bound,
            is_proved: extent.is_whole(),
            refuted_by: None,
            knows_all: true,
            stats: Stats::default(),
        }
    }

    /// As it is written in documents.
    pub(in super::super) fn field(known: Option<Self>) -> Value {
        known.map_or(
            Value::Null,
            |known| json!({ "least": known.is_least, "bound": known.bound }),
        )
    }

    /// What was written so; `None` if this is not it.
    pub(in super::super) fn of_field(value: &Value) -> Option<Option<Self>> {
        if value.is_null() {
            return Some(None);
        }
        Some(Some(Self {
            is_least: value["least"].as_bool()?,
            bound: value["bound"].as_i64()?,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_is_never_exhausted() {
        let open = State::new(vec![OpenNode::root()]);
        assert_eq!(open.extent(None).stopped(), Some(Halt::Cancelled));
        let limit = Halt::Nodes(7);
        assert_eq!(open.extent(Some(limit)).verdict(3).stopped, Some(limit));
        // A limit that was reached on the last node has stopped nothing.
        let over = State::new(Vec::new());
        assert!(over.extent(Some(limit)).verdict(3).is_exhaustive());
    }
}
