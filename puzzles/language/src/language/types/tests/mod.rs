//! Every rulebook passes; the message for each faulty one.

mod books;

use books::BOOKS;

use crate::document::{Problems, ReportStyle, Source};
use crate::language::genres::LIBRARY;
use crate::language::library::Shelf;

/// What the wrong rules are about.
const HEAD: &str = "\
data number on cells: number
data room on cells: regions
data total on room: number
data clue on rows: clue
data target: number
data way on cells: direction
data parts on columns: list of number
data wall on cells: mark
decide shade on cells: shaded \"#\" or open \".\"
decide digit on cells: 0..9 or blank
decide mirror on cells: slash \"/\" or back \"\\\" or clear \".\"
decide fence on links: drawn or gap
decide side on edges: thick or thin
define small c: digit of c <= 3
define half of c: digit of c / 2
define gap_of of a to b: digit of a - digit of b
define clear_of c in r: c is in r
shape L: \"##\" \"#.\"
";

/// Wrong formulas and what is said about them; the table says how they are told.
const FORMULAS: &str = include_str!("formulas.txt");

/// A formula or a rulebook; the message, what is underlined, and a part of what else is said.
type Case<'a> = [&'a str; 4];

fn formulas() -> Vec<Case<'static>> {
    let lines = FORMULAS.lines();
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut cases = Vec::new();
    while let Some(formula) = lines.next() {
        let line = lines.next().expect("what is said about it");
        let mut said = line.trim_start().split(" | ");
        let [message, underlined, more] = [(); 3].map(|()| said.next().unwrap_or(""));
        assert!(
            line.starts_with("    ") && said.next().is_none(),
            "{formula}\n{line}"
        );
        cases.push([formula, message, underlined, more]);
    }
    cases
}

/// What is wrong with a rulebook: the report, and of each problem the message and the text underlined.
fn told(text: &str) -> (String, Vec<(String, String)>) {
    let source = Source {
        name: "wrong.rules".to_owned(),
        text: text.to_owned(),
    };
    let mut problems = Problems::default();
    let kind = Shelf::library().kind_in("wrong", source.clone(), &mut problems);
    assert_eq!(kind.is_err(), !problems.is_empty());
    let found = problems.iter().map(|problem| {
        let span = problem.span.clone().unwrap_or(0..0);
        (
            problem.message.clone(),
            text.get(span).unwrap_or("?").to_owned(),
        )
    });
    (
        problems.render(&source, ReportStyle::default()),
        found.collect(),
    )
}

fn expect(text: &str, [_, message, underlined, more]: Case<'_>) -> Option<String> {
    let (report, found) = told(text);
    let fits = |(known, place): &(String, String)| {
        known == message && (underlined.is_empty() || place == underlined)
    };
    if found.iter().any(fits) && report.contains(more) && report.contains("wrong.rules:") {
        return None;
    }
    Some(format!(
        "{text}\nexpected {message:?} at {underlined:?}, {more:?}; found\n{report}\n"
    ))
}

#[test]
fn wrong_rulebooks_are_told_what_is_wrong() {
    let formulas = formulas();
    let number = formulas.len() + BOOKS.len();
    let formulas = formulas.into_iter().map(|case| {
        let text = format!("{HEAD}\"The rule.\"\n    {}\n", case[0]);
        expect(&text, case)
    });
    let books = BOOKS.iter().map(|&case| expect(case[0], case));
    let wrong: Vec<String> = formulas.chain(books).flatten().collect();
    assert!(
        wrong.is_empty(),
        "{} of {number}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn the_declarations_alone_are_right() {
    assert_eq!(told(HEAD).1, []);
}

#[test]
fn several_are_told_at_once() {
    let text = format!(
        "{HEAD}\"One.\"\n    each cell c: digit of d = 1\n\"Two.\"\n    sum shade in grid = 3\n    some shded cell\n"
    );
    // One cannot be read, but the mistakes in the others are reported as well.
    assert_eq!(told(&text).1.len(), 3);
    let text = text.replace("shded", "shaded");
    assert_eq!(told(&text).1.len(), 2);
}

#[test]
fn every_rulebook_passes() {
    for (name, text) in LIBRARY {
        let (report, found) = told(text);
        assert!(found.is_empty(), "{name}: {report}");
    }
}

#[test]
fn definitions_are_checked_for_what_they_are_used_with() {
    let text = |rule: &str| {
        format!(
            "decide shade on cells: black or white\ndecide fence on links: drawn or gap\ndefine dark x: x is black\n\"A.\"\n    {rule}\n"
        )
    };
    assert_eq!(told(&text("some dark cell")).1, []);
    let (_, found) = told(&text("some dark link"));
    assert_eq!(
        found,
        [("`black` does not fit this".to_owned(), "black".to_owned())]
    );
}

#[test]
fn data_that_no_rule_speaks_of_is_told() {
    let names = |text: &str| -> Vec<String> {
        let mut problems = Problems::default();
        let book = crate::language::parse::parse(text, 0, &|_| None, &mut problems);
        assert!(problems.is_empty());
        let unused = super::unused(&book).into_iter();
        unused.map(|problem| problem.message).collect()
    };
    let text = "data number, other on cells: number\ndecide shade on cells: black or white\n\"A.\"\n    some cell c: number of c = 1\n";
    assert_eq!(names(text), ["no rule uses `other`"]);
    assert_eq!(
        names(&text.replace("number of c = 1", "c has other")),
        ["no rule uses `number`"]
    );
    assert_eq!(
        names(&format!("{text}draw other: text\n")),
        Vec::<String>::new()
    );
}

#[test]
fn rules_use_what_is_declared_below_them() {
    let text = "\"A.\"\n    each room r: r is small\n\"B.\"\n    some dark cell\n\
        data room on cells: regions\ndecide shade on cells: dark or light\n\
        define small r: size of r < 3\n";
    assert_eq!(told(text).1, []);
}

#[test]
fn definitions_follow_what_they_use() {
    let text = "decide shade on cells: dark or light\ndefine lonely c: c is odd_one\n\
        define odd_one c: c is dark\n\"A.\"\n    each cell c: c is lonely\n";
    let (report, found) = told(text);
    assert_eq!(
        found,
        [("`odd_one` of what?".to_owned(), "odd_one".to_owned())]
    );
    assert!(report.contains("`odd_one` is defined below"), "{report}");
}

#[test]
fn an_inherited_rule_is_left_out_by_its_sentence() {
    let base =
        "decide shade on cells: shaded or open\nfirst_one: \"A pond.\"\n    some shaded cell\n";
    let text = "like pond without \"A pond.\"\n";
    let mut problems = Problems::default();
    let library = |_: &str| {
        let mut none = Problems::default();
        Some(crate::language::parse::parse(
            base,
            1000,
            &|_| None,
            &mut none,
        ))
    };
    let book = crate::language::parse::parse(text, 0, &library, &mut problems);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(book.rules.len(), 0);
}
