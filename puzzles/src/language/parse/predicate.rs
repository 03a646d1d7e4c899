//! Predicates about places: connected, a loop, a rectangle, symmetric, folded into a box.

use super::super::syntax::{Folding, Motion, Predicate};
use super::{Parser, Read};

impl Parser<'_> {
    pub(super) fn predicate(&mut self) -> Read<Predicate> {
        let word = self.word().unwrap_or_default();
        Ok(match (word, self.word_at(1)) {
            ("connected", _) => {
                self.next += 1;
                Predicate::Connected(self.touch()?)
            }
            ("told", _) => {
                self.next += 1;
                Predicate::Told
            }
            ("one", Some("loop")) => {
                self.next += 2;
                if self.word() == Some("with") {
                    self.next += 1;
                    self.expect("crossings", "as in `one loop with crossings`")?;
                    Predicate::OneCrossingLoop
                } else {
                    Predicate::OneLoop
                }
            }
            ("one", Some("path")) => {
                self.next += 2;
                Predicate::OnePath
            }
            ("without", Some("loop")) => {
                self.next += 2;
                Predicate::WithoutLoop
            }
            ("one", Some("of")) => {
                self.next += 2;
                let mut choices = vec![self.additive()?];
                while self.accept_sign(",") {
                    choices.push(self.additive()?);
                }
                Predicate::OneOf(choices)
            }
            ("in", _) => {
                self.next += 1;
                Predicate::In(Box::new(self.primary()?))
            }
            ("inside", _) => {
                self.next += 1;
                Predicate::Inside(Box::new(self.primary()?))
            }
            ("a" | "an", Some("rectangle")) => {
                self.next += 2;
                Predicate::Rectangle
            }
            ("a" | "an", Some("square")) => {
                self.next += 2;
                Predicate::Square
            }
            ("congruent", Some("to")) if !self.vocabulary.adjectives.contains(word) => {
                self.next += 2;
                Predicate::Congruent(Box::new(self.primary()?))
            }
            ("symmetric", _) => {
                self.next += 1;
                let motion = self.motion()?;
                match self.accept("about") {
                    true => Predicate::SymmetricAbout(motion, Box::new(self.primary()?)),
                    false => Predicate::Symmetric(motion),
                }
            }
            _ if self.vocabulary.adjectives.contains(word)
                || super::phrase::BUILT_IN.contains(&word) =>
            {
                let adjective = self.name("an adjective")?;
                let arity = self.vocabulary.definitions.get(&adjective.name);
                let mut arguments = Vec::new();
                for _ in 1..arity.copied().unwrap_or(1) {
                    self.preposition()?;
                    arguments.push(self.primary()?);
                }
                Predicate::Adjective(adjective, arguments)
            }
            _ => Predicate::Value(Box::new(self.additive()?)),
        })
    }

    /// `into a box of 1 by 2 by 3 with opposite … and adjacent …`.
    pub(super) fn folding(&mut self) -> Read<Folding> {
        self.expect("into", "and `a box`, as in `kept cells fold into a box`")?;
        self.expect("a", "and `box`, as in `kept cells fold into a box`")?;
        self.expect("box", "as in `kept cells fold into a box`")?;
        let mut folding = Folding::default();
        if self.accept("of") {
            let mut length = |first: bool| {
                if !first {
                    self.expect("by", "and a length, as in `a box of 2 by 3 by 4`")?;
                }
                self.primary()
            };
            folding.size = Some([length(true)?, length(false)?, length(false)?]);
        }
        let mut joint = "with";
        while self.word() == Some(joint)
            && let Some(word @ ("opposite" | "adjacent")) = self.word_at(1)
        {
            self.next += 2;
            let cells = Some(self.primary()?);
            match word {
                "opposite" => folding.opposite = cells,
                _ => folding.adjacent = cells,
            }
            joint = "and";
        }
        if joint == "with" && self.accept("with") {
            return Err(self.unexpected("`opposite` or `adjacent`, and cells"));
        }
        Ok(folding)
    }

    fn motion(&mut self) -> Read<Option<Motion>> {
        if !self.accept("under") {
            return Ok(None);
        }
        let motion = match (self.word(), self.word_at(1)) {
            (Some("mirror"), _) => {
                self.next += 1;
                Motion::Mirror
            }
            (Some("half"), Some("turn")) => {
                self.next += 2;
                Motion::HalfTurn
            }
            (Some("quarter"), Some("turn")) => {
                self.next += 2;
                Motion::QuarterTurn
            }
            _ => return Err(self.unexpected("`mirror`, `half turn` or `quarter turn`")),
        };
        Ok(Some(motion))
    }

    pub(super) fn preposition(&mut self) -> Read<()> {
        if self.accept_any(&[
            "in", "to", "from", "at", "for", "by", "of", "on", "and", "with", "towards",
        ]) {
            return Ok(());
        }
        Err(self.unexpected("a preposition such as `in`, `to` or `for`, and another argument"))
    }
}
