//! The best value of a puzzle that asks for it, found and proved before the model is returned.

use quadrille_engine::clock::Instant;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quadrille_engine::propagators::Clause;
use quadrille_engine::search::Learning;
use quadrille_engine::{AnySearch, Conflict, Limits, Literal, Solution, Stats, Step, Stop, Var};

use super::super::{Compiled, Reading, Selection, draft};
use super::order::brancher;
use crate::language::syntax::Extreme;
use crate::language::values::Data;
use crate::learn::{Advice, Learn, TRIAL};
use crate::puzzle::{Best, BuildOptions, Completed};

/// How long to search for the best value between checks whether to stop.
const SLICE: Duration = Duration::from_millis(20);

/// Nodes between two looks at the work of a turn.
const NODES: u64 = 32;

/// The best value, once it is known. It is computed once; other threads wait.
#[derive(Debug, Default)]
pub(crate) struct BestKnown(Mutex<Option<Best>>);

impl BestKnown {
    /// What is known of the best value, after a search if it was not known before.
    pub(crate) fn of(
        &self,
        data: &Arc<Data>,
        selection: &Selection,
        options: &BuildOptions,
    ) -> Option<Best> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*known {
            return Some(known.clone());
        }
        let best = best(data, selection, options)?;
        if best.is_proved {
            *known = Some(Best {
                stats: Stats::default(),
                ..best.clone()
            });
        }
        Some(best)
    }
}

pub(super) fn ask_for_best(compiled: &mut Compiled) {
    match compiled.best {
        Some((Extreme::Least, var)) => compiled.model.minimise(&[(1, var)]),
        Some((Extreme::Greatest, var)) => compiled.model.maximise(&[(1, var)]),
        None => {}
    }
}

/// What is known about the best value when the search ends or is stopped. `None` if it was stopped before it began.
///
/// Longer than other functions: two searches take turns, and share what is known of the best.
fn best(data: &Arc<Data>, selection: &Selection, options: &BuildOptions) -> Option<Best> {
    let (learn, interrupt) = (options.learn_best, &options.interrupt);
    let selection = &Selection {
        learns: learn == Learn::On,
        ..selection.clone()
    };
    let mut compiled = draft(data, selection).ok()?.finish(interrupt);
    let (extreme, var) = compiled.best?;
    ask_for_best(&mut compiled);
    let mut solver = compiled.model.solver_until(interrupt)?;
    let is_least = extreme == Extreme::Least;
    let outcome = solver.propagate_until(interrupt);
    let left = solver.domain(var);
    let bound = if is_least { left.min() } else { left.max() };
    let mut best = Best {
        is_least,
        found: None,
        bound: bound.map_or(0, i64::from),
        is_proved: outcome.is_err(),
        refuted_by: outcome.err().and_then(|Conflict| {
            let rule = solver.rule_of(solver.culprit()?);
            Some(solver.rule_text(rule).to_owned()).filter(|text| !text.is_empty())
        }),
        knows_all: true,
        stats: Stats::default(),
    };
    if outcome != Ok(true) {
        return Some(best);
    }
    let search = solver.search();
    let search = match learn {
        Learn::On => search.learn(Learning::default()).boxed(),
        _ => search.boxed_brancher(brancher()).boxed(),
    };
    let mut hunt = Hunt::new(search, options);
    let filled = |reading: &Reading, var: Var, solution: &Solution| {
        let completed = Completed::new(reading.filling(solution));
        (i64::from(solution[var]), completed)
    };
    let mut trial = (learn == Learn::Auto).then_some(TRIAL);
    loop {
        let turn = Turn {
            failures: trial,
            ..Turn::default()
        };
        match hunt.go_on(&turn) {
            Pause::Turn => {}
            pause => {
                best.is_proved = pause == Pause::Proved;
                break;
            }
        }
        let advice = Advice::after(hunt.search.stats(), hunt.search.solver());
        trial = None;
        match advice {
            Advice::Wait(failures) => trial = Some(failures),
            Advice::DepthFirst => {}
            Advice::Learn | Advice::Beside => {
                let selection = Selection {
                    learns: true,
                    ..selection.clone()
                };
                let mut parts = draft(data, &selection).ok()?.finish(interrupt);
                let (_, own) = parts.best?;
                if let Some(known) = &hunt.found {
                    let better = match extreme {
                        Extreme::Least => Literal::at_most(own, known[var] - 1),
                        Extreme::Greatest => Literal::at_least(own, known[var] + 1),
                    };
                    parts.model.post(Clause::new(&[better]));
                }
                ask_for_best(&mut parts);
                let Some(mut solver) = parts.model.solver_until(interrupt) else {
                    break;
                };
                let learning = solver.search().learn(Learning::default()).boxed();
                let mut student = Hunt::new(learning, options);
                let over = by_turns(&mut hunt, &mut student, &advice);
                best.stats.add_work(student.search.stats());
                // The search that learns has a result only if it is better than what the other knew when it began.
                let found = student
                    .found
                    .map(|own_best| filled(&parts.reading, own, &own_best));
                best.found = found;
                if let Some(pause) = over {
                    best.is_proved = pause == Pause::Proved;
                    break;
                }
            }
        }
    }
    best.stats.add_work(hunt.search.stats());
    let found = hunt
        .found
        .map(|solution| filled(&compiled.reading, var, &solution));
    best.found = best.better(best.found.clone(), found);
    Some(best)
}

/// A search for the best.
struct Hunt<'s> {
    search: AnySearch<'s>,
    options: &'s BuildOptions,
    began: Instant,
    /// The nodes and failures of the other search.
    elsewhere: (u64, u64),
    /// The best that it has found.
    found: Option<Solution>,
}

/// How far a search goes before it pauses.
#[derive(Default)]
struct Turn {
    failures: Option<u64>,
    /// The work of its solver, from the beginning.
    work: Option<u64>,
}

/// Why it pauses or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pause {
    /// Nothing is better than what was found.
    Proved,
    BrokenOff,
    /// Its turn has ended.
    Turn,
}

impl<'s> Hunt<'s> {
    fn new(search: AnySearch<'s>, options: &'s BuildOptions) -> Self {
        Self {
            search,
            options,
            began: Instant::now(),
            elsewhere: (0, 0),
            found: None,
        }
    }

    /// Whether a limit of the whole search is reached, not only that of a turn.
    fn is_over(&self, stop: Stop) -> bool {
        let (limits, work) = (&self.options.best_limits, self.spent());
        let (most, spent) = match stop {
            Stop::Nodes => (limits.nodes, work.0 + self.elsewhere.0),
            _ => (limits.failures, work.1 + self.elsewhere.1),
        };
        most.is_some_and(|most| spent >= most)
    }

    /// Its nodes and failures.
    fn spent(&self) -> (u64, u64) {
        let stats = self.search.stats();
        (stats.nodes, stats.failures)
    }

    fn go_on(&mut self, turn: &Turn) -> Pause {
        let limits = &self.options.best_limits;
        let left = |most: Option<u64>, used: u64| most.map(|most| most.saturating_sub(used));
        let most_nodes = left(limits.nodes, self.elsewhere.0);
        let most_failures = left(limits.failures, self.elsewhere.1);
        loop {
            let work = self.search.solver().work();
            if turn.work.is_some_and(|most| work >= most) {
                return Pause::Turn;
            }
            let slice = turn.work.map(|_| self.search.stats().nodes + NODES);
            self.search.set_limits(Limits {
                time: Some(self.began.elapsed() + SLICE),
                nodes: slice.into_iter().chain(most_nodes).min(),
                failures: turn.failures.into_iter().chain(most_failures).min(),
                ..Limits::default()
            });
            match self.search.step() {
                Step::Solution => self.found = Some(self.search.solution()),
                Step::Exhausted => return Pause::Proved,
                Step::Stopped(_) if self.options.interrupt.is_due() => return Pause::BrokenOff,
                Step::Stopped(stop @ (Stop::Nodes | Stop::Failures)) if self.is_over(stop) => {
                    let _ = limits.reached.set(stop);
                    return Pause::BrokenOff;
                }
                Step::Stopped(Stop::Time) if self.options.learn_less.is_due() => {
                    self.search.keep_less();
                }
                Step::Stopped(Stop::Time | Stop::Nodes) => {}
                Step::Stopped(_) => return Pause::Turn,
            }
        }
    }
}

/// Continues both searches in turns, for about the same work: the one that learns is better at proofs, the other at
/// finding good grids. `None` if the one that learns is given up.
fn by_turns(first: &mut Hunt<'_>, student: &mut Hunt<'_>, advice: &Advice) -> Option<Pause> {
    let mut work = first.search.solver().work();
    for turns in 0.. {
        if advice.is_over(turns) {
            break;
        }
        work *= 2;
        let turn = Turn {
            work: Some(work),
            ..Turn::default()
        };
        student.elsewhere = first.spent();
        let mut pause = student.go_on(&turn);
        first.elsewhere = student.spent();
        if pause == Pause::Turn {
            pause = first.go_on(&turn);
        }
        if pause != Pause::Turn {
            return Some(pause);
        }
    }
    None
}
