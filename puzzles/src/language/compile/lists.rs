//! Lists and bags of values against those of the data.

use quadrille_engine::propagators::{Comparison as Sign, Number, Test};

use super::super::syntax::Span;
use super::logic::{FALSE, TRUE, and, compare, counted, not, or, sum};
use super::value::Value;
use super::{Compiler, Made};

impl Compiler<'_> {
    /// Whether two lists are equal; one of them is of the data.
    pub(super) fn same_list(&mut self, a: &Value, b: &Value, span: &Span) -> Made<Test> {
        let (members, is_bag, wanted) = match (a, b) {
            (Value::List(members, is_bag), Value::Numbers(wanted))
            | (Value::Numbers(wanted), Value::List(members, is_bag)) => (members, *is_bag, wanted),
            (Value::Numbers(a), Value::Numbers(b)) => return Ok(Test::Const(a == b)),
            (Value::List(a, is_bag), Value::List(b, other)) if is_bag == other => {
                if let (Some(a), Some(b)) = (told(a, *is_bag), told(b, *is_bag)) {
                    return Ok(Test::Const(a == b));
                }
                return self.wrong(
                    span,
                    "two lists that are both to be found",
                    "one of them must be of the data",
                );
            }
            _ => {
                return self.wrong(
                    span,
                    "two lists that are both to be found",
                    "one of them must be of the data",
                );
            }
        };
        // `0` alone is the list without numbers.
        let wanted: Vec<Option<i64>> = if wanted[..] == [Some(0)] {
            Vec::new()
        } else {
            wanted.clone()
        };
        let mut numbers = Vec::new();
        for (guard, value) in members {
            match value {
                Value::Number(number) => numbers.push((guard.clone(), number.clone())),
                _ => {
                    return self.wrong(
                        span,
                        "these are no numbers",
                        "a list of the data holds numbers",
                    );
                }
            }
        }
        let test = if is_bag {
            bag(&numbers, &wanted)
        } else {
            self.list(&numbers, &wanted)
        };
        self.settled(test)
    }

    /// The members that are there have the wanted numbers in order: by dynamic programming over the members, with a
    /// test for each (members seen, numbers matched) that it can be so.
    fn list(&mut self, numbers: &[(Test, Number)], wanted: &[Option<i64>]) -> Test {
        let k = wanted.len();
        let count = sum(numbers
            .iter()
            .map(|(guard, _)| (1, counted(guard.clone(), Number::Const(1)))));
        let Some(count) = count else {
            return FALSE;
        };
        let mut tests = vec![compare(count, Sign::Equal, Number::Const(k as i128))];
        for (i, (guard, number)) in numbers.iter().enumerate() {
            if *guard == FALSE {
                continue;
            }
            let before = sum(numbers[..i]
                .iter()
                .map(|(guard, _)| (1, counted(guard.clone(), Number::Const(1)))));
            let Some(before) = before else {
                return FALSE;
            };
            for (rank, value) in wanted.iter().enumerate() {
                let Some(value) = value else {
                    continue;
                };
                let equal = compare(number.clone(), Sign::Equal, Number::Const((*value).into()));
                if equal == TRUE {
                    continue;
                }
                let here = compare(before.clone(), Sign::Equal, Number::Const(rank as i128));
                tests.push(or([not(guard.clone()), not(here), equal]));
            }
        }
        and(tests)
    }
}

/// The members that are there have the wanted numbers in some order.
fn bag(numbers: &[(Test, Number)], wanted: &[Option<i64>]) -> Test {
    let count = |test: &dyn Fn(&(Test, Number)) -> Test| {
        sum(numbers
            .iter()
            .map(|member| (1, counted(test(member), Number::Const(1)))))
    };
    let Some(all) = count(&|(guard, _)| guard.clone()) else {
        return FALSE;
    };
    let mut tests = vec![compare(
        all,
        Sign::Equal,
        Number::Const(wanted.len() as i128),
    )];
    let open = wanted.iter().any(Option::is_none);
    let mut values: Vec<i64> = wanted.iter().flatten().copied().collect();
    values.sort_unstable();
    values.dedup();
    for value in values {
        let times = wanted
            .iter()
            .filter(|wanted| **wanted == Some(value))
            .count();
        let equal = count(&|(guard, number)| {
            and([
                guard.clone(),
                compare(number.clone(), Sign::Equal, Number::Const(value.into())),
            ])
        });
        let Some(equal) = equal else {
            return FALSE;
        };
        let times = Number::Const(times as i128);
        tests.push(if open {
            compare(times, Sign::AtMost, equal)
        } else {
            compare(equal, Sign::Equal, times)
        });
    }
    and(tests)
}

/// The numbers of a list, of a bag from the least to the greatest, if the data tells them all.
fn told(members: &[(Test, Value)], is_bag: bool) -> Option<Vec<i128>> {
    let numbers = members.iter().filter(|(guard, _)| *guard != FALSE);
    let numbers = numbers.map(|(guard, value)| match (guard, value) {
        (&TRUE, Value::Number(Number::Const(number))) => Some(*number),
        _ => None,
    });
    let mut numbers: Vec<i128> = numbers.collect::<Option<_>>()?;
    if is_bag {
        numbers.sort_unstable();
    }
    Some(numbers)
}
