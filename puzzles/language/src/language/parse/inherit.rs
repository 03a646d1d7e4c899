//! What a rulebook takes over from the one that it extends.

use winnow::combinator::{alt, opt, preceded, separated};
use winnow::prelude::*;

use super::super::syntax::Rulebook;
use super::input::{any_number, any_text, any_word, keyword, sign};
use super::lines::Statement;
use super::statement::{Declarable, ONE_PARENT, Reader, id_of};
use super::{Input, Read};
use crate::document::{Problem, known_words};

impl Reader<'_> {
    pub(super) fn like(&mut self, input: &mut Input<'_>, statement: &Statement<'_>) -> Read<()> {
        let start = input.here();
        let is_first = self.book
            == Rulebook {
                about: self.book.about.clone(),
                family: self.book.family.clone(),
                also: self.book.also.clone(),
                ..Rulebook::default()
            };
        if !is_first {
            let problem = Problem::new(
                statement.head.span(),
                "`like` after other statements",
                "expected at the top: what is declared before it would be lost",
            );
            return Err(input
                .problem(problem.help(
                    "move this line before all others except `about`, `family` and `also`",
                )));
        }
        let first = input.name("the name of a rulebook")?;
        let name = hyphened(input, &first.name, "the rest of the rulebook's name")?;
        let end = input.since(start.start);
        let second = input.here();
        if input.accept_sign(",") || input.accept("and") {
            let problem = Problem::new(
                second,
                "a second rulebook",
                "expected the end of the line: a rulebook is like one other",
            );
            return Err(input.problem(problem.help(ONE_PARENT)));
        }
        let Some(parent) = (self.library)(&name) else {
            let problem = Problem::new(
                end,
                format!("there is no rulebook `{name}`"),
                format!(
                    "expected a rulebook beside the file or one of the library; at most {} may extend each other",
                    super::MAX_LIKE
                ),
            );
            return Err(input.problem(problem.help("`quadrille list` names the rulebooks")));
        };
        let own = std::mem::replace(&mut self.book, parent);
        self.book.name = own.name;
        let layers = self
            .book
            .layers
            .iter()
            .map(|layer| (Declarable::Layer, &layer.word.name));
        let definitions = self.book.definitions.iter();
        let definitions = definitions.map(|known| (Declarable::Definition, &known.word.name));
        let shapes = self
            .book
            .shapes
            .iter()
            .map(|(word, _)| (Declarable::Shape, &word.name));
        let rules = self
            .book
            .rules
            .iter()
            .map(|rule| (Declarable::Rule, &rule.id));
        let all = layers.chain(definitions).chain(shapes).chain(rules);
        self.inherited = all.map(|(part, name)| (part, name.clone())).collect();
        self.book.about = own.about.or(self.book.about.take());
        self.book.family = own.family.or(self.book.family.take());
        self.book.also = own.also;
        self.book.examples.clear();
        self.book.addresses.clear();
        let dropped = |input: &mut Input<'_>| self.without(input, &name);
        let dropped = preceded(keyword("without"), separated(1.., dropped, sign(",")));
        let _: Option<()> = opt(dropped).parse_next(input)?;
        Ok(())
    }

    /// Drops one of the rules of the rulebook `parent`, by its name or sentence.
    fn without(&mut self, input: &mut Input<'_>, parent: &str) -> Read<()> {
        let start = input.here().start;
        let named = alt((
            any_word.map(|word| (word.name.to_string(), None)),
            any_text.map(|text| (id_of(&text), Some(text))),
        ));
        let (first, sentence) = input.must(named, "the name of a rule, or its sentence")?;
        let wanted = hyphened(input, &first, "the rest of the rule's name")?;
        let before = self.book.rules.len();
        self.book
            .rules
            .retain(|rule| *rule.id != *wanted && Some(&*rule.sentence) != sentence.as_deref());
        if self.book.rules.len() == before {
            let known: Vec<&str> = self.book.rules.iter().map(|rule| &*rule.id).collect();
            let help = known_words(&wanted, &known);
            let problem = Problem::new(
                input.since(start),
                format!("there is no rule `{wanted}`"),
                format!("in `{parent}`"),
            );
            return Err(input.problem(problem.help(help)));
        }
        Ok(())
    }
}

/// A name that may go on after hyphens, as those of rulebooks and those made of sentences do.
fn hyphened(input: &mut Input<'_>, first: &str, what: &str) -> Read<String> {
    let mut name = first.to_owned();
    while input.accept_sign("-") {
        let rest = alt((
            any_word.map(|word| word.name.to_string()),
            any_number.map(|number| number.to_string()),
        ));
        name = format!("{name}-{}", input.must(rest, what)?);
    }
    Ok(name)
}
