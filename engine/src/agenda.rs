//! The agenda: which propagators are to run, what woke them, and which are entailed.

use crate::event::Events;
use crate::queue::{Lane, Queue};
use crate::trail::Trail;
use crate::var::Var;
use crate::watch::{Subscriptions, UNTAGGED, ValueWatches};

/// Stands for "no propagator": a decision or an assumption.
pub(crate) const NOBODY: u32 = u32::MAX;
/// Stands for a learnt no-good; the reason tag then says which fact of which.
pub(crate) const LEARNT: u32 = u32::MAX - 1;

/// The status that a propagator reports at the end of a run that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The propagator is also woken by its own changes in this run.
    Active,
    /// Another run at once would change nothing. (Not relied on if the scope repeats a variable.)
    Fixpoint,
    /// Every remaining assignment satisfies it: it sleeps until the search leaves this part. This is always relied on:
    /// if a variable is repeated, it must take the changes of this run into account.
    Entailed,
}

impl Status {
    /// That of a run over all of its conditions once: another is needed if this one changed something.
    pub(crate) fn after(changed: bool) -> Self {
        match changed {
            true => Status::Active,
            false => Status::Fixpoint,
        }
    }
}

/// What is fixed about one propagator when the solver is made.
#[derive(Clone, Debug)]
pub(crate) struct Registration {
    pub(crate) name: &'static str,
    pub(crate) lane: Lane,
    pub(crate) scope: Box<[Var]>,
    /// Its tags are `first_tag .. first_tag + tags` of the agenda's `is_fired`.
    pub(crate) first_tag: u32,
    pub(crate) tags: u32,
    /// Some variable occurs in the scope twice, so a run may not reach the fixpoint that it claims.
    pub(crate) repeats: bool,
}

/// Which propagator runs next, and why. The domains are in the [`Store`](crate::Store), so methods that read or set
/// whether a propagator is entailed take its trail.
#[derive(Debug)]
pub(crate) struct Agenda {
    watches: Subscriptions,
    pub(crate) registrations: Vec<Registration>,
    queue: Queue,
    /// Start of the trail words whose bits say which propagators are entailed.
    entailed: u32,
    tags: Tags,
    /// By propagator: whether its next run is to be as thorough as the first.
    is_afresh: Vec<bool>,
    /// The fired tags of the running propagator, and whether it runs afresh.
    pub(crate) fired: Vec<u32>,
    pub(crate) runs_afresh: bool,
    /// Whose changes are being made: a propagator, [`NOBODY`] or [`LEARNT`].
    pub(crate) running: u32,
    woke_itself: bool,
    /// Runs since the solver was made.
    pub(crate) runs: u64,
}

/// The tags that have fired and that their propagators have not seen yet. One array holds those of all propagators,
/// each propagator's from its `first_tag` on.
#[derive(Debug)]
struct Tags {
    is_fired: Vec<bool>,
    /// In the same layout: the fired tags of each propagator, oldest first.
    lists: Vec<u32>,
    /// By propagator: the length of its list.
    counts: Vec<u32>,
}

impl Tags {
    #[inline]
    fn fire(&mut self, propagator: u32, first: u32, tag: u32) {
        if !std::mem::replace(&mut self.is_fired[(first + tag) as usize], true) {
            let count = &mut self.counts[propagator as usize];
            self.lists[(first + *count) as usize] = tag;
            *count += 1;
        }
    }

    fn fire_all(&mut self, propagator: u32, first: u32, tags: u32) {
        for tag in 0..tags {
            self.lists[(first + tag) as usize] = tag;
            self.is_fired[(first + tag) as usize] = true;
        }
        self.counts[propagator as usize] = tags;
    }

    /// Clears the list of a propagator, and passes each of its tags to `see`.
    #[inline]
    fn take(&mut self, propagator: u32, registrations: &[Registration], mut see: impl FnMut(u32)) {
        let p = propagator as usize;
        let count = std::mem::take(&mut self.counts[p]);
        // Most propagators have no tags: returning early saves 5 % of the instructions of 9 queens.
        if count == 0 {
            return;
        }
        let first = registrations[p].first_tag;
        for i in 0..count {
            let tag = self.lists[(first + i) as usize];
            self.is_fired[(first + tag) as usize] = false;
            see(tag);
        }
    }
}

impl Agenda {
    pub(crate) fn new(
        trail: &mut Trail,
        watches: Subscriptions,
        registrations: Vec<Registration>,
    ) -> Self {
        let propagators = registrations.len();
        let tags = registrations.iter().map(|r| r.tags as usize);
        let most = tags.clone().max().unwrap_or(0);
        let tags: usize = tags.sum();
        Self {
            watches,
            queue: Queue::new(propagators),
            entailed: trail.allocate(std::iter::repeat_n(0, propagators.div_ceil(64))),
            tags: Tags {
                is_fired: vec![false; tags],
                lists: vec![0; tags],
                counts: vec![0; propagators],
            },
            is_afresh: vec![false; propagators],
            fired: Vec::with_capacity(most),
            runs_afresh: false,
            running: NOBODY,
            woke_itself: false,
            runs: 0,
            registrations,
        }
    }

    /// The propagator to run next, taken out of the queue.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<u32> {
        self.queue.pop()
    }

    /// Queues the propagators that subscribed to `events` of `var`.
    #[inline]
    pub(crate) fn raise(&mut self, trail: &Trail, var: Var, events: Events) {
        for watch in self.watches.events.of(var.index()) {
            if !watch.events.intersects(events) {
                continue;
            }
            let p = watch.propagator;
            if self.is_entailed(trail, p) {
                continue;
            }
            let registration = &self.registrations[p as usize];
            if watch.tag != UNTAGGED {
                self.tags.fire(p, registration.first_tag, watch.tag);
            }
            if p == self.running {
                self.woke_itself = true;
            } else {
                self.queue.push(p, registration.lane);
            }
        }
    }

    /// Queues the propagators that watch values of a word of the domain that went.
    #[inline]
    pub(crate) fn raise_loss(&mut self, trail: &Trail, var: Var, word: u32, gone: u64) {
        self.raise_values(trail, |watches| &watches.lost, var, word, gone);
    }

    /// Queues the propagators that watch the value that is left, by its number in the words of the domain.
    #[inline]
    pub(crate) fn raise_taking(&mut self, trail: &Trail, var: Var, value: u32) {
        let bit = 1 << (value % 64);
        self.raise_values(trail, |watches| &watches.taken, var, value / 64, bit);
    }

    #[inline]
    fn raise_values(
        &mut self,
        trail: &Trail,
        of: impl Fn(&Subscriptions) -> &ValueWatches,
        var: Var,
        word: u32,
        values: u64,
    ) {
        // Two loops: as one iterator over all lists they took twice the instructions.
        for list in of(&self.watches).among(var.index(), word, values) {
            for &p in list {
                if trail.get(self.entailed + p / 64) >> (p % 64) & 1 == 1 {
                    continue;
                }
                if p == self.running {
                    self.woke_itself = true;
                } else {
                    self.queue.push(p, self.registrations[p as usize].lane);
                }
            }
        }
    }

    /// Queues every propagator that is not entailed with all its tags fired, as for the first run.
    pub(crate) fn schedule_all(&mut self, trail: &Trail) {
        for p in 0..self.registrations.len() as u32 {
            self.schedule(trail, p);
        }
    }

    /// Queues `propagator` for a run as thorough as the first, with all its tags fired, unless it is entailed.
    pub(crate) fn schedule(&mut self, trail: &Trail, propagator: u32) {
        if self.is_entailed(trail, propagator) {
            return;
        }
        let registration = &self.registrations[propagator as usize];
        self.tags
            .fire_all(propagator, registration.first_tag, registration.tags);
        self.is_afresh[propagator as usize] = true;
        self.queue.push(propagator, registration.lane);
    }

    /// Queues `propagator`, unless it is entailed, with those tags that have fired.
    pub(crate) fn requeue(&mut self, trail: &Trail, propagator: u32) {
        if !self.is_entailed(trail, propagator) {
            let lane = self.registrations[propagator as usize].lane;
            self.queue.push(propagator, lane);
        }
    }

    pub(crate) fn is_entailed(&self, trail: &Trail, propagator: u32) -> bool {
        trail.get(self.entailed + propagator / 64) >> (propagator % 64) & 1 == 1
    }

    /// Prepares a run: moves the fired tags to where the propagator reads them.
    pub(crate) fn begin(&mut self, propagator: u32) {
        self.fired.clear();
        let fired = &mut self.fired;
        self.tags
            .take(propagator, &self.registrations, |tag| fired.push(tag));
        self.runs_afresh = std::mem::take(&mut self.is_afresh[propagator as usize]);
        self.running = propagator;
        self.woke_itself = false;
        self.runs += 1;
    }

    /// From here to the end of the level the propagator is entailed: nothing queues it.
    pub(crate) fn silence(&mut self, trail: &mut Trail, propagator: u32) {
        let word = self.entailed + propagator / 64;
        let bits = trail.get(word) | 1 << (propagator % 64);
        trail.update(word, bits);
        self.drop_fired(propagator);
    }

    /// Until the level is popped, a silenced propagator runs again, at first with all its tags fired.
    pub(crate) fn wake(&mut self, trail: &mut Trail, propagator: u32) {
        let word = self.entailed + propagator / 64;
        let bits = trail.get(word) & !(1 << (propagator % 64));
        trail.update(word, bits);
        self.schedule(trail, propagator);
    }

    #[inline]
    fn drop_fired(&mut self, propagator: u32) {
        self.tags.take(propagator, &self.registrations, |_| ());
    }

    /// Ends a run that did not fail.
    pub(crate) fn finish(&mut self, trail: &mut Trail, propagator: u32, status: Status) {
        self.running = NOBODY;
        match status {
            Status::Entailed => self.silence(trail, propagator),
            Status::Fixpoint if !self.registrations[propagator as usize].repeats => {
                self.drop_fired(propagator);
            }
            Status::Active | Status::Fixpoint => {
                if self.woke_itself {
                    let lane = self.registrations[propagator as usize].lane;
                    self.queue.push(propagator, lane);
                }
            }
        }
    }

    /// After a failure: empties the queue and the lists of fired tags, which must be empty at every choice point.
    pub(crate) fn abandon(&mut self, propagator: u32) {
        self.running = NOBODY;
        self.drop_fired(propagator);
        self.abandon_all();
    }

    /// Empties the queue and the lists of fired tags of the propagators in it.
    pub(crate) fn abandon_all(&mut self) {
        while let Some(p) = self.queue.pop() {
            self.drop_fired(p);
        }
    }

    /// Whether the queue and all lists of fired tags are empty.
    pub(crate) fn is_quiet(&self) -> bool {
        self.queue.is_empty() && self.tags.counts.iter().all(|&count| count == 0)
    }
}
