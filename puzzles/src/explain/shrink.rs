//! Smallest sets of rules and facts, by deletion.

use quadrille_engine::Literal;

use super::explainer::{Effort, Explainer, Goal, Question, Support};
use super::instance::InstanceId;

/// Rules and facts from which a goal follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// The rules, the facts, and what was assumed.
    pub question: Question,
    /// How the goal follows from these.
    pub support: Support,
    /// Whether the goal does not follow when any one of the rules or facts is left out. If false, time ran out before
    /// this was known.
    pub is_minimal: bool,
}

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
        let (start, support) = match self.support(&named, goal) {
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

    /// The same if it takes a search to refute the question: a member is kept if the rest could not be refuted with
    /// this effort, and there are no links to the contradiction.
    pub(super) fn shrink_searched(&mut self, question: &Question, effort: Effort) -> Shrunk {
        let mut shrunk = Shrunk {
            question: question.clone(),
            support: Support::default(),
            is_minimal: false,
        };
        for part in [Side::Rules, Side::Facts] {
            let mut chunk = length(&shrunk.question, part).div_ceil(2);
            while chunk > 0 {
                let mut end = length(&shrunk.question, part);
                while end > 0 && !self.is_late() {
                    let start = end.saturating_sub(chunk);
                    let mut rest = shrunk.question.clone();
                    match part {
                        Side::Rules => drop(rest.rules.drain(start..end)),
                        Side::Facts => drop(rest.facts.drain(start..end)),
                    }
                    end = start;
                    if self.search(&rest, effort).is_some() {
                        shrunk.question = rest;
                    }
                }
                chunk = if chunk == 1 { 0 } else { chunk.div_ceil(2) };
            }
        }
        shrunk
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
                let mut rest = shrunk.question.clone();
                match part {
                    Side::Rules => drop(rest.rules.drain(start..end)),
                    Side::Facts => drop(rest.facts.drain(start..end)),
                }
                end = start;
                let Some(support) = self.support(&rest, goal) else {
                    continue;
                };
                let named = narrowed(&rest, &support);
                match self.support(&named, goal) {
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
