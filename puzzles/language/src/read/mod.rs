//! Reading puzzle files: the text, its TOML with positions, and everything that is wrong with it.
//!
//! # The file
//!
//! A puzzle file is TOML in UTF-8, with at most [`MAX_BYTES`] bytes; Unix and Windows line ends and a byte-order mark
//! are accepted. It holds one puzzle.
//!
//! | key | |
//! |---|---|
//! | `kind` | what kind of puzzle it is: a rulebook |
//! | `title`, `source`, `notes` | texts that are passed through; each may be left out |
//! | `variant` | that the rules are not quite those of the kind: a text, with a warning; may be left out |
//! | `[expected]` | what is known about the puzzle, for comparison; may be left out, and so may each of its keys |
//! | `expected.solutions` | how many solutions there are |
//! | `expected.answer` | the answer, as a number, or as a string if it exceeds 64 bits |
//! | `expected.solution` | a filled grid, as `quadrille check` reads it |
//! | `[[example]]` | a smaller puzzle of the same kind, with the kind's keys, `notes` and `expected`; at most 100 |
//!
//! The other keys are the kind's own: those that its rulebook declares. A key that is not
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
//! What is larger than the table of limits in the guide says is refused with a [`Problem`] that
//! names the limit: files ([`MAX_BYTES`]), names of regions ([`MAX_REGION_NAME`]), grids (by kind, see their `parse`),
//! clues ([`MAX_TEXT`](crate::clue::parse::MAX_TEXT), [`MAX_DEPTH`](crate::clue::parse::MAX_DEPTH),
//! [`MAX_DIGITS`](crate::clue::MAX_DIGITS)), and what is expected. At most [`MAX_SHOWN`] problems of a file are shown.

mod load;

pub use crate::document::{
    BadInput, MAX_BYTES, MAX_REGION_NAME, MAX_SHOWN, Problem, Problems, ReportStyle, Reported,
    Source, load_file,
};
pub use crate::formats::to_file;
pub use crate::language::kind::RulebookKind;
pub use crate::language::loaded::{Example, Expected, Loaded};
pub use load::{MAX_LIST_BYTES, load, load_text, of_genre};

use crate::document::Document;
use crate::language::genres::{names, other_names};
use crate::language::library::Shelf;
use crate::language::loaded::read_as;

/// Reads a puzzle file: one with rules of its own, of a rulebook beside it, or of one in the program's library.
///
/// # Errors
/// Everything that is wrong with it, in the order of the text; then what is wrong with its rulebook, if that is
/// another file.
pub fn parse(source: &Source) -> Result<Loaded, Problems> {
    parse_on(source, &Shelf::beside(source))
}

/// The same with the rulebooks of this shelf.
pub fn parse_on(source: &Source, shelf: &Shelf) -> Result<Loaded, Problems> {
    let mut problems = Problems::default();
    let loaded = read(source, shelf, &mut problems);
    problems.sort();
    let mut loaded = loaded.filter(|_| problems.is_empty()).ok_or(problems)?;
    loaded.rulebooks = shelf.taken();
    Ok(loaded)
}

fn read(source: &Source, shelf: &Shelf, problems: &mut Problems) -> Option<Loaded> {
    let document = Document::parse(source, problems)?;
    let kind = match shelf.kind_of(&document, problems) {
        Some(Ok(kind)) => Some(kind),
        Some(Err(Reported)) => None,
        None => {
            let own = shelf.own_names();
            let own: Vec<&str> = own.iter().map(String::as_str).collect();
            // Other names of genres are only suggested: where they mean a rulebook, it was found.
            let others = names().iter().flat_map(|book| other_names(book));
            let others: Vec<String> = others.collect();
            let others: Vec<&str> = others.iter().map(String::as_str).collect();
            let known = [&own, names(), &others].concat();
            let before = problems.len();
            if document.word("kind", &known, problems).is_none() && problems.len() > before {
                problems.add_help(
                    "a rulebook of your own is a file NAME.rules beside the puzzle; those of the program are in \
                     `quadrille guide genres`",
                );
            }
            None
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
