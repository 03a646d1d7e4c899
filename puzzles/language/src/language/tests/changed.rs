//! Wordings of the core's tests with random changes: laws, passes and recognised forms do not fire where only part of what
//! they need is said.

use std::sync::Arc;

use super::super::normal::{self, normal};
use super::super::syntax::Rulebook;
use super::core::{ALIKE, DECLARED, random_data, random_filling};
use super::*;

/// Words and phrases that stand for one another in a wording, mostly with another meaning.
const CHANGES: &[&[&str]] = &[
    &["number", "digit"],
    &["room", "area", "row", "column", "line"],
    &["rooms", "areas", "rows", "columns", "lines"],
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

/// One of the wordings with changes, with the declarations of what it speaks of. `None` if it says nothing.
fn random_book(rng: &mut Rng) -> Option<(String, Arc<Rulebook>)> {
    let all: Vec<&str> = ALIKE.iter().flat_map(|one| one.iter().copied()).collect();
    let one = declarations::one(rng, &all);
    let wording = changed(rng, one);
    let found = [
        ("shade", &["shade", "open"][..]),
        ("digit", &["digit"]),
        ("area", &["area"]),
        ("fence", &["drawn", "fence"]),
    ];
    let declared = DECLARED.lines().filter(|line| {
        let own = found
            .iter()
            .find(|(name, _)| line.contains(&format!("decide {name}")));
        own.is_none_or(|(name, words)| {
            *name == "shade" || words.iter().any(|&word| wording.contains(word))
        })
    });
    let declared: Vec<&str> = declared.collect();
    let declared = declared
        .join("\n")
        .replace("digit on cells: 1..9", "digit on cells: 1..3");
    let mut problems = Problems::default();
    let text = format!("{declared}\n\"It holds.\"\n    {wording}\n");
    let book = parse(&text, 0, &|_: &str| None, &mut problems);
    super::super::types::check(&book, &mut problems);
    problems.is_empty().then(|| (wording, Arc::new(book)))
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
            let data = Arc::new(random_data(&mut rng, &book));
            let Some(worded) = normal::data(&data) else {
                break;
            };
            let filling = random_filling(&mut rng, &data);
            let found = interpret::check_but(&data, &filling, &[]);
            let is_trouble = |one: &interpret::Broken| one.message.contains("cannot be evaluated");
            if found.iter().any(is_trouble) {
                break;
            }
            let is_kept = found.is_empty();
            let in_words = interpret::check_but(&worded, &filling, &[]);
            match is_kept {
                true => kept += 1,
                false => broken += 1,
            }
            assert_eq!(
                is_kept,
                in_words.is_empty(),
                "{wording}\n{:?}\n{found:?} {in_words:?}\n{:?} {:?} {filling:?}",
                normal(&book).rules,
                data.geometry,
                data.layers,
            );
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
        let Some((wording, book)) = random_book(&mut rng) else {
            continue;
        };
        let data = Arc::new(random_data(&mut rng, &book));
        let cells = data.geometry.count(Kind::Cell) as u32;
        let places = (1 + u64::from(wording.contains("digit"))) * u64::from(cells);
        let links = match wording.contains("drawn") || wording.contains("fence") {
            true => data.geometry.count(Kind::Link) as u64,
            false => 0,
        };
        // 2 to this power is about how many grids there are.
        if places + links > 10 {
            continue;
        }
        match judge(&data) {
            Outcome::Same { .. } => same += 1,
            Outcome::Refused(_) | Outcome::Nonsense => {}
            wrong => panic!(
                "{wording}\n{:?}\n{wrong:?}\n{:?} {:?}",
                normal(&book).rules,
                data.geometry,
                data.layers
            ),
        }
    }
    assert!(same > 80, "{same}");
}
