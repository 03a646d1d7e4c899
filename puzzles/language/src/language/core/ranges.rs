//! What variables range over: nearer to single atoms, in one order, and without what follows anyway.

use super::super::syntax::Kind;
use super::form::{Binder, Fold, Form, Head, Noun, Owner, Qualifier, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

impl Store {
    /// Takes the conditions of a place whose members a variable ranges over into the guard.
    pub(super) fn filtered_range(
        &mut self,
        binders: &mut [Binder],
        guards: &mut Vec<Term>,
    ) -> bool {
        for binder in binders.iter_mut() {
            let Form::Apply(Head::Range(range), parts) = self.form(binder.range).clone() else {
                continue;
            };
            let (Noun::Atoms(kind), &[place]) = (&range.noun, &parts[..]) else {
                continue;
            };
            let inner = self.atoms_where(place);
            let inner = inner.filter(|(own, _)| self.sort(own.range) == Sort::Atom(*kind));
            let Some((own, guard)) = inner.filter(|_| range.has_only(&[Qualifier::In])) else {
                continue;
            };
            self.fire(Law::FilteredRange);
            let (inner, guard, _) = self.opened(&[own], guard, guard);
            binder.range = inner[0].range;
            let member = self.member(binder.variable, binder.range);
            guards.push(self.replaced(guard, inner[0].variable, member));
            return true;
        }
        false
    }

    /// Says of each atom and its component what is said of each component and each atom in it.
    pub(super) fn component_and_member(
        &mut self,
        binders: &mut Vec<Binder>,
        guards: &mut Vec<Term>,
        body: &mut Term,
    ) -> bool {
        for at in 0..binders.len() {
            let whole = binders[at];
            let Form::Apply(Head::Range(range), parts) = self.form(whole.range).clone() else {
                continue;
            };
            let Sort::Component(Some(kind)) = self.sort(whole.range) else {
                continue;
            };
            // What the data divides is known for each component.
            if !self.attributes(whole.range).is_found {
                continue;
            }
            let component = self.member(whole.variable, whole.range);
            let within = self.atoms_in(kind, component);
            let Some(member) =
                (at + 1..binders.len()).find(|&later| binders[later].range == within)
            else {
                continue;
            };
            if !range.qualifiers.is_empty() {
                continue;
            }
            let atom = binders[member].variable;
            let Some(vertices) = self.vertices(&range.noun, &parts, kind) else {
                continue;
            };
            let variable = self.member(atom, vertices);
            let known = self.attributes(whole.range);
            if let Noun::Regions(layer) = range.noun
                && !(known.is_found && known.is_total)
            {
                let has = Head::Has(Owner::Layer(layer));
                let traits = Traits {
                    is_found: known.is_found,
                    ..Traits::of(Sort::Test)
                };
                guards.push(self.apply(has, traits, &[variable]));
            }
            self.fire(Law::ComponentAndMember);
            binders.remove(member);
            binders[at] = Binder::one(atom, vertices);
            let part = self.part(whole.range, variable);
            for binder in &mut binders[at + 1..] {
                binder.range = self.replaced(binder.range, whole.variable, part);
            }
            for guard in guards.iter_mut() {
                *guard = self.replaced(*guard, whole.variable, part);
            }
            *body = self.replaced(*body, whole.variable, part);
            return true;
        }
        false
    }

    /// The range of all atoms that may have a component.
    fn vertices(&mut self, noun: &Noun, parts: &[Term], kind: Kind) -> Option<Term> {
        match noun {
            Noun::Group(_) | Noun::JoinedGroup => Some(self.atoms_in(kind, parts[0])),
            Noun::Regions(_) => Some(self.all_atoms(kind)),
            _ => None,
        }
    }

    /// Drops that a member of the surroundings of something is not this itself.
    pub(super) fn irreflexive(&mut self, binders: &[Binder], guards: &mut [Term]) {
        for guard in guards.iter_mut() {
            let parts = self.conjuncts(*guard);
            let kept: Vec<Term> = parts
                .iter()
                .copied()
                .filter(|&part| {
                    let Form::Not(inner) = self.form(part) else {
                        return true;
                    };
                    let Form::Same(a, b) = *self.form(*inner) else {
                        return true;
                    };
                    !binders.iter().any(|binder| {
                        self.surrounds(binder.range).is_some_and(|centre| {
                            let is_own = |term: Term| self.is_variable(term, binder.variable);
                            is_own(a) && b == centre || is_own(b) && a == centre
                        })
                    })
                })
                .collect();
            if kept.len() < parts.len() {
                self.fire(Law::Irreflexive);
                *guard = self.and(&kept);
            }
        }
    }

    /// The guard without tests that there is a value of the data of which it says something else: a comparison with a
    /// missing value is missing, so that the member is skipped anyway.
    pub(super) fn without_told(&mut self, guard: Term) -> Term {
        let parts = self.conjuncts(guard);
        let reads = |store: &Self, layer: usize, at: Term| {
            parts.iter().any(|&part| {
                store.compared(part).into_iter().any(|term| {
                    let is_it = matches!(store.form(term), Form::Apply(Head::Layer(own), of) if *own == layer && of[..] == [at]);
                    let known = store.attributes(term);
                    is_it && known.sort == Sort::Number && !known.is_found
                })
            })
        };
        let kept: Vec<Term> = parts
            .iter()
            .copied()
            .filter(|&part| match self.form(part) {
                Form::Apply(Head::Has(Owner::Layer(layer)), of) => !reads(self, *layer, of[0]),
                _ => true,
            })
            .collect();
        if kept.len() == parts.len() {
            return guard;
        }
        self.fire(Law::Told);
        self.and(&kept)
    }

    /// The guard without tests that what a fold passes over is not there: the value of a layer to find.
    pub(super) fn without_skipped(&mut self, fold: Fold, guard: Term, value: Term) -> Term {
        let passes_over = matches!(
            fold,
            Fold::Sum | Fold::Product | Fold::Least | Fold::Greatest | Fold::Distinct
        );
        if !passes_over || !self.attributes(value).is_found {
            return guard;
        }
        let said = self.conjuncts(guard);
        let rest = said.iter().copied();
        let rest: Vec<Term> = rest
            .filter(|&test| !self.says_that_is_there(test, value))
            .collect();
        if rest.len() == said.len() {
            return guard;
        }
        self.fire(Law::Skipped);
        self.and(&rest)
    }

    /// Says of the number of each cell what is said of each value and each cell that has it.
    pub(super) fn value_first(
        &mut self,
        binders: &mut Vec<Binder>,
        guards: &mut [Term],
        body: &mut Term,
    ) -> bool {
        for at in 0..binders.len() {
            let own = binders[at];
            let Form::Apply(Head::Range(range), ends) = self.form(own.range).clone() else {
                continue;
            };
            let mut later = binders[at + 1..].iter();
            let is_plain = range.noun == Noun::Value && range.has_only(&[]);
            if !is_plain || later.any(|later| self.occurs(own.variable, later.range)) {
                continue;
            }
            let value = self.member(own.variable, own.range);
            // Of all values of the layer; what it has is one of them.
            let equal = |store: &Self, test: Term| {
                let Form::Within(difference, set) = store.form(test) else {
                    return None;
                };
                let (a, b) = store.difference(*difference)?;
                let number = if a == value { b } else { a };
                let Form::Apply(Head::Layer(layer), _) = store.form(number) else {
                    return None;
                };
                let all = store.ends.get(layer)?;
                let is_all = ends[..] == [all.0, all.1] && store.attributes(number).is_total;
                let is_equal = (a == value || b == value) && *set == Ints::one(0);
                (is_equal && is_all).then_some((test, number))
            };
            let said = self.all_conjuncts(guards);
            let Some((test, number)) = said.iter().find_map(|&test| equal(self, test)) else {
                continue;
            };
            let holds = self.truth(true);
            for guard in guards.iter_mut() {
                *guard = self.exchanged(*guard, test, holds);
                *guard = self.replaced(*guard, own.variable, number);
            }
            *body = self.replaced(*body, own.variable, number);
            binders.remove(at);
            self.fire(Law::ValueFirst);
            return true;
        }
        false
    }

    /// Puts binders that do not depend on each other in the order of their nouns.
    pub(super) fn in_order(&mut self, binders: &mut [Binder]) {
        let rank = |store: &Self, binder: &Binder| match store.form(binder.range) {
            Form::Apply(Head::Range(range), _) => range.noun.rank(),
            _ => u8::MAX,
        };
        let mut is_sorted = false;
        while !is_sorted {
            is_sorted = true;
            for at in 1..binders.len() {
                let (one, other) = (binders[at - 1], binders[at]);
                let depends = one.variables().any(|own| self.occurs(own, other.range));
                // Where one range is missing and the other empty, the first of the two decides.
                let is_free = !depends
                    && self.is_range_never_missing(one.range)
                    && self.is_range_never_missing(other.range);
                if is_free && rank(self, &other) < rank(self, &one) {
                    binders.swap(at - 1, at);
                    self.fire(Law::Order);
                    is_sorted = false;
                }
            }
        }
    }

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
                    let beside = self.all_of(binder.range);
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
    pub(super) fn place_of_member(&self, test: Term, member: Term, is_all: bool) -> Option<Term> {
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
    pub(super) fn made_from(&self, whole: Term, binders: &[Binder]) -> Option<Term> {
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

    /// Exchanges a part in what stands after a binder.
    pub(super) fn exchange_after(
        &mut self,
        at: usize,
        binders: &mut [Binder],
        guards: &mut [Term],
        body: &mut Term,
        (part, by): (Term, Term),
    ) {
        for binder in &mut binders[at + 1..] {
            binder.range = self.exchanged(binder.range, part, by);
        }
        for guard in guards.iter_mut() {
            *guard = self.exchanged(*guard, part, by);
        }
        *body = self.exchanged(*body, part, by);
    }
}
