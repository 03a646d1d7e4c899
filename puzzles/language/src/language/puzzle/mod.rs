//! The puzzles of a rulebook.

mod broken;
mod parts;
mod rule;

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use quadrille_engine::Var;

use super::style::{Style, style_of};
use super::syntax::{
    Domain, Expr, Extreme, Ground, Kind as AtomKind, Layer, Lines, Role, Rulebook,
};
use super::values::{Data, Datum, Filled, Filling, atom_at, place_name};
use super::walk::{self, rules_about_folding};
pub use rule::Rule;

use super::{compile, file, interpret, link, notation, picture, show};
use crate::grid::Cell;
use crate::picture::{Consensus, Flow, Picture, Stroke};
use crate::puzzle::enter::enter;
use crate::puzzle::{
    Answer, BuildOptions, Built, Compilation, Completed, ConsensusReport, Difference, Entries,
    FilePart, Manner, NotGiven, Pass, PlaceValue, Reading, RulePart, Spot,
};
use crate::violation::{NotationError, Violation};

/// A puzzle: a rulebook with data.
pub struct Puzzle {
    data: Arc<Data>,
    /// The positions of the values in the file.
    entries: Arc<[file::Entry]>,
    /// What reading it has compiled, for the first solve to take.
    compiled: Mutex<Option<compile::Draft>>,
    /// The best value, once it was found out.
    best: compile::BestKnown,
    /// What checking it has found out that holds for all filled grids.
    settled: interpret::Settled,
    /// Rules beside those of the rulebook.
    rules_in_rust: Vec<Arc<dyn Rule>>,
    /// What the rules about folding have to show of the grid that was shown last: picture and report need it.
    folded: Mutex<Option<(Filling, Arc<[interpret::Folded]>)>>,
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Puzzle")
            .field("data", &self.data)
            .finish_non_exhaustive()
    }
}

impl Puzzle {
    /// The puzzle of data that has been read, with what compiling it has given already.
    pub(crate) fn new(
        data: Arc<Data>,
        entries: Vec<file::Entry>,
        compiled: Option<compile::Draft>,
    ) -> Self {
        Self::of(data, entries.into(), compiled)
    }

    fn of(data: Arc<Data>, entries: Arc<[file::Entry]>, compiled: Option<compile::Draft>) -> Self {
        Self {
            data,
            entries,
            compiled: Mutex::new(compiled),
            best: compile::BestKnown::default(),
            settled: interpret::Settled::default(),
            rules_in_rust: Vec::new(),
            folded: Mutex::default(),
        }
    }

    /// The same puzzle with other data.
    fn with_data(&self, data: Arc<Data>) -> Self {
        Self {
            rules_in_rust: self.rules_in_rust.clone(),
            ..Self::of(data, Arc::clone(&self.entries), None)
        }
    }

    /// The data, and the positions of the values in the file.
    pub(super) fn data_and_entries(&self) -> (&Data, &[file::Entry]) {
        (&self.data, &self.entries)
    }

    fn book(&self) -> &Rulebook {
        &self.data.book
    }

    /// The answer asked for, if any.
    fn asked(&self) -> Option<&super::syntax::Answer> {
        self.book().answers.get(self.data.asked?)
    }

    /// The entries together with the givens.
    fn with_givens(&self, entries: &Entries) -> Filling {
        let mut filling = entries.filling.clone();
        for (layer, values) in filling.layers.iter_mut().enumerate() {
            for (position, value) in values.iter_mut().enumerate() {
                let given = self.data.layers[layer].get(position);
                if *value == Filled::Unknown
                    && !entries.candidates.contains_key(&(layer, position))
                    && let Some(given) = given.and_then(Filled::given)
                {
                    *value = given;
                }
            }
        }
        filling
    }

    /// A filled grid with values for hidden layers, if these are to be drawn and the grid lacks them.
    fn whole<'f>(&self, filling: &'f Filling) -> Cow<'f, Filling> {
        if picture::draws_what_is_hidden(self.book())
            && let compile::Completion::Found(whole) = compile::complete(&self.data, filling, &[])
        {
            return Cow::Owned(whole);
        }
        Cow::Borrowed(filling)
    }

    /// The output of the rules about folding.
    fn folded(&self, filling: &Filling) -> Arc<[interpret::Folded]> {
        if !interpret::has_rules_of_folding(&self.data) {
            return Arc::default();
        }
        let mut last = self.folded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, folded)) = &*last
            && known == filling
        {
            return Arc::clone(folded);
        }
        let folded: Arc<[_]> = interpret::folded(&self.settled, &self.data, filling).into();
        *last = Some((filling.clone(), Arc::clone(&folded)));
        folded
    }

    /// The name of a place of a layer.
    fn place_text(&self, layer: usize, position: usize) -> String {
        let declared = &self.book().layers[layer];
        let place = place_name(&self.data, &declared.on, position);
        if notation::visible(self.book()).count() > 1 {
            return format!("{} of {place}", declared.word.name);
        }
        place
    }

    /// The name of the side that two cells of a layer of regions to find share.
    fn side_name(&self, cells: [usize; 2]) -> String {
        let geometry = &self.data.geometry;
        let [a, b] = cells.map(|cell| geometry.name(atom_at(geometry, AtomKind::Cell, cell)));
        format!("the side between {a} and {b}")
    }

    fn difference(&self, layer: usize, position: usize, values: [Filled; 2]) -> Difference {
        let declared = &self.book().layers[layer];
        let place = self.place_text(layer, position);
        let on_cells = matches!(declared.on, Ground::Atoms(AtomKind::Cell, _));
        let geometry = &self.data.geometry;
        let atom = on_cells.then(|| atom_at(geometry, AtomKind::Cell, position));
        Difference {
            place,
            values: values.map(|value| notation::word_of(declared, value)),
            cell: atom.map(|atom| geometry.cell(atom.index)),
        }
    }
}

/// How a place is spoken of beside others: links and edges share their noun.
fn manner(name: &str) -> Manner {
    for (one, many) in [("the link ", "the links"), ("the edge ", "the edges")] {
        if let Some((layer, own)) = name.split_once(one) {
            return Manner::Among {
                noun: format!("{layer}{many}"),
                own: own.to_owned(),
            };
        }
    }
    Manner::Named
}

/// The two cases for neighbours in a layer of regions to find.
const JOINED: [&str; 2] = ["a border of regions", "inside of a region"];

/// That no place of this kind has a value of a key.
fn nothing_there(on: &Ground, key: &str) -> String {
    let place = match on {
        Ground::Atoms(AtomKind::Cell, _) => "cell",
        Ground::Atoms(AtomKind::Edge, _) => "side of a cell",
        Ground::Atoms(AtomKind::Link, _) => "pair of neighbours",
        Ground::Atoms(AtomKind::Corner, _) => "corner",
        Ground::Lines(Lines::Row) => "row",
        Ground::Lines(Lines::Column) => "column",
        Ground::Lines(Lines::Line | Lines::View) => "row or column",
        Ground::Lines(Lines::Diagonal) => "diagonal",
        Ground::Regions(word) => return format!("no {} has a `{key}` yet", word.name),
        Ground::Puzzle => "puzzle",
    };
    format!("no {place} has a `{key}` yet")
}

impl Puzzle {
    // What a puzzle is asked.

    /// Rows and columns.
    pub fn size(&self) -> (usize, usize) {
        (self.data.geometry.rows, self.data.geometry.columns)
    }

    /// The model of the puzzle, inert until solved.
    pub fn build(&self, options: &BuildOptions) -> Built {
        let known = self.compiled.lock().ok().and_then(|mut known| known.take());
        let mut built = compile::build(&self.data, known, options, &self.best);
        self.post_rules_in_rust(&mut built, options);
        if let Some(entries) = &options.entries {
            enter(&mut built, entries);
        }
        built
    }

    /// What in the file is valid but probably a mistake, a line each.
    pub fn remarks(&self) -> Vec<String> {
        picture::remarks(&self.data)
    }

    /// If the file has no clue and no given at all: what there might be, and the rules that are about it. Without them an
    /// empty grid may have solutions.
    pub fn not_given(&self) -> Option<NotGiven> {
        let book = self.book();
        let is_missing = |datum: &Datum| matches!(datum, Datum::Missing);
        let is_empty = |number: usize| self.data.layers[number].iter().all(is_missing);
        let layers = book.layers.iter().enumerate();
        let (mut texts, mut empty) = (Vec::new(), Vec::new());
        for (number, layer) in layers {
            let Some(key) = file::key_of(layer) else {
                continue;
            };
            if layer.on == Ground::Puzzle || layer.domain == Domain::Regions {
                continue;
            }
            if !is_empty(number) {
                return None;
            }
            if layer.role == Role::Data {
                let text = nothing_there(&layer.on, key);
                empty.push(number);
                texts.extend((!texts.contains(&text)).then_some(text));
            }
        }
        let is_about = |formula: &Expr| walk::reads(book, formula, &|layer| empty.contains(&layer));
        let rules = book.rules.iter();
        let rules = rules.filter(|rule| rule.formulas.iter().any(is_about));
        let rules: Vec<String> = rules.map(|rule| rule.id.to_string()).collect();
        (!rules.is_empty()).then(|| NotGiven {
            text: texts.join(" and "),
            rules,
        })
    }

    /// Applies the rules as written to a filled grid and lists every one that is broken. Written apart from the
    /// model.
    pub fn check(&self, completed: &Completed) -> Vec<Violation> {
        let mut broken = self.check_but(completed, &[]);
        broken.extend(self.broken_in_rust(completed));
        broken
    }

    /// The same for a solution of a model that was built with `options`: without the rules that it does not have.
    pub fn check_as_built(&self, completed: &Completed, options: &BuildOptions) -> Vec<Violation> {
        match options.fold {
            true => self.check(completed),
            false => {
                let mut broken = self.check_but(completed, &rules_about_folding(self.book()));
                broken.extend(self.broken_in_rust(completed));
                broken
            }
        }
    }

    /// The address of the puzzle at puzz.link, if puzzles of its kind have addresses, or why it has none.
    pub fn address(&self) -> Option<Result<String, String>> {
        link::write(&self.data)
    }

    /// The answer that the puzzle asks for, of a grid that satisfies the rules; `None` if it asks for none, or if the
    /// value is not defined for the grid.
    pub fn answer(&self, completed: &Completed) -> Option<Answer> {
        let asked = self.asked()?;
        match interpret::evaluate(&self.settled, &self.data, &completed.filling, &asked.value) {
            interpret::Answer::Number(number) => Some(number.into()),
            interpret::Answer::List(numbers) => Some(numbers.into_iter().collect()),
            interpret::Answer::TooLarge => Some(Answer::too_large()),
            interpret::Answer::Nothing => None,
        }
    }

    /// For a puzzle that asks for the best grids: whether the least value is asked for (or the greatest), and the value
    /// of a filled grid.
    pub fn value_of(&self, completed: &Completed) -> Option<(bool, i128)> {
        let (extreme, value) = self.book().best.as_ref()?;
        match interpret::evaluate(&self.settled, &self.data, &completed.filling, value) {
            interpret::Answer::Number(number) => Some((*extreme == Extreme::Least, number)),
            _ => None,
        }
    }

    /// A description of the answer: `sum of all numbers`; empty if none is asked for.
    pub fn answer_text(&self) -> String {
        self.asked()
            .map_or_else(String::new, |answer| answer.text.clone())
    }

    /// Further output for a solution, in lines: each row's numbers, the places of tiles, the faces of the box.
    pub fn report(&self, completed: &Completed) -> Vec<String> {
        let filling = &*self.whole(&completed.filling);
        let mut lines = show::report(&self.data, filling, &self.folded(filling));
        if let Some(asked) = self.asked() {
            lines.extend(interpret::parts(
                &self.settled,
                &self.data,
                filling,
                &asked.value,
            ));
        }
        lines
    }

    /// The puzzle as it was read: regions, clues, givens.
    pub fn picture(&self) -> Picture {
        picture::of_puzzle(&self.data)
    }

    /// Draws a solution into the puzzle's picture.
    pub fn fill(&self, picture: &mut Picture, completed: &Completed) {
        let filling = &*self.whole(&completed.filling);
        // Said beside the puzzle.
        picture.facts.clear();
        picture::fill(picture, &self.data, filling);
        show::draw(picture, &self.folded(filling));
    }

    /// Further pictures of a solution, as (name, SVG document): the net and the box of a folded shape.
    pub fn extra_pictures(&self, completed: &Completed) -> Vec<(&'static str, String)> {
        show::pictures(&self.data, &self.folded(&completed.filling))
    }

    /// Writes a filled grid, without the values beside it, in the notation that [`Puzzle::read_filled`] reads.
    pub fn write(&self, completed: &Completed) -> String {
        notation::write(&self.data, &completed.filling)
    }

    /// Writes the grid with what is given, in the notation that [`Puzzle::read_entries`] reads.
    pub fn write_givens(&self) -> String {
        let blank = Entries::new(Filling::blank(&self.data), Default::default());
        notation::write(&self.data, &self.with_givens(&blank))
    }

    /// Reads a filled grid and the values beside it.
    ///
    /// # Errors
    /// [`NotationError`] if the text is not a filled grid of this puzzle.
    pub fn read_filled(&self, text: &str) -> Result<Completed, NotationError> {
        notation::read(&self.data, text).map(Completed::new)
    }

    /// Reads a grid that may be partly filled, and the values beside it: `?` is open, and so is `.` unless it means
    /// something else, and `{1,2,5}` lists values still considered possible. A filled grid is a special case.
    ///
    /// # Errors
    /// [`NotationError`] if the text is not a grid of this puzzle.
    pub fn read_entries(&self, text: &str) -> Result<Entries, NotationError> {
        let (filling, candidates) = notation::read_partly(&self.data, text)?;
        Ok(Entries::new(filling, candidates))
    }

    /// Lists the rules broken in a partly filled grid: every rule that holds for no values of the open places, as far
    /// as this can be found with little effort.
    pub fn check_entries(&self, entries: &Entries) -> Vec<Violation> {
        if let Some(completed) = self.completed(entries) {
            return self.check(&completed);
        }
        let filling = self.with_givens(entries);
        self.violations(interpret::check_partly(
            &self.data,
            &filling,
            &entries.candidates,
        ))
    }

    /// The filled grid, if entries and givens leave nothing open.
    pub fn completed(&self, entries: &Entries) -> Option<Completed> {
        let filling = self.with_givens(entries);
        // Values of a layer that is left out are searched for when the grid is checked.
        compile::left_out(&self.data, &filling).map(|_| Completed::new(filling))
    }

    /// The number of places to fill, and of those that are open: without a given or entered value, whether or not
    /// several values are listed there.
    pub fn open_places(&self, entries: &Entries) -> [usize; 2] {
        let filling = self.with_givens(entries);
        // A layer left out is not open if its values were found when the grid was checked.
        let layers = match self.untold(&filling, &[]).0 {
            compile::Completion::Found(whole) => whole.layers,
            _ => filling.layers,
        };
        let visible = notation::visible(self.book());
        let mut values = visible
            .flat_map(|(layer, _)| layers.get(layer).into_iter().flatten())
            .filter(|filled| **filled != Filled::Nowhere)
            .collect::<Vec<_>>();
        let all = values.len();
        values.retain(|filled| **filled == Filled::Unknown);
        [all, values.len()]
    }

    /// Draws the entries into the puzzle's picture, as far as they can be drawn.
    pub fn fill_entries(&self, picture: &mut Picture, entries: &Entries) {
        picture::fill(picture, &self.data, &entries.filling);
    }

    /// The amounts that flow between cells of a filled grid, if the puzzle has any.
    pub fn flows(&self, completed: &Completed) -> Vec<Flow> {
        let filling = &*self.whole(&completed.filling);
        let drawn = show::flows(&self.data, filling).into_iter();
        drawn
            .filter(|(board, _)| *board == 0)
            .map(|(_, flow)| flow)
            .collect()
    }

    /// The values of each layer of a filled grid in JSON.
    pub fn layers_json(&self, completed: &Completed) -> serde_json::Value {
        notation::to_json(&self.data, &completed.filling)
    }

    /// Where two filled grids differ.
    pub fn differences(&self, a: &Completed, b: &Completed) -> Vec<Difference> {
        let (a, b) = (&a.filling, &b.filling);
        let b = &b.named_as(a, self.book());
        let places = a.differences(b, self.book()).into_iter();
        places
            .map(|(layer, at)| {
                self.difference(layer, at, [a.layers[layer][at], b.layers[layer][at]])
            })
            .collect()
    }

    /// Marks in the picture of `first` where another grid differs from it.
    pub fn mark_differences(&self, picture: &mut Picture, first: &Completed, second: &Completed) {
        let (first, second) = (&first.filling, &second.filling);
        let second = &second.named_as(first, self.book());
        // What differs between cells is drawn as not known, in place of its value.
        let mut known = first.clone();
        let (mut cells, mut between) = (Vec::new(), Vec::new());
        for (layer, position) in first.differences(second, self.book()) {
            match self.book().layers[layer].on {
                Ground::Atoms(AtomKind::Cell, _) => cells.push(position),
                Ground::Atoms(..) => {
                    known.layers[layer][position] = Filled::Unknown;
                    between.push((layer, position));
                }
                _ => {}
            }
        }
        *picture = self.picture();
        picture.facts.clear();
        picture::fill(picture, &self.data, &known);
        picture::doubt(picture, &self.data, &between);
        for position in cells {
            let atom = atom_at(&self.data.geometry, AtomKind::Cell, position);
            let cell = self.data.geometry.cell(atom.index);
            let board = usize::from(atom.board);
            picture::mark(picture, board, cell, Consensus::Differs, Vec::new());
        }
    }

    /// Draws what is the same in all solutions into the puzzle's picture; `one` is one of them. Other cells look
    /// as in the puzzle.
    pub fn fill_consensus(&self, picture: &mut Picture, one: &Completed, report: &ConsensusReport) {
        let mut known = match report.solutions {
            // Hidden layers are known, too.
            Some(1) => one.filling.clone(),
            _ => Filling::blank(&self.data),
        };
        let mut marks: Vec<(usize, Cell, Consensus, Vec<String>)> = Vec::new();
        for place in &report.places {
            let consensus = match (&place.seen[..], &place.undecided[..]) {
                (&[value], []) => {
                    known.layers[place.layer][place.position] = value;
                    Consensus::Same
                }
                (several, _) if several.len() > 1 => Consensus::Differs,
                _ => Consensus::Unknown,
            };
            if let Ground::Atoms(AtomKind::Cell, _) = self.book().layers[place.layer].on {
                let atom = atom_at(&self.data.geometry, AtomKind::Cell, place.position);
                let cell = self.data.geometry.cell(atom.index);
                let layer = &self.book().layers[place.layer];
                let signs = match consensus {
                    Consensus::Differs => place.seen.iter().chain(&place.undecided),
                    _ => [].iter().chain(&[]),
                };
                let signs = signs
                    .map(|&value| notation::text_of(layer, value).into_owned())
                    .collect();
                marks.push((atom.board.into(), cell, consensus, signs));
            }
        }
        picture::fill(picture, &self.data, &known);
        for (board, cell, consensus, candidates) in marks {
            picture::mark(picture, board, cell, consensus, candidates);
        }
        for join in &report.joins {
            let stroke = match (&join.seen[..], &join.undecided[..]) {
                ([false], []) => Stroke::Line,
                ([_, _, ..], _) => Stroke::Text("?".to_owned()),
                (_, [_, ..]) => Stroke::Text("~".to_owned()),
                _ => continue,
            };
            picture::side(picture, &self.data.geometry, join.link, stroke);
        }
    }

    /// For a puzzle with layers on more than cells: the places of a consensus, each with its values in some solution,
    /// and the undecided ones.
    pub fn place_texts(&self, report: &ConsensusReport) -> Vec<(String, [Vec<String>; 2])> {
        let places = report.places.iter();
        places
            .map(|place| {
                let layer = &self.book().layers[place.layer];
                let texts = |values: &[Filled]| -> Vec<String> {
                    values
                        .iter()
                        .map(|&value| notation::word_of(layer, value))
                        .collect()
                };
                let name = self.place_text(place.layer, place.position);
                (name, [texts(&place.seen), texts(&place.undecided)])
            })
            .chain(report.joins.iter().map(|join| {
                let texts = |values: &[bool]| -> Vec<String> {
                    let words = values.iter().map(|&is_one| JOINED[usize::from(is_one)]);
                    words.map(str::to_owned).collect()
                };
                let name = self.side_name(join.cells);
                (name, [texts(&join.seen), texts(&join.undecided)])
            }))
            .collect()
    }

    /// Parts of the grid that have names of their own, such as `room C`, by these names: where they are, for a picture
    /// without them, as in `the room of r1c7`.
    pub(crate) fn named_parts(&self) -> Vec<(String, String)> {
        let mut parts = Vec::new();
        for (number, values) in self.data.layers.iter().enumerate() {
            let layer = &self.book().layers[number];
            let Ground::Atoms(kind, _) = layer.on else {
                continue;
            };
            let word = &layer.word.name;
            for (position, datum) in values.iter().enumerate() {
                let Datum::Region(region) = *datum else {
                    continue;
                };
                let Some(own) = self.data.region_names[number].get(region) else {
                    continue;
                };
                let name = format!("{word} {own}");
                if parts.iter().all(|(known, _)| *known != name) {
                    let geometry = &self.data.geometry;
                    let first = geometry.name(atom_at(geometry, kind, position));
                    parts.push((name, format!("the {word} of {first}")));
                }
            }
        }
        parts
    }

    /// The variables that the puzzle asks for, in words.
    pub fn spots(&self, reading: &Reading) -> Vec<Spot> {
        let places = reading.places.iter().map(|place| {
            let layer = &self.book().layers[place.layer];
            let cells = match &layer.on {
                Ground::Atoms(kind, _) => {
                    let atom = atom_at(&self.data.geometry, *kind, place.position);
                    let cells = self.cells_of(atom).into_iter();
                    cells.map(|cell| (atom.board.into(), cell)).collect()
                }
                _ => Vec::new(),
            };
            let course = match layer.on {
                Ground::Atoms(kind, _) => {
                    let is_wall = style_of(self.book(), layer) == Style::Wall;
                    picture::course(&self.data.geometry, kind, place.position, is_wall)
                }
                _ => None,
            };
            let (layer, filled) = (layer.clone(), Arc::clone(&place.filled));
            let words = move |value| notation::word_of(&layer, filled(value));
            let name = self.place_text(place.layer, place.position);
            let manner = manner(&name);
            let spot = Spot::new(place.var, name, cells, words);
            spot.in_manner(manner).along(course)
        });
        let layers = self.book().layers.iter().map(|layer| &layer.word.name);
        let layers: Vec<String> = layers.map(|name| format!("`{name}`")).collect();
        let mut divided = reading.joins.iter().map(|join| join.layer);
        let first = divided.next();
        let are_several = divided.any(|layer| Some(layer) != first);
        let links = reading.joins.iter().map(|join| {
            let atom = atom_at(&self.data.geometry, AtomKind::Link, join.link);
            let cells = self.cells_of(atom).into_iter();
            let cells = cells.map(|cell| (atom.board.into(), cell)).collect();
            let words = |value: i32| JOINED[usize::from(value != 0)].to_owned();
            let geometry = &self.data.geometry;
            let cell = |cell| geometry.name(atom_at(geometry, AtomKind::Cell, cell));
            let ends = join.cells.map(cell);
            let layer = are_several.then(|| layers[join.layer].clone());
            let spot = Spot::new(join.var, self.side_name(join.cells), cells, words);
            let course = picture::course(geometry, AtomKind::Link, join.link, true);
            spot.in_manner(Manner::Side { ends, layer }).along(course)
        });
        places.chain(links).collect()
    }

    /// Draws what is known about the variables into the puzzle's picture.
    pub fn fill_known(
        &self,
        picture: &mut Picture,
        reading: &Reading,
        known: &dyn Fn(Var) -> Option<i32>,
    ) {
        let mut filling = Filling::blank(&self.data);
        for place in &reading.places {
            if let Some(value) = known(place.var) {
                filling.layers[place.layer][place.position] = (place.filled)(value);
            }
        }
        picture::fill(picture, &self.data, &filling);
        picture::mark_gaps(picture, &self.data, &filling);
        let joins = reading.joins.iter();
        let links = joins.filter_map(|join| Some((join.link, known(join.var)? == 1)));
        picture::draw_known_borders(picture, &self.data, links);
    }

    /// The rules that have names: each name with the rule's sentence.
    pub fn rules(&self) -> Vec<(String, String)> {
        let rules = self.book().rules.iter();
        let rules = rules.map(|rule| (rule.id.to_string(), rule.sentence.clone()));
        let in_rust = self.rules_in_rust.iter().map(|rule| rule.sentence());
        rules
            .chain(in_rust.map(|sentence| (sentence.to_owned(), sentence.to_owned())))
            .collect()
    }

    /// The parts of the puzzle file that may be left out one by one, in the order of the file: givens and clues that
    /// the format can mark as absent.
    pub fn parts_of_file(&self) -> Vec<FilePart> {
        self.file_parts()
    }

    /// The puzzle without some of these parts, by number. `None` if it cannot be stated: some rules need data.
    pub fn without_parts(&self, left_out: &[usize]) -> Option<Self> {
        self.without_values(left_out)
    }

    /// The values that one of these parts could have instead, in words, the nearest first. None for a given: a solution
    /// without it tells what else could stand there.
    pub fn other_values(&self, part: usize) -> Vec<String> {
        let others = self.others(part).into_iter();
        others.map(|other| other.in_words).collect()
    }

    /// The puzzle with one of these values, by number, or with only that there is some value. `None` if it cannot be
    /// stated.
    pub fn with_other_value(&self, part: usize, value: Option<usize>) -> Option<Self> {
        self.with_other(part, value)
    }

    /// The first of these values with which a grid satisfies all rules, by number.
    pub fn fitting_value(&self, part: usize, completed: &Completed) -> Option<usize> {
        self.fitting(part, completed)
    }

    /// The values of a filled grid in each place that could be given.
    pub fn values_of(&self, completed: &Completed) -> Vec<PlaceValue> {
        let filling = &completed.filling;
        let layers = notation::visible(self.book());
        let mut places: Vec<_> = layers
            .filter(|(_, layer)| layer.domain != Domain::Regions)
            .collect();
        // Where the genre says which values a puzzle may give, it gives no others.
        let may_be_given = |layer: &Layer| layer.role == Role::Decide { given: true };
        if places.iter().any(|(_, layer)| may_be_given(layer)) {
            places.retain(|(_, layer)| may_be_given(layer));
        }
        places
            .into_iter()
            .flat_map(|(number, layer)| {
                let values = filling.layers[number].iter().enumerate();
                let standing = values.filter(|(_, value)| **value != Filled::Nowhere);
                standing.map(move |(position, &value)| PlaceValue {
                    place: self.place_text(number, position),
                    value: notation::word_of(layer, value),
                    layer: number,
                    position,
                })
            })
            .collect()
    }

    /// The same puzzle without some of its rules, which are called as in [`Puzzle::rules`]; names that it does not have
    /// change nothing.
    #[must_use]
    pub fn without(&self, rules: &[String]) -> Self {
        let mut data = (*self.data).clone();
        let mut book = (*data.book).clone();
        book.rules
            .retain(|rule| !rules.iter().any(|name| **name == *rule.id));
        data.book = Arc::new(book);
        let mut puzzle = self.with_data(Arc::new(data));
        let is_kept = |rule: &Arc<dyn Rule>| !rules.iter().any(|name| name == rule.sentence());
        puzzle.rules_in_rust.retain(is_kept);
        puzzle
    }

    /// What the rules become with these options; nothing if they are too large without some passes.
    pub fn compilation(&self, options: &BuildOptions) -> Compilation {
        let selection = compile::selection(&self.data, options);
        let Ok(draft) = compile::draft(&self.data, &selection) else {
            return Compilation::default();
        };
        let compiled = draft.finish(&options.interrupt);
        let fired = |&pass: &Pass| (pass, compiled.passes.fired(pass));
        let passes = Pass::ALL.iter().map(fired).filter(|(_, times)| *times > 0);
        let passes = passes.collect();
        let steps = compiled.steps;
        let parts = compiled.parts.into_iter();
        let parts = parts
            .map(|part| RulePart {
                is_weak: part.is_weak(),
                rule: match part.cause {
                    compile::Cause::Rule(rule) => self.book().rules[rule].sentence.clone(),
                    compile::Cause::Layers => "(layers)".to_owned(),
                    compile::Cause::Best => "(the best value)".to_owned(),
                    compile::Cause::Implied => "(implied)".to_owned(),
                },
                place: part.place,
                propagator: part.propagator,
                strength: part.strength,
            })
            .collect();
        Compilation {
            parts,
            passes,
            steps,
        }
    }

    /// Whether a filled grid breaks the rule of this name or sentence.
    pub fn breaks(&self, completed: &Completed, rule: &str) -> bool {
        let rules = self.rules();
        let of_sentence = rules.iter().find(|(_, sentence)| sentence == rule);
        let name = of_sentence.map_or(rule, |(name, _)| name);
        let is_of_it = |broken: &Violation| broken.id.as_deref().unwrap_or(&broken.rule) == name;
        self.check(completed).iter().any(is_of_it)
    }
}
