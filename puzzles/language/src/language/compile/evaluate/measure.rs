//! Sums, counts and other measures of values, and tests of several values at once.

use quadrille_engine::propagators::{Comparison as Sign, Number, Test};
use smallvec::{SmallVec, smallvec};

use super::super::budget::{of_number, of_test, weight};
use super::super::logic::{FALSE, TRUE, Truth, and, compare, counted, is_total, not, or, sum};
use super::super::value::Value;
use super::super::{Compiler, Made};
use super::once::What;
use crate::language::syntax::{
    Expr, Kind, Measure, Node, Noun, Over, Phrase, Qualifier, Span, ValuesTest, Word,
};
use crate::language::walk::{Term, walk, walk_phrase};
use crate::puzzle::Pass;

/// The most digits that are read as one number: more are beyond [`Number::LARGEST`].
const MOST_READ: usize = 30;

/// Values with the tests under which they are there.
pub(crate) struct Values {
    pub(crate) members: Vec<(Test, Value)>,
    /// Some value is there but unknown.
    pub(crate) untold: bool,
    /// Whether there is such a value depends on the solution.
    pub(crate) uncertain: Vec<Test>,
}

impl Values {
    /// Without those that are never there.
    fn that_are_there(mut self) -> Self {
        self.members.retain(|(guard, value)| {
            *guard != FALSE && !matches!(value, Value::Empty | Value::Blank(..))
        });
        self
    }
}

impl Compiler<'_> {
    /// The values that a measure is of.
    pub(crate) fn values(&mut self, over: &Over) -> Made<Values> {
        let mut values = Values {
            members: Vec::new(),
            untold: false,
            uncertain: Vec::new(),
        };
        match over {
            Over::Layer(word, place) => {
                let book = &self.data.book;
                let Some(layer) = book.layer(&word.name) else {
                    self.values_of_definition(word, place, &mut values)?;
                    return Ok(values.that_are_there());
                };
                let span = &place.span;
                let place = self.place(place)?;
                if self.eval.in_order {
                    self.needs_order(&place, span)?;
                }
                for (atom, guard) in &place.members {
                    let before = std::mem::replace(&mut self.eval.absence.untold, false);
                    let value = self.layer_of(layer, &Value::Atom(*atom), &word.span)?;
                    let is_untold = std::mem::replace(&mut self.eval.absence.untold, before);
                    if matches!(value, Value::Missing) {
                        if is_untold {
                            values.untold |= *guard == TRUE;
                            values.uncertain.push(guard.clone());
                        }
                        continue;
                    }
                    values.members.push((guard.clone(), value));
                }
            }
            Over::Phrases(phrases, value) => {
                self.for_each(phrases, &mut |compiler, guard| {
                    let made = |compiler: &mut Self| compiler.value(value);
                    compiler.add_value(guard, made, &value.span, &mut values)
                })?;
            }
        }
        Ok(values.that_are_there())
    }

    /// Adds a value that may be missing, and is then skipped, or not told, and is then not skipped.
    fn add_value(
        &mut self,
        guard: Test,
        made: impl FnOnce(&mut Self) -> Made<Value>,
        span: &Span,
        values: &mut Values,
    ) -> Made<()> {
        let (value, absence) = self.with_absence(made)?;
        if absence.mixed {
            return self.unclear(span);
        }
        let mut guard = guard;
        if let Value::Missing = value {
            if absence.untold {
                values.untold |= guard == TRUE;
                values.uncertain.push(guard);
            }
            return Ok(());
        }
        if !absence.when.is_empty() {
            let absent = or(absence.when);
            if absence.untold {
                values.uncertain.push(and([guard.clone(), absent.clone()]));
            }
            guard = and([guard, not(absent)]);
        }
        values.members.push((guard, value));
        Ok(())
    }

    fn values_of_definition(&mut self, word: &Word, place: &Expr, values: &mut Values) -> Made<()> {
        let Some(number) = self
            .data
            .book
            .definitions
            .iter()
            .position(|d| d.word.name == word.name)
        else {
            return self.unclear(&word.span);
        };
        for (atom, guard) in self.place(place)?.members.clone() {
            let made = |compiler: &mut Self| {
                compiler.defined(number, smallvec![Value::Atom(atom)], &word.span)
            };
            self.add_value(guard, made, &word.span, values)?;
        }
        Ok(())
    }

    /// Numbers among values, each with the test that it is there.
    pub(crate) fn numbers(&mut self, values: Values, span: &Span) -> Made<Vec<(Test, Number)>> {
        values
            .members
            .into_iter()
            .map(|(guard, value)| match value {
                Value::Number(number) => {
                    let there = number.defined();
                    Ok((and([guard, there]), number))
                }
                Value::Test(truth) => Ok((guard, Number::Truth(Box::new(truth.holds())))),
                _ => self.unclear(span),
            })
            .collect()
    }

    /// A measure, worked out once for the values of the variables that it names: for each two cells of a room, `least x in r`
    /// is the same.
    pub(crate) fn measure_once(
        &mut self,
        measure: Measure,
        over: &Over,
        span: &Span,
    ) -> Made<Value> {
        let subject = match over {
            Over::Phrases(phrases, value) => {
                let mut named: SmallVec<[&Value; 2]> = SmallVec::new();
                let mut visit = |part: Term<'_>| {
                    if let Term::Expr(Expr {
                        node: Node::Name(name),
                        ..
                    }) = part
                    {
                        named.extend(self.eval.scope.get(name));
                    }
                };
                phrases
                    .iter()
                    .for_each(|phrase| walk_phrase(phrase, &mut visit));
                walk(value, &mut visit);
                self.subject(What::Measure(span.clone()), named.into_iter())
            }
            Over::Layer(..) => None,
        };
        self.work_out_once(subject, span, |this| this.measure(measure, over, span))
    }

    /// Longer than other functions: an arm for each measure.
    fn measure(&mut self, measure: Measure, over: &Over, span: &Span) -> Made<Value> {
        let in_order = matches!(
            measure,
            Measure::First | Measure::Last | Measure::List | Measure::Bag
        );
        let outer = std::mem::replace(
            &mut self.eval.in_order,
            in_order || measure == Measure::Reading,
        );
        let values = self.values(over);
        self.eval.in_order = outer;
        let values = values?;
        if in_order && !values.uncertain.is_empty() {
            return self.unclear(span);
        }
        if values.untold && measure != Measure::List && measure != Measure::Bag {
            // A measure of it is unknown as well.
            self.eval.absence.untold = true;
            return Ok(Value::Missing);
        }
        if !matches!(
            measure,
            Measure::List | Measure::Bag | Measure::First | Measure::Last
        ) {
            self.eval
                .absence
                .when
                .extend(values.uncertain.iter().cloned());
            // An unknown number makes the whole unknown, not missing.
            self.eval.absence.untold |= !values.uncertain.is_empty();
        }
        match measure {
            Measure::List | Measure::Bag => {
                let members = values.members;
                let members = members
                    .into_iter()
                    .map(|(guard, value)| match value {
                        Value::Number(number) => {
                            (and([guard, number.defined()]), Value::Number(number))
                        }
                        value => (guard, value),
                    })
                    .collect();
                return Ok(Value::List(members, measure == Measure::Bag));
            }
            Measure::First => return self.first_value(values.members, span),
            Measure::Last => {
                let mut members = values.members;
                members.reverse();
                return self.first_value(members, span);
            }
            Measure::Distinct => {
                let members = self.codes(values.members, span)?;
                return self.total(Some(Number::Distinct(members)), span);
            }
            _ => {}
        }
        let numbers = self.numbers(values, span)?;
        if let Some(number) = of_known(measure, &numbers) {
            return self.total(Some(Number::Const(number)), span);
        }
        let number = match measure {
            Measure::Sum => sum(numbers
                .into_iter()
                .map(|(guard, number)| (1, self.zero_unless(guard, number)))),
            Measure::Product => Some(self.product(numbers)),
            Measure::Least | Measure::Greatest | Measure::Gcd if numbers.is_empty() => {
                return Ok(Value::Empty);
            }
            Measure::Least => Some(Number::Least(numbers)),
            Measure::Greatest => Some(Number::Greatest(numbers)),
            Measure::Gcd => {
                // The divisor of no numbers does not exist.
                let some = or(numbers.iter().map(|(guard, _)| guard.clone()));
                let gcd = Number::Gcd(numbers);
                Some(match some {
                    TRUE => gcd,
                    some => Number::First(vec![(some, gcd)]),
                })
            }
            Measure::Reading => return self.reading(numbers, span),
            _ => None,
        };
        if measure == Measure::Product
            && let Some(product) = &number
            && self.magnitude(product) > Number::LARGEST
            && let Some(bound) = self.product_of_parts(over)?
            && bound <= Number::LARGEST
        {
            let product = self.reify_number(product.clone())?;
            self.facts.bounded.push((product.clone(), bound));
            return Ok(Value::Number(product));
        }
        self.total(number, span)
    }

    /// The product of numbers, each with its guard.
    fn product(&mut self, numbers: Vec<(Test, Number)>) -> Number {
        let factors: Vec<Number> = numbers
            .into_iter()
            .map(|(guard, number)| match guard {
                TRUE => number,
                guard => match number {
                    Number::Element(var, table)
                        if guard == Number::Element(var, table.clone()).defined() =>
                    {
                        self.filled_table(var, &table, 1)
                    }
                    number => Number::Choose(
                        Box::new(guard),
                        Box::new(number),
                        Box::new(Number::Const(1)),
                    ),
                },
            })
            .collect();
        match factors.len() {
            0 => Number::Const(1),
            _ => Number::Product(factors),
        }
    }

    /// An upper bound of the product of the sizes of runs, groups or regions, or of the numbers that they spell. They
    /// share no cell, so only some of those that are possible exist at once. `None` for any other product.
    fn product_of_parts(&mut self, over: &Over) -> Made<Option<u128>> {
        let Over::Phrases(phrases, body) = over else {
            return Ok(None);
        };
        let [phrase] = &phrases[..] else {
            return Ok(None);
        };
        let are_apart = matches!(
            phrase.noun,
            Noun::Run(_)
                | Noun::Group(..)
                | Noun::JoinedGroup(..)
                | Noun::EqualGroup(_)
                | Noun::Regions(_)
        );
        let is_part = |expr: &Expr| {
            let word = phrase.variables.first();
            word.is_some_and(|word| expr.node == Node::Name(word.name.clone()))
        };
        let within = phrase
            .qualifiers
            .iter()
            .find_map(|qualifier| match qualifier {
                Qualifier::In(place) => Some(place),
                _ => None,
            });
        let cells = match within {
            Some(place) => self.place(place)?.members.len(),
            None => self.all_atoms(Kind::Cell).len(),
        };
        let cells = u32::try_from(cells).unwrap_or(u32::MAX);
        Ok(match &body.node {
            _ if !are_apart => None,
            Node::Measure(Measure::Reading, Over::Layer(_, place)) if is_part(place) => {
                10_u128.checked_pow(cells)
            }
            // For a given sum, parts of three have the largest product.
            Node::Of(word, arguments)
                if &*word.name == "size" && arguments.first().is_some_and(is_part) =>
            {
                3_u128.checked_pow(cells.div_ceil(3))
            }
            _ => None,
        })
    }

    /// The digits in order as one number.
    fn reading(&mut self, numbers: Vec<(Test, Number)>, span: &Span) -> Made<Value> {
        if numbers.is_empty() {
            return Ok(Value::Empty);
        }
        let bounds: Vec<(i128, i128)> = numbers.iter().map(|(_, n)| self.bounds(n)).collect();
        let may_be_negative = bounds.iter().any(|&(low, _)| low < 0);
        // A single number of several digits is read as it is.
        let may_be_long = bounds.len() > 1 && bounds.iter().any(|&(_, high)| high > 9);
        if may_be_negative || may_be_long {
            return self.wrong(
                span,
                match may_be_negative {
                    true => "some of these numbers may be negative",
                    false => "some of these numbers may have more than one digit",
                },
                "expected digits to read in a rule",
            );
        }
        if numbers.len() > MOST_READ {
            return self.total(None, span);
        }
        if numbers.iter().all(|(guard, _)| *guard == TRUE) {
            let n = numbers.len();
            let terms = numbers
                .into_iter()
                .enumerate()
                .map(|(i, (_, digit))| (10i128.pow((n - 1 - i) as u32), digit));
            return self.total(sum(terms), span);
        }
        // Each digit is weighted by the number of digits after it that are there. (Horner's rule would need a copy of
        // everything before it for each digit that may not be there.)
        let some = or(numbers.iter().map(|(guard, _)| guard.clone()));
        let mut terms = Vec::new();
        for (i, (guard, digit)) in numbers.iter().enumerate() {
            let later = || {
                numbers[i + 1..]
                    .iter()
                    .map(|(guard, _)| (1, counted(guard.clone(), Number::Const(1))))
            };
            for power in 0..numbers.len() - i {
                let Some(count) = sum(later()) else {
                    continue;
                };
                let here = compare(count, Sign::Equal, Number::Const(power as i128));
                let counts = and([guard.clone(), here]);
                if counts != FALSE {
                    terms.push((10i128.pow(power as u32), counted(counts, digit.clone())));
                }
            }
        }
        match sum(terms) {
            Some(value) => {
                // It grows with the third power of how many are read.
                let value = Number::First(vec![(some, value)]);
                self.spend(of_number(&value), span)?;
                self.total(Some(value), span)
            }
            None => self.wrong(
                span,
                "the number may be too long",
                "at most 36 digits can be read",
            ),
        }
    }

    fn first_value(&mut self, members: Vec<(Test, Value)>, span: &Span) -> Made<Value> {
        if members.is_empty() {
            return Ok(Value::Empty);
        }
        let members = members
            .into_iter()
            .map(|(guard, value)| match value {
                Value::Number(number) => (and([guard, number.defined()]), Value::Number(number)),
                value => (guard, value),
            })
            .collect();
        self.first_of(members, span)
    }

    /// The number if the test holds, else 0.
    fn zero_unless(&self, guard: Test, number: Number) -> Number {
        match (&guard, &number) {
            (Test::Const(true), number) if is_total(number) => number.clone(),
            // A variable with a word for having none adds its table entry, or itself if that word has the value 0.
            (_, Number::Element(var, table)) if guard == number.defined() => {
                let filled = self.filled_table(*var, table, 0);
                match &filled {
                    Number::Element(_, entries)
                        if entries.iter().all(|&(v, n)| i128::from(v) == n) =>
                    {
                        Number::Var(*var)
                    }
                    _ => filled,
                }
            }
            _ => counted(guard, number),
        }
    }

    /// A table that also has an entry for values without number.
    fn filled_table(
        &self,
        var: quadrille_engine::Var,
        table: &[(i32, i128)],
        other: i128,
    ) -> Number {
        let entries = self.model.domain(var).iter().map(|value| {
            let known = table.iter().find(|entry| entry.0 == value);
            (value, known.map_or(other, |entry| entry.1))
        });
        Number::Element(var, entries.collect())
    }

    /// Values as numbers that are equal when they are.
    fn codes(&mut self, members: Vec<(Test, Value)>, span: &Span) -> Made<Vec<(Test, Number)>> {
        let mut names: Vec<Value> = Vec::new();
        let mut coded = Vec::new();
        for (guard, value) in members {
            let guard = and([guard, value.exists()]);
            let number = match value {
                Value::Number(number) => number,
                Value::Choice(choice) => Number::Var(choice.var),
                // Its code is the index of the first value equal to it; for regions to find, that is open.
                other => {
                    let mut same = Vec::with_capacity(names.len());
                    for known in &names {
                        let test = self.same(known, &other, span)?;
                        let is_it = test == TRUE;
                        same.push(test);
                        if is_it {
                            break;
                        }
                    }
                    let own = same.len();
                    if same.last() != Some(&TRUE) {
                        names.push(other);
                    }
                    let same = same.into_iter().enumerate().rev();
                    same.fold(Number::Const(own as i128), |otherwise, (i, test)| {
                        let code = Number::Const(i as i128);
                        match test {
                            TRUE => code,
                            FALSE => otherwise,
                            test => {
                                Number::Choose(Box::new(test), Box::new(code), Box::new(otherwise))
                            }
                        }
                    })
                }
            };
            coded.push((guard, number));
        }
        Ok(coded)
    }

    /// The number of combinations of the phrases' members.
    pub(crate) fn count(&mut self, phrases: &[Phrase]) -> Made<Value> {
        let mut terms = Vec::new();
        self.for_each(phrases, &mut |_, guard| {
            terms.push((1, counted(guard, Number::Const(1))));
            Ok(())
        })?;
        let span = phrases[0].span.clone();
        self.total(sum(terms), &span)
    }

    pub(super) fn values_test(&mut self, test: ValuesTest, over: &Over) -> Made<Truth> {
        let span = over_span(over);
        let outer = std::mem::replace(&mut self.eval.in_order, test == ValuesTest::Increasing);
        let values = self.values(over);
        self.eval.in_order = outer;
        let values = values?;
        let members: Vec<(Test, Value)> = values
            .members
            .into_iter()
            .map(|(guard, value)| (and([guard, value.exists()]), value))
            .collect();
        if test == ValuesTest::Equal
            && values.uncertain.is_empty()
            && let Some(same) =
                self.found(Pass::OneRegion, |this| this.in_one_region(&members, &span))?
        {
            return Ok(Truth::Plain(self.reify(same)?));
        }
        // Each member is copied for each other one.
        let copied: usize = members
            .iter()
            .map(|(guard, value)| 1 + of_test(guard) + weight(value))
            .sum();
        self.spend(copied.saturating_mul(members.len()), &span)?;
        let mut tests = Vec::new();
        for (i, (guard, a)) in members.iter().enumerate() {
            for (other, b) in &members[i + 1..] {
                let broken = match test {
                    ValuesTest::Different => self.same(a, b, &span)?,
                    ValuesTest::Equal => not(self.same(a, b, &span)?),
                    ValuesTest::Increasing => match (a, b) {
                        (Value::Number(a), Value::Number(b)) => {
                            compare(b.clone(), Sign::AtMost, a.clone())
                        }
                        _ => return self.unclear(&span),
                    },
                };
                // Most numbers that are known differ.
                if broken != FALSE {
                    tests.push(not(and([guard.clone(), other.clone(), broken])));
                }
            }
        }
        let test = self.reify(and(tests))?;
        if values.uncertain.is_empty() {
            return Ok(Truth::Plain(test));
        }
        // Values that are there but unknown may be anything.
        let certain = self.reify(not(or(values.uncertain)))?;
        Ok(Truth::Partial(and([test.clone(), certain]), not(test)))
    }

    /// `n satisfies "prime"`.
    pub(crate) fn satisfies(&mut self, number: &Expr, clue: &Expr) -> Made<Truth> {
        let number_value = self.number(number)?;
        if matches!(number_value, Err(Value::Missing)) {
            return Ok(Truth::MISSING);
        }
        let clue = match self.clue_of(clue)? {
            Value::Clue(clue) => clue,
            Value::Missing => return Ok(Truth::MISSING),
            _ => return Ok(Truth::constant(false)),
        };
        let Ok(number_value) = number_value else {
            return Ok(Truth::constant(false));
        };
        Ok(Truth::Plain(self.clue_holds(
            &number_value,
            clue,
            &number.span,
        )?))
    }
}

fn over_span(over: &Over) -> Span {
    match over {
        Over::Layer(word, place) => word.span.start..place.span.end,
        Over::Phrases(phrases, value) => phrases[0].span.start..value.span.end,
    }
}

/// The measure of known numbers, at least one, where that is a number without further ado.
fn of_known(measure: Measure, numbers: &[(Test, Number)]) -> Option<i128> {
    let numbers = numbers.iter().map(|(guard, number)| match (guard, number) {
        (&TRUE, &Number::Const(number)) => Some(number),
        _ => None,
    });
    let known: Vec<i128> = numbers.collect::<Option<_>>()?;
    let known = known.into_iter();
    match measure {
        Measure::Least => known.min(),
        Measure::Greatest => known.max(),
        Measure::Product => known
            .map(Some)
            .reduce(|product, factor| product?.checked_mul(factor?))?,
        _ => None,
    }
}
