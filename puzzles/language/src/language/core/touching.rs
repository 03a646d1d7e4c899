//! Wordings of the cells that hang together with a cell that is not one of them: those of the groups beside it.

use super::super::syntax::{Kind, Touch};
use super::form::{Binder, Fold, Form, Head, Noun, Qualifier, Range, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

impl Store {
    /// The count of those of a place that are reached from a cell through it, where a count is of the cells of all groups of
    /// the place that touch the cell. If the cell is a group of its own, only the first count has it.
    pub(super) fn touching_groups(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let (cell, place) = match binders {
            [whole, member] => self.of_touching(*whole, *member, guard)?,
            [member] => self.of_beside(*member, guard)?,
            _ => return None,
        };
        let is_variable = matches!(self.form(cell), Form::Variable(..));
        if !is_variable || self.sort(cell) != Sort::Atom(Kind::Cell) {
            return None;
        }
        let own = self.conditions(place, cell);
        // What is missing of a cell would be missing of the number.
        if own.is_empty() || !own.iter().all(|&test| self.is_plain_word(test)) {
            return None;
        }
        let reached = Range::of(Noun::Atoms(Kind::Cell), [Qualifier::Reached]);
        let atom = Traits::total(Sort::Atom(Kind::Cell));
        let reached = self.apply(Head::Range(reached), atom, &[cell, place]);
        let count = self.count_in(reached, place);
        let beside = self.around(Noun::Neighbour, cell);
        let others = self.count_in(beside, place);
        let is_alone = self.within(others, Ints::at_most(0));
        let own: Vec<Term> = own.into_iter().chain([is_alone]).collect();
        let (is_alone, one, none) = (self.and(&own), self.number(1), self.number(0));
        let alone = self.choice(is_alone, one, none);
        let sum = self.linear(&[(1, count), (-1, alone)], 0)?;
        self.fire(Law::TouchingGroups);
        Some(sum)
    }

    /// `group g of p touching c, cell in g`: the cell c and the place p.
    fn of_touching(&mut self, whole: Binder, member: Binder, guard: Term) -> Option<(Term, Term)> {
        let Form::Apply(Head::Range(range), parts) = self.form(whole.range).clone() else {
            return None;
        };
        let is_touching =
            range.noun == Noun::Group(Touch::Sides) && range.has_only(&[Qualifier::Touching]);
        let &[place, cell] = &parts[..] else {
            return None;
        };
        let group = self.member(whole.variable, whole.range);
        let is_all = *self.form(guard) == Form::Truth(true)
            && !whole.is_pair
            && member.range == self.atoms_in(Kind::Cell, group);
        (is_touching && is_all).then_some((cell, place))
    }

    /// `cell d of p where some neighbour of c is in first group of p of d`: the cell c and the place p.
    fn of_beside(&mut self, member: Binder, guard: Term) -> Option<(Term, Term)> {
        if member.is_pair || member.range != self.all_atoms(Kind::Cell) {
            return None;
        }
        let own = self.member(member.variable, member.range);
        let mut said = self.conjuncts(guard);
        let found = said.iter().enumerate().find_map(|(at, &test)| {
            if let Some((cell, place)) = self.in_group_beside(test, own) {
                return Some((at, cell, place));
            }
            let (cell, group) = self.beside_group(test)?;
            let Form::Part(range, atom) = *self.form(group) else {
                return None;
            };
            let Form::Apply(Head::Range(range), parts) = self.form(range) else {
                return None;
            };
            let is_group = range.noun == Noun::Group(Touch::Sides) && range.qualifiers.is_empty();
            (is_group && atom == own).then(|| (at, cell, parts[0]))
        });
        let (at, cell, place) = found?;
        said.remove(at);
        if self.occurs(member.variable, cell) {
            return None;
        }
        let rest = self.beside_place(own, member.range, place, &said)?;
        rest.is_empty().then_some((cell, place))
    }

    /// Of a test that an atom is in the group of a neighbour of a cell, which is of a place: the cell and the place.
    fn in_group_beside(&mut self, test: Term, atom: Term) -> Option<(Term, Term)> {
        let Form::Within(count, set) = self.form(test).clone() else {
            return None;
        };
        let (binder, guard) = self.counted(count).filter(|_| set == Ints::at_least(1))?;
        let Form::Apply(Head::Range(range), of) = self.form(binder.range).clone() else {
            return None;
        };
        if range.noun != Noun::Neighbour || !range.has_only(&[Qualifier::Of]) {
            return None;
        }
        let (own, guard, _) = self.opened(&[binder], guard, guard);
        let beside = self.member(own[0].variable, own[0].range);
        let mut said = self.conjuncts(guard);
        let at = said.iter().position(|&test| {
            matches!(self.form(test), Form::Apply(Head::In, parts) if parts[0] == atom
                && matches!(self.form(parts[1]), Form::Part(_, at) if *at == beside))
        })?;
        let Form::Apply(_, parts) = self.form(said.remove(at)).clone() else {
            return None;
        };
        let (_, place, touch) = self.group_of(parts[1], &own)?;
        let conditions = self.conditions(place, beside);
        let is_all =
            said.len() == conditions.len() && said.iter().all(|test| conditions.contains(test));
        (is_all && touch == Touch::Sides).then(|| (of[0], place))
    }

    /// Of a test that a neighbour of a cell is in a place: the cell and the place.
    fn beside_group(&self, test: Term) -> Option<(Term, Term)> {
        let Form::Within(count, set) = self.form(test) else {
            return None;
        };
        let Form::Fold(Fold::Sum, binders, guard, value) = self.form(*count) else {
            return None;
        };
        let ([binder], Some(1), true) = (
            &binders[..],
            self.constant(*value),
            *set == Ints::at_least(1),
        ) else {
            return None;
        };
        let Form::Apply(Head::Range(range), parts) = self.form(binder.range) else {
            return None;
        };
        let Form::Apply(Head::In, of) = self.form(*guard) else {
            return None;
        };
        let is_own = |term: Term| self.is_variable(term, binder.variable);
        if range.direction.is_some() || !is_own(of[0]) {
            return None;
        }
        match (&range.noun, &range.qualifiers[..]) {
            (Noun::Atoms(Kind::Cell), [Qualifier::In]) => {
                let cell = self.neighbours_of(of[1])?;
                Some((cell, parts[0]))
            }
            (Noun::Neighbour, [Qualifier::Of]) => Some((parts[0], of[1])),
            _ => None,
        }
    }

    /// The cell whose neighbours a place is.
    fn neighbours_of(&self, place: Term) -> Option<Term> {
        let (own, test) = self.atoms_where(place)?;
        let Form::Apply(Head::Range(range), parts) = self.form(own.range) else {
            return None;
        };
        let is_all = *self.form(test) == Form::Truth(true)
            && range.noun == Noun::Neighbour
            && range.has_only(&[Qualifier::Of]);
        is_all.then(|| parts[0])
    }
}
