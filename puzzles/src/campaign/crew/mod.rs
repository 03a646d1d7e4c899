//! The threads of one process on the open nodes of a search, and what they have done at one moment.

mod worker;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quadrille_engine::{
    Brancher, Conflict, Interrupt, Limits, Literal, OpenNode, Path, Solver, Stats,
};

use super::Trouble;
use super::tally::Tally;
use super::task::{Task, fingerprint};
use crate::language::Puzzle;
use crate::puzzle::{Built, Reading};
use crate::solve::{Halt, LISTING, Learn, Progress, Request, Sample, SearchProgress, Watcher};
use worker::{Student, Worker};

/// How often each thread's progress is read.
const LOOK: Duration = Duration::from_millis(50);

/// The least and the most time between two checks by the supervising thread.
const TICK: [Duration; 2] = [Duration::from_micros(200), Duration::from_millis(10)];

/// So many solutions to be kept are held in memory before they are written down.
const MOST_FRESH: u64 = 100_000;

/// The state of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// What is still to be searched.
    pub(super) open: Vec<OpenNode>,
    /// The findings in the rest.
    pub(super) tally: Tally,
    /// The time spent, in all processes that took part.
    pub(super) spent: Duration,
    /// The fingerprint of the model.
    pub(super) model: Option<String>,
    /// The rule that refutes the puzzle before anything is tried.
    pub(super) refuted_by: Option<String>,
    /// Several solutions are known, and only further values of places are searched for. The open nodes are then
    /// questions: they begin with a value, and are dropped when it has been seen in some solution.
    pub(super) asks: bool,
}

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
    /// Whether it may end before all is searched because [`ask`](Self::ask) is a shorter way.
    pub(super) may_ask: bool,
}

/// What the threads share under the lock.
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
    pool: Mutex<Pool>,
    /// A node is waiting, a snapshot is complete, or all is over.
    news: Condvar,
    /// By thread: it should look at the pool.
    calls: Vec<Arc<AtomicBool>>,
    stopping: Arc<AtomicBool>,
    /// On nodes and failures, those of earlier processes included.
    limits: Limits,
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

impl Crew<'_> {
    /// Searches the open nodes of `state` until there are none, or a limit is reached, which is then returned.
    ///
    /// The final state is not kept yet.
    ///
    /// # Errors
    /// If a solution does not pass the checker, or if the model differs from that of the state.
    pub(super) fn search(
        &self,
        state: &mut State,
        keep: Keep<'_>,
        watcher: &mut dyn Watcher,
    ) -> Result<(Option<Halt>, Stats), Trouble> {
        let started = Instant::now();
        let threads = match self.request.threads {
            0 => thread::available_parallelism().map_or(1, std::num::NonZero::get),
            n => n,
        };
        let open: f64 = state.open.iter().map(|node| node.share).sum();
        let tally = std::mem::take(&mut state.tally);
        let with =
            |limit: Option<u64>, before: u64| limit.map(|limit| limit.saturating_add(before));
        let limits = Limits {
            nodes: with(self.request.limits.nodes, tally.nodes),
            failures: with(self.request.limits.failures, tally.failures),
            ..Limits::default()
        };
        let mut queue = std::mem::take(&mut state.open);
        // Taken from the end: the deepest come first, as in one search.
        queue.reverse();
        let team = Team {
            crew: self,
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
                refuted_by: None,
                closed: (self.whole - open).max(0.0),
                depth: 0,
                build: Duration::ZERO,
                root: Duration::ZERO,
                workers: threads,
                tally,
            }),
            news: Condvar::new(),
            calls: (0..threads).map(|_| Arc::default()).collect(),
            stopping: Arc::default(),
            limits,
            nodes: AtomicU64::new(0),
            failures: AtomicU64::new(0),
            found: AtomicU64::new(0),
            counted: AtomicU64::new(0),
            best: AtomicI64::new(i64::MAX),
            asks: state.asks,
        };
        {
            let pool = team.lock();
            team.nodes.store(pool.tally.nodes, Ordering::Relaxed);
            team.failures.store(pool.tally.failures, Ordering::Relaxed);
            team.found.store(pool.tally.found, Ordering::Relaxed);
            team.counted.store(pool.tally.found, Ordering::Relaxed);
            team.best
                .store(pool.tally.best.unwrap_or(i64::MAX), Ordering::Relaxed);
        }
        let spent = state.spent;
        thread::scope(|scope| {
            for me in 0..threads {
                let team = &team;
                scope.spawn(move || team.work(me));
            }
            team.look_after(state, spent, started, keep, watcher);
        });
        let mut pool = team
            .pool
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(trouble) = pool.trouble.take() {
            return Err(trouble);
        }
        pool.gather(state);
        state.spent = spent + started.elapsed();
        let mut stats = state.tally.stats();
        (stats.build, stats.root, stats.search) = (pool.build, pool.root, state.spent);
        // A finished search counts, even if a limit was reached on the last node.
        let enough = matches!(pool.halt, Some(Halt::Several | Halt::Solutions));
        let halt = pool.halt.filter(|_| enough || !state.open.is_empty());
        Ok((halt, stats))
    }
}

impl Crew<'_> {
    /// Replaces the open nodes by questions, once several solutions are known: for each place each possible value that
    /// has not been seen in a solution.
    pub(super) fn ask(&self, nodes: &[OpenNode], state: &mut State) {
        let free = self.solvers.lock();
        let Some(Ready {
            solver, reading, ..
        }) = free.last()
        else {
            return;
        };
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
        state.refuted_by.clone_from(&self.refuted_by);
    }
}

impl Team<'_> {
    fn lock(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn call_all(&self) {
        for call in &self.calls {
            call.store(true, Ordering::Relaxed);
        }
        self.news.notify_all();
    }

    fn stop(&self, pool: &mut Pool, halt: Option<Halt>) {
        if pool.halt.is_none() {
            pool.halt = halt;
        }
        pool.over = true;
        self.stopping.store(true, Ordering::Relaxed);
        self.call_all();
    }

    /// On the calling thread: limits, the watcher, and the state at intervals.
    fn look_after(
        &self,
        state: &mut State,
        spent: Duration,
        started: Instant,
        keep: Keep<'_>,
        watcher: &mut dyn Watcher,
    ) {
        let request = self.crew.request;
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
            if self.may_ask_now(&pool) {
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

    /// Whether it is time to search for single values, instead of all solutions.
    fn may_ask_now(&self, pool: &Pool) -> bool {
        self.crew.may_ask
            && !self.asks
            && pool.tally.best.is_none()
            && self.best.load(Ordering::Relaxed) == i64::MAX
            && self.found.load(Ordering::Relaxed) > 1
            && self.nodes.load(Ordering::Relaxed) >= LISTING
    }

    /// What one thread does.
    fn work(&self, me: usize) {
        let _ending = Ending { team: self };
        let crew = self.crew;
        let started = Instant::now();
        let known = crew.solvers.lock().pop();
        let Some(mut ready) = known.map_or_else(|| self.build(started), Some) else {
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
            Err(Conflict) => return self.refute(solver),
        }
        {
            let mut pool = self.lock();
            pool.root = pool.root.max(solver.root_time());
            let nodes = pool.queue.iter();
            if !nodes.map(|node| &node.path).all(|path| path.fits(solver)) {
                pool.trouble = Some(Trouble::OtherModel);
                return self.stop(&mut pool, None);
            }
        }
        let brancher = || crew.request.brancher(*brancher, reading);
        // With several threads there is not one search that could learn, as in any solve.
        let learns = crew.request.learn == Learn::On && self.calls.len() == 1;
        let mut apprentice = (learns && !solver.has_objective()).then(|| self.build(started));
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
    fn build(&self, started: Instant) -> Option<Ready> {
        let broken_off = Arc::new(OnceLock::new());
        let mut options = self.crew.request.build_options(started, &broken_off);
        (options.leave_best, options.learns) = (true, self.crew.request.learn == Learn::On);
        let Built {
            model,
            brancher,
            reading,
        } = self.crew.puzzle.build(&options);
        let interrupt = options.interrupt.or(&self.stopping);
        let Some(solver) = model.solver_until(&interrupt) else {
            self.stop(&mut self.lock(), broken_off.get().copied());
            return None;
        };
        Some(Ready {
            model: fingerprint(&solver),
            solver,
            brancher,
            reading,
        })
    }

    /// The puzzle has no solution at all.
    fn refute(&self, solver: &Solver) {
        let rule = solver
            .culprit()
            .map(|culprit| solver.rule_text(solver.rule_of(culprit)).to_owned())
            .filter(|rule| !rule.is_empty());
        let mut pool = self.lock();
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
