//! What may be missing, empty or untold: laws about such things have another side.

use super::super::syntax::{Arithmetic, Kind};
use super::form::{Binder, Fold, Form, Head, Noun, Owner, Sort};
use super::store::Store;
use super::term::Term;

impl Store {
    /// Whether the components of a range are regions.
    pub(super) fn has_regions(&self, range: Term) -> bool {
        matches!(self.form(range), Form::Apply(Head::Range(range), _) if matches!(range.noun, Noun::Regions(_)))
    }

    /// Whether a place is a component that is there. One that is computed, such as the row of a cell, may not be.
    pub(crate) fn has_atoms(&self, place: Term) -> bool {
        let is_there = |of: &Form| matches!(of, Form::Variable(..));
        matches!(self.sort(place), Sort::Component(_))
            && match self.form(place) {
                Form::Part(_, atom) => is_there(self.form(*atom)),
                own => is_there(own),
            }
    }

    /// Whether a place is not missing, whatever the data says: that a cell is in a missing one leaves out this cell, what is
    /// said of all cells in a missing one is missing as a whole.
    pub(super) fn is_never_missing(&self, place: Term) -> bool {
        let is_variable = |term: Term| matches!(self.form(term), Form::Variable(..));
        match self.form(place) {
            Form::Variable(..) | Form::Number(_) => true,
            Form::Apply(Head::Of(name), parts) if matches!(&**name, "row" | "column") => {
                is_variable(parts[0]) && self.sort(parts[0]) == Sort::Atom(Kind::Cell)
            }
            Form::Part(range, atom) => {
                is_variable(*atom)
                    && self.attributes(place).is_found
                    && self.is_range_never_missing(*range)
            }
            Form::Fold(Fold::Place, binders, ..) => binders
                .iter()
                .all(|binder| self.is_range_never_missing(binder.range)),
            _ => false,
        }
    }

    /// The same of all that a range is made from.
    pub(super) fn is_range_never_missing(&self, range: Term) -> bool {
        let Form::Apply(Head::Range(_), parts) = self.form(range) else {
            return false;
        };
        parts.iter().all(|&part| self.is_never_missing(part))
    }

    /// Whether a value is never one of the data that are there but not told. Of such values `all different` is missing, while
    /// what is said of each two of them is left out. Regions and groups are told.
    pub(super) fn is_always_told(&self, value: Term) -> bool {
        if matches!(self.sort(value), Sort::Component(_)) {
            return true;
        }
        let form = self.form(value);
        if let Form::Fold(_, binders, guard, body) = form
            && *self.form(*guard) == Form::Truth(true)
        {
            let mut ranges = binders.iter().map(|binder| binder.range);
            return ranges.all(|range| self.is_range_never_missing(range))
                && self.is_always_told(*body);
        }
        let own = self.traits_of(value);
        let may_be_data = matches!(form, Form::Apply(..)) && own.is_none_or(|own| !own.is_found);
        let mut parts = Self::parts(form).into_iter();
        !may_be_data && parts.all(|part| self.is_always_told(part))
    }

    /// Whether a number is there whatever the data, and does not depend on what is to be found but by the variables in it.
    pub(crate) fn is_always_there(&self, number: Term) -> bool {
        match self.form(number) {
            Form::Number(_) | Form::Variable(_, Sort::Number, _) => true,
            // The dimensions of the grid.
            Form::Apply(Head::Name(_), _) => self.sort(number) == Sort::Number,
            Form::Apply(
                Head::Operation(Arithmetic::Multiply | Arithmetic::Least | Arithmetic::Greatest),
                parts,
            ) => parts.iter().all(|&part| self.is_always_there(part)),
            Form::Linear(terms, _) => terms.iter().all(|&(_, term)| self.is_always_there(term)),
            Form::Fold(Fold::Sum, binders, guard, one) if self.constant(*one) == Some(1) => {
                let has = |test: Term| {
                    let test = match self.form(test) {
                        Form::Not(inner) => *inner,
                        _ => test,
                    };
                    matches!(self.form(test), Form::Apply(Head::Has(Owner::Layer(_)), of)
                        if matches!(of[..], [atom] if matches!(self.form(atom), Form::Variable(..))))
                        && !self.attributes(test).is_found
                };
                let is_there = |binder: &Binder| self.is_range_never_missing(binder.range);
                binders.iter().all(is_there) && self.conjuncts(*guard).into_iter().all(has)
            }
            _ => false,
        }
    }

    /// Whether a test is always true or false: it reads no data, and nothing in it can be missing.
    pub(super) fn is_never_missing_test(&self, test: Term) -> bool {
        if let Form::Fold(_, binders, ..) = self.form(test) {
            let is_there = |binder: &Binder| self.is_range_never_missing(binder.range);
            if !binders.iter().all(is_there) {
                return false;
            }
            let parts = Self::parts(self.form(test));
            return parts[binders.len()..]
                .iter()
                .all(|&part| self.is_never_missing_test(part));
        }
        match self.form(test) {
            Form::Apply(Head::Layer(_) | Head::Is(_), of) => {
                self.attributes(test).is_found
                    && of
                        .iter()
                        .all(|&part| matches!(self.form(part), Form::Variable(..)))
            }
            Form::Apply(..) | Form::Part(..) => false,
            form => Self::parts(form)
                .into_iter()
                .all(|part| self.is_never_missing_test(part)),
        }
    }
}
