//! Propagation of the no-goods whose watched facts have changed.

use super::super::fact::Fact;
use super::{BETWEEN, BINARY, Clauses, HIGH, Id, LOW, Watcher};
use crate::kernel::Kernel;
use crate::propagator::Conflict;

/// The facts of a no-good up to which each search for one to watch begins with the first.
const LONG: usize = 64;

/// The outcome of a visit to a no-good.
enum Visit {
    /// The watch stays, with this blocker.
    Stays(Watcher),
    /// The watch moves to this list.
    Moves(u32, Watcher),
    /// The no-good is violated.
    Violated(Id),
}

impl Clauses {
    /// Whether there are recorded changes not seen yet.
    pub(in super::super) fn is_behind(&self, kernel: &Kernel) -> bool {
        self.looked < kernel.record().len()
    }

    /// To be called after each pop: the later changes were undone.
    pub(in super::super) fn popped(&mut self, kernel: &Kernel) {
        self.looked = self.looked.min(kernel.record().len());
    }

    /// Propagates the changes since the last call. Fails with a no-good all of whose facts are true.
    pub(in super::super) fn propagate(&mut self, kernel: &mut Kernel) -> Result<(), Id> {
        while self.is_behind(kernel) {
            let change = self.looked;
            self.looked += 1;
            let var = kernel.record().entries[change as usize].var;
            let first = self.first_list[var.index()];
            if var.is_wide() {
                let before = kernel.domain_before(change);
                let (low, high) = (before.min(), before.max());
                let now = (kernel.min(var), kernel.max(var));
                if low < Some(now.0) {
                    self.visit(first + LOW, false, kernel)?;
                }
                if high > Some(now.1) {
                    self.visit(first + HIGH, false, kernel)?;
                }
                self.visit(first + BETWEEN, false, kernel)?;
            } else {
                let mut gone = kernel.record().old(change, 1)[0] & !kernel.dom(var).bits();
                while gone != 0 {
                    let value = gone.trailing_zeros();
                    gone &= gone - 1;
                    self.visit(first + 2 * value, false, kernel)?;
                }
                if let Some(value) = kernel.dom(var).value() {
                    self.visit(first + 2 * value as u32 + 1, true, kernel)?;
                }
            }
        }
        Ok(())
    }

    /// Visits the no-goods watched under an event. If it `is_taken`, a variable was fixed, so the facts watched here
    /// are all true.
    fn visit(&mut self, list: u32, is_taken: bool, kernel: &mut Kernel) -> Result<(), Id> {
        if self.lists[list as usize].is_empty() {
            return Ok(());
        }
        let mut watchers = std::mem::take(&mut self.lists[list as usize]);
        let (mut kept, mut read) = (0, 0);
        let mut outcome = Ok(());
        while let Some(&watcher) = watchers.get(read) {
            read += 1;
            let stays = if watcher.blocker().is_false(kernel) {
                watcher
            } else {
                match self.examine(watcher, is_taken, kernel) {
                    Visit::Stays(watcher) => watcher,
                    Visit::Moves(other, watcher) if other == list => watcher,
                    Visit::Moves(other, watcher) => {
                        self.lists[other as usize].push(watcher);
                        continue;
                    }
                    Visit::Violated(id) => {
                        outcome = Err(id);
                        read -= 1;
                        break;
                    }
                }
            };
            watchers[kept] = stays;
            kept += 1;
        }
        watchers.copy_within(read.., kept);
        watchers.truncate(kept + watchers.len() - read);
        // The other watch of a no-good may have moved here meanwhile.
        watchers.append(&mut self.lists[list as usize]);
        self.lists[list as usize] = watchers;
        outcome
    }

    /// Reads a no-good whose blocker is not false. If the watched fact is true and no other can be watched instead, its
    /// partner is made false.
    fn examine(&mut self, watcher: Watcher, is_taken: bool, kernel: &mut Kernel) -> Visit {
        let slot = watcher.slot & !BINARY;
        if !is_taken && let Some(list) = self.list(self.fact_at(slot), kernel) {
            return Visit::Moves(list, watcher);
        }
        let mut stays = watcher;
        let partner = if watcher.slot & BINARY == 0 {
            let range = self.range(Self::at(slot));
            let at = range.start + slot as usize % 2;
            let partner = self.facts[range.start + (slot as usize ^ 1) % 2];
            stays = Watcher::new(slot, partner, false);
            if partner.is_false(kernel) {
                return Visit::Stays(stays);
            }
            // From where the last search ended, around: those before it were true, and mostly still are (Gent 2013,
            // "Optimal implementation of watched literals and more general techniques"). Packings with hundreds of
            // placements are searched twice as fast; to note the place of a short no-good costs more than it saves.
            let head = Self::at(slot) as usize;
            let is_long = range.len() > LONG;
            let from = if is_long { self.heads[head].from } else { 2 };
            let from = range.start + from as usize;
            for other in (from..range.end).chain(range.start + 2..from) {
                let fact = self.facts[other];
                if let Some(list) = self.list(fact, kernel) {
                    if is_long {
                        self.heads[head].from = (other - range.start) as u32;
                    }
                    if fact.is_false(kernel) {
                        return Visit::Stays(Watcher::new(slot, fact, false));
                    }
                    self.facts.swap(at, other);
                    return Visit::Moves(list, stays);
                }
            }
            partner
        } else {
            watcher.blocker()
        };
        kernel.begin_learnt(slot ^ 1);
        let outcome = partner.refute(kernel);
        kernel.end_learnt();
        match outcome {
            Ok(_) => Visit::Stays(stays),
            Err(Conflict) => Visit::Violated(Self::at(slot)),
        }
    }

    /// Makes the fact of a slot false, whose no-good's others are all true.
    pub(in super::super) fn conclude(
        &self,
        slot: u32,
        kernel: &mut Kernel,
    ) -> Result<bool, Conflict> {
        kernel.begin_learnt(slot);
        let outcome = self.fact_at(slot).refute(kernel);
        kernel.end_learnt();
        outcome
    }

    /// Makes a fact false for good, at the root.
    pub(in super::super) fn conclude_unit(&self, fact: Fact, kernel: &mut Kernel) {
        kernel.begin_learnt(u32::MAX);
        let outcome = fact.refute(kernel);
        kernel.end_learnt();
        debug_assert_eq!(outcome, Ok(true), "it was not true and not false");
    }
}
