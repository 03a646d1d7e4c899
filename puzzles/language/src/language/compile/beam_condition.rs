//! Conditions on a beam, evaluated as far as it has been followed.

use super::super::geometry::Geometry;
use super::super::syntax::{Arithmetic, Comparison, Measure};
use super::arithmetic::of_constants;
use crate::grid::{Cell, Direction};
use crate::rules::{BeamCondition, Walked};

/// A number of the data, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Number(i128),
    Empty,
    Missing,
}

/// A number that a beam determines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    Known(Entry),
    Turns,
    /// By the number of the view where it comes out, and what it may be at any.
    ByExit(Vec<Entry>, Range),
    /// A measure of what is said of each stretch: by its length, from 0.
    Of(Measure, Vec<Entry>),
    Arithmetic(Arithmetic, Box<Amount>, Box<Amount>),
}

/// A test that a beam determines.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    /// True, false, or missing.
    Known(Option<bool>),
    /// By the number of the view where it comes out, and what it may be at any: most beams are judged before they come
    /// out, and looking at all views each time took more than half of the time of a Kinkonkan.
    ByExit(Vec<Option<bool>>, Truths),
    Compare(Comparison, Amount, Amount),
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Iff(Box<Condition>, Box<Condition>),
    If(Box<Condition>, Box<Condition>, Box<Condition>),
    /// The stretches are these numbers; `None` is any.
    Stretches(Vec<Option<i64>>),
}

/// A condition on the beams of a puzzle.
#[derive(Debug)]
pub(super) struct OnBeam {
    pub(super) geometry: Geometry,
    pub(super) condition: Condition,
}

/// Which of true, false and missing a test may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Truths {
    holds: bool,
    fails: bool,
    missing: bool,
}

/// The values that a number may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    low: i128,
    high: i128,
    /// It is a multiple of this.
    divisor: i128,
    /// There are such values.
    there: bool,
    empty: bool,
    missing: bool,
}

/// A number is too large: there is no such value for the checker either, so nothing holds.
struct TooLarge;

type Sure<T> = Result<T, TooLarge>;

impl BeamCondition for OnBeam {
    fn may_hold(&self, beam: &Walked<'_>) -> bool {
        let truths = self.condition.truths(&self.geometry, beam);
        truths.is_ok_and(|truths| truths.holds || truths.missing)
    }
}

/// The number of the view that looks back along a beam that comes out.
pub(super) fn view_at(geometry: &Geometry, cell: Cell, heading: Direction) -> usize {
    let (rows, columns) = (geometry.rows, geometry.columns);
    match heading {
        Direction::West => cell.row,
        Direction::East => rows + cell.row,
        Direction::North => 2 * rows + cell.column,
        Direction::South => 2 * rows + columns + cell.column,
    }
}

impl Truths {
    const NONE: Truths = Truths {
        holds: false,
        fails: false,
        missing: false,
    };
    const ANY: Truths = Truths {
        holds: true,
        fails: true,
        missing: false,
    };

    fn of(truth: Option<bool>) -> Truths {
        Truths {
            holds: truth == Some(true),
            fails: truth == Some(false),
            missing: truth.is_none(),
        }
    }

    fn either(self, other: Truths) -> Truths {
        Truths {
            holds: self.holds || other.holds,
            fails: self.fails || other.fails,
            missing: self.missing || other.missing,
        }
    }

    fn not(self) -> Truths {
        Truths {
            holds: self.fails,
            fails: self.holds,
            ..self
        }
    }

    /// Of all combinations of one of these and one of those.
    fn joined(
        self,
        other: Truths,
        join: impl Fn(Option<bool>, Option<bool>) -> Option<bool>,
    ) -> Truths {
        let mut all = Truths::NONE;
        for one in self.each() {
            for two in other.each() {
                all = all.either(Truths::of(join(one, two)));
            }
        }
        all
    }

    fn each(self) -> impl Iterator<Item = Option<bool>> + Clone {
        let all = [
            (self.holds, Some(true)),
            (self.fails, Some(false)),
            (self.missing, None),
        ];
        all.into_iter()
            .filter(|(may_be, _)| *may_be)
            .map(|(_, truth)| truth)
    }

    fn and(self, other: Truths) -> Truths {
        self.joined(other, |one, two| match (one, two) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        })
    }
}

impl Range {
    const ANY: Range = Range {
        low: i128::MIN,
        high: i128::MAX,
        divisor: 1,
        there: true,
        empty: false,
        missing: false,
    };

    fn of(entry: Entry) -> Range {
        let (low, high) = match entry {
            Entry::Number(number) => (number, number),
            _ => (0, 0),
        };
        Range {
            low,
            high,
            divisor: 1,
            there: matches!(entry, Entry::Number(_)),
            empty: entry == Entry::Empty,
            missing: entry == Entry::Missing,
        }
    }

    fn from(low: i128) -> Range {
        Range { low, ..Range::ANY }
    }

    /// The only value, if there is only one.
    fn value(&self) -> Option<Entry> {
        match (self.there, self.empty, self.missing) {
            (true, false, false) if self.low == self.high => Some(Entry::Number(self.low)),
            (false, true, false) => Some(Entry::Empty),
            (false, false, true) => Some(Entry::Missing),
            _ => None,
        }
    }

    fn either(self, other: Range) -> Range {
        let (low, high) = match (self.there, other.there) {
            (true, true) => (self.low.min(other.low), self.high.max(other.high)),
            (true, false) => (self.low, self.high),
            _ => (other.low, other.high),
        };
        Range {
            low,
            high,
            divisor: 1,
            there: self.there || other.there,
            empty: self.empty || other.empty,
            missing: self.missing || other.missing,
        }
    }
}

impl Condition {
    /// By the number of the view where the beam comes out.
    pub(super) fn by_exit(truths: Vec<Option<bool>>) -> Self {
        let each = truths.iter().map(|truth| Truths::of(*truth));
        let at_any = each.fold(Truths::NONE, Truths::either);
        Condition::ByExit(truths, at_any)
    }

    /// Whether it holds or is missing for every beam.
    pub(super) fn says_nothing(&self) -> bool {
        match self {
            Condition::Known(truth) => *truth != Some(false),
            Condition::ByExit(truths, _) => truths.iter().all(|truth| *truth != Some(false)),
            Condition::And(parts) => parts.iter().all(Condition::says_nothing),
            _ => false,
        }
    }

    fn truths(&self, geometry: &Geometry, beam: &Walked<'_>) -> Sure<Truths> {
        Ok(match self {
            Condition::Known(truth) => Truths::of(*truth),
            Condition::ByExit(truths, at_any) => match beam.exit {
                Some((cell, heading)) => Truths::of(truths[view_at(geometry, cell, heading)]),
                None => *at_any,
            },
            Condition::Compare(comparison, a, b) => {
                let (a, b) = (a.range(geometry, beam)?, b.range(geometry, beam)?);
                compared(*comparison, &a, &b)
            }
            Condition::Not(inner) => inner.truths(geometry, beam)?.not(),
            Condition::And(parts) => {
                let mut all = Truths::of(Some(true));
                for part in parts {
                    all = all.and(part.truths(geometry, beam)?);
                }
                all
            }
            Condition::Or(parts) => {
                let mut none = Truths::of(Some(true));
                for part in parts {
                    none = none.and(part.truths(geometry, beam)?.not());
                }
                none.not()
            }
            Condition::Iff(a, b) => {
                let (a, b) = (a.truths(geometry, beam)?, b.truths(geometry, beam)?);
                a.joined(b, |a, b| Some(a? == b?))
            }
            Condition::If(condition, holds, otherwise) => {
                let condition = condition.truths(geometry, beam)?;
                let first = holds.truths(geometry, beam)?;
                let second = otherwise.truths(geometry, beam)?;
                let mut all = Truths::NONE;
                if condition.holds {
                    all = all.either(first);
                }
                if condition.fails {
                    all = all.either(second);
                }
                if condition.missing {
                    let same = |one: Option<bool>, two| one.filter(|_| one == two);
                    all = all.either(first.joined(second, same));
                }
                all
            }
            Condition::Stretches(wanted) => {
                let fits = |length: u32, at: usize| {
                    wanted
                        .get(at)
                        .is_some_and(|entry| entry.is_none_or(|entry| entry == i64::from(length)))
                };
                let ended = beam.ended.iter().enumerate();
                let fit = ended.into_iter().all(|(at, &length)| fits(length, at));
                let at = beam.ended.len();
                match beam.exit {
                    Some(_) => {
                        Truths::of(Some(fit && at + 1 == wanted.len() && fits(beam.last, at)))
                    }
                    None => {
                        let long_enough = wanted.get(at).is_some_and(|entry| {
                            entry.is_none_or(|entry| entry >= i64::from(beam.last))
                        });
                        Truths {
                            holds: fit && long_enough,
                            ..Truths::ANY
                        }
                    }
                }
            }
        })
    }
}

impl Amount {
    /// By the number of the view where the beam comes out.
    pub(super) fn by_exit(entries: Vec<Entry>) -> Self {
        let none = Range {
            there: false,
            ..Range::ANY
        };
        let each = entries.iter().map(|entry| Range::of(*entry));
        let at_any = each.fold(none, Range::either);
        Amount::ByExit(entries, at_any)
    }

    fn range(&self, geometry: &Geometry, beam: &Walked<'_>) -> Sure<Range> {
        let turns = beam.ended.len() as i128;
        Ok(match self {
            Amount::Known(entry) => Range::of(*entry),
            Amount::Turns if beam.exit.is_some() => Range::of(Entry::Number(turns)),
            Amount::Turns => Range::from(turns),
            Amount::ByExit(entries, at_any) => match beam.exit {
                Some((cell, heading)) => Range::of(entries[view_at(geometry, cell, heading)]),
                None => *at_any,
            },
            Amount::Of(measure, by_length) => measured(*measure, by_length, beam)?,
            Amount::Arithmetic(operation, a, b) => {
                let (a, b) = (a.range(geometry, beam)?, b.range(geometry, beam)?);
                match (a.value(), b.value()) {
                    (Some(a), Some(b)) => Range::of(combined(*operation, a, b)?),
                    _ => Range {
                        empty: true,
                        missing: a.missing || b.missing,
                        ..Range::ANY
                    },
                }
            }
        })
    }
}

/// As the checker does it.
fn combined(operation: Arithmetic, a: Entry, b: Entry) -> Sure<Entry> {
    let (a, b) = match (a, b) {
        (Entry::Missing, _) | (_, Entry::Missing) => return Ok(Entry::Missing),
        (Entry::Number(a), Entry::Number(b)) => (a, b),
        _ => return Ok(Entry::Empty),
    };
    match of_constants(operation, a, b) {
        Some(number) => number.map(Entry::Number).ok_or(TooLarge),
        None => Ok(Entry::Empty),
    }
}

/// Whether a measure can be followed along a beam.
pub(super) fn is_followed(measure: Measure) -> bool {
    matches!(
        measure,
        Measure::Sum
            | Measure::Product
            | Measure::Least
            | Measure::Greatest
            | Measure::First
            | Measure::Last
    )
}

fn measured(measure: Measure, by_length: &[Entry], beam: &Walked<'_>) -> Sure<Range> {
    let of = |length: u32| match by_length.get(length as usize) {
        Some(Entry::Number(number)) => Some(*number),
        _ => None,
    };
    let ended = beam.ended.iter().filter_map(|&length| of(length));
    let last = beam.exit.and_then(|_| of(beam.last));
    let mut numbers = ended.chain(last);
    let known = |number: Option<i128>| Range::of(number.map_or(Entry::Empty, Entry::Number));
    let product = |numbers: &mut dyn Iterator<Item = i128>| {
        let (mut product, mut too_large) = (1i128, false);
        for number in numbers {
            match product.checked_mul(number) {
                // A later 0 makes the product small again.
                _ if number == 0 => return Ok(0),
                Some(next) => product = next,
                None => too_large = true,
            }
        }
        match too_large {
            true => Err(TooLarge),
            false => Ok(product),
        }
    };
    if beam.exit.is_some() {
        return Ok(match measure {
            Measure::Sum => known(Some(
                numbers.try_fold(0i128, i128::checked_add).ok_or(TooLarge)?,
            )),
            Measure::Product => known(Some(product(&mut numbers)?)),
            Measure::Least => known(numbers.min()),
            Measure::Greatest => known(numbers.max()),
            Measure::First => known(numbers.next()),
            _ => known(numbers.last()),
        });
    }
    // The last stretch is at least as long as it is so far.
    let possible = by_length.iter().skip(beam.last as usize);
    let least_of_last = |skipped: i128| {
        let of = possible.clone().map(|entry| match entry {
            Entry::Number(number) => *number,
            _ => skipped,
        });
        of.min().unwrap_or(skipped)
    };
    let is_at_least = |low: i128| {
        by_length
            .iter()
            .all(|entry| !matches!(entry, Entry::Number(number) if *number < low))
    };
    Ok(match measure {
        Measure::Sum if is_at_least(0) => {
            let sum = numbers.try_fold(0i128, i128::checked_add).ok_or(TooLarge)?;
            Range::from(sum.saturating_add(least_of_last(0)))
        }
        Measure::Product if is_at_least(1) => {
            let product = product(&mut numbers)?;
            Range {
                divisor: product,
                ..Range::from(product.saturating_mul(least_of_last(1)))
            }
        }
        Measure::Least => match numbers.min() {
            Some(least) => Range {
                high: least,
                ..Range::ANY
            },
            None => Range {
                empty: true,
                ..Range::ANY
            },
        },
        Measure::Greatest => match numbers.max() {
            Some(greatest) => Range::from(greatest),
            None => Range {
                empty: true,
                ..Range::ANY
            },
        },
        Measure::First => match numbers.next() {
            Some(first) => known(Some(first)),
            None => Range {
                empty: true,
                ..Range::ANY
            },
        },
        _ => Range {
            empty: true,
            ..Range::ANY
        },
    })
}

/// What a comparison of two numbers may be.
fn compared(comparison: Comparison, a: &Range, b: &Range) -> Truths {
    let mut all = Truths::NONE;
    all.missing = a.missing || b.missing;
    let is_not = comparison == Comparison::NotEqual;
    if a.empty && (b.there || b.empty) || b.empty && a.there {
        all = all.either(Truths::of(Some(is_not)));
    }
    if !a.there || !b.there {
        return all;
    }
    let is_multiple = |a: &Range, b: &Range| b.low != b.high || b.low % a.divisor == 0;
    let may_be_equal = a.low <= b.high && b.low <= a.high && is_multiple(a, b) && is_multiple(b, a);
    let is_one = a.low == a.high && b.low == b.high;
    let may_be_less = a.low < b.high;
    let may_be_greater = b.low < a.high;
    let differ = may_be_less || may_be_greater;
    let (holds, fails) = match comparison {
        Comparison::Equal => (may_be_equal, !is_one || !may_be_equal),
        Comparison::NotEqual => (!is_one || !may_be_equal, may_be_equal),
        Comparison::Less => (may_be_less, a.high >= b.low),
        Comparison::AtMost => (a.low <= b.high, may_be_greater),
        Comparison::Greater => (may_be_greater, b.high >= a.low),
        Comparison::AtLeast => (a.high >= b.low, may_be_less),
        Comparison::Divides if is_one => {
            let divides = match (a.low, b.low) {
                (0, multiple) => multiple == 0,
                (divisor, multiple) => multiple.checked_rem(divisor).unwrap_or(0) == 0,
            };
            (divides, !divides)
        }
        Comparison::Divides => (true, true),
    };
    debug_assert!(holds || fails || !differ, "some comparison is possible");
    all.either(Truths {
        holds,
        fails,
        missing: false,
    })
}
