//! The digits that numbers with certain remainders can have, by sets of remainders that turn.
//!
//! A number is the sum of its digits times their place values. Whatever has been added up so far, adding one digit
//! turns the circle of remainders: a set of remainders is a bit set and a digit rotates it, 64 remainders at a time,
//! where an automaton would look at every remainder by itself. (The layered graph is that of Trick 2003, "A dynamic
//! programming approach for consistency and propagation for knapsack constraints", on a circle.)

use smallvec::{SmallVec, smallvec};

use super::digits::Digits;

/// The numbers whose remainder by `modulus` is in `wanted`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Remainders {
    modulus: usize,
    wanted: Box<[u64]>,
}

/// One bit for each remainder; those above the modulus are clear.
type Set = SmallVec<[u64; 16]>;

impl Remainders {
    /// Those that `accepts`.
    pub(super) fn new(modulus: usize, accepts: impl Fn(u64) -> bool) -> Remainders {
        let mut wanted = vec![0; modulus.div_ceil(64)];
        for remainder in (0..modulus).filter(|&remainder| accepts(remainder as u64)) {
            wanted[remainder / 64] |= 1 << (remainder % 64);
        }
        Remainders {
            modulus,
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

    /// Takes out of every position of `run`, most significant first, the digits that no number of the set within
    /// `run` has there (GAC); false if there is none, and `run` is then as it was.
    ///
    /// O(length · digits · modulus / 64), and less where all remainders can be reached, which a few open cells do.
    pub(super) fn filter(&self, run: &mut [Digits]) -> bool {
        if run.iter().any(|digits| digits.is_empty()) {
            return false;
        }
        let mut zero: Set = smallvec![0; self.wanted.len()];
        zero[0] = 1;
        let mut place = 1 % self.modulus;
        // Of the cells to the right of each: place values and the remainders that they can add up to.
        let mut lower: SmallVec<[(usize, Set); 18]> = SmallVec::new();
        let mut sums = zero;
        for &digits in run.iter().rev() {
            let more = self.plus(&sums, digits, place, true);
            lower.push((place, std::mem::replace(&mut sums, more)));
            place = place * 10 % self.modulus;
        }
        if !intersect(&sums, &self.wanted) {
            return false;
        }
        // From the left: what the cells from here on must add up to, one of these.
        let mut needed: Set = self.wanted.iter().copied().collect();
        for (digits, (place, below)) in run.iter_mut().zip(lower.iter().rev()) {
            let all = *digits;
            if !(self.is_full(&needed) || self.is_full(below)) {
                let mut turned: Set = smallvec![0; self.wanted.len()];
                for digit in all {
                    turned.fill(0);
                    self.turn(
                        below,
                        usize::from(digit) * place % self.modulus,
                        &mut turned,
                    );
                    if !intersect(&turned, &needed) {
                        digits.remove(digit);
                    }
                }
            }
            needed = self.plus(&needed, *digits, *place, false);
        }
        true
    }

    /// The sums (or with `add` off, differences) of a remainder of `set` and one of `digits` at a place.
    fn plus(&self, set: &Set, digits: Digits, place: usize, add: bool) -> Set {
        if self.is_full(set) {
            return set.clone();
        }
        let mut all: Set = smallvec![0; self.wanted.len()];
        for digit in digits {
            let by = usize::from(digit) * place % self.modulus;
            let by = if add || by == 0 {
                by
            } else {
                self.modulus - by
            };
            self.turn(set, by, &mut all);
        }
        all
    }

    /// Adds to `to` the members of `set` turned on by `by`, which is below the modulus.
    fn turn(&self, set: &[u64], by: usize, to: &mut [u64]) {
        let last = self.modulus - 64 * (set.len() - 1);
        let inside = u64::MAX >> (64 - last);
        if let ([one], [to]) = (set, &mut *to) {
            let wrapped = if by == 0 { 0 } else { one >> (last - by) };
            *to |= (one << by | wrapped) & inside;
            return;
        }
        // Upwards by `by`, and what passes the modulus down by the rest.
        let (words, bits) = (by / 64, by % 64);
        for at in words..set.len() {
            let low = set[at - words] << bits;
            let carried = match at.checked_sub(words + 1) {
                Some(from) if bits > 0 => set[from] >> (64 - bits),
                _ => 0,
            };
            to[at] |= low | carried;
        }
        if by > 0 {
            let down = self.modulus - by;
            let (words, bits) = (down / 64, down % 64);
            for at in 0..set.len() - words {
                let high = set[at + words] >> bits;
                let carried = match set.get(at + words + 1) {
                    Some(next) if bits > 0 => next << (64 - bits),
                    _ => 0,
                };
                to[at] |= high | carried;
            }
        }
        to[set.len() - 1] &= inside;
    }

    fn is_full(&self, set: &[u64]) -> bool {
        let (last, others) = set.split_last().expect("at least one word");
        others.iter().all(|&word| word == u64::MAX)
            && last.count_ones() as usize == self.modulus - 64 * others.len()
    }
}

fn intersect(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::Rng;

    /// The same digits by trying every number of the run.
    #[test]
    fn keeps_the_digits_of_the_numbers_there_are() {
        let mut rng = Rng::new(7);
        let mut without = 0;
        for modulus in [
            1, 2, 3, 7, 10, 37, 63, 64, 65, 100, 127, 128, 129, 500, 997, 1024,
        ] {
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
