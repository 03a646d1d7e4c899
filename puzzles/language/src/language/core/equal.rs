//! Wordings of groups of equal values.

use super::super::syntax::{Kind, Name, Touch};
use super::form::{Binder, Fold, Form, Head, Noun, Range, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

impl Store {
    /// The count with each group of equal values and each cell in it in place of each cell and its group.
    pub(super) fn equal_group(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let is_group = |binder: &Binder| self.layer_of_groups(binder.range).is_some();
        if !binders.iter().any(is_group) && !self.has_part(guard) {
            return None;
        }
        let (mut binders, guard, _) = self.opened(binders, guard, guard);
        for at in 0..binders.len() {
            let own = binders[at];
            if own.is_pair {
                continue;
            }
            let member = self.member(own.variable, own.range);
            if let Some(layer) = self.layer_of_groups(own.range) {
                let Some((first, (cell, read))) = self.first_value(guard, member, layer) else {
                    continue;
                };
                binders.insert(at + 1, cell);
                let guard = self.exchanged(guard, first, read);
                return Some(self.count(binders, guard));
            }
            if own.range != self.all_atoms(Kind::Cell) {
                continue;
            }
            let mut parts = Vec::new();
            self.parts_of(guard, member, &mut parts);
            for part in parts {
                let Form::Part(range, _) = *self.form(part) else {
                    continue;
                };
                if self.layer_of_groups(range).is_none() {
                    continue;
                }
                let variable = self.fresh();
                let group = self.member(variable, range);
                let cells = self.atoms_in(Kind::Cell, group);
                let cell = self.member(own.variable, cells);
                let whole = Binder::one(variable, range);
                binders[at].range = cells;
                binders.insert(at, whole);
                let guard = self.exchanged(guard, part, group);
                let guard = self.replaced(guard, own.variable, cell);
                return Some(self.count(binders, guard));
            }
        }
        None
    }

    /// The layer to find, with a value everywhere, of whose equal values a range has the groups.
    pub(super) fn layer_of_groups(&self, range: Term) -> Option<usize> {
        let Form::Apply(Head::Range(groups), _) = self.form(range) else {
            return None;
        };
        let Noun::EqualGroup(layer) = groups.noun else {
            return None;
        };
        let known = self.attributes(range);
        let is_everywhere = known.is_total || self.has_words_everywhere(layer);
        (known.is_found && is_everywhere && groups.qualifiers.is_empty()).then_some(layer)
    }

    /// The first or the last value in a group of equal values, with a cell of the group and its value.
    pub(super) fn first_value(
        &mut self,
        term: Term,
        group: Term,
        layer: usize,
    ) -> Option<(Term, (Binder, Term))> {
        let form = self.form(term).clone();
        if let Form::Fold(
            Fold::First | Fold::Last | Fold::Least | Fold::Greatest,
            binders,
            guard,
            body,
        ) = &form
            && let [binder] = binders[..]
            && *self.form(*guard) == Form::Truth(true)
            && binder.range == self.atoms_in(Kind::Cell, group)
            && matches!(self.form(*body), Form::Apply(Head::Layer(own), at)
                if *own == layer && self.is_variable(at[0], binder.variable))
        {
            let (own, _, read) = self.opened(&[binder], *guard, *body);
            return Some((term, (own[0], read)));
        }
        Self::parts(&form)
            .into_iter()
            .find_map(|part| self.first_value(part, group, layer))
    }

    /// What is said of some cell, or of no cell, of a group of equal values by its value alone, said of the first value.
    pub(super) fn value_of_equal(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let &[binder] = binders else {
            return None;
        };
        let all = self.truth(true);
        let group = self.whole_of(binder, all).filter(|_| !binder.is_pair)?;
        let layer = self.layer_of_groups(self.range_of(group)?)?;
        let (own, guard, _) = self.opened(binders, guard, guard);
        let cell = self.member(own[0].variable, own[0].range);
        let value = self.value_at(guard, layer, cell)?;
        let variable = self.fresh();
        let member = self.member(variable, own[0].range);
        let form = self.form(value).clone();
        let first = self.apply_again(form, &[member]);
        let cells = Binder::one(variable, own[0].range);
        let first = self.fold(Fold::First, vec![cells], all, first);
        let said = self.exchanged(guard, value, first);
        (!self.occurs(own[0].variable, said)).then_some(said)
    }

    /// The value of a layer at an atom, if it occurs in a term.
    fn value_at(&self, term: Term, layer: usize, atom: Term) -> Option<Term> {
        match self.form(term) {
            Form::Apply(Head::Layer(own), of) if *own == layer && of[..] == [atom] => Some(term),
            form => Self::parts(form)
                .into_iter()
                .find_map(|part| self.value_at(part, layer, atom)),
        }
    }

    /// Says of the group of a cell that has a word what is said of its group of cells with an equal value.
    pub(super) fn word_group(
        &mut self,
        binders: &mut [Binder],
        guards: &mut [Term],
        body: &mut Term,
    ) -> bool {
        let said = self.all_conjuncts(guards);
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
                    self.exchange_after(at, binders, guards, body, (part, group));
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
        let layer = self.layer_of_groups(groups)?;
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

    /// The range of the groups of equal values of a layer.
    pub(super) fn equal_groups_of(&mut self, layer: usize) -> Term {
        let traits = Traits {
            is_found: true,
            ..Traits::total(Sort::Component(Some(Kind::Cell)))
        };
        let range = Head::Range(Range::of(Noun::EqualGroup(layer), []));
        self.apply(range, traits, &[])
    }

    /// The layer whose value in each cell of a place is that in a cell, if it has a value everywhere.
    pub(super) fn equal_layer(&mut self, place: Term, cell: Term) -> Option<usize> {
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
            Form::Within(difference, set) if set == Ints::one(0) => self.difference(difference)?,
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
        let is_everywhere = known.is_total || self.has_words_everywhere(layer);
        (layer == own_layer && are_both && known.is_found && is_everywhere).then_some(layer)
    }

    /// The statements with one about the group of equal values of each cell, in place of two: one about the group of each
    /// open cell, and the same of each shaded cell, where each cell is one of the two.
    pub(super) fn two_kinds(&mut self, tests: &[Term]) -> Option<Vec<Term>> {
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
        let (own, guard) = self.none_of_one(test)?;
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
        Some((word, self.none(own, guard)))
    }

    /// `each value k from 1 to 9, group g of (cells c where digit of c = k)`: each group of equal values, of which it is the
    /// first.
    pub(super) fn value_groups(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let is = |binder: &Binder, is_it: &dyn Fn(&Noun) -> bool| match self.form(binder.range) {
            Form::Apply(Head::Range(range), _) => range.qualifiers.is_empty() && is_it(&range.noun),
            _ => false,
        };
        let value = binders
            .iter()
            .position(|own| is(own, &|noun| *noun == Noun::Value))?;
        let group = binders
            .iter()
            .position(|own| is(own, &|noun| *noun == Noun::Group(Touch::Sides)))?;
        let (mut binders, guard, _) = self.opened(binders, guard, guard);
        let (number, own) = (binders[value], binders[group]);
        let Form::Apply(_, parts) = self.form(own.range).clone() else {
            return None;
        };
        let all = self.all_atoms(Kind::Cell);
        let variable = self.fresh();
        let cell = self.member(variable, all);
        let (range, test) = self.range_and_test(parts[0], cell)?;
        let Form::Within(difference, zero) = self.form(test).clone() else {
            return None;
        };
        let (x, y) = self.difference(difference)?;
        let read = match [x, y].map(|term| self.is_variable(term, number.variable)) {
            [false, true] => x,
            [true, false] => y,
            _ => return None,
        };
        let Form::Apply(Head::Layer(layer), of) = self.form(read).clone() else {
            return None;
        };
        let known = self.attributes(read);
        let is_value = zero == Ints::one(0)
            && range == all
            && of[..] == [cell]
            && known.is_found
            && known.is_total;
        let Form::Apply(_, ends) = self.form(number.range).clone() else {
            return None;
        };
        let &(low, high) = self.ends.get(&layer)?;
        if !is_value || ends[..] != [low, high] {
            return None;
        }
        let groups = self.equal_groups_of(layer);
        let whole = self.member(own.variable, groups);
        let cells = self.atoms_in(Kind::Cell, whole);
        let variable = self.fresh();
        let member = self.member(variable, cells);
        let (all, value_of) = (
            self.truth(true),
            self.apply_again(Form::Apply(Head::Layer(layer), of), &[member]),
        );
        let first = self.fold(
            Fold::First,
            vec![Binder::one(variable, cells)],
            all,
            value_of,
        );
        let guard = self.replaced(guard, number.variable, first);
        binders[group].range = groups;
        binders.remove(value);
        if binders
            .iter()
            .any(|own| self.occurs(number.variable, own.range))
        {
            return None;
        }
        self.fire(Law::ValueGroups);
        Some(self.none(binders, guard))
    }

    /// That the cells with either of two words, one of which each cell has, are connected, where a count is of their groups,
    /// and is at most two: all cells of one board are connected.
    pub(super) fn two_groups(
        &mut self,
        binders: &[Binder],
        guard: Term,
        set: &Ints,
    ) -> Option<Term> {
        let &[group] = binders else {
            return None;
        };
        let layer = self.layer_of_groups(group.range)?;
        let (is_two, are_more) = (*set == Ints::one(2), *set == Ints::at_least(3));
        let is_law = is_two || are_more || *set == Ints::at_most(2);
        let is_all = *self.form(guard) == Form::Truth(true) && !group.is_pair;
        if !is_law || !is_all || !self.is_on_one_board {
            return None;
        }
        let word = self
            .others
            .iter()
            .find_map(|(word, (_, other, is_second))| {
                let is_first = !is_second && self.layer_of_word.get(word) == Some(&layer);
                is_first.then(|| [word.clone(), other.clone()])
            })?;
        let mut said = Vec::new();
        for word in word {
            let (variable, all) = (self.fresh(), self.all_atoms(Kind::Cell));
            let cell = self.member(variable, all);
            let traits = Traits {
                is_found: true,
                ..Traits::of(Sort::Test)
            };
            let has_word = self.apply(Head::Is(word), traits, &[cell]);
            let cells = vec![Binder::one(variable, all)];
            let place = self.fold(Fold::Place, cells, has_word, cell);
            let connected = Head::Connected(Touch::Sides);
            said.push(self.apply(connected, Traits::of(Sort::Test), &[place]));
            if is_two {
                let size = self.size(place);
                said.push(self.within(size, Ints::at_least(1)));
            }
        }
        self.fire(Law::TwoGroups);
        let are_two = self.and(&said);
        Some(match are_more {
            true => self.not(are_two),
            false => are_two,
        })
    }
}
