//! Bugs found by the comparison, each with the number of solutions by the reference.

use super::super::values::Datum;
use super::*;

/// The number of solutions that both sides find; data by layer.
#[track_caller]
pub(super) fn solutions(
    text: &str,
    rows: usize,
    columns: usize,
    given: &[(&str, &[Datum])],
) -> usize {
    let mut problems = Problems::default();
    let book = Arc::new(parse(text, 0, &|_| None, &mut problems));
    assert!(problems.is_empty(), "{problems:?}");
    let geometry = Geometry {
        rows,
        columns,
        boards: 1,
    };
    let mut data = Data {
        geometry,
        layers: Vec::new(),
        region_names: vec![Vec::new(); book.layers.len()],
        asked: None,
        book: Arc::clone(&book),
    };
    for layer in &book.layers {
        let own = given.iter().find(|(name, _)| **name == *layer.word.name);
        let regions = own.map_or(&[][..], |(_, values)| values);
        let regions = regions.iter().filter_map(|datum| match datum {
            Datum::Region(region) => Some(region + 1),
            _ => None,
        });
        data.region_names[data.layers.len()] = (0..regions.max().unwrap_or(0))
            .map(|region| region.to_string())
            .collect();
        let values = match own {
            Some((_, values)) => values.to_vec(),
            None => vec![Datum::Missing; positions(&data, &layer.on)],
        };
        data.layers.push(values);
    }
    match judge(&Arc::new(data)) {
        Outcome::Same { solutions, .. } => solutions,
        other => panic!("{other:?}"),
    }
}

const SHADE: &str = "decide shade on cells: shaded or open\n\"Rule.\"\n    ";
const K: &str = "data limit: number\ndecide k: 1..3\n\"Rule.\"\n    ";

fn shades(rule: &str, rows: usize, columns: usize) -> usize {
    solutions(&format!("{SHADE}{rule}\n"), rows, columns, &[])
}

fn of_k(rule: &str, rows: usize, columns: usize) -> usize {
    solutions(&format!("{K}{rule}\n"), rows, columns, &[])
}

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
fn a_missing_place_says_nothing() {
    let text =
        format!("data room on cells: regions\n{SHADE}some shaded cell in room of (first cell)\n");
    assert_eq!(solutions(&text, 1, 2, &[]), 4);
}

#[test]
fn no_word_fits_missing_data() {
    let text = "data mood on cells: good or bad\ndecide k: 1..3\n\"Rule.\"\n    each group g of not bad cells: 1 = 2\n";
    // The cell is not bad, and a group by itself.
    assert_eq!(solutions(text, 1, 1, &[]), 0);
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
fn both_branches_hold_without_their_condition() {
    assert_eq!(of_k("if limit = 1 then k = 2 otherwise k = 2", 1, 1), 1);
}

#[test]
fn tests_are_compared_as_by_exactly_when() {
    assert_eq!(of_k("(limit = 1) = (k = 2)", 1, 1), 3);
}

#[test]
fn one_branch_may_be_missing() {
    assert_eq!(of_k("(if k = 1 then 1 otherwise limit) < 1", 1, 1), 2);
}

#[test]
fn what_is_not_told_is_not_replaced() {
    let text = format!("{K}(limit else 2) = k\n");
    assert_eq!(solutions(&text, 1, 1, &[("limit", &[Datum::Untold])]), 3);
    assert_eq!(solutions(&text, 1, 1, &[]), 1);
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
fn a_given_beyond_the_range_is_no_word() {
    let text = "decide digit on cells: blank or 0, given\n\"Rule.\"\n    1 = 1\n";
    assert_eq!(solutions(text, 1, 1, &[("digit", &[Datum::Number(1)])]), 0);
}

#[test]
fn members_do_not_touch_their_place() {
    assert_eq!(shades("each cell c touching cells: c is shaded", 1, 2), 4);
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
fn numbers_that_are_not_told_have_no_sum() {
    let text = format!("{K}k = (sum over cell c: limit)\n");
    assert_eq!(solutions(&text, 1, 1, &[("limit", &[Datum::Untold])]), 3);
}

#[test]
fn a_number_may_be_compared_with_the_word_for_none() {
    let text =
        "decide digit on cells: 1..2 or blank\n\"Rule.\"\n    each cell c: (digit of c) != blank\n";
    assert_eq!(solutions(text, 1, 2, &[]), 4);
}

#[test]
fn equal_branches_need_no_condition() {
    assert_eq!(of_k("k = (if limit = 1 then 2 otherwise 2)", 1, 1), 1);
}

#[test]
fn a_sum_with_a_number_that_is_not_told_is_missing() {
    let numbers = [Datum::Untold, Datum::Number(2)];
    let text = format!("data number on cells: number\n{SHADE}(sum number in (shaded cells)) > 1\n");
    assert_eq!(solutions(&text, 1, 2, &[("number", &numbers)]), 3);
    let numbers = [Datum::Untold, Datum::Missing];
    let text = "data number on cells: number\ndecide area: regions\n\"Rule.\"\n    \
        each area b: size of b = sum number in b\n";
    assert_eq!(solutions(text, 1, 2, &[("number", &numbers)]), 1);
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
fn values_that_are_not_told_may_be_anything() {
    let numbers = [Datum::Untold, Datum::Missing];
    let text = "data number on cells: number\ndecide k: 1..3\n\"Rule.\"\n    \
        if (all equal number in cells) then 1 = 2 otherwise 1 = 1\n";
    assert_eq!(solutions(text, 1, 2, &[("number", &numbers)]), 3);
}

#[test]
fn a_replacement_may_be_missing() {
    let text = "data limit: number\ndecide digit on cells: 1..2 or blank\n\"Rule.\"\n    \
        each cell c: ((digit of c) else limit) = 1\n";
    // 1, or blank: then nothing is said.
    assert_eq!(solutions(text, 1, 1, &[]), 2);
}

#[test]
fn what_is_left_is_never_negative() {
    assert_eq!(of_k("k - 2 = (1 - 2) / 2", 1, 1), 1);
    assert_eq!(of_k("k = (1 - 2) mod 3", 1, 1), 1);
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
fn a_missing_number_of_members_says_nothing() {
    let text = format!(
        "data number on cells: number\n{SHADE}each value k from 1 to (sum number in (shaded cells)): 1 = 2\n"
    );
    // Neither, or the cell that is not told.
    let numbers = [Datum::Untold, Datum::Number(2)];
    assert_eq!(solutions(&text, 1, 2, &[("number", &numbers)]), 3);
}

#[test]
fn what_is_left_of_variables_is_never_negative() {
    assert_eq!(of_k("(k - 3) / 2 = - 1", 1, 1), 2);
    assert_eq!(of_k("(1 - 3) / (k - 2) = 2", 1, 1), 1);
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
fn a_gap_in_a_branch_that_is_not_taken_says_nothing() {
    let text = format!(
        "data number on cells: number\n{SHADE}(if ((first cell) is open) then (sum number in (shaded cells)) otherwise 1) > 1\n"
    );
    // Where the first cell is shaded, 1 > 1 is false; else the sum is 0, or missing.
    let numbers = [Datum::Missing, Datum::Untold];
    assert_eq!(solutions(&text, 1, 2, &[("number", &numbers)]), 1);
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
}

#[test]
fn what_the_compiler_does_not_know_is_left_to_the_interpreter() {
    let halves = "decide area on cells: regions\n\"Rule.\"\n    each area a: a is symmetric under half turn\n";
    // All partitions but the four with a bent region of three cells.
    assert_eq!(solutions(halves, 2, 2, &[]), 8);
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
fn a_word_that_the_solution_picks_can_be_compared() {
    let letters = |rule: &str| {
        let text = format!(
            "data clue: number\ndecide letter on cells: A or B or none \".\"\n\"Rule.\"\n    {rule}\n"
        );
        solutions(&text, 1, 3, &[])
    };
    let first = "letter of (first cell where it is not none)";
    // Of 27 rows one has no letter; in half of the others, B is first.
    assert_eq!(letters(&format!("{first} = B")), 13);
    assert_eq!(letters(&format!("{first} is A")), 13);
    assert_eq!(letters(&format!("{first} != A")), 14);
    // One letter; two or three of which the ends are equal: 3 * 2, 3 * 2, 4.
    let last = "letter of (last cell where it is not none)";
    assert_eq!(letters(&format!("{first} = {last}")), 16);
}

#[test]
fn bags_of_data_are_compared() {
    let text = "data number on cells: 0..\ndecide half on links: joined or apart\n\"Rule.\"\n    \
                no pair a, b of joined links: bag number in cells of a = bag number in cells of b\n";
    // 1 2 1: the two links have the same numbers, so at most one is joined.
    let numbers = [Datum::Number(1), Datum::Number(2), Datum::Number(1)];
    assert_eq!(solutions(text, 1, 3, &[("number", &numbers)]), 3);
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
fn whether_data_is_told_can_be_asked() {
    let text = format!(
        "data number on cells: number\n{SHADE}each cell c where number of c is told: c is shaded\n"
    );
    // The second is not told, and of the third nothing is said: it is passed over.
    let numbers = [Datum::Number(2), Datum::Untold, Datum::Missing];
    assert_eq!(solutions(&text, 1, 3, &[("number", &numbers)]), 4);
    let text = format!(
        "data number on cells: number\n{SHADE}each cell c: number of c is told exactly when c is shaded\n"
    );
    assert_eq!(solutions(&text, 1, 3, &[("number", &numbers)]), 2);
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
fn what_is_not_told_is_not_replaced_in_a_measure() {
    let text = format!(
        "data number on cells: number\n{SHADE}sum over shaded cells c: (number of c else 1) = 1\n"
    );
    // With the first, the sum is not told; the second alone counts 1.
    let numbers = [Datum::Untold, Datum::Missing];
    assert_eq!(solutions(&text, 1, 2, &[("number", &numbers)]), 3);
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
fn large_numbers_are_right_up_to_the_limit() {
    let power = "decide digit on cells: 2..9\n\"Rule.\"\n    each cell c: digit of c ^ 31 > 5\n";
    assert_eq!(solutions(power, 1, 1, &[]), 8);
    // 3 · 10^11 squared is 9 · 10^22.
    let square = "decide digit on cells: 2..3\n\"Rule.\"\n    let a be reading digit in grid: a ^ 2 > 9 * 10 ^ 22\n";
    assert_eq!(solutions(square, 1, 12, &[]), 1 << 11);
}

#[test]
fn nothing_of_a_number_is_nothing() {
    let text = "decide digit on cells: 1..3\n\"Rule.\"\n    (0 * (last digit in cells)) = 0\n";
    assert_eq!(solutions(text, 1, 1, &[]), 3);
}

#[test]
fn nothing_is_not_passed_over_for_what_follows() {
    let text = "decide digit on cells: 1..2 or blank\ndecide shade on cells: shaded or open\n\
        \"Rule.\"\n    ((if ((first cell) is open) then (nearest equal digit of (first cell)) \
        otherwise 1) <= 1)\n";
    assert_eq!(solutions(text, 1, 1, &[]), 3);
}

#[test]
fn a_place_that_is_missing_for_each_cell_says_nothing() {
    let text = |rule: &str| {
        format!(
            "data room on cells: regions\ndata size_ on cells: list of number\n\
             decide shade on cells: shaded or open\n\"Rule.\"\n    {rule}\n"
        )
    };
    let place = "(room of (if (first cell) is open then (first cell) otherwise (last cell)))";
    let rooms = |first, last| [first, Datum::Region(0), Datum::Region(0), last];
    let sizes = [2, 2, 2, 2].map(|size| Datum::List(vec![Some(size)]));
    for (rule, neither, last) in [
        // Where the first cell is open nothing is said, or the last three cells are meant.
        (
            format!("shade in {place} reads \"shaded shaded open\""),
            16,
            8 + 1,
        ),
        (format!("(cells in {place}) are connected"), 16, 16),
        (
            format!("(bag over runs n of shaded cells in {place}: size of n) = size_ of r1c1"),
            16,
            8 + 2,
        ),
    ] {
        for (end, wanted) in [(Datum::Missing, neither), (Datum::Region(0), last)] {
            let given: &[(&str, &[Datum])] =
                &[("room", &rooms(Datum::Missing, end)), ("size_", &sizes)];
            let found = solutions(&text(&rule), 1, 4, given);
            assert_eq!(found, wanted, "{rule}");
        }
    }
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
fn what_is_measured_of_the_untold_is_not_told() {
    let text = "data knot on corners: number\ndecide k: 1..2\n\"Rule.\"\n    \
        (least over pair v, w of neighbours: (gcd over corner p: knot of p)) >= 1\n";
    let knots = [2, 0, 0, 0, 0, 0].map(|knot| match knot {
        0 => Datum::Missing,
        _ => Datum::Untold,
    });
    assert_eq!(solutions(text, 1, 2, &[("knot", &knots)]), 2);
}

#[test]
fn what_lies_in_no_known_direction_has_nothing_to_say() {
    let text = "data number on cells: number\ndata way on cells: direction\ndecide k: 1..2\n\
        \"Rule.\"\n    (first cell towards (way of first cell) from (first cell)) has number\n";
    assert_eq!(solutions(text, 2, 1, &[]), 2);
}

#[test]
fn lists_that_are_found_are_compared() {
    let text = |rule: &str| {
        format!(
            "data list_: list of number\ndecide digit on cells: 1..2 or none\n\"Rule.\"\n    {rule}\n"
        )
    };
    let told = [Datum::List(vec![Some(2), None])];
    for (rule, wanted) in [
        // Of 9 rows of two cells: (), 1, 2 in two places each, and four without gap.
        (
            "(list digit in row 1) = (list digit in row 2)",
            1 + 4 + 4 + 4,
        ),
        (
            "(bag digit in row 1) = (bag digit in row 2)",
            1 + 4 + 4 + 1 + 1 + 4,
        ),
        (
            "(list digit in row 1) = (bag digit in row 2)",
            1 + 4 + 4 + 1 + 1 + 4,
        ),
        // The first digit of the upper row: none in 1 row, 1 or 2 in 4 each.
        (
            "(first digit in row 1) is in (list digit in row 2)",
            2 * 4 * 5,
        ),
        // 2 is in it, of anything else nothing is said, and what is not there is not in it.
        ("(first digit in grid) is in list_", 80),
        ("(first digit in grid) is not in list_", 81 - 40),
    ] {
        assert_eq!(
            solutions(&text(rule), 2, 2, &[("list_", &told)]),
            wanted,
            "{rule}"
        );
    }
}

#[test]
fn what_is_given_is_told_by_the_data() {
    let text = "decide digit on cells: 1..2, given\n\"Rule.\"\n    each cell c: digit of c = 2 exactly when c is given\n    exactly 1 given cell\n";
    let given = [Datum::Number(2), Datum::Missing];
    assert_eq!(solutions(text, 1, 2, &[("digit", &given)]), 1);
    assert_eq!(solutions(text, 1, 2, &[]), 0);
}

/// The numbers are those of a program that tries all grids.
#[test]
fn one_of_several_equals_another() {
    let text = |rule: &str| format!("decide digit on cells: 1..4\n\"Rule.\"\n    {rule}\n");
    for (rule, wanted) in [
        (
            "each cell c: digit of c = 4 or some contact d of c: digit of d = digit of c + 1",
            945,
        ),
        (
            "each cell c: some contact d of c: digit of d = digit of c",
            328,
        ),
        (
            "some contact d of r1c2: digit of d < 2 and digit of d = digit of r1c2 - 2",
            781,
        ),
    ] {
        assert_eq!(solutions(&text(rule), 2, 3, &[]), wanted, "{rule}");
    }
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
fn whether_a_number_is_told_may_depend_on_the_solution() {
    // None is shaded, or the second cell alone, of whose number nothing is said.
    let numbers = [Datum::Untold, Datum::Missing];
    let text =
        format!("data number on cells: number\n{SHADE}number of first shaded cell is told\n");
    assert_eq!(solutions(&text, 1, 2, &[("number", &numbers)]), 2);
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
fn expressions_of_one_line_are_one_automaton() {
    // Three shaded cells, or one shaded cell in the middle.
    let rule =
        "each row r: shade in r reads \"shaded{3}\" or shade in r reads \"open shaded open\"";
    assert_eq!(shades(rule, 2, 3), 4);
}

#[test]
fn a_sum_may_be_of_what_is_missing_or_not_told() {
    // With the first cell shaded, of whose number nothing is said, anything goes; otherwise the sum is 0.
    let numbers = [Datum::Untold, Datum::Missing];
    let text = format!(
        "data number on cells: number\n{SHADE}(sum over rows r: number of first shaded cell) = 1\n"
    );
    assert_eq!(solutions(&text, 1, 2, &[("number", &numbers)]), 2);
}

#[test]
fn negative_numbers_are_read_by_the_dot_alone() {
    // 27 lines of three numbers; one of them is 1 0 1, and 1 -1 1 is another.
    let head = "decide n on cells: -1..1\n\"r\"\n    ";
    let count = |formula: &str| solutions(&format!("{head}{formula}\n"), 1, 3, &[]);
    assert_eq!(count("n in row 1 reads \"1 0 1\""), 1);
    assert_eq!(count("not (n in row 1 reads \"1 0 1\")"), 26);
    assert_eq!(count("n in row 1 reads \"1 . 1\""), 3);
    // Within a formula: 1 0 1, or a zero in front.
    assert_eq!(count("n in row 1 reads \"1 0 1\" or n of r1c1 = 0"), 10);
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
fn cells_have_the_values_of_their_regions_and_rows() {
    // Of the three cells of the first region, which has the value 2, two are shaded; the fourth cell has no value.
    let rooms = [0, 0, 0, 1].map(Datum::Region);
    let values = [Datum::Number(2), Datum::Missing];
    let head = "data room on cells: regions\ndata worth on room: number\ndecide shade on cells: shaded or open\n\"r\"\n    ";
    let count = |formula: &str| {
        let text = format!("{head}{formula}\n");
        solutions(&text, 2, 2, &[("room", &rooms), ("worth", &values)])
    };
    assert_eq!(count("sum worth in shaded cells = 4"), 6);
    assert_eq!(count("sum over shaded cells c: worth of c = 4"), 6);
}

#[test]
fn a_list_of_sums_with_an_unknown_number_is_unknown() {
    // The first number is unknown, so that nothing is required where the first cell is open and another shaded: . #.
    // Where none is shaded both lists are empty; # . has 1 and 1; # # has 1 1 and 0 0.
    let text = "data wt on cells: number\ndecide shade on cells: shaded or open\n\"r\"\n    \
                (list over shaded cells c: 1) = list over shaded cells c: (sum over open cells d: wt of d)\n";
    let given = [Datum::Untold, Datum::Number(1)];
    assert_eq!(solutions(text, 1, 2, &[("wt", &given)]), 3);
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

#[test]
fn an_unknown_value_of_a_row_is_unknown_for_its_cells() {
    // The second row has an unknown value, so that nothing is required of any sum with one of its cells.
    let text = "data total on rows: number\ndecide shade on cells: shaded or open\n\"r\"\n    \
                sum total in shaded cells = 1\n";
    let total = [Datum::Number(1), Datum::Untold];
    // The second cell is shaded in two grids; of the others one has the sum 1.
    assert_eq!(solutions(text, 2, 1, &[("total", &total)]), 3);
}
