//! The assignments of a few variables that pass a test.

use std::ops::Range;

use quadrille_engine::propagators::{Comparison as Sign, Number, Test, Tuples};
use quadrille_engine::{Rng, Var};

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
    all.tuples(&all.test(test))
}

/// Several tests of the same variables.
pub(super) struct Conjunction<'a> {
    all: Assignments<'a>,
    /// The assignments that pass each of them, without those that follow from another one.
    passing: Vec<Set>,
}

impl<'a> Conjunction<'a> {
    /// Of tests about variables with these domains; `place` gives the position of a variable. O(number of assignments × size
    /// of the tests).
    pub(super) fn of(
        domains: &'a [Vec<i32>],
        tests: &[Test],
        place: &'a dyn Fn(Var) -> Option<usize>,
    ) -> Self {
        let all = Assignments::of(domains, place);
        let mut passing: Vec<Set> = Vec::new();
        for set in tests.iter().map(|test| all.test(test)) {
            if !passing.iter().any(|other| is_within(other, &set)) {
                passing.retain(|other| !is_within(&set, other));
                passing.push(set);
            }
        }
        Self { all, passing }
    }

    /// The assignments that pass all tests, in order.
    pub(super) fn tuples(&self) -> Tuples {
        let all = self.passing.iter().fold(self.all.all(), |all, passing| {
            joined(all, passing, |a, b| a & b)
        });
        self.all.tuples(&all)
    }

    /// Whether in one of some random boxes of values all tests together exclude a value that is left when each of them alone
    /// is propagated to a domain consistent fixed point.
    pub(super) fn excludes_more(&self, boxes: usize, rng: &mut Rng) -> bool {
        self.passing.len() > 1 && (0..boxes).any(|_| self.excludes_more_in_a_box(rng))
    }

    fn excludes_more_in_a_box(&self, rng: &mut Rng) -> bool {
        let with = &self.all.with;
        let mut left = self.all.all();
        let mut values: Vec<Vec<bool>> = Vec::with_capacity(with.len());
        for with in with {
            let kind = rng.below(3);
            let single = rng.below(with.len() as u64) as usize;
            let is_kept = |own: usize| match kind {
                0 => true,
                1 => own == single,
                _ => own == single || rng.below(2) == 0,
            };
            let kept: Vec<bool> = (0..with.len()).map(is_kept).collect();
            for (set, _) in with.iter().zip(&kept).filter(|(_, kept)| !**kept) {
                left = joined(left, set, |a, b| a & !b);
            }
            values.push(kept);
        }
        let together = self.passing.iter().fold(left.clone(), |all, passing| {
            joined(all, passing, |a, b| a & b)
        });
        self.propagate(&mut left, &mut values);
        let mut all = with.iter().zip(&values);
        all.any(|(with, kept)| {
            let mut kept = with.iter().zip(kept).filter(|(_, kept)| **kept);
            kept.any(|(set, _)| !meet(&together, set))
        })
    }

    /// Excludes the values without support in some test; `left` are the assignments of those that are kept.
    fn propagate(&self, left: &mut Set, values: &mut [Vec<bool>]) {
        let mut is_stable = false;
        while !is_stable {
            is_stable = true;
            for passing in &self.passing {
                let support = joined(left.clone(), passing, |a, b| a & b);
                for (with, kept) in self.all.with.iter().zip(values.iter_mut()) {
                    for (set, kept) in with.iter().zip(kept).filter(|(_, kept)| **kept) {
                        if !meet(&support, set) {
                            *kept = false;
                            is_stable = false;
                            *left = joined(std::mem::take(left), set, |a, b| a & !b);
                        }
                    }
                }
            }
        }
    }
}

/// A set of assignments: a bit for each.
type Set = Vec<u64>;

/// A number for each assignment.
struct Column {
    values: Vec<i64>,
    /// Where it is undefined the value says nothing.
    defined: Set,
}

/// The largest magnitude of a number in a column.
const LARGEST: u128 = 1 << 60;

/// All assignments, numbered in order.
struct Assignments<'a> {
    domains: &'a [Vec<i32>],
    place: &'a dyn Fn(Var) -> Option<usize>,
    count: usize,
    /// By variable: how many assignments the variables after it have. So many in a row give it the same value.
    after: Vec<usize>,
    /// By variable and value: the assignments with it.
    with: Vec<Vec<Set>>,
}

impl<'a> Assignments<'a> {
    fn of(domains: &'a [Vec<i32>], place: &'a dyn Fn(Var) -> Option<usize>) -> Self {
        let mut after = vec![1; domains.len()];
        let mut count = 1;
        for (own, domain) in after.iter_mut().zip(domains).rev() {
            *own = count;
            count *= domain.len();
        }
        let mut all = Self {
            domains,
            place,
            count,
            after,
            with: Vec::new(),
        };
        all.with = (0..domains.len()).map(|at| all.by_value(at)).collect();
        all
    }

    fn tuples(&self, set: &Set) -> Tuples {
        let places = self.domains.len();
        let mut cells = Vec::new();
        for number in ones(set) {
            cells.extend((0..places).map(|place| self.value(number, place)));
        }
        Tuples::from_cells(places, cells)
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
        for (word, first) in set.iter_mut().zip((0..self.count).step_by(64)) {
            for number in first..self.count.min(first + 64) {
                *word |= u64::from(passes(number)) << (number - first);
            }
        }
        set
    }

    /// The assignments in order, in rows with one value of the variable at a place.
    fn blocks(&self, place: usize) -> impl Iterator<Item = (i32, Range<usize>)> {
        let after = self.after[place];
        let values = self.domains[place].iter().copied().cycle();
        // None after an empty domain.
        let starts = (0..self.count).step_by(after.max(1));
        starts
            .zip(values)
            .map(move |(start, value)| (value, start..start + after))
    }

    /// By value of the variable at a place: those with it.
    fn by_value(&self, place: usize) -> Vec<Set> {
        let values = self.domains[place].len();
        let mut sets = vec![self.none(); values];
        for (at, (_, block)) in self.blocks(place).enumerate() {
            insert(&mut sets[at % values], block);
        }
        sets
    }

    /// Those in which a variable has a value that passes.
    fn of_values(&self, var: Var, passes: impl Fn(i32) -> bool) -> Set {
        let Some(place) = (self.place)(var) else {
            return if passes(0) { self.all() } else { self.none() };
        };
        let values = self.domains[place].iter().zip(&self.with[place]);
        let passing = values.filter(|(value, _)| passes(**value));
        passing.fold(self.none(), |all, (_, with)| {
            joined(all, with, |a, b| a | b)
        })
    }

    fn test(&self, test: &Test) -> Set {
        match test {
            Test::Const(true) => self.all(),
            Test::Const(false) | Test::Member(_) | Test::Group(_) => self.none(),
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
            Test::Compare(a, sign, b) if self.is_narrow(a) && self.is_narrow(b) => {
                let (a, b) = (self.number(a), self.number(b));
                let there = joined(a.defined, &b.defined, |a, b| a & b);
                let (a, b) = (a.values, b.values);
                let holds = match sign {
                    Sign::Equal => self.of_numbers(|at| a[at] == b[at]),
                    Sign::NotEqual => self.of_numbers(|at| a[at] != b[at]),
                    Sign::Less => self.of_numbers(|at| a[at] < b[at]),
                    Sign::AtMost => self.of_numbers(|at| a[at] <= b[at]),
                };
                joined(there, &holds, |a, b| a & b)
            }
            test => self.of_numbers(|at| test.holds(&self.assignment(at))),
        }
    }

    /// The value of each variable in an assignment.
    fn assignment(&self, number: usize) -> impl Fn(Var) -> i32 {
        move |var| (self.place)(var).map_or(0, |place| self.value(number, place))
    }

    /// Whether a number fits into a column.
    fn is_narrow(&self, number: &Number) -> bool {
        let magnitude = number.magnitude(&|var| {
            let domain = (self.place)(var).map_or(&[][..], |place| &self.domains[place]);
            let ends = domain.first().zip(domain.last());
            ends.map_or((0, 0), |(&low, &high)| (low, high))
        });
        magnitude <= LARGEST
    }

    fn number(&self, number: &Number) -> Column {
        match number {
            Number::Const(_) | Number::Var(_) | Number::Truth(_) | Number::Sum(_)
                // Otherwise an intermediate result may be too large, and undefined.
                if self.is_narrow(number) =>
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
            Number::Element(var, table) if self.is_narrow(number) => {
                let entry = |value: i32| table.iter().find(|entry| entry.0 == value);
                let mut values = vec![0; self.count];
                let place = (self.place)(*var);
                for (value, block) in place.into_iter().flat_map(|place| self.blocks(place)) {
                    if let Some((_, entry)) = entry(value) {
                        values[block].fill(*entry as i64);
                    }
                }
                Column {
                    values,
                    defined: self.of_values(*var, |value| entry(value).is_some()),
                }
            }
            number => {
                let value = |at| number.value(&self.assignment(at));
                let values: Vec<Option<i128>> = (0..self.count).map(value).collect();
                let narrow = |value: Option<i128>| value.unwrap_or_default() as i64;
                Column {
                    defined: self.of_numbers(|at| values[at].is_some()),
                    values: values.into_iter().map(narrow).collect(),
                }
            }
        }
    }

    /// Adds a number, of which so many times the value is not too large, to a sum.
    fn add(&self, factor: i64, number: &Number, sum: &mut Column) {
        match number {
            Number::Const(number) => {
                let number = factor.wrapping_mul(*number as i64);
                sum.values.iter_mut().for_each(|own| *own += number);
            }
            Number::Var(var) => {
                let place = (self.place)(*var);
                for (value, block) in place.into_iter().flat_map(|place| self.blocks(place)) {
                    let value = factor.wrapping_mul(value.into());
                    sum.values[block].iter_mut().for_each(|own| *own += value);
                }
            }
            Number::Truth(test) => {
                for at in ones(&self.test(test)) {
                    sum.values[at] += factor;
                }
            }
            Number::Sum(terms) => {
                for (own, term) in terms {
                    self.add(factor.wrapping_mul(*own as i64), term, sum);
                }
            }
            number => {
                let column = self.number(number);
                let defined = std::mem::take(&mut sum.defined);
                sum.defined = joined(defined, &column.defined, |a, b| a & b);
                for at in ones(&column.defined) {
                    sum.values[at] += factor.wrapping_mul(column.values[at]);
                }
            }
        }
    }
}

/// Adds the assignments of a row, which is not empty.
fn insert(set: &mut Set, block: Range<usize>) {
    let (first, last) = (block.start / 64, (block.end - 1) / 64);
    let from = u64::MAX << (block.start % 64);
    let to = u64::MAX >> (63 - (block.end - 1) % 64);
    if first == last {
        set[first] |= from & to;
        return;
    }
    set[first] |= from;
    set[first + 1..last].fill(u64::MAX);
    set[last] |= to;
}

fn joined(mut a: Set, b: &Set, join: impl Fn(u64, u64) -> u64) -> Set {
    for (own, &other) in a.iter_mut().zip(b) {
        *own = join(*own, other);
    }
    a
}

fn is_within(a: &Set, b: &Set) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

fn meet(a: &Set, b: &Set) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
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

    #[test]
    fn with_an_empty_domain_there_are_no_assignments() {
        let mut model = Model::new();
        let vars = [model.var(0..=1), model.var(0..=2)];
        let place = |var: Var| vars.iter().position(|own| *own == var);
        let mut rng = Rng::new(4);
        for domains in [[vec![0, 1], vec![]], [vec![], vec![0, 1, 2]]] {
            for _ in 0..200 {
                let test = random::test(&mut rng, &vars, 3);
                assert_eq!(passing(&domains, &test, &place).len(), 0, "{test:?}");
            }
        }
    }
}
