//! The kit on random graphs and grids.

use super::*;
use crate::propagators::graph::cases::{Case, Mix};
use crate::random::Rng;
use crate::testing::PropagatorTest;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Loop,
    Path,
}

/// One part has all edges, and the degrees are right.
fn is(shape: Shape, n: usize, edges: &[(usize, usize)]) -> bool {
    let mut degrees = vec![0; n];
    for &(a, b) in edges {
        degrees[a] += 1;
        degrees[b] += 1;
    }
    let members: Vec<bool> = degrees.iter().map(|&degree| degree > 0).collect();
    let ends = degrees.iter().filter(|&&degree| degree == 1).count();
    let wanted = if shape == Shape::Loop { 0 } else { 2 };
    edges.iter().all(|(a, b)| a != b)
        && degrees.iter().all(|&degree| degree <= 2)
        && ends == wanted
        && Case::parts(&members, edges).len() == 1
}

fn test(shape: Shape, case: &Case) -> PropagatorTest<'_> {
    PropagatorTest::new(
        move |model, vars| {
            let edges = case.edges_with(vars);
            match shape {
                Shape::Loop => model.post(Loop::new(case.vertices.len(), &edges)),
                Shape::Path => model.post(LinePath::new(case.vertices.len(), &edges)),
            };
        },
        move |values| is(shape, case.vertices.len(), &case.edges_in(values)),
    )
}

#[test]
fn random_graphs_against_brute_force() {
    let mut rng = Rng::new(5);
    for shape in [Shape::Loop, Shape::Path] {
        for number in 0..200 {
            let mix = Mix {
                vertices: false,
                edges: true,
                relations: number % 5 == 0,
                most: if number % 5 == 0 { 5 } else { 11 },
            };
            let case = Case::random(&mut rng, 1 + number % 8, mix);
            let top = if mix.relations { 3 } else { 1 };
            test(shape, &case)
                .seed(number as u64)
                .random(4, case.vars, 0..=top);
        }
    }
}

#[test]
fn grids_against_brute_force() {
    let mut rng = Rng::new(6);
    for shape in [Shape::Loop, Shape::Path] {
        for (rows, columns) in [(2, 2), (2, 3), (3, 3), (2, 5)] {
            for number in 0..12 {
                let mix = Mix {
                    vertices: false,
                    edges: true,
                    relations: false,
                    most: 13,
                };
                let edges = Case::grid(rows, columns);
                let case = Case::of(&mut rng, rows * columns, &edges, mix);
                test(shape, &case).seed(number).random(2, case.vars, 0..=1);
            }
        }
    }
}

/// Variables at several edges, edges from a vertex to itself, and edges between the same vertices.
#[test]
fn shared_variables_and_short_cycles() {
    let mut rng = Rng::new(8);
    for shape in [Shape::Loop, Shape::Path] {
        for number in 0..150 {
            let n = 1 + number % 4;
            let mut pick = |below: usize| rng.below(below as u64) as usize;
            let edges: Vec<_> = (0..3 + number % 5)
                .map(|_| (pick(n), pick(n), pick(5), pick(2) as i32))
                .collect();
            PropagatorTest::new(
                |model, vars| {
                    let there = |&(a, b, var, value): &(usize, usize, usize, i32)| {
                        (a, b, Presence::If(Literal::is(vars[var], value)))
                    };
                    let edges: Vec<_> = edges.iter().map(there).collect();
                    match shape {
                        Shape::Loop => model.post(Loop::new(n, &edges)),
                        Shape::Path => model.post(LinePath::new(n, &edges)),
                    };
                },
                |values| {
                    let there: Vec<_> = edges
                        .iter()
                        .filter(|&&(_, _, var, value)| values[var] == value)
                        .map(|&(a, b, ..)| (a, b))
                        .collect();
                    is(shape, n, &there)
                },
            )
            .seed(number as u64)
            .random(6, 5, 0..=1);
        }
    }
}
