//! Products, quotients, remainders and absolute values of variables.
//!
//! State: none; scratch only.

use super::value_set::ValueSet;
use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::reason::{Change, Past};
use crate::var::Var;

/// Pairs of values of `x` and `y` up to which all are tried.
const PAIRS: usize = 4096;

/// `x · y = z`, `x / y = z` or `x mod y = z`.
///
/// Division is that of Rust's `/` and `%`: the quotient is rounded towards 0, the remainder has the sign of the
/// dividend; a divisor of 0 is not a solution, and neither is a result beyond 32 bits.
///
/// # Strength and cost
///
/// Domain consistent, even if a variable occurs twice, while the domains of `x` and `y` have at most 4096 pairs
/// of values: all are tried. Beyond that only bounds are computed: of the result from the corners of the box, and of
/// the factors of a product from each other (as in Benhamou and Older 1997, "Applying interval arithmetic to real,
/// integer and Boolean constraints"), which is sound, and exact when `x` and `y` are known. O(pairs), or O(words of the
/// domains). Reasons: everything known about the other two.
#[derive(Clone, Debug)]
pub struct Arithmetic {
    x: Var,
    y: Var,
    z: Var,
    operation: Operation,
    /// Scratch.
    supported: [ValueSet; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Product,
    Quotient,
    Remainder,
}

impl Operation {
    fn of(self, x: i32, y: i32) -> Option<i32> {
        let (x, y) = (i64::from(x), i64::from(y));
        let z = match self {
            Operation::Product => Some(x * y),
            Operation::Quotient => x.checked_div(y),
            Operation::Remainder => x.checked_rem(y),
        };
        i32::try_from(z?).ok()
    }

    /// Bounds of the result for `x` and `y` in two intervals; `None` if there is no result.
    fn hull(self, x: (i64, i64), y: (i64, i64)) -> Option<(i64, i64)> {
        let corners = |x: (i64, i64), y: (i64, i64), f: fn(i64, i64) -> i64| {
            let all = [f(x.0, y.0), f(x.0, y.1), f(x.1, y.0), f(x.1, y.1)];
            let [mut low, mut high] = [all[0]; 2];
            for value in all {
                (low, high) = (low.min(value), high.max(value));
            }
            (low, high)
        };
        match self {
            Operation::Product => Some(corners(x, y, |x, y| x * y)),
            Operation::Quotient => {
                // Negative and positive divisors are taken separately.
                let parts = [(y.0, y.1.min(-1)), (y.0.max(1), y.1)];
                let parts = parts.into_iter().filter(|(low, high)| low <= high);
                parts
                    .map(|y| {
                        let (low, high) = corners(x, y, |x, y| x / y);
                        if x.0 <= 0 && 0 <= x.1 {
                            (low.min(0), high.max(0))
                        } else {
                            (low, high)
                        }
                    })
                    .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
            }
            Operation::Remainder => {
                let most = y.0.abs().max(y.1.abs()) - 1;
                (most >= 0).then_some((x.0.min(0).max(-most), x.1.max(0).min(most)))
            }
        }
    }
}

impl Arithmetic {
    /// `x · y = z`
    pub fn product(x: Var, y: Var, z: Var) -> Self {
        Self {
            x,
            y,
            z,
            operation: Operation::Product,
            supported: Default::default(),
        }
    }

    /// `x / y = z`, rounded towards 0.
    pub fn quotient(x: Var, y: Var, z: Var) -> Self {
        Self {
            operation: Operation::Quotient,
            ..Self::product(x, y, z)
        }
    }

    /// `x mod y = z`, with the sign of `x`.
    pub fn remainder(x: Var, y: Var, z: Var) -> Self {
        Self {
            operation: Operation::Remainder,
            ..Self::product(x, y, z)
        }
    }

    fn try_all(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let vars = [self.x, self.y, self.z];
        for (set, var) in self.supported.iter_mut().zip(vars) {
            set.start(cx, var);
        }
        let [x, y, z] = vars;
        for a in cx.domain(x).iter() {
            for b in cx.domain(y).iter() {
                let fits = |c: &i32| {
                    cx.contains(z, *c)
                        && (x != y || a == b)
                        && (x != z || a == *c)
                        && (y != z || b == *c)
                };
                if let Some(c) = self.operation.of(a, b).filter(fits) {
                    for (set, value) in self.supported.iter_mut().zip([a, b, c]) {
                        set.insert(value);
                    }
                }
            }
        }
        for set in &self.supported {
            set.keep(cx)?;
        }
        let all = vars.iter().all(|&var| cx.is_fixed(var));
        Ok(if all {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }

    fn narrow(&self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let ends = |cx: &Context<'_>, var: Var| (i64::from(cx.min(var)), i64::from(cx.max(var)));
        let within = |cx: &mut Context<'_>, var: Var, (low, high): (i64, i64)| {
            let clamp = |value: i64| value.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
            if low > i64::from(i32::MAX) || high < i64::from(i32::MIN) {
                return Err(Conflict);
            }
            Ok(cx.at_least(var, clamp(low))? | cx.at_most(var, clamp(high))?)
        };
        let (x, y, z) = (self.x, self.y, self.z);
        if self.operation != Operation::Product {
            cx.remove(y, 0)?;
        }
        let Some(hull) = self.operation.hull(ends(cx, x), ends(cx, y)) else {
            return Err(Conflict);
        };
        let mut changed = within(cx, z, hull)?;
        if self.operation == Operation::Product {
            for (own, other) in [(x, y), (y, x)] {
                let (low, high) = ends(cx, other);
                if low <= 0 && 0 <= high {
                    continue;
                }
                // own = z / other, exactly, so it lies between the quotients at the corners.
                let (a, b) = ends(cx, z);
                let quotients = [(a, low), (a, high), (b, low), (b, high)];
                let down = quotients.iter().map(|&(z, y)| z.div_euclid(y) - 1).min();
                let up = quotients.iter().map(|&(z, y)| z.div_euclid(y) + 1).max();
                changed |= within(cx, own, (down.unwrap_or(0), up.unwrap_or(0)))?;
            }
        }
        Ok(Status::after(changed))
    }
}

impl Constraint for Arithmetic {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        match self.operation {
            Operation::Product => "product",
            Operation::Quotient => "quotient",
            Operation::Remainder => "remainder",
        }
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        [self.x, self.y, self.z].into_iter().for_each(see);
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        for (var, set) in [self.x, self.y, self.z]
            .into_iter()
            .zip(&mut self.supported)
        {
            scope.on(var, Events::ANY);
            set.reserve(scope, var);
        }
        self
    }
}

impl Propagator for Arithmetic {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        if cx.size(self.x).saturating_mul(cx.size(self.y)) > PAIRS {
            let status = self.narrow(cx)?;
            if cx.size(self.x).saturating_mul(cx.size(self.y)) > PAIRS {
                return Ok(status);
            }
        }
        self.try_all(cx)
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let mut vars = vec![self.x, self.y, self.z];
        vars.sort_unstable();
        vars.dedup();
        let distinct = vars.len() == 3;
        for var in vars {
            if !distinct || change.after.is_empty() || change.var != Some(var) {
                past.describe(var, facts);
            }
        }
    }
}

/// `y = |x|`.
///
/// # Strength and cost
///
/// Domain consistent, also for `x` and `y` the same. O(values of the domains) a run. Reasons: for each value of one
/// variable, that of the other.
#[derive(Clone, Debug)]
pub struct Absolute {
    x: Var,
    y: Var,
    /// Scratch.
    supported: ValueSet,
}

impl Absolute {
    /// `y = |x|`
    pub fn new(x: Var, y: Var) -> Self {
        Self {
            x,
            y,
            supported: ValueSet::default(),
        }
    }
}

impl Constraint for Absolute {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "absolute value"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        [self.x, self.y].into_iter().for_each(see);
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        for var in [self.x, self.y] {
            scope.on(var, Events::ANY);
            self.supported.reserve(scope, var);
        }
        self
    }
}

impl Propagator for Absolute {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let (x, y) = (self.x, self.y);
        if x == y {
            cx.at_least(x, 0)?;
            return Ok(Status::Entailed);
        }
        self.supported.start(cx, y);
        for value in cx.domain(x).iter().filter_map(i32::checked_abs) {
            self.supported.insert(value);
        }
        self.supported.keep(cx)?;
        self.supported.start(cx, x);
        for value in cx.domain(x).iter() {
            if value
                .checked_abs()
                .is_some_and(|value| cx.contains(y, value))
            {
                self.supported.insert(value);
            }
        }
        self.supported.keep(cx)?;
        Ok(if cx.is_fixed(x) {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        if change.after.is_empty() {
            return past.describe_scope(facts);
        }
        if self.x == self.y {
            return;
        }
        let lost = |value: i32| change.removed().any(|gone| gone == value);
        if change.var == Some(self.y) {
            past.describe_within(self.x, |v| !v.checked_abs().is_some_and(lost), facts);
        } else {
            let is_lost = |v: i32| lost(v) || v.checked_neg().is_some_and(lost);
            past.describe_within(self.y, |v| v < 0 || !is_lost(v), facts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    type Make = fn(Var, Var, Var) -> Arithmetic;
    const ALL: [(Make, Operation); 3] = [
        (Arithmetic::product, Operation::Product),
        (Arithmetic::quotient, Operation::Quotient),
        (Arithmetic::remainder, Operation::Remainder),
    ];

    /// By the definition, in 64 bits.
    fn holds(operation: Operation, x: i32, y: i32, z: i32) -> bool {
        let (x, y, z) = (i64::from(x), i64::from(y), i64::from(z));
        let rest = |z: i64| x - y * z;
        let toward_zero = |rest: i64| rest.abs() < y.abs() && (rest == 0 || (rest < 0) == (x < 0));
        match operation {
            Operation::Product => x * y == z,
            Operation::Quotient => y != 0 && toward_zero(rest(z)),
            Operation::Remainder => y != 0 && toward_zero(z) && (x - z) % y == 0,
        }
    }

    #[test]
    fn small_domains() {
        for (make, operation) in ALL {
            let test = PropagatorTest::new(
                |model, v| {
                    model.post(make(v[0], v[1], v[2]));
                },
                |v| holds(operation, v[0], v[1], v[2]),
            )
            .strength(Strength::Domain);
            test.random(300, 3, -4..=4);
            test.random(200, 3, 0..=9);
            test.domains(&[
                &[i32::MIN, i32::MIN + 1],
                &[-1, 0, 1],
                &[i32::MAX, i32::MAX - 1],
            ]);
            for shape in [[0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 0, 0]] {
                PropagatorTest::new(
                    |model, v| {
                        model.post(make(v[shape[0]], v[shape[1]], v[shape[2]]));
                    },
                    |v| holds(operation, v[shape[0]], v[shape[1]], v[shape[2]]),
                )
                .strength(Strength::Domain)
                .random(60, 2, -3..=4);
            }
        }
    }

    /// Beyond the pairs that are tried, checked against the pairs themselves.
    #[test]
    fn large_domains_lose_nothing_that_has_a_support() {
        let mut rng = crate::Rng::new(7);
        for (make, operation) in ALL {
            for _ in 0..30 {
                let mut range = || {
                    let low = rng.below(120) as i32 - 80;
                    low..=low + 65 + rng.below(30) as i32
                };
                let (a, b) = (range(), range());
                let (low, size) = (rng.below(8000) as i32 - 4000, rng.below(3000) as i32);
                let c = low..=low + size;
                let mut model = crate::Model::new();
                let [x, y, z] = [a, b, c].map(|range| model.var(range));
                let declared = [x, y, z].map(|v| model.domain(v).iter().collect::<Vec<i32>>());
                model.post(make(x, y, z));
                let mut solver = model.solver();
                let outcome = solver.propagate();
                for &a in &declared[0] {
                    for &b in &declared[1] {
                        let Some(c) = operation.of(a, b).filter(|c| declared[2].contains(c)) else {
                            continue;
                        };
                        assert!(outcome.is_ok(), "{a} {b} {c} is a solution");
                        let kept = [(x, a), (y, b), (z, c)];
                        assert!(
                            kept.iter()
                                .all(|&(v, value)| solver.domain(v).contains(value))
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn absolute_values() {
        let test = PropagatorTest::new(
            |model, v| {
                model.post(Absolute::new(v[0], v[1]));
            },
            |v| v[0].checked_abs() == Some(v[1]),
        )
        .strength(Strength::Domain);
        test.random(400, 2, -5..=5);
        test.domains(&[&[i32::MIN, i32::MIN + 1], &[i32::MAX, i32::MAX - 1]]);
        test.domains(&[&[-200, -64, -3, 0, 70], &[0, 3, 63, 64, 70, 200]]);
        PropagatorTest::new(
            |model, v| {
                model.post(Absolute::new(v[0], v[0]));
            },
            |v| v[0] >= 0,
        )
        .strength(Strength::Domain)
        .random(50, 1, -3..=3);
    }
}
