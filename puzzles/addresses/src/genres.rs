//! The genres whose addresses are read.

use super::error::DeclarationError;
use super::layout::{Layout, parse_declaration};
use super::spelling::nearest;

/// A genre and the declaration of its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Genre {
    /// Its names in addresses; the first is the one that is written.
    pub names: &'static [&'static str],
    /// The declaration, as [`parse_declaration`] reads it.
    pub declaration: &'static str,
}

impl Genre {
    /// The declaration, read.
    ///
    /// # Errors
    /// None for the genres of [`GENRES`].
    pub fn layout(&self) -> Result<Layout, DeclarationError> {
        parse_declaration(self.declaration)
    }
}

const fn genre(names: &'static [&'static str], declaration: &'static str) -> Genre {
    Genre { names, declaration }
}

/// The genres, by name.
pub const GENRES: &[Genre] = &[
    genre(&["akari", "lightup", "bijutsukan"], "digits4(?=#) number"),
    genre(
        &["aqre"],
        "flag(b) alternating, borders room wall, rooms16 wanted",
    ),
    genre(
        &["aquarium"],
        "flag(r) by_region, borders room wall, slash, outside16 clue",
    ),
    genre(
        &["battleship"],
        "outside16 clue, \
         number16(water,up,down,left,right,middle,single,up_left,up_right,down_left,down_right) ship, \
         pieces(fleet4,fleet3,fleet5,tetrominoes,pentominoes) piece",
    ),
    genre(
        &["castle", "castle_wall"],
        "castle(grey,white,black) arrow shade",
    ),
    genre(&["cave", "bag"], "number16 number"),
    genre(&["cbanana", "chocobanana"], "number16 number"),
    genre(&["chocona"], "borders room wall, rooms16 wanted"),
    genre(&["compass"], "compass up down left right"),
    genre(&["coral"], "outside_lists clue"),
    genre(
        &["country", "country_road"],
        "flag(e) empty, borders room wall, rooms16 wanted",
    ),
    genre(&["creek"], "corners number"),
    genre(&["doppelblock"], "outside16 clue, number16? number"),
    genre(
        &["fillomino"],
        "flag(t) three, number16 number, walls? wall",
    ),
    genre(&["fivecells"], "number10(7=#) number"),
    genre(&["fourcells"], "number10(7=#) number"),
    genre(&["gokigen", "slant"], "corners number"),
    genre(&["hashi", "hashikake", "bridges"], "number16 number"),
    genre(
        &["heyawake", "heyawacky"],
        "borders room wall, rooms16 wanted",
    ),
    genre(&["hitori"], "base36 number"),
    genre(
        &["japanesesums", "japanese_sums"],
        "decimal(4) largest, outside_lists clue, number16? number",
    ),
    genre(&["kakuro"], "kakuro down right"),
    genre(
        &["koburin"],
        "flag(o) outside, flag(m) minesweeper, flag(b) boxed, digits4 number",
    ),
    genre(&["kropki"], "dots(white,black) dot"),
    genre(&["kurodoko"], "number16 number"),
    genre(&["kurotto"], "number16 number"),
    genre(&["lits"], "borders room wall"),
    genre(
        &["masyu", "mashu", "pearl"],
        "flag(f) full, circles(white,black) pearl",
    ),
    genre(&["mines", "minesweeper"], "number16 number"),
    genre(&["moonsun"], "borders room wall, circles(moon,sun) symbol"),
    genre(&["nanro"], "borders room wall, number16 number"),
    genre(&["nonogram"], "outside_lists(.=0) clue"),
    genre(&["norinori"], "borders room wall"),
    genre(&["nurikabe"], "number16 number"),
    genre(&["nurimisaki"], "number16 number"),
    genre(&["paintarea"], "borders room wall, number10 number"),
    genre(
        &["pentominous"],
        "number16(F,I,L,N,P,T,U,V,W,X,Y,Z,#) letter, walls? wall",
    ),
    genre(
        &["ripple"],
        "borders(hole) room wall, number16 number, bits? hole",
    ),
    genre(
        &["roma", "rome"],
        "borders room wall, number10(1=^,2=v,3=<,4=>,5=O) arrow",
    ),
    genre(&["shakashaka"], "digits4(?=#) number"),
    genre(&["shikaku"], "number16 number"),
    genre(
        &["skyscrapers", "skyscraper", "building"],
        "outside16(top,bottom,left,right) clue, number16? number",
    ),
    genre(&["slither", "slitherlink"], "flag(f) full, digits4 number"),
    genre(&["snake"], "circles(white,black) mark, outside16 clue"),
    genre(
        &["statuepark", "statue_park"],
        "circles(white,black) mark, pieces(pentominoes,tetrominoes,double_tetrominoes) piece",
    ),
    genre(&["stostone"], "borders room wall, rooms16 wanted"),
    genre(&["sudoku"], "number16 number"),
    genre(&["tapa"], "tapa number"),
    genre(&["tents"], "outside16 clue, marks tree"),
    genre(
        &["tetrominous"],
        "number16(I,L,O,S,T,12=#) letter, walls? wall",
    ),
    genre(
        &["yajilin", "yajirin"],
        "flag(o) outside, flag(b) boxed, arrows16 arrow",
    ),
    genre(&["yinyang"], "circles(white,black) stone"),
];

/// The genre with this name, ignoring case.
pub fn genre_named(name: &str) -> Option<&'static Genre> {
    GENRES.iter().find(|genre| {
        genre
            .names
            .iter()
            .any(|other| other.eq_ignore_ascii_case(name))
    })
}

/// Names of genres that are similar to an unknown name, nearest first, at most three.
pub fn nearest_genres(name: &str) -> Vec<&'static str> {
    nearest(
        &name.to_ascii_lowercase(),
        GENRES.iter().flat_map(|genre| genre.names).copied(),
    )
}
