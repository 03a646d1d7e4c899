//! What a rule about one group of vertices must be able to do.

use crate::kernel::Kernel;
use crate::propagator::{Conflict, Context};
use crate::var::Var;

/// What must hold of a group of vertices; see `Groups`.
pub trait GroupRule: std::fmt::Debug + Send {
    /// Variables that it reads beside those of the membership.
    fn scope(&self) -> Vec<Var>;

    /// Whether it holds for every (`Some(true)`) or no (`Some(false)`) group between `certain` and `possible` (by
    /// vertex; certain implies possible) in the current domains.
    fn judge(&mut self, kernel: &Kernel, certain: &[bool], possible: &[bool]) -> Option<bool>;

    /// Narrows variables, given that the rule holds for a group between the two.
    ///
    /// # Errors
    /// [`Conflict`] if it holds for none.
    fn revise(
        &mut self,
        cx: &mut Context<'_>,
        certain: &[bool],
        possible: &[bool],
    ) -> Result<(), Conflict>;
}
