//! Normal words: one for all wordings, with the meaning of each.

use std::collections::BTreeSet;

use super::super::core::{LAWS, Words};
use super::super::genres::LIBRARY;
use super::super::normal::{data, normal};
use super::super::parse::FormulaReader;
use super::super::resolve::Resolver;
use super::super::syntax::Rulebook;
use super::alike::{ALIKE, DECLARED};
use super::*;

/// The rulebook of a text without mistakes.
fn book(text: &str) -> Rulebook {
    let mut problems = Problems::default();
    let library = |name: &str| {
        let text = LIBRARY.iter().find(|(own, _)| *own == name)?.1;
        Some(book(text))
    };
    let book = parse(text, 0, &library, &mut problems);
    super::super::types::check(&book, &mut problems);
    assert!(problems.is_empty(), "{problems:?}\n{text}");
    book
}

/// The laws that are applied to the formulas of a rulebook.
fn applied(book: &Rulebook) -> BTreeSet<&'static str> {
    let laws = normal(book).laws.into_iter();
    laws.filter(|(.., count)| *count > 0)
        .map(|(name, ..)| name)
        .collect()
}

#[test]
fn nearly_all_rules_of_the_library_have_normal_words() {
    let (mut all, mut written) = (0, Vec::new());
    for (name, text) in LIBRARY {
        let book = book(text);
        all += book.rules.len();
        let rules = book.rules.iter().zip(normal(&book).rules);
        let left = rules.filter(|(_, said)| said.is_none());
        written.extend(left.map(|(rule, _)| format!("{name}: {}", rule.id)));
    }
    // The others speak of folding, of ways whose direction is to be found, or of places and values that may be missing.
    assert!(written.len() * 30 <= all, "{written:#?}");
}

#[test]
fn normal_words_are_read_as_the_terms_that_they_say() {
    for (name, text) in LIBRARY {
        let book = book(text);
        let said = FormulaReader::of(&book);
        for has_laws in [true, false] {
            let mut resolver = Resolver::new(&book, has_laws);
            for rule in &book.rules {
                let Ok(statements) = resolver.rule(&rule.formulas) else {
                    continue;
                };
                let mut words = Words::new(&mut resolver.store, &book);
                let texts: Vec<String> =
                    statements.iter().map(|&one| words.statement(one)).collect();
                let formulas = texts.iter().map(|text| {
                    let formula = said.formula(text, 0);
                    formula.unwrap_or_else(|| panic!("{name}: {text}"))
                });
                let formulas: Vec<_> = formulas.collect();
                // Without laws, the words for a term are not the only ones.
                if has_laws {
                    let again = resolver.rule(&formulas);
                    assert_eq!(again, Ok(statements), "{name}: {texts:#?}");
                }
            }
        }
    }
}

#[test]
fn wordings_of_one_meaning_have_the_same_words() {
    let mut all = BTreeSet::new();
    for wordings in ALIKE {
        let mut words = Vec::new();
        for wording in *wordings {
            let book = book(&format!("{DECLARED}\n\"It holds.\"\n    {wording}\n"));
            all.append(&mut applied(&book));
            let said = normal(&book).rules.remove(0);
            words.push(said.unwrap_or_else(|| panic!("no words for {wording}")));
        }
        for (wording, own) in wordings.iter().zip(&words) {
            assert_eq!(*own, words[0], "{wording}");
        }
    }
    for (_, text) in LIBRARY {
        all.append(&mut applied(&book(text)));
    }
    // A law that changes nothing anywhere is not needed.
    let idle: Vec<&str> = LAWS
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !all.contains(name))
        .collect();
    assert_eq!(idle, [""; 0]);
}

/// Wordings in lists of [`ALIKE`] on random grids: the checker, which knows no laws, accepts the same grids in all words.
#[test]
fn wordings_of_one_meaning_are_accepted_alike() {
    let mut rng = Rng::new(7);
    let mut telling = 0;
    for wordings in ALIKE {
        let (mut kept, mut broken) = (0, 0);
        let books = wordings
            .iter()
            .map(|wording| Arc::new(book(&format!("{DECLARED}\n\"It holds.\"\n    {wording}\n"))));
        let books: Vec<Arc<Rulebook>> = books.collect();
        for _ in 0..300 {
            let data = random_data(&mut rng, &books[0]);
            let filling = random_filling(&mut rng, &data);
            let verdicts = books.iter().map(|book| {
                let data = Data {
                    book: Arc::clone(book),
                    ..data.clone()
                };
                interpret::check_but(&data, &filling, &[]).is_empty()
            });
            let verdicts: Vec<bool> = verdicts.collect();
            match verdicts[0] {
                true => kept += 1,
                false => broken += 1,
            }
            for (wording, verdict) in wordings.iter().zip(&verdicts) {
                assert_eq!(*verdict, verdicts[0], "{wording}\n{data:?}\n{filling:?}");
            }
        }
        telling += usize::from(kept > 0 && broken > 0);
    }
    // A few hardly ever hold, or nearly always.
    assert!(
        telling * 3 >= ALIKE.len() * 2,
        "only {telling} tell anything"
    );
}

/// Data on a small grid, of which some are missing, and some numbers not told.
pub(super) fn random_data(rng: &mut Rng, book: &Arc<Rulebook>) -> Data {
    let sizes = [(1, 2), (2, 2), (2, 3), (1, 3)];
    let (rows, columns) = declarations::one(rng, &sizes);
    let geometry = Geometry {
        rows,
        columns,
        boards: 1,
    };
    let cells = geometry.count(Kind::Cell);
    let mut some = |place: usize, value: &dyn Fn(&mut Rng, usize) -> Datum| match rng.below(3) {
        0 => Datum::Missing,
        _ => value(rng, place),
    };
    let number = |rng: &mut Rng, _: usize| match rng.below(5) {
        0 => Datum::Untold,
        _ => Datum::Number(1 + rng.below(4) as i64),
    };
    let mark = |_: &mut Rng, _: usize| Datum::Mark;
    let list = |rng: &mut Rng, _: usize| {
        let length = rng.below(3);
        Datum::List((0..length).map(|_| Some(1 + rng.below(2) as i64)).collect())
    };
    let room = |_: &mut Rng, place: usize| Datum::Region(place / 2);
    let layers = book.layers.iter().map(|layer| match &*layer.word.name {
        "number" => (0..cells).map(|place| some(place, &number)).collect(),
        "hint" => (0..rows + columns)
            .map(|place| some(place, &list))
            .collect(),
        "total" => vec![some(0, &list)],
        "mark" => (0..cells).map(|place| some(place, &mark)).collect(),
        "room" => (0..cells).map(|place| some(place, &room)).collect(),
        _ => Vec::new(),
    });
    let layers = layers.collect();
    let names = (0..cells.div_ceil(2)).map(|region| region.to_string());
    let names: Vec<String> = names.collect();
    Data {
        geometry,
        layers,
        region_names: book
            .layers
            .iter()
            .map(|layer| match &*layer.word.name {
                "room" => names.clone(),
                _ => Vec::new(),
            })
            .collect(),
        asked: None,
        book: Arc::clone(book),
    }
}

/// A filled grid: any values, of which few numbers, so that some are equal.
pub(super) fn random_filling(rng: &mut Rng, data: &Data) -> Filling {
    let layers = data.book.layers.iter().enumerate();
    let layers = layers.map(|(number, layer)| {
        if layer.role == Role::Data {
            return Vec::new();
        }
        if layer.domain == Domain::Regions {
            let mut grounds = interpret::Grounds::new(data);
            let cells = 0..data.geometry.count(Kind::Cell);
            let stands: Vec<bool> = cells.map(|cell| grounds.stands(number, cell)).collect();
            let all = partitions(&data.geometry, &stands);
            return all[rng.below(all.len() as u64) as usize].clone();
        }
        (0..positions(data, &layer.on))
            .map(|position| {
                let values = values(data, number, position);
                let most = values.len().min(4) as u64;
                values[rng.below(most) as usize]
            })
            .collect()
    });
    Filling {
        layers: layers.collect(),
    }
}

#[test]
fn what_does_not_mean_the_same_has_other_words() {
    let different = [
        ["each area r: size of r >= 1", "each area r: size of r >= 2"],
        [
            "each cell c: number of c = 2",
            "each cell c with number: c is shaded",
        ],
        // A cell of the data that belongs to no room has no size of its room.
        [
            "each room r, cell c in r: c is shaded",
            "each cell c: c is shaded",
        ],
        [
            "each cell c: digit of c / 2 = 1",
            "each cell c: digit of c = 2",
        ],
        // A group of one cell has no link.
        [
            "each group g of shaded cells: exactly 1 link in g",
            "each group g of shaded cells: at most 1 link in g",
        ],
        // Where a cell belongs to no room, a cell in its room is missing, but the room is, too.
        [
            "each cell d: some shaded cell c: c is in room of d",
            "each cell d: some shaded cell in room of d",
        ],
        [
            "some cell c: each neighbour d of c: d is shaded",
            "each cell d: some neighbour c of d: d is shaded",
        ],
        // A cell with a mark is in no tract, whose size is 0.
        [
            "each cell c: size of tract of c = 3",
            "each tract r: size of r = 3",
        ],
        // A cell that belongs to no room is not in one, but its own is missing.
        [
            "each open cell c: c is in room of first cell in grid",
            "each open cell c: room of c = room of first cell in grid",
        ],
    ];
    for pair in different {
        let [one, other] = pair.map(|wording| {
            normal(&book(&format!(
                "{DECLARED}\n\"It holds.\"\n    {wording}\n"
            )))
            .rules
            .remove(0)
        });
        assert!(one.is_some() && one != other, "{pair:?}");
    }
}

/// Whether the checker accepts the same grids with the rules as they are written and in normal words, by a law or none.
#[test]
fn the_checker_accepts_the_same_grids_in_normal_words() {
    let (mut grids, mut worded) = (0, 0);
    for seed in 0..number_of("CORE_SEEDS", 400) {
        let case = Case::random(seed, &[16, 64, 64]);
        let Ok(written) = case.data() else {
            continue;
        };
        let Some(normal) = data(&written) else {
            continue;
        };
        worded += 1;
        for filling in assignments(&written) {
            let broken = |data: &Data| {
                let broken = interpret::check_but(data, &filling, &[]);
                let is_trouble = broken
                    .iter()
                    .any(|one| one.message.contains("cannot be evaluated"));
                (
                    broken
                        .into_iter()
                        .map(|one| format!("{:?}", one.rule))
                        .collect::<BTreeSet<_>>(),
                    is_trouble,
                )
            };
            let (as_written, is_trouble) = broken(&written);
            if is_trouble {
                break;
            }
            let (in_words, _) = broken(&normal);
            let texts: Vec<_> = super::super::normal::normal(&written.book).rules;
            assert_eq!(
                as_written,
                in_words,
                "seed {seed}\n{}\n{texts:#?}\n{filling:?}",
                case.show()
            );
            grids += 1;
        }
    }
    // Nearly all of them have normal words.
    assert!(
        worded >= 250 && grids > 4000,
        "{worded} rulebooks, {grids} grids"
    );
}
