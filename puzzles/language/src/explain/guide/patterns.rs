//! What a person sees at once: the only place for a value that a rule needs, the only value for a place.
//!
//! Nothing here knows what a rule says. That it needs a value is asked: is a place that value if no other place of the
//! rule is? And what excludes a value from a place is each rule that does so by itself, from what is known.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_engine::Literal;

use super::super::instance::InstanceId;
use super::super::question::{Goal, Link, Question, Support};
use super::super::step::{Means, Pattern, Step};
use super::refutations::LOCAL_SPOTS;
use super::{Guide, Place};
use crate::grid::Cell;

/// The most candidates for the only value of a place whose facts are looked for.
const CANDIDATES: usize = 8;

/// By place: the rules that exclude a value from it by themselves, from what is known.
type Exclusions = BTreeMap<Place, Vec<InstanceId>>;

impl Guide {
    /// How far a spot is from the conclusions of the latest step.
    pub(super) fn distance(&self, spot: usize) -> u64 {
        let own = &self.explainer.spots()[spot].cells;
        let between = |a: &(usize, Cell), b: &(usize, Cell)| {
            let apart = |a: usize, b: usize| a.abs_diff(b) as u64;
            match a.0 == b.0 {
                true => apart(a.1.row, b.1.row) + apart(a.1.column, b.1.column),
                false => u64::from(u32::MAX),
            }
        };
        let latest = self.latest.iter();
        let latest = latest.flat_map(|&spot| &self.explainer.spots()[spot].cells);
        let distances = latest.flat_map(|a| own.iter().map(move |b| between(a, b)));
        distances.min().unwrap_or_default()
    }

    /// The spots of a rule that may still have a value, as far as the facts tell.
    pub(super) fn places_left(&self, rule: InstanceId, value: i32) -> Vec<usize> {
        let spots = self.explainer.instance(rule).spots.iter().copied();
        spots
            .filter(|&spot| self.left[spot].contains(&value))
            .collect()
    }

    /// Whether a rule by itself needs a value at all of these spots if none of its others has it.
    pub(super) fn needs(&mut self, rule: InstanceId, value: i32, at: &[usize]) -> bool {
        let key = (rule, value, at.to_vec());
        if let Some(&needs) = self.needs.get(&key) {
            return needs;
        }
        let spots = self.explainer.instance(rule).spots.iter();
        let others = spots.filter(|spot| !at.contains(spot));
        let others = others.filter(|&&spot| self.explainer.values(spot).contains(&value));
        let question = Question {
            rules: vec![rule],
            facts: others.map(|&spot| self.is_not((spot, value))).collect(),
            ..Question::default()
        };
        let facts = at.iter().map(|&spot| self.is((spot, value)));
        let goals: Vec<Literal> = facts.collect();
        let needs = self.explainer.all_follow(&question, &goals);
        self.needs.insert(key, needs);
        needs
    }

    /// Whether a rule needs a value somewhere: at any of its spots, if none of the others has it.
    pub(super) fn needs_some(&mut self, rule: InstanceId, value: i32) -> bool {
        let spots = self.explainer.instance(rule).spots.iter().copied();
        let mut spots = spots.filter(|&spot| self.explainer.values(spot).contains(&value));
        let first = spots.next();
        first.is_some_and(|first| self.needs(rule, value, &[first]))
    }

    fn exclusions(&self) -> Exclusions {
        let mut exclusions = Exclusions::new();
        for &rule in &self.rules {
            if self.explainer.instance(rule).spots.len() > LOCAL_SPOTS {
                continue;
            }
            for place in self.removed_by(rule) {
                exclusions.entry(place).or_default().push(rule);
            }
        }
        exclusions
    }

    /// The nearest place that is the only one for a value that a rule needs, since other rules exclude it from the others.
    pub(super) fn only_place(&mut self, question: &Question, placed: &[Place]) -> Option<Step> {
        let exclusions = self.exclusions();
        let mut candidates = Vec::new();
        for rule in self.rules.clone() {
            let spots = &self.explainer.instance(rule).spots;
            if spots.len() > LOCAL_SPOTS {
                continue;
            }
            let values = spots.iter().flat_map(|&spot| self.left[spot].iter());
            let values: BTreeSet<i32> = values.copied().collect();
            for value in values {
                let left = self.places_left(rule, value);
                let is_excluded = |spot: &usize| {
                    let by = exclusions.get(&(*spot, value));
                    by.is_some_and(|by| by.iter().any(|&other| other != rule))
                };
                let (excluded, only): (Vec<usize>, Vec<usize>) =
                    left.into_iter().partition(is_excluded);
                let &[only] = &only[..] else { continue };
                if excluded.is_empty() || !placed.contains(&(only, value)) {
                    continue;
                }
                let excluded = excluded.into_iter().map(|spot| (spot, value)).collect();
                let by = covering(&exclusions, excluded, Some(rule));
                candidates.push((self.distance(only), by.len(), (only, value), rule, by));
            }
        }
        candidates.sort_unstable();
        for (_, _, (spot, value), rule, by) in candidates {
            if self.needs_some(rule, value)
                && let Some(step) = self.place_step(question, rule, value, &[spot], &by)
            {
                return Some(step);
            }
        }
        None
    }

    /// The place whose other values are excluded by the fewest facts.
    pub(super) fn only_value(&mut self, question: &Question, placed: &[Place]) -> Option<Step> {
        let exclusions = self.exclusions();
        let mut candidates = Vec::new();
        for &(spot, only) in placed {
            let others = self.left[spot].iter().filter(|&&value| value != only);
            let others: Vec<Place> = others.map(|&value| (spot, value)).collect();
            if others.iter().all(|place| exclusions.contains_key(place)) {
                let by = covering(&exclusions, others.clone(), None);
                candidates.push((others.len(), by.len(), (spot, only), by));
            }
        }
        candidates.sort_unstable();
        candidates.truncate(CANDIDATES);
        let mut simplest: Option<((u64, u64, Place), Step)> = None;
        for (.., place, by) in candidates {
            let bound = simplest.as_ref().map_or(u64::MAX, |(key, _)| key.0);
            if let Some(step) = self.value_step(question, place, &by)
                && step.cost() <= bound
            {
                let key = (step.cost(), self.distance(place.0), place);
                if simplest.as_ref().is_none_or(|(other, _)| key < *other) {
                    simplest = Some((key, step));
                }
            }
        }
        simplest.map(|(_, step)| step)
    }

    /// The step to the only places of a rule for a value, which these other rules exclude from some of its places.
    /// Nothing if what is left of these rules and facts when all that is not needed is left out tells something else.
    pub(super) fn place_step(
        &mut self,
        question: &Question,
        rule: InstanceId,
        value: i32,
        at: &[usize],
        by: &[InstanceId],
    ) -> Option<Step> {
        let spots = self.explainer.instance(rule).spots.clone();
        let own = self.about(question, rule).facts.into_iter();
        let own = own.filter(|fact| !fact.admits(value));
        let mut facts: BTreeSet<Literal> = own.collect();
        for &other in by {
            let removed = self.removed_by(other);
            let removed = removed.filter(|(spot, removed)| {
                *removed == value && spots.contains(spot) && !at.contains(spot)
            });
            let goals: Vec<Place> = removed.collect();
            self.add_facts(question, other, &goals, &mut facts);
        }
        let goals: Vec<Literal> = at.iter().map(|&spot| self.is((spot, value))).collect();
        let rules = std::iter::once(rule).chain(by.iter().copied());
        let mut step = self.seen(rules.collect(), facts, goals)?;
        self.show_place(&mut step, rule, value, at).then_some(step)
    }

    /// Whether a step, from what is left of its rules and facts, is that a rule needs a value and has no other place for
    /// it; then it is told as such.
    fn show_place(&mut self, step: &mut Step, rule: InstanceId, value: i32, at: &[usize]) -> bool {
        let spots = self.explainer.instance(rule).spots.clone();
        let question = step.shrunk.question.clone();
        let excluded =
            |(spot, gone): Place| gone == value && spots.contains(&spot) && !at.contains(&spot);
        let mut links = self.excluding(&question, Some(rule), excluded);
        let mut known = question.facts.clone();
        known.extend(links.iter().map(|link| self.is_not((link.spot, value))));
        let alone = Question {
            rules: vec![rule],
            facts: known
                .iter()
                .copied()
                .filter(|fact| !fact.admits(value))
                .collect(),
            ..Question::default()
        };
        if !question.rules.contains(&rule) || !self.explainer.all_follow(&alone, &step.conclusions)
        {
            return false;
        }
        links.extend(at.iter().map(|&spot| self.deciding(rule, (spot, value))));
        self.explain_by(step, links);
        step.pattern = Some(Pattern::Place { rule, value });
        true
    }

    /// Tells a step that rules force by what a person sees of it, if that is something usual: the only place for a value,
    /// or the only value of a place.
    pub(super) fn show_usual(&mut self, step: &mut Step) {
        let &[conclusion] = &step.conclusions[..] else {
            return;
        };
        let Some(spot) = self.explainer.spot_of(conclusion.var) else {
            return;
        };
        let value = conclusion.value;
        for rule in step.shrunk.question.rules.clone() {
            let spots = &self.explainer.instance(rule).spots;
            if spots.len() <= LOCAL_SPOTS
                && spots.contains(&spot)
                && self.needs_some(rule, value)
                && self.show_place(step, rule, value, &[spot])
            {
                return;
            }
        }
        self.show_value(step, (spot, value));
    }

    /// The step to the only value of a place whose others these rules exclude.
    fn value_step(
        &mut self,
        question: &Question,
        (spot, value): Place,
        by: &[InstanceId],
    ) -> Option<Step> {
        let var = self.explainer.spots()[spot].var;
        let own = question.facts.iter().copied();
        let mut facts: BTreeSet<Literal> = own.filter(|fact| fact.var == var).collect();
        for &rule in by {
            let goals: Vec<Place> = self
                .removed_by(rule)
                .filter(|&(at, gone)| at == spot && gone != value)
                .collect();
            self.add_facts(question, rule, &goals, &mut facts);
        }
        let mut step = self.seen(by.to_vec(), facts, vec![self.is((spot, value))])?;
        self.show_value(&mut step, (spot, value)).then_some(step)
    }

    /// Whether a step, from what is left of its rules and facts, is that each other value of a place is excluded by a rule
    /// by itself; then it is told as such.
    fn show_value(&mut self, step: &mut Step, (spot, value): Place) -> bool {
        let var = self.explainer.spots()[spot].var;
        let question = step.shrunk.question.clone();
        let links = self.excluding(&question, None, |(at, gone)| at == spot && gone != value);
        let gone = |value: i32| links.iter().any(|link| link.removed.contains(&value));
        let known = |value: i32| {
            question
                .facts
                .iter()
                .any(|f| f.var == var && !f.admits(value))
        };
        let values = self.explainer.values(spot).iter();
        let mut others = values.filter(|&&other| other != value);
        if !others.all(|&other| gone(other) || known(other)) {
            return false;
        }
        self.explain_by(step, links);
        step.pattern = Some(Pattern::Value { spot });
        true
    }

    /// What a rule excludes by itself from what is known.
    fn removed_by(&self, rule: InstanceId) -> impl Iterator<Item = Place> + '_ {
        let alone = self.alone[rule.index()].iter();
        alone.flat_map(|alone| alone.removed.iter().copied())
    }

    /// Adds facts from which a rule by itself excludes values from places.
    fn add_facts(
        &mut self,
        question: &Question,
        rule: InstanceId,
        excluded: &[Place],
        facts: &mut BTreeSet<Literal>,
    ) {
        let goals = excluded.iter().map(|&place| Goal::Fact(self.is_not(place)));
        let goals: Vec<Goal> = goals.collect();
        let about = self.about(question, rule);
        for support in self
            .explainer
            .supports(&about, &goals)
            .into_iter()
            .flatten()
        {
            facts.extend(support.facts);
        }
    }

    /// A step with as few of these rules and facts as are needed.
    fn seen(
        &mut self,
        rules: Vec<InstanceId>,
        facts: BTreeSet<Literal>,
        conclusions: Vec<Literal>,
    ) -> Option<Step> {
        let question = Question {
            rules,
            facts: facts.into_iter().collect(),
            ..Question::default()
        };
        let shrunk = self
            .explainer
            .shrink(&question, Goal::Fact(*conclusions.first()?))?;
        Some(Step {
            conclusions,
            means: Means::Forced,
            shrunk,
            pattern: None,
            shared: Vec::new(),
        })
    }

    /// What each rule of a question but one excludes by itself from its facts: each value of a place once.
    fn excluding(
        &mut self,
        question: &Question,
        but: Option<InstanceId>,
        is_meant: impl Fn(Place) -> bool,
    ) -> Vec<Link> {
        let mut links: Vec<Link> = Vec::new();
        let mut gone = BTreeSet::new();
        let rules = question.rules.iter().copied();
        let rules: Vec<InstanceId> = rules.filter(|&rule| Some(rule) != but).collect();
        self.explainer
            .each_alone(&rules, &question.facts, |rule, changes| {
                for change in changes.unwrap_or_default() {
                    let removed = change.removed.iter().copied();
                    let removed: Vec<i32> = removed
                        .filter(|&value| {
                            let place = (change.spot, value);
                            is_meant(place) && gone.insert(place)
                        })
                        .collect();
                    if !removed.is_empty() {
                        links.push(Link {
                            rule: Some(rule),
                            maker: None,
                            spot: change.spot,
                            removed,
                            left: Vec::new(),
                        });
                    }
                }
            });
        links
    }

    /// The change that decides a place.
    fn deciding(&self, rule: InstanceId, (spot, value): Place) -> Link {
        let values = self.explainer.values(spot).iter().copied();
        Link {
            rule: Some(rule),
            maker: None,
            spot,
            removed: values.filter(|&other| other != value).collect(),
            left: vec![value],
        }
    }

    /// Tells a step by these changes.
    fn explain_by(&self, step: &mut Step, mut links: Vec<Link>) {
        let question = &step.shrunk.question;
        self.explainer.set_left(&mut links, question);
        step.shrunk.support = Support {
            rules: question.rules.clone(),
            facts: question.facts.clone(),
            links,
            broken: None,
            failing: None,
        };
    }
}

/// Few rules that exclude all of these places: each time the one that excludes most of what is left.
fn covering(
    exclusions: &Exclusions,
    mut places: Vec<Place>,
    but: Option<InstanceId>,
) -> Vec<InstanceId> {
    let mut covering = Vec::new();
    while !places.is_empty() {
        let mut counts: BTreeMap<InstanceId, usize> = BTreeMap::new();
        for place in &places {
            for &rule in exclusions.get(place).into_iter().flatten() {
                if Some(rule) != but {
                    *counts.entry(rule).or_default() += 1;
                }
            }
        }
        let most = counts
            .into_iter()
            .max_by_key(|&(rule, count)| (count, std::cmp::Reverse(rule)));
        let Some((rule, _)) = most else {
            return covering;
        };
        covering.push(rule);
        places.retain(|place| !exclusions.get(place).is_some_and(|by| by.contains(&rule)));
    }
    covering.sort_unstable();
    covering
}
