//! The traits that every kind of puzzle implements: reading, a model, a checker, a report and a picture.

mod built;
mod consensus;
pub(crate) mod enter;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use quadrille_engine::Var;

pub use built::{
    Best, BestLimits, BuildOptions, Built, Complete, Reading, RulePart, Spot, SymbolOf,
};
pub(crate) use built::{Join, Joined, Manner, Origin, Origins, Place};
pub use consensus::{CellConsensus, ConsensusReport};
pub(crate) use consensus::{JoinConsensus, PlaceConsensus};
pub use enter::broken_so_far;

use crate::document::{Document, Problems};
use crate::entries::Entries;
pub use crate::filling::Completed;
use crate::grid::{Cell, Grid};
#[cfg(doc)]
use crate::learn::Learn;
use crate::picture::{Consensus, Fill, Flow, Picture};
use crate::symbol::{
    NotationError, Symbol, Violation, read_cells, read_grid, read_values, write_grid,
};

/// A kind of puzzle: the entry of a registry, [`crate::kinds::all`].
pub trait Kind: fmt::Debug + Send + Sync {
    /// The word after `kind =` in a puzzle file, such as `number-cross-4`.
    fn name(&self) -> &str;

    /// What the puzzle is, in one line.
    fn summary(&self) -> &str;

    /// A commented puzzle file of this kind, ready to solve.
    fn starter(&self) -> &str;

    /// Reads the kind's own part of a puzzle file. Everything that is wrong goes to `problems`; `None` exactly if
    /// something was.
    fn read(&self, document: &Document<'_>, problems: &mut Problems) -> Option<Box<dyn Puzzle>>;
}

/// A kind that a puzzle was read with: one of a program's own, or a rulebook that was read with it.
#[derive(Clone, Debug)]
pub enum KindRef {
    /// A kind of the registry or of the caller.
    Static(&'static dyn Kind),
    /// A kind that was made when the puzzle was read.
    Shared(Arc<dyn Kind>),
}

impl std::ops::Deref for KindRef {
    type Target = dyn Kind;

    fn deref(&self) -> &Self::Target {
        match self {
            KindRef::Static(kind) => *kind,
            KindRef::Shared(kind) => &**kind,
        }
    }
}

/// One puzzle, as it was read.
pub trait Puzzle: fmt::Debug + Send + Sync {
    /// Rows and columns.
    fn size(&self) -> (usize, usize);

    /// The model of the puzzle, inert until solved.
    fn build(&self, options: &BuildOptions) -> Built;

    /// Applies the rules as written to a filled grid and lists every one that is broken. Written apart from the
    /// model.
    fn check(&self, completed: &Completed) -> Vec<Violation>;

    /// The same for a solution of a model that was built with `options`: without the rules that it does not have.
    fn check_as_built(&self, completed: &Completed, options: &BuildOptions) -> Vec<Violation> {
        let _ = options;
        self.check(completed)
    }

    /// The answer that the puzzle asks for, for a grid that satisfies the rules; `None` if it asks for none or it
    /// does not fit 128 bits.
    fn answer(&self, completed: &Completed) -> Option<u128>;

    /// The same for puzzles whose answer may be negative or a list.
    fn answer_in_full(&self, completed: &Completed) -> Option<Answer> {
        self.answer(completed).map(Answer::from)
    }

    /// A description of the answer: `sum of all numbers`; empty if none is asked for.
    fn answer_text(&self) -> String;

    /// Further output for a solution, in lines: each row's numbers, the places of tiles, the faces of the box.
    fn report(&self, completed: &Completed) -> Vec<String>;

    /// The puzzle as it was read: regions, clues, givens.
    fn picture(&self) -> Picture;

    /// Draws a solution into the puzzle's picture.
    fn fill(&self, picture: &mut Picture, completed: &Completed);

    /// The names of the values that a filled grid needs in addition to its symbols, such as the digit of each region,
    /// in order.
    fn named_values(&self) -> Vec<String> {
        Vec::new()
    }

    /// Writes a filled grid, without the values beside it, in the notation that [`Puzzle::read_filled`] reads.
    fn write(&self, completed: &Completed) -> String {
        write_grid(&completed.grid)
    }

    /// Reads a filled grid and the values beside it.
    ///
    /// # Errors
    /// [`NotationError`] if the text is not a filled grid of this puzzle.
    fn read_filled(&self, text: &str) -> Result<Completed, NotationError> {
        let (rows, columns) = self.size();
        let mut completed = Completed::of_grid(read_grid(text, rows, columns)?);
        completed.named = read_values(text, &self.named_values())?;
        Ok(completed)
    }

    /// Reads a grid that may be partly filled, and the values beside it: `?` is open, and so is `.` unless it means
    /// something else, and `{1,2,5}` lists values still considered possible. A filled grid is a special case.
    ///
    /// # Errors
    /// [`NotationError`] if the text is not a grid of this puzzle.
    fn read_entries(&self, text: &str) -> Result<Entries, NotationError> {
        let (rows, columns) = self.size();
        let built = self.build(&BuildOptions::default());
        let mut cells = built.reading.cells.values().iter();
        let has_dots = cells.any(|&(var, symbol)| {
            let mut values = built.model.domain(var).iter();
            values.any(|value| symbol(value) == Symbol::Dot)
        });
        let mut entries = Entries::of_cells(read_cells(text, rows, columns, has_dots)?);
        entries.named = read_values(text, &self.named_values())?;
        Ok(entries)
    }

    /// Lists the rules broken in a partly filled grid: every rule that holds for no values of the open places, as far
    /// as this can be found with little effort. `None` if the kind's checker can only check complete grids;
    /// [`broken_so_far`] then uses its model.
    fn check_entries(&self, entries: &Entries) -> Option<Vec<Violation>> {
        let _ = entries;
        None
    }

    /// The filled grid, if entries and givens leave nothing open.
    fn completed(&self, entries: &Entries) -> Option<Completed> {
        let symbols = entries.cells.values().iter().map(|may| match may[..] {
            [only] => Some(only),
            _ => None,
        });
        let symbols = symbols.collect::<Option<Vec<Symbol>>>()?;
        let (rows, columns) = (entries.cells.rows(), entries.cells.columns());
        Some(Completed {
            named: entries.named.clone(),
            ..Completed::of_grid(Grid::from_values(rows, columns, symbols)?)
        })
    }

    /// The number of places to fill, and of those that are open: without a given or entered value, whether or not
    /// several values are listed there.
    fn open_places(&self, entries: &Entries) -> [usize; 2] {
        let cells = entries.cells.values().iter();
        [cells.len(), cells.filter(|may| may.len() != 1).count()]
    }

    /// Draws the entries into the puzzle's picture, as far as they can be drawn.
    fn fill_entries(&self, picture: &mut Picture, entries: &Entries) {
        if let Some(completed) = self.completed(entries) {
            self.fill(picture, &completed);
        }
    }

    /// The amounts that flow between cells of a filled grid, if the puzzle has any.
    fn flows(&self, completed: &Completed) -> Vec<Flow> {
        completed.flows.clone()
    }

    /// A filled grid in JSON in addition to its text, if there is more to say.
    fn layers_json(&self, completed: &Completed) -> Option<serde_json::Value> {
        let _ = completed;
        None
    }

    /// Where two filled grids differ.
    fn differences(&self, a: &Completed, b: &Completed) -> Vec<Difference> {
        let cells = a
            .grid
            .cells()
            .filter(|&cell| a.grid.get(cell) != b.grid.get(cell));
        let symbol = |of: &Completed, cell| {
            of.grid
                .get(cell)
                .map_or_else(String::new, Symbol::to_string)
        };
        cells
            .map(|cell| Difference {
                place: cell.to_string(),
                values: [symbol(a, cell), symbol(b, cell)],
                cell: Some(cell),
            })
            .collect()
    }

    /// Marks in the picture of `first` where another grid differs from it.
    fn mark_differences(&self, picture: &mut Picture, first: &Completed, second: &Completed) {
        for difference in self.differences(first, second) {
            if let Some(cell) = difference.cell {
                picture.cells[cell].consensus = Some(Consensus::Differs);
            }
        }
    }

    /// Draws what is the same in all solutions into the puzzle's picture; `one` is one of them. Other cells look
    /// as in the puzzle.
    fn fill_consensus(&self, picture: &mut Picture, one: &Completed, report: &ConsensusReport) {
        let Some(cells) = &report.cells else { return };
        let unsolved = picture.clone();
        match report.solutions {
            Some(1) => self.fill(picture, one),
            // Other parts of a solution than its grid were not compared.
            _ => self.fill(picture, &Completed::of_grid(one.grid.clone())),
        }
        for cell in cells.cells() {
            let known = &cells[cell];
            let consensus = if known.same().is_some() {
                Consensus::Same
            } else {
                picture.cells[cell] = unsolved.cells[cell].clone();
                if known.seen.len() > 1 {
                    let symbols = known.seen.iter().chain(&known.undecided);
                    let is_number = |symbol: &&Symbol| matches!(symbol, Symbol::Number(_));
                    if symbols.clone().all(|symbol| is_number(&symbol)) {
                        let texts = symbols.map(Symbol::to_string);
                        picture.cells[cell].candidates = texts.collect();
                    }
                    Consensus::Differs
                } else {
                    Consensus::Unknown
                }
            };
            picture.cells[cell].consensus = Some(consensus);
        }
    }

    /// For a puzzle with layers on more than cells: the places of a consensus, each with its values in some solution,
    /// and the undecided ones.
    fn place_texts(&self, report: &ConsensusReport) -> Vec<(String, [Vec<String>; 2])> {
        let _ = report;
        Vec::new()
    }

    /// The variables that the puzzle asks for, in words.
    fn spots(&self, reading: &Reading) -> Vec<Spot> {
        let cells = reading.cells.cells();
        cells
            .map(|cell| {
                let (var, symbol) = reading.cells[cell];
                let words = move |value| match symbol(value) {
                    Symbol::Hash => "shaded".to_owned(),
                    Symbol::Dot => "empty".to_owned(),
                    number => number.to_string(),
                };
                Spot::new(var, cell.to_string(), vec![(0, cell)], words)
            })
            .collect()
    }

    /// Draws what is known about the variables into the puzzle's picture.
    fn fill_known(
        &self,
        picture: &mut Picture,
        reading: &Reading,
        known: &dyn Fn(Var) -> Option<i32>,
    ) {
        for cell in reading.cells.cells() {
            let (var, symbol) = reading.cells[cell];
            let drawn = &mut picture.cells[cell];
            match known(var).map(symbol) {
                None => {}
                Some(Symbol::Hash) => drawn.fill = Fill::Shaded,
                Some(Symbol::Dot) => drawn.fill = Fill::Outside,
                Some(number) => drawn.text = number.to_string(),
            }
        }
    }

    /// The rules that have names: each name with the rule's sentence.
    fn rules(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The parts of the puzzle file that may be left out one by one, in the order of the file: givens and clues that
    /// the format can mark as absent.
    fn parts_of_file(&self) -> Vec<FilePart> {
        Vec::new()
    }

    /// The puzzle without some of these parts, by number. `None` if the kind cannot leave anything out.
    fn without_parts(&self, left_out: &[usize]) -> Option<Box<dyn Puzzle>> {
        let _ = left_out;
        None
    }

    /// The values that one of these parts could have instead, in words, the nearest first. None for a given: a solution
    /// without it tells what else could stand there.
    fn other_values(&self, part: usize) -> Vec<String> {
        let _ = part;
        Vec::new()
    }

    /// The puzzle with one of these values, by number, or with only that there is some value. `None` if it cannot be
    /// stated.
    fn with_other_value(&self, part: usize, value: Option<usize>) -> Option<Box<dyn Puzzle>> {
        let _ = (part, value);
        None
    }

    /// The first of these values with which a grid satisfies all rules, by number.
    fn fitting_value(&self, part: usize, completed: &Completed) -> Option<usize> {
        let _ = (part, completed);
        None
    }

    /// The values of a filled grid in each place that could be given.
    fn values_of(&self, completed: &Completed) -> Vec<PlaceValue> {
        let values = completed.grid.values().iter().enumerate();
        let cells = completed.grid.cells();
        cells
            .zip(values)
            .map(|(cell, (position, symbol))| PlaceValue {
                place: cell.to_string(),
                value: symbol.to_string(),
                layer: 0,
                position,
            })
            .collect()
    }

    /// The same puzzle without some of its rules, which are called as in [`Puzzle::rules`]; names that it does not have
    /// change nothing. `None` if rules of this kind of puzzle cannot be left out one by one.
    fn without(&self, rules: &[String]) -> Option<Box<dyn Puzzle>> {
        let _ = rules;
        None
    }

    /// Whether [`Learn::Auto`] may learn on it; small and shallow puzzles do not gain.
    fn may_learn(&self) -> bool {
        false
    }

    /// For a puzzle that asks for the best grids: whether the least value is asked for (or the greatest), and the value
    /// of a filled grid.
    fn value_of(&self, completed: &Completed) -> Option<(bool, i128)> {
        let _ = completed;
        None
    }

    /// The propagators of each rule, in the order of posting; empty if not known.
    fn parts(&self) -> Vec<RulePart> {
        Vec::new()
    }

    /// Whether a filled grid breaks the rule of this name or sentence.
    fn breaks(&self, completed: &Completed, rule: &str) -> bool {
        let rules = self.rules();
        let of_sentence = rules.iter().find(|(_, sentence)| sentence == rule);
        let name = of_sentence.map_or(rule, |(name, _)| name);
        let is_of_it = |broken: &Violation| broken.id.as_deref().unwrap_or(&broken.rule) == name;
        self.check(completed).iter().any(is_of_it)
    }

    /// What in the file is valid but probably a mistake, a line each.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// The address of the puzzle at puzz.link, if puzzles of its kind have addresses, or why it has none.
    fn address(&self) -> Option<Result<String, String>> {
        None
    }

    /// Further pictures of a solution, as (name, SVG document): the net and the box of a folded shape.
    fn extra_pictures(&self, completed: &Completed) -> Vec<(&'static str, String)> {
        let _ = completed;
        Vec::new()
    }
}

/// A part of a puzzle file that may be left out: a given or a clue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePart {
    /// What it is called: `number of r3c4`.
    pub name: String,
    /// The keys of its values in the file.
    pub keys: Vec<String>,
    /// The key that it is written under, where that names a part: `sign.horizontal`.
    pub part_key: Option<String>,
    /// Its place: `r3c4`, `row 2`.
    pub place: String,
    /// The cell that it stands in, or the two that it stands between, each with the number of its board.
    pub cells: Vec<(usize, Cell)>,
    /// Its bytes in the text of the file.
    pub span: Range<usize>,
    /// Whether it may be a part of the board rather than a clue: a mark (a wall or a hole perhaps), or a place in a line
    /// that is drawn.
    pub is_structure: bool,
}

/// The value of a place of a filled grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceValue {
    /// What the place is called.
    pub place: String,
    /// The value there, in words.
    pub value: String,
    /// The layer, and the position in it.
    pub(crate) layer: usize,
    pub(crate) position: usize,
}

/// A place where two filled grids differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What the place is called.
    pub place: String,
    /// The value there in each of the two.
    pub values: [String; 2],
    /// The cell, if it is one.
    pub cell: Option<Cell>,
}

/// The answer of a puzzle: a number, or numbers with commas between them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Answer(String);

impl Answer {
    /// What is said where a number has more than 38 digits.
    const TOO_LARGE: &str = "too large to compute (more than 38 digits)";

    pub(crate) fn too_large() -> Self {
        Self(Self::TOO_LARGE.to_owned())
    }

    /// Whether it is a number, or numbers, not too large to be computed.
    pub(crate) fn is_known(&self) -> bool {
        self.0 != Self::TOO_LARGE
    }
}

impl From<u128> for Answer {
    fn from(number: u128) -> Self {
        Self(number.to_string())
    }
}

impl From<i128> for Answer {
    fn from(number: i128) -> Self {
        Self(number.to_string())
    }
}

impl FromIterator<i128> for Answer {
    fn from_iter<I: IntoIterator<Item = i128>>(numbers: I) -> Self {
        let numbers: Vec<String> = numbers
            .into_iter()
            .map(|number| number.to_string())
            .collect();
        Self(numbers.join(","))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
