//! One thread of a crew: it takes open nodes, searches them, and reports its findings and what is left.

use quadrille_engine::clock::Instant;
use std::ops::ControlFlow;
use std::sync::MutexGuard;
use std::sync::atomic::{AtomicU64, Ordering};

use quadrille_engine::search::Learning;
use quadrille_engine::{
    Brancher, Interrupt, Limits, OpenNode, Search, Solution, Solver, Stats, Step, Stop, Var,
};

use super::super::Trouble;
use super::super::tally::Tally;
use super::delay::{self, Point};
use super::{Pool, TICK, Team};
use crate::puzzle::Reading;
use crate::solve::{CheckFailed, Halt, Sample};

/// A node with this many solutions is searched without learning: each would take a no-good of its own.
const MANY: u64 = 1000;

/// One thread with its search.
pub(super) struct Worker<'t, 's> {
    team: &'t Team<'t>,
    me: usize,
    search: Search<'s>,
    eye: Eye<'t>,
    /// Findings not reported yet.
    news: Tally,
    /// The share of the current node, and how much of it was reported or handed over.
    share: f64,
    reported: f64,
    told_nodes: u64,
    told_failures: u64,
    /// The part of the search's figures that is in the tally.
    tallied: (u64, u64),
    snapshot: u64,
    /// Where it restarts: how often it has, and the failures at which the next is due.
    restarts: u64,
    next_restart: Option<u64>,
    /// The number of nodes at which all open nodes are handed back.
    hand_back_at: Option<u64>,
}

/// The state of a search that learns: its own solver.
pub(super) struct Student<'t> {
    pub(super) solver: &'t mut Solver,
    pub(super) brancher: &'t dyn Fn() -> Box<dyn Brancher>,
}

/// How an attempt to search a node with learning has ended.
enum Attempt {
    Done,
    /// All is over.
    Over,
    /// It has taken too long to be lost at the next kill.
    Long,
    /// There are too many solutions for learning to pay.
    Many,
}

impl<'t, 's> Worker<'t, 's> {
    pub(super) fn new(
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
        Self {
            team,
            me,
            search,
            eye: Eye {
                team,
                reading,
                sample: (team.crew.sample)(decisions.len()),
                decisions,
                vars: reading.vars().collect(),
            },
            news: Tally::default(),
            share: 0.0,
            reported: 0.0,
            told_nodes: 0,
            told_failures: 0,
            tallied: (0, 0),
            snapshot: 0,
            restarts: 0,
            next_restart: team.crew.request.restarts.cutoff(0),
            hand_back_at: None,
        }
    }

    pub(super) fn run(&mut self, mut student: Option<Student<'_>>) {
        {
            let mut pool = self.team.lock();
            // What came before it has no part in.
            self.snapshot = pool.snapshot;
            pool.snapshots[self.me] = (self.snapshot, Vec::new());
        }
        while let Some(node) = self.next_node() {
            (self.share, self.reported) = (node.share, 0.0);
            self.hand_back_at = None;
            if let Some(student) = &mut student {
                match self.attempt(&node, student) {
                    Attempt::Done => continue,
                    Attempt::Over => return,
                    Attempt::Long => self.hand_back_at = Some(self.search.stats().nodes + 1),
                    Attempt::Many => {}
                }
            }
            self.search.move_to(node);
            self.tighten();
            if self.search_node().is_break() {
                return;
            }
        }
    }

    /// Searches a node with learning. No-goods are not part of a list of open nodes, so until the search ends nothing
    /// counts as found, and the node is open as a whole; one that takes longer than the interval must be split first.
    fn attempt(&mut self, node: &OpenNode, student: &mut Student<'_>) -> Attempt {
        let team = self.team;
        let begun = Instant::now();
        let mut search = student
            .solver
            .search()
            .boxed_brancher((student.brancher)())
            .from(node.path.clone())
            .learn(Learning::default());
        let mut reported = (0, 0);
        let mut news = Tally::default();
        loop {
            search.set_limits(self.limits_of(search.stats(), reported));
            let step = search.step();
            delay::at(Point::Searching);
            let stats = search.stats();
            let (nodes, failures) = (stats.nodes - reported.0, stats.failures - reported.1);
            team.nodes.fetch_add(nodes, Ordering::Relaxed);
            team.failures.fetch_add(failures, Ordering::Relaxed);
            self.news.nodes += nodes;
            self.news.failures += failures;
            reported = (stats.nodes, stats.failures);
            match step {
                Step::Solution => {
                    if self
                        .eye
                        .note(|| search.solution(), None, &mut news)
                        .is_break()
                    {
                        return Attempt::Over;
                    }
                    if team.asks {
                        // The question is answered.
                        self.end_attempt(node.share);
                        return Attempt::Done;
                    }
                    if news.found >= MANY {
                        return Attempt::Many;
                    }
                    // Enough is enough, even if a resumed search will find some of it again.
                    if self.stop_if_enough(news.found) {
                        self.commit(std::mem::take(&mut news));
                    }
                }
                Step::Exhausted => {
                    self.commit(news);
                    self.end_attempt(node.share);
                    return Attempt::Done;
                }
                Step::Stopped(stop) => {
                    let mut pool = self.stopped(stop);
                    let is_over = pool.over;
                    if is_over || self.snapshot < pool.snapshot {
                        self.take_part(&mut pool, vec![node.clone()]);
                    }
                    if is_over {
                        return Attempt::Over;
                    }
                    if begun.elapsed() >= team.crew.every {
                        return Attempt::Long;
                    }
                }
            }
        }
    }

    /// Nothing more is needed below a node of this share.
    fn end_attempt(&self, share: f64) {
        delay::at(Point::Ending);
        let mut pool = self.team.lock();
        pool.closed += share;
        pool.running -= 1;
    }

    /// The findings of an attempt count.
    fn commit(&mut self, news: Tally) {
        self.team.found.fetch_add(news.found, Ordering::Relaxed);
        self.news.add(news);
    }

    /// Whether a question was answered, by a solution that answered something else as well.
    fn is_answered(&self, pool: &Pool, node: &OpenNode) -> bool {
        let Some(question) = node.path.0.first().filter(|_| self.team.asks) else {
            return false;
        };
        let at = self.eye.vars.iter().position(|&var| var == question.var);
        let seen = at.and_then(|at| pool.tally.seen.get(at));
        seen.is_some_and(|seen| seen.contains(&question.value))
    }

    /// Waits for a node; `None` when there will be no more.
    fn next_node(&mut self) -> Option<OpenNode> {
        let team = self.team;
        delay::at(Point::Waiting);
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
                if let Some(node) = self.choose(&mut pool.queue) {
                    if self.is_answered(&pool, &node) {
                        pool.closed += node.share;
                        continue;
                    }
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

    /// The node to continue with: the latest, or with restarts the one with the largest share.
    fn choose(&self, queue: &mut Vec<OpenNode>) -> Option<OpenNode> {
        if self.next_restart.is_none() {
            return queue.pop();
        }
        let shares = queue.iter().enumerate();
        let (largest, _) = shares.max_by(|(_, a), (_, b)| a.share.total_cmp(&b.share))?;
        Some(queue.remove(largest))
    }

    /// Reports findings and open nodes, for the latest snapshot.
    fn take_part(&mut self, pool: &mut Pool, open: Vec<OpenNode>) {
        let stats = self.search.stats();
        self.news.nodes += stats.nodes - self.tallied.0;
        self.news.failures += stats.failures - self.tallied.1;
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

    /// Searches a node to its end, except for parts handed over. Returns `Break` when the whole search ends.
    fn search_node(&mut self) -> ControlFlow<()> {
        let team = self.team;
        loop {
            let stats = self.search.stats();
            let least = |limit: Option<u64>, due: Option<u64>| limit.into_iter().chain(due).min();
            let mut limits = self.limits_of(stats, (self.told_nodes, self.told_failures));
            limits.nodes = least(limits.nodes, self.hand_back_at);
            limits.failures = least(limits.failures, self.next_restart);
            self.search.set_limits(limits);
            delay::at(Point::Searching);
            match self.search.step() {
                Step::Solution => {
                    let value = self.search.objective_value();
                    let before = self.news.found;
                    let solution = || self.search.solution();
                    self.eye.note(solution, value, &mut self.news)?;
                    let more = self.news.found.saturating_sub(before);
                    team.found.fetch_add(more, Ordering::Relaxed);
                    if value.is_none() {
                        self.stop_if_enough(0);
                    }
                    if team.asks {
                        // The question is answered.
                        return self.close();
                    }
                }
                Step::Exhausted => return self.close(),
                Step::Stopped(stop) => {
                    self.report(&mut team.lock());
                    delay::at(Point::Reporting);
                    let mut pool = self.stopped(stop);
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
                        self.reported += given.iter().map(|node| node.share).sum::<f64>();
                        pool.queue.extend(given.into_iter().rev());
                        team.news.notify_all();
                    }
                    if self.is_to_hand_back(pool.is_frozen) {
                        pool.queue.extend(self.search.open().into_iter().rev());
                        pool.running -= 1;
                        team.news.notify_all();
                        return ControlFlow::Continue(());
                    }
                    drop(pool);
                    self.tighten();
                }
            }
        }
    }

    /// Nothing more is needed below the node.
    fn close(&mut self) -> ControlFlow<()> {
        delay::at(Point::Ending);
        let mut pool = self.team.lock();
        self.report(&mut pool);
        pool.closed += self.share - self.reported;
        pool.running -= 1;
        ControlFlow::Continue(())
    }

    /// Whether all open nodes below this node should be put back for any worker to take: this is how a search restarts
    /// here, without searching anything twice.
    fn is_to_hand_back(&mut self, is_frozen: bool) -> bool {
        let stats = self.search.stats();
        let restarts = self.next_restart.is_some_and(|at| stats.failures >= at);
        let hands_back = self.hand_back_at.is_some_and(|at| stats.nodes >= at);
        if is_frozen {
            // No node may be handed over now, but soon.
            self.next_restart = self.next_restart.map(|at| at.max(stats.failures + 1));
            self.hand_back_at = self.hand_back_at.map(|at| at.max(stats.nodes + 1));
            return false;
        }
        if restarts {
            self.restarts += 1;
            let cutoff = self.team.crew.request.restarts.cutoff(self.restarts);
            self.next_restart = cutoff.map(|more| stats.failures.saturating_add(more));
        }
        restarts || hands_back
    }

    /// The limits of a search with these figures, of which part was reported.
    fn limits_of(&self, stats: &Stats, reported: (u64, u64)) -> Limits {
        let team = self.team;
        let left = |limit: Option<u64>, sum: &AtomicU64, reported: u64, now: u64| {
            limit.map(|limit| {
                (limit.saturating_sub(sum.load(Ordering::Relaxed)) + reported).max(now)
            })
        };
        Limits {
            nodes: left(team.run.limits.nodes, &team.nodes, reported.0, stats.nodes),
            failures: left(
                team.run.limits.failures,
                &team.failures,
                reported.1,
                stats.failures,
            ),
            interrupt: Interrupt::from(&team.calls[self.me]),
            ..Limits::default()
        }
    }

    /// A step was stopped: if that was by a limit on all threads together, all is over.
    fn stopped(&self, stop: Stop) -> MutexGuard<'t, Pool> {
        let team = self.team;
        team.calls[self.me].store(false, Ordering::Relaxed);
        let mut pool = team.lock();
        let (sum, limit) = match stop {
            Stop::Nodes => (&team.nodes, team.run.limits.nodes),
            Stop::Failures => (&team.failures, team.run.limits.failures),
            _ => return pool,
        };
        if limit.is_some_and(|limit| sum.load(Ordering::Relaxed) >= limit) {
            let halt = Halt::new(stop, &team.crew.request.limits);
            team.stop(&mut pool, Some(halt));
        }
        pool
    }

    /// Stops all workers if `more` further solutions make enough.
    fn stop_if_enough(&self, more: u64) -> bool {
        let team = self.team;
        let found = team.found.load(Ordering::Relaxed) + more;
        let Some((_, halt)) = team.crew.task.enough(found) else {
            return false;
        };
        team.stop(&mut team.lock(), Some(halt));
        true
    }

    /// Values worse than the best found by any thread are not wanted.
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
        if seen > self.reported {
            pool.closed += seen - self.reported;
            self.reported = seen;
        }
        pool.depth = self.search.depth();
    }
}

/// Looks at solutions.
struct Eye<'t> {
    team: &'t Team<'t>,
    reading: &'t Reading,
    sample: Sample,
    decisions: Vec<Var>,
    vars: Vec<Var>,
}

impl Eye<'_> {
    /// Checks a solution, unless it is only to be counted and not in the sample, and notes it. Breaks off, with all
    /// others, if the checker rejects it.
    fn note(
        &self,
        solution: impl FnOnce() -> Solution,
        value: Option<i64>,
        news: &mut Tally,
    ) -> ControlFlow<()> {
        let (team, crew) = (self.team, self.team.crew);
        if crew.task.only_counts()
            && value.is_none()
            && !(self.sample).has(team.counted.fetch_add(1, Ordering::Relaxed))
        {
            news.found += 1;
            return ControlFlow::Continue(());
        }
        let solution = solution();
        let completed = (self.reading.complete)(&solution);
        let checked = CheckFailed::unless_right(crew.puzzle, &completed);
        if let Err(failed) = checked {
            let mut pool = team.lock();
            pool.trouble = Some(Trouble::CheckFailed(failed));
            team.stop(&mut pool, None);
            return ControlFlow::Break(());
        }
        if let Some(value) = value {
            let before = team.best.fetch_min(value, Ordering::Relaxed);
            if value > before || !news.admits(Some(value)) {
                return ControlFlow::Continue(());
            }
            if value < before {
                team.found.store(0, Ordering::Relaxed);
            }
        }
        let values = || self.vars.iter().map(|&var| solution[var]);
        if team.asks {
            // At once, for others to know. Somebody may have found the same solution before.
            team.lock().tally.see(values());
            return ControlFlow::Continue(());
        }
        news.found += 1;
        news.checked += 1;
        if crew.task.consensus {
            news.see(values());
        }
        let decided = self.decisions.iter().map(|&var| solution[var]);
        // The best so far is shown whatever was asked.
        if crew.task.keeps_firsts() || value.is_some() {
            news.note_first(decided.clone());
        }
        if crew.task.keeps_answers() {
            let answer = crew.puzzle.answer(&completed);
            news.note_answer(answer, decided.clone().collect());
        }
        if crew.task.keeps_all() {
            news.fresh.push(decided.collect());
        }
        ControlFlow::Continue(())
    }
}
