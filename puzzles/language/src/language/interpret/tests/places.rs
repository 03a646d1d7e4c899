//! Groups, runs, rings, boards.

use super::*;

const SHADE: &str = "decide s on cells: shaded or open\n";

fn sizes(noun: &str, rows: usize, columns: usize, grid: &str) -> Answer {
    value(
        SHADE,
        &format!("list over {noun}: size of g"),
        rows,
        columns,
        &[("s", grid)],
    )
}

#[test]
fn groups_are_maximal() {
    assert_eq!(
        sizes("group g of shaded cells", 3, 3, "##./..#/###"),
        list(&[2, 4])
    );
    assert_eq!(
        sizes(
            "group g of shaded cells in (first row)",
            3,
            3,
            "##./..#/###"
        ),
        list(&[2])
    );
    assert_eq!(
        sizes(
            "group g of (shaded cells in (last row))",
            3,
            3,
            "##./..#/#.#"
        ),
        list(&[1, 1])
    );
    assert_eq!(sizes("group g of open cells", 1, 1, "#"), list(&[]));
    let digits = "decide d on cells: 1..9 or none \"x\"\n";
    assert_eq!(
        value(
            digits,
            "list over group g of equal d: size of g",
            2,
            3,
            &[("d", "11x/12x")]
        ),
        list(&[3, 1])
    );
    assert_eq!(
        value("", "list over group g of corners: size of g", 1, 2, &[]),
        list(&[6])
    );
}

/// Groups by repeated merging of neighbours, a second definition.
#[test]
fn groups_agree_with_merging() {
    let mut state = 7_u64;
    for _ in 0..40 {
        let shaded: Vec<bool> = (0..20)
            .map(|_| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                state >> 62 != 0
            })
            .collect();
        let mut label: Vec<usize> = (0..20).collect();
        for _ in 0..20 {
            for at in 0..20 {
                for other in [
                    (at % 5 < 4).then_some(at + 1),
                    (at + 5 < 20).then_some(at + 5),
                ]
                .into_iter()
                .flatten()
                {
                    if shaded[at] && shaded[other] {
                        let least = label[at].min(label[other]);
                        label[at] = least;
                        label[other] = least;
                    }
                }
            }
        }
        let wanted: Vec<i128> = (0..20)
            .filter(|&at| shaded[at] && label[at] == at)
            .map(|at| {
                (0..20)
                    .filter(|&other| shaded[other] && label[other] == at)
                    .count() as i128
            })
            .collect();
        let rows: Vec<String> = shaded
            .chunks(5)
            .map(|row| row.iter().map(|&on| if on { '#' } else { '.' }).collect())
            .collect();
        assert_eq!(
            sizes("group g of shaded cells", 4, 5, &rows.join("/")),
            list(&wanted)
        );
    }
}

#[test]
fn runs_follow_a_line() {
    assert_eq!(
        sizes("run g of shaded cells in (first row)", 1, 6, "##.#.#"),
        list(&[2, 1, 1])
    );
    assert_eq!(
        sizes("view v, run g of shaded cells in v", 1, 3, "##."),
        list(&[2, 2, 1, 1, 1, 1])
    );
    assert_eq!(
        sizes("run g of shaded cells", 2, 2, "##/.#"),
        list(&[2, 1, 1, 2])
    );
    assert_eq!(
        sizes(
            "run g of shaded cells in (cells right of (first cell))",
            1,
            5,
            "###.#"
        ),
        list(&[2, 1])
    );
    assert_eq!(
        sizes(
            "diagonal v, run g of shaded cells in v where size of g > 1",
            2,
            2,
            "#./.#"
        ),
        list(&[2])
    );
}

#[test]
fn rings_are_circles_unless_cells_are_missing() {
    let ring = |rows, columns, x: usize, y: usize, grid: &str| {
        let cell = format!(
            "let c be first cell where x of it = {x} and y of it = {y}: bag over run g of shaded cells in ring of c: size of g"
        );
        value(SHADE, &cell, rows, columns, &[("s", grid)])
    };
    assert_eq!(ring(3, 3, 2, 2, "###/#.#/###"), list(&[8]));
    assert_eq!(ring(3, 3, 2, 2, "##./#../.#."), list(&[1, 3]));
    assert_eq!(ring(3, 3, 2, 2, ".##/..#/###"), list(&[6]));
    assert_eq!(ring(3, 3, 2, 2, "#.#/.../#.#"), list(&[1, 1, 1, 1]));
    // Top border, right border, a corner, and lines of one cell's width.
    assert_eq!(ring(2, 3, 2, 1, "#.#/###"), list(&[5]));
    assert_eq!(ring(2, 3, 2, 1, "#.#/#.#"), list(&[2, 2]));
    assert_eq!(ring(3, 2, 2, 2, "##/#./##"), list(&[5]));
    assert_eq!(ring(2, 2, 1, 1, ".#/##"), list(&[3]));
    assert_eq!(ring(2, 2, 1, 1, ".#/#."), list(&[1, 1]));
    assert_eq!(ring(1, 3, 2, 1, "#.#"), list(&[1, 1]));
    assert_eq!(ring(3, 1, 1, 2, "#/./#"), list(&[1, 1]));
    assert_eq!(ring(1, 1, 1, 1, "#"), list(&[]));
    for (phrase, expected) in [("step p, b in ring of c", 8), ("cells in ring of c", 8)] {
        let expression =
            format!("let c be first cell where x of it = 2 and y of it = 2: count {phrase}");
        assert_eq!(
            value("", &expression, 3, 3, &[]),
            Answer::Number(expected),
            "{phrase}"
        );
    }
}

#[test]
fn boards_are_judged_one_by_one() {
    let book = "boards 2\ndecide d on cells: 1..9\n\"Sum.\"\n    sum d in (cells) = 3\n\"Row.\"\n    each row r: all different d in r\n\"All.\"\n    each board b: count cells on b = 2\n\"Both.\"\n    (sum over board b, cells c on b: d of c) = 7\n";
    let mut puzzle = bench(book, 1, 2);
    puzzle.put("d", "12/22");
    assert_eq!(
        puzzle.told(),
        [
            "board 2: sums to 4, must be 3",
            "board 2, row 1: 2 occurs twice"
        ]
    );
    puzzle.put("d", "12/21");
    assert_eq!(puzzle.told(), ["the grid: sums to 6, must be 7"]);
}

#[test]
fn places_and_atoms_are_named() {
    let book = "data room on cells: regions\ndecide d on cells: 1..9\n\"Rows.\"\n    each row r: each cell c in r: d of c != 5\n\"Rooms.\"\n    each room r: each value k from 7 to 7: no cell c in r: d of c = k\n\"Columns.\"\n    each column k: exactly 1 cell c in k where d of c > 4\n";
    let mut puzzle = bench(book, 2, 2);
    puzzle.put("room", "AB/AB").put("d", "15/71");
    assert_eq!(
        puzzle.told(),
        [
            "row 1, r1c2: d is 5, must not be 5",
            "room A, value 7: there is one: r2c1"
        ]
    );
    let broken = puzzle.rules();
    let indices: Vec<u32> = broken
        .iter()
        .flat_map(|broken| broken.atoms.iter().map(|atom| atom.index))
        .collect();
    assert_eq!(indices, [1, 2]);
    puzzle.put("d", "11/61");
    assert_eq!(puzzle.told(), ["column 2: there are 0, must be 1"]);
}

#[test]
fn what_is_counted_is_named() {
    let book = "decide d on cells: none or plus \"+\" or minus \"-\"\n\"Columns.\"\n    each column k: count plus cells in k = 1\n    each column k: count minus cells in k = 1\n\"Rows.\"\n    each row r: exactly 1 not none cell in r\n    each row r: (count cells c in r where d of c is plus) < 2\n";
    let mut puzzle = bench(book, 2, 2);
    puzzle.put("d", "++/++");
    assert_eq!(
        puzzle.told(),
        [
            "column 1: counts 2 plus cells, must be 1",
            "column 2: counts 2 plus cells, must be 1",
            "column 1: counts 0 minus cells, must be 1",
            "column 2: counts 0 minus cells, must be 1",
            "row 1: there are 2 not none cells, must be 1",
            "row 2: there are 2 not none cells, must be 1",
            "row 1: counts 2, must be less than 2",
            "row 2: counts 2, must be less than 2",
        ]
    );
}

#[test]
fn both_parts_of_an_or_are_told() {
    let book = "decide d on cells: red or green or blue\n\"A.\"\n    each cell c: c is red or right neighbour of c is green\n";
    let mut puzzle = bench(book, 1, 2);
    puzzle.put("d", "bb");
    assert_eq!(
        puzzle.told(),
        [
            "r1c1: neither holds: r1c1 must be red; r1c2 must be green",
            "r1c2: neither holds: r1c2 must be red; what is not there must be green",
        ]
    );
}
