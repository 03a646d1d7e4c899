//! Clues about powers: `square`, `cube`, `power of N`, and integer roots.

use std::sync::{Arc, OnceLock};

use quadrille_engine::bits::none_of;

use super::Language;
use super::automaton::{Automata, Automaton};
use super::entry::Entry;
use super::fibonacci::Listed;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        phrase: "square",
        meaning: "0, 1, 4, 9, 16, …",
        build: |_| Ok(Arc::new(Square)),
    },
    Entry {
        phrase: "cube",
        meaning: "0, 1, 8, 27, 64, …",
        build: |_| Ok(Arc::new(Cube)),
    },
    Entry {
        phrase: "power of N",
        meaning: "1, N, N times N and so on: powers of 0 are 0 and 1, the only power of 1 is 1",
        build: |numbers| Ok(Arc::new(Listed::new(powers_of(numbers[0])))),
    },
];

fn powers_of(base: u64) -> Vec<u64> {
    match base {
        0 => vec![0, 1],
        1 => vec![1],
        _ => std::iter::successors(Some(1u64), |power| power.checked_mul(base)).collect(),
    }
}

/// The largest number whose square is at most `number`.
#[inline]
pub(super) fn square_root(number: u64) -> u64 {
    // Rounding to 53 bits changes a square by less than half a unit of its root's last bit, and the root of the rounded
    // value is rounded to the nearest: the float is never too small, and too large by one at most. The largest root is
    // 2^32 − 1.
    let root = ((number as f64).sqrt() as u64).min(u64::from(u32::MAX));
    if root * root > number { root - 1 } else { root }
}

/// The largest number whose cube is at most `number`.
#[inline]
pub(super) fn cube_root(number: u64) -> u64 {
    const LARGEST: u64 = 2_642_245;
    // How exact the float is, is up to the system's library.
    let root = ((number as f64).cbrt() as u64).min(LARGEST);
    if root * root * root > number {
        root - 1
    } else if root < LARGEST && (root + 1) * (root + 1) * (root + 1) <= number {
        root + 1
    } else {
        root
    }
}

/// The smallest square that is at least `from`, if it is a `u64`.
#[inline]
pub(super) fn next_square(from: u64) -> Option<u64> {
    let root = square_root(from);
    if root * root == from {
        Some(from)
    } else {
        (root + 1).checked_mul(root + 1)
    }
}

/// The smallest cube that is at least `from`, if it is a `u64`.
#[inline]
pub(super) fn next_cube(from: u64) -> Option<u64> {
    let root = cube_root(from);
    if root * root * root == from {
        Some(from)
    } else {
        (root + 1).checked_pow(3)
    }
}

/// The automata that accept what one of the numbers `value(0)`, `value(1)`, … leaves by each of `moduli`; what `value`
/// leaves by a modulus repeats with the modulus.
pub(super) fn residue_automata(moduli: &[u64], value: impl Fn(u64) -> u64) -> Vec<Arc<Automaton>> {
    let one = |&modulus: &u64| {
        let mut seen = none_of(modulus as usize);
        (0..modulus).for_each(|k| seen.set((value(k) % modulus) as usize, true));
        Arc::new(Automaton::residues(modulus, |residue| {
            seen[residue as usize]
        }))
    };
    moduli.iter().map(one).collect()
}

/// Square numbers. Filter: exact when few squares have to be tried, else a relaxation by remainders modulo 144, 175
/// and 143.
#[derive(Debug)]
pub(super) struct Square;

impl Language for Square {
    #[inline]
    fn contains(&self, number: u64) -> bool {
        // Squares end in one of 12 of the 64 patterns of six bits.
        const ENDINGS: u64 = 0x0202_0212_0203_0213;
        ENDINGS >> (number & 63) & 1 == 1 && {
            let root = square_root(number);
            root * root == number
        }
    }

    fn automata(&self, _length: usize) -> Automata<'_> {
        static RESIDUES: OnceLock<Vec<Arc<Automaton>>> = OnceLock::new();
        Automata {
            list: RESIDUES.get_or_init(|| residue_automata(&[144, 175, 143], |k| k * k)),
            exact: false,
        }
    }

    #[inline]
    fn next_candidate(&self, from: u64) -> Option<u64> {
        next_square(from)
    }

    fn candidates(&self, length: usize) -> f64 {
        0.7 * 10f64.powf(length as f64 / 2.0)
    }
}

/// Cube numbers. Filter: exact when few cubes have to be tried, else a relaxation by remainders modulo 63, 247 and
/// 100.
#[derive(Debug)]
pub(super) struct Cube;

impl Language for Cube {
    #[inline]
    fn contains(&self, number: u64) -> bool {
        let root = cube_root(number);
        root * root * root == number
    }

    fn automata(&self, _length: usize) -> Automata<'_> {
        static RESIDUES: OnceLock<Vec<Arc<Automaton>>> = OnceLock::new();
        Automata {
            list: RESIDUES.get_or_init(|| residue_automata(&[63, 247, 100], |k| k * k * k)),
            exact: false,
        }
    }

    #[inline]
    fn next_candidate(&self, from: u64) -> Option<u64> {
        next_cube(from)
    }

    fn candidates(&self, length: usize) -> f64 {
        0.6 * 10f64.powf(length as f64 / 3.0)
    }
}
