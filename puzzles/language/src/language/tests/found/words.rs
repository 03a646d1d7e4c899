//! What readers of the guide wrote of its own accord, and is now said as they wrote it.

use super::*;

const MARKED: &str =
    "data hole on cells: mark\ndecide shade on cells: shaded or open\n\"Rule.\"\n    ";

/// The ways to shade two rows of three cells, with marks at the first, second and last.
fn marked(rule: &str) -> usize {
    let hole = [true, true, false, false, false, true];
    let hole = hole.map(|there| if there { Datum::Mark } else { Datum::Missing });
    solutions(&format!("{MARKED}{rule}\n"), 2, 3, &[("hole", &hole)])
}

#[test]
fn marks_precede_nouns_and_follow_is() {
    assert_eq!(marked("each hole cell is shaded"), 8);
    assert_eq!(marked("hole cells are shaded"), 8);
    assert_eq!(marked("each not hole cell c: c is open"), 8);
    assert_eq!(marked("each cell c: if c is hole then c is shaded"), 8);
    assert_eq!(marked("each cell c: c is not hole or c is shaded"), 8);
    assert_eq!(marked("shaded cells are hole"), 8);
    assert_eq!(marked("first hole cell is shaded"), 32);
    assert_eq!(marked("exactly 3 hole cells"), 64);
    // The two beside each other are one group, the third is another.
    assert_eq!(marked("exactly 2 groups of hole cells"), 64);
    assert_eq!(marked("hole cells are connected"), 0);
    assert_eq!(marked("exactly 2 shaded hole cells"), 3 * 8);
}

#[test]
fn a_number_or_a_word_of_the_puzzle_is_its_word() {
    let ways = |rule: &str| {
        let text = format!("decide limit: 1..2 or none\n\"Rule.\"\n    {rule}\n");
        solutions(&text, 1, 1, &[])
    };
    assert_eq!(ways("limit is none"), 1);
    assert_eq!(ways("limit is not none"), 2);
    assert_eq!(ways("not limit is none"), 2);
    assert_eq!(ways("if limit is not none then limit > 1"), 2);
    assert_eq!(ways("limit is one of none, 1"), 2);
}

#[test]
fn a_row_has_any_number() {
    // Each shaded cell has a shaded one in the row below: none in the second row, so none at all.
    let below = "each shaded cell c: some shaded cell in row (y of c + 1)";
    assert_eq!(shades(below, 2, 2), 1);
    let before = "each shaded cell c: x of c = 1 or some shaded cell in column (x of c - 1)";
    // No column is empty before one that is not: none of two, or the first one in some way and any second one.
    assert_eq!(shades(before, 2, 2), 1 + 3 * 4);
    // What follows is said of the cells, not of the row.
    let in_row = "count (cells in row 1 where x of it = 2) = 1";
    assert_eq!(shades(in_row, 2, 3), 64);
    assert_eq!(
        shades("each cell in row 1 where x of it = 2 is shaded", 2, 3),
        32
    );
    assert_eq!(
        shades("each cell c in row (2) where x of c > 1: c is shaded", 2, 3),
        16
    );
    assert_eq!(
        shades("each cell in row 1 besides r1c2 is shaded", 2, 3),
        16
    );
    assert_eq!(
        shades("exactly 1 shaded cell in row 1 after r1c1", 2, 3),
        32
    );
    // `it` is the cell, not the row.
    let of_it = "no shaded cells where (some shaded cell in row (y of it + 1))";
    assert_eq!(shades(of_it, 2, 1), 3);
}

#[test]
fn one_thing_lies_on_the_side_that_the_solution_says() {
    let ways = |rule: &str| {
        let text = format!(
            "decide way on cells: direction\ndecide shade on cells: shaded or open\n\
             decide fence on links: drawn or gap\n\"Rule.\"\n    {rule}\n"
        );
        solutions(&text, 1, 2, &[])
    };
    // Of two cells in a row each points at the other in 1 of 4 ways.
    let next = "each cell c: (neighbour of c towards way of c) is shaded";
    assert_eq!(ways(next), 2);
    assert_eq!(
        ways("each cell c: (link of c towards way of c) is drawn"),
        4
    );
    let meet = "each cell c: way of (neighbour of c towards way of c) = opposite of way of c";
    assert_eq!(ways(meet), 16 / 2);
    let meet = "each cell c, neighbour d of c: way of d is opposite of way of c";
    assert_eq!(ways(meet), 4 * 8);
    assert_eq!(ways("each cell c: way of c = opposite of left"), 8);
}

#[test]
fn a_room_has_a_middle() {
    // Two cells and four, in the first two columns of two rows; shaded cells of the second room turn onto each other.
    let text = "data room on cells: regions\ndecide shade on cells: shaded or open\n\"Rule.\"\n    \
        each room r: shaded cells in r are symmetric under half turn about r\n";
    let rooms = [0, 0, 1, 1, 1, 1, 1].map(Datum::Region);
    // One of two cells, or both, and five in a row about the third.
    assert_eq!(solutions(text, 1, 7, &[("room", &rooms)]), 2 * 8);
    let rooms = [0, 0, 1, 0, 0, 1].map(Datum::Region);
    // A block of four about a corner, and two about a side.
    assert_eq!(solutions(text, 2, 3, &[("room", &rooms)]), 4 * 2);
}

/// Where a layer on cells and a word have one name, the word stands by itself.
#[test]
fn a_word_may_have_the_name_of_a_layer_on_places() {
    let turns = |rule: &str| {
        let text = format!("decide turn on cells: turn or straight\n\"Rule.\"\n    {rule}\n");
        solutions(&text, 1, 3, &[])
    };
    assert_eq!(turns("each cell c: turn of c = turn"), 1);
    assert_eq!(turns("some cell c: turn of c != turn"), 7);
    assert_eq!(turns("count (cells c where turn of c = turn) = 2"), 3);
}

#[test]
fn what_is_said_with_boards_is_said_of_all_of_them() {
    // Two boards of two cells each. What is said apart would be said of each board.
    for (rule, expected) in [
        ("count boards = 2 and some open cell", 16 - 1),
        ("some open cell", 3 * 3),
        (
            "(some board b: some open cell on b) and exactly 1 open cell",
            4,
        ),
        (
            "let p be first board: (some open cell on p) and exactly 1 open cell",
            2,
        ),
    ] {
        let text = format!("boards 2\n{SHADE}{rule}\n");
        assert_eq!(solutions_on(2, &text, 1, 2, &[]), expected, "{rule}");
    }
}
