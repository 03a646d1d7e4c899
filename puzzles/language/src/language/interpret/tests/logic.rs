//! Truth with missing and empty values, arithmetic, measures.

use super::*;

const NUMBERS: &str = "data n on cells: number\ndecide d on cells: 0..9 or none \"x\"\n";

/// Whether formulas hold of `n` = `3 . ?` and `d` = `3 x 5`; cells are named by `let`.
fn table(formulas: &[(&str, bool)]) {
    let cells = "let p be first cell, c be last cell, b be first cell where x of it = 2:";
    for &(formula, expected) in formulas {
        let found = holds(
            NUMBERS,
            &format!("{cells} {formula}"),
            1,
            3,
            &[("n", "3.?"), ("d", "3x5")],
        );
        assert_eq!(found, expected, "{formula}");
    }
}

#[test]
fn missing_says_nothing() {
    table(&[
        ("n of p = 3", true),
        ("n of p = 4", false),
        ("n of b = 4", true),
        ("not (n of b = 4)", true),
        ("n of c = 4", true),
        ("not (n of c = 4)", true),
        ("n of b = 4 and 1 = 2", false),
        ("n of b = 4 or 1 = 2", true),
        ("not (n of b = 4 or 1 = 1)", false),
        ("if n of b = 4 then 1 = 2", true),
        ("if n of b = 4 then 1 = 2 otherwise 1 = 2", false),
        ("n of b = 4 exactly when 1 = 2", true),
        ("p has n", true),
        ("b has n", false),
        ("b has no n", true),
        ("c has n", true),
        ("n of b + 1 = 7", true),
        ("(n of b else 0) = 0", true),
        ("(n of b else 0) = 1", false),
        ("(n of c else 0) = 1", true),
        ("some cell e: n of e = 4", false),
        ("some cell e: n of e = 3", true),
        ("no cell e: n of e = 4", true),
        ("each cell e: n of e = 3", true),
        ("each cell e: n of e = 4", false),
        ("exactly 1 cell e: n of e = 3", true),
        ("exactly 2 cells with n", true),
        ("exactly n of b cells with n", true),
    ]);
}

#[test]
fn empty_compares_false() {
    table(&[
        ("d of p = 3", true),
        ("d of b = 3", false),
        ("d of b != 3", true),
        ("d of b < 3", false),
        ("d of b >= 3", false),
        ("not (d of b >= 3)", true),
        ("d of b = d of b", false),
        ("d of b = none", true),
        ("d of p = none", false),
        ("b is none", true),
        ("p is none", false),
        ("p is not none", true),
        ("b has d", false),
        ("p has d", true),
        ("d of b + 1 = 1", false),
        ("(d of b else 7) = 7", true),
        ("3 / 0 = 3", false),
        ("((3 / 0) else 5) = 5", true),
        ("d of (up neighbour of p) = 3", false),
        ("d of (up neighbour of p) != 3", true),
        ("(left neighbour of b) = p", true),
        ("(left neighbour of p) = p", false),
        ("(left neighbour of p) is none", false),
        ("(left neighbour of p) is not none", true),
        ("(left neighbour of p) has d", false),
        ("d of (right neighbour of b) = 5", true),
        ("b is one of p, c", false),
        ("b is one of p, b", true),
        ("d of p is one of 1, 2, 3", true),
        ("d of b is one of 1, 2, 3", false),
    ]);
}

#[test]
fn numbers_are_calculated() {
    for (expression, expected) in [
        ("7 / 2", 3),
        ("-7 / 2", -4),
        ("7 mod 2", 1),
        ("-7 mod 3", 2),
        ("2 ^ 10", 1024),
        ("2 + 3 * 4 - 1", 13),
        ("(-1) ^ 3", -1),
        ("rows * 10 + columns", 23),
        ("if 1 = 1 then 4 otherwise 5", 4),
        ("if 1 = 2 then 4 otherwise 5", 5),
        ("let k be 3, m be k + 1: k * m", 12),
    ] {
        assert_eq!(
            value("", expression, 2, 3, &[]),
            Answer::Number(expected),
            "{expression}"
        );
    }
    for (expression, expected) in [
        ("2 ^ -1", Answer::Nothing),
        ("1 mod 0", Answer::Nothing),
        ("10 ^ 100", Answer::TooLarge),
        ("10 ^ 100 mod 7", Answer::TooLarge),
        ("9 ^ 9 ^ 9 ^ 9", Answer::TooLarge),
    ] {
        assert_eq!(value("", expression, 2, 3, &[]), expected, "{expression}");
    }
    for (formula, expected) in [
        ("3 divides 9", true),
        ("3 divides 10", false),
        ("0 divides 0", true),
        ("0 divides 3", false),
        ("7 satisfies \"prime\"", true),
        ("8 satisfies \"prime\"", false),
        ("-7 satisfies \"prime\"", false),
        ("1 = 1 exactly when 2 = 2", true),
        ("1 = 1 exactly when 2 = 3", false),
        ("1 < 2 and (2 < 1 or 3 > 2)", true),
        ("not 1 < 2", false),
    ] {
        assert_eq!(holds("", formula, 1, 1, &[]), expected, "{formula}");
    }
}

#[test]
fn measures_pass_over_what_is_not_there() {
    let grids = [("n", "3.7/2.3"), ("d", "4x2/x41")];
    let measured = |expression: &str| value(NUMBERS, expression, 2, 3, &grids);
    let row = "(first row)";
    for (expression, expected) in [
        (format!("sum d in {row}"), 6),
        (format!("sum n in {row}"), 10),
        (format!("product d in {row}"), 8),
        (format!("least d in {row}"), 2),
        (format!("greatest d in {row}"), 4),
        (format!("gcd d in {row}"), 2),
        (format!("first d in {row}"), 4),
        (format!("last d in {row}"), 2),
        (format!("reading d in {row}"), 42),
        ("distinct d in (cells)".to_owned(), 3),
        ("sum d in (cells where d of it > 9)".to_owned(), 0),
        ("product d in (cells where d of it > 9)".to_owned(), 1),
        (
            "sum over row r, cells c in r: y of r * d of c".to_owned(),
            16,
        ),
        ("sum over cells c: n of c".to_owned(), 15),
        ("count cells with d".to_owned(), 4),
        ("count row r, cells c in r".to_owned(), 6),
        ("size of (cells with d)".to_owned(), 4),
        ("width of (cells with n)".to_owned(), 3),
        ("height of (cells with d)".to_owned(), 2),
    ] {
        assert_eq!(
            measured(&expression),
            Answer::Number(expected),
            "{expression}"
        );
    }
    assert_eq!(measured("list d in (first row)"), list(&[4, 2]));
    assert_eq!(measured("bag d in (first row)"), list(&[2, 4]));
    for expression in [
        "least d in (cells where d of it > 9)",
        "first d in (cells where d of it > 9)",
        "gcd d in (cells where d of it > 9)",
    ] {
        assert_eq!(measured(expression), Answer::Nothing, "{expression}");
    }
    // Something untold makes a sum missing, and says nothing.
    for (formula, expected) in [
        ("sum n in (cells) = 99", true),
        ("not (sum n in (cells) = 99)", true),
        ("count cells with n = 2", true),
    ] {
        assert_eq!(
            holds(NUMBERS, formula, 1, 2, &[("n", "3?"), ("d", "11")]),
            expected,
            "{formula}"
        );
    }
}

#[test]
fn values_are_tested_together() {
    for (digits, different, equal, increasing) in [
        ("123", true, false, true),
        ("132", true, false, false),
        ("1x3", true, false, true),
        ("3x3", false, true, false),
        ("333", false, true, false),
        ("xxx", true, true, true),
        ("313", false, false, false),
        ("?33", false, true, false),
    ] {
        for (test, expected) in [
            ("all different", different),
            ("all equal", equal),
            ("increasing", increasing),
        ] {
            let formula = format!("each row r: {test} d in r");
            assert_eq!(
                holds(NUMBERS, &formula, 1, 3, &[("d", digits)]),
                expected,
                "{test} {digits}"
            );
            let over = format!("{test} over cells c: d of c");
            assert_eq!(
                holds(NUMBERS, &over, 1, 3, &[("d", digits)]),
                expected,
                "{test} {digits}"
            );
        }
    }
    assert!(!holds(
        NUMBERS,
        "all different n in (first row)",
        1,
        3,
        &[("n", "3?3")]
    ));
    assert!(holds(
        NUMBERS,
        "all different n in (first row)",
        1,
        3,
        &[("n", "3??")]
    ));
}

#[test]
fn lists_have_open_entries() {
    let book = "data clue on rows: list of number\ndecide s on cells: shaded or open\n";
    let formula = "each row r: (list over run n of shaded cells in r: size of n) = clue of r";
    for (clue, cells, expected) in [
        ("\"1,2\"", "#.##", true),
        ("\"2,1\"", "#.##", false),
        ("\"?,2\"", "#.##", true),
        ("\"?,?\"", "#.##", true),
        ("\"?\"", "#.##", false),
        (".", "#.##", true),
        // One number that is not told.
        ("?", "#.##", false),
        ("?", ".###", true),
        (",", "....", true),
        (",", "#...", false),
        ("\"4\"", "####", true),
    ] {
        assert_eq!(
            holds(book, formula, 1, 4, &[("clue", clue), ("s", cells)]),
            expected,
            "{clue} {cells}"
        );
    }
    let bag = formula.replace("(list", "(bag");
    assert!(holds(
        book,
        &bag,
        1,
        4,
        &[("clue", "\"2,1\""), ("s", "#.##")]
    ));
    assert!(!holds(
        book,
        &bag,
        1,
        4,
        &[("clue", "\"2,2\""), ("s", "#.##")]
    ));
    assert!(!holds(
        book,
        "each row r: 3 is in clue of r",
        1,
        1,
        &[("clue", "\"1,2\""), ("s", "#")]
    ));
    assert!(holds(
        book,
        "each row r: 2 is in clue of r",
        1,
        1,
        &[("clue", "\"1,2\""), ("s", "#")]
    ));
}

#[test]
fn definitions_see_only_their_parameters() {
    let book = format!(
        "{NUMBERS}define big x: d of x > 3\ndefine beats x in y: d of x > d of y\ndefine twice of x: 2 * d of x\ndefine gap of x to y: d of y - d of x\n"
    );
    let grids = [("n", ".3."), ("d", "145")];
    for (formula, expected) in [
        ("exactly 2 big cells", true),
        ("exactly 1 not big cell", true),
        ("each big cell c: d of c >= 4", true),
        ("each cell c: c is big", false),
        ("let p be first cell, b be last cell: b is beats in p", true),
        (
            "let p be first cell, b be last cell: p is beats in b",
            false,
        ),
        ("let p be first cell: twice of p = 2", true),
        (
            "let p be first cell, b be last cell: gap of p to b = 4",
            true,
        ),
        ("(sum over cells c: twice of c) = 20", true),
        ("sum twice in (cells) = 20", true),
    ] {
        assert_eq!(holds(&book, formula, 1, 3, &grids), expected, "{formula}");
    }
}

#[test]
fn what_has_no_meaning_is_reported() {
    for formula in [
        "1 + up = 2",
        "each cell c: nobody of c = 1",
        "each cell c: d of c = up",
        "unheard = 3",
        "each row r: d of r = 1",
        "10 ^ 100 = 1",
        "3",
        "each cell c: c is connected and d in c reads \"((\"",
        "each value k from 1 to 10 ^ 20: k = 1",
    ] {
        let mut bench = bench(&format!("{NUMBERS}\n\"Rule.\"\n    {formula}\n"), 1, 2);
        bench.put("d", "12");
        let broken = bench.rules();
        assert!(
            broken[0]
                .message
                .starts_with("the rule cannot be evaluated: "),
            "{formula}: {broken:?}"
        );
    }
    let deep = bench("define f of x: f of x + 1\nanswer f of 1\n", 1, 1);
    assert_eq!(deep.answer(), Answer::Nothing);
}
