//! The kit on random graphs and grids.

use super::*;
use crate::propagators::Presence;
use crate::random::Rng;
use crate::testing::PropagatorTest;
use crate::testing::graphs::{Case, Mix};

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

fn post(model: &mut crate::Model, shape: Shape, graph: Graph) {
    match shape {
        Shape::Loop => model.post(Loop::new(graph)),
        Shape::Path => model.post(Loop::path(graph)),
    };
}

fn test(shape: Shape, case: &Case) -> PropagatorTest<'_> {
    PropagatorTest::new(
        move |model, vars| {
            post(model, shape, case.with(vars));
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

/// The kit on a graph whose edges are there if a variable, of so many, has a value.
fn test_shared(
    shape: Shape,
    n: usize,
    edges: &[(usize, usize, usize, i32)],
    vars: usize,
    seed: u64,
) {
    PropagatorTest::new(
        |model, vars| {
            let there = |&(a, b, var, value): &(usize, usize, usize, i32)| {
                (a, b, Presence::If(Literal::is(vars[var], value)))
            };
            let edges: Vec<_> = edges.iter().map(there).collect();
            post(model, shape, Graph::of_edges(n, &edges));
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
    .seed(seed)
    .random(20, vars, 0..=1);
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
            test_shared(shape, n, &edges, 5, number as u64);
        }
    }
}

/// Two or three short cycles beside each other, whose edges share variables: several close at once.
#[test]
fn cycles_that_close_at_once() {
    let mut rng = Rng::new(9);
    for number in 0..150 {
        let mut pick = |below: usize| rng.below(below as u64) as usize;
        let mut edges = Vec::new();
        let mut n = 0;
        for _ in 0..2 + number % 2 {
            let length = 2 + pick(2);
            for at in 0..length {
                edges.push((n + at, n + (at + 1) % length, pick(4), pick(2) as i32));
            }
            n += length;
        }
        test_shared(Shape::Loop, n, &edges, 4, number as u64);
    }
}

/// A solver with a variable for each edge, propagated and recording.
fn solver(shape: Shape, n: usize, edges: &[(usize, usize)]) -> (crate::Solver, Vec<crate::Var>) {
    let mut model = crate::Model::new();
    let vars = model.vars(edges.len(), 0..=1);
    let with = |(&(a, b), &var)| (a, b, Presence::If(Literal::is(var, 1)));
    let edges: Vec<_> = edges.iter().zip(&vars).map(with).collect();
    post(&mut model, shape, Graph::of_edges(n, &edges));
    let mut solver = model.solver();
    solver.record();
    solver.propagate().unwrap();
    (solver, vars)
}

/// Puts edges in, propagates, and returns what is known of each edge.
fn after(solver: &mut crate::Solver, vars: &[crate::Var], there: &[usize]) -> String {
    for &edge in there {
        solver.assume(Literal::is(vars[edge], 1)).unwrap();
    }
    solver.propagate().unwrap();
    let known = |&var: &crate::Var| match solver.value(var) {
        None => '?',
        Some(0) => '-',
        Some(_) => '+',
    };
    vars.iter().map(known).collect()
}

fn reason(solver: &crate::Solver, var: crate::Var) -> Vec<Literal> {
    let of_var = |id: &_| solver.change(*id).0.var == Some(var);
    let id = solver.changes().rfind(of_var).unwrap();
    let mut facts = solver.reason(id).facts;
    facts.sort_unstable();
    facts
}

/// Two triangles with an edge between them.
#[test]
fn bridges_are_out() {
    let edges = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (2, 3)];
    let (mut solver, vars) = solver(Shape::Loop, 6, &edges);
    assert_eq!(after(&mut solver, &vars, &[]), "??????-");
    assert!(reason(&solver, vars[6]).is_empty());
}

/// Two squares with a vertex in common: the edges of the one follow from one edge of the other, by the cut vertex.
#[test]
fn one_block_is_drawn() {
    let edges = [
        (0, 1),
        (1, 2),
        (2, 3),
        (3, 0),
        (0, 4),
        (4, 5),
        (5, 6),
        (6, 0),
        (1, 3),
        (4, 6),
    ];
    let (mut solver, vars) = solver(Shape::Loop, 7, &edges);
    assert_eq!(after(&mut solver, &vars, &[]), "??????????");
    assert_eq!(after(&mut solver, &vars, &[8]), "????----+-");
    assert_eq!(reason(&solver, vars[5]), [Literal::is(vars[8], 1)]);
}

/// A ladder of two rows and five columns: one end, without the rung that would close it, and the other.
#[test]
fn nothing_is_closed_beside_the_rest() {
    // Upper edges 0..4, lower edges 4..8, rungs 8..13.
    let mut edges: Vec<_> = (0..4).map(|v| (v, v + 1)).collect();
    edges.extend((5..9).map(|v| (v, v + 1)));
    edges.extend((0..5).map(|v| (v, v + 5)));
    let (mut solver, vars) = solver(Shape::Loop, 10, &edges);
    assert_eq!(after(&mut solver, &vars, &[8]), "+???+???+????");
    solver.push();
    assert_eq!(after(&mut solver, &vars, &[12]), "+++++++++---+");
    let mut facts = reason(&solver, vars[9]);
    facts.retain(|fact| ![0, 4, 8].contains(&fact.var.index()));
    assert_eq!(facts.len(), 1, "beside the path one edge elsewhere");
    solver.pop();
    assert_eq!(after(&mut solver, &vars, &[9]), "+---+---++---");
    let closed = [0, 4, 8, 9].map(|edge| Literal::is(vars[edge], 1));
    assert_eq!(reason(&solver, vars[12]), closed);
}

/// Three legs that hang on one vertex: a path has no room for edges of all three.
#[test]
fn a_path_has_two_ends() {
    let edges = [(0, 1), (1, 2), (0, 3), (3, 4), (0, 5), (5, 6)];
    let (mut solver, vars) = solver(Shape::Path, 7, &edges);
    assert_eq!(after(&mut solver, &vars, &[]), "??????");
    assert_eq!(after(&mut solver, &vars, &[1, 3]), "++++--");
}

/// Two triangles that close in one run: each alone could be the cycle, whichever is looked at first.
#[test]
fn of_two_cycles_neither_alone_is_to_blame() {
    let edges = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)];
    for first in [0, 3] {
        let (mut solver, vars) = solver(Shape::Loop, 6, &edges);
        for at in 0..6 {
            let there = Literal::is(vars[(first + at) % 6], 1);
            solver.assume(there).unwrap();
        }
        assert!(solver.propagate().is_err());
        let facts = solver.failure_reason().expect("it has failed").facts;
        for triangle in vars.chunks(3) {
            assert!(facts.iter().any(|fact| triangle.contains(&fact.var)));
        }
    }
}
