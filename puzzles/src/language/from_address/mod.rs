//! Addresses of puzzles: the rulebook of an address, and the equivalent puzzle file, which is then read like any other.

use std::sync::Arc;

use super::genres::LIBRARY;
use super::library::Shelf;
use super::link::{file, layout};
use super::parse::addresses;
use super::syntax::{self, Rulebook};
use crate::address::{Address, nearest_genres, parse};
use crate::document::{BadInput, Problem, Problems, Source, near_word, shown};

/// Genres of addresses: their names, the rulebook, and its declaration.
fn genres() -> impl Iterator<Item = (syntax::Address, &'static str)> {
    genres_of("")
}

/// The same of the rulebooks that name a genre anywhere: to read the others' lines as well took a third of the time of
/// a small puzzle.
fn genres_of(genre: &str) -> impl Iterator<Item = (syntax::Address, &'static str)> {
    let naming = LIBRARY.iter().filter(move |(_, text)| text.contains(genre));
    naming.flat_map(|(book, text)| addresses(text).into_iter().map(|address| (address, *book)))
}

/// The text of the puzzle file equivalent to an address.
///
/// # Errors
/// If the address is invalid, its genre has no rulebook in the library, or it does not fit the rulebook.
pub(crate) fn load(text: &str) -> Result<Source, BadInput> {
    let trimmed = text.trim();
    file_of(trimmed).map_err(|problem| {
        let mut problems = Problems::default();
        problems.push(problem);
        BadInput {
            source: Source {
                name: "address".to_owned(),
                text: trimmed.to_owned(),
            },
            problems,
        }
    })
}

fn file_of(text: &str) -> Result<Source, Problem> {
    let wrong = |error: crate::address::AddressError, message: String| {
        Problem::new(error.span(text), message, error.problem.to_string())
    };
    let address =
        parse(text).map_err(|error| wrong(error, "the address cannot be read".to_owned()))?;
    let genre = address.genre.to_ascii_lowercase();
    // If a genre has several address formats, the one that fits.
    let named = genres_of(&genre).filter(|(declared, _)| declared.names.contains(&genre));
    let mut failed = None;
    for (declared, book) in named {
        let layout = layout(&declared).map_err(|problem| in_rulebook(problem, book))?;
        match layout.decode(&address) {
            Ok(data) => {
                let book = rulebook(book)?;
                let toml = file::write(text, &address, &layout, &data, &book);
                let name = text.to_owned();
                return toml.map(|text| Source { name, text }).map_err(|message| {
                    in_rulebook(Problem::new(declared.span, message, ""), &book.name)
                });
            }
            Err(error) => {
                let message = format!("not an address of `{}`", shown(&address.genre));
                failed = failed.or(Some(wrong(error, message)));
            }
        }
    }
    Err(failed.unwrap_or_else(|| unknown_genre(&address)))
}

/// No rulebook of the library reads addresses of this genre.
fn unknown_genre(address: &Address) -> Problem {
    let names: Vec<String> = genres().flat_map(|(declared, _)| declared.names).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let genre = address.genre.to_ascii_lowercase();
    let mut near: Vec<&str> = nearest_genres(&genre);
    near.retain(|name| names.contains(name));
    near.extend(near_word(&genre, &names).filter(|name| !near.contains(name)));
    let quoted: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    let help = match quoted.is_empty() {
        true => "`quadrille list` names the rulebooks; those with an `address` line read addresses"
            .to_owned(),
        false => format!("did you mean {}?", quoted.join(" or ")),
    };
    Problem::new(
        address.genre_at..address.genre_at + address.genre.len(),
        format!(
            "no rulebook reads addresses of the genre `{}`",
            shown(&address.genre)
        ),
        "expected a genre from the `address` line of a rulebook in the library",
    )
    .help(help)
}

fn rulebook(name: &str) -> Result<Arc<Rulebook>, Problem> {
    let mut problems = Problems::default();
    match Shelf::library().kind(name, &mut problems) {
        Some(Ok(kind)) => Ok(Arc::clone(kind.book())),
        _ => Err(problems.iter().next().cloned().unwrap_or_else(|| {
            Problem::without_place(format!("the rulebook `{name}` cannot be read"))
        })),
    }
}

/// A problem whose place is in a rulebook of the library.
fn in_rulebook(mut problem: Problem, name: &str) -> Problem {
    let text = LIBRARY
        .iter()
        .find(|(known, _)| *known == name)
        .map_or("", |(_, text)| text);
    problem.source = Some(Arc::new(Source {
        name: format!("{name}.rules"),
        text: text.to_owned(),
    }));
    problem
}

#[cfg(test)]
mod tests;
