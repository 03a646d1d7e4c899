//! What holds for every codec and every text.

use proptest::prelude::*;

use super::super::{
    Codec, GENRES, Genre, Layout, catalogue, genre_named, nearest_genres, parse, parse_declaration,
};
use super::random::{Random, data};

/// Codecs with parameters that no genre uses.
const OTHERS: [&str; 16] = [
    "flag(y), signs(S,G,o,^) b, skips(rock) a, flag(x)",
    "place(goal) a, angles b, tones(w,b) c",
    "place a, bits(0=ring) b",
    "stars(white,black) a b c, bits? d",
    "paired_dots(b,g,w) a b c",
    "outside16(top,bottom,left,right,1=A,2=B,?=none) a, number16(1=A,2=B)? b",
    "number16 a, slash, number16? b",
    "number16(7=seven,?=unknown) a, number10(a,b,c) b",
    "base36(0=zero) a, bits(ice) b, marks(x) c",
    "castle a b, compass c d e f",
    "outside16(bottom) a, outside_lists(right,top,left,bottom) b",
    "pieces a",
    "decimal(7) a, slash, decimal b",
    "borders a b, rooms16(red,green) c, walls d, dots e",
    "circles a, tapa b, corners(?=!) c",
    "number16 a, number16? b, flag(x), corners? c, flag(y) d, walls? e",
];

fn layouts() -> Vec<(String, Layout)> {
    let genres = GENRES.iter().map(|genre| genre.declaration);
    let all = genres.chain(OTHERS);
    all.map(|text| (text.to_owned(), parse_declaration(text).unwrap()))
        .collect()
}

#[test]
fn every_codec_is_tried() {
    let tried: Vec<String> = layouts()
        .iter()
        .flat_map(|(_, layout)| layout.parts())
        .map(|part| part.codec().name().to_owned())
        .collect();
    for help in catalogue() {
        assert!(tried.iter().any(|name| name == help.name), "{}", help.name);
    }
}

#[test]
fn what_was_written_is_read() {
    let mut random = Random::new(1);
    for (declaration, layout) in layouts() {
        for _ in 0..300 {
            let (rows, columns) = (1 + random.below(9), 1 + random.below(9));
            let data = data(&layout, rows, columns, &mut random);
            let text = layout
                .encode("genre", rows, columns, &data)
                .unwrap_or_else(|e| panic!("{declaration}: {e}: {data:?}"));
            let address = parse(&text).unwrap_or_else(|e| panic!("{declaration}: {text}: {e}"));
            assert_eq!((address.rows, address.columns), (rows, columns));
            let read = layout
                .decode(&address)
                .unwrap_or_else(|e| panic!("{declaration}: {text}: {e}: {data:?}"));
            // Inner borders that are not asked for are dropped; so are flags without a name.
            assert_eq!(read, data, "{declaration}: {text}");
        }
    }
}

/// Characters that occur in addresses, and a few that do not.
const LETTERS: &str = "0123456789abcdefghijklmnopqrstuvwxyzABZ..--++=@%*$_//?#& é";

fn scribble(length: usize, random: &mut Random) -> String {
    let letters: Vec<char> = LETTERS.chars().collect();
    (0..length)
        .map(|_| letters[random.below(letters.len())])
        .collect()
}

/// Whatever a text brings can be written, and brings the same again.
fn read_and_write(layout: &Layout, text: &str) {
    let Ok(address) = parse(text) else { return };
    match layout.decode(&address) {
        Ok(data) => {
            let again = layout
                .encode(&address.genre, address.rows, address.columns, &data)
                .unwrap_or_else(|e| panic!("{layout}: {text}: {e}"));
            let again = parse(&again).unwrap_or_else(|e| panic!("{layout}: {again}: {e}"));
            assert_eq!(layout.decode(&again), Ok(data), "{layout}: {text}");
        }
        Err(error) => {
            assert!(text.is_char_boundary(error.at), "{layout}: {text}: {error}");
            assert!(!error.to_string().is_empty());
        }
    }
}

#[test]
fn spoilt_addresses_are_read_or_refused() {
    let mut random = Random::new(2);
    for (_, layout) in layouts() {
        for _ in 0..300 {
            let (rows, columns) = (1 + random.below(7), 1 + random.below(7));
            let data = data(&layout, rows, columns, &mut random);
            let mut text = layout.encode("genre", rows, columns, &data).unwrap();
            for _ in 0..1 + random.below(3) {
                let at = "https://puzz.link/p?".len();
                let ends: Vec<usize> = (at..=text.len())
                    .filter(|&at| text.is_char_boundary(at))
                    .collect();
                let (a, b) = (random.below(ends.len()), random.below(ends.len().min(3)));
                let range = ends[a]..ends[(a + b).min(ends.len() - 1)];
                let length = random.below(3);
                text.replace_range(range, &scribble(length, &mut random));
            }
            read_and_write(&layout, &text);
        }
    }
}

#[test]
fn nonsense_is_read_or_refused() {
    let mut random = Random::new(3);
    for (_, layout) in layouts() {
        for _ in 0..300 {
            let (rows, columns) = (1 + random.below(4), 1 + random.below(4));
            let length = random.below(20);
            let body = scribble(length, &mut random);
            read_and_write(
                &layout,
                &format!("https://puzz.link/p?x/{columns}/{rows}/{body}"),
            );
        }
    }
}

#[test]
fn declarations_are_shown_as_they_are_read() {
    for (_, layout) in layouts() {
        assert_eq!(parse_declaration(&layout.to_string()), Ok(layout));
    }
}

#[test]
fn the_table_of_genres_holds_together() {
    let mut seen = Vec::new();
    for genre in GENRES {
        genre
            .layout()
            .unwrap_or_else(|e| panic!("{}: {e}", genre.names[0]));
        for name in genre.names {
            assert!(!seen.contains(name), "{name} stands twice");
            assert_eq!(
                genre_named(name).map(|found: &Genre| found.names),
                Some(genre.names)
            );
            seen.push(name);
        }
    }
    assert_eq!(nearest_genres("Nurikbae"), ["nurikabe"]);
    assert_eq!(nearest_genres("slitherlinks")[0], "slitherlink");
    assert!(nearest_genres("qqqqqqqqqq").is_empty());
    assert!(genre_named("SUDOKU").is_some());
}

proptest! {
    #[test]
    fn no_text_panics(text in ".*", body in "[!-~é/]*", columns in 0..120_usize, rows in 0..120_usize) {
        let _ = parse(&text);
        let _ = parse_declaration(&text);
        let _ = Codec::from_name(&text);
        let _ = nearest_genres(&text);
        let _ = parse(&format!("puzz.link/p?{text}"));
        if let Ok(address) = parse(&format!("puzz.link/p?x/{columns}/{rows}/{body}")) {
            prop_assert_eq!((address.columns, address.rows), (columns, rows));
            prop_assert!(columns > 0 && rows > 0);
            for (_, layout) in layouts() {
                let _ = layout.decode(&address);
            }
        }
    }

    #[test]
    fn no_declaration_panics(
        codec in prop::sample::select(catalogue().iter().map(|help| help.name).collect::<Vec<_>>()),
        parameters in "(\\([a-z0-9=?,#.]{0,12}\\))?",
        rest in "[?]?( [a-z]{0,2}){0,4}",
    ) {
        let _ = parse_declaration(&format!("borders room, {codec}{parameters}{rest}"));
    }
}
