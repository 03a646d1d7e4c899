//! Puzzle files with other data: the lines of some keys are written anew, everything else stays as it is.

use std::fmt::Write;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::super::file::{Group, lists, part_key};
use super::super::geometry::Geometry;
use super::super::syntax::{Dimension, Domain, Ground, Kind};
use super::super::values::Data;
use crate::document::{Document, Problems, Source, quoted};

/// The file with these words for the places of these keys, for a grid of this size.
pub(super) fn rewritten(
    source: &Source,
    data: &Data,
    geometry: Geometry,
    changed: Vec<(&Group<'_>, Vec<Option<String>>)>,
) -> Result<String, String> {
    let mut problems = Problems::default();
    let document = Document::parse(source, &mut problems).ok_or("the file cannot be read")?;
    let text = &source.text;
    let top = document.entries();
    let mut edits = Edits {
        text,
        removed: Vec::new(),
        added: Vec::new(),
    };
    for stale in ["expected", "wrong"] {
        edits.remove(top, stale);
    }
    size(&mut edits, top, data, geometry);
    for (group, words) in changed {
        let layer = &data.book.layers[group.layers[0]];
        let boards = match layer.on {
            Ground::Puzzle => 1,
            _ => geometry.boards,
        };
        let tables: Vec<&DeTable<'_>> = match top.get("board").map(Spanned::get_ref) {
            Some(DeValue::Array(list)) if boards > 1 => list
                .iter()
                .filter_map(|table| table.get_ref().as_table())
                .collect(),
            _ => vec![top],
        };
        for (board, table) in tables.iter().enumerate() {
            let names = match &layer.on {
                Ground::Regions(word) => {
                    let of = data.book.layer(&word.name);
                    of.map_or(&[][..], |of| &data.region_names[of][..])
                }
                _ => &[],
            };
            let of_board = per_board(&words, names, boards, board);
            let is_quoted = layer.domain.is_quoted() || layer.domain == Domain::List;
            let written = value(group.key, &layer.on, geometry, &of_board, is_quoted);
            let place = edits.remove(table, group.key);
            edits.add(
                place.unwrap_or_else(|| insertion(text, (boards > 1).then_some(board))),
                written,
            );
        }
    }
    Ok(edits.done())
}

/// The names and words of the places of one board. Regions are named, and those of a board after it begin with its number.
fn per_board<'w>(
    words: &'w [Option<String>],
    names: &'w [String],
    boards: usize,
    board: usize,
) -> Vec<(&'w str, Option<&'w str>)> {
    let own = format!("{}.", board + 1);
    if names.is_empty() {
        let long = words.len() / boards.max(1);
        let part = &words[board * long..(board + 1) * long];
        return part.iter().map(|word| ("", word.as_deref())).collect();
    }
    let named = names.iter().zip(words);
    named
        .filter_map(|(name, word)| {
            let name = match boards {
                1 => name.as_str(),
                _ => name.strip_prefix(&own)?,
            };
            Some((name, word.as_deref()))
        })
        .collect()
}

/// The size is written down: an empty grid does not show it.
fn size(edits: &mut Edits<'_>, top: &DeTable<'_>, data: &Data, geometry: Geometry) {
    let fixed = |side: &Option<Dimension>| matches!(side, Some(Dimension::Number(_)));
    if fixed(&data.book.rows) && fixed(&data.book.columns) {
        return;
    }
    let line = format!("size = \"{}x{}\"\n", geometry.rows, geometry.columns);
    let after = |key: &str| {
        let leaves = leaves(edits.text, top.get(key)?);
        Some(whole_lines(edits.text, leaves.first()?.clone()).end)
    };
    let place = after("kind").or_else(|| after("rules")).unwrap_or(0);
    let old = edits.remove(top, "size");
    edits.add(old.unwrap_or(place), line);
}

struct Edits<'t> {
    text: &'t str,
    removed: Vec<Range<usize>>,
    /// In front of a byte, in this order.
    added: Vec<(usize, String)>,
}

impl Edits<'_> {
    /// Removes the lines of a key; returns where the first of them was, if a key of the same table can stand there.
    fn remove(&mut self, table: &DeTable<'_>, key: &str) -> Option<usize> {
        let value = table.get(key)?;
        let lines = leaves(self.text, value).into_iter();
        let mut lines: Vec<_> = lines.map(|span| whole_lines(self.text, span)).collect();
        let head = format!("[{key}]");
        let mut at = 0;
        for line in self.text.split_inclusive('\n') {
            let is_before = lines.first().is_some_and(|first| at < first.start);
            if line.trim() == head && is_before {
                lines.push(at..at + line.len());
            }
            at += line.len();
        }
        let is_table = self.text[..].lines().any(|line| line.trim() == head);
        let first = lines.iter().map(|range| range.start).min();
        self.removed.extend(lines);
        first.filter(|_| !is_table)
    }

    fn add(&mut self, at: usize, text: String) {
        self.added.push((at, text));
    }

    fn done(mut self) -> String {
        self.removed.sort_by_key(|range| range.start);
        self.added.sort_by_key(|added| added.0);
        let mut result = String::new();
        let mut added = self.added.into_iter().peekable();
        let mut removed = self.removed.into_iter().peekable();
        let mut at = 0;
        while at < self.text.len() {
            while let Some((_, text)) = added.next_if(|added| added.0 <= at) {
                join(&mut result, &text);
            }
            if let Some(range) = removed.next_if(|range| range.start <= at) {
                at = at.max(range.end);
                continue;
            }
            let next = [
                added.peek().map(|added| added.0),
                removed.peek().map(|range| range.start),
            ];
            let end = next.into_iter().flatten().min().unwrap_or(self.text.len());
            result.push_str(&self.text[at..end]);
            at = end;
        }
        for (_, text) in added {
            join(&mut result, &text);
        }
        result
    }
}

/// Adds lines after a text, whose last line may lack its end.
fn join(result: &mut String, text: &str) {
    if !text.is_empty() && !result.is_empty() && !result.ends_with('\n') {
        result.push('\n');
    }
    result.push_str(text);
}

/// The spans of what is written for a key: of a table in several lines, each value.
fn leaves(text: &str, value: &Spanned<DeValue<'_>>) -> Vec<Range<usize>> {
    let is_inline = text[value.span()].starts_with('{');
    match value.get_ref() {
        DeValue::Table(table) if !is_inline => {
            let parts = table.values().map(|value| leaves(text, value));
            parts.flatten().collect()
        }
        _ => vec![value.span()],
    }
}

/// A span with the rest of its first and last line.
fn whole_lines(text: &str, span: Range<usize>) -> Range<usize> {
    let start = text[..span.start].rfind('\n').map_or(0, |end| end + 1);
    let end = text[span.end..]
        .find('\n')
        .map_or(text.len(), |end| span.end + end + 1);
    start..end
}

/// Where a new key can stand: before the first table and what is known about solutions, or first among those of a board.
fn insertion(text: &str, board: Option<usize>) -> usize {
    let mut boards = 0;
    let mut at = 0;
    let mut in_block = false;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if !in_block {
            match board {
                Some(wanted) if trimmed == "[[board]]" => {
                    if boards == wanted {
                        return at + line.len();
                    }
                    boards += 1;
                }
                None if trimmed.starts_with('[')
                    || trimmed.starts_with("expected")
                    || trimmed.starts_with("wrong") =>
                {
                    return at;
                }
                _ => {}
            }
        }
        let quotes = line.matches("'''").count() + line.matches("\"\"\"").count();
        in_block ^= quotes % 2 == 1;
        at += line.len();
    }
    text.len()
}

/// A key with its values, as files have it; nothing if there are none.
fn value(
    key: &str,
    on: &Ground,
    geometry: Geometry,
    words: &[(&str, Option<&str>)],
    is_quoted: bool,
) -> String {
    let (rows, columns) = (geometry.rows, geometry.columns);
    let mut text = String::new();
    if words.iter().all(|(_, word)| word.is_none()) {
        return text;
    }
    let plain: Vec<&str> = words.iter().map(|(_, word)| word.unwrap_or(".")).collect();
    match on {
        Ground::Puzzle => {
            let _ = writeln!(text, "{key} = {}", bare(plain[0], is_quoted));
        }
        Ground::Regions(_) => {
            let told = words.iter().filter_map(|(name, word)| {
                Some(format!(
                    "{} = {}",
                    bare_key(name),
                    bare((*word)?, is_quoted)
                ))
            });
            let told: Vec<String> = told.collect();
            let _ = writeln!(text, "{key} = {{ {} }}", told.join(", "));
        }
        Ground::Atoms(Kind::Cell, _) => block(&mut text, key, "", &plain, columns),
        Ground::Atoms(Kind::Corner, _) => block(&mut text, key, "", &plain, columns + 1),
        Ground::Atoms(kind, _) => {
            let (flat, wide) = match kind {
                Kind::Edge => ((rows + 1) * columns, columns + 1),
                _ => (rows * (columns - 1), columns),
            };
            let flat_wide = if *kind == Kind::Edge {
                columns
            } else {
                columns - 1
            };
            let (across, down) = plain.split_at(flat.min(plain.len()));
            block(&mut text, key, ".horizontal", across, flat_wide);
            block(&mut text, key, ".vertical", down, wide);
        }
        Ground::Lines(lines) => {
            let mut rest = &plain[..];
            for (part, long) in lists(*lines, rows, columns) {
                let (own, others) = rest.split_at(long.min(rest.len()));
                rest = others;
                if own.iter().any(|word| *word != ".") {
                    let list: Vec<String> = own.iter().map(|word| quoted(word)).collect();
                    let _ = writeln!(text, "{} = [{}]", part_key(key, part), list.join(", "));
                }
            }
        }
    }
    text
}

fn block(text: &mut String, key: &str, part: &str, words: &[&str], columns: usize) {
    if columns == 0 || words.iter().all(|word| *word == ".") {
        return;
    }
    let wide = words
        .iter()
        .map(|word| word.chars().count())
        .max()
        .unwrap_or(1);
    let _ = writeln!(text, "{key}{part} = '''");
    for row in words.chunks(columns) {
        let padded: Vec<String> = row.iter().map(|word| format!("{word:>wide$}")).collect();
        let line = padded.join(if wide > 1 { " " } else { "" });
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push_str("'''\n");
}

/// A single value: a number, a flag and a list as they are, anything else in quotes.
fn bare(word: &str, is_quoted: bool) -> String {
    let is_number = word
        .parse::<i64>()
        .is_ok_and(|number| number.to_string() == word);
    let is_list = word.starts_with('[') && word.ends_with(']');
    match !is_quoted && (is_number || matches!(word, "true" | "false")) || is_list {
        true => word.to_owned(),
        false => quoted(word),
    }
}

/// The key of a table.
fn bare_key(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    match !name.is_empty() && name.chars().all(is_plain) {
        true => name.to_owned(),
        false => quoted(name),
    }
}
