//! Formulas: tests, numbers and places, by precedence.

use winnow::combinator::{alt, opt, peek, preceded, separated, separated_foldl1};
use winnow::prelude::*;

use super::super::syntax::{
    Arithmetic, Comparison, Expr, Extent, Name, Node, Predicate, Quantifier, Word,
};
use super::input::{any_number, any_text, keyword, keywords, sign};
use super::{Input, MAX_DEPTH, MAX_TERMS, Read, Unread, expr};
use crate::document::Problem;

/// The variable of a phrase that has none, in `each shaded cell is open`.
pub(super) const IT: &str = "it";

/// That a place reads one expression in quotes or another one, as one expression.
fn either_read(one: &Node, other: &Node) -> Option<Node> {
    let Node::Reads(layer, place, Extent::Whole, one) = one else {
        return None;
    };
    let Node::Reads(other_layer, other_place, Extent::Whole, other) = other else {
        return None;
    };
    let (Node::Text(text), Node::Text(other_text)) = (&one.node, &other.node) else {
        return None;
    };
    let is_same_place = matches!((&place.node, &other_place.node),
        (Node::Name(name), Node::Name(other_name)) if name == other_name);
    if layer.name != other_layer.name || !is_same_place {
        return None;
    }
    let text = Node::Text(format!("({text})|({other_text})"));
    let text = Box::new(expr(text, one.span.start..other.span.end));
    Some(Node::Reads(
        layer.clone(),
        place.clone(),
        Extent::Whole,
        text,
    ))
}

impl Input<'_> {
    /// Counts nesting, so that no text overflows the stack.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == MAX_DEPTH {
            let problem = Problem::new(
                self.here(),
                "the formula is nested too deeply",
                format!("at most {MAX_DEPTH} levels are possible"),
            );
            return Err(self.problem(problem.help("`define` an abbreviation for a part of it")));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// Counts terms joined by operators, each of which has everything before it as an operand.
    pub(super) fn count_terms(&mut self, terms: &mut usize) -> Read<()> {
        *terms += 1;
        if *terms <= MAX_TERMS {
            return Ok(());
        }
        let problem = Problem::new(
            self.here(),
            "too many terms in a row",
            format!("at most {MAX_TERMS} are possible"),
        );
        Err(self.problem(problem.help("`sum over … : …` adds any number of values")))
    }

    /// Operands with operators between them, joined from the left. An operator says how.
    fn operations(
        &mut self,
        operand: fn(&mut Self) -> Read<Expr>,
        mut operator: impl Parser<Self, Join, Unread>,
    ) -> Read<Expr> {
        let mut terms = 1;
        let counted = |input: &mut Self| {
            let join = operator.parse_next(input)?;
            input.count_terms(&mut terms)?;
            Ok(join)
        };
        let join = |left: Expr, join: Join, right: Expr| {
            let span = left.span.start..right.span.end;
            expr(join(Box::new(left), Box::new(right)), span)
        };
        separated_foldl1(operand, counted, join).parse_next(self)
    }

    /// A whole formula, or any other expression.
    pub(super) fn formula(&mut self) -> Read<Expr> {
        self.deeper(|input| {
            let start = input.here().start;
            let left = input.disjunction()?;
            let right = preceded(keywords(["exactly", "when"]), Input::disjunction);
            Ok(match opt(right).parse_next(input)? {
                Some(right) => {
                    let node = Node::Iff(Box::new(left), Box::new(right));
                    expr(node, input.since(start))
                }
                None => left,
            })
        })
    }

    fn disjunction(&mut self) -> Read<Expr> {
        let start = self.here().start;
        let parts: Vec<Expr> =
            separated(1.., Input::conjunction, keyword("or")).parse_next(self)?;
        let mut joined: Vec<Expr> = Vec::new();
        for part in parts {
            // One expression is one automaton, which is stronger than several.
            if let Some(last) = joined.last_mut()
                && let Some(either) = either_read(&last.node, &part.node)
            {
                last.node = either;
            } else {
                joined.push(part);
            }
        }
        Ok(self.one_or(joined, start, Node::Or))
    }

    fn conjunction(&mut self) -> Read<Expr> {
        let start = self.here().start;
        let parts = separated(1.., Input::negation, keyword("and")).parse_next(self)?;
        Ok(self.one_or(parts, start, Node::And))
    }

    /// The only one of some expressions, or all of them joined.
    fn one_or(&self, mut parts: Vec<Expr>, start: usize, join: fn(Vec<Expr>) -> Node) -> Expr {
        match parts.len() {
            1 => parts.remove(0),
            _ => expr(join(parts), self.since(start)),
        }
    }

    fn negation(&mut self) -> Read<Expr> {
        let start = self.here().start;
        // `not shaded cells` are others.
        if self.word() == Some("not") && !self.is_phrase() {
            self.next_token();
            let inner = self.deeper(Self::negation)?;
            return Ok(expr(Node::Not(Box::new(inner)), self.since(start)));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Read<Expr> {
        let start = self.here().start;
        let left = self.additive()?;
        if let Some(comparison) = opt(self::comparison).parse_next(self)? {
            let right = self.additive()?;
            if opt(peek(self::comparison)).parse_next(self)?.is_some() {
                let problem = Problem::new(
                    self.here(),
                    "two comparisons in a row",
                    "expected `and`, `or`, or the end of the comparison",
                );
                return Err(self.problem(problem.help(
                    "write `a <= b and b <= c`; a phrase with `where` needs parentheses before a sign: `count (cells where digit of it = 1) = 2`",
                )));
            }
            let node = Node::Compare(comparison, Box::new(left), Box::new(right));
            return Ok(expr(node, self.since(start)));
        }
        let clue = preceded(keyword("satisfies"), Input::primary);
        if let Some(clue) = opt(clue).parse_next(self)? {
            let node = Node::Satisfies(Box::new(left), Box::new(clue));
            return Ok(expr(node, self.since(start)));
        }
        self.tested(left, start)
    }

    /// `subject is …`, `subject has …`, or the subject alone.
    pub(super) fn tested(&mut self, subject: Expr, start: usize) -> Read<Expr> {
        let is_plural = matches!(self.word(), Some("are" | "have"));
        if self.accept_any(&["is", "are"]) {
            let negated = self.accept("not");
            if self.word().is_some_and(|word| self.is_mark(word)) && self.word_at(1) != Some("of") {
                let name = self.name("the name of a mark")?;
                return Ok(self.said_to_have(subject, start, is_plural, negated, name));
            }
            let predicate = self.predicate()?;
            let is_of_each = matches!(&predicate, Predicate::Adjective(word, _)
                if self.vocabulary.adjectives.contains(&word.name)
                    && !self.vocabulary.definitions.contains_key(&word.name));
            if is_plural && !is_of_each {
                self.not_of_all(&subject, &predicate)?;
            }
            let said = |subject: Expr| Node::Is(Box::new(subject), negated, predicate);
            return Ok(match is_plural && is_of_each {
                true => self.of_each(subject, start, said),
                false => expr(said(subject), self.since(start)),
            });
        }
        if self.accept_any(&["has", "have"]) {
            let negated = self.accept("no");
            self.not_counted()?;
            let name = self.name("the name of a layer after `has`")?;
            return Ok(self.said_to_have(subject, start, is_plural, negated, name));
        }
        if self.accept_any(&["fold", "folds"]) {
            let folding = self.folding()?;
            let node = Node::Is(
                Box::new(subject),
                false,
                Predicate::Folds(Box::new(folding)),
            );
            return Ok(expr(node, self.since(start)));
        }
        Ok(subject)
    }

    /// `subject has NAME`, of each if it is in the plural.
    fn said_to_have(
        &self,
        subject: Expr,
        start: usize,
        is_plural: bool,
        negated: bool,
        name: Word,
    ) -> Expr {
        let said = |subject: Expr| Node::Has(Box::new(subject), negated, name);
        match is_plural {
            true => self.of_each(subject, start, said),
            false => expr(said(subject), self.since(start)),
        }
    }

    /// `white cells are open`: what is said of cells, links, edges or corners in the plural is said of each.
    fn of_each(&self, subject: Expr, start: usize, said: impl FnOnce(Expr) -> Node) -> Expr {
        let span = subject.span.clone();
        let node = match subject.node {
            Node::Phrase(mut phrase) if phrase.is_of_atoms() => {
                let name: Name = IT.into();
                phrase.variables.push(Word {
                    name: name.clone(),
                    span: span.clone(),
                });
                let member = expr(Node::Name(name), span.clone());
                let body = expr(said(member), self.since(start));
                Node::Quantified(Quantifier::Each, vec![*phrase], Some(Box::new(body)))
            }
            node => said(Expr { node, span }),
        };
        expr(node, self.since(start))
    }

    pub(super) fn additive(&mut self) -> Read<Expr> {
        let operators = alt((
            sign("+").value((|a, b| Node::Arithmetic(Arithmetic::Add, a, b)) as Join),
            sign("-").value((|a, b| Node::Arithmetic(Arithmetic::Subtract, a, b)) as Join),
        ));
        self.operations(Input::multiplicative, operators)
    }

    fn multiplicative(&mut self) -> Read<Expr> {
        let operators = alt((
            sign("*").value((|a, b| Node::Arithmetic(Arithmetic::Multiply, a, b)) as Join),
            sign("/").value((|a, b| Node::Arithmetic(Arithmetic::Divide, a, b)) as Join),
            keyword("mod").value((|a, b| Node::Arithmetic(Arithmetic::Modulo, a, b)) as Join),
        ));
        self.operations(Input::power, operators)
    }

    fn power(&mut self) -> Read<Expr> {
        let operators = alt((
            sign("^").value((|a, b| Node::Arithmetic(Arithmetic::Power, a, b)) as Join),
            keyword("else").value(Node::Else as Join),
        ));
        self.operations(Input::primary, operators)
    }

    /// An operand: a number, a name, a function of something, a measure, a phrase, or anything in parentheses.
    pub(super) fn primary(&mut self) -> Read<Expr> {
        self.deeper(Self::primary_here)
    }

    fn primary_here(&mut self) -> Read<Expr> {
        let values = alt((
            Input::worded,
            placed(any_number.map(Node::Number)),
            placed(any_text.map(Node::Text)),
            placed(preceded(sign("-"), boxed(Input::primary)).map(Node::Negative)),
            placed(preceded(sign("("), Input::closed).map(|inner| inner.node)),
        ));
        self.must(values, "a formula, a number or a place")
    }

    /// A formula and the parenthesis after it.
    fn closed(&mut self) -> Read<Expr> {
        let inner = self.formula()?;
        self.expect_sign(")", "to close the parenthesis")?;
        Ok(inner)
    }
}

/// What an operator makes of its operands.
type Join = fn(Box<Expr>, Box<Expr>) -> Node;

/// A sign or word that compares two numbers.
fn comparison(input: &mut Input<'_>) -> Read<Comparison> {
    alt((
        sign("=").value(Comparison::Equal),
        sign("!=").value(Comparison::NotEqual),
        sign("<").value(Comparison::Less),
        sign("<=").value(Comparison::AtMost),
        sign(">").value(Comparison::Greater),
        sign(">=").value(Comparison::AtLeast),
        keyword("divides").value(Comparison::Divides),
    ))
    .parse_next(input)
}

/// What a parser reads, with its place.
pub(super) fn placed<'a>(
    mut parser: impl Parser<Input<'a>, Node, Unread>,
) -> impl Parser<Input<'a>, Expr, Unread> {
    move |input: &mut Input<'a>| {
        let start = input.here().start;
        let node = parser.parse_next(input)?;
        Ok(expr(node, input.since(start)))
    }
}

/// What a parser reads, as a part of something else.
pub(super) fn boxed<'a>(
    parser: impl Parser<Input<'a>, Expr, Unread>,
) -> impl Parser<Input<'a>, Box<Expr>, Unread> {
    parser.map(Box::new)
}
