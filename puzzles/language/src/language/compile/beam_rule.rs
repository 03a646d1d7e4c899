//! Rules about one beam between mirrors to find, and data: conditions that are followed along the beam.

use std::sync::Arc;

use quadrille_engine::propagators::Number;

use super::super::geometry::Atom;
use super::super::signs::mirrors;
use super::super::syntax::{
    Arithmetic, BeamPart, Comparison, Expr, Kind, Lines, Measure, Name, Node, Noun, Over, Phrase,
    Predicate, Qualifier, Quantifier, Rulebook, Word,
};
use super::super::values::position;
use super::super::walk::{Term, uses, walk};
use super::beam::{Origin, entry};
use super::beam_condition::{Amount, Condition, Entry, OnBeam, is_followed};
use super::logic::{FALSE, TRUE, Truth};
use super::value::Value;
use super::{Compiler, Made};
use crate::grid::Grid;
use crate::rules::{BeamFrom, Mirrors};

impl Compiler<'_> {
    /// Posts a rule about one beam and data. False if it is something else.
    pub(super) fn post_beam(&mut self, expr: &Expr) -> Made<bool> {
        if !self.has_beams || !self.has_beams(expr) {
            return Ok(false);
        }
        let mut origin = None;
        let condition = self.condition(expr, &mut origin)?;
        let (Some(condition), Some(origin)) = (condition, origin) else {
            return Ok(false);
        };
        if condition.says_nothing() {
            return Ok(true);
        }
        let book = &self.data.book;
        let Some(words) = mirrors(&book.layers[origin.layer]) else {
            return Ok(false);
        };
        let geometry = self.data.geometry;
        let cells = Grid::from_fn(geometry.rows, geometry.columns, |cell| {
            let atom = Atom {
                kind: Kind::Cell,
                board: origin.board,
                index: (cell.row * geometry.columns + cell.column) as u32,
            };
            self.layers.var(origin.layer, position(&geometry, atom))
        });
        let first_word = self.layers.codes(origin.layer).first_word;
        let [slashes, backslashes] = words.map(|words| {
            words
                .into_iter()
                .map(|word| first_word + word as i32)
                .collect()
        });
        let (cell, heading) = entry(&geometry, origin.view);
        self.post_as(
            BeamFrom::new(
                cells,
                Mirrors {
                    slashes,
                    backslashes,
                },
                (geometry.cell(cell), heading),
                Arc::new(OnBeam {
                    geometry,
                    condition,
                }),
            ),
            "beam",
            "domain consistent if not too many beams are possible",
        );
        Ok(true)
    }

    /// Whether an expression, or a definition that it uses, is about a beam that depends on the solution.
    fn has_beams(&self, expr: &Expr) -> bool {
        uses(&self.data.book, expr, &|part| self.is_beam(part).is_some())
    }

    /// The part of a beam that depends on the solution which a term is.
    fn is_beam(&self, part: &Term<'_>) -> Option<BeamPart> {
        let Term::Expr(expr) = part else {
            return None;
        };
        let Node::Beam(part, _, word) = &expr.node else {
            return None;
        };
        let layer = self.data.book.layer(&word.name)?;
        self.data.is_found(layer).then_some(*part)
    }

    /// Notes the origin of a beam, unless there is another one.
    fn is_of(&mut self, view: &Expr, layer: &Word, origin: &mut Option<Origin>) -> Made<bool> {
        if self.has_beams(view) {
            return Ok(false);
        }
        let found = self.attempt(|compiler| compiler.origin(view, layer, &view.span))?;
        let Some(Ok(found)) = found else {
            return Ok(false);
        };
        Ok(*origin.get_or_insert(found) == found)
    }

    /// What is evaluated, unless it depends on the solution or on data in part.
    fn attempt<T>(&mut self, made: impl FnOnce(&mut Self) -> Made<T>) -> Made<Option<T>> {
        let names = self.scope.names.len();
        let missing = std::mem::replace(&mut self.missing, false);
        let partly = std::mem::take(&mut self.partly);
        let untold = std::mem::replace(&mut self.untold, false);
        let result = made(self);
        self.reads_untold = std::mem::replace(&mut self.untold, untold);
        self.scope.names.truncate(names);
        self.missing = missing;
        let is_whole = std::mem::replace(&mut self.partly, partly).is_empty();
        match result {
            Err(problem) if self.is_spent() || self.is_final => Err(problem),
            result => Ok(result.ok().filter(|_| is_whole)),
        }
    }

    fn known_truth(&mut self, expr: &Expr) -> Made<Option<Option<bool>>> {
        let truth = self.attempt(|compiler| compiler.truth(expr))?;
        Ok(match truth {
            Some(Truth::Plain(TRUE) | Truth::Partly(TRUE, FALSE)) => Some(Some(true)),
            Some(Truth::Plain(FALSE) | Truth::Partly(FALSE, TRUE)) => Some(Some(false)),
            Some(Truth::Partly(FALSE, FALSE)) => Some(None),
            _ => None,
        })
    }

    fn known_number(&mut self, expr: &Expr) -> Made<Option<Entry>> {
        let value = self.attempt(|compiler| compiler.value(expr))?;
        Ok(match value {
            Some(Value::Number(Number::Const(number))) => Some(Entry::Number(number)),
            Some(Value::Empty | Value::Blank(..)) => Some(Entry::Empty),
            Some(Value::Missing) => Some(Entry::Missing),
            _ => None,
        })
    }

    /// Something that depends on where a beam comes out and on nothing else of the solution: by view.
    fn by_exit<T>(
        &mut self,
        expr: &Expr,
        origin: &mut Option<Origin>,
        mut known: impl FnMut(&mut Self, &Expr) -> Made<Option<T>>,
    ) -> Made<Option<Vec<T>>> {
        let mut parts: Vec<(BeamPart, &Expr, &Word)> = Vec::new();
        walk(expr, &mut |term| {
            if let Some(part) = self.is_beam(&term)
                && let Term::Expr(Expr {
                    node: Node::Beam(_, view, layer),
                    ..
                }) = term
            {
                parts.push((part, view, layer));
            }
        });
        let only = parts.iter().all(|(part, ..)| *part == BeamPart::Exit);
        let Some(&(_, view, layer)) = parts.first().filter(|_| only) else {
            return Ok(None);
        };
        if !self.is_of(view, layer, origin)? {
            return Ok(None);
        }
        let Some(own) = *origin else {
            return Ok(None);
        };
        let mut all = Vec::new();
        for exit in 0..self.data.geometry.count_lines(Lines::View) {
            let outer = self.assumed_exit.replace((own, exit));
            // A defined test is remembered for its arguments.
            let told = std::mem::take(&mut self.told);
            let one = known(self, expr);
            self.told = told;
            self.assumed_exit = outer;
            match one? {
                Some(one) => all.push(one),
                None => return Ok(None),
            }
        }
        Ok(Some(all))
    }

    /// A test about one beam and data. `None` if it is about more.
    fn condition(&mut self, expr: &Expr, origin: &mut Option<Origin>) -> Made<Option<Condition>> {
        self.spend(1, &expr.span)?;
        if !self.has_beams(expr) {
            return Ok(self.known_truth(expr)?.map(Condition::Known));
        }
        if let Some(all) = self.by_exit(expr, origin, Self::known_truth)? {
            return Ok(Some(Condition::by_exit(all)));
        }
        Ok(match &expr.node {
            Node::Not(inner) => self
                .condition(inner, origin)?
                .map(|inner| Condition::Not(Box::new(inner))),
            Node::And(parts) => self.conditions(parts, origin)?.map(Condition::And),
            Node::Or(parts) => self.conditions(parts, origin)?.map(Condition::Or),
            Node::Iff(a, b) => {
                let (a, b) = (self.condition(a, origin)?, self.condition(b, origin)?);
                let both = a.zip(b);
                both.map(|(a, b)| Condition::Iff(Box::new(a), Box::new(b)))
            }
            Node::If(condition, holds, otherwise) => {
                let condition = self.condition(condition, origin)?;
                let holds = self.condition(holds, origin)?;
                let otherwise = match otherwise {
                    Some(otherwise) => self.condition(otherwise, origin)?,
                    None => Some(Condition::Known(Some(true))),
                };
                match (condition, holds, otherwise) {
                    (Some(condition), Some(holds), Some(otherwise)) => Some(Condition::If(
                        Box::new(condition),
                        Box::new(holds),
                        Box::new(otherwise),
                    )),
                    _ => None,
                }
            }
            Node::Compare(comparison, a, b) => {
                if let Some(stretches) = self.stretches_are(*comparison, a, b, origin)? {
                    return Ok(Some(stretches));
                }
                let (a, b) = (self.amount(a, origin)?, self.amount(b, origin)?);
                let missing = Amount::Known(Entry::Missing);
                match a.zip(b) {
                    Some((a, b)) if a == missing || b == missing => Some(Condition::Known(None)),
                    both => both.map(|(a, b)| Condition::Compare(*comparison, a, b)),
                }
            }
            Node::Is(subject, negated, predicate) => {
                let others: Vec<&Expr> = match predicate {
                    Predicate::Value(other) => vec![other],
                    Predicate::OneOf(others) => others.iter().collect(),
                    _ => return Ok(None),
                };
                let Some(subject) = self.amount(subject, origin)? else {
                    return Ok(None);
                };
                let mut ways = Vec::new();
                for other in others {
                    let Some(other) = self.amount(other, origin)? else {
                        return Ok(None);
                    };
                    ways.push(Condition::Compare(
                        Comparison::Equal,
                        subject.clone(),
                        other,
                    ));
                }
                let any = Condition::Or(ways);
                Some(match negated {
                    true => Condition::Not(Box::new(any)),
                    false => any,
                })
            }
            Node::Quantified(quantifier, phrases, body) => {
                self.said_of_stretches(quantifier, phrases, body.as_deref(), origin)?
            }
            Node::Of(word, arguments) => {
                self.in_definition(word, arguments, |compiler, body| {
                    compiler.condition(body, origin)
                })?
            }
            _ => None,
        })
    }

    fn conditions(
        &mut self,
        parts: &[Expr],
        origin: &mut Option<Origin>,
    ) -> Made<Option<Vec<Condition>>> {
        let mut all = Vec::new();
        for part in parts {
            match self.condition(part, origin)? {
                Some(part) => all.push(part),
                None => return Ok(None),
            }
        }
        Ok(Some(all))
    }

    /// A number about one beam and data. `None` if it is about more.
    fn amount(&mut self, expr: &Expr, origin: &mut Option<Origin>) -> Made<Option<Amount>> {
        self.spend(1, &expr.span)?;
        if !self.has_beams(expr) {
            return Ok(self.known_number(expr)?.map(Amount::Known));
        }
        if let Some(all) = self.by_exit(expr, origin, Self::known_number)? {
            return Ok(Some(Amount::by_exit(all)));
        }
        Ok(match &expr.node {
            Node::Beam(BeamPart::Turns, view, layer) => {
                self.is_of(view, layer, origin)?.then_some(Amount::Turns)
            }
            Node::Measure(measure, Over::Phrases(phrases, value)) if is_followed(*measure) => {
                let [phrase] = &phrases[..] else {
                    return Ok(None);
                };
                let each = self.of_stretches(phrase, origin, |compiler| {
                    if compiler.has_beams(value) {
                        return Ok(None);
                    }
                    let number = compiler.known_number(value)?;
                    // A measure of something untold is missing, of what is missing it is not.
                    Ok(number.filter(|_| !compiler.reads_untold))
                })?;
                each.map(|each| Amount::Of(*measure, each))
            }
            Node::Count(phrases) => {
                let [phrase] = &phrases[..] else {
                    return Ok(None);
                };
                let each = self.of_stretches(phrase, origin, |_| Ok(Some(Entry::Number(1))))?;
                each.map(|each| Amount::Of(Measure::Sum, each))
            }
            Node::Negative(inner) => self.amount(inner, origin)?.map(|inner| {
                let zero = Amount::Known(Entry::Number(0));
                Amount::Arithmetic(Arithmetic::Subtract, Box::new(zero), Box::new(inner))
            }),
            Node::Arithmetic(operation, a, b) => {
                let (a, b) = (self.amount(a, origin)?, self.amount(b, origin)?);
                let both = a.zip(b);
                both.map(|(a, b)| Amount::Arithmetic(*operation, Box::new(a), Box::new(b)))
            }
            Node::Of(word, arguments) => match &arguments[..] {
                [
                    Expr {
                        node: Node::Beam(BeamPart::Stretches, view, layer),
                        ..
                    },
                ] if &*word.name == "size" => {
                    if !self.is_of(view, layer, origin)? {
                        return Ok(None);
                    }
                    let one = Amount::Known(Entry::Number(1));
                    let turns = Box::new(Amount::Turns);
                    Some(Amount::Arithmetic(Arithmetic::Add, turns, Box::new(one)))
                }
                _ => self.in_definition(word, arguments, |compiler, body| {
                    compiler.amount(body, origin)
                })?,
            },
            _ => None,
        })
    }

    /// The body of a definition, with its arguments.
    fn in_definition<T>(
        &mut self,
        word: &Word,
        arguments: &[Expr],
        made: impl FnOnce(&mut Self, &Expr) -> Made<Option<T>>,
    ) -> Made<Option<T>> {
        let book = &self.data.book;
        let mut definitions = book.definitions.iter();
        let Some(definition) = definitions.find(|known| known.word.name == word.name) else {
            return Ok(None);
        };
        if definition.parameters.len() != arguments.len() {
            return Ok(None);
        }
        let mut names: Vec<(Name, Value)> = Vec::new();
        for (parameter, argument) in definition.parameters.iter().zip(arguments) {
            if self.has_beams(argument) {
                return Ok(None);
            }
            let Some(value) = self.attempt(|compiler| compiler.value(argument))? else {
                return Ok(None);
            };
            names.push((parameter.name.clone(), value));
        }
        let outer = std::mem::replace(&mut self.scope, super::value::Scope { names });
        let result = made(self, &definition.body);
        self.scope = outer;
        result
    }

    /// What is said of each stretch of a beam that a phrase `value k in stretches of …` names, by length; of others
    /// nothing.
    fn of_stretches(
        &mut self,
        phrase: &Phrase,
        origin: &mut Option<Origin>,
        mut known: impl FnMut(&mut Self) -> Made<Option<Entry>>,
    ) -> Made<Option<Vec<Entry>>> {
        let Noun::Entry(list) = &phrase.noun else {
            return Ok(None);
        };
        let Node::Beam(BeamPart::Stretches, view, layer) = &list.node else {
            return Ok(None);
        };
        let is_where = |qualifier: &Qualifier| matches!(qualifier, Qualifier::Where(_));
        if phrase.take.is_some()
            || !phrase.adjectives.is_empty()
            || !phrase.qualifiers.iter().all(is_where)
            || !self.is_of(view, layer, origin)?
        {
            return Ok(None);
        }
        let name: Name = match phrase.variables.first() {
            Some(word) => word.name.clone(),
            None => "it".into(),
        };
        let geometry = self.data.geometry;
        let longest = geometry.rows.max(geometry.columns) + 1;
        let mut all = Vec::new();
        for length in 0..=longest {
            let value = Value::Number(Number::Const(length as i128));
            self.scope.names.push((name.clone(), value));
            let mut one = Ok(None);
            let mut is_named = Ok(Some(Some(true)));
            for qualifier in &phrase.qualifiers {
                if let Qualifier::Where(test) = qualifier
                    && matches!(is_named, Ok(Some(Some(true))))
                {
                    is_named = match self.has_beams(test) {
                        true => Ok(None),
                        false => self.known_truth(test),
                    };
                }
            }
            match is_named {
                Ok(Some(Some(true))) => one = known(self),
                Ok(Some(_)) => one = Ok(Some(Entry::Empty)),
                Ok(None) => {}
                Err(problem) => one = Err(problem),
            }
            self.scope.names.pop();
            match one? {
                Some(one) => all.push(one),
                None => return Ok(None),
            }
        }
        Ok(Some(all))
    }

    /// `each value k in stretches of v by mirror: …`.
    fn said_of_stretches(
        &mut self,
        quantifier: &Quantifier,
        phrases: &[Phrase],
        body: Option<&Expr>,
        origin: &mut Option<Origin>,
    ) -> Made<Option<Condition>> {
        let [phrase] = phrases else {
            return Ok(None);
        };
        let wanted_truth = *quantifier != Quantifier::Each;
        let counted = self.of_stretches(phrase, origin, |compiler| {
            let Some(body) = body else {
                return Ok(Some(Entry::Number(1)));
            };
            if compiler.has_beams(body) {
                return Ok(None);
            }
            let truth = compiler.known_truth(body)?;
            // What is missing is skipped.
            Ok(truth.map(|truth| match truth == Some(wanted_truth) {
                true => Entry::Number(1),
                false => Entry::Empty,
            }))
        })?;
        let Some(counted) = counted else {
            return Ok(None);
        };
        let count = Amount::Of(Measure::Sum, counted);
        let (comparison, number) = match quantifier {
            Quantifier::Each | Quantifier::No => (Comparison::Equal, Entry::Number(0)),
            Quantifier::Some => (Comparison::AtLeast, Entry::Number(1)),
            Quantifier::Exactly(n) | Quantifier::AtLeast(n) | Quantifier::AtMost(n) => {
                if self.has_beams(n) {
                    return Ok(None);
                }
                let Some(number) = self.known_number(n)? else {
                    return Ok(None);
                };
                let comparison = match quantifier {
                    Quantifier::Exactly(_) => Comparison::Equal,
                    Quantifier::AtLeast(_) => Comparison::AtLeast,
                    _ => Comparison::AtMost,
                };
                (comparison, number)
            }
        };
        Ok(Some(Condition::Compare(
            comparison,
            count,
            Amount::Known(number),
        )))
    }

    /// `stretches of v by mirror = lengths of v`.
    fn stretches_are(
        &mut self,
        comparison: Comparison,
        a: &Expr,
        b: &Expr,
        origin: &mut Option<Origin>,
    ) -> Made<Option<Condition>> {
        let ((Node::Beam(BeamPart::Stretches, view, layer), other)
        | (other, Node::Beam(BeamPart::Stretches, view, layer))) = (&a.node, &b.node)
        else {
            return Ok(None);
        };
        let list = match matches!(a.node, Node::Beam(..)) {
            true => b,
            false => a,
        };
        let is_not = comparison == Comparison::NotEqual;
        if matches!(other, Node::Beam(..))
            || self.has_beams(list)
            || !is_not && comparison != Comparison::Equal
            || !self.is_of(view, layer, origin)?
        {
            return Ok(None);
        }
        let test = match self.attempt(|compiler| compiler.value(list))? {
            Some(Value::Numbers(numbers)) => Condition::Stretches(numbers),
            Some(Value::Missing) => return Ok(Some(Condition::Known(None))),
            _ => return Ok(None),
        };
        Ok(Some(match is_not {
            true => Condition::Not(Box::new(test)),
            false => test,
        }))
    }
}

/// Whether a rulebook is about beams.
pub(super) fn is_said(book: &Rulebook) -> bool {
    let rules = book.rules.iter().flat_map(|rule| &rule.formulas);
    let bodies = book.definitions.iter().map(|known| &known.body);
    let mut found = false;
    for expr in rules.chain(bodies) {
        walk(expr, &mut |term| {
            found |= matches!(&term, Term::Expr(expr) if matches!(expr.node, Node::Beam(..)));
        });
    }
    found
}
