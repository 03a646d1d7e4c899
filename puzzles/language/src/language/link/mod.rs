//! Between a rulebook's data and that of address codecs: the puzzle file equivalent to an address (`file`), and the way
//! back (`data`). Differences between the words of codecs and of rulebooks are handled in these two files, and nowhere
//! else.

mod data;
pub(crate) mod file;

use super::file::key_of;
use super::syntax::{self, Domain, Ground, Kind, Lines, Role, Rulebook};
use crate::address::{Brings, Layout, parse, parse_declaration, unescaped};
use crate::document::{Problem, Problems};

pub(crate) use data::write;

/// The codecs of a declared address.
pub(crate) fn layout(declared: &syntax::Address) -> Result<Layout, Problem> {
    parse_declaration(&declared.parts).map_err(|error| {
        let at = declared.parts_at + error.at;
        let long = declared
            .parts
            .get(error.at..)
            .map_or(0, |rest| rest.find([' ', ',', '\n']).unwrap_or(rest.len()));
        Problem::new(at..at + long, "the address cannot be read", error.message)
    })
}

/// What an address has after the puzzle of this rulebook that it stands for: nothing, as a rule.
pub(crate) fn surplus(book: &Rulebook, text: &str) -> Option<String> {
    let parsed = parse(text).ok();
    let address = parsed.or_else(|| parse(&unescaped(text)?).ok())?;
    let genre = address.genre.to_ascii_lowercase();
    let of_genre = book
        .addresses
        .iter()
        .filter(|declared| declared.names.contains(&genre));
    let layouts: Vec<Layout> = of_genre
        .filter_map(|declared| layout(declared).ok())
        .collect();
    if layouts.iter().any(|layout| layout.decode(&address).is_ok()) {
        return None;
    }
    let mut beginnings = layouts.iter();
    let (_, rest) = beginnings.find_map(|layout| layout.decode_beginning(&address).ok())?;
    (!rest.is_empty()).then(|| rest.to_owned())
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
            "the address has `{name}` {}, where it is not declared",
            where_it_has(brings)
        )),
    }
}

/// The places for which an address has such data.
fn where_it_has(brings: Brings) -> &'static str {
    match brings {
        Brings::Cells => "on cells",
        Brings::Regions => "as regions of cells",
        Brings::ByRegion => "on regions",
        Brings::Corners => "on corners",
        Brings::Links => "on links or edges",
        Brings::Sides => "on lines or views",
        Brings::Flag | Brings::Number | Brings::Shapes => "once for the puzzle",
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
