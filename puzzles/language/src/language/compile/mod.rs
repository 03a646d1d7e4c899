//! From the rules of a rulebook and the data of a puzzle to a model.
//!
//! Fixed places are unrolled, whatever the data determines is evaluated, and the rest is a test over variables for each
//! rule and place. `post` chooses the propagator for its form, or the general one. Groups, whose extent depends on the
//! solution, are tests about their members (`graph`).
//!
//! | module | |
//! |---|---|
//! | `value`, `logic` | what an expression becomes; tests and numbers over variables, made as simple as they can be |
//! | `provenance`, `pass`, `budget` | what a rule of the model is part of; which passes are made; what compiling may cost |
//! | `layers` | a variable for each place of a layer to find |
//! | `places` | noun phrases, and the places that variables of a rule range over |
//! | `evaluate` | expressions: tests, numbers and values |
//! | `shapes`, `sightlines`, `lines`, `groups` | rules about shapes, about what is seen, along a line, and about connected groups |
//! | `regions` | regions and shapes to find: owners of cells, and all ways to place them |
//! | `posting` | the propagator for a test |
//! | `recognise`, `require` | the form of formulas; rules: what must hold, decomposed until there is a propagator for it |
//! | `model` | the model for solving; the best value; values of hidden layers |

pub(crate) mod budget;
mod evaluate;
mod groups;
mod layers;
mod lines;
mod logic;
mod model;
pub(crate) mod pass;
mod places;
mod posting;
mod provenance;
mod recognise;
mod regions;
mod require;
mod shapes;
mod sightlines;
#[cfg(test)]
mod tests;
mod value;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

pub(crate) use model::best::BestKnown;
pub(crate) use model::build::{build, selection};
pub(crate) use model::complete::{Completion, complete, has_one_completion, is_untold, left_out};

use fxhash::FxHashMap;
use quadrille_engine::propagators::{Number, Test};
use quadrille_engine::{Interrupt, Literal, Model, Solution, Var};

use super::data_test::DataTest;
use super::normal;
use super::syntax::{Expr, Extreme, Kind, Role, Span};
use super::values::{Data, Filled, Filling};
use super::walk::{reads_digits, reads_hidden, speaks_of_boards};
use crate::document::Problem;
use crate::grid::Direction;
use crate::puzzle::{Join, Origins, Pass};
use budget::{Budget, MOST_STEPS};
use layers::Layers;
use pass::Passes;
use provenance::{Begun, Source};
use value::Scope;

/// The most tuples of a table for a rule.
const MOST_TUPLES: usize = 1200;

/// A compiled puzzle except for the clues of its lines: posting these takes some time if neighbours are tied, and
/// reading a puzzle does not need them.
pub(crate) struct Draft {
    compiled: Compiled,
    lines: lines::line_clues::Lines,
}

impl Draft {
    /// Posts what is left to post; if `interrupt` is due, less of what only makes solving faster.
    pub(crate) fn finish(self, interrupt: &Interrupt) -> Compiled {
        let mut compiled = self.compiled;
        self.lines.post(&mut compiled, interrupt);
        compiled
    }
}

/// A compiled puzzle.
pub(crate) struct Compiled {
    pub(crate) model: Model,
    pub(crate) reading: Reading,
    /// What each rule became, in the order of posting.
    pub(crate) parts: Vec<Posting>,
    /// The rules of the model, and the definitions of auxiliary variables.
    pub(crate) origins: Origins,
    /// The objective, if the best is asked for: a variable to minimise or maximise.
    pub(crate) best: Option<(Extreme, Var)>,
    /// The interrupt by which propagators prune less; set later, since they are made before it is known.
    pub(crate) interrupt: Arc<OnceLock<Interrupt>>,
    /// The passes that were made.
    pub(crate) passes: Passes,
    /// The steps that were spent; see `budget`.
    pub(crate) steps: usize,
}

/// The propagator of a rule at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Posting {
    pub(crate) cause: Cause,
    pub(crate) place: String,
    /// The propagator's name.
    pub(crate) propagator: &'static str,
    pub(crate) strength: &'static str,
}

impl Posting {
    /// Whether it uses the general method.
    pub(crate) fn is_weak(&self) -> bool {
        matches!(
            self.propagator,
            "formula" | "deferred" | posting::interpreted::INTERPRETED
        )
    }
}

/// What a propagator belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The values that a layer may take.
    Layers,
    /// The value that is to be best.
    Best,
    /// A rule, by its number in the rulebook.
    Rule(usize),
    /// An implied constraint of several rules, only for speed.
    Implied,
}

/// From a solution to a filled grid.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    layers: Arc<Layers>,
    data: Arc<Data>,
}

impl Reading {
    /// The filled grid of a solution.
    pub(crate) fn filling(&self, solution: &Solution) -> Filling {
        self.layers.filling(&self.data, &|var| solution[var])
    }

    /// The variable of a layer at a position, if it has one.
    pub(crate) fn var(&self, layer: usize, position: usize) -> Option<Var> {
        self.layers.var(layer, position)
    }

    /// The variables of neighbours in layers of regions to find.
    fn joins(&self, data: &Data) -> Vec<Join> {
        let geometry = &data.geometry;
        let links = geometry.count(Kind::Link).max(1);
        let cells = geometry.count(Kind::Cell);
        let of_layer = |(layer, vars): (usize, &Vec<Option<Var>>)| {
            let vars = vars.iter().enumerate();
            let joins = vars.filter_map(|(place, &var)| {
                let (board, link) = (place / links, (place % links) as u32);
                Some(Join {
                    layer,
                    board,
                    link: place,
                    cells: geometry
                        .link_cells(link)
                        .map(|cell| board * cells + cell as usize),
                    var: var?,
                })
            });
            joins.collect::<Vec<Join>>()
        };
        let layers = self.layers.links.iter().enumerate();
        let decided = layers
            .filter(|&(layer, _)| matches!(data.book.layers[layer].role, Role::Decide { .. }));
        decided.flat_map(of_layer).collect()
    }

    /// The code of a place's content in the variable of a layer.
    fn code(&self, layer: usize, filled: Filled) -> Option<i32> {
        match filled {
            // A number outside the layer's range may have the code of one of its words.
            Filled::Number(number) => i32::try_from(number)
                .ok()
                .filter(|&code| self.value(layer, code) == filled),
            Filled::Word(word) => Some(self.layers.codes(layer).first_word + word as i32),
            Filled::Direction(direction) => {
                let place = Direction::ALL
                    .iter()
                    .position(|known| *known == direction)?;
                Some(place as i32)
            }
            Filled::Nowhere | Filled::Unknown | Filled::Region(_) => None,
        }
    }

    /// The content that a value of the variable of a layer stands for.
    pub(crate) fn value(&self, layer: usize, value: i32) -> super::values::Filled {
        self.layers.value(layer, value)
    }
}

/// What to leave out of a model.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    /// Rules by id that are not posted.
    pub(crate) without: Vec<String>,
    /// Whether implied constraints of several rules are left out.
    pub(crate) apart: bool,
    /// Whether the model is for a search that learns: its tests and sums are decomposed.
    pub(crate) learns: bool,
    /// The most steps; see `budget`. With rules apart, a rule that takes more is left out.
    pub(crate) most_steps: usize,
    /// The passes that are made.
    pub(crate) passes: Passes,
}

impl Default for Selection {
    fn default() -> Self {
        Self {
            without: Vec::new(),
            apart: false,
            learns: false,
            most_steps: MOST_STEPS,
            passes: Passes::default(),
        }
    }
}

/// Compiles a puzzle.
///
/// # Errors
/// What is wrong with the rules for this data, with places in the rulebook's text.
pub(crate) fn compile(data: &Arc<Data>, selection: &Selection) -> Result<Compiled, Vec<Problem>> {
    Ok(draft(data, selection)?.finish(&Interrupt::default()))
}

/// Compiles a puzzle except for the clues of its lines.
///
/// # Errors
/// What is wrong with the rules for this data, with places in the rulebook's text.
pub(crate) fn draft(data: &Arc<Data>, selection: &Selection) -> Result<Draft, Vec<Problem>> {
    // Hints name the places that a rule itself speaks of.
    if selection.apart || !selection.passes.uses(Pass::NormalWords) {
        return draft_of(data, selection);
    }
    // What is wrong, or too large, is told with the places of the rules as they are written.
    // A quarter of the steps, so that what is too large in both wordings is refused in hardly more time than in one.
    let fewer = Selection {
        most_steps: selection.most_steps / 4,
        ..selection.clone()
    };
    let normal = normal::data(data);
    let made = normal.and_then(|normal| draft_of(&normal, &fewer).ok());
    match made {
        Some(mut draft) => {
            draft.compiled.passes.note(Pass::NormalWords);
            Ok(draft)
        }
        None => draft_of(data, selection),
    }
}

/// Compiles a puzzle with its rules in these words.
fn draft_of(data: &Arc<Data>, selection: &Selection) -> Result<Draft, Vec<Problem>> {
    let mut compiler = match Compiler::new(data, selection) {
        Ok(compiler) => compiler,
        Err(problem) => return Err(vec![problem]),
    };
    let mut problems = Vec::new();
    let book = Arc::clone(&data.book);
    if !selection.apart {
        let found = compiler.find_owners(&selection.without);
        let found = found.and_then(|()| compiler.find_polyominoes(&selection.without));
        problems.extend(found.err());
    }
    if let Err(problem) = compiler.partitions() {
        problems.push(problem);
    }
    // Steps, the number of the rule, and the formula.
    let mut heaviest: Option<(usize, usize, &Expr)> = None;
    for (number, rule) in book.rules.iter().enumerate() {
        if selection.without.iter().any(|id| **id == *rule.id) {
            continue;
        }
        compiler.cause = Cause::Rule(number);
        let (steps_before, kept_before) = (compiler.budget.steps, compiler.budget.kept);
        let problems_before = problems.len();
        for (at, formula) in rule.formulas.iter().enumerate() {
            let before = compiler.budget.steps;
            problems.extend(compiler.formula(data, [number, at], formula).err());
            let own = compiler.budget.steps - before;
            if heaviest.is_none_or(|(steps, ..)| steps < own) {
                heaviest = Some((own, number, formula));
            }
        }
        if compiler.has_pending() {
            compiler.at("");
        }
        if let Err(problem) = compiler.post_pending() {
            problems.push(problem);
        }
        if compiler.is_spent() {
            if !selection.apart {
                break;
            }
            // Less follows without it, but nothing wrong.
            compiler.budget.steps = steps_before;
            compiler.budget.kept = kept_before;
            problems.truncate(problems_before);
        }
    }
    // All rules after the one that exceeded the limit would be refused, too; and it need not have used most of it.
    if compiler.is_spent()
        && let Some(mut problem) = problems.pop()
    {
        let problem = match heaviest {
            Some((_, number, formula)) if compiler.cause == Cause::Rule(number) => {
                problem.span = Some(formula.span.clone());
                problem
            }
            Some((steps, number, _)) => problem.help(format!(
                "most of the steps ({steps}) went into the rule “{}”: use fewer variables there, a smaller grid, or a `hidden` layer for values that are computed repeatedly",
                book.rules[number].sentence
            )),
            None => problem,
        };
        return Err(vec![problem]);
    }
    compiler.board = 0;
    if let Err(problem) = compiler.post_displaced() {
        problems.push(problem);
    }
    if selection.apart {
        compiler.post_together(data, &selection.without);
    } else {
        compiler.room_for_values();
    }
    compiler.no_checkerboards();
    compiler.whole = true;
    let best = match &book.best {
        None => None,
        Some((extreme, value)) => match compiler
            .objective(value)
            .and_then(|var| compiler.post_pending().map(|()| var))
        {
            Ok(var) => Some((*extreme, var)),
            Err(problem) => {
                problems.push(problem);
                None
            }
        },
    };
    if !problems.is_empty() {
        problems.dedup();
        return Err(problems);
    }
    let decisions = compiler.layers.decisions(&book);
    compiler.model.decide(&decisions);
    Ok(Draft {
        compiled: Compiled {
            model: compiler.model,
            reading: Reading {
                layers: Arc::new(compiler.layers),
                data: Arc::clone(data),
            },
            parts: compiler.parts,
            origins: compiler.origins,
            best,
            interrupt: compiler.interrupt,
            passes: compiler.passes,
            steps: compiler.budget.steps,
        },
        lines: compiler.lines,
    })
}

/// Either a value, or what is wrong.
type Made<T> = Result<T, Problem>;

/// One for a whole compilation. What several modules read and write is here; what one alone does is a struct of its own
/// there (`budget`, `joined`, `pairs`, `displaced`, `border`).
struct Compiler<'d> {
    data: &'d Data,
    model: Model,
    layers: Layers,
    scope: Scope,
    /// The board that rules are about.
    board: u8,
    /// Implied constraints of several rules are left out.
    apart: bool,
    /// Facts about single variables from rules.
    units: FxHashMap<Var, Literal>,
    /// The model is for a search that learns.
    learns: bool,
    interrupt: Arc<OnceLock<Interrupt>>,
    passes: Passes,
    owners: Vec<regions::owner::Owners>,
    /// Layers of regions to find for which all placements are listed, and the formulas that this implies.
    listed: Vec<(usize, Vec<super::syntax::Expr>)>,
    kinds: Vec<regions::polyomino::Kinds>,
    /// The current formula is about all boards at once.
    whole: bool,
    /// It is about hidden numbers: messages name no place for them.
    numbers_are_hidden: bool,
    /// What is being posted.
    cause: Cause,
    /// The place of the current rule.
    place: String,
    parts: Vec<Posting>,
    origins: Origins,
    /// What the rules of the model that begin now are part of, and those that began.
    source: Option<Source>,
    begun: Vec<Begun>,
    /// 0-1 variables for tests.
    reified: FxHashMap<Test, Var>,
    /// Variables for sums; see `named_parts`.
    totals: FxHashMap<Number, Var>,
    /// Disjunctions that are parts of formulas; with a variable if of several.
    shared_parts: FxHashMap<Test, Option<Var>>,
    groups: Vec<groups::group::Group>,
    /// The tests of the current rule about groups, by group.
    pending: Vec<(usize, Vec<Test>)>,
    /// Its tests about sums over the groups of single vertices.
    sums: Vec<(usize, Vec<Test>)>,
    /// The group whose rule is being made.
    open_group: Option<usize>,
    /// Whether the last problem was that a part of a rule about each group is not the same for all of them.
    needs_root: bool,
    /// The expression being evaluated depends on missing data: it says nothing.
    missing: bool,
    /// The current formula is missing if one of these holds.
    partly: Vec<Test>,
    /// Whether some of these data are missing and others are not told.
    mixed_gaps: bool,
    /// The last value read is there, but unknown.
    untold: bool,
    /// What is wrong with the current formula is wrong for the interpreter as well, so it cannot take over.
    is_final: bool,
    /// Numbers whose form allows larger values than they can take, each with its true bound.
    bounded: Vec<(Number, u128)>,
    /// A beam is being considered that comes out at this view.
    assumed_exit: Option<(sightlines::beam::Origin, usize)>,
    /// Some formula is about beams.
    has_beams: bool,
    /// The current measure is over values in order.
    in_order: bool,
    /// Definitions being evaluated.
    defining: Vec<usize>,
    /// By definition: the test that it is, if it is about data alone.
    data_tests: Vec<Option<DataTest>>,
    /// Defined tests that have been evaluated.
    told: FxHashMap<evaluate::definition::Subject, logic::Truth>,
    seen: groups::border::Seen,
    budget: Budget,
    memo: groups::graph::Memo,
    /// The shapes of places, by their members.
    shapes: HashMap<Vec<(super::geometry::Atom, Test)>, std::rc::Rc<Vec<Test>>>,
    /// By variable that says whether a place has a shape: all ways to place shapes in it.
    placed: FxHashMap<Var, std::rc::Rc<shapes::shape::Placed>>,
    /// The regions of data that were asked for, by layer and number.
    regions: FxHashMap<(usize, usize), std::rc::Rc<value::Place>>,
    /// Sets of variables that take each of 1 to their number once.
    permutations: Vec<Vec<Var>>,
    as_far_as_told: Vec<sightlines::nearest::AsFarAsTold>,
    lines: lines::line_clues::Lines,
    pairs: posting::pairs::SaidOfPairs,
    displaced: posting::displaced::Displaced,
    /// Cells that must be connected, and cells of which each group has one at the border.
    connected: Vec<groups::border::Pieces>,
    bordering: Vec<groups::border::Pieces>,
}

impl<'d> Compiler<'d> {
    fn new(data: &'d Data, selection: &Selection) -> Made<Self> {
        let mut compiler = Self {
            data,
            model: Model::new(),
            layers: Layers::default(),
            scope: Scope::default(),
            board: 0,
            apart: selection.apart,
            units: FxHashMap::default(),
            learns: selection.learns,
            interrupt: Arc::default(),
            passes: selection.passes.clone(),
            owners: Vec::new(),
            listed: Vec::new(),
            kinds: Vec::new(),
            whole: false,
            numbers_are_hidden: false,
            cause: Cause::Layers,
            place: String::new(),
            parts: Vec::new(),
            origins: Origins::default(),
            source: None,
            begun: Vec::new(),
            reified: FxHashMap::default(),
            totals: FxHashMap::default(),
            shared_parts: FxHashMap::default(),
            groups: Vec::new(),
            pending: Vec::new(),
            sums: Vec::new(),
            open_group: None,
            needs_root: false,
            missing: false,
            partly: Vec::new(),
            mixed_gaps: false,
            untold: false,
            is_final: false,
            bounded: Vec::new(),
            assumed_exit: None,
            has_beams: sightlines::beam_rule::is_said(&data.book),
            in_order: false,
            defining: Vec::new(),
            data_tests: data
                .book
                .definitions
                .iter()
                .map(|known| DataTest::of(&data.book, known))
                .collect(),
            told: FxHashMap::default(),
            seen: groups::border::Seen::default(),
            budget: Budget::new(selection.most_steps),
            memo: groups::graph::Memo::default(),
            shapes: HashMap::new(),
            placed: FxHashMap::default(),
            regions: FxHashMap::default(),
            permutations: Vec::new(),
            as_far_as_told: Vec::new(),
            lines: lines::line_clues::Lines::new(
                selection.apart,
                !selection.apart && !selection.learns && reads_digits(&data.book),
            ),
            pairs: posting::pairs::SaidOfPairs::default(),
            displaced: posting::displaced::Displaced::default(),
            connected: Vec::new(),
            bordering: Vec::new(),
        };
        compiler.make_layers()?;
        Ok(compiler)
    }

    /// Posts a formula, by the number of its rule and its own, on all boards, unless the owners say as much.
    fn formula(&mut self, data: &Arc<Data>, [rule, at]: [usize; 2], formula: &Expr) -> Made<()> {
        if self.is_told_by_owners(formula) {
            return Ok(());
        }
        self.source = Some(Source::Formula(rule, at));
        // A formula that mentions boards is about all of them at once; any other holds on each.
        self.whole = speaks_of_boards(&data.book, formula);
        self.numbers_are_hidden = reads_hidden(&data.book, formula);
        let boards = if self.whole { 1 } else { data.geometry.boards };
        (0..boards).try_for_each(|board| {
            self.board = board as u8;
            self.rule_or_parts(data, formula)
        })
    }

    /// The boards that the current formula is about.
    fn boards(&self) -> std::ops::Range<u8> {
        if self.whole {
            0..self.data.geometry.boards as u8
        } else {
            self.board..self.board + 1
        }
    }

    /// What the compiler cannot work out: the formula is left to the interpreter. The type check has refused what is wrong in
    /// any puzzle.
    fn unclear<T>(&self, span: &Span) -> Made<T> {
        self.wrong(
            span,
            "what this is depends on the solution",
            "expected something that the data determines",
        )
    }

    /// What is wrong with the rules for this data.
    fn wrong<T>(
        &self,
        span: &Span,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) -> Made<T> {
        Err(Problem::new(span.clone(), message, expected))
    }
}

impl Data {
    /// Whether the layer is to be found.
    pub(crate) fn is_found(&self, layer: usize) -> bool {
        self.book.layers[layer].role != Role::Data
    }
}
