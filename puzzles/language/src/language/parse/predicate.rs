//! Predicates about places: connected, a loop, a rectangle, symmetric, folded into a box.

use winnow::combinator::{alt, opt, preceded, separated};
use winnow::prelude::*;

use super::super::syntax::{Folding, Motion, Predicate};
use super::formula::boxed;
use super::input::{keyword, keywords, one_of, sign};
use super::phrase::BUILT_IN;
use super::{Input, Read, Unread};

/// Words between the arguments of a definition.
pub(super) const PREPOSITIONS: [&str; 11] = [
    "in", "to", "from", "at", "for", "by", "of", "on", "and", "with", "towards",
];

impl Input<'_> {
    pub(super) fn predicate(&mut self) -> Read<Predicate> {
        let place = || boxed(Input::primary);
        let of_lines = alt((
            preceded(keywords(["one", "loop"]), Input::crossings),
            keywords(["one", "path"]).value(Predicate::OnePath),
            keywords(["without", "loop"]).value(Predicate::WithoutLoop),
        ));
        let of_shapes = alt((
            (one_of(&["a", "an"]), keyword("rectangle")).value(Predicate::Rectangle),
            (one_of(&["a", "an"]), keyword("square")).value(Predicate::Square),
            preceded(Input::congruent_to, place()).map(Predicate::Congruent),
            preceded(keyword("symmetric"), Input::symmetric),
        ));
        let choices = separated(1.., Input::additive, sign(","));
        alt((
            preceded(keyword("connected"), Input::touch).map(Predicate::Connected),
            keyword("told").value(Predicate::Told),
            of_lines,
            preceded(keywords(["one", "of"]), choices).map(Predicate::OneOf),
            preceded(keyword("in"), place()).map(Predicate::In),
            preceded(keyword("inside"), place()).map(Predicate::Inside),
            of_shapes,
            Input::adjective,
            boxed(Input::additive).map(Predicate::Value),
        ))
        .parse_next(self)
    }

    /// What may follow on `one loop`.
    fn crossings(&mut self) -> Read<Predicate> {
        if !self.accept("with") {
            return Ok(Predicate::OneLoop);
        }
        self.expect("crossings", "as in `one loop with crossings`")?;
        Ok(Predicate::OneCrossingLoop)
    }

    /// `congruent to`, unless the rulebook has another meaning for it.
    fn congruent_to(&mut self) -> Read<()> {
        if self.vocabulary.adjectives.contains("congruent") {
            return Err(Unread::Absent);
        }
        keywords(["congruent", "to"]).void().parse_next(self)
    }

    /// What may follow on `symmetric`.
    fn symmetric(&mut self) -> Read<Predicate> {
        let motion = opt(preceded(keyword("under"), Input::motion)).parse_next(self)?;
        let about = preceded(keyword("about"), boxed(Input::primary));
        Ok(match opt(about).parse_next(self)? {
            Some(centre) => Predicate::SymmetricAbout(motion, centre),
            None => Predicate::Symmetric(motion),
        })
    }

    /// An adjective of the language or the rulebook, with the further arguments of its definition.
    fn adjective(&mut self) -> Read<Predicate> {
        let known = |word| self.vocabulary.adjectives.contains(word) || BUILT_IN.contains(&word);
        if !self.word().is_some_and(known) {
            return Err(Unread::Absent);
        }
        let adjective = self.name("an adjective")?;
        let arity = self.vocabulary.definitions.get(&adjective.name);
        let mut arguments = Vec::new();
        for _ in 1..arity.copied().unwrap_or(1) {
            self.preposition()?;
            arguments.push(self.primary()?);
        }
        Ok(Predicate::Adjective(adjective, arguments))
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
        loop {
            let side = preceded(keyword(joint), one_of(&["opposite", "adjacent"]));
            let Some(side) = opt(side).parse_next(self)? else {
                break;
            };
            let cells = Some(self.primary()?);
            match side {
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

    fn motion(&mut self) -> Read<Motion> {
        let motions = alt((
            keyword("mirror").value(Motion::Mirror),
            keywords(["half", "turn"]).value(Motion::HalfTurn),
            keywords(["quarter", "turn"]).value(Motion::QuarterTurn),
        ));
        self.must(motions, "`mirror`, `half turn` or `quarter turn`")
    }

    pub(super) fn preposition(&mut self) -> Read<()> {
        let what = "a preposition such as `in`, `to` or `for`, and another argument";
        self.must(one_of(&PREPOSITIONS).void(), what)
    }
}
