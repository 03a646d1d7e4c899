//! Learning on several threads: a search that has begun on one thread is continued by a team.
//!
//! Each member searches the whole space in its own way, and tells the others its better no-goods after every round of
//! some failures, as in a portfolio of solvers (Hamadi, Jabbour and Saïs 2009, "ManySAT"). So that a run is the same each time,
//! a member hears after fixed rounds, not whenever something comes in; and what was told in the latest round but one, so
//! that it seldom waits (Hamadi, Jabbour, Piette and Saïs 2011, "Deterministic parallel DPLL", wait in every round).

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::Outcome;
use crate::interrupt::Interrupt;
use crate::search::{Habits, Learner, Lesson, Limits, Search, Solution, Step, Stop};
use crate::solver::{Calls, Solver};
use crate::var::Var;

/// The failures of a round: some 10 to 50 ms.
const ROUND: u64 = 250;

/// How many rounds later others hear what was told.
const LATER: u64 = 2;

/// The rounds of which tellings are kept: no member is more than one ahead of another.
const KEPT: u64 = LATER + 2;

/// How often the calling thread looks up while it waits.
const TICK: Duration = Duration::from_millis(5);

/// What the calling thread does for a team of [`Learners`] besides its own part of the search. It can stop all.
pub trait Supervisor {
    /// Continues the search as [`Search::step`] does, until these limits or its own are reached.
    fn step(&mut self, search: &mut Search<'_, Learner>, limits: Limits) -> ControlFlow<(), Step>;

    /// Called every few milliseconds while the calling thread waits for the others.
    fn wait(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A supervisor that never stops the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unsupervised;

impl Supervisor for Unsupervised {
    fn step(&mut self, search: &mut Search<'_, Learner>, limits: Limits) -> ControlFlow<(), Step> {
        search.set_limits(limits);
        ControlFlow::Continue(search.step())
    }
}

/// A team that continues a search which learns on several threads, to find out whether there are no solutions, one, or
/// several.
///
/// The outcome is the same each time, but for statistics. With another number of threads it is as well, except that if
/// there are several solutions these may be others of them.
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
///     Some(model.solver())
/// };
/// let mut solver = build().unwrap();
/// let mut search = solver.search().learn(Learning::default());
/// search.set_limits(Limits { failures: Some(20), ..Limits::default() });
/// search.step();
/// let outcome = Learners::new(2).run(&mut search, &[], build, &mut Unsupervised);
/// assert_eq!((outcome.found, outcome.stopped), (0, None));
/// ```
#[derive(Clone, Debug)]
pub struct Learners {
    threads: usize,
    round: u64,
}

impl Learners {
    /// A team of `threads` threads, 0 for one on each core.
    pub fn new(threads: usize) -> Self {
        let threads = match threads {
            0 => thread::available_parallelism().map_or(1, NonZero::get),
            n => n,
        };
        Self {
            threads,
            round: ROUND,
        }
    }

    /// The number of threads.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// The failures of each member between two exchanges, instead of 250.
    pub fn round(self, failures: u64) -> Self {
        let round = failures.max(1);
        Self { round, ..self }
    }

    /// Continues `search`, which has found the solutions `known`, until it is known that there is none, one, or more
    /// than one. `build` makes another solver of the same model for each other thread, or gives up.
    ///
    /// The outcome's [solutions](Outcome::solutions) begin with those known, and no two agree on all decision variables.
    /// If it was stopped by [`Stop::Solutions`], there are two; if by [`Stop::Interrupted`], the supervisor or `build`
    /// has stopped it. Its statistics are those of the other threads: the search has its own. It cannot be continued.
    ///
    /// # Panics
    /// If the search is not of the whole space, or of a solver that assumes something; if there is an objective; if it
    /// tracks provenance; and if `build`, the supervisor or a propagator panics.
    pub fn run<B>(
        &self,
        search: &mut Search<'_, Learner>,
        known: &[Solution],
        build: B,
        supervisor: &mut dyn Supervisor,
    ) -> Outcome
    where
        B: Fn() -> Option<Solver> + Sync,
    {
        let mut known = Known {
            decisions: search.solver().decisions().to_vec(),
            solutions: known.to_vec(),
        };
        let board = Board::new(self.threads);
        if let Some(opening) = Self::open(search, &board, &mut known, supervisor) {
            let (opening, build) = (&opening, &build);
            let seat = |me| Seat {
                board: &board,
                me,
                round: 0,
                known: known.clone(),
            };
            thread::scope(|scope| {
                for me in 1..self.threads {
                    let seat = seat(me);
                    scope.spawn(move || self.follow(seat, opening, build));
                }
                seat(0).work(self.round, search, supervisor);
            });
        }
        let shared = board.shared.into_inner();
        let Shared { outcome, end, .. } = shared.unwrap_or_else(PoisonError::into_inner);
        let end = end.unwrap_or_else(|| unreachable!("the first member has ended it"));
        Outcome {
            found: end.solutions.len() as u64,
            solutions: end.solutions,
            stopped: end.stopped,
            ..outcome
        }
    }

    /// Begins the search if it has not, and takes what the others begin with; `None` if the end is known.
    fn open(
        search: &mut Search<'_, Learner>,
        board: &Board,
        known: &mut Known,
        supervisor: &mut dyn Supervisor,
    ) -> Option<(Habits, Vec<Lesson>)> {
        while !search.begin_exchange() {
            match supervisor.step(search, board.limits(1)) {
                ControlFlow::Continue(Step::Solution) => known.add(&search.solution()),
                ControlFlow::Continue(_) => {}
                ControlFlow::Break(()) => {
                    board.stop(known);
                    return None;
                }
            }
        }
        search.go_to_root();
        Some((search.habits(), search.lessons()))
    }

    /// A member on a thread of its own.
    fn follow(
        &self,
        seat: Seat<'_>,
        (habits, lessons): &(Habits, Vec<Lesson>),
        build: impl Fn() -> Option<Solver>,
    ) {
        let board = seat.board;
        // Whatever ends this member before all have ended ends the others: they would wait for it.
        let Some(mut solver) = build() else {
            return board.stop(&seat.known);
        };
        let mut search = habits.search(&mut solver, seat.me as u64);
        search.set_limits(Limits {
            nodes: Some(1),
            ..board.limits(1)
        });
        search.step();
        if search.begin_exchange() {
            search.hear(lessons.iter(), &seat.known.solutions);
            seat.work(self.round, &mut search, &mut Unsupervised);
        }
        let stats = search.end();
        let calls: Vec<Calls> = solver.propagators().map(|(.., calls)| calls).collect();
        board.lock().outcome.add_figures(&stats, &calls);
    }
}

/// The solutions that a member knows.
#[derive(Clone, Debug)]
struct Known {
    decisions: Vec<Var>,
    solutions: Vec<Solution>,
}

impl Known {
    fn add(&mut self, new: &Solution) {
        let is_same = |known: &Solution| self.decisions.iter().all(|&var| known[var] == new[var]);
        if !self.solutions.iter().any(is_same) {
            self.solutions.push(new.clone());
        }
    }
}

/// What a member tells after a round.
struct Telling {
    lessons: Vec<Lesson>,
    solutions: Vec<Solution>,
    /// The most no-goods that it keeps. What the first one says holds for all: it is told when memory is short.
    most_kept: usize,
}

/// How and when the search ends.
struct End {
    round: u64,
    member: usize,
    stopped: Option<Stop>,
    solutions: Vec<Solution>,
}

/// What the members share under a lock.
struct Shared {
    /// By member: the rounds that it has finished, and what it told after the latest ones.
    told: Vec<(u64, [Option<Arc<Telling>>; KEPT as usize])>,
    end: Option<End>,
    /// With the figures of members that have finished.
    outcome: Outcome,
}

struct Board {
    shared: Mutex<Shared>,
    /// A round was finished, or all has ended.
    news: Condvar,
    /// Whether rounds are to be broken off.
    is_stopped: Arc<AtomicBool>,
}

impl Board {
    fn new(threads: usize) -> Self {
        let told = (0..threads).map(|_| Default::default()).collect();
        Self {
            shared: Mutex::new(Shared {
                told,
                end: None,
                outcome: Outcome::nothing(None),
            }),
            news: Condvar::new(),
            is_stopped: Arc::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Those of a search until it has failed so many times, or rounds are broken off.
    fn limits(&self, failures: u64) -> Limits {
        Limits {
            failures: Some(failures),
            interrupt: Interrupt::from(&self.is_stopped),
            ..Limits::default()
        }
    }

    /// Ends the search. Of several solutions the first are told, by round and then by member, so that they are the same
    /// each time: others finish the rounds up to that one. Whatever else ends it, ends it at once.
    fn end(&self, end: End) {
        let is_final = end.stopped != Some(Stop::Solutions);
        let mut shared = self.lock();
        let known = &mut shared.end;
        if known
            .as_ref()
            .is_none_or(|known| !is_final && (end.round, end.member) < (known.round, known.member))
        {
            *known = Some(end);
        }
        if is_final {
            self.is_stopped.store(true, Ordering::Relaxed);
        }
        self.news.notify_all();
    }

    /// Ends it unless it has ended.
    fn stop(&self, known: &Known) {
        let stopped = match known.solutions.len() > 1 {
            true => Stop::Solutions,
            false => Stop::Interrupted,
        };
        self.end(End {
            round: 0,
            member: 0,
            stopped: Some(stopped),
            solutions: known.solutions.clone(),
        });
    }
}

/// A member's place at the board. If its thread panics, the search ends for all.
struct Seat<'b> {
    board: &'b Board,
    me: usize,
    round: u64,
    known: Known,
}

impl Seat<'_> {
    fn work(mut self, round: u64, search: &mut Search<'_, Learner>, own: &mut dyn Supervisor) {
        while self.hear(search, own) && self.search(round, search, own) {}
    }

    /// Before a round: waits until all others have told what is to be heard now, and hears it. False if the search has
    /// ended.
    fn hear(&mut self, search: &mut Search<'_, Learner>, own: &mut dyn Supervisor) -> bool {
        let heard = self.round.checked_sub(LATER);
        let mut shared = self.board.lock();
        let tellings =
            loop {
                if shared.end.as_ref().is_some_and(|end| {
                    end.stopped != Some(Stop::Solutions) || end.round < self.round
                }) {
                    return false;
                }
                let Some(heard) = heard else { break Vec::new() };
                if shared.told.iter().all(|(finished, _)| *finished > heard) {
                    let at = (heard % KEPT) as usize;
                    let tellings = shared.told.iter().map(|(_, latest)| latest[at].clone());
                    break tellings.collect();
                }
                let waiting = self.board.news.wait_timeout(shared, TICK);
                drop(waiting.unwrap_or_else(PoisonError::into_inner));
                if own.wait().is_break() {
                    self.board.stop(&self.known);
                }
                shared = self.board.lock();
            };
        drop(shared);
        let (mut new, mut lessons) = (Vec::new(), Vec::new());
        for (other, telling) in tellings.iter().flatten().enumerate() {
            if other == 0 {
                let most = search.most_kept();
                *most = telling.most_kept.min(*most);
            }
            if other != self.me {
                lessons.extend(&telling.lessons);
                new.extend_from_slice(&telling.solutions);
            }
        }
        new.iter().for_each(|solution| self.known.add(solution));
        search.hear(lessons.into_iter(), &new);
        true
    }

    /// A round, after which it tells what it has learnt. False if the search has ended.
    fn search(
        &mut self,
        round: u64,
        search: &mut Search<'_, Learner>,
        own: &mut dyn Supervisor,
    ) -> bool {
        let failures = search.stats().failures + round;
        let mut solutions = Vec::new();
        let mut is_over = false;
        while self.known.solutions.len() < 2 && !is_over {
            match own.step(search, self.board.limits(failures)) {
                ControlFlow::Break(()) => {
                    self.board.stop(&self.known);
                    return false;
                }
                ControlFlow::Continue(Step::Exhausted) => is_over = true,
                ControlFlow::Continue(Step::Solution) => {
                    solutions.push(search.solution());
                    self.known.add(&search.solution());
                }
                ControlFlow::Continue(Step::Stopped(_)) => {
                    if self.board.is_stopped.load(Ordering::Relaxed) {
                        return false;
                    }
                    if search.stats().failures >= failures {
                        break;
                    }
                }
            }
        }
        if self.known.solutions.len() > 1 || is_over {
            self.board.end(End {
                round: self.round,
                member: self.me,
                stopped: (self.known.solutions.len() > 1).then_some(Stop::Solutions),
                solutions: self.known.solutions.clone(),
            });
            return false;
        }
        search.go_to_root();
        let telling = Telling {
            lessons: search.lessons(),
            solutions,
            most_kept: *search.most_kept(),
        };
        let mut shared = self.board.lock();
        let (finished, latest) = &mut shared.told[self.me];
        latest[(*finished % KEPT) as usize] = Some(Arc::new(telling));
        *finished += 1;
        self.round += 1;
        drop(shared);
        self.board.news.notify_all();
        true
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.board.stop(&self.known);
        }
    }
}
