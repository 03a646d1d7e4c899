//! Wordings of the core's tests with random changes: laws, passes and recognised forms do not fire where only part of what
//! they need is said.

use std::sync::Arc;

use super::super::normal::{self, normal};
use super::super::syntax::Rulebook;
use super::alike::{ALIKE, DECLARED};
use super::core::{random_data, random_filling};
use super::*;

/// Words and phrases that stand for one another in a wording, mostly with another meaning.
const CHANGES: &[&[&str]] = &[
    &["number", "digit"],
    &["room", "area", "tract", "row", "column", "line"],
    &["rooms", "areas", "tracts", "rows", "columns", "lines"],
    &["shaded", "open", "border", "not shaded", "not border"],
    &["each", "some", "no", "exactly 1", "at most 1", "at least 2"],
    &["=", "!=", "<", "<=", ">", ">="],
    &["0", "1", "2", "3"],
    &["and", "or"],
    &["least", "greatest", "sum", "product"],
    &["different", "equal"],
    &[
        "group of open cells",
        "group of shaded cells",
        "group of equal digit",
        "area",
        "room",
    ],
    &[
        "open cells",
        "shaded cells",
        "cells with mark",
        "cells without mark",
        "cells with number",
    ],
    &["cells", "links", "corners", "neighbours"],
    &[
        "cells",
        "cells besides first cell in grid",
        "(cells in first room)",
        "(cells in first area)",
    ],
    &["cell", "link", "neighbour", "contact"],
    &[
        "in r",
        "in row of c",
        "in room of c",
        "in area of c",
        "seen from c",
        "touching c",
    ],
    &[
        "in g",
        "in room of c",
        "in area of d",
        "in first group of shaded cells of c",
    ],
    &[
        "of c",
        "of d",
        "of a",
        "of (left neighbour of c)",
        "of (first cell in grid)",
    ],
    &[
        "c is in g",
        "c is in room of d",
        "c is in area of d",
        "d is in row of c",
    ],
    &[
        "area of c",
        "room of c",
        "row of c",
        "first group of open cells of c",
    ],
    &[
        "is shaded",
        "is open",
        "has mark",
        "has no number",
        "is drawn",
    ],
];

/// A wording with one to three changes.
fn changed(rng: &mut Rng, wording: &str) -> String {
    let mut text = format!(" {wording} ");
    for _ in 0..1 + rng.below(3) {
        let words = declarations::one(rng, CHANGES);
        let places: Vec<(usize, &str)> = words
            .iter()
            .flat_map(|&word| {
                let found = text.match_indices(word).map(move |(at, _)| (at, word));
                found.collect::<Vec<_>>()
            })
            .filter(|&(at, word)| {
                let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"<>=!".contains(&byte);
                let bytes = text.as_bytes();
                !is_part(bytes[at - 1]) && !is_part(bytes[at + word.len()])
            })
            .collect();
        if places.is_empty() {
            continue;
        }
        let (at, word) = declarations::one(rng, &places);
        text.replace_range(at..at + word.len(), declarations::one(rng, words));
    }
    text.trim().to_owned()
}

/// Layers that do not stand everywhere, or whose values are not all numbers, in place of others.
const ELSEWHERE: [[&str; 2]; 3] = [
    [
        "decide area on cells:",
        "decide area on cells without mark:",
    ],
    [
        "decide digit on cells: 1..9",
        "decide digit on cells: 1..2 or blank \"-\"",
    ],
    [
        "decide shade on cells:",
        "decide shade on cells without mark:",
    ],
];

/// A rulebook whose only rule says this, with those layers to find of which it speaks, in half of the cases some of them
/// other than usual. `None` if it says nothing.
fn book_of(rng: &mut Rng, wording: &str) -> Option<Arc<Rulebook>> {
    let speaks = |line: &str| match line.strip_prefix("decide ") {
        Some(layer) if layer.starts_with("digit") => wording.contains("digit"),
        Some(layer) if layer.starts_with("area") => wording.contains("area"),
        Some(layer) if layer.starts_with("tract") => wording.contains("tract"),
        Some(layer) if layer.starts_with("fence") => wording.contains("drawn"),
        _ => true,
    };
    let declared: Vec<&str> = DECLARED.lines().filter(|line| speaks(line)).collect();
    let mut declared = declared.join("\n");
    if rng.below(2) == 0 {
        for [usual, other] in ELSEWHERE {
            if rng.below(2) == 0 {
                declared = declared.replace(usual, other);
            }
        }
    }
    let declared = declared.replace("decide digit on cells: 1..9", "decide digit on cells: 1..3");
    let mut problems = Problems::default();
    let text = format!("{declared}\n\"It holds.\"\n    {wording}\n");
    let book = parse(&text, 0, &|_: &str| None, &mut problems);
    super::super::types::check(&book, &mut problems);
    problems.is_empty().then(|| Arc::new(book))
}

/// One of the wordings of the core's tests with changes.
fn random_book(rng: &mut Rng) -> Option<(String, Arc<Rulebook>)> {
    let all: Vec<&str> = ALIKE.iter().flat_map(|one| one.iter().copied()).collect();
    let one = declarations::one(rng, &all);
    let wording = changed(rng, one);
    let book = book_of(rng, &wording)?;
    Some((wording, book))
}

/// Whether the checker accepts a random grid, which it must do alike in normal words. `None` if there are none, or the rule
/// cannot be evaluated.
fn is_accepted_in_normal_words(rng: &mut Rng, wording: &str, book: &Arc<Rulebook>) -> Option<bool> {
    let data = Arc::new(random_data(rng, book));
    let worded = normal::data(&data)?;
    let filling = random_filling(rng, &data);
    let found = interpret::check_but(&data, &filling, &[]);
    let is_trouble = |one: &interpret::Broken| one.message.contains("cannot be evaluated");
    if found.iter().any(is_trouble) {
        return None;
    }
    let in_words = interpret::check_but(&worded, &filling, &[]);
    assert_eq!(
        found.is_empty(),
        in_words.is_empty(),
        "{wording}\n{:?}\n{found:?} {in_words:?}\n{:?} {:?} {filling:?}",
        normal(book).rules,
        data.geometry,
        data.layers,
    );
    Some(found.is_empty())
}

/// How many grids with some random data are solutions, which are those that the checker accepts. `None` if there are too
/// many to try, or the rule is refused.
fn number_of_solutions(rng: &mut Rng, wording: &str, book: &Arc<Rulebook>) -> Option<usize> {
    let data = Arc::new(random_data(rng, book));
    let binary = |name, kind| match book.layer(name) {
        Some(_) => data.geometry.count(kind),
        None => 0,
    };
    // 2 to this power is about how many grids there are.
    let cells = data.geometry.count(Kind::Cell) + binary("digit", Kind::Cell);
    if cells + binary("fence", Kind::Link) > 10 {
        return None;
    }
    match judge(&data) {
        Outcome::Same { solutions, .. } => Some(solutions),
        Outcome::Refused(_) | Outcome::Nonsense => None,
        wrong => panic!(
            "{wording}\n{:?}\n{wrong:?}\n{:?} {:?}",
            normal(book).rules,
            data.geometry,
            data.layers
        ),
    }
}

#[test]
fn changed_wordings_keep_their_meaning_in_normal_words() {
    let mut rng = Rng::new(number_of("CHANGED_SEED", 3));
    let (mut kept, mut broken, mut valid) = (0, 0, 0);
    for _ in 0..number_of("CHANGED_COUNT", 2000) {
        let Some((wording, book)) = random_book(&mut rng) else {
            continue;
        };
        valid += 1;
        for _ in 0..20 {
            match is_accepted_in_normal_words(&mut rng, &wording, &book) {
                Some(true) => kept += 1,
                Some(false) => broken += 1,
                None => break,
            }
        }
    }
    assert!(
        valid > 600 && kept > 3000 && broken > 3000,
        "{valid} {kept} {broken}"
    );
}

#[test]
fn changed_wordings_have_the_solutions_that_the_checker_accepts() {
    let mut rng = Rng::new(number_of("CHANGED_SEED", 4));
    let mut same = 0;
    for _ in 0..number_of("CHANGED_COUNT", 300) {
        if let Some((wording, book)) = random_book(&mut rng) {
            let found = number_of_solutions(&mut rng, &wording, &book);
            same += usize::from(found.is_some());
        }
    }
    assert!(same > 80, "{same}");
}

/// Wordings that once were solved or checked with another meaning.
const MISREAD: &[&str] = &[
    // Where a cell belongs to no room, the first is false, and all that is said of the cells in its room is missing.
    "each cell d: some shaded cell c: c is in room of d",
    // A group of one cell has no link.
    "each group g of shaded cells: exactly 1 link in g",
    // A missing room before another phrase is missing, behind it only left out.
    "each cell d: exactly 1 pair a, b of (cells in room of d), row r: a is shaded",
    "each cell d: exactly 1 shaded cell a in room of d, row r",
    // Nothing is said of the first of two cells.
    "each pair a, b of open cells: first group of open cells of (first cell in grid) = first group of open cells of b",
    "each pair a, b of open cells: first cell in grid is in first group of open cells of b",
    // What is in parentheses is not called `grid of c`, or `r of c`.
    "each shaded cell c: some cell d in (grid) of c: d has number",
    "each room r, cell c in r: some cell d in (r) of c: d is shaded",
    // Cells that have no group.
    "all equal over open cells c: first group of open cells of (left neighbour of c)",
    "(distinct over open cells c: first group of open cells of (left neighbour of c)) = 1",
    // A number that is not told is in no group of equal numbers.
    "each cell c: c is shaded or size of (first group of equal number of c) = 0",
    // Of numbers that are not told it is missing whether they are all different.
    "at least 2 area r: each value k from 1 to 9: at most 1 cell a in r: number of a = k",
    "at least 2 area r: each pair a, b of cells in r: number of a != number of b",
    // A cell that is in no region to find: its size is 0, as is its width.
    "each cell c: size of area of c = 2",
    "some cell c: size of area of c != 2",
    "each cell c: width of area of c < 2",
    "each cell c: area of c is a rectangle",
    // One without a number is in no group of equal numbers.
    "each cell c: size of (first group of equal digit of c) = 2",
    "some cell c: size of (first group of equal digit of c) = 0",
    "each cell c: digit of c = count cells reached from c through (cells d where digit of d = digit of c)",
    // What stands behind the noun of which groups are made is not said of the groups.
    "each line r, shaded cell c in r, group g of (shaded cells touching c): c is in g",
    // What follows a number of values is no part of the last one.
    "some cell c: (count values k from 2 to 3) * digit of c = 4",
    // Nor are the members after it counted for it.
    "no room r, value k from 1 to (count links in r): (count cells c in r where digit of c = k) >= 1",
    // Of several cells there is no room; of a cell in none it is missing.
    "room of (cell where digit of it = 1) = room of (first cell in grid)",
    "some cell c: room of (cell d in row of c where d is shaded) != room of c",
    "each row r: room of (shaded cells in r) = room of (open cells in r)",
    // Pairs, the first of which comes first.
    "no cell c, cell d after c: digit of c < digit of d and c is shaded",
    "each row r: no cell c in r, cell d in r after c: digit of c < digit of d",
    "some room r, cell c in r, cell d in r after c: digit of c < digit of d and d is shaded",
    "(sum over cells c with number, cells d after c where d is shaded: digit of d - digit of c) = 3",
    "each group g of shaded cells, cell c in g: no cell d in g after c: digit of c < digit of d",
    "each area r, link k in r, link m in r after k: digit of first cell of k != digit of first cell of m",
    // Coordinates along a line are the order of its cells.
    "each row r: (sum over cells c in r where x of c > x of (first shaded cell in r): digit of c) = 3",
    "each line l: (count cells c in l where x of c + y of c < x of (last shaded cell in l) + y of (last shaded cell in l)) = 1",
    "each column r, cell a in r, cell c in r where y of c > y of a: digit of a != digit of c or c is shaded",
    "each row r: no cell c in r where x of c > x of (first cell in r with number) and x of c < x of (last open cell in r): c is shaded",
    // Sets without cells.
    "all different over cells c with mark: shaded cells of c",
    "all equal over cells c with mark: shaded cells of c",
    "all different over cells c with mark: groups of shaded cells of c",
];

#[test]
fn what_was_misread_is_read_as_it_is_meant() {
    let mut rng = Rng::new(5);
    for wording in MISREAD {
        let mut found = 0;
        for _ in 0..30 {
            let book = book_of(&mut rng, wording);
            let book = book.unwrap_or_else(|| panic!("no rule: {wording}"));
            for _ in 0..10 {
                is_accepted_in_normal_words(&mut rng, wording, &book);
            }
            found += number_of_solutions(&mut rng, wording, &book).unwrap_or(0);
        }
        assert!(found > 0, "{wording}");
    }
}
