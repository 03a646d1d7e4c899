//! Making a solver of a model: the domains are laid out, and the constraints attached.

use std::time::{Duration, Instant};

use super::{Calls, Solver};
use crate::agenda::{Agenda, Registration};
use crate::constraint::Scope;
use crate::interrupt::Interrupt;
use crate::kernel::Kernel;
use crate::model::{Model, Posted};
use crate::search::Stats;
use crate::store::Store;
use crate::watch::{Watch, Watches};

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
        let variables = model.variables() as u32;
        let mut store = Store::new(&model.declared);
        let mut pairs = Vec::new();
        let mut registrations = Vec::with_capacity(model.constraints.len());
        let mut propagators = Vec::with_capacity(model.constraints.len());
        let mut rule_of = Vec::with_capacity(model.constraints.len());
        let mut first_tag = 0;
        let mut named_by = vec![0; variables as usize];
        let mark = model.mark();
        for (index, posted) in model.constraints.into_iter().enumerate() {
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
                vars: Vec::new(),
                watches: Vec::new(),
                tags: 0,
                repeats: false,
                named_by: &mut named_by,
                propagator: index as u32,
                mark,
                name,
                at,
            };
            propagators.push(constraint.attach(&mut scope));
            let Scope {
                vars,
                watches,
                tags,
                repeats,
                ..
            } = scope;
            pairs.extend(watches.into_iter().map(|(var, events, tag)| {
                let watch = Watch {
                    propagator: index as u32,
                    tag,
                    events,
                };
                (var.index() as u32, watch)
            }));
            registrations.push(Registration {
                name,
                lane,
                scope: vars.into(),
                first_tag,
                tags,
                repeats,
            });
            first_tag += tags;
            rule_of.push(rule);
        }
        let watches = Watches::new(variables as usize, pairs);
        let agenda = Agenda::new(&mut store.trail, watches, registrations);
        let mut kernel = Kernel::new(store, agenda);
        kernel.schedule_all();
        let all = || (0..variables).map(|i| kernel.handle(i));
        let mut is_decision = vec![false; variables as usize];
        let mut decisions = Vec::new();
        for var in model.decisions.unwrap_or_else(|| all().collect()) {
            if !std::mem::replace(&mut is_decision[var.index()], true) {
                decisions.push(var);
            }
        }
        Some(Self {
            kernel,
            calls: vec![Calls::default(); propagators.len()],
            propagators,
            names: model.names,
            rules: model.rules,
            rule_of,
            decisions,
            is_decision,
            objective: model.objective,
            failed_at: None,
            failure: None,
            build_time: model.started.elapsed(),
            root_time: Duration::ZERO,
            propagated_root: false,
            last_search: Stats::default(),
        })
    }
}
