//! From the text of a rulebook to its [`Rulebook`], or to everything that is wrong with it.
//!
//! `lines` finds the statements. Each rule of the grammar is a parser of winnow over their tokens (`input`): `statement`
//! reads declarations and rules, `layer` declarations of layers, `formula` formulas with `predicate` and `short`, and
//! `phrase` noun phrases with `entries`; `unexpected` and `otherwise` say what is wrong. Which words are adjectives or
//! regions is known from the declarations, which precede their uses.

mod declaration;
mod entries;
mod formula;
mod inherit;
mod input;
mod layer;
mod lines;
mod otherwise;
mod phrase;
mod predicate;
mod short;
mod statement;
mod unexpected;
mod worded;

use std::collections::HashMap;

use fxhash::FxHashSet;

use input::{Input, Read, Unread};
pub(crate) use otherwise::{of_a_value, otherwise};
pub use statement::id_of;

use super::syntax::{Address, Domain, Expr, Ground, Name, Rule, Rulebook, Span};
use super::token::{Placed, Token};
use crate::document::{Problems, near_word};

/// The deepest nesting of a formula.
pub(crate) const MAX_DEPTH: usize = 60;

/// The most terms that signs such as `+` join in a row.
pub(crate) const MAX_TERMS: usize = 100;

/// The most adjectives, and the most qualifiers, of a noun.
pub(crate) const MAX_PARTS: usize = 30;

/// The most phrases of one list, as after `each`.
pub(crate) const MAX_PHRASES: usize = 20;

/// The longest chain of rulebooks that extend each other.
pub(crate) const MAX_LIKE: usize = 8;

/// The most rules, layers and definitions of a rulebook, each.
pub(crate) const MAX_STATEMENTS: usize = 500;

/// Finds the rulebook that another one extends.
pub(crate) type Library<'a> = &'a dyn Fn(&str) -> Option<Rulebook>;

/// Reads a rulebook whose text begins at byte `at` of the file that problems refer to.
pub(crate) fn parse(
    text: &str,
    at: usize,
    library: Library<'_>,
    problems: &mut Problems,
) -> Rulebook {
    statement::rulebook(text, at, library, problems)
}

/// The `address` statements of a rulebook, without reading the rest of it.
pub(crate) fn addresses(text: &str) -> Vec<Address> {
    let statements = lines::statements(text, 0).into_iter();
    let named = statements
        .filter(|statement| statement.head.text.split_whitespace().next() == Some("address"));
    named
        .map(|statement| statement::address(&statement))
        .collect()
}

/// The names in the `also` statement of a rulebook, without reading the rest of it.
pub(crate) fn also(text: &str) -> Vec<String> {
    let statements = lines::statements(text, 0).into_iter();
    let named = statements
        .filter(|statement| statement.head.text.split_whitespace().next() == Some("also"));
    let tokens = named.flat_map(|statement| lines::all_tokens(&statement));
    let names = tokens.filter_map(|placed| match placed.token {
        Token::Text(name) => Some(name),
        _ => None,
    });
    names.collect()
}

/// The text of a rulebook that begins at byte `at` of its file, without some of its rules. Those that it takes over are
/// left out where it does so.
pub(crate) fn text_without(text: &str, at: usize, book: &Rulebook, rules: &[String]) -> String {
    let left_out = book
        .rules
        .iter()
        .filter(|rule| rules.iter().any(|name| **name == *rule.id));
    let (own, others): (Vec<&Rule>, Vec<&Rule>) =
        left_out.partition(|rule| book.is_own(&rule.span));
    let mut rest = String::new();
    let mut end = 0;
    for statement in lines::statements(text, at) {
        let lines = at + statement.whole.start..at + statement.whole.end;
        let mut words = Vec::new();
        super::token::tokens(statement.head.text, statement.head.at, &mut words);
        let is_like = matches!(words.first(), Some(Placed { token: Token::Word(word), .. }) if word == "like");
        if own.iter().any(|rule| lines.contains(&rule.span.start)) {
            rest.push_str(&text[end..statement.whole.start]);
            end = statement.whole.end;
        } else if let Some(last) = words.last()
            && is_like
        {
            let place = last.span.end - at;
            rest.push_str(&text[end..place]);
            let is_without = |placed: &Placed| placed.token == Token::Word("without".to_owned());
            let mut joint = if words.iter().any(is_without) {
                ", "
            } else {
                " without "
            };
            for rule in &others {
                rest.push_str(joint);
                rest.push_str(&format!("\"{}\"", rule.id));
                joint = ", ";
            }
            end = place;
        }
    }
    rest.push_str(&text[end..]);
    rest
}

/// The declared names that parsing a formula depends on.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// Words of layers and tests: they precede nouns.
    adjectives: FxHashSet<Name>,
    /// Marks of places, which precede nouns as well.
    marks: FxHashSet<Name>,
    /// Names of regions: nouns.
    regions: FxHashSet<Name>,
    /// Definitions with the number of their parameters.
    definitions: HashMap<Name, usize>,
    layers: FxHashSet<Name>,
}

impl Vocabulary {
    /// Makes the declarations of a rulebook known to the formulas that follow.
    fn learn(&mut self, book: &Rulebook) {
        for layer in &book.layers {
            self.layers.insert(layer.word.name.clone());
            match &layer.domain {
                Domain::Regions => {
                    self.regions.insert(layer.word.name.clone());
                }
                Domain::Values { words, .. } => self
                    .adjectives
                    .extend(words.iter().map(|symbol| symbol.word.name.clone())),
                Domain::Mark if layer.on != Ground::Puzzle => {
                    self.marks.insert(layer.word.name.clone());
                }
                _ => {}
            }
        }
        for definition in &book.definitions {
            let name = definition.word.name.clone();
            if definition.is_test {
                self.adjectives.insert(name.clone());
            }
            self.definitions.insert(name, definition.parameters.len());
        }
    }
}

/// Reads single formulas with the words of a rulebook.
pub(crate) struct FormulaReader(Vocabulary);

impl FormulaReader {
    /// For the words of this rulebook.
    pub(crate) fn of(book: &Rulebook) -> Self {
        let mut vocabulary = Vocabulary::default();
        vocabulary.learn(book);
        Self(vocabulary)
    }

    /// The formula of a text whose places begin at byte `at`, if it is one.
    pub(crate) fn formula(&self, text: &str, at: usize) -> Option<Expr> {
        let mut found = Vec::new();
        super::token::tokens(text, at, &mut found);
        let mut problems = Problems::default();
        let mut input = Input::new(&found, at + text.len(), &self.0, &mut problems);
        let formula = input.must(Input::formula, "a formula").ok()?;
        input.finish("the end of the formula").ok()?;
        problems.is_empty().then_some(formula)
    }
}

/// Whether a text can be the name of something.
pub(crate) fn is_name(text: &str) -> bool {
    !is_reserved(text) && !phrase::QUALIFIERS.contains(&text) && otherwise(text).is_none()
}

/// Adjectives that need no declaration.
pub(crate) fn built_in_adjectives() -> Vec<&'static str> {
    phrase::BUILT_IN.to_vec()
}

/// Builds an expression.
fn expr(node: super::syntax::Node, span: Span) -> Expr {
    Expr { node, span }
}

/// Words that have a meaning of their own wherever they occur.
const RESERVED: &[&str] = &[
    "above",
    "after",
    "all",
    "and",
    "are",
    "as",
    "at",
    "bag",
    "before",
    "below",
    "besides",
    "between",
    "block",
    "blocks",
    "board",
    "boards",
    "border",
    "box",
    "boxes",
    "by",
    "cell",
    "cells",
    "column",
    "columns",
    "connected",
    "contact",
    "contacts",
    "corner",
    "corners",
    "count",
    "decide",
    "define",
    "diagonal",
    "diagonals",
    "direction",
    "directions",
    "distance",
    "distinct",
    "divides",
    "down",
    "each",
    "edge",
    "edges",
    "else",
    "equal",
    "exactly",
    "face",
    "faces",
    "first",
    "fold",
    "folds",
    "from",
    "gcd",
    "greatest",
    "grid",
    "group",
    "groups",
    "has",
    "have",
    "hidden",
    "horizontal",
    "if",
    "image",
    "images",
    "in",
    "increasing",
    "inside",
    "is",
    "knight",
    "knights",
    "last",
    "least",
    "left",
    "let",
    "line",
    "lines",
    "link",
    "links",
    "list",
    "loop",
    "mod",
    "most",
    "nearest",
    "neighbour",
    "neighbours",
    "no",
    "not",
    "of",
    "on",
    "one",
    "or",
    "otherwise",
    "over",
    "pair",
    "pairs",
    "path",
    "product",
    "reached",
    "reading",
    "reads",
    "rectangle",
    "right",
    "ring",
    "row",
    "rows",
    "run",
    "runs",
    "satisfies",
    "seen",
    "shape",
    "size",
    "some",
    "square",
    "step",
    "steps",
    "sum",
    "symmetric",
    "the",
    "then",
    "through",
    "to",
    "told",
    "touching",
    "towards",
    "under",
    "until",
    "up",
    "value",
    "values",
    "vertical",
    "view",
    "views",
    "when",
    "where",
    "with",
    "without",
];

/// Whether `word` is a word of the language, which cannot name anything else.
pub(crate) fn is_reserved(word: &str) -> bool {
    RESERVED.binary_search(&word).is_ok()
}

/// The word of the language that is probably meant by one that is unknown: with one letter too few, too many or changed,
/// of long words with two.
pub(crate) fn reserved_word_near(word: &str) -> Option<&'static str> {
    let near = near_word(word, RESERVED)?;
    let most = if word.chars().count() > 6 { 2 } else { 1 };
    let is_short = word.chars().count() < 4;
    (!is_short && crate::clue::parse::distance(word, near) <= most).then_some(near)
}

#[cfg(test)]
mod tests {
    #[test]
    fn typing_errors_in_words_of_the_language_are_seen() {
        let near = super::reserved_word_near;
        assert_eq!(near("exacly"), Some("exactly"));
        assert_eq!(near("conected"), Some("connected"));
        assert_eq!(near("neighbor"), Some("neighbour"));
        assert_eq!(near("nearst"), Some("nearest"));
        // Words of their own, and names too short to tell.
        for other in ["shaded", "room", "clue", "ege", "ar", "digit"] {
            assert_eq!(near(other), None, "{other}");
        }
    }

    #[test]
    fn reserved_words_are_sorted() {
        assert!(super::RESERVED.is_sorted());
        assert!(super::is_reserved("cells") && !super::is_reserved("shaded"));
    }

    /// What uses the name is not reported as well.
    #[test]
    fn a_reserved_name_is_one_problem() {
        for book in [
            "decide last: 1..3\n\"A.\"\n    last = 2 or last > 2\n",
            "decide k on cells: value or other\n\"A.\"\n    each value cell is value\n",
            "decide k on cells: 1..3\ndefine step of c: k of c + 1\n\"A.\"\n    each cell c: step of c = 2\n",
        ] {
            let mut problems = crate::document::Problems::default();
            super::parse(book, 0, &|_| None, &mut problems);
            assert_eq!(problems.len(), 1, "{book}{problems:?}");
        }
    }

    #[test]
    fn the_guide_lists_the_reserved_words() {
        let guide = include_str!("../../../../src/guide/rules.md");
        let (_, list) = guide.split_once("None of these can be a name:").unwrap();
        let listed: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
        assert_eq!(listed, super::RESERVED);
    }
}
