//! Making a solver of a model: the domains are laid out, and the constraints attached.

use crate::clock::Instant;
use std::time::Duration;

use super::{Calls, Rules, Solver};
use crate::agenda::{Agenda, Registration};
use crate::bits::none_of;
use crate::constraint::{AnyConstraint, Scope};
use crate::interrupt::Interrupt;
use crate::kernel::Kernel;
use crate::model::{Model, Posted};
use crate::objective::Objective;
use crate::stats::Stats;
use crate::store::Store;
use crate::var::PropagatorId;
use crate::watch::{Subscriptions, ValueWatches, Watch, Watches};

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
        // Polling may take as long as attaching some hundred small constraints.
        const PAUSE: Duration = Duration::from_millis(1);
        let mut asked: Option<Instant> = None;
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
        let mut pairs = Vec::new();
        let (mut lost, mut taken) = (Vec::new(), Vec::new());
        let mut registrations = Vec::with_capacity(constraints.len());
        let mut propagators = Vec::with_capacity(constraints.len());
        let mut rule_of = Vec::with_capacity(constraints.len());
        let mut costs = Vec::with_capacity(constraints.len());
        let mut first_tag = 0;
        let mut named_by = vec![0; variables as usize];
        // The lists of all scopes, in memory of one.
        let (mut vars, mut watches, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for (index, posted) in constraints.into_iter().enumerate() {
            let Posted {
                constraint,
                rule,
                at,
            } = posted;
            if asked.is_none_or(|asked| asked.elapsed() >= PAUSE) {
                if interrupt.is_due() {
                    return None;
                }
                asked = Some(Instant::now());
            }
            let (name, lane) = (constraint.name(), constraint.lane());
            let mut scope = Scope {
                store: &mut store,
                vars,
                watches,
                values,
                tags: 0,
                repeats: false,
                looks_at: None,
                named_by: &mut named_by,
                propagator: index as u32,
                mark,
                name,
                at,
            };
            propagators.push(constraint.attach(&mut scope));
            let (tags, repeats, looks_at) = (scope.tags, scope.repeats, scope.looks_at);
            (vars, watches, values) = (scope.vars, scope.watches, scope.values);
            pairs.extend(watches.drain(..).map(|(var, events, tag)| {
                let watch = Watch {
                    propagator: index as u32,
                    tag,
                    events,
                };
                (var.index() as u32, watch)
            }));
            for (var, value, is_taken) in values.drain(..) {
                let watch = (var.index() as u32, value, index as u32);
                if is_taken { &mut taken } else { &mut lost }.push(watch);
            }
            let all = vars.len() as u32;
            costs.push(RUN + looks_at.map_or(all, |some| some.min(all)));
            registrations.push(Registration {
                name,
                lane,
                scope: vars[..].into(),
                first_tag,
                tags,
                repeats,
            });
            vars.clear();
            first_tag += tags;
            rule_of.push(rule);
        }
        let widths = || (0..variables).map(|var| store.words(store.handle(var)));
        let watches = Subscriptions {
            events: Watches::new(variables as usize, &pairs),
            lost: ValueWatches::new(widths(), lost),
            taken: ValueWatches::new(widths(), taken),
        };
        let agenda = Agenda::new(&mut store.trail, watches, registrations);
        let mut kernel = Kernel::new(store, agenda);
        kernel.schedule_all();
        let all = || (0..variables).map(|i| kernel.handle(i));
        let mut is_decision = none_of(variables as usize);
        let mut decisions = Vec::new();
        for var in model.decisions.unwrap_or_else(|| all().collect()) {
            if !is_decision.replace(var.index(), true) {
                decisions.push(var);
            }
        }
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
