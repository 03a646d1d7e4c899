//! Groups, regions, and what is reached.

use super::*;

#[test]
fn groups_in_a_place_are_not_cut_off() {
    // Two grids have a group of two cells in one row: one row shaded, the other open.
    assert_eq!(
        shades(
            "each row r: each group g of shaded cells in r: size of g = 1",
            2,
            2
        ),
        14
    );
}

#[test]
fn groups_of_corners_links_and_edges_are_of_what_they_contain() {
    // Six points and seven edges, or two cells in three columns with seven links: what hangs together with the first
    // point is never nothing, and is only itself if its two edges are free.
    let fence = |rule: &str| {
        let text = format!("decide fence on edges: drawn or free\n\"Rule.\"\n    {rule}\n");
        solutions(&text, 1, 2, &[])
    };
    let own = "size of (first group of corners joined by drawn edges of (first corner))";
    assert_eq!(fence(&format!("{own} >= 1")), 128);
    assert_eq!(fence(&format!("{own} = 1")), 32);
    // The same by its definition.
    let each = "each group g of corners joined by drawn edges: if (first corner) is in g then size of g = 1";
    assert_eq!(fence(each), 32);
    // The first edge with the other one at its first point, the middle edge and the lower one at its other end: it is
    // drawn alone.
    let one = "size of (first group of drawn edges of (first edge)) = 1";
    assert_eq!(fence(one), 128 / 2 / 8);
    assert_eq!(
        fence("each edge e: at most 1 group of drawn edges of e"),
        128
    );
    let way = |rule: &str| {
        let text = format!("decide way on links: drawn or free\n\"Rule.\"\n    {rule}\n");
        solutions(&text, 2, 2, &[])
    };
    // Four links in a ring: the first one alone with the one opposite drawn or not.
    assert_eq!(
        way("size of (first group of drawn links of (first link)) = 1"),
        2
    );
    assert_eq!(way("exactly 1 group of drawn links of (first link)"), 8);
}

#[test]
fn numbers_of_groups_that_are_all_equal() {
    let divided = |digits: &[i64], rule: &str| {
        let text = format!(
            "data digit on cells: 0..9\ndecide area on cells: regions\n\"Rule.\"\n    {rule}\n"
        );
        let digits: Vec<Datum> = digits.iter().map(|&digit| Datum::Number(digit)).collect();
        solutions(&text, 1, digits.len(), &[("digit", &digits)])
    };
    let sums = "all equal over areas a: sum digit in a";
    // In one piece, in two halves, or all four by themselves; 1 2 3 also falls into 1 2 and 3.
    assert_eq!(divided(&[1, 1, 1, 1], sums), 3);
    assert_eq!(divided(&[1, 2, 3], sums), 2);
    assert_eq!(divided(&[2, 1, 1], sums), 2);
    // All ways to cut a row of three cells.
    assert_eq!(divided(&[0, 0, 0], sums), 4);
    assert_eq!(divided(&[0, 1, 0], sums), 1);
    // Both cells, or each by itself.
    assert_eq!(divided(&[3, 4], "all equal over areas a: size of a"), 2);
    // No group, one cell, two cells, or the first and the third of three.
    let sizes = "all equal over groups g of shaded cells: size of g";
    assert_eq!(shades(sizes, 1, 3), 8);
    // Of four cells, all but 1101 and 1011.
    assert_eq!(shades(sizes, 1, 4), 14);
}

#[test]
fn the_size_of_a_group_that_depends_on_the_solution() {
    // Four cells in a row whose first run is of two: 1100, 1101, 0110 and 0011.
    let first = "size of (first group of shaded cells of (first shaded cell))";
    assert_eq!(shades(&format!("{first} = 2"), 1, 4), 4);
    assert_eq!(shades(&format!("{first} = 0"), 1, 4), 1);
    // The run of the last shaded cell but the first of three: one cell in 001, 010 and 101, two in 011 and 110.
    let last = "size of (last group of shaded cells of (last shaded cell right of (first cell)))";
    assert_eq!(shades(&format!("{last} = 1"), 1, 3), 3);
    assert_eq!(shades(&format!("{last} = 2"), 1, 3), 2);
    assert_eq!(shades(&format!("{last} = 0"), 1, 3), 2);
    // A variable for each cell and each group would be too many.
    load(
        "size = \"12x12\"\nrules = \"\"\"\nabout \"squares\"\ndecide shade on cells: shaded or open\n\
         define side of c: size of (first group of shaded cells of c)\n\"No two of one size see each other.\"\n    \
         each shaded cell c: side of c != side of (first shaded cell right of c)\n\"\"\"\n"
            .to_owned(),
    );
}

#[test]
fn a_formula_may_speak_of_several_groups() {
    assert_eq!(
        of_k(
            "at most 1 group g of border cells, cell c in g: 1 = 1",
            3,
            1
        ),
        0
    );
}

#[test]
fn measures_of_groups_come_to_an_end() {
    assert_eq!(
        shades("(product over group g of open cells: width of g) = 1", 1, 1),
        2
    );
}

#[test]
fn regions_without_places_are_of_cells() {
    assert_eq!(
        solutions("decide area: regions\n\"Rule.\"\n    1 = 1\n", 1, 2, &[]),
        2
    );
}

#[test]
fn clues_may_speak_of_groups() {
    // None shaded, two beside each other (twice), or all.
    assert_eq!(
        shades(
            "each group g of shaded cells: (size of g) satisfies \"prime\"",
            1,
            3
        ),
        4
    );
}

#[test]
fn walks_in_rules_about_groups_have_steps() {
    let rule = "each group g of shaded cells, step a, b in (cells reached from (first cell) through cells): 1 = 2";
    // Only without groups there is no step to be wrong.
    assert_eq!(shades(rule, 1, 2), 1);
}

#[test]
fn distinct_counts_regions_to_find() {
    let areas = |rule: &str| {
        let text = format!("decide area on cells: regions\n\"Rule.\"\n    {rule}\n");
        solutions(&text, 2, 2, &[])
    };
    // A ring of four cells has 12 partitions into connected parts: 1 of one part, 6 of two, 4 of three, 1 of four.
    assert_eq!(areas("distinct area in cells <= 3"), 11);
    assert_eq!(areas("distinct area in cells = 2"), 6);
    // The two beside the first are in one region in 3 of them: all, and all but one of the two others.
    assert_eq!(
        areas("distinct area in neighbours of (first cell) = 2"),
        12 - 3
    );
    // One region or several, in all its forms: asked of neighbours where they connect the cells, of two cells apart
    // where they do not.
    for one in ["= 1", "<= 1", "< 2"] {
        assert_eq!(areas(&format!("distinct area in cells {one}")), 1);
        let apart = format!("distinct area in neighbours of (first cell) {one}");
        assert_eq!(areas(&apart), 3);
    }
    for several in ["1 !=", "1 <", "2 <="] {
        assert_eq!(areas(&format!("{several} distinct area in cells")), 11);
        let apart = format!("{several} distinct area in neighbours of (first cell)");
        assert_eq!(areas(&apart), 9);
    }
    assert_eq!(areas("all equal area in cells"), 1);
    assert_eq!(areas("all equal area in neighbours of (first cell)"), 3);
    assert_eq!(areas("not all equal area in cells"), 11);
}

#[test]
fn regions_of_a_place_are_counted() {
    let areas = |rule: &str| {
        let text = format!("decide area on cells: regions\n\"Rule.\"\n    {rule}\n");
        solutions(&text, 2, 2, &[])
    };
    // As many as the partitions of a ring of four cells into connected parts have parts.
    assert_eq!(areas("each block b of 2 by 2: at most 3 areas of b"), 11);
    assert_eq!(areas("exactly 2 areas of (first row)"), 12 - 5);
    // The first row with the second in one piece or two, or two columns.
    assert_eq!(areas("each area a of first row: size of a = 2"), 3);
}

#[test]
fn regions_of_two_layers_are_the_same_cells() {
    let text = "data room on cells: regions\ndecide area on cells: regions\n\"Rule.\"\n    \
        room of first cell = area of first cell\n";
    let rooms = |rooms: [usize; 3]| rooms.map(Datum::Region);
    assert_eq!(solutions(text, 1, 3, &[("room", &rooms([0, 1, 1]))]), 2);
    assert_eq!(solutions(text, 1, 3, &[("room", &rooms([0, 0, 0]))]), 1);
    let both = "data room, block_ on cells: regions\ndecide k: 1..2\n\"Rule.\"\n    \
        room of first cell = block_ of first cell\n";
    let [one, two] = [rooms([0, 0, 1]), rooms([1, 1, 0])];
    assert_eq!(
        solutions(both, 1, 3, &[("room", &one), ("block_", &two)]),
        2
    );
}

#[test]
fn cells_without_the_layer_are_in_no_region() {
    const ON_REST: &str =
        "data hole on cells: mark\ndecide area on cells without hole: regions\n\"Rule.\"\n    ";
    let counted = |rule: &str, rows: usize, columns: usize, holes: &[usize]| {
        let marks: Vec<Datum> = (0..rows * columns)
            .map(|cell| match holes.contains(&cell) {
                true => Datum::Mark,
                false => Datum::Missing,
            })
            .collect();
        solutions(
            &format!("{ON_REST}{rule}\n"),
            rows,
            columns,
            &[("hole", &marks)],
        )
    };
    let differ =
        "each area a, area b touching a: shape of a as it stands != shape of b as it stands";
    let of_three = format!("(each area a: size of a = 3) and ({differ})");
    assert_eq!(counted(&of_three, 1, 5, &[0, 1]), 1);
    // Three cells in a row as 3, 1 + 2 and 2 + 1, not as 1 + 1 + 1.
    let sizes = "each area a, area b touching a: size of a != size of b";
    assert_eq!(counted(sizes, 1, 5, &[0, 1]), 3);
    assert_eq!(counted("each row r: all equal area in r", 1, 3, &[0]), 1);
    assert_eq!(counted("each row r: distinct area in r = 2", 1, 3, &[0]), 1);
    // A path of four cells around a corner, in pairs.
    let pairs = "each group g of equal area: size of g = 2";
    assert_eq!(counted(pairs, 2, 3, &[0, 1]), 1);
}

#[test]
fn given_names_of_regions_stay() {
    const PAIRS: &str =
        "decide area on cells: regions, given\n\"Rule.\"\n    each area a: size of a = 2\n";
    let counted = |names: [Option<usize>; 4]| {
        let names = names.map(|name| name.map_or(Datum::Missing, Datum::Region));
        solutions(PAIRS, 2, 2, &[("area", &names)])
    };
    assert_eq!(counted([None; 4]), 2);
    assert_eq!(counted([Some(0), None, None, None]), 2);
    assert_eq!(counted([Some(0), Some(1), None, None]), 1);
    assert_eq!(counted([Some(0), Some(0), None, None]), 1);
    assert_eq!(counted([Some(0), Some(1), Some(1), None]), 0);
}

#[test]
fn a_group_that_does_not_exist_is_no_rectangle() {
    let of_first = "(first group of shaded cells of (first cell)) is a rectangle";
    assert_eq!(shades(of_first, 1, 2), 2);
    assert_eq!(shades(&format!("not ({of_first})"), 1, 2), 2);
}

#[test]
fn groups_within_a_group_differ_from_group_to_group() {
    // Always so: all shadings.
    let one = "each group g of shaded cells: exactly 1 group h of (cells in g)";
    assert_eq!(shades(one, 2, 3), 64);
    // No shaded cell, one of seven dominoes, or the two upright ones at the ends.
    let dominoes = "each group g of cells: each group h of (shaded cells in g): size of h = 2";
    assert_eq!(shades(dominoes, 2, 3), 9);
    // Partitions of six cells into connected regions: every one.
    let text = "decide area on cells: regions\n\"r\"\n    each area a: exactly 1 group h of (cells in a)\n";
    let every = "decide area on cells: regions\n\"r\"\n    some area\n";
    assert_eq!(solutions(text, 2, 3, &[]), solutions(every, 2, 3, &[]));
}

#[test]
fn groups_that_the_data_decides_are_places_like_others() {
    // The marked cells at the left are one group, the one at the right another; four cells need four digits.
    let text = "data mark on cells: mark\ndecide digit on cells: 1..3\n\"r\"\n    \
        all different digit in grid\n\"s\"\n    each group g of cells with mark: sum digit in g = 3\n";
    let marks = [Datum::Mark, Datum::Mark, Datum::Missing, Datum::Mark];
    assert_eq!(solutions(text, 1, 4, &[("mark", &marks)]), 0);
    let text = text.replace("1..3", "0..3");
    // The fourth is 3; 1 and 2 in either order, with 0 after them.
    assert_eq!(solutions(&text, 1, 4, &[("mark", &marks)]), 2);
}

#[test]
fn groups_of_what_is_reached_have_their_own_members() {
    let head = "decide shade on cells: shaded or open\n\"r\"\n    ";
    let count = |formula: &str| solutions(&format!("{head}{formula}\n"), 1, 3, &[]);
    // The first cell and the shaded ones up to the next open one. The first cell is open in four grids.
    let reached = "(cells reached from r1c1 through shaded cells)";
    assert_eq!(
        count(&format!(
            "count open cells in (first group of {reached}) = 1"
        )),
        4
    );
    assert_eq!(
        count(&format!(
            "count open cells in (first group of {reached}) = 0"
        )),
        4
    );
    // #.. and #.# and .#. reach one shaded cell; ##. and .## reach two.
    assert_eq!(
        count(&format!(
            "some group g of {reached}: count shaded cells in g = 1"
        )),
        3
    );
    assert_eq!(
        count(&format!(
            "(sum over groups g of {reached}: count shaded cells in g) = 2"
        )),
        2
    );
}

#[test]
fn groups_and_regions_are_rectangles_and_squares() {
    // Divisions of a square into squares (OEIS A045846) and into rectangles (A182275).
    let areas = |form: &str, side: usize| {
        let rules =
            format!("decide area on cells: regions\n\"r\"\n    each area a: a is a {form}\n");
        solutions(&rules, side, side, &[])
    };
    assert_eq!([2, 3].map(|side| areas("square", side)), [2, 6]);
    assert_eq!([2, 3].map(|side| areas("rectangle", side)), [8, 322]);
    // Of the 16 ways to shade four cells, four leave a corner of three, and four have a domino.
    let shaded = |form: &str| {
        let rules = format!(
            "decide shade on cells: shaded or open\n\"r\"\n    each group g of shaded cells: g is a {form}\n"
        );
        solutions(&rules, 2, 2, &[])
    };
    assert_eq!(shaded("rectangle"), 12);
    assert_eq!(shaded("square"), 8);
    // Three or four links join all four cells, whichever they are; two that meet join three.
    let joined = "decide fence on links: drawn or gap\n\"r\"\n    each group g of cells joined by drawn links: g is a rectangle\n";
    assert_eq!(solutions(joined, 2, 2, &[]), 12);
}

#[test]
fn groups_of_a_group_are_that_group() {
    // The second cell is open in two grids; its group is a group of its own, and without it there is none.
    let head = "decide shade on cells: shaded or open\n\"r\"\n    ";
    let count = |formula: &str| solutions(&format!("{head}{formula}\n"), 1, 2, &[]);
    let group = "(first group of open cells of r1c2)";
    assert_eq!(count(&format!("exactly 1 group g of {group}")), 2);
    assert_eq!(count(&format!("no group g of {group}")), 2);
    let sum = format!("sum over groups g of {group}: count open cells in g");
    assert_eq!(count(&format!("({sum}) = 1")), 1);
    assert_eq!(count(&format!("({sum}) = 2")), 1);
}

/// Two dominoes lie side by side or one above the other: 1 3 and 2 2, or 1 2 and 3 2.
#[test]
fn regions_of_one_size_are_counted_by_their_placements() {
    let of_dominoes = |rule: &str| {
        let text = format!(
            "data number on cells: number\ndecide area on cells: regions\n\"Two.\"\n    \
             each area a: size of a = 2\n\"Rule.\"\n    {rule}\n"
        );
        let numbers = [1, 3, 2, 2].map(Datum::Number);
        solutions(&text, 2, 2, &[("number", &numbers)])
    };
    assert_eq!(
        of_dominoes("all different over areas a: sum number in a"),
        1
    );
    assert_eq!(of_dominoes("exactly 2 area a: sum number in a = 4"), 1);
    assert_eq!(of_dominoes("exactly 1 area a: sum number in a = 5"), 1);
    assert_eq!(of_dominoes("sum number in (first area) = 3"), 1);
    assert_eq!(of_dominoes("sum number in (last area) = 5"), 1);
    assert_eq!(
        of_dominoes("some area a: a = area of r1c2 and r1c1 is in a"),
        1
    );
    assert_eq!(of_dominoes("(count areas) = 2"), 2);
    assert_eq!(
        of_dominoes("some area a, area b besides a: size of a != size of b"),
        0
    );
    assert_eq!(
        of_dominoes("(product over areas a: greatest number in a) = 6"),
        2
    );
    assert_eq!(
        of_dominoes("(list over areas a: least number in a) = (list over areas a: 1)"),
        0
    );
}

/// Groups and regions that are compared by their forms: how many grids there are in a row, and the same in other grids by
/// both sides only.
#[test]
fn forms_of_groups_and_regions_are_compared() {
    let each = |relation: &str| {
        format!("each group g of shaded cells, group h of shaded cells besides g: {relation}")
    };
    // Only a single cell beside a pair differ.
    let alike = each("g is congruent to h");
    assert_eq!(shades(&alike, 1, 4), 14);
    shades(&alike, 3, 3);
    // Two single cells, three times.
    let different = each("not (g is congruent to h)");
    assert_eq!(shades(&different, 1, 4), 13);
    shades(&different, 3, 3);
    shades(
        &each("shape of g as it stands = shape of h as it stands"),
        3,
        3,
    );
    shades(
        &each("shape of g as it stands != shape of h as it stands"),
        3,
        3,
    );
    let areas = |formula: &str, rows: usize, columns: usize| {
        let text = format!("decide area on cells: regions\n\"Rule.\"\n    {formula}\n");
        solutions(&text, rows, columns, &[])
    };
    // Four single cells, or two pairs.
    let beside =
        "each area a: some area b touching a: shape of a as it stands = shape of b as it stands";
    assert_eq!(areas(beside, 1, 4), 2);
    areas(beside, 2, 3);
    let turned = "each area a: some area b touching a: a is congruent to b";
    assert_eq!(areas(turned, 1, 4), 2);
    areas(turned, 2, 3);
    // One region has nothing beside it; in any other case, a longest one has nothing longer.
    let longer = "each area a: some area b touching a: size of b > size of a";
    assert_eq!(areas(longer, 1, 4), 0);
    // One region, or a single cell and three, on either side.
    let distinct = "no pair a, b of areas: a is congruent to b";
    assert_eq!(areas(distinct, 1, 4), 3);
    areas(distinct, 2, 3);
    // By cell: that of the first is alike, that of the last is not.
    areas("area of r1c1 is congruent to area of r2c3", 2, 3);
    areas(
        "not ((row 1) is congruent to (cells in area of r1c2))",
        2,
        3,
    );
}

#[test]
fn groups_in_a_ring_are_in_reading_order() {
    let text = |rule: &str| {
        format!(
            "decide digit on cells: 1..2\n\"Rule.\"\n    each group g of (cells in ring of r1c1): {rule}\n"
        )
    };
    // The ring of the first cell is that on its right, that below on the right, that below.
    for (rule, expected) in [
        ("reading digit in g = 121", 2),
        ("reading digit in g = 112", 2),
        ("(reading digit in g) mod 10 = 2", 8),
        ("first digit in g = digit of r1c2", 16),
        ("last digit in g = digit of r2c2", 16),
        (
            "(list digit in g) = (list digit in (cells besides r1c1))",
            16,
        ),
    ] {
        assert_eq!(solutions(&text(rule), 2, 2, &[]), expected, "{rule}");
    }
}

#[test]
fn groups_and_regions_are_symmetric() {
    // The numbers are those of a short program in another language that lists all grids.
    for (rule, rows, columns, expected) in [
        (
            "each group g of shaded cells: g is symmetric under half turn",
            2,
            4,
            130,
        ),
        (
            "some group g of shaded cells: not (g is symmetric under mirror)",
            2,
            4,
            66,
        ),
        (
            "exactly 2 groups g of shaded cells: g is symmetric under quarter turn",
            3,
            3,
            76,
        ),
        (
            "each group g of shaded cells: size of g < 4 or g is symmetric",
            3,
            3,
            392,
        ),
        (
            "each group g of shaded cells: size of g = 3 exactly when g is symmetric under half turn",
            2,
            4,
            65,
        ),
    ] {
        assert_eq!(shades(rule, rows, columns), expected, "{rule}");
    }
    for (rule, rows, columns, expected) in [
        ("each area a: a is symmetric under half turn", 2, 2, 8),
        ("each area a: a is symmetric under half turn", 2, 3, 36),
        ("each area a: a is symmetric under mirror", 2, 3, 60),
        (
            "each area a: a is symmetric under half turn and size of a < 5",
            2,
            4,
            155,
        ),
    ] {
        let text = format!("decide area on cells: regions\n\"Rule.\"\n    {rule}\n");
        assert_eq!(solutions(&text, rows, columns, &[]), expected, "{rule}");
    }
}

/// The numbers are those of a program that tries all ways to cut a board into regions.
#[test]
fn parts_of_regions_are_compared_and_connected() {
    let grey = ["#..#.##.", "#.#..#"];
    let two = "(marked cells in a) is congruent to (not marked cells in a)";
    for (rule, grey, wanted) in [
        (two, grey[0], 13),
        (two, grey[1], 3),
        (&format!("not ({two})"), grey[0], 167),
        ("marked cells in a are connected", grey[0], 234),
        ("marked cells in a are connected by contacts", grey[0], 408),
        (
            &format!(
                "marked cells in a are connected and not marked cells in a are connected and {two}"
            ),
            grey[0],
            5,
        ),
        ("(cells in a) is congruent to (cells in a)", grey[1], 74),
    ] {
        let text = format!(
            "data grey on cells: mark\ndefine marked c: c has grey\ndecide area on cells: regions\n\"Rule.\"\n    \
             each area a: {rule}\n"
        );
        let data = grey.chars().map(|sign| match sign {
            '#' => Datum::Mark,
            _ => Datum::Missing,
        });
        let data: Vec<Datum> = data.collect();
        let found = solutions(&text, 2, grey.len() / 2, &[("grey", &data)]);
        assert_eq!(found, wanted, "{rule}");
    }
}

/// What runs are made of may say where to look, or how many.
#[test]
fn runs_of_cells_that_are_named_together() {
    for (columns, of, runs) in [
        (5, "neighbours c of r1c3", 2),
        (5, "cells in (neighbours c of r1c3)", 2),
        (5, "knights c of r2c3", 2),
        (5, "last 9 cells in grid", 1),
        (5, "cells c before r1c3", 1),
        (5, "cells c in row 1 after r1c2", 1),
        (5, "cells c besides r1c3", 2),
        (2, "cells c before r1c1", 0),
    ] {
        let count = |number: i32| {
            let rule = format!("count runs n of ({of}) in row 1 = {number} and r2c2 is shaded");
            shades(&rule, 2, columns)
        };
        let wanted = 1 << (2 * columns - 1);
        assert_eq!([count(runs), count(runs + 1)], [wanted, 0], "{of}");
    }
    // Of the second to fifth cells, the shaded ones.
    let sizes = "sum over runs n of (last 9 cells in grid) in row 1: size of n";
    assert_eq!(shades(&format!("{sizes} = 4"), 2, 5), 1 << 10);
    assert_eq!(
        shades(
            "exactly 1 run n of (last 2 shaded cells in grid) in row 1",
            1,
            3
        ),
        6
    );
    // What is reached is known by its group.
    let text = "data dot on cells: mark\ndecide digit on cells: 1..2\n\"Rule.\"\n    \
        each run n of (cells reached from r2c1 through cells without dot) in (cells above r2c1): \
        reading digit in n satisfies \"multiple of 3\"\n";
    assert_eq!(solutions(text, 2, 1, &[]), 0);
}
