//! A puzzle that was read from a file, with the file's information about it.

mod expected;

pub use expected::Expected;

use std::sync::Arc;

use super::kind::RulebookKind;
use super::link::surplus;
use super::puzzle::Puzzle;
use crate::address::is_address;
use crate::document::{Document, Problems, Source, shown};

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
    /// What its setter says of its rules, if these are not quite those of its kind: the name of a variant, or nothing.
    pub variant: Option<String>,
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

    /// The address of the puzzle at puzz.link, with its variant; see [`Puzzle::address`].
    ///
    /// # Errors
    /// Why it has none.
    pub fn address(&self) -> Option<Result<String, String>> {
        let address = self.puzzle.address()?;
        Some(match &self.variant {
            None => address,
            Some(variant) => address.and_then(|address| of_variant(&address, variant)),
        })
    }

    /// What is valid but probably a mistake, or not what it seems, in a sentence each.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = self.puzzle.remarks();
        let source = self.source.as_deref().filter(|text| is_address(text));
        if let Some(rest) = source.and_then(|text| surplus(self.kind.book(), text)) {
            remarks.push(format!(
                "“{}” comes after the last part of the address and was not read; is the size right?",
                shown(&rest)
            ));
        }
        if let Some(variant) = &self.variant {
            let name = match variant.as_str() {
                "" => String::new(),
                name => format!(" ({})", shown(name)),
            };
            let kind = self.kind.name();
            remarks.insert(
                0,
                format!(
                    "its setter marked it as a variant{name}, with rules that are not quite those of `{kind}`; they are \
                     not known here, and it is read by the rules of `{kind}`"
                ),
            );
        }
        remarks
    }

    /// What the file says is known about the puzzle. Only for comparison with results found without it.
    pub fn expected(&self) -> &Expected {
        &self.expected
    }
}

/// An address with the mark of a variant after its genre.
fn of_variant(address: &str, variant: &str) -> Result<String, String> {
    let plain = |c: char| !c.is_control() && !c.is_whitespace() && !"/&#?%".contains(c);
    if !variant.chars().all(plain) {
        return Err(format!(
            "the variant “{}” cannot be written",
            shown(variant)
        ));
    }
    let genre_ends = address.find('?').and_then(|at| {
        let end = address[at..].find('/')?;
        Some(at + end)
    });
    let at = genre_ends.ok_or("the address has no genre")?;
    Ok(format!("{}/v:{variant}{}", &address[..at], &address[at..]))
}

/// Reads a document with a puzzle of this kind, if it is known.
pub(crate) fn read_as(
    document: &Document<'_>,
    kind: Option<Arc<RulebookKind>>,
    problems: &mut Problems,
) -> Option<Loaded> {
    let title = document.text("title", problems);
    let origin = document.text("source", problems);
    let variant = document.text("variant", problems);
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
        variant,
        notes,
        rulebooks: Vec::new(),
        expected,
        examples,
    })
}

/// Reads the examples of a rulebook, each with its problems, if it has any.
pub fn examples(kind: &Arc<RulebookKind>) -> Vec<Result<Loaded, (Source, Problems)>> {
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
