//! The kit on grids and random graphs.

use super::*;
use crate::random::Rng;
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
