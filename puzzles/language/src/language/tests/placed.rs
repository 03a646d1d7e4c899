//! Shapes and rectangles whose placements are listed, against all fillings.

use super::super::values::Datum;
use super::found::solutions;

const PIECES: &str = "data piece: shapes\ndecide shade on cells: shaded or open\n\"Rule.\"\n    \
    (bag over group g of shaded cells: shape of g) = piece\n";

fn shapes(shapes: &[&str]) -> Datum {
    let cells = |shape: &&str| {
        let rows = shape.split('/').enumerate();
        let cells = rows.flat_map(|(row, text)| {
            let columns = text.char_indices().filter(|&(_, sign)| sign == '#');
            columns.map(move |(column, _)| (row, column))
        });
        cells.collect()
    };
    Datum::Shapes(shapes.iter().map(cells).collect())
}

#[test]
fn groups_are_the_given_pieces() {
    for (given, rows, columns, wanted) in [
        // A domino on two by two cells.
        (&["##"][..], 2, 2, 4),
        // Single cells that do not touch.
        (&["#", "#"], 2, 2, 2),
        (&["#", "#"], 3, 3, 24),
        // One shape, given in two ways, and another.
        (&["##", "#/#"], 2, 3, 1),
        (&["##", "#"], 3, 3, 40),
        (&["##/#."], 3, 3, 16),
        (&["##/#.", "#"], 3, 3, 32),
        // Not in one piece, so no group has it; none at all.
        (&["#.#"], 2, 3, 0),
        (&[], 2, 3, 1),
        (&["####"], 3, 3, 0),
    ] {
        let found = solutions(PIECES, rows, columns, &[("piece", &[shapes(given)])]);
        assert_eq!(found, wanted, "{given:?} on {rows} by {columns}");
    }
    // In one piece by sides, by contacts or by knights.
    for (given, wanted) in [
        (&["##"][..], [12, 12, 0]),
        (&["#", "#"], [24, 16, 28]),
        (&["##", "#"], [40, 24, 0]),
        (&["##/#.", "#"], [32, 4, 0]),
        (&["#./.#"], [0, 8, 0]),
        (&["#./../.#", "#"], [0, 0, 40]),
    ] {
        let found = ["", " by contacts", " by knights"].map(|by| {
            let text = PIECES.replace("shaded cells", &format!("shaded cells{by}"));
            solutions(&text, 3, 3, &[("piece", &[shapes(given)])])
        });
        assert_eq!(found, wanted, "{given:?}");
    }
    // Where the material is given by data, too.
    let text = "data wall on cells: mark\ndata piece: shapes\ndecide shade on cells: shaded or open\n\
        \"Rule.\"\n    piece = (bag over groups g of shaded cells without wall: shape of g)\n";
    let walls = [true, false, false, false].map(|wall| match wall {
        true => Datum::Mark,
        false => Datum::Missing,
    });
    let piece = [shapes(&["##"])];
    assert_eq!(
        solutions(text, 2, 2, &[("piece", &piece), ("wall", &walls)]),
        4
    );
}

/// The numbers are those of a program that tries all fillings.
#[test]
fn groups_have_some_of_the_given_shapes() {
    let declared = "data piece: shapes\ndecide shade on cells: shaded or open\n";
    let some = "\"Some.\"\n    each group g of shaded cells: shape of g is in piece\n";
    let different = "\"Different.\"\n    all different over groups g of shaded cells: shape of g\n";
    for (given, rows, columns, wanted) in [
        (&["##/#."][..], 3, 3, [19, 510, 17, 17, 512, 17, 1, 1]),
        (
            &["##/#.", "##", "#"],
            3,
            3,
            [233, 389, 118, 107, 467, 66, 94, 10],
        ),
        (&["###", "##"], 2, 4, [24, 247, 15, 22, 249, 15, 1, 1]),
        // One is not connected.
        (&["#.#", "#"], 3, 3, [63, 411, 10, 35, 475, 10, 94, 10]),
        (&[], 2, 3, [1, 64, 1, 1, 64, 1, 1, 1]),
    ] {
        let found = |rules: &[&str]| {
            let text = format!("{declared}{}", rules.concat());
            solutions(&text, rows, columns, &[("piece", &[shapes(given)])])
        };
        let by_contacts = |rule: &str| rule.replace("shaded cells", "shaded cells by contacts");
        let by_knights = |rule: &str| rule.replace("shaded cells", "shaded cells by knights");
        let found = [
            found(&[some]),
            found(&[different]),
            found(&[different, some]),
            found(&[&by_contacts(some)]),
            found(&[&by_contacts(different)]),
            found(&[&by_contacts(different), &by_contacts(some)]),
            found(&[&by_knights(some)]),
            found(&[&by_knights(different), &by_knights(some)]),
        ];
        assert_eq!(found, wanted, "{given:?} on {rows} by {columns}");
    }
    // Of two by two cells: nothing, or the upper or the lower row; turned, the columns as well.
    for (shape, wanted) in [("shape of g as it stands", 3), ("shape of g", 5)] {
        let text =
            format!("{declared}\"Rows.\"\n    each group g of shaded cells: {shape} is in piece\n");
        assert_eq!(
            solutions(&text, 2, 2, &[("piece", &[shapes(&["##"])])]),
            wanted
        );
    }
    let joined = "shape A: \"#\"\nshape B: \"##\"\nshape C: \"##\" \"#.\"\n\
        decide bar on links: drawn or free\n\"Rule.\"\n    \
        all different over groups g of cells joined by drawn links: shape of g\n";
    assert_eq!(solutions(joined, 2, 3, &[]), 76);
}

#[test]
fn regions_are_rectangles_around_numbers() {
    let number = |number: i64| match number {
        0 => Datum::Missing,
        -1 => Datum::Untold,
        number => Datum::Number(number),
    };
    let rectangles = "data number on cells: 1..\ndecide room on cells: regions\n\"Rectangles.\"\n    \
        each room r is a rectangle\n\"One.\"\n    each room r: exactly 1 cell in r with number\n";
    let sized =
        format!("{rectangles}\"Size.\"\n    each cell c: number of c = size of room of c\n");
    let wide = format!("{sized}\"Not alone.\"\n    each room r: size of r > 1\n");
    for (given, any, right, large) in [
        ([2, 0, 0, 2, 0, 0], 1, 0, 0),
        ([2, 0, 0, 0, 4, 0], 2, 1, 1),
        ([3, 0, 0, 0, 0, 3], 3, 1, 1),
        ([-1, 0, 0, 0, 0, -1], 3, 3, 3),
        ([-1, 0, 0, 1, 0, -1], 4, 2, 0),
        ([-1, 0, 0, 2, 0, 0], 1, 0, 0),
        ([7, 0, 0, 0, 0, 0], 1, 0, 0),
        ([0, 0, 0, 0, 0, 0], 0, 0, 0),
    ] {
        let data = given.map(number);
        for (text, wanted) in [(rectangles, any), (&sized, right), (&wide, large)] {
            let found = solutions(text, 2, 3, &[("number", &data)]);
            assert_eq!(found, wanted, "{given:?} {text}");
        }
    }
}

#[test]
fn regions_are_squares_around_numbers() {
    let squares = "data number on cells: 1..\ndecide room on cells: regions\n\"Squares.\"\n    \
        each room r is a square\n\"One.\"\n    each room r: exactly 1 cell in r with number\n";
    // A board of two by three is six squares, or one of two by two and two small ones beside it.
    for (marks, wanted) in [
        (&[0, 2, 5][..], 1),
        (&[0, 1, 3], 1),
        (&[0, 1, 2], 0),
        (&[0, 5], 0),
        (&[0, 1, 2, 3, 4, 5], 1),
    ] {
        let mut data = vec![Datum::Missing; 6];
        marks
            .iter()
            .for_each(|&at: &usize| data[at] = Datum::Untold);
        let found = solutions(squares, 2, 3, &[("number", &data)]);
        assert_eq!(found, wanted, "{marks:?}");
    }
}

/// The numbers are those of a program that tries all ways to cut a square of three by three into rectangles.
#[test]
fn rectangles_of_which_more_is_said() {
    let rectangles = "data number on cells: 0..\ndecide room on cells: regions\n\"Rectangles.\"\n    \
        each room r is a rectangle\n\"One.\"\n    each room r: exactly 1 cell in r with number\n";
    let sides = "\"Sides.\"\n    each cell c: \
        number of c = 4 - count neighbours d of c where room of d = room of c\n";
    let strips = "\"Strips.\"\n    each room r: width of r = 1 or height of r = 1\n";
    for (given, any, with_sides, narrow) in [
        (&[(0, -1), (4, 3), (8, -1)][..], 6, 0, 2),
        (&[(0, 3), (8, 2)], 4, 2, 0),
        (&[(1, -1), (3, -1), (5, -1), (7, -1)], 16, 16, 16),
        (&[(4, 0)], 1, 1, 0),
    ] {
        let mut data = vec![Datum::Missing; 9];
        for &(cell, number) in given {
            data[cell] = match number {
                -1 => Datum::Untold,
                number => Datum::Number(number),
            };
        }
        for (further, wanted) in [("", any), (sides, with_sides), (strips, narrow)] {
            let text = format!("{rectangles}{further}");
            let found = solutions(&text, 3, 3, &[("number", &data)]);
            assert_eq!(found, wanted, "{given:?} {further}");
        }
    }
}

#[test]
fn regions_of_one_size_are_listed() {
    let base = "shape l: \"#.\" \"##\"\nshape i: \"###\"\ndata hole on cells: mark\n\
        define hollow c: c has hole\ndecide piece on cells: regions\n\"Alone.\"\n    \
        each hollow cell c: size of piece of c = 1\n\"Size.\"\n    \
        each piece r: size of r = K or some hollow cell in r\n";
    let first = "\"First.\"\n    shape of (piece of first cell) is l\n";
    let differ = "\"Different.\"\n    each pair c, d of neighbours: piece of c = piece of d or \
        shape of piece of c != shape of piece of d\n";
    for (rows, columns, size, holes, all, with_first, different) in [
        (2, 3, 2, &[][..], 3, 0, 3),
        (2, 3, 3, &[], 3, 2, 0),
        (2, 3, 4, &[], 0, 0, 0),
        (3, 3, 3, &[], 10, 4, 0),
        (3, 3, 4, &[4], 4, 0, 4),
        (3, 3, 4, &[0], 4, 0, 4),
        (2, 4, 3, &[0, 7], 2, 0, 0),
        (1, 3, 1, &[], 1, 0, 1),
        (2, 2, 2, &[0, 3], 0, 0, 0),
    ] {
        let text = base.replace('K', &size.to_string());
        let mark = |cell| match holes.contains(&cell) {
            true => Datum::Mark,
            false => Datum::Missing,
        };
        let data: Vec<Datum> = (0..rows * columns).map(mark).collect();
        for (further, wanted) in [("", all), (first, with_first), (differ, different)] {
            let text = format!("{text}{further}");
            let found = solutions(&text, rows, columns, &[("hole", &data)]);
            assert_eq!(found, wanted, "{rows} by {columns} in {size}: {further}");
        }
    }
    // Without cells that may be alone.
    let plain = "decide piece on cells: regions\n\"Size.\"\n    each piece r: size of r = 2\n";
    assert_eq!(solutions(plain, 2, 4, &[]), 5);
}

/// The numbers are those of a program that tries all ways to cut a board into regions.
#[test]
fn regions_of_one_size_differ() {
    let base = "shape l: \"#.\" \"##\"\ndata hole on cells: mark\ndefine hollow c: c has hole\n\
        decide piece on cells: regions\n\"Alone.\"\n    each hollow cell c: size of piece of c = 1\n\
        \"Size.\"\n    each piece r: size of r = K or some hollow cell in r\n\"Different.\"\n    ";
    let rules = [
        "no pair a, b of pieces: a is congruent to b",
        "each pair a, b of pieces: not (b is congruent to a)",
        "all different over pieces r: shape of r as it stands",
        "all different over pieces r: shape of r",
        "each piece a, piece b touching a: not (a is congruent to b)",
        "some pair a, b of pieces: a is congruent to b",
    ];
    for (rows, columns, size, holes, wanted) in [
        (2, 3, 3, &[][..], [0, 0, 2, 1, 0, 3]),
        (3, 3, 3, &[], [0, 0, 8, 2, 0, 10]),
        (2, 4, 4, &[], [0, 0, 2, 4, 0, 4]),
        (3, 3, 4, &[0], [4, 4, 4, 4, 4, 0]),
        (3, 3, 4, &[4], [0, 0, 4, 4, 0, 4]),
        (2, 5, 4, &[0, 9], [0, 0, 0, 3, 0, 3]),
    ] {
        let mark = |cell| match holes.contains(&cell) {
            true => Datum::Mark,
            false => Datum::Missing,
        };
        let data: Vec<Datum> = (0..rows * columns).map(mark).collect();
        let found = rules.map(|rule| {
            let text = base.replace('K', &size.to_string());
            solutions(
                &format!("{text}{rule}\n"),
                rows,
                columns,
                &[("hole", &data)],
            )
        });
        assert_eq!(found, wanted, "{rows} by {columns} in {size}");
    }
    // Cells that are in no region are no regions that are alike.
    let text = "data hole on cells: mark\ndecide piece on cells without hole: regions\n\"Size.\"\n    \
        each piece r: size of r = 3\n\"Different.\"\n    no pair a, b of pieces: a is congruent to b\n";
    let mut holes = vec![Datum::Missing; 8];
    (holes[0], holes[7]) = (Datum::Mark, Datum::Mark);
    assert_eq!(solutions(text, 2, 4, &[("hole", &holes)]), 0);
    (holes[7], holes[1]) = (Datum::Missing, Datum::Mark);
    assert_eq!(solutions(text, 2, 4, &[("hole", &holes)]), 1);
}

/// The numbers are those of a program that tries all ways to cut a board into regions.
#[test]
fn regions_have_given_shapes() {
    let declared = "data present: shapes\ndecide piece on cells: regions\n";
    let some = "each piece p: size of p = 1 or shape of p is in present";
    let all = "(bag over piece p where size of p > 1: shape of p) = present";
    let only_some = "each piece p: shape of p is in present";
    let only_all = "(bag over piece p: shape of p) = present";
    for (given, rows, columns, wanted) in [
        (&["##"][..], 2, 2, [7, 4, 4, 2, 0, 0, 0]),
        (&["##", "##"], 2, 3, [22, 11, 11, 3, 0, 0, 0]),
        (&["##/#.", "##"], 2, 3, [44, 12, 12, 5, 0, 0, 0]),
        // One of a single cell, which the others do not count.
        (&["##/#.", "##", "#"], 2, 3, [44, 0, 0, 44, 12, 0, 12]),
        (&["##/#.", "#"], 3, 3, [39, 0, 0, 39, 0, 0, 0]),
        // One shape, given in two ways.
        (&["##", "#/#"], 3, 3, [131, 44, 44, 0, 0, 0, 0]),
        (&["##/#.", "##", "##", "##"], 3, 3, [369, 8, 8, 8, 8, 8, 8]),
        (&["###", "##/#."], 3, 3, [93, 32, 32, 10, 0, 0, 0]),
        // Not in one piece.
        (&["#.#", "##"], 3, 3, [131, 0, 0, 0, 0, 0, 0]),
        (&[], 2, 3, [1, 1, 1, 0, 0, 0, 0]),
        (&["##/#.", "##/##"], 3, 4, [259, 40, 40, 4, 0, 0, 0]),
    ] {
        let found = [
            &[some][..],
            &[some, all],
            &[all],
            &[only_some],
            &[only_all],
            &[only_some, all],
            &[some, only_all],
        ]
        .map(|rules| {
            let rules: String = rules
                .iter()
                .enumerate()
                .map(|(at, rule)| format!("\"Rule {at}.\"\n    {rule}\n"))
                .collect();
            let text = format!("{declared}{rules}");
            solutions(&text, rows, columns, &[("present", &[shapes(given)])])
        });
        assert_eq!(found, wanted, "{given:?} on {rows} by {columns}");
    }
}

/// The numbers of partitions are those of a program that tries all of them.
#[test]
fn shapes_as_they_stand() {
    let base = "shape l: \"#.\" \"##\"\ndata hole on cells: mark\n\
        decide piece on cells without hole: regions\n\"Size.\"\n    \
        each piece r: size of r = K\n";
    let differ = "\"Different.\"\n    each piece r, piece s touching r: \
        shape of r as it stands != shape of s as it stands\n";
    let no_l = "\"No l.\"\n    no piece r: shape of r as it stands is l\n";
    for (rows, columns, size, holes, all, different, without) in [
        (2, 3, 3, &[][..], 3, 2, 2),
        (3, 3, 3, &[], 10, 8, 6),
        (3, 3, 2, &[4], 2, 2, 2),
        (2, 5, 5, &[], 5, 4, 5),
        (2, 4, 3, &[0, 7], 2, 1, 2),
        (2, 5, 3, &[9], 4, 2, 3),
    ] {
        let text = base.replace('K', &size.to_string());
        let mark = |cell| match holes.contains(&cell) {
            true => Datum::Mark,
            false => Datum::Missing,
        };
        let data: Vec<Datum> = (0..rows * columns).map(mark).collect();
        for (further, wanted) in [("", all), (differ, different), (no_l, without)] {
            let text = format!("{text}{further}");
            let found = solutions(&text, rows, columns, &[("hole", &data)]);
            assert_eq!(found, wanted, "{rows} by {columns} in {size}: {further}");
        }
    }
    // Of places whose placements are not listed.
    let shade = "shape l: \"#.\" \"##\"\ndecide shade on cells: shaded or open\n\"Rule.\"\n    ";
    for (rule, wanted) in [
        ("shape of shaded cells as it stands is l", 2),
        ("shape of shaded cells is l", 8),
        (
            "shape of (shaded cells in row 1) as it stands = shape of (shaded cells in row 2) as it stands",
            15,
        ),
    ] {
        let text = format!("{shade}{rule}\n");
        assert_eq!(solutions(&text, 2, 3, &[]), wanted, "{rule}");
    }
    // A list of the data is placed as it is drawn.
    let text = PIECES.replace("shape of g", "shape of g as it stands");
    for (given, wanted) in [(&["##"][..], 2), (&["##/#."], 1), (&["#", "#"], 2)] {
        let found = solutions(&text, 2, 2, &[("piece", &[shapes(given)])]);
        assert_eq!(found, wanted, "{given:?}");
    }
}

#[test]
fn groups_that_are_no_rectangles() {
    for rule in [
        "each group g of shaded cells: not g is a rectangle",
        "each group g of shaded cells: g is not a rectangle",
    ] {
        let text = format!("decide shade on cells: shaded or open\n\"Rule.\"\n    {rule}\n");
        for (rows, columns, wanted) in [(1, 3, 1), (2, 2, 5), (2, 3, 23), (3, 3, 185)] {
            assert_eq!(
                solutions(&text, rows, columns, &[]),
                wanted,
                "{rows} by {columns}"
            );
        }
    }
}
