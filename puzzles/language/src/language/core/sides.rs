//! Wordings of the width and the height of a place, and of squares.

use super::super::syntax::{Arithmetic, Kind, Name};
use super::form::{Fold, Form, Head, Noun, Qualifier, Sort, Traits};
use super::ints::Ints;
use super::store::Store;
use super::term::Term;

impl Store {
    /// A sum with the width or the height of a place in it, in place of two terms: one less than that.
    pub(super) fn with_side(
        &mut self,
        terms: &[(i128, Term)],
        constant: i128,
        at: [usize; 2],
        (place, side): (Term, Name),
    ) -> Option<Term> {
        let traits = Traits::total(Sort::Number);
        let side = self.apply(Head::Of(side), traits, &[place]);
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

    /// The width and the height of a component, of which a test says that their difference is in a set.
    fn two_sides(&self, test: Term, zero: &Ints) -> Option<(Term, Term)> {
        let Form::Within(difference, set) = self.form(test) else {
            return None;
        };
        let Form::Linear(terms, 0) = self.form(*difference) else {
            return None;
        };
        let &[(1, one), (-1, other)] = &terms[..] else {
            return None;
        };
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
