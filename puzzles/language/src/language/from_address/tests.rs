//! Addresses to puzzle files and back, with rulebooks of the library.

use crate::address::parse_declaration;
use crate::language::genres::LIBRARY;
use crate::language::library::Shelf;
use crate::language::parse::addresses;
use crate::language::syntax;
use crate::read::{BadInput, Problems, Source, open, parse};

fn load(text: &str) -> Result<Source, BadInput> {
    super::load(text, &Shelf::library())
}

/// Genres of addresses of the library: their declarations, each with its rulebook.
fn genres() -> Vec<(syntax::Address, &'static str)> {
    let books = LIBRARY.iter();
    let declared = books.flat_map(|(book, text)| addresses(text).into_iter().map(|a| (a, *book)));
    declared.collect()
}

/// The puzzle file of an address, without the line that says where it comes from.
fn file(address: &str) -> String {
    let source = load(address).unwrap_or_else(|error| panic!("{error}"));
    let lines = source
        .text
        .lines()
        .filter(|line| !line.starts_with("source ="));
    lines.map(|line| format!("{line}\n")).collect()
}

/// The address of a puzzle file.
fn address(text: &str) -> Result<String, String> {
    let source = Source {
        name: "own.toml".to_owned(),
        text: text.to_owned(),
    };
    let loaded = parse(&source)
        .unwrap_or_else(|problems| panic!("{}", problems.render(&source, Default::default())));
    loaded.puzzle.address().expect("its kind has addresses")
}

#[test]
fn words_in_cells() {
    let text = file("https://puzz.link/p?nurikabe/3/2/gai.");
    assert_eq!(
        text,
        "kind = \"nurikabe\"\nsize = \"2x3\"\n\nnumber = '''\n . 10  .\n .  .  ?\n'''\n"
    );
    assert_eq!(
        address(&text).unwrap(),
        "https://puzz.link/p?nurikabe/3/2/gai./"
    );
}

#[test]
fn words_outside_and_variants() {
    let text = file("puzz.link/p?skyscraper/4/4/k13h4j3g");
    let sides = "clue.left = \". 4 . .\"\nclue.right = \". . 3 .\"\nclue.bottom = \". 1 3 .\"\n";
    assert_eq!(
        text,
        format!("kind = \"skyscrapers\"\nsize = \"4x4\"\n{sides}")
    );
    assert_eq!(
        address(&text).unwrap(),
        "https://puzz.link/p?skyscrapers/4/4/k13h4j3g"
    );

    let text = file("https://puzz.link/p?slither/f/3/3/gdk");
    assert!(text.contains("full = true\n"), "{text}");
    assert_eq!(
        address(&text).unwrap(),
        "https://puzz.link/p?slither/f/3/3/gdk"
    );
}

/// What addresses say beside the numbers: borders within rooms and beside holes, `?`, lines without numbers.
#[test]
fn nothing_is_lost_on_the_way() {
    for body in [
        "stostone/4/4/p4g000h",
        "aqre/b/3/3/00g0g",
        "doubleback/5/4/0000f00gg00",
        "doubleback/3/3/eg000g",
        "ripple/3/3/0g8g11m0g",
        "nonogram/2/2/1g1g",
        "sukoro/2/2/.c",
        "nanro/2/2/00.i",
        "sudoku/4/4/.g2h.k3j",
    ] {
        let text = format!("https://puzz.link/p?{body}");
        assert_eq!(address(&file(&text)).unwrap(), text);
    }
}

#[test]
fn rooms_end_at_holes() {
    let text = file("https://puzz.link/p?doubleback/3/1/0");
    assert!(text.contains("room = '''\nAAA\n'''"), "{text}");
    let text = file("https://puzz.link/p?doubleback/3/1/08");
    assert!(
        text.contains("room = '''\nABC\n'''\n\nhole = '''\n.#.\n'''"),
        "{text}"
    );
}

#[test]
fn a_line_without_a_clue_has_no_address() {
    let text = "kind = \"nonogram\"\nclue.rows = \"1\"\nclue.columns = \"1 .\"\n";
    let error = address(text).unwrap_err();
    assert!(error.contains("“.”"), "{error}");
    let text = text.replace("1 .", "1 0");
    assert_eq!(
        address(&text).unwrap(),
        "https://puzz.link/p?nonogram/2/1/1g1"
    );
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let cases = [
        (
            "https://puzz.link/p?nurikab/6/6/m8n8i9u",
            "nurikab",
            "did you mean `nurikabe`?",
        ),
        (
            "https://puzz.link/p?qqqqqqq/6/6/m8n8i9u",
            "qqqqqqq",
            "`quadrille list`",
        ),
        ("https://puzz.link/p?nurikabe/6/6/m8n8i9!", "!", "found “!”"),
        // What comes after a puzzle is only left out if all of the puzzle is there.
        (
            "https://puzz.link/p?nurikabe/6/6/m8!8i9u12",
            "!",
            "found “!”",
        ),
        (
            "https://puzz.link/p?nurikabe/x/6/6/m8n8i9u",
            "x",
            "is not a variant",
        ),
        (
            "https://puzz.link/p?nurikabe/6/0/m8n8i9u",
            "0",
            "a side of 0 cells",
        ),
        (
            "https://puzz.link/p?nurikabe/6/6/m8n8-",
            "",
            "the address ends",
        ),
        (
            "https%3A%2F%2Fpuzz.link%2Fp%3Fnurikabe%2F6%2Fx",
            "x",
            "found “x”",
        ),
        (
            "https://puzz.link/p?hidoku/3/3/1",
            "hidoku",
            "the rulebook `hidato` reads no addresses",
        ),
        (
            "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QBMYAnAVwEMA",
            "www.f-puzzles.com",
            "addresses of f-puzzles are not read",
        ),
        (
            "https://example.com/sudoku?id=5",
            "example.com",
            "addresses of example.com are not read",
        ),
        ("https://puzz.link", "https://puzz.link", "looks like"),
    ];
    for (address, underlined, text) in cases {
        let error = load(address).unwrap_err();
        let problem = error.problems.iter().next().unwrap();
        let span = problem.span.clone().unwrap();
        assert_eq!(&error.source.text[span], underlined, "{address}");
        assert!(error.to_string().contains(text), "{address}: {error}");
    }
}

#[test]
fn data_beyond_their_range_are_told_of_the_file() {
    let error = open("https://puzz.link/p?skyscrapers/4/4/k93h4j3g").unwrap_err();
    assert!(
        error.to_string().contains("`clue` is out of range"),
        "{error}"
    );
}

/// The problems of a rulebook with this line.
fn of_declaration(line: &str) -> String {
    let text = format!(
        "about \"nothing\"\ndata number on cells: 0..\ndecide shade on cells: shaded or open\n\
         \"Rule.\"\n    no shaded cell\naddress {line}\n"
    );
    let source = Source {
        name: "own.rules".to_owned(),
        text,
    };
    let mut problems = Problems::default();
    let _ = Shelf::library().kind_in("own", source.clone(), &mut problems);
    problems.render(&source, Default::default())
}

#[test]
fn declarations_are_checked() {
    assert_eq!(of_declaration("own: number16 number"), "");
    assert_eq!(of_declaration("own:\n    slash,\n    number16 number"), "");
    assert!(of_declaration("own: number17 number").contains("did you mean number1"));
    assert!(
        of_declaration("own: number16 numbers")
            .contains("contains `numbers`, which the rulebook does not declare")
    );
    assert!(of_declaration("own: corners number").contains("where it is not declared"));
    assert!(of_declaration(": number16 number").contains("without a genre"));
    // What is to be found is nothing that a puzzle brings.
    assert!(of_declaration("own: number16 shade").contains("does not declare"));
}

#[test]
fn every_address_of_the_library_can_be_read() {
    for (declared, book) in genres() {
        assert!(parse_declaration(&declared.parts).is_ok(), "{book}");
        let kind = Shelf::library().kind(book, &mut Problems::default());
        assert!(matches!(kind, Some(Ok(_))), "{book}");
    }
}

/// The examples of the library have addresses that mean the same, unless they hold what addresses cannot say.
#[test]
fn examples_have_addresses() {
    let mut written = 0;
    for (_, book) in genres() {
        let Some(Ok(kind)) = Shelf::library().kind(book, &mut Problems::default()) else {
            panic!("{book} cannot be read");
        };
        for example in crate::language::loaded::examples(&kind) {
            let Ok(example) = example else {
                panic!("{book}: an example cannot be read")
            };
            let Some(Ok(address)) = example.puzzle.address() else {
                continue;
            };
            let (_, again) =
                open(&address).unwrap_or_else(|error| panic!("{book}: {address}\n{error}"));
            assert_eq!(again.puzzle.address(), Some(Ok(address.clone())));
            assert_eq!(again.puzzle.size(), example.puzzle.size(), "{address}");
            assert_eq!(again.kind.name(), book);
            written += 1;
        }
    }
    assert!(written > 0);
}

/// Addresses, and what puzz.link makes of them: `benches/peers/canonical.js` with pzprjs at 0401fc64 of 22 August 2026.
/// Left out are bosanowa without a body or with empty lines at its border, which the site cuts off; and nurimaze without
/// a start or a goal, where the site puts one.
const CANONICAL: &str = include_str!("canonical.tsv");

#[test]
fn addresses_come_back_as_from_the_site() {
    for line in CANONICAL.lines() {
        let (address, canonical) = line.split_once('\t').unwrap();
        let (_, loaded) = open(address).unwrap_or_else(|error| panic!("{address}\n{error}"));
        let written = loaded.address().unwrap().unwrap();
        // Where a slash keeps the last sign in the link is left to each program.
        assert_eq!(
            written.trim_end_matches('/'),
            canonical.trim_end_matches('/'),
            "{address}"
        );
    }
}

/// The checker of puzz.link accepts the same two grids with and without what comes after the last cell.
#[test]
fn what_comes_after_the_puzzle_is_not_read_and_told() {
    let (_, whole) = open("https://puzz.link/p?akari/2/2/p").unwrap();
    assert!(whole.remarks().is_empty());
    for (body, rest) in [("j000", "000"), ("j/x", "/x"), ("zg1%2Fa", "g1%2Fa")] {
        let (_, loaded) = open(&format!("https://puzz.link/p?akari/2/2/{body}")).unwrap();
        assert_eq!(loaded.address(), whole.address());
        let told = format!("“{rest}” comes after the last part");
        assert!(
            loaded.remarks()[0].contains(&told),
            "{:?}",
            loaded.remarks()
        );
    }
    // What cannot be read before the end is refused as ever, and so is a mark that may be there.
    for refused in ["akari/2/2/!j", "heteromino/2/3/a.d"] {
        assert!(open(&format!("https://puzz.link/p?{refused}")).is_err());
    }
}

#[test]
fn the_mark_of_a_variant_is_kept_and_told() {
    for (address, name) in [
        (
            "https://puzz.link/p?nurikabe/v:/3/3/2k2h",
            "a variant, with",
        ),
        (
            "https://puzz.link/p?slither/v:anti/f/3/3/gdk",
            "a variant (anti), with",
        ),
    ] {
        let (source, loaded) = open(address).unwrap();
        assert!(source.text.contains("\nvariant = \""), "{}", source.text);
        assert_eq!(loaded.address(), Some(Ok(address.to_owned())));
        assert!(loaded.remarks()[0].contains(name), "{:?}", loaded.remarks());
    }
    let (_, plain) = open("https://puzz.link/p?nurikabe/3/3/2k2").unwrap();
    assert!(plain.remarks().is_empty());
    let text = "kind = \"nurikabe\"\nvariant = \"a/b\"\nsize = \"3x3\"\n".to_owned();
    let name = "own.toml".to_owned();
    let told = parse(&Source { name, text }).unwrap().address().unwrap();
    assert!(told.unwrap_err().contains("“a/b” cannot be written"));
}
