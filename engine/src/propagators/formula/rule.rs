//! A formula as a rule about groups.

use super::arena::Arena;
use super::build::Builder;
use super::domains::{CurrentDomains, Spans};
use super::evaluate::{Evaluation, Group};
use super::explain::refute;
use super::expression::Test;
use super::narrow::revise;
use super::readers::Readers;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context};
use crate::propagators::group_rule::GroupRule;
use crate::propagators::value_set::ValueSet;
use crate::reason::Past;
use crate::store::Store;
use crate::var::Var;

/// "This expression holds for the group", where [`Test::Member`] tests membership; the number of the group does not
/// matter.
///
/// Evaluated and narrowed as by [`Formula`](super::Formula): exact when the group and all variables are known, in
/// O(size) a round. A vertex beyond the lists of vertices is not a member.
#[derive(Clone, Debug)]
pub struct FormulaRule {
    arena: Arena,
    readers: Readers,
    /// Whether groups without a vertex that is tested are not restricted, whatever the variables are.
    restricts_tested_only: bool,
    /// For groups that may grow, and for those that are known: going back and forth between the two, as propagation
    /// does, changes most of the tests of membership.
    evaluations: [Evaluation; 2],
    /// Scratch.
    image: ValueSet,
}

impl FormulaRule {
    /// `test` must hold of each group. O(size · log size).
    ///
    /// # Panics
    /// If it is about the members of several groups.
    pub fn new(test: &Test) -> Self {
        let mut group = None;
        test.walk(&mut |part| {
            let other = part.group();
            assert!(
                other.is_none() || *group.get_or_insert(other) == other,
                "a rule about a group tests the members of another one"
            );
        });
        let arena = Builder::of_test(test);
        let mut evaluation = Evaluation::for_arena(&arena);
        let any = Spans(&|var: Var| match var.is_wide() {
            true => (i32::MIN, i32::MAX),
            false => (0, 63),
        });
        let of_others = evaluation.once(&arena, &any, Group::None);
        Self {
            readers: Readers::new(&arena),
            restricts_tested_only: of_others.is_true(),
            evaluations: [evaluation.clone(), evaluation],
            arena,
            image: ValueSet::default(),
        }
    }
}

impl GroupRule for FormulaRule {
    fn cost(&self) -> u64 {
        // Most of an evaluation is known from the one before.
        let of_group = self.arena.of_group.iter().map(|test| test.cost());
        self.arena.nodes.len() as u64 / 4 + of_group.sum::<u64>()
    }

    fn scope(&self) -> Vec<Var> {
        let subscriptions = self.arena.subscriptions().into_iter();
        subscriptions.map(|(var, _)| var).collect()
    }

    fn judge(&mut self, store: &Store, certain: &[bool], possible: &[bool]) -> Option<bool> {
        let group = Group::Known { certain, possible };
        let evaluation = &mut self.evaluations[usize::from(certain == possible)];
        let root = evaluation.update(&self.arena, &self.readers, store, group);
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
            evaluations,
            image,
            ..
        } = self;
        let group = Group::Known { certain, possible };
        // A round that changes something removes a value, so this terminates.
        revise(
            arena,
            readers,
            &mut evaluations[usize::from(certain == possible)],
            &mut CurrentDomains { cx, image },
            group,
            usize::MAX,
        )
        .map(drop)
    }

    fn refute(
        &self,
        past: &Past<'_>,
        supposed: Option<(Var, i32, i32)>,
        certain: &[bool],
        possible: &[bool],
        facts: &mut Vec<Literal>,
    ) -> bool {
        let group = Group::Known { certain, possible };
        refute(&self.arena, &self.readers, past, supposed, group, facts)
    }

    fn restricts(&self, vertex: u32) -> bool {
        !self.restricts_tested_only || self.readers.members.iter().any(|&(_, v)| v == vertex)
    }
}
