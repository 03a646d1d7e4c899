//! Which addresses and declarations are refused, where, and in which words.

use super::super::{is_address, parse, parse_declaration, unescaped};
use super::decode;

/// The message about an address, and that it points to this part of the text.
#[track_caller]
fn refused(declaration: &str, text: &str, at: &str, message: &str) {
    let error = match parse(text) {
        Err(error) => error,
        Ok(address) => parse_declaration(declaration)
            .unwrap()
            .decode(&address)
            .unwrap_err(),
    };
    assert!(error.to_string().contains(message), "{error}");
    assert_eq!(&text[error.at..], at, "{error}");
}

#[test]
fn addresses_are_taken_apart() {
    let same = [
        "https://puzz.link/p?nurikabe/6/5/m8n8i9u",
        "http://puzz.link/p?nurikabe/6/5/m8n8i9u",
        "puzz.link/p?nurikabe/6/5/m8n8i9u",
        "  https://puzz.link/p?nurikabe/6/5/m8n8i9u\n",
        "http://pzv.jp/p.html?nurikabe/6/5/m8n8i9u/",
        "https://pzprxs.vercel.app/p?nurikabe/6/5/m8n8i9u",
        "https://pzplus.tck.mn/p?nurikabe/6/5/m8n8i9u",
        "https://puzz.link/p#nurikabe/6/5/m8n8i9u",
        "https://puzz.link/p?type=player&nurikabe/6/5/m8n8i9u",
        "https://puzz.link/p?nurikabe_edit/6/5/m8n8i9u",
        "localhost:8000/p.html?nurikabe_play/6/5/m8n8i9u",
    ];
    for text in same {
        let address = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(address.genre, "nurikabe", "{text}");
        assert_eq!((address.columns, address.rows), (6, 5), "{text}");
        assert_eq!(address.body, "m8n8i9u", "{text}");
        assert!(text[address.genre_at..].starts_with("nurikabe"), "{text}");
        assert!(text[address.body_at..].starts_with("m8n8i9u"), "{text}");
        assert!(is_address(text), "{text}");
    }
    let address = parse("https://puzz.link/p?koburin/om/5/4/x/y").unwrap();
    assert_eq!(
        (address.host.as_str(), address.body.as_str()),
        ("puzz.link/p", "x/y")
    );
    assert_eq!(
        (address.flags, address.flags_at),
        (vec!["om".to_owned()], vec![28])
    );
}

#[test]
fn no_addresses() {
    for text in [
        "",
        "  ",
        "nurikabe/6/6/m8n8i9u",
        "puzzle.toml",
        "what?slither/3/3/dgd",
        "é?x/1/1/g",
    ] {
        assert!(
            parse(text)
                .unwrap_err()
                .to_string()
                .contains("not the address"),
            "{text}"
        );
        assert!(!is_address(text), "{text}");
    }
    refused(
        "number16 n",
        "https://puzz.link/p?",
        "",
        "the name of a genre is missing",
    );
    refused(
        "number16 n",
        "https://puzz.link/p?/6/6/g",
        "/6/6/g",
        "the name of a genre",
    );
    refused(
        "number16 n",
        "https://puzz.link/p?cave",
        "",
        "ends before its size",
    );
    refused(
        "number16 n",
        "https://puzz.link/p?cave/6",
        "",
        "ends before its size",
    );
    refused(
        "number16 n",
        "https://puzz.link/p?cave/6/x/g",
        "x/g",
        "found “x”, expected a number",
    );
    refused(
        "number16 n",
        "https://puzz.link/p?cave/a/b/c/1/1/g",
        "c/1/1/g",
        "found “c”",
    );
}

#[test]
fn sides_out_of_range() {
    refused(
        "number16 n",
        "https://puzz.link/p?cave/0/6/g",
        "0/6/g",
        "a side of 0 cells",
    );
    refused(
        "number16 n",
        "https://puzz.link/p?cave/2000/2001/g",
        "2000/2001/g",
        "2000 columns and 2001 rows, expected at most 1000000 cells",
    );
    let huge = "https://puzz.link/p?cave/99999999999999999999/6/g";
    refused(
        "number16 n",
        huge,
        "99999999999999999999/6/g",
        "a side of 9999",
    );
    for size in ["110/70", "200/200", "1/1000000", "1000/1000"] {
        assert!(parse(&format!("https://puzz.link/p?cave/{size}/g")).is_ok());
    }
    // Not only those of `parse`.
    for declaration in ["kakuro a b", "outside_lists n", "walls n", "borders n"] {
        for (columns, message) in [(0, "a side of 0 cells"), (usize::MAX, "at most 1000000")] {
            let mut address = parse("https://puzz.link/p?cave/1/1/g").unwrap();
            address.columns = columns;
            let error = parse_declaration(declaration)
                .unwrap()
                .decode(&address)
                .unwrap_err();
            assert!(error.to_string().contains(message), "{error}");
        }
    }
}

#[test]
fn variants_that_the_genre_does_not_have() {
    let text = "https://puzz.link/p?x/fq/1/1/g";
    refused(
        "flag(f) full, number16 n",
        text,
        "q/1/1/g",
        "“q” is not a variant of this genre; it has “f”",
    );
    refused(
        "number16 n",
        text,
        "fq/1/1/g",
        "“f” is not a variant of this genre",
    );
}

#[test]
fn the_mark_of_a_variant_is_read() {
    for (text, variant, flags) in [
        ("https://puzz.link/p?x/v:/1/1/g", "", &[][..]),
        ("https://puzz.link/p?x/v:anti/1/1/g", "anti", &[]),
        ("https://puzz.link/p?x/v:anti/f/1/1/g", "anti", &["f"]),
    ] {
        let address = parse(text).unwrap();
        assert_eq!(address.variant.as_deref(), Some(variant), "{text}");
        assert_eq!(address.flags, flags, "{text}");
        let layout = parse_declaration("flag(f) full, number16 n").unwrap();
        assert!(layout.decode(&address).is_ok(), "{text}");
    }
    // The site looks for it behind the genre, and nowhere else.
    refused(
        "flag(f) full, number16 n",
        "https://puzz.link/p?x/f/v:anti/1/1/g",
        "v:anti/1/1/g",
        "“v:anti” is not a variant",
    );
}

#[test]
fn what_follows_the_puzzle_is_skipped() {
    for end in ["#", "&utm=1", "#a/b", "?x", "/#", "/&a=b/c", "&#?"] {
        let address = parse(&format!("https://puzz.link/p?x/3/1/1h{end}")).unwrap();
        assert_eq!(address.body, "1h", "{end}");
        let address = parse(&format!("https://puzz.link/p?x/3/1{end}")).unwrap();
        assert_eq!((address.body.as_str(), address.columns), ("", 3), "{end}");
    }
    refused(
        "number16 n",
        "https://puzz.link/p?cave/3#a/3",
        "#a/3",
        "ends before its size",
    );
}

#[test]
fn percent_escapes() {
    for (text, meant) in [
        ("puzz.link/p?x%2F3%2f1%2F1h", Some("puzz.link/p?x/3/1/1h")),
        (
            "https%3A%2F%2Fpuzz.link%2Fp%3Fx",
            Some("https://puzz.link/p?x"),
        ),
        ("%C3%A9%", Some("é%")),
        ("%", None),
        ("%4", None),
        ("%4g%g4%", None),
        ("puzz.link/p?x/3/1/1h", None),
        // No text.
        ("%FF", None),
    ] {
        assert_eq!(unescaped(text).as_deref(), meant, "{text}");
    }
    assert!(is_address("https%3A%2F%2Fpuzz.link%2Fp%3Fx%2F1%2F1"));
    assert!(is_address("puzz.link%2Fp%3Fx%2F1%2F1"));
    assert!(!is_address("100%25"));
}

/// What an address means that says the same in another way.
#[track_caller]
fn same(declaration: &str, short: &str, long: &str) {
    let read = |end: &str| decode(declaration, &format!("https://puzz.link/p?x/{end}"));
    assert_eq!(read(short), read(long), "{declaration}: {short}");
}

#[test]
fn what_an_address_ends_before_is_empty() {
    for (declaration, whole) in [
        ("number16 n", "t"),
        ("number10 n", "n"),
        ("digits4 n", "t"),
        ("base36 n", ".............."),
        ("circles n", "00000"),
        ("bits n", "000"),
        ("marks n", "v"),
        ("tapa n", "t"),
        ("arrows16 n", "n"),
        ("castle n m", "n"),
        ("compass a b c d", "t"),
        ("borders n, rooms16 m", "0000g"),
        ("corners n", "zj"),
        ("dots n", "0000000"),
        ("walls n", "0000"),
        ("outside16 n", "o"),
        ("outside_lists n", "v"),
        ("kakuro a b", "x---------"),
        ("decimal(3) n", "3/"),
        ("pieces(fleet4,fleet3) p", "//d"),
        ("number16 a, slash, number16 b", "t/t"),
    ] {
        same(declaration, "7/2", &format!("7/2/{whole}"));
        same(declaration, "7/2/", &format!("7/2/{whole}"));
    }
    for (declaration, short, whole) in [
        ("number16 n", "4g5", "4g5q"),
        ("base36 n", "2.-10", "2.-10..........."),
        ("circles n", "a", "a0000"),
        ("borders n, rooms16 m", "g8", "g800g"),
        ("borders n, rooms16 m", "vvvv7", "vvvv7s"),
        ("kakuro a b", "x1", "x1--------"),
        ("decimal n", "5", "5/"),
        ("number16 n, walls? w", "t", "t0000"),
        ("number16 n, pieces(fleet4) p", "4", "4s//z"),
    ] {
        let address = |body: &str| format!("7/2/{body}");
        same(declaration, &address(short), &address(whole));
    }
}

#[test]
fn runs_of_empty_places_may_go_beyond_the_grid() {
    for (declaration, body, whole) in [
        ("number16 n", "1i", "1h"),
        ("number16 n", "1hzz", "1h"),
        ("number10 n", "1z", "1b"),
        ("digits4 n", "bzg", "b"),
        ("marks n", "0zi", "0j"),
        ("tapa n", "1z", "1h"),
        ("arrows16 n", "12z", "12b"),
        ("castle a b", "112z", "112b"),
        ("compass a b c d", "1234zg", "1234h"),
        ("number16 n, walls? w", "1z8", "1h8"),
        ("bits n", "g00", "g"),
        ("borders n, rooms16 m", "01z", "01g"),
    ] {
        same(declaration, &format!("3/1/{body}"), &format!("3/1/{whole}"));
    }
    same("outside_lists n", "4/4/1zzz", "4/4/1u");
}

#[test]
fn bodies_of_the_wrong_length() {
    refused(
        "number16 n",
        "https://puzz.link/p?x/3/1/1h44",
        "44",
        "found “44” after the last part",
    );
    refused(
        "number16 n",
        "https://puzz.link/p?x/3/1/1hz4",
        "z4",
        "after the last part",
    );
    refused(
        "bits n",
        "https://puzz.link/p?x/3/1/g01",
        "01",
        "after the last part",
    );
    // The rest of a value is not empty.
    refused(
        "number16 n",
        "https://puzz.link/p?x/3/1/-",
        "",
        "the address ends, expected two hexa",
    );
}

#[test]
fn characters_that_cannot_stand_there() {
    refused(
        "number16 n",
        "https://puzz.link/p?x/3/1/1Gh",
        "Gh",
        "found “G”, expected a hexadecimal",
    );
    refused(
        "number16 n",
        "https://puzz.link/p?x/3/1/1éh",
        "éh",
        "found “é”",
    );
    refused(
        "number16 n",
        "https://puzz.link/p?x/3/1/-1g2",
        "g2",
        "two hexadecimal digits",
    );
    refused("digits4 n", "https://puzz.link/p?x/1/1/f", "f", "found “f”");
    refused("marks n", "https://puzz.link/p?x/1/1/-", "-", "found “-”");
    refused(
        "tapa n",
        "https://puzz.link/p?x/1/1/d8",
        "d8",
        "a list from a0 to d7",
    );
    refused(
        "tapa n",
        "https://puzz.link/p?x/1/1/a-",
        "-",
        "the second character",
    );
    refused(
        "arrows16 n",
        "https://puzz.link/p?x/1/1/1x",
        "x",
        "a hexadecimal digit or .",
    );
    refused(
        "arrows16 n",
        "https://puzz.link/p?x/1/1/-5000",
        "5000",
        "a direction from 0 to 4",
    );
    refused(
        "castle n m",
        "https://puzz.link/p?x/1/1/312",
        "312",
        "the value 3, expected one of grey",
    );
    refused(
        "castle n m",
        "https://puzz.link/p?x/1/1/1",
        "",
        "a direction from 0 to 9",
    );
    refused(
        "compass a b c d",
        "https://puzz.link/p?x/1/1/12g",
        "g",
        "a hexadecimal number or .",
    );
    refused(
        "kakuro a b",
        "https://puzz.link/p?x/1/1/kk",
        "k",
        "a digit, a letter, or -",
    );
    refused(
        "circles n",
        "https://puzz.link/p?x/1/1/r",
        "r",
        "a letter up to q",
    );
    refused(
        "bits n",
        "https://puzz.link/p?x/1/1/w",
        "w",
        "a letter up to v",
    );
    refused(
        "number16(a,b) n",
        "https://puzz.link/p?x/2/1/12",
        "2",
        "the value 2, expected one of a, b",
    );
    refused(
        "decimal n",
        "https://puzz.link/p?x/1/1/12g",
        "g",
        "a digit or /",
    );
    refused(
        "decimal n",
        "https://puzz.link/p?x/1/1/1000000/",
        "1000000/",
        "up to 999999",
    );
    refused(
        "number16 a, slash",
        "https://puzz.link/p?x/1/1/12",
        "2",
        "expected /",
    );
    refused(
        "pieces(fleet3) p",
        "https://puzz.link/p?x/1/1///d",
        "d",
        "one of cz",
    );
    refused(
        "pieces p",
        "https://puzz.link/p?x/1/1//2/11g",
        "",
        "/ and a shape",
    );
    refused(
        "pieces p",
        "https://puzz.link/p?x/1/1//1/01g",
        "01g",
        "from 1 to z",
    );
    refused(
        "pieces p",
        "https://puzz.link/p?x/1/1//1/51vg",
        "g",
        "“g” after the last part",
    );
    refused(
        "pieces p",
        "https://puzz.link/p?x/1/1//1/110",
        "",
        "the cells of a shape",
    );
    refused(
        "pieces p",
        "https://puzz.link/p?x/1/1//99999999999/",
        "99999999999/",
        "up to 10000",
    );
}

/// The message about a declaration, and that it points to this part of the text.
#[track_caller]
fn undeclared(text: &str, at: &str, message: &str) {
    let error = parse_declaration(text).unwrap_err();
    assert!(error.to_string().contains(message), "{error}");
    assert!(text[error.at..].starts_with(at), "{error}");
}

#[test]
fn declarations() {
    undeclared("", "", "missing");
    undeclared("number16 n, ", " ", "missing");
    undeclared(
        "nubmer16 n",
        "nubmer16",
        "there is no codec “nubmer16”; did you mean number16?",
    );
    undeclared("number16", "number16", "needs one name");
    undeclared(
        "number16 a b",
        "number16",
        "needs one name for its data, not 2",
    );
    undeclared("compass a b c", "compass", "needs 4 names");
    undeclared("borders", "borders", "needs 1 or 2 names");
    undeclared("slash s", "slash", "needs no name");
    undeclared("number16 n, digits4 n", "n", "“n” names two data");
    undeclared("number16 3", "3", "is not a name");
    undeclared(
        "number16 n, rooms16 m",
        "rooms16",
        "needs borders before it",
    );
    undeclared(
        "borders n, borders m",
        "borders m",
        "there are borders already",
    );
    undeclared(
        "number16? n, number10 m",
        "number10",
        "comes after number16, which may be missing",
    );
    undeclared("borders? n", "borders", "cannot be missing");
    undeclared(
        "flag(f) n, flag(f) m",
        "flag(f) m",
        "stands for two variants",
    );
    undeclared("flag n", "flag", "one small letter");
    undeclared("flag(F) n", "flag", "one small letter");
    undeclared("circles(a,b,c) n", "circles", "3 is not one of them");
    undeclared("circles(a,a) n", "circles", "repeats a value or a word");
    undeclared("number16(a,0=b) n", "number16", "repeats a value or a word");
    undeclared("number16(7=3) n", "number16", "both a number and the word");
    undeclared(
        "number10(10=a) n",
        "number10",
        "the values here go from 0 to 9",
    );
    undeclared("number10(x=a) n", "number10", "“x” is not a value");
    undeclared("circles(?=a) n", "circles", "no unknown values");
    undeclared("circles(.) n", "circles", "cannot be the word");
    undeclared("number16(a n", "number16", "parenthesis");
    undeclared("tapa(a) n", "tapa", "no parameters");
    undeclared("compass(a) a b c d", "compass", "no parameters");
    undeclared("castle(a) n m", "castle", "three words");
    undeclared("outside16(up) n", "outside16", "“up” is not a side");
    undeclared("outside16(top,top) n", "outside16", "appears twice");
    undeclared(
        "skips n, bits? m",
        "bits",
        "comes after skips, which does not say where it ends",
    );
    undeclared("bits(0=.) n", "bits", "the values here go from 1 to 1");
    undeclared("tones(a) n", "tones", "two words");
    undeclared("stars n m", "stars", "needs 3 names");
    undeclared("stars(a,b,c) n m o", "stars", "3 is not one of them");
    undeclared("place(a,b) n", "place", "2 is not one of them");
    undeclared("outside16(top,0=.) n", "outside16", "cannot be the word");
    undeclared("decimal(a) n", "decimal", "“a” is not a number");
    undeclared("decimal(1,2) n", "decimal", "at most one number");
    undeclared("pieces(ships) n", "pieces", "not a set of shapes");
    undeclared(
        "pieces(double_tetrominoes,fleet4) n",
        "pieces",
        "letter of “fleet4” is taken",
    );
}
