//! The workers of a parallel search and what they share.

use crate::clock::Instant;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::live::Reporter;
use super::{Kept, Plan, SLICE};
use crate::branch::Brancher;
use crate::interrupt::Interrupt;
use crate::search::{Limits, Restarts, Search, Start, Stats, Step, Stop};
use crate::solver::Calls;
use crate::solver::Solver;
use crate::var::{PropagatorId, Var};

/// How often a worker that waits for work asks again, and how often the time and the interrupt are checked.
const TICK: Duration = Duration::from_millis(2);

/// What a worker reports when it is done.
pub(super) struct Report {
    pub(super) stats: Stats,
    pub(super) calls: Vec<Calls>,
    pub(super) decisions: Vec<Var>,
    /// The propagator that found its last failure, if it ended with one.
    pub(super) culprit: Option<PropagatorId>,
}

/// A part of the tree.
#[derive(Default)]
pub(super) struct Piece {
    /// The piece that comes next in the order of the tree.
    pub(super) after: Option<usize>,
    /// The worker that searches it.
    worker: Option<usize>,
    /// The solutions found in it so far, in order.
    pub(super) solutions: Vec<Kept>,
    pub(super) found: u64,
    /// Whether there are enough solutions before its next one.
    cut: bool,
}

/// What the workers share under the lock.
pub(super) struct Pool {
    /// The pieces; number 0 is the first in the order of the tree.
    pub(super) pieces: Vec<Piece>,
    /// Pieces that no worker searches yet; a missing start means the whole tree.
    waiting: Vec<(usize, Option<Start>)>,
    /// The number of workers without a piece.
    hungry: usize,
    /// The number of pieces being searched.
    running: usize,
    /// The number of workers that have not ended.
    workers: usize,
    pub(super) stop: Option<Stop>,
    /// Whether a worker panicked, so that there is no use in continuing.
    broken: bool,
    /// When the first piece was taken.
    started: Option<Instant>,
    pub(super) optimises: bool,
    /// Whether solutions must be in the order of the tree.
    pub(super) is_static: bool,
}

pub(super) struct Team<'p> {
    pub(super) pool: Mutex<Pool>,
    /// Signals that a piece is waiting, or that all is over.
    work: Condvar,
    /// Signals that a worker has ended.
    ended: Condvar,
    /// By worker: whether it should look at the pool.
    calls: Vec<Arc<AtomicBool>>,
    nodes_left: AtomicU64,
    failures_left: AtomicU64,
    plan: &'p Plan<'p>,
}

impl<'p> Team<'p> {
    pub(super) fn new(threads: usize, plan: &'p Plan<'p>) -> Self {
        let limits = &plan.limits;
        let count = plan.nodes.len().max(1);
        let piece = |at: usize| Piece {
            after: Some(at + 1).filter(|&next| next < count),
            ..Piece::default()
        };
        let mut waiting = vec![(0, None)];
        if !plan.nodes.is_empty() {
            waiting = plan
                .nodes
                .iter()
                .map(Start::open)
                .map(Some)
                .enumerate()
                .collect();
            // Pieces are taken from the end, so the first comes last.
            waiting.reverse();
        }
        let pool = Pool {
            pieces: (0..count).map(piece).collect(),
            waiting,
            hungry: 0,
            running: 0,
            workers: threads,
            stop: (limits.solutions == Some(0)).then_some(Stop::Solutions),
            broken: false,
            started: None,
            optimises: false,
            is_static: plan.restarts == Restarts::Never,
        };
        Self {
            pool: Mutex::new(pool),
            work: Condvar::new(),
            ended: Condvar::new(),
            calls: (0..threads).map(|_| Arc::default()).collect(),
            nodes_left: AtomicU64::new(limits.nodes.unwrap_or(u64::MAX)),
            failures_left: AtomicU64::new(limits.failures.unwrap_or(u64::MAX)),
            plan,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the calling thread watch the time and the interrupt until the workers have ended.
    pub(super) fn look_after(&self) {
        let mut pool = self.lock();
        while pool.workers > 0 {
            if self.plan.limits.interrupt.is_due() {
                self.stop(&mut pool, Stop::Interrupted);
            }
            let spent = pool.started.map_or(Duration::ZERO, |s| s.elapsed());
            if self.plan.limits.time.is_some_and(|time| spent >= time) {
                self.stop(&mut pool, Stop::Time);
            }
            let left = self
                .plan
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

    pub(super) fn work<B>(&self, me: usize, build: &B) -> Option<Report>
    where
        B: Fn() -> Option<(Solver, Box<dyn Brancher>)>,
    {
        let _ending = Ending { team: self };
        let Some((mut solver, brancher)) = build() else {
            self.stop(&mut self.lock(), Stop::Interrupted);
            return None;
        };
        let is_static = brancher.is_static();
        {
            let mut pool = self.lock();
            pool.is_static &= is_static;
            pool.optimises |= solver.objective.is_some();
            if pool.optimises {
                return None;
            }
        }
        let mut search = solver
            .search()
            .boxed_brancher(brancher)
            .restarts(self.plan.restarts);
        let mut reporter = Reporter::new(self.plan.live);
        let mut share = Limits {
            // A share is always granted, so that there is something to report now and then.
            nodes: Some(0),
            failures: self.plan.limits.failures.map(|_| 0),
            interrupt: Interrupt::from(&self.calls[me]),
            ..Limits::default()
        };
        search.set_limits(share.clone());
        while let Some((piece, start)) = self.next_piece(me) {
            if let Some(start) = start {
                search.go_to(start);
                reporter.enter_piece();
            }
            self.search(me, piece, &mut search, &mut share, &mut reporter);
            reporter.report(&search);
        }
        let stats = search.stats().clone();
        drop(search);
        Some(Report {
            stats,
            calls: solver.propagators().map(|(.., calls)| calls).collect(),
            decisions: solver.decisions().to_vec(),
            culprit: solver.culprit(),
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
    fn search(
        &self,
        me: usize,
        piece: usize,
        search: &mut Search<'_>,
        share: &mut Limits,
        reporter: &mut Reporter<'_>,
    ) {
        let mut batch = Batch::default();
        loop {
            match search.step() {
                Step::Solution => {
                    batch.found += 1;
                    reporter.report_solution(search);
                    match self.plan.take(search) {
                        ControlFlow::Continue(kept) => batch.solutions.extend(kept),
                        ControlFlow::Break(()) => {
                            let mut pool = self.lock();
                            batch.deliver(&mut pool.pieces[piece]);
                            self.stop(&mut pool, Stop::Interrupted);
                            return self.leave(pool, piece);
                        }
                    }
                    if self.plan.limits.solutions.is_some() {
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
                Step::Stopped(Stop::Interrupted) => {
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
                    reporter.report(search);
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

    /// A worker's next share of the limits that apply to all workers together; the rest of its present share is
    /// returned.
    fn grant(&self, share: &mut Limits, stats: &Stats) {
        let renew = |share: &mut Option<u64>, left: &AtomicU64, used: u64| {
            let Some(upto) = share else { return };
            // The first node of a piece is entered without asking, so a share may be overdrawn by one.
            let (unused, over) = (upto.saturating_sub(used), used.saturating_sub(*upto));
            let mut granted = 0;
            left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                let left = left.saturating_add(unused).saturating_sub(over);
                granted = left.min(SLICE);
                Some(left - granted)
            })
            .expect("it always gives something to store");
            *upto = used + granted;
        };
        renew(&mut share.nodes, &self.nodes_left, stats.nodes);
        renew(&mut share.failures, &self.failures_left, stats.failures);
    }

    /// Drops pieces that cannot contain one of the first solutions any more: with enough of them in the pieces up to
    /// some point, nothing is needed from that point on. Pieces before it may still find more, which only moves the
    /// point forward.
    fn cut(&self, pool: &mut Pool) {
        let most = self.plan.limits.solutions.unwrap_or(u64::MAX);
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
    solutions: Vec<Kept>,
    found: u64,
}

impl Batch {
    fn deliver(&mut self, piece: &mut Piece) {
        piece.found += std::mem::take(&mut self.found);
        piece.solutions.append(&mut self.solutions);
    }
}

/// Tells the team that a worker has ended, also when it panicked.
struct Ending<'t, 'p> {
    team: &'t Team<'p>,
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
