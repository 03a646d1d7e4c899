//! Formulas that begin with a word of their own: conditions, functions, sums over members, quantifiers.

use winnow::combinator::{alt, not, opt, preceded, separated};
use winnow::prelude::*;

use super::super::syntax::{
    BeamPart, Comparison, Expr, Extent, Kind, Measure, Name, Node, Noun, Over, Phrase, Quantifier,
    STANDING, ValuesTest, Word,
};
use super::formula::{IT, boxed, placed};
use super::input::{keyword, keywords, sign};
use super::{Input, MAX_DEPTH, Read, Unread, expr};
use crate::document::Problem;

impl Input<'_> {
    /// What begins with a word.
    pub(super) fn worded(&mut self) -> Read<Expr> {
        let word = self.word().ok_or(Unread::Absent)?;
        self.begins_a_value(word)?;
        alt((
            placed(preceded(keywords(["no", "loop", "over"]), Input::no_loop)),
            preceded(keyword("the"), Input::primary),
            placed(Input::quantified),
            placed(preceded(
                keywords(["directions", "from"]),
                Input::directions,
            )),
            placed(preceded(keywords(["distance", "from"]), Input::walk)),
            Input::noun_phrase,
            placed(Input::construct),
            alt((Input::called_with, Input::cell_called)),
            placed(Input::named),
        ))
        .parse_next(self)
    }

    /// What follows on `directions from`.
    fn directions(&mut self) -> Read<Node> {
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
        Ok(Node::Directions(Box::new(from), Box::new(nearest)))
    }

    /// What follows on `distance from`.
    fn walk(&mut self) -> Read<Node> {
        let from = self.primary()?;
        let example = "as in `distance from a to b through open cells`";
        self.expect("to", example)?;
        let to = self.primary()?;
        self.expect("through", example)?;
        Ok(Node::Walk(Box::new([from, to]), Box::new(self.material()?)))
    }

    fn noun_phrase(&mut self) -> Read<Expr> {
        if !self.is_phrase() {
            return Err(Unread::Absent);
        }
        let first = self.word().unwrap_or_default().to_owned();
        let phrase = self.phrase()?;
        self.says_which(&first, &phrase)?;
        let span = phrase.span.clone();
        Ok(expr(Node::Phrase(Box::new(phrase)), span))
    }

    /// What a word of the language builds of formulas, numbers and phrases.
    fn construct(&mut self) -> Read<Node> {
        alt((
            preceded(keyword("if"), Input::conditional),
            preceded(keyword("let"), Input::named_values),
            preceded((keyword("count"), opt(keyword("of"))), Input::phrases).map(Node::Count),
            preceded(keyword("all"), Input::all),
            preceded(keyword("increasing"), |input: &mut Self| {
                Ok(Node::Values(
                    ValuesTest::Increasing,
                    input.over("increasing")?,
                ))
            }),
            preceded(keyword("nearest"), Input::nearest_equal),
            Input::link_between,
            Input::measure,
        ))
        .parse_next(self)
    }

    /// What follows on `if`.
    fn conditional(&mut self) -> Read<Node> {
        let condition = self.formula()?;
        // As one would write it in a sentence.
        self.accept_sign(",");
        self.expect("then", "after the condition")?;
        let holds = self.formula()?;
        let otherwise = preceded(keyword("otherwise"), boxed(Input::formula));
        let otherwise = opt(otherwise).parse_next(self)?;
        Ok(Node::If(Box::new(condition), Box::new(holds), otherwise))
    }

    /// What follows on `let`.
    fn named_values(&mut self) -> Read<Node> {
        let named = |input: &mut Self| {
            let name = input.new_name("a name after `let`")?;
            input.expect("be", "and its value, as in `let x be digit of c: …`")?;
            Ok((name, input.additive()?))
        };
        let named = separated(1.., named, sign(",")).parse_next(self)?;
        self.expect_sign(":", "after what `let` names")?;
        Ok(Node::Let(named, Box::new(self.formula()?)))
    }

    /// What follows on `all`.
    fn all(&mut self) -> Read<Node> {
        let tests = alt((
            keyword("different").value(ValuesTest::Different),
            keyword("equal").value(ValuesTest::Equal),
        ));
        let test = self.must(tests, "`different` or `equal` after `all`")?;
        Ok(Node::Values(test, self.over("all different")?))
    }

    /// What follows on `nearest`.
    fn nearest_equal(&mut self) -> Read<Node> {
        self.expect("equal", "as in `nearest equal digit of c`")?;
        let layer = self.name("the name of a layer")?;
        self.expect("of", "and a cell, as in `nearest equal digit of c`")?;
        let cell = self.primary()?;
        let place = opt(preceded(keyword("in"), boxed(Input::primary))).parse_next(self)?;
        Ok(Node::Nearest(layer, Box::new(cell), place))
    }

    fn link_between(&mut self) -> Read<Node> {
        let span = self.here();
        let name = keywords(["link", "between"]).parse_next(self)?.into();
        let a = self.primary()?;
        self.expect("and", "and the second cell, as in `link between a and b`")?;
        let b = self.primary()?;
        Ok(Node::Of(Word { name, span }, vec![a, b]))
    }

    fn measure(&mut self) -> Read<Node> {
        let word = self.word().ok_or(Unread::Absent)?;
        let measure = measure(word).ok_or(Unread::Absent)?;
        self.next_token();
        Ok(Node::Measure(measure, self.over(word)?))
    }

    /// A name, or a function of something.
    fn named(&mut self) -> Read<Node> {
        let name = self.name("a name")?;
        if self.accept("of") {
            return self.function(name);
        }
        if self.vocabulary.layers.contains(&name.name) {
            let place = preceded(keyword("in"), boxed(Input::primary));
            let verb = alt((
                keyword("reads").value(Extent::Whole),
                keyword("contains").value(Extent::Part),
            ));
            if let Some((place, extent)) = opt((place, verb)).parse_next(self)? {
                let _: Option<()> = opt(keywords(["one", "of"]).void()).parse_next(self)?;
                let pattern = match self.word() {
                    Some(_) => self.primary()?,
                    None => {
                        let (text, span) = self.text("a regular expression in quotes")?;
                        expr(Node::Text(text), span)
                    }
                };
                return Ok(Node::Reads(name, place, extent, Box::new(pattern)));
            }
        }
        Ok(Node::Name(name.name))
    }

    /// What follows on a name and `of`.
    fn function(&mut self, mut name: Word) -> Read<Node> {
        let arity = match &*name.name {
            "distance" => 2,
            known => self.vocabulary.definitions.get(known).copied().unwrap_or(1),
        };
        let first = self.primary()?;
        if let Some(part) = BeamPart::called(&name.name)
            && self.accept("by")
        {
            let layer = self.name("the name of a layer of mirrors after `by`")?;
            return Ok(Node::Beam(part, Box::new(first), layer));
        }
        let mut arguments = vec![first];
        while arguments.len() < arity {
            self.preposition()?;
            arguments.push(self.primary()?);
        }
        if &*name.name == "shape"
            && opt(keywords(["as", "it", "stands"]))
                .parse_next(self)?
                .is_some()
        {
            name.name = STANDING.into();
        }
        Ok(Node::Of(name, arguments))
    }

    fn over(&mut self, measure: &str) -> Read<Over> {
        if self.accept("over") {
            let phrases = self.phrases()?;
            self.not_after_where(&phrases)?;
            self.expect_sign(
                ":",
                &format!("and the values, as in `{measure} over cells c in r: digit of c`"),
            )?;
            let value = self.additive()?;
            return Ok(Over::Phrases(phrases, Box::new(value)));
        }
        if self.accept_sign("(") {
            return self.listed_values();
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

    /// What follows on `all different (`: values that are listed. They are read as `over values n from 1 to …: if n = 1
    /// then …`, by a name that no rulebook can use.
    fn listed_values(&mut self) -> Read<Over> {
        let start = self.here().start;
        let mut values = vec![self.additive()?];
        while self.accept_sign(",") {
            values.push(self.additive()?);
        }
        if values.len() < 2 {
            return Err(self.unexpected("`,` and another value"));
        }
        let span = self.since(start);
        self.expect_sign(")", "after the values")?;
        if values.len() > MAX_DEPTH {
            let problem = Problem::new(
                span,
                "too many values",
                format!("at most {MAX_DEPTH} can be listed"),
            );
            return Err(self.problem(problem.help("give them one name, with `define`")));
        }
        let at = |node: Node| expr(node, span.clone());
        let name = Word {
            name: "number of the value".into(),
            span: span.clone(),
        };
        let count = values.len() as i128;
        let [first, last] = [1, count].map(|end| Box::new(at(Node::Number(end))));
        let phrase = Phrase {
            take: None,
            adjectives: Vec::new(),
            noun: Noun::Value(first, last),
            variables: vec![name.clone()],
            qualifiers: Vec::new(),
            span: span.clone(),
        };
        let numbered = (1..=count).rev().zip(values.into_iter().rev());
        let chosen = numbered.fold(None, |others: Option<Expr>, (number, value)| {
            let Some(others) = others else {
                return Some(value);
            };
            let (one, other) = (at(Node::Name(name.name.clone())), at(Node::Number(number)));
            let is_it = at(Node::Compare(
                Comparison::Equal,
                Box::new(one),
                Box::new(other),
            ));
            let span = value.span.clone();
            let (is_it, value) = (Box::new(is_it), Box::new(value));
            Some(expr(Node::If(is_it, value, Some(Box::new(others))), span))
        });
        let Some(value) = chosen else {
            return Err(self.unexpected("a value"));
        };
        Ok(Over::Phrases(vec![phrase], Box::new(value)))
    }

    /// What follows on `no loop over`.
    fn no_loop(&mut self) -> Read<Node> {
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
        Ok(Node::NoLoop(phrases, Box::new(body)))
    }

    pub(super) fn quantifier(&mut self) -> Read<Quantifier> {
        let number = || boxed(Input::primary);
        alt((
            keyword("each").value(Quantifier::Each),
            keyword("some").value(Quantifier::Some),
            keyword("no").value(Quantifier::No),
            preceded(
                (not(keywords(["exactly", "when"])), keyword("exactly")),
                number(),
            )
            .map(Quantifier::Exactly),
            preceded(keywords(["at", "least"]), number()).map(Quantifier::AtLeast),
            preceded(keywords(["at", "most"]), number()).map(Quantifier::AtMost),
        ))
        .parse_next(self)
    }

    fn quantified(&mut self) -> Read<Node> {
        let start = self.here().start;
        let quantifier = self.quantifier()?;
        let mut phrases = self.phrases()?;
        if self.accept_sign(":") {
            let body = self.formula()?;
            super::entries::leave_untold_out(&mut phrases, &body);
            return Ok(Node::Quantified(quantifier, phrases, Some(Box::new(body))));
        }
        let tests = matches!(self.word(), Some("is" | "are" | "has" | "have"));
        if !tests {
            if quantifier == Quantifier::Each {
                self.not_after_where(&phrases)?;
                return Err(self.unexpected("`:` and what holds for each, or `is`, or `has`"));
            }
            return Ok(Node::Quantified(quantifier, phrases, None));
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
        Ok(Node::Quantified(quantifier, phrases, Some(Box::new(body))))
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
