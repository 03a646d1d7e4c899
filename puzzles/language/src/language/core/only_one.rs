//! What is said of the only one of some atoms.

use super::form::{Binder, Fold, Form, Head, Owner, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

impl Store {
    /// The statements, where one of them says that there is exactly one of some atoms and another speaks of a sum over
    /// them, of their first value or of the value of the only one: the latter then speaks of each. `None` if there are no
    /// such two.
    pub(super) fn of_only(&mut self, tests: &[Term]) -> Option<Vec<Term>> {
        for (at, &one) in tests.iter().enumerate() {
            if let Some(apart) = self.only_apart(one) {
                let before = tests[..at].iter().copied();
                let all = before.chain(apart);
                return Some(all.chain(tests[at + 1..].iter().copied()).collect());
            }
            let Some((own, guard)) = self.none_of(one) else {
                continue;
            };
            let says = self.conjuncts(guard);
            if !says.into_iter().any(|test| self.is_not_one(test)) {
                continue;
            }
            for (place, &other) in tests.iter().enumerate() {
                if place == at {
                    continue;
                }
                if let Some(changed) = self.of_only_in(&own, guard, other) {
                    let mut all = tests.to_vec();
                    all[place] = changed;
                    return Some(all);
                }
            }
        }
        None
    }

    /// That there is exactly one of something, where a count is of those besides which there is no other one, and is not
    /// none.
    pub(super) fn one_without_other(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let &[binder] = binders else {
            return None;
        };
        let of_others = |store: &Self, test: Term| {
            let (other, _) = store.none_of_one(test)?;
            (other.range == binder.range && !binder.is_pair).then_some(test)
        };
        let mut parts = self.conjuncts(guard).into_iter();
        parts.find_map(|test| of_others(self, test))?;
        let (own, guard, _) = self.opened(binders, guard, guard);
        let mut rest = self.conjuncts(guard);
        let at = rest
            .iter()
            .position(|&test| of_others(self, test).is_some())?;
        let (other, more) = self.none_of_one(rest.remove(at))?;
        let (other, more, _) = self.opened(&[other], more, more);
        let [one, another] =
            [own[0], other[0]].map(|binder| self.member(binder.variable, binder.range));
        let are_two = self.intern(Form::Same(one.min(another), one.max(another)));
        let are_two = self.not(are_two);
        let said = self.conjuncts(more);
        let also = said.iter().copied().filter(|&test| test != are_two);
        let also: Vec<Term> = also.collect();
        let also: Vec<Term> = also
            .into_iter()
            .map(|test| self.replaced(test, other[0].variable, one))
            .collect();
        let is_same = also.len() == rest.len() && also.iter().all(|test| rest.contains(test));
        if also.len() == said.len() || !is_same {
            return None;
        }
        self.fire(Law::OnlyOne);
        let guard = self.and(&rest);
        let count = self.count(own, guard);
        Some(self.within(count, Ints::one(1)))
    }

    /// Splits a statement about the only atom into one that there is exactly one and one about each, and
    /// `exactly 1 p and x of the only p` into two statements.
    fn only_apart(&mut self, test: Term) -> Option<Vec<Term>> {
        let (binders, guard) = self.none_of(test)?;
        let speaks = |store: &Self, test: Term| {
            let has_only = |&part: &Term| store.only_in(part).is_some();
            let is_open = |&part: &Term| has_only(&part) || store.is_not_one(part);
            match store.form(test) {
                Form::Or(parts) => parts.iter().any(is_open),
                _ => has_only(&test),
            }
        };
        if !self.conjuncts(guard).iter().any(|&test| speaks(self, test)) {
            return None;
        }
        let one = self.number(1);
        let (binders, guard, _) = self.opened(&binders, guard, one);
        let said = self.conjuncts(guard);
        for &test in &said {
            let ways = match self.form(test).clone() {
                Form::Or(parts) => {
                    let mut is_about = parts.iter().any(|&part| self.only_in(part).is_some());
                    for &one in &parts {
                        if self.is_not_one(one) {
                            let mut others = parts.iter().filter(|&&part| part != one);
                            is_about |= others.any(|&part| self.some_of_only(one, part).is_some());
                        }
                    }
                    match is_about {
                        true => parts.to_vec(),
                        false => continue,
                    }
                }
                _ => match self.not_of_only(test) {
                    Some(ways) => {
                        self.fire(Law::OnlyOne);
                        ways.to_vec()
                    }
                    None => continue,
                },
            };
            let rest = said.iter().copied().filter(|&other| other != test);
            let rest: Vec<Term> = rest.collect();
            let each = |store: &mut Self, way: Term| {
                let guard: Vec<Term> = rest.iter().copied().chain([way]).collect();
                let guard = store.and(&guard);
                store.none(binders.clone(), guard)
            };
            return Some(ways.into_iter().map(|way| each(self, way)).collect());
        }
        None
    }

    /// The value of the only atom of which a test denies something, and the range and the condition of this atom.
    fn only_in(&self, test: Term) -> Option<(Term, Binder, Term)> {
        let Form::Not(inner) = self.form(test) else {
            return None;
        };
        let Form::Within(number, _) = self.form(*inner) else {
            return None;
        };
        self.summands(*number).into_iter().find_map(|term| {
            let Form::Apply(Head::Layer(layer), of) = self.form(term) else {
                return None;
            };
            let (own, guard) = self.atoms_where(*of.first()?)?;
            // A value of rooms or lines may be read of several cells of one.
            let is_atom =
                matches!(self.sort(own.range), Sort::Atom(_)) && !self.of_places.contains(layer);
            let is_narrow = *self.form(guard) != Form::Truth(true);
            (is_atom && is_narrow).then_some((term, own, guard))
        })
    }

    /// That something is not so of the only atom: there is not exactly one, or there is one of which it is not so.
    ///
    /// Where data are missing with which it is compared, the test is missing, which a count would not be: that there is not
    /// exactly one is said only where they are there.
    fn not_of_only(&mut self, test: Term) -> Option<[Term; 2]> {
        let (only, own, guard) = self.only_in(test)?;
        let mut told = Vec::new();
        for term in self.compared(test).into_iter().filter(|&term| term != only) {
            self.tell_data(term, &mut told)?;
        }
        let one = self.number(1);
        let (own, guard, _) = self.opened(&[own], guard, one);
        let count = self.count(own, guard);
        let not_one = self.within(count, Ints::one(1).complement());
        let some = self.some_of_only(not_one, test)?;
        told.push(not_one);
        Some([self.and(&told), some])
    }

    /// Adds tests that the data are told which a number reads. `None` if it may be missing or empty for another reason.
    fn tell_data(&mut self, number: Term, told: &mut Vec<Term>) -> Option<()> {
        if self.is_always_there(number) || self.is_never_missing_test(number) {
            return Some(());
        }
        let form = self.form(number).clone();
        let parts = Self::parts(&form);
        let are_variables = |store: &Self| {
            let mut parts = parts.iter();
            parts.all(|&part| matches!(store.form(part), Form::Variable(..)))
        };
        match form {
            Form::Linear(..) | Form::Apply(Head::Operation(_), _) => parts
                .into_iter()
                .try_for_each(|part| self.tell_data(part, told)),
            Form::Apply(Head::Layer(_), _) if are_variables(self) => {
                told.push(self.apply(Head::Told, Traits::of(Sort::Test), &[number]));
                Some(())
            }
            Form::Apply(Head::Of(_), _) if are_variables(self) => Some(()),
            _ => None,
        }
    }

    /// Whether a test is that there is not exactly one of something.
    fn is_not_one(&self, test: Term) -> bool {
        let Form::Within(count, set) = self.form(test) else {
            return false;
        };
        matches!(self.form(*count), Form::Fold(Fold::Sum, binders, _, value)
            if binders.len() == 1 && !binders[0].is_pair && self.constant(*value) == Some(1))
            && Some(set) == Ints::one(1).complement().clipped(Some(0), None).as_ref()
    }

    /// A statement in which what is said of the only atom is said of each, where a guard in another one is that there is
    /// not exactly one.
    fn of_only_in(&mut self, own: &[Binder], guard: Term, other: Term) -> Option<Term> {
        let (others, more) = self.none_of(other)?;
        let (own, guard, more) = self.opened_alike((own, guard), (&others, more))?;
        let mut rest = self.conjuncts(guard);
        let at = rest.iter().position(|&test| self.is_not_one(test))?;
        let not_one = rest.remove(at);
        let mut said = self.conjuncts(more);
        let differs: Vec<usize> = (0..said.len())
            .filter(|&at| !rest.contains(&said[at]))
            .collect();
        let [at] = differs[..] else {
            return None;
        };
        if said.len() != rest.len() + 1 {
            return None;
        }
        said[at] = self.some_of_only(not_one, said[at])?;
        self.fire(Law::OnlyOne);
        let guard = self.and(&said);
        Some(self.none(own, guard))
    }

    /// A test about the only atom as a test that there is such an atom; see [`of_only`](Self::of_only). Where a value is
    /// missing, it may be false instead of missing.
    fn some_of_only(&mut self, not_one: Term, test: Term) -> Option<Term> {
        let Form::Within(count, _) = *self.form(not_one) else {
            return None;
        };
        let Form::Fold(_, binders, guard, _) = self.form(count).clone() else {
            return None;
        };
        let is_number = |store: &Self, test: Term| match store.form(test) {
            Form::Within(number, _) => Some(*number),
            _ => None,
        };
        let number = match self.form(test) {
            Form::Not(inner) => is_number(self, *inner),
            _ => is_number(self, test),
        }?;
        let terms = self.summands(number);
        let one = self.number(1);
        let (binders, guard, _) = self.opened(&binders, guard, one);
        let [binder] = binders[..] else {
            return None;
        };
        let (whole, value) = terms
            .into_iter()
            .find_map(|term| Some((term, self.value_of_only(binder, guard, term)?)))?;
        let test = self.exchanged(test, whole, value);
        let guard = self.and(&[guard, test]);
        let count = self.count(vec![binder], guard);
        Some(self.within(count, Ints::at_least(1)))
    }

    /// The value of an atom that a term is if there is only this one for which a guard holds.
    fn value_of_only(&mut self, binder: Binder, guard: Term, term: Term) -> Option<Term> {
        let member = self.member(binder.variable, binder.range);
        match self.form(term).clone() {
            // `sum number in g`, of those that have one.
            Form::Fold(
                Fold::Sum | Fold::Product | Fold::Least | Fold::Greatest | Fold::First | Fold::Last,
                own,
                more,
                body,
            ) => {
                let (own, more, body) = self.opened(&own, more, body);
                let [same] = own[..] else {
                    return None;
                };
                if same.is_pair || same.range != binder.range {
                    return None;
                }
                let more = self.replaced(more, same.variable, member);
                let value = self.replaced(body, same.variable, member);
                let Form::Apply(Head::Layer(layer), of) = self.form(value) else {
                    return None;
                };
                let (layer, is_own) = (*layer, of[..] == [member]);
                let is_has = |store: &Self, test: Term| {
                    matches!(store.form(test),
                    Form::Apply(Head::Has(Owner::Layer(own)), of) if *own == layer && of[..] == [member])
                };
                let said = self.conjuncts(guard);
                let has = said.iter().copied().find(|&test| is_has(self, test))?;
                let more = self.conjuncts(more);
                let is_alike = said.iter().all(|test| *test == has || more.contains(test))
                    && more.iter().all(|test| said.contains(test));
                (is_own && is_alike).then_some(value)
            }
            // `number of (cell in g with number)`.
            Form::Apply(Head::Layer(_), of) => {
                let (range, more) = self.range_and_test(of[0], member)?;
                let form = self.form(term).clone();
                let is_same = range == binder.range && more == guard;
                is_same.then(|| self.apply_again(form, &[member]))
            }
            _ => None,
        }
    }
}
