//! The kit on random graphs.

use super::*;
use crate::propagators::graph::cases::{Case, Mix};
use crate::random::Rng;
use crate::testing::{PropagatorTest, Strength};

/// By vertex the least one that it is connected with.
fn sets(vertices: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut set: Vec<usize> = (0..vertices).collect();
    for _ in 0..vertices {
        for &(a, b) in edges {
            let least = set[a].min(set[b]);
            (set[a], set[b]) = (least, least);
        }
    }
    set
}

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
                let set = sets(case.vertices.len(), &there);
                // Edges inside a set are in as often as they are there at all.
                let inside = |edges: &[(usize, usize)]| {
                    edges.iter().filter(|&&(a, b)| set[a] == set[b]).count()
                };
                inside(&there) == inside(&ends)
            },
        )
        .strength(Strength::Domain)
        .seed(number as u64)
        .random(4, case.vars, 0..=top);
    }
}
