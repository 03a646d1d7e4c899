//! Places of cells that are congruent: some motion maps one to the other.

use std::collections::HashMap;

use quadrille_engine::propagators::{Comparison as Sign, Number, Test};

use super::super::syntax::Span;
use super::logic::{FALSE, and, compare, counted, not, or, sum};
use super::value::Place;
use super::{Compiler, Made};

/// The most parts of the test for two places; if there are more, the checker decides.
const MOST_PARTS: usize = 200_000;

/// A row and a column, or differences of these.
type Position = (isize, isize);

/// Turns and reflections.
const MOTIONS: [fn(Position) -> Position; 8] = [
    |(r, c)| (r, c),
    |(r, c)| (r, -c),
    |(r, c)| (-r, c),
    |(r, c)| (-r, -c),
    |(r, c)| (c, r),
    |(r, c)| (c, -r),
    |(r, c)| (-c, r),
    |(r, c)| (-c, -r),
];

impl Compiler<'_> {
    /// The test that some motion maps the present members of one place to those of the other: there are equally many,
    /// and each is mapped into the other place.
    pub(super) fn are_congruent(&mut self, one: &Place, other: &Place, span: &Span) -> Made<Test> {
        self.are_mapped(one, other, &MOTIONS, span)
    }

    /// The same for shifts only.
    pub(super) fn same_standing(&mut self, one: &Place, other: &Place, span: &Span) -> Made<Test> {
        if let (Some((one, _)), Some((other, _))) = (self.listed_form(one), self.listed_form(other))
        {
            return Ok(compare(Number::Var(one), Sign::Equal, Number::Var(other)));
        }
        let some = or(one.members.iter().map(|(_, test)| test.clone()));
        let same = self.are_mapped(one, other, &MOTIONS[..1], span)?;
        self.settled(and([some, same]))
    }

    /// The test that one of these motions, with a shift, maps one place to the other.
    fn are_mapped(
        &mut self,
        one: &Place,
        other: &Place,
        motions: &[fn(Position) -> Position],
        span: &Span,
    ) -> Made<Test> {
        let size = |place: &Place| {
            let members = place.members.iter();
            let size = sum(members.map(|(_, test)| (1, counted(test.clone(), Number::Const(1)))));
            size.unwrap_or(Number::Const(0))
        };
        let same_size = compare(size(one), Sign::Equal, size(other));
        let position = |index: u32| -> Position {
            let (row, column) = self.data.geometry.position(index);
            (row as isize, column as isize)
        };
        let to: HashMap<Position, Test> = other
            .members
            .iter()
            .map(|(atom, test)| (position(atom.index), test.clone()))
            .collect();
        let geometry = self.data.geometry;
        let shifts = (2 * geometry.rows - 1) * (2 * geometry.columns - 1);
        let parts = motions.len() * shifts * one.members.len();
        if parts > MOST_PARTS {
            return self.wrong(
                span,
                "the places may be too large",
                "expected places of fewer cells that may be there",
            );
        }
        self.spend(parts, span)?;
        let (rows, columns) = (geometry.rows as isize, geometry.columns as isize);
        let mut ways = Vec::new();
        for motion in motions {
            let from: Vec<(Position, &Test)> = one
                .members
                .iter()
                .map(|(atom, test)| (motion(position(atom.index)), test))
                .collect();
            let Some(top) = from.iter().map(|((row, _), _)| *row).min() else {
                continue;
            };
            let left = from
                .iter()
                .map(|((_, column), _)| *column)
                .min()
                .unwrap_or(0);
            for down in -rows..rows {
                for right in -columns..columns {
                    let way = and(from.iter().map(|&((row, column), test)| {
                        let at = (row - top + down, column - left + right);
                        let there = to.get(&at).cloned().unwrap_or(FALSE);
                        or([not(test.clone()), there])
                    }));
                    if way != FALSE {
                        ways.push(way);
                    }
                }
            }
        }
        if one.members.is_empty() {
            return Ok(same_size);
        }
        Ok(and([same_size, or(ways)]))
    }
}
