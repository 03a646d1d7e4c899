//! Lists and bags of values: equality and membership.

use quadrille_engine::propagators::{Comparison as Sign, Number, Test};

use super::super::logic::{FALSE, TRUE, Truth, and, compare, counted, not, or, sum};
use super::super::value::Value;
use super::super::{Compiler, Made};
use crate::language::syntax::Span;

/// The entries of a list, each with the test that it is there; `None` if its value is unknown.
type Entries = Vec<(Test, Option<Value>)>;

/// The most possible numbers in a bag for which each number is counted; otherwise each entry is.
const MOST_COUNTED: i128 = 64;

impl Compiler<'_> {
    /// The test that two lists are equal; if one of them is a bag, in any order.
    pub(super) fn same_list(&mut self, a: &Value, b: &Value, span: &Span) -> Made<Test> {
        let unordered = |list: &Value| matches!(list, Value::List(_, true));
        let (first, second) = (entries(a), entries(b));
        let pairs = first.len().saturating_mul(second.len());
        self.spend(pairs.saturating_mul(first.len() + second.len()) / 4, span)?;
        let mut tests = Vec::new();
        let (Some(one), Some(other)) = (there(&first), there(&second)) else {
            return Ok(FALSE);
        };
        tests.push(compare(one, Sign::Equal, other));
        if unordered(a) || unordered(b) {
            self.same_bag(&first, &second, &mut tests, span)?;
        } else {
            self.same_order(&first, &second, &mut tests, span)?;
        }
        self.reify(and(tests))
    }

    /// The first, second … present values of two lists are the same.
    fn same_order(
        &mut self,
        a: &Entries,
        b: &Entries,
        tests: &mut Vec<Test>,
        span: &Span,
    ) -> Made<()> {
        let ranks = |list: &Entries| -> Vec<Option<Number>> {
            (0..list.len()).map(|at| there(&list[..at])).collect()
        };
        let other_ranks = ranks(b);
        for ((guard, value), rank) in a.iter().zip(ranks(a)) {
            for ((other_guard, other), other_rank) in b.iter().zip(&other_ranks) {
                let (Some(value), Some(other)) = (value, other) else {
                    continue;
                };
                let (Some(rank), Some(other_rank)) = (rank.clone(), other_rank.clone()) else {
                    return Ok(());
                };
                let here = compare(rank, Sign::Equal, other_rank);
                if here == FALSE {
                    continue;
                }
                let equal = self.same_entry(value, other, span)?;
                let ways = [
                    not(guard.clone()),
                    not(other_guard.clone()),
                    not(here),
                    equal,
                ];
                tests.push(or(ways));
            }
        }
        Ok(())
    }

    /// Each value occurs equally often in both bags, which have the same size. An unknown value in one of them may be
    /// anything.
    fn same_bag(
        &mut self,
        a: &Entries,
        b: &Entries,
        tests: &mut Vec<Test>,
        span: &Span,
    ) -> Made<()> {
        let is_told = |bag: &Entries| {
            bag.iter().all(|(guard, value)| {
                *guard == TRUE && matches!(value, None | Some(Value::Number(Number::Const(_))))
            })
        };
        let (a, b) = if is_told(a) { (b, a) } else { (a, b) };
        let is_open = |bag: &Entries| bag.iter().any(|(_, value)| value.is_none());
        if is_open(a) {
            return self.unclear(span);
        }
        // It is enough to count the values in one of them, or all possible values.
        let mut values: Entries = Vec::new();
        match self.range(a, b).filter(|_| !is_told(b)) {
            Some(range) => values
                .extend(range.map(|number| (TRUE, Some(Value::Number(Number::Const(number)))))),
            None => {
                for (guard, value) in b {
                    let known = values.iter().any(|(_, known)| match (known, value) {
                        (Some(Value::Number(a)), Some(Value::Number(b))) => a == b,
                        _ => false,
                    });
                    if !known || *guard != TRUE {
                        values.push((guard.clone(), value.clone()));
                    }
                }
            }
        }
        for (guard, value) in &values {
            let Some(value) = value else { continue };
            let mut times = |bag: &Entries| -> Made<Option<Number>> {
                let mut equal = Vec::with_capacity(bag.len());
                for (guard, entry) in bag {
                    let Some(entry) = entry else { continue };
                    let same = self.same_entry(entry, value, span)?;
                    equal.push((and([guard.clone(), same]), None));
                }
                Ok(there(&equal))
            };
            let (Some(one), Some(other)) = (times(a)?, times(b)?) else {
                tests.push(FALSE);
                return Ok(());
            };
            let test = match is_open(b) {
                true => compare(other, Sign::AtMost, one),
                false => compare(one, Sign::Equal, other),
            };
            tests.push(or([not(guard.clone()), test]));
        }
        Ok(())
    }

    /// The numbers that entries may be, if all are numbers and these are not many.
    fn range(&self, a: &Entries, b: &Entries) -> Option<std::ops::RangeInclusive<i128>> {
        let mut range: Option<(i128, i128)> = None;
        for (_, value) in a.iter().chain(b) {
            let Some(Value::Number(number)) = value else {
                return None;
            };
            let (low, high) = self.bounds(number);
            let (least, greatest) = range.unwrap_or((low, high));
            range = Some((least.min(low), greatest.max(high)));
        }
        let (low, high) = range?;
        (high.checked_sub(low)? < MOST_COUNTED).then_some(low..=high)
    }

    /// The test that something is in a list: missing, if it is none of the known entries and some are unknown.
    pub(super) fn is_in_list(&mut self, value: &Value, list: &Value, span: &Span) -> Made<Truth> {
        let mut ways = Vec::new();
        let mut untold = Vec::new();
        for (guard, entry) in entries(list) {
            match entry {
                Some(entry) => {
                    ways.push(and([guard, self.same_entry(value, &entry, span)?]));
                }
                None => untold.push(guard),
            }
        }
        let holds = self.reify(or(ways))?;
        if untold.is_empty() {
            return Ok(Truth::Plain(holds));
        }
        // A thing that is not there is in no list.
        let there = match value {
            Value::Number(number) => number.defined(),
            value => Test::Const(!matches!(value, Value::Empty | Value::Blank(..))),
        };
        let untold = self.reify(and([there, or(untold)]))?;
        let fails = not(or([holds.clone(), untold]));
        Ok(Truth::Partial(holds, fails))
    }

    /// Whether two entries are the same. No number is equal to a word.
    fn same_entry(&mut self, a: &Value, b: &Value, span: &Span) -> Made<Test> {
        let is_word =
            |value: &Value| matches!(value, Value::Word(..) | Value::Blank(..) | Value::Choice(_));
        match (a, b) {
            (Value::Empty | Value::Missing, _) | (_, Value::Empty | Value::Missing) => Ok(FALSE),
            (Value::Blank(layer, word), other) | (other, Value::Blank(layer, word)) => {
                match is_word(other) {
                    true => self.same(&Value::Word(*layer, *word), other, span),
                    false => Ok(FALSE),
                }
            }
            _ => self.same(a, b, span),
        }
    }
}

/// The number of entries that are there.
fn there(entries: &[(Test, Option<Value>)]) -> Option<Number> {
    let counts = entries
        .iter()
        .map(|(guard, _)| (1, counted(guard.clone(), Number::Const(1))));
    sum(counts)
}

/// The entries of a list.
fn entries(list: &Value) -> Entries {
    match list {
        Value::List(members, _) => {
            let members = members.iter();
            members
                .map(|(guard, value)| (guard.clone(), Some(value.clone())))
                .collect()
        }
        Value::Numbers(numbers) => {
            let number = |number: &i64| Value::Number(Number::Const((*number).into()));
            numbers
                .iter()
                .map(|entry| (TRUE, entry.as_ref().map(number)))
                .collect()
        }
        _ => Vec::new(),
    }
}
