//! The kit on grids and random graphs.

use super::*;
use crate::testing::PropagatorTest;
use crate::testing::graphs::Case;
use crate::{Model, Rng};

/// Whether the group of each vertex has as many vertices as its value says.
fn accepts(values: &[i32], edges: &[(usize, usize)]) -> bool {
    (0..values.len()).all(|root| {
        let mut group = vec![false; values.len()];
        group[root] = true;
        for _ in values {
            for &(a, b) in edges {
                if values[a] == values[b] && (group[a] || group[b]) {
                    (group[a], group[b]) = (true, true);
                }
            }
        }
        group.iter().filter(|&&there| there).count() as i32 == values[root]
    })
}

/// Large enough that groups grow around others and are cut off by them.
#[test]
fn sparse_domains_on_grids() {
    let mut rng = Rng::new(32);
    for (rows, columns) in [(2, 4), (3, 3), (2, 5), (3, 4)].repeat(15) {
        let n = rows * columns;
        let edges = Case::grid(rows, columns);
        // Two or three values each, one of them the same in all, so that groups meet.
        let mut domains = Vec::new();
        let common = 1 + rng.below(n as u64 / 2) as i32;
        for _ in 0..n {
            let mut domain = vec![common];
            while domain.len() < 2 || (n < 10 && domain.len() < 3 && rng.below(2) == 0) {
                let value = 1 + rng.below(6) as i32;
                if !domain.contains(&value) {
                    domain.push(value);
                }
            }
            domain.sort_unstable();
            domains.push(domain);
        }
        let domains: Vec<&[i32]> = domains.iter().map(Vec::as_slice).collect();
        PropagatorTest::new(
            |model: &mut Model, vars| {
                model.post(SizedGroups::new(vars, &edges));
            },
            |values| accepts(values, &edges),
        )
        .seed(rng.next_u64())
        .domains(&domains);
    }
}

#[test]
fn against_brute_force() {
    let mut rng = Rng::new(31);
    for _ in 0..150 {
        let n = 2 + rng.below(5) as usize;
        let mut edges = Vec::new();
        for a in 0..n {
            for b in a + 1..n {
                if b == a + 1 || rng.below(4) == 0 {
                    edges.push((a, b));
                }
            }
        }
        PropagatorTest::new(
            |model: &mut Model, vars| {
                model.post(SizedGroups::new(vars, &edges));
            },
            |values| accepts(values, &edges),
        )
        .seed(rng.next_u64())
        .random(4, n, 0..=4);
    }
}

#[test]
fn wide_variables_on_a_grid() {
    let edges = Case::grid(2, 3);
    PropagatorTest::new(
        |model: &mut Model, vars| {
            model.post(SizedGroups::new(vars, &edges));
        },
        |values| accepts(values, &edges),
    )
    .domains(&[
        &[1, 2, 3, 90],
        &[1, 2, 4],
        &[-70, 2, 3],
        &[2, 3, 4],
        &[1, 3, 4],
        &[1, 2, 3],
    ]);
}
