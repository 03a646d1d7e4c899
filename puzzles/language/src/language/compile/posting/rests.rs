//! What is left of a test once some of its variables have values.

use fxhash::FxHashMap;
use quadrille_engine::Var;
use quadrille_engine::propagators::{Comparison as Sign, Number, Test};

use super::super::logic::{FALSE, TRUE};

/// The largest number in a test: sums of these do not overflow.
const LARGEST: u128 = 1 << 60;

/// For values of a variable in order, a number.
type Table = Box<[(i32, i128)]>;

/// What is left of a test once a variable has a value.
///
/// A test of one variable is said by its values, a number that depends on one variable by a table, a comparison by a sum
/// and a constant. An undefined number is the least of none. Parts that do not mention the variable are not looked into.
pub(super) struct Rests<'d> {
    domains: FxHashMap<Var, &'d Vec<i32>>,
    /// A variable and its value.
    pub(super) known: Option<(Var, i32)>,
    /// How many parts were said anew or copied.
    pub(super) parts: usize,
    /// Whether there was a part that has no rest, or a number is too large.
    pub(super) fails: bool,
}

impl<'d> Rests<'d> {
    /// Of tests of these variables, with these domains in order.
    pub(super) fn of(vars: &[Var], domains: &'d [Vec<i32>]) -> Self {
        Self {
            domains: vars.iter().copied().zip(domains).collect(),
            known: None,
            parts: 0,
            fails: false,
        }
    }

    /// What is left of a test.
    pub(super) fn test(&mut self, test: &Test) -> Test {
        self.of_test(test).unwrap_or_else(|| test.clone())
    }

    /// What is left of a test; `None` if it is what it was, since it does not mention the variable whose value is known.
    fn of_test(&mut self, test: &Test) -> Option<Test> {
        let left = match test {
            Test::Const(_) if self.known.is_some() => return None,
            Test::Const(_) => test.clone(),
            Test::Literal(literal) => {
                self.is_changed(literal.var)?;
                self.of_values(literal.var, |value| literal.admits(value))
            }
            Test::In(var, values) => {
                self.is_changed(*var)?;
                self.of_values(*var, |value| values.contains(&value))
            }
            Test::Not(inner) => {
                let inner = self.of_test(inner)?;
                self.not(inner)
            }
            Test::And(parts) => {
                let parts = self.all(parts, Self::of_test)?;
                self.junction(parts, true)
            }
            Test::Or(parts) => {
                let parts = self.all(parts, Self::of_test)?;
                self.junction(parts, false)
            }
            Test::Iff(a, b) => match self.both(&**a, &**b, Self::of_test)? {
                (Test::Const(true), other) | (other, Test::Const(true)) => other,
                (Test::Const(false), other) | (other, Test::Const(false)) => self.not(other),
                (a, b) => Test::Iff(Box::new(a), Box::new(b)),
            },
            Test::Compare(a, sign, b) => {
                let (a, b) = self.both(&**a, &**b, Self::of_number)?;
                self.comparison(a, *sign, b)
            }
            Test::Member(_) | Test::Group(_) => {
                self.fails = true;
                FALSE
            }
        };
        self.parts += 1;
        Some(left)
    }

    /// Something if what is said of this variable has to be said anew: its value is known, or nothing was simplified yet.
    fn is_changed(&self, var: Var) -> Option<()> {
        let is_changed = self.known.is_none_or(|(known, _)| known == var);
        is_changed.then_some(())
    }

    /// What is left of each of some parts; `None` if all are what they were.
    fn all<T: Clone>(
        &mut self,
        parts: &[T],
        mut rest: impl FnMut(&mut Self, &T) -> Option<T>,
    ) -> Option<Vec<T>> {
        // At first everything is said anew.
        let mut made = self.known.is_none().then(Vec::new);
        for (at, part) in parts.iter().enumerate() {
            match (rest(self, part), &mut made) {
                (None, None) => {}
                (rest, Some(made)) => made.push(rest.unwrap_or_else(|| part.clone())),
                (Some(rest), none) => {
                    let mut made = Vec::with_capacity(parts.len());
                    made.extend_from_slice(&parts[..at]);
                    made.push(rest);
                    *none = Some(made);
                }
            }
        }
        // They are copied at least.
        self.parts += made.as_ref().map_or(0, Vec::len);
        made
    }

    /// The same of two parts.
    fn both<T: Clone>(
        &mut self,
        a: &T,
        b: &T,
        mut rest: impl FnMut(&mut Self, &T) -> Option<T>,
    ) -> Option<(T, T)> {
        let (new_a, new_b) = (rest(self, a), rest(self, b));
        if self.known.is_some() && new_a.is_none() && new_b.is_none() {
            return None;
        }
        let or_old = |new: Option<T>, old: &T| new.unwrap_or_else(|| old.clone());
        Some((or_old(new_a, a), or_old(new_b, b)))
    }

    /// That a variable has one of the values that pass.
    fn of_values(&self, var: Var, mut passes: impl FnMut(i32) -> bool) -> Test {
        if let Some((known, value)) = self.known
            && known == var
        {
            return Test::Const(passes(value));
        }
        let domain = self.domains[&var];
        let values: Vec<i32> = domain.iter().copied().filter(|&v| passes(v)).collect();
        match values.len() {
            0 => FALSE,
            all if all == domain.len() => TRUE,
            _ => Test::In(var, values.into()),
        }
    }

    fn not(&self, test: Test) -> Test {
        match test {
            Test::Const(truth) => Test::Const(!truth),
            Test::In(var, values) => self.of_values(var, |value| !values.contains(&value)),
            Test::Not(inner) => *inner,
            Test::And(parts) => {
                let parts = parts.into_iter().map(|part| self.not(part)).collect();
                self.junction(parts, false)
            }
            Test::Or(parts) => {
                let parts = parts.into_iter().map(|part| self.not(part)).collect();
                self.junction(parts, true)
            }
            test => Test::Not(Box::new(test)),
        }
    }

    /// All of some tests, or one of them: those of one variable first, by variable.
    fn junction(&self, parts: Vec<Test>, is_and: bool) -> Test {
        let mut facts: Vec<(Var, Box<[i32]>)> = Vec::new();
        let mut others: Vec<Test> = Vec::new();
        let mut open = parts;
        open.reverse();
        while let Some(part) = open.pop() {
            match part {
                Test::Const(truth) if truth == is_and => {}
                Test::Const(truth) => return Test::Const(truth),
                Test::And(inner) if is_and => open.extend(inner.into_iter().rev()),
                Test::Or(inner) if !is_and => open.extend(inner.into_iter().rev()),
                Test::In(var, values) => match facts.iter_mut().find(|own| own.0 == var) {
                    None => facts.push((var, values)),
                    Some((_, own)) => {
                        let domain = self.domains[&var].iter().copied();
                        let both = domain.filter(|value| {
                            let [a, b] = [own.contains(value), values.contains(value)];
                            if is_and { a && b } else { a || b }
                        });
                        let both: Box<[i32]> = both.collect();
                        *own = both;
                    }
                },
                part if others.contains(&part) => {}
                part => others.push(part),
            }
        }
        facts.sort_unstable_by_key(|fact| fact.0);
        let mut all: Vec<Test> = Vec::with_capacity(facts.len() + others.len());
        for (var, values) in facts {
            match self.of_values(var, |value| values.contains(&value)) {
                Test::Const(truth) if truth == is_and => {}
                Test::Const(truth) => return Test::Const(truth),
                fact => all.push(fact),
            }
        }
        all.append(&mut others);
        match (all.len(), is_and) {
            (0, _) => Test::Const(is_and),
            (1, _) => all.swap_remove(0),
            (_, true) => Test::And(all),
            (_, false) => Test::Or(all),
        }
    }

    fn comparison(&mut self, a: Number, sign: Sign, b: Number) -> Test {
        let difference = self.sum(vec![(1, a), (-1, b)]);
        if is_undefined(&difference) {
            return FALSE;
        }
        let (terms, constant) = match difference {
            Number::Const(constant) => return Test::Const(sign.holds(constant, 0)),
            Number::Sum(mut terms) => match terms.last() {
                Some(&(factor, Number::Const(constant))) => {
                    terms.pop();
                    (terms, factor * constant)
                }
                _ => (terms, 0),
            },
            number => (vec![(1, number)], 0),
        };
        if let [(factor, Number::Element(var, table))] = &terms[..] {
            let of = |value: i32| table.iter().find(|entry| entry.0 == value);
            return self.of_values(*var, |value| {
                of(value).is_some_and(|entry| sign.holds(factor * entry.1 + constant, 0))
            });
        }
        let number = match terms.len() {
            1 if terms[0].0 == 1 => terms[0].1.clone(),
            _ => Number::Sum(terms),
        };
        let (low, high) = self.bounds(&number);
        let [low, high] = [low, high].map(|end| end.saturating_add(constant));
        let [is_never, is_always] = match sign {
            Sign::Equal => [low > 0 || high < 0, low == 0 && high == 0],
            Sign::NotEqual => [low == 0 && high == 0, low > 0 || high < 0],
            Sign::Less => [low >= 0, high < 0],
            Sign::AtMost => [low > 0, high <= 0],
        };
        if low > high || is_never {
            return FALSE;
        }
        if is_always && number.defined() == TRUE {
            return TRUE;
        }
        Test::compare(number, sign, Number::Const(-constant))
    }

    /// Bounds of a number that is simplified already: what its parts are is known, so that they need not be looked at as the
    /// formula would (four tenths of what it took to compile skyscrapers).
    fn bounds(&self, number: &Number) -> (i128, i128) {
        let union = |a: (i128, i128), b: (i128, i128)| (a.0.min(b.0), a.1.max(b.1));
        let extreme = |members: &[(Test, Number)], sign: i128| {
            // The least as it is, the greatest as the least of the opposites.
            let turned = |(low, high): (i128, i128)| match sign {
                1 => (low, high),
                _ => (-high, -low),
            };
            let all = members
                .iter()
                .map(|(test, own)| (test, turned(self.bounds(own))));
            let (mut least, mut certain, mut greatest) = (i128::MAX, i128::MAX, i128::MIN);
            for (test, (low, high)) in all.filter(|(_, (low, high))| low <= high) {
                least = least.min(low);
                greatest = greatest.max(high);
                if *test == TRUE {
                    certain = certain.min(high);
                }
            }
            match least <= greatest {
                true => turned((least, greatest.min(certain))),
                false => (1, 0),
            }
        };
        match number {
            Number::Const(constant) => (*constant, *constant),
            Number::Element(_, table) => {
                let ends = table.iter().map(|entry| (entry.1, entry.1));
                ends.reduce(union).unwrap_or((1, 0))
            }
            Number::Truth(_) => (0, 1),
            Number::Sum(terms) => {
                let mut sum = (0, 0);
                for (factor, term) in terms {
                    let (low, high) = self.bounds(term);
                    if low > high {
                        return (1, 0);
                    }
                    let ends = [low, high].map(|end| factor.saturating_mul(end));
                    sum.0 = i128::saturating_add(sum.0, ends[0].min(ends[1]));
                    sum.1 = i128::saturating_add(sum.1, ends[0].max(ends[1]));
                }
                sum
            }
            Number::Least(members) => extreme(members, 1),
            Number::Greatest(members) => extreme(members, -1),
            Number::Choose(_, a, b) => {
                let both = [a, b].map(|own| self.bounds(own));
                let defined = both.into_iter().filter(|(low, high)| low <= high);
                defined.reduce(union).unwrap_or((1, 0))
            }
            _ => number.bounds(&|var| {
                let domain = self.domains[&var];
                (domain[0], domain[domain.len() - 1])
            }),
        }
    }

    /// The same of a number.
    fn of_number(&mut self, number: &Number) -> Option<Number> {
        let left = match number {
            Number::Const(constant) => {
                self.fails |= constant.unsigned_abs() > LARGEST;
                if self.known.is_some() {
                    return None;
                }
                number.clone()
            }
            Number::Var(var) => {
                self.is_changed(*var)?;
                self.of_values_number(*var, |value| Some(value.into()))
            }
            Number::Element(var, table) => {
                self.is_changed(*var)?;
                let of = |value: i32| table.iter().find(|entry| entry.0 == value);
                self.of_values_number(*var, |value| of(value).map(|entry| entry.1))
            }
            Number::Truth(test) => {
                let test = self.of_test(test)?;
                self.truth(test)
            }
            Number::Sum(terms) => {
                let terms = self.all(terms, |this, (factor, number)| {
                    Some((*factor, this.of_number(number)?))
                })?;
                self.sum(terms)
            }
            Number::Choose(test, a, b) => {
                let left = self.of_test(test);
                let numbers = self.both(&**a, &**b, Self::of_number);
                if self.known.is_some() && left.is_none() && numbers.is_none() {
                    return None;
                }
                let test = left.unwrap_or_else(|| (**test).clone());
                let (a, b) = numbers.unwrap_or_else(|| ((**a).clone(), (**b).clone()));
                self.choice(test, a, b)
            }
            Number::Product(numbers) => {
                let numbers = self.all(numbers, Self::of_number)?;
                match numbers.iter().any(is_undefined) {
                    true => undefined(),
                    false => self.settled(Number::Product(numbers)),
                }
            }
            Number::Quotient(a, b) | Number::Remainder(a, b) => {
                let (a, b) = self.both(&**a, &**b, Self::of_number)?;
                let (a, b) = (Box::new(a), Box::new(b));
                match (is_undefined(&a) || is_undefined(&b), number) {
                    (true, _) => undefined(),
                    (_, Number::Quotient(..)) => self.settled(Number::Quotient(a, b)),
                    _ => self.settled(Number::Remainder(a, b)),
                }
            }
            Number::Power(inner, power) => {
                let inner = Box::new(self.of_number(inner)?);
                match is_undefined(&inner) {
                    true => undefined(),
                    false => self.settled(Number::Power(inner, *power)),
                }
            }
            Number::Absolute(inner) => {
                let inner = Box::new(self.of_number(inner)?);
                match is_undefined(&inner) {
                    true => undefined(),
                    false => self.settled(Number::Absolute(inner)),
                }
            }
            Number::Least(members) => {
                let members = self.members(members)?;
                self.extreme(members, Number::Least, i128::min)
            }
            Number::Greatest(members) => {
                let members = self.members(members)?;
                self.extreme(members, Number::Greatest, i128::max)
            }
            Number::First(members) => {
                let members = self.members(members)?;
                self.first(members)
            }
            Number::Gcd(members) => {
                let members = self.members(members)?;
                self.settled(Number::Gcd(members))
            }
            Number::Distinct(members) => {
                let mut members = self.members(members)?;
                // What is there for certain comes first, in order and once.
                members.sort_by_key(|member| match member {
                    (Test::Const(true), Number::Const(number)) => (0, *number),
                    _ => (1, 0),
                });
                members.dedup();
                self.settled(Number::Distinct(members))
            }
            Number::Members { .. } => {
                self.fails = true;
                undefined()
            }
        };
        self.parts += 1;
        Some(left)
    }

    /// A number that depends on one variable.
    fn of_values_number(&mut self, var: Var, of: impl Fn(i32) -> Option<i128>) -> Number {
        if let Some((known, value)) = self.known
            && known == var
        {
            return of(value).map_or_else(undefined, Number::Const);
        }
        let domain = self.domains[&var].iter();
        let table: Table = domain.filter_map(|&v| Some((v, of(v)?))).collect();
        self.fails |= table.iter().any(|entry| entry.1.unsigned_abs() > LARGEST);
        let is_everywhere = table.len() == self.domains[&var].len();
        match &table[..] {
            [] => undefined(),
            [(_, first), rest @ ..] if is_everywhere && rest.iter().all(|own| own.1 == *first) => {
                Number::Const(*first)
            }
            _ => Number::Element(var, table),
        }
    }

    fn truth(&mut self, test: Test) -> Number {
        match test {
            Test::Const(truth) => Number::Const(truth.into()),
            Test::In(var, values) => {
                self.of_values_number(var, |value| Some(values.contains(&value).into()))
            }
            test => Number::Truth(Box::new(test)),
        }
    }

    fn choice(&mut self, test: Test, a: Number, b: Number) -> Number {
        match (&test, &a, &b) {
            (Test::Const(true), ..) => a,
            (Test::Const(false), ..) => b,
            _ if a == b => a,
            (_, Number::Const(1), Number::Const(0)) => self.truth(test),
            _ => self.settled(Number::Choose(Box::new(test), Box::new(a), Box::new(b))),
        }
    }

    /// A number that depends on one variable or none as a table or a constant.
    fn settled(&mut self, number: Number) -> Number {
        match number.variables()[..] {
            [] => number.value(&|_| 0).map_or_else(undefined, Number::Const),
            [var] => self.of_values_number(var, |value| number.value(&|_| value)),
            _ => number,
        }
    }

    /// A sum: what depends on one variable is one table, equal terms are one, and the constant comes last.
    fn sum(&mut self, terms: Vec<(i128, Number)>) -> Number {
        let mut constant = 0i128;
        // By variable: its table, and whether that is the table of one term.
        let mut tables: Vec<(Var, Table, bool)> = Vec::new();
        let mut others: Vec<(i128, Number)> = Vec::new();
        let mut open = terms;
        open.reverse();
        while let Some((factor, number)) = open.pop() {
            if factor.unsigned_abs() > LARGEST {
                self.fails = true;
                return undefined();
            }
            match number {
                number if is_undefined(&number) => return undefined(),
                Number::Const(own) => {
                    let sum = factor
                        .checked_mul(own)
                        .and_then(|own| constant.checked_add(own));
                    let Some(sum) = sum.filter(|sum| sum.unsigned_abs() <= LARGEST) else {
                        self.fails = true;
                        return undefined();
                    };
                    constant = sum;
                }
                Number::Sum(inner) => open.extend(
                    inner
                        .into_iter()
                        .rev()
                        .map(|(own, number)| (factor.saturating_mul(own), number)),
                ),
                Number::Element(var, mut table) => {
                    if factor != 1 {
                        for entry in &mut table {
                            entry.1 = factor.saturating_mul(entry.1);
                            self.fails |= entry.1.unsigned_abs() > LARGEST;
                        }
                    }
                    match tables.iter_mut().find(|own| own.0 == var) {
                        None => tables.push((var, table, factor != 0)),
                        Some(own) => (own.1, own.2) = (sum_of_tables(&own.1, &table), false),
                    }
                }
                number => match others.iter_mut().find(|own| own.1 == number) {
                    Some((own, _)) => *own = own.saturating_add(factor),
                    None => others.push((factor, number)),
                },
            }
        }
        tables.sort_unstable_by_key(|own| own.0);
        let mut all: Vec<(i128, Number)> = Vec::with_capacity(tables.len() + others.len() + 1);
        for (var, table, is_of_one) in tables {
            if is_of_one {
                all.push((1, Number::Element(var, table)));
                continue;
            }
            let of = |value: i32| table.iter().find(|entry| entry.0 == value);
            match self.of_values_number(var, |value| of(value).map(|entry| entry.1)) {
                Number::Const(own) => constant = constant.saturating_add(own),
                number if is_undefined(&number) => return number,
                number => all.push((1, number)),
            }
        }
        self.fails |= constant.unsigned_abs() > LARGEST;
        // A factor of 0 adds nothing, provided that the number is there.
        others.retain(|(factor, number)| *factor != 0 || number.defined() != TRUE);
        all.append(&mut others);
        match &all[..] {
            [] => Number::Const(constant),
            [(1, _)] if constant == 0 => all.swap_remove(0).1,
            _ => {
                if constant != 0 {
                    all.push((1, Number::Const(constant)));
                }
                Number::Sum(all)
            }
        }
    }

    /// Those of some members that may be there.
    fn members(&mut self, members: &[(Test, Number)]) -> Option<Vec<(Test, Number)>> {
        let mut left = self.all(members, |this, (test, number)| {
            let left = this.of_test(test);
            if left == Some(FALSE) {
                return Some((FALSE, undefined()));
            }
            match (left, this.of_number(number)) {
                (None, None) => None,
                (left, rest) => Some((
                    left.unwrap_or_else(|| test.clone()),
                    rest.unwrap_or_else(|| number.clone()),
                )),
            }
        })?;
        left.retain(|(test, _)| *test != FALSE);
        Some(left)
    }

    /// The least of some numbers, or the greatest: those that are there for certain and constant are one.
    fn extreme(
        &mut self,
        members: Vec<(Test, Number)>,
        of: fn(Vec<(Test, Number)>) -> Number,
        better: fn(i128, i128) -> i128,
    ) -> Number {
        let mut best: Option<i128> = None;
        for member in &members {
            match member {
                (Test::Const(true), Number::Const(own)) => {
                    best = Some(best.map_or(*own, |best| better(best, *own)));
                }
                (Test::Const(true), number) if is_undefined(number) => return undefined(),
                _ => {}
            }
        }
        let is_open = |member: &(Test, Number)| match &member.1 {
            Number::Const(own) => {
                member.0 != TRUE && best.is_none_or(|best| better(best, *own) != best)
            }
            _ => true,
        };
        let first = best.map(|best| (TRUE, Number::Const(best)));
        let others = members.into_iter().filter(is_open);
        let mut all: Vec<(Test, Number)> = first.into_iter().chain(others).collect();
        match &all[..] {
            [] => undefined(),
            [(Test::Const(true), _)] => all.swap_remove(0).1,
            _ => self.settled(of(all)),
        }
    }

    fn first(&mut self, mut members: Vec<(Test, Number)>) -> Number {
        let certain = members.iter().position(|(test, _)| *test == TRUE);
        members.truncate(certain.map_or(members.len(), |certain| certain + 1));
        match &members[..] {
            [] => undefined(),
            [(Test::Const(true), _)] => members.swap_remove(0).1,
            _ => self.settled(Number::First(members)),
        }
    }
}

/// The sum for each value that two tables in order have.
fn sum_of_tables(a: &[(i32, i128)], b: &[(i32, i128)]) -> Table {
    let mut others = b.iter().peekable();
    let sums = a.iter().filter_map(|&(value, own)| {
        while others.next_if(|other| other.0 < value).is_some() {}
        let other = others.next_if(|other| other.0 == value)?;
        Some((value, own.saturating_add(other.1)))
    });
    sums.collect()
}

fn undefined() -> Number {
    Number::Least(Vec::new())
}

fn is_undefined(number: &Number) -> bool {
    matches!(number, Number::Least(members) if members.is_empty())
}
