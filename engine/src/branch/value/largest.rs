//! Largest value first.

use super::ValueOrder;
use crate::branch::View;
use crate::var::Var;

/// The largest value first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Largest;

impl ValueOrder for Largest {
    fn select(&mut self, view: &mut View<'_>, var: Var) -> i32 {
        view.max(var)
    }

    fn sibling(&mut self, view: &mut View<'_>, var: Var, tried: &[i32]) -> Option<i32> {
        view.domain(var)
            .iter()
            .filter(|value| !tried.contains(value))
            .last()
    }

    fn is_static(&self) -> bool {
        true
    }
}
