//! Solving on the calling thread, in slices so that the watcher sees something.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use quadrille_engine::{Limits, Restarts, Search, Step, Stop};

use super::found::{Checked, Found};
use super::{
    CheckFailed, Findings, Goal, Halt, Progress, Request, SearchProgress, Verdict, Watcher,
    figures, refuting_rule,
};
use crate::puzzle::{Built, Puzzle};

/// About how long a slice of the search is.
const SLICE: Duration = Duration::from_millis(20);

pub(super) fn solve(
    puzzle: &dyn Puzzle,
    request: &Request,
    watcher: &mut dyn Watcher,
) -> Result<Findings, CheckFailed> {
    let Built {
        model,
        brancher,
        reading,
    } = puzzle.build(&request.build);
    let mut solver = model.solver();
    let decisions = solver.decisions().to_vec();
    let brancher = request.brancher(brancher, &reading);
    // What is found in no order of its own is put into one at the end, as several threads would.
    let is_static = brancher.is_static() && request.restarts == Restarts::Never;
    let in_order = is_static || request.goal == Goal::Count;
    let mut unordered: Vec<(Vec<i32>, Checked)> = Vec::new();
    let (most, enough) = request.enough();
    let mut found = Found::new(puzzle, request);
    let mut number = 0;
    let mut slices = Slices::new(request);
    let mut search = solver
        .search()
        .boxed_brancher(brancher)
        .restarts(request.restarts);
    let mut stopped = loop {
        if number >= most {
            break Some(enough);
        }
        match slices.step(&mut search, watcher) {
            ControlFlow::Break(halt) => break Some(halt),
            ControlFlow::Continue(Step::Solution) => {
                number += 1;
                let solution = search.solution();
                let checked = found.check((reading.complete)(&solution))?;
                if !in_order {
                    let key = decisions.iter().map(|&var| solution[var]).collect();
                    unordered.push((key, checked));
                } else if let ControlFlow::Break(halt) = found.add(checked, watcher) {
                    break Some(halt);
                }
            }
            ControlFlow::Continue(Step::Exhausted) => break None,
            ControlFlow::Continue(Step::Stopped(stop)) => {
                break Some(Halt::new(stop, &request.limits));
            }
        }
    };
    let stats = search.stats().clone();
    drop(search);
    unordered.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    for (_, checked) in unordered {
        if let ControlFlow::Break(halt) = found.add(checked, watcher) {
            stopped.get_or_insert(halt);
            break;
        }
    }
    let refuted_by = (stats.nodes == 1 && stats.failures == 1)
        .then(|| refuting_rule(&solver))
        .flatten();
    Ok(Findings {
        verdict: Verdict::new(number, stopped),
        solutions: found.solutions,
        answers: found.answers,
        refuted_by,
        propagators: figures(
            solver
                .propagators()
                .map(|(_, name, _, calls)| (name, calls)),
        ),
        stats,
    })
}

/// Cuts the search into slices of about [`SLICE`].
struct Slices<'r> {
    request: &'r Request,
    started: Instant,
    /// Nodes of a slice.
    nodes: u64,
    /// When the current slice began, and the number of nodes at which it ends. It goes on over solutions.
    begun: Instant,
    end: u64,
}

impl<'r> Slices<'r> {
    fn new(request: &'r Request) -> Self {
        const FIRST: u64 = 64;
        let started = Instant::now();
        Self {
            request,
            started,
            nodes: FIRST,
            begun: started,
            end: FIRST,
        }
    }

    /// The next step of the search, over as many slices as it takes.
    fn step(
        &mut self,
        search: &mut Search<'_>,
        watcher: &mut dyn Watcher,
    ) -> ControlFlow<Halt, Step> {
        let limits = &self.request.limits;
        loop {
            let end = self.end;
            search.set_limits(Limits {
                nodes: Some(limits.nodes.map_or(end, |most| most.min(end))),
                solutions: None,
                ..limits.clone()
            });
            let step = search.step();
            let stats = search.stats();
            if step != Step::Stopped(Stop::Nodes)
                || limits.nodes.is_some_and(|most| stats.nodes >= most)
            {
                return ControlFlow::Continue(step);
            }
            let spent = self.begun.elapsed();
            if spent < SLICE / 2 {
                self.nodes = self.nodes.saturating_mul(2);
            } else if spent > SLICE * 2 {
                self.nodes = (self.nodes / 2).max(1);
            }
            self.end = stats.nodes.saturating_add(self.nodes);
            self.begun = Instant::now();
            if let Some(halt) = self.request.is_memory_full() {
                return ControlFlow::Break(halt);
            }
            watcher.progress(&Progress {
                elapsed: self.started.elapsed(),
                search: Some(SearchProgress {
                    stats,
                    share: search.progress(),
                    depth: search.depth(),
                }),
            })?;
        }
    }
}
