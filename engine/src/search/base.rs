//! What every search has, whatever its strategy: the solver, the branchers, limits, statistics, and where it stands.

use super::limits::Gauge;
use super::nodes::Start;
use super::{Phase, Stats};
use crate::branch::{self, Brancher, Branching, Choice, View, order, value};
use crate::literal::{Literal, Path};
use crate::propagator::Conflict;
use crate::record::Recorder;
use crate::solver::Solver;

/// The part of a search that does not depend on its strategy.
#[derive(Debug)]
pub struct Base<'s> {
    pub(super) solver: &'s mut Solver,
    pub(super) brancher: Box<dyn Brancher>,
    /// Fixes the variables that the brancher leaves open.
    rest: Branching<order::SmallestDomain, value::Smallest>,
    pub(super) gauge: Gauge,
    /// Where the search starts.
    pub(super) start: Start,
    pub(super) phase: Phase,
    pub(super) wanted: Wanted,
    pub(super) stats: Stats,
    before: Before,
    /// Length of the trail's log when the current node was entered.
    pub(super) entered_at: usize,
    /// Whether this search turned recording on.
    records: bool,
}

/// Which solutions of a model with an objective are wanted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wanted {
    /// Also those that are as good as the best.
    pub(super) ties: bool,
    /// From the beginning, only those with at most this value of the objective.
    pub(super) bound: Option<i64>,
}

/// The solver's state when the search was made.
#[derive(Clone, Copy, Debug)]
struct Before {
    level: usize,
    /// The number of its reversible words.
    words: u32,
    runs: u64,
    changes: u64,
}

impl<'s> Base<'s> {
    pub(super) fn new(solver: &'s mut Solver) -> Self {
        Self {
            brancher: Box::new(branch::weighted_degree()),
            rest: branch::smallest_domain(),
            gauge: Gauge::default(),
            start: Start::node(Path::default()),
            phase: Phase::Start,
            wanted: Wanted::default(),
            stats: Stats::default(),
            before: Before {
                level: solver.level(),
                words: solver.kernel.trail.len(),
                runs: solver.kernel.agenda.runs,
                changes: solver.kernel.changes,
            },
            entered_at: 0,
            records: false,
            solver,
        }
    }

    /// The level at which the branchers are attached. The start node is one above.
    pub(super) fn root_level(&self) -> usize {
        self.before.level + 1
    }

    /// Whether it has finished.
    pub(super) fn propagate_root(&mut self) -> Result<bool, Conflict> {
        if let Some(objective) = &self.solver.objective {
            objective.reset();
            if let Some(bound) = self.wanted.bound {
                objective.limit_to(bound);
            }
        }
        self.stats.build = self.solver.build_time;
        let before = self.solver.root_time;
        let gauge = &mut self.gauge;
        let outcome = self.solver.propagate_while(|| !gauge.interrupts());
        self.stats.root += self.solver.root_time - before;
        outcome
    }

    /// Turns recording on until the search ends, before any level of it.
    pub(super) fn record(&mut self) {
        if self.solver.kernel.recorder.is_none() {
            let recorder = Recorder::from_level(self.solver.variables(), self.solver.level());
            self.solver.kernel.recorder = Some(Box::new(recorder));
            self.records = true;
        }
    }

    /// Lets the branchers look at the propagated root, once for each search.
    pub(super) fn prepare(&mut self) {
        // A level of its own, so that whatever the branchers write when they are attached is undone in the end.
        self.solver.push();
        let decisions = std::mem::take(&mut self.solver.decisions);
        let mut view = View {
            kernel: &mut self.solver.kernel,
            entered_at: 0,
        };
        self.brancher.attach(&decisions, &mut view);
        // Decisions that the brancher leaves open come before the witnesses.
        let mut ranked = decisions.clone();
        let all = (0..view.kernel.variables).map(|i| view.kernel.handle(i));
        ranked.extend(all.filter(|v| !self.solver.is_decision[v.index()]));
        self.rest.attach(&ranked, &mut view);
        self.solver.decisions = decisions;
    }

    /// What the brancher chooses at the current node, or else the brancher for the rest; `None` at a solution.
    pub(super) fn choose(&mut self) -> Option<Choice> {
        let view = &mut View {
            kernel: &mut self.solver.kernel,
            entered_at: self.entered_at,
        };
        if let Some(choice) = self.brancher.choose(view) {
            let literal = match choice {
                Choice::Binary(literal) => literal,
                Choice::Values(var, value) => Literal::is(var, value),
            };
            let var = literal.var;
            assert!(
                self.solver.is_decision[var.index()],
                "the brancher chose {var}, which is not a decision variable"
            );
            assert!(
                view.status_of(literal).is_none(),
                "the brancher chose {literal}, which is decided already"
            );
            return Some(choice);
        }
        // Decisions first: `rest` prefers small domains, so let it choose only among decisions while any is open.
        let open = self
            .solver
            .decisions
            .iter()
            .copied()
            .filter(|&var| !view.is_fixed(var))
            .min_by_key(|&var| view.size(var));
        match open {
            Some(var) => Some(Choice::Binary(Literal::is(var, view.min(var)))),
            None => self.rest.choose(view),
        }
    }

    /// A node was entered, with so many decisions in force since the start.
    pub(super) fn count_node(&mut self, depth: usize) {
        let depth = self.start.depth + depth;
        self.stats.nodes += 1;
        self.stats.peak_depth = self.stats.peak_depth.max(depth);
        if self.stats.nodes_by_depth.len() <= depth {
            self.stats.nodes_by_depth.resize(depth + 1, 0);
        }
        self.stats.nodes_by_depth[depth] += 1;
    }

    /// The node that `literal` led to has been propagated: tells the brancher the outcome.
    pub(super) fn arrive(&mut self, outcome: Result<(), Conflict>, literal: Literal) {
        let culprit = self.solver.culprit();
        let view = View {
            kernel: &mut self.solver.kernel,
            entered_at: self.entered_at,
        };
        if outcome.is_ok() {
            self.phase = Phase::Explore;
            self.brancher.entered(&view, literal);
        } else {
            self.stats.failures += 1;
            self.phase = Phase::Leave;
            self.brancher.failed(&view, culprit, Some(literal.var));
        }
    }

    /// The current node is a solution.
    pub(super) fn note_solution(&mut self) {
        self.stats.solutions += 1;
        self.phase = Phase::LeaveSolution;
        if let Some(objective) = &self.solver.objective {
            let kernel = &self.solver.kernel;
            let value = objective.evaluate(|var| kernel.min(var));
            if self.wanted.ties {
                objective.limit_to(value);
            } else {
                objective.improve_on(value);
            }
        }
        self.brancher.solved(&View {
            kernel: &mut self.solver.kernel,
            entered_at: self.entered_at,
        });
    }

    /// From the second solution on, or if there is a bound from the first: has the objective propagated again, whose
    /// bound may have changed elsewhere in the search.
    pub(super) fn schedule_objective(&mut self) {
        if let Some(objective) = &self.solver.objective
            && (self.stats.solutions > 0 || self.wanted.ties)
        {
            let propagator = objective.propagator;
            self.solver.schedule(propagator);
        }
    }

    /// Failed at the root, or below it for good: there is nothing more to find.
    pub(super) fn fail_for_good(&mut self) {
        self.stats.failures += 1;
        self.phase = Phase::Done;
    }

    /// The figures that the solver counts.
    pub(super) fn read_counters(&mut self) {
        self.stats.propagations = self.solver.kernel.agenda.runs - self.before.runs;
        self.stats.changes = self.solver.kernel.changes - self.before.changes;
    }
}

impl Drop for Base<'_> {
    fn drop(&mut self) {
        while self.solver.level() > self.before.level {
            self.solver.pop();
        }
        if self.records {
            self.solver.kernel.recorder = None;
        }
        // Give back the reversible state of the branchers.
        self.solver.kernel.store.trail.truncate(self.before.words);
        self.solver.last_search = std::mem::take(&mut self.stats);
    }
}
