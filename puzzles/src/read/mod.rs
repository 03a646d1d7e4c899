//! Reading puzzle files: the text, its TOML with positions, and everything that is wrong with it.
//!
//! # The file
//!
//! A puzzle file is TOML in UTF-8, with at most [`MAX_BYTES`] bytes; Unix and Windows line ends and a byte-order mark
//! are accepted. It holds one puzzle.
//!
//! | key | |
//! |---|---|
//! | `kind` | what kind of puzzle it is: a rulebook, or a name of [`crate::kinds::all`] |
//! | `title`, `source`, `notes` | texts that are passed through; each may be left out |
//! | `[expected]` | what is known about the puzzle, for comparison; may be left out, and so may each of its keys |
//! | `expected.solutions` | how many solutions there are |
//! | `expected.answer` | the answer, as a number, or as a string if it exceeds 64 bits |
//! | `expected.solution` | a filled grid in the notation of [`crate::symbol`] |
//! | `[[example]]` | a smaller puzzle of the same kind, with the kind's keys, `notes` and `expected`; at most 100 |
//!
//! The other keys are the kind's own: those that its rulebook declares, or that its [`Kind`] reads. A key that is not
//! known is an error.
//!
//! Grids are blocks of text between `'''` and `'''` (or `"""`, then without backslashes). Each line that is not empty
//! is a row. Cells are single characters, or, if any row has white space inside, the words between white space.
//! Names of regions are letters, digits, `_` and `-`, at most [`MAX_REGION_NAME`] characters.
//!
//! Clues are a list of texts, or a block with a clue in each line; see [`crate::clue::parse`] for their language.
//!
//! # Limits
//!
//! What is larger than the table of limits in [`crate::guide::puzzle_files`] says is refused with a [`Problem`] that
//! names the limit: files ([`MAX_BYTES`]), names of regions ([`MAX_REGION_NAME`]), grids (by kind, see their `parse`),
//! clues ([`MAX_TEXT`](crate::clue::parse::MAX_TEXT), [`MAX_DEPTH`](crate::clue::parse::MAX_DEPTH),
//! [`MAX_DIGITS`](crate::clue::MAX_DIGITS)), and what is expected. At most [`MAX_SHOWN`] problems of a file are shown.

pub(crate) mod block;
pub(crate) mod document;
mod escapes;
mod expected;
mod load;
mod problem;
mod regions;

pub use block::{BadCell, Block, Piece, SizeLimits, read_cells};
pub use document::{Document, Reported};
pub use expected::Expected;
pub use load::{MAX_BYTES, load, load_file};
pub use problem::{BadInput, MAX_SHOWN, Problem, Problems, ReportStyle};
pub(crate) use problem::{known_words, near_word, shown};
pub use regions::{MAX_REGION_NAME, read_regions};

use crate::language::library::Shelf;
use crate::puzzle::{Kind, KindRef, Puzzle};

/// A puzzle file as text, with the name it has in error reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's name, or a substitute.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// A puzzle file, read.
#[derive(Debug)]
pub struct Loaded {
    /// What kind of puzzle it is.
    pub kind: KindRef,
    /// The puzzle.
    pub puzzle: Box<dyn Puzzle>,
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
    pub puzzle: Box<dyn Puzzle>,
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

/// Reads a puzzle file: one with rules of its own, of a rulebook beside it or in the program's library, or of one of
/// the kinds of [`crate::kinds::all`].
///
/// # Errors
/// Everything that is wrong with it, in the order of the text; then what is wrong with its rulebook, if that is
/// another file.
pub fn parse(source: &Source) -> Result<Loaded, Problems> {
    parse_on(source, &Shelf::beside(source))
}

/// The same with the rulebooks of this shelf.
pub(crate) fn parse_on(source: &Source, shelf: &Shelf) -> Result<Loaded, Problems> {
    let mut loaded = parse_from(source, crate::kinds::all(), Some(shelf))?;
    loaded.rulebooks = shelf.taken();
    Ok(loaded)
}

fn parse_from(
    source: &Source,
    kinds: &[&'static dyn Kind],
    shelf: Option<&Shelf>,
) -> Result<Loaded, Problems> {
    let mut problems = Problems::default();
    let loaded = read(source, kinds, shelf, &mut problems);
    problems.sort();
    loaded.filter(|_| problems.is_empty()).ok_or(problems)
}

/// Reads a puzzle file of one of these kinds, such as a program's own; see
/// [`extending`](crate::guide::extending#a-kind-of-puzzle). Of two with one name the first counts. Rulebooks are not
/// looked for.
///
/// # Errors
/// Everything that is wrong with it, in the order of the text.
pub fn parse_with(source: &Source, kinds: &[&'static dyn Kind]) -> Result<Loaded, Problems> {
    parse_from(source, kinds, None)
}

fn read(
    source: &Source,
    kinds: &[&'static dyn Kind],
    shelf: Option<&Shelf>,
    problems: &mut Problems,
) -> Option<Loaded> {
    let document = Document::parse(source, problems)?;
    let kind = match shelf.and_then(|shelf| shelf.kind_of(&document, problems)) {
        Some(Ok(kind)) => Some(KindRef::Shared(kind)),
        Some(Err(Reported)) => None,
        None => {
            let rulebooks = shelf.map_or(&[][..], |_| crate::language::library::names());
            let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            let names = [&names, rulebooks].concat();
            let place = document.word("kind", &names, problems);
            place
                .and_then(|place| kinds.get(place))
                .map(|&kind| KindRef::Static(kind))
        }
    };
    read_as(&document, kind, problems)
}

/// Reads a document with a puzzle of this kind, if it is known.
pub(crate) fn read_as(
    document: &Document<'_>,
    kind: Option<KindRef>,
    problems: &mut Problems,
) -> Option<Loaded> {
    let title = document.text("title", problems);
    let origin = document.text("source", problems);
    let notes = document.text("notes", problems);
    let puzzle = kind.as_ref().and_then(|kind| kind.read(document, problems));
    let expected = Expected::read(document, puzzle.as_deref(), problems);
    let mut examples = Vec::new();
    if let Some(kind) = &kind {
        for part in document.examples(kind.name(), problems) {
            part.text("notes", problems);
            let puzzle = kind.read(&part, problems);
            let expected = Expected::read(&part, puzzle.as_deref(), problems);
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

/// Gets the text of a puzzle with [`load`] and reads it with [`parse`].
///
/// # Errors
/// [`BadInput`] with everything that is wrong.
pub fn open(path: &str) -> Result<(Source, Loaded), BadInput> {
    let source = load(path)?;
    match parse(&source) {
        Ok(loaded) => Ok((source, loaded)),
        Err(problems) => Err(BadInput { source, problems }),
    }
}

#[cfg(test)]
mod tests;
