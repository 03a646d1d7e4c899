//! Comparisons, and `if … then … otherwise`.

use quadrille_engine::propagators::{Comparison as Sign, Number, Test};

use super::super::logic::{FALSE, TRUE, Truth, and, compare, not, or};
use super::super::value::Value;
use super::super::{Compiler, Made};
use crate::language::syntax::{Comparison, Expr, Node};
use crate::puzzle::Pass;

impl Compiler<'_> {
    pub(crate) fn comparison(&mut self, comparison: Comparison, a: &Expr, b: &Expr) -> Made<Truth> {
        let span = a.span.start..b.span.end;
        if let Some(parts) = self.branches(comparison, a, b)? {
            return self.truth(&parts);
        }
        if let Some(sight) = self.sight(a, b)? {
            let test = sight.map(|sight| self.reify(sight.test())).transpose()?;
            let same = test.map_or(Truth::MISSING, Truth::Plain);
            match comparison {
                Comparison::Equal => return Ok(same),
                Comparison::NotEqual => return Ok(same.not()),
                _ => return self.unclear(&span),
            }
        }
        if let Some(test) = self.found(Pass::OneRegion, |this| {
            this.counted_as_one_region(comparison, a, b)
        })? {
            return Ok(Truth::Plain(self.reify(test)?));
        }
        // A value from the data comes first: if it is missing, the other side need not be compiled, which may take a
        // group for each cell.
        let swapped = matches!(b.node, Node::Of(..)) && !matches!(a.node, Node::Of(..));
        let (first, second) = if swapped { (b, a) } else { (a, b) };
        let first = self.value(first)?;
        if matches!(first, Value::Missing) {
            return Ok(Truth::MISSING);
        }
        let second = self.value(second)?;
        if matches!(second, Value::Missing) {
            return Ok(Truth::MISSING);
        }
        let (left, right) = if swapped {
            (second, first)
        } else {
            (first, second)
        };
        // The word for having no number is equal only to itself.
        let word = |value: &Value| match value {
            Value::Blank(layer, word) => Value::Word(*layer, *word),
            other => other.clone(),
        };
        let is_word =
            |value: &Value| matches!(value, Value::Word(..) | Value::Blank(..) | Value::Choice(_));
        let (left, right) = if is_word(&left) && is_word(&right) {
            (word(&left), word(&right))
        } else {
            (left, right)
        };
        let is_nothing = |value: &Value| matches!(value, Value::Empty | Value::Blank(..));
        if is_nothing(&left) || is_nothing(&right) {
            return Ok(Truth::constant(comparison == Comparison::NotEqual));
        }
        if let (Value::Test(left), Value::Test(right)) = (&left, &right) {
            let same = Truth::iff(left.clone(), right.clone());
            match comparison {
                Comparison::Equal => return Ok(same),
                Comparison::NotEqual => return Ok(same.not()),
                _ => {}
            }
        }
        let test = match comparison {
            Comparison::Equal => self.same(&left, &right, &span)?,
            Comparison::NotEqual => not(self.same(&left, &right, &span)?),
            _ => {
                let (Value::Number(left), Value::Number(right)) = (left, right) else {
                    return self.unclear(&span);
                };
                compare_numbers(comparison, left, right)
            }
        };
        Ok(Truth::Plain(self.reify(test)?))
    }

    /// A comparison of `if … then … otherwise …` with a missing value, as a test for each branch.
    pub(super) fn branches(
        &mut self,
        comparison: Comparison,
        a: &Expr,
        b: &Expr,
    ) -> Made<Option<Expr>> {
        for (whole, is_left) in [(a, true), (b, false)] {
            let Node::If(condition, holds, Some(otherwise)) = &whole.node else {
                continue;
            };
            if matches!(self.truth(condition)?, Truth::Plain(TRUE | FALSE)) {
                continue;
            }
            let outside = self.eval.absence.when.clone();
            let first = matches!(self.value(holds)?, Value::Missing);
            let second = matches!(self.value(otherwise)?, Value::Missing);
            self.eval.absence.when = outside;
            if first == second {
                continue;
            }
            let compared = |branch: &Expr| {
                let (a, b) = if is_left { (branch, b) } else { (a, branch) };
                Box::new(Expr {
                    node: Node::Compare(comparison, Box::new(a.clone()), Box::new(b.clone())),
                    span: whole.span.clone(),
                })
            };
            return Ok(Some(Expr {
                node: Node::If(
                    condition.clone(),
                    compared(holds),
                    Some(compared(otherwise)),
                ),
                span: whole.span.clone(),
            }));
        }
        Ok(None)
    }
}

/// A test of two numbers by their order, or that the first divides the second.
fn compare_numbers(comparison: Comparison, left: Number, right: Number) -> Test {
    match comparison {
        Comparison::Less => compare(left, Sign::Less, right),
        Comparison::AtMost => compare(left, Sign::AtMost, right),
        Comparison::Greater => compare(right, Sign::Less, left),
        Comparison::AtLeast => compare(right, Sign::AtMost, left),
        _ => match (&left, &right) {
            (Number::Const(0), _) => compare(right, Sign::Equal, Number::Const(0)),
            (Number::Const(a), Number::Const(b)) => Test::Const(b % a == 0),
            _ => {
                // 0 divides only 0.
                let zero = |number: &Number| compare(number.clone(), Sign::Equal, Number::Const(0));
                let (left_zero, right_zero) = (zero(&left), zero(&right));
                let remainder = Number::Remainder(Box::new(right), Box::new(left));
                or([
                    and([left_zero.clone(), right_zero]),
                    and([
                        not(left_zero),
                        compare(remainder, Sign::Equal, Number::Const(0)),
                    ]),
                ])
            }
        },
    }
}
