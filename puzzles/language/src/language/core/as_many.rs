//! Two statements that together say that there is exactly one in each.

use super::super::syntax::Kind;
use super::form::{Binder, Form, Head, Noun, Owner};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

impl Store {
    /// The statements, where one says that there are as many components as things and another that each has one at least,
    /// or at most: each has exactly one.
    pub(super) fn as_many(&mut self, tests: &[Term]) -> Option<Vec<Term>> {
        for (at, &one) in tests.iter().enumerate() {
            let Some((components, things)) = self.as_many_things(one) else {
                continue;
            };
            for (place, &other) in tests.iter().enumerate() {
                let Some((counts, is_some)) = self.some_or_one_in_each(other, components) else {
                    continue;
                };
                let Some(outside) = self.outside(components, &things, &counts) else {
                    continue;
                };
                // At least one in each leaves none for outside; with one at most, there must be none.
                let none_outside = match (is_some, outside) {
                    (true, outside) => outside,
                    (false, Some(said))
                        if *self.form(said) == Form::Truth(true) || tests.contains(&said) =>
                    {
                        Some(said)
                    }
                    (false, _) => continue,
                };
                self.fire(Law::AsMany);
                let mut all = tests.to_vec();
                all[place] = self.one_in_all(other, components)?;
                match none_outside {
                    Some(said) if *self.form(said) == Form::Truth(true) => {
                        all.remove(at);
                    }
                    Some(said) => all[at] = said,
                    None => {}
                }
                return Some(all);
            }
        }
        None
    }

    /// The components and the counts of things of which a test says that there are as many in all.
    fn as_many_things(&mut self, test: Term) -> Option<(Term, Vec<Term>)> {
        let Form::Within(number, set) = self.form(test) else {
            return None;
        };
        let Form::Linear(terms, 0) = self.form(*number).clone() else {
            return None;
        };
        if *set != Ints::one(0) {
            return None;
        }
        let (whole, sign, components) = terms.iter().find_map(|&(factor, term)| {
            let (own, guard) = self.counted(term)?;
            let Form::Apply(Head::Range(range), _) = self.form(own.range) else {
                return None;
            };
            let is_component = match range.noun {
                Noun::Regions(layer) => self.stands.contains_key(&layer),
                Noun::Group(_) | Noun::JoinedGroup => true,
                _ => false,
            };
            let is_all = range.has_only(&[]) && *self.form(guard) == Form::Truth(true);
            (is_component && is_all && factor.abs() == 1).then_some((term, factor, own.range))
        })?;
        let rest = terms.iter().filter(|&&(_, term)| term != whole);
        let are_alike = rest.clone().all(|&(factor, _)| factor == -sign);
        are_alike.then(|| (components, rest.map(|&(_, term)| term).collect()))
    }

    /// The counts of things in a component, one of the first binder's, of which a statement says that each component has at
    /// least one thing, or at most one; and which of these. The variable is opened, with this number.
    fn some_or_one_in_each(
        &mut self,
        test: Term,
        components: Term,
    ) -> Option<((u32, Vec<Term>), bool)> {
        let (own, guard) = self.none_of_one(test)?;
        if own.range != components {
            return None;
        }
        let (own, guard, _) = self.opened(&[own], guard, guard);
        let (mut counts, mut is_some) = (Vec::new(), None);
        for test in self.conjuncts(guard) {
            let Form::Within(number, set) = self.form(test).clone() else {
                return None;
            };
            let is_none = set == Ints::at_most(0);
            let is_several = set == Ints::at_least(2) && counts.is_empty();
            if !is_none && !is_several || is_some == Some(false) {
                return None;
            }
            is_some = Some(is_none);
            let summands = self.summands(number);
            let is_sum = match self.form(number) {
                Form::Linear(terms, 0) => terms.iter().all(|&(factor, _)| factor == 1),
                Form::Linear(..) => false,
                _ => true,
            };
            if !is_sum {
                return None;
            }
            counts.extend(summands);
        }
        Some(((own[0].variable, counts), is_some?))
    }

    /// Each component has exactly one thing, where a statement says that it has one at least or at most.
    fn one_in_all(&mut self, test: Term, components: Term) -> Option<Term> {
        let ((variable, counts), _) = self.some_or_one_in_each(test, components)?;
        let counts: Vec<(i128, Term)> = counts.into_iter().map(|count| (1, count)).collect();
        let sum = self.linear(&counts, 0)?;
        let not_one = self.within(sum, Ints::one(1).complement());
        Some(self.none(vec![Binder::one(variable, components)], not_one))
    }

    /// That none of the things lies outside of all components, or nothing if that cannot be said. `None` if the things
    /// counted in each component are others, or if one of them may lie in several components.
    fn outside(
        &mut self,
        components: Term,
        things: &[Term],
        (variable, counts): &(u32, Vec<Term>),
    ) -> Option<Option<Term>> {
        let component = self.member(*variable, components);
        let component_kind = self.sort(components).kind()?;
        let mut left = counts.clone();
        let mut said = None;
        for &thing in things {
            let (own, guard) = self.counted(thing)?;
            let (own, guard, _) = self.opened(&[own], guard, guard);
            let own = own[0];
            let kind = self.sort(own.range).kind()?;
            if own.range != self.all_atoms(kind)
                || kind != component_kind && component_kind != Kind::Cell
            {
                return None;
            }
            let member = self.member(own.variable, own.range);
            let lies_in = match kind == component_kind {
                true => self.condition_of_member(components, member),
                false => None,
            };
            let conditions = lies_in.map_or_else(Vec::new, |test| self.conjuncts(test));
            let within = self.atoms_in(kind, component);
            let beside = |store: &Self, guard: Term| -> Vec<Term> {
                let said = store.conjuncts(guard).into_iter();
                said.filter(|test| !conditions.contains(test)).collect()
            };
            let about = beside(self, guard);
            let at = left.iter().position(|&count| {
                let Some((inner, more)) = self.counted(count) else {
                    return false;
                };
                if inner.range != within {
                    return false;
                }
                let (inner, more, _) = self.opened(&[inner], more, more);
                let old = self.member(inner[0].variable, inner[0].range);
                let more = self.exchanged(more, old, member);
                let more = beside(self, more);
                more.len() == about.len() && more.iter().all(|test| about.contains(test))
            })?;
            left.remove(at);
            if let Some(test) = lies_in
                && things.len() == 1
                && conditions
                    .iter()
                    .all(|&test| self.is_never_missing_word(test))
            {
                let all = self.conjuncts(guard);
                let is_within = conditions.iter().all(|test| all.contains(test));
                said = Some(match is_within {
                    true => self.truth(true),
                    false => {
                        let other = self.not(test);
                        let guard = self.and(&[guard, other]);
                        self.none(vec![own], guard)
                    }
                });
            }
        }
        left.is_empty().then_some(said)
    }

    /// What is so of each atom that lies in a component, and of no other.
    fn condition_of_member(&mut self, components: Term, member: Term) -> Option<Term> {
        let Form::Apply(Head::Range(range), of) = self.form(components).clone() else {
            return None;
        };
        if let Noun::Regions(layer) = range.noun {
            return self.stands_on(layer, member);
        }
        let kind = self.sort(components).kind()?;
        let (own, test) = self.range_and_test(of[0], member)?;
        (own == self.all_atoms(kind)).then_some(test)
    }

    /// Whether a test is that a variable has a word to find, or has a value of the data, or has not.
    fn is_never_missing_word(&self, test: Term) -> bool {
        let inner = match self.form(test) {
            Form::Not(inner) => *inner,
            _ => test,
        };
        let has_data = matches!(self.form(inner), Form::Apply(Head::Has(Owner::Layer(_)), of)
            if matches!(of[..], [atom] if matches!(self.form(atom), Form::Variable(..))));
        has_data || self.is_plain_word(test)
    }
}
