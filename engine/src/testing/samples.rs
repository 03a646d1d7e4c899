//! What tests of several modules have in common.

use std::ops::RangeInclusive;

use crate::literal::Literal;
use crate::model::Model;
use crate::propagators::NotEqual;
use crate::solver::Solver;
use crate::var::Var;

/// A queen in each column: the model of its rows.
pub(crate) fn queens(n: usize, values: RangeInclusive<i32>) -> Model {
    let mut model = Model::new();
    let rows = model.vars(n, values);
    for i in 0..n {
        for j in i + 1..n {
            let apart = (j - i) as i32;
            for offset in [0, apart, -apart] {
                model.post(NotEqual::with_offset(rows[i], rows[j], offset));
            }
        }
    }
    model
}

/// What is assumed, the variable whose change is to be explained, or `None` for a failure, and the reason expected.
pub(crate) type Explained = (Vec<Literal>, Option<Var>, Vec<Literal>);

/// Tests the reasons of a solver that records.
pub(crate) fn expect_reasons(solver: &mut Solver, cases: impl IntoIterator<Item = Explained>) {
    for (assumed, about, facts) in cases {
        solver.push();
        for literal in assumed {
            solver.assume(literal).unwrap();
        }
        assert_eq!(solver.propagate().is_err(), about.is_none());
        let reason = match about {
            Some(_) => {
                let of_it = |id: &_| solver.change(*id).0.var == about;
                solver.reason(solver.changes().find(of_it).unwrap())
            }
            None => solver.failure_reason().unwrap(),
        };
        let mut found = reason.facts;
        found.sort_unstable();
        assert_eq!(found, facts);
        solver.pop();
    }
}
