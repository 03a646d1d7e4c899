//! Comparisons and quantifiers: numbers in sets.

use super::super::core::{Form, Head, Ints, Sort, Term, Traits};
use super::super::syntax::{Comparison, Expr, Ground, Phrase, Quantifier, Role};
use super::{Resolved, Resolver, Unresolved};

impl Resolver<'_> {
    pub(super) fn compared(&mut self, comparison: Comparison, a: Term, b: Term) -> Resolved<Term> {
        let set = match comparison {
            Comparison::Equal => return self.equal(a, b),
            Comparison::NotEqual => {
                let same = self.equal(a, b)?;
                return Ok(self.store.not(same));
            }
            Comparison::Divides => {
                return Ok(self
                    .store
                    .apply(Head::Divides, Traits::of(Sort::Test), &[a, b]));
            }
            Comparison::Less => Ints::at_most(-1),
            Comparison::AtMost => Ints::at_most(0),
            Comparison::Greater => Ints::at_least(1),
            Comparison::AtLeast => Ints::at_least(0),
        };
        let difference = self.sum(&[(1, a), (-1, b)], 0)?;
        Ok(self.store.within(difference, set))
    }

    /// That two values are there and equal.
    pub(super) fn equal(&mut self, a: Term, b: Term) -> Resolved<Term> {
        let (one, other) = (self.store.sort(a), self.store.sort(b));
        if one == Sort::Test && other == Sort::Test {
            return Ok(self.store.exactly_when(a, b));
        }
        if a == b {
            return Err(Unresolved);
        }
        // A number beside words is a number where it is compared with one.
        let is_named = |this: &Self, term: Term| {
            matches!(
                this.store.form(term),
                Form::Apply(Head::Name(_) | Head::Text(_), _)
            )
        };
        let is_number = one == Sort::Number || other == Sort::Number;
        if is_number && !is_named(self, a) && !is_named(self, b) {
            let difference = self.sum(&[(1, a), (-1, b)], 0)?;
            return Ok(self.store.within(difference, Ints::one(0)));
        }
        // The dimensions of the grid have names.
        if one == Sort::Number && other == Sort::Number {
            let difference = self.sum(&[(1, a), (-1, b)], 0)?;
            return Ok(self.store.within(difference, Ints::one(0)));
        }
        Ok(self.store.same(a, b))
    }

    /// Every quantifier says how many members there are for which something holds.
    pub(super) fn quantified(
        &mut self,
        quantifier: &Quantifier,
        phrases: &[Phrase],
        body: Option<&Expr>,
    ) -> Resolved<Term> {
        let (number, comparison) = match quantifier {
            Quantifier::Each => {
                let count = self.scoped(|this| {
                    let (binders, mut guards) = this.members(phrases)?;
                    let body = this.test(body.ok_or(Unresolved)?)?;
                    guards.push(this.store.not(body));
                    let guard = this.store.and(&guards);
                    Ok(this.store.count(binders, guard))
                })?;
                return Ok(self.within(count, Ints::at_most(0)));
            }
            Quantifier::Some => {
                let count = self.counted(phrases, body)?;
                return Ok(self.within(count, Ints::at_least(1)));
            }
            Quantifier::No => {
                let count = self.counted(phrases, body)?;
                return Ok(self.within(count, Ints::at_most(0)));
            }
            Quantifier::Exactly(number) => (number, Comparison::Equal),
            Quantifier::AtLeast(number) => (number, Comparison::AtLeast),
            Quantifier::AtMost(number) => (number, Comparison::AtMost),
        };
        let number = self.numeric(number)?;
        // Of a number that is empty it is false, whatever is missing of the members; a comparison would be missing then.
        if !self.store.attributes(number).is_total && !self.is_told_or_missing(number) {
            return Err(Unresolved);
        }
        let count = self.counted(phrases, body)?;
        self.compared(comparison, count, number)
    }

    /// Whether a number is one of the data, of something that can have it: there, or missing, and never empty.
    fn is_told_or_missing(&self, number: Term) -> bool {
        let Form::Apply(Head::Layer(layer), of) = self.store.form(number) else {
            return false;
        };
        let layer = self.layer(*layer);
        let stands = match (&layer.on, &of[..]) {
            (Ground::Puzzle, []) => true,
            (Ground::Atoms(kind, _), &[atom]) => {
                self.store.sort(atom) == Sort::Atom(*kind)
                    && matches!(self.store.form(atom), Form::Variable(..))
            }
            (Ground::Lines(lines), &[line]) => self.store.kind_of_line(line) == Some(*lines),
            _ => false,
        };
        stands && layer.role == Role::Data
    }
}
