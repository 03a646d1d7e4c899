//! What was found of a puzzle: what reports and JSON are made of.

use std::sync::Arc;
use std::time::Duration;

use crate::entries::Entries;
use crate::read::Loaded;
use crate::solve::{Clash, ConsensusReport, Findings, Standing};

/// A puzzle with all that was found of it.
#[derive(Debug)]
pub(super) struct Solved<'p> {
    pub(super) name: &'p str,
    pub(super) loaded: &'p Loaded,
    pub(super) findings: Findings,
    pub(super) consensus: Option<ConsensusReport>,
    pub(super) clash: Option<Clash>,
    /// What is known of the entries that it was solved from, if they leave no solution.
    pub(super) standing: Option<Standing>,
    /// The entries themselves.
    pub(super) entries: Option<Arc<Entries>>,
    /// What the file brings without any one of which there would be a solution.
    pub(super) to_blame: Vec<String>,
    /// Of a long solve: the rules for which the solver knows only the general route.
    pub(super) weak: Vec<String>,
    pub(super) parse: Duration,
    pub(super) total: Duration,
}

impl Solved<'_> {
    /// Whether it is to be said which rules clash, for which there is so much time.
    pub(super) fn may_explain(&self, time: Duration) -> bool {
        let verdict = self.findings.verdict;
        verdict.found == 0 && verdict.is_exhaustive() && !time.is_zero()
    }
}
