//! Value orders: which value of the chosen variable is tried first. One file each.

mod largest;
mod middle;
mod most_supports;
mod random;
mod saved_phase;
mod smallest;

use std::fmt;

use super::View;
use crate::literal::Literal;
use crate::var::Var;

pub use largest::Largest;
pub use middle::Middle;
pub use most_supports::MostSupports;
pub use random::Random;
pub use saved_phase::SavedPhase;
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

    /// As [`Brancher::entered`](super::Brancher::entered).
    fn entered(&mut self, view: &View<'_>, literal: Literal) {
        let _ = (view, literal);
    }

    /// As [`Brancher::is_static`](super::Brancher::is_static).
    fn is_static(&self) -> bool {
        false
    }
}

impl ValueOrder for Box<dyn ValueOrder> {
    fn attach(&mut self, vars: &[Var], view: &mut View<'_>) {
        (**self).attach(vars, view);
    }
    fn select(&mut self, view: &mut View<'_>, var: Var) -> i32 {
        (**self).select(view, var)
    }
    fn sibling(&mut self, view: &mut View<'_>, var: Var, tried: &[i32]) -> Option<i32> {
        (**self).sibling(view, var, tried)
    }
    fn solved(&mut self, view: &View<'_>) {
        (**self).solved(view);
    }
    fn entered(&mut self, view: &View<'_>, literal: Literal) {
        (**self).entered(view, literal);
    }
    fn is_static(&self) -> bool {
        (**self).is_static()
    }
}
