//! The clue `prime raised to a prime power`.

use std::sync::{Arc, OnceLock};

use quadrille_engine::bits::none_of;

use super::digits::Digits;
use super::entry::Entry;
use super::numbers::{self, Pattern, Sink, TooMany};
use super::powers::{cube_root, next_cube, next_square, square_root};
use super::prime::is_prime;
use super::word_list::{MANY, WordLists};
use super::{Filtered, Language, filter};

pub(super) const ENTRIES: &[Entry] = &[Entry {
    phrase: "prime raised to a prime power",
    meaning: "p^q with p and q prime: 4, 8, 9, 25, 27, 32, …",
    build: |_| Ok(Arc::new(PrimePower)),
}];

/// Numbers p^q with p and q prime. Filter: exact up to ten digits, and when few squares and cubes have to be tried;
/// else nothing is pruned.
///
/// Candidates are the squares and cubes, those of primes alone below [`ROOTS`] squared and cubed, and the listed p^q
/// with q from 5 on (some 1,000 below 2^64).
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

/// Of squares and cubes of smaller numbers than this, a filter looks only at those of primes: a tenth as many.
const ROOTS: u64 = 100_000;

/// The primes below [`ROOTS`], ascending. To find them takes longer than to list the numbers of a row once, which does
/// without.
fn roots() -> &'static [u64] {
    static PRIMES: OnceLock<Vec<u64>> = OnceLock::new();
    PRIMES.get_or_init(|| {
        let mut is_composite = none_of(ROOTS as usize);
        let mut primes = Vec::new();
        for number in 2..ROOTS {
            if is_composite[number as usize] {
                continue;
            }
            primes.push(number);
            let multiples = (number * number..ROOTS).step_by(number as usize);
            multiples.for_each(|multiple| is_composite.set(multiple as usize, true));
        }
        primes
    })
}

/// The smallest square (2) or cube (3) of one of the [`roots`] that is at least `from`.
fn next_power(from: u64, exponent: u32) -> Option<u64> {
    let roots = roots();
    let at = roots.partition_point(|root| root.pow(exponent) < from);
    roots.get(at).map(|root| root.pow(exponent))
}

/// Lists of up to ten digits. One of them takes a millisecond to make and filters a run in some microseconds, where leaps
/// take up to a hundred.
static LISTS: WordLists = WordLists::up_to(MANY);

/// Whether it takes so many leaps to filter a run that a list pays.
fn takes_many_leaps(run: &[Digits]) -> bool {
    const MANY_LEAPS: f64 = 256.0;
    let pattern = Pattern::of_run(run);
    let leaps = pattern.map(|pattern| numbers::leaps(&pattern, PrimePower.candidates(run.len())));
    leaps.is_some_and(|leaps| leaps >= MANY_LEAPS)
}

impl Language for PrimePower {
    fn contains(&self, number: u64) -> bool {
        [2, 3, 5]
            .into_iter()
            .any(|least| OneKind(least).contains(number))
    }

    fn filter(&self, run: &mut [Digits]) -> Filtered {
        let lists = takes_many_leaps(run).then_some(&LISTS);
        let listed = lists.and_then(|lists| lists.filter(self, run));
        listed.unwrap_or_else(|| filter::by_cheapest_means(self, run))
    }

    fn has_word(&self, run: &[Digits]) -> bool {
        let lists = takes_many_leaps(run).then_some(&LISTS);
        let listed = lists.and_then(|lists| lists.has_word(self, run));
        listed.unwrap_or_else(|| filter::has_word_by_cheapest_means(self, run))
    }

    fn next_candidate(&self, from: u64) -> Option<u64> {
        let next = |least| match least {
            2 | 3 => next_power(from, least).or_else(|| OneKind(least).next_candidate(from)),
            _ => OneKind(least).next_candidate(from),
        };
        [2, 3, 5].into_iter().filter_map(next).min()
    }

    fn candidates(&self, length: usize) -> f64 {
        let count = |least| {
            let all = OneKind(least).candidates(length);
            let digits = length as f64 / f64::from(least);
            match least {
                // One in ln x of the numbers about x is prime.
                2 | 3 if digits <= 5.0 => all / (digits * 10f64.ln()),
                _ => all,
            }
        };
        [2, 3, 5].map(count).iter().sum()
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
