//! All backtrackable words, and the log that undoes them; the reversible types built on it.

/// The words of a model that backtracking restores, with an undo log of (index, old word).
///
/// Every write is logged unconditionally: a stamp that avoids logging a word twice in a level costs a comparison on
/// each write, and a word rarely changes twice in a level (measured on queens and Latin squares: 5 % slower).
#[derive(Debug, Default)]
pub(crate) struct Trail {
    words: Vec<u64>,
    log: Vec<(u32, u64)>,
    marks: Vec<u32>,
}

impl Trail {
    /// Adds words at the end; they belong to no level and are never removed.
    pub(crate) fn allocate(&mut self, words: impl IntoIterator<Item = u64>) -> u32 {
        let start = self.words.len() as u32;
        self.words.extend(words);
        start
    }

    /// Gives back the words from `len` on; nothing may refer to them any more.
    pub(crate) fn truncate(&mut self, len: u32) {
        debug_assert!(self.log.iter().all(|&(index, _)| index < len));
        self.words.truncate(len as usize);
    }

    pub(crate) fn len(&self) -> u32 {
        self.words.len() as u32
    }

    #[inline]
    pub(crate) fn get(&self, index: u32) -> u64 {
        self.words[index as usize]
    }

    /// The word at `place`, if there is one.
    #[inline]
    pub(crate) fn get_at(&self, place: usize) -> Option<u64> {
        self.words.get(place).copied()
    }

    #[inline]
    pub(crate) fn slice(&self, start: u32, len: u32) -> &[u64] {
        &self.words[start as usize..(start + len) as usize]
    }

    #[inline]
    pub(crate) fn set(&mut self, index: u32, word: u64) {
        let place = &mut self.words[index as usize];
        self.log.push((index, *place));
        *place = word;
    }

    /// Writes only if the word differs.
    #[inline]
    pub(crate) fn update(&mut self, index: u32, word: u64) {
        if self.words[index as usize] != word {
            self.set(index, word);
        }
    }

    /// Number of levels pushed.
    pub(crate) fn level(&self) -> usize {
        self.marks.len()
    }

    pub(crate) fn push(&mut self) {
        self.marks.push(self.log.len() as u32);
    }

    /// Undoes every write since the matching [`push`](Self::push).
    pub(crate) fn pop(&mut self) {
        let mark = self.marks.pop().expect("pop without push") as usize;
        for &(index, old) in self.log[mark..].iter().rev() {
            self.words[index as usize] = old;
        }
        self.log.truncate(mark);
    }

    /// The writes on the log from position `from` on, oldest first: the word's index and its old content.
    pub(crate) fn log_from(&self, from: usize) -> &[(u32, u64)] {
        self.log.get(from..).unwrap_or(&[])
    }

    /// Number of writes on the log.
    pub(crate) fn log_len(&self) -> usize {
        self.log.len()
    }

    /// Makes room for `writes` more writes and `levels` more levels, so that a search need not allocate.
    pub(crate) fn reserve(&mut self, writes: usize, levels: usize) {
        self.log.reserve(writes);
        self.marks.reserve(levels);
    }

    /// At level 0 nothing will ever be undone: forget the log.
    pub(crate) fn forget_root(&mut self) {
        if self.marks.is_empty() {
            self.log.clear();
        }
    }

    /// The word as it was just before level `level` (counted from 0) was pushed.
    pub(crate) fn before_level(&self, index: u32, level: usize) -> u64 {
        self.log[self.marks[level] as usize..]
            .iter()
            .find(|&&(written, _)| written == index)
            .map_or_else(|| self.get(index), |&(_, old)| old)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * 8 + self.log.capacity() * 16 + self.marks.capacity() * 4
    }
}

/// A 64-bit integer that backtracking restores. Read and written through a [`Context`](crate::Context).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RevInt(pub(crate) u32);

/// A fixed-size array of 64-bit words that backtracking restores, used as a bitset or as plain cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RevWords {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl RevWords {
    /// Number of words.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// True for no words at all.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// A set of `0..n` from which elements are only removed, and which backtracking restores.
///
/// The elements are a plain permutation with the members in front; only the *size* is on the trail, since restoring the
/// size restores the set whatever the order of the removed elements (Briggs and Torczon 1993, "An efficient
/// representation for sparse sets"; le Clément de Saint-Marcq et al. 2013 for its use on a trail).
#[derive(Clone, Debug)]
pub struct RevSparseSet {
    members: Vec<u32>,
    place: Vec<u32>,
    size: RevInt,
}

impl RevSparseSet {
    pub(crate) fn new(n: usize, size: RevInt) -> Self {
        let members: Vec<u32> = (0..n as u32).collect();
        Self {
            place: members.clone(),
            members,
            size,
        }
    }

    /// The members, in no particular (but reproducible) order.
    pub fn members(&self, state: &impl ReadState) -> &[u32] {
        &self.members[..state.int(self.size) as usize]
    }

    /// Number of members.
    pub fn len(&self, state: &impl ReadState) -> usize {
        state.int(self.size) as usize
    }

    /// True if no member is left.
    pub fn is_empty(&self, state: &impl ReadState) -> bool {
        self.len(state) == 0
    }

    /// Whether `element` is a member.
    pub fn contains(&self, state: &impl ReadState, element: u32) -> bool {
        self.place[element as usize] < state.int(self.size) as u32
    }

    /// Removes `element`; returns whether it was a member. O(1).
    pub fn remove(&mut self, state: &mut impl WriteState, element: u32) -> bool {
        let size = state.int(self.size) as u32;
        let place = self.place[element as usize];
        if place >= size {
            return false;
        }
        let last = self.members[size as usize - 1];
        self.members.swap(place as usize, size as usize - 1);
        self.place[last as usize] = place;
        self.place[element as usize] = size - 1;
        state.set_int(self.size, i64::from(size) - 1);
        true
    }
}

/// Reading reversible state; implemented by [`Context`](crate::Context) and [`View`](crate::View).
pub trait ReadState {
    /// The value of `cell`.
    fn int(&self, cell: RevInt) -> i64;
    /// The words of `block`.
    fn words(&self, block: RevWords) -> &[u64];
}

/// Writing reversible state: the change is undone when the search leaves the current level.
pub trait WriteState: ReadState {
    /// Sets `cell` to `value`.
    fn set_int(&mut self, cell: RevInt, value: i64);
    /// Sets word `index` of `block`.
    fn set_word(&mut self, block: RevWords, index: usize, word: u64);
}

/// Allocating reversible state, before the search starts.
pub trait AllocateState {
    /// A new reversible integer.
    fn new_int(&mut self, value: i64) -> RevInt;
    /// A new reversible block with these words.
    fn new_words(&mut self, words: &[u64]) -> RevWords;
    /// A new reversible set of all of `0..n`.
    fn new_sparse_set(&mut self, n: usize) -> RevSparseSet {
        RevSparseSet::new(n, self.new_int(n as i64))
    }
}

/// Has a trail behind it, and with it [`ReadState`] and [`WriteState`].
pub(crate) trait Trailed {
    fn trail(&self) -> &Trail;
    fn trail_mut(&mut self) -> &mut Trail;
}

/// A [`Trailed`] whose trail may still grow, and with it [`AllocateState`].
pub(crate) trait Extensible: Trailed {}

impl Trailed for Trail {
    #[inline]
    fn trail(&self) -> &Trail {
        self
    }
    #[inline]
    fn trail_mut(&mut self) -> &mut Trail {
        self
    }
}

impl Extensible for Trail {}

impl<T: Trailed> ReadState for T {
    #[inline]
    fn int(&self, cell: RevInt) -> i64 {
        self.trail().get(cell.0) as i64
    }
    #[inline]
    fn words(&self, block: RevWords) -> &[u64] {
        self.trail().slice(block.start, block.len)
    }
}

impl<T: Trailed> WriteState for T {
    #[inline]
    fn set_int(&mut self, cell: RevInt, value: i64) {
        self.trail_mut().update(cell.0, value as u64);
    }
    #[inline]
    fn set_word(&mut self, block: RevWords, index: usize, word: u64) {
        assert!(
            index < block.len as usize,
            "word {index} of a block of {}",
            block.len
        );
        self.trail_mut().update(block.start + index as u32, word);
    }
}

impl<T: Extensible> AllocateState for T {
    fn new_int(&mut self, value: i64) -> RevInt {
        RevInt(self.trail_mut().allocate([value as u64]))
    }
    fn new_words(&mut self, words: &[u64]) -> RevWords {
        RevWords {
            start: self.trail_mut().allocate(words.iter().copied()),
            len: words.len() as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small deterministic generator, enough to drive a random walk.
    fn next(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    #[test]
    fn random_walks_restore_exactly_what_was() {
        let mut seed = 0x1234_5678_9abc_def1;
        let mut trail = Trail::default();
        let cell = trail.new_int(-5);
        let block = trail.new_words(&[1, 2, 3]);
        let mut set = trail.new_sparse_set(20);
        let snapshot = |trail: &Trail, set: &RevSparseSet| {
            let mut members = set.members(trail).to_vec();
            members.sort_unstable();
            (trail.int(cell), trail.words(block).to_vec(), members)
        };
        let mut stack = Vec::new();
        for _ in 0..20_000 {
            match next(&mut seed) % 6 {
                0 => {
                    stack.push(snapshot(&trail, &set));
                    trail.push();
                }
                1 if !stack.is_empty() => {
                    trail.pop();
                    assert_eq!(stack.pop().unwrap(), snapshot(&trail, &set));
                }
                2 => trail.set_int(cell, next(&mut seed) as i64),
                3 => {
                    let (index, word) = (next(&mut seed) % 3, next(&mut seed));
                    trail.set_word(block, index as usize, word);
                }
                _ => {
                    let element = (next(&mut seed) % 20) as u32;
                    let was = set.contains(&trail, element);
                    assert_eq!(set.remove(&mut trail, element), was);
                    assert!(!set.contains(&trail, element));
                }
            }
            assert_eq!(trail.level(), stack.len());
        }
    }
}
