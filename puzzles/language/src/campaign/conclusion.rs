//! From findings to a report, as a single solve would give it.

use fxhash::FxHashSet;
use quadrille_engine::{Brancher, First, Limits, Literal, Path, Solver, Stats};

use super::Trouble;
use super::crew::{Extent, LISTED, State};
use super::tally::Decided;
use super::task::Task;
use crate::language::Puzzle;
use crate::puzzle::{Answer, Built, Completed, Reading};
use crate::solve::{
    CheckFailed, ConsensusReport, Findings, Goal, Halt, Learn, Request, Seen, Unwatched, Verdict,
    consensus_of_seen, solve,
};

/// What a long search has found.
#[derive(Clone, Debug)]
pub struct Conclusion {
    /// The findings, as [`solve`](crate::solve::solve) has them; solutions are in the order of their decisions.
    pub findings: Findings,
    /// What is the same in all solutions, if this was requested and there is one.
    pub consensus: Option<ConsensusReport>,
}

/// Whether what was found is all that was asked for, even if something is open. When the best is asked for, all results
/// must be known before the best solutions can be counted.
pub(super) fn is_enough(task: &Task, state: &State) -> bool {
    state.sought.is_none() && task.enough(state.tally.found).is_some()
}

/// Completes the solutions that are kept, each checked again, and computes the rest of the report. `reason` is why
/// something is open, if that is known.
pub(super) fn conclude(
    task: &Task,
    puzzle: &Puzzle,
    request: &Request,
    state: State,
    solutions: Vec<Decided>,
    reason: Option<Halt>,
    stats: Stats,
) -> Result<Conclusion, Trouble> {
    let extent = state.extent(reason);
    let mut findings = Findings {
        verdict: verdict(task, &state, extent),
        checked: state.tally.checked,
        solutions: Vec::new(),
        answers: Vec::new(),
        best: state.sought.map(|sought| sought.best(None, extent)),
        refuted_by: state.refuted_by.clone(),
        stats,
        propagators: Vec::new(),
    };
    let mut consensus = None;
    if state.tally.found == 0 && state.tally.seen.is_empty() {
        return Ok(Conclusion {
            findings,
            consensus,
        });
    }
    let mut bench = Bench::new(puzzle, request)?;
    if let (Some(sought), Some(value), Some(first)) =
        (state.sought, state.tally.best, state.tally.firsts.first())
    {
        let found = Some((value, bench.complete(first)?));
        findings.best = Some(sought.best(found, extent));
    }
    // Grids that are only the best so far are no solutions.
    if findings.verdict.found > 0 {
        if task.consensus && !state.tally.seen.is_empty() {
            consensus = Some(bench.consensus(&state, extent, findings.verdict)?);
        }
        add_solutions(task, &state, solutions, &mut bench, &mut findings)?;
    }
    Ok(Conclusion {
        findings,
        consensus,
    })
}

/// Whether values were searched for instead of all solutions, or would have been with another interruption.
fn asks(task: &Task, state: &State, extent: Extent) -> bool {
    let are_many = state.sought.is_none() && state.tally.found > LISTED;
    state.asks || extent.is_whole() && task.may_ask() && are_many
}

fn verdict(task: &Task, state: &State, extent: Extent) -> Verdict {
    let found = state.tally.found;
    if state.sought.is_some() && !extent.is_whole() {
        return extent.verdict(0);
    }
    if asks(task, state, extent) {
        return Verdict::new(2, Some(Halt::Several));
    }
    match task.enough(found) {
        // Several threads may know of more.
        Some((most, halt)) => Verdict::new(most, Some(halt)),
        None => extent.verdict(found),
    }
}

/// Adds the solutions that are reported, and the answers of all.
fn add_solutions(
    task: &Task,
    state: &State,
    solutions: Vec<Decided>,
    bench: &mut Bench<'_>,
    findings: &mut Findings,
) -> Result<(), Trouble> {
    // Which two are known depends on interruptions, so those of a plain solve are shown.
    if findings.verdict.stopped == Some(Halt::Several)
        && state.sought.is_none()
        && let Some(shown) = first_two(bench)?
    {
        (findings.solutions, findings.answers) = (shown.solutions, shown.answers);
        findings.checked = 2;
        return Ok(());
    }
    let tally = &state.tally;
    let mut kept = match task.goal {
        Goal::All | Goal::Limit(_) => solutions,
        Goal::Uniqueness => tally.firsts.clone(),
        Goal::Count => tally.firsts.iter().take(1).cloned().collect(),
    };
    if task.only_counts() {
        // The best grid is known, but was not asked for.
        kept.clear();
    }
    kept.sort_unstable();
    if task.goal != Goal::Count {
        let found = usize::try_from(findings.verdict.found).unwrap_or(usize::MAX);
        kept.truncate(found);
    }
    let mut known = FxHashSet::default();
    for decided in &kept {
        let completed = bench.complete(decided)?;
        let answer = bench.puzzle.answer(&completed);
        let tells_answers = task.keeps_all() || task.may_stop();
        if tells_answers && known.insert(answer.clone()) {
            findings.answers.push(answer);
        }
        findings.solutions.push(completed);
    }
    let mut answers: Vec<(&Decided, &Option<Answer>)> = tally
        .answers
        .iter()
        .map(|(answer, first)| (first, answer))
        .collect();
    answers.sort_unstable();
    let answers = answers.into_iter().map(|(_, answer)| answer.clone());
    findings.answers.extend(answers);
    Ok(())
}

/// A plain solve may take this many nodes to find the two solutions that it shows.
const SHOWN: u64 = 1000;

/// The two solutions that a plain solve shows, unless it takes long. Few nodes are not worth being interrupted, and
/// then which two are shown does not depend on it.
fn first_two(bench: &Bench<'_>) -> Result<Option<Findings>, Trouble> {
    let request = Request {
        goal: Goal::Uniqueness,
        threads: 1,
        limits: Limits {
            nodes: Some(SHOWN),
            ..Limits::default()
        },
        ..bench.request.clone()
    };
    let findings = solve(bench.puzzle, &request, &mut Unwatched)?;
    Ok(Some(findings).filter(|findings| findings.solutions.len() == 2))
}

/// A solver of the puzzle at its root, where solutions are completed.
struct Bench<'b> {
    puzzle: &'b Puzzle,
    request: &'b Request,
    solver: Solver,
    brancher: fn(&Reading) -> Box<dyn Brancher>,
    reading: Reading,
}

impl<'b> Bench<'b> {
    fn new(puzzle: &'b Puzzle, request: &'b Request) -> Result<Self, Trouble> {
        let mut options = request.build.clone();
        (options.leave_best, options.learns) = (true, request.learn == Learn::On);
        let Built {
            model,
            brancher,
            reading,
        } = puzzle.build(&options);
        let mut solver = model.solver();
        // Values excluded at the root are not open, and there is a solution.
        if solver.propagate().is_err() {
            return Err(Trouble::OtherModel);
        }
        Ok(Self {
            puzzle,
            request,
            solver,
            brancher,
            reading,
        })
    }

    /// The solution with these decisions, checked again.
    fn complete(&mut self, decided: &[i32]) -> Result<Completed, Trouble> {
        let decisions = self.solver.decisions().to_vec();
        if decisions.len() != decided.len() {
            return Err(Trouble::OtherModel);
        }
        let literals = decisions.iter().zip(decided);
        let path = literals.map(|(&var, &value)| Literal::is(var, value));
        let first = self
            .solver
            .search()
            .from(Path(path.collect()))
            .boxed_brancher(self.request.brancher(self.brancher, &self.reading))
            .first();
        let completed = match first {
            First::Found(solution) => (self.reading.complete)(&solution),
            // The file says that there is one.
            First::Nothing | First::Stopped(_) => return Err(Trouble::OtherModel),
        };
        CheckFailed::unless_right(self.puzzle, &completed)?;
        Ok(completed)
    }

    /// What is the same in all solutions, from the values seen in some.
    fn consensus(
        &self,
        state: &State,
        extent: Extent,
        verdict: Verdict,
    ) -> Result<ConsensusReport, Trouble> {
        let seen = state.tally.seen.clone();
        let vars: Vec<_> = self.reading.vars().collect();
        if vars.len() != seen.len() {
            return Err(Trouble::OtherModel);
        }
        let may_be = |var, value: &i32| match (extent.is_whole(), state.asks) {
            (true, _) => false,
            (false, false) => true,
            // Values refuted by questions are no longer open.
            (false, true) => {
                let mut open = state.open.iter();
                open.any(|node| node.path.0[0] == Literal::is(var, *value))
            }
        };
        let open = vars.iter().zip(&seen).map(|(&var, seen)| {
            let values = self.solver.domain(var).iter();
            let values = values.filter(|value| !seen.contains(value) && may_be(var, value));
            values.collect()
        });
        let known = Seen {
            open: open.collect(),
            seen,
            stopped: extent.stopped(),
            solutions: verdict.is_exhaustive().then_some(verdict.found),
        };
        Ok(consensus_of_seen(self.puzzle, &self.reading, known))
    }
}
