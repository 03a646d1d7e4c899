//! Conflict analysis: from the facts that a failure followed from back to a no-good with one fact of the latest level.

use std::collections::BinaryHeap;

use fxhash::FxHashMap;

use super::clauses::{Clauses, Id};
use super::fact::Fact;
use super::ledger::Ledger;
use crate::agenda::{LEARNT, NOBODY};
use crate::domain::{Dom, Domain};
use crate::kernel::Kernel;
use crate::literal::Literal;
use crate::reason::{Change, Past};
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
    Hopeless,
    /// The facts in `learnt` are not all true in any solution. All except the first are true at level `back_to`.
    Learnt {
        back_to: usize,
        /// How many levels the facts come from.
        levels: u32,
    },
}

/// The most reasons used to minimise one no-good: of no-goods, and of propagators.
const MOST_NO_GOODS: usize = 1000;
const MOST_PROPAGATORS: usize = 100;

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
struct Member {
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
/// All facts about a narrow variable are one part, the intersection of their sets. A fact of several changes is
/// resolved at the change that made it true; whatever part of it was true before that change stays as a part of its
/// own.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    parts: Vec<Member>,
    /// By variable: its part that says inside, plus one.
    part_of: Vec<u32>,
    /// The parts of the latest level, by change.
    open: BinaryHeap<(u32, u32)>,
    /// The number of these.
    latest: usize,
    /// The first change of the latest level, and the first after the root.
    level_start: u32,
    root_end: u32,
    /// By narrow variable: the values left at the root.
    root: Vec<u64>,
    literals: Vec<Literal>,
    reason: Vec<Fact>,
    words: Vec<u64>,
    /// The no-good found; the fact to be refuted comes first.
    pub(super) learnt: Vec<Fact>,
    /// The change that made the second of these true.
    pub(super) second_since: u32,
    /// The variables met during the analysis.
    pub(super) met: Vec<Var>,
    /// The no-goods met during the analysis.
    pub(super) used: Vec<Id>,
    levels: Vec<usize>,
    /// Results of minimisation: by change, the fact that it made true and whether that is implied.
    judged: FxHashMap<u32, (Fact, bool)>,
    /// Reasons used for minimisation: of no-goods, and of propagators.
    asked: usize,
    asked_propagators: usize,
    /// Present if it is asked what the refutation rests on.
    pub(super) ledger: Option<Ledger>,
}

impl Analysis {
    pub(super) fn attach(&mut self, variables: usize) {
        self.part_of = vec![0; variables];
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
        match failure {
            Failure::NoGood(id) => {
                self.used.push(id);
                for &fact in clauses.facts(id) {
                    self.add(&solver.kernel, fact, end);
                }
            }
            Failure::Propagator => {
                if let (Some(ledger), Some(culprit)) = (&mut self.ledger, solver.culprit()) {
                    ledger.note_propagator(culprit.index() as u32);
                }
                let mut literals = std::mem::take(&mut self.literals);
                literals.clear();
                solver.explain_failure(&mut literals);
                let mut is_true = true;
                for &literal in &literals {
                    is_true &= self.add(&solver.kernel, Fact::of(literal), end);
                }
                if !is_true && let Some(culprit) = solver.culprit() {
                    // Facts that do not hold: their propagator is wrong.
                    debug_assert!(false, "a failure for facts that do not hold: {literals:?}");
                    literals.clear();
                    let past = Past {
                        kernel: &solver.kernel,
                        time: end,
                        scope: solver.scope(culprit),
                    };
                    past.describe_scope(&mut literals);
                    for &literal in &literals {
                        self.add(&solver.kernel, Fact::of(literal), end);
                    }
                }
                self.literals = literals;
            }
            Failure::Decisions(decisions) => {
                for &decision in decisions {
                    self.add(&solver.kernel, Fact::of(decision), end);
                }
            }
        }
        let Some(latest) = self.parts.iter().filter(|p| p.lives).map(|p| p.since).max() else {
            return Verdict::Hopeless;
        };
        self.level_start = record.start_of_level(record.level_of(latest));
        for (i, part) in (0..).zip(&self.parts) {
            if part.lives && part.since >= self.level_start {
                self.latest += 1;
                self.open.push((part.since, i));
            }
        }
        let decision = decisions[record.level_of(latest) - root - 1];
        let first = self.resolve(solver, clauses, decision);
        self.minimise(solver, clauses, first);
        self.conclude(solver, first, root)
    }

    fn clear(&mut self) {
        for part in &self.parts {
            self.part_of[part.fact.var.index()] = 0;
        }
        self.parts.clear();
        self.open.clear();
        self.latest = 0;
        self.met.clear();
        self.used.clear();
        self.judged.clear();
        self.asked = 0;
        self.asked_propagators = 0;
    }

    /// Replaces facts of the latest level by their reasons until one is left, which is returned.
    fn resolve(&mut self, solver: &Solver, clauses: &Clauses, decision: Literal) -> u32 {
        loop {
            let (since, at) = self.open.pop().expect("the latest level has a part");
            let part = self.parts[at as usize];
            if !part.lives || part.since != since {
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
            self.met.push(part.fact.var);
            if entry.propagator == LEARNT {
                self.used.push(clauses.at(entry.tag));
            }
            self.parts[at as usize].lives = false;
            if !part.fact.is_outside() {
                self.part_of[part.fact.var.index()] = 0;
            }
            self.latest -= 1;
            let mut reason = std::mem::take(&mut self.reason);
            self.ask(solver, clauses, part.fact, since, &mut reason);
            for &fact in &reason {
                self.add(&solver.kernel, fact, since);
            }
            self.reason = reason;
        }
    }

    /// All parts left of the latest level are about the variable of its decision, which is its first change. Replaces
    /// them by the decision.
    fn decided(&mut self, kernel: &Kernel, decision: Literal, since: u32) -> u32 {
        let before = kernel.domain_before(since);
        let mut reason = std::mem::take(&mut self.reason);
        reason.clear();
        for at in 0..self.parts.len() {
            let part = self.parts[at];
            if part.lives && part.since == since {
                self.set_lives(at, false);
                let decided = |v| !decision.admits(v);
                self.remainder(kernel, part.fact, before, decided, &mut reason);
            }
        }
        for &fact in &reason {
            self.add(kernel, fact, since);
        }
        self.reason = reason;
        self.add(kernel, Fact::of(decision), since + 1);
        let is_latest = |part: &Member| part.lives && part.since == since;
        let at = self.parts.iter().position(is_latest);
        at.expect("the decision was just added") as u32
    }

    /// Adds a fact that was true just before change number `time`. False if it was not.
    fn add(&mut self, kernel: &Kernel, fact: Fact, time: u32) -> bool {
        let fact = self.within_root(fact);
        if let Some(ledger) = &mut self.ledger {
            ledger.note_facts(&[fact]);
        }
        let since = match self.since(kernel, fact, time) {
            Since::Never => return false,
            Since::Root => return true,
            Since::Change(since) => since,
        };
        let place = self.part_of[fact.var.index()];
        if fact.is_outside() {
            let known = |part: &Member| part.lives && part.fact.var == fact.var;
            if self
                .parts
                .iter()
                .any(|p| known(p) && fact.follows_from(p.fact))
            {
                return true;
            }
        } else if let Some(at) = place.checked_sub(1) {
            let part = &mut self.parts[at as usize];
            if fact.follows_from(part.fact) {
                return true;
            }
            part.fact = part.fact.and(fact);
            if since > part.since {
                let was_latest = part.since >= self.level_start;
                part.since = since;
                if since >= self.level_start {
                    self.latest += usize::from(!was_latest);
                    self.open.push((since, at));
                }
            }
            return true;
        }
        let at = self.parts.len() as u32;
        self.parts.push(Member {
            fact,
            since,
            lives: true,
        });
        if !fact.is_outside() {
            self.part_of[fact.var.index()] = at + 1;
        }
        if since >= self.level_start {
            self.latest += 1;
            self.open.push((since, at));
        }
        true
    }

    /// Since when a fact is true that was true just before change number `time`.
    fn since(&self, kernel: &Kernel, fact: Fact, time: u32) -> Since {
        let record = kernel.record();
        let now = kernel.domain(fact.var);
        let width = now.words().len();
        let mut at = record.latest(fact.var);
        let mut then = now.words();
        while at > time {
            then = record.old(at - 1, width);
            at = record.entries[at as usize - 1].previous;
        }
        if !fact.holds_in(Domain::new(now.offset(), then)) {
            return Since::Never;
        }
        while at > self.root_end {
            let before = record.old(at - 1, width);
            if !fact.holds_in(Domain::new(now.offset(), before)) {
                return Since::Change(at - 1);
            }
            at = record.entries[at as usize - 1].previous;
        }
        Since::Root
    }

    /// Facts from which `fact` follows, true before change number `since`, which made it true and was not a decision.
    fn ask(
        &mut self,
        solver: &Solver,
        clauses: &Clauses,
        fact: Fact,
        since: u32,
        reason: &mut Vec<Fact>,
    ) {
        reason.clear();
        let kernel = &solver.kernel;
        let entry = kernel.record().entries[since as usize];
        let var = entry.var;
        let before = kernel.domain_before(since);
        let after = kernel.domain_at(var, since + 1);
        if entry.propagator == LEARNT {
            reason.extend(clauses.others(entry.tag));
            let refuted = clauses.fact_at(entry.tag);
            self.remainder(kernel, fact, before, |v| refuted.admits(v), reason);
            self.bring_within_root(reason);
            self.note(entry.propagator, reason);
            return;
        }
        // Of the values removed at once, only those that the fact is about.
        self.words.clear();
        let offset = before.offset();
        self.words.extend_from_slice(before.words());
        if fact.var.is_wide() {
            let (low, high) = fact.ends();
            let (low, high) = (i64::from(low), i64::from(high));
            for (word, first) in self.words.iter_mut().zip((i64::from(offset)..).step_by(64)) {
                let from = Dom::at_least((low - first).clamp(0, 64) as i32);
                let to = Dom::at_most((high - first).clamp(-1, 63) as i32);
                let inside = (from & to).bits();
                *word &= if fact.is_outside() { !inside } else { inside };
            }
        } else {
            self.words[0] &= fact.bits();
        }
        let words = std::mem::take(&mut self.words);
        let change = Change {
            var: Some(var),
            before,
            after: Domain::new(offset, &words),
            tag: entry.tag,
        };
        let past = Past {
            kernel,
            time: since,
            scope: &kernel.agenda.registrations[entry.propagator as usize].scope,
        };
        let mut literals = std::mem::take(&mut self.literals);
        literals.clear();
        solver.explain(entry.propagator, &change, &past, &mut literals);
        let held = |literal: &Literal| Fact::of(*literal).holds_in(past.domain(literal.var));
        if !literals.iter().all(held) {
            debug_assert!(false, "a reason that did not hold: {literals:?}");
            literals.clear();
            past.describe_scope(&mut literals);
        }
        for &literal in &literals {
            let fact = Fact::of(literal);
            match reason.last_mut() {
                Some(last) if last.var == fact.var && !last.is_outside() && !fact.is_outside() => {
                    *last = last.and(fact);
                }
                _ => reason.push(fact),
            }
        }
        self.literals = literals;
        // If a bound was moved, the values beyond may be accounted for as well.
        let (mut low, mut high) = (i32::MIN, i32::MAX);
        if !fact.is_outside() && solver.explains_bounds(entry.propagator, &change) {
            let (first, last) = (change.first_removed(), change.last_removed());
            if let (Some(first), Some(last), Some(min), Some(max)) =
                (first, last, after.min(), after.max())
            {
                if last < min {
                    low = last;
                } else if first > max {
                    high = first;
                }
            }
        }
        self.remainder(
            kernel,
            fact,
            before,
            |v| low != i32::MIN && v <= low || high != i32::MAX && v >= high,
            reason,
        );
        self.words = words;
        self.bring_within_root(reason);
        self.note(entry.propagator, reason);
    }

    fn note(&mut self, propagator: u32, reason: &[Fact]) {
        if let Some(ledger) = &mut self.ledger {
            ledger.note_propagator(propagator);
            ledger.note_facts(reason);
        }
    }

    fn bring_within_root(&self, facts: &mut [Fact]) {
        for fact in facts {
            *fact = self.within_root(*fact);
        }
    }

    /// The part of `fact` that was true before the change that made it true: that the contradicting values which the
    /// domain had lost by then are removed, except those `accounted` for.
    fn remainder(
        &self,
        kernel: &Kernel,
        fact: Fact,
        before: Domain<'_>,
        accounted: impl Fn(i32) -> bool,
        reason: &mut Vec<Fact>,
    ) {
        // The values accounted for are an interval, or two with the domain between them.
        let all = |low: i32, high: i32| accounted(low) && accounted(high);
        let var = fact.var;
        if !var.is_wide() {
            let mut lost = self.root[var.index()] & !fact.bits() & !before.words()[0];
            let mut missing = 0;
            while lost != 0 {
                let value = lost.trailing_zeros();
                lost &= lost - 1;
                if !accounted(value as i32) {
                    missing |= 1 << value;
                }
            }
            if missing != 0 {
                reason.push(Fact::among(var, !missing));
            }
            return;
        }
        let (Some(min), Some(max)) = (before.min(), before.max()) else {
            return;
        };
        let declared = kernel.declared(var);
        let (Some(first), Some(last)) = (declared.min(), declared.max()) else {
            return;
        };
        let (low, high) = fact.ends();
        if fact.is_outside() {
            Self::holes(before, var, low.max(first), high.min(last), &all, reason);
            return;
        }
        let (mut from, mut to) = (i32::MIN, i32::MAX);
        if low > first {
            if min >= low {
                if !all(first, low - 1) {
                    from = low;
                }
            } else {
                if min > first && !all(first, min - 1) {
                    from = min;
                }
                Self::holes(before, var, min, low - 1, &all, reason);
            }
        }
        if high < last {
            if max <= high {
                if !all(high + 1, last) {
                    to = high;
                }
            } else {
                if max < last && !all(max + 1, last) {
                    to = max;
                }
                Self::holes(before, var, high + 1, max, &all, reason);
            }
        }
        if (from, to) != (i32::MIN, i32::MAX) {
            reason.push(Fact::inside(var, from, to));
        }
    }

    /// The runs of `low..=high` that `before` had lost.
    fn holes(
        before: Domain<'_>,
        var: Var,
        low: i32,
        high: i32,
        accounted: &impl Fn(i32, i32) -> bool,
        reason: &mut Vec<Fact>,
    ) {
        let mut at = low;
        while at <= high {
            let next = before.next_from(at);
            let end = next.map_or(high, |next| (next - 1).min(high));
            if at <= end && !accounted(at, end) {
                reason.push(Fact::outside(var, at, end));
            }
            match next {
                Some(next) if next < high => at = next + 1,
                _ => return,
            }
        }
    }

    /// Drops each fact that follows from the others and the root, going back over reasons (Sörensson and Biere 2009,
    /// "Minimizing learned clauses"), each used once.
    fn minimise(&mut self, solver: &Solver, clauses: &Clauses, first: u32) {
        // On heyawake, nurikabe and country road of published sizes, tight limits often doubled the failures; without
        // limits, reasons of propagators take more time than they save.
        const DEPTH: usize = 50;
        let record = solver.kernel.record();
        self.levels.clear();
        self.levels.extend(
            self.parts
                .iter()
                .filter(|p| p.lives)
                .map(|p| record.level_of(p.since)),
        );
        self.levels.sort_unstable();
        self.levels.dedup();
        for at in 0..self.parts.len() {
            let part = self.parts[at];
            if !part.lives || at == first as usize {
                continue;
            }
            // A fact must not be its own support.
            self.set_lives(at, false);
            if !self.is_implied(solver, clauses, part.fact, part.since, DEPTH) {
                self.set_lives(at, true);
            }
        }
    }

    fn set_lives(&mut self, at: usize, lives: bool) {
        let part = &mut self.parts[at];
        part.lives = lives;
        if !part.fact.is_outside() {
            self.part_of[part.fact.var.index()] = if lives { at as u32 + 1 } else { 0 };
        }
    }

    /// Whether a fact true since change number `since` follows from the live parts.
    fn is_implied(
        &mut self,
        solver: &Solver,
        clauses: &Clauses,
        fact: Fact,
        since: u32,
        depth: usize,
    ) -> bool {
        let record = solver.kernel.record();
        let propagator = record.entries[since as usize].propagator;
        if propagator == NOBODY
            || depth == 0
            || self.levels.binary_search(&record.level_of(since)).is_err()
        {
            return false;
        }
        match self.judged.get(&since) {
            Some(&(judged, implied)) if judged == fact => return implied,
            _ => {}
        }
        if propagator == LEARNT {
            self.asked += 1;
        } else {
            self.asked_propagators += 1;
        }
        if self.asked > MOST_NO_GOODS || self.asked_propagators > MOST_PROPAGATORS {
            return false;
        }
        let implied = self.follows(solver, clauses, fact, since, depth);
        self.judged.insert(since, (fact, implied));
        implied
    }

    /// Whether the reason of a fact follows from the live parts.
    fn follows(
        &mut self,
        solver: &Solver,
        clauses: &Clauses,
        fact: Fact,
        since: u32,
        depth: usize,
    ) -> bool {
        let mut reason = Vec::new();
        self.ask(solver, clauses, fact, since, &mut reason);
        let follows = self.all_follow(solver, clauses, &reason, since, depth);
        if !follows && let Some(ledger) = &mut self.ledger {
            let propagator = solver.kernel.record().entries[since as usize].propagator;
            ledger.forget(propagator, &reason);
        }
        follows
    }

    /// Whether facts true just before change number `since` follow from the live parts.
    fn all_follow(
        &mut self,
        solver: &Solver,
        clauses: &Clauses,
        reason: &[Fact],
        since: u32,
        depth: usize,
    ) -> bool {
        // The cheap test first, for all of them; then the expensive one.
        let mut left = Vec::new();
        for &fact in reason {
            match self.since(&solver.kernel, fact, since) {
                Since::Never => return false,
                Since::Root => {}
                Since::Change(_) if self.is_part(fact) => {}
                Since::Change(since) => left.push((fact, since)),
            }
        }
        left.iter()
            .all(|&(fact, since)| self.is_implied(solver, clauses, fact, since, depth - 1))
    }

    /// Whether a fact follows from a live one.
    fn is_part(&self, fact: Fact) -> bool {
        if let Some(at) = self.part_of[fact.var.index()].checked_sub(1)
            && fact.follows_from(self.parts[at as usize].fact)
        {
            return true;
        }
        fact.is_outside()
            && self
                .parts
                .iter()
                .any(|p| p.lives && p.fact.var == fact.var && fact.follows_from(p.fact))
    }

    /// Collects the no-good: `first`, then the fact that became true last of the others.
    fn conclude(&mut self, solver: &Solver, first: u32, root: usize) -> Verdict {
        let record = solver.kernel.record();
        self.learnt.clear();
        self.levels.clear();
        self.learnt.push(self.parts[first as usize].fact);
        self.second_since = 0;
        for (i, part) in (0..).zip(&self.parts) {
            if !part.lives {
                continue;
            }
            self.met.push(part.fact.var);
            self.levels.push(record.level_of(part.since));
            if i == first {
                continue;
            }
            self.learnt.push(part.fact);
            let last = self.learnt.len() - 1;
            if last == 1 || part.since > self.second_since {
                self.second_since = part.since;
                self.learnt.swap(1, last);
            }
        }
        self.levels.sort_unstable();
        self.levels.dedup();
        let back_to = if self.learnt.len() == 1 {
            root
        } else {
            record.level_of(self.second_since)
        };
        Verdict::Learnt {
            back_to,
            levels: self.levels.len() as u32,
        }
    }
}
