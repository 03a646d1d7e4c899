//! The kit on grids and random graphs.

use super::*;
use crate::Model;
use crate::random::Rng;
use crate::testing::graphs::{Case, Mix};
use crate::testing::{PropagatorTest, Strength};

/// A graph by its edges, perhaps with an anchor beside some vertices.
#[derive(Clone, Debug)]
struct Graph {
    vertices: usize,
    edges: Vec<(usize, usize)>,
    anchor: Option<Vec<usize>>,
}

impl Graph {
    fn grid(rows: usize, columns: usize) -> Self {
        let mut edges = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let v = row * columns + column;
                if column + 1 < columns {
                    edges.push((v, v + 1));
                }
                if row + 1 < rows {
                    edges.push((v, v + columns));
                }
            }
        }
        Self {
            vertices: rows * columns,
            edges,
            anchor: None,
        }
    }

    fn rim(rows: usize, columns: usize) -> Self {
        let on_rim = |v: &usize| {
            let (row, column) = (v / columns, v % columns);
            row == 0 || column == 0 || row + 1 == rows || column + 1 == columns
        };
        let rim = (0..rows * columns).filter(on_rim).collect();
        Self {
            anchor: Some(rim),
            ..Self::grid(rows, columns)
        }
    }

    fn random(rng: &mut Rng, vertices: usize) -> Self {
        let mut some = |of: u64| rng.below(of) == 0;
        let mut edges = Vec::new();
        for a in 0..vertices {
            for b in 0..a {
                if some(3) {
                    edges.push((a, b));
                }
            }
        }
        let anchor = some(2).then(|| (0..vertices).filter(|_| some(3)).collect());
        Self {
            vertices,
            edges,
            anchor,
        }
    }

    /// Connectedness by merging labels along edges until nothing changes.
    fn connected(&self, members: &[bool], not_empty: bool) -> bool {
        let anchor = self.vertices;
        let mut labels: Vec<usize> = (0..=self.vertices).collect();
        let is_member = |v: usize| {
            members
                .get(v)
                .copied()
                .unwrap_or_else(|| self.anchor.is_some())
        };
        let mut edges = self.edges.clone();
        edges.extend(self.anchor.iter().flatten().map(|&v| (v, anchor)));
        for _ in 0..=self.vertices {
            for &(a, b) in &edges {
                if is_member(a) && is_member(b) {
                    let least = labels[a].min(labels[b]);
                    (labels[a], labels[b]) = (least, least);
                }
            }
        }
        let mut seen: Vec<usize> = (0..=anchor)
            .filter(|&v| is_member(v))
            .map(|v| labels[v])
            .collect();
        seen.dedup();
        seen.sort_unstable();
        seen.dedup();
        seen.len() == 1 || seen.is_empty() && !not_empty
    }

    fn test(&self, value: i32, not_empty: bool) -> PropagatorTest<'static> {
        let (graph, other) = (self.clone(), self.clone());
        PropagatorTest::new(
            move |model, vars| {
                let mut connected = Connected::new(vars, value, &graph.edges);
                if let Some(neighbours) = &graph.anchor {
                    connected = connected.anchored(neighbours);
                }
                if not_empty {
                    connected = connected.not_empty();
                }
                model.post(connected);
            },
            move |values| {
                let members: Vec<bool> = values.iter().map(|&v| v == value).collect();
                other.connected(&members, not_empty)
            },
        )
        .strength(Strength::Domain)
    }
}

#[test]
fn grids_against_brute_force() {
    for (rows, columns) in [(1, 7), (2, 5), (3, 3), (3, 4)] {
        for value in [0, 1] {
            for not_empty in [false, true] {
                let n = rows * columns;
                Graph::grid(rows, columns)
                    .test(value, not_empty)
                    .random(12, n, 0..=1);
                Graph::rim(rows, columns)
                    .test(value, not_empty)
                    .random(12, n, 0..=1);
            }
        }
    }
}

#[test]
fn random_graphs_against_brute_force() {
    let mut rng = Rng::new(7);
    for case in 0..120 {
        let n = 1 + case % 9;
        let graph = Graph::random(&mut rng, n);
        graph
            .test(1, case % 2 == 0)
            .seed(case as u64)
            .random(4, n, 0..=1);
    }
}

#[test]
fn values_beyond_two_and_wide_variables() {
    let graph = Graph::grid(2, 3);
    graph.test(2, false).random(60, 6, 1..=3);
    graph.test(70, true).random(20, 6, 69..=71);
}

#[test]
fn long_paths_take_no_recursion() {
    let n = 200_000;
    let mut model = crate::Model::new();
    let ends = [model.var(1..=1), model.var(1..=1)];
    let inner = model.vars(8, 0..=1);
    // The same eight variables over and over: every one of them is an articulation vertex.
    let mut vars: Vec<Var> = (0..n).map(|i| inner[i % 8]).collect();
    vars[0] = ends[0];
    vars[n - 1] = ends[1];
    let edges: Vec<(usize, usize)> = (1..n).map(|i| (i - 1, i)).collect();
    model.post(Connected::new(&vars, 1, &edges));
    let mut solver = model.solver();
    solver.propagate().unwrap();
    assert!(inner.iter().all(|&var| solver.value(var) == Some(1)));
}

/// A path of seven vertices: what is between two members is one, what lies beyond a lost one is lost, and the reasons
/// name the two members, or the member and the border.
#[test]
fn reasons_are_sharp() {
    let path = Graph::grid(1, 7);
    let mut model = Model::new();
    let vars = model.vars(7, 0..=1);
    model.post(Connected::new(&vars, 1, &path.edges));
    let mut solver = model.solver();
    solver.record();
    solver.propagate().unwrap();
    let reason = |solver: &crate::Solver, v: usize| {
        let of_v = |id: &_| solver.change(*id).0.var == Some(vars[v]);
        let id = solver.changes().rfind(of_v).unwrap();
        let mut facts = solver.reason(id).facts;
        facts.sort_unstable();
        facts
    };
    let (member, lost) = (
        |v: usize| Literal::is(vars[v], 1),
        |v: usize| Literal::is_not(vars[v], 1),
    );
    solver.push();
    solver.assume(member(1)).unwrap();
    solver.assume(member(3)).unwrap();
    solver.assume(lost(5)).unwrap();
    solver.propagate().unwrap();
    assert_eq!(reason(&solver, 2), [member(1), member(3)]);
    assert_eq!(reason(&solver, 6), [member(1), lost(5)]);
    solver.pop();
    // A failure: two members and what separates them.
    solver.push();
    for literal in [member(0), lost(2), lost(4), member(6)] {
        solver.assume(literal).unwrap();
    }
    assert!(solver.propagate().is_err());
    let facts = solver.failure_reason().unwrap().facts;
    assert!(facts.contains(&member(0)) && facts.contains(&member(6)));
    assert_eq!(
        facts.len(),
        3,
        "one of the two borders is enough: {facts:?}"
    );
}

/// Vertices and edges that may be there or not, with and without an anchor.
#[test]
fn optional_edges_against_brute_force() {
    let mut rng = Rng::new(23);
    for number in 0..240 {
        let mix = Mix {
            vertices: number % 4 != 1,
            edges: true,
            relations: number % 5 == 0,
            most: if number % 5 == 0 { 5 } else { 10 },
        };
        let case = Case::random(&mut rng, 1 + number % 7, mix);
        let n = case.vertices.len();
        let anchor: Option<Vec<usize>> =
            (rng.below(3) == 0).then(|| (0..n).filter(|_| rng.below(3) == 0).collect());
        let not_empty = rng.below(2) == 0;
        let top = if mix.relations { 3 } else { 1 };
        PropagatorTest::new(
            |model, vars| {
                let mut graph = ConnectedGraph::new(case.with(vars));
                if let Some(neighbours) = &anchor {
                    graph = graph.anchored(neighbours);
                }
                if not_empty {
                    graph = graph.not_empty();
                }
                model.post(graph);
            },
            |values| {
                let mut members = case.vertices_in(values);
                let mut edges = case.edges_in(values);
                if let Some(neighbours) = &anchor {
                    members.push(true);
                    edges.extend(neighbours.iter().map(|&v| (v, n)));
                }
                let parts = Case::parts(&members, &edges).len();
                parts == 1 || parts == 0 && !not_empty
            },
        )
        .strength(Strength::Domain)
        .seed(number as u64)
        .random(4, case.vars, 0..=top);
    }
}

/// A variable at a vertex and at an edge, with both signs: sound, and exact once all variables are fixed.
#[test]
fn shared_variables() {
    let mut rng = Rng::new(29);
    for number in 0..80 {
        let n = 2 + number % 5;
        let mix = Mix {
            vertices: false,
            edges: false,
            relations: false,
            most: 0,
        };
        let case = Case::random(&mut rng, n, mix);
        let mut pick = || (rng.below(5) as usize, rng.below(2) as i32);
        let of_vertex: Vec<_> = (0..n).map(|_| pick()).collect();
        let of_edge: Vec<_> = case.edges.iter().map(|_| pick()).collect();
        PropagatorTest::new(
            |model, vars| {
                let there =
                    |&(var, value): &(usize, i32)| Presence::If(Literal::is(vars[var], value));
                let vertices: Vec<_> = of_vertex.iter().map(there).collect();
                let edges: Vec<_> = (case.edges.iter().zip(&of_edge))
                    .map(|(&(a, b, _), of)| (a, b, there(of)))
                    .collect();
                let graph = crate::propagators::Graph::new(&vertices, &edges);
                model.post(ConnectedGraph::new(graph));
            },
            |values| {
                let holds = |&(var, value): &(usize, i32)| values[var] == value;
                let members: Vec<bool> = of_vertex.iter().map(holds).collect();
                let edges: Vec<_> = (case.edges.iter().zip(&of_edge))
                    .filter(|(_, of)| holds(of))
                    .map(|(&(a, b, _), _)| (a, b))
                    .collect();
                Case::parts(&members, &edges).len() <= 1
            },
        )
        .seed(number as u64)
        .random(6, 5, 0..=1);
    }
}
