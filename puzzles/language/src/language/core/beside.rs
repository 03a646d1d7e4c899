//! Wordings of what is said of neighbours that lie in one component, or in two.

use super::super::syntax::{Kind, STANDING, Touch};
use super::form::{Binder, Form, Head, Noun, Qualifier, Range, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::one_group::Whose;
use super::store::Store;
use super::term::Term;

impl Store {
    /// Whether components are the regions of a layer to find, each of which hangs together.
    fn are_found_regions(&self, components: Term) -> bool {
        matches!(self.form(components), Form::Apply(Head::Range(range), _)
            if matches!(range.noun, Noun::Regions(_)) && range.has_only(&[]))
            && self.attributes(components).is_found
    }

    fn occurs_in(&self, binder: Binder, said: &[Term]) -> bool {
        let mut variables = binder.variables();
        variables.any(|own| said.iter().any(|&test| self.occurs(own, test)))
    }

    /// `each hole cell c: size of region of c = 1`, where a count is of its neighbours, or of the other cells, that are in its
    /// region, and is none.
    pub(super) fn alone(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let last = binders.last()?;
        let has_part = |test: &Term| self.together(*test).is_some();
        let is_of_part = matches!(self.form(last.range), Form::Apply(Head::Range(range), of)
            if range.has_only(&[Qualifier::In]) && matches!(self.form(of[0]), Form::Part(..)));
        if !is_of_part && !self.conjuncts(guard).iter().any(has_part) {
            return None;
        }
        let (mut own, guard, _) = self.opened(binders, guard, guard);
        let other = own.pop()?;
        let mut said = self.conjuncts(guard);
        let region = match other.is_pair {
            true => self.region_of_either(other, &mut own, &mut said)?,
            false => self.region_beside(other, &mut own, &mut said)?,
        };
        if own.is_empty() {
            return None;
        }
        let size = self.size(region);
        said.push(self.within(size, Ints::at_least(2)));
        self.fire(Law::Alone);
        let guard = self.and(&said);
        Some(self.none(own, guard))
    }

    /// The region of a cell, where the tests say that a neighbour or any other cell is in it: this is taken from them. If
    /// they speak of the neighbour, and not of the cell, the two change places.
    fn region_beside(
        &mut self,
        other: Binder,
        own: &mut Vec<Binder>,
        said: &mut Vec<Term>,
    ) -> Option<Term> {
        let end = self.member(other.variable, other.range);
        let Form::Apply(Head::Range(range), of) = self.form(other.range).clone() else {
            return None;
        };
        if range.noun == Noun::Atoms(Kind::Cell) && range.has_only(&[Qualifier::In]) {
            let Form::Part(components, centre) = *self.form(of[0]) else {
                return None;
            };
            let same = self.intern(Form::Same(end.min(centre), end.max(centre)));
            let are_two = self.not(same);
            said.remove(said.iter().position(|&test| test == are_two)?);
            let is_alone = self.are_found_regions(components) && !self.occurs_in(other, said);
            return is_alone.then_some(of[0]);
        }
        if range.noun != Noun::Neighbour || !range.has_only(&[Qualifier::Of]) {
            return None;
        }
        let centre = of[0];
        let at = said.iter().position(|&test| {
            let both = self.together(test).map(|(_, a, b)| [a, b]);
            both == Some([centre, end]) || both == Some([end, centre])
        })?;
        let (components, ..) = self.together(said.remove(at))?;
        if !self.are_found_regions(components) {
            return None;
        }
        if !self.occurs_in(other, said) {
            return Some(self.part(components, centre));
        }
        let cell = own.pop()?;
        let all = self.all_atoms(Kind::Cell);
        let is_turned = self.is_variable(centre, cell.variable) && cell.range == all;
        if !is_turned || self.occurs_in(cell, said) {
            return None;
        }
        own.push(Binder::one(other.variable, all));
        Some(self.part(components, end))
    }

    /// The region of a cell, where the tests say of a pair of neighbours that they are in one region and that something is so
    /// of either: they then say it of the cell.
    fn region_of_either(
        &mut self,
        pair: Binder,
        own: &mut Vec<Binder>,
        said: &mut Vec<Term>,
    ) -> Option<Term> {
        let is_all = matches!(self.form(pair.range), Form::Apply(Head::Range(range), _)
            if range.noun == Noun::PairOfNeighbours && range.has_only(&[]));
        let ends = [pair.variable, pair.variable + 1];
        let both = ends.map(|end| self.member(end, pair.range));
        let at = said.iter().position(|&test| {
            let ends = self.together(test).map(|(_, a, b)| [a, b]);
            ends == Some(both) || ends == Some([both[1], both[0]])
        })?;
        let (components, ..) = self.together(said.remove(at))?;
        let about = |&test: &Term| ends.iter().any(|&end| self.occurs(end, test));
        let either = said.iter().position(about)?;
        let Form::Or(ways) = self.form(said.remove(either)).clone() else {
            return None;
        };
        if !is_all || self.occurs_in(pair, said) || !self.are_found_regions(components) {
            return None;
        }
        let ways: Vec<Term> = ways.iter().map(|&way| self.not(way)).collect();
        let neither = self.of_both(ends, &ways)?;
        let (variable, all) = (self.fresh(), self.all_atoms(Kind::Cell));
        let neither = self.replaced_by(neither, both[0], variable, all);
        said.push(self.not(neither));
        own.push(Binder::one(variable, all));
        let cell = self.member(variable, all);
        Some(self.part(components, cell))
    }

    /// Says of the pairs of neighbours with the words of which groups are made what is said of the pairs of neighbours in each
    /// group, and of those in one region what is said of the pairs in each region.
    pub(super) fn pair_in_component(
        &mut self,
        binders: &mut Vec<Binder>,
        guards: &mut Vec<Term>,
        body: Term,
    ) -> bool {
        for at in 0..binders.len() {
            let pair = binders[at];
            let Form::Apply(Head::Range(range), of) = self.form(pair.range).clone() else {
                continue;
            };
            let is_beside = matches!(
                range.noun,
                Noun::PairOfNeighbours | Noun::PairOfContacts | Noun::PairOfKnights
            );
            if !is_beside || !range.has_only(&[Qualifier::In]) {
                continue;
            }
            let whole = binders[..at]
                .iter()
                .position(|own| !own.is_pair && self.is_variable(of[0], own.variable));
            let Some(whole) = whole else {
                continue;
            };
            let (own, variable) = (binders[whole].range, binders[whole].variable);
            let later = binders[whole + 1..].iter().enumerate();
            let later = later.filter(|(after, _)| whole + 1 + after != at);
            let later = later.map(|(_, binder)| binder.range);
            let mut rest = later.chain(guards.iter().copied()).chain([body]);
            if rest.any(|term| self.occurs(variable, term)) {
                continue;
            }
            let ends = [pair.variable, pair.variable + 1].map(|end| self.member(end, pair.range));
            let Some((range, tests)) = self.neighbours_of_one(&range.noun, own, ends) else {
                continue;
            };
            binders[at].range = range;
            binders.remove(whole);
            guards.extend(tests);
            self.fire(Law::NeighboursInOne);
            return true;
        }
        false
    }

    /// The range of the neighbours that may be in one component, and what is said of two that are.
    fn neighbours_of_one(
        &mut self,
        noun: &Noun,
        components: Term,
        ends: [Term; 2],
    ) -> Option<(Term, Vec<Term>)> {
        let traits = Traits::total(Sort::Atom(Kind::Cell));
        let all = Head::Range(Range::of(noun.clone(), []));
        if self.are_found_regions(components) {
            let [a, b] = ends.map(|end| self.part(components, end));
            let same = self.same(a, b);
            return Some((self.apply(all, traits, &[]), vec![same]));
        }
        let Form::Apply(Head::Range(range), of) = self.form(components).clone() else {
            return None;
        };
        match range.noun {
            Noun::Group(touch) if range.has_only(&[]) && are_joined(touch, noun) => {}
            _ => return None,
        }
        let mut tests = Vec::new();
        let mut cells = None;
        for end in ends {
            let (own, test) = self.range_and_test(of[0], end)?;
            cells = Some(own);
            tests.push(test);
        }
        let cells = cells?;
        let range = match self.form(cells).clone() {
            _ if cells == self.all_atoms(Kind::Cell) => self.apply(all, traits, &[]),
            Form::Apply(Head::Range(range), of)
                if range.noun == Noun::Atoms(Kind::Cell) && range.has_only(&[Qualifier::In]) =>
            {
                let within = Head::Range(Range::of(noun.clone(), [Qualifier::In]));
                self.apply(within, traits, &[of[0]])
            }
            _ => return None,
        };
        Some((range, tests))
    }

    /// Says of a neighbour that it has the words of which groups are made, where it is said to be in the group of a cell that
    /// has them.
    pub(super) fn neighbour_in_group(
        &mut self,
        binders: &mut [Binder],
        guards: &mut Vec<Term>,
    ) -> bool {
        for at in 0..binders.len() {
            let binder = binders[at];
            let Form::Apply(Head::Range(range), of) = self.form(binder.range).clone() else {
                continue;
            };
            let noun = match range.noun {
                Noun::Neighbour => Noun::PairOfNeighbours,
                Noun::Contact => Noun::PairOfContacts,
                Noun::Knight => Noun::PairOfKnights,
                _ => continue,
            };
            // Each qualifier has one part, then.
            if range.qualifiers.len() != of.len() {
                continue;
            }
            let Some(place) = range
                .qualifiers
                .iter()
                .position(|own| *own == Qualifier::Of)
            else {
                continue;
            };
            let centre = of[place];
            let Some(before) = binders[..at]
                .iter()
                .copied()
                .find(|own| !own.is_pair && self.is_variable(centre, own.variable))
            else {
                continue;
            };
            let said = self.all_conjuncts(guards);
            let is_of = |store: &mut Self, group: Term| {
                let (owner, place, touch) = store.group_of(group, &[])?;
                let is_own = owner == Whose::Atom(centre) && are_joined(touch, &noun);
                (is_own && store.is_of_place(&before, place, &said)).then_some(place)
            };
            let member = self.member(binder.variable, binder.range);
            // The range says so.
            for own in 0..of.len() {
                if range.qualifiers[own] != Qualifier::In {
                    continue;
                }
                let Some(words) =
                    is_of(self, of[own]).and_then(|place| self.words_of(place, member))
                else {
                    continue;
                };
                let (mut range, mut of) = (range.clone(), of.to_vec());
                range.qualifiers.remove(own);
                of.remove(own);
                let traits = Traits::total(Sort::Atom(Kind::Cell));
                binders[at].range = self.apply(Head::Range(range), traits, &of);
                guards.push(words);
                self.fire(Law::NeighboursInOne);
                return true;
            }
            // Or a test.
            for &test in &said {
                let group = match self.form(test) {
                    Form::Apply(Head::In, parts) if parts[0] == member => parts[1],
                    _ => continue,
                };
                let Some(words) = is_of(self, group).and_then(|place| self.words_of(place, member))
                else {
                    continue;
                };
                let rest = said.iter().copied().filter(|&other| other != test);
                *guards = rest.chain([words]).collect();
                self.fire(Law::NeighboursInOne);
                return true;
            }
        }
        false
    }

    /// That a cell is one of a place of all cells with some words.
    fn words_of(&mut self, place: Term, cell: Term) -> Option<Term> {
        let (cells, words) = self.range_and_test(place, cell)?;
        (cells == self.all_atoms(Kind::Cell)).then_some(words)
    }

    /// Whether a test is that two regions have the same shape.
    fn is_of_shapes(&self, test: Term) -> bool {
        let is_shape = |term: Term| match self.form(term) {
            Form::Apply(Head::Of(name), of) => {
                matches!(&**name, "shape" | STANDING) && matches!(self.form(of[0]), Form::Part(..))
            }
            _ => false,
        };
        matches!(*self.form(test), Form::Same(a, b) if is_shape(a) && is_shape(b))
    }

    /// What is said of each two regions that touch, where a count is of neighbours in two regions of which the same is said,
    /// and is none.
    pub(super) fn touching_regions(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let apart = |store: &Self, test: Term| match store.form(test) {
            Form::Not(inner) => match store.form(*inner) {
                Form::Same(..) => store.together(*inner),
                _ => None,
            },
            _ => None,
        };
        let (are_beside, is_pair) = match binders {
            [pair] => (
                matches!(self.form(pair.range), Form::Apply(Head::Range(range), _)
                    if range.noun == Noun::PairOfNeighbours && range.has_only(&[])),
                true,
            ),
            [one, other] => (
                one.range == self.all_atoms(Kind::Cell)
                    && matches!(self.form(other.range), Form::Apply(Head::Range(range), of)
                        if range.noun == Noun::Neighbour && range.has_only(&[Qualifier::Of])
                            && self.is_variable(of[0], one.variable)),
                false,
            ),
            _ => return None,
        };
        let said = self.conjuncts(guard);
        if !are_beside || !said.iter().any(|&test| apart(self, test).is_some()) {
            return None;
        }
        let (own, guard, _) = self.opened(binders, guard, guard);
        let mut said = self.conjuncts(guard);
        let at = said.iter().position(|&test| apart(self, test).is_some())?;
        let (components, x, y) = apart(self, said.remove(at))?;
        let cells: Vec<Term> = own
            .iter()
            .flat_map(|binder| binder.variables().map(|number| (number, binder.range)))
            .map(|(number, range)| self.member(number, range))
            .collect();
        let are_ends = cells[..] == [x, y] || cells[..] == [y, x];
        let Form::Apply(Head::Range(range), _) = self.form(components).clone() else {
            return None;
        };
        if !are_ends || !self.are_found_regions(components) {
            return None;
        }
        // Where the layer does not stand, the region is empty, and has no shape that is equal to one.
        if let Noun::Regions(layer) = range.noun
            && !said.iter().any(|&test| self.is_of_shapes(test))
        {
            for end in [x, y] {
                let stands = self.stands_on(layer, end)?;
                for one in self.conjuncts(stands) {
                    said.remove(said.iter().position(|&test| test == one)?);
                }
            }
        }
        if said.is_empty() {
            return None;
        }
        let traits = self.traits_of(components)?;
        let (first, second) = (self.fresh(), self.fresh());
        let one = self.member(first, components);
        let beside = Head::Range(Range::of(range.noun, [Qualifier::Touching]));
        let beside = self.apply(beside, traits, &[one]);
        let other = self.member(second, beside);
        let said = self.and(&said);
        let parts = [cells[0], cells[1]].map(|cell| self.part(components, cell));
        let mut of_wholes = |[one, other]: [Term; 2]| {
            let said = self.exchanged(said, parts[0], one);
            self.exchanged(said, parts[1], other)
        };
        let (guard, turned) = (of_wholes([one, other]), of_wholes([other, one]));
        let is_of_cells = own.iter().any(|&binder| self.occurs_in(binder, &[guard]));
        if is_of_cells || is_pair && turned != guard {
            return None;
        }
        self.fire(Law::TouchingRegions);
        let wholes = vec![Binder::one(first, components), Binder::one(second, beside)];
        Some(self.none(wholes, guard))
    }
}

/// Whether two cells beside each other, which both are of a place, are in one group of it.
fn are_joined(touch: Touch, pairs: &Noun) -> bool {
    matches!(
        (touch, pairs),
        (Touch::Sides | Touch::Contacts, Noun::PairOfNeighbours)
            | (Touch::Contacts, Noun::PairOfContacts)
            | (Touch::Knights, Noun::PairOfKnights)
    )
}
