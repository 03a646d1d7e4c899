//! Questions to a search: first, count, uniqueness, optimum, and iteration.

use super::{Count, First, Optimum, Search, Solution, Step, Stop, Strategy, Uniqueness};

impl<S: Strategy> Search<'_, S> {
    /// The first solution from here on.
    pub fn first(&mut self) -> First {
        match self.step() {
            Step::Solution => First::Found(self.solution()),
            Step::Exhausted => First::Nothing,
            Step::Stopped(stop) => First::Stopped(stop),
        }
    }

    /// The number of solutions, this search's earlier ones included.
    pub fn count(mut self) -> Count {
        loop {
            match self.step() {
                Step::Solution => {}
                Step::Exhausted => return Count::Exactly(self.base.stats.solutions),
                Step::Stopped(stop) => return Count::AtLeast(self.base.stats.solutions, stop),
            }
        }
    }

    /// Whether there are no solutions, one, or several; stops at the second.
    pub fn uniqueness(&mut self) -> Uniqueness {
        let first = match self.first() {
            First::Found(solution) => solution,
            First::Nothing => return Uniqueness::Nothing,
            First::Stopped(stop) => return Uniqueness::Stopped(None, stop),
        };
        match self.first() {
            First::Found(second) => Uniqueness::Several(first, second),
            First::Nothing => Uniqueness::Unique(first),
            First::Stopped(stop) => Uniqueness::Stopped(Some(first), stop),
        }
    }

    /// The best solution by the model's objective.
    ///
    /// # Panics
    /// If the model has no objective.
    pub fn optimum(&mut self) -> Optimum {
        assert!(
            self.base.solver.objective.is_some(),
            "the model has no objective"
        );
        let mut best = None;
        loop {
            match self.step() {
                Step::Solution => best = Some(self.solution()),
                Step::Exhausted => return best.map_or(Optimum::Nothing, Optimum::Proved),
                Step::Stopped(stop) => return Optimum::Best(best, stop),
            }
        }
    }

    /// At a solution of a model with an objective: the value that is minimised. An objective to be maximised has its
    /// sign changed.
    pub fn objective_value(&self) -> Option<i64> {
        let objective = self.base.solver.objective.as_ref()?;
        let kernel = &self.base.solver.kernel;
        Some(objective.evaluate(|var| kernel.min(var)))
    }
}

impl Search<'_> {
    /// Also finds the solutions that are as good as the best so far, and none whose value is above `bound`, the value
    /// of a known one. Values are those of [`objective_value`](Self::objective_value). To count the best solutions,
    /// start again whenever one is better than those before. Variables of the objective should be decisions, or follow
    /// from them: of the values that witnesses allow for one solution, only one is found.
    pub fn with_ties(mut self, bound: Option<i64>) -> Self {
        self.base.wanted.ties = true;
        self.base.wanted.bound = bound;
        self
    }

    /// From now on only solutions with a value up to `bound` are wanted; one above may still come, since this takes
    /// effect at the next node.
    pub fn tighten(&mut self, bound: i64) {
        self.base.wanted.bound = Some(
            self.base
                .wanted
                .bound
                .map_or(bound, |known| known.min(bound)),
        );
        if let Some(objective) = &self.base.solver.objective {
            objective.limit_to(bound);
        }
    }
}

impl<S: Strategy> Iterator for Search<'_, S> {
    type Item = Result<Solution, Stop>;

    /// The next solution; `Err` once when a limit is reached, then `None` until the limits are replaced; `None`
    /// alone when there are no more.
    fn next(&mut self) -> Option<Self::Item> {
        if self.base.gauge.reported {
            return None;
        }
        match self.step() {
            Step::Solution => Some(Ok(self.solution())),
            Step::Exhausted => None,
            Step::Stopped(stop) => {
                self.base.gauge.reported = true;
                Some(Err(stop))
            }
        }
    }
}
