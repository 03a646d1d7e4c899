//! The findings about a puzzle, for reports and JSON.

use std::sync::Arc;
use std::time::Duration;

use crate::filling::Entries;
use crate::grid::Cell;
use crate::puzzle::NotGiven;
use crate::read::Loaded;
use crate::solve::{Clash, ConsensusReport, Findings, Standing};

/// Givens and clues of the file each of which alone may be why there is no solution.
#[derive(Debug, Default)]
pub(super) struct Blamed {
    /// Those that, left out, would give a solution.
    pub(super) left_out: Vec<String>,
    /// Whether there are no others of that kind.
    pub(super) is_complete: bool,
    /// Clues that are none of those and that would give a solution with another value, each with such a value.
    pub(super) changed: Vec<(String, String)>,
    /// The cells of all of these, each with the number of its board.
    pub(super) cells: Vec<(usize, Cell)>,
}

/// A puzzle with all that was found of it.
#[derive(Debug)]
pub(super) struct Solved<'p> {
    pub(super) name: &'p str,
    pub(super) loaded: &'p Loaded,
    pub(super) findings: Findings,
    pub(super) consensus: Option<ConsensusReport>,
    pub(super) clash: Option<Clash>,
    /// If there is no solution because the puzzle is still empty: what it has nothing of.
    pub(super) not_given: Option<NotGiven>,
    /// What is known about the entries that it was solved from, if they leave no solution.
    pub(super) standing: Option<Standing>,
    /// The entries themselves.
    pub(super) entries: Option<Arc<Entries>>,
    /// Givens and clues of the file that may be why there is no solution.
    pub(super) blamed: Blamed,
    /// For a long solve: the rules for which the solver has only the general method.
    pub(super) weak: Vec<String>,
    pub(super) parse: Duration,
    pub(super) total: Duration,
}

impl<'p> Solved<'p> {
    /// The findings about a puzzle, before anything is known about conflicts and entries.
    pub(super) fn new(name: &'p str, loaded: &'p Loaded, findings: Findings) -> Self {
        Self {
            name,
            loaded,
            findings,
            consensus: None,
            clash: None,
            not_given: None,
            standing: None,
            entries: None,
            blamed: Blamed::default(),
            weak: Vec::new(),
            parse: Duration::ZERO,
            total: Duration::ZERO,
        }
    }

    /// Whether to look for conflicting rules, with this much time.
    pub(super) fn may_explain(&self, time: Duration) -> bool {
        let verdict = self.findings.verdict;
        verdict.found == 0 && verdict.is_exhaustive() && !time.is_zero()
    }
}
