//! The laws about how many there are of something, in the order in which they are tried.

use super::form::{Binder, Fold, Form, Head, Noun, Qualifier};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

/// A law about what a count, with these ranges and this guard, says that there is none of, or some.
type OfCount = fn(&mut Store, &[Binder], Term) -> Option<Term>;

/// Those of which it says that there is none.
const OF_NONE: [OfCount; 14] = [
    Store::none_apart,
    Store::none_smaller,
    Store::single_runs,
    Store::groups_of_two,
    Store::one_in_each,
    Store::alone,
    Store::no_corner,
    Store::no_pair,
    Store::no_two,
    Store::pairs_in_one,
    Store::value_groups,
    Store::only_itself,
    Store::each_pair_once,
    Store::touching_regions,
];

/// Those of which it says that there is some.
const OF_SOME: [OfCount; 3] = [
    Store::some_apart,
    Store::one_has_all,
    Store::one_without_other,
];

impl Store {
    /// That a count is in a set, if there is a law for it.
    pub(super) fn count_within(
        &mut self,
        binders: &[Binder],
        guard: Term,
        set: &Ints,
    ) -> Option<Term> {
        if let Some(connected) = self.one_group(binders, guard, set) {
            self.fire(Law::OneGroup);
            return Some(connected);
        }
        if let Some(said) = self
            .joined_to_others(binders, guard, set)
            .or_else(|| self.two_groups(binders, guard, set))
        {
            return Some(said);
        }
        let is_none = *set == Ints::at_most(0);
        if !is_none && *set != Ints::at_least(1) {
            return None;
        }
        if self.has_equal_groups
            && let Some(value) = self.value_of_equal(binders, guard)
        {
            self.fire(Law::EqualGroup);
            return Some(match is_none {
                true => self.not(value),
                false => value,
            });
        }
        if let Some(count) = self.without_some(binders, guard) {
            self.fire(Law::SomeWithin);
            return Some(self.within(count, set.clone()));
        }
        let said = match is_none {
            true => OF_NONE.iter().find_map(|law| law(self, binders, guard)),
            false => OF_SOME.iter().find_map(|law| law(self, binders, guard)),
        };
        if said.is_some() {
            return said;
        }
        if is_none && let Some(apart) = self.first_apart(binders, guard) {
            self.fire(Law::Split);
            return Some(apart);
        }
        if let Some(count) = self.equal_group(binders, guard) {
            self.fire(Law::EqualGroup);
            return Some(self.within(count, set.clone()));
        }
        if let Some(count) = self.some_member(binders, guard) {
            self.fire(Law::SomeMember);
            return Some(self.within(count, set.clone()));
        }
        if !is_none {
            return None;
        }
        if let Some(split) = self.split(binders, guard) {
            self.fire(Law::Split);
            return Some(split);
        }
        self.different(binders, guard)
    }

    /// The members of the region of a cell besides this cell: one less than all of them.
    pub(super) fn all_but_one(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let (&[binder], Form::Not(same)) = (binders, self.form(guard)) else {
            return None;
        };
        let Form::Same(a, b) = *self.form(*same) else {
            return None;
        };
        let Form::Apply(Head::Range(range), parts) = self.form(binder.range).clone() else {
            return None;
        };
        let member = self.member(binder.variable, binder.range);
        let other = match (a == member, b == member) {
            (true, false) => b,
            (false, true) => a,
            _ => return None,
        };
        let is_of_region = match parts[..] {
            [place] => {
                matches!(self.form(place), Form::Part(regions, of) if *of == other && self.has_regions(*regions))
                    && self.attributes(place).is_total
            }
            _ => false,
        };
        let is_plain = matches!(range.noun, Noun::Atoms(_)) && range.has_only(&[Qualifier::In]);
        if binder.is_pair || !is_plain || !is_of_region {
            return None;
        }
        self.fire(Law::AllButOne);
        let all = self.truth(true);
        let count = self.count(vec![binder], all);
        self.linear(&[(1, count)], -1)
    }

    /// The count with what `some` in its guard ranges over as ranges of its own: whether it is 0 is the same.
    fn without_some(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        if !self
            .conjuncts(guard)
            .into_iter()
            .any(|part| self.is_some(part))
        {
            return None;
        }
        // The part that is taken apart mentions the variables of this fold, so all of it is opened together.
        let (mut binders, guard, _) = self.opened(binders, guard, guard);
        let mut parts = self.conjuncts(guard);
        let at = parts.iter().position(|&part| self.is_some(part))?;
        let Form::Within(count, _) = *self.form(parts.remove(at)) else {
            return None;
        };
        let Form::Fold(_, inner, more, value) = self.form(count).clone() else {
            return None;
        };
        let (inner, more, _) = self.opened(&inner, more, value);
        binders.extend(inner);
        parts.push(more);
        let guard = self.and(&parts);
        Some(self.count(binders, guard))
    }

    /// Whether a test says that there is at least one of something, which is to be found.
    fn is_some(&self, test: Term) -> bool {
        let Form::Within(count, set) = self.form(test) else {
            return false;
        };
        let Form::Fold(Fold::Sum, _, _, value) = self.form(*count) else {
            return false;
        };
        // What the data says is better known before the members of other phrases are.
        let is_found = self.attributes(test).is_found;
        is_found && *set == Ints::at_least(1) && self.constant(*value) == Some(1)
    }

    /// That there is nothing of what a count speaks, said apart for each of some tests, if that is all that it says of what
    /// is to be found.
    fn split(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let parts = self.conjuncts(guard);
        let found = parts.iter().filter(|&&part| self.attributes(part).is_found);
        let [only] = found.copied().collect::<Vec<Term>>()[..] else {
            return None;
        };
        // What is said of one region, group or run is said together.
        let is_whole = |binder: &Binder| match self.form(binder.range) {
            Form::Apply(Head::Range(range), _) => matches!(range.noun.rank(), 3 | 4),
            _ => true,
        };
        if binders.iter().any(is_whole) {
            return None;
        }
        if !matches!(self.form(only), Form::Or(_)) {
            return None;
        }
        let (binders, guard, _) = self.opened(binders, guard, guard);
        let (ways, rest) = self.ways(guard)?;
        Some(self.none_apart_of(&binders, &rest, ways.chunks(1)))
    }

    /// That there is no group of equal values for which one of some tests holds, said apart for those that ask for its first
    /// value: these will be said of each of its cells.
    fn first_apart(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let layers: Vec<Option<usize>> = binders
            .iter()
            .map(|binder| self.layer_of_groups(binder.range))
            .collect();
        if layers.iter().all(|layer| layer.is_none()) {
            return None;
        }
        let (binders, guard, _) = self.opened(binders, guard, guard);
        let (ways, rest) = self.ways(guard)?;
        let (mut asking, mut others) = (Vec::new(), Vec::new());
        for way in ways {
            let asks = binders.iter().zip(&layers).any(|(binder, layer)| {
                let member = self.member(binder.variable, binder.range);
                layer.is_some_and(|layer| self.first_value(way, member, layer).is_some())
            });
            match asks {
                true => asking.push(way),
                false => others.push(way),
            }
        }
        if asking.is_empty() || others.is_empty() {
            return None;
        }
        Some(self.none_apart_of(&binders, &rest, [&asking[..], &others].into_iter()))
    }

    /// The tests of which one holds, by what a guard says of what is to be found, and the rest of the guard.
    fn ways(&self, guard: Term) -> Option<(Vec<Term>, Vec<Term>)> {
        let mut rest = self.conjuncts(guard);
        let at = rest.iter().position(|&part| {
            matches!(self.form(part), Form::Or(_)) && self.attributes(part).is_found
        })?;
        let Form::Or(ways) = self.form(rest.remove(at)) else {
            return None;
        };
        Some((ways.to_vec(), rest))
    }

    /// That there are no members of some ranges for which the rest and one of some tests hold, said for each part of these
    /// tests.
    fn none_apart_of<'a>(
        &mut self,
        binders: &[Binder],
        rest: &[Term],
        parts: impl Iterator<Item = &'a [Term]>,
    ) -> Term {
        let apart: Vec<Term> = parts
            .map(|ways| {
                let way = self.or(ways);
                let guard: Vec<Term> = rest.iter().copied().chain([way]).collect();
                let guard = self.and(&guard);
                self.none(binders.to_vec(), guard)
            })
            .collect();
        self.and(&apart)
    }
}
