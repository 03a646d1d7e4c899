//! A puzzle file as TOML with positions, and the accessors for kinds of puzzles.

mod block;
mod dots;
mod escapes;
mod file;
mod problem;

pub(crate) use block::{Block, Piece, SizeLimits};
pub use file::{MAX_BYTES, bad, cannot_read, decode, load_file, read_file, too_large};
pub use problem::{
    BadInput, MAX_SHOWN, Problem, Problems, ReportStyle, known_words, near_word, shown,
};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The longest name of a region, in characters.
pub const MAX_REGION_NAME: usize = 16;

/// A puzzle file as text, with the name it has in error reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's name, or a substitute.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// The keys that files of every kind have.
const COMMON_KEYS: [&str; 7] = [
    "kind", "title", "source", "variant", "notes", "expected", "example",
];

/// The keys that examples of every kind have.
const EXAMPLE_KEYS: [&str; 2] = ["notes", "expected"];

/// The most examples of a file.
pub(crate) const MAX_EXAMPLES: usize = 100;

/// A puzzle file, or an example in one, parsed. Kinds read their part of it; everything that is wrong goes to the given
/// [`Problems`].
#[derive(Debug)]
pub struct Document<'a> {
    /// The text it came from.
    pub source: &'a Source,
    table: DeTable<'a>,
    /// Of an example: its place, and the kind of puzzle.
    example: Option<(std::ops::Range<usize>, String)>,
}

impl<'a> Document<'a> {
    /// Parses the text as TOML. `None` if its syntax leaves nothing to continue with; a key that is given twice is a
    /// problem, but its first value is used.
    pub fn parse(source: &'a Source, problems: &mut Problems) -> Option<Self> {
        let text = source.text.as_str();
        if text
            .trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
            .is_empty()
        {
            problems.push(
                Problem::new(0..0, "the file is empty", "expected `kind = \"…\"`")
                    .help("`quadrille new KIND` writes a file to begin with"),
            );
            return None;
        }
        if let Some(place) = dots::too_many(text) {
            problems.push(Problem::new(
                place,
                "too many dots in a key",
                format!("expected at most {}", dots::MAX_DOTS),
            ));
            return None;
        }
        let (table, errors) = DeTable::parse_recoverable(text);
        let document = Self {
            source,
            table: table.into_inner(),
            example: None,
        };
        let mut broken = false;
        let mut own = Problems::default();
        for error in errors {
            let span = error.span().unwrap_or(0..0);
            if own.full() {
                // Looking up the first of many doubled keys for each of them would take long.
                own.push(Problem::new(span, String::new(), String::new()));
                broken |= error.message() != "duplicate key";
            } else if error.message() == "duplicate key" {
                own.push(document.duplicate(span));
            } else {
                broken = true;
                own.push(syntax_problem(text, error.message(), span));
            }
        }
        // One mistake that breaks everything after it is reported once.
        match broken.then(|| no_puzzle_file(text).or_else(|| open_block(text))) {
            Some(Some(whole)) => problems.push(whole),
            Some(None)
                if !text
                    .lines()
                    .any(|line| line.trim_start().starts_with("kind")) =>
            {
                let first = own.iter().next().cloned();
                problems.extend_one(first, "a puzzle file begins with a line such as kind = \"nurikabe\"; `quadrille new KIND` writes one");
            }
            _ => problems.append(own),
        }
        (!broken).then_some(document)
    }

    fn duplicate(&self, span: std::ops::Range<usize>) -> Problem {
        let key = self.source.text.get(span.clone()).unwrap_or_default();
        let first = self.table.keys().find(|known| known.get_ref() == key);
        let label = match first {
            Some(first) => {
                let line = self.source.text[..first.span().start].matches('\n').count() + 1;
                format!("the first is in line {line}")
            }
            None => "it was given before".to_owned(),
        };
        Problem::new(span, format!("`{}` is given twice", shown(key)), label)
    }

    /// Reports every key that is neither one of `own` nor one that files of every kind have.
    pub(crate) fn allow_keys(&self, own: &[&str], problems: &mut Problems) {
        let common = match &self.example {
            Some(_) => &EXAMPLE_KEYS[..],
            None => &COMMON_KEYS[..],
        };
        let known: Vec<&str> = common.iter().chain(own).copied().collect();
        report_unknown(&self.table, &known, problems);
    }

    /// The keys and values.
    pub fn entries(&self) -> &DeTable<'a> {
        &self.table
    }

    /// The value of `key`, which must be there; `what` says what it is.
    fn required(
        &self,
        key: &'static str,
        what: &str,
        problems: &mut Problems,
    ) -> Option<&Spanned<DeValue<'a>>> {
        let value = self.table.get(key);
        if value.is_none() {
            let kind = self.table.get("kind");
            let (place, named) = match &self.example {
                Some((place, kind)) => (place.clone(), Some(kind.as_str())),
                None => (
                    kind.map_or(0..0, Spanned::span),
                    kind.and_then(|kind| kind.get_ref().as_str()),
                ),
            };
            problems.push(
                Problem::new(
                    place,
                    format!("`{key}` is missing"),
                    format!("puzzles of this kind need `{key} = …`: {what}"),
                )
                .help(format!(
                    "`quadrille new {}` writes a complete file to compare with",
                    shown(named.unwrap_or("KIND"))
                )),
            );
        }
        value
    }

    /// The text of `key`, if it is there, with line feeds for line ends.
    pub(crate) fn text(&self, key: &'static str, problems: &mut Problems) -> Option<String> {
        let value = self.table.get(key)?;
        let text = string(key, value, "a text in quotes", problems)?;
        Some(text.replace("\r\n", "\n"))
    }

    /// Which one of `words` the text of `key` is.
    pub(crate) fn word(
        &self,
        key: &'static str,
        words: &[&str],
        problems: &mut Problems,
    ) -> Option<usize> {
        let choice: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        let value = self.required(key, &format!("one of {}", choice.join(", ")), problems)?;
        let found = string(key, value, &choice.join(" or "), problems)?;
        let place = words.iter().position(|word| *word == found.trim());
        if place.is_none() {
            let span = inside(&self.source.text, value).map_or(value.span(), Piece::span);
            problems.push(
                Problem::new(
                    span,
                    format!("unknown `{key}`"),
                    format!(
                        "found `{}`, expected one of {} words",
                        shown(found),
                        words.len()
                    ),
                )
                .help(known_words(found, words)),
            );
        }
        place
    }

    /// The table of `key`, if it is there.
    pub(crate) fn table(&self, key: &'static str, problems: &mut Problems) -> Option<&DeTable<'a>> {
        let value = self.table.get(key)?;
        match value.get_ref() {
            DeValue::Table(table) => Some(table),
            _ => {
                problems.push(wrong_type(key, value, "a table"));
                None
            }
        }
    }

    /// The examples of a file with a puzzle of `kind`, each as a document of its own.
    pub(super) fn examples(&self, kind: &str, problems: &mut Problems) -> Vec<Self> {
        let Some(value) = self.table.get("example") else {
            return Vec::new();
        };
        let DeValue::Array(list) = value.get_ref() else {
            problems.push(wrong_type("example", value, "tables under `[[example]]`"));
            return Vec::new();
        };
        if list.len() > MAX_EXAMPLES {
            problems.push(Problem::new(
                value.span(),
                "too many examples",
                format!("found {}, expected at most {MAX_EXAMPLES}", list.len()),
            ));
            return Vec::new();
        }
        let mut examples = Vec::new();
        for value in list.iter() {
            match value.get_ref() {
                DeValue::Table(table) => examples.push(Self {
                    source: self.source,
                    table: table.clone(),
                    example: Some((value.span(), kind.to_owned())),
                }),
                _ => problems.push(wrong_type("example", value, "a table")),
            }
        }
        examples
    }
}

/// The mistake has been added to the problems already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported;

/// Reports every key of `table` that is not among `known`.
pub(crate) fn report_unknown(table: &DeTable<'_>, known: &[&str], problems: &mut Problems) {
    for key in table.keys() {
        let name = key.get_ref().as_ref();
        if !known.contains(&name) {
            problems.push(
                Problem::new(
                    key.span(),
                    format!("unknown key `{}`", shown(name)),
                    "no such key is expected here",
                )
                .help(known_words(name, known)),
            );
        }
    }
}

/// The problem that the value of `key` is of another type than expected.
pub(crate) fn wrong_type(key: &str, value: &Spanned<DeValue<'_>>, expected: &str) -> Problem {
    let found = match value.get_ref() {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    };
    Problem::new(
        value.span(),
        format!("`{key}` is of the wrong type"),
        format!("found {found}, expected {expected}"),
    )
}

fn string<'t>(
    key: &str,
    value: &'t Spanned<DeValue<'_>>,
    expected: &str,
    problems: &mut Problems,
) -> Option<&'t str> {
    let DeValue::String(text) = value.get_ref() else {
        problems.push(wrong_type(key, value, expected));
        return None;
    };
    Some(text)
}

/// The text between quotes, if it has no escapes.
pub(crate) fn inside<'a>(text: &'a str, value: &Spanned<DeValue<'_>>) -> Option<Piece<'a>> {
    let (piece, escape) = between_quotes(text, value)?;
    escape.is_none().then_some(piece)
}

/// The text between quotes, and the position of the first escape in it.
fn between_quotes<'a>(
    text: &'a str,
    value: &Spanned<DeValue<'_>>,
) -> Option<(Piece<'a>, Option<usize>)> {
    let span = value.span();
    let raw = text.get(span.clone())?;
    let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| {
        raw.len() >= 2 * quote.len() && raw.starts_with(quote) && raw.ends_with(quote)
    })?;
    let piece = Piece {
        text: &raw[quote.len()..raw.len() - quote.len()],
        at: span.start + quote.len(),
    };
    let escape = (quote.starts_with('"'))
        .then(|| piece.text.find('\\').map(|at| piece.at + at))
        .flatten();
    Some((piece, escape))
}

/// The text of a value that must be written in the file without escapes.
pub(crate) fn block_text<'a>(
    text: &'a str,
    key: &str,
    value: &Spanned<DeValue<'_>>,
    problems: &mut Problems,
) -> Option<Piece<'a>> {
    string(key, value, "a block of text", problems)?;
    let (piece, escape) = between_quotes(text, value)?;
    if let Some(at) = escape {
        problems.push(
            Problem::new(
                at..at + 1,
                format!("`{key}` has a backslash"),
                "drawings cannot contain escapes",
            )
            .help("put the block between ''' and ''', each row on a line of its own"),
        );
        return None;
    }
    Some(piece)
}

/// What a text is that is surely no puzzle file.
fn no_puzzle_file(text: &str) -> Option<Problem> {
    let start = text.find(|c: char| !c.is_whitespace())?;
    let rest = &text[start..];
    let head: String = rest.chars().take(500).collect();
    let what = if rest.starts_with('<') {
        match head.contains("<svg") {
            true => "an SVG picture",
            false => "XML or HTML",
        }
    } else if rest.starts_with("{") || rest.starts_with("[{") || rest.starts_with("[\"") {
        "JSON"
    } else {
        return None;
    };
    let end = start + rest.chars().next().map_or(0, char::len_utf8);
    Some(
        Problem::new(
            start..end,
            format!("this is {what}, not a puzzle file"),
            "expected TOML, beginning with a line such as kind = \"nurikabe\"",
        )
        .help("`quadrille new KIND` writes a puzzle file to begin with"),
    )
}

/// The first block of text that begins but does not end, or ends without a beginning: the text after it makes no sense.
fn open_block(text: &str) -> Option<Problem> {
    let mut begun: Option<(usize, &str)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let key = trimmed
            .strip_suffix("'''")
            .and_then(|before| before.trim_end().strip_suffix('='))
            .map(str::trim);
        match (key, begun) {
            (Some(_), Some((start, first))) => return Some(not_ended(start, first)),
            (Some(key), None) => begun = Some((at + line.find("'''").unwrap_or(0), key)),
            (None, Some(_)) if trimmed == "'''" => begun = None,
            (None, None) if trimmed == "'''" => {
                let start = at + line.find('\'').unwrap_or(0);
                return Some(
                    Problem::new(
                        start..start + 3,
                        "a block of text ends here without a beginning",
                        "found ''' without a line such as regions = ''' above",
                    )
                    .help("a block of text begins and ends with three quotes: ''' … '''"),
                );
            }
            _ => {}
        }
        at += line.len();
    }
    begun.map(|(start, key)| not_ended(start, key))
}

fn not_ended(start: usize, key: &str) -> Problem {
    Problem::new(
        start..start + 3,
        format!("the block of text of `{}` does not end", shown(key)),
        "found no line with ''' alone after it",
    )
    .help("a block of text begins and ends with three quotes: ''' … '''")
}

/// A text as a string of TOML.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A mistake in the TOML, in plain words where it is a common one.
fn syntax_problem(text: &str, message: &str, span: std::ops::Range<usize>) -> Problem {
    let found_text = text.get(span.clone()).unwrap_or_default();
    let found = if found_text.is_empty() {
        "found nothing".to_owned()
    } else {
        format!("found `{}`", shown(found_text))
    };
    let (what, expected) = match message.split_once(", expected ") {
        Some((what, expected)) => (what, format!("{found}, expected {expected}")),
        None => (message, found.clone()),
    };
    let bare = found_text.starts_with(char::is_alphabetic);
    if bare && (what.starts_with("invalid") || what.starts_with("string values must")) {
        return Problem::new(span, "not TOML: a text without quotes", found)
            .help("put texts in quotes: kind = \"number-cross-4\"");
    }
    let problem = Problem::new(span, format!("not TOML: {what}"), expected);
    if what.contains("multi-line") {
        problem.help("a block of text begins and ends with three quotes: ''' … '''")
    } else {
        problem
    }
}
