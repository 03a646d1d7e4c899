//! Constraints, and the [`Scope`] in which a constraint is attached and becomes a propagator.

use std::fmt;
use std::panic::Location;

use crate::domain::Domain;
use crate::event::Events;
use crate::propagator::Propagator;
use crate::queue::Lane;
use crate::store::Store;
use crate::trail::{Extensible, Trail, Trailed};
use crate::var::{Mark, Var};
use crate::watch::{UNTAGGED, Watch};

/// A constraint over some variables, as it is posted: plain data, until the solver attaches it, which makes the
/// [`Propagator`] that enforces it.
///
/// A constraint without reversible state can be its own propagator. A complete example, usable from any crate:
///
/// ```
/// use quadrille_engine::{
///     Conflict, Constraint, Context, Count, Events, Model, Propagator, Scope, Status, Var,
/// };
///
/// /// x < y, bounds consistent.
/// #[derive(Clone, Debug)]
/// struct Less(Var, Var);
///
/// impl Constraint for Less {
///     type Propagator = Self;
///
///     fn name(&self) -> &'static str {
///         "less"
///     }
///     fn attach(self, scope: &mut Scope<'_>) -> Self {
///         scope.on(self.0, Events::MIN);
///         scope.on(self.1, Events::MAX);
///         self
///     }
/// }
///
/// impl Propagator for Less {
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
///
/// It is cloned with the [`Model`](crate::Model) that holds it.
pub trait Constraint: fmt::Debug + Clone + Send + 'static {
    /// The propagator that enforces it; often the constraint itself.
    type Propagator: Propagator;

    /// A short name for statistics, such as `"all different"`.
    fn name(&self) -> &'static str;

    /// Calls `see` with each variable of its scope that is known before it is attached, so that
    /// [`Model::post`](crate::Model::post) can refuse those of another model. With the default, which names none, they
    /// are checked when the solver is made.
    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        let _ = see;
    }

    /// How expensive a run is.
    fn lane(&self) -> Lane {
        Lane::Linear
    }

    /// Names the variables, subscribes to their events, allocates reversible state, and makes the propagator. Called
    /// once, before the search; the domains that it sees are those declared.
    fn attach(self, scope: &mut Scope<'_>) -> Self::Propagator;
}

/// A constraint of any type.
#[derive(Debug)]
pub struct AnyConstraint(Box<dyn Attach>);

/// [`Constraint`] without what a trait object cannot have.
trait Attach: fmt::Debug + Send {
    fn name(&self) -> &'static str;
    fn for_each_var(&self, see: &mut dyn FnMut(Var));
    fn lane(&self) -> Lane;
    fn clone_boxed(&self) -> Box<dyn Attach>;
    fn attach(self: Box<Self>, scope: &mut Scope<'_>) -> Box<dyn Propagator>;
}

impl<C: Constraint> Attach for C {
    fn name(&self) -> &'static str {
        Constraint::name(self)
    }
    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        Constraint::for_each_var(self, see);
    }
    fn lane(&self) -> Lane {
        Constraint::lane(self)
    }
    fn clone_boxed(&self) -> Box<dyn Attach> {
        Box::new(self.clone())
    }
    fn attach(self: Box<Self>, scope: &mut Scope<'_>) -> Box<dyn Propagator> {
        Box::new(Constraint::attach(*self, scope))
    }
}

impl AnyConstraint {
    pub(crate) fn new(constraint: impl Constraint) -> Self {
        Self(Box::new(constraint))
    }

    pub(crate) fn name(&self) -> &'static str {
        self.0.name()
    }

    pub(crate) fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.0.for_each_var(see);
    }

    pub(crate) fn lane(&self) -> Lane {
        self.0.lane()
    }

    pub(crate) fn attach(self, scope: &mut Scope<'_>) -> Box<dyn Propagator> {
        self.0.attach(scope)
    }
}

impl Clone for AnyConstraint {
    fn clone(&self) -> Self {
        Self(self.0.clone_boxed())
    }
}

/// What a constraint is given when it is attached: the declared domains, and where to subscribe and to allocate state.
///
/// A variable that is named twice counts as occurring in the scope twice: [`Status::Fixpoint`](crate::Status) is then
/// taken for [`Status::Active`](crate::Status). To get two events of one variable, subscribe once, to their union.
#[derive(Debug)]
pub struct Scope<'a> {
    pub(crate) store: &'a mut Store,
    pub(crate) wishes: &'a mut Wishes,
    pub(crate) tags: u32,
    pub(crate) repeats: bool,
    /// About how many variables a run looks at, if these are not all.
    pub(crate) looks_at: Option<u32>,
    pub(crate) propagator: u32,
    pub(crate) mark: Mark,
    /// For messages: the constraint being attached, and the line that posted it.
    pub(crate) name: &'static str,
    pub(crate) at: &'static Location<'static>,
}

/// What the constraints attached so far want to be woken by, and the variables of the one being attached.
#[derive(Debug)]
pub(crate) struct Wishes {
    /// By the index of the variable.
    pub(crate) events: Vec<(u32, Watch)>,
    /// Index of the variable, number of the value in the words of its domain, propagator to be woken when it goes.
    pub(crate) lost: Vec<(u32, u32, u32)>,
    /// The same for values that are taken.
    pub(crate) taken: Vec<(u32, u32, u32)>,
    /// The variables of the constraint being attached.
    pub(crate) vars: Vec<Var>,
    /// By variable: the number of the constraint that named it last, plus one; so that naming is O(1).
    pub(crate) named_by: Vec<u32>,
}

impl Scope<'_> {
    /// Runs the propagator after any of `events` of `var`.
    ///
    /// # Panics
    /// If `var` is of another model.
    pub fn on(&mut self, var: Var, events: Events) {
        self.watch(var, events, UNTAGGED);
    }

    fn watch(&mut self, var: Var, events: Events, tag: u32) {
        self.cover(var);
        let propagator = self.propagator;
        let watch = Watch {
            propagator,
            tag,
            events,
        };
        self.wishes.events.push((var.index() as u32, watch));
    }

    /// Runs the propagator once `var` can no longer take `value`.
    ///
    /// # Panics
    /// If `var` is of another model.
    pub fn on_loss(&mut self, var: Var, value: i32) {
        self.on_value(var, value, false);
    }

    /// Runs the propagator once `var` has the value `value`.
    ///
    /// # Panics
    /// If `var` is of another model.
    pub fn on_taking(&mut self, var: Var, value: i32) {
        self.on_value(var, value, true);
    }

    fn on_value(&mut self, var: Var, value: i32, is_taken: bool) {
        self.cover(var);
        // Outside its words a domain has no values.
        let value = i64::from(value) - i64::from(self.store.domain(var).offset());
        if let Ok(value) = u32::try_from(value)
            && value / 64 < self.store.words(var)
        {
            let Wishes { lost, taken, .. } = &mut *self.wishes;
            let list = if is_taken { taken } else { lost };
            list.push((var.index() as u32, value, self.propagator));
        }
    }

    /// As [`on`](Self::on); the returned tag is then listed in [`Context::fired`](crate::Context::fired). Tags count 0, 1, 2 … for
    /// each propagator.
    ///
    /// # Panics
    /// If `var` is of another model.
    pub fn track(&mut self, var: Var, events: Events) -> u32 {
        let tag = self.tags;
        self.tags += 1;
        self.watch(var, events, tag);
        tag
    }

    /// Estimates how many variables a run looks at, if not all, for [`Solver::work`](crate::Solver::work).
    pub fn looks_at(&mut self, variables: u32) {
        self.looks_at = Some(variables);
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
        let named_by = &mut self.wishes.named_by[var.index()];
        if std::mem::replace(named_by, self.propagator + 1) == self.propagator + 1 {
            self.repeats = true;
        } else {
            self.wishes.vars.push(var);
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

impl Extensible for Scope<'_> {}
