//! The [`Propagator`] trait, and the two contexts it meets: [`Scope`] once, [`Context`] at every run.

use std::fmt;
use std::ops::Deref;
use std::panic::Location;

use crate::domain::{Dom, Domain};
use crate::event::Events;
use crate::kernel::Kernel;
use crate::literal::Literal;
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::store::Store;
use crate::trail::{AllocatesState, Trail, Trailed};
use crate::var::{Mark, Var};
use crate::watch::UNTAGGED;

/// The current domains have no solution. It carries nothing: the kernel knows who failed and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the current domains have no solution")
    }
}

impl std::error::Error for Conflict {}

/// What a propagator says of itself at the end of a run that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Wake me for the changes that I made in this run, too.
    Active,
    /// Running me again at once would change nothing. (Not relied on when the scope repeats a variable.)
    Fixpoint,
    /// Every assignment that is left satisfies me: let me sleep until the search leaves this part. This is always
    /// believed: with a repeated variable it must take account of what this run has changed.
    Entailed,
}

/// A rule over some variables that removes values which cannot be part of a solution.
///
/// The contract: a run never removes a value that has a support; with every variable of the scope fixed it
/// fails or is satisfied; removing values never makes it remove fewer; it may be run at any time, also without
/// need. Memory of its own must be *constant*, *scratch* (cleared at each use), a *hint* (rechecked before it is
/// believed) or on the trail through [`Scope`]'s reversible state, because the search jumps back without telling.
///
/// A propagator in full, usable from any crate:
///
/// ```
/// use quadrille_engine::{Conflict, Context, Count, Events, Model, Propagator, Scope, Status, Var};
///
/// /// x < y, bounds consistent.
/// #[derive(Clone, Debug)]
/// struct Less(Var, Var);
///
/// impl Propagator for Less {
///     fn name(&self) -> &'static str {
///         "less"
///     }
///     fn attach(&mut self, scope: &mut Scope<'_>) {
///         scope.on(self.0, Events::MIN);
///         scope.on(self.1, Events::MAX);
///     }
///     fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
///         cx.at_least(self.1, cx.min(self.0) + 1)?;
///         cx.at_most(self.0, cx.max(self.1) - 1)?;
///         let entailed = cx.max(self.0) < cx.min(self.1);
///         Ok(if entailed { Status::Entailed } else { Status::Fixpoint })
///     }
/// }
///
/// let mut model = Model::new();
/// let (x, y) = (model.var(0..=4), model.var(0..=4));
/// model.post(Less(x, y));
/// let mut solver = model.solver();
/// assert_eq!(solver.solutions().count(), Count::Exactly(10));
/// ```
pub trait Propagator: fmt::Debug + Send + ClonePropagator {
    /// A short name for statistics, such as `"all different"`.
    fn name(&self) -> &'static str;

    /// Calls `see` with each variable that it is over, as far as they are known before it is attached, so that
    /// [`Model::post`](crate::Model::post) can refuse those of another model. With the default, which names none, they
    /// are looked at when the solver is made.
    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        let _ = see;
    }

    /// How dear a run is.
    fn lane(&self) -> Lane {
        Lane::Linear
    }

    /// Names the variables, subscribes to their events and allocates reversible state. Called once, before the
    /// search; the domains that it sees are those declared.
    fn attach(&mut self, scope: &mut Scope<'_>);

    /// Removes values that have no support.
    ///
    /// # Errors
    /// [`Conflict`] if no assignment is left; usually passed on from a change with `?`.
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict>;

    /// Says why it made `change`: facts that held just before and from which the change follows by this
    /// propagator alone. The default is all that was known of its scope, which is always right.
    ///
    /// The change may be told in part: some of the values that were removed at once, which is all that the facts must
    /// then account for.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let _ = change;
        past.describe_scope(facts);
    }

    /// Whether [`explain`](Self::explain) usually names less than all that was known of its scope. From the failures of one
    /// that does not, little is learnt: who decides whether a search is to learn may ask. Nothing else does.
    fn gives_reasons(&self) -> bool {
        true
    }

    /// The literals, if the propagator is the disjunction of literals. A search that learns keeps it among its no-goods
    /// instead of running it, which costs less.
    fn disjunction(&self) -> Option<&[Literal]> {
        None
    }

    /// Whether the facts that [`explain`](Self::explain) gives for this change account for the values beyond those
    /// removed, too, wherever a bound was moved: all that are smaller where the smallest value was removed, all that are
    /// larger where the largest was, even if something else had removed them before. So it is where bounds are worked
    /// out from bounds. A search that learns then need not ask what had moved the bound before.
    fn explains_bounds(&self, change: &Change<'_>) -> bool {
        let _ = change;
        false
    }
}

/// A propagator is cloned with the [`Model`](crate::Model) that holds it. Every one that is `Clone` has this.
pub trait ClonePropagator {
    /// A clone in a box of its own.
    fn clone_boxed(&self) -> Box<dyn Propagator>;
}

impl<P: Propagator + Clone + 'static> ClonePropagator for P {
    fn clone_boxed(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Propagator> {
    fn clone(&self) -> Self {
        (**self).clone_boxed()
    }
}

/// What a propagator is given once, to say what it stands on.
///
/// A variable that is named twice counts as standing in the scope twice: [`Status::Fixpoint`] is then taken for
/// [`Status::Active`]. Who wants two events of one variable subscribes once, to their union.
#[derive(Debug)]
pub struct Scope<'a> {
    pub(crate) store: &'a mut Store,
    pub(crate) vars: Vec<Var>,
    pub(crate) watches: Vec<(Var, Events, u32)>,
    pub(crate) tags: u32,
    pub(crate) repeats: bool,
    /// By variable: the number of the propagator that named it last, plus one; so that naming is O(1).
    pub(crate) named_by: &'a mut [u32],
    pub(crate) propagator: u32,
    pub(crate) mark: Mark,
    /// For messages: who is attached, and the line that posted it.
    pub(crate) name: &'static str,
    pub(crate) at: &'static Location<'static>,
}

impl Scope<'_> {
    /// Runs the propagator after any of `events` of `var`.
    ///
    /// # Panics
    /// If `var` is of another model.
    pub fn on(&mut self, var: Var, events: Events) {
        self.cover(var);
        self.watches.push((var, events, UNTAGGED));
    }

    /// The same, and has the returned tag listed in [`Context::fired`]. Tags count 0, 1, 2 … for each
    /// propagator.
    ///
    /// # Panics
    /// If `var` is of another model.
    pub fn track(&mut self, var: Var, events: Events) -> u32 {
        self.cover(var);
        let tag = self.tags;
        self.tags += 1;
        self.watches.push((var, events, tag));
        tag
    }

    /// Names a variable that the propagator reads or narrows without being woken by it.
    ///
    /// # Panics
    /// If `var` is of another model.
    pub fn cover(&mut self, var: Var) {
        assert!(
            var.may_be_of(self.mark) && var.index() < self.store.variables as usize,
            "`{}`, posted at {}, is over {var}, which is not a variable of this model but of another",
            self.name,
            self.at
        );
        let named_by = &mut self.named_by[var.index()];
        if std::mem::replace(named_by, self.propagator + 1) == self.propagator + 1 {
            self.repeats = true;
        } else {
            self.vars.push(var);
        }
    }

    /// The declared domain of `var`.
    pub fn domain(&self, var: Var) -> Domain<'_> {
        self.store.domain(var)
    }
}

impl Trailed for Scope<'_> {
    fn trail(&self) -> &Trail {
        &self.store.trail
    }
    fn trail_mut(&mut self) -> &mut Trail {
        &mut self.store.trail
    }
}

impl AllocatesState for Scope<'_> {}

/// What a propagator is given at every run: the domains to read (through the [`Store`] that it stands for) and to
/// narrow, its reversible state, and what woke it.
///
/// Changes return `Ok(true)` if they removed something, `Ok(false)` if there was nothing to remove, and
/// `Err(Conflict)` if no value would be left (the domain is then untouched), so a failure travels by `?`.
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

    /// Keeps only the values in a set of words from `offset` on (as in [`Domain`]); either kind. An offset of type
    /// `i64` may lie outside `i32`, as that of a shifted domain can.
    ///
    /// # Errors
    /// [`Conflict`] if none would be left.
    pub fn keep_words(
        &mut self,
        var: Var,
        offset: impl Into<i64>,
        words: &[u64],
    ) -> Result<bool, Conflict> {
        self.kernel.keep_domain(var, offset.into(), words)
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

    /// The tags of the subscriptions that fired since the last run, each once, oldest first. All of them at the
    /// first run, and perhaps at others: a run may come without need, so what is counted must be looked up.
    #[inline]
    pub fn fired(&self) -> &[u32] {
        &self.kernel.agenda.fired
    }

    /// Domain changes since the solver was made: a run compares two readings to see whether it has narrowed anything.
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
