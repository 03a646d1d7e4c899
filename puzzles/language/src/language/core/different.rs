//! Wordings of `all different`: no two values are equal, and each possible value occurs at most once.

use super::super::syntax::{Kind, Lines};
use super::form::{Binder, Fold, Form, Head, Noun, Owner, Qualifier, Range, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

impl Store {
    /// That there is nothing of which a count speaks, if this says that values are all different.
    pub(super) fn different(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let noun = |binder: &Binder| match self.form(binder.range) {
            Form::Apply(Head::Range(range), _) => match range.qualifiers.is_empty() {
                false if matches!(range.noun, Noun::Pair) => None,
                _ => Some(range.noun.clone()),
            },
            _ => None,
        };
        let last = noun(binders.last()?)?;
        let value = binders
            .iter()
            .position(|binder| noun(binder) == Some(Noun::Value));
        let are_two = binders.len() > 1 && matches!(last, Noun::Atoms(_));
        if last != Noun::Pair && !are_two && value.is_none() {
            return None;
        }
        let (mut binders, guard, _) = self.opened(binders, guard, guard);
        if let Some(at) = value {
            let value = binders.remove(at);
            return self.each_value(binders, value, guard);
        }
        match last {
            Noun::Pair => self.each_pair(binders, guard),
            _ => self.each_two(binders, guard),
        }
    }

    /// `each pair a, b of p: x of a != x of b`.
    fn each_pair(&mut self, mut binders: Vec<Binder>, guard: Term) -> Option<Term> {
        let pair = binders.pop()?;
        let Form::Apply(_, parts) = self.form(pair.range) else {
            return None;
        };
        let place = parts[0];
        let kind = self.sort(place).kind()?;
        let range = self.atoms_in(kind, place);
        let (a, b) = (pair.variable, pair.variable + 1);
        let (equal, rest) = self.beside_equal(guard, a, b, false)?;
        self.all_differ(binders, rest, range, equal, a)
    }

    /// `each cell a in p, cell b in p: a = b or x of a != x of b`, and the same of two cells in the row of one of them.
    fn each_two(&mut self, mut binders: Vec<Binder>, guard: Term) -> Option<Term> {
        let (other, one) = (binders.pop()?, binders.pop()?);
        if one.is_pair || other.is_pair {
            return None;
        }
        let (a, b) = (one.variable, other.variable);
        if one.range == other.range {
            let (equal, rest) = self.beside_equal(guard, a, b, true)?;
            return self.all_differ(binders, rest, one.range, equal, a);
        }
        if one.range != self.all_atoms(Kind::Cell) {
            return None;
        }
        let own = self.member(a, one.range);
        let (lines, is_besides) = self.lines_of(other.range, own)?;
        let (equal, rest) = self.beside_equal(guard, a, b, is_besides)?;
        let range = Range::of(Noun::Lines(lines), []);
        let component = Traits::total(Sort::Component(Some(Kind::Cell)));
        let range = self.apply(Head::Range(range), component, &[]);
        let variable = self.fresh();
        let line = self.member(variable, range);
        binders.push(Binder::one(variable, range));
        let cells = self.atoms_in(Kind::Cell, line);
        self.all_differ(binders, rest, cells, equal, a)
    }

    /// That there are as many values as members that have one: they are all different.
    pub(super) fn as_many_as_members(&mut self, number: Term, set: &Ints) -> Option<Term> {
        let (one, other) = self.difference(number).filter(|_| *set == Ints::one(0))?;
        let (values, members) = match self.form(one) {
            Form::Fold(Fold::Distinct, ..) => (one, other),
            _ => (other, one),
        };
        let Form::Fold(Fold::Distinct, own, guard, value) = self.form(values).clone() else {
            return None;
        };
        let Form::Fold(Fold::Sum, others, more, unit) = self.form(members).clone() else {
            return None;
        };
        if self.constant(unit) != Some(1) {
            return None;
        }
        let (own, guard, value) = self.opened(&own, guard, value);
        let (others, more, _) = self.opened(&others, more, more);
        let more = self.said_of(&own, others, more)?;
        if !self.attributes(value).is_found || !self.is_always_told(value) {
            return None;
        }
        let (said, known) = (self.conjuncts(more), self.conjuncts(guard));
        let (there, rest): (Vec<Term>, Vec<Term>) = said
            .into_iter()
            .partition(|&test| self.says_that_is_there(test, value));
        let is_there = !there.is_empty() || self.attributes(value).is_total || self.is_read(value);
        let is_same = rest.iter().all(|test| known.contains(test))
            && known
                .iter()
                .all(|test| rest.contains(test) || there.contains(test));
        if !is_there || !is_same {
            return None;
        }
        self.fire(Law::Pigeonhole);
        Some(self.fold(Fold::Different, own, guard, value))
    }

    /// Whether a value is the number that is read in a place that has members, each of which has a digit.
    fn is_read(&mut self, value: Term) -> bool {
        let Form::Fold(Fold::Reading, binders, guard, digit) = self.form(value).clone() else {
            return false;
        };
        let (binders, guard, digit) = self.opened(&binders, guard, digit);
        match binders[..] {
            [binder] => self.has_each(binder, guard, digit),
            _ => false,
        }
    }

    /// Whether a variable ranges over all members of a place that has some, each of which has a value.
    pub(super) fn has_each(&mut self, binder: Binder, guard: Term, value: Term) -> bool {
        let whole = self.whole_of(binder, guard);
        let Some(whole) = whole.filter(|&whole| self.has_atoms(whole)) else {
            return false;
        };
        if self.attributes(value).is_total {
            return true;
        }
        let member = self.member(binder.variable, binder.range);
        let place = self.made_from(whole, &[]);
        let conditions = place.map_or_else(Vec::new, |place| self.conditions(place, member));
        let mut said = conditions.into_iter();
        said.any(|test| self.says_that_is_there(test, value))
    }

    /// Whether a test says that the value of a layer is a number.
    pub(super) fn says_that_is_there(&self, test: Term, value: Term) -> bool {
        let Form::Apply(Head::Layer(layer), at) = self.form(value) else {
            return false;
        };
        match self.form(test) {
            Form::Apply(Head::Has(Owner::Layer(own)), of) => own == layer && of == at,
            Form::Not(inner) => {
                matches!(self.form(*inner), Form::Apply(Head::Is(word), of)
                    if of == at && self.blanks.get(word) == Some(layer))
            }
            _ => false,
        }
    }

    /// That a place has as many values as this: if it has as many members, they are all different.
    pub(super) fn as_many_values(&mut self, number: Term, set: &Ints) -> Option<Term> {
        let terms = match self.form(number) {
            Form::Linear(terms, 0) => terms.to_vec(),
            _ => vec![(1, number)],
        };
        let (at, binder, value) = terms.iter().enumerate().find_map(|(at, &(factor, term))| {
            let Form::Fold(Fold::Distinct, own, guard, value) = self.form(term) else {
                return None;
            };
            let &[own] = &own[..] else {
                return None;
            };
            let is_all = *self.form(*guard) == Form::Truth(true);
            (is_all && factor.abs() == 1 && !own.is_pair).then_some((at, own, *value))
        })?;
        let known = self.attributes(value);
        let wanted = set.only()?;
        if !known.is_total || !known.is_found || !self.is_always_told(value) {
            return None;
        }
        let rest = terms.iter().enumerate().filter(|&(own, _)| own != at);
        let rest: Vec<(i128, Term)> = rest
            .map(|(_, &(factor, term))| (-factor * terms[at].0, term))
            .collect();
        let (own, _, value) = self.opened(&[binder], value, value);
        let all = self.truth(true);
        let size = self.count(own.clone(), all);
        let different = self.fold(Fold::Different, own, all, value);
        self.fire(Law::Pigeonhole);
        if rest[..] == [(1, size)] && wanted == 0 {
            return Some(different);
        }
        let minus: Vec<(i128, Term)> = rest.iter().map(|&(factor, term)| (-factor, term)).collect();
        let all: Vec<(i128, Term)> = minus.into_iter().chain([(1, size)]).collect();
        let missing = self.linear(&all, -wanted * terms[at].0)?;
        let is_full = self.within(missing, Ints::one(0));
        let not_full = self.not(is_full);
        let strong = self.or(&[not_full, different]);
        let said = self.intern(Form::Within(number, set.clone()));
        Some(self.and(&[said, strong]))
    }

    /// `each cell a in p: exactly 1 cell b in p: x of b = x of a`: the cell itself is this one.
    pub(super) fn only_itself(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let several = Ints::at_least(2);
        let is_count = |store: &Self, test: Term| match store.form(test) {
            Form::Within(count, set) => {
                let is_several = set.meet(&several) == several && !set.contains(1);
                store.counted(*count).filter(|_| is_several)
            }
            _ => None,
        };
        let last = *binders.last()?;
        let is_one =
            |test: &Term| is_count(self, *test).is_some_and(|(own, _)| own.range == last.range);
        if last.is_pair || !self.conjuncts(guard).iter().any(is_one) {
            return None;
        }
        let (mut binders, guard, _) = self.opened(binders, guard, guard);
        let one = binders.pop()?;
        let mut rest = self.conjuncts(guard);
        let at = rest.iter().position(|&test| {
            is_count(self, test).is_some_and(|(own, _)| own.range == one.range)
        })?;
        let (other, equal) = is_count(self, rest.remove(at))?;
        let (other, equal, _) = self.opened(&[other], equal, equal);
        if rest.iter().any(|&test| self.occurs(one.variable, test)) {
            return None;
        }
        let (value, more) = self.beside_equal(equal, one.variable, other[0].variable, false)?;
        if !more.is_empty() || !self.attributes(value).is_total {
            return None;
        }
        self.all_differ(binders, rest, one.range, value, one.variable)
    }

    /// The lines whose cells are those of a range: the cells in the row of a cell, or those seen from it. Whether it is
    /// among them.
    fn lines_of(&self, range: Term, cell: Term) -> Option<(Lines, bool)> {
        let Form::Apply(Head::Range(range), parts) = self.form(range) else {
            return None;
        };
        let (Noun::Atoms(Kind::Cell), None, &[of]) = (&range.noun, &range.direction, &parts[..])
        else {
            return None;
        };
        match range.qualifiers[..] {
            [Qualifier::SeenFrom] if of == cell => Some((Lines::Line, false)),
            [Qualifier::In] => match self.form(of) {
                Form::Apply(Head::Of(name), parts) if parts[..] == [cell] => match &**name {
                    "row" => Some((Lines::Row, true)),
                    "column" => Some((Lines::Column, true)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of the first variable, where a guard says that it is equal for the second, and what else the guard says.
    /// `besides`: it must also say that the variables are two.
    fn beside_equal(
        &mut self,
        guard: Term,
        a: u32,
        b: u32,
        besides: bool,
    ) -> Option<(Term, Vec<Term>)> {
        let mut rest = Vec::new();
        let (mut value, mut are_two) = (None, !besides);
        for part in self.conjuncts(guard) {
            let speaks = [a, b].map(|variable| self.occurs(variable, part));
            match (speaks, self.form(part)) {
                ([false, false], _) => rest.push(part),
                (_, Form::Not(inner)) if besides => match *self.form(*inner) {
                    Form::Same(x, y) if self.is_one(x, a, b) && self.is_one(y, a, b) => {
                        are_two = true;
                    }
                    _ => return None,
                },
                ([true, true], Form::Within(difference, set)) if *set == Ints::one(0) => {
                    if value.is_some() {
                        return None;
                    }
                    value = Some(self.difference(*difference)?);
                }
                ([true, true], &Form::Same(x, y)) if value.is_none() => value = Some((x, y)),
                _ => return None,
            }
        }
        let (x, y) = value.filter(|&(x, _)| are_two && self.is_always_told(x))?;
        let (x, y) = match self.occurs(a, x) {
            true => (x, y),
            false => (y, x),
        };
        if self.occurs(b, x) || !self.occurs(b, y) || self.occurs(a, y) {
            return None;
        }
        // The same is said of both.
        let by = self.variable_in(y, b)?;
        (self.replaced(x, a, by) == y).then_some((x, rest))
    }

    /// Whether a term is one of two variables.
    fn is_one(&self, term: Term, a: u32, b: u32) -> bool {
        self.is_variable(term, a) || self.is_variable(term, b)
    }

    /// The term of a variable that occurs in another.
    pub(super) fn variable_in(&self, term: Term, variable: u32) -> Option<Term> {
        match self.form(term) {
            Form::Variable(number, ..) => (*number == variable).then_some(term),
            form => Self::parts(form)
                .into_iter()
                .find_map(|part| self.variable_in(part, variable)),
        }
    }

    /// `each …: all different over a: value`.
    fn all_differ(
        &mut self,
        binders: Vec<Binder>,
        guards: Vec<Term>,
        range: Term,
        value: Term,
        a: u32,
    ) -> Option<Term> {
        self.fire(Law::Pairs);
        let binder = Binder::one(a, range);
        let all = self.truth(true);
        let different = self.fold(Fold::Different, vec![binder], all, value);
        Some(self.each(binders, guards, different))
    }

    /// What holds for all members for which the guards do.
    pub(super) fn each(&mut self, binders: Vec<Binder>, mut guards: Vec<Term>, test: Term) -> Term {
        if binders.is_empty() {
            let mut parts: Vec<Term> = guards.into_iter().map(|guard| self.not(guard)).collect();
            parts.push(test);
            return self.or(&parts);
        }
        guards.push(self.not(test));
        let guard = self.and(&guards);
        self.none(binders, guard)
    }

    /// `each value k from 1 to n: at most 1 cell a in p: x of a = k`, where x has no other values; `exactly 1` says this
    /// and more; and where it says that some cell has each value, those of as many cells are all different.
    ///
    /// Longer than other functions: each step may find that the term is none of these.
    fn each_value(&mut self, binders: Vec<Binder>, value: Binder, guard: Term) -> Option<Term> {
        let is_in = |range: Term| self.occurs(value.variable, range);
        if binders.iter().any(|binder| is_in(binder.range)) {
            return None;
        }
        let mut rest = self.conjuncts(guard);
        let at = rest
            .iter()
            .position(|&part| self.occurs(value.variable, part))?;
        let counted = rest.remove(at);
        if rest.iter().any(|&part| self.occurs(value.variable, part)) {
            return None;
        }
        let Form::Within(count, set) = self.form(counted).clone() else {
            return None;
        };
        let Form::Fold(Fold::Sum, inner, condition, one) = self.form(count).clone() else {
            return None;
        };
        if self.constant(one) != Some(1) {
            return None;
        }
        let (inner, condition, _) = self.opened(&inner, condition, one);
        let [binder] = inner[..] else {
            return None;
        };
        let Form::Within(difference, zero) = self.form(condition).clone() else {
            return None;
        };
        let (x, y) = self.difference(difference)?;
        let [is_first, is_second] = [x, y].map(|term| self.is_variable(term, value.variable));
        let read = match (is_first, is_second) {
            (false, true) => x,
            (true, false) => y,
            _ => return None,
        };
        if !self.is_always_told(read) {
            return None;
        }
        let Form::Apply(Head::Layer(layer), at) = self.form(read).clone() else {
            return None;
        };
        let is_own = matches!(at[..], [at] if self.is_variable(at, binder.variable));
        let Form::Apply(_, ends) = self.form(value.range).clone() else {
            return None;
        };
        if zero != Ints::one(0) || !is_own {
            return None;
        }
        let are_all = self.ends.get(&layer) == Some(&(ends[0], ends[1]));
        let (low, high) = (ends[0], ends[1]);
        let all = self.truth(true);
        let different = self.fold(Fold::Different, vec![binder], all, read);
        if set == Ints::at_least(2) && are_all {
            self.fire(Law::Values);
            return Some(self.each(binders, rest, different));
        }
        let is_somewhere = set == Ints::at_most(0);
        if !is_somewhere && set != Ints::one(1).complement() {
            return None;
        }
        // As it is said, since it says more than that the values are different.
        let mut own = binders.clone();
        own.push(value);
        self.in_order(&mut own);
        let mut said = rest.clone();
        said.push(counted);
        let guard = self.and(&said);
        let one = self.number(1);
        let said = self.closed(Fold::Sum, &own, guard, one);
        let said = self.intern(Form::Within(said, Ints::at_most(0)));
        if is_somewhere || !are_all {
            self.fire(Law::Pigeonhole);
            let size = self.count(vec![binder], all);
            // `value k from 1 to size of r`.
            if size != high || self.constant(low) != Some(1) {
                let missing = self.linear(&[(1, size), (-1, high), (1, low)], -1)?;
                rest.push(self.within(missing, Ints::one(0)));
            }
        } else {
            self.fire(Law::Values);
        }
        let different = self.each(binders, rest, different);
        Some(self.and(&[said, different]))
    }
}
