//! Atoms and how they lie, layers on lines and regions.

use super::*;

fn count(phrase: &str, rows: usize, columns: usize, expected: i128) {
    assert_eq!(
        value("", &format!("count {phrase}"), rows, columns, &[]),
        Answer::Number(expected),
        "{phrase}"
    );
}

#[test]
fn nouns_name_so_many() {
    for (phrase, expected) in [
        ("cells", 12),
        ("edges", 31),
        ("links", 17),
        ("corners", 20),
        ("row r", 3),
        ("column r", 4),
        ("line r", 7),
        ("view v", 14),
        ("diagonal v", 12),
        ("block b of 2 by 2", 6),
        ("block b of 4 by 2", 0),
        ("box b of 1 by 2", 6),
        ("pair p, b of neighbours", 17),
        ("pair p, b of contacts", 29),
        ("pair p, b of knights", 14),
        ("pair p, b of cells in (first row)", 6),
        ("row r, step p, b in r", 9),
        ("border cells", 10),
        ("not border cells", 2),
        ("border edges", 14),
        ("horizontal edges", 16),
        ("vertical links", 8),
        ("border corners", 14),
        ("value k from 3 to 7", 5),
        ("value k from 3 to 2", 0),
        ("direction d", 4),
        ("first 2 cells", 2),
        ("last (3) cells where x of it = 1", 3),
        ("pair p, b of cells where x of p = x of b", 12),
    ] {
        count(phrase, 3, 4, expected);
    }
    for (phrase, expected) in [
        ("cells", 1),
        ("links", 0),
        ("edges", 4),
        ("corners", 4),
        ("diagonal v", 2),
        ("pair p, b of contacts", 0),
        ("border cells", 1),
        ("row r, step p, b in r", 0),
    ] {
        count(phrase, 1, 1, expected);
    }
}

#[test]
fn what_lies_about_a_cell() {
    // Of the cell in row 1, column 2 of three rows of four.
    for (phrase, expected) in [
        ("neighbours of c", 3),
        ("contacts of c", 5),
        ("knights of c", 3),
        ("links of c", 3),
        ("edges of c", 4),
        ("corners of c", 4),
        ("cells in ring of c", 5),
        ("cells left of c", 1),
        ("cells right of c", 2),
        ("cells above c", 0),
        ("cells below c", 2),
        ("cells towards right from c", 2),
        ("cells seen from c", 5),
        ("neighbours of c towards up", 0),
        ("left links of c", 1),
        ("up edges of c", 1),
        ("up links of c", 0),
        ("not left links of c", 2),
        ("cells in row of c", 4),
        ("cells in column of c besides c", 2),
        ("cells before c", 1),
        ("cells in row of c after c", 2),
        ("cells touching c", 3),
        ("links in row of c", 3),
        ("links of row of c", 7),
        ("edges in row of c", 9),
        ("corners in row of c", 5),
        ("neighbours of row of c", 4),
        ("row r of c", 1),
        ("view v of c", 4),
        ("cells of (left link of c)", 2),
        ("edges of (first corner of c)", 3),
        ("block b of 2 by 2 of c", 2),
        ("lines touching row of c", 5),
        ("cells in row of c where x of it > 1 and x of it < 4", 2),
    ] {
        let expression =
            format!("let c be first cell where x of it = 2 and y of it = 1: count {phrase}");
        assert_eq!(
            value("", &expression, 3, 4, &[]),
            Answer::Number(expected),
            "{phrase}"
        );
    }
    for (formula, expected) in [
        ("size of link between p and b = 1", true),
        ("distance of p and b = 1", true),
        ("(link between p and b) is horizontal", true),
        ("(link between p and b) is vertical", false),
        ("p is in row of b", true),
        ("p is in column of b", false),
        ("row of p = row of b", true),
        ("column of p = column of b", false),
        ("x of b = 2 and y of b = 1", true),
        ("(right neighbour of p) = b", true),
        ("(link between p and p) = (link between p and b)", false),
        ("p is border", true),
        ("up = up", true),
        ("up = down", false),
    ] {
        let whole = format!("let p be first cell, b be first cell where x of it = 2: {formula}");
        assert_eq!(holds("", &whole, 2, 3, &[]), expected, "{formula}");
    }
}

#[test]
fn rays_end_before_what_until_names() {
    let book = "data wall on cells: mark\ndecide s on cells: shaded or open\n";
    for (phrase, expected) in [
        ("cells right of c until wall", 2),
        ("cells right of c until shaded", 1),
        ("cells right of c until not open", 1),
        ("cells seen from c until wall", 2),
        ("cells right of c", 4),
        ("cells left of c until wall", 0),
        ("cells reached from c through open cells", 2),
        ("cells reached from c through cells without wall", 3),
    ] {
        let expression = format!("let c be first cell: count {phrase}");
        let found = value(
            book,
            &expression,
            1,
            5,
            &[("wall", "...x."), ("s", "..#..")],
        );
        assert_eq!(found, Answer::Number(expected), "{phrase}");
    }
}

#[test]
fn directions_of_the_data() {
    let book = "data arrow on cells: direction\ndata ways on cells: directions\ndecide s on cells: shaded or open\n";
    let grids = [
        ("arrow", ">../..^/..?"),
        ("ways", "v . . . . . . . ^<"),
        ("s", "##./..#/.#."),
    ];
    for (formula, expected) in [
        (
            "each cell c: count shaded cells towards arrow of c from c = 1",
            false,
        ),
        (
            "each cell c: each shaded neighbour e of c towards arrow of c: x of e = 2",
            true,
        ),
        (
            "each cell c: no shaded neighbour e of c towards arrow of c",
            false,
        ),
        (
            "each cell c with arrow: c is one of first cell, last cell",
            false,
        ),
        ("exactly 3 cells with arrow", true),
        ("each cell c: arrow of c is one of up, right", true),
        ("each cell c: arrow of c is up", false),
        (
            "each cell c: each direction d where d is in ways of c: some neighbour e of c towards d: e is in (cells)",
            true,
        ),
        (
            "each cell c: count shaded cells towards ways of c from c = 1",
            false,
        ),
    ] {
        assert_eq!(holds(book, formula, 3, 3, &grids), expected, "{formula}");
    }
}

#[test]
fn layers_stand_on_lines_and_regions() {
    let book = "data room on cells: regions\ndata wanted on room: number\ndata sums on columns: number\ndata top on views: number\ndata both on lines: number\ndecide d on cells: 0..9\ndecide size_of on room: 1..9\n";
    let grids = [
        ("room", "AAB/A.B"),
        ("wanted", "3?"),
        ("sums", "5.1"),
        ("top", "1........2"),
        ("both", "1.3.5"),
        ("d", "123/456"),
        ("size_of", "32"),
    ];
    for (formula, expected) in [
        ("each room r: size of r = wanted of r", true),
        ("each room r: size of r = size_of of r", true),
        ("each room r: sum d in r = wanted of r", false),
        ("each cell c: wanted of c = 3", true),
        ("each cell c: wanted of c = 4", false),
        ("exactly 5 cells with wanted", true),
        ("each column k: sum d in k = sums of k", false),
        ("each column k: sums of k <= 5", true),
        ("each cell c in (first column): sums of c = 5", true),
        ("each view v: first d in v = top of v", false),
        ("let v be first view: first d in v = top of v", true),
        ("let v be last view: top of v = 2", true),
        ("let r be first row: both of r = 1", true),
        ("let k be last column: both of k = 5", true),
        ("let k be first column: both of k = 3", true),
        (
            "let p be first cell, b be last cell: room of p = room of b",
            false,
        ),
        (
            "let p be first cell: each cell b in room of p: room of b = room of p",
            true,
        ),
        ("each pair p, b of neighbours: room of p = room of b", false),
        ("each room r: r is connected", true),
        ("each room r, room s touching r: r != s", true),
        ("exactly 2 room r, room s touching r", true),
        ("let p be first cell: p is in room of p", true),
        ("each cell c: c has room", false),
        ("exactly 1 cell without room", true),
        ("let r be first row: (room of r else 1) = 1", true),
        ("each edge e: room of e = room of e", true),
        // Several cells are in no room, as the only one of several is none.
        (
            "room of (cell where d of it = 2) = room of (cell where d of it = 1)",
            true,
        ),
        (
            "room of (cell where d of it <= 2) = room of (cell where d of it = 1)",
            true,
        ),
        (
            "room of (cell where d of it <= 3) = room of (cell where d of it = 1)",
            false,
        ),
        (
            "room of (cell where d of it <= 3) != room of (cell where d of it = 1)",
            true,
        ),
        ("wanted of (cell where d of it <= 2) = 3", true),
        ("wanted of (cell where d of it <= 2) = 4", false),
        ("wanted of (cell where d of it <= 3) = 4", false),
        ("wanted of (cell where d of it = 6) = 3", true),
        ("sums of (cell where d of it is one of 1, 4) = 5", true),
        ("sums of (cell where d of it is one of 1, 2) = 5", false),
        ("exactly 1 room r with wanted where wanted of r = 3", true),
    ] {
        assert_eq!(holds(book, formula, 2, 3, &grids), expected, "{formula}");
    }
}

#[test]
fn layers_may_stand_on_some_cells_only() {
    let book = "data wall on cells: mark\ndecide light on cells without wall: lamp or dark\n";
    let mut puzzle = bench(
        &format!(
            "{book}\"One.\"\n    each cell c: c is lamp exactly when x of c = 1\n\"Two.\"\n    each cell c: c has wall exactly when c has no light\n"
        ),
        1,
        3,
    );
    puzzle.put("wall", ".x.").put("light", "#_.");
    assert!(puzzle.check().is_empty(), "{:?}", puzzle.check());
    assert_eq!(
        (0..4)
            .map(|at| Grounds::new(&puzzle.data).stands(1, at))
            .collect::<Vec<_>>(),
        [true, false, true, false]
    );
    puzzle.put("light", "##_");
    let laws: Vec<(Law, String)> = puzzle
        .check()
        .into_iter()
        .map(|broken| (broken.rule, broken.place))
        .collect();
    assert_eq!(
        laws[..2],
        [
            (Law::Values(1), "r1c2".to_owned()),
            (Law::Values(1), "r1c3".to_owned())
        ]
    );
}

#[test]
fn ranges_go_by_data() {
    let mut puzzle = bench(
        "data room on cells: regions\ndata top on rows: number\ndecide d on cells: 1..size of room of it\ndecide e on rows: 0..top of it or 9\ndecide f on cells: 1..d of it\n",
        2,
        2,
    );
    puzzle.put("room", "AA/AB").put("top", "4.");
    let layer = |name| puzzle.layer(name);
    assert_eq!(
        Grounds::new(&puzzle.data).range(layer("d"), 0),
        Some(vec![(1, Some(3))])
    );
    assert_eq!(
        Grounds::new(&puzzle.data).range(layer("d"), 3),
        Some(vec![(1, Some(1))])
    );
    assert_eq!(
        Grounds::new(&puzzle.data).range(layer("e"), 0),
        Some(vec![(0, Some(4)), (9, Some(9))])
    );
    assert_eq!(Grounds::new(&puzzle.data).range(layer("e"), 1), None);
    assert_eq!(Grounds::new(&puzzle.data).range(layer("f"), 0), None);
    puzzle.put("d", "33/42").put("e", "59").put("f", "12/34");
    let found: Vec<String> = puzzle
        .check()
        .into_iter()
        .map(|broken| broken.place)
        .collect();
    assert_eq!(found, ["r2c1", "r2c2", "row 1"]);
}

#[test]
fn givens_stay_and_regions_hang_together() {
    let mut puzzle = bench(
        "decide d on cells: 1..9, given\ndecide area on cells: regions\n\"Size.\"\n    each area p: size of p <= 2\n\"Apart.\"\n    each pair p, b of neighbours: if d of p = d of b then area of p = area of b\n",
        2,
        2,
    );
    puzzle
        .give("d", "1./.4")
        .put("d", "12/34")
        .put("area", "AA/BB");
    assert!(puzzle.check().is_empty(), "{:?}", puzzle.check());
    puzzle.put("d", "22/34").put("area", "AB/BA");
    let laws: Vec<Law> = puzzle
        .check()
        .into_iter()
        .map(|broken| broken.rule)
        .collect();
    assert_eq!(
        laws,
        [
            Law::Given(0),
            Law::Connected(1),
            Law::Connected(1),
            Law::Rule(1)
        ]
    );
    puzzle.put("d", "12/34").put("area", "A?/?A");
    assert!(puzzle.check().is_empty());
    puzzle.put("area", "AA/A?");
    assert!(puzzle.check().is_empty());
}
