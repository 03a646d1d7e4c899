//! Remembers what filtering a run with a clue gave.

use std::hash::Hasher;

use fxhash::FxHasher;

use super::digits::Digits;
use super::{Clue, Filtered, MAX_DIGITS};

/// The results of [`Clue::filter`], by clue and run: the result depends on nothing else.
///
/// Holds at most the number of entries that it was made for; when full it forgets all of them, so that a long search
/// keeps the runs of its neighbourhood. Its answers never depend on what it remembers. All its memory is allocated when
/// it is made; that of the entries is not touched until it is needed.
#[derive(Clone, Debug)]
pub struct FilterCache {
    /// By hash, with linear probing: 1 + the place of the entry, 0 where there is none. At most half of them are taken.
    slots: Box<[u16]>,
    entries: Vec<Entry>,
    most: usize,
    hits: u64,
    misses: u64,
}

#[derive(Clone, Debug)]
struct Entry {
    clue: u64,
    run: Packed,
    known: Known,
}

#[derive(Clone, Copy, Debug)]
enum Known {
    Filtered(Filtered, Packed),
    /// Only that there is a word, or none.
    HasWord(bool),
}

/// A run with its length in few words, which are quick to hash and to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Packed([u64; 3]);

/// Bits of a cell, and cells in a word.
const BITS: usize = 10;
const CELLS: usize = MAX_DIGITS / 3;

impl Packed {
    fn new(run: &[Digits]) -> Packed {
        let mut words = [0; 3];
        for (word, cells) in words.iter_mut().zip(run.chunks(CELLS)) {
            // The bit above the last cell tells the lengths of runs apart.
            *word = cells
                .iter()
                .rev()
                .fold(1, |word, cell| word << BITS | u64::from(cell.mask()));
        }
        Packed(words)
    }

    fn unpack(self, run: &mut [Digits]) {
        for (mut word, cells) in self.0.into_iter().zip(run.chunks_mut(CELLS)) {
            for cell in cells {
                *cell = Digits::from_mask(word as u16);
                word >>= BITS;
            }
        }
    }
}

impl FilterCache {
    /// The most entries that a cache can have.
    pub const MOST: usize = u16::MAX as usize;

    /// A cache of at most `most` entries (68 bytes each), or [`MOST`](Self::MOST); with 0 it remembers nothing.
    #[must_use]
    pub fn new(most: usize) -> FilterCache {
        let most = most.min(FilterCache::MOST);
        FilterCache {
            slots: vec![0; 2 * most.next_power_of_two()].into(),
            entries: Vec::with_capacity(most),
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
        let key = Packed::new(run);
        let slot = match self.find(clue.id(), key) {
            Ok(entry) => {
                let answer = match self.entries[entry].known {
                    Known::Filtered(answer, left) => {
                        left.unpack(run);
                        answer
                    }
                    Known::HasWord(false) => Filtered::NoWord,
                    Known::HasWord(true) => {
                        self.misses += 1;
                        let answer = clue.filter(run);
                        self.entries[entry].known = Known::Filtered(answer, Packed::new(run));
                        return answer;
                    }
                };
                self.hits += 1;
                return answer;
            }
            Err(slot) => slot,
        };
        self.misses += 1;
        let answer = clue.filter(run);
        self.keep(clue, key, slot, Known::Filtered(answer, Packed::new(run)));
        answer
    }

    /// As [`Clue::has_word`].
    pub fn has_word(&mut self, clue: &Clue, run: &[Digits]) -> bool {
        if self.most == 0 || run.len() > MAX_DIGITS {
            return clue.has_word(run);
        }
        let key = Packed::new(run);
        let slot = match self.find(clue.id(), key) {
            Ok(entry) => {
                self.hits += 1;
                return match self.entries[entry].known {
                    Known::Filtered(answer, _) => answer != Filtered::NoWord,
                    Known::HasWord(has) => has,
                };
            }
            Err(slot) => slot,
        };
        self.misses += 1;
        let has = clue.has_word(run);
        self.keep(clue, key, slot, Known::HasWord(has));
        has
    }

    fn keep(&mut self, clue: &Clue, run: Packed, slot: usize, known: Known) {
        // One that is full is emptied only now, with the slot that was found.
        let slot = if self.entries.len() < self.most {
            slot
        } else {
            self.clear();
            self.find(clue.id(), run).unwrap_or_else(|slot| slot)
        };
        self.entries.push(Entry {
            clue: clue.id(),
            run,
            known,
        });
        self.slots[slot] = self.entries.len() as u16;
    }

    /// The place of an entry, or the slot for it.
    fn find(&self, clue: u64, run: Packed) -> Result<usize, usize> {
        let mut hasher = FxHasher::default();
        hasher.write_u64(clue);
        run.0.iter().for_each(|&word| hasher.write_u64(word));
        let mut slot = hasher.finish() as usize;
        loop {
            slot &= self.slots.len() - 1;
            let Some(place) = usize::from(self.slots[slot]).checked_sub(1) else {
                return Err(slot);
            };
            let entry = &self.entries[place];
            if entry.run == run && entry.clue == clue {
                return Ok(place);
            }
            slot += 1;
        }
    }

    /// The number of calls answered from the cache, and of all others.
    #[must_use]
    pub fn hits_and_misses(&self) -> (u64, u64) {
        (self.hits, self.misses)
    }

    /// Forgets everything; the memory is kept.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.slots.fill(0);
    }
}
