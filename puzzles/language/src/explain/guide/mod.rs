//! The way to the solution, one step after another: what can be decided next, and why.

mod forced;
mod marks;
mod patterns;
mod refutations;
mod shared;
#[cfg(test)]
mod tests;

use quadrille_engine::clock::Instant;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use quadrille_engine::{Interrupt, Literal, Relation};

pub use marks::Demand;
use refutations::Refuted;

use super::entries::Occurring;
use super::explainer::Explainer;
use super::instance::InstanceId;
use super::question::{Goal, Question};
use super::shrink::Shrunk;
use super::step::{Means, Step};
use crate::filling::Entries;
use crate::language::Puzzle;
use crate::puzzle::BuildOptions;

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A step; it has been taken.
    Step(Box<Step>),
    /// Everything is decided.
    Solved,
    /// What is known contradicts these rules; without any, a search has found that there is no solution.
    Clash(Box<Shrunk>),
    /// Nothing more can be decided: the rest is open in several solutions, or too hard to refute.
    Open,
    /// Time was up.
    Late,
}

/// The work on steps, a second or two, after which the rest is left to what a search has found out.
const WORK: u64 = 80_000_000;

/// Nodes of the first attempts to refute an assumption by search.
const FIRST_NODES: u64 = 16;

/// Nodes of a search for hidden values of a grid whose places are all decided.
const HIDDEN: u64 = 256;

/// A hint that would take more refutations than this shows only one: nobody reads more.
const LONG: usize = 8;

/// If more values than this are in doubt, a hint tries only the first [`FIRST_VALUES`]: Number Cross 4 has 1,200, and
/// each takes a millisecond.
const MANY_VALUES: usize = 512;
const FIRST_VALUES: usize = 64;

/// A spot and a value.
type Place = (usize, i32);

/// What a rule leaves by itself.
#[derive(Clone, Debug, Default)]
struct Alone {
    /// The values that it excludes.
    removed: Vec<Place>,
    /// The values that it decides.
    decided: Vec<Place>,
}

/// What attempts to refute values came to.
#[derive(Debug, Default)]
struct Attempts {
    /// What searches have refuted, how many assumptions that took, and the rules that were searched.
    searches: BTreeMap<Place, (u64, Vec<InstanceId>)>,
    /// At which level of searches values could not be refuted, since something was decided without searches.
    withstood: BTreeMap<Place, usize>,
    /// Values that could not be refuted since the last fact was learnt.
    stays: BTreeSet<Place>,
}

/// Takes the steps to the solution one by one, the simplest first.
///
/// What the rules leave by propagation comes first, if it can be from one rule, else from as few as possible. Where
/// they leave nothing, values are tried: each that propagation refutes is noted, shortest refutations first, until
/// something follows; of these only those become steps that are needed for it. Where that does not help, a value is
/// refuted by search.
#[derive(Debug)]
pub struct Guide {
    explainer: Explainer,
    rules: Vec<InstanceId>,
    /// What is known: givens, entries, and what the steps decided.
    facts: Vec<Literal>,
    /// By spot: its values left by the facts alone.
    left: Vec<Vec<i32>>,
    /// The values that occur in some solution; it saves trying to refute these.
    values: Occurring,
    /// What each rule leaves by itself; `None` if the facts have changed since it was computed.
    alone: Vec<Option<Alone>>,
    /// By spot: the rules about it.
    rules_of: Vec<Vec<usize>>,
    /// Steps that rules lead to by themselves and that were not taken yet.
    ready: BTreeMap<(InstanceId, Place), Step>,
    /// By rule, value and spots: whether the rule needs the value there if none of its others has it.
    needs: BTreeMap<(InstanceId, i32, Vec<usize>), bool>,
    /// Refuted values that are not facts yet: earlier rounds first, and in a round the shortest refutation.
    refuted: Vec<Refuted>,
    round: u32,
    attempts: Attempts,
    /// Steps that were taken together, in order.
    waiting: VecDeque<Step>,
    /// The spots of the latest conclusions: what is near comes first among equals.
    latest: Vec<usize>,
}

impl Guide {
    /// A guide that knows what the file gives. `None` if the options' interrupt was due.
    pub fn new(puzzle: &Puzzle, options: &BuildOptions) -> Option<Self> {
        let explainer = Explainer::new(puzzle, options)?;
        let spots = explainer.spots().len();
        let mut rules_of = vec![Vec::new(); spots];
        for (number, instance) in explainer.instances().iter().enumerate() {
            for &spot in &instance.spots {
                rules_of[spot].push(number);
            }
        }
        let mut guide = Self {
            rules: explainer.rules(),
            facts: Vec::new(),
            left: (0..spots)
                .map(|spot| explainer.values(spot).to_vec())
                .collect(),
            values: Occurring::default(),
            alone: vec![None; explainer.instances().len()],
            rules_of,
            ready: BTreeMap::new(),
            needs: BTreeMap::new(),
            refuted: Vec::new(),
            round: 0,
            attempts: Attempts::default(),
            waiting: VecDeque::new(),
            latest: Vec::new(),
            explainer,
        };
        for fact in guide.explainer.givens().to_vec() {
            guide.learn(fact);
        }
        Some(guide)
    }

    /// A guide that ends at a deadline, or as soon as the interrupt is due, with the options that its model was built
    /// with. `None` if that was before it was built. Its rules include that these entries stay.
    pub fn until(
        puzzle: &Puzzle,
        entries: Option<Arc<Entries>>,
        deadline: Option<Instant>,
        interrupt: &Interrupt,
    ) -> Option<(Self, BuildOptions)> {
        let options = BuildOptions {
            interrupt: Interrupt::from(deadline).or(interrupt),
            entries,
            ..BuildOptions::default()
        };
        let mut guide = Self::new(puzzle, &options)?;
        guide.set_deadline(deadline);
        guide.explainer.set_interrupt(interrupt.clone());
        Some((guide, options))
    }

    /// The explainer behind it.
    pub fn explainer(&self) -> &Explainer {
        &self.explainer
    }

    /// The same, to ask it something.
    #[cfg(test)]
    pub(super) fn explainer_mut(&mut self) -> &mut Explainer {
        &mut self.explainer
    }

    /// When to break off.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.explainer.set_deadline(deadline);
    }

    /// What is known.
    pub fn facts(&self) -> &[Literal] {
        &self.facts
    }

    /// The only value that the facts leave for a spot, if there is one.
    pub fn value(&self, spot: usize) -> Option<i32> {
        match self.left[spot][..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Whether further steps were computed together with the latest one.
    pub fn has_more(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Sets the values that occur in solutions, so that no time is spent on refuting these. From here on steps are looked
    /// for until that has taken much work; then one step tells the rest.
    pub fn tell_values(&mut self, values: Occurring) {
        self.values = values;
        self.allow(WORK);
    }

    /// Sets how much [work](quadrille_engine::Solver::work) steps may take from here on, before the rest is told.
    pub(super) fn allow(&mut self, work: u64) {
        self.explainer.allow(work);
    }

    fn is_seen(&self, (spot, value): Place) -> bool {
        let seen = self.values.seen.get(spot);
        seen.is_some_and(|seen| seen.contains(&value))
    }

    /// Adds an entry, or what a step has decided. Nothing happens if it is known.
    pub fn learn(&mut self, fact: Literal) {
        let Some(spot) = self.explainer.spot_of(fact.var) else {
            return;
        };
        let before = self.left[spot].len();
        let is_empty = !self.left[spot].iter().any(|&value| fact.admits(value));
        if is_empty {
            // The contradiction is among the facts, where the next step finds it.
            self.facts.push(fact);
            return;
        }
        self.left[spot].retain(|&value| fact.admits(value));
        if self.left[spot].len() == before {
            return;
        }
        if let [only] = self.left[spot][..] {
            // What is decided is reported as such, and what led to it is no longer needed.
            let var = fact.var;
            self.facts.retain(|known| known.var != var);
            self.facts.push(Literal::is(var, only));
        } else {
            self.facts.push(fact);
        }
        let rules = &self.rules_of[spot];
        rules.iter().for_each(|&rule| self.alone[rule] = None);
        self.ready
            .retain(|(rule, _), _| self.alone[rule.index()].is_some());
        self.attempts.stays.clear();
        let left = &self.left;
        self.refuted.retain(|refuted| {
            left[refuted.spot].len() > 1 && left[refuted.spot].contains(&refuted.value)
        });
    }

    /// Takes the next step.
    pub fn step(&mut self) -> Next {
        if self
            .waiting
            .front()
            .is_some_and(|step| self.leaves_nothing(step))
        {
            // The last value of a place is refuted by what is known by now, which thus contradicts itself.
            self.waiting.clear();
        }
        if self.waiting.is_empty() {
            // What comes next depends on nothing but what is known.
            self.refuted.clear();
            let end = self.find_steps();
            if self.explainer.is_spent() {
                // What was found in the meantime may have been broken off.
                self.waiting = VecDeque::from_iter(self.rest());
                if self.waiting.is_empty() {
                    return self.end_of_rest();
                }
            } else if let Some(end) = end {
                return end;
            }
        }
        match self.waiting.pop_front() {
            Some(step) => {
                let mut step = self.restated(step);
                self.tell(&mut step);
                for &fact in &step.conclusions {
                    self.learn(fact);
                }
                let vars = step.conclusions.iter().map(|fact| fact.var);
                let spots = vars.filter_map(|var| self.explainer.spot_of(var));
                self.latest = spots.collect();
                if step.means == Means::Forced && !self.is_hasty() {
                    self.attempts.withstood.clear();
                }
                Next::Step(Box::new(step))
            }
            None if self.explainer.is_late() => Next::Late,
            None => Next::Open,
        }
    }

    /// Puts in order what is told of a step, of all of its conclusions together.
    fn tell(&mut self, step: &mut Step) {
        if step.pattern.is_some() {
            return;
        }
        let goals = match step.means {
            Means::Forced => {
                let facts = step.conclusions.iter().copied();
                facts.map(Goal::Fact).collect()
            }
            Means::Refuted => vec![Goal::Clash],
            Means::Searched(_) | Means::Rest(_) => return,
        };
        let question = &step.shrunk.question;
        if let Some(support) = self.explainer.support_to_tell(question, &goals) {
            step.shrunk.support = support;
        }
        if step.means == Means::Refuted {
            step.pattern = self.refutation_seen(step);
        }
        step.shared = self.sharing(step);
    }

    /// Rules and facts that a search refutes, of a puzzle without a solution all of whose places are decided: what they
    /// leave to find is hidden. Nothing if that search would be long.
    pub(super) fn refuted_by_search(&mut self) -> Shrunk {
        let question = self.question();
        let shrunk = self.explainer.shrink_searched(&question, HIDDEN, false);
        match shrunk.question == question {
            true => Shrunk::default(),
            false => shrunk,
        }
    }

    /// Whether a step rules out the only value that is left for a place.
    fn leaves_nothing(&self, step: &Step) -> bool {
        step.conclusions.iter().any(|fact| {
            let spot = self.explainer.spot_of(fact.var);
            spot.is_some_and(|spot| !self.left[spot].iter().any(|&value| fact.admits(value)))
        })
    }

    /// A step that was found together with others, as it reads after these: what they decided is known as such, and where
    /// they left two values, ruling one out decides the other.
    fn restated(&self, mut step: Step) -> Step {
        let facts = &mut step.shrunk.question.facts;
        if let &[ruled_out] = &step.conclusions[..]
            && ruled_out.relation == Relation::IsNot
            && let Some(spot) = self.explainer.spot_of(ruled_out.var)
        {
            let before = self.facts.iter().filter(|fact| fact.var == ruled_out.var);
            let before: Vec<Literal> = before.copied().collect();
            let all = [&before[..], &[ruled_out]].concat();
            if let Some(only) = self.explainer.only(spot, &all) {
                step.conclusions = vec![self.is((spot, only))];
                facts.extend(before);
            }
        }
        let decided: Vec<Literal> = facts
            .iter()
            .map(|fact| {
                let spot = self.explainer.spot_of(fact.var);
                let only = spot.and_then(|spot| Some((spot, self.explainer.only(spot, facts)?)));
                only.map_or(*fact, |place| self.is(place))
            })
            .collect();
        facts.clear();
        for fact in decided {
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        }
        step
    }

    /// Finds the next steps; or says why there are none.
    fn find_steps(&mut self) -> Option<Next> {
        let question = self.question();
        if self.explainer.is_late() {
            return Some(Next::Late);
        }
        let Some(derived) = self.explainer.derive(&question) else {
            let clash = self.explainer.smallest_clash(&question);
            return Some(clash.map_or(Next::Late, |clash| Next::Clash(Box::new(clash))));
        };
        if self.left.iter().all(|values| values.len() == 1) {
            return Some(Next::Solved);
        }
        let placed = self.placed(&derived);
        if !placed.is_empty() {
            let step = self.forced(&question, &placed);
            self.waiting.extend(step);
        } else if let Some(goal) = self.by_refutations(&question, &derived) {
            self.explain_with_refuted(&question, goal);
            if self.waiting.len() > LONG {
                self.keep_simplest(&question);
            }
        } else if !self.refuted.is_empty() {
            let step = self.shortest_refutation(&question);
            self.waiting.extend(step);
        } else if !self.explainer.is_late() {
            let step = self.searched(&question);
            self.waiting.extend(step);
        }
        None
    }

    /// One step for what a search has found out.
    fn rest(&self) -> Option<Step> {
        let mut conclusions = Vec::new();
        for (spot, possible) in self.values.possible.iter().enumerate() {
            let left = self.left[spot].iter().copied();
            let (kept, gone): (Vec<i32>, Vec<i32>) =
                left.partition(|value| possible.contains(value));
            match (&kept[..], &gone[..]) {
                ([], _) | (_, []) => {}
                (&[only], _) => conclusions.push(self.is((spot, only))),
                _ => conclusions.extend(gone.iter().map(|&value| self.is_not((spot, value)))),
            }
        }
        (!conclusions.is_empty()).then(|| Step {
            conclusions,
            means: Means::Rest(self.values.nodes),
            shrunk: Shrunk::default(),
            pattern: None,
            shared: Vec::new(),
        })
    }

    /// Why there is nothing after that.
    fn end_of_rest(&self) -> Next {
        let mut left = self.left.iter().enumerate();
        if self.left.iter().all(|values| values.len() == 1) {
            Next::Solved
        } else if left.all(|(spot, left)| left.iter().all(|&value| self.is_seen((spot, value)))) {
            Next::Open
        } else {
            Next::Late
        }
    }

    /// What propagation decides and the facts do not.
    fn placed(&self, derived: &[Vec<i32>]) -> Vec<Place> {
        let spots = derived.iter().enumerate();
        spots
            .filter(|(spot, values)| values.len() == 1 && self.left[*spot].len() > 1)
            .map(|(spot, values)| (spot, values[0]))
            .collect()
    }

    /// All rules and all facts, in an order that does not depend on when they were learnt. What is decided comes before
    /// what is only ruled out: the latter is to be left out first.
    fn question(&self) -> Question {
        let is_decided = |fact: &&Literal| {
            let spot = self.explainer.spot_of(fact.var);
            spot.is_some_and(|spot| self.left[spot].len() == 1)
        };
        let (mut facts, mut others): (Vec<Literal>, Vec<Literal>) =
            self.facts.iter().partition(is_decided);
        facts.sort_unstable();
        others.sort_unstable();
        facts.extend(others);
        Question {
            rules: self.rules.clone(),
            facts,
            assumed: Vec::new(),
        }
    }

    fn is(&self, (spot, value): Place) -> Literal {
        Literal::is(self.explainer.spots()[spot].var, value)
    }

    fn is_not(&self, place: Place) -> Literal {
        self.is(place).negated()
    }
}
