//! Instances: the rules of a model at their places.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quadrille_engine::bits::none_of;
use quadrille_engine::{PropagatorId, RuleId, Solver, Var};

use crate::puzzle::{ImpliedRule, Origin, Origins};

/// An instance of an [`Explainer`](super::Explainer), numbered in the order of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceId(pub(super) u32);

impl InstanceId {
    /// Its number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A rule at one of its places: what is switched on and off as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Names the rule and, after `@`, the place: `boxes@block of r1c1`. It is the same whenever the puzzle is built,
    /// and no two instances share one.
    pub id: String,
    /// Names the rule: the same for all of its places.
    pub rule: String,
    /// The rule in the puzzle's own words.
    pub sentence: String,
    /// Where it is applied: `row 3`; empty for the whole grid.
    pub place: String,
    /// The same for a picture without names: `the room of r1c7`, where the place is `room C`.
    pub place_in_words: String,
    /// The rule as the model has it, place and all.
    pub text: String,
    /// Whether it is a given of the file.
    pub is_given: bool,
    /// The spots that it is about, by number, in order.
    pub spots: Vec<usize>,
    pub(super) propagators: Vec<PropagatorId>,
    /// What ties the variables of these to what they stand for.
    pub(super) definitions: Vec<PropagatorId>,
}

impl Instance {
    /// Without propagators yet.
    fn new(id: String, origin: Origin, text: &str) -> Self {
        Self {
            id,
            is_given: *origin.id == *Origin::GIVEN,
            rule: origin.id.to_string(),
            sentence: origin.sentence.to_string(),
            place_in_words: origin.place.to_string(),
            place: origin.place.to_string(),
            text: text.to_owned(),
            spots: Vec::new(),
            propagators: Vec::new(),
            definitions: Vec::new(),
        }
    }
}

/// A rule that follows from several instances: its propagators may run once all of these are on.
#[derive(Clone, Debug)]
pub(super) struct Implied {
    /// In order.
    pub(super) premises: Vec<InstanceId>,
    /// The one that it says most of.
    pub(super) main: InstanceId,
    pub(super) propagators: Vec<PropagatorId>,
    pub(super) definitions: Vec<PropagatorId>,
    /// Propagators of the instances that do nothing in addition to these.
    pub(super) covered: Vec<PropagatorId>,
    /// Whether steps may be explained by it, not only found.
    pub(super) is_shown: bool,
}

/// Whether a rule cannot be shown to users: it always holds.
pub(super) fn is_nameless(rule: RuleId, text: &str, origins: &Origins) -> bool {
    text.is_empty() && !origins.rules.contains_key(&rule)
}

/// The instances of a model, in its order. Rules without propagators have no effect and are left out; those with the
/// same name and place are one instance. Propagators that combine several are returned separately.
pub(super) fn instances(
    solver: &Solver,
    origins: &Origins,
    spot_of: &[Option<usize>],
) -> (Vec<Instance>, Vec<Implied>) {
    let mut instances: Vec<Instance> = Vec::new();
    let mut known: BTreeMap<(Arc<str>, Arc<str>), usize> = BTreeMap::new();
    let mut instance_of: BTreeMap<RuleId, usize> = BTreeMap::new();
    let mut propagators_of: BTreeMap<RuleId, Vec<PropagatorId>> = BTreeMap::new();
    let implied = origins.implied.iter();
    let mut implied_of: BTreeMap<RuleId, Vec<PropagatorId>> =
        implied.map(|implied| (implied.rule, Vec::new())).collect();
    for (propagator, _, rule, _) in solver.propagators() {
        if let Some(propagators) = implied_of.get_mut(&rule) {
            propagators.push(propagator);
            continue;
        }
        if is_nameless(rule, solver.rule_text(rule), origins) {
            continue;
        }
        let at = *instance_of.entry(rule).or_insert_with(|| {
            let origin = origins.rules.get(&rule);
            let text = solver.rule_text(rule);
            // A kind that does not say where its rules come from has one instance for each text.
            let origin = origin.cloned();
            let origin = origin.unwrap_or_else(|| Origin::new(text, text, ""));
            let key = (Arc::clone(&origin.id), Arc::clone(&origin.place));
            *known.entry(key).or_insert_with(|| {
                let id = match &origin.place[..] {
                    "" => origin.id.to_string(),
                    place => format!("{}@{place}", origin.id),
                };
                instances.push(Instance::new(id, origin, text));
                instances.len() - 1
            })
        });
        instances[at].propagators.push(propagator);
        propagators_of.entry(rule).or_default().push(propagator);
    }
    let ids: Vec<PropagatorId> = solver.propagators().map(|(id, ..)| id).collect();
    let defined = definitions(&ids, origins);
    for instance in &mut instances {
        (instance.spots, instance.definitions) =
            spots(solver, &instance.propagators, &defined, spot_of);
    }
    let instance_of = |rule: &RuleId| instance_of.get(rule).map(|&at| InstanceId(at as u32));
    let with_propagators = |rule: &ImpliedRule| {
        // What has no propagators holds anyway.
        let of: Vec<InstanceId> = rule.premises.iter().filter_map(instance_of).collect();
        let covered = rule.covered.iter().map(|&at| ids[at]);
        let of_rules = rule.covered_rules.iter();
        let of_rules = of_rules.flat_map(|rule| propagators_of.get(rule).into_iter().flatten());
        let propagators = implied_of.remove(&rule.rule)?;
        Some(Implied {
            main: *of.first()?,
            premises: BTreeSet::from_iter(of).into_iter().collect(),
            definitions: spots(solver, &propagators, &defined, spot_of).1,
            propagators,
            covered: covered.chain(of_rules.copied()).collect(),
            is_shown: rule.is_shown,
        })
    };
    let implied = origins
        .implied
        .iter()
        .filter_map(with_propagators)
        .collect();
    (instances, implied)
}

/// By variable: the propagators that define it.
fn definitions(ids: &[PropagatorId], origins: &Origins) -> BTreeMap<Var, Vec<PropagatorId>> {
    let mut is_taken = none_of(ids.len());
    let mut defined: BTreeMap<Var, Vec<PropagatorId>> = BTreeMap::new();
    for (range, var) in &origins.definitions {
        for at in range.clone() {
            if !is_taken.replace(at, true) {
                defined.entry(*var).or_default().push(ids[at]);
            }
        }
    }
    defined
}

/// The spots in the scopes of propagators, and in the definitions of their other variables; and the propagators of these
/// definitions.
fn spots(
    solver: &Solver,
    propagators: &[PropagatorId],
    defined: &BTreeMap<Var, Vec<PropagatorId>>,
    spot_of: &[Option<usize>],
) -> (Vec<usize>, Vec<PropagatorId>) {
    let mut spots = Vec::new();
    let mut definitions = Vec::new();
    let mut seen: BTreeSet<Var> = BTreeSet::new();
    let mut waiting: Vec<PropagatorId> = propagators.to_vec();
    while let Some(propagator) = waiting.pop() {
        for &var in solver.scope(propagator) {
            if let Some(spot) = spot_of[var.index()] {
                spots.push(spot);
            } else if let Some(more) = defined.get(&var)
                && !seen.contains(&var)
            {
                seen.insert(var);
                definitions.extend(more);
                waiting.extend(more);
            }
        }
    }
    spots.sort_unstable();
    spots.dedup();
    (spots, definitions)
}
