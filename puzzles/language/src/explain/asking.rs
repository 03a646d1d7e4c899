//! Asking what follows: assumptions are propagated with the rules of a question alone, and taken back.

use quadrille_engine::bits::none_of;
use quadrille_engine::{ChangeId, Conflict, Domain, Interrupt, Literal, Var};

use super::explainer::Explainer;
use super::instance::{Implied, InstanceId};
use super::question::{Goal, Link, Question, Support};
use crate::puzzle::Spot;

impl Explainer {
    /// Whether the goal follows.
    pub fn follows(&mut self, question: &Question, goal: Goal) -> bool {
        self.ask(question, |this, outcome| {
            this.is_reached(outcome, goal)
                .is_some_and(|reached| reached)
        })
    }

    /// Whether the goal follows, and from what, as far as the recorded reasons tell.
    pub fn support(&mut self, question: &Question, goal: Goal) -> Option<Support> {
        self.supports(question, &[goal]).pop().flatten()
    }

    /// Whether all of these facts follow.
    pub(super) fn all_follow(&mut self, question: &Question, facts: &[Literal]) -> bool {
        self.ask(question, |this, outcome| {
            let mut reached = facts
                .iter()
                .map(|&fact| this.is_reached(outcome, Goal::Fact(fact)));
            reached.all(|reached| reached == Some(true))
        })
    }

    /// What each of several goals follows from, from one propagation.
    pub(super) fn supports(&mut self, question: &Question, goals: &[Goal]) -> Vec<Option<Support>> {
        self.ask(question, |this, outcome| {
            let support = |&goal: &Goal| {
                (this.is_reached(outcome, goal) == Some(true))
                    .then(|| this.trace(question, &[goal]))
            };
            goals.iter().map(support).collect()
        })
    }

    /// What several goals follow from together, as it is to be told: a rule at a time, as far as others need not come in
    /// between. `None` if one of them does not follow.
    pub(super) fn support_to_tell(
        &mut self,
        question: &Question,
        goals: &[Goal],
    ) -> Option<Support> {
        self.ask(question, |this, outcome| {
            let mut reached = goals
                .iter()
                .map(|&goal| this.is_reached(outcome, goal) == Some(true));
            let is_reached = reached.all(|is_reached| is_reached);
            is_reached.then(|| this.trace_in_turns(question, goals))
        })
    }

    /// Starts from what the question names, if that is possible, and undoes it after `look`.
    pub(super) fn starting_from<T>(
        &mut self,
        question: &Question,
        look: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        self.ask(question, |this, outcome| {
            (outcome == Ok(true)).then(|| look(this))
        })
    }

    /// Assumes something on the current level: which spots have which values then, or what `explain` says of the
    /// contradiction.
    ///
    /// Where there is none, none of these values leads to one either: they follow from the assumption, so it leads to
    /// all that they do.
    pub(super) fn attempt<T>(
        &mut self,
        assumed: Literal,
        explain: impl FnOnce(&mut Self, &Question) -> T,
    ) -> Result<Vec<(usize, i32)>, T> {
        let before = self.solver.changes().next_back();
        let beside = Question {
            assumed: vec![assumed],
            ..Question::default()
        };
        self.ask(&beside, |this, outcome| match outcome {
            Err(Conflict) => Err(explain(this, &beside)),
            Ok(_) => {
                let changes = this.changes_since(before).into_iter();
                let vars = changes.filter_map(|id| this.solver.change(id).0.var);
                let decided =
                    vars.filter_map(|var| Some((this.spot_of(var)?, this.solver.value(var)?)));
                Ok(decided.collect())
            }
        })
    }

    /// The values left at every spot; `None` if there is a contradiction.
    pub fn derive(&mut self, question: &Question) -> Option<Vec<Vec<i32>>> {
        self.ask(question, |this, outcome| {
            let values = |spot: &Spot| this.solver.domain(spot.var).iter().collect();
            outcome
                .ok()
                .map(|_| this.spots.iter().map(values).collect())
        })
    }

    /// Propagates with the premises of the question, looks at the result, and undoes it. `look` gets whether
    /// propagation finished.
    fn ask<T>(
        &mut self,
        question: &Question,
        look: impl FnOnce(&mut Self, Result<bool, Conflict>) -> T,
    ) -> T {
        let outcome = self.enter(question, |rule| rule.is_shown);
        let answer = look(self, outcome);
        self.pop();
        answer
    }

    /// Starts a level with what the question names, on top of those that were started before. Of what stands for
    /// several rules at once only what `is_meant` runs.
    pub(super) fn enter(
        &mut self,
        question: &Question,
        is_meant: impl Fn(&Implied) -> bool,
    ) -> Result<bool, Conflict> {
        self.spent.questions += 1;
        self.push();
        for &fact in question.facts.iter().chain(&question.assumed) {
            self.assume(fact)?;
        }
        self.wake(&question.rules, is_meant);
        self.propagate()
    }

    pub(super) fn push(&mut self) {
        self.solver.push();
        self.assumed.levels.push(self.assumed.made.len());
    }

    pub(super) fn pop(&mut self) {
        self.solver.pop();
        self.assumed
            .made
            .truncate(self.assumed.levels.pop().unwrap_or_default());
        self.assumed.refused = None;
        let last = self.solver.changes().next_back();
        while self
            .reasons
            .last_key_value()
            .is_some_and(|(&id, _)| Some(id) > last)
        {
            self.reasons.pop_last();
        }
    }

    pub(super) fn assume(&mut self, fact: Literal) -> Result<(), Conflict> {
        match self.solver.assume(fact) {
            Ok(false) => {}
            Ok(true) => {
                let change = self.solver.changes().next_back();
                self.assumed.made.extend(change.map(|id| (id, fact)));
            }
            Err(Conflict) => {
                self.assumed.refused = Some(fact);
                return Err(Conflict);
            }
        }
        Ok(())
    }

    /// Lets rules run. What stands for several of them at once prunes more, and runs as fast as in the model that is
    /// solved.
    fn wake(&mut self, rules: &[InstanceId], is_meant: impl Fn(&Implied) -> bool) {
        let is_alone = |&number: &usize| self.implied.all[number].premises.len() == 1;
        if let &[rule] = rules
            && !self.implied.from[rule.index()].iter().any(is_alone)
        {
            let own = &self.instances[rule.index()];
            for &propagator in own.propagators.iter().chain(&own.definitions) {
                self.solver.wake(propagator);
            }
            return;
        }
        let mut is_on = none_of(self.instances.len());
        rules.iter().for_each(|rule| is_on.set(rule.index(), true));
        let implied = rules
            .iter()
            .flat_map(|rule| &self.implied.from[rule.index()]);
        let mut implied: Vec<usize> = implied.copied().collect();
        implied.sort_unstable();
        implied.dedup();
        let implied = implied.into_iter().map(|number| &self.implied.all[number]);
        let implied: Vec<&Implied> = implied
            .filter(|one| is_meant(one) && one.premises.iter().all(|rule| is_on[rule.index()]))
            .collect();
        // Those that are covered, or run already.
        let mut is_done = none_of(self.solver.propagator_count());
        for covered in implied.iter().flat_map(|one| &one.covered) {
            is_done.set(covered.index(), true);
        }
        let instances = rules.iter().map(|rule| &self.instances[rule.index()]);
        let of_instances = instances.flat_map(|own| own.propagators.iter().chain(&own.definitions));
        let of_implied = implied.iter();
        let of_implied = of_implied.flat_map(|own| own.propagators.iter().chain(&own.definitions));
        for &propagator in of_implied.chain(of_instances) {
            if !is_done.replace(propagator.index(), true) {
                self.solver.wake(propagator);
            }
        }
    }

    pub(super) fn propagate(&mut self) -> Result<bool, Conflict> {
        self.propagate_within(&self.until())
    }

    fn propagate_within(&mut self, until: &Interrupt) -> Result<bool, Conflict> {
        if self.is_contradiction {
            return Err(Conflict);
        }
        let outcome = self.solver.propagate_until(until);
        self.limit.is_late |= outcome == Ok(false);
        outcome
    }

    /// For each rule by itself, from the same facts: calls `look` with the values that it removes at each spot, unless
    /// it removes none. `None` is a contradiction.
    pub fn each_alone(
        &mut self,
        rules: &[InstanceId],
        facts: &[Literal],
        mut look: impl FnMut(InstanceId, Option<&[Link]>),
    ) {
        let known = Question {
            facts: facts.to_vec(),
            ..Question::default()
        };
        let is_possible = self.enter(&known, |_| false) == Ok(true);
        let until = self.until();
        for &rule in rules.iter().filter(|_| is_possible) {
            self.limit.is_late |= until.is_due();
            if self.limit.is_late {
                break;
            }
            self.alone(rule, &until, |this, outcome, before| match outcome {
                Err(Conflict) => look(rule, None),
                Ok(false) => {}
                Ok(true) => {
                    let new = this.changes_since(before);
                    let links: Vec<Link> = new.into_iter().filter_map(|id| this.link(id)).collect();
                    if !links.is_empty() {
                        look(rule, Some(&links));
                    }
                }
            });
        }
        self.pop();
    }

    /// Those of some rules that fail by themselves on top of what is known. `None` if that is contradictory already.
    pub(super) fn failing_alone(
        &mut self,
        known: &Question,
        rules: &[InstanceId],
    ) -> Option<Vec<InstanceId>> {
        let is_possible = self.enter(known, |_| false) == Ok(true);
        let mut failing = Vec::new();
        for &rule in rules.iter().filter(|_| is_possible) {
            let alone = Question {
                rules: vec![rule],
                ..Question::default()
            };
            if self.enter(&alone, |_| false).is_err() {
                failing.push(rule);
            }
            self.pop();
        }
        self.pop();
        is_possible.then_some(failing)
    }

    /// From what is known on the current level: calls `look` with each spot that is narrowed and the values that
    /// are left there. False if a rule fails, which ends it.
    pub(super) fn narrow_alone(
        &mut self,
        rules: &[InstanceId],
        mut look: impl FnMut(usize, Domain<'_>),
    ) -> bool {
        let until = self.until();
        rules.iter().all(|&rule| {
            self.alone(rule, &until, |this, outcome, before| {
                if outcome == Ok(true) {
                    let mut vars: Vec<Var> = this
                        .changes_since(before)
                        .into_iter()
                        .filter_map(|id| this.solver.change(id).0.var)
                        .collect();
                    vars.sort_unstable();
                    vars.dedup();
                    for var in vars {
                        if let Some(spot) = this.spot_of(var) {
                            look(spot, this.solver.domain(var));
                        }
                    }
                }
                outcome.is_ok()
            })
        })
    }

    /// What a rule by itself does to the current level; `look` gets the last change before it.
    fn alone<T>(
        &mut self,
        rule: InstanceId,
        until: &Interrupt,
        look: impl FnOnce(&mut Self, Result<bool, Conflict>, Option<ChangeId>) -> T,
    ) -> T {
        self.spent.questions += 1;
        let before = self.solver.changes().next_back();
        self.push();
        self.wake(&[rule], |rule| rule.is_shown);
        let outcome = self.propagate_within(until);
        let found = look(self, outcome, before);
        self.pop();
        found
    }

    /// Oldest first.
    fn changes_since(&self, before: Option<ChangeId>) -> Vec<ChangeId> {
        let changes = self.solver.changes().rev();
        let mut new: Vec<ChangeId> = changes.take_while(|&id| Some(id) > before).collect();
        new.reverse();
        new
    }

    /// `None` where it is not known.
    fn is_reached(&self, outcome: Result<bool, Conflict>, goal: Goal) -> Option<bool> {
        match (outcome, goal) {
            (Err(Conflict), goal) => Some(goal == Goal::Clash),
            (Ok(is_over), Goal::Fact(fact)) => {
                let domain = self.solver.domain(fact.var);
                let holds = domain.iter().all(|value| fact.admits(value));
                (holds || is_over).then_some(holds)
            }
            (Ok(is_over), Goal::Clash) => is_over.then_some(false),
        }
    }
}
