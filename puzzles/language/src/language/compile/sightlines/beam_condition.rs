//! Facts about a beam, judged as far as it has been followed.

use crate::grid::{Cell, Direction};
use crate::language::geometry::Geometry;
use crate::language::syntax::{Comparison, Measure};
use crate::rules::{BeamCondition, Walked};

/// A number that a beam determines.
#[derive(Clone, Debug)]
pub(super) enum Amount {
    Turns,
    /// A measure of what is said of each stretch, no sum of negative numbers and no product of numbers below 1: by its length, from 1.
    Of(Measure, Vec<i128>),
}

/// A fact about a beam.
#[derive(Clone, Debug)]
pub(super) enum Fact {
    /// By the number of the view where it comes out.
    Exit(Vec<bool>),
    Compare(Amount, Comparison, i128),
    /// The stretches are these numbers; `None` is any.
    Stretches(Vec<Option<i64>>),
}

/// What is said of one beam.
#[derive(Debug)]
pub(super) struct OnBeam {
    pub(crate) geometry: Geometry,
    pub(crate) facts: Vec<Fact>,
}

/// The values that a number may have.
#[derive(Clone, Copy)]
struct Range {
    low: i128,
    high: i128,
    /// It is a multiple of this.
    divisor: i128,
}

impl BeamCondition for OnBeam {
    fn may_hold(&self, beam: &Walked<'_>) -> bool {
        self.facts.iter().all(|fact| match fact {
            Fact::Exit(holds) => beam
                .exit
                .is_none_or(|(cell, heading)| holds[view_at(&self.geometry, cell, heading)]),
            Fact::Compare(amount, comparison, number) => {
                let range = amount.range(beam);
                range.is_some_and(|range| range.may_be(*comparison, *number))
            }
            Fact::Stretches(wanted) => may_be_stretches(wanted, beam),
        })
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

fn may_be_stretches(wanted: &[Option<i64>], beam: &Walked<'_>) -> bool {
    let at = beam.ended.len();
    let fits = |length: u32, at: usize| {
        let entry = wanted.get(at);
        entry.is_some_and(|entry| entry.is_none_or(|entry| entry == i64::from(length)))
    };
    let mut ended = beam.ended.iter().enumerate();
    ended.all(|(at, &length)| fits(length, at))
        && match beam.exit {
            Some(_) => at + 1 == wanted.len() && fits(beam.last, at),
            None => wanted
                .get(at)
                .is_some_and(|entry| entry.is_none_or(|entry| entry >= i64::from(beam.last))),
        }
}

impl Amount {
    /// `None` if the number is too large: there is no such value for the checker either.
    fn range(&self, beam: &Walked<'_>) -> Option<Range> {
        let has_come_out = beam.exit.is_some();
        match self {
            Amount::Turns => {
                let turns = beam.ended.len() as i128;
                Some(Range {
                    low: turns,
                    high: if has_come_out { turns } else { i128::MAX },
                    divisor: 1,
                })
            }
            Amount::Of(measure, by_length) => {
                let of = |length: &u32| by_length[*length as usize - 1];
                let ended = beam.ended.iter().map(of);
                match has_come_out {
                    true => measured(*measure, ended.chain([of(&beam.last)])).map(Range::only),
                    // The last stretch is at least as long as it is so far.
                    false => Some(begun(*measure, ended, &by_length[beam.last as usize - 1..])),
                }
            }
        }
    }
}

fn measured(measure: Measure, mut numbers: impl Iterator<Item = i128>) -> Option<i128> {
    match measure {
        Measure::Sum => numbers.try_fold(0i128, i128::checked_add),
        Measure::Product => numbers.try_fold(1i128, i128::checked_mul),
        Measure::Least => numbers.min(),
        Measure::Greatest => numbers.max(),
        Measure::First => numbers.next(),
        _ => numbers.last(),
    }
}

/// What a measure of these and more may be, of which one is in `last`.
fn begun(measure: Measure, mut ended: impl Iterator<Item = i128>, last: &[i128]) -> Range {
    let least_of_last = last.iter().copied().min().unwrap_or(0);
    match measure {
        Measure::First => ended.next().map_or(Range::ANY, Range::only),
        Measure::Least => Range {
            high: ended.min().unwrap_or(i128::MAX),
            ..Range::ANY
        },
        Measure::Greatest => Range {
            low: ended.max().unwrap_or(i128::MIN),
            ..Range::ANY
        },
        Measure::Sum => Range {
            low: ended.fold(least_of_last, i128::saturating_add),
            ..Range::ANY
        },
        Measure::Product => {
            let divisor = ended.fold(1, i128::saturating_mul);
            Range {
                low: divisor.saturating_mul(least_of_last),
                divisor,
                ..Range::ANY
            }
        }
        _ => Range::ANY,
    }
}

impl Range {
    const ANY: Range = Range {
        low: i128::MIN,
        high: i128::MAX,
        divisor: 1,
    };

    fn only(number: i128) -> Range {
        Range {
            low: number,
            high: number,
            divisor: 1,
        }
    }

    fn may_be(self, comparison: Comparison, number: i128) -> bool {
        match comparison {
            Comparison::Equal => {
                let is_between = self.low <= number && number <= self.high;
                is_between
                    && number
                        .checked_rem(self.divisor)
                        .is_none_or(|rest| rest == 0)
            }
            Comparison::NotEqual => self.low != number || self.high != number,
            Comparison::Less => self.low < number,
            Comparison::AtMost => self.low <= number,
            Comparison::Greater => self.high > number,
            Comparison::AtLeast => self.high >= number,
            Comparison::Divides => true,
        }
    }
}
