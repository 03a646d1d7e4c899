//! Addresses of puzzles: the rulebook of an address, the equivalent puzzle file, and the way back.
//!
//! An address becomes the text of a puzzle file (`file`), which is then read like any other. Differences between the
//! words of address codecs and of rulebooks are handled in the two files below, and nowhere else.

mod data;
mod file;

use std::path::Path;
use std::sync::Arc;

use super::file::key_of;
use super::library::{LIBRARY, Shelf};
use super::parse::addresses;
use super::syntax::{self, Domain, Ground, Kind, Lines, Role, Rulebook};
use crate::address::{
    Address, Brings, Layout, is_address, nearest_genres, parse, parse_declaration,
};
use crate::read::{BadInput, Problem, Problems, Source, near_word, shown};

pub(crate) use data::write;

/// Whether a name is an address: it looks like one, and there is no file of this name.
pub(crate) fn is_meant(name: &str) -> bool {
    is_address(name) && !Path::new(name).exists()
}

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

/// The codecs of a declared address.
fn layout(declared: &syntax::Address) -> Result<Layout, Problem> {
    parse_declaration(&declared.parts).map_err(|error| {
        let at = declared.parts_at + error.at;
        let long = declared
            .parts
            .get(error.at..)
            .map_or(0, |rest| rest.find([' ', ',', '\n']).unwrap_or(rest.len()));
        Problem::new(at..at + long, "the address cannot be read", error.message)
    })
}

/// Mistakes in the addresses that a rulebook declares.
pub(crate) fn check_declarations(book: &Rulebook, problems: &mut Problems) {
    for declared in &book.addresses {
        if declared.names.is_empty() {
            problems.push(Problem::new(
                declared.span.clone(),
                "an address without a genre",
                "expected names and codecs, as in `address nurikabe: number16 number`",
            ));
        }
        match layout(declared) {
            Err(problem) => problems.push(problem),
            Ok(layout) => {
                for (name, brings) in brought(&layout) {
                    if let Err(message) = fits(book, name, brings) {
                        let label = "expected data that the rulebook declares";
                        problems.push(Problem::new(declared.span.clone(), message, label));
                    }
                }
            }
        }
    }
}

/// The data of an address, each with its kind.
fn brought(layout: &Layout) -> impl Iterator<Item = (&str, Brings)> {
    layout.parts().iter().flat_map(|part| {
        let data = part.data().iter().enumerate();
        data.map(|(place, name)| (name.as_str(), part.codec().brings(place)))
    })
}

/// The layers of a datum of an address: all of a key, or one.
fn layers<'b>(book: &'b Rulebook, name: &str) -> Vec<(usize, &'b syntax::Layer)> {
    let brought = || {
        book.layers
            .iter()
            .enumerate()
            .filter(|(_, layer)| key_of(layer).is_some())
    };
    let of_key: Vec<_> = brought()
        .filter(|(_, layer)| key_of(layer) == Some(name))
        .collect();
    match of_key.is_empty() {
        true => brought()
            .filter(|(_, layer)| &*layer.word.name == name)
            .collect(),
        false => of_key,
    }
}

/// The layers of a datum, if they cover the places that the address codes.
fn fits<'b>(
    book: &'b Rulebook,
    name: &str,
    brings: Brings,
) -> Result<Vec<(usize, &'b syntax::Layer)>, String> {
    let layers = layers(book, name);
    let Some((_, first)) = layers.first() else {
        return Err(format!(
            "the address contains `{name}`, which the rulebook does not declare"
        ));
    };
    let fitting = matches!(
        (brings, &first.on),
        (
            Brings::Cells | Brings::Regions,
            Ground::Atoms(Kind::Cell, _)
        ) | (Brings::Corners, Ground::Atoms(Kind::Corner, _))
            | (Brings::Links, Ground::Atoms(Kind::Link | Kind::Edge, _))
            | (Brings::ByRegion, Ground::Regions(_))
            | (
                Brings::Sides,
                Ground::Lines(Lines::View | Lines::Line | Lines::Row | Lines::Column)
            )
            | (
                Brings::Flag | Brings::Number | Brings::Shapes,
                Ground::Puzzle
            )
    );
    match fitting {
        true => Ok(layers),
        false => Err(format!(
            "the address has `{name}` in places where it is not declared"
        )),
    }
}

/// Marks with their own keys on the same places as `layer`: an address may have them among the words of its datum, by
/// their names.
fn marks_beside<'b>(
    book: &'b Rulebook,
    layer: &'b syntax::Layer,
) -> impl Iterator<Item = (usize, &'b syntax::Layer)> {
    let kind = |layer: &syntax::Layer| match layer.on {
        Ground::Atoms(kind, _) => Some(kind),
        _ => None,
    };
    let layers = book.layers.iter().enumerate();
    layers.filter(move |(_, other)| {
        other.domain == Domain::Mark
            && other.role == Role::Data
            && other.template.is_none()
            && kind(other).is_some()
            && kind(other) == kind(layer)
            && key_of(other) != key_of(layer)
    })
}

#[cfg(test)]
mod tests;
