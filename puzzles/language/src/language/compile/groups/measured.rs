//! Rules about groups that compare sums over the members, for the propagator of such rules.

use fxhash::FxHashMap;
use std::ops::Range;

use quadrille_engine::Var;
use quadrille_engine::propagators::{Comparison as Sign, MeasureRule, Measured, Number, Test};

/// A sum over the members, what is added to it, and what is subtracted.
struct Sum {
    weights: Vec<i64>,
    constant: i64,
    var: Option<Var>,
}

/// The rule for a test about the members of a group of `vertices` vertices, if it is only about sums.
pub(crate) fn rule(test: &Test, vertices: usize) -> Option<MeasureRule> {
    let (sums, statements) = statements(test, vertices)?;
    Some(MeasureRule::new(sums, statements))
}

/// Whether a test about the members of a group only says that it has as many members as each of these numbers, one for
/// each vertex.
pub(super) fn gives_sizes(test: &Test, numbers: &[Number]) -> bool {
    let Some((sums, statements)) = statements(test, numbers.len()) else {
        return false;
    };
    let is_size = |statement: &Measured| {
        let Some(number) = statement
            .holder
            .and_then(|vertex| numbers.get(vertex as usize))
        else {
            return false;
        };
        let expected = match number {
            Number::Var(var) => (Some(*var), 0),
            Number::Const(value) => match i64::try_from(*value) {
                Ok(value) => (None, value),
                Err(_) => return false,
            },
            _ => return false,
        };
        sums[statement.sum].iter().all(|&weight| weight == 1)
            && (statement.var, statement.low) == expected
            && statement.high == statement.low
    };
    let mut sized: Vec<u32> = statements
        .iter()
        .filter_map(|statement| statement.holder)
        .collect();
    sized.sort_unstable();
    sized.dedup();
    sized.len() == numbers.len() && statements.iter().all(is_size)
}

/// What each vertex adds to a number, if that is all.
pub(super) fn weights(number: &Number, vertices: usize) -> Option<Vec<i64>> {
    let mut sum = Sum {
        weights: vec![0; vertices],
        constant: 0,
        var: None,
    };
    add(&mut sum, 1, number)?;
    (sum.constant == 0 && sum.var.is_none()).then_some(sum.weights)
}

/// Sums by what each vertex adds, and the statements about them.
fn statements(test: &Test, vertices: usize) -> Option<(Vec<Vec<i64>>, Vec<Measured>)> {
    let mut sums: Vec<Vec<i64>> = Vec::new();
    let mut known: FxHashMap<Vec<i64>, usize> = FxHashMap::default();
    // Most rules compare the size of a group with the number of each of its cells.
    let mut sizes: FxHashMap<(&Range<usize>, i64), usize> = FxHashMap::default();
    let mut statements = Vec::new();
    let parts = match test {
        Test::And(parts) => &parts[..],
        single => std::slice::from_ref(single),
    };
    for part in parts {
        let (holder, comparison) = match part {
            Test::Or(choices) => match &choices[..] {
                [Test::Not(inner), comparison] | [comparison, Test::Not(inner)] => match **inner {
                    Test::Member(member) => (Some(member.vertex() as u32), comparison),
                    _ => return None,
                },
                _ => return None,
            },
            comparison => (None, comparison),
        };
        let Test::Compare(a, sign, b) = comparison else {
            return None;
        };
        let mut sum = Sum {
            weights: Vec::new(),
            constant: 0,
            var: None,
        };
        // A variable is subtracted from the sum: the sides are swapped if it is alone on the left.
        let flipped = matches!(**a, Number::Var(_));
        let (left, right) = if flipped { (b, a) } else { (a, b) };
        let size = match (&**left, &**right) {
            (Number::Members { vertices, .. }, other) if is_single(other) => {
                add(&mut sum, -1, other)?;
                Some((vertices, 1))
            }
            (other, Number::Members { vertices, .. }) if is_single(other) => {
                add(&mut sum, 1, other)?;
                Some((vertices, -1))
            }
            _ => None,
        };
        let sized = size.and_then(|size| sizes.get(&size));
        if sized.is_none() {
            (sum.weights, sum.constant, sum.var) = (vec![0; vertices], 0, None);
            add(&mut sum, 1, left)?;
            add(&mut sum, -1, right)?;
        }
        let (low, high) = match (sign, flipped) {
            (Sign::Equal, _) => (0, 0),
            (Sign::AtMost, false) => (i64::MIN / 4, 0),
            (Sign::Less, false) => (i64::MIN / 4, -1),
            (Sign::AtMost, true) => (0, i64::MAX / 4),
            (Sign::Less, true) => (1, i64::MAX / 4),
            (Sign::NotEqual, _) => return None,
        };
        let number = match sized {
            Some(&number) => number,
            None => *known.entry(sum.weights).or_insert_with_key(|weights| {
                sums.push(weights.clone());
                sums.len() - 1
            }),
        };
        sizes.extend(size.map(|size| (size, number)));
        statements.push(Measured {
            sum: number,
            var: sum.var,
            low: low - sum.constant,
            high: high - sum.constant,
            holder,
        });
    }
    Some((sums, statements))
}

/// Whether a number has no parts that depend on members.
fn is_single(number: &Number) -> bool {
    matches!(number, Number::Const(_) | Number::Var(_))
}

/// Adds a number to a sum; `None` if it does not consist of members, constants and one subtracted variable.
fn add(sum: &mut Sum, factor: i64, number: &Number) -> Option<()> {
    match number {
        Number::Const(value) => {
            let value = i64::try_from(*value).ok()?.checked_mul(factor)?;
            sum.constant = sum.constant.checked_add(value)?;
        }
        Number::Var(var) if factor == -1 && sum.var.is_none() => sum.var = Some(*var),
        Number::Members { vertices, .. } => {
            for weight in sum.weights.get_mut(vertices.clone())? {
                *weight = weight.checked_add(factor)?;
            }
        }
        Number::Truth(test) => {
            let Test::Member(member) = **test else {
                return None;
            };
            let weight = &mut sum.weights[member.vertex()];
            *weight = weight.checked_add(factor)?;
        }
        Number::Choose(test, a, b) => match (&**test, &**a, &**b) {
            (Test::Member(member), Number::Const(a), Number::Const(b)) => {
                let (a, b) = (i64::try_from(*a).ok()?, i64::try_from(*b).ok()?);
                let difference = a.checked_sub(b)?.checked_mul(factor)?;
                let weight = &mut sum.weights[member.vertex()];
                *weight = weight.checked_add(difference)?;
                sum.constant = sum.constant.checked_add(b.checked_mul(factor)?)?;
            }
            _ => return None,
        },
        Number::Sum(terms) => {
            for (inner, number) in terms {
                let factor = i64::try_from(*inner).ok()?.checked_mul(factor)?;
                add(sum, factor, number)?;
            }
        }
        _ => return None,
    }
    Some(())
}
