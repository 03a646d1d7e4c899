//! Rulebooks as kinds of puzzle: what their files look like, and reading one.

use std::fmt::Write;
use std::sync::Arc;

use super::puzzle::Puzzle;
use super::syntax::Rulebook;
use super::{compile, file, link, normal, parse, types};
use crate::document::{Document, Problems, Source};

/// A kind of puzzle: a rulebook that was read without problems.
#[derive(Debug)]
pub struct RulebookKind {
    book: Arc<Rulebook>,
    source: Arc<Source>,
    starter: String,
}

impl RulebookKind {
    /// The kind of a rulebook that was read without problems.
    pub(crate) fn new(book: Arc<Rulebook>, source: Arc<Source>, problems: &mut Problems) -> Self {
        let mut own = Problems::default();
        file::check_declarations(&book, &mut own);
        link::check_declarations(&book, &mut own);
        types::check(&book, &mut own);
        problems.append(book.settle_all(own));
        Self {
            starter: starter(&book),
            book,
            source,
        }
    }

    /// The rulebook.
    pub(crate) fn book(&self) -> &Arc<Rulebook> {
        &self.book
    }

    /// The family of genres to which it says that it belongs.
    pub fn family(&self) -> Option<&str> {
        self.book.family.as_deref()
    }

    /// The other names that it goes by.
    pub fn other_names(&self) -> &[String] {
        &self.book.also
    }

    /// The name of each rule, and its sentence.
    pub fn rules(&self) -> impl Iterator<Item = (&str, &str)> {
        let rules = self.book.rules.iter();
        rules.map(|rule| (&*rule.id, &*rule.sentence))
    }

    /// The names of the rules about folding.
    pub fn rules_about_folding(&self) -> Vec<String> {
        super::walk::rules_about_folding(&self.book)
    }

    /// Each rule with its formulas in normal words, and the laws that were applied, as lines of text.
    pub fn core(&self) -> String {
        normal::shown(&self.book)
    }

    /// Parts of the rulebook that are valid but probably mistakes, one line each.
    pub fn warnings(&self) -> Vec<String> {
        let unused = types::unused(&self.book).into_iter();
        unused
            .map(|problem| self.book.settle(problem))
            .map(|problem| {
                let source = problem.source.as_ref().unwrap_or(&self.source);
                let (line, column) = problem.position(source).unwrap_or((1, 1));
                format!(
                    "{}:{line}:{column}: {}: {}",
                    source.name, problem.message, problem.label
                )
            })
            .collect()
    }

    /// A commented puzzle file with an empty grid of this size. `usual` tells the usual value of a key that has one for
    /// the whole puzzle.
    pub fn blank(&self, size: (usize, usize), usual: &dyn Fn(&str) -> Option<String>) -> String {
        format!(
            "{}{}",
            about(&self.book),
            file::blank(&self.book, size, usual)
        )
    }

    /// The text of the rulebook without some of its rules.
    pub fn text_without(&self, rules: &[String]) -> String {
        parse::text_without(&self.source.text, 0, &self.book, rules)
    }

    /// The text of each example of the rulebook, on the lines on which it stands there.
    pub(super) fn examples(&self) -> impl Iterator<Item = Source> {
        self.book.examples.iter().map(|example| {
            let before = self
                .source
                .text
                .get(..example.span.start)
                .unwrap_or_default();
            let lines = before.matches('\n').count() + 1;
            Source {
                name: self.source.name.clone(),
                text: "\n".repeat(lines) + &example.toml,
            }
        })
    }

    /// The word after `kind =` in a puzzle file, such as `number-cross-4`.
    pub fn name(&self) -> &str {
        &self.book.name
    }

    /// What the puzzle is, in one line.
    pub fn summary(&self) -> &str {
        self.book.about.as_deref().unwrap_or_default()
    }

    /// A commented puzzle file of this kind, ready to solve.
    pub fn starter(&self) -> &str {
        &self.starter
    }

    /// Reads the kind's own part of a puzzle file. Everything that is wrong goes to `problems`; `None` exactly if
    /// something was.
    pub(super) fn read(&self, document: &Document<'_>, problems: &mut Problems) -> Option<Puzzle> {
        let before = problems.len();
        let (data, entries) = file::read_with_entries(document, &self.book, problems)?;
        let data = Arc::new(data);
        let mut compiled = None;
        if problems.len() == before {
            match compile::draft(&data, &compile::Selection::default()) {
                Ok(made) => compiled = Some(made),
                Err(wrong) => {
                    let mut own = Problems::default();
                    wrong.into_iter().for_each(|problem| own.push(problem));
                    problems.take_over(self.book.settle_all(own), &self.source);
                    return None;
                }
            }
        }
        Some(Puzzle::new(data, entries, compiled))
    }
}

/// A commented puzzle file: the first example, after a description of the puzzle.
fn starter(book: &Rulebook) -> String {
    let mut text = head(book);
    match book.examples.first() {
        Some(example) => text.push_str(example.toml.trim_start_matches('\n')),
        None => text.push_str("# This rulebook has no example.\n"),
    }
    text
}

/// A description of the puzzle, its kind, and the meaning of each key.
fn head(book: &Rulebook) -> String {
    let mut text = about(book);
    for line in file::key_comments(book) {
        let _ = writeln!(text, "# {line}");
    }
    text
}

/// A description of the puzzle, and its kind.
fn about(book: &Rulebook) -> String {
    let mut text = String::new();
    if let Some(about) = &book.about {
        let _ = writeln!(text, "# {}\n#", capitalised(about));
    }
    for rule in &book.rules {
        let _ = writeln!(text, "# * {}", rule.sentence);
    }
    let _ = writeln!(text, "\nkind = \"{}\"\n", book.name);
    text
}

/// The text with its first letter as a capital.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(letters).collect()
}
