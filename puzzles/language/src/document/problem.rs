//! Problems of a puzzle file and their rendering.

use std::cmp::Reverse;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use codespan_reporting::diagnostic::{Diagnostic, Label};
use codespan_reporting::files::{Error as FilesError, Files};
use codespan_reporting::term::{self, termcolor};

use super::Source;
use crate::draw::obeys;

/// The most problems that are shown of one file; the rest is counted.
pub const MAX_SHOWN: usize = 20;

/// The most problems that are kept of one file; a file with more is of no use to anyone in detail.
const MAX_KEPT: usize = 1000;

/// The most characters of a line that are shown before and after the beginning of what is wrong.
const CONTEXT: usize = 70;

/// Something wrong with a puzzle file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong, in one line.
    pub message: String,
    /// The bytes of the text that are wrong, empty where something is missing; `None` if it is not a matter of the
    /// text, such as a file that cannot be opened.
    pub span: Option<Range<usize>>,
    /// What was found there and what was expected.
    pub label: String,
    /// How to mend it, if there is something to say.
    pub help: Option<String>,
    /// The text that `span` is a part of, where that is not the puzzle file but the rulebook that it names.
    pub source: Option<Arc<Source>>,
}

impl Problem {
    /// Something wrong at `span`. `label` says what was found there and what was expected.
    pub fn new(span: Range<usize>, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            span: Some(span),
            label: label.into(),
            help: None,
            source: None,
        }
    }

    /// Something wrong that has no place in the text.
    pub fn without_place(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            span: None,
            label: String::new(),
            help: None,
            source: None,
        }
    }

    /// The same with a way to mend it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with this help if it has none.
    pub(crate) fn or_help(self, help: &str) -> Self {
        match self.help {
            Some(_) => self,
            None => self.help(help),
        }
    }

    /// The 1-based line and column, in characters, where the problem begins.
    pub fn position(&self, source: &Source) -> Option<(usize, usize)> {
        let source = self.source.as_deref().unwrap_or(source);
        let line = Line::at(&source.text, self.span.as_ref()?.start);
        let column = source.text[line.start..line.from].chars().count() + 1;
        Some((line.number, column))
    }

    fn diagnostic(&self, snippet: Option<&Snippet>) -> Diagnostic<()> {
        let mut diagnostic = Diagnostic::error().with_message(&self.message);
        if let Some(snippet) = snippet {
            let label = Label::primary((), snippet.span.clone()).with_message(&self.label);
            diagnostic = diagnostic.with_label(label);
        }
        match &self.help {
            Some(help) => diagnostic.with_note(format!("help: {help}")),
            None => diagnostic,
        }
    }
}

/// How a report for people looks; plain text by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportStyle {
    /// With ANSI escapes.
    pub colour: bool,
    /// The frame around the file's text in ASCII characters.
    pub ascii: bool,
}

/// Everything that is wrong with a puzzle file, reported together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    list: Vec<Problem>,
    dropped: usize,
}

impl Problems {
    /// Adds a problem. From the thousandth on they are only counted.
    pub fn push(&mut self, problem: Problem) {
        if self.list.len() < MAX_KEPT {
            self.list.push(problem);
        } else {
            self.dropped += 1;
        }
    }

    /// Puts more help before that of the latest problem.
    pub(crate) fn add_help(&mut self, more: &str) {
        if let Some(Problem { help, .. }) = self.list.last_mut() {
            *help = Some(match help.take() {
                Some(help) => format!("{more}\n{help}"),
                None => more.to_owned(),
            });
        }
    }

    /// Whether further problems are only counted, so that they need not be made.
    pub(super) fn full(&self) -> bool {
        self.list.len() >= MAX_KEPT
    }

    /// How many problems there are.
    pub fn len(&self) -> usize {
        self.list.len() + self.dropped
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The problems that were kept, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.list.iter()
    }

    /// Puts the problems into the order of the text; those at one place stay as they were found. Problems of another
    /// text come last.
    pub(crate) fn sort(&mut self) {
        self.list.sort_by_key(|problem| {
            let start = problem.span.as_ref().map_or(0, |span| span.start);
            let text = problem.source.as_ref().map(|source| source.name.clone());
            (text, start)
        });
    }

    /// Adds a problem, if there is one, with this help where it has none of its own.
    pub(super) fn extend_one(&mut self, problem: Option<Problem>, help: &str) {
        if let Some(mut problem) = problem {
            problem.help.get_or_insert_with(|| help.to_owned());
            self.push(problem);
        }
    }

    /// Adds the problems of a part.
    pub(crate) fn append(&mut self, others: Problems) {
        self.dropped += others.dropped;
        for problem in others.list {
            self.push(problem);
        }
    }

    /// Changes each of the problems.
    pub(crate) fn map(mut self, change: impl FnMut(Problem) -> Problem) -> Self {
        self.list = self.list.into_iter().map(change).collect();
        self
    }

    /// Takes over the problems of another text, which is shown with them.
    pub(crate) fn take_over(&mut self, others: Problems, source: &Arc<Source>) {
        self.dropped += others.dropped;
        for mut problem in others.list {
            problem.source.get_or_insert_with(|| Arc::clone(source));
            self.push(problem);
        }
    }

    /// The report for users: for each of the first [`MAX_SHOWN`] problems what is wrong, the file, line and column, the
    /// text underlined, and how to fix it; then the number of others. Tabs within a line and control characters of the
    /// file are shown as `\u{2400}` and its like, and long lines in part.
    pub fn render(&self, source: &Source, style: ReportStyle) -> String {
        let mut text = String::new();
        for problem in self.list.iter().take(MAX_SHOWN) {
            let snippet = problem.span.as_ref().map(|span| {
                Snippet::new(problem.source.as_deref().unwrap_or(source), span.clone())
            });
            let diagnostic = problem.diagnostic(snippet.as_ref());
            // Without a position in the text, no part of the snippet is needed.
            let files = snippet.unwrap_or_default();
            let mut config = term::Config::default();
            if style.ascii {
                config.chars = term::Chars::ascii();
            }
            let written = if style.colour {
                let mut buffer = termcolor::Buffer::ansi();
                let written = term::emit_to_write_style(&mut buffer, &config, &files, &diagnostic);
                text.push_str(&String::from_utf8_lossy(buffer.as_slice()));
                written
            } else {
                term::emit_to_string(&mut text, &config, &files, &diagnostic)
            };
            if written.is_err() {
                // No known input leads here; the bare message is still better than none.
                text.push_str(&format!("error: {}\n", problem.message));
            }
        }
        let more = self.len().saturating_sub(MAX_SHOWN);
        if more > 0 {
            text.push_str(&format!("... and {more} more\n"));
        }
        text
    }
}

/// A text that is not a puzzle, with all that is wrong with it. It prints as the full report without colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput {
    /// The text, as far as there is one.
    pub source: Source,
    /// What is wrong with it; at least one problem.
    pub problems: Problems,
}

impl BadInput {
    /// The report for people; see [`Problems::render`].
    pub fn render(&self, style: ReportStyle) -> String {
        self.problems.render(&self.source, style)
    }
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(ReportStyle::default()))
    }
}

impl std::error::Error for BadInput {}

/// A part of the file as it can be printed in a message: at most 30 characters, control characters escaped.
pub fn shown(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(30)
        .flat_map(|c| {
            let escaped: Box<dyn Iterator<Item = char>> = if obeys(c) {
                Box::new(c.escape_default())
            } else {
                Box::new(std::iter::once(c))
            };
            escaped
        })
        .collect();
    if text.chars().nth(30).is_some() {
        shown.push('…');
    }
    shown
}

/// The known word nearest to `found`, if it is near.
pub fn near_word<'k>(found: &str, known: &[&'k str]) -> Option<&'k str> {
    // Among several that are equally near, the one with more letters in common at its ends.
    let in_common = |word: &str| {
        let pairs = |(a, b): &(char, char)| a == b;
        let start = found.chars().zip(word.chars()).take_while(pairs).count();
        let end = found.chars().rev().zip(word.chars().rev());
        start + end.take_while(pairs).count()
    };
    let measured = known
        .iter()
        .map(|word| (crate::clue::parse::distance(found, word), *word));
    let (distance, word) =
        measured.min_by_key(|&(distance, word)| (distance, Reverse(in_common(word))))?;
    let length = found.chars().count();
    // What has no letter in common is not near.
    let is_near = distance <= length.max(3) / 3 + 1 && distance < length.max(word.chars().count());
    if is_near {
        return Some(word);
    }
    // A short form, or one written out.
    let is_short_form = |a: &str, b: &str| a.chars().count() >= 4 && b.starts_with(a);
    let forms = known.iter().copied();
    forms
        .filter(|word| is_short_form(word, found) || is_short_form(found, word))
        .min_by_key(|word| word.len().abs_diff(found.len()))
}

/// The most known words that are listed.
const MOST_LISTED: usize = 40;

/// A help text that names the known word nearest to `found`, or, if none is near, all of them; of very many the first.
pub fn known_words(found: &str, known: &[&str]) -> String {
    match near_word(found, known) {
        Some(word) => format!("did you mean `{word}`?"),
        None if known.is_empty() => "none are known here".to_owned(),
        None => {
            let listed = known.iter().take(MOST_LISTED);
            let mut listed: Vec<String> = listed.map(|word| format!("`{word}`")).collect();
            if known.len() > MOST_LISTED {
                listed.truncate(MOST_LISTED / 4);
                listed.push("…".to_owned());
            }
            format!("known are {}", listed.join(", "))
        }
    }
}

/// The position of a byte in a text.
struct Line {
    /// 1-based.
    number: usize,
    /// Where the line begins and ends, without its line end.
    start: usize,
    end: usize,
    /// The byte asked for, moved onto the line and to the beginning of its character.
    from: usize,
}

impl Line {
    fn at(text: &str, at: usize) -> Line {
        let at = floor(text, at);
        let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[at..].find('\n').map_or(text.len(), |n| at + n);
        let end = start + text[start..end].trim_end_matches('\r').len();
        Line {
            number: text[..start].matches('\n').count() + 1,
            start,
            end,
            from: at.min(end),
        }
    }
}

/// The last character boundary of `text` that is not after `at`.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The part of a line that is printed with a problem, as a file of one line.
#[derive(Debug, Default)]
struct Snippet {
    name: String,
    text: String,
    /// The part of `text` that is underlined.
    span: Range<usize>,
    number: usize,
    /// Characters of the line before `text`.
    before: usize,
}

impl Snippet {
    fn new(source: &Source, span: Range<usize>) -> Snippet {
        let line = Line::at(&source.text, span.start);
        let to = floor(&source.text, span.end).clamp(line.from, line.end);
        let column = source.text[line.start..line.from].chars().count();
        let before = column.saturating_sub(CONTEXT);
        let mut text = String::new();
        let mut underlined = 0..0;
        let characters = source.text[line.start..line.end].char_indices();
        let indent = source.text[line.start..line.end]
            .find(|c: char| !c.is_whitespace())
            .unwrap_or(0);
        for (at, c) in characters.skip(before).take(2 * CONTEXT) {
            let is_indent = at < indent;
            let at = line.start + at;
            if at == line.from {
                underlined.start = text.len();
            }
            text.push(if is_indent && c == '\t' {
                ' '
            } else {
                printable(c)
            });
            if at < to {
                underlined.end = text.len();
            }
        }
        if line.from == line.end {
            underlined = text.len()..text.len();
        }
        Snippet {
            name: shown_name(&source.name),
            text,
            span: underlined,
            number: line.number,
            before,
        }
    }
}

fn shown_name(name: &str) -> String {
    name.chars().map(printable).collect()
}

/// The character, or for one that a terminal might obey, the sign for it.
fn printable(c: char) -> char {
    match c {
        '\0'..='\x1f' => char::from_u32(0x2400 + c as u32).unwrap_or(' '),
        _ if obeys(c) => '\u{2421}',
        _ => c,
    }
}

impl<'a> Files<'a> for Snippet {
    type FileId = ();
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<&'a str, FilesError> {
        Ok(&self.name)
    }

    fn source(&'a self, (): ()) -> Result<&'a str, FilesError> {
        Ok(&self.text)
    }

    fn line_index(&'a self, (): (), _: usize) -> Result<usize, FilesError> {
        Ok(0)
    }

    fn line_number(&'a self, (): (), _: usize) -> Result<usize, FilesError> {
        Ok(self.number)
    }

    fn column_number(&'a self, (): (), _: usize, at: usize) -> Result<usize, FilesError> {
        Ok(self.before + self.text[..floor(&self.text, at)].chars().count() + 1)
    }

    fn line_range(&'a self, (): (), line: usize) -> Result<Range<usize>, FilesError> {
        if line == 0 {
            Ok(0..self.text.len())
        } else {
            Err(FilesError::LineTooLarge {
                given: line,
                max: 0,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_near() {
        let known = ["sudoku", "thermo", "tapa", "ring"];
        for (found, near) in [
            ("sudko", Some("sudoku")),
            ("thermometers", Some("thermo")),
            ("ringring", Some("ring")),
            // Three letters begin many words.
            ("the", None),
            ("kakuro", None),
        ] {
            assert_eq!(near_word(found, &known), near, "{found}");
        }
    }
}
