//! Clues about remainders: `odd`, `even`, `multiple of N`.

use std::sync::Arc;

use super::automaton::{Automata, Automaton};
use super::entry::Entry;
use super::{Language, length};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        phrase: "odd",
        meaning: "not divisible by 2",
        build: |_| Ok(Arc::new(Residue::new(2, 1))),
    },
    Entry {
        phrase: "even",
        meaning: "divisible by 2",
        build: |_| Ok(Arc::new(Residue::new(2, 0))),
    },
    Entry {
        phrase: "multiple of N",
        meaning: "0, N, 2N and so on; N is at least 1",
        build: |numbers| match numbers[0] {
            0 => Err("0 has no multiple but itself: write a number from 1 on".to_owned()),
            modulus => Ok(Arc::new(Residue::new(modulus, 0))),
        },
    },
];

/// Above this modulus the automaton is split into one for each prime power of the modulus.
const ONE_AUTOMATON: u64 = 1024;
/// Above this modulus there is no automaton.
const MOST_STATES: u64 = 4096;

/// The numbers from `least` on that leave one certain remainder. Filter: GAC when the modulus is at most 1,024; above,
/// each prime power of it alone.
#[derive(Debug)]
pub(super) struct Residue {
    modulus: u64,
    /// The smallest number; it gives the remainder too.
    least: u64,
    automata: Vec<Arc<Automaton>>,
    exact: bool,
}

impl Residue {
    /// The numbers from `least` on that leave the same remainder by `modulus` (at least 1).
    fn new(modulus: u64, least: u64) -> Residue {
        let parts = if modulus <= ONE_AUTOMATON {
            vec![modulus]
        } else {
            prime_powers(modulus)
        };
        let small = parts.iter().filter(|&&part| part <= MOST_STATES);
        let automata: Vec<_> = small
            .map(|&part| {
                Arc::new(Automaton::residues(part, |residue| residue == least % part).minimised())
            })
            .collect();
        let exact = automata.len() == parts.len();
        Residue {
            modulus,
            least,
            automata,
            exact,
        }
    }
}

/// The prime powers whose product is `number`, by trial division up to the limit for automata; the rest is one factor.
fn prime_powers(mut number: u64) -> Vec<u64> {
    let mut powers = Vec::new();
    for prime in 2..=MOST_STATES {
        let mut power = 1;
        while number.is_multiple_of(prime) {
            number /= prime;
            power *= prime;
        }
        if power > 1 {
            powers.push(power);
        }
    }
    if number > 1 {
        powers.push(number);
    }
    powers
}

impl Language for Residue {
    fn contains(&self, number: u64) -> bool {
        number >= self.least && (number - self.least).is_multiple_of(self.modulus)
    }

    fn automata(&self, digits: usize) -> Automata<'_> {
        // Numbers as short as the least one may be below it.
        let exact = self.exact && (digits > length(self.least) || self.least < self.modulus);
        Automata {
            list: &self.automata,
            exact,
        }
    }

    fn has_independent_digits(&self) -> bool {
        // Then the remainder is that of the last digit.
        10u64.is_multiple_of(self.modulus) && self.least < self.modulus
    }

    fn next_candidate(&self, from: u64) -> Option<u64> {
        let above = from.saturating_sub(self.least);
        above
            .div_ceil(self.modulus)
            .checked_mul(self.modulus)?
            .checked_add(self.least)
    }

    fn candidates(&self, length: usize) -> f64 {
        10f64.powi(length as i32) / self.modulus as f64
    }

    fn shifted(&self, by: u64, up: bool) -> Option<Arc<dyn Language>> {
        let least = if up {
            self.least.checked_add(by)?
        } else if by <= self.least {
            self.least - by
        } else {
            (self.modulus - (by - self.least) % self.modulus) % self.modulus
        };
        Some(Arc::new(Residue::new(self.modulus, least)))
    }
}
