//! The cost of compiling at which a rulebook is refused, so that no short text can take unlimited time or memory.
//!
//! Work is counted in steps, roughly one for each expression evaluated and each part of a test copied: the size of the
//! result and the time are at most proportional to them.

use std::cell::RefCell;

use quadrille_engine::Interrupt;
use quadrille_engine::propagators::{Number, Test};

use super::logic::Truth;
use super::value::{Place, Value};
use super::{Cause, Compiler, Made};
use crate::document::Problem;
use crate::language::syntax::{Kind, Span};

/// The most steps.
pub(crate) const MOST_STEPS: usize = 15_000_000;

/// The most steps for a puzzle that is compiled once more: for its rules told apart, or for a search that learns. What
/// was accepted when it was read may take more then, for less is shared between its rules.
pub(super) const MOST_STEPS_AGAIN: usize = 4 * MOST_STEPS;

/// The bytes that the rules told of a puzzle may take, roughly: those that any may take, and more for each cell. A small
/// grid has few places, so that rules which take more there are a mistake or worse. Tests that several others share are
/// counted for each of them, so the limit is wide: from some 150 cells on, the steps decide.
const KEPT: usize = 20_000_000;
const KEPT_OF_CELL: usize = 4_000_000;

/// The bytes that a part of a test takes, roughly.
const PART: usize = 40;

/// The bytes that a rule at a place, and a propagator, take beside their texts.
const INSTANCE: usize = 300;

/// The most places to find, each counted once more for every sixteen of its values.
pub(crate) const MOST_TO_FIND: usize = 2_000_000;

/// The steps between two looks at the interrupt.
const BETWEEN_LOOKS: usize = 1 << 16;

thread_local! {
    /// What ends compiling on this thread.
    static UNTIL: RefCell<Interrupt> = RefCell::default();
}

/// Does work in which rules are compiled on this thread, until the interrupt is due: from then on no rules are accepted.
/// Between a file and the compiler of its rules there are some twenty readers, for none of which this is an argument.
pub fn until<T>(interrupt: &Interrupt, work: impl FnOnce() -> T) -> T {
    let outer = UNTIL.replace(interrupt.clone());
    let value = work();
    UNTIL.set(outer);
    value
}

/// The interrupt of [`until`].
pub(super) fn interrupt() -> Interrupt {
    UNTIL.with_borrow(Interrupt::clone)
}

/// How to need less.
const FEWER: &str = "use fewer variables in one rule, a smaller grid, or a `hidden` layer for values that are computed \
                     repeatedly";

/// What compiling has cost, and what it may cost.
pub(super) struct Budget {
    /// The steps spent.
    pub(super) steps: usize,
    most_steps: usize,
    /// The bytes that are kept, roughly.
    pub(super) kept: usize,
    /// The values to find.
    to_find: usize,
    /// What ends compiling, the number of steps at which to look at it next, and whether it was due.
    until: Interrupt,
    next_look: usize,
    is_broken_off: bool,
}

impl Budget {
    pub(super) fn new(most_steps: usize) -> Self {
        Self {
            steps: 0,
            most_steps,
            kept: 0,
            to_find: 0,
            until: interrupt(),
            next_look: 0,
            is_broken_off: false,
        }
    }
}

impl Compiler<'_> {
    /// Counts steps.
    pub(super) fn spend(&mut self, steps: usize, span: &Span) -> Made<()> {
        self.budget.steps = self.budget.steps.saturating_add(steps);
        let most = self.budget.most_steps;
        if self.budget.steps >= self.budget.next_look {
            self.budget.next_look = self.budget.steps.saturating_add(BETWEEN_LOOKS);
            self.budget.is_broken_off |= self.budget.until.is_due();
        }
        if self.budget.is_broken_off {
            let text = "the rules were not compiled to the end";
            return Err(Problem::new(span.clone(), text, "stopped here"));
        }
        if self.budget.steps <= most {
            return Ok(());
        }
        Err(Problem::new(
            span.clone(),
            "the rules are too large for this grid",
            format!("here they take more than {most} steps; each combination of members of `each`, `some` and `count` is one"),
        )
        .help(FEWER))
    }

    /// Counts what a rule of the model keeps: its texts have so many bytes.
    pub(super) fn keep_texts(&mut self, bytes: usize) {
        self.budget.kept = self.budget.kept.saturating_add(INSTANCE + bytes);
    }

    /// Counts what a propagator keeps: its test, of so many parts.
    pub(super) fn keep(&mut self, parts: usize) -> Made<()> {
        let bytes = INSTANCE.saturating_add(parts.saturating_mul(PART));
        self.budget.kept = self.budget.kept.saturating_add(bytes);
        match self.keeps_too_much() {
            false => Ok(()),
            true => Err(Problem::new(
                self.current_span(),
                "the rules are too large for this grid",
                "here they take too much memory; each combination of members of `each`, `some` and `count` takes some",
            )
            .help(FEWER)),
        }
    }

    fn keeps_too_much(&self) -> bool {
        let cells = self.data.geometry.count(Kind::Cell) * self.data.geometry.boards;
        let most = KEPT.saturating_add(cells.saturating_mul(KEPT_OF_CELL));
        self.budget.kept > most.saturating_mul((self.budget.most_steps / MOST_STEPS).max(1))
    }

    /// Counts steps of the current rule.
    pub(super) fn spend_here(&mut self, steps: usize) -> Made<()> {
        self.spend(steps, &self.current_span())
    }

    /// The current rule, or the value that is to be best.
    pub(super) fn current_span(&self) -> Span {
        match (self.current.cause, &self.data.book.best) {
            (Cause::Rule(rule), _) => self.data.book.rules[rule].span.clone(),
            (_, Some((_, value))) => value.span.clone(),
            (_, None) => 0..0,
        }
    }

    /// Whether a limit has been passed.
    pub(super) fn is_spent(&self) -> bool {
        self.budget.is_broken_off
            || self.budget.steps > self.budget.most_steps
            || self.budget.to_find > MOST_TO_FIND
            || self.keeps_too_much()
    }

    /// Counts values to find.
    pub(super) fn spend_values(&mut self, values: usize, span: &Span) -> Made<()> {
        self.budget.to_find = self.budget.to_find.saturating_add(1 + values / 16);
        if self.budget.to_find <= MOST_TO_FIND {
            return Ok(());
        }
        Err(Problem::new(
            span.clone(),
            "there is too much to find",
            format!(
                "at most {MOST_TO_FIND} places are possible, each counted once more for every 16 values"
            ),
        )
        .help("declare fewer layers or values, or use a smaller grid"))
    }
}

/// How much is copied with a value.
pub(super) fn weight(value: &Value) -> usize {
    match value {
        Value::Number(number) => of_number(number),
        Value::Test(truth) => of_truth(truth),
        Value::List(members, _) => members
            .iter()
            .map(|(test, value)| 1 + of_test(test) + weight(value))
            .sum(),
        Value::First(members) => members.iter().map(|(test, _)| 1 + of_test(test)).sum(),
        Value::Numbers(numbers) => numbers.len(),
        _ => 1,
    }
}

/// How much is copied with a place.
pub(super) fn of_place(place: &Place) -> usize {
    place.members.iter().map(|(_, test)| of_test(test)).sum()
}

fn of_truth(truth: &Truth) -> usize {
    match truth {
        Truth::Plain(test) => of_test(test),
        Truth::Partial(holds, fails) => of_test(holds) + of_test(fails),
    }
}

pub(super) fn of_test(test: &Test) -> usize {
    match test {
        Test::Const(_) | Test::Literal(_) | Test::Member(_) | Test::In(..) => 1,
        Test::Group(of) => of.cost() as usize,
        Test::Not(inner) => 1 + of_test(inner),
        Test::And(parts) | Test::Or(parts) => 1 + parts.iter().map(of_test).sum::<usize>(),
        Test::Iff(a, b) => 1 + of_test(a) + of_test(b),
        Test::Compare(a, _, b) => 1 + of_number(a) + of_number(b),
    }
}

fn guarded(terms: &[(Test, Number)]) -> usize {
    terms
        .iter()
        .map(|(test, number)| of_test(test) + of_number(number))
        .sum()
}

pub(super) fn of_number(number: &Number) -> usize {
    1 + match number {
        Number::Const(_) | Number::Var(_) | Number::Members { .. } => 0,
        Number::Element(_, table) => table.len(),
        Number::Sum(terms) => terms.iter().map(|(_, number)| of_number(number)).sum(),
        Number::Product(factors) => factors.iter().map(of_number).sum(),
        Number::Quotient(a, b) | Number::Remainder(a, b) => of_number(a) + of_number(b),
        Number::Power(a, _) | Number::Absolute(a) => of_number(a),
        Number::Truth(test) => of_test(test),
        Number::Choose(test, a, b) => of_test(test) + of_number(a) + of_number(b),
        Number::Least(terms)
        | Number::Greatest(terms)
        | Number::Gcd(terms)
        | Number::Distinct(terms)
        | Number::First(terms) => guarded(terms),
    }
}
