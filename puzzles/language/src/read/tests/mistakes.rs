//! Every mistake is reported at its place, and all mistakes of a file together.

use std::fmt::Write as _;

use super::*;
use crate::document::{Block, Piece, SizeLimits};

/// A text, a replacement in it, and where and with which words that is reported.
type Case<'a> = (&'a str, &'a str, &'a str, &'a str, &'a [&'a str]);

fn check_cases(cases: &[Case<'_>]) {
    let mut wrong = String::new();
    for (text, from, to, place, words) in cases {
        assert!(text.contains(from), "{from:?} is not in {text}");
        let found = problems(&text.replacen(from, to, 1));
        let fits = found.iter().any(|problem| {
            problem.starts_with(&format!("{place} "))
                && words.iter().all(|word| problem.contains(word))
        });
        if !fits || found.len() != 1 {
            writeln!(
                wrong,
                "{from:?} -> {to:?}: expected {place} {words:?}, found {found:#?}"
            )
            .unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn each_mistake_is_reported_at_its_place() {
    check_cases(&[
        // The file and its keys.
        (CROSS_4, CROSS_4, "", "1:1", &["empty"]),
        (CROSS_4, CROSS_4, " \r\n\t\n", "1:1", &["empty"]),
        (
            CROSS_4,
            CROSS_4,
            "# nothing\n",
            "1:1",
            &["`kind` is missing", "number-cross-4"],
        ),
        (
            CROSS_4,
            "cross-4",
            "cros-4",
            "1:9",
            &[
                "unknown `kind`",
                "`number-cros-4`",
                "did you mean `number-cross-4`?",
            ],
        ),
        (
            CROSS_4,
            "number-cross-4",
            "xyzzyxyzzy",
            "1:9",
            &["known are `akari`"],
        ),
        (
            CROSS_4,
            "\"number-cross-4\"",
            "4",
            "1:8",
            &["wrong type", "found a whole number"],
        ),
        (
            CROSS_4,
            "regions",
            "titel = 3\nregions",
            "2:1",
            &["unknown key `titel`", "did you mean `title`?"],
        ),
        (
            CROSS_4,
            "regions",
            "title = 3\nregions",
            "2:9",
            &["`title` is of the wrong type", "expected a text"],
        ),
        (
            CROSS_4,
            "regions",
            "kind = \"x\"\nregions",
            "2:1",
            &["`kind` is given twice", "in line 1"],
        ),
        (
            CROSS_4,
            "regions = '''\nAAB\nACB\n'''",
            "size = \"2x3\"",
            "1:8",
            &["`regions` is missing", "quadrille new number-cross-4"],
        ),
        // TOML.
        (
            CROSS_4,
            "\"number-cross-4\"",
            "number-cross-4",
            "1:8",
            &["not TOML", "quotes"],
        ),
        (CROSS_4, "]", "", "6:27", &["not TOML", "unclosed array"]),
        (CROSS_4, "kind =", "kind", "1:6", &["not TOML", "="]),
        // Grids.
        (
            CROSS_4,
            "ACB\n",
            "AC\n",
            "4:1",
            &[
                "row 2 of `regions`",
                "found 2 cells in this row, expected 3",
            ],
        ),
        (
            CROSS_4,
            "ACB\n",
            "ACBBA\n",
            "4:4",
            &[
                "row 2 of `regions`",
                "found 5 cells in this row, expected 3",
            ],
        ),
        (
            CROSS_4,
            "ACB",
            "AC!",
            "4:3",
            &["r2c3", "found `!`, expected names of regions"],
        ),
        (CROSS_4, "AAB\nACB\n", "", "3:1", &["`regions` has no rows"]),
        (
            CROSS_4,
            "'''\nAAB\nACB\n'''",
            "\"\"\"\nAA\\\nACB\n\"\"\"",
            "3:3",
            &["backslash", "'''"],
        ),
        (
            CROSS_4,
            "'''\nAAB\nACB\n'''",
            "7",
            "2:11",
            &["`regions` is of the wrong type", "expected a block"],
        ),
        (
            CROSS_4,
            "AAB",
            "# AB",
            "3:1",
            &["a comment in `regions`", "comments must be outside"],
        ),
        (
            CROSS_4,
            "AAB\nACB",
            "A A B\nA C! B",
            "4:3",
            &["r2c2", "found `C!`, expected names of regions"],
        ),
        (
            CROSS_4,
            "ACB",
            "A C B",
            "4:1",
            &[
                "some rows of `regions`",
                "white space in all rows or in none",
            ],
        ),
        // Clues.
        (
            CROSS_4,
            "square",
            "sqare",
            "6:11",
            &["clue of row 1", "`sqare`", "`square`"],
        ),
        (
            CROSS_4,
            "prime",
            "odd & a palindrom",
            "6:29",
            &["clue of row 2", "`palindrom`", "did you mean `palindrome`"],
        ),
        (
            CROSS_4,
            "\"prime\"",
            "7",
            "6:20",
            &["`clues` is of the wrong type", "expected a clue"],
        ),
        (
            CROSS_4,
            "\"prime\"",
            "\"pr\\u0069m\"",
            "6:20",
            &["clue of row 2", "`prime`"],
        ),
        (
            CROSS_4,
            "\"prime\"",
            "",
            "6:20",
            &["`clues` has fewer values", "found 1, expected 2"],
        ),
        (
            CROSS_4,
            "\"prime\"",
            "\"prime\", \"odd\"",
            "6:30",
            &["`clues` has more values", "found 3, expected 2"],
        ),
        (
            CROSS_4,
            "[\"square\", \"prime\"]",
            "true",
            "6:9",
            &["`clues` is of the wrong type", "expected a list"],
        ),
        // Block Party.
        (
            PARTY,
            "taxicab",
            "taxi",
            "2:11",
            &["found `taxi`, expected `taxicab`, `straight` (`line`)"],
        ),
        (
            PARTY,
            "metric = \"taxicab\"\n",
            "",
            "1:8",
            &["`metric` is missing", "taxicab"],
        ),
        (
            PARTY,
            "sum of all cells",
            "sum of all cell",
            "3:11",
            &["unknown `answer`", "did you mean `sum of all cells`"],
        ),
        (
            PARTY,
            ". 3 .",
            ". 4 .",
            "9:3",
            &["r1c2", "out of range", "found 4", "a number from 1 to 3"],
        ),
        (
            PARTY,
            ". 3 .",
            ". 0 .",
            "9:3",
            &["r1c2", "found `0`, expected a number of at least 1"],
        ),
        (
            PARTY,
            ". 3 .",
            ". 99999999999 .",
            "9:3",
            &["r1c2", "found 99999999999, expected a number from 1 to 3"],
        ),
        (
            PARTY,
            ". 3 .",
            ". x .",
            "9:3",
            &["r1c2", "expected a number"],
        ),
        (
            PARTY,
            ". 3 .",
            ". 3x .",
            "9:3",
            &["r1c2", "expected a number"],
        ),
        (PARTY, ". 3 .", ". 3", "9:1", &["row 1 of `givens`"]),
        (
            PARTY,
            "metric = \"taxicab\"\n",
            "metric = \"taxicab\"\ngiven = 1\n",
            "3:1",
            &["unknown key `given`", "did you mean `givens`?"],
        ),
        // Shut the Box.
        (
            BOX,
            "[3]",
            "-",
            "4:4",
            &["r2c2: not a possible value here", "expected directions"],
        ),
        (
            BOX,
            "[3]",
            "SS",
            "4:4",
            &["r2c2: not a possible value here", "expected directions"],
        ),
        (
            BOX,
            "[3]",
            "SX",
            "4:4",
            &["r2c2: not a possible value here", "expected directions"],
        ),
        (
            BOX,
            "[3]",
            "3S",
            "4:4",
            &["r2c2: not a possible value here", "expected directions"],
        ),
        (
            BOX,
            "[3]",
            "[1000]",
            "4:4",
            &["r2c2: not a possible value here", "a number from 0 to 999"],
        ),
        (
            BOX,
            "(4)",
            "(E)",
            "5:1",
            &["r3c1: not a possible value here", "`(`, then a number"],
        ),
        (
            BOX,
            "(4)",
            "[4",
            "5:1",
            &["r3c1: not a possible value here", "then `]`"],
        ),
        // What is known.
        (
            CROSS_4,
            "\"]\n",
            "\"]\n[expected]\nanswers = 1\n",
            "8:1",
            &["unknown key `answers`", "did you mean `answer`?"],
        ),
        (
            CROSS_4,
            "\"]\n",
            "\"]\n[expected]\nanswer = 1.5\n",
            "8:10",
            &["`answer` is of the wrong type", "whole number"],
        ),
        (
            CROSS_4,
            "\"]\n",
            "\"]\n[expected]\nsolutions = 1.5\n",
            "8:13",
            &["with a fraction"],
        ),
        (
            CROSS_4,
            "\"]\n",
            "\"]\n[expected]\nsolution = \'\'\'\n11#\n1x1\'\'\'\n",
            "10:2",
            &["`solution`", "found `x`"],
        ),
        (
            CROSS_4,
            "\"]\n",
            "\"]\n[expected]\nsolution = \'\'\'\n11#\'\'\'\n",
            "9:4",
            &["`solution`", "found 1 row"],
        ),
        (
            CROSS_4,
            "kind",
            "expected = 1\nkind",
            "1:12",
            &["`expected` is of the wrong type", "a table"],
        ),
    ]);
}

#[test]
fn all_mistakes_of_a_file_are_reported_together_in_order() {
    let text = r#"kind = "number-cross-4"
titel = "x"
regions = """
AA!
AAB
ACB
"""
clues = ["square", "prim", "odd &"]
[expected]
answer = true
"#;
    let found = problems(text);
    let places: Vec<&str> = found
        .iter()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(
        places,
        ["2:1", "4:3", "8:21", "8:34", "10:10"],
        "{found:#?}"
    );

    let grids = problems(&BOX.replace("grid", "grids"));
    assert_eq!(grids.len(), 2);
    assert!(
        grids[0].starts_with("1:8 the size of the grid is not given"),
        "{}",
        grids[0]
    );
    assert!(
        grids[1].starts_with("2:1 unknown key `grids`")
            && grids[1].contains("did you mean `grid`?")
    );

    let one_row = problems(&CROSS_4.replace("ACB\n", ""));
    assert_eq!(one_row.len(), 1);
    assert!(one_row[0].starts_with("5:21 `clues` has more values than there are rows"));
}

/// Who reads a block gets a grid only if nothing is wrong with it.
#[test]
fn blocks_with_mistakes_are_no_grids() {
    let read = |text, most_rows| {
        let limits = SizeLimits {
            rows: 1..=most_rows,
            columns: 2..=3,
        };
        let mut problems = Problems::default();
        let grid = Block::new("cells", Piece { text, at: 0 }).within(&limits, &mut problems);
        (grid.is_some(), problems.len())
    };
    assert_eq!(read("abc\ndef", 2), (true, 0));
    assert_eq!(read("abc\ndef\nghi", 2), (false, 1));
    assert_eq!(read("abcd\nefgh", 2), (false, 1));
    // As many cells as four rows of three have, but two of the rows have the wrong length.
    assert_eq!(read("abc\nde\nfghi\njkl", 4), (false, 2));
}

/// In data `.` is a place without a value, so no word is written so.
#[test]
fn words_of_data_are_written_by_their_first_letters() {
    let text = |grid: &str| {
        format!(
            "rules = '''\ndata tone on cells: grey or white\ndecide k on cells: 1..2\n\"A.\"\n    each white cell c: k of c = 1\n'''\ntone = \"\"\"\n{grid}\n\"\"\"\n"
        )
    };
    assert_eq!(problems(&text("gw")), [""; 0]);
    let found = &problems(&text("#."))[0];
    assert!(found.contains("`grey` (`g`), `white` (`w`)"), "{found}");
}

#[test]
fn numbers_of_several_digits_need_white_space() {
    let text = "size = \"2x4\"\nrules = '''\ndata n on cells: 1..\ndecide k on cells: 1..2\n\"A.\"\n    each cell c: k of c = n of c\n'''\nn = \"\"\"\n..10.\n....\n\"\"\"\n";
    let found = problems(text).concat();
    assert!(
        found.contains("put white space between all cells"),
        "{found}"
    );
}

#[test]
fn a_range_that_the_data_does_not_tell_names_the_place() {
    let text = "rules = '''\ndata number on cells: number\ndecide digit on cells: 1..number of it\n\"A.\"\n    some cell\n'''\nnumber = \"\"\"\n12\n3?\n\"\"\"\n";
    let [found] = &problems(text)[..] else {
        panic!("{:?}", problems(text));
    };
    assert!(
        found.starts_with("3:27 this number is unknown") && found.contains("at r2c2"),
        "{found}"
    );
    assert!(
        found.contains("on cells where number of it is told"),
        "{found}"
    );
}

#[test]
fn values_far_apart_are_refused() {
    let told = |values: &str| {
        problems(&format!(
            "size = \"1x2\"\nrules = '''\ndecide digit on cells: {values}\n\"A.\"\n    some cell\n'''\n"
        ))
    };
    for values in [
        "1 or 1231072",
        "1 or 1048576 or much",
        "2147483647 or much",
        "-1000000 or 1000000",
    ] {
        let found = told(values);
        assert!(
            matches!(&found[..], [only] if only.starts_with("3:8 the values of `digit` are too far apart")),
            "{values}: {found:?}"
        );
    }
    assert_eq!(told("1 or 1048575 or much"), [""; 0]);
}
