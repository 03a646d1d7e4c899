//! Puzzles in the formats in which they go round: sudokus as text, nonograms as lists of runs. Each becomes the text of
//! an equivalent puzzle file, which is read like any other.

mod nonogram;
pub mod sudoku;

use crate::document::{BadInput, Problem, Source, bad};

/// The text of a puzzle file that means the same, where a text is a puzzle in another format; any other is returned
/// unchanged.
///
/// # Errors
/// If the text is in such a format, but wrong; or if it has several puzzles.
pub fn to_file(source: Source) -> Result<Source, BadInput> {
    if is_of_puzz_link(&source.text) {
        let problem = Problem::without_place("files of puzz.link cannot be read")
            .help("open it there, and take the address of the puzzle (File, Export URL)");
        return Err(bad(&source.name, source.text, problem));
    }
    let converted = match sudoku::read(&source.text) {
        Some(found) => one_of(&found, &source),
        None => match nonogram::to_file(&source.text) {
            Some(converted) => converted,
            None => return Ok(source),
        },
    };
    let Source { name, text } = source;
    match converted {
        Ok(text) => Ok(Source { name, text }),
        Err(problem) => Err(bad(&name, text, problem)),
    }
}

/// The puzzle file of the only sudoku.
fn one_of(found: &[sudoku::Entry], source: &Source) -> Result<String, Problem> {
    match found {
        [only] => only
            .sudoku
            .as_ref()
            .map(sudoku::Sudoku::to_file)
            .map_err(Clone::clone),
        several => {
            let number = several.len();
            let (name, line) = (&source.name, several[0].line);
            let text = format!("one puzzle is expected here, and `{name}` has {number}");
            Err(Problem::without_place(text).help(format!(
                "`quadrille solve` takes them all; `{name}:{line}` is the one that begins in line {line}"
            )))
        }
    }
}

/// Whether a text is a puzzle, or several, in one of these formats.
pub fn is_puzzle(text: &str) -> bool {
    is_of_puzz_link(text) || sudoku::read(text).is_some() || nonogram::to_file(text).is_some()
}

/// Whether a text begins as what puzz.link saves.
fn is_of_puzz_link(text: &str) -> bool {
    text.trim_start().starts_with("pzprv3")
}
