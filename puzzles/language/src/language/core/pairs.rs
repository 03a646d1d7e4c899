//! What is said of each pair of a place, said of the place or of each region.

use super::super::syntax::Kind;
use super::form::{Binder, Fold, Form, Head, Noun, Qualifier, Range, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

impl Store {
    /// Moves a word that both of a pair have to the place that they are from.
    pub(super) fn pair_where(&mut self, binders: &mut [Binder], guards: &mut [Term]) -> bool {
        for pair in binders.iter_mut() {
            let Some(place) = self.pair_of(pair.range).filter(|_| pair.is_pair) else {
                continue;
            };
            let Some((cells, condition)) = self.atoms_where(place) else {
                continue;
            };
            let [a, b] = [pair.variable, pair.variable + 1].map(|own| self.member(own, pair.range));
            for guard in guards.iter_mut() {
                let said = self.conjuncts(*guard);
                let both = said.iter().find_map(|&test| {
                    let is_own =
                        matches!(self.form(test), Form::Apply(Head::Is(_), of) if of[..] == [a]);
                    let other = self.exchanged(test, a, b);
                    (is_own && self.is_plain_word(test) && said.contains(&other))
                        .then_some((test, other))
                });
                let Some((word, other)) = both else {
                    continue;
                };
                let rest = said
                    .into_iter()
                    .filter(|&test| test != word && test != other);
                let rest: Vec<Term> = rest.collect();
                if rest.is_empty() {
                    continue;
                }
                let (cells, condition, _) = self.opened(&[cells], condition, condition);
                let cell = self.member(cells[0].variable, cells[0].range);
                let word = self.exchanged(word, a, cell);
                let condition = self.and(&[condition, word]);
                let place = self.fold(Fold::Place, cells, condition, cell);
                let form = self.form(pair.range).clone();
                pair.range = self.apply_again(form, &[place]);
                *guard = self.and(&rest);
                self.fire(Law::FilteredRange);
                return true;
            }
        }
        false
    }

    /// Makes a pair of two variables, if the second ranges over what comes after the first.
    pub(super) fn pair_after(
        &mut self,
        binders: &mut Vec<Binder>,
        guards: &mut [Term],
        body: &mut Term,
    ) -> bool {
        for at in 1..binders.len() {
            let (one, other) = (binders[at - 1], binders[at]);
            if one.is_pair || other.is_pair {
                continue;
            }
            let Form::Apply(Head::Range(range), parts) = self.form(other.range).clone() else {
                continue;
            };
            let Noun::Atoms(kind) = range.noun else {
                continue;
            };
            let (all, first) = match parts[..] {
                [first] if range.has_only(&[Qualifier::After]) => (self.all_atoms(kind), first),
                [place, first] if range.has_only(&[Qualifier::In, Qualifier::After]) => {
                    (self.atoms_in(kind, place), first)
                }
                _ => continue,
            };
            if one.range != all || !self.is_variable(first, one.variable) {
                continue;
            }
            let place = self.all_of(all);
            let range = self.pairs_of(place);
            let second = self.member(one.variable + 1, range);
            binders[at - 1] = Binder {
                variable: one.variable,
                is_pair: true,
                range,
            };
            binders.remove(at);
            for binder in &mut binders[at..] {
                binder.range = self.replaced(binder.range, other.variable, second);
            }
            for guard in guards.iter_mut() {
                *guard = self.replaced(*guard, other.variable, second);
            }
            *body = self.replaced(*body, other.variable, second);
            self.fire(Law::PairAfter);
            return true;
        }
        false
    }

    /// The range of all pairs of a place.
    fn pairs_of(&mut self, place: Term) -> Term {
        let kind = self.sort(place).kind().unwrap_or(Kind::Cell);
        let range = Head::Range(Range::of(Noun::Pair, []));
        self.apply(range, Traits::total(Sort::Atom(kind)), &[place])
    }

    /// That a place has at most one member of which something is said, where a count is of the pairs of its members of
    /// both of which the same is said, and is none.
    pub(super) fn no_pair(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let pair = *binders.last()?;
        self.pair_of(pair.range).filter(|_| pair.is_pair)?;
        let (mut binders, guard, _) = self.opened(binders, guard, guard);
        let pair = binders.pop()?;
        let place = self.pair_of(pair.range)?;
        let kind = self.sort(place).kind()?;
        let variables = [pair.variable, pair.variable + 1];
        let (about, rest): (Vec<Term>, Vec<Term>) = self
            .conjuncts(guard)
            .into_iter()
            .partition(|&test| variables.iter().any(|&own| self.occurs(own, test)));
        let own = self.of_both(variables, &about)?;
        // What is missing of a member would be missing of the count.
        let said = self.conjuncts(own);
        if !said.iter().all(|&test| self.is_plain_word(test)) {
            return None;
        }
        self.fire(Law::NoPair);
        let range = self.atoms_in(kind, place);
        let variable = self.fresh();
        let old = self.member(pair.variable, pair.range);
        let own = self.replaced_by(own, old, variable, range);
        let count = self.count(vec![Binder::one(variable, range)], own);
        Some(self.at_most_one_where(binders, rest, count))
    }

    /// That a count is at most 1 for all members of some ranges of which something is said.
    fn at_most_one_where(&mut self, binders: Vec<Binder>, rest: Vec<Term>, count: Term) -> Term {
        if binders.is_empty() && rest.is_empty() {
            return self.within(count, Ints::at_most(1));
        }
        let several = self.within(count, Ints::at_least(2));
        let guard: Vec<Term> = rest.into_iter().chain([several]).collect();
        let guard = self.and(&guard);
        match binders.is_empty() {
            true => self.not(guard),
            false => self.none(binders, guard),
        }
    }

    /// That there is at most one of which something is said, where a count is of two that are not the same of which the same
    /// is said, and is none.
    pub(super) fn no_two(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let [.., one, other] = binders else {
            return None;
        };
        let are_alike = one.range == other.range && !one.is_pair && !other.is_pair;
        let is_other = |store: &Self, test: Term, ends: [u32; 2]| match store.form(test) {
            Form::Not(inner) => matches!(*store.form(*inner), Form::Same(a, b)
                if ends.iter().all(|&end| store.is_variable(a, end) || store.is_variable(b, end))),
            _ => false,
        };
        let ends = [one.variable, other.variable];
        let said = self.conjuncts(guard);
        if !are_alike || !said.iter().any(|&test| is_other(self, test, ends)) {
            return None;
        }
        let (mut own, guard, _) = self.opened(binders, guard, guard);
        let (other, one) = (own.pop()?, own.pop()?);
        let ends = [one.variable, other.variable];
        let said = self.conjuncts(guard).into_iter();
        let said: Vec<Term> = said.filter(|&test| !is_other(self, test, ends)).collect();
        let (about, rest): (Vec<Term>, Vec<Term>) = said
            .into_iter()
            .partition(|&test| ends.iter().any(|&end| self.occurs(end, test)));
        let condition = self.of_both(ends, &about)?;
        // What is missing would be missing of no two members, but of a test.
        if own.is_empty() && !rest.is_empty() {
            return None;
        }
        self.fire(Law::NoPair);
        let count = self.count(vec![one], condition);
        Some(self.at_most_one_where(own, rest, count))
    }

    /// That there is no pair in any component, where a count is of the pairs of all cells that are in one component, and is
    /// none.
    pub(super) fn pairs_in_one(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let [pair] = binders else {
            return None;
        };
        let has_part = |test: &Term| self.together(*test).is_some();
        if !pair.is_pair || !self.conjuncts(guard).iter().any(has_part) {
            return None;
        }
        let (own, guard, _) = self.opened(binders, guard, guard);
        let pair = own[0];
        let mut said = self.conjuncts(guard);
        let at = said
            .iter()
            .position(|&test| self.together(test).is_some())?;
        let (components, one, other) = self.together(said.remove(at))?;
        let members = [pair.variable, pair.variable + 1].map(|own| self.member(own, pair.range));
        if [one, other] != members && [other, one] != members {
            return None;
        }
        let kind = self.sort(components).kind()?;
        let place = self.pair_of(pair.range)?;
        let (cells, condition) = self.atoms_where(place)?;
        if cells.range != self.all_atoms(kind) {
            return None;
        }
        let (cells, condition, _) = self.opened(&[cells], condition, condition);
        let variable = self.fresh();
        let whole = self.member(variable, components);
        let within = self.atoms_in(kind, whole);
        let member = self.member(cells[0].variable, within);
        let place = self.fold(
            Fold::Place,
            vec![Binder::one(cells[0].variable, within)],
            condition,
            member,
        );
        let range = self.pairs_of(place);
        self.fire(Law::PairsInOne);
        let whole = Binder::one(variable, components);
        let guard = self.and(&said);
        Some(self.none(vec![whole, Binder { range, ..pair }], guard))
    }

    /// What tests say of each of two variables alike, as a test of the first. `None` if they say anything else.
    pub(super) fn of_both(&mut self, variables: [u32; 2], said: &[Term]) -> Option<Term> {
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for &test in said {
            match variables.map(|variable| self.occurs(variable, test)) {
                [true, false] => own.push(test),
                [false, true] => others.push(test),
                _ => return None,
            }
        }
        let (own, others) = (self.and(&own), self.and(&others));
        match self.variable_in(own, variables[0]) {
            None => (own == others).then_some(own),
            Some(first) => (self.replaced(others, variables[1], first) == own).then_some(own),
        }
    }

    /// A test with a variable of this number and range in place of another.
    pub(super) fn replaced_by(&mut self, test: Term, old: Term, number: u32, range: Term) -> Term {
        let member = self.member(number, range);
        self.exchanged(test, old, member)
    }
}
