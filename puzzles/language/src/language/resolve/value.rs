//! Expressions.

use super::super::core::{Binder, Fold, Form, Head, Ints, Noun, Range, Sort, Term, Traits};
use super::super::geometry::direction_called;
use super::super::syntax::{
    Arithmetic, Domain, Expr, Ground, Kind, Measure, Name, Node, Over, Phrase, STANDING,
    ValuesTest, Word,
};
use super::{Resolved, Resolver, Unresolved, kind_of};

impl Resolver<'_> {
    /// A test.
    pub(super) fn test(&mut self, expr: &Expr) -> Resolved<Term> {
        let term = self.value(expr)?;
        match self.store.sort(term) {
            Sort::Test => Ok(term),
            _ => Err(Unresolved),
        }
    }

    /// Any expression.
    pub(super) fn value(&mut self, expr: &Expr) -> Resolved<Term> {
        Ok(match &expr.node {
            Node::Number(number) => self.store.number(*number),
            Node::Text(text) => {
                let text = Head::Text(text.as_str().into());
                self.store.apply(text, Traits::of(Sort::Other), &[])
            }
            Node::Name(name) => self.name(name)?,
            Node::Of(word, arguments) => self.of(word, arguments)?,
            Node::Phrase(phrase) => self.place(phrase)?,
            Node::Measure(measure, over) => self.measure(*measure, over)?,
            Node::Values(test, over) => {
                let fold = match test {
                    ValuesTest::Different => Fold::Different,
                    ValuesTest::Equal => Fold::Equal,
                    ValuesTest::Increasing => Fold::Increasing,
                };
                self.over(fold, over)?
            }
            Node::Count(phrases) => self.counted(phrases, None)?,
            Node::Negative(inner) => {
                let inner = self.numeric(inner)?;
                self.sum(&[(-1, inner)], 0)?
            }
            Node::Arithmetic(operation, a, b) => {
                let (a, b) = (self.numeric(a)?, self.numeric(b)?);
                match operation {
                    Arithmetic::Add => self.sum(&[(1, a), (1, b)], 0)?,
                    Arithmetic::Subtract => self.sum(&[(1, a), (-1, b)], 0)?,
                    _ => self.store.operation(*operation, a, b),
                }
            }
            Node::Else(first, second) => {
                let parts = [self.value(first)?, self.value(second)?];
                let traits = Traits::of(self.store.sort(parts[0]));
                self.store.apply(Head::Else, traits, &parts)
            }
            Node::Nearest(..) | Node::Walk(..) | Node::Directions(..) | Node::Beam(..) => {
                self.found_along(expr)?
            }
            _ => self.formula(expr)?,
        })
    }

    /// What is found by looking along the grid.
    fn found_along(&mut self, expr: &Expr) -> Resolved<Term> {
        Ok(match &expr.node {
            Node::Nearest(word, cell, place) => {
                let layer = self.book.layer(&word.name).ok_or(Unresolved)?;
                let mut parts = vec![self.value(cell)?];
                if let Some(place) = place {
                    parts.push(self.value(place)?);
                }
                let traits = self.found(Sort::Number, layer);
                self.store.apply(Head::Nearest(layer), traits, &parts)
            }
            Node::Walk(ends, through) => {
                let parts = [
                    self.value(&ends[0])?,
                    self.value(&ends[1])?,
                    self.place(through)?,
                ];
                // An end that may not be there is empty, whatever else is missing.
                let is_there = |&end: &Term| matches!(self.store.form(end), Form::Variable(..));
                if !parts[..2].iter().all(is_there) {
                    return Err(Unresolved);
                }
                self.store
                    .apply(Head::Walk, Traits::of(Sort::Number), &parts)
            }
            Node::Directions(from, nearest) => {
                let parts = [self.value(from)?, self.place(nearest)?];
                self.store
                    .apply(Head::Directions, Traits::of(Sort::Direction), &parts)
            }
            Node::Beam(part, view, word) => {
                let layer = self.book.layer(&word.name).ok_or(Unresolved)?;
                let view = self.value(view)?;
                let traits = self.found(Sort::Other, layer);
                self.store
                    .apply(Head::Beam(*part, word.name.clone()), traits, &[view])
            }
            _ => return Err(Unresolved),
        })
    }

    /// A formula, or what is chosen or named by one.
    fn formula(&mut self, expr: &Expr) -> Resolved<Term> {
        Ok(match &expr.node {
            Node::Compare(comparison, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                self.compared(*comparison, a, b)?
            }
            Node::Not(inner) => {
                let inner = self.test(inner)?;
                self.store.not(inner)
            }
            Node::And(parts) => {
                let parts = self.tests(parts)?;
                self.store.and(&parts)
            }
            Node::Or(parts) => {
                let parts = self.tests(parts)?;
                self.store.or(&parts)
            }
            Node::Iff(a, b) => {
                let (a, b) = (self.test(a)?, self.test(b)?);
                self.store.exactly_when(a, b)
            }
            Node::If(condition, holds, otherwise) => {
                let condition = self.test(condition)?;
                let holds = self.value(holds)?;
                let otherwise = match otherwise {
                    Some(otherwise) => self.value(otherwise)?,
                    None => self.store.truth(true),
                };
                self.store.choice(condition, holds, otherwise)
            }
            Node::Quantified(quantifier, phrases, body) => {
                self.quantified(quantifier, phrases, body.as_deref())?
            }
            Node::NoLoop(phrases, body) => self.scoped(|this| {
                let (binders, guards) = this.members(phrases)?;
                let guard = this.store.and(&guards);
                let body = this.test(body)?;
                Ok(this.store.fold(Fold::NoLoop, binders, guard, body))
            })?,
            Node::Is(subject, is_negated, predicate) => {
                let test = self.is(subject, predicate)?;
                match is_negated {
                    true => self.store.not(test),
                    false => test,
                }
            }
            Node::Has(subject, is_negated, word) => {
                let subject = self.value(subject)?;
                let test = self.has(&word.name, subject)?;
                match is_negated {
                    true => self.store.not(test),
                    false => test,
                }
            }
            Node::Let(bound, body) => self.scoped(|this| {
                for (word, value) in bound {
                    let value = this.value(value)?;
                    this.scope.push((word.name.clone(), value));
                }
                this.value(body)
            })?,
            Node::Satisfies(number, clue) => {
                let parts = [self.value(number)?, self.value(clue)?];
                self.store
                    .apply(Head::Satisfies, Traits::of(Sort::Test), &parts)
            }
            Node::Reads(word, place, extent, pattern) => {
                let layer = self.book.layer(&word.name).ok_or(Unresolved)?;
                let parts = [self.value(place)?, self.value(pattern)?];
                let traits = self.found(Sort::Test, layer);
                self.store
                    .apply(Head::Reads(layer, *extent), traits, &parts)
            }
            _ => return Err(Unresolved),
        })
    }

    fn tests(&mut self, parts: &[Expr]) -> Resolved<Vec<Term>> {
        parts.iter().map(|part| self.test(part)).collect()
    }

    /// What is known of something of this sort that reads a layer.
    pub(super) fn found(&self, sort: Sort, layer: usize) -> Traits {
        Traits {
            is_found: self.layer_traits(layer).is_found,
            ..Traits::of(sort)
        }
    }

    /// A number.
    pub(super) fn numeric(&mut self, expr: &Expr) -> Resolved<Term> {
        self.value(expr)
    }

    /// A sum of multiples.
    pub(super) fn sum(&mut self, terms: &[(i128, Term)], constant: i128) -> Resolved<Term> {
        self.store.linear(terms, constant).ok_or(Unresolved)
    }

    fn name(&mut self, name: &Name) -> Resolved<Term> {
        if let Some(bound) = self.bound(name) {
            return Ok(bound);
        }
        let book = self.book;
        let of_puzzle = book
            .layer(name)
            .filter(|&layer| self.layer(layer).on == Ground::Puzzle);
        if let Some(layer) = of_puzzle {
            let traits = self.layer_traits(layer);
            return Ok(match traits.sort {
                // A switch is asked for by its name, which is a test.
                Sort::Place(_) | Sort::Component(_) => return Err(Unresolved),
                _ => self.store.apply(Head::Layer(layer), traits, &[]),
            });
        }
        let number = Traits {
            is_total: true,
            low: Some(1),
            ..Traits::of(Sort::Number)
        };
        let traits = if book.dimension(name).is_some() {
            number
        } else if direction_called(name).is_some() {
            Traits::of(Sort::Direction)
        } else if &**name == "grid" {
            Traits::of(Sort::Component(Some(Kind::Cell)))
        } else if book.symbol(name).is_some()
            || book.shapes.iter().any(|(word, _)| word.name == *name)
        {
            Traits::of(Sort::Other)
        } else {
            return Err(Unresolved);
        };
        Ok(self.store.apply(Head::Name(name.clone()), traits, &[]))
    }

    /// `NAME of X`.
    fn of(&mut self, word: &Word, arguments: &[Expr]) -> Resolved<Term> {
        let name = &*word.name;
        let parts: Vec<Term> = arguments
            .iter()
            .map(|argument| self.value(argument))
            .collect::<Resolved<_>>()?;
        if let Some(definition) = self.definition(name, parts.len()) {
            let traits = self
                .definitions
                .get(definition)
                .copied()
                .ok_or(Unresolved)?;
            return Ok(self.store.apply(Head::Defined(definition), traits, &parts));
        }
        if let ([subject], Some(layer)) = (&parts[..], self.book.layer(name)) {
            return self.layer_at(layer, *subject);
        }
        match (name, &parts[..]) {
            ("size", &[place]) => Ok(self.store.size(place)),
            ("distance", [..]) => {
                let traits = Traits {
                    low: Some(0),
                    ..Traits::of(Sort::Number)
                };
                let (a, b) = (parts[0].min(parts[1]), parts[0].max(parts[1]));
                Ok(self.store.apply(Head::Distance, traits, &[a, b]))
            }
            ("link", [_, _]) => {
                let traits = Traits::of(Sort::Atom(Kind::Link));
                Ok(self.store.apply(Head::LinkBetween, traits, &parts))
            }
            (_, [_]) => {
                let sort = match name {
                    "width" | "height" | "x" | "y" => Sort::Number,
                    "row" | "column" => Sort::Component(Some(Kind::Cell)),
                    "ring" => Sort::Place(Some(Kind::Cell)),
                    "side" => Sort::Direction,
                    "opposite" | "board" | "shape" | STANDING => Sort::Other,
                    _ => return Err(Unresolved),
                };
                let is_total = matches!(name, "width" | "height");
                let traits = Traits {
                    is_total,
                    ..Traits::of(sort)
                };
                Ok(self
                    .store
                    .property(Head::Of(word.name.clone()), traits, &parts))
            }
            _ => Err(Unresolved),
        }
    }

    /// The value of a layer at something; of regions, the one that an atom is in.
    fn layer_at(&mut self, layer: usize, subject: Term) -> Resolved<Term> {
        let traits = self.layer_traits(layer);
        let declared = self.layer(layer);
        if declared.domain == Domain::Regions
            && let (Some(own), Sort::Atom(kind)) = (kind_of(declared), self.store.sort(subject))
            && own == kind
        {
            let range = self.regions(layer)?;
            return Ok(self.store.part(range, subject));
        }
        // Of something else it may be empty.
        let stands = matches!((self.store.sort(subject), kind_of(declared)),
            (Sort::Atom(kind), Some(own)) if own == kind);
        let traits = Traits {
            is_total: traits.is_total && stands,
            ..traits
        };
        Ok(self.store.apply(Head::Layer(layer), traits, &[subject]))
    }

    /// The range of the regions of a layer.
    pub(super) fn regions(&mut self, layer: usize) -> Resolved<Term> {
        let traits = self.layer_traits(layer);
        let range = Range::of(Noun::Regions(layer), []);
        let traits = Traits {
            sort: Sort::Component(traits.sort.kind()),
            low: None,
            high: None,
            ..traits
        };
        Ok(self.store.apply(Head::Range(range), traits, &[]))
    }

    fn measure(&mut self, measure: Measure, over: &Over) -> Resolved<Term> {
        let fold = match measure {
            Measure::Sum => Fold::Sum,
            Measure::Product => Fold::Product,
            Measure::Least => Fold::Least,
            Measure::Greatest => Fold::Greatest,
            Measure::Gcd => Fold::Gcd,
            Measure::First => Fold::First,
            Measure::Last => Fold::Last,
            Measure::Distinct => Fold::Distinct,
            Measure::Reading => Fold::Reading,
            Measure::List => Fold::List,
            Measure::Bag => Fold::Bag,
        };
        self.over(fold, over)
    }

    /// A fold of the values that a measure takes.
    fn over(&mut self, fold: Fold, over: &Over) -> Resolved<Term> {
        match over {
            Over::Phrases(phrases, value) => self.scoped(|this| {
                let (binders, guards) = this.members(phrases)?;
                let guard = this.store.and(&guards);
                let value = this.value(value)?;
                Ok(this.store.fold(fold, binders, guard, value))
            }),
            Over::Layer(word, place) => {
                let layer = self.book.layer(&word.name).ok_or(Unresolved)?;
                let kind = kind_of(self.layer(layer)).ok_or(Unresolved)?;
                let place = self.value(place)?;
                if !self.store.sort(place).is_place() || self.store.sort(place).kind() != Some(kind)
                {
                    return Err(Unresolved);
                }
                let range = self.store.atoms_in(kind, place);
                let variable = self.store.fresh();
                let atom = self.store.member(variable, range);
                let binder = Binder::one(variable, range);
                let value = self.layer_at(layer, atom)?;
                let all = self.store.truth(true);
                Ok(self.store.fold(fold, vec![binder], all, value))
            }
        }
    }

    /// How many members of some phrases there are for which a test holds.
    pub(super) fn counted(&mut self, phrases: &[Phrase], body: Option<&Expr>) -> Resolved<Term> {
        self.scoped(|this| {
            let (binders, mut guards) = this.members(phrases)?;
            if let Some(body) = body {
                guards.push(this.test(body)?);
            }
            let guard = this.store.and(&guards);
            Ok(this.store.count(binders, guard))
        })
    }

    /// That there are at least this many, at most, or none.
    pub(super) fn within(&mut self, number: Term, set: Ints) -> Term {
        self.store.within(number, set)
    }
}
