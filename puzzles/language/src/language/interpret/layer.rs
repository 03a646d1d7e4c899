//! The values of layers, and the places that they cover.

use std::rc::Rc;
use std::sync::Arc;

use fxhash::FxHashMap;
use smallvec::smallvec;

use super::super::geometry::Atom;
use super::super::syntax::{Domain, Ground, Kind, Lines, Role};
use super::super::values::{Datum, Filled, atom_at, line_position, position, positions};
use super::shapes::Shape;
use super::state::{Interpreter, Regions};
use super::value::{Place, Read, Stop, Truth, Value, What, trouble};

impl Interpreter<'_> {
    /// Whether a layer has numbers and words: the word then means having no number.
    fn is_mixed(&self, layer: usize) -> bool {
        matches!(&self.book.layers[layer].domain, Domain::Values { ranges, words } if !ranges.is_empty() && !words.is_empty())
    }

    pub(super) fn word(&self, layer: usize, word: usize) -> Value {
        if self.is_mixed(layer) {
            Value::Blank(layer, word)
        } else {
            Value::Word(layer, word)
        }
    }

    pub(super) fn is_data(&self, layer: usize) -> bool {
        self.book.layers[layer].role == Role::Data
    }

    /// The value at something that does not exist: missing for data, empty otherwise.
    fn absent(&self, layer: usize) -> Value {
        if self.is_data(layer) {
            Value::Missing
        } else {
            Value::Empty
        }
    }

    /// The value of a layer at a position of its ground.
    pub(super) fn value_at(&mut self, layer: usize, position: usize) -> Read<Value> {
        let data = self.data;
        if !self.is_data(layer) {
            return Ok(match self.filled(layer, position) {
                Filled::Nowhere => Value::Empty,
                Filled::Unknown => {
                    self.reads.push((layer, position));
                    Value::Unknown
                }
                Filled::Number(number) => Value::Number(number.into()),
                Filled::Word(word) => self.word(layer, word),
                Filled::Direction(direction) => Value::Directions(vec![direction]),
                Filled::Region(_) => self.region_at(layer, position)?,
            });
        }
        let datum = data
            .layers
            .get(layer)
            .and_then(|values| values.get(position));
        Ok(match datum.unwrap_or(&Datum::Missing) {
            // A mark is there or not.
            Datum::Missing if matches!(self.book.layers[layer].domain, Domain::Mark) => {
                Value::Truth(Truth::False)
            }
            Datum::Missing => Value::Missing,
            // An unknown list is one unknown number.
            Datum::Untold if self.book.layers[layer].domain == Domain::List => {
                Value::List(Rc::new(vec![None]), false)
            }
            Datum::Untold => Value::Untold,
            Datum::Mark => Value::Mark,
            Datum::Number(number) => Value::Number((*number).into()),
            Datum::Word(word) => self.word(layer, *word),
            Datum::Name(name) => Value::Name(Arc::clone(name)),
            Datum::Region(_) => self.region_at(layer, position)?,
            Datum::List(list) => {
                let entries = list
                    .iter()
                    .map(|entry| entry.map(|n| Value::Number(n.into())));
                Value::List(Rc::new(entries.collect()), false)
            }
            Datum::Clue(clue) => Value::Clue(clue.clone()),
            Datum::Patterns(texts) => {
                let mut texts = texts.iter().map(|text| Value::Name(Arc::clone(text)));
                match self.book.layers[layer].domain {
                    Domain::Patterns {
                        are_several: true, ..
                    } => Value::List(Rc::new(texts.map(Some).collect()), false),
                    _ => texts.next().unwrap_or(Value::Missing),
                }
            }
            Datum::Directions(directions) => Value::Directions(directions.clone()),
            Datum::Shapes(shapes) => {
                let drawn = shapes.iter().map(|cells| {
                    let cells = cells.iter().map(|&(r, c)| (r as i64, c as i64));
                    super::shapes::in_the_corner(cells)
                });
                Value::Shapes(Rc::new(drawn.collect::<Vec<Shape>>()))
            }
        })
    }

    fn region_at(&mut self, layer: usize, position: usize) -> Read<Value> {
        let regions = self.regions(layer)?;
        Ok(match regions.of.get(position) {
            Some(&Some(region)) => Value::Place(Rc::clone(&regions.places[region])),
            _ => self.absent(layer),
        })
    }

    /// The regions of a layer on all boards; of data in the order of their numbers, else of their first atoms.
    pub(super) fn regions(&mut self, layer: usize) -> Read<Rc<Regions>> {
        if !self.is_data(layer) {
            self.look_at_all();
        }
        if let Some(known) = &self.regions[layer] {
            return Ok(Rc::clone(known));
        }
        let data = self.data;
        let Ground::Atoms(kind, _) = self.book.layers[layer].on else {
            return trouble("regions consist of atoms");
        };
        let count = positions(data, &self.book.layers[layer].on);
        let mut places: Vec<Place> = Vec::new();
        let mut numbers: FxHashMap<(usize, u8), usize> = FxHashMap::default();
        let mut of = vec![None; count];
        let mut open = false;
        for (at, of) in of.iter_mut().enumerate() {
            let number = if self.is_data(layer) {
                match data.layers.get(layer).and_then(|values| values.get(at)) {
                    Some(Datum::Region(number)) => *number,
                    _ => continue,
                }
            } else {
                match self.filled(layer, at) {
                    Filled::Region(number) => number,
                    Filled::Unknown => {
                        open = true;
                        continue;
                    }
                    _ => continue,
                }
            };
            let atom = atom_at(&self.geometry, kind, at);
            let place = *numbers.entry((number, atom.board)).or_insert_with(|| {
                let mut place = Place::new(What::Region(layer, number), Vec::new());
                place.board = atom.board;
                places.push(place);
                places.len() - 1
            });
            places[place].atoms.push(atom);
            *of = Some(place);
        }
        let mut places: Vec<Place> = places;
        for place in &mut places {
            place.open = open;
        }
        let regions = Rc::new(Regions {
            places: places.into_iter().map(Rc::new).collect(),
            unknown: open,
            of,
        });
        self.regions[layer] = Some(Rc::clone(&regions));
        Ok(regions)
    }

    /// Notes that a formula depends on regions that are not known.
    pub(super) fn read_open(&mut self, place: &Place) {
        if let What::Region(layer, _) = place.what {
            self.reads.push((layer, 0));
        }
    }

    /// The value of a layer at an atom, a line or a region, or at what holds it.
    pub(super) fn layer_at(&mut self, layer: usize, subject: &Value) -> Read<Value> {
        match self.position_of(layer, subject)? {
            Ok(position) => self.value_at(layer, position),
            Err(Value::Missing) => Ok(self.absent(layer)),
            Err(nothing) => Ok(nothing),
        }
    }

    /// Whether a layer covers `subject`.
    pub(super) fn stands_at(&mut self, layer: usize, subject: &Value) -> Read<bool> {
        let position = self.position_of(layer, subject)?;
        Ok(position.is_ok_and(|position| super::Grounds::new(self.data).stands(layer, position)))
    }

    /// The layer of a word that covers things like `subject`, or what contains it.
    pub(super) fn layer_of_word(&self, name: &str, subject: &Value) -> Option<usize> {
        let book = self.book;
        let has = |layer: &usize| match &book.layers[*layer].domain {
            Domain::Values { words, .. } => words.iter().any(|symbol| &*symbol.word.name == name),
            _ => false,
        };
        let layers = || (0..book.layers.len()).filter(has);
        let fits = |layer: &usize| match (&book.layers[*layer].on, subject) {
            (Ground::Atoms(kind, _), Value::Atom(atom)) => *kind == atom.kind,
            (Ground::Atoms(kind, _), Value::Place(place)) => {
                place.what == What::Set && place.atoms.iter().all(|atom| atom.kind == *kind)
            }
            (Ground::Lines(_), Value::Place(place)) => matches!(place.what, What::Line(..)),
            (Ground::Regions(word), Value::Place(place)) => match place.what {
                What::Region(layer, _) => book.layer(&word.name) == Some(layer),
                _ => false,
            },
            _ => false,
        };
        layers().find(fits).or_else(|| layers().next())
    }

    /// The position of `subject` in a layer; otherwise `Empty`, or `Missing` where the data put it in no single region or line.
    ///
    /// Longer than other functions: an arm for each ground of a layer.
    fn position_of(&mut self, layer: usize, subject: &Value) -> Read<Result<usize, Value>> {
        let book = self.book;
        let geometry = self.geometry;
        if let Some(stop) = subject.gap() {
            return Err(stop);
        }
        let on = &book.layers[layer].on;
        if *on == Ground::Puzzle {
            return Ok(Ok(0));
        }
        if subject.is_empty() {
            return Ok(Err(Value::Empty));
        }
        let (Value::Atom(_) | Value::Place(_)) = subject else {
            return trouble("expected an atom or a place");
        };
        match on {
            Ground::Puzzle => Ok(Ok(0)),
            Ground::Atoms(kind, _) => {
                if matches!(book.layers[layer].domain, Domain::Regions) {
                    return self.region_position(layer, *kind, subject);
                }
                match self.atom(subject)? {
                    Some(atom) if atom.kind == *kind => Ok(Ok(position(&geometry, atom))),
                    Some(_) => trouble(format!(
                        "`{}` is declared on other atoms",
                        book.layers[layer].word.name
                    )),
                    None => Ok(Err(Value::Empty)),
                }
            }
            Ground::Lines(lines) => {
                let place = self.place(subject)?;
                let number = match place.what {
                    What::Line(own, number) if own == *lines => Some(number),
                    What::Line(Lines::Row, number) if *lines == Lines::Line => Some(number),
                    What::Line(Lines::Column, number) if *lines == Lines::Line => {
                        Some(geometry.rows + number)
                    }
                    What::Line(Lines::Line, number)
                        if *lines == Lines::Row && number < geometry.rows =>
                    {
                        Some(number)
                    }
                    What::Line(Lines::Line, number) if *lines == Lines::Column => {
                        number.checked_sub(geometry.rows)
                    }
                    _ => match lines {
                        Lines::Row => self.common(&place, |(row, _)| row),
                        Lines::Column => self.common(&place, |(_, column)| column),
                        _ => {
                            return trouble(format!(
                                "`{}` of something in several lines",
                                book.layers[layer].word.name
                            ));
                        }
                    },
                };
                let board = place.board as usize;
                let at = number.map(|number| line_position(&geometry, board, *lines, number));
                Ok(at.ok_or_else(|| in_several(&place)))
            }
            Ground::Regions(word) => {
                let Some(regions) = book.layer(&word.name) else {
                    return trouble(format!("there are no regions `{}`", word.name));
                };
                if let Value::Place(place) = subject
                    && let What::Region(own, number) = place.what
                    && own == regions
                {
                    return Ok(Ok(number));
                }
                match self.layer_at(regions, subject)? {
                    Value::Place(place) => match place.what {
                        What::Region(_, number) => Ok(Ok(number)),
                        _ => Ok(Err(Value::Empty)),
                    },
                    other => match other.gap() {
                        Some(Stop::Unknown) => Err(Stop::Unknown),
                        _ => Ok(Err(other)),
                    },
                }
            }
        }
    }

    /// A position in the region that holds all of `subject`: in none if several do.
    fn region_position(
        &mut self,
        layer: usize,
        kind: Kind,
        subject: &Value,
    ) -> Read<Result<usize, Value>> {
        let place = self.place(subject)?;
        let mut held: Vec<Atom> = Vec::new();
        for &atom in &place.atoms {
            if atom.kind == kind {
                held.push(atom);
            } else {
                held.extend(self.cells_of(atom));
            }
        }
        if held.iter().any(|atom| atom.kind != kind) {
            return trouble(format!(
                "`{}` is declared on other atoms",
                self.book.layers[layer].word.name
            ));
        }
        let Some(&first) = held.first() else {
            return Ok(Err(Value::Empty));
        };
        let at = position(&self.geometry, first);
        if held.len() > 1 {
            let own = self.value_at(layer, at)?;
            for &atom in &held[1..] {
                let other = self.value_at(layer, position(&self.geometry, atom))?;
                match (&own, &other) {
                    (Value::Place(a), Value::Place(b)) if a.what == b.what => {}
                    (Value::Unknown, _) | (_, Value::Unknown) => return Err(Stop::Unknown),
                    (Value::Missing, Value::Missing) => {}
                    _ => return Ok(Err(in_several(&place))),
                }
            }
        }
        Ok(Ok(at))
    }

    /// The row or column that all cells of a place share.
    pub(super) fn common(
        &self,
        place: &Place,
        axis: impl Fn((usize, usize)) -> usize,
    ) -> Option<usize> {
        let mut cells = place.atoms.iter().flat_map(|&atom| self.cells_of(atom));
        let first = axis(self.geometry.position(cells.next()?.index));
        cells
            .all(|cell| axis(self.geometry.position(cell.index)) == first)
            .then_some(first)
    }

    /// Whether a layer of data has a value at an atom, if it is a layer on such atoms.
    pub(super) fn has_datum(&self, layer: usize, subject: &Value) -> Option<bool> {
        let declared = &self.book.layers[layer];
        let (Value::Atom(atom), Ground::Atoms(kind, _)) = (subject, &declared.on) else {
            return None;
        };
        let is_of_regions = matches!(declared.domain, Domain::Regions);
        if !self.is_data(layer) || atom.kind != *kind || is_of_regions {
            return None;
        }
        let datum = self.data.layers.get(layer)?;
        Some(match datum.get(position(&self.geometry, *atom)) {
            None | Some(Datum::Missing) => false,
            Some(Datum::Word(_)) => !self.is_mixed(layer),
            Some(_) => true,
        })
    }

    /// Whether a layer has a value there.
    pub(super) fn has(&mut self, name: &str, subject: &Value) -> Read<Truth> {
        if let Some(definition) = self.definition(name, 1) {
            let value = self.call(definition, smallvec![subject.clone()])?;
            return Ok(match value {
                Value::Unknown => Truth::Unknown,
                value => Truth::from(!matches!(value, Value::Missing) && !value.is_empty()),
            });
        }
        let Some(layer) = self.book.layer(name) else {
            return trouble(format!("there is no layer `{name}`"));
        };
        if let Some(has) = self.has_datum(layer, subject) {
            return Ok(Truth::from(has));
        }
        let mixed = self.is_mixed(layer);
        let reads = self.reads.len();
        Ok(match self.layer_at(layer, subject) {
            Err(stop) => return stop.truth(),
            Ok(Value::Missing | Value::Empty | Value::Blank(..) | Value::Truth(Truth::False)) => {
                Truth::False
            }
            Ok(Value::Unknown) if mixed => Truth::Unknown,
            Ok(_) => {
                self.reads.truncate(reads);
                Truth::True
            }
        })
    }
}

/// The region or line of a place that is not in one: several atoms have none, for a single one the data tell none.
fn in_several(place: &Place) -> Value {
    match place.atoms.len() {
        1 => Value::Missing,
        _ => Value::Empty,
    }
}
