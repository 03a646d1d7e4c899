//! What is left of a test once some of its variables have values.

use fxhash::FxHashMap;
use quadrille_engine::Var;
use quadrille_engine::propagators::{Comparison as Sign, Number, Subformula, Test};

use super::super::logic::{FALSE, TRUE};

/// The largest number in a test: sums of these do not overflow.
const LARGEST: u128 = 1 << 60;

/// For values of a variable in order, a number.
type Table = Box<[(i32, i128)]>;

/// What is left of a test once a variable has a value.
///
/// A test of one variable is said by its values, a number that depends on one variable by a table, a comparison by a sum
/// and a constant. An undefined number is the least of none.
pub(super) struct Rests<'d> {
    domains: FxHashMap<Var, &'d Vec<i32>>,
    /// A variable and its value.
    pub(super) known: Option<(Var, i32)>,
    /// How many parts were looked at.
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
        self.parts += 1;
        if self.is_left_whole(|visit| test.walk(visit)) {
            return test.clone();
        }
        match test {
            Test::Const(_) => test.clone(),
            Test::Literal(literal) => self.of_values(literal.var, |value| literal.admits(value)),
            Test::In(var, values) => self.of_values(*var, |value| values.contains(&value)),
            Test::Not(inner) => {
                let inner = self.test(inner);
                self.not(inner)
            }
            Test::And(parts) => {
                let parts: Vec<Test> = parts.iter().map(|part| self.test(part)).collect();
                self.junction(parts, true)
            }
            Test::Or(parts) => {
                let parts: Vec<Test> = parts.iter().map(|part| self.test(part)).collect();
                self.junction(parts, false)
            }
            Test::Iff(a, b) => match (self.test(a), self.test(b)) {
                (Test::Const(true), other) | (other, Test::Const(true)) => other,
                (Test::Const(false), other) | (other, Test::Const(false)) => self.not(other),
                (a, b) => Test::Iff(Box::new(a), Box::new(b)),
            },
            Test::Compare(a, sign, b) => {
                let (a, b) = (self.number(a), self.number(b));
                self.comparison(a, *sign, b)
            }
            Test::Member(_) => {
                self.fails = true;
                FALSE
            }
        }
    }

    /// Whether a part, which is simplified already, says nothing of the variable whose value is known. To see this takes
    /// a tenth of what it takes to simplify it again.
    fn is_left_whole(&self, walk: impl FnOnce(&mut dyn FnMut(Subformula<'_>))) -> bool {
        let Some((known, _)) = self.known else {
            return false;
        };
        let mut is_whole = true;
        walk(&mut |part| is_whole &= part.var() != Some(known));
        is_whole
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

    fn number(&mut self, number: &Number) -> Number {
        self.parts += 1;
        if self.is_left_whole(|visit| number.walk(visit)) {
            return number.clone();
        }
        match number {
            Number::Const(constant) => {
                self.fails |= constant.unsigned_abs() > LARGEST;
                number.clone()
            }
            Number::Var(var) => self.of_values_number(*var, |value| Some(value.into())),
            Number::Element(var, table) => {
                let of = |value: i32| table.iter().find(|entry| entry.0 == value);
                self.of_values_number(*var, |value| of(value).map(|entry| entry.1))
            }
            Number::Truth(test) => {
                let test = self.test(test);
                self.truth(test)
            }
            Number::Sum(terms) => {
                let terms = terms
                    .iter()
                    .map(|(factor, number)| (*factor, self.number(number)));
                let terms = terms.collect();
                self.sum(terms)
            }
            Number::Choose(test, a, b) => {
                let (test, a, b) = (self.test(test), self.number(a), self.number(b));
                self.choice(test, a, b)
            }
            Number::Product(numbers) => {
                let numbers = numbers.iter().map(|number| self.number(number));
                let numbers: Vec<Number> = numbers.collect();
                match numbers.iter().any(is_undefined) {
                    true => undefined(),
                    false => self.settled(Number::Product(numbers)),
                }
            }
            Number::Quotient(a, b) | Number::Remainder(a, b) => {
                let (a, b) = (Box::new(self.number(a)), Box::new(self.number(b)));
                match (is_undefined(&a) || is_undefined(&b), number) {
                    (true, _) => undefined(),
                    (_, Number::Quotient(..)) => self.settled(Number::Quotient(a, b)),
                    _ => self.settled(Number::Remainder(a, b)),
                }
            }
            Number::Power(inner, power) => {
                let inner = Box::new(self.number(inner));
                match is_undefined(&inner) {
                    true => undefined(),
                    false => self.settled(Number::Power(inner, *power)),
                }
            }
            Number::Absolute(inner) => {
                let inner = Box::new(self.number(inner));
                match is_undefined(&inner) {
                    true => undefined(),
                    false => self.settled(Number::Absolute(inner)),
                }
            }
            Number::Least(members) => self.extreme(members, Number::Least, i128::min),
            Number::Greatest(members) => self.extreme(members, Number::Greatest, i128::max),
            Number::First(members) => self.first(members),
            Number::Gcd(members) => {
                let members = self.members(members);
                self.settled(Number::Gcd(members))
            }
            Number::Distinct(members) => {
                let mut members = self.members(members);
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
        }
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
    fn members(&mut self, members: &[(Test, Number)]) -> Vec<(Test, Number)> {
        let mut kept = Vec::with_capacity(members.len());
        for (test, number) in members {
            let test = self.test(test);
            if test != FALSE {
                kept.push((test, self.number(number)));
            }
        }
        kept
    }

    /// The least of some numbers, or the greatest: those that are there for certain and constant are one.
    fn extreme(
        &mut self,
        members: &[(Test, Number)],
        of: fn(Vec<(Test, Number)>) -> Number,
        better: fn(i128, i128) -> i128,
    ) -> Number {
        let members = self.members(members);
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

    fn first(&mut self, members: &[(Test, Number)]) -> Number {
        let mut kept = Vec::with_capacity(members.len());
        for (test, number) in members {
            let test = self.test(test);
            if test == FALSE {
                continue;
            }
            let is_certain = test == TRUE;
            kept.push((test, self.number(number)));
            if is_certain {
                break;
            }
        }
        match &kept[..] {
            [] => undefined(),
            [(Test::Const(true), _)] => kept.swap_remove(0).1,
            _ => self.settled(Number::First(kept)),
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
