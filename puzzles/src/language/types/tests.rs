//! Every rulebook passes; the message for each faulty one.

use crate::document::{Problems, ReportStyle, Source};
use crate::language::library::{LIBRARY, Shelf};

/// What the wrong rules speak of.
const HEAD: &str = "\
data number on cells: number
data room on cells: regions
data total on room: number
data clue on rows: clue
data way on cells: direction
data parts on columns: list of number
data wall on cells: mark
decide shade on cells: shaded \"#\" or open \".\"
decide digit on cells: 0..9 or blank
decide fence on links: drawn or gap
decide side on edges: thick or thin
define small c: digit of c <= 3
define half of c: digit of c / 2
define gap_of of a to b: digit of a - digit of b
define clear_of c in r: c is in r
shape L: \"##\" \"#.\"
";

/// Rules, as formulas; the message, what is underlined, and a part of what else is said.
const FORMULAS: &[(&str, &str, &str, &str)] = &[
    // Words that nobody knows.
    (
        "some shded cell",
        "`shded` is not a noun",
        "shded",
        "did you mean `shaded`?",
    ),
    (
        "each cell c: c is shded",
        "unknown name `shded`",
        "shded",
        "did you mean `shaded`?",
    ),
    (
        "each cell c: digt of c = 1",
        "unknown function `digt`",
        "digt",
        "did you mean `digit`?",
    ),
    (
        "each cell c: digit of d = 1",
        "unknown name `d`",
        "d",
        "known here are",
    ),
    (
        "each cell c, d: digit of c = digit of d",
        "`d` is not a noun",
        "d",
        "`cells c, cells d`; or `pair c, d of cells`",
    ),
    (
        "each cell c: digit(c) = 1",
        "expected `and`, `or` or the end of the formula",
        "(",
        "as in `digit of c`",
    ),
    (
        "each row r: some clear_of cell in r",
        "`clear_of` takes 2 arguments",
        "clear_of",
        "`cells c in r where c is clear_of in r`",
    ),
    (
        "each rom r: some shaded cell in r",
        "`rom` is not a noun",
        "rom",
        "did you mean `room`?",
    ),
    (
        "each cell with numbr is open",
        "unknown layer `numbr`",
        "numbr",
        "did you mean `number`?",
    ),
    (
        "each cell c: c has shaded",
        "unknown layer `shaded`",
        "shaded",
        "is a word of the layer `shade`",
    ),
    (
        "sum digt in grid = 10",
        "unknown layer `digt`",
        "digt",
        "did you mean `digit`?",
    ),
    (
        "each group g of equal digt: size of g = 2",
        "unknown layer `digt`",
        "digt",
        "did you mean `digit`?",
    ),
    (
        "each cell c: some open cell right of c until wal",
        "unknown word `wal`",
        "wal",
        "did you mean `wall`?",
    ),
    (
        "each cell c: shade of c = shadd",
        "unknown name `shadd`",
        "shadd",
        "did you mean `shaded`?",
    ),
    (
        "the digits are different",
        "expected `and`, `or` or the end of the formula",
        "digits",
        "",
    ),
    (
        "every cell is open",
        "expected `and`, `or` or the end of the formula",
        "cell",
        "",
    ),
    // A test is needed.
    (
        "each cell c: digit of c",
        "this is not a test",
        "digit of c",
        "compare it, as in `… = 1`",
    ),
    (
        "shaded cells",
        "this is not a test",
        "shaded cells",
        "begin with `each`, `some` or `no`",
    ),
    (
        "count shaded cells",
        "this is not a test",
        "count shaded cells",
        "found a number",
    ),
    (
        "each cell c: shade of c",
        "this is not a test",
        "shade of c",
        "found a word (`shaded` or `open`)",
    ),
    (
        "each cell c: not digit of c",
        "this is not a test",
        "digit of c",
        "expected something that is true or false",
    ),
    (
        "each cell c: if number of c then c is open",
        "this is not a test",
        "number of c",
        "compare it",
    ),
    (
        "each cell c: c is open or 3",
        "this is not a test",
        "3",
        "found the number 3",
    ),
    (
        "some cell where digit of it",
        "this is not a test",
        "digit of it",
        "found a number or `blank`",
    ),
    (
        "each cell c: way of c",
        "this is not a test",
        "way of c",
        "found a direction",
    ),
    // A number is needed.
    (
        "each room r: r = 3",
        "two different sorts of things",
        "r = 3",
        "a region is never the same as the number 3",
    ),
    (
        "each room r: shaded cells in r = 3",
        "two different sorts of things",
        "shaded cells in r = 3",
        "`count …`",
    ),
    (
        "each room r: r > 3",
        "only numbers are less or greater than others",
        "r",
        "`size of …` and `count …`",
    ),
    (
        "each cell c: shade of c < 3",
        "only numbers are less or greater than others",
        "shade of c",
        "found a word",
    ),
    (
        "each cell c: c + 1 = 2",
        "this is not a number",
        "c",
        "found a cell",
    ),
    (
        "each cell c: way of c + 1 = 2",
        "this is not a number",
        "way of c",
        "found a direction",
    ),
    (
        "sum shade in grid = 3",
        "these are not numbers to measure",
        "shade in grid",
        "`count WORD cells in …`",
    ),
    (
        "at least grid shaded cells",
        "this is not a number",
        "grid",
        "found a place of cells",
    ),
    (
        "each row r: increasing shade in r",
        "only numbers increase",
        "shade in r",
        "found a word",
    ),
    (
        "each room r: r divides 12",
        "only numbers divide each other",
        "r",
        "found a region",
    ),
    (
        "each value k from shaded to 3: some cell c: digit of c = k",
        "this is not a number",
        "shaded",
        "found the word `shaded`",
    ),
    (
        "each block b of 0 by 2: some shaded cell in b",
        "a block without cells",
        "0",
        "at least 1",
    ),
    (
        "each cell c: shade of c = 1",
        "two different sorts of things",
        "shade of c = 1",
        "never the same as the number 1",
    ),
    (
        "each cell c: shade of c = drawn",
        "`drawn` is not a possible value here",
        "shade of c = drawn",
        "expected `shaded` or `open`",
    ),
    (
        "each cell c: shade of c is drawn",
        "`drawn` is not a possible value here",
        "drawn",
        "expected `shaded` or `open`",
    ),
    (
        "each cell c: shade of c = \"#\"",
        "two different sorts of things",
        "shade of c = \"#\"",
        "words of layers are written without quotes",
    ),
    (
        "each cell c: c = shaded",
        "two different sorts of things",
        "c = shaded",
        "`x is WORD` asks",
    ),
    (
        "each link e: each cell c of e: c = e",
        "two different sorts of things",
        "c = e",
        "a cell is never the same as a link",
    ),
    (
        "each cell c: way of c = 1",
        "two different sorts of things",
        "way of c = 1",
        "a direction is never",
    ),
    (
        "each column r: parts of r = 3",
        "two different sorts of things",
        "parts of r = 3",
        "a list of values is never",
    ),
    (
        "each cell c: way of c = north",
        "unknown name `north`",
        "north",
        "",
    ),
    // Places that there are not.
    (
        "each cell c: fence of c = drawn",
        "`fence` is not declared on this",
        "c",
        "`fence` is declared on links",
    ),
    (
        "each link e: digit of e = 3",
        "`digit` is not declared on this",
        "e",
        "found a link, but `digit` is declared on cells",
    ),
    (
        "each cell c: c is drawn",
        "`drawn` does not fit this",
        "drawn",
        "a word of `fence`, which is declared on links",
    ),
    (
        "some drawn cell",
        "`drawn` does not fit this",
        "drawn",
        "found a cell",
    ),
    (
        "each horizontal cell is open",
        "`horizontal` does not fit this",
        "horizontal",
        "only links and edges",
    ),
    (
        "each border link is drawn",
        "`border` does not fit this",
        "border",
        "cells, edges and corners lie at the border",
    ),
    (
        "each cell c: digit = 3",
        "`digit` of what?",
        "digit",
        "expected `digit of` and one of the cells",
    ),
    (
        "each cell c: c is wall",
        "`wall` is a mark, which is there or not",
        "wall",
        "`c has wall`",
    ),
    (
        "each cell c: size of c = 1",
        "the size of one thing is always 1",
        "c",
        "expected a place",
    ),
    (
        "each line l, step r, s in runs of shaded cells in l: size of r != size of s",
        "a step goes from one cell to the next",
        "step r, s in runs of shaded cells in l",
        "pair a, b of runs",
    ),
    (
        "each room r with number: some open cell in r",
        "`number` is declared on single cells",
        "number",
        "where some cell in it has number",
    ),
    (
        "count cells right of first cell until shaded = 2",
        "`until` in which direction?",
        "shaded",
        "`cells right of (first cell) until shaded`",
    ),
    (
        "count cells reached from first cell through drawn links = 2",
        "a walk goes through cells",
        "drawn links",
        "found links",
    ),
    (
        "each cell c: exactly 1 group of drawn links of c",
        "a group of links contains no cell",
        "c",
        "where some link of c is in it",
    ),
    (
        "every cell is open",
        "expected `and`, `or` or the end of the formula",
        "cell",
        "each",
    ),
    (
        "there is some shaded cell",
        "unknown name `there`",
        "there",
        "`some shaded cell`",
    ),
    (
        "each cell c has some drawn link",
        "`has` asks for a value of a layer",
        "some",
        "some drawn link of c",
    ),
    (
        "each cell c: some cell in digit of c",
        "this is not a place",
        "digit of c",
        "found a number or `blank`",
    ),
    (
        "each cell in 3 is open",
        "this is not a place",
        "3",
        "found the number 3",
    ),
    (
        "each link e: each neighbour n of e: n is open",
        "only cells have neighbours",
        "e",
        "found a link",
    ),
    (
        "each cell c: exactly 1 shaded neighbour",
        "neighbours of what?",
        "shaded neighbour",
        "write `neighbours of c`",
    ),
    (
        "each corner p: each corner q: row of p = row of q",
        "a corner does not lie in a row",
        "p",
        "expected a cell, a link or an edge",
    ),
    (
        "each corner p: each link e of p: e is drawn",
        "links do not belong to a corner",
        "p",
        "cells have links, edges and corners",
    ),
    (
        "each link e: some cell in e is open",
        "cells are not in this",
        "e",
        "`cells of x` are those that belong to a link",
    ),
    (
        "each cell towards shaded from c is open",
        "this is not a direction",
        "shaded",
        "expected `up`, `right`",
    ),
    (
        "each cell c: some shaded cell towards 3 from c",
        "this is not a direction",
        "3",
        "found the number 3",
    ),
    (
        "each cell c: some drawn link right of c",
        "only cells are seen and reached",
        "drawn link right of c",
        "expected `cells`",
    ),
    (
        "shaded cells are one loop",
        "only links and edges form loops and paths",
        "shaded cells",
        "decide `on links`",
    ),
    (
        "drawn links are a rectangle",
        "only cells fill a rectangle",
        "drawn links",
        "found a place of links",
    ),
    (
        "each link e: e is inside drawn links",
        "only cells and corners lie inside a loop",
        "e",
        "",
    ),
    (
        "each step a, b: digit of a < digit of b",
        "steps in what?",
        "step a, b",
        "as in `step a, b in r`",
    ),
    (
        "each cell c: size of digit of c = 2",
        "this has no size",
        "digit of c",
        "found a number or `blank`",
    ),
    (
        "each link e: ring of e are connected",
        "only cells have a ring",
        "e",
        "found a link",
    ),
    (
        "pairs of neighbours are connected",
        "pairs are two things at once",
        "pairs of neighbours",
        "each pair a, b",
    ),
    // Numbers.
    (
        "each cell c: digit of c / 0 = 1",
        "a division by 0",
        "0",
        "nothing can be divided by 0",
    ),
    (
        "each cell c: digit of c mod (2 - 2) = 1",
        "a division by 0",
        "(2 - 2)",
        "",
    ),
    (
        "each cell c: digit of c < 10 ^ 40",
        "the number is too large",
        "10 ^ 40",
        "30 digits",
    ),
    (
        "some value k from 1 to 1000000: digit of first cell = k",
        "too many values",
        "1 to 1000000",
        "at most 100000",
    ),
    // Definitions and clues.
    (
        "each cell c: small = 3",
        "`small` of what?",
        "small",
        "used like an adjective: `x is small`",
    ),
    (
        "each cell c: half = 3",
        "`half` of what?",
        "half",
        "used with `of`: `half of x`",
    ),
    (
        "each cell c: c is half",
        "`half` of what?",
        "half",
        "used with `of`",
    ),
    (
        "each small link is drawn",
        "`digit` is not declared on this",
        "c",
        "found a link",
    ),
    (
        "each cell c: gap_of of c = 2",
        "expected a preposition such as `in`, `to` or `for`, and another argument",
        "=",
        "",
    ),
    (
        "each cell c: digit of c satisfies \"prim\"",
        "the clue cannot be read",
        "\"prim\"",
        "",
    ),
    (
        "each cell c: digit of c satisfies 3",
        "this is not a clue",
        "3",
        "found the number 3",
    ),
    (
        "each row r: shade in r reads \"shaded+ opn\"",
        "the regular expression cannot be read",
        "shade in r reads \"shaded+ opn\"",
        "",
    ),
    (
        "each row r: shade in r reads \"(shaded\"",
        "the regular expression cannot be read",
        "shade in r reads \"(shaded\"",
        "",
    ),
    // Slips of form.
    (
        "each cell c, digit of c = 1",
        "`digit` is not a noun",
        "digit",
        "",
    ),
    (
        "each cell c digit of c = 1",
        "expected `:` and what holds for each, or `is`, or `has`",
        "digit",
        "",
    ),
    ("exactly one shaded cell", "unknown name `one`", "one", ""),
    (
        "1 <= digit of first cell <= 3",
        "two comparisons in a row",
        "<=",
        "`a <= b and b <= c`",
    ),
    (
        "each cell c: (digit of c = 1",
        "expected `)` to close the parenthesis",
        "",
        "",
    ),
    (
        "each pair a b of neighbours: a is open",
        "expected `,` and a second variable, as in `pair a, b of neighbours`",
        "b",
        "",
    ),
    (
        "each block b: some open cell in b",
        "expected `of` and the size, as in `block b of 2 by 2`",
        ":",
        "",
    ),
    (
        "if some shaded cell: some open cell",
        "expected `then` after the condition",
        "",
        "",
    ),
    (
        "let n be 3 digit of first cell = n",
        "expected `:` after what `let` names",
        "digit",
        "",
    ),
    (
        "all digits in grid are different",
        "expected `different` or `equal` after `all`",
        "digits",
        "",
    ),
    (
        "sum of digits = 3",
        "expected `in` and a place, as in `sum digit in r`",
        "=",
        "",
    ),
    (
        "each run n of row: size of n = 2",
        "expected `cells`, with adjectives before it",
        "row",
        "",
    ),
    (
        "each cell c: c is \"open\"",
        "two different sorts of things",
        "c is \"open\"",
        "",
    ),
];

/// Whole rulebooks.
const BOOKS: &[(&str, &str, &str, &str)] = &[
    (
        "decide shade on cels: shaded or open\n",
        "`cels` is not a noun",
        "cels",
        "did you mean `cell`?",
    ),
    (
        "decide shade on cells shaded or open\n",
        "expected `:` and the possible values",
        "or",
        "",
    ),
    (
        "decide cell on cells: 1..9\n",
        "`cell` is a word of the language",
        "cell",
        "choose another name",
    ),
    (
        "decide digit on cells: 9..1\n",
        "a range without numbers",
        "9..1",
        "did you mean `1..9`?",
    ),
    (
        "decide digit on cells: 1..\n",
        "no upper bound for `digit`",
        "1",
        "as in `1..99`",
    ),
    (
        "decide digit on cells: number\n",
        "this is for data only",
        "number",
        "as in `1..9`",
    ),
    ("decide digit on cells: 1..m\n", "unknown name `m`", "m", ""),
    (
        "decide shade on cells: black \"#\" or wall \"#\"\n",
        "`black` and `wall` are both written `#`",
        "wall",
        "a sign of its own",
    ),
    (
        "decide shade on cells: black or white or black\n",
        "the word `black` twice",
        "black",
        "",
    ),
    (
        "shape L: \"##\" \"#.\"\ndata letter on cells: L or M\n",
        "`L` is a shape and a word of `letter`",
        "L",
        "different names",
    ),
    (
        "data hole on cells: mark\ndecide digit on cells: 1..count cells without hole, given\n",
        "`given` is not a noun",
        "given",
        "`1..(count cells without hole), given`",
    ),
    (
        "decide shade on cells: \"#\" or \".\"\n",
        "a text without a name",
        "\"#\"",
        "expected a word before it",
    ),
    (
        "decide shade on cells: black or white\ndecide shade on cells: 1..2\n",
        "`shade` is declared twice",
        "shade",
        "another name",
    ),
    (
        "deside shade on cells: black or white\n",
        "expected a declaration or a rule",
        "deside",
        "did you mean `decide`?",
    ),
    (
        "data total on cages: number\n",
        "`cages` is not a noun",
        "cages",
        "",
    ),
    (
        "data digit on cells: 1..9\ndata total on digit: number\n",
        "`digit` is not a noun",
        "digit",
        "",
    ),
    (
        "decide shade on cells: black or white\ndecide digit on black cells: 1..9\n",
        "`shade` is to be found",
        "black",
        "only be restricted by data",
    ),
    (
        "grid n\n",
        "expected `by` and the columns, as in `grid n by n`",
        "",
        "",
    ),
    (
        "boards 100\n",
        "expected a number of boards, from 1 to 64",
        "100",
        "",
    ),
    (
        "like nurikab\n",
        "there is no rulebook `nurikab`",
        "nurikab",
        "",
    ),
    (
        "like nurikabe without pools\n",
        "there is no rule `pools`",
        "pools",
        "",
    ),
    (
        "\"A rule.\"\n",
        "this sentence has no formula",
        "\"A rule.\"",
        "indented",
    ),
    (
        "\"\"\n    some cell\n",
        "a rule without a sentence",
        "\"\"",
        "to show when the rule is broken",
    ),
    (
        "    some cell\n",
        "an indented line that belongs to nothing",
        "some cell",
        "a sentence in quotes before it",
    ),
    (
        "\"A.\"\n    some cell\n\"A.\"\n    some cell\n",
        "the rule exists already",
        "\"A.\"",
        "a name of its own",
    ),
    (
        "\"A.\" some cell\n",
        "something after the sentence",
        "some",
        "in the lines below, indented",
    ),
    (
        "define a of c: a of c\n\"A.\"\n    some cell c: a of c = 1\n",
        "`a` is defined in terms of itself",
        "a of c",
        "",
    ),
    (
        "define a c: digit of c = 1\n",
        "unknown function `digit`",
        "digit",
        "",
    ),
    (
        "define: some cell\n",
        "expected a name after `define`",
        ":",
        "",
    ),
    (
        "shape L: ###\n",
        "expected a row of the shape in quotes",
        "",
        "",
    ),
    (
        "decide shade on cells: black or white\ndraw shde: fill\n",
        "there is no layer `shde`",
        "shde",
        "did you mean `shade`?",
    ),
    (
        "decide shade on cells: black or white\ndraw shade: filled\n",
        "there is no style `filled`",
        "filled",
        "did you mean `fill`?",
    ),
    (
        "decide shade on cells: black or white\nanswer count blck cells\n",
        "`blck` is not a noun",
        "blck",
        "did you mean `block`?",
    ),
    (
        "decide shade on cells: black or white\nleast shade in grid\n",
        "expected the end of the line",
        "in",
        "",
    ),
    (
        "data title: number\n",
        "`title` is a key with another meaning in puzzle files",
        "title",
        "`in KEY`",
    ),
    (
        "decide shade on cells: black or white\n\"A.\"\n    shape of first row = shape of last row\n",
        "no shape is declared",
        "shape of first row",
        "a `shape` declares",
    ),
];

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

fn expect(text: &str, (_, message, underlined, more): &(&str, &str, &str, &str)) -> Option<String> {
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
    let formulas = FORMULAS.iter().map(|case| {
        let text = format!("{HEAD}\"The rule.\"\n    {}\n", case.0);
        expect(&text, case)
    });
    let books = BOOKS.iter().map(|case| expect(case.0, case));
    let wrong: Vec<String> = formulas.chain(books).flatten().collect();
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        FORMULAS.len() + BOOKS.len(),
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
    // One cannot be read, and what is wrong with the others is told all the same.
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
