//! Formulas and other expressions.

use quadrille_engine::propagators::Number;

use super::super::syntax::{
    Arithmetic, Comparison, Domain, Expr, Ground, Kind, Lines, Node, Noun, Over, PairOf, Phrase,
    Predicate, Qualifier, Quantifier, Span,
};
use super::kind::{Form, Type};
use super::{Checker, MAX_NESTING};

/// Words for directions.
const DIRECTIONS: [&str; 4] = ["up", "right", "down", "left"];

impl Checker<'_> {
    /// Something that must be true or false.
    pub(super) fn test(&mut self, expr: &Expr) {
        self.test_or(expr, || None);
    }

    /// The same with another way to mend a number.
    pub(super) fn test_or(&mut self, expr: &Expr, otherwise: impl FnOnce() -> Option<String>) {
        let before = self.misplaced;
        let found = self.value(expr);
        if self.misplaced > before {
            // The comparison that is missing here stands in the condition.
            return;
        }
        let number;
        let help = match &found {
            Type::Any | Type::Test => return,
            found if found.is_place() => {
                "begin with `each`, `some` or `no`, or ask `x is WORD`, `x has NAME`"
            }
            found if found.is_number() => {
                number = otherwise();
                // What is compared at the end belongs to what follows the colon.
                let help = match &expr.node {
                    Node::Measure(_, Over::Phrases(..)) => {
                        "compare it in parentheses, as in `(sum over …: …) = 1`"
                    }
                    _ => "compare it, as in `… = 1`",
                };
                number.as_deref().unwrap_or(help)
            }
            _ => "compare it, as in `x = …`, or ask `x is WORD`",
        };
        self.wrong_but(
            &expr.span,
            "this is not a test",
            format!(
                "found {}, expected something that is true or false",
                found.called()
            ),
            help,
        );
    }

    /// Whether a part of `… is A or B` is a value and no test, which is reported.
    fn is_second_choice(&mut self, parts: &[Expr]) -> bool {
        let chooses = |part: &Expr| {
            matches!(
                part.node,
                Node::Is(_, _, Predicate::Value(_) | Predicate::Adjective(..))
                    | Node::Compare(Comparison::Equal, ..)
            )
        };
        let is_value = |part: &&Expr| match &part.node {
            Node::Number(_) => true,
            Node::Name(name) => {
                self.book.symbol(name).is_some() && !self.scope.iter().any(|(own, _)| own == name)
            }
            _ => false,
        };
        let Some(second) = parts.iter().find(is_value) else {
            return false;
        };
        if !chooses(&parts[0]) {
            return false;
        }
        let found = self.value(second);
        self.wrong_but(
            &second.span,
            "this is not a test",
            format!(
                "found {}, expected something that is true or false",
                found.called()
            ),
            "write `x is one of A, B`",
        );
        true
    }

    /// Something that must be a number; which one, if it is a constant.
    pub(super) fn number(&mut self, expr: &Expr) -> Option<i128> {
        let found = self.value(expr);
        match &found {
            Type::Number(number) => *number,
            Type::Any | Type::Mixed(_) => None,
            _ => {
                let message = "this is not a number";
                let expected = format!("found {}, expected a number", found.called());
                match found.is_place() {
                    true => self.wrong_but(
                        &expr.span,
                        message,
                        expected,
                        match &expr.node {
                            Node::Phrase(phrase) if matches!(phrase.noun, Noun::Lines(Lines::Row)) => {
                                "for the number of rows write `(rows)`, as in `value k from 1 to (rows) where …`"
                            }
                            Node::Phrase(phrase) if matches!(phrase.noun, Noun::Lines(Lines::Column)) => {
                                "for the number of columns write `(columns)`, as in `value k from 1 to (columns) where …`"
                            }
                            _ => "`size of …` and `count …` are numbers",
                        },
                    ),
                    false => self.wrong(&expr.span, message, expected),
                };
                None
            }
        }
    }

    /// Something that must be a thing of the grid or several.
    pub(super) fn place(&mut self, expr: &Expr) -> Type {
        let found = self.value(expr);
        if found.is_place() {
            return found;
        }
        self.wrong(
            &expr.span,
            "this is not a place",
            format!(
                "found {}, expected a cell, a row, a region or another place",
                found.called()
            ),
        )
    }

    /// The type of an expression.
    pub(super) fn value(&mut self, expr: &Expr) -> Type {
        if self.depth == MAX_NESTING {
            return self.too_deep(&expr.span);
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        let found = self.value_here(expr);
        self.depth -= 1;
        found
    }

    /// What an expression is. Longer than other functions: an arm for each form.
    fn value_here(&mut self, expr: &Expr) -> Type {
        match &expr.node {
            Node::Number(number) => Type::Number(Some(*number)),
            Node::Text(_) => Type::Text,
            Node::Name(name) => self.name(name, &expr.span),
            Node::Of(word, arguments) => self.function(word, arguments, &expr.span),
            Node::Phrase(phrase) => self.place_of(phrase),
            Node::Measure(measure, over) => self.measure(*measure, over),
            Node::Nearest(word, cell, place) => {
                self.function(word, std::slice::from_ref(cell), &expr.span);
                if let Some(place) = place {
                    self.value(place);
                }
                Type::NUMBER
            }
            Node::Beam(part, view, layer) => self.beam(*part, view, layer),
            Node::Walk(ends, through) => {
                for end in &**ends {
                    let at = self.cells(end, "walks between them");
                    self.single(&at, &end.span);
                }
                self.walked(through);
                Type::NUMBER
            }
            Node::Directions(from, nearest) => {
                let at = self.value(from);
                self.single(&at, &from.span);
                self.place_of(nearest);
                Type::Directions
            }
            Node::Count(phrases) => {
                self.among(phrases, |_| ());
                Type::NUMBER
            }
            Node::Negative(inner) => {
                let number = self.number(inner);
                Type::Number(number.and_then(i128::checked_neg))
            }
            Node::Arithmetic(operation, a, b) => self.arithmetic(*operation, a, b, &expr.span),
            Node::Else(a, b) => {
                let (one, other) = (self.value(a), self.value(b));
                match (one, other) {
                    // The word for having no number is replaced.
                    (Type::Mixed(_), Type::Number(_)) => Type::NUMBER,
                    (one, other) => one.join(other),
                }
            }
            Node::Compare(comparison, a, b) => self.comparison(*comparison, a, b),
            Node::Not(inner) => {
                self.test(inner);
                Type::Test
            }
            Node::Or(parts) if self.is_second_choice(parts) => Type::Test,
            Node::And(parts) | Node::Or(parts) => {
                parts.iter().for_each(|part| self.test(part));
                Type::Test
            }
            Node::Iff(a, b) => {
                self.test(a);
                self.test(b);
                Type::Test
            }
            Node::If(condition, holds, otherwise) => {
                self.test(condition);
                match otherwise {
                    None => {
                        self.test(holds);
                        Type::Test
                    }
                    Some(otherwise) => {
                        let (one, other) = (self.value(holds), self.value(otherwise));
                        one.join(other)
                    }
                }
            }
            Node::Quantified(quantifier, phrases, body) => {
                if let Quantifier::Exactly(n) | Quantifier::AtLeast(n) | Quantifier::AtMost(n) =
                    quantifier
                {
                    self.number(n);
                }
                self.among(phrases, |checker| {
                    if let Some(body) = body {
                        checker.test(body);
                    }
                });
                Type::Test
            }
            Node::NoLoop(phrases, body) => {
                self.among(phrases, |checker| checker.test(body));
                Type::Test
            }
            Node::Is(subject, _, predicate) => {
                self.predicate(subject, predicate);
                Type::Test
            }
            Node::Has(subject, _, word) => {
                let at = self.value(subject);
                self.has(&at, word, &subject.span);
                Type::Test
            }
            Node::Let(bound, body) => {
                let before = self.scope.len();
                for (word, value) in bound {
                    let value = self.value(value);
                    self.scope.push((word.name.clone(), value));
                    self.limit_scope(&word.span);
                }
                let result = self.value(body);
                self.scope.truncate(before);
                result
            }
            Node::Values(test, over) => self.values_test(*test, over),
            Node::Satisfies(number, clue) => self.satisfies(number, clue),
            Node::Reads(layer, place, _, pattern) => {
                self.reads(layer, place, pattern);
                Type::Test
            }
        }
    }

    /// What a name stands for. Longer than other functions: a branch for each thing that a name can be.
    fn name(&mut self, name: &str, span: &Span) -> Type {
        if let Some((_, known)) = self.scope.iter().rev().find(|(known, _)| **known == *name) {
            return known.clone();
        }
        let book = self.book;
        if book.dimension(name).is_some() {
            return Type::NUMBER;
        }
        if DIRECTIONS.contains(&name) {
            return Type::Direction;
        }
        if name == "grid" {
            return Type::Place(Some(Kind::Cell), Form::Other);
        }
        if let Some(layer) = book.layer(name)
            && matches!(book.layers[layer].on, Ground::Puzzle)
        {
            return self.layer_type(layer);
        }
        if book.symbol(name).is_some() {
            return Type::Word(vec![name.into()]);
        }
        if let Some((word, _)) = book.shapes.iter().find(|(word, _)| &*word.name == name) {
            return Type::Known(word.name.clone());
        }
        if let Some(layer) = book.layer(name) {
            let stands = self.stands_on(layer);
            if book.layers[layer].domain == Domain::Mark {
                return self.wrong_but(
                    span,
                    format!("`{name}` is a mark, which is there or not"),
                    format!(
                        "expected `has {name}` after one of the {stands} on which it is declared"
                    ),
                    format!("a mark is asked for by `has`, as in `c has {name}`"),
                );
            }
            return self.wrong_but(
                span,
                format!("`{name}` of what?"),
                format!("expected `{name} of` and one of the {stands} on which it is declared"),
                format!("`{name} of x` is its value at x, `x has {name}` asks whether it has one"),
            );
        }
        if let Some(definition) = self.definition(name) {
            let defined = &book.definitions[definition];
            let form = match defined.is_test {
                // Only definitions are read in order.
                true if book.is_own(span) && span.start < defined.word.span.start => {
                    format!("`{name}` is defined below: define it before it is used here")
                }
                true => format!("a test is used like an adjective: `x is {name}`"),
                false => format!("a definition is used with `of`: `{name} of x`"),
            };
            return self.wrong_but(
                span,
                format!("`{name}` of what?"),
                "expected what it is said of",
                form,
            );
        }
        let mut known: Vec<&str> = self.scope.iter().map(|(name, _)| &**name).collect();
        known.extend(book.layers.iter().map(|layer| &*layer.word.name));
        let words: Vec<String> = book
            .layers
            .iter()
            .flat_map(|layer| book.words_of(&layer.word.name))
            .collect();
        known.extend(words.iter().map(String::as_str));
        known.extend(book.definitions.iter().map(|known| &*known.word.name));
        known.extend(book.shapes.iter().map(|(word, _)| &*word.name));
        known.extend(["rows", "columns", "grid"]);
        let mut known: Vec<String> = known.into_iter().map(str::to_owned).collect();
        known.sort_unstable();
        known.dedup();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        self.unknown(
            span,
            "name",
            name,
            "expected a variable, a layer, a word of a layer or a definition",
            &known,
        )
    }

    fn arithmetic(&mut self, operation: Arithmetic, a: &Expr, b: &Expr, span: &Span) -> Type {
        let (left, right) = (self.number(a), self.number(b));
        if matches!(operation, Arithmetic::Divide | Arithmetic::Modulo) && right == Some(0) {
            return self.wrong(
                &b.span,
                "a division by 0",
                "expected another number: nothing can be divided by 0",
            );
        }
        let (Some(left), Some(right)) = (left, right) else {
            return Type::NUMBER;
        };
        let number = match operation {
            Arithmetic::Add => left.checked_add(right),
            Arithmetic::Subtract => left.checked_sub(right),
            Arithmetic::Multiply => left.checked_mul(right),
            Arithmetic::Divide => left.checked_div_euclid(right),
            Arithmetic::Modulo => left.checked_rem_euclid(right),
            Arithmetic::Least => Some(left.min(right)),
            Arithmetic::Greatest => Some(left.max(right)),
            // It is empty.
            Arithmetic::Power if right < 0 => return Type::NUMBER,
            Arithmetic::Power => u32::try_from(right)
                .ok()
                .and_then(|power| left.checked_pow(power)),
        };
        match number.filter(|number| number.unsigned_abs() <= Number::LARGEST) {
            Some(number) => Type::Number(Some(number)),
            None => self.wrong(
                span,
                "the number is too large",
                "numbers have at most 30 digits",
            ),
        }
    }

    /// A place, as a phrase names it.
    pub(super) fn place_of(&mut self, phrase: &Phrase) -> Type {
        // As expressions, `rows` and `columns` are numbers.
        let members = self.members(phrase);
        match (&phrase.noun, &members[..]) {
            (Noun::Pair(_) | Noun::Step, _) => {
                let what = match phrase.noun {
                    Noun::Step => "steps",
                    _ => "pairs",
                };
                self.wrong_but(
                    &phrase.span,
                    format!("{what} are two things at once"),
                    "expected a place here",
                    format!(
                        "ask for the two: `each {} a, b …: …`",
                        what.trim_end_matches('s')
                    ),
                )
            }
            (Noun::Value(..) | Noun::Entry(_) | Noun::Direction, _) => self.wrong(
                &phrase.span,
                "this is not a place",
                "expected cells, edges, links or corners, or lines of cells",
            ),
            (Noun::Board, _) => Type::Board,
            (_, [Type::Atom(kind)]) => {
                let form = match self.are_several(phrase, *kind) {
                    true => Form::Several,
                    false => Form::Other,
                };
                Type::Place(Some(*kind), form)
            }
            (_, [only]) => only.clone(),
            _ => Type::Any,
        }
    }

    /// Whether these atoms are several, whatever the data and the solution: nothing picks one of them out.
    fn are_several(&self, phrase: &Phrase, kind: Kind) -> bool {
        let takes_one = match &phrase.take {
            None => false,
            Some((_, count)) => count.as_ref().is_none_or(|n| n.node == Node::Number(1)),
        };
        // Some of these touch a single cell, at the border.
        let is_border = |of: &Expr| match &of.node {
            Node::Name(name) => {
                let known = self.scope.iter().rev().find(|(known, _)| known == name);
                let kind = known.and_then(|(_, known)| known.atoms());
                matches!(kind, Some(Kind::Edge | Kind::Corner))
            }
            Node::Phrase(of) => matches!(of.noun, Noun::Atoms(Kind::Edge | Kind::Corner)),
            _ => false,
        };
        let mut places = 0;
        let is_open = phrase.qualifiers.iter().all(|qualifier| match qualifier {
            Qualifier::Of(of) => {
                places += 1;
                kind != Kind::Cell || !is_border(of)
            }
            Qualifier::In(_) | Qualifier::Beyond(..) | Qualifier::SeenFrom(_) => {
                places += 1;
                true
            }
            Qualifier::On(_) => true,
            _ => false,
        });
        !takes_one && phrase.adjectives.is_empty() && is_open && places <= 1
    }

    /// The type of a pair's members.
    pub(super) fn paired(&mut self, of: &PairOf) -> Type {
        match of {
            PairOf::Atoms(inner) => {
                let members = self.members(inner);
                members.into_iter().next().unwrap_or(Type::Any)
            }
            _ => Type::Atom(Kind::Cell),
        }
    }
}
