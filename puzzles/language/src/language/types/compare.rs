//! What can be compared with what.

use super::super::syntax::{Comparison, Expr, Name, Span};
use super::Checker;
use super::kind::{Form, Type, list};

/// Help for a comparison that is meant to be about what stands before a condition.
const BEFORE_WHERE: &str = "all that follows `where` is its condition; to compare what stands before it, put that in parentheses, as in `(count … where …) = 1`";

impl Checker<'_> {
    pub(super) fn comparison(&mut self, comparison: Comparison, a: &Expr, b: &Expr) -> Type {
        let (one, other) = (self.value(a), self.value(b));
        let span = a.span.start..b.span.end;
        if matches!(comparison, Comparison::Equal | Comparison::NotEqual) {
            self.same(&one, &other, &span);
            return Type::Test;
        }
        for (found, expr) in [(&one, a), (&other, b)] {
            if found.is_number() {
                continue;
            }
            let message = match comparison {
                Comparison::Divides => "only numbers divide each other",
                _ => "only numbers are less or greater than others",
            };
            let expected = format!("found {}, expected a number", found.called());
            match found {
                Type::Test if self.condition.as_ref() == Some(&span) => {
                    self.misplaced += 1;
                    self.wrong_but(&expr.span, message, expected, BEFORE_WHERE)
                }
                found if found.is_place() => self.wrong_but(
                    &expr.span,
                    message,
                    expected,
                    "`size of …` and `count …` are numbers; of a cell name the layer, as in `digit of c`",
                ),
                _ => self.wrong(&expr.span, message, expected),
            };
        }
        Type::Test
    }

    /// That two things may be the same.
    ///
    /// Longer than other functions: an arm for each pair of types.
    pub(super) fn same(&mut self, one: &Type, other: &Type, span: &Span) {
        let (help, one, other) = match (one, other) {
            (Type::Any, _) | (_, Type::Any) => return,
            (Type::Number(_) | Type::Mixed(_), Type::Number(_) | Type::Mixed(_)) => return,
            (Type::Word(words) | Type::Mixed(words), Type::Word(others))
            | (Type::Word(words), Type::Mixed(others)) => {
                if words.iter().any(|word| others.contains(word)) {
                    return;
                }
                self.other_words(words, others, span);
                return;
            }
            (Type::Shape, Type::Standing) | (Type::Standing, Type::Shape) => {
                let help = "say `as it stands` of both shapes, or of none";
                (help, one, other)
            }
            (Type::Word(_) | Type::Mixed(_), Type::Shape | Type::Standing | Type::Known(_))
            | (Type::Shape | Type::Standing | Type::Known(_), Type::Word(_) | Type::Mixed(_))
            | (
                Type::Shape | Type::Standing | Type::Known(_),
                Type::Shape | Type::Standing | Type::Known(_) | Type::Shapes,
            )
            | (
                Type::Shapes,
                Type::Shape | Type::Standing | Type::Known(_) | Type::Shapes | Type::Bag,
            )
            | (Type::Bag | Type::List, Type::Shapes)
            | (Type::Name, Type::Name | Type::Text)
            | (Type::Text, Type::Name | Type::Text)
            | (Type::Board, Type::Board | Type::Number(_) | Type::Mixed(_) | Type::Place(..))
            | (Type::Number(_) | Type::Mixed(_) | Type::Place(..), Type::Board)
            | (Type::List | Type::Bag, Type::List | Type::Bag)
            | (Type::Direction | Type::Directions, Type::Direction | Type::Directions)
            | (Type::Clue, Type::Clue)
            | (Type::Test, Type::Test) => return,
            (Type::Atom(one), Type::Atom(other)) if one == other => return,
            (Type::Atom(_), Type::Atom(_)) => ("", one, other),
            (Type::Atom(kind), Type::Place(_, Form::Several))
            | (Type::Place(_, Form::Several), Type::Atom(kind)) => {
                let one = kind.singular();
                self.wrong_but(
                    span,
                    format!("a single {one} is compared with several"),
                    format!("expected a single {one} on both sides"),
                    format!("`x is in p` asks whether a {one} is one of several, as in `b is in neighbours of a`"),
                );
                return;
            }
            (one, other) if one.is_place() && other.is_place() => return,
            (Type::Text, Type::Word(_)) | (Type::Word(_), Type::Text) => {
                ("words of layers are written without quotes", one, other)
            }
            (place, value) | (value, place)
                if place.is_place()
                    && matches!(
                        value,
                        Type::Number(_) | Type::Word(_) | Type::Mixed(_) | Type::Test
                    ) =>
            {
                let help = match value {
                    Type::Word(_) => "`x is WORD` asks whether x has this value",
                    _ => "a layer at x is `NAME of x`; `size of x` and `count …` are numbers",
                };
                (help, one, other)
            }
            (Type::Number(_) | Type::Mixed(_), Type::List | Type::Bag)
            | (Type::List | Type::Bag, Type::Number(_) | Type::Mixed(_)) => {
                let help = "`n is in l` asks whether a number is one of a list";
                (help, one, other)
            }
            (Type::Test, _) if self.condition.as_ref() == Some(span) => (BEFORE_WHERE, one, other),
            (Type::Test, Type::Number(_)) | (Type::Number(_), Type::Test) => {
                ("two tests can be compared, or two numbers", one, other)
            }
            _ => ("", one, other),
        };
        let message = "two different sorts of things";
        let expected = format!("{} is never the same as {}", one.called(), other.called());
        match help {
            "" => self.wrong(span, message, expected),
            help => self.wrong_but(span, message, expected, help),
        };
    }

    /// Reports words that are never the same.
    fn other_words(&mut self, words: &[Name], others: &[Name], span: &Span) {
        let (single, several) = match (words, others) {
            ([single], several) | (several, [single]) => (single, several),
            _ => {
                self.wrong(
                    span,
                    "these words are never the same",
                    format!("found {} and {}", list(words), list(others)),
                );
                return;
            }
        };
        let known: Vec<&str> = several.iter().map(|word| &**word).collect();
        let help = crate::document::known_words(single, &known);
        self.wrong_but(
            span,
            format!("`{single}` is not a possible value here"),
            format!("expected {}", list(several)),
            help,
        );
    }
}
