//! Domain size over weighted degree with weights by current arity and current domains (Wattez, Lecoutre,
//! Paparrizou and Tabary 2019, "Refining constraint weighting", there "ca.cd").

use super::VariableOrder;
use crate::branch::{Candidate, View};
use crate::var::{PropagatorId, Var};

/// As [`DomWdeg`](super::DomWdeg), but a failure adds 1 ÷ (open variables of the failing propagator × size of the
/// variable's domain) to each of its open variables: a failure that involves few variables with small domains
/// says more.
///
/// A variable that propagation had fixed by the time of the failure counts as assigned. Weights start at the
/// degree, and are floating-point sums: equal on every machine, as the order of additions is that of the search.
#[derive(Clone, Debug, Default)]
pub struct DomWdegCacd {
    weights: Vec<f64>,
}

impl VariableOrder for DomWdegCacd {
    fn attach(&mut self, _: &[Var], view: &mut View<'_>) {
        self.weights = super::degrees(view)
            .into_iter()
            .map(|degree| degree as f64 + 1.0)
            .collect();
    }

    fn select(&mut self, view: &mut View<'_>, open: &[Candidate]) -> Var {
        let score = |c: &Candidate| view.size(c.var) as f64 / self.weights[c.var.index()];
        open.iter()
            .min_by(|a, b| score(a).total_cmp(&score(b)).then(a.rank.cmp(&b.rank)))
            .expect("open is not empty")
            .var
    }

    fn failed(&mut self, view: &View<'_>, culprit: Option<PropagatorId>, _: Option<Var>) {
        let Some(culprit) = culprit else { return };
        let open = || view.scope(culprit).iter().filter(|&&x| !view.is_fixed(x));
        let arity = open().count() as f64;
        for var in open() {
            self.weights[var.index()] += 1.0 / (arity * view.size(*var) as f64);
        }
    }
}
