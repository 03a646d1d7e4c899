//! The values of expressions in the compiler: constants if the data determines them, otherwise tests and numbers over
//! variables.

use std::rc::Rc;
use std::sync::Arc;

use quadrille_engine::Var;
use quadrille_engine::propagators::{Number, Test};

use super::logic::{FALSE, TRUE, Truth, and, or};
use crate::clue::Clue;
use crate::grid::Direction;
use crate::language::geometry::Atom;
use crate::language::syntax::{Lines, Name};

/// The value of an expression.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// The data says nothing.
    Missing,
    /// There is no such thing: a neighbour off the grid, the first of none.
    Empty,
    Number(Number),
    Test(Truth),
    Atom(Atom),
    Place(Rc<Place>),
    Direction(Direction),
    Directions(Vec<Direction>),
    /// A word of a layer.
    Word(usize, usize),
    /// The word of a layer of data that a place has instead of a number.
    Blank(usize, usize),
    /// The value of a layer to find that has words or directions: by code of the variable.
    Choice(Choice),
    Name(Arc<str>),
    Clue(Clue),
    /// The values of a list or bag with the tests under which they are there.
    List(Vec<(Test, Value)>, bool),
    /// A list of the data.
    Numbers(Vec<Option<i64>>),
    Text(String),
    Board(u8),
    /// The shape of a place: by declared shape the test that it has it.
    Shape(Rc<Vec<Test>>),
    KnownShape(usize),
    /// The shape of a place, neither turned nor mirrored.
    Standing(Rc<Place>),
    Shapes(Vec<Vec<(usize, usize)>>),
    /// The first of these words or directions whose test holds.
    First(Rc<Vec<(Test, Value)>>),
    /// What a name stands for, and when that is absent: this matters only where the name is used.
    Named(Rc<(Value, Absence)>),
}

impl Value {
    /// The test that there is such a thing: false where it is empty.
    pub(super) fn exists(&self) -> Test {
        match self {
            Value::Empty => FALSE,
            Value::Number(number) => number.defined(),
            Value::Place(place) => place.exists(),
            Value::First(ways) => or(ways
                .iter()
                .map(|(test, value)| and([test.clone(), value.exists()]))),
            _ => TRUE,
        }
    }
}

/// When a value is absent: its data are missing, or there but not told (`?` in the file).
#[derive(Clone, Debug, Default)]
pub(super) struct Absence {
    /// It is missing, or not told, if one of these holds.
    pub(super) when: Vec<Test>,
    /// It is then not told.
    pub(super) untold: bool,
    /// It is missing if some of them hold, and not told if others do.
    pub(super) mixed: bool,
}

/// The value of a layer to find.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) layer: usize,
    pub(super) var: Var,
}

/// The identity of a place, apart from its members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Identity {
    /// A line and its board.
    Line(Lines, usize, u8),
    /// A region of a layer of data.
    Region(usize, usize),
    /// The region of a layer to find that contains an atom.
    AreaOf(usize, Atom),
    /// A group of [`Groups`](super::groups::graph::GroupKind): the atoms that may be members by number of the vertex.
    Group(usize),
    /// Any set of atoms.
    Other,
}

/// Atoms with the tests under which they belong to it.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) members: Vec<(Atom, Test)>,
    /// Whether its members are in order in each solution: not if it is one of several rings or the like, whichever the
    /// solution says.
    pub(super) ordered: bool,
    /// A ring: the last comes before the first.
    pub(super) circular: bool,
    /// Named in the singular: without members it does not exist.
    pub(super) single: bool,
    /// When it exists, of one that may be there without members.
    pub(super) there: Option<Test>,
    /// No two of its members are there at once.
    pub(super) sole: bool,
    pub(super) identity: Identity,
    pub(super) name: String,
}

impl Place {
    pub(super) fn plain(atoms: impl IntoIterator<Item = Atom>) -> Self {
        Self {
            members: atoms
                .into_iter()
                .map(|atom| (atom, Test::Const(true)))
                .collect(),
            ordered: true,
            circular: false,
            single: false,
            there: None,
            sole: false,
            identity: Identity::Other,
            name: String::new(),
        }
    }

    /// The one of these atoms that is there; at most one is.
    pub(super) fn one_of(members: Vec<(Atom, Test)>) -> Self {
        Self {
            members,
            single: true,
            sole: true,
            ..Self::plain([])
        }
    }

    /// Whether it is a single atom, whichever, or nothing.
    pub(super) fn is_one_atom(&self) -> bool {
        self.identity == Identity::Other && (self.sole || self.members.len() == 1)
    }

    /// Whether it may be a single atom, or the only one of several may be meant.
    pub(super) fn may_be_one(&self) -> bool {
        self.identity == Identity::Other
    }

    /// When it exists: always, if it is a set in the plural.
    pub(super) fn exists(&self) -> Test {
        match &self.there {
            Some(test) => test.clone(),
            None if self.single => or(self.members.iter().map(|(_, test)| test.clone())),
            None => TRUE,
        }
    }

    /// The test that an atom is a member. Linear in the number of members, unless they begin with the first atom of
    /// their kind and go on without a gap, as those of the whole grid do.
    pub(super) fn guard_of(&self, atom: Atom) -> Test {
        let at_once = self.members.get(atom.index as usize);
        let mut found = at_once.filter(|(member, _)| *member == atom);
        if found.is_none() {
            found = self.members.iter().find(|(member, _)| *member == atom);
        }
        found.map_or(Test::Const(false), |(_, guard)| guard.clone())
    }
}

/// Names and their values, the innermost last.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) names: Vec<(Name, Value)>,
}

impl Scope {
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.names
            .iter()
            .rev()
            .find(|(known, _)| &**known == name)
            .map(|(_, value)| value)
    }
}
