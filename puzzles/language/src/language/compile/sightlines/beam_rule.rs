//! Rules about one beam between mirrors to find, and data: facts that are followed along the beam.

use std::sync::Arc;

use quadrille_engine::propagators::Number;

use super::super::logic::{FALSE, TRUE, Truth};
use super::super::value::{Scope, Value};
use super::super::{Compiler, Made};
use super::beam::{Origin, entry};
use super::beam_condition::{Amount, Fact, OnBeam, is_followed};
use crate::grid::Grid;
use crate::language::geometry::Atom;
use crate::language::signs::mirrors;
use crate::language::syntax::{
    BeamPart, Comparison, Expr, Kind, Lines, Measure, Name, Node, Noun, Over, Phrase, Predicate,
    Qualifier, Quantifier, Rulebook, Word,
};
use crate::language::values::position;
use crate::language::walk::{Term, uses, walk};
use crate::rules::{BeamFrom, Mirrors};

/// The facts about one beam that a rule is made of, and which beam that is.
#[derive(Default)]
struct BeamFacts {
    origin: Option<Origin>,
    facts: Vec<Fact>,
}

impl Compiler<'_> {
    /// Posts a rule about one beam and data. False if it is something else, or says more than can be followed along a
    /// beam.
    pub(crate) fn post_beam(&mut self, expr: &Expr) -> Made<bool> {
        if !self.options.has_beams || !self.has_beams(expr) {
            return Ok(false);
        }
        let mut found = BeamFacts::default();
        let (Some(()), Some(origin)) = (self.add_facts(expr, &mut found)?, found.origin) else {
            return Ok(false);
        };
        if found.facts.is_empty() {
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
                    facts: found.facts,
                }),
            ),
            "beam",
            "domain consistent if not too many beams are possible",
        );
        Ok(true)
    }

    /// Whether an expression, or a definition that it uses, is about a beam that depends on the solution.
    fn has_beams(&self, expr: &Expr) -> bool {
        uses(&self.data.book, expr, &|part| self.beam_in(part).is_some())
    }

    /// The part of a beam that depends on the solution which a term is, its view and its layer.
    fn beam_in<'e>(&self, term: &Term<'e>) -> Option<(BeamPart, &'e Expr, &'e Word)> {
        let Term::Expr(expr) = term else {
            return None;
        };
        let Node::Beam(part, view, word) = &expr.node else {
            return None;
        };
        let layer = self.data.book.layer(&word.name)?;
        self.data.is_found(layer).then_some((*part, view, word))
    }

    /// Notes the origin of a beam, unless there is another one.
    fn is_of(&mut self, view: &Expr, layer: &Word, facts: &mut BeamFacts) -> Made<bool> {
        if self.has_beams(view) {
            return Ok(false);
        }
        let found = self.attempt(|compiler| compiler.origin(view, layer, &view.span))?;
        let Some((Ok(found), _)) = found else {
            return Ok(false);
        };
        Ok(*facts.origin.get_or_insert(found) == found)
    }

    /// What is evaluated, unless it depends on the solution or on data in part, and whether data were read that are not told.
    fn attempt<T>(&mut self, made: impl FnOnce(&mut Self) -> Made<T>) -> Made<Option<(T, bool)>> {
        let names = self.eval.scope.names.len();
        let missing = std::mem::replace(&mut self.eval.missing, false);
        let outside = std::mem::take(&mut self.eval.absence);
        let result = made(self);
        let absence = std::mem::replace(&mut self.eval.absence, outside);
        self.eval.scope.names.truncate(names);
        self.eval.missing = missing;
        match result {
            Err(problem) if self.is_spent() || self.eval.is_final => Err(problem),
            result => Ok(result
                .ok()
                .filter(|_| absence.when.is_empty())
                .map(|made| (made, absence.untold))),
        }
    }

    /// A test that does not depend on the solution: true, false or missing.
    fn known_truth(&mut self, expr: &Expr) -> Made<Option<Option<bool>>> {
        let truth = self.attempt(|compiler| compiler.truth(expr))?;
        Ok(match truth {
            Some((Truth::Plain(TRUE) | Truth::Partial(TRUE, FALSE), _)) => Some(Some(true)),
            Some((Truth::Plain(FALSE) | Truth::Partial(FALSE, TRUE), _)) => Some(Some(false)),
            Some((Truth::Partial(FALSE, FALSE), _)) => Some(None),
            _ => None,
        })
    }

    /// A number that does not depend on the solution, or is missing.
    fn known_number(&mut self, expr: &Expr) -> Made<Option<Option<i128>>> {
        if self.has_beams(expr) {
            return Ok(None);
        }
        let value = self.attempt(|compiler| compiler.value(expr))?;
        Ok(match value {
            Some((Value::Number(Number::Const(number)), false)) => Some(Some(number)),
            Some((Value::Missing, _)) => Some(None),
            _ => None,
        })
    }

    /// Adds what a test says of one beam. `None` if it says something else.
    fn add_facts(&mut self, expr: &Expr, found: &mut BeamFacts) -> Made<Option<()>> {
        self.spend(1, &expr.span)?;
        if !self.has_beams(expr) {
            let truth = self.known_truth(expr)?;
            return Ok(truth.filter(|truth| *truth != Some(false)).map(drop));
        }
        if let Some(holds) = self.by_exit(expr, found)? {
            if holds.contains(&false) {
                found.facts.push(Fact::Exit(holds));
            }
            return Ok(Some(()));
        }
        match &expr.node {
            Node::And(parts) => {
                for part in parts {
                    if self.add_facts(part, found)?.is_none() {
                        return Ok(None);
                    }
                }
                Ok(Some(()))
            }
            Node::Compare(comparison, a, b) => self.add_comparison(*comparison, a, b, found),
            Node::Is(subject, false, Predicate::Value(other)) => {
                self.add_comparison(Comparison::Equal, subject, other, found)
            }
            Node::Quantified(quantifier, phrases, body) => {
                self.add_stretches(quantifier, phrases, body.as_deref(), found)
            }
            Node::Of(word, arguments) => self.in_definition(word, arguments, |compiler, body| {
                compiler.add_facts(body, found)
            }),
            _ => Ok(None),
        }
    }

    /// A test that depends on where a beam comes out and on nothing else of the solution: by view, whether it holds or is
    /// missing.
    fn by_exit(&mut self, expr: &Expr, found: &mut BeamFacts) -> Made<Option<Vec<bool>>> {
        let mut parts = Vec::new();
        walk(expr, &mut |term| parts.extend(self.beam_in(&term)));
        let only = parts.iter().all(|(part, ..)| *part == BeamPart::Exit);
        let Some(&(_, view, layer)) = parts.first().filter(|_| only) else {
            return Ok(None);
        };
        let (true, Some(own)) = (self.is_of(view, layer, found)?, found.origin) else {
            return Ok(None);
        };
        let mut all = Vec::new();
        for exit in 0..self.data.geometry.count_lines(Lines::View) {
            let outer = self.eval.assumed_exit.replace((own, exit));
            // A defined test is remembered for its arguments.
            let defined = std::mem::take(&mut self.memo.once);
            let one = self.known_truth(expr);
            self.memo.once = defined;
            self.eval.assumed_exit = outer;
            match one? {
                Some(truth) => all.push(truth != Some(false)),
                None => return Ok(None),
            }
        }
        Ok(Some(all))
    }

    /// A number of a beam, or its stretches, compared with data.
    fn add_comparison(
        &mut self,
        comparison: Comparison,
        a: &Expr,
        b: &Expr,
        found: &mut BeamFacts,
    ) -> Made<Option<()>> {
        let (amount, other, comparison) = match self.has_beams(a) {
            true => (a, b, comparison),
            false => (b, a, comparison.turned()),
        };
        if comparison == Comparison::Divides {
            return Ok(None);
        }
        if let Node::Beam(BeamPart::Stretches, view, layer) = &amount.node {
            let is_meant = comparison == Comparison::Equal
                && !self.has_beams(other)
                && self.is_of(view, layer, found)?;
            if !is_meant {
                return Ok(None);
            }
            return Ok(match self.attempt(|compiler| compiler.value(other))? {
                Some((Value::Numbers(numbers), _)) => {
                    found.facts.push(Fact::Stretches(numbers));
                    Some(())
                }
                Some((Value::Missing, _)) => Some(()),
                _ => None,
            });
        }
        let amount = self.amount(amount, found)?;
        let (Some(amount), Some(number)) = (amount, self.known_number(other)?) else {
            return Ok(None);
        };
        found
            .facts
            .extend(number.map(|number| Fact::Compare(amount, comparison, number)));
        Ok(Some(()))
    }

    /// A number of one beam. `None` if it is something else.
    fn amount(&mut self, expr: &Expr, found: &mut BeamFacts) -> Made<Option<Amount>> {
        self.spend(1, &expr.span)?;
        Ok(match &expr.node {
            Node::Beam(BeamPart::Turns, view, layer) => {
                self.is_of(view, layer, found)?.then_some(Amount::Turns)
            }
            Node::Measure(measure, Over::Phrases(phrases, value)) if is_followed(*measure) => {
                let skipped = match measure {
                    Measure::Sum => Some(0),
                    Measure::Product => Some(1),
                    _ => None,
                };
                let each = self.of_stretches(phrases, skipped, found, |compiler| {
                    Ok(compiler.known_number(value)?.flatten())
                })?;
                each.map(|each| Amount::Of(*measure, each))
            }
            Node::Count(phrases) => {
                let each = self.of_stretches(phrases, Some(0), found, |_| Ok(Some(1)))?;
                each.map(|each| Amount::Of(Measure::Sum, each))
            }
            Node::Of(word, arguments) => {
                self.in_definition(word, arguments, |compiler, body| {
                    compiler.amount(body, found)
                })?
            }
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
        let mut definitions = self.data.book.definitions.iter();
        let Some(definition) = definitions.find(|known| known.word.name == word.name) else {
            return Ok(None);
        };
        let mut names: Vec<(Name, Value)> = Vec::new();
        for (parameter, argument) in definition.parameters.iter().zip(arguments) {
            if self.has_beams(argument) {
                return Ok(None);
            }
            let Some((value, _)) = self.attempt(|compiler| compiler.value(argument))? else {
                return Ok(None);
            };
            names.push((parameter.name.clone(), value));
        }
        let outer = std::mem::replace(&mut self.eval.scope, Scope { names });
        let result = made(self, &definition.body);
        self.eval.scope = outer;
        result
    }

    /// What is said of each stretch of a beam that a phrase `value k in stretches of … [where …]` names, by length, and
    /// what stands for the others.
    fn of_stretches(
        &mut self,
        phrases: &[Phrase],
        skipped: Option<i128>,
        found: &mut BeamFacts,
        known: impl Fn(&mut Self) -> Made<Option<i128>>,
    ) -> Made<Option<Vec<i128>>> {
        let [phrase] = phrases else {
            return Ok(None);
        };
        let Noun::Entry(list) = &phrase.noun else {
            return Ok(None);
        };
        let Node::Beam(BeamPart::Stretches, view, layer) = &list.node else {
            return Ok(None);
        };
        let mut conditions = Vec::new();
        for qualifier in &phrase.qualifiers {
            match qualifier {
                Qualifier::Where(test) if !self.has_beams(test) => conditions.push(test),
                _ => return Ok(None),
            }
        }
        if phrase.take.is_some()
            || !phrase.adjectives.is_empty()
            || !self.is_of(view, layer, found)?
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
        for length in 1..=longest {
            let value = Value::Number(Number::Const(length as i128));
            self.eval.scope.names.push((name.clone(), value));
            let mut is_named = Ok(Some(Some(true)));
            for test in &conditions {
                if matches!(is_named, Ok(Some(Some(true)))) {
                    is_named = self.known_truth(test);
                }
            }
            let one = is_named.and_then(|is_named| match is_named {
                Some(Some(true)) => known(self),
                Some(_) => Ok(skipped),
                None => Ok(None),
            });
            self.eval.scope.names.pop();
            match one? {
                Some(one) => all.push(one),
                None => return Ok(None),
            }
        }
        // What only grows along the beam.
        let is_growing = |one: &i128| skipped.is_none_or(|skipped| *one >= skipped);
        Ok(Some(all).filter(|all| all.iter().all(is_growing)))
    }

    /// `each value k in stretches of v by mirror: …`.
    fn add_stretches(
        &mut self,
        quantifier: &Quantifier,
        phrases: &[Phrase],
        body: Option<&Expr>,
        found: &mut BeamFacts,
    ) -> Made<Option<()>> {
        if body.is_some_and(|body| self.has_beams(body)) {
            return Ok(None);
        }
        // What is missing is skipped.
        let wanted = Some(Some(*quantifier != Quantifier::Each));
        let counted = self.of_stretches(phrases, Some(0), found, |compiler| {
            let truth = body.map_or(Ok(wanted), |body| compiler.known_truth(body))?;
            Ok(truth.map(|truth| i128::from(Some(truth) == wanted)))
        })?;
        let (comparison, number) = match quantifier {
            Quantifier::Each | Quantifier::No => (Comparison::Equal, Some(Some(0))),
            Quantifier::Some => (Comparison::AtLeast, Some(Some(1))),
            Quantifier::Exactly(n) => (Comparison::Equal, self.known_number(n)?),
            Quantifier::AtLeast(n) => (Comparison::AtLeast, self.known_number(n)?),
            Quantifier::AtMost(n) => (Comparison::AtMost, self.known_number(n)?),
        };
        let (Some(counted), Some(number)) = (counted, number) else {
            return Ok(None);
        };
        let count = Amount::Of(Measure::Sum, counted);
        found
            .facts
            .extend(number.map(|number| Fact::Compare(count, comparison, number)));
        Ok(Some(()))
    }
}

/// Whether a rulebook is about beams.
pub(crate) fn speaks_of_beams(book: &Rulebook) -> bool {
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

#[cfg(test)]
mod tests {
    use super::super::super::tests::{data, propagators, solutions};
    use super::super::super::{Selection, compile};
    use crate::language::interpret::{self, Judgement};

    #[test]
    fn what_is_followed_along_a_beam_is_what_the_checker_accepts() {
        let views = "2 . 1 2 . . . . . .";
        for rule in [
            "exit of (first view) by glass = (last view) and turns of (first view) by glass = 1",
            "side of (exit of (first view) by glass) = up",
            "turns of (last view) by glass <= 1",
            "passes of (first view) >= 2 and not (exit of (first view) by glass = (first view))",
            "product over values k in stretches of (first view) by glass: k = 4",
            "sum over values k in stretches of (first view) by glass: k * k <= 9",
            "least over values k in stretches of (first view) by glass: k = 2",
            "greatest over values k in stretches of (first view) by glass: k = 2",
            "first over values k in stretches of (first view) by glass: k = 2",
            "last over values k in stretches of (last view) by glass: k = 1",
            "product over values k in stretches of (first view) by glass where k > 1: k = 6",
            "count (values k in stretches of (first view) by glass where k = 1) >= 2",
            "each value k in stretches of (first view) by glass: k <= 2",
            "exactly 2 values k in stretches of (first view) by glass: k = 1",
            "no value k in stretches of (first view) by glass: k = lengths of (first view)",
            "each view v: turns of v by glass != lengths of v",
        ] {
            let book = |rule: &str| {
                let text = format!(
                    "data lengths on views: number\ndecide glass on cells: rise \"/\" or fall \"\\\" or none\n\
                     define passes of v: turns of v by glass\n\"Rule.\"\n    {rule}\n"
                );
                data(&text, 2, 3, &[("lengths", views)])
            };
            let own = book(rule);
            let parts = propagators(&own);
            assert!(
                parts.iter().all(|part| *part == "beam"),
                "{rule}: {parts:?}"
            );
            let free = Selection {
                without: vec![own.book.rules[0].id.to_string()],
                ..Selection::default()
            };
            let compiled = compile(&own, &free).expect("a model");
            let mut solver = compiled.model.solver();
            let kept = solver.solutions().filter(|solution| {
                let filling = compiled.reading.filling(solution.as_ref().unwrap());
                let formula = &own.book.rules[0].formulas[0];
                interpret::judge(&own, &filling, formula, None) == Judgement::Kept
            });
            let kept = kept.count();
            assert_eq!(solutions(&own).len(), kept, "{rule}");
            assert!((1..729).contains(&kept), "{rule}: {kept}");
        }
    }
}
