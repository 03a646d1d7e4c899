//! How filled grids are written, and read again: text for people and `check`, JSON for scripts.

mod read;
mod strokes;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde_json::{Map, Value, json};

pub(crate) use read::{read, read_partly, read_words};
pub(crate) use strokes::{strokes, strokes_size};

use super::geometry::Geometry;
use super::interpret;
use super::signs::sign;
use super::syntax::{Domain, Ground, Kind, Layer, Lines, Role, Rulebook};
use super::values::{Data, Filled, Filling, positions};
use crate::grid::Direction;

/// Whether the layer is a choice of two words, which are drawn as stroke and gap.
fn is_stroke(layer: &Layer) -> bool {
    let Domain::Values { ranges, words } = &layer.domain else {
        return false;
    };
    let is_line = |sign: &Option<String>| matches!(sign.as_deref(), Some("-" | "|"));
    ranges.is_empty() && matches!(&words[..], [_, gap] if !is_line(&gap.sign))
}

/// The layers that a filled grid is written with, in the order of the rulebook.
pub(crate) fn visible(book: &Rulebook) -> impl Iterator<Item = (usize, &Layer)> {
    let layers = book.layers.iter().enumerate();
    layers.filter(|(_, layer)| matches!(layer.role, Role::Decide { .. }))
}

/// A letter, or from the 53rd on a number.
pub(crate) fn region_name(number: usize) -> String {
    let letters = ('A'..='Z').chain('a'..='z');
    letters
        .clone()
        .nth(number)
        .map_or_else(|| number.to_string(), |letter| letter.to_string())
}

const fn direction_sign(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "^",
        Direction::East => ">",
        Direction::South => "v",
        Direction::West => "<",
    }
}

impl Filling {
    /// Nothing known yet.
    pub(crate) fn blank(data: &Data) -> Self {
        let layers = data.book.layers.iter().enumerate().map(|(number, layer)| {
            if layer.role == Role::Data {
                return Vec::new();
            }
            let mut grounds = interpret::Grounds::new(data);
            let position = 0..positions(data, &layer.on);
            position
                .map(|position| match grounds.stands(number, position) {
                    true => Filled::Unknown,
                    false => Filled::Nowhere,
                })
                .collect()
        });
        Self {
            layers: layers.collect(),
        }
    }

    /// The places where two grids differ in layers that make solutions different; unknown values do not count as
    /// different.
    pub(crate) fn differences(&self, other: &Filling, book: &Rulebook) -> Vec<(usize, usize)> {
        let mut places = Vec::new();
        for (number, _) in visible(book) {
            let pairs = self.layers[number].iter().zip(&other.layers[number]);
            places.extend(
                pairs
                    .enumerate()
                    .filter(|(_, (a, b))| {
                        a != b && **a != Filled::Unknown && **b != Filled::Unknown
                    })
                    .map(|(position, _)| (number, position)),
            );
        }
        places
    }

    /// The same with the regions to find called as in another grid, where they share most cells: the names of regions
    /// mean nothing, so two grids differ only in what is left. O(cells) for each layer, and O(regions²).
    pub(crate) fn named_as(&self, other: &Filling, book: &Rulebook) -> Filling {
        let mut renamed = self.clone();
        for (number, layer) in visible(book) {
            let mut grounds = book.layers.iter().map(|layer| &layer.on);
            let has_values = grounds
                .any(|on| matches!(on, Ground::Regions(word) if word.name == layer.word.name));
            if layer.domain != Domain::Regions || has_values {
                continue;
            }
            // How many cells each two regions share, most first; of as many, the first in order.
            let mut shared: BTreeMap<(usize, usize), usize> = BTreeMap::new();
            for pair in self.layers[number].iter().zip(&other.layers[number]) {
                if let (Filled::Region(own), Filled::Region(name)) = pair {
                    *shared.entry((*own, *name)).or_default() += 1;
                }
            }
            let mut shared: Vec<((usize, usize), usize)> = shared.into_iter().collect();
            shared.sort_by_key(|&(_, cells)| Reverse(cells));
            let mut names: BTreeMap<usize, usize> = BTreeMap::new();
            let mut taken: BTreeSet<usize> = BTreeSet::new();
            for ((own, name), _) in shared {
                if !names.contains_key(&own) && taken.insert(name) {
                    names.insert(own, name);
                }
            }
            for value in &mut renamed.layers[number] {
                if let Filled::Region(own) = value {
                    *own = *names.entry(*own).or_insert_with(|| {
                        let free = (0..).find(|name| !taken.contains(name)).unwrap_or(*own);
                        taken.insert(free);
                        free
                    });
                }
            }
        }
        renamed
    }
}

/// A value as it is written in a grid.
pub(crate) fn text_of(layer: &Layer, value: Filled) -> Cow<'_, str> {
    match value {
        Filled::Nowhere => ".".into(),
        Filled::Unknown => "?".into(),
        Filled::Number(number) => number.to_string().into(),
        Filled::Word(word) => sign(layer, word).into(),
        Filled::Region(region) => region_name(region).into(),
        Filled::Direction(direction) => direction_sign(direction).into(),
    }
}

/// A value as it is written in a sentence.
pub(crate) fn word_of(layer: &Layer, value: Filled) -> String {
    match (value, &layer.domain) {
        (Filled::Word(word), Domain::Values { words, .. }) => words
            .get(word)
            .map_or_else(String::new, |symbol| symbol.word.name.to_string()),
        (Filled::Direction(direction), _) => match direction {
            Direction::North => "up",
            Direction::East => "right",
            Direction::South => "down",
            Direction::West => "left",
        }
        .to_owned(),
        _ => text_of(layer, value).into_owned(),
    }
}

/// A short name without spaces for a place of a list: `r1`, `c2`, `left3`, a region's name.
fn short_name(data: &Data, on: &Ground, position: usize) -> String {
    let geometry = &data.geometry;
    match on {
        Ground::Lines(lines) => {
            let count = geometry.count_lines(*lines).max(1);
            let (rows, columns) = (geometry.rows, geometry.columns);
            let number = position % count;
            let name = match lines {
                Lines::Row => format!("r{}", number + 1),
                Lines::Column => format!("c{}", number + 1),
                Lines::Diagonal => format!("d{}", number + 1),
                Lines::Line if number < rows => format!("r{}", number + 1),
                Lines::Line => format!("c{}", number - rows + 1),
                Lines::View if number < rows => format!("left{}", number + 1),
                Lines::View if number < 2 * rows => format!("right{}", number - rows + 1),
                Lines::View if number < 2 * rows + columns => {
                    format!("top{}", number - 2 * rows + 1)
                }
                Lines::View => format!("bottom{}", number - 2 * rows - columns + 1),
            };
            match geometry.boards {
                1 => name,
                _ => format!("{}.{name}", position / count + 1),
            }
        }
        Ground::Regions(word) => {
            let layer = data.book.layer(&word.name);
            let name = layer.and_then(|layer| data.region_names[layer].get(position));
            name.cloned().unwrap_or_default()
        }
        _ => String::new(),
    }
}

/// Writes a filled grid as text that [`read()`] reads.
pub(crate) fn write(data: &Data, filling: &Filling) -> String {
    let layers: Vec<(usize, &Layer)> = visible(&data.book).collect();
    let is_bare = matches!(
        layers[..],
        [(
            _,
            Layer {
                on: Ground::Atoms(Kind::Cell, _),
                ..
            }
        )]
    );
    let mut text = String::new();
    for &(number, layer) in &layers {
        let values = &filling.layers[number];
        match &layer.on {
            Ground::Atoms(kind, _) => {
                let boards = data.geometry.boards;
                let per_board = data.geometry.count(*kind);
                let signs: Vec<Cow<'_, str>> =
                    values.iter().map(|&value| text_of(layer, value)).collect();
                let is_wide = signs.iter().any(|sign| sign.chars().count() > 1);
                let is_split = is_wide && matches!(kind, Kind::Edge | Kind::Link);
                if !is_bare && !is_split {
                    let _ = writeln!(text, "{}:", layer.word.name);
                }
                for board in 0..boards {
                    if board > 0 {
                        text.push('\n');
                    }
                    let part = board * per_board..(board + 1) * per_board;
                    match kind {
                        Kind::Cell => {
                            write_rows(&mut text, &signs[part], data.geometry.columns, is_wide)
                        }
                        Kind::Corner => {
                            write_rows(&mut text, &signs[part], data.geometry.columns + 1, is_wide);
                        }
                        _ if is_wide => {
                            let flat = flat_count(&data.geometry, *kind);
                            let (across, down) = signs[part].split_at(flat.0 * flat.1);
                            let columns = match kind {
                                Kind::Edge => data.geometry.columns + 1,
                                _ => data.geometry.columns,
                            };
                            let _ = writeln!(text, "{}.horizontal:", layer.word.name);
                            write_rows(&mut text, across, flat.1, true);
                            let _ = writeln!(text, "{}.vertical:", layer.word.name);
                            write_rows(&mut text, down, columns, true);
                        }
                        _ => strokes::write(&mut text, &data.geometry, *kind, layer, &values[part]),
                    }
                }
            }
            Ground::Puzzle => {
                let value = values
                    .first()
                    .map_or(Cow::Borrowed(""), |&value| text_of(layer, value));
                let _ = writeln!(text, "{}: {value}", layer.word.name);
            }
            on => {
                let parts: Vec<String> = values
                    .iter()
                    .enumerate()
                    .filter(|(_, value)| **value != Filled::Nowhere)
                    .map(|(at, &value)| {
                        format!("{}={}", short_name(data, on, at), text_of(layer, value))
                    })
                    .collect();
                let _ = writeln!(text, "{}: {}", layer.word.name, parts.join(" "));
            }
        }
    }
    text
}

/// Rows and columns of the edges that are drawn as horizontal strokes, or of the links in rows.
fn flat_count(geometry: &Geometry, kind: Kind) -> (usize, usize) {
    match kind {
        Kind::Edge => (geometry.rows + 1, geometry.columns),
        _ => (geometry.rows, geometry.columns - 1),
    }
}

fn write_rows(text: &mut String, signs: &[Cow<'_, str>], columns: usize, is_wide: bool) {
    let widest = signs
        .iter()
        .map(|sign| sign.chars().count())
        .max()
        .unwrap_or(1);
    for row in signs.chunks(columns.max(1)) {
        for (column, sign) in row.iter().enumerate() {
            if is_wide && column > 0 {
                text.push(' ');
            }
            if is_wide {
                let _ = write!(text, "{sign:>widest$}");
            } else {
                text.push_str(sign);
            }
        }
        text.push('\n');
    }
}

/// A value in JSON.
fn json_of(layer: &Layer, value: Filled) -> Value {
    match value {
        Filled::Nowhere => Value::Null,
        Filled::Number(number) => number.into(),
        _ => word_of(layer, value).into(),
    }
}

/// A filled grid in JSON: by the names of its layers.
pub(crate) fn to_json(data: &Data, filling: &Filling) -> Value {
    let geometry = &data.geometry;
    let mut layers = Map::new();
    for (number, layer) in visible(&data.book) {
        let values: Vec<Value> = filling.layers[number]
            .iter()
            .map(|&value| json_of(layer, value))
            .collect();
        let rows_of = |values: &[Value], columns: usize| -> Value {
            match columns {
                0 => Value::Array(Vec::new()),
                _ => values
                    .chunks(columns)
                    .map(|row| Value::Array(row.to_vec()))
                    .collect(),
            }
        };
        let of_board = |values: &[Value]| match &layer.on {
            Ground::Atoms(Kind::Cell, _) => rows_of(values, geometry.columns),
            Ground::Atoms(Kind::Corner, _) => rows_of(values, geometry.columns + 1),
            Ground::Atoms(kind, _) => {
                let flat = flat_count(geometry, *kind);
                let (across, down) = values.split_at(flat.0 * flat.1);
                let columns = geometry.columns + usize::from(*kind == Kind::Edge);
                json!({ "horizontal": rows_of(across, flat.1), "vertical": rows_of(down, columns) })
            }
            Ground::Lines(Lines::Line) => {
                let (rows, columns) = values.split_at(geometry.rows);
                json!({ "rows": rows, "columns": columns })
            }
            Ground::Lines(Lines::View) => {
                let (left, rest) = values.split_at(geometry.rows);
                let (right, rest) = rest.split_at(geometry.rows);
                let (top, bottom) = rest.split_at(geometry.columns);
                json!({ "left": left, "right": right, "top": top, "bottom": bottom })
            }
            Ground::Lines(_) => Value::Array(values.to_vec()),
            Ground::Puzzle => values.first().cloned().unwrap_or(Value::Null),
            on @ Ground::Regions(_) => values
                .iter()
                .enumerate()
                .map(|(at, value)| (short_name(data, on, at), value.clone()))
                .collect::<Map<String, Value>>()
                .into(),
        };
        let is_by_board = matches!(layer.on, Ground::Atoms(..) | Ground::Lines(_));
        let told = match geometry.boards {
            boards if boards > 1 && is_by_board => {
                let size = (values.len() / boards).max(1);
                values.chunks(size).map(of_board).collect()
            }
            _ => of_board(&values),
        };
        layers.insert(layer.word.name.to_string(), told);
    }
    Value::Object(layers)
}

#[cfg(test)]
mod tests;
