//! Every mistake at its place, files of all manners, and what no file may do.

mod instances;

use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;
use crate::symbol::Symbol;

fn source(text: &str) -> Source {
    Source {
        name: "test.toml".to_owned(),
        text: text.to_owned(),
    }
}

fn embedded(name: &str) -> Source {
    super::load(name).unwrap()
}

/// Each problem as `line:column message | label | help`.
fn problems(text: &str) -> Vec<String> {
    let source = source(text);
    match parse(&source) {
        Ok(_) => Vec::new(),
        Err(problems) => problems
            .iter()
            .map(|problem| {
                let (line, column) = problem.position(&source).unwrap_or((0, 0));
                let help = problem.help.as_deref().unwrap_or_default();
                format!(
                    "{line}:{column} {} | {} | {help}",
                    problem.message, problem.label
                )
            })
            .collect(),
    }
}

const CROSS_4: &str = r#"kind = "number-cross-4"
regions = '''
AAB
ACB
'''
clues = ["square", "prime"]
"#;

const CROSS_5: &str = r#"kind = "number-cross-5"
regions = '''
AAB
ACB
CCB
'''
locked = '''
...
.*.
...
'''
clues = '''
square
prime
odd & a palindrome
'''
"#;

const PARTY: &str = r#"kind = "block-party"
metric = "taxicab"
answer = "sum of all cells"
regions = """
a1 a1 b1
a1 b1 b1
"""
givens = """
. 3 .
. . 2
"""
"#;

const BOX: &str = r#"kind = "shut-the-box"
grid = '''
ES  .   .
.  [3]  W
(4) .   .
'''
"#;

#[test]
fn small_puzzles_are_read() {
    for text in [CROSS_4, CROSS_5, PARTY, BOX] {
        assert_eq!(problems(text), Vec::<String>::new(), "{text}");
    }
}

/// A text, what to put in place of what, and where and with which words that is reported.
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
            "sudoku",
            "1:9",
            &["known are `number-cross-4`, `number-cross-5`"],
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
            "clues = [\"square\", \"prime\"]",
            "",
            "1:8",
            &["`clues` is missing"],
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
            "AC.",
            "4:3",
            &["r2c3: not a region", "found `.`"],
        ),
        (
            CROSS_4,
            "AAB\nACB",
            "A\nB",
            "3:1",
            &["`regions` has 1 column", "from 2 to 18 columns"],
        ),
        (
            CROSS_4,
            "AAB\nACB",
            "AAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAA",
            "3:19",
            &["`regions` has 19 columns", "from 2 to 18 columns"],
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
            &["a comment in `regions`", "comments stand outside"],
        ),
        (
            CROSS_4,
            "ACB",
            "A C B",
            "4:1",
            &["some rows of `regions`", "spaces in all rows or in none"],
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
            &["fewer clues", "found 1 clue, expected 2"],
        ),
        (
            CROSS_4,
            "\"prime\"",
            "\"prime\", \"odd\"",
            "6:29",
            &["more clues", "found 3 clues, expected 2"],
        ),
        (
            CROSS_4,
            "[\"square\", \"prime\"]",
            "true",
            "6:9",
            &["`clues` is of the wrong type", "list of texts"],
        ),
        (
            CROSS_5,
            "prime\n",
            "prine\n",
            "14:1",
            &["clue of row 2", "`prime`"],
        ),
        (CROSS_5, "prime\n", "", "15:3", &["fewer clues"]),
        (
            CROSS_5,
            "prime\n",
            "prime\n\n  even\n",
            "17:1",
            &["more clues"],
        ),
        // Number Cross 5.
        (
            CROSS_5,
            ".*.",
            ".x.",
            "9:2",
            &["r2c2", "found `x`, expected `*` or `.`"],
        ),
        (
            CROSS_5,
            ".*.\n",
            "",
            "9:4",
            &["`locked` and `regions`", "found 2 rows, expected 3"],
        ),
        (
            CROSS_5,
            "...\n.*.\n...",
            "..\n.*\n..",
            "8:1",
            &["`locked` and `regions`", "found 2 columns, expected 3"],
        ),
        (
            CROSS_5,
            "...\n.*.\n",
            "...\n...\n.*.\n",
            "11:1",
            &["`locked` and `regions`", "found 4 rows, expected 3"],
        ),
        // Block Party.
        (
            PARTY,
            "taxicab",
            "taxi",
            "2:11",
            &["unknown `metric`", "`taxicab`, `line`"],
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
            &["r1c2", "region a1", "expected 1 to 3"],
        ),
        (
            PARTY,
            ". 3 .",
            ". 0 .",
            "9:3",
            &["r1c2", "found `0`, expected 1 to 3"],
        ),
        (
            PARTY,
            ". 3 .",
            ". 99999999999 .",
            "9:3",
            &["r1c2", "expected 1 to 3"],
        ),
        (
            PARTY,
            ". 3 .",
            ". x .",
            "9:3",
            &["not a given", "a number or `.`"],
        ),
        (PARTY, ". 3 .", ". 3", "9:1", &["row 1 of `givens`"]),
        // Shut the Box.
        (
            BOX,
            "[3]",
            "-",
            "4:4",
            &["r2c2: an arrow cell with no direction"],
        ),
        (
            BOX,
            "[3]",
            "SS",
            "4:4",
            &["r2c2: an arrow names a direction twice"],
        ),
        (BOX, "[3]", "SX", "4:4", &["r2c2: not a cell"]),
        (
            BOX,
            "[3]",
            "[10]",
            "4:4",
            &["r2c2: the number is too large", "1 to 9"],
        ),
        (
            BOX,
            "(4)",
            "(5)",
            "5:1",
            &[
                "r3c1: the number is too large",
                "expected 1 to 4",
                "clipped",
            ],
        ),
        (BOX, "(4)", "0", "5:1", &["r3c1: the number is too small"]),
        (
            BOX,
            "(4)",
            "(E)",
            "5:1",
            &["r3c1: a mark on a cell without a number"],
        ),
        (
            BOX,
            "(4)",
            "[]",
            "5:1",
            &["r3c1: a mark on a cell without a number"],
        ),
        (
            BOX,
            "ES",
            "NW",
            "3:1",
            &["r1c1: an arrow that points only off the grid"],
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
            "\"]\n[expected]\nanswer = -1\n",
            "8:10",
            &["`answer` is of the wrong type", "not negative"],
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
            &["`solution`", "found 1 rows"],
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
    let text = r#"kind = "number-cross-5"
titel = "x"
regions = """
AA?
AAAA
ACB
"""
locked = '''
..
.x
..
..
'''
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
        ["2:1", "5:4", "9:1", "12:1", "14:21", "14:34", "16:10"],
        "{found:#?}"
    );

    let grids = problems(&BOX.replace("grid", "grids"));
    assert_eq!(grids.len(), 2);
    assert!(
        grids[0].starts_with("1:8 `grid` is missing"),
        "{}",
        grids[0]
    );
    assert!(
        grids[1].starts_with("2:1 unknown key `grids`")
            && grids[1].contains("did you mean `grid`?")
    );

    let one_row = problems(&CROSS_4.replace("ACB\n", ""));
    assert_eq!(one_row.len(), 2);
    assert!(
        one_row[0].starts_with("3:4 `regions` has 1 row")
            && one_row[0].contains("from 2 to 50 rows")
    );
    assert!(one_row[1].contains("more clues than rows"));
}

#[test]
fn a_report_shows_the_line_underlined() {
    let text = CROSS_4.replace("square", "sqare");
    let source = source(&text);
    let report = parse(&source).unwrap_err().render(&source, false);
    let lines: Vec<&str> = report.lines().map(str::trim_end).collect();
    assert_eq!(
        lines,
        [
            "error: the clue of row 1 cannot be read",
            "  ┌─ test.toml:6:11",
            "  │",
            "6 │ clues = [\"sqare\", \"prime\"]",
            "  │           ^^^^^ found `sqare`, expected a clue",
            "  │",
            "  = help: did you mean `square`?",
            "",
        ]
    );
    let coloured = parse(&source).unwrap_err().render(&source, true);
    assert!(coloured.contains("\u{1b}[") && coloured.contains("sqare"));
}

#[test]
fn long_reports_and_lines_are_cut_short_and_control_characters_are_shown() {
    let row = vec!["?"; 18].join(" ");
    let source = source(&format!(
        "kind = \"number-cross-4\"\nregions = '''\n{row}\n{row}'''\nclues=[\"odd\",\"odd\"]"
    ));
    let problems = parse(&source).unwrap_err();
    assert_eq!(problems.len(), 36);
    let report = problems.render(&source, false);
    assert_eq!(report.matches("error:").count(), MAX_SHOWN);
    assert!(report.ends_with("... and 16 more\n"), "{report}");

    let long = super::tests::source(&format!("kind = \"{}\"", "x".repeat(900_000)));
    let report = parse(&long).unwrap_err().render(&long, false);
    assert!(
        report.len() < 2000 && report.contains("test.toml:1:9"),
        "{report}"
    );

    let escape = super::tests::source("kind = \"\u{1b}[2J\"");
    let report = parse(&escape).unwrap_err().render(&escape, false);
    assert!(
        !report.contains('\u{1b}') && report.contains('␛'),
        "{report}"
    );
}

#[test]
fn line_ends_and_missing_line_ends_make_no_difference() {
    for (name, text) in crate::embedded::all() {
        let unix = format!("{:?}", parse(&source(text)).unwrap());
        for other in [text.replace('\n', "\r\n"), text.trim_end().to_owned()] {
            assert_eq!(
                format!("{:?}", parse(&source(&other)).unwrap()),
                unix,
                "{name}"
            );
        }
    }
    let windows = CROSS_4.replace("prime", "prine").replace('\n', "\r\n");
    assert!(problems(&windows)[0].starts_with("6:21 "));
}

#[test]
fn embedded_puzzles_are_read() {
    for (name, text) in crate::embedded::all() {
        match parse(&source(text)) {
            Ok(loaded) => {
                assert!(loaded.puzzle.size().0 >= 10, "{name}");
                assert_eq!(loaded.expected().solutions, Some(1));
                assert!(loaded.expected().answer.is_some());
                assert!(loaded.expected().solution.is_some());
            }
            Err(problems) => panic!("{}", problems.render(&source(text), false)),
        }
    }
}

/// The texts that mutations start from.
fn seeds() -> Vec<&'static str> {
    let embedded = crate::embedded::all().iter().map(|(_, text)| *text);
    [CROSS_4, CROSS_5, PARTY, BOX]
        .into_iter()
        .chain(embedded)
        .collect()
}

/// Reads a text and shows what is wrong with it, as a whole and at its places.
fn survives(text: String) {
    let source = source(&text);
    if let Err(problems) = parse(&source) {
        assert!(!problems.is_empty());
        for problem in problems.iter() {
            assert!(
                problem
                    .position(&source)
                    .is_none_or(|(line, column)| line > 0 && column > 0)
            );
        }
        assert!(problems.render(&source, false).starts_with("error: "));
        assert!(!problems.render(&source, true).is_empty());
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        survives(text);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        survives(String::from_utf8_lossy(&bytes).into_owned());
    }

    #[test]
    fn changed_puzzles_are_read_or_refused(
        seed in 0..8usize,
        cuts in proptest::collection::vec((any::<prop::sample::Index>(), 0..40usize, "[ -~\n\r\t\u{e9}\u{1f600}]{0,5}"), 1..4),
    ) {
        let mut text: Vec<char> = seeds()[seed].chars().collect();
        for (at, length, insert) in cuts {
            let at = at.index(text.len() + 1);
            let end = (at + length).min(text.len());
            text.splice(at..end, insert.chars());
        }
        survives(text.into_iter().collect());
    }
}

#[test]
fn deeply_nested_texts_are_refused() {
    let many = 100_000;
    for text in [
        format!("{}x = 1", "a.".repeat(many)),
        format!("[{}x]", "a.".repeat(many)),
        format!("[[{}x]]", "a.".repeat(many)),
        format!("x = {}", "[".repeat(many)),
        format!("x = {}1{}", "{a=".repeat(many), "}".repeat(many)),
        format!("x = {{ {}x = 1 }}", "a.".repeat(many)),
        format!("x = {{ {}x = 1 }}", "\"a\" . ".repeat(many)),
    ] {
        survives(text);
    }
}

#[test]
fn starters_are_read() {
    for kind in crate::kinds::all() {
        let text = source(kind.starter());
        let loaded =
            parse(&text).unwrap_or_else(|problems| panic!("{}", problems.render(&text, false)));
        assert_eq!(loaded.kind.name(), kind.name());
        assert_eq!(loaded.puzzle.size(), (5, 5));
        assert_eq!(loaded.expected().solutions, Some(1));
    }
}

#[test]
fn the_starter_box_folds_in_one_way_that_keeps_the_marks() {
    use crate::fold::{Shape, folds};
    use crate::shut_the_box::{Given, ShutTheBox};

    let text = source(crate::shut_the_box::KIND.starter());
    let givens = ShutTheBox::parse(&text).unwrap().givens;
    let numbers: Vec<_> = givens
        .cells()
        .filter_map(|cell| match givens[cell] {
            Given::Number { count, mark } => Some((cell, count, mark)),
            _ => None,
        })
        .collect();
    let expected = parse(&text).unwrap().expected;
    let kept = expected
        .solution
        .unwrap()
        .map(|symbol| *symbol == Symbol::Hash);
    let folds = folds(&Shape::new(kept).unwrap());
    assert_eq!(folds.len(), 1);
    assert!(folds[0].keeps_marks(&numbers));
    let product: u64 = folds[0].face_sums(&numbers).iter().product();
    assert_eq!(Some(u128::from(product)), expected.answer);
}

#[test]
fn large_files_are_refused_in_a_moment() {
    // A quarter of what is allowed, to spare the patience of whoever runs the tests.
    let size = MAX_BYTES as usize / 4;
    let fill = |unit: &str| unit.repeat(size / unit.len());
    let keys: String = (0..12_000).map(|key| format!("k{key}=1\n")).collect();
    for text in [
        keys.repeat(2),
        fill("=\n"),
        fill("a=1\n"),
        fill("[a]\n"),
        fill("[[a]]\n"),
        fill("\"\n"),
        fill("x=["),
        format!("kind='number-cross-4'\nclues=[{}]", fill("'x',")),
        format!("kind='number-cross-4'\nclues='''{}'''", fill("x\n")),
        format!("kind='number-cross-4'\nregions='''{}'''", fill("?\n")),
        format!("kind='number-cross-4'\nregions='''{}'''", fill("? ")),
        format!("kind='number-cross-4'\nregions='''{}'''", fill("AB\n")),
        format!("kind='shut-the-box'\ngrid='''{}'''", fill("?")),
        format!("kind='{}'", fill("x")),
        format!("{}=1", fill("x")),
    ] {
        let begin = std::time::Instant::now();
        survives(text.clone());
        let spent = begin.elapsed();
        assert!(spent.as_secs() < 10, "{spent:?} for {:?}", &text[..40]);
    }
}
