//! Variable orders: which unfixed variable is branched on next. One file each.

mod activity;
mod conflict_ordering;
mod dom_wdeg;
mod dom_wdeg_cacd;
mod domain_over_degree;
mod input;
mod last_conflict;
mod smallest_domain;

use std::cmp::Ordering;
use std::fmt;

use super::{Candidate, View};
use crate::literal::Literal;
use crate::var::{PropagatorId, Var};

pub use activity::Activity;
pub use conflict_ordering::ConflictOrdering;
pub use dom_wdeg::DomWdeg;
pub use dom_wdeg_cacd::DomWdegCacd;
pub use domain_over_degree::DomainOverDegree;
pub use input::InputOrder;
pub use last_conflict::LastConflict;
pub use smallest_domain::SmallestDomain;

/// Selects the variable to branch on.
pub trait VariableOrder: fmt::Debug + Send {
    /// Called once when a search starts; `vars` are the variables to be ordered, by rank.
    fn attach(&mut self, vars: &[Var], view: &mut View<'_>) {
        let _ = (vars, view);
    }

    /// One of `open`, which is not empty and in no particular order: break ties by rank.
    fn select(&mut self, view: &mut View<'_>, open: &[Candidate]) -> Var;

    /// As [`Brancher::failed`](super::Brancher::failed).
    fn failed(&mut self, view: &View<'_>, culprit: Option<PropagatorId>, decision: Option<Var>) {
        let _ = (view, culprit, decision);
    }

    /// As [`Brancher::entered`](super::Brancher::entered).
    fn entered(&mut self, view: &View<'_>, literal: Literal) {
        let _ = (view, literal);
    }

    /// As [`Brancher::restarted`](super::Brancher::restarted).
    fn restarted(&mut self) {}

    /// As [`Brancher::is_static`](super::Brancher::is_static).
    fn is_static(&self) -> bool {
        false
    }
}

impl VariableOrder for Box<dyn VariableOrder> {
    fn attach(&mut self, vars: &[Var], view: &mut View<'_>) {
        (**self).attach(vars, view);
    }
    fn select(&mut self, view: &mut View<'_>, open: &[Candidate]) -> Var {
        (**self).select(view, open)
    }
    fn failed(&mut self, view: &View<'_>, culprit: Option<PropagatorId>, decision: Option<Var>) {
        (**self).failed(view, culprit, decision);
    }
    fn entered(&mut self, view: &View<'_>, literal: Literal) {
        (**self).entered(view, literal);
    }
    fn restarted(&mut self) {
        (**self).restarted();
    }
    fn is_static(&self) -> bool {
        (**self).is_static()
    }
}

/// By variable: the number of propagators that name it.
fn degrees(view: &View<'_>) -> Vec<u64> {
    let mut degrees = vec![0; view.variables()];
    for (_, scope) in view.scopes() {
        for var in scope {
            degrees[var.index()] += 1;
        }
    }
    degrees
}

/// Compares fractions with positive denominators exactly, where floating point could round to a tie.
fn compare_ratios(a: (u64, u64), b: (u64, u64)) -> Ordering {
    (u128::from(a.0) * u128::from(b.1)).cmp(&(u128::from(b.0) * u128::from(a.1)))
}
