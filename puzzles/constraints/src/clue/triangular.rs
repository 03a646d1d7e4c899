//! The clue `triangular`.

use std::sync::{Arc, OnceLock};

use super::Language;
use super::automaton::{Automata, Automaton};
use super::entry::Entry;
use super::powers::residue_automata;

pub(super) const ENTRIES: &[Entry] = &[Entry {
    phrase: "triangular",
    meaning: "0, 1, 3, 6, 10, …: sums of 1 to k",
    build: |_| Ok(Arc::new(Triangular)),
}];

/// Numbers k(k+1)/2. Filter: exact when few of them have to be tried, else a relaxation by remainders modulo 63,
/// 275 and 13.
#[derive(Debug)]
pub(super) struct Triangular;

/// The smallest k with k(k+1)/2 at least `number`.
fn root(number: u64) -> u64 {
    let sum = |k: u64| u128::from(k) * u128::from(k + 1) / 2;
    // Never too large: (k − 1)k is below 2n by about √2n when k is √2n, and rounding changes k by far less than 1.
    let mut root = (2.0 * number as f64).sqrt() as u64;
    while sum(root) < u128::from(number) {
        root += 1;
    }
    root
}

impl Language for Triangular {
    fn contains(&self, number: u64) -> bool {
        self.next_candidate(number) == Some(number)
    }

    fn automata(&self, _length: usize) -> Automata<'_> {
        static RESIDUES: OnceLock<Vec<Arc<Automaton>>> = OnceLock::new();
        Automata {
            // By an odd modulus they repeat with it.
            list: RESIDUES.get_or_init(|| residue_automata(&[63, 275, 13], |k| k * (k + 1) / 2)),
            exact: false,
        }
    }

    fn next_candidate(&self, from: u64) -> Option<u64> {
        let root = root(from);
        // One of two neighbours is even.
        let (a, b) = if root.is_multiple_of(2) {
            (root / 2, root + 1)
        } else {
            (root, root.div_ceil(2))
        };
        a.checked_mul(b)
    }

    fn candidates(&self, length: usize) -> f64 {
        10f64.powf(length as f64 / 2.0)
    }
}
