//! Whether the number that some cells read satisfies a clue.

use std::cell::RefCell;

use quadrille_engine::{
    Change, Conflict, Constraint, Context, Dom, Events, Explanations, Lane, Literal, Past,
    Propagator, Scope, Status, Var,
};
use smallvec::SmallVec;

use super::run_clue::{digits_of, filter_with_zeros};
use super::{Clue, Digits, FilterCache, MAX_DIGITS};

/// A variable is 1 if and only if the number read from cells with the digits 0 to 9, leading zeros included, satisfies
/// a clue; 0 otherwise.
///
/// If the number must satisfy it, domain consistent if the clue's filter is; with a relaxed filter it is sound, and
/// exact once the cells are known. The variable becomes 0 when no remaining number satisfies the clue, and 0 is
/// enforced on the cells when all but one are known. A run costs one filter for each possible number of leading zeros,
/// through a cache of fixed size; no state.
#[derive(Clone, Debug)]
pub struct NumberClue {
    cells: Vec<Var>,
    truth: Var,
    clue: Clue,
    /// Hint: results by candidates. Reasons ask for some, too.
    cache: RefCell<FilterCache>,
}

/// The number of filter results remembered.
const CACHED: usize = 1 << 9;

impl NumberClue {
    /// Over different cells, the most significant digit first, and a variable with the values 0 and 1.
    ///
    /// # Panics
    /// If there is no cell, or more than [`MAX_DIGITS`].
    pub fn new(cells: &[Var], truth: Var, clue: &Clue) -> Self {
        assert!(
            (1..=MAX_DIGITS).contains(&cells.len()),
            "a number has 1 to {MAX_DIGITS} digits"
        );
        Self {
            cells: cells.to_vec(),
            truth,
            clue: clue.clone(),
            cache: RefCell::new(FilterCache::new(CACHED)),
        }
    }

    /// The number with `last` at the place of the one open cell.
    fn number(&self, cx: &Context<'_>, last: i32) -> u64 {
        self.cells.iter().fold(0, |number, &cell| {
            let digit = cx.value(cell).unwrap_or(last);
            number * 10 + digit as u64
        })
    }

    /// Whether no assignment of these domains, of the truth and the cells, agrees; where two cells or more are open, it
    /// is not asked whether some number does not satisfy the clue.
    fn rules_out(&self, domains: &[Dom]) -> bool {
        let (truth, cells) = (domains[0], &domains[1..]);
        if truth.contains(1) {
            let mut run = [Digits::EMPTY; MAX_DIGITS];
            let run = &mut run[..cells.len()];
            for (digits, &cell) in run.iter_mut().zip(cells) {
                *digits = digits_of(cell, Dom::EMPTY);
            }
            if filter_with_zeros(&self.clue, &mut self.cache.borrow_mut(), run) {
                return false;
            }
        }
        if truth.contains(0) {
            if cells.iter().filter(|cell| !cell.is_fixed()).count() > 1 {
                return false;
            }
            let open = cells.iter().find(|cell| !cell.is_fixed());
            let mut last = open.copied().unwrap_or(Dom::single(0)).iter();
            let satisfies = |last: i32| {
                let number = cells.iter().fold(0, |number, cell| {
                    number * 10 + cell.value().unwrap_or(last) as u64
                });
                self.clue.contains(number)
            };
            return last.all(satisfies);
        }
        true
    }
}

impl Constraint for NumberClue {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "number clue"
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for &cell in &self.cells {
            scope.on(cell, Events::ANY);
        }
        scope.on(self.truth, Events::FIXED);
        // Some are built lazily, which should happen before the search.
        for length in 1..=self.cells.len() {
            self.clue.prepare(length);
        }
        self
    }
}

impl Propagator for NumberClue {
    /// They are sharp, but take tens of filters.
    fn explanations(&self) -> Explanations<'_> {
        Explanations::Costly
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let mut open = self.cells.iter().filter(|&&cell| !cx.is_fixed(cell));
        let (first, more) = (open.next().copied(), open.next().is_some());
        let Some(first) = first else {
            let holds = self.clue.contains(self.number(cx, 0));
            cx.fix(self.truth, i32::from(holds))?;
            return Ok(Status::Entailed);
        };
        let truth = cx.value(self.truth);
        if truth == Some(0) {
            if more {
                return Ok(Status::Fixpoint);
            }
            let without = cx
                .dom(first)
                .iter()
                .filter(|&digit| !self.clue.contains(self.number(cx, digit)));
            let without: Dom = without.collect();
            cx.keep(first, without)?;
            return Ok(Status::Entailed);
        }
        let mut run = [Digits::EMPTY; MAX_DIGITS];
        let run = &mut run[..self.cells.len()];
        for (digits, &cell) in run.iter_mut().zip(&self.cells) {
            *digits = digits_of(cx.dom(cell), Dom::EMPTY);
        }
        if !filter_with_zeros(&self.clue, self.cache.get_mut(), run) {
            cx.fix(self.truth, 0)?;
            return Ok(Status::Entailed);
        }
        if truth == Some(1) {
            for (digits, &cell) in run.iter().zip(&self.cells) {
                cx.keep(cell, Dom::from_bits(u64::from(digits.mask())))?;
            }
        }
        // A relaxed filter may say more when asked about its own answer, so this does not claim a fixpoint.
        Ok(Status::Active)
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let mut vars: SmallVec<[Var; MAX_DIGITS + 1]> = SmallVec::from_slice(&[self.truth]);
        vars.extend_from_slice(&self.cells);
        let cells_first = (1..vars.len()).chain([0]);
        let rules_out = |domains: &[Dom]| self.rules_out(domains);
        past.describe_needed(change, &vars, cells_first, |_| Dom::EMPTY, rules_out, facts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::testing::{PropagatorTest, Strength};

    #[test]
    fn against_brute_force() {
        for text in [
            "prime",
            "multiple of 7",
            "palindrome",
            "odd & square",
            "divisible by each of its digits",
        ] {
            let clue = Clue::parse(text).unwrap();
            for digits in 1..=4 {
                let accepts = |values: &[i32]| {
                    let number = values[1..]
                        .iter()
                        .fold(0, |number, &d| number * 10 + d as u64);
                    values[0] == i32::from(clue.contains(number))
                };
                PropagatorTest::new(
                    |model, vars| {
                        model.post(NumberClue::new(&vars[1..], vars[0], &clue));
                    },
                    accepts,
                )
                .seed(digits as u64)
                .random(60, digits + 1, 0..=9);
            }
        }
    }

    #[test]
    fn where_it_must_hold_each_digit_has_support() {
        let clue = Clue::parse("multiple of 7").unwrap();
        for digits in 1..=4 {
            PropagatorTest::new(
                |model, vars| {
                    let truth = model.var(1..=1);
                    model.post(NumberClue::new(vars, truth, &clue));
                },
                |values| values.iter().fold(0, |number, &d| number * 10 + d as u64) % 7 == 0,
            )
            .strength(Strength::Domain)
            .random(60, digits, 0..=9);
        }
    }
}
