//! The genres that are part of the program: the text of each rulebook, and all the names that it is known by.

use std::cmp::Reverse;

use super::parse::{addresses, also};
use crate::clue::parse::distance;
use crate::document::shown;

/// Name and text of each rulebook.
macro_rules! rulebooks {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../rulebooks/", $name, ".rules")))),*]
    };
}

/// The rulebooks that are part of the program: name and text, by name.
#[rustfmt::skip]
pub(crate) const LIBRARY: &[(&str, &str)] = rulebooks! {
    "akari" "akichiwake" "all-or-nothing" "anti-king-sudoku" "anti-knight-sudoku" "aqre" "aquapelago"
    "aquarium" "arrow-sudoku" "ayeheya" "barns" "battleship" "binairo" "block-party" "bosanowa" "canal-view"
    "castle-wall" "cave" "chocobanana" "chocona" "circles-and-squares" "city-space" "cocktail-lamp" "compass"
    "context" "coral" "country-road" "creek" "diagonal-sudoku" "dominion" "dominosa" "doppelblock" "doubleback"
    "easy-as-abc" "fillmat" "fillomino" "firefly" "fivecells" "fourcells" "galaxies" "geradeweg"
    "german-whispers" "gokigen" "guide-arrow" "hashi" "heteromino" "heyawake" "hidato" "hitori" "hooks"
    "icewalk" "inverse-litso" "japanese-sums" "jigsaw-sudoku" "kakurasu" "kakuro" "keen" "keywest"
    "killer-sudoku" "koburin" "kropki" "kurarin" "kurodoko" "kurotto" "lapaz" "light-and-shadow" "litherslink"
    "lits" "little-killer-sudoku" "magnets" "masyu" "minesweeper" "mintonette" "moonsun" "mosaic" "nagenawa"
    "nanro" "nonogram" "norinori" "norinuri" "number-cross-4" "number-cross-5" "numberlink" "nurikabe"
    "nuriloop" "nurimaze" "nurimisaki" "nuritwin" "paintarea" "pentominous" "putteria" "renban-sudoku"
    "ring-ring" "ripple" "roma" "sandwich-sudoku" "sashigane" "shakashaka" "shikaku" "shimaguni" "shut-the-box"
    "simple-gako" "simple-loop" "skyscrapers" "slitherlink" "smullyan" "snake" "square-jam" "star-battle"
    "statue-park" "stostone" "sudoku" "suguru" "sukoro" "symmetry-area" "tapa" "tasquare" "tents" "tetrominous"
    "thermo-sudoku" "twenty-four-seven" "unequal" "waterwalk" "word-fill" "xv-sudoku" "yajikazu"
    "yajilin-regions" "yajilin" "yinyang"
};

/// The names of the rulebooks that are part of the program.
pub fn names() -> &'static [&'static str] {
    const NAMES: [&str; LIBRARY.len()] = {
        let mut names = [""; LIBRARY.len()];
        let mut at = 0;
        while at < names.len() {
            names[at] = LIBRARY[at].0;
            at += 1;
        }
        names
    };
    &NAMES
}

/// Genres that have no rulebook yet, each with those of the library that are most like it.
const NOT_YET: &str = include_str!("not_yet.txt");

/// A name without what people write differently: upper case, hyphens, spaces and the like.
pub fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Every name of a genre, with the rulebook: its own, those that it tells by `also`, and those of its addresses.
fn all_names() -> impl Iterator<Item = (String, &'static str)> {
    let own = names().iter().map(|name| ((*name).to_owned(), *name));
    let also = LIBRARY.iter().flat_map(|(book, text)| {
        let has_line = text.starts_with("also ") || text.contains("\nalso ");
        let names = if has_line { also(text) } else { Vec::new() };
        names.into_iter().map(|name| (name, *book))
    });
    let addresses = LIBRARY.iter().flat_map(|(book, text)| {
        let names = addresses(text)
            .into_iter()
            .flat_map(|address| address.names);
        names.map(|name| (name, *book))
    });
    own.chain(also).chain(addresses)
}

/// The rulebook of the genre with this name, however it is spelt. A rulebook's own name comes first.
pub fn genre(name: &str) -> Option<&'static str> {
    if let Some(known) = names().iter().find(|known| **known == name) {
        return Some(known);
    }
    let wanted = plain(name);
    let mut all = all_names();
    all.find(|(known, _)| !wanted.is_empty() && plain(known) == wanted)
        .map(|(_, book)| book)
}

/// The other names of a genre: those that its rulebook tells.
pub(crate) fn other_names(book: &str) -> Vec<String> {
    let found = LIBRARY.iter().find(|(name, _)| *name == book);
    found.map_or_else(Vec::new, |(_, text)| also(text))
}

/// The most names that are suggested.
const MOST_SUGGESTED: usize = 3;

/// The names nearest to a name that no genre has, the nearest first, a genre once: those with few different letters, and
/// those of which it is the beginning or that it begins with.
pub(crate) fn near(name: &str) -> Vec<(String, &'static str)> {
    let wanted = plain(name);
    let length = wanted.chars().count();
    let most = match length {
        0..=2 => 0,
        3..=4 => 1,
        5..=8 => 2,
        _ => 3,
    };
    let mut near: Vec<(usize, Reverse<usize>, String, &str)> = Vec::new();
    for (known, book) in all_names() {
        let plain = plain(&known);
        let in_common = wanted.chars().zip(plain.chars());
        let in_common = in_common.take_while(|(a, b)| a == b).count();
        let is_part = length >= 4 && (plain.starts_with(&wanted) || wanted.starts_with(&plain));
        let far = match distance(&wanted, &plain) {
            far if far <= most => far,
            // After all those that are spelt alike.
            far if is_part => length + far,
            _ => continue,
        };
        near.push((far, Reverse(in_common), known, book));
    }
    near.sort();
    // Of names that are spelt alike only the nearest.
    let nearest = near.first().map_or(0, |(far, ..)| *far);
    near.retain(|(far, ..)| *far == nearest || nearest > most);
    let mut books: Vec<&str> = Vec::new();
    near.retain(|(_, _, _, book)| {
        let is_new = !books.contains(book);
        books.push(book);
        is_new
    });
    near.truncate(MOST_SUGGESTED);
    near.into_iter()
        .map(|(_, _, name, book)| (name, book))
        .collect()
}

/// The genres of the library most like one that has no rulebook yet, if the name is that of one.
fn not_yet(name: &str) -> Option<Vec<&'static str>> {
    let wanted = plain(name);
    let lines = NOT_YET.lines().filter(|line| !line.starts_with('#'));
    let mut genres = lines.filter_map(|line| line.split_once(':'));
    let (_, near) = genres.find(|(names, _)| names.split(',').any(|name| plain(name) == wanted))?;
    Some(
        near.split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect(),
    )
}

/// What to say of a name that no genre has: what it might mean, or how to go on.
pub fn help(name: &str) -> String {
    let listed = |names: Vec<String>| names.join(", ");
    if let Some(like) = not_yet(name) {
        let like = listed(like.iter().map(|name| format!("`{name}`")).collect());
        let near = if like.is_empty() {
            like
        } else {
            format!("; near: {like}")
        };
        return format!(
            "the genre `{}` is not known yet{near}; `quadrille guide rules` explains how to write its rules",
            shown(name)
        );
    }
    let near = near(name);
    if near.is_empty() {
        return "`quadrille list` names all puzzles and genres, `quadrille list WORD` those with a word; \
                `quadrille guide rules` explains how to write your own"
            .to_owned();
    }
    let near = near
        .into_iter()
        .map(|(name, book)| match plain(&name) == plain(book) {
            true => format!("`{book}`"),
            false => format!("`{book}` ({name})"),
        });
    format!("did you mean {}?", near.collect::<Vec<_>>().join(" or "))
}

#[cfg(test)]
mod tests;
