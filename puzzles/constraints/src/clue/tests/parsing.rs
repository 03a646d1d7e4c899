//! The parser: what it accepts, how it groups, and where it points when it refuses.

use std::sync::Arc;

use super::super::{Clue, ClueError, Language, Vocabulary};
use super::{Random, clue};

/// Whether two clues have the same numbers up to 20,000.
fn same(a: &str, b: &str) -> bool {
    let (a, b) = (clue(a), clue(b));
    (0..20_000).all(|n| a.contains(n) == b.contains(n))
}

fn refused(text: &str) -> ClueError {
    Clue::parse(text).expect_err(text)
}

#[test]
fn operators_group_as_documented() {
    assert!(same("odd or even & prime", "odd or (even & prime)"));
    assert!(!same("odd or even & prime", "(odd or even) & prime"));
    assert!(same("not odd & prime", "(not odd) & prime"));
    assert!(!same("not odd & prime", "not (odd & prime)"));
    assert!(same(
        "1 more than a palindrome & odd",
        "(1 more than a palindrome) & odd"
    ));
    assert!(!same(
        "1 more than a palindrome & odd",
        "1 more than a (palindrome & odd)"
    ));
    assert!(same(
        "not 1 more than a palindrome",
        "not (1 more than (palindrome))"
    ));
    assert!(same(
        "1 more than 2 less than a square",
        "1 more than (2 less than a square)"
    ));
    assert!(same("not not odd", "odd"));
    assert!(same("1 less than a not odd", "1 less than even"));
    // What one clue is less than leaves no less to the next.
    assert!(same(
        "999999999999999999 less than odd or 999999999999999999 less than odd",
        "even"
    ));
}

#[test]
fn articles_case_and_space_mean_nothing() {
    assert!(same("odd & a palindrome", "odd&palindrome"));
    assert!(same(
        "A PRIME Raised To A Prime Power",
        "prime raised to prime power"
    ));
    assert!(same(
        "  an\todd\n&\u{a0}an (even or a prime)",
        "odd & prime"
    ));
    assert!(same("odd and prime", "odd & prime"));
    assert!(same("12more than a square", "12 more than a square"));
    assert_eq!(
        clue(" Odd  & a Palindrome ").to_string(),
        " Odd  & a Palindrome "
    );
    assert_eq!(format!("{:?}", clue("odd")), "Clue(\"odd\")");
}

#[test]
fn longer_phrases_win() {
    assert!(!clue("prime raised to a prime power").contains(7));
    assert!(clue("prime").contains(7));
}

#[test]
fn refusals_point_at_the_place() {
    let at = |text: &str, piece: &str, expected: &str| {
        let error = refused(text);
        assert_eq!(&text[error.span.clone()], piece, "{text}: {error}");
        assert!(error.expected.contains(expected), "{text}: {error}");
        error
    };
    let help = |error: ClueError| error.help.unwrap_or_default();
    assert!(help(at("palindrme", "palindrme", "a clue")).contains("`palindrome`"));
    assert!(help(at("odd & sqare", "sqare", "a clue")).contains("`square`"));
    assert!(help(at("multple of 7", "multple", "a clue")).contains("`multiple`"));
    assert!(help(at("nott odd", "nott", "a clue")).contains("`not`"));
    // Three letters are missing; that many may be wrong in a word of six.
    assert!(help(at("fbnaci", "fbnaci", "a clue")).contains("`fibonacci`"));
    let all = help(at("xyzzyplugh", "xyzzyplugh", "a clue"));
    assert!(all.starts_with("known are `square`, `cube`, ") && all.contains("`multiple of N`"));
    assert!(help(at("one more than odd", "one", "a clue")).contains("`1 more than"));
    assert!(help(at("divisible by 9", "9", "`each`")).contains("`multiple of 9`"));
    assert!(help(at("prime number", "number", "the end")).contains("leave out `number`"));
    at("multiple of", "", "a number");
    at("multiple 37", "37", "`of`");
    at("product of digits 7", "7", "`ends` or `is`");
    at("sum of digits is odd", "odd", "a number");
    at(
        "1 more a square",
        "a square".split(' ').nth(1).unwrap_or(""),
        "`than`",
    );
    at("7", "", "`more than` or `less than`");
    at("1 mor than a square", "mor", "`more than`");
    at("odd prime", "prime", "`&` or `or`");
    at("odd &", "", "a clue");
    at("& odd", "&", "a clue");
    at("(odd", "", "`)`");
    at("odd)", ")", "the end");
    at("()", ")", "a clue");
    at("", "", "a clue");
    at("   ", "", "a clue");
    at("a", "a", "a word after");
    at("odd & a & even", "a", "a word after");
    at("odd % 3", "%", "a word, a number");
    at(
        "multiple of 1000000000000000000",
        "1000000000000000000",
        "at most 18 digits",
    );
    at(
        "multiple of 99999999999999999999999999",
        "99999999999999999999999999",
        "at most 18 digits",
    );
    at("gerade é & odd", "gerade", "a clue");
    at("odd & ½", "½", "a word");
    assert!(help(at("multiple of 0", "multiple of 0", "multiple of N")).contains("multiple"));
    at(
        "1 less than 999999999999999999 less than odd",
        "999999999999999999",
        "smaller numbers",
    );
    at(
        "2 less than 999999999999999999 less than odd",
        "999999999999999999",
        "smaller numbers",
    );
    // Two phrases continue with the same word.
    assert_eq!(refused("product of 7").expected, "`digits`");
    assert_eq!(
        refused("multiple of").to_string(),
        "expected a number, found the end (as in `multiple of N`)"
    );
}

#[test]
fn long_and_deep_texts_are_refused_without_harm() {
    assert!(
        refused(&"(".repeat(100_000))
            .expected
            .contains("at most 1000 bytes")
    );
    assert!(
        refused(&"not ".repeat(200))
            .expected
            .contains("at most 50 deep")
    );
    assert!(
        refused(&"(".repeat(1000))
            .expected
            .contains("at most 50 deep")
    );
    assert!(
        refused(&"1 more than ".repeat(80))
            .expected
            .contains("at most 50 deep")
    );
    assert!(Clue::parse(&format!("{}odd{}", "(".repeat(50), ")".repeat(50))).is_ok());
    let long = vec!["odd"; 140].join(" or ");
    assert!(clue(&long).contains(3));
    let shifted = format!("{}odd", "999999999999999999 more than ".repeat(30));
    assert!(!clue(&shifted).contains(1));
}

#[test]
fn random_texts_never_panic() {
    let pieces = [
        "a",
        "an",
        "odd",
        "even",
        "prime",
        "raised",
        "to",
        "power",
        "of",
        "is",
        "in",
        "ends",
        "sum",
        "product",
        "digits",
        "digit",
        "multiple",
        "more",
        "less",
        "than",
        "not",
        "or",
        "&",
        "and",
        "(",
        ")",
        "0",
        "1",
        "37",
        "999999999999999999",
        "palindrome",
        "square",
        "é",
        "�",
        "½",
        "\0",
        "\u{202e}",
        "each",
        "its",
        "divisible",
        "by",
        "fibonacci",
    ];
    let mut random = Random(31);
    let mut accepted = 0;
    for case in 0..20_000 {
        let count = 1 + random.below(if case % 50 == 0 { 60 } else { 8 });
        let mut text = String::new();
        for _ in 0..count {
            text.push_str(pieces[random.below(pieces.len() as u64) as usize]);
            if random.below(5) > 0 {
                text.push(' ');
            }
        }
        match Clue::parse(&text) {
            Ok(clue) => {
                accepted += 1;
                let _ = clue.contains(random.number());
            }
            Err(error) => {
                assert!(
                    text.get(error.span.clone()).is_some(),
                    "{text:?}: {error:?}"
                );
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(accepted > 100, "only {accepted} texts were clues");
}

#[derive(Debug)]
struct Between(u64, u64);

impl Language for Between {
    fn contains(&self, number: u64) -> bool {
        (self.0..=self.1).contains(&number)
    }
}

#[test]
fn a_vocabulary_takes_new_phrases_and_refuses_bad_ones() {
    let mut vocabulary = Vocabulary::standard();
    let build = |numbers: &[u64]| -> Result<Arc<dyn Language>, String> {
        if numbers[0] > numbers[1] {
            Err("the first number must be the smaller one".to_owned())
        } else {
            Ok(Arc::new(Between(numbers[0], numbers[1])))
        }
    };
    assert_eq!(vocabulary.add("from N to N", build), Ok(()));
    let clue = Clue::parse_with("from 10 to 20 & odd", &vocabulary).expect("known");
    assert_eq!(
        (0..100).filter(|&n| clue.contains(n)).collect::<Vec<_>>(),
        [11, 13, 15, 17, 19]
    );
    let error = Clue::parse_with("odd or from 20 to 10", &vocabulary).expect_err("wrong order");
    assert_eq!(error.span, 7..20);
    assert!(error.help.is_some_and(|help| help.contains("smaller")));
    assert_eq!(vocabulary.add("from dusk", build), Ok(()));
    let error = Clue::parse_with("from odd", &vocabulary).expect_err("neither");
    assert_eq!(error.expected, "`dusk` or a number");
    for bad in [
        "",
        "a",
        "N more",
        "not so",
        "or else",
        "and so",
        "wave + wave",
        "wave-like",
        "prime",
        "a multiple of N",
        "from N to an N",
    ] {
        let error = vocabulary.add(bad, build).expect_err(bad);
        assert!(error.to_string().contains(bad), "{bad}: {error}");
    }
    assert!(
        vocabulary
            .phrases()
            .any(|(phrase, _)| phrase == "from N to N")
    );
    assert!(
        Vocabulary::standard()
            .phrases()
            .all(|(_, meaning)| !meaning.is_empty())
    );
}
