//! Solving on several threads, supervised by this one.

use quadrille_engine::clock::Instant;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use quadrille_engine::parallel::{Live, Outcome, Plan};
use quadrille_engine::{Interrupt, Limits, PropagatorId, Solution, Solver, Stats, Stop};

use super::alone::Unfinished;
use super::found::{Checked, Found, Sample};
use super::{
    CheckFailed, Findings, Goal, Halt, Progress, Request, SearchProgress, Verdict, Watcher,
    add_best, check_best, figures, refuted_by, rule_in_words, stopped,
};
use crate::language::Puzzle;
use crate::puzzle::{Best, BuildOptions, Built, Reading};

/// The least time between two checks.
const SHORTEST_TICK: Duration = Duration::from_micros(100);

/// How often the memory, the time, the watcher and the caller's flag are checked.
const TICK: Duration = Duration::from_millis(10);

/// Solves on several threads.
///
/// Longer than other functions: the threads share what its closures borrow.
pub(super) fn solve(
    puzzle: &Puzzle,
    request: &Request,
    unfinished: Option<Unfinished>,
    watcher: &mut dyn Watcher,
) -> Result<Findings, CheckFailed> {
    let started = Instant::now();
    let cancel = Arc::new(AtomicBool::new(false));
    let best_limits = request.best_limits();
    let is_due = {
        let (cancel, limits) = (Arc::clone(&cancel), best_limits.clone());
        move || cancel.load(Ordering::Relaxed) || stopped(&limits).is_some()
    };
    let options = BuildOptions {
        learn_best: request.learn,
        best_limits: best_limits.clone(),
        learn_less: request.is_short(),
        interrupt: Interrupt::when(is_due),
        ..request.build.clone()
    };
    let common: OnceLock<(Reading, Vec<Listed>, Sample)> = OnceLock::new();
    // From the thread that searched for it while the others waited.
    let best: Mutex<Option<Best>> = Mutex::new(None);
    let build = || {
        let Built {
            model,
            brancher,
            mut reading,
        } = puzzle.build(&options);
        if let Some(own) = reading.best.take() {
            let mut best = best.lock().unwrap_or_else(PoisonError::into_inner);
            let is_more = |known: &Best| known.stats.search < own.stats.search;
            if best.as_ref().is_none_or(is_more) {
                *best = Some(own);
            }
        }
        let brancher = request.brancher(brancher, &reading);
        let solver = model.solver_until(&options.interrupt)?;
        common.get_or_init(|| {
            let sample = Sample::of(solver.decisions().len());
            (reading, listed(&solver), sample)
        });
        Some((solver, brancher))
    };
    let (most, enough) = request.enough();
    let unfinished = unfinished.unwrap_or_default();
    let left = |most: Option<u64>, used: u64| most.map(|most| most.saturating_sub(used));
    let limits = Limits {
        solutions: (most < u64::MAX).then_some(most),
        nodes: left(request.limits.nodes, unfinished.stats.nodes),
        failures: left(request.limits.failures, unfinished.stats.failures),
        interrupt: Interrupt::from(&cancel),
        // Handled here, since it counts from the beginning.
        time: None,
    };
    let mut found = Found::new(puzzle, request);
    // Each solution is checked by the thread that found it, and marked with its index in this list.
    let checked: Mutex<Result<Vec<Option<Checked>>, CheckFailed>> = Mutex::new(Ok(Vec::new()));
    let keep = request.goal != Goal::Count;
    // When counting: the number found by all threads, so that the sample has the same size for any number of them.
    let (counted, sampled) = (
        AtomicU64::new(unfinished.found),
        AtomicU64::new(unfinished.checked),
    );
    let wants = || {
        let (.., sample) = common.get().expect("the first build has set it");
        let is_wanted = sample.has(counted.fetch_add(1, Ordering::Relaxed));
        if is_wanted {
            sampled.fetch_add(1, Ordering::Relaxed);
        }
        is_wanted
    };
    let check = |solution: &Solution| {
        let (reading, ..) = common.get().expect("the first build has set it");
        let new = found.check((reading.complete)(solution));
        let mut checked = checked.lock().unwrap_or_else(PoisonError::into_inner);
        match (&mut *checked, new) {
            (Ok(all), Ok(new)) => {
                if keep {
                    all.push(Some(new));
                }
                ControlFlow::Continue(all.len().saturating_sub(1) as u64)
            }
            (all @ Ok(_), Err(error)) => {
                *all = Err(error);
                ControlFlow::Break(())
            }
            (Err(_), _) => ControlFlow::Break(()),
        }
    };
    let live = Live::new();
    let plan = Plan::new(request.threads)
        .limits(limits)
        .restarts(request.restarts)
        .keep(keep)
        .inspect(&check)
        .sample(&wants)
        .below(&unfinished.nodes)
        .live(&live);
    let (outcome, halted) = supervised(
        request,
        started,
        &unfinished,
        watcher,
        &cancel,
        &live,
        || plan.run(build),
    );
    let mut checked = checked
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)?;
    let mut stopped = outcome.stopped.map(|stop| match stop {
        Stop::Solutions => enough,
        Stop::Interrupted => halted
            .or_else(|| stopped(&best_limits))
            .unwrap_or(Halt::Cancelled),
        _ => Halt::new(stop, &request.limits),
    });
    let posted = common.get().map_or(&[][..], |(_, posted, _)| posted);
    let names = posted.iter().map(|posted| posted.name);
    let propagators = figures(names.zip(outcome.calls.iter().copied()));
    let culprit = posted.iter().find(|p| Some(p.id) == outcome.refuted_by);
    for &mark in &outcome.marks {
        let solution = checked[mark as usize].take().expect("each has its own");
        if let ControlFlow::Break(halt) = found.add(solution, watcher) {
            stopped.get_or_insert(halt);
            break;
        }
    }
    let best = best.into_inner().unwrap_or_else(PoisonError::into_inner);
    check_best(puzzle, &best)?;
    let mut stats = outcome.stats;
    stats.solutions += unfinished.found;
    stats.add_work(&unfinished.stats);
    stats.build += unfinished.stats.build;
    add_best(&mut stats, best.as_ref());
    Ok(Findings {
        verdict: Verdict::new(unfinished.found + outcome.found, stopped),
        checked: if keep {
            found.checked
        } else {
            sampled.into_inner()
        },
        solutions: found.solutions,
        answers: found.answers,
        refuted_by: refuted_by(
            culprit.and_then(|culprit| culprit.rule.clone()),
            best.as_ref(),
        ),
        propagators,
        best,
        stats,
    })
}

/// The figures of a propagator.
struct Listed {
    id: PropagatorId,
    name: &'static str,
    rule: Option<String>,
}

fn listed(solver: &Solver) -> Vec<Listed> {
    solver
        .propagators()
        .map(|(id, name, ..)| Listed {
            id,
            name,
            rule: rule_in_words(solver, id),
        })
        .collect()
}

/// Runs `work` on its own thread and sets `cancel` when the memory is full, the time is up, the watcher ends the solve,
/// or the caller's interrupt is due; then also returns the reason.
fn supervised(
    request: &Request,
    started: Instant,
    unfinished: &Unfinished,
    watcher: &mut dyn Watcher,
    cancel: &AtomicBool,
    live: &Live,
    work: impl FnOnce() -> Outcome + Send,
) -> (Outcome, Option<Halt>) {
    let mut halted = None;
    let mut stats = Stats::default();
    let outcome = thread::scope(|scope| {
        let (sender, done) = mpsc::channel();
        let worker = scope.spawn(move || {
            // Dropped when the work is done, or when it panics.
            let _sender: mpsc::Sender<()> = sender;
            work()
        });
        let tick = || {
            let left = |time: Duration| time.saturating_sub(request.spent + started.elapsed());
            request
                .limits
                .time
                .map_or(TICK, left)
                .clamp(SHORTEST_TICK, TICK)
        };
        while done.recv_timeout(tick()) == Err(RecvTimeoutError::Timeout) {
            let flow = if let Some(halt) = request.halt(started) {
                ControlFlow::Break(halt)
            } else {
                stats.nodes = unfinished.stats.nodes + live.nodes();
                stats.failures = unfinished.stats.failures + live.failures();
                stats.solutions = unfinished.found + live.solutions();
                watcher.progress(&Progress {
                    elapsed: started.elapsed(),
                    // Nothing is known before the first nodes.
                    search: (stats.nodes > 0).then_some(SearchProgress {
                        stats: &stats,
                        share: unfinished.seen() + live.share(),
                        depth: live.depth(),
                    }),
                })
            };
            if let ControlFlow::Break(halt) = flow {
                halted.get_or_insert(halt);
                cancel.store(true, Ordering::Relaxed);
            }
        }
        match worker.join() {
            Ok(outcome) => outcome,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    });
    (outcome, halted)
}
