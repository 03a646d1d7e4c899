//! The forms of terms.

use std::sync::Arc;

use smallvec::SmallVec;

pub(crate) use super::super::syntax::End;
use super::super::syntax::{Arithmetic, BeamPart, Extent, Kind, Lines, Motion, Name, Touch};
use super::ints::Ints;
use super::term::Term;

/// What sort of thing a term is, as far as laws and wording depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sort {
    /// True, false, or missing.
    Test,
    Number,
    /// A single cell, edge, link or corner.
    Atom(Kind),
    /// Several of them, or none. `None` if the kind depends on the argument of a definition.
    Place(Option<Kind>),
    /// A region, a group, a run, a line or a block: at least one atom.
    Component(Option<Kind>),
    Direction,
    /// A list, a word, a shape, a board …
    Other,
}

impl Sort {
    /// The kind of the atoms of a place.
    pub(crate) fn kind(self) -> Option<Kind> {
        match self {
            Sort::Atom(kind) => Some(kind),
            Sort::Place(kind) | Sort::Component(kind) => kind,
            _ => None,
        }
    }

    /// Whether it is a place of any number of atoms.
    pub(crate) fn is_place(self) -> bool {
        matches!(self, Sort::Place(_) | Sort::Component(_))
    }
}

/// A term: its form and its parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Truth(bool),
    Number(i128),
    /// Bound by a [`Form::Fold`] around it, or free; whether what it stands for depends on what is to be found.
    Variable(u32, Sort, bool),
    /// What has no laws of its own: a layer, a definition, a function, a phrase …, and what it is said of.
    Apply(Head, Box<[Term]>),
    /// A sum of multiples and a constant.
    Linear(Box<[(i128, Term)]>, i128),
    /// A number is there and lies in a set.
    Within(Term, Ints),
    /// Two things other than numbers are there and equal.
    Same(Term, Term),
    Not(Term),
    And(Box<[Term]>),
    Or(Box<[Term]>),
    /// Both or neither.
    Iff(Term, Term),
    /// The second where the first holds, else the third.
    If(Term, Term, Term),
    /// Something of the values that the last part has for all members of the ranges for which the guard holds.
    Fold(Fold, Box<[Binder]>, Term, Term),
    /// The component of a range (a region, a group) that has this atom.
    Part(Term, Term),
}

/// What a [`Form::Fold`] makes of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fold {
    Sum,
    Product,
    Least,
    Greatest,
    Gcd,
    Distinct,
    First,
    Last,
    Reading,
    List,
    Bag,
    /// Whether they are all different, all equal, increasing.
    Different,
    Equal,
    Increasing,
    /// Whether the pairs for which the body holds form no loop.
    NoLoop,
    /// The place of all members.
    Place,
}

impl Fold {
    /// Whether the result does not depend on the order of the members.
    pub(crate) fn is_unordered(self) -> bool {
        matches!(
            self,
            Fold::Sum | Fold::Product | Fold::Least | Fold::Greatest | Fold::Gcd
        )
    }

    /// Whether the result is the same for members in another order.
    pub(crate) fn is_symmetric(self) -> bool {
        self.is_unordered() || matches!(self, Fold::Distinct | Fold::Different | Fold::Equal)
    }

    /// The sort of the result, for values of a sort.
    pub(crate) fn sort(self, values: Sort) -> Sort {
        match self {
            Fold::Sum | Fold::Product | Fold::Gcd | Fold::Distinct | Fold::Reading => Sort::Number,
            Fold::Least | Fold::Greatest | Fold::First | Fold::Last => values,
            Fold::List | Fold::Bag => Sort::Other,
            Fold::Different | Fold::Equal | Fold::Increasing | Fold::NoLoop => Sort::Test,
            Fold::Place => match values {
                Sort::Direction | Sort::Other | Sort::Number | Sort::Test => Sort::Other,
                place => Sort::Place(place.kind()),
            },
        }
    }
}

/// A variable, or the two of a pair, and their range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Binder {
    /// The second of a pair has the next number.
    pub(crate) variable: u32,
    pub(crate) is_pair: bool,
    pub(crate) range: Term,
}

impl Binder {
    /// A variable that is no pair.
    pub(crate) fn one(variable: u32, range: Term) -> Self {
        Self {
            variable,
            is_pair: false,
            range,
        }
    }

    /// The numbers of its variables.
    pub(crate) fn variables(&self) -> std::ops::RangeInclusive<u32> {
        self.variable..=self.variable + u32::from(self.is_pair)
    }
}

/// What a [`Form::Apply`] applies to its parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Head {
    /// `number of c`, or `number` if it has one value for the puzzle.
    Layer(usize),
    /// `c has number`.
    Has(Owner),
    /// `c is open`: a word of a layer, or an adjective of the language.
    Is(Name),
    /// A definition: a test or a value.
    Defined(usize),
    /// A word of a layer, a shape, a direction, `rows`, `grid`.
    Name(Name),
    Text(Arc<str>),
    /// `width of p`, `ring of c`.
    Of(Name),
    /// `distance of a and b`.
    Distance,
    /// `link between a and b`.
    LinkBetween,
    Operation(Arithmetic),
    /// `x else y`.
    Else,
    /// `a divides b`.
    Divides,
    /// `number of c is told`.
    Told,
    In,
    Inside,
    Connected(Touch),
    /// `are one loop`, `are one path`, `are without loop`, `are one loop with crossings`.
    Curve(&'static str),
    /// Whether it is a square. Only of a place that may not be there: of another it is said by the numbers of its cells.
    Rectangle(bool),
    Congruent,
    Symmetric(Option<Motion>),
    SymmetricAbout(Option<Motion>),
    Satisfies,
    /// A layer along a place, and a pattern.
    Reads(usize, Extent),
    /// `nearest equal digit of c`, perhaps within a place.
    Nearest(usize),
    /// `distance from a to b through p`.
    Walk,
    /// `directions from c to nearest p`.
    Directions,
    Beam(BeamPart, Name),
    /// `first cell in p`, `last cell in p`.
    Take(End),
    /// The first few of a place, the last few.
    TakeSome(End),
    /// What the variables of a phrase range over.
    Range(Range),
}

/// What `has` and `with` ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    Layer(usize),
    Definition(usize),
}

/// The noun of a phrase with the qualifiers that cannot be said apart from it. Its parts are first those of the noun and
/// then those of the qualifiers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Range {
    pub(crate) noun: Noun,
    /// The direction of `left neighbour`.
    pub(crate) direction: Option<Name>,
    pub(crate) qualifiers: SmallVec<[Qualifier; 2]>,
}

impl Range {
    /// A noun without a direction, with these qualifiers.
    pub(crate) fn of(noun: Noun, qualifiers: impl IntoIterator<Item = Qualifier>) -> Self {
        Self {
            noun,
            direction: None,
            qualifiers: qualifiers.into_iter().collect(),
        }
    }

    /// Whether the noun has no direction, and only these qualifiers.
    pub(crate) fn has_only(&self, qualifiers: &[Qualifier]) -> bool {
        self.direction.is_none() && self.qualifiers[..] == *qualifiers
    }
}

/// A noun.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Noun {
    Atoms(Kind),
    Lines(Lines),
    /// Its parts: the numbers of rows and of columns.
    Block,
    Box,
    Neighbour,
    Contact,
    Knight,
    Image,
    PairOfNeighbours,
    PairOfContacts,
    PairOfKnights,
    /// Its part: the place of the two.
    Pair,
    Step,
    /// Its part: the place that falls into groups.
    Group(Touch),
    EqualGroup(usize),
    /// Its parts: the place, and the links or edges that join it.
    JoinedGroup,
    /// Its part: what the runs are made of.
    Run,
    Regions(usize),
    Face,
    /// Its parts: the first number and the last.
    Value,
    /// Its part: the list.
    Entry,
    Direction,
    Board,
}

impl Noun {
    /// How many parts belong to the noun itself.
    pub(crate) fn parts(&self) -> usize {
        match self {
            Noun::Block | Noun::Box | Noun::JoinedGroup | Noun::Value => 2,
            Noun::Pair | Noun::Group(_) | Noun::Run | Noun::Entry => 1,
            _ => 0,
        }
    }

    /// Whether it names two things at once.
    pub(crate) fn is_pair(&self) -> bool {
        use Noun::{Pair, PairOfContacts, PairOfKnights, PairOfNeighbours, Step};
        matches!(
            self,
            Pair | PairOfContacts | PairOfKnights | PairOfNeighbours | Step
        )
    }

    /// Where its variable stands among those of other phrases, if the order does not matter: values, then what
    /// holds others.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Noun::Board => 0,
            Noun::Value | Noun::Entry | Noun::Direction => 1,
            Noun::Lines(_) | Noun::Block | Noun::Box => 2,
            Noun::Regions(_) | Noun::Face => 3,
            Noun::Group(_) | Noun::EqualGroup(_) | Noun::JoinedGroup | Noun::Run => 4,
            _ => 5,
        }
    }
}

/// A qualifier that belongs to a noun.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Qualifier {
    In,
    Of,
    On,
    Before,
    After,
    Besides,
    Touching,
    Towards,
    SeenFrom,
    /// Its parts: the direction, and the cell from which it leads.
    Beyond,
    /// Its parts: the cell, and the cells on the way.
    Reached,
    /// Whether it ends before what does not have this word, and the word.
    Until(bool, Name),
}

impl Qualifier {
    /// How many parts it has.
    pub(crate) fn parts(&self) -> usize {
        match self {
            Qualifier::Until(..) => 0,
            Qualifier::Beyond | Qualifier::Reached => 2,
            _ => 1,
        }
    }
}

/// What is known of everything that a [`Head`] says, apart from what is known of its parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traits {
    pub(crate) sort: Sort,
    /// Whether it is never empty if its parts are not.
    pub(crate) is_total: bool,
    /// Whether it depends on what is to be found.
    pub(crate) is_found: bool,
    /// The ends of the numbers between which it lies.
    pub(crate) low: Option<i128>,
    pub(crate) high: Option<i128>,
}

impl Traits {
    /// Something of this sort that is never empty if its parts are not.
    pub(crate) fn total(sort: Sort) -> Self {
        Self {
            is_total: true,
            ..Self::of(sort)
        }
    }

    /// Something of this sort of which nothing else is known.
    pub(crate) fn of(sort: Sort) -> Self {
        Self {
            sort,
            is_total: sort == Sort::Test,
            is_found: false,
            low: None,
            high: None,
        }
    }
}
