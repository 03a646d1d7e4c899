//! Patterns of the data against all fillings, and words that are spelled.

use super::super::values::Datum;
use super::found::solutions;

fn patterns(texts: &[&str]) -> Datum {
    Datum::Patterns(texts.iter().map(|&text| text.into()).collect())
}

/// Rows of `length` letters from A to C that pass a test.
fn rows(length: u32, passes: impl Fn(&str) -> bool) -> usize {
    let row = |number: usize| -> String {
        let letter = |at: u32| char::from(b'A' + (number / 3usize.pow(at) % 3) as u8);
        (0..length).map(letter).collect()
    };
    (0..3usize.pow(length))
        .filter(|&number| passes(&row(number)))
        .count()
}

#[test]
fn a_row_reads_or_contains_words_of_the_data() {
    let rule = |verb: &str| {
        format!(
            "data words: patterns of letter\ndecide letter on cells: A..C\n\
             \"Rule.\"\n    letter in row 1 {verb} words\n"
        )
    };
    for words in [
        &["AB"][..],
        &["ABC", "CAB", "CC"],
        &["AAAA", "ABCA", "CABA"],
        &["B", "ACA"],
        &[],
    ] {
        let given = [patterns(words)];
        let given = [("words", &given[..])];
        let read = |row: &str| words.contains(&row);
        let found = |row: &str| words.iter().any(|word| row.contains(word));
        assert_eq!(solutions(&rule("reads"), 1, 4, &given), rows(4, read));
        assert_eq!(
            solutions(&rule("reads one of"), 1, 4, &given),
            rows(4, read)
        );
        assert_eq!(solutions(&rule("contains"), 1, 4, &given), rows(4, found));
        assert_eq!(
            solutions(&rule("contains one of"), 1, 4, &given),
            rows(4, found),
            "{words:?}"
        );
    }
}

#[test]
fn each_word_of_a_list_is_meant() {
    let rule = |quantifier: &str| {
        format!(
            "data words: patterns of letter\ndecide letter on cells: A..C\n\
             \"Rule.\"\n    {quantifier} value w in words: letter in row 1 contains w\n"
        )
    };
    let words = ["AB", "BA", "CC"];
    let given = [patterns(&words)];
    let given = [("words", &given[..])];
    let count = |row: &str| words.iter().filter(|word| row.contains(*word)).count();
    for (quantifier, passes) in [
        (
            "each",
            Box::new(|n: usize| n == 3) as Box<dyn Fn(usize) -> bool>,
        ),
        ("some", Box::new(|n| n > 0)),
        ("no", Box::new(|n| n == 0)),
        ("exactly 2", Box::new(|n| n == 2)),
    ] {
        assert_eq!(
            solutions(&rule(quantifier), 1, 5, &given),
            rows(5, |row| passes(count(row))),
            "{quantifier}"
        );
    }
}

#[test]
fn a_line_has_a_pattern_of_its_own_or_none() {
    let rule = "data clue on rows: pattern of letter\ndecide letter on cells: A..C\n\
                \"Rule.\"\n    each row r: letter in r reads clue of r\n";
    let of = |clues: &[Datum]| solutions(rule, clues.len(), 2, &[("clue", clues)]);
    assert_eq!(of(&[patterns(&["A*B"])]), 1);
    // A sign repeats the last letter of a word.
    assert_eq!(of(&[patterns(&["AB*"])]), 1);
    assert_eq!(of(&[patterns(&["(AB)*"])]), 1);
    assert_eq!(of(&[patterns(&["A.|.A"])]), 5);
    assert_eq!(of(&[patterns(&["AB|BC"]), Datum::Missing]), 18);
    assert_eq!(of(&[patterns(&["AB|BC"]), Datum::Untold]), 18);
}

#[test]
fn a_word_that_is_spelled_reads_its_letters() {
    let rule = |pattern: &str| {
        format!(
            "decide letter on cells: A or B or AB\n\"Rule.\"\n    \
             letter in row 1 reads \"{pattern}\"\n"
        )
    };
    // AB is a value, BA is two.
    assert_eq!(solutions(&rule("AB"), 1, 1, &[]), 1);
    assert_eq!(solutions(&rule("AB"), 1, 2, &[]), 0);
    assert_eq!(solutions(&rule("BA"), 1, 2, &[]), 1);
    assert_eq!(solutions(&rule("BBA+"), 1, 5, &[]), 1);
}
