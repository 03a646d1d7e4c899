//! Solving one puzzle that was read, with everything else that is asked of it: the findings for reports and documents.

use std::sync::Arc;
use std::time::Duration;

use quadrille_engine::Limits;
use quadrille_engine::clock::Instant;

use crate::filling::Entries;
use crate::grid::Cell;
use crate::language::Puzzle;
use crate::puzzle::{BuildOptions, NotGiven};
use crate::read::Loaded;
use crate::solve::{
    CheckFailed, Clash, ConsensusReport, Findings, Goal, Halt, Request, Standing, Unwatched,
    Verdict, Watcher, consensus, consensus_of_all, explain_refuted, first_solution, solve,
    standing,
};
use crate::thin;

/// Givens and clues of the file each of which alone may be why there is no solution.
#[derive(Debug, Default)]
pub(crate) struct Blamed {
    /// Those that, left out, would give a solution.
    pub(crate) left_out: Vec<String>,
    /// Whether there are no others of that kind.
    pub(crate) is_complete: bool,
    /// Clues that are none of those and that would give a solution with another value, each with such a value.
    pub(crate) changed: Vec<(String, String)>,
    /// The cells of all of these, each with the number of its board.
    pub(crate) cells: Vec<(usize, Cell)>,
}

/// A puzzle with all that was found of it.
#[derive(Debug)]
pub(crate) struct Solved<'p> {
    pub(crate) name: &'p str,
    pub(crate) loaded: &'p Loaded,
    pub(crate) findings: Findings,
    pub(crate) consensus: Option<ConsensusReport>,
    pub(crate) clash: Option<Clash>,
    /// If there is no solution because the puzzle is still empty: what it has nothing of.
    pub(crate) not_given: Option<NotGiven>,
    /// What is known about the entries that it was solved from, if they leave no solution.
    pub(crate) standing: Option<Standing>,
    /// The entries themselves.
    pub(crate) entries: Option<Arc<Entries>>,
    /// Givens and clues of the file that may be why there is no solution.
    pub(crate) blamed: Blamed,
    /// For a long solve: the rules for which the solver has only the general method.
    pub(crate) weak: Vec<String>,
    pub(crate) parse: Duration,
    pub(crate) total: Duration,
}

impl<'p> Solved<'p> {
    /// The findings about a puzzle, before anything is known about conflicts and entries.
    pub(crate) fn new(name: &'p str, loaded: &'p Loaded, findings: Findings) -> Self {
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

    /// The verdict in words; of a puzzle to which nothing was given, what it lacks.
    pub(crate) fn headline(&self) -> String {
        match &self.not_given {
            Some(not_given) => format!("no solution yet: {}", not_given.text),
            None => self.findings.headline(),
        }
    }

    /// Whether to look for conflicting rules, with this much time.
    pub(crate) fn may_explain(&self, time: Duration) -> bool {
        let verdict = self.findings.verdict;
        verdict.found == 0 && verdict.is_exhaustive() && !time.is_zero()
    }
}

/// A puzzle that was read.
pub(crate) struct Opened<'p> {
    pub(crate) name: &'p str,
    pub(crate) loaded: &'p Loaded,
    /// How long that took.
    pub(crate) parse: Duration,
}

/// What is to be found out beside the verdict.
#[derive(Clone, Copy, Debug)]
pub(crate) struct More {
    /// What is the same in all solutions.
    pub(crate) consensus: bool,
    /// Why there is no solution, or why it took long. What is not told takes no time.
    pub(crate) is_told: bool,
    /// The most time for finding conflicting rules.
    pub(crate) explain: Duration,
}

impl<'p> Opened<'p> {
    /// Solves it and finds out what else was asked for.
    ///
    /// # Errors
    /// A defect of this program.
    pub(crate) fn solve(
        self,
        wanted: &More,
        request: &Request,
        watcher: &mut dyn Watcher,
    ) -> Result<Solved<'p>, CheckFailed> {
        let started = Instant::now();
        let puzzle = &self.loaded.puzzle;
        let request = &Request {
            spent: self.parse,
            ..request.clone()
        };
        let mut findings = solve(puzzle, request, watcher)?;
        let total = self.parse + started.elapsed();
        let verdict = findings.verdict;
        let consensus = match wanted.consensus && verdict.found > 0 {
            true => Some(consensus_beside(puzzle, request, started, &mut findings)?),
            false => None,
        };
        let is_cut_short = matches!(
            verdict.stopped,
            Some(Halt::Time(_) | Halt::Nodes(_) | Halt::Failures(_))
        );
        let weak = match wanted.is_told && (is_cut_short || total >= LONG) {
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
        if wanted.is_told && solved.may_explain(wanted.explain) {
            solved.not_given = wanting(puzzle, request, wanted.explain / 4)?;
        }
        if wanted.is_told && solved.not_given.is_none() && solved.may_explain(wanted.explain) {
            let begun = Instant::now();
            let most = wanted.explain * 3 / 4;
            solved.clash = explain_refuted(puzzle, &request.build, most, &request.limits.interrupt);
            if request.build.entries.is_none() {
                let left = wanted.explain.saturating_sub(begun.elapsed());
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

/// The consensus of a puzzle that has solutions. If it knows their number, so does the verdict afterwards, and there is
/// a solution in the findings.
fn consensus_beside(
    puzzle: &Puzzle,
    request: &Request,
    started: Instant,
    findings: &mut Findings,
) -> Result<ConsensusReport, CheckFailed> {
    let verdict = findings.verdict;
    let kept = findings.solutions.len();
    let are_at_hand = verdict.is_exhaustive()
        && findings.best.is_none()
        && kept as u64 == verdict.found
        && kept <= MOST_AT_HAND;
    let mut report = if are_at_hand {
        // A search of its own could run out of time, and would then know less than the verdict.
        consensus_of_all(puzzle, request, &findings.solutions, &findings.answers)
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
        consensus(puzzle, &request)?
    };
    // Solutions only counted were not kept, and places that differ are drawn as in one of them.
    if findings.solutions.is_empty() {
        let one = Request {
            goal: Goal::Limit(1),
            ..request.clone()
        };
        findings.solutions = solve(puzzle, &one, &mut Unwatched)?.solutions;
    }
    if verdict.is_exhaustive() {
        report.solutions = report.solutions.or(Some(verdict.found));
    } else if let Some(number) = report.solutions {
        findings.verdict = Verdict {
            found: number,
            stopped: None,
        };
        findings.answers.clone_from(&report.answers);
    } else if let (Some(halt), Some(Halt::Several)) = (report.stopped, verdict.stopped) {
        // The search was to go on after the second solution.
        findings.verdict.stopped = Some(halt);
    }
    Ok(report)
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
) -> Result<Option<NotGiven>, CheckFailed> {
    let Some(not_given) = puzzle.not_given() else {
        return Ok(None);
    };
    let rest = puzzle.without_formulas_about(&not_given);
    let found = first_solution(&rest, request, time)?.verdict.found;
    Ok((found > 0).then_some(not_given))
}

/// The rules with a part that uses the general method, in the order of the rulebook.
fn weak_rules(puzzle: &Puzzle) -> Vec<String> {
    let parts = puzzle.compilation(&BuildOptions::default()).parts;
    let parts = parts.into_iter().filter(|part| part.is_weak);
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
) -> Result<Blamed, CheckFailed> {
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
