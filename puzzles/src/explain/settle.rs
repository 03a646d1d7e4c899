//! Whether some rules and facts have a solution together, by search.

use std::time::Instant;

use quadrille_engine::{Conflict, Learning, Limits, Literal, Step, Stop, Var};

use super::explainer::Explainer;
use super::instance::InstanceId;
use super::question::Question;

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
        let outcome = self.enter(question, |_| true);
        let mut at_root = Vec::new();
        let mut propagators = Vec::new();
        let step = match outcome {
            Err(Conflict) => Step::Exhausted,
            Ok(false) => Step::Stopped(Stop::Time),
            Ok(true) => {
                let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
                let limits = Limits {
                    time: self.deadline.map(left),
                    interrupt: self.interrupt.clone(),
                    failures: most,
                    ..Limits::default()
                };
                let mut learning = Learning::default();
                // Disjunctions that are taken over are nobody's.
                learning.takes_disjunctions = false;
                learning.keeps_account = true;
                learning.values = match self.home.is_empty() {
                    true => self.latest.clone(),
                    false => self.home.clone(),
                };
                // When hundreds of rules are tried one by one, each question is almost the same as the one before.
                let mut search = self.solver.search().limits(limits).learn(learning);
                search.exchange_reasons(&mut self.known);
                let step = search.step();
                search.exchange_reasons(&mut self.known);
                if step == Step::Solution {
                    self.latest = search.solution().values().to_vec();
                }
                if step == Step::Exhausted
                    && let Some((asked, vars)) = search.rests_on()
                {
                    propagators = asked;
                    at_root = vars;
                }
                step
            }
        };
        let answer = match step {
            Step::Solution => Searched::Solved,
            Step::Stopped(_) => Searched::Stopped,
            Step::Exhausted => {
                let cone = match outcome {
                    Err(Conflict) => self.cone_of_failure(None),
                    Ok(_) => {
                        let known = at_root.into_iter().flat_map(|var| self.known(var));
                        self.cone(known.map(|fact| (fact, None)).collect(), None)
                    }
                };
                let mut rules = cone.rules;
                for propagator in propagators {
                    self.add_rules_of(propagator, &mut rules);
                }
                let is_used = |rule: &&InstanceId| rules.contains(rule);
                let is_known = |fact: &&Literal| cone.facts.contains(fact);
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

    /// From here on, searches start from the latest solution, not from later ones.
    pub(super) fn stay_near_latest(&mut self) {
        self.home.clone_from(&self.latest);
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
        let mut broken = Vec::new();
        let is_possible = self.enter(&known, |_| false) == Ok(true);
        for &rule in rules.iter().filter(|_| is_possible) {
            let alone = Question {
                rules: vec![rule],
                ..Question::default()
            };
            if self.enter(&alone, |_| false).is_err() {
                broken.push(rule);
            }
            self.pop();
        }
        self.pop();
        let others = rules.iter().copied().filter(|rule| !broken.contains(rule));
        let rest = Question {
            rules: others.collect(),
            ..known
        };
        (is_possible && self.settle(&rest) == Searched::Solved).then_some(broken)
    }

    /// What is known about a variable, as facts.
    fn known(&self, var: Var) -> Vec<Literal> {
        let domain = self.solver.domain(var);
        let (Some(min), Some(max)) = (domain.min(), domain.max()) else {
            return Vec::new();
        };
        if !var.is_wide() {
            let gone = (0..64).filter(|&value| !domain.contains(value));
            return gone.map(|value| Literal::is_not(var, value)).collect();
        }
        let mut known = vec![Literal::at_least(var, min), Literal::at_most(var, max)];
        let mut at = min;
        for value in domain.iter() {
            known.extend((at..value).map(|hole| Literal::is_not(var, hole)));
            at = value + 1;
        }
        known
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
