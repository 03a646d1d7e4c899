//! What every kind of puzzle provides: reading, a model, a checker, a report and a picture.

use std::fmt;

use quadrille_engine::{Brancher, Model, Solution, Var};

use crate::grid::Grid;
use crate::interrupt::Interrupt;
use crate::picture::{Flow, Picture};
use crate::read::{Document, Problems};
use crate::symbol::{Symbol, Violation};

/// A kind of puzzle: the entry of a registry, [`crate::kinds::all`].
pub trait Kind: fmt::Debug + Sync {
    /// The word after `kind =` in a puzzle file, such as `number-cross-4`.
    fn name(&self) -> &'static str;

    /// What the puzzle is, in one line.
    fn summary(&self) -> &'static str;

    /// A commented puzzle file of this kind that solves as it stands.
    fn starter(&self) -> &'static str;

    /// Reads the kind's own part of a puzzle file. Everything that is wrong goes to `problems`; `None` exactly if
    /// something was.
    fn read(&self, document: &Document<'_>, problems: &mut Problems) -> Option<Box<dyn Puzzle>>;
}

/// One puzzle, as it was read.
pub trait Puzzle: fmt::Debug + Send + Sync {
    /// Rows and columns.
    fn size(&self) -> (usize, usize);

    /// The model of the puzzle, inert until solved.
    fn build(&self, options: &BuildOptions) -> Built;

    /// Applies the rules as written to a filled grid and lists every one that is broken. Shares no code with the
    /// model.
    fn check(&self, completed: &Completed) -> Vec<Violation>;

    /// The same for a solution of a model that was built with `options`: without the rules that it does not have.
    fn check_as_built(&self, completed: &Completed, options: &BuildOptions) -> Vec<Violation> {
        let _ = options;
        self.check(completed)
    }

    /// The answer that the puzzle asks for, of a grid that satisfies the rules; `None` if it asks for none or it
    /// does not fit 128 bits.
    fn answer(&self, completed: &Completed) -> Option<u128>;

    /// What the answer is, in words: `sum of all numbers`.
    fn answer_text(&self) -> String;

    /// What there is to say of a solution beside its grid, a line each: each row's numbers, where each tile
    /// stands, the faces of the box.
    fn report(&self, completed: &Completed) -> Vec<String>;

    /// The puzzle as it was read: regions, clues, givens.
    fn picture(&self) -> Picture;

    /// Draws a solution into the puzzle's picture.
    fn fill(&self, picture: &mut Picture, completed: &Completed);

    /// What a filled grid needs beside its symbols, such as the digit of each region: the names, in order.
    fn named_values(&self) -> Vec<String> {
        Vec::new()
    }

    /// Givens that contradict each other at sight, each pair with the rule that they break. They are no mistake in
    /// the file: the puzzle has no solution, and this says why.
    fn contradictions(&self) -> Vec<Violation> {
        Vec::new()
    }

    /// Further pictures of a solution, as (name, SVG document): the net and the box of a folded shape.
    fn extra_pictures(&self, completed: &Completed) -> Vec<(&'static str, String)> {
        let _ = completed;
        Vec::new()
    }
}

/// What the caller may ask of a model.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Whether rules about folding are part of the model.
    pub fold: bool,
    /// Whether a propagator may stand for several rules at once where that is faster. Without, each propagator
    /// follows from its own rule alone, so that rules can be told apart and switched off one by one.
    pub join_rules: bool,
    /// When to make haste: from then on the cheapest propagators that stand for the rules will do, since hardly
    /// anybody is going to search. A kind asks if building takes longer than some hundredths of a second.
    pub interrupt: Interrupt,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self {
            fold: true,
            join_rules: true,
            interrupt: Interrupt::default(),
        }
    }
}

/// A model with the way back from its solutions to filled grids.
#[derive(Debug)]
pub struct Built {
    /// The model.
    pub model: Model,
    /// Makes the brancher that measurement found best for this kind.
    pub brancher: fn(&Reading) -> Box<dyn Brancher>,
    /// Its variables in terms of the puzzle.
    pub reading: Reading,
}

/// What a value of a cell's variable is.
pub type SymbolOf = fn(i32) -> Symbol;

/// How variables stand for cells.
pub struct Reading {
    /// By cell: its variable, and what each value of it is.
    pub cells: Grid<(Var, SymbolOf)>,
    /// From a solution of the model to everything that the puzzle wants to know of it.
    pub complete: Box<dyn Fn(&Solution) -> Completed + Send + Sync>,
}

impl fmt::Debug for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reading")
            .field("cells", &self.cells)
            .finish_non_exhaustive()
    }
}

/// A filled grid, with what else belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completed {
    /// What stands in each cell.
    pub grid: Grid<Symbol>,
    /// Values beside the grid, such as the digit of each region, in the order of [`Puzzle::named_values`].
    pub named: Vec<(String, i32)>,
    /// A witness of amounts handed from cell to cell, where the puzzle has such; not part of what makes two
    /// solutions different.
    pub flows: Vec<Flow>,
}

impl Completed {
    /// A filled grid with nothing beside it.
    pub fn of_grid(grid: Grid<Symbol>) -> Self {
        Self {
            grid,
            named: Vec::new(),
            flows: Vec::new(),
        }
    }
}
