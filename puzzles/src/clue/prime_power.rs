//! The clue `prime raised to a prime power`.

use std::sync::{Arc, OnceLock};

use super::Language;
use super::powers::{cube_root, next_cube, next_square, square_root};
use super::prime::is_prime;
use super::vocabulary::Entry;

pub(super) const ENTRIES: &[Entry] = &[Entry {
    phrase: "prime raised to a prime power",
    meaning: "p^q with p and q prime: 4, 8, 9, 25, 27, 32, …",
    build: |_| Ok(Arc::new(PrimePower)),
}];

/// Numbers p^q with p and q prime. Filter: exact when few squares and cubes have to be looked at, else nothing is pruned.
///
/// Candidates are the squares, the cubes, and the listed p^q with q from 5 on (some 1,000 below 2^64).
#[derive(Debug)]
pub(super) struct PrimePower;

/// All p^q below 2^64 with p and q prime and q at least 5, ascending.
fn high_powers() -> &'static [u64] {
    static POWERS: OnceLock<Vec<u64>> = OnceLock::new();
    POWERS.get_or_init(|| {
        // 7132^5 is above 2^64.
        let primes: Vec<u64> = (2..7132).filter(|&number| is_prime(number)).collect();
        let mut powers = Vec::new();
        for q in [5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61] {
            powers.extend(primes.iter().map_while(|p| p.checked_pow(q)));
        }
        powers.sort_unstable();
        powers
    })
}

impl Language for PrimePower {
    fn contains(&self, number: u64) -> bool {
        let root = square_root(number);
        if root * root == number && is_prime(root) {
            return true;
        }
        let root = cube_root(number);
        root * root * root == number && is_prime(root)
            || high_powers().binary_search(&number).is_ok()
    }

    fn next_candidate(&self, from: u64) -> Option<u64> {
        let high = high_powers();
        let listed = high
            .get(high.partition_point(|&power| power < from))
            .copied();
        [next_square(from), next_cube(from), listed]
            .into_iter()
            .flatten()
            .min()
    }

    fn candidates(&self, length: usize) -> f64 {
        0.7 * 10f64.powf(length as f64 / 2.0) + 0.6 * 10f64.powf(length as f64 / 3.0)
    }
}
