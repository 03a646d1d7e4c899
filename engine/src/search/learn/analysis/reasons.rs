//! Asks for the reason of a fact, and since when it is true.

use super::super::clauses::{Clauses, Id};
use super::super::fact::Fact;
use super::{Analysis, Since};
use crate::agenda::LEARNT;
use crate::domain::{Dom, Domain};
use crate::kernel::Kernel;
use crate::literal::Literal;
use crate::reason::{Change, Explanations, Past};
use crate::solver::Solver;
use crate::var::{PropagatorId, Var};

impl Analysis {
    /// Since when a fact is true that was true just before change number `time`.
    pub(super) fn since(&self, kernel: &Kernel, fact: Fact, time: u32) -> Since {
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
    pub(super) fn ask(
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
            return;
        }
        self.keep_relevant(fact, before);
        let words = std::mem::take(&mut self.buffers.words);
        let change = Change {
            var: Some(var),
            before,
            after: Domain::new(before.offset(), &words),
            tag: entry.tag,
        };
        let past = Past {
            kernel,
            time: since,
            scope: &kernel.agenda.registrations[entry.propagator as usize].scope,
        };
        let mut literals = std::mem::take(&mut self.buffers.literals);
        literals.clear();
        let maker = PropagatorId(entry.propagator);
        let explanations = solver.explanations(maker);
        if explanations == Explanations::ByTrial {
            self.known
                .explain(maker, &change, &past, &mut literals, |literals| {
                    solver.explain(entry.propagator, &change, &past, literals);
                });
        } else {
            solver.explain(entry.propagator, &change, &past, &mut literals);
        }
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
        self.buffers.literals = literals;
        let (low, high) = match explanations {
            Explanations::OfBounds(tags) if !fact.is_outside() && tags.contains(&change.tag) => {
                beyond_bounds(&change, after)
            }
            _ => (i32::MIN, i32::MAX),
        };
        self.remainder(
            kernel,
            fact,
            before,
            |v| low != i32::MIN && v <= low || high != i32::MAX && v >= high,
            reason,
        );
        self.buffers.words = words;
        self.bring_within_root(reason);
    }

    /// Puts into the buffer the values before a change that the fact is about: only these of the removed ones matter.
    fn keep_relevant(&mut self, fact: Fact, before: Domain<'_>) {
        self.buffers.words.clear();
        let offset = before.offset();
        self.buffers.words.extend_from_slice(before.words());
        if fact.var.is_wide() {
            let (low, high) = fact.ends();
            let (low, high) = (i64::from(low), i64::from(high));
            for (word, first) in self
                .buffers
                .words
                .iter_mut()
                .zip((i64::from(offset)..).step_by(64))
            {
                let from = Dom::at_least((low - first).clamp(0, 64) as i32);
                let to = Dom::at_most((high - first).clamp(-1, 63) as i32);
                let inside = (from & to).bits();
                *word &= if fact.is_outside() { !inside } else { inside };
            }
        } else {
            self.buffers.words[0] &= fact.bits();
        }
    }

    /// Notes who made a change.
    pub(super) fn note_propagator(&mut self, solver: &Solver, clauses: &Clauses, since: u32) {
        let entry = solver.kernel.record().entries[since as usize];
        if entry.propagator == LEARNT {
            if self.provenance.is_some() {
                self.note_no_good(clauses, Clauses::at(entry.tag));
            }
        } else if let Some(provenance) = &mut self.provenance {
            provenance.propagators.add(entry.propagator);
        }
    }

    pub(super) fn note_no_good(&mut self, clauses: &Clauses, id: Id) {
        if let Some(provenance) = &mut self.provenance {
            provenance.propagators.add_all(clauses.provenance(id));
        }
    }

    /// Notes what of a fact, true just before change number `time`, held at the root.
    pub(super) fn note_fact(&mut self, kernel: &Kernel, fact: Fact, time: u32) {
        if self.provenance.is_none() {
            return;
        }
        let is_of_root = fact.var.is_wide()
            && self.since(kernel, fact, time) == Since::Root
            && !fact.holds_in(kernel.domain_at(fact.var, kernel.record().start_of_level(1)));
        if let Some(provenance) = &mut self.provenance {
            match fact.var.is_wide() {
                false => provenance.note(fact, self.root[fact.var.index()]),
                true if is_of_root => provenance.note_wide(fact),
                true => {}
            }
        }
    }

    /// If provenance is tracked, what held at the root counts.
    fn bring_within_root(&self, facts: &mut [Fact]) {
        if self.provenance.is_some() {
            return;
        }
        for fact in facts {
            *fact = self.within_root(*fact);
        }
    }

    /// The part of `fact` that was true before the change that made it true: that the contradicting values which the
    /// domain had lost by then are removed, except those `accounted` for.
    pub(super) fn remainder(
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
}

/// If a change moved a bound, the value up to which, or from which, its reason accounts for all.
fn beyond_bounds(change: &Change<'_>, after: Domain<'_>) -> (i32, i32) {
    let ends = (change.first_removed(), change.last_removed());
    match (ends, after.min(), after.max()) {
        ((_, Some(last)), Some(min), _) if last < min => (last, i32::MAX),
        ((Some(first), _), _, Some(max)) if first > max => (i32::MIN, first),
        _ => (i32::MIN, i32::MAX),
    }
}
