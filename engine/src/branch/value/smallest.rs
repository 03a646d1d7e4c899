//! Smallest value first.

use super::ValueOrder;
use crate::branch::View;
use crate::var::Var;

/// The smallest value first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Smallest;

impl ValueOrder for Smallest {
    fn select(&mut self, view: &mut View<'_>, var: Var) -> i32 {
        view.min(var)
    }

    fn sibling(&mut self, view: &mut View<'_>, var: Var, tried: &[i32]) -> Option<i32> {
        view.domain(var).iter().find(|value| !tried.contains(value))
    }

    fn is_static(&self) -> bool {
        true
    }
}
