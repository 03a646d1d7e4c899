//! A formula as a rule about groups.

use super::arena::Arena;
use super::build::Builder;
use super::domains::CurrentDomains;
use super::evaluate::{Evaluation, Group};
use super::expression::Test;
use super::narrow::revise;
use super::readers::Readers;
use crate::propagator::{Conflict, Context};
use crate::propagators::group_rule::GroupRule;
use crate::propagators::value_set::ValueSet;
use crate::store::Store;
use crate::var::Var;

/// "This expression holds for the group", where [`Test::Member`] tests membership.
///
/// Evaluated and narrowed as by [`Formula`](super::Formula): exact when the group and all variables are known, in
/// O(size) a round. A vertex beyond the lists of vertices is not a member.
#[derive(Clone, Debug)]
pub struct FormulaRule {
    arena: Arena,
    readers: Readers,
    evaluation: Evaluation,
    /// Scratch.
    image: ValueSet,
}

impl FormulaRule {
    /// `test` must hold of each group. O(size · log size).
    pub fn new(test: &Test) -> Self {
        let arena = Builder::of_test(test);
        Self {
            readers: Readers::new(&arena),
            evaluation: Evaluation::for_arena(&arena),
            arena,
            image: ValueSet::default(),
        }
    }
}

impl GroupRule for FormulaRule {
    fn scope(&self) -> Vec<Var> {
        let subscriptions = self.arena.subscriptions().into_iter();
        subscriptions.map(|(var, _)| var).collect()
    }

    fn judge(&mut self, store: &Store, certain: &[bool], possible: &[bool]) -> Option<bool> {
        let group = Group::Known { certain, possible };
        let root = self
            .evaluation
            .update(&self.arena, &self.readers, store, group);
        root.value().map(|truth| truth == 1)
    }

    fn revise(
        &mut self,
        cx: &mut Context<'_>,
        certain: &[bool],
        possible: &[bool],
    ) -> Result<(), Conflict> {
        let Self {
            arena,
            readers,
            evaluation,
            image,
        } = self;
        let group = Group::Known { certain, possible };
        // A round that changes something removes a value, so this terminates.
        revise(
            arena,
            readers,
            evaluation,
            &mut CurrentDomains { cx, image },
            group,
            usize::MAX,
        )
        .map(drop)
    }
}
