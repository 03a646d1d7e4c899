//! What a refutation rests on, and what a search leaves to later ones with other propagators on.

use super::super::{Phase, Search};
use super::Learner;
use super::clauses::Clauses;
use super::provenance::PropagatorSet;
use crate::reason::ChangeId;
use crate::var::PropagatorId;

/// The most no-goods that a memory keeps.
const REMEMBERED: usize = 4000;

/// What searches of one solver have learnt: no-goods, each with the propagators that it came from.
#[derive(Debug, Default)]
pub struct Memory {
    clauses: Clauses,
    /// By variable.
    activity: Vec<f64>,
}

impl Search<'_, Learner> {
    /// After [`Step::Exhausted`](crate::Step) without a solution, if the search [tracks
    /// provenance](crate::Learning::tracks_provenance): propagators that refute the model together with some of the
    /// changes that were assumed before the search; and these changes. What holds on level 0 of the solver is taken for
    /// granted. Others have had no part in it, as far as reasons tell. `None` also if the search was not needed.
    ///
    /// ```
    /// use quadrille_engine::{Learning, Model, Step, propagators::NotEqual};
    ///
    /// // Three different values of two; the fourth variable has no part in that.
    /// let mut model = Model::new();
    /// let vars = model.vars(4, 1..=2);
    /// for (i, j) in [(0, 1), (0, 2), (1, 2), (2, 3)] {
    ///     model.post(NotEqual::new(vars[i], vars[j]));
    /// }
    /// let mut solver = model.solver();
    /// let mut learning = Learning::default();
    /// learning.tracks_provenance = true;
    /// let mut search = solver.search().learn(learning);
    /// assert_eq!(search.step(), Step::Exhausted);
    /// let (propagators, assumed) = search.rests_on().unwrap();
    /// assert_eq!((propagators.len(), assumed.len()), (3, 0));
    /// ```
    pub fn rests_on(&self) -> Option<(Vec<PropagatorId>, Vec<ChangeId>)> {
        let (named, assumed) = self.strategy.refutation.as_ref()?;
        let propagators = self.base.solver.propagators().map(|(id, ..)| id);
        let propagators = propagators.filter(|id| named.has(id.index()));
        Some((propagators.collect(), assumed.clone()))
    }

    /// Goes on with what earlier searches of the same solver have learnt, as far as it came from propagators that are
    /// on now. Does nothing unless the search [tracks provenance](crate::Learning::tracks_provenance).
    ///
    /// # Panics
    /// If the search has begun.
    pub fn recall(&mut self, memory: &mut Memory, is_on: impl Fn(PropagatorId) -> bool) {
        assert_eq!(self.base.phase, Phase::Start, "the search has begun");
        let learner = &mut self.strategy;
        if !learner.options.tracks_provenance {
            return;
        }
        let count = self.base.solver.propagator_count();
        let mut off = PropagatorSet(vec![0; PropagatorSet::width(count)]);
        for id in self.base.solver.propagators().map(|(id, ..)| id) {
            if !is_on(id) {
                off.add(id.0);
            }
        }
        learner
            .clauses
            .track_provenance(PropagatorSet::width(count));
        let is_valid = |_, propagators: &[u64]| {
            let mut words = propagators.iter().zip(&off.0);
            words.all(|(own, off)| own & off == 0)
        };
        learner.clauses.take(&mut memory.clauses, is_valid);
        learner.heuristic.activity.clone_from(&memory.activity);
    }

    /// Leaves what this search has learnt to later ones.
    pub fn remember(mut self, memory: &mut Memory) {
        let has_objective = self.base.solver.objective.is_some();
        let learner = &mut self.strategy;
        if learner.options.tracks_provenance && !learner.clauses.have_permanent() && !has_objective
        {
            memory.clauses.take(&mut learner.clauses, |_, _| true);
            memory.clauses.keep(REMEMBERED);
            if let Some(order) = &learner.heuristic.order {
                memory.activity = order.relative();
            }
        }
    }
}
