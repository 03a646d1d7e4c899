//! Wordings of the width and the height of a place, and of squares.

use super::super::syntax::{Arithmetic, Kind, Name};
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
    /// none: a connected place with an inner corner has such a block.
    pub(super) fn no_corner(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let &[one, other] = binders else {
            return None;
        };
        if !matches!(self.form(guard), Form::Within(_, set) if *set == Ints::one(3)) {
            return None;
        }
        let (own, guard, _) = self.opened(&[one, other], guard, guard);
        let Form::Within(count, _) = *self.form(guard) else {
            return None;
        };
        let (cells, all) = self.counted(count)?;
        let Form::Apply(Head::Range(range), of) = self.form(cells.range).clone() else {
            return None;
        };
        let are_within = range.qualifiers.iter();
        let mut are_within = are_within.filter(|own| matches!(own, Qualifier::In | Qualifier::Of));
        let is_in_both = range.noun == Noun::Atoms(Kind::Cell)
            && range.direction.is_none()
            && are_within.by_ref().count() == 2
            && of.len() == 2
            && *self.form(all) == Form::Truth(true);
        let is_block = |store: &Self, binder: &Binder| match store.form(binder.range) {
            Form::Apply(Head::Range(range), sides) => {
                range.noun == Noun::Block
                    && sides.len() == 2
                    && sides.iter().all(|&side| store.constant(side) == Some(2))
            }
            _ => false,
        };
        let (block, region) = match is_block(self, &own[0]) {
            true => (own[0], own[1]),
            false => (own[1], own[0]),
        };
        let is_region = matches!(self.form(region.range), Form::Apply(Head::Range(range), _)
            if matches!(range.noun, Noun::Regions(_)) && range.qualifiers.is_empty());
        let known = self.attributes(region.range);
        let (whole, part) = (
            self.member(region.variable, region.range),
            self.member(block.variable, block.range),
        );
        let are_both = of[..] == [whole, part] || of[..] == [part, whole];
        if !is_in_both
            || !is_block(self, &block)
            || !is_region
            || !known.is_found
            || !known.is_total
            || !are_both
        {
            return None;
        }
        let rectangle = self.rectangle(whole, false)?;
        let not = self.not(rectangle);
        self.fire(Law::NoCorner);
        Some(self.none(vec![region], not))
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
