//! The wording of the nearest equal value by distances.

use super::super::syntax::Kind;
use super::form::{Binder, Form, Head, Noun, Qualifier, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

impl Store {
    /// The distance of the nearest cell with an equal value, where the least of the distances of such cells is asked for.
    pub(super) fn nearest(&mut self, binders: &[Binder], guard: Term, body: Term) -> Option<Term> {
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
                parts.push(self.all_of(range));
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
        let (one, other) = self.difference(difference)?;
        let (Form::Apply(Head::Layer(layer), at), Form::Apply(Head::Layer(own), own_at)) =
            (self.form(one), self.form(other))
        else {
            return None;
        };
        let is_of_both = matches!((&at[..], &own_at[..]), ([x], [y]) if (*x, *y) == (a, b) || (*x, *y) == (b, a));
        (layer == own && is_of_both).then_some(*layer)
    }
}
