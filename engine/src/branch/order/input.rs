//! Input order: the first unfixed variable.

use super::VariableOrder;
use crate::branch::{Candidate, View};
use crate::var::Var;

/// The unfixed variable of lowest rank.
#[derive(Clone, Copy, Debug, Default)]
pub struct InputOrder;

impl VariableOrder for InputOrder {
    fn select(&mut self, _: &mut View<'_>, open: &[Candidate]) -> Var {
        open.iter()
            .min_by_key(|c| c.rank)
            .expect("open is not empty")
            .var
    }

    fn is_static(&self) -> bool {
        true
    }
}
