//! Parallel search: one tree, split among threads while it is searched.
//!
//! Each worker has a solver of its own. A worker that runs out of work asks for some, and one that still has work hands
//! over the open children of its choice point nearest the root. The parts are disjoint, so no solution is found twice,
//! and a part that is handed over comes right after its giver's in the order of the tree, which is enough to report
//! solutions in that order.
//!
//! With restarts each worker restarts its own part. A part that is handed over takes the no-goods of its giver along,
//! which may apply in it as well; what its receiver learns later stays with the receiver, since it is useless
//! elsewhere.

mod learners;
#[cfg(test)]
mod learners_tests;
mod live;
mod outcome;
mod team;
#[cfg(test)]
mod tests;

use crate::clock::Instant;
use std::fmt;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::branch::Brancher;
use crate::model::Model;
use crate::search::{
    Learning, Limits, OpenNode, Restarts, Search, Solution, Start, Stats, Step, Stop, Strategy,
};
use crate::solver::Solver;
use crate::var::Var;
use live::Reporter;
use team::{Piece, Pool, Report, Team};

pub use learners::{Learners, Supervisor, Unsupervised};
pub use live::Live;
pub use outcome::Outcome;

/// Nodes or failures that a worker may spend before it reports and asks for more.
const SLICE: u64 = 64;

/// Finds all solutions, or as many as `limits` allow, on `threads` threads (0 for one on each core): a [`Plan`] with
/// default options.
///
/// For an existing model [`Plan::run_model`] is shorter.
///
/// ```
/// use quadrille_engine::branch::{Brancher, Branching, order::InputOrder, value::Smallest};
/// use quadrille_engine::{Limits, Model, parallel};
///
/// let build = || {
///     let mut model = Model::new();
///     model.vars(5, 0..=3);
///     let brancher: Box<dyn Brancher> = Box::new(Branching::new(InputOrder, Smallest));
///     (model.solver(), brancher)
/// };
/// let outcome = parallel::solve(build, 2, &Limits::default());
/// assert_eq!((outcome.found, outcome.stopped), (1024, None));
/// assert_eq!(outcome.solutions[1].values(), [0, 0, 0, 0, 1]);
/// ```
pub fn solve<B>(build: B, threads: usize, limits: &Limits) -> Outcome
where
    B: Fn() -> (Solver, Box<dyn Brancher>) + Sync,
{
    Plan::new(threads).limits(limits.clone()).run(build)
}

/// Counts the solutions without keeping them; otherwise as [`solve`].
pub fn count<B>(build: B, threads: usize, limits: &Limits) -> Outcome
where
    B: Fn() -> (Solver, Box<dyn Brancher>) + Sync,
{
    Plan::new(threads)
        .limits(limits.clone())
        .keep(false)
        .run(build)
}

/// Called with each solution.
type Inspect<'p> = &'p (dyn Fn(&Solution) -> ControlFlow<(), u64> + Sync);

/// Whether the next solution is to be inspected.
type Sample<'p> = &'p (dyn Fn() -> bool + Sync);

/// A solution, with what the inspector returned for it.
type Kept = (Solution, Option<u64>);

/// A parallel search, to be configured and [run](Self::run).
///
/// The solutions and their order are the same for every number of threads, unless a limit other than that on solutions
/// stops the search. If the brancher [is static](Brancher::is_static) and there are no restarts, they are in the order
/// in which one thread finds them, and a limit on solutions keeps the first ones in this order. Otherwise (and in a
/// search that [learns](Self::learn)) they are sorted by the values of the decision variables; a limit on solutions
/// then keeps those that a single thread finds first (to find these, one thread searches alone once it is known that
/// there are enough).
///
/// With a static brancher and no restarts, nodes and failures are also the same for every number of threads, unless
/// a limit stopped the search. A model with an objective is searched by one thread, and so is any that learns;
/// [`Learners`] are for those.
///
/// A limit of time counts from the end of the first build. Limits on nodes and failures apply to all threads together.
/// The time and the interrupt are checked every 2 ms, and every worker stops at its next node.
///
/// ```
/// use std::ops::ControlFlow;
/// use quadrille_engine::parallel::{Live, Plan};
/// use quadrille_engine::{Model, Restarts, Solution, branch};
///
/// let mut model = Model::new();
/// model.vars(5, 0..=3);
/// let live = Live::new();
/// let check = |solution: &Solution| {
///     assert!(solution.values().iter().all(|value| (0..=3).contains(value)));
///     ControlFlow::Continue(0)
/// };
/// let plan = Plan::new(2).restarts(Restarts::LUBY).keep(false).inspect(&check).live(&live);
/// assert_eq!(plan.run_model(&model, branch::weighted_degree).found, 1024);
/// assert_eq!((live.solutions(), live.share()), (1024, 1.0));
/// ```
#[derive(Clone)]
pub struct Plan<'p> {
    threads: usize,
    limits: Limits,
    restarts: Restarts,
    learning: Option<Learning>,
    keep: bool,
    inspect: Option<Inspect<'p>>,
    sample: Option<Sample<'p>>,
    nodes: &'p [OpenNode],
    live: Option<&'p Live>,
}

impl fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plan")
            .field("threads", &self.threads)
            .field("limits", &self.limits)
            .field("restarts", &self.restarts)
            .field("learning", &self.learning)
            .field("keep", &self.keep)
            .finish_non_exhaustive()
    }
}

impl<'p> Plan<'p> {
    /// All solutions on `threads` threads, 0 for one on each core.
    pub fn new(threads: usize) -> Self {
        Self {
            threads,
            limits: Limits::default(),
            restarts: Restarts::Never,
            learning: None,
            keep: true,
            inspect: None,
            sample: None,
            nodes: &[],
            live: None,
        }
    }

    /// Stops at these limits.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Restarts each part of the tree by this policy.
    pub fn restarts(self, restarts: Restarts) -> Self {
        Self { restarts, ..self }
    }

    /// Learns from failures, as [`Search::learn`] does. One thread then searches alone, whatever the number asked for:
    /// what is learnt in one part of a tree is worth most in the others.
    pub fn learn(self, learning: Learning) -> Self {
        Self {
            learning: Some(learning),
            ..self
        }
    }

    /// Whether the solutions are kept, as they are by default, or only counted.
    pub fn keep(self, keep: bool) -> Self {
        Self { keep, ..self }
    }

    /// Passes each solution to `inspect`, on the thread that found it and in no particular order. `ControlFlow::Break`
    /// stops the search as if it were [interrupted](Stop::Interrupted).
    ///
    /// The number that it returns comes back in [`Outcome::marks`], in the order of the solutions: for example, the
    /// index in a list of the caller's with its results for the solution, which then need not be computed again at the
    /// end.
    ///
    /// With a limit on solutions it may see more solutions than are reported in the end, and some twice.
    pub fn inspect(self, inspect: &'p (dyn Fn(&Solution) -> ControlFlow<(), u64> + Sync)) -> Self {
        Self {
            inspect: Some(inspect),
            ..self
        }
    }

    /// Where solutions are not [kept](Self::keep), inspects only some: `wants` is asked for each solution, on the
    /// thread that found it.
    pub fn sample(self, wants: &'p (dyn Fn() -> bool + Sync)) -> Self {
        Self {
            sample: Some(wants),
            ..self
        }
    }

    /// Searches only the parts below these nodes, which must not overlap, such as those that another search of the same
    /// model has [left open](Search::open); the whole space if there are none. They are visited again.
    ///
    /// For searches that do not [learn](Self::learn) and do not look for the best.
    pub fn below(self, nodes: &'p [OpenNode]) -> Self {
        Self { nodes, ..self }
    }

    /// Adds the statistics of the search to `live` while it runs.
    pub fn live(self, live: &'p Live) -> Self {
        Self {
            live: Some(live),
            ..self
        }
    }

    /// Searches.
    ///
    /// `build` makes a solver and its brancher; each worker calls it once, and it must make the same each time. It may
    /// return an option, and `None` to give up, as with [`Model::solver_until`]: a search that lacks one of its solvers
    /// is [interrupted](Stop::Interrupted).
    ///
    /// # Panics
    /// If `build` or a propagator, brancher or inspector does so: a panic of a worker is passed on.
    pub fn run<B, R>(&self, build: B) -> Outcome
    where
        B: Fn() -> R + Sync,
        R: Into<Option<(Solver, Box<dyn Brancher>)>>,
    {
        let build = || build().into();
        let threads = match self.threads {
            0 => thread::available_parallelism().map_or(1, NonZero::get),
            n => n,
        };
        if threads == 1 || self.learning.is_some() {
            self.alone(&build, &self.limits)
        } else {
            self.run_in_parallel(&build, threads)
        }
    }

    /// Searches `model` with branchers from `brancher`, which must be the same each time: every worker gets a clone of
    /// the model.
    ///
    /// ```
    /// use quadrille_engine::branch::{Branching, order::InputOrder, value::Smallest};
    /// use quadrille_engine::{Model, parallel::Plan};
    ///
    /// let mut model = Model::new();
    /// let x = model.vars(5, 0..=3);
    /// model.post(x[0].lt(x[1]));
    /// let outcome = Plan::new(2).run_model(&model, || Branching::new(InputOrder, Smallest));
    /// assert_eq!(outcome.found, 6 * 64);
    /// assert_eq!(outcome.solutions[1][x[4]], 1);
    /// ```
    ///
    /// # Panics
    /// As [`run`](Self::run).
    pub fn run_model<B>(&self, model: &Model, brancher: impl Fn() -> B + Sync) -> Outcome
    where
        B: Brancher + 'static,
    {
        // A model can be sent to another thread but not shared by several.
        let model = Mutex::new(model.clone());
        self.run(|| {
            let own = model.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let brancher: Box<dyn Brancher> = Box::new(brancher());
            (own.solver(), brancher)
        })
    }

    fn run_in_parallel<B>(&self, build: &B, threads: usize) -> Outcome
    where
        B: Fn() -> Option<(Solver, Box<dyn Brancher>)> + Sync,
    {
        let started = Instant::now();
        let team = Team::new(threads, self);
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
            return self.alone(build, &self.limits);
        }
        let mut outcome = Outcome::nothing(stop);
        let mut kept = Vec::new();
        let mut decisions = Vec::new();
        for report in reports.into_iter().flatten() {
            outcome.add_figures(&report.stats, &report.calls);
            outcome.refuted_by = outcome.refuted_by.or(report.culprit);
            decisions = report.decisions;
        }
        if !outcome.stats.failed_at_the_root() {
            outcome.refuted_by = None;
        }
        let mut next = Some(0);
        let mut pieces: Vec<Option<Piece>> = pieces.into_iter().map(Some).collect();
        while let Some(piece) = next.and_then(|at| pieces[at].take()) {
            outcome.found += piece.found;
            kept.extend(piece.solutions);
            next = piece.after;
        }
        if let Some(most) = self.limits.solutions.filter(|&most| outcome.found >= most)
            && stop.is_none()
        {
            if !is_static {
                return self.again_alone(build, spent, &outcome);
            }
            outcome.found = most;
            kept.truncate(most as usize);
            outcome.stopped = Some(Stop::Solutions);
        } else if !is_static {
            sort(&mut kept, &decisions);
        }
        outcome.keep(kept);
        outcome.stats.solutions = outcome.found;
        outcome
    }

    /// The search on one thread after one on several, which took the time `spent` and found as many solutions as were
    /// wanted: which ones these are depended on which thread searched what.
    fn again_alone(
        &self,
        build: &impl Fn() -> Option<(Solver, Box<dyn Brancher>)>,
        spent: Duration,
        before: &Outcome,
    ) -> Outcome {
        let left = Limits {
            time: self.limits.time.map(|time| time.saturating_sub(spent)),
            ..self.limits.clone()
        };
        if let Some(live) = self.live {
            live.begin_anew();
        }
        let mut outcome = self.alone(build, &left);
        outcome.add_figures(&before.stats, &before.calls);
        outcome.stats.solutions = outcome.found;
        outcome
    }

    /// The search on the calling thread.
    fn alone(
        &self,
        build: &impl Fn() -> Option<(Solver, Box<dyn Brancher>)>,
        limits: &Limits,
    ) -> Outcome {
        let Some((mut solver, brancher)) = build() else {
            return Outcome::nothing(Some(Stop::Interrupted));
        };
        let in_order =
            brancher.is_static() && self.restarts == Restarts::Never && self.learning.is_none();
        let is_sorted = !in_order && solver.objective.is_none();
        let search = solver
            .search()
            .boxed_brancher(brancher)
            .restarts(self.restarts);
        let (stopped, stats, mut kept) = match &self.learning {
            Some(learning) => self.drive(search.learn(learning.clone()), limits, |_| false),
            None => {
                let mut search = search;
                let mut starts = self.nodes.iter().map(Start::open);
                let mut go_on = |search: &mut Search<'_>| match starts.next() {
                    Some(start) => {
                        search.go_to(start);
                        true
                    }
                    None => false,
                };
                go_on(&mut search);
                self.drive(search, limits, go_on)
            }
        };
        if is_sorted {
            sort(&mut kept, solver.decisions());
        }
        let mut outcome = Outcome {
            found: stats.solutions,
            refuted_by: solver.culprit().filter(|_| stats.failed_at_the_root()),
            stats,
            calls: solver.propagators().map(|(.., calls)| calls).collect(),
            ..Outcome::nothing(stopped)
        };
        outcome.keep(kept);
        outcome
    }

    /// Searches until the end of each piece; `go_on` moves to the next, if there is one. Returns why it stopped, the
    /// statistics, and what is kept.
    fn drive<S: Strategy>(
        &self,
        mut search: Search<'_, S>,
        limits: &Limits,
        mut go_on: impl FnMut(&mut Search<'_, S>) -> bool,
    ) -> (Option<Stop>, Stats, Vec<Kept>) {
        let mut reporter = Reporter::new(self.live);
        let mut kept = Vec::new();
        let stopped = loop {
            search.set_limits(limits.for_slice(&Limits {
                nodes: Some(search.stats().nodes.saturating_add(SLICE)),
                ..Limits::default()
            }));
            let step = search.step();
            reporter.report(&search);
            match step {
                Step::Solution => match self.take(&search) {
                    ControlFlow::Continue(taken) => kept.extend(taken),
                    ControlFlow::Break(()) => break Some(Stop::Interrupted),
                },
                Step::Exhausted if go_on(&mut search) => reporter.enter_piece(),
                Step::Exhausted => break None,
                Step::Stopped(stop) if limits.have_stopped(stop, search.stats()) => {
                    break Some(stop);
                }
                Step::Stopped(_) => {}
            }
        };
        (stopped, search.end(), kept)
    }

    /// Passes the solution at the current node to the inspector, if any, and returns it if it is to be kept.
    fn take<S: Strategy>(&self, search: &Search<'_, S>) -> ControlFlow<(), Option<Kept>> {
        let is_wanted = || self.sample.is_none_or(|wants| wants());
        if !self.keep && (self.inspect.is_none() || !is_wanted()) {
            return ControlFlow::Continue(None);
        }
        let solution = search.solution();
        let mark = match self.inspect {
            Some(inspect) => Some(inspect(&solution)?),
            None => None,
        };
        ControlFlow::Continue(self.keep.then_some((solution, mark)))
    }
}

/// Sorts by the values of the decisions; no two solutions agree in all of them.
fn sort(kept: &mut [Kept], decisions: &[Var]) {
    kept.sort_unstable_by(|(a, _), (b, _)| {
        let of_b = decisions.iter().map(|&var| b[var]);
        decisions.iter().map(|&var| a[var]).cmp(of_b)
    });
}
