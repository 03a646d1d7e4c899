//! What is said of cells that are in a place, or are reached from one another: groups, and that there is only one.

use super::super::syntax::{Kind, Touch};
use super::form::{Binder, Fold, Form, Head, Noun, Qualifier, Range, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

/// Whose group it is: a variable that ranges over groups, or an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    Group(u32),
    Atom(Term),
}

impl Store {
    /// Has a variable range over the place in which the guard says that it is.
    pub(super) fn member_range(&mut self, binders: &mut [Binder], guards: &mut [Term]) -> bool {
        for at in 0..binders.len() {
            let binder = binders[at];
            let Sort::Atom(kind) = self.sort(binder.range) else {
                continue;
            };
            if binder.is_pair {
                continue;
            }
            let is_all = binder.range == self.all_atoms(kind);
            if !is_all && !self.is_beside(binder.range) {
                continue;
            }
            let member = self.member(binder.variable, binder.range);
            for guard in guards.iter_mut() {
                let said = self.conjuncts(*guard);
                let place = said.iter().find_map(|&test| match self.form(test) {
                    Form::Apply(Head::In, parts) if parts[0] == member => Some((test, parts[1])),
                    _ => None,
                });
                let Some((test, place)) = place else {
                    continue;
                };
                let sort = self.sort(place);
                let mut later = binders[at..].iter().flat_map(Binder::variables);
                if !sort.is_place()
                    || sort.kind() != Some(kind)
                    || later.any(|variable| self.occurs(variable, place))
                    || !is_all && !self.attributes(place).is_found
                {
                    continue;
                }
                let rest = said.into_iter().filter(|&other| other != test);
                let mut rest: Vec<Term> = rest.collect();
                if !is_all {
                    // The members of what is to be found come first, and the data says which are wanted.
                    let variable = self.fresh();
                    let own = self.member(variable, binder.range);
                    let own_binder = Binder { variable, ..binder };
                    let all = self.truth(true);
                    let beside = self.fold(Fold::Place, vec![own_binder], all, own);
                    rest.push(self.apply(Head::In, Traits::of(Sort::Test), &[member, beside]));
                }
                *guard = self.and(&rest);
                binders[at].range = self.atoms_in(kind, place);
                self.fire(Law::MemberRange);
                return true;
            }
        }
        false
    }

    /// Leaves out that a member of a group is what the group is made of.
    pub(super) fn member_kind(&mut self, binders: &[Binder], guards: &mut [Term]) -> bool {
        for binder in binders {
            let Form::Apply(Head::Range(range), parts) = self.form(binder.range).clone() else {
                continue;
            };
            let is_all_in = matches!(range.noun, Noun::Atoms(_))
                && !binder.is_pair
                && range.direction.is_none()
                && range.qualifiers[..] == [Qualifier::In];
            let Some((_, place, _)) = parts
                .first()
                .filter(|_| is_all_in)
                .and_then(|&group| self.group_of(group, binders))
            else {
                continue;
            };
            let member = self.member(binder.variable, binder.range);
            let conditions = self.conditions(place, member);
            for guard in guards.iter_mut() {
                let said = self.conjuncts(*guard);
                let rest = said
                    .iter()
                    .copied()
                    .filter(|test| !conditions.contains(test));
                let rest: Vec<Term> = rest.collect();
                if rest.len() < said.len() {
                    *guard = self.and(&rest);
                    self.fire(Law::MemberKind);
                    return true;
                }
            }
        }
        false
    }

    /// What is so of each of all atoms that are in a place, said of one atom.
    fn conditions(&mut self, place: Term, atom: Term) -> Vec<Term> {
        let Form::Fold(Fold::Place, own, condition, head) = self.form(place).clone() else {
            return Vec::new();
        };
        let (own, condition, head) = self.opened(&own, condition, head);
        let is_itself = matches!((&own[..], self.form(head)), ([own], Form::Variable(number, ..))
            if *number == own.variable);
        if !is_itself {
            return Vec::new();
        }
        let condition = self.replaced(condition, own[0].variable, atom);
        self.conjuncts(condition)
    }

    /// Whether a range is of the cells beside something.
    fn is_beside(&self, range: Term) -> bool {
        matches!(self.form(range), Form::Apply(Head::Range(range), _)
            if matches!(range.noun, Noun::Neighbour | Noun::Contact | Noun::Knight)
                && range.direction.is_none()
                && range.qualifiers[..] == [Qualifier::Of])
    }

    /// Says of the group of a cell what is said of the cells that are reached from it through those of its kind.
    pub(super) fn reached_group(
        &mut self,
        binders: &mut [Binder],
        guards: &mut [Term],
        body: &mut Term,
    ) -> bool {
        for at in 0..binders.len() {
            let binder = binders[at];
            if binder.is_pair || self.sort(binder.range) != Sort::Atom(Kind::Cell) {
                continue;
            }
            let cell = self.member(binder.variable, binder.range);
            let later = binders[at + 1..].iter().map(|binder| binder.range);
            let all: Vec<Term> = later.chain(guards.iter().copied()).chain([*body]).collect();
            let mut ways = Vec::new();
            for term in all {
                self.ways_from(term, cell, &mut ways);
            }
            let said: Vec<Term> = guards.iter().flat_map(|&one| self.conjuncts(one)).collect();
            for (way, place) in ways {
                let noun = match self.equal_layer(place, cell) {
                    Some(layer) => (Noun::EqualGroup(layer), None),
                    None if !self.is_closed(place, &mut Vec::new()) => continue,
                    None => match self.beside_place(cell, binder.range, place, &said) {
                        Some(_) => (Noun::Group(Touch::Sides), Some(place)),
                        None => continue,
                    },
                };
                let traits = Traits {
                    is_total: true,
                    is_found: noun.1.is_none(),
                    ..Traits::of(Sort::Component(Some(Kind::Cell)))
                };
                let groups = Head::Range(Range {
                    noun: noun.0,
                    direction: None,
                    qualifiers: [].into_iter().collect(),
                });
                let of: Vec<Term> = noun.1.into_iter().collect();
                let groups = self.apply(groups, traits, &of);
                let group = self.part(groups, cell);
                let cells = self.atoms_in(Kind::Cell, group);
                for binder in &mut binders[at + 1..] {
                    binder.range = self.exchanged(binder.range, way, cells);
                }
                for guard in guards.iter_mut() {
                    *guard = self.exchanged(*guard, way, cells);
                }
                *body = self.exchanged(*body, way, cells);
                self.fire(Law::ReachedGroup);
                return true;
            }
        }
        false
    }

    /// The cells reached from a cell in a term, with those through which they are reached.
    fn ways_from(&self, term: Term, cell: Term, found: &mut Vec<(Term, Term)>) {
        if let Form::Apply(Head::Range(range), parts) = self.form(term)
            && range.noun == Noun::Atoms(Kind::Cell)
            && range.direction.is_none()
            && range.qualifiers[..] == [Qualifier::Reached]
            && parts[0] == cell
        {
            found.push((term, parts[1]));
        }
        for part in Self::parts(self.form(term)) {
            self.ways_from(part, cell, found);
        }
    }

    /// The layer whose value in each cell of a place is that in a cell, if it has a value everywhere.
    fn equal_layer(&mut self, place: Term, cell: Term) -> Option<usize> {
        let Form::Fold(Fold::Place, own, condition, head) = self.form(place).clone() else {
            return None;
        };
        let (own, condition, head) = self.opened(&own, condition, head);
        let [own] = own[..] else {
            return None;
        };
        let member = self.member(own.variable, own.range);
        if own.range != self.all_atoms(Kind::Cell) || head != member {
            return None;
        }
        let (one, other) = match self.form(condition).clone() {
            Form::Within(difference, set) if set == Ints::one(0) => match self.form(difference) {
                Form::Linear(terms, 0) => match terms[..] {
                    [(1, one), (-1, other)] => (one, other),
                    _ => return None,
                },
                _ => return None,
            },
            Form::Same(one, other) => (one, other),
            _ => return None,
        };
        let read = |store: &Self, term: Term| match store.form(term) {
            Form::Apply(Head::Layer(layer), at) => Some((*layer, *at.first()?)),
            _ => None,
        };
        let ((layer, at), (own_layer, own_at)) = (read(self, one)?, read(self, other)?);
        let known = self.attributes(one);
        let are_both = (at, own_at) == (member, cell) || (own_at, at) == (member, cell);
        let is_everywhere = known.is_total && known.is_found;
        (layer == own_layer && are_both && is_everywhere).then_some(layer)
    }

    /// What tests say besides that an atom, which ranges over this, is one of a place. `None` if they do not say that.
    fn beside_place(
        &mut self,
        atom: Term,
        range: Term,
        place: Term,
        said: &[Term],
    ) -> Option<Vec<Term>> {
        let own = match self.form(place).clone() {
            Form::Fold(Fold::Place, own, condition, head) => Some((own, condition, head)),
            _ => None,
        };
        let Some((own, condition, head)) = own else {
            let kind = self.sort(place).kind()?;
            return (range == self.atoms_in(kind, place)).then(|| said.to_vec());
        };
        let (own, condition, head) = self.opened(&own, condition, head);
        let [own] = own[..] else {
            return None;
        };
        let is_itself =
            matches!(self.form(head), Form::Variable(number, ..) if *number == own.variable);
        if !is_itself || own.range != range {
            return None;
        }
        let condition = self.replaced(condition, own.variable, atom);
        let conditions = self.conjuncts(condition);
        let is_said = conditions.iter().all(|one| said.contains(one));
        let rest = said.iter().copied();
        is_said.then(|| rest.filter(|test| !conditions.contains(test)).collect())
    }

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
            (Whose::Atom(_), [pair]) if pair.is_pair => {
                let Form::Apply(Head::Range(range), parts) = self.form(pair.range) else {
                    return None;
                };
                if range.noun != Noun::Pair || !range.qualifiers.is_empty() || parts[0] != place {
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

    /// That each component has at most one of some atoms, where a count is of two of them in one component, and is none.
    pub(super) fn one_in_each(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let is_pair = matches!(binders, [pair] if pair.is_pair);
        if !is_pair && binders.len() != 2 {
            return None;
        }
        let has_part = |test: &Term| self.together(*test).is_some();
        if !self.conjuncts(guard).iter().any(has_part) {
            return None;
        }
        let (binders, guard, _) = self.opened(binders, guard, guard);
        let mut said = self.conjuncts(guard);
        let at = said
            .iter()
            .position(|&test| self.together(test).is_some())?;
        let (components, one, other) = self.together(said.remove(at))?;
        let kind = self.sort(components).kind()?;
        let all = self.all_atoms(kind);
        // A variable for the atom, and what is said of it.
        let (a, b, condition) = match binders[..] {
            [pair] if pair.is_pair => {
                let Form::Apply(Head::Range(range), parts) = self.form(pair.range).clone() else {
                    return None;
                };
                let (Noun::Pair, true, [place]) =
                    (&range.noun, range.qualifiers.is_empty(), &parts[..])
                else {
                    return None;
                };
                let Form::Fold(Fold::Place, own, condition, head) = self.form(*place).clone()
                else {
                    return None;
                };
                let (own, condition, head) = self.opened(&own, condition, head);
                let [own] = own[..] else {
                    return None;
                };
                if !said.is_empty() || own.range != all || head != self.member(own.variable, all) {
                    return None;
                }
                (pair.variable, pair.variable + 1, (own.variable, condition))
            }
            [first, second] if !first.is_pair && !second.is_pair => {
                let members = [first, second].map(|own| self.member(own.variable, all));
                let are_two = self.intern(Form::Same(
                    members[0].min(members[1]),
                    members[0].max(members[1]),
                ));
                let are_two = self.not(are_two);
                if first.range != all || second.range != all || !said.contains(&are_two) {
                    return None;
                }
                said.retain(|&test| test != are_two);
                let is_of =
                    |store: &Self, test: &Term, own: Binder| store.occurs(own.variable, *test);
                let (mut own, mut others) = (Vec::new(), Vec::new());
                for test in said {
                    match (is_of(self, &test, first), is_of(self, &test, second)) {
                        (true, false) => own.push(test),
                        (false, true) => others.push(test),
                        _ => return None,
                    }
                }
                let (own, others) = (self.and(&own), self.and(&others));
                if self.replaced(others, second.variable, members[0]) != own {
                    return None;
                }
                (first.variable, second.variable, (first.variable, own))
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
    fn at_most_one(&mut self, components: Term, (atom, condition): (u32, Term)) -> Term {
        self.fire(Law::OneInEach);
        let kind = self.sort(components).kind().unwrap_or(Kind::Cell);
        let variable = self.fresh();
        let component = self.member(variable, components);
        let range = self.atoms_in(kind, component);
        let inner = Binder {
            variable: atom,
            is_pair: false,
            range,
        };
        let count = self.count(vec![inner], condition);
        let several = self.within(count, Ints::at_least(2));
        let whole = Binder {
            variable,
            is_pair: false,
            range: components,
        };
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
        let range = Head::Range(Range {
            noun,
            direction: None,
            qualifiers: [].into_iter().collect(),
        });
        let traits = Traits {
            is_total: true,
            ..Traits::of(Sort::Atom(Kind::Cell))
        };
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
    fn group_of(&self, group: Term, binders: &[Binder]) -> Option<(Whose, Term, Touch)> {
        let (owner, range) = match self.form(group) {
            Form::Variable(number, ..) => {
                let own = binders.iter().find(|own| own.variable == *number)?;
                (Whose::Group(*number), own.range)
            }
            Form::Part(range, atom) => (Whose::Atom(*atom), *range),
            // The cells in a group.
            Form::Fold(Fold::Place, own, guard, head) => {
                let ([own], Form::Truth(true)) = (&own[..], self.form(*guard)) else {
                    return None;
                };
                let is_itself = matches!(self.form(*head), Form::Variable(number, ..) if *number == own.variable);
                let Form::Apply(Head::Range(range), parts) = self.form(own.range) else {
                    return None;
                };
                let is_all = matches!(range.noun, Noun::Atoms(_))
                    && range.direction.is_none()
                    && range.qualifiers[..] == [Qualifier::In];
                return match is_itself && is_all {
                    true => self.group_of(parts[0], binders),
                    false => None,
                };
            }
            _ => return None,
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
