//! What follows from which rules and facts, by propagation alone.

use quadrille_engine::clock::Instant;
use std::collections::{BTreeMap, BTreeSet};

use quadrille_engine::bits::none_of;
use quadrille_engine::{
    ChangeId, Conflict, Domain, Interrupt, KnownReasons, Literal, Memory, PropagatorId, Reason,
    Relation, Solver, Var,
};

use super::instance::{self, Instance, InstanceId, Joint};
use super::question::{Goal, Link, Question, Support};
use crate::filling::Entries;
use crate::grid::Cell;
use crate::language::Puzzle;
use crate::language::field::Entered;
use crate::picture::Picture;
use crate::puzzle::enter;
use crate::puzzle::{BuildOptions, Built, Origins, Reading, Spot};

/// Draws the conclusions from what variables stand for, and keeps the definitions silent after that: a question runs
/// those that its rules use.
fn with_definitions(
    solver: &mut Solver,
    nameless: &[PropagatorId],
    origins: &Origins,
    interrupt: &Interrupt,
) -> Result<bool, Conflict> {
    solver.push();
    nameless.iter().for_each(|&id| solver.wake(id));
    let outcome = solver.propagate_until(interrupt);
    let changed: BTreeSet<Var> = solver
        .changes()
        .filter_map(|id| solver.change(id).0.var)
        .collect();
    let left: Vec<(Var, Vec<i32>)> = changed
        .into_iter()
        .map(|var| (var, solver.domain(var).iter().collect()))
        .collect();
    solver.pop();
    if outcome != Ok(true) {
        return outcome;
    }
    for (var, values) in left {
        let gone: Vec<i32> = match var.is_wide() {
            true => Vec::new(),
            false => solver
                .domain(var)
                .iter()
                .filter(|value| !values.contains(value))
                .collect(),
        };
        if let (Some(&min), Some(&max)) = (values.first(), values.last()) {
            solver.assume(Literal::at_least(var, min))?;
            solver.assume(Literal::at_most(var, max))?;
        }
        for value in gone {
            solver.assume(Literal::is_not(var, value))?;
        }
    }
    let mut is_definition = none_of(solver.propagator_count());
    for (range, _) in &origins.definitions {
        is_definition[range.clone()].fill(true);
    }
    for &id in nameless.iter().filter(|id| !is_definition[id.index()]) {
        solver.wake(id);
    }
    solver.propagate_until(interrupt)
}

/// The model of a puzzle with every rule switched off, for finding out what follows from which of them.
///
/// Definitions of auxiliary variables are not rules and always hold. Every answer is that of propagation from the root
/// with only the named rules and facts.
#[derive(Debug)]
pub struct Explainer {
    pub(super) solver: Solver,
    instances: Vec<Instance>,
    /// What stands for several instances at once.
    pub(super) joints: Vec<Joint>,
    /// By propagator. Of a joint: what it says most of.
    pub(super) instance_of: Vec<Option<InstanceId>>,
    /// By propagator: the joint that it is part of.
    pub(super) joint_of: Vec<Option<usize>>,
    /// By propagator: the instances that use the variable which it defines, in order.
    pub(super) users_of: Vec<Vec<InstanceId>>,
    /// By instance: the joints whose first instance it is.
    pub(super) joints_from: Vec<Vec<usize>>,
    spots: Vec<Spot>,
    /// By spot: its values by declaration and by the definitions of variables.
    values: Vec<Vec<i32>>,
    /// By variable.
    spot_of: Vec<Option<usize>>,
    reading: Reading,
    /// When to break off.
    pub(super) deadline: Option<Instant>,
    pub(super) interrupt: Interrupt,
    is_late: bool,
    /// The [work](Solver::work) after which to break off, if there is such a limit.
    pub(super) budget: Option<u64>,
    /// The definitions of variables are contradictory by themselves, so every question is answered by that.
    pub(super) is_contradiction: bool,
    /// By variable: the latest solution of a question that was searched.
    pub(super) latest: Vec<i32>,
    /// The same of the one that searches start from, if it is not the latest.
    pub(super) home: Vec<i32>,
    /// What was assumed, and in which change.
    pub(super) made: Vec<(ChangeId, Literal)>,
    /// By level: how many of these were before it.
    levels: Vec<usize>,
    /// What was assumed last, if it contradicts what was before it.
    pub(super) refused: Option<Literal>,
    /// Why changes that are on record were made, as far as it was asked.
    pub(super) reasons: BTreeMap<ChangeId, Reason>,
    /// Those of all questions.
    pub(super) known: KnownReasons,
    /// What searches have learnt, if that is kept.
    pub(super) memory: Option<Memory>,
    /// Questions answered so far.
    pub(super) questions: u64,
    /// What searches for refutations have assumed so far.
    pub(super) assumptions: u64,
}

impl Explainer {
    /// Builds the model of a puzzle. `None` if the interrupt of the options was due.
    ///
    /// Longer than other functions, since it fills many fields that depend on each other.
    pub fn new(puzzle: &Puzzle, options: &BuildOptions) -> Option<Self> {
        let options = BuildOptions {
            join_rules: false,
            ..options.clone()
        };
        let Built { model, reading, .. } = puzzle.build(&options);
        let mut solver = model.solver_until(&options.interrupt)?;
        let spots = puzzle.spots(&reading);
        let mut spot_of = vec![None; solver.variables()];
        for (number, spot) in spots.iter().enumerate() {
            spot_of[spot.var.index()] = Some(number);
        }
        let (mut instances, joints) = instance::instances(&solver, &reading.origins, &spot_of);
        let parts: BTreeMap<String, String> = puzzle.named_parts().into_iter().collect();
        for instance in &mut instances {
            let places = instance.place.split(", ");
            let named = places.map(|place| parts.get(place).map_or(place, String::as_str));
            instance.place_in_words = named.collect::<Vec<_>>().join(", ");
        }
        let mut instance_of = vec![None; solver.propagator_count()];
        let mut joint_of = vec![None; solver.propagator_count()];
        for (number, joint) in joints.iter().enumerate() {
            for propagator in &joint.propagators {
                instance_of[propagator.index()] = Some(joint.main);
                joint_of[propagator.index()] = Some(number);
            }
        }
        let mut users_of = vec![Vec::new(); solver.propagator_count()];
        for (number, instance) in (0..).zip(&instances) {
            for propagator in &instance.propagators {
                instance_of[propagator.index()] = Some(InstanceId(number));
            }
            for propagator in &instance.definitions {
                users_of[propagator.index()].push(InstanceId(number));
            }
        }
        let nameless: Vec<PropagatorId> = solver
            .propagators()
            .filter(|&(_, _, rule, _)| {
                instance::is_nameless(rule, solver.rule_text(rule), &reading.origins)
            })
            .map(|(propagator, ..)| propagator)
            .collect();
        solver.silence(|_| true);
        solver.record();
        let outcome =
            with_definitions(&mut solver, &nameless, &reading.origins, &options.interrupt);
        if outcome == Ok(false) {
            return None;
        }
        let mut joints_from = vec![Vec::new(); instances.len()];
        for (number, joint) in joints.iter().enumerate() {
            if let Some(first) = joint.of.first() {
                joints_from[first.index()].push(number);
            }
        }
        let values = spots
            .iter()
            .map(|spot| solver.domain(spot.var).iter().collect());
        Some(Self {
            joints_from,
            values: values.collect(),
            is_contradiction: outcome.is_err(),
            interrupt: Interrupt::default(),
            solver,
            instances,
            joints,
            instance_of,
            joint_of,
            users_of,
            spots,
            spot_of,
            reading,
            deadline: None,
            is_late: false,
            budget: None,
            latest: Vec::new(),
            home: Vec::new(),
            made: Vec::new(),
            levels: Vec::new(),
            refused: None,
            reasons: BTreeMap::new(),
            known: KnownReasons::default(),
            memory: None,
            questions: 0,
            assumptions: 0,
        })
    }

    /// From here on no question takes longer than until `deadline`: what was not derived by then counts as not
    /// following.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
        self.is_late = false;
    }

    /// The same as soon as this is due.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    pub(super) fn until(&self) -> Interrupt {
        Interrupt::from(self.deadline).or(&self.interrupt)
    }

    /// From here on no more than so much [work](Solver::work) is done: what takes more counts as not following.
    pub(super) fn allow(&mut self, work: u64) {
        self.budget = Some(self.solver.work() + work);
        self.is_late = false;
    }

    /// Whether all work that was allowed has been done.
    pub(super) fn is_spent(&self) -> bool {
        self.budget.is_some_and(|most| self.solver.work() >= most)
    }

    /// Whether the deadline has passed, a stop is requested, or all work that was allowed has been done.
    pub fn is_late(&mut self) -> bool {
        self.is_late |= self.is_spent() || self.until().is_due();
        self.is_late
    }

    /// The rules of the puzzle at their places.
    pub fn instances(&self) -> &[Instance] {
        &self.instances
    }

    /// One of them.
    ///
    /// # Panics
    /// If it is of another explainer with more.
    pub fn instance(&self, id: InstanceId) -> &Instance {
        &self.instances[id.index()]
    }

    /// All of them.
    pub(super) fn all(&self) -> impl Iterator<Item = InstanceId> + use<> {
        (0..self.instances.len() as u32).map(InstanceId)
    }

    /// All of them except the givens of the file, which are among the [facts](Self::givens).
    pub fn rules(&self) -> Vec<InstanceId> {
        let numbered = (0..).zip(&self.instances);
        numbered
            .filter(|(_, instance)| !instance.is_given)
            .map(|(number, _)| InstanceId(number))
            .collect()
    }

    /// The givens of the file, as facts. A given that is impossible in its place is not among them: its instance says
    /// so.
    pub fn givens(&self) -> &[Literal] {
        &self.reading.origins.givens
    }

    /// What the puzzle asks for, with names.
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// The number of the spot of a variable, if it has one.
    pub fn spot_of(&self, var: Var) -> Option<usize> {
        self.spot_of.get(var.index()).copied().flatten()
    }

    /// The values that a spot has by declaration and by the definitions of variables, in ascending order.
    pub fn values(&self, spot: usize) -> &[i32] {
        &self.values[spot]
    }

    /// The only value of a spot that facts about it leave, if there is one.
    pub(super) fn only(&self, spot: usize, facts: &[Literal]) -> Option<i32> {
        let var = self.spots[spot].var;
        let own = facts.iter().filter(|fact| fact.var == var);
        let own: Vec<Literal> = own.copied().collect();
        let values = self.solver.domain(var).iter();
        let mut left = values.filter(|&value| own.iter().all(|fact| fact.admits(value)));
        let only = left.next();
        only.filter(|_| left.next().is_none())
    }

    /// The cells that rules are about, each with the number of its board: of rules about no more than half of the places.
    pub(super) fn cells_of(&self, rules: &[InstanceId]) -> Vec<(usize, Cell)> {
        let own = rules.iter().map(|&rule| &self.instance(rule).spots);
        let spots = own.filter(|spots| 2 * spots.len() <= self.spots.len());
        let cells = spots.flatten().flat_map(|&spot| &self.spots[spot].cells);
        let cells: BTreeSet<(usize, Cell)> = cells.copied().collect();
        cells.into_iter().collect()
    }

    /// The entries, by spot: the value entered, or each value excluded by a list, or `None` for an impossible entry.
    pub fn entries(&self, entries: &Entries) -> Vec<(usize, Option<Literal>)> {
        let mut known = Vec::new();
        for (at, var) in self.reading.vars().enumerate() {
            let values: Vec<i32> = self.solver.domain(var).iter().collect();
            let entered = enter::listed(values.clone(), &self.reading, entries, at);
            let (Some(spot), Some(entered)) = (self.spot_of(var), entered) else {
                continue;
            };
            match entered[..] {
                [] => known.push((spot, None)),
                [value] => known.push((spot, Some(Literal::is(var, value)))),
                _ => {
                    let others = values.iter().filter(|value| !entered.contains(value));
                    known.extend(others.map(|&value| (spot, Some(Literal::is_not(var, value)))));
                }
            }
        }
        known
    }

    /// The puzzle's picture with what is known.
    pub fn picture(&self, puzzle: &Puzzle, known: impl Fn(usize) -> Option<i32>) -> Picture {
        let mut picture = puzzle.picture();
        let known = |var| known(self.spot_of(var)?);
        puzzle.fill_known(&mut picture, &self.reading, &known);
        picture
    }

    /// A fact that decides a value, as an entry of the puzzle. Borders between regions to find are none.
    pub fn entered(&self, puzzle: &Puzzle, fact: Literal) -> Option<Entered> {
        let mut places = self.reading.places.iter();
        let place = places.find(|place| place.var == fact.var)?;
        if fact.relation != Relation::Is {
            return None;
        }
        let word = puzzle.word_found(place.layer, (place.filled)(fact.value))?;
        Some(Entered {
            position: place.position,
            ..word
        })
    }

    // ---- asking ----

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
        let outcome = self.enter(question, |joint| joint.is_told);
        let answer = look(self, outcome);
        self.pop();
        answer
    }

    /// Starts a level with what the question names, on top of those that were started before. Of what stands for
    /// several rules at once only what `is_meant` runs.
    pub(super) fn enter(
        &mut self,
        question: &Question,
        is_meant: impl Fn(&Joint) -> bool,
    ) -> Result<bool, Conflict> {
        self.questions += 1;
        self.push();
        for &fact in question.facts.iter().chain(&question.assumed) {
            self.assume(fact)?;
        }
        self.wake(&question.rules, is_meant);
        self.propagate()
    }

    pub(super) fn push(&mut self) {
        self.solver.push();
        self.levels.push(self.made.len());
    }

    pub(super) fn pop(&mut self) {
        self.solver.pop();
        self.made.truncate(self.levels.pop().unwrap_or_default());
        self.refused = None;
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
                self.made.extend(change.map(|id| (id, fact)));
            }
            Err(Conflict) => {
                self.refused = Some(fact);
                return Err(Conflict);
            }
        }
        Ok(())
    }

    /// Lets rules run. What stands for several of them at once prunes more, and runs as fast as in the model that is
    /// solved.
    fn wake(&mut self, rules: &[InstanceId], is_meant: impl Fn(&Joint) -> bool) {
        let is_alone = |&number: &usize| self.joints[number].of.len() == 1;
        if let &[rule] = rules
            && !self.joints_from[rule.index()].iter().any(is_alone)
        {
            let own = &self.instances[rule.index()];
            for &propagator in own.propagators.iter().chain(&own.definitions) {
                self.solver.wake(propagator);
            }
            return;
        }
        let mut is_on = none_of(self.instances.len());
        rules.iter().for_each(|rule| is_on.set(rule.index(), true));
        let joints = rules
            .iter()
            .flat_map(|rule| &self.joints_from[rule.index()]);
        let mut joints: Vec<usize> = joints.copied().collect();
        joints.sort_unstable();
        joints.dedup();
        let joints = joints.into_iter().map(|number| &self.joints[number]);
        let joints: Vec<&Joint> = joints
            .filter(|joint| is_meant(joint) && joint.of.iter().all(|rule| is_on[rule.index()]))
            .collect();
        // Those that are covered, or run already.
        let mut is_done = none_of(self.solver.propagator_count());
        for covered in joints.iter().flat_map(|joint| &joint.covered) {
            is_done.set(covered.index(), true);
        }
        let instances = rules.iter().map(|rule| &self.instances[rule.index()]);
        let of_instances = instances.flat_map(|own| own.propagators.iter().chain(&own.definitions));
        let of_joints = joints.iter();
        let of_joints = of_joints.flat_map(|own| own.propagators.iter().chain(&own.definitions));
        for &propagator in of_joints.chain(of_instances) {
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
        self.is_late |= outcome == Ok(false);
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
            self.is_late |= until.is_due();
            if self.is_late {
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
        self.questions += 1;
        let before = self.solver.changes().next_back();
        self.push();
        self.wake(&[rule], |joint| joint.is_told);
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
