//! From the rules of a rulebook and the data of a puzzle to a model.
//!
//! Fixed places are unrolled, what the data tells is worked out, and what is left is a test over variables for each
//! rule and place. `post` gives it to the propagator that knows its form, or to the general one. Groups, whose extent
//! depends on the solution, are tests about their members (`graph`).
//!
//! | module | |
//! |---|---|
//! | `value`, `logic` | what an expression becomes |
//! | `layers` | a variable for each place that a layer to find stands on |
//! | `require` | rules: what must hold, taken apart |
//! | `expression`, `arithmetic`, `function`, `definition`, `first`, `adjective`, `measure`, `lists`, `shape` | tests, numbers and values |
//! | `phrase`, `source`, `ray`, `stretch` | places, and what variables range over |
//! | `group`, `graph`, `settled`, `member`, `measured`, `form`, `border` | groups and rules about them; connectedness, loops, what is inside |
//! | `congruent` | places that some motion maps to each other |
//! | `fold` | what folds into a box |
//! | `nearest`, `sight` | how far equal values are from each other; where the nearest cells of a kind are seen |
//! | `budget` | what compiling may cost |
//! | `automaton`, `clue`, `deferred` | rules along a line; clues for numbers; what is judged when all is known |
//! | `joined` | clues of lines whose neighbours are tied |
//! | `owner`, `placed` | regions that hold one mark each; shapes to be placed, and rectangles around numbers |
//! | `polyomino` | regions of one size: all ways to place them |
//! | `together` | what follows from owners and placements, where rules are told apart |
//! | `beside` | what is said of regions that touch, said of neighbours |
//! | `sized` | groups of equal numbers that are as large as their number |
//! | `known` | what propagation leaves, for a second compilation |
//! | `build`, `complete` | the model for solving; values of what is hidden |
//! | `post`, `pairs` | the propagator for a test |
//! | `by_value` | one of several variables equals another: a clause for each value |
//! | `flat`, `partial` | tests and sums in parts, for a search that learns |

mod adjective;
mod arithmetic;
mod atoms;
mod automaton;
mod beside;
mod best;
mod border;
pub(crate) mod budget;
mod build;
mod by_value;
mod clue;
mod comparison;
mod complete;
mod congruent;
mod deferred;
mod definition;
mod displaced;
mod expression;
mod first;
mod flat;
mod fold;
mod form;
mod function;
mod graph;
mod group;
mod interpreted;
mod joined;
mod known;
mod layers;
mod lists;
mod logic;
mod measure;
mod measured;
mod member;
mod nearest;
mod owner;
mod pairs;
mod partial;
mod phrase;
mod placed;
mod polyomino;
mod post;
mod predicate;
mod ray;
mod require;
mod settled;
mod shape;
mod sight;
mod sized;
mod source;
mod stretch;
#[cfg(test)]
mod tests;
mod together;
mod value;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

pub(crate) use best::BestKnown;
pub(crate) use build::build;
pub(crate) use complete::{Completion, complete, is_untold, left_out};

use fxhash::FxHashMap;
use quadrille_engine::propagators::Test;
use quadrille_engine::{Interrupt, Literal, Model, Solution, Var};

use super::syntax::{Expr, Extreme, Kind, Role, Span};
use super::values::{Data, Filled, Filling};
use super::walk::{reads_digits, reads_hidden, speaks_of_boards};
use crate::grid::Direction;
use crate::puzzle::{Join, Origins};
use crate::read::Problem;
use layers::Layers;
use together::{Begun, Source};
use value::Scope;

/// The most tuples of a table that stands for a rule.
const MOST_TUPLES: usize = 1200;

/// A compiled puzzle, but for the clues of its lines: to post these takes some time where neighbours are tied, and
/// reading a puzzle does not need them.
pub(crate) struct Draft {
    compiled: Compiled,
    lines: joined::Lines,
}

impl Draft {
    /// Posts what is left to post; less of what only makes it fast if `interrupt` is due.
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
    /// What the rules of the model are, and what the variables beside the layers stand for.
    pub(crate) origins: Origins,
    /// The objective, if the best is asked for: a variable that is to be small or large.
    pub(crate) best: Option<(Extreme, Var)>,
    /// Where to put what says when propagators are to prune less; they were made before it was known.
    pub(crate) interrupt: Arc<OnceLock<Interrupt>>,
}

/// What a rule became at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Posting {
    pub(crate) cause: Cause,
    pub(crate) place: String,
    /// The propagator's name.
    pub(crate) propagator: &'static str,
    pub(crate) strength: &'static str,
}

impl Posting {
    /// Whether it took the general route.
    pub(crate) fn is_weak(&self) -> bool {
        matches!(
            self.propagator,
            "formula" | "deferred" | "deferred clue" | interpreted::INTERPRETED
        )
    }
}

/// What a propagator stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The values that a layer may take.
    Layers,
    /// A rule, by its number in the rulebook.
    Rule(usize),
    /// What follows from several rules: it is there for speed alone.
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

    /// The value of the variable of a layer that stands for what a place is filled with.
    fn code(&self, layer: usize, filled: Filled) -> Option<i32> {
        match filled {
            // A number beyond the layer's may have the code of one of its words.
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

    /// What a value of the variable of a layer stands for.
    pub(crate) fn value(&self, layer: usize, value: i32) -> super::values::Filled {
        self.layers.value(layer, value)
    }
}

/// What to leave out of a model.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    /// Rules by id that are not posted.
    pub(crate) without: Vec<String>,
    /// Whether what follows from several rules is left out.
    pub(crate) apart: bool,
    /// Whether the model is for a search that learns: its tests and sums are taken apart.
    pub(crate) learns: bool,
    /// What is known before the search, from a first compilation.
    pub(crate) known: Option<Arc<known::Known>>,
}

/// Compiles a puzzle (unless that was done before: `first`), and once more if what follows at once from its rules lets
/// them be said with stronger propagators. Once only where rules are kept apart: what follows from several would be
/// told as one of them.
///
/// # Errors
/// What is wrong with the rules for this data, with places in the rulebook's text.
pub(crate) fn compile_twice(
    data: &Arc<Data>,
    selection: &Selection,
    first: Option<Draft>,
    interrupt: &Interrupt,
) -> Result<Compiled, Vec<Problem>> {
    let first = match first {
        Some(first) => first,
        None => draft(data, selection)?,
    };
    let compiled = first.finish(interrupt);
    if selection.apart {
        return Ok(compiled);
    }
    let Some(known) = known::Known::at_root(data, &compiled, interrupt) else {
        return Ok(compiled);
    };
    let selection = Selection {
        known: Some(Arc::new(known)),
        ..selection.clone()
    };
    if interrupt.is_due() {
        return Ok(compiled);
    }
    match draft(data, &selection) {
        Ok(second) => Ok(second.finish(interrupt)),
        // It is there only to be stronger.
        Err(_) => Ok(compiled),
    }
}

/// Compiles a puzzle.
///
/// # Errors
/// What is wrong with the rules for this data, with places in the rulebook's text.
pub(crate) fn compile(data: &Arc<Data>, selection: &Selection) -> Result<Compiled, Vec<Problem>> {
    Ok(draft(data, selection)?.finish(&Interrupt::default()))
}

/// Compiles a puzzle, but for the clues of its lines.
///
/// # Errors
/// What is wrong with the rules for this data, with places in the rulebook's text.
pub(crate) fn draft(data: &Arc<Data>, selection: &Selection) -> Result<Draft, Vec<Problem>> {
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
    let mut heaviest: Option<(usize, usize)> = None;
    for (number, rule) in book.rules.iter().enumerate() {
        if selection.without.iter().any(|id| **id == *rule.id) {
            continue;
        }
        compiler.cause = Cause::Rule(number);
        let before = compiler.steps;
        for (at, formula) in rule.formulas.iter().enumerate() {
            problems.extend(compiler.formula(data, [number, at], formula).err());
        }
        if compiler.has_pending() {
            compiler.at("");
        }
        if let Err(problem) = compiler.post_pending() {
            problems.push(problem);
        }
        let own = compiler.steps - before;
        if heaviest.is_none_or(|(steps, _)| steps < own) {
            heaviest = Some((own, number));
        }
        if compiler.is_spent() {
            break;
        }
    }
    // All rules after the one that passed the limit would be refused, too; and it need not have taken most of it.
    if compiler.is_spent()
        && let Some(problem) = problems.pop()
    {
        let problem = match heaviest {
            Some((steps, number)) if compiler.cause != Cause::Rule(number) => problem.help(format!(
                "most of the steps ({steps}) went into the rule “{}”: use fewer variables there, or a smaller grid",
                book.rules[number].sentence
            )),
            _ => problem,
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
        compiler.no_checkerboards();
    }
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
        },
        lines: compiler.lines,
    })
}

/// Either a value, or what is wrong.
type Made<T> = Result<T, Problem>;

struct Compiler<'d> {
    data: &'d Data,
    model: Model,
    layers: Layers,
    scope: Scope,
    /// The board that rules are about.
    board: u8,
    /// What follows from several rules is left out.
    apart: bool,
    /// What rules say of single variables.
    units: FxHashMap<Var, Literal>,
    /// The model is for a search that learns.
    learns: bool,
    interrupt: Arc<OnceLock<Interrupt>>,
    known: Option<Arc<known::Known>>,
    owners: Vec<owner::Owners>,
    /// Layers of regions to find for which all placements are listed, and the formulas that this tells.
    listed: Vec<(usize, Vec<super::syntax::Expr>)>,
    kinds: Vec<polyomino::Kinds>,
    /// The formula at hand is about all boards at once.
    whole: bool,
    /// It is about numbers that nobody sees: they name no place.
    numbers_are_hidden: bool,
    /// What is being posted.
    cause: Cause,
    /// The place of the rule at hand.
    place: String,
    parts: Vec<Posting>,
    origins: Origins,
    /// What the rules of the model that begin now are part of, and those that began.
    source: Option<Source>,
    begun: Vec<Begun>,
    /// Variables with the values 0 and 1 that stand for tests.
    reified: FxHashMap<Test, Var>,
    groups: Vec<group::Group>,
    /// What the rule at hand says of groups, by group.
    pending: Vec<(usize, Vec<Test>)>,
    /// What it says of sums over the groups of single vertices.
    sums: Vec<(usize, Vec<Test>)>,
    /// The group whose rule is being made.
    open_group: Option<usize>,
    /// What is being worked out depends on data that is not there: it says nothing.
    missing: bool,
    /// The formula at hand is missing if one of these holds.
    partly: Vec<Test>,
    /// The last value that was read is there, but is not told.
    untold: bool,
    /// The formula at hand passes a limit that the interpreter has as well, so it cannot take over.
    is_beyond: bool,
    /// What is measured is measured in order.
    in_order: bool,
    /// Definitions that are being worked out.
    defining: Vec<usize>,
    /// Tests that were defined and have been worked out.
    told: FxHashMap<definition::Subject, logic::Truth>,
    /// What has been spent; see `budget`.
    steps: usize,
    to_find: usize,
    memo: graph::Memo,
    /// The shapes of places, by their members.
    shapes: HashMap<Vec<(super::geometry::Atom, Test)>, std::rc::Rc<Vec<Test>>>,
    /// The regions of data that were asked for, by layer and number.
    regions: FxHashMap<(usize, usize), std::rc::Rc<value::Place>>,
    /// Variables that were found to hold each of 1 to their number once.
    permutations: Vec<Vec<Var>>,
    as_far_as_told: Vec<nearest::AsFarAsTold>,
    lines: joined::Lines,
    pairs: pairs::SaidOfPairs,
    displaced: displaced::Displaced,
    /// Cells that are said to be connected, and ones of which each group has a cell at the border.
    connected: Vec<border::Pieces>,
    bordering: Vec<border::Pieces>,
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
            known: selection.known.clone(),
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
            groups: Vec::new(),
            pending: Vec::new(),
            sums: Vec::new(),
            open_group: None,
            missing: false,
            partly: Vec::new(),
            untold: false,
            is_beyond: false,
            in_order: false,
            defining: Vec::new(),
            told: FxHashMap::default(),
            steps: 0,
            to_find: 0,
            memo: graph::Memo::default(),
            shapes: HashMap::new(),
            regions: FxHashMap::default(),
            permutations: Vec::new(),
            as_far_as_told: Vec::new(),
            lines: joined::Lines::new(
                selection.apart,
                !selection.apart && !selection.learns && reads_digits(&data.book),
            ),
            pairs: pairs::SaidOfPairs::default(),
            displaced: displaced::Displaced::default(),
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
        // What speaks of boards is about all of them at once; anything else holds on each.
        self.whole = speaks_of_boards(&data.book, formula);
        self.numbers_are_hidden = reads_hidden(&data.book, formula);
        let boards = if self.whole { 1 } else { data.geometry.boards };
        (0..boards).try_for_each(|board| {
            self.board = board as u8;
            self.rule_or_parts(data, formula)
        })
    }

    /// The boards that the formula at hand is about.
    fn boards(&self) -> std::ops::Range<u8> {
        if self.whole {
            0..self.data.geometry.boards as u8
        } else {
            self.board..self.board + 1
        }
    }

    /// A problem of types.
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
