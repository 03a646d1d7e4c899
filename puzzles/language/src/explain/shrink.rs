//! Smallest sets of rules and facts, by deletion.

use std::collections::BTreeSet;
use std::ops::Range;

use quadrille_engine::Literal;

use super::explainer::Explainer;
use super::instance::InstanceId;
use super::question::{Goal, Question, Support};
use super::refute::Weights;
use super::settle::Searched;

/// Rules and facts from which a goal follows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shrunk {
    /// The rules, the facts, and what was assumed.
    pub question: Question,
    /// How the goal follows from these.
    pub support: Support,
    /// Whether the goal does not follow when any one of the rules or facts is left out. If false, time ran out before
    /// this was known.
    pub is_minimal: bool,
}

/// From so many assumptions on, a search learns when rules and facts are left out: it takes fewer.
const LEARNT: u64 = 64;

/// From so many on, the rules, and the facts, of a search are left out in so many parts.
const LARGE: u64 = 128;
const CHUNKS: usize = 4;

/// What can be left out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Rules,
    Facts,
}

impl Explainer {
    /// A smallest set (none of its members can go) of the rules and facts of the question from which the goal follows;
    /// `None` if it does not follow from all of them. Rules are tried first, in chunks of decreasing size (deletion,
    /// after Chinneck and Dravnieks 1991), starting from the end of the question. Each time the goal still follows,
    /// whatever the recorded reasons do not name is left out as well. The result has been derived again by itself.
    pub fn shrink(&mut self, question: &Question, goal: Goal) -> Option<Shrunk> {
        let support = self.support(question, goal)?;
        let mut shrunk = Shrunk {
            question: Question {
                assumed: question.assumed.clone(),
                ..Question::default()
            },
            support: Support::default(),
            is_minimal: true,
        };
        // Reasons come from the propagators; what they name is verified before it is relied on.
        let named = narrowed(question, &support);
        let again = (named != *question).then(|| self.support(&named, goal));
        let (start, support) = match again.flatten() {
            Some(support) => (named, support),
            None => (question.clone(), support),
        };
        shrunk.question.rules = start.rules;
        shrunk.question.facts = start.facts;
        shrunk.support = support;
        for part in [Side::Rules, Side::Facts] {
            self.shrink_part(&mut shrunk, part, goal);
        }
        Some(shrunk)
    }

    /// The same where it takes a search to refute the question: what could not be refuted with so many assumptions is
    /// kept, and nothing is said of how the contradiction comes. Sentences go first with all of their places.
    /// In haste, rules and facts are left out only in large parts.
    pub(super) fn shrink_searched(
        &mut self,
        question: &Question,
        most: u64,
        is_hasty: bool,
    ) -> Shrunk {
        let mut shrinking = Shrinking {
            question: question.clone(),
            weights: Weights::default(),
            most,
        };
        if let Some(named) = shrinking.refuted(self, question) {
            shrinking.accept(self, named);
        }
        let rules = shrinking.question.rules.iter();
        let sentences: BTreeSet<String> = rules
            .map(|&rule| self.instance(rule).rule.clone())
            .collect();
        for sentence in sentences {
            let mut rest = shrinking.question.clone();
            rest.rules
                .retain(|&rule| self.instance(rule).rule != sentence);
            shrinking.try_without(self, rest);
        }
        for part in [Side::Rules, Side::Facts] {
            let mut end = length(&shrinking.question, part);
            // Large searches leave out several at once, or the smallest set would take a hundred times as long as the
            // refutation itself.
            let chunk = match most < LARGE && !is_hasty {
                true => 1,
                false => end.div_ceil(CHUNKS).max(1),
            };
            while end > 0 && !self.is_late() {
                let start = end.saturating_sub(chunk);
                let rest = without(&shrinking.question, part, start..end);
                end = start;
                let before = shrinking.question.clone();
                if shrinking.try_without(self, rest) {
                    end = kept_before(&before, &shrinking.question, part, end);
                }
            }
        }
        Shrunk {
            question: shrinking.question,
            support: Support::default(),
            is_minimal: false,
        }
    }

    fn shrink_part(&mut self, shrunk: &mut Shrunk, part: Side, goal: Goal) {
        let mut chunk = length(&shrunk.question, part).div_ceil(2);
        while chunk > 0 {
            let mut end = length(&shrunk.question, part);
            while end > 0 {
                let start = end.saturating_sub(chunk);
                if self.is_late() {
                    shrunk.is_minimal = false;
                    return;
                }
                let rest = without(&shrunk.question, part, start..end);
                end = start;
                let Some(support) = self.support(&rest, goal) else {
                    continue;
                };
                let named = narrowed(&rest, &support);
                let again = (named != rest).then(|| self.support(&named, goal));
                match again.flatten() {
                    Some(support) => {
                        end = kept_before(&rest, &named, part, start);
                        shrunk.question = named;
                        shrunk.support = support;
                    }
                    None => {
                        shrunk.question = rest;
                        shrunk.support = support;
                    }
                }
            }
            chunk = if chunk == 1 { 0 } else { chunk.div_ceil(2) };
        }
        shrunk.is_minimal &= !self.is_late();
    }
}

/// A question that searches refute and that becomes smaller.
struct Shrinking {
    question: Question,
    weights: Weights,
    /// The most assumptions of a search.
    most: u64,
}

impl Shrinking {
    /// What a refutation of a question names, if there is one that takes no more.
    fn refuted(&mut self, explainer: &mut Explainer, question: &Question) -> Option<Question> {
        if self.most < LEARNT {
            let refutation = explainer.refute(question, self.most, &mut self.weights);
            return refutation.map(|refutation| refutation.named);
        }
        // A failure takes at least one assumption, and learning needs fewer of them.
        match explainer.settle_within(question, Some(self.most / 4)) {
            Searched::Refuted { used, facts, .. } => Some(Question {
                rules: used,
                facts,
                assumed: question.assumed.clone(),
            }),
            Searched::Solved | Searched::Stopped => None,
        }
    }

    /// Goes on with less, if that is refuted as well, and with no more than what its refutation names.
    fn try_without(&mut self, explainer: &mut Explainer, rest: Question) -> bool {
        let named = self.refuted(explainer, &rest);
        let is_refuted = named.is_some();
        if let Some(named) = named {
            self.question = rest;
            self.accept(explainer, named);
        }
        is_refuted
    }

    /// Goes on with what a refutation names. Reasons are told by the propagators, so it is asked again.
    fn accept(&mut self, explainer: &mut Explainer, named: Question) {
        if named != self.question && self.refuted(explainer, &named).is_some() {
            self.question = named;
        }
    }
}

/// The question without some of its rules or facts.
fn without(question: &Question, part: Side, range: Range<usize>) -> Question {
    let mut rest = question.clone();
    match part {
        Side::Rules => drop(rest.rules.drain(range)),
        Side::Facts => drop(rest.facts.drain(range)),
    }
    rest
}

fn length(question: &Question, part: Side) -> usize {
    match part {
        Side::Rules => question.rules.len(),
        Side::Facts => question.facts.len(),
    }
}

/// What the support names, in the order of the question.
fn narrowed(question: &Question, support: &Support) -> Question {
    let rules = question.rules.iter().copied();
    let facts = question.facts.iter().copied();
    Question {
        rules: rules
            .filter(|rule| support.rules.contains(rule))
            .collect::<Vec<InstanceId>>(),
        facts: facts
            .filter(|fact| support.facts.contains(fact))
            .collect::<Vec<Literal>>(),
        assumed: question.assumed.clone(),
    }
}

/// The number of the first `start` rules or facts that are still there.
fn kept_before(before: &Question, after: &Question, part: Side, start: usize) -> usize {
    match part {
        Side::Rules => {
            let first = &before.rules[..start];
            first
                .iter()
                .filter(|rule| after.rules.contains(rule))
                .count()
        }
        Side::Facts => {
            let first = &before.facts[..start];
            first
                .iter()
                .filter(|fact| after.facts.contains(fact))
                .count()
        }
    }
}
