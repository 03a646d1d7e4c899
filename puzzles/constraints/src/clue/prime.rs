//! The clue `prime`, and the test for primes.

use std::sync::{Arc, OnceLock};

use super::Language;
use super::automaton::{Automata, Automaton};
use super::entry::Entry;

pub(super) const ENTRIES: &[Entry] = &[Entry {
    phrase: "prime",
    meaning: "2, 3, 5, 7, 11, …; 0 and 1 are not",
    build: |_| Ok(Arc::new(Prime)),
}];

/// The primes below 40: enough witnesses for every `u64`, and the first divisors to try.
const SMALL: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// Whether `number` is prime, for every `u64`.
///
/// Trial division by the primes below 40, then the strong test of Miller and Rabin, which is a proof here: up to
/// 4,759,123,141 the bases 2, 7 and 61 suffice (Jaeschke 1993), and the twelve primes below 40 for all of 64 bits
/// (Sorenson and Webster 2015).
#[must_use]
pub fn is_prime(number: u64) -> bool {
    for prime in SMALL {
        if number.is_multiple_of(prime) {
            return number == prime;
        }
    }
    if number < 41 * 41 {
        return number > 1;
    }
    let bases: &[u64] = if number < 4_759_123_141 {
        &[2, 7, 61]
    } else {
        &SMALL
    };
    bases.iter().all(|&base| passes(number, base))
}

/// Whether the odd `number` passes the strong test to `base`, which is smaller.
fn passes(number: u64, base: u64) -> bool {
    let times = |a: u64, b: u64| {
        if number <= u64::from(u32::MAX) {
            a * b % number
        } else {
            (u128::from(a) * u128::from(b) % u128::from(number)) as u64
        }
    };
    let twos = (number - 1).trailing_zeros();
    let mut exponent = (number - 1) >> twos;
    let (mut power, mut square) = (1, base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = times(power, square);
        }
        square = times(square, square);
        exponent >>= 1;
    }
    if power == 1 || power == number - 1 {
        return true;
    }
    for _ in 1..twos {
        power = times(power, power);
        if power == number - 1 {
            return true;
        }
    }
    false
}

/// Prime numbers. Filter: exact for up to two cells and where few numbers fit (512); else a relaxation by the
/// remainders modulo 30, 77 and 13, each alone up to a common fixpoint.
#[derive(Debug)]
pub(super) struct Prime;

impl Language for Prime {
    fn contains(&self, number: u64) -> bool {
        is_prime(number)
    }

    fn automata(&self, length: usize) -> Automata<'_> {
        static COPRIME: OnceLock<Vec<Arc<Automaton>>> = OnceLock::new();
        // The divisors 2 to 13 are primes themselves, of one or two digits.
        if length <= 2 {
            return Automata::NONE;
        }
        let build = |(modulus, primes): (u64, &[u64])| {
            Arc::new(Automaton::residues(modulus, |residue| {
                primes.iter().all(|&prime| !residue.is_multiple_of(prime))
            }))
        };
        let list = COPRIME.get_or_init(|| {
            [(30, &[2, 3, 5][..]), (77, &[7, 11]), (13, &[13])]
                .map(build)
                .to_vec()
        });
        Automata { list, exact: false }
    }
}
