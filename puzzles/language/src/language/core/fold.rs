//! The constructor of folds: what is said over the members of phrases.

use super::form::{Binder, Fold, Form, Head};
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
            let is_changed = self.has_reached
                && self.reached_group(&mut binders, &mut guards, &mut body)
                || self.neighbour_in_group(&mut binders, &mut guards)
                || fold.is_symmetric() && self.member_range(&mut binders, &mut guards)
                || self.filtered_range(&mut binders, &mut guards)
                || self.has_equal_groups && self.word_group(&mut binders, &mut guards, &mut body)
                || self.member_kind(&binders, &mut guards)
                || fold.is_symmetric() && self.in_ring(&mut binders)
                || self.pair_where(&mut binders, &mut guards)
                || self.after_in_line(&mut binders, &mut guards)
                || self.groups_in_line(&mut binders, fold.is_symmetric() || fold == Fold::Bag)
                || fold.is_unordered()
                    && (self.pair_after(&mut binders, &mut guards, &mut body)
                        || self.component_and_member(&mut binders, &mut guards, &mut body)
                        || self.pair_in_component(&mut binders, &mut guards, body)
                        || self.run_of_cell_in(&mut binders, &mut guards, &mut body)
                        || self.run_in_line(&mut binders)
                        || self.value_first(&mut binders, &mut guards, &mut body));
            if !is_changed {
                break;
            }
        }
        self.irreflexive(&binders, &mut guards);
        let guard = self.and(&guards);
        let guard = self.without_told(guard);
        let guard = self.without_skipped(fold, guard, body);
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

    /// How many members of the ranges there are for which a test holds.
    pub(crate) fn count(&mut self, binders: Vec<Binder>, guard: Term) -> Term {
        let one = self.number(1);
        self.fold(Fold::Sum, binders, guard, one)
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
            Form::Apply(Head::Else, parts)
                if self.constant(parts[1]) == Some(0) && self.attributes(parts[0]).is_found =>
            {
                self.fire(Law::Skipped);
                self.fold(Fold::Sum, binders, guard, parts[0])
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
            Form::Number(1) => {
                let sum = self.touching_groups(&binders, guard);
                let sum = sum.or_else(|| self.all_but_one(&binders, guard));
                sum.unwrap_or_else(|| self.closed(Fold::Sum, &binders, guard, body))
            }
            _ => self.closed(Fold::Sum, &binders, guard, body),
        }
    }

    /// The tests that some tests join by `and`.
    pub(super) fn all_conjuncts(&self, tests: &[Term]) -> Vec<Term> {
        let parts = tests.iter().map(|&test| self.conjuncts(test));
        parts.flatten().collect()
    }

    /// The tests that a test joins by `and`.
    pub(crate) fn conjuncts(&self, test: Term) -> Vec<Term> {
        match self.form(test) {
            Form::Truth(true) => Vec::new(),
            Form::And(parts) => parts.to_vec(),
            _ => vec![test],
        }
    }
}
