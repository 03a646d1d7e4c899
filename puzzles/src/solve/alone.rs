//! Solving on the calling thread, in slices so that the watcher sees something.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quadrille_engine::search::Learning;
use quadrille_engine::{Limits, Restarts, Search, Solver, Step, Stop};

use super::found::{Checked, Found};
use super::{
    CheckFailed, Findings, Goal, Halt, LAST_TRIAL, Learn, Progress, Request, SearchProgress, TRIAL,
    Verdict, Watcher, add_best, check_best, figures, rule_in_words,
};
use crate::puzzle::{Answer, Built, Completed, Puzzle};

/// What it takes at most, for each solution, to put solutions into order at the end: lists that grow by doubling, and
/// answers that are known and listed.
const ORDERING: usize = 2 * size_of::<Completed>() + 4 * size_of::<Answer>() + 64;

/// After how many solutions it is asked whether that still fits.
const BETWEEN: u64 = 1024;

/// How long a slice of the search is.
const SLICE: Duration = Duration::from_millis(20);

/// Solves on this thread. `None` if the request is for several threads, and it turns out that there is nothing to learn: then
/// these are to begin anew, and find what this thread would go on to find.
pub(super) fn solve(
    puzzle: &dyn Puzzle,
    request: &Request,
    watcher: &mut dyn Watcher,
) -> Result<Option<Findings>, CheckFailed> {
    let started = Instant::now();
    let broken_off = Arc::default();
    let mut options = request.build_options(started, &broken_off);
    options.learns = request.learn == Learn::On;
    let Built {
        model,
        brancher,
        mut reading,
    } = super::enter::build(puzzle, &options);
    let best = reading.best.take();
    check_best(puzzle, request, &best)?;
    let Some(mut solver) = model.solver_while(|| !options.interrupt.is_due()) else {
        let halt = broken_off.get().copied();
        return Ok(Some(Findings::nothing(started, halt, best)));
    };
    // Building, and a trial search that came before: what the figures of the last search leave out.
    let mut built_in = started.elapsed();
    let mut earlier = [Duration::ZERO; 2];
    let brancher = request.brancher(brancher, &reading);
    // Depth first for a while, and then anew with learning, where that may pay.
    let tries = tries_learning(puzzle, request);
    let mut learns = request.learn == Learn::On;
    // What is found in no order of its own is put into one at the end, as several threads would.
    let in_order = brancher.is_static() && request.restarts == Restarts::Never && !tries && !learns;
    let mut brancher = Some(brancher);
    let mut unordered: Vec<(Vec<i32>, Checked)> = Vec::new();
    let (most, enough) = request.enough();
    let mut found = Found::new(puzzle, request);
    let mut number = 0;
    let mut slices = Slices::new(request, started);
    // The model alone may be too large.
    let full = request.is_memory_full();
    let (mut stopped, mut stats) = loop {
        let decisions = solver.decisions().to_vec();
        let mut search = solver.search().restarts(request.restarts);
        if let Some(brancher) = brancher.take() {
            search = search.boxed_brancher(brancher);
        }
        if learns {
            search = search.learn(Learning::default());
        }
        let mut trial = (tries && !learns).then_some(TRIAL);
        let stopped = loop {
            if full.is_some() {
                break full;
            }
            if number >= most {
                break Some(enough);
            }
            match slices.step(&mut search, trial, watcher) {
                ControlFlow::Break(halt) => break Some(halt),
                ControlFlow::Continue(Step::Solution) => {
                    number += 1;
                    if request.goal == Goal::Count {
                        found.count(|| (reading.complete)(&search.solution()))?;
                        continue;
                    }
                    let solution = search.solution();
                    let checked = found.check((reading.complete)(&solution))?;
                    if !in_order {
                        let key = decisions.iter().map(|&var| solution[var]).collect();
                        unordered.push((key, checked));
                        let later = (unordered.len() * ORDERING) as u64;
                        if number.is_multiple_of(BETWEEN)
                            && let Some(halt) = request.is_memory_full_with(later)
                        {
                            break Some(halt);
                        }
                    } else if let ControlFlow::Break(halt) = found.add(checked, watcher) {
                        break Some(halt);
                    }
                }
                ControlFlow::Continue(Step::Exhausted) => break None,
                ControlFlow::Continue(Step::Stopped(stop)) => {
                    let failures = search.stats().failures;
                    let limit = request.limits.failures;
                    if stop == Stop::Failures
                        && limit.is_none_or(|limit| failures < limit)
                        && !failures_teach(search.solver())
                    {
                        trial = trial
                            .map(|trial| 2 * trial.max(failures))
                            .filter(|&trial| trial <= LAST_TRIAL);
                        if trial.is_none() && request.threads != 1 {
                            return Ok(None);
                        }
                        continue;
                    }
                    break Some(Halt::new(stop, &request.limits));
                }
            }
        };
        let over = trial.is_some_and(|trial| search.stats().failures >= trial);
        let by_trial = stopped == Some(Halt::new(Stop::Failures, &request.limits))
            && request
                .limits
                .failures
                .is_none_or(|limit| search.stats().failures < limit);
        if over && by_trial {
            learns = true;
            number = 0;
            unordered.clear();
            found = Found::new(puzzle, request);
            let stats = search.stats();
            earlier = [stats.root, stats.search];
            drop(search);
            // The model is made anew: in parts that what is learnt can speak of.
            options.learns = true;
            let building = Instant::now();
            let built = super::enter::build(puzzle, &options);
            let Some(other) = built.model.solver_while(|| !options.interrupt.is_due()) else {
                let halt = broken_off.get().copied();
                return Ok(Some(Findings::nothing(started, halt, best)));
            };
            built_in += building.elapsed();
            (solver, reading) = (other, built.reading);
            slices = Slices::new(request, started);
            continue;
        }
        break (stopped, search.stats().clone());
    };
    unordered.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    for (_, checked) in unordered {
        if let ControlFlow::Break(halt) = found.add(checked, watcher) {
            stopped.get_or_insert(halt);
            break;
        }
    }
    let refuted_by = stats
        .failed_at_the_root()
        .then(|| rule_in_words(&solver, solver.culprit()?))
        .flatten();
    stats.build = built_in;
    stats.root += earlier[0];
    stats.search += earlier[1];
    add_best(&mut stats, best.as_ref());
    Ok(Some(Findings {
        verdict: Verdict::new(number, stopped),
        checked: found.checked,
        solutions: found.solutions,
        answers: found.answers,
        best,
        refuted_by,
        propagators: figures(
            solver
                .propagators()
                .map(|(_, name, _, calls)| (name, calls)),
        ),
        stats,
    }))
}

/// Whether a search is begun that may turn into one that learns: where one solution, or whether there is one more, is
/// all that is asked for.
pub(super) fn tries_learning(puzzle: &dyn Puzzle, request: &Request) -> bool {
    request.learn == Learn::Auto
        && matches!(request.goal, Goal::Uniqueness | Goal::Limit(1))
        && puzzle.may_learn()
}

/// Whether at least half of the failures were found by propagators that give reasons: from the others little is learnt.
fn failures_teach(solver: &Solver) -> bool {
    let [mut all, mut with_reasons] = [0, 0];
    for (propagator, _, _, calls) in solver.propagators() {
        all += calls.failing;
        if solver.gives_reasons(propagator) {
            with_reasons += calls.failing;
        }
    }
    2 * with_reasons >= all
}

/// Cuts the search into slices of [`SLICE`].
struct Slices<'r> {
    request: &'r Request,
    /// When the solve began.
    started: Instant,
    /// When the search was made.
    searching: Instant,
    /// The end of the current slice, in time since the search was made. A slice goes on over solutions.
    end: Duration,
}

impl<'r> Slices<'r> {
    fn new(request: &'r Request, started: Instant) -> Self {
        let mut slices = Self {
            request,
            started,
            searching: Instant::now(),
            end: Duration::ZERO,
        };
        slices.begin();
        slices
    }

    /// Begins a slice, which does not go beyond the caller's limit.
    fn begin(&mut self) {
        let spent = self.request.spent;
        let left = |time: Duration| time.saturating_sub(spent + self.started.elapsed());
        let slice = self.request.limits.time.map_or(SLICE, left).min(SLICE);
        self.end = self.searching.elapsed() + slice;
    }

    /// The next step of the search, over as many slices as it takes.
    fn step(
        &mut self,
        search: &mut Search<'_>,
        trial: Option<u64>,
        watcher: &mut dyn Watcher,
    ) -> ControlFlow<Halt, Step> {
        loop {
            // Before the first node: the model may have come too late.
            if search.stats().nodes == 0
                && let Some(halt) = self.request.halt(self.started)
            {
                return ControlFlow::Break(halt);
            }
            search.set_limits(Limits {
                time: Some(self.end),
                solutions: None,
                failures: [self.request.limits.failures, trial]
                    .into_iter()
                    .flatten()
                    .min(),
                ..self.request.limits.clone()
            });
            let step = search.step();
            if step != Step::Stopped(Stop::Time) {
                return ControlFlow::Continue(step);
            }
            if let Some(halt) = self.request.halt(self.started) {
                return ControlFlow::Break(halt);
            }
            watcher.progress(&Progress {
                elapsed: self.started.elapsed(),
                search: Some(SearchProgress {
                    stats: search.stats(),
                    share: search.progress(),
                    depth: search.depth(),
                }),
            })?;
            self.begin();
        }
    }
}
