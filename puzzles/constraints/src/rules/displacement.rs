//! What a cell passes to its neighbours, receives from them, or keeps.

use quadrille_engine::{
    Change, Conflict, Constraint, Context, Dom, Events, Lane, Literal, Past, Propagator, Scope,
    Status, Var,
};
use smallvec::SmallVec;

/// The most neighbours a cell has.
const SIDES: usize = 4;

/// The rule of one cell, tile or not:
/// * a tile passes on exactly its region's digit, and nothing arrives on it;
/// * a cell without a tile passes on nothing, and ends as its region's digit plus what arrives.
///
/// Impossible amounts (from or to a locked cell, or out of the grid) are left out. Nothing exceeds 9 because the cell's
/// domain does not.
///
/// Domain consistent over different variables: sums of sets are unions of shifted words, and the largest sum,
/// 9 + 4 · 9, still fits one. O(sides² · 10) word operations a run, no state. Most amounts are fixed most of the time:
/// skipping these, and adding the smaller of two sets to the larger, saves a third.
#[derive(Clone, Debug)]
pub struct TileDisplacement {
    cell: Var,
    tile: Dom,
    digit: Var,
    arriving: SmallVec<[Var; SIDES]>,
    leaving: SmallVec<[Var; SIDES]>,
}

impl TileDisplacement {
    /// The rule of the cell whose final content is `cell` (its value `tile` is a tile, any other a number), whose
    /// region's digit is `digit`, and whose amounts are `arriving` and `leaving`. No number is negative, and no sum
    /// above 63.
    ///
    /// # Panics
    /// If there are more than four of either.
    pub fn new(cell: Var, tile: i32, digit: Var, arriving: &[Var], leaving: &[Var]) -> Self {
        assert!(
            arriving.len() <= SIDES && leaving.len() <= SIDES,
            "a cell has at most {SIDES} neighbours"
        );
        Self {
            cell,
            tile: Dom::single(tile),
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

impl Constraint for TileDisplacement {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "tile displacement"
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        scope.on(self.cell, Events::ANY);
        scope.on(self.digit, Events::ANY);
        for &amount in self.arriving.iter().chain(&self.leaving) {
            scope.on(amount, Events::ANY);
        }
        self
    }
}

impl TileDisplacement {
    /// Whether no assignment of these domains, of the cell, the digit, and the amounts arriving and leaving, keeps the
    /// rule.
    fn rules_out(&self, domains: &[Dom]) -> bool {
        let &[cell, digit, ref amounts @ ..] = domains else {
            unreachable!("a cell and a digit stand first");
        };
        let (arriving, leaving) = amounts.split_at(self.arriving.len());
        let zero = |amounts: &[Dom]| amounts.iter().all(|amount| amount.contains(0));
        let added = |first: Dom, amounts: &[Dom]| amounts.iter().copied().fold(first, sums);
        let is_tile = !(cell & self.tile).is_empty()
            && zero(arriving)
            && !(added(Dom::single(0), leaving) & digit).is_empty();
        let is_plain = zero(leaving) && !(added(digit, arriving) & (cell - self.tile)).is_empty();
        !is_tile && !is_plain
    }
}

impl Propagator for TileDisplacement {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let (zero, tile_value) = (Dom::single(0), self.tile);
        let (cell, digit) = (cx.dom(self.cell), cx.dom(self.digit));
        let arriving = Summands::new(cx, &self.arriving);
        let leaving = Summands::new(cx, &self.leaving);
        let ends = cell - tile_value;

        let tile_digits = digit & leaving.all();
        let tile =
            !(cell & tile_value).is_empty() && arriving.may_all_be_zero && !tile_digits.is_empty();
        let plain_digits = addends(digit, arriving.all(), ends);
        let plain = leaving.may_all_be_zero && !plain_digits.is_empty();
        let supported = |tile_part: Dom, plain_part: Dom| {
            let part = |on: bool, set: Dom| if on { set } else { Dom::EMPTY };
            part(tile, tile_part) | part(plain, plain_part)
        };

        cx.keep(self.digit, supported(tile_digits, plain_digits))?;
        cx.keep(
            self.cell,
            supported(tile_value, sums(digit, arriving.all()) & ends),
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

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let amounts = self.arriving.iter().chain(&self.leaving);
        let vars: SmallVec<[Var; 2 + 2 * SIDES]> = [self.cell, self.digit]
            .iter()
            .chain(amounts)
            .copied()
            .collect();
        // Of the cell, whether it is a tile may be enough; of an amount, whether there is one.
        let part = |at: usize| if at == 0 { self.tile } else { Dom::single(0) };
        let last_first = (0..vars.len()).rev();
        let rules_out = |domains: &[Dom]| self.rules_out(domains);
        past.describe_needed(change, &vars, last_first, part, rules_out, facts);
    }
}

/// An amount between two cells, which goes one way: the sum of the amounts from each to the other.
///
/// Decided once two of the three are known, or the amount is; O(1) a run, no state.
#[derive(Clone, Debug)]
pub struct OneWay {
    amount: Var,
    ways: [Var; 2],
}

impl OneWay {
    /// Over three different variables.
    pub fn new(amount: Var, ways: [Var; 2]) -> Self {
        Self { amount, ways }
    }
}

impl Constraint for OneWay {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "one way"
    }

    fn lane(&self) -> Lane {
        Lane::Binary
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for var in [self.amount, self.ways[0], self.ways[1]] {
            scope.on(var, Events::FIXED);
        }
        self
    }
}

impl Propagator for OneWay {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let [a, b] = self.ways;
        match (cx.value(a), cx.value(b)) {
            (Some(x), Some(y)) => {
                cx.assert(Literal::is(self.amount, x + y))?;
                return Ok(Status::Entailed);
            }
            (known_a, known_b) => {
                if let Some(whole) = cx.value(self.amount) {
                    for (known, other) in [(known_a, b), (known_b, a)] {
                        match known {
                            Some(part) => cx.assert(Literal::is(other, whole - part))?,
                            None => cx.assert(Literal::at_most(other, whole))?,
                        };
                    }
                }
            }
        }
        Ok(Status::Active)
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let vars = [self.amount, self.ways[0], self.ways[1]];
        let rules_out = |domains: &[Dom]| (sums(domains[1], domains[2]) & domains[0]).is_empty();
        past.describe_needed(change, &vars, 0..3, |_| Dom::EMPTY, rules_out, facts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::testing::{PropagatorTest, Strength};

    const TILE: i32 = 10;

    #[test]
    fn against_brute_force() {
        for (tile, arriving, leaving) in [
            (0, 0, 0),
            (4, 1, 0),
            (0, 1, 0),
            (0, 0, 1),
            (4, 1, 1),
            (0, 2, 1),
            (10, 2, 1),
            (0, 1, 2),
            (4, 3, 0),
            (4, 0, 3),
        ] {
            PropagatorTest::new(
                |model, vars| {
                    let (amounts_in, amounts_out) = vars[2..].split_at(arriving);
                    model.post(TileDisplacement::new(
                        vars[0],
                        tile,
                        vars[1],
                        amounts_in,
                        amounts_out,
                    ));
                },
                |v| {
                    let (amounts_in, amounts_out) = v[2..].split_at(arriving);
                    let (got, given): (i32, i32) =
                        (amounts_in.iter().sum(), amounts_out.iter().sum());
                    if v[0] == tile {
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
    fn an_amount_is_the_sum_of_both_ways() {
        PropagatorTest::new(
            |model, vars| {
                model.post(OneWay::new(vars[0], [vars[1], vars[2]]));
            },
            |v| v[0] == v[1] + v[2],
        )
        .random(500, 3, 0..=5);
    }

    #[test]
    fn with_tiles_and_large_digits() {
        PropagatorTest::new(
            |model, vars| {
                model.post(TileDisplacement::new(
                    vars[0],
                    TILE,
                    vars[1],
                    &vars[2..3],
                    &vars[3..],
                ));
            },
            |v| {
                if v[0] == TILE {
                    v[2] == 0 && v[3] == v[1]
                } else {
                    v[3] == 0 && v[0] == v[1] + v[2]
                }
            },
        )
        .strength(Strength::Domain)
        .domains(&[
            &[1, 2, 8, 9, TILE],
            &[1, 5, 9],
            &[0, 1, 3, 4, 8],
            &[0, 1, 4, 5, 9],
        ]);
    }
}
