//! Predicates about places and phrases.

use super::super::syntax::{Comparison, Expr, Predicate, Span};
use super::logic::{Truth, and, or};
use super::value::Value;
use super::{Compiler, Made};

impl Compiler<'_> {
    pub(super) fn predicate(
        &mut self,
        subject: &Expr,
        predicate: &Predicate,
        span: &Span,
    ) -> Made<Truth> {
        match predicate {
            Predicate::Adjective(word, arguments) => {
                let value = self.value(subject)?;
                let truth = self.adjective(word, &value, arguments)?;
                Ok(match truth {
                    Truth::Plain(test) => Truth::Plain(self.settled(test)?),
                    partly => partly,
                })
            }
            Predicate::Value(other) => self.comparison(Comparison::Equal, subject, other),
            Predicate::Told => {
                let before = std::mem::replace(&mut self.untold, false);
                let value = self.value(subject)?;
                let is_untold = std::mem::replace(&mut self.untold, before);
                Ok(match value {
                    Value::Missing if is_untold => Truth::constant(false),
                    Value::Missing => Truth::MISSING,
                    _ => Truth::constant(true),
                })
            }
            Predicate::OneOf(others) => {
                let mut truths = Vec::new();
                for other in others {
                    truths.push(self.comparison(Comparison::Equal, subject, other)?);
                }
                Ok(Truth::or(truths))
            }
            Predicate::In(place) => {
                let whole = self.value(place)?;
                match &whole {
                    Value::Directions(directions) => {
                        return match self.value(subject)? {
                            Value::Direction(direction) => {
                                Ok(Truth::constant(directions.contains(&direction)))
                            }
                            Value::Missing => Ok(Truth::MISSING),
                            _ => self.wrong(
                                &subject.span,
                                "this is not a direction",
                                "expected a direction",
                            ),
                        };
                    }
                    Value::List(..) | Value::Numbers(_) => {
                        return match self.value(subject)? {
                            Value::Missing => Ok(Truth::MISSING),
                            value => self.is_in_list(&value, &whole, span),
                        };
                    }
                    _ => {}
                }
                let place = self.place(place)?;
                let atoms = self.atoms(subject)?.into_iter();
                let ways = atoms.map(|(atom, guard)| and([guard, self.lies_in(&place, atom)]));
                let test = or(ways);
                Ok(Truth::Plain(self.settled(test)?))
            }
            Predicate::Inside(place) => {
                let place = self.place(place)?;
                let mut ways = Vec::new();
                for (atom, guard) in self.atoms(subject)? {
                    ways.push(and([guard, self.inside(&place, atom, span)?]));
                }
                Ok(Truth::Plain(or(ways)))
            }
            Predicate::Rectangle | Predicate::Square => {
                let place = self.place(subject)?;
                let test = self.is_rectangle(&place, *predicate == Predicate::Square, span)?;
                Ok(Truth::Plain(self.settled(test)?))
            }
            Predicate::Congruent(other) => {
                let (place, other) = (self.place(subject)?, self.place(other)?);
                let test = self.are_congruent(&place, &other, span)?;
                Ok(Truth::Plain(self.settled(test)?))
            }
            // The checker can evaluate this.
            Predicate::Folds(_) => self.wrong(
                span,
                "folding cannot be part of another rule",
                "expected a rule of its own, about cells determined by the data",
            ),
            Predicate::Connected(_)
            | Predicate::OneLoop
            | Predicate::OneCrossingLoop
            | Predicate::OnePath
            | Predicate::WithoutLoop
            | Predicate::Symmetric(_) => {
                let place = self.place(subject)?;
                Ok(Truth::Plain(self.judged(&place, predicate, span)?))
            }
        }
    }
}
