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
                let groups = Head::Range(Range::of(noun.0, []));
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
            && range.has_only(&[Qualifier::Reached])
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
