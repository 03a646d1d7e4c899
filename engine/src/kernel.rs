//! The kernel of one solver: the store of domains, the agenda of propagators and the record of changes, and the only
//! code that narrows a domain.

use std::cell::Cell;
use std::fmt;
use std::ops::Deref;

use crate::agenda::{Agenda, LEARNT, NOBODY, Status};
use crate::domain::{Dom, Domain};
use crate::event::Events;
use crate::literal::{Literal, Relation};
use crate::record::Recorder;
use crate::store::{Store, pack};
use crate::var::Var;

/// The current domains have no solution. It has no content: the solver knows which propagator failed and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the current domains have no solution")
    }
}

impl std::error::Error for Conflict {}

/// The state of one solver.
#[derive(Debug)]
pub(crate) struct Kernel {
    pub(crate) store: Store,
    pub(crate) agenda: Agenda,
    pub(crate) recorder: Option<Box<Recorder>>,
    /// The reason tag that the next change will carry.
    pub(crate) reason_tag: u32,
    /// The variable that lost its last value in the run that failed.
    pub(crate) wiped: Option<Var>,
    /// The number of domain changes since the solver was made.
    pub(crate) changes: u64,
    /// What runs have cost since the solver was made.
    pub(crate) work: u64,
    /// What reasons have cost, which are given for a solver that is not changed.
    pub(crate) reasoned: Cell<u64>,
    /// Whether the status that propagators report is not trusted.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) distrustful: bool,
    /// Scratch of `keep_wide` and of `keep_if`, which calls it.
    scratch: Vec<u64>,
    kept: Vec<u64>,
}

impl Deref for Kernel {
    type Target = Store;

    #[inline]
    fn deref(&self) -> &Store {
        &self.store
    }
}

impl Kernel {
    pub(crate) fn new(store: Store, agenda: Agenda) -> Self {
        let widest = store.widest();
        Self {
            store,
            agenda,
            recorder: None,
            reason_tag: 0,
            wiped: None,
            changes: 0,
            work: 0,
            reasoned: Cell::new(0),
            #[cfg(any(test, feature = "testing"))]
            distrustful: false,
            scratch: Vec::with_capacity(widest),
            kept: Vec::with_capacity(widest),
        }
    }

    /// The domain of `var` just before change number `time`; recording mode only.
    pub(crate) fn domain_at(&self, var: Var, time: u32) -> Domain<'_> {
        let now = self.domain(var);
        self.recorder
            .as_ref()
            .and_then(|recorder| recorder.words_at(var, time, now.words().len()))
            .map_or(now, |words| Domain::new(now.offset(), words))
    }

    /// The bits of a narrow variable just before change number `time`, and its latest change before then plus one, or 0;
    /// recording mode only.
    /// A faster [`domain_at`](Self::domain_at): reasons about graphs call it for every vertex.
    #[inline]
    pub(crate) fn bits_at(&self, var: Var, time: u32) -> (u64, u32) {
        debug_assert!(!var.is_wide());
        let (before, date) = self.record().word_at(var, time);
        (before.unwrap_or_else(|| self.dom(var).bits()), date)
    }

    /// The record of changes.
    ///
    /// # Panics
    /// If recording is off.
    #[inline]
    pub(crate) fn record(&self) -> &Recorder {
        self.recorder.as_ref().expect("recording is off")
    }

    /// The domain that change number `entry` narrowed, as it was just before; recording mode only.
    pub(crate) fn domain_before(&self, entry: u32) -> Domain<'_> {
        let record = self.record();
        let now = self.domain(record.entries[entry as usize].var);
        Domain::new(now.offset(), record.old(entry, now.words().len()))
    }

    /// Intersects a narrow domain. `Ok(true)` if values were removed.
    #[inline]
    pub(crate) fn keep(&mut self, var: Var, keep: Dom) -> Result<bool, Conflict> {
        let old = self.dom(var).bits();
        let new = old & keep.bits();
        if new == old {
            return Ok(false);
        }
        if new == 0 {
            self.wiped = Some(var);
            return Err(Conflict);
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.record(var, &[old], self.agenda.running, self.reason_tag);
        }
        self.changes += 1;
        self.store.trail.set(var.index() as u32, new);
        self.raise(var, Events::between(old, new));
        let trail = &self.store.trail;
        self.agenda.raise_loss(trail, var, 0, old & !new);
        if new.is_power_of_two() {
            self.agenda.raise_taking(trail, var, new.trailing_zeros());
        }
        Ok(true)
    }

    /// Replaces each word `w` at position `i` of a wide domain by `w & keep(i)`.
    fn keep_wide(&mut self, var: Var, keep: impl Fn(usize) -> u64) -> Result<bool, Conflict> {
        let wide = self.wide_of(var);
        let old = self.wide_bounds(var);
        // Only the words between the bounds can be nonzero.
        let (first, last) = (old.0 / 64, old.1 / 64);
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        let mut changed = false;
        for i in first..=last {
            let word = self.trail.get(wide.start + i);
            let kept = word & keep(i as usize);
            changed |= kept != word;
            scratch.push(kept);
        }
        let outcome = if !changed {
            Ok(false)
        } else if let (Some(low), Some(high)) = (
            scratch.iter().position(|&w| w != 0),
            scratch.iter().rposition(|&w| w != 0),
        ) {
            if let Some(recorder) = &mut self.recorder {
                let words = self.store.trail.slice(wide.start, wide.len);
                recorder.record(var, words, self.agenda.running, self.reason_tag);
            }
            for (i, &word) in (first..=last).zip(&scratch) {
                let gone = self.store.trail.get(wide.start + i) & !word;
                self.store.trail.update(wide.start + i, word);
                self.agenda.raise_loss(&self.store.trail, var, i, gone);
            }
            let min = (first + low as u32) * 64 + scratch[low].trailing_zeros();
            let max = (first + high as u32) * 64 + 63 - scratch[high].leading_zeros();
            self.store.trail.update(var.index() as u32, pack(min, max));
            self.changes += 1;
            self.raise(var, Events::between_bounds(old, (min, max)));
            if min == max {
                self.agenda.raise_taking(&self.store.trail, var, min);
            }
            Ok(true)
        } else {
            self.wiped = Some(var);
            Err(Conflict)
        };
        self.scratch = scratch;
        outcome
    }

    /// Intersects with a set of bits from `offset` on; `window` gives the 64 of them that start at one, which may lie
    /// outside the set.
    #[inline]
    pub(crate) fn keep_windows(
        &mut self,
        var: Var,
        offset: i64,
        window: impl Fn(i64) -> u64,
    ) -> Result<bool, Conflict> {
        if var.is_wide() {
            let shift = i64::from(self.wide_of(var).offset) - offset;
            self.keep_wide(var, |i| window(shift + 64 * i as i64))
        } else {
            self.keep(var, Dom::from_bits(window(-offset)))
        }
    }

    pub(crate) fn keep_if(
        &mut self,
        var: Var,
        test: impl Fn(i32) -> bool,
    ) -> Result<bool, Conflict> {
        let offset = self.domain(var).offset();
        if var.is_wide() {
            let domain = self.wide_of(var);
            let mut kept = std::mem::take(&mut self.kept);
            kept.clear();
            let words = self.store.trail.slice(domain.start, domain.len).iter();
            kept.extend(words.zip(0..).map(|(&word, i)| {
                let first = offset + 64 * i;
                filter_word(word, |bit| test(first + bit))
            }));
            let outcome = self.keep_wide(var, |i| kept[i]);
            self.kept = kept;
            outcome
        } else {
            let kept = filter_word(self.dom(var).bits(), test);
            self.keep(var, Dom::from_bits(kept))
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, var: Var, value: i32) -> Result<bool, Conflict> {
        if !var.is_wide() {
            return self.keep(var, !Dom::single(value));
        }
        let bit = i64::from(value) - i64::from(self.wide_of(var).offset);
        self.keep_wide(var, |i| {
            if bit >= 0 && bit / 64 == i as i64 {
                !(1 << (bit % 64))
            } else {
                u64::MAX
            }
        })
    }

    #[inline]
    pub(crate) fn fix(&mut self, var: Var, value: i32) -> Result<bool, Conflict> {
        if !var.is_wide() {
            return self.keep(var, Dom::single(value));
        }
        let bit = i64::from(value) - i64::from(self.wide_of(var).offset);
        self.keep_wide(var, |i| {
            if bit >= 0 && bit / 64 == i as i64 {
                1 << (bit % 64)
            } else {
                0
            }
        })
    }

    #[inline]
    pub(crate) fn at_least(&mut self, var: Var, value: i32) -> Result<bool, Conflict> {
        if self.min(var) >= value {
            return Ok(false);
        }
        if !var.is_wide() {
            return self.keep(var, Dom::at_least(value));
        }
        let bit = i64::from(value) - i64::from(self.wide_of(var).offset);
        self.keep_wide(var, |i| {
            Dom::at_least((bit - 64 * i as i64).clamp(0, 64) as i32).bits()
        })
    }

    #[inline]
    pub(crate) fn at_most(&mut self, var: Var, value: i32) -> Result<bool, Conflict> {
        if self.max(var) <= value {
            return Ok(false);
        }
        if !var.is_wide() {
            return self.keep(var, Dom::at_most(value));
        }
        let bit = i64::from(value) - i64::from(self.wide_of(var).offset);
        self.keep_wide(var, |i| {
            Dom::at_most((bit - 64 * i as i64).clamp(-1, 63) as i32).bits()
        })
    }

    /// Removes the values of `low..=high` from a wide domain.
    pub(crate) fn remove_range(&mut self, var: Var, low: i32, high: i32) -> Result<bool, Conflict> {
        let offset = i64::from(self.wide_of(var).offset);
        let (low, high) = (i64::from(low) - offset, i64::from(high) - offset);
        self.keep_wide(var, |i| {
            let first = 64 * i as i64;
            let from = Dom::at_least((low - first).clamp(0, 64) as i32);
            let to = Dom::at_most((high - first).clamp(-1, 63) as i32);
            (!(from & to)).bits()
        })
    }

    #[inline]
    pub(crate) fn assert(&mut self, literal: Literal) -> Result<bool, Conflict> {
        match literal.relation {
            Relation::Is => self.fix(literal.var, literal.value),
            Relation::IsNot => self.remove(literal.var, literal.value),
            Relation::AtMost => self.at_most(literal.var, literal.value),
            Relation::AtLeast => self.at_least(literal.var, literal.value),
        }
    }

    /// Attributes the following changes to a learnt no-good, until [`end_learnt`](Self::end_learnt).
    pub(crate) fn begin_learnt(&mut self, tag: u32) {
        self.agenda.running = LEARNT;
        self.reason_tag = tag;
    }

    pub(crate) fn end_learnt(&mut self) {
        self.agenda.running = NOBODY;
    }

    #[inline]
    fn raise(&mut self, var: Var, events: Events) {
        self.agenda.raise(&self.store.trail, var, events);
    }

    /// Queues every propagator with all its tags fired, as for the first run.
    pub(crate) fn schedule_all(&mut self) {
        self.agenda.schedule_all(&self.store.trail);
    }

    /// Queues `propagator`, unless it is entailed, with those tags that have fired.
    pub(crate) fn requeue(&mut self, propagator: u32) {
        self.agenda.requeue(&self.store.trail, propagator);
    }

    pub(crate) fn is_entailed(&self, propagator: u32) -> bool {
        self.agenda.is_entailed(&self.store.trail, propagator)
    }

    /// Makes a propagator entailed to the end of the level, so that nothing queues it.
    pub(crate) fn silence(&mut self, propagator: u32) {
        self.agenda.silence(&mut self.store.trail, propagator);
    }

    /// Lets a silenced propagator run again until the level is popped.
    pub(crate) fn wake(&mut self, propagator: u32) {
        self.agenda.wake(&mut self.store.trail, propagator);
    }

    /// Prepares a run.
    pub(crate) fn begin(&mut self, propagator: u32) {
        self.agenda.begin(propagator);
        self.reason_tag = 0;
        self.wiped = None;
    }

    /// Ends a run that did not fail.
    pub(crate) fn finish(&mut self, propagator: u32, status: Status) {
        #[cfg(any(test, feature = "testing"))]
        let status = if self.distrustful {
            Status::Active
        } else {
            status
        };
        self.agenda
            .finish(&mut self.store.trail, propagator, status);
    }

    pub(crate) fn push(&mut self) {
        debug_assert!(self.agenda.is_quiet(), "a choice point with work pending");
        self.store.trail.push();
        if let Some(recorder) = &mut self.recorder {
            recorder.push();
        }
    }

    pub(crate) fn pop(&mut self) {
        self.store.trail.pop();
        if let Some(recorder) = &mut self.recorder {
            recorder.pop();
        }
    }
}

/// The bits of `word` whose positions pass `test`.
fn filter_word(word: u64, test: impl Fn(i32) -> bool) -> u64 {
    Dom::from_bits(word)
        .iter()
        .filter(|&bit| test(bit))
        .fold(0, |kept, bit| kept | 1 << bit)
}
