//! The model of a puzzle, and what its variables, its rules and its best value are in terms of the puzzle.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use fxhash::FxHashMap;
use quadrille_engine::{Brancher, Interrupt, Literal, Model, RuleId, Solution, Stats, Stop, Var};

use super::{Completed, Pass};
use crate::filling::{Entries, Filled};
use crate::grid::Cell;
#[cfg(doc)]
use crate::language::Puzzle;
use crate::learn::Learn;
use crate::picture::Course;

/// Options for building a model.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Whether a propagator may combine several rules if that is faster. Otherwise each propagator follows from its own
    /// rule alone, so that rules can be distinguished and switched off one by one;
    /// consequences of several rules may be posted as rules of their own.
    pub join_rules: bool,
    /// Whether a model that asks for the best has this as its objective. Otherwise the best value is found and proved
    /// while the model is built, which then has the solutions with this value.
    pub leave_best: bool,
    /// Whether the solutions of the model are all grids that satisfy the rules, even if the puzzle asks for the best.
    pub without_best: bool,
    /// Whether the model is for a search that learns ([`Search::learn`](quadrille_engine::Search::learn)): no-goods can
    /// express more if tests and sums are decomposed. The solutions are the same.
    pub learns: bool,
    /// Whether the search for the best learns that is made while a model is built.
    pub learn_best: Learn,
    /// How far that search goes.
    pub best_limits: BestLimits,
    /// While due, that search forgets half of what it has learnt every few hundredths of a second: memory is short.
    pub learn_less: Interrupt,
    /// Once due, the model is unlikely to be searched: the cheapest propagators for the rules will do.
    pub interrupt: Interrupt,
    /// The entries that every solution must have.
    pub entries: Option<Arc<Entries>>,
    /// What the compiler leaves out of what it does only for speed. Without some of these the rules may be too large for the
    /// grid: then all are made.
    pub without_passes: Vec<Pass>,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self {
            join_rules: true,
            leave_best: false,
            without_best: false,
            learns: false,
            learn_best: Learn::Auto,
            best_limits: BestLimits::default(),
            learn_less: Interrupt::default(),
            interrupt: Interrupt::default(),
            entries: None,
            without_passes: Vec::new(),
        }
    }
}

/// Limits of the search for the best value that is made while a model is built.
#[derive(Clone, Debug, Default)]
pub struct BestLimits {
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The most failures.
    pub failures: Option<u64>,
    /// The limit that was reached, if one was: [`Stop::Nodes`] or [`Stop::Failures`].
    pub reached: Arc<OnceLock<Stop>>,
}

/// A model with the way back from its solutions to filled grids.
#[derive(Debug)]
pub struct Built {
    /// The model.
    pub model: Model,
    /// Makes the brancher that measurement found best.
    pub brancher: fn(&Reading) -> Box<dyn Brancher>,
    /// Its variables in terms of the puzzle.
    pub reading: Reading,
}

/// The propagator of a rule at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RulePart {
    /// The rule's sentence, or in parentheses where else the part comes from.
    pub rule: String,
    /// The place, as it is named in reports; empty for the whole grid.
    pub place: String,
    /// The propagator's name.
    pub propagator: &'static str,
    /// How much it prunes.
    pub strength: &'static str,
    /// Whether this was the general route, which prunes little: what makes a solve slow is likely to be among these.
    pub is_weak: bool,
}

/// What the rules of a puzzle became.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Compilation {
    /// The propagators of each rule, in the order of posting.
    pub parts: Vec<RulePart>,
    /// The passes that did something, each with how often.
    pub passes: Vec<(Pass, u32)>,
    /// The steps that compiling took: roughly one for each expression evaluated and each part of a test copied.
    pub steps: usize,
}

/// How variables correspond to the places of a puzzle.
pub struct Reading {
    /// From a solution of the model to a completed grid.
    pub complete: Complete,
    /// The variables of places.
    pub(crate) places: Vec<Place>,
    /// The variables of neighbours in regions to find.
    pub(crate) joins: Vec<Join>,
    /// The rules of the model in terms of the puzzle, as far as they are given.
    pub(crate) origins: Origins,
    /// What was found about the best value while the model was built.
    pub(crate) best: Option<Best>,
    /// For a puzzle that asks for the best: the variable of its value, and whether the least is asked for.
    pub(crate) sought: Option<(Var, bool)>,
}

/// What is known about the best value, for a puzzle that asks for it.
#[derive(Clone, Debug)]
pub struct Best {
    /// Whether the least value is asked for, not the greatest.
    pub is_least: bool,
    /// The best value that a grid was found with, and this grid.
    pub found: Option<(i64, Completed)>,
    /// No grid has a better value than this.
    pub bound: i64,
    /// Whether the search was exhaustive: the grid found is the best, or there is none at all.
    pub is_proved: bool,
    /// The rule that shows that there is none before anything is tried, if one does.
    pub(crate) refuted_by: Option<String>,
    /// Whether the search for it knew of all that was asked, so that its grid is one of those asked for. It does not
    /// know of values that were entered.
    pub(crate) knows_all: bool,
    /// The statistics of the search for it; empty if the value was known from an earlier one.
    pub(crate) stats: Stats,
}

impl Best {
    /// The better of what two searches have found.
    pub(crate) fn better(
        &self,
        one: Option<(i64, Completed)>,
        other: Option<(i64, Completed)>,
    ) -> Option<(i64, Completed)> {
        let sign = if self.is_least { -1 } else { 1 };
        let found = one.into_iter().chain(other);
        found.max_by_key(|(value, _)| sign * value)
    }

    /// The best grid that was found, if it is one of those asked for.
    pub fn grid(&self) -> Option<&Completed> {
        let found = self.found.as_ref().filter(|_| self.knows_all);
        found.map(|(_, completed)| completed)
    }

    /// `greatest` or `least`.
    pub const fn word(&self) -> &'static str {
        match self.is_least {
            true => "least",
            false => "greatest",
        }
    }

    /// The best value, if it is known.
    pub fn value(&self) -> Option<i64> {
        let found = self.found.as_ref().filter(|_| self.is_proved);
        found.map(|(value, _)| *value)
    }
}

/// Where the rules of a model come from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins {
    /// By rule of the model.
    pub(crate) rules: FxHashMap<RuleId, Origin>,
    /// The givens of the file as facts; their rules have the id [`Origin::GIVEN`].
    pub(crate) givens: Vec<Literal>,
    /// The propagators that define auxiliary variables; inner ones come first.
    pub(crate) definitions: Vec<(Range<usize>, Var)>,
    /// Rules that follow from several others, in addition to these; only if rules are kept apart.
    pub(crate) implied: Vec<ImpliedRule>,
}

/// A rule of a model that follows from several others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ImpliedRule {
    /// Its propagators are posted under it.
    pub(crate) rule: RuleId,
    /// The rules that it follows from, the one that it says most of first.
    pub(crate) premises: Vec<RuleId>,
    /// Propagators of these rules that do nothing in addition to them, numbered in the order of posting.
    pub(crate) covered: Vec<usize>,
    /// Those of these rules of which no propagator does anything beside them.
    pub(crate) covered_rules: Vec<RuleId>,
    /// Whether steps may be explained by it, not only found.
    pub(crate) is_shown: bool,
}

/// A rule of a model in terms of the puzzle: several may be one sentence at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// Names the sentence.
    pub(crate) id: Arc<str>,
    pub(crate) sentence: Arc<str>,
    /// Empty for the whole grid.
    pub(crate) place: Arc<str>,
}

impl Origin {
    /// The id of the givens of the file.
    pub(crate) const GIVEN: &'static str = "given";

    pub(crate) fn new(
        id: impl Into<Arc<str>>,
        sentence: impl Into<Arc<str>>,
        place: impl Into<Arc<str>>,
    ) -> Self {
        Self {
            id: id.into(),
            sentence: sentence.into(),
            place: place.into(),
        }
    }

    /// Of a given value.
    pub(crate) fn given(place: String) -> Self {
        Self::new(Self::GIVEN, "Given values stay.", place)
    }
}

/// A variable of a puzzle in words: its place, and the names of its values.
#[derive(Clone)]
pub struct Spot {
    /// The variable.
    pub var: Var,
    /// The name of the place: `r3c4`, `the edge above r3c4`.
    pub name: String,
    /// The cells that it lies in or touches, each with the number of its board.
    pub cells: Vec<(usize, Cell)>,
    words: Arc<dyn Fn(i32) -> String + Send + Sync>,
    pub(crate) manner: Manner,
    /// Where in the picture it is, if it is no cell.
    pub(crate) course: Option<Course>,
}

/// How a spot is spoken of in sentences with others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Manner {
    /// By its name.
    #[default]
    Named,
    /// Several of one noun share it: `the edges above r1c1 and left of r1c2`.
    Among {
        /// In the plural.
        noun: String,
        /// What tells it from the others.
        own: String,
    },
    /// Two neighbours are in one region if the variable is 1; if it is 0, a border runs between them.
    Side {
        ends: [String; 2],
        /// The layer of regions, if there are several.
        layer: Option<String>,
    },
}

impl Spot {
    /// A variable with the words for its values.
    pub fn new(
        var: Var,
        name: String,
        cells: Vec<(usize, Cell)>,
        words: impl Fn(i32) -> String + Send + Sync + 'static,
    ) -> Self {
        Self {
            var,
            name,
            cells,
            words: Arc::new(words),
            manner: Manner::Named,
            course: None,
        }
    }

    /// The same, in the picture on a side of a cell or between two cells.
    pub(crate) fn along(self, course: Option<Course>) -> Self {
        Self { course, ..self }
    }

    /// The same, spoken of in this manner.
    pub(crate) fn in_manner(self, manner: Manner) -> Self {
        Self { manner, ..self }
    }

    /// The name of a value: `7`, `shaded`.
    pub fn value(&self, value: i32) -> String {
        (self.words)(value)
    }
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spot")
            .field("var", &self.var)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// From a solution of a model to a filled grid.
pub type Complete = Box<dyn Fn(&Solution) -> Completed + Send + Sync>;

/// The variable of one place of a layer.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) layer: usize,
    pub(crate) position: usize,
    pub(crate) var: Var,
    /// The content for each value of the variable.
    pub(crate) filled: Arc<dyn Fn(i32) -> Filled + Send + Sync>,
}

/// A variable that says whether two neighbouring cells are in one region of a layer of regions to find.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Join {
    pub(crate) layer: usize,
    pub(crate) board: usize,
    /// The position of the link between them.
    pub(crate) link: usize,
    /// The positions of the cells.
    pub(crate) cells: [usize; 2],
    /// 1 if they are, 0 if not.
    pub(crate) var: Var,
}

impl Reading {
    /// The variables of the places of the layers (layer by layer as declared, each in reading order; places that a layer
    /// does not cover are skipped); then those of neighbours in regions to find, 1 if both are in one region. A number is
    /// its own value; a word is its index among the words of the layer, after its numbers.
    pub fn vars(&self) -> impl Iterator<Item = Var> {
        let places = self.places.iter().map(|place| place.var);
        places.chain(self.joins.iter().map(|join| join.var))
    }
}

impl fmt::Debug for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reading")
            .field("places", &self.places.len())
            .finish_non_exhaustive()
    }
}
