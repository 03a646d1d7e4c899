//! Branching: which variable next, which value, and how the node is split. Each of the three is pluggable.

mod groups;
pub mod order;
mod registry;
#[cfg(test)]
mod tests;
pub mod value;

use std::fmt;
use std::ops::Deref;

use crate::kernel::Kernel;
use crate::literal::Literal;
use crate::random::Rng;
use crate::store::Store;
use crate::trail::{AllocateState, Extensible, RevSparseSet, Trail, Trailed};
use crate::var::{PropagatorId, Var};

pub use groups::Groups;
pub use order::VariableOrder;
pub use registry::{ORDERS, SPLITS, UnknownName, VALUES, named};
pub use value::ValueOrder;

/// How a node is split into children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Split {
    /// `x = v`, then `x ≠ v`, after which any variable may be next.
    #[default]
    Binary,
    /// A child for each value of `x`, one after another.
    Values,
    /// `x ≤ m`, then `x > m`, where `m` is the middle between the bounds; the side of the preferred value first.
    Halving,
}

/// A decision: the literal that the first child makes true, and what its siblings are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Two children: the literal, and its negation.
    Binary(Literal),
    /// A child for each value of the variable, beginning with this one.
    Values(Var, i32),
}

/// Chooses how each node of the search is split.
///
/// The search calls [`attach`](Self::attach) once, [`choose`](Self::choose) at each node whose propagation has
/// ended without a failure, and the other methods at the events that they name. Its own state must be valid wherever
/// the search jumps, or be reversible.
pub trait Brancher: fmt::Debug + Send {
    /// Called once when a search starts, with the decision variables to be fixed.
    fn attach(&mut self, decisions: &[Var], view: &mut View<'_>);

    /// The next decision, or `None` if all variables of this brancher are fixed. It must name a
    /// variable that is not fixed and a literal that neither holds nor fails.
    fn choose(&mut self, view: &mut View<'_>) -> Option<Choice>;

    /// After [`Choice::Values`]: the next value of `var` once those in `tried` are done; `None` when no other
    /// value is left.
    fn sibling(&mut self, view: &mut View<'_>, var: Var, tried: &[i32]) -> Option<i32> {
        view.domain(var).iter().find(|value| !tried.contains(value))
    }

    /// A child failed. `culprit` is the propagator that failed, if one did; `decision` is the variable
    /// branched on last.
    fn failed(&mut self, view: &View<'_>, culprit: Option<PropagatorId>, decision: Option<Var>) {
        let _ = (view, culprit, decision);
    }

    /// A child was entered by this literal and propagated without failing.
    fn entered(&mut self, view: &View<'_>, literal: Literal) {
        let _ = (view, literal);
    }

    /// Every variable is fixed.
    fn solved(&mut self, view: &View<'_>) {
        let _ = view;
    }

    /// The search returns to the root and restarts.
    fn restarted(&mut self) {}

    /// Whether the choice at a node depends only on the domains there, not on what the search has seen before. Then the
    /// tree is the same wherever it is entered, and a parallel search can report solutions in the order of the tree.
    fn is_static(&self) -> bool {
        false
    }
}

impl Brancher for Box<dyn Brancher> {
    fn attach(&mut self, decisions: &[Var], view: &mut View<'_>) {
        (**self).attach(decisions, view);
    }
    fn choose(&mut self, view: &mut View<'_>) -> Option<Choice> {
        (**self).choose(view)
    }
    fn sibling(&mut self, view: &mut View<'_>, var: Var, tried: &[i32]) -> Option<i32> {
        (**self).sibling(view, var, tried)
    }
    fn failed(&mut self, view: &View<'_>, culprit: Option<PropagatorId>, decision: Option<Var>) {
        (**self).failed(view, culprit, decision);
    }
    fn entered(&mut self, view: &View<'_>, literal: Literal) {
        (**self).entered(view, literal);
    }
    fn solved(&mut self, view: &View<'_>) {
        (**self).solved(view);
    }
    fn restarted(&mut self) {
        (**self).restarted();
    }
    fn is_static(&self) -> bool {
        (**self).is_static()
    }
}

/// A brancher's view of the solver: domains (it dereferences to the [`Store`]), scopes, and its own reversible state.
#[derive(Debug)]
pub struct View<'a> {
    pub(crate) kernel: &'a mut Kernel,
    /// Length of the trail's log just before the latest child was entered.
    pub(crate) entered_at: usize,
}

impl View<'_> {
    /// Number of variables of the model.
    pub fn variables(&self) -> usize {
        self.kernel.variables as usize
    }

    /// Number of propagators of the model.
    pub fn propagators(&self) -> usize {
        self.kernel.agenda.registrations.len()
    }

    /// The variables that a propagator named when it was attached.
    pub fn scope(&self, propagator: PropagatorId) -> &[Var] {
        &self.kernel.agenda.registrations[propagator.index()].scope
    }

    /// Every propagator with its scope.
    pub fn scopes(&self) -> impl Iterator<Item = (PropagatorId, &[Var])> {
        self.kernel
            .agenda
            .registrations
            .iter()
            .enumerate()
            .map(|(i, registration)| (PropagatorId(i as u32), &*registration.scope))
    }

    /// Whether a propagator is entailed in this part of the search.
    pub fn is_entailed(&self, propagator: PropagatorId) -> bool {
        self.kernel.is_entailed(propagator.0)
    }

    /// Number of levels pushed.
    pub fn level(&self) -> usize {
        self.kernel.trail.level()
    }

    /// The variables whose domains were narrowed when the latest child was entered, including the one branched on; one
    /// may occur several times. For use in [`Brancher::entered`] and [`Brancher::failed`]. O(changes).
    pub fn touched(&self) -> impl Iterator<Item = Var> {
        self.written()
            .filter_map(|(word, _)| self.kernel.variable_of_word(word))
    }

    /// The words written when the latest child was entered, with their old content.
    pub(crate) fn written(&self) -> impl Iterator<Item = (u32, u64)> {
        self.kernel.trail.log_from(self.entered_at).iter().copied()
    }
}

impl Deref for View<'_> {
    type Target = Store;

    #[inline]
    fn deref(&self) -> &Store {
        &self.kernel.store
    }
}

impl Trailed for View<'_> {
    #[inline]
    fn trail(&self) -> &Trail {
        &self.kernel.store.trail
    }
    #[inline]
    fn trail_mut(&mut self) -> &mut Trail {
        &mut self.kernel.store.trail
    }
}

impl Extensible for View<'_> {}

/// A brancher made of a variable order, a value order and a way to split.
///
/// It keeps the unfixed decision variables in a reversible sparse set, so that the cost of a node depends only on
/// those.
#[derive(Debug)]
pub struct Branching<O, V> {
    order: O,
    values: V,
    split: Split,
    seed: u64,
    /// The variables to fix, or those of [`over`](Self::over).
    vars: Option<Vec<Var>>,
    all: Vec<Var>,
    open: Option<RevSparseSet>,
    /// Scratch: the open variables as (rank, variable).
    candidates: Vec<Candidate>,
}

/// An unfixed variable with its rank among the variables of the brancher: ties go to the lower rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Position in the brancher's list of variables.
    pub rank: u32,
    /// The variable.
    pub var: Var,
}

impl<O: VariableOrder, V: ValueOrder> Branching<O, V> {
    /// Branches over all decision variables, binary.
    pub fn new(order: O, values: V) -> Self {
        Self {
            order,
            values,
            split: Split::Binary,
            seed: 0,
            vars: None,
            all: Vec::new(),
            open: None,
            candidates: Vec::new(),
        }
    }

    /// Sets how nodes are split.
    pub fn split(self, split: Split) -> Self {
        Self { split, ..self }
    }

    /// Breaks ties among variables by ranks drawn at random from `seed`; 0 leaves the ranks as they are.
    pub fn ties(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Branches over these variables only, ranked in this order.
    pub fn over(self, vars: &[Var]) -> Self {
        Self {
            vars: Some(vars.to_vec()),
            ..self
        }
    }
}

impl<O: VariableOrder, V: ValueOrder> Brancher for Branching<O, V> {
    fn attach(&mut self, decisions: &[Var], view: &mut View<'_>) {
        self.all = self.vars.clone().unwrap_or_else(|| decisions.to_vec());
        if self.seed != 0 {
            let mut rng = Rng::new(self.seed);
            for i in (1..self.all.len()).rev() {
                self.all.swap(i, rng.below(i as u64 + 1) as usize);
            }
        }
        self.open = Some(view.new_sparse_set(self.all.len()));
        self.candidates = Vec::with_capacity(self.all.len());
        self.order.attach(&self.all, view);
        self.values.attach(&self.all, view);
    }

    fn choose(&mut self, view: &mut View<'_>) -> Option<Choice> {
        let open = self.open.as_mut().expect("attached before it is asked");
        self.candidates.clear();
        // Walk from the back: removing a member swaps the last one into its place.
        for i in (0..open.len(view)).rev() {
            let rank = open.members(view)[i];
            let var = self.all[rank as usize];
            if view.is_fixed(var) {
                open.remove(view, rank);
            } else {
                self.candidates.push(Candidate { rank, var });
            }
        }
        if self.candidates.is_empty() {
            return None;
        }
        let var = self.order.select(view, &self.candidates);
        let value = self.values.select(view, var);
        Some(match self.split {
            Split::Binary => Choice::Binary(Literal::is(var, value)),
            Split::Values => Choice::Values(var, value),
            Split::Halving => {
                let (min, max) = (i64::from(view.min(var)), i64::from(view.max(var)));
                let middle = (min + (max - min).div_euclid(2)) as i32;
                let low = Literal::at_most(var, middle);
                Choice::Binary(if value <= middle { low } else { low.negated() })
            }
        })
    }

    fn sibling(&mut self, view: &mut View<'_>, var: Var, tried: &[i32]) -> Option<i32> {
        self.values.sibling(view, var, tried)
    }

    fn failed(&mut self, view: &View<'_>, culprit: Option<PropagatorId>, decision: Option<Var>) {
        self.order.failed(view, culprit, decision);
    }

    fn entered(&mut self, view: &View<'_>, literal: Literal) {
        self.order.entered(view, literal);
        self.values.entered(view, literal);
    }

    fn solved(&mut self, view: &View<'_>) {
        self.values.solved(view);
    }

    fn restarted(&mut self) {
        self.order.restarted();
    }

    fn is_static(&self) -> bool {
        self.order.is_static() && self.values.is_static()
    }
}

/// Smallest domain over weighted degree, smallest value first, binary: the default brancher.
///
/// Of the built-in orders the best overall: on six quasigroups of order 30 and 33 it needs a ninth of the failures of
/// the smallest domain alone, on queens and Golomb rulers as many. Adding last-conflict reasoning is sometimes better,
/// sometimes much worse, and doubles the nodes when all solutions are wanted.
pub fn weighted_degree() -> Branching<order::DomWdeg, value::Smallest> {
    Branching::new(order::DomWdeg::default(), value::Smallest)
}

/// Smallest domain first, smallest value first, binary.
pub fn smallest_domain() -> Branching<order::SmallestDomain, value::Smallest> {
    Branching::new(order::SmallestDomain, value::Smallest)
}
