//! The threads of one process on the open nodes of a search, and what they have done at one moment.

mod delay;
mod state;
mod worker;

use quadrille_engine::clock::Instant;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use quadrille_engine::{
    Brancher, Conflict, Interrupt, Limits, Literal, OpenNode, Path, Solver, Stats,
};

use super::Trouble;
use super::tally::Tally;
use super::task::{Task, fingerprint};
use crate::language::Puzzle;
use crate::puzzle::{Built, Reading};
use crate::solve::{Halt, Learn, Progress, Request, Sample, SearchProgress, Watcher};
use delay::Point;
use worker::{Student, Worker};

#[cfg(test)]
pub(super) use delay::in_tests::Delays;
pub(super) use state::{Extent, Sought, State};

/// How often each thread's progress is read.
const LOOK: Duration = Duration::from_millis(50);

/// The least and the most time between two checks by the supervising thread.
const TICK: [Duration; 2] = [Duration::from_micros(200), Duration::from_millis(10)];

/// With more solutions than this, only values of places are searched for where the number does not matter. A number of
/// nodes would not do: it depends on how a search is interrupted and split, and so would what is told of it.
pub(super) const LISTED: u64 = 1000;

/// So many solutions to be kept are held in memory before they are written down.
const MOST_FRESH: u64 = 100_000;

/// Is given the state at intervals and at the end, to keep it; and what came new of solutions, which it takes out when
/// they are kept.
pub(super) type Keep<'k> = &'k mut dyn FnMut(&mut State) -> Result<(), String>;

/// The solvers of one puzzle, built for one way to build it, while no search uses them: several parts solved one after
/// another share them.
#[derive(Debug, Default)]
pub struct Solvers {
    free: Mutex<Vec<Ready>>,
}

impl Solvers {
    fn lock(&self) -> MutexGuard<'_, Vec<Ready>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A solver that was built, with what belongs to it.
struct Ready {
    solver: Solver,
    brancher: fn(&Reading) -> Box<dyn Brancher>,
    reading: Reading,
    /// The fingerprint of the model.
    model: String,
}

impl std::fmt::Debug for Ready {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Ready").field(&self.model).finish()
    }
}

/// A search by several threads.
pub(super) struct Crew<'c> {
    pub(super) puzzle: &'c Puzzle,
    pub(super) solvers: &'c Solvers,
    pub(super) request: &'c Request,
    pub(super) task: &'c Task,
    /// How often the state is kept.
    pub(super) every: Duration,
    /// The share of the space that is searched, in earlier processes and this one.
    pub(super) whole: f64,
    /// Which solutions of a plain count are checked, by the number of decisions.
    pub(super) sample: fn(usize) -> Sample,
}

/// What the threads share under the lock: more fields than others, since one lock keeps all of it consistent.
struct Pool {
    /// Nodes that no thread searches.
    queue: Vec<OpenNode>,
    /// Threads without a node, and with one.
    hungry: usize,
    running: usize,
    /// By thread: the latest snapshot that it has a part in, and its open nodes in it.
    snapshots: Vec<(u64, Vec<OpenNode>)>,
    /// Number of the latest snapshot.
    snapshot: u64,
    /// It is not complete yet: until then nodes stay with their threads.
    is_frozen: bool,
    /// The findings up to the latest snapshot, from the threads that have reported.
    tally: Tally,
    halt: Option<Halt>,
    over: bool,
    trouble: Option<Trouble>,
    model: Option<String>,
    sought: Option<Sought>,
    refuted_by: Option<String>,
    /// The share of the space that was searched.
    closed: f64,
    depth: usize,
    build: Duration,
    root: Duration,
    workers: usize,
}

struct Team<'c> {
    crew: &'c Crew<'c>,
    run: &'c Run,
    pool: Mutex<Pool>,
    /// A node is waiting, a snapshot is complete, or all is over.
    news: Condvar,
    /// By thread: it should look at the pool.
    calls: Vec<Arc<AtomicBool>>,
    stopping: Arc<AtomicBool>,
    nodes: AtomicU64,
    failures: AtomicU64,
    found: AtomicU64,
    /// Solutions found by all threads that were only to be counted, those of earlier processes included.
    counted: AtomicU64,
    /// The best value that anybody has found.
    best: AtomicI64,
    /// Only questions are open, see [`State::asks`].
    asks: bool,
}

/// When a search began, and how far it may go.
struct Run {
    started: Instant,
    /// The time that earlier processes have spent.
    spent: Duration,
    /// On nodes and failures, those of earlier processes included.
    limits: Limits,
}

impl Crew<'_> {
    /// Searches the open nodes of `state` until there are none, or a limit is reached, which is then returned. `nodes`
    /// is all that is searched, in earlier processes and this one.
    ///
    /// The final state is not kept yet.
    ///
    /// # Errors
    /// If a solution does not pass the checker, or if the model differs from that of the state.
    pub(super) fn search(
        &self,
        nodes: &[OpenNode],
        state: &mut State,
        keep: Keep<'_>,
        watcher: &mut dyn Watcher,
    ) -> Result<(Option<Halt>, Stats), Trouble> {
        let limits = &self.request.limits;
        let with =
            |limit: Option<u64>, before: u64| limit.map(|limit| limit.saturating_add(before));
        let run = Run {
            started: Instant::now(),
            spent: state.spent,
            limits: Limits {
                nodes: with(limits.nodes, state.tally.nodes),
                failures: with(limits.failures, state.tally.failures),
                ..Limits::default()
            },
        };
        let mut stats = state.tally.stats();
        while !state.open.is_empty() {
            let asks = self.is_to_ask(state);
            if asks && let Some(halt) = self.ask(nodes, state, &run)? {
                return Ok((Some(halt), stats));
            }
            let (halt, figures) = self.search_open(state, &run, keep, watcher)?;
            stats = figures;
            if halt.is_some() || !self.is_to_ask(state) {
                return Ok((halt, stats));
            }
        }
        Ok((None, stats))
    }

    /// Whether only values are to be searched for from here on, instead of all solutions.
    fn is_to_ask(&self, state: &State) -> bool {
        !state.asks && !state.open.is_empty() && self.are_too_many(&state.tally)
    }

    /// Whether there are too many solutions to be listed.
    fn are_too_many(&self, tally: &Tally) -> bool {
        self.task.may_ask() && tally.best.is_none() && tally.found > LISTED
    }

    /// Searches until nothing is open, a limit is reached, or it is time to ask.
    fn search_open(
        &self,
        state: &mut State,
        run: &Run,
        keep: Keep<'_>,
        watcher: &mut dyn Watcher,
    ) -> Result<(Option<Halt>, Stats), Trouble> {
        let threads = match self.request.threads {
            0 => thread::available_parallelism().map_or(1, std::num::NonZero::get),
            n => n,
        };
        let team = Team::new(self, state, run, threads);
        thread::scope(|scope| {
            for me in 0..threads {
                let team = &team;
                scope.spawn(move || team.work(me));
            }
            team.look_after(state, keep, watcher);
        });
        let mut pool = team
            .pool
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(trouble) = pool.trouble.take() {
            return Err(trouble);
        }
        pool.gather(state);
        state.spent = run.spent + run.started.elapsed();
        let mut stats = state.tally.stats();
        (stats.build, stats.root, stats.search) = (pool.build, pool.root, state.spent);
        Ok((pool.halt, stats))
    }

    /// Replaces the open nodes by questions, now that too many solutions are known: for each place each possible value
    /// that has not been seen in a solution. At a limit it asks nothing, and returns that.
    fn ask(
        &self,
        nodes: &[OpenNode],
        state: &mut State,
        run: &Run,
    ) -> Result<Option<Halt>, Trouble> {
        let known = self.solvers.lock().pop();
        let mut ready = match known.map_or_else(|| self.build(run, None), Ok) {
            Ok(ready) => ready,
            Err(halt) => return Ok(Some(halt)),
        };
        if state
            .model
            .as_ref()
            .is_some_and(|model| *model != ready.model)
        {
            return Err(Trouble::OtherModel);
        }
        match ready
            .solver
            .propagate_until(&self.request.interrupt(run.started))
        {
            Ok(true) => {}
            Ok(false) => {
                return Ok(Some(
                    self.request.halt(run.started).unwrap_or(Halt::Cancelled),
                ));
            }
            // There are solutions.
            Err(Conflict) => return Err(Trouble::OtherModel),
        }
        let Ready {
            solver, reading, ..
        } = &ready;
        let seen = |at: usize, value: &i32| {
            let seen = state.tally.seen.get(at);
            seen.is_some_and(|seen| seen.contains(value))
        };
        let questions = reading.vars().enumerate().flat_map(|(at, var)| {
            let values = solver.domain(var).iter();
            let unseen = values.filter(move |value| !seen(at, value));
            unseen.map(move |value| Literal::is(var, value))
        });
        let questions: Vec<Literal> = questions.collect();
        let number = questions.len() as f64;
        let asked = |question: Literal| {
            nodes.iter().map(move |node| OpenNode {
                path: Path([&[question], &node.path.0[..]].concat()),
                share: node.share / number,
            })
        };
        state.open = questions.into_iter().flat_map(asked).collect();
        state.asks = true;
        self.solvers.lock().push(ready);
        Ok(None)
    }

    /// Builds a solver, or returns the limit that came before it was built. A thread of a team stops when all are to.
    fn build(&self, run: &Run, stopping: Option<&Arc<AtomicBool>>) -> Result<Ready, Halt> {
        delay::at(Point::Building);
        let broken_off = Arc::new(OnceLock::new());
        let mut options = self.request.build_options(run.started, &broken_off);
        (options.leave_best, options.learns) = (true, self.request.learn == Learn::On);
        let Built {
            model,
            brancher,
            reading,
        } = self.puzzle.build(&options);
        let interrupt = match stopping {
            Some(stopping) => options.interrupt.or(stopping),
            None => options.interrupt,
        };
        let solver = model.solver_until(&interrupt);
        delay::at(Point::Built);
        let solver = solver.ok_or_else(|| broken_off.get().copied().unwrap_or(Halt::Cancelled))?;
        Ok(Ready {
            model: fingerprint(&solver),
            solver,
            brancher,
            reading,
        })
    }
}

impl Pool {
    /// Whether all threads have reported for the latest snapshot.
    fn is_complete(&self) -> bool {
        let mut latest = self.snapshots.iter().map(|(number, _)| *number);
        latest.all(|number| number >= self.snapshot)
    }

    /// Puts the latest snapshot together.
    fn gather(&mut self, state: &mut State) {
        state.open.clear();
        for (_, open) in &self.snapshots {
            state.open.extend_from_slice(open);
        }
        state.open.extend(self.queue.iter().rev().cloned());
        let fresh = std::mem::take(&mut self.tally.fresh);
        // Those not kept yet are of no use if something better was found.
        let mut known = if self.tally.best == state.tally.best {
            std::mem::take(&mut state.tally.fresh)
        } else {
            Vec::new()
        };
        known.extend(fresh);
        state.tally = self.tally.clone();
        state.tally.fresh = known;
        state.model.clone_from(&self.model);
        state.sought = self.sought;
        state.refuted_by.clone_from(&self.refuted_by);
    }
}

impl<'c> Team<'c> {
    /// A team for the open nodes of `state`, of which they and the tally are taken.
    fn new(crew: &'c Crew<'c>, state: &mut State, run: &'c Run, threads: usize) -> Self {
        let open: f64 = state.open.iter().map(|node| node.share).sum();
        let tally = std::mem::take(&mut state.tally);
        let mut queue = std::mem::take(&mut state.open);
        // Taken from the end: the deepest come first, as in one search.
        queue.reverse();
        Self {
            crew,
            run,
            news: Condvar::new(),
            calls: (0..threads).map(|_| Arc::default()).collect(),
            stopping: Arc::default(),
            nodes: AtomicU64::new(tally.nodes),
            failures: AtomicU64::new(tally.failures),
            found: AtomicU64::new(tally.found),
            counted: AtomicU64::new(tally.found),
            best: AtomicI64::new(tally.best.unwrap_or(i64::MAX)),
            asks: state.asks,
            pool: Mutex::new(Pool {
                queue,
                hungry: 0,
                running: 0,
                snapshots: vec![(u64::MAX, Vec::new()); threads],
                snapshot: 0,
                is_frozen: false,
                halt: None,
                over: false,
                trouble: None,
                model: state.model.clone(),
                sought: state.sought,
                refuted_by: state.refuted_by.clone(),
                closed: (crew.whole - open).max(0.0),
                depth: 0,
                build: Duration::ZERO,
                root: Duration::ZERO,
                workers: threads,
                tally,
            }),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn call_all(&self) {
        for call in &self.calls {
            call.store(true, Ordering::Relaxed);
        }
        self.news.notify_all();
    }

    /// Ends the search of all threads: at a limit, because nothing is open, or because it is time to ask. The first
    /// reason counts.
    fn stop(&self, pool: &mut Pool, halt: Option<Halt>) {
        if !pool.over {
            pool.halt = halt;
        }
        pool.over = true;
        self.stopping.store(true, Ordering::Relaxed);
        self.call_all();
    }

    /// On the calling thread: limits, the watcher, and the state at intervals.
    fn look_after(&self, state: &mut State, keep: Keep<'_>, watcher: &mut dyn Watcher) {
        let request = self.crew.request;
        let (started, spent) = (self.run.started, self.run.spent);
        let mut kept = Instant::now();
        let mut looked = Instant::now();
        let mut fresh_kept = self.found.load(Ordering::Relaxed);
        let mut figures = Stats::default();
        let mut pool = self.lock();
        while pool.workers > 0 {
            if pool.is_frozen && pool.is_complete() {
                pool.gather(state);
                pool.is_frozen = false;
                drop(pool);
                self.news.notify_all();
                state.spent = spent + started.elapsed();
                if let Err(reason) = keep(state) {
                    watcher.trouble(&reason);
                }
                kept = Instant::now();
                pool = self.lock();
                continue;
            }
            if !pool.over {
                let left = |time: Duration| time.saturating_sub(started.elapsed());
                let [least, most] = TICK;
                let tick = request.limits.time.map_or(most, left).clamp(least, most);
                pool = match self.news.wait_timeout(pool, tick) {
                    Ok((pool, _)) => pool,
                    Err(poisoned) => poisoned.into_inner().0,
                };
            } else {
                pool = match self.news.wait_timeout(pool, TICK[1]) {
                    Ok((pool, _)) => pool,
                    Err(poisoned) => poisoned.into_inner().0,
                };
                continue;
            }
            if let Some(halt) = request.halt(started) {
                self.stop(&mut pool, Some(halt));
                continue;
            }
            let found = self.found.load(Ordering::Relaxed);
            let many = self.crew.task.keeps_all() && found > fresh_kept + MOST_FRESH;
            if !pool.is_frozen && (many || kept.elapsed() >= self.crew.every) {
                fresh_kept = found;
                pool.is_frozen = true;
                pool.snapshot += 1;
                self.call_all();
            } else if looked.elapsed() >= LOOK
                || (pool.hungry > pool.queue.len() && pool.running > 0)
            {
                looked = Instant::now();
                self.call_all();
            }
            if self.is_to_ask(&pool) {
                self.stop(&mut pool, None);
                continue;
            }
            figures.nodes = self.nodes.load(Ordering::Relaxed);
            figures.failures = self.failures.load(Ordering::Relaxed);
            figures.solutions = found;
            let (share, depth) = (pool.closed / self.crew.whole, pool.depth);
            drop(pool);
            let flow = watcher.progress(&Progress {
                elapsed: spent + started.elapsed(),
                search: (figures.nodes > 0).then_some(SearchProgress {
                    stats: &figures,
                    share: share.min(1.0),
                    depth,
                }),
            });
            pool = self.lock();
            if let ControlFlow::Break(halt) = flow {
                self.stop(&mut pool, Some(halt));
            }
        }
    }

    /// Whether too many solutions are known to go on listing them. What threads have not reported yet, they report
    /// when they stop.
    fn is_to_ask(&self, pool: &Pool) -> bool {
        self.crew.task.may_ask()
            && !self.asks
            && pool.sought.is_none()
            && self.found.load(Ordering::Relaxed) > LISTED
    }

    /// What one thread does.
    fn work(&self, me: usize) {
        let _ending = Ending { team: self };
        let crew = self.crew;
        let started = Instant::now();
        let known = crew.solvers.lock().pop();
        let Some(mut ready) = known.map_or_else(|| self.build(), Some) else {
            return;
        };
        let Ready {
            solver,
            brancher,
            reading,
            model,
        } = &mut ready;
        {
            let mut pool = self.lock();
            pool.build = pool.build.max(started.elapsed());
            let known = pool.model.get_or_insert_with(|| model.clone());
            if known != model {
                let trouble = Trouble::OtherModel;
                pool.trouble = Some(trouble);
                return self.stop(&mut pool, None);
            }
        }
        match solver.propagate_until(&Interrupt::from(&self.stopping)) {
            Ok(true) => {}
            Ok(false) => return,
            Err(Conflict) => return self.refute(solver, reading),
        }
        {
            let mut pool = self.lock();
            pool.root = pool.root.max(solver.root_time());
            pool.sought = pool.sought.or_else(|| Sought::at_root(solver, reading));
            let nodes = pool.queue.iter();
            if !nodes.map(|node| &node.path).all(|path| path.fits(solver)) {
                pool.trouble = Some(Trouble::OtherModel);
                return self.stop(&mut pool, None);
            }
        }
        let brancher = || crew.request.brancher(*brancher, reading);
        // With several threads there is not one search that could learn, as in any solve.
        let learns = crew.request.learn == Learn::On && self.calls.len() == 1;
        let mut apprentice = (learns && !solver.has_objective()).then(|| self.build());
        let student = match &mut apprentice {
            Some(None) => return,
            Some(Some(other)) => Some(Student {
                solver: &mut other.solver,
                brancher: &brancher,
            }),
            None => None,
        };
        Worker::new(self, me, solver, brancher(), reading).run(student);
        crew.solvers.lock().push(ready);
    }

    /// Builds a solver; `None` at a limit, and then all is over.
    fn build(&self) -> Option<Ready> {
        let built = self.crew.build(self.run, Some(&self.stopping));
        built
            .map_err(|halt| self.stop(&mut self.lock(), Some(halt)))
            .ok()
    }

    /// The puzzle has no solution at all.
    fn refute(&self, solver: &Solver, reading: &Reading) {
        let rule = solver
            .culprit()
            .map(|culprit| solver.rule_text(solver.rule_of(culprit)).to_owned())
            .filter(|rule| !rule.is_empty());
        let mut pool = self.lock();
        pool.sought = pool.sought.or_else(|| Sought::at_root(solver, reading));
        if pool.tally.nodes == 0 {
            pool.tally.nodes = 1;
            pool.tally.failures = 1;
            pool.refuted_by = rule;
        }
        pool.queue.clear();
        pool.closed = 1.0;
        self.stop(&mut pool, None);
    }
}

/// Tells the team that a thread has ended, also when it panicked.
struct Ending<'t> {
    team: &'t Team<'t>,
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        let mut pool = self.team.lock();
        pool.workers -= 1;
        if thread::panicking() {
            pool.over = true;
            self.team.stopping.store(true, Ordering::Relaxed);
        }
        drop(pool);
        self.team.call_all();
    }
}
