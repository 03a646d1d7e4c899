//! The subscription tables: for each variable, which propagators are woken by which events, and for single values which
//! are woken when these go or are taken. Frozen before the search starts.

use crate::event::Events;

/// No tag: the propagator only needs to run.
pub(crate) const UNTAGGED: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) propagator: u32,
    /// The propagator's own tag for this subscription, or [`UNTAGGED`].
    pub(crate) tag: u32,
    pub(crate) events: Events,
}

/// Subscriptions of all variables in one array, a contiguous run for each variable.
#[derive(Debug, Default)]
pub(crate) struct Watches {
    starts: Vec<u32>,
    entries: Vec<Watch>,
}

impl Watches {
    /// Groups `(variable index, watch)` pairs by variable, keeping their order within one.
    pub(crate) fn new(variables: usize, pairs: &[(u32, Watch)]) -> Self {
        let mut starts = vec![0; variables + 1];
        for &(variable, _) in pairs {
            starts[variable as usize + 1] += 1;
        }
        for i in 0..variables {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut entries: Vec<Watch> = pairs.iter().map(|&(_, watch)| watch).collect();
        for &(variable, watch) in pairs {
            let place = &mut next[variable as usize];
            entries[*place as usize] = watch;
            *place += 1;
        }
        Self { starts, entries }
    }

    #[inline]
    pub(crate) fn of(&self, variable: usize) -> &[Watch] {
        &self.entries[self.starts[variable] as usize..self.starts[variable + 1] as usize]
    }
}

/// All that wakes propagators.
#[derive(Debug, Default)]
pub(crate) struct Subscriptions {
    pub(crate) events: Watches,
    /// When a variable can no longer take a value.
    pub(crate) lost: ValueWatches,
    /// When it has a value.
    pub(crate) taken: ValueWatches,
}

/// Subscriptions to single values, which are numbered as in the words of a domain: a clause of which `x = 3` is a
/// literal need not be woken when x loses another value. Where each number on 10×10 cells has its successor around it,
/// there are 9,900 clauses, of which a variable is in 891: the proof takes half of the instructions.
#[derive(Debug, Default)]
pub(crate) struct ValueWatches {
    /// By variable: its first word in the following.
    words: Vec<u32>,
    /// By word: the values that are watched.
    values: Vec<u64>,
    /// By word: the number of the list of its first watched value; those of the others follow.
    lists: Vec<u32>,
    /// By list: where it starts.
    starts: Vec<u32>,
    propagators: Vec<u32>,
}

impl ValueWatches {
    /// Groups `(variable index, value, propagator)` by variable and value, keeping their order within one. `widths`: by
    /// variable, the number of words of its domain. Counted, not sorted: 4 % of solving akari, whose clauses watch values.
    pub(crate) fn new(widths: impl Iterator<Item = u32>, watches: &[(u32, u32, u32)]) -> Self {
        let mut count = 0;
        let words = widths.map(|width| {
            count += width;
            count - width
        });
        let words: Vec<u32> = words.collect();
        let place = |variable: u32, value: u32| {
            let word = words[variable as usize] + value / 64;
            (word as usize, 1u64 << (value % 64))
        };
        let mut values = vec![0u64; count as usize];
        for &(variable, value, _) in watches {
            let (word, bit) = place(variable, value);
            values[word] |= bit;
        }
        let mut lists = Vec::with_capacity(values.len());
        let mut count = 0;
        for word in &values {
            lists.push(count);
            count += word.count_ones();
        }
        let list_of = |variable: u32, value: u32| {
            let (word, bit) = place(variable, value);
            (lists[word] + (values[word] & (bit - 1)).count_ones()) as usize
        };
        let mut starts = vec![0; count as usize + 1];
        for &(variable, value, _) in watches {
            starts[list_of(variable, value) + 1] += 1;
        }
        for list in 0..count as usize {
            starts[list + 1] += starts[list];
        }
        let mut next = starts.clone();
        let mut propagators = vec![0; watches.len()];
        for &(variable, value, propagator) in watches {
            let at: &mut u32 = &mut next[list_of(variable, value)];
            propagators[*at as usize] = propagator;
            *at += 1;
        }
        Self {
            words,
            values,
            lists,
            starts,
            propagators,
        }
    }

    /// The propagators that watch one of these values of a word of a domain, a list for each by rising value.
    #[inline]
    pub(crate) fn among(
        &self,
        variable: usize,
        word: u32,
        values: u64,
    ) -> impl Iterator<Item = &[u32]> {
        let word = (self.words[variable] + word) as usize;
        let watched = self.values[word];
        let mut left = watched & values;
        std::iter::from_fn(move || {
            let bit = left & left.wrapping_neg();
            left ^= bit;
            (bit != 0).then(|| {
                let before = watched & (bit - 1);
                let list = (self.lists[word] + before.count_ones()) as usize;
                let of = self.starts[list] as usize..self.starts[list + 1] as usize;
                &self.propagators[of]
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::ValueWatches;

    #[test]
    fn each_value_has_its_list() {
        let watches = ValueWatches::new(
            [1, 1, 2].into_iter(),
            &[
                (2, 64, 7),
                (0, 5, 1),
                (2, 63, 2),
                (0, 5, 0),
                (2, 64, 3),
                (2, 0, 4),
            ],
        );
        let among = |variable, word, values| -> Vec<u32> {
            watches
                .among(variable, word, values)
                .flatten()
                .copied()
                .collect()
        };
        assert_eq!(among(0, 0, u64::MAX), [1, 0]);
        assert_eq!(among(0, 0, 1 << 4), []);
        assert_eq!(among(1, 0, u64::MAX), []);
        assert_eq!(among(2, 0, u64::MAX), [4, 2]);
        assert_eq!(among(2, 0, 1 << 63), [2]);
        assert_eq!(among(2, 1, 3), [7, 3]);
    }
}
