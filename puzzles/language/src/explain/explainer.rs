//! What follows from which rules and facts, by propagation alone.

use quadrille_engine::clock::Instant;
use std::collections::{BTreeMap, BTreeSet};

use quadrille_engine::bits::none_of;
use quadrille_engine::{
    ChangeId, Conflict, Interrupt, KnownReasons, Literal, Memory, PropagatorId, Reason, Relation,
    Solver, Var,
};

use super::instance::{self, Implied, Instance, InstanceId};
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

/// Rules that follow from several instances.
#[derive(Debug)]
pub(super) struct ImpliedRules {
    pub(super) all: Vec<Implied>,
    /// By propagator: the number of the one that it is part of.
    pub(super) of: Vec<Option<usize>>,
    /// By instance: the numbers of those whose first premise it is.
    pub(super) from: Vec<Vec<usize>>,
}

/// When to break off.
#[derive(Debug, Default)]
pub(super) struct Limit {
    pub(super) deadline: Option<Instant>,
    pub(super) interrupt: Interrupt,
    /// The [work](Solver::work) after which to break off, if there is such a limit.
    pub(super) work: Option<u64>,
    /// Whether it was reached.
    pub(super) is_late: bool,
}

/// What was assumed.
#[derive(Debug, Default)]
pub(super) struct Assumed {
    /// Each fact with the change in which it was made.
    pub(super) made: Vec<(ChangeId, Literal)>,
    /// By level: how many of these were before it.
    pub(super) levels: Vec<usize>,
    /// What was assumed last, if it contradicts what was before it.
    pub(super) refused: Option<Literal>,
}

/// What later questions use of earlier ones.
#[derive(Debug, Default)]
pub(super) struct Learnt {
    /// The reasons of changes.
    pub(super) known: KnownReasons,
    /// What searches have learnt, if that is kept.
    pub(super) memory: Option<Memory>,
    /// By variable: the latest solution of a question that was searched.
    pub(super) latest: Vec<i32>,
    /// The same of the one that searches start from, if it is not the latest.
    pub(super) home: Vec<i32>,
}

/// What was done so far.
#[derive(Debug, Default)]
pub(super) struct Spent {
    /// Questions answered.
    pub(super) questions: u64,
    /// What searches for refutations have assumed.
    pub(super) assumptions: u64,
}

/// The model of a puzzle with every rule switched off, for finding out what follows from which of them.
///
/// Definitions of auxiliary variables are not rules and always hold. Every answer is that of propagation from the root
/// with only the named rules and facts.
#[derive(Debug)]
pub struct Explainer {
    pub(super) solver: Solver,
    pub(super) instances: Vec<Instance>,
    pub(super) implied: ImpliedRules,
    /// By propagator: whose it is; of an implied rule, the premise that it says most of.
    pub(super) instance_of: Vec<Option<InstanceId>>,
    /// By propagator: the instances that use the variable which it defines, in order.
    pub(super) users_of: Vec<Vec<InstanceId>>,
    pub(super) spots: Vec<Spot>,
    /// By spot: its values by declaration and by the definitions of variables.
    pub(super) values: Vec<Vec<i32>>,
    /// By variable.
    pub(super) spot_of: Vec<Option<usize>>,
    pub(super) reading: Reading,
    pub(super) limit: Limit,
    /// The definitions of variables are contradictory by themselves, so every question is answered by that.
    pub(super) is_contradiction: bool,
    pub(super) assumed: Assumed,
    /// Why changes that are on record were made, as far as it was asked.
    pub(super) reasons: BTreeMap<ChangeId, Reason>,
    pub(super) learnt: Learnt,
    pub(super) spent: Spent,
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
        let (mut instances, implied) = instance::instances(&solver, &reading.origins, &spot_of);
        let parts: BTreeMap<String, String> = puzzle.named_parts().into_iter().collect();
        for instance in &mut instances {
            let places = instance.place.split(", ");
            let named = places.map(|place| parts.get(place).map_or(place, String::as_str));
            instance.place_in_words = named.collect::<Vec<_>>().join(", ");
        }
        let mut instance_of = vec![None; solver.propagator_count()];
        let mut implied_of = vec![None; solver.propagator_count()];
        for (number, one) in implied.iter().enumerate() {
            for propagator in &one.propagators {
                instance_of[propagator.index()] = Some(one.main);
                implied_of[propagator.index()] = Some(number);
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
        let mut implied_from = vec![Vec::new(); instances.len()];
        for (number, one) in implied.iter().enumerate() {
            if let Some(first) = one.premises.first() {
                implied_from[first.index()].push(number);
            }
        }
        let values = spots
            .iter()
            .map(|spot| solver.domain(spot.var).iter().collect());
        Some(Self {
            values: values.collect(),
            is_contradiction: outcome.is_err(),
            solver,
            instances,
            implied: ImpliedRules {
                all: implied,
                of: implied_of,
                from: implied_from,
            },
            instance_of,
            users_of,
            spots,
            spot_of,
            reading,
            limit: Limit::default(),
            assumed: Assumed::default(),
            reasons: BTreeMap::new(),
            learnt: Learnt::default(),
            spent: Spent::default(),
        })
    }

    /// From here on no question takes longer than until `deadline`: what was not derived by then counts as not
    /// following.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.limit.deadline = deadline;
        self.limit.is_late = false;
    }

    /// The same as soon as this is due.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.limit.interrupt = interrupt;
    }

    pub(super) fn until(&self) -> Interrupt {
        Interrupt::from(self.limit.deadline).or(&self.limit.interrupt)
    }

    /// From here on no more than so much [work](Solver::work) is done: what takes more counts as not following.
    pub(super) fn allow(&mut self, work: u64) {
        self.limit.work = Some(self.solver.work() + work);
        self.limit.is_late = false;
    }

    /// Whether all work that was allowed has been done.
    pub(super) fn is_spent(&self) -> bool {
        self.limit
            .work
            .is_some_and(|most| self.solver.work() >= most)
    }

    /// Whether the deadline has passed, a stop is requested, or all work that was allowed has been done.
    pub fn is_late(&mut self) -> bool {
        self.limit.is_late |= self.is_spent() || self.until().is_due();
        self.limit.is_late
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

    /// All of them except the givens of the file that are among the [facts](Self::givens). Names of regions are not: they
    /// say something of several places.
    pub fn rules(&self) -> Vec<InstanceId> {
        let facts = self.givens().iter();
        let told: BTreeSet<usize> = facts.filter_map(|fact| self.spot_of(fact.var)).collect();
        let is_told = |instance: &Instance| {
            let spots = &instance.spots;
            instance.is_given && (spots.is_empty() || spots.iter().any(|spot| told.contains(spot)))
        };
        let numbered = (0..).zip(&self.instances);
        numbered
            .filter(|(_, instance)| !is_told(instance))
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
}
