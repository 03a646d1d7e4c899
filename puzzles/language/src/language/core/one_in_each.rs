//! What is said of each two atoms: that no two are in one component, and what holds of both alike.

use super::super::syntax::Kind;
use super::form::{Binder, Fold, Form, Head, Noun, Qualifier, Range, Sort, Traits};
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

    /// A test with a variable of this number and range in place of another.
    fn replaced_by(&mut self, test: Term, old: Term, number: u32, range: Term) -> Term {
        let member = self.member(number, range);
        self.exchanged(test, old, member)
    }

    /// What tests say of each of two variables alike, as a test of the first. `None` if they say anything else.
    fn of_both(&mut self, variables: [u32; 2], said: &[Term]) -> Option<Term> {
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for &test in said {
            match variables.map(|variable| self.occurs(variable, test)) {
                [true, false] => own.push(test),
                [false, true] => others.push(test),
                _ => return None,
            }
        }
        let (own, others) = (self.and(&own), self.and(&others));
        match self.variable_in(own, variables[0]) {
            None => (own == others).then_some(own),
            Some(first) => (self.replaced(others, variables[1], first) == own).then_some(own),
        }
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

    /// Takes a word of both of a pair into the place of which they are a pair.
    pub(super) fn pair_where(&mut self, binders: &mut [Binder], guards: &mut [Term]) -> bool {
        for pair in binders.iter_mut() {
            let Some(place) = self.pair_of(pair.range).filter(|_| pair.is_pair) else {
                continue;
            };
            let Some((cells, condition)) = self.atoms_where(place) else {
                continue;
            };
            let [a, b] = [pair.variable, pair.variable + 1].map(|own| self.member(own, pair.range));
            for guard in guards.iter_mut() {
                let said = self.conjuncts(*guard);
                let both = said.iter().find_map(|&test| {
                    let is_own =
                        matches!(self.form(test), Form::Apply(Head::Is(_), of) if of[..] == [a]);
                    let other = self.exchanged(test, a, b);
                    (is_own && self.is_plain_word(test) && said.contains(&other))
                        .then_some((test, other))
                });
                let Some((word, other)) = both else {
                    continue;
                };
                let rest = said
                    .into_iter()
                    .filter(|&test| test != word && test != other);
                let rest: Vec<Term> = rest.collect();
                if rest.is_empty() {
                    continue;
                }
                let (cells, condition, _) = self.opened(&[cells], condition, condition);
                let cell = self.member(cells[0].variable, cells[0].range);
                let word = self.exchanged(word, a, cell);
                let condition = self.and(&[condition, word]);
                let place = self.fold(Fold::Place, cells, condition, cell);
                let form = self.form(pair.range).clone();
                pair.range = self.apply_again(form, &[place]);
                *guard = self.and(&rest);
                self.fire(Law::FilteredRange);
                return true;
            }
        }
        false
    }

    /// That a place has at most one member of which something is said, where a count is of the pairs of its members of
    /// both of which the same is said, and is none.
    pub(super) fn no_pair(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let pair = *binders.last()?;
        let place = self.pair_of(pair.range).filter(|_| pair.is_pair)?;
        let kind = self.sort(place).kind()?;
        let (mut binders, guard, _) = self.opened(binders, guard, guard);
        let pair = binders.pop()?;
        let place = self.pair_of(pair.range).unwrap_or(place);
        let variables = [pair.variable, pair.variable + 1];
        let (about, rest): (Vec<Term>, Vec<Term>) = self
            .conjuncts(guard)
            .into_iter()
            .partition(|&test| variables.iter().any(|&own| self.occurs(own, test)));
        let own = self.of_both(variables, &about)?;
        // What is missing of a member would be missing of the count.
        let said = self.conjuncts(own);
        if !said.iter().all(|&test| self.is_plain_word(test)) {
            return None;
        }
        self.fire(Law::NoPair);
        let range = self.atoms_in(kind, place);
        let variable = self.fresh();
        let old = self.member(pair.variable, pair.range);
        let own = self.replaced_by(own, old, variable, range);
        let count = self.count(vec![Binder::one(variable, range)], own);
        if binders.is_empty() && rest.is_empty() {
            return Some(self.within(count, Ints::at_most(1)));
        }
        let several = self.within(count, Ints::at_least(2));
        let guard: Vec<Term> = rest.into_iter().chain([several]).collect();
        let guard = self.and(&guard);
        match binders.is_empty() {
            true => Some(self.not(guard)),
            false => {
                let none = self.count(binders, guard);
                Some(self.within(none, Ints::at_most(0)))
            }
        }
    }

    /// The count of pairs in each component, where one is of pairs of all cells that are in one component.
    pub(super) fn pairs_in_one(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let [pair] = binders else {
            return None;
        };
        let has_part = |test: &Term| self.together(*test).is_some();
        if !pair.is_pair || !self.conjuncts(guard).iter().any(has_part) {
            return None;
        }
        let (own, guard, _) = self.opened(binders, guard, guard);
        let pair = own[0];
        let mut said = self.conjuncts(guard);
        let at = said
            .iter()
            .position(|&test| self.together(test).is_some())?;
        let (components, one, other) = self.together(said.remove(at))?;
        let members = [pair.variable, pair.variable + 1].map(|own| self.member(own, pair.range));
        if [one, other] != members && [other, one] != members {
            return None;
        }
        let kind = self.sort(components).kind()?;
        let place = self.pair_of(pair.range)?;
        let (cells, condition) = self.atoms_where(place)?;
        if cells.range != self.all_atoms(kind) {
            return None;
        }
        let (cells, condition, _) = self.opened(&[cells], condition, condition);
        let variable = self.fresh();
        let whole = self.member(variable, components);
        let within = self.atoms_in(kind, whole);
        let member = self.member(cells[0].variable, within);
        let place = self.fold(
            Fold::Place,
            vec![Binder::one(cells[0].variable, within)],
            condition,
            member,
        );
        let traits = Traits::of(self.sort(pair.range));
        let range = Head::Range(Range::of(Noun::Pair, []));
        let traits = Traits {
            is_total: true,
            ..traits
        };
        let range = self.apply(range, traits, &[place]);
        self.fire(Law::PairsInOne);
        let whole = Binder::one(variable, components);
        let guard = self.and(&said);
        Some(self.count(vec![whole, Binder { range, ..pair }], guard))
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
        let none = self.count(vec![whole], several);
        self.within(none, Ints::at_most(0))
    }

    /// The components of which a test says that one has two atoms, and these.
    fn together(&self, test: Term) -> Option<(Term, Term, Term)> {
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

    /// The count of pairs of neighbours, where one is of each cell and each of its neighbours of which the same is said.
    pub(super) fn each_pair_once(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let [.., one, other] = binders else {
            return None;
        };
        let Form::Apply(Head::Range(range), _) = self.form(other.range) else {
            return None;
        };
        let noun = match range.noun {
            Noun::Neighbour => Noun::PairOfNeighbours,
            Noun::Contact => Noun::PairOfContacts,
            Noun::Knight => Noun::PairOfKnights,
            _ => return None,
        };
        if one.is_pair || one.range != self.all_atoms(Kind::Cell) || !self.is_beside(other.range) {
            return None;
        }
        let (mut binders, guard, _) = self.opened(binders, guard, guard);
        let (other, one) = (binders.pop()?, binders.pop()?);
        let cell = self.member(one.variable, one.range);
        if self.surrounds(other.range) != Some(cell) {
            return None;
        }
        let range = Head::Range(Range::of(noun, []));
        let traits = Traits::total(Sort::Atom(Kind::Cell));
        let range = self.apply(range, traits, &[]);
        let variable = self.fresh();
        let [x, y] = [variable, variable + 1].map(|number| self.member(number, range));
        let mut as_pair = |x: Term, y: Term| {
            let guard = self.replaced(guard, one.variable, x);
            self.replaced(guard, other.variable, y)
        };
        let (said, turned) = (as_pair(x, y), as_pair(y, x));
        if said != turned {
            return None;
        }
        self.fire(Law::PairOnce);
        binders.push(Binder {
            variable,
            is_pair: true,
            range,
        });
        Some(self.count(binders, said))
    }
}
