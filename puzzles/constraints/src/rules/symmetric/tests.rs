use super::*;
use quadrille_engine::propagators::GroupTest;
use quadrille_engine::testing::{PropagatorTest, Strength};

const ALL: [&[Symmetry]; 4] = [
    &[Symmetry::Mirror],
    &[Symmetry::HalfTurn],
    &[Symmetry::QuarterTurn],
    &[Symmetry::Mirror, Symmetry::HalfTurn, Symmetry::QuarterTurn],
];

/// By definition: drawn on paper that is turned or mirrored and pushed into the corner, the set looks the same. A
/// place is a stroke if it has a direction: 1 down and 0 across or the other way round.
fn is_symmetric(set: &[(Point, Option<Point>)], kinds: &[Symmetry]) -> bool {
    type Motion = fn(Point) -> Point;
    let motions: [(Symmetry, Motion); 7] = [
        (Symmetry::Mirror, |(r, c)| (-r, c)),
        (Symmetry::Mirror, |(r, c)| (r, -c)),
        (Symmetry::Mirror, |(r, c)| (c, r)),
        (Symmetry::Mirror, |(r, c)| (-c, -r)),
        (Symmetry::HalfTurn, |(r, c)| (-r, -c)),
        (Symmetry::QuarterTurn, |(r, c)| (c, -r)),
        (Symmetry::QuarterTurn, |(r, c)| (-c, r)),
    ];
    let drawn = |motion: Motion| {
        let mut drawn: Vec<(Point, Option<Point>)> = set
            .iter()
            .map(|&(at, along)| {
                let along = along.map(motion).map(|(r, c)| (r.abs(), c.abs()));
                (motion(at), along)
            })
            .collect();
        let top = drawn.iter().map(|stroke| stroke.0.0).min();
        let left = drawn.iter().map(|stroke| stroke.0.1).min();
        for (at, _) in &mut drawn {
            *at = (at.0 - top.unwrap_or(0), at.1 - left.unwrap_or(0));
        }
        drawn.sort_unstable();
        drawn
    };
    let own = drawn(|at| at);
    let mut motions = motions.iter().filter(|(kind, _)| kinds.contains(kind));
    motions.any(|&(_, motion)| drawn(motion) == own)
}

/// The middles of cells, or of the links between them, with their directions.
fn points(rows: i32, columns: i32, are_links: bool) -> Vec<(Point, Option<Point>)> {
    let all = (1..2 * rows).flat_map(|row| (1..2 * columns).map(move |column| (row, column)));
    let is_odd = |n: i32| n % 2 == 1;
    all.filter_map(|(row, column)| match (is_odd(row), is_odd(column)) {
        (true, true) if !are_links => Some(((row, column), None)),
        (true, false) if are_links => Some(((row, column), Some((0, 1)))),
        (false, true) if are_links => Some(((row, column), Some((1, 0)))),
        _ => None,
    })
    .collect()
}

fn test(
    points: &[(Point, Option<Point>)],
    kinds: &'static [Symmetry],
    is_open: bool,
) -> PropagatorTest<'static> {
    let (own, all) = (points.to_vec(), points.to_vec());
    PropagatorTest::new(
        move |model, vars| {
            let (holds, vars) = match is_open {
                true => (vars[0], &vars[1..]),
                false => (model.var(1..=1), vars),
            };
            let there = |var: &Var| Presence::If(Literal::is(*var, 1));
            let places = own.iter().map(|own| own.0).zip(vars.iter().map(there));
            model.post(SymmetricSet::new(&places.collect::<Vec<_>>(), kinds, holds));
        },
        move |values| {
            let (holds, values) = match is_open {
                true => (values[0] == 1, &values[1..]),
                false => (true, values),
            };
            let set = all.iter().zip(values).filter(|(_, value)| **value == 1);
            let set: Vec<_> = set.map(|(place, _)| *place).collect();
            is_symmetric(&set, kinds) == holds
        },
    )
}

#[test]
fn cells_and_links_against_brute_force() {
    for kinds in ALL {
        for (rows, columns, are_links) in [
            (1, 1, false),
            (1, 4, false),
            (2, 3, false),
            (3, 3, false),
            (2, 5, false),
            (1, 2, true),
            (2, 2, true),
            (2, 3, true),
            (3, 2, true),
        ] {
            let points = points(rows, columns, are_links);
            test(&points, kinds, false)
                .strength(Strength::Domain)
                .random(60, points.len(), 0..=1);
            test(&points, kinds, true).random(40, points.len() + 1, 0..=1);
        }
    }
}

/// Places with holes between them, some of which are always there or never.
#[test]
fn any_places_against_brute_force() {
    let all = points(3, 4, false);
    for kinds in ALL {
        for case in 0..12u64 {
            let mut rng = quadrille_engine::Rng::new(case);
            let some: Vec<_> = all.iter().filter(|_| rng.below(3) > 0).copied().collect();
            let fixed: Vec<Option<bool>> = some
                .iter()
                .map(|_| [None, None, None, Some(true), Some(false)][rng.below(5) as usize])
                .collect();
            let open = fixed.iter().filter(|known| known.is_none()).count();
            if open == 0 {
                continue;
            }
            let place = |known: &Option<bool>, vars: &mut dyn Iterator<Item = Var>| match known {
                Some(true) => Presence::Always,
                Some(false) => Presence::Never,
                None => Presence::If(Literal::is_not(vars.next().expect("a variable"), 0)),
            };
            PropagatorTest::new(
                |model, vars| {
                    let mut vars = vars.iter().copied();
                    let there = fixed.iter().map(|known| place(known, &mut vars));
                    let places = some.iter().map(|own| own.0).zip(there).collect::<Vec<_>>();
                    let holds = model.var(1..=1);
                    model.post(SymmetricSet::new(&places, kinds, holds));
                },
                |values| {
                    let mut values = values.iter();
                    let is_there = |known: &Option<bool>| {
                        known.unwrap_or_else(|| *values.next().expect("a value") != 0)
                    };
                    let there: Vec<bool> = fixed.iter().map(is_there).collect();
                    let set = some.iter().zip(there).filter(|(_, there)| *there);
                    let set: Vec<_> = set.map(|(place, _)| *place).collect();
                    is_symmetric(&set, kinds)
                },
            )
            .strength(Strength::Domain)
            .random(12, open, 0..=2);
        }
    }
}

/// All that can be known of a group, against the sets between the bounds.
#[test]
fn groups_against_brute_force() {
    for kinds in ALL {
        for (rows, columns, are_links) in
            [(2, 2, false), (2, 3, false), (1, 5, false), (2, 2, true)]
        {
            let all = points(rows, columns, are_links);
            // One vertex, the second, that is never there.
            let mut of_vertices: Vec<_> = all.iter().map(|place| Some(place.0)).collect();
            of_vertices.insert(1, None);
            let test = SymmetricGroup::new(&of_vertices, kinds);
            let holds: Vec<bool> = (0..1 << all.len())
                .map(|set: usize| {
                    let places = all.iter().enumerate();
                    let places = places.filter(|(place, _)| set >> place & 1 == 1);
                    is_symmetric(&places.map(|(_, place)| *place).collect::<Vec<_>>(), kinds)
                })
                .collect();
            let as_list = |set: usize| {
                let mut list: Vec<bool> = (0..all.len()).map(|at| set >> at & 1 == 1).collect();
                list.insert(1, false);
                list
            };
            for possible in 0..1 << all.len() {
                for certain in (0..1 << all.len()).filter(|certain| certain & !possible == 0) {
                    let sets = (0..1usize << all.len())
                        .filter(|set| certain & !set == 0 && set & !possible == 0);
                    let is_some = sets.clone().any(|set| holds[set]);
                    let is_all = sets.clone().all(|set| holds[set]);
                    match test.status(&as_list(certain), &as_list(possible)) {
                        Some(false) => assert!(!is_some, "{kinds:?} {certain:b} {possible:b}"),
                        Some(true) => assert!(is_all, "{kinds:?} {certain:b} {possible:b}"),
                        None => assert!(is_some && certain != possible),
                    }
                }
            }
        }
    }
}

/// One variable for two places: nothing is promised but that it is right.
#[test]
fn places_with_one_variable() {
    let points = points(2, 4, false);
    let all = points.clone();
    PropagatorTest::new(
        move |model, vars| {
            let there = |number: usize| Presence::If(Literal::is(vars[number % 5], 1));
            let places: Vec<(Point, Presence)> = points
                .iter()
                .enumerate()
                .map(|(at, own)| (own.0, there(at)))
                .collect();
            let holds = model.var(1..=1);
            model.post(SymmetricSet::new(&places, ALL[3], holds));
        },
        move |values| {
            let set = all.iter().enumerate().filter(|(at, _)| values[at % 5] == 1);
            let set: Vec<_> = set.map(|(_, place)| *place).collect();
            is_symmetric(&set, ALL[3])
        },
    )
    .random(200, 5, 0..=1);
}
