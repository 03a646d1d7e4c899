//! What is said of something: `is`, `has`.

use super::super::core::{Form, Head, Owner, Sort, Term, Traits};
use super::super::parse::built_in_adjectives;
use super::super::syntax::{Domain, Expr, Name, Predicate};
use super::{Resolved, Resolver, Unresolved};

impl Resolver<'_> {
    pub(super) fn is(&mut self, subject: &Expr, predicate: &Predicate) -> Resolved<Term> {
        let of = self.value(subject)?;
        let test = Traits::of(Sort::Test);
        let head = match predicate {
            Predicate::Adjective(word, further) => {
                let further = further
                    .iter()
                    .map(|part| self.value(part))
                    .collect::<Resolved<Vec<Term>>>()?;
                return self.adjective(&word.name, of, &further);
            }
            Predicate::Value(value) => {
                let value = self.value(value)?;
                return self.equal(of, value);
            }
            Predicate::OneOf(choices) => return self.one_of(of, choices),
            Predicate::In(place) => {
                let place = self.value(place)?;
                return Ok(self.store.is_in(of, place));
            }
            // Of one thing that may not be there it would be said as of several.
            Predicate::Inside(_) if !matches!(self.store.form(of), Form::Variable(..)) => {
                return Err(Unresolved);
            }
            Predicate::Inside(place) => {
                let place = self.value(place)?;
                return Ok(self.store.apply(Head::Inside, test, &[of, place]));
            }
            Predicate::Congruent(other) => {
                let other = self.value(other)?;
                return Ok(self.store.apply(Head::Congruent, test, &[of, other]));
            }
            Predicate::SymmetricAbout(motion, centre) => {
                let centre = self.value(centre)?;
                return Ok(self
                    .store
                    .apply(Head::SymmetricAbout(*motion), test, &[of, centre]));
            }
            Predicate::Rectangle | Predicate::Square => {
                let is_square = predicate == &Predicate::Square;
                return self.store.rectangle(of, is_square).ok_or(Unresolved);
            }
            Predicate::Told => Head::Told,
            Predicate::Connected(touch) => Head::Connected(*touch),
            Predicate::OneLoop => Head::Curve("are one loop"),
            Predicate::OneCrossingLoop => Head::Curve("are one loop with crossings"),
            Predicate::OnePath => Head::Curve("are one path"),
            Predicate::WithoutLoop => Head::Curve("are without loop"),
            Predicate::Symmetric(motion) => Head::Symmetric(*motion),
            Predicate::Folds(_) => return Err(Unresolved),
        };
        Ok(self.store.apply(head, test, &[of]))
    }

    /// `x is one of A, B, C`: of numbers, x in a set.
    fn one_of(&mut self, of: Term, choices: &[Expr]) -> Resolved<Term> {
        let mut equal = Vec::new();
        for choice in choices {
            let choice = self.value(choice)?;
            // A layer of shapes is several choices.
            if let Form::Apply(Head::Layer(layer), _) = self.store.form(choice)
                && self.layer(*layer).domain == Domain::Shapes
            {
                return Err(Unresolved);
            }
            equal.push(self.equal(of, choice)?);
        }
        Ok(self.store.or(&equal))
    }

    /// An adjective: a definition, a word of a layer, or one of the language.
    pub(super) fn adjective(&mut self, name: &Name, of: Term, further: &[Term]) -> Resolved<Term> {
        if let Some(definition) = self.definition(name, further.len() + 1) {
            if !self.book.definitions[definition].is_test {
                return Err(Unresolved);
            }
            let traits = self
                .definitions
                .get(definition)
                .copied()
                .ok_or(Unresolved)?;
            let parts: Vec<Term> = std::iter::once(of).chain(further.iter().copied()).collect();
            return Ok(self.store.apply(Head::Defined(definition), traits, &parts));
        }
        let is_known = self.book.symbol(name).is_some()
            || built_in_adjectives().contains(&&**name)
            || self.book.shapes.iter().any(|(word, _)| word.name == *name);
        if !is_known || !further.is_empty() {
            return Err(Unresolved);
        }
        let traits = Traits {
            is_found: self.is_found_word(name),
            ..Traits::of(Sort::Test)
        };
        Ok(self.store.apply(Head::Is(name.clone()), traits, &[of]))
    }

    /// Whether something has a value of a layer.
    pub(super) fn has(&mut self, name: &Name, of: Term) -> Resolved<Term> {
        let (owner, is_found) = match (self.definition(name, 1), self.book.layer(name)) {
            (Some(definition), _) => {
                let known = self.definitions.get(definition).ok_or(Unresolved)?;
                (Owner::Definition(definition), known.is_found)
            }
            (None, Some(layer)) => (Owner::Layer(layer), self.layer_traits(layer).is_found),
            _ => return Err(Unresolved),
        };
        let traits = Traits {
            is_found,
            ..Traits::of(Sort::Test)
        };
        Ok(self.store.apply(Head::Has(owner), traits, &[of]))
    }
}
