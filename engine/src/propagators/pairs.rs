//! Two variables take one of the pairs of a list.

use std::sync::Arc;

use crate::constraint::{Constraint, Scope};
use crate::domain::Dom;
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

/// Pairs of values 0..=63: for each value of one side, the values that it is paired with on the other.
///
/// Share one between propagators by [`Arc`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    seconds: Box<[Dom]>,
    firsts: Box<[Dom]>,
}

impl Pairs {
    /// Each first value is paired with the second values given for it.
    pub fn new(rows: impl IntoIterator<Item = (i32, Dom)>) -> Self {
        let (mut seconds, mut firsts) = (Vec::new(), Vec::new());
        for (first, with) in rows {
            add(&mut seconds, first, with);
            for second in with.iter() {
                add(&mut firsts, second, Dom::single(first));
            }
        }
        Self {
            seconds: seconds.into(),
            firsts: firsts.into(),
        }
    }

    /// The values paired with one of these first values.
    pub fn seconds(&self, firsts: Dom) -> Dom {
        partners(&self.seconds, firsts)
    }

    /// The values paired with one of these second values.
    pub fn firsts(&self, seconds: Dom) -> Dom {
        partners(&self.firsts, seconds)
    }

    /// Whether all values of two sets are paired with each other.
    fn holds_all(&self, firsts: Dom, seconds: Dom) -> bool {
        let of = |first: i32| self.seconds.get(first as usize).copied();
        firsts
            .iter()
            .all(|first| seconds.is_subset(of(first).unwrap_or(Dom::EMPTY)))
    }
}

fn add(sets: &mut Vec<Dom>, value: i32, with: Dom) {
    let place = value as usize;
    if sets.len() <= place {
        sets.resize(place + 1, Dom::EMPTY);
    }
    sets[place] |= with;
}

fn partners(sets: &[Dom], values: Dom) -> Dom {
    let set = |value: i32| sets.get(value as usize).copied();
    let sets = values.iter().filter_map(set);
    sets.fold(Dom::EMPTY, |all, set| all | set)
}

/// Two different variables take one of the given [`Pairs`]: a [`Table`](super::Table) of two columns that is cheap to
/// post many times.
///
/// # Strength and cost
///
/// Domain consistent: supports only lead from one variable to the other. O(values) word operations a run, no state;
/// entailed as soon as all remaining values are paired with each other.
#[derive(Clone, Debug)]
pub struct InPairs {
    first: Var,
    second: Var,
    pairs: Arc<Pairs>,
}

impl InPairs {
    /// The value of `first` and that of `second` are one of `pairs`.
    ///
    /// # Panics
    /// If the variables are the same, or one is wide.
    pub fn new(first: Var, second: Var, pairs: Arc<Pairs>) -> Self {
        assert!(first != second, "two different variables");
        assert!(!first.is_wide() && !second.is_wide(), "values 0..=63");
        Self {
            first,
            second,
            pairs,
        }
    }
}

impl Constraint for InPairs {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "pairs"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        [self.first, self.second].into_iter().for_each(see);
    }

    fn lane(&self) -> Lane {
        Lane::Binary
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        scope.on(self.first, Events::ANY);
        scope.on(self.second, Events::ANY);
        self
    }
}

impl Propagator for InPairs {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        cx.keep(self.second, self.pairs.seconds(cx.dom(self.first)))?;
        cx.keep(self.first, self.pairs.firsts(cx.dom(self.second)))?;
        let all = self
            .pairs
            .holds_all(cx.dom(self.first), cx.dom(self.second));
        Ok(if all {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }

    /// The facts that the other variable had none of the values paired with those removed.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let target = change.var.filter(|_| !change.after.is_empty());
        let gone: Dom = change.removed().collect();
        if target == Some(self.second) {
            let with = self.pairs.firsts(gone);
            past.describe_within(self.first, |value| !with.contains(value), facts);
        } else if target == Some(self.first) {
            let with = self.pairs.seconds(gone);
            past.describe_within(self.second, |value| !with.contains(value), facts);
        } else {
            past.describe_scope(facts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::testing::{PropagatorTest, Strength};

    #[test]
    fn against_brute_force() {
        let mut rng = Rng::new(1);
        for round in 0..40 {
            let rows: Vec<(i32, Dom)> = (0..6)
                .map(|first| (first, Dom::from_bits(rng.below(64))))
                .collect();
            let holds = |v: &[i32]| {
                rows.iter()
                    .any(|&(first, with)| first == v[0] && with.contains(v[1]))
            };
            PropagatorTest::new(
                |model, vars| {
                    let pairs = Arc::new(Pairs::new(rows.clone()));
                    model.post(InPairs::new(vars[0], vars[1], pairs));
                },
                holds,
            )
            .seed(round)
            .strength(Strength::Domain)
            .random(50, 2, 0..=7);
        }
    }
}
