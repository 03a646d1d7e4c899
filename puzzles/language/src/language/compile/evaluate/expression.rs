//! Expressions: tests, numbers and quantifiers.

use std::rc::Rc;

use quadrille_engine::propagators::{Comparison as Sign, Number, Test};

use super::super::budget::weight;
use super::super::logic::{FALSE, TRUE, Truth, and, both, compare, counted, not, or, sum};
use super::super::value::{Absence, Place, Value};
use super::super::{Compiler, Made};
use crate::language::geometry::direction_called;
use crate::language::syntax::{Domain, Expr, Ground, Kind, Node, Phrase, Quantifier, Span};
use crate::language::values::Datum;

impl Compiler<'_> {
    /// An expression as a test.
    pub(crate) fn truth(&mut self, expr: &Expr) -> Made<Truth> {
        self.spend(1, &expr.span)?;
        let outer = std::mem::replace(&mut self.eval.missing, false);
        let outside = std::mem::take(&mut self.eval.absence.when);
        let (untold, mixed) = (self.eval.absence.untold, self.eval.absence.mixed);
        let truth = self.truth_here(expr);
        (self.eval.absence.untold, self.eval.absence.mixed) = (untold, mixed);
        let partly = std::mem::replace(&mut self.eval.absence.when, outside);
        if std::mem::replace(&mut self.eval.missing, outer) {
            return truth.map(|_| Truth::MISSING);
        }
        if partly.is_empty() {
            return truth;
        }
        let truth = truth?;
        let there = self.reify(not(or(partly)))?;
        Ok(Truth::Partial(
            and([there.clone(), truth.holds()]),
            and([there, truth.fails()]),
        ))
    }

    /// Longer than other functions: an arm for each form of a test.
    pub(super) fn truth_here(&mut self, expr: &Expr) -> Made<Truth> {
        Ok(match &expr.node {
            Node::Not(inner) => self.truth(inner)?.not(),
            Node::And(parts) => {
                let mut truths = Vec::new();
                for part in parts {
                    match self.truth(part)? {
                        Truth::Plain(TRUE) => {}
                        // What follows a false part need not have a meaning.
                        truth @ Truth::Plain(FALSE) => {
                            truths.push(truth);
                            break;
                        }
                        truth => truths.push(truth),
                    }
                }
                Truth::and(truths)
            }
            Node::Or(parts) => {
                let mut truths = Vec::new();
                for part in parts {
                    match self.truth(part)? {
                        Truth::Plain(FALSE) => {}
                        truth @ Truth::Plain(TRUE) => {
                            truths.push(truth);
                            break;
                        }
                        truth => truths.push(truth),
                    }
                }
                Truth::or(truths)
            }
            Node::Iff(a, b) => Truth::iff(self.truth(a)?, self.truth(b)?),
            Node::If(condition, holds, otherwise) => {
                let condition = self.truth(condition)?;
                match condition {
                    Truth::Plain(TRUE) => return self.truth(holds),
                    Truth::Plain(FALSE) => {
                        return match otherwise {
                            Some(otherwise) => self.truth(otherwise),
                            None => Ok(Truth::constant(true)),
                        };
                    }
                    _ => {}
                }
                let first = self.truth(holds)?;
                let second = match otherwise {
                    Some(otherwise) => self.truth(otherwise)?,
                    None => Truth::constant(true),
                };
                // If the condition is missing, the result is that of both branches, if they agree.
                let either = |first: Test, second: Test| {
                    let mut ways = vec![
                        and([condition.holds(), first.clone()]),
                        and([condition.fails(), second.clone()]),
                    ];
                    if matches!(condition, Truth::Partial(..)) {
                        ways.push(and([first, second]));
                    }
                    or(ways)
                };
                match (&condition, &first, &second) {
                    (Truth::Plain(_), Truth::Plain(one), Truth::Plain(other)) => {
                        Truth::Plain(either(one.clone(), other.clone()))
                    }
                    _ => Truth::Partial(
                        either(first.holds(), second.holds()),
                        either(first.fails(), second.fails()),
                    ),
                }
            }
            Node::Compare(comparison, a, b) => self.comparison(*comparison, a, b)?,
            Node::Quantified(quantifier, phrases, body) => {
                self.quantified(quantifier, phrases, body.as_deref(), &expr.span)?
            }
            Node::Is(subject, negated, predicate) => {
                let truth = self.predicate(subject, predicate, &expr.span)?;
                if *negated { truth.not() } else { truth }
            }
            Node::Has(subject, negated, layer) => {
                let value = self.value(subject)?;
                if matches!(value, Value::Missing) && self.data.book.layer(&layer.name).is_some() {
                    return Ok(Truth::MISSING);
                }
                let test = self.has(&value, layer)?;
                Truth::Plain(if *negated { not(test) } else { test })
            }
            Node::Let(bound, body) => {
                let depth = self.eval.scope.names.len();
                for (word, value) in bound {
                    let value = self.value_to_name(value)?;
                    self.eval.scope.names.push((word.name.clone(), value));
                }
                let truth = self.truth(body);
                self.eval.scope.names.truncate(depth);
                truth?
            }
            Node::NoLoop(..) => return self.unclear(&expr.span),
            Node::Values(test, over) => self.values_test(*test, over)?,
            Node::Satisfies(number, clue) => self.satisfies(number, clue)?,
            Node::Reads(layer, place, extent, pattern) => {
                self.reads(layer, place, *extent, pattern)?
            }
            _ => match self.value(expr)? {
                Value::Test(truth) => truth,
                Value::Missing => Truth::MISSING,
                Value::Empty => Truth::constant(false),
                _ => return self.unclear(&expr.span),
            },
        })
    }

    /// The value of any expression.
    pub(crate) fn value(&mut self, expr: &Expr) -> Made<Value> {
        self.spend(1, &expr.span)?;
        let outer = std::mem::replace(&mut self.eval.missing, false);
        let value = self.value_here(expr);
        if std::mem::replace(&mut self.eval.missing, outer) {
            return value.map(|_| Value::Missing);
        }
        value
    }

    /// Longer than other functions: an arm for each form of a value.
    pub(super) fn value_here(&mut self, expr: &Expr) -> Made<Value> {
        Ok(match &expr.node {
            Node::Number(number) => Value::Number(Number::Const(*number)),
            Node::Text(text) => Value::Text(text.clone()),
            Node::Name(name) => self.name(name, &expr.span)?,
            Node::Of(word, arguments) => self.function(word, arguments, &expr.span)?,
            Node::Phrase(phrase) => {
                if let Some(cell) = self.cell_beside(phrase)? {
                    return Ok(cell.map_or(Value::Empty, Value::Atom));
                }
                if let Some(cell) = self.end_of_link(phrase)? {
                    return Ok(Value::Atom(cell));
                }
                let place = self.place_of(phrase)?;
                match &place.members[..] {
                    [] if place.single => return Ok(Value::Empty),
                    [(atom, TRUE)] if place.single && place.is_one_atom() => Value::Atom(*atom),
                    _ => Value::Place(Rc::new(place)),
                }
            }
            Node::Measure(measure, over) => self.measure_once(*measure, over, &expr.span)?,
            Node::Directions(..) => return self.unclear(&expr.span),
            Node::Walk(..) => return self.unclear(&expr.span),
            Node::Beam(part, view, layer) => self.beam(*part, view, layer, &expr.span)?,
            Node::Nearest(word, cell, place) => self.nearest(word, cell, place.as_deref())?,
            Node::Count(phrases) => self.count(phrases)?,
            Node::Negative(inner) => match self.number(inner)? {
                Ok(number) => self.total(sum([(-1, number)]), &expr.span)?,
                Err(nothing) => nothing,
            },
            Node::Arithmetic(operation, a, b) => self.arithmetic(*operation, a, b, &expr.span)?,
            Node::Else(a, b) => self.otherwise(a, b)?,
            Node::If(condition, holds, Some(otherwise)) => {
                let truth = self.truth(condition)?;
                match &truth {
                    Truth::Plain(TRUE) => return self.value(holds),
                    Truth::Plain(FALSE) => return self.value(otherwise),
                    _ => {}
                }
                let (first, of_first) = self.with_absence(|this| this.value(holds))?;
                let (second, of_second) = self.with_absence(|this| this.value(otherwise))?;
                if let Truth::Partial(holds, fails) = &truth {
                    let is_missing = and([not(holds.clone()), not(fails.clone())]);
                    // If the condition is missing, the result is the value of both, if they are the same number.
                    let differ = match (&first, &second) {
                        (Value::Number(a), Value::Number(b)) if a == b => Some(not(a.defined())),
                        (Value::Number(a), Value::Number(b)) if is_missing == TRUE => {
                            Some(not(compare(a.clone(), Sign::Equal, b.clone())))
                        }
                        _ => None,
                    };
                    match (differ, &first, &second) {
                        (Some(differ), ..) => {
                            let differ = or([differ, of_first.some(), of_second.some()]);
                            let when = self.reify(and([is_missing, differ]))?;
                            if when == TRUE {
                                return Ok(Value::Missing);
                            }
                            self.add_absences(vec![
                                of_first.only_if(holds.clone()),
                                of_second.only_if(fails.clone()),
                                Absence::missing_if(when),
                            ]);
                            return Ok(first);
                        }
                        (None, Value::Test(_), Value::Test(_)) if is_missing == TRUE => {
                            return Ok(Value::Test(self.truth(expr)?));
                        }
                        _ if is_missing == TRUE => return Ok(Value::Missing),
                        _ => {}
                    }
                    if !matches!((&first, &second), (Value::Test(_), Value::Test(_))) {
                        return self.unclear(&expr.span);
                    }
                }
                // A value missing in a branch matters only if the branch is taken.
                self.add_absences(vec![
                    of_first.only_if(truth.holds()),
                    of_second.only_if(truth.fails()),
                ]);
                match (first, second) {
                    (Value::Number(a), Value::Number(b)) => Value::Number(Number::Choose(
                        Box::new(truth.holds()),
                        Box::new(a),
                        Box::new(b),
                    )),
                    (Value::Missing, Value::Missing) => Value::Missing,
                    (Value::Missing, _) | (_, Value::Missing) => return self.unclear(&expr.span),
                    (Value::Test(_), _) | (_, Value::Test(_)) => Value::Test(self.truth(expr)?),
                    (first, second) => {
                        let ways = vec![(truth.holds(), first), (TRUE, second)];
                        self.first_of(ways, &expr.span)?
                    }
                }
            }
            Node::Let(bound, body) => {
                let depth = self.eval.scope.names.len();
                for (word, value) in bound {
                    let value = self.value_to_name(value)?;
                    self.eval.scope.names.push((word.name.clone(), value));
                }
                let value = self.value(body);
                self.eval.scope.names.truncate(depth);
                value?
            }
            _ => Value::Test(self.truth(expr)?),
        })
    }

    pub(crate) fn name(&mut self, name: &str, span: &Span) -> Made<Value> {
        if let Some(value) = self.eval.scope.get(name) {
            let value = self.of_name(value.clone());
            self.spend(2 * weight(&value), span)?;
            return Ok(value);
        }
        let book = &self.data.book;
        if let Some(rows) = book.dimension(name) {
            let geometry = &self.data.geometry;
            let number = if rows {
                geometry.rows
            } else {
                geometry.columns
            };
            return Ok(Value::Number(Number::Const(number as i128)));
        }
        if let Some(direction) = direction_called(name) {
            return Ok(Value::Direction(direction));
        }
        if name == "grid" {
            let cells = self.all_atoms(Kind::Cell).into_iter();
            let mut place = Place::plain(cells.filter_map(|(cell, _)| match cell {
                Value::Atom(atom) => Some(atom),
                _ => None,
            }));
            place.name = "the grid".to_owned();
            return Ok(Value::Place(Rc::new(place)));
        }
        if let Some((layer, word)) = book.symbol(name) {
            return Ok(Value::Word(layer, word));
        }
        if let Some(shape) = book.shapes.iter().position(|(word, _)| &*word.name == name) {
            return Ok(Value::KnownShape(shape));
        }
        match book.layer(name) {
            Some(layer) if matches!(book.layers[layer].on, Ground::Puzzle) => {
                Ok(self.read(layer, 0))
            }
            _ => self.unclear(span),
        }
    }

    /// A layer at a position of its ground.
    pub(crate) fn read(&mut self, layer: usize, position: usize) -> Value {
        if self.data.is_found(layer) {
            return self.found_at(layer, position);
        }
        self.eval.absence.untold |=
            matches!(self.data.layers[layer].get(position), Some(Datum::Untold));
        match self.data.layers[layer].get(position) {
            // A mark is present or absent.
            None | Some(Datum::Missing) if self.data.book.layers[layer].domain == Domain::Mark => {
                Value::Test(Truth::constant(false))
            }
            None | Some(Datum::Missing) => Value::Missing,
            Some(Datum::Mark) => Value::Test(Truth::constant(true)),
            Some(Datum::Number(number)) => Value::Number(Number::Const((*number).into())),
            Some(Datum::Word(word)) => match &self.data.book.layers[layer].domain {
                Domain::Values { ranges, .. } if !ranges.is_empty() => Value::Blank(layer, *word),
                _ => Value::Word(layer, *word),
            },
            // An unknown list is one unknown number.
            Some(Datum::Untold) if self.data.book.layers[layer].domain == Domain::List => {
                Value::Numbers(vec![None])
            }
            Some(Datum::Untold) => Value::Missing,
            Some(Datum::Name(name)) => Value::Name(name.clone()),
            Some(Datum::Region(region)) => Value::Place(self.region_place(layer, *region)),
            Some(Datum::List(list)) => Value::Numbers(list.clone()),
            Some(Datum::Clue(clue)) => Value::Clue(clue.clone()),
            Some(Datum::Patterns(texts)) => {
                let mut texts = texts.iter().map(|text| Value::Text(text.to_string()));
                match &self.data.book.layers[layer].domain {
                    Domain::Patterns {
                        are_several: true, ..
                    } => Value::List(texts.map(|text| (TRUE, text)).collect(), false),
                    _ => texts.next().unwrap_or(Value::Missing),
                }
            }
            Some(Datum::Directions(directions)) => match directions[..] {
                [direction] if self.data.book.layers[layer].domain == Domain::Direction => {
                    Value::Direction(direction)
                }
                _ => Value::Directions(directions.clone()),
            },
            Some(Datum::Shapes(shapes)) => Value::Shapes(shapes.clone()),
        }
    }

    pub(super) fn quantified(
        &mut self,
        quantifier: &Quantifier,
        phrases: &[Phrase],
        body: Option<&Expr>,
        span: &Span,
    ) -> Made<Truth> {
        let wanted = match quantifier {
            Quantifier::Exactly(n) | Quantifier::AtLeast(n) | Quantifier::AtMost(n) => {
                match self.value(n)? {
                    Value::Number(number) => number,
                    Value::Missing => return Ok(Truth::MISSING),
                    Value::Empty => return Ok(Truth::constant(false)),
                    _ => return self.unclear(&n.span),
                }
            }
            _ => Number::Const(0),
        };
        let ways = self.ways(quantifier, phrases, body)?;
        let there = wanted.defined();
        if self.eval.missing && there != TRUE {
            // Without a count it is false.
            self.eval.missing = false;
            return Ok(Truth::Partial(FALSE, not(there)));
        }
        let many = |ways: Vec<Test>| {
            sum(ways
                .into_iter()
                .map(|test| (1, counted(test, Number::Const(1)))))
        };
        let test = match quantifier {
            Quantifier::Each | Quantifier::No => not(or(ways)),
            Quantifier::Some => or(ways),
            Quantifier::Exactly(_) | Quantifier::AtLeast(_) | Quantifier::AtMost(_) => {
                let Some(count) = many(ways) else {
                    return self.wrong(span, "too many", "the count is too large");
                };
                match quantifier {
                    Quantifier::Exactly(_) => compare(count, Sign::Equal, wanted),
                    Quantifier::AtLeast(_) => compare(wanted, Sign::AtMost, count),
                    _ => compare(count, Sign::AtMost, wanted),
                }
            }
        };
        Ok(Truth::Plain(self.reify(test)?))
    }

    /// By combination: when it counts, or of `each` when its formula is false.
    pub(crate) fn ways(
        &mut self,
        quantifier: &Quantifier,
        phrases: &[Phrase],
        body: Option<&Expr>,
    ) -> Made<Vec<Test>> {
        let mut ways: Vec<Test> = Vec::new();
        let is_each = matches!(quantifier, Quantifier::Each);
        self.for_each(phrases, &mut |compiler, guard| {
            let truth = match body {
                None => Truth::constant(true),
                Some(body) => compiler.truth(body)?,
            };
            let truth = if is_each { truth.not() } else { truth };
            ways.push(both(guard, truth.into_holds()));
            Ok(())
        })?;
        Ok(ways)
    }
}
