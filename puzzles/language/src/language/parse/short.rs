//! Abbreviations, expanded as they are read: `r2c3`, `row 2`, `max(a, b)`, `abs(a)`.

use winnow::prelude::*;

use super::super::syntax::{
    Arithmetic, Comparison, End, Expr, Kind, Node, Noun, Phrase, Qualifier, Word,
};
use super::formula::IT;
use super::input::{one_of, sign};
use super::{Input, Read, Unread, expr};
use crate::document::Problem;

/// The row and the column of `r1c1`.
pub(super) fn coordinates(word: &str) -> Option<(i128, i128)> {
    let (row, column) = word.strip_prefix('r')?.split_once('c')?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

impl Input<'_> {
    /// A cell by its row and column, as reports call it: `r2c3`, unless something else is called so. It is the first
    /// cell where they are these.
    pub(super) fn cell_called(&mut self) -> Read<Expr> {
        let span = self.here();
        let known = &self.vocabulary;
        let is_free =
            |word: &&str| !known.layers.contains(*word) && !known.definitions.contains_key(*word);
        let coordinates = self.word().filter(is_free).and_then(coordinates);
        let (row, column) = coordinates.ok_or(Unread::Absent)?;
        self.next_token();
        let is = |axis, number| is_number(IT, axis, expr(Node::Number(number), span.clone()));
        let both = expr(Node::And(vec![is("y", row), is("x", column)]), span.clone());
        let phrase = Phrase {
            take: Some((End::First, None)),
            adjectives: Vec::new(),
            noun: Noun::Atoms(Kind::Cell),
            variables: Vec::new(),
            qualifiers: vec![Qualifier::Where(both)],
            span: span.clone(),
        };
        Ok(expr(Node::Phrase(Box::new(phrase)), span))
    }

    /// `max(a, b)`, `min(a, b)` and `abs(a)`, as sheets and programs have them.
    pub(super) fn called_with(&mut self) -> Read<Expr> {
        let start = self.here().start;
        let (word, ()) = (one_of(&["max", "min", "abs"]), sign("(")).parse_next(self)?;
        let operation = match word {
            "min" => Arithmetic::Least,
            _ => Arithmetic::Greatest,
        };
        // What `abs` is of is said twice, so that each level in another takes twice the work: it counts as three.
        let mut value = match word {
            "abs" => self.deeper(|input| input.deeper(|input| input.deeper(Self::additive)))?,
            _ => self.deeper(Self::additive)?,
        };
        if word == "abs" {
            self.expect_sign(")", "after the number")?;
            let span = self.since(start);
            // The larger of the number and its negative, with a name that cannot be written.
            let name = Word {
                name: "(number)".into(),
                span: span.clone(),
            };
            let number = || Box::new(expr(Node::Name(name.name.clone()), span.clone()));
            let negative = expr(Node::Negative(number()), span.clone());
            let larger = Node::Arithmetic(operation, number(), Box::new(negative));
            let larger = Box::new(expr(larger, span.clone()));
            return Ok(expr(Node::Let(vec![(name, value)], larger), span));
        }
        let mut terms = 0;
        while self.accept_sign(",") {
            let other = self.additive()?;
            self.count_terms(&mut terms)?;
            let node = Node::Arithmetic(operation, Box::new(value), Box::new(other));
            value = expr(node, self.since(start));
        }
        self.expect_sign(")", "after numbers with commas between them")?;
        if terms == 0 {
            let problem = Problem::new(
                self.since(start),
                format!("`{word}` takes several numbers"),
                "found one",
            );
            return Err(self.problem(problem.help(
                "an argument that ends with a phrase needs parentheses, as in `max((count cells in r), rows)`; for all values of a place say `greatest digit in r`",
            )));
        }
        Ok(expr(value.node, self.since(start)))
    }
}

/// The name of the row of `row (y of c + 1)` for its own condition: nothing else is called so.
pub(super) const NUMBERED: &str = "the line";

/// `y of it = 2`.
pub(super) fn is_number(it: &str, axis: &str, number: Expr) -> Expr {
    let span = number.span.clone();
    let word = Word {
        name: axis.into(),
        span: span.clone(),
    };
    let it = expr(Node::Name(it.into()), span.clone());
    let own = expr(Node::Of(word, vec![it]), span.clone());
    let node = Node::Compare(Comparison::Equal, Box::new(own), Box::new(number));
    expr(node, span)
}
