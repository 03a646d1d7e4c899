//! Variables: bound by a fold, free while it is looked into, replaced by other terms.

use fxhash::FxHashMap;

use super::form::{Binder, Fold, Form};
use super::store::{Store, bit};
use super::term::Term;

/// New numbers for some variables.
#[derive(Default)]
struct Names {
    of: FxHashMap<u32, u32>,
    bits: u64,
}

impl Names {
    fn add(&mut self, number: u32, new: u32) {
        self.of.insert(number, new);
        self.bits |= bit(number);
    }
}

impl Store {
    /// Whether no variable occurs in a term but those of folds in it, and those `inside` of which it is looked at.
    pub(super) fn is_closed(&self, term: Term, inside: &mut Vec<u32>) -> bool {
        let known = self.attributes(term);
        if known.has_free {
            return false;
        }
        let form = self.form(term);
        if let Form::Variable(number, ..) = form {
            return inside.contains(number);
        }
        let before = inside.len();
        if let Form::Fold(_, binders, ..) = form {
            inside.extend(binders.iter().flat_map(Binder::variables));
        }
        let parts = Self::parts(form);
        let is_closed = parts.into_iter().all(|part| self.is_closed(part, inside));
        inside.truncate(before);
        is_closed
    }

    /// Whether a free variable occurs in a term.
    pub(crate) fn occurs(&self, variable: u32, term: Term) -> bool {
        if !self.attributes(term).has_free {
            return false;
        }
        match self.form(term) {
            Form::Variable(number, ..) => *number == variable,
            form => Self::parts(form)
                .into_iter()
                .any(|part| self.occurs(variable, part)),
        }
    }

    /// A term with a free variable replaced. Laws are applied to what changes.
    pub(crate) fn replaced(&mut self, term: Term, variable: u32, by: Term) -> Term {
        let mut known = FxHashMap::default();
        self.rebuilt(
            term,
            &|store, inner| match store.form(inner) {
                Form::Variable(number, ..) if *number == variable => Some(by),
                _ => (!store.attributes(inner).has_free).then_some(inner),
            },
            &mut known,
        )
    }

    /// A term with one part replaced by another. Laws are applied to what changes.
    pub(super) fn exchanged(&mut self, term: Term, part: Term, by: Term) -> Term {
        let mut known = FxHashMap::default();
        let has_free = self.attributes(part).has_free;
        self.rebuilt(
            term,
            &|store, inner| match inner == part {
                true => Some(by),
                false => (has_free && !store.attributes(inner).has_free).then_some(inner),
            },
            &mut known,
        )
    }

    /// A term in which `choose` replaces parts. Folds are opened and made again.
    fn rebuilt(
        &mut self,
        term: Term,
        choose: &dyn Fn(&Self, Term) -> Option<Term>,
        known: &mut FxHashMap<Term, Term>,
    ) -> Term {
        if let Some(chosen) = choose(self, term) {
            return chosen;
        }
        if let Some(&made) = known.get(&term) {
            return made;
        }
        let made = match self.form(term).clone() {
            Form::Fold(fold, binders, guard, body) => {
                let (mut binders, guard, body) = self.opened(&binders, guard, body);
                for binder in &mut binders {
                    binder.range = self.rebuilt(binder.range, choose, known);
                }
                let guard = self.rebuilt(guard, choose, known);
                let body = self.rebuilt(body, choose, known);
                self.fold(fold, binders, guard, body)
            }
            form => self.with_parts(form, |store, part| store.rebuilt(part, choose, known)),
        };
        known.insert(term, made);
        made
    }

    /// A term of this form, with other parts.
    fn with_parts(&mut self, form: Form, mut other: impl FnMut(&mut Self, Term) -> Term) -> Term {
        let parts = Self::parts(&form);
        let parts: Vec<Term> = parts.into_iter().map(|part| other(self, part)).collect();
        self.made_of(form, &parts)
    }

    /// The binders, the guard and the body of a fold, with free variables.
    pub(crate) fn opened(
        &mut self,
        binders: &[Binder],
        guard: Term,
        body: Term,
    ) -> (Vec<Binder>, Term, Term) {
        let mut names = Names::default();
        let mut free = Vec::new();
        for binder in binders {
            let first = self.fresh();
            for (at, bound) in binder.variables().enumerate() {
                names.add(bound, first + at as u32);
            }
            free.push(Binder {
                variable: first,
                ..*binder
            });
        }
        let mut known = FxHashMap::default();
        for (open, binder) in free.iter_mut().zip(binders) {
            open.range = self.renamed(binder.range, &names, &mut known);
            for variable in open.variables() {
                self.ranges.insert(variable, open.range);
            }
        }
        let guard = self.renamed(guard, &names, &mut known);
        (free, guard, self.renamed(body, &names, &mut known))
    }

    /// The fold of these parts, whose variables are free. No law is applied.
    pub(super) fn closed(
        &mut self,
        fold: Fold,
        binders: &[Binder],
        guard: Term,
        body: Term,
    ) -> Term {
        let ranges = binders.iter().map(|binder| binder.range);
        let bound = ranges
            .chain([guard, body])
            .map(|part| self.attributes(part).bound)
            .max();
        let mut next = bound.unwrap_or(0) + 1;
        let mut names = Names::default();
        let mut bound = Vec::new();
        for binder in binders {
            bound.push(Binder {
                variable: next,
                ..*binder
            });
            for variable in binder.variables() {
                names.add(variable, next);
                next += 1;
            }
        }
        let mut known = FxHashMap::default();
        for (closed, binder) in bound.iter_mut().zip(binders) {
            closed.range = self.renamed(binder.range, &names, &mut known);
        }
        let guard = self.renamed(guard, &names, &mut known);
        let body = self.renamed(body, &names, &mut known);
        self.intern(Form::Fold(fold, bound.into(), guard, body))
    }

    /// A term with variables of other numbers. Its parts are put in order, but no law is applied.
    fn renamed(&mut self, term: Term, names: &Names, known: &mut FxHashMap<Term, Term>) -> Term {
        if self.attributes(term).variables & names.bits == 0 {
            return term;
        }
        if let Some(&made) = known.get(&term) {
            return made;
        }
        let laws = std::mem::replace(&mut self.has_laws, false);
        let made = match self.form(term).clone() {
            Form::Variable(number, sort, is_found) => match names.of.get(&number) {
                Some(&name) => self.intern(Form::Variable(name, sort, is_found)),
                None => term,
            },
            Form::Fold(fold, mut binders, guard, body) => {
                for binder in &mut binders {
                    binder.range = self.renamed(binder.range, names, known);
                }
                let guard = self.renamed(guard, names, known);
                let body = self.renamed(body, names, known);
                self.intern(Form::Fold(fold, binders, guard, body))
            }
            form => self.with_parts(form, |store, part| store.renamed(part, names, known)),
        };
        self.has_laws = laws;
        known.insert(term, made);
        made
    }
}
