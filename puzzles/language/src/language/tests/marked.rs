//! Regions to find that have one mark each, on cells, between them or at corners; regions and places that are symmetric
//! about a point, and regions of two congruent parts.

use super::super::values::Datum;
use super::declarations::{chance, one};
use super::found::solutions;
use super::*;

/// Marks at random, each with the given chance in a hundred.
fn marks(rng: &mut Rng, count: usize, percent: u64) -> Vec<Datum> {
    let mark = |_| match chance(rng, percent) {
        true => Datum::Mark,
        false => Datum::Missing,
    };
    (0..count).map(mark).collect()
}

const LAYERS: &str = "data dot on cells: mark\ndata middle on links: mark\ndata side on edges: mark\n\
                      data point on corners: mark\ndecide area on cells: regions\n\"Rule.\"\n";

/// Both ways to say it, and what else is said of the regions.
#[test]
fn regions_have_one_mark_each() {
    let sums = [
        "each area a: (count cells in a with dot) + (count links in a with middle) + (count corners in a with point) = 1",
        "each area a: 1 = (count edges in a with side) + (count cells c in a with dot where x of c < 3)",
        "each area a: exactly 1 link in a with middle",
        "each area a: exactly 1 cell in a with dot",
    ];
    let others = [
        "",
        "each link l with middle, pair a, b of cells of l: area of a = area of b",
        "each area a: size of a >= 2",
        "each area a, cell c in a with dot: a is symmetric under half turn about c",
        "each area a, link l in a with middle: a is symmetric under half turn about l",
        "each area a, corner p in a with point: a is symmetric under quarter turn about p",
        "each area a: a is not a rectangle or size of a <= 2",
        "some area a: size of a = 3",
        "(count areas a where size of a = 2) <= 1",
        "area of (first cell) != area of (last cell)",
        "all different over areas a: size of a",
        // The same two cells are compared several times.
        "(count corners p where (count cells d of p where area of d = area of (first cell)) = 1) is one of 1, 2, 3",
        "each cell c with dot: (count cells d where (count cells e touching d where area of e = area of c) = 1) <= 2",
        "sum over rows r: (count cells d in r where area of d = area of (first cell)) * (count cells d in r where area of d = area of (last cell)) <= 1",
    ];
    let mut found = 0;
    for seed in 0..120 {
        let rng = &mut Rng::new(seed);
        let (rows, columns) = one(rng, &[(2, 2), (1, 4), (2, 3), (3, 2), (2, 4)]);
        let geometry = Geometry {
            rows,
            columns,
            boards: 1,
        };
        let of =
            |rng: &mut Rng, kind: Kind, percent: u64| marks(rng, geometry.count(kind), percent);
        let given = [
            ("dot", of(rng, Kind::Cell, 25)),
            ("middle", of(rng, Kind::Link, 25)),
            ("side", of(rng, Kind::Edge, 15)),
            ("point", of(rng, Kind::Corner, 10)),
        ];
        let given = given.each_ref().map(|(name, marks)| (*name, &marks[..]));
        let sum = one(rng, &sums);
        let first = one(rng, &others);
        let second = one(rng, &others);
        let text = format!("{LAYERS}    {sum}\n    {first}\n    {second}\n");
        found += solutions(&text, rows, columns, &given);
    }
    assert!(found > 50, "{found} solutions");
}

#[test]
fn marks_between_cells_are_in_one_region_or_none() {
    let text = format!(
        "{LAYERS}    each area a: (count cells in a with dot) + (count links in a with middle) = 1\n"
    );
    let dots = [Datum::Missing, Datum::Missing, Datum::Mark];
    let middles = [Datum::Mark, Datum::Missing];
    // Of the four partitions only `AAB` has a mark for each region.
    let given: [(&str, &[Datum]); 2] = [("dot", &dots), ("middle", &middles)];
    assert_eq!(solutions(&text, 1, 3, &given), 1);
    // Two marks on one cell are two.
    let both = "each area a: (count cells in a with dot) + (count cells in a with dot) = 1";
    assert_eq!(solutions(&format!("{LAYERS}    {both}\n"), 1, 3, &given), 0);
}

#[test]
fn places_are_symmetric_about_points() {
    let shades = |about: &str, rows, columns| {
        let text = format!(
            "decide shade on cells: shaded or open\n\"Rule.\"\n    shaded cells are symmetric {about}\n"
        );
        solutions(&text, rows, columns, &[])
    };
    // About the middle of the first of two links, the third cell has no image.
    assert_eq!(shades("under half turn about first link", 1, 3), 2);
    assert_eq!(shades("under half turn about r1c2", 1, 3), 4);
    // Two pairs of cells at opposite corners.
    let middle = "(first corner where x of it = 2 and y of it = 2)";
    assert_eq!(shades(&format!("under half turn about {middle}"), 2, 2), 4);
    // All four cells are turned into each other.
    assert_eq!(
        shades(&format!("under quarter turn about {middle}"), 2, 2),
        2
    );
}

#[test]
fn regions_have_congruent_and_connected_parts() {
    let text = |rule: &str| {
        format!(
            "data tone on cells: grey or white\ndecide area on cells: regions\n\"Rule.\"\n    each area a: {rule}\n"
        )
    };
    let rules = [
        "grey cells in a are congruent to white cells in a",
        "grey cells in a are connected",
        "white cells in a are connected by contacts",
        "grey cells in a are connected and grey cells in a are congruent to white cells in a",
        "grey cells in a are connected and size of a >= 2",
        "exactly 1 group g of (grey cells in a)",
    ];
    for seed in 0..40 {
        let rng = &mut Rng::new(seed);
        let (rows, columns) = one(rng, &[(1, 4), (2, 2), (2, 3), (2, 4)]);
        let tone = |_| match one(rng, &[0, 0, 0, 1, 1, 1, 2]) {
            2 => Datum::Missing,
            word => Datum::Word(word),
        };
        let tones: Vec<Datum> = (0..rows * columns).map(tone).collect();
        let rule = rules[seed as usize % rules.len()];
        solutions(&text(rule), rows, columns, &[("tone", &tones)]);
    }
    let tones = [0, 1, 1, 0].map(Datum::Word);
    let given: [(&str, &[Datum]); 1] = [("tone", &tones)];
    // Of the eight partitions only the two halves have a grey cell beside a white one each.
    assert_eq!(solutions(&text(rules[0]), 1, 4, &given), 1);
    // Only in the whole are both grey cells in one region.
    assert_eq!(solutions(&text(rules[1]), 1, 4, &given), 7);
    // Two regions with a grey cell each.
    assert_eq!(solutions(&text(rules[5]), 1, 4, &given), 3);
}
