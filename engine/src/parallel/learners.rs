//! Learning on several threads: a search that has begun on one thread is continued by a team.
//!
//! Each member searches a part of the space first, and all exchange what they learn at the end of every round, in the
//! order of the members. A round is a fixed amount of work, not of time, so a run is the same each time; as in Hamadi,
//! Jabbour, Piette and Saïs 2011, "Deterministic parallel DPLL", which waits in the same way. Parts are divided when
//! a member has none left, by the variable most active in the search of the member that has had its part the longest
//! (guiding paths: Zhang, Bonacina and Hsiang 1996, "PSATO"). What is learnt in one part holds in all others.

use std::fmt;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::Outcome;
use crate::interrupt::Interrupt;
use crate::literal::Literal;
use crate::search::{Habits, Learning, Lesson, Limits, Search, Solution, Stats, Step, Stop};
use crate::solver::{Calls, Solver};
use crate::var::Var;

/// The [work](Solver::work) of a round: about 50 ms.
const ROUND: u64 = 200_000;

/// The most nodes of a round, since visiting no-goods is not counted as work.
const MOST_NODES: u64 = 2000;

/// The nodes between two looks at the work done.
const NODES: u64 = 16;

/// How often the calling thread looks up while it waits.
const TICK: Duration = Duration::from_millis(5);

/// What the calling thread does for a team of [`Learners`] besides its own part of the search. It can stop all.
pub trait Supervisor {
    /// Continues the search until it has visited this many nodes since its beginning, or as [`Search::step`] does.
    fn step(&mut self, search: &mut Search<'_>, nodes: u64) -> ControlFlow<(), Step>;

    /// Called every few milliseconds while the calling thread waits for the others.
    fn wait(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A supervisor that never stops the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unsupervised;

impl Supervisor for Unsupervised {
    fn step(&mut self, search: &mut Search<'_>, nodes: u64) -> ControlFlow<(), Step> {
        search.set_limits(Limits {
            nodes: Some(nodes),
            ..Limits::default()
        });
        ControlFlow::Continue(search.step())
    }
}

/// A team that continues a search which learns on several threads, to find out whether there are no solutions, one, or
/// several.
///
/// Everything but times is the same each time it is run. Other numbers of threads come to the same result, but if there
/// are several solutions they may find others of them.
///
/// ```
/// use quadrille_engine::parallel::{Learners, Unsupervised};
/// use quadrille_engine::{Learning, Limits, Model, propagators::NotEqual};
///
/// // Eight pigeons in seven holes.
/// let build = || {
///     let mut model = Model::new();
///     let holes = model.vars(8, 1..=7);
///     for (i, &x) in holes.iter().enumerate() {
///         for &y in &holes[..i] {
///             model.post(NotEqual::new(x, y));
///         }
///     }
///     model.solver()
/// };
/// let mut solver = build();
/// let mut search = solver.search().learn(Learning::default());
/// search.set_limits(Limits { failures: Some(20), ..Limits::default() });
/// search.step();
/// let team = Learners::new(2, Learning::default());
/// let outcome = team.run(&mut search, &[], || Some(build()), &mut Unsupervised);
/// assert_eq!((outcome.found, outcome.stopped), (0, None));
/// ```
#[derive(Clone, Debug)]
pub struct Learners {
    threads: usize,
    learning: Learning,
    round: u64,
}

impl Learners {
    /// A team of `threads` threads, 0 for one on each core, whose other members learn with these options. These must
    /// not keep account.
    pub fn new(threads: usize, learning: Learning) -> Self {
        let threads = match threads {
            0 => thread::available_parallelism().map_or(1, NonZero::get),
            n => n,
        };
        Self {
            threads,
            learning,
            round: ROUND,
        }
    }

    /// Exchanges after so much [work](Solver::work) of each thread, instead of some 50 ms of it.
    pub fn round(self, work: u64) -> Self {
        Self {
            round: work,
            ..self
        }
    }

    /// The number of threads.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// Continues `search`, which has found the solutions `known`, until all solutions are known, at most
    /// one, or two are. `build` makes another solver of the same model for each other thread, or gives up.
    ///
    /// The outcome's [solutions](Outcome::solutions) begin with those known, and no two agree on all decision variables.
    /// If it was stopped by [`Stop::Solutions`], they are two of several; if by [`Stop::Interrupted`], the supervisor or
    /// `build` has stopped it. Its statistics are those of the other threads: the search has its own.
    ///
    /// # Panics
    /// If the search does not learn or has an objective, and if `build` or a propagator panics.
    pub fn run<B>(
        &self,
        search: &mut Search<'_>,
        known: &[Solution],
        build: B,
        supervisor: &mut dyn Supervisor,
    ) -> Outcome
    where
        B: Fn() -> Option<Solver> + Sync,
    {
        assert!(
            search.solver().objective.is_none(),
            "a search for the best is not divided"
        );
        let decisions = search.solver().decisions().to_vec();
        let team = Team::new(self.threads, &decisions, known);
        let (end, figures) = thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads)
                .map(|me| {
                    let (team, build) = (&team, &build);
                    scope.spawn(move || self.follow(me, team, build))
                })
                .collect();
            let ending = Ending(&team);
            let end = self.lead(search, &team, supervisor);
            drop(ending);
            let figures: Vec<_> = others
                .into_iter()
                .map(|other| match other.join() {
                    Ok(figures) => figures,
                    Err(panic) => std::panic::resume_unwind(panic),
                })
                .collect();
            (end, figures)
        });
        let mut outcome = Outcome::nothing(match end {
            End::Exhausted => None,
            End::Several => Some(Stop::Solutions),
            End::Stopped => Some(Stop::Interrupted),
        });
        for (stats, calls) in figures.into_iter().flatten() {
            outcome.add_figures(&stats, &calls);
        }
        let common = team.common.into_inner();
        outcome.solutions = common.unwrap_or_else(PoisonError::into_inner).known;
        outcome.found = outcome.solutions.len() as u64;
        outcome
    }

    /// The member on the calling thread.
    fn lead(&self, search: &mut Search<'_>, team: &Team, supervisor: &mut dyn Supervisor) -> End {
        if search.stats().nodes == 0 && supervisor.step(search, 1).is_break() {
            return team.stop();
        }
        search.go_to_root();
        search.begin_exchange(true);
        let mut report = Report {
            habits: Some(search.habits()),
            ..Report::of(search, Vec::new(), false)
        };
        loop {
            let (news, part) = match team.meet(0, report, || supervisor.wait()) {
                Ok(next) => next,
                Err(end) => return end,
            };
            news.tell(0, search, part);
            let step = |search: &mut Search<'_>, nodes| supervisor.step(search, nodes);
            match self.search(search, step) {
                Some(done) => report = done,
                None => return team.stop(),
            }
        }
    }

    /// Another member, and its statistics.
    fn follow<B>(&self, me: usize, team: &Team, build: &B) -> Option<(Stats, Vec<Calls>)>
    where
        B: Fn() -> Option<Solver>,
    {
        let _ending = Ending(team);
        let Some(mut solver) = build() else {
            team.stop();
            return None;
        };
        let mut search = solver.search().learn(self.learning.clone());
        let mut report = Report::default();
        let limits = Limits {
            interrupt: Interrupt::from(&team.is_stopped),
            ..Limits::default()
        };
        while let Ok((news, part)) = team.meet(me, report, || ControlFlow::Continue(())) {
            if let Some(habits) = &news.habits {
                // It begins.
                search.adopt(habits);
                search.set_limits(Limits {
                    nodes: Some(1),
                    ..limits.clone()
                });
                search.step();
                search.begin_exchange(false);
            }
            news.tell(me, &mut search, part);
            let done = self.search(&mut search, |search, nodes| {
                search.set_limits(Limits {
                    nodes: Some(nodes),
                    ..limits.clone()
                });
                match search.step() {
                    Step::Stopped(Stop::Interrupted) => ControlFlow::Break(()),
                    step => ControlFlow::Continue(step),
                }
            });
            match done {
                Some(done) => report = done,
                None => break,
            }
        }
        let stats = search.stats().clone();
        drop(search);
        let calls = solver.propagators().map(|(.., calls)| calls).collect();
        Some((stats, calls))
    }

    /// A round of one member; `None` if it was stopped.
    fn search(
        &self,
        search: &mut Search<'_>,
        mut step: impl FnMut(&mut Search<'_>, u64) -> ControlFlow<(), Step>,
    ) -> Option<Report> {
        let before = search.solver().work();
        let mut solutions = Vec::new();
        let mut is_over = false;
        let mut nodes = search.stats().nodes;
        let most = nodes + MOST_NODES;
        while !is_over && nodes < most && search.solver().work() - before < self.round {
            nodes += NODES;
            loop {
                match step(search, nodes) {
                    ControlFlow::Break(()) => return None,
                    ControlFlow::Continue(Step::Exhausted) => {
                        is_over = true;
                        break;
                    }
                    ControlFlow::Continue(Step::Solution) => solutions.push(search.solution()),
                    ControlFlow::Continue(Step::Stopped(_)) => break,
                }
            }
        }
        search.go_to_root();
        Some(Report::of(search, solutions, is_over))
    }
}

/// What a member has done in a round.
#[derive(Debug, Default)]
struct Report {
    lessons: Vec<Lesson>,
    solutions: Vec<Solution>,
    /// How it decides, if others are to begin like this.
    habits: Option<Habits>,
    /// What would divide its part.
    divider: Option<Literal>,
    most_kept: usize,
    /// Whether it has a part to search.
    is_busy: bool,
    /// Whether it knows all solutions.
    is_over: bool,
}

impl Report {
    fn of(search: &mut Search<'_>, solutions: Vec<Solution>, is_over: bool) -> Self {
        Self {
            lessons: search.lessons(),
            solutions,
            habits: None,
            divider: search.divider(),
            most_kept: search.most_kept(),
            is_busy: !search.is_idle(),
            is_over,
        }
    }
}

/// What all are told after a round.
#[derive(Clone, Debug, Default)]
struct News {
    /// By member.
    lessons: Arc<Vec<Vec<Lesson>>>,
    solutions: Arc<Vec<Solution>>,
    habits: Option<Arc<Habits>>,
    /// The most no-goods that the first member keeps: it is the one that is told when memory is short.
    most_kept: usize,
}

impl News {
    /// Tells a member, who then searches this part, if it is a new one.
    fn tell(&self, me: usize, search: &mut Search<'_>, part: Option<Vec<Literal>>) {
        let of_others = self.lessons.iter().enumerate();
        let of_others = of_others.filter(|&(other, _)| other != me);
        search.hear(of_others.flat_map(|(_, lessons)| lessons), &self.solutions);
        search.keep_at_most(self.most_kept);
        if let Some(part) = part {
            search.confine(part);
        }
    }
}

/// How a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Exhausted,
    Several,
    Stopped,
}

/// The part of a member.
#[derive(Clone, Debug, Default)]
struct Part {
    decisions: Vec<Literal>,
    /// The round in which it got it.
    since: u64,
    /// Whether it has not been told yet.
    is_new: bool,
}

/// What is shared under the lock.
struct Common<'d> {
    decisions: &'d [Var],
    round: u64,
    /// Of those that have finished the round.
    reports: Vec<Option<Report>>,
    parts: Vec<Part>,
    news: News,
    known: Vec<Solution>,
    end: Option<End>,
}

impl Common<'_> {
    /// All have finished the round.
    fn conclude(&mut self) {
        let mut reports: Vec<Report> = self.reports.iter_mut().filter_map(Option::take).collect();
        self.round += 1;
        let is_first = self.round == 1;
        let old = if is_first { 0 } else { self.known.len() };
        for solution in reports.iter_mut().flat_map(|r| r.solutions.drain(..)) {
            let is_same = |known: &Solution| {
                let mut decisions = self.decisions.iter();
                decisions.all(|&var| known[var] == solution[var])
            };
            if !self.known.iter().any(is_same) {
                self.known.push(solution);
            }
        }
        if self.known.len() > 1 {
            self.end = Some(End::Several);
            return;
        }
        if reports.iter().any(|report| report.is_over) {
            self.end = Some(End::Exhausted);
            return;
        }
        if is_first {
            // The whole space.
            reports[0].is_busy = true;
        }
        self.divide(&mut reports);
        self.news = News {
            solutions: Arc::new(self.known[old..].to_vec()),
            habits: reports[0].habits.take().map(Arc::new),
            most_kept: reports[0].most_kept,
            lessons: Arc::new(reports.into_iter().map(|report| report.lessons).collect()),
        };
    }

    /// Gives each member without a part half of another's.
    fn divide(&mut self, reports: &mut [Report]) {
        for me in 0..reports.len() {
            if reports[me].is_busy {
                continue;
            }
            let givers = (0..reports.len()).filter(|&other| {
                let report = &reports[other];
                report.is_busy && report.divider.is_some()
            });
            // One that has just given has nothing more to divide by, until the next round.
            let Some(giver) = givers.min_by_key(|&other| (self.parts[other].since, other)) else {
                return;
            };
            let Some(literal) = reports[giver].divider.take() else {
                return;
            };
            let mut decisions = self.parts[giver].decisions.clone();
            let part = |decisions: Vec<Literal>| Part {
                decisions,
                since: self.round,
                is_new: true,
            };
            decisions.push(literal.negated());
            let given = part(decisions.clone());
            decisions.pop();
            decisions.push(literal);
            let left = part(decisions);
            self.parts[me] = given;
            self.parts[giver] = left;
        }
    }
}

/// What the members share.
struct Team<'d> {
    common: Mutex<Common<'d>>,
    /// A round has ended, or all has.
    met: Condvar,
    is_stopped: Arc<AtomicBool>,
}

impl fmt::Debug for Team<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Team").finish_non_exhaustive()
    }
}

impl<'d> Team<'d> {
    fn new(threads: usize, decisions: &'d [Var], known: &[Solution]) -> Self {
        let common = Common {
            decisions,
            round: 0,
            reports: (0..threads).map(|_| None).collect(),
            parts: vec![Part::default(); threads],
            news: News::default(),
            known: known.to_vec(),
            end: (known.len() > 1).then_some(End::Several),
        };
        Self {
            common: Mutex::new(common),
            met: Condvar::new(),
            is_stopped: Arc::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Common<'d>> {
        self.common.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search unless it has ended.
    fn stop(&self) -> End {
        let end = *self.lock().end.get_or_insert(End::Stopped);
        self.is_stopped.store(true, Ordering::Relaxed);
        self.met.notify_all();
        end
    }

    /// Waits until all have finished the round, or how the search has ended.
    fn meet(
        &self,
        me: usize,
        report: Report,
        mut wait: impl FnMut() -> ControlFlow<()>,
    ) -> Result<(News, Option<Vec<Literal>>), End> {
        let mut common = self.lock();
        let round = common.round;
        common.reports[me] = Some(report);
        if common.end.is_none() && common.reports.iter().all(Option::is_some) {
            common.conclude();
            self.met.notify_all();
        }
        while common.round == round && common.end.is_none() {
            common = match self.met.wait_timeout(common, TICK) {
                Ok((common, _)) => common,
                Err(poisoned) => poisoned.into_inner().0,
            };
            if common.round == round && common.end.is_none() {
                drop(common);
                if wait().is_break() {
                    self.stop();
                }
                common = self.lock();
            }
        }
        if let Some(end) = common.end {
            return Err(end);
        }
        let news = common.news.clone();
        let part = &mut common.parts[me];
        let is_new = std::mem::take(&mut part.is_new);
        let decisions = is_new.then(|| part.decisions.clone());
        Ok((news, decisions))
    }
}

/// Stops the others when a member ends, also when it panics: without it no round ends.
struct Ending<'t, 'd>(&'t Team<'d>);

impl Drop for Ending<'_, '_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
