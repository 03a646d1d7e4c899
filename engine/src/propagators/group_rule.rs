//! What must hold for a group of vertices: the interface between [`Groups`](super::Groups) and its rules.

use std::fmt;

use crate::literal::Literal;
use crate::propagator::{Conflict, Context};
use crate::reason::Past;
use crate::store::Store;
use crate::var::Var;

/// A rule that must hold for a group of vertices; see [`Groups`](super::Groups).
///
/// A group is known by two bounds, given by vertex (a byte each, for they are read vertex by vertex in the innermost
/// loops: as bits, nurikabe and kurotto take 12 to 20 % longer): `certain` members, and `possible` ones. The methods
/// must be monotone: an answer for two bounds must hold for all bounds between them, and smaller domains must give at
/// least as strong an answer. With equal bounds and all variables of the scope fixed, [`judge`](Self::judge) must
/// answer. The bounds need not be connected.
pub trait GroupRule: fmt::Debug + Send + CloneGroupRule {
    /// What an answer costs, about, in the units of [`Context::spend`]; the default is none.
    fn cost(&self) -> u64 {
        0
    }

    /// Variables that it reads in addition to those of the membership; the default has none.
    fn scope(&self) -> Vec<Var> {
        Vec::new()
    }

    /// Whether it holds for every (`Some(true)`) or no (`Some(false)`) group between `certain` and `possible` (by
    /// vertex; certain implies possible), whatever the domains. A rule without variables of its own need only say
    /// this; the default is not to know.
    fn status(&self, certain: &[bool], possible: &[bool]) -> Option<bool> {
        let _ = (certain, possible);
        None
    }

    /// The same in the current domains; by default, what it [decides](Self::status) of the bounds.
    fn judge(&mut self, store: &Store, certain: &[bool], possible: &[bool]) -> Option<bool> {
        let _ = store;
        self.status(certain, possible)
    }

    /// Narrows variables, given that the rule holds for a group between the two; the default narrows none.
    ///
    /// # Errors
    /// [`Conflict`] if there is no such group.
    fn revise(
        &mut self,
        cx: &mut Context<'_>,
        certain: &[bool],
        possible: &[bool],
    ) -> Result<(), Conflict> {
        let _ = (cx, certain, possible);
        Ok(())
    }

    /// An upper bound on the size of a group with all of `certain` in it; the default has none.
    fn largest(&mut self, store: &Store, certain: &[bool]) -> usize {
        let _ = (store, certain);
        usize::MAX
    }

    /// Whether the rule held for no group between the two, as far as it can tell from facts about its variables. It
    /// adds facts that were true at that time and suffice. A `supposed` variable is assumed to have a value in the
    /// given range; nothing else is known about it, and no fact about it is added. With false, nothing is added. By
    /// default, what it [decides](Self::status) of the bounds.
    fn refute(
        &self,
        past: &Past<'_>,
        supposed: Option<(Var, i32, i32)>,
        certain: &[bool],
        possible: &[bool],
        facts: &mut Vec<Literal>,
    ) -> bool {
        let _ = (past, supposed, facts);
        self.status(certain, possible) == Some(false)
    }

    /// An upper bound, at that time, on the size of a group with all of `certain` in it, and the fact that implies it,
    /// if there is one.
    fn largest_then(&self, past: &Past<'_>, certain: &[bool]) -> (usize, Option<Literal>) {
        let _ = (past, certain);
        (usize::MAX, None)
    }

    /// Whether it restricts groups that contain this vertex. It does not restrict a group without such a vertex. The
    /// default is not to know.
    fn restricts(&self, vertex: u32) -> bool {
        let _ = vertex;
        true
    }

    /// The vertices for which a variable of the scope matters: groups without one of these are not restricted by it.
    /// `None`, the default, if this is not known.
    fn affected_by(&self, var: Var) -> Option<Vec<u32>> {
        let _ = var;
        None
    }

    /// Vertices of which every group must contain at least one; empty, the default, if none are known.
    fn needed(&self) -> &[u32] {
        &[]
    }
}

/// All of these rules.
impl GroupRule for Vec<Box<dyn GroupRule>> {
    fn cost(&self) -> u64 {
        self.iter().map(|rule| rule.cost()).sum()
    }

    fn scope(&self) -> Vec<Var> {
        let mut scope: Vec<Var> = self.iter().flat_map(|rule| rule.scope()).collect();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn status(&self, certain: &[bool], possible: &[bool]) -> Option<bool> {
        all(self.iter().map(|rule| rule.status(certain, possible)))
    }

    fn judge(&mut self, store: &Store, certain: &[bool], possible: &[bool]) -> Option<bool> {
        let rules = self.iter_mut();
        all(rules.map(|rule| rule.judge(store, certain, possible)))
    }

    fn revise(
        &mut self,
        cx: &mut Context<'_>,
        certain: &[bool],
        possible: &[bool],
    ) -> Result<(), Conflict> {
        let mut rules = self.iter_mut();
        rules.try_for_each(|rule| rule.revise(cx, certain, possible))
    }

    fn largest(&mut self, store: &Store, certain: &[bool]) -> usize {
        let sizes = self.iter_mut().map(|rule| rule.largest(store, certain));
        sizes.min().unwrap_or(usize::MAX)
    }

    fn refute(
        &self,
        past: &Past<'_>,
        supposed: Option<(Var, i32, i32)>,
        certain: &[bool],
        possible: &[bool],
        facts: &mut Vec<Literal>,
    ) -> bool {
        let mut rules = self.iter();
        rules.any(|rule| rule.refute(past, supposed, certain, possible, facts))
    }

    fn largest_then(&self, past: &Past<'_>, certain: &[bool]) -> (usize, Option<Literal>) {
        let sizes = self.iter().map(|rule| rule.largest_then(past, certain));
        sizes
            .min_by_key(|&(size, _)| size)
            .unwrap_or((usize::MAX, None))
    }

    fn restricts(&self, vertex: u32) -> bool {
        self.iter().any(|rule| rule.restricts(vertex))
    }

    fn affected_by(&self, var: Var) -> Option<Vec<u32>> {
        let mut affected = Vec::new();
        for rule in self {
            if rule.scope().contains(&var) {
                affected.extend(rule.affected_by(var)?);
            }
        }
        affected.sort_unstable();
        affected.dedup();
        Some(affected)
    }

    fn needed(&self) -> &[u32] {
        let needed = self.iter().map(|rule| rule.needed());
        let needed = needed.filter(|needed| !needed.is_empty());
        needed.min_by_key(|needed| needed.len()).unwrap_or(&[])
    }
}

/// Whether all hold, as far as that is known.
fn all(mut each: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let whole = each.try_fold(true, |all, truth| match truth {
        Some(false) => Err(()),
        truth => Ok(all && truth == Some(true)),
    });
    match whole {
        Err(()) => Some(false),
        Ok(is_known) => is_known.then_some(true),
    }
}

/// A rule is cloned with the [`Groups`](super::Groups) that it is in. Implemented for every rule that is `Clone`.
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
