//! The clue `fibonacci`.

use std::sync::Arc;

use super::entry::Entry;
use super::{Language, POWERS_OF_TEN};

pub(super) const ENTRIES: &[Entry] = &[Entry {
    phrase: "fibonacci",
    meaning: "0, 1, and every sum of two neighbours: 0, 1, 2, 3, 5, 8, 13, …",
    build: |_| Ok(Arc::new(Listed::new(fibonacci()))),
}];

fn fibonacci() -> Vec<u64> {
    let mut all = vec![0];
    let (mut a, mut b) = (1u64, 2u64);
    loop {
        all.push(a);
        match a.checked_add(b) {
            Some(c) => (a, b) = (b, c),
            None => {
                all.push(b);
                return all;
            }
        }
    }
}

/// A language of so few numbers that they are all listed. Filter: GAC.
#[derive(Debug)]
pub(super) struct Listed {
    /// Ascending; all that fit into a `u64`.
    numbers: Vec<u64>,
}

impl Listed {
    /// The language of `numbers`, which are ascending and have about the same count for each length.
    pub(super) fn new(numbers: Vec<u64>) -> Listed {
        debug_assert!(numbers.is_sorted());
        Listed { numbers }
    }
}

impl Language for Listed {
    fn contains(&self, number: u64) -> bool {
        self.numbers.binary_search(&number).is_ok()
    }

    fn next_candidate(&self, from: u64) -> Option<u64> {
        self.numbers
            .get(self.numbers.partition_point(|&number| number < from))
            .copied()
    }

    fn candidates(&self, length: usize) -> f64 {
        let below = |power: usize| {
            POWERS_OF_TEN.get(power).map_or(self.numbers.len(), |&p| {
                self.numbers.partition_point(|&n| n < p)
            })
        };
        (below(length) - below(length.saturating_sub(1))) as f64
    }
}
