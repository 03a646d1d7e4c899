//! The kit on both forms, reasons, and published counts.

use super::*;
use crate::Count;
use crate::model::Model;
use crate::propagators::NotEqual;
use crate::testing::{PropagatorTest, Strength};

fn different(values: &[i32]) -> bool {
    (1..values.len()).all(|i| !values[..i].contains(&values[i]))
}

fn test() -> PropagatorTest<'static> {
    PropagatorTest::new(
        |model, vars| {
            model.post(AllDifferentGac::new(vars));
        },
        different,
    )
    .strength(Strength::Domain)
}

#[test]
fn against_brute_force_in_one_word() {
    test().random(600, 4, 0..=4);
    test().random(400, 5, 1..=5);
    test().random(100, 6, 0..=5);
    test().random(400, 4, -3..=1);
    test().random(300, 3, 60..=66);
    test().random(50, 1, 0..=3);
    test().random(1, 0, 0..=3);
    test().domains(&[&[0, 40], &[-20, 40], &[-20, 0], &[0, 3, 40]]);
}

#[test]
fn offsets_in_both_forms() {
    for offsets in [[0, 3, -2, 1], [0, 70, -2, 69]] {
        PropagatorTest::new(
            |model, vars| {
                let terms: Vec<(Var, i32)> = vars.iter().copied().zip(offsets).collect();
                model.post(AllDifferentGac::with_offsets(&terms));
            },
            |v| {
                let moved: Vec<i32> = v.iter().zip(offsets).map(|(v, o)| v + o).collect();
                different(&moved)
            },
        )
        .strength(Strength::Domain)
        .random(250, 4, -1..=4);
        PropagatorTest::new(
            |model, v| {
                let terms = [(v[0], 0), (v[1], 0), (v[0], offsets[1])];
                model.post(AllDifferentGac::with_offsets(&terms));
            },
            |v| v[0] != v[1] && v[0] + offsets[1] != v[1],
        )
        .random(100, 2, 0..=4);
    }
}

/// Domains that lie more than 64 apart take the array form.
#[test]
fn against_brute_force_in_arrays() {
    for far in [200, 1_000_000_000] {
        let values = [-3, 0, 63, far, far + 1];
        let mut rng = crate::Rng::new(far as u64);
        for _ in 0..600 {
            let n = 2 + rng.below(4) as usize;
            let boxes: Vec<Vec<i32>> = (0..n)
                .map(|_| {
                    // Ends that lie far apart only in different variables: a domain is at most 2^20 wide.
                    let part = if far == 200 {
                        &values[..]
                    } else if rng.below(2) == 0 {
                        &values[..3]
                    } else {
                        &values[3..]
                    };
                    let domain = crate::testing::random_domain(&mut rng, 0..=part.len() as i32 - 1);
                    domain.iter().map(|&i| part[i as usize]).collect()
                })
                .collect();
            let boxes: Vec<&[i32]> = boxes.iter().map(Vec::as_slice).collect();
            test().domains(&boxes);
        }
    }
}

#[test]
fn a_repeated_variable_is_never_different_from_itself() {
    PropagatorTest::new(
        |model, vars| {
            model.post(AllDifferentGac::new(&[vars[0], vars[1], vars[0]]));
        },
        |_| false,
    )
    .random(30, 2, 0..=3);
}

/// A reason names the Hall set and nothing else.
#[test]
fn the_reason_is_a_hall_set() {
    let mut model = Model::new();
    let vars = model.vars(4, 1..=5);
    model.post(AllDifferentGac::new(&vars));
    let mut solver = model.solver();
    solver.record();
    solver.propagate().unwrap();
    solver.push();
    let pair = [Literal::at_most(vars[0], 2), Literal::at_most(vars[1], 2)];
    for literal in pair {
        solver.assume(literal).unwrap();
    }
    solver.assume(Literal::is_not(vars[3], 4)).unwrap();
    solver.propagate().unwrap();
    let id = solver
        .changes()
        .find(|&id| solver.change(id).0.var == Some(vars[2]))
        .unwrap();
    assert_eq!(solver.change(id).0.removed().collect::<Vec<_>>(), [1, 2]);
    let mut facts = solver.reason(id).facts;
    facts.sort_unstable();
    assert_eq!(facts, pair);
}

/// The reason of a failure is a Hall set, too: variables with too few values between them.
#[test]
fn the_reason_of_a_failure_is_a_hall_set() {
    let mut model = Model::new();
    let vars = model.vars(5, 1..=6);
    model.post(AllDifferentGac::new(&vars));
    let mut solver = model.solver();
    solver.record();
    solver.propagate().unwrap();
    solver.push();
    let three = [0, 2, 4].map(|i| Literal::at_most(vars[i], 2));
    for literal in three {
        solver.assume(literal).unwrap();
    }
    solver.assume(Literal::is_not(vars[3], 4)).unwrap();
    assert!(solver.propagate().is_err());
    let mut facts = solver.failure_reason().unwrap().facts;
    facts.sort_unstable();
    assert_eq!(facts, three);
}

/// Numbers of Latin squares: OEIS A002860.
#[test]
fn latin_squares() {
    for low in [0, 1, -100] {
        let mut model = Model::new();
        let cells = model.vars(16, low..=low + 3);
        for i in 0..4 {
            let row: Vec<Var> = (0..4).map(|j| cells[i * 4 + j]).collect();
            let column: Vec<Var> = (0..4).map(|j| cells[j * 4 + i]).collect();
            model.post(AllDifferentGac::new(&row));
            model.post(AllDifferentGac::new(&column));
        }
        assert_eq!(model.solver().solutions().count(), Count::Exactly(576));
    }
    let mut model = Model::new();
    let cells = model.vars(25, 1..=5);
    for i in 0..5 {
        let row: Vec<Var> = (0..5).map(|j| cells[i * 5 + j]).collect();
        let column: Vec<Var> = (0..5).map(|j| cells[j * 5 + i]).collect();
        model.post(AllDifferentGac::new(&row));
        model.post(AllDifferentGac::new(&column));
    }
    assert_eq!(model.solver().solutions().count(), Count::Exactly(161_280));
}

/// Numbers of ways to place n queens: OEIS A000170.
#[test]
fn queens() {
    let n = 8;
    let mut model = Model::new();
    let queens = model.vars(n, 0..=n as i32 - 1);
    model.post(AllDifferentGac::new(&queens));
    for i in 0..n {
        for j in 0..i {
            for offset in [(i - j) as i32, -((i - j) as i32)] {
                model.post(NotEqual::with_offset(queens[i], queens[j], offset));
            }
        }
    }
    assert_eq!(model.solver().solutions().count(), Count::Exactly(92));
}
