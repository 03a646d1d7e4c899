//! Domain size over weighted degree (Boussemart, Hemery, Lecoutre and Sais 2004), with plain weights.

use super::VariableOrder;
use crate::branch::{Candidate, View};
use crate::var::{PropagatorId, Var};

/// The unfixed variable with the least domain size ÷ weighted degree, where a propagator's weight is one plus
/// the failures it has found, and counts for each variable of its scope; ties to the lowest rank.
///
/// The weight of a variable is kept as one sum that grows with each failure, so a selection costs one product
/// for each candidate. Propagators with a single unfixed variable left count as well, unlike in the paper.
#[derive(Clone, Debug, Default)]
pub struct DomWdeg {
    weights: Vec<u64>,
}

impl VariableOrder for DomWdeg {
    fn attach(&mut self, _: &[Var], view: &mut View<'_>) {
        self.weights = super::degrees(view);
        // So that no weight is zero.
        self.weights.iter_mut().for_each(|weight| *weight += 1);
    }

    fn select(&mut self, view: &mut View<'_>, open: &[Candidate]) -> Var {
        let ratio = |c: &Candidate| (view.size(c.var) as u64, self.weights[c.var.index()]);
        open.iter()
            .min_by(|a, b| super::compare_ratios(ratio(a), ratio(b)).then(a.rank.cmp(&b.rank)))
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
