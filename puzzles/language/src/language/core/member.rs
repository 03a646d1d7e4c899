//! What is said of the component of each atom, said of each component.

use super::super::syntax::Kind;
use super::form::{Binder, Fold, Form, Head, Noun, Sort};
use super::store::Store;
use super::term::Term;

impl Store {
    /// The count with a component in place of each atom of which nothing but its component is said: whether it is 0 is the
    /// same, since each component has an atom and each of these atoms a component.
    pub(super) fn some_member(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let has_part = |store: &Self| {
            let ranges = binders.iter().map(|binder| binder.range);
            ranges.chain([guard]).any(|term| store.has_part(term))
        };
        if !has_part(self) {
            return None;
        }
        let (mut binders, guard, _) = self.opened(binders, guard, guard);
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
                return Some(self.count(binders, rest));
            }
        }
        None
    }

    /// Whether a component of an atom occurs in a term.
    pub(super) fn has_part(&self, term: Term) -> bool {
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
            self.compared(test).into_iter().any(|term| {
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
        let said = self.conjuncts(guard);
        let mut conditions = Vec::new();
        let vertices = match whole.noun {
            Noun::Regions(layer) => {
                let known = self.attributes(components);
                // An atom without a region of the data is left out, if what is said of the region is missing then. The region
                // of an atom on which the layer does not stand is empty.
                let is_told = match (known.is_found, self.stands_on(layer, atom)) {
                    (true, Some(test)) => {
                        conditions = self.conjuncts(test);
                        true
                    }
                    (is_found, _) => !is_found && self.is_missing_without(guard, part),
                };
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
