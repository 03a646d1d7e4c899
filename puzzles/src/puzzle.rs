//! The traits that every kind of puzzle implements: reading, a model, a checker, a report and a picture.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use quadrille_engine::{Brancher, Literal, Model, RuleId, Solution, Stats, Var};

use crate::entries::Entries;
use crate::grid::{Cell, Grid};
use crate::language::values::{Filled, Filling};
use crate::picture::{Consensus, Fill, Flow, Picture};
use crate::read::{Document, Problems};
use crate::solve::{ConsensusReport, Learn};
use crate::symbol::{
    NotationError, Symbol, Violation, read_cells, read_grid, read_values, write_grid,
};
use quadrille_engine::Interrupt;

/// A kind of puzzle: the entry of a registry, [`crate::kinds::all`].
pub trait Kind: fmt::Debug + Send + Sync {
    /// The word after `kind =` in a puzzle file, such as `number-cross-4`.
    fn name(&self) -> &str;

    /// What the puzzle is, in one line.
    fn summary(&self) -> &str;

    /// A commented puzzle file of this kind that solves as it stands.
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

    /// The answer that the puzzle asks for, of a grid that satisfies the rules; `None` if it asks for none or it
    /// does not fit 128 bits.
    fn answer(&self, completed: &Completed) -> Option<u128>;

    /// The same for puzzles whose answer may be negative or a list.
    fn answer_in_full(&self, completed: &Completed) -> Option<Answer> {
        self.answer(completed).map(Answer::from)
    }

    /// What the answer is, in words: `sum of all numbers`; empty if none is asked for.
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

    /// Writes a filled grid, without the values beside it, in the notation that [`Puzzle::read_filled`] reads.
    fn write(&self, completed: &Completed) -> String {
        write_grid(&completed.grid)
    }

    /// Reads a filled grid and the values beside it.
    ///
    /// # Errors
    /// [`NotationError`] where the text is no filled grid of this puzzle.
    fn read_filled(&self, text: &str) -> Result<Completed, NotationError> {
        let (rows, columns) = self.size();
        let mut completed = Completed::of_grid(read_grid(text, rows, columns)?);
        completed.named = read_values(text, &self.named_values())?;
        Ok(completed)
    }

    /// Reads a grid that may be filled in part, and the values beside it: `?` is open, and so is `.` where it means
    /// nothing else, and `{1,2,5}` lists what is still thought possible. A filled grid is one of these.
    ///
    /// # Errors
    /// [`NotationError`] where the text is no grid of this puzzle.
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

    /// Lists what is broken in a grid that is filled in part: every rule that no values of the open places could mend
    /// by itself, as far as that is found out with little effort. `None` if the kind's checker knows filled grids only;
    /// [`broken_so_far`](crate::solve::broken_so_far) then asks its model.
    fn check_entries(&self, entries: &Entries) -> Option<Vec<Violation>> {
        let _ = entries;
        None
    }

    /// The filled grid, if what was entered and what is given leave nothing open.
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

    /// How many places there are to fill, and how many of them are open: without a value that is given or was entered,
    /// whether or not several are listed there.
    fn open_places(&self, entries: &Entries) -> [usize; 2] {
        let cells = entries.cells.values().iter();
        [cells.len(), cells.filter(|may| may.len() != 1).count()]
    }

    /// Draws what was entered into the puzzle's picture, as far as it can be drawn.
    fn fill_entries(&self, picture: &mut Picture, entries: &Entries) {
        if let Some(completed) = self.completed(entries) {
            self.fill(picture, &completed);
        }
    }

    /// The amounts that cells of a filled grid hand each other, where the puzzle has such.
    fn flows(&self, completed: &Completed) -> Vec<Flow> {
        completed.flows.clone()
    }

    /// What a filled grid is in JSON beside its text, if there is more to say.
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

    /// Draws what is the same in all solutions, of which `one` is given, into the puzzle's picture. Other cells look
    /// as in the puzzle.
    fn fill_consensus(&self, picture: &mut Picture, one: &Completed, report: &ConsensusReport) {
        let Some(cells) = &report.cells else { return };
        let unsolved = picture.clone();
        match report.solutions {
            Some(1) => self.fill(picture, one),
            // What belongs to a solution beside its grid was not compared.
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

    /// Of a puzzle that stands on more than cells: the places of a consensus, each with what is seen there in some
    /// solution, and what may be.
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

    /// Draws what is known of the variables into the puzzle's picture.
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

    /// The parts of the puzzle file that may be left out one by one, in the order of the file: givens and clues, of
    /// which the format can say that they are not there.
    fn parts_of_file(&self) -> Vec<FilePart> {
        Vec::new()
    }

    /// The puzzle without some of these parts, by number. `None` if the kind cannot leave anything out.
    fn without_parts(&self, left_out: &[usize]) -> Option<Box<dyn Puzzle>> {
        let _ = left_out;
        None
    }

    /// What stands in each place of a filled grid that could be given.
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

    /// The name of the rule that a violation is of, if rules have names.
    fn broken_rule(&self, violation: &Violation) -> Option<String> {
        let _ = violation;
        None
    }

    /// The same puzzle without some of its rules, which are called as in [`Puzzle::rules`]; names that it does not have
    /// change nothing. `None` if rules of this kind of puzzle cannot be left out one by one.
    fn without(&self, rules: &[String]) -> Option<Box<dyn Puzzle>> {
        let _ = rules;
        None
    }

    /// Whether [`Learn::Auto`] may learn on it; what is small and shallow does not gain.
    fn may_learn(&self) -> bool {
        false
    }

    /// Of a puzzle that asks for the best grids: whether the least value is asked for (or the greatest), and that of a
    /// filled grid.
    fn value_of(&self, completed: &Completed) -> Option<(bool, i128)> {
        let _ = completed;
        None
    }

    /// What each rule became for the solver, in the order in which it was posted; nothing where that is not told.
    fn parts(&self) -> Vec<RulePart> {
        Vec::new()
    }

    /// Whether a filled grid breaks the rule of this name or sentence.
    fn breaks(&self, completed: &Completed, rule: &str) -> bool {
        self.check(completed)
            .iter()
            .any(|violation| violation.rule == rule)
    }

    /// What is given that contradicts itself or the rules at sight, with the rule that it breaks. It is no mistake in
    /// the file: the puzzle has no solution, and this says why.
    fn contradictions(&self) -> Vec<Violation> {
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
    /// The names of what it brings, as the file calls them.
    pub keys: Vec<String>,
    /// The key that it is written under, where that names a part: `sign.horizontal`.
    pub part_key: Option<String>,
    /// The place that it stands for: `r3c4`, `row 2`.
    pub place: String,
    /// Its bytes in the text of the file.
    pub span: Range<usize>,
    /// Whether it is a mark: a wall or a hole perhaps, rather than a clue.
    pub is_mark: bool,
}

/// What stands in a place of a filled grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceValue {
    /// What the place is called.
    pub place: String,
    /// What stands there, in words.
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
    /// What stands there in the one and the other.
    pub values: [String; 2],
    /// The cell, if it is one.
    pub cell: Option<Cell>,
}

/// The answer of a puzzle: a number, or numbers with commas between them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Answer(String);

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

/// What the caller may ask of a model.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Whether rules about folding are part of the model.
    pub fold: bool,
    /// Whether a propagator may stand for several rules at once where that is faster. Without, each propagator
    /// follows from its own rule alone, so that rules can be told apart and switched off one by one.
    pub join_rules: bool,
    /// Whether a model of which the best is asked for has that as its objective. Without, the best is found and proved
    /// while the model is built, which then has the solutions that are as good.
    pub leave_best: bool,
    /// Whether the model is for a search that learns ([`Search::learn`](quadrille_engine::Search::learn)): what is
    /// learnt can speak of more if tests and sums are taken apart. The solutions are the same.
    pub learns: bool,
    /// Whether the search for the best learns that is made while a model is built.
    pub learn_best: Learn,
    /// Once due, the model is unlikely to be searched: the cheapest propagators that stand for the rules will do. A
    /// kind asks if building takes longer than a few hundredths of a second.
    pub interrupt: Interrupt,
    /// What must stand in every solution. [`Puzzle::build`] need not look at it: solving adds it to the model.
    pub entries: Option<Arc<Entries>>,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self {
            fold: true,
            join_rules: true,
            leave_best: false,
            learns: false,
            learn_best: Learn::Auto,
            interrupt: Interrupt::default(),
            entries: None,
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

/// What a rule became at a place.
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

/// How variables stand for cells.
pub struct Reading {
    /// By cell: its variable, and what each value of it is.
    pub cells: Grid<(Var, SymbolOf)>,
    /// From a solution of the model to everything that the puzzle wants to know of it.
    pub complete: Complete,
    /// Of a rulebook's puzzle, which has no `cells`: the variables of places.
    pub(crate) places: Vec<Place>,
    /// Of a rulebook's puzzle with regions to find: the variables of neighbours.
    pub(crate) joins: Vec<Join>,
    /// What the rules of the model are in terms of the puzzle, as far as that is told.
    pub(crate) origins: Origins,
    /// What was found out about the best value while the model was built.
    pub(crate) best: Option<Best>,
}

/// What is known of the best value, of a puzzle that asks for it.
#[derive(Clone, Debug)]
pub struct Best {
    /// Whether the least is asked for, not the greatest.
    pub is_least: bool,
    /// The best value that a grid was found with, and this grid.
    pub found: Option<(i64, Completed)>,
    /// No grid has a better value than this.
    pub bound: i64,
    /// Whether all was searched: what was found is the best, or there is no grid at all.
    pub is_proved: bool,
    /// What the search for it has done; nothing if the value was known from an earlier one.
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

    /// What is asked for: `greatest` or `least`.
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
    pub(crate) rules: BTreeMap<RuleId, Origin>,
    /// What the givens of the file say; their rules have the id [`Origin::GIVEN`].
    pub(crate) givens: Vec<Literal>,
    /// The propagators that tie a variable beside the layers to what it stands for; inner ones come first.
    pub(crate) definitions: Vec<(Range<usize>, Var)>,
    /// What stands for several rules at once, beside what each became; only where rules are told apart.
    pub(crate) joined: Vec<Joined>,
}

/// Propagators of a model that stand for several of its rules at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Joined {
    /// The rule of the model that they are posted under.
    pub(crate) rule: RuleId,
    /// The rules that they follow from.
    pub(crate) of: Vec<RuleId>,
    /// Propagators of these rules that do nothing beside them, numbered in the order of posting.
    pub(crate) covered: Vec<usize>,
}

/// What a rule of a model is in terms of the puzzle: several may be one sentence at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// Names the sentence.
    pub(crate) id: String,
    pub(crate) sentence: String,
    /// Empty for the whole grid.
    pub(crate) place: String,
}

impl Origin {
    /// The id of what is given in the file.
    pub(crate) const GIVEN: &'static str = "given";
}

/// A variable of a puzzle in words: where it stands, and what each of its values is.
#[derive(Clone)]
pub struct Spot {
    /// The variable.
    pub var: Var,
    /// What the place is called: `r3c4`, `the edge above r3c4`.
    pub name: String,
    /// The cells that it lies in or touches, each with the number of its board.
    pub cells: Vec<(usize, Cell)>,
    words: Arc<dyn Fn(i32) -> String + Send + Sync>,
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
        }
    }

    /// What a value is called: `7`, `shaded`.
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

/// A variable that says what stands in one place of a layer.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) layer: usize,
    pub(crate) position: usize,
    pub(crate) var: Var,
    /// What each value of the variable stands for.
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
    /// Variables that stand for cells.
    pub fn new(cells: Grid<(Var, SymbolOf)>, complete: Complete) -> Self {
        Self {
            cells,
            complete,
            places: Vec::new(),
            joins: Vec::new(),
            origins: Origins::default(),
            best: None,
        }
    }

    /// The variables that say what stands in cells and, of a rulebook's puzzle, in the places of its layers (layer by
    /// layer as declared, each in reading order; what a layer does not stand on is passed over); then those of
    /// neighbours in regions to find, 1 if both are in one region. Numbers stand for themselves, words for their place
    /// among the words of the layer, after its numbers.
    pub fn vars(&self) -> impl Iterator<Item = Var> {
        let cells = self.cells.values().iter().map(|&(var, _)| var);
        cells
            .chain(self.places.iter().map(|place| place.var))
            .chain(self.joins.iter().map(|join| join.var))
    }
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
    /// Of a rulebook's puzzle, whose `grid` is empty: the values of its layers.
    pub(crate) filling: Option<Filling>,
}

impl Completed {
    /// A filled grid with nothing beside it.
    pub fn of_grid(grid: Grid<Symbol>) -> Self {
        Self {
            grid,
            named: Vec::new(),
            flows: Vec::new(),
            filling: None,
        }
    }

    /// A filled grid of a rulebook's puzzle.
    pub(crate) fn of_filling(filling: Filling) -> Self {
        Self {
            filling: Some(filling.canonical()),
            ..Self::of_grid(Grid::empty())
        }
    }
}
