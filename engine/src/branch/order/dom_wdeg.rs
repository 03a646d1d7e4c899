//! Domain size over weighted degree (Boussemart, Hemery, Lecoutre and Sais 2004).

use super::VariableOrder;
use crate::branch::{Candidate, View};
use crate::var::{PropagatorId, Var};

/// The unfixed variable with the least domain size ÷ weighted degree, where a propagator's weight is one plus
/// the failures it has found, and counts for each variable of its scope.
///
/// The weight of a variable is kept as one sum that grows with each failure, so a selection costs one division
/// for each candidate. Propagators with a single unfixed variable left count as well, unlike in the paper.
#[derive(Clone, Debug, Default)]
pub struct DomWdeg {
    weights: Vec<u64>,
}

impl VariableOrder for DomWdeg {
    fn attach(&mut self, _: &[Var], view: &mut View<'_>) {
        let mut weights = vec![1; view.variables()];
        for (_, scope) in view.scopes() {
            for var in scope {
                weights[var.index()] += 1;
            }
        }
        self.weights = weights;
    }

    fn select(&mut self, view: &mut View<'_>, open: &[Candidate]) -> Var {
        let key = |c: &Candidate| (view.size(c.var) as u64, self.weights[c.var.index()]);
        open.iter()
            .min_by(|a, b| {
                let ((size_a, weight_a), (size_b, weight_b)) = (key(a), key(b));
                // a/b < c/d as a·d < c·b: exact, where floating point would tie by rounding.
                (u128::from(size_a) * u128::from(weight_b))
                    .cmp(&(u128::from(size_b) * u128::from(weight_a)))
                    .then(a.rank.cmp(&b.rank))
            })
            .expect("open is not empty")
            .var
    }

    fn failed(&mut self, view: &View<'_>, culprit: Option<PropagatorId>, _: Option<Var>) {
        if let Some(culprit) = culprit {
            for var in view.scope(culprit) {
                self.weights[var.index()] += 1;
            }
        }
    }
}
