//! Values that a few places of a rule share: what is usual about a change within a step, and about a refutation.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_engine::Literal;

use super::super::instance::InstanceId;
use super::super::question::{Link, Question};
use super::super::step::{Pattern, Shared, Step};
use super::Guide;
use super::refutations::LOCAL_SPOTS;

/// So many places may share as many values; nobody sees more at once.
const MOST_SHARING: usize = 4;

/// Values left, by spot.
type Left = BTreeMap<usize, Vec<i32>>;

impl Guide {
    /// What is usual about a refutation: the assumed value, where other rules exclude it from the places of a rule that
    /// needs it.
    pub(super) fn refutation_seen(&mut self, step: &Step) -> Option<Pattern> {
        let support = &step.shrunk.support;
        let value = step.assumed()?.value;
        let rule = support.broken?;
        let is_same = |link: &Link| link.removed == [value];
        let links = &support.links;
        if self.explainer.instance(rule).spots.len() > LOCAL_SPOTS || !links.iter().all(is_same) {
            return None;
        }
        let question = &step.shrunk.question;
        let excluded: Vec<usize> = links.iter().map(|link| link.spot).collect();
        let spots = self.explainer.instance(rule).spots.clone();
        let is_left = |spot: &usize| {
            let var = self.explainer.spots()[*spot].var;
            let facts = question.facts.iter().chain(&question.assumed);
            let mut facts = facts.filter(|fact| fact.var == var);
            self.explainer.values(*spot).contains(&value) && facts.all(|fact| fact.admits(value))
        };
        let mut left = spots.iter().filter(|spot| is_left(spot));
        if !left.all(|spot| excluded.contains(spot)) || !self.needs_some(rule, value) {
            return None;
        }
        // What others exclude they do without the assumption.
        let assumed = self.explainer.spot_of(step.assumed()?.var)?;
        let of_assumed = links.iter().filter_map(|link| link.rule).filter(|&by| {
            let spots = &self.explainer.instance(by).spots;
            by != rule && spots.contains(&assumed)
        });
        let of_assumed: BTreeSet<InstanceId> = of_assumed.collect();
        let line = match Vec::from_iter(of_assumed)[..] {
            [line] => Some(line),
            _ => None,
        };
        Some(Pattern::NoPlace { rule, value, line })
    }

    /// The places that share values, for those changes of a step that come from that.
    pub(super) fn sharing(&mut self, step: &Step) -> Vec<Shared> {
        let question = step.shrunk.question.clone();
        let mut left = Left::new();
        for rule in &question.rules {
            for &spot in &self.explainer.instance(*rule).spots {
                let var = self.explainer.spots()[spot].var;
                let facts = question.facts.iter().chain(&question.assumed);
                let own: Vec<&Literal> = facts.filter(|fact| fact.var == var).collect();
                let values = self.explainer.values(spot).iter().copied();
                let values = values.filter(|&value| own.iter().all(|fact| fact.admits(value)));
                left.insert(spot, values.collect());
            }
        }
        let mut shared = Vec::new();
        let mut first = 0;
        for turn in step.shrunk.support.links.chunk_by(|a, b| a.rule == b.rule) {
            if let Some(rule) = turn[0].rule
                && let Some((spots, values)) = self.shared_by(rule, turn, &left)
            {
                shared.push(Shared {
                    first,
                    rule,
                    spots,
                    values,
                });
            }
            first += turn.len();
            for link in turn {
                left.insert(link.spot, link.left.clone());
            }
        }
        shared
    }

    /// The places of a rule that share as many values, if all that it changes at once comes from that.
    fn shared_by(
        &mut self,
        rule: InstanceId,
        turn: &[Link],
        left: &Left,
    ) -> Option<(Vec<usize>, Vec<i32>)> {
        let spots = &self.explainer.instance(rule).spots;
        if spots.len() > LOCAL_SPOTS {
            return None;
        }
        let of = |spot: &usize| left.get(spot).map_or(&[][..], Vec::as_slice);
        let open: Vec<usize> = spots.iter().copied().filter(|s| of(s).len() > 1).collect();
        let known: BTreeSet<i32> = spots
            .iter()
            .filter(|spot| of(spot).len() == 1)
            .flat_map(|spot| of(spot).iter().copied())
            .collect();
        let removed = turn.iter().flat_map(|link| {
            let before = of(&link.spot).iter().copied();
            before.filter(|value| link.removed.contains(value))
        });
        let removed: BTreeSet<i32> = removed.filter(|value| !known.contains(value)).collect();
        if removed.is_empty() {
            return None;
        }
        let changed: Vec<usize> = turn.iter().map(|link| link.spot).collect();
        for size in 2..=MOST_SHARING.min(open.len().saturating_sub(1)) {
            // Places whose values are no more than they are: together they take all of these.
            let few: Vec<usize> = open
                .iter()
                .copied()
                .filter(|spot| of(spot).len() <= size && !changed.contains(spot))
                .collect();
            let mut found = None;
            subsets(&few, size, &mut |sharing| {
                let values = sharing.iter().flat_map(|spot| of(spot).iter().copied());
                let values: BTreeSet<i32> = values.collect();
                let is_all = values.len() == size && removed.is_subset(&values);
                if is_all {
                    found = Some((sharing.to_vec(), values.into_iter().collect::<Vec<i32>>()));
                }
                is_all
            });
            if let Some((sharing, values)) = found
                && self.comes_from(rule, turn, left, &sharing, &removed)
                && self.take_each_once(rule, left, &sharing, &values)
            {
                return Some((sharing, values));
            }
        }
        None
    }

    /// Whether a rule by itself removes these values from what is left at some of its places alone.
    fn comes_from(
        &mut self,
        rule: InstanceId,
        turn: &[Link],
        left: &Left,
        sharing: &[usize],
        removed: &BTreeSet<i32>,
    ) -> bool {
        let gone = sharing.iter().flat_map(|&spot| {
            let values = self.explainer.values(spot).iter();
            values
                .filter(move |value| !left[&spot].contains(value))
                .map(move |&value| (spot, value))
        });
        let question = Question {
            rules: vec![rule],
            facts: gone.map(|place| self.is_not(place)).collect(),
            ..Question::default()
        };
        let goals = turn.iter().flat_map(|link| {
            let values = link.removed.iter();
            values
                .filter(|value| removed.contains(value))
                .map(|&value| (link.spot, value))
        });
        let goals: Vec<Literal> = goals.map(|place| self.is_not(place)).collect();
        self.explainer.all_follow(&question, &goals)
    }

    /// Whether a rule by itself never lets two of these places take the same one of these values.
    fn take_each_once(
        &mut self,
        rule: InstanceId,
        left: &Left,
        sharing: &[usize],
        values: &[i32],
    ) -> bool {
        let mut cases = sharing.iter().enumerate().flat_map(|(at, &one)| {
            let others = sharing[at + 1..].iter();
            others.flat_map(move |&other| values.iter().map(move |&value| (one, other, value)))
        });
        cases.all(|(one, other, value)| {
            if !left[&one].contains(&value) || !left[&other].contains(&value) {
                return true;
            }
            let all = self.explainer.values(one).iter().copied();
            let gone: Vec<Literal> = all
                .filter(|own| *own != value)
                .map(|own| self.is_not((one, own)))
                .collect();
            let question = Question {
                rules: vec![rule],
                facts: gone,
                ..Question::default()
            };
            let goal = self.is_not((other, value));
            self.explainer.all_follow(&question, &[goal])
        })
    }
}

/// Calls `look` with each part of so many until it says that this is enough.
fn subsets(all: &[usize], size: usize, look: &mut dyn FnMut(&[usize]) -> bool) {
    fn go(
        all: &[usize],
        size: usize,
        chosen: &mut Vec<usize>,
        look: &mut dyn FnMut(&[usize]) -> bool,
    ) -> bool {
        if size == 0 {
            return look(chosen);
        }
        (0..all.len()).any(|at| {
            chosen.push(all[at]);
            let is_enough = go(&all[at + 1..], size - 1, chosen, look);
            chosen.pop();
            is_enough
        })
    }
    go(all, size, &mut Vec::new(), look);
}
