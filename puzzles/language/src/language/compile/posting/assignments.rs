//! The assignments of a few variables that pass a test.

use quadrille_engine::Var;
use quadrille_engine::propagators::{Comparison as Sign, Number, Test, Tuples};

/// The largest amount that a variable may contribute: sums of these do not overflow, and are defined.
const LARGEST: i128 = 1 << 60;

/// The assignments in these domains that pass a test, in order; `place` gives the position of a variable.
///
/// All assignments are looked at: O(their number), times the size of the test unless it compares sums of functions of
/// one variable each.
pub(super) fn passing(
    domains: &[Vec<i32>],
    test: &Test,
    place: &dyn Fn(Var) -> Option<usize>,
) -> Tuples {
    if let Some(mut sums) = Sums::of(domains, test, place) {
        return passing_if(domains, |_, at, first| sums.hold(at, first));
    }
    passing_if(domains, |row, _, _| {
        test.holds(&|var| place(var).map_or(0, |place| row[place]))
    })
}

/// The assignments for which `holds`: it is given their values, their places in the domains, and the first place that
/// differs from those before.
fn passing_if(
    domains: &[Vec<i32>],
    mut holds: impl FnMut(&[i32], &[usize], usize) -> bool,
) -> Tuples {
    let mut at = vec![0; domains.len()];
    let mut row: Vec<i32> = domains.iter().map(|domain| domain[0]).collect();
    let mut cells = Vec::new();
    let mut first = 0;
    loop {
        if holds(&row, &at, first) {
            cells.extend_from_slice(&row);
        }
        // The last one first, so that they come in order.
        let Some(next) = (0..at.len()).rfind(|&i| at[i] + 1 < domains[i].len()) else {
            return Tuples::from_cells(domains.len(), cells);
        };
        at[next] += 1;
        at[next + 1..].fill(0);
        for i in next..at.len() {
            row[i] = domains[i][at[i]];
        }
        first = next;
    }
}

/// A comparison of two sums whose terms depend on one variable each, or its negation, as a sum that is compared with 0: the assignments
/// are shown with a change of few variables at a time, so most of the sum stays. To evaluate the test for each took 28 %
/// of the instructions of solving a shimaguni.
struct Sums {
    /// By variable and place in its domain.
    amounts: Vec<Vec<i128>>,
    sign: Sign,
    is_negated: bool,
    /// By variable: the sum of the constants and of what the variables before it contribute.
    before: Vec<i128>,
}

impl Sums {
    fn of(domains: &[Vec<i32>], test: &Test, place: &dyn Fn(Var) -> Option<usize>) -> Option<Self> {
        let (compared, is_negated) = match test {
            Test::Not(inner) => (&**inner, true),
            test => (test, false),
        };
        let Test::Compare(a, sign, b) = compared else {
            return None;
        };
        if domains.is_empty() {
            return None;
        }
        let zeros = |domain: &Vec<i32>| vec![0; domain.len()];
        let mut sums = Self {
            amounts: domains.iter().map(zeros).collect(),
            sign: *sign,
            is_negated,
            before: vec![0; domains.len()],
        };
        sums.add(1, a, domains, place)?;
        sums.add(-1, b, domains, place)?;
        Some(sums)
    }

    /// Adds a term. `None` if it depends on several variables, or is not defined for all their values.
    fn add(
        &mut self,
        factor: i128,
        number: &Number,
        domains: &[Vec<i32>],
        place: &dyn Fn(Var) -> Option<usize>,
    ) -> Option<()> {
        if let Number::Sum(terms) = number {
            return terms.iter().try_for_each(|(own, number)| {
                self.add(factor.checked_mul(*own)?, number, domains, place)
            });
        }
        let amount = |value: i32| {
            let amount = factor.checked_mul(number.value(&|_| value)?)?;
            (amount.abs() <= LARGEST).then_some(amount)
        };
        match number.variables()[..] {
            [] => *self.before.first_mut()? += amount(0)?,
            [var] => {
                let own = place(var)?;
                for (sum, &value) in self.amounts[own].iter_mut().zip(&domains[own]) {
                    *sum += amount(value)?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Whether they compare so for an assignment, of which the variables from `first` on differ from those of the last.
    fn hold(&mut self, at: &[usize], first: usize) -> bool {
        let mut sum = self.before[first];
        for (i, (amounts, &own)) in self.amounts.iter().zip(at).enumerate().skip(first) {
            self.before[i] = sum;
            sum += amounts[own];
        }
        self.sign.holds(sum, 0) != self.is_negated
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::Model;

    #[test]
    fn sums_are_compared_as_by_definition() {
        let mut model = Model::new();
        let vars = [model.var(0..=1), model.var(-1..=2), model.var(0..=2)];
        let [x, y, z] = vars;
        let domains: Vec<Vec<i32>> = vars
            .iter()
            .map(|&var| model.domain(var).iter().collect())
            .collect();
        let place = |var: Var| vars.iter().position(|own| *own == var);
        let two = Number::Sum(vec![
            (2, Number::Truth(Box::new(Test::is(x, 1)))),
            (-1, Number::Absolute(Box::new(Number::Var(y)))),
            (1, Number::Const(1)),
        ]);
        let twice = Number::Sum(vec![(1, Number::Var(z)), (-3, two.clone())]);
        // It has no value for 0 and 1.
        let partial = Number::Element(z, vec![(2, 5)].into());
        let several = Number::Product(vec![Number::Var(x), Number::Var(y)]);
        let mut additive = 0;
        for a in [two, twice, partial, several, Number::Const(1)] {
            for b in [Number::Var(y), Number::Const(2)] {
                for sign in [Sign::Equal, Sign::NotEqual, Sign::Less, Sign::AtMost] {
                    let test = Test::compare(a.clone(), sign, b.clone());
                    let test = if sign == Sign::Less {
                        test.negated()
                    } else {
                        test
                    };
                    additive += usize::from(Sums::of(&domains, &test, &place).is_some());
                    let found = passing(&domains, &test, &place);
                    let mut expected = Vec::new();
                    for &x in &domains[0] {
                        for &y in &domains[1] {
                            for &z in &domains[2] {
                                let row = [x, y, z];
                                if test.holds(&|var| row[place(var).expect("one of the three")]) {
                                    expected.push(row.to_vec());
                                }
                            }
                        }
                    }
                    let found: Vec<Vec<i32>> = found.iter().map(<[i32]>::to_vec).collect();
                    assert_eq!(found, expected, "{test:?}");
                }
            }
        }
        assert_eq!(
            additive, 24,
            "all but those that are partial or of several variables"
        );
    }
}
