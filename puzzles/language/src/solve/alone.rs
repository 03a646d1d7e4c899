//! Solving on the calling thread, in slices so that the watcher is called regularly.

use quadrille_engine::clock::Instant;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use quadrille_engine::search::{Decisions, Learning};
use quadrille_engine::{AnySearch, Brancher, OpenNode, Restarts, Solver, Stats, Step};

use super::haul::{Haul, Pause, Slices, Turn};
use super::{
    CheckFailed, Findings, Goal, Halt, Learn, Request, TRIAL, Watcher, add_best, check_best,
    refuted_by,
};
use crate::language::Puzzle;
use crate::learn::{Advice, EARLY_WORK, LAST_EARLY};
use crate::puzzle::{BuildOptions, Built, Reading};

/// The least nodes of a turn.
const TURN: u64 = 500;

/// Once it has found this many, the depth-first search gets [`CHEAPER`] times its nodes.
const MANY: u64 = 1000;

/// The number of depth-first nodes for one node that learns, whose cost is ten to twenty times as high.
const CHEAPER: u64 = 8;

/// Once it has found this many, it is likely to finish first: the solutions counted are checked.
const SURE: u64 = 4 * MANY;

/// After this many it is given up: each needs a no-good of its own, which is never forgotten.
const LAST_MANY: u64 = 32 * MANY;

/// Up to so many solutions a search is for few, whatever was asked for.
const FEW: u64 = 8;

/// Failures between two looks whether the model of the depth-first search will do for one that learns.
const LOOK: u64 = 100;

/// What a solve on one thread has come to.
pub(super) enum Alone {
    Over(Box<Findings>),
    /// The request is for several threads, and learning does not pay: they find what this thread would have found, from
    /// the beginning or, of a count, from where it stands.
    ForSeveral(Option<Unfinished>),
}

/// A count that was unfinished; by default, one that was not.
#[derive(Default)]
pub(super) struct Unfinished {
    /// Where it continues, unless from the root.
    pub(super) nodes: Vec<OpenNode>,
    pub(super) found: u64,
    pub(super) checked: u64,
    pub(super) stats: Stats,
}

impl Unfinished {
    /// The share of the space that was searched.
    pub(super) fn seen(&self) -> f64 {
        match self.nodes.is_empty() {
            true => 0.0,
            false => 1.0 - self.nodes.iter().map(|node| node.share).sum::<f64>(),
        }
    }
}

/// How long searches took whose results are not used.
#[derive(Default)]
struct Unused {
    root: Duration,
    search: Duration,
}

impl Unused {
    fn add(&mut self, stats: &Stats) {
        self.root += stats.root;
        self.search += stats.search;
    }
}

/// The model once more, with the time for that; `None` if it was broken off. If it `learns` it is the one in parts whose
/// variables no-goods can refer to.
fn build_again(
    puzzle: &Puzzle,
    options: &BuildOptions,
    learns: bool,
) -> Option<(Solver, Reading, Duration)> {
    let options = &BuildOptions {
        learns,
        ..options.clone()
    };
    let started = Instant::now();
    let Built { model, reading, .. } = puzzle.build(options);
    let solver = model.solver_until(&options.interrupt)?;
    Some((solver, reading, started.elapsed()))
}

/// Solves on this thread, or at least begins to.
///
/// Longer than other functions: each search borrows from what this one holds, and may hand over to another.
pub(super) fn solve(
    puzzle: &Puzzle,
    request: &Request,
    watcher: &mut dyn Watcher,
) -> Result<Alone, CheckFailed> {
    let started = Instant::now();
    let broken_off = Arc::default();
    let mut options = request.build_options(started, &broken_off);
    options.learns = request.learn == Learn::On;
    let Built {
        model,
        brancher,
        mut reading,
    } = puzzle.build(&options);
    let best = reading.best.take();
    check_best(puzzle, &best)?;
    let Some(mut solver) = model.solver_until(&options.interrupt) else {
        let halt = broken_off.get().copied();
        let nothing = Findings::nothing(started, halt, best);
        return Ok(Alone::Over(Box::new(nothing)));
    };
    let mut built_in = started.elapsed();
    let brancher = request.brancher(brancher, &reading);
    // Depth first for a while, and then again with learning, if that may pay.
    let mut trial = tries_learning(request).then_some(TRIAL);
    let learns = request.learn == Learn::On;
    // Solutions found in no particular order are sorted at the end, as with several threads.
    let in_order =
        brancher.is_static() && request.restarts == Restarts::Never && trial.is_none() && !learns;
    let decisions = solver.decisions().to_vec();
    let search = solver.search().boxed_brancher(brancher);
    let search = search.restarts(request.restarts);
    let mut first = Attempt {
        request,
        search: match learns {
            false => search.boxed(),
            true => search.learn(Learning::default()).boxed(),
        },
        reading: &reading,
        slices: Slices::new(request, started),
        haul: Haul::new(puzzle, request, decisions, in_order),
    };
    let mut unused = Unused::default();
    let mut findings = loop {
        let turn = Turn {
            failures: trial,
            // After as many solutions it is known that the search does not learn: then several threads take over.
            solutions: trial,
            ..Turn::default()
        };
        match first.go_on(&turn, watcher)? {
            Pause::Over(stopped) => break first.end(stopped, watcher)?,
            Pause::Turn => {}
        }
        let mut advice = Advice::after(first.search.stats(), first.search.solver());
        if matches!(advice, Advice::Learn) && is_for_few(request) {
            unused.add(first.search.stats());
            drop(first);
            let of_cells = Learning::default();
            let mut early = student(puzzle, request, started, &mut solver, &reading, of_cells);
            if let Some(stopped) = early.for_a_while(watcher)? {
                break early.end(stopped, watcher)?;
            }
            unused.add(early.search.stats());
            let Some((mut solver, reading, time)) = build_again(puzzle, &options, true) else {
                break early.end(broken_off.get().copied(), watcher)?;
            };
            built_in += time;
            let mut of_parts = Learning::default();
            of_parts.decisions = Decisions::WithWitnesses;
            let mut late = student(puzzle, request, started, &mut solver, &reading, of_parts);
            let Pause::Over(stopped) = late.go_on(&Turn::default(), watcher)? else {
                unreachable!("a turn without limits ends with the search");
            };
            break late.end(stopped, watcher)?;
        }
        if matches!(advice, Advice::Learn | Advice::Beside) && !is_for_few(request) {
            // Many solutions may be near, with little to learn.
            let turn = Turn {
                nodes: Some(2 * first.search.stats().nodes.max(TURN)),
                solutions: Some(MANY),
                ..Turn::default()
            };
            if let Pause::Over(stopped) = first.go_on(&turn, watcher)? {
                break first.end(stopped, watcher)?;
            }
            if first.haul.number >= MANY {
                advice = Advice::DepthFirst;
            }
        }
        trial = match advice {
            Advice::Wait(failures) => Some(failures),
            Advice::DepthFirst => None,
            advice @ (Advice::Learn | Advice::Beside) => {
                let mut learning = Learning::default();
                // Beside the depth-first search, which may have to go on: on a model of the same form.
                if matches!(advice, Advice::Learn) && first.haul.number <= FEW {
                    let Some((mut solver, reading, time)) = build_again(puzzle, &options, false)
                    else {
                        break first.end(broken_off.get().copied(), watcher)?;
                    };
                    built_in += time;
                    let of_cells = Learning::default();
                    let mut early =
                        student(puzzle, request, started, &mut solver, &reading, of_cells);
                    if let Some(stopped) = early.for_a_while(watcher)? {
                        unused.add(first.search.stats());
                        break early.end(stopped, watcher)?;
                    }
                    unused.add(early.search.stats());
                    if early.haul.number <= FEW {
                        learning.decisions = Decisions::WithWitnesses;
                    }
                }
                let Some((mut solver, reading, time)) = build_again(puzzle, &options, true) else {
                    // What was found so far counts.
                    break first.end(broken_off.get().copied(), watcher)?;
                };
                built_in += time;
                let student = student(puzzle, request, started, &mut solver, &reading, learning);
                match by_turns(&mut first, student, &advice, watcher)? {
                    Ended::Student(findings) => {
                        unused.add(first.search.stats());
                        break *findings;
                    }
                    Ended::First(stopped, student) => {
                        unused.add(&student);
                        break first.end(stopped, watcher)?;
                    }
                    Ended::GivenUp(student) => {
                        unused.add(&student);
                        None
                    }
                }
            }
        };
        if trial.is_none() && request.threads != 1 {
            return Ok(Alone::ForSeveral(first.unfinished(built_in)));
        }
    };
    let stats = &mut findings.stats;
    stats.root += unused.root;
    stats.search += unused.search;
    stats.build = built_in;
    add_best(stats, best.as_ref());
    findings.refuted_by = refuted_by(findings.refuted_by, best.as_ref());
    findings.best = best;
    Ok(Alone::Over(Box::new(findings)))
}

/// A search that learns, at its beginning.
fn student<'a, 's: 'a>(
    puzzle: &'a Puzzle,
    request: &'a Request,
    started: Instant,
    solver: &'s mut Solver,
    reading: &'a Reading,
    learning: Learning,
) -> Attempt<'a, 's> {
    let decisions = solver.decisions().to_vec();
    let mut haul = Haul::new(puzzle, request, decisions, false);
    haul.unchecked = (request.goal == Goal::Count).then(Vec::new);
    Attempt {
        request,
        search: solver.search().learn(learning).boxed(),
        reading,
        slices: Slices::new(request, started),
        haul,
    }
}

/// Whether one or two solutions are enough.
fn is_for_few(request: &Request) -> bool {
    matches!(request.goal, Goal::Uniqueness | Goal::Limit(1))
}

/// How the search that learns and the depth-first one beside it have ended.
enum Ended {
    /// The search that learns has finished, with these findings.
    Student(Box<Findings>),
    /// The other has finished, for this reason. With the statistics of the one that learns.
    First(Option<Halt>, Stats),
    /// The other finds more for its nodes, and continues alone. With the statistics of the one that learns.
    GivenUp(Stats),
}

/// Continues the search that learns and the depth-first one in turns, the latter with fewer nodes, or with more if
/// there are many solutions.
fn by_turns(
    first: &mut Attempt<'_, '_>,
    mut student: Attempt<'_, '_>,
    advice: &Advice,
    watcher: &mut dyn Watcher,
) -> Result<Ended, CheckFailed> {
    let is_for_few = is_for_few(first.request);
    let mut many = MANY;
    let mut nodes = first.search.stats().nodes.max(TURN);
    for turns in 0.. {
        if advice.is_over(turns) {
            break;
        }
        nodes *= 2;
        let turn = Turn {
            nodes: (!is_for_few || matches!(advice, Advice::Beside))
                .then_some(advice.nodes_to_learn(nodes)),
            solutions: Some(many),
            ..Turn::default()
        };
        if let Pause::Over(stopped) = student.go_on(&turn, watcher)? {
            return Ok(Ended::Student(Box::new(student.end(stopped, watcher)?)));
        }
        let finds_many = student.haul.number >= many;
        let turn = Turn {
            nodes: Some(match finds_many {
                true => CHEAPER * student.search.stats().nodes,
                false => nodes,
            }),
            // Then it continues alone, or is left to several threads that begin anew.
            solutions: Some(student.haul.number.max(MANY)),
            ..Turn::default()
        };
        if let Pause::Over(stopped) = first.go_on(&turn, watcher)? {
            // If both were stopped, the one that found more counts.
            let student_knows = stopped.is_some() && student.haul.number > first.haul.number;
            return Ok(match student_knows {
                true => Ended::Student(Box::new(student.end(stopped, watcher)?)),
                false => Ended::First(stopped, student.search.stats().clone()),
            });
        }
        if first.haul.number >= student.haul.number.max(MANY) || finds_many && many >= LAST_MANY {
            break;
        }
        if finds_many {
            many *= 2;
            if many > SURE && student.haul.unchecked.is_some() {
                student.haul.check(usize::MAX)?;
            }
        }
    }
    Ok(Ended::GivenUp(student.search.stats().clone()))
}

/// Whether the search may turn into one that learns. Not if a requested order reports solutions as they are found.
pub(super) fn tries_learning(request: &Request) -> bool {
    let tells = match request.goal {
        Goal::Uniqueness | Goal::Limit(1) | Goal::Count => false,
        Goal::All | Goal::Limit(_) => {
            let brancher = request.brancher.as_ref();
            brancher.is_some_and(|make| make().is_static()) && request.restarts == Restarts::Never
        }
    };
    request.learn == Learn::Auto && !tells
}

/// A search, and what it has found.
struct Attempt<'a, 's> {
    request: &'a Request,
    search: AnySearch<'s>,
    reading: &'a Reading,
    slices: Slices<'a>,
    haul: Haul<'a>,
}

impl Attempt<'_, '_> {
    /// Continues the search until it ends, or its turn does.
    fn go_on(&mut self, turn: &Turn, watcher: &mut dyn Watcher) -> Result<Pause, CheckFailed> {
        let (most, enough) = self.request.enough();
        let limits = &self.request.limits;
        // The model alone may be too large.
        let mut halt = self.request.is_memory_full();
        self.slices.is_new = true;
        loop {
            if self.haul.number >= most {
                halt = halt.or(Some(enough));
            }
            if halt.is_some() {
                return Ok(Pause::Over(halt));
            }
            if turn.solutions.is_some_and(|most| self.haul.number >= most) {
                return Ok(Pause::Turn);
            }
            match self.slices.step(&mut self.search, turn, watcher) {
                ControlFlow::Break(why) => halt = Some(why),
                ControlFlow::Continue(Step::Solution) => {
                    let flow = self.haul.take(&self.search, self.reading, watcher)?;
                    halt = flow.break_value();
                }
                ControlFlow::Continue(Step::Exhausted) => return Ok(Pause::Over(None)),
                ControlFlow::Continue(Step::Stopped(stop)) => {
                    if !limits.have_stopped(stop, self.search.stats()) {
                        return Ok(Pause::Turn);
                    }
                    halt = Some(Halt::new(stop, limits));
                }
            }
        }
    }

    /// Learns on the model that was searched depth first. Its end, or `None` if a model of its own may be better: after
    /// many failures, or if these take long, since it has reasons that are found by trial, or after [`FEW`] solutions.
    fn for_a_while(
        &mut self,
        watcher: &mut dyn Watcher,
    ) -> Result<Option<Option<Halt>>, CheckFailed> {
        let before = self.search.solver().work();
        for failures in (LOOK..=LAST_EARLY).step_by(LOOK as usize) {
            let turn = Turn {
                failures: Some(failures),
                solutions: Some(FEW + 1),
                ..Turn::default()
            };
            if let Pause::Over(stopped) = self.go_on(&turn, watcher)? {
                return Ok(Some(stopped));
            }
            let spent = self.search.solver().work() - before;
            if self.haul.number > FEW || spent > EARLY_WORK {
                break;
            }
        }
        Ok(None)
    }

    /// A count as far as it has come, unless it is nearly done or restarts.
    fn unfinished(&self, built_in: Duration) -> Option<Unfinished> {
        let nodes = self.search.open();
        let mut stats = self.search.stats().clone();
        stats.build = built_in;
        let goes_on = self.request.goal == Goal::Count
            && self.request.restarts == Restarts::Never
            && !nodes.is_empty();
        goes_on.then_some(Unfinished {
            nodes,
            found: self.haul.number,
            checked: self.haul.found.checked,
            stats,
        })
    }

    /// The findings when the search has ended.
    fn end(
        mut self,
        stopped: Option<Halt>,
        watcher: &mut dyn Watcher,
    ) -> Result<Findings, CheckFailed> {
        if self.haul.unchecked.is_some() {
            // Once out of time, only the first is checked: checking all may take as long as the search.
            let is_late = matches!(stopped, Some(Halt::Time(_) | Halt::Cancelled));
            self.haul.check(if is_late { 1 } else { usize::MAX })?;
        }
        Ok(self.haul.end(stopped, &self.search, watcher))
    }
}
