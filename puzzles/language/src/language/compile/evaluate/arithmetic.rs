//! Numbers: how they are computed, and how large they may become.

use quadrille_engine::propagators::{Comparison as Sign, Number};

use super::super::logic::{TRUE, and, compare, not, sum};
use super::super::value::{Absence, Value};
use super::super::{Compiler, Made};
use crate::document::Problem;
use crate::language::syntax::{Arithmetic, Expr, Span};

impl Compiler<'_> {
    /// An expression as a number; otherwise the value `Missing` or `Empty`.
    pub(crate) fn number(&mut self, expr: &Expr) -> Made<Result<Number, Value>> {
        match self.value(expr)? {
            Value::Number(number) => Ok(Ok(number)),
            nothing @ (Value::Missing | Value::Empty) => Ok(Err(nothing)),
            Value::Blank(..) => Ok(Err(Value::Empty)),
            _ => self.unclear(&expr.span),
        }
    }

    fn number_with_absence(&mut self, expr: &Expr) -> Made<(Result<Number, Value>, Absence)> {
        let mut number = Err(Value::Missing);
        let (_, absence) = self.with_absence(|compiler| {
            number = compiler.number(expr)?;
            Ok(match &number {
                Err(Value::Missing) => Value::Missing,
                _ => Value::Empty,
            })
        })?;
        Ok((number, absence))
    }

    /// A number given by the data.
    pub(crate) fn constant(&mut self, expr: &Expr) -> Made<i64> {
        let number = self.known_constant(expr)?;
        number.ok_or_else(|| {
            Problem::new(
                expr.span.clone(),
                "this number is unknown",
                "expected a number from the data",
            )
        })
    }

    /// The same; `None` if the data does not tell it.
    pub(crate) fn known_constant(&mut self, expr: &Expr) -> Made<Option<i64>> {
        match self.number(expr)? {
            Ok(Number::Const(number)) => Ok(i64::try_from(number).ok()),
            Ok(_) => self.unclear(&expr.span),
            Err(_) => Ok(None),
        }
    }

    pub(crate) fn arithmetic(
        &mut self,
        operation: Arithmetic,
        a: &Expr,
        b: &Expr,
        span: &Span,
    ) -> Made<Value> {
        let (left, of_left) = self.number_with_absence(a)?;
        let (right, of_right) = self.number_with_absence(b)?;
        self.add_absences(vec![of_left, of_right]);
        let (left, right) = match (left, right) {
            (Ok(left), Ok(right)) => (left, right),
            (Err(Value::Missing), _) | (_, Err(Value::Missing)) => return Ok(Value::Missing),
            _ => return Ok(Value::Empty),
        };
        if let (Number::Const(left), Number::Const(right)) = (&left, &right) {
            let (left, right) = (*left, *right);
            let Some(number) = of_constants(operation, left, right) else {
                return Ok(Value::Empty);
            };
            return self.total(number.map(Number::Const), span);
        }
        let number = match operation {
            Arithmetic::Add => sum([(1, left), (1, right)]),
            Arithmetic::Subtract => sum([(1, left), (-1, right)]),
            Arithmetic::Multiply => match (left, right) {
                (Number::Const(factor), number) | (number, Number::Const(factor)) => {
                    sum([(factor, number)])
                }
                (left, right) => Some(Number::Product(vec![left, right])),
            },
            Arithmetic::Divide if self.bounds(&left).0 >= 0 => {
                Some(Number::Quotient(Box::new(left), Box::new(right)))
            }
            // The remainder is never negative: without it the quotient is exact.
            Arithmetic::Divide => {
                let rest = Number::Remainder(Box::new(left.clone()), Box::new(right.clone()));
                sum([(1, left), (-1, rest)])
                    .map(|whole| Number::Quotient(Box::new(whole), Box::new(right)))
            }
            Arithmetic::Greatest if sum([(-1, left.clone())]).as_ref() == Some(&right) => {
                Some(Number::Absolute(Box::new(left)))
            }
            // If one of the two does not exist, the result does not, either.
            Arithmetic::Least | Arithmetic::Greatest => {
                let there = and([left.defined(), right.defined()]);
                let both = vec![(TRUE, left), (TRUE, right)];
                let number = match operation {
                    Arithmetic::Least => Number::Least(both),
                    _ => Number::Greatest(both),
                };
                Some(match there {
                    TRUE => number,
                    there => Number::First(vec![(there, number)]),
                })
            }
            Arithmetic::Modulo => Some(Number::Remainder(Box::new(left), Box::new(right))),
            Arithmetic::Power => match right {
                Number::Const(power @ 0..=1000) => {
                    Some(Number::Power(Box::new(left), power as u32))
                }
                Number::Const(..0) => return Ok(Value::Empty),
                right => self.power(left, right, b)?,
            },
        };
        self.total(number, span)
    }

    /// A power whose exponent depends on the solution: one for each exponent; it does not exist for a negative one.
    fn power(&mut self, left: Number, right: Number, written: &Expr) -> Made<Option<Number>> {
        let (least, most) = self.bounds(&right);
        if most > 1000 {
            return self.wrong(
                &written.span,
                "this exponent cannot be used",
                "expected a number from 0 to 1000",
            );
        }
        let mut powers = Vec::new();
        for exponent in least.max(0)..=most {
            let is_so = compare(right.clone(), Sign::Equal, Number::Const(exponent));
            let Some(value) = (match left {
                Number::Const(base) => power(base, exponent).map(Number::Const),
                _ => Some(Number::Power(Box::new(left.clone()), exponent as u32)),
            }) else {
                return Ok(None);
            };
            powers.push((is_so, value));
        }
        Ok(Some(Number::First(powers)))
    }

    /// A number within the limit for all values of its variables, with its tests about groups settled.
    pub(crate) fn total(&mut self, number: Option<Number>, span: &Span) -> Made<Value> {
        let Some(number) = number.filter(|number| self.magnitude(number) <= Number::LARGEST) else {
            self.eval.is_final = true;
            return self.wrong(
                span,
                "the number may be too large",
                "it may have more than 30 digits here; at most 30 are possible",
            );
        };
        Ok(Value::Number(self.reify_number(number)?))
    }

    pub(crate) fn otherwise(&mut self, a: &Expr, b: &Expr) -> Made<Value> {
        let (first, absence) = self.with_absence(|compiler| compiler.value(a))?;
        match first {
            // It is there, though its value is unknown.
            Value::Missing if absence.untold => {
                self.eval.absence.untold = true;
                Ok(Value::Missing)
            }
            _ if absence.untold && !absence.when.is_empty() => self.unclear(&a.span),
            Value::Missing | Value::Empty | Value::Blank(..) => self.value(b),
            Value::Number(number) => {
                let there = self.reify(and([number.defined(), not(absence.some())]))?;
                if there == TRUE {
                    return Ok(Value::Number(number));
                }
                let (other, of_other) = self.number_with_absence(b)?;
                self.add_absences(vec![of_other.only_if(not(there.clone()))]);
                match other {
                    Ok(other) => Ok(Value::Number(Number::Choose(
                        Box::new(there),
                        Box::new(number),
                        Box::new(other),
                    ))),
                    Err(_) if absence.when.is_empty() => Ok(Value::Number(number)),
                    Err(_) => Ok(Value::Number(Number::First(vec![(there, number)]))),
                }
            }
            other => {
                self.add_absences(vec![absence]);
                Ok(other)
            }
        }
    }
}

/// The result for two constants: `None` if there is no such number, `Some(None)` if it is too large.
pub(super) fn of_constants(operation: Arithmetic, left: i128, right: i128) -> Option<Option<i128>> {
    Some(match operation {
        Arithmetic::Add => left.checked_add(right),
        Arithmetic::Subtract => left.checked_sub(right),
        Arithmetic::Multiply => left.checked_mul(right),
        Arithmetic::Least => Some(left.min(right)),
        Arithmetic::Greatest => Some(left.max(right)),
        Arithmetic::Divide | Arithmetic::Modulo if right == 0 => return None,
        Arithmetic::Divide => left.checked_div_euclid(right),
        Arithmetic::Modulo => left.checked_rem_euclid(right),
        Arithmetic::Power if right < 0 => return None,
        Arithmetic::Power => power(left, right),
    })
}

/// A power of two known numbers with an exponent that is not negative; `None` if it is too large.
fn power(base: i128, exponent: i128) -> Option<i128> {
    match (base, exponent) {
        (0 | 1, 1..) | (1, 0) => Some(base),
        (-1, _) => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}
