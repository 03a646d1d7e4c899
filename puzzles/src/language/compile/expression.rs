//! Expressions: tests, numbers, atoms and places.

use std::rc::Rc;

use quadrille_engine::propagators::{Comparison as Sign, Number, Test};

use super::super::geometry::{AROUND, Atom};
use super::super::syntax::{
    Arithmetic, Comparison, Domain, Expr, Ground, Kind, Lines, Node, Predicate, Quantifier, Span, Word,
};
use super::super::values::{Datum, position};
use super::logic::{FALSE, TRUE, Truth, and, compare, counted, iff, not, or, sum};
use super::phrase::direction_called;
use super::value::{Identity, Place, Value};
use super::{Compiler, Made};
use crate::grid::Direction;
use crate::read::{Problem, known_words};

impl Compiler<'_> {
    /// An expression as a test.
    pub(super) fn truth(&mut self, expr: &Expr) -> Made<Truth> {
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

    fn truth_here(&mut self, expr: &Expr) -> Made<Truth> {
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
        let outer = std::mem::replace(&mut self.missing, false);
        let value = self.value_here(expr);
        if std::mem::replace(&mut self.missing, outer) {
            return value.map(|_| Value::Missing);
        }
        value
    }

    fn value_here(&mut self, expr: &Expr) -> Made<Value> {
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
                let (first, second) = (self.value(holds)?, self.value(otherwise)?);
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
                    (Value::Number(a), Value::Number(b)) => {
                        Value::Number(Number::Choose(Box::new(truth.holds()), Box::new(a), Box::new(b)))
                    }
                    (Value::Missing, Value::Missing) => Value::Missing,
                    (Value::Missing, _) | (_, Value::Missing) => {
                        return self.wrong(
                            &expr.span,
                            "whether this is missing depends on the solution",
                            "expected values that are there, or a comparison of this alone",
                        );
                    }
                    _ => Value::Test(self.truth(expr)?),
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

    fn name(&mut self, name: &str, span: &Span) -> Made<Value> {
        if let Some(value) = self.scope.get(name) {
            return Ok(value.clone());
        }
        let book = &self.data.book;
        if let Some(rows) = book.dimension(name) {
            let geometry = &self.data.geometry;
            let number = if rows { geometry.rows } else { geometry.columns };
            return Ok(Value::Number(Number::Const(number as i128)));
        }
        if let Some(direction) = direction_called(name) {
            return Ok(Value::Direction(direction));
        }
        if name == "grid" {
            let atoms = (0..self.data.geometry.count(Kind::Cell) as u32).map(|index| Atom {
                kind: Kind::Cell,
                board: self.board,
                index,
            });
            let mut place = Place::plain(atoms);
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
    fn read(&mut self, layer: usize, position: usize) -> Value {
        if self.data.is_found(layer) {
            return self.found_at(layer, position);
        }
        self.untold |= matches!(self.data.layers[layer].get(position), Some(Datum::Untold));
        match self.data.layers[layer].get(position) {
            None | Some(Datum::Missing | Datum::Untold) => Value::Missing,
            Some(Datum::Mark) => Value::Test(Truth::constant(true)),
            Some(Datum::Number(number)) => Value::Number(Number::Const((*number).into())),
            Some(Datum::Word(word)) => Value::Word(layer, *word),
            Some(Datum::Name(name)) => Value::Name(name.clone()),
            Some(Datum::Region(region)) => Value::Place(Rc::new(self.region_place(layer, *region))),
            Some(Datum::List(list)) => Value::Numbers(list.clone()),
            Some(Datum::Clue(clue)) => Value::Clue(clue.clone()),
            Some(Datum::Directions(directions)) => match directions[..] {
                [direction] if self.data.book.layers[layer].domain == Domain::Direction => Value::Direction(direction),
                _ => Value::Directions(directions.clone()),
            },
            Some(Datum::Shapes(shapes)) => Value::Shapes(shapes.clone()),
        }
    }

    /// `NAME of X`.
    fn function(&mut self, word: &Word, arguments: &[Expr], span: &Span) -> Made<Value> {
        let name = &*word.name;
        if let Some(definition) = self.data.book.definitions.iter().position(|d| *d.word.name == *name) {
            let mut values = Vec::new();
            for argument in arguments {
                values.push(self.value(argument)?);
            }
            return self.defined(definition, values, span);
        }
        let book = std::sync::Arc::clone(&self.data.book);
        if let Some(layer) = book.layer(name) {
            let argument = self.value(&arguments[0])?;
            return self.layer_of(layer, &argument, word, &arguments[0].span);
        }
        match name {
            "link" if arguments.len() == 2 => {
                let (Some(a), Some(b)) = (self.atom(&arguments[0])?, self.atom(&arguments[1])?) else {
                    return Ok(Value::Empty);
                };
                let geometry = &self.data.geometry;
                let link = Direction::ALL
                    .iter()
                    .find(|&&d| geometry.neighbour(a.index, d) == Some(b.index))
                    .and_then(|&d| geometry.link(a.index, d));
                Ok(link.map_or(Value::Empty, |index| {
                    Value::Atom(Atom {
                        kind: Kind::Link,
                        board: a.board,
                        index,
                    })
                }))
            }
            "distance" => {
                let (Some(a), Some(b)) = (self.atom(&arguments[0])?, self.atom(&arguments[1])?) else {
                    return Ok(Value::Empty);
                };
                let geometry = &self.data.geometry;
                let steps = geometry.cell(a.index).taxicab(geometry.cell(b.index));
                Ok(Value::Number(Number::Const(steps as i128)))
            }
            "x" | "y" => {
                let Some(atom) = self.atom(&arguments[0])? else {
                    return Ok(Value::Empty);
                };
                Ok(match self.common(atom, name == "x") {
                    Some(number) => Value::Number(Number::Const(number as i128 + 1)),
                    None => Value::Empty,
                })
            }
            "row" | "column" => {
                let Some(cell) = self.atom(&arguments[0])? else {
                    return Ok(Value::Empty);
                };
                if cell.kind == Kind::Corner {
                    return self.wrong(span, "a corner lies in no row", "expected a cell, a link or an edge");
                }
                let lines = if name == "row" { Lines::Row } else { Lines::Column };
                Ok(match self.common(cell, name == "column") {
                    Some(number) => Value::Place(Rc::new(self.line_place(lines, number, cell.board))),
                    None => Value::Empty,
                })
            }
            "ring" => {
                let Some(cell) = self.atom(&arguments[0])? else {
                    return Ok(Value::Empty);
                };
                let geometry = &self.data.geometry;
                let around = AROUND.iter().filter_map(|&step| geometry.shifted(cell.index, step));
                let mut place = Place::plain(around.map(|index| Atom { index, ..cell }));
                place.ordered = true;
                place.circular = true;
                place.name = format!("the ring of {}", geometry.name(cell));
                Ok(Value::Place(Rc::new(place)))
            }
            "board" => {
                let Some(cell) = self.atom(&arguments[0])? else {
                    return Ok(Value::Empty);
                };
                Ok(Value::Board(cell.board))
            }
            "size" | "width" | "height" => {
                let place = self.place(&arguments[0])?;
                let number = match name {
                    "size" => sum(place.members.iter().map(|(_, test)| (1, counted(test.clone(), Number::Const(1))))),
                    _ if place.members.is_empty() => Some(Number::Const(0)),
                    _ => {
                        let mut members: Vec<(Test, Number)> = Vec::new();
                        for (atom, test) in &place.members {
                            for (row, column) in self.positions(*atom) {
                                let at = if name == "width" { column } else { row } as i128;
                                members.push((test.clone(), Number::Const(at)));
                            }
                        }
                        let some = or(members.iter().map(|(test, _)| test.clone()));
                        let greatest = Number::Greatest(members.clone());
                        let size = sum([(1, greatest), (-1, Number::Least(members)), (1, Number::Const(1))]);
                        match (some, size) {
                            (TRUE, size) => size,
                            (some, size) => size.map(|size| {
                                Number::Choose(Box::new(some), Box::new(size), Box::new(Number::Const(0)))
                            }),
                        }
                    }
                };
                self.total(number, span)
            }
            "shape" => {
                let place = self.place(&arguments[0])?;
                self.shape_of(&place, span)
            }
            "cell" => self.wrong(span, "which cell?", "expected a phrase such as `first cell in p`"),
            _ => {
                let mut known: Vec<&str> = vec!["size", "width", "height", "distance", "x", "y", "row", "column", "ring", "shape"];
                known.extend(book.layers.iter().map(|layer| &*layer.word.name));
                known.extend(book.definitions.iter().map(|d| &*d.word.name));
                let help = known_words(name, &known);
                Err(Problem::new(
                    word.span.clone(),
                    format!("unknown function `{name}`"),
                    "expected a layer, a definition, or a function such as `size` or `distance`",
                )
                .help(help))
            }
        }
    }

    /// Rows and columns of a cell or corner; of a link or an edge those of the cells that it touches.
    fn positions(&self, atom: Atom) -> Vec<(usize, usize)> {
        let geometry = &self.data.geometry;
        match atom.kind {
            Kind::Corner => vec![geometry.corner_position(atom.index)],
            _ => self.cells_of(atom).into_iter().map(|cell| geometry.position(cell.index)).collect(),
        }
    }

    /// The cells that an atom touches: a cell itself, the two of a link.
    pub(super) fn cells_of(&self, atom: Atom) -> Vec<Atom> {
        let geometry = &self.data.geometry;
        let cells = match atom.kind {
            Kind::Cell => vec![atom.index],
            Kind::Link => geometry.link_cells(atom.index).to_vec(),
            Kind::Edge => geometry.edge_cells(atom.index).into_iter().flatten().collect(),
            Kind::Corner => geometry.corner_cells(atom.index),
        };
        let cell = |index| Atom {
            kind: Kind::Cell,
            index,
            ..atom
        };
        cells.into_iter().map(cell).collect()
    }

    /// The column, or the row, that all of an atom lies in.
    fn common(&self, atom: Atom, column: bool) -> Option<usize> {
        let positions = self.positions(atom).into_iter();
        let mut numbers = positions.map(|position| if column { position.1 } else { position.0 });
        let first = numbers.next()?;
        numbers.all(|number| number == first).then_some(first)
    }

    /// A layer at an atom, a line, a region, or inside of one.
    pub(super) fn layer_of(&mut self, layer: usize, at: &Value, word: &Word, span: &Span) -> Made<Value> {
        let book = std::sync::Arc::clone(&self.data.book);
        let on = &book.layers[layer].on;
        let geometry = self.data.geometry;
        if let Value::Missing = at {
            return Ok(Value::Missing);
        }
        if let Value::Empty = at {
            return Ok(Value::Empty);
        }
        // A region to find.
        if book.layers[layer].domain == Domain::Regions && self.data.is_found(layer) {
            return match at {
                Value::Atom(atom) if atom.kind == Kind::Cell => Ok(self.area_of(layer, *atom)),
                Value::Place(place) if place.members.is_empty() => Ok(Value::Empty),
                Value::Place(place) => match place.members[..] {
                    [(atom, TRUE)] if atom.kind == Kind::Cell => Ok(self.area_of(layer, atom)),
                    _ => self.wrong(span, "this may lie in several regions", "expected a cell"),
                },
                _ => self.wrong(span, "this lies in no region", "expected a cell"),
            };
        }
        if book.layers[layer].domain == Domain::Regions {
            return Ok(match self.region_number(layer, at, span)? {
                Ok(region) => Value::Place(Rc::new(self.region_place(layer, region))),
                Err(nothing) => nothing,
            });
        }
        match (on, at) {
            (Ground::Puzzle, _) => Ok(self.read(layer, 0)),
            (Ground::Atoms(kind, _), Value::Atom(atom)) if atom.kind == *kind => {
                Ok(self.read(layer, position(&geometry, *atom)))
            }
            (Ground::Atoms(kind, _), Value::Place(place)) => {
                // What a phrase in the singular names: the first that is there.
                if place.members.is_empty() {
                    return Ok(Value::Empty);
                }
                if place.members.iter().any(|(atom, _)| atom.kind != *kind) {
                    return self.wrong_ground(word, on, span);
                }
                if let [(atom, TRUE)] = place.members[..] {
                    return Ok(self.read(layer, position(&geometry, atom)));
                }
                let values: Vec<(Test, Value)> = place
                    .members
                    .iter()
                    .map(|(atom, test)| (test.clone(), self.read(layer, position(&geometry, *atom))))
                    .collect();
                self.first_of(values, span)
            }
            (Ground::Lines(lines), Value::Place(place)) => match place.identity {
                Identity::Line(found, number, board) => {
                    let number = match (lines, found) {
                        (a, b) if *a == b => number,
                        (Lines::Line, Lines::Row) => number,
                        (Lines::Line, Lines::Column) => geometry.rows + number,
                        (Lines::Row, Lines::Line) if number < geometry.rows => number,
                        (Lines::Column, Lines::Line) if number >= geometry.rows => number - geometry.rows,
                        (Lines::View, Lines::Row) => number,
                        (Lines::View, Lines::Column) => 2 * geometry.rows + number,
                        _ => return self.line_layer(layer, *lines, place, word, span),
                    };
                    Ok(self.read(layer, board as usize * geometry.count_lines(*lines) + number))
                }
                _ => self.line_layer(layer, *lines, place, word, span),
            },
            (Ground::Lines(lines), Value::Atom(atom)) => {
                self.line_layer(layer, *lines, &Place::plain([*atom]), word, span)
            }
            (Ground::Regions(regions), at) => {
                let Some(regions) = book.layer(&regions.name) else {
                    return Ok(Value::Missing);
                };
                if let Value::Place(place) = at
                    && let Identity::Region(of, region) = place.identity
                    && of == regions
                {
                    return Ok(self.read(layer, region));
                }
                Ok(match self.region_number(regions, at, span)? {
                    Ok(region) => self.read(layer, region),
                    Err(Value::Missing) if self.data.is_found(layer) => Value::Empty,
                    Err(nothing) => nothing,
                })
            }
            _ => self.wrong_ground(word, on, span),
        }
    }

    /// The region of data that holds all of a value; otherwise `Missing` or `Empty`.
    fn region_number(&self, layer: usize, at: &Value, span: &Span) -> Made<Result<usize, Value>> {
        let geometry = &self.data.geometry;
        let Ground::Atoms(kind, _) = self.data.book.layers[layer].on else {
            return self.wrong(span, "these regions stand on no atoms", "expected regions of cells");
        };
        let atoms: Vec<Atom> = match at {
            Value::Atom(atom) => vec![*atom],
            Value::Place(place) if place.members.iter().all(|(_, guard)| *guard == TRUE) => {
                place.members.iter().map(|(atom, _)| *atom).collect()
            }
            Value::Place(_) => return self.wrong(span, "which region this is depends on the solution", "expected a fixed place"),
            _ => return self.wrong(span, "this lies in no region", "expected a cell or a place"),
        };
        let held = atoms.into_iter().flat_map(|atom| if atom.kind == kind { vec![atom] } else { self.cells_of(atom) });
        let mut regions = held.map(|atom| match self.data.layers[layer].get(position(geometry, atom)) {
            Some(Datum::Region(region)) if atom.kind == kind => Some(*region),
            _ => None,
        });
        let Some(first) = regions.next() else {
            return Ok(Err(Value::Empty));
        };
        Ok(first.filter(|first| regions.all(|other| other == Some(*first))).ok_or(Value::Missing))
    }

    /// A layer on rows or columns at a place that lies in one of them.
    fn line_layer(&mut self, layer: usize, lines: Lines, place: &Place, word: &Word, span: &Span) -> Made<Value> {
        let book = std::sync::Arc::clone(&self.data.book);
        if !matches!(lines, Lines::Row | Lines::Column) {
            return self.wrong_ground(word, &book.layers[layer].on, span);
        }
        let Some((first, _)) = place.members.first() else {
            return Ok(Value::Empty);
        };
        if place.members.iter().any(|(_, guard)| *guard != TRUE) {
            return self.wrong(span, "in which line this lies depends on the solution", "expected a fixed place");
        }
        let cells = place.members.iter().flat_map(|(atom, _)| self.cells_of(*atom));
        let positions = cells.map(|cell| self.data.geometry.position(cell.index));
        let mut numbers = positions.map(|(row, column)| if lines == Lines::Row { row } else { column });
        let number = numbers.next().filter(|number| numbers.all(|other| other == *number));
        Ok(match number {
            Some(number) => {
                let count = self.data.geometry.count_lines(lines);
                self.read(layer, first.board as usize * count + number)
            }
            None if self.data.is_found(layer) => Value::Empty,
            None => Value::Missing,
        })
    }

    fn wrong_ground<T>(&self, word: &Word, on: &Ground, span: &Span) -> Made<T> {
        let stands = match on {
            Ground::Puzzle => "the puzzle".to_owned(),
            Ground::Atoms(kind, _) => kind_name(*kind).to_owned(),
            Ground::Lines(lines) => lines_name(*lines).to_owned(),
            Ground::Regions(word) => format!("regions of `{}`", word.name),
        };
        self.wrong(
            span,
            format!("`{}` does not stand on this", word.name),
            format!("`{}` stands on {stands}", word.name),
        )
    }

    /// The first value that is there.
    pub(super) fn first_of(&mut self, values: Vec<(Test, Value)>, span: &Span) -> Made<Value> {
        let mut numbers = Vec::new();
        let mut truths = Vec::new();
        let mut before = TRUE;
        for (test, value) in &values {
            match value {
                Value::Number(number) => {
                    numbers.push((test.clone(), number.clone()));
                }
                Value::Test(truth) => truths.push(and([before.clone(), test.clone(), truth.holds()])),
                Value::Missing | Value::Empty => {}
                other if *test == TRUE => return Ok(other.clone()),
                _ => return self.wrong(span, "which one depends on the solution", "expected a value that is a number"),
            }
            before = and([before, not(test.clone())]);
        }
        if !truths.is_empty() {
            return Ok(Value::Test(Truth::Plain(or(truths))));
        }
        if numbers.is_empty() {
            return Ok(if values.iter().all(|(_, v)| matches!(v, Value::Missing)) { Value::Missing } else { Value::Empty });
        }
        self.total(Some(Number::First(numbers)), span)
    }

    /// A definition with values for its parameters.
    pub(super) fn defined(&mut self, number: usize, values: Vec<Value>, span: &Span) -> Made<Value> {
        let book = std::sync::Arc::clone(&self.data.book);
        let definition = &book.definitions[number];
        if self.defining.contains(&number) {
            return self.wrong(span, format!("`{}` is defined by itself", definition.word.name), "expected other words");
        }
        if definition.parameters.len() != values.len() {
            return self.wrong(
                span,
                format!("`{}` takes {} arguments", definition.word.name, definition.parameters.len()),
                format!("found {}", values.len()),
            );
        }
        let parameters = definition.parameters.iter().map(|word| word.name.clone());
        let inner = super::value::Scope {
            names: parameters.zip(values).collect(),
        };
        let outer = std::mem::replace(&mut self.scope, inner);
        self.defining.push(number);
        let value = if definition.is_test {
            self.truth(&definition.body).map(Value::Test)
        } else {
            self.value(&definition.body)
        };
        self.defining.pop();
        self.scope = outer;
        value
    }

    /// Whether an adjective fits a value.
    pub(super) fn adjective(&mut self, word: &Word, value: &Value, arguments: &[Expr]) -> Made<Truth> {
        let name = &*word.name;
        let book = std::sync::Arc::clone(&self.data.book);
        if let Some(definition) = book.definitions.iter().position(|d| *d.word.name == *name) {
            let mut values = vec![value.clone()];
            for argument in arguments {
                values.push(self.value(argument)?);
            }
            return match self.defined(definition, values, &word.span)? {
                Value::Test(truth) => Ok(truth),
                Value::Missing => Ok(Truth::MISSING),
                _ => self.wrong(&word.span, format!("`{name}` is no test"), "define it without `of` to make it a test"),
            };
        }
        match value {
            Value::Missing => return Ok(Truth::MISSING),
            Value::Empty => return Ok(Truth::constant(false)),
            _ => {}
        }
        if let Some((layer, index)) = book.symbol(name) {
            // The value itself, as in `slope of c is rising`.
            match value {
                Value::Word(of, found) => {
                    if let Some(same) = self.same_word(*of, *found, name) {
                        return Ok(Truth::constant(same));
                    }
                }
                Value::Choice(choice) => {
                    return Ok(Truth::Plain(self.choice_is(choice.layer, choice.var, name, layer, index)));
                }
                _ => {}
            }
            let mut layer_word = book.layers[layer].word.clone();
            layer_word.span = word.span.clone();
            if let Value::Place(place) = value
                && matches!(place.identity, Identity::Other)
                && place.members.len() != 1
                && matches!(book.layers[layer].on, Ground::Atoms(..))
            {
                // A phrase in the singular that depends on the solution: some member that is there.
                let mut ways = Vec::new();
                let members = place.members.clone();
                for (atom, test) in members {
                    let truth = self.adjective(word, &Value::Atom(atom), arguments)?;
                    ways.push(and([test, truth.holds()]));
                }
                return Ok(Truth::Plain(or(ways)));
            }
            let at = self.layer_of(layer, value, &layer_word, &word.span)?;
            return Ok(match at {
                Value::Word(_, found) => Truth::constant(found == index),
                Value::Choice(choice) => Truth::Plain(self.choice_is(choice.layer, choice.var, name, layer, index)),
                Value::Number(_) => match value {
                    Value::Atom(atom) => {
                        let position = position(&self.data.geometry, *atom);
                        Truth::Plain(self.has_word(layer, position, index))
                    }
                    Value::Place(place) => match place.members[..] {
                        [(atom, TRUE)] => {
                            Truth::Plain(self.has_word(layer, position(&self.data.geometry, atom), index))
                        }
                        _ => Truth::constant(false),
                    },
                    _ => Truth::constant(false),
                },
                // Data that is not there says nothing, unless it could not be there.
                Value::Missing if self.may_stand(layer, value)? => Truth::MISSING,
                _ => Truth::constant(false),
            });
        }
        let geometry = &self.data.geometry;
        let Value::Atom(atom) = value else {
            return self.wrong(&word.span, format!("`{name}` does not fit this"), "expected a cell, an edge or a link");
        };
        let index = atom.index;
        Ok(match (name, atom.kind) {
            ("horizontal", Kind::Link) => Truth::constant(geometry.is_horizontal_link(index)),
            ("vertical", Kind::Link) => Truth::constant(!geometry.is_horizontal_link(index)),
            ("horizontal", Kind::Edge) => Truth::constant(geometry.edge_position(index).0),
            ("vertical", Kind::Edge) => Truth::constant(!geometry.edge_position(index).0),
            ("border", Kind::Edge) => Truth::constant(geometry.edge_cells(index).contains(&None)),
            ("border", Kind::Cell) => {
                Truth::constant(Direction::ALL.iter().any(|&d| geometry.neighbour(index, d).is_none()))
            }
            ("border", Kind::Corner) => Truth::constant(geometry.corner_cells(index).len() < 4),
            // Which side is found out where the phrase is read.
            ("left" | "right" | "up" | "down", _) => Truth::constant(true),
            _ => {
                let help = known_words(name, &super::super::parse::built_in_adjectives());
                return Err(Problem::new(
                    word.span.clone(),
                    format!("`{name}` does not fit {}", kind_name(atom.kind)),
                    "expected an adjective that fits",
                )
                .help(help));
            }
        })
    }

    /// Whether a layer stands where a value is.
    fn may_stand(&mut self, layer: usize, value: &Value) -> Made<bool> {
        let book = std::sync::Arc::clone(&self.data.book);
        let atom = match value {
            Value::Atom(atom) => *atom,
            Value::Place(place) => match place.members[..] {
                [(atom, TRUE)] => atom,
                _ => return Ok(true),
            },
            _ => return Ok(true),
        };
        match &book.layers[layer].on {
            Ground::Atoms(_, Some(phrase)) => self.stands_on(phrase, atom),
            _ => Ok(true),
        }
    }

    fn same_word(&self, layer: usize, word: usize, name: &str) -> Option<bool> {
        let Domain::Values { words, .. } = &self.data.book.layers[layer].domain else {
            return None;
        };
        let known = words.iter().any(|symbol| &*symbol.word.name == name);
        known.then(|| &*words[word].word.name == name)
    }

    /// That a layer to find has the word `name`, which may be a word of several layers.
    fn choice_is(&self, layer: usize, var: quadrille_engine::Var, name: &str, of: usize, index: usize) -> Test {
        let Domain::Values { words, .. } = &self.data.book.layers[layer].domain else {
            return FALSE;
        };
        let word = if layer == of {
            Some(index)
        } else {
            words.iter().position(|symbol| &*symbol.word.name == name)
        };
        let first = self.layers.codes(layer).first_word;
        word.map_or(FALSE, |word| super::logic::within(var, vec![first + word as i32]))
    }

    /// An adjective, or the name of a layer that has a value: what ends a ray.
    pub(super) fn adjective_or_layer(&mut self, word: &Word, value: &Value) -> Made<Truth> {
        let book = &self.data.book;
        let is_layer = book.layer(&word.name).is_some()
            && book.symbol(&word.name).is_none()
            && !book.definitions.iter().any(|d| d.word.name == word.name);
        if is_layer {
            Ok(Truth::Plain(self.has(value, word)?))
        } else {
            self.adjective(word, value, &[])
        }
    }

    /// Whether a layer has a value somewhere.
    pub(super) fn has(&mut self, value: &Value, word: &Word) -> Made<Test> {
        let book = std::sync::Arc::clone(&self.data.book);
        let Some(layer) = book.layer(&word.name) else {
            let known: Vec<&str> = book.layers.iter().map(|layer| &*layer.word.name).collect();
            return Err(Problem::new(
                word.span.clone(),
                format!("unknown layer `{}`", word.name),
                "expected the name of a layer",
            )
            .help(known_words(&word.name, &known)));
        };
        if !self.data.is_found(layer)
            && let Some(datum) = self.datum_at(layer, value)
        {
            return Ok(Test::Const(!matches!(datum, Datum::Missing)));
        }
        let found = self.layer_of(layer, value, word, &word.span)?;
        Ok(match found {
            Value::Missing | Value::Empty => FALSE,
            Value::Number(number) => self.settled(number.defined())?,
            _ => TRUE,
        })
    }

    fn datum_at(&self, layer: usize, value: &Value) -> Option<&Datum> {
        let geometry = &self.data.geometry;
        let at = match (&self.data.book.layers[layer].on, value) {
            (Ground::Atoms(kind, _), Value::Atom(atom)) if atom.kind == *kind => position(geometry, *atom),
            (Ground::Atoms(kind, _), Value::Place(place)) => match place.members[..] {
                [(atom, TRUE)] if atom.kind == *kind => position(geometry, atom),
                _ => return None,
            },
            (Ground::Lines(lines), Value::Place(place)) => match place.identity {
                Identity::Line(found, number, board) if found == *lines => {
                    board as usize * geometry.count_lines(found) + number
                }
                Identity::Line(found, number, board) => {
                    let number = match (lines, found) {
                        (Lines::Line, Lines::Row) | (Lines::View, Lines::Row) => number,
                        (Lines::Line, Lines::Column) => geometry.rows + number,
                        (Lines::View, Lines::Column) => 2 * geometry.rows + number,
                        (Lines::Row, Lines::Line) if number < geometry.rows => number,
                        (Lines::Column, Lines::Line) if number >= geometry.rows => number - geometry.rows,
                        _ => return Some(&Datum::Missing),
                    };
                    board as usize * geometry.count_lines(*lines) + number
                }
                _ => return None,
            },
            (Ground::Regions(regions), Value::Place(place)) => match place.identity {
                Identity::Region(of, region) if Some(of) == self.data.book.layer(&regions.name) => region,
                _ => return None,
            },
            (Ground::Regions(regions), Value::Atom(atom)) => {
                let regions = self.data.book.layer(&regions.name)?;
                match self.data.layers[regions].get(position(geometry, *atom))? {
                    Datum::Region(region) => *region,
                    _ => return Some(&Datum::Missing),
                }
            }
            (Ground::Puzzle, _) => 0,
            _ => return None,
        };
        Some(self.data.layers[layer].get(at).unwrap_or(&Datum::Missing))
    }

    /// Whether two values are the same thing.
    pub(super) fn same(&mut self, a: &Value, b: &Value, span: &Span) -> Made<Test> {
        Ok(match (a, b) {
            (Value::Missing | Value::Empty, _) | (_, Value::Missing | Value::Empty) => FALSE,
            (Value::Atom(a), Value::Atom(b)) => Test::Const(a == b),
            (Value::Number(a), Value::Number(b)) => compare(a.clone(), Sign::Equal, b.clone()),
            (Value::Direction(a), Value::Direction(b)) => Test::Const(a == b),
            (Value::Direction(direction), Value::Choice(choice)) | (Value::Choice(choice), Value::Direction(direction)) => {
                let code = Direction::ALL.iter().position(|d| d == direction).unwrap_or(0);
                Test::is(choice.var, code as i32)
            }
            (Value::Choice(a), Value::Choice(b)) => {
                if a.var == b.var {
                    TRUE
                } else {
                    compare(Number::Var(a.var), Sign::Equal, Number::Var(b.var))
                }
            }
            (Value::Choice(choice), Value::Word(layer, word)) | (Value::Word(layer, word), Value::Choice(choice)) => {
                let Domain::Values { words, .. } = &self.data.book.layers[*layer].domain else {
                    return Ok(FALSE);
                };
                let name = words[*word].word.name.clone();
                self.choice_is(choice.layer, choice.var, &name, *layer, *word)
            }
            (Value::Word(layer, word), Value::Word(other, index)) => {
                let Domain::Values { words, .. } = &self.data.book.layers[*other].domain else {
                    return Ok(FALSE);
                };
                let name = words[*index].word.name.clone();
                Test::Const(self.same_word(*layer, *word, &name) == Some(true))
            }
            // A layer of numbers or a word: the word is there if no number is.
            (Value::Number(number), Value::Word(layer, word))
            | (Value::Word(layer, word), Value::Number(number)) => {
                let word = match &self.data.book.layers[*layer].domain {
                    Domain::Values { words, .. } => words[*word].word.name.clone(),
                    _ => return Ok(FALSE),
                };
                match number {
                    Number::Const(_) | Number::Var(_) => FALSE,
                    Number::Element(var, _) => match self.layers.layer_of(*var) {
                        Some(layer) => self.choice_is(layer, *var, &word, usize::MAX, 0),
                        None => FALSE,
                    },
                    _ => {
                        return self.wrong(
                            span,
                            "whether this is a word depends on too much",
                            "expected a layer at a fixed place",
                        );
                    }
                }
            }
            (Value::Name(a), Value::Name(b)) => Test::Const(a == b),
            (Value::Name(a), Value::Text(b)) | (Value::Text(b), Value::Name(a)) => Test::Const(**a == **b),
            (Value::Board(a), Value::Board(b)) => Test::Const(a == b),
            (Value::Board(a), Value::Number(b)) | (Value::Number(b), Value::Board(a)) => {
                compare(Number::Const(i128::from(*a) + 1), Sign::Equal, b.clone())
            }
            (Value::Shape(a), Value::Shape(b)) => {
                let other = self.data.book.shapes.len() as i32;
                and([
                    compare(Number::Var(*a), Sign::Equal, Number::Var(*b)),
                    not(Test::is(*a, other)),
                ])
            }
            (Value::Shape(var), Value::KnownShape(shape)) | (Value::KnownShape(shape), Value::Shape(var)) => {
                Test::is(*var, *shape as i32)
            }
            (Value::List(..) | Value::Numbers(_), Value::List(..) | Value::Numbers(_)) => {
                self.same_list(a, b, span)?
            }
            (Value::List(..), Value::Shapes(_)) | (Value::Shapes(_), Value::List(..)) => {
                return self.wrong(span, "a list of shapes", "shapes of groups are not compared yet");
            }
            (Value::Place(a), Value::Place(b)) => match (&a.identity, &b.identity) {
                (Identity::AreaOf(layer, one), Identity::AreaOf(other, two)) if layer == other => {
                    self.same_area(*layer, *one, *two)?
                }
                (Identity::Other, _) | (_, Identity::Other) => {
                    let same = self.same_members(a, b)?;
                    if a.single || b.single {
                        // What does not exist is equal to nothing.
                        let some = self.settled(or(a.members.iter().map(|(_, test)| test.clone())))?;
                        and([same, some])
                    } else {
                        same
                    }
                }
                (Identity::Region(..), Identity::Region(..)) => {
                    Test::Const(a.identity == b.identity)
                }
                (Identity::Line(one, ..), Identity::Line(other, ..)) if one == other => {
                    Test::Const(a.identity == b.identity)
                }
                _ => self.same_members(a, b)?,
            },
            (Value::Atom(atom), Value::Place(place)) | (Value::Place(place), Value::Atom(atom)) => {
                // A phrase in the singular.
                self.settled(place.guard_of(*atom))?
            }
            (Value::Test(a), Value::Test(b)) => iff(a.holds(), b.holds()),
            _ => return self.wrong(span, "two different sorts of things", "expected two numbers, two words or two places"),
        })
    }

    fn same_members(&mut self, a: &Place, b: &Place) -> Made<Test> {
        let mut atoms: Vec<Atom> = a.members.iter().chain(&b.members).map(|(atom, _)| *atom).collect();
        atoms.sort_unstable();
        atoms.dedup();
        let same = and(atoms.into_iter().map(|atom| iff(a.guard_of(atom), b.guard_of(atom))));
        self.settled(same)
    }

    fn comparison(&mut self, comparison: Comparison, a: &Expr, b: &Expr) -> Made<Truth> {
        let span = a.span.start..b.span.end;
        if let Some(parts) = self.branches(comparison, a, b)? {
            return self.truth(&parts);
        }
        let (left, right) = (self.value(a)?, self.value(b)?);
        if matches!(left, Value::Missing) || matches!(right, Value::Missing) {
            return Ok(Truth::MISSING);
        }
        if matches!(left, Value::Empty) || matches!(right, Value::Empty) {
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
                            let zero = |number: &Number| compare(number.clone(), Sign::Equal, Number::Const(0));
                            let (left_zero, right_zero) = (zero(&left), zero(&right));
                            let remainder = Number::Remainder(Box::new(right), Box::new(left));
                            or([
                                and([left_zero.clone(), right_zero]),
                                and([not(left_zero), compare(remainder, Sign::Equal, Number::Const(0))]),
                            ])
                        }
                    },
                }
            }
        };
        Ok(Truth::Plain(self.settled(test)?))
    }

    /// A comparison of `if … then … otherwise …`, of which one value is missing, as one of tests.
    fn branches(&mut self, comparison: Comparison, a: &Expr, b: &Expr) -> Made<Option<Expr>> {
        for (whole, is_left) in [(a, true), (b, false)] {
            let Node::If(condition, holds, Some(otherwise)) = &whole.node else {
                continue;
            };
            if matches!(self.truth(condition)?, Truth::Plain(TRUE | FALSE)) {
                continue;
            }
            let first = matches!(self.value(holds)?, Value::Missing);
            let second = matches!(self.value(otherwise)?, Value::Missing);
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
                node: Node::If(condition.clone(), compared(holds), Some(compared(otherwise))),
                span: whole.span.clone(),
            }));
        }
        Ok(None)
    }

    fn predicate(&mut self, subject: &Expr, predicate: &Predicate, span: &Span) -> Made<Truth> {
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
            Predicate::OneOf(others) => {
                let mut truths = Vec::new();
                for other in others {
                    truths.push(self.comparison(Comparison::Equal, subject, other)?);
                }
                Ok(Truth::or(truths))
            }
            Predicate::In(place) => {
                if let Value::Directions(directions) = self.value(place)? {
                    return match self.value(subject)? {
                        Value::Direction(direction) => Ok(Truth::constant(directions.contains(&direction))),
                        Value::Missing => Ok(Truth::MISSING),
                        _ => self.wrong(&subject.span, "this is no direction", "expected a direction"),
                    };
                }
                let place = self.place(place)?;
                let Some(atom) = self.atom(subject)? else {
                    return Ok(Truth::constant(false));
                };
                let test = place.guard_of(atom);
                Ok(Truth::Plain(self.settled(test)?))
            }
            Predicate::Inside(place) => {
                let place = self.place(place)?;
                let Some(atom) = self.atom(subject)? else {
                    return Ok(Truth::constant(false));
                };
                Ok(Truth::Plain(self.inside(&place, atom, span)?))
            }
            Predicate::Rectangle | Predicate::Square => {
                let place = self.place(subject)?;
                let test = self.is_rectangle(&place, *predicate == Predicate::Square, span)?;
                Ok(Truth::Plain(self.settled(test)?))
            }
            Predicate::Connected
            | Predicate::OneLoop
            | Predicate::OnePath
            | Predicate::WithoutLoop
            | Predicate::Symmetric(_) => {
                let place = self.place(subject)?;
                Ok(Truth::Plain(self.judged(&place, predicate, span)?))
            }
        }
    }

    fn quantified(
        &mut self,
        quantifier: &Quantifier,
        phrases: &[super::super::syntax::Phrase],
        body: Option<&Expr>,
        span: &Span,
    ) -> Made<Truth> {
        let wanted = match quantifier {
            Quantifier::Exactly(n) | Quantifier::AtLeast(n) | Quantifier::AtMost(n) => match self.value(n)? {
                Value::Number(number) => number,
                Value::Missing => return Ok(Truth::MISSING),
                Value::Empty => return Ok(Truth::constant(false)),
                _ => return self.wrong(&n.span, "this is no number", "expected how many"),
            },
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
        let many = |holds: Vec<Test>| sum(holds.into_iter().map(|test| (1, counted(test, Number::Const(1)))));
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

    /// An expression as a number; otherwise the value `Missing` or `Empty`.
    pub(super) fn number(&mut self, expr: &Expr) -> Made<Result<Number, Value>> {
        match self.value(expr)? {
            Value::Number(number) => Ok(Ok(number)),
            nothing @ (Value::Missing | Value::Empty) => Ok(Err(nothing)),
            Value::Shape(_) | Value::Choice(_) => self.wrong(&expr.span, "this is no number", "found a word or a shape"),
            Value::Place(_) => Err(Problem::new(
                expr.span.clone(),
                "this is no number",
                "found a place",
            )
            .help("`size of …` or `count …` is a number")),
            _ => self.wrong(&expr.span, "this is no number", "expected a number"),
        }
    }

    /// A number that the data tells.
    pub(super) fn constant(&mut self, expr: &Expr) -> Made<i64> {
        let number = match self.number(expr)? {
            Ok(Number::Const(number)) => i64::try_from(number).ok(),
            Ok(_) => {
                return self.wrong(
                    &expr.span,
                    "this depends on what is to be found",
                    "expected a number that the data tells",
                );
            }
            Err(_) => None,
        };
        number.ok_or_else(|| {
            Problem::new(
                expr.span.clone(),
                "this number is not told",
                "expected a number that the data tells",
            )
        })
    }

    fn arithmetic(&mut self, operation: Arithmetic, a: &Expr, b: &Expr, span: &Span) -> Made<Value> {
        let (left, right) = match (self.number(a)?, self.number(b)?) {
            (Ok(left), Ok(right)) => (left, right),
            (Err(Value::Missing), _) | (_, Err(Value::Missing)) => return Ok(Value::Missing),
            _ => return Ok(Value::Empty),
        };
        if let (Number::Const(left), Number::Const(right)) = (&left, &right) {
            let (left, right) = (*left, *right);
            let number = match operation {
                Arithmetic::Add => left.checked_add(right),
                Arithmetic::Subtract => left.checked_sub(right),
                Arithmetic::Multiply => left.checked_mul(right),
                Arithmetic::Divide | Arithmetic::Modulo if right == 0 => return Ok(Value::Empty),
                Arithmetic::Divide => left.checked_div(right),
                Arithmetic::Modulo => left.checked_rem_euclid(right),
                Arithmetic::Power => u32::try_from(right).ok().and_then(|power| left.checked_pow(power)),
            };
            return match number {
                Some(number) => Ok(Value::Number(Number::Const(number))),
                None => self.wrong(span, "the number is too large", "at most about 10^38 can be told"),
            };
        }
        let number = match operation {
            Arithmetic::Add => sum([(1, left), (1, right)]),
            Arithmetic::Subtract => sum([(1, left), (-1, right)]),
            Arithmetic::Multiply => match (left, right) {
                (Number::Const(factor), number) | (number, Number::Const(factor)) => sum([(factor, number)]),
                (left, right) => Some(Number::Product(vec![left, right])),
            },
            Arithmetic::Divide => Some(Number::Quotient(Box::new(left), Box::new(right))),
            Arithmetic::Modulo => Some(Number::Remainder(Box::new(left), Box::new(right))),
            Arithmetic::Power => match right {
                Number::Const(power @ 0..=1000) => Some(Number::Power(Box::new(left), power as u32)),
                _ => return self.wrong(&b.span, "this exponent cannot be used", "expected a constant from 0 to 1000"),
            },
        };
        self.total(number, span)
    }

    /// A number that fits, with what it says of groups settled.
    pub(super) fn total(&mut self, number: Option<Number>, span: &Span) -> Made<Value> {
        match number {
            Some(number) => Ok(Value::Number(self.settled_number(number)?)),
            None => self.wrong(span, "the number is too large", "at most about 10^38 can be told"),
        }
    }

    fn otherwise(&mut self, a: &Expr, b: &Expr) -> Made<Value> {
        let before = std::mem::replace(&mut self.untold, false);
        let first = self.value(a)?;
        let untold = std::mem::replace(&mut self.untold, before);
        match first {
            // It is there, though nobody knows what it is.
            Value::Missing if untold => Ok(Value::Missing),
            Value::Missing | Value::Empty => self.value(b),
            Value::Number(number) => {
                let there = number.defined();
                if there == TRUE {
                    return Ok(Value::Number(number));
                }
                match self.number(b)? {
                    Ok(other) => Ok(Value::Number(Number::Choose(
                        Box::new(there),
                        Box::new(number),
                        Box::new(other),
                    ))),
                    Err(nothing) => {
                        if matches!(nothing, Value::Missing) {
                            self.partly.push(not(there));
                        }
                        Ok(Value::Number(number))
                    }
                }
            }
            other => Ok(other),
        }
    }

    /// An expression as one atom; `None` if there is no such thing.
    pub(super) fn atom(&mut self, expr: &Expr) -> Made<Option<Atom>> {
        match self.value(expr)? {
            Value::Atom(atom) => Ok(Some(atom)),
            Value::Missing => {
                self.missing = true;
                Ok(None)
            }
            Value::Empty => Ok(None),
            Value::Place(place) => match place.members[..] {
                [] => Ok(None),
                [(atom, TRUE)] => Ok(Some(atom)),
                _ => self.wrong(&expr.span, "this may be several things", "expected a single cell, edge, link or corner that does not depend on the solution"),
            },
            _ => self.wrong(&expr.span, "this is no cell", "expected a cell, an edge, a link or a corner"),
        }
    }

    /// An expression as a place.
    pub(super) fn place(&mut self, expr: &Expr) -> Made<Place> {
        match self.value(expr)? {
            Value::Place(place) => Ok((*place).clone()),
            Value::Atom(atom) => Ok(Place::plain([atom])),
            Value::Missing => {
                self.missing = true;
                Ok(Place::plain([]))
            }
            Value::Empty => Ok(Place::plain([])),
            _ => self.wrong(&expr.span, "this is no place", "expected a row, a region, a group or another place"),
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

fn lines_name(lines: Lines) -> &'static str {
    match lines {
        Lines::Row => "rows",
        Lines::Column => "columns",
        Lines::Line => "lines",
        Lines::View => "views",
        Lines::Diagonal => "diagonals",
    }
}
