//! "This expression holds": the general method for a rule without a propagator of its own.

mod arena;
mod bounds;
mod build;
mod domains;
mod evaluate;
mod explain;
mod expression;
mod group_test;
mod interval;
mod marks;
mod meaning;
mod narrow;
mod readers;
mod rule;
mod walk;

pub use expression::{Comparison, Member, Number, Test};
pub use group_test::{GroupTest, OfGroup};
pub use rule::FormulaRule;
pub use walk::{Subformula, SubformulaMut};

use self::arena::Arena;
use self::build::Builder;
use self::domains::CurrentDomains;
use self::evaluate::{Evaluation, Group};
use self::narrow::revise;
use self::readers::Readers;
use super::value_set::ValueSet;
use crate::constraint::{Constraint, Scope};
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Explanations, Past};
use crate::var::Var;

/// Rounds of one run; after these, other propagators may go first.
const ROUNDS: usize = 8;

/// Nodes up to which a formula counts as cheap.
const SMALL: usize = 32;

/// A boolean expression that must hold.
///
/// # Strength and cost
///
/// HC4-revise (Benhamou, Goualard, Granvilliers and Puget 1999, *Revising hull and box consistency*): an upward pass
/// computes what each node of the expression can be, an interval or true, false or open; a downward pass assumes that
/// the root is true and narrows the operands of each narrowed node, down to the variables; both are repeated until
/// nothing changes. Full assignments are decided exactly. Comparisons of one variable with a constant, `x = y + c` and
/// `x ≠ y + c`, and tests of one variable joined by and, or, not, are domain consistent when they are the whole
/// formula, and so are linear ≤ and ≥ over different variables; linear = is bounds consistent over the reals. There is
/// no guarantee for other expressions, especially if a variable occurs several times.
///
/// O(size of the expression) a round, and the sizes of tables and wide domains.
#[derive(Clone, Debug)]
pub struct Formula {
    arena: Arena,
    readers: Readers,
    evaluation: Evaluation,
    /// Scratch.
    image: ValueSet,
}

impl Formula {
    /// `test` must hold. O(size · log size).
    ///
    /// # Panics
    /// If it contains [`Test::Member`] or [`Test::Group`], which are for [`FormulaRule`].
    pub fn new(test: &Test) -> Self {
        assert!(
            !test.has_member(),
            "a test of membership outside a rule about groups"
        );
        let arena = Builder::of_test(test);
        Self {
            readers: Readers::new(&arena),
            evaluation: Evaluation::for_arena(&arena),
            arena,
            image: ValueSet::default(),
        }
    }
}

impl Constraint for Formula {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "formula"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        let all = self.arena.subscriptions();
        all.into_iter().for_each(|(var, _)| see(var));
    }

    fn lane(&self) -> Lane {
        if self.arena.nodes.len() <= SMALL {
            Lane::Linear
        } else {
            Lane::Heavy
        }
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        for (var, events) in self.arena.subscriptions() {
            scope.on(var, events);
            self.image.reserve(scope, var);
        }
        self
    }
}

impl Propagator for Formula {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let Self {
            arena,
            readers,
            evaluation,
            image,
        } = self;
        cx.spend(arena.nodes.len() as u64);
        revise(
            arena,
            readers,
            evaluation,
            &mut CurrentDomains { cx, image },
            Group::None,
            ROUNDS,
        )
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        explain::explain(&self.arena, &self.readers, change, past, facts);
    }

    fn explanations(&self) -> Explanations<'_> {
        Explanations::ByTrial
    }
}

#[cfg(test)]
mod tests;
