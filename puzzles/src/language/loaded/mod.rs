//! A puzzle that was read from a file, with the file's information about it.

mod expected;

pub use expected::Expected;

use std::sync::Arc;

use super::kind::RulebookKind;
use super::puzzle::Puzzle;
use crate::document::{Document, Problems, Source};

/// A puzzle file, read.
#[derive(Debug)]
pub struct Loaded {
    /// What kind of puzzle it is.
    pub kind: Arc<RulebookKind>,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its title.
    pub title: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// Anything else about it.
    pub notes: Option<String>,
    /// Name and text of the rulebooks that it is of, those that they extend included.
    pub(crate) rulebooks: Vec<(String, String)>,
    expected: Expected,
    examples: Vec<Example>,
}

/// A smaller puzzle of the same kind that a puzzle file holds to show the rules.
#[derive(Debug)]
pub struct Example {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What the file says is known about it.
    pub expected: Expected,
}

impl Loaded {
    /// The examples of the file, in its order.
    pub fn examples(&self) -> &[Example] {
        &self.examples
    }

    /// What the file says is known about the puzzle. Only for comparison with results found without it.
    pub fn expected(&self) -> &Expected {
        &self.expected
    }
}

/// Reads a document with a puzzle of this kind, if it is known.
pub(crate) fn read_as(
    document: &Document<'_>,
    kind: Option<Arc<RulebookKind>>,
    problems: &mut Problems,
) -> Option<Loaded> {
    let title = document.text("title", problems);
    let origin = document.text("source", problems);
    let notes = document.text("notes", problems);
    let puzzle = kind.as_ref().and_then(|kind| kind.read(document, problems));
    let expected = Expected::read(document, puzzle.as_ref(), problems);
    let mut examples = Vec::new();
    if let Some(kind) = &kind {
        for part in document.examples(kind.name(), problems) {
            part.text("notes", problems);
            let puzzle = kind.read(&part, problems);
            let expected = Expected::read(&part, puzzle.as_ref(), problems);
            examples.extend(puzzle.map(|puzzle| Example { puzzle, expected }));
        }
    }
    Some(Loaded {
        kind: kind?,
        puzzle: puzzle?,
        title,
        source: origin,
        notes,
        rulebooks: Vec::new(),
        expected,
        examples,
    })
}

/// Reads the examples of a rulebook, each with its problems, if it has any.
pub(crate) fn examples(kind: &Arc<RulebookKind>) -> Vec<Result<Loaded, (Source, Problems)>> {
    let examples = kind.examples().map(|source| {
        let mut problems = Problems::default();
        let document = Document::parse(&source, &mut problems);
        let loaded =
            document.and_then(|document| read_as(&document, Some(Arc::clone(kind)), &mut problems));
        loaded
            .filter(|_| problems.is_empty())
            .ok_or((source, problems))
    });
    examples.collect()
}
