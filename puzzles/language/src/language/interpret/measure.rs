//! Measures of the values in a place, and tests of them.

use std::rc::Rc;

use fxhash::FxHashSet;
use smallvec::smallvec;

use super::super::geometry::Atom;
use super::super::syntax::{Expr, Ground, Measure, Over, ValuesTest, Word};
use super::super::values::position;
use super::expr::overflow;
use super::state::Interpreter;
use super::value::{Read, Stop, Truth, Value, equal, order, trouble};

impl Interpreter<'_> {
    /// The values of a layer along a place, those that are not there included; each true or, where the place is not
    /// known, unknown.
    pub(super) fn along(&mut self, word: &Word, place: &Expr) -> Read<Vec<(Value, Truth)>> {
        let atoms = self.split(place)?;
        let mut found = Vec::new();
        if let Some(definition) = self.definition(&word.name, 1) {
            for (atom, truth) in atoms {
                found.push((self.call(definition, smallvec![Value::Atom(atom)])?, truth));
            }
            return Ok(found);
        }
        let Some(layer) = self.book.layer(&word.name) else {
            return trouble(format!("there is no layer `{}`", word.name));
        };
        let book = self.book;
        let all = || -> FxHashSet<Atom> { atoms.iter().map(|&(atom, _)| atom).collect() };
        let is_open = atoms.iter().any(|&(_, truth)| truth != Truth::True);
        match &book.layers[layer].on {
            Ground::Puzzle => return trouble(format!("`{}` has one value only", word.name)),
            Ground::Atoms(kind, _) if atoms.iter().all(|(atom, _)| atom.kind == *kind) => {
                for (atom, truth) in atoms {
                    found.push((self.value_at(layer, position(&self.geometry, atom))?, truth));
                }
            }
            Ground::Atoms(..) if is_open => return Err(Stop::Unknown),
            Ground::Atoms(kind, _) => {
                let all = all();
                let inside: Vec<Atom> = self
                    .atoms(*kind)
                    .into_iter()
                    .filter(|&atom| self.lies_in(atom, &all))
                    .collect();
                for atom in inside {
                    found.push((
                        self.value_at(layer, position(&self.geometry, atom))?,
                        Truth::True,
                    ));
                }
            }
            // Each cell has the value of its line or region.
            Ground::Lines(_) | Ground::Regions(_) => {
                for (atom, truth) in atoms {
                    found.push((self.layer_at(layer, &Value::Atom(atom))?, truth));
                }
            }
        }
        Ok(found)
    }

    /// The values that are there, or may be there.
    pub(super) fn values(&mut self, over: &Over) -> Read<Vec<(Value, Truth)>> {
        let mut found = match over {
            Over::Layer(word, place) => self.along(word, place)?,
            Over::Phrases(phrases, value) => {
                let mut found = Vec::new();
                self.each_member(phrases, &mut |this, truth| {
                    found.push((this.eval(value)?, truth));
                    Ok(true)
                })?;
                found
            }
        };
        // A set without atoms is a value like any other.
        let is_there =
            |value: &Value| !matches!(value, Value::Missing | Value::Empty | Value::Blank(..));
        found.retain(|(value, _)| is_there(value));
        Ok(found)
    }

    pub(super) fn measure(&mut self, measure: Measure, over: &Over) -> Read<Value> {
        let found = self.values(over)?;
        self.measured(measure, found)
    }

    /// The measure of these values.
    pub(super) fn measured(&mut self, measure: Measure, found: Vec<(Value, Truth)>) -> Read<Value> {
        match measure {
            Measure::First => return one(found.first()),
            Measure::Last => return one(found.last()),
            _ => {}
        }
        let is_list = matches!(measure, Measure::List | Measure::Bag);
        if !is_list
            && found
                .iter()
                .any(|(value, truth)| matches!(value, Value::Untold) && *truth == Truth::True)
        {
            return Err(Stop::Untold);
        }
        if found
            .iter()
            .any(|(value, truth)| matches!(value, Value::Unknown) || *truth != Truth::True)
        {
            return Err(Stop::Unknown);
        }
        let values: Vec<Value> = found.into_iter().map(|(value, _)| value).collect();
        if is_list {
            let entries = values.into_iter().map(|value| match value {
                Value::Untold => None,
                value => Some(value),
            });
            return Ok(Value::List(
                Rc::new(entries.collect()),
                measure == Measure::Bag,
            ));
        }
        if measure == Measure::Distinct {
            let mut different: Vec<Value> = Vec::new();
            for value in values {
                let mut known = false;
                for other in &different {
                    known |= equal(self.book, other, &value)?;
                }
                if !known {
                    different.push(value);
                }
            }
            return Ok(Value::Number(different.len() as i128));
        }
        let mut numbers = Vec::new();
        for value in &values {
            numbers.extend(self.number(value)?);
        }
        let fold = |start: i128, join: fn(i128, i128) -> Option<i128>| {
            let result = numbers
                .iter()
                .try_fold(start, |one, &other| join(one, other));
            result.map(Value::Number).ok_or_else(overflow)
        };
        let or_empty = |number: Option<i128>| number.map_or(Value::Empty, Value::Number);
        match measure {
            Measure::Sum => fold(0, i128::checked_add),
            Measure::Product if numbers.contains(&0) => Ok(Value::Number(0)),
            Measure::Product => fold(1, i128::checked_mul),
            Measure::Least => Ok(or_empty(numbers.iter().min().copied())),
            Measure::Greatest => Ok(or_empty(numbers.iter().max().copied())),
            _ if numbers.is_empty() => Ok(Value::Empty),
            Measure::Gcd => fold(0, gcd),
            _ => {
                if let Some(number) = numbers.iter().find(|number| **number < 0) {
                    return trouble(format!("{number} cannot be read as digits"));
                }
                // Each number is written behind those before it.
                fold(0, |before, number| {
                    let digits = number.checked_ilog10().unwrap_or(0) + 1;
                    let shift = 10i128.checked_pow(digits)?;
                    before.checked_mul(shift)?.checked_add(number)
                })
            }
        }
    }

    pub(super) fn values_test(&mut self, test: ValuesTest, over: &Over) -> Read<Truth> {
        let found = self.values(over)?;
        let mut all = Truth::True;
        let mut told: Vec<Value> = Vec::new();
        for (value, truth) in found {
            match (&value, truth) {
                (Value::Unknown, _) | (_, Truth::Unknown) => all = all.and(Truth::Unknown),
                (Value::Untold, _) => all = all.and(Truth::Missing),
                _ => {
                    let fails = match test {
                        // Equal to the last one is equal to all before.
                        ValuesTest::Equal => match told.last() {
                            Some(last) => !equal(self.book, last, &value)?,
                            None => false,
                        },
                        ValuesTest::Increasing => match told.last() {
                            Some(last) => {
                                !order(last, &value)?.is_some_and(std::cmp::Ordering::is_lt)
                            }
                            None => false,
                        },
                        ValuesTest::Different => {
                            let mut known = false;
                            for other in &told {
                                known |= equal(self.book, other, &value)?;
                            }
                            known
                        }
                    };
                    if fails {
                        return Ok(Truth::False);
                    }
                    told.push(value);
                }
            }
        }
        Ok(all)
    }

    /// The first value that occurs twice, for messages.
    pub(super) fn repeated(&mut self, over: &Over) -> Option<Value> {
        let found = self.values(over).ok()?;
        let mut told: Vec<Value> = Vec::new();
        for (value, _) in found {
            if value.gap().is_none() {
                if told
                    .iter()
                    .any(|other| equal(self.book, other, &value).unwrap_or(false))
                {
                    return Some(value);
                }
                told.push(value);
            }
        }
        None
    }
}

/// The value at an end, if it is known.
fn one(end: Option<&(Value, Truth)>) -> Read<Value> {
    match end {
        None => Ok(Value::Empty),
        Some((_, Truth::Unknown)) => Err(Stop::Unknown),
        Some((value, _)) => match value.gap() {
            Some(stop) => Err(stop),
            None => Ok(value.clone()),
        },
    }
}

fn gcd(one: i128, other: i128) -> Option<i128> {
    let (mut one, mut other) = (one.checked_abs()?, other.checked_abs()?);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    Some(one)
}
