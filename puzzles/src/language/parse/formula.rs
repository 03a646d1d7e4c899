//! Formulas: tests, numbers and places, by precedence.

use super::super::syntax::{
    Arithmetic, BeamPart, Comparison, Expr, Kind, Measure, Name, Node, Noun, Over, Predicate,
    Quantifier, STANDING, ValuesTest, Word,
};
use super::super::token::Token;
use super::{MAX_DEPTH, MAX_TERMS, Parser, Read, expr};
use crate::document::Problem;

/// The variable of a phrase that has none, in `each shaded cell is open`.
pub(super) const IT: &str = "it";

impl Parser<'_> {
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

    /// A whole formula, or any other expression.
    pub(super) fn formula(&mut self) -> Read<Expr> {
        self.deeper(|parser| {
            let start = parser.here().start;
            let left = parser.disjunction()?;
            if parser.word() == Some("exactly") && parser.word_at(1) == Some("when") {
                parser.next += 2;
                let right = parser.disjunction()?;
                let node = Node::Iff(Box::new(left), Box::new(right));
                return Ok(expr(node, parser.since(start)));
            }
            Ok(left)
        })
    }

    fn disjunction(&mut self) -> Read<Expr> {
        let start = self.here().start;
        let mut parts = vec![self.conjunction()?];
        while self.accept("or") {
            let part = self.conjunction()?;
            // One expression is one automaton, which is stronger than several.
            match (parts.last_mut().map(|last| &mut last.node), &part.node) {
                (
                    Some(Node::Reads(layer, place, pattern)),
                    Node::Reads(other_layer, other_place, other),
                ) if layer.name == other_layer.name
                    && matches!((&place.node, &other_place.node),
                        (Node::Name(one), Node::Name(other)) if one == other) =>
                {
                    *pattern = format!("({pattern})|({other})");
                }
                _ => parts.push(part),
            }
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => expr(Node::Or(parts), self.since(start)),
        })
    }

    fn conjunction(&mut self) -> Read<Expr> {
        let start = self.here().start;
        let mut parts = vec![self.negation()?];
        while self.accept("and") {
            parts.push(self.negation()?);
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => expr(Node::And(parts), self.since(start)),
        })
    }

    fn negation(&mut self) -> Read<Expr> {
        let start = self.here().start;
        if self.word() == Some("not") && !self.is_phrase() {
            self.next += 1;
            let inner = self.deeper(Self::negation)?;
            return Ok(expr(Node::Not(Box::new(inner)), self.since(start)));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Read<Expr> {
        let start = self.here().start;
        let left = self.additive()?;
        if let Some(comparison) = self.comparison_sign() {
            let right = self.additive()?;
            if self.comparison_sign().is_some() {
                self.next -= 1;
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
        if self.accept("satisfies") {
            let clue = self.primary()?;
            let node = Node::Satisfies(Box::new(left), Box::new(clue));
            return Ok(expr(node, self.since(start)));
        }
        self.tested(left, start)
    }

    fn comparison_sign(&mut self) -> Option<Comparison> {
        let comparison = match self.peek()? {
            Token::Sign("=") => Comparison::Equal,
            Token::Sign("!=") => Comparison::NotEqual,
            Token::Sign("<") => Comparison::Less,
            Token::Sign("<=") => Comparison::AtMost,
            Token::Sign(">") => Comparison::Greater,
            Token::Sign(">=") => Comparison::AtLeast,
            Token::Word(word) if word == "divides" => Comparison::Divides,
            _ => return None,
        };
        self.next += 1;
        Some(comparison)
    }

    /// `subject is …`, `subject has …`, or the subject alone.
    fn tested(&mut self, subject: Expr, start: usize) -> Read<Expr> {
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
        let start = self.here().start;
        let mut left = self.multiplicative()?;
        let mut terms = 0;
        loop {
            self.count_terms(&mut terms)?;
            let operation = if self.accept_sign("+") {
                Arithmetic::Add
            } else if self.accept_sign("-") {
                Arithmetic::Subtract
            } else {
                return Ok(left);
            };
            let right = self.multiplicative()?;
            let node = Node::Arithmetic(operation, Box::new(left), Box::new(right));
            left = expr(node, self.since(start));
        }
    }

    fn multiplicative(&mut self) -> Read<Expr> {
        let start = self.here().start;
        let mut left = self.power()?;
        let mut terms = 0;
        loop {
            self.count_terms(&mut terms)?;
            let operation = if self.accept_sign("*") {
                Arithmetic::Multiply
            } else if self.accept_sign("/") {
                Arithmetic::Divide
            } else if self.accept("mod") {
                Arithmetic::Modulo
            } else {
                return Ok(left);
            };
            let right = self.power()?;
            let node = Node::Arithmetic(operation, Box::new(left), Box::new(right));
            left = expr(node, self.since(start));
        }
    }

    fn power(&mut self) -> Read<Expr> {
        let start = self.here().start;
        let mut left = self.primary()?;
        let mut terms = 0;
        loop {
            self.count_terms(&mut terms)?;
            if self.accept_sign("^") {
                let right = self.primary()?;
                let node = Node::Arithmetic(Arithmetic::Power, Box::new(left), Box::new(right));
                left = expr(node, self.since(start));
            } else if self.accept("else") {
                let right = self.primary()?;
                left = expr(
                    Node::Else(Box::new(left), Box::new(right)),
                    self.since(start),
                );
            } else {
                return Ok(left);
            }
        }
    }

    /// An operand: a number, a name, a function of something, a measure, a phrase, or anything in parentheses.
    pub(super) fn primary(&mut self) -> Read<Expr> {
        self.deeper(Self::primary_here)
    }

    fn primary_here(&mut self) -> Read<Expr> {
        let start = self.here().start;
        match self.peek() {
            Some(&Token::Number(number)) => {
                self.next += 1;
                Ok(expr(Node::Number(number), self.since(start)))
            }
            Some(Token::Text(text)) => {
                self.next += 1;
                Ok(expr(Node::Text(text.clone()), self.since(start)))
            }
            Some(Token::Sign("-")) => {
                self.next += 1;
                let inner = self.primary()?;
                Ok(expr(Node::Negative(Box::new(inner)), self.since(start)))
            }
            Some(Token::Sign("(")) => {
                self.next += 1;
                let inner = self.formula()?;
                self.expect_sign(")", "to close the parenthesis")?;
                Ok(expr(inner.node, self.since(start)))
            }
            Some(Token::Word(word)) => {
                self.begins_a_value(word)?;
                self.worded(word, start)
            }
            _ => Err(self.unexpected("a formula, a number or a place")),
        }
    }

    fn worded(&mut self, word: &str, start: usize) -> Read<Expr> {
        if (word, self.word_at(1), self.word_at(2)) == ("no", Some("loop"), Some("over")) {
            self.next += 3;
            return self.no_loop(start);
        }
        if word == "the" {
            self.next += 1;
            return self.primary();
        }
        if let Some(quantifier) = self.quantifier()? {
            return self.quantified(quantifier, start);
        }
        if word == "directions" && self.word_at(1) == Some("from") {
            self.next += 2;
            let from = self.primary()?;
            let example = "as in `directions from c to nearest shaded cells`";
            self.expect("to", example)?;
            self.expect("nearest", example)?;
            let nearest = self.phrase()?;
            if nearest.noun != Noun::Atoms(Kind::Cell) {
                return Err(self.problem(Problem::new(
                    nearest.span,
                    "only cells are seen",
                    "expected a phrase such as `shaded cells`",
                )));
            }
            let node = Node::Directions(Box::new(from), Box::new(nearest));
            return Ok(expr(node, self.since(start)));
        }
        if word == "distance" && self.word_at(1) == Some("from") {
            self.next += 2;
            let from = self.primary()?;
            let example = "as in `distance from a to b through open cells`";
            self.expect("to", example)?;
            let to = self.primary()?;
            self.expect("through", example)?;
            let node = Node::Walk(Box::new([from, to]), Box::new(self.material()?));
            return Ok(expr(node, self.since(start)));
        }
        if self.is_phrase() {
            let phrase = self.phrase()?;
            let span = phrase.span.clone();
            return Ok(expr(Node::Phrase(Box::new(phrase)), span));
        }
        let node = match word {
            "if" => {
                self.next += 1;
                let condition = self.formula()?;
                // As one would write it in a sentence.
                self.accept_sign(",");
                self.expect("then", "after the condition")?;
                let holds = self.formula()?;
                let otherwise = if self.accept("otherwise") {
                    Some(Box::new(self.formula()?))
                } else {
                    None
                };
                Node::If(Box::new(condition), Box::new(holds), otherwise)
            }
            "let" => {
                self.next += 1;
                let mut bound = Vec::new();
                loop {
                    let name = self.new_name("a name after `let`")?;
                    self.expect("be", "and its value, as in `let x be digit of c: …`")?;
                    bound.push((name, self.additive()?));
                    if !self.accept_sign(",") {
                        break;
                    }
                }
                self.expect_sign(":", "after what `let` names")?;
                Node::Let(bound, Box::new(self.formula()?))
            }
            "count" => {
                self.next += 1;
                self.accept("of");
                Node::Count(self.phrases()?)
            }
            "all" => {
                self.next += 1;
                let test = if self.accept("different") {
                    ValuesTest::Different
                } else if self.accept("equal") {
                    ValuesTest::Equal
                } else {
                    return Err(self.unexpected("`different` or `equal` after `all`"));
                };
                Node::Values(test, self.over("all different")?)
            }
            "nearest" => {
                self.next += 1;
                self.expect("equal", "as in `nearest equal digit of c`")?;
                let layer = self.name("the name of a layer")?;
                self.expect("of", "and a cell, as in `nearest equal digit of c`")?;
                let cell = self.primary()?;
                let place = if self.accept("in") {
                    Some(Box::new(self.primary()?))
                } else {
                    None
                };
                Node::Nearest(layer, Box::new(cell), place)
            }
            "increasing" => {
                self.next += 1;
                Node::Values(ValuesTest::Increasing, self.over("increasing")?)
            }
            "link" if self.word_at(1) == Some("between") => {
                let name = self.name("link")?;
                self.next += 1;
                let a = self.primary()?;
                self.expect("and", "and the second cell, as in `link between a and b`")?;
                let b = self.primary()?;
                Node::Of(name, vec![a, b])
            }
            _ => match measure(word) {
                Some(measure) => {
                    self.next += 1;
                    Node::Measure(measure, self.over(word)?)
                }
                None => return self.named(start),
            },
        };
        Ok(expr(node, self.since(start)))
    }

    /// A name, or a function of something.
    fn named(&mut self, start: usize) -> Read<Expr> {
        let word = self.word().unwrap_or_default();
        if let Some(call) = self.called_with(word, start)? {
            return Ok(call);
        }
        if let Some(cell) = self.cell_called(word, start) {
            return Ok(cell);
        }
        let name = self.name("a name")?;
        if self.accept("of") {
            let arity = match &*name.name {
                "distance" => 2,
                known => self.vocabulary.definitions.get(known).copied().unwrap_or(1),
            };
            let mut arguments = vec![self.primary()?];
            if let Some(part) = BeamPart::called(&name.name)
                && self.accept("by")
                && let Some(view) = arguments.pop()
            {
                let layer = self.name("the name of a layer of mirrors after `by`")?;
                let node = Node::Beam(part, Box::new(view), layer);
                return Ok(expr(node, self.since(start)));
            }
            while arguments.len() < arity {
                self.preposition()?;
                arguments.push(self.primary()?);
            }
            let mut name = name;
            let behind = (self.word(), self.word_at(1), self.word_at(2));
            if &*name.name == "shape" && behind == (Some("as"), Some("it"), Some("stands")) {
                self.next += 3;
                name.name = STANDING.into();
            }
            return Ok(expr(Node::Of(name, arguments), self.since(start)));
        }
        if self.word() == Some("in") && self.vocabulary.layers.contains(&name.name) {
            let before = self.next;
            self.next += 1;
            let place = self.primary()?;
            if self.accept("reads") {
                let (pattern, _) = self.text("a regular expression in quotes")?;
                let node = Node::Reads(name, Box::new(place), pattern);
                return Ok(expr(node, self.since(start)));
            }
            self.next = before;
        }
        Ok(expr(Node::Name(name.name), self.since(start)))
    }

    fn over(&mut self, measure: &str) -> Read<Over> {
        if self.accept("over") {
            let phrases = self.phrases()?;
            self.expect_sign(
                ":",
                &format!("and the values, as in `{measure} over cells c in r: digit of c`"),
            )?;
            let value = self.additive()?;
            return Ok(Over::Phrases(phrases, Box::new(value)));
        }
        self.accept("of");
        let layer = self.name("the name of a layer, or `over`")?;
        if self.word() == Some("over") {
            return Err(self.unexpected(&format!(
                "`in`; what is over `{measure}` comes first, as in `{measure} over cells c in r: digit of c`"
            )));
        }
        self.expect("in", &format!("and a place, as in `{measure} digit in r`"))?;
        Ok(Over::Layer(layer, Box::new(self.primary()?)))
    }

    /// What follows on `no loop over`.
    fn no_loop(&mut self, start: usize) -> Read<Expr> {
        let phrases = self.phrases()?;
        if let Some(last) = phrases.last()
            && last.variables.len() != 2
        {
            let problem = Problem::new(
                last.span.clone(),
                "a loop is made of pairs",
                "expected two names at the end, as in `no loop over cells c, pairs p, q of corners of c: …`",
            );
            return Err(self.problem(problem));
        }
        self.expect_sign(":", "and what must hold for two atoms to be joined")?;
        let body = self.formula()?;
        let node = Node::NoLoop(phrases, Box::new(body));
        Ok(expr(node, self.since(start)))
    }

    fn quantifier(&mut self) -> Read<Option<Quantifier>> {
        let (ahead, quantifier) = match (self.word(), self.word_at(1)) {
            (Some("each"), _) => (1, Quantifier::Each),
            (Some("some"), _) => (1, Quantifier::Some),
            (Some("no"), _) => (1, Quantifier::No),
            (Some("exactly"), next) if next != Some("when") => {
                self.next += 1;
                return Ok(Some(Quantifier::Exactly(Box::new(self.primary()?))));
            }
            (Some("at"), Some("least")) => {
                self.next += 2;
                return Ok(Some(Quantifier::AtLeast(Box::new(self.primary()?))));
            }
            (Some("at"), Some("most")) => {
                self.next += 2;
                return Ok(Some(Quantifier::AtMost(Box::new(self.primary()?))));
            }
            _ => return Ok(None),
        };
        self.next += ahead;
        Ok(Some(quantifier))
    }

    fn quantified(&mut self, quantifier: Quantifier, start: usize) -> Read<Expr> {
        let mut phrases = self.phrases()?;
        if self.accept_sign(":") {
            let body = self.formula()?;
            super::entries::leave_untold_out(&mut phrases, &body);
            let node = Node::Quantified(quantifier, phrases, Some(Box::new(body)));
            return Ok(expr(node, self.since(start)));
        }
        let tests = matches!(self.word(), Some("is" | "are" | "has" | "have"));
        if !tests {
            if quantifier == Quantifier::Each {
                self.not_after_where(&phrases)?;
                return Err(self.unexpected("`:` and what holds for each, or `is`, or `has`"));
            }
            let node = Node::Quantified(quantifier, phrases, None);
            return Ok(expr(node, self.since(start)));
        }
        // `each shaded cell is open`: the phrase is the subject.
        let Some(last) = phrases.last_mut() else {
            return Err(self.unexpected("a phrase"));
        };
        if last.variables.is_empty() {
            last.variables.push(Word {
                name: IT.into(),
                span: last.span.clone(),
            });
        }
        let name: Name = last.variables[0].name.clone();
        let subject = expr(Node::Name(name), last.span.clone());
        let body = self.tested(subject, start)?;
        super::entries::leave_untold_out(&mut phrases, &body);
        let node = Node::Quantified(quantifier, phrases, Some(Box::new(body)));
        Ok(expr(node, self.since(start)))
    }
}

fn measure(word: &str) -> Option<Measure> {
    Some(match word {
        "sum" => Measure::Sum,
        "product" => Measure::Product,
        "least" => Measure::Least,
        "greatest" => Measure::Greatest,
        "gcd" => Measure::Gcd,
        "first" => Measure::First,
        "last" => Measure::Last,
        "distinct" => Measure::Distinct,
        "reading" => Measure::Reading,
        "list" => Measure::List,
        "bag" => Measure::Bag,
        _ => return None,
    })
}
