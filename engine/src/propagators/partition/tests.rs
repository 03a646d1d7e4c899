//! The kit on random graphs.

use super::*;
use crate::propagators::graph::cases::{Case, Mix};
use crate::random::Rng;
use crate::testing::{PropagatorTest, Strength};

#[test]
fn random_graphs_against_brute_force() {
    let mut rng = Rng::new(5);
    for number in 0..150 {
        let mix = Mix {
            vertices: false,
            edges: true,
            relations: number % 3 == 0,
            most: if number % 3 == 0 { 5 } else { 9 },
        };
        let case = Case::random(&mut rng, 1 + number % 7, mix);
        let top = if mix.relations { 3 } else { 1 };
        let ends: Vec<(usize, usize)> = case.edges.iter().map(|&(a, b, _)| (a, b)).collect();
        PropagatorTest::new(
            |model, vars| {
                model.post(Partition::new(case.vertices.len(), &case.edges_with(vars)));
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
        .seed(number as u64)
        .random(4, case.vars, 0..=top);
    }
}
