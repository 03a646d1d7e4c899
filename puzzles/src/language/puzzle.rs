//! The puzzles of a rulebook.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, Mutex};

use quadrille_engine::Var;

use super::geometry::Atom;
use super::syntax::{Domain, Extreme, Ground, Kind as AtomKind, Lines, Rulebook};
use super::values::{Data, Datum, Filled, Filling, atom_at};
use super::walk::rules_about_folding;
use super::{compile, file, interpret, link, notation, picture, show};
use crate::entries::Entries;
use crate::grid::{Cell, Direction};
use crate::picture::{Consensus, Flow, Picture, Stroke};
use crate::puzzle::{
    Answer, BuildOptions, Built, Completed, Difference, FilePart, PlaceValue, Puzzle, Reading,
    RulePart, Spot,
};
use crate::solve::ConsensusReport;
use crate::symbol::{NotationError, Violation};
use quadrille_engine::Interrupt;

/// A puzzle of a rulebook.
pub(crate) struct RulebookPuzzle {
    data: Arc<Data>,
    /// Where in the file the values stand.
    entries: Arc<[file::Entry]>,
    /// What reading it has compiled, for the first solve to take.
    compiled: Mutex<Option<compile::Draft>>,
    /// The best value, once it was found out.
    best: compile::BestKnown,
    /// What checking it has found out that holds for all filled grids.
    settled: interpret::Settled,
}

impl fmt::Debug for RulebookPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RulebookPuzzle")
            .field("data", &self.data)
            .finish_non_exhaustive()
    }
}

/// What a sentence is called before a colon.
fn without_stop(sentence: &str) -> &str {
    sentence.trim().trim_end_matches('.')
}

impl RulebookPuzzle {
    /// The puzzle of data that has been read, with what compiling it has given already.
    pub(crate) fn new(
        data: Arc<Data>,
        entries: Vec<file::Entry>,
        compiled: Option<compile::Draft>,
    ) -> Self {
        Self {
            data,
            entries: entries.into(),
            compiled: Mutex::new(compiled),
            best: compile::BestKnown::default(),
            settled: interpret::Settled::default(),
        }
    }

    fn book(&self) -> &Rulebook {
        &self.data.book
    }

    /// What is asked for beside the grid.
    fn asked(&self) -> Option<&super::syntax::Answer> {
        self.book().answers.get(self.data.asked?)
    }

    /// Whether there are values of what a grid does not tell once this rule is left out, beside those `without`.
    fn needs_untold(&self, filling: &Filling, rule: &str, without: &[String]) -> bool {
        let without = [without, &[rule.to_owned()]].concat();
        let completion = compile::complete(&self.data, filling, &without);
        matches!(completion, compile::Completion::Found(_))
    }

    /// Values of what is hidden or left out for a grid that came without, and the rules that were left out to find
    /// them: those `without`, and those that are broken whatever the values are.
    fn untold(&self, filling: &Filling, without: &[String]) -> (compile::Completion, Vec<String>) {
        let mut left_out = without.to_vec();
        if compile::is_untold(&self.data, filling) {
            let broken = interpret::check_but(&self.data, filling, without);
            let rules = broken.iter().filter_map(|broken| match broken.rule {
                interpret::Law::Rule(rule) => Some(self.book().rules[rule].id.to_string()),
                _ => None,
            });
            left_out.extend(rules);
            left_out.sort_unstable();
            left_out.dedup();
        }
        let completion = compile::complete(&self.data, filling, &left_out);
        (completion, left_out)
    }

    /// The cells that an atom touches.
    fn cells_of(&self, atom: Atom) -> Vec<Cell> {
        let geometry = &self.data.geometry;
        let cells: Vec<u32> = match atom.kind {
            AtomKind::Cell => vec![atom.index],
            AtomKind::Link => geometry.link_cells(atom.index).to_vec(),
            AtomKind::Edge => geometry
                .edge_cells(atom.index)
                .into_iter()
                .flatten()
                .collect(),
            AtomKind::Corner => geometry.corner_cells(atom.index),
        };
        cells.into_iter().map(|cell| geometry.cell(cell)).collect()
    }

    /// What was entered, with what is given.
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

    /// What follows on the name of a layer in the key that an entry stands under: `horizontal`, `left`.
    fn part_of_key(&self, entry: &file::Entry) -> Option<&'static str> {
        let geometry = &self.data.geometry;
        match &self.book().layers[entry.layer].on {
            Ground::Atoms(kind @ (AtomKind::Link | AtomKind::Edge), _) => {
                let atom = atom_at(geometry, *kind, entry.position);
                let is_horizontal = match kind {
                    AtomKind::Link => geometry.is_horizontal_link(atom.index),
                    _ => geometry.edge_position(atom.index).0,
                };
                Some(match is_horizontal {
                    true => "horizontal",
                    false => "vertical",
                })
            }
            Ground::Lines(Lines::View) => {
                let number = entry.position % geometry.count_lines(Lines::View).max(1);
                Some(match geometry.view_side(number) {
                    Direction::West => "left",
                    Direction::East => "right",
                    Direction::North => "top",
                    Direction::South => "bottom",
                })
            }
            Ground::Lines(Lines::Line) => {
                let number = entry.position % geometry.count_lines(Lines::Line).max(1);
                Some(match number < geometry.rows {
                    true => "rows",
                    false => "columns",
                })
            }
            _ => None,
        }
    }

    /// The values of the file that may be left out, those of one word together, in the order of the file.
    fn removable(&self) -> Vec<Vec<&file::Entry>> {
        let is_removable = |entry: &&file::Entry| {
            let layer = &self.book().layers[entry.layer];
            let is_value = matches!(
                layer.domain,
                Domain::Values { .. }
                    | Domain::Number
                    | Domain::Name
                    | Domain::List
                    | Domain::Clue
                    | Domain::Direction
                    | Domain::Directions
                    | Domain::Mark
            );
            is_value && layer.on != Ground::Puzzle
        };
        let mut entries: Vec<&file::Entry> = self.entries.iter().collect();
        entries.sort_by_key(|entry| entry.span.start);
        entries
            .chunk_by(|a, b| a.span == b.span)
            .filter(|word| word.iter().any(&is_removable))
            .map(<[_]>::to_vec)
            .collect()
    }

    /// Broken rules in the puzzle's words.
    fn violations(&self, broken: Vec<interpret::Broken>) -> Vec<Violation> {
        let broken = broken.into_iter();
        broken
            .map(|broken| {
                let sentence = broken.rule.sentence(self.book());
                let sentence = without_stop(&sentence);
                let atoms = broken.atoms.iter();
                let mut cells: Vec<Cell> = atoms.flat_map(|&atom| self.cells_of(atom)).collect();
                cells.sort_unstable();
                cells.dedup();
                Violation {
                    rule: if broken.place == "the grid" {
                        sentence.to_owned()
                    } else {
                        format!("{sentence} ({})", broken.place)
                    },
                    cells,
                    message: broken.message,
                }
            })
            .collect()
    }

    /// Everything that is broken but these rules.
    fn check_but(&self, completed: &Completed, without: &[String]) -> Vec<Violation> {
        let Some(filling) = &completed.filling else {
            return vec![no_layers()];
        };
        // The rules are judged with values for what is hidden or left out, if the grid came without.
        let (completion, left_out) = self.untold(filling, without);
        let filling = match &completion {
            compile::Completion::Found(found) => found,
            _ => filling,
        };
        let broken = interpret::check_with(&self.settled, &self.data, filling, without);
        let mut violations = self.violations(broken);
        if matches!(completion, compile::Completion::Impossible) {
            let rules = self.book().rules.iter();
            let rules = rules.filter(|rule| !left_out.iter().any(|id| **id == *rule.id));
            let needed = rules.filter(|rule| self.needs_untold(filling, &rule.id, &left_out));
            violations.extend(needed.map(|rule| {
                Violation {
                    rule: without_stop(&rule.sentence).to_owned(),
                    cells: Vec::new(),
                    message: "no values of what the grid does not tell satisfy it together with the other rules"
                        .to_owned(),
                }
            }));
            if violations.is_empty() {
                violations.push(Violation {
                    rule: "what the grid does not tell".to_owned(),
                    cells: Vec::new(),
                    message: "no values of it satisfy the rules".to_owned(),
                });
            }
        }
        violations
    }

    /// A filled grid with values for what is hidden, if that is to be drawn and the grid came without.
    fn whole<'f>(&self, filling: &'f Filling) -> Cow<'f, Filling> {
        if picture::draws_what_is_hidden(self.book())
            && let compile::Completion::Found(whole) = compile::complete(&self.data, filling, &[])
        {
            return Cow::Owned(whole);
        }
        Cow::Borrowed(filling)
    }

    /// What a place of a layer is called.
    fn place_text(&self, layer: usize, position: usize) -> String {
        let declared = &self.book().layers[layer];
        let place = file::place_name(&self.data, &declared.on, position);
        if notation::visible(self.book()).count() > 1 {
            return format!("{} of {place}", declared.word.name);
        }
        place
    }

    /// What the link between two cells of a layer of regions to find is called.
    fn link_name(&self, position: usize) -> String {
        let geometry = &self.data.geometry;
        geometry.name(atom_at(geometry, AtomKind::Link, position))
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

/// What is said of two neighbours in a layer of regions to find.
const JOINED: [&str; 2] = ["a border of regions", "inside of a region"];

/// What is missing where a filled grid of another kind was given.
fn no_layers() -> Violation {
    Violation {
        rule: "layers of the puzzle".to_owned(),
        cells: Vec::new(),
        message: "expected a filled grid of this puzzle".to_owned(),
    }
}

impl Puzzle for RulebookPuzzle {
    fn size(&self) -> (usize, usize) {
        (self.data.geometry.rows, self.data.geometry.columns)
    }

    fn build(&self, options: &BuildOptions) -> Built {
        let known = self.compiled.lock().ok().and_then(|mut known| known.take());
        compile::build(&self.data, known, options, &self.best)
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
        match interpret::evaluate(&self.data, completed.filling.as_ref()?, &asked.value) {
            interpret::Answer::Number(number) => Some(number.into()),
            interpret::Answer::List(numbers) => Some(numbers.into_iter().collect()),
            interpret::Answer::Nothing => None,
        }
    }

    fn value_of(&self, completed: &Completed) -> Option<(bool, i128)> {
        let (extreme, value) = self.book().best.as_ref()?;
        match interpret::evaluate(&self.data, completed.filling.as_ref()?, value) {
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
        let mut lines = show::report(&self.data, filling);
        if let Some(asked) = self.asked() {
            lines.extend(interpret::parts(&self.data, filling, &asked.value));
        }
        lines
    }

    fn picture(&self) -> Picture {
        picture::of_puzzle(&self.data)
    }

    fn fill(&self, picture: &mut Picture, completed: &Completed) {
        if let Some(filling) = &completed.filling {
            let filling = &*self.whole(filling);
            picture::fill(picture, &self.data, filling);
            show::draw(picture, &self.data, filling);
        }
    }

    fn extra_pictures(&self, completed: &Completed) -> Vec<(&'static str, String)> {
        let filling = completed.filling.as_ref();
        filling.map_or_else(Vec::new, |filling| show::pictures(&self.data, filling))
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
            return Some(vec![no_layers()]);
        };
        let broken = interpret::check_partly(&self.data, &filling, &entries.candidates);
        Some(self.violations(broken))
    }

    fn completed(&self, entries: &Entries) -> Option<Completed> {
        let filling = self.with_givens(entries)?;
        // A layer of which nothing at all is told is looked for when the grid is checked.
        compile::left_out(&self.data, &filling).map(|_| Completed::of_filling(filling))
    }

    fn open_places(&self, entries: &Entries) -> [usize; 2] {
        let filling = self.with_givens(entries).map(|filling| {
            // What is left out is not open where it was found when the grid was checked.
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
        let places = a.differences(b, self.book()).into_iter();
        places
            .map(|(layer, at)| {
                self.difference(layer, at, [a.layers[layer][at], b.layers[layer][at]])
            })
            .collect()
    }

    fn fill_consensus(&self, picture: &mut Picture, one: &Completed, report: &ConsensusReport) {
        let mut known = match (&one.filling, report.solutions) {
            // What is hidden is known, too.
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
                    .map(|&value| notation::text_of(layer, value))
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
                let name = self.link_name(join.link);
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
            Spot::new(place.var, name, cells, words)
        });
        let links = reading.joins.iter().map(|join| {
            let atom = atom_at(&self.data.geometry, AtomKind::Link, join.link);
            let cells = self.cells_of(atom).into_iter();
            let cells = cells.map(|cell| (atom.board.into(), cell)).collect();
            let words = |value: i32| JOINED[usize::from(value != 0)].to_owned();
            Spot::new(join.var, self.link_name(join.link), cells, words)
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
        let words = self.removable().into_iter();
        words
            .map(|word| {
                let mut keys: Vec<String> = Vec::new();
                for entry in &word {
                    let layer = &self.book().layers[entry.layer];
                    let key = layer.key.as_ref().unwrap_or(&layer.word);
                    for name in [&key.name, &layer.word.name] {
                        if !keys.iter().any(|known| **known == **name) {
                            keys.push(name.to_string());
                        }
                    }
                }
                let on = &self.book().layers[word[0].layer].on;
                let part_key = self.part_of_key(word[0]).map(|part| {
                    let layer = &self.book().layers[word[0].layer];
                    let key = layer.key.as_ref().unwrap_or(&layer.word);
                    format!("{}.{part}", key.name)
                });
                FilePart {
                    keys,
                    part_key,
                    place: file::place_name(&self.data, on, word[0].position),
                    span: word[0].span.clone(),
                    is_mark: word
                        .iter()
                        .all(|entry| self.book().layers[entry.layer].domain == Domain::Mark),
                }
            })
            .collect()
    }

    fn without_parts(&self, left_out: &[usize]) -> Option<Box<dyn Puzzle>> {
        let words = self.removable();
        let mut data = (*self.data).clone();
        for &part in left_out {
            for entry in words.get(part)? {
                data.layers[entry.layer][entry.position] = Datum::Missing;
            }
        }
        let data = Arc::new(data);
        // Some rules cannot be stated without the data.
        compile::draft(&data, &compile::Selection::default()).ok()?;
        Some(Box::new(RulebookPuzzle {
            data,
            entries: Arc::clone(&self.entries),
            compiled: Mutex::default(),
            best: compile::BestKnown::default(),
            settled: interpret::Settled::default(),
        }))
    }

    fn values_of(&self, completed: &Completed) -> Vec<PlaceValue> {
        let Some(filling) = &completed.filling else {
            return Vec::new();
        };
        let layers = notation::visible(self.book());
        let places = layers.filter(|(_, layer)| layer.domain != Domain::Regions);
        places
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

    fn broken_rule(&self, violation: &Violation) -> Option<String> {
        // Where one sentence is the beginning of another, the longer one is meant.
        let rules = self.book().rules.iter().filter(|rule| {
            let sentence = without_stop(&rule.sentence);
            let rest = violation.rule.strip_prefix(sentence);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(" ("))
        });
        let rule = rules.max_by_key(|rule| rule.sentence.len())?;
        Some(rule.id.to_string())
    }

    fn without(&self, rules: &[String]) -> Option<Box<dyn Puzzle>> {
        let mut data = (*self.data).clone();
        let mut book = (*data.book).clone();
        book.rules
            .retain(|rule| !rules.iter().any(|name| **name == *rule.id));
        data.book = Arc::new(book);
        Some(Box::new(Self {
            data: Arc::new(data),
            entries: Arc::clone(&self.entries),
            compiled: Mutex::default(),
            best: compile::BestKnown::default(),
            settled: interpret::Settled::default(),
        }))
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
                    compile::Cause::Implied => "(implied)".to_owned(),
                },
                place: part.place,
                propagator: part.propagator,
                strength: part.strength,
            })
            .collect()
    }

    fn breaks(&self, completed: &Completed, rule: &str) -> bool {
        let Some(filling) = &completed.filling else {
            return false;
        };
        let own = self
            .book()
            .rules
            .iter()
            .find(|own| *own.id == *rule || own.sentence == rule);
        let (completion, left_out) = self.untold(filling, &[]);
        if let Some(own) = own
            && matches!(completion, compile::Completion::Impossible)
            && !left_out.iter().any(|id| **id == *own.id)
            && self.needs_untold(filling, &own.id, &left_out)
        {
            return true;
        }
        let broken = interpret::check(&self.data, filling);
        broken.iter().any(|broken| {
            let interpret::Law::Rule(number) = broken.rule else {
                return false;
            };
            let known = &self.book().rules[number];
            *known.id == *rule || known.sentence == rule
        })
    }
}
