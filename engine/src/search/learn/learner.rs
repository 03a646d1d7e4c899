//! The state of a search that learns.

use super::activity::Activity;
use super::analysis::{Analysis, Failure};
use super::clauses::{Clauses, Id};
use super::exchange::Exchange;
use super::fact::Fact;
use super::options::{Decisions, Learning};
use super::pace::Pace;
use super::provenance::PropagatorSet;
#[cfg(any(test, feature = "testing"))]
use super::show::Show;
use crate::branch::View;
use crate::kernel::Kernel;
use crate::literal::Literal;
use crate::propagator::Conflict;
use crate::reason::{ChangeId, Explanations};
use crate::search::restart::{Restarts, Schedule};
use crate::solver::Solver;
use crate::store::Store;
use crate::var::Var;

/// The strategy of a search that learns from its failures ([`Search::learn`](crate::Search::learn)).
#[derive(Debug)]
pub struct Learner {
    pub(super) options: Learning,
    pub(super) clauses: Clauses,
    pub(super) analysis: Analysis,
    /// The decisions in force, one for each level above the root.
    pub(super) decisions: Vec<Literal>,
    /// The level of the root.
    pub(super) root: usize,
    /// The current limit on no-goods kept.
    pub(super) most: usize,
    /// The no-good that was violated, if that is how the latest failure was found.
    pub(super) violated: Option<Id>,
    /// What tells each solution reported from all others: the decisions that led to it or, where witnesses are decided, its
    /// values.
    pub(super) reported: Vec<Vec<Literal>>,
    /// Parts of the space, below the start, that are left out.
    pub(super) excluded: Vec<Vec<Literal>>,
    pub(super) heuristic: Heuristic,
    /// What the refutation rests on.
    pub(super) refutation: Option<(PropagatorSet, Vec<ChangeId>)>,
    #[cfg(any(test, feature = "testing"))]
    pub(super) show: Option<Show>,
    pub(super) restarts: Schedule,
    pub(super) pace: Pace,
    /// Failures and changes on record when watches were last chosen.
    pub(super) simplified: (u64, u32),
    /// Present if others search at the same time.
    pub(super) exchange: Option<Exchange>,
}

/// How decisions are chosen without the brancher.
#[derive(Debug, Default)]
pub(super) struct Heuristic {
    /// Present once the root has been entered.
    pub(super) order: Option<Activity>,
    /// By variable: its latest value, or that in the latest solution.
    pub(super) phase: Vec<Option<i32>>,
    /// By variable of the objective: whether a larger value is better.
    pub(super) wishes: Vec<Option<bool>>,
    /// By wide variable: a bound from a recent no-good, to branch on.
    pub(super) bound: Vec<Option<i32>>,
    /// By variable: its activity at the beginning; empty for none.
    pub(super) activity: Vec<f64>,
}

/// The fewest failures before watches are chosen again because something new holds at the root.
pub(super) const FAILURES_BETWEEN: u64 = 1000;

impl Learner {
    pub(super) fn new(options: Learning) -> Self {
        Self {
            pace: Pace::default(),
            simplified: (0, 0),
            exchange: None,
            restarts: Schedule::new(options.restarts, 0),
            most: options.most,
            options,
            clauses: Clauses::default(),
            analysis: Analysis::default(),
            decisions: Vec::new(),
            root: 0,
            violated: None,
            reported: Vec::new(),
            excluded: Vec::new(),
            heuristic: Heuristic::default(),
            refutation: None,
            #[cfg(any(test, feature = "testing"))]
            show: None,
        }
    }

    /// Takes over the propagators that are clauses, for the duration of the search: two watched facts of each cost
    /// less than a propagator that is woken for every literal (nodes of a heyawake of 19×15 take two thirds of the
    /// time).
    pub(super) fn take_clauses(&mut self, solver: &mut Solver) {
        for (index, propagator) in (0..).zip(&solver.propagators) {
            if let Explanations::Clause(literals) = propagator.explanations()
                && !solver.kernel.is_entailed(index)
            {
                let facts = literals.iter().map(|literal| Fact::of(literal.negated()));
                self.clauses.add_merged(facts.collect());
                solver.kernel.silence(index);
            }
        }
    }

    /// Runs propagators and no-goods to their joint fixpoint. No-goods are cheaper, so they come first.
    pub(super) fn propagate(&mut self, solver: &mut Solver) -> Result<(), Conflict> {
        loop {
            if let Err(id) = self.clauses.propagate(&mut solver.kernel) {
                self.violated = Some(id);
                return Err(Conflict);
            }
            if !solver.run_next()? {
                return Ok(());
            }
        }
    }

    /// Backtracks to `level`.
    pub(super) fn back_to(&mut self, solver: &mut Solver, level: usize) {
        if solver.level() == level {
            return;
        }
        let record = solver.kernel.record();
        for entry in &record.entries[record.start_of_level(level + 1) as usize..] {
            if let Some(value) = solver.kernel.value(entry.var) {
                self.heuristic.phase[entry.var.index()] = Some(value);
                if let Some(order) = &mut self.heuristic.order {
                    order.reopen(entry.var);
                }
            }
        }
        while solver.level() > level {
            solver.pop();
        }
        self.clauses.popped(&solver.kernel);
        self.decisions.truncate(level - self.root);
        self.violated = None;
    }

    /// There is no solution: notes what this rests on.
    pub(super) fn end_in_failure(&mut self, solver: &Solver) {
        if self.options.tracks_provenance {
            let failure = self.failure();
            let refutation = self.analysis.refutation(solver, &self.clauses, failure);
            self.refutation = Some(refutation);
        }
    }

    /// How the latest failure was found.
    pub(super) fn failure(&self) -> Failure<'static> {
        match self.violated {
            Some(id) => Failure::NoGood(id),
            None => Failure::Propagator,
        }
    }

    pub(super) fn restart_is_due(&self, failures: u64) -> bool {
        let paced = match self.options.restarts {
            Restarts::Adaptive => self.pace.is_due(),
            _ => self.restarts.is_due(failures),
        };
        paced || self.clauses.learnt() > self.most
    }

    /// Whether the brancher decides now.
    pub(super) fn asks_brancher(&self) -> bool {
        match self.options.decisions {
            Decisions::Conflicts | Decisions::WithWitnesses => false,
            Decisions::Brancher => true,
            Decisions::Alternately => self.restarts.done.is_multiple_of(2),
        }
    }
}

impl Heuristic {
    /// The next decision by activity; `None` if all variables are fixed.
    pub(super) fn decide(&mut self, kernel: &mut Kernel) -> Option<Literal> {
        let view = &mut View {
            kernel,
            entered_at: 0,
        };
        let order = self.order.as_mut().expect("the root was entered");
        let var = order.select(view)?;
        Some(self.literal(var, view))
    }

    /// The decision about a variable: its latest value, or for a wide one a bound as near to it as possible.
    pub(super) fn literal(&self, var: Var, store: &Store) -> Literal {
        let (min, max) = (store.min(var), store.max(var));
        match self.wishes[var.index()] {
            Some(true) => return Literal::at_least(var, max),
            Some(false) => return Literal::at_most(var, min),
            None => {}
        }
        let phase = self.phase[var.index()].unwrap_or(min).clamp(min, max);
        if !var.is_wide() {
            let value = if store.contains(var, phase) {
                phase
            } else {
                min
            };
            Literal::is(var, value)
        } else if let Some(bound) = self.bound[var.index()].filter(|&b| min < b && b <= max) {
            if phase < bound {
                Literal::at_most(var, bound - 1)
            } else {
                Literal::at_least(var, bound)
            }
        } else if phase < max {
            Literal::at_most(var, phase)
        } else {
            Literal::at_least(var, max)
        }
    }
}
