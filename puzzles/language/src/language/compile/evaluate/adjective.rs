//! Adjectives, tests for having a value, and equality.

use super::super::logic::{FALSE, TRUE, Truth, and, compare, iff, not, or};
use super::super::shapes::shape::cells_of;
use super::super::value::{Identity, Place, Value};
use super::super::{Compiler, Made};
use crate::grid::Direction;
use crate::language::geometry::{Atom, side_called};
use crate::language::syntax::{Domain, Expr, Ground, Kind, Lines, Span, Word};
use crate::language::values::{Datum, position};
use quadrille_engine::propagators::{Comparison as Sign, Number, Test};
use smallvec::smallvec;

impl Compiler<'_> {
    /// Whether an adjective fits a value.
    pub(crate) fn adjective(
        &mut self,
        word: &Word,
        value: &Value,
        arguments: &[Expr],
    ) -> Made<Truth> {
        let name = &*word.name;
        let book = &self.data.book;
        if let Some(definition) = book.definitions.iter().position(|d| *d.word.name == *name) {
            return self.defined_adjective(definition, word, value, arguments);
        }
        match value {
            Value::Missing => return Ok(Truth::MISSING),
            Value::Empty => return Ok(Truth::constant(false)),
            Value::First(first) => {
                let ways = first.iter().map(|(test, value)| (test, value.clone()));
                return self.adjective_of_one(word, ways, arguments);
            }
            Value::Place(place) if place.may_be_one() => {
                let place = self.the_one(place, &word.span)?;
                let members = place.members.iter();
                let ways = members.map(|(atom, test)| (test, Value::Atom(*atom)));
                return self.adjective_of_one(word, ways, arguments);
            }
            _ => {}
        }
        if let Some((layer, index)) = self.symbol_for(name, value) {
            return self.is_symbol(name, value, [layer, index], &word.span);
        }
        let geometry = &self.data.geometry;
        if let Value::Place(place) = value
            && let Identity::Line(Lines::View, number, _) = place.identity
            && let Some(side) = side_called(name)
        {
            return Ok(Truth::constant(geometry.view_side(number) == side));
        }
        let Value::Atom(atom) = value else {
            return self.unclear(&word.span);
        };
        let index = atom.index;
        Ok(match (name, atom.kind) {
            ("horizontal", Kind::Link) => Truth::constant(geometry.is_horizontal_link(index)),
            ("vertical", Kind::Link) => Truth::constant(!geometry.is_horizontal_link(index)),
            ("horizontal", Kind::Edge) => Truth::constant(geometry.edge_position(index).0),
            ("vertical", Kind::Edge) => Truth::constant(!geometry.edge_position(index).0),
            ("border", Kind::Edge) => Truth::constant(geometry.edge_cells(index).contains(&None)),
            ("border", Kind::Cell) => Truth::constant(
                Direction::ALL
                    .iter()
                    .any(|&d| geometry.neighbour(index, d).is_none()),
            ),
            ("border", Kind::Corner) => Truth::constant(geometry.corner_cells(index).len() < 4),
            ("given", _) => Truth::constant(self.data.is_given(*atom)),
            // The side is handled where the phrase is read.
            ("left" | "right" | "up" | "down", _) => Truth::constant(true),
            _ => return self.unclear(&word.span),
        })
    }

    /// The same of a defined adjective.
    fn defined_adjective(
        &mut self,
        definition: usize,
        word: &Word,
        value: &Value,
        arguments: &[Expr],
    ) -> Made<Truth> {
        if let (Some(test), &Value::Atom(atom)) = (&self.reused.data_tests[definition], value)
            && test.on == atom.kind
        {
            let at = position(&self.data.geometry, atom);
            let has = |layer: usize| {
                let datum = self.data.layers[layer].get(at);
                datum.is_some_and(|datum| self.stands(layer, datum))
            };
            return Ok(Truth::constant(test.holds(&has)));
        }
        let mut values = smallvec![value.clone()];
        for argument in arguments {
            values.push(self.value_to_name(argument)?);
        }
        match self.defined(definition, values, &word.span)? {
            Value::Test(truth) => Ok(truth),
            Value::Missing => Ok(Truth::MISSING),
            _ => self.unclear(&word.span),
        }
    }

    /// The same of the one of several values whose test holds.
    fn adjective_of_one<'t>(
        &mut self,
        word: &Word,
        values: impl Iterator<Item = (&'t Test, Value)>,
        arguments: &[Expr],
    ) -> Made<Truth> {
        let mut ways = Vec::new();
        for (test, value) in values {
            let truth = self.adjective(word, &value, arguments)?;
            ways.push(and([test.clone(), truth.holds()]));
        }
        Ok(Truth::Plain(self.reify(or(ways))?))
    }

    /// Whether a value is a word of a layer, or something at which the layer has it.
    fn is_symbol(
        &mut self,
        name: &str,
        value: &Value,
        [layer, index]: [usize; 2],
        span: &Span,
    ) -> Made<Truth> {
        // The value itself, as in `slope of c is rising`.
        match value {
            Value::Word(of, found) | Value::Blank(of, found) => {
                if let Some(same) = self.same_word(*of, *found, name) {
                    return Ok(Truth::constant(same));
                }
            }
            Value::Choice(choice) => {
                return Ok(Truth::Plain(self.choice_is(
                    choice.layer,
                    choice.var,
                    name,
                    layer,
                    index,
                )));
            }
            // A layer of numbers or a word.
            Value::Number(_) => {
                let same = self.same(value, &Value::Word(layer, index), span)?;
                return Ok(Truth::Plain(same));
            }
            _ => {}
        }
        let at = self.layer_of(layer, value, span)?;
        Ok(match at {
            Value::Word(_, found) | Value::Blank(_, found) => Truth::constant(found == index),
            Value::Choice(choice) => {
                Truth::Plain(self.choice_is(choice.layer, choice.var, name, layer, index))
            }
            Value::Number(_) => match value {
                Value::Atom(atom) => {
                    let position = position(&self.data.geometry, *atom);
                    Truth::Plain(self.has_word(layer, position, index))
                }
                Value::Place(place) => match place.members[..] {
                    [(atom, TRUE)] => Truth::Plain(self.has_word(
                        layer,
                        position(&self.data.geometry, atom),
                        index,
                    )),
                    _ => Truth::constant(false),
                },
                _ => Truth::constant(false),
            },
            // Missing data says nothing, unless it could not be there.
            _ => Truth::constant(false),
        })
    }

    /// The meaning of an adjective of atoms, if it is a word of a layer to find on them: looked up once for all members
    /// of a phrase, which are of one kind.
    pub(crate) fn word_of(&self, name: &str, value: &Value) -> Option<(usize, usize)> {
        let Value::Atom(atom) = value else {
            return None;
        };
        let book = &self.data.book;
        if book
            .definitions
            .iter()
            .any(|known| *known.word.name == *name)
        {
            return None;
        }
        let (layer, word) = self.symbol_for(name, value)?;
        let declared = &book.layers[layer];
        let fits = matches!(&declared.on, Ground::Atoms(kind, _) if *kind == atom.kind)
            && matches!(&declared.domain, Domain::Values { ranges, .. } if ranges.is_empty());
        fits.then_some((layer, word))
    }

    /// The test that an atom has this word, if it is a test of a variable.
    pub(crate) fn word_at(&self, word: Option<(usize, usize)>, value: &Value) -> Option<Test> {
        let ((layer, word), Value::Atom(atom)) = (word?, value) else {
            return None;
        };
        let var = self
            .layers
            .var(layer, position(&self.data.geometry, *atom))?;
        let code = self.layers.codes(layer).first_word + word as i32;
        Some(self.tidy(Test::is(var, code)))
    }

    /// The layer that a word is a value of, and its number there: of several layers the first that covers this place.
    pub(super) fn symbol_for(&self, name: &str, value: &Value) -> Option<(usize, usize)> {
        let book = &self.data.book;
        let fits = |layer: &usize| match (&book.layers[*layer].on, value) {
            (Ground::Atoms(kind, _), Value::Atom(atom)) => *kind == atom.kind,
            (Ground::Atoms(kind, _), Value::Place(place)) => {
                place.identity == Identity::Other
                    && place.members.iter().all(|(atom, _)| atom.kind == *kind)
            }
            (Ground::Lines(_), Value::Place(place)) => matches!(place.identity, Identity::Line(..)),
            (Ground::Regions(word), Value::Place(place)) => match place.identity {
                Identity::Region(layer, _) => book.layer(&word.name) == Some(layer),
                _ => false,
            },
            _ => false,
        };
        let mut words = book
            .layers
            .iter()
            .enumerate()
            .filter_map(|(number, layer)| {
                let Domain::Values { words, .. } = &layer.domain else {
                    return None;
                };
                let word = words.iter().position(|symbol| &*symbol.word.name == name)?;
                Some((number, word))
            });
        let first = words.next()?;
        match fits(&first.0) {
            true => Some(first),
            false => words.find(|(layer, _)| fits(layer)).or(Some(first)),
        }
    }

    pub(super) fn same_word(&self, layer: usize, word: usize, name: &str) -> Option<bool> {
        let Domain::Values { words, .. } = &self.data.book.layers[layer].domain else {
            return None;
        };
        let known = words.iter().any(|symbol| &*symbol.word.name == name);
        known.then(|| &*words[word].word.name == name)
    }

    /// The test that a layer to find has the word `name`, which may be a word of several layers.
    pub(super) fn choice_is(
        &self,
        layer: usize,
        var: quadrille_engine::Var,
        name: &str,
        of: usize,
        index: usize,
    ) -> Test {
        let Domain::Values { words, .. } = &self.data.book.layers[layer].domain else {
            return FALSE;
        };
        let word = if layer == of {
            Some(index)
        } else {
            words.iter().position(|symbol| &*symbol.word.name == name)
        };
        let first = self.layers.codes(layer).first_word;
        word.map_or(FALSE, |word| {
            self.tidy(super::super::logic::within(var, vec![first + word as i32]))
        })
    }

    /// An adjective, or the name of a layer that has a value, which ends a ray.
    pub(crate) fn adjective_or_layer(&mut self, word: &Word, value: &Value) -> Made<Truth> {
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
    pub(crate) fn has(&mut self, value: &Value, word: &Word) -> Made<Test> {
        let book = &self.data.book;
        let is_on_atoms = |layer: usize| book.layers[layer].is_on_atoms();
        if let Value::Place(place) = value
            && (place.is_one_atom()
                || place.may_be_one() && book.layer(&word.name).is_some_and(is_on_atoms))
        {
            let place = self.the_one(place, &word.span)?;
            let mut ways = Vec::with_capacity(place.members.len());
            for (atom, test) in &place.members {
                let has = self.has(&Value::Atom(*atom), word)?;
                ways.push(and([test.clone(), has]));
            }
            return self.reify(or(ways));
        }
        let book = &self.data.book;
        let Some(layer) = book.layer(&word.name) else {
            return self.unclear(&word.span);
        };
        if !self.data.is_found(layer)
            && let Some(datum) = self.datum_at(layer, value)
        {
            return Ok(Test::Const(self.stands(layer, datum)));
        }
        let before = std::mem::replace(&mut self.eval.absence.untold, false);
        let found = self.layer_of(layer, value, &word.span)?;
        let is_untold = std::mem::replace(&mut self.eval.absence.untold, before);
        Ok(match found {
            Value::Missing if is_untold => TRUE,
            Value::Missing | Value::Empty | Value::Blank(..) => FALSE,
            Value::Number(number) => self.reify(number.defined())?,
            _ => TRUE,
        })
    }

    /// Whether a datum of a layer counts as a value: a word among numbers stands for having none.
    fn stands(&self, layer: usize, datum: &Datum) -> bool {
        let is_mixed = || matches!(&self.data.book.layers[layer].domain, Domain::Values { ranges, .. } if !ranges.is_empty());
        match datum {
            Datum::Missing => false,
            Datum::Word(_) => !is_mixed(),
            _ => true,
        }
    }

    pub(crate) fn datum_at(&self, layer: usize, value: &Value) -> Option<&Datum> {
        let geometry = &self.data.geometry;
        let at = match (&self.data.book.layers[layer].on, value) {
            (Ground::Atoms(kind, _), Value::Atom(atom)) if atom.kind == *kind => {
                position(geometry, *atom)
            }
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
                        (Lines::Column, Lines::Line) if number >= geometry.rows => {
                            number - geometry.rows
                        }
                        _ => return Some(&Datum::Missing),
                    };
                    board as usize * geometry.count_lines(*lines) + number
                }
                _ => return None,
            },
            (Ground::Regions(regions), Value::Place(place)) => match place.identity {
                Identity::Region(of, region) if Some(of) == self.data.book.layer(&regions.name) => {
                    region
                }
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

    /// The test that two values are the same.
    ///
    /// Longer than other functions: an arm for each two kinds of values.
    pub(crate) fn same(&mut self, a: &Value, b: &Value, span: &Span) -> Made<Test> {
        Ok(match (a, b) {
            (Value::Missing | Value::Empty, _) | (_, Value::Missing | Value::Empty) => FALSE,
            (Value::First(first), other) | (other, Value::First(first)) => {
                let mut ways = Vec::with_capacity(first.len());
                for (test, value) in first.iter() {
                    ways.push(and([test.clone(), self.same(value, other, span)?]));
                }
                self.reify(or(ways))?
            }
            (Value::Atom(a), Value::Atom(b)) => Test::Const(a == b),
            (&Value::Number(Number::Const(a)), &Value::Number(Number::Const(b))) => {
                Test::Const(a == b)
            }
            (Value::Number(a), Value::Number(b)) => compare(a.clone(), Sign::Equal, b.clone()),
            (Value::Direction(a), Value::Direction(b)) => Test::Const(a == b),
            (Value::Direction(direction), Value::Choice(choice))
            | (Value::Choice(choice), Value::Direction(direction)) => {
                let code = Direction::ALL
                    .iter()
                    .position(|d| d == direction)
                    .unwrap_or(0);
                Test::is(choice.var, code as i32)
            }
            (Value::Choice(a), Value::Choice(b)) => {
                if a.var == b.var {
                    TRUE
                } else {
                    compare(Number::Var(a.var), Sign::Equal, Number::Var(b.var))
                }
            }
            (Value::Choice(choice), Value::Word(layer, word))
            | (Value::Word(layer, word), Value::Choice(choice)) => {
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
            (Value::Number(number), Value::Word(layer, word))
            | (Value::Word(layer, word), Value::Number(number)) => {
                self.number_is_word(number, [*layer, *word], span)?
            }
            (Value::Name(a), Value::Name(b)) => Test::Const(a == b),
            (Value::Name(a), Value::Text(b)) | (Value::Text(b), Value::Name(a)) => {
                Test::Const(**a == **b)
            }
            (Value::Board(a), Value::Board(b)) => Test::Const(a == b),
            (Value::Board(a), Value::Number(b)) | (Value::Number(b), Value::Board(a)) => {
                compare(Number::Const(i128::from(*a) + 1), Sign::Equal, b.clone())
            }
            (Value::Shape(a), Value::Shape(b)) => {
                let same = a
                    .iter()
                    .zip(b.iter())
                    .map(|(a, b)| and([a.clone(), b.clone()]));
                self.reify(or(same))?
            }
            (Value::Shape(tests), Value::KnownShape(shape))
            | (Value::KnownShape(shape), Value::Shape(tests)) => tests[*shape].clone(),
            (Value::Standing(a), Value::Standing(b)) => self.same_standing(a, b, span)?,
            (Value::Standing(place), Value::KnownShape(shape))
            | (Value::KnownShape(shape), Value::Standing(place)) => {
                let cells = cells_of(&self.data.book.shapes[*shape].1);
                self.stands_as(place, &cells)?
            }
            (
                shape @ (Value::Shape(_) | Value::Standing(_)),
                other @ (Value::Word(..) | Value::Choice(_)),
            )
            | (
                other @ (Value::Word(..) | Value::Choice(_)),
                shape @ (Value::Shape(_) | Value::Standing(_)),
            ) => self.shape_is_called(shape, other, span)?,
            (Value::List(..) | Value::Numbers(_), Value::List(..) | Value::Numbers(_)) => {
                self.same_list(a, b, span)?
            }
            (Value::List(members, true), Value::Shapes(wanted))
            | (Value::Shapes(wanted), Value::List(members, true)) => {
                self.same_shapes(members, wanted)?
            }
            (Value::List(..), Value::Shapes(_)) | (Value::Shapes(_), Value::List(..)) => {
                return self.unclear(span);
            }
            (Value::Place(a), Value::Place(b)) => self.same_place(a, b)?,
            (Value::Atom(atom), Value::Place(place)) | (Value::Place(place), Value::Atom(atom)) => {
                let others = place.members.iter().filter(|(own, _)| own != atom);
                let others = others.map(|(_, test)| test.clone());
                let alone = match place.sole {
                    true => TRUE,
                    false => not(or(others)),
                };
                self.reify(and([place.guard_of(*atom), alone]))?
            }
            (Value::Test(a), Value::Test(b)) => iff(a.holds(), b.holds()),
            _ => return self.unclear(span),
        })
    }

    /// Whether a number of a layer of numbers or words is a word, which is there if no number is.
    fn number_is_word(
        &mut self,
        number: &Number,
        [layer, word]: [usize; 2],
        span: &Span,
    ) -> Made<Test> {
        let Domain::Values { words, .. } = &self.data.book.layers[layer].domain else {
            return Ok(FALSE);
        };
        let name = words[word].word.name.clone();
        Ok(match number {
            Number::Const(_) | Number::Var(_) => FALSE,
            Number::Element(var, _) => match self.layers.layer_of(*var) {
                Some(layer) => self.choice_is(layer, *var, &name, usize::MAX, 0),
                None => FALSE,
            },
            _ => return self.unclear(span),
        })
    }

    /// Whether a shape is the one that a word denotes by its name.
    fn shape_is_called(&mut self, shape: &Value, word: &Value, span: &Span) -> Made<Test> {
        let book = &self.data.book;
        let mut ways = Vec::new();
        for (number, (name, _)) in book.shapes.iter().enumerate() {
            let is = self.adjective(name, word, &[])?.holds();
            if is != FALSE {
                let known = Value::KnownShape(number);
                ways.push(and([is, self.same(shape, &known, span)?]));
            }
        }
        Ok(or(ways))
    }

    fn same_place(&mut self, a: &Place, b: &Place) -> Made<Test> {
        match (&a.identity, &b.identity) {
            (Identity::AreaOf(layer, one), Identity::AreaOf(other, two)) if layer == other => {
                return self.same_area(*layer, *one, *two);
            }
            (Identity::Region(one, _), Identity::Region(other, _)) if one == other => {
                return Ok(Test::Const(a.identity == b.identity));
            }
            (Identity::Line(one, ..), Identity::Line(other, ..)) if one == other => {
                return Ok(Test::Const(a.identity == b.identity));
            }
            _ => {}
        }
        let same = self.same_members(a, b)?;
        // A thing that does not exist is equal to nothing.
        Ok(match (a.exists(), b.exists()) {
            (TRUE, TRUE) => same,
            // With the same members, it is enough to ask one of them.
            (exists, TRUE) | (TRUE, exists) => and([same, self.reify(exists)?]),
            (exists, _) if a.there.is_none() && b.there.is_none() => {
                and([same, self.reify(exists)?])
            }
            (one, other) => and([same, self.reify(one)?, self.reify(other)?]),
        })
    }

    pub(super) fn same_members(&mut self, a: &Place, b: &Place) -> Made<Test> {
        let mut atoms: Vec<Atom> = a
            .members
            .iter()
            .chain(&b.members)
            .map(|(atom, _)| *atom)
            .collect();
        atoms.sort_unstable();
        atoms.dedup();
        let same = and(atoms
            .into_iter()
            .map(|atom| iff(a.guard_of(atom), b.guard_of(atom))));
        self.reify(same)
    }
}
