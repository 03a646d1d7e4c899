//! The meaning of a word in one place of a puzzle file.

use std::ops::Range;
use std::sync::Arc;

use super::super::pattern::{CONSISTS_OF, Pattern};
use super::super::signs::{constant, direction, expected, signs};
use super::super::syntax::{Domain, Expr, Ground, Layer, Role, Rulebook, Template, TemplatePart};
use super::super::values::{Datum, place_name};
use super::{Entry, Group, Reader, bad_word};
use crate::clue::Clue;
use crate::document::{MAX_REGION_NAME, Problem, shown};
use crate::grid::Direction;

/// The most numbers of a list.
const MAX_LIST: usize = 200;

/// The longest name, in characters.
const MAX_NAME: usize = 64;

fn directions(text: &str) -> Option<Vec<Direction>> {
    let mut found: Vec<Direction> = match direction(text) {
        Some(one) => vec![one],
        None => text
            .chars()
            .map(|c| direction(c.encode_utf8(&mut [0; 4])))
            .collect::<Option<_>>()?,
    };
    let count = found.len();
    found.sort_unstable();
    found.dedup();
    (count > 0 && found.len() == count).then_some(found)
}

fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // Room is left so that sums do not pass 64 bits.
    text.parse()
        .ok()
        .filter(|number: &i64| plain && number.unsigned_abs() < 1 << 60)
}

fn list(text: &str) -> Option<Vec<Option<i64>>> {
    let numbers: Vec<Option<i64>> = text
        .split(',')
        .map(|part| match part.trim() {
            "?" => Some(None),
            part => number(part).map(Some),
        })
        .collect::<Option<_>>()?;
    match &numbers[..] {
        [Some(0)] => Some(Vec::new()),
        _ => (numbers.len() <= MAX_LIST).then_some(numbers),
    }
}

/// The cells of a shape written as `##./.##`, moved to the corner; `None` if there is none, or another sign.
pub(crate) fn shape(text: &str) -> Option<Vec<(usize, usize)>> {
    let mut cells = Vec::new();
    for (row, line) in text.split('/').enumerate() {
        for (column, c) in line.trim().chars().enumerate() {
            match c {
                '#' => cells.push((row, column)),
                '.' => {}
                _ => return None,
            }
        }
    }
    let top = cells.iter().map(|cell| cell.0).min()?;
    let left = cells.iter().map(|cell| cell.1).min()?;
    Some(
        cells
            .iter()
            .map(|&(row, column)| (row - top, column - left))
            .collect(),
    )
}

/// The value of a word for a layer, or `None` if it is not possible there. Regions and clues are read by [`Reader`].
fn datum(layer: &Layer, text: &str, size: (usize, usize)) -> Option<Datum> {
    match &layer.domain {
        Domain::Values { ranges, words } => {
            let known = words
                .iter()
                .position(|symbol| &*symbol.word.name == text)
                .or_else(|| signs(layer).position(|sign| sign == text));
            if let Some(word) = known {
                return Some(Datum::Word(word));
            }
            let number = number(text)?;
            let inside = ranges.iter().any(|(from, to)| {
                let end = |expr: &Expr| constant(expr, Some(size));
                end(from).is_none_or(|from| from <= number.into())
                    && to
                        .as_ref()
                        .and_then(end)
                        .is_none_or(|to| i128::from(number) <= to)
            });
            inside.then_some(Datum::Number(number))
        }
        Domain::Number => number(text).map(Datum::Number),
        Domain::Name | Domain::Regions => {
            let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
            let most = match layer.domain {
                Domain::Name => MAX_NAME,
                _ => MAX_REGION_NAME,
            };
            let fits = text.chars().nth(most).is_none()
                && (layer.domain == Domain::Name || text.chars().all(plain));
            fits.then(|| Datum::Name(text.into()))
        }
        Domain::List => list(text).map(Datum::List),
        Domain::Clue => Clue::parse(text).ok().map(Datum::Clue),
        Domain::Direction => direction(text).map(|one| Datum::Directions(vec![one])),
        Domain::Directions => directions(text).map(Datum::Directions),
        Domain::Patterns { .. } | Domain::Shapes => None,
        Domain::Mark => {
            let there = matches!(text, "*" | "#" | "x") || text == &*layer.word.name;
            there.then_some(Datum::Mark)
        }
    }
}

/// A value in a word of a template.
struct Part {
    layer: usize,
    value: Datum,
    /// How many bytes of the word are left where it begins, and where it ends.
    left: (usize, usize),
}

/// Finds values for the parts of a template, the first ones first: each as long as possible, but names as short as
/// possible, for a name could be all that follows. Texts may only be left out with everything after them, and not at
/// the end.
fn parts(
    book: &[Layer],
    template: &[TemplatePart],
    text: &str,
    size: (usize, usize),
) -> Option<Vec<Part>> {
    let Some((first, rest)) = template.split_first() else {
        return text.is_empty().then(Vec::new);
    };
    if text.is_empty() {
        let ends_with_text = matches!(template.last(), Some(TemplatePart::Text(_)));
        return (!ends_with_text).then(Vec::new);
    }
    match first {
        TemplatePart::Text(between) => {
            parts(book, rest, text.strip_prefix(between.as_str())?, size)
        }
        TemplatePart::Layer(name) => {
            let layer = book.iter().position(|layer| layer.word.name == *name)?;
            let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
            let mut ends: Vec<usize> = ends.collect();
            if book[layer].domain != Domain::Name {
                ends.reverse();
            }
            for end in ends.into_iter().chain([0]) {
                let found = match &text[..end] {
                    "" => None,
                    "?" => Some(Datum::Untold),
                    word => match datum(&book[layer], word, size) {
                        None => continue,
                        found => found,
                    },
                };
                if let Some(mut others) = parts(book, rest, &text[end..], size) {
                    others.extend(found.map(|value| Part {
                        layer,
                        value,
                        left: (text.len(), text.len() - end),
                    }));
                    return Some(others);
                }
            }
            None
        }
    }
}

/// A form of the words of a key: a value of a layer, or of the parts of a template.
#[derive(Debug)]
pub(super) struct Form<'b> {
    template: Option<&'b Template>,
    /// The layer, or those of the template.
    layers: Vec<usize>,
}

/// The forms of the words for these layers.
pub(super) fn forms<'b>(book: &'b Rulebook, layers: &[usize]) -> Vec<Form<'b>> {
    let mut forms: Vec<Form<'b>> = Vec::new();
    for &layer in layers {
        let template = book.layers[layer].template.as_ref();
        let mut known = forms.iter_mut();
        match known.find(|form| template.is_some() && form.template == template) {
            Some(form) => form.layers.push(layer),
            None => forms.push(Form {
                template,
                layers: vec![layer],
            }),
        }
    }
    forms
}

impl Form<'_> {
    /// The expected text, in words.
    fn expected(&self, book: &Rulebook, size: (usize, usize)) -> String {
        let expected = |layer| expected(layer, Some(size));
        let Some(template) = self.template else {
            return expected(&book.layers[self.layers[0]]);
        };
        let parts = template.parts.iter().map(|part| match part {
            TemplatePart::Text(text) => format!("`{text}`"),
            TemplatePart::Layer(name) => match book.layer(name) {
                Some(layer) => expected(&book.layers[layer]),
                None => name.to_string(),
            },
        });
        parts.collect::<Vec<String>>().join(", then ")
    }
}

/// The layers whose values a word contains, and the bytes of each.
pub(super) fn parts_of(
    book: &Rulebook,
    forms: &[Form<'_>],
    text: &str,
    size: (usize, usize),
) -> Vec<(usize, Range<usize>)> {
    let found = forms.iter().find_map(|form| match form.template {
        None => {
            let layer = form.layers[0];
            datum(&book.layers[layer], text, size).map(|_| vec![(layer, 0..text.len())])
        }
        Some(_) if text.len() > MAX_NAME => None,
        Some(template) => {
            let parts = parts(&book.layers, &template.parts, text, size)?.into_iter();
            let begin = |left: usize| text.len() - left;
            Some(
                parts
                    .map(|part| (part.layer, begin(part.left.0)..begin(part.left.1)))
                    .collect(),
            )
        }
    });
    found.unwrap_or_default()
}

impl Template {
    /// Whether a layer is one of its parts.
    fn brings(&self, layer: &Layer) -> bool {
        let mut parts = self.parts.iter();
        parts.any(|part| matches!(part, TemplatePart::Layer(name) if *name == layer.word.name))
    }
}

impl Reader<'_> {
    fn size(&self) -> (usize, usize) {
        (self.data.geometry.rows, self.data.geometry.columns)
    }

    /// Reads a word with values for a position of the layers of a key.
    ///
    /// Longer than other functions: a branch for each form that a word can have.
    pub(super) fn word(
        &mut self,
        group: &Group<'_>,
        position: usize,
        text: &str,
        span: Range<usize>,
    ) {
        if matches!(text, "." | "") {
            return;
        }
        let book = self.book;
        let forms = &group.forms;
        if let ("?", [form]) = (text, &forms[..])
            && let Some(template) = form.template
        {
            let told = form
                .layers
                .iter()
                .filter(|&&layer| template.brings(&book.layers[layer]));
            told.for_each(|&layer| self.put(layer, position, Datum::Untold, span.clone()));
            return self.put_marks(form, position, &span);
        }
        if text == "?" {
            let is_data = |layer: &&usize| book.layers[**layer].role == Role::Data;
            let mut untold: Vec<usize> = group.layers.iter().filter(is_data).copied().collect();
            if untold.is_empty() {
                // Where every place has a value, this says nothing, but an address is to keep it.
                let says_something =
                    |layer: &&usize| matches!(book.layers[**layer].domain, Domain::Values { .. });
                untold = group
                    .layers
                    .iter()
                    .filter(says_something)
                    .copied()
                    .collect();
            }
            match untold[..] {
                [] => {}
                // One unknown number; with commas there are more.
                [layer] if book.layers[layer].domain == Domain::List => {
                    self.put(layer, position, Datum::List(vec![None]), span);
                }
                [layer] => self.put(layer, position, Datum::Untold, span),
                _ => self.refuse(
                    group,
                    position,
                    text,
                    "a word that fits only one of them",
                    span,
                ),
            }
            return;
        }
        if let [only] = group.layers[..]
            && book.layers[only].domain == Domain::Clue
        {
            return self.clue(only, position, text, span);
        }
        if let [only] = group.layers[..]
            && let Domain::Patterns { .. } = book.layers[only].domain
        {
            if let Some(pattern) = self.pattern(only, text.to_owned(), span.clone()) {
                self.put(only, position, Datum::Patterns(vec![pattern]), span);
            }
            return;
        }
        let size = self.size();
        let fitting = forms.iter().filter_map(|form| {
            let found = match form.template {
                None => vec![(
                    form.layers[0],
                    datum(&book.layers[form.layers[0]], text, size)?,
                )],
                // Every way to cut a long word would take long.
                Some(_) if text.len() > MAX_NAME => return None,
                Some(template) => parts(&book.layers, &template.parts, text, size)?
                    .into_iter()
                    .map(|part| (part.layer, part.value))
                    .collect(),
            };
            Some((form, found))
        });
        let mut fitting: Vec<_> = fitting.collect();
        match (fitting.len(), fitting.pop()) {
            (1, Some((form, found))) => {
                for (layer, value) in found {
                    let value = match value {
                        Datum::Name(name) if book.layers[layer].domain == Domain::Regions => {
                            Datum::Region(self.region(layer, position, &name))
                        }
                        value => value,
                    };
                    self.put(layer, position, value, span.clone());
                }
                self.put_marks(form, position, &span);
            }
            (0, _) => {
                let expected: Vec<String> =
                    forms.iter().map(|form| form.expected(book, size)).collect();
                let is_needed = group.layers.iter().all(|&layer| {
                    let layer = &book.layers[layer];
                    layer.on == Ground::Puzzle
                        && layer.role == Role::Data
                        && layer.template.is_none()
                        && !layer.is_optional
                });
                let expected = match is_needed {
                    true => expected.join(", "),
                    false => format!("{} or `.` for nothing", expected.join(", ")),
                };
                self.refuse(group, position, text, &expected, span);
            }
            _ => self.refuse(
                group,
                position,
                text,
                "a word that fits only one of them",
                span,
            ),
        }
    }

    /// Notes that something of a template is there.
    fn put_marks(&mut self, form: &Form<'_>, position: usize, span: &Range<usize>) {
        let Some(template) = form.template else {
            return;
        };
        let book = self.book;
        for &layer in &form.layers {
            let declared = &book.layers[layer];
            if !template.brings(declared) && declared.domain == Domain::Mark {
                self.put(layer, position, Datum::Mark, span.clone());
            }
        }
    }

    fn refuse(
        &mut self,
        group: &Group<'_>,
        position: usize,
        text: &str,
        what: &str,
        span: Range<usize>,
    ) {
        let place = place_name(&self.data, &self.layer(group).on, position);
        let problem = bad_word(&place, text, what, span);
        let problem = match group.layers.len() {
            1 => problem,
            _ => {
                let names: Vec<&str> = group
                    .layers
                    .iter()
                    .map(|&layer| &*self.book.layers[layer].word.name)
                    .collect();
                problem.help(format!("`{}` contains `{}`", group.key, names.join("`, `")))
            }
        };
        self.problems.push(problem);
    }

    pub(super) fn put(&mut self, layer: usize, position: usize, value: Datum, span: Range<usize>) {
        self.data.layers[layer][position] = value;
        self.entries.push(Entry {
            layer,
            position,
            span,
        });
    }

    /// The number of a region by its name; each board has its own.
    fn region(&mut self, layer: usize, position: usize, name: &str) -> usize {
        let geometry = &self.data.geometry;
        let name = match geometry.boards {
            1 => name.to_owned(),
            _ => {
                let on = &self.book.layers[layer].on;
                let cells = super::positions(&self.data, on) / geometry.boards;
                format!("{}.{name}", position / cells.max(1) + 1)
            }
        };
        let names = &mut self.data.region_names[layer];
        names
            .iter()
            .position(|known| *known == name)
            .unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            })
    }

    /// A regular expression over the values of the layer that its own layer names, reporting mistakes in it.
    pub(super) fn pattern(
        &mut self,
        layer: usize,
        text: String,
        span: Range<usize>,
    ) -> Option<Arc<str>> {
        let layer = &self.book.layers[layer];
        let words = match &layer.domain {
            Domain::Patterns { of, .. } => self.book.words_of(&of.name),
            _ => Vec::new(),
        };
        match Pattern::parse(&text, &words) {
            Ok(_) => Some(text.into()),
            Err(message) => {
                let problem = Problem::new(
                    span,
                    format!("`{}`: `{}` cannot be read", layer.word.name, shown(&text)),
                    message,
                );
                self.problems.push(problem.help(CONSISTS_OF));
                None
            }
        }
    }

    /// A clue, reporting mistakes in it with their position.
    fn clue(&mut self, layer: usize, position: usize, text: &str, span: Range<usize>) {
        match Clue::parse(text) {
            Ok(clue) => self.put(layer, position, Datum::Clue(clue), span),
            Err(error) => {
                let exact = span.len() == text.len();
                let span = match exact {
                    true => span.start + error.span.start..span.start + error.span.end,
                    false => span,
                };
                let place = place_name(&self.data, &self.book.layers[layer].on, position);
                let mut problem = Problem::new(
                    span,
                    format!("the clue of {place} cannot be read"),
                    format!("found {}, expected {}", error.found, error.expected),
                );
                problem.help = error.help;
                self.problems.push(problem);
            }
        }
    }
}
