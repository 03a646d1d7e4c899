//! The clue `prime raised to a prime power`.

use std::sync::{Arc, OnceLock};

use super::Language;
use super::entry::Entry;
use super::numbers::{self, Pattern, Sink, TooMany};
use super::powers::{cube_root, next_cube, next_square, square_root};
use super::prime::is_prime;

pub(super) const ENTRIES: &[Entry] = &[Entry {
    phrase: "prime raised to a prime power",
    meaning: "p^q with p and q prime: 4, 8, 9, 25, 27, 32, …",
    build: |_| Ok(Arc::new(PrimePower)),
}];

/// Numbers p^q with p and q prime. Filter: exact when few squares and cubes have to be looked at, else nothing is
/// pruned.
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
        [2, 3, 5]
            .into_iter()
            .any(|least| OneKind(least).contains(number))
    }

    fn next_candidate(&self, from: u64) -> Option<u64> {
        [2, 3, 5]
            .into_iter()
            .filter_map(|least| OneKind(least).next_candidate(from))
            .min()
    }

    fn candidates(&self, length: usize) -> f64 {
        [2, 3, 5]
            .map(|least| OneKind(least).candidates(length))
            .iter()
            .sum()
    }

    fn generation_cost(&self, pattern: &Pattern) -> f64 {
        [2, 3, 5]
            .map(|least| numbers::plan(&OneKind(least), pattern).1)
            .iter()
            .sum()
    }

    fn generate(&self, pattern: &Pattern, sink: &mut Sink<'_>) -> Result<(), TooMany> {
        [2, 3, 5]
            .iter()
            .try_for_each(|&least| numbers::by_cheapest_means(&OneKind(least), pattern, sink))
    }
}

/// The squares of primes (2), the cubes of primes (3), or the higher powers (5): each walked alone, so that a pattern
/// in which squares are sparse is not walked at the pace of all three.
#[derive(Debug)]
struct OneKind(u32);

impl Language for OneKind {
    #[inline]
    fn contains(&self, number: u64) -> bool {
        match self.0 {
            2 => {
                let root = square_root(number);
                root * root == number && is_prime(root)
            }
            3 => {
                let root = cube_root(number);
                root * root * root == number && is_prime(root)
            }
            _ => high_powers().binary_search(&number).is_ok(),
        }
    }

    #[inline]
    fn next_candidate(&self, from: u64) -> Option<u64> {
        match self.0 {
            2 => next_square(from),
            3 => next_cube(from),
            _ => {
                let high = high_powers();
                high.get(high.partition_point(|&power| power < from))
                    .copied()
            }
        }
    }

    fn candidates(&self, length: usize) -> f64 {
        match self.0 {
            2 => 0.7 * 10f64.powf(length as f64 / 2.0),
            3 => 0.6 * 10f64.powf(length as f64 / 3.0),
            // Some 30 for each length.
            _ => 30.0,
        }
    }
}
