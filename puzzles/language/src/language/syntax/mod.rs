//! The parsed text of a rulebook, which the checker, the compiler and the type check share, together with the geometry.

mod formula;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::document::Source;
use crate::picture::Ruling;

pub(crate) use formula::{
    Arithmetic, BeamPart, Comparison, End, Expr, Extent, Folding, Measure, Motion, Node, Noun,
    Over, PairOf, Phrase, Predicate, Qualifier, Quantifier, STANDING, Touch, ValuesTest,
};

/// A name, cheap to copy about.
pub(crate) type Name = Arc<str>;

/// The bytes of a part of the text.
pub(crate) type Span = Range<usize>;

/// A name and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) name: Name,
    pub(crate) span: Span,
}

/// The atoms of a grid, which can have values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    /// A cell.
    Cell,
    /// A side of a cell, those on the border of the grid included.
    Edge,
    /// Two cells that share a side.
    Link,
    /// A grid point: a corner of cells.
    Corner,
}

impl Kind {
    /// The noun.
    pub(crate) fn singular(self) -> &'static str {
        match self {
            Kind::Cell => "cell",
            Kind::Edge => "edge",
            Kind::Link => "link",
            Kind::Corner => "corner",
        }
    }

    /// The noun for several of them.
    pub(crate) fn plural(self) -> &'static str {
        match self {
            Kind::Cell => "cells",
            Kind::Edge => "edges",
            Kind::Link => "links",
            Kind::Corner => "corners",
        }
    }
}

/// Lines of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Lines {
    /// From left to right.
    Row,
    /// From top to bottom.
    Column,
    /// Rows, then columns.
    Line,
    /// A row or a column, looked along from one of its ends: left, right, top, bottom.
    View,
    /// Both ways, of every length.
    Diagonal,
}

/// The places of a layer: one value for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    /// One value for the puzzle.
    Puzzle,
    /// Atoms, perhaps only those for which a test on the data holds.
    Atoms(Kind, Option<Box<Phrase>>),
    /// Lines.
    Lines(Lines),
    /// The regions of a layer.
    Regions(Word),
}

impl Ground {
    /// Whether it is cells.
    pub(crate) fn is_of_cells(&self) -> bool {
        matches!(self, Ground::Atoms(Kind::Cell, _))
    }
}

/// Which values a layer takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Domain {
    /// Numbers in ranges and words, such as `0..9 or shaded`.
    Values {
        ranges: Vec<(Expr, Option<Expr>)>,
        words: Vec<Symbol>,
    },
    /// `number`: any whole number (data only).
    Number,
    /// `name`: any word, which can only be compared (data only).
    Name,
    /// `regions`: a partition.
    Regions,
    /// `list of number`: numbers in order (data only).
    List,
    /// `clue`: a clue for numbers (data only).
    Clue,
    /// `direction`: up, right, down or left.
    Direction,
    /// `directions`: several of these (data only).
    Directions,
    /// `shapes`: a list of shapes (data only).
    Shapes,
    /// `pattern of letter`: a regular expression over the values of a layer, or `patterns of letter`, several of them
    /// (data only).
    Patterns { of: Word, are_several: bool },
    /// `mark`: there or not (data only).
    Mark,
}

impl Domain {
    /// Whether its values are texts in quotes, with spaces in them.
    pub(crate) fn is_quoted(&self) -> bool {
        matches!(self, Domain::Clue | Domain::Patterns { .. })
    }

    /// Whether a word is one of its values.
    pub(crate) fn has_word(&self, name: &str) -> bool {
        matches!(self, Domain::Values { words, .. } if words.iter().any(|own| &*own.word.name == name))
    }
}

/// A word that a layer may take as its value, and how it is written in a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symbol {
    pub(crate) word: Word,
    pub(crate) sign: Option<String>,
}

/// Where the values of a layer come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// From the puzzle file.
    Data,
    /// To be found; some may be given in the puzzle file.
    Decide { given: bool },
    /// To be found, but not counted as a difference between solutions.
    Hidden,
}

/// A value for each of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layer {
    pub(crate) word: Word,
    pub(crate) role: Role,
    pub(crate) on: Ground,
    pub(crate) domain: Domain,
    /// The key of the puzzle file, if it is not its own name.
    pub(crate) key: Option<Word>,
    /// For a layer that is read from a part of a word: the text before it and after it.
    pub(crate) template: Option<Template>,
    /// For data that is otherwise required: it may be left out.
    pub(crate) is_optional: bool,
}

impl Layer {
    /// Whether each of its values belongs to an atom of its own.
    pub(crate) fn is_on_atoms(&self) -> bool {
        matches!(self.on, Ground::Atoms(..)) && self.domain != Domain::Regions
    }
}

/// How one word of a grid contains values of several layers: `"{arrow}{total}"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Template {
    /// Texts and names, in order.
    pub(crate) parts: Arc<Vec<TemplatePart>>,
}

/// A part of a [`Template`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TemplatePart {
    Text(String),
    Layer(Name),
}

/// An abbreviation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    pub(crate) word: Word,
    pub(crate) parameters: Vec<Word>,
    pub(crate) body: Expr,
    /// Whether it is a test, which is used like an adjective, or a value, used as `NAME of X`.
    pub(crate) is_test: bool,
}

/// One sentence and its formal meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    /// Names the rule for `without`; from the sentence if the rulebook does not say.
    pub(crate) id: Name,
    pub(crate) sentence: Arc<str>,
    pub(crate) span: Span,
    /// All of them hold.
    pub(crate) formulas: Vec<Expr>,
}

/// An answer that is asked for in addition to the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) value: Expr,
    /// Its name in quotes, or the text of the expression.
    pub(crate) text: String,
    /// It has a name, so there may be others, from which the puzzle file chooses.
    pub(crate) is_named: bool,
}

/// A solved puzzle in a rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Example {
    /// Its TOML, lines of the rulebook without their indentation.
    pub(crate) toml: String,
    pub(crate) span: Span,
}

/// A whole rulebook: a field for each kind of declaration, hence so many.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rulebook {
    pub(crate) name: String,
    pub(crate) about: Option<String>,
    /// The family of genres that it belongs to.
    pub(crate) family: Option<String>,
    /// Other names of the genre.
    pub(crate) also: Vec<String>,
    /// Names for the numbers of rows and columns, in addition to `rows` and `columns`.
    pub(crate) rows: Option<Dimension>,
    pub(crate) columns: Option<Dimension>,
    /// Number of boards; 0 means one.
    pub(crate) boards: usize,
    pub(crate) layers: Vec<Layer>,
    pub(crate) definitions: Vec<Definition>,
    pub(crate) shapes: Vec<(Word, Vec<String>)>,
    pub(crate) rules: Vec<Rule>,
    /// Problems of formulas that could not be read.
    pub(crate) unread: usize,
    /// The possible answers: one without a name, or several from which the puzzle file chooses.
    pub(crate) answers: Vec<Answer>,
    /// The least or greatest value is asked for.
    pub(crate) best: Option<(Extreme, Expr)>,
    pub(crate) draw: Vec<Draw>,
    /// The places around which borders are drawn.
    pub(crate) borders: Option<Phrase>,
    /// The cells that have a tint of their own.
    pub(crate) tinted: Option<Phrase>,
    /// The thin lines of the grid.
    pub(crate) ruling: Ruling,
    pub(crate) addresses: Vec<Address>,
    pub(crate) examples: Vec<Example>,
    /// The texts of the rulebook that it extends, of the one that this extends, and so on; see `origin`.
    pub(crate) extended: Vec<Arc<Source>>,
    /// The rulebook with its rules in normal words, made when it is first asked for; see `normal`.
    pub(crate) normal: Derived,
}

/// What is made of a rulebook when it is first asked for: the rulebook with its rules in normal words, if it has any. It
/// is no part of the rulebook, and a copy of that, which may be changed, makes its own.
#[derive(Debug, Default)]
pub(crate) struct Derived(pub(crate) OnceLock<Option<Arc<Rulebook>>>);

impl Clone for Derived {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Derived {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Derived {}

/// How a layer is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draw {
    pub(crate) layer: Word,
    /// The cells in which it is drawn, if not everywhere.
    pub(crate) on: Option<Phrase>,
    pub(crate) style: Option<Word>,
    /// Signs of its words; that of a mark has no word.
    pub(crate) signs: Vec<(Option<Word>, String)>,
    /// Its text in the key.
    pub(crate) key: Option<String>,
}

/// How an address codes the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) names: Vec<String>,
    /// The codecs with the names of their data, as written.
    pub(crate) parts: String,
    /// Where they begin.
    pub(crate) parts_at: usize,
    pub(crate) span: Span,
}

/// A number of rows or columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dimension {
    Number(usize),
    Name(Word),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Extreme {
    Least,
    Greatest,
}
