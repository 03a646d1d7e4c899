//! What is refused, where, and in which words.

use super::super::{Datum, is_address, parse, parse_declaration};
use super::words;

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
        "https://puzz.link/p?cave/6/101/g",
        "101/g",
        "sides from 1 to 100",
    );
    let huge = "https://puzz.link/p?cave/99999999999999999999/6/g";
    refused(
        "number16 n",
        huge,
        "99999999999999999999/6/g",
        "a side of 9999",
    );
    assert!(parse("https://puzz.link/p?cave/100/100/g").is_ok());
    // Not only those of `parse`.
    for declaration in ["kakuro a b", "outside_lists n", "walls n", "borders n"] {
        let mut address = parse("https://puzz.link/p?cave/1/1/g").unwrap();
        address.columns = 0;
        let error = parse_declaration(declaration)
            .unwrap()
            .decode(&address)
            .unwrap_err();
        assert!(error.to_string().contains("a side of 0 cells"), "{error}");
    }
}

#[test]
fn variants_that_the_genre_does_not_have() {
    let text = "https://puzz.link/p?x/fq/1/1/g";
    refused(
        "flag(f) full, number16 n",
        text,
        "q/1/1/g",
        "“q” is no variant of this genre; it has “f”",
    );
    refused(
        "number16 n",
        text,
        "fq/1/1/g",
        "“f” is no variant of this genre",
    );
    let text = "https://puzz.link/p?x/v:anti/1/1/g";
    refused(
        "flag(a) n, number16 m",
        text,
        "v:anti/1/1/g",
        "“v:anti” is no variant",
    );
}

#[test]
fn bodies_of_the_wrong_length() {
    refused(
        "number16 n",
        "https://puzz.link/p?x/3/1/1g",
        "",
        "the address ends, expected a hexa",
    );
    refused(
        "number16 n",
        "https://puzz.link/p?x/3/1/1i",
        "i",
        "3 empty places where 2 are left",
    );
    refused(
        "number16 n",
        "https://puzz.link/p?x/3/1/1h44",
        "44",
        "“44” follows after the last part",
    );
    refused(
        "number16 n",
        "https://puzz.link/p?x/1/1",
        "",
        "the address ends",
    );
    refused(
        "circles n",
        "https://puzz.link/p?x/4/1/0",
        "",
        "the address ends",
    );
    refused(
        "borders n",
        "https://puzz.link/p?x/4/4/000",
        "",
        "the address ends",
    );
    refused(
        "outside_lists n",
        "https://puzz.link/p?x/4/4/1zzz",
        "zzz",
        "20 empty places where 15 are left",
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
        "https://puzz.link/p?x/1/1/k",
        "",
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
        "needs one name for what it brings, not 2",
    );
    undeclared("compass a b c", "compass", "needs 4 names");
    undeclared("borders", "borders", "needs 1 or 2 names");
    undeclared("slash s", "slash", "needs no name");
    undeclared("number16 n, digits4 n", "n", "“n” stands for two data");
    undeclared("number16 3", "3", "is no name");
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
    undeclared("circles(a,b,c) n", "circles", "3 is none");
    undeclared("circles(a,a) n", "circles", "for the second time");
    undeclared("number16(a,0=b) n", "number16", "for the second time");
    undeclared("number16(7=3) n", "number16", "both a number and the word");
    undeclared(
        "number10(10=a) n",
        "number10",
        "the values here go from 0 to 9",
    );
    undeclared("number10(x=a) n", "number10", "“x” is no value");
    undeclared("circles(?=a) n", "circles", "no unknown values");
    undeclared("circles(.) n", "circles", "cannot be the word");
    undeclared("number16(a n", "number16", "parenthesis");
    undeclared("tapa(a) n", "tapa", "no parameters");
    undeclared("compass(a) a b c d", "compass", "no parameters");
    undeclared("castle(a) n m", "castle", "three words");
    undeclared("outside16(up) n", "outside16", "“up” is no side");
    undeclared("outside16(top,top) n", "outside16", "stands twice");
    undeclared("pieces(ships) n", "pieces", "no set of shapes");
    undeclared(
        "pieces(double_tetrominoes,fleet4) n",
        "pieces",
        "letter of “fleet4” is taken",
    );
}

/// The message about data.
#[track_caller]
fn unwritten(declaration: &str, size: (usize, usize), data: &[(&str, Datum)], message: &str) {
    let data: Vec<_> = data
        .iter()
        .map(|(name, datum)| ((*name).to_owned(), datum.clone()))
        .collect();
    let error = parse_declaration(declaration)
        .unwrap()
        .encode("x", size.0, size.1, &data)
        .unwrap_err();
    assert_eq!(error.to_string(), message);
}

fn row(text: &str) -> Datum {
    let words = words(text);
    Datum::Cells {
        rows: 1,
        columns: words.len(),
        words,
    }
}

#[test]
fn data_that_cannot_be_written() {
    let one = |declaration: &str, text: &str, message: &str| {
        unwritten(
            declaration,
            (1, words(text).len()),
            &[("n", row(text))],
            message,
        );
    };
    one(
        "number16 n",
        ". x",
        "n: row 1, column 2: “x” cannot be written, expected a number",
    );
    one(
        "number16 n",
        "1126352",
        "n: row 1, column 1: 1126352 is too large, at most 1126351 can be written",
    );
    one(
        "number16 n",
        "007",
        "n: row 1, column 1: “007” cannot be written, expected a number",
    );
    one(
        "number10 n",
        "10",
        "n: row 1, column 1: 10 is too large, at most 9 can be written",
    );
    one(
        "digits4 n",
        "5",
        "n: row 1, column 1: 5 is too large, at most 4 can be written",
    );
    one(
        "base36 n",
        "1296",
        "n: row 1, column 1: 1296 is too large, at most 1295 can be written",
    );
    one(
        "circles n",
        "3",
        "n: row 1, column 1: “3” cannot be written",
    );
    one(
        "circles n",
        "?",
        "n: row 1, column 1: “?” cannot be written",
    );
    one(
        "marks n",
        "x",
        "n: row 1, column 1: “x” cannot be written, expected #",
    );
    one(
        "number10(7=#) n",
        "7",
        "n: row 1, column 1: “7” cannot be written, expected #",
    );
    one(
        "arrows16 n",
        "^4096",
        "n: row 1, column 1: 4096 is too large, at most 4095 can be written",
    );
    one(
        "arrows16 n",
        "2",
        "n: row 1, column 1: “2” is no arrow with a number, such as ^2, <? or ?3",
    );
    let list = "is no list of one to four numbers that fit around a cell";
    for wrong in [
        "9",
        "6,1",
        "1,0",
        "4,1,1",
        "2,1,1,1",
        "1,1,1,1,1",
        "1,,1",
        "x",
    ] {
        one(
            "tapa n",
            wrong,
            &format!("n: row 1, column 1: “{wrong}” {list}"),
        );
    }
    unwritten(
        "number16 n",
        (2, 1),
        &[("n", row("1 2"))],
        "n: is not of 2 rows and 1 columns",
    );
    unwritten("number16 n", (1, 1), &[], "n: is missing");
    let message = "n: a number cannot be written in this part of an address";
    unwritten("number16 n", (1, 1), &[("n", Datum::Number(1))], message);
    unwritten("flag(f) n", (1, 1), &[("n", Datum::Number(1))], message);
    let message = "0 rows and 1 columns; sides from 1 to 100 can be written";
    unwritten("number16 n", (0, 1), &[], message);
    let message = "n: -1, expected a number from 0 to 999999";
    unwritten("decimal n", (1, 1), &[("n", Datum::Number(-1))], message);
    let message = "n: “##/#” is no shape; write it as ###/#..";
    unwritten(
        "pieces n",
        (1, 1),
        &[("n", Datum::Shapes(words("##/#")))],
        message,
    );
}

#[test]
fn layers_that_do_not_agree() {
    let two = |declaration: &str, a: &str, b: &str, message: &str| {
        unwritten(
            declaration,
            (1, 2),
            &[("a", row(a)), ("b", row(b))],
            message,
        );
    };
    two(
        "castle a b",
        ". ^2",
        ". .",
        "b: row 1, column 2: “.”, expected one of grey, white, black",
    );
    two(
        "castle a b",
        ". .",
        ". grey",
        "a: row 1, column 2: “.” is no arrow with a number, such as ^2, <? or ?3",
    );
    let grid = |text: &str| Datum::Cells {
        rows: 2,
        columns: 2,
        words: words(text),
    };
    let kakuro = |a: &str, b: &str, message: &str| {
        unwritten(
            "kakuro a b",
            (1, 1),
            &[("a", grid(a)), ("b", grid(b))],
            message,
        );
    };
    kakuro(
        "# # # 46",
        "# # # 3",
        "a: row 2, column 2: “46”, expected a sum up to 45, or # for none",
    );
    kakuro(
        "# 3 # .",
        "# # # 3",
        "a: row 2, column 2: “.”, expected a sum up to 45, or # for none",
    );
    kakuro(
        "# 3 # #",
        "# # # #",
        "a: row 1, column 2: a sum that has no run of white cells beside it",
    );
    kakuro(
        "# 3 # .",
        "# 4 5 .",
        "a: row 1, column 2: a sum that has no run of white cells beside it",
    );
    kakuro(
        "3 # # #",
        "# # # #",
        "a: row 1, column 1: the corner of the grid must be black, without sums",
    );
}

#[test]
fn regions_that_cannot_be_written() {
    let regions = |of: &[usize], message: &str| {
        let datum = Datum::Regions {
            rows: 1,
            columns: of.len(),
            of: of.to_vec(),
        };
        unwritten("borders n", (1, of.len()), &[("n", datum)], message);
    };
    regions(&[0, 1, 0], "n: region 0 is not in one piece");
    regions(
        &[0, 2],
        "n: the 2 regions must have the numbers from 0 to 1",
    );
    let room = Datum::Regions {
        rows: 1,
        columns: 2,
        of: vec![0, 1],
    };
    let links = |word: &str| Datum::Links {
        horizontal: vec![words(word)],
        vertical: Vec::new(),
    };
    let data = |word: &str| [("n", room.clone()), ("m", links(word))];
    unwritten(
        "borders n m",
        (1, 2),
        &data("."),
        "n: the borders do not part these regions",
    );
    let message = "m: between cells, pair 1: “x” cannot be written, expected #";
    unwritten("borders n m", (1, 2), &data("x"), message);
    let message = "m: 1 words for 2 regions";
    let data = [("n", room), ("m", Datum::ByRegion(words("4")))];
    unwritten("borders n, rooms16 m", (1, 2), &data, message);
}

#[test]
fn words_outside_that_cannot_be_written() {
    let outside = |declaration: &str, top: &str, right: &str, message: &str| {
        let (left, bottom) = (words("."), words(". ."));
        let datum = Datum::Sides {
            left,
            right: words(right),
            top: words(top),
            bottom,
        };
        unwritten(declaration, (1, 2), &[("n", datum)], message);
    };
    outside(
        "outside16 n",
        "1 x",
        ".",
        "n: top, line 2: “x” cannot be written, expected a number",
    );
    outside(
        "outside16 n",
        "1 2",
        "3",
        "n: there are no words at the right in such an address",
    );
    outside("outside16 n", "1", ".", "n: is not of 1 rows and 2 columns");
    outside(
        "outside_lists n",
        "1 1,2",
        ".",
        "n: top, line 2: “1,2”, expected a list of at most 1 numbers, or .",
    );
    outside(
        "outside_lists n",
        "1 x",
        ".",
        "n: top, line 2: “x” cannot be written, expected a number",
    );
}
