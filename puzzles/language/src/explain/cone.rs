//! What a conclusion came from: the recorded reasons, followed back to rules and facts.

use std::collections::{BTreeMap, BTreeSet};

use fxhash::FxHashSet;
use quadrille_engine::{ChangeId, Literal, PropagatorId, Relation};

use super::explainer::Explainer;
use super::instance::InstanceId;
use super::question::{Goal, Link, Question, Support};

/// What facts or a failure came from.
#[derive(Debug, Default)]
pub(super) struct Cone {
    pub(super) rules: BTreeSet<InstanceId>,
    /// What was assumed.
    pub(super) facts: BTreeSet<Literal>,
    /// What held at the floor already.
    pub(super) at_floor: BTreeSet<Literal>,
    /// What was derived from these, oldest first.
    derived: Vec<ChangeId>,
    /// Of a failure: the rule that could not be kept, if it was one.
    broken: Option<InstanceId>,
    /// Of a failure: the propagator, and the facts that it came from.
    failing: Option<PropagatorId>,
    failed: Vec<Literal>,
}

impl Explainer {
    /// A recorded change as one of a spot, if it is.
    pub(super) fn link(&self, id: ChangeId) -> Option<Link> {
        let (change, _) = self.solver.change(id);
        let spot = self.spot_of(change.var?)?;
        let maker = self.solver.maker(id);
        Some(Link {
            rule: maker.and_then(|maker| self.instance_of[maker.index()]),
            maker,
            spot,
            removed: change.removed().collect(),
            left: change.after.iter().collect(),
        })
    }

    /// Follows the reasons back to the facts.
    pub(super) fn trace(&mut self, question: &Question, goals: &[Goal]) -> Support {
        self.traced(question, goals, false)
    }

    /// The same, the changes of a rule one after the other as far as these do not need others in between.
    pub(super) fn trace_in_turns(&mut self, question: &Question, goals: &[Goal]) -> Support {
        self.traced(question, goals, true)
    }

    fn traced(&mut self, question: &Question, goals: &[Goal], is_in_turns: bool) -> Support {
        let facts = goals.iter().map(|&goal| match goal {
            Goal::Fact(fact) => Some((fact, None)),
            Goal::Clash => None,
        });
        let cone = match facts.collect::<Option<Vec<_>>>() {
            Some(facts) => self.cone(facts, None),
            None => self.cone_of_failure(None),
        };
        let facts = question.facts.iter().copied();
        let owners = self.owners(&cone.derived, &question.rules);
        let broken = cone.broken.or_else(|| {
            let users = self.users(cone.failing?, &question.rules);
            self.owner_among(&users, &cone.failed, None, &owners)
        });
        let derived = match is_in_turns {
            true => self.in_turns(cone.derived, &owners),
            false => cone.derived,
        };
        let link = |id: &ChangeId| {
            let rule = owners.get(id).copied();
            self.link(*id).map(|link| Link { rule, ..link })
        };
        let mut links: Vec<Link> = derived.iter().filter_map(link).collect();
        self.set_left(&mut links, question);
        Support {
            links,
            broken,
            failing: cone.failing,
            rules: cone.rules.into_iter().collect(),
            facts: facts.filter(|fact| cone.facts.contains(fact)).collect(),
        }
    }

    /// Changes, each after those that it rests on: whenever possible one of the rule that made the one before. The engine
    /// lets rules take turns value by value, which nobody can follow.
    fn in_turns(
        &self,
        derived: Vec<ChangeId>,
        owners: &BTreeMap<ChangeId, InstanceId>,
    ) -> Vec<ChangeId> {
        let mut needed_by = vec![Vec::new(); derived.len()];
        let mut waits_for = vec![0; derived.len()];
        for (at, &id) in derived.iter().enumerate() {
            let causes = self.causes(id);
            let causes = causes
                .iter()
                .filter_map(|id| derived.binary_search(id).ok());
            for cause in causes {
                needed_by[cause].push(at);
                waits_for[at] += 1;
            }
        }
        let mut ready: BTreeSet<usize> = (0..derived.len())
            .filter(|&at| waits_for[at] == 0)
            .collect();
        let mut turns = Vec::with_capacity(derived.len());
        let mut latest = None;
        loop {
            let owner = |&at: &usize| owners.get(&derived[at]);
            let of_latest = ready.iter().find(|at| owner(at) == latest);
            // What is about no place is not told.
            let of_none = || ready.iter().find(|&&at| self.link(derived[at]).is_none());
            let Some(&next) = of_latest.or_else(of_none).or(ready.first()) else {
                return turns;
            };
            if self.link(derived[next]).is_some() {
                latest = owner(&next);
            }
            ready.remove(&next);
            turns.push(derived[next]);
            for &at in &needed_by[next] {
                waits_for[at] -= 1;
                if waits_for[at] == 0 {
                    ready.insert(at);
                }
            }
        }
    }

    /// The changes that a change rests on directly.
    fn causes(&self, id: ChangeId) -> BTreeSet<ChangeId> {
        let mut causes = BTreeSet::new();
        let facts = self.reasons.get(&id).map(|reason| &reason.facts[..]);
        let facts = facts.unwrap_or_default().iter();
        let mut waiting: Vec<(Literal, Option<ChangeId>)> =
            facts.map(|&fact| (fact, Some(id))).collect();
        let mut seen = FxHashSet::default();
        while let Some((fact, before)) = waiting.pop() {
            if let Some(cause) = self.solver.cause(fact, before)
                && seen.insert((cause, fact))
            {
                causes.insert(cause);
                self.remainder(fact, cause, &mut waiting);
            }
        }
        causes
    }

    /// Sets what each change leaves to what the question and the changes before it leave: others, which are not told, may
    /// have ruled out more by then.
    pub(super) fn set_left(&self, links: &mut [Link], question: &Question) {
        let mut left: BTreeMap<usize, Vec<i32>> = BTreeMap::new();
        for link in links {
            let left = left.entry(link.spot).or_insert_with(|| {
                let var = self.spots()[link.spot].var;
                let facts = question.facts.iter().chain(&question.assumed);
                let own: Vec<&Literal> = facts.filter(|fact| fact.var == var).collect();
                let values = self.values(link.spot).iter().copied();
                let is_left = |value: &i32| own.iter().all(|fact| fact.admits(*value));
                values.filter(is_left).collect()
            });
            left.retain(|value| !link.removed.contains(value));
            link.left.clone_from(left);
        }
    }

    /// By change, of some that are in order: the rule that made it. What the definition of a variable made is due to a
    /// rule that uses the variable.
    fn owners(&self, derived: &[ChangeId], rules: &[InstanceId]) -> BTreeMap<ChangeId, InstanceId> {
        let mut owners = BTreeMap::new();
        for &id in derived {
            let Some(maker) = self.solver.maker(id) else {
                continue;
            };
            let owner = self.instance_of[maker.index()].or_else(|| {
                let reason = self.reasons.get(&id)?;
                let users = self.users(maker, rules);
                self.owner_among(&users, &reason.facts, Some(id), &owners)
            });
            owners.extend(owner.map(|owner| (id, owner)));
        }
        owners
    }

    /// The rules that use the variable which a propagator defines; if some of them are in question, only these.
    fn users(&self, definition: PropagatorId, rules: &[InstanceId]) -> Vec<InstanceId> {
        let all = &self.users_of[definition.index()];
        let asked: Vec<InstanceId> = all.iter().copied().filter(|r| rules.contains(r)).collect();
        if asked.is_empty() { all.clone() } else { asked }
    }

    /// The one of these rules that was the last to make one of the facts true, or else the first of them. Without rules,
    /// whichever rule was the last.
    fn owner_among(
        &self,
        rules: &[InstanceId],
        facts: &[Literal],
        before: Option<ChangeId>,
        owners: &BTreeMap<ChangeId, InstanceId>,
    ) -> Option<InstanceId> {
        if let [only] = rules {
            return Some(*only);
        }
        let causes = facts
            .iter()
            .filter_map(|&fact| self.solver.cause(fact, before));
        let owned = causes.filter_map(|id| owners.get_key_value(&id));
        let owned = owned.filter(|(_, owner)| rules.is_empty() || rules.contains(owner));
        let latest = owned.max_by_key(|(id, _)| **id).map(|(_, owner)| *owner);
        latest.or(rules.first().copied())
    }

    /// What the latest failure came from; see [`cone`](Self::cone).
    pub(super) fn cone_of_failure(&mut self, floor: Option<ChangeId>) -> Cone {
        let Some(reason) = self.solver.failure_reason_again(&mut self.learnt.known) else {
            return Cone::default();
        };
        let facts = reason.facts.iter().map(|&fact| (fact, None));
        let mut cone = self.cone(facts.collect(), floor);
        cone.failed = reason.facts;
        cone.failing = reason.propagator;
        match reason.propagator {
            Some(maker) => {
                cone.broken = self.instance_of[maker.index()];
                self.add_rules_of(maker, &mut cone.rules);
            }
            // A fact that contradicts those before it.
            None => cone.facts.extend(self.assumed.refused),
        }
        cone
    }

    /// What facts came from that hold now, or held just before a change. What came up to the `floor` is not followed any
    /// further.
    pub(super) fn cone(
        &mut self,
        mut waiting: Vec<(Literal, Option<ChangeId>)>,
        floor: Option<ChangeId>,
    ) -> Cone {
        let mut cone = Cone::default();
        let mut seen = FxHashSet::default();
        let mut asked = FxHashSet::default();
        while let Some((fact, before)) = waiting.pop() {
            let Some(id) = self.solver.cause(fact, before) else {
                continue;
            };
            if floor.is_some_and(|floor| id <= floor) {
                cone.at_floor.insert(fact);
                continue;
            }
            if !seen.insert((id, fact)) {
                continue;
            }
            self.remainder(fact, id, &mut waiting);
            if !asked.insert(id) {
                continue;
            }
            // Of a tree that is searched, all branches rest on the same changes.
            let (solver, known) = (&self.solver, &mut self.learnt.known);
            let reason = self.reasons.entry(id);
            let reason = reason.or_insert_with(|| solver.reason_again(id, known));
            waiting.extend(reason.facts.iter().map(|&fact| (fact, Some(id))));
            match reason.propagator {
                Some(maker) => {
                    cone.derived.push(id);
                    self.add_rules_of(maker, &mut cone.rules);
                }
                None => {
                    let place = self.assumed.made.binary_search_by_key(&id, |&(id, _)| id);
                    cone.facts
                        .extend(place.ok().map(|place| self.assumed.made[place].1));
                }
            }
        }
        cone.derived.sort_unstable();
        cone
    }

    /// What of a fact was true before the change that made it true: the reason of that change does not tell why.
    fn remainder(
        &self,
        fact: Literal,
        id: ChangeId,
        waiting: &mut Vec<(Literal, Option<ChangeId>)>,
    ) {
        if fact.relation == Relation::IsNot {
            return;
        }
        let (change, past) = self.solver.change(id);
        let (var, id) = (fact.var, Some(id));
        if var.is_wide() {
            // Where the bounds were; holes between them are few.
            let (min, max) = (change.before.min(), change.before.max());
            let from = min.map(|min| Literal::at_least(var, min));
            let to = max.map(|max| Literal::at_most(var, max));
            if fact.relation != Relation::AtMost {
                waiting.extend(from.map(|from| (from, id)));
            }
            if fact.relation != Relation::AtLeast {
                waiting.extend(to.map(|to| (to, id)));
            }
            return;
        }
        let declared = past.declared(var);
        let gone = declared
            .iter()
            .filter(|&value| !fact.admits(value) && !change.before.contains(value));
        waiting.extend(gone.map(|value| (Literal::is_not(var, value), id)));
    }

    /// The premises of what a propagator stands for, except the one that it says most of.
    pub(super) fn other_premises(&self, maker: Option<PropagatorId>) -> Vec<InstanceId> {
        let Some(number) = maker.and_then(|maker| self.implied.of[maker.index()]) else {
            return Vec::new();
        };
        let implied = &self.implied.all[number];
        let others = implied.premises.iter().copied();
        others.filter(|&rule| rule != implied.main).collect()
    }

    /// Adds the rules that a propagator stands for.
    pub(super) fn add_rules_of(&self, maker: PropagatorId, rules: &mut BTreeSet<InstanceId>) {
        match self.implied.of[maker.index()] {
            Some(number) => rules.extend(&self.implied.all[number].premises),
            None => rules.extend(self.instance_of[maker.index()]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{open, tells_of_its_own};
    use super::super::{Guide, Next};
    use super::*;
    use crate::puzzle::BuildOptions;

    const NUMBERLINK: &str = r#"rules = """
data number on cells: 1..
decide trace on links: drawn or gap
ends: "A path begins and ends at a number."
    each cell c with number: exactly 1 drawn link of c
all: "Every other cell is passed by a path."
    each cell c without number: exactly 2 drawn links of c
open: "No path closes."
    drawn links are without loop
equal: "A path joins equal numbers."
    each pair c, d of cells with number: d is in first group of cells joined by drawn links of c exactly when number of c = number of d
"""
number = """
1....
2....
3....
4....
4.321
"""
"#;

    #[test]
    fn what_a_definition_derives_is_told_of_the_rule_that_uses_it() {
        let puzzle = open(NUMBERLINK);
        let mut guide = Guide::new(&puzzle, &BuildOptions::default()).unwrap();
        let (mut derived, mut broken) = (0, 0);
        while let Next::Step(step) = guide.step() {
            let explainer = guide.explainer();
            tells_of_its_own(explainer, &step);
            let is_joining = |rule: InstanceId| explainer.instance(rule).rule == "equal";
            let support = &step.shrunk.support;
            let links = support.links.iter().filter_map(|link| link.rule);
            derived += links.filter(|&rule| is_joining(rule)).count();
            if let Some(rule) = support.broken.filter(|&rule| !is_joining(rule)) {
                // So many links are drawn, or not drawn, that their number cannot be what the rule says.
                let question = &step.shrunk.question;
                let facts = || question.assumed.iter().chain(&question.facts);
                let value = |spot: usize| {
                    let derived = support.links.iter().rfind(|link| link.spot == spot);
                    let fact = facts().find(|fact| explainer.spot_of(fact.var) == Some(spot));
                    let value = derived.and_then(Link::only).or(fact.map(|fact| fact.value));
                    value.map(|value| explainer.spots()[spot].value(value))
                };
                let rule = explainer.instance(rule);
                let links: Vec<Option<String>> =
                    rule.spots.iter().map(|&spot| value(spot)).collect();
                let drawn = |link: &&Option<String>| link.as_deref() == Some("drawn");
                let drawn = links.iter().filter(drawn).count();
                let open = links.iter().filter(|link| link.is_none()).count();
                let wanted = if rule.rule == "ends" { 1 } else { 2 };
                assert!(
                    drawn > wanted || drawn + open < wanted,
                    "{}: {links:?}",
                    rule.words()
                );
                broken += 1;
            }
        }
        assert!(derived > 0, "{derived}, {broken}");
    }

    const WORMS: &str = r#"rules = """
data area on cells: regions
decide number on cells: 1..size of area of it, given
"Each region contains each number from 1 to its size once."
    each area a: all different number in a
"Consecutive numbers in a region are neighbours."
    each cell c where number of c < size of area of c: some neighbour d of c in area of c: number of d = number of c + 1
"Equal numbers do not touch, not even at a corner."
    each pair a, b of contacts: number of a != number of b
"""
area = """
CAADD
CAADD
CAADD
BBDDD
"""
number = """
.....
.4...
....4
.....
"""
"#;

    #[test]
    fn each_line_of_a_step_follows_from_those_before_it() {
        let puzzle = open(WORMS);
        let mut guide = Guide::new(&puzzle, &BuildOptions::default()).unwrap();
        let (mut several, mut lines) = (0, 0);
        while let Next::Step(step) = guide.step() {
            let question = &step.shrunk.question;
            let premises = question.facts.iter().chain(&question.assumed);
            let mut known: Vec<Literal> = premises.copied().collect();
            for link in &step.shrunk.support.links {
                let var = guide.explainer().spots()[link.spot].var;
                let alone = Question {
                    rules: link.rule.into_iter().collect(),
                    facts: known.clone(),
                    ..Question::default()
                };
                for &value in &link.removed {
                    let gone = Literal::is_not(var, value);
                    let follows = guide.explainer_mut().follows(&alone, Goal::Fact(gone));
                    assert!(follows, "{:?}", guide.explainer().why(&step));
                    known.push(gone);
                }
                let all = guide.explainer().values(link.spot).iter().copied();
                let told = all.filter(|&value| {
                    let mut own = known.iter().filter(|fact| fact.var == var);
                    own.all(|fact| fact.admits(value))
                });
                assert_eq!(link.left, told.collect::<Vec<_>>());
                lines += 1;
            }
            several += usize::from(step.conclusions.len() > 1);
        }
        assert!(several > 1 && lines > 100, "{several}, {lines}");
    }
}
