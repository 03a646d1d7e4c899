//! Value orders: which value of the chosen variable is tried first. One file each.

mod largest;
mod middle;
mod random;
mod smallest;

use std::fmt;

use super::View;
use crate::var::Var;

pub use largest::Largest;
pub use middle::Middle;
pub use random::Random;
pub use smallest::Smallest;

/// Selects the value to try first.
pub trait ValueOrder: fmt::Debug + Send {
    /// Called once when a search starts.
    fn attach(&mut self, vars: &[Var], view: &mut View<'_>) {
        let _ = (vars, view);
    }

    /// A value of `var`, which is not fixed.
    fn select(&mut self, view: &mut View<'_>, var: Var) -> i32 {
        self.sibling(view, var, &[])
            .expect("a domain is never empty")
    }

    /// The next value of `var` after those in `tried`; `None` if there is no other.
    fn sibling(&mut self, view: &mut View<'_>, var: Var, tried: &[i32]) -> Option<i32>;

    /// As [`Brancher::solved`](super::Brancher::solved).
    fn solved(&mut self, view: &View<'_>) {
        let _ = view;
    }
}
