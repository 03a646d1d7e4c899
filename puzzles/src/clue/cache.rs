//! Remembers what filtering a run with a clue gave.

use fxhash::FxHashMap;
use smallvec::SmallVec;

use super::digits::Digits;
use super::{Clue, Filtered, MAX_DIGITS};

/// The results of [`Clue::filter`], by clue and run: the result depends on nothing else.
///
/// Holds at most the number of entries that it was made for; when full it forgets all of them, so that a long search keeps the runs of
/// its neighbourhood. What it answers never depends on what it remembers.
#[derive(Debug)]
pub struct FilterCache {
    known: FxHashMap<(u64, Run), (Filtered, Run)>,
    most: usize,
    hits: u64,
    misses: u64,
}

type Run = SmallVec<[Digits; 12]>;

impl FilterCache {
    /// A cache of at most `most` entries (about 100 bytes each); with 0 it remembers nothing.
    #[must_use]
    pub fn new(most: usize) -> FilterCache {
        FilterCache {
            known: FxHashMap::default(),
            most,
            hits: 0,
            misses: 0,
        }
    }

    /// As [`Clue::filter`].
    pub fn filter(&mut self, clue: &Clue, run: &mut [Digits]) -> Filtered {
        if self.most == 0 || run.len() > MAX_DIGITS {
            return clue.filter(run);
        }
        let key = (clue.id(), Run::from_slice(run));
        if let Some((answer, left)) = self.known.get(&key) {
            self.hits += 1;
            run.copy_from_slice(left);
            return *answer;
        }
        self.misses += 1;
        let answer = clue.filter(run);
        if self.known.len() >= self.most {
            self.known.clear();
        }
        self.known.insert(key, (answer, Run::from_slice(run)));
        answer
    }

    /// How many calls were answered from memory, and how many were not.
    #[must_use]
    pub fn hits_and_misses(&self) -> (u64, u64) {
        (self.hits, self.misses)
    }

    /// Forgets everything; the memory is kept.
    pub fn clear(&mut self) {
        self.known.clear();
    }
}
