//! A naive folder, and shapes to fold: the other side of every comparison.

use std::collections::{BTreeMap, BTreeSet};

use crate::fold::{BoxSize, Shape};
use crate::grid::{Cell, Direction, Grid};

// ---- A naive folder: a square of paper as a frame in space, rolled over the surface. ----

pub(super) type Vector = [i32; 3];

pub(super) fn sum(terms: &[(i32, Vector)]) -> Vector {
    [0, 1, 2].map(|i| terms.iter().map(|(k, v)| k * v[i]).sum())
}

pub(super) fn cross(p: Vector, q: Vector) -> Vector {
    [0, 1, 2].map(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        p[j] * q[k] - p[k] * q[j]
    })
}

/// A square's centre (in half cells), the north and east of its paper, and the outward normal of the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Square {
    pub(super) centre: Vector,
    pub(super) north: Vector,
    pub(super) east: Vector,
    pub(super) out: Vector,
}

pub(super) fn units() -> Vec<Vector> {
    (0..6)
        .map(|i| [0, 1, 2].map(|axis| if axis == i / 2 { 1 - 2 * (i % 2) } else { 0 }))
        .collect()
}

/// Every square that can lie on the box, either side of the paper outward.
pub(super) fn squares(extents: Vector) -> Vec<Square> {
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
pub(super) fn roll(extents: Vector, from: Square, direction: Direction) -> Square {
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
pub(super) fn naive_ways(shape: &Shape, extents: Vector) -> Vec<BTreeMap<Cell, Square>> {
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
pub(super) fn symmetries(extents: Vector) -> Vec<([usize; 3], [i32; 3])> {
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
pub(super) fn naive_count(shape: &Shape, size: BoxSize) -> usize {
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

pub(super) fn naive_counts(shape: &Shape) -> Vec<(BoxSize, usize)> {
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

// ---- Shapes to fold. ----

/// Marsaglia's 64-bit xorshift.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}

pub(super) fn shape_of(places: impl IntoIterator<Item = (i32, i32)>) -> Shape {
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

/// Cuts a box open along a random tree and unfolds it; `None` when the tree runs into itself. Unless `slit`, cells
/// that come to touch in the plane also touch on the box.
fn random_net(random: &mut Random, size: BoxSize, slit: bool) -> Option<Shape> {
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
        let fits = slit
            || Direction::ALL.into_iter().all(|d| {
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

/// Random nets of the box with these edge lengths: all are different runs of one seeded generator.
pub fn random_nets(seed: u64, lengths: [usize; 3], number: usize) -> Vec<Shape> {
    some_nets(seed, lengths, number, false)
}

/// Random shapes that would fold into the box if some cells that touch in the plane were slit apart, and which are
/// no nets unless they fold in another way.
pub(super) fn random_slit_nets(seed: u64, lengths: [usize; 3], number: usize) -> Vec<Shape> {
    some_nets(seed, lengths, number, true)
}

fn some_nets(seed: u64, lengths: [usize; 3], number: usize, slit: bool) -> Vec<Shape> {
    let size = BoxSize::new(lengths).unwrap();
    let mut random = Random(seed);
    (0..100_000)
        .filter_map(|_| random_net(&mut random, size, slit))
        .take(number)
        .collect()
}

/// The free polyominoes of `n` cells: one of each class under rotation and reflection.
pub(super) fn free_polyominoes(n: usize) -> BTreeSet<Vec<(i32, i32)>> {
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
