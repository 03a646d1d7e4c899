//! Sums and other measures of values, tests of several values, clues and regular expressions.

use super::super::pattern::{CONSISTS_OF, Pattern};
use super::super::syntax::{
    Domain, Expr, Ground, Kind, Measure, Node, Over, Span, ValuesTest, Word,
};
use super::Checker;
use super::kind::Type;
use crate::clue::Clue;

/// How to measure something other than a value of a layer.
const OVER: &str =
    "for anything but a layer say `over`, as in `bag over groups g of shaded cells: size of g`";

impl Checker<'_> {
    /// The type of the values of a measure, and their position.
    fn values(&mut self, over: &Over) -> (Type, Span) {
        match over {
            Over::Layer(word, place) => {
                let at = self.place(place);
                let span = word.span.start..place.span.end;
                let each = match at.atoms() {
                    Some(kind) => Type::Atom(kind),
                    None => Type::Any,
                };
                if self.book.layer(&word.name).is_none()
                    && let Some(definition) = self.definition(&word.name)
                {
                    return (self.defined(definition, vec![each], &word.span), span);
                }
                let known = self.problems.len();
                let Some(layer) = self.layer(word) else {
                    for problem in &mut self.problems[known..] {
                        let help = problem.help.take().map_or(String::new(), |help| {
                            match help.ends_with('?') {
                                true => help + " ",
                                false => help + "; ",
                            }
                        });
                        problem.help = Some(help + OVER);
                    }
                    return (Type::Any, span);
                };
                (self.layer_along(layer, &each, word, place), span)
            }
            Over::Phrases(phrases, value) => {
                let mut found = Type::Any;
                self.among(phrases, |checker| found = checker.value(value));
                (found, value.span.clone())
            }
        }
    }

    /// The type of a layer's values along a place.
    fn layer_along(&mut self, layer: usize, each: &Type, word: &Word, place: &Expr) -> Type {
        if self.book.layers[layer].on == Ground::Puzzle {
            let name = &word.name;
            return self.wrong_but(
                &word.span,
                format!("`{name}` has one value for the whole puzzle"),
                "expected a layer with a value for each of several cells, links, edges or corners",
                format!("its value is `{name}` alone"),
            );
        }
        // A region of the data has what lies in it, but its cells are not those of a link or a corner.
        if let (Ground::Atoms(kind, _), Some(own)) = (&self.book.layers[layer].on, each.atoms())
            && *kind != own
        {
            let (name, stands) = (&word.name, self.stands_on(layer));
            return self.wrong_but(
                &place.span,
                format!("`{name}` is not declared on this"),
                format!(
                    "found {}, but `{name}` is declared on {stands}",
                    own.plural()
                ),
                format!("say of which {stands}, as in `{name} in {stands} of x`"),
            );
        }
        self.layer_at(layer, each, word, &place.span)
    }

    pub(super) fn measure(&mut self, measure: Measure, over: &Over) -> Type {
        let (each, span) = self.values(over);
        match measure {
            Measure::List => return Type::List,
            Measure::Bag => return Type::Bag,
            Measure::Distinct => return Type::NUMBER,
            Measure::First | Measure::Last => {
                return match each {
                    Type::Number(_) => Type::NUMBER,
                    each => each,
                };
            }
            _ => {}
        }
        self.numbers(&each, &span, "these are not numbers to measure");
        Type::NUMBER
    }

    fn numbers(&mut self, each: &Type, span: &Span, message: &str) {
        if each.is_number() || *each == Type::Test {
            return;
        }
        let expected = format!("found {}, expected a number of each", each.called());
        match each {
            Type::Word(_) => self.wrong_but(
                span,
                message,
                expected,
                "`count WORD cells in …` counts the cells with a word",
            ),
            _ => self.wrong(span, message, expected),
        };
    }

    pub(super) fn values_test(&mut self, test: ValuesTest, over: &Over) -> Type {
        let (each, span) = self.values(over);
        if test == ValuesTest::Increasing && each != Type::Test {
            self.numbers(&each, &span, "only numbers increase");
        }
        Type::Test
    }

    pub(super) fn satisfies(&mut self, number: &Expr, clue: &Expr) -> Type {
        self.number(number);
        match &clue.node {
            Node::Text(text) => {
                if let Err(error) = Clue::parse(text) {
                    self.wrong_but(
                        &clue.span,
                        "the clue cannot be read",
                        format!("found {}, expected {}", error.found, error.expected),
                        "the chapter on clues describes them",
                    );
                }
            }
            _ => {
                let found = self.value(clue);
                if !matches!(found, Type::Any | Type::Clue | Type::Name | Type::Text) {
                    self.wrong(
                        &clue.span,
                        "this is not a clue",
                        format!(
                            "found {}, expected a clue of the data, or one in quotes",
                            found.called()
                        ),
                    );
                }
            }
        }
        Type::Test
    }

    pub(super) fn reads(&mut self, word: &Word, place: &Expr, pattern: &Expr) {
        let at = self.place(place);
        let Some(layer) = self.layer(word) else {
            return;
        };
        let each = match at.atoms() {
            Some(kind) => Type::Atom(kind),
            None => Type::Any,
        };
        self.layer_along(layer, &each, word, place);
        let declared = &self.book.layers[layer];
        let words = match &declared.domain {
            Domain::Values { .. } => self.book.words_of(&declared.word.name),
            Domain::Number => Vec::new(),
            _ => {
                self.wrong_but(
                    &word.span,
                    format!("no expression reads the values of `{}`", word.name),
                    "expected a layer of words or numbers",
                    "declare words, as in `decide way on cells: up or right or down or left`, and say what they mean in rules",
                );
                return;
            }
        };
        let Node::Text(text) = &pattern.node else {
            let found = self.value(pattern);
            let is_own = matches!(&found, Type::Patterns(of) if *of == word.name);
            if !is_own && found != Type::Any {
                self.wrong_but(
                    &pattern.span,
                    "this is not a regular expression",
                    format!("found {}, expected a pattern of `{}`", found.called(), word.name),
                    format!(
                        "an expression stands in quotes, or comes from the puzzle: `data words: patterns of {}`",
                        word.name
                    ),
                );
            }
            return;
        };
        if let Err(message) = Pattern::parse(text, &words) {
            self.wrong_but(
                &pattern.span,
                "the regular expression cannot be read",
                message,
                CONSISTS_OF,
            );
        }
    }

    /// The type of cells, which have neighbours.
    pub(super) fn cells(&mut self, of: &Expr, what: &str) -> Type {
        let at = self.place(of);
        if at.atoms().is_some_and(|kind| kind != Kind::Cell) {
            self.wrong_but(
                &of.span,
                format!("only cells have {what}"),
                format!("found {}, expected a cell", at.called()),
                "`cells of x` are the cells that it touches",
            );
        }
        at
    }
}
