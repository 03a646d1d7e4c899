//! Conflict analysis: from the facts that a failure followed from back to a no-good with one fact of the latest level.

mod minimise;
mod reasons;
mod refutation;

use std::collections::BinaryHeap;

use fxhash::FxHashMap;

use super::clauses::{Clauses, Id, SINCE_ROOT};
use super::fact::Fact;
use super::provenance::Provenance;
use crate::agenda::{LEARNT, NOBODY};
use crate::kernel::Kernel;
use crate::literal::Literal;
use crate::reason::KnownReasons;
use crate::reason::Past;
use crate::solver::Solver;
use crate::var::Var;

/// Where an analysis begins.
#[derive(Clone, Copy, Debug)]
pub(super) enum Failure<'a> {
    /// All facts of this no-good are true.
    NoGood(Id),
    /// The propagator that failed last.
    Propagator,
    /// These decisions together must not be made again.
    Decisions(&'a [Literal]),
}

/// The result of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The failure follows from the root.
    Unsatisfiable,
    /// The facts in `learnt` are not all true in any solution. All except the first are true at level `back_to`.
    Learnt {
        back_to: usize,
        /// How many levels the facts come from.
        levels: u32,
    },
}

/// Since when a fact is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Since {
    /// It is not.
    Never,
    /// Since the root of the search, or before anything was recorded.
    Root,
    /// Since this change.
    Change(u32),
}

/// A fact of the no-good under construction.
#[derive(Clone, Copy, Debug)]
struct Conjunct {
    fact: Fact,
    /// The change since which it is true.
    since: u32,
    /// Still part of it.
    lives: bool,
}

/// The first unique implication point (Marques-Silva and Sakallah 1996; Zhang et al. 2001) over domain facts: the
/// facts of a failure are replaced by their reasons, the latest first, until only one is left of the latest level.
/// Reasons are computed only now (Feydy and Stuckey 2009, "Lazy clause generation reengineered").
///
/// All facts about a narrow variable are one conjunct, the intersection of their sets. A fact of several changes is
/// resolved at the change that made it true; whatever part of it was true before that change stays as a conjunct of
/// its own.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    conjuncts: Vec<Conjunct>,
    /// By variable: its conjunct that says inside, plus one.
    conjunct_of: Vec<u32>,
    /// The conjuncts of the latest level, by change.
    open: BinaryHeap<(u32, u32)>,
    /// The number of these.
    latest: usize,
    /// The first change of the latest level, and the first after the root.
    level_start: u32,
    root_end: u32,
    /// By narrow variable: the values left at the root.
    root: Vec<u64>,
    buffers: Buffers,
    /// Reasons that took long to find.
    pub(super) known: KnownReasons,
    /// The no-good found; the fact to be refuted comes first.
    pub(super) learnt: Vec<Fact>,
    /// The change that made the second of these true, or [`SINCE_ROOT`].
    pub(super) second_since: u32,
    /// The variables met during the analysis.
    pub(super) met: Vec<Var>,
    /// The no-goods met during the analysis.
    pub(super) used: Vec<Id>,
    minimisation: Minimisation,
    /// Present if it is asked what no-goods rest on.
    pub(super) provenance: Option<Provenance>,
}

/// Scratch for asking for reasons.
#[derive(Debug, Default)]
struct Buffers {
    literals: Vec<Literal>,
    reason: Vec<Fact>,
    words: Vec<u64>,
    levels: Vec<usize>,
}

/// What is known while the no-good is made smaller.
#[derive(Debug, Default)]
struct Minimisation {
    /// By change: the fact that it made true, whether that follows from the others, and the conjunct that was tried then.
    judged: FxHashMap<u32, (Fact, Follows, u32)>,
    /// The conjunct that is being tried.
    tried: u32,
    /// The numbers of reasons used: of no-goods, and of propagators.
    asked: usize,
    asked_propagators: usize,
}

/// Whether a fact follows from the live conjuncts. Of several facts together, the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Follows {
    No,
    /// Only while the same conjunct is tried: it rests on one that became true after it and says more, and when that one is
    /// tried, it must not count.
    WhileTried,
    Yes,
}

impl Analysis {
    pub(super) fn attach(&mut self, variables: usize) {
        self.conjunct_of = vec![0; variables];
    }

    /// Reads the domains at the root, where the solver is now. Facts are relative to these.
    pub(super) fn read_root(&mut self, kernel: &Kernel) {
        self.root.clear();
        self.root
            .extend((0..kernel.variables).map(|i| match kernel.handle(i) {
                var if var.is_wide() => 0,
                var => kernel.dom(var).bits(),
            }));
    }

    /// The fact without the values removed at the root.
    fn within_root(&self, fact: Fact) -> Fact {
        if fact.var.is_wide() {
            fact
        } else {
            Fact::among(fact.var, fact.bits() & self.root[fact.var.index()])
        }
    }

    /// Analyses a failure found at the solver's current level. `root` is the level of the root of the search.
    pub(super) fn run(
        &mut self,
        solver: &Solver,
        clauses: &Clauses,
        failure: Failure<'_>,
        decisions: &[Literal],
        root: usize,
    ) -> Verdict {
        let record = solver.kernel.record();
        self.clear();
        self.root_end = record.start_of_level(root + 1);
        let end = record.len();
        // Everything counts as the latest level until it is known which that is.
        self.level_start = u32::MAX;
        let mut facts = std::mem::take(&mut self.buffers.reason);
        self.facts_of(solver, clauses, failure, &mut facts);
        for &fact in &facts {
            self.add(&solver.kernel, fact, end);
        }
        self.buffers.reason = facts;
        let Some(latest) = self
            .conjuncts
            .iter()
            .filter(|p| p.lives)
            .map(|p| p.since)
            .max()
        else {
            return Verdict::Unsatisfiable;
        };
        self.level_start = record.start_of_level(record.level_of(latest));
        for (i, conjunct) in (0..).zip(&self.conjuncts) {
            if conjunct.lives && conjunct.since >= self.level_start {
                self.latest += 1;
                self.open.push((conjunct.since, i));
            }
        }
        let decision = decisions[record.level_of(latest) - root - 1];
        let first = self.resolve(solver, clauses, decision);
        self.minimise(solver, clauses, first);
        self.conclude(solver, first, root)
    }

    /// The facts that a failure followed from.
    fn facts_of(
        &mut self,
        solver: &Solver,
        clauses: &Clauses,
        failure: Failure<'_>,
        facts: &mut Vec<Fact>,
    ) {
        facts.clear();
        match failure {
            Failure::NoGood(id) => {
                self.used.push(id);
                self.note_no_good(clauses, id);
                facts.extend(clauses.facts(id));
            }
            Failure::Propagator => {
                let mut literals = std::mem::take(&mut self.buffers.literals);
                literals.clear();
                solver.explain_failure(&mut literals);
                let kernel = &solver.kernel;
                let holds =
                    |&literal: &Literal| Fact::of(literal).holds_in(kernel.domain(literal.var));
                if let Some(culprit) = solver.culprit() {
                    if let Some(provenance) = &mut self.provenance {
                        provenance.propagators.add(culprit.index() as u32);
                    }
                    if !literals.iter().all(holds) {
                        // Facts that do not hold: their propagator is wrong.
                        debug_assert!(false, "a failure for facts that do not hold: {literals:?}");
                        literals.clear();
                        let past = Past {
                            kernel,
                            time: kernel.record().len(),
                            scope: solver.scope(culprit),
                        };
                        past.describe_scope(&mut literals);
                    }
                }
                facts.extend(literals.iter().map(|&literal| Fact::of(literal)));
                self.buffers.literals = literals;
            }
            Failure::Decisions(decisions) => {
                facts.extend(decisions.iter().map(|&decision| Fact::of(decision)));
            }
        }
    }

    fn clear(&mut self) {
        if let Some(provenance) = &mut self.provenance {
            provenance.clear();
        }
        for conjunct in &self.conjuncts {
            self.conjunct_of[conjunct.fact.var.index()] = 0;
        }
        self.conjuncts.clear();
        self.open.clear();
        self.latest = 0;
        self.met.clear();
        self.used.clear();
        self.minimisation.judged.clear();
        self.minimisation.asked = 0;
        self.minimisation.asked_propagators = 0;
    }

    /// Replaces facts of the latest level by their reasons until one is left, which is returned.
    fn resolve(&mut self, solver: &Solver, clauses: &Clauses, decision: Literal) -> u32 {
        loop {
            let (since, at) = self.open.pop().expect("the latest level has a conjunct");
            let conjunct = self.conjuncts[at as usize];
            if !conjunct.lives || conjunct.since != since {
                continue;
            }
            let record = solver.kernel.record();
            let entry = record.entries[since as usize];
            if self.latest == 1 {
                return at;
            }
            if entry.propagator == NOBODY {
                return self.decided(&solver.kernel, decision, since);
            }
            self.met.push(conjunct.fact.var);
            if entry.propagator == LEARNT {
                self.used.push(Clauses::at(entry.tag));
            }
            self.set_lives(at as usize, false);
            self.latest -= 1;
            let mut reason = std::mem::take(&mut self.buffers.reason);
            self.ask(solver, clauses, conjunct.fact, since, &mut reason);
            self.note_propagator(solver, clauses, since);
            for &fact in &reason {
                self.add(&solver.kernel, fact, since);
            }
            self.buffers.reason = reason;
        }
    }

    /// All conjuncts left of the latest level are about the variable of its decision, which is its first change.
    /// Replaces them by the decision.
    fn decided(&mut self, kernel: &Kernel, decision: Literal, since: u32) -> u32 {
        let before = kernel.domain_before(since);
        let mut reason = std::mem::take(&mut self.buffers.reason);
        reason.clear();
        for at in 0..self.conjuncts.len() {
            let conjunct = self.conjuncts[at];
            if conjunct.lives && conjunct.since == since {
                self.set_lives(at, false);
                let decided = |v| !decision.admits(v);
                self.remainder(kernel, conjunct.fact, before, decided, &mut reason);
            }
        }
        for &fact in &reason {
            self.add(kernel, fact, since);
        }
        self.buffers.reason = reason;
        self.add(kernel, Fact::of(decision), since + 1);
        let is_latest = |conjunct: &Conjunct| conjunct.lives && conjunct.since == since;
        let at = self.conjuncts.iter().position(is_latest);
        at.expect("the decision was just added") as u32
    }

    /// Adds a fact that was true just before change number `time`. False if it was not.
    fn add(&mut self, kernel: &Kernel, fact: Fact, time: u32) -> bool {
        self.note_fact(kernel, fact, time);
        let fact = self.within_root(fact);
        let since = match self.since(kernel, fact, time) {
            Since::Never => return false,
            Since::Root => return true,
            Since::Change(since) => since,
        };
        let place = self.conjunct_of[fact.var.index()];
        if fact.is_outside() {
            let known = |conjunct: &Conjunct| conjunct.lives && conjunct.fact.var == fact.var;
            if self
                .conjuncts
                .iter()
                .any(|p| known(p) && fact.follows_from(p.fact))
            {
                return true;
            }
        } else if let Some(at) = place.checked_sub(1) {
            let conjunct = &mut self.conjuncts[at as usize];
            if fact.follows_from(conjunct.fact) {
                return true;
            }
            conjunct.fact = conjunct.fact.and(fact);
            if since > conjunct.since {
                let was_latest = conjunct.since >= self.level_start;
                conjunct.since = since;
                if since >= self.level_start {
                    self.latest += usize::from(!was_latest);
                    self.open.push((since, at));
                }
            }
            return true;
        }
        let at = self.conjuncts.len() as u32;
        self.conjuncts.push(Conjunct {
            fact,
            since,
            lives: true,
        });
        if !fact.is_outside() {
            self.conjunct_of[fact.var.index()] = at + 1;
        }
        if since >= self.level_start {
            self.latest += 1;
            self.open.push((since, at));
        }
        true
    }

    /// Collects the no-good: `first`, then the fact that became true last of the others.
    fn conclude(&mut self, solver: &Solver, first: u32, root: usize) -> Verdict {
        let record = solver.kernel.record();
        self.learnt.clear();
        self.buffers.levels.clear();
        self.learnt.push(self.conjuncts[first as usize].fact);
        self.second_since = 0;
        for (i, conjunct) in (0..).zip(&self.conjuncts) {
            if !conjunct.lives {
                continue;
            }
            self.met.push(conjunct.fact.var);
            self.buffers.levels.push(record.level_of(conjunct.since));
            if i == first {
                continue;
            }
            self.learnt.push(conjunct.fact);
            let last = self.learnt.len() - 1;
            if last == 1 || conjunct.since > self.second_since {
                self.second_since = conjunct.since;
                self.learnt.swap(1, last);
            }
        }
        self.buffers.levels.sort_unstable();
        self.buffers.levels.dedup();
        let back_to = if self.learnt.len() == 1 {
            self.second_since = SINCE_ROOT;
            root
        } else {
            record.level_of(self.second_since)
        };
        if let Some(provenance) = &self.provenance {
            // What is still a fact about a narrow variable says more.
            let counts =
                |fact: &Fact| fact.var.is_wide() || self.conjunct_of[fact.var.index()] == 0;
            self.learnt.extend(provenance.facts().filter(counts));
        }
        Verdict::Learnt {
            back_to,
            levels: self.buffers.levels.len() as u32,
        }
    }
}
