//! Parallel search: one tree, split among threads while it is searched.
//!
//! Each worker has a solver of its own. Whoever runs out of work asks, and a worker that still has some hands over
//! the open children of its choice point nearest the root. The parts are disjoint, so no solution is found twice,
//! and a part that is handed over comes right after its giver's in the order of the tree, which is all that is
//! needed to report solutions in that order. There are no restarts: what one part learns to leave out is of no
//! use in another.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::branch::Brancher;
use crate::kernel::Calls;
use crate::search::{Count, Limits, Search, Solution, Start, Stats, Step, Stop};
use crate::solver::Solver;
use crate::var::Var;

/// How often one who waits for work asks again, and how often the time and the cancel flag are looked at.
const TICK: Duration = Duration::from_millis(2);

/// Nodes or failures that a worker may spend before it asks for more, when there is a limit.
const GRANT: u64 = 64;

/// What a parallel search came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The solutions; none if they were only counted.
    pub solutions: Vec<Solution>,
    /// The number of solutions found.
    pub found: u64,
    /// The limit that stopped it; `None` if the whole space was seen.
    pub stopped: Option<Stop>,
    /// Nodes, failures and the like summed over the workers; times are those of the slowest.
    pub stats: Stats,
    /// By propagator: the figures of its runs, summed over the workers.
    pub calls: Vec<Calls>,
}

impl Outcome {
    /// The number of solutions, as a search reports it.
    pub const fn count(&self) -> Count {
        match self.stopped {
            None => Count::Exactly(self.found),
            Some(stop) => Count::AtLeast(self.found, stop),
        }
    }
}

/// Finds all solutions, or as many as `limits` allow, on `threads` threads (0 for one on each core).
///
/// `build` makes a solver and its brancher; each worker calls it once, and it must make the same each time.
///
/// The solutions and their order are the same for every number of threads, unless a limit other than that on
/// solutions stops the search. If the brancher [is static](Brancher::is_static), they stand in the order in which
/// one thread finds them, and a limit on solutions keeps the first ones of this order. Else they are sorted by the
/// values of the decision variables; a limit on solutions then keeps those that a single thread finds first (for
/// which one thread searches alone once it is known that there are as many).
///
/// With a static brancher nodes and failures are also the same for every number of threads, unless a limit
/// stopped the search. A model with an objective is searched by one thread.
///
/// A limit of time counts from the end of the first build. Limits of nodes and failures are for all threads
/// together.
///
/// ```
/// use quadrille_engine::{Limits, Model, branch, parallel};
///
/// let build = || {
///     let mut model = Model::new();
///     model.vars(5, 0..=3);
///     (model.solver(), branch::named("input", "smallest", "binary", 0).expect("known names"))
/// };
/// let outcome = parallel::solve(build, 2, &Limits::default());
/// assert_eq!((outcome.found, outcome.stopped), (1024, None));
/// assert_eq!(outcome.solutions[1].values(), [0, 0, 0, 0, 1]);
/// ```
pub fn solve<B>(build: B, threads: usize, limits: &Limits) -> Outcome
where
    B: Fn() -> (Solver, Box<dyn Brancher>) + Sync,
{
    run(&build, threads, limits, true)
}

/// Counts the solutions without keeping them; otherwise as [`solve`].
pub fn count<B>(build: B, threads: usize, limits: &Limits) -> Outcome
where
    B: Fn() -> (Solver, Box<dyn Brancher>) + Sync,
{
    run(&build, threads, limits, false)
}

fn run<B>(build: &B, threads: usize, limits: &Limits, keep: bool) -> Outcome
where
    B: Fn() -> (Solver, Box<dyn Brancher>) + Sync,
{
    let threads = match threads {
        0 => thread::available_parallelism().map_or(1, NonZero::get),
        n => n,
    };
    if threads == 1 {
        return alone(build(), limits, keep);
    }
    let started = Instant::now();
    let team = Team::new(threads, limits, keep);
    let reports: Vec<Option<Report>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|me| {
                let team = &team;
                scope.spawn(move || team.work(me, build))
            })
            .collect();
        team.look_after();
        workers
            .into_iter()
            .map(|worker| match worker.join() {
                Ok(report) => report,
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    });
    let spent = started.elapsed();
    let Pool {
        pieces,
        stop,
        optimises,
        is_static,
        ..
    } = team
        .pool
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    if optimises {
        return alone(build(), limits, keep);
    }
    let mut outcome = Outcome {
        solutions: Vec::new(),
        found: 0,
        stopped: stop,
        stats: Stats::default(),
        calls: Vec::new(),
    };
    let mut decisions = Vec::new();
    for report in reports.into_iter().flatten() {
        outcome.add_figures(&report.stats, &report.calls);
        decisions = report.decisions;
    }
    let mut next = Some(0);
    let mut pieces: Vec<Option<Piece>> = pieces.into_iter().map(Some).collect();
    while let Some(piece) = next.and_then(|at| pieces[at].take()) {
        outcome.found += piece.found;
        outcome.solutions.extend(piece.solutions);
        next = piece.after;
    }
    if let Some(most) = limits.solutions.filter(|&most| outcome.found >= most)
        && stop.is_none()
    {
        if !is_static {
            // Which ones were found depends on who searched what.
            let left = Limits {
                time: limits.time.map(|time| time.saturating_sub(spent)),
                ..limits.clone()
            };
            let Outcome { stats, calls, .. } = outcome;
            outcome = alone(build(), &left, keep);
            outcome.add_figures(&stats, &calls);
            return outcome;
        }
        outcome.found = most;
        outcome.solutions.truncate(most as usize);
        outcome.stopped = Some(Stop::Solutions);
    } else if !is_static {
        sort(&mut outcome.solutions, &decisions);
    }
    outcome.stats.solutions = outcome.found;
    outcome
}

/// The search on the calling thread.
fn alone(
    (mut solver, brancher): (Solver, Box<dyn Brancher>),
    limits: &Limits,
    keep: bool,
) -> Outcome {
    let is_static = brancher.is_static() || solver.objective.is_some();
    let mut search = solver
        .search()
        .boxed_brancher(brancher)
        .limits(limits.clone());
    let mut solutions = Vec::new();
    let stopped = loop {
        match search.step() {
            Step::Solution if keep => solutions.push(search.solution()),
            Step::Solution => {}
            Step::Exhausted => break None,
            Step::Stopped(stop) => break Some(stop),
        }
    };
    let stats = search.stats().clone();
    drop(search);
    if !is_static {
        sort(&mut solutions, solver.decisions());
    }
    Outcome {
        solutions,
        found: stats.solutions,
        stopped,
        stats,
        calls: solver.propagators().map(|(.., calls)| calls).collect(),
    }
}

/// Sorts by the values of the decisions; no two solutions agree in all of them.
fn sort(solutions: &mut [Solution], decisions: &[Var]) {
    solutions.sort_unstable_by(|a, b| {
        let values = |s: &Solution| decisions.iter().map(|&var| s[var]).collect::<Vec<_>>();
        values(a).cmp(&values(b))
    });
}

impl Outcome {
    fn add_figures(&mut self, stats: &Stats, calls: &[Calls]) {
        let sum = &mut self.stats;
        sum.nodes += stats.nodes;
        sum.failures += stats.failures;
        sum.solutions += stats.solutions;
        sum.propagations += stats.propagations;
        sum.changes += stats.changes;
        sum.peak_depth = sum.peak_depth.max(stats.peak_depth);
        if sum.nodes_by_depth.len() < stats.nodes_by_depth.len() {
            sum.nodes_by_depth.resize(stats.nodes_by_depth.len(), 0);
        }
        for (sum, nodes) in sum.nodes_by_depth.iter_mut().zip(&stats.nodes_by_depth) {
            *sum += nodes;
        }
        sum.build = sum.build.max(stats.build);
        sum.root = sum.root.max(stats.root);
        sum.search = sum.search.max(stats.search);
        self.calls
            .resize(self.calls.len().max(calls.len()), Calls::default());
        for (sum, calls) in self.calls.iter_mut().zip(calls) {
            sum.calls += calls.calls;
            sum.pruning += calls.pruning;
            sum.failing += calls.failing;
        }
    }
}

/// What a worker tells when it is done.
struct Report {
    stats: Stats,
    calls: Vec<Calls>,
    decisions: Vec<Var>,
}

/// A part of the tree.
#[derive(Default)]
struct Piece {
    /// The piece that comes next in the order of the tree.
    after: Option<usize>,
    /// Who searches it.
    worker: Option<usize>,
    /// What it has found so far, in order.
    solutions: Vec<Solution>,
    found: u64,
    /// Enough solutions stand before its next one.
    cut: bool,
}

/// What the workers share under the lock.
struct Pool {
    /// The pieces; number 0 is the first in the order of the tree.
    pieces: Vec<Piece>,
    /// Pieces that nobody searches yet; no start stands for the whole tree.
    waiting: Vec<(usize, Option<Start>)>,
    /// Workers without a piece.
    hungry: usize,
    /// Pieces being searched.
    running: usize,
    /// Workers that have not ended.
    workers: usize,
    stop: Option<Stop>,
    /// Someone panicked: no use in going on.
    broken: bool,
    /// When the first piece was taken.
    started: Option<Instant>,
    optimises: bool,
    is_static: bool,
}

struct Team<'l> {
    pool: Mutex<Pool>,
    /// A piece is waiting, or all is over.
    work: Condvar,
    /// A worker has ended.
    ended: Condvar,
    /// By worker: somebody wants it to look at the pool.
    calls: Vec<Arc<AtomicBool>>,
    nodes_left: AtomicU64,
    failures_left: AtomicU64,
    limits: &'l Limits,
    keep: bool,
}

impl<'l> Team<'l> {
    fn new(threads: usize, limits: &'l Limits, keep: bool) -> Self {
        let pool = Pool {
            pieces: vec![Piece::default()],
            waiting: vec![(0, None)],
            hungry: 0,
            running: 0,
            workers: threads,
            stop: (limits.solutions == Some(0)).then_some(Stop::Solutions),
            broken: false,
            started: None,
            optimises: false,
            is_static: true,
        };
        Self {
            pool: Mutex::new(pool),
            work: Condvar::new(),
            ended: Condvar::new(),
            calls: (0..threads).map(|_| Arc::default()).collect(),
            nodes_left: AtomicU64::new(limits.nodes.unwrap_or(u64::MAX)),
            failures_left: AtomicU64::new(limits.failures.unwrap_or(u64::MAX)),
            limits,
            keep,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The calling thread watches the time and the cancel flag until the workers have ended.
    fn look_after(&self) {
        let mut pool = self.lock();
        while pool.workers > 0 {
            let cancelled = self.limits.cancel.as_ref();
            if cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                self.stop(&mut pool, Stop::Cancelled);
            }
            let spent = pool.started.map_or(Duration::ZERO, |s| s.elapsed());
            if self.limits.time.is_some_and(|time| spent >= time) {
                self.stop(&mut pool, Stop::Time);
            }
            let left = self
                .limits
                .time
                .map_or(TICK, |time| time.saturating_sub(spent));
            let tick = left.clamp(Duration::from_micros(100), TICK);
            pool = match self.ended.wait_timeout(pool, tick) {
                Ok((pool, _)) => pool,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
    }

    fn stop(&self, pool: &mut Pool, stop: Stop) {
        pool.stop.get_or_insert(stop);
        self.call_all();
        self.work.notify_all();
    }

    fn call_all(&self) {
        for call in &self.calls {
            call.store(true, Ordering::Relaxed);
        }
    }

    fn work<B>(&self, me: usize, build: &B) -> Option<Report>
    where
        B: Fn() -> (Solver, Box<dyn Brancher>),
    {
        let _ending = Ending { team: self };
        let (mut solver, brancher) = build();
        let is_static = brancher.is_static();
        {
            let mut pool = self.lock();
            pool.is_static &= is_static;
            pool.optimises |= solver.objective.is_some();
            if pool.optimises {
                return None;
            }
        }
        let mut search = solver.search().boxed_brancher(brancher);
        let mut share = Limits {
            nodes: self.limits.nodes.map(|_| 0),
            failures: self.limits.failures.map(|_| 0),
            cancel: Some(Arc::clone(&self.calls[me])),
            ..Limits::default()
        };
        search.set_limits(share.clone());
        while let Some((piece, start)) = self.next_piece(me) {
            if let Some(start) = start {
                search.go_to(start);
            }
            self.search(me, piece, &mut search, &mut share);
        }
        let stats = search.stats().clone();
        drop(search);
        Some(Report {
            stats,
            calls: solver.propagators().map(|(.., calls)| calls).collect(),
            decisions: solver.decisions().to_vec(),
        })
    }

    /// Waits for a piece; `None` when there will be no more.
    fn next_piece(&self, me: usize) -> Option<(usize, Option<Start>)> {
        let mut pool = self.lock();
        pool.hungry += 1;
        loop {
            let over = pool.running == 0 && pool.waiting.is_empty();
            if over || pool.stop.is_some() || pool.broken {
                self.work.notify_all();
                return None;
            }
            if let Some((piece, start)) = pool.waiting.pop() {
                pool.hungry -= 1;
                pool.running += 1;
                pool.pieces[piece].worker = Some(me);
                pool.started.get_or_insert_with(Instant::now);
                return Some((piece, start));
            }
            for worker in pool.pieces.iter().filter_map(|piece| piece.worker) {
                self.calls[worker].store(true, Ordering::Relaxed);
            }
            pool = match self.work.wait_timeout(pool, TICK) {
                Ok((pool, _)) => pool,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
    }

    /// Searches a piece to its end, handing over parts of it when asked.
    fn search(&self, me: usize, piece: usize, search: &mut Search<'_>, share: &mut Limits) {
        let mut batch = Batch::default();
        loop {
            match search.step() {
                Step::Solution => {
                    batch.found += 1;
                    if self.keep {
                        batch.solutions.push(search.solution());
                    }
                    if self.limits.solutions.is_some() {
                        let mut pool = self.lock();
                        batch.deliver(&mut pool.pieces[piece]);
                        self.cut(&mut pool);
                        if pool.pieces[piece].cut {
                            return self.leave(pool, piece);
                        }
                    }
                }
                Step::Exhausted => {
                    let mut pool = self.lock();
                    batch.deliver(&mut pool.pieces[piece]);
                    return self.leave(pool, piece);
                }
                Step::Stopped(Stop::Cancelled) => {
                    self.calls[me].store(false, Ordering::Relaxed);
                    let mut pool = self.lock();
                    batch.deliver(&mut pool.pieces[piece]);
                    if pool.stop.is_some() || pool.broken || pool.pieces[piece].cut {
                        return self.leave(pool, piece);
                    }
                    if pool.hungry > pool.waiting.len()
                        && let Some(start) = search.split_off()
                    {
                        let after = pool.pieces[piece].after;
                        let given = pool.pieces.len();
                        pool.pieces.push(Piece {
                            after,
                            ..Piece::default()
                        });
                        pool.pieces[piece].after = Some(given);
                        pool.waiting.push((given, Some(start)));
                        self.work.notify_one();
                    }
                }
                Step::Stopped(stop) => {
                    // The share is used up.
                    self.grant(share, search.stats());
                    if share.reached_by(search.stats()) == Some(stop) {
                        let mut pool = self.lock();
                        batch.deliver(&mut pool.pieces[piece]);
                        self.stop(&mut pool, stop);
                        return self.leave(pool, piece);
                    }
                    search.set_limits(share.clone());
                }
            }
        }
    }

    /// Leaves a piece for good.
    fn leave(&self, mut pool: MutexGuard<'_, Pool>, piece: usize) {
        pool.pieces[piece].worker = None;
        pool.running -= 1;
        if pool.running == 0 {
            self.work.notify_all();
        }
    }

    /// A worker's next share of the limits that are for all together; what is left of the present one goes back.
    fn grant(&self, share: &mut Limits, stats: &Stats) {
        let renew = |share: &mut Option<u64>, left: &AtomicU64, used: u64| {
            let Some(upto) = share else { return };
            // The first node of a piece is entered unasked, so a share may be overdrawn by one.
            let (unused, over) = (upto.saturating_sub(used), used.saturating_sub(*upto));
            let mut granted = 0;
            left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                let left = (left + unused).saturating_sub(over);
                granted = left.min(GRANT);
                Some(left - granted)
            })
            .expect("it always gives something to store");
            *upto = used + granted;
        };
        renew(&mut share.nodes, &self.nodes_left, stats.nodes);
        renew(&mut share.failures, &self.failures_left, stats.failures);
    }

    /// Drops what cannot hold one of the first solutions any more: with enough of them in the pieces up to some
    /// point, nothing is wanted from that point on. Pieces before it may still find more, which only moves the
    /// point forward.
    fn cut(&self, pool: &mut Pool) {
        let most = self.limits.solutions.unwrap_or(u64::MAX);
        let (mut found, mut next) = (0, Some(0));
        while let Some(at) = next {
            let piece = &mut pool.pieces[at];
            found += piece.found;
            next = piece.after;
            if found >= most && !piece.cut {
                piece.cut = true;
                if let Some(worker) = piece.worker {
                    self.calls[worker].store(true, Ordering::Relaxed);
                }
            }
        }
        let pieces = &pool.pieces;
        pool.waiting.retain(|&(piece, _)| !pieces[piece].cut);
    }
}

/// Solutions not yet delivered.
#[derive(Default)]
struct Batch {
    solutions: Vec<Solution>,
    found: u64,
}

impl Batch {
    fn deliver(&mut self, piece: &mut Piece) {
        piece.found += std::mem::take(&mut self.found);
        piece.solutions.append(&mut self.solutions);
    }
}

/// Tells the team that a worker has ended, also when it panicked.
struct Ending<'t, 'l> {
    team: &'t Team<'l>,
}

impl Drop for Ending<'_, '_> {
    fn drop(&mut self) {
        let mut pool = self.team.lock();
        pool.workers -= 1;
        if thread::panicking() {
            pool.broken = true;
            self.team.call_all();
        }
        self.team.work.notify_all();
        self.team.ended.notify_all();
    }
}

#[cfg(test)]
mod tests;
