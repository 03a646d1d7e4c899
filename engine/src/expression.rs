//! Linear expressions over variables and their comparisons, written with operators.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use crate::constraint::AnyConstraint;
use crate::domain::Domain;
use crate::literal::Relation;
use crate::model::{IntoConstraint, Model};
use crate::propagators::{self, Equal, Linear, NotEqual, ReifiedLinear};
use crate::var::Var;

/// A sum of variables with coefficients and a constant: `2 * x + y - 3`.
///
/// Made from variables and integers with `+`, `-` and `*`, or with [`sum`](Iterator::sum); compared with `lt`, `le`,
/// `gt`, `ge`, `eq` and `ne` (variables can be compared, too), which gives a [`Comparison`] to post.
///
/// ```
/// use quadrille_engine::{Count, Expression, Model};
///
/// let mut model = Model::new();
/// let (x, y, z) = (model.var(0..=9), model.var(0..=9), model.var(0..=9));
/// model.post((x + y).eq(z));
/// model.post(x.lt(y));
/// model.post((2 * x).ne(y - 1));
/// model.post([x, y, z].into_iter().sum::<Expression>().ge(17));
/// // 1+8=9, 3+6=9, 4+5=9, of 2+7=9 and 0+9=9 none is excluded.
/// assert_eq!(model.solver().solutions().count(), Count::Exactly(5));
/// ```
///
/// # Panics
/// Its operators do so if a coefficient or the constant leaves 64 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expression {
    terms: Vec<(i64, Var)>,
    constant: i64,
}

impl Expression {
    /// The coefficients with their variables, in the order in which they were added; a variable may occur twice.
    pub fn terms(&self) -> &[(i64, Var)] {
        &self.terms
    }

    /// The constant term.
    pub fn constant(&self) -> i64 {
        self.constant
    }

    /// With each variable in one term, and none with coefficient 0.
    pub(crate) fn merged(self) -> Self {
        let mut terms: Vec<(i64, Var)> = Vec::with_capacity(self.terms.len());
        for (c, x) in self.terms {
            match terms.iter_mut().find(|term| term.1 == x) {
                Some(term) => term.0 = checked(term.0.checked_add(c)),
                None => terms.push((c, x)),
            }
        }
        terms.retain(|term| term.0 != 0);
        Self { terms, ..self }
    }

    /// The least and the largest value.
    pub(crate) fn bounds<'d>(&self, domain: impl Fn(Var) -> Domain<'d>) -> (i128, i128) {
        let constant = i128::from(self.constant);
        self.terms
            .iter()
            .fold((constant, constant), |(low, high), &(c, x)| {
                let ends = [domain(x).min(), domain(x).max()]
                    .map(|v| i128::from(c) * i128::from(v.unwrap_or_default()));
                (low + ends[0].min(ends[1]), high + ends[0].max(ends[1]))
            })
    }

    fn compare(self, relation: Relation, other: impl Into<Expression>, more: i64) -> Comparison {
        let difference = (self - other).merged();
        // Σ + constant ⋈ more
        let k = checked(more.checked_sub(difference.constant));
        Comparison {
            terms: difference.terms,
            relation,
            k,
        }
    }
}

#[track_caller]
fn checked(number: Option<i64>) -> i64 {
    number.expect("the coefficients and the constant of an expression fit 64 bits")
}

macro_rules! comparisons {
    ($type:ty) => {
        /// Comparisons, to be posted.
        impl $type {
            /// `self < other`
            pub fn lt(self, other: impl Into<Expression>) -> Comparison {
                Expression::from(self).compare(Relation::AtMost, other, -1)
            }

            /// `self ≤ other`
            pub fn le(self, other: impl Into<Expression>) -> Comparison {
                Expression::from(self).compare(Relation::AtMost, other, 0)
            }

            /// `self > other`
            pub fn gt(self, other: impl Into<Expression>) -> Comparison {
                Expression::from(self).compare(Relation::AtLeast, other, 1)
            }

            /// `self ≥ other`
            pub fn ge(self, other: impl Into<Expression>) -> Comparison {
                Expression::from(self).compare(Relation::AtLeast, other, 0)
            }

            /// `self = other`, a constraint; `==` compares the handles.
            #[allow(clippy::should_implement_trait, reason = "the counterpart of lt")]
            pub fn eq(self, other: impl Into<Expression>) -> Comparison {
                Expression::from(self).compare(Relation::Is, other, 0)
            }

            /// `self ≠ other`, a constraint; `!=` compares the handles.
            pub fn ne(self, other: impl Into<Expression>) -> Comparison {
                Expression::from(self).compare(Relation::IsNot, other, 0)
            }
        }

        impl<E: Into<Expression>> Add<E> for $type {
            type Output = Expression;
            fn add(self, other: E) -> Expression {
                let mut sum = Expression::from(self);
                sum += other;
                sum
            }
        }

        impl<E: Into<Expression>> Sub<E> for $type {
            type Output = Expression;
            fn sub(self, other: E) -> Expression {
                let mut sum = Expression::from(self);
                sum -= other;
                sum
            }
        }

        impl Neg for $type {
            type Output = Expression;
            fn neg(self) -> Expression {
                self * -1
            }
        }

        impl<N: Into<i64>> Mul<N> for $type {
            type Output = Expression;
            fn mul(self, factor: N) -> Expression {
                let factor = factor.into();
                let mut product = Expression::from(self);
                for number in product
                    .terms
                    .iter_mut()
                    .map(|term| &mut term.0)
                    .chain([&mut product.constant])
                {
                    *number = checked(number.checked_mul(factor));
                }
                product
            }
        }

        impl Mul<$type> for i64 {
            type Output = Expression;
            fn mul(self, other: $type) -> Expression {
                other * self
            }
        }

        impl Add<$type> for i64 {
            type Output = Expression;
            fn add(self, other: $type) -> Expression {
                other + self
            }
        }

        impl Sub<$type> for i64 {
            type Output = Expression;
            fn sub(self, other: $type) -> Expression {
                -other + self
            }
        }

        impl Sum<$type> for Expression {
            fn sum<I: Iterator<Item = $type>>(parts: I) -> Expression {
                parts.fold(Expression::default(), |sum, part| sum + part)
            }
        }
    };
}

comparisons!(Expression);
comparisons!(Var);

impl<E: Into<Expression>> AddAssign<E> for Expression {
    fn add_assign(&mut self, other: E) {
        let other = other.into();
        self.terms.extend(other.terms);
        self.constant = checked(self.constant.checked_add(other.constant));
    }
}

impl<E: Into<Expression>> SubAssign<E> for Expression {
    fn sub_assign(&mut self, other: E) {
        *self += -other.into();
    }
}

impl From<Var> for Expression {
    fn from(var: Var) -> Self {
        Self {
            terms: vec![(1, var)],
            constant: 0,
        }
    }
}

impl From<i64> for Expression {
    fn from(constant: i64) -> Self {
        Self {
            terms: Vec::new(),
            constant,
        }
    }
}

impl From<i32> for Expression {
    fn from(constant: i32) -> Self {
        i64::from(constant).into()
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &(c, x)) in self.terms.iter().enumerate() {
            let sign = match (i, c < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            match c.unsigned_abs() {
                1 => write!(f, "{sign}{x}")?,
                c => write!(f, "{sign}{c}·{x}")?,
            }
        }
        match self.constant {
            k if self.terms.is_empty() => write!(f, "{k}"),
            0 => Ok(()),
            k if k < 0 => write!(f, " - {}", k.unsigned_abs()),
            k => write!(f, " + {k}"),
        }
    }
}

/// A comparison of two expressions, to be [posted](Model::post): made by `lt`, `le`, `gt`, `ge`, `eq` and `ne`.
///
/// Posting chooses the propagator: [`NotEqual`] and [`Equal`] for `x ≠ y + k` and `x = y + k`, for other equalities
/// [`LinearGac`](propagators::LinearGac) where the domains are small, and [`Linear`] for the rest; so everything is
/// domain consistent except equations over large domains, which are bounds consistent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a comparison does nothing until it is posted"]
pub struct Comparison {
    terms: Vec<(i64, Var)>,
    relation: Relation,
    k: i64,
}

impl Comparison {
    /// The comparison holds if and only if `b` is 1, and does not if `b` is 0.
    ///
    /// # Panics
    /// As [`ReifiedLinear::new`].
    pub fn iff(self, b: Var) -> ReifiedLinear {
        ReifiedLinear::new(b, &self.terms, self.relation, self.k)
    }

    #[track_caller]
    fn constraint(self, model: &Model) -> AnyConstraint {
        for &(_, var) in &self.terms {
            model.check(var, "one in a comparison");
        }
        let difference = match *self.terms {
            [(1, x), (-1, y)] => i32::try_from(self.k).ok().map(|k| (x, y, k)),
            [(-1, x), (1, y)] => i32::try_from(self.k).ok().map(|k| (y, x, k)),
            _ => None,
        };
        match (self.relation, difference) {
            (Relation::Is, Some((x, y, k))) => AnyConstraint::new(Equal::with_offset(x, y, k)),
            (Relation::IsNot, Some((x, y, k))) => {
                AnyConstraint::new(NotEqual::with_offset(x, y, k))
            }
            (Relation::Is, None) if propagators::linear_gac_pays(model, &self.terms, self.k) => {
                AnyConstraint::new(propagators::LinearGac::new(&self.terms, self.k))
            }
            _ => AnyConstraint::new(Linear::new(&self.terms, self.relation, self.k)),
        }
    }
}

impl IntoConstraint for Comparison {
    #[track_caller]
    fn into_constraint(self, model: &Model) -> AnyConstraint {
        self.constraint(model)
    }
}

impl Model {
    /// A variable that equals `expression`: a substitute for a view such as `x + 1` where a propagator takes a
    /// variable. An expression that is a variable already is that variable; with one term, the new domain has the same
    /// holes; of a sum, it is the range between its bounds.
    ///
    /// ```
    /// use quadrille_engine::{Count, Model, propagators::AllDifferent};
    ///
    /// // Queens on one diagonal have the same row plus column.
    /// let mut model = Model::new();
    /// let queens = model.vars(6, 1..=6);
    /// let mut up: Vec<_> = (0..).zip(&queens).map(|(row, &x)| model.define(x + row)).collect();
    /// let down: Vec<_> = (0..).zip(&queens).map(|(row, &x)| model.define(x - row)).collect();
    /// for line in [&queens, &up, &down] {
    ///     model.post(AllDifferent::new(line));
    /// }
    /// assert_eq!(model.solver().solutions().count(), Count::Exactly(4));
    /// ```
    ///
    /// # Panics
    /// If its values leave `i32` or span more than [`MAX_WIDTH`](crate::MAX_WIDTH), or a variable is of another model.
    #[track_caller]
    pub fn define(&mut self, expression: impl Into<Expression>) -> Var {
        let expression = expression.into().merged();
        for &(_, var) in expression.terms() {
            self.check(var, "one in an expression");
        }
        let (terms, k) = (expression.terms(), expression.constant());
        let fit = |value: i128| {
            i32::try_from(value)
                .unwrap_or_else(|_| panic!("{expression} may be {value}, beyond 32 bits"))
        };
        let var = match *terms {
            [(1, var)] if k == 0 => return var,
            [(c, var)] => {
                let of = |v: i32| fit(i128::from(c) * i128::from(v) + i128::from(k));
                let values: Vec<i32> = self.domain(var).iter().map(of).collect();
                self.var_of(&values)
            }
            _ => {
                let (low, high) = expression.bounds(|var| self.domain(var));
                self.var(fit(low)..=fit(high))
            }
        };
        self.post(expression.eq(var));
        var
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    #[test]
    fn expressions_mean_what_they_say() {
        type Make = fn(Var, Var, Var) -> Comparison;
        type Judge = fn(i32, i32, i32) -> bool;
        let cases: [(Make, Judge); 10] = [
            (|x, y, _| x.lt(y), |x, y, _| x < y),
            (|x, y, _| x.le(y - 1), |x, y, _| x < y),
            (|x, y, _| x.gt(2 - y), |x, y, _| x > 2 - y),
            (|x, y, z| (x + y).ge(z), |x, y, z| x + y >= z),
            (|x, y, z| (x + y).eq(z), |x, y, z| x + y == z),
            (|x, y, _| x.eq(y + 2), |x, y, _| x == y + 2),
            (|x, y, _| (1 + x).ne(y - 2), |x, y, _| 1 + x != y - 2),
            (|x, _, _| x.ne(3), |x, _, _| x != 3),
            (
                |x, y, z| (2 * x - (y + z) * 3).le(-x),
                |x, y, z| 2 * x - (y + z) * 3 <= -x,
            ),
            (|x, y, _| (x + y - x).eq(y), |_, _, _| true),
        ];
        for (make, judge) in cases {
            PropagatorTest::new(
                move |model, v| {
                    model.post(make(v[0], v[1], v[2]));
                },
                move |v| judge(v[0], v[1], v[2]),
            )
            .strength(Strength::Domain)
            .random(60, 3, -3..=4);
        }
    }

    #[test]
    fn reified_comparisons() {
        PropagatorTest::new(
            |model, v| {
                model.post((v[1] + v[2]).lt(3).iff(v[0]));
            },
            |v| v[0] == i32::from(v[1] + v[2] < 3),
        )
        .random(60, 3, 0..=3);
    }

    #[test]
    fn expressions_are_written_as_read() {
        let mut model = Model::new();
        let (x, y) = (model.var(0..=1), model.var(0..=1));
        assert_eq!((2 * x - y + 3).to_string(), "2·x0 - x1 + 3");
        assert_eq!((-x - 1).to_string(), "-x0 - 1");
        assert_eq!(Expression::from(7).to_string(), "7");
        let sum: Expression = [x, y].into_iter().sum();
        assert_eq!(sum.to_string(), "x0 + x1");
    }

    #[test]
    #[should_panic(expected = "fit 64 bits")]
    fn what_leaves_64_bits_is_refused() {
        let mut model = Model::new();
        let x = model.var(0..=1);
        let _ = (x * i64::MAX) * 2;
    }
}
