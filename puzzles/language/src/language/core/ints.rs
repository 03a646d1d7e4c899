//! Sets of whole numbers.

use smallvec::{SmallVec, smallvec};

/// Below all numbers that occur.
const BOTTOM: i128 = i128::MIN / 4;

/// Above all numbers that occur.
const TOP: i128 = i128::MAX / 4;

/// A set of whole numbers: ranges in ascending order, with a gap between any two. Every comparison with a number says
/// that something lies in such a set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ints(SmallVec<[(i128, i128); 2]>);

impl Ints {
    /// No number.
    pub(crate) fn none() -> Self {
        Self(SmallVec::new())
    }

    /// Every number.
    pub(crate) fn all() -> Self {
        Self(smallvec![(BOTTOM, TOP)])
    }

    /// One number.
    pub(crate) fn one(number: i128) -> Self {
        Self(smallvec![(number, number)])
    }

    /// This number and all above it.
    pub(crate) fn at_least(number: i128) -> Self {
        Self(smallvec![(number, TOP)])
    }

    /// This number and all below it.
    pub(crate) fn at_most(number: i128) -> Self {
        Self(smallvec![(BOTTOM, number)])
    }

    /// The numbers that are not in the set.
    pub(crate) fn complement(&self) -> Self {
        let mut rest = SmallVec::new();
        let mut next = BOTTOM;
        for &(low, high) in &self.0 {
            if next < low {
                rest.push((next, low - 1));
            }
            next = high + 1;
        }
        if next <= TOP {
            rest.push((next, TOP));
        }
        Self(rest)
    }

    /// The numbers that are in both sets.
    pub(crate) fn meet(&self, other: &Self) -> Self {
        let mut both: SmallVec<[(i128, i128); 2]> = SmallVec::new();
        for &(low, high) in &self.0 {
            for &(from, to) in &other.0 {
                let (low, high) = (low.max(from), high.min(to));
                if low <= high {
                    both.push((low, high));
                }
            }
        }
        both.sort_unstable();
        Self(both)
    }

    /// The numbers that are in one of the sets.
    pub(crate) fn union(&self, other: &Self) -> Self {
        self.complement().meet(&other.complement()).complement()
    }

    /// What is left if all numbers have this added to them.
    pub(crate) fn shifted(&self, by: i128) -> Self {
        let move_end = |end: i128| match end {
            BOTTOM | TOP => end,
            end => end + by,
        };
        let moved = self
            .0
            .iter()
            .map(|&(low, high)| (move_end(low), move_end(high)));
        Self(moved.collect())
    }

    /// The negatives of the numbers.
    pub(crate) fn negated(&self) -> Self {
        let turn = |end: i128| match end {
            BOTTOM => TOP,
            TOP => BOTTOM,
            end => -end,
        };
        let turned = self
            .0
            .iter()
            .rev()
            .map(|&(low, high)| (turn(high), turn(low)));
        Self(turned.collect())
    }

    /// The set for something that lies between these ends: what it says of other numbers does not matter, so that it is
    /// open where it reaches an end. `None` if it holds all of these numbers or none, so that nothing would be left.
    pub(crate) fn clipped(&self, low: Option<i128>, high: Option<i128>) -> Option<Self> {
        let (first, last) = (low.unwrap_or(BOTTOM), high.unwrap_or(TOP));
        let bounds = Self(smallvec![(first, last)]);
        let mut inside = self.meet(&bounds);
        if inside == bounds {
            return None;
        }
        if inside.0.first()?.0 == first {
            inside.0[0].0 = BOTTOM;
        }
        let end = inside.0.len() - 1;
        if inside.0[end].1 == last {
            inside.0[end].1 = TOP;
        }
        Some(inside)
    }

    /// The ranges, each with its ends, where it has any.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = (Option<i128>, Option<i128>)> {
        let end = |end: i128| (end != BOTTOM && end != TOP).then_some(end);
        self.0.iter().map(move |&(low, high)| (end(low), end(high)))
    }

    /// The only number of the set.
    pub(crate) fn only(&self) -> Option<i128> {
        match self.0[..] {
            [(low, high)] if low == high => Some(low),
            _ => None,
        }
    }

    /// Whether a number is in the set.
    pub(crate) fn contains(&self, number: i128) -> bool {
        self.0
            .iter()
            .any(|&(low, high)| (low..=high).contains(&number))
    }
}
