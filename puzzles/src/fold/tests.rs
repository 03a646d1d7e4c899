//! Tests of folding against published facts and against naive folding in space.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::grid::{Cell, Direction, Grid};

type Numbers = Vec<(Cell, u32, Option<Mark>)>;

// ---- A naive folder: a square of paper as a frame in space, rolled over the surface. ----

type Vector = [i32; 3];

fn sum(terms: &[(i32, Vector)]) -> Vector {
    [0, 1, 2].map(|i| terms.iter().map(|(k, v)| k * v[i]).sum())
}

fn cross(p: Vector, q: Vector) -> Vector {
    [0, 1, 2].map(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        p[j] * q[k] - p[k] * q[j]
    })
}

/// A square's centre (in half cells), the north and east of its paper, and the outward normal of the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Square {
    centre: Vector,
    north: Vector,
    east: Vector,
    out: Vector,
}

fn units() -> Vec<Vector> {
    (0..6)
        .map(|i| [0, 1, 2].map(|axis| if axis == i / 2 { 1 - 2 * (i % 2) } else { 0 }))
        .collect()
}

/// Every square that can lie on the box, either side of the paper outward.
fn squares(extents: Vector) -> Vec<Square> {
    let mut all = Vec::new();
    for out in units() {
        for north in units() {
            for east in units() {
                if cross(north, east) != out && cross(east, north) != out {
                    continue;
                }
                for x in 0..=2 * extents[0] {
                    for y in 0..=2 * extents[1] {
                        for z in 0..=2 * extents[2] {
                            let centre = [x, y, z];
                            let on_face = (0..3).all(|i| match out[i] {
                                0 => centre[i] % 2 == 1,
                                1 => centre[i] == 2 * extents[i],
                                _ => centre[i] == 0,
                            });
                            if on_face {
                                all.push(Square {
                                    centre,
                                    north,
                                    east,
                                    out,
                                });
                            }
                        }
                    }
                }
            }
        }
    }
    all
}

/// The square beyond the side of `from` in `direction`.
fn roll(extents: Vector, from: Square, direction: Direction) -> Square {
    let forward = match direction {
        Direction::North => from.north,
        Direction::East => from.east,
        Direction::South => sum(&[(-1, from.north)]),
        Direction::West => sum(&[(-1, from.east)]),
    };
    let flat = sum(&[(1, from.centre), (2, forward)]);
    if (0..3).all(|i| (0..=2 * extents[i]).contains(&flat[i])) {
        return Square {
            centre: flat,
            ..from
        };
    }
    // Over the edge: what pointed forward points down, what pointed out points forward.
    let turn = |v: Vector| {
        if v == forward {
            sum(&[(-1, from.out)])
        } else if v == sum(&[(-1, forward)]) {
            from.out
        } else {
            v
        }
    };
    Square {
        centre: sum(&[(1, from.centre), (1, forward), (-1, from.out)]),
        north: turn(from.north),
        east: turn(from.east),
        out: forward,
    }
}

/// Every way to lay `shape` on a box of these extents, either side outward, all starts.
fn naive_ways(shape: &Shape, extents: Vector) -> Vec<BTreeMap<Cell, Square>> {
    let first = shape.inside().next().unwrap();
    let mut ways = Vec::new();
    'start: for start in squares(extents) {
        let mut way = BTreeMap::from([(first, start)]);
        let mut stack = vec![first];
        while let Some(cell) = stack.pop() {
            for direction in Direction::ALL {
                let Some(next) = shape.cells().step(cell, direction) else {
                    continue;
                };
                if !shape.contains(next) {
                    continue;
                }
                let there = roll(extents, way[&cell], direction);
                match way.get(&next) {
                    Some(&known) if known != there => continue 'start,
                    Some(_) => {}
                    None => {
                        way.insert(next, there);
                        stack.push(next);
                    }
                }
            }
        }
        let covered: BTreeSet<Vector> = way.values().map(|square| square.centre).collect();
        if covered.len() == way.len() {
            ways.push(way);
        }
    }
    ways
}

/// Every symmetry of the box, as the images of the axes and the signs; reflections too.
fn symmetries(extents: Vector) -> Vec<([usize; 3], [i32; 3])> {
    let mut all = Vec::new();
    for p in 0..27 {
        let axes = [p / 9, p / 3 % 3, p % 3];
        if BTreeSet::from(axes).len() < 3 || (0..3).any(|i| extents[i] != extents[axes[i]]) {
            continue;
        }
        for signs in 0..8 {
            all.push((axes, [0, 1, 2].map(|i| 1 - 2 * (signs >> i & 1))));
        }
    }
    all
}

/// Number of ways up to all symmetries of the box, by putting each way with its images.
fn naive_count(shape: &Shape, size: BoxSize) -> usize {
    let extents = size.lengths().map(|length| length as i32);
    let symmetries = symmetries(extents);
    let classes: BTreeSet<Vec<Vector>> = naive_ways(shape, extents)
        .iter()
        .map(|way| {
            symmetries
                .iter()
                .map(|(axes, signs)| {
                    way.values()
                        .map(|square| {
                            let mut image = [0; 3];
                            for i in 0..3 {
                                let from_middle = square.centre[i] - extents[i];
                                image[axes[i]] = signs[i] * from_middle;
                            }
                            image
                        })
                        .collect::<Vec<_>>()
                })
                .min()
                .unwrap()
        })
        .collect();
    classes.len()
}

fn naive_counts(shape: &Shape) -> Vec<(BoxSize, usize)> {
    let mut counts = Vec::new();
    let n = shape.count();
    for a in 1..=n {
        for b in a..=n {
            for c in b..=n {
                if 2 * (a * b + b * c + c * a) == n {
                    let size = BoxSize::new([c, a, b]).unwrap();
                    counts.push((size, naive_count(shape, size)));
                }
            }
        }
    }
    counts.retain(|count| count.1 > 0);
    counts
}

fn counts(shape: &Shape) -> Vec<(BoxSize, usize)> {
    let mut counts = BTreeMap::new();
    for fold in folds(shape) {
        assert_eq!(check_fold(shape.cells(), &fold, &[], None), []);
        *counts.entry(fold.size()).or_insert(0) += 1;
    }
    counts.into_iter().collect()
}

// ---- Shapes to fold. ----

/// Marsaglia's 64-bit xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}

fn shape_of(places: impl IntoIterator<Item = (i32, i32)>) -> Shape {
    let places: BTreeSet<(i32, i32)> = places.into_iter().collect();
    let top = places.iter().map(|p| p.0).min().unwrap();
    let left = places.iter().map(|p| p.1).min().unwrap();
    let rows = places.iter().map(|p| p.0 - top + 1).max().unwrap() as usize;
    let columns = places.iter().map(|p| p.1 - left + 1).max().unwrap() as usize;
    let grid = Grid::from_fn(rows, columns, |cell| {
        places.contains(&(cell.row as i32 + top, cell.column as i32 + left))
    });
    Shape::new(grid).unwrap()
}

/// Cuts a box open along a random tree and unfolds it; `None` when the tree runs into itself.
fn random_net(random: &mut Random, size: BoxSize) -> Option<Shape> {
    let extents = size.lengths().map(|length| length as i32);
    let place_at = |(row, column): (i32, i32), direction| match direction {
        Direction::North => (row - 1, column),
        Direction::East => (row, column + 1),
        Direction::South => (row + 1, column),
        Direction::West => (row, column - 1),
    };
    let starts = squares(extents);
    let start = starts[random.below(starts.len())];
    let mut net = BTreeMap::from([((0, 0), start)]);
    let mut covered = BTreeSet::from([start.centre]);
    let mut open = Direction::ALL.map(|direction| ((0, 0), direction)).to_vec();
    while !open.is_empty() {
        let (from, direction) = open.swap_remove(random.below(open.len()));
        let place = place_at(from, direction);
        let square = roll(extents, net[&from], direction);
        let fits = Direction::ALL.into_iter().all(|d| {
            net.get(&place_at(place, d))
                .is_none_or(|&beside| roll(extents, square, d) == beside)
        });
        if !net.contains_key(&place) && fits && covered.insert(square.centre) {
            net.insert(place, square);
            open.extend(Direction::ALL.map(|d| (place, d)));
        }
    }
    (net.len() == size.surface()).then(|| shape_of(net.into_keys()))
}

fn random_nets(seed: u64, lengths: [usize; 3], number: usize) -> Vec<Shape> {
    let size = BoxSize::new(lengths).unwrap();
    let mut random = Random(seed);
    (0..100_000)
        .filter_map(|_| random_net(&mut random, size))
        .take(number)
        .collect()
}

/// The free polyominoes of `n` cells: one of each class under rotation and reflection.
fn free_polyominoes(n: usize) -> BTreeSet<Vec<(i32, i32)>> {
    let canonical = |places: &BTreeSet<(i32, i32)>| {
        (0..8)
            .map(|symmetry| {
                let turned: Vec<(i32, i32)> = places
                    .iter()
                    .map(|&(mut r, mut c)| {
                        if symmetry & 1 > 0 {
                            r = -r;
                        }
                        if symmetry & 2 > 0 {
                            c = -c;
                        }
                        if symmetry & 4 > 0 { (c, r) } else { (r, c) }
                    })
                    .collect();
                let top = turned.iter().map(|p| p.0).min().unwrap();
                let left = turned.iter().map(|p| p.1).min().unwrap();
                let mut moved: Vec<_> = turned.iter().map(|p| (p.0 - top, p.1 - left)).collect();
                moved.sort_unstable();
                moved
            })
            .min()
            .unwrap()
    };
    let mut all = BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..n {
        let mut larger = BTreeSet::new();
        for small in &all {
            for &(r, c) in small {
                for place in [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)] {
                    let mut places: BTreeSet<_> = small.iter().copied().collect();
                    if places.insert(place) {
                        larger.insert(canonical(&places));
                    }
                }
            }
        }
        all = larger;
    }
    all
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

const PUBLISHED_NET: [&str; 20] = [
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
    let begin = std::time::Instant::now();
    for _ in 0..1000 {
        assert_eq!(std::hint::black_box(folds(&net)).len(), 1);
    }
    eprintln!("fold: {:?}", begin.elapsed() / 1000);
    let anchor = Cell::new(2, 7);
    let mut folder = PartialFolder::new(20, 20, anchor, 132..=138).unwrap();
    let all = folder.all();
    let begin = std::time::Instant::now();
    let known = |cell: Cell| (cell.row < 6).then(|| net.contains(cell));
    let some = folder.survivors(&all, known);
    eprintln!("first filter, tables included: {:?}", begin.elapsed());
    eprintln!("{:?} placements left", some.len());
    let begin = std::time::Instant::now();
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
    assert_eq!(error("##\n\n##"), ragged(2, 1, 0));
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
    let wide = Grid::from_fn(1, 61, |_| true);
    assert_eq!(Shape::new(wide).unwrap_err(), too_large(1, 61));
    assert_eq!(
        error("#.\n#x").to_string(),
        "line 2, column 2: expected `#` (inside) or `.` (outside), found 'x'"
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
    // A spiral one cell wide takes the longest tries: nothing but an overlap can end them.
    let comb = Grid::from_fn(60, 60, |cell| cell.column % 2 == 0 || cell.row == 0);
    assert!(folds(&Shape::new(comb).unwrap()).is_empty());
}

#[test]
fn boxes_of_a_surface_are_those_that_the_formula_gives() {
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
    }
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
    assert_eq!(
        check(&tampered(fold, cell, None)),
        [BrokenRule::NotPlaced(cell), BrokenRule::Gap(spot.on)]
    );
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

    // Marks: without its partner each mark stands alone; a mark in a wrong place too.
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

// ---- Partial shapes ----

#[test]
fn partial_knowledge_of_a_net_never_refutes_it() {
    for (seed, lengths) in [
        (21, [1, 1, 2]),
        (22, [1, 2, 3]),
        (23, [2, 2, 2]),
        (24, [2, 3, 4]),
    ] {
        let mut random = Random(seed * 1001);
        for net in random_nets(seed, lengths, 10) {
            let grid = net.cells();
            let inside: Vec<Cell> = net.inside().collect();
            let anchor = inside[random.below(inside.len())];
            let (rows, columns) = (grid.rows(), grid.columns());
            let mut folder = PartialFolder::new(rows, columns, anchor, 1..=400).unwrap();
            let mut order: Vec<Cell> = grid.cells().collect();
            for i in (1..order.len()).rev() {
                order.swap(i, random.below(i + 1));
            }
            let found = folds(&net);
            let mut kept = folder.all();
            let mut sizes = Vec::new();
            let mut known: BTreeSet<Cell> = BTreeSet::new();
            for part in order.chunks(4) {
                known.extend(part);
                let look = |cell: Cell| known.contains(&cell).then(|| net.contains(cell));
                let afresh = folder.survivors(&folder.all(), look);
                kept = folder.survivors(&kept, look);
                assert_eq!(kept, afresh, "filtering a parent's list gives the same");
                assert!(!kept.is_empty());
                for cell in folder.barred(&kept, look) {
                    assert!(!net.contains(cell) && !known.contains(&cell));
                }
                assert_eq!(folder.folds(&kept, &net), found);
                sizes.push(kept.len().unwrap());
            }
            assert!(sizes.is_sorted_by(|more, fewer| more >= fewer));
            assert_eq!(sizes.last(), Some(&found.len()));
        }
    }
}

#[test]
fn complete_shapes_survive_exactly_as_they_fold() {
    for places in free_polyominoes(6).into_iter().chain(free_polyominoes(8)) {
        let shape = shape_of(places);
        let grid = shape.cells();
        for anchor in shape.inside() {
            let mut folder =
                PartialFolder::new(grid.rows(), grid.columns(), anchor, 1..=50).unwrap();
            let all = folder.all();
            let left = folder.survivors(&all, |cell| Some(grid[cell]));
            assert_eq!(left.len(), Some(folds(&shape).len()));
            assert_eq!(folder.folds(&all, &shape), folds(&shape));
        }
    }
}

/// All completions of random partial 3 × 4 grids, listed: refuted exactly implies that none folds, and a barred
/// cell is in none that folds.
#[test]
fn refuted_partial_shapes_have_no_completion_that_folds() {
    let folding: Vec<Shape> = (0..1u32 << 12)
        .filter_map(|mask| {
            let grid = Grid::from_fn(3, 4, |cell| mask >> (cell.row * 4 + cell.column) & 1 == 1);
            Shape::new(grid).ok()
        })
        .filter(|shape| !naive_counts(shape).is_empty())
        .collect();
    assert!(!folding.is_empty());
    let mut random = Random(31);
    let (mut refuted, mut explained, mut left, mut barred) = (0, 0, 0, 0);
    for i in 0..3000 {
        let mix = if i % 2 == 0 {
            [Some(true), Some(false), None, None]
        } else {
            [Some(true), Some(true), Some(true), None]
        };
        let mut known = Grid::from_fn(3, 4, |_| mix[random.below(4)]);
        let anchor = Cell::new(random.below(3), random.below(4));
        known[anchor] = Some(true);
        let mut folder = PartialFolder::new(3, 4, anchor, 1..=12).unwrap();
        let kept = folder.survivors(&folder.all(), |cell| known[cell]);
        let agrees = |shape: &&Shape| {
            known
                .cells()
                .all(|cell| known[cell].is_none_or(|inside| inside == shape.contains(cell)))
        };
        let completions: Vec<&Shape> = folding.iter().filter(agrees).collect();
        if kept.is_empty() {
            refuted += 1;
            assert!(completions.is_empty());
            if let Some(cells) = folder.refutation(|cell| known[cell]) {
                explained += 1;
                let only = |cell: Cell| cells.contains(&cell).then_some(true);
                assert!(cells.iter().all(|&cell| known[cell] == Some(true)));
                assert!(folder.survivors(&folder.all(), only).is_empty());
                assert!(
                    !folding
                        .iter()
                        .any(|shape| cells.iter().all(|&c| shape.contains(c)))
                );
            }
        } else {
            assert_eq!(folder.refutation(|cell| known[cell]), None);
            left += 1;
        }
        for cell in folder.barred(&kept, |cell| known[cell]) {
            barred += 1;
            assert!(completions.iter().all(|shape| !shape.contains(cell)));
        }
    }
    let all = [refuted, explained, left, barred];
    assert!(all.iter().all(|&number| number > 100), "{all:?}");
}

#[test]
fn too_many_placements_are_left_unlisted() {
    let anchor = Cell::new(30, 30);
    let mut folder = PartialFolder::new(60, 60, anchor, 0..=usize::MAX).unwrap();
    let all = folder.survivors(&folder.all(), |_| None);
    assert_eq!(all.len(), None);
    assert!(!all.is_empty());
    assert_eq!(folder.barred(&all, |_| None), []);
    let near = |cell: Cell| (cell.taxicab(anchor) > 3).then_some(false);
    let some = folder.survivors(&all, near);
    assert!(some.len().is_some_and(|n| n > 0));
    // 25 cells are an odd number, which no box has.
    let all_inside = |cell: Cell| near(cell).or(Some(true));
    assert!(folder.survivors(&some, all_inside).is_empty());
    assert!(PartialFolder::new(3, 3, Cell::new(3, 0), 1..=9).is_none());
    assert!(PartialFolder::new(61, 3, Cell::new(0, 0), 1..=9).is_none());
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
