//! Phrases, places, rays, runs, walks and loops.

use super::*;

#[test]
fn all_qualifiers_are_heeded() {
    assert_eq!(
        shades(
            "each cell c in (first row) right of (first cell): c is open",
            1,
            3
        ),
        2
    );
    assert_eq!(
        shades(
            "each neighbour c of (first cell) in (first row): c is open",
            2,
            2
        ),
        8
    );
    assert_eq!(
        shades(
            "each block b of 1 by 2 in (first row): some open cell in b",
            2,
            2
        ),
        12
    );
}

#[test]
fn a_walk_reaches_its_first_cell() {
    assert_eq!(
        shades(
            "(count cells reached from (first cell) through shaded cells) = 1",
            1,
            2
        ),
        2
    );
}

#[test]
fn each_cell_of_a_walk_is_meant() {
    assert_eq!(
        shades(
            "each cell c reached from (first cell) through cells: c is open",
            1,
            2
        ),
        1
    );
}

#[test]
fn steps_go_around_a_ring() {
    let rule =
        "each cell c where x of c = 2 and y of c = 2: k = (count step a, b in ring of c) - 6";
    assert_eq!(of_k(rule, 3, 3), 1);
}

#[test]
fn links_have_positions_of_their_own() {
    assert_eq!(of_k("k = width of links", 1, 2), 1);
    assert_eq!(of_k("each link l: k = y of l", 1, 2), 1);
    assert_eq!(of_k("each link l: not k = x of l", 1, 2), 3);
}

#[test]
fn nothing_has_no_width() {
    assert_eq!(of_k("k = 2 + width of (cells where 1 = 2)", 1, 2), 1);
}

#[test]
fn tests_are_compared_as_by_exactly_when() {
    assert_eq!(of_k("(limit = 1) = (k = 2)", 1, 1), 3);
}

#[test]
fn what_does_not_exist_is_equal_to_nothing() {
    assert_eq!(
        of_k(
            "(left neighbour of (first cell)) != (up neighbour of (first cell))",
            1,
            2
        ),
        3
    );
}

#[test]
fn members_do_not_touch_their_place() {
    assert_eq!(shades("each cell c touching cells: c is shaded", 1, 2), 4);
}

#[test]
fn a_single_cell_lies_in_a_line() {
    let text =
        "data total on rows: number\ndecide k: 1..3\n\"Rule.\"\n    k = total of (first cell)\n";
    assert_eq!(solutions(text, 1, 2, &[("total", &[Datum::Number(2)])]), 1);
}

#[test]
fn definitions_are_asked_of_what_does_not_exist() {
    let text = "define fine p: 1 = 1\ndecide k: 1..3\n\"Rule.\"\n    (left neighbour of (first cell)) is fine\n";
    assert_eq!(solutions(text, 1, 1, &[]), 3);
}

#[test]
fn places_of_different_sorts_are_equal_by_their_cells() {
    let room = [Datum::Region(0), Datum::Region(0)];
    let text = "data room on cells: regions\ndecide k: 1..3\n\"Rule.\"\n    (room of (first cell)) = (row of (first cell))\n";
    assert_eq!(solutions(text, 1, 2, &[("room", &room)]), 3);
    assert_eq!(of_k("each row r, column c: not (r = c)", 1, 1), 0);
}

#[test]
fn a_ray_ends_where_no_word_fits() {
    let text = "data mood on cells: good or bad\ndecide k: 1..3\n\"Rule.\"\n    \
        k = 1 + count cells below (first cell) until not good\n";
    // The cell below is not good: the ray has no cells.
    assert_eq!(solutions(text, 2, 1, &[]), 1);
}

#[test]
fn symmetry_turns_links() {
    let text = "decide way on links: taken or idle\n\"Rule.\"\n    (taken links) are not symmetric\n    \
        (count taken links) = 2\n    some vertical taken link\n    some horizontal taken link\n";
    // Of the four pairs that meet in a corner of 2 by 2 each is symmetric about a diagonal.
    assert_eq!(solutions(text, 2, 2, &[]), 0);
}

#[test]
fn places_without_atoms_are_equal() {
    assert_eq!(shades("(shaded cells) = (ring of (first cell))", 1, 1), 1);
    // A ring without cells is there, whichever cell it is of; so are the cells of no group.
    let one_of_one = "if some shaded cell then (first cell) otherwise (first cell)";
    let ring = format!("(ring of ({one_of_one}))");
    assert_eq!(shades(&format!("{ring} = (shaded cells)"), 1, 1), 1);
    assert_eq!(shades(&format!("(shaded cells) = {ring}"), 1, 1), 1);
    assert_eq!(shades(&format!("{ring} != (shaded cells)"), 1, 1), 1);
    let of_group = "(cells in (first group of shaded cells of (first cell in grid)))";
    assert_eq!(shades(&format!("{ring} = {of_group}"), 1, 1), 1);
}

#[test]
fn runs_end_where_cells_do_not_touch() {
    // The rows follow each other, but the end of the first does not touch the beginning of the second.
    assert_eq!(
        shades("some run r of shaded cells in cells: size of r > 3", 2, 3),
        0
    );
}

#[test]
fn what_the_compiler_does_not_know_is_left_to_the_interpreter() {
    let letters = "decide letter on cells: A or B or none \".\"\n\"Rule.\"\n    \
                   letter of (first cell where it is not none) = B\n";
    // B before any, or none before B.
    assert_eq!(solutions(letters, 1, 2, &[]), 4);
    let tones = "decide tone on cells: grey or white\ndecide area on cells: regions\n\"Rule.\"\n    \
                 each area a: grey cells in a are connected and exactly 2 grey cells in a\n";
    // Only one region of all three cells fits beside none: its two grey cells lie side by side.
    assert_eq!(solutions(tones, 1, 3, &[]), 2);
}

#[test]
fn cells_hang_together_by_corners_and_knights_moves() {
    // All sets but those with cells in both outer columns and none between them.
    assert_eq!(
        shades("shaded cells are connected by contacts", 2, 3),
        64 - 9
    );
    assert_eq!(
        shades("exactly 2 groups g of shaded cells by contacts", 2, 3),
        9
    );
    assert_eq!(
        shades("not (shaded cells are connected by contacts)", 2, 3),
        9
    );
    // None, single cells, one in each outer column.
    let single = "each group g of shaded cells by contacts: size of g = 1";
    assert_eq!(shades(single, 2, 3), 1 + 6 + 4);
    // Opposite corners are not a rectangle, though they are one group.
    let filled = "each group g of shaded cells by contacts: g is a rectangle";
    assert_eq!(shades(filled, 2, 2), 16 - 2 - 4);
    // The outer cells are a knight's move apart, crosswise.
    assert_eq!(
        shades("shaded cells are connected by knights", 2, 3),
        1 + 6 + 2
    );
}

#[test]
fn a_loop_may_cross_itself() {
    let links = |rule: &str, rows: usize, columns: usize| {
        let text = format!("decide fence on links: drawn or gap\n\"Rule.\"\n    {rule}\n");
        solutions(&text, rows, columns, &[])
    };
    // Without a cell in the middle nothing can cross: the simple loops of 2 by 3 and 2 by 4 cells, as many as there
    // are rectangles.
    assert_eq!(links("drawn links are one loop with crossings", 2, 3), 3);
    assert_eq!(links("drawn links are one loop with crossings", 2, 4), 6);
    // 13 simple loops of 3 by 3 cells. Where all four links of the middle are drawn, two squares at opposite corners
    // meet there, on either diagonal: 2 figures of eight.
    assert_eq!(links("drawn links are one loop", 3, 3), 13);
    assert_eq!(
        links("drawn links are one loop with crossings", 3, 3),
        13 + 2
    );
    let middle = "each cell c where 4 <= count links of c: each link l of c: l is drawn";
    assert_eq!(
        links(
            &format!("drawn links are one loop with crossings and {middle}"),
            3,
            3
        ),
        2
    );
    let edges = "decide fence on edges: drawn or gap\n\"Rule.\"\n    drawn edges are one loop with crossings\n";
    assert_eq!(solutions(edges, 2, 2, &[]), 13 + 2);
}

#[test]
fn what_lies_in_two_places_is_there_once() {
    // Three cells each: none shaded, or one.
    assert_eq!(
        shades("each cell c: at most 1 shaded cell in lines of c", 2, 2),
        5
    );
    assert_eq!(
        shades("each cell c: count cells in lines of c = 3", 2, 2),
        16
    );
    assert_eq!(shades("count cells in blocks of 2 by 2 = 9", 3, 3), 512);
    assert_eq!(
        shades("sum over cells c in lines of first cell: x of c = 4", 2, 2),
        16
    );
}

#[test]
fn not_a_neighbour_on_a_side_denies_what_is_said_of_it() {
    // The last has no right neighbour, so it is shaded, and then every second one.
    let rule = "each cell c: c is shaded exactly when not right neighbour of c is shaded";
    assert_eq!(shades(rule, 1, 3), 1);
}

#[test]
fn cells_that_are_left_out_of_a_place_end_no_run_there() {
    // All cells of 2 by 2 touch, so those that are there are one run, whichever are left out.
    let rule = "(list over run z of shaded cells in (shaded cells): size of z) = sizes";
    let text = format!("data sizes: list of number\n{SHADE}{rule}\n");
    let sizes = |numbers: &[i64]| {
        let numbers = numbers.iter().map(|&number| Some(number)).collect();
        solutions(&text, 2, 2, &[("sizes", &[Datum::List(numbers)])])
    };
    assert_eq!(sizes(&[2, 1]), 0);
    assert_eq!(sizes(&[3]), 4);
    // In a row, a cell that is left out does end a run.
    let row = "(list over run z of shaded cells in (shaded cells in first row): size of z) = sizes";
    let text = format!("data sizes: list of number\n{SHADE}{row}\n");
    let one = [Datum::List(vec![Some(1), Some(1)])];
    assert_eq!(solutions(&text, 1, 3, &[("sizes", &one)]), 1);
}

#[test]
fn cells_of_lines_that_depend_on_the_solution_are_in_their_order() {
    // First the row, then the rest of the column: below its first cell, both shaded ones are not next to each other.
    let rule = "(count runs z of shaded cells in (cells in lines of (first shaded cells))) = 1";
    assert_eq!(shades(rule, 3, 1), 5);
}

#[test]
fn nothing_is_before_several_things() {
    // One shaded cell with open ones before it, or several, or none: always right.
    assert_eq!(
        shades("each cell c before (shaded cells): c is open", 1, 3),
        8
    );
    // Only where one cell is shaded is anything before it.
    assert_eq!(shades("(count cells before (shaded cells)) = 1", 1, 3), 1);
}

#[test]
fn the_only_one_is_meant() {
    for rule in [
        "(first cell) = (shaded cell)",
        "(shaded cell) is in column 1",
        "distance of (shaded cell) and r1c3 = 2",
        "(right neighbour of (shaded cell)) is open and column of (shaded cell) = (column 1)",
    ] {
        assert_eq!(shades(rule, 1, 3), 1, "{rule}");
    }
}

#[test]
fn a_cell_is_not_a_place_of_several() {
    assert_eq!(shades("(first cell) = (cells where 1 = 1)", 1, 2), 0);
    assert_eq!(shades("(first cell) = (cells where 1 = 1)", 1, 1), 2);
}

/// Cells of one line of sight see each other; what ends a line sees the cells on both of its sides, but no other end.
#[test]
fn cells_see_each_other() {
    let rule = "no shaded cell c, shaded cell d seen from c";
    // Rooks that do not attack each other.
    assert_eq!(shades(rule, 2, 2), 7);
    assert_eq!(shades(rule, 3, 3), 34);
    let text = format!("data wall on cells: mark\n{SHADE}{rule} until wall\n");
    let count = |marks: &str| {
        let datum = |mark| match mark {
            '#' => Datum::Mark,
            _ => Datum::Missing,
        };
        let walls: Vec<Datum> = marks.chars().map(datum).collect();
        solutions(&text, 1, walls.len(), &[("wall", &walls)])
    };
    assert_eq!(count("...#.."), 4 * 3 + 1);
    assert_eq!(count(".##."), 3 * 3);
    assert_eq!(count("#...#"), 2 * 2 + 3);
    assert_eq!(count("##"), 4);
}

/// Most cells a are of no interest, whatever b is; where the data says nothing, neither does the rule.
#[test]
fn conditions_on_data_are_asked_first() {
    let about = |condition: &str, numbers: [Datum; 4]| {
        let text = format!(
            "data number on cells: 0..9\ndecide k on cells: 1..3\n\"Rule.\"\n    each row r, cell a in r, cell b in r: {condition} or k of a = k of b\n"
        );
        solutions(&text, 1, 4, &[("number", &numbers)])
    };
    let none = || {
        [
            Datum::Missing,
            Datum::Missing,
            Datum::Missing,
            Datum::Missing,
        ]
    };
    // All are like the second.
    assert_eq!(about("a is not in neighbours of (first cell)", none()), 3);
    // All but the second are alike, of which no condition is left.
    let besides = "a is in neighbours of b or a is in neighbours of (first cell) or b is in neighbours of (first cell)";
    assert_eq!(about(besides, none()), 9);
    // One and three, whose numbers are 2, are like all; of the others nothing is said.
    let numbers = [
        Datum::Number(2),
        Datum::Missing,
        Datum::Number(2),
        Datum::Number(1),
    ];
    assert_eq!(about("number of a = 1", numbers), 3);
    let numbers = [
        Datum::Missing,
        Datum::Missing,
        Datum::Missing,
        Datum::Number(1),
    ];
    assert_eq!(about("number of a = 1", numbers), 81);
}

#[test]
fn the_only_cell_has_a_ring_and_several_have_none() {
    // Only where one cell alone is shaded is there a ring, which has cells.
    let ring = "count cells in ring of (cell where it is shaded) = 0";
    assert_eq!(shades(ring, 1, 3), 8 - 3);
}

#[test]
fn what_a_member_is_may_be_several_tests() {
    // Of a place of more than nine cells a search that learns is told which images cover a cell. The numbers are those of a
    // short program in another language.
    let has_shape = |place: &str| {
        let rule = format!("shape of ({place}) is i");
        let text = format!("shape i: \"###\"\n{SHADE}{rule}\n");
        solutions(&text, 2, 5, &[])
    };
    assert_eq!(has_shape("last group of shaded cells"), 24);
    assert_eq!(has_shape("first 3 shaded cells"), 231);
}
