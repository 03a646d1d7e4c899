//! What a cell and its neighbours hand each other.

use quadrille_engine::{Conflict, Context, Dom, Events, Propagator, Scope, Status, Var};
use smallvec::SmallVec;

use crate::number_cross::BLANK;

/// The most neighbours a cell has.
const SIDES: usize = 4;

/// The rule of one cell, tile or not:
/// * a tile hands out exactly its region's digit, and nothing arrives on it;
/// * a cell without a tile hands out nothing, and ends as its region's digit plus what arrives.
///
/// Amounts that cannot be (from or to a locked cell, or out of the grid) are left out. Nothing passes 9 because
/// the cell's domain does not.
///
/// Domain consistent over different variables: sums of sets are unions of shifted words, and the largest sum,
/// 9 + 4 · 9, still fits one. O(sides² · 10) word operations a run, no state. Most amounts are fixed for most of the
/// time: to pass them over, and to add the smaller of two sets to the larger, saves a third.
#[derive(Clone, Debug)]
pub struct TileDisplacement {
    cell: Var,
    digit: Var,
    arriving: SmallVec<[Var; SIDES]>,
    leaving: SmallVec<[Var; SIDES]>,
}

impl TileDisplacement {
    /// The rule of the cell whose final content (1–9 or [`BLANK`]) is `cell`, whose region's digit is `digit`, and
    /// whose amounts (0–9 each) are `arriving` and `leaving`.
    ///
    /// # Panics
    /// If there are more than four of either.
    pub fn new(cell: Var, digit: Var, arriving: &[Var], leaving: &[Var]) -> Self {
        assert!(
            arriving.len() <= SIDES && leaving.len() <= SIDES,
            "a cell has at most {SIDES} neighbours"
        );
        Self {
            cell,
            digit,
            arriving: SmallVec::from_slice(arriving),
            leaving: SmallVec::from_slice(leaving),
        }
    }
}

/// All sums of a member of `a` and a member of `b`. O(size of the smaller).
fn sums(a: Dom, b: Dom) -> Dom {
    let (few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
    few.iter().fold(Dom::EMPTY, |all, v| all | many.shifted(v))
}

/// The members of `a` that a member of `b` can be added to so that the sum is in `target`. O(size of the smaller).
fn addends(a: Dom, b: Dom, target: Dom) -> Dom {
    if a.len() < b.len() {
        a.iter()
            .filter(|&v| !(b.shifted(v) & target).is_empty())
            .fold(Dom::EMPTY, |all, v| all | Dom::single(v))
    } else {
        b.iter().fold(Dom::EMPTY, |all, v| all | target.shifted(-v)) & a
    }
}

/// The sum of one member of each set, where the sum `without(i)` set `i` is wanted.
#[derive(Debug)]
struct Summands {
    sets: [Dom; SIDES],
    /// `before[i]`: sums of the sets before `i`.
    before: [Dom; SIDES],
    /// `after[i]`: sums of the sets from `i` on.
    after: [Dom; SIDES + 1],
    may_all_be_zero: bool,
}

impl Summands {
    fn new(cx: &Context<'_>, vars: &[Var]) -> Self {
        let zero = Dom::single(0);
        let mut summands = Self {
            sets: [zero; SIDES],
            before: [zero; SIDES],
            after: [zero; SIDES + 1],
            may_all_be_zero: true,
        };
        for (i, &var) in vars.iter().enumerate() {
            let set = cx.dom(var);
            summands.sets[i] = set;
            summands.may_all_be_zero &= set.contains(0);
            if i + 1 < vars.len() {
                summands.before[i + 1] = sums(summands.before[i], set);
            }
        }
        for i in (0..vars.len()).rev() {
            summands.after[i] = sums(summands.after[i + 1], summands.sets[i]);
        }
        summands
    }

    fn all(&self) -> Dom {
        self.after[0]
    }

    fn without(&self, i: usize) -> Dom {
        sums(self.before[i], self.after[i + 1])
    }
}

impl Propagator for TileDisplacement {
    fn name(&self) -> &'static str {
        "tile displacement"
    }

    fn attach(&mut self, scope: &mut Scope<'_>) {
        scope.on(self.cell, Events::ANY);
        scope.on(self.digit, Events::ANY);
        for &amount in self.arriving.iter().chain(&self.leaving) {
            scope.on(amount, Events::ANY);
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let (zero, blank) = (Dom::single(0), Dom::single(BLANK));
        let (cell, digit) = (cx.dom(self.cell), cx.dom(self.digit));
        let arriving = Summands::new(cx, &self.arriving);
        let leaving = Summands::new(cx, &self.leaving);
        let ends = cell - blank;

        let tile_digits = digit & leaving.all();
        let tile = cell.contains(BLANK) && arriving.may_all_be_zero && !tile_digits.is_empty();
        let plain_digits = addends(digit, arriving.all(), ends);
        let plain = leaving.may_all_be_zero && !plain_digits.is_empty();
        let supported = |tile_part: Dom, plain_part: Dom| {
            let part = |on: bool, set: Dom| if on { set } else { Dom::EMPTY };
            part(tile, tile_part) | part(plain, plain_part)
        };

        cx.keep(self.digit, supported(tile_digits, plain_digits))?;
        cx.keep(
            self.cell,
            supported(blank, sums(digit, arriving.all()) & ends),
        )?;
        // The digit has lost its values if there was nothing left, so an amount that is fixed has support.
        for (i, &amount) in self.arriving.iter().enumerate() {
            if arriving.sets[i].is_fixed() {
                continue;
            }
            let rest = sums(digit, arriving.without(i));
            let plain_part = addends(arriving.sets[i], rest, ends);
            cx.keep(amount, supported(zero, plain_part))?;
        }
        for (i, &amount) in self.leaving.iter().enumerate() {
            if leaving.sets[i].is_fixed() {
                continue;
            }
            let tile_part = addends(leaving.sets[i], leaving.without(i), digit);
            cx.keep(amount, supported(tile_part, zero))?;
        }
        Ok(Status::Fixpoint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::testing::{PropagatorTest, Strength};

    #[test]
    fn against_brute_force() {
        for (arriving, leaving) in [
            (0, 0),
            (1, 0),
            (0, 1),
            (1, 1),
            (2, 1),
            (1, 2),
            (3, 0),
            (0, 3),
        ] {
            PropagatorTest::new(
                |model, vars| {
                    let (amounts_in, amounts_out) = vars[2..].split_at(arriving);
                    model.post(TileDisplacement::new(
                        vars[0],
                        vars[1],
                        amounts_in,
                        amounts_out,
                    ));
                },
                |v| {
                    let (amounts_in, amounts_out) = v[2..].split_at(arriving);
                    let (got, given): (i32, i32) =
                        (amounts_in.iter().sum(), amounts_out.iter().sum());
                    if v[0] == BLANK {
                        got == 0 && given == v[1]
                    } else {
                        given == 0 && v[0] == v[1] + got
                    }
                },
            )
            .strength(Strength::Domain)
            .random(120, 2 + arriving + leaving, 0..=4);
        }
    }

    #[test]
    fn with_blanks_and_large_digits() {
        PropagatorTest::new(
            |model, vars| {
                model.post(TileDisplacement::new(
                    vars[0],
                    vars[1],
                    &vars[2..3],
                    &vars[3..],
                ));
            },
            |v| {
                if v[0] == BLANK {
                    v[2] == 0 && v[3] == v[1]
                } else {
                    v[3] == 0 && v[0] == v[1] + v[2]
                }
            },
        )
        .strength(Strength::Domain)
        .domains(&[
            &[1, 2, 8, 9, BLANK],
            &[1, 5, 9],
            &[0, 1, 3, 4, 8],
            &[0, 1, 4, 5, 9],
        ]);
    }
}
