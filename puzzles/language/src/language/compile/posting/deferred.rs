//! Conditions without a propagator, which are decided once all variables that they read are fixed, or all but one.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use fxhash::FxHashSet;
use quadrille_engine::{
    Change, Conflict, Constraint, Context, Events, Lane, Literal, Past, Propagator, Scope, Status,
    Var,
};

/// A fact about full assignments of some variables.
pub(crate) type Judge = Arc<dyn Fn(&dyn Fn(Var) -> i32) -> bool + Send + Sync>;

/// A variable is 1 if and only if a predicate holds for the others. Forward checking: it acts when at most one variable
/// is open.
#[derive(Clone)]
pub(crate) struct Deferred {
    vars: Vec<Var>,
    truth: Var,
    judge: Judge,
}

impl fmt::Debug for Deferred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deferred")
            .field("vars", &self.vars)
            .field("truth", &self.truth)
            .finish_non_exhaustive()
    }
}

impl Deferred {
    pub(crate) fn new(vars: Vec<Var>, truth: Var, judge: Judge) -> Self {
        Self { vars, truth, judge }
    }
}

impl Constraint for Deferred {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "deferred"
    }

    fn lane(&self) -> Lane {
        Lane::Global
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for &var in &self.vars {
            scope.on(var, Events::FIXED);
        }
        scope.on(self.truth, Events::FIXED);
        self
    }
}

impl Propagator for Deferred {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let mut open = self.vars.iter().filter(|&&var| !cx.is_fixed(var));
        let (first, second) = (open.next().copied(), open.next());
        if second.is_some() || first.is_some() && !cx.is_fixed(self.truth) {
            return Ok(Status::Fixpoint);
        }
        let Some(var) = first else {
            let truth = (self.judge)(&|var| cx.min(var));
            cx.fix(self.truth, i32::from(truth))?;
            return Ok(Status::Entailed);
        };
        let wanted = cx.min(self.truth) == 1;
        let values: Vec<i32> = cx.domain(var).iter().collect();
        for value in values {
            let judged = (self.judge)(&|other| if other == var { value } else { cx.min(other) });
            if judged != wanted {
                cx.remove(var, value)?;
            }
        }
        Ok(Status::Entailed)
    }

    /// The values that the predicate has read.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let read = RefCell::new(FxHashSet::default());
        let value = |var: Var| {
            read.borrow_mut().insert(var);
            past.domain(var).min().unwrap_or_default()
        };
        let failed = change.after.is_empty();
        let changed = change.var.unwrap_or(self.truth);
        if changed == self.truth {
            (self.judge)(&value);
        } else {
            let tried: Vec<i32> = match failed {
                true => change.before.iter().collect(),
                false => change.removed().collect(),
            };
            for tried in tried {
                (self.judge)(&|var| if var == changed { tried } else { value(var) });
            }
            past.describe(self.truth, facts);
        }
        if failed {
            past.describe(changed, facts);
        }
        for var in read.into_inner() {
            past.describe(var, facts);
        }
        facts.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use quadrille_engine::testing::{PropagatorTest, Sharpness};
    use quadrille_engine::{Model, Var};

    use super::*;

    /// The first variable is the truth of "some two neighbours of the others are equal": read from the left as far as
    /// need be.
    fn post(model: &mut Model, vars: &[Var]) {
        let (truth, others) = (vars[0], vars[1..].to_vec());
        let scope = others.clone();
        let judge = move |value: &dyn Fn(Var) -> i32| {
            let mut pairs = others.windows(2);
            pairs.any(|pair| value(pair[0]) == value(pair[1]))
        };
        model.post(Deferred::new(scope, truth, Arc::new(judge)));
    }

    fn accepts(values: &[i32]) -> bool {
        let holds = values[1..].windows(2).any(|pair| pair[0] == pair[1]);
        values[0] == i32::from(holds)
    }

    #[test]
    fn deferred_against_plain_enumeration() {
        for n in 2..=5 {
            PropagatorTest::new(post, accepts).random(150, n, 0..=1);
            PropagatorTest::new(post_with_own_truth, holds).random(150, n, 0..=3);
        }
    }

    fn post_with_own_truth(model: &mut Model, vars: &[Var]) {
        let truth = model.var(1..=1);
        post(model, &[&[truth], vars].concat());
    }

    fn holds(values: &[i32]) -> bool {
        values.windows(2).any(|pair| pair[0] == pair[1])
    }

    #[test]
    fn sharpness_of_deferred() {
        println!("{:28} {}", "propagator", Sharpness::HEAD);
        let figures = PropagatorTest::new(post_with_own_truth, holds).sharpness(200, 8, 0..=3);
        figures.print_within("deferred", 1.0);
    }
}
