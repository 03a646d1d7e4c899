//! The smallest of several sets of rules and facts that contradict each other.

use super::explainer::Explainer;
use super::instance::InstanceId;
use super::question::{Goal, Question};
use super::shrink::Shrunk;

/// Other sets are looked for with so much [work](quadrille_engine::Solver::work), some hundredths of a second, or with
/// so many times that of the first set.
const WORK: u64 = 3_000_000;
const TIMES: u64 = 6;

/// A contradiction of no more rules and facts is simple enough.
const SIMPLE: usize = 3;

impl Explainer {
    /// A smallest set of the rules and facts of the question that contradict each other, and the one with the fewest
    /// that is soon found: which set deletion ends with depends on the order. Tried are single rules with the values that
    /// are given or known, as a number that stands twice in a row is what readers see first, and then the rules near one
    /// of the first set. `None` if propagation finds no contradiction.
    pub(super) fn smallest_clash(&mut self, question: &Question) -> Option<Shrunk> {
        let start = self.solver.work();
        let mut best = self.shrink(question, Goal::Clash)?;
        let most = WORK.max(TIMES * (self.solver.work() - start));
        let mut tries = self.with_one_rule(question);
        tries.extend(self.near_those_of(&best, question));
        for other in tries {
            let is_simple = size(&best) <= SIMPLE;
            if is_simple || self.solver.work() - start > most || self.is_late() {
                break;
            }
            let first = self.first_that_clash(other);
            if let Some(other) = self.shrink(&first, Goal::Clash)
                && other.is_minimal
                && size(&other) < size(&best)
                && self.is_no_wider(&other, &best)
            {
                best = other;
            }
        }
        best.question.rules.sort_unstable();
        Some(best)
    }

    /// Whether a set has no rule about most places that another one can do without: such rules say much, and it takes long
    /// to find out what they need.
    fn is_no_wider(&self, set: &Shrunk, other: &Shrunk) -> bool {
        let most = self.spots().len() / 2;
        let mut wide = set.question.rules.iter();
        wide.all(|rule| {
            self.instance(*rule).spots.len() <= most || other.question.rules.contains(rule)
        })
    }

    /// The fewest first rules of a question that contradict each other with the facts: recorded reasons of all rules say
    /// little of smaller sets.
    fn first_that_clash(&mut self, mut question: Question) -> Question {
        let rules = std::mem::take(&mut question.rules);
        // With `few` there is no contradiction, with `enough` there is.
        let (mut few, mut enough) = (0, rules.len());
        while enough - few > 1 {
            let middle = few.midpoint(enough);
            question.rules = rules[..middle].to_vec();
            match self.follows(&question, Goal::Clash) {
                true => enough = middle,
                false => few = middle,
            }
        }
        question.rules = rules[..enough].to_vec();
        question
    }

    /// The rules that contradict the values given or known, each with these alone.
    fn with_one_rule(&mut self, question: &Question) -> Vec<Question> {
        let rules = question.rules.iter().copied();
        let (given, others): (Vec<InstanceId>, Vec<InstanceId>) =
            rules.partition(|&rule| self.instance(rule).is_given);
        let known = Question {
            rules: given,
            ..question.clone()
        };
        let failing = self.failing_alone(&known, &others).unwrap_or_default();
        let with = |rule: InstanceId| {
            let mut with = known.clone();
            with.rules.insert(0, rule);
            with
        };
        failing.into_iter().map(with).collect()
    }

    /// All rules, for each rule of the set those near it first, and of these those about its own places: the rest is left
    /// out first.
    fn near_those_of(&self, set: &Shrunk, question: &Question) -> Vec<Question> {
        let near = |&centre: &InstanceId| {
            let own = &self.instance(centre).spots;
            let elsewhere = |rule: InstanceId| {
                let spots = self.instance(rule).spots.iter();
                spots
                    .filter(|spot| own.binary_search(spot).is_err())
                    .count()
            };
            let distances = self.distances(centre, &question.rules);
            let rules = question.rules.iter().copied().zip(distances);
            let mut rules: Vec<(usize, usize, InstanceId)> = rules
                .map(|(rule, distance)| (distance, elsewhere(rule), rule))
                .collect();
            rules.sort_unstable();
            Question {
                rules: rules.into_iter().map(|(.., rule)| rule).collect(),
                ..question.clone()
            }
        };
        set.question.rules.iter().map(near).collect()
    }
}

/// The number of its rules and facts.
fn size(set: &Shrunk) -> usize {
    set.question.rules.len() + set.question.facts.len()
}
