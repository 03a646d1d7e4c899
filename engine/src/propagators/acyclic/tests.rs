//! The kit on random graphs.

use super::*;
use crate::propagators::Presence;
use crate::testing::graphs::Case;
use crate::testing::{PropagatorTest, Strength};

/// Without a cycle there are as many parts as vertices less edges.
fn is_forest(case: &Case, values: &[i32]) -> bool {
    let edges = case.edges_in(values);
    let n = case.vertices.len();
    Case::parts(&vec![true; n], &edges).len() + edges.len() == n
}

#[test]
fn random_graphs_against_brute_force() {
    for (number, case, top) in Case::of_edges(3) {
        PropagatorTest::new(
            |model, vars| {
                model.post(Acyclic::new(case.with(vars)));
            },
            |values| is_forest(&case, values),
        )
        .strength(Strength::Domain)
        .seed(number)
        .random(4, case.vars, 0..=top);
    }
}

/// A variable at two edges, an edge from a vertex to itself, and two edges between the same vertices.
#[test]
fn shared_variables_and_short_cycles() {
    use crate::literal::Literal;
    let edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 3), (1, 2), (3, 0)];
    let vars_of = [0, 1, 2, 0, 3, 4, 1];
    let polarity = [1, 1, 1, 0, 1, 1, 0];
    PropagatorTest::new(
        |model, vars| {
            let edges: Vec<_> = (0..edges.len())
                .map(|e| {
                    let there = Presence::If(Literal::is(vars[vars_of[e]], polarity[e]));
                    (edges[e].0, edges[e].1, there)
                })
                .collect();
            model.post(Acyclic::new(Graph::of_edges(4, &edges)));
        },
        |values| {
            let there: Vec<_> = (0..edges.len())
                .filter(|&e| values[vars_of[e]] == polarity[e])
                .map(|e| edges[e])
                .collect();
            Case::parts(&[true; 4], &there).len() + there.len() == 4
        },
    )
    .random(60, 5, 0..=1);
}
