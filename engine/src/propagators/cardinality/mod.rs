//! How often each value occurs.
//!
//! State: none on the trail. The assignment of the last run is a hint, rechecked at each; the rest is scratch.

mod flow;

use self::flow::{Blame, Flow, NONE};
use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

/// Reason tags; the number of the value is in the higher bits.
const KNOWN: u32 = 1;
const POSSIBLE: u32 = 2;

/// Global cardinality: how many of the variables take each of some values, as constants or as variables. Other values
/// may occur any number of times.
///
/// # Strength and cost
///
/// With constants, domain consistent when no variable occurs twice. With variables for the numbers, the counted
/// variables are domain consistent for the bounds of the numbers, and each number is bounded by how many variables have
/// the value and how many can have it. Régin 1996, "Generalized arc consistency for global cardinality constraint": an
/// assignment within the bounds is a flow, and an arc on no cycle of the residual graph has no support. O(values of the
/// domains) a run if the last assignment is still valid, otherwise times the number of variables to be moved. Reasons
/// are the variables that fill a set of values, or that are needed for one.
#[derive(Clone, Debug)]
pub struct Cardinality {
    vars: Box<[Var]>,
    values: Box<[(i32, Number)]>,
    repeated: bool,
    /// Constant once attached: every value declared or counted, in rising order.
    all: Vec<i32>,
    /// By value of `all`: its place in `values`, or `NONE`.
    counted: Vec<u32>,
    flow: Flow,
}

#[derive(Clone, Copy, Debug)]
enum Number {
    Between(i64, i64),
    Is(Var),
}

impl Cardinality {
    /// Bounds on how often each value occurs: `(value, least, most)`.
    ///
    /// # Panics
    /// If a value is given twice.
    pub fn between(vars: &[Var], bounds: &[(i32, usize, usize)]) -> Self {
        let limit = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let numbers = bounds
            .iter()
            .map(|&(value, least, most)| (value, Number::Between(limit(least), limit(most))));
        Self::with_numbers(vars, numbers.collect())
    }

    /// Each value occurs as often as a variable says: `(value, number)`.
    ///
    /// # Panics
    /// If a value is given twice.
    pub fn new(vars: &[Var], numbers: &[(i32, Var)]) -> Self {
        let numbers = numbers.iter().map(|&(value, var)| (value, Number::Is(var)));
        Self::with_numbers(vars, numbers.collect())
    }

    fn with_numbers(vars: &[Var], mut values: Vec<(i32, Number)>) -> Self {
        values.sort_unstable_by_key(|&(value, _)| value);
        let twice = values.windows(2).any(|pair| pair[0].0 == pair[1].0);
        assert!(!twice, "each value is given once");
        let numbers = values.iter().filter_map(|&(_, number)| match number {
            Number::Is(var) => Some(var),
            Number::Between(..) => None,
        });
        let all: Vec<Var> = vars.iter().copied().chain(numbers).collect();
        Self {
            repeated: super::all_different::repeats(&all),
            vars: vars.into(),
            values: values.into(),
            all: Vec::new(),
            counted: Vec::new(),
            flow: Flow::default(),
        }
    }

    /// The bounds of the numbers, by value of `all`.
    fn bounds(&self, number_of: impl Fn(Var) -> (i64, i64)) -> Vec<(i64, i64)> {
        let of = |&counted: &u32| match self.values.get(counted as usize) {
            None => (0, self.vars.len() as i64),
            Some(&(_, Number::Between(least, most))) => (least, most),
            Some(&(_, Number::Is(var))) => number_of(var),
        };
        self.counted.iter().map(of).collect()
    }

    /// What bounds the numbers of these values.
    fn say_bounds(&self, values: &[usize], above: bool, past: &Past<'_>, facts: &mut Vec<Literal>) {
        for &v in values {
            let Some(&(_, Number::Is(var))) = self.values.get(self.counted[v] as usize) else {
                continue;
            };
            let domain = past.domain(var);
            facts.extend(if above {
                domain.max().map(|max| Literal::at_most(var, max))
            } else {
                domain.min().map(|min| Literal::at_least(var, min))
            });
        }
    }

    fn say(&self, blame: &Blame, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let is_among = |value: i32| {
            let place = self.all.binary_search(&value);
            place.is_ok_and(|place| blame.is_in[place])
        };
        for &i in &blame.vars {
            past.describe_within(self.vars[i], is_among, facts);
        }
        self.say_bounds(&blame.full, true, past, facts);
        self.say_bounds(&blame.needed, false, past, facts);
    }
}

impl Constraint for Cardinality {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "cardinality"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.vars.iter().copied().for_each(&mut *see);
        for &(_, number) in &self.values {
            if let Number::Is(var) = number {
                see(var);
            }
        }
    }

    fn lane(&self) -> Lane {
        Lane::Global
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        let mut all: Vec<i32> = self.values.iter().map(|&(value, _)| value).collect();
        let mut declared = 0;
        for &var in &self.vars {
            scope.on(var, Events::ANY);
            all.extend(scope.domain(var).iter());
            declared += scope.domain(var).len();
        }
        all.sort_unstable();
        all.dedup();
        for &(_, number) in &self.values {
            if let Number::Is(var) = number {
                scope.on(var, Events::BOUNDS);
            }
        }
        let place = |value: &i32| self.values.binary_search_by_key(value, |&(value, _)| value);
        self.counted = all
            .iter()
            .map(|value| place(value).map_or(NONE, |at| at as u32))
            .collect();
        self.flow = Flow::new(self.vars.len(), all.len(), declared);
        self.all = all;
        self
    }
}

impl Propagator for Cardinality {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let Self {
            vars,
            values,
            all,
            counted,
            flow,
            ..
        } = self;
        flow.start();
        for &var in &*vars {
            for value in cx.domain(var).iter() {
                let place = all.binary_search(&value).expect("it was declared");
                flow.add_value(place as u32);
            }
            flow.end_domain();
        }
        let mut changed = false;
        for (v, &counted) in counted.iter().enumerate() {
            let (known, possible) = flow.count(v as u32);
            let bounds = match values.get(counted as usize) {
                None => (0, vars.len() as i64),
                Some(&(_, Number::Between(least, most))) => (least, most),
                Some(&(_, Number::Is(number))) => {
                    cx.because((v as u32) << 2 | KNOWN);
                    changed |= cx.at_least(number, known as i32)?;
                    cx.because((v as u32) << 2 | POSSIBLE);
                    changed |= cx.at_most(number, possible as i32)?;
                    (i64::from(cx.min(number)), i64::from(cx.max(number)))
                }
            };
            flow.set_bounds(v, bounds);
        }
        cx.because(0);
        flow.assign().map_err(|_| Conflict)?;
        flow.number_components();
        for (i, &var) in vars.iter().enumerate() {
            for place in flow.domain(i) {
                let value = flow.value_at(place);
                if !flow.is_supported(i, value) {
                    changed |= cx.remove(var, all[value as usize])?;
                }
            }
        }
        Ok(Status::after(changed))
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let fails = change.after.is_empty();
        if self.repeated {
            return past.describe_scope(facts);
        }
        if change.tag & 3 != 0 {
            let value = self.all[(change.tag >> 2) as usize];
            let known = change.tag & 3 == KNOWN;
            for &var in &self.vars {
                let domain = past.domain(var);
                if known && domain.value() == Some(value) {
                    facts.push(Literal::is(var, value));
                } else if !known && !domain.contains(value) {
                    facts.push(Literal::is_not(var, value));
                }
            }
            if fails && let Some(number) = change.var {
                past.describe(number, facts);
            }
            return;
        }
        let mut flow = Flow::new(self.vars.len(), self.all.len(), 0);
        flow.start();
        for &var in &self.vars {
            for value in past.domain(var).iter() {
                if let Ok(place) = self.all.binary_search(&value) {
                    flow.add_value(place as u32);
                }
            }
            flow.end_domain();
        }
        let bounds = self.bounds(|var| {
            let domain = past.domain(var);
            (
                domain.min().map_or(0, i64::from),
                domain.max().map_or(0, i64::from),
            )
        });
        for (v, bounds) in bounds.into_iter().enumerate() {
            flow.set_bounds(v, bounds);
        }
        if let Err(blame) = flow.assign() {
            return self.say(&blame, past, facts);
        }
        let place = (0..self.vars.len()).find(|&i| Some(self.vars[i]) == change.var);
        let (Some(place), false) = (place, fails) else {
            return past.describe_scope(facts);
        };
        for value in change.removed() {
            let Ok(value) = self.all.binary_search(&value) else {
                continue;
            };
            match flow.why_not(place, value) {
                Some(blame) => self.say(&blame, past, facts),
                None => {
                    facts.clear();
                    return past.describe_scope(facts);
                }
            }
        }
        facts.sort_unstable();
        facts.dedup();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    fn count(v: &[i32], value: i32) -> usize {
        v.iter().filter(|&&x| x == value).count()
    }

    #[test]
    fn constant_numbers() {
        let cases: [&[(i32, usize, usize)]; 6] = [
            &[],
            &[(0, 0, 1), (1, 0, 1), (2, 0, 1), (3, 0, 1)],
            &[(0, 1, 2), (2, 1, 1)],
            &[(0, 2, 4), (1, 0, 1), (3, 1, 2)],
            &[(7, 0, 0), (1, 1, 3), (2, 1, 1), (0, 0, 2)],
            &[(1, 2, 1)],
        ];
        for bounds in cases {
            for n in 0..=5 {
                PropagatorTest::new(
                    |model, vars| {
                        model.post(Cardinality::between(vars, bounds));
                    },
                    |v| {
                        bounds
                            .iter()
                            .all(|&(value, low, high)| (low..=high).contains(&count(v, value)))
                    },
                )
                .strength(Strength::Domain)
                .random(if n < 5 { 60 } else { 100 }, n, 0..=3);
            }
        }
        PropagatorTest::new(
            |model, vars| {
                model.post(Cardinality::between(
                    vars,
                    &[(-5, 1, 1), (63, 1, 1), (200, 0, 1)],
                ));
            },
            |v| count(v, -5) == 1 && count(v, 63) == 1 && count(v, 200) <= 1,
        )
        .strength(Strength::Domain)
        .domains(&[&[-5, 63, 200], &[0, 63], &[63, 200], &[-5, 200]]);
    }

    #[test]
    fn numbers_as_variables() {
        for n in 1..=4 {
            PropagatorTest::new(
                |model, v| {
                    model.post(Cardinality::new(&v[2..], &[(1, v[0]), (3, v[1])]));
                },
                |v| v[0] == count(&v[2..], 1) as i32 && v[1] == count(&v[2..], 3) as i32,
            )
            .random(150, n + 2, 0..=3);
        }
        // A number that is counted itself.
        PropagatorTest::new(
            |model, v| {
                model.post(Cardinality::new(
                    &[v[0], v[1], v[2], v[1]],
                    &[(1, v[0]), (2, v[3])],
                ));
            },
            |v| {
                let counted = [v[0], v[1], v[2], v[1]];
                v[0] == count(&counted, 1) as i32 && v[3] == count(&counted, 2) as i32
            },
        )
        .random(150, 4, 0..=3);
    }
}
