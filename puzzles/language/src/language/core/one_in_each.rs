//! Wordings of `at most 1 in each`: no two of some atoms are in one component.

use super::super::syntax::Kind;
use super::form::{Binder, Fold, Form, Head, Noun, Qualifier};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

/// An atom: the number of its variable, and what is said of it.
type Said = (u32, Term);

impl Store {
    /// That each component has at most one of some atoms, where a count is of two of them in one component, and is none.
    pub(super) fn one_in_each(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let is_pair = matches!(binders, [pair] if pair.is_pair);
        if !is_pair && binders.len() != 2 {
            return None;
        }
        let has_part = |test: &Term| self.together(*test).is_some();
        let is_of_part = self.part_ranged(binders).is_some();
        if !is_of_part && !self.conjuncts(guard).iter().any(has_part) {
            return None;
        }
        let (mut binders, guard, _) = self.opened(binders, guard, guard);
        let mut said = self.conjuncts(guard);
        let (components, one, other) = match self.part_ranged(&binders) {
            Some((components, kind)) => {
                binders[1].range = self.all_atoms(kind);
                let ends = [0, 1].map(|at: usize| {
                    let own = binders[at];
                    self.member(own.variable, own.range)
                });
                (components, ends[0], ends[1])
            }
            None => {
                let at = said
                    .iter()
                    .position(|&test| self.together(test).is_some())?;
                self.together(said.remove(at))?
            }
        };
        // Only what groups are made of is in one.
        if let Some(place) = self.material(components) {
            for end in [one, other] {
                let conditions = self.conditions(place, end);
                said.retain(|test| !conditions.contains(test));
            }
        }
        let kind = self.sort(components).kind()?;
        let all = self.all_atoms(kind);
        let ([a, b], condition) = match binders[..] {
            [pair] if pair.is_pair => {
                let own = self.of_pair(pair, all, &said)?;
                ([pair.variable, pair.variable + 1], own)
            }
            [first, second] if !first.is_pair && !second.is_pair => {
                let own = self.of_two([first, second], all, said)?;
                ([first.variable, second.variable], own)
            }
            _ => return None,
        };
        let of = |store: &Self, term: Term| match store.form(term) {
            Form::Variable(number, ..) => Some(*number),
            _ => None,
        };
        let pair = [of(self, one)?, of(self, other)?];
        if pair != [a, b] && pair != [b, a] {
            return None;
        }
        Some(self.at_most_one(components, condition))
    }

    /// The components, and the kind of their atoms, where the second of two variables ranges over that of the first.
    fn part_ranged(&self, binders: &[Binder]) -> Option<(Term, Kind)> {
        let [first, second] = binders else {
            return None;
        };
        let Form::Apply(Head::Range(range), of) = self.form(second.range) else {
            return None;
        };
        let Noun::Atoms(kind) = range.noun else {
            return None;
        };
        match self.form(*of.first()?) {
            Form::Part(components, atom)
                if range.has_only(&[Qualifier::In]) && self.is_variable(*atom, first.variable) =>
            {
                Some((*components, kind))
            }
            _ => None,
        }
    }

    /// What is said of both of a pair of cells, links … in a place.
    fn of_pair(&mut self, pair: Binder, all: Term, said: &[Term]) -> Option<Said> {
        let Form::Apply(Head::Range(range), parts) = self.form(pair.range).clone() else {
            return None;
        };
        let (Noun::Pair, true, [place]) = (&range.noun, range.qualifiers.is_empty(), &parts[..])
        else {
            return None;
        };
        let Form::Fold(Fold::Place, own, condition, head) = self.form(*place).clone() else {
            return None;
        };
        let (own, condition, head) = self.opened(&own, condition, head);
        let [own] = own[..] else {
            return None;
        };
        let is_of_all = own.range == all && head == self.member(own.variable, all);
        if !is_of_all {
            return None;
        }
        let members = [pair.variable, pair.variable + 1];
        let both = self.of_both(members, said)?;
        let member = self.member(pair.variable, pair.range);
        let both = self.replaced_by(both, member, own.variable, all);
        let condition = self.and(&[condition, both]);
        Some((own.variable, condition))
    }

    /// What is said of both of two atoms, apart from that they are two.
    fn of_two(&mut self, binders: [Binder; 2], all: Term, mut said: Vec<Term>) -> Option<Said> {
        let [first, second] = binders;
        let [one, other] = binders.map(|own| self.member(own.variable, all));
        let same = self.intern(Form::Same(one.min(other), one.max(other)));
        let are_two = self.not(same);
        if first.range != all || second.range != all || !said.contains(&are_two) {
            return None;
        }
        said.retain(|&test| test != are_two);
        let own = self.of_both([first.variable, second.variable], &said)?;
        Some((first.variable, own))
    }

    /// That each component has at most one of some atoms, where the components of all of them are different.
    pub(super) fn different_groups(
        &mut self,
        binders: &[Binder],
        guard: Term,
        body: Term,
    ) -> Option<Term> {
        let ([binder], Form::Part(components, atom)) = (binders, self.form(body).clone()) else {
            return None;
        };
        let kind = self.sort(components).kind()?;
        let is_of_all = !binder.is_pair && binder.range == self.all_atoms(kind);
        (is_of_all && atom == self.member(binder.variable, binder.range))
            .then(|| self.at_most_one(components, (binder.variable, guard)))
    }

    /// That each component has at most one of the atoms of which a condition holds, which speaks of one by a variable.
    fn at_most_one(&mut self, components: Term, (atom, condition): Said) -> Term {
        self.fire(Law::OneInEach);
        let kind = self.sort(components).kind().unwrap_or(Kind::Cell);
        let variable = self.fresh();
        let component = self.member(variable, components);
        let range = self.atoms_in(kind, component);
        let inner = Binder::one(atom, range);
        let count = self.count(vec![inner], condition);
        let several = self.within(count, Ints::at_least(2));
        let whole = Binder::one(variable, components);
        self.none(vec![whole], several)
    }

    /// The components of which a test says that one has two atoms, and these.
    pub(super) fn together(&self, test: Term) -> Option<(Term, Term, Term)> {
        match self.form(test) {
            Form::Apply(Head::In, parts) => match *self.form(parts[1]) {
                Form::Part(range, atom) => Some((range, parts[0], atom)),
                _ => None,
            },
            Form::Same(a, b) => match (self.form(*a), self.form(*b)) {
                (Form::Part(range, one), Form::Part(same, other)) if range == same => {
                    Some((*range, *one, *other))
                }
                _ => None,
            },
            _ => None,
        }
    }
}
