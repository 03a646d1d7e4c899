//! Nets of boxes from 2×2×2 up, made by rolling a box over paper: no partial fold may rule out the actual net, and for
//! a finished shape the model accepts exactly the marks for which a fold exists.

use std::collections::{BTreeMap, BTreeSet};

use quadrille::puzzle::{BuildOptions, Built};
use quadrille::read::{self, Source};
use quadrille_engine::{Literal, Rng, Var};

type Vector = [i32; 3];
type Place = (i32, i32);

fn add(a: Vector, b: Vector, times: i32) -> Vector {
    [0, 1, 2].map(|i| a[i] + times * b[i])
}

/// A cell of paper on the box: the middle of the square that it covers (in half lengths, the box from 0 to twice its
/// lengths), the direction out of the box, and where the paper's right and down point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lying {
    at: Vector,
    out: Vector,
    right: Vector,
    down: Vector,
}

const STEPS: [Place; 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

impl Lying {
    /// The next cell of paper in one of the steps, flat or folded over the edge of the box.
    fn next(self, (rows, columns): Place, lengths: Vector) -> Self {
        let forward = [0, 1, 2].map(|i| rows * self.down[i] + columns * self.right[i]);
        let flat = add(self.at, forward, 2);
        if (0..3).all(|i| (0..=2 * lengths[i]).contains(&flat[i])) {
            return Self { at: flat, ..self };
        }
        // Over the edge: forward becomes out, and in becomes forward.
        let turn = |v: Vector| {
            if v == forward {
                add([0; 3], self.out, -1)
            } else if v == add([0; 3], forward, -1) {
                self.out
            } else {
                v
            }
        };
        Self {
            at: add(add(self.at, forward, 1), self.out, -1),
            out: forward,
            right: turn(self.right),
            down: turn(self.down),
        }
    }
}

fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// All ways in which a cell of paper can lie on a box.
fn ways_to_lie(lengths: Vector) -> Vec<Lying> {
    let units: Vec<Vector> = (0..3)
        .flat_map(|axis| [1, -1].map(|sign| [0, 1, 2].map(|i| if i == axis { sign } else { 0 })))
        .collect();
    let mut all = Vec::new();
    for &out in &units {
        let spots = |axis: usize| -> Vec<i32> {
            match out[axis] {
                0 => (0..lengths[axis]).map(|i| 2 * i + 1).collect(),
                1 => vec![2 * lengths[axis]],
                _ => vec![0],
            }
        };
        for x in spots(0) {
            for y in spots(1) {
                for z in spots(2) {
                    for &right in units.iter().filter(|unit| cross(**unit, out) != [0; 3]) {
                        // The printed side is outside: right × down points into the box.
                        let down = cross(right, out);
                        all.push(Lying {
                            at: [x, y, z],
                            out,
                            right,
                            down,
                        });
                    }
                }
            }
        }
    }
    all
}

type Net = BTreeMap<Place, Lying>;

/// Lays all cells of a shape on a box, the first as given; `None` if two lie on one square, or neighbours do not meet.
fn lay(shape: &BTreeSet<Place>, first: Lying, lengths: Vector) -> Option<Net> {
    let start = *shape.first()?;
    let mut net = Net::from([(start, first)]);
    let mut queue = vec![start];
    while let Some(place) = queue.pop() {
        for step in STEPS {
            let to = (place.0 + step.0, place.1 + step.1);
            if !shape.contains(&to) {
                continue;
            }
            let lying = net[&place].next(step, lengths);
            match net.get(&to) {
                Some(known) if *known != lying => return None,
                Some(_) => {}
                None => {
                    net.insert(to, lying);
                    queue.push(to);
                }
            }
        }
    }
    let covered: BTreeSet<Vector> = net.values().map(|lying| lying.at).collect();
    (covered.len() == net.len()).then_some(net)
}

/// A random net, without holes, in a square of `side`.
fn draw(rng: &mut Rng, lengths: Vector, side: i32) -> Option<Net> {
    let [a, b, c] = lengths;
    let area = 2 * (a * b + b * c + c * a);
    let all = ways_to_lie(lengths);
    let first = all[rng.below(all.len() as u64) as usize];
    let mut net = Net::from([((0, 0), first)]);
    for _ in 0..40 * area {
        let at = rng.below(net.len() as u64) as usize;
        let (&place, &lying) = net.iter().nth(at)?;
        let step = STEPS[rng.below(4) as usize];
        let to = (place.0 + step.0, place.1 + step.1);
        let next = lying.next(step, lengths);
        let is_free = !net.contains_key(&to) && net.values().all(|known| known.at != next.at);
        let meets = STEPS.iter().all(|&step| {
            let beside = net.get(&(to.0 - step.0, to.1 - step.1));
            beside.is_none_or(|beside| beside.next(step, lengths) == next)
        });
        if is_free && meets {
            net.insert(to, next);
        }
        if net.len() as i32 == area {
            break;
        }
    }
    let (top, left) = (
        net.keys().map(|p| p.0).min()?,
        net.keys().map(|p| p.1).min()?,
    );
    let net: Net = net
        .into_iter()
        .map(|((row, column), lying)| ((row - top, column - left), lying))
        .collect();
    let fits = net.keys().all(|&(row, column)| row < side && column < side);
    (net.len() as i32 == area && fits && !has_hole(&net, side)).then_some(net)
}

fn has_hole(net: &Net, side: i32) -> bool {
    // One more line of cells around the grid.
    let range = -1..=side;
    let mut seen = BTreeSet::from([(-1, -1)]);
    let mut queue = vec![(-1, -1)];
    while let Some((row, column)) = queue.pop() {
        for step in STEPS {
            let to = (row + step.0, column + step.1);
            let is_open = range.contains(&to.0) && range.contains(&to.1) && !net.contains_key(&to);
            if is_open && seen.insert(to) {
                queue.push(to);
            }
        }
    }
    seen.len() + net.len() != ((side + 2) * (side + 2)) as usize
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    None,
    Circle,
    Square,
}

/// Whether the marked cells lie as their marks say: circled ones opposite each other, those in squares side by side.
fn marks_hold(net: &Net, numbers: &BTreeMap<Place, Mark>) -> bool {
    let of = |mark: Mark| {
        numbers
            .iter()
            .filter(move |(_, known)| **known == mark)
            .map(|(p, _)| net[p])
    };
    let distance = |a: Lying, b: Lying| -> i32 { (0..3).map(|i| (a.at[i] - b.at[i]).abs()).sum() };
    let opposite = |a: Lying, b: Lying| {
        a.out == add([0; 3], b.out, -1) && cross(add(a.at, b.at, -1), a.out) == [0; 3]
    };
    let beside = |a: Lying, b: Lying| a.out == b.out && distance(a, b) == 2;
    of(Mark::Circle).all(|a| of(Mark::Circle).any(|b| opposite(a, b)))
        && of(Mark::Square).all(|a| of(Mark::Square).any(|b| beside(a, b)))
}

/// Whether some fold of the shape into some box has its marks right.
fn folds(shape: &BTreeSet<Place>, numbers: &BTreeMap<Place, Mark>) -> bool {
    let area = shape.len() as i32;
    let boxes =
        (1..area).flat_map(|a| (a..area).flat_map(move |b| (b..area).map(move |c| [a, b, c])));
    boxes
        .filter(|&[a, b, c]| 2 * (a * b + b * c + c * a) == area)
        .any(|lengths| {
            ways_to_lie(lengths).into_iter().any(|first| {
                lay(shape, first, lengths).is_some_and(|net| marks_hold(&net, numbers))
            })
        })
}

/// The model of a puzzle that shows some cells of a net with their numbers and marks.
fn model(net: &Net, numbers: &BTreeMap<Place, Mark>, side: i32) -> Built {
    let count = |(row, column): Place| {
        let near = (row - 1..=row + 1).flat_map(|r| (column - 1..=column + 1).map(move |c| (r, c)));
        near.filter(|place| net.contains_key(place)).count()
    };
    let word = |place: Place| match numbers.get(&place) {
        None => ".".to_owned(),
        Some(Mark::None) => count(place).to_string(),
        Some(Mark::Circle) => format!("({})", count(place)),
        Some(Mark::Square) => format!("[{}]", count(place)),
    };
    let rows: Vec<String> = (0..side)
        .map(|row| {
            (0..side)
                .map(|column| word((row, column)))
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    let source = Source {
        name: "net".to_owned(),
        text: format!(
            "kind = 'shut-the-box'\ngrid = '''\n{}\n'''\n",
            rows.join("\n")
        ),
    };
    let loaded = read::parse(&source).expect("it is a puzzle");
    loaded.puzzle.build(&BuildOptions::default())
}

/// Numbers on some cells of a net; their marks are right for it.
fn drawn_numbers(rng: &mut Rng, net: &Net) -> BTreeMap<Place, Mark> {
    let places: Vec<Place> = net.keys().copied().collect();
    let mut numbers = BTreeMap::new();
    let any = |rng: &mut Rng| places[rng.below(places.len() as u64) as usize];
    for _ in 0..4 {
        numbers.insert(any(rng), Mark::None);
    }
    for mark in [Mark::Circle, Mark::Square] {
        for _ in 0..2 {
            let one = any(rng);
            let pair = |other: Place| BTreeMap::from([(one, mark), (other, mark)]);
            let fit: Vec<Place> = places
                .iter()
                .copied()
                .filter(|&other| other != one && marks_hold(net, &pair(other)))
                .collect();
            if !fit.is_empty() {
                let other = fit[rng.below(fit.len() as u64) as usize];
                numbers.extend(pair(other));
            }
        }
    }
    if marks_hold(net, &numbers) {
        numbers
    } else {
        BTreeMap::new()
    }
}

const SIDE: i32 = 11;

fn nets(rng: &mut Rng) -> Vec<Net> {
    let mut nets = Vec::new();
    for lengths in [[2, 2, 2], [2, 2, 3], [2, 3, 3], [2, 2, 4]] {
        let found = (0..20_000).filter_map(|_| draw(rng, lengths, SIDE)).take(4);
        let before = nets.len();
        nets.extend(found);
        assert!(nets.len() > before, "no net of {lengths:?}");
    }
    nets
}

#[test]
fn no_partial_fold_rules_out_the_net_that_is_there() {
    let mut rng = Rng::new(3);
    let mut marked = 0;
    for net in nets(&mut rng) {
        let numbers = drawn_numbers(&mut rng, &net);
        marked += usize::from(numbers.values().any(|mark| *mark != Mark::None));
        let shape: BTreeSet<Place> = net.keys().copied().collect();
        assert!(folds(&shape, &numbers), "the net folds as it was made");
        let built = model(&net, &numbers, SIDE);
        let cells: Vec<Var> = built.reading.vars().collect();
        let mut solver = built.model.solver();
        let mut order: Vec<Place> = (0..SIDE)
            .flat_map(|r| (0..SIDE).map(move |c| (r, c)))
            .collect();
        for i in (1..order.len()).rev() {
            order.swap(i, rng.below(i as u64 + 1) as usize);
        }
        // The first word of the layer is `kept`.
        let value = |place: &Place| i32::from(!net.contains_key(place));
        let var = |&(row, column): &Place| cells[(row * SIDE + column) as usize];
        assert!(solver.propagate().is_ok(), "{net:?}");
        // A few at a time, so that what is known of the shape grows slowly.
        for part in order.chunks(5) {
            solver.push();
            for place in part {
                let kept = solver.assume(Literal::is(var(place), value(place)));
                assert!(kept.is_ok(), "{place:?} of {net:?} with {numbers:?}");
            }
            assert!(solver.propagate().is_ok(), "{net:?} with {numbers:?}");
            for place in &order {
                let left = solver.dom(var(place));
                assert!(
                    left.iter().any(|v| v == value(place)),
                    "{place:?} of {net:?} with {numbers:?}"
                );
            }
        }
    }
    assert!(marked > 3, "{marked}");
}

#[test]
fn a_finished_shape_is_accepted_exactly_if_it_folds_with_its_marks() {
    let mut rng = Rng::new(5);
    let (mut accepted, mut refused) = (0, 0);
    for net in nets(&mut rng) {
        let shape: BTreeSet<Place> = net.keys().copied().collect();
        let places: Vec<Place> = net.keys().copied().collect();
        for turn in 0..6 {
            let mut numbers = drawn_numbers(&mut rng, &net);
            if turn % 2 == 1 {
                // Marks that may be wrong.
                for mark in [Mark::Circle, Mark::Circle, Mark::Square, Mark::Square] {
                    numbers.insert(places[rng.below(places.len() as u64) as usize], mark);
                }
            }
            let built = model(&net, &numbers, SIDE);
            let cells: Vec<Var> = built.reading.vars().collect();
            let mut solver = built.model.solver();
            let mut holds = solver.propagate().is_ok();
            if holds {
                solver.push();
                holds = (0..).zip(&cells).all(|(at, &cell)| {
                    let is_cut = !net.contains_key(&(at / SIDE, at % SIDE));
                    solver.assume(Literal::is(cell, i32::from(is_cut))).is_ok()
                }) && solver.propagate().is_ok();
            }
            assert_eq!(holds, folds(&shape, &numbers), "{net:?} with {numbers:?}");
            accepted += usize::from(holds);
            refused += usize::from(!holds);
        }
    }
    assert!(
        accepted > 20 && refused > 20,
        "{accepted} accepted, {refused} refused"
    );
}
