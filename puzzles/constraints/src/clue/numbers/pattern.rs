//! Runs of cells, some of which have the same digit.

use smallvec::SmallVec;

use crate::clue::digits::Digits;
use crate::clue::{MAX_DIGITS, POWERS_OF_TEN};

/// Some neighbouring cells of a run that hold one digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// How many cells.
    pub length: usize,
    /// The digits that they can take.
    pub digits: Digits,
}

/// A run of cells cut into segments: the numbers that fit have one digit for each segment, repeated over its cells.
///
/// Numbers of two or more digits do not begin with 0.
#[derive(Clone, Debug)]
pub struct Pattern {
    pub(super) parts: SmallVec<[PlacedSegment; MAX_DIGITS]>,
    pub(super) differ: bool,
    pub(super) length: usize,
}

/// A segment with the data for walks over a pattern.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedSegment {
    /// The digits that some choice of the segments after it allows; never empty.
    pub digits: Digits,
    pub length: usize,
    /// The contribution of the segment to the number for each unit of its digit.
    pub weight: u64,
    /// The place value of its first cell.
    pub first: u64,
    /// The place value of its last cell: the numbers that agree with the run up to this segment lie in an interval of
    /// this length.
    pub last: u64,
}

impl Pattern {
    /// The pattern of `segments`; with `differ`, neighbouring segments hold different digits.
    ///
    /// Returns `None` when no number fits: a segment without digits, segments that cannot differ, no cell at all, or
    /// more than [`MAX_DIGITS`] cells. Segments of length 0 are left out, as if not written.
    #[must_use]
    pub fn new(segments: &[Segment], differ: bool) -> Option<Pattern> {
        let mut length = 0usize;
        for segment in segments {
            length = length
                .checked_add(segment.length)
                .filter(|&all| all <= MAX_DIGITS)?;
        }
        if length == 0 {
            return None;
        }
        let mut parts: SmallVec<[PlacedSegment; MAX_DIGITS]> = SmallVec::new();
        let mut before = length;
        for segment in segments.iter().filter(|segment| segment.length > 0) {
            let after = before - segment.length;
            let (first, last) = (POWERS_OF_TEN[before - 1], POWERS_OF_TEN[after]);
            // 11…1 with as many ones as cells, at the place of the segment.
            let weight = (POWERS_OF_TEN[before] - last) / 9;
            let mut digits = segment.digits;
            if before == length && length > 1 {
                digits.remove(0);
            }
            parts.push(PlacedSegment {
                digits,
                length: segment.length,
                weight,
                first,
                last,
            });
            before = after;
        }
        // A segment can only be in the way of its neighbours when it is down to one digit.
        for at in (0..parts.len()).rev() {
            if differ && let Some(only) = parts.get(at + 1).and_then(|part| part.digits.value()) {
                parts[at].digits.remove(only);
            }
            if parts[at].digits.is_empty() {
                return None;
            }
        }
        Some(Pattern {
            parts,
            differ,
            length,
        })
    }

    /// The pattern of a run of single cells, free of each other.
    #[must_use]
    pub fn of_run(run: &[Digits]) -> Option<Pattern> {
        let segments: SmallVec<[Segment; MAX_DIGITS]> = run
            .iter()
            .map(|&digits| Segment { length: 1, digits })
            .collect();
        Pattern::new(&segments, false)
    }

    /// How many cells the run has, 1 to [`MAX_DIGITS`].
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// Whether neighbouring segments hold different digits.
    #[must_use]
    pub fn differ(&self) -> bool {
        self.differ
    }

    pub(crate) fn parts(&self) -> &[PlacedSegment] {
        &self.parts
    }

    /// About how many numbers fit; an upper bound.
    #[must_use]
    pub fn count(&self) -> f64 {
        self.parts
            .iter()
            .map(|part| part.digits.len() as f64)
            .product()
    }

    /// Whether `number` fits.
    #[must_use]
    pub fn fits(&self, number: u64) -> bool {
        self.next(number) == Some(number)
    }

    /// The digits that the segment `at` can take after a segment of digit `before` (10: there is none).
    #[inline]
    pub(super) fn open(&self, at: usize, before: u8) -> Digits {
        let digits = self.parts[at].digits;
        if self.differ {
            digits - Digits::single(before)
        } else {
            digits
        }
    }

    /// `value` with the segments from `at` on as small as possible.
    #[inline]
    fn fill(&self, mut value: u64, at: usize, mut before: u8) -> u64 {
        for at in at..self.parts.len() {
            let digit = self.open(at, before).min().unwrap_or(0);
            value += u64::from(digit) * self.parts[at].weight;
            before = digit;
        }
        value
    }

    /// The smallest number that fits and is at least `from`. O(segments).
    #[must_use]
    pub fn next(&self, from: u64) -> Option<u64> {
        if from >= POWERS_OF_TEN[self.length] {
            return None;
        }
        let mut value = 0;
        let mut before = 10;
        // The deepest segment seen so far whose digit could grow: (value before it, segment, grown digit).
        let mut grow = None;
        for (at, part) in self.parts.iter().enumerate() {
            let rest = from - value;
            let digit = (rest / part.first) as u8;
            let open = self.open(at, before);
            let above = Digits::from_mask(open.mask() & !((2u16 << digit) - 1)).min();
            let mut tight = false;
            if open.contains(digit) {
                let repeated = u64::from(digit) * part.weight;
                if repeated > rest {
                    return Some(self.fill(value + repeated, at + 1, digit));
                }
                tight = rest - repeated < part.last;
            }
            if let Some(above) = above {
                if !tight {
                    return Some(self.fill(value + u64::from(above) * part.weight, at + 1, above));
                }
                grow = Some((value, at, above));
            } else if !tight {
                let (value, at, digit) = grow?;
                return Some(self.fill(
                    value + u64::from(digit) * self.parts[at].weight,
                    at + 1,
                    digit,
                ));
            }
            value += u64::from(digit) * part.weight;
            before = digit;
        }
        Some(value)
    }
}
