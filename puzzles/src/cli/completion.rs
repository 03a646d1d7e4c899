//! Whether and how a partly filled grid can be completed.

use std::sync::Arc;

use quadrille_engine::Limits;

use super::entries;
use super::limits::LimitArguments;
use super::open::Failure;
use super::watch::{ProgressLine, Signals};
use crate::filling::Entries;
use crate::language::Puzzle;
use crate::puzzle::{Best, BuildOptions};
use crate::solve::{Goal, Halt, Request, Standing, Verdict, solve, standing};
use crate::words::counted;

/// The findings of a search about a grid.
pub(super) struct Deep {
    /// The number of ways to complete it.
    pub(super) ways: Verdict,
    /// What is known about its entries, if they were examined.
    pub(super) standing: Option<Standing>,
    /// For a puzzle that asks for the best grids: what is known about the best value.
    pub(super) best: Option<Best>,
    /// Whether the grid can be completed so that all rules hold, if not to a best grid.
    pub(super) keeps_the_rules: Option<bool>,
}

/// Counts the ways to complete a grid, up to `most`, and examines its entries one by one if there is none, or if
/// several are listed in a place.
pub(super) fn look_deep(
    puzzle: &Puzzle,
    entries: &Entries,
    most: u64,
    limits: &LimitArguments,
) -> Result<Deep, Failure> {
    let signals = Signals::new();
    let started = std::time::Instant::now();
    let request = Request {
        goal: Goal::Limit(most.max(1)),
        limits: limits.of_search(signals.interrupt()),
        memory: limits.memory,
        keep: false,
        build: BuildOptions {
            entries: Some(Arc::new(entries.clone())),
            ..BuildOptions::default()
        },
        ..Request::default()
    };
    let findings = solve(puzzle, &request, &mut ProgressLine::new())?;
    let (ways, best) = (findings.verdict, findings.best);
    let is_impossible = ways.found == 0 && ways.is_exhaustive();
    let has_lists = !entries.candidates.is_empty();
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
        let any = solve(puzzle, &any, &mut ProgressLine::new())?.verdict;
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

pub(super) fn in_words(deep: &Deep, open: usize) -> String {
    let ways = deep.ways;
    let best = deep.best.as_ref();
    let best = best.and_then(|best| Some((best.word(), best.value()?)));
    let mut text = match (ways.found, ways.stopped) {
        (0, None) if deep.keeps_the_rules == Some(true) && best.is_some() => {
            let (word, value) = best.unwrap_or_default();
            match open {
                0 => format!("it is not the best: the {word} value is {value}\n"),
                _ => format!(
                    "it can be completed so that all rules hold, but not with the {word} value, {value}\n"
                ),
            }
        }
        (1.., _) if open == 0 && best.is_some() => {
            let (word, value) = best.unwrap_or_default();
            format!("it is a solution: the {word} value is {value}\n")
        }
        (0, None) => "it cannot be completed\n".to_owned(),
        (0, Some(halt)) => format!("whether it can be completed is not known ({halt})\n"),
        (1, None) => "it can be completed in exactly one way\n".to_owned(),
        (many, None) => format!("it can be completed in {}\n", counted(many, "way")),
        (many, Some(halt)) => {
            let ways = counted(many, "way");
            format!("it can be completed in at least {ways} ({halt})\n")
        }
    };
    match &deep.standing {
        // Which of all entries keep a full grid from being the best says nothing.
        Some(_) if open == 0 && deep.keeps_the_rules == Some(true) => {}
        Some(standing) if ways.found == 0 || !standing.wrong.is_empty() => {
            text.push_str(&entries::told(standing, deep.best.as_ref()));
        }
        _ => {}
    }
    text
}

impl Deep {
    /// Whether the grid can be completed, if that is known.
    pub(super) fn is_possible(&self) -> Option<bool> {
        match (self.ways.found, self.ways.stopped) {
            (0, Some(_)) => None,
            (found, _) => Some(found > 0),
        }
    }

    /// Why there may be more ways than were found.
    pub(super) fn stopped(&self) -> Option<&'static str> {
        self.ways.stopped.map(Halt::word)
    }
}
