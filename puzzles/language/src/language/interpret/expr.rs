//! The value of an expression.

use std::cmp::Ordering;
use std::rc::Rc;

use super::super::geometry::{Atom, direction_called, side_called};
use super::super::syntax::{
    Arithmetic, Comparison, Expr, Kind, Node, Phrase, Predicate, Quantifier,
};
use super::member::Values;
use super::state::Interpreter;
use super::value::{Place, Read, Stop, Truth, Value, What, equal, gap, order, trouble, view_of};
use crate::clue::Clue;

impl Interpreter<'_> {
    /// The value of `expr`. What depends on a missing or unknown value is missing or unknown itself; only what has no
    /// meaning at all is an error.
    pub(super) fn eval(&mut self, expr: &Expr) -> Read<Value> {
        match self.deeper(|this| this.node(expr)) {
            Err(Stop::Missing) => Ok(Value::Missing),
            Err(Stop::Untold) => Ok(Value::Untold),
            Err(Stop::Unknown) => Ok(Value::Unknown),
            result => result,
        }
    }

    /// The value of an expression. Longer than other functions: an arm for each form.
    fn node(&mut self, expr: &Expr) -> Read<Value> {
        let truth = match &expr.node {
            Node::Number(number) => return Ok(Value::Number(*number)),
            Node::Text(text) => return Ok(Value::Name(text.as_str().into())),
            Node::Name(name) => return self.name(name),
            Node::Of(word, arguments) => return self.of(word, arguments),
            Node::Phrase(phrase) => return self.place_of_phrase(phrase),
            Node::Measure(measure, over) => return self.measure(*measure, over),
            Node::Directions(..) | Node::Walk(..) | Node::Beam(..) | Node::Nearest(..) => {
                return self.found(expr);
            }
            Node::Count(phrases) => return self.count(phrases),
            Node::Negative(inner) => {
                let value = self.eval(inner)?;
                return Ok(match self.number(&value)? {
                    Some(number) => Value::Number(number.checked_neg().ok_or_else(overflow)?),
                    None => Value::Empty,
                });
            }
            Node::Arithmetic(operation, left, right) => {
                let (left, right) = (self.eval(left)?, self.eval(right)?);
                return self.arithmetic(*operation, &left, &right);
            }
            Node::Else(first, second) => {
                let value = self.eval(first)?;
                let replaced = value.is_empty() || matches!(value, Value::Missing);
                return if replaced {
                    self.eval(second)
                } else {
                    Ok(value)
                };
            }
            Node::If(condition, holds, otherwise) => {
                return self.conditional(condition, holds, otherwise.as_deref());
            }
            Node::Let(bound, body) => return self.named(bound, |this| this.eval(body)),
            Node::Compare(comparison, left, right) => {
                let (left, right) = (self.eval(left)?, self.eval(right)?);
                self.compare(*comparison, &left, &right)?
            }
            Node::Not(inner) => self.test(inner)?.not(),
            Node::And(parts) => {
                let mut all = Truth::True;
                for part in parts {
                    all = all.and(self.test(part)?);
                    if all == Truth::False {
                        break;
                    }
                }
                all
            }
            Node::Or(parts) => {
                let mut any = Truth::False;
                for part in parts {
                    any = any.or(self.test(part)?);
                    if any == Truth::True {
                        break;
                    }
                }
                any
            }
            Node::Iff(left, right) => self.test(left)?.same(self.test(right)?),
            Node::Quantified(quantifier, phrases, body) => {
                self.quantified(quantifier, phrases, body.as_deref())?
            }
            Node::NoLoop(phrases, body) => self.no_loop(phrases, body)?,
            Node::Is(subject, negated, predicate) => {
                let truth = self.is(subject, predicate)?;
                if *negated { truth.not() } else { truth }
            }
            Node::Has(subject, negated, word) => {
                let subject = self.eval(subject)?;
                let truth = self.has(&word.name, &subject)?;
                if *negated { truth.not() } else { truth }
            }
            Node::Values(test, over) => self.values_test(*test, over)?,
            Node::Satisfies(number, clue) => {
                let (number, clue) = (self.eval(number)?, self.eval(clue)?);
                self.satisfies(&number, &clue)?
            }
            Node::Reads(layer, place, extent, pattern) => {
                self.reads_as(layer, place, *extent, pattern)?
            }
        };
        Ok(Value::Truth(truth))
    }

    /// What is found by looking along the grid; apart from [`node`](Self::node), whose stack frame counts.
    #[inline(never)]
    fn found(&mut self, expr: &Expr) -> Read<Value> {
        match &expr.node {
            Node::Directions(from, nearest) => self.directions_to(from, nearest),
            Node::Walk(ends, through) => self.walk(ends, through),
            Node::Beam(part, view, layer) => self.beam(*part, view, layer),
            Node::Nearest(word, cell, place) => self.nearest(word, cell, place.as_deref()),
            _ => trouble("this is found nowhere"),
        }
    }

    fn name(&mut self, name: &str) -> Read<Value> {
        if let Some(value) = self.variable(name) {
            return Ok(value);
        }
        let layer = self.book.layer(name);
        if let Some(layer) = layer
            && self.book.layers[layer].on == super::super::syntax::Ground::Puzzle
        {
            return self.value_at(layer, 0);
        }
        if let Some(rows) = self.book.dimension(name) {
            let size = if rows {
                self.geometry.rows
            } else {
                self.geometry.columns
            };
            return Ok(Value::Number(size as i128));
        }
        if let Some(direction) = direction_called(name) {
            return Ok(Value::Directions(vec![direction]));
        }
        if name == "grid" {
            let cells = self.atoms(Kind::Cell);
            return Ok(Value::Place(Rc::new(Place::new(What::Set, cells))));
        }
        if let Some((layer, word)) = self.book.symbol(name) {
            return Ok(Value::Word(layer, word));
        }
        if let Some((_, rows)) = self
            .book
            .shapes
            .iter()
            .find(|(word, _)| &*word.name == name)
        {
            return Ok(Value::Shapes(Rc::new(vec![super::shapes::drawn(rows)])));
        }
        if layer.is_some() {
            return trouble(format!("`{name}` has many values: say of what"));
        }
        trouble(format!("nothing is called `{name}`"))
    }

    fn arithmetic(&mut self, operation: Arithmetic, left: &Value, right: &Value) -> Read<Value> {
        if let Some(stop) = gap(left, right) {
            return Err(stop);
        }
        let (Some(a), Some(b)) = (self.number(left)?, self.number(right)?) else {
            return Ok(Value::Empty);
        };
        let result = match operation {
            Arithmetic::Add => a.checked_add(b),
            Arithmetic::Subtract => a.checked_sub(b),
            Arithmetic::Multiply => a.checked_mul(b),
            Arithmetic::Least => Some(a.min(b)),
            Arithmetic::Greatest => Some(a.max(b)),
            // There is no such number.
            Arithmetic::Divide | Arithmetic::Modulo if b == 0 => return Ok(Value::Empty),
            Arithmetic::Divide => a.checked_div_euclid(b),
            Arithmetic::Modulo => a.checked_rem_euclid(b),
            Arithmetic::Power if b < 0 => return Ok(Value::Empty),
            Arithmetic::Power => match (a, b) {
                (0 | 1, 1..) | (1, 0) => Some(a),
                (-1, _) => Some(if b % 2 == 0 { 1 } else { -1 }),
                _ => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
            },
        };
        result.map(Value::Number).ok_or_else(overflow)
    }

    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        left: &Value,
        right: &Value,
    ) -> Read<Truth> {
        // Truths are compared as `exactly when` does.
        if let (Value::Truth(a), Value::Truth(b)) = (left, right) {
            return match comparison {
                Comparison::Equal => Ok(a.same(*b)),
                Comparison::NotEqual => Ok(a.same(*b).not()),
                _ => trouble("tests have no order"),
            };
        }
        match gap(left, right) {
            Some(Stop::Unknown) => return Ok(Truth::Unknown),
            Some(_) => return Ok(Truth::Missing),
            None => {}
        }
        let holds = match comparison {
            Comparison::Equal | Comparison::NotEqual => {
                let equal = match equal(self.book, left, right) {
                    Err(Stop::Unknown) => {
                        for value in [left, right] {
                            if let Value::Place(place) = value {
                                self.read_open(place);
                            }
                        }
                        return Ok(Truth::Unknown);
                    }
                    other => other?,
                };
                equal == (comparison == Comparison::Equal)
            }
            Comparison::Divides => match (self.number(left)?, self.number(right)?) {
                (Some(0), Some(multiple)) => multiple == 0,
                (Some(divisor), Some(multiple)) => multiple.checked_rem(divisor).unwrap_or(0) == 0,
                _ => false,
            },
            Comparison::Less => order(left, right)? == Some(Ordering::Less),
            Comparison::Greater => order(left, right)? == Some(Ordering::Greater),
            Comparison::AtMost => order(left, right)?.is_some_and(Ordering::is_le),
            Comparison::AtLeast => order(left, right)?.is_some_and(Ordering::is_ge),
        };
        Ok(Truth::from(holds))
    }

    fn conditional(
        &mut self,
        condition: &Expr,
        holds: &Expr,
        otherwise: Option<&Expr>,
    ) -> Read<Value> {
        let condition = self.test(condition)?;
        if condition == Truth::True {
            return self.eval(holds);
        }
        let other = |this: &mut Self| match otherwise {
            Some(otherwise) => this.eval(otherwise),
            None => Ok(Value::Truth(Truth::True)),
        };
        if condition == Truth::False {
            return other(self);
        }
        // The condition does not matter if both are the same.
        let (one, other) = (self.eval(holds)?, other(self)?);
        let (same, may_be_same) = match (&one, &other) {
            (Value::Truth(Truth::Missing), _) | (_, Value::Truth(Truth::Missing)) => (false, false),
            (Value::Truth(Truth::Unknown), _) | (_, Value::Truth(Truth::Unknown)) => (false, true),
            (Value::Truth(a), Value::Truth(b)) => (a == b, false),
            (Value::Number(a), Value::Number(b)) => (a == b, false),
            _ => (false, gap(&one, &other) == Some(Stop::Unknown)),
        };
        let neither = match condition {
            Truth::Missing if !may_be_same => Value::Missing,
            _ => Value::Unknown,
        };
        Ok(if same { one } else { neither })
    }

    /// How often `body` holds: at least, and at most.
    pub(super) fn tally(
        &mut self,
        phrases: &[Phrase],
        body: Option<&Expr>,
        enough: usize,
    ) -> Read<(usize, usize)> {
        let (mut least, mut most) = (0, 0);
        self.each_member(phrases, &mut |this, member| {
            let truth = match body {
                Some(body) => this.test(body)?,
                None => Truth::True,
            };
            least += usize::from(member.and(truth) == Truth::True);
            most += usize::from(matches!(truth, Truth::True | Truth::Unknown));
            Ok(least < enough)
        })?;
        Ok((least, most))
    }

    fn quantified(
        &mut self,
        quantifier: &Quantifier,
        phrases: &[Phrase],
        body: Option<&Expr>,
    ) -> Read<Truth> {
        let (number, quantifier) = match quantifier {
            Quantifier::Each => {
                let mut all = Truth::True;
                self.each_member(phrases, &mut |this, member| {
                    let truth = match body {
                        Some(body) => this.test(body)?,
                        None => return trouble("`each` without a formula"),
                    };
                    // A missing formula says nothing.
                    if truth != Truth::Missing {
                        all = all.and(truth.or(member.not()));
                    }
                    Ok(all != Truth::False)
                })?;
                return Ok(all);
            }
            Quantifier::Some | Quantifier::No => {
                let (least, most) = self.tally(phrases, body, 1)?;
                let some = between(least.cmp(&1), most.cmp(&1), Ordering::is_ge);
                return Ok(if *quantifier == Quantifier::No {
                    some.not()
                } else {
                    some
                });
            }
            Quantifier::Exactly(number) => (number, Comparison::Equal),
            Quantifier::AtLeast(number) => (number, Comparison::AtLeast),
            Quantifier::AtMost(number) => (number, Comparison::AtMost),
        };
        let value = self.eval(number)?;
        let Some(number) = self.number(&value)? else {
            return Ok(Truth::False);
        };
        let (least, most) = self.tally(phrases, body, usize::MAX)?;
        let (least, most) = ((least as i128).cmp(&number), (most as i128).cmp(&number));
        Ok(match quantifier {
            Comparison::AtLeast => between(least, most, Ordering::is_ge),
            Comparison::AtMost => between(least, most, Ordering::is_le),
            _ if least.is_gt() || most.is_lt() => Truth::False,
            _ if least == most => Truth::True,
            _ => Truth::Unknown,
        })
    }

    fn count(&mut self, phrases: &[Phrase]) -> Read<Value> {
        let (least, most) = self.tally(phrases, None, usize::MAX)?;
        if least == most {
            Ok(Value::Number(least as i128))
        } else {
            Err(Stop::Unknown)
        }
    }

    fn satisfies(&mut self, number: &Value, clue: &Value) -> Read<Truth> {
        match gap(number, clue) {
            Some(Stop::Unknown) => return Ok(Truth::Unknown),
            Some(_) => return Ok(Truth::Missing),
            None => {}
        }
        let clue = match clue {
            Value::Clue(clue) => clue.clone(),
            Value::Name(text) => self.clue(text)?,
            Value::Empty => return Ok(Truth::False),
            _ => return trouble("expected a clue"),
        };
        let number = self.number(number)?;
        if number.is_some_and(|number| number >= i128::from(Clue::EXACT_BELOW)) {
            return Err(overflow());
        }
        let number = number.and_then(|number| u64::try_from(number).ok());
        Ok(Truth::from(
            number.is_some_and(|number| clue.contains(number)),
        ))
    }

    fn is(&mut self, subject: &Expr, predicate: &Predicate) -> Read<Truth> {
        match predicate {
            Predicate::Adjective(word, arguments) => {
                let subject = self.eval(subject)?;
                let arguments = arguments
                    .iter()
                    .map(|argument| self.eval(argument))
                    .collect::<Read<_>>()?;
                self.adjective(&word.name, &subject, arguments)
            }
            Predicate::Value(value) => {
                let (subject, value) = (self.eval(subject)?, self.eval(value)?);
                self.compare(Comparison::Equal, &subject, &value)
            }
            Predicate::Told => Ok(match self.eval(subject)? {
                Value::Missing => Truth::Missing,
                Value::Untold => Truth::False,
                Value::Unknown => Truth::Unknown,
                _ => Truth::True,
            }),
            Predicate::OneOf(choices) => {
                let subject = self.eval(subject)?;
                let mut any = Truth::False;
                for choice in choices {
                    let choice = self.eval(choice)?;
                    any = any.or(match &choice {
                        // A layer of shapes has several.
                        Value::Shapes(_) => self.is_in(&subject, &choice)?,
                        _ => self.compare(Comparison::Equal, &subject, &choice)?,
                    });
                }
                Ok(any)
            }
            Predicate::In(place) => {
                let subject = self.eval(subject)?;
                // No place need be made of the cells that are reached.
                if let Value::Atom(atom) = subject
                    && atom.kind == Kind::Cell
                    && let Node::Phrase(phrase) = &place.node
                    && let Some(group) = self.reached_once(phrase)?
                {
                    return Ok(group.atoms.contains(&atom).into());
                }
                let place = self.eval(place)?;
                self.is_in(&subject, &place)
            }
            Predicate::Folds(folding) => self.folds(subject, folding),
            _ => self.form(subject, predicate),
        }
    }

    /// Whether a place, a list or several directions hold `subject`.
    pub(super) fn is_in(&mut self, subject: &Value, whole: &Value) -> Read<Truth> {
        match gap(subject, whole) {
            Some(Stop::Unknown) => return Ok(Truth::Unknown),
            Some(_) => return Ok(Truth::Missing),
            None => {}
        }
        if matches!(subject, Value::Empty) || matches!(whole, Value::Empty) {
            return Ok(Truth::False);
        }
        let holds = match (subject, whole) {
            (Value::Directions(some), Value::Directions(all)) => {
                some.iter().all(|d| all.contains(d))
            }
            (Value::Shapes(_) | Value::Standing(_), Value::Shapes(all)) => {
                let mut any = false;
                for shape in all.iter() {
                    let shape = Value::Shapes(Rc::new(vec![shape.clone()]));
                    any |= equal(self.book, subject, &shape)?;
                }
                any
            }
            (_, Value::List(..)) if subject.is_empty() => false,
            (_, Value::List(entries, _)) => {
                let mut any = Truth::False;
                for entry in entries.iter() {
                    any = any.or(match entry {
                        Some(entry) => Truth::from(equal(self.book, subject, entry)?),
                        None => Truth::Missing,
                    });
                }
                return Ok(any);
            }
            _ => {
                let (part, whole) = (self.atom(subject)?, self.place(whole)?);
                let has = |atom: &Atom| whole.atoms.contains(atom);
                // A link, edge or corner lies in all cells that it touches.
                part.is_some_and(|atom| {
                    has(&atom) || atom.kind != Kind::Cell && self.cells_of(atom).iter().all(has)
                })
            }
        };
        Ok(Truth::from(holds))
    }

    /// Whether a value has the property of a word: a defined test, a word of a layer, or a built-in one.
    pub(super) fn adjective(
        &mut self,
        name: &str,
        subject: &Value,
        further: Values,
    ) -> Read<Truth> {
        if let Value::Atom(atom) = subject
            && further.is_empty()
            && let Some(known) = self.word_of(name, *atom)
        {
            return self.has_word(known, *atom);
        }
        if let Some(definition) = self.definition(name, further.len() + 1) {
            let arguments = std::iter::once(subject.clone()).chain(further).collect();
            let value = self.call(definition, arguments)?;
            return self.truth(&value);
        }
        match subject.gap() {
            Some(Stop::Unknown) => return Ok(Truth::Unknown),
            Some(_) => return Ok(Truth::Missing),
            None => {}
        }
        if let Value::Word(layer, word) | Value::Blank(layer, word) = subject {
            return Ok(Truth::from(
                super::value::word_name(self.book, *layer, *word) == name,
            ));
        }
        if matches!(subject, Value::Empty | Value::Number(_)) {
            return Ok(Truth::False);
        }
        if let (Some(direction), Value::Directions(own)) = (direction_called(name), subject) {
            return Ok(Truth::from(own[..] == [direction]));
        }
        if let Some(view) = view_of(subject)
            && let Some(side) = side_called(name)
            && self.layer_of_word(name, subject).is_none()
        {
            return Ok(Truth::from(self.geometry.view_side(view) == side));
        }
        if let Some(layer) = self.layer_of_word(name, subject) {
            let value = self.layer_at(layer, subject)?;
            let there = match &value {
                Value::Missing if !self.stands_at(layer, subject)? => Value::Empty,
                _ => value,
            };
            return self.adjective_of_value(name, &there);
        }
        match name {
            "border" | "horizontal" | "vertical" => self.built_in(name, subject),
            "given" => {
                let atom = self.atom(subject)?;
                Ok(atom.is_some_and(|atom| self.data.is_given(atom)).into())
            }
            _ => trouble(format!("`{name}` says nothing about this")),
        }
    }

    fn adjective_of_value(&mut self, name: &str, value: &Value) -> Read<Truth> {
        Ok(match value {
            Value::Unknown => Truth::Unknown,
            // Without a known value no word applies.
            Value::Missing | Value::Untold => Truth::False,
            Value::Word(layer, word) | Value::Blank(layer, word) => {
                Truth::from(super::value::word_name(self.book, *layer, *word) == name)
            }
            _ => Truth::False,
        })
    }

    fn built_in(&mut self, name: &str, subject: &Value) -> Read<Truth> {
        let Some(atom) = self.atom(subject)? else {
            return Ok(Truth::False);
        };
        let geometry = self.geometry;
        let horizontal = match atom.kind {
            Kind::Edge => Some(geometry.edge_position(atom.index).0),
            Kind::Link => Some(geometry.is_horizontal_link(atom.index)),
            _ => None,
        };
        let border = match atom.kind {
            Kind::Edge => Some(geometry.edge_cells(atom.index).contains(&None)),
            Kind::Cell => {
                let (row, column) = geometry.position(atom.index);
                Some(
                    row == 0
                        || column == 0
                        || row + 1 == geometry.rows
                        || column + 1 == geometry.columns,
                )
            }
            Kind::Corner => Some(geometry.corner_cells(atom.index).len() < 4),
            Kind::Link => None,
        };
        let holds = match name {
            "border" => border,
            "horizontal" => horizontal,
            _ => horizontal.map(|horizontal| !horizontal),
        };
        match holds {
            Some(holds) => Ok(Truth::from(holds)),
            None => trouble(format!("`{name}` says nothing about this kind of atom")),
        }
    }
}

/// The value of a comparison that is monotone in a number, for a number between two.
fn between(least: Ordering, most: Ordering, holds: fn(Ordering) -> bool) -> Truth {
    match (holds(least), holds(most)) {
        (true, true) => Truth::True,
        (false, false) => Truth::False,
        _ => Truth::Unknown,
    }
}

/// Why nothing is computed with numbers of more than 38 digits.
pub(super) const TOO_LARGE: &str = "a number is too large";

pub(super) fn overflow() -> Stop {
    Stop::Trouble(TOO_LARGE.to_owned())
}
