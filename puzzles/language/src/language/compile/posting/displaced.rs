//! Amounts that cells pass to each other along links: one propagator for each cell instead of two sums, one for either
//! case.
//!
//! `if c is tile then sum amount in links of c = base of c`,
//! `if c is not tile then digit of c = base of c + sum amount in links of c`, `amount of k = 0 or some tile cell of k`:
//! if no two adjacent cells are tiles, an amount goes one way. With one amount for each way, a cell knows which of the
//! sums around it an amount belongs to.

use std::sync::Arc;

use fxhash::{FxHashMap, FxHashSet};
use quadrille_engine::propagators::{Comparison as Sign, Number, Test};
use quadrille_engine::{Dom, Literal, Relation, RuleId, Var};

use super::super::{Cause, Compiler, Made};
use crate::puzzle::Pass;
use crate::rules::{OneWay, TileDisplacement};

/// The most neighbours of a cell.
const SIDES: usize = 4;

/// Tests that wait until all rules are known.
#[derive(Debug, Default)]
pub(crate) struct Displaced {
    /// Equations of sums that hold if a variable has some value, or if it has not.
    cases: Vec<Waiting<Case>>,
    /// Amounts that are 0 unless one of some variables has some value.
    bound: Vec<Waiting<Bound>>,
    /// Amounts of the cases.
    amounts: FxHashSet<Var>,
    /// Pairs of facts that do not both hold.
    apart: FxHashSet<[Literal; 2]>,
    /// Nothing waits any more.
    is_closed: bool,
}

/// A test that waits, and its parsed form.
#[derive(Debug)]
struct Waiting<T> {
    parsed: T,
    test: Test,
    rule: RuleId,
    cause: Cause,
    place: Arc<str>,
}

/// The equation if `cell = value`: `base = Σ amounts`; or if `cell ≠ value`: `cell = Σ amounts`, with the base among
/// these.
#[derive(Clone, Debug)]
struct Case {
    /// `cell = value`.
    tile: Literal,
    /// Of the case of the value.
    base: Option<Base>,
    /// In order.
    amounts: Vec<Var>,
    /// What is added to them.
    constant: i64,
}

/// The base of a cell: its first value.
#[derive(Clone, Copy, Debug)]
enum Base {
    Var(Var),
    Known(i32),
}

impl Base {
    fn known(self) -> i64 {
        match self {
            Base::Var(_) => 0,
            Base::Known(value) => i64::from(value),
        }
    }
}

/// A cell that passes on amounts if it is a tile.
#[derive(Debug)]
struct Giver {
    /// Its two cases, that of the tile first, among those that wait.
    cases: [usize; 2],
    tile: Literal,
    base: Base,
    /// Each with the other cell's being a tile, if that can be; in the order of these cells, from the top. Which amount
    /// is narrowed first decides which of several failures is found first: in the order of the amounts, Number Cross 5
    /// takes 470 nodes, not 468.
    amounts: Vec<(Var, Option<Literal>)>,
}

/// `amount = 0`, or one of these holds.
#[derive(Clone, Debug)]
struct Bound {
    amount: Var,
    ends: Vec<Literal>,
}

impl Compiler<'_> {
    /// Records a test that may be about such amounts. False if it is to be posted.
    pub(super) fn note_displaced(&mut self, test: &Test) -> bool {
        if self.options.apart
            || self.options.learns
            || !matches!(self.current.cause, Cause::Rule(_))
        {
            return false;
        }
        let Test::Or(parts) = test else { return false };
        if self.notes.displaced.is_closed {
            return false;
        }
        if let Some(case) = self.case_of(parts) {
            self.notes.displaced.amounts.extend(&case.amounts);
            let waiting = self.waiting(case, test);
            self.notes.displaced.cases.push(waiting);
            return true;
        }
        if self.notes.displaced.cases.is_empty() {
            return false;
        }
        match self.bound_of(parts) {
            Some(bound) => {
                let waiting = self.waiting(bound, test);
                self.notes.displaced.bound.push(waiting);
                true
            }
            None => false,
        }
    }

    /// Records a clause that keeps two facts from both holding.
    pub(crate) fn note_apart(&mut self, clause: &[Literal]) {
        if let &[a, b] = clause
            && a.relation == Relation::IsNot
            && b.relation == Relation::IsNot
        {
            self.notes
                .displaced
                .apart
                .insert(ordered(a.negated(), b.negated()));
        }
    }

    /// A waiting test of the current rule.
    fn waiting<T>(&mut self, parsed: T, test: &Test) -> Waiting<T> {
        let rule = self.model.resume(RuleId::NAMELESS);
        self.model.resume(rule);
        Waiting {
            parsed,
            test: test.clone(),
            rule,
            cause: self.current.cause,
            place: self.current.place.clone(),
        }
    }

    /// Whether the sum of all is in a narrow domain.
    fn fits_a_word(&self, addends: &[Var], constant: i64) -> bool {
        let mut most = constant;
        for &var in addends {
            let domain = self.model.domain(var);
            let (false, Some(0..), Some(max)) = (var.is_wide(), domain.min(), domain.max()) else {
                return false;
            };
            most += i64::from(max);
        }
        most <= i64::from(Dom::MAX_VALUE)
    }

    /// One of the two cases of a cell.
    fn case_of(&self, parts: &[Test]) -> Option<Case> {
        let (literal, rest) = match parts {
            [Test::Literal(literal), rest] | [rest, Test::Literal(literal)] => (*literal, rest),
            _ => return None,
        };
        let (a, b) = match rest {
            Test::Compare(a, Sign::Equal, b) => (a, b),
            Test::And(both) => match &both[..] {
                [Test::Literal(inner), Test::Compare(a, Sign::Equal, b)]
                    if *inner == literal.negated() =>
                {
                    (a, b)
                }
                _ => return None,
            },
            _ => return None,
        };
        // The literal selects the other case.
        let is_value = match literal.relation {
            Relation::IsNot => true,
            Relation::Is => false,
            _ => return None,
        };
        let cell = literal.var;
        let is_number = |var: Var, table: &[(i32, i128)]| {
            let mut values = self.model.domain(var).iter();
            values.all(|value| {
                (var, value) == (cell, literal.value) || table.contains(&(value, value.into()))
            })
        };
        let mut terms = Terms::default();
        terms.add(a, 1, &is_number)?;
        terms.add(b, -1, &is_number)?;
        let mut case = Case {
            tile: Literal::is(cell, literal.value),
            base: None,
            amounts: Vec::new(),
            constant: 0,
        };
        let of_sign = |sign: i64| {
            let vars = terms.vars.iter().filter(move |term| term.1 == sign);
            vars.map(|&(var, _)| var).collect::<Vec<Var>>()
        };
        let (mut plus, mut minus) = (of_sign(1), of_sign(-1));
        let may_be_zero = |vars: &[Var]| {
            let mut vars = vars.iter();
            vars.all(|&var| self.model.domain(var).min() == Some(0))
        };
        if is_value {
            // base = Σ amounts, the amounts at plus; one amount alone is the one that may be 0.
            let is_turned =
                plus.len() == 1 && (minus.len() > 1 || may_be_zero(&minus)) || plus.is_empty();
            if is_turned {
                std::mem::swap(&mut plus, &mut minus);
                terms.constant = -terms.constant;
            }
            case.base = match (&minus[..], terms.constant) {
                (&[base], 0) => Some(Base::Var(base)),
                ([], known) => Some(Base::Known(i32::try_from(-known).ok()?)),
                _ => return None,
            };
            case.amounts = plus;
        } else {
            // cell = constant + Σ addends.
            if plus != [cell] {
                std::mem::swap(&mut plus, &mut minus);
                terms.constant = -terms.constant;
            }
            if plus != [cell] {
                return None;
            }
            case.amounts = minus;
            case.constant = -terms.constant;
        }
        case.amounts.sort_unstable();
        let is_new = !case.amounts.contains(&cell) && terms.vars.len() >= 2;
        is_new.then_some(case)
    }

    /// `amount = 0 or some tile cell of the link`, once the amounts of cells are known.
    fn bound_of(&self, parts: &[Test]) -> Option<Bound> {
        let literals: Option<Vec<Literal>> = parts
            .iter()
            .map(|part| match part {
                Test::Literal(literal) => Some(*literal),
                _ => None,
            })
            .collect();
        let literals = literals?;
        let is_amount = |literal: &Literal| {
            *literal == Literal::is(literal.var, 0)
                && self.model.domain(literal.var).min() == Some(0)
                && self.notes.displaced.amounts.contains(&literal.var)
        };
        let mut amounts = literals.iter().filter(|literal| is_amount(literal));
        let (amount, None) = (amounts.next()?, amounts.next()) else {
            return None;
        };
        let ends: Vec<Literal> = literals
            .iter()
            .copied()
            .filter(|literal| literal.var != amount.var)
            .collect();
        let is_end = |literal: &Literal| literal.relation == Relation::Is;
        (matches!(ends.len(), 1 | 2) && ends.iter().all(is_end)).then_some(Bound {
            amount: amount.var,
            ends,
        })
    }

    /// Posts all waiting tests: cells that pass amounts as propagators, and the other tests as they are.
    pub(crate) fn post_displaced(&mut self) -> Made<()> {
        let closed = Displaced {
            is_closed: true,
            ..Displaced::default()
        };
        let displaced = std::mem::replace(&mut self.notes.displaced, closed);
        let givers = self.givers(&displaced);
        // By amount: what the cell of the first fact passes, and what the other passes.
        let mut ways: FxHashMap<Var, [(Literal, Var); 2]> = FxHashMap::default();
        for giver in &givers {
            let (mut arriving, mut leaving) = (Vec::new(), Vec::new());
            for &(amount, other) in &giver.amounts {
                if self.facts.units.get(&amount) == Some(&Literal::is(amount, 0)) {
                    continue;
                }
                let Some(other) = other else {
                    leaving.push(amount);
                    continue;
                };
                let both = match ways.get(&amount) {
                    Some(both) => *both,
                    None => self.make_ways(amount, [giver.tile, other]),
                };
                ways.insert(amount, both);
                for (from, var) in both {
                    match from == giver.tile {
                        true => leaving.push(var),
                        false => arriving.push(var),
                    }
                }
            }
            self.fired(Pass::Displaced);
            self.resume(&displaced.cases[giver.cases[0]]);
            let base = match giver.base {
                Base::Var(var) => var,
                Base::Known(value) => self.model.var(value..=value),
            };
            let Literal { var, value, .. } = giver.tile;
            self.post_as(
                TileDisplacement::new(var, value, base, &arriving, &leaving),
                "displacement",
                "domain consistent",
            );
        }
        let done: FxHashSet<usize> = givers.iter().flat_map(|giver| giver.cases).collect();
        for (number, waiting) in displaced.cases.into_iter().enumerate() {
            if !done.contains(&number) {
                self.resume(&waiting);
                self.post(waiting.test)?;
            }
        }
        // An amount with both ends known is 0 if neither is a tile.
        let known: FxHashSet<(Literal, Var)> = givers
            .iter()
            .flat_map(|giver| {
                giver
                    .amounts
                    .iter()
                    .map(|&(amount, _)| (giver.tile, amount))
            })
            .collect();
        for waiting in displaced.bound {
            let Bound { amount, ends } = &waiting.parsed;
            if !ends.iter().all(|end| known.contains(&(*end, *amount))) {
                self.resume(&waiting);
                self.post(waiting.test)?;
            }
        }
        Ok(())
    }

    /// The cells for which everything is known that makes amounts go one way.
    fn givers(&self, displaced: &Displaced) -> Vec<Giver> {
        let bound = displaced.bound.iter();
        let ends: FxHashMap<Var, &[Literal]> = bound
            .map(|waiting| (waiting.parsed.amount, &waiting.parsed.ends[..]))
            .collect();
        let cases = displaced.cases.iter().enumerate();
        let others: FxHashMap<Literal, usize> = cases
            .filter(|(_, waiting)| waiting.parsed.base.is_none())
            .map(|(number, waiting)| (waiting.parsed.tile, number))
            .collect();
        let giver = |(number, waiting): (usize, &Waiting<Case>)| {
            let case = &waiting.parsed;
            let base = case.base?;
            let (constant, mut addends) = (base.known(), case.amounts.clone());
            if let Base::Var(var) = base {
                addends.push(var);
                addends.sort_unstable();
            }
            let number_of_other = *others.get(&case.tile)?;
            let other = &displaced.cases[number_of_other].parsed;
            if other.amounts != addends
                || other.constant != constant
                || case.amounts.len() > SIDES
                || case.tile.var.is_wide()
                || !self.fits_a_word(&addends, constant)
            {
                return None;
            }
            // The other end of each amount, if there is one.
            let other_end = |amount: &Var| {
                let ends = ends.get(amount)?;
                let other = ends.iter().find(|&&end| end != case.tile).copied();
                let is_one_way =
                    other.is_none_or(|other| displaced.apart.contains(&ordered(case.tile, other)));
                (ends.contains(&case.tile) && is_one_way).then_some((*amount, other))
            };
            let amounts = case.amounts.iter().map(other_end);
            let mut amounts = amounts.collect::<Option<Vec<_>>>()?;
            amounts.sort_by_key(|(_, other)| other.map(|other| other.var));
            Some(Giver {
                cases: [number, number_of_other],
                tile: case.tile,
                base,
                amounts,
            })
        };
        let cases = displaced.cases.iter().enumerate();
        cases.filter_map(giver).collect()
    }

    /// The parts of an amount that each of two cells passes.
    fn make_ways(&mut self, amount: Var, ends: [Literal; 2]) -> [(Literal, Var); 2] {
        let most = self.model.domain(amount).max().unwrap_or(0);
        let both = ends.map(|end| (end, self.model.var(0..=most)));
        self.implied("an amount goes one way");
        let one_way = OneWay::new(amount, both.map(|(_, var)| var));
        self.post_as(one_way, "one way", "when an amount is known");
        both
    }

    /// Continues with the rule of a waiting test.
    fn resume<T>(&mut self, waiting: &Waiting<T>) {
        self.model.resume(waiting.rule);
        self.current.cause = waiting.cause;
        self.current.place.clone_from(&waiting.place);
    }
}

/// Two facts in the order of their variables.
fn ordered(a: Literal, b: Literal) -> [Literal; 2] {
    match a.var <= b.var {
        true => [a, b],
        false => [b, a],
    }
}

/// Whether a variable equals its number in a table, wherever that matters.
type IsNumber<'a> = &'a dyn Fn(Var, &[(i32, i128)]) -> bool;

/// Variables with the factors 1 and −1, and a constant.
#[derive(Debug, Default)]
struct Terms {
    vars: Vec<(Var, i64)>,
    constant: i64,
}

impl Terms {
    /// Adds a number; `None` if it is anything else.
    fn add(&mut self, number: &Number, sign: i64, is_number: IsNumber<'_>) -> Option<()> {
        match number {
            Number::Const(value) => self.constant += sign * i64::try_from(*value).ok()?,
            Number::Var(var) => self.add_variable(*var, sign)?,
            Number::Element(var, table) if is_number(*var, table) => {
                self.add_variable(*var, sign)?;
            }
            Number::Sum(terms) => {
                for (factor, number) in terms {
                    match factor {
                        1 => self.add(number, sign, is_number)?,
                        -1 => self.add(number, -sign, is_number)?,
                        _ => return None,
                    }
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn add_variable(&mut self, var: Var, sign: i64) -> Option<()> {
        let is_new = self.vars.iter().all(|&(known, _)| known != var);
        self.vars.push((var, sign));
        is_new.then_some(())
    }
}
