//! From the text of a rulebook to its [`Rulebook`], or to everything that is wrong with it.
//!
//! `lines` finds the statements, `statement` reads declarations and rules, `layer` declarations of layers, `formula`
//! reads formulas with `predicate` and `short`, and `phrase` noun phrases with `entries`; `unexpected` and `otherwise` say what is
//! wrong. Which words are adjectives or regions is
//! known from the declarations, which precede their uses.

mod entries;
mod formula;
mod layer;
mod lines;
mod otherwise;
mod phrase;
mod predicate;
mod short;
mod statement;
mod unexpected;

use std::collections::HashMap;

use fxhash::FxHashSet;

pub(crate) use otherwise::{of_a_value, otherwise};
pub(crate) use statement::id_of;

use super::syntax::{Address, Expr, Name, Rule, Rulebook, Span, Word};
use super::token::{Placed, Token};
use crate::document::{Problem, Problems};

/// The deepest nesting of a formula.
pub(crate) const MAX_DEPTH: usize = 60;

/// The most terms that signs such as `+` join in a row.
pub(crate) const MAX_TERMS: usize = 100;

/// The most adjectives, and the most qualifiers, of a noun.
pub(crate) const MAX_PARTS: usize = 30;

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
#[derive(Default)]
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

/// Why a formula could not be read; it has been reported.
#[derive(Debug)]
pub(super) struct Unread;

pub(super) type Read<T> = Result<T, Unread>;

/// Reads the tokens of one statement or formula.
pub(super) struct Parser<'a> {
    tokens: &'a [Placed],
    next: usize,
    /// Where the text ends.
    end: usize,
    vocabulary: &'a Vocabulary,
    problems: &'a mut Problems,
    depth: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn new(
        tokens: &'a [Placed],
        end: usize,
        vocabulary: &'a Vocabulary,
        problems: &'a mut Problems,
    ) -> Self {
        Self {
            tokens,
            next: 0,
            end,
            vocabulary,
            problems,
            depth: 0,
        }
    }

    fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.next).map(|placed| &placed.token)
    }

    fn peek_at(&self, ahead: usize) -> Option<&'a Token> {
        self.tokens
            .get(self.next + ahead)
            .map(|placed| &placed.token)
    }

    /// The word that comes next, if it is one.
    fn word(&self) -> Option<&'a str> {
        self.word_at(0)
    }

    fn word_at(&self, ahead: usize) -> Option<&'a str> {
        match self.peek_at(ahead) {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(found)) if *found == sign)
    }

    fn is_done(&self) -> bool {
        self.next == self.tokens.len()
    }

    /// The place of the next token.
    fn here(&self) -> Span {
        match self.tokens.get(self.next) {
            Some(placed) => placed.span.clone(),
            None => self.end..self.end,
        }
    }

    /// From byte `start` to the end of the last token taken.
    fn since(&self, start: usize) -> Span {
        let end = match self.next.checked_sub(1) {
            Some(last) => self.tokens[last].span.end,
            None => start,
        };
        start..end.max(start)
    }

    fn accept(&mut self, word: &str) -> bool {
        let found = self.word() == Some(word);
        self.next += usize::from(found);
        found
    }

    fn accept_any(&mut self, words: &[&str]) -> bool {
        let found = self.word().is_some_and(|word| words.contains(&word));
        self.next += usize::from(found);
        found
    }

    fn accept_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, word: &str, where_: &str) -> Read<()> {
        if self.accept(word) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{word}` {where_}")))
    }

    fn expect_sign(&mut self, sign: &str, where_: &str) -> Read<()> {
        if self.accept_sign(sign) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{sign}` {where_}")))
    }

    /// A name that the writer chooses or has chosen.
    fn name(&mut self, what: &str) -> Read<Word> {
        let span = self.here();
        match self.word() {
            Some(word) => {
                self.next += 1;
                Ok(Word {
                    name: word.into(),
                    span,
                })
            }
            None => Err(self.unexpected(what)),
        }
    }

    /// A name that is being given: no word of the language.
    fn new_name(&mut self, what: &str) -> Read<Word> {
        let word = self.name(what)?;
        if is_reserved(&word.name) {
            // The declared name is known anyway, so that its uses are not unknown words.
            self.problem(
                Problem::new(
                    word.span.clone(),
                    format!("`{}` is a word of the language", word.name),
                    "it cannot be used as a name",
                )
                .help(
                    "choose another name; `quadrille guide rules` lists the words of the language",
                ),
            );
        }
        Ok(word)
    }

    fn text(&mut self, what: &str) -> Read<(String, Span)> {
        let span = self.here();
        match self.peek() {
            Some(Token::Text(text)) => {
                self.next += 1;
                Ok((text.clone(), span))
            }
            _ => Err(self.unexpected(what)),
        }
    }

    fn problem(&mut self, problem: Problem) -> Unread {
        self.problems.push(problem);
        Unread
    }

    /// That everything has been read.
    fn finish(&mut self, what: &str) -> Read<()> {
        if self.is_done() {
            return Ok(());
        }
        Err(self.unexpected(what))
    }
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

#[cfg(test)]
mod tests {
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
        let guide = include_str!("../../guide/rules.md");
        let (_, list) = guide.split_once("None of these can be a name:").unwrap();
        let listed: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
        assert_eq!(listed, super::RESERVED);
    }
}
