//! What can be entered into a puzzle, and what stands there: the fields of its data, one for each key of its file, and
//! those of its grid, one for each layer to find. All of it follows from the declarations of the rulebook, so whoever
//! edits puzzles needs to know of no genre.

mod candidates;
mod placed;
mod placing;
mod rewrite;

pub use placed::Selected;
pub use placing::Placing;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::file::{self, Entry, Group};
use super::geometry::Geometry;
use super::notation::{self, visible};
use super::puzzle::Puzzle;
use super::signs::{constant, expected, sign};
use super::syntax::{Domain, Expr, Ground, Kind, Layer, Lines, Node, Role};
use super::values::{Data, Datum, atom_at, place_name, positions};
use crate::document::Source;
use crate::draw::Places;
use crate::filling::Filled;
use crate::picture::Picture;
use crate::puzzle::Entries;

/// A word at a place of a layer to find.
#[derive(Clone, Debug)]
pub struct Entered {
    /// The name of the layer.
    pub layer: String,
    /// The number of the place on its ground.
    pub position: usize,
    /// A value, or `{1,2}` for values that are still considered possible.
    pub word: String,
}

/// A word for a place of a key of the puzzle file; none to empty the place.
#[derive(Clone, Debug)]
pub struct Change {
    /// The key.
    pub key: String,
    /// The number of the place on the ground of its layer.
    pub position: usize,
    /// The word, or none.
    pub word: Option<String>,
}

impl Puzzle {
    /// The fields in JSON, those of the data first. `text` is the puzzle's file. See `protocol/protocol.md`.
    pub fn fields(&self, text: &str) -> Value {
        let (data, entries) = self.data_and_entries();
        let book = &data.book;
        let groups = file::groups(book);
        let of_data = groups.iter().map(|group| {
            let layers: Vec<&Layer> = group.layers.iter().map(|&at| &book.layers[at]).collect();
            let mut field = declared(data, group.key, &layers);
            let words = words(data, entries, group, text);
            field.insert("finds".to_owned(), false.into());
            field.insert("values".to_owned(), words.into());
            let is_needed = group.layers.iter().any(|&at| is_needed(&book.layers[at]));
            field.insert("needed".to_owned(), is_needed.into());
            Value::Object(field)
        });
        let to_find = visible(book).map(|(number, layer)| {
            let mut field = declared(data, &layer.word.name, &[layer]);
            let given: Vec<Value> = data.layers[number]
                .iter()
                .map(|datum| !matches!(datum, Datum::Missing | Datum::Untold))
                .map(Value::from)
                .collect();
            field.insert("finds".to_owned(), true.into());
            field.insert("given".to_owned(), given.into());
            Value::Object(field)
        });
        of_data.chain(to_find).collect()
    }

    /// The entries of these words.
    ///
    /// # Errors
    /// Which word cannot stand where it is, and what could.
    pub fn entered(&self, words: &[Entered]) -> Result<Entries, String> {
        let (data, _) = self.data_and_entries();
        let mut numbered = Vec::new();
        for word in words {
            let layer = visible(&data.book).find(|(_, layer)| *layer.word.name == *word.layer);
            let Some((number, layer)) = layer else {
                return Err(format!("there is no layer `{}` to find", word.layer));
            };
            if word.position >= positions(data, &layer.on) {
                return Err(format!("`{}` has no place {}", word.layer, word.position));
            }
            numbered.push((number, word.position, word.word.as_str()));
        }
        let (filling, candidates) = notation::read_words(data, &numbered)?;
        Ok(Entries::new(filling, candidates))
    }

    /// The words of entries, as [`Puzzle::entered`] takes them.
    pub fn words_entered(&self, entries: &Entries) -> Vec<Entered> {
        let (data, _) = self.data_and_entries();
        let mut found = Vec::new();
        for (number, layer) in visible(&data.book) {
            let values = entries.filling.layers[number].iter().enumerate();
            for (position, &value) in values {
                let several = entries.candidates.get(&(number, position));
                let word = match (several, value) {
                    (Some(several), _) => {
                        let words = several.iter().map(|&value| notation::word_of(layer, value));
                        format!("{{{}}}", words.collect::<Vec<_>>().join(","))
                    }
                    (None, Filled::Unknown | Filled::Nowhere) => {
                        continue;
                    }
                    (None, value) => notation::word_of(layer, value),
                };
                found.push(Entered {
                    layer: layer.word.name.to_string(),
                    position,
                    word,
                });
            }
        }
        found
    }

    /// The puzzle file with other words in some places of its data. What it says is known about its solutions is left
    /// out, for that was known of the puzzle before; all else stays as it is, comments included.
    ///
    /// # Errors
    /// If there is no such key or place.
    pub fn with_changes(&self, source: &Source, changes: &[Change]) -> Result<String, String> {
        let (data, entries) = self.data_and_entries();
        let groups = file::groups(&data.book);
        let mut changed: BTreeMap<usize, Vec<Option<String>>> = BTreeMap::new();
        for change in changes {
            let at = groups.iter().position(|group| group.key == change.key);
            let at = at.ok_or_else(|| format!("puzzles of this kind have no `{}`", change.key))?;
            let words = changed
                .entry(at)
                .or_insert_with(|| words(data, entries, &groups[at], &source.text));
            let place = words
                .get_mut(change.position)
                .ok_or_else(|| format!("`{}` has no place {}", change.key, change.position))?;
            *place = change
                .word
                .clone()
                .filter(|word| !matches!(word.trim(), "" | "."));
        }
        let changed = changed.into_iter().map(|(at, words)| (&groups[at], words));
        rewrite::rewritten(source, data, data.geometry, changed.collect())
    }
}

impl Puzzle {
    /// The kinds of places in which something can be entered.
    pub fn kinds_of_places(&self) -> Vec<Places> {
        let (data, _) = self.data_and_entries();
        let mut kinds: Vec<Places> = Vec::new();
        for layer in &data.book.layers {
            let is_entered =
                file::key_of(layer).is_some() || matches!(layer.role, Role::Decide { .. });
            let own: &[Places] = match &layer.on {
                _ if !is_entered => &[],
                Ground::Puzzle | Ground::Lines(Lines::Diagonal) => &[],
                Ground::Regions(_) | Ground::Atoms(Kind::Cell, _) => &[Places::Cells],
                Ground::Atoms(Kind::Edge, _) => &[Places::Edges],
                Ground::Atoms(Kind::Link, _) => &[Places::Links],
                Ground::Atoms(Kind::Corner, _) => &[Places::Corners],
                Ground::Lines(Lines::Row) => &[Places::Left],
                Ground::Lines(Lines::Column) => &[Places::Top],
                Ground::Lines(Lines::Line) => &[Places::Left, Places::Top],
                Ground::Lines(Lines::View) => {
                    &[Places::Left, Places::Right, Places::Top, Places::Bottom]
                }
            };
            kinds.extend(own);
        }
        let all = [
            Places::Cells,
            Places::Edges,
            Places::Links,
            Places::Corners,
            Places::Left,
            Places::Right,
            Places::Top,
            Places::Bottom,
        ];
        // Cells are always there: findings are about them.
        all.into_iter()
            .filter(|kind| *kind == Places::Cells || kinds.contains(kind))
            .collect()
    }

    /// Draws what is still considered possible in cells.
    pub fn draw_candidates(&self, picture: &mut Picture, entries: &Entries) {
        let (data, _) = self.data_and_entries();
        for (&(number, position), values) in &entries.candidates {
            let layer = &data.book.layers[number];
            if !layer.on.is_of_cells() {
                continue;
            }
            let atom = atom_at(&data.geometry, Kind::Cell, position);
            let board = match usize::from(atom.board).checked_sub(1) {
                None => &mut *picture,
                Some(further) => match picture.further.get_mut(further) {
                    Some(board) => board,
                    None => continue,
                },
            };
            if let Some(cell) = board.cells.get_mut(data.geometry.cell(atom.index)) {
                let words = values.iter().map(|&value| match value {
                    Filled::Word(word) => sign(layer, word).to_owned(),
                    value => notation::word_of(layer, value),
                });
                cell.candidates = words.collect();
            }
        }
    }

    /// The key under which the file gives values of a layer to find, if it does.
    pub fn key_of_given(&self, layer: usize) -> Option<&str> {
        let (data, _) = self.data_and_entries();
        file::key_of(data.book.layers.get(layer)?)
    }

    /// The word of a value to find.
    pub(crate) fn word_found(&self, layer: usize, value: Filled) -> Option<Entered> {
        let (data, _) = self.data_and_entries();
        let declared = data.book.layers.get(layer)?;
        Some(Entered {
            layer: declared.word.name.to_string(),
            position: 0,
            word: notation::word_of(declared, value),
        })
    }
}

/// Whether a file must have a value for a layer.
fn is_needed(layer: &Layer) -> bool {
    let is_whole = matches!(layer.on, Ground::Puzzle) || layer.domain == Domain::Regions;
    layer.role == Role::Data && !layer.is_optional && is_whole && layer.domain != Domain::Mark
}

/// What is declared of the layers that share a key.
fn declared(data: &Data, key: &str, layers: &[&Layer]) -> Map<String, Value> {
    let geometry = &data.geometry;
    let size = Some((geometry.rows, geometry.columns));
    let on = &layers[0].on;
    let mut words: Vec<Value> = Vec::new();
    let mut ends: Option<(i128, i128)> = None;
    let mut takes_numbers = false;
    for layer in layers {
        match &layer.domain {
            Domain::Values {
                ranges,
                words: known,
            } => {
                for (at, symbol) in known.iter().enumerate() {
                    let written = match sign(layer, at) {
                        "." => &symbol.word.name,
                        sign => sign,
                    };
                    words.push(json!({
                        "word": &*symbol.word.name, "sign": written,
                        "towards": placed::towards(layer, at),
                        "blank": sign(layer, at) == ".",
                    }));
                }
                for (from, to) in ranges {
                    takes_numbers = true;
                    let from = end(data, from).unwrap_or(0);
                    let to = to.as_ref().and_then(|to| end(data, to));
                    let to = to.unwrap_or(i128::from(i32::MAX)).max(from);
                    let known = ends.unwrap_or((from, to));
                    ends = Some((known.0.min(from), known.1.max(to)));
                }
            }
            Domain::Number | Domain::List => takes_numbers = true,
            Domain::Direction | Domain::Directions => {
                let all = [("up", "^"), ("right", ">"), ("down", "v"), ("left", "<")];
                words.extend(
                    all.map(|(word, sign)| json!({ "word": word, "sign": sign, "towards": word, "blank": false })),
                );
            }
            Domain::Mark if layer.template.is_none() => {
                words.push(json!({ "word": &*layer.word.name, "sign": "*", "towards": null, "blank": false }));
            }
            _ => {}
        }
    }
    let sort = match &layers[0].domain {
        Domain::Regions => "regions",
        _ if layers.iter().any(|layer| layer.template.is_some()) => "text",
        Domain::Shapes | Domain::Clue | Domain::Patterns { .. } | Domain::Name => "text",
        Domain::List | Domain::Directions => "list",
        _ if takes_numbers => "numbers",
        _ => "words",
    };
    let expects: Vec<String> = layers.iter().map(|layer| expected(layer, size)).collect();
    let names: Vec<String> = (0..positions(data, on))
        .map(|position| place_name(data, on, position))
        .collect();
    let mut field = Map::new();
    let mut put = |name: &str, value: Value| field.insert(name.to_owned(), value);
    put("key", key.into());
    let layers: Vec<&str> = layers.iter().map(|layer| &*layer.word.name).collect();
    put("layers", json!(layers));
    put("on", on_word(on).into());
    put("sort", sort.into());
    put("expects", expects.join(" or ").into());
    put("words", words.into());
    let range = ends.map(|(from, to)| json!([clamped(from), clamped(to)]));
    put("range", range.unwrap_or(Value::Null));
    put("names", names.into());
    put("places", places(data, on));
    field
}

/// The end of a range, if it depends on nothing but the size.
fn end(data: &Data, expr: &Expr) -> Option<i128> {
    let geometry = &data.geometry;
    if let Node::Name(name) = &expr.node
        && let Some(is_rows) = data.book.dimension(name)
    {
        let side = if is_rows {
            geometry.rows
        } else {
            geometry.columns
        };
        return Some(side as i128);
    }
    constant(expr, Some((geometry.rows, geometry.columns)))
}

/// A number that JavaScript can tell from its neighbours.
fn clamped(number: i128) -> i64 {
    const MOST: i64 = 1 << 52;
    i64::try_from(number).unwrap_or(MOST).clamp(-MOST, MOST)
}

fn on_word(on: &Ground) -> &'static str {
    match on {
        Ground::Puzzle => "puzzle",
        Ground::Atoms(kind, _) => kind.singular(),
        Ground::Lines(_) => "line",
        Ground::Regions(_) => "region",
    }
}

/// Where in a picture each position is: by the marks that [`crate::draw::svg_with_places`] writes, after the number of
/// the board and a slash. A region is in all of its cells; what has no place in a picture is left out.
fn places(data: &Data, on: &Ground) -> Value {
    let geometry = &data.geometry;
    let mut places = Map::new();
    let mut put = |board: usize, mark: &str, number: usize, position: usize| {
        places.insert(format!("{board}/{mark}{number}"), position.into());
    };
    match on {
        Ground::Puzzle | Ground::Lines(Lines::Diagonal) => {}
        Ground::Atoms(kind, _) => {
            let mark = match kind {
                Kind::Cell => "c",
                Kind::Edge => "e",
                Kind::Link => "l",
                Kind::Corner => "p",
            };
            for position in 0..positions(data, on) {
                let atom = atom_at(geometry, *kind, position);
                put(atom.board.into(), mark, atom.index as usize, position);
            }
        }
        Ground::Lines(lines) => {
            let count = geometry.count_lines(*lines).max(1);
            for position in 0..positions(data, on) {
                let (mark, number) = side(geometry, *lines, position % count);
                put(position / count, mark, number, position);
            }
        }
        Ground::Regions(word) => {
            let layer = data.book.layer(&word.name);
            let regions = layer.map_or(&[][..], |layer| &data.layers[layer][..]);
            for (cell, datum) in regions.iter().enumerate() {
                if let Datum::Region(region) = datum {
                    let atom = atom_at(geometry, Kind::Cell, cell);
                    put(atom.board.into(), "c", atom.index as usize, *region);
                }
            }
        }
    }
    Value::Object(places)
}

/// The side of a picture where a line begins, and its number there.
fn side(geometry: &Geometry, lines: Lines, number: usize) -> (&'static str, usize) {
    let (rows, columns) = (geometry.rows, geometry.columns);
    match lines {
        Lines::Row | Lines::Diagonal => ("left", number),
        Lines::Column => ("top", number),
        Lines::Line if number < rows => ("left", number),
        Lines::Line => ("top", number - rows),
        Lines::View if number < rows => ("left", number),
        Lines::View if number < 2 * rows => ("right", number - rows),
        Lines::View if number < 2 * rows + columns => ("top", number - 2 * rows),
        Lines::View => ("bottom", number - 2 * rows - columns),
    }
}

/// The words of a key as they stand in the file, by position.
fn words(data: &Data, entries: &[Entry], group: &Group<'_>, text: &str) -> Vec<Option<String>> {
    let count = positions(data, &data.book.layers[group.layers[0]].on);
    let mut words = vec![None; count];
    let own = |entry: &&Entry| group.layers.contains(&entry.layer);
    for entry in entries.iter().filter(own) {
        let written = text.get(entry.span.clone()).unwrap_or_default();
        // A member of a list, or a text of its own, is in quotes.
        let quote = ['"', '\'']
            .into_iter()
            .find(|&quote| written.starts_with(quote));
        let word = quote.map_or(written, |quote| written.trim_matches(quote));
        if let Some(place) = words.get_mut(entry.position) {
            *place = Some(word.to_owned());
        }
    }
    words
}
