//! The digits that numbers with certain remainders can have, by rotating sets of remainders.
//!
//! A number is the sum of its digits times their place values. Whatever the sum so far, adding one digit rotates the
//! circle of remainders: a set of remainders is a bit set and a digit rotates it, 64 remainders at a time, where an
//! automaton would look at every remainder by itself. (The layered graph is that of Trick 2003, "A dynamic programming
//! approach for consistency and propagation for knapsack constraints", on a circle.)

use super::digits::Digits;
use super::{MAX_DIGITS, scratch};

/// The numbers whose remainder by `modulus` is in `wanted`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Remainders {
    modulus: usize,
    /// By place from the right, the remainder that each digit has there: to divide takes longer than to turn a small
    /// set.
    parts: [[u16; 10]; MAX_DIGITS],
    wanted: Box<[u64]>,
}

/// A set of remainders: one bit for each; those above the modulus are clear.
type Set = [u64];

/// The number of sets that a filter needs in addition to those of the cells.
const EXTRA_SETS: usize = 3;

impl Remainders {
    /// Those that `accepts`.
    pub(super) fn new(modulus: usize, accepts: impl Fn(u64) -> bool) -> Remainders {
        let mut wanted = vec![0; modulus.div_ceil(64)];
        for remainder in (0..modulus).filter(|&remainder| accepts(remainder as u64)) {
            wanted[remainder / 64] |= 1 << (remainder % 64);
        }
        scratch::reserve((MAX_DIGITS + EXTRA_SETS) * wanted.len());
        let mut place = 1 % modulus;
        let parts = [(); MAX_DIGITS].map(|()| {
            let parts = std::array::from_fn(|digit| (digit * place % modulus) as u16);
            place = place * 10 % modulus;
            parts
        });
        Remainders {
            modulus,
            parts,
            wanted: wanted.into(),
        }
    }

    pub(super) fn modulus(&self) -> u64 {
        self.modulus as u64
    }

    /// Whether numbers of this remainder, which is below the modulus, are in the set.
    pub(super) fn contains(&self, remainder: u64) -> bool {
        self.wanted[remainder as usize / 64] >> (remainder % 64) & 1 == 1
    }

    /// Removes from every position of `run`, most significant first, the digits that no number of the set within `run`
    /// has there (GAC); false if there is none, and `run` is then as it was.
    ///
    /// O(length · digits · modulus / 64), and less where all remainders can be reached, which a few open cells do.
    pub(super) fn filter(&self, run: &mut [Digits]) -> bool {
        if run.iter().any(|digits| digits.is_empty()) {
            return false;
        }
        let words = self.wanted.len();
        if let [wanted] = *self.wanted {
            return self.filter_one_word(run, wanted);
        }
        scratch::with((run.len() + EXTRA_SETS) * words, |sets| {
            self.filter_in(run, sets)
        })
    }

    /// As the general form, with each set in a register: Number Cross 5, most of whose moduli are small, takes a fifth
    /// fewer instructions.
    fn filter_one_word(&self, run: &mut [Digits], wanted: u64) -> bool {
        let (modulus, cells) = (self.modulus as u32, run.len());
        let full = u64::MAX >> (64 - modulus);
        // By a part below the modulus; a shift by 64 in two steps.
        let up = |set: u64, by: u16| (set << by | set >> (modulus - u32::from(by) - 1) >> 1) & full;
        let down =
            |set: u64, by: u16| (set >> by | set << (modulus - u32::from(by) - 1) << 1) & full;
        let mut lower = [1; MAX_DIGITS + 1];
        for (k, &digits) in run.iter().rev().enumerate() {
            let below: u64 = lower[k];
            let parts = &self.parts[k];
            lower[k + 1] = if below == full {
                full
            } else {
                let sums = digits
                    .iter()
                    .map(|digit| up(below, parts[usize::from(digit)]));
                sums.fold(0, |all, sums| all | sums)
            };
        }
        if lower[cells] & wanted == 0 {
            return false;
        }
        let mut needed = wanted;
        for (at, digits) in run.iter_mut().enumerate() {
            let k = cells - 1 - at;
            let (below, parts) = (lower[k], &self.parts[k]);
            if needed == full {
                break;
            }
            let mut before = 0;
            for digit in *digits {
                let rest = down(needed, parts[usize::from(digit)]);
                if rest & below == 0 {
                    digits.remove(digit);
                } else {
                    before |= rest;
                }
            }
            needed = before;
        }
        true
    }

    fn filter_in(&self, run: &mut [Digits], sets: &mut [u64]) -> bool {
        let (words, cells) = (self.wanted.len(), run.len());
        // `lower[k]`: the remainders that the last k cells can add up to.
        let (lower, rest) = sets.split_at_mut((cells + 1) * words);
        lower[..words].fill(0);
        lower[0] = 1;
        for (k, &digits) in run.iter().rev().enumerate() {
            let (sums, more) = lower[k * words..].split_at_mut(words);
            self.plus(sums, digits, &self.parts[k], false, &mut more[..words]);
        }
        if !intersect(&lower[cells * words..], &self.wanted) {
            return false;
        }
        // From the left: what the cells from here on must add up to, one of these.
        let (mut needed, rest) = rest.split_at_mut(words);
        let mut next = &mut rest[..words];
        needed.copy_from_slice(&self.wanted);
        for (at, digits) in run.iter_mut().enumerate() {
            let k = cells - 1 - at;
            let below = &lower[k * words..][..words];
            if self.is_full(needed) {
                break;
            }
            if digits.len() > 1 && !self.is_full(below) {
                for digit in *digits {
                    let by = self.parts[k][usize::from(digit)];
                    if !self.turned_meets(below, by.into(), needed) {
                        digits.remove(digit);
                    }
                }
            }
            if k > 0 {
                self.plus(needed, *digits, &self.parts[k], true, next);
                std::mem::swap(&mut needed, &mut next);
            }
        }
        true
    }

    /// Fills `all` with the sums (or with `less`, differences) of a remainder of `set` and the part that one of
    /// `digits` has.
    fn plus(&self, set: &Set, digits: Digits, parts: &[u16; 10], less: bool, all: &mut Set) {
        if self.is_full(set) {
            all.copy_from_slice(set);
            return;
        }
        all.fill(0);
        for digit in digits {
            let by = usize::from(parts[usize::from(digit)]);
            let by = if less && by > 0 {
                self.modulus - by
            } else {
                by
            };
            self.turn(set, by, all);
        }
    }

    /// Adds to `to` the members of `set` turned on by `by`, which is below the modulus.
    fn turn(&self, set: &Set, by: usize, to: &mut Set) {
        let last = self.modulus - 64 * (set.len() - 1);
        let inside = u64::MAX >> (64 - last);
        // Upwards by `by`, and what passes the modulus down by the rest.
        let (words, bits) = (by / 64, by % 64);
        let mut carried = 0;
        for (to, &word) in to[words..].iter_mut().zip(set) {
            *to |= word << bits | carried;
            // In two steps, for a shift by 64 would be none.
            carried = word >> 1 >> (63 - bits);
        }
        if by > 0 {
            let down = self.modulus - by;
            let (words, bits) = (down / 64, down % 64);
            let mut carried = 0;
            for (to, &word) in to.iter_mut().zip(&set[words..]).rev() {
                *to |= word >> bits | carried;
                carried = word << 1 << (63 - bits);
            }
        }
        to[set.len() - 1] &= inside;
    }

    /// Whether a member of `set` turned on by `by`, which is below the modulus, is in `other`.
    fn turned_meets(&self, set: &Set, by: usize, other: &Set) -> bool {
        let (words, bits) = (by / 64, by % 64);
        let mut carried = 0;
        for (&other, &word) in other[words..].iter().zip(set) {
            if (word << bits | carried) & other != 0 {
                return true;
            }
            carried = word >> 1 >> (63 - bits);
        }
        let down = self.modulus - by;
        let (words, bits) = (down / 64, down % 64);
        let mut carried = 0;
        by > 0
            && other
                .iter()
                .zip(&set[words..])
                .rev()
                .any(|(&other, &word)| {
                    let turned = word >> bits | carried;
                    carried = word << 1 << (63 - bits);
                    turned & other != 0
                })
    }

    fn is_full(&self, set: &Set) -> bool {
        let (last, others) = set.split_last().expect("at least one word");
        others.iter().all(|&word| word == u64::MAX)
            && last.count_ones() as usize == self.modulus - 64 * others.len()
    }
}

fn intersect(a: &Set, b: &Set) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::Rng;

    const MODULI: [u64; 16] = [
        1, 2, 3, 7, 10, 37, 63, 64, 65, 100, 127, 128, 129, 500, 997, 1024,
    ];

    /// Nearly empty sets, nearly full ones, and those between, each turned as arithmetic says.
    #[test]
    fn sums_and_differences_are_those_of_numbers() {
        let mut rng = Rng::new(11);
        for modulus in MODULI {
            for round in 0..40 {
                let is_member: Vec<bool> = (0..modulus).map(|_| rng.below(40) <= round).collect();
                let set = Remainders::new(modulus as usize, |r| is_member[r as usize]);
                assert_eq!(set.modulus(), modulus);
                assert!((0..modulus).all(|r| set.contains(r) == is_member[r as usize]));
                let some = 1 << rng.below(10);
                let digits =
                    Digits::from_mask(rng.next_u64() as u16 & rng.next_u64() as u16 | some);
                let place = rng.below(modulus);
                let parts = std::array::from_fn(|digit| (digit as u64 * place % modulus) as u16);
                for less in [false, true] {
                    let expected = Remainders::new(modulus as usize, |r| {
                        digits.into_iter().any(|digit| {
                            let by = u64::from(digit) * place;
                            let from = if less { r + by } else { r + 9 * modulus - by };
                            is_member[(from % modulus) as usize]
                        })
                    });
                    let mut turned = vec![0; set.wanted.len()];
                    set.plus(&set.wanted, digits, &parts, less, &mut turned);
                    assert_eq!(turned[..], expected.wanted[..], "{modulus} {place} {less}");
                }
            }
        }
    }

    /// The same digits by trying every number of the run.
    #[test]
    fn keeps_the_digits_of_the_numbers_there_are() {
        let mut rng = Rng::new(7);
        let mut without = 0;
        for modulus in MODULI {
            for _ in 0..60 {
                let length = 1 + rng.below(5) as usize;
                let run: Vec<Digits> = (0..length)
                    .map(|_| Digits::from_mask(rng.next_u64() as u16 & rng.next_u64() as u16))
                    .collect();
                let targets = [rng.below(modulus), rng.below(modulus)];
                let set = Remainders::new(modulus as usize, |r| targets.contains(&r));
                let mut expected = vec![Digits::EMPTY; length];
                for number in 0..10u64.pow(length as u32) {
                    let digits: Vec<u8> = (0..length as u32)
                        .rev()
                        .map(|at| (number / 10u64.pow(at) % 10) as u8)
                        .collect();
                    let fits = run.iter().zip(&digits).all(|(set, &d)| set.contains(d));
                    if fits && targets.contains(&(number % modulus)) {
                        let cells = expected.iter_mut().zip(digits);
                        cells.for_each(|(set, digit)| set.insert(digit));
                    }
                }
                let mut filtered = run.clone();
                let found = set.filter(&mut filtered);
                assert_eq!(
                    found,
                    !expected[0].is_empty(),
                    "{modulus} {run:?} {targets:?}"
                );
                if found {
                    assert_eq!(filtered, expected, "{modulus} {run:?} {targets:?}");
                } else {
                    assert_eq!(filtered, run);
                    without += 1;
                }
            }
        }
        assert!(without > 50, "{without}");
    }
}
