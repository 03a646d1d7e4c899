//! What follows once values are refuted, by propagation or by a search.

use std::collections::{BTreeSet, VecDeque};

use quadrille_engine::Literal;

use super::super::instance::InstanceId;
use super::super::question::{Goal, Question};
use super::super::shrink::Shrunk;
use super::super::step::{Means, Step};
use super::{Attempts, FIRST_NODES, FIRST_VALUES, Guide, MANY_VALUES, Place};

/// Attempts to refute an assumption by search, the simplest first: with the rules about places so many steps from it (or
/// all rules), and with so many assumptions.
const SEARCHES: [(Option<usize>, u64); 5] = [
    (Some(1), 64),
    (None, FIRST_NODES),
    (None, 128),
    (None, 1 << 10),
    (None, 1 << 14),
];

/// From so many assumptions on, values that are not refuted are tried again only when something else was decided.
const MANY_NODES: u64 = 1 << 10;

/// From so many on, the first value that is refuted will do.
const ENOUGH_NODES: u64 = 128;

/// The assumptions of all searches from which on the first value that is refuted will do at every level: to look for the
/// simplest takes a pass over all values for each step.
const LEISURE: u64 = 30_000;

/// Rules about more spots than this are not about what is near.
pub(super) const LOCAL_SPOTS: usize = 24;

/// The assumptions that a refutation by search may take beyond twice those that it took first when rules and facts are
/// left out.
const LEAST_NODES: u64 = 8;

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
    /// What follows once the shortest refutations that are enough for something are made: what a place is, or that there
    /// is no solution. In brief mode it may stop at some refutations from which nothing follows.
    pub(super) fn by_refutations(
        &mut self,
        question: &Question,
        derived: &[Vec<i32>],
    ) -> Option<Goal> {
        let is_cut_short = self.doubtful(derived).len() > MANY_VALUES;
        let most = if is_cut_short {
            FIRST_VALUES
        } else {
            usize::MAX
        };
        loop {
            if let Some(goal) = self.after_refutations(question) {
                return Some(goal);
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
        Some(refuting(assumed, Means::Refuted, shrunk))
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
    fn after_refutations(&mut self, question: &Question) -> Option<Goal> {
        let follows = |guide: &mut Self, number: usize| -> Option<Goal> {
            let with = guide.with_refuted(question, number);
            let Some(derived) = guide.explainer.derive(&with) else {
                return Some(Goal::Clash);
            };
            let placed = guide.placed(&derived);
            placed.first().map(|&place| Goal::Fact(guide.is(place)))
        };
        let mut goal = follows(self, self.refuted.len())?;
        let (mut low, mut high) = (0, self.refuted.len());
        while low + 1 < high {
            let middle = usize::midpoint(low, high);
            match follows(self, middle) {
                Some(first) => (goal, high) = (first, middle),
                None => low = middle,
            }
        }
        self.refuted.truncate(high);
        Some(goal)
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
        let question = self.with_refuted(question, self.refuted.len());
        let Some(derived) = self.explainer.derive(&question) else {
            return false;
        };
        let start = self.refuted.len();
        let doubtful = self.doubtful(&derived);
        let Self {
            explainer,
            refuted,
            attempts: Attempts { stays, .. },
            left,
            ..
        } = self;
        let round = self.round;
        explainer.starting_from(&question, |explainer| {
            let of_spots = doubtful.chunk_by(|(a, _), (b, _)| a.0 == b.0);
            let mut tried = 0;
            for of_spot in of_spots {
                let before = refuted.len();
                for &((spot, value), assumed) in of_spot {
                    if tried >= most && refuted.len() > start {
                        return;
                    }
                    if stays.contains(&(spot, value)) {
                        continue;
                    }
                    tried += 1;
                    let outcome = explainer.attempt(assumed, |explainer, question| {
                        explainer.trace(question, &[Goal::Clash])
                    });
                    if explainer.is_late() {
                        return;
                    }
                    match outcome {
                        Ok(decided) => {
                            stays.insert((spot, value));
                            stays.extend(decided);
                        }
                        Err(support) => refuted.push(Refuted {
                            spot,
                            value,
                            round,
                            length: support.links.len() + 5 * support.rules.len(),
                        }),
                    }
                }
                if refuted.len() == before {
                    continue;
                }
                // Whether what was refuted in this round decides something.
                let gone = refuted[start..].iter().map(|refuted| {
                    let var = explainer.spots()[refuted.spot].var;
                    Literal::is_not(var, refuted.value)
                });
                let beside = Question {
                    facts: gone.collect(),
                    ..Question::default()
                };
                let derived = explainer.derive(&beside);
                let decides = derived.is_none_or(|derived| {
                    let mut spots = derived.iter().zip(left.iter());
                    spots.any(|(values, left)| values.len() == 1 && left.len() > 1)
                });
                if decides {
                    return;
                }
            }
        });
        if self.refuted.len() > start {
            self.attempts.stays.clear();
        }
        self.refuted
            .sort_by_key(|refuted| (refuted.round, refuted.length));
        self.refuted.len() > start
    }

    /// Makes steps of what decides a place together with refuted values, and of the refutations that it needs. If there is
    /// no solution, only of the refutations that tell.
    pub(super) fn explain_with_refuted(&mut self, question: &Question, goal: Goal) {
        let with = self.with_refuted(question, self.refuted.len());
        let Some(shrunk) = self.explainer.shrink(&with, goal) else {
            return;
        };
        let mut made = Vec::new();
        self.refutations_of(question, &shrunk, &mut made);
        // The last refutation may have decided it already.
        let is_open = !shrunk.question.rules.is_empty() || made.is_empty();
        if let (Goal::Fact(fact), true) = (goal, is_open) {
            let mut step = Step {
                conclusions: vec![fact],
                means: Means::Forced,
                shrunk,
                pattern: None,
                shared: Vec::new(),
            };
            self.show_usual(&mut step);
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
            made.push(refuting(self.is(place), Means::Refuted, shrunk));
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
            let values = derived[spot].iter().copied();
            let values = values.filter(|&value| !self.is_seen((spot, value)));
            doubtful.extend(values.map(|value| ((spot, value), self.is((spot, value)))));
        }
        doubtful
    }

    /// The value that takes the smallest search to refute. What was refuted so far is not searched for again: what is
    /// known only grows.
    pub(super) fn searched(&mut self, question: &Question) -> Option<Step> {
        let derived = self.explainer.derive(question)?;
        let doubtful = self.doubtful(&derived);
        let remembered = |guide: &Self| {
            let searches = doubtful.iter().filter_map(|&(place, assumed)| {
                let (nodes, rules) = guide.attempts.searches.get(&place)?;
                Some((*nodes, assumed, rules.clone()))
            });
            searches.min_by_key(|(nodes, ..)| *nodes)
        };
        let mut best = remembered(self);
        loop {
            let skips = !self.attempts.withstood.is_empty();
            for level in 0..SEARCHES.len() {
                if best.is_some() || self.explainer.is_late() {
                    break;
                }
                self.search_each(question, &doubtful, level);
                best = remembered(self);
            }
            if best.is_some() || !skips || self.explainer.is_late() {
                break;
            }
            // More is known than when these were tried.
            self.attempts.withstood.clear();
        }
        let (taken, assumed, rules) = best?;
        let asked = Question {
            rules,
            facts: question.facts.clone(),
            assumed: vec![assumed],
        };
        // What propagation finds may depend on the order in which it learns of things: this one needs no search.
        if taken == 0
            && let Some(shrunk) = self.explainer.shrink(&asked, Goal::Clash)
        {
            return Some(refuting(assumed, Means::Refuted, shrunk));
        }
        // A rule or fact without which the search takes much longer counts as needed.
        let most = 2 * taken + LEAST_NODES;
        let shrunk = self
            .explainer
            .shrink_searched(&asked, most, self.is_hasty());
        Some(refuting(assumed, Means::Searched(taken), shrunk))
    }

    /// Whether searches have taken so long that any refutation will do, and not the simplest is looked for.
    pub(super) fn is_hasty(&self) -> bool {
        self.explainer.spent.assumptions >= LEISURE
    }

    /// Refutes values at a level of [`SEARCHES`].
    fn search_each(&mut self, question: &Question, doubtful: &[(Place, Literal)], level: usize) {
        let (steps, nodes) = SEARCHES[level];
        let is_hasty = self.is_hasty();
        let is_enough = nodes >= ENOUGH_NODES || is_hasty;
        let withstood = &self.attempts.withstood;
        let is_open = |(place, _): &&(Place, Literal)| {
            let highest = withstood.get(place);
            let is_first = highest.is_none_or(|&highest| highest < level);
            is_first || nodes < MANY_NODES && !is_hasty
        };
        let doubtful: Vec<(Place, Literal)> = doubtful.iter().filter(is_open).copied().collect();
        let mut most = nodes;
        // What speaks of a place is the same for all of its values.
        for of_place in doubtful.chunk_by(|a, b| steps.is_none() || a.0.0 == b.0.0) {
            if most == 0 || self.explainer.is_late() {
                return;
            }
            let rules = match steps {
                Some(steps) => self.rules_near(of_place[0].0.0, steps),
                None => question.rules.clone(),
            };
            let near = Question {
                rules: rules.clone(),
                ..question.clone()
            };
            let assumed: Vec<Literal> = of_place.iter().map(|&(_, assumed)| assumed).collect();
            let (searches, withstood) = (&mut self.attempts.searches, &mut self.attempts.withstood);
            let first = most;
            let note = |number: usize, taken: Option<u64>| {
                let (place, _) = of_place[number];
                match taken {
                    Some(taken) => {
                        searches.insert(place, (taken, rules.clone()));
                        // One that takes much more than the best so far is of no use.
                        most = match is_enough {
                            true => 0,
                            false => most.min(taken.max(FIRST_NODES)),
                        };
                    }
                    None if most == nodes => drop(withstood.insert(place, level)),
                    None => {}
                }
                most
            };
            self.explainer.refute_each(&near, &assumed, first, note);
        }
    }

    /// The rules about few places that speak of a spot, or of one that these speak of, and so on.
    fn rules_near(&self, spot: usize, steps: usize) -> Vec<InstanceId> {
        let mut rules: BTreeSet<InstanceId> = BTreeSet::new();
        let mut spots = BTreeSet::from([spot]);
        for _ in 0..steps {
            let of_spots = spots.iter().flat_map(|&spot| &self.rules_of[spot]);
            let of_spots = of_spots.map(|&rule| InstanceId(rule as u32));
            rules.extend(of_spots.filter(|&rule| {
                let instance = self.explainer.instance(rule);
                !instance.is_given && instance.spots.len() <= LOCAL_SPOTS
            }));
            let reached = rules
                .iter()
                .flat_map(|&rule| &self.explainer.instance(rule).spots);
            spots = reached.copied().collect();
        }
        rules.into_iter().collect()
    }
}

/// The step of a refuted assumption.
fn refuting(assumed: Literal, means: Means, shrunk: Shrunk) -> Step {
    Step {
        conclusions: vec![assumed.negated()],
        means,
        shrunk,
        pattern: None,
        shared: Vec::new(),
    }
}
