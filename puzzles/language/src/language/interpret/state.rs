//! What an evaluation goes by: data, a filled grid, the names in scope.

use std::cell::RefCell;
use std::ptr;
use std::rc::Rc;
use std::sync::Arc;

use fxhash::FxHashMap;

use super::super::geometry::{Atom, Geometry};
use super::super::syntax::{Definition, Expr, Kind, Lines, Name, Noun, Phrase, Rulebook, Word};
use super::super::values::{Candidates, Data, Filled, Filling};
use super::determined::Determined;
use super::member::{IT, Values};
use super::memo::{Key, MOST_SPOTS, Memo, Plain, Reading, Reads, Spot, Subject};
use super::plan::Plans;
use super::regex::Pattern;
use super::value::{Place, Read, Stop, Truth, Value, What, trouble};
use crate::clue::Clue;

/// The regions of a layer.
pub(super) struct Regions {
    pub(super) places: Vec<Rc<Place>>,
    /// Some positions are not known.
    pub(super) unknown: bool,
    /// By position of the layer: the number of its region among `places`.
    pub(super) of: Vec<Option<usize>>,
}

/// The groups of a noun that means the same wherever it stands.
pub(super) struct KnownGroups {
    pub(super) noun: Noun,
    /// That they are on.
    pub(super) board: Option<u8>,
    pub(super) groups: Rc<[Rc<Place>]>,
    /// By atom: its group.
    pub(super) of: FxHashMap<Atom, Rc<Place>>,
    /// The places of the filled grid that have been read to find them, if that has been noted.
    pub(super) spots: Option<Vec<Spot>>,
}

/// The deepest nesting of formulas, definitions included.
const MAX_DEPTH: usize = 300;

/// Evaluates formulas.
///
/// More fields than others: the grid, what is known of it from other grids, and what is noted on the way.
pub(super) struct Interpreter<'d> {
    pub(super) data: &'d Data,
    pub(super) book: &'d Rulebook,
    pub(super) geometry: Geometry,
    /// By layer and position. Absent values are unknown.
    filling: Vec<Vec<Filled>>,
    /// What some unknown values may be.
    pub(super) candidates: Option<&'d Candidates>,
    /// The board that rules are about; `None` for all of them.
    pub(super) board: Option<u8>,
    /// Results from other grids of the same puzzle.
    pub(super) determined: Option<&'d Determined>,
    /// Instances that are known to hold.
    pub(super) memo: Memo,
    /// What is read of the filled grid, while `looks` is on.
    looked: RefCell<Reads>,
    pub(super) looks: bool,
    scope: Vec<(Name, Value)>,
    /// [`IT`].
    it: Name,
    /// Where the names of the current definition begin.
    base: usize,
    depth: usize,
    /// The unknown values that have been asked for: layer and position.
    pub(super) reads: Vec<(usize, usize)>,
    pub(super) regions: Vec<Option<Rc<Regions>>>,
    /// What the words of the rulebook show, if all of the grid is known and others of the puzzle are to follow.
    pub(super) plans: Option<&'d Plans>,
    /// The groups of closed nouns.
    pub(super) known_groups: Vec<KnownGroups>,
    /// The numbers of these by the address of a noun, or of what cells are reached through.
    pub(super) groups_at: FxHashMap<usize, usize>,
    /// The values of definitions that read this filled grid.
    called: FxHashMap<(usize, Subject, Option<u8>), Plain>,
    pub(super) patterns: FxHashMap<(Name, Arc<str>), Rc<Pattern>>,
    clues: FxHashMap<String, Clue>,
}

impl<'d> Interpreter<'d> {
    /// For a grid of a puzzle of which something is known.
    pub(super) fn knowing(determined: &'d Determined, data: &'d Data, filling: &Filling) -> Self {
        let mut this = Self::new(data, Some(filling));
        if data.geometry.boards <= 1 && !this.is_partial() {
            this.plans = Some(determined.plans(&data.book));
        }
        this.determined = Some(determined);
        this.memo = determined.take_memo(this.plans.is_some());
        this
    }

    /// Gives back what it has found out for other grids.
    pub(super) fn done(self) {
        if let Some(determined) = self.determined {
            determined.put_memo(self.plans.is_some(), self.memo);
        }
    }

    pub(super) fn new(data: &'d Data, filling: Option<&Filling>) -> Self {
        Self {
            data,
            book: &data.book,
            geometry: data.geometry,
            filling: filling.map_or_else(Vec::new, |filling| filling.layers.clone()),
            candidates: None,
            board: None,
            determined: None,
            memo: Memo::default(),
            looked: RefCell::default(),
            looks: false,
            scope: Vec::new(),
            it: IT.into(),
            base: 0,
            depth: 0,
            reads: Vec::new(),
            regions: vec![None; data.book.layers.len()],
            plans: None,
            known_groups: Vec::new(),
            groups_at: FxHashMap::default(),
            called: FxHashMap::default(),
            patterns: FxHashMap::default(),
            clues: FxHashMap::default(),
        }
    }

    /// The filled grid, by layer and position. Absent values are unknown.
    pub(super) fn filling(&self) -> &[Vec<Filled>] {
        self.look_at_all();
        &self.filling
    }

    /// Whether something is not known.
    pub(super) fn is_partial(&self) -> bool {
        let mut layers = self.filling.iter();
        layers.any(|values| values.contains(&Filled::Unknown))
    }

    /// The same for callers that note themselves what they read.
    pub(super) fn filling_unnoted(&self) -> &[Vec<Filled>] {
        &self.filling
    }

    /// Runs `inner`, with what it reads by itself, if that is noted.
    pub(super) fn looking_apart<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> T,
    ) -> (T, Option<Vec<Spot>>) {
        if !self.looks {
            return (inner(self), None);
        }
        let before = self.looked.take();
        let result = inner(self);
        let own = self.looked.replace(before);
        let spots = own.all().map(<[_]>::to_vec);
        let mut looked = self.looked.borrow_mut();
        match &spots {
            Some(spots) => spots.iter().for_each(|&spot| looked.add(spot)),
            None => looked.more = true,
        }
        drop(looked);
        (result, spots)
    }

    /// Notes that these places are read once more; many as more than can be told, since what reads them is not kept.
    pub(super) fn look_again(&self, spots: Option<&[Spot]>) {
        match spots {
            Some(spots) if self.looks && spots.len() <= MOST_SPOTS => {
                let mut looked = self.looked.borrow_mut();
                spots.iter().for_each(|&spot| looked.add(spot));
            }
            _ => self.look_at_all(),
        }
    }

    /// Notes that more is read of the filled grid than single places.
    pub(super) fn look_at_all(&self) {
        if self.looks {
            self.looked.borrow_mut().more = true;
        }
    }

    /// Runs `inner`, with what it reads of the filled grid.
    pub(super) fn looking<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> T,
    ) -> (T, std::cell::Ref<'_, Reads>) {
        self.looked.borrow_mut().clear();
        self.looks = true;
        let result = inner(self);
        self.looks = false;
        (result, self.looked.borrow())
    }

    /// Whether an instance is known to hold.
    pub(super) fn is_known(&self, key: Key, member: usize) -> bool {
        self.memo.holds(key, member, &self.filling)
    }

    /// Keeps that the instance holds that was evaluated last, by [`looking`](Self::looking).
    pub(super) fn keep_known(&mut self, key: Key, member: usize) {
        match self.looked.borrow().all() {
            Some(spots) => self.memo.keep(key, member, spots, &self.filling),
            None => self.memo.give_up(key, member),
        }
    }

    /// The value of a layer at a position.
    pub(super) fn filled(&self, layer: usize, position: usize) -> Filled {
        if self.looks {
            self.looked.borrow_mut().add((layer, position));
        }
        let values = self.filling.get(layer);
        values
            .and_then(|values| values.get(position))
            .copied()
            .unwrap_or(Filled::Unknown)
    }

    pub(super) fn filling_mut(&mut self) -> &mut [Vec<Filled>] {
        self.known_groups.clear();
        self.groups_at.clear();
        self.called.clear();
        &mut self.filling
    }

    /// The boards of phrases without `on`.
    pub(super) fn boards(&self) -> std::ops::Range<u8> {
        match self.board {
            Some(board) => board..board + 1,
            None => 0..self.geometry.boards as u8,
        }
    }

    /// All atoms of a kind, in reading order.
    pub(super) fn atoms(&self, kind: Kind) -> Vec<Atom> {
        let count = self.geometry.count(kind) as u32;
        self.boards()
            .flat_map(|board| (0..count).map(move |index| Atom { kind, board, index }))
            .collect()
    }

    pub(super) fn line(&self, lines: Lines, board: u8, number: usize) -> Place {
        let cells = self.geometry.line(lines, number);
        let atoms = cells.into_iter().map(|index| Atom {
            kind: Kind::Cell,
            board,
            index,
        });
        let mut place = Place::new(What::Line(lines, number), atoms.collect());
        place.board = board;
        place
    }

    pub(super) fn board_place(&self, board: u8) -> Place {
        let count = self.geometry.count(Kind::Cell) as u32;
        let atoms = (0..count).map(|index| Atom {
            kind: Kind::Cell,
            board,
            index,
        });
        let mut place = Place::new(What::Board, atoms.collect());
        place.board = board;
        place
    }

    /// Runs `inner` with names for values.
    pub(super) fn bound<T>(
        &mut self,
        names: impl IntoIterator<Item = (Name, Value)>,
        inner: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.scope.len();
        self.scope.extend(names);
        let result = inner(self);
        self.scope.truncate(before);
        result
    }

    /// Runs `inner` with the variables of a phrase; what has no name is called `it`.
    pub(super) fn with<T>(
        &mut self,
        phrase: &Phrase,
        values: &[Value],
        inner: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.scope.len();
        match (&phrase.variables[..], values) {
            ([], [value]) => self.scope.push((Name::clone(&self.it), value.clone())),
            (words, values) => {
                let names = words.iter().map(|word| Name::clone(&word.name));
                self.scope.extend(names.zip(values.iter().cloned()));
            }
        }
        let result = inner(self);
        self.scope.truncate(before);
        result
    }

    /// Whether no names are bound.
    pub(super) fn is_bare(&self) -> bool {
        self.scope.is_empty()
    }

    /// Runs `inner` with what `let` names.
    pub(super) fn named<T>(
        &mut self,
        bound: &[(Word, Expr)],
        inner: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<T> {
        let before = self.scope.len();
        let mut result = Ok(());
        for (word, value) in bound {
            match self.eval(value) {
                Ok(value) => self.scope.push((word.name.clone(), value)),
                Err(stop) => {
                    result = Err(stop);
                    break;
                }
            }
        }
        let result = result.and_then(|()| inner(self));
        self.scope.truncate(before);
        result
    }

    pub(super) fn variable(&self, name: &str) -> Option<Value> {
        let own = self.scope.get(self.base..).unwrap_or_default();
        let found = own.iter().rev().find(|(known, _)| **known == *name);
        found.map(|(_, value)| value.clone())
    }

    /// Runs `inner` one level deeper.
    pub(super) fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == MAX_DEPTH {
            return trouble("definitions are nested too deeply");
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    pub(super) fn definition(&self, name: &str, arguments: usize) -> Option<&'d Definition> {
        let book = self.book;
        book.definitions
            .iter()
            .find(|known| &*known.word.name == name && known.parameters.len() == arguments)
    }

    /// The value of a definition: its body sees nothing but its parameters.
    pub(super) fn call(&mut self, definition: &'d Definition, arguments: Values) -> Read<Value> {
        let number = ptr::from_ref(definition).addr();
        let atom = match arguments[..] {
            [Value::Atom(atom)] => atom,
            _ => return self.called_here(number, definition, arguments),
        };
        let (book, boards) = (self.book, self.geometry.boards);
        let reading = match self.memo.reads.get(&number) {
            Some(known) => known,
            None => {
                let reads = Reading::of(book, definition, boards);
                self.memo.reads.insert(number, reads);
                &self.memo.reads[&number]
            }
        };
        match reading {
            Reading::Test(test) if test.on == atom.kind => {
                let has = |layer| self.has_datum(layer, &Value::Atom(atom)) == Some(true);
                Ok(Value::Truth(Truth::from(test.holds(&has))))
            }
            Reading::Data => {
                if let Some(known) = self.memo.called.get(&(number, atom)) {
                    return Ok(known.value());
                }
                let value = self.evaluated(definition, arguments)?;
                if let Some(plain) = Plain::of(&value) {
                    self.memo.called.insert((number, atom), plain);
                }
                Ok(value)
            }
            _ => self.called_here(number, definition, arguments),
        }
    }

    /// The value of a definition that reads the filled grid, kept until this changes if nothing unknown was read for it:
    /// rules about rooms and the ways between them ask the same of a room again and again.
    fn called_here(
        &mut self,
        number: usize,
        definition: &'d Definition,
        arguments: Values,
    ) -> Read<Value> {
        let subject = match &arguments[..] {
            [subject] if !self.looks => Subject::of(subject),
            _ => None,
        };
        let Some(subject) = subject else {
            return self.evaluated(definition, arguments);
        };
        let key = (number, subject, self.board);
        if let Some(known) = self.called.get(&key) {
            return Ok(known.value());
        }
        let reads = self.reads.len();
        let value = self.evaluated(definition, arguments)?;
        if self.reads.len() == reads
            && !matches!(value, Value::Truth(Truth::Unknown))
            && let Some(plain) = Plain::of(&value)
        {
            self.called.insert(key, plain);
        }
        Ok(value)
    }

    fn evaluated(&mut self, definition: &'d Definition, arguments: Values) -> Read<Value> {
        let base = std::mem::replace(&mut self.base, self.scope.len());
        let names = definition.parameters.iter().map(|word| word.name.clone());
        let result = self.bound(names.zip(arguments), |this| this.eval(&definition.body));
        self.base = base;
        result
    }

    /// Whether `expr` holds.
    pub(super) fn test(&mut self, expr: &Expr) -> Read<Truth> {
        let value = self.eval(expr)?;
        self.truth(&value)
    }

    pub(super) fn truth(&self, value: &Value) -> Read<Truth> {
        Ok(match value {
            Value::Truth(truth) => *truth,
            Value::Missing | Value::Untold => Truth::Missing,
            Value::Unknown => Truth::Unknown,
            Value::Empty => Truth::False,
            Value::Mark => Truth::True,
            _ => return trouble("expected a test"),
        })
    }

    /// The clue of a text, read once.
    pub(super) fn clue(&mut self, text: &str) -> Read<Clue> {
        if let Some(known) = self.clues.get(text) {
            return Ok(known.clone());
        }
        match Clue::parse(text) {
            Ok(clue) => {
                self.clues.insert(text.to_owned(), clue.clone());
                Ok(clue)
            }
            Err(_) => trouble(format!("`{text}` is not a clue")),
        }
    }
}

impl Interpreter<'_> {
    /// The atom that a value is or, of a place, its only one.
    pub(super) fn atom(&mut self, value: &Value) -> Read<Option<Atom>> {
        if let Some(stop) = value.gap() {
            return Err(stop);
        }
        match value {
            Value::Atom(atom) => Ok(Some(*atom)),
            _ if value.is_empty() => Ok(None),
            Value::Place(place) if place.open => {
                self.read_open(place);
                Err(Stop::Unknown)
            }
            Value::Place(place) => match &place.atoms[..] {
                [atom] => Ok(Some(*atom)),
                // The only one of them is meant.
                _ if place.what == What::Set || place.atoms.is_empty() => Ok(None),
                _ => trouble("expected one atom, found a place with several"),
            },
            _ => trouble("expected a cell"),
        }
    }

    /// The place that a value is: for an atom, the atom alone.
    pub(super) fn place(&mut self, value: &Value) -> Read<Rc<Place>> {
        if let Some(stop) = value.gap() {
            return Err(stop);
        }
        match value {
            Value::Place(place) if place.open => {
                self.read_open(place);
                Err(Stop::Unknown)
            }
            Value::Place(place) => Ok(Rc::clone(place)),
            Value::Atom(atom) => Ok(Rc::new(Place::new(What::Set, vec![*atom]))),
            Value::Empty => Ok(Rc::new(Place::new(What::Set, Vec::new()))),
            _ => trouble("expected a place"),
        }
    }

    /// A number, `None` if it is empty.
    pub(super) fn number(&self, value: &Value) -> Read<Option<i128>> {
        if let Some(stop) = value.gap() {
            return Err(stop);
        }
        match value {
            Value::Number(number) => Ok(Some(*number)),
            _ if value.is_empty() => Ok(None),
            _ => trouble("expected a number"),
        }
    }

    /// The cells that an atom touches: of a cell itself, of a link those that it joins.
    pub(super) fn cells_of(&self, atom: Atom) -> Vec<Atom> {
        let cell = |index| Atom {
            kind: Kind::Cell,
            board: atom.board,
            index,
        };
        match atom.kind {
            Kind::Cell => vec![atom],
            Kind::Link => self.geometry.link_cells(atom.index).map(cell).to_vec(),
            Kind::Edge => self
                .geometry
                .edge_cells(atom.index)
                .into_iter()
                .flatten()
                .map(cell)
                .collect(),
            Kind::Corner => self
                .geometry
                .corner_cells(atom.index)
                .into_iter()
                .map(cell)
                .collect(),
        }
    }
}
