//! Whether some rules and facts have a solution together, by search.

use quadrille_engine::clock::Instant;
use std::collections::BTreeSet;

use quadrille_engine::bits::{Bits, none_of};
use quadrille_engine::{Conflict, Learning, Limits, Literal, Memory, Step, Stop};

use super::explainer::Explainer;
use super::instance::InstanceId;
use super::question::Question;
use super::solved::step_within;

/// The result of searching for something that satisfies a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Searched {
    /// Nothing does. These rules and facts suffice for the refutation, in the order of the question.
    Refuted {
        used: Vec<InstanceId>,
        facts: Vec<Literal>,
        /// Of all of these, the one that failed most often.
        blamed: Option<InstanceId>,
    },
    Solved,
    /// It is not known.
    Stopped,
}

impl Explainer {
    /// Whether anything satisfies the question. What suffices to refute it is what the recorded reasons tell.
    pub(super) fn settle(&mut self, question: &Question) -> Searched {
        self.settle_within(question, None)
    }

    /// The same with at most so many failures.
    pub(super) fn settle_within(&mut self, question: &Question, most: Option<u64>) -> Searched {
        let failures = self.failures();
        let is_on = self.on(&question.rules);
        let outcome = self.enter(question, |_| true);
        let mut grounds = None;
        let step = match outcome {
            Err(Conflict) => Step::Exhausted,
            Ok(false) => Step::Stopped(Stop::Time),
            Ok(true) => {
                let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
                let limits = Limits {
                    time: self.limit.deadline.map(left),
                    interrupt: self.limit.interrupt.clone(),
                    failures: most,
                    ..Limits::default()
                };
                let mut learning = Learning::default();
                // Disjunctions that are taken over are nobody's.
                learning.takes_clauses = false;
                learning.tracks_provenance = true;
                learning.values = match self.learnt.home.is_empty() {
                    true => self.learnt.latest.clone(),
                    false => self.learnt.home.clone(),
                };
                // When hundreds of rules are tried one by one, each question is almost the same as the one before.
                let mut search = self.solver.search().learn(learning);
                search.exchange_reasons(&mut self.learnt.known);
                if let Some(memory) = &mut self.learnt.memory {
                    search.recall(memory, |own| is_on[own.index()]);
                }
                let step = step_within(&mut search, &limits, self.limit.work);
                search.exchange_reasons(&mut self.learnt.known);
                if step == Step::Solution {
                    self.learnt.latest = search.solution().values().to_vec();
                }
                grounds = search.rests_on();
                if let Some(memory) = &mut self.learnt.memory {
                    search.remember(memory);
                }
                step
            }
        };
        let answer = match step {
            Step::Solution => Searched::Solved,
            Step::Stopped(_) => Searched::Stopped,
            Step::Exhausted => {
                let (rules, facts) = match grounds {
                    Some((propagators, assumed)) => {
                        let mut rules = BTreeSet::new();
                        for propagator in propagators {
                            self.add_rules_of(propagator, &mut rules);
                        }
                        let assumed = self
                            .assumed
                            .made
                            .iter()
                            .filter(|(id, _)| assumed.contains(id));
                        (rules, assumed.map(|&(_, fact)| fact).collect())
                    }
                    None => {
                        let cone = self.cone_of_failure(None);
                        (cone.rules, cone.facts)
                    }
                };
                let is_used = |rule: &&InstanceId| rules.contains(rule);
                let is_known = |fact: &&Literal| facts.contains(fact);
                Searched::Refuted {
                    facts: question.facts.iter().filter(is_known).copied().collect(),
                    used: question.rules.iter().filter(is_used).copied().collect(),
                    blamed: self.most_failing(&question.rules, &failures),
                }
            }
        };
        self.pop();
        answer
    }

    /// By propagator: whether what it says follows from these rules.
    fn on(&self, rules: &[InstanceId]) -> Bits {
        let mut is_on = none_of(self.instances().len());
        rules.iter().for_each(|rule| is_on.set(rule.index(), true));
        let is_on = |rule: &InstanceId| is_on[rule.index()];
        let of = self.implied.of.iter().zip(&self.instance_of);
        let is_on = of.map(|(implied, own)| match implied {
            Some(number) => self.implied.all[*number].premises.iter().all(is_on),
            None => own.as_ref().is_none_or(is_on),
        });
        is_on.collect()
    }

    /// From here on, searches go on with what those before have learnt.
    pub(super) fn remember(&mut self) {
        self.learnt.memory = Some(Memory::default());
    }

    /// By spot: the latest solution, if there was one.
    pub(super) fn latest_by_spot(&self) -> Option<Vec<i32>> {
        let spots = self.spots().iter();
        let found = spots.map(|spot| self.learnt.latest.get(spot.var.index()).copied());
        found.collect()
    }

    /// From here on, searches start from the latest solution, not from later ones.
    pub(super) fn stay_near_latest(&mut self) {
        self.learnt.home.clone_from(&self.learnt.latest);
    }

    /// Of these rules, those that a grid (by spot) breaks. It becomes the latest solution of the others. `None` if it is no
    /// grid of this puzzle, or leaves something open.
    pub(super) fn broken_in(
        &mut self,
        grid: &[i32],
        rules: &[InstanceId],
    ) -> Option<Vec<InstanceId>> {
        if grid.len() != self.spots().len() {
            return None;
        }
        let spots = self.spots().iter().zip(grid);
        let known = Question {
            facts: spots
                .map(|(spot, &value)| Literal::is(spot.var, value))
                .collect(),
            ..Question::default()
        };
        let broken = self.failing_alone(&known, rules)?;
        let others = rules.iter().copied().filter(|rule| !broken.contains(rule));
        let rest = Question {
            rules: others.collect(),
            ..known
        };
        (self.settle(&rest) == Searched::Solved).then_some(broken)
    }

    /// The rule that has failed most often since these were the failures, the first of several.
    fn most_failing(&self, rules: &[InstanceId], before: &[u64]) -> Option<InstanceId> {
        let mut failed = vec![0; self.instances().len()];
        for (at, (after, before)) in self.failures().iter().zip(before).enumerate() {
            if let Some(rule) = self.instance_of[at] {
                failed[rule.index()] += after - before;
            }
        }
        let last_first = rules.iter().rev().copied();
        last_first.max_by_key(|rule| failed[rule.index()])
    }

    /// By propagator: how often it has failed.
    fn failures(&self) -> Vec<u64> {
        let calls = self.solver.propagators().map(|(.., calls)| calls);
        calls.map(|calls| calls.failing).collect()
    }
}
