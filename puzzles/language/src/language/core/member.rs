//! What is said of the component of each atom, said of each component.

use super::super::syntax::Kind;
use super::form::{Binder, Fold, Form, Head, Noun, Sort, Traits};
use super::ints::Ints;
use super::store::Store;
use super::term::Term;

impl Store {
    /// The count with a component in place of each atom of which nothing but its component is said: whether it is 0 is the
    /// same, since each component has an atom and each of these atoms a component.
    pub(super) fn some_member(
        &mut self,
        binders: &[Binder],
        guard: Term,
        body: Term,
    ) -> Option<Term> {
        let has_part = |store: &Self| {
            let ranges = binders.iter().map(|binder| binder.range);
            ranges.chain([guard]).any(|term| store.has_part(term))
        };
        if !has_part(self) {
            return None;
        }
        let (mut binders, guard, _) = self.opened(binders, guard, body);
        for at in 0..binders.len() {
            let binder = binders[at];
            let Sort::Atom(kind) = self.sort(binder.range) else {
                continue;
            };
            if binder.is_pair {
                continue;
            }
            let atom = self.member(binder.variable, binder.range);
            let later = binders[at + 1..].iter().map(|binder| binder.range);
            let mut parts = Vec::new();
            for term in later.chain([guard]) {
                self.parts_of(term, atom, &mut parts);
            }
            for part in parts {
                let Some(rest) = self.beside_vertices(part, kind, binder.range, atom, guard) else {
                    continue;
                };
                let Form::Part(range, _) = *self.form(part) else {
                    continue;
                };
                let variable = self.fresh();
                let whole = self.member(variable, range);
                let rest = self.exchanged(rest, part, whole);
                let ranges: Vec<Term> = binders[at + 1..]
                    .iter()
                    .map(|binder| binder.range)
                    .collect();
                let ranges: Vec<Term> = ranges
                    .into_iter()
                    .map(|range| self.exchanged(range, part, whole))
                    .collect();
                let mut all = ranges.iter().copied().chain([rest]);
                if all.any(|term| self.occurs(binder.variable, term)) {
                    continue;
                }
                binders[at] = Binder::one(variable, range);
                for (binder, range) in binders[at + 1..].iter_mut().zip(ranges) {
                    binder.range = range;
                }
                return Some(self.fold(Fold::Sum, binders, rest, body));
            }
        }
        None
    }

    /// That cells are connected, if a count of their groups says so.
    pub(super) fn one_group(
        &mut self,
        binders: &[Binder],
        guard: Term,
        set: &Ints,
    ) -> Option<Term> {
        let ([binder], Form::Truth(true)) = (binders, self.form(guard)) else {
            return None;
        };
        let Form::Apply(Head::Range(range), parts) = self.form(binder.range) else {
            return None;
        };
        let (Noun::Group(touch), &[place], true) =
            (&range.noun, &parts[..], range.qualifiers.is_empty())
        else {
            return None;
        };
        let head = Head::Connected(*touch);
        let is_one = *set == Ints::one(1);
        if !is_one && *set != Ints::at_most(1) && *set != Ints::at_least(2) {
            return None;
        }
        let connected = self.apply(head, Traits::of(Sort::Test), &[place]);
        if is_one {
            let size = self.size(place);
            let some = self.within(size, Ints::at_least(1));
            return Some(self.and(&[connected, some]));
        }
        Some(match *set == Ints::at_most(1) {
            true => connected,
            false => self.not(connected),
        })
    }

    /// The count with each group of equal values and each cell in it in place of each cell and its group.
    pub(super) fn equal_group(
        &mut self,
        binders: &[Binder],
        guard: Term,
        body: Term,
    ) -> Option<Term> {
        let is_of_equal = |store: &Self, range: Term| {
            let known = store.attributes(range);
            let Form::Apply(Head::Range(range), _) = store.form(range) else {
                return false;
            };
            let Noun::EqualGroup(layer) = range.noun else {
                return false;
            };
            let is_everywhere = known.is_total || store.has_words_everywhere(layer);
            range.qualifiers.is_empty() && known.is_found && is_everywhere
        };
        let is_group = |binder: &Binder| is_of_equal(self, binder.range);
        if !binders.iter().any(is_group) && !self.has_part(guard) {
            return None;
        }
        let (mut binders, guard, _) = self.opened(binders, guard, body);
        for at in 0..binders.len() {
            let own = binders[at];
            if own.is_pair {
                continue;
            }
            let member = self.member(own.variable, own.range);
            if is_of_equal(self, own.range) {
                let Form::Apply(Head::Range(range), _) = self.form(own.range) else {
                    continue;
                };
                let Noun::EqualGroup(layer) = range.noun else {
                    continue;
                };
                let Some((first, (cell, read))) = self.first_value(guard, member, layer) else {
                    continue;
                };
                binders.insert(at + 1, cell);
                let guard = self.exchanged(guard, first, read);
                return Some(self.fold(Fold::Sum, binders, guard, body));
            }
            if own.range != self.all_atoms(Kind::Cell) {
                continue;
            }
            let mut parts = Vec::new();
            self.parts_of(guard, member, &mut parts);
            for part in parts {
                let Form::Part(range, _) = *self.form(part) else {
                    continue;
                };
                if !is_of_equal(self, range) {
                    continue;
                }
                let variable = self.fresh();
                let group = self.member(variable, range);
                let cells = self.atoms_in(Kind::Cell, group);
                let cell = self.member(own.variable, cells);
                let whole = Binder::one(variable, range);
                binders[at].range = cells;
                binders.insert(at, whole);
                let guard = self.exchanged(guard, part, group);
                let guard = self.replaced(guard, own.variable, cell);
                return Some(self.fold(Fold::Sum, binders, guard, body));
            }
        }
        None
    }

    /// What is said of some cell, or of no cell, of a group of equal values by its value alone, said of the first value.
    pub(super) fn value_of_equal(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let &[binder] = binders else {
            return None;
        };
        let all = self.truth(true);
        let group = self.whole_of(binder, all).filter(|_| !binder.is_pair)?;
        let range = self.range_of(group)?;
        let Form::Apply(Head::Range(groups), _) = self.form(range) else {
            return None;
        };
        let Noun::EqualGroup(layer) = groups.noun else {
            return None;
        };
        let known = self.attributes(range);
        let is_everywhere = known.is_total || self.has_words_everywhere(layer);
        if !known.is_found || !is_everywhere || !groups.qualifiers.is_empty() {
            return None;
        }
        let (own, guard, _) = self.opened(binders, guard, guard);
        let cell = self.member(own[0].variable, own[0].range);
        let value = self.value_at(guard, layer, cell)?;
        let variable = self.fresh();
        let member = self.member(variable, own[0].range);
        let form = self.form(value).clone();
        let first = self.apply_again(form, &[member]);
        let cells = Binder::one(variable, own[0].range);
        let first = self.fold(Fold::First, vec![cells], all, first);
        let said = self.exchanged(guard, value, first);
        (!self.occurs(own[0].variable, said)).then_some(said)
    }

    /// The value of a layer at an atom, if it occurs in a term.
    fn value_at(&self, term: Term, layer: usize, atom: Term) -> Option<Term> {
        match self.form(term) {
            Form::Apply(Head::Layer(own), of) if *own == layer && of[..] == [atom] => Some(term),
            form => Self::parts(form)
                .into_iter()
                .find_map(|part| self.value_at(part, layer, atom)),
        }
    }

    /// The first or the last value in a group of equal values, with a cell of the group and its value.
    fn first_value(
        &mut self,
        term: Term,
        group: Term,
        layer: usize,
    ) -> Option<(Term, (Binder, Term))> {
        let form = self.form(term).clone();
        if let Form::Fold(
            Fold::First | Fold::Last | Fold::Least | Fold::Greatest,
            binders,
            guard,
            body,
        ) = &form
            && let [binder] = binders[..]
            && *self.form(*guard) == Form::Truth(true)
            && binder.range == self.atoms_in(Kind::Cell, group)
            && matches!(self.form(*body), Form::Apply(Head::Layer(own), at)
                if *own == layer && self.is_variable(at[0], binder.variable))
        {
            let (own, _, read) = self.opened(&[binder], *guard, *body);
            return Some((term, (own[0], read)));
        }
        Self::parts(&form)
            .into_iter()
            .find_map(|part| self.first_value(part, group, layer))
    }

    /// Whether a component of an atom occurs in a term.
    fn has_part(&self, term: Term) -> bool {
        match self.form(term) {
            Form::Part(..) => true,
            form => Self::parts(form)
                .into_iter()
                .any(|part| self.has_part(part)),
        }
    }

    /// Whether a test is missing, or false, where a region of the data is missing.
    fn is_missing_without(&self, test: Term, part: Term) -> bool {
        let is_of_part = |binder: &Binder| match self.form(binder.range) {
            Form::Apply(Head::Range(_), parts) => parts.contains(&part),
            _ => false,
        };
        self.conjuncts(test).into_iter().any(|test| {
            let test = match self.form(test) {
                Form::Not(inner) => *inner,
                _ => test,
            };
            let Form::Within(number, _) = self.form(test) else {
                return false;
            };
            let terms = match self.form(*number) {
                Form::Linear(terms, _) => terms.iter().map(|&(_, term)| term).collect(),
                _ => vec![*number],
            };
            terms.into_iter().any(|term| {
                matches!(self.form(term), Form::Fold(Fold::Sum, binders, ..)
                    if binders.first().is_some_and(is_of_part))
            })
        })
    }

    /// The components of an atom in a term, whose ranges do not depend on the atom.
    pub(super) fn parts_of(&self, term: Term, atom: Term, found: &mut Vec<Term>) {
        if let Form::Part(range, of) = *self.form(term)
            && of == atom
            && !found.contains(&term)
            && self.is_closed(range, &mut Vec::new())
        {
            found.push(term);
        }
        for part in Self::parts(self.form(term)) {
            self.parts_of(part, atom, found);
        }
    }

    /// What a guard says besides that an atom is one of those that have a component. `None` if it does not say that.
    fn beside_vertices(
        &mut self,
        part: Term,
        kind: Kind,
        range: Term,
        atom: Term,
        guard: Term,
    ) -> Option<Term> {
        let Form::Part(components, _) = *self.form(part) else {
            return None;
        };
        let Form::Apply(Head::Range(whole), parts) = self.form(components).clone() else {
            return None;
        };
        if !whole.qualifiers.is_empty() || self.sort(components).kind() != Some(kind) {
            return None;
        }
        let mut conditions = Vec::new();
        let vertices = match whole.noun {
            Noun::Regions(_) => {
                let known = self.attributes(components);
                // An atom without a region of the data is left out, if what is said of the region is missing then.
                let is_told =
                    known.is_found && known.is_total || self.is_missing_without(guard, part);
                is_told.then(|| self.all_atoms(kind))?
            }
            Noun::Group(_) | Noun::JoinedGroup => match self.range_and_test(parts[0], atom) {
                Some((range, test)) => {
                    conditions = self.conjuncts(test);
                    range
                }
                None => self.atoms_in(kind, parts[0]),
            },
            _ => return None,
        };
        let said = self.conjuncts(guard);
        if vertices != range || !conditions.iter().all(|one| said.contains(one)) {
            return None;
        }
        let rest: Vec<Term> = said
            .into_iter()
            .filter(|part| !conditions.contains(part))
            .collect();
        Some(self.and(&rest))
    }
}
