//! What tests of several modules have in common.

use crate::literal::Literal;
use crate::solver::Solver;
use crate::var::Var;

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
