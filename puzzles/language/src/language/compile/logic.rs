//! Tests and numbers over the variables of a model, simplified as they are made.

use quadrille_engine::propagators::{Comparison, Number, Test};
use quadrille_engine::{Literal, Relation};

pub(super) const TRUE: Test = Test::Const(true);
pub(super) const FALSE: Test = Test::Const(false);

/// The value of a formula that may be missing: true, false, or neither.
#[derive(Clone, Debug)]
pub(super) enum Truth {
    /// True or false.
    Plain(Test),
    /// True if the first holds, false if the second does, else missing.
    Partial(Test, Test),
}

impl Truth {
    pub(super) const MISSING: Truth = Truth::Partial(FALSE, FALSE);

    pub(super) fn constant(truth: bool) -> Truth {
        Truth::Plain(Test::Const(truth))
    }

    /// When it is true.
    pub(super) fn holds(&self) -> Test {
        match self {
            Truth::Plain(test) | Truth::Partial(test, _) => test.clone(),
        }
    }

    /// The same of one that is not needed any more.
    pub(super) fn into_holds(self) -> Test {
        match self {
            Truth::Plain(test) | Truth::Partial(test, _) => test,
        }
    }

    /// When it is false.
    pub(super) fn fails(&self) -> Test {
        match self {
            Truth::Plain(test) => not(test.clone()),
            Truth::Partial(_, fails) => fails.clone(),
        }
    }

    /// When it is not false, as a rule requires.
    pub(super) fn stands(&self) -> Test {
        match self {
            Truth::Plain(test) => test.clone(),
            Truth::Partial(_, fails) => not(fails.clone()),
        }
    }

    pub(super) fn not(self) -> Truth {
        match self {
            Truth::Plain(test) => Truth::Plain(not(test)),
            Truth::Partial(holds, fails) => Truth::Partial(fails, holds),
        }
    }

    fn is_plain(&self) -> bool {
        matches!(self, Truth::Plain(_))
    }

    pub(super) fn and(parts: Vec<Truth>) -> Truth {
        if parts.iter().all(Truth::is_plain) {
            return Truth::Plain(and(parts.into_iter().map(Truth::into_holds)));
        }
        Truth::Partial(
            and(parts.iter().map(Truth::holds)),
            or(parts.iter().map(Truth::fails)),
        )
    }

    pub(super) fn or(parts: Vec<Truth>) -> Truth {
        if parts.iter().all(Truth::is_plain) {
            return Truth::Plain(or(parts.into_iter().map(Truth::into_holds)));
        }
        Truth::and(parts.into_iter().map(Truth::not).collect()).not()
    }

    pub(super) fn iff(a: Truth, b: Truth) -> Truth {
        match (&a, &b) {
            (Truth::Plain(a), Truth::Plain(b)) => Truth::Plain(iff(a.clone(), b.clone())),
            _ => {
                let same = or([and([a.holds(), b.holds()]), and([a.fails(), b.fails()])]);
                let different = or([and([a.holds(), b.fails()]), and([a.fails(), b.holds()])]);
                Truth::Partial(same, different)
            }
        }
    }
}

pub(super) fn not(test: Test) -> Test {
    match test {
        Test::Const(truth) => Test::Const(!truth),
        Test::Not(inner) => *inner,
        Test::Literal(literal) => Test::Literal(literal.negated()),
        Test::And(parts) => or(parts.into_iter().map(not)),
        Test::Or(parts) => and(parts.into_iter().map(not)),
        Test::Iff(a, b) => Test::Iff(a, Box::new(not(*b))),
        test => Test::Not(Box::new(test)),
    }
}

/// The conjunction: constants are absorbed, and inner conjunctions flattened.
pub(super) fn and(parts: impl IntoIterator<Item = Test>) -> Test {
    let flat = |part| match part {
        Test::And(inner) => Ok(inner),
        part => Err(part),
    };
    junction(parts, true, flat, Test::And)
}

/// The conjunction of two, of which one is mostly true.
pub(super) fn both(a: Test, b: Test) -> Test {
    match (a, b) {
        (Test::Const(true), other) | (other, Test::Const(true)) => other,
        (a, b) => and([a, b]),
    }
}

/// The disjunction, likewise.
pub(super) fn or(parts: impl IntoIterator<Item = Test>) -> Test {
    let flat = |part| match part {
        Test::Or(inner) => Ok(inner),
        part => Err(part),
    };
    junction(parts, false, flat, Test::Or)
}

/// A disjunction without what its parts say of one another: `x or not x and y` is `x or y`. What comes after the first of
/// several cells comes after any of them.
pub(super) fn absorbed(parts: &[Test]) -> Test {
    let mut parts: Vec<Test> = parts.to_vec();
    let mut facts: Vec<Test> = Vec::new();
    loop {
        let (open, others): (Vec<Test>, Vec<Test>) = parts
            .into_iter()
            .partition(|part| matches!(part, Test::And(_)));
        if others.is_empty() {
            return or(facts.into_iter().chain(open));
        }
        for fact in others {
            match fact {
                Test::Or(own) => facts.extend(own),
                fact => facts.push(fact),
            }
        }
        let denied: Vec<Test> = facts.iter().cloned().map(not).collect();
        parts = open
            .into_iter()
            .map(|part| match part {
                Test::And(own) => and(own.into_iter().filter(|test| !denied.contains(test))),
                part => part,
            })
            .collect();
    }
}

/// Joins tests by an operation whose neutral element is `neutral`. `flat` has the parts of a test that is such a join
/// itself.
fn junction(
    parts: impl IntoIterator<Item = Test>,
    neutral: bool,
    flat: impl Fn(Test) -> Result<Vec<Test>, Test>,
    join: impl Fn(Vec<Test>) -> Test,
) -> Test {
    // Most joins have one part besides constants; no list is allocated for these. That is a tenth of the instructions of
    // solving Shut the Box.
    let mut only = None;
    let mut kept: Vec<Test> = Vec::new();
    let parts = parts.into_iter();
    let most = parts.size_hint().0;
    for part in parts {
        match part {
            Test::Const(truth) if truth == neutral => {}
            Test::Const(truth) => return Test::Const(truth),
            part => {
                if kept.is_empty() && only.is_none() {
                    only = Some(part);
                    continue;
                }
                if kept.is_empty() {
                    kept.reserve(most.max(2));
                }
                for part in only.take().into_iter().chain([part]) {
                    match flat(part) {
                        Ok(inner) => kept.extend(inner),
                        Err(part) => kept.push(part),
                    }
                }
            }
        }
    }
    if let Some(only) = only {
        return only;
    }
    match kept.len() {
        0 => Test::Const(neutral),
        1 => kept.swap_remove(0),
        _ => {
            if kept.len() <= 8 {
                kept.dedup();
                if kept.len() == 1 {
                    return kept.swap_remove(0);
                }
            }
            join(kept)
        }
    }
}

pub(super) fn iff(a: Test, b: Test) -> Test {
    match (a, b) {
        (Test::Const(true), other) | (other, Test::Const(true)) => other,
        (Test::Const(false), other) | (other, Test::Const(false)) => not(other),
        (a, b) => Test::Iff(Box::new(a), Box::new(b)),
    }
}

/// A comparison, evaluated if both sides are constant.
pub(super) fn compare(a: Number, comparison: Comparison, b: Number) -> Test {
    if let (Number::Const(a), Number::Const(b)) = (&a, &b) {
        return Test::Const(match comparison {
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
        });
    }
    // A variable against a constant is a fact about one variable.
    match (&a, &b) {
        (Number::Var(var), &Number::Const(k)) => {
            return match comparison {
                Comparison::Less => fact(*var, Relation::AtMost, k.saturating_sub(1)),
                Comparison::AtMost => fact(*var, Relation::AtMost, k),
                Comparison::Equal => fact(*var, Relation::Is, k),
                Comparison::NotEqual => fact(*var, Relation::IsNot, k),
            };
        }
        (&Number::Const(k), Number::Var(var)) => {
            return match comparison {
                Comparison::Less => fact(*var, Relation::AtLeast, k.saturating_add(1)),
                Comparison::AtMost => fact(*var, Relation::AtLeast, k),
                Comparison::Equal => fact(*var, Relation::Is, k),
                Comparison::NotEqual => fact(*var, Relation::IsNot, k),
            };
        }
        (Number::Element(var, table), &Number::Const(k)) => {
            let values = table.iter().filter(|&&(_, v)| match comparison {
                Comparison::Equal => v == k,
                Comparison::NotEqual => v != k,
                Comparison::Less => v < k,
                Comparison::AtMost => v <= k,
            });
            return within(*var, values.map(|entry| entry.0).collect());
        }
        (&Number::Const(k), Number::Element(var, table)) => {
            let values = table.iter().filter(|&&(_, v)| match comparison {
                Comparison::Equal => v == k,
                Comparison::NotEqual => v != k,
                Comparison::Less => k < v,
                Comparison::AtMost => k <= v,
            });
            return within(*var, values.map(|entry| entry.0).collect());
        }
        _ => {}
    }
    Test::compare(a, comparison, b)
}

/// The variable takes one of these values.
pub(super) fn within(var: quadrille_engine::Var, values: Vec<i32>) -> Test {
    match values[..] {
        [] => FALSE,
        [value] => Test::is(var, value),
        _ => Test::In(var, values.into()),
    }
}

/// A fact about a variable, or a constant if all numbers of an `i32` agree on it.
fn fact(var: quadrille_engine::Var, relation: Relation, k: i128) -> Test {
    match (i32::try_from(k), relation) {
        // These have no negation.
        (Ok(i32::MAX), Relation::AtMost) | (Ok(i32::MIN), Relation::AtLeast) => TRUE,
        (Ok(value), relation) => Test::Literal(Literal {
            var,
            relation,
            value,
        }),
        (Err(_), Relation::Is) => FALSE,
        (Err(_), Relation::IsNot) => TRUE,
        (Err(_), Relation::AtMost) => Test::Const(k > 0),
        (Err(_), Relation::AtLeast) => Test::Const(k < 0),
    }
}

/// A number that counts only if a test holds: 0 otherwise.
pub(super) fn counted(guard: Test, number: Number) -> Number {
    match (guard, number) {
        (Test::Const(true), number) => number,
        (Test::Const(false), _) => Number::Const(0),
        (guard, Number::Const(1)) => Number::Truth(Box::new(guard)),
        (_, Number::Const(0)) => Number::Const(0),
        (guard, number) => Number::Choose(
            Box::new(guard),
            Box::new(number),
            Box::new(Number::Const(0)),
        ),
    }
}

/// A sum, with its constants added up.
pub(super) fn sum(terms: impl IntoIterator<Item = (i128, Number)>) -> Option<Number> {
    let mut constant = 0i128;
    let mut kept: Vec<(i128, Number)> = Vec::new();
    for (factor, number) in terms {
        match number {
            Number::Const(value) => constant = constant.checked_add(factor.checked_mul(value)?)?,
            Number::Sum(inner) => {
                for (inner_factor, number) in inner {
                    let factor = factor.checked_mul(inner_factor)?;
                    match number {
                        Number::Const(value) => {
                            constant = constant.checked_add(factor.checked_mul(value)?)?;
                        }
                        number => kept.push((factor, number)),
                    }
                }
            }
            number => kept.push((factor, number)),
        }
    }
    // A factor of 0 adds nothing, provided that the number is there.
    kept.retain(|(factor, number)| *factor != 0 || !is_total(number));
    if kept.is_empty() {
        return Some(Number::Const(constant));
    }
    if constant == 0 && kept.len() == 1 && kept[0].0 == 1 {
        return kept.pop().map(|(_, number)| number);
    }
    if constant != 0 {
        kept.push((1, Number::Const(constant)));
    }
    Some(Number::Sum(kept))
}

/// Whether a number is there for every assignment.
pub(super) fn is_total(number: &Number) -> bool {
    number.defined() == TRUE
}
