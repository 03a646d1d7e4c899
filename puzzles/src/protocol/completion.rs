//! Whether and how a partly filled grid can be completed, by search.

use std::sync::Arc;

use quadrille_engine::Limits;
use quadrille_engine::clock::Instant;

use crate::filling::Entries;
use crate::language::Puzzle;
use crate::puzzle::{Best, BuildOptions};
use crate::solve::{CheckFailed, Goal, Halt, Request, Standing, Verdict, Watcher, solve, standing};

/// The findings of a search about a grid.
pub(crate) struct Deep {
    /// The number of ways to complete it.
    pub(crate) ways: Verdict,
    /// What is known about its entries, if they were examined.
    pub(crate) standing: Option<Standing>,
    /// For a puzzle that asks for the best grids: what is known about the best value.
    pub(crate) best: Option<Best>,
    /// Whether the grid can be completed so that all rules hold, if not to a best grid.
    pub(crate) keeps_the_rules: Option<bool>,
}

/// Counts the ways to complete a grid, up to `most`, and examines its entries one by one if there is none, or if
/// several are listed in a place.
pub(crate) fn look_deep(
    puzzle: &Puzzle,
    entries: &Entries,
    most: u64,
    limits: &Request,
    watcher: &mut dyn Watcher,
) -> Result<Deep, CheckFailed> {
    let started = Instant::now();
    let request = Request {
        goal: Goal::Limit(most.max(1)),
        limits: limits.limits.clone(),
        memory: limits.memory,
        keep: false,
        build: BuildOptions {
            entries: Some(Arc::new(entries.clone())),
            ..BuildOptions::default()
        },
        ..Request::default()
    };
    let findings = solve(puzzle, &request, watcher)?;
    let (ways, best) = (findings.verdict, findings.best);
    let is_impossible = ways.found == 0 && ways.is_exhaustive();
    let has_lists = entries.have_lists();
    let mut deep = Deep {
        ways,
        standing: None,
        keeps_the_rules: None,
        best,
    };
    if is_impossible && deep.best.is_some() {
        let mut any = request.clone();
        (any.goal, any.build.leave_best) = (Goal::Limit(1), true);
        any.limits.time = request
            .limits
            .time
            .map(|time| time.saturating_sub(started.elapsed()));
        let any = solve(puzzle, &any, watcher)?.verdict;
        let is_known = any.found > 0 || any.is_exhaustive();
        deep.keeps_the_rules = is_known.then_some(any.found > 0);
    }
    if is_impossible || has_lists {
        let left = |time: std::time::Duration| time.saturating_sub(started.elapsed());
        let request = Request {
            limits: Limits {
                time: request.limits.time.map(left),
                ..request.limits.clone()
            },
            build: BuildOptions::default(),
            ..request
        };
        deep.standing = Some(standing(puzzle, &request, entries)?);
    }
    Ok(deep)
}

impl Deep {
    /// Whether the grid can be completed, if that is known.
    pub(crate) fn is_possible(&self) -> Option<bool> {
        match (self.ways.found, self.ways.stopped) {
            (0, Some(_)) => None,
            (found, _) => Some(found > 0),
        }
    }

    /// Why there may be more ways than were found.
    pub(crate) fn stopped(&self) -> Option<&'static str> {
        self.ways.stopped.map(Halt::word)
    }
}
