//! Value orders and splits, judged by the order in which the values of a single variable are found.

use std::collections::BTreeSet;

use super::super::*;
use crate::model::Model;

/// The values of a variable in the order in which they are found.
fn found(domain: &[i32], values: &str, split: &str, seed: u64) -> Vec<i32> {
    let mut model = Model::new();
    let var = model.var_of(domain);
    let brancher = named("input", values, split, seed).expect("known names");
    let mut solver = model.solver();
    let search = solver.search().boxed_brancher(brancher);
    search.map(|s| s.expect("no limits")[var]).collect()
}

#[test]
fn values_one_after_another() {
    // A narrow domain, and a wide one with gaps.
    for (domain, middle) in [
        (vec![0, 1, 2, 3], [1, 2, 0, 3]),
        // Between the bounds −70 and 400 lies 165.
        (vec![-70, 60, 169, 400], [169, 60, -70, 400]),
    ] {
        for split in ["values", "binary"] {
            assert_eq!(found(&domain, "smallest", split, 0), domain);
            let falling: Vec<i32> = domain.iter().rev().copied().collect();
            assert_eq!(found(&domain, "largest", split, 0), falling);
        }
        // By value the middle is that of the domain before the first; a binary split moves it.
        assert_eq!(found(&domain, "middle", "values", 0), middle);
        let drawn: BTreeSet<Vec<i32>> = (0..200)
            .map(|seed| found(&domain, "random", "values", seed))
            .collect();
        assert_eq!(drawn.len(), 24, "every order is drawn");
        let again = found(&domain, "random", "values", 7);
        assert_eq!(again, found(&domain, "random", "values", 7));
    }
}

#[test]
fn the_half_of_the_preferred_value_first() {
    let domain: Vec<i32> = (0..8).collect();
    assert_eq!(found(&domain, "smallest", "halving", 0), domain);
    let falling: Vec<i32> = (0..8).rev().collect();
    assert_eq!(found(&domain, "largest", "halving", 0), falling);
    // With 3 preferred: 0 to 3, of which 1 is preferred: 0 and 1, of which 0.
    let middle = [0, 1, 2, 3, 4, 5, 6, 7];
    assert_eq!(found(&domain, "middle", "halving", 0), middle);
    // A domain with a hole is cut between its bounds: 0 and 1 are one half, 60 and 200 the other.
    let holes = [0, 1, 60, 200];
    assert_eq!(found(&holes, "largest", "halving", 0), [200, 60, 1, 0]);
    assert_eq!(found(&holes, "smallest", "halving", 0), holes);
}

#[test]
fn the_first_node_is_split_as_asked() {
    for (split, expected) in [
        (
            Split::Binary,
            Choice::Binary(Literal::is(Var::narrow(0), 5)),
        ),
        (Split::Values, Choice::Values(Var::narrow(0), 5)),
        (
            Split::Halving,
            Choice::Binary(Literal::at_most(Var::narrow(0), 2).negated()),
        ),
    ] {
        let mut model = Model::new();
        model.vars(2, 0..=5);
        let mut solver = model.solver();
        let mut brancher = Branching::new(order::InputOrder, value::Largest).split(split);
        let decisions = solver.decisions().to_vec();
        let mut view = View {
            kernel: &mut solver.kernel,
            entered_at: 0,
        };
        Brancher::attach(&mut brancher, &decisions, &mut view);
        assert_eq!(brancher.choose(&mut view), Some(expected), "{split}");
    }
}
