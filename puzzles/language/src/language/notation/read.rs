//! Reading filled grids.

use std::ops::Range;

use quadrille_engine::bits::none_of;

use super::super::geometry::Geometry;
use super::super::signs::{direction, expected, signs};
use super::super::syntax::{Domain, Ground, Kind, Layer};
use super::super::values::{Candidates, Data, Filled, Filling, positions};
use super::strokes::{self, strokes};
use super::{is_stroke, short_name, visible};
use crate::document::{known_words, shown};
use crate::violation::NotationError;
use crate::words::counted;

/// Bytes of the text, and what is wrong with them.
type Wrong = (Range<usize>, String);

/// A part of the text that belongs to one layer.
struct Section {
    layer: usize,
    /// `.horizontal` (false) or `.vertical` (true) of its name.
    part: Option<bool>,
    span: Range<usize>,
}

/// Reads a filled grid as it is written by [`write`](super::write). A layer that is left out is unknown.
///
/// # Errors
/// Where the text goes wrong, what was found there and what was expected.
pub(crate) fn read(data: &Data, text: &str) -> Result<Filling, NotationError> {
    read_into(data, text, None)
}

/// The same for a grid that is filled in part: `.` is a value that is not known where it means nothing else, and
/// `{1,2,5}` one of these.
///
/// # Errors
/// As for [`read()`].
pub(crate) fn read_partly(data: &Data, text: &str) -> Result<(Filling, Candidates), NotationError> {
    let mut candidates = Candidates::new();
    let filling = read_into(data, text, Some(&mut candidates))?;
    Ok((filling, candidates))
}

fn read_into(
    data: &Data,
    text: &str,
    mut candidates: Option<&mut Candidates>,
) -> Result<Filling, NotationError> {
    let mut filling = Filling::blank(data);
    let mut read = || {
        for section in sections(data, text)? {
            section_values(
                data,
                text,
                &section,
                &mut filling,
                candidates.as_deref_mut(),
            )?;
        }
        Ok(())
    };
    read().map_err(|(span, message): Wrong| {
        let at = span.start.min(text.len());
        let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        NotationError {
            line: text[..at].matches('\n').count() + 1,
            column: text[start..at].chars().count() + 1,
            message,
        }
    })?;
    Ok(filling.canonical())
}

/// The grid of single words, each with its layer and position.
///
/// # Errors
/// What was found at a place and what was expected.
pub(crate) fn read_words(
    data: &Data,
    words: &[(usize, usize, &str)],
) -> Result<(Filling, Candidates), String> {
    let mut filling = Filling::blank(data);
    let mut candidates = Candidates::new();
    for layer in 0..data.book.layers.len() {
        let mut values = Values {
            data,
            layer,
            regions: Vec::new(),
            filling: &mut filling,
            candidates: Some(&mut candidates),
        };
        for &(_, position, word) in words.iter().filter(|word| word.0 == layer) {
            let put = values.put(position, word, 0..word.len());
            put.map_err(|(_, message)| {
                let on = &data.book.layers[layer].on;
                format!(
                    "{}: {message}",
                    super::super::values::place_name(data, on, position)
                )
            })?;
        }
    }
    Ok((filling.canonical(), candidates))
}

/// The only one of some layers that is so.
fn only(layers: &[(usize, &Layer)], is_it: impl Fn(&Ground) -> bool) -> Option<usize> {
    let mut found = layers.iter().filter(|(_, layer)| is_it(&layer.on));
    match (found.next(), found.next()) {
        (Some(&(layer, _)), None) => Some(layer),
        _ => None,
    }
}

/// Divides the text at the lines that begin with the name of a layer and a colon. Text before the first of them is the
/// only layer, or the only one on cells; lines `A=2 B=4` after it are the only one of such values.
fn sections(data: &Data, text: &str) -> Result<Vec<Section>, Wrong> {
    let layers: Vec<(usize, &Layer)> = visible(&data.book).collect();
    let bare = only(&layers, |_| true).or(only(&layers, |on| {
        matches!(on, Ground::Atoms(Kind::Cell, _))
    }));
    let listed = only(&layers, |on| {
        matches!(on, Ground::Lines(_) | Ground::Regions(_))
    });
    let is_list = |line: &str| line.starts_with(char::is_alphabetic) && line.split('=').count() > 1;
    let mut is_bare = true;
    let names: Vec<&str> = layers.iter().map(|(_, layer)| &*layer.word.name).collect();
    let mut sections: Vec<Section> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let content = line.trim();
        let indent = line.len() - line.trim_start().len();
        let head = content.split_once(':').map(|(name, _)| name.trim_end());
        let head = head.filter(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '_'));
        if let Some(head) = head {
            let (name, part) = match head.rsplit_once('.') {
                Some((name, "horizontal")) => (name, Some(false)),
                Some((name, "vertical")) => (name, Some(true)),
                _ => (head, None),
            };
            let Some(place) = names.iter().position(|known| *known == name) else {
                let help = known_words(name, &names);
                let message = format!(
                    "found `{}:`, expected the name of a layer; {help}",
                    shown(head)
                );
                return Err((start + indent..at, message));
            };
            is_bare = false;
            let after = start + line.find(':').map_or(0, |colon| colon + 1);
            sections.push(Section {
                layer: layers[place].0,
                part,
                span: after..at,
            });
        } else if let Some(layer) = listed
            && is_bare
            && bare != listed
            && is_list(content)
            && sections.last().is_none_or(|last| last.layer != layer)
        {
            sections.push(Section {
                layer,
                part: None,
                span: start..at,
            });
        } else if let Some(last) = sections.last_mut() {
            last.span.end = at;
        } else if let (Some(layer), false) = (bare, content.is_empty()) {
            sections.push(Section {
                layer,
                part: None,
                span: start..at,
            });
        } else if !content.is_empty() {
            let message = format!(
                "expected a line with the name of a layer: `{}:`",
                names.join(":`, `")
            );
            return Err((start + indent..at, message));
        }
    }
    Ok(sections)
}

/// The words of a line with their bytes; each character by itself unless `spaced`. Braces and their content are one
/// word.
fn words(text: &str, span: Range<usize>, spaced: bool) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut end = usize::MAX;
    let mut in_braces = false;
    for (at, c) in text[span.clone()].char_indices() {
        let at = span.start + at;
        in_braces &= c != '\n';
        if c.is_whitespace() && !in_braces {
            continue;
        }
        match found.last_mut() {
            Some(last) if in_braces || spaced && at == end => last.end = at + c.len_utf8(),
            _ => found.push(at..at + c.len_utf8()),
        }
        in_braces = c != '}' && (in_braces || c == '{');
        end = at + c.len_utf8();
    }
    found
}

/// Whether the words of a line have white space between them.
pub(crate) fn is_spaced(line: &str) -> bool {
    let mut in_braces = false;
    line.trim().chars().any(|c| {
        in_braces = c != '}' && (in_braces || c == '{');
        !in_braces && c.is_whitespace()
    })
}

/// The lines of a part of the text that are not empty, without white space at both ends.
fn lines(text: &str, span: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = span.start;
    for line in text[span].split_inclusive('\n') {
        let start = at + line.len() - line.trim_start().len();
        if !line.trim().is_empty() {
            found.push(start..start + line.trim().len());
        }
        at += line.len();
    }
    found
}

fn section_values(
    data: &Data,
    text: &str,
    section: &Section,
    filling: &mut Filling,
    candidates: Option<&mut Candidates>,
) -> Result<(), Wrong> {
    let layer = &data.book.layers[section.layer];
    let geometry = &data.geometry;
    let mut values = Values {
        data,
        layer: section.layer,
        regions: Vec::new(),
        filling,
        candidates,
    };
    match (&layer.on, section.part) {
        (Ground::Atoms(kind @ (Kind::Edge | Kind::Link), _), Some(is_upright)) => {
            let flat = super::flat_count(geometry, *kind);
            let per_board = geometry.count(*kind);
            let (size, from) = match (is_upright, kind) {
                (false, _) => (flat, 0),
                (true, Kind::Edge) => ((geometry.rows, geometry.columns + 1), flat.0 * flat.1),
                (true, _) => ((geometry.rows - 1, geometry.columns), flat.0 * flat.1),
            };
            let position = |at: usize| {
                at / (size.0 * size.1).max(1) * per_board + from + at % (size.0 * size.1).max(1)
            };
            values.rows(text, section, size, position)
        }
        (_, Some(_)) => Err((
            section.span.clone(),
            "this layer is not one of edges or links".to_owned(),
        )),
        (Ground::Atoms(Kind::Cell, _), None) => {
            values.rows(text, section, (geometry.rows, geometry.columns), |at| at)
        }
        (Ground::Atoms(Kind::Corner, _), None) => values.rows(
            text,
            section,
            (geometry.rows + 1, geometry.columns + 1),
            |at| at,
        ),
        (Ground::Atoms(kind, _), None) => values.strokes(text, section, *kind),
        (Ground::Puzzle, None) => match &words(text, section.span.clone(), true)[..] {
            [only] => values.put(0, text, only.clone()),
            _ => Err((section.span.clone(), "expected one value".to_owned())),
        },
        (on @ (Ground::Lines(_) | Ground::Regions(_)), None) => values.named(text, section, on),
    }
}

/// What an entered number stays below, so that sums of them do not pass 64 bits.
const MOST_NUMBER: u64 = 1 << 40;

struct Values<'a> {
    data: &'a Data,
    layer: usize,
    /// Names of regions to find, in the order in which they begin.
    regions: Vec<String>,
    filling: &'a mut Filling,
    /// Several values for one place; `None` where the grid must not have such.
    candidates: Option<&'a mut Candidates>,
}

impl Values<'_> {
    fn layer(&self) -> &Layer {
        &self.data.book.layers[self.layer]
    }

    /// Reads rows of values of all boards, one below the other.
    fn rows(
        &mut self,
        text: &str,
        section: &Section,
        (rows, columns): (usize, usize),
        position: impl Fn(usize) -> usize,
    ) -> Result<(), Wrong> {
        let lines = lines(text, section.span.clone());
        let spaced = columns == 1 || lines.iter().any(|line| is_spaced(&text[line.clone()]));
        // One column has no links in its rows, and `solve` prints no lines for them.
        let all = match columns {
            0 => 0,
            _ => rows * self.data.geometry.boards,
        };
        for (row, line) in lines.iter().enumerate() {
            if row == all {
                return Err((
                    line.clone(),
                    format!(
                        "found an extra row, expected {}",
                        counted(all as u64, "row")
                    ),
                ));
            }
            let words = words(text, line.clone(), spaced);
            if let Some(extra) = words.get(columns) {
                let message = format!(
                    "found {} in row {}, expected {columns}",
                    counted(words.len() as u64, "cell"),
                    row + 1
                );
                return Err((extra.clone(), message));
            }
            if words.len() < columns {
                let message = format!(
                    "found {} in row {}, expected {columns}",
                    counted(words.len() as u64, "cell"),
                    row + 1
                );
                return Err((line.end..line.end, message));
            }
            for (column, word) in words.into_iter().enumerate() {
                self.put(position(row * columns + column), text, word)?;
            }
        }
        if lines.len() < all {
            let end = lines.last().map_or(section.span.end, |line| line.end);
            return Err((
                end..end,
                format!(
                    "found {}, expected {all}",
                    counted(lines.len() as u64, "row")
                ),
            ));
        }
        Ok(())
    }

    /// Reads a picture of edges or links for each board.
    fn strokes(&mut self, text: &str, section: &Section, kind: Kind) -> Result<(), Wrong> {
        let geometry = self.data.geometry;
        let single = Geometry {
            boards: 1,
            ..geometry
        };
        let height = match kind {
            Kind::Edge => 2 * geometry.rows + 1,
            _ => 2 * geometry.rows - 1,
        };
        let mut from = section.span.start;
        for board in 0..geometry.boards {
            // All the rest, unless another board follows.
            let end = match board + 1 == geometry.boards {
                true => section.span.end,
                false => end_of_picture(text, from..section.span.end, height),
            };
            let drawn = strokes(&single, kind, &text[from..end])
                .map_err(|(span, message)| (from + span.start..from + span.end, message))?;
            for (at, place) in drawn.into_iter().enumerate() {
                let position = board * geometry.count(kind) + at;
                let span = place.map(|span| from + span.start..from + span.end);
                let sign = span.as_ref().map_or(" ", |span| &text[span.clone()]);
                let value = match sign {
                    " " => self.gap(),
                    "-" | "|" if is_stroke(self.layer()) => Some(Filled::Word(0)),
                    _ => None,
                };
                match (value, span) {
                    _ if self.filling.layers[self.layer][position] == Filled::Nowhere => {}
                    (Some(value), _) => self.filling.layers[self.layer][position] = value,
                    (None, Some(span)) => self.put(position, text, span)?,
                    (None, None) => {
                        let place =
                            super::super::values::place_name(self.data, &self.layer().on, position);
                        let at = from + strokes::place_in(&single, kind, &text[from..end], at);
                        return Err((
                            at..at,
                            format!("found nothing at {place}, expected {}", self.expected()),
                        ));
                    }
                }
            }
            from = end;
        }
        Ok(())
    }

    /// The value of a gap in a picture.
    fn gap(&self) -> Option<Filled> {
        if is_stroke(self.layer()) {
            return Some(Filled::Word(1));
        }
        signs(self.layer())
            .position(|sign| sign == " " || sign == ".")
            .map(Filled::Word)
    }

    /// Reads `A=2 B=4`.
    fn named(&mut self, text: &str, section: &Section, on: &Ground) -> Result<(), Wrong> {
        let count = positions(self.data, on);
        let names: Vec<String> = (0..count).map(|at| short_name(self.data, on, at)).collect();
        let mut known = none_of(count);
        for word in words(text, section.span.clone(), true) {
            let found = &text[word.clone()];
            let Some((name, _)) = found.split_once('=') else {
                let mut values = signs(self.layer()).filter(|sign| !matches!(*sign, " " | "."));
                return Err((
                    word,
                    format!(
                        "found `{}`, expected NAME=VALUE, such as {}={}",
                        shown(found),
                        names.first().map_or("A", String::as_str),
                        values.next().unwrap_or("2")
                    ),
                ));
            };
            let Some(position) = names.iter().position(|known| known == name) else {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                return Err((
                    word,
                    format!("found `{}`; {}", shown(name), known_words(name, &names)),
                ));
            };
            if known.replace(position, true) {
                return Err((word, format!("found a second value for `{name}`")));
            }
            let start = word.start + name.len() + 1;
            let end = word.end - text[start..word.end].len()
                + text[start..word.end].trim_end_matches(',').len();
            self.put(position, text, start..end)?;
        }
        Ok(())
    }

    fn put(&mut self, position: usize, text: &str, span: Range<usize>) -> Result<(), Wrong> {
        let word = &text[span.clone()];
        if self.filling.layers[self.layer][position] == Filled::Nowhere {
            return match word {
                "." | "?" => Ok(()),
                _ => {
                    let place =
                        super::super::values::place_name(self.data, &self.layer().on, position);
                    Err((
                        span,
                        format!(
                            "found `{}`, expected `.`: there is nothing at {place}",
                            shown(word)
                        ),
                    ))
                }
            };
        }
        let listed = word
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        if let (Some(listed), true) = (listed, self.candidates.is_some()) {
            return self.several(position, listed, span);
        }
        let Some(value) = self.value(word) else {
            let message = format!("found `{}`, expected {}", shown(word), self.expected());
            return Err((span, message));
        };
        self.filling.layers[self.layer][position] = value;
        Ok(())
    }

    /// Reads the values still considered possible, with commas or white space between them.
    fn several(&mut self, position: usize, listed: &str, span: Range<usize>) -> Result<(), Wrong> {
        if self.layer().domain == Domain::Regions {
            let message = "regions to find cannot be listed: expected a name or `?`";
            return Err((span, message.to_owned()));
        }
        let words = listed.split(|c: char| c == ',' || c.is_whitespace());
        let mut values = Vec::new();
        for word in words.filter(|word| !word.is_empty()) {
            match self.value(word) {
                Some(value) if value != Filled::Unknown => values.push(value),
                _ => {
                    let message = format!(
                        "found `{}` among possible values, expected {}",
                        shown(word),
                        expected(self.layer(), Some(self.size()))
                    );
                    return Err((span, message));
                }
            }
        }
        values.sort_unstable();
        values.dedup();
        match (&values[..], &mut self.candidates) {
            (&[], _) => Err((
                span,
                "found no value between `{` and `}`, expected at least one".to_owned(),
            )),
            (&[only], _) => {
                self.filling.layers[self.layer][position] = only;
                Ok(())
            }
            (_, Some(candidates)) => {
                candidates.insert((self.layer, position), values);
                Ok(())
            }
            (_, None) => Ok(()),
        }
    }

    fn value(&mut self, word: &str) -> Option<Filled> {
        if word == "?" {
            return Some(Filled::Unknown);
        }
        let layer = &self.data.book.layers[self.layer];
        let open = (word == "." && self.candidates.is_some()).then_some(Filled::Unknown);
        match &layer.domain {
            Domain::Values { words, ranges } => {
                let known = words.iter().position(|symbol| &*symbol.word.name == word);
                let known = known.or_else(|| signs(layer).position(|sign| sign == word));
                if let Some(known) = known {
                    return Some(Filled::Word(known));
                }
                if open.is_some() {
                    return open;
                }
                let number: i64 = word
                    .parse()
                    .ok()
                    .filter(|_| !ranges.is_empty() && !word.starts_with('+'))?;
                // A number outside the range breaks the rule that states the range; it is not a mistake in the
                // notation.
                (number.unsigned_abs() < MOST_NUMBER).then_some(Filled::Number(number))
            }
            Domain::Regions if open.is_some() => open,
            Domain::Regions => {
                let known = self.regions.iter().position(|known| known == word);
                Some(Filled::Region(known.unwrap_or_else(|| {
                    self.regions.push(word.to_owned());
                    self.regions.len() - 1
                })))
            }
            Domain::Direction => {
                let found = direction(word);
                found.map(Filled::Direction).or(open)
            }
            _ => None,
        }
    }

    fn size(&self) -> (usize, usize) {
        (self.data.geometry.rows, self.data.geometry.columns)
    }

    /// The possible content of a place of the layer, in words.
    fn expected(&self) -> String {
        let mut parts = expected(self.layer(), Some(self.size()));
        parts.push_str(" or `?`");
        if self.candidates.is_some() && self.layer().domain != Domain::Regions {
            parts.push_str(", or several such as `{…,…}`");
        }
        parts
    }
}

/// The end of the picture with this many lines that begins with the first grid point.
fn end_of_picture(text: &str, span: Range<usize>, height: usize) -> usize {
    let mut at = span.start;
    let mut left = None;
    for line in text[span.clone()].split_inclusive('\n') {
        if left.is_none() && line.contains('+') {
            left = Some(height);
        }
        at += line.len();
        if let Some(left) = &mut left {
            *left -= 1;
            if *left == 0 {
                return at;
            }
        }
    }
    span.end
}
