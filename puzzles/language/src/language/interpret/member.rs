//! What phrases name: candidates, members, and the values of variables.

use std::rc::Rc;

use smallvec::{SmallVec, smallvec};

use super::super::geometry::Atom;
use super::super::syntax::{Name, Noun, Phrase};
use super::value::{Place, Truth, Value};

/// The name of the member of a phrase without variables.
pub(super) const IT: &str = "it";

/// One value for each variable of a phrase.
pub(super) type Values = SmallVec<[Value; 2]>;

/// The certain and possible members of a phrase.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) values: Values,
    /// True or unknown.
    pub(super) truth: Truth,
}

/// The candidates of a phrase.
pub(super) struct Candidates {
    /// All true, until they are sifted.
    pub(super) members: Vec<Member>,
    /// The qualifiers that have been applied.
    pub(super) used: SmallVec<[usize; 2]>,
    pub(super) circular: bool,
    /// The conditions that depend on the data alone have been applied, too.
    pub(super) settled: bool,
}

impl Candidates {
    pub(super) fn new(values: impl IntoIterator<Item = Value>) -> Self {
        Self::of(values.into_iter().map(|value| smallvec![value]))
    }

    /// With these values each.
    pub(super) fn of(values: impl IntoIterator<Item = Values>) -> Self {
        let member = |values| Member {
            values,
            truth: Truth::True,
        };
        Self {
            members: values.into_iter().map(member).collect(),
            used: SmallVec::new(),
            circular: false,
            settled: false,
        }
    }

    pub(super) fn atoms(atoms: Vec<Atom>) -> Self {
        Self::new(atoms.into_iter().map(Value::Atom))
    }

    pub(super) fn places(places: impl IntoIterator<Item = Place>) -> Self {
        Self::new(places.into_iter().map(|place| Value::Place(Rc::new(place))))
    }

    pub(super) fn pairs(pairs: impl IntoIterator<Item = (Atom, Atom)>) -> Self {
        let pairs = pairs.into_iter();
        Self::of(pairs.map(|(a, b)| smallvec![Value::Atom(a), Value::Atom(b)]))
    }

    pub(super) fn using(mut self, qualifier: usize) -> Self {
        self.used.push(qualifier);
        self
    }
}

/// The names that `Interpreter::with` binds.
pub(super) fn names_of(phrase: &Phrase) -> Vec<Name> {
    match (&phrase.noun, &phrase.variables[..]) {
        (Noun::Pair(_) | Noun::Step, []) => Vec::new(),
        (_, []) => vec![IT.into()],
        (_, words) => words.iter().map(|word| word.name.clone()).collect(),
    }
}
