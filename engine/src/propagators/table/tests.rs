//! The kit on random tables, and what reasons name.

use super::*;
use crate::testing::{PropagatorTest, Strength};
use crate::{Count, Model, Rng};

fn random_rows(rng: &mut Rng, arity: usize, rows: usize, values: &[i32]) -> Vec<Vec<i32>> {
    (0..rows)
        .map(|_| {
            (0..arity)
                .map(|_| values[rng.below(values.len() as u64) as usize])
                .collect()
        })
        .collect()
}

fn check(rows: &[Vec<i32>], arity: usize) -> PropagatorTest<'_> {
    PropagatorTest::new(
        move |model, vars| {
            model.post(Table::new(vars, Arc::new(Tuples::new(arity, rows))));
        },
        move |values| rows.iter().any(|row| row == values),
    )
    .strength(Strength::Domain)
}

#[test]
fn random_tables() {
    let mut rng = Rng::new(11);
    for case in 0..600 {
        let arity = 1 + rng.below(4) as usize;
        // Up to 200 rows, so that there are several words of them.
        let count = [0, 1, 3, 10, 40, 70, 130, 200][rng.below(8) as usize];
        let rows = random_rows(&mut rng, arity, count, &[0, 1, 2, 3, 4, 5]);
        check(&rows, arity).seed(case).random(3, arity, 0..=5);
    }
}

#[test]
fn values_outside_one_word() {
    let mut rng = Rng::new(12);
    let values = [-3, 0, 63, 64, 100, 200];
    for case in 0..300 {
        let rows = random_rows(&mut rng, 3, 20, &values);
        let boxes: Vec<Vec<i32>> = (0..3)
            .map(|_| {
                crate::testing::random_domain(&mut rng, 0..=5)
                    .iter()
                    .map(|&i| values[i as usize])
                    .collect()
            })
            .collect();
        let boxes: Vec<&[i32]> = boxes.iter().map(Vec::as_slice).collect();
        check(&rows, 3).seed(case).domains(&boxes);
    }
}

/// Gecode's issue 167: a variable with two columns.
#[test]
fn repeated_variables() {
    let mut rng = Rng::new(13);
    for case in 0..400 {
        let rows = random_rows(&mut rng, 4, 30, &[0, 1, 2]);
        PropagatorTest::new(
            |model, vars| {
                let scope = [vars[0], vars[1], vars[0], vars[1 + (case % 2) as usize]];
                model.post(Table::new(&scope, Arc::new(Tuples::new(4, &rows))));
            },
            |v| rows.contains(&vec![v[0], v[1], v[0], v[1 + (case % 2) as usize]]),
        )
        .strength(Strength::Domain)
        .seed(case)
        .random(2, 3, 0..=2);
    }
}

/// A reason names what rules the rows out, with one fact for several rows where possible.
#[test]
fn the_reason_is_short() {
    let rows = [
        [0, 0, 0, 0],
        [1, 1, 1, 1],
        [2, 5, 1, 1],
        [3, 5, 5, 2],
        [5, 1, 5, 2],
        [4, 2, 2, 1],
        // Beyond the declared domains: needs no fact.
        [0, 0, 0, 9],
    ];
    let mut model = Model::new();
    let vars = model.vars(4, 0..=5);
    model.post(Table::new(&vars, Arc::new(Tuples::new(4, rows))));
    let mut solver = model.solver();
    solver.record();
    solver.propagate().unwrap();
    let reason = |solver: &crate::Solver, var: Var, lost: &[i32]| {
        let of_var = |id: &_| solver.change(*id).0.var == Some(var);
        let id = solver.changes().rfind(of_var).unwrap();
        assert_eq!(solver.change(id).0.removed().collect::<Vec<_>>(), lost);
        solver.reason(id).facts
    };
    // 1, 2 and 4 are left of the first, so the last is 1: a fact for each of the other rows.
    let assumed = [
        Literal::at_least(vars[0], 1),
        Literal::is_not(vars[0], 3),
        Literal::at_most(vars[0], 4),
    ];
    solver.push();
    for literal in assumed {
        solver.assume(literal).unwrap();
    }
    solver.propagate().unwrap();
    let facts = reason(&solver, vars[3], &[0, 2]);
    assert_eq!(facts, [assumed[0], assumed[2], assumed[1]]);
    // The second alone removes two values from the first.
    solver.push();
    solver.assume(Literal::is(vars[1], 1)).unwrap();
    solver.propagate().unwrap();
    assert_eq!(reason(&solver, vars[0], &[2, 4]), [Literal::is(vars[1], 1)]);
}

#[test]
fn no_columns() {
    for rows in [0, 1] {
        let mut model = Model::new();
        model.post(Table::new(&[], Arc::new(Tuples::new(0, vec![[]; rows]))));
        assert_eq!(
            model.solver().solutions().count(),
            Count::Exactly(rows as u64)
        );
    }
}

/// Numbers of Latin squares (OEIS A002860), with rows and columns as tables of the permutations.
#[test]
fn latin_squares() {
    for (n, count) in [(3usize, 12), (4, 576)] {
        let mut rows = Vec::new();
        for code in 0..n.pow(n as u32) {
            let row: Vec<i32> = (0..n as u32)
                .map(|i| (code / n.pow(i) % n) as i32)
                .collect();
            if (0..n as i32).all(|value| row.contains(&value)) {
                rows.push(row);
            }
        }
        let tuples = Arc::new(Tuples::new(n, &rows));
        let mut model = Model::new();
        let cells = model.vars(n * n, 0..=n as i32 - 1);
        for i in 0..n {
            let row: Vec<Var> = (0..n).map(|j| cells[i * n + j]).collect();
            let column: Vec<Var> = (0..n).map(|j| cells[j * n + i]).collect();
            model.post(Table::new(&row, tuples.clone()));
            model.post(Table::new(&column, tuples.clone()));
        }
        assert_eq!(model.solver().solutions().count(), Count::Exactly(count));
    }
}
