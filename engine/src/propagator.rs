//! The [`Propagator`] trait, and the [`Context`] of its runs.

use std::fmt;
use std::ops::Deref;

pub use crate::agenda::Status;
use crate::bits::{self, BitsRef};
use crate::domain::{Dom, window};
pub use crate::kernel::Conflict;
use crate::kernel::Kernel;
use crate::literal::Literal;
use crate::reason::{Change, Explanations, Past};
use crate::store::Store;
use crate::trail::{Trail, Trailed};
use crate::var::Var;

/// Removes values that cannot be part of a solution: what attaching a [`Constraint`](crate::Constraint) makes.
///
/// The contract: a run never removes a value that has a support; with every variable of the scope fixed it
/// fails or is satisfied; removing values never makes it remove fewer; it may be run at any time, even without a
/// change. Its own memory must be *constant*, *scratch* (cleared at each use), a *hint* (rechecked before it is relied
/// on) or on the trail through [`Scope`](crate::Scope)'s reversible state, because propagators are not notified of
/// backtracking.
pub trait Propagator: fmt::Debug + Send + 'static {
    /// Removes values that have no support.
    ///
    /// # Errors
    /// [`Conflict`] if no assignment is left; usually passed on from a change with `?`.
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict>;

    /// Says why it made `change`: facts that held just before and from which the change follows by this propagator
    /// alone. The default is everything known about its scope, which is always correct.
    ///
    /// `change` may be a part of the original change: only some of the values that were removed at once, and the facts
    /// need only account for these.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let _ = change;
        past.describe_scope(facts);
    }

    /// What a search that learns can expect of [`explain`](Self::explain). It is the same as long as the propagator lives,
    /// and asked for often.
    fn explanations(&self) -> Explanations<'_> {
        Explanations::Direct
    }
}

/// What a propagator is given at every run: the domains to read (it dereferences to the [`Store`]) and to narrow, its
/// reversible state, and what woke it.
///
/// Changes return `Ok(true)` if they removed something, `Ok(false)` if there was nothing to remove, and
/// `Err(Conflict)` if no value would be left (the domain is then untouched), so failures can be passed on with `?`.
#[derive(Debug)]
pub struct Context<'a> {
    pub(crate) kernel: &'a mut Kernel,
}

impl Context<'_> {
    /// Keeps only the values in `keep`; narrow variables only.
    ///
    /// # Errors
    /// [`Conflict`] if none would be left.
    ///
    /// # Panics
    /// If `var` is wide.
    #[inline]
    pub fn keep(&mut self, var: Var, keep: Dom) -> Result<bool, Conflict> {
        self.kernel.keep(var, keep)
    }

    /// Keeps only the values in a set from `offset` on (as in [`Domain`](crate::Domain)); either kind. The offset may lie
    /// outside `i32`, as that of a shifted domain can.
    ///
    /// # Errors
    /// [`Conflict`] if none would be left.
    pub fn keep_bits(
        &mut self,
        var: Var,
        offset: impl Into<i64>,
        bits: &BitsRef,
    ) -> Result<bool, Conflict> {
        let window = |start| bits::window(bits, start);
        self.kernel.keep_windows(var, offset.into(), window)
    }

    /// As [`keep_bits`](Self::keep_bits), for a set that begins at the first bit of a word.
    pub(crate) fn keep_words(
        &mut self,
        var: Var,
        offset: impl Into<i64>,
        words: &[u64],
    ) -> Result<bool, Conflict> {
        let window = |start| window(words, start);
        self.kernel.keep_windows(var, offset.into(), window)
    }

    /// Keeps only the values that pass `test`; either kind.
    ///
    /// # Errors
    /// [`Conflict`] if none would be left.
    pub fn keep_if(&mut self, var: Var, test: impl Fn(i32) -> bool) -> Result<bool, Conflict> {
        self.kernel.keep_if(var, test)
    }

    /// Removes `value`.
    ///
    /// # Errors
    /// [`Conflict`] if it was the last.
    #[inline]
    pub fn remove(&mut self, var: Var, value: i32) -> Result<bool, Conflict> {
        self.kernel.remove(var, value)
    }

    /// Removes every value but `value`.
    ///
    /// # Errors
    /// [`Conflict`] if `value` is not in the domain.
    #[inline]
    pub fn fix(&mut self, var: Var, value: i32) -> Result<bool, Conflict> {
        self.kernel.fix(var, value)
    }

    /// Removes every value below `value`.
    ///
    /// # Errors
    /// [`Conflict`] if none would be left.
    #[inline]
    pub fn at_least(&mut self, var: Var, value: i32) -> Result<bool, Conflict> {
        self.kernel.at_least(var, value)
    }

    /// Removes every value above `value`.
    ///
    /// # Errors
    /// [`Conflict`] if none would be left.
    #[inline]
    pub fn at_most(&mut self, var: Var, value: i32) -> Result<bool, Conflict> {
        self.kernel.at_most(var, value)
    }

    /// Makes `literal` true.
    ///
    /// # Errors
    /// [`Conflict`] if it is false.
    #[inline]
    pub fn assert(&mut self, literal: Literal) -> Result<bool, Conflict> {
        self.kernel.assert(literal)
    }

    /// The tags of the subscriptions that fired since the last run, each once, oldest first. All of them at the first
    /// run, and perhaps at others: a propagator may run without a change, so do not count a variable twice.
    #[inline]
    pub fn fired(&self) -> &[u32] {
        &self.kernel.agenda.fired
    }

    /// Whether this run must be as thorough as the first and also propagate the declared domains. The first run is, and
    /// so are some later ones.
    #[inline]
    pub fn runs_afresh(&self) -> bool {
        self.kernel.agenda.runs_afresh
    }

    /// Adds to [`Solver::work`](crate::Solver::work) what this run costs beyond looking at the variables of its scope. A
    /// unit is the cost of one variable of a simple constraint.
    #[inline]
    pub fn spend(&mut self, work: u64) {
        self.kernel.work += work;
    }

    /// The number of domain changes since the solver was made: by comparing two readings a run finds out whether it has
    /// narrowed anything.
    #[inline]
    pub(crate) fn changes(&self) -> u64 {
        self.kernel.changes
    }

    /// Ties the changes that follow, in this run, to a small number that
    /// [`Propagator::explain`] will get back. It is 0 at the start of a run.
    #[inline]
    pub fn because(&mut self, tag: u32) {
        self.kernel.reason_tag = tag;
    }
}

impl Deref for Context<'_> {
    type Target = Store;

    #[inline]
    fn deref(&self) -> &Store {
        &self.kernel.store
    }
}

impl Trailed for Context<'_> {
    #[inline]
    fn trail(&self) -> &Trail {
        &self.kernel.store.trail
    }
    #[inline]
    fn trail_mut(&mut self) -> &mut Trail {
        &mut self.kernel.store.trail
    }
}
