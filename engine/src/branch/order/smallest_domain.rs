//! Smallest domain first (Haralick and Elliott 1980, the fail-first principle).

use super::VariableOrder;
use crate::branch::{Candidate, View};
use crate::var::Var;

/// The unfixed variable with the fewest values; ties to the lowest rank.
#[derive(Clone, Copy, Debug, Default)]
pub struct SmallestDomain;

impl VariableOrder for SmallestDomain {
    fn select(&mut self, view: &mut View<'_>, open: &[Candidate]) -> Var {
        open.iter()
            .min_by_key(|c| (view.size(c.var), c.rank))
            .expect("open is not empty")
            .var
    }

    fn is_static(&self) -> bool {
        true
    }
}
