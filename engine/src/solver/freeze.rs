//! Making a solver of a model: the domains are laid out, and the constraints attached.

use crate::clock::Instant;
use std::time::Duration;

use super::{Calls, Rules, Solver};
use crate::agenda::{Agenda, Registration};
use crate::bits::none_of;
use crate::constraint::{AnyConstraint, Scope, Wishes};
use crate::interrupt::Interrupt;
use crate::kernel::Kernel;
use crate::model::{Model, Posted};
use crate::objective::Objective;
use crate::propagator::Propagator;
use crate::stats::Stats;
use crate::store::Store;
use crate::var::{Mark, PropagatorId, RuleId};
use crate::watch::{Subscriptions, ValueWatches, Watches};

impl Model {
    /// Freezes the model. From here on there are no new variables or constraints.
    ///
    /// # Panics
    /// If a constraint that did not name its variables when it was posted has one of another model.
    pub fn solver(self) -> Solver {
        Solver::new(self)
    }

    /// The same, but gives up with `None` if the interrupt is due. It is polled before the first constraint is
    /// attached, and then about once in a millisecond: large constraints take time and memory.
    ///
    /// # Panics
    /// As [`solver`](Self::solver).
    pub fn solver_until(self, interrupt: &Interrupt) -> Option<Solver> {
        Solver::new_until(self, interrupt)
    }
}

/// What a run costs besides looking at its variables, in units of one of these.
const RUN: u32 = 3;

impl Solver {
    /// Freezes `model`: lays out the domains and attaches the constraints.
    ///
    /// # Panics
    /// If a constraint that did not name its variables when it was posted has one of another model.
    pub fn new(model: Model) -> Self {
        Self::new_until(model, &Interrupt::default()).expect("never due")
    }

    /// The same, but gives up if the interrupt is due, which is polled between constraints, about once in a
    /// millisecond.
    pub(crate) fn new_until(model: Model, interrupt: &Interrupt) -> Option<Self> {
        let (variables, mark) = (model.variables() as u32, model.mark());
        let mut store = Store::new(&model.declared);
        let mut constraints = model.constraints;
        let objective = model.objective.map(|minimised| {
            let id = PropagatorId(constraints.len() as u32);
            let (objective, better_than) = Objective::new(&minimised.terms, id);
            constraints.push(Posted {
                constraint: AnyConstraint::new(better_than),
                rule: minimised.rule,
                at: minimised.at,
            });
            objective
        });
        let Attached {
            propagators,
            registrations,
            rule_of,
            costs,
            wishes,
        } = attach(constraints, &mut store, mark, interrupt)?;
        let widths = || (0..variables).map(|var| store.words(store.handle(var)));
        let watches = Subscriptions {
            events: Watches::new(variables as usize, &wishes.events),
            lost: ValueWatches::new(widths(), &wishes.lost),
            taken: ValueWatches::new(widths(), &wishes.taken),
        };
        let agenda = Agenda::new(&mut store.trail, watches, registrations);
        let mut kernel = Kernel::new(store, agenda);
        kernel.schedule_all();
        let all = || (0..variables).map(|i| kernel.handle(i));
        let mut is_decision = none_of(variables as usize);
        let mut decisions = model.decisions.unwrap_or_else(|| all().collect());
        decisions.retain(|var| !is_decision.replace(var.index(), true));
        Some(Self {
            kernel,
            calls: vec![Calls::default(); propagators.len()],
            costs,
            propagators,
            names: model.names,
            rules: Rules {
                texts: model.rules,
                of: rule_of,
            },
            decisions,
            is_decision,
            objective,
            failed_at: None,
            failure: None,
            build_time: model.started.elapsed(),
            root_time: Duration::ZERO,
            propagated_root: false,
            last_search: Stats::default(),
        })
    }
}

/// The propagators of a model; all but the wishes by their numbers.
struct Attached {
    propagators: Vec<Box<dyn Propagator>>,
    registrations: Vec<Registration>,
    rule_of: Vec<RuleId>,
    costs: Vec<u32>,
    wishes: Wishes,
}

/// Attaches the constraints in their order, or gives up if the interrupt is due.
fn attach(
    constraints: Vec<Posted>,
    store: &mut Store,
    mark: Mark,
    interrupt: &Interrupt,
) -> Option<Attached> {
    // Polling may take as long as attaching some hundred small constraints.
    const PAUSE: Duration = Duration::from_millis(1);
    let mut asked: Option<Instant> = None;
    let mut wishes = Wishes {
        events: Vec::new(),
        lost: Vec::new(),
        taken: Vec::new(),
        vars: Vec::new(),
        named_by: vec![0; store.variables as usize],
    };
    let mut registrations = Vec::with_capacity(constraints.len());
    let mut propagators = Vec::with_capacity(constraints.len());
    let mut rule_of = Vec::with_capacity(constraints.len());
    let mut costs = Vec::with_capacity(constraints.len());
    let mut first_tag = 0;
    for (index, posted) in constraints.into_iter().enumerate() {
        if asked.is_none_or(|asked| asked.elapsed() >= PAUSE) {
            if interrupt.is_due() {
                return None;
            }
            asked = Some(Instant::now());
        }
        let constraint = posted.constraint;
        let (name, lane) = (constraint.name(), constraint.lane());
        wishes.vars.clear();
        let mut scope = Scope {
            store,
            wishes: &mut wishes,
            tags: 0,
            repeats: false,
            looks_at: None,
            propagator: index as u32,
            mark,
            name,
            at: posted.at,
        };
        propagators.push(constraint.attach(&mut scope));
        let (tags, repeats, looks_at) = (scope.tags, scope.repeats, scope.looks_at);
        let all = wishes.vars.len() as u32;
        costs.push(RUN + looks_at.map_or(all, |some| some.min(all)));
        registrations.push(Registration {
            name,
            lane,
            scope: wishes.vars[..].into(),
            first_tag,
            tags,
            repeats,
        });
        first_tag += tags;
        rule_of.push(posted.rule);
    }
    Some(Attached {
        propagators,
        registrations,
        rule_of,
        costs,
        wishes,
    })
}
