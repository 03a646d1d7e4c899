//! The assignments of a few variables that pass a test.

use quadrille_engine::Var;
use quadrille_engine::propagators::{Number, Test, Tuples};

/// The assignments in these domains that pass a test, in order; `place` gives the position of a variable.
///
/// All assignments are looked at, for one part of the test after the other: O(their number × the size of the test), with 64
/// of them in a word where parts are joined. To evaluate the test for each assignment was two thirds of compiling a tapa.
pub(super) fn passing(
    domains: &[Vec<i32>],
    test: &Test,
    place: &dyn Fn(Var) -> Option<usize>,
) -> Tuples {
    let all = Assignments::of(domains, place);
    let passing = all.test(test);
    let mut cells = Vec::new();
    for number in ones(&passing) {
        cells.extend((0..domains.len()).map(|place| all.value(number, place)));
    }
    Tuples::from_cells(domains.len(), cells)
}

/// A set of assignments: a bit for each.
type Set = Vec<u64>;

/// A number for each assignment.
struct Column {
    values: Vec<i128>,
    /// Where it is undefined the value says nothing.
    defined: Set,
}

/// All assignments, numbered in order.
struct Assignments<'a> {
    domains: &'a [Vec<i32>],
    place: &'a dyn Fn(Var) -> Option<usize>,
    count: usize,
    /// By variable: how many assignments the variables after it have. So many in a row give it the same value.
    after: Vec<usize>,
}

impl<'a> Assignments<'a> {
    fn of(domains: &'a [Vec<i32>], place: &'a dyn Fn(Var) -> Option<usize>) -> Self {
        let mut after = vec![1; domains.len()];
        let mut count = 1;
        for (own, domain) in after.iter_mut().zip(domains).rev() {
            *own = count;
            count *= domain.len();
        }
        Self {
            domains,
            place,
            count,
            after,
        }
    }

    /// The value of the variable at a place in an assignment.
    fn value(&self, number: usize, place: usize) -> i32 {
        let domain = &self.domains[place];
        domain[number / self.after[place] % domain.len()]
    }

    fn all(&self) -> Set {
        let mut all = vec![u64::MAX; self.count.div_ceil(64)];
        if let Some(last) = all.last_mut() {
            *last >>= (64 - self.count % 64) % 64;
        }
        all
    }

    fn none(&self) -> Set {
        vec![0; self.count.div_ceil(64)]
    }

    fn of_numbers(&self, passes: impl Fn(usize) -> bool) -> Set {
        let mut set = self.none();
        for number in 0..self.count {
            set[number / 64] |= u64::from(passes(number)) << (number % 64);
        }
        set
    }

    /// Those in which a variable has a value that passes.
    fn of_values(&self, var: Var, passes: impl Fn(i32) -> bool) -> Set {
        let Some(place) = (self.place)(var) else {
            return self.of_numbers(|_| passes(0));
        };
        let mut set = self.none();
        let after = self.after[place];
        let passing: Vec<bool> = self.domains[place].iter().map(|&v| passes(v)).collect();
        let values = passing.iter().cycle().take(self.count / after);
        for (at, _) in values.enumerate().filter(|(_, passes)| **passes) {
            for number in at * after..(at + 1) * after {
                set[number / 64] |= 1 << (number % 64);
            }
        }
        set
    }

    fn test(&self, test: &Test) -> Set {
        match test {
            Test::Const(true) => self.all(),
            Test::Const(false) | Test::Member(_) => self.none(),
            Test::Literal(literal) => self.of_values(literal.var, |value| literal.admits(value)),
            Test::In(var, values) => self.of_values(*var, |value| values.contains(&value)),
            Test::Not(inner) => joined(self.all(), &self.test(inner), |a, b| a & !b),
            Test::And(parts) => parts.iter().fold(self.all(), |all, part| {
                joined(all, &self.test(part), |a, b| a & b)
            }),
            Test::Or(parts) => parts.iter().fold(self.none(), |some, part| {
                joined(some, &self.test(part), |a, b| a | b)
            }),
            Test::Iff(a, b) => {
                let differ = joined(self.test(a), &self.test(b), |a, b| a ^ b);
                joined(self.all(), &differ, |a, b| a & !b)
            }
            Test::Compare(a, sign, b) => {
                let (a, b) = (self.number(a), self.number(b));
                let there = joined(a.defined, &b.defined, |a, b| a & b);
                let holds = self.of_numbers(|at| sign.holds(a.values[at], b.values[at]));
                joined(there, &holds, |a, b| a & b)
            }
        }
    }

    fn number(&self, number: &Number) -> Column {
        let span = |var| {
            let domain = (self.place)(var).map(|place| &self.domains[place]);
            domain.map_or((0, 0), |domain| (domain[0], domain[domain.len() - 1]))
        };
        match number {
            Number::Const(_) | Number::Var(_) | Number::Truth(_) | Number::Sum(_)
                // Otherwise an intermediate result may be too large, and undefined.
                if number.magnitude(&span) <= Number::LARGEST =>
            {
                let mut sum = Column {
                    values: vec![0; self.count],
                    defined: self.all(),
                };
                self.add(1, number, &mut sum);
                sum
            }
            Number::Choose(test, a, b) => {
                let (test, mut a, b) = (self.test(test), self.number(a), self.number(b));
                let others = joined(self.all(), &test, |all, test| all & !test);
                for at in ones(&others) {
                    a.values[at] = b.values[at];
                }
                let defined = joined(test, &a.defined, |test, a| test & a);
                let other = joined(others, &b.defined, |others, b| others & b);
                Column {
                    values: a.values,
                    defined: joined(defined, &other, |a, b| a | b),
                }
            }
            number => {
                let value = |at| {
                    number.value(&|var| (self.place)(var).map_or(0, |own| self.value(at, own)))
                };
                let values: Vec<Option<i128>> = (0..self.count).map(value).collect();
                Column {
                    defined: self.of_numbers(|at| values[at].is_some()),
                    values: values.into_iter().map(Option::unwrap_or_default).collect(),
                }
            }
        }
    }

    /// Adds a number, of which so many times the value is not too large, to a sum.
    fn add(&self, factor: i128, number: &Number, sum: &mut Column) {
        match number {
            Number::Const(number) => {
                let number = factor.saturating_mul(*number);
                sum.values.iter_mut().for_each(|own| *own += number);
            }
            Number::Var(var) => {
                if let Some(place) = (self.place)(*var) {
                    for (at, own) in sum.values.iter_mut().enumerate() {
                        *own += factor.saturating_mul(self.value(at, place).into());
                    }
                }
            }
            Number::Truth(test) => {
                for at in ones(&self.test(test)) {
                    sum.values[at] += factor;
                }
            }
            Number::Sum(terms) => {
                for (own, term) in terms {
                    self.add(factor.saturating_mul(*own), term, sum);
                }
            }
            number => {
                let column = self.number(number);
                let defined = std::mem::take(&mut sum.defined);
                sum.defined = joined(defined, &column.defined, |a, b| a & b);
                for at in ones(&column.defined) {
                    sum.values[at] += factor.saturating_mul(column.values[at]);
                }
            }
        }
    }
}

fn joined(mut a: Set, b: &Set, join: impl Fn(u64, u64) -> u64) -> Set {
    for (own, &other) in a.iter_mut().zip(b) {
        *own = join(*own, other);
    }
    a
}

/// The assignments of a set, in order.
fn ones(set: &Set) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(at, &word)| {
        let next = |rest: &u64| Some(rest & (rest - 1)).filter(|rest| *rest != 0);
        let rests = std::iter::successors(Some(word).filter(|word| *word != 0), next);
        rests.map(move |rest| 64 * at + rest.trailing_zeros() as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::compile::posting::random;
    use quadrille_engine::{Model, Rng};

    #[test]
    fn assignments_pass_as_by_definition() {
        let mut model = Model::new();
        let vars = [
            model.var(0..=1),
            model.var(-1..=2),
            model.var(0..=2),
            model.var(0..=4),
        ];
        let domains: Vec<Vec<i32>> = vars
            .iter()
            .map(|&var| model.domain(var).iter().collect())
            .collect();
        let place = |var: Var| vars.iter().position(|own| *own == var);
        let mut rng = Rng::new(3);
        let mut telling = 0;
        for round in 0..5_000 {
            let test = random::test(&mut rng, &vars, 1 + round % 4);
            let mut expected = Vec::new();
            for &x in &domains[0] {
                for &y in &domains[1] {
                    for &z in &domains[2] {
                        for &w in &domains[3] {
                            let row = [x, y, z, w];
                            if test.holds(&|var| row[place(var).expect("one of the four")]) {
                                expected.push(row.to_vec());
                            }
                        }
                    }
                }
            }
            let found = passing(&domains, &test, &place);
            let found: Vec<Vec<i32>> = found.iter().map(<[i32]>::to_vec).collect();
            assert_eq!(found, expected, "{test:?}");
            telling += usize::from((1..120).contains(&expected.len()));
        }
        assert!(telling > 1_000, "{telling}");
    }
}
