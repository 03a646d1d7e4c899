//! Shut the Box: the library's rulebook against plain enumeration, and what is known of the published puzzle; the words
//! about folding in other rules.

use quadrille_engine::Rng;

use super::{load, texts_of_solutions};
use crate::fold::{Mark, Shape, folds};
use crate::grid::{Cell, Direction, Grid};
use crate::language::Puzzle;
use crate::puzzle::BuildOptions;

/// A net of the unit cube.
const CROSS: [&str; 5] = [".....", "..#..", ".####", "..#..", "....."];

fn puzzle(rows: &[String]) -> Puzzle {
    let grid = rows.join("\n");
    load(format!("kind = 'shut-the-box'\ngrid = '''\n{grid}\n'''\n")).puzzle
}

/// A puzzle of 5×5 with these words in some cells.
fn on_cross(changes: &[((usize, usize), &str)]) -> Puzzle {
    let mut rows = vec![vec!["."; 5]; 5];
    for &((row, column), text) in changes {
        rows[row][column] = text;
    }
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    puzzle(&rows)
}

fn published() -> Puzzle {
    crate::read::open("shut-the-box").unwrap().1.puzzle
}

/// The shape that the file declares, which was published with the answer.
fn published_net() -> String {
    let file = crate::embedded::find("shut-the-box").unwrap();
    let net = file.split("solution = '''\n").nth(1).unwrap();
    net.split("'''").next().unwrap().to_owned()
}

/// The names of the broken rules with the message of each.
fn broken(puzzle: &Puzzle, rows: &[&str]) -> Vec<(String, String)> {
    let completed = puzzle.read_filled(&rows.join("\n")).unwrap();
    let violations = puzzle.check(&completed).into_iter();
    violations
        .map(|violation| (violation.id.unwrap(), violation.message))
        .collect()
}

fn names(broken: &[(String, String)]) -> Vec<&str> {
    broken.iter().map(|(rule, _)| &**rule).collect()
}

/// The puzzle without the rules about folding.
fn flat(puzzle: &Puzzle) -> Puzzle {
    puzzle.without(&puzzle.rules_about_folding())
}

#[test]
fn the_published_solution_is_the_only_one() {
    let puzzle = published();
    let text = published_net();
    assert_eq!(broken(&puzzle, &[text.trim_end()]), []);
    assert_eq!(
        texts_of_solutions(&puzzle, &BuildOptions::default()),
        std::slice::from_ref(&text)
    );
    // The number is known from the search of November 2025.
    let flat = flat(&puzzle);
    let shapes = texts_of_solutions(&flat, &BuildOptions::default());
    assert_eq!(shapes.len(), 72);
    let folding = shapes.iter().filter(|shape| {
        let completed = puzzle.read_filled(shape).unwrap();
        assert_eq!(flat.check(&completed), []);
        puzzle.check(&completed).is_empty()
    });
    assert_eq!(folding.collect::<Vec<_>>(), [&text]);
}

#[test]
fn the_published_box_is_reported_and_drawn() {
    let puzzle = published();
    let completed = puzzle.read_filled(&published_net()).unwrap();
    assert_eq!(puzzle.answer(&completed), Some(16_414_860_u128.into()));
    let report = puzzle.report(&completed);
    assert_eq!(
        report[0],
        "136 cells fold into a 2×6×7 box in exactly one way"
    );
    // The sums that Jane Street's answer is the product of.
    let sums = report[1..].iter().map(|line| line.rsplit(' ').next());
    let mut sums: Vec<u32> = sums.map(|sum| sum.unwrap().parse().unwrap()).collect();
    sums.sort_unstable();
    assert_eq!(sums, [5, 11, 11, 17, 28, 57]);
    let mut picture = puzzle.picture();
    puzzle.fill(&mut picture, &completed);
    assert!(!picture.folds.is_empty());
    let pictures = puzzle.extra_pictures(&completed);
    assert_eq!(
        pictures.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        ["net", "box"]
    );
    // Six numbers are circled.
    for (_, picture) in &pictures {
        assert_eq!(picture.matches("<circle").count(), 6);
    }
}

#[test]
fn what_does_not_fold_has_no_answer_and_no_further_picture() {
    let puzzle = puzzle(&[". .".to_owned(), ". .".to_owned()]);
    let square = puzzle.read_filled("##\n##").unwrap();
    assert_eq!(puzzle.answer(&square), None);
    assert_eq!(puzzle.report(&square), ["4 cells do not fold into a box"]);
    assert!(puzzle.extra_pictures(&square).is_empty());
}

#[test]
fn each_rule_alone_is_told_with_its_place() {
    // From r1c3 the cross is seen below, from r2c1 on the right, from r2c2 on the right and below, and from r2c4 below
    // and on the left; r1c2 sees it two steps below.
    let right = [
        ((0, 2), "S"),
        ((1, 0), "E"),
        ((1, 1), "ES"),
        ((1, 3), "SW"),
        ((0, 1), "S"),
        ((2, 2), "5"),
        ((1, 2), "4"),
    ];
    assert_eq!(broken(&on_cross(&right), &CROSS), []);
    for (cell, points) in [
        ((1, 1), "E"),
        ((1, 4), "W"),
        ((1, 4), "SW"),
        ((1, 0), "S"),
        ((1, 0), "ES"),
        ((0, 0), "E"),
    ] {
        assert_eq!(
            names(&broken(&on_cross(&[(cell, points)]), &CROSS)),
            ["arrows"]
        );
    }
    let found = broken(&on_cross(&[((2, 4), "4")]), &CROSS);
    assert_eq!(names(&found), ["numbers"]);
    // No cell around the corner of the grid is kept.
    let found = broken(&on_cross(&[((4, 0), "1")]), &CROSS);
    assert_eq!(names(&found), ["kept"]);
    let found = broken(&on_cross(&[((2, 1), "E")]), &CROSS);
    assert_eq!(names(&found), ["cut"]);
    let holed = [".....", ".###.", ".#.#.", ".###.", "....."];
    assert_eq!(names(&broken(&on_cross(&[]), &holed)), ["connected", "box"]);
    // A hole that touches the outside at a corner only is a hole.
    let corner = [".....", ".####", ".#.##", ".##..", "....."];
    assert_eq!(names(&broken(&on_cross(&[]), &corner))[0], "connected");
    assert_eq!(
        names(&broken(&on_cross(&[]), &["....."; 5])),
        ["connected", "box"]
    );
}

#[test]
fn folds_and_marks_are_judged_on_the_box() {
    let told = |changes: &[((usize, usize), &str)], rows: &[&str], message: &str| {
        let expected = [("box".to_owned(), message.to_owned())];
        assert_eq!(broken(&on_cross(changes), rows), expected);
    };
    told(
        &[],
        &[".....", ".##..", ".###.", "..#..", "....."],
        "there is no way to fold these 6 cells",
    );
    // On the cube of the cross, r2c3 and r4c3 are opposite, and no face has two cells.
    let circles = [((1, 2), "(4)"), ((3, 2), "(4)")];
    assert_eq!(broken(&on_cross(&circles), &CROSS), []);
    let cube = "on the 1×1×1 box, the only way to fold it";
    told(
        &[((1, 2), "(4)"), ((3, 2), "4")],
        &CROSS,
        &format!("{cube}, r2c3 is not opposite another of these cells"),
    );
    told(
        &[((1, 2), "[4]")],
        &CROSS,
        &format!("{cube}, r2c3 is not beside another of these cells on its face"),
    );
    let without_fold = flat(&on_cross(&[((1, 2), "[4]")]));
    let completed = without_fold.read_filled(&CROSS.join("\n")).unwrap();
    assert_eq!(without_fold.check(&completed), []);
}

/// What is given of one cell.
#[derive(Clone)]
enum Given {
    Arrow(Vec<Direction>),
    Number(usize, Option<Mark>),
}

fn word(given: &Option<Given>) -> String {
    match given {
        None => ".".to_owned(),
        Some(Given::Arrow(points)) => points.iter().map(|point| point.letter()).collect(),
        Some(Given::Number(count, None)) => count.to_string(),
        Some(Given::Number(count, Some(Mark::Circle))) => format!("({count})"),
        Some(Given::Number(count, Some(Mark::Square))) => format!("[{count}]"),
    }
}

fn keeps(inside: &Grid<bool>, cell: Cell, given: &Given) -> bool {
    match given {
        Given::Number(count, _) => {
            let near = |other: &Cell| {
                other.row.abs_diff(cell.row) < 2 && other.column.abs_diff(cell.column) < 2
            };
            let near = inside.cells().filter(near);
            inside[cell] && near.filter(|&other| inside[other]).count() == *count
        }
        Given::Arrow(points) => {
            let seen = Direction::ALL
                .map(|direction| inside.ray(cell, direction).position(|other| inside[other]));
            let least = seen.iter().flatten().min();
            let mut pointed = Direction::ALL.into_iter().zip(&seen);
            !inside[cell]
                && least.is_some()
                && pointed.all(|(direction, distance)| {
                    points.contains(&direction) == (distance.as_ref() == least)
                })
        }
    }
}

/// There is a kept cell, the kept cells hang together, and the others hang together with the edge: sets of cells grow
/// until nothing changes.
fn is_shape(inside: &Grid<bool>) -> bool {
    let grows_to_all = |mut grown: Vec<Cell>, kept: bool| {
        loop {
            let touches = |cell: &Cell| grown.iter().any(|other| other.taxicab(*cell) == 1);
            let more = inside
                .cells()
                .filter(|cell| inside[*cell] == kept && !grown.contains(cell) && touches(cell));
            let more: Vec<Cell> = more.collect();
            if more.is_empty() {
                let all = inside.values().iter().filter(|&&value| value == kept);
                return grown.len() == all.count();
            }
            grown.extend(more);
        }
    };
    let at_edge = |cell: &Cell| {
        [0, inside.rows() - 1].contains(&cell.row)
            || [0, inside.columns() - 1].contains(&cell.column)
    };
    let first = inside.cells().find(|&cell| inside[cell]);
    let edge = inside.cells().filter(at_edge).filter(|&cell| !inside[cell]);
    first.is_some_and(|first| grows_to_all(vec![first], true))
        && grows_to_all(edge.collect(), false)
}

/// Puzzles with what holds of some shape, or with a fault, against all shapes.
#[test]
fn small_puzzles_against_enumeration() {
    let (rows, columns) = (3, 4);
    let shape = |bits: u32| {
        let cells = (0..rows * columns).map(|at| bits >> at & 1 == 1).collect();
        Grid::from_values(rows, columns, cells).unwrap()
    };
    let shapes: Vec<Grid<bool>> = (0..1 << (rows * columns))
        .map(shape)
        .filter(is_shape)
        .collect();
    let ways: Vec<_> = shapes
        .iter()
        .map(|inside| folds(&Shape::new(inside.clone()).unwrap()))
        .collect();
    let folding: Vec<usize> = (0..shapes.len())
        .filter(|&at| !ways[at].is_empty())
        .collect();
    let mut rng = Rng::new(15);
    let (mut some, mut marked) = (0, 0);
    for case in 0..60 {
        let secret = &shapes[folding[rng.below(folding.len() as u64) as usize]];
        let is_faulty = case % 4 == 0;
        let density = 3 + rng.below(6);
        let mut givens: Grid<Option<Given>> = secret.map(|_| None);
        for cell in secret.cells() {
            if rng.below(density) > 0 {
                continue;
            }
            let mut choices: Vec<Given> = (1..16)
                .map(|set| {
                    let all = Direction::ALL.into_iter().enumerate();
                    Given::Arrow(
                        all.filter(|(i, _)| set >> i & 1 == 1)
                            .map(|(_, d)| d)
                            .collect(),
                    )
                })
                .collect();
            let mark =
                [None, None, None, Some(Mark::Circle), Some(Mark::Square)][rng.below(5) as usize];
            choices.extend((0..=9).map(|count| Given::Number(count, mark)));
            if !(is_faulty && rng.below(4) == 0) {
                choices.retain(|given| keeps(secret, cell, given));
            }
            if !choices.is_empty() {
                let at = rng.below(choices.len() as u64) as usize;
                givens[cell] = Some(choices.swap_remove(at));
            }
        }
        let rows: Vec<String> = (0..rows)
            .map(|row| {
                let words = givens.row(row).iter().map(word);
                words.collect::<Vec<_>>().join(" ")
            })
            .collect();
        let puzzle = puzzle(&rows);
        let numbers: Vec<_> = givens
            .cells()
            .filter_map(|cell| match givens[cell] {
                Some(Given::Number(_, mark)) => Some((cell, 0, mark)),
                _ => None,
            })
            .collect();
        marked += usize::from(numbers.iter().any(|number| number.2.is_some()));
        for (puzzle, folds) in [(&puzzle, true), (&flat(&puzzle), false)] {
            let fits = |at: &usize| {
                let inside = &shapes[*at];
                let mut cells = givens.cells();
                let given = |cell: Cell| givens[cell].as_ref();
                cells.all(|cell| given(cell).is_none_or(|given| keeps(inside, cell, given)))
                    && (!folds || ways[*at].iter().any(|fold| fold.keeps_marks(&numbers)))
            };
            let text = |at: usize| {
                let sign = |inside: &bool| if *inside { '#' } else { '.' };
                let line = |row: usize| -> String {
                    shapes[at].row(row).iter().map(sign).chain(['\n']).collect()
                };
                (0..shapes[at].rows()).map(line).collect::<String>()
            };
            let mut expected: Vec<String> = (0..shapes.len()).filter(fits).map(text).collect();
            expected.sort_unstable();
            let found = texts_of_solutions(puzzle, &BuildOptions::default());
            assert_eq!(found, expected, "{rows:?}");
            some += usize::from(expected.len() > 1);
        }
    }
    assert!(some > 30 && marked > 10, "{some} {marked}");
}

/// What rules about folding mean beside the rulebook: with a size, negated, of cells that are marked by the solution.
#[test]
fn folding_in_other_rules() {
    let count = |rules: &str| {
        let text =
            format!("size = '3x4'\nrules = '''\ndecide keep on cells: kept or cut\n{rules}'''\n");
        texts_of_solutions(&load(text).puzzle, &BuildOptions::default()).len()
    };
    let all = 1 << 12;
    // Each cube net lies in 3 by 4 cells: of the eleven, the six with a row of four and those with rows of two, three
    // and so on; counted by folding all shapes.
    let cubes = (0..all)
        .filter(|bits: &i32| {
            let cells = (0..12).map(|at| bits >> at & 1 == 1).collect();
            let shape = Shape::new(Grid::from_values(3, 4, cells).unwrap());
            shape.is_ok_and(|shape| !folds(&shape).is_empty())
        })
        .count();
    let rule = |formula: &str| format!("\"It folds.\"\n    {formula}\n");
    assert_eq!(count(&rule("kept cells fold into a box")), cubes);
    assert_eq!(
        count(&rule("kept cells fold into a box of 1 by 1 by 1")),
        cubes
    );
    assert_eq!(count(&rule("kept cells fold into a box of 1 by 2 by 1")), 0);
    assert_eq!(
        count(&rule("not (kept cells fold into a box)")),
        all as usize - cubes
    );
    assert_eq!(
        count(&rule("kept cells fold into a box or some kept cell")),
        all as usize - 1
    );
    // Marked cells of the data are part of the box, and those to find, too.
    let fixed = rule("kept cells fold into a box with opposite border cells");
    assert_eq!(count(&fixed), 0);
    let corner = rule("kept cells fold into a box with opposite first kept cell");
    assert_eq!(count(&corner), 0);
    let pairs = "let a be first kept cell, b be last kept cell:\n        \
                 kept cells fold into a box with opposite kept cells where it = a or it = b";
    let found = count(&rule(pairs));
    assert!(found > 0 && found < cubes, "{found}");
}
