//! Addresses of puzzles: the rulebook of an address, and the equivalent puzzle file, which is then read like any other.

use std::sync::Arc;

use super::genres::{self, LIBRARY};
use super::library::Shelf;
use super::link::{file, layout};
use super::parse::addresses;
use super::syntax::Rulebook;
use crate::address::{
    Address, AddressError, Datum, Layout, nearest_genres, other_host, parse, unescaped, unread_site,
};
use crate::document::{BadInput, Problem, Problems, Source, near_word, shown};

/// A rulebook with an `address` line that may name a genre.
struct Declaring {
    book: String,
    source: Source,
}

/// The rulebooks that name a genre anywhere, those of one's own first, and no others if there are some that came with
/// the puzzle. To read the others' lines as well took a third of the time of a small puzzle.
fn naming(genre: &str, shelf: &Shelf) -> Vec<Declaring> {
    let carried = shelf.carried_names();
    let is_given = !carried.is_empty();
    let own = match is_given {
        true => carried,
        false => shelf.own_names(),
    };
    let of_shelf = own.iter().filter_map(|book| {
        let source = shelf.look_for(book)?.ok()?;
        let book = book.clone();
        source
            .text
            .contains(genre)
            .then_some(Declaring { book, source })
    });
    let others = LIBRARY.iter().filter(|(book, text)| {
        !is_given && !own.iter().any(|own| own == book) && text.contains(genre)
    });
    let of_library = others.map(|(book, text)| Declaring {
        book: (*book).to_owned(),
        source: Source {
            name: format!("{book}.rules"),
            text: (*text).to_owned(),
        },
    });
    of_shelf.chain(of_library).collect()
}

/// The text of the puzzle file equivalent to an address, by a rulebook of this shelf. If the address cannot be read as
/// it stands, it is read without its percent escapes, and then without what comes after the puzzle.
///
/// # Errors
/// If the address is invalid, its genre has no rulebook on the shelf, or it does not fit the rulebook.
pub fn load(text: &str, shelf: &Shelf) -> Result<Source, BadInput> {
    let text = text.trim();
    let file = |meant: &str, decode: Decode| {
        file_of(meant, text, shelf, decode).map_err(|problem| {
            let mut problems = Problems::default();
            problems.push(problem);
            BadInput {
                source: Source {
                    name: "address".to_owned(),
                    text: meant.to_owned(),
                },
                problems,
            }
        })
    };
    let as_meant = |decode: Decode| match (file(text, decode), unescaped(text)) {
        (Err(error), Some(meant)) => file(&meant, decode).map_err(|plain| match parse(text) {
            // Without slashes nothing is where it should be.
            Err(_) => plain,
            Ok(_) => error,
        }),
        (read, _) => read,
    };
    let beginning: Decode = |layout, address| Ok(layout.decode_beginning(address)?.0);
    as_meant(Layout::decode).or_else(|error| as_meant(beginning).map_err(|_| error))
}

/// How the data of an address are read.
type Decode = fn(&Layout, &Address) -> Result<Vec<(String, Datum)>, AddressError>;

/// The puzzle file of an address that is called `name`.
fn file_of(text: &str, name: &str, shelf: &Shelf, decode: Decode) -> Result<Source, Problem> {
    let wrong = |error: &AddressError, message: String| {
        Problem::new(error.span(text), message, error.problem.to_string())
    };
    let address = parse(text).map_err(|error| {
        unread(text).unwrap_or_else(|| wrong(&error, "the address cannot be read".to_owned()))
    })?;
    let genre = address.genre.to_ascii_lowercase();
    // If a genre has several address formats, the one that fits.
    let mut failed = None;
    for Declaring { book, source } in naming(&genre, shelf) {
        let source = Arc::new(source);
        for declared in addresses(&source.text) {
            if !declared.names.contains(&genre) {
                continue;
            }
            let in_rulebook = |mut problem: Problem| {
                problem.source = Some(Arc::clone(&source));
                problem
            };
            let layout = layout(&declared).map_err(in_rulebook)?;
            match decode(&layout, &address) {
                Ok(data) => {
                    let book = rulebook(&book, shelf)?;
                    let toml = file::write(name, &address, &layout, &data, &book);
                    let name = name.to_owned();
                    let body = address.body_at..address.body_at + address.body.len();
                    let not = format!("not an address of `{}`", shown(&address.genre));
                    return toml
                        .map(|text| Source { name, text })
                        .map_err(|message| Problem::new(body, not, message));
                }
                Err(error) => {
                    let message = format!("not an address of `{}`", shown(&address.genre));
                    failed = failed.or(Some(wrong(&error, message)));
                }
            }
        }
    }
    Err(failed.unwrap_or_else(|| unknown_genre(&address, shelf)))
}

/// Says of an address that is none of a puzzle as they are read here which site it is of, unless that is one of those
/// that are read.
fn unread(text: &str) -> Option<Problem> {
    let site = unread_site(text)
        .map(str::to_owned)
        .or_else(|| other_host(text))?;
    let start = text.find("://").map_or(0, |at| at + "://".len());
    let host = text[start..].find(['/', '?', '#']);
    let end = host.map_or(text.len(), |long| start + long);
    let problem = Problem::new(
        start..end,
        format!("addresses of {} are not read", shown(&site)),
        "expected one of puzz.link, or of a site with such addresses",
    );
    Some(problem.help(
        "an address that is read looks like https://puzz.link/p?nurikabe/6/6/m8n8i9u; `quadrille new KIND` writes a \
         puzzle file to fill in",
    ))
}

/// No rulebook of the shelf reads addresses of this genre.
fn unknown_genre(address: &Address, shelf: &Shelf) -> Problem {
    let span = address.genre_at..address.genre_at + address.genre.len();
    let has_none = |book: &&str| {
        let mut library = LIBRARY.iter();
        library.any(|(name, text)| name == book && addresses(text).is_empty())
    };
    if let Some(book) = genres::genre(&address.genre).filter(has_none) {
        let problem = Problem::new(
            span,
            format!("the rulebook `{book}` reads no addresses"),
            "expected a genre from the `address` line of a rulebook",
        );
        return problem.help(format!(
            "`quadrille new {book}` writes a puzzle file to fill in"
        ));
    }
    let declared = naming("address", shelf).into_iter();
    let declared = declared.flat_map(|declaring| addresses(&declaring.source.text));
    let names: Vec<String> = declared.flat_map(|declared| declared.names).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let genre = address.genre.to_ascii_lowercase();
    let mut near: Vec<&str> = nearest_genres(&genre);
    near.retain(|name| names.contains(name));
    near.extend(near_word(&genre, &names).filter(|name| !near.contains(name)));
    let quoted: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    let help = match quoted.is_empty() {
        true => "`quadrille list` names the rulebooks; those with an `address` line read addresses, and so does one of \
                 your own in the working folder, or given by --kind FILE or --rulebooks FOLDER"
            .to_owned(),
        false => format!("did you mean {}?", quoted.join(" or ")),
    };
    Problem::new(
        span,
        format!(
            "no rulebook reads addresses of the genre `{}`",
            shown(&address.genre)
        ),
        "expected a genre from the `address` line of a rulebook",
    )
    .help(help)
}

fn rulebook(name: &str, shelf: &Shelf) -> Result<Arc<Rulebook>, Problem> {
    let mut problems = Problems::default();
    match shelf.kind(name, &mut problems) {
        Some(Ok(kind)) => Ok(Arc::clone(kind.book())),
        _ => Err(problems.iter().next().cloned().unwrap_or_else(|| {
            Problem::without_place(format!("the rulebook `{name}` cannot be read"))
        })),
    }
}

#[cfg(test)]
mod tests;
