//! What must not change the tree: what propagators claim about themselves, the order in which they run, recording, and
//! the order in which rules are posted.

use proptest::prelude::*;
use quadrille_engine::branch::{Branching, SPLITS, order, value};
use quadrille_engine::{Rng, Solution, Solver, Stats};

use crate::models::{Blueprint, blueprints, run};

/// The solutions in the order in which they are found, and the tree; the figures of propagation are left out.
type Tree = (Vec<Vec<i32>>, u64, u64, Vec<u64>);

/// Splits by name; both orders look only at domains, so the tree depends on those alone.
fn tree(mut solver: Solver, by_size: bool, split: &str) -> Tree {
    let split = split.parse().expect("a known name");
    let mut search = if by_size {
        solver.search_with(Branching::new(order::SmallestDomain, value::Largest).split(split))
    } else {
        solver.search_with(Branching::new(order::InputOrder, value::Middle).split(split))
    };
    let solutions: Vec<Solution> = search
        .by_ref()
        .map(|solution| solution.expect("no limits are set"))
        .collect();
    let Stats {
        nodes,
        failures,
        nodes_by_depth,
        ..
    } = search.stats().clone();
    let values = solutions.iter().map(|s| s.values().to_vec()).collect();
    (values, nodes, failures, nodes_by_depth)
}

/// The same rules posted in an order drawn from `seed`.
fn shuffled(blueprint: &Blueprint, seed: u64) -> Blueprint {
    let mut other = blueprint.clone();
    let mut rng = Rng::new(seed);
    for i in (1..other.rules.len()).rev() {
        other.rules.swap(i, rng.below(i as u64 + 1) as usize);
    }
    other
}

fn check((blueprint, by_size, split, seed): (Blueprint, bool, &'static str, u64)) {
    let solver = || blueprint.model().0.solver();
    let plain = tree(solver(), by_size, split);
    let mut distrustful = solver();
    distrustful.distrust_claims();
    assert_eq!(tree(distrustful, by_size, split), plain, "claims");
    let mut other_lanes = solver();
    other_lanes.shuffle_lanes(seed);
    assert_eq!(tree(other_lanes, by_size, split), plain, "lanes");
    let mut recording = solver();
    recording.record();
    assert_eq!(tree(recording, by_size, split), plain, "recording");
    let posted = shuffled(&blueprint, seed).model().0.solver();
    assert_eq!(tree(posted, by_size, split), plain, "order of posting");
}

#[test]
fn the_tree_depends_on_the_model_and_the_brancher_alone() {
    let ways = (
        blueprints(5),
        any::<bool>(),
        prop::sample::select(SPLITS),
        any::<u64>(),
    );
    run(2000, 3, &ways, check);
}
