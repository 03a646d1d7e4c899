//! The kit on random graphs.

use super::*;
use crate::testing::graphs::Case;
use crate::testing::{PropagatorTest, Strength};

#[test]
fn random_graphs_against_brute_force() {
    for (number, case, top) in Case::of_edges(5) {
        let ends: Vec<(usize, usize)> = case.edges.iter().map(|&(a, b, _)| (a, b)).collect();
        PropagatorTest::new(
            |model, vars| {
                model.post(Partition::new(case.with(vars)));
            },
            |values| {
                let there = case.edges_in(values);
                let parts = Case::parts(&vec![true; case.vertices.len()], &there);
                let is_inside = |&(a, b): &(usize, usize)| {
                    parts
                        .iter()
                        .any(|part| part.contains(&a) && part.contains(&b))
                };
                // Edges inside a set are in as often as they are there at all.
                let inside =
                    |edges: &[(usize, usize)]| edges.iter().filter(|ends| is_inside(ends)).count();
                inside(&there) == inside(&ends)
            },
        )
        .strength(Strength::Domain)
        .seed(number)
        .random(4, case.vars, 0..=top);
    }
}
