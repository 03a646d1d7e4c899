//! Loads the text of a puzzle file: from a path, standard input, or the program itself.

use std::fs::File;
use std::io::{self, ErrorKind, Read};

use crate::document::{
    BadInput, MAX_BYTES, Problem, Problems, Source, bad, cannot_read, decode, read_file, shown,
    too_large,
};
use crate::embedded;
use crate::formats;
use crate::language::library::Shelf;
use crate::language::{from_address, genres};

/// Gets the text of a puzzle: of the embedded one of this name if there is one, else of the file at `path`, and of
/// standard input for `-`. (`./number-cross-4` is always a file.) If there is no such file, the name of a genre
/// (`sudoku`, `Star Battle`) means a puzzle of that genre. A byte-order mark is removed, and a string with `\n`
/// is put on separate lines. An address of a puzzle, such as `https://puzz.link/p?nurikabe/6/6/m8n8i9u`, becomes the
/// text of an equivalent puzzle file, by a rulebook in the working folder or one of the program; see
/// [`crate::address`]. So do a sudoku as text and a nonogram in the formats of
/// other programs, wherever they stand: in a file, on standard input, or in the place of the name. `many.sdm:7` is the
/// sudoku that begins in line 7 of a file with several.
///
/// At most [`MAX_BYTES`] are read, of a list of sudokus eight times as many, and one byte.
///
/// # Errors
/// [`BadInput`] if there is no such file, if it cannot be read, is a folder, is larger than [`MAX_BYTES`], changes
/// while it is read, or is not UTF-8; if no rulebook reads the genre of an address, or the address does
/// not fit the rulebook; if it has several puzzles. (A pipe does not change: it is read to its end, however slowly it is
/// fed.)
pub fn load(path: &str) -> Result<Source, BadInput> {
    formats::to_file(load_text(path)?)
}

/// The same for a text that may have several puzzles, and in whatever format it is.
pub fn load_text(path: &str) -> Result<Source, BadInput> {
    if let Some(text) = embedded::find(path) {
        return Ok(Source {
            name: path.to_owned(),
            text: text.to_owned(),
        });
    }
    if path == "-" {
        let mut bytes = Vec::new();
        let read = io::stdin()
            .lock()
            .take(MAX_LIST_BYTES + 1)
            .read_to_end(&mut bytes);
        return match read {
            Ok(_) => decode("standard input", bytes, MAX_LIST_BYTES).and_then(only_lists_are_long),
            Err(error) => Err(cannot_read("standard input", &error)),
        };
    }
    if crate::address::is_meant(path) {
        return from_address::load(path, &Shelf::of_working_folder());
    }
    match File::open(path) {
        Ok(file) => read_list(path, file),
        Err(_) if formats::is_puzzle(path) => Ok(Source {
            name: path.to_owned(),
            text: path.to_owned(),
        }),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let of_genre = || of_genre(path).ok_or_else(|| no_such_puzzle(path));
            in_line(path).unwrap_or_else(of_genre)
        }
        Err(error) => Err(cannot_read(path, &error)),
    }
}

/// The longest list of sudokus that is read, in bytes: some 100,000 of them.
pub const MAX_LIST_BYTES: u64 = 8 << 20;

/// A file that may be such a list.
fn read_list(path: &str, file: File) -> Result<Source, BadInput> {
    read_file(path, Ok(file), MAX_LIST_BYTES).and_then(only_lists_are_long)
}

/// Refuses what is too long for a puzzle file, unless it is a list of sudokus.
fn only_lists_are_long(source: Source) -> Result<Source, BadInput> {
    let is_long = source.text.len() as u64 > MAX_BYTES;
    match is_long && formats::sudoku::read(&source.text).is_none() {
        true => Err(too_large(&source.name)),
        false => Ok(source),
    }
}

/// The sudoku that begins in a line of a file, if this is what the name says: `many.sdm:7`.
fn in_line(name: &str) -> Option<Result<Source, BadInput>> {
    let (path, line) = name.rsplit_once(':')?;
    let line: usize = line.parse().ok()?;
    let opened = File::open(path).ok()?;
    let source = match read_list(path, opened) {
        Ok(source) => source,
        Err(bad) => return Some(Err(bad)),
    };
    let entries = formats::sudoku::read(&source.text)?;
    let entry = entries.into_iter().find(|entry| entry.line == line);
    Some(match entry.map(|entry| entry.sudoku) {
        Some(Ok(sudoku)) => Ok(Source {
            name: name.to_owned(),
            text: sudoku.line_of(&sudoku.rows()),
        }),
        Some(Err(problem)) => Err(bad(path, source.text, problem)),
        None => {
            let text = format!("no sudoku begins in line {line} of `{}`", shown(path));
            Err(bad(path, String::new(), Problem::without_place(text)))
        }
    })
}

fn no_such_puzzle(name: &str) -> BadInput {
    let quoted = shown(name);
    let genre = name.strip_prefix("genres/").unwrap_or(name);
    let problem = Problem::without_place(format!("there is no file, puzzle or genre `{quoted}`"))
        .help(genres::help(genre));
    bad(name, String::new(), problem)
}

/// A puzzle of the genre with this name, however it is spelt: the one that is embedded, or else the first example of its
/// rulebook.
pub fn of_genre(name: &str) -> Option<Source> {
    let book = genres::genre(name)?;
    let own = format!("genres/{book}");
    let of_book = format!("kind = \"{book}\"\n");
    let found = of_genres_and_others().find(|(name, text)| *name == own || text.contains(&of_book));
    if let Some((name, text)) = found {
        return Some(Source {
            name: (*name).to_owned(),
            text: (*text).to_owned(),
        });
    }
    let kind = Shelf::library()
        .kind(book, &mut Problems::default())?
        .ok()?;
    Some(Source {
        name: book.to_owned(),
        text: kind.starter().to_owned(),
    })
}

/// The puzzles of genres, then those that the program is about.
fn of_genres_and_others() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    embedded::genres().iter().chain(embedded::all())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::document::{ReportStyle, load_file};

    #[test]
    fn files_that_are_no_puzzle_texts_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let message =
            |read: Result<Source, BadInput>| read.unwrap_err().render(ReportStyle::default());

        assert!(message(load(&path("missing"))).contains("there is no file"));
        let file_only = message(load_file("number-cros-4"));
        assert!(file_only.contains("there is no file `number-cros-4`"));
        assert!(!file_only.contains("did you mean"), "{file_only}");
        let near = message(load("number-cros-4"));
        assert!(near.contains("did you mean `number-cross-4`?"), "{near}");
        assert!(message(load(&path("."))).contains("is a folder"));

        fs::write(path("large"), vec![b' '; MAX_BYTES as usize + 1]).unwrap();
        assert!(message(load(&path("large"))).contains("too large"));
        fs::write(path("largest"), vec![b' '; MAX_BYTES as usize]).unwrap();
        assert!(load(&path("largest")).is_ok());

        fs::write(path("latin"), b"kind = \"x\"\ntitle = \"caf\xe9\"\n").unwrap();
        let latin = message(load(&path("latin")));
        assert!(
            latin.contains("latin:2:13") && latin.contains("0xE9"),
            "{latin}"
        );

        fs::write(path("mark"), "\u{feff}kind = 1").unwrap();
        assert_eq!(load(&path("mark")).unwrap().text, "kind = 1");
    }
}
