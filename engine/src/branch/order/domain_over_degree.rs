//! Smallest domain over degree (Bessière and Régin 1996, there "dom/deg").

use super::VariableOrder;
use crate::branch::{Candidate, View};
use crate::var::Var;

/// The unfixed variable with the least domain size ÷ number of propagators that name it; ties to the lowest rank.
///
/// The degree is that of the model and does not decrease as propagators become entailed, so a selection costs one
/// product for each candidate. A variable that no propagator names has degree 1.
#[derive(Clone, Debug, Default)]
pub struct DomainOverDegree {
    degrees: Vec<u64>,
}

impl VariableOrder for DomainOverDegree {
    fn attach(&mut self, _: &[Var], view: &mut View<'_>) {
        self.degrees = super::degrees(view);
    }

    fn select(&mut self, view: &mut View<'_>, open: &[Candidate]) -> Var {
        let ratio = |c: &Candidate| (view.size(c.var) as u64, self.degrees[c.var.index()].max(1));
        open.iter()
            .min_by(|a, b| super::compare_ratios(ratio(a), ratio(b)).then(a.rank.cmp(&b.rank)))
            .expect("open is not empty")
            .var
    }

    fn is_static(&self) -> bool {
        true
    }
}
