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

mod load;

pub use crate::document::{
    BadCell, BadInput, Block, Document, MAX_BYTES, MAX_REGION_NAME, MAX_SHOWN, Piece, Problem,
    Problems, ReportStyle, Reported, SizeLimits, Source, load_file, read_cells, read_regions,
};
pub use crate::loaded::{Example, Expected, Loaded};
pub use load::load;

use crate::language::library::{Shelf, names};
use crate::loaded::read_as;
use crate::puzzle::{Kind, KindRef};

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
            let rulebooks = shelf.map_or(&[][..], |_| names());
            let own = shelf.map_or_else(Vec::new, Shelf::own_names);
            let own: Vec<&str> = own.iter().map(String::as_str).collect();
            let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            let names = [&names, &own, rulebooks].concat();
            let before = problems.len();
            let place = document.word("kind", &names, problems);
            if place.is_none() && problems.len() > before && shelf.is_some() {
                problems.add_help(
                    "a rulebook of your own is a file NAME.rules beside the puzzle; those of the program are in \
                     `quadrille guide genres`",
                );
            }
            place
                .and_then(|place| kinds.get(place))
                .map(|&kind| KindRef::Static(kind))
        }
    };
    read_as(&document, kind, problems)
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
