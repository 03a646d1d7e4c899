//! The store of learnt no-goods, with two watched facts each.

use super::fact::Fact;
use crate::agenda::LEARNT;
use crate::kernel::Kernel;
use crate::propagator::Conflict;
use crate::solver::Solver;

/// In place of a change: the root of the search, or before.
pub(super) const SINCE_ROOT: u32 = u32::MAX;

/// A no-good by its number in the store.
pub(super) type Id = u32;

/// A no-good states that its facts are not all true.
///
/// Each is watched at two facts that are not true, under an event that must happen before they can become true: for a
/// narrow variable, the removal of a value that contradicts the fact, or, if the fact is `x = v`, fixing `x` to `v`;
/// for a wide one, a move of the bound that contradicts it, or any change. So a domain change visits only no-goods that
/// it may affect. Nothing is undone on backtracking: if a watch was left true, its partner was made false at the same
/// level or before (as in SAT solvers: Moskewicz et al. 2001, "Chaff").
#[derive(Debug, Default)]
pub(super) struct Clauses {
    /// The facts of all no-goods, one no-good after another.
    facts: Vec<Fact>,
    heads: Vec<Head>,
    /// By no-good, so many words each: the propagators that it came from. No words if no account is kept.
    makers: Vec<u64>,
    width: usize,
    /// By slot (two for each no-good): the watched position in `facts`.
    watched: Vec<u32>,
    /// The watching slots by event.
    lists: Vec<Vec<u32>>,
    /// By variable: the first of its lists.
    first_list: Vec<u32>,
    /// The number of recorded changes seen.
    looked: u32,
    /// The activity added for a conflict, which grows with the number of conflicts.
    worth: f32,
    /// No-goods that may be forgotten.
    learnt: usize,
}

/// The data of a no-good other than its facts.
#[derive(Clone, Copy, Debug)]
struct Head {
    /// Where its facts start.
    start: u32,
    /// Levels of decisions that its facts came from when it was learnt (Audemard and Simon 2009: the fewer the
    /// better).
    levels: u32,
    /// Never forgotten: it does not follow from the model.
    permanent: bool,
    /// Involvement in conflicts; recent ones count more.
    activity: f32,
}

/// Lists of a wide variable: facts contradicted by its smallest value, its largest value, or values between.
const LOW: u32 = 0;
const HIGH: u32 = 1;
const BETWEEN: u32 = 2;

impl Clauses {
    /// Makes room for the watchers of every variable. Called when the root is propagated.
    pub(super) fn attach(&mut self, kernel: &Kernel) {
        let mut lists = 0;
        for i in 0..kernel.variables {
            self.first_list.push(lists);
            let var = kernel.handle(i);
            lists += if var.is_wide() {
                3
            } else {
                // Removed and fixed, for each value. What earlier searches have learnt is about all values.
                2 * (kernel.declared(var).max().unwrap_or_default() as u32 + 1)
            };
        }
        self.lists = vec![Vec::new(); lists as usize];
        self.looked = kernel.record().len();
        self.worth = 1.0;
    }

    /// From here on each no-good comes with the propagators that it came from, in so many words, and stays as it was
    /// learnt. Called before there are any.
    pub(super) fn keep_account(&mut self, width: usize) {
        self.width = width;
    }

    /// The propagators that a no-good came from.
    pub(super) fn makers(&self, id: Id) -> &[u64] {
        let start = id as usize * self.width;
        &self.makers[start..start + self.width]
    }

    /// Adds those no-goods of another store that are wanted; the others stay there.
    pub(super) fn take(&mut self, from: &mut Clauses, is_wanted: impl Fn(Id, &[u64]) -> bool) {
        let all = std::mem::take(from);
        from.keep_account(all.width);
        self.keep_account(all.width);
        for id in 0..all.heads.len() as Id {
            let makers = all.makers(id);
            let to = match is_wanted(id, makers) {
                true => &mut *self,
                false => &mut *from,
            };
            let head = all.heads[id as usize];
            to.add(all.facts(id), head.levels, head.permanent, makers);
        }
    }

    /// Forgets the least useful if there are more than `most`.
    pub(super) fn keep(&mut self, most: usize) {
        let doomed = self.least_useful(most);
        if !doomed.is_empty() {
            let mut all = std::mem::take(self);
            self.take(&mut all, |id, _| !doomed[id as usize]);
        }
    }

    /// Whether some do not follow from the model.
    pub(super) fn have_permanent(&self) -> bool {
        self.heads.iter().any(|head| head.permanent)
    }

    /// The number of no-goods that may be forgotten.
    pub(super) fn learnt(&self) -> usize {
        self.learnt
    }

    fn range(&self, id: Id) -> std::ops::Range<usize> {
        let start = self.heads[id as usize].start as usize;
        let end = self.heads.get(id as usize + 1);
        start..end.map_or(self.facts.len(), |next| next.start as usize)
    }

    pub(super) fn facts(&self, id: Id) -> &[Fact] {
        &self.facts[self.range(id)]
    }

    /// The no-good that the position `at` belongs to.
    pub(super) fn at(&self, at: u32) -> Id {
        self.heads.partition_point(|head| head.start <= at) as Id - 1
    }

    /// The fact at a position.
    pub(super) fn fact_at(&self, at: u32) -> Fact {
        self.facts[at as usize]
    }

    /// The other facts of its no-good.
    pub(super) fn others(&self, at: u32) -> impl Iterator<Item = Fact> {
        let range = self.range(self.at(at));
        range
            .filter(move |&other| other != at as usize)
            .map(|other| self.facts[other])
    }

    /// It was involved in a conflict.
    pub(super) fn bump(&mut self, id: Id) {
        let activity = &mut self.heads[id as usize].activity;
        *activity += self.worth;
        if *activity > 1e20 {
            self.heads.iter_mut().for_each(|h| h.activity *= 1e-20);
            self.worth *= 1e-20;
        }
    }

    /// A conflict is over.
    pub(super) fn decay(&mut self) {
        self.worth *= 1.0 / 0.999;
    }

    /// Adds a no-good; it takes effect when its watches are chosen, by [`watch`](Self::watch) or
    /// [`settle`](Self::settle).
    pub(super) fn add(
        &mut self,
        facts: &[Fact],
        levels: u32,
        permanent: bool,
        makers: &[u64],
    ) -> Id {
        let id = self.heads.len() as Id;
        let start = self.facts.len() as u32;
        self.facts.extend_from_slice(facts);
        self.heads.push(Head {
            start,
            levels,
            permanent,
            activity: self.worth,
        });
        self.learnt += usize::from(!permanent);
        self.watched.extend([start; 2]);
        self.makers.extend_from_slice(makers);
        let end = self.heads.len() * self.width;
        self.makers.resize(end, 0);
        id
    }

    /// Adds a permanent no-good whose facts may name a variable several times.
    pub(super) fn add_merged(&mut self, facts: Vec<Fact>) {
        let mut merged: Vec<Fact> = Vec::with_capacity(facts.len());
        for fact in facts {
            let same = |other: &&mut Fact| other.var == fact.var && !other.is_outside();
            match merged.iter_mut().find(same) {
                Some(other) if !fact.is_outside() => *other = other.and(fact),
                _ => merged.push(fact),
            }
        }
        self.add(&merged, 0, true, &[]);
    }

    /// The list under which a fact that is not true is watched; `None` if it is true.
    #[inline]
    fn list(&self, fact: Fact, kernel: &Kernel) -> Option<u32> {
        let first = self.first_list[fact.var.index()];
        if !fact.var.is_wide() {
            let missing = kernel.dom(fact.var).bits() & !fact.bits();
            return (missing != 0).then(|| first + narrow_list(fact, missing));
        }
        if fact.is_outside() {
            return (!fact.is_true(kernel)).then_some(first + BETWEEN);
        }
        let (low, high) = fact.ends();
        if kernel.min(fact.var) < low {
            Some(first + LOW)
        } else {
            (kernel.max(fact.var) > high).then_some(first + HIGH)
        }
    }

    /// Watches a no-good that was just learnt, at the fact that has just become false (after backjumping), and at the
    /// one that became true last, just after `entry`, so that the watches are valid when that change is undone.
    pub(super) fn watch(&mut self, id: Id, asserted: usize, last: usize, entry: u32, k: &Kernel) {
        let start = self.range(id).start as u32;
        for (side, place) in [asserted, last].into_iter().enumerate() {
            let slot = 2 * id + side as u32;
            let at = start + place as u32;
            self.watched[slot as usize] = at;
            let fact = self.facts[at as usize];
            let list = self.list(fact, k).unwrap_or_else(|| {
                if entry == SINCE_ROOT {
                    return self.any_list(fact);
                }
                let before = k.domain_before(entry);
                let first = self.first_list[fact.var.index()];
                if !fact.var.is_wide() {
                    first + narrow_list(fact, before.words()[0] & !fact.bits())
                } else if fact.is_outside() {
                    first + BETWEEN
                } else if before.min() < Some(fact.ends().0) {
                    first + LOW
                } else {
                    first + HIGH
                }
            });
            self.lists[list as usize].push(slot);
        }
    }

    /// At the root of the search: forgets no-goods that are satisfied there and, down to `most`, the least useful ones;
    /// propagates those that are unit, and chooses all watches again. Fails if one is violated.
    pub(super) fn settle(&mut self, solver: &mut Solver, most: usize) -> Result<u64, Id> {
        let is_account_kept = self.width > 0;
        let mut doomed = self.least_useful(most);
        // What the root rests on stays.
        if is_account_kept && !doomed.is_empty() {
            for entry in &solver.kernel.record().entries {
                if entry.propagator == LEARNT {
                    doomed[self.at(entry.tag) as usize] = false;
                }
            }
        }
        let before = self.learnt;
        self.lists.iter_mut().for_each(Vec::clear);
        self.watched.clear();
        self.looked = solver.kernel.record().len();
        let (facts, heads) = (
            std::mem::take(&mut self.facts),
            std::mem::take(&mut self.heads),
        );
        let makers = std::mem::take(&mut self.makers);
        // By no-good: where its facts start now.
        let mut moved = Vec::new();
        self.learnt = 0;
        let mut outcome = Ok(());
        for (i, &head) in heads.iter().enumerate() {
            moved.push(self.facts.len() as u32);
            if doomed.get(i).copied().unwrap_or(false) {
                continue;
            }
            let end = heads.get(i + 1).map_or(facts.len(), |h| h.start as usize);
            let all = &facts[head.start as usize..end];
            if is_account_kept {
                let makers = &makers[i * self.width..(i + 1) * self.width];
                let id = self.heads.len() as Id;
                self.learnt += usize::from(!head.permanent);
                self.heads.push(Head {
                    start: self.facts.len() as u32,
                    ..head
                });
                self.facts.extend(all);
                self.makers.extend(makers);
                if all.iter().all(|fact| fact.is_true(&solver.kernel)) {
                    outcome = Err(id);
                }
                continue;
            }
            if all.iter().any(|fact| fact.is_false(&solver.kernel)) {
                continue;
            }
            let start = self.facts.len();
            let open = all.iter().filter(|fact| !fact.is_true(&solver.kernel));
            self.facts.extend(open);
            match self.facts.len() - start {
                0 => outcome = Err(i as Id),
                1 => {
                    let only = self.facts[start];
                    self.facts.truncate(start);
                    solver.kernel.begin_learnt(u32::MAX);
                    // It is not true, so a value is left.
                    let _ = only.refute(&mut solver.kernel);
                    solver.kernel.end_learnt();
                }
                _ => {
                    self.learnt += usize::from(!head.permanent);
                    self.heads.push(Head {
                        start: start as u32,
                        ..head
                    });
                }
            }
        }
        if is_account_kept && let Some(recorder) = &mut solver.kernel.recorder {
            for entry in &mut recorder.entries {
                if entry.propagator == LEARNT {
                    let old = heads.partition_point(|head| head.start <= entry.tag) - 1;
                    entry.tag = moved[old] + (entry.tag - heads[old].start);
                }
            }
        }
        outcome?;
        // Changes from here on are visited by `propagate`.
        self.looked = solver.kernel.record().len();
        for id in 0..self.heads.len() as Id {
            self.choose_watches(id, &mut solver.kernel)?;
        }
        Ok((before - self.learnt) as u64)
    }

    /// Watches two facts that are not true. If there is only one, it is made false at once.
    fn choose_watches(&mut self, id: Id, kernel: &mut Kernel) -> Result<(), Id> {
        let range = self.range(id);
        if range.len() == 1 {
            self.watched.extend([range.start as u32; 2]);
            return match self.conclude_at(range.start, kernel) {
                Ok(_) => Ok(()),
                Err(Conflict) => Err(id),
            };
        }
        let mut open = range
            .clone()
            .filter(|&at| self.list(self.facts[at], kernel).is_some());
        let (first, second) = (open.next(), open.next());
        drop(open);
        let first = first.ok_or(id)?;
        let second = second.unwrap_or_else(|| {
            // It stays false until the end of the search. It is not true, so a value is left.
            let _ = self.conclude_at(first, kernel);
            range.start + usize::from(first == range.start)
        });
        for at in [first, second] {
            let slot = self.watched.len() as u32;
            self.watched.push(at as u32);
            let fact = self.facts[at];
            let list = self
                .list(fact, kernel)
                .unwrap_or_else(|| self.any_list(fact));
            self.lists[list as usize].push(slot);
        }
        Ok(())
    }

    /// A list for a fact that stays true.
    fn any_list(&self, fact: Fact) -> u32 {
        self.first_list[fact.var.index()]
    }

    /// The no-goods to forget so that `most` are left: half of those that may be forgotten, the ones from many levels
    /// and with little activity. None if there are no more than `most`.
    fn least_useful(&self, most: usize) -> Vec<bool> {
        if self.learnt <= most {
            return Vec::new();
        }
        const FEW: u32 = 2;
        let mut ranked: Vec<Id> = (0..self.heads.len() as Id)
            .filter(|&id| {
                let head = self.heads[id as usize];
                !head.permanent && head.levels > FEW
            })
            .collect();
        ranked.sort_by(|&a, &b| {
            let (a, b) = (self.heads[a as usize], self.heads[b as usize]);
            a.activity
                .total_cmp(&b.activity)
                .then(b.levels.cmp(&a.levels))
                .then(a.start.cmp(&b.start))
        });
        let mut doomed = vec![false; self.heads.len()];
        let go = (self.learnt - most / 2).min(ranked.len());
        for &id in &ranked[..go] {
            doomed[id as usize] = true;
        }
        if ranked.len() < self.learnt - most {
            // Too many from few levels: forget the oldest of them as well.
            let more = (0..self.heads.len())
                .filter(|&i| !self.heads[i].permanent)
                .take(self.learnt - most);
            more.for_each(|i| doomed[i] = true);
        }
        doomed
    }

    /// Whether there are recorded changes not seen yet.
    pub(super) fn is_behind(&self, kernel: &Kernel) -> bool {
        self.looked < kernel.record().len()
    }

    /// To be called after each pop: the later changes were undone.
    pub(super) fn popped(&mut self, kernel: &Kernel) {
        self.looked = self.looked.min(kernel.record().len());
    }

    /// Propagates the changes since the last call. Fails with a no-good all of whose facts are true.
    pub(super) fn propagate(&mut self, kernel: &mut Kernel) -> Result<(), Id> {
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
                    self.visit(first + LOW, kernel)?;
                }
                if high > Some(now.1) {
                    self.visit(first + HIGH, kernel)?;
                }
                self.visit(first + BETWEEN, kernel)?;
            } else {
                let mut gone = kernel.record().old(change, 1)[0] & !kernel.dom(var).bits();
                while gone != 0 {
                    let value = gone.trailing_zeros();
                    gone &= gone - 1;
                    self.visit(first + 2 * value, kernel)?;
                }
                if let Some(value) = kernel.dom(var).value() {
                    self.visit(first + 2 * value as u32 + 1, kernel)?;
                }
            }
        }
        Ok(())
    }

    fn visit(&mut self, list: u32, kernel: &mut Kernel) -> Result<(), Id> {
        if self.lists[list as usize].is_empty() {
            return Ok(());
        }
        let mut slots = std::mem::take(&mut self.lists[list as usize]);
        let mut kept = 0;
        let mut outcome = Ok(());
        for read in 0..slots.len() {
            let slot = slots[read];
            if outcome.is_ok() {
                match self.move_watch(slot, kernel) {
                    Ok(Some(other)) if other != list => {
                        self.lists[other as usize].push(slot);
                        continue;
                    }
                    Ok(_) => {}
                    Err(id) => outcome = Err(id),
                }
            }
            slots[kept] = slot;
            kept += 1;
        }
        slots.truncate(kept);
        // The other watch of a no-good may have moved here meanwhile.
        slots.append(&mut self.lists[list as usize]);
        self.lists[list as usize] = slots;
        outcome
    }

    /// The list that `slot` must move to, if any. If its fact is true and no other can be watched instead, the partner
    /// is made false.
    #[inline]
    fn move_watch(&mut self, slot: u32, kernel: &mut Kernel) -> Result<Option<u32>, Id> {
        let at = self.watched[slot as usize];
        if let Some(list) = self.list(self.facts[at as usize], kernel) {
            return Ok(Some(list));
        }
        let partner_at = self.watched[(slot ^ 1) as usize];
        let partner = self.facts[partner_at as usize];
        if partner.is_false(kernel) {
            return Ok(None);
        }
        let id = slot / 2;
        for other in self.range(id) {
            let other = other as u32;
            if other == at || other == partner_at {
                continue;
            }
            if let Some(list) = self.list(self.facts[other as usize], kernel) {
                self.watched[slot as usize] = other;
                return Ok(Some(list));
            }
        }
        kernel.begin_learnt(partner_at);
        let outcome = partner.refute(kernel);
        kernel.end_learnt();
        match outcome {
            Ok(_) => Ok(None),
            Err(_) => Err(id),
        }
    }

    /// Makes the one fact of a learnt no-good false whose others are all true.
    pub(super) fn conclude(&self, id: Id, place: usize, kernel: &mut Kernel) {
        let at = self.range(id).start + place;
        let outcome = self.conclude_at(at, kernel);
        debug_assert_eq!(outcome, Ok(true), "it was not true and not false");
    }

    fn conclude_at(&self, at: usize, kernel: &mut Kernel) -> Result<bool, Conflict> {
        kernel.begin_learnt(at as u32);
        let outcome = self.facts[at].refute(kernel);
        kernel.end_learnt();
        outcome
    }

    /// Makes a fact false for good, at the root.
    pub(super) fn conclude_unit(&self, fact: Fact, kernel: &mut Kernel) {
        kernel.begin_learnt(u32::MAX);
        let outcome = fact.refute(kernel);
        kernel.end_learnt();
        debug_assert_eq!(outcome, Ok(true), "it was not true and not false");
    }
}

/// The position among a narrow variable's lists for a fact contradicted by these values.
fn narrow_list(fact: Fact, missing: u64) -> u32 {
    if fact.bits().is_power_of_two() {
        2 * fact.bits().trailing_zeros() + 1
    } else {
        2 * missing.trailing_zeros()
    }
}
