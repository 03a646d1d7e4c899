//! The constructor of folds: what is said over the members of phrases.

use fxhash::FxHashSet;

use super::super::syntax::{Kind, Name, Touch};
use super::form::{Binder, Fold, Form, Head, Noun, Owner, Qualifier, Range, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

/// The most laws that are applied to the ranges of one fold: two that undid each other would go on without end.
const MOST_ROUNDS: usize = 200;

impl Store {
    /// What a fold makes of the values of `body`, for all members of the ranges for which `guard` holds. The variables
    /// of the binders are free, and a range may contain those of earlier ones.
    pub(crate) fn fold(
        &mut self,
        fold: Fold,
        mut binders: Vec<Binder>,
        guard: Term,
        mut body: Term,
    ) -> Term {
        if !self.has_laws() {
            return self.closed(fold, &binders, guard, body);
        }
        let mut guards = vec![guard];
        for _ in 0..MOST_ROUNDS {
            let is_changed = fold.is_symmetric() && self.member_range(&mut binders, &mut guards)
                || self.filtered_range(&mut binders, &mut guards)
                || self.has_reached && self.reached_group(&mut binders, &mut guards, &mut body)
                || self.has_equal_groups && self.word_group(&mut binders, &mut guards, &mut body)
                || self.member_kind(&binders, &mut guards)
                || fold.is_symmetric() && self.in_ring(&mut binders)
                || self.pair_where(&mut binders, &mut guards)
                || self.groups_in_line(&mut binders, fold.is_symmetric() || fold == Fold::Bag)
                || fold.is_unordered()
                    && (self.component_and_member(&mut binders, &mut guards, &mut body)
                        || self.run_in_line(&mut binders));
            if !is_changed {
                break;
            }
        }
        self.irreflexive(&binders, &mut guards);
        let guard = self.and(&guards);
        let guard = self.without_told(guard);
        if fold.is_unordered() {
            self.in_order(&mut binders);
        }
        match fold {
            Fold::Sum => self.sum(binders, guard, body),
            Fold::Least => {
                let nearest = self.nearest(&binders, guard, body);
                nearest.unwrap_or_else(|| self.closed(fold, &binders, guard, body))
            }
            Fold::Equal => {
                let connected = self
                    .equal_groups(&binders, guard, body)
                    .or_else(|| self.one_component(&binders, guard, body));
                connected.unwrap_or_else(|| self.closed(fold, &binders, guard, body))
            }
            Fold::Different => {
                let one = self.different_groups(&binders, guard, body);
                one.unwrap_or_else(|| self.closed(fold, &binders, guard, body))
            }
            _ => self.closed(fold, &binders, guard, body),
        }
    }

    /// Statements that hold together, in order, with those joined that say something of the same members.
    pub(crate) fn statements(&mut self, mut tests: Vec<Term>) -> Vec<Term> {
        while self.has_laws()
            && let Some(fewer) = self.join_each(&tests)
        {
            self.fire(Law::JoinEach);
            tests = fewer;
        }
        while self.has_laws()
            && let Some(fewer) = self.join_wholes(&tests).or_else(|| self.two_kinds(&tests))
        {
            tests = fewer;
        }
        // Each leaves fewer things that are said of a sum, or of the only one.
        while self.has_laws()
            && let Some(apart) = self.of_only(&tests)
        {
            tests = apart;
        }
        if self.has_laws()
            && let Some(fewer) = self.one_loop(&tests)
        {
            tests = fewer;
        }
        let mut said = FxHashSet::default();
        tests.retain(|&test| said.insert(test));
        tests
    }

    /// How many members of the ranges there are for which a test holds.
    pub(crate) fn count(&mut self, binders: Vec<Binder>, guard: Term) -> Term {
        let one = self.number(1);
        self.fold(Fold::Sum, binders, guard, one)
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

    /// A sum, whose order does not matter.
    fn sum(&mut self, mut binders: Vec<Binder>, guard: Term, body: Term) -> Term {
        match self.form(body).clone() {
            Form::If(condition, value, zero) if self.constant(zero) == Some(0) => {
                self.fire(Law::IfAsGuard);
                let guard = self.and(&[guard, condition]);
                self.fold(Fold::Sum, binders, guard, value)
            }
            Form::If(condition, zero, value) if self.constant(zero) == Some(0) => {
                self.fire(Law::IfAsGuard);
                let other = self.not(condition);
                let guard = self.and(&[guard, other]);
                self.fold(Fold::Sum, binders, guard, value)
            }
            Form::Number(factor) if factor != 1 && factor != 0 => {
                self.fire(Law::Multiple);
                let count = self.count(binders, guard);
                let multiple = self.linear(&[(factor, count)], 0);
                multiple.unwrap_or(body)
            }
            Form::Fold(Fold::Sum, inner, more, value) => {
                self.fire(Law::SumOfSums);
                let (inner, more, value) = self.opened(&inner, more, value);
                binders.extend(inner);
                let guard = self.and(&[guard, more]);
                self.fold(Fold::Sum, binders, guard, value)
            }
            Form::Number(1) => match self.touching_groups(&binders, guard) {
                Some(sum) => sum,
                None => self.closed(Fold::Sum, &binders, guard, body),
            },
            _ => self.closed(Fold::Sum, &binders, guard, body),
        }
    }

    /// Takes the conditions of a place whose members a variable ranges over into the guard.
    fn filtered_range(&mut self, binders: &mut [Binder], guards: &mut Vec<Term>) -> bool {
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
    fn component_and_member(
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
    fn irreflexive(&mut self, binders: &[Binder], guards: &mut [Term]) {
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
    fn without_told(&mut self, guard: Term) -> Term {
        let parts = self.conjuncts(guard);
        let reads = |store: &Self, layer: usize, at: Term| {
            parts.iter().any(|&part| {
                let test = match store.form(part) {
                    Form::Not(inner) => *inner,
                    _ => part,
                };
                let Form::Within(number, _) = store.form(test) else {
                    return false;
                };
                let terms = match store.form(*number) {
                    Form::Linear(terms, _) => terms.iter().map(|&(_, term)| term).collect(),
                    _ => vec![*number],
                };
                terms.into_iter().any(|term| {
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

    /// The cell around which the cells of a range lie, itself not among them.
    pub(super) fn surrounds(&self, range: Term) -> Option<Term> {
        let Form::Apply(Head::Range(range), parts) = self.form(range) else {
            return None;
        };
        let qualifiers = range.qualifiers.iter();
        let first = qualifiers.clone().next()?;
        let is_around = matches!(
            (&range.noun, first),
            (
                Noun::Neighbour | Noun::Contact | Noun::Knight,
                Qualifier::Of
            ) | (Noun::Atoms(Kind::Cell), Qualifier::SeenFrom)
        );
        let centre = *parts.first()?;
        (is_around && matches!(self.sort(centre), Sort::Atom(Kind::Cell))).then_some(centre)
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

    /// The count with what `some` in its guard ranges over as ranges of its own: whether it is 0 is the same.
    pub(super) fn without_some(
        &mut self,
        binders: &[Binder],
        guard: Term,
        body: Term,
    ) -> Option<Term> {
        if !self
            .conjuncts(guard)
            .into_iter()
            .any(|part| self.is_some(part))
        {
            return None;
        }
        // The part that is taken apart mentions the variables of this fold, so all of it is opened together.
        let (mut binders, guard, body) = self.opened(binders, guard, body);
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
        Some(self.fold(Fold::Sum, binders, guard, body))
    }

    /// That there is nothing of what a count speaks, said apart for each of some tests, if that is all that it says of what
    /// is to be found.
    pub(super) fn split(&mut self, binders: &[Binder], guard: Term, body: Term) -> Option<Term> {
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
        let (binders, guard, _) = self.opened(binders, guard, body);
        let mut rest = self.conjuncts(guard);
        let at = rest.iter().position(|&part| {
            matches!(self.form(part), Form::Or(_)) && self.attributes(part).is_found
        })?;
        let Form::Or(ways) = self.form(rest.remove(at)).clone() else {
            return None;
        };
        let apart: Vec<Term> = ways
            .iter()
            .map(|&way| {
                let guard: Vec<Term> = rest.iter().copied().chain([way]).collect();
                let guard = self.and(&guard);
                let count = self.count(binders.clone(), guard);
                self.within(count, Ints::at_most(0))
            })
            .collect();
        Some(self.and(&apart))
    }

    /// The tests that a test joins by `and`.
    pub(crate) fn conjuncts(&self, test: Term) -> Vec<Term> {
        match self.form(test) {
            Form::Truth(true) => Vec::new(),
            Form::And(parts) => parts.to_vec(),
            _ => vec![test],
        }
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

    /// The tests with two that say of the same members that one number lies in a set made one: `no p: x in S` and
    /// `no p: x in T` is `no p: x in S or T`.
    pub(super) fn join_each(&mut self, tests: &[Term]) -> Option<Vec<Term>> {
        let said: Vec<(Term, Box<[Binder]>, Vec<Term>)> = tests
            .iter()
            .filter_map(|&test| {
                let Form::Within(count, set) = self.form(test) else {
                    return None;
                };
                let Form::Fold(Fold::Sum, binders, guard, value) = self.form(*count) else {
                    return None;
                };
                let is_each = *set == Ints::at_most(0) && self.constant(*value) == Some(1);
                let parts = self.conjuncts(*guard);
                is_each.then(|| (test, binders.clone(), parts))
            })
            .collect();
        for (at, (one, binders, parts)) in said.iter().enumerate() {
            for (other, own, others) in &said[at + 1..] {
                if own != binders || parts.len() != others.len() {
                    continue;
                }
                let differ: Vec<Term> = parts
                    .iter()
                    .copied()
                    .filter(|part| !others.contains(part))
                    .collect();
                let differs: Vec<Term> = others
                    .iter()
                    .copied()
                    .filter(|part| !parts.contains(part))
                    .collect();
                let (&[a], &[b]) = (&differ[..], &differs[..]) else {
                    continue;
                };
                let (Form::Within(x, set), Form::Within(y, more)) = (self.form(a), self.form(b))
                else {
                    continue;
                };
                // What is always so would no longer be empty where the number is.
                let (either, known) = (set.union(more), self.attributes(*x));
                if x != y || either.clipped(known.low, known.high).is_none() {
                    continue;
                }
                let rest: Vec<Term> = parts.iter().copied().filter(|&part| part != a).collect();
                let one_value = self.number(1);
                // Opened together, so that both speak of the same variables.
                let both = self.intern(Form::Or([a.min(b), a.max(b)].into()));
                let guard = self.intern(Form::And(rest.into_iter().chain([both]).collect()));
                let (binders, guard, _) = self.opened(binders, guard, one_value);
                let parts: Vec<Term> = self
                    .conjuncts(guard)
                    .into_iter()
                    .map(|part| match self.form(part).clone() {
                        Form::Or(sets) => self.or(&sets),
                        _ => part,
                    })
                    .collect();
                let guard = self.and(&parts);
                let count = self.count(binders, guard);
                let joined = self.within(count, Ints::at_most(0));
                let (one, other) = (*one, *other);
                let rest = tests.iter().copied().filter(|&test| test != other);
                let all = rest.map(|test| if test == one { joined } else { test });
                return Some(all.collect());
            }
        }
        None
    }

    /// The statements with two made one that say something of the same runs, or together that something is a square: these
    /// are found where they are said together.
    fn join_wholes(&mut self, tests: &[Term]) -> Option<Vec<Term>> {
        let of_each = |store: &Self, test: Term| {
            let Form::Within(count, set) = store.form(test) else {
                return None;
            };
            let Form::Fold(Fold::Sum, binders, guard, one) = store.form(*count) else {
                return None;
            };
            let is_each = *set == Ints::at_most(0) && store.constant(*one) == Some(1);
            is_each.then(|| (binders.clone(), *guard))
        };
        let noun = |store: &Self, binders: &[Binder]| match store.form(binders.last()?.range) {
            Form::Apply(Head::Range(range), _) => Some(range.noun.clone()),
            _ => None,
        };
        for (at, &one) in tests.iter().enumerate() {
            let Some((binders, guard)) = of_each(self, one) else {
                continue;
            };
            let Some(whole) = noun(self, &binders).filter(|noun| matches!(noun.rank(), 3 | 4))
            else {
                continue;
            };
            for (place, &other) in tests.iter().enumerate().skip(at + 1) {
                let Some((own, more)) = of_each(self, other) else {
                    continue;
                };
                if noun(self, &own).as_ref() != Some(&whole) {
                    continue;
                }
                let Some((members, one, other)) =
                    self.opened_alike((&binders, guard), (&own, more))
                else {
                    continue;
                };
                if whole != Noun::Run && !self.are_of_square(one, other) {
                    continue;
                }
                let either = self.or(&[one, other]);
                let count = self.count(members, either);
                let joined = self.within(count, Ints::at_most(0));
                self.fire(Law::JoinEach);
                let mut all = tests.to_vec();
                all[at] = joined;
                all.remove(place);
                return Some(all);
            }
        }
        None
    }

    /// The statements with one about the group of equal values of each cell, in place of two: one about the group of each
    /// open cell, and the same of each shaded cell, where each cell is one of the two.
    fn two_kinds(&mut self, tests: &[Term]) -> Option<Vec<Term>> {
        for (at, &one) in tests.iter().enumerate() {
            let Some((word, said)) = self.of_word_group(one) else {
                continue;
            };
            for (place, &other) in tests.iter().enumerate().skip(at + 1) {
                let is_other = |store: &Self, own: &Name| {
                    store
                        .others
                        .get(&word)
                        .is_some_and(|(_, other, _)| other == own)
                };
                let Some((own, same)) = self.of_word_group(other) else {
                    continue;
                };
                if same != said || !is_other(self, &own) {
                    continue;
                }
                self.fire(Law::TwoKinds);
                let mut all = tests.to_vec();
                all[at] = said;
                all.remove(place);
                return Some(all);
            }
        }
        None
    }

    /// Of a statement about the group of each cell with a word: the word, and the same of the group of equal values of each
    /// cell.
    fn of_word_group(&mut self, test: Term) -> Option<(Name, Term)> {
        let Form::Within(count, set) = self.form(test).clone() else {
            return None;
        };
        let (own, guard) = self.counted(count).filter(|_| set == Ints::at_most(0))?;
        if own.range != self.all_atoms(Kind::Cell) {
            return None;
        }
        let (own, guard, _) = self.opened(&[own], guard, guard);
        let cell = self.member(own[0].variable, own[0].range);
        let mut said = self.conjuncts(guard);
        let at = said.iter().position(|&test| {
            matches!(self.form(test), Form::Apply(Head::Is(word), of)
                if of[..] == [cell] && self.layer_of_word.contains_key(word))
        })?;
        let has_word = said.remove(at);
        let Form::Apply(Head::Is(word), _) = self.form(has_word).clone() else {
            return None;
        };
        let layer = *self.layer_of_word.get(&word)?;
        let mut parts = Vec::new();
        for &test in &said {
            self.parts_of(test, cell, &mut parts);
        }
        let &[part] = &parts[..] else {
            return None;
        };
        let Form::Part(groups, _) = *self.form(part) else {
            return None;
        };
        let Form::Apply(Head::Range(range), of) = self.form(groups).clone() else {
            return None;
        };
        let is_group = range.noun == Noun::Group(Touch::Sides) && range.qualifiers.is_empty();
        let conditions = of.first().map(|&place| self.conditions(place, cell))?;
        if !is_group || conditions != [has_word] {
            return None;
        }
        let groups = self.equal_groups_of(layer);
        let group = self.part(groups, cell);
        let said: Vec<Term> = said
            .into_iter()
            .map(|test| self.exchanged(test, part, group))
            .collect();
        let guard = self.and(&said);
        let count = self.count(own, guard);
        Some((word, self.within(count, Ints::at_most(0))))
    }

    /// The distance of the nearest cell with an equal value, where the least of the distances of such cells is asked for.
    fn nearest(&mut self, binders: &[Binder], guard: Term, body: Term) -> Option<Term> {
        let [binder] = binders else {
            return None;
        };
        let other = self.member(binder.variable, binder.range);
        let Form::Apply(Head::Distance, ends) = self.form(body) else {
            return None;
        };
        let cell = match ends[..] {
            [a, b] if a == other => b,
            [a, b] if b == other => a,
            _ => return None,
        };
        let (place, has_itself) = match self.form(binder.range) {
            Form::Apply(Head::Range(range), parts)
                if range.noun == Noun::Atoms(Kind::Cell) && range.direction.is_none() =>
            {
                match (&range.qualifiers[..], &parts[..]) {
                    ([], []) => (None, true),
                    ([Qualifier::In], &[place]) => (Some(place), true),
                    ([Qualifier::SeenFrom, rest @ ..], &[from, ..])
                        if rest.is_empty() && from == cell =>
                    {
                        (Some(binder.range), false)
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        let parts = self.conjuncts(guard);
        let mut layer = None;
        let mut is_another = !has_itself;
        for part in parts {
            match self.form(part) {
                Form::Not(inner) => match self.form(*inner) {
                    Form::Same(a, b) if (*a, *b) == (cell.min(other), cell.max(other)) => {
                        is_another = true
                    }
                    _ => return None,
                },
                Form::Within(difference, set) if *set == Ints::one(0) && layer.is_none() => {
                    layer = Some(self.same_layer(*difference, cell, other)?);
                }
                _ => return None,
            }
        }
        let layer = layer.filter(|_| is_another)?;
        let mut parts = vec![cell];
        match place {
            Some(range) if range == binder.range => {
                // The place of all that the variable ranges over.
                let variable = self.fresh();
                let member = self.member(variable, range);
                let all = self.truth(true);
                let own = Binder::one(variable, range);
                parts.push(self.fold(Fold::Place, vec![own], all, member));
            }
            Some(place) => parts.push(place),
            None => {}
        }
        self.fire(Law::Nearest);
        let is_found = self.attributes(guard).is_found;
        let traits = Traits {
            is_found,
            ..Traits::of(Sort::Number)
        };
        Some(self.apply(Head::Nearest(layer), traits, &parts))
    }

    /// The layer whose values at two cells have this difference.
    fn same_layer(&self, difference: Term, a: Term, b: Term) -> Option<usize> {
        let Form::Linear(terms, 0) = self.form(difference) else {
            return None;
        };
        let [(1, one), (-1, other)] = terms[..] else {
            return None;
        };
        let (Form::Apply(Head::Layer(layer), at), Form::Apply(Head::Layer(own), own_at)) =
            (self.form(one), self.form(other))
        else {
            return None;
        };
        let is_of_both = matches!((&at[..], &own_at[..]), ([x], [y]) if (*x, *y) == (a, b) || (*x, *y) == (b, a));
        (layer == own && is_of_both).then_some(*layer)
    }
}
