//! For tests: a callback for every learnt no-good.

use std::fmt;

use super::Learner;
use super::fact::Fact;
use crate::kernel::Kernel;
use crate::search::Search;
use crate::var::Var;

type Judge = Box<dyn FnMut(&[(Var, Vec<i32>)]) + Send>;

/// Called with each no-good.
pub(super) struct Show(Judge);

impl fmt::Debug for Show {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Show")
    }
}

impl Show {
    pub(super) fn call(&mut self, facts: &[Fact], kernel: &Kernel) {
        let no_good: Vec<(Var, Vec<i32>)> = facts
            .iter()
            .map(|fact| {
                let values = kernel.declared(fact.var).iter();
                (fact.var, values.filter(|&v| fact.admits(v)).collect())
            })
            .collect();
        (self.0)(&no_good);
    }
}

impl Search<'_, Learner> {
    /// Passes each no-good learnt from a failure to `judge`, before it is propagated: no solution not yet found (and,
    /// with an objective, better than those found) has for each of the variables one of the values given with it.
    pub fn show_learnt(mut self, judge: impl FnMut(&[(Var, Vec<i32>)]) + Send + 'static) -> Self {
        self.strategy.show = Some(Show(Box::new(judge)));
        self
    }
}
