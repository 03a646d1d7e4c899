//! Predicates about places and phrases.

use super::super::logic::{TRUE, Truth, and, not, or};
use super::super::value::Value;
use super::super::{Compiler, Made};
use crate::language::syntax::{Comparison, Domain, Expr, Node, Predicate, Span};

impl Compiler<'_> {
    /// `LAYER of X is told`, where the data differs between the atoms that X may be. `None` if it is another subject.
    fn told_of_one(&mut self, subject: &Expr) -> Made<Option<Truth>> {
        let Node::Of(word, arguments) = &subject.node else {
            return Ok(None);
        };
        let ([argument], Some(layer)) = (&arguments[..], self.data.book.layer(&word.name)) else {
            return Ok(None);
        };
        if self.data.is_found(layer) {
            return Ok(None);
        }
        let Value::Place(place) = self.value(argument)? else {
            return Ok(None);
        };
        let is_one = match self.data.book.layers[layer].domain {
            Domain::Regions => place.is_one_atom(),
            _ => place.may_be_one(),
        };
        if !is_one || place.members.iter().all(|(_, test)| *test == TRUE) {
            return Ok(None);
        }
        let place = self.the_one(&place, &argument.span)?;
        let before = std::mem::replace(&mut self.eval.absence.untold, false);
        // A thing that does not exist has an empty value, not an unknown one.
        let mut told = vec![not(or(place.members.iter().map(|(_, test)| test.clone())))];
        let mut untold = Vec::new();
        for (atom, test) in &place.members {
            let value = self.layer_of(layer, &Value::Atom(*atom), &subject.span)?;
            let is_untold = std::mem::replace(&mut self.eval.absence.untold, false);
            match value {
                Value::Missing if is_untold => untold.push(test.clone()),
                Value::Missing => {}
                _ => told.push(test.clone()),
            }
        }
        self.eval.absence.untold = before;
        Ok(Some(Truth::Partial(or(told), or(untold))))
    }

    /// Longer than other functions: an arm for each predicate.
    pub(crate) fn predicate(
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
                    Truth::Plain(test) => Truth::Plain(self.reify(test)?),
                    partly => partly,
                })
            }
            Predicate::Value(other) => self.comparison(Comparison::Equal, subject, other),
            Predicate::Told => {
                if let Some(truth) = self.told_of_one(subject)? {
                    return Ok(truth);
                }
                let before = std::mem::replace(&mut self.eval.absence.untold, false);
                let value = self.value(subject)?;
                let is_untold = std::mem::replace(&mut self.eval.absence.untold, before);
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
                            _ => self.unclear(&subject.span),
                        };
                    }
                    Value::Shapes(given) => {
                        return match self.value(subject)? {
                            Value::Missing => Ok(Truth::MISSING),
                            shape => Ok(Truth::Plain(self.is_among_shapes(&shape, given, span)?)),
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
                Ok(Truth::Plain(self.reify(test)?))
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
                Ok(Truth::Plain(self.reify(test)?))
            }
            Predicate::Congruent(other) => {
                let (place, other) = (self.place(subject)?, self.place(other)?);
                let test = self.are_congruent(&place, &other, span)?;
                Ok(Truth::Plain(self.reify(test)?))
            }
            Predicate::SymmetricAbout(motion, about) => {
                let place = self.place(subject)?;
                let mut ways = Vec::new();
                for (centre, guard) in self.centres(about)? {
                    let symmetric = self.is_symmetric_about(&place, *motion, centre, span)?;
                    ways.push(and([guard, symmetric]));
                }
                Ok(Truth::Plain(self.reify(or(ways))?))
            }
            Predicate::Symmetric(motion) => {
                let place = self.place(subject)?;
                Ok(Truth::Plain(self.is_symmetric(&place, *motion, span)?))
            }
            Predicate::Connected(touch) => {
                let place = self.place(subject)?;
                match self.is_connected_part(&place, *touch) {
                    Some(test) => Ok(Truth::Plain(test)),
                    None => self.unclear(span),
                }
            }
            // There are propagators for these only where they must hold.
            Predicate::Folds(_)
            | Predicate::OneLoop
            | Predicate::OneCrossingLoop
            | Predicate::OnePath
            | Predicate::WithoutLoop => self.unclear(span),
        }
    }
}
