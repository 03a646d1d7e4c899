//! Solving one puzzle that was read, with everything else that was asked for.

use std::time::{Duration, Instant};

use quadrille_engine::Limits;

use super::super::drawing::{PictureArguments, titled};
use super::super::open::Failure;
use super::super::report::{self, Wanted};
use super::super::solved::{Blamed, Solved};
use super::arguments::SolveArguments;
use crate::language::Puzzle;
use crate::puzzle::{BuildOptions, NotGiven};
use crate::read::Loaded;
use crate::solve::{
    Clash, Goal, Halt, Request, Unwatched, Verdict, Watcher, consensus, consensus_of_all,
    explain_refuted, first_solution, solve, standing,
};
use crate::thin;

/// A puzzle that was read.
pub(super) struct Opened<'p> {
    pub(super) name: &'p str,
    pub(super) loaded: &'p Loaded,
    /// How long that took.
    pub(super) parse: Duration,
}

impl<'p> Opened<'p> {
    /// Solves it and finds out what else was asked for.
    pub(super) fn solve(
        self,
        arguments: &SolveArguments,
        request: &Request,
        watcher: &mut dyn Watcher,
    ) -> Result<Solved<'p>, Failure> {
        let started = Instant::now();
        let puzzle = &self.loaded.puzzle;
        let request = &Request {
            spent: self.parse,
            ..request.clone()
        };
        let mut findings = solve(puzzle, request, watcher)?;
        let total = self.parse + started.elapsed();
        let verdict = findings.verdict;
        let kept = findings.solutions.len();
        let are_at_hand = verdict.is_exhaustive()
            && findings.best.is_none()
            && kept as u64 == verdict.found
            && kept <= MOST_AT_HAND;
        let consensus = if !arguments.consensus || verdict.found == 0 {
            None
        } else if are_at_hand {
            // A search of its own could run out of time, and would then know less than the verdict.
            let (solutions, answers) = (&findings.solutions, &findings.answers);
            Some(consensus_of_all(puzzle, request, solutions, answers))
        } else {
            let time = request.limits.time;
            let limits = Limits {
                time: time.map(|time| time.saturating_sub(started.elapsed())),
                ..request.limits.clone()
            };
            let request = Request {
                limits,
                ..request.clone()
            };
            Some(consensus(puzzle, &request)?)
        };
        // Solutions only counted were not kept, and places that differ are drawn as in one of them.
        if consensus.is_some() && findings.solutions.is_empty() {
            let one = Request {
                goal: Goal::Limit(1),
                ..request.clone()
            };
            findings.solutions = solve(puzzle, &one, &mut Unwatched)?.solutions;
        }
        // Consistency: if the consensus knows the number of solutions, so does the verdict.
        if let Some(report) = &consensus
            && let Some(number) = report.solutions
            && !findings.verdict.is_exhaustive()
        {
            findings.verdict = Verdict {
                found: number,
                stopped: None,
            };
            findings.answers.clone_from(&report.answers);
        }
        let is_cut_short = matches!(
            verdict.stopped,
            Some(Halt::Time(_) | Halt::Nodes(_) | Halt::Failures(_))
        );
        // What is not told takes no time.
        let tells_more = !arguments.quiet || arguments.pictures.are_wanted();
        let weak = match tells_more && (is_cut_short || total >= LONG) {
            true => weak_rules(puzzle),
            false => Vec::new(),
        };
        let mut solved = Solved {
            consensus,
            entries: request.build.entries.clone(),
            weak,
            parse: self.parse,
            total,
            ..Solved::new(self.name, self.loaded, findings)
        };
        if let Some(entries) = &request.build.entries
            && verdict.found == 0
            && verdict.is_exhaustive()
        {
            solved.standing = Some(standing(
                puzzle,
                &without_entries(request, started),
                entries,
            )?);
        }
        if tells_more && solved.may_explain(arguments.explain) {
            solved.not_given = wanting(puzzle, request, arguments.explain / 4)?;
        }
        if tells_more && solved.not_given.is_none() && solved.may_explain(arguments.explain) {
            let begun = Instant::now();
            let most = arguments.explain * 3 / 4;
            solved.clash = explain_refuted(puzzle, &request.build, most, &request.limits.interrupt);
            if request.build.entries.is_none() {
                let left = arguments.explain.saturating_sub(begun.elapsed());
                let clash = solved.clash.as_ref();
                let deadline = Instant::now() + left;
                solved.blamed = blamed(puzzle, request, clash, deadline)?;
                // What one clue mends is one conflict, whatever rules it comes to.
                if let Some(clash) = &mut solved.clash
                    && (!solved.blamed.left_out.is_empty() || !solved.blamed.changed.is_empty())
                {
                    clash.second = None;
                }
            }
        }
        Ok(solved)
    }
}

/// With more solutions, a search that asks for each value is faster than comparing them all.
const MOST_AT_HAND: usize = 1_000;

/// A solve longer than this reports the weak rules.
const LONG: Duration = Duration::from_secs(10);

/// What an empty puzzle has nothing of yet, if it has no solution only because of the rules about that.
fn wanting(
    puzzle: &Puzzle,
    request: &Request,
    time: Duration,
) -> Result<Option<NotGiven>, Failure> {
    let Some(not_given) = puzzle.not_given() else {
        return Ok(None);
    };
    let rest = puzzle.without(&not_given.rules);
    let found = first_solution(&rest, request, time)?.verdict.found;
    Ok((found > 0).then_some(not_given))
}

/// The rules with a part that uses the general method, in the order of the rulebook.
fn weak_rules(puzzle: &Puzzle) -> Vec<String> {
    let parts = puzzle.parts().into_iter().filter(|part| part.is_weak);
    let mut rules: Vec<String> = parts.map(|part| part.rule).collect();
    rules.dedup();
    rules
}

/// What alone, left out or with another value, would give a solution, as far as this is determined in time. Clues at
/// places where rules conflict come first when other values are tried.
fn blamed(
    puzzle: &Puzzle,
    request: &Request,
    clash: Option<&Clash>,
    deadline: Instant,
) -> Result<Blamed, Failure> {
    let parts = puzzle.parts_of_file();
    let (known, cleared) = clash.map_or((&[][..], &[][..]), |clash| (&clash.parts, &clash.cleared));
    let (found, is_complete) = thin::to_blame(puzzle, request, known, cleared, deadline)?;
    let rules = clash.map_or(&[][..], |clash| &clash.rules);
    let is_far = |part: &usize| {
        let place = format!("{}: ", parts[*part].place);
        !rules.iter().any(|rule| rule.starts_with(&place))
    };
    let others = (0..parts.len()).filter(|part| !found.contains(part));
    let mut others: Vec<usize> = others.filter(|&part| !parts[part].is_structure).collect();
    others.sort_by_key(is_far);
    let mut changed = thin::to_change(puzzle, request, &others, deadline)?;
    changed.sort_unstable();
    let name = |part: usize| parts[part].name.clone();
    let all = found.iter().chain(changed.iter().map(|(part, _)| part));
    Ok(Blamed {
        cells: all
            .flat_map(|&part| parts[part].cells.iter().copied())
            .collect(),
        is_complete: is_complete && parts.iter().any(|part| !part.is_structure),
        left_out: found.into_iter().map(name).collect(),
        changed: changed
            .into_iter()
            .map(|(part, value)| (name(part), value))
            .collect(),
    })
}

/// The same request without entries, in the time that is left.
fn without_entries(request: &Request, started: Instant) -> Request {
    let left = |time: Duration| time.saturating_sub(started.elapsed());
    Request {
        limits: Limits {
            time: request.limits.time.map(left),
            ..request.limits.clone()
        },
        build: BuildOptions {
            entries: None,
            ..request.build.clone()
        },
        ..request.clone()
    }
}

/// Writes the picture of the findings to these files.
pub(super) fn write_pictures(
    solved: &Solved<'_>,
    wanted: &Wanted,
    files: &PictureArguments,
) -> Result<(), Failure> {
    if !files.are_wanted() {
        return Ok(());
    }
    let puzzle = &solved.loaded.puzzle;
    let verdict = solved.findings.verdict;
    let outcome = match (verdict.found, verdict.is_exhaustive()) {
        (0, true) => "no solution",
        (0, false) => "no solution found yet",
        _ => "",
    };
    let picture = report::picture(solved, wanted.all);
    let picture = titled(picture, solved.loaded, outcome);
    let extra = match solved.findings.solutions.first() {
        Some(completed) => puzzle.extra_pictures(completed),
        None => Vec::new(),
    };
    files.write(picture, wanted.drawing, &extra)
}
