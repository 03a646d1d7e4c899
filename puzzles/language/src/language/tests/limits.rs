//! The limits of rulebooks, against the table in the guide: at the limit, and beyond it; and short texts that would
//! take all time or memory.

use super::super::compile::budget::{MOST_STEPS, MOST_TO_FIND};
use super::super::file::MOST_PLACES;
use super::super::parse::{MAX_DEPTH, MAX_LIKE, MAX_PARTS, MAX_PHRASES, MAX_STATEMENTS, MAX_TERMS};
use super::super::types::{MAX_DEFINED, MAX_NESTING, MAX_SCOPE};
use crate::read::{Source, parse};

const GUIDE: &str = include_str!("../../../../src/guide/rules.md");

const TO_FIND: &str = "decide digit on cells: 1..9\ndecide shade on cells: shaded or open\n";

/// The result of reading a puzzle with these rules: the message of the first problem.
fn read(rules: &str, more: &str) -> Result<(), String> {
    let source = Source {
        name: "limits.toml".to_owned(),
        text: format!("rules = '''\n{rules}'''\n{more}\n"),
    };
    let problems = parse(&source).map(drop);
    problems.map_err(|problems| {
        let first = problems
            .iter()
            .next()
            .map(|problem| problem.message.clone());
        first.unwrap_or_default()
    })
}

fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[test]
fn rulebooks_are_read_up_to_the_limits_told() {
    let small = "size = \"2x2\"";
    let rule = |formula: String| read(&format!("{TO_FIND}\"A.\"\n    {formula}\n"), small);
    let chain = |number: usize| {
        let mut text = format!("{TO_FIND}define a0 of c: digit of c\n");
        for i in 1..number {
            text += &format!("define a{i} of c: a{} of c\n", i - 1);
        }
        let last = number - 1;
        read(
            &format!("{text}\"A.\"\n    a{last} of first cell = 1\n"),
            small,
        )
    };
    type Case<'a> = (
        &'a str,
        usize,
        &'a str,
        Box<dyn Fn(usize) -> Result<(), String> + 'a>,
    );
    let cases: [Case<'_>; 7] = [
        (
            "terms joined by operators in a row",
            MAX_TERMS,
            "too many terms in a row",
            Box::new(|most| {
                rule(format!(
                    "digit of first cell < 1{}",
                    " + 1".repeat(most - 1)
                ))
            }),
        ),
        (
            "adjectives of a noun, and its qualifiers",
            MAX_PARTS,
            "too many adjectives of one noun",
            Box::new(|most| rule(format!("some {}cell", "shaded ".repeat(most)))),
        ),
        (
            "phrases in a row, as after `each`",
            MAX_PHRASES,
            "too many phrases in a row",
            Box::new(|most| {
                let cells = vec!["cell"; most].join(", ");
                let rule = format!("each {cells}: some shaded cell in grid");
                read(&format!("{TO_FIND}\"A.\"\n    {rule}\n"), "size = \"1x1\"")
            }),
        ),
        (
            "variables that can be used at one place of a formula",
            MAX_SCOPE,
            "too many variables",
            Box::new(|most| {
                // Half of them further out.
                let cells: Vec<String> = (0..most).map(|i| format!("cell v{i}")).collect();
                let (outer, inner) = (cells[..most / 2].join(", "), cells[most / 2..].join(", "));
                let rule = format!("each {outer}: some {inner}: v0 is open");
                read(&format!("{TO_FIND}\"A.\"\n    {rule}\n"), "size = \"1x1\"")
            }),
        ),
        (
            "nesting of definitions that use others",
            MAX_DEFINED,
            "definitions use each other too deeply",
            Box::new(chain),
        ),
        (
            "statements of a rulebook",
            MAX_STATEMENTS,
            "too many statements",
            Box::new(|most| {
                let data: String = (2..most).map(|i| format!("data x{i}: mark\n")).collect();
                read(&format!("{TO_FIND}{data}"), small)
            }),
        ),
        (
            "nesting of a formula, definitions included",
            MAX_NESTING,
            "",
            Box::new(|_| Ok(())),
        ),
    ];
    for (what, most, refusal, read) in cases {
        let row = format!("\n| {what} | {} |\n", grouped(most));
        assert!(GUIDE.contains(&row), "the guide lacks {row}");
        assert_eq!(read(most), Ok(()), "{what}");
        if most == MAX_NESTING {
            continue;
        }
        let refused = read(most + 1).expect_err(what);
        assert!(refused.contains(refusal), "{what}: {refused}");
    }
    for (what, most) in [
        (
            "nesting of parentheses, `not` and operands in the text of a formula",
            MAX_DEPTH,
        ),
        ("rulebooks that extend each other", MAX_LIKE),
        (
            "places of a regular expression, repetitions written out",
            super::super::pattern::MOST_PLACES,
        ),
        ("steps of compiling the rules for a puzzle", MOST_STEPS),
        (
            "places to find, each counted once more for every 16 values",
            MOST_TO_FIND,
        ),
        ("places of all layers", MOST_PLACES),
    ] {
        let row = format!("\n| {what} | {} |\n", grouped(most));
        assert!(GUIDE.contains(&row), "the guide lacks {row}");
    }
}

/// Rules, what else is in the file, and what they are refused with.
fn hostile() -> Vec<(String, String, &'static str)> {
    let large = "the rules are too large for this grid";
    let rule = |formula: &str, refusal| {
        let rules = format!("{TO_FIND}\"A.\"\n    {formula}\n");
        (rules, "size = \"100x100\"".to_owned(), refusal)
    };
    let names: String = (1..55)
        .map(|i| format!(", a{i} be (a{0} + a{0} * a{0}) mod 7", i - 1))
        .collect();
    let nested = (0..27).fold("grid".to_owned(), |inner, _| format!("(cells in {inner})"));
    let definitions: String = (1..29)
        .map(|i| format!("define a{i} of c: a{0} of c + a{0} of c\n", i - 1))
        .collect();
    let layers = |statement: &str| -> (String, String, &'static str) {
        let layers: String = (0..490)
            .map(|i| format!("{statement} x{i} on links: 1..9\n"))
            .collect();
        let boards = "size = \"100x100\"\n".to_owned() + &"[[board]]\n".repeat(64);
        (
            format!("{layers}boards 64\n"),
            boards,
            "the puzzle is too large",
        )
    };
    vec![
        rule(
            "each cell a, cell b, cell c, cell d: digit of a + digit of b != digit of c + digit of d",
            large,
        ),
        rule(
            "not (each cell a, cell b, cell c: digit of a + digit of b != digit of c)",
            large,
        ),
        rule(
            "each pair a, b of cells: digit of a + digit of b > 3",
            large,
        ),
        rule(
            "some group g of shaded cells, group h of shaded cells: size of g = size of h",
            large,
        ),
        rule("not all different over cells c: digit of c", large),
        rule(
            "some run n of shaded cells, run m of shaded cells: size of n = size of m",
            large,
        ),
        rule("each cell c: c = first shaded cell", large),
        rule(
            "each cell c: size of (cells reached from c through open cells) > 1",
            large,
        ),
        rule(
            "each cell c: digit of c = count cells seen from c until shaded",
            large,
        ),
        rule(
            "each value k from 1 to 100000, value m from 1 to 100000: digit of first cell + k != m",
            large,
        ),
        rule("exactly 5 groups of equal digit", large),
        rule(
            &format!("let a0 be digit of first cell{names}: a54 > 3"),
            "too many variables",
        ),
        rule(
            &format!("some shaded cell in {nested}"),
            "the formula is nested too deeply",
        ),
        rule(
            &format!("{}some shaded cell", "not ".repeat(50_000)),
            "the formula is nested too deeply",
        ),
        rule(
            &format!("{}some cell", "(".repeat(50_000)),
            "the formula is nested too deeply",
        ),
        rule(
            &format!("1 < 1{}", " + 1".repeat(100_000)),
            "too many terms in a row",
        ),
        rule(
            &format!("some {}cell", "shaded ".repeat(100_000)),
            "too many adjectives of one noun",
        ),
        rule(
            "each row r: shade in r reads \"((((shaded{50}){50}){50}){50}){50}\"",
            "the regular expression cannot be read",
        ),
        (
            format!(
                "{TO_FIND}define a0 of c: digit of c\n{definitions}\"A.\"\n    each cell c: a28 of c > 3\n"
            ),
            "size = \"2x2\"".to_owned(),
            large,
        ),
        (
            format!(
                "shape L: \"##\" \"#.\"\n{TO_FIND}\"A.\"\n    each block b of 30 by 30: shape of shaded cells in b is L\n"
            ),
            "size = \"100x100\"".to_owned(),
            large,
        ),
        layers("data"),
        layers("decide"),
        (
            "decide digit on cells: 1..130000\n".to_owned(),
            "size = \"100x100\"".to_owned(),
            "there is too much to find",
        ),
    ]
}

/// A text that is not refused runs for hours here, or is killed.
#[test]
fn short_texts_that_would_take_all_time_are_refused() {
    for (rules, more, refusal) in hostile() {
        let shown: String = rules.chars().take(400).collect();
        let refused = read(&rules, &more).expect_err(&shown);
        assert!(refused.contains(refusal), "{shown}: {refused}");
    }
}

/// Numbers are refused as soon as they could pass the limit, and are right up to it.
#[test]
fn numbers_that_may_be_too_large_are_refused() {
    let large = "the number may be too large";
    let row = |n: usize| format!("size = \"1x{n}\"");
    for (formula, most) in [
        // 9^31 < 2^100 < 9^32
        ("product digit in grid > 5", 31),
        ("not (product digit in grid <= 5)", 31),
        ("reading digit in grid > 5", 30),
        ("sum over cells c: digit of c * 10 ^ (x of c - 1) > 5", 30),
        ("reading digit in grid satisfies \"odd\"", 18),
    ] {
        let rules = format!("decide digit on cells: 9..9\n\"A.\"\n    {formula}\n");
        for n in [most, most + 1] {
            let refused = read(&rules, &row(n)).err();
            let expected = (n > most).then(|| large.to_owned());
            assert_eq!(refused, expected, "{formula} on {n} cells");
        }
    }
}

/// Of runs, groups and regions only those count that can be there at once.
#[test]
fn products_over_parts_are_as_large_as_they_can_be() {
    for formula in [
        "(product over runs r of filled cells in first row: reading digit in r) > 5",
        "(product over groups g of filled cells: size of g) > 5",
        "(least over value i from 1 to 2: if i = 1 then (product over groups g of filled cells: size of g) otherwise 9) > 5",
    ] {
        let rules = format!(
            "decide digit on cells: 1..9 or blank\ndefine filled c: c has digit\n\"A.\"\n    {formula}\n"
        );
        assert_eq!(read(&rules, "size = \"2x9\"").err(), None, "{formula}");
    }
}

/// Written out, the comparisons of each two of them took ten gigabytes.
#[test]
fn values_too_many_to_compare_are_refused() {
    let rules = "decide digit on cells: 1..9 or tile\n\"A.\"\n    \
                 all different over rows r, runs n of not tile cells in r: 2 * reading digit in n\n";
    let refused = read(rules, "size = \"10x10\"");
    assert_eq!(
        refused.err().as_deref(),
        Some("the rules are too large for this grid")
    );
}
