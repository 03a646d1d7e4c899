//! What a variable ranges over, where a rule says what its members are in or reached from.

use super::super::syntax::{Kind, Lines, Touch};
use super::form::{Binder, Fold, Form, Head, Noun, Qualifier, Range, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

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
                let place = said.iter().find_map(|&test| {
                    let place = self.place_of_member(test, member, is_all)?;
                    Some((test, place))
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
                    || !self.is_never_missing(place)
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

    /// The place in which a test says that an atom is; where it is one of all atoms, the region that it says to be its own.
    fn place_of_member(&self, test: Term, member: Term, is_all: bool) -> Option<Term> {
        match *self.form(test) {
            Form::Apply(Head::In, ref parts) => (parts[0] == member).then(|| parts[1]),
            Form::Same(a, b) if is_all => {
                let own = |part: Term| match *self.form(part) {
                    Form::Part(range, atom) if atom == member => Some(range),
                    _ => None,
                };
                let is_of = |other: Term, range: Term| match *self.form(other) {
                    Form::Part(same, _) => same == range,
                    _ => self.range_of(other) == Some(range),
                };
                let is_there = |part: Term| matches!(self.sort(part), Sort::Component(_));
                match (own(a), own(b)) {
                    (Some(range), _) if is_there(a) && is_of(b, range) => Some(b),
                    (_, Some(range)) if is_there(b) && is_of(a, range) => Some(a),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Has a variable that ranges over all runs range over those in each line.
    pub(super) fn run_in_line(&mut self, binders: &mut Vec<Binder>) -> bool {
        for at in 0..binders.len() {
            let run = binders[at];
            let Form::Apply(Head::Range(range), parts) = self.form(run.range).clone() else {
                continue;
            };
            if range.noun != Noun::Run || range.direction.is_some() || !range.qualifiers.is_empty()
            {
                continue;
            }
            let component = Traits::total(Sort::Component(Some(Kind::Cell)));
            let lines = Range::of(Noun::Lines(Lines::Line), []);
            let lines = self.apply(Head::Range(lines), component, &[]);
            let variable = self.fresh();
            let line = self.member(variable, lines);
            let runs = Range {
                qualifiers: [Qualifier::In].into_iter().collect(),
                ..range
            };
            let runs = self.apply(Head::Range(runs), component, &[parts[0], line]);
            // The variable is the same term: a component that depends on what the runs are made of.
            if self.member(run.variable, runs) != self.member(run.variable, run.range) {
                continue;
            }
            binders[at].range = runs;
            let line = Binder::one(variable, lines);
            binders.insert(at, line);
            self.fire(Law::RunInLine);
            return true;
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
                && range.has_only(&[Qualifier::In]);
            let Some(place) = parts
                .first()
                .filter(|_| is_all_in)
                .and_then(|&whole| self.made_from(whole, binders))
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

    /// The place whose groups or runs a component is one of.
    fn made_from(&self, whole: Term, binders: &[Binder]) -> Option<Term> {
        if let Some((_, place, _)) = self.group_of(whole, binders) {
            return Some(place);
        }
        match self.form(self.range_of(whole)?) {
            Form::Apply(Head::Range(range), parts) => {
                matches!(range.noun, Noun::Group(_) | Noun::Run).then(|| parts[0])
            }
            _ => None,
        }
    }

    /// What is so of each of all atoms that are in a place, said of one atom.
    pub(super) fn conditions(&mut self, place: Term, atom: Term) -> Vec<Term> {
        let Some((_, condition)) = self.range_and_test(place, atom) else {
            return Vec::new();
        };
        self.conjuncts(condition)
    }

    /// Whether a range is of the cells beside something.
    pub(super) fn is_beside(&self, range: Term) -> bool {
        matches!(self.form(range), Form::Apply(Head::Range(range), _)
            if matches!(range.noun, Noun::Neighbour | Noun::Contact | Noun::Knight)
                && range.has_only(&[Qualifier::Of]))
    }

    /// Says of the group of a cell what is said of the cells that are reached from it through those of its kind. The cell
    /// is a variable, or the first of a place in which a variable is.
    pub(super) fn reached_group(
        &mut self,
        binders: &mut [Binder],
        guards: &mut [Term],
        body: &mut Term,
    ) -> bool {
        for at in 0..binders.len() {
            let binder = binders[at];
            if self.sort(binder.range) != Sort::Atom(Kind::Cell) {
                continue;
            }
            let own = binder.variables();
            let cells: Vec<Term> = own.map(|own| self.member(own, binder.range)).collect();
            let later = binders[at + 1..].iter().map(|binder| binder.range);
            let all: Vec<Term> = later.chain(guards.iter().copied()).chain([*body]).collect();
            let mut ways = Vec::new();
            for term in all {
                self.ways_in(term, &mut ways);
            }
            let said: Vec<Term> = guards.iter().flat_map(|&one| self.conjuncts(one)).collect();
            for (way, from, place) in ways {
                let is_own = cells.contains(&from);
                if !is_own && !self.is_end_of(from, place) {
                    continue;
                }
                let layer = is_own.then(|| self.equal_layer(place, from)).flatten();
                let groups = match layer {
                    Some(layer) => self.equal_groups_of(layer),
                    None if !self.is_closed(place, &mut Vec::new()) => continue,
                    None if self.is_of_place(&binder, place, &said) => self.groups_of(place),
                    None => continue,
                };
                let group = self.part(groups, from);
                let cells = self.atoms_in(Kind::Cell, group);
                exchange_after(self, at, binders, guards, body, (way, cells));
                self.fire(Law::ReachedGroup);
                return true;
            }
        }
        false
    }

    /// Says of the group of a cell that has a word what is said of its group of cells with an equal value.
    pub(super) fn word_group(
        &mut self,
        binders: &mut [Binder],
        guards: &mut [Term],
        body: &mut Term,
    ) -> bool {
        let said: Vec<Term> = guards.iter().flat_map(|&one| self.conjuncts(one)).collect();
        for at in 0..binders.len() {
            let binder = binders[at];
            if self.sort(binder.range) != Sort::Atom(Kind::Cell) {
                continue;
            }
            for number in binder.variables() {
                let cell = self.member(number, binder.range);
                let later = binders[at + 1..].iter().map(|binder| binder.range);
                let all: Vec<Term> = later.chain(guards.iter().copied()).chain([*body]).collect();
                let mut parts = Vec::new();
                for term in all {
                    self.parts_of(term, cell, &mut parts);
                }
                let own = match self.pair_of(binder.range) {
                    Some(place) => self.conditions(place, cell),
                    None => said.clone(),
                };
                for part in parts {
                    let Some(place) = self.place_of_word(part, cell, &own) else {
                        continue;
                    };
                    let groups = self.groups_of(place);
                    let group = self.part(groups, cell);
                    exchange_after(self, at, binders, guards, body, (part, group));
                    self.fire(Law::WordGroup);
                    return true;
                }
            }
        }
        false
    }

    /// The cells that have the same word of a layer as a cell, if a part is the group of equal values of this layer.
    fn place_of_word(&mut self, part: Term, cell: Term, said: &[Term]) -> Option<Term> {
        let Form::Part(groups, _) = *self.form(part) else {
            return None;
        };
        let Form::Apply(Head::Range(range), _) = self.form(groups) else {
            return None;
        };
        let &Noun::EqualGroup(layer) = &range.noun else {
            return None;
        };
        let word = said.iter().find_map(|&test| match self.form(test) {
            Form::Apply(Head::Is(word), of) if of[..] == [cell] => {
                (self.layer_of_word.get(word) == Some(&layer)).then_some(test)
            }
            _ => None,
        })?;
        let all = self.all_atoms(Kind::Cell);
        let variable = self.fresh();
        let member = self.member(variable, all);
        let has_word = self.exchanged(word, cell, member);
        Some(self.fold(
            Fold::Place,
            vec![Binder::one(variable, all)],
            has_word,
            member,
        ))
    }

    /// The range of the groups of a place.
    pub(super) fn groups_of(&mut self, place: Term) -> Term {
        let traits = Traits::total(Sort::Component(Some(Kind::Cell)));
        let range = Head::Range(Range::of(Noun::Group(Touch::Sides), []));
        self.apply(range, traits, &[place])
    }

    /// The range of the groups of equal values of a layer.
    pub(super) fn equal_groups_of(&mut self, layer: usize) -> Term {
        let traits = Traits {
            is_found: true,
            ..Traits::total(Sort::Component(Some(Kind::Cell)))
        };
        let range = Head::Range(Range::of(Noun::EqualGroup(layer), []));
        self.apply(range, traits, &[])
    }

    /// Whether the members of a binder are surely in a place.
    fn is_of_place(&mut self, binder: &Binder, place: Term, said: &[Term]) -> bool {
        if binder.is_pair {
            return self.pair_of(binder.range) == Some(place);
        }
        let member = self.member(binder.variable, binder.range);
        self.beside_place(member, binder.range, place, said)
            .is_some()
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

    /// The cells reached from a cell in a term, with this cell and those through which they are reached.
    fn ways_in(&self, term: Term, found: &mut Vec<(Term, Term, Term)>) {
        if let Form::Apply(Head::Range(range), parts) = self.form(term)
            && range.noun == Noun::Atoms(Kind::Cell)
            && range.has_only(&[Qualifier::Reached])
        {
            found.push((term, parts[0], parts[1]));
        }
        for part in Self::parts(self.form(term)) {
            self.ways_in(part, found);
        }
    }

    /// `distance from a to b through p` is there: b is among the cells reached from a through p.
    pub(super) fn walk_leads(&mut self, walk: Term, set: &Ints) -> Option<Term> {
        let Form::Apply(Head::Walk, parts) = self.form(walk) else {
            return None;
        };
        let &[from, to, place] = &parts[..] else {
            return None;
        };
        if *set != Ints::at_least(0) {
            return None;
        }
        let way = Range::of(Noun::Atoms(Kind::Cell), [Qualifier::Reached]);
        let traits = Traits::total(Sort::Atom(Kind::Cell));
        let way = self.apply(Head::Range(way), traits, &[from, place]);
        let variable = self.fresh();
        let (member, all) = (self.member(variable, way), self.truth(true));
        let reached = self.fold(Fold::Place, vec![Binder::one(variable, way)], all, member);
        self.fire(Law::Walk);
        Some(self.apply(Head::In, Traits::of(Sort::Test), &[to, reached]))
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
        let is_of_all = known.is_total || self.has_words_everywhere(layer);
        let is_everywhere = is_of_all && known.is_found;
        (layer == own_layer && are_both && is_everywhere).then_some(layer)
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
}

/// Exchanges a part in what stands after a binder.
fn exchange_after(
    store: &mut Store,
    at: usize,
    binders: &mut [Binder],
    guards: &mut [Term],
    body: &mut Term,
    (part, by): (Term, Term),
) {
    for binder in &mut binders[at + 1..] {
        binder.range = store.exchanged(binder.range, part, by);
    }
    for guard in guards.iter_mut() {
        *guard = store.exchanged(*guard, part, by);
    }
    *body = store.exchanged(*body, part, by);
}
