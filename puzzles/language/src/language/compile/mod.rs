//! From the rules of a rulebook and the data of a puzzle to a model.
//!
//! Fixed places are unrolled, whatever the data determines is evaluated, and the rest is a test over variables for each
//! rule and place. `post` chooses the propagator for its form, or the general one. Groups, whose extent depends on the
//! solution, are tests about their members (`graph`).
//!
//! | module | |
//! |---|---|
//! | `value`, `logic` | what an expression becomes; tests and numbers over variables, made as simple as they can be |
//! | `state`, `provenance` | what the compiler keeps while it works; what a rule of the model is part of |
//! | `pass`, `budget` | which passes are made; what compiling may cost |
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
mod first_conditions;
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
mod state;
#[cfg(test)]
mod tests;
mod value;

use std::sync::{Arc, OnceLock};

pub(crate) use model::best::BestKnown;
pub(crate) use model::build::{build, selection};
pub(crate) use model::complete::{Completion, complete, has_one_completion, is_untold, left_out};

use quadrille_engine::{Interrupt, Model, Solution, Var};

use super::data_test::DataTest;
use super::normal;
use super::syntax::{Expr, Extreme, Kind, Role, Span};
use super::values::{Data, Filled, Filling};
use super::walk::{reads, reads_digits, reads_hidden, speaks_of_boards};
use crate::document::Problem;
use crate::grid::Direction;
use crate::puzzle::{Join, Origins, Pass};
use budget::{Budget, MOST_STEPS};
use groups::few_ways::FewWays;
use groups::whole::OfGroups;
use layers::Layers;
use lines::line_clues::Lines;
use pass::Passes;
use posting::displaced::Displaced;
use posting::joint::Joint;
use provenance::Source;
use sightlines::beam_rule::speaks_of_beams;
use state::{Current, Evaluation, Facts, Groups, Memo, Notes, Options, Record, Regions, Reused};

/// The most tuples of a table for a rule.
const MOST_TUPLES: usize = 1200;

/// A compiled puzzle except for the clues of its lines: posting these takes some time if neighbours are tied, and
/// reading a puzzle does not need them.
pub(crate) struct Draft {
    compiled: Compiled,
    lines: Lines,
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
    pub(crate) postings: Vec<Posting>,
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
    pub(crate) place: Arc<str>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    problems.extend(compiler.find_visits(&selection.without).err());
    if let Err(problem) = compiler.partitions() {
        problems.push(problem);
    }
    if !selection.apart {
        problems.extend(compiler.find_pieces(&selection.without).err());
    }
    if let Err(problem) = compiler.post_rules(data, selection, &mut problems) {
        return Err(vec![problem]);
    }
    compiler.current.board = 0;
    problems.extend(compiler.post_visits().err());
    if let Err(problem) = compiler.post_displaced() {
        problems.push(problem);
    }
    if selection.apart {
        compiler.post_implied_rules(data, &selection.without);
    } else {
        compiler.room_for_values();
    }
    compiler.no_checkerboards();
    problems.extend(compiler.post_few_ways().err());
    if !selection.apart {
        problems.extend(compiler.post_whole().err());
    }
    problems.extend(compiler.post_joint().err());
    compiler.current.is_whole = true;
    let best = match &book.best {
        None => None,
        Some((extreme, value)) => match compiler
            .objective(value)
            .and_then(|var| compiler.post_pending().map(|()| var))
        {
            Ok(var) => Some((*extreme, var)),
            Err(problem) => {
                problems.push(problem.or_help(
                    "declare `hidden best: 0..100`, say `best = …` in a rule, and ask for `least best` or `greatest best`",
                ));
                None
            }
        },
    };
    if !problems.is_empty() {
        problems.dedup();
        return Err(problems);
    }
    let mut decisions = compiler.layers.decisions(&book);
    if let (Some((_, value)), Some((_, var))) = (&book.best, best) {
        // A grid may have a better value with other hidden values.
        let is_hidden = |layer: usize| book.layers[layer].role == Role::Hidden;
        if reads(&book, value, &is_hidden) {
            decisions.push(var);
        }
    }
    compiler.model.decide(&decisions);
    Ok(Draft {
        compiled: Compiled {
            model: compiler.model,
            reading: Reading {
                layers: Arc::new(compiler.layers),
                data: Arc::clone(data),
            },
            postings: compiler.record.postings,
            origins: compiler.record.origins,
            best,
            interrupt: compiler.record.interrupt,
            passes: compiler.passes,
            steps: compiler.budget.steps,
        },
        lines: compiler.notes.lines,
    })
}

/// Either a value, or what is wrong.
type Made<T> = Result<T, Problem>;

/// One for a whole compilation.
struct Compiler<'d> {
    data: &'d Data,
    model: Model,
    layers: Layers,
    options: Options,
    passes: Passes,
    budget: Budget,
    current: Current,
    eval: Evaluation,
    record: Record,
    groups: Groups,
    regions: Regions,
    facts: Facts,
    memo: Memo,
    reused: Reused,
    notes: Notes,
}

impl<'d> Compiler<'d> {
    fn new(data: &'d Data, selection: &Selection) -> Made<Self> {
        let definitions = data.book.definitions.iter();
        let data_tests = definitions.map(|known| DataTest::of(&data.book, known));
        let is_joined = !selection.apart && !selection.learns;
        let mut compiler = Self {
            data,
            model: Model::new(),
            layers: Layers::default(),
            options: Options {
                apart: selection.apart,
                learns: selection.learns,
                has_beams: speaks_of_beams(&data.book),
            },
            passes: selection.passes.clone(),
            budget: Budget::new(selection.most_steps),
            current: Current::default(),
            eval: Evaluation::default(),
            record: Record::default(),
            groups: Groups::default(),
            regions: Regions::default(),
            facts: Facts::default(),
            memo: Memo::default(),
            reused: Reused {
                data_tests: data_tests.collect(),
                ..Reused::default()
            },
            notes: Notes {
                lines: Lines::new(selection.apart, is_joined && reads_digits(&data.book)),
                displaced: Displaced::default(),
                distances: Vec::new(),
                permutations: Vec::new(),
                connected: Vec::new(),
                bordering: Vec::new(),
                of_groups: OfGroups::default(),
                few: FewWays::of(
                    &data.book,
                    !selection.apart && selection.passes.uses(Pass::FewWays),
                ),
                // A search that learns soon knows what these say: two monthly puzzles took 1.2 and 1.9 times the nodes.
                joint: Joint::of(is_joined && selection.passes.uses(Pass::Joint)),
            },
        };
        compiler.make_layers()?;
        Ok(compiler)
    }

    /// Posts the rules, and adds what is wrong with them to `problems`. An error, and alone of interest, is that they take
    /// too many steps.
    fn post_rules(
        &mut self,
        data: &Arc<Data>,
        selection: &Selection,
        problems: &mut Vec<Problem>,
    ) -> Made<()> {
        let book = &data.book;
        // Steps, the number of the rule, and the formula.
        let mut heaviest: Option<(usize, usize, &Expr)> = None;
        for (number, rule) in book.rules.iter().enumerate() {
            if selection.without.iter().any(|id| **id == *rule.id) {
                continue;
            }
            self.current.cause = Cause::Rule(number);
            let (steps_before, kept_before) = (self.budget.steps, self.budget.kept);
            let problems_before = problems.len();
            for (at, formula) in rule.formulas.iter().enumerate() {
                let before = self.budget.steps;
                problems.extend(self.formula(data, [number, at], formula).err());
                let own = self.budget.steps - before;
                if heaviest.is_none_or(|(steps, ..)| steps < own) {
                    heaviest = Some((own, number, formula));
                }
            }
            if self.has_pending() {
                self.at("");
            }
            problems.extend(self.post_pending().err());
            if self.is_spent() {
                if !selection.apart {
                    break;
                }
                // Less follows without it, but nothing wrong.
                self.budget.steps = steps_before;
                self.budget.kept = kept_before;
                problems.truncate(problems_before);
            }
        }
        // All rules after the one that exceeded the limit would be refused, too; and it need not have used most of it.
        if self.is_spent()
            && let Some(problem) = problems.pop()
        {
            return Err(match heaviest {
                Some((_, number, formula)) if self.current.cause == Cause::Rule(number) => {
                    Problem {
                        span: Some(formula.span.clone()),
                        ..problem
                    }
                }
                Some((steps, number, _)) => problem.help(format!(
                    "most of the steps ({steps}) went into the rule “{}”: use fewer variables there, a smaller grid, or a `hidden` layer for values that are computed repeatedly",
                    book.rules[number].sentence
                )),
                None => problem,
            });
        }
        Ok(())
    }

    /// Posts a formula, by the number of its rule and its own, on all boards, unless the owners say as much.
    fn formula(&mut self, data: &Arc<Data>, [rule, at]: [usize; 2], formula: &Expr) -> Made<()> {
        if self.is_implied_by_owners(formula) {
            return Ok(());
        }
        self.current.source = Some(Source::Formula(rule, at));
        // A formula that mentions boards is about all of them at once; any other holds on each.
        self.current.is_whole = speaks_of_boards(&data.book, formula);
        self.current.hides_numbers = reads_hidden(&data.book, formula);
        let boards = if self.current.is_whole {
            1
        } else {
            data.geometry.boards
        };
        (0..boards).try_for_each(|board| {
            self.current.board = board as u8;
            self.rule_or_conjuncts(data, formula)
        })
    }

    /// The boards that the current formula is about.
    fn boards(&self) -> std::ops::Range<u8> {
        if self.current.is_whole {
            0..self.data.geometry.boards as u8
        } else {
            self.current.board..self.current.board + 1
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
