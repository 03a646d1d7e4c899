//! The threads of one process on the open nodes of a search, and what they have done at one moment.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quadrille_engine::{
    Brancher, Conflict, Limits, OpenNode, Search, Solver, Stats, Step, Stop, Var,
};

use super::Trouble;
use super::tally::Tally;
use super::task::{Task, fingerprint};
use crate::puzzle::{Built, Puzzle, Reading};
use crate::solve::{CheckFailed, Halt, Progress, Request, SearchProgress, Watcher};

/// How often each thread is asked how far it is.
const LOOK: Duration = Duration::from_millis(50);

/// The least and the most time between two looks of who looks after them.
const TICK: [Duration; 2] = [Duration::from_micros(200), Duration::from_millis(10)];

/// So many solutions to be kept are held in memory before they are written down.
const MOST_FRESH: u64 = 100_000;

/// Where a search stands.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// What is still to be searched.
    pub(super) open: Vec<OpenNode>,
    /// What was found in the rest.
    pub(super) tally: Tally,
    /// Time that was spent, in all processes that had a hand in it.
    pub(super) spent: Duration,
    /// The fingerprint of the model.
    pub(super) model: Option<String>,
    /// The rule that refutes the puzzle before anything is tried.
    pub(super) refuted_by: Option<String>,
}

/// Is given the state at intervals and at the end, to keep it; and what came new of solutions, which it takes out when
/// they are kept.
pub(super) type Keep<'k> = &'k mut dyn FnMut(&mut State) -> Result<(), String>;

/// A search by several threads.
pub(super) struct Crew<'c> {
    pub(super) puzzle: &'c dyn Puzzle,
    pub(super) request: &'c Request,
    pub(super) task: &'c Task,
    /// How often the state is kept.
    pub(super) every: Duration,
    /// The share of the space that is searched, in earlier processes and this one.
    pub(super) whole: f64,
}

/// What the threads share under the lock.
struct Pool {
    /// Nodes that nobody searches.
    queue: Vec<OpenNode>,
    /// Threads without a node, and with one.
    hungry: usize,
    running: usize,
    /// By thread: the latest snapshot that it has a part in, and its open nodes in it.
    snapshots: Vec<(u64, Vec<OpenNode>)>,
    /// Number of the latest snapshot.
    snapshot: u64,
    /// It is not put together yet: until then no node changes hands.
    is_frozen: bool,
    /// What was found by the time of the latest snapshot, from those that have told.
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
    /// By thread: it is to look at the pool.
    calls: Vec<Arc<AtomicBool>>,
    stopping: Arc<AtomicBool>,
    /// On nodes and failures, those of earlier processes included.
    limits: Limits,
    nodes: AtomicU64,
    failures: AtomicU64,
    found: AtomicU64,
    /// The best value that anybody has found.
    best: AtomicI64,
}

impl Crew<'_> {
    /// Searches what is open in `state` until there is no more, or a limit is reached, which is then told.
    ///
    /// # Errors
    /// If a solution does not pass the checker, if the model is another than that of the state, or if the final state
    /// cannot be kept.
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
            best: AtomicI64::new(i64::MAX),
        };
        {
            let pool = team.lock();
            team.nodes.store(pool.tally.nodes, Ordering::Relaxed);
            team.failures.store(pool.tally.failures, Ordering::Relaxed);
            team.found.store(pool.tally.found, Ordering::Relaxed);
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
        keep(state).map_err(Trouble::NotWritten)?;
        let mut stats = state.tally.stats();
        (stats.build, stats.root, stats.search) = (pool.build, pool.root, state.spent);
        // What was searched to the end counts, even if a limit was reached on the last node.
        let several = pool.halt == Some(Halt::Several);
        let halt = pool.halt.filter(|_| several || !state.open.is_empty());
        Ok((halt, stats))
    }
}

impl Pool {
    /// Whether everybody has told what belongs to the latest snapshot.
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

    /// What one thread does.
    fn work(&self, me: usize) {
        let _ending = Ending { team: self };
        let crew = self.crew;
        let started = Instant::now();
        let broken_off = Arc::new(OnceLock::new());
        let mut options = crew.request.build_options(started, &broken_off);
        options.leave_best = true;
        let Built {
            model,
            brancher,
            reading,
        } = crew.puzzle.build(&options);
        let is_due = || options.interrupt.is_due() || self.stopping.load(Ordering::Relaxed);
        let Some(mut solver) = model.solver_while(|| !is_due()) else {
            return self.stop(&mut self.lock(), broken_off.get().copied());
        };
        let model = fingerprint(&solver);
        {
            let mut pool = self.lock();
            pool.build = pool.build.max(started.elapsed());
            let known = pool.model.get_or_insert_with(|| model.clone());
            if *known != model {
                let trouble = Trouble::OtherModel;
                pool.trouble = Some(trouble);
                return self.stop(&mut pool, None);
            }
        }
        match solver.propagate_while(|| !self.stopping.load(Ordering::Relaxed)) {
            Ok(true) => {}
            Ok(false) => return,
            Err(Conflict) => return self.refute(&solver),
        }
        {
            let mut pool = self.lock();
            pool.root = pool.root.max(solver.root_time());
            let nodes = pool.queue.iter();
            if !nodes.map(|node| &node.path).all(|path| path.fits(&solver)) {
                pool.trouble = Some(Trouble::OtherModel);
                return self.stop(&mut pool, None);
            }
        }
        let brancher = crew.request.brancher(brancher, &reading);
        Worker::new(self, me, &mut solver, brancher, &reading).run();
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

/// One thread with its search.
struct Worker<'t, 's> {
    team: &'t Team<'t>,
    me: usize,
    search: Search<'s>,
    limits: Limits,
    decisions: Vec<Var>,
    vars: Vec<Var>,
    reading: &'t Reading,
    /// What was found and not told yet.
    news: Tally,
    /// The share of the node at hand, of which so much was told or handed over.
    share: f64,
    told: f64,
    told_nodes: u64,
    told_failures: u64,
    /// Of the figures of the search: what the tally has.
    tallied: (u64, u64),
    snapshot: u64,
}

impl<'t, 's> Worker<'t, 's> {
    fn new(
        team: &'t Team<'t>,
        me: usize,
        solver: &'s mut Solver,
        brancher: Box<dyn Brancher>,
        reading: &'t Reading,
    ) -> Self {
        let decisions = solver.decisions().to_vec();
        let optimises = solver.has_objective();
        let mut search = solver.search().boxed_brancher(brancher);
        if optimises {
            search = search.with_ties(None);
        }
        let limits = Limits {
            cancel: Some(Arc::clone(&team.calls[me])),
            ..Limits::default()
        };
        Self {
            team,
            me,
            search,
            limits,
            decisions,
            vars: reading.vars().collect(),
            reading,
            news: Tally::default(),
            share: 0.0,
            told: 0.0,
            told_nodes: 0,
            told_failures: 0,
            tallied: (0, 0),
            snapshot: 0,
        }
    }

    fn run(&mut self) {
        {
            let mut pool = self.team.lock();
            // What came before it has no part in.
            self.snapshot = pool.snapshot;
            pool.snapshots[self.me] = (self.snapshot, Vec::new());
        }
        while let Some(node) = self.next_node() {
            (self.share, self.told) = (node.share, 0.0);
            self.search.move_to(node);
            self.tighten();
            if self.search_node().is_break() {
                return;
            }
        }
    }

    /// Waits for a node; `None` when there will be no more.
    fn next_node(&mut self) -> Option<OpenNode> {
        let team = self.team;
        let mut pool = team.lock();
        pool.hungry += 1;
        loop {
            if pool.over || self.snapshot < pool.snapshot {
                self.take_part(&mut pool, Vec::new());
            }
            if pool.over {
                return None;
            }
            if !pool.is_frozen {
                if let Some(node) = pool.queue.pop() {
                    pool.hungry -= 1;
                    pool.running += 1;
                    return Some(node);
                }
                if pool.running == 0 {
                    self.take_part(&mut pool, Vec::new());
                    team.stop(&mut pool, None);
                    return None;
                }
            }
            pool = match team.news.wait_timeout(pool, TICK[1]) {
                Ok((pool, _)) => pool,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
    }

    /// Tells what was found and what is open, for the latest snapshot.
    fn take_part(&mut self, pool: &mut Pool, open: Vec<OpenNode>) {
        let stats = self.search.stats();
        self.news.nodes = stats.nodes - self.tallied.0;
        self.news.failures = stats.failures - self.tallied.1;
        self.tallied = (stats.nodes, stats.failures);
        let mut news = std::mem::take(&mut self.news);
        if news.found == 0 {
            news.best = None;
        }
        pool.tally.add(news);
        self.snapshot = pool.snapshot;
        pool.snapshots[self.me] = (self.snapshot, open);
        self.team.news.notify_all();
    }

    /// Searches a node to its end. Breaks off when all is over.
    fn search_node(&mut self) -> ControlFlow<()> {
        let team = self.team;
        loop {
            let left = |limit: Option<u64>, sum: &AtomicU64, told: u64| {
                limit.map(|limit| limit.saturating_sub(sum.load(Ordering::Relaxed)) + told)
            };
            let stats = self.search.stats();
            self.limits.nodes = left(team.limits.nodes, &team.nodes, self.told_nodes)
                .map(|limit| limit.max(stats.nodes));
            self.limits.failures = left(team.limits.failures, &team.failures, self.told_failures)
                .map(|limit| limit.max(stats.failures));
            self.search.set_limits(self.limits.clone());
            match self.search.step() {
                Step::Solution => {
                    if let Err(failed) = self.note_solution() {
                        let mut pool = team.lock();
                        pool.trouble = Some(Trouble::CheckFailed(failed));
                        team.stop(&mut pool, None);
                        return ControlFlow::Break(());
                    }
                    if team.crew.task.stops_at_two() && team.found.load(Ordering::Relaxed) > 1 {
                        let mut pool = team.lock();
                        team.stop(&mut pool, Some(Halt::Several));
                    }
                }
                Step::Exhausted => {
                    let mut pool = team.lock();
                    self.report(&mut pool);
                    pool.closed += self.share - self.told;
                    pool.running -= 1;
                    return ControlFlow::Continue(());
                }
                Step::Stopped(stop) => {
                    team.calls[self.me].store(false, Ordering::Relaxed);
                    let mut pool = team.lock();
                    self.report(&mut pool);
                    if stop != Stop::Cancelled {
                        let sums = match stop {
                            Stop::Nodes => (&team.nodes, team.limits.nodes),
                            _ => (&team.failures, team.limits.failures),
                        };
                        if sums
                            .1
                            .is_some_and(|limit| sums.0.load(Ordering::Relaxed) >= limit)
                        {
                            let halt = Halt::new(stop, &team.crew.request.limits);
                            team.stop(&mut pool, Some(halt));
                        }
                    }
                    if pool.over {
                        let open = self.search.open();
                        self.take_part(&mut pool, open);
                        return ControlFlow::Break(());
                    }
                    if self.snapshot < pool.snapshot {
                        let open = self.search.open();
                        self.take_part(&mut pool, open);
                    } else if !pool.is_frozen && pool.hungry > pool.queue.len() {
                        let given = self.search.hand_over();
                        self.told += given.iter().map(|node| node.share).sum::<f64>();
                        pool.queue.extend(given.into_iter().rev());
                        team.news.notify_all();
                    }
                    drop(pool);
                    self.tighten();
                }
            }
        }
    }

    /// Values worse than the best that anybody has found are not wanted.
    fn tighten(&mut self) {
        let best = self.team.best.load(Ordering::Relaxed);
        if best < i64::MAX {
            self.search.tighten(best);
        }
    }

    /// Adds to the figures that are shown.
    fn report(&mut self, pool: &mut Pool) {
        let stats = self.search.stats();
        let team = self.team;
        team.nodes
            .fetch_add(stats.nodes - self.told_nodes, Ordering::Relaxed);
        team.failures
            .fetch_add(stats.failures - self.told_failures, Ordering::Relaxed);
        (self.told_nodes, self.told_failures) = (stats.nodes, stats.failures);
        let seen = self.search.seen().min(self.share);
        if seen > self.told {
            pool.closed += seen - self.told;
            self.told = seen;
        }
        pool.depth = self.search.depth();
    }

    /// Checks the solution at hand and notes it.
    fn note_solution(&mut self) -> Result<(), CheckFailed> {
        let crew = self.team.crew;
        let solution = self.search.solution();
        let completed = (self.reading.complete)(&solution);
        let violations = crew.puzzle.check_as_built(&completed, &crew.request.build);
        if !violations.is_empty() {
            return Err(CheckFailed::new(crew.puzzle, completed, violations));
        }
        let value = self.search.objective_value();
        if let Some(value) = value {
            let before = self.team.best.fetch_min(value, Ordering::Relaxed);
            if value > before || !self.news.admits(Some(value)) {
                return Ok(());
            }
            if value < before {
                self.team.found.store(0, Ordering::Relaxed);
            }
        }
        self.news.found += 1;
        self.team.found.fetch_add(1, Ordering::Relaxed);
        if crew.task.consensus {
            self.news.see(self.vars.iter().map(|&var| solution[var]));
        }
        let decided = self.decisions.iter().map(|&var| solution[var]);
        if crew.task.keeps_firsts() {
            self.news.note_first(decided.clone());
        }
        if crew.task.keeps_all() {
            self.news.fresh.push(decided.collect());
        }
        Ok(())
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
