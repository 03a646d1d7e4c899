//! Wordings of `are connected`: each is in the group of each other, or the groups of all are one.

use super::super::syntax::{Kind, Touch};
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
    /// The first or the last group of all.
    End,
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
        let (owner, groups) = self.groups_and_owner(group, &binders)?;
        let place = self.material(groups)?;
        // What the place depends on stands outside: `each room r` before the shaded cells in r.
        let speaks = |binder: &&Binder| binder.variables().any(|own| self.occurs(own, place));
        let outside = binders.iter().take_while(speaks).count();
        let (outside, binders) = binders.split_at(outside);
        let one = said[at];
        let inner: Vec<u32> = binders.iter().flat_map(Binder::variables).collect();
        let (mut rest, guards): (Vec<Term>, Vec<Term>) = said
            .into_iter()
            .filter(|&test| test != one)
            .partition(|&test| inner.iter().any(|&own| self.occurs(own, test)));
        if outside.is_empty() && !guards.is_empty() {
            return None;
        }
        // An atom of the place is in its own group.
        if let Whose::Atom(atom) = owner {
            let same = self.intern(Form::Same(atom.min(member), atom.max(member)));
            let are_two = self.not(same);
            rest.retain(|&test| test != are_two);
        }
        match (owner, binders) {
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
            (Whose::End | Whose::Atom(_), &[own])
                if !own.is_pair && self.is_first(owner, place) =>
            {
                let cell = self.member(own.variable, own.range);
                if cell != member {
                    return None;
                }
                rest = self.beside_place(cell, own.range, place, &rest)?;
            }
            (_, [_, _]) => {
                for binder in binders {
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
        if !rest.is_empty() {
            return None;
        }
        let connected = self.are_one(groups);
        Some(match outside.is_empty() {
            true => connected,
            false => self.each(outside.to_vec(), guards, connected),
        })
    }

    /// That groups are at most one.
    fn are_one(&mut self, groups: Term) -> Term {
        self.fire(Law::NoneApart);
        let (variable, all) = (self.fresh(), self.truth(true));
        let count = self.count(vec![Binder::one(variable, groups)], all);
        self.within(count, Ints::at_most(1))
    }

    /// The place that falls into groups, of a range of all these.
    pub(super) fn material(&self, groups: Term) -> Option<Term> {
        match self.form(groups) {
            Form::Apply(Head::Range(range), parts)
                if matches!(range.noun, Noun::Group(_) | Noun::JoinedGroup)
                    && range.qualifiers.is_empty() =>
            {
                Some(parts[0])
            }
            _ => None,
        }
    }

    /// Whether the first or last group of a place is meant, or that of its first or last member.
    fn is_first(&self, owner: Whose, place: Term) -> bool {
        match owner {
            Whose::End => true,
            Whose::Atom(atom) => self.is_end_of(atom, place),
            Whose::Group(_) => false,
        }
    }

    /// That a place is connected, where a count is of its groups, or of its members whose group, has fewer members than it
    /// has, and is none.
    pub(super) fn none_smaller(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let [_] = binders else {
            return None;
        };
        let is_size = |&test: &Term| {
            matches!(self.form(test), Form::Within(difference, _)
                if self.difference(*difference).is_some())
        };
        if !self.conjuncts(guard).iter().any(is_size) {
            return None;
        }
        let (own, guard, _) = self.opened(binders, guard, guard);
        let said = self.conjuncts(guard);
        for &test in &said {
            let Some((owner, place, touch, set)) = self.group_in_place(test, &own) else {
                continue;
            };
            // A group is never larger.
            let fewer = Ints::at_most(-1);
            if set.contains(0) || set.meet(&fewer) != fewer {
                continue;
            }
            let mut rest: Vec<Term> = said.iter().copied().filter(|&own| own != test).collect();
            match owner {
                Whose::Group(number) if number == own[0].variable => {}
                Whose::Atom(atom) if !own[0].is_pair => {
                    let member = self.member(own[0].variable, own[0].range);
                    if atom != member {
                        continue;
                    }
                    rest = self.beside_place(member, own[0].range, place, &rest)?;
                }
                _ => continue,
            }
            if rest.is_empty() {
                return Some(self.is_connected(place, touch));
            }
        }
        None
    }

    /// That a place is connected, where the difference between the sizes of its first group and of the place is in a set.
    pub(super) fn first_is_all(&mut self, difference: Term, set: &Ints) -> Option<Term> {
        let (one, other) = self.difference(difference)?;
        for (group, place_size, set) in [(one, other, set.clone()), (other, one, set.negated())] {
            let Some((owner, place, touch)) = self.first_group(group) else {
                continue;
            };
            if self.size(place) != place_size || !self.is_first(owner, place) {
                continue;
            }
            let fewer = Ints::at_most(-1);
            let is_all = set.contains(0) && set.meet(&fewer) == Ints::none();
            let is_less = !set.contains(0) && set.meet(&fewer) == fewer;
            if is_all || is_less {
                let connected = self.is_connected(place, touch);
                return Some(match is_all {
                    true => connected,
                    false => self.not(connected),
                });
            }
        }
        None
    }

    fn is_connected(&mut self, place: Term, touch: Touch) -> Term {
        self.fire(Law::NoneApart);
        self.apply(Head::Connected(touch), Traits::of(Sort::Test), &[place])
    }

    /// The group whose members a number counts, or the cells reached from the first of the place.
    fn first_group(&mut self, size: Term) -> Option<(Whose, Term, Touch)> {
        let (binder, guard) = self.counted(size)?;
        if let Form::Apply(Head::Range(range), parts) = self.form(binder.range)
            && range.noun == Noun::Atoms(Kind::Cell)
            && range.has_only(&[Qualifier::Reached])
        {
            let (from, place) = (parts[0], parts[1]);
            let (own, guard, _) = self.opened(&[binder], guard, guard);
            let member = self.member(own[0].variable, own[0].range);
            let conditions = self.conditions(place, member);
            let said = self.conjuncts(guard);
            let are_of_place = said.iter().all(|test| conditions.contains(test));
            return are_of_place.then_some((Whose::Atom(from), place, Touch::Sides));
        }
        let group = self.whole_of(binder, guard)?;
        self.group_of(group, &[])
    }

    /// Of a test about the difference of the sizes of a group and of the place that falls into such groups: the group, and
    /// the set in which the difference is.
    fn group_in_place(
        &mut self,
        test: Term,
        binders: &[Binder],
    ) -> Option<(Whose, Term, Touch, Ints)> {
        let Form::Within(difference, set) = self.form(test).clone() else {
            return None;
        };
        let (one, other) = self.difference(difference)?;
        for (group, size, set) in [(one, other, set.clone()), (other, one, set.negated())] {
            let Some((binder, guard)) = self.counted(group) else {
                continue;
            };
            let Some(whole) = self.whole_of(binder, guard) else {
                continue;
            };
            if let Some((owner, place, touch)) = self.group_of(whole, binders)
                && self.size(place) == size
            {
                return Some((owner, place, touch, set));
            }
        }
        None
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
        (atom == member && rest.is_empty()).then(|| self.is_connected(place, touch))
    }

    /// That there is at most one component, where those of all atoms are equal.
    pub(super) fn one_component(
        &mut self,
        binders: &[Binder],
        guard: Term,
        body: Term,
    ) -> Option<Term> {
        let &[binder] = binders else {
            return None;
        };
        let Form::Part(components, atom) = *self.form(body) else {
            return None;
        };
        let Form::Apply(Head::Range(range), of) = self.form(components).clone() else {
            return None;
        };
        if range.noun != Noun::JoinedGroup || !range.qualifiers.is_empty() || binder.is_pair {
            return None;
        }
        let member = self.member(binder.variable, binder.range);
        let said = self.conjuncts(guard);
        let rest = self.beside_place(member, binder.range, of[0], &said)?;
        if atom != member || !rest.is_empty() {
            return None;
        }
        self.fire(Law::OneGroup);
        let variable = self.fresh();
        let all = self.truth(true);
        let count = self.count(vec![Binder::one(variable, components)], all);
        Some(self.within(count, Ints::at_most(1)))
    }

    /// That a place is not connected, where a count is of what [`none_apart`](Self::none_apart) says that there is none of.
    pub(super) fn some_apart(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let connected = self.none_apart(binders, guard)?;
        Some(self.not(connected))
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
        let (owner, range) = self.groups_and_owner(group, binders)?;
        match self.form(range) {
            Form::Apply(Head::Range(range), parts) => match range.noun {
                Noun::Group(touch) if range.qualifiers.is_empty() => Some((owner, parts[0], touch)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Of a group: what has it, and the range of all such groups.
    fn groups_and_owner(&self, group: Term, binders: &[Binder]) -> Option<(Whose, Term)> {
        Some(match self.form(group) {
            Form::Variable(number, ..) => {
                let own = binders.iter().find(|own| own.variable == *number)?;
                (Whose::Group(*number), own.range)
            }
            Form::Part(range, atom) => (Whose::Atom(*atom), *range),
            // The first group.
            Form::Apply(Head::Take(_), parts) if self.sort(group).is_place() => {
                let (own, test) = self.atoms_where(parts[0])?;
                if *self.form(test) != Form::Truth(true) {
                    return None;
                }
                (Whose::End, own.range)
            }
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
                    true => self.groups_and_owner(parts[0], binders),
                    false => None,
                };
            }
        })
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
        if *set == Ints::at_most(0) || *set == Ints::at_least(1) {
            let size = self.size(place);
            return Some(self.within(size, set.clone()));
        }
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

    /// The parts of `none or connected` without `none`, and of `some and not connected` without `some`: of nothing it is said
    /// that it is connected.
    pub(super) fn nothing_connected(&mut self, parts: &[Term], is_and: bool) -> Option<Vec<Term>> {
        let set = match is_and {
            true => Ints::at_least(1),
            false => Ints::at_most(0),
        };
        let connected = |store: &Self, test: Term| {
            let inner = match store.form(test) {
                Form::Not(inner) if is_and => *inner,
                _ if !is_and => test,
                _ => return None,
            };
            match store.form(inner) {
                Form::Apply(Head::Connected(_), of) => Some(of[0]),
                _ => None,
            }
        };
        for &part in parts {
            let both = match self.form(part) {
                Form::And(both) if !is_and => both.to_vec(),
                Form::Or(both) if is_and => both.to_vec(),
                _ => vec![part],
            };
            let Some(at) = both.iter().position(|&own| connected(self, own).is_some()) else {
                continue;
            };
            let place = connected(self, both[at])?;
            let size = self.size(place);
            let nothing = self.within(size, set.clone());
            let something = self.within(size, set.complement());
            let is_rest = |&&own: &&Term| own != both[at] && own != something;
            if !parts.contains(&nothing) || both.iter().any(|own| is_rest(&own)) {
                continue;
            }
            let rest = parts.iter().filter(|&&own| own != nothing);
            let rest = rest.map(|&own| if own == part { both[at] } else { own });
            return Some(rest.collect());
        }
        None
    }
}
