//! What follows once values are refuted, by propagation or by a search.

use std::collections::VecDeque;

use quadrille_engine::Literal;

use super::super::explainer::{Effort, Goal, Question};
use super::super::shrink::Shrunk;
use super::{FIRST_NODES, FIRST_VALUES, Guide, MANY_VALUES, Means, Place, Step};

/// Nodes of the last attempts to refute an assumption by search.
const LAST_NODES: u64 = 1 << 14;

/// The least number of nodes that a refutation by search is taken to need when rules and facts are left out.
const LEAST_NODES: u64 = 4;

/// A value that was refuted by propagation, from the facts and what was refuted in earlier rounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refuted {
    pub(super) spot: usize,
    pub(super) value: i32,
    round: u32,
    /// How long the refutation is.
    length: usize,
}

impl Guide {
    /// What follows once the shortest refutations that are enough for something are made. In brief mode it may stop at
    /// some refutations from which nothing follows.
    pub(super) fn by_refutations(
        &mut self,
        question: &Question,
        derived: &[Vec<i32>],
    ) -> Option<Place> {
        let is_cut_short = self.is_brief && self.doubtful(derived).len() > MANY_VALUES;
        let most = if is_cut_short {
            FIRST_VALUES
        } else {
            usize::MAX
        };
        loop {
            if let Some(place) = self.after_refutations(question) {
                return Some(place);
            }
            let is_enough = is_cut_short && !self.refuted.is_empty();
            if is_enough || self.explainer.is_late() || !self.refute_more(question, most) {
                return None;
            }
        }
    }

    /// The step of the shortest refutation.
    pub(super) fn shortest_refutation(&mut self, question: &Question) -> Option<Step> {
        let shortest = *self.refuted.first()?;
        let assumed = self.is((shortest.spot, shortest.value));
        let asked = Question {
            assumed: vec![assumed],
            ..question.clone()
        };
        let shrunk = self.explainer.shrink(&asked, Goal::Clash)?;
        Some(self.refuting(assumed, Means::Refuted, shrunk))
    }

    /// Of the steps that wait, keeps the simplest that rests on no other.
    pub(super) fn keep_simplest(&mut self, question: &Question) {
        let rests_on_none = |step: &&Step| {
            let mut facts = step.shrunk.question.facts.iter();
            facts.all(|fact| question.facts.contains(fact))
        };
        let alone = self.waiting.iter().filter(rests_on_none);
        if let Some(simplest) = alone.min_by_key(|step| step.cost()).cloned() {
            self.waiting = VecDeque::from([simplest]);
        }
    }

    /// Leaves as many of the refuted values as are needed for something to follow, and says what does.
    fn after_refutations(&mut self, question: &Question) -> Option<Place> {
        let follows = |guide: &mut Self, number: usize| -> Option<Place> {
            let derived = guide
                .explainer
                .derive(&guide.with_refuted(question, number))?;
            guide.placed(&derived).first().copied()
        };
        let mut place = follows(self, self.refuted.len())?;
        let (mut low, mut high) = (0, self.refuted.len());
        while low + 1 < high {
            let middle = usize::midpoint(low, high);
            match follows(self, middle) {
                Some(first) => (place, high) = (first, middle),
                None => low = middle,
            }
        }
        self.refuted.truncate(high);
        Some(place)
    }

    /// The question with the first `number` refuted values as further facts.
    fn with_refuted(&self, question: &Question, number: usize) -> Question {
        let refuted = self.refuted[..number].iter();
        let facts = refuted.map(|refuted| self.is_not((refuted.spot, refuted.value)));
        Question {
            facts: question.facts.iter().copied().chain(facts).collect(),
            ..question.clone()
        }
    }

    /// Tries values, until something follows from what was refuted, or `most` were tried and anything was refuted.
    /// Whether anything was.
    fn refute_more(&mut self, question: &Question, most: usize) -> bool {
        self.round += 1;
        let mut question = self.with_refuted(question, self.refuted.len());
        let Some(derived) = self.explainer.derive(&question) else {
            return false;
        };
        let start = self.refuted.len();
        let mut spot = None;
        for (tried, (place, assumed)) in self.doubtful(&derived).into_iter().enumerate() {
            let is_enough = tried >= most && self.refuted.len() > start;
            if is_enough || self.explainer.is_late() {
                break;
            }
            if spot.replace(place.0) != Some(place.0)
                && self.refuted.len() > start
                && self.follows_from_refuted(&question, start)
            {
                break;
            }
            if self.stays.contains(&place) {
                continue;
            }
            question.assumed = vec![assumed];
            match self.explainer.support(&question, Goal::Clash) {
                Some(support) => self.refuted.push(Refuted {
                    spot: place.0,
                    value: place.1,
                    round: self.round,
                    length: support.links.len() + 5 * support.rules.len(),
                }),
                None => drop(self.stays.insert(place)),
            }
        }
        if self.refuted.len() > start {
            self.stays.clear();
        }
        self.refuted
            .sort_by_key(|refuted| (refuted.round, refuted.length));
        self.refuted.len() > start
    }

    /// Whether what was refuted in this round decides something.
    fn follows_from_refuted(&mut self, question: &Question, start: usize) -> bool {
        let refuted = self.refuted[start..].iter();
        let facts = refuted.map(|refuted| self.is_not((refuted.spot, refuted.value)));
        let question = Question {
            facts: question.facts.iter().copied().chain(facts).collect(),
            rules: question.rules.clone(),
            assumed: Vec::new(),
        };
        let derived = self.explainer.derive(&question);
        derived.is_none_or(|derived| !self.placed(&derived).is_empty())
    }

    /// Makes steps of what decides a place together with refuted values, and of the refutations that it needs.
    pub(super) fn explain_with_refuted(&mut self, question: &Question, place: Place) {
        let fact = self.is(place);
        let with = self.with_refuted(question, self.refuted.len());
        let Some(shrunk) = self.explainer.shrink(&with, Goal::Fact(fact)) else {
            return;
        };
        let mut made = Vec::new();
        self.refutations_of(question, &shrunk, &mut made);
        // The last refutation may have decided it already.
        if !shrunk.question.rules.is_empty() || made.is_empty() {
            let mut step = Step {
                conclusions: vec![fact],
                means: Means::Forced,
                shrunk,
            };
            self.add_more(&mut step);
            made.push(step);
        }
        self.waiting.extend(made);
    }

    /// The refutations that a step needs, each after those that it needs itself.
    fn refutations_of(&mut self, question: &Question, shrunk: &Shrunk, made: &mut Vec<Step>) {
        for at in 0..self.refuted.len() {
            let refuted = self.refuted[at];
            let place = (refuted.spot, refuted.value);
            let fact = self.is_not(place);
            let is_made = made
                .iter()
                .any(|step| step.assumed() == Some(self.is(place)));
            if is_made || !shrunk.question.facts.contains(&fact) || self.explainer.is_late() {
                continue;
            }
            let earlier = self
                .refuted
                .partition_point(|other| other.round < refuted.round);
            let mut asked = self.with_refuted(question, earlier);
            asked.assumed = vec![self.is(place)];
            let Some(shrunk) = self.explainer.shrink(&asked, Goal::Clash) else {
                continue;
            };
            self.refutations_of(question, &shrunk, made);
            made.push(self.refuting(self.is(place), Means::Refuted, shrunk));
        }
    }

    fn refuting(&self, assumed: Literal, means: Means, shrunk: Shrunk) -> Step {
        let spot = self.explainer.spot_of(assumed.var).unwrap_or_default();
        let values = self.explainer.values(spot);
        let other = values.iter().copied().find(|&value| value != assumed.value);
        let conclusion = match (values.len(), other) {
            (2, Some(other)) => Literal::is(assumed.var, other),
            _ => assumed.negated(),
        };
        Step {
            conclusions: vec![conclusion],
            means,
            shrunk,
        }
    }

    /// The values that may be wrong, spots with few values first.
    pub(super) fn doubtful(&self, derived: &[Vec<i32>]) -> Vec<(Place, Literal)> {
        let mut spots: Vec<usize> = (0..derived.len())
            .filter(|&spot| derived[spot].len() > 1)
            .collect();
        spots.sort_by_key(|&spot| derived[spot].len());
        let mut doubtful = Vec::new();
        for spot in spots {
            let truth = self.solution.as_ref().map(|solution| solution[spot]);
            let values = derived[spot].iter().copied();
            let values = values.filter(|&value| Some(value) != truth);
            doubtful.extend(values.map(|value| ((spot, value), self.is((spot, value)))));
        }
        doubtful
    }

    /// The value that takes the smallest search to refute.
    pub(super) fn searched(&mut self, question: &Question) -> Option<Step> {
        let derived = self.explainer.derive(question)?;
        let doubtful = self.doubtful(&derived);
        let assume = |assumed| Question {
            assumed: vec![assumed],
            ..question.clone()
        };
        let mut nodes = FIRST_NODES;
        while nodes <= LAST_NODES && !self.explainer.is_late() {
            let mut best: Option<(u64, Literal)> = None;
            for &(_, assumed) in &doubtful {
                // One that takes as many nodes as the best so far is useless.
                let most = best.map_or(nodes, |(least, _)| least);
                if let Some(taken) = self.explainer.search(&assume(assumed), Effort::Nodes(most))
                    && best.is_none_or(|(least, _)| taken < least)
                {
                    best = Some((taken, assumed));
                }
                if self.explainer.is_late() {
                    break;
                }
            }
            if let Some((taken, assumed)) = best {
                // A rule or fact without which the search takes much longer counts as needed.
                let effort = Effort::Nodes(4 * taken.max(LEAST_NODES));
                let shrunk = self.explainer.shrink_searched(&assume(assumed), effort);
                return Some(self.refuting(assumed, Means::Searched(taken), shrunk));
            }
            nodes *= 8;
        }
        None
    }
}
