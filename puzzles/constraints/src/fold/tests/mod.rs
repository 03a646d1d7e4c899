//! Tests of folding against published facts and against naive folding in space.

pub mod naive;
mod partial;

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::grid::{Cell, Direction, Grid};
use naive::{
    cross, free_polyominoes, naive_counts, naive_ways, random_nets, random_slit_nets, shape_of, sum,
};

type Numbers = Vec<(Cell, u32, Option<Mark>)>;

fn counts(shape: &Shape) -> Vec<(BoxSize, usize)> {
    let mut counts = BTreeMap::new();
    for fold in folds(shape) {
        assert_eq!(check_fold(shape.cells(), &fold, &[], None), []);
        *counts.entry(fold.size()).or_insert(0) += 1;
    }
    counts.into_iter().collect()
}

// ---- The tests. ----

/// Of the 35 free hexominoes 11 are nets of the cube (OEIS A000105; Gardner, "Mathematical Games", 1966).
#[test]
fn eleven_of_the_35_hexominoes_fold_into_a_cube() {
    let all = free_polyominoes(6);
    assert_eq!(all.len(), 35);
    let nets: Vec<Shape> = all
        .iter()
        .map(|places| shape_of(places.iter().copied()))
        .filter(|shape| !folds(shape).is_empty())
        .collect();
    assert_eq!(nets.len(), 11);
    for net in nets {
        assert_eq!(counts(&net), naive_counts(&net));
        // The way listed has the first cell where it is least: the rotations of the cube take it anywhere.
        let least = Spot {
            on: BoxSize::new([1, 1, 1]).unwrap().cells().next().unwrap(),
            turn: Direction::North,
        };
        assert_eq!(
            folds(&net)[0].spot(net.inside().next().unwrap()),
            Some(least)
        );
    }
}

#[test]
fn every_free_polyomino_of_ten_cells_folds_as_naive_folding_says() {
    // 4655 free decominoes (OEIS A000105); the only box is 1×1×2.
    let all = free_polyominoes(10);
    assert_eq!(all.len(), 4655);
    let mut folding = 0;
    for places in &all {
        let shape = shape_of(places.iter().copied());
        let found = counts(&shape);
        assert_eq!(found, naive_counts(&shape));
        folding += usize::from(!found.is_empty());
    }
    assert!(folding > 0);
}

#[test]
fn nets_cut_from_a_box_fold_back_as_often_as_naive_folding_says() {
    for (seed, lengths) in [
        (1, [1, 1, 3]),
        (2, [1, 2, 2]),
        (3, [1, 2, 3]),
        (4, [2, 2, 2]),
        (5, [1, 3, 3]),
        (6, [2, 2, 3]),
        (7, [2, 3, 4]),
    ] {
        let nets = random_nets(seed, lengths, 8);
        assert!(nets.len() >= 4, "{lengths:?}: {} nets", nets.len());
        for net in nets {
            let found = counts(&net);
            assert!(found.iter().any(|count| count.0.lengths() == lengths));
            assert_eq!(found, naive_counts(&net));
        }
    }
}

/// Around a corner of the box a square of four cells overlaps, so only around a hole can neighbours fail to meet
/// without an overlap: these shapes have such holes.
#[test]
fn shapes_that_would_have_to_be_slit_do_not_fold() {
    let mut torn = 0;
    for (seed, lengths) in [(51, [1, 2, 3]), (52, [2, 2, 2]), (53, [2, 2, 3])] {
        for shape in random_slit_nets(seed, lengths, 150) {
            let found = counts(&shape);
            assert_eq!(found, naive_counts(&shape));
            torn += usize::from(found.is_empty());
        }
    }
    assert!(torn > 0);
}

/// That a shape of 22 cells can fold into both boxes was published by Biedl, Chan, Demaine, Demaine, Lubiw, Munro
/// and Shallit (1999) and Mitani and Uehara (2008). These two come out of random nets of the 1×2×3 box.
#[test]
fn shapes_that_fold_into_two_boxes_report_both() {
    for rows in [
        ".....#..#.
         ##...#####
         ########..
         #.#..##...
         ......#...",
        "...##
         .###.
         ####.
         .####
         ####.
         #.##.
         .##..",
    ] {
        let shape = Shape::parse(&rows.replace(' ', "")).unwrap();
        let found = counts(&shape);
        let lengths: Vec<_> = found.iter().map(|count| count.0.lengths()).collect();
        assert_eq!(lengths, [[1, 1, 5], [1, 2, 3]]);
        assert_eq!(found, naive_counts(&shape));
    }
}

// ---- The published puzzle (Jane Street, "Shut the Box", November 2025) ----

/// The shape whose product of face sums is the answer published.
pub const PUBLISHED_NET: [&str; 20] = [
    "......##.........##.",
    ".......##.##...#####",
    ".......#...##.##.#..",
    ".......##.#####..###",
    "........###.##...#.#",
    "......###...##...#..",
    "......####.##....##.",
    "..#######..###...###",
    ".###..##...#####.##.",
    "..##.####..#.##..#..",
    ".....#####.#....###.",
    "..##...#.#.##...#...",
    "...#...#...##.......",
    "...##.####.#........",
    "...#####............",
    "......###..##.......",
    "........#####.......",
    ".........#..###.....",
    "........###..#......",
    ".........#..........",
];
/// 0-based row and column, number, mark.
const PUBLISHED_NUMBERS: [(usize, usize, u32, char); 25] = [
    (1, 11, 4, ' '),
    (1, 15, 4, 'o'),
    (2, 7, 5, 's'),
    (3, 12, 7, ' '),
    (3, 14, 5, 'o'),
    (4, 10, 4, 'o'),
    (4, 13, 7, ' '),
    (4, 17, 4, 'o'),
    (5, 6, 4, ' '),
    (5, 8, 7, 's'),
    (6, 7, 9, ' '),
    (7, 17, 6, 's'),
    (8, 2, 7, 'o'),
    (8, 11, 5, 's'),
    (9, 14, 5, ' '),
    (10, 5, 4, ' '),
    (10, 7, 7, ' '),
    (10, 18, 3, 's'),
    (13, 3, 5, 's'),
    (13, 6, 6, ' '),
    (13, 9, 2, ' '),
    (15, 6, 5, ' '),
    (17, 12, 5, 'o'),
    (17, 13, 5, ' '),
    (18, 8, 4, 's'),
];

fn published() -> (Shape, Numbers) {
    let numbers = PUBLISHED_NUMBERS
        .map(|(row, column, number, mark)| {
            let mark = match mark {
                'o' => Some(Mark::Circle),
                's' => Some(Mark::Square),
                _ => None,
            };
            (Cell::new(row, column), number, mark)
        })
        .to_vec();
    (Shape::parse(&PUBLISHED_NET.join("\n")).unwrap(), numbers)
}

#[test]
fn the_published_net_folds_in_one_way_with_the_published_answer() {
    let (net, numbers) = published();
    let found = folds(&net);
    assert_eq!(found.len(), 1);
    let fold = &found[0];
    assert_eq!(fold.size().lengths(), [2, 6, 7]);
    let mut sums = fold.face_sums(&numbers);
    assert_eq!(check_fold(net.cells(), fold, &numbers, Some(sums)), []);
    assert!(fold.keeps_marks(&numbers));
    sums.sort_unstable();
    assert_eq!(sums, [5, 11, 11, 17, 28, 57]);
    assert_eq!(sums.iter().product::<u64>(), 16_414_860);
}

#[test]
#[ignore = "measurement: run with --release --nocapture"]
fn measure_folding_the_published_net() {
    let (net, _) = published();
    let begin = quadrille_engine::clock::Instant::now();
    for _ in 0..1000 {
        assert_eq!(std::hint::black_box(folds(&net)).len(), 1);
    }
    eprintln!("fold: {:?}", begin.elapsed() / 1000);
    let anchor = Cell::new(2, 7);
    let mut folder = PartialFolder::new(20, 20, anchor, 132..=138).unwrap();
    let all = folder.all();
    let begin = quadrille_engine::clock::Instant::now();
    let known = |cell: Cell| (cell.row < 6).then(|| net.contains(cell));
    let some = folder.survivors(&all, known);
    eprintln!("first filter, tables included: {:?}", begin.elapsed());
    eprintln!("{:?} placements left", some.len());
    let begin = quadrille_engine::clock::Instant::now();
    for _ in 0..1000 {
        assert_eq!(std::hint::black_box(folder.folds(&some, &net)).len(), 1);
    }
    eprintln!("fold from these: {:?}", begin.elapsed() / 1000);
}

// ---- Shapes and surfaces ----

#[test]
fn bad_shapes_are_reported_with_their_place() {
    let error = |text: &str| Shape::parse(text).unwrap_err();
    assert_eq!(
        error("#.\n#x"),
        ShapeError::UnknownCharacter {
            line: 2,
            column: 2,
            found: 'x'
        }
    );
    let ragged = |line, column, found| ShapeError::Ragged {
        line,
        column,
        expected: 2,
        found,
    };
    assert_eq!(error("##\n#\n##"), ragged(2, 2, 1));
    assert_eq!(error("##\n####\n##"), ragged(2, 3, 4));
    assert_eq!(error("##\n\n##"), ShapeError::BlankLine { line: 2 });
    assert_eq!(error("\n##"), ShapeError::BlankLine { line: 1 });
    for empty in ["", "\n\n", "...\n...", "\u{feff}"] {
        assert_eq!(error(empty), ShapeError::Empty);
    }
    assert_eq!(
        error("#.\n.#"),
        ShapeError::Disconnected {
            first: Cell::new(0, 0),
            unreached: Cell::new(1, 1)
        }
    );
    let too_large = |line, column| ShapeError::TooLarge { line, column };
    assert_eq!(error(&"#".repeat(61)), too_large(1, 61));
    assert_eq!(error(&"#\n".repeat(61)), too_large(61, 1));
    for (rows, columns) in [(1, 61), (61, 1)] {
        let long = Grid::from_fn(rows, columns, |_| true);
        assert_eq!(Shape::new(long).unwrap_err(), too_large(rows, columns));
    }
    assert_eq!(
        error("#.\n#x").to_string(),
        "line 2, column 2: expected `#` (kept) or `.` (cut away), found 'x'"
    );
    assert_eq!(
        Shape::parse("\u{feff}.#.  \r\n###\t\r\n\r\n").unwrap(),
        Shape::parse(".#.\n###").unwrap()
    );
}

#[test]
fn the_largest_shapes_are_folded_in_bounded_time() {
    let full = Shape::new(Grid::from_fn(60, 60, |_| true)).unwrap();
    assert!(folds(&full).is_empty());
    // The teeth of a comb lie side by side on a wide face, so that a try goes far before its first clash.
    let comb = Grid::from_fn(60, 60, |cell| cell.column % 2 == 0 || cell.row == 0);
    assert!(folds(&Shape::new(comb).unwrap()).is_empty());
}

#[test]
fn boxes_of_a_surface_are_those_that_the_formula_gives() {
    let mut up_to_200 = Vec::new();
    for surface in 0..=200 {
        let mut expected = Vec::new();
        for a in 1..=50 {
            for b in a..=50 {
                for c in b..=50 {
                    if 2 * (a * b + b * c + c * a) == surface {
                        expected.push([a, b, c]);
                    }
                }
            }
        }
        let found: Vec<_> = BoxSize::with_surface(surface)
            .into_iter()
            .map(BoxSize::lengths)
            .collect();
        assert_eq!(found, expected, "{surface}");
        up_to_200.extend(expected);
    }
    let found = BoxSize::with_surfaces(0..=200);
    let found: Vec<_> = found.into_iter().map(BoxSize::lengths).collect();
    assert_eq!(found, up_to_200);
    // 2 × (480 + 720 + 600) and 2 × (1 + 900 + 900).
    assert!(BoxSize::new([20, 24, 30]).is_some_and(|size| size.surface() == 3600));
    assert_eq!(BoxSize::new([1, 1, 900]), None);
    assert_eq!(BoxSize::new([3, 0, 2]), None);
    assert_eq!(BoxSize::new([usize::MAX, 1, 1]), None);
    assert_eq!(BoxSize::new([1, 1, 5]), BoxSize::new([5, 1, 1]));
}

// ---- Queries and the checker ----

#[test]
fn opposite_and_beside_agree_with_space() {
    for (seed, lengths) in [(11, [1, 1, 2]), (12, [1, 2, 3]), (13, [2, 2, 2])] {
        let net = &random_nets(seed, lengths, 1)[0];
        let extents = lengths.map(|length| length as i32);
        // Any naive way on this box is, up to symmetry, one of the folds found: the relations must be the same.
        let relations = |related: &dyn Fn(Cell, Cell) -> bool| {
            let cells: Vec<Cell> = net.inside().collect();
            let mut pairs = Vec::new();
            for &x in &cells {
                pairs.extend(cells.iter().filter(|&&y| related(x, y)).map(|&y| (x, y)));
            }
            pairs
        };
        let naive: BTreeSet<_> = naive_ways(net, extents)
            .iter()
            .map(|way| {
                let apart = |x: Cell, y: Cell| {
                    let (x, y) = (way[&x], way[&y]);
                    (x.out, y.out, sum(&[(1, x.centre), (-1, y.centre)]))
                };
                let opposite = relations(&|x, y| {
                    let (from, to, apart) = apart(x, y);
                    from == sum(&[(-1, to)]) && cross(apart, from) == [0; 3]
                });
                let beside = relations(&|x, y| {
                    let (from, to, apart) = apart(x, y);
                    from == to && apart.iter().map(|k| k.abs()).sum::<i32>() == 2
                });
                (opposite, beside)
            })
            .collect();
        let found: BTreeSet<_> = folds(net)
            .iter()
            .filter(|fold| fold.size().lengths() == lengths)
            .map(|fold| {
                (
                    relations(&|x, y| fold.are_opposite(x, y)),
                    relations(&|x, y| fold.are_beside(x, y)),
                )
            })
            .collect();
        assert!(!found.is_empty());
        assert_eq!(found, naive);
    }
}

/// The fold with one cell's spot replaced.
fn tampered(fold: &Fold, cell: Cell, spot: Option<Spot>) -> Fold {
    let mut spots = fold.spots().clone();
    spots[cell] = spot;
    Fold::from_spots(fold.size(), spots)
}

#[test]
fn the_checker_names_what_was_tampered_with() {
    let (net, numbers) = published();
    let fold = &folds(&net)[0];
    let check = |fold: &Fold| check_fold(net.cells(), fold, &[], None);
    let cell = Cell::new(2, 7);
    let spot = fold.spot(cell).unwrap();

    for turn in Direction::ALL {
        let broken = check(&tampered(fold, cell, Some(Spot { turn, ..spot })));
        if turn == spot.turn {
            assert_eq!(broken, []);
        } else {
            let torn = |rule: &BrokenRule| matches!(rule, BrokenRule::Torn(x, y) if *x == cell || *y == cell);
            assert!(!broken.is_empty() && broken.iter().all(torn), "{broken:?}");
        }
    }
    let gap = check(&tampered(fold, cell, None));
    assert_eq!(gap, [BrokenRule::NotPlaced(cell), BrokenRule::Gap(spot.on)]);
    let SurfaceCell { face, row, column } = spot.on;
    let place = format!("{} r{}c{}", face.name(), row + 1, column + 1);
    assert_eq!(gap[1].to_string(), format!("no cell covers {place}"));
    let outside = Cell::new(0, 0);
    assert_eq!(
        check(&tampered(fold, outside, Some(spot))),
        [BrokenRule::OutsidePlaced(outside)]
    );
    let mut off = spot;
    off.on.column = 99;
    let broken = check(&tampered(fold, cell, Some(off)));
    assert_eq!(
        broken,
        [BrokenRule::OffTheBox(cell), BrokenRule::Gap(spot.on)]
    );
    let other = Cell::new(18, 8);
    let onto = fold.spot(other).unwrap();
    let broken = check(&tampered(fold, cell, Some(onto)));
    assert!(broken.contains(&BrokenRule::Gap(spot.on)));
    assert!(broken.contains(&BrokenRule::Overlap {
        first: cell,
        second: other,
        on: onto.on
    }));
    assert_eq!(
        check_fold(&Grid::from_fn(2, 2, |_| true), fold, &[], None),
        [BrokenRule::OtherGrid]
    );
    // The mirror image of a fold has the printed side inward: every join is broken, nothing else.
    let mirrored = fold.spots().map(|spot| {
        spot.map(|mut spot| {
            let on = fold.size().opposite(spot.on).unwrap();
            // Opposite faces are drawn as mirror images, lying ones top to bottom and upright ones left to right.
            let lies = matches!(on.face, Face::Top | Face::Bottom);
            if lies == matches!(spot.turn, Direction::North | Direction::South) {
                spot.turn = spot.turn.opposite();
            }
            Spot { on, ..spot }
        })
    });
    let broken = check(&Fold::from_spots(fold.size(), mirrored));
    assert!(!broken.is_empty());
    assert!(
        broken
            .iter()
            .all(|rule| matches!(rule, BrokenRule::Torn(..)))
    );

    // Marks: each mark is alone without its partner; so is a mark in a wrong place.
    let without = |cell: Cell| {
        let numbers: Numbers = numbers.iter().copied().filter(|n| n.0 != cell).collect();
        assert!(!fold.keeps_marks(&numbers));
        check_fold(net.cells(), fold, &numbers, None)
    };
    let circle = Cell::new(1, 15);
    let partner = fold.opposite(circle).unwrap();
    assert_eq!(without(circle), [BrokenRule::CircleAlone(partner)]);
    let square = Cell::new(10, 18);
    let partner = Cell::new(5, 8);
    assert!(fold.are_beside(square, partner));
    assert_eq!(without(square), [BrokenRule::SquareAlone(partner)]);
    let mut sums = fold.face_sums(&numbers);
    sums[Face::Right as usize] += 1;
    let broken = check_fold(net.cells(), fold, &numbers, Some(sums));
    assert!(matches!(
        broken[..],
        [BrokenRule::FaceSum {
            face: Face::Right,
            ..
        }]
    ));
    let broken = check_fold(net.cells(), fold, &[(outside, 4, None)], None);
    assert_eq!(broken, [BrokenRule::NumberOutside(outside)]);
}

// ---- Text ----

#[test]
fn a_cube_is_drawn_with_its_fold_lines() {
    let shape = Shape::parse(".#..\n####\n.#..").unwrap();
    let fold = &folds(&shape)[0];
    let numbers = [
        (Cell::new(0, 1), 4, Some(Mark::Circle)),
        (Cell::new(1, 3), 3, Some(Mark::Square)),
        (Cell::new(2, 1), 4, None),
    ];
    assert_eq!(fold.fold_lines().count(), 5);
    let drawn = net_text(fold, &numbers, Charset::Ascii);
    let expected = "    +---+
    |(4)|
+---+...+-------+
|   :   :   :[3]|
+---+...+-------+
    | 4 |
    +---+
";
    assert_eq!(drawn, expected);
    assert!(net_text(fold, &numbers, Charset::Unicode).contains("└───┐╌╌╌┌───────┘"));
}

/// Two rows of four go around the box of 1×1×2, so the fold lines between them are two cells long.
#[test]
fn long_fold_lines_and_wide_numbers_are_drawn() {
    let shape = Shape::parse(".#..\n####\n####\n.#..").unwrap();
    let numbers = [(Cell::new(0, 1), 12, Some(Mark::Circle))];
    let drawn = net_text(&folds(&shape)[0], &numbers, Charset::Ascii);
    let expected = "     +----+
     |(12)|
+----+....+---------+
|    :    :    :    |
|    :    :    :    |
|    :    :    :    |
+----+....+---------+
     |    |
     +----+
";
    assert_eq!(drawn, expected);
}

#[test]
fn faces_stand_side_by_side_while_they_fit() {
    let fold = &folds(&Shape::parse(".#..\n####\n.#..").unwrap())[0];
    let first_line = |columns| {
        let text = faces_text(fold, &[], Charset::Ascii, columns);
        text.lines().next().unwrap().to_owned()
    };
    // 11, 13 and 13 characters, with three between each two.
    assert_eq!(first_line(10), "top, 1x1: 0");
    assert_eq!(first_line(42), "top, 1x1: 0   front, 1x1: 0");
    assert_eq!(
        first_line(43),
        "top, 1x1: 0   front, 1x1: 0   right, 1x1: 0"
    );
    // An empty line between two bands, and none after the last.
    let bands = |columns| {
        let text = faces_text(fold, &[], Charset::Ascii, columns);
        text.split("\n\n")
            .map(|band| band.lines().count())
            .collect()
    };
    let counts: [Vec<usize>; 2] = [bands(0), bands(1000)];
    assert_eq!(counts, [vec![2; 6], vec![2]]);
}

#[test]
fn every_number_stands_on_its_face_in_the_text() {
    let (net, numbers) = published();
    let fold = &folds(&net)[0];
    for (charset, columns) in [
        (Charset::Ascii, 80),
        (Charset::Unicode, 40),
        (Charset::Ascii, 0),
    ] {
        let text = faces_text(fold, &numbers, charset, columns);
        let body: String = text.lines().filter(|line| !line.contains(':')).collect();
        let digits = |text: &str| {
            let mut digits: Vec<char> = text.chars().filter(char::is_ascii_digit).collect();
            digits.sort_unstable();
            digits
        };
        let all: String = numbers.iter().map(|number| number.1.to_string()).collect();
        assert_eq!(digits(&body), digits(&all));
        assert_eq!(body.matches('(').count(), 6);
        assert_eq!(body.matches('[').count(), 7);
        assert_eq!(text.matches(':').count(), 6, "a title for each face");
    }
}
