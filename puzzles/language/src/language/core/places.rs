//! How places, ranges and counts are made and taken apart.

use super::super::syntax::{Kind, Touch};
use super::form::{Binder, Fold, Form, Head, Noun, Qualifier, Range, Sort, Traits};
use super::ints::Ints;
use super::store::Store;
use super::term::Term;

impl Store {
    /// That there is none of what the ranges have for which a test holds.
    pub(super) fn none(&mut self, binders: Vec<Binder>, guard: Term) -> Term {
        let count = self.count(binders, guard);
        self.within(count, Ints::at_most(0))
    }

    /// The two numbers of which a number is the difference.
    pub(super) fn difference(&self, number: Term) -> Option<(Term, Term)> {
        let Form::Linear(terms, 0) = self.form(number) else {
            return None;
        };
        match terms[..] {
            [(1, a), (-1, b)] => Some((a, b)),
            _ => None,
        }
    }

    /// The parts of a sum, or a number alone.
    pub(super) fn summands(&self, number: Term) -> Vec<Term> {
        match self.form(number) {
            Form::Linear(terms, _) => terms.iter().map(|&(_, term)| term).collect(),
            _ => vec![number],
        }
    }

    /// The parts of the number of which a test says, or denies, that it is in a set.
    pub(super) fn compared(&self, test: Term) -> Vec<Term> {
        match *self.form(test) {
            Form::Not(inner) => self.compared(inner),
            Form::Within(number, _) => self.summands(number),
            _ => Vec::new(),
        }
    }

    /// The place of all that is in a range.
    pub(super) fn all_of(&mut self, range: Term) -> Term {
        let variable = self.fresh();
        let (member, all) = (self.member(variable, range), self.truth(true));
        self.fold(Fold::Place, vec![Binder::one(variable, range)], all, member)
    }

    /// The range of the neighbours, or the contacts, of a cell.
    pub(super) fn around(&mut self, noun: Noun, cell: Term) -> Term {
        let range = Head::Range(Range::of(noun, [Qualifier::Of]));
        self.apply(range, Traits::total(Sort::Atom(Kind::Cell)), &[cell])
    }

    /// How many members a place has.
    pub(crate) fn size(&mut self, place: Term) -> Term {
        let (Sort::Place(Some(kind)) | Sort::Component(Some(kind))) = self.sort(place) else {
            let traits = Traits {
                is_total: true,
                low: Some(0),
                ..Traits::of(Sort::Number)
            };
            return self.apply(Head::Of("size".into()), traits, &[place]);
        };
        let range = self.atoms_in(kind, place);
        let variable = self.fresh();
        let binder = Binder::one(variable, range);
        let all = self.truth(true);
        self.count(vec![binder], all)
    }

    /// The range of single atoms in a place.
    pub(crate) fn atoms_in(&mut self, kind: Kind, place: Term) -> Term {
        let range = Range::of(Noun::Atoms(kind), [Qualifier::In]);
        let traits = Traits::total(Sort::Atom(kind));
        self.apply(Head::Range(range), traits, &[place])
    }

    /// Of a place that is those of a range for which a test holds: the range and the test.
    pub(super) fn atoms_where(&self, place: Term) -> Option<(Binder, Term)> {
        let Form::Fold(Fold::Place, own, test, head) = self.form(place) else {
            return None;
        };
        let &[own] = &own[..] else {
            return None;
        };
        let is_itself = !own.is_pair && self.is_variable(*head, own.variable);
        is_itself.then_some((own, *test))
    }

    /// The same, with a test of an atom in place of the variable.
    pub(super) fn range_and_test(&mut self, place: Term, atom: Term) -> Option<(Term, Term)> {
        let (own, test) = self.atoms_where(place)?;
        let (own, test, _) = self.opened(&[own], test, test);
        Some((own[0].range, self.replaced(test, own[0].variable, atom)))
    }

    /// The range of all atoms of a kind.
    pub(crate) fn all_atoms(&mut self, kind: Kind) -> Term {
        let range = Range::of(Noun::Atoms(kind), []);
        let traits = Traits::total(Sort::Atom(kind));
        self.apply(Head::Range(range), traits, &[])
    }

    /// What is so of each of all atoms that are in a place, said of one atom.
    pub(super) fn conditions(&mut self, place: Term, atom: Term) -> Vec<Term> {
        let Some((_, condition)) = self.range_and_test(place, atom) else {
            return Vec::new();
        };
        self.conjuncts(condition)
    }

    /// What is so of each atom on which a layer of regions to find stands, and of no other.
    pub(super) fn stands_on(&mut self, layer: usize, atom: Term) -> Option<Term> {
        let &(variable, test) = self.stands.get(&layer)?;
        Some(self.replaced(test, variable, atom))
    }

    /// What tests say besides that an atom, which ranges over this, is one of a place. `None` if they do not say that.
    pub(super) fn beside_place(
        &mut self,
        atom: Term,
        range: Term,
        place: Term,
        said: &[Term],
    ) -> Option<Vec<Term>> {
        let Some((own, condition)) = self.range_and_test(place, atom) else {
            let kind = self.sort(place).kind()?;
            let is_all = range == self.atoms_in(kind, place);
            return is_all.then(|| said.to_vec());
        };
        if own != range {
            return None;
        }
        let conditions = self.conjuncts(condition);
        let is_said = conditions.iter().all(|one| said.contains(one));
        let rest = said.iter().copied();
        is_said.then(|| rest.filter(|test| !conditions.contains(test)).collect())
    }

    /// The place of which a range has all pairs.
    pub(super) fn pair_of(&self, range: Term) -> Option<Term> {
        match self.form(range) {
            Form::Apply(Head::Range(range), parts)
                if range.noun == Noun::Pair && range.qualifiers.is_empty() =>
            {
                Some(parts[0])
            }
            _ => None,
        }
    }

    /// Whether a term is the first or the last of a place.
    pub(super) fn is_end_of(&self, term: Term, place: Term) -> bool {
        matches!(self.form(term), Form::Apply(Head::Take(_), parts) if parts[0] == place)
            && matches!(self.sort(term), Sort::Atom(_))
    }

    /// Whether the members of a binder are surely in a place.
    pub(super) fn is_of_place(&mut self, binder: &Binder, place: Term, said: &[Term]) -> bool {
        if binder.is_pair {
            return self.pair_of(binder.range) == Some(place);
        }
        let member = self.member(binder.variable, binder.range);
        // In a place of all atoms of which something is said, wherever the binder has its members from.
        if let Some((range, condition)) = self.range_and_test(place, member)
            && let Sort::Atom(kind) = self.sort(binder.range)
            && range == self.all_atoms(kind)
        {
            let conditions = self.conjuncts(condition);
            return conditions.iter().all(|one| said.contains(one));
        }
        self.beside_place(member, binder.range, place, said)
            .is_some()
    }

    /// The range of the groups of a place.
    pub(super) fn groups_of(&mut self, place: Term) -> Term {
        let traits = Traits::total(Sort::Component(Some(Kind::Cell)));
        let range = Head::Range(Range::of(Noun::Group(Touch::Sides), []));
        self.apply(range, traits, &[place])
    }

    /// The only binder of a count, and its guard.
    pub(super) fn counted(&self, count: Term) -> Option<(Binder, Term)> {
        match self.form(count) {
            Form::Fold(Fold::Sum, binders, guard, one) if self.constant(*one) == Some(1) => {
                let &[binder] = &binders[..] else {
                    return None;
                };
                (!binder.is_pair).then_some((binder, *guard))
            }
            _ => None,
        }
    }

    /// The place all of whose atoms a binder ranges over.
    pub(super) fn whole_of(&self, binder: Binder, guard: Term) -> Option<Term> {
        let Form::Apply(Head::Range(range), parts) = self.form(binder.range) else {
            return None;
        };
        let (&Noun::Atoms(kind), &[place]) = (&range.noun, &parts[..]) else {
            return None;
        };
        let is_all = range.has_only(&[Qualifier::In])
            && *self.form(guard) == Form::Truth(true)
            && self.sort(place).kind() == Some(kind);
        is_all.then_some(place)
    }

    /// How many of a range are in a place.
    pub(super) fn count_in(&mut self, range: Term, place: Term) -> Term {
        let variable = self.fresh();
        let member = self.member(variable, range);
        let conditions = self.conditions(place, member);
        let guard = self.and(&conditions);
        let binder = Binder::one(variable, range);
        self.count(vec![binder], guard)
    }

    /// Whether a test is that a variable has a word of a layer to find, or has not: it is never missing.
    pub(super) fn is_plain_word(&self, test: Term) -> bool {
        let test = match self.form(test) {
            Form::Not(inner) => *inner,
            _ => test,
        };
        matches!(self.form(test), Form::Apply(Head::Is(_), parts)
            if matches!(parts[..], [atom] if matches!(self.form(atom), Form::Variable(..))))
            && self.attributes(test).is_found
    }

    /// The only binder and the guard of a test that there is none of something.
    pub(super) fn none_of_one(&self, test: Term) -> Option<(Binder, Term)> {
        match self.form(test) {
            Form::Within(count, set) if *set == Ints::at_most(0) => self.counted(*count),
            _ => None,
        }
    }

    /// The binders and the guard of a test that there is none of something.
    pub(super) fn none_of(&self, test: Term) -> Option<(Box<[Binder]>, Term)> {
        let Form::Within(count, set) = self.form(test) else {
            return None;
        };
        match self.form(*count) {
            Form::Fold(Fold::Sum, binders, guard, value)
                if *set == Ints::at_most(0) && self.constant(*value) == Some(1) =>
            {
                Some((binders.clone(), *guard))
            }
            _ => None,
        }
    }

    /// Two folds over the same members, opened with the same variables: the binders and both guards.
    pub(super) fn opened_alike(
        &mut self,
        (own, guard): (&[Binder], Term),
        (others, more): (&[Binder], Term),
    ) -> Option<(Vec<Binder>, Term, Term)> {
        let (own, guard, _) = self.opened(own, guard, guard);
        let (others, more, _) = self.opened(others, more, more);
        let more = self.said_of(&own, others, more)?;
        Some((own, guard, more))
    }

    /// A term about the variables of some binders, said of those of others that have the same ranges.
    pub(super) fn said_of(
        &mut self,
        binders: &[Binder],
        mut others: Vec<Binder>,
        mut term: Term,
    ) -> Option<Term> {
        if binders.len() != others.len() {
            return None;
        }
        for (at, binder) in binders.iter().enumerate() {
            let old = others[at];
            if binder.range != old.range || binder.is_pair || old.is_pair {
                return None;
            }
            let member = self.member(binder.variable, binder.range);
            for later in &mut others[at + 1..] {
                later.range = self.replaced(later.range, old.variable, member);
            }
            term = self.replaced(term, old.variable, member);
        }
        Some(term)
    }
}
