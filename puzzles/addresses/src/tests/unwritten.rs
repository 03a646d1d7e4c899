//! Which data cannot be written, and in which words that is said.

use super::super::{Datum, parse, parse_declaration};
use super::words;

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
        "n: row 1, column 1: “2” is not an arrow with a number, such as ^2, <? or ?3",
    );
    let list = "is not a list of one to four numbers that fit around a cell";
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
        "n: is not of 2 rows and 1 column",
    );
    unwritten("number16 n", (1, 1), &[], "n: is missing");
    let message = "n: a number cannot be written in this part of an address";
    unwritten("number16 n", (1, 1), &[("n", Datum::Number(1))], message);
    unwritten("flag(f) n", (1, 1), &[("n", Datum::Number(1))], message);
    let message = "0 rows and 1 column; from 1 to 1000000 cells can be written";
    unwritten("number16 n", (0, 1), &[], message);
    let message = "n: -1, expected a number from 0 to 999999";
    unwritten("decimal n", (1, 1), &[("n", Datum::Number(-1))], message);
    let message = "n: “##/#” is not a shape; write it as ###/#..";
    unwritten(
        "pieces n",
        (1, 1),
        &[("n", Datum::Shapes(words("##/#")))],
        message,
    );
}

#[test]
fn faults_at_corners() {
    let words = words("1 2 3 4 5 x");
    let datum = Datum::Corners {
        rows: 1,
        columns: 2,
        words,
    };
    let message = "n: corner 2 of line 2: 5 is too large, at most 4 can be written";
    unwritten("corners n", (1, 2), &[("n", datum)], message);
}

#[test]
fn the_largest_that_can_be_written() {
    let layout = parse_declaration("decimal k, number16 n").unwrap();
    let words = vec!["1".to_owned(); 10_000];
    let data = [
        ("k".to_owned(), Datum::Number(999_999)),
        (
            "n".to_owned(),
            Datum::Cells {
                rows: 100,
                columns: 100,
                words,
            },
        ),
    ];
    let text = layout.encode("x", 100, 100, &data).unwrap();
    assert_eq!(layout.decode(&parse(&text).unwrap()).unwrap(), data);
    for (rows, columns) in [(101, 100), (100, 101)] {
        assert!(layout.encode("x", rows, columns, &data).is_err());
    }
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
        "a: row 1, column 2: “.” is not an arrow with a number, such as ^2, <? or ?3",
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
    let one = Datum::Regions {
        rows: 1,
        columns: 2,
        of: vec![0, 0],
    };
    // A border within a region must not cut it.
    let cut = [("n", one), ("m", links("#"))];
    unwritten(
        "borders n m",
        (1, 2),
        &cut,
        "n: region 0 is not in one piece",
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
    outside("outside16 n", "1", ".", "n: is not of 1 row and 2 columns");
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
