//! What a group of vertices is held to: the trait that stands between [`Groups`](super::Groups) and its rules.

use std::fmt;

use crate::kernel::Kernel;
use crate::propagator::{Conflict, Context};
use crate::var::Var;

/// What must hold of a group of vertices; see [`Groups`](super::Groups).
///
/// A group is known between two bounds, given by vertex: those that `certain`ly belong to it, and those that
/// `possible`ly do. Both answers must be monotone: what is said of two bounds must hold for all that lie between
/// them, and of smaller domains at least as much must be said. With equal bounds and all variables of the scope fixed,
/// [`judge`](Self::judge) must answer. The bounds that it is asked about need not be connected.
pub trait GroupRule: fmt::Debug + Send + CloneGroupRule {
    /// Variables that it reads beside those of the membership.
    fn scope(&self) -> Vec<Var>;

    /// Whether it holds for every (`Some(true)`) or no (`Some(false)`) group between `certain` and `possible` (by
    /// vertex; certain implies possible) in the current domains.
    fn judge(&mut self, kernel: &Kernel, certain: &[bool], possible: &[bool]) -> Option<bool>;

    /// Narrows variables, given that the rule holds for a group between the two.
    ///
    /// # Errors
    /// [`Conflict`] if there is no such group.
    fn revise(
        &mut self,
        cx: &mut Context<'_>,
        certain: &[bool],
        possible: &[bool],
    ) -> Result<(), Conflict>;

    /// The most vertices that a group with all of `certain` in it can have; the default knows no bound.
    fn most(&mut self, kernel: &Kernel, certain: &[bool]) -> usize {
        let _ = (kernel, certain);
        usize::MAX
    }

    /// Vertices of which every group must hold at least one; empty, the default, if nothing is known of that.
    fn needed(&self) -> &[u32] {
        &[]
    }
}

/// A rule is cloned with the [`Groups`](super::Groups) that it stands in. Every one that is `Clone` has this.
pub trait CloneGroupRule {
    /// A clone in a box of its own.
    fn clone_boxed(&self) -> Box<dyn GroupRule>;
}

impl<R: GroupRule + Clone + 'static> CloneGroupRule for R {
    fn clone_boxed(&self) -> Box<dyn GroupRule> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn GroupRule> {
    fn clone(&self) -> Self {
        (**self).clone_boxed()
    }
}
