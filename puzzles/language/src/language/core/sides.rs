//! Wordings of the width and the height of a place, and of squares.

use super::super::syntax::{Arithmetic, Kind, Name, Touch};
use super::form::{Binder, Fold, Form, Head, Noun, Qualifier, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

impl Store {
    /// That the difference between the size of a place and its width times its height is in a set, without the numbers that
    /// are impossible: a place has at most as many cells as that.
    pub(super) fn within_sides(&mut self, number: Term, set: &Ints) -> Option<Term> {
        let (one, other) = self.difference(number)?;
        let is_area = |store: &mut Self, size: Term, area: Term| {
            let Form::Apply(Head::Operation(Arithmetic::Multiply), sides) = store.form(area) else {
                return false;
            };
            let (side, another) = (sides[0], sides[1]);
            let of = |side: Term| match store.form(side) {
                Form::Apply(Head::Of(name), of) => Some((name.clone(), of[0])),
                _ => None,
            };
            let (Some((name, place)), Some((own, same))) = (of(side), of(another)) else {
                return false;
            };
            let are_sides = matches!((&*name, &*own), ("width", "height") | ("height", "width"))
                && place == same;
            are_sides && store.has_atoms(place) && store.size(place) == size
        };
        let turned = match (is_area(self, one, other), is_area(self, other, one)) {
            (true, _) => set.clone(),
            (_, true) => set.negated(),
            _ => return None,
        };
        let possible = turned.meet(&Ints::at_most(0));
        let narrow = match () {
            () if possible == Ints::one(0) => Ints::one(0),
            () if possible == Ints::at_most(-1) => Ints::one(0).complement(),
            () => return None,
        };
        (narrow != *set).then(|| {
            self.fire(Law::Area);
            self.within(number, narrow)
        })
    }

    /// A sum with the width or the height of a place in it, in place of two terms: one less than that.
    pub(super) fn with_side(
        &mut self,
        terms: &[(i128, Term)],
        constant: i128,
        at: [usize; 2],
        (place, side): (Term, Name),
    ) -> Option<Term> {
        let traits = Traits::total(Sort::Number);
        let side = self.property(Head::Of(side), traits, &[place]);
        let factor = terms[at[0]].0;
        let rest = terms.iter().enumerate();
        let rest = rest.filter(|(own, _)| !at.contains(own));
        let rest = rest.map(|(_, term)| *term);
        let sum: Vec<(i128, Term)> = rest.chain([(factor, side)]).collect();
        self.linear(&sum, constant.checked_sub(factor)?)
    }

    /// The places of two terms that are the greatest and the least x of the cells of a component, the component, and
    /// the name of its width or of its height.
    pub(super) fn side(&self, terms: &[(i128, Term)]) -> Option<([usize; 2], Term, Name)> {
        let end = |term: Term| {
            let Form::Fold(fold @ (Fold::Least | Fold::Greatest), binders, guard, body) =
                self.form(term)
            else {
                return None;
            };
            let (&[own], Form::Truth(true)) = (&binders[..], self.form(*guard)) else {
                return None;
            };
            let Form::Apply(Head::Of(name), of) = self.form(*body) else {
                return None;
            };
            let is_own = self.is_variable(of[0], own.variable);
            let side: Name = match &**name {
                "x" => "width".into(),
                "y" => "height".into(),
                _ => return None,
            };
            let Form::Apply(Head::Range(range), parts) = self.form(own.range) else {
                return None;
            };
            let is_all = range.noun == Noun::Atoms(Kind::Cell)
                && range.has_only(&[Qualifier::In])
                && self.sort(parts[0]).kind() == Some(Kind::Cell)
                && self.has_atoms(parts[0]);
            (is_own && is_all && !own.is_pair).then(|| (*fold, parts[0], side))
        };
        terms.iter().enumerate().find_map(|(at, &(factor, term))| {
            let (fold, place, side) = end(term)?;
            if fold != Fold::Greatest {
                return None;
            }
            let least = terms.iter().position(|&(own, other)| {
                own == -factor && end(other) == Some((Fold::Least, place, side.clone()))
            })?;
            Some(([at, least], place, side))
        })
    }

    /// The parts with width times height in place of the square of one of them, where it is said that they are equal.
    pub(super) fn squares(&mut self, parts: &[Term], is_and: bool) -> Option<Vec<Term>> {
        let zero = match is_and {
            true => Ints::one(0),
            false => Ints::one(0).complement(),
        };
        for &even in parts {
            let Some((one, other)) = self.two_sides(even, &zero) else {
                continue;
            };
            for &full in parts {
                let Form::Within(difference, set) = self.form(full).clone() else {
                    continue;
                };
                let Form::Linear(terms, constant) = self.form(difference).clone() else {
                    continue;
                };
                let two = self.number(2);
                let squares = [one, other].map(|side| {
                    let product = self.operation(Arithmetic::Multiply, side, side);
                    [product, self.operation(Arithmetic::Power, side, two)]
                });
                let area = self.operation(Arithmetic::Multiply, one, other);
                let by_area =
                    |&(factor, term): &(i128, Term)| match squares.as_flattened().contains(&term) {
                        true => (factor, area),
                        false => (factor, term),
                    };
                let said: Vec<(i128, Term)> = terms.iter().map(by_area).collect();
                if full == even || set != zero || said[..] == terms[..] {
                    continue;
                }
                let difference = self.linear(&said, constant)?;
                let full_again = self.within(difference, set);
                let again = |&part: &Term| if part == full { full_again } else { part };
                return Some(parts.iter().map(again).collect());
            }
        }
        None
    }

    /// The parts with that the sides are equal in place of that the size is the square of one, where it is also said to be
    /// the square of the other.
    pub(super) fn both_squares(&mut self, parts: &[Term], is_and: bool) -> Option<Vec<Term>> {
        let zero = match is_and {
            true => Ints::one(0),
            false => Ints::one(0).complement(),
        };
        for &part in parts {
            let Some((place, size, side)) = self.square_of_side(part, &zero) else {
                continue;
            };
            for &other in parts {
                let Some((own, same, another)) = self.square_of_side(other, &zero) else {
                    continue;
                };
                if own != place || same != size || another == side {
                    continue;
                }
                let difference = self.linear(&[(1, side), (-1, another)], 0)?;
                let is_even = self.within(difference, zero);
                let again = |&own: &Term| if own == other { is_even } else { own };
                return Some(parts.iter().map(again).collect());
            }
        }
        None
    }

    /// Of a test about the difference of the size of a component and the square of its width or height: the component, its
    /// size, and the side.
    fn square_of_side(&mut self, test: Term, zero: &Ints) -> Option<(Term, Term, Term)> {
        let Form::Within(difference, set) = self.form(test).clone() else {
            return None;
        };
        let Form::Linear(terms, 0) = self.form(difference).clone() else {
            return None;
        };
        let &[(one, a), (minus, b)] = &terms[..] else {
            return None;
        };
        if one != -minus || set != *zero {
            return None;
        }
        [(a, b), (b, a)].into_iter().find_map(|(size, square)| {
            let side = match self.form(square) {
                Form::Apply(Head::Operation(Arithmetic::Multiply), sides)
                    if sides[0] == sides[1] =>
                {
                    sides[0]
                }
                Form::Apply(Head::Operation(Arithmetic::Power), of)
                    if self.constant(of[1]) == Some(2) =>
                {
                    of[0]
                }
                _ => return None,
            };
            let place = match self.form(side) {
                Form::Apply(Head::Of(name), of) if matches!(&**name, "width" | "height") => of[0],
                _ => return None,
            };
            (self.has_atoms(place) && self.size(place) == size).then_some((place, size, side))
        })
    }

    /// Whether two tests say together that a component is no square: it is no rectangle, or its sides are not equal.
    pub(super) fn are_of_square(&mut self, one: Term, other: Term) -> bool {
        let not_zero = Ints::one(0).complement();
        let is = |store: &mut Self, even: Term, full: Term| {
            let Some((width, height)) = store.two_sides(even, &not_zero) else {
                return false;
            };
            let Form::Apply(_, of) = store.form(width) else {
                return false;
            };
            let place = of[0];
            let size = store.size(place);
            let area = store.operation(Arithmetic::Multiply, width, height);
            let difference = store.linear(&[(1, size), (-1, area)], 0);
            difference.is_some_and(|difference| store.within(difference, not_zero.clone()) == full)
        };
        is(self, one, other) || is(self, other, one)
    }

    /// `each room r is a rectangle`, where a count is of the blocks of two by two that have three cells of a region, and is
    /// none: a connected place with an inner corner has such a block. The same of groups, where it is of those that have three
    /// cells with a word: these are in one group.
    pub(super) fn no_corner(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let Form::Within(_, set) = self.form(guard) else {
            return None;
        };
        let has = |number: i128| set.contains(number);
        if !has(3) || [0, 1, 2, 4].into_iter().any(has) || binders.len() > 2 {
            return None;
        }
        let is_block = |store: &Self, binder: &Binder| match store.form(binder.range) {
            Form::Apply(Head::Range(range), sides) => {
                range.noun == Noun::Block
                    && range.has_only(&[])
                    && sides.iter().all(|&side| store.constant(side) == Some(2))
            }
            _ => false,
        };
        let at = binders.iter().position(|binder| is_block(self, binder))?;
        let (mut own, guard, _) = self.opened(binders, guard, guard);
        let block = own.remove(at);
        let Form::Within(count, _) = *self.form(guard) else {
            return None;
        };
        let (cells, test) = self.counted(count)?;
        let (cells, test, _) = self.opened(&[cells], test, test);
        let cell = self.member(cells[0].variable, cells[0].range);
        let block = self.member(block.variable, block.range);
        let said = self.conjuncts(test);
        let mut places = self.places_of(cells[0].range)?;
        let Some(&other) = own.first() else {
            let is_block = places[..] == [block];
            return is_block.then(|| self.no_corner_of_groups(cell, &said))?;
        };
        for test in said {
            places.push(self.place_of_member(test, cell, true)?);
        }
        places.sort_unstable();
        // The region is one of all, or that of a cell in the block.
        let member = self.member(other.variable, other.range);
        let regions = match other.range == self.atoms_in(Kind::Cell, block) {
            true => {
                let part = places.iter().copied().find(|&place| place != block)?;
                match *self.form(part) {
                    Form::Part(regions, atom) if atom == member => regions,
                    _ => return None,
                }
            }
            false => other.range,
        };
        let region = match regions == other.range {
            true => member,
            false => self.part(regions, member),
        };
        let known = self.attributes(regions);
        let hang_together = matches!(self.form(regions), Form::Apply(Head::Range(range), _)
        if range.has_only(&[]) && match range.noun {
            Noun::Regions(_) => known.is_found,
            Noun::Group(touch) => touch == Touch::Sides,
            _ => false,
        });
        let are_both = places[..] == [block.min(region), block.max(region)];
        if !are_both || !hang_together || other.is_pair {
            return None;
        }
        let variable = self.fresh();
        let whole = self.member(variable, regions);
        let rectangle = self.rectangle(whole, false)?;
        let not = self.not(rectangle);
        self.fire(Law::NoCorner);
        Some(self.none(vec![Binder::one(variable, regions)], not))
    }

    /// That the groups of the cells of which this is said, with words to find, are rectangles.
    fn no_corner_of_groups(&mut self, cell: Term, said: &[Term]) -> Option<Term> {
        if said.is_empty() || !said.iter().all(|&test| self.is_plain_word(test)) {
            return None;
        }
        let (variable, all) = (self.fresh(), self.all_atoms(Kind::Cell));
        let test = self.and(said);
        let test = self.replaced_by(test, cell, variable, all);
        let member = self.member(variable, all);
        let cells = vec![Binder::one(variable, all)];
        let place = self.fold(Fold::Place, cells, test, member);
        let groups = self.groups_of(place);
        let variable = self.fresh();
        let whole = self.member(variable, groups);
        let rectangle = self.rectangle(whole, false)?;
        let not = self.not(rectangle);
        self.fire(Law::NoCorner);
        Some(self.none(vec![Binder::one(variable, groups)], not))
    }

    /// The places in which all cells of a range lie, if this is all that the range says.
    fn places_of(&self, range: Term) -> Option<Vec<Term>> {
        let Form::Apply(Head::Range(range), of) = self.form(range) else {
            return None;
        };
        let mut qualifiers = range.qualifiers.iter();
        let are_within = qualifiers.all(|own| matches!(own, Qualifier::In | Qualifier::Of));
        let are_cells = range.noun == Noun::Atoms(Kind::Cell) && range.direction.is_none();
        (are_within && are_cells).then(|| of.to_vec())
    }

    /// The width and the height of a component, of which a test says that their difference is in a set.
    fn two_sides(&self, test: Term, zero: &Ints) -> Option<(Term, Term)> {
        let Form::Within(difference, set) = self.form(test) else {
            return None;
        };
        let (one, other) = self.difference(*difference)?;
        let side = |term: Term| match self.form(term) {
            Form::Apply(Head::Of(name), parts) if matches!(&**name, "width" | "height") => {
                Some((name.clone(), parts[0]))
            }
            _ => None,
        };
        let ((name, place), (own, same)) = (side(one)?, side(other)?);
        let is_both = name != own && place == same && self.has_atoms(place);
        (is_both && set == zero).then_some((one, other))
    }
}
