//! The questions that users ask of a search: first, count, uniqueness, optimum, and iteration.

use super::{Count, First, Optimum, Search, Solution, Step, Stop, Uniqueness};

impl Search<'_> {
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
                Step::Exhausted => return Count::Exactly(self.stats.solutions),
                Step::Stopped(stop) => return Count::AtLeast(self.stats.solutions, stop),
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
            self.solver.objective.is_some(),
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
}

impl Iterator for Search<'_> {
    type Item = Result<Solution, Stop>;

    /// The next solution; `Err` once when a limit is reached, then `None` until the limits are replaced; `None`
    /// alone when there are no more.
    fn next(&mut self) -> Option<Self::Item> {
        if self.told {
            return None;
        }
        match self.step() {
            Step::Solution => Some(Ok(self.solution())),
            Step::Exhausted => None,
            Step::Stopped(stop) => {
                self.told = true;
                Some(Err(stop))
            }
        }
    }
}
