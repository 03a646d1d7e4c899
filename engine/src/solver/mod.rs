//! A frozen model with its state: propagate, push, pop, assume, ask for reasons, and start searches.

mod freeze;
mod questions;
mod reasons;

use crate::clock::Instant;
use std::fmt::Write as _;
use std::time::Duration;

use crate::agenda::NOBODY;
use crate::bits::Bits;
use crate::domain::{Dom, Domain};
use crate::interrupt::Interrupt;
use crate::kernel::Kernel;
use crate::literal::{Literal, Relation};
use crate::objective::Objective;
use crate::propagator::{Conflict, Context, Propagator};
use crate::reason::Explanations;
use crate::stats::Stats;
use crate::var::{Names, PropagatorId, RuleId, Var};

/// How often a propagator ran, and with what results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// Runs.
    pub calls: u64,
    /// Runs that narrowed at least one domain.
    pub pruning: u64,
    /// Runs that failed.
    pub failing: u64,
}

/// A frozen model: the domains as propagation has left them, and levels that can be pushed and popped.
///
/// [`search`](Self::search) and [`solutions`](Self::solutions) start at the current level and leave it as it was.
/// To drive it by hand, use [`push`](Self::push), [`assume`](Self::assume), [`propagate`](Self::propagate), inspect the
/// domains, and [`pop`](Self::pop).
#[derive(Debug)]
pub struct Solver {
    pub(crate) kernel: Kernel,
    pub(crate) propagators: Vec<Box<dyn Propagator>>,
    calls: Vec<Calls>,
    /// By propagator: what a run costs at least.
    costs: Vec<u32>,
    names: Names,
    rules: Rules,
    pub(crate) decisions: Vec<Var>,
    pub(crate) is_decision: Bits,
    pub(crate) objective: Option<Objective>,
    /// The level at which propagation failed, if it did and the level was not popped.
    failed_at: Option<usize>,
    failure: Option<Failure>,
    pub(crate) build_time: Duration,
    pub(crate) root_time: Duration,
    propagated_root: bool,
    pub(crate) last_search: Stats,
}

/// The rules of the model.
#[derive(Debug)]
struct Rules {
    texts: Vec<String>,
    /// By propagator.
    of: Vec<RuleId>,
}

/// The latest failure, as long as nothing has been popped since.
#[derive(Clone, Copy, Debug)]
struct Failure {
    propagator: u32,
    var: Option<Var>,
    tag: u32,
}

impl Solver {
    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.kernel.variables as usize
    }

    /// The number of propagators.
    pub fn propagator_count(&self) -> usize {
        self.propagators.len()
    }

    /// The decision variables, in the order in which the model named them.
    pub fn decisions(&self) -> &[Var] {
        &self.decisions
    }

    /// Whether the model has an objective.
    pub fn has_objective(&self) -> bool {
        self.objective.is_some()
    }

    /// The domain of a narrow variable.
    ///
    /// # Panics
    /// If `var` is wide; use [`domain`](Self::domain) if it may be.
    pub fn dom(&self, var: Var) -> Dom {
        self.kernel.dom(var)
    }

    /// The domain of a variable of either kind.
    pub fn domain(&self, var: Var) -> Domain<'_> {
        self.kernel.domain(var)
    }

    /// The value, if one is left.
    pub fn value(&self, var: Var) -> Option<i32> {
        self.kernel.value(var)
    }

    /// The name that the model gave to `var`, if it did.
    pub fn name(&self, var: Var) -> Option<&str> {
        self.names.get(var)
    }

    /// Facts in human-readable form, with the names of the variables: `x0 = 3, bid of Ann ≥ 4`. Their
    /// [`Display`](std::fmt::Display) alone gives `x0=3 x1>=4`, which can be parsed.
    pub fn describe(&self, facts: &[Literal]) -> String {
        let mut text = String::new();
        for fact in facts {
            let gap = if text.is_empty() { "" } else { ", " };
            let sign = match fact.relation {
                Relation::Is => "=",
                Relation::IsNot => "≠",
                Relation::AtMost => "≤",
                Relation::AtLeast => "≥",
            };
            let _ = match self.name(fact.var) {
                Some(name) => write!(text, "{gap}{name} {sign} {}", fact.value),
                None => write!(text, "{gap}{} {sign} {}", fact.var, fact.value),
            };
        }
        text
    }

    /// The statistics of the latest search that has ended, including one that was consumed, as by
    /// [`count`](crate::Search::count). All 0 before that.
    ///
    /// ```
    /// use quadrille_engine::{Count, Model};
    ///
    /// let mut model = Model::new();
    /// model.vars(3, 0..=1);
    /// let mut solver = model.solver();
    /// assert_eq!(solver.solutions().count(), Count::Exactly(8));
    /// assert_eq!(solver.last_search().solutions, 8);
    /// ```
    pub fn last_search(&self) -> &Stats {
        &self.last_search
    }

    /// The number of levels pushed.
    pub fn level(&self) -> usize {
        self.kernel.trail.level()
    }

    /// Runs the propagators to their fixpoint.
    ///
    /// # Errors
    /// [`Conflict`] if the domains of this level have no solution; it stays so until the level is popped.
    pub fn propagate(&mut self) -> Result<(), Conflict> {
        if self.failed_at.is_some() {
            return Err(Conflict);
        }
        if self.propagated_root {
            return self.fixpoint();
        }
        self.propagate_while(|| true).map(|_| ())
    }

    /// The same, but stops if the interrupt is due, which is polled after every few propagator runs. `false` if it was
    /// due: the domains are as far as propagation got, and the next call continues.
    ///
    /// # Errors
    /// As [`propagate`](Self::propagate).
    pub fn propagate_until(&mut self, interrupt: &Interrupt) -> Result<bool, Conflict> {
        self.propagate_while(|| !interrupt.is_due())
    }

    /// The same for a caller that has its own clock to check as well.
    pub(crate) fn propagate_while(
        &mut self,
        go_on: impl FnMut() -> bool,
    ) -> Result<bool, Conflict> {
        if self.failed_at.is_some() {
            return Err(Conflict);
        }
        let started = Instant::now();
        let outcome = self.fixpoint_while(go_on);
        if !self.propagated_root {
            self.root_time += started.elapsed();
            self.propagated_root = outcome != Ok(false);
            if outcome == Ok(true) {
                self.kernel.store.trail.forget_root();
            }
        }
        outcome
    }

    fn fixpoint_while(&mut self, mut go_on: impl FnMut() -> bool) -> Result<bool, Conflict> {
        // A run takes from less than a microsecond to some milliseconds.
        const RUNS: usize = 16;
        loop {
            for _ in 0..RUNS {
                let Some(index) = self.kernel.agenda.next() else {
                    debug_assert!(
                        self.kernel.agenda.is_quiet(),
                        "propagation ended with work pending"
                    );
                    return Ok(true);
                };
                self.run(index)?;
            }
            if !go_on() {
                return Ok(false);
            }
        }
    }

    fn fixpoint(&mut self) -> Result<(), Conflict> {
        self.fixpoint_while(|| true).map(|_| ())
    }

    /// Runs one propagator that has just been taken from the queue.
    fn run(&mut self, index: u32) -> Result<(), Conflict> {
        self.kernel.begin(index);
        let changes = self.kernel.changes;
        let outcome = self.propagators[index as usize].propagate(&mut Context {
            kernel: &mut self.kernel,
        });
        let calls = &mut self.calls[index as usize];
        calls.calls += 1;
        self.kernel.work += u64::from(self.costs[index as usize]);
        calls.pruning += u64::from(self.kernel.changes != changes);
        match outcome {
            Ok(status) => {
                self.kernel.finish(index, status);
                Ok(())
            }
            Err(Conflict) => {
                calls.failing += 1;
                self.failure = Some(Failure {
                    propagator: index,
                    var: self.kernel.wiped,
                    tag: self.kernel.reason_tag,
                });
                self.failed_at = Some(self.level());
                self.kernel.agenda.abandon(index);
                Err(Conflict)
            }
        }
    }

    /// Switches off for good every propagator of the rules for which `is_silent` holds, as if it had never been posted:
    /// the way to solve a model without some of its rules. Their variables stay.
    ///
    /// # Panics
    /// If anything was propagated, or a level pushed.
    pub fn silence(&mut self, is_silent: impl Fn(RuleId) -> bool) {
        assert!(
            self.is_untouched(),
            "rules are silenced before the first propagation"
        );
        self.kernel.agenda.abandon_all();
        for (propagator, &rule) in (0..).zip(&self.rules.of) {
            if is_silent(rule) {
                self.kernel.silence(propagator);
            }
        }
        self.kernel.schedule_all();
    }

    /// Whether nothing was propagated yet and no level pushed.
    fn is_untouched(&self) -> bool {
        !self.propagated_root && self.root_time.is_zero() && self.level() == 0
    }

    /// Starts a level: everything that follows is undone by the matching [`pop`](Self::pop).
    ///
    /// # Panics
    /// In debug builds, if changes are pending that [`propagate`](Self::propagate) has not yet seen.
    pub fn push(&mut self) {
        self.kernel.push();
    }

    /// Ends the latest level and restores the domains and all reversible state to what they were at its start.
    ///
    /// # Panics
    /// If there is no level.
    pub fn pop(&mut self) {
        // Assumptions that were never propagated may still be queued.
        self.kernel.agenda.abandon_all();
        self.kernel.pop();
        self.failure = None;
        if self.failed_at.is_some_and(|level| level > self.level()) {
            self.failed_at = None;
        }
    }

    /// Makes `literal` true at this level; [`propagate`](Self::propagate) then propagates it.
    ///
    /// # Errors
    /// [`Conflict`] if it is false already; it stays so until the level is popped.
    pub fn assume(&mut self, literal: Literal) -> Result<bool, Conflict> {
        let outcome = self.kernel.assert(literal);
        if outcome.is_err() {
            self.failure = Some(Failure {
                propagator: NOBODY,
                var: Some(literal.var),
                tag: 0,
            });
            self.failed_at.get_or_insert(self.kernel.trail.level());
        }
        outcome
    }

    /// Runs the propagator that comes next in the queue. False if there is none.
    ///
    /// # Errors
    /// [`Conflict`] if it failed; it stays so until the level is popped.
    pub(crate) fn run_next(&mut self) -> Result<bool, Conflict> {
        if self.failed_at.is_some() {
            return Err(Conflict);
        }
        match self.kernel.agenda.next() {
            Some(index) => self.run(index).map(|()| true),
            None => Ok(false),
        }
    }

    /// Queues a propagator whose constraint has become tighter, without firing further tags.
    pub(crate) fn schedule(&mut self, propagator: PropagatorId) {
        self.kernel.requeue(propagator.0);
    }

    /// The rule that a propagator belongs to.
    pub fn rule_of(&self, propagator: PropagatorId) -> RuleId {
        self.rules.of[propagator.index()]
    }

    /// The text of a rule.
    pub fn rule_text(&self, rule: RuleId) -> &str {
        &self.rules.texts[rule.index()]
    }

    /// Every rule with its text; rule 0 has none.
    pub fn rules(&self) -> impl Iterator<Item = (RuleId, &str)> {
        (0..)
            .map(RuleId)
            .zip(self.rules.texts.iter().map(String::as_str))
    }

    /// Every propagator with its name, rule and the figures of its runs.
    pub fn propagators(&self) -> impl Iterator<Item = (PropagatorId, &'static str, RuleId, Calls)> {
        let registrations = self.kernel.agenda.registrations.iter();
        registrations.enumerate().map(|(i, registration)| {
            let id = PropagatorId(i as u32);
            (id, registration.name, self.rules.of[i], self.calls[i])
        })
    }

    /// What propagation and reasons have cost so far. Each run of a propagator costs a constant, the number of
    /// variables that it [looks at](crate::Scope::looks_at), and what it [spends](crate::Context::spend) besides; so
    /// does each reason that it gives (see [`Past::spend`](crate::Past::spend)). A unit takes 10 to 100 ns. Unlike
    /// time, the count is the same on every machine, so it can limit work whose result must not depend on the machine.
    pub fn work(&self) -> u64 {
        self.kernel.work + self.kernel.reasoned.get()
    }

    /// What can be expected of the reasons of a propagator.
    pub fn explanations(&self, propagator: PropagatorId) -> Explanations<'_> {
        self.propagators[propagator.index()].explanations()
    }

    /// The variables that a propagator named when it was attached.
    pub fn scope(&self, propagator: PropagatorId) -> &[Var] {
        &self.kernel.agenda.registrations[propagator.index()].scope
    }

    /// The propagator that failed last, as long as nothing has been popped since.
    pub fn culprit(&self) -> Option<PropagatorId> {
        self.failure
            .filter(|f| f.propagator != NOBODY)
            .map(|f| PropagatorId(f.propagator))
    }

    /// Bytes held by domains, propagator state and the undo log.
    pub fn state_bytes(&self) -> usize {
        self.kernel.trail.bytes()
    }

    /// The time from the first line of the model to the frozen solver.
    pub fn build_time(&self) -> Duration {
        self.build_time
    }

    /// The time that the first propagation has taken so far.
    pub fn root_time(&self) -> Duration {
        self.root_time
    }

    /// Runs every propagator that is not entailed once more, with all tags fired, to the fixpoint. Changes nothing
    /// unless some subscription is missing; used by the test kit.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn propagate_all_again(&mut self) -> Result<(), Conflict> {
        self.kernel.schedule_all();
        self.fixpoint()
    }

    /// Whether a propagator has declared itself entailed.
    pub fn is_entailed(&self, propagator: PropagatorId) -> bool {
        self.kernel.is_entailed(propagator.0)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::constraint::{Constraint, Scope};
    use crate::model::Model;
    use crate::propagator::Status;
    use crate::propagators::NotEqual;
    use crate::search::Count;

    /// A constraint that is slow to attach, and counts how often it was.
    #[derive(Clone, Debug)]
    struct Slow(Arc<AtomicUsize>);

    impl Constraint for Slow {
        type Propagator = Self;

        fn name(&self) -> &'static str {
            "slow"
        }

        fn attach(self, _: &mut Scope<'_>) -> Self {
            self.0.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(2));
            self
        }
    }

    impl Propagator for Slow {
        fn propagate(&mut self, _: &mut Context<'_>) -> Result<Status, Conflict> {
            Ok(Status::Entailed)
        }
    }

    #[test]
    fn freezing_is_broken_off_between_propagators() {
        for (most, is_made) in [(0, false), (1, false), (9, false), (10, true)] {
            let attached = Arc::new(AtomicUsize::new(0));
            let mut model = Model::new();
            model.vars(2, 0..=1);
            for _ in 0..10 {
                model.post(Slow(Arc::clone(&attached)));
            }
            let counter = Arc::clone(&attached);
            let interrupt = Interrupt::when(move || counter.load(Ordering::Relaxed) >= most);
            let solver = model.solver_until(&interrupt);
            assert_eq!(attached.load(Ordering::Relaxed), most);
            let counted = solver.map(|mut solver| solver.solutions().count());
            assert_eq!(counted, is_made.then_some(Count::Exactly(4)));
        }
    }

    #[test]
    fn silenced_rules_do_not_count() {
        // Of x ≠ y, y ≠ z and x ≠ z over two values, any two leave 2 solutions, one leaves 4, none 8.
        let counted = |silent: &[&str]| {
            let mut model = Model::new();
            let vars = model.vars(3, 0..=1);
            for (rule, (a, b)) in ["xy", "yz", "xz"].iter().zip([(0, 1), (1, 2), (0, 2)]) {
                model.rule(*rule);
                model.post(NotEqual::new(vars[a], vars[b]));
            }
            let mut solver = model.solver();
            let named: Vec<RuleId> = solver
                .rules()
                .filter(|(_, text)| silent.contains(text))
                .map(|(rule, _)| rule)
                .collect();
            solver.silence(|rule| named.contains(&rule));
            solver.solutions().count()
        };
        assert_eq!(counted(&[]), Count::Exactly(0));
        assert_eq!(counted(&["xy"]), Count::Exactly(2));
        assert_eq!(counted(&["yz", "xz"]), Count::Exactly(4));
        assert_eq!(counted(&["xy", "yz", "xz"]), Count::Exactly(8));
    }
}
