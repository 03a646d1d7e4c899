//! The puzzles of a rulebook.

mod broken;
mod parts;

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use quadrille_engine::{Interrupt, Var};

use super::syntax::{Domain, Extreme, Ground, Kind as AtomKind, Layer, Role, Rulebook};
use super::values::{Data, Filled, Filling, atom_at, place_name};
use super::walk::rules_about_folding;
use super::{compile, file, interpret, link, notation, picture, show};
use crate::entries::Entries;
use crate::grid::Cell;
use crate::picture::{Consensus, Flow, Picture, Stroke};
use crate::puzzle::{
    Answer, BuildOptions, Built, Completed, ConsensusReport, Difference, FilePart, Manner,
    PlaceValue, Puzzle, Reading, RulePart, Spot,
};
use crate::symbol::{NotationError, Violation};

/// A puzzle of a rulebook.
pub(crate) struct RulebookPuzzle {
    data: Arc<Data>,
    /// The positions of the values in the file.
    entries: Arc<[file::Entry]>,
    /// What reading it has compiled, for the first solve to take.
    compiled: Mutex<Option<compile::Draft>>,
    /// The best value, once it was found out.
    best: compile::BestKnown,
    /// What checking it has found out that holds for all filled grids.
    settled: interpret::Settled,
    /// What the rules about folding have to show of the grid that was shown last: picture and report need it.
    folded: Mutex<Option<(Filling, Arc<[interpret::Folded]>)>>,
}

impl fmt::Debug for RulebookPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RulebookPuzzle")
            .field("data", &self.data)
            .finish_non_exhaustive()
    }
}

impl RulebookPuzzle {
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
            folded: Mutex::default(),
        }
    }

    /// The same puzzle with other data.
    fn with_data(&self, data: Arc<Data>) -> Self {
        Self::of(data, Arc::clone(&self.entries), None)
    }

    fn book(&self) -> &Rulebook {
        &self.data.book
    }

    /// The answer asked for, if any.
    fn asked(&self) -> Option<&super::syntax::Answer> {
        self.book().answers.get(self.data.asked?)
    }

    /// The entries together with the givens.
    fn with_givens(&self, entries: &Entries) -> Option<Filling> {
        let mut filling = entries.filling.clone()?;
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
        Some(filling)
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

impl Puzzle for RulebookPuzzle {
    fn size(&self) -> (usize, usize) {
        (self.data.geometry.rows, self.data.geometry.columns)
    }

    fn build(&self, options: &BuildOptions) -> Built {
        let known = self.compiled.lock().ok().and_then(|mut known| known.take());
        compile::build(&self.data, known, options, &self.best)
    }

    fn remarks(&self) -> Vec<String> {
        picture::remarks(&self.data)
    }

    fn check(&self, completed: &Completed) -> Vec<Violation> {
        self.check_but(completed, &[])
    }

    fn check_as_built(&self, completed: &Completed, options: &BuildOptions) -> Vec<Violation> {
        match options.fold {
            true => self.check(completed),
            false => self.check_but(completed, &rules_about_folding(self.book())),
        }
    }

    fn address(&self) -> Option<Result<String, String>> {
        link::write(&self.data)
    }

    fn answer(&self, _: &Completed) -> Option<u128> {
        None
    }

    fn answer_in_full(&self, completed: &Completed) -> Option<Answer> {
        let asked = self.asked()?;
        match interpret::evaluate(
            &self.settled,
            &self.data,
            completed.filling.as_ref()?,
            &asked.value,
        ) {
            interpret::Answer::Number(number) => Some(number.into()),
            interpret::Answer::List(numbers) => Some(numbers.into_iter().collect()),
            interpret::Answer::TooLarge => Some(Answer::too_large()),
            interpret::Answer::Nothing => None,
        }
    }

    fn value_of(&self, completed: &Completed) -> Option<(bool, i128)> {
        let (extreme, value) = self.book().best.as_ref()?;
        match interpret::evaluate(
            &self.settled,
            &self.data,
            completed.filling.as_ref()?,
            value,
        ) {
            interpret::Answer::Number(number) => Some((*extreme == Extreme::Least, number)),
            _ => None,
        }
    }

    fn answer_text(&self) -> String {
        self.asked()
            .map_or_else(String::new, |answer| answer.text.clone())
    }

    fn report(&self, completed: &Completed) -> Vec<String> {
        let Some(filling) = &completed.filling else {
            return Vec::new();
        };
        let filling = &*self.whole(filling);
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

    fn picture(&self) -> Picture {
        picture::of_puzzle(&self.data)
    }

    fn fill(&self, picture: &mut Picture, completed: &Completed) {
        if let Some(filling) = &completed.filling {
            let filling = &*self.whole(filling);
            // Said beside the puzzle.
            picture.facts.clear();
            picture::fill(picture, &self.data, filling);
            show::draw(picture, &self.folded(filling));
        }
    }

    fn extra_pictures(&self, completed: &Completed) -> Vec<(&'static str, String)> {
        let filling = completed.filling.as_ref();
        filling.map_or_else(Vec::new, |filling| {
            show::pictures(&self.data, &self.folded(filling))
        })
    }

    fn write(&self, completed: &Completed) -> String {
        let filling = completed.filling.as_ref();
        filling.map_or_else(String::new, |filling| notation::write(&self.data, filling))
    }

    fn read_filled(&self, text: &str) -> Result<Completed, NotationError> {
        notation::read(&self.data, text).map(Completed::of_filling)
    }

    fn read_entries(&self, text: &str) -> Result<Entries, NotationError> {
        let (filling, candidates) = notation::read_partly(&self.data, text)?;
        Ok(Entries::of_layers(filling, candidates))
    }

    fn check_entries(&self, entries: &Entries) -> Option<Vec<Violation>> {
        if let Some(completed) = self.completed(entries) {
            return Some(self.check(&completed));
        }
        let Some(filling) = self.with_givens(entries) else {
            return Some(vec![broken::no_layers()]);
        };
        let broken = interpret::check_partly(&self.data, &filling, &entries.candidates);
        Some(self.violations(broken))
    }

    fn completed(&self, entries: &Entries) -> Option<Completed> {
        let filling = self.with_givens(entries)?;
        // Values of a layer that is left out are searched for when the grid is checked.
        compile::left_out(&self.data, &filling).map(|_| Completed::of_filling(filling))
    }

    fn open_places(&self, entries: &Entries) -> [usize; 2] {
        let filling = self.with_givens(entries).map(|filling| {
            // A layer left out is not open if its values were found when the grid was checked.
            match self.untold(&filling, &[]).0 {
                compile::Completion::Found(whole) => whole,
                _ => filling,
            }
        });
        let layers = filling.map_or_else(Vec::new, |filling| filling.layers);
        let visible = notation::visible(self.book());
        let mut values = visible
            .flat_map(|(layer, _)| layers.get(layer).into_iter().flatten())
            .filter(|filled| **filled != Filled::Nowhere)
            .collect::<Vec<_>>();
        let all = values.len();
        values.retain(|filled| **filled == Filled::Unknown);
        [all, values.len()]
    }

    fn fill_entries(&self, picture: &mut Picture, entries: &Entries) {
        if let Some(filling) = &entries.filling {
            picture::fill(picture, &self.data, filling);
        }
    }

    fn flows(&self, completed: &Completed) -> Vec<Flow> {
        let Some(filling) = &completed.filling else {
            return Vec::new();
        };
        let filling = &*self.whole(filling);
        let drawn = show::flows(&self.data, filling).into_iter();
        drawn
            .filter(|(board, _)| *board == 0)
            .map(|(_, flow)| flow)
            .collect()
    }

    fn layers_json(&self, completed: &Completed) -> Option<serde_json::Value> {
        let filling = completed.filling.as_ref()?;
        Some(notation::to_json(&self.data, filling))
    }

    fn differences(&self, a: &Completed, b: &Completed) -> Vec<Difference> {
        let (Some(a), Some(b)) = (&a.filling, &b.filling) else {
            return Vec::new();
        };
        let b = &b.named_as(a, self.book());
        let places = a.differences(b, self.book()).into_iter();
        places
            .map(|(layer, at)| {
                self.difference(layer, at, [a.layers[layer][at], b.layers[layer][at]])
            })
            .collect()
    }

    fn mark_differences(&self, picture: &mut Picture, first: &Completed, second: &Completed) {
        let (Some(first), Some(second)) = (&first.filling, &second.filling) else {
            return;
        };
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

    fn fill_consensus(&self, picture: &mut Picture, one: &Completed, report: &ConsensusReport) {
        let mut known = match (&one.filling, report.solutions) {
            // Hidden layers are known, too.
            (Some(filling), Some(1)) => filling.clone(),
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

    fn place_texts(&self, report: &ConsensusReport) -> Vec<(String, [Vec<String>; 2])> {
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

    fn spots(&self, reading: &Reading) -> Vec<Spot> {
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
            let (layer, filled) = (layer.clone(), Arc::clone(&place.filled));
            let words = move |value| notation::word_of(&layer, filled(value));
            let name = self.place_text(place.layer, place.position);
            let manner = manner(&name);
            Spot::new(place.var, name, cells, words).in_manner(manner)
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
            spot.in_manner(Manner::Side { ends, layer })
        });
        places.chain(links).collect()
    }

    fn fill_known(
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

    fn rules(&self) -> Vec<(String, String)> {
        let rules = self.book().rules.iter();
        rules
            .map(|rule| (rule.id.to_string(), rule.sentence.clone()))
            .collect()
    }

    fn parts_of_file(&self) -> Vec<FilePart> {
        self.file_parts()
    }

    fn without_parts(&self, left_out: &[usize]) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.without_values(left_out)?))
    }

    fn other_values(&self, part: usize) -> Vec<String> {
        let others = self.others(part).into_iter();
        others.map(|other| other.in_words).collect()
    }

    fn with_other_value(&self, part: usize, value: Option<usize>) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.with_other(part, value)?))
    }

    fn fitting_value(&self, part: usize, completed: &Completed) -> Option<usize> {
        self.fitting(part, completed)
    }

    fn values_of(&self, completed: &Completed) -> Vec<PlaceValue> {
        let Some(filling) = &completed.filling else {
            return Vec::new();
        };
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

    fn without(&self, rules: &[String]) -> Option<Box<dyn Puzzle>> {
        let mut data = (*self.data).clone();
        let mut book = (*data.book).clone();
        book.rules
            .retain(|rule| !rules.iter().any(|name| **name == *rule.id));
        data.book = Arc::new(book);
        Some(Box::new(self.with_data(Arc::new(data))))
    }

    fn may_learn(&self) -> bool {
        true
    }

    fn parts(&self) -> Vec<RulePart> {
        let selection = compile::Selection::default();
        let Ok(compiled) =
            compile::compile_twice(&self.data, &selection, None, &Interrupt::default())
        else {
            return Vec::new();
        };
        let parts = compiled.parts.into_iter();
        parts
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
            .collect()
    }
}
