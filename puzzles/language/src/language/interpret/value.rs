//! What expressions have as values, and truth with a third and a fourth value.

use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

use super::super::geometry::Atom;
use super::super::syntax::{Lines, Rulebook};
use super::shapes::{self, Shape};
use crate::clue::Clue;
use crate::fold::Face;
use crate::grid::Direction;

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It depends on data that is not there.
    Missing,
    /// It depends on data that is there but unknown.
    Untold,
    /// It depends on what has not been found yet.
    Unknown,
    /// It has no meaning: the type check should have refused it, or a number is too large.
    Trouble(String),
}

impl Stop {
    /// What a test is about which there is no value.
    pub(super) fn truth(self) -> Read<Truth> {
        match self {
            Stop::Missing | Stop::Untold => Ok(Truth::Missing),
            Stop::Unknown => Ok(Truth::Unknown),
            Stop::Trouble(_) => Err(self),
        }
    }
}

pub(super) type Read<T> = Result<T, Stop>;

pub(super) fn trouble<T>(text: impl Into<String>) -> Read<T> {
    Err(Stop::Trouble(text.into()))
}

/// True, false, or neither: because data is missing, or because something is not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    True,
    False,
    Missing,
    Unknown,
}

impl Truth {
    pub(super) fn not(self) -> Truth {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            neither => neither,
        }
    }

    /// False if either is, whatever the other is.
    pub(super) fn and(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::False, _) | (_, Truth::False) => Truth::False,
            (Truth::Unknown, _) | (_, Truth::Unknown) => Truth::Unknown,
            (Truth::Missing, _) | (_, Truth::Missing) => Truth::Missing,
            (Truth::True, Truth::True) => Truth::True,
        }
    }

    pub(super) fn or(self, other: Truth) -> Truth {
        self.not().and(other.not()).not()
    }

    /// Whether both are true or both false; neither if one of them is neither.
    pub(super) fn same(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::Missing, _) | (_, Truth::Missing) => Truth::Missing,
            (Truth::Unknown, _) | (_, Truth::Unknown) => Truth::Unknown,
            (one, other) => Truth::from(one == other),
        }
    }
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds { Truth::True } else { Truth::False }
    }
}

/// The identity of a place, apart from its atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Any atoms.
    Set,
    Line(Lines, usize),
    /// A region: its layer, and its number there.
    Region(usize, usize),
    Block,
    Group,
    Run,
    Ring,
    Face(Face),
    Board,
}

/// Atoms in an order.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) atoms: Vec<Atom>,
    pub(super) board: u8,
    /// The first atom follows the last one, if they share a side.
    pub(super) circular: bool,
    /// Some of its atoms are not known yet.
    pub(super) open: bool,
    pub(super) what: What,
}

impl Place {
    pub(super) fn new(what: What, atoms: Vec<Atom>) -> Place {
        Place {
            board: atoms.first().map_or(0, |atom| atom.board),
            atoms,
            circular: false,
            open: false,
            what,
        }
    }

    /// Regions and lines are the same if they are called the same, other places if they have the same atoms.
    fn same(&self, other: &Place) -> bool {
        match (self.what, other.what) {
            (What::Region(a, _), What::Region(b, _)) if a == b => {
                self.what == other.what && self.board == other.board
            }
            (What::Line(a, _), What::Line(b, _)) if a == b => {
                self.what == other.what && self.board == other.board
            }
            // These are in order.
            (What::Group, What::Group) => self.atoms == other.atoms,
            _ => sorted(self.atoms.clone()) == sorted(other.atoms.clone()),
        }
    }
}

/// In reading order, each once.
pub(super) fn sorted(mut atoms: Vec<Atom>) -> Vec<Atom> {
    atoms.sort_unstable_by_key(|atom| (atom.board, atom.kind, atom.index));
    atoms.dedup();
    atoms
}

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Number(i128),
    Truth(Truth),
    Atom(Atom),
    Place(Rc<Place>),
    /// One direction, or several of a layer of `directions`.
    Directions(Vec<Direction>),
    /// Values in order or, in a bag, unordered; `None` for an unknown one.
    List(Rc<Vec<Option<Value>>>, bool),
    /// A word of a layer.
    Word(usize, usize),
    /// The word that a layer of numbers has for having none: empty, except beside the word itself.
    Blank(usize, usize),
    /// A word of the puzzle's own, or a text.
    Name(Arc<str>),
    Clue(Clue),
    /// One shape, or several of a layer of `shapes`, turned and mirrored freely.
    Shapes(Rc<Vec<Shape>>),
    /// A shape that is neither turned nor mirrored.
    Standing(Shape),
    Mark,
    Missing,
    Untold,
    Empty,
    Unknown,
}

impl Value {
    /// Why there is no value, if it is missing or unknown.
    pub(super) fn gap(&self) -> Option<Stop> {
        match self {
            Value::Missing => Some(Stop::Missing),
            Value::Untold => Some(Stop::Untold),
            Value::Unknown => Some(Stop::Unknown),
            _ => None,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        match self {
            Value::Empty | Value::Blank(..) => true,
            Value::Place(place) => place.atoms.is_empty() && place.what == What::Set && !place.open,
            _ => false,
        }
    }
}

/// The reason why two values cannot be combined: missing data takes precedence over unknown data.
pub(super) fn gap(left: &Value, right: &Value) -> Option<Stop> {
    let gaps = [left.gap(), right.gap()];
    [Stop::Missing, Stop::Untold, Stop::Unknown]
        .into_iter()
        .find(|stop| gaps.iter().flatten().any(|gap| gap == stop))
}

/// The name of a word of a layer.
pub(super) fn word_name(book: &Rulebook, layer: usize, word: usize) -> &str {
    match &book.layers[layer].domain {
        super::super::syntax::Domain::Values { words, .. } => {
            words.get(word).map_or("?", |symbol| &*symbol.word.name)
        }
        _ => "?",
    }
}

/// Whether two values that are there are equal.
pub(super) fn equal(book: &Rulebook, left: &Value, right: &Value) -> Read<bool> {
    use Value as V;
    Ok(match (left, right) {
        (V::Blank(a, x), V::Word(b, y)) | (V::Word(a, x), V::Blank(b, y) | V::Word(b, y)) => {
            word_name(book, *a, *x) == word_name(book, *b, *y)
        }
        _ if left.is_empty() || right.is_empty() => match (left, right) {
            // Two places without atoms are the same set; nothing else is equal to nothing.
            (V::Place(a), V::Place(b)) => a.atoms.is_empty() && b.atoms.is_empty(),
            _ => false,
        },
        (V::Number(a), V::Number(b)) => a == b,
        (V::Number(_), V::Word(..)) | (V::Word(..), V::Number(_)) => false,
        (V::Truth(a), V::Truth(b)) => a == b,
        (V::Atom(a), V::Atom(b)) => a == b,
        (V::Atom(a), V::Place(b)) | (V::Place(b), V::Atom(a)) => {
            !b.open && b.atoms.len() == 1 && b.atoms[0] == *a
        }
        (V::Place(a), V::Place(b)) => {
            let identity = matches!(
                (a.what, b.what), (What::Region(a, _), What::Region(b, _)) if a == b
            );
            if (a.open || b.open) && !identity {
                return Err(Stop::Unknown);
            }
            a.same(b)
        }
        (V::Directions(a), V::Directions(b)) => a == b,
        (V::List(a, unordered), V::List(b, other)) => {
            if *unordered || *other {
                same_bag(book, a, b)
            } else {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| matches(book, a, b))
            }
        }
        (V::Name(a), V::Name(b)) => a == b,
        (V::Name(a), V::Word(layer, word)) | (V::Word(layer, word), V::Name(a)) => {
            **a == *word_name(book, *layer, *word)
        }
        (V::Shapes(a), V::Shapes(b)) => normals(a) == normals(b) && !a.contains(&shapes::UNTOLD),
        (V::Standing(a), V::Standing(b)) => a == b,
        (V::Standing(own), V::Shapes(known)) | (V::Shapes(known), V::Standing(own)) => {
            known[..] == [own.clone()]
        }
        // The shapes of groups, in any order, and those to be placed.
        (V::List(entries, true), V::Shapes(wanted))
        | (V::Shapes(wanted), V::List(entries, true)) => {
            let mut rest = wanted.to_vec();
            let mut all = entries.len() == rest.len();
            for entry in entries.iter() {
                let same = |shape: &Shape| {
                    let shape = V::Shapes(Rc::new(vec![shape.clone()]));
                    let entry = entry.as_ref();
                    entry.is_some_and(|entry| equal(book, entry, &shape).unwrap_or(false))
                };
                match rest.iter().position(same) {
                    Some(at) => drop(rest.swap_remove(at)),
                    None => all = false,
                }
            }
            all
        }
        // A word with the name of a shape denotes that shape.
        (shape @ (V::Shapes(_) | V::Standing(_)), V::Word(layer, word))
        | (V::Word(layer, word), shape @ (V::Shapes(_) | V::Standing(_))) => {
            let name = word_name(book, *layer, *word);
            let named = book.shapes.iter().find(|(known, _)| *known.name == *name);
            match named.map(|(_, rows)| shapes::drawn(rows)) {
                Some(drawn) => equal(book, shape, &V::Shapes(Rc::new(vec![drawn])))?,
                None => false,
            }
        }
        (V::Mark, V::Mark) => true,
        _ => return trouble("these are not compared"),
    })
}

/// The normal forms of shapes.
fn normals(shapes: &[Shape]) -> Vec<Shape> {
    shapes.iter().cloned().map(shapes::normal).collect()
}

/// An unknown entry matches any one value.
fn matches(book: &Rulebook, one: &Option<Value>, other: &Option<Value>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => equal(book, one, other).unwrap_or(false),
        _ => true,
    }
}

/// Whether the entries can be matched one to one.
fn same_bag(book: &Rulebook, one: &[Option<Value>], other: &[Option<Value>]) -> bool {
    let known = |list: &[Option<Value>]| list.iter().flatten().cloned().collect::<Vec<Value>>();
    let mut rest = known(other);
    let mut alone = 0;
    for value in known(one) {
        match rest
            .iter()
            .position(|found| equal(book, &value, found).unwrap_or(false))
        {
            Some(at) => drop(rest.swap_remove(at)),
            None => alone += 1,
        }
    }
    let open = |list: &[Option<Value>]| list.iter().filter(|entry| entry.is_none()).count();
    one.len() == other.len() && alone <= open(other) && rest.len() <= open(one)
}

/// The order of two numbers, `None` if one of them is empty.
pub(super) fn order(left: &Value, right: &Value) -> Read<Option<Ordering>> {
    match (left, right) {
        _ if left.is_empty() || right.is_empty() => Ok(None),
        (Value::Number(a), Value::Number(b)) => Ok(Some(a.cmp(b))),
        _ => trouble("these have no order"),
    }
}

/// The number of a view, if it is one.
pub(super) fn view_of(value: &Value) -> Option<usize> {
    match value {
        Value::Place(place) => match place.what {
            What::Line(Lines::View, number) => Some(number),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Truth::{False, Missing, True, Unknown};
    use super::*;

    #[test]
    fn and_and_or_follow_kleene() {
        for one in [True, False, Missing, Unknown] {
            assert_eq!(one.and(True), one);
            assert_eq!(one.or(False), one);
            assert_eq!(one.and(False), False);
            assert_eq!(one.or(True), True);
        }
        assert_eq!(Missing.and(Unknown), Unknown);
        assert_eq!(Missing.or(Unknown), Unknown);
        assert_eq!(Missing.same(True), Missing);
        assert_eq!(False.same(False), True);
    }

    #[test]
    fn bags_match_with_open_entries() {
        let book = Rulebook::default();
        let bag = |values: &[i128]| {
            let entry = |&value: &i128| (value >= 0).then_some(Value::Number(value));
            values.iter().map(entry).collect::<Vec<_>>()
        };
        for (one, other, same) in [
            (&[1, 2][..], &[2, 1][..], true),
            (&[1, 1], &[1, 2], false),
            (&[1, -1], &[2, 1], true),
            (&[1, -1], &[2, 3], false),
            (&[-1, -1], &[2, 3], true),
            (&[1, -1], &[-1, 3], true),
            (&[1], &[1, -1], false),
            (&[], &[], true),
        ] {
            assert_eq!(
                same_bag(&book, &bag(one), &bag(other)),
                same,
                "{one:?} {other:?}"
            );
            assert_eq!(
                same_bag(&book, &bag(other), &bag(one)),
                same,
                "{other:?} {one:?}"
            );
        }
    }
}
