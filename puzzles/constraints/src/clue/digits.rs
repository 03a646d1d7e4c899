//! Sets of decimal digits: the candidates of one cell of a run.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

/// A set of decimal digits, one bit each: bit `d` is the digit `d`.
///
/// ```
/// use quadrille_constraints::clue::Digits;
/// let odd: Digits = [1, 3, 5, 7, 9].into_iter().collect();
/// assert_eq!((odd & Digits::from_mask(0b11_1000)).to_string(), "35");
/// assert_eq!(odd.iter().sum::<u8>(), 25);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Digits(u16);

impl Digits {
    /// No digit.
    pub const EMPTY: Digits = Digits(0);
    /// All ten digits.
    pub const ALL: Digits = Digits(0x3ff);

    /// The set whose bit mask is `mask`; bits above bit 9 are dropped.
    #[must_use]
    pub const fn from_mask(mask: u16) -> Digits {
        Digits(mask & Digits::ALL.0)
    }

    /// The set of one digit; the empty set if `digit` is above 9.
    #[must_use]
    pub const fn single(digit: u8) -> Digits {
        if digit > 9 {
            Digits(0)
        } else {
            Digits(1 << digit)
        }
    }

    /// The bit mask: bit `d` is set when the digit `d` is in the set.
    #[must_use]
    pub const fn mask(self) -> u16 {
        self.0
    }

    /// Whether `digit` is in the set.
    #[must_use]
    pub const fn contains(self, digit: u8) -> bool {
        digit < 10 && self.0 >> digit & 1 == 1
    }

    /// How many digits the set has, 0 to 10.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no digit.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The only digit of the set, if it has exactly one.
    #[must_use]
    pub const fn value(self) -> Option<u8> {
        if self.0.is_power_of_two() {
            Some(self.0.trailing_zeros() as u8)
        } else {
            None
        }
    }

    /// The smallest digit, if there is one.
    #[must_use]
    pub const fn min(self) -> Option<u8> {
        if self.0 == 0 {
            None
        } else {
            Some(self.0.trailing_zeros() as u8)
        }
    }

    /// The largest digit, if there is one.
    #[must_use]
    pub const fn max(self) -> Option<u8> {
        if self.0 == 0 {
            None
        } else {
            Some(15 - self.0.leading_zeros() as u8)
        }
    }

    /// Adds `digit`; does nothing if it is above 9.
    pub const fn insert(&mut self, digit: u8) {
        self.0 |= Digits::single(digit).0;
    }

    /// Takes `digit` out; does nothing if it is not there.
    pub const fn remove(&mut self, digit: u8) {
        self.0 &= !Digits::single(digit).0;
    }

    /// Whether every digit of this set is in `other`.
    #[must_use]
    pub const fn is_subset(self, other: Digits) -> bool {
        self.0 & !other.0 == 0
    }

    /// The digits from small to large.
    #[must_use]
    pub const fn iter(self) -> DigitIter {
        DigitIter(self.0)
    }
}

/// The digits of a [`Digits`] set from small to large.
#[derive(Clone, Debug)]
pub struct DigitIter(u16);

impl Iterator for DigitIter {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let digit = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(digit)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for DigitIter {}

impl IntoIterator for Digits {
    type Item = u8;
    type IntoIter = DigitIter;

    fn into_iter(self) -> DigitIter {
        self.iter()
    }
}

impl FromIterator<u8> for Digits {
    fn from_iter<I: IntoIterator<Item = u8>>(digits: I) -> Digits {
        let mut set = Digits::EMPTY;
        digits.into_iter().for_each(|digit| set.insert(digit));
        set
    }
}

impl BitAnd for Digits {
    type Output = Digits;
    fn bitand(self, other: Digits) -> Digits {
        Digits(self.0 & other.0)
    }
}

impl BitAndAssign for Digits {
    fn bitand_assign(&mut self, other: Digits) {
        self.0 &= other.0;
    }
}

impl BitOr for Digits {
    type Output = Digits;
    fn bitor(self, other: Digits) -> Digits {
        Digits(self.0 | other.0)
    }
}

impl BitOrAssign for Digits {
    fn bitor_assign(&mut self, other: Digits) {
        self.0 |= other.0;
    }
}

impl Sub for Digits {
    type Output = Digits;
    fn sub(self, other: Digits) -> Digits {
        Digits(self.0 & !other.0)
    }
}

impl SubAssign for Digits {
    fn sub_assign(&mut self, other: Digits) {
        self.0 &= !other.0;
    }
}

impl Not for Digits {
    type Output = Digits;
    fn not(self) -> Digits {
        Digits(!self.0 & Digits::ALL.0)
    }
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

impl fmt::Debug for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn algebra_agrees_with_lists_of_digits_for_every_set() {
        for mask in 0..1024u16 {
            let set = Digits::from_mask(mask);
            let list: Vec<u8> = (0..10).filter(|d| mask & (1 << d) != 0).collect();
            assert_eq!(set.iter().collect::<Vec<_>>(), list);
            assert_eq!(list.iter().copied().collect::<Digits>(), set);
            assert_eq!(set.len(), list.len());
            assert_eq!(set.min(), list.first().copied());
            assert_eq!(set.max(), list.last().copied());
            assert_eq!(
                set.value(),
                if list.len() == 1 { Some(list[0]) } else { None }
            );
            assert_eq!((!set).len(), 10 - list.len());
            assert!((set & !set).is_empty() && set | !set == Digits::ALL);
            let other = Digits::from_mask(mask.rotate_left(3) ^ 0x155);
            assert_eq!(
                (set - other).iter().collect::<Vec<_>>(),
                list.iter()
                    .copied()
                    .filter(|&d| !other.contains(d))
                    .collect::<Vec<_>>()
            );
            let (mut both, mut either, mut without) = (set, set, set);
            both &= other;
            either |= other;
            without -= other;
            assert_eq!(
                (both, either, without),
                (set & other, set | other, set - other)
            );
            assert_eq!((both | without, both & without), (set, Digits::EMPTY));
            assert_eq!(
                set.is_subset(other),
                list.iter().all(|&d| other.contains(d))
            );
        }
    }

    #[test]
    fn what_is_no_digit_is_never_in_a_set() {
        assert_eq!(Digits::from_mask(u16::MAX), Digits::ALL);
        assert_eq!(Digits::single(10), Digits::EMPTY);
        assert!(!Digits::ALL.contains(200));
        let mut set = Digits::ALL;
        set.remove(17);
        set.insert(255);
        assert_eq!(set, Digits::ALL);
        set.remove(3);
        assert_eq!(set.to_string(), "012456789");
    }
}
