//! What the compiler keeps while it works, in values that belong together.

use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use fxhash::FxHashMap;
use quadrille_engine::propagators::{Mdd, Number, Test};
use quadrille_engine::{Interrupt, Literal, Var};

use super::evaluate::once::Subject;
use super::groups::border::{Pieces, Seen};
use super::groups::few_ways::FewWays;
use super::groups::group::{Group, GroupKey};
use super::groups::visits::Visits;
use super::groups::whole::OfGroups;
use super::lines::line_clues::Lines;
use super::places::ray::Ends;
use super::posting::diagram::Diagrams;
use super::posting::displaced::Displaced;
use super::posting::joint::Joint;
use super::posting::pairs::PairMemo;
use super::posting::post::Tables;
use super::provenance::{Provenance, Source};
use super::regions::kinds::Kinds;
use super::regions::owner::Owners;
use super::regions::pieces::SomePieces;
use super::shapes::shape::Placed;
use super::sightlines::beam::Origin;
use super::sightlines::nearest::Distances;
use super::value::{Absence, Place, Scope, Value};
use super::{Cause, Posting};
use crate::language::data_test::DataTest;
use crate::language::geometry::Atom;
use crate::language::syntax::Expr;
use crate::puzzle::Origins;

/// What a compilation is for, and what its rulebook has.
pub(super) struct Options {
    /// Implied constraints of several rules are left out, or stand beside the rules.
    pub(super) apart: bool,
    /// The model is for a search that learns.
    pub(super) learns: bool,
    /// Some formula is about beams.
    pub(super) has_beams: bool,
}

/// What is being posted.
pub(super) struct Current {
    pub(super) cause: Cause,
    /// What the rules of the model that begin now are part of.
    pub(super) source: Option<Source>,
    /// The place of the current rule.
    pub(super) place: Arc<str>,
    /// The board that rules are about.
    pub(super) board: u8,
    /// The current formula is about all boards at once.
    pub(super) is_whole: bool,
    /// It is about hidden numbers: messages name no place for them.
    pub(super) hides_numbers: bool,
}

impl Default for Current {
    fn default() -> Self {
        Self {
            cause: Cause::Layers,
            source: None,
            place: "".into(),
            board: 0,
            is_whole: false,
            hides_numbers: false,
        }
    }
}

/// The state of the formula that is being evaluated.
#[derive(Default)]
pub(super) struct Evaluation {
    pub(super) scope: Scope,
    /// The expression depends on missing data: it says nothing.
    pub(super) missing: bool,
    /// When the expression is missing or not told, depending on the solution.
    pub(super) absence: Absence,
    /// What is wrong with the formula is wrong for the interpreter as well, so it cannot take over.
    pub(super) is_final: bool,
    /// The group whose rule is being made.
    pub(super) open_group: Option<usize>,
    /// Whether the last problem was that a part of a rule about each group is not the same for all of them.
    pub(super) needs_root: bool,
    /// The current measure is over values in order.
    pub(super) in_order: bool,
    /// Definitions being evaluated.
    pub(super) defining: Vec<usize>,
    /// A beam is being considered that comes out at this view.
    pub(super) assumed_exit: Option<(Origin, usize)>,
}

impl Evaluation {
    /// Forgets a formula that could not be compiled, except whether it was wrong.
    pub(super) fn restart(&mut self) {
        *self = Self {
            is_final: self.is_final,
            ..Self::default()
        };
    }
}

/// What was posted, and where it comes from.
#[derive(Default)]
pub(super) struct Record {
    pub(super) postings: Vec<Posting>,
    pub(super) origins: Origins,
    /// The rules of the model that are part of rules of the puzzle, in the order in which they began.
    pub(super) provenance: Vec<Provenance>,
    /// The interrupt by which propagators prune less; set later, since they are made before it is known.
    pub(super) interrupt: Arc<OnceLock<Interrupt>>,
}

/// The groups that rules are about, and the tests of the current rule that wait for its end.
#[derive(Default)]
pub(super) struct Groups {
    pub(super) all: Vec<Group>,
    /// By group.
    pub(super) pending: Vec<(usize, Vec<Test>)>,
    /// Tests about sums over the groups of single vertices.
    pub(super) sums: Vec<(usize, Vec<Test>)>,
}

/// The token of each value of a place.
type Alphabet = Vec<(i32, usize)>;

/// The links or edges of a loop, and by cell the test that it lies inside.
type Insides = (Vec<(Atom, Test)>, Vec<Test>);

/// What is worked out once, as long as it is not known who owns the cells of regions: that changes what it is.
#[derive(Default)]
pub(super) struct Memo {
    /// Tests and numbers of definitions and measures.
    pub(super) once: FxHashMap<Subject, Value>,
    /// Cells that end rays.
    pub(super) ends: Ends,
    /// Formulas about two cells.
    pub(super) pairs: PairMemo,
    /// Whether two linked cells have equal values of a layer, by layer and link.
    pub(super) equal: FxHashMap<(usize, Atom, Atom), Test>,
    /// The region to find of a layer that contains an atom, and its size.
    pub(super) areas: FxHashMap<(usize, Atom), Rc<Place>>,
    pub(super) sizes: FxHashMap<(usize, Atom), Var>,
    /// The groups that contain an atom.
    pub(super) at: FxHashMap<Atom, Vec<usize>>,
    /// By the lists of a group, which are kept in `whole`, and an atom: the group of the atom, and when the atom is in one.
    pub(super) rooted: FxHashMap<([usize; 3], Atom), (Rc<Place>, Test)>,
    /// Numbers and tests of rooted groups.
    pub(super) numbers: FxHashMap<usize, FxHashMap<Number, Var>>,
    pub(super) tests: FxHashMap<(usize, Test), Var>,
    /// By pattern and the tokens of each place: the automaton that accepts; `None` if too large.
    pub(super) automata: FxHashMap<(String, Vec<Alphabet>), Option<Arc<Mdd>>>,
    /// The tables of tests.
    pub(super) tables: Tables,
    /// The decision diagrams of larger tests.
    pub(super) diagrams: Diagrams,
    /// What is inside a loop, by the links or edges of the loop.
    pub(super) inside: Vec<Insides>,
    /// Groups that are made of the same atoms wherever they are spoken of.
    pub(super) whole: FxHashMap<GroupKey, Group>,
    /// Whether two cells lie in one region to find.
    pub(super) same_area: FxHashMap<(usize, Atom, Atom), Test>,
}

/// What is made once for the whole model.
#[derive(Default)]
pub(super) struct Reused {
    /// 0-1 variables for tests.
    pub(super) reified: FxHashMap<Test, Var>,
    /// Variables for sums; see `auxiliary`.
    pub(super) totals: FxHashMap<Number, Var>,
    /// Disjunctions that are parts of formulas; with a variable if of several.
    pub(super) shared_tests: FxHashMap<Test, Option<Var>>,
    /// By definition: the test that it is, if it is about data alone.
    pub(super) data_tests: Vec<Option<DataTest>>,
    /// The shapes of places, by their members.
    pub(super) shapes: FxHashMap<Vec<(Atom, Test)>, Rc<Vec<Test>>>,
    /// By variable that says whether a place has a shape: all ways to place shapes in it.
    pub(super) placed: FxHashMap<Var, Rc<Placed>>,
    /// The regions of data that were asked for, by layer and number.
    pub(super) regions: FxHashMap<(usize, usize), Rc<Place>>,
    /// Marks for finding out whether variables differ.
    pub(super) seen: Seen,
}

/// What holds in every solution, for tests that are made later.
#[derive(Default)]
pub(super) struct Facts {
    /// Facts about single variables from rules.
    pub(super) units: FxHashMap<Var, Literal>,
    /// Numbers whose form allows larger values than they can take, each with its true bound.
    pub(super) bounded: Vec<(Number, u128)>,
    /// Sets of variables that are all different.
    pub(super) different: Vec<Vec<Var>>,
    /// What a loop visits, if there is one.
    pub(super) visits: Option<Visits>,
}

/// Regions to find of which more is known than that they are connected.
#[derive(Default)]
pub(super) struct Regions {
    pub(super) owners: Vec<Owners>,
    /// Layers for which all placements are listed, and the formulas that this implies.
    pub(super) listed: Vec<(usize, Vec<Expr>)>,
    pub(super) kinds: Vec<Kinds>,
    /// Formulas that groups each have one of some given shapes, with these groups.
    pub(super) pieces: Vec<(Expr, SomePieces)>,
}

/// What rules say that is looked at again when all of them are known: several together may imply more.
pub(super) struct Notes {
    pub(super) lines: Lines,
    pub(super) displaced: Displaced,
    /// Layers whose numbers are distances to the nearest equal ones.
    pub(super) distances: Vec<Distances>,
    /// Sets of variables that take each of 1 to their number once.
    pub(super) permutations: Vec<Vec<Var>>,
    /// Cells that must be connected.
    pub(super) connected: Vec<Pieces>,
    /// Cells of which each group has one at the border.
    pub(super) bordering: Vec<Pieces>,
    /// What is said of groups as a whole.
    pub(super) of_groups: OfGroups,
    /// Connected cells whose number is known.
    pub(super) few: FewWays,
    /// Tests about a few variables.
    pub(super) joint: Joint,
}
