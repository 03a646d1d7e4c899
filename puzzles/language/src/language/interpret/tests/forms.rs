//! Loops, paths, rectangles, symmetry, shapes, regular expressions.

use super::*;

const SHADE: &str = "decide s on cells: shaded or open\n";

fn shade(formula: &str, rows: usize, columns: usize, grid: &str) -> bool {
    holds(SHADE, formula, rows, columns, &[("s", grid)])
}

#[test]
fn sets_of_cells_have_forms() {
    for (rows, columns, grid, connected, rectangle, square, symmetric, mirror, half, quarter) in [
        (2, 3, "##./##.", true, true, true, true, true, true, true),
        (2, 3, "###/###", true, true, false, true, true, true, false),
        (
            2, 3, "##./#..", true, false, false, true, true, false, false,
        ),
        (2, 3, ".../...", true, false, false, true, true, true, true),
        (
            2, 3, "##./.##", true, false, false, true, false, true, false,
        ),
        (
            2, 3, "#../..#", false, false, false, true, false, true, false,
        ),
        (
            3,
            3,
            "##./##./#..",
            true,
            false,
            false,
            false,
            false,
            false,
            false,
        ),
        (
            3,
            3,
            ".#./###/.#.",
            true,
            false,
            false,
            true,
            true,
            true,
            true,
        ),
        (1, 1, "#", true, true, true, true, true, true, true),
        (1, 4, "##.#", false, false, false, true, true, false, false),
    ] {
        for (predicate, expected) in [
            ("connected", connected),
            ("a rectangle", rectangle),
            ("a square", square),
            ("symmetric", symmetric || mirror),
            ("symmetric under mirror", mirror),
            ("symmetric under half turn", half),
            ("symmetric under quarter turn", quarter),
        ] {
            let formula = format!("shaded cells are {predicate}");
            assert_eq!(
                shade(&formula, rows, columns, grid),
                expected,
                "{predicate}: {grid}"
            );
        }
    }
    assert!(holds(
        "",
        "corners are connected and cells are connected and links are connected",
        3,
        3,
        &[]
    ));
    assert!(holds("", "(vertical links) are connected", 3, 1, &[]));
    assert!(!holds("", "(vertical links) are connected", 3, 2, &[]));
    assert!(holds("", "links are connected", 1, 1, &[]));
}

#[test]
fn shapes_are_turned_and_mirrored() {
    let book = format!("{SHADE}shape L: \"##\" \"#.\" \"#.\"\nshape I: \"####\"\n");
    for (grid, expected) in [
        ("###/..#/...", true),
        ("#../###/...", true),
        ("##./.#./.#.", true),
        ("##./##./...", false),
        (".../.../...", false),
        ("##./.##/...", false),
    ] {
        assert_eq!(
            holds(
                &book,
                "shape of (shaded cells) is one of L, I",
                3,
                3,
                &[("s", grid)]
            ),
            expected,
            "{grid}"
        );
        assert_eq!(
            holds(&book, "shape of (shaded cells) = L", 3, 3, &[("s", grid)]),
            expected,
            "{grid}"
        );
    }
    let book = format!("{SHADE}data pieces: shapes\n");
    for (piece, expected) in [
        ("\"##|.#\"", true),
        ("\"##|##\"", false),
        ("\"#.|##\"", true),
    ] {
        assert_eq!(
            holds(
                &book,
                "each group g of shaded cells: shape of g is one of pieces",
                2,
                2,
                &[("s", "##/#."), ("pieces", piece)]
            ),
            expected,
            "{piece}"
        );
        assert_eq!(
            holds(
                &book,
                "each group g of shaded cells: shape of g is in pieces",
                2,
                2,
                &[("s", "##/#."), ("pieces", piece)]
            ),
            expected,
            "{piece}"
        );
    }
}

/// The links or edges that a drawing of the closed line through these cells or corners uses.
fn strokes(
    kind: crate::language::syntax::Kind,
    rows: usize,
    columns: usize,
    path: &[(usize, usize)],
) -> String {
    let geometry = Geometry {
        rows,
        columns,
        boards: 1,
    };
    let links = kind == crate::language::syntax::Kind::Link;
    let mut used = vec!['.'; geometry.count(kind)];
    for pair in path.windows(2) {
        let ends = |index: u32| {
            let mut ends = if links {
                geometry.link_cells(index)
            } else {
                geometry.edge_corners(index)
            }
            .map(|end| {
                if links {
                    geometry.position(end)
                } else {
                    geometry.corner_position(end)
                }
            });
            ends.sort_unstable();
            ends
        };
        let mut wanted = [pair[0], pair[1]];
        wanted.sort_unstable();
        let at = (0..used.len() as u32)
            .find(|&index| ends(index) == wanted)
            .unwrap();
        used[at as usize] = '#';
    }
    used.into_iter().collect()
}

#[test]
fn loops_paths_and_their_inside() {
    use crate::language::syntax::Kind::{Edge, Link};
    let square = [
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 2),
        (2, 2),
        (2, 1),
        (2, 0),
        (1, 0),
        (0, 0),
    ];
    let two: [(usize, usize); 5] = [(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)];
    for (kind, name) in [(Link, "links"), (Edge, "edges")] {
        let book = format!("decide curve on {name}: used or free\n");
        let size = if kind == Link { 3 } else { 2 };
        let tests = |path: &str, one_loop: bool, one_path: bool, without: bool| {
            for (predicate, expected) in [
                ("one loop", one_loop),
                ("one path", one_path),
                ("without loop", without),
            ] {
                let formula = format!("used {name} are {predicate}");
                assert_eq!(
                    holds(&book, &formula, size, size, &[("curve", path)]),
                    expected,
                    "{formula} {path}"
                );
            }
        };
        tests(&strokes(kind, size, size, &square), true, false, false);
        tests(&strokes(kind, size, size, &square[..8]), false, true, true);
        tests(&strokes(kind, size, size, &two), true, false, false);
        tests(&strokes(kind, size, size, &[]), false, false, true);
        // A crossing is visited twice.
        let eight: Vec<(usize, usize)> = two
            .into_iter()
            .chain([(1, 0), (1, 1), (2, 1), (2, 2), (1, 2), (1, 1)])
            .collect();
        tests(&strokes(kind, size, size, &eight), false, false, false);
        // A path beside another one, and a branch.
        tests(
            &strokes(kind, size, size, &[(0, 0), (0, 1)]),
            false,
            true,
            true,
        );
        let branch = [(0, 0), (0, 1), (0, 2), (0, 1), (1, 1)];
        tests(&strokes(kind, size, size, &branch), false, false, true);
    }
    let inside = |name: &str, rows: usize, columns: usize, path: &str, what: &str| {
        let book = format!("decide curve on {name}: used or free\n");
        let expression =
            format!("list over {what} c where c is inside used {name}: x of c * 10 + y of c");
        value(&book, &expression, rows, columns, &[("curve", path)])
    };
    assert_eq!(
        inside("links", 3, 3, &strokes(Link, 3, 3, &square), "cells"),
        list(&[22])
    );
    assert_eq!(
        inside("links", 3, 3, &strokes(Link, 3, 3, &square), "corners"),
        list(&[22, 32, 23, 33])
    );
    assert_eq!(
        inside("edges", 3, 3, &strokes(Edge, 3, 3, &square), "cells"),
        list(&[11, 21, 12, 22])
    );
    assert_eq!(
        inside("edges", 3, 3, &strokes(Edge, 3, 3, &square), "corners"),
        list(&[22])
    );
    // A bay: the cell in the second row, third column is outside.
    let bay = [
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 2),
        (1, 1),
        (2, 1),
        (2, 2),
        (3, 2),
        (3, 1),
        (3, 0),
        (2, 0),
        (1, 0),
        (0, 0),
    ];
    assert_eq!(
        inside("edges", 3, 3, &strokes(Edge, 3, 3, &bay), "cells"),
        list(&[11, 21, 12, 13, 23])
    );
}

#[test]
fn values_read_as_a_pattern() {
    for (grid, expected) in [
        ("##.#", true),
        ("#...", false),
        ("##..", false),
        (".##.", false),
    ] {
        assert_eq!(
            shade(
                "each row r: s in r reads \"shaded+ open shaded\"",
                1,
                4,
                grid
            ),
            expected,
            "{grid}"
        );
    }
    let digits = "decide d on cells: 0..12 or none \"x\"\n";
    assert!(holds(
        digits,
        "each row r: d in r reads \"none* 12 (1|2){2}\"",
        1,
        4,
        &[("d", "x 12 1 2")]
    ));
    assert!(!holds(
        digits,
        "each row r: d in r reads \"none* 1 2 (1|2){2}\"",
        1,
        4,
        &[("d", "x 12 1 2")]
    ));
}

/// Small numbers of cells: rectangles by their definition once more.
#[test]
fn rectangles_by_corners() {
    for mask in 1_u32..512 {
        let cells: Vec<(usize, usize)> = (0..9)
            .filter(|at| mask >> at & 1 == 1)
            .map(|at| (at / 3, at % 3))
            .collect();
        let grid: Vec<String> = (0..3)
            .map(|row| {
                (0..3)
                    .map(|column| {
                        if cells.contains(&(row, column)) {
                            '#'
                        } else {
                            '.'
                        }
                    })
                    .collect()
            })
            .collect();
        // Any two of its cells span cells that are all there.
        let full = cells.iter().all(|a| {
            cells.iter().all(|b| {
                (a.0.min(b.0)..=a.0.max(b.0))
                    .all(|r| (a.1.min(b.1)..=a.1.max(b.1)).all(|c| cells.contains(&(r, c))))
            })
        });
        assert_eq!(
            shade("shaded cells are a rectangle", 3, 3, &grid.join("/")),
            full,
            "{grid:?}"
        );
    }
}

#[test]
fn why_lines_are_no_loop() {
    use crate::language::syntax::Kind::Link;
    let square = [(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)];
    let other = [(0, 2), (0, 3), (1, 3), (1, 2), (0, 2)];
    let both = |other: &[(usize, usize)]| {
        let [a, b] = [&square[..], other].map(|path| strokes(Link, 2, 4, path));
        let all = a.chars().zip(b.chars());
        all.map(|(a, b)| if a == '#' { a } else { b })
            .collect::<String>()
    };
    let told = |predicate: &str, curve: &str| {
        let book = format!(
            "decide curve on links: used or free\n\"The lines.\"\n    used links are {predicate}\n"
        );
        bench(&book, 2, 4).put("curve", curve).told().concat()
    };
    for (predicate, curve, wanted) in [
        ("one loop", both(&square), ""),
        ("one loop", both(&other), "it falls into 2 parts"),
        ("one loop", both(&[(1, 1), (1, 2)]), "it branches at r2c2"),
        (
            "one loop",
            strokes(Link, 2, 4, &square[..4]),
            "it ends at r1c1 and r2c1",
        ),
        ("one loop", strokes(Link, 2, 4, &[]), "there is nothing"),
        ("one path", both(&square), "it is closed"),
        ("one path", strokes(Link, 2, 4, &square[..4]), ""),
    ] {
        let told = told(predicate, &curve);
        assert_eq!(told.is_empty(), wanted.is_empty(), "{told} {wanted}");
        assert!(told.ends_with(wanted), "{told} {wanted}");
    }
}

#[test]
fn why_a_line_matches_no_pattern() {
    let told = |rule: &str, words: &str| {
        let book = format!(
            "data words: patterns of letter\ndata clue on rows: pattern of letter\n\
             decide letter on cells: A..C\n\"The words.\"\n    {rule}\n"
        );
        let mut bench = bench(&book, 1, 3);
        let layer = bench.layer("words");
        bench.data.layers[layer] =
            vec![Datum::Patterns(words.split(' ').map(Into::into).collect())];
        bench
            .put("clue", "\"A*B\"")
            .put("letter", "ABC")
            .told()
            .concat()
    };
    for (rule, words, wanted) in [
        (
            "letter in row 1 reads clue of row 1",
            "A",
            "the grid: reads ABC, must match “A*B”",
        ),
        (
            "letter in row 1 reads words",
            "ABA BAB",
            "the grid: reads ABC, must match one of 2 patterns",
        ),
        ("letter in row 1 reads words", "ABA ABC", ""),
        (
            "letter in row 1 contains words",
            "CA",
            "the grid: reads ABC, must contain “CA”",
        ),
        ("letter in row 1 contains words", "BC", ""),
        ("letter in row 1 reads \"AB*\"", "A", "the grid: reads ABC"),
    ] {
        assert_eq!(told(rule, words), wanted, "{rule}");
    }
}
