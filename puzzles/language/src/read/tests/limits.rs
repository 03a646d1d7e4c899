//! The sizes up to which texts are read, against the table in the guide: at the limit, and one beyond it.

use super::*;
use crate::clue::Clue;
use crate::fold::Shape;

const GUIDE: &str = include_str!("../../../../src/guide/puzzle_files.md");

/// A row of the guide's table of limits, the limit as a number, and the result for a text of a given size.
struct Limit {
    what: &'static str,
    told: String,
    most: usize,
    refusal: &'static str,
    read: fn(usize) -> Result<(), String>,
}

/// Reads a puzzle file.
fn file(text: &str) -> Result<(), String> {
    match problems(text) {
        found if found.is_empty() => Ok(()),
        found => Err(found.join("\n")),
    }
}

fn clue(text: &str) -> Result<(), String> {
    Clue::parse(text).map(drop).map_err(|why| why.to_string())
}

fn shape(rows: usize, columns: usize) -> Result<(), String> {
    let text = format!("{}\n", "#".repeat(columns)).repeat(rows);
    Shape::parse(&text).map(drop).map_err(|why| why.to_string())
}

fn known(key: &str, value: &str) -> Result<(), String> {
    file(&format!("{CROSS_4}[expected]\n{key} = {value}\n"))
}

/// A number with the given number of nines.
fn nines(digits: usize) -> String {
    "9".repeat(digits)
}

/// With commas between groups of three digits.
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

fn limits() -> Vec<Limit> {
    let limit = |what, unit: &str, most, refusal, read| Limit {
        what,
        told: format!("{}{unit}", grouped(most)),
        most,
        refusal,
        read,
    };
    vec![
        limit("dots of a key", "", 64, "at most 64", |most| {
            let known = |problem: &String| problem.contains("unknown key");
            match file(&format!("{}a = 1\n{CROSS_4}", "a.".repeat(most))) {
                // Such a key means nothing, but it is read.
                Err(problem) if known(&problem) => Ok(()),
                read => read,
            }
        }),
        limit(
            "examples in a file",
            "",
            crate::document::MAX_EXAMPLES,
            "found 101, expected at most 100",
            |most| {
                let keys = CROSS_4.strip_prefix("kind = \"number-cross-4\"\n");
                let example = format!("[[example]]\n{}", keys.expect("it is the first"));
                file(&format!("{CROSS_4}{}", example.repeat(most)))
            },
        ),
        limit(
            "the name of a region",
            " characters",
            MAX_REGION_NAME,
            "at most 16 characters",
            |most| {
                let name = "ä".repeat(most);
                file(&CROSS_4.replace("AAB\nACB", &format!("{name} B\n{name} B")))
            },
        ),
        limit(
            "a clue",
            " bytes",
            crate::clue::parse::MAX_TEXT,
            "at most 1000 bytes",
            |most| clue(&format!("{}odd", " ".repeat(most - 3))),
        ),
        limit(
            "nesting of clues",
            "",
            crate::clue::parse::MAX_DEPTH,
            "at most 50 deep",
            |most| clue(&format!("{}odd{}", "(".repeat(most), ")".repeat(most))),
        ),
        limit(
            "digits of a number in a clue",
            "",
            crate::clue::MAX_DIGITS,
            "at most 18 digits",
            |most| clue(&format!("multiple of {}", nines(most))),
        ),
        limit(
            "rows of a shape to fold",
            "",
            Shape::MAX_SIDE,
            "at most 60 rows of at most 60 cells",
            |most| shape(most, 2),
        ),
        limit(
            "columns of a shape to fold",
            "",
            Shape::MAX_SIDE,
            "at most 60 rows of at most 60 cells",
            |most| shape(2, most),
        ),
    ]
}

#[test]
fn texts_are_read_up_to_the_limits_told() {
    for Limit {
        what,
        told,
        most,
        refusal,
        read,
    } in limits()
    {
        let row = format!("\n| {what} | {told} |\n");
        assert!(GUIDE.contains(&row), "the guide lacks {row}");
        assert_eq!(read(most), Ok(()), "{what}");
        let error = read(most + 1).expect_err(what);
        assert!(error.contains(refusal), "{what}: {error}");
    }
}

#[test]
fn what_is_expected_fits_the_numbers_told() {
    for (key, told, most, beyond, refusal) in [
        (
            "solutions",
            "2^64 - 1",
            u64::MAX.to_string(),
            "18446744073709551616",
            "below 2^64",
        ),
        (
            "answer",
            "2^128 - 1",
            u128::MAX.to_string(),
            "340282366920938463463374607431768211456",
            "below 2^128",
        ),
    ] {
        let row = format!("\n| `{key}` in `expected` | {told} |\n");
        assert!(GUIDE.contains(&row), "the guide lacks {row}");
        assert_eq!(known(key, &format!("\"{most}\"")), Ok(()));
        let error = known(key, &format!("\"{beyond}\"")).expect_err(key);
        assert!(error.contains(refusal), "{error}");
    }
}

#[test]
fn only_lists_of_sudokus_are_longer_than_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.sdm");
    let path = path.to_str().unwrap();
    let line = format!("{}\n", "1".to_owned() + &".".repeat(80));
    let lines = usize::try_from(MAX_BYTES).unwrap() / line.len() + 10;
    let list = line.repeat(lines);
    std::fs::write(path, &list).unwrap();
    assert_eq!(crate::read::load_text(path).unwrap().text.len(), list.len());
    std::fs::write(path, format!("{list}kind = \"sudoku\"\n")).unwrap();
    let problem = crate::read::load_text(path).unwrap_err();
    assert!(problem.to_string().contains("is too large"), "{problem}");
}
