//! Expressions: tests, numbers, atoms and places.

use std::rc::Rc;

use quadrille_engine::propagators::{Comparison as Sign, Number, Test};

use super::super::geometry::{Atom, direction_called};
use super::super::syntax::{
    Comparison, Domain, Expr, Ground, Kind, Lines, Node, Predicate, Quantifier, Span,
};
use super::super::values::Datum;
use super::budget::{of_place, weight};
use super::logic::{FALSE, TRUE, Truth, and, compare, counted, not, or, sum};
use super::value::{Place, Value};
use super::{Compiler, Made};
use crate::read::{Problem, known_words};

impl Compiler<'_> {
    /// An expression as a test.
    pub(super) fn truth(&mut self, expr: &Expr) -> Made<Truth> {
        self.spend(1, &expr.span)?;
        let outer = std::mem::replace(&mut self.missing, false);
        let outside = std::mem::take(&mut self.partly);
        let untold = self.untold;
        let truth = self.truth_here(expr);
        self.untold = untold;
        let partly = std::mem::replace(&mut self.partly, outside);
        if std::mem::replace(&mut self.missing, outer) {
            return truth.map(|_| Truth::MISSING);
        }
        if partly.is_empty() {
            return truth;
        }
        let truth = truth?;
        let there = self.settled(not(or(partly)))?;
        Ok(Truth::Partly(
            and([there.clone(), truth.holds()]),
            and([there, truth.fails()]),
        ))
    }

    pub(super) fn truth_here(&mut self, expr: &Expr) -> Made<Truth> {
        Ok(match &expr.node {
            Node::Not(inner) => self.truth(inner)?.not(),
            Node::And(parts) => {
                let mut truths = Vec::new();
                for part in parts {
                    truths.push(self.truth(part)?);
                    // What stands after a part that is false need not have a meaning.
                    if matches!(truths.last(), Some(Truth::Plain(FALSE))) {
                        break;
                    }
                }
                Truth::and(truths)
            }
            Node::Or(parts) => {
                let mut truths = Vec::new();
                for part in parts {
                    truths.push(self.truth(part)?);
                    if matches!(truths.last(), Some(Truth::Plain(TRUE))) {
                        break;
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
                // Without condition it is what both say, if they agree.
                let either = |first: Test, second: Test| {
                    let mut ways = vec![
                        and([condition.holds(), first.clone()]),
                        and([condition.fails(), second.clone()]),
                    ];
                    if matches!(condition, Truth::Partly(..)) {
                        ways.push(and([first, second]));
                    }
                    or(ways)
                };
                match (&condition, &first, &second) {
                    (Truth::Plain(_), Truth::Plain(one), Truth::Plain(other)) => {
                        Truth::Plain(either(one.clone(), other.clone()))
                    }
                    _ => Truth::Partly(
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
                let depth = self.scope.names.len();
                for (word, value) in bound {
                    let value = self.value(value)?;
                    self.scope.names.push((word.name.clone(), value));
                }
                let truth = self.truth(body);
                self.scope.names.truncate(depth);
                truth?
            }
            Node::NoLoop(phrases, body) => {
                let joining = self.joining(phrases, body)?;
                if self.missing {
                    Truth::MISSING
                } else {
                    Truth::Plain(self.judged_no_loop(joining, expr.span.clone())?)
                }
            }
            Node::Values(test, over) => self.values_test(*test, over)?,
            Node::Satisfies(number, clue) => self.satisfies(number, clue)?,
            Node::Reads(layer, place, pattern) => self.reads(layer, place, pattern, &expr.span)?,
            _ => match self.value(expr)? {
                Value::Test(truth) => truth,
                Value::Missing => Truth::MISSING,
                Value::Empty => Truth::constant(false),
                _ => {
                    return Err(Problem::new(
                        expr.span.clone(),
                        "this is no test",
                        "expected something that is true or false",
                    )
                    .help("compare it, or ask `has NAME`, `is WORD`"));
                }
            },
        })
    }

    /// The value of any expression.
    pub(super) fn value(&mut self, expr: &Expr) -> Made<Value> {
        self.spend(1, &expr.span)?;
        let outer = std::mem::replace(&mut self.missing, false);
        let value = self.value_here(expr);
        if std::mem::replace(&mut self.missing, outer) {
            return value.map(|_| Value::Missing);
        }
        value
    }

    pub(super) fn value_here(&mut self, expr: &Expr) -> Made<Value> {
        Ok(match &expr.node {
            Node::Number(number) => Value::Number(Number::Const(*number)),
            Node::Text(text) => Value::Text(text.clone()),
            Node::Name(name) => self.name(name, &expr.span)?,
            Node::Of(word, arguments) => self.function(word, arguments, &expr.span)?,
            Node::Phrase(phrase) => {
                let place = self.place_of(phrase)?;
                if place.single && place.members.is_empty() {
                    return Ok(Value::Empty);
                }
                Value::Place(Rc::new(place))
            }
            Node::Measure(measure, over) => self.measure(*measure, over, &expr.span)?,
            Node::Directions(..) => {
                return self.wrong(
                    &expr.span,
                    "directions that depend on the solution",
                    "expected them to be compared by `=` or `!=` with directions of the data",
                );
            }
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
                let outside = std::mem::take(&mut self.partly);
                let first = self.value(holds)?;
                let gaps = std::mem::take(&mut self.partly);
                let second = self.value(otherwise)?;
                let others = std::mem::replace(&mut self.partly, outside);
                // What a branch is missing matters where the branch is taken.
                if !gaps.is_empty() {
                    self.partly.push(and([not(truth.fails()), or(gaps)]));
                }
                if !others.is_empty() {
                    self.partly.push(and([not(truth.holds()), or(others)]));
                }
                if let Truth::Partly(holds, fails) = &truth {
                    // Without condition it is what both are, if they are the same.
                    if let (Value::Number(a), Value::Number(b)) = (&first, &second)
                        && a == b
                    {
                        return Ok(first);
                    }
                    if *holds == FALSE && *fails == FALSE {
                        return Ok(match (&first, &second) {
                            (Value::Test(_), Value::Test(_)) => Value::Test(self.truth(expr)?),
                            _ => Value::Missing,
                        });
                    }
                    if !matches!((&first, &second), (Value::Test(_), Value::Test(_))) {
                        return self.wrong(
                            &expr.span,
                            "whether this is missing depends on the solution",
                            "expected a condition that is there",
                        );
                    }
                }
                match (first, second) {
                    (Value::Number(a), Value::Number(b)) => Value::Number(Number::Choose(
                        Box::new(truth.holds()),
                        Box::new(a),
                        Box::new(b),
                    )),
                    (Value::Missing, Value::Missing) => Value::Missing,
                    (Value::Missing, _) | (_, Value::Missing) => {
                        return self.wrong(
                            &expr.span,
                            "whether this is missing depends on the solution",
                            "expected values that are there, or a comparison of this alone",
                        );
                    }
                    (Value::Test(_), _) | (_, Value::Test(_)) => Value::Test(self.truth(expr)?),
                    (first, second) => {
                        let ways = vec![(truth.holds(), first), (TRUE, second)];
                        self.first_of(ways, &expr.span)?
                    }
                }
            }
            Node::Let(bound, body) => {
                let depth = self.scope.names.len();
                for (word, value) in bound {
                    let value = self.value(value)?;
                    self.scope.names.push((word.name.clone(), value));
                }
                let value = self.value(body);
                self.scope.names.truncate(depth);
                value?
            }
            _ => Value::Test(self.truth(expr)?),
        })
    }

    pub(super) fn name(&mut self, name: &str, span: &Span) -> Made<Value> {
        if let Some(value) = self.scope.get(name) {
            let value = value.clone();
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
        if let Some(layer) = book.layer(name) {
            if matches!(book.layers[layer].on, Ground::Puzzle) {
                return Ok(self.read(layer, 0));
            }
            return Err(Problem::new(
                span.clone(),
                format!("`{name}` of what?"),
                format!("expected `{name} of` and what it stands on"),
            ));
        }
        let mut known: Vec<&str> = self.scope.names.iter().map(|(name, _)| &**name).collect();
        known.extend(book.layers.iter().map(|layer| &*layer.word.name));
        known.extend(["rows", "columns", "grid"]);
        let help = known_words(name, &known);
        Err(Problem::new(
            span.clone(),
            format!("unknown name `{name}`"),
            "expected a variable, a layer, a word of a layer or a function",
        )
        .help(help))
    }

    /// A layer at a position of its ground.
    pub(super) fn read(&mut self, layer: usize, position: usize) -> Value {
        if self.data.is_found(layer) {
            return self.found_at(layer, position);
        }
        self.untold |= matches!(self.data.layers[layer].get(position), Some(Datum::Untold));
        match self.data.layers[layer].get(position) {
            // A mark is there or not.
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
            // A list that is not told is one number that is not told.
            Some(Datum::Untold) if self.data.book.layers[layer].domain == Domain::List => {
                Value::Numbers(vec![None])
            }
            Some(Datum::Untold) => Value::Missing,
            Some(Datum::Name(name)) => Value::Name(name.clone()),
            Some(Datum::Region(region)) => Value::Place(self.region_place(layer, *region)),
            Some(Datum::List(list)) => Value::Numbers(list.clone()),
            Some(Datum::Clue(clue)) => Value::Clue(clue.clone()),
            Some(Datum::Directions(directions)) => match directions[..] {
                [direction] if self.data.book.layers[layer].domain == Domain::Direction => {
                    Value::Direction(direction)
                }
                _ => Value::Directions(directions.clone()),
            },
            Some(Datum::Shapes(shapes)) => Value::Shapes(shapes.clone()),
        }
    }

    pub(super) fn comparison(&mut self, comparison: Comparison, a: &Expr, b: &Expr) -> Made<Truth> {
        let span = a.span.start..b.span.end;
        if let Some(parts) = self.branches(comparison, a, b)? {
            return self.truth(&parts);
        }
        if let Some(sight) = self.sight(a, b)? {
            let test = sight.map(|sight| self.settled(sight.test())).transpose()?;
            let same = test.map_or(Truth::MISSING, Truth::Plain);
            match comparison {
                Comparison::Equal => return Ok(same),
                Comparison::NotEqual => return Ok(same.not()),
                _ => return self.wrong(&span, "directions have no order", "expected `=` or `!=`"),
            }
        }
        // What is read off the data comes first: where it is missing, the other side need not be made, which may take a
        // group of its own for each cell.
        let swapped = matches!(b.node, Node::Of(..)) && !matches!(a.node, Node::Of(..));
        let (first, second) = if swapped { (b, a) } else { (a, b) };
        let first = self.value(first)?;
        if matches!(first, Value::Missing) {
            return Ok(Truth::MISSING);
        }
        let second = self.value(second)?;
        if matches!(second, Value::Missing) {
            return Ok(Truth::MISSING);
        }
        let (left, right) = if swapped {
            (second, first)
        } else {
            (first, second)
        };
        // The word for having no number is equal to itself alone, and otherwise nothing.
        let word = |value: &Value| match value {
            Value::Blank(layer, word) => Value::Word(*layer, *word),
            other => other.clone(),
        };
        let is_word =
            |value: &Value| matches!(value, Value::Word(..) | Value::Blank(..) | Value::Choice(_));
        let (left, right) = if is_word(&left) && is_word(&right) {
            (word(&left), word(&right))
        } else {
            (left, right)
        };
        let is_nothing = |value: &Value| matches!(value, Value::Empty | Value::Blank(..));
        if is_nothing(&left) || is_nothing(&right) {
            return Ok(Truth::constant(comparison == Comparison::NotEqual));
        }
        if let (Value::Test(left), Value::Test(right)) = (&left, &right) {
            let same = Truth::iff(left.clone(), right.clone());
            match comparison {
                Comparison::Equal => return Ok(same),
                Comparison::NotEqual => return Ok(same.not()),
                _ => {}
            }
        }
        let test = match comparison {
            Comparison::Equal => self.same(&left, &right, &span)?,
            Comparison::NotEqual => not(self.same(&left, &right, &span)?),
            _ => {
                let (Value::Number(left), Value::Number(right)) = (left, right) else {
                    return self.wrong(&span, "this cannot be compared so", "expected two numbers");
                };
                match comparison {
                    Comparison::Less => compare(left, Sign::Less, right),
                    Comparison::AtMost => compare(left, Sign::AtMost, right),
                    Comparison::Greater => compare(right, Sign::Less, left),
                    Comparison::AtLeast => compare(right, Sign::AtMost, left),
                    _ => match (&left, &right) {
                        (Number::Const(0), _) => compare(right, Sign::Equal, Number::Const(0)),
                        (Number::Const(a), Number::Const(b)) => Test::Const(b % a == 0),
                        _ => {
                            // 0 divides 0 alone.
                            let zero = |number: &Number| {
                                compare(number.clone(), Sign::Equal, Number::Const(0))
                            };
                            let (left_zero, right_zero) = (zero(&left), zero(&right));
                            let remainder = Number::Remainder(Box::new(right), Box::new(left));
                            or([
                                and([left_zero.clone(), right_zero]),
                                and([
                                    not(left_zero),
                                    compare(remainder, Sign::Equal, Number::Const(0)),
                                ]),
                            ])
                        }
                    },
                }
            }
        };
        Ok(Truth::Plain(self.settled(test)?))
    }

    /// A comparison of `if … then … otherwise …`, of which one value is missing, as one of tests.
    pub(super) fn branches(
        &mut self,
        comparison: Comparison,
        a: &Expr,
        b: &Expr,
    ) -> Made<Option<Expr>> {
        for (whole, is_left) in [(a, true), (b, false)] {
            let Node::If(condition, holds, Some(otherwise)) = &whole.node else {
                continue;
            };
            if matches!(self.truth(condition)?, Truth::Plain(TRUE | FALSE)) {
                continue;
            }
            let outside = self.partly.clone();
            let first = matches!(self.value(holds)?, Value::Missing);
            let second = matches!(self.value(otherwise)?, Value::Missing);
            self.partly = outside;
            if first == second {
                continue;
            }
            let compared = |branch: &Expr| {
                let (a, b) = if is_left { (branch, b) } else { (a, branch) };
                Box::new(Expr {
                    node: Node::Compare(comparison, Box::new(a.clone()), Box::new(b.clone())),
                    span: whole.span.clone(),
                })
            };
            return Ok(Some(Expr {
                node: Node::If(
                    condition.clone(),
                    compared(holds),
                    Some(compared(otherwise)),
                ),
                span: whole.span.clone(),
            }));
        }
        Ok(None)
    }

    pub(super) fn predicate(
        &mut self,
        subject: &Expr,
        predicate: &Predicate,
        span: &Span,
    ) -> Made<Truth> {
        match predicate {
            Predicate::Adjective(word, arguments) => {
                let value = self.value(subject)?;
                let truth = self.adjective(word, &value, arguments)?;
                Ok(match truth {
                    Truth::Plain(test) => Truth::Plain(self.settled(test)?),
                    partly => partly,
                })
            }
            Predicate::Value(other) => self.comparison(Comparison::Equal, subject, other),
            Predicate::Told => {
                let before = std::mem::replace(&mut self.untold, false);
                let value = self.value(subject)?;
                let is_untold = std::mem::replace(&mut self.untold, before);
                Ok(match value {
                    Value::Missing if is_untold => Truth::constant(false),
                    Value::Missing => Truth::MISSING,
                    _ => Truth::constant(true),
                })
            }
            Predicate::OneOf(others) => {
                let mut truths = Vec::new();
                for other in others {
                    truths.push(self.comparison(Comparison::Equal, subject, other)?);
                }
                Ok(Truth::or(truths))
            }
            Predicate::In(place) => {
                let whole = self.value(place)?;
                match &whole {
                    Value::Directions(directions) => {
                        return match self.value(subject)? {
                            Value::Direction(direction) => {
                                Ok(Truth::constant(directions.contains(&direction)))
                            }
                            Value::Missing => Ok(Truth::MISSING),
                            _ => self.wrong(
                                &subject.span,
                                "this is no direction",
                                "expected a direction",
                            ),
                        };
                    }
                    Value::List(..) | Value::Numbers(_) => {
                        return match self.value(subject)? {
                            Value::Missing => Ok(Truth::MISSING),
                            value => self.is_in_list(&value, &whole, span),
                        };
                    }
                    _ => {}
                }
                let place = self.place(place)?;
                let atoms = self.atoms(subject)?.into_iter();
                let ways = atoms.map(|(atom, guard)| and([guard, self.lies_in(&place, atom)]));
                let test = or(ways);
                Ok(Truth::Plain(self.settled(test)?))
            }
            Predicate::Inside(place) => {
                let place = self.place(place)?;
                let mut ways = Vec::new();
                for (atom, guard) in self.atoms(subject)? {
                    ways.push(and([guard, self.inside(&place, atom, span)?]));
                }
                Ok(Truth::Plain(or(ways)))
            }
            Predicate::Rectangle | Predicate::Square => {
                let place = self.place(subject)?;
                let test = self.is_rectangle(&place, *predicate == Predicate::Square, span)?;
                Ok(Truth::Plain(self.settled(test)?))
            }
            Predicate::Congruent(other) => {
                let (place, other) = (self.place(subject)?, self.place(other)?);
                let test = self.are_congruent(&place, &other, span)?;
                Ok(Truth::Plain(self.settled(test)?))
            }
            // Whoever checks grids knows more.
            Predicate::Folds(_) => self.wrong(
                span,
                "a part of a rule says that cells fold",
                "expected it as a rule of its own, of cells that the data marks",
            ),
            Predicate::Connected(_)
            | Predicate::OneLoop
            | Predicate::OneCrossingLoop
            | Predicate::OnePath
            | Predicate::WithoutLoop
            | Predicate::Symmetric(_) => {
                let place = self.place(subject)?;
                Ok(Truth::Plain(self.judged(&place, predicate, span)?))
            }
        }
    }

    pub(super) fn quantified(
        &mut self,
        quantifier: &Quantifier,
        phrases: &[super::super::syntax::Phrase],
        body: Option<&Expr>,
        span: &Span,
    ) -> Made<Truth> {
        let wanted = match quantifier {
            Quantifier::Exactly(n) | Quantifier::AtLeast(n) | Quantifier::AtMost(n) => {
                match self.value(n)? {
                    Value::Number(number) => number,
                    Value::Missing => return Ok(Truth::MISSING),
                    Value::Empty => return Ok(Truth::constant(false)),
                    _ => return self.wrong(&n.span, "this is no number", "expected how many"),
                }
            }
            _ => Number::Const(0),
        };
        // By combination: when it counts, and when its formula is false.
        let mut holds: Vec<Test> = Vec::new();
        let mut fails: Vec<Test> = Vec::new();
        self.for_each(phrases, &TRUE, "", &mut |compiler, guard, _| {
            let truth = match body {
                None => Truth::constant(true),
                Some(body) => compiler.truth(body)?,
            };
            holds.push(and([guard.clone(), truth.holds()]));
            fails.push(and([guard, truth.fails()]));
            Ok(())
        })?;
        let there = wanted.defined();
        if self.missing && there != TRUE {
            // Without a number of members it is false.
            self.missing = false;
            return Ok(Truth::Partly(FALSE, not(there)));
        }
        let many = |holds: Vec<Test>| {
            sum(holds
                .into_iter()
                .map(|test| (1, counted(test, Number::Const(1)))))
        };
        let test = match quantifier {
            Quantifier::Each => not(or(fails)),
            Quantifier::Some => or(holds),
            Quantifier::No => not(or(holds)),
            Quantifier::Exactly(_) | Quantifier::AtLeast(_) | Quantifier::AtMost(_) => {
                let Some(count) = many(holds) else {
                    return self.wrong(span, "too many", "the count is too large");
                };
                match quantifier {
                    Quantifier::Exactly(_) => compare(count, Sign::Equal, wanted),
                    Quantifier::AtLeast(_) => compare(wanted, Sign::AtMost, count),
                    _ => compare(count, Sign::AtMost, wanted),
                }
            }
        };
        Ok(Truth::Plain(self.settled(test)?))
    }

    /// An expression as one atom; `None` if there is no such thing.
    pub(super) fn atom(&mut self, expr: &Expr) -> Made<Option<Atom>> {
        match self.atoms(expr)?[..] {
            [] => Ok(None),
            [(atom, TRUE)] => Ok(Some(atom)),
            _ => self.wrong(
                &expr.span,
                "this may be several things",
                "expected a single cell, edge, link or corner that does not depend on the solution",
            ),
        }
    }

    /// An expression as one atom that may depend on the solution: those that it may be. At most one of them is there.
    pub(super) fn atoms(&mut self, expr: &Expr) -> Made<Vec<(Atom, Test)>> {
        match self.value(expr)? {
            Value::Atom(atom) => Ok(vec![(atom, TRUE)]),
            Value::Missing => {
                self.missing = true;
                Ok(Vec::new())
            }
            Value::Empty => Ok(Vec::new()),
            Value::Place(place) if place.sole || place.members.len() <= 1 => {
                self.spend(of_place(&place), &expr.span)?;
                Ok(place.members.clone())
            }
            Value::Place(_) => self.wrong(
                &expr.span,
                "this may be several things",
                "expected a single cell, edge, link or corner",
            ),
            _ => self.wrong(
                &expr.span,
                "this is no cell",
                "expected a cell, an edge, a link or a corner",
            ),
        }
    }

    /// An expression as a place, unless whether it is missing depends on the solution.
    pub(super) fn certain_place(&mut self, expr: &Expr) -> Made<Option<Place>> {
        let gaps = self.partly.len();
        let place = self.place(expr)?;
        let is_certain = self.partly.len() == gaps;
        self.partly.truncate(gaps);
        self.missing &= is_certain;
        Ok(is_certain.then_some(place))
    }

    /// An expression as a place.
    pub(super) fn place(&mut self, expr: &Expr) -> Made<Place> {
        match self.value(expr)? {
            Value::Place(place) => {
                self.spend(of_place(&place) / 4, &expr.span)?;
                Ok((*place).clone())
            }
            Value::Atom(atom) => Ok(Place::plain([atom])),
            Value::Missing => {
                self.missing = true;
                Ok(Place::plain([]))
            }
            Value::Empty => Ok(Place::plain([])),
            _ => self.wrong(
                &expr.span,
                "this is no place",
                "expected a row, a region, a group or another place",
            ),
        }
    }
}

/// What a kind of atoms is called.
pub(super) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Cell => "cells",
        Kind::Edge => "edges",
        Kind::Link => "links",
        Kind::Corner => "corners",
    }
}

pub(super) fn lines_name(lines: Lines) -> &'static str {
    match lines {
        Lines::Row => "rows",
        Lines::Column => "columns",
        Lines::Line => "lines",
        Lines::View => "views",
        Lines::Diagonal => "diagonals",
    }
}
