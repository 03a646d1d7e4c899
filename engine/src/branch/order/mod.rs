//! Variable orders: which unfixed variable is branched on next. One file each.

mod dom_wdeg;
mod input;
mod smallest_domain;

use std::fmt;

use super::{Candidate, View};
use crate::literal::Literal;
use crate::var::{PropagatorId, Var};

pub use dom_wdeg::DomWdeg;
pub use input::InputOrder;
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
}
