//! The constructors of tests and numbers.

use super::super::syntax::{Arithmetic, Name};
use super::form::{Fold, Form, Head, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

/// A law about a number in a set.
type OfNumber = fn(&mut Store, Term, &Ints) -> Option<Term>;

/// These laws, in the order in which they are tried.
const OF_NUMBER: [OfNumber; 8] = [
    Store::within_sides,
    Store::walk_leads,
    Store::seen_by_runs,
    Store::value_of_end,
    Store::as_many_as_members,
    Store::as_many_values,
    Store::first_is_all,
    Store::forest,
];

impl Store {
    pub(crate) fn truth(&mut self, truth: bool) -> Term {
        self.intern(Form::Truth(truth))
    }

    pub(crate) fn number(&mut self, number: i128) -> Term {
        self.intern(Form::Number(number))
    }

    /// The number that a term is for certain.
    pub(crate) fn constant(&self, term: Term) -> Option<i128> {
        match self.form(term) {
            Form::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// A term of this form with other parts.
    pub(super) fn made_of(&mut self, form: Form, parts: &[Term]) -> Term {
        match form {
            Form::Truth(_) | Form::Number(_) | Form::Variable(..) => self.intern(form),
            Form::Apply(Head::Operation(operation), _) => {
                self.operation(operation, parts[0], parts[1])
            }
            Form::Apply(Head::Rectangle(is_square), _) => self
                .rectangle(parts[0], is_square)
                .unwrap_or_else(|| self.apply_again(form, parts)),
            Form::Apply(Head::In, _) => self.is_in(parts[0], parts[1]),
            Form::Apply(Head::Distance, _) => {
                let ends = in_order(parts[0], parts[1]);
                self.apply_again(form, &ends)
            }
            Form::Apply(Head::Of(_), _) => self.property_again(form, parts),
            Form::Apply(..) => self.apply_again(form, parts),
            Form::Linear(terms, constant) => {
                let factors = terms.iter().map(|(factor, _)| *factor);
                let terms: Vec<(i128, Term)> = factors.zip(parts.iter().copied()).collect();
                let sum = self.linear(&terms, constant);
                sum.unwrap_or_else(|| self.uncancelled(&terms, constant))
            }
            Form::Within(_, set) => self.within(parts[0], set),
            Form::Same(..) => self.same(parts[0], parts[1]),
            Form::Not(_) => self.not(parts[0]),
            Form::And(_) => self.and(parts),
            Form::Or(_) => self.or(parts),
            Form::Iff(..) => self.exactly_when(parts[0], parts[1]),
            Form::If(..) => self.choice(parts[0], parts[1], parts[2]),
            Form::Part(..) => self.part(parts[0], parts[1]),
            Form::Fold(..) => unreachable!("folds are opened first"),
        }
    }

    /// A sum of multiples and a constant. `None` if a number is too large, or if a part would cancel out that may be
    /// empty or missing, so that the sum would no longer be.
    pub(crate) fn linear(&mut self, terms: &[(i128, Term)], constant: i128) -> Option<Term> {
        let (flat, sum) = self.flat(terms, constant)?;
        let mut joined: Vec<(i128, Term)> = Vec::new();
        for (factor, term) in flat {
            match joined.last_mut() {
                Some(last) if last.1 == term => last.0 = last.0.checked_add(factor)?,
                _ => joined.push((factor, term)),
            }
        }
        if joined.iter().any(|&(factor, _)| factor == 0) {
            return None;
        }
        if let Some((at, place, side)) = self.has_laws().then(|| self.side(&joined)).flatten() {
            self.fire(Law::Sides);
            return self.with_side(&joined, sum, at, (place, side));
        }
        if self.has_laws()
            && let Some(fewer) = self.without_others(&joined)
        {
            self.fire(Law::Others);
            return self.linear(&fewer, sum);
        }
        Some(match (&joined[..], sum) {
            ([], _) => self.number(sum),
            ([(1, only)], 0) => *only,
            _ => self.intern(Form::Linear(joined.into(), sum)),
        })
    }

    /// The multiples and the constant of a sum of sums, in order; `None` if a number is too large.
    fn flat(&self, terms: &[(i128, Term)], constant: i128) -> Option<(Vec<(i128, Term)>, i128)> {
        let mut sum = constant;
        let mut flat: Vec<(i128, Term)> = Vec::new();
        for &(factor, term) in terms {
            match self.form(term) {
                Form::Number(number) => sum = sum.checked_add(factor.checked_mul(*number)?)?,
                Form::Linear(inner, more) => {
                    sum = sum.checked_add(factor.checked_mul(*more)?)?;
                    for &(own, term) in inner {
                        flat.push((factor.checked_mul(own)?, term));
                    }
                }
                _ => flat.push((factor, term)),
            }
        }
        flat.sort_by_key(|&(_, term)| term);
        Some((flat, sum))
    }

    /// A sum of parts that a law has made equal, as it stands: it is there only if they are.
    fn uncancelled(&mut self, terms: &[(i128, Term)], constant: i128) -> Term {
        let flat = self.flat(terms, constant);
        let (terms, constant) = flat.unwrap_or_else(|| (terms.to_vec(), constant));
        self.intern(Form::Linear(terms.into(), constant))
    }

    /// The terms of a sum with the count of those of which a test does not hold, in place of how many there are less the
    /// count of those of which it holds.
    fn without_others(&mut self, terms: &[(i128, Term)]) -> Option<Vec<(i128, Term)>> {
        for &(factor, all) in terms {
            let Some((whole, guard)) = self.counted(all) else {
                continue;
            };
            if *self.form(guard) != Form::Truth(true) {
                continue;
            }
            for &(minus, some) in terms {
                let Some((own, test)) = self.counted(some).filter(|_| minus == -factor) else {
                    continue;
                };
                let is_alike = own.range == whole.range && self.is_never_missing_test(test);
                if !is_alike || *self.form(test) == Form::Truth(true) {
                    continue;
                }
                let (own, test, _) = self.opened(&[own], test, test);
                let test = self.not(test);
                let others = self.count(own, test);
                let rest = terms.iter().copied();
                let rest = rest.filter(|&(_, term)| term != all && term != some);
                return Some(rest.chain([(factor, others)]).collect());
            }
        }
        None
    }

    /// An operation other than adding and subtracting.
    pub(crate) fn operation(&mut self, operation: Arithmetic, a: Term, b: Term) -> Term {
        let (x, y) = (self.constant(a), self.constant(b));
        let product = match (operation, x, y) {
            (Arithmetic::Multiply, Some(factor), _) => self.linear(&[(factor, b)], 0),
            (Arithmetic::Multiply, _, Some(factor)) => self.linear(&[(factor, a)], 0),
            _ => None,
        };
        if let Some(product) = product.filter(|_| x != Some(0) && y != Some(0)) {
            return product;
        }
        let parts = match operation {
            Arithmetic::Multiply | Arithmetic::Least | Arithmetic::Greatest => in_order(a, b),
            _ => Box::new([a, b]),
        };
        // Of a division it is known only if the divisor is.
        let is_total = !matches!(
            operation,
            Arithmetic::Divide | Arithmetic::Modulo | Arithmetic::Power
        );
        let traits = Traits {
            is_total,
            ..Traits::of(Sort::Number)
        };
        self.apply(Head::Operation(operation), traits, &parts)
    }

    /// That a number is there and in a set.
    pub(crate) fn within(&mut self, term: Term, set: Ints) -> Term {
        if let Form::Number(number) = self.form(term) {
            let truth = set.contains(*number);
            return self.truth(truth);
        }
        if let Form::Linear(terms, constant) = self.form(term).clone() {
            if constant != 0 {
                let rest = self.linear(&terms, 0);
                let rest = rest.unwrap_or_else(|| self.uncancelled(&terms, 0));
                return self.within(rest, set.shifted(-constant));
            }
            if terms[0].0 < 0 {
                let turned: Vec<(i128, Term)> = terms
                    .iter()
                    .map(|&(factor, term)| (-factor, term))
                    .collect();
                if let Some(turned) = self.linear(&turned, 0) {
                    return self.within(turned, set.negated());
                }
            }
            if let ([(factor, only)], true) = (&terms[..], self.has_laws())
                && let Some(smaller) = quotients(&set, *factor)
            {
                self.fire(Law::Proportion);
                return self.within(*only, smaller);
            }
        }
        if !self.has_laws() {
            return self.intern(Form::Within(term, set));
        }
        let known = self.attributes(term);
        let set = match set.clipped(known.low, known.high) {
            Some(clipped) if clipped != set && clipped != Ints::none() => {
                self.fire(Law::Clip);
                clipped
            }
            _ => set,
        };
        if let Some(said) = OF_NUMBER.iter().find_map(|law| law(self, term, &set)) {
            return said;
        }
        if let Form::Fold(Fold::Sum, binders, guard, body) = self.form(term).clone()
            && self.constant(body) == Some(1)
            && let Some(said) = self.count_within(&binders, guard, &set)
        {
            return said;
        }
        self.intern(Form::Within(term, set))
    }

    /// That the cells of a place fill a rectangle: there are as many as its width times its height. `None` if a number
    /// is too large.
    pub(crate) fn rectangle(&mut self, place: Term, is_square: bool) -> Option<Term> {
        let test = Traits::of(Sort::Test);
        if !self.has_atoms(place) {
            return Some(self.apply(Head::Rectangle(is_square), test, &[place]));
        }
        let side = Traits::total(Sort::Number);
        let [width, height] =
            ["width", "height"].map(|name| self.apply(Head::Of(name.into()), side, &[place]));
        let size = self.size(place);
        let area = self.operation(Arithmetic::Multiply, width, height);
        let difference = self.linear(&[(1, size), (-1, area)], 0)?;
        let is_full = self.within(difference, Ints::one(0));
        if !is_square {
            return Some(is_full);
        }
        let difference = self.linear(&[(1, width), (-1, height)], 0)?;
        let is_even = self.within(difference, Ints::one(0));
        Some(self.and(&[is_full, is_even]))
    }

    /// That two things other than numbers are there and equal.
    pub(crate) fn same(&mut self, a: Term, b: Term) -> Term {
        if self.has_laws()
            && let (Form::Part(range, one), Form::Part(other_range, other)) =
                (self.form(a).clone(), self.form(b).clone())
            && range == other_range
            && !self.has_regions(range)
        {
            self.fire(Law::OneComponent);
            let (one, other) = (one.min(other), one.max(other));
            let whole = self.part(range, one);
            return self.apply(Head::In, Traits::of(Sort::Test), &[other, whole]);
        }
        self.intern(Form::Same(a.min(b), a.max(b)))
    }

    /// That something is in a place. Of a region to find it is said that the one of the cell is the same.
    pub(crate) fn is_in(&mut self, member: Term, place: Term) -> Term {
        // The cells in a group are the group.
        if self.has_laws()
            && let Some((own, guard)) = self.atoms_where(place)
            && let Some(whole) = self.whole_of(own, guard)
            && self.sort(own.range) == self.sort(member)
        {
            self.fire(Law::FilteredRange);
            return self.is_in(member, whole);
        }
        // A cell without a region of the data is in no region, but its own is missing.
        if self.has_laws()
            && let Form::Part(range, _) = *self.form(place)
            && self.attributes(range).is_found
            && self.has_regions(range)
            && matches!(self.form(member), Form::Variable(..))
            && self.sort(member).kind() == self.sort(place).kind()
        {
            self.fire(Law::OneComponent);
            let own = self.part(range, member);
            return self.intern(Form::Same(own.min(place), own.max(place)));
        }
        self.apply(Head::In, Traits::of(Sort::Test), &[member, place])
    }

    pub(crate) fn not(&mut self, term: Term) -> Term {
        match self.form(term).clone() {
            Form::Truth(truth) => self.truth(!truth),
            Form::Not(inner) => inner,
            _ if !self.has_laws() => self.intern(Form::Not(term)),
            Form::And(parts) => {
                self.fire(Law::Inward);
                let parts: Vec<Term> = parts.iter().map(|&part| self.not(part)).collect();
                self.or(&parts)
            }
            Form::Or(parts) => {
                self.fire(Law::Inward);
                let parts: Vec<Term> = parts.iter().map(|&part| self.not(part)).collect();
                self.and(&parts)
            }
            Form::Within(number, set) if self.attributes(number).is_total => {
                self.fire(Law::Inward);
                self.within(number, set.complement())
            }
            Form::Apply(Head::Is(word), parts) if self.other_word(&word, parts[0]).is_some() => {
                self.denied(term)
            }
            _ => self.intern(Form::Not(term)),
        }
    }

    /// That an atom has the other one of two words.
    fn denied(&mut self, test: Term) -> Term {
        let Form::Apply(Head::Is(word), parts) = self.form(test).clone() else {
            return self.intern(Form::Not(test));
        };
        let Some(other) = self.other_word(&word, parts[0]) else {
            return self.intern(Form::Not(test));
        };
        self.fire(Law::TwoWords);
        let traits = Traits {
            is_found: self.attributes(test).is_found,
            ..Traits::of(Sort::Test)
        };
        self.apply(Head::Is(other), traits, &parts)
    }

    /// The word that an atom has if it does not have this one.
    fn other_word(&self, word: &Name, atom: Term) -> Option<Name> {
        let (kind, other, _) = self.others.get(word)?;
        let is_there = matches!(self.form(atom), Form::Variable(..));
        (is_there && self.sort(atom) == Sort::Atom(*kind)).then(|| other.clone())
    }

    pub(crate) fn and(&mut self, parts: &[Term]) -> Term {
        self.junction(parts, true)
    }

    pub(crate) fn or(&mut self, parts: &[Term]) -> Term {
        self.junction(parts, false)
    }

    /// The conjunction of some tests, or their disjunction.
    fn junction(&mut self, parts: &[Term], is_and: bool) -> Term {
        let mut flat = Vec::new();
        for &part in parts {
            match self.form(part) {
                Form::Truth(truth) if *truth == is_and => {}
                Form::Truth(_) => return part,
                Form::And(inner) if is_and => flat.extend_from_slice(inner),
                Form::Or(inner) if !is_and => flat.extend_from_slice(inner),
                _ => flat.push(part),
            }
        }
        let before = flat.len();
        flat.sort_unstable();
        flat.dedup();
        if self.has_laws() {
            if flat.len() < before {
                self.fire(Law::Flat);
            }
            if let Some(simpler) = self.intervals(&flat, is_and) {
                self.fire(Law::Interval);
                return self.junction(&simpler, is_and);
            }
            if let Some(fewer) = self.absorbed(&flat, is_and) {
                self.fire(Law::Absorbed);
                return self.junction(&fewer, is_and);
            }
            if let Some(simpler) = self.exact_divisions(&flat, is_and) {
                self.fire(Law::ExactDivision);
                return self.junction(&simpler, is_and);
            }
            if let Some(simpler) = self.squares(&flat, is_and) {
                self.fire(Law::Square);
                return self.junction(&simpler, is_and);
            }
            if let Some(simpler) = self.both_squares(&flat, is_and) {
                self.fire(Law::Square);
                return self.junction(&simpler, is_and);
            }
            if let Some(simpler) = self.nothing_connected(&flat, is_and) {
                self.fire(Law::OneGroup);
                return self.junction(&simpler, is_and);
            }
            if is_and && let Some(simpler) = self.join_each(&flat) {
                return self.junction(&simpler, is_and);
            }
        }
        match flat[..] {
            [] => self.truth(is_and),
            [only] => only,
            _ if is_and => self.intern(Form::And(flat.into())),
            _ => self.intern(Form::Or(flat.into())),
        }
    }

    /// The parts with two sets for one number made one.
    fn intervals(&mut self, parts: &[Term], is_and: bool) -> Option<Vec<Term>> {
        for (at, &part) in parts.iter().enumerate() {
            let Form::Within(number, set) = self.form(part) else {
                continue;
            };
            let other = parts[at + 1..]
                .iter()
                .find_map(|&other| match self.form(other) {
                    Form::Within(same, set) if same == number => Some((other, set)),
                    _ => None,
                });
            let Some((other, more)) = other else {
                continue;
            };
            let both = match is_and {
                true => set.meet(more),
                false => set.union(more),
            };
            // What is always so, or never, would no longer be missing or empty where the number is.
            if both == Ints::none() || both == Ints::all() {
                continue;
            }
            let number = *number;
            let known = self.attributes(number);
            both.clipped(known.low, known.high)?;
            let both = self.within(number, both);
            let rest = parts
                .iter()
                .copied()
                .filter(|&own| own != part && own != other);
            return Some(rest.chain([both]).collect());
        }
        None
    }

    /// The parts without those of which another one is a part, in `or` a weaker and in `and` a stronger one.
    fn absorbed(&self, parts: &[Term], is_and: bool) -> Option<Vec<Term>> {
        let within = |part: &Term| match (self.form(*part), is_and) {
            (Form::And(inner), false) | (Form::Or(inner), true) => inner.to_vec(),
            _ => vec![*part],
        };
        let all: Vec<Vec<Term>> = parts.iter().map(within).collect();
        let is_needless = |own: &[Term]| {
            let mut others = all.iter();
            own.len() > 1
                && others.any(|other| {
                    other.len() < own.len() && other.iter().all(|part| own.contains(part))
                })
        };
        let kept = parts.iter().zip(&all).filter(|(_, own)| !is_needless(own));
        let kept: Vec<Term> = kept.map(|(&part, _)| part).collect();
        (kept.len() < parts.len()).then_some(kept)
    }

    /// `a / b - c` is 0 and `a mod b` is 0 are `a - b * c` is 0; not both is not that.
    fn exact_divisions(&mut self, parts: &[Term], is_and: bool) -> Option<Vec<Term>> {
        for &part in parts {
            let Form::Within(remainder, set) = self.form(part) else {
                continue;
            };
            let Form::Apply(Head::Operation(Arithmetic::Modulo), operands) = self.form(*remainder)
            else {
                continue;
            };
            let (a, b) = (operands[0], operands[1]);
            let zero = match is_and {
                true => Ints::one(0),
                false => Ints::one(0).complement(),
            };
            let known = self.attributes(*remainder);
            let is_exact = Some(set) == zero.clipped(known.low, known.high).as_ref()
                && self.attributes(b).low >= Some(1)
                && self.attributes(a).is_total
                && self.attributes(b).is_total;
            if !is_exact {
                continue;
            }
            let quotient = self.apply(
                Head::Operation(Arithmetic::Divide),
                Traits::of(Sort::Number),
                &[a, b],
            );
            let other = parts.iter().find_map(|&other| {
                let Form::Within(difference, set) = self.form(other) else {
                    return None;
                };
                let Form::Linear(terms, 0) = self.form(*difference) else {
                    return None;
                };
                let [(one, first), (minus, second)] = terms[..] else {
                    return None;
                };
                let result = match (first == quotient, second == quotient) {
                    (true, false) => second,
                    (false, true) => first,
                    _ => return None,
                };
                (*set == zero && one == -minus && one.abs() == 1).then_some((other, result))
            });
            let Some((other, result)) = other else {
                continue;
            };
            let product = self.operation(Arithmetic::Multiply, b, result);
            let difference = self.linear(&[(1, a), (-1, product)], 0)?;
            let exact = self.within(difference, zero);
            let rest = parts
                .iter()
                .copied()
                .filter(|&own| own != part && own != other);
            return Some(rest.chain([exact]).collect());
        }
        None
    }

    /// That both hold or neither.
    pub(crate) fn exactly_when(&mut self, a: Term, b: Term) -> Term {
        if let Form::Not(inner) = *self.form(a) {
            let same = self.exactly_when(inner, b);
            return self.not(same);
        }
        if let Form::Not(inner) = *self.form(b) {
            let same = self.exactly_when(a, inner);
            return self.not(same);
        }
        // Of two words for the same, the first.
        for (one, other) in [(a, b), (b, a)] {
            if self.has_laws()
                && let Form::Apply(Head::Is(word), parts) = self.form(one)
                && matches!(self.others.get(word), Some((.., true)))
                && self.other_word(word, parts[0]).is_some()
            {
                let first = self.denied(one);
                let same = self.exactly_when(first, other);
                return self.not(same);
            }
        }
        self.intern(Form::Iff(a.min(b), a.max(b)))
    }

    /// The second if the first holds, else the third.
    pub(crate) fn choice(&mut self, condition: Term, holds: Term, otherwise: Term) -> Term {
        match self.form(condition) {
            Form::Truth(true) => return holds,
            Form::Truth(false) => return otherwise,
            _ => {}
        }
        if self.has_laws() && *self.form(otherwise) == Form::Truth(true) {
            self.fire(Law::Choice);
            let other = self.not(condition);
            return self.or(&[other, holds]);
        }
        self.intern(Form::If(condition, holds, otherwise))
    }

    /// The component of a range that has an atom.
    pub(crate) fn part(&mut self, range: Term, atom: Term) -> Term {
        self.intern(Form::Part(range, atom))
    }
}

/// Two parts whose order does not matter.
fn in_order(a: Term, b: Term) -> Box<[Term]> {
    Box::new([a.min(b), a.max(b)])
}

/// The numbers whose multiples by a factor of at least 2 are in a set. `None` for other factors.
fn quotients(set: &Ints, factor: i128) -> Option<Ints> {
    if factor < 2 {
        return None;
    }
    let mut all = Ints::none();
    for (low, high) in set.ranges() {
        let low = low.map_or(Ints::all(), |low| {
            Ints::at_least(-(-low).div_euclid(factor))
        });
        let high = high.map_or(Ints::all(), |high| Ints::at_most(high.div_euclid(factor)));
        all = all.union(&low.meet(&high));
    }
    (all != Ints::none() && all != Ints::all()).then_some(all)
}
