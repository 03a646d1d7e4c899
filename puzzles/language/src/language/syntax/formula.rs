//! Formulas: tests, numbers, and phrases for places.

use super::{Kind, Lines, Name, Span, Word};

/// An expression: a test, a number, an atom, a place … The type check finds out which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expr {
    pub(crate) node: Node,
    pub(crate) span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Number(i128),
    Text(String),
    /// A variable, a layer with one value for the puzzle, a word of a layer, a direction …
    Name(Name),
    /// `NAME of X`, `NAME of X and Y`: a layer, a definition or a built-in function.
    Of(Word, Vec<Expr>),
    /// The atoms or places that a noun phrase names, as one place.
    Phrase(Box<Phrase>),
    /// `sum digit in r`, `sum over cells c in r: …`.
    Measure(Measure, Over),
    /// `nearest equal digit of c in p`: how far the nearest other cell with an equal value is. Without a place, any
    /// cell.
    Nearest(Word, Box<Expr>, Option<Box<Expr>>),
    /// `distance from a to b through open cells`: the length of a shortest walk.
    Walk(Box<[Expr; 2]>, Box<Phrase>),
    /// `directions from c to nearest shaded cells`.
    Directions(Box<Expr>, Box<Phrase>),
    /// `turns of v by mirror`: of the beam that enters at a view and is turned by a layer.
    Beam(BeamPart, Box<Expr>, Word),
    /// `count shaded cells in r`.
    Count(Vec<Phrase>),
    Negative(Box<Expr>),
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// The second where the first is empty or missing.
    Else(Box<Expr>, Box<Expr>),
    Compare(Comparison, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    /// `a exactly when b`.
    Iff(Box<Expr>, Box<Expr>),
    /// `if a then b otherwise c`: tests or values.
    If(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    Quantified(Quantifier, Vec<Phrase>, Option<Box<Expr>>),
    /// `no loop over cells c, pairs p, q of corners of c: …`: the pairs for which it holds join atoms without closed
    /// curve.
    NoLoop(Vec<Phrase>, Box<Expr>),
    /// `x is P`, `x is not P`.
    Is(Box<Expr>, bool, Predicate),
    /// `x has NAME`, `x has no NAME`.
    Has(Box<Expr>, bool, Word),
    Let(Vec<(Word, Expr)>, Box<Expr>),
    /// `all different …`, `all equal …`, `increasing …`.
    Values(ValuesTest, Over),
    /// `x satisfies c`.
    Satisfies(Box<Expr>, Box<Expr>),
    /// `shade in r reads "…"`: the values of a layer along a place, and an expression in quotes or of the data.
    Reads(Word, Box<Expr>, Extent, Box<Expr>),
}

/// How much of a line a regular expression is to match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Extent {
    /// `reads`: all of it.
    Whole,
    /// `contains`: some unbroken stretch.
    Part,
}

/// What is asked of a beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum BeamPart {
    /// The view at which it comes out.
    Exit,
    /// How many times it is turned.
    Turns,
    /// The lengths of its straight parts, in order.
    Stretches,
    /// The cells on it, in the order in which it enters them first.
    Cells,
    /// The cells that it enters twice, in the order in which it does so.
    Crossings,
}

impl BeamPart {
    pub(crate) const ALL: [(&'static str, BeamPart); 5] = [
        ("exit", BeamPart::Exit),
        ("turns", BeamPart::Turns),
        ("stretches", BeamPart::Stretches),
        ("beam", BeamPart::Cells),
        ("crossings", BeamPart::Crossings),
    ];

    /// The part of this name.
    pub(crate) fn called(name: &str) -> Option<BeamPart> {
        let mut all = Self::ALL.into_iter();
        all.find_map(|(own, part)| (own == name).then_some(part))
    }
}

/// The values that a measure takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    /// `digit in r`.
    Layer(Word, Box<Expr>),
    /// `over cells c in r: digit of c`.
    Phrases(Vec<Phrase>, Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Measure {
    Sum,
    Product,
    Least,
    Greatest,
    Gcd,
    First,
    Last,
    Distinct,
    /// The digits in order, as one decimal number.
    Reading,
    /// The values in order.
    List,
    /// The values in no order.
    Bag,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Power,
    /// The smaller of two numbers, the larger.
    Least,
    Greatest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
    /// `a divides b`.
    Divides,
}

impl Comparison {
    /// What `b` is to `a`, if this is what `a` is to `b`; the same for `divides`, which has no word for that.
    pub(crate) fn turned(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::Greater => Comparison::Less,
            Comparison::AtLeast => Comparison::AtMost,
            Comparison::Equal | Comparison::NotEqual | Comparison::Divides => self,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Quantifier {
    Each,
    Some,
    No,
    Exactly(Box<Expr>),
    AtLeast(Box<Expr>),
    AtMost(Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ValuesTest {
    Different,
    Equal,
    Increasing,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Predicate {
    /// An adjective: a word of a layer, a definition, a direction of links …, perhaps with further arguments.
    Adjective(Word, Vec<Expr>),
    /// Equal to this value, and there.
    Value(Box<Expr>),
    OneOf(Vec<Expr>),
    /// For a value of the data: it is there, and is not `?`.
    Told,
    In(Box<Expr>),
    /// Inside the loop that these links or edges form.
    Inside(Box<Expr>),
    Connected(Touch),
    OneLoop,
    /// The same, but the curve may cross itself, straight through.
    OneCrossingLoop,
    OnePath,
    WithoutLoop,
    Rectangle,
    Square,
    /// Some motion maps its cells to these.
    Congruent(Box<Expr>),
    /// Some of the motions maps the place to itself.
    Symmetric(Option<Motion>),
    /// The same, about the middle of an atom.
    SymmetricAbout(Option<Motion>, Box<Expr>),
    /// The cells are a net of a box.
    Folds(Box<Folding>),
}

/// The conditions of `fold into a box`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Folding {
    /// `of 2 by 3 by 4`: the lengths of its edges, in any order.
    pub(crate) size: Option<[Expr; 3]>,
    /// `with opposite …`: each of these cells lies opposite another of them.
    pub(crate) opposite: Option<Expr>,
    /// `with adjacent …`: each of these cells has another of them beside it on its face.
    pub(crate) adjacent: Option<Expr>,
}

impl Folding {
    /// All expressions in it.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Expr> {
        let marked = self.opposite.iter().chain(&self.adjacent);
        self.size.iter().flatten().chain(marked)
    }
}

/// How connected cells touch. Links and edges are always connected where they meet, corners along edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Touch {
    /// They share a side.
    Sides,
    /// `by contacts`: they share a side or a corner.
    Contacts,
    /// `by knights`: they are a knight's move apart.
    Knights,
}

/// The motions that `symmetric under …` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Motion {
    Mirror,
    HalfTurn,
    QuarterTurn,
}

/// A noun phrase: the range of a variable, or a place of all its members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Phrase {
    /// `first 2 cells …`: only that many, from the beginning or the end.
    pub(crate) take: Option<(End, Option<Expr>)>,
    /// Words before the noun, each with whether it is negated.
    pub(crate) adjectives: Vec<(bool, Word)>,
    pub(crate) noun: Noun,
    pub(crate) variables: Vec<Word>,
    pub(crate) qualifiers: Vec<Qualifier>,
    pub(crate) span: Span,
}

/// The name of `shape of P as it stands`: neither turned nor mirrored.
pub(crate) const STANDING: &str = "shape as it stands";

impl Phrase {
    /// The thing of which `first cell of k` or `last cell of k` names a cell, if it is one of these.
    pub(crate) fn end_of(&self) -> Option<(End, &Name)> {
        match (&self.noun, &self.take, &self.qualifiers[..]) {
            (Noun::Atoms(Kind::Cell), Some((end, None)), [Qualifier::Of(of)])
                if self.adjectives.is_empty() =>
            {
                match &of.node {
                    Node::Name(name) => Some((*end, name)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether it is about all that its noun names, without conditions.
    pub(crate) fn is_whole(&self) -> bool {
        self.take.is_none() && self.adjectives.is_empty() && self.qualifiers.is_empty()
    }

    /// Whether each cell by itself is one of these or not, whatever the others: it does not say where to begin, or how many.
    pub(crate) fn is_of_each_cell(&self) -> bool {
        let mut qualifiers = self.qualifiers.iter();
        let is_test = |own: &Qualifier| {
            matches!(
                own,
                Qualifier::With(_) | Qualifier::Without(_) | Qualifier::Where(_)
            )
        };
        self.take.is_none() && self.noun == Noun::Atoms(Kind::Cell) && qualifiers.all(is_test)
    }

    /// Whether it is about single cells, links, edges or corners, and has no names for them.
    pub(crate) fn is_of_atoms(&self) -> bool {
        let of_atoms = matches!(
            self.noun,
            Noun::Atoms(_) | Noun::Neighbour | Noun::Contact | Noun::Knight | Noun::Image
        );
        of_atoms && self.variables.is_empty()
    }

    /// Its name for the numbers of a list, if it is about those.
    pub(crate) fn entry(&self) -> Option<&Name> {
        let variable = self.variables.first();
        let variable = variable.filter(|_| matches!(self.noun, Noun::Entry(_)));
        variable.map(|word| &word.name)
    }

    /// Whether it is about the numbers of a list that are told, not about those written `?`.
    pub(crate) fn keeps_told(&self) -> bool {
        let mut qualifiers = self.qualifiers.iter();
        qualifiers.any(|qualifier| match qualifier {
            Qualifier::Where(Expr {
                node: Node::Is(subject, false, Predicate::Told),
                ..
            }) => matches!(&subject.node, Node::Name(name) if self.entry() == Some(name)),
            _ => false,
        })
    }

    /// What its first `of` names, with the number of that qualifier.
    pub(crate) fn of(&self) -> Option<(usize, &Expr)> {
        let mut qualifiers = self.qualifiers.iter().enumerate();
        qualifiers.find_map(|(at, qualifier)| match qualifier {
            Qualifier::Of(of) => Some((at, of)),
            _ => None,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum End {
    First,
    Last,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Noun {
    Atoms(Kind),
    Lines(Lines),
    /// `block b of 2 by 2`: at every position.
    Block(Box<Expr>, Box<Expr>),
    /// `box b of 3 by 3`: side by side.
    Box(Box<Expr>, Box<Expr>),
    /// Cells that share a side with a cell.
    Neighbour,
    /// Cells that share a side or a corner with a cell.
    Contact,
    /// Cells a knight's move away.
    Knight,
    /// `image d of c in P`: where a motion moves c that maps P to itself.
    Image,
    /// Two neighbours, contacts or knights in the grid, once each; or any two atoms of a place.
    Pair(PairOf),
    /// Two that follow each other in a place.
    Step,
    /// Maximal connected sets of these cells.
    Group(Box<Phrase>, Touch),
    /// Maximal connected sets of cells with equal values of a layer.
    EqualGroup(Word),
    /// The maximal sets of these cells (corners) connected by these links (edges).
    JoinedGroup(Box<Phrase>, Box<Phrase>),
    /// Maximal stretches of these cells in a line, a view or a ring.
    Run(Box<Phrase>),
    /// The regions of a layer.
    Regions(Word),
    /// The faces of the box that cells fold into.
    Face,
    /// Whole numbers from one to another.
    Value(Box<Expr>, Box<Expr>),
    /// The numbers of a list: `value k in stretches of v by mirror`.
    Entry(Box<Expr>),
    Direction,
    Board,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PairOf {
    Neighbours,
    Contacts,
    Knights,
    /// Of the atoms of a phrase.
    Atoms(Box<Phrase>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Qualifier {
    /// Of what belongs to an atom or a place: `links of c`, `neighbours of c`, `edges of c`.
    Of(Expr),
    In(Expr),
    With(Word),
    Without(Word),
    Where(Expr),
    /// `cells left of c`, `cells towards d from c`.
    Beyond(Expr, Expr),
    /// `neighbour of c towards d`, `link of c towards d`.
    Towards(Expr),
    SeenFrom(Expr),
    Until(bool, Word),
    Before(Expr),
    After(Expr),
    Besides(Expr),
    /// Sharing a side with a place.
    Touching(Expr),
    /// Reached from a cell by steps between these cells.
    Reached(Expr, Box<Phrase>),
    On(Expr),
}
