//! From a puzzle file to the data of a puzzle, by the declarations of its rulebook.
//!
//! `size` determines the size of the grid, `word` reads the content of one place, and `places` finds the places of a
//! key: cells of a drawn grid, lines, sides, regions.

mod blank;
mod places;
mod size;
mod word;

pub(crate) use blank::blank;
pub(in crate::language) use places::{lists, part_key};

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::geometry::Geometry;
use super::interpret;
use super::signs::expected;
use super::syntax::{Domain, Draw, Ground, Kind, Layer, Lines, Role, Rulebook, Word};
use super::values::{Data, Datum, place_name, positions};
use crate::document::{Document, Problem, Problems, known_words, shown};
use crate::document::{report_unknown, wrong_type};
use crate::words::counted;

/// The most places of all layers of a puzzle.
pub const MOST_PLACES: usize = 1_000_000;

/// Keys of puzzle files of rulebooks, apart from those of their data.
const KEYS: [&str; 3] = ["rules", "size", "wrong"];

/// Keys that no layer can have.
pub(crate) const TAKEN: [&str; 11] = [
    "kind", "title", "source", "variant", "notes", "expected", "example", "rules", "size", "wrong",
    "answer",
];

/// The layers of a key of the puzzle file.
#[derive(Debug)]
pub(crate) struct Group<'b> {
    pub(crate) key: &'b str,
    pub(crate) layers: Vec<usize>,
    /// The possible forms of a word: it must fit exactly one.
    forms: Vec<word::Form<'b>>,
}

impl Group<'_> {
    /// The layers whose values a word of this key contains, and the bytes of each; none if it is not read as such values.
    pub(crate) fn parts(
        &self,
        book: &Rulebook,
        word: &str,
        size: (usize, usize),
    ) -> Vec<(usize, Range<usize>)> {
        word::parts_of(book, &self.forms, word, size)
    }
}

/// The key of a layer in the puzzle file, if it has one.
pub(crate) fn key_of(layer: &Layer) -> Option<&str> {
    let is_brought = matches!(layer.role, Role::Data | Role::Decide { given: true });
    is_brought.then(|| &*layer.key.as_ref().unwrap_or(&layer.word).name)
}

/// The layers by their keys, in the order of the rulebook.
pub(crate) fn groups(book: &Rulebook) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (number, layer) in book.layers.iter().enumerate() {
        let Some(key) = key_of(layer) else { continue };
        match groups.iter_mut().find(|group| group.key == key) {
            Some(group) => group.layers.push(number),
            None => groups.push(Group {
                key,
                layers: vec![number],
                forms: Vec::new(),
            }),
        }
    }
    for group in &mut groups {
        group.forms = word::forms(book, &group.layers);
    }
    groups
}

/// For each key, a line that describes it.
pub(crate) fn key_comments(book: &Rulebook) -> Vec<String> {
    let lines = groups(book).into_iter().map(|group| {
        let layer = &book.layers[group.layers[0]];
        let on = match &layer.on {
            Ground::Puzzle => "one value for the puzzle".to_owned(),
            Ground::Atoms(kind, _) => match kind {
                Kind::Cell => "a grid of cells".to_owned(),
                Kind::Edge => "the sides of cells".to_owned(),
                Kind::Link => "what is between neighbouring cells".to_owned(),
                Kind::Corner => {
                    "a grid of corners, with one more row and column than the cells".to_owned()
                }
            },
            Ground::Lines(Lines::Row) => "a list, one for each row".to_owned(),
            Ground::Lines(Lines::Column) => "a list, one for each column".to_owned(),
            Ground::Lines(Lines::Line) => "lists under `rows` and `columns`".to_owned(),
            Ground::Lines(Lines::View) => {
                "lists under `left`, `right`, `top` and `bottom`".to_owned()
            }
            Ground::Lines(Lines::Diagonal) => "a list, one for each diagonal".to_owned(),
            Ground::Regions(word) => format!("by region of `{}`", word.name),
        };
        let parts: Vec<String> = group
            .layers
            .iter()
            .map(|&layer| expected(&book.layers[layer], None))
            .collect();
        format!("{}: {on}; {}", group.key, parts.join(" or "))
    });
    lines.collect()
}

/// Mistakes in the declarations of layers that concern files, and in how they are drawn.
pub(crate) fn check_declarations(book: &Rulebook, problems: &mut Problems) {
    for draw in &book.draw {
        check_drawn(book, draw, problems);
    }
    for group in groups(book) {
        let first = &book.layers[group.layers[0]];
        let span = first.key.as_ref().unwrap_or(&first.word).span.clone();
        if TAKEN.contains(&group.key) || (group.key == "board" && book.boards > 1) {
            problems.push(
                Problem::new(
                    span,
                    format!(
                        "`{}` is a key with another meaning in puzzle files",
                        group.key
                    ),
                    "expected another name",
                )
                .help("`in KEY` after the places gives a layer another key"),
            );
            continue;
        }
        for &layer in &group.layers[1..] {
            let layer = &book.layers[layer];
            if layer.on != first.on {
                let shared = Problem::new(
                    layer.word.span.clone(),
                    format!(
                        "`{}` and `{}` share a key",
                        layer.word.name, first.word.name
                    ),
                    "expected the same places for both",
                );
                problems.push(shared.help(format!(
                    "declare both on the same places, the one with a word for what is neither, as in `0..9 or none \".\"`; or give `{}` a key of its own, as in `on cells in others`",
                    first.word.name
                )));
            }
        }
    }
}

/// Mistakes in how a layer is drawn.
fn check_drawn(book: &Rulebook, draw: &Draw, problems: &mut Problems) {
    let layer = &draw.layer;
    let Some(number) = book.layer(&layer.name) else {
        let known: Vec<&str> = book.layers.iter().map(|layer| &*layer.word.name).collect();
        problems.push(
            Problem::new(
                layer.span.clone(),
                format!("there is no layer `{}`", layer.name),
                "expected the name of a layer",
            )
            .help(known_words(&layer.name, &known)),
        );
        return;
    };
    let mut check = |word: &Word, what: &str, label: &str, known: &[&str]| {
        if !known.contains(&&*word.name) {
            let message = format!("there is no {what} `{}`", word.name);
            let help = match known.is_empty() {
                true => "a sign without a word is that of a mark".to_owned(),
                false => known_words(&word.name, known),
            };
            problems.push(Problem::new(word.span.clone(), message, label).help(help));
        }
    };
    if let Some(style) = &draw.style {
        let known = super::style::style_names();
        check(style, "style", "expected a way to draw a layer", &known);
    }
    let words: Vec<&str> = match &book.layers[number].domain {
        Domain::Values { words, .. } => words.iter().map(|word| &*word.word.name).collect(),
        _ => Vec::new(),
    };
    for word in draw.signs.iter().filter_map(|(word, _)| word.as_ref()) {
        check(word, "word", "expected a word of the layer", &words);
    }
    if let (Some(_), None) = (&draw.key, super::style::explained(draw)) {
        problems.push(
            Problem::new(
                layer.span.clone(),
                format!(
                    "the key of the picture does not explain the style of `{}`",
                    layer.name
                ),
                "expected a style that it explains",
            )
            .help("these are `lock`, `flow`, `circle`, `square`, and the sign `▣`"),
        );
    }
}

/// Reads the data of a puzzle. Everything that is wrong goes to `problems`; `None` exactly if something was.
#[cfg(test)]
pub(crate) fn read(
    document: &Document<'_>,
    book: &Arc<Rulebook>,
    problems: &mut Problems,
) -> Option<Data> {
    read_with_entries(document, book, problems).map(|(data, _)| data)
}

/// The same with the place in the text of everything that was read.
pub(crate) fn read_with_entries(
    document: &Document<'_>,
    book: &Arc<Rulebook>,
    problems: &mut Problems,
) -> Option<(Data, Vec<Entry>)> {
    let before = problems.len();
    let groups = groups(book);
    let boards = book.boards.max(1);
    let keys: Vec<&str> = groups.iter().map(|group| group.key).collect();
    let is_single = |layer: &usize| matches!(book.layers[*layer].on, Ground::Puzzle);
    let mut own = KEYS.to_vec();
    let tables = if boards > 1 {
        own.push("board");
        let of_puzzle = groups
            .iter()
            .filter(|group| group.layers.iter().all(is_single));
        own.extend(of_puzzle.map(|group| group.key));
        board_tables(document, boards, &keys, problems)
    } else {
        own.extend(&keys);
        vec![document.entries()]
    };
    if book.answers.iter().any(|answer| answer.is_named) {
        own.push("answer");
    }
    document.allow_keys(&own, problems);
    let asked = asked(document, book, problems);
    if boards > 1 && tables.len() != boards && document.entries().contains_key("board") {
        return None;
    }
    let sized = size::find(document, book, &groups, &tables, problems);
    let (rows, columns) = sized
        .as_ref()
        .map_or((1, 1), |sized| (sized.rows, sized.columns));
    let mut reader = Reader {
        text: &document.source.text,
        book,
        model: sized
            .as_ref()
            .map_or_else(String::new, |sized| sized.model.clone()),
        data: Data {
            book: Arc::clone(book),
            geometry: Geometry {
                rows,
                columns,
                boards,
            },
            layers: vec![Vec::new(); book.layers.len()],
            region_names: vec![Vec::new(); book.layers.len()],
            asked,
        },
        entries: Vec::new(),
        problems,
    };
    sized.as_ref()?;
    if let Some(problem) = too_large(&reader.data) {
        reader.problems.push(problem);
        return None;
    }
    // Regions first: they may have values.
    let on_regions =
        |group: &&Group<'_>| matches!(book.layers[group.layers[0]].on, Ground::Regions(_));
    let (last, first): (Vec<&Group<'_>>, Vec<&Group<'_>>) = groups.iter().partition(on_regions);
    for group in first.into_iter().chain(last) {
        reader.group(document, group, &tables);
    }
    for (number, layer) in book.layers.iter().enumerate() {
        let count = positions(&reader.data, &layer.on);
        reader.data.layers[number].resize(count, Datum::Missing);
    }
    let Reader { data, entries, .. } = reader;
    if problems.len() == before {
        check_values(&data, &entries, problems);
    }
    (problems.len() == before).then_some((data, entries))
}

/// That the layers have more places than is possible, if so.
fn too_large(data: &Data) -> Option<Problem> {
    let layers = data.book.layers.iter();
    let places = layers
        .map(|layer| positions(data, &layer.on))
        .fold(0, usize::saturating_add);
    let problem = || {
        Problem::without_place(format!(
            "the puzzle is too large: its layers have {places} places, at most {MOST_PLACES} are possible"
        ))
        .help("use a smaller grid, fewer boards or fewer layers")
    };
    (places > MOST_PLACES).then(problem)
}

/// The answer that is asked for, by its number in the rulebook.
fn asked(document: &Document<'_>, book: &Rulebook, problems: &mut Problems) -> Option<usize> {
    match &book.answers[..] {
        [] => None,
        // There is no choice, but the only answer may be named.
        [_] if !document.entries().contains_key("answer") => Some(0),
        several => {
            let names: Vec<&str> = several.iter().map(|answer| &*answer.text).collect();
            document.word("answer", &names, problems)
        }
    }
}

/// The tables of the boards.
fn board_tables<'t>(
    document: &'t Document<'_>,
    boards: usize,
    keys: &[&str],
    problems: &mut Problems,
) -> Vec<&'t DeTable<'t>> {
    let Some(value) = document.entries().get("board") else {
        return Vec::new();
    };
    let DeValue::Array(list) = value.get_ref() else {
        problems.push(wrong_type("board", value, "tables under `[[board]]`"));
        return Vec::new();
    };
    if list.len() != boards {
        problems.push(Problem::new(
            value.span(),
            format!("this puzzle has {boards} boards"),
            format!(
                "found {} under `[[board]]`, expected {boards}",
                counted(list.len() as u64, "table")
            ),
        ));
        return Vec::new();
    }
    let mut tables = Vec::new();
    for value in list.iter() {
        match value.get_ref() {
            DeValue::Table(table) => {
                report_unknown(table, keys, problems);
                tables.push(table);
            }
            _ => problems.push(wrong_type("board", value, "a table")),
        }
    }
    tables
}

/// Something that was read, for what can only be judged when all is known.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) layer: usize,
    pub(crate) position: usize,
    pub(crate) span: Range<usize>,
}

struct Reader<'d> {
    text: &'d str,
    book: &'d Rulebook,
    /// The source of the size.
    model: String,
    data: Data,
    entries: Vec<Entry>,
    problems: &'d mut Problems,
}

impl Reader<'_> {
    fn layer(&self, group: &Group<'_>) -> &Layer {
        &self.book.layers[group.layers[0]]
    }

    /// Reads a key of the puzzle, or of all its boards.
    fn group(&mut self, document: &Document<'_>, group: &Group<'_>, tables: &[&DeTable<'_>]) {
        for &layer in &group.layers {
            let count = positions(&self.data, &self.book.layers[layer].on);
            self.data.layers[layer] = vec![Datum::Missing; count];
        }
        if matches!(self.layer(group).on, Ground::Puzzle) {
            match document.entries().get(group.key) {
                Some(value) => self.single(group, value),
                None => self.left_out(document, group),
            }
            return;
        }
        for (board, table) in tables.iter().enumerate() {
            match table.get(group.key) {
                Some(value) => self.board_value(group, board, value),
                None => self.left_out(document, group),
            }
        }
        if tables.is_empty() {
            self.left_out(document, group);
        }
    }

    /// A key that is not there: of regions and single values, it must be.
    fn left_out(&mut self, document: &Document<'_>, group: &Group<'_>) {
        let needed = group
            .layers
            .iter()
            .map(|&layer| &self.book.layers[layer])
            .find(|layer| {
                let single = matches!(layer.on, Ground::Puzzle) && layer.domain != Domain::Mark;
                let asked = layer.role == Role::Data && !layer.is_optional;
                asked && (single || layer.domain == Domain::Regions)
            });
        let Some(layer) = needed else { return };
        let what = expected(layer, None);
        let what = match layer.on {
            Ground::Puzzle => what,
            _ => format!("a grid of {what}"),
        };
        let place = document
            .entries()
            .get("kind")
            .or(document.entries().get("rules"));
        let place = place.map_or(0..0, |value| match value.get_ref() {
            DeValue::String(text) if text.contains('\n') => value.span().start..value.span().start,
            _ => value.span(),
        });
        self.problems.push(
            Problem::new(
                place,
                format!("`{}` is missing", group.key),
                format!("puzzles of this kind need `{} = …`: {what}", group.key),
            )
            .help(match self.book.name.as_str() {
                "" | "rules" => "the rules declare it as data".to_owned(),
                name => format!("`quadrille new {name}` writes a complete file to compare with"),
            }),
        );
    }

    fn wrong_type(&mut self, key: &str, value: &Spanned<DeValue<'_>>, expected: &str) {
        self.problems.push(wrong_type(key, value, expected));
    }
}

/// Whether values are within ranges that depend on other data, and in places that their layers cover.
pub(crate) fn are_possible(data: &Data, entries: &[Entry]) -> bool {
    let mut problems = Problems::default();
    check_values(data, entries, &mut problems);
    problems == Problems::default()
}

/// Checks values against ranges that depend on other data, and whether their layers cover their places.
fn check_values(data: &Data, entries: &[Entry], problems: &mut Problems) {
    let mut grounds = interpret::Grounds::new(data);
    for entry in entries {
        let layer = &data.book.layers[entry.layer];
        let datum = &data.layers[entry.layer][entry.position];
        let place = place_name(data, &layer.on, entry.position);
        if !grounds.stands(entry.layer, entry.position) {
            problems.push(Problem::new(
                entry.span.clone(),
                format!("{place}: `{}` has no place here", layer.word.name),
                "expected `.`",
            ));
        } else if let &Datum::Number(number) = datum
            && let Some(ranges) = grounds.range(entry.layer, entry.position)
        {
            let inside = ranges
                .iter()
                .any(|&(from, to)| from <= number && to.is_none_or(|to| number <= to));
            if !inside {
                let ranges: Vec<String> = ranges.iter().map(|&range| in_words(range)).collect();
                problems.push(Problem::new(
                    entry.span.clone(),
                    format!("{place}: `{}` is out of range", layer.word.name),
                    format!("found {number}, expected {}", ranges.join(" or ")),
                ));
            }
        }
    }
}

fn in_words((from, to): (i64, Option<i64>)) -> String {
    match to {
        Some(to) if to == from => format!("{from}"),
        Some(to) => format!("a number from {from} to {to}"),
        None => format!("a number from {from} on"),
    }
}

/// The text of a value that may be a text, a number, a list of numbers or true and false, and its place.
fn plain(text: &str, value: &Spanned<DeValue<'_>>) -> Option<(String, Range<usize>)> {
    let found = match value.get_ref() {
        DeValue::String(_) => match crate::document::inside(text, value) {
            Some(piece) => return Some((piece.text.trim().to_owned(), piece.trim().span())),
            None => value.get_ref().as_str()?.trim().to_owned(),
        },
        DeValue::Integer(number) => match i128::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => number.to_string(),
            Err(_) => number.as_str().to_owned(),
        },
        DeValue::Boolean(there) => if *there { "*" } else { "." }.to_owned(),
        DeValue::Array(list) => {
            let parts: Option<Vec<String>> = list
                .iter()
                .map(|part| match part.get_ref() {
                    DeValue::Array(_) => None,
                    _ => Some(plain(text, part)?.0),
                })
                .collect();
            parts?.join(",")
        }
        _ => return None,
    };
    Some((found, value.span()))
}

/// A problem with a word in a place.
fn bad_word(place: &str, found: &str, expected: &str, span: Range<usize>) -> Problem {
    Problem::new(
        span,
        format!("{place}: not a possible value here"),
        format!("found `{}`, expected {expected}", shown(found)),
    )
}

#[cfg(test)]
mod tests;
