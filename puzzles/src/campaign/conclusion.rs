//! From findings to a report, as a single solve would give it.

use fxhash::FxHashSet;
use quadrille_engine::{First, Literal, Path, Solver, Stats};

use super::Trouble;
use super::crew::State;
use super::tally::Decided;
use super::task::Task;
use crate::language::Puzzle;
use crate::puzzle::{Built, Completed, Reading};
use crate::solve::{
    CheckFailed, ConsensusReport, Findings, Goal, Halt, Learn, Request, Seen, Verdict,
    consensus_of_seen,
};

/// What a long search has found.
#[derive(Clone, Debug)]
pub struct Conclusion {
    /// The findings, as [`solve`](crate::solve::solve) has them; solutions are in the order of their decisions.
    pub findings: Findings,
    /// What is the same in all solutions, if this was requested and there is one.
    pub consensus: Option<ConsensusReport>,
}

/// Completes the solutions that are kept, each checked again, and computes the rest of the report.
pub(super) fn conclude(
    task: &Task,
    puzzle: &Puzzle,
    request: &Request,
    state: State,
    solutions: Vec<Decided>,
    halt: Option<Halt>,
    stats: Stats,
) -> Result<Conclusion, Trouble> {
    let State {
        tally,
        asks,
        open,
        refuted_by,
        ..
    } = state;
    let mut kept = if task.keeps_all() {
        solutions
    } else {
        tally.firsts.clone()
    };
    kept.extend(tally.fresh.iter().cloned());
    kept.sort_unstable();
    kept.dedup();
    let found = match (halt, task.goal) {
        // Several threads may know of more.
        (Some(Halt::Several), _) => tally.found.min(2),
        (Some(Halt::Solutions), Goal::Limit(most)) => {
            kept.truncate(most as usize);
            tally.found.min(most)
        }
        _ => tally.found,
    };
    let verdict = match asks {
        true => Verdict::new(2, Some(Halt::Several)),
        false => Verdict::new(found, halt),
    };
    let mut findings = Findings {
        verdict,
        checked: tally.checked,
        solutions: Vec::with_capacity(kept.len()),
        answers: Vec::new(),
        best: None,
        refuted_by,
        stats,
        propagators: Vec::new(),
    };
    let mut consensus = None;
    if kept.is_empty() && tally.seen.is_empty() {
        return Ok(Conclusion {
            findings,
            consensus,
        });
    }
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
    let mut known = FxHashSet::default();
    for decided in &kept {
        let completed = complete(decided, &mut solver, &reading, || {
            request.brancher(brancher, &reading)
        })?;
        CheckFailed::unless_right(puzzle, &completed, &request.build)?;
        let answer = puzzle.answer(&completed);
        let tells_answers = task.keeps_all() || task.may_stop();
        if tells_answers && known.insert(answer.clone()) {
            findings.answers.push(answer);
        }
        findings.solutions.push(completed);
    }
    if task.consensus && !tally.seen.is_empty() {
        let vars: Vec<_> = reading.vars().collect();
        if vars.len() != tally.seen.len() {
            return Err(Trouble::OtherModel);
        }
        let may_be = |var, value: &i32| match (halt, asks) {
            (None, _) => false,
            (Some(_), false) => true,
            // Values refuted by questions are no longer open.
            (Some(_), true) => open
                .iter()
                .any(|node| node.path.0[0] == Literal::is(var, *value)),
        };
        let open = vars.iter().zip(&tally.seen).map(|(&var, seen)| {
            let values = solver.domain(var).iter();
            let values = values.filter(|value| !seen.contains(value) && may_be(var, value));
            values.collect()
        });
        let known = Seen {
            open: open.collect(),
            seen: tally.seen,
            stopped: halt,
            solutions: (halt.is_none() && !asks).then_some(found),
        };
        consensus = Some(consensus_of_seen(puzzle, request, &reading, known));
    }
    Ok(Conclusion {
        findings,
        consensus,
    })
}

/// The solution with these decisions.
fn complete(
    decided: &[i32],
    solver: &mut Solver,
    reading: &Reading,
    brancher: impl Fn() -> Box<dyn quadrille_engine::Brancher>,
) -> Result<Completed, Trouble> {
    let decisions = solver.decisions().to_vec();
    if decisions.len() != decided.len() {
        return Err(Trouble::OtherModel);
    }
    let literals = decisions.iter().zip(decided);
    let path = literals.map(|(&var, &value)| Literal::is(var, value));
    let first = solver
        .search()
        .from(Path(path.collect()))
        .boxed_brancher(brancher())
        .first();
    match first {
        First::Found(solution) => Ok((reading.complete)(&solution)),
        // The file says that there is one.
        First::Nothing | First::Stopped(_) => Err(Trouble::OtherModel),
    }
}
