//! The store of learnt no-goods, with two watched facts each.

mod propagate;

use super::fact::Fact;
use crate::agenda::LEARNT;
use crate::kernel::Kernel;
use crate::solver::Solver;
use crate::var::Var;

/// Stands for the root of the search, or before, in place of a change.
pub(super) const SINCE_ROOT: u32 = u32::MAX;

/// A no-good by its number in the store.
pub(super) type Id = u32;

/// A no-good states that its facts are not all true.
///
/// Each is watched at two facts that are not true, under an event that must happen before they can become true: for a
/// narrow variable, the removal of a value that contradicts the fact, or, if the fact is `x = v`, fixing `x` to `v`;
/// for a wide one, a move of the bound that contradicts it, or any change. So a domain change visits only no-goods that
/// it may affect. Nothing is undone on backtracking: if a watch was left true, another fact was made false at the same
/// level or before (as in SAT solvers: Moskewicz et al. 2001, "Chaff").
///
/// The two watched facts are the first two of their no-good. A fact that is false stays in its place, so a change
/// that a no-good made can name the fact by its slot.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    /// The facts of all no-goods, one no-good after another.
    facts: Vec<Fact>,
    heads: Vec<Head>,
    /// By no-good, so many words each: the propagators that it came from. No words if that is not tracked.
    provenance: Vec<u64>,
    width: usize,
    /// The watchers by event.
    lists: Vec<Vec<Watcher>>,
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
    /// The number of levels that its facts came from when it was learnt (Audemard and Simon 2009: the fewer the
    /// better).
    levels: u32,
    /// Whether it is never forgotten, because it does not follow from the model.
    permanent: bool,
    /// How much it was involved in conflicts; recent ones count more.
    activity: f32,
    /// Where among its facts the last search for one to watch ended.
    from: u32,
}

/// A watch of a no-good, with another of its facts: while that one is false nothing else of the no-good need be read.
/// Most visits end here (the blocking literals of MiniSat 2.1; Chu, Harwood and Stuckey 2009, "Cache conscious data
/// structures for Boolean satisfiability solvers"). The blocker of a no-good of two facts is its partner, so that such
/// no-goods are never read at all.
#[derive(Clone, Copy, Debug)]
struct Watcher {
    /// The set of the blocker, and its variable.
    set: u64,
    var: Var,
    /// The slot, and [`BINARY`] for a no-good of two facts.
    slot: u32,
}

/// Marks the slot of a no-good of two facts.
const BINARY: u32 = 1 << 31;

impl Watcher {
    fn new(slot: u32, blocker: Fact, is_binary: bool) -> Self {
        if blocker.is_outside() {
            // Such a fact does not fit in so little space, so one that is never false takes its place.
            let any = Fact::inside(blocker.var, i32::MIN, i32::MAX);
            return Self::new(slot, any, false);
        }
        Self {
            set: blocker.set(),
            var: blocker.var,
            slot: slot | if is_binary { BINARY } else { 0 },
        }
    }

    fn blocker(self) -> Fact {
        Fact::of_set(self.var, self.set)
    }
}

/// Lists of a wide variable: facts contradicted by its smallest value, its largest value, or values between.
const LOW: u32 = 0;
const HIGH: u32 = 1;
const BETWEEN: u32 = 2;

impl Clauses {
    /// Makes room for the watchers of every variable; to be called when the root is propagated.
    pub(super) fn attach(&mut self, kernel: &Kernel) {
        let mut lists = 0;
        for i in 0..kernel.variables {
            self.first_list.push(lists);
            let var = kernel.handle(i);
            lists += if var.is_wide() {
                3
            } else {
                // There are two for each value, removed and fixed. What earlier searches have learnt is about all
                // values.
                2 * (kernel.declared(var).max().unwrap_or_default() as u32 + 1)
            };
        }
        self.lists = vec![Vec::new(); lists as usize];
        self.looked = kernel.record().len();
        self.worth = 1.0;
    }

    /// Keeps with each no-good the propagators that it came from, in so many words; it then stays as it was learnt. To
    /// be called before there are any.
    pub(super) fn track_provenance(&mut self, width: usize) {
        self.width = width;
    }

    /// The propagators that a no-good came from.
    pub(super) fn provenance(&self, id: Id) -> &[u64] {
        let start = id as usize * self.width;
        &self.provenance[start..start + self.width]
    }

    /// Adds those no-goods of another store that are wanted; the others stay there.
    pub(super) fn take(&mut self, from: &mut Clauses, is_wanted: impl Fn(Id, &[u64]) -> bool) {
        let all = std::mem::take(from);
        from.track_provenance(all.width);
        self.track_provenance(all.width);
        for id in 0..all.heads.len() as Id {
            let provenance = all.provenance(id);
            let to = match is_wanted(id, provenance) {
                true => &mut *self,
                false => &mut *from,
            };
            let head = all.heads[id as usize];
            to.add(all.facts(id), head.levels, head.permanent, provenance);
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

    /// Those that follow from the model, with the levels that they came from.
    pub(super) fn all_learnt(&self) -> impl Iterator<Item = (&[Fact], u32)> {
        let all = (0..).zip(&self.heads).filter(|(_, head)| !head.permanent);
        all.map(|(id, head)| (self.facts(id), head.levels))
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

    /// The no-good that a slot belongs to.
    pub(super) fn at(slot: u32) -> Id {
        slot / 2
    }

    /// The position of a slot's fact.
    fn place(&self, slot: u32) -> usize {
        (self.heads[Self::at(slot) as usize].start + slot % 2) as usize
    }

    /// The fact of a slot.
    pub(super) fn fact_at(&self, slot: u32) -> Fact {
        self.facts[self.place(slot)]
    }

    /// The other facts of its no-good.
    pub(super) fn others(&self, slot: u32) -> impl Iterator<Item = Fact> {
        let at = self.place(slot);
        let range = self.range(Self::at(slot));
        range
            .filter(move |&other| other != at)
            .map(|other| self.facts[other])
    }

    /// Notes that it was involved in a conflict.
    pub(super) fn bump(&mut self, id: Id) {
        let activity = &mut self.heads[id as usize].activity;
        *activity += self.worth;
        if *activity > 1e20 {
            self.heads.iter_mut().for_each(|h| h.activity *= 1e-20);
            self.worth *= 1e-20;
        }
    }

    /// Makes earlier conflicts count less, after each conflict.
    pub(super) fn decay(&mut self) {
        self.worth *= 1.0 / 0.999;
    }

    /// Adds a no-good; it takes effect when its watches are chosen, by [`watch`](Self::watch) or
    /// [`simplify`](Self::simplify).
    pub(super) fn add(
        &mut self,
        facts: &[Fact],
        levels: u32,
        permanent: bool,
        provenance: &[u64],
    ) -> Id {
        let id = self.heads.len() as Id;
        let start = self.facts.len() as u32;
        self.facts.extend_from_slice(facts);
        self.heads.push(Head {
            start,
            levels,
            permanent,
            activity: self.worth,
            from: 2,
        });
        self.learnt += usize::from(!permanent);
        self.provenance.extend_from_slice(provenance);
        let end = self.heads.len() * self.width;
        self.provenance.resize(end, 0);
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

    /// Watches a no-good that was just learnt: its first fact has just become false (after backjumping), and of the
    /// others its second became true last, just after `entry`, so that the watches are valid when that change is
    /// undone.
    pub(super) fn watch(&mut self, id: Id, entry: u32, k: &Kernel) {
        for side in [0, 1] {
            let fact = self.fact_at(2 * id + side);
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
            self.enter(2 * id + side, list);
        }
    }

    /// Adds the watch of a slot to a list, with its partner as blocker.
    fn enter(&mut self, slot: u32, list: u32) {
        let is_binary = self.range(Self::at(slot)).len() == 2;
        let watcher = Watcher::new(slot, self.fact_at(slot ^ 1), is_binary);
        self.lists[list as usize].push(watcher);
    }

    /// At the root of the search: forgets no-goods that are satisfied there and, down to `most`, the least useful ones;
    /// propagates those that are unit, and chooses all watches again. Fails if one is violated.
    pub(super) fn simplify(&mut self, solver: &mut Solver, most: usize) -> Result<u64, Id> {
        let tracks_provenance = self.width > 0;
        let mut doomed = self.least_useful(most);
        // No-goods that the root rests on are kept.
        if tracks_provenance && !doomed.is_empty() {
            for entry in &solver.kernel.record().entries {
                if entry.propagator == LEARNT {
                    doomed[Self::at(entry.tag) as usize] = false;
                }
            }
        }
        let before = self.learnt;
        self.lists.iter_mut().for_each(Vec::clear);
        self.looked = solver.kernel.record().len();
        let (facts, heads) = (
            std::mem::take(&mut self.facts),
            std::mem::take(&mut self.heads),
        );
        let provenance = std::mem::take(&mut self.provenance);
        // By old number of a no-good: its new one.
        let mut moved = Vec::new();
        self.learnt = 0;
        let mut outcome = Ok(());
        for (i, &head) in heads.iter().enumerate() {
            moved.push(self.heads.len() as Id);
            if doomed.get(i).copied().unwrap_or(false) {
                continue;
            }
            let end = heads.get(i + 1).map_or(facts.len(), |h| h.start as usize);
            let all = &facts[head.start as usize..end];
            if tracks_provenance {
                let provenance = &provenance[i * self.width..(i + 1) * self.width];
                let id = self.heads.len() as Id;
                self.learnt += usize::from(!head.permanent);
                self.heads.push(Head {
                    start: self.facts.len() as u32,
                    ..head
                });
                self.facts.extend(all);
                self.provenance.extend(provenance);
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
                        from: 2,
                        ..head
                    });
                }
            }
        }
        if tracks_provenance && let Some(recorder) = &mut solver.kernel.recorder {
            for entry in &mut recorder.entries {
                if entry.propagator == LEARNT {
                    entry.tag = 2 * moved[Self::at(entry.tag) as usize] + entry.tag % 2;
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
    pub(super) fn choose_watches(&mut self, id: Id, kernel: &mut Kernel) -> Result<(), Id> {
        let range = self.range(id);
        let places = [range.start, range.start + 1];
        let mut next = range.start + 2;
        let mut open = [None; 2];
        for (side, &at) in places.iter().enumerate().take(range.len()) {
            open[side] = self.list(self.facts[at], kernel);
            while open[side].is_none() && next < range.end {
                // A fact that is false is open, and so never leaves its place.
                open[side] = self.list(self.facts[next], kernel);
                if open[side].is_some() {
                    self.facts.swap(at, next);
                }
                next += 1;
            }
        }
        if let [Some(_), None] | [None, Some(_)] = open {
            // It stays false until the end of the search. It is not true, so a value is left.
            let _ = self.conclude(2 * id + u32::from(open[0].is_none()), kernel);
        }
        if open == [None; 2] {
            return Err(id);
        }
        if range.len() > 1 {
            for (side, list) in (0..).zip(open) {
                let slot = 2 * id + side;
                let list = list.unwrap_or_else(|| self.any_list(self.fact_at(slot)));
                self.enter(slot, list);
            }
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
            // If too many come from few levels, the oldest of these are forgotten, too.
            let more = (0..self.heads.len())
                .filter(|&i| !self.heads[i].permanent)
                .take(self.learnt - most);
            more.for_each(|i| doomed[i] = true);
        }
        doomed
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
