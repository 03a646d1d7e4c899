//! What a group of vertices is held to: the trait that stands between [`Groups`](super::Groups) and its rules.

use std::fmt;

use crate::literal::Literal;
use crate::propagator::{Conflict, Context};
use crate::reason::Past;
use crate::store::Store;
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
    fn judge(&mut self, store: &Store, certain: &[bool], possible: &[bool]) -> Option<bool>;

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
    fn most(&mut self, store: &Store, certain: &[bool]) -> usize {
        let _ = (store, certain);
        usize::MAX
    }

    /// Whether the rule held for no group between the two, as far as it can tell from facts about its variables, which
    /// are added: they were true then and suffice for it. Of a variable that is `supposed` to have a value from one to
    /// another nothing else is known, and nothing is to be told. With false, the default, nothing is added.
    fn was_hopeless(
        &self,
        past: &Past<'_>,
        supposed: Option<(Var, i32, i32)>,
        certain: &[bool],
        possible: &[bool],
        facts: &mut Vec<Literal>,
    ) -> bool {
        let _ = (past, supposed, certain, possible, facts);
        false
    }

    /// The most vertices that a group with all of `certain` in it could have, and the fact that says so, if any does.
    fn most_then(&self, past: &Past<'_>, certain: &[bool]) -> (usize, Option<Literal>) {
        let _ = (past, certain);
        (usize::MAX, None)
    }

    /// Whether it says anything of a group because it holds this vertex. Of a group without such a vertex it says
    /// nothing. The default does not know.
    fn speaks_of(&self, vertex: u32) -> bool {
        let _ = vertex;
        true
    }

    /// The vertices because of which it looks at a variable of the scope: of other groups it says nothing that depends
    /// on that variable. `None`, the default, if nothing is known of that.
    fn holders(&self, var: Var) -> Option<Vec<u32>> {
        let _ = var;
        None
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
