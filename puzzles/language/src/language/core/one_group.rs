//! Wordings of `are connected`: each is in the group of each other, or the groups of all are one.

use super::super::syntax::Touch;
use super::form::{Binder, Fold, Form, Head, Noun, Qualifier, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

/// Whose group it is: a variable that ranges over groups, or an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    Group(u32),
    Atom(Term),
}

impl Store {
    /// That a place is connected, where a count is of its members that are not in the group of another, and is none.
    pub(super) fn none_apart(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let has_one = |test: &Term| self.is_apart(*test);
        if !self.conjuncts(guard).iter().any(has_one) {
            return None;
        }
        let (binders, guard, _) = self.opened(binders, guard, guard);
        let said = self.conjuncts(guard);
        let at = said.iter().position(|&test| self.is_apart(test))?;
        let (member, group) = self.apart(said[at])?;
        let (owner, place, touch) = self.group_of(group, &binders)?;
        let one = said[at];
        let mut rest: Vec<Term> = said.into_iter().filter(|&test| test != one).collect();
        match (owner, &binders[..]) {
            (Whose::Atom(atom), &[pair]) if pair.is_pair => {
                let Form::Apply(Head::Range(range), parts) = self.form(pair.range) else {
                    return None;
                };
                let are_all = range.noun == Noun::Pair && range.qualifiers.is_empty();
                if !are_all || parts[0] != place {
                    return None;
                }
                let [a, b] = [pair.variable, pair.variable + 1]
                    .map(|number| self.member(number, pair.range));
                if (member, atom) != (a, b) && (member, atom) != (b, a) {
                    return None;
                }
            }
            (_, [_, _]) => {
                for binder in &binders {
                    let own = self.member(binder.variable, binder.range);
                    if owner == Whose::Group(binder.variable) {
                        continue;
                    }
                    if binder.is_pair || own != member && owner != Whose::Atom(own) {
                        return None;
                    }
                    rest = self.beside_place(own, binder.range, place, &rest)?;
                }
            }
            _ => return None,
        }
        rest.is_empty().then(|| {
            self.fire(Law::NoneApart);
            self.apply(Head::Connected(touch), Traits::of(Sort::Test), &[place])
        })
    }

    /// That a place is connected, where the groups of all its members are equal.
    pub(super) fn equal_groups(
        &mut self,
        binders: &[Binder],
        guard: Term,
        body: Term,
    ) -> Option<Term> {
        let [binder] = binders else {
            return None;
        };
        let (Whose::Atom(atom), place, touch) = self.group_of(body, binders)? else {
            return None;
        };
        let member = self.member(binder.variable, binder.range);
        let said = self.conjuncts(guard);
        let rest = self.beside_place(member, binder.range, place, &said)?;
        (atom == member && rest.is_empty()).then(|| {
            self.fire(Law::NoneApart);
            self.apply(Head::Connected(touch), Traits::of(Sort::Test), &[place])
        })
    }

    /// That a place has members and is connected, where a count is of those in whose group, or of the groups in which, all
    /// members are, and is not none.
    pub(super) fn one_has_all(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let [_] = binders else {
            return None;
        };
        let all_in = |store: &Self, test: Term| match store.form(test) {
            Form::Within(count, set) if *set == Ints::at_most(0) => match store.form(*count) {
                Form::Fold(Fold::Sum, inner, more, value)
                    if inner.len() == 1 && store.constant(*value) == Some(1) =>
                {
                    let said = store.conjuncts(*more);
                    let is_about = said.into_iter().any(|test| store.is_apart(test));
                    is_about.then(|| (inner.clone(), *more))
                }
                _ => None,
            },
            _ => None,
        };
        let parts = self.conjuncts(guard);
        if !parts.into_iter().any(|test| all_in(self, test).is_some()) {
            return None;
        }
        let (own, guard, _) = self.opened(binders, guard, guard);
        let said = self.conjuncts(guard);
        let at = said.iter().position(|&test| all_in(self, test).is_some())?;
        let (inner, more) = all_in(self, said[at])?;
        let (inner, more, _) = self.opened(&inner, more, more);
        let rest = said.iter().copied().filter(|&test| test != said[at]);
        let together: Vec<Term> = rest.chain(self.conjuncts(more)).collect();
        let together = self.and(&together);
        let both = [own[0], inner[0]];
        let connected = self.none_apart(&both, together)?;
        let Form::Apply(_, parts) = self.form(connected) else {
            return None;
        };
        let size = self.size(parts[0]);
        let some = self.within(size, Ints::at_least(1));
        Some(self.and(&[connected, some]))
    }

    /// Whether a test says that an atom is not in a place.
    fn is_apart(&self, test: Term) -> bool {
        self.apart(test).is_some()
    }

    /// The atom of which a test says that it is not in a place, and the place.
    fn apart(&self, test: Term) -> Option<(Term, Term)> {
        let Form::Not(inner) = self.form(test) else {
            return None;
        };
        match self.form(*inner) {
            Form::Apply(Head::In, parts) => Some((parts[0], parts[1])),
            _ => None,
        }
    }

    /// Of a group: what has it, the place that falls into such groups, and how.
    pub(super) fn group_of(&self, group: Term, binders: &[Binder]) -> Option<(Whose, Term, Touch)> {
        let (owner, range) = match self.form(group) {
            Form::Variable(number, ..) => {
                let own = binders.iter().find(|own| own.variable == *number)?;
                (Whose::Group(*number), own.range)
            }
            Form::Part(range, atom) => (Whose::Atom(*atom), *range),
            // The cells in a group.
            _ => {
                let (own, test) = self.atoms_where(group)?;
                let Form::Apply(Head::Range(range), parts) = self.form(own.range) else {
                    return None;
                };
                let is_all = *self.form(test) == Form::Truth(true)
                    && matches!(range.noun, Noun::Atoms(_))
                    && range.has_only(&[Qualifier::In]);
                return match is_all {
                    true => self.group_of(parts[0], binders),
                    false => None,
                };
            }
        };
        match self.form(range) {
            Form::Apply(Head::Range(range), parts) => match range.noun {
                Noun::Group(touch) if range.qualifiers.is_empty() => Some((owner, parts[0], touch)),
                _ => None,
            },
            _ => None,
        }
    }
}
