//! A step of the way to the solution: what becomes known, from what, and how hard that is to see.

use quadrille_engine::{Literal, Relation};

use super::instance::InstanceId;
use super::question::Question;
use super::shrink::Shrunk;

/// How a step is justified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// The rules leave nothing else.
    Forced,
    /// The opposite was assumed, and the rules refuted it.
    Refuted,
    /// The opposite was assumed, and a search of this many nodes refuted it.
    Searched(u64),
    /// All that is left was searched at once, with all rules and facts: what is concluded is so in every solution. This
    /// took so many nodes. The question of such a step is empty.
    Rest(u64),
}

/// What a person sees at once although several rules and facts may have part in it. Which of these a step is depends
/// on what its rules do by themselves, whatever their genre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// The rule needs this value somewhere, and the places concluded are the only ones left for it.
    Place {
        /// The rule.
        rule: InstanceId,
        /// The value.
        value: i32,
    },
    /// Every other value of this spot is ruled out by a rule by itself.
    Value {
        /// The number of the spot.
        spot: usize,
    },
    /// The value that was assumed elsewhere would leave no place for itself to a rule that needs it.
    NoPlace {
        /// The rule that needs the value.
        rule: InstanceId,
        /// The value.
        value: i32,
        /// If a single rule takes all of the places away: that one. Wherever the value is among the places of the first
        /// rule, it is among those of this one, too.
        line: Option<InstanceId>,
    },
}

impl Pattern {
    /// Its word in machine output.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Place { .. } => "place",
            Self::Value { .. } => "value",
            Self::NoPlace { .. } => "no place",
        }
    }
}

/// Places of a rule that share as many values as they are, so that no other place of it has one of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The number of the first change of the step's support that comes from that; those after it do, too, up to the
    /// next of another rule.
    pub first: usize,
    /// The rule.
    pub rule: InstanceId,
    /// The numbers of the spots.
    pub spots: Vec<usize>,
    /// The values.
    pub values: Vec<i32>,
}

/// One step: conclusions that follow from some rules and from what is known before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What becomes known; the first is the conclusion in question, others follow from the same premises.
    pub conclusions: Vec<Literal>,
    /// How.
    pub means: Means,
    /// The rules and facts that it follows from. The assumption is the question's.
    pub shrunk: Shrunk,
    /// What is to be seen, if it is something usual.
    pub pattern: Option<Pattern>,
    /// What of it comes from places that share values.
    pub shared: Vec<Shared>,
}

/// The cost of the only place that is left where all others are known to be something else.
pub(super) const LAST_COST: u64 = 2;

/// The cost of the only place that is left where other rules exclude some of the others.
pub(super) const PLACE_COST: u64 = 3;

impl Step {
    /// What was assumed, if anything was.
    pub fn assumed(&self) -> Option<Literal> {
        self.shrunk.question.assumed.first().copied()
    }

    /// Whether a cell is decided by it, not only a value ruled out.
    pub fn decides(&self) -> bool {
        let is_decided = |fact: &Literal| fact.relation == Relation::Is;
        self.conclusions.iter().any(is_decided)
    }

    /// Whether each of its rules decides a place by itself, which is seen at once.
    pub(super) fn is_at_once(&self) -> bool {
        let Question { rules, facts, .. } = &self.shrunk.question;
        let links = &self.shrunk.support.links;
        // One that only rules values out is there for another.
        let decides = links.iter().all(|link| link.only().is_some());
        self.means == Means::Forced && facts.is_empty() && links.len() == rules.len() && decides
    }

    /// How many rules, changes and facts there are to see.
    fn to_see(&self) -> [u64; 3] {
        let Question { rules, facts, .. } = &self.shrunk.question;
        let links = self.shrunk.support.links.len();
        match self.is_at_once() {
            true => [1, 1, 0],
            false => [rules.len(), links, facts.len()].map(|number| number as u64),
        }
    }

    /// How hard it is to see: more rules at once, longer chains, more to look at. Smaller is simpler. The only place for
    /// a value is one thing to see, however many rules and facts exclude the other places.
    pub fn cost(&self) -> u64 {
        let [rules, links, facts] = self.to_see();
        match self.pattern {
            Some(Pattern::Place { .. }) if rules == 1 => return LAST_COST,
            Some(Pattern::Place { .. }) => return PLACE_COST,
            Some(Pattern::Value { .. }) => return LAST_COST + facts,
            _ => {}
        }
        let tried = match self.means {
            Means::Forced => 0,
            Means::Refuted => 20,
            Means::Searched(nodes) | Means::Rest(nodes) => 1000 + nodes,
        };
        tried + 10 * rules.saturating_sub(1) + links + facts
    }

    /// How much there is to see at once, on a scale on which each further unit is twice as much: several rules count
    /// more than several cells, and an assumption more than what follows by itself.
    pub fn hardness(&self) -> f64 {
        let [rules, links, facts] = self.to_see().map(|number| number as f64);
        let rules = rules.max(1.0);
        // These figures, and those of `Grade::of` for a way, were fitted to the 96 puzzles of sgt-puzzles of five genres
        // that have four grades and more.
        let seen = match self.pattern {
            Some(Pattern::Place { .. }) => 0.16 + 0.12 * (rules - 1.0),
            Some(Pattern::Value { .. }) => 0.5 + 0.25 * facts,
            _ => 1.1 * (rules - 1.0) + 0.17 * links + 0.01 * facts,
        };
        match self.means {
            Means::Forced => (1.0 + seen).log2(),
            Means::Refuted => (5.3 + 81.0 * seen).log2(),
            Means::Searched(nodes) => 12.0 + (1.0 + nodes as f64).log2() / 2.0,
            // A search for all that is left is harder than one for a single value, which takes up to 16,384 nodes.
            Means::Rest(nodes) => 19.0 + (1.0 + nodes as f64).log2() / 2.0,
        }
    }
}
